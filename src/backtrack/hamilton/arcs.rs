//! A graph as paths see it: both ways along its arcs, each once, and none back to where it began.

use std::borrow::Cow;

use crate::graph::{Graph, Vertex, all};

pub(super) struct Arcs<'g> {
    onward: Cow<'g, Graph>,
    /// The arcs the other way; none where each has its counterpart, so that what leads to a vertex
    /// are its neighbours.
    incoming: Option<Graph>,
}

impl<'g> Arcs<'g> {
    /// Takes time and memory in proportion to the graph.
    pub(super) fn new(graph: &'g Graph) -> Self {
        let onward = without_loops_and_repeats(graph);
        let is_undirected = are_plainly_both_ways(&onward) || onward.is_undirected();
        let incoming = (!is_undirected).then(|| onward.reversed());
        Arcs { onward, incoming }
    }

    /// The graph without loops and parallel arcs.
    pub(super) fn graph(&self) -> &Graph {
        &self.onward
    }

    pub(super) fn vertices(&self) -> usize {
        self.onward.vertices()
    }

    /// The vertices in order.
    pub(super) fn all(&self) -> impl Iterator<Item = Vertex> + use<> {
        all(self.vertices())
    }

    /// Where one can go from a vertex, in the graph's order.
    #[inline]
    pub(super) fn from(&self, vertex: Vertex) -> &[Vertex] {
        self.onward.neighbours(vertex)
    }

    /// Where one can come from to a vertex.
    #[inline]
    pub(super) fn to(&self, vertex: Vertex) -> &[Vertex] {
        match &self.incoming {
            None => self.from(vertex),
            Some(incoming) => incoming.neighbours(vertex),
        }
    }

    #[inline]
    pub(super) fn are_undirected(&self) -> bool {
        self.incoming.is_none()
    }

    pub(super) fn have(&self, from: Vertex, to: Vertex) -> bool {
        self.from(from).contains(&to)
    }

    pub(super) fn bytes(&self) -> usize {
        (self.onward.arcs() + self.vertices())
            * size_of::<Vertex>()
            * if self.are_undirected() { 1 } else { 2 }
    }
}

/// The graph itself, where it is simple.
fn without_loops_and_repeats(graph: &Graph) -> Cow<'_, Graph> {
    // For each vertex, the last that had it as a neighbour, and one more.
    let mut met = vec![0; graph.vertices()];
    let is_new = |met: &mut [Vertex], from: Vertex, to: Vertex| {
        from != to && std::mem::replace(&mut met[to as usize], from + 1) != from + 1
    };
    if graph.arc_list().all(|(from, to)| is_new(&mut met, from, to)) {
        return Cow::Borrowed(graph);
    }
    met.fill(0);
    Cow::Owned(Graph::from_lists(all(graph.vertices()).map(|from| {
        let mut list = graph.neighbours(from).to_vec();
        list.retain(|&to| is_new(&mut met, from, to));
        list
    })))
}

/// Whether each arc has its counterpart, and no vertex has more arcs than are quickly looked
/// through. Spares most graphs the memory of all arcs the other way.
fn are_plainly_both_ways(graph: &Graph) -> bool {
    const FEW: usize = 16;
    all(graph.vertices()).all(|from| {
        let mut onward = graph.neighbours(from).iter();
        onward.all(|&to| graph.degree(to) <= FEW && graph.neighbours(to).contains(&from))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_and_repeats_are_no_arcs() {
        let graph = Graph::from_lists([&[1, 0, 1, 2][..], &[0], &[]]);
        let arcs = Arcs::new(&graph);
        assert_eq!(arcs.from(0), [1, 2]);
        assert_eq!((arcs.to(0), arcs.to(1), arcs.to(2)), (&[1][..], &[0][..], &[0][..]));
        assert!(!arcs.are_undirected());
    }

    #[test]
    fn arcs_both_ways_are_recognized_in_any_order() {
        let graph = Graph::from_lists([&[2, 1][..], &[0, 2], &[0, 1]]);
        assert!(Arcs::new(&graph).are_undirected());
        let star = (0..100).map(|leaf| if leaf == 0 { (1..100).collect() } else { vec![0] });
        assert!(Arcs::new(&Graph::from_lists(star)).are_undirected(), "however many there are");
        let graph = Graph::from_lists([&[1][..], &[2], &[0]]);
        assert!(!Arcs::new(&graph).are_undirected());
    }
}
