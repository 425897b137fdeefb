//! A puzzle as a person plays it: no terminal, no printing, no search of its own.
//!
//! A [`Game`] is the board in play, with all that has been done to it; it is never in a position
//! that the rules do not allow. An [`Oracle`] knows what to do next, and an [`Adviser`] asks it
//! from a thread of its own, so that the thread that draws the board never waits. A [`Playback`]
//! goes through moves that somebody has already found. [`records`] keeps the best results, and
//! [`saved`] the games that were not finished.

mod advice;
mod document;
mod game;
mod playback;
pub mod records;
pub mod saved;

pub use advice::{Advice, Adviser, Oracle, Report, Searcher, Ticket};
pub use document::{DataError, Loaded, MAX_BYTES};
pub use game::{Game, Turn, first_choice, neighbour, with_letter};
pub use playback::Playback;
