//! Pictures: text that a browser draws. Nothing here reads, writes or searches.

mod colour;
pub mod page;
mod path;
mod role;
mod theme;
mod xml;

pub use colour::Colour;
pub use role::{Role, roles};
pub use theme::{Ink, Scheme, Theme};
pub use path::{Cells, PathPicture, Shape, svg};
