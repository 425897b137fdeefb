//! Forms in which other programs write maps and graphs, and the reader of a text in any form.

use std::collections::HashSet;

use super::{
    NamedGraph, ParseError,
    edges::{FirstLine, parse_list},
    is_comment, parse_adjacency, parse_map,
};
use crate::{
    excerpt::{LineCursor, is_number, number, utf8},
    graph::{CellMap, EdgeDirection, Graph, components},
    wrapping::{
        self, Form, Literal, MAX_BYTES, Rewritten, is_rule, labelled, lines, literal, plainly,
    },
};

/// The forms in the order in which they are tried. The first two stand even before our own maps: in
/// a map of 1 and 0 no path crosses the diagonal, and walls between all cells bar every path.
pub const FORMS: [Form; 15] = [
    Form {
        name: "matrix of edges",
        example: "0 1 1\n1 0 1\n1 1 0",
        note: "read as a matrix of edges{}: its diagonal of zeros would part a map",
        rewrite: matrix,
    },
    Form {
        name: "table as a map",
        example: "| 1 |   |   |\n|   |   | 3 |\n|   |   | 2 |",
        note: "`{}` separates the cells",
        rewrite: fields,
    },
    Form {
        name: "Graphviz",
        example: "graph {\n  a -- b;\n  b -- c;\n}",
        note: "read as a graph for Graphviz, without its attributes",
        rewrite: graphviz,
    },
    Form {
        name: "lists of neighbours as a dictionary",
        example: "{'A': ['B', 'C'], 'B': ['A'], 'C': ['A']}",
        note: "read as lists of neighbours{}",
        rewrite: dictionary,
    },
    Form {
        name: "lists of neighbours behind arrows",
        example: "A -> B, C\nB -> A\nC -> A",
        note: "read as lists of neighbours",
        rewrite: arrows,
    },
    Form {
        name: "lists of neighbours without names",
        example: "[[1, 2, 3], [0, 2], [0, 1, 3], [0, 2]]",
        note: "read as the neighbours of vertex {} and those that follow",
        rewrite: neighbours,
    },
    Form {
        name: "edges after their number of vertices",
        example: "n = 4, edges = [[0, 1], [1, 2], [2, 3]]",
        note: "read as a list of edges{}",
        rewrite: counted_edges,
    },
    Form {
        name: "edges with words",
        example: "<edge source=\"a\" target=\"b\"/>\n<edge source=\"b\" target=\"c\"/>",
        note: "read as edges from each source to its target",
        rewrite: tagged,
    },
    Form {
        name: "Mermaid",
        example: "graph TD\n  A[Start] --> B\n  B --> C",
        note: "read as a graph for Mermaid, without its labels",
        rewrite: mermaid,
    },
    Form {
        name: "edges below a heading",
        example: "c a triangle\np edge 3 3\ne 1 2\ne 1 3\ne 2 3",
        note: "read as a graph in {} format",
        rewrite: headings,
    },
    Form {
        name: "size above a map",
        example: "3 4\n1111\n1001\n1111",
        note: "the first line is the {} of the map",
        rewrite: headed,
    },
    Form {
        name: "map of truth values",
        example: "[[true, true], [false, true]]",
        note: "`true` is a cell",
        rewrite: truth,
    },
    Form {
        name: "semicolons in a map",
        example: "1;1;1\n1;0;1\n1;1;1",
        note: "`;` separates the {}",
        rewrite: semicolons,
    },
    Form {
        name: "signs of walls and cells",
        example: "□□□\n□■□\n□□□",
        note: "signs are read as cells: {}",
        rewrite: signs,
    },
    Form {
        name: "map in which spaces are holes",
        example: " 000\n00 0\n0100",
        note: "`0` is a cell, `1` is the start, and the others are holes",
        rewrite: spaces,
    },
];

