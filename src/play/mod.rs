//! A puzzle as a person plays it: no terminal, no printing, no search of its own.
//!
//! A [`Game`] is the board in play, with all that has been done to it; it is never in a position
//! that the rules do not allow. An [`Oracle`] knows what to do next, and an [`Adviser`] asks it
//! from a thread of its own, so that whoever draws the board never waits. A [`Playback`] goes through
//! moves that somebody has already found. [`records`] keeps the best results.

mod advice;
mod adviser;
mod choice;
mod game;
mod playback;
pub mod records;
mod searcher;

pub use advice::{Advice, Oracle};
pub use adviser::{Adviser, Report, Ticket};
pub use choice::{Turn, first_choice, neighbour, with_letter};
pub use game::Game;
pub use playback::Playback;
pub use searcher::Searcher;
