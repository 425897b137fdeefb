//! What a line of a database says of its board.

use std::str::FromStr;

use super::super::error::Spot;
use super::super::{Notation, ParseError};
use crate::excerpt::brief;
use crate::puzzle::{Best, Draft, Optimum, Puzzle};

/// The end of the note that carries the number of boards.
const NOTE: &str = " boards can be reached";

/// The length of the shortest solution, and the number of boards that can be reached.
pub(super) struct Record {
    slides: u32,
    states: u64,
}

impl Record {
    pub(super) fn read(slides: Spot<'_>, states: Spot<'_>) -> Result<Self, ParseError> {
        Ok(Record { slides: number(slides)?, states: number(states)? })
    }

    /// Says so in the draft.
    pub(super) fn tell(&self, draft: &mut Draft) {
        draft.best = Best::Known(Optimum { slides: Some(self.slides), ..Optimum::default() });
        draft.title.note = Some(format!("{}{NOTE}", self.states));
    }
}

fn number<N: FromStr>(word: Spot<'_>) -> Result<N, ParseError> {
    let digits = word.text().bytes().all(|byte| byte.is_ascii_digit());
    let number = word.text().parse().ok().filter(|_| digits);
    number.ok_or_else(|| {
        let message = format!("`{}` is no number that can be", brief(word.text()));
        let help = "a line of a database is slides, board and states, `60 IBBx… 2332`";
        word.error(Notation::Rush, message, help)
    })
}

/// How many boards can be reached from the start, as the line of a Rush Hour database said that the
/// puzzle was read from; its note tells, also when it has been stored as a file of ours since.
///
/// ```
/// use huarong::notation::{Notation, published_states, read};
///
/// let line = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332";
/// assert_eq!(published_states(&read(Notation::Rush, line)?[0]), Some(2332));
/// # Ok::<(), huarong::notation::ParseError>(())
/// ```
#[must_use]
pub fn published_states(puzzle: &Puzzle) -> Option<u64> {
    puzzle.title().note.as_ref()?.strip_suffix(NOTE)?.parse().ok()
}
