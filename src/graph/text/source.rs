//! A text from outside as lines, each with its number; what can be wrong with a text that is to be
//! a graph, where, and what to do.

use crate::excerpt::{Misread, Spot, control_character, not_utf8, without_bom};

/// Something wrong with a text, and where.
pub type ParseError = Misread<ParseErrorKind>;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
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
    /// No vertex at all.
    #[error("there is nothing in this text")]
    Empty,
    /// A map, or a row of one, without a cell.
    #[error("there are no cells here")]
    NoCells,
    /// Something else than 1 and 0 in a map of them.
    #[error("`{found}` is no cell of a map of 1 and 0")]
    Bit {
        /// The character.
        found: char,
    },
    /// Something that no map holds.
    #[error("`{found}` is no cell")]
    Mark {
        /// The character.
        found: char,
    },
    /// A number that is no number of a map.
    #[error("`{found}` is no number for a cell")]
    Number {
        /// The number, or the beginning of a long one.
        found: String,
    },
    /// A mark that may stand once.
    #[error("`{mark}` already stands in line {line}, column {column}")]
    Twice {
        /// The mark.
        mark: String,
        /// The line where it stood first.
        line: usize,
        /// The column where it stood first.
        column: usize,
    },
    /// The numbers skip one.
    #[error("there is a {found}, but no {missing}")]
    Missing {
        /// The least number above the gap.
        found: u32,
        /// The least number that is missing.
        missing: u32,
    },
    /// A hole where a cell is wanted.
    #[error("this is a hole")]
    Hole,
    /// A wall that no cell touches.
    #[error("this wall stands between no two cells")]
    Wall,
    /// Rows of a map that are not of one length.
    #[error("this row is {found} long, the first one {wanted}")]
    Ragged {
        /// The cells and holes of the row.
        found: usize,
        /// Those of the first one.
        wanted: usize,
    },
    /// Something else than 1 and 0 in a matrix.
    #[error("`{found}` is neither 1 nor 0")]
    Entry {
        /// The character.
        found: char,
    },
    /// Rows of a matrix that are not of one length.
    #[error("this row has {found} entries, the first one has {wanted}")]
    RowLength {
        /// The entries of the row.
        found: usize,
        /// Those of the first one.
        wanted: usize,
    },
    /// A matrix with more rows than columns, or fewer.
    #[error("this matrix has {rows} rows and {columns} columns")]
    NotSquare {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// An edge that leads one way only, in a graph that is not directed.
    #[error("there is an edge from {from} to {to}, and none back")]
    OneWay {
        /// Where it begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A line of an adjacency list that does not begin with a vertex.
    #[error("this line does not begin with one vertex and a colon")]
    Head,
    /// A vertex with two lists.
    #[error("`{name}` has a list in line {first} already")]
    SecondList {
        /// The vertex.
        name: String,
        /// The line of its first list.
        first: usize,
    },
    /// A line of an edge list that is not one edge.
    #[error("this line has {found} vertices, an edge has 2")]
    Edge {
        /// How many there are.
        found: usize,
    },
}

impl ParseError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> String {
        self.kind.help()
    }
}

impl ParseErrorKind {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> String {
        let help = match self {
            ParseErrorKind::NotUtf8 { .. } => "save the text as UTF-8",
            ParseErrorKind::ControlCharacter { found: '\r' } => "lines end in LF or CRLF",
            ParseErrorKind::ControlCharacter { .. } => "take it out",
            ParseErrorKind::Empty => {
                "draw a map, a row of cells in each line, or list the vertices of a graph"
            }
            ParseErrorKind::NoCells => "draw each cell as `1`, or as `.`",
            ParseErrorKind::Bit { .. } => {
                "write 1 for a cell and 0 for none; in a map with `S`, `E` and numbers, `.` is a \
                 cell and `#` is none"
            }
            ParseErrorKind::Mark { .. } => {
                "a cell is `.`, `S`, `E` or a number from 1 on, `#` is none, and `|` and `-` are \
                 walls"
            }
            ParseErrorKind::Number { .. } => "count the cells to be met in order from 1 on",
            ParseErrorKind::Twice { mark, .. } if mark == "1" => {
                "keep one of the two; a map of 1 and 0 holds nothing else"
            }
            ParseErrorKind::Twice { .. } => "keep one of the two",
            ParseErrorKind::Missing { missing, .. } => {
                return format!("write {missing} in some cell, or count without a gap");
            }
            ParseErrorKind::Hole => "name a cell, where there is one",
            ParseErrorKind::Wall => {
                "draw `-` right below a cell and above the one that it is parted from"
            }
            ParseErrorKind::Ragged { .. } => {
                "draw all rows as long as the first; where there is no cell, write `#`, or 0 in a map \
                 of 1 and 0"
            }
            ParseErrorKind::Entry { .. } => "write 1 for an edge and 0 for none",
            ParseErrorKind::RowLength { .. } | ParseErrorKind::NotSquare { .. } => {
                "a matrix has a row and a column for each vertex"
            }
            ParseErrorKind::OneWay { from, to } => {
                return format!("add the edge from {to} to {from}, or read with `--directed`");
            }
            ParseErrorKind::Head => "write `A: B C` for edges from A to B and C",
            ParseErrorKind::SecondList { .. } => "write all its neighbours in one line",
            ParseErrorKind::Edge { .. } => "write each edge in a line of its own, like `A B`",
        };
        help.to_owned()
    }
}

/// The lines of a text without white space at their ends; empty ones and remarks are left out.
pub(super) fn lines(bytes: &[u8]) -> Result<Vec<Spot<'_>>, ParseError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        not_utf8(bytes, at, ParseErrorKind::NotUtf8 { byte: bytes[at] })
    })?;
    let mut lines = Vec::new();
    for (number, text) in (1..).zip(without_bom(text).split('\n')) {
        let line = Spot::line(number, text.strip_suffix('\r').unwrap_or(text).trim_end());
        if let Some((spot, found)) = control_character(line) {
            return Err(spot.misread(ParseErrorKind::ControlCharacter { found }));
        }
        if !line.is_empty() && !line.text().trim_start().starts_with(';') {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return Err(Spot::line(1, "").misread(ParseErrorKind::Empty));
    }
    Ok(lines)
}

/// The words of a line or a part of one, apart by white space or commas.
pub(super) fn words(part: Spot<'_>) -> impl Iterator<Item = Spot<'_>> {
    part.split(|mark| mark.is_whitespace() || mark == ',')
}
