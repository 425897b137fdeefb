//! The survey of a frame: its jobs, their search, and their results.
//!
//! Its checkpoint is a file of kind `E`.

use std::{
    cell,
    cmp::Reverse,
    collections::HashSet,
    marker::PhantomData,
    ops::{ControlFlow, RangeInclusive},
    path::Path,
    time::Duration,
};

use bincode::{Decode, Encode};

use super::{
    FrameScope, GoalSpec, HardestPuzzle,
    board::{Dissection, PackedBoard},
    enumeration::{self, BoardEnumerator, FrameContext, GoalTask, Setup, contexts, tasks},
    puzzle_of,
    retrograde::{RetrogradeBfs, SearchContext},
};
use crate::{
    control::{Monitor, Observer, StopReason},
    design::survey::{
        self, Job, JobEnd, JobRun, Survey, SurveyError, SurveyOptions, SurveyState, load, real,
    },
    file::RunFolder,
    grid::Cell,
    memory,
    puzzle::{Metric, Polyomino},
    sliding::CheckpointError,
};

/// The result of [`survey_frame`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FrameSurvey {
    /// The hardest puzzles by their number of pieces, the hardest of each number first. Each set of
    /// pieces and each goal piece has one, and mirror images count as one.
    pub table: Vec<HardestPuzzle>,
    /// Boards whose goal piece has just reached its goal.
    pub just_solved: u64,
    /// States searched; mirror images count as one.
    pub states: u64,
    /// The reason why the survey is incomplete.
    pub stopped: Option<StopReason>,
    /// The time it took.
    pub elapsed: Duration,
}

/// Searches every puzzle of a scope. The result depends on the scope alone.
///
/// # Errors
/// If the scope is invalid, or the folder for checkpoints cannot be used.
///
/// # Complexity
/// Some hundred nanoseconds a state. A 4×4 frame has 83 million states, and each further cell
/// triples them. Memory is that of the largest set of pieces, and for each thread a list of solved
/// boards: an eighth of its share of the limit, at most half a gigabyte.
///
/// ```
/// use huarong::design::{FrameScope, SurveyOptions, survey_frame};
/// use huarong::control::unobserved;
///
/// let options = SurveyOptions::default();
/// let survey = survey_frame(&FrameScope::new(3, 3), &options, &mut unobserved)?;
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
    let folder = options.create_folder()?;
    let state = SurveyState::new(ScopeWire::of(scope.clone()));
    Ok(run(scope, state, folder.as_ref(), options, observer)?)
}