/// The note on a list of edges in no special form.
pub const EDGES_NOTE: &str = "read as a list of edges";

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
                found.notes.retain(|note| note != EDGES_NOTE);
                Some(found.with_notes([left_out, &[note][..]].concat()))
            })
        })
    };
    let unwrapped = |read: fn(&str, EdgeDirection) -> Option<ParsedGraph>| {
        let (text, left_out) = bare?;
        let text = text.replace('\'', "");
        let mut found = read(&text, direction)?;
        found.text = Some(text);
        Some(found.with_notes(left_out.to_vec()))
    };
    let is_bracketed = text.contains(['[', '(', '{']);
    let of_pairs = |text: &str, direction| of_edges(text, direction, FirstLine::IsEdge);
    let of_lines = |text: &str, direction| of_edges(text, direction, FirstLine::MayCount);
    of_forms(&FORMS[..2])
        .or_else(|| one_way(text))
        .or_else(|| strict(text, direction))
        .or_else(|| of_forms(&FORMS[2..]))
        .or_else(|| unwrapped(strict))
        .or_else(|| of_lines(text, direction))
        .or_else(|| {
            if is_bracketed {
                has_only_pairs(text).then(|| unwrapped(of_pairs))?
            } else {
                unwrapped(of_lines)
            }
        })
        .ok_or_else(|| {
            let listed = dictionary(text).or_else(|| arrows(text).filter(|_| text.contains("->")));
            let listed = listed.map_or_else(|| text.to_owned(), |(lists, _)| lists);
            let is_list = parse_adjacency(listed.as_bytes(), EdgeDirection::Directed).is_ok();
            let error = parse_adjacency(listed.as_bytes(), direction).err();
            // A fault below the size of a map is more likely than one in the size.
            let rows = text.trim_start_matches(|mark: char| mark.is_ascii_digit() || mark == ' ');
            let is_sized = rows.starts_with('\n') && rows.contains('#');
            let map = if is_sized { rows } else { text };
            error
                .filter(|_| is_list)
                .or_else(|| parse_map(map.as_bytes()).err())
                .unwrap_or_else(|| {
                    let help = "write lists of neighbours, a matrix or a list of edges";
                    LineCursor::line(1, "").error("a map has no directed edges", help)
                })
        })
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

/// Reads a map, or lists of neighbours in our format. A map has no directed edges.
fn strict(text: &str, direction: EdgeDirection) -> Option<ParsedGraph> {
    if direction == EdgeDirection::Undirected
        && let Ok(mut map) = parse_map(text.as_bytes())
    {
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
    Some(of_graph(lists, "read as lists of neighbours"))
}

/// Whether a text says that its edges lead one way.
fn is_directed(text: &str) -> bool {
    const WORDS: [&str; 4] = [
        "digraph",
        "DiGraph",
        ",Directed,",
        "edgedefault=\"directed\"",
    ];
    let is_set = |(at, word): (usize, &str)| {
        let value = text[at + word.len()..].trim_start_matches(['"', '\'', ' ', ':', '=']);
        !text[..at].ends_with("un") && (value.starts_with("true") || value.starts_with("True"))
    };
    WORDS.iter().any(|word| text.contains(word)) || text.match_indices("directed").any(is_set)
}

/// Whether a name has only letters, digits and `_`.
fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|mark| mark.is_alphanumeric() || mark == '_')
}

/// Whether the innermost lists of a text with brackets are edges, perhaps with a weight.
fn has_only_pairs(text: &str) -> bool {
    fn are_pairs(items: &[(String, Literal)]) -> bool {
        items.iter().all(|(_, item)| match (item, item.words()) {
            (Literal::Word(word), _) => !is_number(word),
            // An edge may be one word, `A-B`.
            (_, Some(words)) => {
                (2..=3).contains(&words.len()) || words.iter().all(|word| !is_plain(word))
            }
            _ => are_pairs(item.items()),
        })
    }
    literal(text).is_none_or(|items| are_pairs(&items))
}

