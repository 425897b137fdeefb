//! Graphs that a person wrote: maps of cells, adjacency lists, matrices, lists of edges.
//!
//! Empty lines mean nothing, and a line that begins with `;` is a remark. A byte order mark, lines
//! that end in CRLF and tabs for spaces are accepted; control characters are not.
//!
//! # Maps of 1 and 0
//! 1 is a cell, 0 is none; side by side cells are joined. Rows may differ in length: what is
//! missing is 0. White space between cells means nothing.
//!
//! ```text
//! 111111
//! 101101
//! 111111
//! ```
//!
//! # Maps with more in them
//! A cell is `.`, and `#` is none; what is missing at the end of a row is none, too. A path is to
//! begin at `S`, to end at `E`, and to meet the numbers in their order, from 1 on. Where there are
//! numbers, but neither `S` nor `E`, it is to begin at 1 and, if there are more, to end at the
//! greatest, as in the game Zip.
//!
//! Cells may be written side by side, or with white space between them, which numbers above 9
//! need. A thin wall is a `|` between two cells of a row, or a `-` in a line between two rows,
//! below one cell and above the other. Around the map, walls mean nothing, nor does a `+` where
//! walls meet:
//!
//! ```text
//! +-+-+-+          S . 1         1 . 2
//! |1 . .|          . # .         - -
//! + +-+ +          . 2 E         4 . 3
//! |. . 2|
//! +-+-+-+
//! ```
//!
//! A map is one of 1 and 0 if none of `. # S E | - +` stands in it, and in its first row no number
//! from 2 on.
//!
//! # Graphs
//! Vertices are words of any characters but white space, commas and, in adjacency lists, colons.
//! Without the word that they are directed, graphs are not: then each adjacency list has to agree
//! with the others, and a matrix to be its own mirror image.
//!
//! ```text
//! A: B D          0 1 0 1         A B
//! B: A            1 0 0 0         A D
//! D: A            0 0 0 0         C
//! C:              1 0 0 0
//! ```
//!
//! Adjacency lists number the vertices in the order of their lines, then those without a line.
//! The vertices of a matrix, which may do without spaces, are called 0, 1, 2 … In a list of edges
//! each line is an edge, or a vertex that may have none; parallel edges and loops count. In place
//! of the space, all edges may have `,`, `;`, `-`, `--` or `->`. A first line with the numbers of
//! vertices and edges, or with two names above numbers, is a header. Neighbours keep the order in
//! which they are written.

mod map;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

#[doc(no_inline)]
pub use crate::excerpt::ParseError;
use crate::excerpt::{LineCursor, LineIter, brief, check_controls, number, utf8};
use crate::graph::{EdgeDirection, Graph, Vertex};

pub use map::{MapText, draw_map, hole_at, parse_map, split_maps};

/// The largest text that is worth reading, in bytes: a map of 2000 × 2000 with spaces and walls.
pub const MAX_BYTES: usize = 16 << 20;

/// The lines of a text, with the white space before their content; empty ones and remarks are left
/// out. There is at least one.
fn lines(bytes: &[u8]) -> Result<impl Iterator<Item = LineCursor<'_>> + Clone, ParseError> {
    let text = utf8(bytes)?;
    let all = LineIter::of(text).map(|line| LineCursor::line(line.number, line.line.trim_end()));
    for line in all.clone() {
        check_controls(line)?;
    }
    let lines = all.filter(|line| !line.is_empty() && !line.text().trim_start().starts_with(';'));
    if lines.clone().next().is_none() {
        let help = "draw a map, a row of cells in each line, or list the vertices of a graph";
        return Err(LineCursor::line(1, "").error("there is nothing in this text", help));
    }
    Ok(lines)
}

/// A graph whose vertices have names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NamedGraph {
    /// The graph.
    pub graph: Graph,
    /// Whether its edges are directed.
    pub direction: EdgeDirection,
    /// The name of each vertex; no two are equal.
    pub names: Vec<String>,
    /// Assumptions of the reader about the text, in words.
    pub notes: Vec<String>,
}

impl NamedGraph {
    pub(super) const fn new(graph: Graph, direction: EdgeDirection, names: Vec<String>) -> Self {
        NamedGraph {
            graph,
            direction,
            names,
            notes: Vec::new(),
        }
    }
}

