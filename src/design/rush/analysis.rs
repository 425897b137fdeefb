//! The analysis of one board: whether it is the least of its component, and the hardest start
//! there.

use super::{
    RushPuzzle,
    boards::{PackedBoards, RushBoard, primary_row},
    car_cluster::CarCluster,
    cars::{BoardFrame, Cars, Ranges},
    hardest::{BoardBfs, HardestBoard},
    reach::{BoardLines, ReachableSet},
};
use crate::{control::StopReason, puzzle::Metric};

/// The result of the analysis of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardVerdict {
    /// Another board of its component is less.
    NotCanonical,
    /// The primary car can never leave.
    Unsolvable,
    /// The hardest start is as hard without some car or wall.
    NotMinimal,
    /// No car or wall can be removed from the hardest start.
    Minimal(RushPuzzle),
}

/// Analyses boards, one after the other.
#[derive(Debug)]
pub struct BoardAnalyser {
    frame: BoardFrame,
    reach: ReachableSet,
    search: BoardBfs,
}

impl BoardAnalyser {
    pub fn new(boards: &PackedBoards, metric: Metric) -> Self {
        BoardAnalyser {
            frame: BoardFrame::new(boards.height, boards.width),
            reach: ReachableSet::default(),
            search: BoardBfs::new(metric),
        }
    }

    /// Bytes allocated.
    pub const fn bytes(&self) -> usize {
        self.reach.bytes() + self.search.bytes()
    }

    /// Returns the effort of the last board: the states that were reached, each of which the search
    /// for the hardest one may meet several times.
    pub fn effort(&self) -> usize {
        8 * self.reach.found.len()
    }

    /// Judges a board.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn judge(
        &mut self,
        boards: &PackedBoards,
        board: &RushBoard,
    ) -> Result<BoardVerdict, StopReason> {
        let lines = BoardLines::new(boards, board);
        if !self.reach.explore(&lines, board)? {
            return Ok(BoardVerdict::NotCanonical);
        }
        if !self.reach.found.iter().any(|&it| lines.is_solved(it)) {
            return Ok(BoardVerdict::Unsolvable);
        }
        let cars = Cars::of(boards, board);
        let walls = board.walls;
        let ranges = Ranges::new(&self.frame, &cars, walls);
        let row = primary_row(boards.height);
        let primary = cars
            .get()
            .iter()
            .position(|car| !car.is_column && usize::from(car.line) == row)
            .expect("each board has a primary");
        // A primary car that cannot move is at the edge already, and needs no other car.
        if ranges.movable >> primary & 1 == 0
            || !ranges.do_all_matter(&self.frame, &cars, walls, primary)
        {
            return Ok(BoardVerdict::NotMinimal);
        }
        let cluster = CarCluster::new(&self.frame, &cars, &ranges, primary);
        let solved = self
            .reach
            .found
            .iter()
            .copied()
            .filter(|&it| lines.is_solved(it));
        let hardest = self
            .search
            .hardest(&cluster, &lines, (&cars, &ranges), solved)?;
        if hardest.moves == 0 {
            return Ok(BoardVerdict::NotMinimal);
        }
        let mut start = cars;
        cluster.unpack(hardest.at, &ranges, &mut start);
        if !self.is_minimal(&start, walls, primary, &hardest)? {
            return Ok(BoardVerdict::NotMinimal);
        }
        Ok(BoardVerdict::Minimal(RushPuzzle {
            moves: hardest.moves,
            cells: drawn(&self.frame, &start, walls, primary),
            states: self.reach.states(&lines),
        }))
    }

    /// Returns whether a start is easier without each single car and wall. A car that a shortest
    /// solution moves needs no test: without it, the solution has a move less.
    fn is_minimal(
        &mut self,
        start: &Cars,
        walls: u64,
        primary: usize,
        hardest: &HardestBoard,
    ) -> Result<bool, StopReason> {
        let cars = start.get().len();
        let standing = (0..cars).filter(|&at| at != primary && hardest.moved >> at & 1 == 0);
        let without_car = |at: usize| {
            (
                start.without(at),
                walls,
                primary - usize::from(at < primary),
            )
        };
        let all_walls = (0..u64::BITS).filter(|cell| walls >> cell & 1 != 0);
        let without_wall = |cell: u32| (*start, walls & !(1 << cell), primary);
        let easier = standing.map(without_car).chain(all_walls.map(without_wall));
        for (cars, walls, primary) in easier {
            let ranges = Ranges::new(&self.frame, &cars, walls);
            let cluster = CarCluster::new(&self.frame, &cars, &ranges, primary);
            let cars = (&cars, &ranges);
            if !self
                .search
                .is_easier(&cluster, &self.frame, cars, hardest.moves)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the cells of a board as text: its rows, with slashes between them unless it is a square.
fn drawn(frame: &BoardFrame, cars: &Cars, walls: u64, primary: usize) -> String {
    let mut cells = vec!['o'; frame.height * frame.width];
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
        let letter = if number == primary {
            Some('A')
        } else {
            letters.next()
        };
        let cells = frame.span(car, car.first, car.first + car.length);
        draw(cells, letter.expect("fewer cars than letters"));
    }
    let rows: Vec<String> = cells.chunks(frame.width).map(String::from_iter).collect();
    rows.join(if frame.height == frame.width { "" } else { "/" })
}
