//! Anytime search: some solution soon, then shorter ones, and on another thread a rising lower
//! bound, until both meet.
//!
//! For blocks, novelty search or depth-first search finds the first solution, and neighbourhood
//! search shortens it, in neighbourhoods that grow when they no longer help much. For numbered
//! tiles, beam search finds them all.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
};

use crate::{
    board::{Board, GoalDistance, UnpackedState},
    control::{Limits, Monitor, Observer, Outcome, Progress, StopReason, break_if},
    parallel::{join, lock},
    search::{
        DepthFirst, Key, MoveOrder, SearchResult, Space, Statistics,
        novelty::{Features, by_novelty, shorten},
    },
};
#[cfg(any(feature = "web-map", test))]
use crate::{puzzle::Metric, puzzle::Puzzle, solution::Solution};

use super::board_search::real_path;
#[cfg(any(feature = "web-map", test))]
use super::{
    error::SolveError,
    moves::solution,
    spaces::{BoardSpace, with_space},
};

/// No solution has at most [`Limits::max_depth`] moves.
const TOO_DEEP: Outcome<StatePath> = Outcome::Stopped(StopReason::Depth);

/// States one move apart, the start first.
pub type StatePath = Vec<UnpackedState>;

/// The result of an anytime search.
pub struct AnytimeResult {
    /// The shortest path found.
    pub best: Option<StatePath>,
    /// The lower bound; `None` if no path exists.
    pub bound: Option<u32>,
    /// Why the search stopped before its path was proven shortest.
    pub stopped: Option<StopReason>,
}

/// The state that both threads share.
#[derive(Default)]
struct ProofState {
    /// The lower bound.
    bound: AtomicU32,
    /// Whether the proof is complete, and whether the search is over.
    is_proven: AtomicBool,
    is_over: AtomicBool,
}

