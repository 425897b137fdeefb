//! The program: the command line, and a puzzle as a person plays it.

#[cfg(feature = "cli")]
pub mod cli;
pub mod play;
