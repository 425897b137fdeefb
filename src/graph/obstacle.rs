//! Reasons why a graph has no Hamiltonian path or cycle that can be seen without a search.

use std::fmt;

use super::adjacency::{Graph, Vertex, all};
use super::connectivity::{ColourBalance, EndpointError, VertexColour, components, two_colouring};
use super::verify::PathClaim;

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
    use proptest::prelude::*;

    use super::*;
    use crate::graph::text::parse_map;
    use crate::graph::verify;

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
