//! Web pages in one file each, to play a puzzle or to watch a path.
//!
//! A page loads nothing from the network, and its content policy forbids it. Pages are made of the
//! templates beside this file: `page.*` for all pages, and a folder for each kind.

mod path;
mod puzzle;
#[cfg(not(target_family = "wasm"))]
mod site;
mod template;

pub use path::path;
#[cfg(any(feature = "web", test))]
pub(crate) use puzzle::sheet;
pub use puzzle::{PageSolution, PuzzlePage, puzzle};
#[cfg(not(target_family = "wasm"))]
pub use site::{SiteEntry, is_of_a_site, site};
