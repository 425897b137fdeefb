//! Solves sliding-block puzzles (华容道, Klotski, pieces of any shape) and proves the shortest
//! solution; finds and counts Hamiltonian paths and knight's tours.
//!
//! # Ten examples
//!
//! Solve a board as people type it, and replay each move by the rules alone:
//!
//! ```
//! use huarong::notation::read_any;
//! use huarong::{Options, Outcome, Position, solve};
//!
//! let puzzle = read_any("ACCB/ACCB/DEEF/DGHF/I..J", None)?.puzzles.remove(0);
//! let report = solve(&puzzle, &Options::default())?;
//! let Outcome::Found(solution) = report.outcome else { panic!("it can be solved") };
//! assert!(report.optimal && solution.len() == 81);
//!
//! let mut position = Position::start(&puzzle);
//! for unit in &solution {
//!     position.apply(&unit)?;
//! }
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Explore all reachable states, and find the start that is farthest from a solution:
//!
//! ```
//! # let puzzle = std::fs::read_to_string("puzzles/klotski/heng-dao-li-ma.txt")?.parse()?;
//! let known = huarong::explore(&puzzle)?;
//! let hardest = known.from_goals.known().map(|layers| layers.eccentricity());
//! assert_eq!((known.from_start.total().states, hardest), (25_955, Some(93)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Build a puzzle in code:
//!
//! ```
//! use huarong::puzzle::{CharGrid, Draft};
//! use huarong::{Metric, Options, solve};
//!
//! let draft = Draft {
//!     frame: CharGrid::from_lines(["AA.", "BC."]),
//!     goals: vec![CharGrid::from_lines(["...", ".AA"])],
//!     ..Draft::default()
//! };
//! let puzzle = draft.check()?;
//! let report = solve(&puzzle, &Options::default().with_metric(Metric::Step))?;
//! assert_eq!(report.solution().map(|solution| solution.len()), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Solve many puzzles in parallel, each on one thread:
//!
//! ```
//! use std::num::NonZero;
//! use std::thread;
//!
//! use huarong::collection::Collection;
//! use huarong::{Options, solve};
//!
//! let collection = Collection::built_in();
//! let found: Vec<_> = collection.entries().filter(|it| it.file.family == "klotski").collect();
//! let options = Options::default().with_threads(NonZero::new(1));
//! let lengths: Vec<_> = thread::scope(|scope| {
//!     let start = |entry| scope.spawn(move || solve(entry, &options));
//!     let running: Vec<_> = found[..4].iter().map(|entry| start(&entry.puzzle)).collect();
//!     running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
//! });
//! assert!(lengths.iter().flatten().all(|report| report.optimal));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Observe a search and cancel it. Limits stop it too, and the result has the proven lower bound:
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! use huarong::control::StopReason;
//! use huarong::{Limits, Options, Outcome, Solver};
//!
//! # let puzzle = std::fs::read_to_string("puzzles/klotski/heng-dao-li-ma.txt")?.parse()?;
//! let is_cancelled = AtomicBool::new(false);
//! let mut solver = Solver::new(&puzzle, &Options::default())?;
//! let report = solver.solve_with_observer(&mut |progress| {
//!     // Another thread may do that; here it is this one.
//!     is_cancelled.store(progress.depth >= 5, Ordering::Relaxed);
//!     match is_cancelled.load(Ordering::Relaxed) {
//!         true => ControlFlow::Break(()),
//!         false => ControlFlow::Continue(()),
//!     }
//! })?;
//! assert_eq!(report.outcome, Outcome::Stopped(StopReason::Interrupted));
//!
//! let limits = Limits::default().with_max_depth(Some(20));
//! let report = Solver::new(&puzzle, &Options::default().with_limits(limits))?.solve()?;
//! assert_eq!((report.stopped, report.bound), (Some(StopReason::Depth), Some(21)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Look up distances that are computed once, from many threads:
//!
//! ```
//! use std::thread;
//!
//! use huarong::control::unobserved;
//! use huarong::explore::Options;
//! use huarong::explore::distances::DistanceTable;
//! use huarong::{Outcome, Position};
//!
//! # let puzzle = std::fs::read_to_string("puzzles/klotski/heng-dao-li-ma.txt")?.parse()?;
//! let found = DistanceTable::find(&puzzle, &Options::default(), &mut unobserved)?;
//! let Outcome::Found(distances) = found else {
//!     panic!("it can be solved")
//! };
//! let lookup = distances.lookup(&puzzle)?;
//! thread::scope(|scope| {
//!     for _ in 0..2 {
//!         scope.spawn(|| assert_eq!(lookup.distance(&Position::start(&puzzle)), Some(81)));
//!     }
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Search a state space of your own, in memory or with files: pancakes that are sorted by turning
//! over the topmost ones.
//!
//! ```
//! use std::sync::Arc;
//!
//! use huarong::control::unobserved;
//! use huarong::search::{StateSearch, StateSpace};
//!
//! /// Pancakes, four bits each, the topmost first: they are to be in ascending order.
//! #[derive(Clone, Copy)]
//! struct Pancakes {
//!     stack: u64,
//!     height: u32,
//! }
//!
//! impl StateSpace for Pancakes {
//!     fn start(&self) -> u64 {
//!         self.stack
//!     }
//!
//!     fn successors(&self, state: u64, successors: &mut Vec<u64>) {
//!         for turned in 2..=self.height {
//!             let top = (0..turned).fold(0, |top, at| top << 4 | state >> (4 * at) & 15);
//!             successors.push(state >> (4 * turned) << (4 * turned) | top);
//!         }
//!     }
//!
//!     fn is_goal(&self, state: u64) -> bool {
//!         (1..self.height).all(|at| state >> (4 * at - 4) & 15 < state >> (4 * at) & 15)
//!     }
//! }
//!
//! let seven = Arc::new(Pancakes { stack: 0x7654321, height: 7 });
//! let search = StateSearch { everything: true, ..StateSearch::default() };
//! let in_memory = search.breadth_first(&seven, &mut unobserved);
//! assert_eq!(in_memory.layers, [1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
//!
//! let folder = std::env::temp_dir().join(format!("pancakes-{}", std::process::id()));
//! let in_files = search.layered(&seven, &folder, &mut unobserved)?;
//! assert_eq!(in_files.layers, in_memory.layers);
//! std::fs::remove_dir_all(folder)?;
//!
//! let other = Arc::new(Pancakes { stack: 0x1234567, height: 7 });
//! let found = StateSearch::default().breadth_first(&other, &mut unobserved);
//! assert_eq!(found.outcome.found(), Some(&vec![0x1234567, 0x7654321]));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Solve a backtracking problem of your own: eight queens, none of which attacks another.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use huarong::Limits;
//! use huarong::backtrack::{Feasibility, Problem, Restarts, VisitEnd, search};
//! use huarong::control::unobserved;
//!
//! /// The columns of the queens, row by row.
//! struct Queens(Vec<usize>);
//!
//! impl Problem for Queens {
//!     type Choice = usize;
//!
//!     fn choices(&mut self, choices: &mut Vec<usize>) {
//!         choices.extend(0..if self.is_complete() { 0 } else { 8 });
//!     }
//!
//!     fn apply(&mut self, column: usize) -> Feasibility {
//!         let mut others = self.0.iter().rev().zip(1..);
//!         let is_free = others.all(|(&at, rows)| ![0, rows].contains(&at.abs_diff(column)));
//!         self.0.push(column);
//!         if is_free { Feasibility::Possible } else { Feasibility::Impossible }
//!     }
//!
//!     fn undo(&mut self, _: usize) {
//!         self.0.pop();
//!     }
//!
//!     fn is_complete(&self) -> bool {
//!         self.0.len() == 8
//!     }
//! }
//!
//! let mut solutions = 0;
//! let mut queens = Queens(Vec::new());
//! let limits = Limits::default();
//! let found = search(&mut queens, Restarts::Never, &limits, &mut unobserved, |_| {
//!     solutions += 1;
//!     ControlFlow::<()>::Continue(())
//! });
//! assert_eq!((solutions, found.outcome), (92, VisitEnd::Complete));
//! ```
//!
//! Find and count Hamiltonian cycles of a graph:
//!
//! ```
//! use huarong::backtrack::hamilton::{Constraints, Options, Shape, count, first};
//! use huarong::control::unobserved;
//! use huarong::graph::{EdgeDirection, Graph};
//!
//! let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (1, 3)];
//! let graph = Graph::from_edges(5, edges, EdgeDirection::Undirected)?;
//! let cycles = Constraints::default().with_shape(Shape::Cycle);
//! let found = first(&graph, &cycles, &Options::default(), &mut unobserved)?;
//! assert_eq!(found.outcome.found().map(Vec::len), Some(5));
//! let counted = count(&graph, &cycles, &Options::default(), &mut unobserved)?;
//! assert_eq!(counted.outcome.solutions, 2);
//! # Ok::<(), huarong::graph::UnknownVertex>(())
//! ```
//!
//! Count what is too much to list; [`BigUint`] is a number of any length:
//!
//! ```
//! use huarong::control::unobserved;
//! use huarong::count::{CountKind, FrontierDp};
//! use huarong::graph::{Leaper, leaper_graph};
//! use huarong::{BigUint, Limits};
//!
//! let board = leaper_graph(6, 6, Leaper::KNIGHT);
//! let dp = FrontierDp::new(&board)?;
//! let tours = dp.count(CountKind::Cycles, &Limits::default(), &mut unobserved);
//! assert_eq!(tours.number, Ok(BigUint::from(9862_u32)));
//! # Ok::<(), huarong::count::UnsupportedGraph>(())
//! ```
//!
//! # What can change
//!
//! Options are built from their defaults by setters, `with_…`; drafts, pictures and what is to be
//! designed are plain fields, built with `..`. Results and choices that may grow are
//! `#[non_exhaustive]`. Answers that a program must not miss, like [`Outcome`], are not.
//!
//! # Features
//!
//! `cli`, the default, is the command `huarong` and all that it needs. With
//! `default-features = false` the library has everything but the command. These features add to it:
//!
//! - `web`, `web-boards`, `web-map`, `web-paths`: the requests of a web page about puzzles, the
//!   reading of boards, state maps or paths.
//!   A module for `wasm32-unknown-unknown` is built with one of them.
//! - `cluster`: breadth-first search on several machines, for the command and the library.
//!
//! # How it is built
//!
//! Each module may use some of those above it in this table, and none below:
//!
#![doc = include_str!("layers.md")]
//!
//! The library prints nothing; its only global state is the list of temporary files. The same
//! puzzle and options give the same solution each time. The checker replays each solution before it
//! is returned.
// Items of a private module are `pub`: the module limits their visibility. `pub(crate)` and
// `pub(super)` are for the private parts of public types and modules.
#![warn(missing_docs, missing_debug_implementations)]
// Only the program uses all of the library; the module of a web page uses a part.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]
// docs.rs sets it: the documentation of each item tells the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod macros;

