//! Puzzles that are made: the hardest of all puzzles of a frame, and random starts of numbered tiles,
//! anywhere or so far from the goal; and how hard a puzzle feels.

mod exhaustive;
mod rate;
mod tiles;

#[cfg(feature = "files")]
pub use exhaustive::resume_survey;
pub use exhaustive::{
    Aim, Hardest, Scope, ScopeError, Survey, SurveyError, SurveyOptions, boards, survey,
};
pub use rate::{Rating, Route, Score, Surroundings, rate};
pub use tiles::{FrameError, Start, TileFrame};
