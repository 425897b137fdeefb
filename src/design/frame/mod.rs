//! Every puzzle of a frame, and the hardest one for each number of pieces.
//!
//! A board is any way to cut the frame into connected pieces and empty cells. Pieces of one shape
//! are interchangeable, except for the goal piece. N. Bickford, "Sliding Block Puzzles, Part 3",
//! enumerated 4×4 in 2012.
//!
//! All boards of the same pieces and the same goal piece are searched together, backwards from
//! those that are just solved. Only the hardest start is saved. So the memory is that of one set of
//! pieces, and its table of states fits a cache.
//!
//! Frames that are too large for this are searched by hill climbing: from a random layout to
//! similar ones.

mod board;
mod enumeration;
mod hill_climbing;
mod retrograde;
mod survey;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use super::survey::{MAX_AREA, ScopeError};
use crate::{
    grid::{Cell, Size},
    puzzle::{CharGrid, Draft, Metric, Optimum, Polyomino, PublishedOptimum, Puzzle, PuzzleInfo},
};

pub use board::PackedBoard;
use board::{CellFrame, Cells, Dissection};
pub use enumeration::count_boards;
pub use hill_climbing::{ClimbConfig, HillClimber};
pub use survey::{FrameSurvey, resume, survey_frame};

/// The largest number of cells if pieces may have any shape: 5×5 has two million connected ones.
const MAX_CELLS_OF_ANY_SHAPE: usize = 25;

/// The largest number of boards of an unrestricted frame: some weeks on two cores.
const MAX_BOARDS: u128 = 100_000_000_000;

/// The puzzles that [`survey_frame`] enumerates.
#[derive(Clone, Debug)]
pub struct FrameScope {
    /// Rows of the frame.
    pub rows: u8,
    /// Columns of the frame.
    pub columns: u8,
    /// The number of cells that are walls.
    pub walls: usize,
    /// The number of pieces.
    pub pieces: RangeInclusive<usize>,
    /// The number of empty cells.
    pub empty: RangeInclusive<usize>,
    /// The shapes of pieces, in any rotation and reflection; empty allows every shape.
    pub shapes: Vec<Polyomino>,
    /// The task of the goal piece.
    pub aim: GoalSpec,
    /// The unit of length.
    pub metric: Metric,
    /// The number of puzzles to keep for each number of pieces.
    pub top: usize,
}

/// The task of the goal piece, which may be any piece.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GoalSpec {
    /// It starts on the first cell of the frame and has to cover the last one.
    Corner,
    /// It has to cover these cells.
    Exit(Vec<Cell>),
    /// It has to go from any place to any other.
    Anywhere,
}

impl FrameScope {
    /// Returns the scope of every puzzle of a frame, with the goal piece going from corner to
    /// corner. The height comes before the width, unlike in the text of a [`Size`].
    pub fn new(rows: u8, columns: u8) -> Self {
        FrameScope {
            rows,
            columns,
            walls: 0,
            pieces: 1..=usize::MAX,
            empty: 1..=usize::MAX,
            shapes: Vec::new(),
            aim: GoalSpec::Corner,
            metric: Metric::Move,
            top: 1,
        }
    }

    /// Returns rows times columns.
    pub fn area(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// Returns the frame without walls.
    fn frame(&self) -> CellFrame {
        CellFrame::new(self.rows.into(), self.columns.into(), 0)
    }

    /// Returns the cells that the goal piece must cover at the start, and those at the end if they
    /// are the same for all goal pieces.
    fn aims(&self) -> (Cells, Option<Cells>) {
        match &self.aim {
            GoalSpec::Corner => (1, Some(1 << (self.frame().area() - 1))),
            GoalSpec::Exit(cells) => {
                let columns = u32::from(self.columns);
                let bit = |cell: &Cell| u32::from(cell.row) * columns + u32::from(cell.column);
                (
                    0,
                    Some(cells.iter().fold(0, |set, cell| set | 1 << bit(cell))),
                )
            }
            GoalSpec::Anywhere => (0, None),
        }
    }

    /// Returns the shapes of pieces as cells of the frame; `None` allows every shape.
    fn shapes_in(&self, frame: &CellFrame) -> Option<Vec<Cells>> {
        let shapes = self
            .shapes
            .iter()
            .flat_map(images_of)
            .filter_map(|cells| shape_in(frame, &cells))
            .collect();
        (!self.shapes.is_empty()).then_some(shapes)
    }

    /// Checks that the scope is valid and not too large.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self) -> Result<(), ScopeError> {
        let cells = self.area();
        match cells {
            0 | 1 => return Err(ScopeError::one_cell()),
            _ if cells > MAX_AREA => {
                return Err(ScopeError::new(
                    format!("a frame may have {MAX_AREA} cells, and this one has {cells}"),
                    "take a smaller frame, like `4x5`; `huarong design search` takes up to \
                            30 cells",
                ));
            }
            _ if self.walls > cells - 2 => {
                return Err(ScopeError::too_many_walls(self.walls, cells));
            }
            _ => {}
        }
        if let GoalSpec::Exit(exit) = &self.aim {
            let help = "write cells of the frame, rows and columns counted from 1: `exit:4,2/4,3`";
            if exit.is_empty() {
                return Err(ScopeError::new("the exit has no cells", help));
            }
            let outside = exit
                .iter()
                .find(|it| it.row >= self.rows || it.column >= self.columns);
            if let Some(cell) = outside {
                let row = usize::from(cell.row) + 1;
                let column = usize::from(cell.column) + 1;
                return Err(ScopeError::new(
                    format!("the exit cell {row},{column} is outside the frame"),
                    help,
                ));
            }
        }
        if self.shapes.is_empty() {
            let boards: u128 = enumeration::count(&self.frame()).iter().sum();
            let is_narrow = *self.pieces.end() < cells || *self.empty.end() < cells;
            if cells > MAX_CELLS_OF_ANY_SHAPE || boards > MAX_BOARDS && !is_narrow {
                let boards = boards
                    .to_string()
                    .as_bytes()
                    .rchunks(3)
                    .rev()
                    .map(String::from_utf8_lossy)
                    .collect::<Vec<_>>()
                    .join(",");
                return Err(ScopeError::new(
                    format!("there are {boards} boards of any pieces, too many to enumerate"),
                    "give the `--shapes` of pieces, like `1x1,1x2,2x2`, or try `huarong \
                            design search`",
                ));
            }
        }
        debug_assert!(Dissection::bits(&self.frame()) <= u128::BITS);
        Ok(())
    }
}

