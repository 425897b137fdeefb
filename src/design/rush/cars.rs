//! The cars of a board, and the range of each.

use super::boards::{Cells, MAX_SIDE, PackedBoards, RushBoard, narrow};
use crate::search::bits::ones;

/// The largest number of cars: each has two cells, and no row is full.
pub const MAX_CARS: usize = MAX_SIDE * MAX_SIDE / 2;

/// Cars of a board: a bit each.
pub type CarSet = u32;

/// A car on a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlacedCar {
    pub is_column: bool,
    /// Its row, or its column.
    pub line: u8,
    /// Its first cell there.
    pub first: u8,
    pub length: u8,
}

impl PlacedCar {
    const fn shares_line(self, other: PlacedCar) -> bool {
        self.is_column == other.is_column && self.line == other.line
    }
}

/// The cars of a board; those of a line are in their order.
#[derive(Clone, Copy, Debug)]
pub struct Cars {
    all: [PlacedCar; MAX_CARS],
    count: usize,
}

impl Cars {
    pub fn of(boards: &PackedBoards, board: &RushBoard) -> Self {
        let mut cars = Cars {
            all: [PlacedCar::default(); MAX_CARS],
            count: 0,
        };
        for number in 0..boards.height + boards.width {
            let line = &boards.lines[usize::from(board.lines[number])];
            let is_column = number >= boards.height;
            let at = if is_column {
                number - boards.height
            } else {
                number
            };
            for car in &line.cars[usize::from(board.states[number])] {
                cars.all[cars.count] = PlacedCar {
                    is_column,
                    line: at.to_le_bytes()[0],
                    first: car.first,
                    length: car.length,
                };
                cars.count += 1;
            }
        }
        cars
    }

    pub fn get(&self) -> &[PlacedCar] {
        &self.all[..self.count]
    }

    pub fn get_mut(&mut self) -> &mut [PlacedCar] {
        &mut self.all[..self.count]
    }

    pub fn without(mut self, car: usize) -> Self {
        self.all.copy_within(car + 1..self.count, car);
        self.count -= 1;
        self
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug)]
pub struct BoardFrame {
    pub height: usize,
    pub width: usize,
    /// By number of cells: the first cells of the first column.
    columns: [Cells; MAX_SIDE + 1],
}

impl BoardFrame {
    pub fn new(height: usize, width: usize) -> Self {
        BoardFrame {
            height,
            width,
            columns: std::array::from_fn(|cells| {
                (0..cells).fold(0, |all, row| all | 1 << (row * width))
            }),
        }
    }

    /// Returns the number of cells of a car's line.
    #[inline(always)]
    pub const fn length(&self, car: PlacedCar) -> usize {
        if car.is_column {
            self.height
        } else {
            self.width
        }
    }

    /// Returns the cells `from..end` of a car's line.
    #[inline(always)]
    pub fn span(&self, car: PlacedCar, from: u8, end: u8) -> Cells {
        let cells = usize::from(end.saturating_sub(from));
        let line = usize::from(car.line);
        let from = usize::from(from);
        if car.is_column {
            self.columns[cells] << (from * self.width + line)
        } else {
            ((1 << cells) - 1) << (line * self.width + from)
        }
    }

    /// Returns the distance of neighbours in the car's line.
    pub fn stride(&self, car: PlacedCar) -> u32 {
        if car.is_column { narrow(self.width) } else { 1 }
    }
}

/// The range of each car: cells that it can reach at most.
///
/// A range may grow over cells that no other car covers in every place of its own range. The larger
/// the range of a car, the fewer cells it covers in every place, so ranges grow together, from the
/// places of the cars. No car ever leaves its range: the first one to do so would enter a cell that
/// is always covered.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    /// By car: the first cell of its range.
    pub from: [u8; MAX_CARS],
    /// By car: the cell behind its range.
    end: [u8; MAX_CARS],
    /// By car: the cells of its range.
    pub cells: [Cells; MAX_CARS],
    /// By car: the cells that it covers in every place of its range.
    always: [Cells; MAX_CARS],
    /// The cars that can move.
    pub movable: CarSet,
}

