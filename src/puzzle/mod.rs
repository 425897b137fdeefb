//! What a person wrote: a frame, pieces with letters and names, and their goal.
//!
//! A [`Puzzle`] is always sound: its pieces are connected, lie apart, and its goals can be drawn.
//! [`text`] reads and explains the format of the files; [`Draft`] is what any notation turns into,
//! and [`Draft::check`] is the one door from there to a `Puzzle`.

mod check;
mod draft;
mod metric;
mod model;
mod start;
#[cfg(test)]
pub(crate) mod testing;
pub mod text;

pub use draft::{
    CharGrid, Draft, DraftError, DraftLocation, EMPTY, MAX_GOALS, MAX_SIDE, is_letter, is_mark,
};
pub use metric::{Metric, Optimum, PublishedOptimum};
pub(crate) use model::tile_letter;
pub use model::{
    Gate, Goal, Lock, MAX_TILES, Movement, Piece, PieceId, Polyomino, Puzzle, PuzzleInfo,
    SolvedWhen, Target,
};
pub use start::RestartedPuzzle;
