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

use huarong::collection::Collection;
use huarong::control::Outcome;
use huarong::sliding::{Mirroring, Options, Solver};
use huarong::{Metric, Puzzle};

/// An id, a puzzle, a metric, and the length of the shortest solution.
const SEARCHES: [(&str, &str, Metric, usize); 4] = [
    ("classic/step", "heng-dao-li-ma", Metric::Step, 116),
    ("classic/slide", "heng-dao-li-ma", Metric::Slide, 90),
    ("classic/move", "heng-dao-li-ma", Metric::Move, 81),
    ("hardest/60", "fogleman-60", Metric::Slide, 60),
];

fn puzzle(name: &str) -> Puzzle {
    Collection::built_in().find(name).expect("it is built in").swap_remove(0).puzzle
}

fn search(name: &str, metric: Metric, length: usize, times: usize) {
    let mirroring = if name == "fogleman-60" { Mirroring::Off } else { Mirroring::default() };
    let options = Options { metric, mirroring, ..Options::default() };
    let mut solver = Solver::new(&puzzle(name), &options).expect("it fits");
    for _ in 0..times {
        let search = black_box(solver.search(&mut |_| ControlFlow::Continue(())));
        let Outcome::Found(positions) = search.outcome else { panic!("{name} can be solved") };
        assert_eq!(positions.len() - 1, length, "{name}, {metric}");
    }
}

fn main() {
    let mut arguments = env::args().skip(1).filter(|argument| argument != "--bench");
    let id = arguments.next();
    let times = arguments.next().map_or(1, |times| times.parse().expect("a number"));
    for (known, name, metric, length) in SEARCHES {
        if id.as_ref().is_none_or(|id| id == known) {
            search(name, metric, length, times);
        }
    }
}
