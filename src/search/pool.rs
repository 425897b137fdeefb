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

    /// Does the work on each item, given its number.
    pub(super) fn each<T: Send>(&self, items: &mut [T], work: &(dyn Fn(usize, &mut T) + Sync)) {
        #[cfg(feature = "threads")]
        if let Some(threads) = &self.threads {
            let errands = items
                .iter_mut()
                .enumerate()
                .map(|(number, item)| -> Errand<'_> { Box::new(move || work(number, item)) });
            return run(threads, errands.collect());
        }
        items.iter_mut().enumerate().for_each(|(number, item)| work(number, item));
    }
}

/// What one thread does, whatever it is: `rayon` is compiled for this and nothing else.
#[cfg(feature = "threads")]
type Errand<'a> = Box<dyn FnOnce() + Send + 'a>;

#[cfg(feature = "threads")]
fn run(threads: &rayon::ThreadPool, errands: Vec<Errand<'_>>) {
    threads.scope(|scope| {
        for errand in errands {
            scope.spawn(|_| errand());
        }
    });
}
