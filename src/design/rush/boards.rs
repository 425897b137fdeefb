//! All boards whose cars are packed: none can go one cell to the left or up.
//!
//! Each component has a board that is packed, the one whose cells are least as numbers, and few
//! others; so M. Fogleman, <https://www.michaelfogleman.com/rush/>, enumerates components. A board
//! is a filling of each row, and then of each column, that goes with what is there already.

use std::ops::ControlFlow;

use super::lines::{CarLine, LineCar, LineCells, MAX_LINES, covered};
use crate::rng::Rng;

/// Cells of a board, row by row: a bit each.
pub(super) type Cells = u64;

/// Cells of the primary car.
pub(super) const PRIMARY_LENGTH: u8 = 2;

/// How each row stands, and then each column, and the walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct RushBoard {
    /// By row or column: the number of its line.
    pub(super) lines: [u16; MAX_LINES],
    /// By row or column: its stand.
    pub(super) stands: [u8; MAX_LINES],
    pub(super) walls: Cells,
}

/// One way to fill a row or a column with cars and walls.
#[derive(Clone, Debug)]
struct LineFilling {
    /// Cars and walls.
    cells: Cells,
    walls: Cells,
    /// Cells in front of cars that something else has to cover, for the cars to be packed.
    fronts: Cells,
    line: u16,
    stand: u8,
}

/// All that is packed in a square frame.
#[derive(Debug)]
pub(super) struct PackedBoards {
    pub(super) side: usize,
    most_walls: u32,
    /// All that occur.
    pub(super) lines: Vec<CarLine>,
    rows: Vec<Vec<LineFilling>>,
    columns: Vec<Vec<LineFilling>>,
    /// The first rows, filled in all ways.
    beginnings: Vec<RowPrefix>,
    /// How many rows that are.
    begun: usize,
}

/// Rows that are filled, and what they leave to the columns.
#[derive(Clone, Copy, Debug)]
struct RowPrefix {
    board: RushBoard,
    cells: Cells,
    fronts: Cells,
}

/// So many beginnings at least, that workers have enough to choose from.
const MIN_BEGINNINGS: usize = 1 << 12;

impl PackedBoards {
    /// Of so many rows and columns, with up to so many walls.
    pub(super) fn new(side: usize, most_walls: u32) -> Self {
        let mut lines = CarLines::default();
        let rows = (0..side).map(|row| {
            let mut fillings = lines.fillings(side, most_walls, |cell| 1 << (row * side + cell));
            if row == primary_row(side) {
                fillings.retain(|it| is_primary(&lines.all[usize::from(it.line)], it, row * side));
            }
            fillings
        });
        let rows = rows.collect();
        let columns = (0..side)
            .map(|column| lines.fillings(side, 0, |cell| 1 << (cell * side + column)))
            .collect();
        let lines = lines.all;
        let mut boards = PackedBoards {
            side,
            most_walls,
            lines,
            rows,
            columns,
            beginnings: vec![RowPrefix::EMPTY],
            begun: 0,
        };
        while boards.begun < side && boards.beginnings.len() < MIN_BEGINNINGS {
            boards.begin_further();
        }
        boards
    }

    /// One row more.
    fn begin_further(&mut self) {
        let mut further = Vec::new();
        for &begun in &self.beginnings {
            let filled = self.fill_rows(self.begun, self.begun + 1, begun, &mut |it| {
                further.push(*it);
                ControlFlow::Continue(())
            });
            debug_assert!(filled.is_continue());
        }
        self.beginnings = further;
        self.begun += 1;
    }

    /// How many parts the boards are dealt out in.
    pub(super) const fn parts(&self) -> usize {
        self.beginnings.len()
    }

    /// A part in which one row more or less is filled otherwise, by chance.
    pub(super) fn part_beside(&self, part: usize, rng: &mut Rng) -> usize {
        let changed = rng.below(self.begun);
        // The last row changes from one part to the next; with walls, not all rows go together.
        let after = self.rows[changed + 1..self.begun].iter().map(Vec::len).product::<usize>();
        let ways = self.rows[changed].len();
        let digit = part / after % ways;
        let beside = part - digit * after + rng.below(ways) * after;
        beside.min(self.parts() - 1)
    }

