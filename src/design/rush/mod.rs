//! Every Rush Hour board: the hardest start of each component, and which of them are minimal.
//!
//! Cars of two and three cells go along their rows and columns, in a square; the primary car has
//! two, is alone in its row, the middle one or the one above the middle, and has to come to the
//! right edge. M. Fogleman, <https://www.michaelfogleman.com/rush/>, enumerated those of 6×6 with
//! up to two walls in 2018, and his definitions are used here: so the same boards come out.
//!
//! Most boards are not minimal, and what tells soon that they are not is what makes it fast.
//! [`boards`] visits all that are packed, some for each component; [`reach`] finds which of them
//! are the least of their component, a bundle of boards at a time, and whether it can be solved;
//! [`ranges`] leave out those in which a car matters to no other; [`slides`] find the hardest
//! start, a set of boards at a time, and whether it is as hard without one of its cars.

mod boards;
mod car_cluster;
#[cfg(feature = "files")]
mod checkpoint;
mod index;
mod lines;
mod make;
mod progress;
mod ranges;
mod reach;
mod search;
mod slides;
mod survey;
#[cfg(test)]
mod tests;
mod words;

#[cfg(feature = "files")]
pub(super) use checkpoint::check;
#[cfg(feature = "files")]
pub use checkpoint::is_rush_survey;
pub use make::{RushGeneration, make_rush};
pub use progress::{RushPuzzle, RushScope};
#[cfg(feature = "files")]
pub use survey::resume_rush_survey;
pub use survey::{RushSurvey, rush_survey};
