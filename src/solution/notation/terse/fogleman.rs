//! Moves along the one axis of a piece, as Michael Fogleman's Rush Hour programs print them.
//!
//! `A+2` is piece A two cells right or down, `A-1` one cell left or up.

use super::super::error::ParseErrorKind as Kind;
use super::super::part::{Flaw, Part};
use super::super::unsayable::Unsayable;
use crate::grid::Direction::{self, Down, Left, Right, Up};
use crate::puzzle::{Metric, PieceId, Puzzle};
use crate::solution::{Position, Solution, apply};

/// What a sign may be: plus, hyphen, minus.
pub(super) const SIGNS: [char; 3] = ['+', '-', '−'];

/// Whether the piece may go both along its row and along its column, so that a sign does not say
/// which way.
pub(in crate::solution::notation) fn two_axes(puzzle: &Puzzle, piece: PieceId) -> bool {
    puzzle.may_step(piece, Right) && puzzle.may_step(piece, Down)
}

/// Whether all moves go along one line and that of their piece. It takes it that no piece may go
/// along two.
pub(in crate::solution::notation) fn check(
    puzzle: &Puzzle,
    solution: &Solution,
) -> Result<(), Unsayable> {
    let mut position = Position::start(puzzle);
    for (number, unit) in (1..).zip(&solution.moves) {
        apply(&mut position, unit).map_err(|why| Unsayable::Illegal { number, why })?;
        if !unit.is_unit(Metric::Slide) {
            return Err(Unsayable::Bent { number });
        }
    }
    Ok(())
}

/// A straight path as sign and cells.
pub(super) fn write(path: &[Direction]) -> String {
    let sign = if matches!(path.first(), Some(Right | Down)) { '+' } else { '-' };
    format!("{sign}{}", path.len())
}

/// The path that sign and cells tell. A piece that is held fast would go along its row.
pub(super) fn read(
    puzzle: &Puzzle,
    piece: PieceId,
    mut word: Part<'_>,
) -> Result<Vec<Direction>, Flaw> {
    if two_axes(puzzle, piece) {
        let piece = puzzle.pieces()[piece].label();
        return Err(word.flaw(Kind::TwoAxes { piece }));
    }
    let forward = word.take_first().is_some_and(|(sign, _)| sign == '+');
    let direction = match (puzzle.may_step(piece, Down), forward) {
        (true, true) => Down,
        (true, false) => Up,
        (false, true) => Right,
        (false, false) => Left,
    };
    Ok(vec![direction; usize::from(word.cells()?)])
}
