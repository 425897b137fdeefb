//! Graphs by the standard names of their families.
//!
//! | name | graph |
//! |---|---|
//! | `grid 8x8`, `king 8x8`, `knight 8x8`, `leaper 2,3 10x10` | the moves on a board, W × H |
//! | `torus knight 8x8` | the same with opposite sides joined; `torus 8x8` is the torus grid |
//! | `cylinder king 8x8` | the same with the left side joined to the right |
//! | `cube 5` | the hypercube |
//! | `complete 6`, `complete 4,5,6` | all vertices joined; those of different parts |
//! | `cycle 7` | the cycle C₇ |
//! | `prism 7`, `prism 5,8` | C₇ × K₂; the product of the cycles C₅ × C₈, where C₂ is K₂ |
//! | `petersen 7,2` | the generalized Petersen graph |
//! | `sierpinski 4`, `sierpinski 3,4` | the Sierpiński sieve of this order; of simplices with 4 corners |
//! | `associahedron 5` | the binary trees with 5 nodes, joined by rotations |
//! | `ramanujan 3,47` | Lubotzky, Phillips and Sarnak's, on the points of a projective line |

use thiserror::Error;

use super::{EdgeDirection, Graph, Leaper, Vertex, all, text::NamedGraph};
use crate::excerpt;

/// A reason why a text names no graph of a family.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum FamilyError {
    /// No family has this name.
    #[error("no family of graphs is called `{0}`")]
    Unknown(String),
    /// The parameters do not fit the family.
    #[error("`{family}` needs {needs}: `{example}`")]
    Parameters {
        /// The first word of the name.
        family: &'static str,
        /// The parameters that the family has.
        needs: &'static str,
        /// An example of the family.
        example: &'static str,
    },
    /// The graph has more than [`MAX_ARCS`] arcs.
    #[error("the graph is too large")]
    TooLarge,
}

/// The maximum number of arcs, and of vertices, of a graph that [`family`] makes.
pub const MAX_ARCS: u64 = 1 << 25;

/// The first words of the names, each with an example and the parameters that it needs.
pub const FAMILIES: [(&str, &str, &str); 14] = [
    ("grid", "grid 8x8", "a size"),
    ("king", "king 6x6", "a size"),
    ("knight", "knight 8x8", "a size"),
    (
        "leaper",
        "leaper 2,3 10x10",
        "two lengths, not both 0, and a size",
    ),
    ("torus", "torus 8x8", "a size, or a piece and a size"),
    (
        "cylinder",
        "cylinder knight 8x8",
        "a size, or a piece and a size",
    ),
    ("cube", "cube 5", "a dimension from 1 to 30"),
    (
        "complete",
        "complete 4,5,6",
        "a number of vertices, or of each part",
    ),
    ("cycle", "cycle 5", "a length of 3 or more"),
    (
        "prism",
        "prism 5,8",
        "the lengths of cycles, each 2 or more",
    ),
    (
        "petersen",
        "petersen 7,2",
        "a length and a step, less than half of it",
    ),
    (
        "sierpinski",
        "sierpinski 4",
        "an order from 1 to 30, and corners from 2 on, or 3",
    ),
    ("associahedron", "associahedron 5", "a number from 1 to 30"),
    ("ramanujan", "ramanujan 3,47", "two primes from 3 to 4096"),
];

