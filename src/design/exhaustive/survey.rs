//! The run: all tasks, dealt out to workers, and the hardest puzzles that they find.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use super::super::run::{RunSupervisor, SurveyError, SurveyOptions};
use super::boards::BoardEnumerator;
#[cfg(feature = "files")]
use super::checkpoint::{read, write};
use super::count;
use super::frame::{Dissection, PackedBoard};
use super::progress::{HardestStart, JobId, PartialResult, SurveyJob, SurveyProgress};
use super::puzzles::{HardestPuzzle, puzzle};
use super::retrograde::{RetrogradeBfs, SearchContext};
use super::scope::FrameScope;
use super::task::{FrameContext, GoalTask, contexts, tasks};
use crate::control::{Observer, Progress, StopReason};
use crate::parallel::{ShouldStop, lock, run_watched};
use crate::sliding::{CheckpointError, WorkFolder};

/// What there is in a scope.
#[derive(Clone, Debug)]
pub struct FrameSurvey {
    /// The hardest puzzles, by their number of pieces; of those that have as many, the hardest
    /// first, and of each set of pieces and each goal piece one, mirror images as one.
    pub table: Vec<HardestPuzzle>,
    /// Boards in which the goal piece has just come to where it is to be.
    pub just_solved: u64,
    /// States searched, mirror images as one.
    pub states: u64,
    /// What ended it before all was searched.
    pub stopped: Option<StopReason>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Goes through every puzzle of a scope. The same scope has the same answer.
///
/// # Errors
/// If there is no such scope, or no run can be kept in the folder that is named.
///
/// # Complexity
/// Some hundred nanoseconds a state; a 4×4 frame has 83 million, and each cell more has some three
/// times as many. Memory is that of the largest set of pieces.
///
/// ```
/// use huarong::design::{FrameScope, SurveyOptions, survey_frame};
/// use std::ops::ControlFlow;
///
/// let options = SurveyOptions::default();
/// let survey = survey_frame(&FrameScope::new(3, 3), &options, &mut |_| ControlFlow::Continue(()))?;
/// let hardest: Vec<u32> = survey.table.iter().map(|it| it.moves).collect();
/// assert_eq!(hardest, [1, 2, 5, 10, 14, 22, 18, 13]);
/// # Ok::<(), huarong::design::SurveyError>(())
/// ```
pub fn survey_frame(
    scope: &FrameScope,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<FrameSurvey, SurveyError> {
    scope.check()?;
    let folder = options.work_folder.as_deref().map(WorkFolder::create).transpose()?;
    let mut known = SurveyProgress::default();
    if let Some(folder) = &folder {
        // Whatever ends it, there is something to go on with.
        write(folder, scope, &known)?;
    }
    run_survey(scope, &mut known, folder.as_ref(), (options, observer))
}

/// Goes on with a run that is kept in this folder, with what it is about.
///
/// # Errors
/// If no such run is kept there, or it cannot be read.
#[cfg(feature = "files")]
pub fn resume_survey(
    folder: &Path,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<(FrameScope, FrameSurvey), SurveyError> {
    let folder = WorkFolder::open(folder)?;
    let (scope, mut known) = read(&folder.checkpoint())?;
    folder.clear()?;
    let survey = run_survey(&scope, &mut known, Some(&folder), (options, observer))?;
    Ok((scope, survey))
}

#[cfg(not(feature = "files"))]
const fn write(
    folder: &WorkFolder,
    _: &FrameScope,
    _: &SurveyProgress,
) -> Result<(), CheckpointError> {
    match *folder {}
}

fn run_survey(
    scope: &FrameScope,
    known: &mut SurveyProgress,
    folder: Option<&WorkFolder>,
    (options, observer): (&SurveyOptions, Observer<'_>),
) -> Result<FrameSurvey, SurveyError> {
    let contexts = contexts(scope);
    let tasks = tasks(scope, &contexts);
    let done = known.done.iter().map(SurveyJob::id).collect();
    let course = SurveyPlan { scope, contexts: &contexts, tasks: &tasks, done };
    let supervisor = RunSupervisor::new(options.limits, observer, known.elapsed);
    let run = SurveyContext { threads: options.threads.get(), supervisor, known, folder };
    // A board in as few words as it takes.
    if Dissection::bits(&scope.frame()) < u64::BITS {
        Ok(course.run::<u64>(run)?)
    } else {
        Ok(course.run::<u128>(run)?)
    }
}

/// What is done, and what is to be done.
struct SurveyPlan<'a> {
    scope: &'a FrameScope,
    contexts: &'a [FrameContext],
    tasks: &'a [GoalTask],
    /// What was done before this run went on.
    done: HashSet<JobId>,
}

/// What a run has besides what it searches.
struct SurveyContext<'a, 'w> {
    threads: usize,
    supervisor: RunSupervisor<'w>,
    known: &'a mut SurveyProgress,
    folder: Option<&'a WorkFolder>,
}

/// The most boards that are just solved and listed at a time; so few in tests that there are parts.
const MAX_LISTED: usize = if cfg!(test) { 1 << 8 } else { 1 << 21 };

/// What it costs to count a board, where to search it costs one.
const COUNTED: f64 = 0.02;

/// Boards that are expanded between two looks at the clock.
const CHUNK: usize = 1 << 12;

impl SurveyPlan<'_> {
    fn run<K: PackedBoard>(
        &self,
        run: SurveyContext<'_, '_>,
    ) -> Result<FrameSurvey, CheckpointError> {
        let SurveyContext { threads, mut supervisor, known, folder } = run;
        let mut jobs = self.jobs();
        jobs.retain(|job| !self.done.contains(&job.id()));
        // What is to be done from here, and what of it is done.
        let (all, mut done): (f64, f64) = (jobs.iter().map(|job| job.weight).sum(), 0.0);
        let shared = Shared::new(jobs, threads, known.gain.most());
        let mut check = |known: &mut SurveyProgress, is_last: bool| {
            for (job, gain) in lock(&shared.finished).drain(..) {
                done += job.weight;
                known.done.push(job);
                known.gain.add(gain, self.scope.top);
            }
            let states = shared.states.load(Relaxed);
            let done = done + shared.begun.iter().map(Weight::load).sum::<f64>();
            supervisor.check(Progress {
                depth: shared.hardest.load(Relaxed),
                states: usize::try_from(states).unwrap_or(usize::MAX),
                bytes: shared.bytes.iter().map(|bytes| bytes.load(Relaxed)).sum(),
                expected: (done > 0.0).then(|| whole(real(states.into()) * all / done)),
                ..Progress::default()
            });
            known.elapsed = supervisor.elapsed();
            if let Some(folder) = folder {
                supervisor.keep(is_last, || write(folder, self.scope, known));
            }
            supervisor.verdict()
        };
        let work = |number, should_stop: ShouldStop<'_>| {
            SurveyWorker::<K>::new(self, &shared, number).work(should_stop)
        };
        let rest = run_watched(threads, &work, &mut || check(known, false));
        let rest: Vec<PartialResult> = rest.into_iter().flatten().collect();
        let _ = check(known, true);
        // What ends it after the last job has ended nothing.
        let is_done = rest.is_empty() && lock(&shared.queue).is_empty();
        let stopped = supervisor.end()?.filter(|_| !is_done);
        let mut gain = known.gain.clone();
        for more in rest {
            gain.add(more, self.scope.top);
        }
        let told = self.report(gain, (stopped, known.elapsed));
        told.map_err(|why| {
            let path = folder.map(|folder| folder.path().to_owned()).unwrap_or_default();
            CheckpointError::Malformed { path, why: why.to_owned() }
        })
    }

    /// What was found, as puzzles; or what is wrong with it, if it was read from a file.
    fn report(
        &self,
        gain: PartialResult,
        (stopped, elapsed): (Option<StopReason>, Duration),
    ) -> Result<FrameSurvey, &'static str> {
        let found = gain.hardest.into_iter().enumerate();
        let table = found.flat_map(|(pieces, found)| found.into_iter().map(move |it| (pieces, it)));
        let hardest =
            |(pieces, found): (usize, HardestStart)| -> Result<HardestPuzzle, &'static str> {
                let task = self.tasks.get(found.task).ok_or("there is no such goal piece")?;
                let frame = &self.contexts[task.context].frame;
                let start = Dissection::unpack(found.start, frame);
                let Reverse(moves) = found.moves;
                let puzzle = puzzle(frame, task.ends(), &start, (moves, self.scope.metric));
                Ok(HardestPuzzle { pieces, moves, puzzle: puzzle.ok_or("a board is none")? })
            };
        let table = table.map(hardest).collect::<Result<_, _>>()?;
        let PartialResult { just_solved, states, .. } = gain;
        Ok(FrameSurvey { table, just_solved, states, stopped, elapsed })
    }

    /// All that is to be done, what takes longest last.
    fn jobs(&self) -> Vec<SurveyJob> {
        // Whatever its walls, near enough to tell what takes long.
        let plain = self.scope.frame();
        let boards = count::boards(&plain);
        // Each cell more has so many times as many boards.
        let growth = real(boards.iter().sum()).powf(1.0 / f64::from(plain.area()));
        let mut jobs = Vec::new();
        for (number, task) in self.tasks.iter().enumerate() {
            let cells = self.contexts[task.context].frame.cells.count_ones();
            for empty in 1..=cells - task.area() {
                if self.scope.empty.contains(&(empty as usize)) {
                    let share = real(boards[empty as usize]);
                    // Where the goal piece can never start, boards are only counted.
                    let cost = if task.starts == 0 { COUNTED } else { 1.0 };
                    let weight = cost * share / growth.powf(f64::from(task.area()));
                    jobs.push(SurveyJob { task: number, empty, part: (0, 1), weight });
                }
            }
        }
        jobs.sort_by(|one, other| one.weight.total_cmp(&other.weight));
        jobs
    }
}

