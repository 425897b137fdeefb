//! A puzzle as drawn, not yet checked.
//!
//! Every notation reads into a [`Draft`]; [`Draft::check`] is the only way to build a
//! [`Puzzle`](super::Puzzle). A [`DraftError`] holds the fault and its place in the draft, a
//! [`DraftLocation`], so that each notation can point at its own line and column.

use super::metric::PublishedOptimum;
use super::model::{Lock, Movement, PuzzleInfo, SolvedWhen};
use crate::grid::Direction;

/// The largest number of rows, and of columns, of a frame: offsets between cells fit an `i8`.
pub const MAX_SIDE: usize = 127;

/// The largest number of goals of a puzzle.
pub const MAX_GOALS: usize = 4096;

/// What draws a cell in a goal that must be empty.
pub const EMPTY: char = '_';

/// Rows of characters, one character a cell.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CharGrid {
    /// The rows from the top; those of a sound drawing are equally long.
    pub rows: Vec<Vec<char>>,
}

impl CharGrid {
    /// The drawing with these rows, each character of them a cell, spaces too.
    ///
    /// ```
    /// use huarong::puzzle::CharGrid;
    ///
    /// assert_eq!(CharGrid::from_lines(["AA.", "B.."]).rows[1], ['B', '.', '.']);
    /// ```
    pub fn from_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        CharGrid { rows: lines.into_iter().map(|line| line.chars().collect()).collect() }
    }
}

/// A puzzle as any notation draws it, not yet checked.
///
/// In its drawings a letter or digit of any script is a piece, `.` an empty cell, `#` a wall and
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
    /// Its names and where it comes from. Checking tidies them: white space becomes single spaces.
    pub title: PuzzleInfo,
    /// The frame with the pieces where they start.
    pub frame: CharGrid,
    /// The boards that solve it; a letter says where that piece must stand, [`EMPTY`] that nothing
    /// may, `.` and the mark of the gate say nothing.
    pub goals: Vec<CharGrid>,
    /// Pieces and sides of the frame: it is solved as well when the piece touches that side.
    pub exits: Vec<(char, Direction)>,
    /// What pieces are called, by letter.
    pub piece_names: Vec<(char, String)>,
    /// Which ways the pieces may go.
    pub movement: Movement,
    /// When the puzzle counts as solved.
    pub finish: SolvedWhen,
    /// The mark that draws the cells of the gate, and the letters that may enter them.
    pub gate: Option<(char, Vec<char>)>,
    /// Groups of letters that may stand in for each other in a goal.
    pub alike: Vec<Vec<char>>,
    /// Letters of pieces that are interchangeable with no others.
    pub distinct: Vec<char>,
    /// Pieces that are held, by letter.
    pub locks: Vec<(char, Lock)>,
    /// The optimum as published.
    pub best: PublishedOptimum,
}

/// Where in a [`Draft`] something is wrong; all numbers count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraftLocation {
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
    pub place: DraftLocation,
    /// What.
    pub fault: DraftErrorKind,
}