/// Continues the survey of a checkpoint, and saves it in a folder.
pub fn resume(
    path: &Path,
    folder: Option<&RunFolder>,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<(FrameScope, FrameSurvey), CheckpointError> {
    let state = load::<FrameSearch<'_, u64>>(path)?;
    folder.map_or(Ok(()), RunFolder::clear)?;
    let scope = state
        .scope
        .clone()
        .scope()
        .expect("a scope that was checked");
    let survey = run(&scope, state, folder, options, observer)?;
    Ok((scope, survey))
}

fn run(
    scope: &FrameScope,
    state: FrameState,
    folder: Option<&RunFolder>,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<FrameSurvey, CheckpointError> {
    let mut monitor = Monitor::new(options.limits, observer);
    let done: HashSet<JobId> = state.done.iter().copied().collect();
    let mut setup = Setup::new(&mut monitor);
    let (contexts, tasks, jobs) = match set_up(scope, &done, &mut setup) {
        Ok(found) => found,
        Err(reason) => {
            let elapsed = state.elapsed() + monitor.elapsed();
            survey::save_in::<FrameSearch<'_, u64>>(&state, folder)?;
            return Ok(FrameSurvey {
                table: Vec::new(),
                just_solved: state.found.just_solved,
                states: state.found.states,
                stopped: Some(reason).filter(|_| !state.is_complete),
                elapsed,
            });
        }
    };
    let bytes = setup.bytes();
    let room = options.limits.bytes().saturating_sub(bytes);
    let room = room / options.threads / LISTED_SHARE;
    let plan = SurveyPlan {
        scope,
        contexts: &contexts,
        tasks: &tasks,
        done,
        most_listed: (room / size_of::<SolvedBoard<u128>>()).clamp(1, MAX_LISTED),
        bytes,
    };
    let threads = options.threads;
    // A board takes as few words as possible.
    let ended = if Dissection::bits(&scope.frame()) < u64::BITS {
        let search = FrameSearch::<u64>(&plan, PhantomData);
        survey::run(&search, jobs, state, folder, threads, &mut monitor)?
    } else {
        let search = FrameSearch::<u128>(&plan, PhantomData);
        survey::run(&search, jobs, state, folder, threads, &mut monitor)?
    };
    // A result that was found here is valid; one from a file may not be.
    let table = plan.table(ended.found.hardest).map_err(|why| {
        let path = folder.map_or(Path::new("checkpoint"), RunFolder::path);
        CheckpointError::malformed(path, why)
    })?;
    Ok(FrameSurvey {
        table,
        just_solved: ended.found.just_solved,
        states: ended.found.states,
        stopped: ended.stopped,
        elapsed: ended.elapsed,
    })
}

/// The scope in a checkpoint.
#[derive(Clone, Encode, Decode)]
struct ScopeWire {
    rows: u8,
    columns: u8,
    walls: usize,
    pieces: RangeInclusive<usize>,
    empty: RangeInclusive<usize>,
    shapes: Vec<Vec<Cell>>,
    /// 0 for corner to corner, 1 for an exit, 2 for anywhere.
    aim: u8,
    exit: Vec<Cell>,
    metric: Metric,
    top: usize,
}

impl ScopeWire {
    fn of(scope: FrameScope) -> Self {
        let (aim, exit) = match scope.aim {
            GoalSpec::Corner => (0, vec![]),
            GoalSpec::Exit(cells) => (1, cells),
            GoalSpec::Anywhere => (2, vec![]),
        };
        // The anchor is far enough to the right that all cells are in the frame.
        ScopeWire {
            rows: scope.rows,
            columns: scope.columns,
            walls: scope.walls,
            pieces: scope.pieces,
            empty: scope.empty,
            shapes: scope
                .shapes
                .iter()
                .map(|shape| shape.cells_at(Cell::new(0, shape.width())).collect())
                .collect(),
            aim,
            exit,
            metric: scope.metric,
            top: scope.top,
        }
    }

    /// Returns the scope; `None` if a number is invalid.
    fn scope(self) -> Option<FrameScope> {
        if self.shapes.iter().any(Vec::is_empty) {
            return None;
        }
        Some(FrameScope {
            rows: self.rows,
            columns: self.columns,
            walls: self.walls,
            pieces: self.pieces,
            empty: self.empty,
            shapes: self
                .shapes
                .iter()
                .map(|cells| Polyomino::from_cells(cells))
                .collect(),
            aim: match self.aim {
                0 => GoalSpec::Corner,
                1 => GoalSpec::Exit(self.exit),
                2 => GoalSpec::Anywhere,
                _ => return None,
            },
            metric: self.metric,
            top: self.top,
        })
    }
}

/// Task, empty cells, part, and number of parts: the boards of a task with this number of empty
/// cells, or a part of them.
type JobId = (u32, u32, u32, u32);

type FrameState = SurveyState<ScopeWire, PartialResult, JobId>;

/// A start with the largest distance from its goal, of all with the same pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Encode, Decode)]
struct HardestStart {
    moves: Reverse<u32>,
    task: usize,
    start: u128,
}

/// The result of some jobs.
#[derive(Clone, Default, Debug, Encode, Decode)]
struct PartialResult {
    just_solved: u64,
    states: u64,
    /// By the number of pieces.
    hardest: Vec<Vec<HardestStart>>,
}

impl PartialResult {
    /// Adds a start if it is one of the hardest.
    fn insert(&mut self, pieces: usize, found: HardestStart, top: usize) {
        if self.hardest.len() <= pieces {
            self.hardest.resize(pieces + 1, Vec::new());
        }
        let kept = &mut self.hardest[pieces];
        let at = kept.partition_point(|it| *it < found);
        if at < top {
            kept.insert(at, found);
            kept.truncate(top);
        }
    }
}

/// The tasks of a survey.
struct SurveyPlan<'a> {
    scope: &'a FrameScope,
    contexts: &'a [FrameContext],
    tasks: &'a [GoalTask],
    /// The jobs that were finished before the run was resumed.
    done: HashSet<JobId>,
    /// The largest number of solved boards that are listed at a time.
    most_listed: usize,
    /// Bytes of the frames, the tasks and the jobs.
    bytes: usize,
}

/// The largest number of solved boards that are listed at a time, however much memory there is;
/// small in tests, so that jobs are split.
const MAX_LISTED: usize = if cfg!(test) { 1 << 8 } else { 1 << 24 };

/// A list takes an eighth of a thread's memory.
const LISTED_SHARE: usize = 8;

/// The cost of counting a board, compared with searching it.
const COUNTED: f64 = 0.02;

/// Boards that are expanded between two checks for the end of the run.
const CHUNK: usize = 1 << 12;

impl SurveyPlan<'_> {
    /// Converts results to puzzles; fails if they were read from a file and are invalid.
    fn table(&self, hardest: Vec<Vec<HardestStart>>) -> Result<Vec<HardestPuzzle>, &'static str> {
        let found = hardest.into_iter().enumerate();
        let table = found.flat_map(|(pieces, found)| found.into_iter().map(move |it| (pieces, it)));
        let puzzle = |(pieces, found): (usize, HardestStart)| {
            let task = self.tasks.get(found.task).ok_or("unknown goal piece")?;
            let context = task.context(self.contexts);
            let frame = &context.frame;
            let start = Dissection::unpack(found.start, frame);
            let Reverse(moves) = found.moves;
            let puzzle = puzzle_of(
                frame,
                task.ends(context),
                &start,
                (moves, self.scope.metric),
            );
            Ok(HardestPuzzle {
                pieces,
                moves,
                puzzle: puzzle.ok_or("invalid board")?,
            })
        };
        table.map(puzzle).collect()
    }

    /// Returns the number of parts of a divided job, if some of them were finished before the run
    /// was resumed.
    fn parts_before(&self, (task, empty, ..): JobId) -> Option<u32> {
        self.done
            .iter()
            .find(|id| (id.0, id.1) == (task, empty) && id.3 > 1)
            .map(|&(_, _, _, parts)| parts)
    }
}

