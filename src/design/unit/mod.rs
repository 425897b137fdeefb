//! Unit Rush Hour: a rectangle full of cars of one cell each, except for one empty cell.
//!
//! Each car moves along its row or along its column, and one of a row has to leave to the left. J.
//! Tromp and R. Cilibrasi, "Limits of Rush Hour Logic Complexity",
//! <https://arxiv.org/abs/cs/0502068>, asked in 2005 how hard that can be.
//!
//! Cars of a row keep their order, so the car to leave is the first one of its row that moves along
//! it. A board is therefore the set of cells that hold cars of rows, and the empty cell.
//!
//! The checkpoint of a survey is a file of kind `U`.

mod partition;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::time::Duration;

use bincode::{Decode, Encode};

#[cfg(feature = "files")]
use super::survey::load;
use super::survey::{
    self, Job, JobEnd, JobRun, ScopeError, Survey, SurveyError, SurveyOptions, SurveyResult,
    SurveyState, real,
};
use crate::control::{Monitor, Observer, StopReason};
use crate::grid::Size;
use crate::puzzle::{CharGrid, Draft, Lock, Metric, Optimum, PublishedOptimum, Puzzle, PuzzleInfo};
use crate::sliding::{CheckpointError, WorkFolder};
use partition::{Partition, PartitionBfs};

/// The numbers of columns that a board may have: the contents of a row number the bits of a word.
const WIDTHS: RangeInclusive<usize> = 3..=6;

/// The numbers of rows.
const HEIGHTS: RangeInclusive<usize> = 3..=10;

/// The maximum number of cells; 6×6 has as many.
const MAX_CELLS: usize = 36;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct UnitFrame {
    rows: usize,
    columns: usize,
}

impl UnitFrame {
    fn new(size: Size) -> Result<Self, ScopeError> {
        let (rows, columns) = (size.height as usize, size.width as usize);
        let frame = UnitFrame { rows, columns };
        if frame.is_possible() {
            return Ok(frame);
        }
        let message = format!(
            "a board of Unit Rush Hour is 3 to 6 wide, 3 to 10 high, and has at most {MAX_CELLS} \
             cells; this one is {size}"
        );
        Err(ScopeError::new(message, "take another size, like `6x6`"))
    }

    fn is_possible(self) -> bool {
        WIDTHS.contains(&self.columns) && HEIGHTS.contains(&self.rows) && self.cells() <= MAX_CELLS
    }

    const fn cells(self) -> usize {
        self.rows * self.columns
    }

    fn size(self) -> Size {
        let small = |length| u32::try_from(length).unwrap_or(u32::MAX);
        Size { width: small(self.columns), height: small(self.rows) }
    }

    /// Returns the frame as checkpoints hold it: the side of a square, or 100 times the rows, and
    /// the columns.
    const fn stored(self) -> usize {
        if self.rows == self.columns { self.rows } else { 100 * self.rows + self.columns }
    }

    const fn of_stored(number: usize) -> Self {
        match (number / 100, number % 100) {
            (0, side) => UnitFrame { rows: side, columns: side },
            (rows, columns) => UnitFrame { rows, columns },
        }
    }
}

/// The result of [`unit_survey`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnitSurvey {
    /// The hardest board for each row from which a car has to leave. Of two rows that are mirror
    /// images it has the upper one.
    pub table: Vec<UnitPuzzle>,
    /// The number of solvable boards that are not solved.
    pub boards: u64,
    /// The reason why the survey is incomplete.
    pub stopped: Option<StopReason>,
    /// The time it took.
    pub elapsed: Duration,
}

/// A puzzle of Unit Rush Hour: the first car of a row has to leave to the left.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnitPuzzle {
    /// The row of the car, from 0.
    pub row: usize,
    /// The moves of its shortest solution, which equal its slides and steps: one cell is empty.
    pub moves: u32,
    /// The board, row by row: `-` is a car that moves along its row, `|` one that moves along its
    /// column, `X` the one that has to leave, `.` the empty cell.
    pub lines: Vec<String>,
    /// The puzzle, with its optimum. The car that has to leave is `X`.
    pub puzzle: Puzzle,
}

