//! Puzzles: a frame, pieces with letters and names, goals and rules.
//!
//! A [`Puzzle`] is always sound: its pieces are connected and lie apart, and its goals can be
//! drawn. [`text`] reads and explains the format of the files. Every notation is read into a
//! [`Draft`], and only [`Draft::check`] turns a draft into a puzzle.

mod check;
mod draft;
mod model;
mod start;
#[cfg(test)]
pub(crate) mod testing;
pub mod text;

pub(crate) use check::{NO_GOAL, NO_GOAL_HELP};
pub use draft::{
    CharGrid, Draft, DraftError, DraftLocation, EMPTY, MAX_GOALS, MAX_SIDE, is_letter, is_mark,
};
pub(crate) use model::tile_letter;
pub use model::{
    Gate, Goal, Lock, MAX_TILES, Movement, Piece, PieceId, Polyomino, Puzzle, PuzzleInfo,
    SolvedWhen, Target,
};
pub use start::RestartedPuzzle;

/// The unit of a solution's length. Each metric has its own set of moves and its own search.
///
/// The same layout has three optima: 横刀立马 takes 81 moves, 90 slides or 116 steps.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Default,
    Debug,
    bincode::Encode,
    bincode::Decode,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// One piece, along any path.
    #[default]
    Move = 0,
    /// One piece, any distance along one straight line.
    Slide = 1,
    /// One piece, one cell.
    Step = 2,
}

impl Metric {
    /// All three, the coarsest first.
    pub const ALL: [Metric; 3] = [Metric::Move, Metric::Slide, Metric::Step];

    /// Returns the word for it: `move`, `slide` or `step`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Metric::Move => "move",
            Metric::Slide => "slide",
            Metric::Step => "step",
        }
    }

    /// Returns the number in files: 0, 1 or 2, the place in [`Metric::ALL`]. It never changes.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the metric with this [number](Metric::number).
    pub fn from_number(number: u8) -> Option<Metric> {
        Metric::ALL.get(usize::from(number)).copied()
    }

    /// Returns a number of units with its word: `1 move`, `81 moves`.
    #[must_use]
    pub fn count(self, units: usize) -> String {
        check::count(units, self.word())
    }
}

words!(Metric);

/// The optimum that a puzzle file claims.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum PublishedOptimum {
    /// The file claims none.
    #[default]
    Unknown,
    /// The puzzle is unsolvable.
    Impossible,
    /// The lengths of the shortest solutions, as far as the file claims them.
    Known(Optimum),
}

/// Lengths of the shortest solutions, by metric.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Optimum {
    /// In moves.
    pub moves: Option<u32>,
    /// In slides.
    pub slides: Option<u32>,
    /// In steps.
    pub steps: Option<u32>,
    /// For each metric, in the order of [`Metric::ALL`]: whether the length was proven for the file
    /// and is published nowhere else.
    pub is_own: [bool; 3],
}

impl Optimum {
    /// Returns the length in `metric`, if it is known.
    pub const fn get(&self, metric: Metric) -> Option<u32> {
        match metric {
            Metric::Move => self.moves,
            Metric::Slide => self.slides,
            Metric::Step => self.steps,
        }
    }

    /// Returns a mutable reference to the length in `metric`.
    pub const fn get_mut(&mut self, metric: Metric) -> &mut Option<u32> {
        match metric {
            Metric::Move => &mut self.moves,
            Metric::Slide => &mut self.slides,
            Metric::Step => &mut self.steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_metric_is_read_by_its_word() {
        for metric in Metric::ALL {
            assert_eq!(metric.word().parse(), Ok(metric));
        }
        let error = "moves".parse::<Metric>().expect_err("it is none");
        assert_eq!(error.to_string(), "`moves` is none of move, slide, step");
    }
}
