//! Which vertices are connected, and whether two colours are enough, so that every edge joins one to
//! the other: as on a chessboard.
//!
//! A Hamiltonian path takes the colours in turn, so their numbers say which ends it may have, and
//! whether there can be a cycle: the parity argument, written here once.

use super::adjacency::{Graph, Vertex, all};

/// The connected components of a graph, whichever way its arcs point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    /// The component of each vertex; components are numbered in the order of their first vertices.
    pub of: Vec<u32>,
    /// The number of vertices of each component.
    pub sizes: Vec<usize>,
}

impl Components {
    /// Whether the graph is connected; one without vertices is.
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

/// One of two classes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VertexColour {
    /// The class of the first vertex of each component.
    White,
    /// The other one.
    Black,
}

/// The colour of each vertex, where two colours are enough; `None` where there is a cycle of odd
/// length, whichever way its arcs point. Takes time nearly in proportion to the arcs.
#[must_use]
pub fn two_colouring(graph: &Graph) -> Option<Vec<VertexColour>> {
    let mut sets = DisjointSets::new(graph.vertices());
    if !graph.arc_list().all(|(from, to)| sets.join_different(from, to)) {
        return None;
    }
    // The colour of the vertex that stands for a set is whatever makes the first one white.
    let mut flipped: Vec<Option<VertexColour>> = vec![None; graph.vertices()];
    let colours = all(graph.vertices()).map(|vertex| {
        let (root, colour) = sets.find(vertex);
        let first = *flipped[root as usize].get_or_insert(colour);
        if colour == first { VertexColour::White } else { VertexColour::Black }
    });
    Some(colours.collect())
}

/// By how many vertices one colour is ahead, where Hamiltonian paths are possible at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourBalance {
    /// As many of each: the two ends of a path differ in colour, and a cycle is possible.
    Even,
    /// One more of this colour, which both ends of a path have; no cycle is possible.
    OneMore(VertexColour),
}

/// Why a path cannot have the ends that are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndpointError {
    /// The start has the colour of the fewer, and both ends have the other.
    Start,
    /// The same of the end.
    End,
    /// Start and end have one colour, and would have to differ.
    SameColour,
}

impl ColourBalance {
    /// The balance of these numbers of vertices. `None` where they differ by two or more, so
    /// that there is no Hamiltonian path.
    #[must_use]
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

    /// The balance of a [`two_colouring`].
    #[must_use]
    pub fn of_colours(colours: &[VertexColour]) -> Option<Self> {
        let white = colours.iter().filter(|&&colour| colour == VertexColour::White).count();
        ColourBalance::of(white, colours.len() - white)
    }

    /// How many ends of a Hamiltonian path are white, and how many black.
    #[must_use]
    pub const fn ends(self) -> [u32; 2] {
        match self {
            ColourBalance::Even => [1, 1],
            ColourBalance::OneMore(VertexColour::White) => [2, 0],
            ColourBalance::OneMore(VertexColour::Black) => [0, 2],
        }
    }

    /// Whether a path of two vertices or more may begin and end at vertices of these colours;
    /// `None` stands for an end that is left open.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check_ends(
        self,
        start: Option<VertexColour>,
        end: Option<VertexColour>,
    ) -> Result<(), EndpointError> {
        match self {
            ColourBalance::Even if start.is_some() && start == end => {
                Err(EndpointError::SameColour)
            }
            ColourBalance::OneMore(more) if start.is_some_and(|start| start != more) => {
                Err(EndpointError::Start)
            }
            ColourBalance::OneMore(more) if end.is_some_and(|end| end != more) => {
                Err(EndpointError::End)
            }
            ColourBalance::Even | ColourBalance::OneMore(_) => Ok(()),
        }
    }
}

/// A forest of sets: each vertex points towards the one that stands for its set.
///
/// Union by size with path halving: Tarjan, van Leeuwen, Worst-case analysis of set union
/// algorithms, 1984. Next to each pointer stands whether the two vertices differ in colour.
pub(super) struct DisjointSets {
    parents: Vec<Vertex>,
    differs: Vec<bool>,
    sizes: Vec<u32>,
}

impl DisjointSets {
    /// Each vertex alone.
    pub(super) fn new(vertices: usize) -> Self {
        DisjointSets {
            parents: all(vertices).collect(),
            differs: vec![false; vertices],
            sizes: vec![1; vertices],
        }
    }

    /// The vertex that stands for the set, and the colour if that one is white.
    pub(super) fn find(&mut self, mut vertex: Vertex) -> (Vertex, VertexColour) {
        let mut differs = false;
        loop {
            let at = vertex as usize;
            let parent = self.parents[at];
            if parent == vertex {
                return (vertex, if differs { VertexColour::Black } else { VertexColour::White });
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

    /// Makes one set of two, with these vertices of different colours. `false` where they were in
    /// one set, and of the same colour.
    pub(super) fn join_different(&mut self, one: Vertex, other: Vertex) -> bool {
        let ((mut one, a), (mut other, b)) = (self.find(one), self.find(other));
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
    use super::VertexColour::{Black, White};
    use super::*;
    use crate::graph::{Leaper, leaper_graph};

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

    #[test]
    fn ends_have_the_colour_that_is_ahead_or_differ() {
        assert_eq!(ColourBalance::of(3, 1), None);
        for (white, black) in [(2, 1), (1, 2)] {
            let balance = ColourBalance::of(white, black).expect("they differ by one");
            let (more, fewer) = if white > black { (White, Black) } else { (Black, White) };
            assert_eq!(balance, ColourBalance::OneMore(more));
            assert_eq!(balance.ends()[more as usize], 2);
            assert_eq!(balance.check_ends(Some(more), Some(more)), Ok(()));
            assert_eq!(balance.check_ends(Some(fewer), None), Err(EndpointError::Start));
            assert_eq!(balance.check_ends(None, Some(fewer)), Err(EndpointError::End));
        }
        let even = ColourBalance::of_colours(&[White, Black]).expect("as many of each");
        assert_eq!((even, even.ends()), (ColourBalance::Even, [1, 1]));
        assert_eq!(even.check_ends(Some(White), Some(Black)), Ok(()));
        assert_eq!(even.check_ends(Some(White), Some(White)), Err(EndpointError::SameColour));
        assert_eq!(even.check_ends(None, Some(White)), Ok(()));
    }
}
