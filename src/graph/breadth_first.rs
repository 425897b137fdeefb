//! Breadth-first search from one vertex: how far the others are.

use super::{Graph, Vertex};

/// What a breadth-first search finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The number of arcs on a shortest way to each vertex, where there is one.
    pub distances: Vec<Option<u32>>,
    /// The vertex before each one on such a way.
    pub predecessors: Vec<Option<Vertex>>,
    /// The vertices in the order in which they were met, nearer ones first.
    pub order: Vec<Vertex>,
}

/// Searches the graph breadth first. Takes time and memory in proportion to the graph.
///
/// # Panics
/// If `start` is no vertex.
#[must_use]
pub fn breadth_first(graph: &Graph, start: Vertex) -> Reach {
    let vertices = graph.vertices();
    let mut reach = Reach {
        distances: vec![None; vertices],
        predecessors: vec![None; vertices],
        order: vec![start],
    };
    reach.distances[start as usize] = Some(0);
    let mut next = 0;
    while let Some(&from) = reach.order.get(next) {
        next += 1;
        let distance = reach.distances[from as usize].map(|distance| distance + 1);
        for &to in graph.neighbours(from) {
            if reach.distances[to as usize].is_none() {
                reach.distances[to as usize] = distance;
                reach.predecessors[to as usize] = Some(from);
                reach.order.push(to);
            }
        }
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Leaper, leaper_graph};

    #[test]
    fn a_knight_is_six_moves_from_corner_to_corner() {
        let reach = breadth_first(&leaper_graph(8, 8, Leaper::KNIGHT), 0);
        assert_eq!(reach.distances[63], Some(6));
        assert_eq!(reach.order.len(), 64);
        let mut way = vec![63];
        while let Some(before) = reach.predecessors[way[way.len() - 1] as usize] {
            way.push(before);
        }
        assert_eq!((way.len(), way[6]), (7, 0));
    }

    #[test]
    fn what_no_arc_leads_to_is_not_reached() {
        let reach = breadth_first(&Graph::from_lists([&[1][..], &[], &[0]]), 0);
        assert_eq!(reach.distances, [Some(0), Some(1), None]);
        assert_eq!(reach.predecessors, [None, Some(0), None]);
    }
}
