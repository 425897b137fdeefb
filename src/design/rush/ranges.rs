//! How far each car can get at most, and which cars matter to another.
//!
//! A car may get further while what is there is not always taken. The cells that a car takes
//! wherever it is become fewer with its range, and so ranges grow together, from where the cars
//! stand; no car is ever outside, for the first to leave its range would come to a cell that is
//! always taken.

use super::boards::{Cells, PackedBoards, RushBoard};
use super::lines::MAX_SIDE;

/// The most cars of a board: each has two cells, and no row is full.
pub(super) const MAX_CARS: usize = MAX_SIDE * MAX_SIDE / 2;

/// Cars of a board: a bit each.
pub(super) type CarSet = u32;

/// A car on a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct PlacedCar {
    pub(super) is_column: bool,
    /// Its row, or its column.
    pub(super) line: u8,
    /// Its first cell there.
    pub(super) first: u8,
    pub(super) length: u8,
}

impl PlacedCar {
    const fn shares_line(self, other: PlacedCar) -> bool {
        self.is_column == other.is_column && self.line == other.line
    }
}

/// The cars of a board, those of a line in their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cars {
    all: [PlacedCar; MAX_CARS],
    count: usize,
}

impl Cars {
    pub(super) fn of(boards: &PackedBoards, board: &RushBoard) -> Self {
        let mut cars = Cars { all: [PlacedCar::default(); MAX_CARS], count: 0 };
        for number in 0..2 * boards.side {
            let line = &boards.lines[usize::from(board.lines[number])];
            for car in &line.cars[usize::from(board.stands[number])] {
                cars.all[cars.count] = PlacedCar {
                    is_column: number >= boards.side,
                    line: (number % boards.side).to_le_bytes()[0],
                    first: car.first,
                    length: car.length,
                };
                cars.count += 1;
            }
        }
        cars
    }

    pub(super) fn get(&self) -> &[PlacedCar] {
        &self.all[..self.count]
    }

    pub(super) fn get_mut(&mut self) -> &mut [PlacedCar] {
        &mut self.all[..self.count]
    }

    pub(super) fn without(mut self, car: usize) -> Self {
        self.all.copy_within(car + 1..self.count, car);
        self.count -= 1;
        self
    }
}

/// A square frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct SquareFrame {
    pub(super) side: usize,
    /// By number of cells: the first ones of the first column.
    columns: [Cells; MAX_SIDE + 1],
}

impl SquareFrame {
    pub(super) fn new(side: usize) -> Self {
        let column = |cells: usize| (0..cells).fold(0, |all, row| all | 1 << (row * side));
        SquareFrame { side, columns: std::array::from_fn(column) }
    }

    /// The cells of a car's line from one to before another.
    #[inline(always)]
    pub(super) fn span(&self, car: PlacedCar, from: u8, end: u8) -> Cells {
        let cells = usize::from(end.saturating_sub(from));
        let (line, from) = (usize::from(car.line), usize::from(from));
        if car.is_column {
            self.columns[cells] << (from * self.side + line)
        } else {
            ((1 << cells) - 1) << (line * self.side + from)
        }
    }

    /// From a cell of the car's line to the next one.
    pub(super) fn stride(&self, car: PlacedCar) -> u32 {
        if car.is_column { narrow(self.side) } else { 1 }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a side")]
const fn narrow(side: usize) -> u32 {
    side as u32
}

/// How far each car can get at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranges {
    /// By car: the first cell of its line that it can come to.
    pub(super) from: [u8; MAX_CARS],
    /// By car: the one behind the last.
    end: [u8; MAX_CARS],
    /// By car: all cells that it can come to.
    pub(super) cells: [Cells; MAX_CARS],
    /// By car: the cells that it takes wherever it is.
    always: [Cells; MAX_CARS],
    /// The cars that can move.
    pub(super) movable: CarSet,
}

impl Ranges {
    pub(super) fn new(square: &SquareFrame, cars: &Cars, walls: Cells) -> Self {
        let (cells, always) = ([0; MAX_CARS], [0; MAX_CARS]);
        let none = [0; MAX_CARS];
        let mut ranges = Ranges { from: none, end: none, cells, always, movable: 0 };
        let mut taken = walls;
        for (at, &car) in cars.get().iter().enumerate() {
            (ranges.from[at], ranges.end[at]) = (car.first, car.first + car.length);
            ranges.always[at] = square.span(car, ranges.from[at], ranges.end[at]);
            taken |= ranges.always[at];
        }
        while ranges.grow(square, cars, &mut taken) {}
        for (at, &car) in cars.get().iter().enumerate() {
            ranges.cells[at] = square.span(car, ranges.from[at], ranges.end[at]);
            ranges.movable |= CarSet::from(ranges.places(at, car) > 1) << at;
        }
        ranges
    }

