//! Pictures: text that a browser draws. Nothing here reads, writes or searches.

mod histogram;
mod path;
pub mod state_graph;
mod xml;

pub use histogram::{Histogram, Mark};
pub use path::{Cells, PathPicture, Shape, svg};