/// Reads a matrix of edges that lead one way, unless it is a map of one part.
fn one_way(text: &str) -> Option<ParsedGraph> {
    let (lists, _) = matrix(text)?;
    let rows = lists.lines().count();
    let skipped = lines(text).count().checked_sub(rows)?;
    let map: Vec<&str> = lines(text).skip(skipped).collect();
    if parse_map(map.join("\n").as_bytes()).is_ok_and(|map| components(map.graph()).is_connected())
    {
        return None;
    }
    let named = parse_adjacency(lists.as_bytes(), EdgeDirection::Directed).ok()?;
    let mut found = of_graph(named, "read as a matrix of edges that lead one way");
    found.text = Some(lists);
    Some(found)
}

/// Reads a list of edges, unless it may be a map with a fault.
fn of_edges(text: &str, direction: EdgeDirection, first: FirstLine) -> Option<ParsedGraph> {
    let mut named = parse_list(text.as_bytes(), direction, first).ok()?;
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
        named.notes.retain(|note| note.contains("edges"));
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

/// Writes the truth values of a text as 1 and 0.
fn bits(text: &str) -> String {
    let text = text.to_lowercase();
    text.replace("true", "1").replace("false", "0")
}

/// Writes lists of neighbours without loops, the first of which is that of this vertex.
fn listed(lists: &[Vec<usize>], first: usize, name: impl Fn(usize) -> String) -> Option<String> {
    let line = |(vertex, list): (usize, &Vec<usize>)| {
        let names: Vec<String> = list.iter().map(|vertex| name(*vertex)).collect();
        let line = format!("{}: {}\n", name(vertex), names.join(" "));
        (!list.contains(&vertex)).then_some(line)
    };
    let has_edges = lists.iter().any(|list| !list.is_empty());
    (first..)
        .zip(lists)
        .map(line)
        .collect::<Option<_>>()
        .filter(|_| has_edges)
}

fn matrix(text: &str) -> Option<Rewritten> {
    const LEAST: usize = 3;
    let (text, names) = match labelled(text) {
        Some((rows, names)) => (rows.join("\n"), names),
        None => (text.to_owned(), Vec::new()),
    };
    let name = |vertex: usize| names.get(vertex).cloned().unwrap_or(vertex.to_string());
    let has_rows = lines(&text).nth(1).is_some();
    let end = if has_rows { '\n' } else { ';' };
    let is_gap = |mark: char| mark.is_whitespace() || ",;|".contains(mark);
    let text = bits(&text);
    let mut rows: Vec<Vec<&str>> = text
        .split(end)
        .map(|line| {
            line.split(is_gap)
                .filter(|entry| !entry.is_empty())
                .collect()
        })
        .filter(|row: &Vec<_>| !row.is_empty())
        .collect();
    // The size may stand above.
    let is_side = |side: &&str| number(side) == Some(rows.len() - 1);
    if rows.len() > LEAST && rows[0].len() < LEAST && rows[0].iter().all(is_side) {
        rows.remove(0);
    }
    if rows.iter().all(|row| row.len() == 1) {
        for row in &mut rows {
            *row = row[0].split("").filter(|mark| !mark.is_empty()).collect();
        }
    }
    let is_joined = |entry: &str| match entry {
        "0" | "INF" | "inf" | "∞" => Some(false),
        _ => is_number(entry).then_some(true),
    };
    let read = |row: &Vec<&str>| row.iter().map(|entry| is_joined(entry)).collect();
    let edges: Vec<Vec<bool>> = rows.iter().map(read).collect::<Option<_>>()?;
    let is_square = edges.len() >= LEAST && edges.iter().all(|row| row.len() == edges.len());
    if !is_square {
        return None;
    }
    let entries = || (0..rows.len()).flat_map(|row| (0..rows.len()).map(move |it| (row, it)));
    let has_weights = entries().any(|(row, column)| edges[row][column] && rows[row][column] != "1");
    // Other tables of numbers are maps.
    let are_weights = || entries().all(|(row, column)| rows[row][column] == rows[column][row]);
    if has_weights && !are_weights() {
        return None;
    }
    let joined = |row: &Vec<bool>| (0..row.len()).filter(|&column| row[column]).collect();
    let lists: Vec<Vec<usize>> = edges.iter().map(joined).collect();
    let without = if has_weights {
        ", without its weights"
    } else {
        ""
    };
    Some((listed(&lists, 0, name)?, without.to_owned()))
}

fn dictionary(text: &str) -> Option<Rewritten> {
    let text = without_constructors(&text.replace("set()", "[]"));
    // The last bracket may be lost.
    let items = literal(&text).or_else(|| literal(&(text + "}")))?;
    dictionary_of(&items)
}

/// Returns a text without the words by which Java, Kotlin and Scala make lists and maps.
fn without_constructors(text: &str) -> String {
    const MAPS: [&str; 4] = ["mutableMapOf(", "hashMapOf(", "mapOf(", "Map("];
    const LISTS: [&str; 8] = [
        "mutableListOf(",
        "Arrays.asList(",
        "List.of(",
        "Set.of(",
        "listOf(",
        "setOf(",
        "List(",
        "Set(",
    ];
    let mut text = text.replace("new()", "");
    if MAPS.iter().any(|word| text.contains(word)) {
        text = text.replace("->", ":").replace(" to ", ":");
    }
    for word in MAPS.into_iter().chain(LISTS) {
        text = text.replace(word, "(");
    }
    text
}

/// Writes the lists of neighbours of the first object of lists.
fn dictionary_of(items: &[(String, Literal)]) -> Option<Rewritten> {
    let is_value =
        matches!(items, [(_, value)] if value.items().iter().any(|(_, it)| !it.items().is_empty()));
    if is_value || items.iter().any(|(vertex, _)| vertex.is_empty()) {
        return items
            .iter()
            .find_map(|(_, item)| dictionary_of(item.items()));
    }
    let mut lists = String::new();
    let mut without = "";
    for (vertex, list) in items {
        let Literal::List(list) = list else {
            return None;
        };
        let mut neighbours = Vec::new();
        for (name, neighbour) in list {
            let word = neighbour.word()?;
            let has_weight = !name.is_empty();
            without = if has_weight {
                ", without weights"
            } else {
                without
            };
            neighbours.push(if has_weight { name } else { word });
        }
        lists += &format!("{vertex}: {}\n", neighbours.join(" "));
    }
    (!lists.is_empty()).then(|| (lists, without.to_owned()))
}

fn neighbours(text: &str) -> Option<Rewritten> {
    const LEAST: usize = 3;
    let items = literal(&without_constructors(text))?;
    let [(_, Literal::List(items))] = &items[..] else {
        return None;
    };
    let list = |(_, list): &(String, Literal)| {
        let Literal::List(list) = list else {
            return None;
        };
        list.iter()
            .map(|(_, vertex)| number(vertex.word()?))
            .collect()
    };
    let lists: Vec<Vec<usize>> = items.iter().map(list).collect::<Option<_>>()?;
    let first = usize::from(!lists.iter().flatten().any(|vertex| *vertex == 0));
    let is_vertex = |vertex: &usize| (first..first + lists.len()).contains(vertex);
    let are_lists = lists.len() >= LEAST && lists.iter().flatten().all(is_vertex);
    let lists = are_lists.then(|| listed(&lists, first, |it| it.to_string()))?;
    Some((lists?, first.to_string()))
}

/// Returns the value of the first of these keys.
fn value<'a>(items: &'a [(String, Literal)], keys: &str) -> Option<&'a Literal> {
    let found = items.iter().find(|(name, _)| is_key(name, keys));
    found.map(|(_, value)| value)
}

