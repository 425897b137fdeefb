//! Forms in which other programs write maps and graphs, and the reader of a text in any form.

mod edges;
mod lists;
mod maps;

use std::collections::HashSet;

use super::{
    NamedGraph, ParseError,
    edges::{FirstLine, parse_list},
    is_comment, parse_adjacency, parse_map,
};
use crate::{
    excerpt::{LineCursor, is_number, joined, number, utf8},
    graph::{CellMap, EdgeDirection, Graph, components},
    wrapping::{self, CODE, Form, Item, Literal, MAX_BYTES, form, lines, literal},
};
use edges::{
    EDGES, below_names, counted_edges, graphviz, headings, is_key, mermaid, tagged, with_data,
};
use lists::{Diagonal, answers, arrows, counted_lists, dictionary, matrix_of, neighbours, numbers};
use maps::{fields, full, headed, semicolons, signs, spaces, truth};

/// The forms in the order in which they are tried. The first two stand even before our own maps: in
/// a map of 1 and 0 no path crosses the diagonal, and walls between all cells bar every path.
/// The columns are those of [`form`].
pub const FORMS: [Form; 21] = [
    form(
        "matrix of edges",
        "0 1 1\n1 0 1\n1 1 0",
        "read as a matrix of edges{}: its diagonal of zeros would part a map",
        |text| matrix_of(text, Diagonal::Zeros),
    ),
    form(
        "table as a map",
        "| 1 |   |   |\n|   |   | 3 |\n|   |   | 2 |",
        "`{}` separates the cells",
        fields,
    ),
    form(
        "lists of neighbours below their numbers",
        "4 4\n2 3\n1 3\n1 2 4\n3",
        "read as the neighbours of each vertex, below the numbers of vertices and edges",
        counted_lists,
    ),
    form(
        "numbers in any lines",
        "3 2\n1 2 2 3",
        "read as the numbers of {}",
        numbers,
    ),
    form(
        "edges below their vertices",
        "3\n1 north bank\n2 island\n3 south bank\n1 2\n2 3",
        "read as edges below their vertices",
        below_names,
    ),
    form(
        "edges with data",
        "0 1 {'weight': 3}\n1 2 {}\n2 0 {}",
        "read as a list of edges, without their data",
        with_data,
    ),
    form(
        "Graphviz",
        "graph {\n  a -- b;\n  b -- c;\n}",
        "read as a graph for Graphviz, without its attributes",
        graphviz,
    ),
    form(
        "lists of neighbours as a dictionary",
        "{'A': ['B', 'C'], 'B': ['A'], 'C': ['A']}",
        "read as lists of neighbours{}",
        dictionary,
    ),
    form(
        "lists of neighbours behind arrows",
        "A -> B, C\nB -> A\nC -> A",
        "read as lists of neighbours",
        arrows,
    ),
    form(
        "lists of neighbours behind questions",
        "Vertices: 3\nNeighbors of a: b c\nNeighbors of b: a\nNeighbors of c: a",
        "only the lists of neighbours are read",
        answers,
    ),
    form(
        "lists of neighbours without names",
        "[[1, 2, 3], [0, 2], [0, 1, 3], [0, 2]]",
        "read as the neighbours of vertex {} and those that follow",
        neighbours,
    ),
    form(
        "edges after their number of vertices",
        "n = 4, edges = [[0, 1], [1, 2], [2, 3]]",
        "read as a list of edges{}",
        counted_edges,
    ),
    form(
        "edges with words",
        "<edge source=\"a\" target=\"b\"/>\n<edge source=\"b\" target=\"c\"/>",
        "read as edges from each source to its target",
        tagged,
    ),
    form(
        "Mermaid",
        "graph TD\n  A[Start] --> B\n  B --> C",
        "read as a graph for Mermaid, without its labels",
        mermaid,
    ),
    form(
        "edges below a heading",
        "c a triangle\np edge 3 3\ne 1 2\ne 1 3\ne 2 3",
        "read as a graph in {} format",
        headings,
    ),
    form(
        "size of a full map",
        "8 8",
        "read as the size of a map without holes: {}",
        full,
    ),
    form(
        "size above a map",
        "3 4\n1111\n1001\n1111",
        "the first line is the {} of the map",
        headed,
    ),
    form(
        "map of truth values",
        "[[true, true], [false, true]]",
        "`true` is a cell",
        truth,
    ),
    form(
        "semicolons in a map",
        "1;1;1\n1;0;1\n1;1;1",
        "`;` separates the {}",
        semicolons,
    ),
    form(
        "signs of walls and cells",
        "□□□\n□■□\n□□□",
        "signs are read as cells: {}",
        signs,
    ),
    form(
        "map in which spaces are holes",
        " 000\n00 0\n0100",
        "`0` is a cell, `1` is the start, and the others are holes",
        spaces,
    ),
];

