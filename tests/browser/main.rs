//! The web pages in a real browser: headless Chromium, driven as a person would.
//!
//! As not every machine has one, these tests run when they are asked for, as `.ci/run` does:
//!
//!     cargo test --test browser -- --ignored
//!
//! With `HUARONG_PICTURES=1` in the environment, pictures of what was seen lie in `target/tmp`.

mod access;
#[path = "../cases/mod.rs"]
mod cases;
mod devtools;
mod draw;
mod hands;
mod help;
mod hints;
mod maps;
mod paths;
mod play;
mod print;
mod rules;
mod site;
mod state_map;
mod today;
mod watch;

use huarong::collection::Collection;
use huarong::puzzle::{Metric, Puzzle};
use huarong::render::page::{self, PageSolution, PuzzlePage};
use huarong::{Options, Outcome, Solution};

/// 横刀立马.
fn classic() -> Puzzle {
    let found = Collection::built_in()
        .find("heng-dao-li-ma")
        .expect("it is built in");
    found[0].puzzle.clone()
}

/// A shortest solution.
fn solved(puzzle: &Puzzle, metric: Metric) -> Solution {
    let options = Options::default().with_metric(metric);
    match huarong::solve(puzzle, &options).expect("it fits").outcome {
        Outcome::Found(solution) => solution,
        other => panic!("{other:?}"),
    }
}

/// The page of a puzzle with its shortest solution.
fn page(puzzle: &Puzzle, solution: &Solution) -> String {
    let guide = PageSolution::Solution(solution);
    let optimum = Some(solution.len());
    page::puzzle(&PuzzlePage::new(puzzle, guide).with_optimum(optimum))
}
