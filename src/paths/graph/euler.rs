//! Euler trails, which use every edge once.

use std::fmt;

use super::{EdgeDirection, Graph, Vertex, all, traversal::DisjointSets};

/// A trail over every edge, or the reason why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EulerTrail {
    /// The trail ends where it begins, and lists that vertex twice. A graph without edges has an
    /// empty circuit.
    Circuit(Vec<Vertex>),
    /// The trail ends at another vertex.
    Open(Vec<Vertex>),
    /// No trail exists.
    None(NoEulerTrail),
}

/// A reason why no trail over every edge exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoEulerTrail {
    /// More than two vertices have an odd number of edges. A trail enters and leaves a vertex
    /// equally often, except at its ends.
    Odd(Vec<Vertex>),
    /// Vertices with different numbers of arcs out and in, each with the difference. A trail
    /// permits one vertex with 1 and one with -1.
    Unbalanced(Vec<(Vertex, i64)>),
    /// Two vertices have edges, and no path leads from one to the other.
    Apart(Vertex, Vertex),
}

impl fmt::Display for NoEulerTrail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoEulerTrail::Odd(vertices) => {
                let count = vertices.len();
                write!(
                    f,
                    "{count} vertices have an odd number of edges, and 0 or 2 may"
                )
            }
            NoEulerTrail::Unbalanced(vertices) => {
                let count = vertices.len();
                let plural = if count == 1 {
                    "vertex has"
                } else {
                    "vertices have"
                };
                write!(
                    f,
                    "{count} {plural} different numbers of arcs out and in; only the first may have \
                     one more out, and the last one more in"
                )
            }
            NoEulerTrail::Apart(..) => f.write_str("the edges are not connected"),
        }
    }
}

/// Finds a trail over every edge of a graph. In an undirected graph it uses the two arcs of an
/// edge together. Parallel edges and loops count. Takes time and memory linear in the graph.
///
/// Euler: Solutio problematis ad geometriam situs pertinentis, 1741 (existence). Hierholzer: Über
/// die Möglichkeit, einen Linienzug ohne Wiederholung und ohne Unterbrechung zu umfahren, 1873
/// (algorithm).
pub fn euler_trail(graph: &Graph, direction: EdgeDirection) -> EulerTrail {
    let edges: Vec<(Vertex, Vertex)> = graph.edges(direction).collect();
    let ends = match direction {
        EdgeDirection::Directed => balanced(graph.vertices(), &edges),
        EdgeDirection::Undirected => even(graph.vertices(), &edges),
    };
    let start = match ends.and_then(|ends| together(graph.vertices(), &edges).map(|()| ends)) {
        Ok(start) => start,
        Err(why) => return EulerTrail::None(why),
    };
    match (start, edges.first()) {
        (_, None) => EulerTrail::Circuit(Vec::new()),
        (None, Some(&(first, _))) => {
            EulerTrail::Circuit(hierholzer(graph.vertices(), &edges, direction, first))
        }
        (Some(start), Some(_)) => {
            EulerTrail::Open(hierholzer(graph.vertices(), &edges, direction, start))
        }
    }
}

/// Returns the start of a trail that the degrees permit; `None` for a circuit.
fn even(vertices: usize, edges: &[(Vertex, Vertex)]) -> Result<Option<Vertex>, NoEulerTrail> {
    let mut is_odd = vec![false; vertices];
    for &(from, to) in edges {
        is_odd[from as usize] ^= true;
        is_odd[to as usize] ^= true;
    }
    let odd: Vec<Vertex> = all(vertices)
        .filter(|&vertex| is_odd[vertex as usize])
        .collect();
    match odd[..] {
        [] => Ok(None),
        [first, _] => Ok(Some(first)),
        _ => Err(NoEulerTrail::Odd(odd)),
    }
}

