//! Edges in objects and calls, and in the languages of Graphviz, Mermaid, DIMACS and others.

use std::collections::{BTreeMap, HashSet};

use crate::{
    excerpt::{is_number, joined, number, numbers, words_between},
    wrapping::{self, Item, Literal, Reading, lines, literal, plainly},
};

pub const EDGES: &str = "edges links e connections addedge edge addedges addedgesfrom 边";
const VERTICES: &str = "n nodes vertices v numvertices numnodes addnode addnodes addnodesfrom \
                        addvertex addvertices string 顶点数";

/// The types of names and edges that Java gives to a call.
const JAVA: [&str; 2] = ["String", "int"];

/// Returns the value of the first of these keys.
fn value<'a>(items: &'a [Item], keys: &str) -> Option<&'a Literal> {
    let found = items.iter().find(|(name, _)| is_key(name, keys));
    found.map(|(_, value)| value)
}

/// Whether a name, or that of a function of an object, is one of these.
pub fn is_key(name: &str, keys: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or_default();
    let name = name.to_lowercase().replace('_', "");
    keys.split(' ').any(|key| key == name)
}

/// Reads edges in an object with their vertices, or in calls that add them.
pub fn counted_edges(text: &str) -> Reading {
    let items = literal(&text.replace(" and ", "\n"))?;
    let object = object_of_edges(&items)?;
    let mut is_of_edges = false;
    let mut edges = Vec::new();
    let mut vertices = Vec::new();
    let mut vertex_count = None;
    let mut others = Vec::new();
    for (name, item) in object {
        if !name.is_empty() {
            is_of_edges = name == JAVA[1] || is_key(name, EDGES);
        }
        let is_graph = |(function, _): &Item| {
            function
                .split_once('.')
                .is_some_and(|(graph, _)| graph == name)
        };
        match item {
            // In YAML, each edge is an item behind the key; a call may add several, too.
            Literal::List(_) if is_of_edges => match edge((name, item)) {
                Some(edge) => edges.push(edge),
                None if is_key(name, "edge addedge") => return None,
                None => {
                    for (ends, item) in item.items() {
                        edges.push(edge((ends, item))?);
                    }
                }
            },
            Literal::Word(count) if is_key(name, VERTICES) => vertex_count = Some(&**count),
            Literal::List(list) if is_key(name, VERTICES) => vertices.extend(list),
            _ if object.iter().any(is_graph) => {
                vertex_count = item.word().filter(|it| is_number(it));
            }
            _ if name != "directed" && !name.is_empty() => others.push((name, item.word())),
            _ => {}
        }
    }
    // The name of one edge among others that are given again is that of a vertex.
    let names: HashSet<_> = others.iter().map(|other| other.0).collect();
    if edges.len() == 1 && names.len() < others.len() {
        return None;
    }
    let count = edges.len().to_string();
    let mut edges = edges.concat();
    let name = |(_, vertex): &'_ Item| {
        let vertex = value(vertex.items(), "data").unwrap_or(vertex);
        let name = value(vertex.items(), "id name").unwrap_or(vertex).word();
        Some(name?.replace(' ', "_"))
    };
    let mut names: Vec<String> = vertices.into_iter().map(name).collect::<Option<_>>()?;
    // Labels may stand behind the numbers.
    if names.iter().any(|name| is_number(name)) {
        names.retain(|name| is_number(name));
    }
    let mut without = String::new();
    if let Some(ends) = numbers::<usize>(edges.split_whitespace())
        && names.iter().any(|name| !is_number(name))
    {
        let first = usize::from(!ends.contains(&0));
        let ends = ends.iter().map(|end| names.get(end - first));
        let ends = ends.collect::<Option<Vec<_>>>()?;
        let edge = |ends: &[_]| format!("{} {}\n", ends[0], ends[1]);
        edges = ends.chunks(2).map(edge).collect();
        without = format!("; numbers are places of names, from {first}");
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    others.retain(|(_, word)| *word != Some(&*count));
    let left_out = joined(others.iter().map(|(name, _)| format!("`{name}`")), ", ");
    if !left_out.is_empty() {
        without += &format!("; left out: {left_out}");
    }
    Some((with_vertices(vertex_count, &edges, &names), without))
}

