//! What becomes of a puzzle that is to be made by chance.

use crate::control::StopReason;

/// What became of the search for something by chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GenerationResult<T> {
    /// One was found.
    Found(T),
    /// None was found in so many tries.
    NotFound {
        /// How many there were.
        tries: usize,
        /// The moves of the hardest that was met, if any can be counted.
        hardest: Option<u32>,
    },
    /// A limit was met before one was found.
    Stopped {
        /// Which limit.
        reason: StopReason,
        /// How many tries there were before.
        tries: usize,
        /// The moves of the hardest that was met, if any can be counted.
        hardest: Option<u32>,
    },
}
