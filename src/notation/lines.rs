//! Texts with a puzzle in each line.

use super::error::Spot;
use super::{Notation, ParseError};
use crate::puzzle::{Puzzle, text::MAX_PUZZLES};

/// The puzzles of the lines that are not blank, each read by `puzzle`; at least one.
pub(super) fn read<'a>(
    notation: Notation,
    text: &'a str,
    puzzle: impl Fn(Spot<'a>) -> Result<Puzzle, ParseError>,
) -> Result<Vec<Puzzle>, ParseError> {
    let mut puzzles = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let spot = Spot::whole(number, line);
        if puzzles.len() == MAX_PUZZLES {
            let message = format!("more than {MAX_PUZZLES} puzzles in this text");
            return Err(spot.error(notation, message, "spread them over several files"));
        }
        puzzles.push(puzzle(spot)?);
    }
    if puzzles.is_empty() {
        let message = "there is no puzzle in this text";
        return Err(Spot::whole(1, "").error(notation, message, "write one in each line"));
    }
    Ok(puzzles)
}
