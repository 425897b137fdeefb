//! Pictures: text that a browser draws. Nothing here reads, writes or searches.

mod path;

pub use path::{Cells, PathPicture, Shape, svg};
