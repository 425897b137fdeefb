//! State graphs as `GraphML`, which is described at <http://graphml.graphdrawing.org/>.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use super::{Edge, Node};
use crate::render::xml::Escaped;

/// What is said about positions and moves, and the types of that.
const KEYS: &str = r#"  <key id="label" for="node" attr.name="label" attr.type="string"/>
  <key id="distance" for="node" attr.name="distance" attr.type="long"/>
  <key id="goal" for="node" attr.name="goal" attr.type="boolean"/>
  <key id="states" for="node" attr.name="states" attr.type="long"/>
  <key id="move" for="edge" attr.name="label" attr.type="string"/>
"#;

/// Writes a state graph as `GraphML`. A position has its drawing as `label`, its `distance`, whether
/// it is a `goal`, and the `states` that it stands for; a move has its name as `label`.
///
/// # Errors
/// Where it cannot be written.
pub fn graphml(
    out: &mut dyn Write,
    title: &str,
    nodes: impl Iterator<Item = Node>,
    edges: impl Iterator<Item = Edge>,
) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"#)?;
    write!(out, "{KEYS}")?;
    writeln!(out, r#"  <graph id="states" edgedefault="undirected">"#)?;
    writeln!(out, "    <desc>{}</desc>", Lines(title))?;
    for (number, node) in nodes.enumerate() {
        let Node { drawing, distance, is_goal, states } = node;
        write!(out, r#"    <node id="n{number}"><data key="label">{}</data>"#, Lines(&drawing))?;
        write!(out, r#"<data key="distance">{distance}</data><data key="goal">{is_goal}</data>"#)?;
        writeln!(out, r#"<data key="states">{states}</data></node>"#)?;
    }
    for Edge { from, to, label } in edges {
        let label = Lines(&label);
        write!(out, r#"    <edge source="n{from}" target="n{to}">"#)?;
        writeln!(out, r#"<data key="move">{label}</data></edge>"#)?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

/// Text of one or more lines.
struct Lines<'a>(&'a str);

impl Display for Lines<'_> {
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
