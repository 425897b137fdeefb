//! The run: all partitions, dealt out to workers, and the hardest puzzles that they find.

use std::cmp::Reverse;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::super::run::RunSupervisor;
use super::super::scope_error::ScopeError;
use super::partition::{Partition, PartitionBfs, PartitionResult};
use crate::control::{Limits, Observer, Progress, StopReason};
use crate::parallel::{ShouldStop, lock, run_watched};
use crate::puzzle::{CharGrid, Draft, Lock, Metric, Optimum, PublishedOptimum, Puzzle, PuzzleInfo};

/// What there is of Unit Rush Hour.
#[derive(Clone, Debug)]
pub struct UnitSurvey {
    /// For each row from which a car has to leave, the hardest board; of rows that are mirror
    /// images of each other only the upper one.
    pub table: Vec<UnitPuzzle>,
    /// Boards from which the car can leave, and has not.
    pub boards: u64,
    /// What ended it before all was searched.
    pub stopped: Option<StopReason>,
    /// How long it took.
    pub elapsed: Duration,
}

/// A puzzle of Unit Rush Hour: the first car of a row has to leave to the left.
#[derive(Clone, Debug)]
pub struct UnitPuzzle {
    /// The row of the car, from 0.
    pub row: usize,
    /// How many moves its shortest solution takes: slides and steps as well, as there is one empty
    /// cell.
    pub moves: u32,
    /// The board, row by row: `-` is a car that goes along its row, `|` one that goes along its
    /// column, `X` the one that has to leave, `.` the empty cell.
    pub lines: Vec<String>,
    /// The puzzle, with its optimum. The car that has to leave is `X`.
    pub puzzle: Puzzle,
}

/// Goes through every board of Unit Rush Hour with so many rows and columns, 3 to 6.
///
/// # Errors
/// If it has not so many.
///
/// # Complexity
/// Two to four nanoseconds a board; there are 281 million of 5×5 and 996,808,921,203 of 6×6.
/// Memory is a gigabyte at most for each thread.
///
/// ```
/// use huarong::control::Limits;
/// use huarong::design::unit_survey;
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// let on = (Limits::default(), NonZero::<usize>::MIN);
/// let survey = unit_survey(4, on, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(survey.table.iter().map(|it| it.moves).collect::<Vec<_>>(), [34, 40]);
/// # Ok::<(), huarong::design::ScopeError>(())
/// ```
pub fn unit_survey(
    side: usize,
    (limits, threads): (Limits, NonZero<usize>),
    observer: Observer<'_>,
) -> Result<UnitSurvey, ScopeError> {
    if !ScopeError::UNIT_SIDES.contains(&side) {
        return Err(ScopeError::NoUnitRushHour { side });
    }
    let shared = Shared::new(side, threads.get(), limits.max_bytes);
    let mut supervisor = RunSupervisor::new(limits, observer, Duration::ZERO);
    let mut check = || {
        supervisor.check(shared.progress());
        supervisor.verdict()
    };
    let work = |number, should_stop: ShouldStop<'_>| shared.work(number, should_stop);
    let ended = run_watched(threads.get(), &work, &mut check);
    let _ = check();
    let elapsed = supervisor.elapsed();
    // What ends it after the last partition has ended nothing.
    let is_done = ended.iter().all(|it| *it == Ok(ControlFlow::Continue(())));
    let stopped = supervisor.end().unwrap_or(None).or(ended.into_iter().find_map(Result::err));
    let best = shared.best.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(UnitSurvey {
        table: best.iter().enumerate().filter_map(|(row, best)| best.puzzle(side, row)).collect(),
        boards: shared.boards.into_inner(),
        stopped: stopped.filter(|_| !is_done),
        elapsed,
    })
}

/// The hardest board of a row so far.
#[derive(Clone, Copy, Default, Debug)]
struct Best {
    moves: u32,
    /// The partition that it is of.
    partition: usize,
    hardest: (u64, usize),
}

/// What workers share.
#[derive(Debug)]
struct Shared {
    side: usize,
    /// The smallest first: so a limit on memory ends it late.
    partitions: Vec<Partition>,
    next: AtomicUsize,
    /// Places in the tables of all partitions, and of those that are done.
    all: u64,
    done: AtomicU64,
    boards: AtomicU64,
    best: Mutex<Vec<Best>>,
    /// What each worker takes.
    bytes: Vec<AtomicUsize>,
    /// What each worker may take.
    most: usize,
}

