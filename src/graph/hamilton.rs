//! Claims about Hamiltonian paths: verification, and proofs without a search that there is none.

use std::fmt;

use thiserror::Error;

use super::adjacency::{Graph, Vertex, all};
use super::traversal::{ColourBalance, EndpointError, VertexColour, components, two_colouring};

/// What a row of vertices is said to be.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PathClaim<'a> {
    /// There is an arc from the last vertex to the first.
    pub is_cycle: bool,
    /// It begins there.
    pub start: Option<Vertex>,
    /// It ends there.
    pub end: Option<Vertex>,
    /// It meets these in this order.
    pub waypoints: &'a [Vertex],
}

/// What is wrong with it. Vertices are given by their numbers, steps count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PathFlaw {
    /// A number that is no vertex's.
    #[error("step {step} is {vertex}, which is no vertex")]
    Unknown {
        /// Which one.
        step: usize,
        /// The number.
        vertex: Vertex,
    },
    /// A vertex for the second time.
    #[error("step {step} is {vertex}, which was visited before")]
    Again {
        /// Which one.
        step: usize,
        /// The vertex.
        vertex: Vertex,
    },
    /// A step for which there is no arc.
    #[error("there is no arc from {from} to {to}")]
    NoArc {
        /// Where the step begins.
        from: Vertex,
        /// Where it ends.
        to: Vertex,
    },
    /// Not every vertex is visited.
    #[error("{missing} vertices are left out")]
    LeftOut {
        /// How many are not.
        missing: usize,
    },
    /// It begins or ends elsewhere.
    #[error("it does not begin and end where it is to")]
    Ends,
    /// The waypoints are not met in their order.
    #[error("{vertex} is not met in its turn")]
    Turn {
        /// The first such waypoint.
        vertex: Vertex,
    },
}

/// Checks that `path` holds each vertex of the graph once, that each step is an arc, and that the
/// claim is true. Takes time in proportion to the path and the degrees of its vertices.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(graph: &Graph, path: &[Vertex], claim: &PathClaim<'_>) -> Result<(), PathFlaw> {
    const UNVISITED: usize = 0;
    let mut steps = vec![UNVISITED; graph.vertices()];
    for (step, &vertex) in (1..).zip(path) {
        match steps.get_mut(vertex as usize) {
            None => return Err(PathFlaw::Unknown { step, vertex }),
            Some(at) if *at != UNVISITED => return Err(PathFlaw::Again { step, vertex }),
            Some(at) => *at = step,
        }
    }
    if path.len() < graph.vertices() {
        return Err(PathFlaw::LeftOut { missing: graph.vertices() - path.len() });
    }
    let closing = if claim.is_cycle { path.last().zip(path.first()) } else { None };
    for (&from, &to) in path.iter().zip(path.iter().skip(1)).chain(closing) {
        if !graph.neighbours(from).contains(&to) {
            return Err(PathFlaw::NoArc { from, to });
        }
    }
    let differs = |wanted: Option<Vertex>, found: Option<&Vertex>| {
        wanted.is_some_and(|wanted| Some(&wanted) != found)
    };
    if differs(claim.start, path.first()) || differs(claim.end, path.last()) {
        return Err(PathFlaw::Ends);
    }
    let mut latest = UNVISITED;
    for &vertex in claim.waypoints {
        match steps.get(vertex as usize) {
            Some(&step) if step > latest => latest = step,
            _ => return Err(PathFlaw::Turn { vertex }),
        }
    }
    Ok(())
}

/// Why there is no path, or cycle, over every vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoHamiltonReason {
    /// The graph falls apart.
    Unconnected {
        /// The number of components.
        components: usize,
    },
    /// A cycle has three vertices at least.
    Few {
        /// The number of vertices.
        vertices: usize,
    },
    /// The start is to be the end, and there are other vertices.
    StartIsEnd,
    /// Every edge joins two colours, so that a path takes them in turn; and there are too many
    /// vertices of one.
    Colours {
        /// Vertices of the colour that has more.
        more: usize,
        /// Vertices of the other.
        fewer: usize,
    },
    /// A path takes the colours in turn, and this vertex has not the colour to be at its end.
    EndColour {
        /// The vertex.
        vertex: Vertex,
    },
    /// A path takes the colours in turn, and by their numbers its ends have the same colour, or
    /// different ones; the ends wanted have not.
    EndColours {
        /// Whether they would have to be the same.
        same: bool,
    },
    /// A vertex with one neighbour can only be an end, and there are more of them than ends.
    DeadEnds {
        /// Vertices with one neighbour that would have to be within.
        count: usize,
    },
}