/// The number of each name, and the names in the order of their numbers.
#[derive(Default)]
struct NameTable<'a> {
    numbers: HashMap<&'a str, Vertex>,
    names: Vec<String>,
}

impl<'a> NameTable<'a> {
    /// Returns the number of a name, which gets the next one if it is new.
    fn number(&mut self, name: &'a str) -> Vertex {
        let next = Vertex::try_from(self.names.len()).expect("fewer than there are bytes");
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name.to_owned());
            next
        })
    }
}

/// The graph of these adjacency lists.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_adjacency(bytes: &[u8], direction: EdgeDirection) -> Result<NamedGraph, ParseError> {
    let lines: Vec<LineCursor<'_>> = lines(bytes)?.collect();
    let mut names = NameTable::default();
    let mut tails = Vec::with_capacity(lines.len());
    for (index, &line) in lines.iter().enumerate() {
        let (head, tail) = split(line)?;
        if names.number(head.text()) as usize != index {
            let first = lines[names.number(head.text()) as usize].number;
            let message = format!(
                "`{}` has a list in line {first} already",
                brief(head.text())
            );
            return Err(head.error(message, "write all its neighbours in one line"));
        }
        tails.push(tail);
    }
    let mut arcs = Vec::new();
    for (from, tail) in (0..).zip(tails) {
        arcs.extend(words(tail).map(|spot| Arc {
            from,
            to: names.number(spot.text()),
            spot,
        }));
    }
    let mut lists = vec![Vec::new(); names.names.len()];
    for arc in &arcs {
        lists[arc.from as usize].push(arc.to);
    }
    if direction == EdgeDirection::Undirected {
        refuse_one_way(&arcs, &names)?;
        for (vertex, list) in (0..).zip(&mut lists) {
            double_loops(vertex, list);
        }
    }
    Ok(NamedGraph::new(
        Graph::from_lists(lists),
        direction,
        names.names,
    ))
}

struct Arc<'a> {
    from: Vertex,
    to: Vertex,
    /// The word that names where it ends.
    spot: LineCursor<'a>,
}

/// What stands before the colon and behind it.
fn split(line: LineCursor<'_>) -> Result<(LineCursor<'_>, LineCursor<'_>), ParseError> {
    let (head, tail) = line.text().split_once(':').unwrap_or((line.text(), ""));
    let mut found = words(line.part(head));
    match (found.next(), found.next()) {
        (Some(head), None) if line.text().contains(':') => Ok((head, line.part(tail))),
        _ => {
            let message = "this line does not begin with one vertex and a colon";
            let help = "write `A: B C` for edges from A to B and C";
            Err(line.part(head).trimmed().error(message, help))
        }
    }
}

