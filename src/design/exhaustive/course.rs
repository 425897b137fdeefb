//! The run: all quests, dealt out to workers, and the hardest puzzles that they find.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use super::super::run::{IsOver, Lookout, SurveyError, SurveyOptions, lock, side_by_side};
use super::boards::Listing;
use super::count;
use super::frame::{Dissection, Key};
use super::gain::{Found, Gain, Job, JobId, Known};
#[cfg(feature = "files")]
use super::kept::{read, write};
use super::puzzles::{Hardest, puzzle};
use super::quest::{Ground, Quest, grounds, quests};
use super::scope::Scope;
use super::sweep::{Rules, Sweep};
use crate::control::{Observer, Progress, StopReason};
use crate::sliding::{CheckpointError, WorkFolder};

/// What there is in a scope.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The hardest puzzles, by their number of pieces; of those that have as many, the hardest first,
    /// and of each set of pieces and each goal piece one, mirror images as one.
    pub table: Vec<Hardest>,
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
/// use huarong::design::{Scope, SurveyOptions, survey};
/// use std::ops::ControlFlow;
///
/// let options = SurveyOptions::default();
/// let survey = survey(&Scope::new(3, 3), &options, &mut |_| ControlFlow::Continue(()))?;
/// let hardest: Vec<u32> = survey.table.iter().map(|it| it.moves).collect();
/// assert_eq!(hardest, [1, 2, 5, 10, 14, 22, 18, 13]);
/// # Ok::<(), huarong::design::SurveyError>(())
/// ```
pub fn survey(
    scope: &Scope,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<Survey, SurveyError> {
    scope.check()?;
    let folder = options.work_folder.as_deref().map(WorkFolder::create).transpose()?;
    let mut known = Known::default();
    if let Some(folder) = &folder {
        // Whatever ends it, there is something to go on with.
        write(folder, scope, &known)?;
    }
    go_on(scope, &mut known, folder.as_ref(), (options, observer))
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
) -> Result<(Scope, Survey), SurveyError> {
    let folder = WorkFolder::open(folder)?;
    let (scope, mut known) = read(&folder.checkpoint())?;
    folder.clear()?;
    let survey = go_on(&scope, &mut known, Some(&folder), (options, observer))?;
    Ok((scope, survey))
}

#[cfg(not(feature = "files"))]
const fn write(folder: &WorkFolder, _: &Scope, _: &Known) -> Result<(), CheckpointError> {
    match *folder {}
}

fn go_on(
    scope: &Scope,
    known: &mut Known,
    folder: Option<&WorkFolder>,
    (options, observer): (&SurveyOptions, Observer<'_>),
) -> Result<Survey, SurveyError> {
    let grounds = grounds(scope);
    let quests = quests(scope, &grounds);
    let done = known.done.iter().map(Job::id).collect();
    let course = Course { scope, grounds: &grounds, quests: &quests, done };
    let lookout = Lookout::new(options.limits, observer, known.elapsed);
    let run = Run { threads: options.threads.get(), lookout, known, folder };
    // A board in as few words as it takes.
    if Dissection::bits(&scope.frame()) < u64::BITS {
        Ok(course.run::<u64>(run)?)
    } else {
        Ok(course.run::<u128>(run)?)
    }
}

/// What is done, and what is to be done.
struct Course<'a> {
    scope: &'a Scope,
    grounds: &'a [Ground],
    quests: &'a [Quest],
    /// What was done before this run went on.
    done: HashSet<JobId>,
}

/// What a run has besides what it searches.
struct Run<'a, 'w> {
    threads: usize,
    lookout: Lookout<'w>,
    known: &'a mut Known,
    folder: Option<&'a WorkFolder>,
}

/// The most boards that are just solved and listed at a time; so few in tests that there are parts.
const MOST_LISTED: usize = if cfg!(test) { 1 << 8 } else { 1 << 21 };

/// What it costs to count a board, where to search it costs one.
const COUNTED: f64 = 0.02;

/// Boards that are expanded between two looks at the clock.
const CHUNK: usize = 1 << 12;

impl Course<'_> {
    fn run<K: Key>(&self, run: Run<'_, '_>) -> Result<Survey, CheckpointError> {
        let Run { threads, mut lookout, known, folder } = run;
        let mut jobs = self.jobs();
        jobs.retain(|job| !self.done.contains(&job.id()));
        // What is to be done from here, and what of it is done.
        let (all, mut done): (f64, f64) = (jobs.iter().map(|job| job.weight).sum(), 0.0);
        let shared = Shared::new(jobs, threads, known.gain.most());
        let mut look = |known: &mut Known, is_last: bool| {
            for (job, gain) in lock(&shared.finished).drain(..) {
                done += job.weight;
                known.done.push(job);
                known.gain.add(gain, self.scope.top);
            }
            let states = shared.states.load(Relaxed);
            let done = done + shared.begun.iter().map(Weight::load).sum::<f64>();
            lookout.look(Progress {
                depth: shared.hardest.load(Relaxed),
                states: usize::try_from(states).unwrap_or(usize::MAX),
                bytes: shared.bytes.iter().map(|bytes| bytes.load(Relaxed)).sum(),
                expected: (done > 0.0).then(|| whole(real(states.into()) * all / done)),
                ..Progress::default()
            });
            known.elapsed = lookout.elapsed();
            if let Some(folder) = folder {
                lookout.keep(is_last, || write(folder, self.scope, known));
            }
            lookout.verdict()
        };
        let work =
            |number, is_over: IsOver<'_>| Worker::<K>::new(self, &shared, number).work(is_over);
        let rest = side_by_side(threads, &work, &mut || look(known, false));
        let rest: Vec<Gain> = rest.into_iter().flatten().collect();
        let _ = look(known, true);
        // What ends it after the last job has ended nothing.
        let is_done = rest.is_empty() && lock(&shared.queue).is_empty();
        let stopped = lookout.end()?.filter(|_| !is_done);
        let mut gain = known.gain.clone();
        for more in rest {
            gain.add(more, self.scope.top);
        }
        let told = self.told(gain, (stopped, known.elapsed));
        told.map_err(|why| {
            let path = folder.map(|folder| folder.path().to_owned()).unwrap_or_default();
            CheckpointError::Malformed { path, why: why.to_owned() }
        })
    }

    /// What was found, as puzzles; or what is wrong with it, if it was read from a file.
    fn told(
        &self,
        gain: Gain,
        (stopped, elapsed): (Option<StopReason>, Duration),
    ) -> Result<Survey, &'static str> {
        let found = gain.hardest.into_iter().enumerate();
        let table = found.flat_map(|(pieces, found)| found.into_iter().map(move |it| (pieces, it)));
        let hardest = |(pieces, found): (usize, Found)| -> Result<Hardest, &'static str> {
            let quest = self.quests.get(found.quest).ok_or("there is no such goal piece")?;
            let frame = &self.grounds[quest.ground].frame;
            let start = Dissection::unpack(found.start, frame);
            let Reverse(moves) = found.moves;
            let puzzle = puzzle(frame, quest.ends(), &start, (moves, self.scope.metric));
            Ok(Hardest { pieces, moves, puzzle: puzzle.ok_or("a board is none")? })
        };
        let table = table.map(hardest).collect::<Result<_, _>>()?;
        let Gain { just_solved, states, .. } = gain;
        Ok(Survey { table, just_solved, states, stopped, elapsed })
    }

    /// All that is to be done, what takes longest last.
    fn jobs(&self) -> Vec<Job> {
        // Whatever its walls, near enough to tell what takes long.
        let plain = self.scope.frame();
        let boards = count::boards(&plain);
        // Each cell more has so many times as many boards.
        let growth = real(boards.iter().sum()).powf(1.0 / f64::from(plain.area()));
        let mut jobs = Vec::new();
        for (number, quest) in self.quests.iter().enumerate() {
            let cells = self.grounds[quest.ground].frame.cells.count_ones();
            for empty in 1..=cells - quest.area() {
                if self.scope.empty.contains(&(empty as usize)) {
                    let share = real(boards[empty as usize]);
                    // Where the goal piece can never start, boards are only counted.
                    let cost = if quest.starts == 0 { COUNTED } else { 1.0 };
                    let weight = cost * share / growth.powf(f64::from(quest.area()));
                    jobs.push(Job { quest: number, empty, part: (0, 1), weight });
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
struct Solved<K> {
    /// Of which pieces it is made.
    pieces: u64,
    key: K,
    /// The first cell of the goal piece.
    goal: u8,
}

/// What workers share.
#[derive(Debug)]
struct Shared {
    queue: Mutex<Vec<Job>>,
    finished: Mutex<Vec<(Job, Gain)>>,
    /// Workers whose job may come back in parts.
    listing: AtomicUsize,
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
    fn new(jobs: Vec<Job>, threads: usize, hardest: u32) -> Self {
        Shared {
            queue: Mutex::new(jobs),
            finished: Mutex::default(),
            listing: AtomicUsize::new(0),
            states: AtomicU64::new(0),
            hardest: AtomicU32::new(hardest),
            bytes: (0..threads).map(|_| AtomicUsize::new(0)).collect(),
            begun: (0..threads).map(|_| Weight::default()).collect(),
        }
    }
}

/// What one thread does.
struct Worker<'a, K> {
    course: &'a Course<'a>,
    shared: &'a Shared,
    number: usize,
    job: Option<(Job, Rules<'a>)>,
    listed: Vec<Solved<K>>,
    /// How many of them have been searched.
    searched: usize,
    sweep: Sweep<K>,
    is_searching: bool,
    /// Of the job that it is at.
    gain: Gain,
}

impl<'a, K: Key> Worker<'a, K> {
    fn new(course: &'a Course<'a>, shared: &'a Shared, number: usize) -> Self {
        Worker {
            course,
            shared,
            number,
            job: None,
            listed: Vec::new(),
            searched: 0,
            sweep: Sweep::default(),
            is_searching: false,
            gain: Gain::default(),
        }
    }

    /// Does jobs while there are any and it is not over; what it has found of one that it leaves.
    fn work(mut self, is_over: IsOver<'_>) -> Option<Gain> {
        while !is_over() {
            if let Some((job, rules)) = &self.job {
                if self.is_searching {
                    self.is_searching = !self.sweep.go_on(rules, CHUNK);
                    let bytes = self.listed.capacity() * size_of::<Solved<K>>();
                    self.shared.bytes[self.number].store(bytes + self.sweep.bytes(), Relaxed);
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
                    self.shared.listing.fetch_add(usize::from(next.is_some()), Relaxed);
                    next
                };
                match next {
                    Some(job) => {
                        self.begin(job, is_over);
                        self.shared.listing.fetch_sub(1, Relaxed);
                    }
                    None if self.shared.listing.load(Relaxed) == 0 => break,
                    // There may be parts to come.
                    None => std::thread::sleep(Duration::from_millis(1)),
                }
            }
        }
        self.job.map(|_| self.gain)
    }

    /// Lists what is just solved; if that is too much, what is to be done comes back in parts.
    fn begin(&mut self, job: Job, is_over: IsOver<'_>) {
        let Course { scope, grounds, quests, done } = self.course;
        let quest = &quests[job.quest];
        let ground = &grounds[quest.ground];
        let rules = quest.rules(scope, ground);
        let narrow = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let count = narrow(*scope.pieces.start())..=narrow(*scope.pieces.end());
        let Job { empty, part: (part, parts), .. } = job;
        let listing = Listing {
            frame: &ground.frame,
            pieces: &ground.pieces,
            count,
            empty,
            is_over: RefCell::new(is_over),
            looks: Cell::default(),
        };
        self.listed.clear();
        self.searched = 0;
        let mut count = 0;
        let listed = quest.visit_just_solved(&listing, &mut |board, piece, names| {
            let pieces = quest.set_of_pieces(names);
            if pieces % parts == part {
                count += 1;
                // A piece that can never start is only counted.
                if quest.starts != 0 && (parts > 1 || count <= MOST_LISTED) {
                    let (key, goal) = rules.images.canonical(board, piece, &ground.frame);
                    self.listed.push(Solved { pieces, key, goal });
                }
            }
            ControlFlow::Continue(())
        });
        if listed.is_break() {
            return lock(&self.shared.queue).push(job);
        }
        if parts == 1 && count > MOST_LISTED && quest.starts != 0 {
            let parts = count.div_ceil(MOST_LISTED) as u64;
            let more = (0..parts).map(|part| Job { part: (part, parts), ..job });
            let mut more: Vec<_> = more.filter(|job| !done.contains(&job.id())).collect();
            let weight = job.weight / real(more.len() as u128);
            for job in &mut more {
                job.weight = weight;
            }
            return lock(&self.shared.queue).extend(more);
        }
        self.listed.sort_unstable();
        self.gain.just_solved += (count * quest.images) as u64;
        self.job = Some((job, rules));
    }

    /// Begins with the next boards that are made of the same pieces.
    fn next_set(&mut self) {
        let rest = &self.listed[self.searched..];
        let end = rest.partition_point(|it| it.pieces == rest[0].pieces);
        self.sweep.start(rest[..end].iter().map(|it| (it.key, it.goal)));
        self.searched += end;
        self.is_searching = true;
    }

    /// Keeps the hardest start of what was searched.
    fn harvest(&mut self) {
        let states = self.sweep.len() as u64;
        self.gain.states += states;
        self.shared.states.fetch_add(states, Relaxed);
        let Some((job, rules)) = &self.job else { return };
        let share = real(self.searched as u128) / real(self.listed.len() as u128);
        self.shared.begun[self.number].store(job.weight * share);
        let Some(farthest) = self.sweep.farthest() else { return };
        self.shared.hardest.fetch_max(farthest.moves, Relaxed);
        let board = Dissection::unpack(farthest.start, rules.frame);
        let found = Found {
            moves: Reverse(farthest.moves),
            quest: job.quest,
            start: farthest.start.into(),
        };
        self.gain.keep(board.pieces(rules.frame).count(), found, self.course.scope.top);
    }
}
