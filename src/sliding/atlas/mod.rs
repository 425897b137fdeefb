//! Distances of all layouts of the classic frame from the exit.
//!
//! The layouts are those of a [`CommonCode`]: a frame of 4×5, one 2×2 that leaves in the middle of
//! the bottom, any number of flat, upright and single pieces, and at least two empty cells. There
//! are 29,334,498 of them. [`survey`] finds the length of each shortest solution, and for each set
//! of pieces the totals and a hardest layout. A [`DistanceTable`] stores the lengths, one byte
//! per layout, and solves any layout without a search.
//!
//! ```
//! use huarong::atlas::{Options, PieceSet, survey};
//! use huarong::control::unobserved;
//!
//! // The pieces of 横刀立马.
//! let pieces = PieceSet { flats: 1, uprights: 4, singles: 4 };
//! let options = Options::default().with_pieces(Some(pieces));
//! let report = survey(&options, &mut unobserved);
//! let [summary] = &report.sets[..] else { panic!("one set of pieces") };
//! assert_eq!((summary.layouts, summary.components), (65_880, 898));
//! ```

mod survey;
#[cfg(test)]
mod tests;

pub use survey::{HardestLayout, Options, PieceSet, PieceSetStats, Report, survey};

#[cfg(doc)]
use crate::{explore::distances::DistanceTable, notation::CommonCode};