/// Holds that there is, for each arc, another one back.
fn refuse_one_way(arcs: &[Arc<'_>], names: &NameTable<'_>) -> Result<(), ParseError> {
    let mut surplus: HashMap<(Vertex, Vertex), i64> = HashMap::default();
    for arc in arcs {
        *surplus.entry((arc.from, arc.to)).or_default() += 1;
        *surplus.entry((arc.to, arc.from)).or_default() -= 1;
    }
    match arcs.iter().find(|arc| surplus[&(arc.from, arc.to)] > 0) {
        Some(arc) => {
            let [from, to] = [arc.from, arc.to].map(|vertex| brief(&names.names[vertex as usize]));
            Err(one_way(arc.spot, &from, &to))
        }
        None => Ok(()),
    }
}

/// The error that an edge of an undirected graph has no counterpart.
fn one_way(spot: LineCursor<'_>, from: &str, to: &str) -> ParseError {
    let message = format!("there is an edge from {from} to {to}, and none back");
    let help = format!("add the edge from {to} to {from}, or read with `--directed`");
    spot.error(message, help)
}

/// Adds the second arc of each undirected loop, which is written once.
fn double_loops(vertex: Vertex, list: &mut Vec<Vertex>) {
    let loops = list.iter().filter(|&&to| to == vertex).count();
    list.extend(std::iter::repeat_n(vertex, loops));
}

const NOT_SQUARE: &str = "a matrix has a row and a column for each vertex";

/// The words of a line, separated by white space or commas.
fn words(part: LineCursor<'_>) -> impl Iterator<Item = LineCursor<'_>> {
    part.split(|mark| mark.is_whitespace() || mark == ',')
}

/// The graph of this matrix: entry 1 in row `i` and column `j` is an edge from `i` to `j`.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_matrix(bytes: &[u8], direction: EdgeDirection) -> Result<NamedGraph, ParseError> {
    let lines: Vec<LineCursor<'_>> = lines(bytes)?.collect();
    let mut rows: Vec<Vec<bool>> = Vec::with_capacity(lines.len());
    for &line in &lines {
        let row: Vec<bool> = entries(line)
            .map(|entry| Ok(entry?.1))
            .collect::<Result<_, _>>()?;
        let wanted = rows.first().map_or(row.len(), Vec::len);
        if row.len() != wanted {
            let found = row.len();
            let message = format!("this row has {found} entries, the first one has {wanted}");
            return Err(line.error(message, NOT_SQUARE));
        }
        rows.push(row);
    }
    let columns = rows[0].len();
    let last = lines[lines.len() - 1];
    if rows.len() != columns {
        let message = format!("this matrix has {} rows and {columns} columns", rows.len());
        return Err(last.error(message, NOT_SQUARE));
    }
    let mut lists = Vec::with_capacity(columns);
    for ((from, row), (vertex, &line)) in rows.iter().enumerate().zip((0..).zip(&lines)) {
        let ones = (0..).zip(row).filter(|&(_, &is_edge)| is_edge);
        let mut neighbours: Vec<Vertex> = ones.map(|(to, _)| to).collect();
        if direction == EdgeDirection::Undirected {
            if let Some(&to) = neighbours.iter().find(|&&to| !rows[to as usize][from]) {
                let entry = entries(line).nth(to as usize).and_then(Result::ok);
                let spot = entry.map_or(line, |(spot, _)| spot);
                return Err(one_way(spot, &from.to_string(), &to.to_string()));
            }
            double_loops(vertex, &mut neighbours);
        }
        lists.push(neighbours);
    }
    let names = (0..columns).map(|vertex| vertex.to_string()).collect();
    Ok(NamedGraph::new(Graph::from_lists(lists), direction, names))
}

/// The entries of a row.
fn entries(
    line: LineCursor<'_>,
) -> impl Iterator<Item = Result<(LineCursor<'_>, bool), ParseError>> {
    let marks = line.characters().filter(|&(_, mark)| mark != ',');
    marks.map(|(spot, mark)| match mark {
        '0' => Ok((spot, false)),
        '1' => Ok((spot, true)),
        _ => {
            let message = format!("`{mark}` is neither 1 nor 0");
            Err(spot.error(message, "write 1 for an edge and 0 for none"))
        }
    })
}

/// The graph of these edges. Vertices are numbered in the order in which they first appear.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_edges(bytes: &[u8], direction: EdgeDirection) -> Result<NamedGraph, ParseError> {
    let lines = lines(bytes)?;
    if let Some(vertices) = header(lines.clone())
        && let Ok(mut named) = read_edges(lines.clone().skip(1), direction)
        && let Some(more) = complete(&mut named, vertices)
    {
        let more = if more > 0 {
            format!(" with {more} more vertices")
        } else {
            String::new()
        };
        named
            .notes
            .insert(0, format!("the first line is a header{more}, not an edge"));
        return Ok(named);
    }
    read_edges(lines, direction)
}

/// What may stand between the two vertices of an edge in place of white space or a comma.
const SEPARATORS: [&str; 4] = ["--", "->", "-", ";"];

