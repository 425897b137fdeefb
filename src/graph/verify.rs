//! A second opinion on Hamiltonian paths and cycles. It shares no code with the searches.

use thiserror::Error;

use super::adjacency::{Graph, Vertex};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
