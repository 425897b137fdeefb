//! Hamiltonian paths and cycles: constraints, verification, and reasons why none exists.

use thiserror::Error;

use super::{
    Graph, Vertex, all,
    traversal::{ColourBalance, DisjointSets, VertexColour, components, two_colouring},
};

/// The constraints on a Hamiltonian path or cycle.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Constraints {
    /// A path or a cycle.
    pub shape: Shape,
    /// The first vertex, or any. A cycle is listed from it.
    pub start: Option<Vertex>,
    /// The last vertex, or any.
    pub end: Option<Vertex>,
    /// Vertices that the path visits in this order.
    pub waypoints: Vec<Vertex>,
    /// The step, from 1, at which a path visits each waypoint; empty if any steps in order do. A
    /// cycle has no first step.
    pub steps: Vec<u32>,
}

setters!(Constraints {
    with_shape = shape: Shape,
    with_start = start: Option<Vertex>,
    with_end = end: Option<Vertex>,
    with_waypoints = waypoints: Vec<Vertex>,
    with_steps = steps: Vec<u32>,
});

/// A vertex that the graph does not have.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[error("{vertex} is not a vertex: the graph has {vertices}, numbered from 0")]
#[non_exhaustive]
pub struct UnknownVertex {
    /// The number.
    pub vertex: Vertex,
    /// The number of vertices of the graph.
    pub vertices: usize,
}

impl Constraints {
    /// Checks that a graph of `vertices` vertices has those that are named.
    ///
    /// # Errors
    /// The first vertex that it does not have.
    pub fn check(&self, vertices: usize) -> Result<(), UnknownVertex> {
        let mut named = self.start.iter().chain(&self.end).chain(&self.waypoints);
        match named.find(|&&vertex| vertex as usize >= vertices) {
            Some(&vertex) => Err(UnknownVertex { vertex, vertices }),
            None => Ok(()),
        }
    }

    /// Whether the reverse of each solution is a solution, too, in an undirected graph of
    /// `vertices` vertices.
    pub fn is_reversible(&self, vertices: usize) -> bool {
        let Constraints {
            shape,
            start,
            end,
            waypoints,
            steps,
        } = self;
        let is_free = match shape {
            Shape::Path => {
                let is_middle = |&step| 2 * step as usize == vertices + 1;
                start.is_none()
                    && end.is_none()
                    && waypoints.len() < 2
                    && steps.iter().all(is_middle)
            }
            // One that is bound at both ends goes from its end to its start, and not back.
            Shape::Cycle if start.is_some() && end.is_some() => false,
            Shape::Cycle => {
                let bound = start.or(*end);
                let others = waypoints
                    .iter()
                    .filter(|&&waypoint| Some(waypoint) != bound);
                usize::from(bound.is_some()) + others.count() < 3
            }
        };
        // A path of one vertex is its own reverse.
        is_free && vertices > 1
    }
}

/// A path or a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Shape {
    /// The ends need not be adjacent.
    #[default]
    Path,
    /// An arc leads from the last vertex to the first. A cycle has at least three vertices.
    Cycle,
}

impl Shape {
    /// Whether a list of undirected solutions leaves out this path and keeps its reverse.
    #[must_use]
    pub fn is_reverse_duplicate(self, path: &[Vertex]) -> bool {
        let from = usize::from(self == Shape::Cycle);
        path.get(from) > path.last()
    }
}

/// The first error in a path. Steps count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PathFlaw {
    /// The graph has no such vertex.
    #[error("step {step} is {vertex}, which is not a vertex")]
    Unknown {
        /// The step.
        step: usize,
        /// The number.
        vertex: Vertex,
    },
    /// The path visits a vertex twice.
    #[error("step {step} visits {vertex} again")]
    Again {
        /// The step of the second visit.
        step: usize,
        /// The vertex.
        vertex: Vertex,
    },
    /// No arc joins two consecutive vertices.
    #[error("no arc leads from {from} to {to}")]
    NoArc {
        /// The first vertex.
        from: Vertex,
        /// The second vertex.
        to: Vertex,
    },
    /// The path does not visit every vertex.
    #[error("{missing} vertices are left out")]
    LeftOut {
        /// The number of vertices that are not visited.
        missing: usize,
    },
    /// The path has another start or another end.
    #[error("it does not begin and end at the given vertices")]
    Ends,
    /// The path does not visit the waypoints in their order, or at their steps.
    #[error("{vertex} is visited out of turn")]
    Turn {
        /// The first such waypoint.
        vertex: Vertex,
    },
}

