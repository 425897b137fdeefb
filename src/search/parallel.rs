//! Threads for one piece of work, which end with it.
//!
//! The calling thread either works as well ([`join`], [`try_for_each`]) or watches the others
//! ([`run_watched`]). If the system refuses a thread, the remaining ones do its part. So the work
//! is not divided beforehand: each thread takes the next part until none is left.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{
            AtomicBool, AtomicUsize,
            Ordering::{AcqRel, Acquire, Relaxed},
        },
    },
    thread::{self, Thread},
    time::Duration,
};

use crate::control::{Instant, Monitor, Progress, StopReason, break_if};

/// Locks a mutex, even if a thread panicked while it held the lock.
pub fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `own` on the calling thread and `helper` on up to `helpers` other threads. Returns the
/// result of `own` and those of the helpers that could be started.
///
/// # Panics
/// If one of them panics.
pub fn join<R, T: Send>(
    helpers: usize,
    helper: impl Fn() -> T + Sync,
    own: impl FnOnce() -> R,
) -> (R, Vec<T>) {
    thread::scope(|scope| {
        let started: Vec<_> = (0..helpers)
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, &helper).ok())
            .collect();
        let own = own();
        (
            own,
            started
                .into_iter()
                .map(|it| it.join().expect("it does not panic"))
                .collect(),
        )
    })
}

/// Applies `work` to each item and its number, on up to `threads` threads.
pub fn for_each<T: Send>(threads: usize, items: &mut [T], work: &(dyn Fn(usize, &mut T) + Sync)) {
    let work = |number, item: &mut T, _: StateCheck<'_>| {
        work(number, item);
        Ok(())
    };
    let _never_stopped = try_for_each(threads, items, &work, &mut |_| Ok(()));
}

/// Checks whether to stop, after some more effort: see [`Monitor::check`].
pub type StateCheck<'a> = &'a mut dyn FnMut(usize) -> Result<(), StopReason>;