/// Near enough to tell how far it has come.
#[expect(clippy::cast_precision_loss, reason = "a percent is all that is shown")]
const fn real(number: u128) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is not is 0")]
const fn whole(number: f64) -> usize {
    number as usize
}

/// A board that is just solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SolvedBoard<K> {
    /// Of which pieces it is made.
    pieces: u64,
    key: K,
    /// The first cell of the goal piece.
    goal: u8,
}

/// What workers share.
#[derive(Debug)]
struct Shared {
    queue: Mutex<Vec<SurveyJob>>,
    finished: Mutex<Vec<(SurveyJob, PartialResult)>>,
    /// Workers whose job may come back in parts.
    enumerator: AtomicUsize,
    states: AtomicU64,
    /// The moves of the hardest start.
    hardest: AtomicU32,
    /// By worker.
    bytes: Vec<AtomicUsize>,
    /// By worker: the weight of what is done of the job that it is at.
    begun: Vec<Weight>,
}

/// A weight that threads share: the bits of a number.
#[derive(Default, Debug)]
struct Weight(AtomicU64);

impl Weight {
    fn load(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }

    fn store(&self, weight: f64) {
        self.0.store(weight.to_bits(), Relaxed);
    }
}

impl Shared {
    /// Where the hardest start known takes so many moves.
    fn new(jobs: Vec<SurveyJob>, threads: usize, hardest: u32) -> Self {
        Shared {
            queue: Mutex::new(jobs),
            finished: Mutex::default(),
            enumerator: AtomicUsize::new(0),
            states: AtomicU64::new(0),
            hardest: AtomicU32::new(hardest),
            bytes: (0..threads).map(|_| AtomicUsize::new(0)).collect(),
            begun: (0..threads).map(|_| Weight::default()).collect(),
        }
    }
}

