//! A worker pool: the same work on each of several things, side by side where there are threads.

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

    /// Does the work on each item, given its number; the first error found ends it.
    pub(super) fn each<T: Send, E: Send>(
        &self,
        items: &mut [T],
        work: impl Fn(usize, &mut T) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        #[cfg(feature = "threads")]
        if let Some(threads) = &self.threads {
            use rayon::prelude::*;
            let items = items.par_iter_mut().enumerate();
            return threads.install(|| items.try_for_each(|(number, item)| work(number, item)));
        }
        items.iter_mut().enumerate().try_for_each(|(number, item)| work(number, item))
    }
}