/// Applies `work` to each item and its number, on up to `threads` threads, until one is stopped.
/// On the calling thread, the check of `work` is `check`; on the others, it fails after the first
/// stop.
pub fn try_for_each<T: Send>(
    threads: usize,
    items: &mut [T],
    work: &(dyn Fn(usize, &mut T, StateCheck<'_>) -> Result<(), StopReason> + Sync),
    check: StateCheck<'_>,
) -> Result<(), StopReason> {
    let helpers = threads.min(items.len()).saturating_sub(1);
    if helpers == 0 {
        let mut items = items.iter_mut().enumerate();
        return items.try_for_each(|(number, item)| work(number, item, check));
    }
    let items = Mutex::new(items.iter_mut().enumerate());
    let next = || lock(&items).next();
    let end = Mutex::new(Ok(()));
    let is_stopped = AtomicBool::new(false);
    let stop = |reason| {
        let mut end = lock(&end);
        *end = end.and(Err(reason));
        is_stopped.store(true, Relaxed);
    };
    let run = |check: StateCheck<'_>| {
        while let Some((number, item)) = next() {
            work(number, item, check).unwrap_or_else(stop);
        }
    };
    let running = AtomicUsize::new(0);
    let caller = thread::current();
    let helper = || {
        let _running = RunningWorker::new(&running, caller.clone());
        run(&mut |_| {
            if is_stopped.load(Relaxed) {
                *lock(&end)
            } else {
                Ok(())
            }
        });
    };
    join(helpers, helper, || {
        run(check);
        // A helper that counts itself later finds no item.
        while running.load(Acquire) > 0 {
            thread::park_timeout(CHECK_INTERVAL);
            check(usize::MAX).unwrap_or_else(stop);
        }
    });
    *lock(&end)
}

/// Tells a worker whether it should stop.
pub type ShouldStop<'a> = &'a mut dyn FnMut() -> bool;

/// Time between two checks of a caller that watches.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// Runs `work` on up to `threads` threads, numbered from 0. Meanwhile the calling thread calls
/// `check` at intervals; if that breaks, it tells the workers to stop. Returns their results in
/// order.
///
/// If no thread can be started, the calling thread works, and checks in between.
///
/// # Panics
/// If a worker panics.
pub fn run_watched<T: Send>(
    threads: usize,
    work: &(impl Fn(usize, ShouldStop<'_>) -> T + Sync),
    check: &mut dyn FnMut() -> ControlFlow<()>,
) -> Vec<T> {
    let running = &AtomicUsize::new(0);
    let should_stop = &AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map_while(|number| {
                let running = RunningWorker::new(running, thread::current());
                thread::Builder::new()
                    .spawn_scoped(scope, move || {
                        let result = work(number, &mut || should_stop.load(Relaxed));
                        drop(running);
                        result
                    })
                    .ok()
            })
            .collect();
        if workers.is_empty() {
            let mut checked = Instant::now();
            let mut should_stop = false;
            return vec![work(0, &mut || {
                if !should_stop && checked.elapsed() >= CHECK_INTERVAL {
                    checked = Instant::now();
                    should_stop = check().is_break();
                }
                should_stop
            })];
        }
        while running.load(Acquire) > 0 {
            thread::park_timeout(CHECK_INTERVAL);
            if check().is_break() {
                should_stop.store(true, Relaxed);
                break;
            }
        }
        workers
            .into_iter()
            .map(|it| it.join().expect("it does not panic"))
            .collect()
    })
}

/// Works on threads as [`run_watched`] does, until the monitor stops the run.
pub fn run_monitored<T: Send>(
    threads: usize,
    work: &(impl Fn(usize, ShouldStop<'_>) -> T + Sync),
    monitor: &mut Monitor<'_>,
    progress: impl Fn() -> Progress,
) -> Result<Vec<T>, StopReason> {
    let mut checked = Ok(());
    let results = run_watched(threads, work, &mut || {
        checked = monitor.check_now(&progress);
        break_if(checked.is_err())
    });
    checked.map(|()| results)
}

/// Counts one worker until it ends, and then wakes the thread that watches.
struct RunningWorker<'a> {
    count: &'a AtomicUsize,
    watcher: Thread,
}

impl<'a> RunningWorker<'a> {
    fn new(count: &'a AtomicUsize, watcher: Thread) -> Self {
        count.fetch_add(1, AcqRel);
        RunningWorker { count, watcher }
    }
}

impl Drop for RunningWorker<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, AcqRel);
        self.watcher.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_visited_once_with_its_number() {
        for threads in [0, 1, 3, 100] {
            let mut items = vec![0; 20];
            for_each(threads, &mut items, &|number, item| *item += number + 1);
            assert_eq!(items, (1..=20).collect::<Vec<_>>(), "{threads} threads");
        }
        for_each(2, &mut [0; 0], &|_, _| unreachable!("no item"));
    }

    #[test]
    fn the_caller_can_stop_work_on_its_own_and_on_other_threads() {
        for threads in [1, 2] {
            let mut checks = 0;
            let endless = |_, (): &mut (), check: StateCheck<'_>| {
                loop {
                    check(1)?;
                    thread::yield_now();
                }
            };
            let end = try_for_each(threads, &mut [(); 2], &endless, &mut |_| {
                checks += 1;
                if checks < 3 {
                    Ok(())
                } else {
                    Err(StopReason::Time)
                }
            });
            assert_eq!(end, Err(StopReason::Time), "{threads} threads");
        }
        // While the caller waits for the last helper, it still checks.
        let is_caller = |caller| thread::current().id() == caller;
        let caller = thread::current().id();
        let slow = |_, (): &mut (), check: StateCheck<'_>| {
            while !is_caller(caller) {
                check(1)?;
            }
            thread::sleep(CHECK_INTERVAL);
            Ok(())
        };
        let end = try_for_each(2, &mut [(); 2], &slow, &mut |_| {
            Err(StopReason::Interrupted)
        });
        assert_eq!(end, Err(StopReason::Interrupted));
    }

    #[test]
    fn the_caller_and_the_helpers_all_return_their_results() {
        let next = AtomicUsize::new(0);
        let (own, others) = join(2, || next.fetch_add(1, Relaxed), || 7);
        assert_eq!((own, others.len()), (7, 2));
        assert_eq!(join(0, || 1, || 2), (2, vec![]));
    }

    #[test]
    fn the_caller_monitors_the_workers_and_can_stop_them() {
        let numbers = run_watched(3, &|number, _| number, &mut || ControlFlow::Continue(()));
        assert_eq!(numbers, [0, 1, 2]);
        let wait = |_, should_stop: ShouldStop<'_>| {
            while !should_stop() {
                thread::yield_now();
            }
        };
        let mut checks = 0;
        let mut check = || {
            checks += 1;
            crate::control::break_if(checks >= 3)
        };
        assert_eq!(run_watched(2, &wait, &mut check).len(), 2);
        // Without another thread the caller works and checks.
        assert_eq!(run_watched(0, &wait, &mut check).len(), 1);
        assert_eq!(checks, 4);
    }
}
