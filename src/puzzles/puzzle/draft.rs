//! A puzzle as drawn, not yet checked.
//!
//! Every notation reads into a [`Draft`]; [`Draft::check`] is the only way to build a
//! [`Puzzle`](super::Puzzle). A [`DraftError`] holds its place in the draft, a [`DraftLocation`],
//! so that each notation can point at its own line and column.

use super::{
    PublishedOptimum,
    model::{Lock, Movement, PuzzleInfo, SolvedWhen, is_private, sign},
};
use crate::{
    excerpt::{LineCursor, ParseError},
    grid::Direction,
};

/// The largest number of rows, and of columns, of a frame: offsets between cells fit an `i8`.
pub const MAX_SIDE: usize = 127;

/// The largest number of goals of a puzzle.
pub const MAX_GOALS: usize = 4096;

/// The character of a goal cell that must be empty.
pub const EMPTY: char = '_';

/// Rows of characters, one character a cell.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CharGrid {
    /// The rows from the top; those of a sound drawing are equally long.
    pub rows: Vec<Vec<char>>,
}

impl CharGrid {
    /// Returns the drawing with these rows, in which each character is a cell, also a space.
    ///
    /// ```
    /// use huarong::puzzle::CharGrid;
    ///
    /// assert_eq!(CharGrid::from_lines(["AA.", "B.."]).rows[1], ['B', '.', '.']);
    /// ```
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        CharGrid {
            rows: lines
                .into_iter()
                .map(|line| line.chars().collect())
                .collect(),
        }
    }
}

/// A puzzle as any notation draws it, not yet checked.
///
/// In its drawings, a letter or digit of any script is a piece, `.` an empty cell, `#` a wall, and
/// the mark of the gate an empty cell that only some pieces may enter.
///
/// ```
/// use huarong::puzzle::{Draft, CharGrid};
///
/// let draft = Draft {
///     frame: CharGrid::from_lines(["AA.", "B.."]),
///     goals: vec![CharGrid::from_lines(["...", ".AA"])],
///     ..Draft::default()
/// };
/// assert_eq!(draft.check()?.pieces().len(), 2);
/// # Ok::<(), huarong::puzzle::DraftError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Draft {
    /// The names and the source. The check replaces white space by single spaces.
    pub title: PuzzleInfo,
    /// The frame with the pieces where they start.
    pub frame: CharGrid,
    /// The boards that solve the puzzle: a letter is the target of its piece, [`EMPTY`] a cell that
    /// must be empty; any piece may stand on `.` and the mark of the gate.
    pub goals: Vec<CharGrid>,
    /// Pieces and sides of the frame: the puzzle is also solved when the piece touches the side.
    pub exits: Vec<(char, Direction)>,
    /// The names of pieces, by letter.
    pub piece_names: Vec<(char, String)>,
    /// The directions in which the pieces may move.
    pub movement: Movement,
    /// When the puzzle counts as solved.
    pub finish: SolvedWhen,
    /// The mark that draws the cells of the gate, and the letters that may enter them.
    pub gate: Option<(char, Vec<char>)>,
    /// Groups of letters of interchangeable pieces.
    pub alike: Vec<Vec<char>>,
    /// Letters of pieces that are interchangeable with no others.
    pub distinct: Vec<char>,
    /// The locks of pieces, by letter.
    pub locks: Vec<(char, Lock)>,
    /// The colours: their names, and letters of pieces.
    pub colours: Vec<(String, Vec<char>)>,
    /// The doors: letters of the pieces that may leave, and the edges.
    pub doors: Vec<(Vec<char>, Vec<DoorSpan>)>,
    /// Letters of pieces that lose layers at doors before they leave, and the layers, the outer one
    /// first. No door or colour names such a piece.
    pub layers: Vec<(char, Vec<Layer>)>,
    /// Whether every goal also asks that all pieces with doors have left. It is the goal of a
    /// puzzle with doors and without another goal.
    pub all_leave: bool,
    /// Letters of pieces that do not move before this number of pieces has left.
    pub ice: Vec<(char, usize)>,
    /// Letters of pieces that do not move before another piece has left, and its letter.
    pub keys: Vec<(char, char)>,
    /// The optimum as published.
    pub best: PublishedOptimum,
}

