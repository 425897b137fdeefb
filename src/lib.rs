//! Solves sliding-block puzzles (华容道, Klotski, pieces of any shape) and proves the shortest
//! solution.
//!
//! ```
//! use huarong::{Options, Outcome, Position, Puzzle, explore, solve};
//!
//! // Solving: the shortest solution, proven to be so.
//! let puzzle: Puzzle = include_str!("../puzzles/klotski/heng-dao-li-ma.txt").parse()?;
//! let report = solve(&puzzle, &Options::default())?;
//! let Outcome::Found(solution) = report.outcome else { panic!("it can be solved") };
//! assert!(report.optimal && solution.len() == 81);
//!
//! // Exploring: everything that can be reached, and how far the hardest start is from a solution.
//! let known = explore(&puzzle)?;
//! let hardest = known.from_goals.known().map(|layers| layers.eccentricity());
//! assert_eq!((known.from_start.total().states, hardest), (25_955, Some(93)));
//!
//! // Replaying: each move is checked by the rules alone.
//! let mut position = Position::start(&puzzle);
//! for unit in &solution {
//!     position.apply(&unit)?;
//! }
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! `cli`, the default, is the command `huarong` and all that it needs. With
//! `default-features = false` the library solves and explores on one thread, reads and writes all
//! notations, stores solutions as bytes and draws SVG. Each of these adds to that:
//!
//! - `threads`: exploring on all processors.
//! - `files`: solutions, tables and runs in files; with `threads`, [`atlas`] and [`play`].
//! - `pictures`: PNG and GIF.
//! - `proof`: certificates.
//! - `web`, `web-map`, `web-paths`: what a page asks the library that runs in it, about puzzles,
//!   state maps or paths; with one of them, it is compiled for `wasm32-unknown-unknown`.
//! - `serde`: `Serialize` for reports and solutions, and `Deserialize` for solutions.
//! - `cluster`: searches on many machines, of the command and of the library.
//!
//! # How it is built
//!
//! Layers, each knowing only those above it in this list:
//!
//! - [`excerpt`]: lines from outside, made fit for a message.
//! - [`grid`]: cells, walls, gates, directions.
//! - [`puzzle`]: a [`Puzzle`] is checked, whether it comes from [text](puzzle::text) or from a
//!   [`Draft`](puzzle::Draft); and the three [metrics](Metric).
//! - [`notation`]: the other notations that puzzles are written in.
//! - [`collection`]: the puzzles that are built in, and how one is named.
//! - [`mod@file`]: files that are written as a whole or not at all, and files as memory.
//! - [`solution`]: moves, how they are written and stored, and a [checker](solution::verify) that
//!   shares no code with the solvers.
//! - [`control`]: limits, progress, and the three answers: found, proven impossible, stopped.
//! - [`search`]: the engines, which know nothing of boards and search a
//!   [`StateSpace`](search::StateSpace) of your own, too.
//! - [`graph`]: graphs as adjacency lists; the knight's graph; depth-first forests, trails over
//!   every edge.
//! - [`count`]: how many Hamiltonian paths and cycles a graph has, without looking at each.
//! - [`backtrack`]: one path that is extended and taken back, on an engine that knows no graphs;
//!   Hamiltonian paths on top.
//! - [`tour`]: knight's tours of boards of any size.
//! - [`atlas`]: every layout of the classic frame, and how far each is from the exit.
//! - [`render`]: pictures of positions, solutions, paths and counts, as SVG, GIF, PNG and web
//!   pages; state graphs for other programs.
//! - [`sliding`]: where board and search meet: [`solve`] for one answer, a [`Solver`] for many.
//! - [`mod@explore`]: everything that can be reached: layers, the hardest start, all shortest
//!   solutions.
//! - `proof`: certificates of shortest solutions, for checkers that share no code with the solvers.
//! - [`design`]: puzzles that are made: the hardest of a frame, random starts of numbered tiles,
//!   blocks that take so many moves, zips.
//! - [`play`]: a puzzle as a person plays it: undo and redo, hints, records.
//! - `web`: the library in a web page: a question in, an answer out.
//! - [`guide`]: chapters on boards, metrics, engines and more, which `huarong help` prints too.
//!
//! Nothing is printed, and nothing is global but the list of temporary files. The same puzzle and
//! options give the same solution each time. Each solution is replayed by the checker before it is
//! handed out.
#![warn(missing_docs, missing_debug_implementations)]
// docs.rs sets it: the documentation of each item tells the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
// What keeps a run and takes it up again stays in the engines where there are no files to keep it
// in.
#![cfg_attr(
    not(all(feature = "files", feature = "threads", feature = "pictures")),
    allow(dead_code)
)]

#[cfg(all(feature = "files", feature = "threads"))]
pub mod atlas;
pub mod backtrack;
pub(crate) mod board;
#[cfg(test)]
#[path = "../tests/cases/mod.rs"]
mod cases;
pub mod collection;
pub mod control;
pub mod count;
mod debug;
pub mod design;
pub mod excerpt;
pub mod explore;
pub mod file;
pub mod graph;
pub mod grid;
pub mod guide;
#[doc(hidden)]
pub mod internals;
mod memory;
pub mod notation;
mod parallel;
#[cfg(all(feature = "files", feature = "threads"))]
pub mod play;
#[cfg(feature = "proof")]
pub mod proof;
pub mod puzzle;
pub mod render;
mod rng;
pub mod search;
mod setters;
pub mod sliding;
pub mod solution;
pub mod tour;
#[cfg(any(feature = "web", feature = "web-map", feature = "web-paths", test))]
pub mod web;

pub use control::{Limits, Outcome};
pub use explore::{Exploration, Explorer, explore};
pub use puzzle::{Metric, Puzzle};
pub use sliding::{Algorithm, Mirroring, Options, Report, SolveError, Solver, solve};
pub use solution::{Move, Position, Solution};

/// The examples in `README.md`, which run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