impl Shared {
    fn new(side: usize, threads: usize, most: Option<usize>) -> Self {
        let partitions = Partition::all(side);
        Shared {
            side,
            all: partitions.iter().map(|partition| partition.len(side) as u64).sum(),
            partitions,
            next: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            boards: AtomicU64::new(0),
            best: Mutex::new(vec![Best::default(); side.div_ceil(2)]),
            bytes: (0..threads).map(|_| AtomicUsize::new(0)).collect(),
            most: most.map_or(usize::MAX, |most| most / threads),
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a percent is all that is shown"
    )]
    fn progress(&self) -> Progress {
        let (boards, done) = (self.boards.load(Relaxed), self.done.load(Relaxed));
        let expected = boards as f64 * self.all as f64 / done as f64;
        Progress {
            depth: lock(&self.best).iter().map(|best| best.moves).max().unwrap_or(0),
            states: usize::try_from(boards).unwrap_or(usize::MAX),
            bytes: self.bytes.iter().map(|bytes| bytes.load(Relaxed)).sum(),
            expected: (done > 0).then_some(expected as usize),
            ..Progress::default()
        }
    }

    /// Searches partitions while there are any and it is not over; whether none is left.
    fn work(
        &self,
        number: usize,
        should_stop: ShouldStop<'_>,
    ) -> Result<ControlFlow<()>, StopReason> {
        let mut bfs = PartitionBfs::default();
        while !should_stop() {
            let at = self.next.fetch_add(1, Relaxed);
            let Some(partition) = self.partitions.get(at) else {
                return Ok(ControlFlow::Continue(()));
            };
            if partition.bytes(self.side) > self.most {
                return Err(StopReason::Memory);
            }
            let found = bfs.search(partition, self.side, should_stop)?;
            self.bytes[number].store(bfs.bytes(), Relaxed);
            let (ControlFlow::Break(result) | ControlFlow::Continue(result)) = found;
            self.add(at, result);
            if found.is_break() {
                break;
            }
            self.done.fetch_add(partition.len(self.side) as u64, Relaxed);
        }
        Ok(ControlFlow::Break(()))
    }

    fn add(&self, partition: usize, result: PartitionResult) {
        let PartitionResult { boards, moves, hardest } = result;
        self.boards.fetch_add(boards, Relaxed);
        let best = &mut lock(&self.best)[self.partitions[partition].row];
        // Of those that are as hard always the same, whoever comes first.
        if (moves, Reverse(partition)) > (best.moves, Reverse(best.partition)) {
            *best = Best { moves, partition, hardest };
        }
    }
}

impl Best {
    /// What it is for a row, if there is any.
    fn puzzle(&self, side: usize, row: usize) -> Option<UnitPuzzle> {
        let &Best { moves, hardest: (of_rows, empty), .. } = self;
        let first = (row * side..side * side).find(|cell| of_rows >> cell & 1 == 1);
        let kind = |cell| match of_rows >> cell & 1 {
            _ if cell == empty => '.',
            0 => '|',
            _ if first == Some(cell) => 'X',
            _ => '-',
        };
        let line = |row| (0..side).map(|column| kind(row * side + column)).collect();
        let lines: Vec<String> = (0..side).map(line).collect();
        (moves > 0).then(|| UnitPuzzle { row, moves, puzzle: puzzle(&lines, row, moves), lines })
    }
}

/// A board as a puzzle whose car `X` has to come to the left edge, in so many moves.
fn puzzle(lines: &[String], row: usize, moves: u32) -> Puzzle {
    let side = lines.len();
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
    let mut goal = vec![".".repeat(side); side];
    goal[row].replace_range(..1, "X");
    let drawing = |rows: &[String]| CharGrid::from_lines(rows.iter().map(String::as_str));
    let mut best = Optimum::default();
    for metric in [Metric::Step, Metric::Move, Metric::Slide] {
        *best.get_mut(metric) = Some(moves);
    }
    let name = format!("Unit Rush Hour {side}x{side}, {moves} moves");
    let draft = Draft {
        title: PuzzleInfo { name: Some(name), ..PuzzleInfo::default() },
        frame: drawing(&rows),
        goals: vec![drawing(&goal)],
        locks,
        best: PublishedOptimum::Known(best),
        ..Draft::default()
    };
    draft.check().expect("a board of cars")
}
