//! Texts with a puzzle in each line.

use super::error::Spot;
use super::puzzles::{Puzzles, SPLIT};
use super::{Notation, ParseError};
use crate::puzzle::Puzzle;

/// The puzzles of the lines that are not blank, each read by `puzzle`; at least one.
pub(super) fn read<'a>(
    notation: Notation,
    text: &'a str,
    puzzle: impl Fn(Spot<'a>) -> Result<Puzzle, ParseError>,
) -> Result<Vec<Puzzle>, ParseError> {
    let mut puzzles = Puzzles::default();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let spot = Spot::whole(number, line);
        let added = puzzles.add(puzzle(spot)?);
        added.map_err(|message| spot.error(notation, message, SPLIT))?;
    }
    if puzzles.is_empty() {
        let message = "there is no puzzle in this text";
        return Err(Spot::whole(1, "").error(notation, message, "write one in each line"));
    }
    Ok(puzzles.into_vec())
}