/// The note on a list of edges in no special form.
pub const EDGES_NOTE: &str = "read as a list of edges";

const LISTS_NOTE: &str = "read as lists of neighbours";

/// A map, or a graph with names.
#[derive(Debug)]
pub enum MapOrGraph {
    /// A map.
    Map(CellMap),
    /// Another graph.
    Graph(NamedGraph),
}

/// What a text in any form describes.
#[derive(Debug)]
pub struct ParsedGraph {
    /// The map or the graph.
    pub subject: MapOrGraph,
    /// The text of the map as [`parse_map`] reads it, if that is another one.
    pub text: Option<String>,
    /// Assumptions of the reader, in words; none for a map in our format.
    pub notes: Vec<String>,
}

/// Reads a map, lists of neighbours or of edges, in our format or in the form of another program.
///
/// # Errors
/// That of the text as a map, or as lists of neighbours.
pub fn parse_any(bytes: &[u8], direction: EdgeDirection) -> Result<ParsedGraph, ParseError> {
    let text = utf8(bytes)?;
    let direction = if is_directed(text) {
        EdgeDirection::Directed
    } else {
        direction
    };
    let bare = unwrapped(text);
    let bare = bare.as_ref().map(|(bare, notes)| (&**bare, &notes[..]));
    let texts = || [(text, &[][..])].into_iter().chain(bare);
    let of_forms = |forms: &[Form]| {
        forms.iter().find_map(|form| {
            texts().find_map(|(text, left_out)| {
                let (rewritten, note) = form.read(text)?;
                let mut found = strict(&rewritten, direction)
                    .or_else(|| of_edges(&rewritten, direction, FirstLine::MayCountVertices))?;
                found.text = Some(rewritten);
                // The note on the form says it.
                found
                    .notes
                    .retain(|note| ![EDGES_NOTE, LISTS_NOTE].contains(&&**note));
                Some(found.with_notes([left_out, &[note][..]].concat()))
            })
        })
    };
    let unwrapped = |read: fn(&str, EdgeDirection) -> Option<ParsedGraph>| {
        let (text, left_out) = bare?;
        let text = text.replace('\'', "");
        // Empty lines part lists in code.
        let mut found = read(&text, direction).filter(|_| matrices(&text).is_none())?;
        // Strings in code are rows of a map, and not edges.
        let is_code = left_out.iter().any(|note| note.starts_with("only"));
        if is_code && matches!(found.subject, MapOrGraph::Graph(_)) {
            return None;
        }
        found.text = Some(text);
        Some(found.with_notes(left_out.to_vec()))
    };
    let listed = || {
        let listed = dictionary(text).or_else(|| answers(text));
        let listed = listed.or_else(|| arrows(text).filter(|_| text.contains("->")));
        listed.map_or_else(|| text.to_owned(), |(lists, _)| lists)
    };
    let of_pairs = |text: &str, direction| of_edges(text, direction, FirstLine::IsEdge);
    let of_lines = |text: &str, direction| of_edges(text, direction, FirstLine::MayCount);
    of_forms(&FORMS[..2])
        .or_else(|| one_way(text, Diagonal::Zeros))
        .or_else(|| {
            let is_said = ["atrix", "adj"].iter().any(|it| text.contains(it));
            let found = is_said.then(|| one_way(bare?.0, Diagonal::Any))??;
            Some(found.with_notes(bare?.1.to_vec()))
        })
        .or_else(|| strict(text, direction))
        .or_else(|| of_forms(&FORMS[2..]))
        .or_else(|| unwrapped(strict))
        .or_else(|| of_lines(text, direction))
        .or_else(|| below_title(text, direction))
        .or_else(|| {
            if text.contains(['[', '(', '{']) {
                has_only_pairs(text.split("\nOutput").next()?).then(|| unwrapped(of_pairs))?
            } else {
                // A table with labels is no list.
                unwrapped(of_lines).filter(|_| wrapping::labelled(text).is_none())
            }
        })
        .or_else(|| {
            let named = parse_adjacency(listed().as_bytes(), EdgeDirection::Directed).ok()?;
            let arcs: HashSet<_> = named.graph.edges(named.direction).collect();
            let mutual = arcs
                .iter()
                .filter(|(from, to)| arcs.contains(&(*to, *from)));
            // A few that have none back are rather a mistake, and all may stand for both ways.
            let are_few = (1..arcs.len().div_ceil(2)).contains(&mutual.count());
            let note = "read as lists of neighbours, to most of which the edges lead one way";
            are_few.then(|| of_graph(named, note))
        })
        .or_else(|| {
            let lists = wrapping::lists_in_code(text)?;
            let mut found = parse_any(lists.as_bytes(), direction).ok()?;
            found.text.get_or_insert(lists);
            Some(found.with_notes(vec![format!("left out: {CODE}")]))
        })
        .ok_or_else(|| {
            let listed = listed();
            let is_list = parse_adjacency(listed.as_bytes(), EdgeDirection::Directed).is_ok();
            let error = parse_adjacency(listed.as_bytes(), direction).err();
            // A fault below the size of a map is more likely than one in the size.
            let rows = text.trim_start_matches(|mark: char| mark.is_ascii_digit() || mark == ' ');
            let is_sized = rows.starts_with('\n') && rows.contains('#');
            let map = if is_sized { rows } else { text };
            let are_names = !text.contains(['.', '#', '{', '[', '('])
                && lines(text).all(|line| line.split_whitespace().nth(1).is_some())
                && text.split_whitespace().any(is_word);
            let of_edges = || parse_list(text.as_bytes(), direction, FirstLine::MayCount).err();
            error
                .filter(|_| is_list)
                .or_else(|| are_names.then(of_edges)?)
                .or_else(|| parse_map(map.as_bytes()).err())
                .unwrap_or_else(|| {
                    let help = "write lists of neighbours, a matrix or a list of edges";
                    LineCursor::line(1, "").error("a map has no directed edges", help)
                })
        })
}