/// Returns the start of a trail as [`even`] does, for a directed graph.
fn balanced(vertices: usize, edges: &[(Vertex, Vertex)]) -> Result<Option<Vertex>, NoEulerTrail> {
    let mut surplus = vec![0_i64; vertices];
    for &(from, to) in edges {
        surplus[from as usize] += 1;
        surplus[to as usize] -= 1;
    }
    let uneven: Vec<(Vertex, i64)> = all(vertices)
        .map(|vertex| (vertex, surplus[vertex as usize]))
        .filter(|&(_, surplus)| surplus != 0)
        .collect();
    match uneven[..] {
        [] => Ok(None),
        [(first, 1), (_, -1)] | [(_, -1), (first, 1)] => Ok(Some(first)),
        _ => Err(NoEulerTrail::Unbalanced(uneven)),
    }
}

/// Checks that all edges are in one component.
fn together(vertices: usize, edges: &[(Vertex, Vertex)]) -> Result<(), NoEulerTrail> {
    let mut sets = DisjointSets::new(vertices);
    for &(from, to) in edges {
        sets.join_different(from, to);
    }
    let Some(&(first, _)) = edges.first() else {
        return Ok(());
    };
    let root = sets.find(first).0;
    match edges.iter().find(|edge| sets.find(edge.0).0 != root) {
        Some(&(other, _)) => Err(NoEulerTrail::Apart(first, other)),
        None => Ok(()),
    }
}

/// Returns the trail from `start`, which exists: walks until no edge is left, then goes back to
/// the last vertex with an unused edge and inserts the trail from there.
fn hierholzer(
    vertices: usize,
    edges: &[(Vertex, Vertex)],
    direction: EdgeDirection,
    start: Vertex,
) -> Vec<Vertex> {
    let incident = incidence(vertices, edges, direction);
    let mut used = vec![false; edges.len()];
    let mut next: Vec<usize> = vec![0; vertices];
    let mut ahead = vec![start];
    let mut trail = Vec::with_capacity(edges.len() + 1);
    while let Some(&vertex) = ahead.last() {
        let ways = incident.neighbours(vertex);
        let begin = next[vertex as usize];
        let onward = ways[begin..].iter().position(|&edge| !used[edge as usize]);
        next[vertex as usize] = onward.map_or(ways.len(), |skipped| begin + skipped + 1);
        if onward.is_none() {
            ahead.pop();
            trail.push(vertex);
            continue;
        }
        let edge = ways[next[vertex as usize] - 1] as usize;
        used[edge] = true;
        let (from, to) = edges[edge];
        ahead.push(if vertex == from { to } else { from });
    }
    trail.reverse();
    trail
}

