//! Lists of edges: `A B`.

use super::Named;
use super::error::{ParseError, ParseErrorKind};
use super::lines::lines;
use super::named::Names;
use crate::graph::{Direction, Graph, Vertex};

/// The graph of these edges. Vertices are numbered in the order in which they first appear.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_edges(bytes: &[u8], direction: Direction) -> Result<Named, ParseError> {
    let mut names = Names::default();
    let mut lists: Vec<Vec<Vertex>> = Vec::new();
    for line in lines(bytes)? {
        let words: Vec<_> = line.words().collect();
        let vertices: Vec<Vertex> = words.iter().map(|(_, word)| names.number(word)).collect();
        lists.resize(names.len(), Vec::new());
        match vertices[..] {
            // A line of nothing but commas names no vertex.
            [] | [_] => {}
            [from, to] => {
                lists[from as usize].push(to);
                if direction == Direction::Undirected {
                    lists[to as usize].push(from);
                }
            }
            [_, _, _, ..] => {
                let kind = ParseErrorKind::Edge { found: words.len() };
                return Err(line.error(words[2].0.start..line.text.len(), kind));
            }
        }
    }
    Ok(Named { graph: Graph::from_lists(lists), direction, names: names.into_strings() })
}
