//! State graphs in the formats of Graphviz and `GraphML`.
//!
//! Positions are numbered from 0 in their order, and moves refer to these numbers. The graph is
//! written position by position and move by move, in constant memory.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use super::Escaped;
use crate::graph::Quoted;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphNode {
    /// Its picture as text.
    pub drawing: String,
    /// Its distance from the start.
    pub distance: u64,
    /// Whether it is solved.
    pub is_goal: bool,
    /// The size of its orbit: itself and its mirror images.
    pub states: u64,
}

/// A move between two positions, and back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphEdge {
    /// The number of one position.
    pub from: usize,
    /// The number of the other position.
    pub to: usize,
    /// The label of the move.
    pub label: String,
}

/// Writes a state graph in the DOT language of Graphviz. The start is filled and goals have two
/// borders. Each position has the attributes `distance`, `states` and `goal`.
///
/// # Errors
/// If `out` cannot be written.
pub fn dot(
    out: &mut dyn Write,
    title: &str,
    nodes: impl Iterator<Item = GraphNode>,
    edges: impl Iterator<Item = GraphEdge>,
) -> io::Result<()> {
    writeln!(out, "graph {} {{", Quoted(title))?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
    for (number, node) in nodes.enumerate() {
        let GraphNode { drawing, distance, is_goal, states } = node;
        write!(out, "  {number} [label={}, distance={distance}", Quoted(&drawing))?;
        write!(out, ", states={states}, goal={is_goal}")?;
        if distance == 0 {
            write!(out, ", style=filled")?;
        }
        if is_goal {
            write!(out, ", peripheries=2")?;
        }
        writeln!(out, "];")?;
    }
    for GraphEdge { from, to, label } in edges {
        writeln!(out, "  {from} -- {to} [label={}];", Quoted(&label))?;
    }
    writeln!(out, "}}")
}

/// The attributes of positions and moves, with their types.
const KEYS: &str = r#"  <key id="label" for="node" attr.name="label" attr.type="string"/>
  <key id="distance" for="node" attr.name="distance" attr.type="long"/>
  <key id="goal" for="node" attr.name="goal" attr.type="boolean"/>
  <key id="states" for="node" attr.name="states" attr.type="long"/>
  <key id="move" for="edge" attr.name="label" attr.type="string"/>
"#;