impl fmt::Display for NoHamiltonReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoHamiltonReason::Unconnected { components } => {
                write!(f, "there are {components} parts with no way from one to the other")
            }
            NoHamiltonReason::Few { vertices: 1 } => {
                f.write_str("a cycle has three vertices or more, and there is one")
            }
            NoHamiltonReason::Few { vertices } => {
                write!(f, "a cycle has three vertices or more, and there are {vertices}")
            }
            NoHamiltonReason::StartIsEnd => {
                f.write_str("the start cannot be the end of a longer path")
            }
            NoHamiltonReason::Colours { more, fewer } => write!(
                f,
                "coloured like a chessboard, {more} vertices have one colour and {fewer} the other, \
                 which take turns"
            ),
            NoHamiltonReason::EndColour { vertex } => write!(
                f,
                "coloured like a chessboard, vertex {vertex} has the colour of the fewer, and both \
                 ends have the other"
            ),
            NoHamiltonReason::EndColours { same } => write!(
                f,
                "coloured like a chessboard, the ends have {} colour, and those wanted have not",
                if *same { "the same" } else { "not the same" }
            ),
            NoHamiltonReason::DeadEnds { count } => {
                let vertices = if *count == 1 { "vertex has" } else { "vertices have" };
                write!(f, "{count} {vertices} one neighbour, more than can be ends")
            }
        }
    }
}

/// An obstacle, where there is one to be seen; what [`PathClaim::waypoints`] asks is not looked at.
/// Takes time nearly in proportion to the arcs.
#[must_use]
pub fn no_hamilton_reason(graph: &Graph, claim: &PathClaim<'_>) -> Option<NoHamiltonReason> {
    let vertices = graph.vertices();
    if claim.is_cycle && vertices < 3 {
        return Some(NoHamiltonReason::Few { vertices });
    }
    if vertices > 1 && claim.start.is_some() && claim.start == claim.end {
        return Some(NoHamiltonReason::StartIsEnd);
    }
    let parts = components(graph).sizes.len();
    if parts > 1 {
        return Some(NoHamiltonReason::Unconnected { components: parts });
    }
    let colours = two_colouring(graph).filter(|_| vertices > 1);
    colours.and_then(|colours| by_colours(&colours, claim)).or_else(|| dead_ends(graph, claim))
}

fn by_colours(colours: &[VertexColour], claim: &PathClaim<'_>) -> Option<NoHamiltonReason> {
    let white = colours.iter().filter(|&&colour| colour == VertexColour::White).count();
    let black = colours.len() - white;
    let balance = match ColourBalance::of(white, black) {
        Some(balance) if !claim.is_cycle || balance == ColourBalance::Even => balance,
        _ => {
            let (more, fewer) = (white.max(black), white.min(black));
            return Some(NoHamiltonReason::Colours { more, fewer });
        }
    };
    let colour = |end: Option<Vertex>| end.and_then(|end| colours.get(end as usize).copied());
    match balance.check_ends(colour(claim.start), colour(claim.end)) {
        Ok(()) => None,
        Err(EndpointError::Start) => {
            claim.start.map(|vertex| NoHamiltonReason::EndColour { vertex })
        }
        Err(EndpointError::End) => claim.end.map(|vertex| NoHamiltonReason::EndColour { vertex }),
        Err(EndpointError::SameColour) => Some(NoHamiltonReason::EndColours { same: false }),
    }
}

