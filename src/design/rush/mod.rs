//! Every Rush Hour board: the hardest start of each component, and which of them are minimal.
//!
//! Cars of two and three cells move along their rows and columns. The primary car has two cells, is
//! alone in its row, the middle one or the one above the middle, and has to reach the right edge.
//! No row is full of cars and walls, and no column of cars. Mirror images count as two boards. M.
//! Fogleman, <https://www.michaelfogleman.com/rush/>, enumerated 6×6 with up to two walls in 2018.
//! These are his definitions, so the boards are the same.
//!
//! Most boards are not minimal, and early tests that prove it make the survey fast. [`boards`]
//! enumerates the packed boards, which include some of each component. [`reach`] finds those that
//! are the least of their component, a bundle of boards at a time, and whether it can be solved.
//! [`analysis`] rejects boards in which a car affects no other. [`hardest`] finds the hardest
//! start, a set of boards at a time, and whether it is as hard without one of its cars.
//!
//! The checkpoint of a survey is a file of kind `R`.

mod analysis;
mod boards;
mod car_cluster;
mod cars;
mod hardest;
mod make;
mod reach;

use std::{collections::HashSet, fmt, ops::RangeInclusive, path::Path, time::Duration};

use bincode::{Decode, Encode};

use super::survey::{
    self, Job, JobEnd, JobRun, ScopeError, Survey, SurveyError, SurveyOptions, SurveyState, load,
};
use crate::{
    control::{Monitor, Observer, StopReason, break_if},
    file::RunFolder,
    notation::{self, Notation},
    puzzle::{Metric, Puzzle},
    rng::Rng,
    sliding::CheckpointError,
};
use analysis::{BoardAnalyser, BoardVerdict};
use boards::PackedBoards;

pub use make::make_rush;

/// The numbers of rows and of columns that a board may have.
const SIDES: RangeInclusive<usize> = 3..=7;

/// A number larger than that of the walls.
const STEPS: u32 = 1 << 16;

/// A number larger than that of the columns.
const RECTANGLE: usize = 1 << 4;

/// The Rush Hour boards to enumerate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RushScope {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The largest number of walls.
    pub walls: u32,
    /// The unit of length: slides, which equal the moves of cars, or steps.
    pub metric: Metric,
}

impl RushScope {
    /// Returns the scope of all boards of this size without walls, in slides.
    pub const fn new(rows: usize, columns: usize) -> Self {
        RushScope {
            rows,
            columns,
            walls: 0,
            metric: Metric::Slide,
        }
    }

    /// Returns the scope as checkpoints hold it: the side of a square, or [`RECTANGLE`] times the
    /// rows and the columns; and the walls, with [`STEPS`] added if steps are counted.
    const fn stored(&self) -> (usize, u32) {
        let size = if self.rows == self.columns {
            self.rows
        } else {
            RECTANGLE * self.rows + self.columns
        };
        let steps = if matches!(self.metric, Metric::Step) {
            STEPS
        } else {
            0
        };
        (size, self.walls.saturating_add(steps))
    }

    const fn of_stored((size, walls): (usize, u32)) -> Self {
        let (rows, columns) = if size < RECTANGLE {
            (size, size)
        } else {
            (size / RECTANGLE, size % RECTANGLE)
        };
        let is_in_steps = walls >= STEPS;
        RushScope {
            rows,
            columns,
            walls: walls % STEPS,
            metric: if is_in_steps {
                Metric::Step
            } else {
                Metric::Slide
            },
        }
    }

    /// Checks that the scope is valid.
    ///
    /// # Errors
    /// If a side is out of range.
    pub fn check(&self) -> Result<(), ScopeError> {
        match [self.rows, self.columns]
            .into_iter()
            .find(|side| !SIDES.contains(side))
        {
            Some(side) => Err(ScopeError::wrong_side("a Rush Hour board", &SIDES, side)),
            None => Ok(()),
        }
    }
}

/// A Rush Hour puzzle: a line of a database, as [`Notation::Rush`](crate::notation::Notation::Rush)
/// reads it.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
#[non_exhaustive]
pub struct RushPuzzle {
    /// The number of slides, or of steps, of its shortest solution.
    pub moves: u32,
    /// Its cells, row by row: `o` is empty, `x` a wall, `A` the primary car. A rectangle has `/`
    /// between its rows.
    pub cells: String,
    /// The number of positions that can be reached.
    pub states: u64,
}

