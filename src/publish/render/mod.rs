//! Pictures as SVG, PNG and GIF, and web pages. Nothing here reads, writes or searches.

mod board;
mod chart;
mod geometry;
mod histogram;
pub(crate) mod json;
pub mod page;
mod path;
mod pixels;
mod scatter;
mod scene;
mod sheet;
mod state_map;
mod svg;
#[cfg(test)]
mod tests;
mod theme;

use std::fmt::{self, Display, Formatter, Write};

use thiserror::Error;

use crate::solution::IllegalMove;

pub use board::BoardPicture;
#[cfg(feature = "cli")]
pub(crate) use chart::grouped;
pub use geometry::{FrameOpening, exits};
#[cfg(feature = "cli")]
pub(crate) use geometry::{LabelBox, goals, label_box};
pub use histogram::{Histogram, HistogramMark};
pub use path::{Cells, PathPicture, PathShape, svg};
pub use pixels::{GifAnimation, MAX_FRAMES};
pub use scatter::{Scatter, ScatterPanel, ScatterPoint, Series};
pub use sheet::{MAX_SHOWN, SolutionSheet};
pub use state_map::{MapMark, StateMapPanel, StateMapPicture};
pub use theme::{
    Colour, ColourDepth, ColourScheme, PieceColours, Role, TerminalColour, Theme, roles,
};

/// The reason why a picture is not drawn.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PictureError {
    /// There are more pixels than formats or memory have room for.
    #[error("a picture of {width}×{height} pixels is too large")]
    TooLarge {
        /// Pixels side by side.
        width: usize,
        /// Pixels one above the other.
        height: usize,
    },
    /// There are more pictures than [`MAX_FRAMES`].
    #[error("an animation has {MAX_FRAMES} pictures at most, and this one would have {frames}")]
    ManyFrames {
        /// How many there would be.
        frames: usize,
    },
    /// There are more pieces than [`MAX_SHOWN`].
    #[error("a sheet shows {MAX_SHOWN} pieces at most, and {boards} boards have {pieces}")]
    ManyPieces {
        /// How many boards there would be.
        boards: usize,
        /// How many pieces they would have together.
        pieces: usize,
    },
    /// A move cannot be made.
    #[error("move {number}: {why}")]
    Illegal {
        /// Which one, from 1.
        number: usize,
        /// Why it cannot be made. Part of the message, hence not its source.
        why: IllegalMove,
    },
}

impl PictureError {
    /// Returns the error of an illegal move by its number.
    fn at(number: usize) -> impl FnOnce(IllegalMove) -> Self {
        move |why| PictureError::Illegal { number, why }
    }
}

/// Text escaped for XML elements and for attributes in double quotes.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for mark in self.0.chars() {
            match mark {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML forbids these characters, even escaped.
                '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                mark if mark.is_control() => f.write_char('\u{fffd}')?,
                mark => f.write_char(mark)?,
            }
        }
        Ok(())
    }
}
