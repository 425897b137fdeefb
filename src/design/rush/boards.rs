//! Packed boards, on which no car can move one cell to the left or up, and their lines.
//!
//! Each component has a packed board, the one whose cells are least as numbers, and few others. So
//! M. Fogleman, <https://www.michaelfogleman.com/rush/>, enumerates components. A board is a
//! filling of each row, and then of each column, that fits the lines before it.

use std::ops::ControlFlow;

use crate::{
    control::{Monitor, Progress, StopReason},
    memory,
    rng::Rng,
};

/// Cells of a board, row by row: a bit each.
pub type Cells = u64;

/// The length of the primary car.
pub const PRIMARY_LENGTH: u8 = 2;

/// The state of each row, then of each column, and the walls.
#[derive(Clone, Copy, Debug)]
pub struct RushBoard {
    /// By row or column: the number of its line.
    pub lines: [u16; MAX_LINES],
    /// By row or column: its state.
    pub states: [u8; MAX_LINES],
    pub walls: Cells,
}

/// One way to fill a row or a column with cars and walls.
#[derive(Clone, Debug)]
struct LineFilling {
    /// Cars and walls.
    cells: Cells,
    walls: Cells,
    /// Cells in front of cars, which must be covered in a packed board.
    fronts: Cells,
    line: u16,
    state: u8,
}

/// All packed boards of a frame.
#[derive(Debug)]
pub struct PackedBoards {
    pub height: usize,
    pub width: usize,
    most_walls: u32,
    /// All lines that occur.
    pub lines: Vec<CarLine>,
    rows: Vec<Vec<LineFilling>>,
    columns: Vec<Vec<LineFilling>>,
    /// All fillings of the first rows.
    beginnings: Vec<RowPrefix>,
    /// The number of these rows.
    begun: usize,
}

/// The first lines of a board.
#[derive(Clone, Copy, Debug)]
struct RowPrefix {
    board: RushBoard,
    cells: Cells,
    fronts: Cells,
}

/// The least number of parts, so that all threads have work.
const MIN_BEGINNINGS: usize = 1 << 12;

