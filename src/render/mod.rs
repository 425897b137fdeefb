//! Pictures: text that a browser draws, and pixels. Nothing here reads, writes or searches.

mod board;
mod colour;
mod histogram;
#[cfg(test)]
mod laws;
pub mod page;
mod path;
#[cfg(feature = "pictures")]
mod pixels;
mod role;
pub mod state_graph;
mod theme;
mod xml;

pub use board::{BoardPicture, MAX_SHOWN, Sheet, SheetError};
pub use colour::Colour;
pub use histogram::{Histogram, Mark};
pub use path::{Cells, PathPicture, Shape, svg};
#[cfg(feature = "pictures")]
pub use pixels::{Film, MAX_FRAMES, PixelsError, Timing};
pub use role::{Role, roles};
pub use theme::{Ink, Scheme, Theme};