/// The frames, the tasks, and the jobs that are left, the cheapest first.
type SetUp = (Vec<FrameContext>, Vec<GoalTask>, Vec<Job<JobId>>);

/// Builds what a survey needs.
fn set_up(
    scope: &FrameScope,
    done: &HashSet<JobId>,
    setup: &mut Setup<'_, '_>,
) -> Result<SetUp, StopReason> {
    let contexts = contexts(scope, setup)?;
    let tasks = tasks(scope, &contexts, setup)?;
    // Estimates ignore walls.
    let plain = scope.frame();
    let boards = enumeration::count(&plain);
    // The factor by which each further cell multiplies the boards.
    let growth = real(boards.iter().sum()).powf(1.0 / f64::from(plain.area()));
    let mut jobs = Vec::new();
    for (number, task) in (0..).zip(&tasks) {
        let context = task.context(&contexts);
        let area = task.places(context)[0].count_ones();
        for empty in 1..=context.frame.cells.count_ones() - area {
            let id = (number, empty, 0, 1);
            if scope.empty.contains(&(empty as usize)) && !done.contains(&id) {
                let share = real(boards[empty as usize]);
                // Boards of a goal piece that cannot start anywhere are only counted.
                let cost = if task.starts == 0 { COUNTED } else { 1.0 };
                let weight = cost * share / growth.powf(f64::from(area));
                memory::reserve(&mut jobs, 1, usize::MAX)?;
                jobs.push(Job { id, weight });
            }
        }
        setup.check()?;
    }
    setup.add(jobs.capacity() * size_of::<Job<JobId>>())?;
    jobs.sort_unstable_by(|one, other| {
        one.weight
            .total_cmp(&other.weight)
            .then(one.id.cmp(&other.id))
    });
    Ok((contexts, tasks, jobs))
}

/// A board that is just solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SolvedBoard<K> {
    /// Its set of pieces.
    pieces: u64,
    key: K,
    /// The first cell of the goal piece.
    goal: u8,
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A survey whose boards are packed into `K`.
struct FrameSearch<'a, K>(&'a SurveyPlan<'a>, PhantomData<fn() -> K>);