/// Makes a graph by its name. The vertices of boards are called `row.column`, from 1.
///
/// # Errors
/// If that is no name, or the graph is too large.
///
/// ```
/// use huarong::Limits;
/// use huarong::control::unobserved;
/// use huarong::count::{CountKind, FrontierDp};
/// use huarong::graph::family;
///
/// let cycles = |name: &str| -> u64 {
///     let graph = family(name).expect("a name").graph;
///     let dp = FrontierDp::new(&graph).expect("a narrow frontier");
///     let count = dp.count(CountKind::Cycles, &Limits::default(), &mut unobserved);
///     count.number.expect("no limits").try_into().expect("it is small")
/// };
/// // The numbers of undirected Hamiltonian cycles are in the OEIS: A003042, A066037, A001171.
/// assert_eq!((cycles("complete 7"), cycles("cube 4"), cycles("grid 6x6")), (360, 1344, 1072));
/// assert_eq!((cycles("knight 6x6"), cycles("torus 4x4"), cycles("king 4x4")), (9862, 1344, 2830));
/// assert_eq!((cycles("petersen 5,2"), cycles("petersen 7,2"), cycles("prism 5")), (0, 7, 5));
/// assert_eq!((cycles("sierpinski 3"), cycles("sierpinski 4")), (8, 13824));
/// ```
pub fn family(name: &str) -> Result<NamedGraph, FamilyError> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let known = FAMILIES.iter().find(|family| family.0 == first);
    let &(family, example, needs) = known.ok_or_else(|| FamilyError::Unknown(first.to_owned()))?;
    let parameters = words
        .get(1)
        .and_then(|text| numbers(text, 1))
        .unwrap_or_default();
    let wrong = || FamilyError::Parameters {
        family,
        needs,
        example,
    };
    let made = match (&words[1..], first, &parameters[..]) {
        ([_], "cube", &[dimension @ 1..=30]) => product(&vec![2; dimension as usize]),
        ([_], "complete", &[vertices]) => complete(&vec![1; vertices.min(1 << 20) as usize]),
        ([_], "complete", parts) if !parts.is_empty() => complete(parts),
        ([_], "cycle", &[length]) if length > 2 => product(&[length]),
        ([_], "prism", &[length]) if length > 2 => product(&[length, 2]),
        ([_], "prism", [_, ..]) if parameters.iter().all(|&length| length > 1) => {
            product(&parameters)
        }
        ([_], "petersen", &[vertices, step])
            if 0 < step && 2 * u64::from(step) < vertices.into() =>
        {
            petersen(vertices, step)
        }
        ([_], "sierpinski", &[order @ 1..=30]) => sierpinski(order, 3),
        ([_], "sierpinski", &[order @ 1..=30, corners]) if corners > 1 => {
            sierpinski(order, corners)
        }
        ([_], "associahedron", &[nodes @ 1..=30]) => associahedron(nodes),
        ([_], "ramanujan", &[p @ 3..=4096, q @ 3..=4096])
            if p != q && is_prime(p) && is_prime(q) =>
        {
            ramanujan(p, q)
        }
        _ => MoveBoard::parse(&words).ok_or_else(wrong)?.graph(),
    };
    made.ok_or(FamilyError::TooLarge)
}

/// Parses numbers between commas, each `least` or more.
fn numbers(text: &str, least: u32) -> Option<Vec<u32>> {
    text.split(',')
        .map(|number| number.parse().ok().filter(|&number| number >= least))
        .collect()
}

/// Makes a graph from the names of its vertices, and edges that may occur more than once.
fn joined(names: Vec<String>, edges: impl IntoIterator<Item = (Vertex, Vertex)>) -> NamedGraph {
    let mut lists = vec![Vec::new(); names.len()];
    for (one, other) in edges.into_iter().filter(|(one, other)| one != other) {
        lists[one as usize].push(other);
        lists[other as usize].push(one);
    }
    for list in &mut lists {
        list.sort_unstable();
        list.dedup();
    }
    NamedGraph::new(Graph::from_lists(lists), EdgeDirection::Undirected, names)
}

/// Makes a graph of vertices with these names, joined if they share a simplex.
fn of_simplices(simplices: &[Vec<String>]) -> NamedGraph {
    let mut names = simplices.concat();
    names.sort_unstable();
    names.dedup();
    let number = |name| Vertex::try_from(names.binary_search(name).expect("a name")).expect("few");
    let simplices: Vec<Vec<Vertex>> = simplices
        .iter()
        .map(|simplex| simplex.iter().map(number).collect())
        .collect();
    joined(names, simplices.iter().flat_map(|simplex| pairs(simplex)))
}

fn pairs(vertices: &[Vertex]) -> impl Iterator<Item = (Vertex, Vertex)> {
    let later = |at: usize| vertices[at + 1..].iter();
    (0..vertices.len()).flat_map(move |at| later(at).map(move |&other| (vertices[at], other)))
}

/// Whether a graph is small enough to be made.
fn fits(vertices: u64, degree: u64) -> Option<()> {
    (vertices.checked_mul(degree.max(1))? <= MAX_ARCS).then_some(())
}