/// Checks that `path` visits each vertex once, follows arcs and meets the constraints. Takes time
/// linear in the path and the degrees of its vertices.
///
/// # Errors
/// The first error.
pub fn verify(graph: &Graph, path: &[Vertex], constraints: &Constraints) -> Result<(), PathFlaw> {
    verify_steps(graph.vertices(), path, constraints, |from, to| {
        graph.neighbours(from).contains(&to)
    })
}

/// Checks a path as [`verify`] does, in a graph that is given by its number of vertices and the
/// test whether an arc leads from one vertex to another.
///
/// # Errors
/// The first error.
pub fn verify_steps(
    vertices: usize,
    path: &[Vertex],
    constraints: &Constraints,
    is_arc: impl Fn(Vertex, Vertex) -> bool,
) -> Result<(), PathFlaw> {
    const UNVISITED: u32 = 0;
    let mut steps = vec![UNVISITED; vertices];
    for ((step, number), &vertex) in (1..).zip(1_u32..).zip(path) {
        match steps.get_mut(vertex as usize) {
            None => return Err(PathFlaw::Unknown { step, vertex }),
            Some(at) if *at != UNVISITED => return Err(PathFlaw::Again { step, vertex }),
            Some(at) => *at = number,
        }
    }
    if path.len() < vertices {
        return Err(PathFlaw::LeftOut {
            missing: vertices - path.len(),
        });
    }
    let is_cycle = constraints.shape == Shape::Cycle;
    let closing = if is_cycle {
        path.last().zip(path.first())
    } else {
        None
    };
    for (&from, &to) in path.iter().zip(path.iter().skip(1)).chain(closing) {
        if !is_arc(from, to) {
            return Err(PathFlaw::NoArc { from, to });
        }
    }
    let differs = |wanted: Option<Vertex>, found: Option<&Vertex>| {
        wanted.is_some_and(|wanted| Some(&wanted) != found)
    };
    if differs(constraints.start, path.first()) || differs(constraints.end, path.last()) {
        return Err(PathFlaw::Ends);
    }
    let mut latest = UNVISITED;
    let mut wanted = constraints.steps.iter().filter(|_| !is_cycle);
    for &vertex in &constraints.waypoints {
        let due = wanted.next();
        match steps.get(vertex as usize) {
            Some(step) if *step >= latest && due.is_none_or(|due| due == step) => latest = *step,
            _ => return Err(PathFlaw::Turn { vertex }),
        }
    }
    Ok(())
}

/// A reason why a graph has no Hamiltonian path or cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoHamiltonReason {
    /// The graph is not connected.
    Unconnected {
        /// The number of components.
        components: usize,
    },
    /// A cycle needs three vertices, or two with directed edges.
    Few {
        /// The number of vertices.
        vertices: usize,
    },
    /// The start is also the end, and there are other vertices.
    StartIsEnd,
    /// The graph is bipartite, and its two classes differ too much in size.
    Colours {
        /// The size of the larger class.
        more: usize,
        /// The size of the smaller class.
        fewer: usize,
    },
    /// The graph is bipartite, and this start or end is in the smaller class.
    EndColour {
        /// The start or the end.
        vertex: Vertex,
    },
    /// The graph is bipartite, and start and end are in the same of two classes of equal size.
    EndColours,
    /// More vertices have a single neighbour than a path has free ends.
    DeadEnds {
        /// The number of vertices with a single neighbour that are not given ends.
        count: usize,
        /// The number of ends that are not given.
        free: usize,
    },
    /// A few vertices separate more parts than a path or cycle has pieces without them.
    Separators {
        /// The number of those vertices.
        vertices: usize,
        /// The number of parts of the graph without them.
        parts: usize,
    },
    /// A cycle passes through a chain of vertices with two neighbours each, and then the rest is
    /// a path, which cannot alternate between the two colours of the rest.
    Chain {
        /// The first vertex after the chain.
        start: Vertex,
        /// The last vertex before the chain.
        end: Vertex,
    },
}

