//! Exact counts by the frontier programme; answers are asserted.
//!
//!     cargo bench -- count
//!
//! | id | what one iteration is |
//! |---|---|
//! | `paths/N` | planning the order and counting all undirected Hamiltonian paths of an N × N grid |
//! | `corner/N` | the same for those from a corner |
//! | `cycles/N` | the same for cycles |
//! | `knight/6` | all closed knight's tours of the 6 × 6 board |
//! | `knight/6x8` | the same of the 6 × 8 board |
//! | `knight/open/6` | all open knight's tours of the 6 × 6 board, without direction |
//! | `knuth/X` | all cycles of graph X of Knuth's pre-fascicle 8A, as far as it is built here |

use std::hint::black_box;
use std::ops::ControlFlow;

use huarong::Limits;
use huarong::count::{CountKind, FrontierDp, VertexSequence};
use huarong::graph::text::parse_edges;
use huarong::graph::{
    Constraints, EdgeDirection, Graph, Leaper, Shape, family, leaper_graph, no_hamilton_reason,
};

use crate::timing::{arguments, time};

/// How many there are.
fn count(graph: &Graph, question: CountKind) -> u128 {
    let programme = FrontierDp::new(black_box(graph)).expect("the frontier is narrow");
    let count = programme.count(question, &Limits::default(), &mut |_| {
        ControlFlow::Continue(())
    });
    count
        .number
        .expect("no limits")
        .try_into()
        .expect("it is small")
}

fn grid(size: u32) -> Graph {
    leaper_graph(size, size, Leaper { short: 0, long: 1 })
}

fn grids() {
    for (size, paths) in [
        (7, 13_535_280),
        (8, 3_023_313_284),
        (10, 730_044_829_512_632),
    ] {
        let grid = grid(size);
        time(&format!("count/paths/{size}"), || {
            assert_eq!(count(&grid, CountKind::Paths), paths);
        });
    }
    for (size, paths) in [(8, 180_160_012), (10, 29_805_993_260_994)] {
        let grid = grid(size);
        time(&format!("count/corner/{size}"), || {
            assert_eq!(count(&grid, CountKind::PathsFrom(0)), paths);
        });
    }
    for (size, cycles) in [(8, 4_638_576), (10, 467_260_456_608)] {
        let grid = grid(size);
        time(&format!("count/cycles/{size}"), || {
            assert_eq!(count(&grid, CountKind::Cycles), cycles);
        });
    }
    let board = leaper_graph(6, 6, Leaper::KNIGHT);
    time("count/knight/6", || {
        assert_eq!(count(&board, CountKind::Cycles), 9862);
    });
    time("count/knight/open/6", || {
        assert_eq!(count(&board, CountKind::Paths), 3_318_960);
    });
    let board = leaper_graph(8, 6, Leaper::KNIGHT);
    time("count/knight/6x8", || {
        assert_eq!(count(&board, CountKind::Cycles), 55_488_142);
    });
}

/// The states of the USA without Alaska and Hawaii: each is followed by neighbours.
const STATES: &str = "\
AL FL GA MS TN
AR LA MO MS OK TN TX
AZ CA NM NV UT
CA NV OR
CO KS NE NM OK UT WY
CT MA NY RI
DE MD NJ PA
FL GA
GA NC SC TN
IA IL MN MO NE SD WI
ID MT NV OR UT WA WY
IL IN KY MO WI
IN KY MI OH
KS MO NE OK
KY MO OH TN VA WV
LA MS TX
MA NH NY RI VT
MD PA VA WV
ME NH
MI OH WI
MN ND SD WI
MO NE OK TN
MS TN
MT ND SD WY
NC SC TN VA
ND SD
NE SD WY
NH VT
NJ NY PA
NM OK TX
NV OR UT
NY PA VT
OH PA WV
OK TX
OR WA
PA WV
SD WY
TN VA
UT WY
VA WV";

