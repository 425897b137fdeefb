//! Edges in objects and calls, and in the languages of Graphviz, Mermaid, DIMACS and others.

use std::collections::HashSet;

use crate::{
    excerpt::is_number,
    wrapping::{Literal, Rewritten, lines, literal, plainly},
};

/// Returns the value of the first of these keys.
fn value<'a>(items: &'a [(String, Literal)], keys: &str) -> Option<&'a Literal> {
    let found = items.iter().find(|(name, _)| is_key(name, keys));
    found.map(|(_, value)| value)
}

fn is_key(name: &str, keys: &str) -> bool {
    keys.split(' ').any(|key| key == name)
}

/// Reads edges in an object with their vertices, or in calls that add them.
pub fn counted_edges(text: &str) -> Option<Rewritten> {
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

pub fn graphviz(text: &str) -> Option<Rewritten> {
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

pub fn mermaid(text: &str) -> Option<Rewritten> {
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
pub fn headings(text: &str) -> Option<Rewritten> {
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
pub fn tagged(text: &str) -> Option<Rewritten> {
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
