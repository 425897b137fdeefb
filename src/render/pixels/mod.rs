//! Boards as pixels: PNG pictures and GIF animations.

mod canvas;
mod gif;
mod letters;
mod painter;
mod png;
mod tile;

pub use self::gif::{GifAnimation, Timing};
pub use painter::{MAX_FRAMES, PixelsError};
