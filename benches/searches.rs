//! Searches whose instructions are counted, which can be repeated where times cannot:
//!
//!     .ci/instructions REVISION
//!
//! runs this under callgrind, as it was at that revision and as it is now, and prints both side by
//! side. Told an id and a number, this program makes a solver and searches that many times; told
//! nothing, it searches once for each id and asserts the answer.

use std::env;
use std::hint::black_box;
use std::ops::ControlFlow;

use huarong::Metric;
use huarong::control::Outcome;
use huarong::internals;
use huarong::notation::{Notation, read};
use huarong::sliding::{Algorithm, Options, Solver};

/// 横刀立马.
const CLASSIC: (Notation, &str) = (Notation::CommonCode, "1A9BF0C00");
/// The hardest board of Rush Hour.
const HARDEST: (Notation, &str) = (Notation::Rush, "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM");

const BFS: Algorithm = Algorithm::BreadthFirst;

/// An id, a puzzle, how it is searched, and the length of the shortest solution.
type Case = (
    &'static str,
    (Notation, &'static str),
    (Algorithm, Metric),
    usize,
);

/// The searches.
const SEARCHES: [Case; 4] = [
    ("classic/step", CLASSIC, (BFS, Metric::Step), 116),
    ("classic/slide", CLASSIC, (BFS, Metric::Slide), 90),
    ("classic/move", CLASSIC, (BFS, Metric::Move), 81),
    ("hardest/60", HARDEST, (BFS, Metric::Slide), 60),
];

fn search(
    (notation, text): (Notation, &str),
    (algorithm, metric): (Algorithm, Metric),
    length: usize,
    times: usize,
) {
    let puzzle = read(notation, text).expect("a puzzle").swap_remove(0);
    let options = Options::default()
        .with_algorithm(algorithm)
        .with_metric(metric);
    let mut solver = Solver::new(&puzzle, &options).expect("it fits");
    for _ in 0..times {
        let search = black_box(internals::search(&mut solver, &mut |_| {
            ControlFlow::Continue(())
        }));
        let Outcome::Found(positions) = search.outcome else {
            panic!("{text} can be solved")
        };
        assert_eq!(positions.len() - 1, length, "{text}, {metric}");
    }
}

pub(crate) fn main() {
    let mut arguments = env::args()
        .skip(1)
        .filter(|word| !["--bench", "searches"].contains(&word.as_str()));
    let id = arguments.next();
    let times = arguments
        .next()
        .map_or(1, |times| times.parse().expect("a number"));
    for (known, puzzle, way, length) in SEARCHES {
        if id.as_ref().is_none_or(|id| id == known) {
            search(puzzle, way, length, times);
        }
    }
}