impl RushPuzzle {
    /// Returns the number of its cars.
    pub fn cars(&self) -> usize {
        self.cells
            .bytes()
            .filter(u8::is_ascii_uppercase)
            .max()
            .map_or(0, |last| usize::from(last - b'A') + 1)
    }

    /// Returns the puzzle, whose name and optimum tell where it comes from.
    ///
    /// # Errors
    /// If the cells are not a board, which those of a survey are.
    pub fn puzzle(&self) -> Result<Puzzle, notation::ParseError> {
        Ok(notation::read(Notation::Rush, &self.to_string())?.remove(0))
    }
}

impl fmt::Display for RushPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02} {} {}", self.moves, self.cells, self.states)
    }
}

/// The result of [`rush_survey`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct RushSurvey {
    /// The minimal puzzles, the hardest first: the hardest start of each component, if it is easier
    /// without any one of its cars and walls.
    pub puzzles: Vec<RushPuzzle>,
    /// The packed boards that were enumerated.
    pub boards: u64,
    /// Their components.
    pub components: u64,
    /// Components in which the primary car can leave.
    pub solvable: u64,
    /// The reason why the survey is incomplete.
    pub stopped: Option<StopReason>,
    /// The time it took.
    pub elapsed: Duration,
}

/// Searches every Rush Hour board of a scope: those without a row full of cars and walls and
/// without a column full of cars. The result depends on the scope alone.
///
/// # Errors
/// If the scope is invalid, or the folder for checkpoints cannot be used.
///
/// # Complexity
/// Five microseconds a board. There are 1,349 boards of 4×4, 268,109 of 5×5 and 243,502,786 of 6×6,
/// and each wall multiplies them by some twelve.
///
/// ```
/// use huarong::control::unobserved;
/// use huarong::design::{RushScope, SurveyOptions, rush_survey};
/// use std::ops::RangeInclusive;
///
/// let scope = RushScope::new(4, 4);
/// let survey = rush_survey(&scope, &SurveyOptions::default(), &mut unobserved)?;
/// assert_eq!((survey.components, survey.solvable, survey.puzzles.len()), (880, 493, 32));
/// assert_eq!(survey.puzzles[0].moves, 7);
/// # Ok::<(), huarong::design::SurveyError>(())
/// ```
pub fn rush_survey(
    scope: &RushScope,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<RushSurvey, SurveyError> {
    scope.check()?;
    let folder = options.create_folder()?;
    let state = SurveyState::new(scope.stored());
    Ok(run(scope, state, folder.as_ref(), options, observer)?)
}

/// Continues the survey of a checkpoint, and saves it in a folder.
pub fn resume(
    path: &Path,
    folder: Option<&RunFolder>,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<(RushScope, RushSurvey), CheckpointError> {
    let state = load::<RushBoards>(path)?;
    folder.map_or(Ok(()), RunFolder::clear)?;
    let scope = RushScope::of_stored(state.scope);
    let survey = run(&scope, state, folder, options, observer)?;
    Ok((scope, survey))
}

type RushState = SurveyState<(usize, u32), PartialResult, usize>;

fn run(
    scope: &RushScope,
    state: RushState,
    folder: Option<&RunFolder>,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<RushSurvey, CheckpointError> {
    let mut monitor = Monitor::new(options.limits, observer);
    let (found, stopped, elapsed) = match RushBoards::new(scope, &mut monitor) {
        Ok(boards) => {
            let jobs = boards.jobs(&state.done);
            let ended = survey::run(&boards, jobs, state, folder, options.threads, &mut monitor)?;
            (ended.found, ended.stopped, ended.elapsed)
        }
        Err(reason) => {
            survey::save_in::<RushBoards>(&state, folder)?;
            (state.found, Some(reason), monitor.elapsed())
        }
    };
    let PartialResult {
        boards,
        components,
        solvable,
        mut puzzles,
    } = found;
    puzzles.sort_unstable_by(|one, other| {
        other
            .moves
            .cmp(&one.moves)
            .then_with(|| one.cells.cmp(&other.cells))
    });
    Ok(RushSurvey {
        puzzles,
        boards,
        components,
        solvable,
        stopped,
        elapsed,
    })
}

/// The result of some parts of the boards.
#[derive(Clone, Default, Debug, Encode, Decode)]
struct PartialResult {
    boards: u64,
    components: u64,
    solvable: u64,
    puzzles: Vec<RushPuzzle>,
}

impl PartialResult {
    fn count(&mut self, verdict: BoardVerdict) {
        self.boards += 1;
        self.components += u64::from(verdict != BoardVerdict::NotCanonical);
        let is_solvable = matches!(verdict, BoardVerdict::NotMinimal | BoardVerdict::Minimal(_));
        self.solvable += u64::from(is_solvable);
        if let BoardVerdict::Minimal(puzzle) = verdict {
            self.puzzles.push(puzzle);
        }
    }

    fn hardest(&self) -> u32 {
        self.puzzles.iter().map(|it| it.moves).max().unwrap_or(0)
    }
}

/// Boards that are analysed between two reports of progress.
const CHUNK: u64 = 1 << 8;

/// The boards of a survey, and the unit of length.
struct RushBoards {
    packed: PackedBoards,
    metric: Metric,
}

impl RushBoards {
    fn new(scope: &RushScope, monitor: &mut Monitor<'_>) -> Result<Self, StopReason> {
        let packed = PackedBoards::new(scope.rows, scope.columns, scope.walls, monitor)?;
        Ok(RushBoards {
            packed,
            metric: scope.metric,
        })
    }

    /// Returns the jobs that are left.
    fn jobs(&self, done: &[usize]) -> Vec<Job<usize>> {
        let done: HashSet<usize> = done.iter().copied().collect();
        let mut parts: Vec<usize> = (0..self.packed.parts())
            .filter(|part| !done.contains(part))
            .collect();
        // In random order, the remaining parts take as long as the finished ones.
        Rng::new(0).shuffle(&mut parts);
        parts
            .into_iter()
            .map(|id| Job { id, weight: 1.0 })
            .collect()
    }
}

impl Survey for RushBoards {
    const MAGIC: &'static [u8] = b"HUARONG\0R";
    type Scope = (usize, u32);
    type Found = PartialResult;
    type Id = usize;
    type Worker = BoardAnalyser;

    fn check(state: &RushState) -> Result<(), String> {
        let scope = RushScope::of_stored(state.scope);
        scope.check().map_err(|error| error.to_string())?;
        let rows = scope.rows;
        let columns = scope.columns;
        if state.scope != scope.stored() {
            return Err("invalid size".to_owned());
        }
        state
            .found
            .puzzles
            .iter()
            .all(|it| {
                it.puzzle()
                    .map(|puzzle| (puzzle.grid().rows().into(), puzzle.grid().columns().into()))
                    == Ok((rows, columns))
            })
            .then_some(())
            .ok_or_else(|| "invalid board".to_owned())
    }

    fn worker(&self) -> BoardAnalyser {
        BoardAnalyser::new(&self.packed, self.metric)
    }

    fn search(
        &self,
        analyser: &mut BoardAnalyser,
        job: &Job<usize>,
        run: &JobRun<'_>,
    ) -> Result<JobEnd<usize, PartialResult>, StopReason> {
        let mut found = PartialResult::default();
        let mut reported = 0;
        let mut judged = Ok(());
        let visited = self.packed.visit(job.id, &mut |board| {
            if let Some(board) = board {
                judged = analyser
                    .judge(&self.packed, board)
                    .map(|verdict| found.count(verdict));
            }
            if found.boards - reported >= CHUNK {
                run.add_states(found.boards - reported);
                reported = found.boards;
                run.set_bytes(analyser.bytes());
            }
            // A board may have millions of positions.
            break_if(judged.is_err() || run.should_stop())
        });
        run.add_states(found.boards - reported);
        judged?;
        Ok(if visited.is_break() {
            JobEnd::Unfinished(found)
        } else {
            JobEnd::Done(found)
        })
    }

    fn add(&self, all: &mut PartialResult, more: PartialResult) {
        all.puzzles.extend(more.puzzles);
        all.boards += more.boards;
        all.components += more.components;
        all.solvable += more.solvable;
    }

    fn hardest(found: &PartialResult) -> u32 {
        found.hardest()
    }

    fn bytes(&self, found: &PartialResult) -> usize {
        found.puzzles.capacity()
            * (size_of::<RushPuzzle>() + self.packed.height * (self.packed.width + 1))
    }
}

#[cfg(test)]
mod tests {
    //! Surveys compared with a naive enumeration, board by board, and with published numbers.

    use std::{
        collections::{BTreeSet, HashMap, VecDeque},
        num::NonZero,
        ops::ControlFlow,
    };

    use super::*;
    use crate::{
        control::{Limits, Progress, unobserved},
        design::{ResumedSurvey, resume_survey},
    };

    fn surveyed(scope: RushScope) -> RushSurvey {
        let options = SurveyOptions::default();
        rush_survey(&scope, &options, &mut unobserved).expect("a scope")
    }

    /// Whether a car is in a column, its line, its first cell there, and its length.
    type Car = (bool, usize, usize, usize);
    /// The cars of a board in the order of their lines, the primary first.
    type Cars = Vec<Car>;

    /// A frame with walls.
    struct Naive {
        rows: usize,
        columns: usize,
        walls: u64,
        metric: Metric,
    }

    impl Naive {
        fn cells(&self, (is_column, line, first, length): Car) -> u64 {
            let width = self.columns;
            let cell = |at| {
                if is_column {
                    at * width + line
                } else {
                    line * width + at
                }
            };
            (first..first + length).map(|at| 1 << cell(at)).sum()
        }

        fn length(&self, is_column: bool) -> usize {
            if is_column { self.rows } else { self.columns }
        }

        /// Returns the cells of the cars of rows, and those of columns.
        fn both(&self, cars: &Cars) -> (u64, u64) {
            let of = |columns| {
                cars.iter()
                    .filter(|car| car.0 == columns)
                    .map(|&car| self.cells(car))
                    .sum()
            };
            (of(false), of(true))
        }

        fn taken(&self, cars: &Cars) -> u64 {
            let (rows, columns) = self.both(cars);
            rows | columns | self.walls
        }

        fn is_solved(&self, cars: &Cars) -> bool {
            cars[0].2 + cars[0].3 == self.columns
        }

        fn moves(&self, cars: &Cars) -> Vec<Cars> {
            let mut found = Vec::new();
            for number in 0..cars.len() {
                for further in [true, false] {
                    let mut moved = cars.clone();
                    let length = self.length(cars[number].0);
                    let free = !(self.taken(cars) & !self.cells(cars[number]));
                    loop {
                        let first = moved[number].2;
                        let next = if further {
                            Some(first + 1)
                        } else {
                            first.checked_sub(1)
                        };
                        let Some(next) = next.filter(|next| next + cars[number].3 <= length) else {
                            break;
                        };
                        moved[number].2 = next;
                        if self.cells(moved[number]) & !free != 0 {
                            break;
                        }
                        found.push(moved.clone());
                        if self.metric == Metric::Step {
                            break;
                        }
                    }
                }
            }
            found
        }

        /// Returns the distance of all reachable boards from these.
        fn distances(&self, from: impl IntoIterator<Item = Cars>) -> HashMap<Cars, u32> {
            let mut queue: VecDeque<Cars> = from.into_iter().collect();
            let mut found: HashMap<Cars, u32> =
                queue.iter().map(|cars| (cars.clone(), 0)).collect();
            while let Some(cars) = queue.pop_front() {
                let far = found[&cars] + 1;
                for next in self.moves(&cars) {
                    if !found.contains_key(&next) {
                        found.insert(next.clone(), far);
                        queue.push_back(next);
                    }
                }
            }
            found
        }

        fn is_as_hard(&self, cars: &Cars, moves: u32) -> bool {
            let distances = self.distances([cars.clone()]);
            let solved = distances.iter().filter(|(cars, _)| self.is_solved(cars));
            solved.map(|(_, &far)| far).min() == Some(moves)
        }
    }

    /// The number of components, of solvable ones, and the moves, cells and states of minimal
    /// boards.
    #[derive(PartialEq, Eq, Debug)]
    struct Found {
        components: u64,
        solvable: u64,
        minimal: BTreeSet<(u32, (u64, u64), u64)>,
    }

    fn naive(
        RushScope {
            rows,
            columns,
            walls: most_walls,
            metric,
        }: RushScope,
    ) -> Found {
        let mut found = Found {
            components: 0,
            solvable: 0,
            minimal: BTreeSet::new(),
        };
        let cells = 1_u64 << (rows * columns);
        for walls in (0..cells).filter(|walls| walls.count_ones() <= most_walls) {
            let naive = Naive {
                rows,
                columns,
                walls,
                metric,
            };
            let mut boards = Vec::new();
            let primary_row = (rows - 1) / 2;
            for first in 0..=columns - 2 {
                let primary = (false, primary_row, first, 2);
                let behind = naive.cells((false, primary_row, first, columns - first));
                let own = naive.cells((false, primary_row, 0, columns)) & walls;
                if walls & behind == 0 && own.count_ones() as usize + 2 < columns {
                    fill(&naive, (0, 0), &mut vec![primary], &mut boards);
                }
            }
            let mut seen: HashSet<Cars> = HashSet::new();
            for board in boards {
                if seen.contains(&board) {
                    continue;
                }
                let component: Vec<Cars> = naive.distances([board]).into_keys().collect();
                seen.extend(component.iter().cloned());
                component_counts(&naive, &component, &mut found);
            }
        }
        found
    }

    fn component_counts(naive: &Naive, component: &[Cars], found: &mut Found) {
        found.components += 1;
        let solved = component
            .iter()
            .filter(|cars| naive.is_solved(cars))
            .cloned();
        let distances = naive.distances(solved);
        let Some(&most) = distances.values().max() else {
            return;
        };
        found.solvable += 1;
        let hardest = distances
            .iter()
            .filter(|(_, far)| **far == most)
            .map(|(cars, _)| cars);
        let hardest = hardest
            .min_by_key(|cars| naive.both(cars))
            .expect("one at least");
        let without = |car: usize| {
            let mut cars = hardest.clone();
            cars.remove(car);
            cars
        };
        let one_wall = |cell: u32| naive.walls >> cell & 1 != 0;
        let is_minimal = (1..hardest.len()).all(|car| !naive.is_as_hard(&without(car), most))
            && (0..u64::BITS).filter(|&cell| one_wall(cell)).all(|cell| {
                let less = Naive {
                    walls: naive.walls & !(1 << cell),
                    ..*naive
                };
                !less.is_as_hard(hardest, most)
            });
        if is_minimal {
            found
                .minimal
                .insert((most, naive.both(hardest), component.len() as u64));
        }
    }

    /// Fills all lines from this cell of this line on, each with at least one empty cell.
    fn fill(naive: &Naive, (line, from): (usize, usize), cars: &mut Cars, boards: &mut Vec<Cars>) {
        if line == naive.rows + naive.columns {
            return boards.push(cars.clone());
        }
        fill(naive, (line + 1, 0), cars, boards);
        if line == (naive.rows - 1) / 2 {
            return;
        }
        let is_column = line >= naive.rows;
        let number = if is_column { line - naive.rows } else { line };
        let size = naive.length(is_column);
        let walls = naive.walls & naive.cells((false, number, 0, naive.columns));
        let walls = if is_column {
            0
        } else {
            walls.count_ones() as usize
        };
        let own = cars
            .iter()
            .filter(|car| (car.0, car.1) == (is_column, number));
        let room = size - 1 - walls - own.map(|car| car.3).sum::<usize>();
        for length in 2..=3_usize.min(room) {
            for first in from..=size - length {
                let car = (is_column, number, first, length);
                if naive.taken(cars) & naive.cells(car) == 0 {
                    cars.push(car);
                    fill(naive, (line, first + length), cars, boards);
                    cars.pop();
                }
            }
        }
    }

    /// Returns the result of a survey in the same form.
    fn findings(survey: &RushSurvey, width: usize) -> Found {
        let minimal = survey.puzzles.iter().map(|puzzle| {
            let mut rows = 0;
            let mut columns = 0;
            let cells: Vec<u8> = puzzle.cells.bytes().filter(|&it| it != b'/').collect();
            let cars = cells
                .iter()
                .enumerate()
                .filter(|(_, it)| it.is_ascii_uppercase());
            for (cell, &letter) in cars {
                let row = &cells[cell / width * width..][..width];
                let is_row = row.windows(2).any(|pair| pair == [letter, letter]);
                *(if is_row { &mut rows } else { &mut columns }) |= 1 << cell;
            }
            (puzzle.moves, (rows, columns), puzzle.states)
        });
        let minimal = minimal.collect();
        Found {
            components: survey.components,
            solvable: survey.solvable,
            minimal,
        }
    }

    #[test]
    fn a_naive_enumeration_finds_the_same_small_boards() {
        agree_with_naive(&[
            (3, 3, 0),
            (3, 3, 2),
            (3, 4, 1),
            (4, 3, 1),
            (3, 5, 0),
            (5, 3, 0),
        ]);
    }

    #[test]
    #[ignore = "a minute"]
    fn a_naive_enumeration_finds_the_same_larger_boards() {
        agree_with_naive(&[(3, 3, 1), (4, 3, 2), (4, 4, 0), (4, 4, 1)]);
        agree_with_naive(&[(5, 3, 1), (4, 5, 0), (5, 4, 0)]);
    }

    fn agree_with_naive(boards: &[(usize, usize, u32)]) {
        for &(rows, columns, walls) in boards {
            for metric in [Metric::Slide, Metric::Step] {
                let scope = RushScope {
                    rows,
                    columns,
                    walls,
                    metric,
                };
                assert_eq!(
                    findings(&surveyed(scope), columns),
                    naive(scope),
                    "{scope:?}"
                );
            }
        }
    }

    #[test]
    #[ignore = "seconds"]
    fn the_results_for_5_by_5_equal_foglemans() {
        let survey = surveyed(RushScope::new(5, 5));
        let counts = (
            survey.boards,
            survey.components,
            survey.solvable,
            survey.puzzles.len(),
        );
        assert_eq!(counts, (268_109, 130_299, 62_106, 1_730));
        assert_eq!((survey.puzzles[0].moves, survey.stopped), (20, None));
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads_and_runs() {
        let scope = RushScope {
            walls: 1,
            metric: Metric::Step,
            ..RushScope::new(4, 4)
        };
        let whole = surveyed(scope);
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("run");
        let options = SurveyOptions::default().with_threads(NonZero::new(2).expect("two"));
        let kept = options.clone().with_work_folder(Some(folder.clone()));
        let mut observer = |progress: &Progress| match progress.expected {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        let mut ended = rush_survey(&scope, &kept, &mut observer).expect("a run");
        let taken = rush_survey(&scope, &kept, &mut observer);
        assert!(
            matches!(taken, Err(SurveyError::Checkpoint(_))),
            "{taken:?}"
        );
        while ended.stopped.is_some() {
            let resumed = resume_survey(&folder, &options, &mut observer).expect("a run");
            let ResumedSurvey::Rush(same, further) = resumed else {
                panic!("Rush Hour")
            };
            assert_eq!(same, scope);
            ended = further;
        }
        assert_eq!(
            RushSurvey {
                elapsed: whole.elapsed,
                ..ended
            },
            whole
        );
    }

    #[test]
    fn limits_stop_a_survey_and_other_sides_are_refused() {
        let limits = Limits::default().with_timeout(Some(Duration::ZERO));
        let options = SurveyOptions::default().with_limits(limits);
        let scope = RushScope::new(6, 6);
        let survey = rush_survey(&scope, &options, &mut unobserved).expect("a run");
        assert_eq!(survey.stopped, Some(StopReason::Time));
        for (rows, columns) in [(0, 0), (2, 2), (8, 8), (5, 8), (2, 5)] {
            let scope = RushScope::new(rows, columns);
            let error = rush_survey(&scope, &options, &mut unobserved);
            assert!(error.expect_err("no scope").to_string().contains("3 to 7"));
        }
    }
}
