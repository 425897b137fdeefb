//! Graphs that a person wrote: maps of cells, adjacency lists, matrices, lists of edges.
//!
//! Empty lines mean nothing, and a line that begins with `;` is a remark; in maps, matrices and
//! lists of edges a line that begins with `//`, `%` or `#` and a word, too. A byte
//! order mark, lines that end in CRLF and tabs for spaces are accepted; control characters are not.
//!
//! # Maps of 1 and 0
//! 1 is a cell, 0 is none; side by side cells are joined. Rows may differ in length: what is
//! missing is 0. White space and commas between cells mean nothing. Rows may stand in brackets,
//! as in `[[1,1,0],[1,1,1]]`; the rows of a matrix, too. If each number from 1 on stands only once,
//! 0 is a cell, as are `_`, `null` and `None`, and -1 is none: the path meets the numbers in order.
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
//! If numbers are left out, and the greatest counts the cells or is at least twice their number,
//! each is the step of the path at its cell, as in the puzzles Numbrix and Hidato. Steps lead to
//! cells at corners only if the numbers are too close to each other, or too far apart, for steps to
//! sides.
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
//! Vertices are words of any characters but white space, commas, `"` and, in adjacency lists,
//! colons.
//! Edges with arrows lead one way. Others do not without the word that they are directed: then
//! each adjacency list has to agree with the others, and a matrix to be its own mirror image.
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
//! each line is an edge, or a vertex that may have none; parallel edges and loops count. Neighbours
//! keep the order in which they are written.
//!
//! In place of the space, all edges may have `,`, `;`, `-`, `--`, `->`, `-->` or `→`. A line may
//! hold several edges, `A-B B-C` or `A,B; B,C`, and chains of them, `A-B-C`. A word that begins
//! with `#`, `//` or `%` begins a comment. A first line with the number of vertices, or with the
//! numbers of vertices and edges, is a header if they fit; so are two words above numbers, and
//! titles like `from to`. [Notes](NamedGraph::notes) tell which of these were found.
//!
//! # Other forms
//! The program reads a text in any of these formats, and in the forms of other programs: the
//! lists, dictionaries and arrays of programming languages, Graphviz, DIMACS, squares as walls.

mod edges;
mod forms;
mod map;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

#[doc(no_inline)]
pub use crate::excerpt::ParseError;
use crate::{
    excerpt::{LineCursor, LineIter, brief, check_controls, utf8},
    graph::{EdgeDirection, Graph, Vertex},
};

pub use edges::parse_edges;
#[cfg(feature = "cli")]
pub(crate) use edges::split_graphs;
pub(crate) use forms::unwrapped;
#[cfg(feature = "cli")]
pub(crate) use forms::{EDGES_NOTE, FORMS};
#[cfg(any(feature = "cli", feature = "web-paths"))]
pub(crate) use forms::{MapOrGraph, ParsedGraph, parse_any};
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
    not_empty(lines)
}

fn not_empty<'a, I>(lines: I) -> Result<I, ParseError>
where
    I: Iterator<Item = LineCursor<'a>> + Clone,
{
    if lines.clone().next().is_none() {
        let help = "draw a map, a row of cells in each line, or list the vertices of a graph";
        return Err(LineCursor::line(1, "").error("there is nothing in this text", help));
    }
    Ok(lines)
}

/// The rows of a map or a matrix: lines without comments, or the text inside each pair of brackets
/// if a bracket comes first.
fn rows(bytes: &[u8]) -> Result<impl Iterator<Item = LineCursor<'_>> + Clone, ParseError> {
    let lines = lines(bytes)?.filter(|line| !is_comment(line.text().trim_start()));
    let is_wrapped = lines
        .clone()
        .next()
        .is_some_and(|line| line.text().trim_start().starts_with(is_bracket));
    let splits = move |mark| is_wrapped && is_bracket(mark);
    let is_row = move |part: &LineCursor<'_>| !is_wrapped || words(*part).next().is_some();
    not_empty(
        lines
            .flat_map(move |line| line.split(splits))
            .filter(is_row),
    )
}

