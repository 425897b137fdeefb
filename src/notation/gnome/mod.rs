//! Maps of GNOME Klotski.
//!
//! ```text
//! ######
//! #a**b#
//! #m**n#
//! #cdef#
//! #ghij#
//! #k  l#
//! ##--##
//!     ..
//!     ..
//! ```
//!
//! `#` is a wall, a space an empty cell, `.` one where the hero shall go, `-` one that only the
//! hero may enter, `*` the hero; every other character is a piece. Solved when every `*` stands
//! on what was `.`: where there are more of those than the hero has cells, each place for it
//! among them will do. What lies outside the walls belongs to the map: pieces may go there.
//!
//! The rules are those of `check_valid_move` and `game_over` in `gnotski.c`, the maps those of
//! `gnotski.c` and `gnome-klotski.vala`. There a map has a width and a height; here a short row
//! goes on with empty cells to the width of the longest, and an empty line ends a map.
//!
//! Our letters have to be letters or digits: the hero is read as `X`, or the first letter that is
//! free where another piece is `X`; so is every piece whose character is none of ours. Names and
//! optimum are not written.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// What draws the hero.
const HERO: char = '*';

/// What draws a cell where the hero shall go.
const FLOOR: char = '.';

/// What draws a cell that only the hero may enter.
const GATE: char = '-';
