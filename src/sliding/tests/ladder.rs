//! One engine after the other, and runs that are kept.

use super::*;
use crate::solution::Solution;

const EXIT: &str = "ACCB ACCB DEEF DGHF I..J";
/// Only one position is a goal.
const FULL: &str = "distinct: A B C D E F G\n\nA B C\nD E F\nG . .\n\ngoal:\nG E C\nD B F\nA _ _\n";
/// An odd permutation: all 181,440 positions are seen in vain, for a second empty cell, out of
/// reach, hides it from who asks for the parity.
const ODD: &str = "A B C # .\nD E F # #\nG H . # #\n\ngoal:\nA B C # .\nD E F # #\nH G . # #\n";
const IMPOSSIBLE: &str = "A B . .\n\ngoal:\nB A . .\n";

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

fn threads(number: usize) -> Option<std::num::NonZero<usize>> {
    std::num::NonZero::new(number)
}

/// What a engine makes of a puzzle; `layered` in a folder of its own.
fn report(puzzle: &Puzzle, options: &Options) -> Report {
    if options.engine != Some(Engine::Layered) {
        return solve(puzzle, options).expect("it fits");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut solver =
        Solver::open(Place::Folder(puzzle, folder.path()), options).expect("it is empty");
    solver.solve().expect("files work")
}

fn length(outcome: &Outcome<Solution>) -> Option<usize> {
    match outcome {
        Outcome::Found(solution) => Some(solution.len()),
        Outcome::Exhausted => None,
        Outcome::Stopped(reason) => panic!("{reason}"),
    }
}

#[test]
fn every_engine_proves_the_same() {
    for text in [to_the_exit(EXIT), FULL.to_owned(), IMPOSSIBLE.to_owned()] {
        let puzzle = puzzle(&text);
        for metric in Metric::ALL {
            let expected = report(&puzzle, &Options { metric, ..Options::default() });
            for engine in Engine::SOLVING {
                let options = Options { metric, engine: Some(engine), ..Options::default() };
                let found = report(&puzzle, &options);
                assert_eq!(
                    length(&found.outcome),
                    length(&expected.outcome),
                    "{engine:?} {metric}"
                );
                assert_eq!((found.optimal, found.bound), (expected.optimal, expected.bound));
                assert_eq!(found.engine.name, engine);
            }
        }
    }
}

#[test]
fn a_search_goes_up_by_itself_as_far_as_it_has_to() {
    let classic = to_the_exit(EXIT);
    for (text, on, max_bytes, engine) in [
        ("AB.\n\ngoal:\n.AB\n", 2, None, "parents"),
        (FULL, 2, None, "both-ends"),
        (&classic, 1, None, "parents"),
        (&classic, 2, None, "hashed"),
        (&classic, 1, Some(150_000), "hashed"),
        (ODD, 1, Some(1_700_000), "ranked"),
        (ODD, 1, Some(500_000), "layered"),
    ] {
        let limits = Limits { max_bytes, ..Limits::default() };
        let options = Options { limits, threads: threads(on), ..Options::default() };
        let report = report(&puzzle(text), &options);
        assert_eq!(report.engine.name.word(), engine, "{max_bytes:?} {on}");
        assert_eq!(report.outcome == Outcome::Exhausted, text == ODD);
        assert!(text != classic || length(&report.outcome) == Some(81));
    }
}

#[test]
fn a_limit_ends_it_on_every_engine_with_what_is_proven() {
    let puzzle = puzzle(&to_the_exit(EXIT));
    for engine in Engine::SOLVING {
        let limits = Limits { max_depth: Some(20), ..Limits::default() };
        let options = Options { limits, engine: Some(engine), ..Options::default() };
        let found = report(&puzzle, &options);
        assert_eq!(
            found.outcome,
            Outcome::Stopped(crate::control::StopReason::Depth),
            "{engine:?}"
        );
        assert_eq!((found.bound, found.optimal), (Some(21), false), "{engine:?}");
    }
}

#[test]
fn a_run_that_is_kept_goes_on_to_the_same_solution() {
    let puzzle = puzzle(&to_the_exit(EXIT));
    for engine in Engine::EXPLORING {
        let folder = tempfile::tempdir().expect("a folder");
        let limits = Limits { max_depth: Some(40), ..Limits::default() };
        let options = Options { engine: Some(engine), ..Options::default() };
        let place = Place::Folder(&puzzle, folder.path());
        let stopped = Solver::open(place, &Options { limits, ..options });
        let stopped = stopped.expect("it is empty").solve().expect("files work");
        assert!(matches!(stopped.outcome, Outcome::Stopped(_)));
        for _ in 0..2 {
            let resumed = Solver::open(Place::Resume(folder.path()), &Options::default());
            let found = resumed.expect("it is kept").solve().expect("files work");
            assert_eq!((length(&found.outcome), found.engine.name), (Some(81), engine));
        }
    }
}

#[test]
fn what_does_not_go_by_layers_is_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    for engine in [Engine::Parents, Engine::BothEnds] {
        let options = Options { engine: Some(engine), ..Options::default() };
        let refused = Solver::open(Place::Folder(&puzzle(FULL), folder.path()), &options).err();
        assert!(matches!(refused, Some(SolveError::NotKept(word)) if word == engine.word()));
    }
    let algorithm = Algorithm::IterativeDeepening;
    let options = Options { algorithm, ..Options::default() };
    let refused = Solver::open(Place::Folder(&puzzle(FULL), folder.path()), &options).err();
    assert!(matches!(refused, Some(SolveError::NotKept("iddfs"))));
}