fn is_bracket(mark: char) -> bool {
    matches!(mark, '(' | ')' | '[' | ']' | '{' | '}')
}

/// Whether a line is a comment above a map, where `#` is a hole: behind `#` stands a word.
fn is_comment(line: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_lowercase);
    line.starts_with("//")
        || line.starts_with('%')
        || line.starts_with('#') && line.trim_matches('#').split_whitespace().any(is_word)
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

    /// Puts a note before the others.
    fn noted(mut self, note: &str) -> Self {
        self.notes.insert(0, note.to_owned());
        self
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
        for spot in words(tail) {
            let to = names.number(whole(spot)?);
            arcs.push(Arc { from, to, spot });
        }
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

/// Returns the name of a vertex. A bracket without its other half belongs to a list.
fn whole(word: LineCursor<'_>) -> Result<&str, ParseError> {
    let count = |marks: [char; 3]| word.text().matches(marks).count();
    if count(['[', '(', '{']) != count([']', ')', '}']) {
        let help = "leave out the brackets of lists: `A: B C`, or an edge `A B`";
        return Err(word.error("this bracket is not a part of a name", help));
    }
    Ok(word.text())
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

/// The words of a line, separated by white space or commas; double quotes belong to none.
fn words(part: LineCursor<'_>) -> impl Iterator<Item = LineCursor<'_>> {
    part.split(|mark| mark.is_whitespace() || matches!(mark, ',' | '"'))
}

/// The graph of this matrix: entry 1 in row `i` and column `j` is an edge from `i` to `j`.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_matrix(bytes: &[u8], direction: EdgeDirection) -> Result<NamedGraph, ParseError> {
    let lines: Vec<LineCursor<'_>> = rows(bytes)?.collect();
    let columns = marks(lines[0]).count();
    let mut lists: Vec<Vec<Vertex>> = Vec::with_capacity(columns);
    for &line in &lines {
        let row = entries(line).collect::<Result<Vec<_>, _>>()?;
        if row.len() != columns {
            let found = row.len();
            let message = format!("this row has {found} entries, the first one has {columns}");
            return Err(line.error(message, NOT_SQUARE));
        }
        let edges = (0..).zip(row).filter(|(_, (_, is_edge))| *is_edge);
        lists.push(edges.map(|(to, _)| to).collect());
    }
    if lists.len() != columns {
        let message = format!("this matrix has {} rows and {columns} columns", lists.len());
        return Err(lines[lines.len() - 1].error(message, NOT_SQUARE));
    }
    if direction == EdgeDirection::Undirected {
        for (from, list) in (0..).zip(&lists) {
            let is_one_way = |to: &&Vertex| lists[**to as usize].binary_search(&from).is_err();
            if let Some(&to) = list.iter().find(is_one_way) {
                let line = lines[from as usize];
                let spot = marks(line).nth(to as usize).map_or(line, |(spot, _)| spot);
                return Err(one_way(spot, &from.to_string(), &to.to_string()));
            }
        }
        for (vertex, list) in (0..).zip(&mut lists) {
            double_loops(vertex, list);
        }
    }
    let names = (0..columns).map(|vertex| vertex.to_string()).collect();
    Ok(NamedGraph::new(Graph::from_lists(lists), direction, names))
}

/// The characters of a row other than white space and commas.
fn marks(line: LineCursor<'_>) -> impl Iterator<Item = (LineCursor<'_>, char)> {
    line.characters().filter(|&(_, mark)| mark != ',')
}

/// The entries of a row.
fn entries(
    line: LineCursor<'_>,
) -> impl Iterator<Item = Result<(LineCursor<'_>, bool), ParseError>> {
    marks(line).map(|(spot, mark)| match mark {
        '0' => Ok((spot, false)),
        '1' => Ok((spot, true)),
        _ => {
            let message = format!("`{mark}` is neither 1 nor 0");
            Err(spot.error(message, "write 1 for an edge and 0 for none"))
        }
    })
}