impl<K: PackedBoard> Survey for FrameSearch<'_, K> {
    const MAGIC: &'static [u8] = b"HUARONG\0E";
    type Scope = ScopeWire;
    type Found = PartialResult;
    type Id = JobId;
    type Worker = (Vec<SolvedBoard<K>>, RetrogradeBfs<K>);

    fn check(state: &FrameState) -> Result<(), String> {
        state
            .scope
            .clone()
            .scope()
            .ok_or("unknown choice")?
            .check()
            .map_err(|error| error.to_string())
    }

    fn worker(&self) -> Self::Worker {
        (Vec::new(), RetrogradeBfs::default())
    }

    fn search(
        &self,
        (listed, bfs): &mut Self::Worker,
        job: &Job<JobId>,
        run: &JobRun<'_>,
    ) -> Result<JobEnd<JobId, PartialResult>, StopReason> {
        let SurveyPlan {
            scope,
            contexts,
            tasks,
            ..
        } = self.0;
        let task = &tasks[job.id.0 as usize];
        let context = task.context(contexts);
        let rules = task.rules(scope, context);
        let mut found = PartialResult::default();
        let Some(solved) = self.list(listed, job.id, &rules, run)? else {
            return Ok(JobEnd::Unfinished(found));
        };
        let (_, _, _, parts) = job.id;
        if parts == 1 && task.starts != 0 {
            let parts = self
                .0
                .parts_before(job.id)
                .unwrap_or(narrow(solved.div_ceil(self.0.most_listed)));
            if parts > 1 {
                return Ok(JobEnd::Split(self.parts(job, parts)));
            }
        }
        listed.sort_unstable();
        found.just_solved = solved as u64 * u64::from(task.images);
        let mut searched = 0;
        for set in listed.chunk_by(|one, other| one.pieces == other.pieces) {
            bfs.start(set.iter().map(|it| (it.key, it.goal)))?;
            let mut is_complete = false;
            while !is_complete {
                if run.should_stop() {
                    return Ok(JobEnd::Unfinished(found));
                }
                is_complete = bfs.advance(&rules, CHUNK)?;
                run.set_bytes(listed.capacity() * size_of::<SolvedBoard<K>>() + bfs.bytes());
            }
            searched += set.len();
            let states = bfs.len() as u64;
            found.states += states;
            run.add_states(states);
            run.set_share(real(searched as u128) / real(listed.len() as u128));
            if let Some(farthest) = bfs.farthest() {
                run.report(farthest.moves);
                let board = Dissection::unpack(farthest.start, rules.frame);
                let hardest = HardestStart {
                    moves: Reverse(farthest.moves),
                    task: job.id.0 as usize,
                    start: farthest.start.into(),
                };
                found.insert(board.pieces(rules.frame).count(), hardest, scope.top);
            }
        }
        Ok(JobEnd::Done(found))
    }

    fn add(&self, all: &mut PartialResult, more: PartialResult) {
        all.just_solved += more.just_solved;
        all.states += more.states;
        for (pieces, found) in more.hardest.into_iter().enumerate() {
            for it in found {
                all.insert(pieces, it, self.0.scope.top);
            }
        }
    }

    fn hardest(found: &PartialResult) -> u32 {
        found
            .hardest
            .iter()
            .filter_map(|all| all.first())
            .map(|it| it.moves.0)
            .max()
            .unwrap_or(0)
    }

    fn bytes(&self, _: &PartialResult) -> usize {
        self.0.bytes
    }
}

