//! A second search in one solver finds all its memory in place.

use std::alloc::System;
use std::ops::ControlFlow;

use huarong::collection::Collection;
use huarong::internals::Board;
use huarong::internals::{self, everything};
use huarong::{Metric, Options, Outcome, Solver};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Allocations and reallocations, and bytes, that `run` asks for, if nothing else runs.
fn asked_for(run: &mut impl FnMut()) -> (usize, usize) {
    let region = Region::new(COUNTED);
    run();
    let change = region.change();
    (
        change.allocations + change.reallocations,
        change.bytes_allocated,
    )
}

/// The least of three counts. The main thread of the test harness allocates now and then, too, and
/// the counts are those of the whole process.
fn asked_for_again(run: &mut impl FnMut()) -> (usize, usize) {
    (0..3).map(|_| asked_for(run)).min().expect("three counts")
}

// One test only: others would run at the same time.
#[test]
fn a_second_search_allocates_only_its_result() {
    let found = Collection::built_in()
        .find("heng-dao-li-ma")
        .expect("the classic layout");
    let puzzle = &found[0].puzzle;
    for metric in Metric::ALL {
        let mut search = everything(&Board::new(puzzle).expect("it fits"), metric);
        let mut layers = 0;
        let mut explore = || layers = search().1.len();
        let first = asked_for(&mut explore);
        let second = asked_for_again(&mut explore);
        assert!(
            first.1 > 13_011 * 12,
            "{metric}: {first:?} cannot hold the states"
        );
        // The list of layers that is handed out, and nothing else.
        assert!(
            second <= (1, layers * size_of::<usize>()),
            "{metric}: {first:?}, then {second:?}"
        );
        // The way to the goal, a few small lists for each position on it, and no more.
        let options = Options::default().with_metric(metric);
        let mut solver = Solver::new(puzzle, &options).expect("it fits");
        let mut positions = 0;
        let mut solve = || {
            let search = internals::search(&mut solver, &mut |_| ControlFlow::Continue(()));
            let Outcome::Found(way) = search.outcome else {
                panic!("it can be solved")
            };
            positions = way.len();
        };
        let first = asked_for(&mut solve);
        let second = asked_for_again(&mut solve);
        assert!(
            first.1 > 10_000 * 12,
            "{metric}: {first:?} cannot hold the states"
        );
        let most = (4 * positions, 150 * positions);
        assert!(
            second.0 <= most.0 && second.1 <= most.1,
            "{metric}: {second:?}, not {most:?}"
        );
    }
}
