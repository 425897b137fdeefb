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
    CharGrid, DoorSpan, Draft, DraftError, DraftLocation, EMPTY, Layer, MAX_GOALS, MAX_SIDE,
    is_letter, is_mark,
};
pub use model::{
    Colour, Door, Gate, Goal, Lock, MAX_TILES, Movement, Piece, PieceId, Polyomino, Puzzle,
    PuzzleInfo, SolvedWhen, Target, Until, Wait,
};
pub(crate) use model::{private_letter, sign};
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
    /// Numbered tiles only: a row or column of tiles between the empty cell and one in line with
    /// it, each by one cell.
    Push = 3,
}

impl Metric {
    /// The three metrics of all puzzles, the coarsest first.
    pub const ALL: [Metric; 3] = [Metric::Move, Metric::Slide, Metric::Step];

    /// All four metrics, by number.
    pub const WITH_PUSH: [Metric; 4] = [Metric::Move, Metric::Slide, Metric::Step, Metric::Push];

    /// Returns the word for it: `move`, `slide`, `step` or `push`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Metric::Move => "move",
            Metric::Slide => "slide",
            Metric::Step => "step",
            Metric::Push => "push",
        }
    }

    /// Returns the number in files, the place in [`Metric::WITH_PUSH`]. It never changes.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the metric with this [number](Metric::number).
    pub fn from_number(number: u8) -> Option<Metric> {
        Metric::WITH_PUSH.get(usize::from(number)).copied()
    }

    /// Returns the word for several units: `moves`, `slides`, `steps` or `pushes`.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Metric::Move => "moves",
            Metric::Slide => "slides",
            Metric::Step => "steps",
            Metric::Push => "pushes",
        }
    }

    /// Returns a number of units with its word: `1 move`, `81 moves`.
    #[must_use]
    pub fn count(self, units: usize) -> String {
        let word = if units == 1 {
            self.word()
        } else {
            self.plural()
        };
        format!("{units} {word}")
    }

    /// Checks that a puzzle has such moves.
    ///
    /// # Errors
    /// If the unit is a push, and the pieces are not [tiles](Puzzle::are_tiles).
    pub fn check(self, puzzle: &Puzzle) -> Result<(), NoPushes> {
        let has_moves = self != Metric::Push || puzzle.are_tiles();
        has_moves.then_some(()).ok_or(NoPushes)
    }
}

words!(Metric, word, WITH_PUSH);

/// The error that a puzzle has no pushes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("pushes are for numbered tiles: single cells, one of them empty")]
pub struct NoPushes;

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
    /// In pushes.
    pub pushes: Option<u32>,
    /// For each metric, by [number](Metric::number): whether the length was proven for the file
    /// and is published nowhere else.
    pub is_own: [bool; 4],
}

impl Optimum {
    /// Returns the length in `metric`, if it is known.
    pub const fn get(&self, metric: Metric) -> Option<u32> {
        match metric {
            Metric::Move => self.moves,
            Metric::Slide => self.slides,
            Metric::Step => self.steps,
            Metric::Push => self.pushes,
        }
    }

    /// Returns a mutable reference to the length in `metric`.
    pub const fn get_mut(&mut self, metric: Metric) -> &mut Option<u32> {
        match metric {
            Metric::Move => &mut self.moves,
            Metric::Slide => &mut self.slides,
            Metric::Step => &mut self.steps,
            Metric::Push => &mut self.pushes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_metric_is_read_by_its_word() {
        for metric in Metric::WITH_PUSH {
            assert_eq!(metric.word().parse(), Ok(metric));
        }
        let error = "moves".parse::<Metric>().expect_err("it is none");
        assert_eq!(
            error.to_string(),
            "`moves` is none of move, slide, step, push"
        );
    }
}