impl<K: PackedBoard> FrameSearch<'_, K> {
    /// Lists the solved boards of a job, as long as they are not too many, and returns their
    /// number; `None` if the run was stopped.
    fn list(
        &self,
        listed: &mut Vec<SolvedBoard<K>>,
        (task, empty, part, parts): JobId,
        rules: &SearchContext<'_>,
        run: &JobRun<'_>,
    ) -> Result<Option<usize>, StopReason> {
        let &SurveyPlan {
            scope,
            contexts,
            tasks,
            most_listed,
            ..
        } = self.0;
        let task = &tasks[task as usize];
        let context = task.context(contexts);
        let pieces = narrow(*scope.pieces.start())..=narrow(*scope.pieces.end());
        let FrameContext {
            frame,
            pieces: shapes,
            ..
        } = context;
        let enumerator = BoardEnumerator {
            frame,
            pieces: shapes,
            count: pieces,
            empty,
            run,
            fills: cell::Cell::default(),
        };
        listed.clear();
        let mut count = 0;
        let mut room = Ok(());
        let visited =
            task.visit_just_solved(context, &enumerator, &mut |board, piece, shape_hash| {
                let pieces = task.set_of_pieces(shape_hash);
                if pieces % u64::from(parts) == u64::from(part) {
                    count += 1;
                    // A piece that can never start is only counted.
                    if task.starts != 0 && (parts > 1 || count <= most_listed) {
                        room = memory::reserve(listed, 1, usize::MAX);
                        if room.is_err() {
                            return ControlFlow::Break(());
                        }
                        let (key, goal) = rules.images.canonical(board, piece, frame);
                        listed.push(SolvedBoard { pieces, key, goal });
                    }
                }
                ControlFlow::Continue(())
            });
        room.map(|()| visited.is_continue().then_some(count))
    }

    /// Returns the parts of a job that are not finished yet.
    fn parts(&self, job: &Job<JobId>, parts: u32) -> Vec<Job<JobId>> {
        let (task, empty, ..) = job.id;
        let ids: Vec<JobId> = (0..parts)
            .map(|part| (task, empty, part, parts))
            .filter(|id| !self.0.done.contains(id))
            .collect();
        let weight = job.weight / real(ids.len() as u128);
        ids.into_iter().map(|id| Job { id, weight }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        control::unobserved,
        design::{ResumedSurvey, resume_survey},
        file::FolderError,
    };

    /// A change of a checkpoint.
    type Change = fn(&mut FrameState);

    #[test]
    fn a_malformed_checkpoint_is_refused_or_harmless() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("run");
        let kept = SurveyOptions::default().with_work_folder(Some(folder.clone()));
        survey_frame(&FrameScope::new(2, 3), &kept, &mut unobserved).expect("a scope");
        let open = || RunFolder::open(&folder).expect("a run, and nobody else's");
        let as_kept = load::<FrameSearch<'_, u64>>(&open().checkpoint()).expect("what was written");
        let changes: [(Change, bool); 14] = [
            (
                |state| (state.scope.rows, state.scope.columns) = (0, 9),
                true,
            ),
            (
                |state| (state.scope.rows, state.scope.columns) = (u8::MAX, u8::MAX),
                true,
            ),
            (|state| state.scope.walls = usize::MAX, true),
            (|state| state.scope.aim = 9, true),
            (
                |state| (state.scope.aim, state.scope.exit) = (1, vec![Cell::new(9, 9)]),
                true,
            ),
            (|state| state.scope.shapes = vec![vec![]], true),
            (
                |state| state.scope.shapes = vec![vec![Cell::new(0, 0), Cell::new(5, 5)]],
                true,
            ),
            (|state| state.found.hardest[1][0].task = usize::MAX, true),
            (|state| state.found.hardest[1][0].start = u128::MAX, true),
            (|state| state.found.hardest = vec![vec![]; 99], false),
            (|state| state.done = vec![(u32::MAX, u32::MAX, 5, 0)], false),
            (
                |state| {
                    state.scope.pieces = RangeInclusive::new(9, 1);
                    state.scope.empty = RangeInclusive::new(9, 1);
                },
                false,
            ),
            (
                |state| (state.scope.top, state.milliseconds) = (usize::MAX, u64::MAX),
                false,
            ),
            (
                |state| (state.found.just_solved, state.found.states) = (1 << 62, 1 << 62),
                false,
            ),
        ];
        for (number, (change, is_refused)) in changes.into_iter().enumerate() {
            let mut state = as_kept.clone();
            change(&mut state);
            survey::save::<FrameSearch<'_, u64>>(&open(), &state).expect("it is written");
            let options = SurveyOptions::default();
            let found = resume_survey(&folder, &options, &mut unobserved);
            let is_as_expected = match &found {
                Err(SurveyError::Checkpoint(CheckpointError::Folder(FolderError::InUse(_)))) => {
                    false
                }
                Err(SurveyError::Checkpoint(_)) => is_refused,
                found => !is_refused && matches!(found, Ok(ResumedSurvey::Frame(..))),
            };
            assert!(is_as_expected, "{number}: {found:?}");
        }
    }
}