/// The word for a vertex in messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VertexNoun {
    /// A vertex of a graph.
    Vertex,
    /// A cell of a map.
    Cell,
    /// A square of a board.
    Square,
}

impl VertexNoun {
    /// Returns the word for this number of vertices: `cell` or `cells`.
    #[must_use]
    pub const fn of(self, number: usize) -> &'static str {
        match (self, number) {
            (VertexNoun::Vertex, 1) => "vertex",
            (VertexNoun::Vertex, _) => "vertices",
            (VertexNoun::Cell, 1) => "cell",
            (VertexNoun::Cell, _) => "cells",
            (VertexNoun::Square, 1) => "square",
            (VertexNoun::Square, _) => "squares",
        }
    }
}

impl NoHamiltonReason {
    /// Returns the reason as a sentence; `name` returns the name of a vertex.
    #[must_use]
    pub fn describe(self, noun: VertexNoun, name: impl Fn(Vertex) -> String) -> String {
        const COLOURED: &str = "coloured like a chessboard, ";
        match self {
            NoHamiltonReason::Unconnected { components } => {
                format!("the {} form {components} unconnected parts", noun.of(2))
            }
            NoHamiltonReason::Few { vertices } => {
                let are = match vertices {
                    0 => "is none",
                    1 => "is one",
                    _ => "are two",
                };
                // Only named vertices can have directed edges.
                let directed = match noun {
                    VertexNoun::Vertex => ", or two with directed edges",
                    _ => "",
                };
                format!(
                    "a cycle needs three {}{directed}, and there {are}",
                    noun.of(3)
                )
            }
            NoHamiltonReason::StartIsEnd => {
                "the start cannot be the end of a longer path".to_owned()
            }
            NoHamiltonReason::Colours { more, fewer } => format!(
                "{COLOURED}{more} {} have one colour and {fewer} the other, and each step changes \
                 the colour",
                noun.of(more)
            ),
            NoHamiltonReason::EndColour { vertex } => format!(
                "{COLOURED}more {} are dark, so that a path begins and ends on a dark one, and {} \
                 is light",
                noun.of(2),
                name(vertex)
            ),
            NoHamiltonReason::EndColours => {
                format!("{COLOURED}start and end must differ in colour")
            }
            NoHamiltonReason::DeadEnds { count, free } => {
                let are = if count == 1 {
                    "is a dead end"
                } else {
                    "are dead ends"
                };
                let free = match free {
                    0 => "only an end of a path can be one",
                    1 => "only one can be an end of the path",
                    _ => "only two can be ends of the path",
                };
                format!("{count} {} {are}, and {free}", noun.of(count))
            }
            NoHamiltonReason::Separators { vertices, parts } => {
                let noun = noun.of(vertices);
                format!("without {vertices} {noun}, the rest falls into {parts} parts, too many")
            }
            NoHamiltonReason::Chain { start, end } => format!(
                "a cycle takes the chain between {} and {}, and the rest, {COLOURED}has no path \
                 between them",
                name(start),
                name(end)
            ),
        }
    }
}

/// Returns a reason why no path or cycle meets the constraints, if one is found without a search.
/// Ignores [`Constraints::waypoints`]. Takes time nearly linear in the arcs.
pub fn no_hamilton_reason(graph: &Graph, constraints: &Constraints) -> Option<NoHamiltonReason> {
    let vertices = graph.vertices();
    if let Some(reason) = ends_conflict(vertices, constraints) {
        return Some(reason);
    }
    let parts = components(graph).sizes.len();
    if parts > 1 {
        return Some(NoHamiltonReason::Unconnected { components: parts });
    }
    let by_colours = two_colouring(graph)
        .filter(|_| vertices > 1)
        .and_then(|colours| {
            let white = colours
                .iter()
                .filter(|&&colour| colour == VertexColour::White)
                .count();
            let Constraints {
                shape, start, end, ..
            } = *constraints;
            alternates(
                [white, vertices - white],
                |vertex| colours.get(vertex as usize).copied(),
                shape,
                start,
                end,
            )
            .err()
        });
    by_colours
        .or_else(|| dead_ends(graph, constraints))
        .or_else(|| separators(graph, constraints))
        .or_else(|| chain(graph, constraints))
}