/// Returns all rotations and reflections of a shape, each as rows and columns from 0.
fn images_of(shape: &Polyomino) -> Vec<Vec<(i32, i32)>> {
    let mut cells: Vec<(i32, i32)> = shape
        .offsets()
        .iter()
        .map(|it| (i32::from(it.rows), i32::from(it.columns)))
        .collect();
    let mut found = Vec::new();
    for turn in 0..8 {
        for (row, column) in &mut cells {
            (*row, *column) = (*column, -*row);
            if turn == 4 {
                *row = -*row;
            }
        }
        let row = cells.iter().map(|it| it.0).min().unwrap_or(0);
        let column = cells.iter().map(|it| it.1).min().unwrap_or(0);
        found.push(cells.iter().map(|it| (it.0 - row, it.1 - column)).collect());
    }
    found
}

/// Returns a shape as a set of the first cells of a frame; `None` if it is too large.
fn shape_in(frame: &CellFrame, cells: &[(i32, i32)]) -> Option<Cells> {
    let bit = |&(row, column): &(i32, i32)| {
        let row = row.cast_unsigned();
        let column = column.cast_unsigned();
        let is_inside = row < frame.rows && column < frame.columns;
        is_inside.then(|| 1 << (row * frame.columns + column))
    };
    cells
        .iter()
        .map(bit)
        .try_fold(0, |set, bit| Some(set | bit?))
}

/// One of the hardest puzzles with its number of pieces.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HardestPuzzle {
    /// The number of pieces.
    pub pieces: usize,
    /// The length of the shortest solution, in the metric of the survey.
    pub moves: u32,
    /// The puzzle, with its optimum. The goal piece is `X`.
    pub puzzle: Puzzle,
}

/// The letter of the goal piece.
const GOAL: char = 'X';

/// Returns a board as a puzzle whose goal piece has to reach one of these places; `None` if the
/// board is invalid.
fn puzzle_of(
    frame: &CellFrame,
    ends: impl Iterator<Item = Cells>,
    start: &Dissection,
    (moves, metric): (u32, Metric),
) -> Option<Puzzle> {
    let mut cells: Vec<char> = (0..frame.area())
        .map(|cell| {
            if frame.cells >> cell & 1 == 0 {
                '#'
            } else {
                '.'
            }
        })
        .collect();
    let letters = ('A'..='Z')
        .chain('a'..='z')
        .filter(|&letter| letter != GOAL);
    let goal = start.piece(frame, 1 << start.goal);
    let others = start.pieces(frame).filter(|&piece| piece != goal);
    for (piece, letter) in std::iter::once((goal, GOAL)).chain(others.zip(letters)) {
        if piece & !frame.cells != 0 {
            return None;
        }
        draw(&mut cells, piece, letter);
    }
    let goals = ends.map(|place| {
        let mut cells = vec!['.'; frame.area() as usize];
        draw(&mut cells, place, GOAL);
        drawing(&cells, frame)
    });
    let mut best = Optimum::default();
    *best.get_mut(metric) = Some(moves);
    let pieces = start.pieces(frame).count();
    let size = Size {
        width: frame.columns,
        height: frame.rows,
    };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let name = format!(
        "{size}, {pieces} piece{}, {moves} {metric}{}",
        plural(pieces),
        plural(moves as usize)
    );
    let draft = Draft {
        title: PuzzleInfo {
            name: Some(name),
            ..PuzzleInfo::default()
        },
        frame: drawing(&cells, frame),
        goals: goals.collect(),
        best: PublishedOptimum::Known(best),
        ..Draft::default()
    };
    draft.check().ok()
}

fn draw(cells: &mut [char], piece: Cells, letter: char) {
    for cell in board::ones(piece) {
        cells[cell as usize] = letter;
    }
}

fn drawing(cells: &[char], frame: &CellFrame) -> CharGrid {
    let rows: Vec<String> = cells
        .chunks(frame.columns as usize)
        .map(|row| row.iter().collect())
        .collect();
    CharGrid::from_lines(rows.iter().map(String::as_str))
}
