//! Depth-first search of a whole graph: the forest, the times, and what each edge is to it; and
//! breadth-first search from one vertex: how far the others are.

use super::adjacency::{EdgeDirection, Graph, Vertex, all};

/// What a depth-first search finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forest {
    /// The vertex from which each one was entered; none for the roots.
    pub predecessors: Vec<Option<Vertex>>,
    /// When each vertex was entered. One clock, which begins at 1, counts both kinds of event.
    pub discovered: Vec<u64>,
    /// When each vertex was left for good.
    pub finished: Vec<u64>,
    /// The edges in the order in which they were met, each from the vertex where it was met first.
    pub edges: Vec<(Vertex, Vertex, EdgeKind)>,
}

/// What an edge is to the forest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// It led to a vertex that was not seen before.
    Tree,
    /// To a vertex that had been entered, but not left: it closes a cycle.
    Back,
    /// To a descendant that had been left.
    Forward,
    /// To a vertex that had been left and is no descendant.
    Cross,
}

impl EdgeKind {
    /// `tree`, `back`, `forward` or `cross`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            EdgeKind::Tree => "tree",
            EdgeKind::Back => "back",
            EdgeKind::Forward => "forward",
            EdgeKind::Cross => "cross",
        }
    }
}

/// Searches the graph depth first, from each vertex in order that is not seen yet; neighbours are
/// tried in the order of the graph. In an undirected graph each edge is met once, and so is a tree
/// edge or a back edge.
///
/// Takes time and memory in proportion to the graph; there is no recursion, so a path of a million
/// vertices will do.
///
/// Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms, "Depth-first search".
#[must_use]
pub fn depth_first(graph: &Graph, direction: EdgeDirection) -> Forest {
    let mut search = DfsState::new(graph, direction);
    for root in all(graph.vertices()) {
        if search.forest.discovered[root as usize] == 0 {
            search.grow(root);
        }
    }
    search.forest
}

struct DfsState<'a> {
    graph: &'a Graph,
    direction: EdgeDirection,
    forest: Forest,
    time: u64,
    /// The vertices entered and not left, each with the number of its arcs that are done, and
    /// whether one of these was the edge by which it was entered.
    open: Vec<Frame>,
}

struct Frame {
    vertex: Vertex,
    done: usize,
    /// Of an undirected graph: the arc back to the predecessor was met.
    came_back: bool,
    /// Of an undirected graph: an odd number of arcs to the vertex itself was met.
    in_loop: bool,
}

impl<'a> DfsState<'a> {
    fn new(graph: &'a Graph, direction: EdgeDirection) -> Self {
        let vertices = graph.vertices();
        let forest = Forest {
            predecessors: vec![None; vertices],
            discovered: vec![0; vertices],
            finished: vec![0; vertices],
            edges: Vec::new(),
        };
        DfsState { graph, direction, forest, time: 0, open: Vec::new() }
    }

    /// Grows the tree of a root.
    fn grow(&mut self, root: Vertex) {
        self.enter(root);
        while let Some(frame) = self.open.last_mut() {
            let from = frame.vertex;
            let Some(&to) = self.graph.neighbours(from).get(frame.done) else {
                self.time += 1;
                self.forest.finished[from as usize] = self.time;
                self.open.pop();
                continue;
            };
            frame.done += 1;
            let Some(kind) = self.meet(from, to) else { continue };
            self.forest.edges.push((from, to, kind));
            if kind == EdgeKind::Tree {
                self.forest.predecessors[to as usize] = Some(from);
                self.enter(to);
            }
        }
    }

    fn enter(&mut self, vertex: Vertex) {
        self.time += 1;
        self.forest.discovered[vertex as usize] = self.time;
        self.open.push(Frame { vertex, done: 0, came_back: false, in_loop: false });
    }

    /// What the arc is, unless it is an undirected edge that was met from its other end.
    fn meet(&mut self, from: Vertex, to: Vertex) -> Option<EdgeKind> {
        let Forest { predecessors, discovered, finished, .. } = &self.forest;
        let (start, target) = (discovered[from as usize], discovered[to as usize]);
        if target == 0 {
            return Some(EdgeKind::Tree);
        }
        let is_open = finished[to as usize] == 0;
        if self.direction == EdgeDirection::Directed {
            return Some(match is_open {
                true => EdgeKind::Back,
                false if start < target => EdgeKind::Forward,
                false => EdgeKind::Cross,
            });
        }
        let frame = self.open.last_mut().expect("the arc leaves the vertex entered last");
        if from == to {
            frame.in_loop = !frame.in_loop;
            return frame.in_loop.then_some(EdgeKind::Back);
        }
        if predecessors[from as usize] == Some(to) && !frame.came_back {
            frame.came_back = true;
            return None;
        }
        is_open.then_some(EdgeKind::Back)
    }
}