/// For each vertex, the numbers of the edges by which it may be left, as the arcs of a graph of
/// its own.
fn incidence(vertices: usize, edges: &[(Vertex, Vertex)], direction: EdgeDirection) -> Graph {
    let mut ways: Vec<Vec<Vertex>> = vec![Vec::new(); vertices.max(edges.len())];
    for (number, &(from, to)) in (0..).zip(edges) {
        ways[from as usize].push(number);
        if direction == EdgeDirection::Undirected && from != to {
            ways[to as usize].push(number);
        }
    }
    Graph::from_lists(ways)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The undirected graph of these edges.
    fn undirected(vertices: usize, edges: &[(Vertex, Vertex)]) -> Graph {
        let mut lists = vec![Vec::new(); vertices];
        for &(from, to) in edges {
            lists[from as usize].push(to);
            lists[to as usize].push(from);
        }
        Graph::from_lists(lists)
    }

    #[test]
    fn the_seven_bridges_of_koenigsberg_have_no_euler_trail() {
        let bridges = [(0, 1), (0, 1), (0, 3), (1, 2), (1, 2), (1, 3), (2, 3)];
        let trail = euler_trail(&undirected(4, &bridges), EdgeDirection::Undirected);
        assert_eq!(trail, EulerTrail::None(NoEulerTrail::Odd(vec![0, 1, 2, 3])));
        // With one more bridge, or two.
        let trail = |more: &[(Vertex, Vertex)]| {
            let edges = [&bridges, more].concat();
            euler_trail(&undirected(4, &edges), EdgeDirection::Undirected)
        };
        assert!(matches!(trail(&[(0, 2)]), EulerTrail::Open(way) if way.len() == 9 && way[0] == 1));
        assert!(matches!(trail(&[(0, 2), (1, 3)]), EulerTrail::Circuit(way) if way.len() == 10));
    }

    #[test]
    fn a_disconnected_edge_set_has_no_euler_trail() {
        let pairs = undirected(5, &[(1, 2), (1, 2), (3, 4), (3, 4)]);
        let trail = euler_trail(&pairs, EdgeDirection::Undirected);
        assert_eq!(trail, EulerTrail::None(NoEulerTrail::Apart(1, 3)));
        // A vertex without edges does not matter.
        let pair = undirected(3, &[(1, 2)]);
        assert_eq!(
            euler_trail(&pair, EdgeDirection::Undirected),
            EulerTrail::Open(vec![1, 2])
        );
        let none = undirected(3, &[]);
        assert_eq!(
            euler_trail(&none, EdgeDirection::Undirected),
            EulerTrail::Circuit(Vec::new())
        );
    }

    #[test]
    fn directed_edges_are_used_one_way() {
        let graph = Graph::from_lists([&[1][..], &[2, 0], &[1], &[]]);
        let trail = euler_trail(&graph, EdgeDirection::Directed);
        assert_eq!(trail, EulerTrail::Circuit(vec![0, 1, 2, 1, 0]));
        let fork = Graph::from_lists([&[1, 2][..], &[], &[]]);
        let why = NoEulerTrail::Unbalanced(vec![(0, 2), (1, -1), (2, -1)]);
        assert_eq!(
            euler_trail(&fork, EdgeDirection::Directed),
            EulerTrail::None(why)
        );
    }

    /// Whether the vertices are a trail over these edges.
    fn uses_each_once(
        way: &[Vertex],
        edges: &[(Vertex, Vertex)],
        direction: EdgeDirection,
    ) -> bool {
        let turned = |(a, b): (Vertex, Vertex)| match direction {
            EdgeDirection::Directed => (a, b),
            EdgeDirection::Undirected => (a.min(b), a.max(b)),
        };
        let mut used: Vec<_> = way
            .windows(2)
            .map(|step| turned((step[0], step[1])))
            .collect();
        let mut wanted: Vec<_> = edges.iter().map(|&edge| turned(edge)).collect();
        used.sort_unstable();
        wanted.sort_unstable();
        used == wanted
    }

    /// Whether some trail uses all the edges: tries all.
    fn naive(edges: &mut Vec<(Vertex, Vertex)>, at: Vertex, direction: EdgeDirection) -> bool {
        let is_done = edges.is_empty();
        is_done
            || (0..edges.len()).any(|number| {
                let (from, to) = edges.swap_remove(number);
                let mut found = from == at && naive(edges, to, direction);
                found |= direction == EdgeDirection::Undirected
                    && to == at
                    && naive(edges, from, direction);
                edges.push((from, to));
                let last = edges.len() - 1;
                edges.swap(number, last);
                found
            })
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn an_euler_trail_is_found_if_and_only_if_one_exists(
            edges in prop::collection::vec((0..5_u32, 0..5_u32), 0..8),
            is_directed in any::<bool>(),
        ) {
            let (graph, direction) = if is_directed {
                let mut lists = vec![Vec::new(); 5];
                for &(from, to) in &edges {
                    lists[from as usize].push(to);
                }
                (Graph::from_lists(lists), EdgeDirection::Directed)
            } else {
                (undirected(5, &edges), EdgeDirection::Undirected)
            };
            let exists = (0..5).any(|start| naive(&mut edges.clone(), start, direction));
            match euler_trail(&graph, direction) {
                EulerTrail::Circuit(way) => {
                    prop_assert!(uses_each_once(&way, &edges, direction));
                    prop_assert_eq!(way.first(), way.last());
                }
                EulerTrail::Open(way) => {
                    prop_assert!(uses_each_once(&way, &edges, direction));
                    prop_assert_ne!(way.first(), way.last());
                }
                EulerTrail::None(_) => prop_assert!(!exists),
            }
        }
    }
}