/// The moves on a board, whose sides may be joined.
struct MoveBoard {
    rows: u32,
    columns: u32,
    /// Whether the top is joined to the bottom.
    is_torus: bool,
    /// Whether the left side is joined to the right.
    is_round: bool,
    leaps: Vec<(i64, i64)>,
}

impl MoveBoard {
    fn parse(words: &[&str]) -> Option<Self> {
        let is_torus = words[0] == "torus";
        let is_round = is_torus || words[0] == "cylinder";
        let words = &words[usize::from(is_round)..];
        let leaper = |short, long| Leaper { short, long }.leaps();
        let (size, leaps) = match *words {
            ["grid", size] => (size, leaper(0, 1)),
            ["king", size] => (size, [leaper(0, 1), leaper(1, 1)].concat()),
            ["knight", size] => (size, leaper(1, 2)),
            ["leaper", legs, size] => match numbers(legs, 0)?[..] {
                [one, other] if (one, other) != (0, 0) => (size, leaper(one, other)),
                _ => return None,
            },
            [size] if is_round => (size, leaper(0, 1)),
            _ => return None,
        };
        let (columns, rows) = size.split_once('x')?;
        let length = |text: &str| text.parse().ok().filter(|&length: &u32| length > 0);
        let rows = length(rows)?;
        let columns = length(columns)?;
        Some(MoveBoard {
            rows,
            columns,
            is_torus,
            is_round,
            leaps,
        })
    }