#[cfg(test)]
#[path = "../tests/cases/mod.rs"]
mod cases;
pub mod control;
pub mod design;
pub mod file;
#[doc(hidden)]
pub mod internals;
mod paths;
mod program;
mod publish;
mod puzzles;
mod rng;
pub mod search;
pub mod sliding;

pub use paths::{backtrack, count, graph, tour};
// `main.rs` only calls the command line: its tests and the library's are compiled together.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub use program::cli;
pub use program::play;
pub use publish::*;
pub(crate) use puzzles::wrapping;
pub use puzzles::{collection, excerpt, grid, notation, puzzle, solution};
pub(crate) use search::{memory, parallel};
#[doc(inline)]
#[cfg(not(target_family = "wasm"))]
pub use sliding::atlas;
pub(crate) use sliding::board;
#[doc(inline)]
pub use sliding::explore;
#[doc(inline)]
pub use sliding::proof;

pub use control::{Limits, Outcome};
#[doc(no_inline)]
pub use explore::{Exploration, Explorer, explore};
#[doc(no_inline)]
pub use num_bigint::BigUint;
#[doc(no_inline)]
pub use puzzle::{Metric, Puzzle};
pub use sliding::{Algorithm, Mirroring, Options, Report, SolveError, Solver, solve};
#[doc(no_inline)]
pub use solution::{Move, Position, Solution};

/// The examples in `README.md`, which run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