/// Writes edges below the number of vertices, if that is known, and above the vertices without an
/// edge.
fn with_vertices(count: Option<&str>, edges: &str, vertices: &[&str]) -> String {
    let mut known: HashSet<&str> = edges.split_whitespace().collect();
    let alone = vertices.iter().filter(|it| known.insert(it));
    let count = count.map(|count| format!("{count}\n")).unwrap_or_default();
    count + edges + &joined(alone, "\n")
}

fn object_of_edges(items: &[Item]) -> Option<&[Item]> {
    let inner = || {
        items
            .iter()
            .find_map(|(_, item)| object_of_edges(item.items()))
    };
    let is_call = items.iter().map(|(kind, _)| kind).eq(JAVA);
    let is_object = is_call || value(items, EDGES).is_some();
    is_object.then_some(items).or_else(inner)
}

/// Writes an edge: two words, perhaps behind the name of the graph or before a weight, an object,
/// or the key of a weight.
fn edge((name, item): (&str, &Literal)) -> Option<String> {
    if item.items().iter().any(|(key, _)| key.contains(' ')) {
        return None;
    }
    if name.contains(' ') {
        return Some(format!("{name}\n"));
    }
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

pub fn graphviz(text: &str) -> Reading {
    let (head, body) = text.split_once('{')?;
    let head = head.to_lowercase().replace('[', "");
    let word = head.split_whitespace().find(|word| *word != "strict")?;
    let (body, _) = body.rsplit_once('}')?;
    if !["graph", "digraph"].contains(&word) {
        return None;
    }
    // Mathematica lists the vertices before the edges.
    let bare = without_labels(&body.replace("\\[UndirectedEdge]", "--"), "[", "]")?;
    let bare = bare
        .replace("<->", "--")
        .replace("}, {", ",")
        .replace("},{", ",");
    let arrow = if bare.contains("->") { "-> " } else { "" };
    let bare = bare.replace("->", "--");
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
            let names: Vec<&str> = words_between(side, is_gap).collect();
            let is_group = side.trim().starts_with('{') && side.trim().ends_with('}');
            if names.is_empty() || names.len() > 1 && !is_group {
                return None;
            }
            for one in &before {
                edges.extend(names.iter().map(|other| format!("{one} {arrow}{other}\n")));
            }
            vertices.extend(&names);
            before = names;
        }
    }
    plainly(with_vertices(None, &edges, &vertices))
}

