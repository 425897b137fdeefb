//! Adjacency lists: `A: B C`.

use std::collections::HashMap;
use std::ops::Range;

use super::Named;
use super::error::{ParseError, ParseErrorKind};
use super::lines::{Line, lines};
use super::named::Names;
use crate::graph::{Direction, Graph, Vertex};

/// The graph of these adjacency lists.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_adjacency(bytes: &[u8], direction: Direction) -> Result<Named, ParseError> {
    let lines = lines(bytes)?;
    let mut names = Names::default();
    let mut tails = Vec::with_capacity(lines.len());
    for (index, &line) in lines.iter().enumerate() {
        let (head, tail) = split(line)?;
        if names.number(head) as usize != index {
            let first = lines[names.number(head) as usize].number;
            let kind = ParseErrorKind::SecondList { name: crate::excerpt::brief(head), first };
            return Err(line.error(line.place(head), kind));
        }
        tails.push(tail);
    }
    let mut arcs = Vec::new();
    for (from, (&line, tail)) in (0..).zip(lines.iter().zip(tails)) {
        // A line behind the colon is cut from a line of the text, and knows its place in it.
        for (_, word) in (Line { text: tail, ..line }).words() {
            arcs.push(Arc { from, to: names.number(word), line, place: line.place(word) });
        }
    }
    let mut lists = vec![Vec::new(); names.len()];
    for arc in &arcs {
        lists[arc.from as usize].push(arc.to);
    }
    if direction == Direction::Undirected {
        refuse_one_way(&arcs, &names)?;
        for (vertex, list) in (0..).zip(&mut lists) {
            double_loops(vertex, list);
        }
    }
    Ok(Named { graph: Graph::from_lists(lists), direction, names: names.into_strings() })
}

struct Arc<'a> {
    from: Vertex,
    to: Vertex,
    line: Line<'a>,
    place: Range<usize>,
}

/// What stands before the colon and behind it.
fn split(line: Line<'_>) -> Result<(&str, &str), ParseError> {
    let (head, tail) = line.text.split_once(':').unwrap_or((line.text, ""));
    let mut words = Line { text: head, ..line }.words();
    match (words.next(), words.next()) {
        (Some((_, head)), None) if line.text.contains(':') => Ok((head, tail)),
        _ => Err(line.error(line.place(head.trim()), ParseErrorKind::Head)),
    }
}

/// Holds that there is, for each arc, another one back.
fn refuse_one_way(arcs: &[Arc<'_>], names: &Names<'_>) -> Result<(), ParseError> {
    let mut surplus: HashMap<(Vertex, Vertex), i64> = HashMap::default();
    for arc in arcs {
        *surplus.entry((arc.from, arc.to)).or_default() += 1;
        *surplus.entry((arc.to, arc.from)).or_default() -= 1;
    }
    match arcs.iter().find(|arc| surplus[&(arc.from, arc.to)] > 0) {
        Some(arc) => {
            let brief = |vertex| crate::excerpt::brief(names.name(vertex));
            let kind = ParseErrorKind::OneWay { from: brief(arc.from), to: brief(arc.to) };
            Err(arc.line.error(arc.place.clone(), kind))
        }
        None => Ok(()),
    }
}

/// Adds the second arc of each undirected loop, which is written once.
pub(super) fn double_loops(vertex: Vertex, list: &mut Vec<Vertex>) {
    let loops = list.iter().filter(|&&to| to == vertex).count();
    list.extend(std::iter::repeat_n(vertex, loops));
}
