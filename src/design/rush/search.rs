//! One board: whether it is the one of its component that counts, and what is hardest there.

use super::boards::{PackedBoards, RushBoard, primary_row};
use super::car_cluster::CarCluster;
use super::ranges::{Cars, PlacedCar, Ranges, SquareFrame};
use super::reach::{BoardLines, ReachableSet};
use super::slides::{HardestBoard, SlideBfs};

/// What there is to a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BoardVerdict {
    /// Another board of its component is less.
    NotCanonical,
    /// The primary can never leave.
    Unsolvable,
    /// The hardest start is as hard without some car or wall.
    NotMinimal,
    /// A puzzle.
    Minimal(Minimal),
}

/// The hardest start of a component, of which no car or wall can be taken away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Minimal {
    pub(super) slides: u32,
    /// The cells, row by row: `o` is empty, `x` a wall, `A` the primary, and so on.
    pub(super) cells: String,
    pub(super) states: u64,
}

/// What searches boards, one after the other.
#[derive(Debug)]
pub(super) struct BoardAnalyser {
    square: SquareFrame,
    reach: ReachableSet,
    slides: SlideBfs,
}

impl BoardAnalyser {
    pub(super) fn new(side: usize) -> Self {
        let (reach, slides) = (ReachableSet::default(), SlideBfs::default());
        BoardAnalyser { square: SquareFrame::new(side), reach, slides }
    }

    /// Bytes allocated.
    pub(super) const fn bytes(&self) -> usize {
        self.reach.bytes() + self.slides.bytes()
    }

    pub(super) fn judge(&mut self, boards: &PackedBoards, board: &RushBoard) -> BoardVerdict {
        let lines = BoardLines::new(boards, board);
        if !self.reach.explore(&lines, board) {
            return BoardVerdict::NotCanonical;
        }
        if !self.reach.found.iter().any(|&it| lines.is_solved(it)) {
            return BoardVerdict::Unsolvable;
        }
        let cars = Cars::of(boards, board);
        let walls = board.walls;
        let ranges = Ranges::new(&self.square, &cars, walls);
        let primary = primary_of(&cars, primary_row(boards.side));
        // A primary that cannot move is at the edge already, and needs nothing else.
        if ranges.movable >> primary & 1 == 0
            || !ranges.do_all_matter(&self.square, &cars, walls, primary)
        {
            return BoardVerdict::NotMinimal;
        }
        let cluster = CarCluster::new(&self.square, &cars, &ranges, primary);
        let solved = self.reach.found.iter().copied().filter(|&it| lines.is_solved(it));
        let hardest = self.slides.hardest(&cluster, &lines, (&cars, &ranges), solved);
        if hardest.slides == 0 {
            return BoardVerdict::NotMinimal;
        }
        let mut start = cars;
        cluster.unpack(hardest.at, &ranges, &mut start);
        if !self.is_minimal(&start, walls, primary, &hardest) {
            return BoardVerdict::NotMinimal;
        }
        BoardVerdict::Minimal(Minimal {
            slides: hardest.slides,
            cells: drawn(&self.square, &start, walls, primary),
            states: self.reach.states(&lines),
        })
    }

    /// Whether it is easier without any one of its cars and walls. A car that a shortest solution
    /// moves need not be asked for: without it, there is a slide less.
    fn is_minimal(
        &mut self,
        start: &Cars,
        walls: u64,
        primary: usize,
        hardest: &HardestBoard,
    ) -> bool {
        let cars = start.get().len();
        let standing = (0..cars).filter(|&at| at != primary && hardest.moved >> at & 1 == 0);
        let without_car =
            |at: usize| (start.without(at), walls, primary - usize::from(at < primary));
        let mut all_walls = (0..u64::BITS).filter(|cell| walls >> cell & 1 != 0);
        let mut is_easier = |(cars, walls, primary): (Cars, u64, usize)| {
            let ranges = Ranges::new(&self.square, &cars, walls);
            let cluster = CarCluster::new(&self.square, &cars, &ranges, primary);
            self.slides.is_easier(&cluster, &self.square, (&cars, &ranges), hardest.slides)
        };
        standing.map(without_car).all(&mut is_easier)
            && all_walls.all(|cell| is_easier((*start, walls & !(1 << cell), primary)))
    }
}

/// The number of the primary.
fn primary_of(cars: &Cars, row: usize) -> usize {
    let is_primary = |car: &PlacedCar| !car.is_column && usize::from(car.line) == row;
    cars.get().iter().position(is_primary).expect("each board has a primary")
}

/// The cells of a board.
fn drawn(square: &SquareFrame, cars: &Cars, walls: u64, primary: usize) -> String {
    let mut cells = vec!['o'; square.side * square.side];
    let mut draw = |set: u64, letter: char| {
        for (cell, drawn) in cells.iter_mut().enumerate() {
            if set >> cell & 1 != 0 {
                *drawn = letter;
            }
        }
    };
    draw(walls, 'x');
    let mut letters = 'B'..;
    for (number, &car) in cars.get().iter().enumerate() {
        let letter = if number == primary { Some('A') } else { letters.next() };
        let cells = square.span(car, car.first, car.first + car.length);
        draw(cells, letter.expect("fewer cars than letters"));
    }
    cells.into_iter().collect()
}