/// Reads edges below their title, or below the number of vertices or edges behind a title.
fn below_title(text: &str, direction: EdgeDirection) -> Option<ParsedGraph> {
    let (title, rest) = text.split_once([':', '：'])?;
    let title = title.trim();
    let found = if is_key(title, EDGES) {
        of_edges(rest, direction, FirstLine::MayCount)?
    } else {
        let (count, below) = rest.split_once('\n')?;
        let count = number(count.trim())?;
        let found = parse_any(below.as_bytes(), direction).ok()?;
        let MapOrGraph::Graph(named) = &found.subject else {
            return None;
        };
        let counts = [named.graph.vertices(), named.graph.edges(direction).count()];
        let are_edges = found.notes.contains(&EDGES_NOTE.to_owned());
        (are_edges && counts.contains(&count)).then_some(found)?
    };
    Some(found.with_notes(vec![format!("left out: the title `{title}`")]))
}

/// Returns the matrices of edges that empty lines part.
pub fn matrices(text: &str) -> Option<Vec<String>> {
    let matrices = text.trim().split("\n\n").map(str::to_owned);
    let are_of_edges = |text: String| matrix_of(&text, Diagonal::Zeros).is_some();
    let are_several = matrices.clone().all(are_of_edges) && matrices.clone().nth(1).is_some();
    are_several.then(|| matrices.collect())
}

impl ParsedGraph {
    fn with_notes(mut self, notes: Vec<String>) -> Self {
        self.notes.retain(|note| !notes.contains(note));
        self.notes.splice(0..0, notes);
        self
    }
}

