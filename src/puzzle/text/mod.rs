//! The format of puzzle files: text that a person writes by hand.
//!
//! ```text
//! name: Heng Dao Li Ma
//! name.zh: 横刀立马
//! names: C=曹操 E=关羽
//! best: move=81 slide=90 step=116
//!
//! A C C B
//! A C C B
//! D E E F
//! D G H F
//! I . . J
//!
//! goal:
//! . . . .
//! . . . .
//! . . . .
//! . C C .
//! . C C .
//! ```
//!
//! Header lines `key: value`, a grid, the frame, and one grid or more below a line `goal:` each.
//! Lines that begin with `;` are comments; blank lines may stand anywhere. A line `===` parts the
//! puzzles of a file.
//!
//! - In a grid a letter or digit of any script is a cell of the piece of that name, `.` is empty, `#`
//!   a wall. White space between cells is optional, save that a row of `=` would part two puzzles.
//! - In a goal a letter says where that piece must stand, `.` says nothing. Walls may be drawn.
//!
//! | key | value |
//! |---|---|
//! | `name`, `name.zh`, … | the name, and the name in another language |
//! | `alias`, `alias.zh`, … | other names, separated by `、` or `,` |
//! | `names` | the pieces' names: `C=曹操 E=关羽`; one may hold spaces: `C=Cao Cao E=Guan Yu` |
//! | `best` | the shortest solution by metric, any of `move=81 slide=90 step=116`; or `impossible` |
//! | `source` | where the layout and its numbers come from |
//! | `note` | anything else worth knowing |
//! | `pieces` | `free` (default), or `axis`: see [`Movement`](super::Movement) |
//! | `finish` | `reach` (default), or `clear`: see [`Finish`](super::Finish) |
//! | `gate` | `+ = C D`: only these pieces enter the cells that `+` draws |
//! | `alike` | `ABFG CE`: groups of pieces that may stand in for each other in a goal |
//!
//! All are optional; none may be empty or given twice. A value ends with its line and may hold
//! colons.

mod error;
mod header;
mod lines;
mod sheet;
#[cfg(test)]
mod tests;
mod write;

use std::io::Read;
use std::str::FromStr;

use super::Puzzle;
use header::KEYS;
use lines::{Content, Line};
use sheet::Sheet;

pub use error::{ParseError, ParseErrorKind, ReadError};

/// The largest number of bytes that [`read`] accepts.
pub const MAX_BYTES: usize = 8 << 20;

/// The largest number of puzzles of a file.
pub const MAX_PUZZLES: usize = 1 << 16;

/// The largest number of header lines of a puzzle.
pub const MAX_HEADERS: usize = 256;

/// The largest number of bytes of a line.
pub const MAX_LINE: usize = 1 << 20;

/// The puzzles of a file, in its order; at least one.
///
/// A byte order mark and `\r\n` are accepted, and parts without a puzzle between lines `===` do not
/// count. Takes time and memory in proportion to `text`.
///
/// ```
/// use huarong::puzzle::text::parse;
///
/// let puzzles = parse("A.\ngoal:\n.A\n===\nAA.\ngoal:\n.AA\n")?;
/// assert_eq!(puzzles.len(), 2);
///
/// let error = parse("nmae: Cao Cao\nA.\ngoal:\n.A").expect_err("a mistyped key");
/// assert_eq!(error.to_string(), "line 1, column 1: unknown key `nmae`");
/// assert_eq!(error.help().as_deref(), Some("did you mean `name`?"));
/// # Ok::<(), huarong::puzzle::text::ParseError>(())
/// ```
///
/// # Errors
/// The first thing that is wrong, puzzle by puzzle; in a puzzle how it is written before what it says.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    parse_some(text, MAX_PUZZLES, &ParseErrorKind::TooManyPuzzles)
}

/// The same from bytes that should be UTF-8.
///
/// # Errors
/// Those of [`parse`], and [`ParseErrorKind::NotUtf8`] at the first byte that is not.
pub fn parse_bytes(bytes: &[u8]) -> Result<Vec<Puzzle>, ParseError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(error) => Err(not_utf8(bytes, error.valid_up_to())),
    }
}

/// The same from a reader, of which never more than [`MAX_BYTES`] and one byte are held.
///
/// # Errors
/// Those of [`parse_bytes`] and of the reader; [`ReadError::TooLarge`] if it holds more.
pub fn read(reader: impl Read) -> Result<Vec<Puzzle>, ReadError> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLarge);
    }
    Ok(parse_bytes(&bytes)?)
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// The one puzzle of `text`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut puzzles = parse_some(text, 1, &ParseErrorKind::SecondPuzzle)?;
        Ok(puzzles.pop().expect("parsing yields a puzzle or an error"))
    }
}

/// The puzzles of `text`, or an error of kind `too_many` if they are more than `most`.
fn parse_some(
    text: &str,
    most: usize,
    too_many: &ParseErrorKind,
) -> Result<Vec<Puzzle>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut puzzles = Vec::new();
    let mut sheet = Sheet::default();
    for line in lines::lines(text) {
        sheet::check_length(line)?;
        let content = line.content();
        if matches!(content, Content::Separator) {
            puzzles.extend(std::mem::take(&mut sheet).finish()?);
            continue;
        }
        sheet.read(line, content)?;
        if puzzles.len() == most
            && let Some(first) = sheet.first()
        {
            return Err(first.error_all(too_many.clone()));
        }
    }
    puzzles.extend(sheet.finish()?);
    if puzzles.is_empty() {
        let first = lines::lines(text).next().unwrap_or(Line { number: 1, text: "" });
        return Err(first.error_all(ParseErrorKind::Empty));
    }
    Ok(puzzles)
}

/// The error about the byte at `bad`, before which all is UTF-8.
fn not_utf8(bytes: &[u8], bad: usize) -> ParseError {
    /// Enough of the line for an error to show.
    const AFTER: usize = 1000;
    let start = bytes[..bad].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let number = bytes[..start].split(|&byte| byte == b'\n').count();
    let shown = bytes.len().min(bad + AFTER);
    let end = bytes[bad..shown].iter().position(|&byte| byte == b'\n').map_or(shown, |at| bad + at);
    let text = String::from_utf8_lossy(&bytes[start..end]);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let valid = String::from_utf8_lossy(&bytes[start..bad]);
    let valid = valid.strip_prefix('\u{feff}').unwrap_or(&valid);
    let column = valid.chars().count() + 1;
    ParseError::new(Line { number, text }, column, 1, ParseErrorKind::NotUtf8)
}
