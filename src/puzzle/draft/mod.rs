//! A puzzle as drawn, not yet checked.
//!
//! Every notation reads into a [`Draft`]; [`Draft::check`] is the one door to a [`Puzzle`]. A
//! [`DraftError`] says what is wrong ([`Fault`]) and where in the draft ([`Place`]), so that each
//! notation can point at its own line and column.

mod check;
mod clean;
mod exits;
mod fault;
mod goals;
#[cfg(test)]
mod tests;

use super::{Best, Finish, Lock, Movement, Puzzle, Title};
use crate::grid::Direction;

pub(super) use clean::{is_tag_character, name_list};
pub use fault::Fault;

/// The largest number of rows, and of columns, of a frame: offsets between cells fit an `i8`.
pub const MAX_SIDE: usize = 127;

/// The largest number of goals of a puzzle.
pub const MAX_GOALS: usize = 4096;

/// What draws a cell in a goal that must be empty.
pub const EMPTY: char = '_';

/// Rows of characters, one character a cell.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Drawing {
    /// The rows from the top; those of a sound drawing are equally long.
    pub rows: Vec<Vec<char>>,
}

impl Drawing {
    /// The drawing with these rows, each character of them a cell, spaces too.
    ///
    /// ```
    /// use huarong::puzzle::Drawing;
    ///
    /// assert_eq!(Drawing::from_lines(["AA.", "B.."]).rows[1], ['B', '.', '.']);
    /// ```
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        Drawing { rows: lines.into_iter().map(|line| line.chars().collect()).collect() }
    }
}

/// A puzzle as any notation draws it, not yet checked.
///
/// In its drawings a letter or digit of any script is a piece, `.` an empty cell, `#` a wall and
/// the mark of the gate an empty cell that only some pieces may enter.
///
/// ```
/// use huarong::puzzle::{Draft, Drawing};
///
/// let draft = Draft {
///     frame: Drawing::from_lines(["AA.", "B.."]),
///     goals: vec![Drawing::from_lines(["...", ".AA"])],
///     ..Draft::default()
/// };
/// assert_eq!(draft.check()?.pieces().len(), 2);
/// # Ok::<(), huarong::puzzle::DraftError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Draft {
    /// Its names and where it comes from. Checking tidies them: white space becomes single spaces.
    pub title: Title,
    /// The frame with the pieces where they start.
    pub frame: Drawing,
    /// The boards that solve it; a letter says where that piece must stand, [`EMPTY`] that nothing
    /// may, `.` and the mark of the gate say nothing.
    pub goals: Vec<Drawing>,
    /// Pieces and sides of the frame: it is solved as well when the piece touches that side.
    pub exits: Vec<(char, Direction)>,
    /// What pieces are called, by letter.
    pub piece_names: Vec<(char, String)>,
    /// Which ways the pieces may go.
    pub movement: Movement,
    /// When the puzzle counts as solved.
    pub finish: Finish,
    /// The mark that draws the cells of the gate, and the letters that may enter them.
    pub gate: Option<(char, Vec<char>)>,
    /// Groups of letters that may stand in for each other in a goal.
    pub alike: Vec<Vec<char>>,
    /// Letters of pieces that are told apart from all others.
    pub distinct: Vec<char>,
    /// Pieces that are held, by letter.
    pub locks: Vec<(char, Lock)>,
    /// The optimum as published.
    pub best: Best,
}

/// Where in a [`Draft`] something is wrong; all numbers count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The puzzle as a whole.
    Whole,
    /// A row of the frame.
    FrameRow {
        /// Which row.
        row: usize,
    },
    /// A cell of the frame.
    FrameCell {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A goal as a whole.
    Goal {
        /// Which goal.
        goal: usize,
    },
    /// A row of a goal.
    GoalRow {
        /// Which goal.
        goal: usize,
        /// Which row of it.
        row: usize,
    },
    /// A cell of a goal.
    GoalCell {
        /// Which goal.
        goal: usize,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// The letter of an entry of [`Draft::piece_names`].
    PieceName {
        /// Which entry.
        entry: usize,
    },
    /// The mark of the gate.
    GateMark,
    /// A letter that may enter the gate.
    GateLetter {
        /// Which of them.
        letter: usize,
    },
    /// A letter of [`Draft::alike`].
    AlikeLetter {
        /// Which group.
        group: usize,
        /// Which letter of it.
        letter: usize,
    },
    /// A letter of [`Draft::distinct`].
    DistinctLetter {
        /// Which of them.
        letter: usize,
    },
    /// The letter of an entry of [`Draft::locks`].
    Lock {
        /// Which entry.
        entry: usize,
    },
    /// The letter of an entry of [`Draft::exits`].
    Exit {
        /// Which entry.
        entry: usize,
    },
}

/// What is wrong with a [`Draft`], and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}")]
pub struct DraftError {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Fault,
}

impl DraftError {
    const fn new(place: Place, fault: Fault) -> Self {
        DraftError { place, fault }
    }
}

impl Draft {
    /// Turns the draft into a puzzle, or says what stands in the way.
    ///
    /// The pieces are numbered in the order of their anchors, the targets of each goal likewise.
    /// Takes time and memory in proportion to the draft.
    ///
    /// # Errors
    /// The first fault: the frame's before those of what names its pieces, the goals' last.
    pub fn check(self) -> Result<Puzzle, DraftError> {
        check::check(self)
    }
}

/// Whether this character draws a piece: a letter or digit of any script.
#[must_use]
pub fn is_letter(character: char) -> bool {
    character.is_alphanumeric()
}

/// Whether this character can be the mark of a gate: visible, neither a letter nor a digit, and
/// without a meaning in the text format.
#[must_use]
pub fn is_mark(character: char) -> bool {
    let taken = matches!(character, '.' | '#' | ';' | ':' | '：' | EMPTY);
    !(taken || is_letter(character) || character.is_whitespace() || character.is_control())
}