/// What one thread does.
struct SurveyWorker<'a, K> {
    course: &'a SurveyPlan<'a>,
    shared: &'a Shared,
    number: usize,
    job: Option<(SurveyJob, SearchContext<'a>)>,
    listed: Vec<SolvedBoard<K>>,
    /// How many of them have been searched.
    searched: usize,
    bfs: RetrogradeBfs<K>,
    is_searching: bool,
    /// Of the job that it is at.
    gain: PartialResult,
}

impl<'a, K: PackedBoard> SurveyWorker<'a, K> {
    fn new(course: &'a SurveyPlan<'a>, shared: &'a Shared, number: usize) -> Self {
        SurveyWorker {
            course,
            shared,
            number,
            job: None,
            listed: Vec::new(),
            searched: 0,
            bfs: RetrogradeBfs::default(),
            is_searching: false,
            gain: PartialResult::default(),
        }
    }

    /// Does jobs while there are any and it is not over; what it has found of one that it leaves.
    fn work(mut self, should_stop: ShouldStop<'_>) -> Option<PartialResult> {
        while !should_stop() {
            if let Some((job, rules)) = &self.job {
                if self.is_searching {
                    self.is_searching = !self.bfs.advance(rules, CHUNK);
                    let bytes = self.listed.capacity() * size_of::<SolvedBoard<K>>();
                    self.shared.bytes[self.number].store(bytes + self.bfs.bytes(), Relaxed);
                    if !self.is_searching {
                        self.harvest();
                    }
                } else if self.searched == self.listed.len() {
                    let done = (*job, std::mem::take(&mut self.gain));
                    self.shared.begun[self.number].store(0.0);
                    lock(&self.shared.finished).push(done);
                    self.job = None;
                } else {
                    self.next_set();
                }
            } else {
                let next = {
                    let mut queue = lock(&self.shared.queue);
                    let next = queue.pop();
                    self.shared.enumerator.fetch_add(usize::from(next.is_some()), Relaxed);
                    next
                };
                match next {
                    Some(job) => {
                        self.begin(job, should_stop);
                        self.shared.enumerator.fetch_sub(1, Relaxed);
                    }
                    None if self.shared.enumerator.load(Relaxed) == 0 => break,
                    // There may be parts to come.
                    None => std::thread::sleep(Duration::from_millis(1)),
                }
            }
        }
        self.job.map(|_| self.gain)
    }