/// Returns a text without what stands between brackets, and with `_` for spaces in quotation marks;
/// `None` if brackets do not match.
fn without_labels(text: &str, opening: &str, closing: &str) -> Option<String> {
    let mut bare = String::new();
    let mut depth = 0_u32;
    let mut is_quoted = false;
    for mark in text.chars() {
        is_quoted ^= mark == '"';
        match mark {
            '"' => {}
            _ if depth > 0 && is_quoted => {}
            _ if opening.contains(mark) => depth += 1,
            _ if closing.contains(mark) => depth = depth.checked_sub(1)?,
            _ if depth > 0 => {}
            _ if is_quoted && mark.is_whitespace() => bare.push('_'),
            _ => bare.push(mark),
        }
    }
    (depth == 0).then_some(bare)
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

pub fn mermaid(text: &str) -> Reading {
    const HEAD: [&str; 7] = ["graph", "flowchart", "TD", "TB", "BT", "LR", "RL"];
    let (head, body) = text.trim().split_once(['\n', ';'])?;
    let is_head = |word| HEAD[2..].contains(&word);
    let mut words = head.split_whitespace();
    let is_graph = words.next().is_some_and(|word| HEAD[..2].contains(&word)) && words.all(is_head);
    // Labels of edges stand between bars.
    let body: String = body.split('|').step_by(2).collect();
    let edges = without_labels(&body, "[({", "])}")?.replace(';', "\n");
    let edges = edges.replace("-.->", "→").replace("==>", "→");
    let edges = edges.replace("-->", "→").replace("---", "–");
    // A label may stand within an arrow.
    let is_drawn = is_graph && !edges.contains("--");
    plainly(is_drawn.then(|| edges.replace('–', "--"))?)
}

/// Reads the edges of DIMACS, TSPLIB and Pajek, whose vertices are numbers from 1 on.
pub fn headings(text: &str) -> Reading {
    const FORMATS: [[&str; 3]; 5] = [
        ["DIMACS", "p ", "\ne "],
        ["DIMACS", "p ", "\na "],
        ["TSPLIB", "DIMENSION", "EDGE_DATA_SECTION"],
        ["Pajek", "*Vertices", "*Edges"],
        ["Pajek", "*Vertices", "*Arcs"],
    ];
    let text = &text.replace(',', "");
    let (format, size, (head, edges)) = FORMATS
        .iter()
        .find_map(|[format, size, edges]| Some((format, size, text.split_once(edges)?)))?;
    let size = lines(head).find_map(|line| line.strip_prefix(size))?;
    let count = size.split_whitespace().find(|word| is_number(word))?;
    let edges = edges.replace("\ne ", "\n").replace("\na ", "\n");
    let edges = joined(lines(&edges).take_while(|line| *line != "-1"), "\n");
    Some((format!("{count}\n{edges}"), (*format).to_owned()))
}

/// Reads vertices, each in its line and perhaps with a name behind its number, and below them their
/// edges: the vertices are counted above, or stand above a line `#`, as in the Trivial Graph
/// Format. If edges lead to and fro, a 1 above that count says that they are directed.
pub fn below_names(text: &str) -> Reading {
    let rows: Vec<&str> = lines(text).take_while(|row| *row != "-1 -1").collect();
    let mut parts = rows.split(|row| *row == "#");
    let (mut vertices, mut edges) = (parts.next()?, parts.next().unwrap_or_default());
    let mut arrow = "";
    if edges.is_empty() {
        if let ["1", count, ..] = vertices
            && is_number(count)
        {
            (arrow, vertices) = ("-> ", &vertices[1..]);
        }
        let (count, below) = vertices.split_first()?;
        (vertices, edges) = below.split_at_checked(number(count)?)?;
        let is_name = |row: &&str| row.contains(char::is_alphabetic);
        vertices.iter().all(is_name).then_some(())?;
    }
    let mut names = BTreeMap::new();
    for row in vertices {
        let pair = row.split_once(' ').filter(|(key, _)| is_number(key));
        let (key, name) = pair.unwrap_or((row, row));
        names.insert(key, name.replace(|mark: char| !mark.is_alphanumeric(), "_"));
    }
    let mut list = String::new();
    let mut are_mutual = false;
    for row in edges {
        let mut ends = words_between(row, |mark| " \t,".contains(mark));
        let [from, to] = [names.get(ends.next()?)?, names.get(ends.next()?)?];
        are_mutual |= list.contains(&format!("{to} -> {from}\n"));
        list += &format!("{from} {arrow}{to}\n");
    }
    let are_edges = !list.is_empty() && arrow.is_empty() != are_mutual;
    plainly(are_edges.then(|| list + &joined(names.values(), "\n"))?)
}

/// Reads edges with their data in braces, `0 1 {'weight': 3}`, as networkx writes them.
pub fn with_data(text: &str) -> Reading {
    let mut edges = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (data, after) = after.split_once('}')?;
        let edge = before.trim_end_matches([',', ' ', '\'', '"']);
        let is_data = data.is_empty() || data.contains(':') && !data.contains('{');
        edges += Some(edge).filter(|edge| is_data && edge.ends_with(char::is_alphanumeric))?;
        rest = after;
    }
    let edges = (!edges.is_empty()).then_some(edges + rest)?;
    let (lines, _) = wrapping::remove(&edges);
    plainly(lines.join("\n"))
}

/// Reads edges between words that tell their meaning, as in `GraphML` and GML.
pub fn tagged(text: &str) -> Reading {
    let is_gap = |mark: char| !mark.is_alphanumeric() && !"_.".contains(mark);
    let mut words = words_between(text, is_gap);
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
