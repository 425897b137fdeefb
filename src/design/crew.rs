//! Threads that work side by side, and one that looks how far they are.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use crate::control::Instant;

/// How long workers go on between two looks.
const LOOK: Duration = Duration::from_millis(50);

/// What a worker asks now and then: whether it is over.
pub(super) type IsOver<'a> = &'a mut dyn FnMut() -> bool;

/// Has so many workers, told by their numbers, do all that is to be done, and looks now and then, which
/// may end it. What each of them returns.
pub(super) fn side_by_side<T: Send>(
    threads: usize,
    work: &(impl Fn(usize, IsOver<'_>) -> T + Sync),
    look: &mut dyn FnMut() -> ControlFlow<()>,
) -> Vec<T> {
    let is_over = &AtomicBool::new(false);
    std::thread::scope(|scope| {
        let main = std::thread::current();
        let start = |number: usize| {
            let main = main.clone();
            let work = move || {
                let done = work(number, &mut || is_over.load(Relaxed));
                main.unpark();
                done
            };
            std::thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let workers: Vec<_> = (0..threads).filter_map(start).collect();
        if workers.is_empty() {
            // On this thread, where there is no other.
            let (mut looked, mut is_over) = (Instant::now(), false);
            return vec![work(0, &mut || {
                if !is_over && looked.elapsed() >= LOOK {
                    (looked, is_over) = (Instant::now(), look().is_break());
                }
                is_over
            })];
        }
        while !workers.iter().all(ScopedJoinHandle::is_finished) {
            std::thread::park_timeout(LOOK);
            if look().is_break() {
                is_over.store(true, Relaxed);
                break;
            }
        }
        workers.into_iter().map(|it| it.join().expect("it does not panic")).collect()
    })
}

/// What workers share, also if one of them has panicked.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
