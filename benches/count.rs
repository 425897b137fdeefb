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

use std::hint::black_box;
use std::ops::ControlFlow;

use huarong::Limits;
use huarong::count::{CountKind, FrontierDp};
use huarong::graph::{Graph, Leaper, leaper_graph};

use crate::timing::time;

/// How many there are.
fn count(graph: &Graph, question: CountKind) -> u128 {
    let programme = FrontierDp::new(black_box(graph)).expect("the frontier is narrow");
    let count = programme.count(question, &Limits::default(), &mut |_| ControlFlow::Continue(()));
    count.number.expect("no limits").try_into().expect("it is small")
}

fn grid(size: u32) -> Graph {
    leaper_graph(size, size, Leaper { short: 0, long: 1 })
}

fn grids() {
    for (size, paths) in [(7, 13_535_280), (8, 3_023_313_284), (10, 730_044_829_512_632)] {
        let grid = grid(size);
        time(&format!("count/paths/{size}"), || assert_eq!(count(&grid, CountKind::Paths), paths));
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
    time("count/knight/6", || assert_eq!(count(&board, CountKind::Cycles), 9862));
    time("count/knight/open/6", || assert_eq!(count(&board, CountKind::Paths), 3_318_960));
    let board = leaper_graph(8, 6, Leaper::KNIGHT);
    time("count/knight/6x8", || assert_eq!(count(&board, CountKind::Cycles), 55_488_142));
}

pub(crate) fn main() {
    grids();
}