fn is_key(name: &str, keys: &str) -> bool {
    keys.split(' ').any(|key| key == name)
}

/// Reads edges in an object with their vertices, or in calls that add them.
fn counted_edges(text: &str) -> Option<Rewritten> {
    let items = literal(text)?;
    let calls = |of: &'static str| {
        items.iter().filter_map(move |(name, call)| {
            let name = name.replace('_', "");
            let (graph, function) = name.rsplit_once('.').unwrap_or(("", &name));
            (function.to_lowercase() == of).then(|| (graph.to_owned(), call))
        })
    };
    if let Some((graph, _)) = calls("addedge").next() {
        let count = items
            .iter()
            .filter(|(name, _)| *name == graph)
            .find_map(|(_, item)| item.word().filter(|word| is_number(word)));
        let vertices = calls("addnode").map(|(_, call)| call.word());
        let vertices: Vec<&str> = vertices.collect::<Option<_>>()?;
        let edges = calls("addedge").map(|(_, call)| edge(call));
        let edges: String = edges.collect::<Option<_>>()?;
        return plainly(with_vertices(count, &edges, &vertices));
    }
    let object = object_of_edges(&items)?;
    let edges = object.iter().skip_while(|(name, _)| !is_key(name, EDGES));
    let is_edge = |(name, _): &&(String, Literal)| name.is_empty() || is_key(name, EDGES);
    let mut edges: Vec<&Literal> = edges.take_while(is_edge).map(|(_, item)| item).collect();
    // In YAML, each edge is an item behind the key.
    if let [list] = edges[..]
        && list.words().is_none()
    {
        edges = list.items().iter().map(|(_, item)| item).collect();
    }
    let count = edges.len().to_string();
    let edges: String = edges.into_iter().map(edge).collect::<Option<_>>()?;
    let vertices = value(object, VERTICES);
    let name = |(_, vertex): &'_ (String, Literal)| {
        let vertex = value(vertex.items(), "data").unwrap_or(vertex);
        let name = value(vertex.items(), "id name").unwrap_or(vertex).word();
        name.map(str::to_owned)
    };
    let names = vertices.map_or(&[][..], Literal::items).iter().map(name);
    let names: Vec<String> = names.collect::<Option<_>>()?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let is_left_out = |(name, value): &&(String, Literal)| {
        let is_known = is_key(name, EDGES) || is_key(name, VERTICES) || name == "directed";
        !name.is_empty() && !is_known && value.word() != Some(&*count)
    };
    let left_out: Vec<String> = object
        .iter()
        .filter(is_left_out)
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    let without = match &left_out[..] {
        [] => String::new(),
        names => format!("; left out: {}", names.join(", ")),
    };
    let number = vertices.and_then(|it| match it {
        Literal::Word(count) => Some(&**count),
        Literal::List(_) => None,
    });
    Some((with_vertices(number, &edges, &names), without))
}

