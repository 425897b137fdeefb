//! What is wrong with a listing, and where; and what a notation cannot say.

use thiserror::Error;

use crate::excerpt::{SourceError, brief};
use crate::grid::Cell;
use crate::puzzle::{Metric, Piece, Puzzle};
use crate::solution::moves::MAX_STEPS;
use crate::solution::rules::IllegalMove;

/// A line that cannot be read.
pub type ParseError = SourceError<ParseErrorKind>;

/// What is wrong with a line of a listing.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The line is none of the things that a listing is made of.
    #[error("this is neither a move nor any other part of a solution")]
    Unrecognised,
    /// There are no moves, nor a summary that says there should be none.
    #[error("there are no moves")]
    Empty,
    /// The move's number is not the next one.
    #[error("this is move {due}, but it is numbered {given}")]
    Number {
        /// As written.
        given: String,
        /// What it should be.
        due: usize,
    },
    /// The line ends before any piece is named.
    #[error("the letter of a piece is missing")]
    NoPiece,
    /// No piece has this letter.
    #[error("there is no piece `{given}`")]
    UnknownPiece {
        /// As written.
        given: String,
        /// All the letters that there are.
        letters: String,
    },
    /// Several pieces have this name.
    #[error("several pieces are called {name}")]
    SharedName {
        /// As written.
        name: String,
        /// The names with the letters of these pieces.
        labels: String,
    },
    /// The piece has another name, or none.
    #[error("{letter} is called {}, not `{given}`", .name.as_deref().unwrap_or("by its letter alone"))]
    Name {
        /// The letter of the piece.
        letter: char,
        /// What the puzzle calls it.
        name: Option<String>,
        /// As written.
        given: String,
    },
    /// The line names a piece and does not say where it goes.
    #[error("it is not said which way {piece} goes")]
    NoDirections {
        /// Letter and name of the piece.
        piece: String,
    },
    /// Between moves stands something that is none.
    #[error("`{0}` is not a move")]
    NotAMove(String),
    /// A sign and a number, and the piece may go along its row and along its column.
    #[error("{piece} may go along its row and along its column, and a sign does not say which")]
    TwoAxes {
        /// Letter and name of the piece.
        piece: String,
    },
    /// Something else stands where a direction should.
    #[error("`{0}` is not a direction")]
    Word(String),
    /// A number that belongs to no direction.
    #[error("the number {0} follows no direction")]
    StrayNumber(String),
    /// A number of cells that no piece can go.
    #[error("a piece can go 1 to 255 cells one way, not {0}")]
    Count(String),
    /// A drawing of the board is wrong, or does not follow from the one before.
    #[error("{0}")]
    Board(BoardFault),
    /// All paths together are too long to be believed.
    #[error("the pieces travel more than {} cells", MAX_STEPS)]
    TooLong,
    /// A summary, and not the first one.
    #[error("this is the second summary")]
    SecondSummary,
    /// The summary counts other than the lines do.
    #[error("the summary counts {given}, but {listed} are listed")]
    Summary {
        /// What the summary says.
        given: String,
        /// How many moves there are.
        listed: usize,
    },
}

impl ParseError {
    /// What to do about it, where there is something to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

impl ParseErrorKind {
    /// No piece is called what is `given`.
    pub(super) fn unknown_piece(puzzle: &Puzzle, given: &str) -> Self {
        let named = puzzle.pieces().iter().filter(|piece| piece.name.as_deref() == Some(given));
        let labels: Vec<String> =
            named.map(|piece| format!("{given}{}", piece.display_label())).collect();
        if labels.len() > 1 {
            let (name, labels) = (brief(given), brief(&labels.join(" ")));
            return ParseErrorKind::SharedName { name, labels };
        }
        let letters: Vec<String> = puzzle.pieces().iter().map(Piece::display_label).collect();
        let letters = brief(&letters.join(" "));
        ParseErrorKind::UnknownPiece { given: brief(given), letters }
    }

