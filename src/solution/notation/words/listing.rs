//! The listing, written.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use crate::grid::Direction;
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::solution::{Position, Solution, apply};

/// The moves of a solution, each on a numbered line, in columns; nothing before and nothing after.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::solution::notation::{Listing, parse};
///
/// let puzzle: Puzzle = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n".parse()?;
/// let solution = parse(&puzzle, "A r2 d", None)?;
/// assert_eq!(Listing::new(&puzzle, &solution).to_string(), "  1. A  right 2, down\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    puzzle: &'a Puzzle,
    solution: &'a Solution,
    boards: bool,
}

impl<'a> Listing<'a> {
    /// The listing of this solution, without boards.
    #[must_use]
    pub const fn new(puzzle: &'a Puzzle, solution: &'a Solution) -> Self {
        Listing { puzzle, solution, boards: false }
    }

    /// The same with the board drawn before the first move and after each, blank lines around it.
    /// From the first illegal move on there are no boards.
    #[must_use]
    pub const fn with_boards(self) -> Self {
        Listing { boards: true, ..self }
    }

    /// What the piece is called; a piece that the puzzle does not have is called `?`.
    fn label(&self, piece: PieceId) -> String {
        self.puzzle.pieces().get(piece).map_or_else(|| "?".to_owned(), Piece::label)
    }
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = &self.solution.moves;
        let digits = moves.len().to_string().len().max(3);
        let labels = moves.iter().map(|unit| self.label(unit.piece).width());
        let widest = labels.max().unwrap_or(0);
        let mut position = self.boards.then(|| Position::start(self.puzzle));
        if let Some(position) = &position {
            write!(f, "{position}\n\n")?;
        }
        for (number, unit) in (1..).zip(moves) {
            let label = self.label(unit.piece);
            let gap = widest - label.width();
            writeln!(f, "{number:>digits$}. {label}{:gap$}  {}", "", Words(&unit.path))?;
            position = position
                .and_then(|mut position| apply(&mut position, unit).is_ok().then_some(position));
            if let Some(position) = &position {
                write!(f, "\n{position}\n\n")?;
            }
        }
        Ok(())
    }
}

/// A path in words, each straight run once: `down, right 2`.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a>(pub &'a [Direction]);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, run) in self.0.chunk_by(|one, next| one == next).enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{}", run[0])?;
            if run.len() > 1 {
                write!(f, " {}", run.len())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right};

    #[test]
    fn a_path_is_told_run_by_run() {
        assert_eq!(Words(&[Down, Right, Right]).to_string(), "down, right 2");
        assert_eq!(Words(&[Left, Right, Left]).to_string(), "left, right, left");
        assert_eq!(Words(&[]).to_string(), "");
    }
}
