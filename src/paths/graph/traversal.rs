//! Breadth-first and depth-first search; components and two-colourings.

use serde::Serialize;

use super::{EdgeDirection, Graph, Vertex, all};

/// The result of a depth-first search.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[non_exhaustive]
pub struct Forest {
    /// The predecessor of each vertex; `None` for the roots.
    pub predecessors: Vec<Option<Vertex>>,
    /// The time at which each vertex was discovered. One clock counts both kinds of event, from 1.
    pub discovered: Vec<u64>,
    /// The time at which each vertex was finished.
    pub finished: Vec<u64>,
    /// The edges in the order of the search, each from the vertex that the search came from.
    pub edges: Vec<(Vertex, Vertex, EdgeKind)>,
}

/// The class of an edge in a depth-first search.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// The edge leads to an undiscovered vertex.
    Tree,
    /// The edge leads to an ancestor and closes a cycle.
    Back,
    /// The edge leads to a finished descendant.
    Forward,
    /// The edge leads to a finished vertex that is not a descendant.
    Cross,
}

impl EdgeKind {
    /// Returns `tree`, `back`, `forward` or `cross`.
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

/// Searches a graph depth first, from each undiscovered vertex in order; neighbours are tried in
/// the order of the graph. In an undirected graph each edge is listed once, as a tree edge or a
/// back edge. Takes time and memory linear in the graph, and no recursion.
///
/// Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms, "Depth-first search".
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
    /// The discovered vertices that are not finished.
    open: Vec<StackFrame>,
}

struct StackFrame {
    vertex: Vertex,
    done: usize,
    /// Whether the arc back to the predecessor is done, in an undirected graph.
    came_back: bool,
    /// Whether an odd number of loops is done, in an undirected graph.
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
        DfsState {
            graph,
            direction,
            forest,
            time: 0,
            open: Vec::new(),
        }
    }

    /// Searches the tree of a root.
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
            let Some(kind) = self.classify_edge(from, to) else {
                continue;
            };
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
        self.open.push(StackFrame {
            vertex,
            done: 0,
            came_back: false,
            in_loop: false,
        });
    }

    /// Classifies an arc, unless it is an undirected edge that is listed already.
    fn classify_edge(&mut self, from: Vertex, to: Vertex) -> Option<EdgeKind> {
        let Forest {
            predecessors,
            discovered,
            finished,
            ..
        } = &self.forest;
        let start = discovered[from as usize];
        let target = discovered[to as usize];
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
        let frame = self
            .open
            .last_mut()
            .expect("the arc leaves the vertex entered last");
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

/// The result of a breadth-first search.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[non_exhaustive]
pub struct BfsTree {
    /// The distance of each reachable vertex.
    pub distances: Vec<Option<u32>>,
    /// The vertex before each one on a shortest path.
    pub predecessors: Vec<Option<Vertex>>,
    /// The reachable vertices in the order of the search, nearest first.
    pub order: Vec<Vertex>,
}

/// Searches a graph breadth first. Takes time and memory linear in the graph.
///
/// # Panics
/// If the graph has no vertex `start`.
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

/// The connected components of a graph, regardless of the direction of its arcs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Components {
    /// The component of each vertex; components are numbered in the order of their first vertices.
    pub of: Vec<u32>,
    /// The number of vertices of each component.
    pub sizes: Vec<usize>,
}

impl Components {
    /// Whether the graph is connected. A graph without vertices is.
    pub fn is_connected(&self) -> bool {
        self.sizes.len() <= 1
    }
}

/// Returns the components of a graph. Takes time nearly linear in its arcs.
pub fn components(graph: &Graph) -> Components {
    const NONE: u32 = u32::MAX;
    let mut sets = DisjointSets::new(graph.vertices());
    for (from, to) in graph.arc_list() {
        sets.join_different(from, to);
    }
    let mut numbers = vec![NONE; graph.vertices()];
    let mut found = Components {
        of: Vec::with_capacity(graph.vertices()),
        sizes: Vec::new(),
    };
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

/// One of two classes of vertices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VertexColour {
    /// The class of the first vertex of each component.
    White,
    /// The other class.
    Black,
}