/// Returns the reason if a cycle has too few vertices or a path one vertex as both ends.
pub fn ends_conflict(vertices: usize, constraints: &Constraints) -> Option<NoHamiltonReason> {
    let Constraints {
        shape, start, end, ..
    } = constraints;
    if *shape == Shape::Cycle && vertices < 3 {
        return Some(NoHamiltonReason::Few { vertices });
    }
    (vertices > 1 && start.is_some() && start == end).then_some(NoHamiltonReason::StartIsEnd)
}

/// Checks that a path can alternate between the classes of a bipartite graph, white and black,
/// from the start to the end.
///
/// # Errors
/// The reason why it cannot.
pub fn alternates(
    [white, black]: [usize; 2],
    colour: impl Fn(Vertex) -> Option<VertexColour>,
    shape: Shape,
    start: Option<Vertex>,
    end: Option<Vertex>,
) -> Result<ColourBalance, NoHamiltonReason> {
    let balance = match ColourBalance::of(white, black) {
        Some(balance) if shape == Shape::Path || balance == ColourBalance::Even => balance,
        _ => {
            let more = white.max(black);
            let fewer = white.min(black);
            return Err(NoHamiltonReason::Colours { more, fewer });
        }
    };
    let [first, last] = [start, end].map(|end| end.and_then(&colour));
    match balance {
        ColourBalance::Even if first.is_some() && first == last => {
            Err(NoHamiltonReason::EndColours)
        }
        ColourBalance::OneMore(more) => {
            let ends = [start.zip(first), end.zip(last)];
            match ends
                .into_iter()
                .flatten()
                .find(|&(_, colour)| colour != more)
            {
                Some((vertex, _)) => Err(NoHamiltonReason::EndColour { vertex }),
                None => Ok(balance),
            }
        }
        ColourBalance::Even => Ok(balance),
    }
}

fn dead_ends(graph: &Graph, constraints: &Constraints) -> Option<NoHamiltonReason> {
    if !graph.is_undirected() || graph.vertices() < 3 {
        return None;
    }
    let is_dead_end = |vertex: Vertex| {
        let mut others = graph
            .neighbours(vertex)
            .iter()
            .filter(|&&other| other != vertex);
        others
            .next()
            .is_some_and(|first| others.all(|other| other == first))
    };
    let Constraints {
        shape, start, end, ..
    } = *constraints;
    let is_cycle = shape == Shape::Cycle;
    let is_end = |vertex| !is_cycle && (Some(vertex) == start || Some(vertex) == end);
    let count = all(graph.vertices())
        .filter(|&vertex| is_dead_end(vertex) && !is_end(vertex))
        .count();
    let free = if is_cycle {
        0
    } else {
        usize::from(start.is_none()) + usize::from(end.is_none())
    };
    (count > free).then_some(NoHamiltonReason::DeadEnds { count, free })
}

/// Tries the vertices of highest degree as separators: none, then one more at a time.
fn separators(graph: &Graph, constraints: &Constraints) -> Option<NoHamiltonReason> {
    if !graph.is_undirected() {
        return None;
    }
    let mut ascending: Vec<Vertex> = all(graph.vertices()).collect();
    ascending.sort_by_key(|&vertex| graph.degree(vertex));
    // Without some vertices, a cycle has at most as many pieces, and a path one more.
    let more = usize::from(constraints.shape == Shape::Path);
    let mut sets = DisjointSets::new(graph.vertices());
    let mut is_present = vec![false; graph.vertices()];
    let mut parts = 0;
    let mut found = None;
    for (left, &vertex) in (0..graph.vertices()).rev().zip(&ascending) {
        is_present[vertex as usize] = true;
        parts += 1;
        for &other in graph
            .neighbours(vertex)
            .iter()
            .filter(|&&other| is_present[other as usize])
        {
            parts -= usize::from(sets.find(vertex).0 != sets.find(other).0);
            sets.join_different(vertex, other);
        }
        if parts > (left + more).max(1) {
            found = Some(NoHamiltonReason::Separators {
                vertices: left,
                parts,
            });
        }
    }
    found
}