impl PackedBoards {
    /// Returns the boards of this height and width with at most `most_walls` walls.
    ///
    /// # Errors
    /// If a limit stops it.
    pub fn new(
        height: usize,
        width: usize,
        most_walls: u32,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, StopReason> {
        let mut lines = CarLines::default();
        let rows = (0..height)
            .map(|row| {
                let mut fillings =
                    lines.fillings(width, most_walls, |cell| 1 << (row * width + cell));
                if row == primary_row(height) {
                    fillings
                        .retain(|it| is_primary(&lines.all[usize::from(it.line)], it, row * width));
                }
                fillings
            })
            .collect();
        let columns = (0..width)
            .map(|column| lines.fillings(height, 0, |cell| 1 << (cell * width + column)))
            .collect();
        let mut boards = PackedBoards {
            height,
            width,
            most_walls,
            lines: lines.all,
            rows,
            columns,
            beginnings: vec![RowPrefix::EMPTY],
            begun: 0,
        };
        while boards.begun < height && boards.beginnings.len() < MIN_BEGINNINGS {
            boards.begin_further(monitor)?;
        }
        Ok(boards)
    }

    /// Fills one more row.
    fn begin_further(&mut self, monitor: &mut Monitor<'_>) -> Result<(), StopReason> {
        let mut further = Vec::new();
        for &begun in &self.beginnings {
            // Each beginning also has a job.
            monitor.check_now(|| Progress {
                bytes: further.len() * 2 * size_of::<RowPrefix>(),
                ..Progress::default()
            })?;
            let filled = self.fill_rows(self.begun, self.begun + 1, begun, &mut |it| {
                if memory::reserve(&mut further, 1, usize::MAX).is_err() {
                    return ControlFlow::Break(());
                }
                further.push(*it);
                ControlFlow::Continue(())
            });
            if filled.is_break() {
                return Err(StopReason::OutOfMemory);
            }
        }
        self.beginnings = further;
        self.begun += 1;
        Ok(())
    }

    /// Returns the number of parts into which the boards are divided.
    pub const fn parts(&self) -> usize {
        self.beginnings.len()
    }

    /// Returns a random part that differs in about one row.
    pub fn part_beside(&self, part: usize, rng: &mut Rng) -> usize {
        let changed = rng.below(self.begun);
        // The last row changes from one part to the next; with walls, not all rows go together.
        let after = self.rows[changed + 1..self.begun]
            .iter()
            .map(Vec::len)
            .product::<usize>();
        let ways = self.rows[changed].len();
        let digit = part / after % ways;
        let beside = part - digit * after + rng.below(ways) * after;
        beside.min(self.parts() - 1)
    }

    /// Visits all boards of a part, until a visit breaks. Rows that are filled are visited without
    /// a board, as millions of them may have no columns that fit.
    pub fn visit(
        &self,
        part: usize,
        visit: &mut impl FnMut(Option<&RushBoard>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut then = |it: &RowPrefix| {
            visit(None)?;
            self.fill_columns(0, it, visit)
        };
        self.fill_rows(self.begun, self.height, self.beginnings[part], &mut then)
    }

    /// Returns the number of empty cells of a board.
    pub fn empty(&self, board: &RushBoard) -> usize {
        let covered = board
            .lines
            .iter()
            .zip(&board.states)
            .take(self.height + self.width)
            .map(|(&line, &state)| {
                self.lines[usize::from(line)].covered[usize::from(state)].count_ones() as usize
            });
        let walls = board.walls.count_ones() as usize;
        self.height * self.width - walls - covered.sum::<usize>()
    }

    fn fill_rows(
        &self,
        row: usize,
        end: usize,
        begun: RowPrefix,
        visit: &mut dyn FnMut(&RowPrefix) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if row == end {
            return visit(&begun);
        }
        for filling in &self.rows[row] {
            let Some(begun) = begun.with(row, filling) else {
                continue;
            };
            if begun.board.walls.count_ones() <= self.most_walls {
                self.fill_rows(row + 1, end, begun, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn fill_columns(
        &self,
        column: usize,
        begun: &RowPrefix,
        visit: &mut impl FnMut(Option<&RushBoard>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if column == self.width {
            return visit(Some(&begun.board));
        }
        let own = (0..self.height).fold(0, |own, row| own | 1 << (row * self.width + column));
        for filling in &self.columns[column] {
            let Some(begun) = begun.with(self.height + column, filling) else {
                continue;
            };
            // All rows are filled, and later columns cover none of its cells.
            if begun.fronts & own & !begun.cells == 0 {
                self.fill_columns(column + 1, &begun, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl RowPrefix {
    const EMPTY: RowPrefix = RowPrefix {
        board: RushBoard {
            lines: [0; MAX_LINES],
            states: [0; MAX_LINES],
            walls: 0,
        },
        cells: 0,
        fronts: 0,
    };

    /// Adds a row or column; `None` if it does not fit.
    #[inline(always)]
    fn with(&self, number: usize, filling: &LineFilling) -> Option<Self> {
        if self.cells & filling.cells != 0 {
            return None;
        }
        let mut with = *self;
        with.cells |= filling.cells;
        with.fronts |= filling.fronts;
        with.board.walls |= filling.walls;
        with.board.lines[number] = filling.line;
        with.board.states[number] = filling.state;
        Some(with)
    }
}

/// Returns the row of the primary car: the middle one, or the one above the middle.
pub const fn primary_row(height: usize) -> usize {
    (height - 1) / 2
}

/// Returns whether the line has only the primary car, and no wall in front of it.
fn is_primary(line: &CarLine, filling: &LineFilling, first: usize) -> bool {
    let [car] = line.cars[usize::from(filling.state)][..] else {
        return false;
    };
    car.length == PRIMARY_LENGTH && filling.walls >> (first + usize::from(car.first)) == 0
}

/// All lines so far.
#[derive(Default)]
struct CarLines {
    all: Vec<CarLine>,
    /// By line: its length, its least cars, and its walls.
    made_from: Vec<(usize, Vec<LineCar>, LineCells)>,
}

impl CarLines {
    /// Returns all fillings of a line that leave a cell empty; `cell` gives the place of each cell.
    fn fillings(
        &mut self,
        length: usize,
        most_walls: u32,
        cell: impl Fn(usize) -> Cells,
    ) -> Vec<LineFilling> {
        let spread = |cells: LineCells| {
            (0..length)
                .filter(|at| cells >> at & 1 != 0)
                .fold(0, |all, at| all | cell(at))
        };
        let mut fillings = Vec::new();
        fill(
            length,
            most_walls,
            0,
            &mut (Vec::new(), 0),
            &mut |cars, walls| {
                let covered = covered(cars);
                if usize::try_from((covered | walls).count_ones())
                    .is_ok_and(|count| count >= length)
                {
                    return;
                }
                let fronts = cars
                    .iter()
                    .filter(|car| car.first > 0)
                    .fold(0, |all, car| all | 1 << (car.first - 1));
                let (line, state) = self.known(length, cars, walls);
                fillings.push(LineFilling {
                    cells: spread(covered | walls),
                    walls: spread(walls),
                    fronts: spread(fronts & !covered & !walls),
                    line,
                    state,
                });
            },
        );
        fillings
    }

    /// Returns the number of a line, and the state of its cars.
    fn known(&mut self, length: usize, cars: &[LineCar], walls: LineCells) -> (u16, u8) {
        let least = CarLine::new(length, cars, walls);
        let made_from = (length, least.cars[0].clone(), walls);
        let number = self.made_from.iter().position(|it| *it == made_from);
        let state = least
            .cars
            .iter()
            .position(|it| it == cars)
            .expect("the cars have a state");
        let number = number.unwrap_or_else(|| {
            self.made_from.push(made_from);
            self.all.push(least);
            self.all.len() - 1
        });
        (
            u16::try_from(number).expect("few lines"),
            u8::try_from(state).expect("few states"),
        )
    }
}

/// Visits all ways to fill a line, from this cell on.
fn fill(
    length: usize,
    most_walls: u32,
    cell: u8,
    filled: &mut (Vec<LineCar>, LineCells),
    visit: &mut dyn FnMut(&[LineCar], LineCells),
) {
    if usize::from(cell) == length {
        return visit(&filled.0, filled.1);
    }
    for cells in 2..=3 {
        let car = LineCar {
            first: cell,
            length: cells,
        };
        if usize::from(car.end()) <= length {
            filled.0.push(car);
            fill(length, most_walls, car.end(), filled, visit);
            filled.0.pop();
        }
    }
    if most_walls > 0 {
        filled.1 |= 1 << cell;
        fill(length, most_walls - 1, cell + 1, filled, visit);
        filled.1 &= !(1 << cell);
    }
    fill(length, most_walls, cell + 1, filled, visit);
}

/// The largest number of rows and of columns: a line of cells is a byte, a board a word, and its
/// state four bits.
pub const MAX_SIDE: usize = 7;

/// Rows and columns together.
pub const MAX_LINES: usize = 2 * MAX_SIDE;

/// Cells of a row or a column: a bit each.
pub type LineCells = u8;

/// States of a line: a bit each.
pub type LineStates = u16;

/// A car in its row or column: its first cell, and how many it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCar {
    pub first: u8,
    pub length: u8,
}

impl LineCar {
    pub const fn end(self) -> u8 {
        self.first + self.length
    }

    pub const fn cells(self) -> LineCells {
        span(self.first, self.end())
    }
}

/// Returns the cells from `from` to before `end`.
const fn span(from: u8, end: u8) -> LineCells {
    (LineCells::MAX >> (8 - (end - from))) << from
}

/// A step of one car by one cell.
#[derive(Clone, Copy, Debug)]
pub struct CarStep {
    /// The state after the step.
    pub to: usize,
    /// The cell that it enters, and the one that it leaves.
    pub gained: usize,
    pub freed: usize,
}

/// The cars of a row or a column, and all their places, the states of the line. States are ordered
/// by the cells that are covered, as numbers.
#[derive(Clone, Debug)]
pub struct CarLine {
    /// By state.
    pub cars: Vec<Vec<LineCar>>,
    /// By state: the cells that are covered.
    pub covered: Vec<LineCells>,
    /// By state: the steps from it.
    pub steps: Vec<Vec<CarStep>>,
    /// By cell: the states that cover it.
    pub covering: [LineStates; MAX_SIDE],
    /// By state, and by the cells that other lines cover: the states that can be reached.
    parts: Vec<LineStates>,
}

impl CarLine {
    /// Returns a line of `length` cells with these cars, each of which stays between its walls.
    pub fn new(length: usize, cars: &[LineCar], walls: LineCells) -> Self {
        let mut states = Vec::new();
        place(length, cars, walls, &mut Vec::new(), &mut states);
        states.sort_unstable_by_key(|cars| covered(cars));
        let steps = states
            .iter()
            .map(|from| {
                states
                    .iter()
                    .enumerate()
                    .filter_map(|(to, cars)| step(from, cars, to))
                    .collect()
            })
            .collect();
        let covered: Vec<LineCells> = states.iter().map(|cars| covered(cars)).collect();
        let covering = std::array::from_fn(|cell| {
            (0..covered.len())
                .map(|at| LineStates::from(covered[at] >> cell & 1) << at)
                .sum()
        });
        let mut line = CarLine {
            cars: states,
            covered,
            steps,
            covering,
            parts: Vec::new(),
        };
        line.parts = (0..line.len() << length)
            .map(|at| line.find_part(length, at))
            .collect();
        line
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.covered.len()
    }

    /// Returns the states reachable from this one while other lines cover these cells; none if they
    /// cover a cell of this state.
    #[inline(always)]
    pub fn part(&self, others: usize, at: usize) -> LineStates {
        self.parts[others * self.covered.len() + at]
    }

    fn find_part(&self, length: usize, at: usize) -> LineStates {
        debug_assert!(at < self.len() << length);
        let others = at / self.len();
        let at = at % self.len();
        let free = |at: usize| LineStates::from(usize::from(self.covered[at]) & others == 0) << at;
        let mut part = free(at);
        loop {
            let before = part;
            for at in (0..self.len()).filter(|&at| before >> at & 1 != 0) {
                part = self.steps[at]
                    .iter()
                    .fold(part, |part, step| part | free(step.to));
            }
            if part == before {
                return part;
            }
        }
    }
}

pub fn covered(cars: &[LineCar]) -> LineCells {
    cars.iter().map(|car| car.cells()).sum()
}

/// Collects all places of these cars in their order, none beyond a wall.
fn place(
    length: usize,
    cars: &[LineCar],
    walls: LineCells,
    placed: &mut Vec<LineCar>,
    states: &mut Vec<Vec<LineCar>>,
) {
    let Some(&car) = cars.get(placed.len()) else {
        return states.push(placed.clone());
    };
    let mut there = LineCar {
        first: placed.last().map_or(0, |last| last.end()),
        ..car
    };
    while usize::from(there.end()) <= length {
        let way = span(there.first.min(car.first), there.end().max(car.end()));
        if way & walls == 0 {
            placed.push(there);
            place(length, cars, walls, placed, states);
            placed.pop();
        }
        there.first += 1;
    }
}

/// Returns the step from one state to another, if it is one.
fn step(from: &[LineCar], cars: &[LineCar], to: usize) -> Option<CarStep> {
    let mut moved = from.iter().zip(cars).filter(|(from, to)| from != to);
    let (from, there) = moved
        .next()
        .filter(|(from, to)| from.first.abs_diff(to.first) == 1)?;
    let (gained, freed) = if from.first < there.first {
        (from.end(), from.first)
    } else {
        (there.first, there.end())
    };
    let is_one = moved.next().is_none();
    is_one.then_some(CarStep {
        to,
        gained: gained.into(),
        freed: freed.into(),
    })
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "memory holds fewer items")]
pub const fn narrow(count: usize) -> u32 {
    count as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;

    fn count(side: usize, most_walls: u32) -> u64 {
        let mut monitor = Monitor::unobserved(Limits::default());
        let boards = PackedBoards::new(side, side, most_walls, &mut monitor).expect("no limit");
        let mut count = 0;
        for part in 0..boards.parts() {
            let visited = boards.visit(part, &mut |board| {
                count += u64::from(board.is_some());
                ControlFlow::Continue(())
            });
            assert!(visited.is_continue());
        }
        count
    }

    /// The published number is that of the last board, from 0.
    #[test]
    fn the_numbers_of_boards_equal_foglemans_numbers() {
        let counts = [(4, 0), (4, 1), (4, 2), (5, 0)].map(|(side, walls)| count(side, walls));
        assert_eq!(counts, [1_348 + 1, 9_803 + 1, 33_952 + 1, 268_108 + 1]);
    }

    #[test]
    #[ignore = "five seconds with optimisation, a minute without"]
    fn the_numbers_of_larger_boards_equal_foglemans_numbers() {
        assert_eq!([count(5, 1), count(6, 0)], [2_988_669 + 1, 243_502_785 + 1]);
    }

    fn car(first: u8, length: u8) -> LineCar {
        LineCar { first, length }
    }

    #[test]
    fn the_cars_of_a_line_stay_in_their_order_and_between_their_walls() {
        let line = CarLine::new(6, &[car(0, 2), car(2, 2)], 0);
        let covered = [
            0b00_1111, 0b01_1011, 0b01_1110, 0b11_0011, 0b11_0110, 0b11_1100,
        ];
        assert_eq!(line.covered, covered);
        assert_eq!(line.cars[2], [car(1, 2), car(3, 2)]);
        let line = CarLine::new(6, &[car(0, 2), car(4, 2)], 0b1000);
        assert_eq!(line.covered, [0b11_0011, 0b11_0110]);
    }

    #[test]
    fn a_step_has_the_gained_and_the_freed_cell() {
        let line = CarLine::new(4, &[car(1, 2)], 0);
        let steps: Vec<_> = line.steps[1]
            .iter()
            .map(|it| (it.to, it.gained, it.freed))
            .collect();
        assert_eq!(steps, [(0, 0, 2), (2, 3, 1)]);
    }

    #[test]
    fn covered_cells_divide_the_states() {
        let line = CarLine::new(6, &[car(0, 2)], 0);
        assert_eq!(line.part(0, 1), 0b11111);
        assert_eq!(line.part(0b00_1000, 0), 0b00011);
        assert_eq!(line.part(0b00_1000, 4), 0b10000);
        assert_eq!(line.part(0b00_0001, 0), 0);
        assert_eq!(line.covering[1], 0b00011);
    }
}
