//! Graphs as adjacency lists, directed or undirected, and the algorithms on them.

mod boards;
mod euler;
mod families;
mod hamilton;
pub mod text;
mod traversal;

use std::{
    borrow::Borrow,
    fmt::{self, Display, Formatter, Write},
};

pub(crate) use boards::landings;
pub use boards::{CellGrid, CellMap, Leaper, MapCell, leaper_graph};
pub use euler::{EulerTrail, NoEulerTrail, euler_trail};
pub use families::{FAMILIES, FamilyError, MAX_ARCS, family};
#[cfg(test)]
pub(crate) use hamilton::naive_paths;
pub use hamilton::{
    Constraints, NoHamiltonReason, PathFlaw, Shape, UnknownVertex, VertexNoun, no_hamilton_reason,
    verify, verify_steps,
};
pub(crate) use hamilton::{alternates, ends_conflict};
pub use traversal::{
    BfsTree, ColourBalance, Components, EdgeKind, Forest, VertexColour, breadth_first, components,
    depth_first, two_colouring,
};

/// The number of a vertex, from 0.
pub type Vertex = u32;

/// Whether edges have a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeDirection {
    /// Each arc is an edge.
    Directed,
    /// An arc and its reverse are one edge.
    Undirected,
}

/// Returns the vertices of a graph of this size, in order.
///
/// # Panics
/// If there are more than 2³² of them.
pub fn all(vertices: usize) -> impl Iterator<Item = Vertex> + use<> {
    let end = u32::try_from(vertices).expect("vertices are numbered in 32 bits");
    0..end
}

/// A directed graph as adjacency lists in compressed rows. An undirected edge is two arcs.
/// Searches try the neighbours of a vertex in the order of its list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// The start of each vertex's list, and the end of the last list.
    starts: Vec<u32>,
    neighbours: Vec<Vertex>,
}

impl Graph {
    /// Makes a graph of `vertices` vertices from its edges. An undirected edge is given once; a
    /// loop becomes two arcs as well.
    ///
    /// # Errors
    /// The first end of an edge that is not a vertex.
    ///
    /// # Panics
    /// If there are more than 2³² − 1 arcs.
    pub fn from_edges(
        vertices: usize,
        edges: impl IntoIterator<Item: Borrow<(Vertex, Vertex)>>,
        direction: EdgeDirection,
    ) -> Result<Self, UnknownVertex> {
        let mut lists = vec![Vec::new(); vertices];
        let mut add = |from: Vertex, to: Vertex| {
            let unknown = [from, to].into_iter().find(|&end| end as usize >= vertices);
            if let Some(vertex) = unknown {
                return Err(UnknownVertex { vertex, vertices });
            }
            lists[from as usize].push(to);
            Ok(())
        };
        for edge in edges {
            let &(one, other) = edge.borrow();
            add(one, other)?;
            if direction == EdgeDirection::Undirected {
                add(other, one)?;
            }
        }
        Ok(Graph::from_lists(lists))
    }

    /// Makes a graph from the list of each vertex's neighbours.
    ///
    /// # Panics
    /// If a neighbour is not a vertex, or there are more than 2³² − 1 arcs.
    pub fn from_lists<L: AsRef<[Vertex]>>(lists: impl IntoIterator<Item = L>) -> Self {
        let mut graph = Graph::with_capacity(0, 0);
        for list in lists {
            graph.neighbours.extend_from_slice(list.as_ref());
            graph.end_list();
        }
        let vertices = graph.vertices();
        assert!(
            graph
                .neighbours
                .iter()
                .all(|&vertex| (vertex as usize) < vertices)
        );
        graph
    }

    /// Makes a graph without vertices, with space for this many.
    pub(super) fn with_capacity(vertices: usize, arcs: usize) -> Self {
        let mut starts = Vec::with_capacity(vertices + 1);
        starts.push(0);
        Graph {
            starts,
            neighbours: Vec::with_capacity(arcs),
        }
    }

    /// Adds a neighbour to the list of the next vertex.
    pub(super) fn push_neighbour(&mut self, vertex: Vertex) {
        self.neighbours.push(vertex);
    }