/// Writes edges below the number of vertices, if that is known, and above the vertices without an
/// edge.
fn with_vertices(count: Option<&str>, edges: &str, vertices: &[&str]) -> String {
    let mut known: HashSet<&str> = edges.split_whitespace().collect();
    let alone: Vec<&str> = vertices
        .iter()
        .copied()
        .filter(|it| known.insert(it))
        .collect();
    let count = count.map(|count| format!("{count}\n")).unwrap_or_default();
    count + edges + &alone.join("\n")
}

const EDGES: &str = "edges links E connections 边";
const VERTICES: &str = "n N nodes vertices V num_vertices num_nodes numVertices numNodes 顶点数";

fn object_of_edges(items: &[(String, Literal)]) -> Option<&[(String, Literal)]> {
    let inner = || {
        items
            .iter()
            .find_map(|(_, item)| object_of_edges(item.items()))
    };
    value(items, EDGES).map(|_| items).or_else(inner)
}

/// Writes an edge: two words, perhaps behind the name of the graph or before a weight, or an
/// object.
fn edge(item: &Literal) -> Option<String> {
    let item = value(item.items(), "data").unwrap_or(item);
    let end = |keys| value(item.items(), keys)?.word();
    let words = item.words().unwrap_or_default();
    let ends = end("source from u")
        .zip(end("target to v"))
        .or(match words[..] {
            [graph, from, to] if !is_number(graph) && is_number(to) && is_number(from) => {
                Some((from, to))
            }
            [from, to] | [from, to, _] => Some((from, to)),
            _ => None,
        });
    ends.map(|(from, to)| format!("{from} {to}\n"))
}

