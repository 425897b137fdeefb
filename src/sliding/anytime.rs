//! Some solution soon, then shorter and shorter ones; and meanwhile, on another thread, the proof
//! that none is shorter than so many moves. It ends when the two meet.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use crate::board::UnpackedState;
use crate::control::{Limits, Monitor, Observer, Outcome, Progress, StopReason};

/// There is no solution of [`Limits::max_depth`] moves or fewer.
const TOO_DEEP: Outcome<StatePath> = Outcome::Stopped(StopReason::Depth);

/// Positions that follow on each other, the start first.
pub(super) type StatePath = Vec<UnpackedState>;

/// What has come of it.
pub(super) struct AnytimeResult {
    /// The shortest way found.
    pub(super) best: Option<StatePath>,
    /// No way is shorter than so many moves; none where there is no way at all.
    pub(super) bound: Option<u32>,
    /// What ended it before it knew a shortest way.
    pub(super) stopped: Option<StopReason>,
}

/// What the two threads tell each other.
#[derive(Default)]
struct ProofState {
    /// No way is shorter.
    bound: AtomicU32,
    /// The proof has come to its end, or the search is over.
    is_proven: AtomicBool,
    is_over: AtomicBool,
}

/// Searches until the best way is proven to be a shortest one, or the watch ends it.
///
/// `prove` finds a shortest way in its own time, within the limit on depth, and tells its observer
/// which depths are done. A way that is longer than that limit is not a result. `improve` is called
/// again and again for a way of fewer moves than the best.
pub(super) fn search(
    prove: impl FnOnce(Observer<'_>) -> Outcome<StatePath> + Send,
    mut improve: impl FnMut(Option<u32>, &mut Monitor<'_>) -> Result<Option<StatePath>, StopReason>,
    watch: &mut Monitor<'_>,
) -> AnytimeResult {
    let shared = &ProofState::default();
    std::thread::scope(|scope| {
        let proof = move || {
            let proven = prove(&mut |progress: &Progress| {
                shared.bound.fetch_max(progress.depth + 1, Relaxed);
                if shared.is_over.load(Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            // No solution of the depth that is allowed is a proof, too.
            if matches!(proven, Outcome::Found(_) | Outcome::Exhausted | TOO_DEEP) {
                shared.is_proven.store(true, Relaxed);
            }
            proven
        };
        // Without another thread nothing is proven.
        let prover = std::thread::Builder::new().spawn_scoped(scope, proof).ok();
        let mut best: Option<StatePath> = None;
        let length = |best: &Option<StatePath>| best.as_ref().map(moves);
        let stopped = loop {
            let known = length(&best);
            let is_best = || known.is_some_and(|known| known <= shared.bound.load(Relaxed));
            if is_best() {
                break None;
            }
            let (limits, mut reason) = (Limits { timeout: None, ..*watch.limits() }, None);
            let mut check = |progress: &Progress| {
                let depth = shared.bound.load(Relaxed).saturating_sub(1);
                let progress = Progress { depth, best: known, ..*progress };
                reason = watch.check_now(|| progress).err().or(reason);
                if reason.is_some() || is_best() || shared.is_proven.load(Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            match improve(known, &mut Monitor::new(limits, &mut check)) {
                Ok(Some(way)) => best = Some(way),
                Ok(None) => {}
                Err(_) if is_best() => break None,
                Err(own) => break Some(reason.unwrap_or(own)),
            }
        };
        shared.is_over.store(true, Relaxed);
        let ended = prover.map(|thread| thread.join().expect("it does not panic"));
        let (bound, max_depth) = (shared.bound.load(Relaxed), watch.limits().max_depth);
        match ended {
            Some(Outcome::Found(way)) => {
                let bound = Some(moves(&way));
                AnytimeResult { best: Some(way), bound, stopped: None }
            }
            Some(Outcome::Exhausted) => AnytimeResult { best: None, bound: None, stopped: None },
            Some(TOO_DEEP) => {
                let bound = max_depth.map_or(bound, |most| bound.max(most + 1));
                AnytimeResult { best: None, bound: Some(bound), stopped: Some(StopReason::Depth) }
            }
            _ => {
                let is_allowed = |way: &StatePath| max_depth.is_none_or(|most| moves(way) <= most);
                let is_too_long = best.as_ref().is_some_and(|way| !is_allowed(way));
                let stopped = stopped.or(is_too_long.then_some(StopReason::Depth));
                AnytimeResult { best: best.filter(is_allowed), bound: Some(bound), stopped }
            }
        }
    })
}

/// How many moves a way takes.
fn moves(way: &StatePath) -> u32 {
    u32::try_from(way.len() - 1).expect("a way that fits memory")
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::ops::ControlFlow;

    use crate::control::{Limits, Outcome, StopReason};
    use crate::puzzle::Puzzle;
    use crate::sliding::{Algorithm, Options, Report, Solver, solve};

    fn anytime(puzzle: &Puzzle, limits: Limits) -> Report {
        let threads = NonZero::new(2);
        let algorithm = Algorithm::Anytime;
        solve(puzzle, &Options { algorithm, limits, threads, ..Options::default() })
            .expect("it fits")
    }

    #[test]
    fn without_a_limit_the_end_is_a_shortest_solution_or_that_there_is_none() {
        let classic = "ACCB/ACCB/DEEF/DGHF/I..J//goal:/..../..../..../.CC./.CC./";
        let stuck = "AAB/AAB/CC.//goal:/.../.AA/.AA/";
        for (text, length) in [(classic, Some(81)), (stuck, None)] {
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
        }
        let tiles = "goal: blank-first\n\n11 4 0 8\n6 10 5 13\n12 7 14 3\n1 2 9 15\n";
        let report = anytime(&tiles.parse().expect("tiles"), Limits::default());
        assert_eq!((report.bound, report.optimal, report.stopped), (Some(54), true, None));
    }

    #[test]
    fn a_solution_longer_than_the_limit_on_depth_is_none_and_that_there_is_no_other_is_proven() {
        let blocks = "A A . .\n. . . .\n. . B B\n\ngoal:\n. . . .\n. . . .\n. . A A\n";
        let tiles = "goal: blank-first\n\n11 4 0 8\n6 10 5 13\n12 7 14 3\n1 2 9 15\n";
        for (text, length) in [(blocks, 2), (tiles, 54)] {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            for max_depth in [0, length - 1, length, length + 1] {
                let limits = Limits { max_depth: Some(max_depth), ..Limits::default() };
                let report = anytime(&puzzle, limits);
                if max_depth < length {
                    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Depth));
                    assert_eq!(report.bound, Some(max_depth + 1));
                } else {
                    let Outcome::Found(found) = &report.outcome else { panic!("{report:?}") };
                    assert_eq!((found.len(), report.optimal), (length as usize, true));
                }
            }
        }
    }

    #[test]
    fn a_limit_leaves_the_best_solution_and_what_is_proven() {
        // One of the boards that are farthest from their goal.
        let tiles = "goal: blank-first\n\n15 14 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0\n";
        let tiles: Puzzle = tiles.parse().expect("tiles");
        let options = Options { algorithm: Algorithm::Anytime, ..Options::default() };
        let mut solver = Solver::new(&tiles, &options).expect("it fits");
        let report = solver.solve_with_observer(&mut |progress| {
            if progress.best.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let report = report.expect("it fits");
        let Outcome::Found(found) = &report.outcome else { panic!("{:?}", report.outcome) };
        let bound = report.bound.expect("there is a solution") as usize;
        assert!(bound <= found.len(), "{bound} {}", found.len());
        let is_proven = report.stopped.is_none();
        assert_eq!((report.optimal, bound == found.len()), (is_proven, is_proven));
        assert!(is_proven || report.stopped == Some(StopReason::Interrupted));
    }
}