/// Looks for a chain of vertices with two neighbours each, without which the rest is bipartite and
/// its colours rule out a path between the ends of the chain.
fn chain(graph: &Graph, constraints: &Constraints) -> Option<NoHamiltonReason> {
    if constraints.shape == Shape::Path || !graph.is_undirected() {
        return None;
    }
    let is_inner = |vertex: Vertex| graph.degree(vertex) == 2;
    // The longest chain, as another leaves more of the graph, which is less likely bipartite.
    let mut chains: Vec<Vec<Vertex>> = Vec::new();
    let mut is_seen = vec![false; graph.vertices()];
    for end in all(graph.vertices()).filter(|&vertex| !is_inner(vertex)) {
        for &first in graph.neighbours(end) {
            let mut chain = vec![end, first];
            while let [.., before, last] = chain[..]
                && is_inner(last)
                && !is_seen[last as usize]
            {
                is_seen[last as usize] = true;
                let next = graph.neighbours(last).iter().find(|&&next| next != before);
                chain.extend(next);
            }
            chains.push(chain);
        }
    }
    let chain = chains
        .into_iter()
        .max_by_key(Vec::len)
        .filter(|chain| chain.len() > 2)?;
    let start = chain[0];
    let end = *chain.last()?;
    let inner = &chain[1..chain.len() - 1];
    let mut numbers = vec![None; graph.vertices()];
    let rest: Vec<Vertex> = all(graph.vertices())
        .filter(|vertex| !inner.contains(vertex))
        .collect();
    for (number, &vertex) in (0..).zip(&rest) {
        numbers[vertex as usize] = Some(number);
    }
    let number = |vertex: Vertex| numbers[vertex as usize];
    let lists = rest.iter().map(|&vertex| {
        graph
            .neighbours(vertex)
            .iter()
            .filter_map(|&other| number(other))
            .collect::<Vec<Vertex>>()
    });
    let rest = Graph::from_lists(lists);
    let path = Constraints {
        start: number(start),
        end: number(end),
        ..Constraints::default()
    };
    let why = (rest.vertices() > 1).then(|| no_hamilton_reason(&rest, &path))??;
    let is_colours = |it| {
        matches!(
            it,
            NoHamiltonReason::EndColours | NoHamiltonReason::EndColour { .. }
        )
    };
    is_colours(why).then_some(NoHamiltonReason::Chain { start, end })
}

/// Returns all solutions, each cycle from one start only. The naive twin of all searches.
#[cfg(test)]
pub fn naive_paths(graph: &Graph, constraints: &Constraints) -> Vec<Vec<Vertex>> {
    fn grow(graph: &Graph, path: &mut Vec<Vertex>, all: &mut Vec<Vec<Vertex>>) {
        if path.len() == graph.vertices() {
            all.push(path.clone());
        }
        let mut next: Vec<Vertex> = match path.last() {
            Some(&head) => graph.neighbours(head).to_vec(),
            None => (0..).take(graph.vertices()).collect(),
        };
        next.sort_unstable();
        next.dedup();
        for vertex in next {
            if !path.contains(&vertex) {
                path.push(vertex);
                grow(graph, path, all);
                path.pop();
            }
        }
    }
    let mut all = Vec::new();
    grow(graph, &mut Vec::new(), &mut all);
    all.retain(|path| meets(graph, constraints, path));
    all
}

