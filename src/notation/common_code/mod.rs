//! `CommonCode`: a layout of the 4×5 frame as 36 bits, nine hexadecimal digits.
//!
//! The format is that of the Klotski engines by dnomd343. From the highest bit on:
//!
//! | bits | what |
//! |---|---|
//! | 4 | the first cell of the 2×2, cells row by row from 0: one of `0 1 2 4 5 6 8 9 A C D E` |
//! | 2 each | for each cell that nothing before covers, in order: `00` empty, `01` a flat piece, `10` an upright one, `11` a single one |
//! | the rest | zeros |
//!
//! There is exactly one 2×2, and there are at least two empty cells. The 2×2 shall go to the middle
//! of the bottom.
//!
//! In a text, each line is a code. Zeros at its end may be left away, and small letters stand for
//! capital ones; it is written with all nine digits, for five could be a
//! [`ShortCode`](super::Notation::ShortCode). Read, the 2×2 gets the letter `A`, and the others those
//! from `B` on, in the order of their first cells.

mod code;
mod rank;
mod scan;

use super::error::Spot;
use super::layout::{self, Block, CELLS};
use super::{Notation, ParseError, Unsayable, lines};
use crate::excerpt::brief;
use crate::puzzle::Puzzle;

pub use code::{CommonCode, Flaw};
use scan::Token;

/// The digits of a code.
pub(super) const DIGITS: usize = 9;

pub(super) fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    lines::read(Notation::CommonCode, text, |line| {
        let bits = bits(line)?;
        let code = CommonCode::from_bits(bits).map_err(|flaw| misread(line, flaw))?;
        puzzle(code, line, Notation::CommonCode)
    })
}

pub(super) fn write(puzzle: &Puzzle) -> Result<String, Unsayable> {
    Ok(format!("{}\n", CommonCode::of(puzzle)?))
}

impl CommonCode {
    /// The code of a puzzle's start.
    ///
    /// # Errors
    /// What keeps the puzzle from being one of those that codes stand for.
    pub fn of(puzzle: &Puzzle) -> Result<Self, Unsayable> {
        code(puzzle).map_err(|what| Unsayable { notation: Notation::CommonCode, what })
    }
}

/// The code of a puzzle, or what of it no code can say.
pub(super) fn code(puzzle: &Puzzle) -> Result<CommonCode, String> {
    let pieces = layout::standing(puzzle)?;
    let mut tokens = [Token::Empty; CELLS];
    let mut square = 0;
    for piece in pieces {
        match Token::of(piece.block) {
            Some(token) => tokens[piece.cell] = token,
            None => square = piece.cell,
        }
    }
    let code = CommonCode::of_layout(square, &tokens);
    code.map_err(|_| "fewer than two empty cells".to_owned())
}

/// The puzzle that the code stands for; `line` is where it was read.
pub(super) fn puzzle(
    code: CommonCode,
    line: Spot<'_>,
    notation: Notation,
) -> Result<Puzzle, ParseError> {
    const SQUARE: char = 'A';
    let mut cells = ['.'; CELLS];
    let mut draw = |block: Block, cell: usize, letter: char| {
        let covered = block.cells_at(cell).unwrap_or_default();
        (0..CELLS).filter(|at| covered >> at & 1 == 1).for_each(|at| cells[at] = letter);
    };
    draw(Block::Square, code.square(), SQUARE);
    let blocks = code.tokens().filter_map(|(cell, token)| Some((cell, token.block()?)));
    for ((cell, block), letter) in blocks.zip('B'..) {
        draw(block, cell, letter);
    }
    let draft = layout::draft(cells, SQUARE);
    draft.check().map_err(|error| line.unsound(notation, &error, |_| None))
}

/// The bits that the digits of a line stand for.
fn bits(line: Spot<'_>) -> Result<u64, ParseError> {
    let error =
        |spot: Spot<'_>, message, help| Err(spot.error(Notation::CommonCode, message, help));
    let mut bits = 0;
    for (index, character) in line.text().chars().enumerate() {
        if index == DIGITS {
            let message = format!("a CommonCode has {DIGITS} digits, and this has more");
            return error(line, message, "write one code a line, of nine digits or fewer");
        }
        let Some(digit) = character.to_digit(16) else {
            let message = format!("`{}` is no hexadecimal digit", brief(&character.to_string()));
            let help = "a CommonCode is written with the digits 0 to 9 and A to F";
            return error(line.character(index), message, help);
        };
        bits |= u64::from(digit) << (4 * (DIGITS - 1 - index));
    }
    Ok(bits)
}

fn misread(line: Spot<'_>, flaw: Flaw) -> ParseError {
    let spot = match flaw {
        Flaw::Square => line.character(0),
        Flaw::Overlap { digit } | Flaw::Rest { digit } => line.character(digit),
        Flaw::Crowded | Flaw::Range => line,
    };
    let help = match flaw {
        Flaw::Square => {
            "the first digit is the first cell of the 2×2: one of 0 1 2 4 5 6 8 9 A C D E"
        }
        Flaw::Overlap { .. } => "each two bits are the piece at the next cell that is free",
        Flaw::Rest { .. } => "write zeros behind the last cell, or nothing",
        Flaw::Crowded => "a CommonCode leaves two cells free, or more",
        Flaw::Range => "a CommonCode has nine digits",
    };
    spot.error(Notation::CommonCode, flaw.to_string(), help)
}

#[cfg(test)]
mod tests;
