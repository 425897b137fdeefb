//! What programs rely on beside the names: that types can be printed and shared between threads.

use std::fmt::Debug;

use huarong::explore::distances::Distances;
use huarong::explore::{Exploration, Explorer, ShortestSolutions};
use huarong::sliding::{Report, Solver};
use huarong::{Puzzle, Solution};

#[test]
fn tables_solvers_and_results_are_shared_between_threads_and_printed() {
    fn is_shared<T: Debug + Send + Sync>() {}
    is_shared::<Distances>();
    is_shared::<Solver>();
    is_shared::<Explorer>();
    is_shared::<ShortestSolutions>();
    is_shared::<huarong::count::FrontierDp>();
    is_shared::<(Puzzle, Solution, Report, Exploration)>();
}