    /// What to do about it, where there is something to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match self {
            ParseErrorKind::UnknownPiece { letters, .. } => {
                return Some(format!("a move begins with the letter of a piece: {letters}"));
            }
            ParseErrorKind::SharedName { labels, .. } => {
                return Some(format!("write its letter too: {labels}"));
            }
            ParseErrorKind::Board(fault) => fault.help(),
            ParseErrorKind::NotAMove(_) => {
                "write several moves on a line like `C↓2 E→`, `Cd2 Er`, `A+2 C-1` or `曹操下二 关羽右`"
            }
            ParseErrorKind::TwoAxes { .. } => "write the direction, like `Ad2` or `A down 2`",
            ParseErrorKind::Unrecognised
            | ParseErrorKind::Empty
            | ParseErrorKind::NoPiece
            | ParseErrorKind::NoDirections { .. } => {
                "write a move as a letter and directions, like `A down, right 2`"
            }
            ParseErrorKind::Number { .. } => "check that no move is lost, or leave all numbers out",
            ParseErrorKind::Name { .. } => {
                "write the name as the puzzle does, or leave it out; the directions are up, down, \
                 left and right"
            }
            ParseErrorKind::Word(_) => "the directions are up, down, left and right, or u, d, l, r",
            ParseErrorKind::StrayNumber(_) | ParseErrorKind::Count(_) => {
                "write how many cells a piece goes after the direction, like `right 2`"
            }
            ParseErrorKind::TooLong => "no puzzle should need that; check the numbers of cells",
            ParseErrorKind::SecondSummary => "keep each solution in a file of its own",
            ParseErrorKind::Summary { .. } => {
                "check that no move is lost, or remove the line of the summary"
            }
        };
        Some(help.to_owned())
    }
}

/// What is wrong with a drawing of the board.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum BoardFault {
    /// It ends too early.
    #[error("the drawing ends here, and the board has {rows} rows")]
    Rows {
        /// Rows of the board.
        rows: usize,
    },
    /// A row is too short or too long.
    #[error("this row has {given} cells, and the board has {columns} columns")]
    Columns {
        /// Cells of the row.
        given: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// Something that draws no cell, or not this one.
    #[error("`{given}` draws no cell here")]
    Mark {
        /// As written.
        given: String,
    },
    /// A wall is missing.
    #[error("{cell} is a wall")]
    Wall {
        /// Where the wall is.
        cell: Cell,
    },
    /// A piece has too few or too many cells.
    #[error("{piece} covers {area} of the cells, and here it has {given}")]
    Area {
        /// Letter and name of the piece.
        piece: String,
        /// Cells that it has in the drawing.
        given: usize,
        /// Cells that it has.
        area: usize,
    },
    /// A piece has the right number of cells, and they lie wrong.
    #[error("the cells of {piece} do not have its shape")]
    Shape {
        /// Letter and name of the piece.
        piece: String,
    },
    /// The first board is not the start.
    #[error("on the first board {piece} is not where the puzzle has it")]
    NotTheStart {
        /// Letter and name of a piece that stands elsewhere.
        piece: String,
    },
    /// Two boards in succession are alike.
    #[error("no piece has moved since the board before")]
    NoneMoved,
    /// More than one piece has changed its place.
    #[error("{one} and {other} have both moved since the board before")]
    SeveralMoved {
        /// Letter and name of the first such piece.
        one: String,
        /// Letter and name of the second.
        other: String,
    },
}

impl BoardFault {
    /// What to do about it.
    const fn help(&self) -> &'static str {
        match self {
            BoardFault::Rows { .. } | BoardFault::Columns { .. } => {
                "draw every row of the board and every cell of the row, with spaces between them"
            }
            BoardFault::Mark { .. } => {
                "draw a piece by its letter, an empty cell by `.`, a wall by `#` and a gate by `+`"
            }
            BoardFault::Wall { .. } => "draw it as `#`",
            BoardFault::Area { .. } | BoardFault::Shape { .. } => {
                "draw each piece with its letter on every cell that it covers"
            }
            BoardFault::NotTheStart { .. } => "begin with the board that the puzzle begins with",
            BoardFault::NoneMoved => "draw each board once",
            BoardFault::SeveralMoved { .. } => {
                "draw the board after every single move; pieces of one shape keep their letters"
            }
        }
    }
}

/// What keeps a solution from being written in a notation.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum UnwritableSolution {
    /// Only slides and steps can be told by sign and cells.
    #[error("`fogleman` tells slides or steps, not {metric}s")]
    Metric {
        /// The solution's metric.
        metric: Metric,
    },
    /// A piece may go both ways, and a sign tells only one.
    #[error(
        "`fogleman` is for pieces that keep to one axis, and {piece} may leave its row and its column"
    )]
    TwoAxes {
        /// Letter and name of the piece.
        piece: String,
    },
    /// A move that does not follow one line, or none at all.
    #[error("move {number} is no straight line")]
    Bent {
        /// Its number, from 1.
        number: usize,
    },
    /// A move that cannot be made.
    #[error("move {number} cannot be made: {why}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// Why. Part of the message, hence not its source.
        why: IllegalMove,
    },
    /// A move that ends where it began, which no board shows.
    #[error("after move {number} {piece} stands where it stood")]
    Returns {
        /// Its number, from 1.
        number: usize,
        /// Letter and name of the piece.
        piece: String,
    },
}
