//! The run: all boards, dealt out to workers, and the puzzles that they find.

use std::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use super::super::run::{RunSupervisor, SurveyError, SurveyOptions};
use super::boards::PackedBoards;
#[cfg(feature = "files")]
use super::checkpoint::{read, write};
use super::progress::{PartialResult, RushPuzzle, RushScope, SurveyProgress};
use super::search::BoardAnalyser;
use crate::control::{Observer, Progress, StopReason};
use crate::parallel::{ShouldStop, lock, run_watched};
use crate::rng::Rng;
use crate::sliding::{CheckpointError, WorkFolder};

/// What there is of Rush Hour.
#[derive(Clone, PartialEq, Debug)]
pub struct RushSurvey {
    /// The minimal puzzles: of each component the hardest start, if it is easier without any one of
    /// its cars and walls. The hardest first.
    pub puzzles: Vec<RushPuzzle>,
    /// Boards gone through: those whose cars are packed.
    pub boards: u64,
    /// Components among them.
    pub components: u64,
    /// Components in which the primary car can leave.
    pub solvable: u64,
    /// What ended it before all was gone through.
    pub stopped: Option<StopReason>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Goes through every Rush Hour board of a scope. The same scope has the same answer.
///
/// # Errors
/// If there is no such scope, or no run can be kept in the folder that is named.
///
/// # Complexity
/// Five microseconds a board; there are 1,349 of 4×4, 268,109 of 5×5, 243,502,786 of 6×6, and each
/// wall makes some twelve times as many.
///
/// ```
/// use huarong::design::{RushScope, SurveyOptions, rush_survey};
/// use std::ops::ControlFlow;
///
/// let scope = RushScope { side: 4, walls: 0 };
/// let survey = rush_survey(&scope, &SurveyOptions::default(), &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!((survey.components, survey.solvable, survey.puzzles.len()), (880, 493, 32));
/// assert_eq!(survey.puzzles[0].slides, 7);
/// # Ok::<(), huarong::design::SurveyError>(())
/// ```
pub fn rush_survey(
    scope: &RushScope,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<RushSurvey, SurveyError> {
    scope.check()?;
    let folder = options.work_folder.as_deref().map(WorkFolder::create).transpose()?;
    let mut known = SurveyProgress::default();
    if let Some(folder) = &folder {
        // Whatever ends it, there is something to go on with.
        write(folder, scope, &known)?;
    }
    let boards = PackedBoards::new(scope.side, scope.walls);
    Ok(run_survey(scope, &boards, &mut known, folder.as_ref(), (options, observer))?)
}

/// Goes on with a run that is kept in this folder, with what it is about.
///
/// # Errors
/// If no such run is kept there, or it cannot be read.
#[cfg(feature = "files")]
pub fn resume_rush_survey(
    folder: &Path,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<(RushScope, RushSurvey), SurveyError> {
    let folder = WorkFolder::open(folder)?;
    let (scope, mut known) = read(&folder.checkpoint())?;
    folder.clear()?;
    let boards = PackedBoards::new(scope.side, scope.walls);
    if known.done.iter().any(|&part| part >= boards.parts()) {
        let (path, why) = (folder.checkpoint(), "there is no such part".to_owned());
        return Err(CheckpointError::Malformed { path, why }.into());
    }
    let survey = run_survey(&scope, &boards, &mut known, Some(&folder), (options, observer))?;
    Ok((scope, survey))
}

#[cfg(not(feature = "files"))]
const fn write(
    folder: &WorkFolder,
    _: &RushScope,
    _: &SurveyProgress,
) -> Result<(), CheckpointError> {
    match *folder {}
}

/// Boards that are searched between two looks at the clock.
const CHUNK: u64 = 1 << 8;

/// What workers share.
#[derive(Debug)]
struct Shared {
    parts: Vec<usize>,
    next: AtomicUsize,
    finished: Mutex<Vec<(usize, PartialResult)>>,
    boards: AtomicU64,
    /// By worker.
    bytes: Vec<AtomicUsize>,
}

fn run_survey(
    scope: &RushScope,
    boards: &PackedBoards,
    known: &mut SurveyProgress,
    folder: Option<&WorkFolder>,
    (options, observer): (&SurveyOptions, Observer<'_>),
) -> Result<RushSurvey, CheckpointError> {
    let threads = options.threads.get();
    let shared = Shared::new(boards, &known.done, threads);
    let mut supervisor = RunSupervisor::new(options.limits, observer, known.elapsed);
    let (mut hardest, mut done) = (known.gain.hardest(), 0);
    let mut check = |known: &mut SurveyProgress, is_last: bool| {
        for (part, gain) in lock(&shared.finished).drain(..) {
            done += 1;
            hardest = hardest.max(gain.hardest());
            known.done.push(part);
            known.gain.add(gain);
        }
        let kept = known.gain.puzzles.capacity() * (size_of::<RushPuzzle>() + scope.side.pow(2));
        let states = usize::try_from(shared.boards.load(Relaxed)).unwrap_or(usize::MAX);
        let all = shared.parts.len();
        supervisor.check(Progress {
            depth: hardest,
            states,
            bytes: shared.bytes.iter().map(|bytes| bytes.load(Relaxed)).sum::<usize>() + kept,
            expected: states.saturating_mul(all).checked_div(done),
            ..Progress::default()
        });
        known.elapsed = supervisor.elapsed();
        if let Some(folder) = folder {
            supervisor.keep(is_last, || write(folder, scope, known));
        }
        supervisor.verdict()
    };
    let work = |number, should_stop: ShouldStop<'_>| shared.work(boards, number, should_stop);
    let rest = run_watched(threads, &work, &mut || check(known, false));
    let _ = check(known, true);
    // What ends it after the last part has ended nothing.
    let stopped = supervisor.end()?.filter(|_| known.done.len() < boards.parts());
    let mut gain = known.gain.clone();
    rest.into_iter().flatten().for_each(|more| gain.add(more));
    let PartialResult { mut puzzles, boards, components, solvable } = gain;
    puzzles.sort_unstable_by(|one, other| {
        let order = other.slides.cmp(&one.slides);
        order.then_with(|| one.cells.cmp(&other.cells))
    });
    Ok(RushSurvey { puzzles, boards, components, solvable, stopped, elapsed: known.elapsed })
}

impl Shared {
    fn new(boards: &PackedBoards, done: &[usize], threads: usize) -> Self {
        let mut parts: Vec<usize> = (0..boards.parts()).collect();
        // In any order, so that what is left takes as long as what is done.
        Rng::new(0).shuffle(&mut parts);
        let mut is_done = vec![false; parts.len()];
        for &part in done {
            is_done[part] = true;
        }
        parts.retain(|&part| !is_done[part]);
        Shared {
            parts,
            next: AtomicUsize::new(0),
            finished: Mutex::default(),
            boards: AtomicU64::new(0),
            bytes: (0..threads).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    /// Does parts while there are any and it is not over; what it has found of one that it leaves.
    fn work(
        &self,
        boards: &PackedBoards,
        number: usize,
        should_stop: ShouldStop<'_>,
    ) -> Option<PartialResult> {
        let mut search = BoardAnalyser::new(boards.side);
        while !should_stop() {
            let &part = self.parts.get(self.next.fetch_add(1, Relaxed))?;
            let mut gain = PartialResult::default();
            let mut counted = 0;
            let visited = boards.visit(part, &mut |board| {
                gain.count(search.judge(boards, board));
                if gain.boards.is_multiple_of(CHUNK) {
                    self.boards.fetch_add(gain.boards - counted, Relaxed);
                    counted = gain.boards;
                    self.bytes[number].store(search.bytes(), Relaxed);
                    if should_stop() {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
            if visited.is_break() {
                return Some(gain);
            }
            self.boards.fetch_add(gain.boards - counted, Relaxed);
            lock(&self.finished).push((part, gain));
        }
        None
    }
}
