//! Graphs as adjacency lists, directed or not, and what is asked of them.

mod leaper;

pub use leaper::{Leaper, leaper_graph};

/// The number of a vertex, from 0.
pub type Vertex = u32;

/// A directed graph in compressed rows. An undirected edge is two arcs.
///
/// The order of a vertex's neighbours is kept: searches try them in that order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// Where the neighbours of each vertex begin, and where the last ones end.
    starts: Vec<u32>,
    neighbours: Vec<Vertex>,
}

impl Graph {
    /// A graph of as many vertices as there are lists; each list holds the neighbours of one.
    ///
    /// # Panics
    /// If a neighbour is no vertex, or there are more than 2³² − 1 arcs.
    pub fn from_lists<L: AsRef<[Vertex]>>(lists: impl IntoIterator<Item = L>) -> Self {
        let mut graph = Graph { starts: vec![0], neighbours: Vec::new() };
        for list in lists {
            graph.neighbours.extend_from_slice(list.as_ref());
            let end = u32::try_from(graph.neighbours.len()).expect("fewer than 2^32 arcs");
            graph.starts.push(end);
        }
        let vertices = graph.vertices();
        assert!(graph.neighbours.iter().all(|&vertex| (vertex as usize) < vertices));
        graph
    }

    /// The number of vertices.
    #[must_use]
    pub const fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of arcs: directed edges, or twice the undirected ones.
    #[must_use]
    pub const fn arcs(&self) -> usize {
        self.neighbours.len()
    }

    /// The vertices that a vertex has an arc to, in the order in which they were given.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, vertex: Vertex) -> &[Vertex] {
        let vertex = vertex as usize;
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The number of arcs that leave a vertex.
    #[must_use]
    #[inline]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.neighbours(vertex).len()
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
}