/// Returns a text without what people write around a map or a graph, and the notes on that; `None`
/// if it is long, or nothing is left out.
pub fn unwrapped(text: &str) -> Option<(String, Vec<String>)> {
    let (lines, left_out) = (text.len() <= MAX_BYTES).then(|| wrapping::remove(text))?;
    let notes: Vec<String> = left_out.iter().map(ToString::to_string).collect();
    (!notes.is_empty()).then(|| (lines.join("\n"), notes))
}

/// Reads a map. Two numbers in a row are rather an edge, lists of one number are lists of
/// neighbours, and a column of zeros beside two of numbers is a star of edges with weights.
fn map(text: &str) -> Option<CellMap> {
    let map = parse_map(text.as_bytes()).ok()?;
    let stops = map.waypoints.iter().map(|stop| map.cells()[*stop as usize]);
    let columns: HashSet<u32> = stops.map(|stop| stop.column).collect();
    let are_full = 2 * map.vertices() == 3 * map.steps.len();
    let is_star = map.columns() == 3 && columns.len() == 2 && are_full;
    let is_edge = [map.rows(), map.columns()] == [1, 2] && map.waypoints.len() == 2;
    let are_lists = [map.rows(), map.columns()] == [2, 1] && text.contains("],");
    // One cell among others is rather the start.
    let is_start = map.vertices() == 1 && text.contains('0');
    (!is_edge && !are_lists && !is_star && !is_start).then_some(map)
}

/// Reads a map, or lists of neighbours in our format. A map has no directed edges.
fn strict(text: &str, direction: EdgeDirection) -> Option<ParsedGraph> {
    if direction == EdgeDirection::Undirected
        && let Some(mut map) = map(text)
    {
        // Elsewhere, 1 is often a wall.
        let are_few = 2 * map.vertices() < map.rows() as usize * map.columns() as usize;
        if are_few && !text.contains(['.', '#']) && map.waypoints.is_empty() {
            map.notes.push("`1` is a cell, and `0` is none".to_owned());
        }
        return Some(ParsedGraph {
            notes: std::mem::take(&mut map.notes),
            subject: MapOrGraph::Map(map),
            text: None,
        });
    }
    let lists = text
        .contains(':')
        .then(|| parse_adjacency(text.as_bytes(), direction))?;
    let lists = lists.ok().filter(|lists| lists.graph.arcs() > 0)?;
    Some(of_graph(lists, LISTS_NOTE))
}

/// Whether a text says that its edges lead one way.
fn is_directed(text: &str) -> bool {
    const WORDS: [&str; 6] = [
        "p sp ",
        "digraph",
        "DiGraph",
        ",Directed,",
        "*Arcs",
        "edgedefault=\"directed\"",
    ];
    let is_set = |(at, word): (usize, &str)| {
        let value = text[at + word.len()..].trim_start_matches(['"', '\'', ' ', ':', '=']);
        !text[..at].ends_with("un") && (value.starts_with("true") || value.starts_with("True"))
    };
    WORDS.iter().any(|word| text.contains(word)) || text.match_indices("directed").any(is_set)
}

/// Whether this is a word of several letters.
fn is_word(word: &str) -> bool {
    word.len() > 2 && word.chars().all(char::is_alphabetic)
}

/// Whether a name has only letters, digits and `_`.
fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|mark| mark.is_alphanumeric() || mark == '_')
}

/// Whether the innermost lists of a text with brackets are edges, perhaps with a weight.
fn has_only_pairs(text: &str) -> bool {
    fn are_pairs(items: &[Item]) -> bool {
        items.iter().all(|(_, item)| match (item, item.words()) {
            (Literal::Word(word), _) => !is_number(word),
            // The key of a weight may be an edge.
            (Literal::List(items), _) if items.iter().any(|(key, _)| key.contains(' ')) => false,
            // An edge may be one word, `A-B`.
            (_, Some(words)) => {
                (2..=3).contains(&words.len()) || words.iter().all(|word| !is_plain(word))
            }
            _ => are_pairs(item.items()),
        })
    }
    literal(text).is_none_or(|items| are_pairs(&items))
}