#[cfg(test)]
fn meets(graph: &Graph, constraints: &Constraints, path: &[Vertex]) -> bool {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
        return false;
    };
    let place = |vertex: &Vertex| path.iter().position(|other| other == vertex);
    let places: Vec<_> = constraints.waypoints.iter().map(place).collect();
    // A cycle that may begin anywhere is shown from one place only.
    let anchor = constraints.waypoints.first().copied().unwrap_or(0);
    let begins = match (constraints.shape, constraints.start, constraints.end) {
        (Shape::Cycle, None, None) => first == anchor,
        (_, start, _) => start.is_none_or(|start| start == first),
    };
    let closes = path.len() > 2 && graph.neighbours(last).contains(&first);
    begins
        && constraints.end.is_none_or(|end| end == last)
        && places.iter().all(Option::is_some)
        && places.windows(2).all(|pair| pair[0] < pair[1])
        && (constraints.shape == Shape::Cycle
            || places
                .iter()
                .zip(&constraints.steps)
                .all(|(place, step)| place.is_some_and(|place| place + 1 == *step as usize)))
        && (constraints.shape == Shape::Path || closes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{EdgeDirection, Leaper, leaper_graph, text::parse_map, verify};
    use proptest::prelude::*;

    /// 0 → 1 → 2 → 3 → 0, and 1 → 3.
    fn graph() -> Graph {
        Graph::from_lists([&[1][..], &[2, 3], &[3], &[0]])
    }

    fn flaw(path: &[Vertex], claim: &Constraints) -> Option<PathFlaw> {
        verify(&graph(), path, claim).err()
    }

    #[test]
    fn a_correct_path_claim_is_accepted() {
        let waypoints = vec![1, 3];
        let claim = Constraints {
            shape: Shape::Cycle,
            start: Some(1),
            end: Some(0),
            waypoints,
            ..Constraints::default()
        };
        assert_eq!(flaw(&[1, 2, 3, 0], &claim), None);
        assert_eq!(flaw(&[0, 1, 2, 3], &Constraints::default()), None);
    }

    #[test]
    fn a_waypoint_is_visited_at_its_step() {
        let claim = Constraints::default().with_waypoints(vec![1, 3]);
        let path = [0, 1, 2, 3];
        assert_eq!(flaw(&path, &claim.clone().with_steps(vec![2, 4])), None);
        let late = Some(PathFlaw::Turn { vertex: 3 });
        assert_eq!(flaw(&path, &claim.with_steps(vec![2, 3])), late);
    }

    #[test]
    fn each_flaw_is_found() {
        let path = [0, 1, 2, 3];
        let none = &Constraints::default();
        assert_eq!(
            flaw(&[0, 1, 2, 4], none),
            Some(PathFlaw::Unknown { step: 4, vertex: 4 })
        );
        assert_eq!(
            flaw(&[0, 1, 2, 1], none),
            Some(PathFlaw::Again { step: 4, vertex: 1 })
        );
        assert_eq!(
            flaw(&[0, 1, 2], none),
            Some(PathFlaw::LeftOut { missing: 1 })
        );
        assert_eq!(
            flaw(&[0, 2, 3, 1], none),
            Some(PathFlaw::NoArc { from: 0, to: 2 })
        );
        let from_1 = none.clone().with_start(Some(1));
        let to_2 = none.clone().with_end(Some(2));
        assert_eq!(
            [from_1, to_2].map(|claim| flaw(&path, &claim)),
            [Some(PathFlaw::Ends); 2]
        );
        let claim = none.clone().with_waypoints(vec![0, 3, 2]);
        assert_eq!(flaw(&path, &claim), Some(PathFlaw::Turn { vertex: 2 }));
        let open = [
            Graph::from_lists([&[1][..], &[]]),
            Graph::from_lists([&[1][..], &[0]]),
        ];
        let cycle = none.clone().with_shape(Shape::Cycle);
        assert_eq!(
            verify(&open[0], &[0, 1], &cycle),
            Err(PathFlaw::NoArc { from: 1, to: 0 })
        );
        assert_eq!(verify(&open[1], &[0, 1], &cycle), Ok(()));
    }

    fn found(map: &str, claim: &Constraints) -> Option<NoHamiltonReason> {
        no_hamilton_reason(parse_map(map.as_bytes()).expect("a map").graph(), claim)
    }

    #[test]
    fn each_reason_against_a_hamiltonian_path_is_detected() {
        let path = &Constraints::default();
        let cycle = &path.clone().with_shape(Shape::Cycle);
        let from = |start, end| path.clone().with_start(start).with_end(end);
        let colours = |more, fewer| NoHamiltonReason::Colours { more, fewer };
        let grid = "111\n111\n111";
        for (map, constraints, reason) in [
            (
                "101",
                path,
                Some(NoHamiltonReason::Unconnected { components: 2 }),
            ),
            ("010\n111\n010", path, Some(colours(4, 1))),
            (grid, cycle, Some(colours(5, 4))),
            (
                grid,
                &from(Some(1), None),
                Some(NoHamiltonReason::EndColour { vertex: 1 }),
            ),
            (
                grid,
                &from(Some(0), Some(3)),
                Some(NoHamiltonReason::EndColour { vertex: 3 }),
            ),
            (grid, &from(Some(0), Some(8)), None),
            (
                grid,
                &from(Some(0), Some(0)),
                Some(NoHamiltonReason::StartIsEnd),
            ),
            (
                "11\n11",
                &from(Some(0), Some(3)),
                Some(NoHamiltonReason::EndColours),
            ),
            (
                "1001001\n1111111",
                path,
                Some(NoHamiltonReason::DeadEnds { count: 3, free: 2 }),
            ),
            ("111", cycle, Some(colours(2, 1))),
            ("11", cycle, Some(NoHamiltonReason::Few { vertices: 2 })),
            ("11", path, None),
            ("1", path, None),
        ] {
            assert_eq!(found(map, constraints), reason, "{map}");
        }
    }

    /// Graphs D and P of Knuth's pre-fascicle 8A.
    #[test]
    fn separators_and_chains_are_detected() {
        let mut edges: Vec<(Vertex, Vertex)> = Vec::new();
        for one in 0..5 {
            edges.extend((one + 1..23).map(|other| (one, other)));
        }
        for first in (5..23).step_by(3) {
            edges.extend([
                (first, first + 1),
                (first, first + 2),
                (first + 1, first + 2),
            ]);
        }
        let graph = |vertices, edges: &[(Vertex, Vertex)]| {
            let mut lists = vec![Vec::new(); vertices];
            for &(one, other) in edges {
                lists[one as usize].push(other);
                lists[other as usize].push(one);
            }
            Graph::from_lists(lists)
        };
        let cycle = &Constraints::default().with_shape(Shape::Cycle);
        let separated = graph(23, &edges);
        assert_eq!(separated.arcs(), 2 * 118);
        let separators = NoHamiltonReason::Separators {
            vertices: 5,
            parts: 6,
        };
        assert_eq!(no_hamilton_reason(&separated, cycle), Some(separators));
        assert_eq!(
            no_hamilton_reason(&separated, &Constraints::default()),
            None
        );

        let grid = leaper_graph(10, 8, Leaper { short: 0, long: 1 });
        let mut edges: Vec<_> = grid.edges(EdgeDirection::Undirected).collect();
        edges.extend([(0, 80), (80, 81), (81, 79)]);
        let chained = graph(82, &edges);
        assert_eq!(chained.arcs(), 2 * 145);
        let reason = no_hamilton_reason(&chained, cycle);
        assert_eq!(reason, Some(NoHamiltonReason::Chain { start: 0, end: 79 }));
    }

    #[test]
    fn only_one_of_a_path_and_its_reverse_is_listed() {
        assert!(!Shape::Cycle.is_reverse_duplicate(&[0, 1, 2, 3]));
        assert!(Shape::Cycle.is_reverse_duplicate(&[0, 3, 2, 1]));
        assert!(!Shape::Path.is_reverse_duplicate(&[0, 3, 2, 1]));
        assert!(Shape::Path.is_reverse_duplicate(&[1, 2, 3, 0]));
        let free = Constraints::default();
        assert!(free.is_reversible(2) && !free.is_reversible(1));
        // The third of five steps is the third from the end.
        let middle = free.clone().with_waypoints(vec![0]).with_steps(vec![3]);
        assert!(middle.is_reversible(5) && !middle.is_reversible(6));
        assert!(!free.clone().with_start(Some(0)).is_reversible(2));
        assert!(
            free.with_shape(Shape::Cycle)
                .with_start(Some(0))
                .is_reversible(2)
        );
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn a_graph_with_a_no_hamilton_reason_has_no_path(
            edges in prop::collection::vec((0..6_u32, 0..6_u32), 0..9),
            vertices in 1..7_u32,
            is_directed in any::<bool>(),
            is_cycle in any::<bool>(),
            ends in (prop::option::of(0..6_u32), prop::option::of(0..6_u32)),
        ) {
            let mut lists = vec![Vec::new(); vertices as usize];
            for (from, to) in edges {
                let from = from % vertices;
                let to = to % vertices;
                lists[from as usize].push(to);
                if !is_directed {
                    lists[to as usize].push(from);
                }
            }
            let graph = Graph::from_lists(lists);
            let end = |end: Option<u32>| end.map(|end| end % vertices);
            let start = end(ends.0);
            let is_cycle = is_cycle && vertices > 2;
            let end = end(ends.1).filter(|_| !is_cycle);
            let shape = if is_cycle { Shape::Cycle } else { Shape::Path };
            let claim = Constraints { shape, start, end, ..Constraints::default() };
            if no_hamilton_reason(&graph, &claim).is_some() {
                prop_assert_eq!(naive_paths(&graph, &claim), Vec::<Vec<Vertex>>::new());
            }
        }
    }
}