/// Searches every board of Unit Rush Hour of a size: 3 to 6 wide, 3 to 10 high, up to 36 cells.
///
/// # Errors
/// If the size is out of range, or the folder for checkpoints cannot be used.
///
/// # Complexity
/// Two to four nanoseconds a board; there are 281 million of 5×5 and 996,808,921,203 of 6×6.
/// Memory is at most a gigabyte for each thread.
///
/// ```
/// use huarong::design::{SurveyOptions, unit_survey};
/// use huarong::grid::Size;
/// use std::ops::ControlFlow;
///
/// let size = Size { width: 4, height: 4 };
/// let survey = unit_survey(size, &SurveyOptions::default(), &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(survey.table.iter().map(|it| it.moves).collect::<Vec<_>>(), [34, 40]);
/// # Ok::<(), huarong::design::SurveyError>(())
/// ```
pub fn unit_survey(
    size: Size,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<UnitSurvey, SurveyError> {
    let frame = UnitFrame::new(size)?;
    let folder = options.work_folder.as_deref().map(WorkFolder::create).transpose()?;
    Ok(run(SurveyState::new(frame.stored()), folder.as_ref(), (options, observer))?)
}

/// Continues the survey of a folder. Returns the size of its boards and the result.
#[cfg(feature = "files")]
pub fn resume(
    folder: &WorkFolder,
    on: (&SurveyOptions, Observer<'_>),
) -> Result<(Size, UnitSurvey), CheckpointError> {
    let state = load::<UnitSearch>(&folder.checkpoint())?;
    folder.clear()?;
    Ok((UnitFrame::of_stored(state.scope).size(), run(state, Some(folder), on)?))
}

/// Reads a checkpoint and returns the time that its run has taken.
#[cfg(feature = "files")]
pub fn check(path: &std::path::Path) -> Result<Duration, CheckpointError> {
    survey::check::<UnitSearch>(path)
}

type UnitState = SurveyState<usize, PartialResult, usize>;

fn run(
    state: UnitState,
    folder: Option<&WorkFolder>,
    on: (&SurveyOptions, Observer<'_>),
) -> Result<UnitSurvey, CheckpointError> {
    let frame = UnitFrame::of_stored(state.scope);
    let partitions = Partition::all(frame);
    let most_bytes = on.0.limits.max_bytes.map_or(usize::MAX, |most| most / on.0.threads);
    let done: HashSet<usize> = state.done.iter().copied().collect();
    // The largest come last, so that a limit on memory is reached late.
    let left = (0..partitions.len()).rev().filter(|id| !done.contains(id));
    let weight = |id: usize| real(partitions[id].len(frame) as u128);
    let jobs = left.map(|id| Job { id, weight: weight(id) }).collect();
    let search = UnitSearch { frame, partitions, most_bytes };
    let (options, observer) = on;
    let on = (options.threads, &mut Monitor::new(options.limits, observer));
    let SurveyResult { found, stopped, elapsed } = survey::run(&search, jobs, state, folder, on)?;
    let puzzles = found.best.iter().enumerate();
    let table = puzzles.filter_map(|(row, best)| best.puzzle(frame, row)).collect();
    Ok(UnitSurvey { table, boards: found.boards, stopped, elapsed })
}

/// The result of some partitions.
#[derive(Clone, Default, Debug, Encode, Decode)]
struct PartialResult {
    boards: u64,
    /// By row.
    best: Vec<Best>,
}

/// The hardest board of a row.
#[derive(Clone, Copy, Default, Debug, Encode, Decode)]
struct Best {
    moves: u32,
    /// The partition of the board.
    partition: usize,
    /// The cells that hold cars of rows, and the empty cell.
    hardest: (u64, usize),
}

/// The search of all partitions.
struct UnitSearch {
    frame: UnitFrame,
    partitions: Vec<Partition>,
    /// The memory that each thread may take.
    most_bytes: usize,
}

impl Survey for UnitSearch {
    const MAGIC: &'static [u8] = b"HUARONG\0U";
    type Scope = usize;
    type Found = PartialResult;
    type Id = usize;
    type Worker = PartitionBfs;

    fn check(state: &UnitState) -> Result<(), String> {
        let (frame, best) = (UnitFrame::of_stored(state.scope), &state.found.best);
        let is_board =
            |(row, best): (usize, &Best)| best.moves == 0 || best.puzzle(frame, row).is_some();
        let is_valid = frame.is_possible()
            && best.len() <= frame.rows.div_ceil(2)
            && best.iter().enumerate().all(is_board);
        if is_valid { Ok(()) } else { Err("invalid board".to_owned()) }
    }

    fn worker(&self) -> PartitionBfs {
        PartitionBfs::default()
    }

    fn search(
        &self,
        bfs: &mut PartitionBfs,
        job: &Job<usize>,
        run: &JobRun<'_>,
    ) -> Result<JobEnd<usize, PartialResult>, StopReason> {
        let partition = &self.partitions[job.id];
        if partition.bytes(self.frame) > self.most_bytes {
            return Err(StopReason::Memory);
        }
        let (searched, is_complete) = bfs.search(partition, self.frame, run)?;
        run.set_bytes(bfs.bytes());
        run.add_states(searched.boards);
        let mut best = vec![Best::default(); partition.row + 1];
        let (moves, hardest) = (searched.moves, searched.hardest);
        best[partition.row] = Best { moves, partition: job.id, hardest };
        let found = PartialResult { boards: searched.boards, best };
        Ok(if is_complete { JobEnd::Done(found) } else { JobEnd::Unfinished(found) })
    }

    fn add(&self, all: &mut PartialResult, more: PartialResult) {
        all.boards += more.boards;
        if all.best.len() < more.best.len() {
            all.best.resize(more.best.len(), Best::default());
        }
        for (best, new) in all.best.iter_mut().zip(more.best) {
            // Of equally hard boards, the one of the first partition counts in any order.
            if (new.moves, Reverse(new.partition)) > (best.moves, Reverse(best.partition)) {
                *best = new;
            }
        }
    }

    fn hardest(found: &PartialResult) -> u32 {
        found.best.iter().map(|best| best.moves).max().unwrap_or(0)
    }
}

impl Best {
    /// Returns the puzzle of a row; `None` if it has no board, or an invalid one.
    fn puzzle(&self, frame: UnitFrame, row: usize) -> Option<UnitPuzzle> {
        let UnitFrame { rows, columns } = frame;
        let &Best { moves, hardest: (of_rows, empty), .. } = self;
        let first = (row * columns..frame.cells()).find(|cell| of_rows >> cell & 1 == 1);
        let kind = |cell| match of_rows >> cell & 1 {
            _ if cell == empty => '.',
            0 => '|',
            _ if first == Some(cell) => 'X',
            _ => '-',
        };
        let line = |row| (0..columns).map(|column| kind(row * columns + column)).collect();
        let lines: Vec<String> = (0..rows).map(line).collect();
        let puzzle = (moves > 0).then(|| puzzle(&lines, row, moves))??;
        Some(UnitPuzzle { row, moves, lines, puzzle })
    }
}

/// Returns a board as a puzzle whose car `X` has to reach the left edge; `None` if it is invalid.
fn puzzle(lines: &[String], row: usize, moves: u32) -> Option<Puzzle> {
    let (width, height) = (lines.first()?.len(), lines.len());
    let mut letters = ('A'..='Z').chain('a'..='z').filter(|&letter| letter != 'X');
    let mut locks = Vec::new();
    let mut car = |kind| {
        if kind == '.' {
            return kind;
        }
        let letter = if kind == 'X' { Some(kind) } else { letters.next() };
        let letter = letter.expect("52 letters for 35 cars");
        locks.push((letter, if kind == '|' { Lock::Column } else { Lock::Row }));
        letter
    };
    let rows: Vec<String> = lines.iter().map(|row| row.chars().map(&mut car).collect()).collect();
    let mut goal = vec![".".repeat(width); height];
    goal[row].replace_range(..1, "X");
    let drawing = |rows: &[String]| CharGrid::from_lines(rows.iter().map(String::as_str));
    let mut best = Optimum::default();
    for metric in [Metric::Step, Metric::Move, Metric::Slide] {
        *best.get_mut(metric) = Some(moves);
    }
    let name = format!("Unit Rush Hour {width}x{height}, {moves} moves");
    let draft = Draft {
        title: PuzzleInfo { name: Some(name), ..PuzzleInfo::default() },
        frame: drawing(&rows),
        goals: vec![drawing(&goal)],
        locks,
        best: PublishedOptimum::Known(best),
        ..Draft::default()
    };
    draft.check().ok()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};
    use std::num::NonZero;
    use std::ops::ControlFlow;
    use std::time::Duration;

    use super::{UnitSurvey, unit_survey};
    use crate::control::{Limits, Outcome, Progress, StopReason};
    use crate::design::{ResumedSurvey, SurveyError, SurveyOptions, resume_survey};
    use crate::grid::Size;
    use crate::sliding::{Options, solve};

    fn options(threads: usize, limits: Limits) -> SurveyOptions {
        let threads = NonZero::new(threads).expect("some");
        SurveyOptions { limits, threads, work_folder: None }
    }

    fn size(width: u32, height: u32) -> Size {
        Size { width, height }
    }

    fn surveyed(size: Size, threads: usize, limits: Limits) -> UnitSurvey {
        let options = options(threads, limits);
        unit_survey(size, &options, &mut |_| ControlFlow::Continue(())).expect("a size")
    }

    fn moves(survey: &UnitSurvey) -> Vec<u32> {
        survey.table.iter().map(|it| it.moves).collect()
    }

    /// Returns the moves of each solvable board for the car of this row. A board has a sign for
    /// each cell: `-`, `|` or `.`.
    fn naive(size: Size, row: usize) -> HashMap<Vec<u8>, u32> {
        let width = size.width as usize;
        let (cells, exit) = (width * size.height as usize, row * width);
        let mut queue = VecDeque::new();
        for empty in 0..cells {
            // Each board once: the bit of the empty cell is 0.
            for ways in (0..1_u32 << cells).filter(|ways| ways >> empty & 1 == 0) {
                let kind = |cell| b"|-"[(ways >> cell & 1) as usize];
                let mut board: Vec<u8> = (0..cells).map(kind).collect();
                board[empty] = b'.';
                if board[exit] == b'-' {
                    queue.push_back((board, 0));
                }
            }
        }
        let mut found: HashMap<Vec<u8>, u32> = queue.iter().cloned().collect();
        while let Some((board, moves)) = queue.pop_front() {
            let empty = board.iter().position(|&it| it == b'.').expect("one");
            let beside = [
                (empty % width > 0).then(|| empty - 1),
                Some(empty + 1).filter(|it| it % width > 0),
            ];
            let above = [empty.checked_sub(width), Some(empty + width).filter(|&it| it < cells)];
            let ways = beside.into_iter().flatten().map(|from| (from, b'-'));
            for (from, way) in ways.chain(above.into_iter().flatten().map(|from| (from, b'|'))) {
                if board[from] == way {
                    let mut next = board.clone();
                    next.swap(from, empty);
                    if !found.contains_key(&next) {
                        found.insert(next.clone(), moves + 1);
                        queue.push_back((next, moves + 1));
                    }
                }
            }
        }
        found.retain(|_, moves| *moves > 0);
        found
    }

    #[test]
    fn a_naive_search_finds_the_same_small_boards() {
        for size in [size(3, 3), size(4, 4), size(3, 5), size(5, 3), size(4, 3)] {
            let survey = surveyed(size, 1, Limits::default());
            let rows = 0..size.height.div_ceil(2) as usize;
            let all: Vec<_> = rows.map(|row| naive(size, row)).collect();
            let hardest: Vec<u32> =
                all.iter().filter_map(|all| all.values().max().copied()).collect();
            let boards: usize = all.iter().map(HashMap::len).sum();
            assert_eq!((moves(&survey), survey.boards), (hardest, boards as u64), "{size}");
        }
    }

    #[test]
    fn five_by_five_is_as_hard_as_published() {
        let survey = surveyed(size(5, 5), 2, Limits::default());
        assert_eq!((moves(&survey), survey.boards), (vec![199, 152, 112], 280_998_542));
        assert_eq!(survey.stopped, None);
        for unit in &survey.table {
            let report = solve(&unit.puzzle, &Options::default()).expect("it fits");
            let Outcome::Found(solution) = report.outcome else { panic!("{unit:?}") };
            assert_eq!(solution.len(), unit.moves as usize);
        }
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let boards = |threads| {
            let survey = surveyed(size(4, 4), threads, Limits::default());
            survey.table.into_iter().map(|it| (it.moves, it.lines)).collect::<Vec<_>>()
        };
        assert_eq!(boards(1), boards(3));
    }

    #[test]
    fn limits_stop_a_survey() {
        let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(surveyed(size(5, 5), 2, limits).stopped, Some(StopReason::Time));
        let survey =
            surveyed(size(5, 5), 1, Limits { max_bytes: Some(1_000_000), ..Limits::default() });
        assert_eq!(survey.stopped, Some(StopReason::Memory));
        assert!(!survey.table.is_empty());
    }

    #[test]
    fn other_sizes_are_refused() {
        for size in [size(2, 3), size(7, 4), size(3, 11), size(6, 7)] {
            let refused =
                unit_survey(size, &SurveyOptions::default(), &mut |_| ControlFlow::Continue(()));
            let Err(SurveyError::Scope(error)) = refused else { panic!("{refused:?}") };
            assert!(error.to_string().contains(&format!("this one is {size}")), "{error}");
        }
    }

    #[test]
    fn a_run_that_is_resumed_again_and_again_has_the_same_result() {
        let whole = surveyed(size(4, 3), 1, Limits::default());
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("run");
        let options = options(2, Limits::default());
        let saved = SurveyOptions { work_folder: Some(folder.clone()), ..options.clone() };
        let mut observer = |progress: &Progress| match progress.expected {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        let mut ended = unit_survey(size(4, 3), &saved, &mut observer).expect("a run");
        while ended.stopped.is_some() {
            let resumed = resume_survey(&folder, &options, &mut observer).expect("a run");
            let ResumedSurvey::Unit(same, further) = resumed else { panic!("unit cars") };
            assert_eq!(same, size(4, 3));
            ended = further;
        }
        let lines = |survey: &UnitSurvey| -> Vec<Vec<String>> {
            survey.table.iter().map(|it| it.lines.clone()).collect()
        };
        assert_eq!((ended.boards, lines(&ended)), (whole.boards, lines(&whole)));
    }
}
