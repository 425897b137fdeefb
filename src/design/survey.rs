//! Surveys: searches of all puzzles of a kind, divided into jobs.
//!
//! Each worker thread takes jobs from one queue and searches them. The calling thread adds up their
//! results, checks the limits and writes checkpoints.
//!
//! A checkpoint is a file in the folder of the run, in bincode's standard form: the scope of the
//! survey, its milliseconds so far, its result so far, and the numbers of the finished jobs.
//! Unfinished jobs start again.

use std::{
    cell::RefCell,
    io::Read,
    num::NonZero,
    ops::{ControlFlow, RangeInclusive},
    path::{Path, PathBuf},
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use bincode::{Decode, Encode};

use crate::{
    control::{Limits, Monitor, Progress, StopReason, break_if},
    file::{
        RunFolder,
        container::{ContainerError, FileFormat, decoded, form},
    },
    parallel::{ShouldStop, lock, run_watched},
    sliding::{CheckpointError, refusal, unwritten},
};

/// Limits, threads and folder of a survey.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SurveyOptions {
    /// The limits that end the survey early.
    pub limits: Limits,
    /// The number of threads.
    pub threads: NonZero<usize>,
    /// The folder for checkpoints, used by this survey alone; `None` saves nothing.
    pub work_folder: Option<PathBuf>,
}

setters!(SurveyOptions {
    with_limits = limits: Limits,
    with_threads = threads: NonZero<usize>,
    with_work_folder = work_folder: Option<PathBuf>,
});

impl SurveyOptions {
    /// Creates the folder for checkpoints, if one is named.
    pub(super) fn create_folder(&self) -> Result<Option<RunFolder>, CheckpointError> {
        let folder = self.work_folder.as_deref();
        Ok(folder.map(RunFolder::create).transpose()?)
    }
}

impl Default for SurveyOptions {
    /// No limits, one thread, no checkpoints.
    fn default() -> Self {
        SurveyOptions {
            limits: Limits::default(),
            threads: NonZero::<usize>::MIN,
            work_folder: None,
        }
    }
}

/// The reason why a survey failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// The scope is invalid.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// A checkpoint cannot be written or read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// The maximum number of cells of a frame: one more row or column also takes bits for its sides.
pub const MAX_AREA: usize = 30;

/// An invalid description of puzzles: too large, contradictory, or without a single puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ScopeError {
    message: String,
    help: &'static str,
    is_proof: bool,
}

impl ScopeError {
    pub(super) fn new(message: impl Into<String>, help: &'static str) -> Self {
        ScopeError {
            message: message.into(),
            help,
            is_proof: false,
        }
    }

    /// Returns the error for a description that no puzzle meets.
    pub(super) fn proof(message: impl Into<String>, help: &'static str) -> Self {
        ScopeError {
            is_proof: true,
            ..ScopeError::new(message, help)
        }
    }

    /// Returns the error that the frame has one cell.
    pub(super) fn one_cell() -> Self {
        ScopeError::proof(
            "nothing can move in a frame of one cell",
            "take a larger frame: `3x3`",
        )
    }

    /// Returns the error that the walls leave no room for a piece and an empty cell.
    pub(super) fn too_many_walls(walls: usize, cells: usize) -> Self {
        ScopeError::proof(
            format!("{walls} walls leave no room to move in a frame of {cells} cells"),
            "give a smaller number of walls",
        )
    }

    /// Returns the error that the side of a square board is not in this range.
    pub(super) fn wrong_side(board: &str, sides: &RangeInclusive<usize>, side: usize) -> Self {
        let least = sides.start();
        let most = sides.end();
        ScopeError::new(
            format!("{board} has {least} to {most} rows and columns, and this one has {side}"),
            "take another size, like `6x6`",
        )
    }

    /// Returns the hint how to mend the description.
    pub const fn help(&self) -> &'static str {
        self.help
    }

    /// Returns whether the error proves that no puzzle meets the description. Other descriptions
    /// are not supported, or contradict themselves.
    pub const fn is_proof(&self) -> bool {
        self.is_proof
    }
}

/// A part of a survey.
#[derive(Clone, Copy, Debug)]
pub struct Job<I> {
    pub id: I,
    /// Estimated cost, in any unit.
    pub weight: f64,
}

/// The end of a job.
pub enum JobEnd<I, F> {
    /// The job is finished, with this result.
    Done(F),
    /// The job is too large: these replace it.
    Split(Vec<Job<I>>),
    /// The survey was stopped; the result covers a part of the job.
    Unfinished(F),
}

