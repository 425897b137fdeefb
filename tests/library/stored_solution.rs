//! One file for each version of the format: files of older versions stay readable.

use std::fs;
use std::path::{Path, PathBuf};

use huarong::grid::{Cell, Direction};
use huarong::puzzle::Metric;
use huarong::solution::stored::{StoredSolution, decode, encode};
use huarong::solution::{Move, Solution, verify};

fn golden(version: u16) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    folder.join(format!("solution-v{version}.huarong"))
}

/// Returns the content of every golden file.
fn sample() -> StoredSolution {
    let unit = |piece, row, column, path: &[Direction]| Move {
        piece,
        from: Cell::new(row, column),
        path: path.to_vec(),
    };
    let moves = vec![
        unit(
            0,
            0,
            0,
            &[Direction::Right, Direction::Right, Direction::Down],
        ),
        unit(1, 1, 0, &[Direction::Up]),
        unit(0, 1, 2, &[Direction::Left]),
    ];
    let puzzle = "name: Golden\n\n曹 .  .\nB  B  .\n\ngoal:\n.  .  .\n.  曹 .\n".to_owned();
    let solution = Solution {
        metric: Metric::Move,
        moves: moves.into(),
    };
    StoredSolution::new(puzzle, solution, true, "bfs".to_owned(), 12_031)
}

#[test]
fn version_1_can_be_read_replayed_and_written() {
    let bytes = fs::read(golden(1)).expect("the golden file");
    let stored = decode(&bytes).expect("a sound file");
    assert_eq!(stored, sample());
    let puzzle = stored.puzzle().expect("a sound puzzle");
    let found = verify(&puzzle, &stored.solution).expect("it solves the puzzle");
    assert_eq!((found.length, found.steps, found.extra_moves()), (3, 5, 0));
    assert_eq!(encode(&sample()).expect("a small solution"), bytes);
}
