//! Notations of puzzles besides our own.
//!
//! Each notation has a `NotationFormat`: its name, a test whether a text looks like it, a reader,
//! and a writer, which returns the text or the reason why the puzzle is [not
//! representable](NotRepresentable). A new notation needs a file, a variant of [`Notation`] and a
//! line in the table below.

pub(crate) mod classic;
mod code_lines;
mod common_code;
mod format;
mod forms;
mod lenient;
mod rules;
mod rush;
#[cfg(test)]
mod tests;
mod typed;

use crate::{
    excerpt::{key, without_bom},
    puzzle::{Puzzle, text},
};
use format::NotationFormat;

#[doc(no_inline)]
pub use crate::excerpt::ParseError;
pub use crate::wrapping::Assumption;
pub use common_code::{CodeFlaw, CommonCode};
pub use format::{NotRepresentable, Notation};
#[cfg(feature = "cli")]
pub(crate) use forms::{FORMS, is_goal_of_tray};
#[cfg(feature = "cli")]
pub(crate) use typed::with_position_as_goal;
pub use typed::{with_goal_of, with_itself_as_goal};

impl Notation {
    /// All of them, in the order in which [`detect`](detect()) tries them.
    pub const ALL: [Notation; 4] = [
        Notation::Huarong,
        Notation::CommonCode,
        Notation::ShortCode,
        Notation::Rush,
    ];

    const fn format(self) -> &'static NotationFormat {
        match self {
            Notation::Huarong => &HUARONG,
            Notation::CommonCode => &code_lines::COMMON_CODE,
            Notation::ShortCode => &code_lines::SHORT_CODE,
            Notation::Rush => &rush::FORMAT,
        }
    }

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.format().name
    }

    /// Returns the help on the command line.
    pub(crate) const fn help(self) -> &'static str {
        self.format().help
    }
}

/// Our own: see [`text`].
const HUARONG: NotationFormat = NotationFormat {
    name: "huarong",
    help: "Our own puzzle files",
    looks_like: is_ours,
    read: text::parse,
    write: |puzzle| Ok(puzzle.to_string()),
    is_certain: None,
    assume_goal: None,
    separator: "\n===\n\n",
};

fn is_ours(text: &str) -> bool {
    let mut lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with(';'));
    let first_key = lines.find(|line| !line.trim().is_empty()).and_then(key);
    let known = |key: &str| is_one_of(key.split('.').next().unwrap_or_default(), &text::KEYS);
    first_key.is_some_and(known) || says_goal(text)
}

/// Whether a line of one of our texts begins with `goal:`, `exit:` or `door:`.
fn says_goal(text: &str) -> bool {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with(';'));
    lines
        .filter_map(key)
        .any(|key| is_one_of(key, &["goal", "exit", "door"]))
}

fn is_one_of(key: &str, known: &[&str]) -> bool {
    known.iter().any(|it| it.eq_ignore_ascii_case(key))
}

words!(Notation, name);

/// Reads the puzzles of a text in this notation, at least one.
///
/// # Errors
/// The first error. Its message names the notation, unless that is ours.
pub fn read(notation: Notation, text: &str) -> Result<Vec<Puzzle>, ParseError> {
    (notation.format().read)(without_bom(text)).map_err(|mut error| {
        if notation != Notation::Huarong {
            error.message = format!("{} (read as {notation})", error.message);
        }
        error
    })
}

/// Puzzles, and the way in which their text was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParsedText {
    /// The puzzles, at least one.
    pub puzzles: Vec<Puzzle>,
    /// The notation that they were read in.
    pub notation: Notation,
    /// For each puzzle, what its text does not say, or says in an unusual way.
    pub assumptions: Vec<Vec<Assumption>>,
    /// Whether the notation was given, or is the only sensible one: a code that is a word or a
    /// number could be something else, and so could five small letters and digits.
    pub is_certain: bool,
}