fn read_edges<'a>(
    lines: impl Iterator<Item = LineCursor<'a>> + Clone,
    direction: EdgeDirection,
) -> Result<NamedGraph, ParseError> {
    let separator = separator(&lines);
    let mut names = NameTable::default();
    let mut notes = Vec::new();
    let mut lists: Vec<Vec<Vertex>> = Vec::new();
    let mut edges = 0;
    let mut alone = Vec::new();
    for line in lines {
        let ends = separator.and_then(|separator| ends(line, separator));
        let words = ends.map_or_else(|| words(line).collect(), Vec::from);
        let vertices: Vec<Vertex> = words.iter().map(|word| names.number(word.text())).collect();
        lists.resize(names.names.len(), Vec::new());
        match vertices[..] {
            // A line of nothing but commas names no vertex.
            [] => {}
            [_] => alone.push(line),
            [from, to] => {
                edges += 1;
                lists[from as usize].push(to);
                if direction == EdgeDirection::Undirected {
                    lists[to as usize].push(from);
                }
            }
            [_, _, _, ..] => {
                let message = format!("this line has {} vertices, an edge has 2", words.len());
                return Err(words[2].to(line).error(message, EDGE_HELP));
            }
        }
    }
    // An edge in another form than the rest is not a vertex.
    let is_edge = |line| SEPARATORS.iter().any(|mark| ends(line, mark).is_some());
    let is_unclear = edges == 0 && alone.len() > 1;
    if let Some(line) = alone.iter().find(|&&line| is_unclear || is_edge(line)) {
        return Err(line.error("this line has 1 vertex, an edge has 2", EDGE_HELP));
    }
    if !alone.is_empty() {
        notes.push(format!("lines of one word are vertices: {}", alone.len()));
    }
    if let Some(separator) = separator {
        let arrow = if separator == "->" && direction == EdgeDirection::Undirected {
            ", which lead both ways without `--directed`"
        } else {
            ""
        };
        notes.insert(0, format!("edges are written `A{separator}B`{arrow}"));
    }
    Ok(NamedGraph {
        graph: Graph::from_lists(lists),
        direction,
        names: names.names,
        notes,
    })
}

const EDGE_HELP: &str = "write each edge in a line of its own, and all in one form: `A B`, `A,B`, \
                         `A;B`, `A-B`, `A--B` or `A->B`";

/// The separator that every line has, except lines of one word.
fn separator<'a>(lines: &(impl Iterator<Item = LineCursor<'a>> + Clone)) -> Option<&'static str> {
    let is_alone = |line: LineCursor<'_>, mark: &str| {
        !line.text().contains(mark) && words(line).nth(1).is_none()
    };
    SEPARATORS.into_iter().find(|&mark| {
        // Most texts have another form in their first line already.
        lines
            .clone()
            .all(|line| is_alone(line, mark) || ends(line, mark).is_some())
            && lines.clone().any(|line| ends(line, mark).is_some())
    })
}

/// The vertices on both sides of a separator, with spaces around it or none.
fn ends<'a>(line: LineCursor<'a>, separator: &str) -> Option<[LineCursor<'a>; 2]> {
    let (from, to) = line.text().trim().split_once(separator)?;
    let is_spaced = from.ends_with(char::is_whitespace) == to.starts_with(char::is_whitespace);
    let ends = [from, to].map(|end| line.part(end).trimmed());
    let is_vertex = |end: &LineCursor<'_>| {
        let text = end.text();
        let is_whole = text.trim_matches(['-', '<', '>', ';', ',']) == text;
        is_whole && !text.contains(separator) && words(*end).count() == 1
    };
    (is_spaced && ends.iter().all(is_vertex)).then_some(ends)
}

/// The number of vertices in a first line that has it and the number of the lines below, or 0 if
/// the first line has two names and all others have numbers.
fn header<'a>(mut lines: impl Iterator<Item = LineCursor<'a>> + Clone) -> Option<usize> {
    let first: Vec<LineCursor<'_>> = words(lines.next()?).collect();
    let &[one, other] = &first[..] else {
        return None;
    };
    let is_name = |text: &str| text.contains(char::is_alphabetic);
    match [one, other].map(|word| number(word.text())) {
        [Some(vertices), Some(edges)] if vertices > 0 && edges > 0 => {
            (lines.count() == edges).then_some(vertices)
        }
        _ if is_name(one.text()) && is_name(other.text()) => {
            let mut rest = lines.peekable();
            rest.peek()?;
            rest.all(|line| !is_name(line.text())).then_some(0)
        }
        _ => None,
    }
}

/// Adds the vertices without edges that a header counts, and returns their number. `None` if the
/// header does not fit the names.
fn complete(named: &mut NamedGraph, vertices: usize) -> Option<usize> {
    /// A larger number is not worth the memory.
    const MOST: usize = 1 << 20;
    let more = match vertices {
        0 => 0,
        vertices => vertices
            .checked_sub(named.names.len())
            .filter(|&more| more <= MOST)?,
    };
    if more > 0 {
        let known = named.names.iter().map(|name| number(name));
        let known = known.collect::<Option<HashSet<usize>>>()?;
        let first = usize::from(!known.contains(&0));
        let missing = (first..first + vertices).filter(|number| !known.contains(number));
        let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
        if missing.len() != more {
            return None;
        }
        for _ in &missing {
            named.graph.end_list();
        }
        named.names.extend(missing);
    }
    Some(more)
}
