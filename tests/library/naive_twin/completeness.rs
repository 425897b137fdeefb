//! Every search, in any order, meets the states of breadth-first search. Other tests compare that
//! with the naive twin.

use huarong::control::Limits;
use huarong::explore::{self, Engine, ExploreScope, Explorer, Place};
use huarong::internals::Board;
use huarong::internals::states_met;
use huarong::{Metric, Mirroring, Puzzle, SolveError};

use super::twin::sketch::random_puzzle;
use crate::cases::cases;
use crate::in_threads;

/// Spaces with more states take too long.
const MOST: usize = 1000;

/// A table of all placements may need gigabytes for a few hundred states.
const MOST_BYTES: usize = 256 << 20;

#[test]
fn every_search_visits_all_states_of_random_puzzles() {
    let cases = u64::from(cases(24));
    let spaces: usize = in_threads(2, 0..cases, check).into_iter().sum();
    assert!(spaces as u64 > cases, "{spaces} spaces of {cases} puzzles");
}

/// Compares all searches of a puzzle. Returns the number of spaces.
fn check(seed: u64) -> usize {
    let puzzle = random_puzzle(seed);
    let board = Board::new(&puzzle).expect("a small board");
    let around_start = board.clone().with_symmetry_of_start();
    let boards = [board.clone().without_symmetry(), board, around_start];
    let mut held = 0;
    for metric in Metric::ALL {
        for board in &boards {
            let Some(met) = states_met(board, metric, MOST) else {
                continue;
            };
            let states = met[0].1;
            let same = met.iter().all(|(_, met)| *met == states);
            assert!(same, "seed {seed}, {metric}: {met:?}\n{puzzle}");
            held += 1;
        }
        // The tables and files of the engines take longer than so small a search.
        let is_its_turn = seed % 8 == metric as u64;
        if let Some(met) = states_met(&boards[2], metric, MOST).filter(|_| is_its_turn) {
            for engine in Engine::EXPLORING {
                let Some(states) = explored(&puzzle, metric, engine) else {
                    continue;
                };
                assert_eq!(
                    states, met[0].1 as u64,
                    "seed {seed}, {metric}: {engine:?}\n{puzzle}"
                );
            }
        }
    }
    held
}

/// Returns how many states the engine meets, or `None` if the table of all placements, which only
/// `Engine::Ranked` needs, takes too much memory.
fn explored(puzzle: &Puzzle, metric: Metric, engine: Engine) -> Option<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let options = explore::Options::default()
        .with_metric(metric)
        .with_mirroring(Mirroring::Canonical)
        .with_scope(ExploreScope::Layers)
        .with_engine(Some(engine))
        .with_limits(Limits::default().with_max_bytes(Some(MOST_BYTES)));
    let place = match engine {
        Engine::Layered => Place::Folder(puzzle, folder.path()),
        _ => Place::Memory(puzzle),
    };
    let mut explorer = match Explorer::open(place, &options) {
        Err(SolveError::TableTooLarge { .. }) => return None,
        explorer => explorer.expect("a small board"),
    };
    let found = explorer.explore().expect("files");
    assert_eq!(found.stopped, None, "{engine:?}\n{puzzle}");
    Some(found.from_start.total().classes)
}
