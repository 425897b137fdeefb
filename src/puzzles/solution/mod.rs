//! Solutions: lists of moves, and an independent checker of them.
//!
//! A [`Solution`] lists the moves of pieces. A [`Position`] holds the anchor of every piece.
//! [`Position::apply`] and [`verify()`] replay a solution cell by cell, by the rules alone. This
//! module does not depend on the searches that find solutions.
//!
//! A solution has two forms: a text in a [`notation`], which people can write by hand, and a
//! [`stored`] file.

pub mod notation;
mod position;
mod rules;
pub mod stored;
#[cfg(test)]
mod tests;
mod verify;

use std::fmt;

use crate::{
    grid::{Cell, Direction},
    puzzle::{Metric, PieceId, Puzzle},
};

pub use position::{Position, board_text};
pub use rules::IllegalMove;
pub use verify::{VerifyError, VerifyReport, verify};

/// The largest number of cells that the pieces of a solution that is read may travel. It bounds the
/// memory that a short text can demand.
pub const MAX_STEPS: usize = if cfg!(test) { 1 << 20 } else { 1 << 24 };

/// One unit of a solution: a piece and its path.
///
/// Any values are possible: [`Position::apply`] checks them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Move {
    /// The piece that moves.
    pub piece: PieceId,
    /// The anchor of the piece before the move.
    pub from: Cell,
    /// The path of the piece, cell by cell; an empty one is illegal. For a push, the piece is the
    /// tile farthest from the empty cell, and the path leads there: each tile on it moves by one
    /// cell in its direction.
    pub path: Vec<Direction>,
}

impl Move {
    /// Returns the move of a puzzle whose pieces are the `origins` of the pieces here.
    pub(crate) fn with_origins(self, origins: &[PieceId]) -> Self {
        Move {
            piece: origins[self.piece],
            ..self
        }
    }

    /// Returns the anchor after the path, or `None` if this leaves the range of cells. A piece that
    /// leaves through a door has left: see [`end`](Move::end).
    pub fn to(&self) -> Option<Cell> {
        self.path
            .iter()
            .try_fold(self.from, |at, &direction| at.step(direction))
    }

    /// Returns the anchor after the move, if it is legal; [`Cell::OUT`] if the piece leaves or the
    /// next layer takes its place.
    ///
    /// # Panics
    /// If the puzzle has no such piece.
    pub fn end(&self, puzzle: &Puzzle) -> Cell {
        let shape = &puzzle.pieces()[self.piece].shape;
        let is_inside = |&end: &Cell| {
            let open = |&cell: &Cell| !puzzle.grid().is_wall(cell);
            shape.cells_at(end).filter(open).count() == shape.area()
        };
        self.to().filter(is_inside).unwrap_or(Cell::OUT)
    }

    /// Whether the last step of the path crosses a door, if the move is legal: the piece leaves, or
    /// loses a layer.
    pub fn leaves(&self, puzzle: &Puzzle) -> bool {
        self.piece < puzzle.pieces().len()
            && puzzle.may_leave(self.piece)
            && self.end(puzzle) == Cell::OUT
    }

    /// Returns the piece that stands for the next layer, if a legal move takes a layer off, and its
    /// anchor.
    pub fn next_layer(&self, puzzle: &Puzzle) -> Option<(PieceId, Cell)> {
        let before = &self.path[..self.path.len().checked_sub(1)?];
        let path = before.to_vec();
        let next = puzzle.pieces().get(self.piece)?.next_layer?;
        let stop = Move { path, ..*self }.to()?;
        self.leaves(puzzle).then_some((next, stop))
    }

    /// Whether the path is one unit of `metric`: a single step, a straight line, or any path.
    pub fn is_unit(&self, metric: Metric) -> bool {
        let straight = || self.path.windows(2).all(|pair| pair[0] == pair[1]);
        match metric {
            Metric::Move => !self.path.is_empty(),
            Metric::Slide | Metric::Push => !self.path.is_empty() && straight(),
            Metric::Step => self.path.len() == 1,
        }
    }
}

/// A list of moves in packed form: a move of one straight line takes some 6 bytes.
///
/// A list yields its moves by value, in order. [`MoveList::to_vec`] unpacks all of them.
#[derive(Clone, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(from = "Vec<Move>", into = "Vec<Move>")]
pub struct MoveList {
    /// For each move: the piece and the number of runs, both in base 128, the row and the column,
    /// and the runs. The two lowest bits of a run are its direction, the others its number of cells
    /// minus one.
    bytes: Vec<u8>,
    len: usize,
    steps: usize,
}

