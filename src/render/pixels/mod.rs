//! Boards as pixels: PNG pictures and GIF animations.

mod arrow;
mod canvas;
mod film;
mod glyph;
mod goal;
mod ground;
mod painter;
mod palette;
mod png;
mod scale;
mod tile;

use thiserror::Error;

use crate::solution::IllegalMove;

pub use film::{Film, MAX_FRAMES, Timing};

/// Why a picture of pixels is not drawn.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PixelsError {
    /// There are more pixels than formats or memory have room for.
    #[error("a picture of {width}×{height} pixels is too large")]
    TooLarge {
        /// Pixels side by side.
        width: usize,
        /// Pixels one above the other.
        height: usize,
    },
    /// There are more than [`MAX_FRAMES`].
    #[error("an animation has {MAX_FRAMES} pictures at most, and this one would have {frames}")]
    TooLong {
        /// How many there would be.
        frames: usize,
    },
    /// A move cannot be made.
    #[error("move {number}: {why}")]
    Illegal {
        /// Which one, from 1.
        number: usize,
        /// Why it cannot be made. Part of the message, hence not its source.
        why: IllegalMove,
    },
}