    fn graph(&self) -> Option<NamedGraph> {
        let &MoveBoard {
            rows,
            columns,
            is_torus,
            is_round,
            ..
        } = self;
        fits(
            u64::from(rows) * u64::from(columns),
            self.leaps.len() as u64,
        )?;
        let step = |from: u32, leap: i64, length: u32, is_joined: bool| {
            let to = i64::from(from) + leap;
            let length = i64::from(length);
            let to = if is_joined { to.rem_euclid(length) } else { to };
            u32::try_from(to).ok().filter(|&to| i64::from(to) < length)
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let names = cells
            .clone()
            .map(|(row, column)| format!("{}.{}", row + 1, column + 1))
            .collect();
        let edges = cells.flat_map(|(row, column)| {
            self.leaps.iter().filter_map(move |&(down, right)| {
                let row_to = step(row, down, rows, is_torus)?;
                let column_to = step(column, right, columns, is_round)?;
                Some((row * columns + column, row_to * columns + column_to))
            })
        });
        Some(joined(names, edges))
    }
}

/// The Cartesian product of cycles; one of two vertices is an edge. Vertices are called by their
/// coordinates.
fn product(lengths: &[u32]) -> Option<NamedGraph> {
    let total = lengths
        .iter()
        .try_fold(1_u64, |total, &length| total.checked_mul(length.into()))?;
    fits(total, 2 * lengths.len() as u64)?;
    let vertices = || all(usize::try_from(total).expect("it is small"));
    // The last coordinate changes first.
    let strides: Vec<u32> = (0..lengths.len())
        .map(|at| lengths[at + 1..].iter().product())
        .collect();
    let coordinates = || strides.iter().copied().zip(lengths.iter().copied());
    let between = if lengths.iter().all(|&length| length <= 10) {
        ""
    } else {
        "."
    };
    let edges = vertices().flat_map(|vertex| {
        coordinates().map(move |(stride, length)| {
            let is_last = vertex / stride % length + 1 == length;
            (
                vertex,
                if is_last {
                    vertex - (length - 1) * stride
                } else {
                    vertex + stride
                },
            )
        })
    });
    Some(joined(
        vertices()
            .map(|vertex| {
                let places = coordinates().map(|(stride, length)| vertex / stride % length);
                excerpt::joined(places, between)
            })
            .collect(),
        edges,
    ))
}

/// The complete multipartite graph.
fn complete(parts: &[u32]) -> Option<NamedGraph> {
    let total = parts.iter().map(|&part| u64::from(part)).sum();
    fits(total, total)?;
    let part: Vec<u32> = (0..)
        .zip(parts)
        .flat_map(|(part, &size)| (0..size).map(move |_| part))
        .collect();
    let vertices: Vec<Vertex> = all(part.len()).collect();
    let of = |vertex: Vertex| part[vertex as usize];
    let edges = pairs(&vertices).filter(|&(one, other)| of(one) != of(other));
    Some(joined(
        vertices.iter().map(Vertex::to_string).collect(),
        edges,
    ))
}

/// The generalized Petersen graph: an outer cycle 0, 1, 2 and so on, and spokes to 0', 1', 2' and
/// so on, which are joined in steps.
fn petersen(size: u32, step: u32) -> Option<NamedGraph> {
    fits(2 * u64::from(size), 3)?;
    let names = (0..size)
        .map(|at| at.to_string())
        .chain((0..size).map(|at| format!("{at}'")));
    let edges = (0..size).flat_map(|at| {
        let inner = |at: u32| size + at % size;
        [
            (at, (at + 1) % size),
            (at, inner(at)),
            (inner(at), inner(at + step)),
        ]
    });
    Some(joined(names.collect(), edges))
}

/// The graph of order 1 is a simplex; of the next order, one of such graphs at each of its corners.
/// Vertices are called by their barycentric coordinates.
fn sierpinski(order: u32, corners: u32) -> Option<NamedGraph> {
    let simplices = u64::from(corners).checked_pow(order - 1)?;
    fits(simplices.checked_mul(corners.into())?, corners.into())?;
    let mut bases = vec![vec![0_u32; corners as usize]];
    for bit in 0..order - 1 {
        let doubled = bases.iter().flat_map(|base| {
            (0..base.len()).map(move |corner| {
                let mut base = base.clone();
                base[corner] += 1 << bit;
                base
            })
        });
        bases = doubled.collect();
    }
    Some(of_simplices(
        &bases
            .iter()
            .map(|base| {
                (0..base.len())
                    .map(|corner| {
                        let values = (0..).zip(base);
                        let moved = values.map(|(at, value)| value + u32::from(at == corner));
                        excerpt::joined(moved, ".")
                    })
                    .collect()
            })
            .collect::<Vec<_>>(),
    ))
}

/// The 1-skeleton of the associahedron. A tree with a left and a right part is called
/// `(left)right`.
fn associahedron(nodes: u32) -> Option<NamedGraph> {
    fits(1 << (2 * nodes), nodes.into())?;
    let mut trees = vec![vec![String::new()]];
    for nodes in 1..=nodes as usize {
        let parts = (0..nodes).flat_map(|left| {
            let right = &trees[nodes - 1 - left];
            trees[left]
                .iter()
                .flat_map(move |l| right.iter().map(move |r| format!("({l}){r}")))
        });
        trees.push(parts.collect());
    }
    let edges = trees[nodes as usize].iter().flat_map(|tree| {
        let rotated = tree.match_indices(")(").map(move |(at, _)| {
            // The tree that follows comes into the part that ends here.
            let mut open = 0;
            let after = tree[at + 1..].find(|mark| {
                open += if mark == '(' { 1 } else { -1 };
                open == 0
            });
            let end = at + 2 + after.expect("brackets are balanced");
            format!("{}{}){}", &tree[..at], &tree[at + 1..end], &tree[end..])
        });
        rotated.map(move |other| vec![tree.clone(), other])
    });
    let alone = trees[nodes as usize].iter().map(|tree| vec![tree.clone()]);
    Some(of_simplices(&edges.chain(alone).collect::<Vec<_>>()))
}

fn is_prime(number: u32) -> bool {
    (2..=number.isqrt()).all(|divisor| !number.is_multiple_of(divisor))
}

/// Joins the points `x` of the projective line modulo `q`, the last one infinity, to their images
/// under the quaternions of norm `p`, which are matrices modulo `q`. Without loops and parallel
/// edges, this is `raman(p,q,1,1)` of Knuth's Stanford `GraphBase`.
fn ramanujan(p: u32, q: u32) -> Option<NamedGraph> {
    fits(u64::from(q) + 1, u64::from(p) + 1)?;
    let q = i64::from(q);
    let root = i64::from(p.isqrt());
    let p = i64::from(p);
    // The squares of `i`, `j` and `k` are -1.
    let square = |(s, t): (i64, i64)| (s * s + t * t + 1) % q == 0;
    let (s, t) = (0..q)
        .flat_map(|s| (0..q).map(move |t| (s, t)))
        .find(|&pair| square(pair))?;
    let part = || -root..=root;
    let parts = part().flat_map(|b| part().flat_map(move |c| part().map(move |d| (b, c, d))));
    // One of four associates has a first part whose parity differs from that of all others.
    let real = i64::from(p % 4 == 1);
    let quaternions = (0..=root)
        .filter(|a| a % 2 == real)
        .flat_map(|a| parts.clone().map(move |(b, c, d)| (a, b, c, d)))
        .filter(|&(a, b, c, d)| {
            [b, c, d].iter().all(|part| part.rem_euclid(2) != real)
                && a * a + b * b + c * c + d * d == p
        });
    let inverse = |of: i64| (1..q).find(|it| it * of % q == 1);
    let edges: Vec<_> = quaternions
        .flat_map(|(a, b, c, d)| {
            let matrix = [
                a + s * b + t * d,
                c + t * b - s * d,
                t * b - s * d - c,
                a - s * b - t * d,
            ];
            (0..=q).map(move |x| {
                let (over, under) = if x == q { (1, 0) } else { (x, 1) };
                let image =
                    |row: usize| (matrix[row] * over + matrix[row + 1] * under).rem_euclid(q);
                let to = inverse(image(2)).map_or(q, |inverse| image(0) * inverse % q);
                let vertex = |x: i64| Vertex::try_from(x).expect("at most q");
                (vertex(x), vertex(to))
            })
        })
        .collect();
    Some(joined(
        (0..q)
            .map(|x| x.to_string())
            .chain(["∞".to_owned()])
            .collect(),
        edges,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_the_vertices_and_edges_of_its_definition() {
        for [name, vertices, edges] in crate::cases::rows(include_str!(
            "tables/every_family_has_the_vertices_and_edges_of_its_definition.txt"
        )) {
            let vertices = crate::cases::parsed(vertices);
            let edges: usize = crate::cases::parsed(edges);
            let NamedGraph { graph, names, .. } = family(name).expect(name);
            assert_eq!(
                (graph.vertices(), graph.arcs()),
                (vertices, 2 * edges),
                "{name}"
            );
            assert_eq!(names.len(), vertices, "{name}");
            assert!(graph.is_undirected(), "{name}");
        }
        assert!(
            FAMILIES
                .iter()
                .all(|(_, example, _)| family(example).is_ok())
        );
    }

    #[test]
    fn vertices_of_families_have_descriptive_names() {
        let names = |name| family(name).expect(name).names;
        assert_eq!(names("cube 2"), ["00", "01", "10", "11"]);
        assert_eq!(names("king 2x1"), ["1.1", "1.2"]);
        assert_eq!(names("associahedron 2"), ["(())", "()()"]);
        assert_eq!(names("sierpinski 1,2"), ["0.1", "1.0"]);
        assert_eq!(names("ramanujan 5,3").last().map(String::as_str), Some("∞"));
    }

    #[test]
    fn unknown_families_and_invalid_parameters_are_refused() {
        let unknown = |name: &str| Some(FamilyError::Unknown(name.to_owned()));
        assert_eq!(family("gird 8x8").err(), unknown("gird"));
        assert_eq!(family(" ").err(), unknown(""));
        for wrong in [
            "grid",
            "grid 8",
            "grid 0x8",
            "cube x",
            "cube 0",
            "cube 31",
            "petersen 6,3",
        ] {
            assert!(
                matches!(family(wrong).err(), Some(FamilyError::Parameters { .. })),
                "{wrong}"
            );
        }
        let others = [
            "grid 8x8 8",
            "torus",
            "leaper 1 8x8",
            "leaper 0,0 8x8",
            "prism 1,4",
        ];
        for wrong in others.into_iter().chain(["ramanujan 4,47"]) {
            assert!(
                matches!(family(wrong).err(), Some(FamilyError::Parameters { .. })),
                "{wrong}"
            );
        }
        for large in [
            "grid 99999x99999",
            "complete 99999",
            "cube 25",
            "associahedron 20",
        ] {
            assert_eq!(family(large).err(), Some(FamilyError::TooLarge), "{large}");
        }
    }
}