fn graphviz(text: &str) -> Option<Rewritten> {
    let (head, body) = text.split_once('{')?;
    let head = head.to_lowercase().replace('[', "");
    let word = head.split_whitespace().find(|word| *word != "strict")?;
    let (body, _) = body.rsplit_once('}')?;
    if !["graph", "digraph"].contains(&word) {
        return None;
    }
    let mut bare = String::new();
    let mut depth = 0_u32;
    let mut quoted = false;
    for mark in body.chars() {
        match mark {
            '"' => quoted = !quoted,
            _ if quoted && depth == 0 && mark.is_whitespace() => bare.push('_'),
            _ if quoted && depth > 0 => {}
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => bare.push(mark),
            _ => {}
        }
    }
    let bare = bare.replace("<->", "--").replace("->", "--");
    let mut edges = String::new();
    let mut vertices = Vec::new();
    for statement in split_outside_braces(&bare)? {
        let is_setting = ["node", "edge", "graph"].contains(&statement) || statement.contains('=');
        if is_setting {
            continue;
        }
        let mut before: Vec<&str> = Vec::new();
        for side in statement.split("--") {
            let is_gap = |mark: char| mark.is_whitespace() || ";,{}".contains(mark);
            let names: Vec<&str> = side.split(is_gap).filter(|it| !it.is_empty()).collect();
            let is_group = side.trim().starts_with('{') && side.trim().ends_with('}');
            if names.is_empty() || names.len() > 1 && !is_group {
                return None;
            }
            for one in &before {
                edges.extend(names.iter().map(|other| format!("{one} {other}\n")));
            }
            vertices.extend(&names);
            before = names;
        }
    }
    plainly(with_vertices(None, &edges, &vertices))
}

/// Returns the statements of Graphviz; `None` if braces do not match.
fn split_outside_braces(text: &str) -> Option<Vec<&str>> {
    let mut depth = 0_i32;
    let statements = text.split(|mark| {
        depth += i32::from(mark == '{') - i32::from(mark == '}');
        depth == 0 && matches!(mark, ';' | ',' | '\n')
    });
    let statements: Vec<&str> = statements
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .collect();
    (depth == 0).then_some(statements)
}

fn mermaid(text: &str) -> Option<Rewritten> {
    const HEAD: [&str; 7] = ["graph", "flowchart", "TD", "TB", "BT", "LR", "RL"];
    let (head, body) = text.trim().split_once(['\n', ';'])?;
    let is_head = |word| HEAD[2..].contains(&word);
    let mut words = head.split_whitespace();
    let is_graph = words.next().is_some_and(|word| HEAD[..2].contains(&word)) && words.all(is_head);
    let mut edges = String::new();
    let mut depth = 0_u32;
    let mut is_label = false;
    for mark in body.chars() {
        match mark {
            '|' => is_label = !is_label,
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.checked_sub(1)?,
            _ if depth > 0 || is_label => {}
            ';' => edges.push('\n'),
            _ => edges.push(mark),
        }
    }
    let edges = edges.replace("-.->", "→").replace("==>", "→");
    let edges = edges.replace("-->", "→").replace("---", "→");
    // A label may stand within an arrow.
    plainly((is_graph && !edges.contains("--")).then_some(edges)?)
}

