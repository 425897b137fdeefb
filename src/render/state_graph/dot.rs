//! State graphs in the language of Graphviz.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use super::{Edge, Node};

/// Writes a state graph as Graphviz reads it: the start is filled, goals have two borders, and each
/// position keeps its `distance`, `states` and `goal` as attributes of its own.
///
/// # Errors
/// Where it cannot be written.
pub fn dot(
    out: &mut dyn Write,
    title: &str,
    nodes: impl Iterator<Item = Node>,
    edges: impl Iterator<Item = Edge>,
) -> io::Result<()> {
    writeln!(out, "graph {} {{", Quoted(title))?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
    for (number, node) in nodes.enumerate() {
        let Node { drawing, distance, is_goal, states } = node;
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
    for Edge { from, to, label } in edges {
        writeln!(out, "  {from} -- {to} [label={}];", Quoted(&label))?;
    }
    writeln!(out, "}}")
}

/// A string of the language, in which a backslash begins a command: that for a new line is used.
struct Quoted<'a>(&'a str);

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
