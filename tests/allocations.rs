//! A second search in one solver finds all its memory in place.

use std::alloc::System;
use std::ops::ControlFlow;

use huarong::collection::Collection;
use huarong::{Metric, Options, Solver};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Allocations and reallocations, and bytes, that `run` asks for.
fn asked_for(run: impl FnOnce()) -> (usize, usize) {
    let region = Region::new(COUNTED);
    run();
    let change = region.change();
    (change.allocations + change.reallocations, change.bytes_allocated)
}

// One test only: the counts are those of the whole process.
#[test]
fn a_second_search_allocates_nothing_but_its_answer() {
    let found = Collection::built_in().find("heng-dao-li-ma").expect("the classic layout");
    for metric in Metric::ALL {
        let options = Options { metric, ..Options::default() };
        let mut solver = Solver::new(&found[0].puzzle, &options).expect("it fits");
        let mut layers = 0;
        let mut explore = || {
            let component = solver.explore(&mut |_| ControlFlow::Continue(()));
            layers = component.layers.len();
        };
        let first = asked_for(&mut explore);
        let second = asked_for(&mut explore);
        assert!(first.1 > 13_011 * 12, "{metric}: {first:?} cannot hold the states");
        // The list of layers that is handed out, and nothing else.
        assert!(second <= (1, layers * size_of::<usize>()), "{metric}: {first:?}, then {second:?}");
    }
}