/// The graphs of Knuth's table that have cycles, each with their number.
fn knuth_graphs() -> Vec<(&'static str, Graph, u64)> {
    let named = |name: &str| family(name).expect("a name").graph;
    let edges = |text: String| {
        parse_edges(text.as_bytes(), EdgeDirection::Undirected)
            .expect("edges")
            .graph
    };
    // Paths from Maine, closed by two more vertices.
    let mut usa = String::from("ME x\nx y\n");
    let mut states: Vec<&str> = STATES
        .split_whitespace()
        .filter(|&state| state != "ME")
        .collect();
    states.sort_unstable();
    states.dedup();
    usa.extend(states.iter().map(|state| format!("y {state}\n")));
    for line in STATES.lines() {
        let mut words = line.split(' ');
        let first = words.next().unwrap_or_default();
        usa.extend(words.map(|other| format!("{first} {other}\n")));
    }
    vec![
        ("B", named("associahedron 5"), 14_306_485),
        ("E", named("ramanujan 3,47"), 107_921_396),
        ("Q", named("cube 5"), 906_545_760),
        ("S", named("sierpinski 3,4"), 1_165_688_832),
        ("T", named("complete 4,5,6"), 207_360_000),
        ("U", edges(usa), 68_656_026),
        ("G", giraffe(), 4_515_918_298),
    ]
}

/// The giraffe's moves on the 10 × 10 board, of which each central square keeps two: those that
/// lead away from the centre.
fn giraffe() -> Graph {
    let whole = leaper_graph(10, 10, Leaper { short: 1, long: 4 });
    let is_kept = |from: u32, to: u32| {
        let away = |from: u32, to: u32| if from == 4 { to < 4 } else { to > 5 };
        let is_central = [44, 45, 54, 55].contains(&from);
        !is_central || away(from / 10, to / 10) && away(from % 10, to % 10)
    };
    Graph::from_lists((0..100).map(|from| {
        let kept = |&to: &u32| is_kept(from, to) && is_kept(to, from);
        whole
            .neighbours(from)
            .iter()
            .copied()
            .filter(kept)
            .collect::<Vec<u32>>()
    }))
}

fn knuth() {
    for (name, graph, cycles) in knuth_graphs() {
        // A minute each time.
        if name == "G" && !arguments().any(|argument| argument.contains("knuth/G")) {
            continue;
        }
        let orders = VertexSequence::ALL
            .iter()
            .filter_map(|sequence| sequence.of(&graph));
        let orders: Vec<_> = orders.collect();
        let programme = FrontierDp::narrowest(&graph, &orders).expect("the frontier is narrow");
        time(&format!("count/knuth/{name}"), || {
            let go_on = &mut |_: &_| ControlFlow::Continue(());
            let count = programme.count(CountKind::Cycles, &Limits::default(), go_on);
            assert_eq!(count.number, Ok(cycles.into()), "{name}");
        });
    }
    let separated = (0..5).flat_map(|one| (one + 1..23).map(move |other| (one, other)));
    let triangles = (5..23)
        .step_by(3)
        .flat_map(|at| [(at, at + 1), (at, at + 2), (at + 1, at + 2)]);
    let grid = leaper_graph(10, 8, Leaper { short: 0, long: 1 });
    let grid: Vec<(u32, u32)> = grid.edges(EdgeDirection::Undirected).collect();
    let chained = grid.into_iter().chain([(0, 80), (80, 81), (81, 79)]);
    let none: [(&str, Vec<(u32, u32)>); 2] = [
        ("D", separated.chain(triangles).collect()),
        ("P", chained.collect()),
    ];
    for (name, edges) in none {
        let vertices = edges
            .iter()
            .map(|edge| edge.1.max(edge.0) as usize + 1)
            .max();
        let mut lists = vec![Vec::new(); vertices.unwrap_or(0)];
        for (one, other) in edges {
            lists[one as usize].push(other);
            lists[other as usize].push(one);
        }
        let graph = Graph::from_lists(lists);
        let cycle = Constraints::default().with_shape(Shape::Cycle);
        time(&format!("count/knuth/{name}"), || {
            assert!(no_hamilton_reason(black_box(&graph), &cycle).is_some());
        });
    }
}

pub(crate) fn main() {
    grids();
    knuth();
}