fn dead_ends(graph: &Graph, claim: &PathClaim<'_>) -> Option<NoHamiltonReason> {
    if !graph.is_undirected() || graph.vertices() < 3 {
        return None;
    }
    let is_dead_end = |vertex: Vertex| {
        let mut others = graph.neighbours(vertex).iter().filter(|&&other| other != vertex);
        others.next().is_some_and(|first| others.all(|other| other == first))
    };
    let is_end =
        |vertex| !claim.is_cycle && (Some(vertex) == claim.start || Some(vertex) == claim.end);
    let inner = all(graph.vertices()).filter(|&vertex| is_dead_end(vertex) && !is_end(vertex));
    let count = inner.count();
    let free = if claim.is_cycle {
        0
    } else {
        usize::from(claim.start.is_none()) + usize::from(claim.end.is_none())
    };
    (count > free).then_some(NoHamiltonReason::DeadEnds { count })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::text::parse_map;
    use crate::graph::verify;
    use proptest::prelude::*;

    /// 0 → 1 → 2 → 3 → 0, and 1 → 3.
    fn graph() -> Graph {
        Graph::from_lists([&[1][..], &[2, 3], &[3], &[0]])
    }

    fn flaw(path: &[Vertex], claim: PathClaim<'_>) -> Option<PathFlaw> {
        verify(&graph(), path, &claim).err()
    }

    #[test]
    fn what_is_claimed_truly_passes() {
        let claim = PathClaim { is_cycle: true, start: Some(1), end: Some(0), waypoints: &[1, 3] };
        assert_eq!(flaw(&[1, 2, 3, 0], claim), None);
        assert_eq!(flaw(&[0, 1, 2, 3], PathClaim::default()), None);
    }

    #[test]
    fn each_flaw_is_found() {
        let path = [0, 1, 2, 3];
        let none = PathClaim::default();
        assert_eq!(flaw(&[0, 1, 2, 4], none), Some(PathFlaw::Unknown { step: 4, vertex: 4 }));
        assert_eq!(flaw(&[0, 1, 2, 1], none), Some(PathFlaw::Again { step: 4, vertex: 1 }));
        assert_eq!(flaw(&[0, 1, 2], none), Some(PathFlaw::LeftOut { missing: 1 }));
        assert_eq!(flaw(&[0, 2, 3, 1], none), Some(PathFlaw::NoArc { from: 0, to: 2 }));
        assert_eq!(flaw(&path, PathClaim { start: Some(1), ..none }), Some(PathFlaw::Ends));
        assert_eq!(flaw(&path, PathClaim { end: Some(2), ..none }), Some(PathFlaw::Ends));
        let claim = PathClaim { waypoints: &[0, 3, 2], ..none };
        assert_eq!(flaw(&path, claim), Some(PathFlaw::Turn { vertex: 2 }));
        let open = [Graph::from_lists([&[1][..], &[]]), Graph::from_lists([&[1][..], &[0]])];
        let cycle = PathClaim { is_cycle: true, ..none };
        assert_eq!(verify(&open[0], &[0, 1], &cycle), Err(PathFlaw::NoArc { from: 1, to: 0 }));
        assert_eq!(verify(&open[1], &[0, 1], &cycle), Ok(()));
    }

    fn found(map: &str, claim: PathClaim<'_>) -> Option<NoHamiltonReason> {
        no_hamilton_reason(parse_map(map.as_bytes()).expect("a map").graph(), &claim)
    }

    #[test]
    fn each_obstacle_is_seen() {
        let (path, cycle) =
            (PathClaim::default(), PathClaim { is_cycle: true, ..PathClaim::default() });
        assert_eq!(found("101", path), Some(NoHamiltonReason::Unconnected { components: 2 }));
        assert_eq!(
            found("010\n111\n010", path),
            Some(NoHamiltonReason::Colours { more: 4, fewer: 1 })
        );
        assert_eq!(
            found("111\n111\n111", cycle),
            Some(NoHamiltonReason::Colours { more: 5, fewer: 4 })
        );
        let from = |start, end| PathClaim { start, end, ..path };
        let grid = "111\n111\n111";
        assert_eq!(
            found(grid, from(Some(1), None)),
            Some(NoHamiltonReason::EndColour { vertex: 1 })
        );
        assert_eq!(found(grid, from(Some(0), Some(8))), None);
        let same = NoHamiltonReason::EndColours { same: false };
        assert_eq!(found("11\n11", from(Some(0), Some(3))), Some(same));
        let dead_ends = NoHamiltonReason::DeadEnds { count: 3 };
        assert_eq!(found("1001001\n1111111", path), Some(dead_ends));
        assert_eq!(found("111", cycle), Some(NoHamiltonReason::Colours { more: 2, fewer: 1 }));
        assert_eq!(found("11", path), None);
        assert_eq!(found("1", path), None);
    }

    /// Whether some row of all vertices is as claimed: tries all.
    fn naive(graph: &Graph, path: &mut Vec<Vertex>, claim: &PathClaim<'_>) -> bool {
        if path.len() == graph.vertices() {
            return verify(graph, path, claim).is_ok();
        }
        all(graph.vertices()).any(|vertex| {
            let is_new = !path.contains(&vertex);
            is_new && {
                path.push(vertex);
                let found = naive(graph, path, claim);
                path.pop();
                found
            }
        })
    }

    proptest! {
        #[test]
        fn where_there_is_an_obstacle_there_is_no_way(
            edges in prop::collection::vec((0..6_u32, 0..6_u32), 0..9),
            vertices in 1..7_u32,
            is_directed in any::<bool>(),
            is_cycle in any::<bool>(),
            ends in (prop::option::of(0..6_u32), prop::option::of(0..6_u32)),
        ) {
            let mut lists = vec![Vec::new(); vertices as usize];
            for (from, to) in edges {
                let (from, to) = (from % vertices, to % vertices);
                lists[from as usize].push(to);
                if !is_directed {
                    lists[to as usize].push(from);
                }
            }
            let graph = Graph::from_lists(lists);
            let end = |end: Option<u32>| end.map(|end| end % vertices);
            let (start, end) = (end(ends.0), end(ends.1));
            prop_assume!(!is_cycle || (vertices > 2 && end.is_none()));
            let claim = PathClaim { is_cycle, start, end, waypoints: &[] };
            if no_hamilton_reason(&graph, &claim).is_some() {
                prop_assert!(!naive(&graph, &mut Vec::new(), &claim));
            }
        }
    }
}
