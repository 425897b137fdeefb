//! What the benchmarks and tests of this crate measure and hold; no promise is made of it.

use std::ops::ControlFlow;

use crate::control::{Limits, Watch};
use crate::puzzle::Metric;
use crate::search::{BreadthFirst, Key, Statistics, Target};
use crate::sliding::patterns::{Budget, Patterns};
use crate::sliding::queries::Queries;
use crate::sliding::spaces::{BoardSpace, with_space};

pub use crate::board::cells::CellSet;
pub use crate::board::expand::Expander;
pub use crate::board::goal::GoalTest;
pub use crate::board::ranking::{RankSpace, Ranking};

use crate::board::Board;

/// Breadth-first search of everything that can be reached from a board's start, with parents: the
/// second opinion on what the engines find that search by layers. Each call searches anew, with the
/// memory of the last; it gives what the search took, and how many states there are at each
/// distance.
#[must_use]
pub fn everything(board: &Board, metric: Metric) -> Box<dyn FnMut() -> (Statistics, Vec<usize>)> {
    let start = board.words(board.start());
    with_space!(BoardSpace::of(board, metric), space => {
        let (mut space, mut search) = (space, BreadthFirst::default());
        let start = Key::from_words(&start);
        Box::new(move || {
            let (limits, go_on) = (Limits::default(), &mut |_: &_| ControlFlow::Continue(()));
            let found = search.search(&mut *space, start, Target::Everything, &limits, go_on);
            (found.statistics, search.layers().to_vec())
        })
    })
}

/// What best-first search is told of each position that can be reached and solved, and how far it
/// really is; none where the limits do not allow to know that.
#[must_use]
pub fn estimates(board: &Board, metric: Metric, limits: Limits) -> Option<Vec<(u32, u32)>> {
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let mut watch = Watch::new(limits, go_on);
    let words = board.bits().div_ceil(64);
    let table = Queries::new(board, metric).distances(words, &mut watch).ok()?;
    let mut patterns = with_space!(BoardSpace::of(board, metric), space => {
        let (of, mut space, budget) = ((board, metric), space, Budget::FIRST.grown());
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        Patterns::best(of, &mut *space, budget, &Limits::default(), go_on).ok()?
    });
    let told = table.keys.chunks(words).map(|form| patterns.estimate_of(form));
    Some(told.zip(table.numbers.into_iter().map(u32::from)).collect())
}
