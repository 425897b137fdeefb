//! Pictures: text that a browser draws, and pixels. Nothing here reads, writes or searches.

mod board;
mod geometry;
mod histogram;
pub mod page;
mod path;
#[cfg(feature = "pictures")]
mod pixels;
mod role;
mod scatter;
mod sheet;
pub mod state_graph;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod xml;

pub use board::BoardPicture;
pub use histogram::{Histogram, HistogramMark};
pub use path::{Cells, PathPicture, PathShape, svg};
#[cfg(feature = "pictures")]
pub use pixels::{GifAnimation, MAX_FRAMES, PixelsError, Timing};
pub use role::{Role, roles};
pub use scatter::{Scatter, ScatterPanel, ScatterPoint, Series};
pub use sheet::{MAX_SHOWN, SheetError, SolutionSheet};
pub use terminal::{ColourDepth, TerminalColour};
pub use theme::{Colour, ColourScheme, PieceColours, Theme};
