//! What a person wrote: a frame, pieces with letters and names, and their goal.
//!
//! A [`Puzzle`] is always sound: its pieces are connected, lie apart, and its goals can be drawn.
//! [`text`] reads and explains the format of the files; [`Draft`] is what any notation turns into,
//! and [`Draft::check`] is the one door from there to a `Puzzle`.

mod check;
mod draft;
mod metric;
mod model;
mod polyomino;
mod start;
#[cfg(test)]
pub(crate) mod testing;
pub mod text;
mod tiles;

pub use draft::{
    CharGrid, Draft, DraftError, DraftLocation, EMPTY, MAX_GOALS, MAX_SIDE, is_letter, is_mark,
};
pub use metric::{Metric, Optimum, PublishedOptimum};
pub use model::{
    Gate, Goal, Lock, Movement, Piece, PieceId, Puzzle, PuzzleInfo, SolvedWhen, Target,
};
pub use polyomino::Polyomino;
pub use start::RestartedPuzzle;
pub use tiles::MAX_TILES;
pub(crate) use tiles::tile_letter;