/// A search that is divided into jobs, whose results are added up.
pub trait Survey: Sync {
    /// First bytes of a checkpoint; the last one is the kind of file.
    const MAGIC: &'static [u8];
    /// The scope in a checkpoint.
    type Scope: Encode + Decode<()>;
    /// The result of some jobs.
    type Found: Encode + Decode<()> + Clone + Default + Send;
    /// The number of a job.
    type Id: Encode + Decode<()> + Copy + Send;
    /// The memory of a thread, which its jobs reuse.
    type Worker;

    /// Checks a state that was read from a file; the error is its reason.
    fn check(state: &StateOf<Self>) -> Result<(), String>
    where
        Self: Sized;

    fn worker(&self) -> Self::Worker;

    /// Searches a job.
    ///
    /// # Errors
    /// If the memory is too small for it.
    fn search(
        &self,
        worker: &mut Self::Worker,
        job: &Job<Self::Id>,
        run: &JobRun<'_>,
    ) -> Result<JobEnd<Self::Id, Self::Found>, StopReason>;

    /// Adds a result to another one.
    fn add(&self, all: &mut Self::Found, more: Self::Found);

    /// Returns the moves of the hardest puzzle of a result.
    fn hardest(found: &Self::Found) -> u32;

    /// Returns the bytes allocated by a result.
    fn bytes(&self, _: &Self::Found) -> usize {
        0
    }
}

/// The state of a survey: the content of its checkpoint.
#[derive(Clone, Debug, Encode, Decode)]
pub struct SurveyState<C, F, I> {
    pub scope: C,
    pub milliseconds: u64,
    pub found: F,
    pub done: Vec<I>,
    /// Whether no job is left. The number of jobs is not known without the set-up.
    pub is_complete: bool,
}

/// The [`SurveyState`] of a kind of survey.
pub type StateOf<S> = SurveyState<<S as Survey>::Scope, <S as Survey>::Found, <S as Survey>::Id>;

impl<C, F: Default, I> SurveyState<C, F, I> {
    pub fn new(scope: C) -> Self {
        SurveyState {
            scope,
            milliseconds: 0,
            found: F::default(),
            done: Vec::new(),
            is_complete: false,
        }
    }

    /// Returns the time that the survey took so far.
    pub fn elapsed(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }
}

/// The result of a survey.
pub struct SurveyResult<F> {
    pub found: F,
    pub stopped: Option<StopReason>,
    pub elapsed: Duration,
}

/// Runs the jobs of a new survey, or those that a resumed one has left, from the last to the first.
///
/// # Errors
/// If a checkpoint cannot be written.
pub fn run<S: Survey>(
    survey: &S,
    jobs: Vec<Job<S::Id>>,
    state: StateOf<S>,
    folder: Option<&RunFolder>,
    threads: NonZero<usize>,
    monitor: &mut Monitor<'_>,
) -> Result<SurveyResult<S::Found>, CheckpointError> {
    let threads = threads.get();
    let shared = SharedState {
        hardest: AtomicU32::new(S::hardest(&state.found)),
        weight: jobs.iter().map(|job| job.weight).sum(),
        queue: Mutex::new(Queue { jobs, running: 0 }),
        changed: Condvar::new(),
        finished: Mutex::default(),
        states: AtomicU64::new(0),
        workers: (0..threads).map(|_| WorkerCounters::default()).collect(),
    };
    let mut supervisor = Supervisor {
        survey,
        shared: &shared,
        before: state.elapsed(),
        state,
        folder,
        monitor,
        done: 0.0,
        next_save: Duration::ZERO,
        stopped: None,
        failed: None,
    };
    let mut ends = Vec::new();
    // This writes the first checkpoint, which makes the run resumable from its start.
    if supervisor.check(false).is_continue() {
        let work = |number, should_stop: ShouldStop<'_>| shared.work(survey, number, should_stop);
        ends = run_watched(threads, &work, &mut || supervisor.check(false));
        // The run has ended, so that the result of the check has no effect.
        let _ = supervisor.check(true);
    }
    let Supervisor {
        state,
        before,
        monitor,
        stopped,
        failed,
        ..
    } = supervisor;
    let elapsed = before + monitor.elapsed();
    if let Some(error) = failed {
        return Err(error);
    }
    let mut found = state.found;
    let mut reason = stopped;
    for end in ends {
        match end {
            Ok(unfinished) => unfinished
                .into_iter()
                .for_each(|more| survey.add(&mut found, more)),
            Err(why) => reason = reason.or(Some(why)),
        }
    }
    // A limit that was reached after the last job has stopped nothing.
    let is_complete = lock(&shared.queue).jobs.is_empty();
    Ok(SurveyResult {
        found,
        stopped: reason.filter(|_| !is_complete),
        elapsed,
    })
}

