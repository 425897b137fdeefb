//! A graph as paths see it: both ways along its arcs, each once, and none back to where it began.

use std::borrow::Cow;
use std::ops::Range;

use crate::graph::{Graph, Vertex};

pub(super) struct Arcs<'g> {
    onward: Cow<'g, Graph>,
    direction: Direction,
}

enum Direction {
    /// Each arc has its counterpart: what leads to a vertex are its neighbours.
    Both,
    One(Incoming),
}

/// The vertices from which each vertex is reached, in compressed rows.
struct Incoming {
    starts: Vec<u32>,
    sources: Vec<Vertex>,
}

impl<'g> Arcs<'g> {
    /// Takes time and memory in proportion to the graph.
    pub(super) fn new(graph: &'g Graph) -> Self {
        let onward = without_loops_and_repeats(graph);
        let direction = if are_plainly_both_ways(&onward) {
            Direction::Both
        } else {
            let incoming = Incoming::of(&onward);
            let both = incoming.is_onward_of(&onward);
            if both { Direction::Both } else { Direction::One(incoming) }
        };
        Arcs { onward, direction }
    }

    /// The graph without loops and parallel arcs.
    pub(super) fn graph(&self) -> &Graph {
        &self.onward
    }

    pub(super) fn vertices(&self) -> usize {
        self.onward.vertices()
    }

    /// The vertices in order.
    pub(super) fn all(&self) -> Range<Vertex> {
        0..Vertex::try_from(self.vertices()).expect("vertices are numbered by u32")
    }

    /// Where one can go from a vertex, in the graph's order.
    #[inline]
    pub(super) fn from(&self, vertex: Vertex) -> &[Vertex] {
        self.onward.neighbours(vertex)
    }

    /// Where one can come from to a vertex.
    #[inline]
    pub(super) fn to(&self, vertex: Vertex) -> &[Vertex] {
        match &self.direction {
            Direction::Both => self.from(vertex),
            Direction::One(incoming) => incoming.sources(vertex),
        }
    }

    #[inline]
    pub(super) fn are_undirected(&self) -> bool {
        matches!(self.direction, Direction::Both)
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
    let mut met = Met { last: vec![0; graph.vertices()] };
    let all = 0..Vertex::try_from(graph.vertices()).expect("vertices are numbered by u32");
    if all.clone().all(|from| graph.neighbours(from).iter().all(|&to| met.is_new(from, to))) {
        return Cow::Borrowed(graph);
    }
    met.last.fill(0);
    Cow::Owned(Graph::from_lists(all.map(|from| {
        let mut list = graph.neighbours(from).to_vec();
        list.retain(|&to| met.is_new(from, to));
        list
    })))
}

/// Whether each arc has its counterpart, and no vertex has more arcs than are quickly looked through. Spares most graphs the memory of all arcs the other way.
fn are_plainly_both_ways(graph: &Graph) -> bool {
    const FEW: usize = 16;
    let mut all = 0..Vertex::try_from(graph.vertices()).expect("vertices are numbered by u32");
    all.all(|from| {
        let mut onward = graph.neighbours(from).iter();
        onward.all(|&to| graph.degree(to) <= FEW && graph.neighbours(to).contains(&from))
    })
}

/// For each vertex, the last that had it as a neighbour, and one more.
struct Met {
    last: Vec<Vertex>,
}

impl Met {
    fn is_new(&mut self, from: Vertex, to: Vertex) -> bool {
        let last = &mut self.last[to as usize];
        from != to && std::mem::replace(last, from + 1) != from + 1
    }
}

impl Incoming {
    fn of(graph: &Graph) -> Self {
        let vertices = graph.vertices();
        let all = 0..Vertex::try_from(vertices).expect("vertices are numbered by u32");
        let mut starts = vec![0; vertices + 2];
        for from in all.clone() {
            for &to in graph.neighbours(from) {
                starts[to as usize + 2] += 1;
            }
        }
        for vertex in 2..starts.len() {
            starts[vertex] += starts[vertex - 1];
        }
        // One place further on than they begin, so that filling moves each to where it belongs.
        let mut sources = vec![0; graph.arcs()];
        for from in all {
            for &to in graph.neighbours(from) {
                let place = &mut starts[to as usize + 1];
                sources[*place as usize] = from;
                *place += 1;
            }
        }
        Incoming { starts, sources }
    }

    #[inline]
    fn sources(&self, vertex: Vertex) -> &[Vertex] {
        let vertex = vertex as usize;
        &self.sources[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// Whether each vertex is reached from those that it leads to, and no others.
    fn is_onward_of(&self, graph: &Graph) -> bool {
        let mut leads = vec![0; graph.vertices()];
        let all = 0..Vertex::try_from(graph.vertices()).expect("vertices are numbered by u32");
        all.into_iter().all(|vertex| {
            for &to in graph.neighbours(vertex) {
                leads[to as usize] = vertex + 1;
            }
            let sources = self.sources(vertex);
            sources.len() == graph.degree(vertex)
                && sources.iter().all(|&from| leads[from as usize] == vertex + 1)
        })
    }
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
