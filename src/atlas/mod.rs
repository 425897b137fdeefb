//! Every layout of the classic frame, and how far each is from the exit.
//!
//! The layouts are those that a [`CommonCode`] can say: in a frame of 4×5, one 2×2 that shall go to
//! the middle of the bottom, any number of flat, upright and single pieces, and at least two empty
//! cells; 29,334,498 of them. [`survey`] finds for each the length of its shortest solution, or
//! that it has none, and for each set of pieces its totals and its hardest layout. A [`Tablebase`]
//! keeps the lengths, a byte a layout, and solves any of the layouts without a search.
//!
//! ```
//! use huarong::atlas::{Options, PieceSet, survey};
//!
//! // The pieces of 横刀立马.
//! let pieces = PieceSet { flats: 1, uprights: 4, singles: 4 };
//! let options = Options { pieces: Some(pieces), ..Options::default() };
//! let report = survey(&options, &mut |_| std::ops::ControlFlow::Continue(()));
//! let [summary] = &report.sets[..] else { panic!("one set of pieces") };
//! assert_eq!((summary.layouts, summary.components), (65_880, 898));
//! ```

mod pieces;
mod search;
mod survey;
mod tablebase;
#[cfg(test)]
mod tests;

pub use pieces::{HardestLayout, PieceSet, PieceSetStats};
pub use survey::{Options, Report, survey};
pub use tablebase::{Distance, Tablebase, TablebaseAnswer, TablebaseError, TablebaseInconsistency};

#[cfg(doc)]
use crate::notation::CommonCode;
