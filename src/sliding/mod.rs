//! Solving: connects boards with searches.
//!
//! [`solve`] runs one search. A [`Solver`] reports progress, and keeps its memory for the next
//! search. A search for a shortest solution begins with the engine for small spaces and escalates
//! to engines for larger ones: see [`Engine`].

pub(crate) mod anytime;
#[doc(hidden)]
// Its boards have one word, and the modules of pages lack such a size.
#[cfg(not(target_family = "wasm"))]
pub mod atlas;
pub(crate) mod board;
pub(crate) mod board_search;
mod board_solver;
mod checkpoint;
#[cfg(feature = "cluster")]
mod cluster;
mod engine;
mod engine_choice;
mod error;
#[doc(hidden)]
pub mod explore;
mod layer_profile;
mod layer_run;
#[cfg(any(feature = "web", feature = "web-paths", test))]
pub(crate) mod light;
mod moves;
mod options;
mod parity;
#[doc(hidden)]
pub mod proof;
mod report;
mod solver;
pub(crate) mod spaces;
#[cfg(test)]
mod tests;
mod tiles;
pub(crate) mod trace;

use crate::puzzle::Puzzle;

pub use crate::{
    board::BoardError,
    search::{MoveOrder, layered::FileTotals},
};
pub use checkpoint::{CheckpointError, KeptRun, check_run, has_checkpoint, saved_run};
pub(crate) use checkpoint::{refusal, unwritten};
#[cfg(feature = "cluster")]
pub use cluster::run_worker;
pub use engine::{Engine, EngineInfo};
pub use error::SolveError;
pub use layer_profile::LayerProfile;
pub use layer_run::Place;
pub use options::{Algorithm, HeuristicChoice, Mirroring, Options};
pub use report::Report;
pub use solver::Solver;
pub use tiles::PatternDatabaseCache;

pub(crate) use engine_choice::{room_for_tables, states_of_cells};
pub(crate) use layer_run::LayerRun;
pub(crate) use moves::{anchors, moved, solution};
pub(crate) use options::{BfsConfig, BfsPurpose, threads};
pub use parity::impossible;

/// Solves a puzzle: by default breadth-first, which proves the shortest solution, in `move`s.
///
/// The solution has been replayed by an independent checker.
///
/// # Errors
/// If the board does not fit the solvers: see [`BoardError`]; or if files
/// cannot be written after memory ran out.
///
/// # Complexity
/// Time and memory are linear in the states nearer to the start than the solution: about 30 ns and
/// 20 bytes for each, for millions of states of 64 bits.
pub fn solve(puzzle: &Puzzle, options: &Options) -> Result<Report, SolveError> {
    Solver::new(puzzle, options)?.solve()
}
