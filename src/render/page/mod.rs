//! Web pages: one file that has everything in it, to be played with or watched.
//!
//! A page asks for nothing from any network, and its own policy forbids it to. It is made of the
//! templates beside this file: `page.*` is what every page has, the folders have the rest.

mod path;
mod puzzle;
#[cfg(not(target_family = "wasm"))]
mod site;
mod template;
#[cfg(test)]
mod tests;

pub use path::path;
#[cfg(any(feature = "web", test))]
pub(crate) use puzzle::sheet;
pub use puzzle::{PageSolution, PuzzlePage, puzzle};
#[cfg(not(target_family = "wasm"))]
pub use site::{SiteEntry, is_of_a_site, site};