    /// Visits all boards of a part, until that breaks.
    pub(super) fn visit(
        &self,
        part: usize,
        visit: &mut impl FnMut(&RushBoard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut then = |it: &RowPrefix| self.fill_columns(0, it, visit);
        self.fill_rows(self.begun, self.side, self.beginnings[part], &mut then)
    }

    /// How many cells of a board are empty.
    pub(super) fn empty(&self, board: &RushBoard) -> usize {
        let stands = board.lines.iter().zip(&board.stands).take(2 * self.side);
        let covered = stands.map(|(&line, &stand)| {
            self.lines[usize::from(line)].covered[usize::from(stand)].count_ones() as usize
        });
        let walls = board.walls.count_ones() as usize;
        self.side * self.side - walls - covered.sum::<usize>()
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
            let Some(begun) = begun.with(row, filling) else { continue };
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
        visit: &mut impl FnMut(&RushBoard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if column == self.side {
            return visit(&begun.board);
        }
        let own = (0..self.side).fold(0, |own, row| own | 1 << (row * self.side + column));
        for filling in &self.columns[column] {
            let Some(begun) = begun.with(self.side + column, filling) else { continue };
            // Rows are all there, and columns that come cover none of its cells.
            if begun.fronts & own & !begun.cells == 0 {
                self.fill_columns(column + 1, &begun, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl RowPrefix {
    const EMPTY: RowPrefix = RowPrefix {
        board: RushBoard { lines: [0; MAX_LINES], stands: [0; MAX_LINES], walls: 0 },
        cells: 0,
        fronts: 0,
    };

    /// With a row or column more, if that goes.
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
        with.board.stands[number] = filling.stand;
        Some(with)
    }
}

/// The row of the primary car: the middle one, or the one above the middle.
pub(super) const fn primary_row(side: usize) -> usize {
    (side - 1) / 2
}

/// Whether there is the primary alone, no wall in its way, and the exit behind it.
fn is_primary(line: &CarLine, filling: &LineFilling, first: usize) -> bool {
    let [car] = line.cars[usize::from(filling.stand)][..] else { return false };
    car.length == PRIMARY_LENGTH && filling.walls >> (first + usize::from(car.first)) == 0
}

/// Lines that are known.
#[derive(Default)]
struct CarLines {
    all: Vec<CarLine>,
    /// By line: what it is made from.
    made_from: Vec<(Vec<LineCar>, LineCells)>,
}

impl CarLines {
    /// All ways to fill a line in which something can move, each of its cells where it is.
    fn fillings(
        &mut self,
        side: usize,
        most_walls: u32,
        cell: impl Fn(usize) -> Cells,
    ) -> Vec<LineFilling> {
        let spread = |cells: LineCells| {
            (0..side).filter(|at| cells >> at & 1 != 0).fold(0, |all, at| all | cell(at))
        };
        let mut fillings = Vec::new();
        fill(side, most_walls, 0, &mut (Vec::new(), 0), &mut |cars, walls| {
            let covered = covered(cars);
            if usize::try_from((covered | walls).count_ones()).is_ok_and(|count| count >= side) {
                return;
            }
            let fronts = cars.iter().filter(|car| car.first > 0);
            let fronts = fronts.fold(0, |all, car| all | 1 << (car.first - 1));
            let (line, stand) = self.known(side, cars, walls);
            fillings.push(LineFilling {
                cells: spread(covered | walls),
                walls: spread(walls),
                fronts: spread(fronts & !covered & !walls),
                line,
                stand,
            });
        });
        fillings
    }

    /// The number of a line, and the stand in which its cars are.
    fn known(&mut self, side: usize, cars: &[LineCar], walls: LineCells) -> (u16, u8) {
        let least = CarLine::new(side, cars, walls);
        let made_from = (least.cars[0].clone(), walls);
        let number = self.made_from.iter().position(|it| *it == made_from);
        let stand = least.cars.iter().position(|it| it == cars).expect("it stands there");
        let number = number.unwrap_or_else(|| {
            self.made_from.push(made_from);
            self.all.push(least);
            self.all.len() - 1
        });
        (u16::try_from(number).expect("few lines"), u8::try_from(stand).expect("few stands"))
    }
}

/// Visits all ways to fill a line, from this cell on.
fn fill(
    side: usize,
    most_walls: u32,
    cell: u8,
    filled: &mut (Vec<LineCar>, LineCells),
    visit: &mut dyn FnMut(&[LineCar], LineCells),
) {
    if usize::from(cell) == side {
        return visit(&filled.0, filled.1);
    }
    for length in 2..=3 {
        let car = LineCar { first: cell, length };
        if usize::from(car.end()) <= side {
            filled.0.push(car);
            fill(side, most_walls, car.end(), filled, visit);
            filled.0.pop();
        }
    }
    if most_walls > 0 {
        filled.1 |= 1 << cell;
        fill(side, most_walls - 1, cell + 1, filled, visit);
        filled.1 &= !(1 << cell);
    }
    fill(side, most_walls, cell + 1, filled, visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(side: usize, most_walls: u32) -> u64 {
        let boards = PackedBoards::new(side, most_walls);
        let mut count = 0;
        for part in 0..boards.parts() {
            let visited = boards.visit(part, &mut |_| {
                count += 1;
                ControlFlow::Continue(())
            });
            assert!(visited.is_continue());
        }
        count
    }

    /// What is published is the number of the last one, counted from 0.
    #[test]
    fn boards_are_as_many_as_fogleman_counts() {
        assert_eq!(count(4, 0), 1_348 + 1);
        assert_eq!(count(4, 1), 9_803 + 1);
        assert_eq!(count(4, 2), 33_952 + 1);
        assert_eq!(count(5, 0), 268_108 + 1);
    }

    #[test]
    #[ignore = "five seconds with optimisation, a minute without"]
    fn larger_ones_are_as_many_as_well() {
        assert_eq!(count(5, 1), 2_988_669 + 1);
        assert_eq!(count(6, 0), 243_502_785 + 1);
    }
}
