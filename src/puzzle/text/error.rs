//! What can be wrong with a text, where, and what to do.

use crate::excerpt::SourceError;
use crate::puzzle::draft::DraftErrorKind;
use crate::puzzle::metric::Metric;
use crate::puzzle::tiles::MAX_TILES;

/// The largest text that [`read`](super::read) accepts, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// The keys, in the order in which a puzzle is written.
pub const KEYS: [&str; 13] = [
    "name", "alias", "names", "best", "source", "note", "pieces", "finish", "lock", "gate",
    "alike", "distinct", "exit",
];

/// Something wrong with a text, and where.
///
/// `text` and `span` are all that is needed to draw the place, as the program does:
///
/// ```
/// use huarong::puzzle::text;
///
/// let error = text::parse("name: Ragged\n\nA A .\nB .\n").unwrap_err();
/// assert_eq!((error.line, error.column, error.width), (4, 1, 3));
/// assert_eq!(&error.text[error.span.clone()], "B .");
/// assert_eq!(error.to_string(), "line 4, column 1: this row has 2 cells, the first one has 3");
/// ```
pub type ParseError = SourceError<ParseErrorKind>;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The puzzle that the text draws is not sound.
    #[error("{0}")]
    Draft(DraftErrorKind),
    /// A byte that is not part of UTF-8.
    #[error("byte {byte:#04x} is not UTF-8")]
    NotUtf8 {
        /// The byte.
        byte: u8,
    },
    /// A control character other than a tab or a line break.
    #[error("a control character, U+{:04X}", u32::from(*found))]
    ControlCharacter {
        /// The character.
        found: char,
    },
    /// No puzzle at all.
    #[error("there is no puzzle in this text")]
    Empty,
    /// More puzzles than the reader wants.
    #[error("more than {limit} puzzle{} in this text", if *limit == 1 { "" } else { "s" })]
    TooManyPuzzles {
        /// How many are wanted.
        limit: usize,
    },
    /// A key that means nothing.
    #[error("unknown key `{key}`")]
    UnknownKey {
        /// The key, or the beginning of a long one.
        key: String,
        /// A key that looks like it.
        suggestion: Option<&'static str>,
    },
    /// A language that cannot be one.
    #[error("`{key}` does not name a language")]
    Language {
        /// The whole key, or the beginning of a long one.
        key: String,
    },
    /// A key for the second time.
    #[error("`{key}` was already given in line {first}")]
    DuplicateKey {
        /// The key.
        key: String,
        /// The line where it stood first.
        first: usize,
    },
    /// A header below the frame.
    #[error("`{key}` stands below the frame")]
    HeaderBelowFrame {
        /// The key.
        key: String,
    },
    /// A goal above the frame.
    #[error("a goal stands before the frame")]
    GoalBeforeFrame,
    /// Something in the same line as `goal:` that is no order of tiles.
    #[error("`goal:` cannot be `{found}`")]
    GoalValue {
        /// What stands there, or its beginning.
        found: String,
    },
    /// An order for pieces that are no tiles.
    #[error("`goal: {order}` is for numbered tiles")]
    NoTiles {
        /// The order.
        order: String,
    },
    /// Something that is no cell of a grid of numbers.
    #[error("`{found}` is no numbered tile")]
    Tile {
        /// The word, or the beginning of a long one.
        found: String,
    },
    /// A tile with a number that there are not so many tiles for.
    #[error("there is no tile {number}: {}", numbers(*tiles, *missing))]
    NoSuchTile {
        /// Its number.
        number: usize,
        /// How many tiles there are.
        tiles: usize,
        /// One that is missing in the frame, if any is.
        missing: Option<usize>,
    },
    /// The same tile again.
    #[error("tile {number} is here twice{}", and_missing(*missing))]
    TileTwice {
        /// Its number.
        number: usize,
        /// One that is missing in the frame, if any is.
        missing: Option<usize>,
    },
    /// A tile that there is no letter for.
    #[error("tile {number} is too many: there may be {MAX_TILES}")]
    TooManyTiles {
        /// Its number.
        number: usize,
    },
    /// `goal` without its colon, in a line of its own.
    #[error("`{found}` has no colon")]
    BareGoal {
        /// The word, as it is written.
        found: String,
    },
    /// A row that belongs to no grid.
    #[error("this row belongs to no grid")]
    StrayRow,
    /// A key without a value.
    #[error("`{key}` has no value")]
    NoValue {
        /// The key.
        key: String,
    },
    /// A word that the key does not take.
    #[error("`{key}` cannot be `{found}`")]
    Word {
        /// The key.
        key: &'static str,
        /// The word, or the beginning of a long one.
        found: String,
        /// The words that it takes.
        wanted: &'static [&'static str],
    },
    /// Something else than a letter and a word, as in `A=row`.
    #[error("`{found}` is nothing that `{key}` takes")]
    Entry {
        /// The key.
        key: &'static str,
        /// The entry, or the beginning of a long one.
        found: String,
        /// The words that it takes behind `A=`.
        wanted: Vec<&'static str>,
    },
    /// Something else than `move=81` where an optimum stands.
    #[error("`{found}` is no optimum")]
    Best {
        /// The word, or the beginning of a long one.
        found: String,
    },
    /// A metric for the second time.
    #[error("the optimum in `{metric}` is given twice")]
    BestTwice {
        /// The metric.
        metric: Metric,
    },
    /// Something else than `C=曹操` where pieces are named.
    #[error("`{found}` names no piece")]
    PieceName {
        /// The word, or the beginning of a long one.
        found: String,
    },
    /// A gate without its equals sign.
    #[error("this does not tell who may enter the gate")]
    Gate,
}