impl DraftError {
    pub(super) const fn new(place: DraftLocation, fault: DraftErrorKind) -> Self {
        DraftError { place, fault }
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

/// What is wrong with a [`Draft`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DraftErrorKind {
    /// The frame has no cells.
    #[error("the puzzle has no frame")]
    EmptyFrame,
    /// A row is longer or shorter than the first one.
    #[error("this row has {}, the first one has {wanted}", cells(*found))]
    RaggedRow {
        /// Cells of this row.
        found: usize,
        /// Cells of the first row.
        wanted: usize,
    },
    /// The frame is too high.
    #[error("the frame has more than {MAX_SIDE} rows")]
    TooManyRows,
    /// The frame is too wide.
    #[error("the frame has more than {MAX_SIDE} columns")]
    TooManyColumns,
    /// A character that draws nothing.
    #[error("`{}` draws nothing", .found.escape_debug())]
    Character {
        /// The character.
        found: char,
    },
    /// The cells of one letter are not connected.
    #[error("piece `{letter}` is in two parts")]
    SplitPiece {
        /// Its letter.
        letter: char,
    },
    /// Nothing to move.
    #[error("the frame holds no piece")]
    NoPieces,
    /// Nowhere to go.
    #[error("the puzzle has no goal")]
    NoGoal,
    /// The same, and nothing could move either: empty cells were drawn otherwise.
    #[error("the puzzle has no empty cell and no goal")]
    NoRoomAndNoGoal,
    /// Too many places to go.
    #[error("the puzzle has more than {MAX_GOALS} goals")]
    TooManyGoals,
    /// A goal has more or fewer rows than the frame.
    #[error("this goal has {}, the frame has {wanted}", rows(*found))]
    GoalRows {
        /// Rows of the goal.
        found: usize,
        /// Rows of the frame.
        wanted: usize,
    },
    /// A row of a goal is longer or shorter than those of the frame.
    #[error("this row has {}, those of the frame have {wanted}", cells(*found))]
    GoalColumns {
        /// Cells of this row.
        found: usize,
        /// Columns of the frame.
        wanted: usize,
    },
    /// A goal without a letter and without a cell that must be empty.
    #[error("this goal asks for nothing")]
    EmptyGoal,
    /// A letter that draws no piece of the frame.
    #[error("the frame has no piece `{letter}`")]
    NoSuchPiece {
        /// The letter.
        letter: char,
    },
    /// A goal draws more or fewer cells of a piece than it has.
    #[error("piece `{letter}` has {}, this goal draws {found}", cells(*wanted))]
    GoalArea {
        /// The letter of the piece.
        letter: char,
        /// Cells drawn here.
        found: usize,
        /// Cells of the piece.
        wanted: usize,
    },
    /// A goal draws a piece with another shape than it has.
    #[error("piece `{letter}` has another shape in the frame")]
    GoalShape {
        /// The letter of the piece.
        letter: char,
    },
    /// A goal puts a piece on a wall.
    #[error("piece `{letter}` cannot stand here: the frame has a wall")]
    GoalOnWall {
        /// The letter of the piece.
        letter: char,
    },
    /// A goal puts a piece on a gate that it may not enter.
    #[error("piece `{letter}` cannot stand here: the gate `{mark}` does not let it in")]
    GoalOnGate {
        /// The letter of the piece.
        letter: char,
        /// The mark of the gate.
        mark: char,
    },
    /// A goal wants a wall to be empty.
    #[error("this cell cannot be empty: the frame has a wall")]
    EmptyWall,
    /// A goal draws a wall that the frame does not have.
    #[error("a wall in the goal where the frame has none")]
    GoalWall,
    /// A character that cannot be the mark of a gate.
    #[error("`{}` cannot mark a gate", .mark.escape_debug())]
    GateMark {
        /// The character.
        mark: char,
    },
    /// A gate without cells.
    #[error("no cell of the frame is drawn as the gate `{mark}`")]
    GateMissing {
        /// The mark of the gate.
        mark: char,
    },
    /// A letter that is named twice where once is meant.
    #[error("piece `{letter}` is named twice")]
    Twice {
        /// The letter.
        letter: char,
    },
    /// Pieces of unequal shapes are said to be alike.
    #[error("pieces `{letter}` and `{first}` differ in shape")]
    NotAlike {
        /// The letter.
        letter: char,
        /// The first letter of its group.
        first: char,
    },
    /// A piece is said to be alike others, and told apart from them.
    #[error("piece `{letter}` is alike others, and cannot be distinct")]
    DistinctAlike {
        /// The letter.
        letter: char,
    },
    /// A piece cannot touch the side where it should leave.
    #[error("piece `{letter}` cannot leave through this side: {side}")]
    NoExit {
        /// The letter.
        letter: char,
        /// The side.
        side: Direction,
    },
}

impl DraftErrorKind {
    /// What to do about it.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        match self {
            DraftErrorKind::EmptyFrame => "draw it: a row of characters for each row of cells",
            DraftErrorKind::RaggedRow { .. } => {
                "draw all rows equally long; `.` is an empty cell, `#` a wall"
            }
            DraftErrorKind::TooManyRows | DraftErrorKind::TooManyColumns => {
                "cut the frame into smaller puzzles"
            }
            DraftErrorKind::Character {
                found: ',' | '[' | ']' | '(' | ')' | '{' | '}' | '|' | '+' | '"',
            } => "write the cells of a row side by side, or with spaces between them: `A C C B`",
            DraftErrorKind::Character { .. } => {
                "a cell is a letter or digit (a piece), `.` (empty) or `#` (a wall)"
            }
            DraftErrorKind::SplitPiece { .. } => {
                "give each piece its own letter; its cells must touch side by side"
            }
            DraftErrorKind::NoPieces => "draw each piece with a letter of its own",
            DraftErrorKind::NoGoal => {
                "draw the frame as it shall be below a line `goal:`, or write `exit: X=right` above \
                 it, for Rush Hour with `pieces: axis`"
            }
            DraftErrorKind::NoRoomAndNoGoal => {
                "write `.` where nothing stands, and draw the frame as it shall be below a line \
                 `goal:`"
            }
            DraftErrorKind::TooManyGoals => "keep the goals that matter",
            DraftErrorKind::GoalRows { .. } | DraftErrorKind::GoalColumns { .. } => {
                "draw the whole frame again, with `.` where anything may stand"
            }
            DraftErrorKind::EmptyGoal => {
                "draw at least one piece where it must stand, or `_` where nothing may"
            }
            DraftErrorKind::NoSuchPiece { .. } => {
                "use a letter of the frame; capitals and small letters differ"
            }
            DraftErrorKind::GoalArea { .. } | DraftErrorKind::GoalShape { .. } => {
                "draw the piece as in the frame, only moved; pieces do not turn"
            }
            DraftErrorKind::GoalOnWall { .. } => "pieces stand on free cells only",
            DraftErrorKind::GoalOnGate { .. } => {
                "let the piece in, or let the goal keep clear of the gate"
            }
            DraftErrorKind::EmptyWall => "write `.` or `#` here",
            DraftErrorKind::GoalWall => "write `.` here: walls are those of the frame",
            DraftErrorKind::GateMark { .. } => {
                "take a sign such as `+`, `*` or `%`, neither a letter nor a digit nor any of `. # ; : _`"
            }
            DraftErrorKind::GateMissing { .. } => {
                "draw its cells with that mark, or leave the gate away"
            }
            DraftErrorKind::Twice { .. } => "name each piece once",
            DraftErrorKind::DistinctAlike { .. } => {
                "take the piece out of `alike` or out of `distinct`"
            }
            DraftErrorKind::NoExit { .. } => {
                "take a side that its row or column leads to, with free cells for the whole piece"
            }
            DraftErrorKind::NotAlike { .. } => "only pieces of one shape, not turned, can be alike",
        }
    }
}

/// `1 cell`, `4 cells`.
fn cells(number: usize) -> String {
    format!("{number} cell{}", if number == 1 { "" } else { "s" })
}

/// `1 row`, `4 rows`.
fn rows(number: usize) -> String {
    format!("{number} row{}", if number == 1 { "" } else { "s" })
}