/// Searches until the best path is proven shortest, or the monitor stops the search.
///
/// `prove` finds a shortest path within the limit on depth, and reports each completed depth to its
/// observer. A path longer than the limit is not a result. `improve` is called repeatedly for a
/// path with fewer moves than the best.
pub fn search(
    prove: impl FnOnce(Observer<'_>) -> Outcome<StatePath> + Send,
    mut improve: impl FnMut(Option<u32>, &mut Monitor<'_>) -> Result<Option<StatePath>, StopReason>,
    monitor: &mut Monitor<'_>,
) -> AnytimeResult {
    let shared = &ProofState::default();
    let prove = Mutex::new(Some(prove));
    let prove = || {
        let prove = lock(&prove).take()?;
        let proven = prove(&mut |progress: &Progress| {
            shared.bound.fetch_max(progress.depth + 1, Relaxed);
            break_if(shared.is_over.load(Relaxed))
        });
        // That no solution is within the limit on depth is a proof, too.
        if matches!(proven, Outcome::Found(_) | Outcome::Exhausted | TOO_DEEP) {
            shared.is_proven.store(true, Relaxed);
        }
        Some(proven)
    };
    let mut best: Option<StatePath> = None;
    let improve = || {
        let stopped = loop {
            let known = best.as_ref().map(moves);
            let is_best = || known.is_some_and(|known| known <= shared.bound.load(Relaxed));
            if is_best() {
                break None;
            }
            let limits = Limits {
                timeout: None,
                ..*monitor.limits()
            };
            let mut reason = None;
            let mut check = |progress: &Progress| {
                let depth = shared.bound.load(Relaxed).saturating_sub(1);
                let progress = Progress {
                    depth,
                    best: known,
                    ..*progress
                };
                reason = monitor.check_now(|| progress).err().or(reason);
                break_if(reason.is_some() || is_best() || shared.is_proven.load(Relaxed))
            };
            let attempt = match improve(known, &mut Monitor::new(limits, &mut check)) {
                // An attempt that has nothing to try returns before it looks at its monitor.
                Ok(None) if check(&Progress::default()).is_break() => Err(StopReason::Interrupted),
                attempt => attempt,
            };
            match attempt {
                Ok(Some(way)) => best = Some(way),
                Ok(None) => {}
                Err(_) if is_best() => break None,
                Err(own) => break Some(reason.unwrap_or(own)),
            }
        };
        shared.is_over.store(true, Relaxed);
        stopped
    };
    // Without a second thread nothing is proven.
    let (stopped, proven) = join(1, prove, improve);
    let bound = shared.bound.load(Relaxed);
    let most = monitor.limits().depth();
    let (best, bound, stopped) = match proven.into_iter().flatten().next() {
        Some(Outcome::Found(path)) => {
            let bound = moves(&path);
            (Some(path), Some(bound), None)
        }
        Some(Outcome::Exhausted) => (None, None, None),
        Some(TOO_DEEP) => {
            let bound = bound.max(most.saturating_add(1));
            (None, Some(bound), Some(StopReason::Depth))
        }
        _ => {
            let is_allowed = |path: &StatePath| moves(path) <= most;
            let is_too_long = best.as_ref().is_some_and(|path| !is_allowed(path));
            let stopped = stopped.or(is_too_long.then_some(StopReason::Depth));
            (best.filter(is_allowed), Some(bound), stopped)
        }
    };
    AnytimeResult {
        best,
        bound,
        stopped,
    }
}

/// Returns the number of moves of a path.
fn moves(way: &StatePath) -> u32 {
    u32::try_from(way.len() - 1).expect("a path that fits memory")
}

/// The name of the estimate of the novelty search.
pub const HEURISTIC: &str = "steps of the goal pieces";

/// The least number of states in a neighbourhood.
const FIRST_STATES: usize = 1 << 14;

/// States in the first neighbourhood for each state of the first path.
const FIRST_SHARE: usize = 4;

/// States of the first attempt of either search to find a path; each further one has twice as many.
const FIRST_ATTEMPT: usize = 1 << 17;

/// A search for ever shorter paths.
pub struct Improver<K> {
    board: Board,
    space: Box<dyn Space<K>>,
    /// The best path.
    best: Option<Vec<K>>,
    /// States in the next neighbourhood. It grows when the path no longer gets much shorter.
    size: usize,
}

impl<K: Key> Improver<K> {
    pub fn new(board: &Board, space: Box<dyn Space<K>>) -> Self {
        Improver {
            board: board.clone(),
            space,
            best: None,
            size: 0,
        }
    }

    /// Makes one more attempt: the first finds any path, each further one looks for a shorter path
    /// in its neighbourhood.
    pub fn improve(
        &mut self,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<StatePath>, StopReason> {
        let Improver {
            space, best, size, ..
        } = self;
        let (path, is_shorter) = if let Some(known) = best.take() {
            let found = shorten(&mut **space, &known, *size, monitor, statistics)?;
            // Small neighbourhoods take little time, as long as they shorten the path a lot.
            if found.len() > known.len() / 4 * 3 {
                *size = size.saturating_mul(2);
            }
            // A path of the same length may still have another neighbourhood.
            let is_shorter = found.len() < known.len();
            (found, is_shorter)
        } else {
            let Some(found) = self.first(monitor, statistics)? else {
                return Ok(None);
            };
            self.size = FIRST_STATES.max(FIRST_SHARE.saturating_mul(found.len()));
            (found, true)
        };
        let Improver {
            board, space, best, ..
        } = self;
        let real = is_shorter.then(|| real_path(board, &mut **space, &path));
        *best = Some(path);
        Ok(real)
    }

    /// Finds any path, by novelty search and by depth-first search in turns, because each finds
    /// paths that take the other too long. Returns `None` if there is none.
    fn first(
        &mut self,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<K>>, StopReason> {
        let Improver { board, space, .. } = self;
        let start = K::from_words(&board.words(board.start()));
        let features = AnchorFeatures {
            board,
            goals: GoalDistance::new(board),
        };
        let most = monitor.limits().states();
        let mut turn = 0;
        loop {
            let states = FIRST_ATTEMPT.saturating_mul(1 << (turn / 2)).min(most);
            let max_bytes = monitor.limits().max_bytes;
            let limits = Limits {
                max_states: Some(states),
                max_bytes,
                ..Limits::default()
            };
            let mut check = |progress: &Progress| monitor.flow(progress);
            let found = if turn % 2 == 0 {
                let monitor = &mut Monitor::new(limits, &mut check);
                by_novelty(&mut **space, &features, start, monitor, statistics)
            } else {
                let order = match turn {
                    1 => MoveOrder::Reverse,
                    _ => MoveOrder::Random { seed: turn },
                };
                let mut deep = DepthFirst::default();
                let SearchResult {
                    outcome,
                    statistics: own,
                } = deep.search(&mut **space, start, order, &limits, &mut check);
                statistics.expanded += own.expanded;
                statistics.bytes = statistics.bytes.max(own.bytes);
                match outcome {
                    Outcome::Found(path) => Ok(Some(path)),
                    Outcome::Exhausted => Ok(None),
                    Outcome::Stopped(reason) => Err(reason),
                }
            };
            match found {
                Err(StopReason::States) if states < most => turn += 1,
                found => return found,
            }
        }
    }
}

/// Neighbourhoods in which the solution of [`soon`] is shortened.
#[cfg(any(feature = "web-map", test))]
const FEW_NEIGHBOURHOODS: usize = 3;

/// Finds some solution soon, which need not be a shortest one, on this thread: for a page.
///
/// # Errors
/// If the board does not fit the solvers.
#[cfg(any(feature = "web-map", test))]
pub fn soon(
    puzzle: &Puzzle,
    metric: Metric,
    limits: Limits,
    observer: Observer<'_>,
) -> Result<Outcome<Solution>, SolveError> {
    let board = Board::new(puzzle)?;
    let mut monitor = Monitor::new(limits, observer);
    let mut statistics = Statistics::default();
    let found = with_space!(BoardSpace::of(&board, metric), typed => {
        let mut improver = Improver::new(&board, typed.space);
        let mut improve = || improver.improve(&mut monitor, &mut statistics);
        improve().map(|first| {
            let shorter = (0..FEW_NEIGHBOURHOODS).map_while(|_| improve().ok()).flatten();
            first.map(|first| shorter.last().unwrap_or(first))
        })
    });
    Ok(match found {
        Ok(Some(path)) => Outcome::Found(solution(puzzle, &board, &path, metric)?),
        Ok(None) => Outcome::Exhausted,
        Err(reason) => Outcome::Stopped(reason),
    })
}

/// One feature for each kind of piece and cell: a piece of this kind has its anchor there.
struct AnchorFeatures<'a> {
    board: &'a Board,
    goals: GoalDistance,
}

impl<K: Key> Features<K> for AnchorFeatures<'_> {
    fn count(&self) -> usize {
        self.board.kinds().len() * self.board.cells()
    }

    fn find(&self, key: &K, found: &mut Vec<usize>) {
        for kind in 0..self.board.kinds().len() {
            self.board.visit_anchors_of(kind, key.words(), |cell| {
                found.push(kind * self.board.cells() + cell);
            });
        }
    }

    fn distance(&self, key: &K) -> u32 {
        self.goals.of(self.board, key.words())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::soon;
    use crate::{
        control::{Limits, Outcome, StopReason, unobserved},
        puzzle::{Metric, Puzzle},
        sliding::{Algorithm, Options, Report, Solver, solve},
        solution::verify,
    };

    fn anytime(puzzle: &Puzzle, limits: Limits) -> Report {
        let threads = NonZero::new(2);
        let algorithm = Algorithm::Anytime;
        solve(
            puzzle,
            &Options::default()
                .with_algorithm(algorithm)
                .with_limits(limits)
                .with_threads(threads),
        )
        .expect("it fits")
    }

    #[test]
    fn without_limits_the_anytime_search_proves_an_optimum_or_unsolvability() {
        let pennant = "BBAA/BBCC/ED../FGHH/FGII//goal:/..../..../..../BB../BB../";
        let stuck = "AAB/AAB/CC.//goal:/.../.AA/.AA/";
        for (text, length) in [(pennant, Some(59)), (stuck, None)] {
            let puzzle: Puzzle = text.replace('/', "\n").parse().expect("a puzzle");
            let report = anytime(&puzzle, Limits::default());
            assert_eq!(report.bound, length);
            match (report.outcome, length) {
                (Outcome::Found(found), Some(length)) => {
                    assert_eq!((found.len(), report.optimal), (length as usize, true));
                }
                (outcome, length) => assert_eq!((outcome, length), (Outcome::Exhausted, None)),
            }
            assert_eq!(report.stopped, None);
            // The states of the proof count as well.
            assert!(
                report.statistics.expanded > 2,
                "{}",
                report.statistics.expanded
            );
        }
        let tiles = "1 2 7 11\n9 8 14 4\n3 10 6 12\n5 13 15 0\n";
        let report = anytime(&tiles.parse().expect("tiles"), Limits::default());
        assert_eq!(
            (report.bound, report.optimal, report.stopped),
            (Some(36), true, None)
        );
    }

    #[test]
    fn solutions_beyond_the_depth_limit_give_a_proven_lower_bound() {
        let blocks = "A A . .\n. . . .\n. . B B\n\ngoal:\n. . . .\n. . . .\n. . A A\n";
        let tiles = "goal: blank-last\n\n8 6 7\n2 5 4\n3 0 1\n";
        for (text, length) in [(blocks, 2), (tiles, 31)] {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            for max_depth in [0, length - 1, length, length + 1] {
                let limits = Limits::default().with_max_depth(Some(max_depth));
                let report = anytime(&puzzle, limits);
                if max_depth < length {
                    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Depth));
                    assert_eq!(report.bound, Some(max_depth + 1));
                } else {
                    let found = report
                        .outcome
                        .found()
                        .unwrap_or_else(|| panic!("{report:?}"));
                    assert_eq!((found.len(), report.optimal), (length as usize, true));
                }
            }
        }
    }

    #[test]
    #[ignore = "seconds"]
    fn depth_first_search_succeeds_if_novelty_search_fails() {
        let file = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/puzzles/polyomino/gnome-large.txt"
        ));
        let shark = file
            .split("\n===\n")
            .find(|text| text.contains("Shark"))
            .expect("it is there");
        let shark: Puzzle = shark.parse().expect("a puzzle");
        let limits = Limits::default().with_max_states(Some(150_000));
        let found = soon(&shark, Metric::Move, limits, &mut unobserved);
        let Ok(Outcome::Found(solution)) = found else {
            panic!("{found:?}")
        };
        assert_eq!(
            verify(&shark, &solution).map(|it| it.length),
            Ok(solution.len())
        );
    }

    #[test]
    fn a_stopped_anytime_search_returns_best_solution_and_lower_bound() {
        // One of the boards that are farthest from their goal.
        let tiles = "goal: blank-first\n\n15 14 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0\n";
        let tiles: Puzzle = tiles.parse().expect("tiles");
        let options = Options::default().with_algorithm(Algorithm::Anytime);
        let mut solver = Solver::new(&tiles, &options).expect("it fits");
        let report = solver
            .solve_with_observer(&mut |progress| crate::control::break_if(progress.best.is_some()));
        let report = report.expect("it fits");
        let found = report
            .outcome
            .found()
            .unwrap_or_else(|| panic!("{:?}", report.outcome));
        let bound = report.bound.expect("there is a solution") as usize;
        assert!(bound <= found.len(), "{bound} {}", found.len());
        let is_proven = report.stopped.is_none();
        assert_eq!(
            (report.optimal, bound == found.len()),
            (is_proven, is_proven)
        );
        assert!(is_proven || report.stopped == Some(StopReason::Interrupted));
    }
}