/// Reads a matrix of edges that lead one way. If it must have zeros on its diagonal, it is not a
/// map of one part.
fn one_way(text: &str, diagonal: Diagonal) -> Option<ParsedGraph> {
    let (lists, without) = matrix_of(text, diagonal)?;
    let rows = lists.lines().count();
    let skipped = lines(text).count().checked_sub(rows)?;
    let map = parse_map(joined(lines(text).skip(skipped), "\n").as_bytes());
    let is_map = map.is_ok_and(|map| components(map.graph()).is_connected());
    if is_map && diagonal == Diagonal::Zeros {
        return None;
    }
    let named = parse_adjacency(lists.as_bytes(), EdgeDirection::Directed).ok()?;
    let note = format!("read as a matrix of edges that lead one way{without}");
    let mut found = of_graph(named, &note);
    found.text = Some(lists);
    Some(found)
}

/// Reads a list of edges, unless it may be a map with a fault.
fn of_edges(text: &str, direction: EdgeDirection, first: FirstLine) -> Option<ParsedGraph> {
    let mut named = parse_list(text.as_bytes(), direction, first).ok()?;
    let direction = named.direction;
    let mut edges: Vec<_> = named.graph.edges(direction).collect();
    let is_loop = edges.iter().any(|(from, to)| from == to);
    let all = edges.len();
    edges.sort_unstable();
    edges.dedup();
    let is_typed = first == FirstLine::MayCount;
    // A word alone may be a title.
    let is_alone = is_typed
        && named
            .notes
            .iter()
            .any(|note| note.starts_with("lines of one word"));
    // Rows of a map that begin with a wall look like comments.
    let is_row = |line: &&str| line.starts_with('#') && !is_comment(line);
    let is_map = lines(text).filter(is_row).count() > all;
    // A number may count vertices, so that its edge stands twice.
    let is_counted = named
        .notes
        .iter()
        .any(|note| note.starts_with("the list begins"));
    let are_single = edges.len() == all || !is_typed || !is_number(&named.names[0]);
    // A list of both directions.
    let are_twice = edges.len() > 1 && all == 2 * edges.len();
    let may_repeat = are_single || is_counted || are_twice;
    let are_sound = !is_alone && !edges.is_empty() && may_repeat && !is_loop && !is_map;
    if !are_sound || !named.names.iter().all(|name| is_plain(name)) {
        return None;
    }
    if are_twice {
        let vertices = named.graph.vertices();
        named.graph = Graph::from_edges(vertices, edges, direction).ok()?;
        let note = "each edge stands twice and counts once";
        named.notes.push(note.to_owned());
    }
    if first == FirstLine::MayCountVertices {
        // The note on the form says the rest.
        named
            .notes
            .retain(|note| note.contains("edges") || note.contains("weights"));
    }
    Some(of_graph(named, EDGES_NOTE))
}

fn of_graph(mut named: NamedGraph, note: &str) -> ParsedGraph {
    let mut notes = vec![note.to_owned()];
    notes.append(&mut named.notes);
    ParsedGraph {
        subject: MapOrGraph::Graph(named),
        text: None,
        notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_its_own_example_and_no_other() {
        wrapping::hold_forms_apart(&FORMS, "graphs");
    }

    #[test]
    fn every_example_of_a_form_is_read_and_one_note_tells_how() {
        for form in &FORMS {
            let read = parse_any(form.example.as_bytes(), EdgeDirection::Undirected);
            let read = read.unwrap_or_else(|error| panic!("{}: {error}", form.name));
            let note = form.read(form.example).expect("a test above reads it").1;
            assert!(
                read.notes.contains(&note),
                "{}: {:?}",
                form.name,
                read.notes
            );
        }
    }

    #[test]
    fn a_map_with_a_fault_is_not_taken_for_edges() {
        for text in [
            "S .\n. y",
            "1 1\n1 1\n1 x",
            "111\n1x1",
            "# #\n# #",
            "nix",
            "",
        ] {
            assert!(
                parse_any(text.as_bytes(), EdgeDirection::Undirected).is_err(),
                "{text}"
            );
        }
    }
}
