//! Pictures as SVG, PNG and GIF, and web pages. Nothing here reads, writes or searches.

mod board;
mod geometry;
mod histogram;
pub mod page;
mod path;
#[cfg(feature = "pictures")]
mod pixels;
mod scatter;
mod sheet;
pub mod state_graph;
#[cfg(test)]
mod tests;
mod theme;
mod xml;

pub use board::BoardPicture;
pub use geometry::{FrameOpening, exits};
pub use histogram::{Histogram, HistogramMark};
pub use path::{Cells, PathPicture, PathShape, svg};
#[cfg(feature = "pictures")]
pub use pixels::{GifAnimation, MAX_FRAMES, PixelsError, Timing};
pub use scatter::{Scatter, ScatterPanel, ScatterPoint, Series};
pub use sheet::{MAX_SHOWN, SheetError, SolutionSheet};
pub use theme::{
    Colour, ColourDepth, ColourScheme, PieceColours, Role, TerminalColour, Theme, roles,
};