impl Ranges {
    pub fn new(frame: &BoardFrame, cars: &Cars, walls: Cells) -> Self {
        let none = [0; MAX_CARS];
        let mut ranges = Ranges {
            from: none,
            end: none,
            cells: [0; MAX_CARS],
            always: [0; MAX_CARS],
            movable: 0,
        };
        let mut taken = walls;
        for (at, &car) in cars.get().iter().enumerate() {
            (ranges.from[at], ranges.end[at]) = (car.first, car.first + car.length);
            ranges.always[at] = frame.span(car, ranges.from[at], ranges.end[at]);
            taken |= ranges.always[at];
        }
        while ranges.grow(frame, cars, &mut taken) {}
        for (at, &car) in cars.get().iter().enumerate() {
            ranges.cells[at] = frame.span(car, ranges.from[at], ranges.end[at]);
            ranges.movable |= CarSet::from(ranges.places(at, car) > 1) << at;
        }
        ranges
    }

    /// Grows the ranges. Returns whether any has grown.
    fn grow(&mut self, frame: &BoardFrame, cars: &Cars, taken: &mut Cells) -> bool {
        let cars = cars.get();
        let mut grows = false;
        for (at, &car) in cars.iter().enumerate() {
            let next = cars.get(at + 1).filter(|next| next.shares_line(car));
            let most = next.map_or(frame.length(car), |next| {
                (self.end[at + 1] - next.length).into()
            });
            let before = at
                .checked_sub(1)
                .filter(|&before| cars[before].shares_line(car));
            let least = before.map_or(0, |before| self.from[before] + cars[before].length);
            let mut from = self.from[at];
            let mut end = self.end[at];
            while usize::from(end) < most && *taken & frame.span(car, end, end + 1) == 0 {
                end += 1;
            }
            while from > least && *taken & frame.span(car, from - 1, from) == 0 {
                from -= 1;
            }
            if (from, end) != (self.from[at], self.end[at]) {
                (self.from[at], self.end[at]) = (from, end);
                let always = frame.span(car, end - car.length, from + car.length);
                *taken ^= self.always[at] ^ always;
                self.always[at] = always;
                grows = true;
            }
        }
        grows
    }

    /// Returns the number of places of a car.
    pub(super) const fn places(&self, at: usize, car: PlacedCar) -> u8 {
        self.end[at] - self.from[at] - car.length + 1
    }

    /// Returns the cars whose ranges meet that of this car, directly or through others. Their moves
    /// do not depend on the places of all other cars.
    pub fn cluster(&self, of: usize) -> CarSet {
        let mut cluster = 1 << of;
        let mut cells = self.cells[of];
        loop {
            let more: CarSet = ones(self.movable & !cluster)
                .filter(|&at| self.cells[at] & cells != 0)
                .fold(0, |more, at| more | 1 << at);
            if more == 0 {
                return cluster;
            }
            cluster |= more;
            cells = ones(more).fold(cells, |cells, at| cells | self.cells[at]);
        }
    }

    /// Returns whether every car and every wall may affect the car `to`: it can block it, or bounds
    /// the range of a car that does. A board with any other car or wall is as hard without it.
    pub fn do_all_matter(&self, frame: &BoardFrame, cars: &Cars, walls: Cells, to: usize) -> bool {
        let all = cars.get();
        let mut matter = self.cluster(to);
        let mut todo = matter;
        let mut walls = walls;
        while todo != 0 {
            let at = todo.trailing_zeros() as usize;
            todo &= todo - 1;
            let car = all[at];
            let from = self.from[at];
            let end = self.end[at];
            let before = if from > 0 {
                frame.span(car, from - 1, from)
            } else {
                0
            };
            let is_inside = usize::from(end) < frame.length(car);
            let after = if is_inside {
                frame.span(car, end, end + 1)
            } else {
                0
            };
            walls &= !(before | after);
            let is_end = |other: usize| {
                let next = all[other];
                let is_before = other + 1 == at && from == self.from[other] + next.length;
                let is_after = other == at + 1 && end == self.end[other] - next.length;
                self.always[other] & (before | after) != 0
                    || next.shares_line(car) && (is_before || is_after)
            };
            let more = (0..all.len())
                .filter(|&other| matter >> other & 1 == 0 && is_end(other))
                .fold(0, |more, other| more | self.cluster(other))
                & !matter;
            matter |= more;
            todo |= more;
        }
        matter.count_ones() as usize == all.len() && walls == 0
    }
}