/// Reads the edges of DIMACS, TSPLIB and Pajek, whose vertices are numbers from 1 on.
fn headings(text: &str) -> Option<Rewritten> {
    const FORMATS: [[&str; 3]; 3] = [
        ["DIMACS", "p ", "\ne "],
        ["TSPLIB", "DIMENSION", "EDGE_DATA_SECTION"],
        ["Pajek", "*Vertices", "*Edges"],
    ];
    let (format, size, (head, edges)) = FORMATS
        .iter()
        .find_map(|[format, size, edges]| Some((format, size, text.split_once(edges)?)))?;
    let size = lines(head).find_map(|line| line.strip_prefix(size))?;
    let count = size.split_whitespace().find(|word| is_number(word))?;
    let edges = edges.replace("\ne ", "\n");
    let edges: Vec<&str> = lines(&edges).take_while(|line| *line != "-1").collect();
    Some((
        format!("{count}\n{}", edges.join("\n")),
        (*format).to_owned(),
    ))
}

/// Reads edges between words that tell their meaning, as in `GraphML` and GML.
fn tagged(text: &str) -> Option<Rewritten> {
    let is_gap = |mark: char| !mark.is_alphanumeric() && !"_.".contains(mark);
    let mut words = text.split(is_gap).filter(|word| !word.is_empty());
    let mut list = String::new();
    let mut names = Vec::new();
    let mut has_nodes = false;
    while let Some(word) = words.next() {
        match word {
            "node" | "edge" => has_nodes = word == "node",
            "id" if has_nodes => names.push(words.next()?),
            "source" => list.extend([words.next()?, " "]),
            "target" => list.extend([words.next()?, "\n"]),
            _ => {}
        }
    }
    let list = list.contains('\n').then_some(list)?;
    plainly(with_vertices(None, &list, &names))
}

/// Reads lists of neighbours, each behind its vertex and an arrow, or a space.
fn arrows(text: &str) -> Option<Rewritten> {
    let has_arrows = text.contains("->");
    let mut known = HashSet::new();
    let row = |line: &'_ str| {
        let (vertex, list) = line.split_once(if has_arrows { "->" } else { " " })?;
        let is_list = !list.contains("->") && known.insert(vertex.to_owned());
        is_list.then(|| format!("{}: {list}\n", vertex.trim_matches([' ', '-'])))
    };
    let lists: String = lines(text).map(row).collect::<Option<_>>()?;
    let has_several = |line: &str| line.split([',', ' ']).filter(|it| !it.is_empty()).count() > 2;
    let are_mutual = || parse_adjacency(lists.as_bytes(), EdgeDirection::Undirected).is_ok();
    let are_lists = has_arrows || known.len() > 2 && are_mutual();
    plainly((are_lists && lists.lines().any(has_several)).then_some(lists)?)
}

/// Reads a map whose cells stand between bars, or between commas with nothing in some cell.
fn fields(text: &str) -> Option<Rewritten> {
    let text = text.replace(['│', '║', '┃', '｜'], "|");
    let rows = lines(&text).filter(|line| !is_rule(line));
    let is_mark = |mark: &char| rows.clone().all(|row| row.contains(*mark));
    let mark = ['|', ',', ';', '\t'].into_iter().find(is_mark)?;
    let cell = |cell| match str::trim_matches(cell, [' ', '\'', '"']) {
        "" | "0" => ".",
        cell => cell,
    };
    let cells = |row| {
        str::split(str::trim_matches(row, '|'), mark)
            .map(cell)
            .collect()
    };
    let table: Vec<Vec<&str>> = rows.map(cells).collect();
    let all = table.concat();
    let are_cells = all
        .iter()
        .all(|cell| is_number(cell) || [".", "S", "E", "#"].contains(cell));
    let width = table.first()?.len();
    let is_table = width > 1 && table.len() > 1 && table.iter().all(|row| row.len() == width);
    let has_gaps = mark == '|' || text.contains('.') || all.contains(&".") && !text.contains('0');
    let map: Vec<String> = table.iter().map(|row| row.join(" ")).collect();
    (is_table && are_cells && has_gaps).then(|| (map.join("\n"), mark.to_string()))
}

