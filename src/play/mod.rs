//! A puzzle as a person plays it: no terminal, no printing, no search of its own.
//!
//! A [`Game`] is the board in play, with all that has been done to it; it is never in a position
//! that the rules do not allow. An [`HintSource`] knows what to do next, and an [`HintThread`] asks it
//! from a thread of its own, so that the thread that draws the board never waits. A [`Playback`]
//! goes through moves that somebody has already found. [`records`] keeps the best results, and
//! [`saved`] the games that were not finished.

mod advice;
mod document;
mod game;
mod playback;
pub mod records;
pub mod saved;

pub use advice::{Advice, HintEvent, HintSource, HintThread, RequestId, SearchHints};
pub use document::{DataError, Loaded, MAX_BYTES};
pub use game::{CycleDirection, Game, first_choice, neighbour, with_letter};
pub use playback::Playback;