/// Returns a colour for each vertex such that adjacent vertices differ; `None` if the graph is not
/// bipartite. Takes time nearly linear in the arcs.
pub fn two_colouring(graph: &Graph) -> Option<Vec<VertexColour>> {
    let mut sets = DisjointSets::new(graph.vertices());
    if !graph
        .arc_list()
        .all(|(from, to)| sets.join_different(from, to))
    {
        return None;
    }
    // The representative of a set has the colour that makes the first vertex white.
    let mut flipped: Vec<Option<VertexColour>> = vec![None; graph.vertices()];
    Some(
        all(graph.vertices())
            .map(|vertex| {
                let (root, colour) = sets.find(vertex);
                let first = *flipped[root as usize].get_or_insert(colour);
                if colour == first {
                    VertexColour::White
                } else {
                    VertexColour::Black
                }
            })
            .collect(),
    )
}

/// The difference of the sizes of two classes that permits a Hamiltonian path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourBalance {
    /// The classes have the same size. The ends of a path differ in colour, and a cycle may exist.
    Even,
    /// This class has one more vertex: both ends of a path have its colour, and no cycle is
    /// possible.
    OneMore(VertexColour),
}

impl ColourBalance {
    /// Returns the balance of two classes; `None` if their sizes differ by two or more.
    pub const fn of(white: usize, black: usize) -> Option<Self> {
        if white == black {
            Some(ColourBalance::Even)
        } else if white == black + 1 {
            Some(ColourBalance::OneMore(VertexColour::White))
        } else if white + 1 == black {
            Some(ColourBalance::OneMore(VertexColour::Black))
        } else {
            None
        }
    }

    /// Returns the balance of a [`two_colouring`].
    pub fn of_colours(colours: &[VertexColour]) -> Option<Self> {
        let white = colours
            .iter()
            .filter(|&&colour| colour == VertexColour::White)
            .count();
        ColourBalance::of(white, colours.len() - white)
    }

    /// Returns the number of white ends and of black ends of a Hamiltonian path.
    #[must_use]
    pub const fn ends(self) -> [u32; 2] {
        match self {
            ColourBalance::Even => [1, 1],
            ColourBalance::OneMore(VertexColour::White) => [2, 0],
            ColourBalance::OneMore(VertexColour::Black) => [0, 2],
        }
    }
}

/// Disjoint sets of vertices: each vertex points towards the representative of its set.
///
/// Union by size with path halving: Tarjan, van Leeuwen, Worst-case analysis of set union
/// algorithms, 1984. Next to each pointer stands whether the two vertices differ in colour.
pub struct DisjointSets {
    parents: Vec<Vertex>,
    differs: Vec<bool>,
    sizes: Vec<u32>,
}

impl DisjointSets {
    /// Makes a set of each vertex.
    pub fn new(vertices: usize) -> Self {
        DisjointSets {
            parents: all(vertices).collect(),
            differs: vec![false; vertices],
            sizes: vec![1; vertices],
        }
    }

    /// Returns the representative of a vertex, and the colour if the representative is white.
    pub fn find(&mut self, mut vertex: Vertex) -> (Vertex, VertexColour) {
        let mut differs = false;
        loop {
            let at = vertex as usize;
            let parent = self.parents[at];
            if parent == vertex {
                return (
                    vertex,
                    if differs {
                        VertexColour::Black
                    } else {
                        VertexColour::White
                    },
                );
            }
            let above = parent as usize;
            if self.parents[above] != parent {
                self.differs[at] ^= self.differs[above];
                self.parents[at] = self.parents[above];
            }
            differs ^= self.differs[at];
            vertex = self.parents[at];
        }
    }