fn headed(text: &str) -> Option<Rewritten> {
    let (first, rows) = text.trim_start().split_once('\n')?;
    let map = parse_map(rows.as_bytes()).ok()?;
    let is_word = |word: &str| word.len() > 2 && word.chars().all(char::is_alphabetic);
    if !first.contains(['[', '(', '{']) && first.split_whitespace().any(is_word) {
        return Some((rows.to_owned(), "title".to_owned()));
    }
    let size = first.split_whitespace().map(number::<u32>);
    let mut size: Vec<u32> = size.collect::<Option<_>>()?;
    let mut sides = vec![map.rows(), map.columns()];
    sides.sort_unstable();
    size.sort_unstable();
    if let [side] = size[..] {
        size.push(side);
    }
    (size == sides).then(|| (rows.to_owned(), "size".to_owned()))
}

fn truth(text: &str) -> Option<Rewritten> {
    let bits = bits(text);
    let is_rest = |mark: char| mark.is_whitespace() || "01,;[](){}".contains(mark);
    let has_words = text.to_lowercase().contains("true");
    plainly((has_words && bits.chars().all(is_rest)).then_some(bits)?)
}

fn semicolons(text: &str) -> Option<Rewritten> {
    let has_rows = lines(text).nth(1).is_some();
    let [between, what] = if has_rows {
        [" ", "cells"]
    } else {
        ["\n", "rows"]
    };
    let is_separated = lines(text).all(|line| line.trim_matches(';').contains(';'));
    is_separated.then(|| (text.trim().replace(';', between), what.to_owned()))
}

/// Signs of walls that no map in our format has.
const WALLS: &str = "■⬛◼🟥🟫🧱█▓▒⚫●xX*@";

/// Signs of cells that no map in our format has.
const CELLS: &str = "□⬜◻🟩🟦🟨▢░○⚪_·";

/// Signs of the start and the end, each of which stands once.
const ENDS: [&str; 8] = ["SE", "🚩🏁", "🟩🟥", "se", "SG", "ST", "SF", "sg"];

fn signs(text: &str) -> Option<Rewritten> {
    let text = text.trim_end().replace('\u{fe0f}', "");
    let is_once = |mark: char| text.matches(mark).count() == 1;
    let ends = ENDS
        .iter()
        .find(|ends| ends.chars().all(is_once))
        .unwrap_or(&"");
    let mut said: Vec<String> = Vec::new();
    let mut map = String::new();
    for mark in text.chars() {
        let is_end = ends.find(mark);
        map.push(match mark {
            _ if is_end.is_some() => {
                if is_end == Some(0) {
                    'S'
                } else {
                    'E'
                }
            }
            _ if WALLS.contains(mark) || mark == '#' => '#',
            ' ' if text.contains('#') && !text.contains(['.', ',']) => '.',
            _ if CELLS.contains(mark) => '.',
            _ => mark,
        });
        let meaning = match map.chars().last() {
            Some('S') => "the start",
            Some('E') => "the end",
            Some('#') => "a wall",
            _ => continue,
        };
        let note = format!("`{mark}` is {meaning}");
        if !said.contains(&note) {
            said.push(note);
        }
    }
    (map != text && map.contains('.')).then(|| (map, said.join(", ")))
}

fn spaces(text: &str) -> Option<Rewritten> {
    const LEAST: usize = 4;
    let is_map = text.chars().all(|mark| " -01\r\n".contains(mark))
        && text.matches('1').count() == 1
        && text.matches('0').count() >= LEAST
        && text.contains([' ', '-']);
    let rows = || text.trim_matches('\n').lines().map(str::trim_end);
    let width = rows().map(str::len).max().filter(|_| is_map)?;
    let map: Vec<String> = rows().map(|row| format!("{row:width$}")).collect();
    let map = map.join("\n");
    let map = map.replace([' ', '-'], "#").replace('0', ".");
    plainly(map.replace('1', "S"))
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
        for text in ["S .\n. y", "1 1\n1 1\n1 x", "111\n1x1", "nix", ""] {
            assert!(
                parse_any(text.as_bytes(), EdgeDirection::Undirected).is_err(),
                "{text}"
            );
        }
    }
}
