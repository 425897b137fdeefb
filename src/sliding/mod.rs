//! STUB, to be thrown away at the merge.
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::board::{Board, BoardError};
use crate::control::{Limits, Observer, Outcome, Progress, StopReason};
use crate::grid::Cell;
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{Move, Position, Solution, is_solved, legal_moves};

/// Stub.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Stub.
    #[default]
    BreadthFirst,
    /// Stub.
    DepthFirst,
}
impl Algorithm {
    /// Stub.
    pub fn word(self) -> &'static str {
        if self == Self::BreadthFirst { "bfs" } else { "dfs" }
    }
}
/// Stub.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Mirroring {
    /// Stub.
    #[default]
    Canonical,
    /// Stub.
    Off,
}
/// Stub.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Options {
    /// Stub.
    pub algorithm: Algorithm,
    /// Stub.
    pub metric: Metric,
    /// Stub.
    pub mirroring: Mirroring,
    /// Stub.
    pub limits: Limits,
}
/// Stub.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Stub.
    pub states: usize,
    /// Stub.
    pub expanded: usize,
    /// Stub.
    pub generated: usize,
    /// Stub.
    pub depth: u32,
    /// Stub.
    pub peak_frontier: usize,
    /// Stub.
    pub bytes: usize,
    /// Stub.
    pub elapsed: Duration,
}
/// Stub.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Stub.
    pub outcome: Outcome<Solution>,
    /// Stub.
    pub optimal: bool,
    /// Stub.
    pub bound: Option<u32>,
    /// Stub.
    pub statistics: Statistics,
}
/// Stub.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Stub.
    #[error(transparent)]
    Board(#[from] BoardError),
}
/// Stub.
pub struct Solver {
    puzzle: Puzzle,
    options: Options,
    board: Board,
}
/// Stub.
///
/// # Errors
/// Stub.
pub fn solve(puzzle: &Puzzle, options: &Options) -> Result<Report, SolveError> {
    Solver::new(puzzle, options)?.solve(&mut |_| ControlFlow::Continue(()))
}
impl Solver {
    /// Stub.
    ///
    /// # Errors
    /// Stub.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, SolveError> {
        Ok(Solver { puzzle: puzzle.clone(), options: *options, board: Board::new(puzzle)? })
    }
    /// Stub.
    pub fn board(&self) -> &Board {
        &self.board
    }
    /// Stub.
    ///
    /// # Errors
    /// Stub.
    pub fn solve(&mut self, observer: Observer<'_>) -> Result<Report, SolveError> {
        let (puzzle, started) = (&self.puzzle, Instant::now());
        let bfs = self.options.algorithm == Algorithm::BreadthFirst;
        let start = Position::start(puzzle);
        let key = |a: &[Cell]| {
            let mut k: Vec<(Vec<_>, Cell)> = Vec::new();
            for (i, &c) in a.iter().enumerate() {
                let mark = puzzle.is_goal_piece(i).then_some(i);
                k.push((puzzle.pieces()[i].shape.offsets().to_vec(), c));
                if let Some(mark) = mark {
                    k.push((Vec::new(), Cell::new(u8::try_from(mark).unwrap(), c.row)));
                }
            }
            k.sort();
            k
        };
        let mut seen = HashMap::from([(key(start.anchors()), 0_usize)]);
        let mut nodes: Vec<(Vec<Cell>, usize, Option<Move>, u32)> =
            vec![(start.anchors().to_vec(), 0, None, 0)];
        let mut queue = VecDeque::from([0]);
        let mut stats = Statistics::default();
        let outcome = loop {
            let next = if bfs { queue.pop_front() } else { queue.pop_back() };
            let Some(at) = next else { break Outcome::Exhausted };
            let position = Position::with_anchors(puzzle, &nodes[at].0).unwrap();
            let depth = nodes[at].3;
            if is_solved(&position) {
                let mut moves = Vec::new();
                let mut at = at;
                while let Some(unit) = nodes[at].2.clone() {
                    moves.push(unit);
                    at = nodes[at].1;
                }
                moves.reverse();
                break Outcome::Found(Solution { metric: self.options.metric, moves });
            }
            stats.expanded += 1;
            stats.depth = depth;
            stats.states = nodes.len();
            stats.bytes = nodes.len() * 100;
            stats.peak_frontier = stats.peak_frontier.max(queue.len());
            stats.elapsed = started.elapsed();
            let limits = self.options.limits;
            if limits.max_states.is_some_and(|max| nodes.len() >= max) {
                break Outcome::Stopped(StopReason::States);
            }
            if limits.max_bytes.is_some_and(|max| stats.bytes >= max) {
                break Outcome::Stopped(StopReason::Memory);
            }
            if limits.timeout.is_some_and(|max| stats.elapsed >= max) {
                break Outcome::Stopped(StopReason::Time);
            }
            if limits.max_depth.is_some_and(|max| depth >= max) {
                break Outcome::Stopped(StopReason::Depth);
            }
            let progress = Progress {
                depth,
                frontier: queue.len(),
                states: nodes.len(),
                bytes: stats.bytes,
                elapsed: stats.elapsed,
            };
            if stats.expanded % 500 == 0 && observer(&progress).is_break() {
                break Outcome::Stopped(StopReason::Interrupted);
            }
            for unit in legal_moves(&position, self.options.metric) {
                let mut anchors = nodes[at].0.clone();
                anchors[unit.piece] = unit.to().unwrap();
                stats.generated += 1;
                if seen.insert(key(&anchors), nodes.len()).is_none() {
                    queue.push_back(nodes.len());
                    nodes.push((anchors, at, Some(unit), depth + 1));
                }
            }
        };
        stats.states = nodes.len();
        stats.elapsed = started.elapsed();
        let found = matches!(outcome, Outcome::Found(_));
        Ok(Report {
            optimal: bfs && found,
            bound: bfs.then_some(stats.depth + u32::from(!found)),
            outcome,
            statistics: stats,
        })
    }
}
