//! Graphs in the language of Graphviz.

use std::fmt::{self, Display, Formatter, Write};

use super::{Direction, Graph, Vertex, all};

/// The graph as Graphviz reads it, with each vertex called what `name` says, whatever that holds.
pub fn dot(graph: &Graph, direction: Direction, name: impl Fn(Vertex) -> String) -> String {
    let (kind, arrow) = match direction {
        Direction::Directed => ("digraph", "->"),
        Direction::Undirected => ("graph", "--"),
    };
    let mut text = format!("{kind} {{\n");
    for vertex in all(graph.vertices()) {
        let name = name(vertex);
        writeln!(text, "  {vertex} [label={}];", Quoted(&name)).expect("a string takes it all");
    }
    for (from, to) in graph.edges(direction) {
        writeln!(text, "  {from} {arrow} {to};").expect("a string takes it all");
    }
    text += "}\n";
    text
}

/// A string in the language of Graphviz, in quotes. A backslash begins a command there: the one for
/// a new line is used.
pub struct Quoted<'a>(pub &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for mark in self.0.chars() {
            match mark {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                mark if mark.is_control() => f.write_str("\u{fffd}")?,
                mark => write!(f, "{mark}")?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edge_is_drawn_once() {
        let graph = Graph::from_lists([&[1, 1][..], &[0, 0, 2], &[1]]);
        let name = |vertex| format!("v{vertex}");
        let expected = "graph {\n  0 [label=\"v0\"];\n  1 [label=\"v1\"];\n  2 [label=\"v2\"];\n  \
                        0 -- 1;\n  0 -- 1;\n  1 -- 2;\n}\n";
        assert_eq!(dot(&graph, Direction::Undirected, name), expected);
        assert_eq!(dot(&graph, Direction::Directed, name).matches("->").count(), 6);
    }

    #[test]
    fn no_name_ends_its_quotes() {
        let graph = Graph::from_lists([[0; 0]]);
        let text = dot(&graph, Direction::Directed, |_| "a\"b\\".to_owned());
        assert!(text.contains(r#"[label="a\"b\\"]"#), "{text}");
    }
}
