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

pub use board::BoardPicture;
#[cfg(feature = "cli")]
pub(crate) use chart::grouped;
pub use geometry::{FrameOpening, exits};
#[cfg(feature = "cli")]
pub(crate) use geometry::{LabelBox, goals, label_box};
pub use histogram::{Histogram, HistogramMark};
pub use path::{Cells, PathPicture, PathShape, svg};
pub use pixels::{GifAnimation, MAX_FRAMES, PixelsError};
pub use scatter::{Scatter, ScatterPanel, ScatterPoint, Series};
pub use sheet::{MAX_SHOWN, SheetError, SolutionSheet};
pub use state_map::{MapMark, StateMapPanel, StateMapPicture};
pub use theme::{
    Colour, ColourDepth, ColourScheme, PieceColours, Role, TerminalColour, Theme, roles,
};

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