/// Anything that can keep a reader from reading puzzles from outside; `E` is what it has against
/// the bytes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError<E = ParseError> {
    /// The bytes did not come.
    #[error("the text cannot be read")]
    Io(#[from] std::io::Error),
    /// Too many bytes came.
    #[error("the text is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// The bytes are no puzzles.
    #[error(transparent)]
    Parse(E),
}

impl ParseError {
    /// What to do about it, where there is something to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

impl ParseErrorKind {
    /// What to do about it, where there is something to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match self {
            ParseErrorKind::Draft(fault) => fault.help(),
            ParseErrorKind::NotUtf8 { .. } => "save the text as UTF-8",
            ParseErrorKind::ControlCharacter { found: '\r' } => "lines end in LF or CRLF",
            ParseErrorKind::ControlCharacter { .. } => "take it out",
            ParseErrorKind::Empty => {
                "draw a frame, then a line `goal:`, then the frame as it shall be"
            }
            ParseErrorKind::TooManyPuzzles { limit: 1 } => "puzzles are separated by a line `===`",
            ParseErrorKind::TooManyPuzzles { .. } => "spread them over several files",
            ParseErrorKind::UnknownKey { suggestion: Some(key), .. } => {
                return Some(format!("did you mean `{key}`?"));
            }
            ParseErrorKind::UnknownKey { suggestion: None, .. } => {
                return Some(format!("the keys are `{}` and `goal`", KEYS.join("`, `")));
            }
            ParseErrorKind::Language { .. } => "write it as a tag behind a dot: `name.zh`",
            ParseErrorKind::DuplicateKey { .. } => "keep one of the two",
            ParseErrorKind::HeaderBelowFrame { .. } => {
                "move it above the frame; a line `===` begins the next puzzle"
            }
            ParseErrorKind::GoalBeforeFrame => "draw the frame with all its pieces first",
            ParseErrorKind::GoalValue { .. } => {
                "draw the goal in the lines below it; numbered tiles may also have `goal: \
                 blank-first` or `goal: blank-last`"
            }
            ParseErrorKind::NoTiles { .. } => "draw the goal in the lines below a line `goal:`",
            ParseErrorKind::Tile { .. } => {
                "a cell is a number, `.`, `0` or `_` (empty) or `#` (a wall), with spaces between them"
            }
            ParseErrorKind::NoSuchTile { .. }
            | ParseErrorKind::TileTwice { .. }
            | ParseErrorKind::TooManyTiles { .. } => {
                "number the tiles 1, 2, 3 …, each once; for other pieces, draw each with a letter"
            }
            ParseErrorKind::BareGoal { .. } => "did you mean `goal:`?",
            ParseErrorKind::StrayRow => {
                "an empty line ends a grid; a goal begins with a line `goal:`, a puzzle with `===`"
            }
            ParseErrorKind::NoValue { .. } => "write one behind the colon, or take the line out",
            ParseErrorKind::Word { wanted, .. } => {
                return Some(format!("write `{}`", wanted.join("` or `")));
            }
            ParseErrorKind::Entry { wanted, .. } => {
                return Some(format!("write a letter, `=` and `{}`", wanted.join("` or `")));
            }
            ParseErrorKind::Best { .. } | ParseErrorKind::BestTwice { .. } => {
                "write any of `move=81 slide=90 step=116`, or `impossible`"
            }
            ParseErrorKind::PieceName { .. } => "write a letter, `=` and a name: `C=曹操 E=关羽`",
            ParseErrorKind::Gate => "write its mark, `=` and the letters let in: `+ = C D`",
        };
        Some(help.to_owned())
    }
}

/// `15 tiles have the numbers from 1 to 15, and 12 is missing`.
fn numbers(tiles: usize, missing: Option<usize>) -> String {
    format!("{tiles} tiles have the numbers from 1 to {tiles}{}", and_missing(missing))
}

/// `, and 12 is missing`, where one is.
fn and_missing(missing: Option<usize>) -> String {
    missing.map_or_else(String::new, |missing| format!(", and {missing} is missing"))
}
