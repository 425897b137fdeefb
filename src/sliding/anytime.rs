//! Some solution soon, then shorter and shorter ones; and meanwhile, on another thread, the proof
//! that none is shorter than so many moves. It ends when the two meet.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use crate::board::Arrangement;
use crate::control::{Limits, Observer, Outcome, Progress, StopReason, Watch};

/// Positions that follow on each other, the start first.
pub(super) type Way = Vec<Arrangement>;

/// What has come of it.
pub(super) struct Found {
    /// The shortest way found.
    pub(super) best: Option<Way>,
    /// No way is shorter than so many moves; none where there is no way at all.
    pub(super) bound: Option<u32>,
    /// What ended it before it knew a shortest way.
    pub(super) stopped: Option<StopReason>,
}

/// What the two threads tell each other.
#[derive(Default)]
struct Shared {
    /// No way is shorter.
    bound: AtomicU32,
    /// The proof has come to its end, or the search is over.
    is_proven: AtomicBool,
    is_over: AtomicBool,
}

/// Searches until the best way is proven to be a shortest one, or the watch ends it.
///
/// `prove` finds a shortest way in its own time, and tells its observer which depths are done;
/// `improve` is called again and again for a way of fewer moves than the best.
pub(super) fn search(
    prove: impl FnOnce(Observer<'_>) -> Outcome<Way> + Send,
    mut improve: impl FnMut(Option<u32>, &mut Watch<'_>) -> Result<Option<Way>, StopReason>,
    watch: &mut Watch<'_>,
) -> Found {
    let shared = &Shared::default();
    std::thread::scope(|scope| {
        let prover = move || {
            let proven = prove(&mut |progress: &Progress| {
                shared.bound.fetch_max(progress.depth + 1, Relaxed);
                if shared.is_over.load(Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if !matches!(proven, Outcome::Stopped(_)) {
                shared.is_proven.store(true, Relaxed);
            }
            proven
        };
        // Without another thread nothing is proven.
        let prover = std::thread::Builder::new().spawn_scoped(scope, prover).ok();
        let mut best: Option<Way> = None;
        let length = |best: &Option<Way>| best.as_ref().map(|way| moves(way));
        let stopped = loop {
            let known = length(&best);
            let is_best = || known.is_some_and(|known| known <= shared.bound.load(Relaxed));
            if is_best() {
                break None;
            }
            let (limits, mut reason) = (Limits { timeout: None, ..*watch.limits() }, None);
            let mut look = |progress: &Progress| {
                let depth = shared.bound.load(Relaxed).saturating_sub(1);
                let progress = Progress { depth, best: known, ..*progress };
                reason = watch.look_now(|| progress).err().or(reason);
                if reason.is_some() || is_best() || shared.is_proven.load(Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            match improve(known, &mut Watch::new(limits, &mut look)) {
                Ok(Some(way)) => best = Some(way),
                Ok(None) => {}
                Err(_) if is_best() => break None,
                Err(own) => break Some(reason.unwrap_or(own)),
            }
        };
        shared.is_over.store(true, Relaxed);
        let proven = prover.map(|prover| prover.join().expect("it does not panic"));
        let bound = shared.bound.load(Relaxed);
        match proven {
            Some(Outcome::Found(way)) => {
                let bound = Some(moves(&way));
                Found { best: Some(way), bound, stopped: None }
            }
            Some(Outcome::Exhausted) => Found { best: None, bound: None, stopped: None },
            _ => Found { best, bound: Some(bound), stopped },
        }
    })
}

/// How many moves a way takes.
fn moves(way: &Way) -> u32 {
    u32::try_from(way.len() - 1).expect("a way that fits memory")
}
