//! Rush Hour boards: the cells of a square frame in one line, row by row.
//!
//! `o` and `.` are empty cells, `x` and `#` walls; any other character is a piece, straight and at
//! least two cells long, which moves along its length only. The piece with the smallest character,
//! by convention `A`, is the primary: it lies flat, and has to touch the right edge.
//!
//! In a text, each line is a board, or a line of the database of Michael Fogleman:
//!
//! ```text
//! 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
//! ```
//!
//! That is the length of the shortest solution, in slides, the board, and the number of boards that
//! can be reached from it; here they become the optimum and the note of the puzzle.
//!
//! A character that is no letter or digit becomes one that is free. Written, empty cells are `o`
//! and walls `x`, and the pieces keep their letters if the primary has the smallest and nobody has
//! one of those two; otherwise the primary becomes `A`, and the others follow row by row.

mod board;
mod record;
mod write;

use super::{Notation, ParseError, lines};
use crate::puzzle::Puzzle;

pub(super) use board::{is_empty, is_wall, side};
use record::Record;
pub use record::published_states;
pub(super) use write::write;

pub(super) fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    lines::read(Notation::Rush, text, |line| {
        let words: Vec<&str> = line.text().split_whitespace().take(4).collect();
        let (board, record) = match words[..] {
            [board] => (board, None),
            [slides, board, states] => {
                (board, Some(Record::read(line.part(slides), line.part(states))?))
            }
            _ => {
                let message = "this is neither a board nor a line of a database";
                let help = "write all rows of a board as one word; \
                            before it may stand its slides, and then behind it its states";
                return Err(line.error(Notation::Rush, message, help));
            }
        };
        let mut draft = board::draft(line.part(board))?;
        if let Some(record) = record {
            record.tell(&mut draft);
        }
        let primary = draft.exits.first().map(|&(letter, _)| letter);
        let cells = draft.frame.rows.iter().flatten();
        let first = cells.enumerate().find(|&(_, &cell)| Some(cell) == primary);
        let first = line.part(board).character(first.map_or(0, |(index, _)| index));
        draft.check().map_err(|error| first.unsound(Notation::Rush, &error, |_| None))
    })
}

#[cfg(test)]
mod tests;
