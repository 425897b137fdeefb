//! Graphs that a person wrote: maps of cells, adjacency lists, matrices, lists of edges.
//!
//! Empty lines mean nothing, and a line that begins with `;` is a remark. A byte order mark, lines
//! that end in CRLF and tabs for spaces are accepted; control characters are not.
//!
//! # Maps of 1 and 0
//! 1 is a cell, 0 is none; side by side cells are joined. Rows may differ in length: what is
//! missing is 0. White space between cells means nothing.
//!
//! ```text
//! 111111
//! 101101
//! 111111
//! ```
//!
//! # Maps with more in them
//! A cell is `.`, and `#` is none; what is missing at the end of a row is none, too. A path is to
//! begin at `S`, to end at `E`, and to meet the numbers in their order, from 1 on. Where there are
//! numbers, but neither `S` nor `E`, it is to begin at 1 and, if there are more, to end at the
//! greatest, as in the game Zip.
//!
//! Cells may be written side by side, or with white space between them, which numbers above 9
//! need. A thin wall is a `|` between two cells of a row, or a `-` in a line between two rows,
//! below one cell and above the other. Around the map, walls mean nothing, nor does a `+` where
//! walls meet:
//!
//! ```text
//! +-+-+-+          S . 1         1 . 2
//! |1 . .|          . # .         - -
//! + +-+ +          . 2 E         4 . 3
//! |. . 2|
//! +-+-+-+
//! ```
//!
//! A map is one of 1 and 0 if none of `. # S E | - +` stands in it, and in its first row no number
//! from 2 on.
//!
//! # Graphs
//! Vertices are words of any characters but white space, commas and, in adjacency lists, colons.
//! Without the word that they are directed, graphs are not: then each adjacency list has to agree
//! with the others, and a matrix to be its own mirror image.
//!
//! ```text
//! A: B D          0 1 0 1         A B
//! B: A            1 0 0 0         A D
//! D: A            0 0 0 0         C
//! C:              1 0 0 0
//! ```
//!
//! Adjacency lists number the vertices in the order of their lines, then those without a line.
//! The vertices of a matrix, which may do without spaces, are called 0, 1, 2 … In a list of edges
//! each line is an edge, or a vertex that may have none; parallel edges and loops count. Neighbours
//! keep the order in which they are written.

mod lists;
mod map;
#[cfg(test)]
mod tests;

use crate::excerpt::{LineCursor, LineIter, SourceError, control_character, not_utf8};

pub use lists::{NamedGraph, parse_adjacency, parse_edges, parse_matrix};
pub use map::{MapText, draw_map, hole_at, parse_map, split_maps};

/// The largest text that is worth reading, in bytes: a map of 2000 × 2000 with spaces and walls.
pub const MAX_BYTES: usize = 16 << 20;

/// A fault of a text, and its place.
pub type ParseError = SourceError<GraphErrorKind>;

/// A fault of a text that describes a map or a graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct GraphErrorKind {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

fn kind(message: impl Into<String>, help: impl Into<String>) -> GraphErrorKind {
    GraphErrorKind { message: message.into(), help: help.into() }
}

/// The error that a part of a text is wrong.
fn error(spot: LineCursor<'_>, message: impl Into<String>, help: impl Into<String>) -> ParseError {
    spot.misread(kind(message, help))
}

/// The lines of a text, with the white space before their content; empty ones and remarks are left
/// out. There is at least one.
fn lines(bytes: &[u8]) -> Result<impl Iterator<Item = LineCursor<'_>> + Clone, ParseError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let message = format!("byte {:#04x} is not UTF-8", bytes[at]);
        not_utf8(bytes, at, kind(message, "save the text as UTF-8"))
    })?;
    let all = LineIter::of(text).map(|line| LineCursor::line(line.number, line.line.trim_end()));
    for line in all.clone() {
        if let Some((spot, found)) = control_character(line) {
            let message = format!("a control character, U+{:04X}", u32::from(found));
            let is_return = found == '\r';
            let help = if is_return { "lines end in LF or CRLF" } else { "take it out" };
            return Err(error(spot, message, help));
        }
    }
    let lines = all.filter(|line| !line.is_empty() && !line.text().trim_start().starts_with(';'));
    if lines.clone().next().is_none() {
        let help = "draw a map, a row of cells in each line, or list the vertices of a graph";
        return Err(error(LineCursor::line(1, ""), "there is nothing in this text", help));
    }
    Ok(lines)
}