/// What a breadth-first search finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BfsTree {
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
pub fn breadth_first(graph: &Graph, start: Vertex) -> BfsTree {
    let vertices = graph.vertices();
    let mut reach = BfsTree {
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
    use proptest::prelude::*;

    use super::EdgeKind::{Back, Cross, Forward, Tree};
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

    #[test]
    fn the_times_are_those_of_the_textbook() {
        // A→B, A→D, B→C, B→D, D→E, E→B, E→F, F→C.
        let graph = Graph::from_lists([&[1, 3][..], &[2, 3], &[], &[4], &[1, 5], &[2]]);
        let forest = depth_first(&graph, EdgeDirection::Directed);
        assert_eq!(forest.discovered, [1, 2, 3, 5, 6, 7]);
        assert_eq!(forest.finished, [12, 11, 4, 10, 9, 8]);
        assert_eq!(forest.predecessors, [None, Some(0), Some(1), Some(1), Some(3), Some(4)]);
        let kinds = forest.edges.iter().map(|edge| (edge.0, edge.1, edge.2)).collect::<Vec<_>>();
        let expected = [
            (0, 1, Tree),
            (1, 2, Tree),
            (1, 3, Tree),
            (3, 4, Tree),
            (4, 1, Back),
            (4, 5, Tree),
            (5, 2, Cross),
            (0, 3, Forward),
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn a_path_of_a_million_vertices_is_no_deeper_than_memory() {
        let last = 999_999;
        let path = Graph::from_lists((0..=last).map(|vertex| {
            let next = (vertex < last).then_some(vertex + 1);
            next.into_iter().collect::<Vec<_>>()
        }));
        let forest = depth_first(&path, EdgeDirection::Directed);
        assert_eq!(forest.discovered[999_999], 1_000_000);
        assert_eq!(forest.finished[0], 2_000_000);
    }

    #[test]
    fn parallel_edges_and_loops_are_met_once() {
        let graph = Graph::from_lists([&[1, 1, 1][..], &[0, 0, 0, 1, 1]]);
        let kinds = |direction| {
            let kinds = depth_first(&graph, direction).edges.into_iter();
            kinds.map(|edge| edge.2.word()).collect::<Vec<_>>()
        };
        assert_eq!(kinds(EdgeDirection::Undirected), ["tree", "back", "back", "back"]);
        assert_eq!(kinds(EdgeDirection::Directed).len(), graph.arcs());
    }

    fn graphs() -> impl Strategy<Value = Vec<Vec<Vertex>>> {
        (1..9_u32).prop_flat_map(|vertices| {
            let list = prop::collection::vec(0..vertices, 0..5);
            prop::collection::vec(list, vertices as usize)
        })
    }

    proptest! {
        #[test]
        fn times_nest_like_parentheses(lists in graphs()) {
            let graph = Graph::from_lists(lists);
            let forest = depth_first(&graph, EdgeDirection::Directed);
            let mut times = [&forest.discovered[..], &forest.finished].concat();
            times.sort_unstable();
            prop_assert_eq!(times, (1..=2 * graph.vertices() as u64).collect::<Vec<_>>());
            let span = |vertex: Vertex| {
                (forest.discovered[vertex as usize], forest.finished[vertex as usize])
            };
            let within = |(a, b): (u64, u64), (c, d): (u64, u64)| c < a && b < d;
            for one in all(graph.vertices()) {
                for other in all(graph.vertices()).filter(|&other| other != one) {
                    let (a, b) = (span(one), span(other));
                    let apart = a.1 < b.0 || b.1 < a.0;
                    prop_assert!(apart || within(a, b) || within(b, a));
                }
            }
            prop_assert_eq!(forest.edges.len(), graph.arcs());
            for &(from, to, kind) in &forest.edges {
                let (a, b) = (span(from), span(to));
                let expected = if within(b, a) { kind == EdgeKind::Tree || kind == EdgeKind::Forward }
                    else if a == b || within(a, b) { kind == EdgeKind::Back }
                    else { kind == EdgeKind::Cross };
                prop_assert!(expected, "{from} {to} {kind:?}");
                let enters = kind == EdgeKind::Tree;
                prop_assert!(!enters || forest.predecessors[to as usize] == Some(from));
            }
        }

        #[test]
        fn an_undirected_edge_is_a_tree_edge_or_a_back_edge(lists in graphs()) {
            let mut both = vec![Vec::new(); lists.len()];
            for (from, to) in Graph::from_lists(&lists).arc_list() {
                both[from as usize].push(to);
                both[to as usize].push(from);
            }
            let graph = Graph::from_lists(both);
            prop_assert!(graph.is_undirected());
            let forest = depth_first(&graph, EdgeDirection::Undirected);
            prop_assert_eq!(forest.edges.len() * 2, graph.arcs());
            let known = |kind| kind == EdgeKind::Tree || kind == EdgeKind::Back;
            prop_assert!(forest.edges.iter().all(|edge| known(edge.2)));
            let sorted = |edges: &mut dyn Iterator<Item = (Vertex, Vertex)>| {
                let mut edges: Vec<_> = edges.map(|(a, b)| (a.min(b), a.max(b))).collect();
                edges.sort_unstable();
                edges
            };
            prop_assert_eq!(
                sorted(&mut forest.edges.iter().map(|edge| (edge.0, edge.1))),
                sorted(&mut graph.edges(EdgeDirection::Undirected))
            );
        }
    }
}
