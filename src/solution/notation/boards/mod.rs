//! A solution as the boards one after the other.

mod drawing;
mod fault;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt::Write as _;

use super::error::ParseErrorKind as Kind;
use super::part::{Flaw, Misread};
use super::read;
use super::unsayable::Unsayable;
use crate::grid::{Cell, Direction};
use crate::puzzle::{Metric, PieceId, Puzzle};
use crate::solution::{MAX_STEPS, Move, Position, Solution, apply, find_path};

pub(super) use drawing::{Drawing, is_meant};
pub use fault::BoardFault;

/// The boards from the start on, a blank line after each.
pub(super) fn write(puzzle: &Puzzle, solution: &Solution) -> Result<String, Unsayable> {
    let mut position = Position::start(puzzle);
    let mut text = format!("{position}\n\n");
    for (number, unit) in (1..).zip(&solution.moves) {
        let illegal = |why| Unsayable::Illegal { number, why };
        apply(&mut position, unit).map_err(illegal)?;
        if unit.to() == Some(unit.from) {
            let piece = puzzle.pieces()[unit.piece].label();
            return Err(Unsayable::Returns { number, piece });
        }
        let _ = write!(text, "{position}\n\n");
    }
    Ok(text)
}

/// The moves that lead from each board, drawn from the line of this index on, to the next. Of the ways that a piece can go in one unit of
/// the metric, the shortest is taken; where it cannot, one that cannot be gone is made up.
pub(super) fn moves(
    puzzle: &Puzzle,
    letters: &HashMap<char, PieceId>,
    lines: &[&str],
    boards: &[usize],
    metric: Metric,
) -> Result<Vec<Move>, Misread> {
    let mut before: Option<Position<'_>> = None;
    let mut moves = Vec::new();
    let mut steps = 0;
    for &line in boards {
        let board = Drawing::at(puzzle, letters, lines, line)?;
        let misread = |piece: Option<PieceId>, kind| {
            let whole = || (line, read::extent(lines[line]));
            let (line, at) = piece.map_or_else(whole, |piece| board.place(puzzle, lines, piece));
            Misread { line, flaw: Flaw { at, kind } }
        };
        let after = board.position(puzzle).map_err(|piece| {
            let fault = BoardFault::Shape { piece: puzzle.pieces()[piece].label() };
            misread(Some(piece), Kind::Board(fault))
        })?;
        if let Some(before) = &before {
            let unit = difference(before, &after, metric)
                .map_err(|(piece, fault)| misread(piece, Kind::Board(fault)))?;
            steps += unit.path.len();
            if steps > MAX_STEPS {
                return Err(misread(Some(unit.piece), Kind::TooLong));
            }
            moves.push(unit);
        } else if let Some(piece) = changed(&Position::start(puzzle), &after).next() {
            let fault = BoardFault::NotTheStart { piece: puzzle.pieces()[piece].label() };
            return Err(misread(Some(piece), Kind::Board(fault)));
        }
        before = Some(after);
    }
    Ok(moves)
}

/// The one move between two positions.
fn difference(
    before: &Position<'_>,
    after: &Position<'_>,
    metric: Metric,
) -> Result<Move, (Option<PieceId>, BoardFault)> {
    let label = |piece: PieceId| before.puzzle().pieces()[piece].label();
    let mut moved = changed(before, after);
    match (moved.next(), moved.next()) {
        (None, _) => Err((None, BoardFault::NoneMoved)),
        (Some(one), Some(other)) => {
            let fault = BoardFault::SeveralMoved { one: label(one), other: label(other) };
            Err((Some(other), fault))
        }
        (Some(piece), None) => {
            let path = way(before, piece, after.anchor(piece), metric);
            Ok(Move { piece, from: before.anchor(piece), path })
        }
    }
}

/// The pieces that do not stand where they did.
fn changed(before: &Position<'_>, after: &Position<'_>) -> impl Iterator<Item = PieceId> {
    let anchors = before.anchors().iter().zip(after.anchors());
    let moved: Vec<PieceId> =
        anchors.enumerate().filter(|(_, (one, other))| one != other).map(|(id, _)| id).collect();
    moved.into_iter()
}

/// The shortest way there, if need be one of several units, or one that something blocks.
fn way(position: &Position<'_>, piece: PieceId, target: Cell, metric: Metric) -> Vec<Direction> {
    find_path(position, piece, target, metric)
        .or_else(|| find_path(position, piece, target, Metric::Move))
        .unwrap_or_else(|| as_the_crow_flies(position.anchor(piece), target))
}

/// Along the column, then along the row.
fn as_the_crow_flies(from: Cell, to: Cell) -> Vec<Direction> {
    let line = |from: u8, to: u8, [back, forth]: [Direction; 2]| {
        let direction = if to < from { back } else { forth };
        std::iter::repeat_n(direction, usize::from(from.abs_diff(to)))
    };
    let rows = line(from.row, to.row, [Direction::Up, Direction::Down]);
    rows.chain(line(from.column, to.column, [Direction::Left, Direction::Right])).collect()
}