    /// Whether any range grows.
    fn grow(&mut self, square: &SquareFrame, cars: &Cars, taken: &mut Cells) -> bool {
        let cars = cars.get();
        let mut grows = false;
        for (at, &car) in cars.iter().enumerate() {
            let next = cars.get(at + 1).filter(|next| next.shares_line(car));
            let most = next.map_or(square.side, |next| (self.end[at + 1] - next.length).into());
            let before = at.checked_sub(1).filter(|&before| cars[before].shares_line(car));
            let least = before.map_or(0, |before| self.from[before] + cars[before].length);
            let (mut from, mut end) = (self.from[at], self.end[at]);
            while usize::from(end) < most && *taken & square.span(car, end, end + 1) == 0 {
                end += 1;
            }
            while from > least && *taken & square.span(car, from - 1, from) == 0 {
                from -= 1;
            }
            if (from, end) != (self.from[at], self.end[at]) {
                (self.from[at], self.end[at]) = (from, end);
                let always = square.span(car, end - car.length, from + car.length);
                *taken ^= self.always[at] ^ always;
                self.always[at] = always;
                grows = true;
            }
        }
        grows
    }

    /// In how many places the car can be.
    pub(super) const fn places(&self, at: usize, car: PlacedCar) -> u8 {
        self.end[at] - self.from[at] - car.length + 1
    }

    /// The cars that can get into each other's way with this one, directly or through others. What
    /// they can do does not depend on where all others are.
    pub(super) fn cluster(&self, of: usize) -> CarSet {
        let (mut cluster, mut cells) = (1 << of, self.cells[of]);
        loop {
            let rest = ones(self.movable & !cluster);
            let met = rest.filter(|&at| self.cells[at] & cells != 0);
            let more: CarSet = met.fold(0, |more, at| more | 1 << at);
            if more == 0 {
                return cluster;
            }
            cluster |= more;
            cells = ones(more).fold(cells, |cells, at| cells | self.cells[at]);
        }
    }

    /// Whether every car and every wall may matter to this car: it gets into the way, or is what
    /// the range of one that matters ends at. One that does not could be taken away, and all would
    /// be as before.
    pub(super) fn do_all_matter(
        &self,
        square: &SquareFrame,
        cars: &Cars,
        walls: Cells,
        to: usize,
    ) -> bool {
        let all = cars.get();
        let mut matter = self.cluster(to);
        let (mut todo, mut walls) = (matter, walls);
        while todo != 0 {
            let at = todo.trailing_zeros() as usize;
            todo &= todo - 1;
            let (car, from, end) = (all[at], self.from[at], self.end[at]);
            let before = if from > 0 { square.span(car, from - 1, from) } else { 0 };
            let is_inside = usize::from(end) < square.side;
            let after = if is_inside { square.span(car, end, end + 1) } else { 0 };
            walls &= !(before | after);
            let is_end = |other: usize| {
                let next = all[other];
                let is_before = other + 1 == at && from == self.from[other] + next.length;
                let is_after = other == at + 1 && end == self.end[other] - next.length;
                self.always[other] & (before | after) != 0
                    || next.shares_line(car) && (is_before || is_after)
            };
            let ends = (0..all.len()).filter(|&other| matter >> other & 1 == 0 && is_end(other));
            let more = ends.fold(0, |more, other| more | self.cluster(other)) & !matter;
            matter |= more;
            todo |= more;
        }
        matter.count_ones() as usize == all.len() && walls == 0
    }
}

/// The numbers of the bits that are set.
pub(super) fn ones(mut set: CarSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