    /// Joins the sets of two vertices of different colours. Returns `false` if they are in one set
    /// and have the same colour.
    pub fn join_different(&mut self, one: Vertex, other: Vertex) -> bool {
        let (mut one, a) = self.find(one);
        let (mut other, b) = self.find(other);
        if one == other {
            return a != b;
        }
        if self.sizes[one as usize] < self.sizes[other as usize] {
            std::mem::swap(&mut one, &mut other);
        }
        self.sizes[one as usize] += self.sizes[other as usize];
        self.parents[other as usize] = one;
        self.differs[other as usize] = a == b;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{
        EdgeKind::{Back, Cross, Forward, Tree},
        VertexColour::{Black, White},
        *,
    };
    use crate::graph::{Leaper, leaper_graph};
    use proptest::prelude::*;

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
    fn vertices_without_incoming_arcs_are_not_reached() {
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
        assert_eq!(
            forest.predecessors,
            [None, Some(0), Some(1), Some(1), Some(3), Some(4)]
        );
        let kinds = forest
            .edges
            .iter()
            .map(|edge| (edge.0, edge.1, edge.2))
            .collect::<Vec<_>>();
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
    fn depth_first_search_of_a_million_vertices_does_not_overflow_the_stack() {
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
    fn parallel_edges_and_loops_are_visited_once() {
        let graph = Graph::from_lists([&[1, 1, 1][..], &[0, 0, 0, 1, 1]]);
        let kinds = |direction| {
            let kinds = depth_first(&graph, direction).edges.into_iter();
            kinds.map(|edge| edge.2.word()).collect::<Vec<_>>()
        };
        assert_eq!(
            kinds(EdgeDirection::Undirected),
            ["tree", "back", "back", "back"]
        );
        assert_eq!(kinds(EdgeDirection::Directed).len(), graph.arcs());
    }

    fn graphs() -> impl Strategy<Value = Vec<Vec<Vertex>>> {
        (1..9_u32).prop_flat_map(|vertices| {
            let list = prop::collection::vec(0..vertices, 0..5);
            prop::collection::vec(list, vertices as usize)
        })
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn discovery_and_finishing_times_are_nested(lists in graphs()) {
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
                    let a = span(one);
                    let b = span(other);
                    let apart = a.1 < b.0 || b.1 < a.0;
                    prop_assert!(apart || within(a, b) || within(b, a));
                }
            }
            prop_assert_eq!(forest.edges.len(), graph.arcs());
            for &(from, to, kind) in &forest.edges {
                let a = span(from);
                let b = span(to);
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

    #[test]
    fn components_are_numbered_by_their_first_vertices() {
        let graph = Graph::from_lists([&[2][..], &[], &[0], &[1], &[]]);
        let found = components(&graph);
        assert_eq!(found.of, [0, 1, 0, 1, 2]);
        assert_eq!(found.sizes, [2, 2, 1]);
        assert!(!found.is_connected());
    }

    #[test]
    fn weak_components_ignore_the_direction_of_arcs() {
        assert!(components(&Graph::from_lists([&[][..], &[0], &[1]])).is_connected());
        assert!(components(&Graph::from_lists::<[Vertex; 0]>([])).is_connected());
    }

    #[test]
    fn a_knight_changes_colour_with_every_move() {
        let colours = two_colouring(&leaper_graph(3, 4, Leaper::KNIGHT)).expect("two are enough");
        assert_eq!(colours[..5], [White, Black, White, Black, Black]);
        assert_eq!(colours.iter().filter(|&&colour| colour == White).count(), 6);
    }

    #[test]
    fn the_first_vertex_of_each_component_is_white() {
        let graph = Graph::from_lists([&[3][..], &[4], &[], &[], &[2]]);
        assert_eq!(
            two_colouring(&graph),
            Some(vec![White, White, White, Black, Black])
        );
    }

    #[test]
    fn odd_cycles_and_loops_are_not_two_colourable() {
        assert_eq!(two_colouring(&Graph::from_lists([[1], [2], [0]])), None);
        assert_eq!(two_colouring(&Graph::from_lists([[0]])), None);
        assert!(two_colouring(&Graph::from_lists([[1], [2], [3], [0]])).is_some());
    }

    #[test]
    fn ends_have_the_more_frequent_colour_or_differ() {
        assert_eq!(ColourBalance::of(3, 1), None);
        for (white, black) in [(2, 1), (1, 2)] {
            let balance = ColourBalance::of(white, black).expect("they differ by one");
            let more = if white > black { White } else { Black };
            assert_eq!(balance, ColourBalance::OneMore(more));
            assert_eq!(balance.ends()[more as usize], 2);
        }
        let even = ColourBalance::of_colours(&[White, Black]).expect("as many of each");
        assert_eq!((even, even.ends()), (ColourBalance::Even, [1, 1]));
    }
}