/// Reads the puzzles of a text. Without a notation, it is the one that the text [looks to be
/// in](detect()), or else ours. A text with errors may still be a board as people type it, if that
/// has one meaning only.
///
/// # Errors
/// The first fault.
pub fn read_any(text: &str, notation: Option<Notation>) -> Result<ParsedText, ParseError> {
    let chosen = notation
        .or_else(|| detect(text))
        .unwrap_or(Notation::Huarong);
    let format = chosen.format();
    let mut strict = None;
    if notation.is_some() || chosen != Notation::Huarong {
        match read(chosen, text) {
            Ok(puzzles) => {
                let is_certain = format.is_certain.filter(|_| notation.is_none());
                return Ok(ParsedText {
                    assumptions: typed::goals_assumed(format.assume_goal, text, &puzzles),
                    puzzles,
                    notation: chosen,
                    is_certain: is_certain.is_none_or(|it| text.lines().any(it)),
                });
            }
            // A notation that the user names has no fallback.
            Err(error) if chosen != Notation::Huarong && notation.is_some() => return Err(error),
            Err(error) => strict = Some(error),
        }
    }
    // What looks like a code is reported as a code.
    let of_code = strict.clone().filter(|_| format.is_certain.is_some());
    let typed = typed::read(without_bom(text), strict);
    let typed = typed.map_err(|error| of_code.unwrap_or(error))?;
    let (puzzles, assumptions) = typed.into_iter().unzip();
    Ok(ParsedText {
        puzzles,
        notation: Notation::Huarong,
        assumptions,
        is_certain: true,
    })
}

/// Writes a puzzle in this notation, with a line break at its end.
///
/// # Errors
/// If the notation cannot express the puzzle.
pub fn write(notation: Notation, puzzle: &Puzzle) -> Result<String, NotRepresentable> {
    (notation.format().write)(puzzle).map_err(|what| NotRepresentable { notation, what })
}

/// Joins texts of one puzzle each, as [`write`](write()) returns them, into one text.
///
/// ```
/// use huarong::notation::{Notation, join};
///
/// let codes = ["4WVE1\n".to_owned(), "AXCZN\n".to_owned()];
/// assert_eq!(join(Notation::ShortCode, &codes), "4WVE1\nAXCZN\n");
/// ```
#[must_use]
pub fn join(notation: Notation, texts: &[String]) -> String {
    texts.join(notation.format().separator)
}

/// Returns the likely notation of a text, which may still be invalid; `None` if it looks like none,
/// as a board without header and goal does.
///
/// A text that could be several is the first of these:
/// 1. ours, if a line begins with `goal:` or `exit:`, or the first one with any of our keys;
/// 2. a Rush Hour board of letters and digits, by its first line that is not blank; `ShortCode`s or
///    `CommonCode`s of full length, if every such line is one. `ShortCode`s that are all numbers or
///    all words in small letters are none.
///
/// ```
/// use huarong::notation::{Notation, detect};
///
/// assert_eq!(detect("4WVE1"), Some(Notation::ShortCode));
/// assert_eq!(detect("1A9BF0C00"), Some(Notation::CommonCode));
/// assert_eq!(detect("CAFE"), None);
/// assert_eq!(detect("green"), None);
/// assert_eq!(detect("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"), Some(Notation::Rush));
/// ```
pub fn detect(text: &str) -> Option<Notation> {
    let text = without_bom(text);
    Notation::ALL
        .into_iter()
        .find(|notation| (notation.format().looks_like)(text))
}

/// Returns the only board in an address, as of a page elsewhere that plays it: the code of a Rush
/// Hour board, or a common code. Before a slash, a board may also have its number of moves.
pub(crate) fn board_in_address(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.contains(char::is_whitespace) || !text.contains('/') {
        return None;
    }
    let is_certain = |word: &&str| {
        let is_code = matches!(detect(word), Some(Notation::Rush | Notation::CommonCode));
        is_code && read_any(word, None).is_ok_and(|reading| reading.is_certain)
    };
    let mut boards = text.split(['/', '#', '?', '&', '=']).filter(is_certain);
    boards.next().filter(|_| boards.next().is_none())
}