/// The largest number of cells of one run.
const MAX_RUN: usize = 64;

impl MoveList {
    /// Returns the number of moves.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the list has no moves.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of cells that all pieces travel together.
    pub const fn steps(&self) -> usize {
        self.steps
    }

    /// Adds a move at the end.
    pub fn push(&mut self, unit: &Move) {
        let runs = || {
            unit.path
                .chunk_by(|one, next| one == next)
                .flat_map(|line| line.chunks(MAX_RUN))
        };
        push_number(&mut self.bytes, unit.piece);
        push_number(&mut self.bytes, runs().count());
        self.bytes.extend([unit.from.row, unit.from.column]);
        self.bytes
            .extend(runs().map(|run| low_byte(run.len() - 1) << 2 | run[0] as u8));
        self.len += 1;
        self.steps += unit.path.len();
    }

    /// Returns the moves, the first one first.
    pub const fn iter(&self) -> MoveIter<'_> {
        MoveIter {
            rest: self.bytes.as_slice(),
            left: self.len,
        }
    }

    /// Returns all moves, unpacked.
    pub fn to_vec(&self) -> Vec<Move> {
        self.iter().collect()
    }
}

/// Appends a number, seven bits a byte, the lowest first.
fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        bytes.push(low_byte(number) | 0x80);
        number >>= 7;
    }
    bytes.push(low_byte(number));
}

const fn low_byte(number: usize) -> u8 {
    number.to_le_bytes()[0]
}

/// Iterator over the moves of a [`MoveList`].
#[derive(Clone, Debug)]
pub struct MoveIter<'a> {
    rest: &'a [u8],
    left: usize,
}

impl MoveIter<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    }
}

impl Iterator for MoveIter<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let piece = self.number()?;
        let runs = self.number()?;
        let from = Cell::new(self.byte()?, self.byte()?);
        let (runs, rest) = self.rest.split_at_checked(runs)?;
        (self.rest, self.left) = (rest, self.left - 1);
        let mut path = Vec::with_capacity(runs.iter().map(|run| usize::from(run >> 2) + 1).sum());
        for run in runs {
            let direction = Direction::ALL[usize::from(run & 0b11)];
            path.extend(std::iter::repeat_n(direction, usize::from(run >> 2) + 1));
        }
        Some(Move { piece, from, path })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for MoveIter<'_> {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = MoveList::default();
        moves.into_iter().for_each(|unit| list.push(&unit));
        list
    }
}

impl From<Vec<Move>> for MoveList {
    fn from(moves: Vec<Move>) -> Self {
        moves.into_iter().collect()
    }
}

impl From<MoveList> for Vec<Move> {
    fn from(list: MoveList) -> Self {
        list.to_vec()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = MoveIter<'a>;

    fn into_iter(self) -> MoveIter<'a> {
        self.iter()
    }
}

/// A list of moves, each of them one unit of the metric.
///
/// ```
/// use huarong::solution::{Position, notation};
/// use huarong::{Metric, Puzzle};
///
/// let puzzle: Puzzle = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n".parse()?;
/// let solution = notation::parse(&puzzle, "A right 2\nA down", None)?;
/// assert_eq!(solution.display(&puzzle).to_string(), "  1. A  right 2\n  2. A  down\n");
/// let mut position = Position::start(&puzzle);
/// for unit in &solution {
///     assert_eq!(position.anchor(unit.piece), unit.from);
///     position.apply(&unit)?;
/// }
/// assert!(position.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`verify()`](verify()) checks whether it solves a puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, serde::Serialize, serde::Deserialize)]
pub struct Solution {
    /// The metric of which each move is one unit.
    pub metric: Metric,
    /// The moves, the first one first.
    pub moves: MoveList,
}

impl Solution {
    /// Returns the length in the solution's own metric.
    pub const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it has no moves, as for a puzzle that is solved at the start.
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the moves, the first one first.
    pub const fn iter(&self) -> MoveIter<'_> {
        self.moves.iter()
    }

    /// Returns the number of cells that all pieces travel together.
    pub const fn steps(&self) -> usize {
        self.moves.steps()
    }
}

impl<'a> IntoIterator for &'a Solution {
    type Item = Move;
    type IntoIter = MoveIter<'a>;

    fn into_iter(self) -> MoveIter<'a> {
        self.iter()
    }
}