/// Saves a survey, if it has a folder.
pub fn save_in<S: Survey>(
    state: &StateOf<S>,
    folder: Option<&RunFolder>,
) -> Result<(), CheckpointError> {
    folder.map_or(Ok(()), |folder| save::<S>(folder, state))
}

/// Time for which a thread waits for a job before it checks for the end of the run.
const WAIT: Duration = Duration::from_millis(50);

/// The least time between two checkpoints, and the least multiple of the time that the last one
/// took.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);
const SAVE_FACTOR: u32 = 20;

/// The calling thread: adds up results, checks the limits and writes checkpoints.
struct Supervisor<'a, 'o, S: Survey> {
    survey: &'a S,
    shared: &'a SharedState<S::Id, S::Found>,
    state: StateOf<S>,
    folder: Option<&'a RunFolder>,
    monitor: &'a mut Monitor<'o>,
    /// Time that the run took before it was resumed.
    before: Duration,
    /// Weight of the jobs that are finished since then.
    done: f64,
    next_save: Duration,
    stopped: Option<StopReason>,
    failed: Option<CheckpointError>,
}

impl<S: Survey> Supervisor<'_, '_, S> {
    /// Adds up the finished jobs, checks the limits, and saves if it is time or this is the end.
    fn check(&mut self, is_end: bool) -> ControlFlow<()> {
        for (job, found) in lock(&self.shared.finished).drain(..) {
            self.done += job.weight;
            self.state.done.push(job.id);
            self.survey.add(&mut self.state.found, found);
        }
        let states = self.shared.states.load(Relaxed);
        let workers = &self.shared.workers;
        let done = self.done + workers.iter().map(WorkerCounters::weight).sum::<f64>();
        let bytes = workers
            .iter()
            .map(|it| it.bytes.load(Relaxed))
            .sum::<usize>();
        let progress = Progress {
            depth: self.shared.hardest.load(Relaxed),
            states: usize::try_from(states).unwrap_or(usize::MAX),
            bytes: bytes
                + self.survey.bytes(&self.state.found)
                + self.state.done.capacity() * size_of::<S::Id>(),
            expected: (done > 0.0).then(|| whole(real(states.into()) * self.shared.weight / done)),
            ..Progress::default()
        };
        let checked = self.monitor.check_now(|| progress);
        self.stopped = self.stopped.or(checked.err());
        self.state.is_complete |= is_end && lock(&self.shared.queue).jobs.is_empty();
        if is_end || self.monitor.elapsed() >= self.next_save {
            self.save();
        }
        break_if(self.stopped.is_some() || self.failed.is_some())
    }

    /// Writes a checkpoint, if the run has a folder. The first failure counts.
    fn save(&mut self) {
        let begun = self.monitor.elapsed();
        let milliseconds = (self.before + begun).as_millis();
        self.state.milliseconds = u64::try_from(milliseconds).unwrap_or(u64::MAX);
        let saved = save_in::<S>(&self.state, self.folder);
        self.failed = self.failed.take().or(saved.err());
        let ended = self.monitor.elapsed();
        self.next_save = ended + SAVE_INTERVAL.max(SAVE_FACTOR * ended.saturating_sub(begun));
    }
}

/// The shared state of the threads.
struct SharedState<I, F> {
    queue: Mutex<Queue<I>>,
    /// Notified when a job ends.
    changed: Condvar,
    finished: Mutex<Vec<(Job<I>, F)>>,
    states: AtomicU64,
    hardest: AtomicU32,
    workers: Vec<WorkerCounters>,
    /// Weight of all jobs.
    weight: f64,
}

struct Queue<I> {
    jobs: Vec<Job<I>>,
    /// The number of jobs that are being searched.
    running: usize,
}

/// Figures of a worker.
#[derive(Default)]
struct WorkerCounters {
    bytes: AtomicUsize,
    /// Weight of the searched part of its job, as the bits of a number.
    weight: AtomicU64,
}

impl WorkerCounters {
    fn weight(&self) -> f64 {
        f64::from_bits(self.weight.load(Relaxed))
    }
}

/// The view that a job has of its run.
pub struct JobRun<'a> {
    should_stop: RefCell<ShouldStop<'a>>,
    states: &'a AtomicU64,
    hardest: &'a AtomicU32,
    counters: &'a WorkerCounters,
    weight: f64,
}

