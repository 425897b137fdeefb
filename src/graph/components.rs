//! Which vertices hang together.

use super::disjoint::DisjointSets;
use super::{Graph, Vertex, all};

/// The connected components of a graph, whichever way its arcs point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    /// The component of each vertex; components are numbered in the order of their first vertices.
    pub of: Vec<u32>,
    /// The number of vertices of each component.
    pub sizes: Vec<usize>,
}

impl Components {
    /// Whether all vertices hang together; a graph without vertices does, too.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.sizes.len() <= 1
    }
}

/// The components of a graph. Takes time nearly in proportion to its arcs.
#[must_use]
pub fn components(graph: &Graph) -> Components {
    const NONE: u32 = u32::MAX;
    let mut sets = DisjointSets::new(graph.vertices());
    for (from, to) in graph.arc_list() {
        sets.join_different(from, to);
    }
    let mut numbers = vec![NONE; graph.vertices()];
    let mut found = Components { of: Vec::with_capacity(graph.vertices()), sizes: Vec::new() };
    let mut next = 0;
    for vertex in all(graph.vertices()) {
        let root: Vertex = sets.find(vertex).0;
        let number = &mut numbers[root as usize];
        if *number == NONE {
            *number = next;
            next += 1;
            found.sizes.push(0);
        }
        found.sizes[*number as usize] += 1;
        found.of.push(*number);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_numbered_by_their_first_vertices() {
        let graph = Graph::from_lists([&[2][..], &[], &[0], &[1], &[]]);
        let found = components(&graph);
        assert_eq!(found.of, [0, 1, 0, 1, 2]);
        assert_eq!(found.sizes, [2, 2, 1]);
        assert!(!found.is_connected());
    }

    #[test]
    fn arcs_join_whichever_way_they_point() {
        assert!(components(&Graph::from_lists([&[][..], &[0], &[1]])).is_connected());
        assert!(components(&Graph::from_lists::<[Vertex; 0]>([])).is_connected());
    }
}