    /// Ends the list of a vertex.
    pub(super) fn end_list(&mut self) {
        let end = u32::try_from(self.neighbours.len()).expect("fewer than 2^32 arcs");
        self.starts.push(end);
    }

    /// Returns the number of vertices.
    pub const fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of arcs: of directed edges, or twice that of undirected edges.
    pub const fn arcs(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the vertices that a vertex has arcs to, in their order.
    #[inline]
    pub fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        let vertex = vertex as usize;
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// Returns all arcs, vertex by vertex.
    pub fn arc_list(&self) -> impl Iterator<Item = (Vertex, Vertex)> {
        all(self.vertices())
            .flat_map(|vertex| self.neighbours(vertex).iter().map(move |&to| (vertex, to)))
    }

    /// Returns the edges: every arc, or the arc of each undirected edge from the smaller vertex to
    /// the greater. In an undirected graph, each arc must have its reverse, and each loop a twin.
    pub fn edges(&self, direction: EdgeDirection) -> impl Iterator<Item = (Vertex, Vertex)> {
        let mut half_loops = 0_usize;
        self.arc_list().filter(move |(from, to)| match direction {
            EdgeDirection::Directed => true,
            EdgeDirection::Undirected if from == to => {
                half_loops += 1;
                half_loops.is_multiple_of(2)
            }
            EdgeDirection::Undirected => from < to,
        })
    }

    /// Returns the graph with every arc reversed and the neighbours of each vertex in order.
    #[must_use]
    pub fn reversed(&self) -> Graph {
        let mut starts = vec![0_u32; self.starts.len()];
        for &to in &self.neighbours {
            starts[to as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut neighbours = vec![0; self.neighbours.len()];
        for (from, to) in self.arc_list() {
            neighbours[next[to as usize] as usize] = from;
            next[to as usize] += 1;
        }
        Graph { starts, neighbours }
    }

    /// Whether each arc has its reverse, and each loop a twin.
    pub fn is_undirected(&self) -> bool {
        let reversed = self.reversed();
        all(self.vertices()).all(|vertex| {
            let mut forth = self.neighbours(vertex).to_vec();
            forth.sort_unstable();
            let loops = forth.iter().filter(|&&to| to == vertex).count();
            forth == reversed.neighbours(vertex) && loops.is_multiple_of(2)
        })
    }

    /// Returns the number of arcs that leave a vertex.
    #[inline]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.neighbours(vertex).len()
    }
}

/// Returns a graph in the language of Graphviz; `name` returns the label of a vertex.
pub fn dot(graph: &Graph, direction: EdgeDirection, name: impl Fn(Vertex) -> String) -> String {
    let (kind, arrow) = match direction {
        EdgeDirection::Directed => ("digraph", "->"),
        EdgeDirection::Undirected => ("graph", "--"),
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

/// A quoted string in the language of Graphviz, with special characters escaped.
#[derive(Clone, Copy, Debug)]
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
    fn neighbours_stay_in_the_order_given() {
        let graph = Graph::from_lists([&[2, 1][..], &[], &[0]]);
        assert_eq!(graph.vertices(), 3);
        assert_eq!(graph.arcs(), 3);
        assert_eq!(graph.neighbours(0), [2, 1]);
        assert_eq!(graph.degree(1), 0);
    }

    #[test]
    fn each_edge_is_written_to_dot_once() {
        let graph = Graph::from_lists([&[1, 1][..], &[0, 0, 2], &[1]]);
        let name = |vertex| format!("v{vertex}");
        let expected = "graph {\n  0 [label=\"v0\"];\n  1 [label=\"v1\"];\n  2 [label=\"v2\"];\n  \
                        0 -- 1;\n  0 -- 1;\n  1 -- 2;\n}\n";
        assert_eq!(dot(&graph, EdgeDirection::Undirected, name), expected);
        assert_eq!(
            dot(&graph, EdgeDirection::Directed, name)
                .matches("->")
                .count(),
            6
        );
    }

    #[test]
    fn quotes_and_backslashes_in_dot_labels_are_escaped() {
        let graph = Graph::from_lists([[0; 0]]);
        let text = dot(&graph, EdgeDirection::Directed, |_| "a\"b\\".to_owned());
        assert!(text.contains(r#"[label="a\"b\\"]"#), "{text}");
    }
}