    /// Lists what is just solved; if that is too much, what is to be done comes back in parts.
    fn begin(&mut self, job: SurveyJob, should_stop: ShouldStop<'_>) {
        let SurveyPlan { scope, contexts, tasks, done } = self.course;
        let task = &tasks[job.task];
        let context = &contexts[task.context];
        let rules = task.rules(scope, context);
        let narrow = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let count = narrow(*scope.pieces.start())..=narrow(*scope.pieces.end());
        let SurveyJob { empty, part: (part, parts), .. } = job;
        let enumerator = BoardEnumerator {
            frame: &context.frame,
            pieces: &context.pieces,
            count,
            empty,
            should_stop: RefCell::new(should_stop),
            looks: Cell::default(),
        };
        self.listed.clear();
        self.searched = 0;
        let mut count = 0;
        let listed = task.visit_just_solved(&enumerator, &mut |board, piece, shape_hash| {
            let pieces = task.set_of_pieces(shape_hash);
            if pieces % parts == part {
                count += 1;
                // A piece that can never start is only counted.
                if task.starts != 0 && (parts > 1 || count <= MAX_LISTED) {
                    let (key, goal) = rules.images.canonical(board, piece, &context.frame);
                    self.listed.push(SolvedBoard { pieces, key, goal });
                }
            }
            ControlFlow::Continue(())
        });
        if listed.is_break() {
            return lock(&self.shared.queue).push(job);
        }
        if parts == 1 && count > MAX_LISTED && task.starts != 0 {
            let parts = count.div_ceil(MAX_LISTED) as u64;
            let more = (0..parts).map(|part| SurveyJob { part: (part, parts), ..job });
            let mut more: Vec<_> = more.filter(|job| !done.contains(&job.id())).collect();
            let weight = job.weight / real(more.len() as u128);
            for job in &mut more {
                job.weight = weight;
            }
            return lock(&self.shared.queue).extend(more);
        }
        self.listed.sort_unstable();
        self.gain.just_solved += (count * task.images) as u64;
        self.job = Some((job, rules));
    }

    /// Begins with the next boards that are made of the same pieces.
    fn next_set(&mut self) {
        let rest = &self.listed[self.searched..];
        let end = rest.partition_point(|it| it.pieces == rest[0].pieces);
        self.bfs.start(rest[..end].iter().map(|it| (it.key, it.goal)));
        self.searched += end;
        self.is_searching = true;
    }

    /// Keeps the hardest start of what was searched.
    fn harvest(&mut self) {
        let states = self.bfs.len() as u64;
        self.gain.states += states;
        self.shared.states.fetch_add(states, Relaxed);
        let Some((job, rules)) = &self.job else { return };
        let share = real(self.searched as u128) / real(self.listed.len() as u128);
        self.shared.begun[self.number].store(job.weight * share);
        let Some(farthest) = self.bfs.farthest() else { return };
        self.shared.hardest.fetch_max(farthest.moves, Relaxed);
        let board = Dissection::unpack(farthest.start, rules.frame);
        let found = HardestStart {
            moves: Reverse(farthest.moves),
            task: job.task,
            start: farthest.start.into(),
        };
        self.gain.keep(board.pieces(rules.frame).count(), found, self.course.scope.top);
    }
}
