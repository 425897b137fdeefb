//! The boards reachable from a board.
//!
//! While the cars of the rows stand still, the columns are independent: each can reach a part of
//! its states. Boards that differ only within such parts form a bundle. Steps of cars in the rows
//! lead from bundle to bundle: a car enters a cell if the column across has a state without it.
//! There are five times fewer bundles than boards, and ten times fewer if the cars of the columns
//! move instead whenever these have fewer states.

use super::boards::{
    CarLine, CarStep, Cells, LineStates, MAX_LINES, PackedBoards, RushBoard, primary_row,
};
use crate::{
    control::StopReason,
    search::index::{Index, hash},
};

/// The rows and columns of a board; either the rows or the columns move.
#[derive(Clone, Copy, Debug)]
pub struct BoardLines<'a> {
    pub height: usize,
    width: usize,
    /// Rows, and then columns.
    pub lines: [&'a CarLine; MAX_LINES],
    columns_walk: bool,
}

/// The first bits of columns and of rows in a key; keys are ordered by their rows.
const COLUMNS_UP: usize = 0;
const ROWS_UP: usize = 32;

/// Bits of a state.
const STATE_BITS: usize = 4;
const STATE: u64 = (1 << STATE_BITS) - 1;

/// Boards that differ in the states of lines that do not move, each within its part.
#[derive(Clone, Copy, Debug)]
pub struct Bundle {
    /// By line: its state, the least of its part if the line does not move.
    key: u64,
    /// By line that does not move, eight bits each: the cells covered by lines across and by walls.
    blocked: u64,
}

impl<'a> BoardLines<'a> {
    pub fn new(boards: &'a PackedBoards, board: &RushBoard) -> Self {
        let PackedBoards { height, width, .. } = *boards;
        let mut lines = [&boards.lines[0]; MAX_LINES];
        for (line, &number) in lines.iter_mut().zip(&board.lines).take(height + width) {
            *line = &boards.lines[usize::from(number)];
        }
        let ways = |lines: &[&CarLine]| lines.iter().map(|line| line.len()).product::<usize>();
        BoardLines {
            height,
            width,
            lines,
            columns_walk: ways(&lines[height..height + width]) < ways(&lines[..height]),
        }
    }

    /// Returns the number of rows and columns together.
    pub const fn line_count(&self) -> usize {
        self.height + self.width
    }

    #[inline(always)]
    fn walking(&self, number: usize) -> &'a CarLine {
        self.lines[if self.columns_walk {
            self.height + number
        } else {
            number
        }]
    }

    #[inline(always)]
    fn across(&self, number: usize) -> &'a CarLine {
        self.lines[if self.columns_walk {
            number
        } else {
            self.height + number
        }]
    }

    /// Returns the first bits in a key of the lines that move, and of those across.
    #[inline(always)]
    const fn ups(&self) -> (usize, usize) {
        if self.columns_walk {
            (COLUMNS_UP, ROWS_UP)
        } else {
            (ROWS_UP, COLUMNS_UP)
        }
    }

    /// Returns the walls by lines that do not move.
    fn walls(&self, walls: Cells) -> u64 {
        let cells = (0..self.height * self.width).filter(|cell| walls >> cell & 1 != 0);
        cells.fold(0, |all, cell| {
            let row = cell / self.width;
            let column = cell % self.width;
            let (line, cell) = if self.columns_walk {
                (row, column)
            } else {
                (column, row)
            };
            all | 1 << (8 * line + cell)
        })
    }

    /// Returns the bundle of a board; `None` if another board of it is less.
    fn bundle(&self, board: &RushBoard) -> Option<Bundle> {
        let (rows, columns) = board.states[..self.line_count()].split_at(self.height);
        let (walking, across) = if self.columns_walk {
            (columns, rows)
        } else {
            (rows, columns)
        };
        let (up, across_up) = self.ups();
        let mut bundle = Bundle { key: 0, blocked: 0 };
        if board.walls != 0 {
            bundle.blocked = self.walls(board.walls);
        }
        for (number, &state) in walking.iter().enumerate() {
            bundle.key |= u64::from(state) << (up + STATE_BITS * number);
            bundle.blocked |= spread(self.walking(number).covered[usize::from(state)]) << number;
        }
        for (number, &state) in across.iter().enumerate() {
            let part = self
                .across(number)
                .part(bundle.blocked(number), state.into());
            if part.trailing_zeros() < state.into() {
                return None;
            }
            bundle.key |= u64::from(state) << (across_up + STATE_BITS * number);
        }
        Some(bundle)
    }

    /// Returns the cells of the columns of the least board of a bundle.
    fn columns_of(&self, bundle: Bundle) -> Cells {
        let covered = |number: usize| {
            let state = bundle.state(COLUMNS_UP, number);
            spread(self.lines[self.height + number].covered[state]) << number
        };
        (0..self.width).fold(0, |all, number| all | covered(number))
    }

    /// Returns the states of a line in a bundle: of a row, or of a column behind the rows.
    pub fn states(&self, bundle: Bundle, line: usize) -> LineStates {
        let is_column = line >= self.height;
        let number = if is_column { line - self.height } else { line };
        let state = bundle.state(if is_column { COLUMNS_UP } else { ROWS_UP }, number);
        if is_column == self.columns_walk {
            1 << state
        } else {
            self.lines[line].part(bundle.blocked(number), state)
        }
    }

    /// Returns the states in which the primary car is at the right edge.
    pub fn solved(&self) -> LineStates {
        let line = self.lines[primary_row(self.height)];
        let is_there = |at: usize| usize::from(line.cars[at][0].end()) == self.width;
        (0..line.len())
            .map(|at| LineStates::from(is_there(at)) << at)
            .sum()
    }

    /// Returns whether a board of the bundle is solved.
    #[inline(always)]
    pub fn is_solved(&self, bundle: Bundle) -> bool {
        self.states(bundle, primary_row(self.height)) & self.solved() != 0
    }

    /// Returns the number of boards of a bundle.
    pub(super) fn count(&self, bundle: Bundle) -> u64 {
        let states = (0..self.line_count()).map(|line| self.states(bundle, line));
        states
            .map(|states| u64::from(states.count_ones()))
            .product()
    }
}

