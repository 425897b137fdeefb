//! Rows and columns, and how cars can stand in them.

/// The most rows and columns: a row of cells is a byte, a board a word, and how the cars of a line
/// stand four bits.
pub(super) const MAX_SIDE: usize = 7;

/// Rows and columns together.
pub(super) const MAX_LINES: usize = 2 * MAX_SIDE;

/// Cells of a row or a column: a bit each.
pub(super) type LineCells = u8;

/// Ways in which the cars of a line can stand: a bit each.
pub(super) type LineStates = u16;

/// A car in its row or column: its first cell, and how many it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineCar {
    pub(super) first: u8,
    pub(super) length: u8,
}

impl LineCar {
    pub(super) const fn end(self) -> u8 {
        self.first + self.length
    }

    pub(super) const fn cells(self) -> LineCells {
        span(self.first, self.end())
    }
}

/// The cells from one to before another.
const fn span(from: u8, end: u8) -> LineCells {
    (LineCells::MAX >> (8 - (end - from))) << from
}

/// One car goes one cell further.
#[derive(Clone, Copy, Debug)]
pub(super) struct CarStep {
    /// How the cars stand then.
    pub(super) to: usize,
    /// The cell that it comes to, and the one that it leaves.
    pub(super) gained: usize,
    pub(super) freed: usize,
}

/// The cars of a row or a column in their order, and all ways in which they can stand there: its
/// stands, numbered by the cells that are covered, as numbers.
#[derive(Clone, Debug)]
pub(super) struct CarLine {
    /// By stand.
    pub(super) cars: Vec<Vec<LineCar>>,
    /// By stand: the cells that are covered.
    pub(super) covered: Vec<LineCells>,
    /// By stand: what one step leads to.
    pub(super) steps: Vec<Vec<CarStep>>,
    /// By cell: the stands that cover it.
    pub(super) covering: [LineStates; MAX_SIDE],
    /// By stand, and by the cells that others cover: the stands that it can come to.
    parts: Vec<LineStates>,
}

impl CarLine {
    /// A line of so many cells in which these cars are, each between the walls where it is now.
    pub(super) fn new(side: usize, cars: &[LineCar], walls: LineCells) -> Self {
        let mut stands = Vec::new();
        place(side, cars, walls, &mut Vec::new(), &mut stands);
        stands.sort_unstable_by_key(|cars| covered(cars));
        let steps_from = |from: &Vec<LineCar>| {
            let step = |(to, cars): (usize, &Vec<LineCar>)| step(from, cars, to);
            stands.iter().enumerate().filter_map(step).collect()
        };
        let steps = stands.iter().map(steps_from).collect();
        let covered: Vec<LineCells> = stands.iter().map(|cars| covered(cars)).collect();
        let covering = std::array::from_fn(|cell| {
            let covers = |at: usize| LineStates::from(covered[at] >> cell & 1) << at;
            (0..covered.len()).map(covers).sum()
        });
        let mut line = CarLine { cars: stands, covered, steps, covering, parts: Vec::new() };
        line.parts = (0..line.len() << side).map(|at| line.find_part(side, at)).collect();
        line
    }

    /// How many ways there are to stand.
    pub(super) fn len(&self) -> usize {
        self.covered.len()
    }

    /// The stands that this one can come to while others cover these cells; none if they cover it.
    #[inline(always)]
    pub(super) fn part(&self, others: usize, at: usize) -> LineStates {
        self.parts[others * self.covered.len() + at]
    }

    fn find_part(&self, side: usize, at: usize) -> LineStates {
        debug_assert!(at < self.len() << side);
        let (others, at) = (at / self.len(), at % self.len());
        let free = |at: usize| LineStates::from(usize::from(self.covered[at]) & others == 0) << at;
        let mut part = free(at);
        loop {
            let before = part;
            for at in (0..self.len()).filter(|&at| before >> at & 1 != 0) {
                part = self.steps[at].iter().fold(part, |part, step| part | free(step.to));
            }
            if part == before {
                return part;
            }
        }
    }
}

pub(super) fn covered(cars: &[LineCar]) -> LineCells {
    cars.iter().map(|car| car.cells()).sum()
}

/// All ways to place these cars in their order, none beyond a wall.
fn place(
    side: usize,
    cars: &[LineCar],
    walls: LineCells,
    placed: &mut Vec<LineCar>,
    stands: &mut Vec<Vec<LineCar>>,
) {
    let Some(&car) = cars.get(placed.len()) else { return stands.push(placed.clone()) };
    let mut there = LineCar { first: placed.last().map_or(0, |last| last.end()), ..car };
    while usize::from(there.end()) <= side {
        let way = span(there.first.min(car.first), there.end().max(car.end()));
        if way & walls == 0 {
            placed.push(there);
            place(side, cars, walls, placed, stands);
            placed.pop();
        }
        there.first += 1;
    }
}

/// The step from one stand to another, if it is one.
fn step(from: &[LineCar], cars: &[LineCar], to: usize) -> Option<CarStep> {
    let mut moved = from.iter().zip(cars).filter(|(from, to)| from != to);
    let (from, there) = moved.next().filter(|(from, to)| from.first.abs_diff(to.first) == 1)?;
    let (gained, freed) = if from.first < there.first {
        (from.end(), from.first)
    } else {
        (there.first, there.end())
    };
    let is_one = moved.next().is_none();
    is_one.then_some(CarStep { to, gained: gained.into(), freed: freed.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn car(first: u8, length: u8) -> LineCar {
        LineCar { first, length }
    }

    #[test]
    fn the_cars_of_a_line_stay_in_their_order_and_between_their_walls() {
        let line = CarLine::new(6, &[car(0, 2), car(2, 2)], 0);
        let covered = [0b00_1111, 0b01_1011, 0b01_1110, 0b11_0011, 0b11_0110, 0b11_1100];
        assert_eq!(line.covered, covered);
        assert_eq!(line.cars[2], [car(1, 2), car(3, 2)]);
        let line = CarLine::new(6, &[car(0, 2), car(4, 2)], 0b1000);
        assert_eq!(line.covered, [0b11_0011, 0b11_0110]);
    }

    #[test]
    fn a_step_tells_the_cell_that_is_gained_and_the_one_that_is_freed() {
        let line = CarLine::new(4, &[car(1, 2)], 0);
        let steps: Vec<_> = line.steps[1].iter().map(|it| (it.to, it.gained, it.freed)).collect();
        assert_eq!(steps, [(0, 0, 2), (2, 3, 1)]);
    }

    #[test]
    fn others_part_the_ways_to_stand() {
        let line = CarLine::new(6, &[car(0, 2)], 0);
        assert_eq!(line.part(0, 1), 0b11111);
        assert_eq!(line.part(0b00_1000, 0), 0b00011);
        assert_eq!(line.part(0b00_1000, 4), 0b10000);
        assert_eq!(line.part(0b00_0001, 0), 0);
        assert_eq!(line.covering[1], 0b00011);
    }
}
