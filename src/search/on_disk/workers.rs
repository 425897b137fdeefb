//! Jobs side by side, while the watch is looked at.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::control::{Progress, StopReason, Watch};
use crate::search::layers::Halt;

/// Between two looks at the watch.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Tells jobs that nobody waits for them any more.
#[derive(Default, Debug)]
pub(super) struct Stop(AtomicBool);

impl Stop {
    /// An error if it is time to stop. Which one, nobody will see.
    pub(super) fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does all jobs, each on a thread of its own, and returns their results in the order of the jobs.
/// If one fails or the watch says so, the others are stopped.
///
/// The threads are no pool's: a pool of one whose only thread waited here would never do a job.
pub(super) fn run<J: Send, R: Send>(
    jobs: impl IntoIterator<Item = J>,
    work: impl Fn(J, &Stop) -> io::Result<R> + Sync,
    watch: &mut Watch<'_>,
    progress: impl Fn() -> Progress,
) -> Result<Vec<R>, Halt> {
    let stop = &Stop::default();
    let work = &work;
    thread::scope(|scope| {
        let (done, results) = channel();
        let mut waiting = 0;
        for (number, job) in jobs.into_iter().enumerate() {
            let done = done.clone();
            // If nobody listens, the answer is not wanted.
            scope.spawn(move || done.send((number, work(job, stop))).ok());
            waiting += 1;
        }
        drop(done);
        let mut answers = Vec::new();
        while answers.len() < waiting {
            match results.recv_timeout(LOOK_EVERY) {
                Ok((number, Ok(answer))) => answers.push((number, answer)),
                Ok((_, Err(error))) => {
                    stop.set();
                    return Err(error.into());
                }
                Err(RecvTimeoutError::Timeout) => {
                    look(watch, progress()).inspect_err(|_| stop.set())?;
                }
                // One has panicked, which the end of the scope passes on.
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        answers.sort_unstable_by_key(|&(number, _)| number);
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    })
}

fn look(watch: &mut Watch<'_>, progress: Progress) -> Result<(), StopReason> {
    watch.look_now(|| progress)?;
    match watch.limits().max_states {
        Some(most) if progress.states > most => Err(StopReason::States),
        _ => Ok(()),
    }
}
