//! Checkpoints: a run that is killed, or whose disk is full, goes on after its last one.
//!
//! A run has a work folder of its own. A checkpoint is a file in it:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `C`, a checkpoint |
//! | 9–10 | the version of the format, little-endian: 1 |
//! | 11–18 | the length of the head, little-endian |
//! | 19– | the head, in bincode's standard form: what run it is, and what it knows |
//! | then | what the engine has saved |
//! | last 4 | the CRC-32 of everything before, little-endian |
//!
//! The head is the puzzle's text, the metric (0 move, 1 slide, 2 step), whether mirror images are
//! told apart, whether only layers are asked for, the engine (0 hashed, 1 ranked, 2 layered), the milliseconds
//! so far, and each sweep that has begun: its layers, four numbers each, the cells of its farthest
//! positions, and whether it is complete. An engine that works with files saves their lengths and
//! checksums, which are compared.
//!
//! # Stability
//! A checkpoint is read by the version of the crate that has written it, and by all others with the
//! same version of the format.

#[cfg(feature = "files")]
mod file;
#[cfg(feature = "files")]
mod folder;
#[cfg(feature = "files")]
mod keeper;
#[cfg(not(feature = "files"))]
mod none;
mod record;
#[cfg(all(test, feature = "files"))]
mod tests;
#[cfg(feature = "files")]
mod wire;

#[cfg(feature = "files")]
pub(crate) use folder::WorkFolder;
#[cfg(feature = "files")]
pub(crate) use keeper::{Keeper, Pace};
#[cfg(not(feature = "files"))]
pub(crate) use none::{Keeper, Pace, WorkFolder};
pub use record::CheckpointError;
pub(crate) use record::CheckpointKey;