impl Bundle {
    #[inline(always)]
    const fn state(self, up: usize, number: usize) -> usize {
        (self.key >> (up + STATE_BITS * number) & STATE) as usize
    }

    #[inline(always)]
    const fn blocked(self, number: usize) -> usize {
        (self.blocked >> (8 * number) & 0xFF) as usize
    }
}

/// Moves each bit of a byte to the lowest bit of a byte of its own.
#[inline(always)]
fn spread(cells: u8) -> u64 {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    // At most seven bits, so that no two come to the same place.
    u64::from(cells).wrapping_mul(0x0002_0408_1020_4081) & LOWEST
}

/// All reachable bundles. The next search reuses the memory.
#[derive(Default, Debug)]
pub struct ReachableSet {
    pub found: Vec<Bundle>,
    index: Index,
}

impl ReachableSet {
    /// Finds all reachable bundles. Returns whether no board of them is less than this one, by the
    /// cells of its rows and then by those of its columns. Stops at the first board that is less.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn explore(
        &mut self,
        lines: &BoardLines<'_>,
        board: &RushBoard,
    ) -> Result<bool, StopReason> {
        self.found.clear();
        self.index.reset();
        let Some(start) = lines.bundle(board) else {
            return Ok(false);
        };
        let columns = lines.columns_of(start);
        self.insert(start)?;
        let mut next = 0;
        while let Some(&bundle) = self.found.get(next) {
            next += 1;
            let rows = bundle.key >> ROWS_UP;
            let first_rows = start.key >> ROWS_UP;
            if rows < first_rows || rows == first_rows && lines.columns_of(bundle) < columns {
                return Ok(false);
            }
            self.expand(lines, bundle)?;
        }
        Ok(true)
    }

    #[inline(always)]
    fn expand(&mut self, lines: &BoardLines<'_>, bundle: Bundle) -> Result<(), StopReason> {
        let (up, across_up) = lines.ups();
        let walking = if lines.columns_walk {
            lines.width
        } else {
            lines.height
        };
        for number in 0..walking {
            let own_up = up + STATE_BITS * number;
            for step in &lines.walking(number).steps[bundle.state(up, number)] {
                let &CarStep { to, gained, freed } = step;
                let line = lines.across(gained);
                let others = bundle.blocked(gained);
                // Only a wall can cover the cell.
                if others >> number & 1 != 0 {
                    continue;
                }
                let part = line.part(others, bundle.state(across_up, gained));
                let mut rest = part & !line.covering[number];
                if rest == 0 {
                    continue;
                }
                let left = bundle.blocked(freed) & !(1 << number);
                let behind = lines
                    .across(freed)
                    .part(left, bundle.state(across_up, freed));
                let gained_up = across_up + STATE_BITS * gained;
                let freed_up = across_up + STATE_BITS * freed;
                let same = !(STATE << own_up | STATE << gained_up | STATE << freed_up);
                let key = bundle.key & same
                    | (to as u64) << own_up
                    | u64::from(behind.trailing_zeros()) << freed_up;
                let blocked =
                    bundle.blocked & !(1 << (8 * freed + number)) | 1 << (8 * gained + number);
                // The cell may split a part.
                while rest != 0 {
                    let least = rest.trailing_zeros();
                    self.insert(Bundle {
                        key: key | u64::from(least) << gained_up,
                        blocked,
                    })?;
                    rest &= !line.part(others | 1 << number, least as usize);
                }
            }
        }
        Ok(())
    }

    /// Returns the number of reachable boards.
    pub fn states(&self, lines: &BoardLines<'_>) -> u64 {
        self.found.iter().map(|&bundle| lines.count(bundle)).sum()
    }

    /// Bytes allocated.
    pub const fn bytes(&self) -> usize {
        self.found.capacity() * size_of::<Bundle>() + self.index.bytes()
    }

    #[inline(always)]
    fn insert(&mut self, bundle: Bundle) -> Result<(), StopReason> {
        let found = &self.found;
        let slot = self.index.enter(
            hash(bundle.key.into()),
            found.len(),
            |number| found[number].key == bundle.key,
            |number| hash(found[number].key.into()),
        )?;
        if slot.is_new {
            self.found.push(bundle);
        }
        Ok(())
    }
}
