//! Two colours, so that every edge joins one to the other: as on a chessboard.

use super::disjoint::DisjointSets;
use super::{Graph, all};

/// One of two classes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The class of the first vertex of each component.
    White,
    /// The other one.
    Black,
}

/// The colour of each vertex, where two colours are enough; `None` where there is a cycle of odd
/// length, whichever way its arcs point. Takes time nearly in proportion to the arcs.
#[must_use]
pub fn two_colouring(graph: &Graph) -> Option<Vec<Colour>> {
    let mut sets = DisjointSets::new(graph.vertices());
    if !graph.arc_list().all(|(from, to)| sets.join_different(from, to)) {
        return None;
    }
    // The colour of the vertex that stands for a set is whatever makes the first one white.
    let mut flipped: Vec<Option<Colour>> = vec![None; graph.vertices()];
    let colours = all(graph.vertices()).map(|vertex| {
        let (root, colour) = sets.find(vertex);
        let first = *flipped[root as usize].get_or_insert(colour);
        if colour == first { Colour::White } else { Colour::Black }
    });
    Some(colours.collect())
}

#[cfg(test)]
mod tests {
    use super::Colour::{Black, White};
    use super::*;
    use crate::graph::{Leaper, leaper_graph};

    #[test]
    fn a_knight_changes_colour_with_every_move() {
        let colours = two_colouring(&leaper_graph(3, 4, Leaper::KNIGHT)).expect("two are enough");
        assert_eq!(colours[..5], [White, Black, White, Black, Black]);
        assert_eq!(colours.iter().filter(|&&colour| colour == White).count(), 6);
    }

    #[test]
    fn the_first_vertex_of_each_component_is_white() {
        let graph = Graph::from_lists([&[3][..], &[4], &[], &[], &[2]]);
        assert_eq!(two_colouring(&graph), Some(vec![White, White, White, Black, Black]));
    }

    #[test]
    fn odd_cycles_and_loops_take_three() {
        assert_eq!(two_colouring(&Graph::from_lists([[1], [2], [0]])), None);
        assert_eq!(two_colouring(&Graph::from_lists([[0]])), None);
        assert!(two_colouring(&Graph::from_lists([[1], [2], [3], [0]])).is_some());
    }
}
