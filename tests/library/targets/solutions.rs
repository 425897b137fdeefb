//! Solutions as text: whatever the bytes are, reading them ends well.

use huarong::Puzzle;
use huarong::solution::{notation, verify};

const PUZZLE: &str =
    "names: A=曹操 B=卒 C=卒\n\nA A .\nA A B\n. C .\n\ngoal:\n. A A\n. A A\n. . .\n";

pub(super) fn run(bytes: &[u8]) {
    let puzzle: Puzzle = PUZZLE.parse().expect("it is sound");
    if let Ok(solution) = notation::parse(&puzzle, &String::from_utf8_lossy(bytes), None) {
        let _ = verify(&puzzle, &solution);
    }
}
