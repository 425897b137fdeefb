//! A worker pool: the same work on each of several things, side by side where there are threads.

#[cfg(feature = "threads")]
use std::sync::{Mutex, PoisonError};

/// Threads, or none but the one that calls.
pub(super) struct Pool {
    #[cfg(feature = "threads")]
    threads: Option<rayon::ThreadPool>,
}

impl Pool {
    /// A pool of so many threads, if they can be had.
    #[cfg(feature = "threads")]
    pub(super) fn new(threads: usize) -> Self {
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        Pool { threads: (threads > 1).then(pool).flatten() }
    }

    /// Without threads there is still the one that calls.
    #[cfg(not(feature = "threads"))]
    pub(super) const fn new(_: usize) -> Self {
        Pool {}
    }

    /// Does the work on each item, given its number.
    pub(super) fn each<T: Send>(&self, items: &mut [T], work: &(dyn Fn(usize, &mut T) + Sync)) {
        #[cfg(feature = "threads")]
        if let Some(threads) = &self.threads {
            let items = Mutex::new(items.iter_mut().enumerate());
            let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
            return run(threads, &|| {
                while let Some((number, item)) = next() {
                    work(number, item);
                }
            });
        }
        items.iter_mut().enumerate().for_each(|(number, item)| work(number, item));
    }
}

/// Has each thread do it. `rayon` is compiled for this and nothing else; and nothing is allocated
/// once the threads are at work, which may have taken all the memory that there is.
#[cfg(feature = "threads")]
fn run(threads: &rayon::ThreadPool, errand: &(dyn Fn() + Sync)) {
    threads.broadcast(|_| errand());
}