/// Writes a state graph as `GraphML`. Each position has the attributes `label`, `distance`, `goal`
/// and `states`. Each move has a `label`.
///
/// # Errors
/// If `out` cannot be written.
pub fn graphml(
    out: &mut dyn Write,
    title: &str,
    nodes: impl Iterator<Item = GraphNode>,
    edges: impl Iterator<Item = GraphEdge>,
) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"#)?;
    write!(out, "{KEYS}")?;
    writeln!(out, r#"  <graph id="states" edgedefault="undirected">"#)?;
    writeln!(out, "    <desc>{}</desc>", EscapedLines(title))?;
    for (number, node) in nodes.enumerate() {
        let GraphNode { drawing, distance, is_goal, states } = node;
        write!(
            out,
            r#"    <node id="n{number}"><data key="label">{}</data>"#,
            EscapedLines(&drawing)
        )?;
        write!(out, r#"<data key="distance">{distance}</data><data key="goal">{is_goal}</data>"#)?;
        writeln!(out, r#"<data key="states">{states}</data></node>"#)?;
    }
    for GraphEdge { from, to, label } in edges {
        let label = EscapedLines(&label);
        write!(out, r#"    <edge source="n{from}" target="n{to}">"#)?;
        writeln!(out, r#"<data key="move">{label}</data></edge>"#)?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

/// Text of one or more lines.
struct EscapedLines<'a>(&'a str);

impl Display for EscapedLines<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, line) in self.0.split('\n').enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            Escaped(line).fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roxmltree::Document;

    use super::*;

    fn node(drawing: &str, distance: u64, is_goal: bool) -> GraphNode {
        GraphNode { drawing: drawing.to_owned(), distance, is_goal, states: 2 }
    }

    fn edge(from: usize, to: usize, label: &str) -> GraphEdge {
        GraphEdge { from, to, label: label.to_owned() }
    }

    /// A start, a goal, and what leads there.
    fn graph() -> (Vec<GraphNode>, Vec<GraphEdge>) {
        let nodes = vec![node("A .\nB B", 0, false), node(". A\nB B", 1, true)];
        (nodes, vec![edge(0, 1, "A right")])
    }

    const TITLE: &str = "a \"small\" <one>";

    fn as_graphml(nodes: &[GraphNode], edges: &[GraphEdge]) -> String {
        let mut bytes = Vec::new();
        graphml(&mut bytes, TITLE, nodes.iter().cloned(), edges.iter().cloned())
            .expect("a vector takes it all");
        String::from_utf8(bytes).expect("UTF-8")
    }

    fn as_dot(nodes: &[GraphNode], edges: &[GraphEdge]) -> String {
        let mut bytes = Vec::new();
        dot(&mut bytes, TITLE, nodes.iter().cloned(), edges.iter().cloned())
            .expect("a vector takes it all");
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// The graph that `GraphML` says, read by a parser of XML.
    fn read_graphml(text: &str) -> (Vec<GraphNode>, Vec<GraphEdge>) {
        let document = Document::parse(text).expect("well formed");
        let graph = document.root_element().children().find(|child| child.has_tag_name("graph"));
        let graph = graph.expect("a graph");
        assert_eq!(graph.attribute("edgedefault"), Some("undirected"));
        let known: Vec<&str> = document
            .descendants()
            .filter(|child| child.has_tag_name("key"))
            .filter_map(|key| key.attribute("id"))
            .collect();
        let data = |of: roxmltree::Node<'_, '_>, key: &str| {
            assert!(known.contains(&key), "{key} is declared");
            let data = of.children().find(|child| child.attribute("key") == Some(key));
            data.expect(key).text().unwrap_or_default().to_owned()
        };
        let mut names = Vec::new();
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        for child in graph.children().filter(roxmltree::Node::is_element) {
            let place = |end: &str| {
                let name = child.attribute(end).expect("an end").to_owned();
                names.iter().position(|known| *known == name).expect("a node")
            };
            match child.tag_name().name() {
                "node" => {
                    let number = |key| data(child, key).parse().expect("a number");
                    nodes.push(GraphNode {
                        drawing: data(child, "label"),
                        distance: number("distance"),
                        is_goal: data(child, "goal").parse().expect("true or false"),
                        states: number("states"),
                    });
                    names.push(child.attribute("id").expect("an id").to_owned());
                }
                "edge" => {
                    let (from, to) = (place("source"), place("target"));
                    edges.push(GraphEdge { from, to, label: data(child, "move") });
                }
                name => assert_eq!(name, "desc"),
            }
        }
        (nodes, edges)
    }

    #[test]
    fn a_small_graph_is_written_so() {
        let (nodes, edges) = graph();
        let expected = r#"graph "a \"small\" <one>" {
  node [shape=box, fontname="monospace"];
  0 [label="A .\nB B", distance=0, states=2, goal=false, style=filled];
  1 [label=". A\nB B", distance=1, states=2, goal=true, peripheries=2];
  0 -- 1 [label="A right"];
}
"#;
        assert_eq!(as_dot(&nodes, &edges), expected);
        let graphml = as_graphml(&nodes, &edges);
        let expected = "    <node id=\"n1\"><data key=\"label\">. A\nB B</data>\
                        <data key=\"distance\">1</data><data key=\"goal\">true</data>\
                        <data key=\"states\">2</data></node>\n    \
                        <edge source=\"n0\" target=\"n1\"><data key=\"move\">A right</data></edge>\n";
        assert!(graphml.contains(expected), "{graphml}");
        assert!(graphml.contains("<desc>a &quot;small&quot; &lt;one&gt;</desc>"), "{graphml}");
    }

    #[test]
    fn a_graph_of_nothing_is_a_graph() {
        assert_eq!(read_graphml(&as_graphml(&[], &[])), (vec![], vec![]));
    }

    #[test]
    fn a_place_that_takes_no_more_is_an_error() {
        let (nodes, edges) = graph();
        let mut full: &mut [u8] = &mut [0; 100];
        assert!(
            graphml(&mut full, "", nodes.clone().into_iter(), edges.clone().into_iter()).is_err()
        );
        let mut full: &mut [u8] = &mut [0; 100];
        assert!(dot(&mut full, "", nodes.into_iter(), edges.into_iter()).is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            names in prop::collection::vec(r#"([ -~]|曹|操|é|\n|"|\\|<|&){0,12}"#, 1..8),
            ends in prop::collection::vec((0..8_usize, 0..8_usize), 0..12),
            distances in prop::collection::vec(any::<u64>(), 8),
        ) {
            let nodes: Vec<GraphNode> = names
                .iter()
                .zip(&distances)
                .map(|(name, &distance)| GraphNode {
                    drawing: name.clone(),
                    distance,
                    is_goal: distance % 3 == 0,
                    states: distance / 2,
                })
                .collect();
            let count = nodes.len();
            let edges: Vec<GraphEdge> = ends
                .iter()
                .map(|&(from, to)| edge(from % count, to % count, &names[(from + to) % count]))
                .collect();
            let graph = (nodes, edges);
            prop_assert_eq!(&read_graphml(&as_graphml(&graph.0, &graph.1)), &graph);
        }

        #[test]
        fn no_name_breaks_a_file(name in any::<String>()) {
            let nodes = [node(&name, 0, false)];
            let edges = [edge(0, 0, &name)];
            let document = as_graphml(&nodes, &edges);
            prop_assert!(Document::parse(&document).is_ok(), "{}", document);
            // Each node and edge has its own line, even if its name contains line breaks.
            prop_assert_eq!(as_dot(&nodes, &edges).lines().count(), 5);
        }
    }
}
