//! Web pages: one file that has everything in it, to be played with or watched.
//!
//! A page asks for nothing from any network, and its own policy forbids it to. It is made of the
//! templates beside this file: `page.*` is what every page has, the folders have the rest.

mod path;
mod puzzle;
mod template;

pub use path::path;
pub use puzzle::{Guide, PuzzlePage, puzzle};