/// A layer of a piece.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Layer {
    /// The name of its colour.
    pub colour: String,
    /// The numbers of its doors, from 0.
    pub doors: Vec<usize>,
}

/// Edges of a door, side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DoorSpan {
    /// The side of the frame, or of the cells.
    pub side: Direction,
    /// The first row of a door at the left or right, or the first column, from 0.
    pub first: usize,
    /// The last row or column.
    pub last: usize,
    /// The column of the cells, or their row, if the edges are not those of the frame.
    pub line: Option<usize>,
}

/// A place in a [`Draft`]; all numbers count from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum DraftLocation {
    /// The puzzle as a whole.
    Whole,
    /// A row of the frame.
    FrameRow(usize),
    /// A cell of the frame, by row and column.
    FrameCell(usize, usize),
    /// A goal as a whole.
    Goal(usize),
    /// A row of a goal, by goal and row.
    GoalRow(usize, usize),
    /// A cell of a goal, by goal, row and column.
    GoalCell(usize, usize, usize),
    /// The letter of an entry of [`Draft::piece_names`].
    PieceName(usize),
    /// The mark of the gate.
    GateMark,
    /// A letter that may enter the gate.
    GateLetter(usize),
    /// A letter of [`Draft::alike`], by group and place in it.
    AlikeLetter(usize, usize),
    /// A letter of [`Draft::distinct`].
    DistinctLetter(usize),
    /// The letter of an entry of [`Draft::locks`].
    Lock(usize),
    /// The letter of an entry of [`Draft::exits`].
    Exit(usize),
    /// A letter of [`Draft::colours`], by colour and place in it.
    ColourLetter(usize, usize),
    /// A letter of [`Draft::doors`], by door and place in it.
    DoorLetter(usize, usize),
    /// Edges of [`Draft::doors`], by door and place in it.
    DoorSpan(usize, usize),
    /// The letter of an entry of [`Draft::layers`].
    Layers(usize),
    /// The letter of an entry of [`Draft::ice`].
    Ice(usize),
    /// The first letter of an entry of [`Draft::keys`].
    Locked(usize),
    /// The second letter of an entry of [`Draft::keys`].
    Key(usize),
    /// The goal that all pieces with doors have left.
    AllLeave,
}

/// An error in a [`Draft`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct DraftError {
    /// The place of the error.
    pub place: DraftLocation,
    /// A description of the error.
    pub message: String,
    /// A remedy.
    pub help: &'static str,
}

impl DraftError {
    /// Returns the error at the part of a text that draws its place.
    pub(crate) fn at(self, spot: LineCursor<'_>) -> ParseError {
        spot.error(self.message, self.help)
    }
}

impl DraftLocation {
    /// Returns an error at this place.
    pub(super) fn error(self, message: impl Into<String>, help: &'static str) -> DraftError {
        DraftError {
            place: self,
            message: message.into().chars().map(sign).collect(),
            help,
        }
    }
}

/// The remedy for a frame with too many rows or columns.
pub const SMALLER_FRAME: &str = "cut the frame into smaller puzzles";

/// The remedy for too many goals.
pub const FEWER_GOALS: &str = "keep the goals that matter";

/// Returns the message that a frame has too many rows, or columns.
pub fn too_large(rows: &str) -> String {
    format!("the frame has more than {MAX_SIDE} {rows}")
}

/// Returns the message that a puzzle has too many goals.
pub fn too_many_goals() -> String {
    format!("the puzzle has more than {MAX_GOALS} goals")
}

/// Whether this character draws a piece: a letter or digit of any script.
pub fn is_letter(character: char) -> bool {
    character.is_alphanumeric() || is_private(character)
}

/// Whether this character can be the mark of a gate: visible, neither a letter nor a digit, and
/// without a meaning in the text format.
pub fn is_mark(character: char) -> bool {
    let taken = matches!(character, '.' | '#' | ';' | ':' | '：' | EMPTY);
    !(taken || is_letter(character) || character.is_whitespace() || character.is_control())
}
