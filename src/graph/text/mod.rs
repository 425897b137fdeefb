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

mod draw;
mod lists;
mod map;
mod source;

pub use draw::draw_map;
pub use lists::{NamedGraph, parse_adjacency, parse_edges, parse_matrix};
pub use map::{hole_at, parse_map, split_maps};
pub use source::{ParseError, ParseErrorKind};

/// The largest text that is worth reading, in bytes: a map of 2000 × 2000 with spaces and walls.
pub const MAX_BYTES: usize = 16 << 20;

#[cfg(test)]
mod tests;
