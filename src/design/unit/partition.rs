//! Partitions: sets of boards that are closed under moves. A search handles up to 64 boards at a
//! time.
//!
//! The empty cell moves up and down over cars of columns, and changes places with a neighbour that
//! is a car of a row. So the number of cars of each row never changes. A partition is the set of
//! all boards with given numbers in all rows except the last. The contents of the last row matter
//! only when the empty cell is next to it. So they are the bits of a word, and boards that differ
//! only there form a group.

use super::{UnitFrame, WIDTHS};
use crate::control::StopReason;
use crate::design::survey::JobRun;
use crate::memory;

/// The maximum number of columns.
const MAX_WIDTH: usize = *WIDTHS.end();

/// Groups that are expanded between two checks for the end of the run.
const CHUNK: usize = 1 << 12;

/// The boards with given numbers of cars of rows, and the row from which a car has to leave.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Partition {
    /// The row from which a car has to leave.
    pub row: usize,
    /// The number of cars of each row, without the last row.
    pub cars: Vec<u32>,
}

/// Boards that differ only in the last row.
#[derive(Clone, Copy, Debug)]
struct BoardGroup {
    /// The cells of the other rows that hold cars of rows.
    upper: u64,
    empty: usize,
    /// The place of both in the tables.
    index: usize,
    /// The contents of the last row, as bits.
    boards: u64,
}

/// The result of the search of a partition.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PartitionResult {
    /// The number of solvable boards.
    pub boards: u64,
    /// The largest number of moves.
    pub moves: u32,
    /// The cells that hold cars of rows on a hardest board, and its empty cell.
    pub hardest: (u64, usize),
}

/// The tables of a partition.
struct PartitionTables {
    frame: UnitFrame,
    /// The cell that the car has to reach.
    exit: usize,
    /// For each row, the summand of each content in the place of a board.
    places: Vec<Vec<usize>>,
    /// The number of places.
    len: usize,
    /// The contents of a row that have no car of the row in this column, as bits.
    without: [u64; MAX_WIDTH],
}

impl Partition {
    /// Returns all partitions of a frame, the smallest first. Of two rows that are mirror images,
    /// only the upper one is the row to leave from.
    pub(super) fn all(frame: UnitFrame) -> Vec<Partition> {
        let mut found = Vec::new();
        let upper = u32::try_from(frame.rows - 1).expect("a few");
        let numbers = frame.columns + 1;
        for row in 0..frame.rows.div_ceil(2) {
            for number in 0..numbers.pow(upper) {
                let cars = (0..upper).map(|at| number / numbers.pow(at) % numbers);
                let cars: Vec<u32> = cars.map(|it| u32::try_from(it).expect("a few")).collect();
                found.push(Partition { row, cars });
            }
        }
        found.retain(|partition| partition.len(frame) > 0);
        found.sort_by_cached_key(|partition| (partition.len(frame), partition.clone()));
        found
    }

    /// Returns the possible contents of a row. A car of the row at the exit is excluded: such a
    /// board is solved.
    fn contents(&self, row: usize, frame: UnitFrame) -> impl Iterator<Item = u64> {
        let (cars, is_exit) = (self.cars[row], row == self.row);
        (0..1_u64 << frame.columns)
            .filter(move |it| it.count_ones() == cars && !(is_exit && it & 1 == 1))
    }

    /// Returns the number of places in its tables: 0 if no car can leave.
    pub fn len(&self, frame: UnitFrame) -> usize {
        if self.cars[self.row] == 0 {
            return 0;
        }
        let contents = (0..frame.rows - 1).map(|row| self.contents(row, frame).count());
        contents.product::<usize>() * frame.cells()
    }

    /// Returns the bytes of its tables.
    pub fn bytes(&self, frame: UnitFrame) -> usize {
        2 * size_of::<u64>() * self.len(frame)
    }
}

