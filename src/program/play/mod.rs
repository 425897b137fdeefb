//! A puzzle as a person plays it, without a terminal.
//!
//! A [`Game`] is the board in play with its history; every position of it is legal. A search finds
//! [`Hints`], and a [`HintThread`] asks for them in a thread of its own, so that the thread that
//! draws never waits. A [`Store`] keeps the best results and the games that were left unfinished.

mod advice;
mod game;
mod records;
mod store;

pub use advice::{Advice, HintEvent, HintThread, Hints, RequestId};
pub use game::{Game, first_choice, neighbour, with_letter};
pub use records::{Record, RecordOutcome, Records};
pub use store::{SavedGame, Store};
