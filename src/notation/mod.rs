//! The notations that puzzles are written in, besides our own.
//!
//! Each has a file with two functions: one reads a text into puzzles, the other writes a puzzle, or
//! says what the notation [cannot say](Unsayable).

mod blocks;
mod cells20;
mod common_code;
mod detect;
mod error;
mod gnome;
mod hero;
mod jimslide;
mod join;
mod kinds;
#[cfg(test)]
mod laws;
mod layout;
mod letters;
mod lines;
mod locks;
mod puzzles;
mod rush;
#[cfg(test)]
mod samples;
mod short_code;
mod slide_id;
mod source;
mod unsaid;

use std::fmt;
use std::str::FromStr;

use crate::puzzle::{Puzzle, text};

pub use common_code::{CommonCode, Flaw};
pub use detect::detect;
pub use error::{Misreading, ParseError, ReadError, Unsayable};
pub use join::join;
pub use rush::published_states;
pub use source::read_from;

/// A way to write a puzzle down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// [Our own](crate::puzzle::text).
    Huarong,
    /// 36 bits of a 4×5 layout as hexadecimal digits.
    CommonCode,
    /// The rank of a `CommonCode` among all, five digits of base 32.
    ShortCode,
    /// A square of characters in one line, as Rush Hour databases have it.
    Rush,
    /// Maps of GNOME Klotski.
    Gnome,
    /// Twenty characters for a 4×5 layout.
    Cells20,
    /// Scripts of Jimslide.
    Jimslide,
    /// Lists of blocks as JSON.
    Blocks,
    /// Game IDs of Slide in the portable puzzle collection.
    SlideId,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 9] = [
        Notation::Huarong,
        Notation::CommonCode,
        Notation::ShortCode,
        Notation::Rush,
        Notation::Gnome,
        Notation::Cells20,
        Notation::Jimslide,
        Notation::Blocks,
        Notation::SlideId,
    ];

    /// What it is called on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Huarong => "huarong",
            Notation::CommonCode => "commoncode",
            Notation::ShortCode => "shortcode",
            Notation::Rush => "rush",
            Notation::Gnome => "gnome",
            Notation::Cells20 => "cells20",
            Notation::Jimslide => "jimslide",
            Notation::Blocks => "blocks",
            Notation::SlideId => "slide-id",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, UnknownNotation> {
        let mut all = Notation::ALL.into_iter();
        all.find(|notation| notation.name() == name).ok_or(UnknownNotation)
    }
}

/// A name that no notation has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no notation is called so")]
pub struct UnknownNotation;

/// The puzzles of a text in that notation; at least one.
///
/// # Errors
/// The first fault.
pub fn read(notation: Notation, text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match notation {
        Notation::Huarong => text::parse(text).map_err(ParseError::from),
        Notation::CommonCode => common_code::read(text),
        Notation::ShortCode => short_code::read(text),
        Notation::Rush => rush::read(text),
        Notation::Gnome => gnome::read(text),
        Notation::Cells20 => cells20::read(text),
        Notation::Jimslide => jimslide::read(text),
        Notation::Blocks => blocks::read(text),
        Notation::SlideId => slide_id::read(text),
    }
}

/// The puzzle in that notation, with a line break at its end.
///
/// # Errors
/// What the notation cannot say of it.
pub fn write(notation: Notation, puzzle: &Puzzle) -> Result<String, Unsayable> {
    match notation {
        Notation::Huarong => Ok(puzzle.to_string()),
        Notation::CommonCode => common_code::write(puzzle),
        Notation::ShortCode => short_code::write(puzzle),
        Notation::Rush => rush::write(puzzle),
        Notation::Gnome => gnome::write(puzzle),
        Notation::Cells20 => cells20::write(puzzle),
        Notation::Jimslide => jimslide::write(puzzle),
        Notation::Blocks => blocks::write(puzzle),
        Notation::SlideId => slide_id::write(puzzle),
    }
}