impl JobRun<'_> {
    /// Returns whether the job has to stop.
    pub fn should_stop(&self) -> bool {
        self.should_stop.borrow_mut()()
    }

    pub fn add_states(&self, states: u64) {
        self.states.fetch_add(states, Relaxed);
    }

    pub fn set_bytes(&self, bytes: usize) {
        self.counters.bytes.store(bytes, Relaxed);
    }

    /// Sets the searched share of the job, from 0 to 1.
    pub fn set_share(&self, share: f64) {
        self.counters
            .weight
            .store((share * self.weight).to_bits(), Relaxed);
    }

    /// Reports a puzzle with this number of moves.
    pub fn report(&self, moves: u32) {
        self.hardest.fetch_max(moves, Relaxed);
    }
}

impl<I: Copy, F> SharedState<I, F> {
    /// Searches jobs until none is left or the survey is stopped. Returns the result of an
    /// unfinished job.
    fn work<S: Survey<Id = I, Found = F>>(
        &self,
        survey: &S,
        number: usize,
        should_stop: ShouldStop<'_>,
    ) -> Result<Option<F>, StopReason> {
        let counters = &self.workers[number];
        let mut worker = survey.worker();
        while let Some(job) = self.next_job(should_stop) {
            let _running = RunningJob(self);
            let run = JobRun {
                should_stop: RefCell::new(&mut *should_stop),
                states: &self.states,
                hardest: &self.hardest,
                counters,
                weight: job.weight,
            };
            let end = survey.search(&mut worker, &job, &run);
            let is_done = matches!(end, Ok(JobEnd::Done(_) | JobEnd::Split(_)));
            if !is_done {
                lock(&self.queue).jobs.push(job);
            }
            run.set_share(0.0);
            match end? {
                JobEnd::Done(found) => {
                    run.report(S::hardest(&found));
                    lock(&self.finished).push((job, found));
                }
                JobEnd::Split(jobs) => lock(&self.queue).jobs.extend(jobs),
                JobEnd::Unfinished(found) => return Ok(Some(found)),
            }
        }
        Ok(None)
    }

    /// Takes a job. Waits while the queue is empty and a running job may still be split.
    fn next_job(&self, should_stop: &mut dyn FnMut() -> bool) -> Option<Job<I>> {
        let mut queue = lock(&self.queue);
        loop {
            if should_stop() {
                return None;
            }
            if let Some(job) = queue.jobs.pop() {
                queue.running += 1;
                return Some(job);
            }
            if queue.running == 0 {
                return None;
            }
            let waited = self.changed.wait_timeout(queue, WAIT);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Counts a job as running as long as this value lives.
struct RunningJob<'a, I, F>(&'a SharedState<I, F>);

impl<I, F> Drop for RunningJob<'_, I, F> {
    fn drop(&mut self) {
        lock(&self.0.queue).running -= 1;
        self.0.changed.notify_all();
    }
}

/// Converts a count to an estimate.
#[expect(clippy::cast_precision_loss, reason = "estimates need few digits")]
pub const fn real(number: u128) -> f64 {
    number as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
const fn whole(number: f64) -> usize {
    number as usize
}

/// The maximum size of a checkpoint, in bytes: millions of puzzles.
const MAX_BYTES: usize = 1 << 30;

const fn format<S: Survey>() -> FileFormat {
    FileFormat {
        magic: S::MAGIC,
        content: "a checkpoint",
        version: 2,
        least: 11 + 4,
    }
}

/// Reads a checkpoint.
pub fn load<S: Survey>(path: &Path) -> Result<StateOf<S>, CheckpointError> {
    let mut input = format::<S>()
        .open(path)
        .map_err(|error| refusal(path, error))?;
    if input.limit() > MAX_BYTES as u64 {
        return Err(CheckpointError::malformed(path, "it is too large"));
    }
    let mut content = Vec::new();
    input
        .read_to_end(&mut content)
        .map_err(|error| refusal(path, ContainerError::Io(error)))?;
    decoded::<MAX_BYTES, StateOf<S>>(&content)
        .and_then(|state| S::check(&state).map(|()| state))
        .map_err(|why| CheckpointError::malformed(path, why))
}

/// Replaces the checkpoint of a run.
pub fn save<S: Survey>(folder: &RunFolder, state: &StateOf<S>) -> Result<(), CheckpointError> {
    let path = folder.checkpoint();
    let bytes = bincode::encode_to_vec(state, form::<MAX_BYTES>());
    let bytes = bytes.map_err(|error| CheckpointError::malformed(&path, error.to_string()))?;
    format::<S>()
        .write(&path, |out| out.write_all(&bytes))
        .map_err(|error| unwritten(&path, error))
}
