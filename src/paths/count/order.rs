//! Orders of vertices in which few states arise.

use std::collections::HashSet;

use super::FrontierDp;
use crate::graph::{Graph, Vertex, all, breadth_first};

/// A way to order the vertices of a graph for [`FrontierDp`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VertexSequence {
    /// The vertices' numbers.
    Given,
    /// Breadth first from a vertex that is far from others, as Cuthill and `McKee` do.
    BreadthFirst,
    /// Next comes the vertex that leaves the frontier smallest.
    Greedy,
    /// The best of the orders that a beam search keeps.
    Beam,
}

/// The number of orders that a beam search keeps.
const BEAM: usize = 100;

/// Larger graphs are ordered without a beam, which would take long.
const MAX_BEAM_VERTICES: usize = 200;

impl VertexSequence {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Given, Self::BreadthFirst, Self::Greedy, Self::Beam];

    /// Returns the vertices of an undirected graph in this order. `None` if that takes too long.
    #[must_use]
    pub fn of(self, graph: &Graph) -> Option<Vec<Vertex>> {
        let width = match self {
            VertexSequence::Given => return Some(all(graph.vertices()).collect()),
            VertexSequence::BreadthFirst => {
                let far = breadth_first(graph, 0).order.last().copied()?;
                let order = breadth_first(graph, far).order;
                return (order.len() == graph.vertices()).then_some(order);
            }
            VertexSequence::Greedy => 1,
            VertexSequence::Beam => BEAM,
        };
        (graph.vertices() <= MAX_BEAM_VERTICES).then(|| beam(graph, width))
    }
}

/// An order, so far.
#[derive(Clone)]
struct PartialOrder {
    order: Vec<Vertex>,
    /// Whether each vertex is in the order, and whether it is or has such a neighbour.
    is_done: Vec<bool>,
    is_met: Vec<bool>,
    frontier: usize,
    /// An estimate of the number of states.
    cost: f64,
}

impl PartialOrder {
    /// The number of vertices that enter the frontier with the next one.
    fn opened(&self, graph: &Graph, vertex: Vertex) -> usize {
        let mut new: Vec<Vertex> = graph.neighbours(vertex).to_vec();
        new.push(vertex);
        new.retain(|&other| !self.is_met[other as usize]);
        new.sort_unstable();
        new.dedup();
        new.len()
    }

    fn push(&mut self, graph: &Graph, vertex: Vertex) {
        self.frontier = self.frontier + self.opened(graph, vertex) - 1;
        self.cost += FrontierDp::states_of(self.frontier);
        self.is_done[vertex as usize] = true;
        self.is_met[vertex as usize] = true;
        for &other in graph.neighbours(vertex) {
            self.is_met[other as usize] = true;
        }
        self.order.push(vertex);
    }
}

/// Adds vertices to the orders that cost least, of which it keeps this many.
fn beam(graph: &Graph, width: usize) -> Vec<Vertex> {
    let vertices = graph.vertices();
    let is_done = vec![false; vertices];
    let is_met = vec![false; vertices];
    let empty = PartialOrder {
        order: Vec::new(),
        is_done,
        is_met,
        frontier: 0,
        cost: 0.0,
    };
    let mut kept = vec![empty];
    for _ in 0..vertices {
        let mut next: Vec<(f64, usize, Vertex)> = Vec::new();
        for (at, partial) in kept.iter().enumerate() {
            let is_new = |&vertex: &Vertex| !partial.is_done[vertex as usize];
            let is_met = |&vertex: &Vertex| partial.is_met[vertex as usize];
            let is_apart = partial.frontier == 0;
            for vertex in all(vertices).filter(|it| is_new(it) && (is_apart || is_met(it))) {
                let frontier = partial.frontier + partial.opened(graph, vertex) - 1;
                next.push((partial.cost + FrontierDp::states_of(frontier), at, vertex));
            }
        }
        next.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut seen = HashSet::new();
        let mut chosen = Vec::new();
        for (_, at, vertex) in next {
            let mut is_done = kept[at].is_done.clone();
            is_done[vertex as usize] = true;
            if seen.insert(is_done) {
                let mut partial = kept[at].clone();
                partial.push(graph, vertex);
                chosen.push(partial);
                if chosen.len() == width {
                    break;
                }
            }
        }
        kept = chosen;
    }
    kept.swap_remove(0).order
}