impl PartitionTables {
    fn new(partition: &Partition, frame: UnitFrame) -> Self {
        let mut len = frame.cells();
        let mut places = Vec::new();
        for row in 0..frame.rows - 1 {
            let mut of_row = vec![usize::MAX; 1 << frame.columns];
            let mut count = 0;
            for content in partition.contents(row, frame) {
                of_row[usize::try_from(content).expect("small")] = count * len;
                count += 1;
            }
            places.push(of_row);
            len *= count;
        }
        let mut without = [0; MAX_WIDTH];
        for (column, without) in without.iter_mut().enumerate() {
            let contents = (0..1 << frame.columns).filter(|it| it >> column & 1 == 0);
            *without = contents.fold(0, |all, it| all | 1 << it);
        }
        PartitionTables { frame, exit: partition.row * frame.columns, places, len, without }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the bits of a row")]
    fn place(&self, upper: u64, row: usize) -> usize {
        let columns = self.frame.columns;
        self.places[row][(upper >> (row * columns)) as usize & ((1 << columns) - 1)]
    }

    /// Visits the boards one move before the goal: the exit is empty, and the car is beside it.
    fn each_last(&self, partition: &Partition, found: &mut impl FnMut(BoardGroup)) {
        let frame = self.frame;
        let contents: Vec<Vec<u64>> =
            (0..frame.rows - 1).map(|row| partition.contents(row, frame).collect()).collect();
        let full = self.without[0] | self.without[0] << 1;
        let mut at = vec![0; contents.len()];
        loop {
            let rows = contents.iter().zip(&at).enumerate();
            let upper = rows
                .fold(0, |all, (row, (contents, &at))| all | contents[at] << (row * frame.columns));
            if upper >> (self.exit + 1) & 1 == 1 {
                let rows = (0..contents.len()).map(|row| self.place(upper, row));
                let index = rows.sum::<usize>() + self.exit;
                found(BoardGroup { upper, empty: self.exit, index, boards: full });
            }
            let Some(row) = (0..at.len()).find(|&row| at[row] + 1 < contents[row].len()) else {
                return;
            };
            at[row] += 1;
            at[..row].fill(0);
        }
    }

    /// Visits the successors of the boards of a group that are not solved.
    #[inline(always)]
    fn each_successor(&self, group: &BoardGroup, found: &mut impl FnMut(BoardGroup)) {
        let &BoardGroup { upper, empty, index, boards } = group;
        let UnitFrame { rows, columns } = self.frame;
        let (row, column) = (empty / columns, empty % columns);
        let last = rows - 1;
        // The neighbours in the row of the empty cell.
        if row == last {
            // The content with the car one column further is another number, and another bit.
            if column > 0 {
                let boards = (boards & !self.without[column - 1]) << (1 << (column - 1));
                found(BoardGroup { empty: empty - 1, index: index - 1, boards, ..*group });
            }
            if column + 1 < columns {
                let boards = (boards & !self.without[column + 1]) >> (1 << column);
                found(BoardGroup { empty: empty + 1, index: index + 1, boards, ..*group });
            }
        } else {
            let mut swap = |other: usize| {
                if upper >> other & 1 == 1 && empty != self.exit {
                    let upper = upper ^ (1 << other) ^ (1 << empty);
                    let start = index - empty - self.place(group.upper, row);
                    let index = start + self.place(upper, row) + other;
                    found(BoardGroup { upper, empty: other, index, boards });
                }
            };
            if column > 0 {
                swap(empty - 1);
            }
            if column + 1 < columns {
                swap(empty + 1);
            }
        }
        // The cells above and below.
        if row > 0 && upper >> (empty - columns) & 1 == 0 {
            found(BoardGroup { empty: empty - columns, index: index - columns, ..*group });
        }
        if row + 1 == last {
            let boards = boards & self.without[column];
            found(BoardGroup { empty: empty + columns, index: index + columns, boards, ..*group });
        } else if row < last && upper >> (empty + columns) & 1 == 0 {
            found(BoardGroup { empty: empty + columns, index: index + columns, ..*group });
        }
    }

    /// Returns the least board of a group, and its empty cell.
    fn least(&self, group: &BoardGroup) -> (u64, usize) {
        let content = u64::from(group.boards.trailing_zeros());
        (group.upper | content << ((self.frame.rows - 1) * self.frame.columns), group.empty)
    }
}

/// A backward breadth-first search, and its memory.
#[derive(Default, Debug)]
pub struct PartitionBfs {
    /// The visited boards, by group.
    seen: Vec<u64>,
    /// The boards of the next layer, by group.
    found: Vec<u64>,
    layer: Vec<BoardGroup>,
    next: Vec<BoardGroup>,
}

impl PartitionBfs {
    /// Searches a partition. Returns the result, and whether the search is complete.
    ///
    /// # Errors
    /// If the machine has too little memory.
    pub fn search(
        &mut self,
        partition: &Partition,
        frame: UnitFrame,
        run: &JobRun<'_>,
    ) -> Result<(PartitionResult, bool), StopReason> {
        let tables = PartitionTables::new(partition, frame);
        let PartitionBfs { seen, found, layer, next } = self;
        for table in [&mut *seen, &mut *found] {
            table.clear();
            memory::reserve_exact(table, tables.len)?;
            table.resize(tables.len, 0);
        }
        layer.clear();
        tables.each_last(partition, &mut |group| {
            seen[group.index] = group.boards;
            layer.push(group);
        });
        let mut result = PartitionResult::default();
        while let Some(first) = layer.first() {
            result.hardest = tables.least(first);
            result.moves += 1;
            for groups in layer.chunks(CHUNK) {
                if run.should_stop() {
                    return Ok((result, false));
                }
                for group in groups {
                    result.boards += u64::from(group.boards.count_ones());
                    tables.each_successor(group, &mut |to| {
                        let new = to.boards & !seen[to.index];
                        if new != 0 {
                            seen[to.index] |= new;
                            if found[to.index] == 0 {
                                next.push(to);
                            }
                            found[to.index] |= new;
                        }
                    });
                }
            }
            for group in &mut *next {
                group.boards = std::mem::take(&mut found[group.index]);
            }
            layer.clear();
            std::mem::swap(layer, next);
        }
        Ok((result, true))
    }

    /// Returns the bytes allocated.
    pub fn bytes(&self) -> usize {
        let tables = self.seen.capacity() + self.found.capacity();
        let groups = self.layer.capacity() + self.next.capacity();
        tables * size_of::<u64>() + groups * size_of::<BoardGroup>()
    }
}
