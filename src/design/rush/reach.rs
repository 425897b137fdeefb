//! What can be reached from a board.
//!
//! While the cars of the rows stand, each column is by itself: its cars can come to some stands, a
//! part of all. Boards that differ in such parts only are a bundle, and the steps of the cars in
//! the rows lead from bundle to bundle: a car comes to a cell where the column across has a stand
//! without it. That takes a fifth of the boards, and a tenth where it is the columns' cars that
//! walk, if these have fewer ways to stand.

use super::boards::{Cells, PackedBoards, RushBoard, primary_row};
use super::index::KeyIndex;
use super::lines::{CarLine, CarStep, LineStates, MAX_LINES};

/// A board's rows and columns, and which of both walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLines<'a> {
    pub(super) side: usize,
    /// Rows, and then columns.
    pub(super) lines: [&'a CarLine; MAX_LINES],
    columns_walk: bool,
}

/// Where in a key columns begin, and rows: so that of two keys the one is less whose rows are.
const COLUMNS_UP: usize = 0;
const ROWS_UP: usize = 32;

/// Bits that tell a stand.
const STAND_BITS: usize = 4;
const STAND: u64 = (1 << STAND_BITS) - 1;

/// Boards that differ in the stands of lines that do not walk, each within its part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    /// By line: its stand, the least of its part if it does not walk.
    key: u64,
    /// By line that does not walk, eight bits each: the cells that lines across or walls cover.
    blocked: u64,
}

impl<'a> BoardLines<'a> {
    pub(super) fn new(boards: &'a PackedBoards, board: &RushBoard) -> Self {
        let side = boards.side;
        let mut lines = [&boards.lines[0]; MAX_LINES];
        for (line, &number) in lines.iter_mut().zip(&board.lines).take(2 * side) {
            *line = &boards.lines[usize::from(number)];
        }
        let ways = |lines: &[&CarLine]| lines.iter().map(|line| line.len()).product::<usize>();
        let columns_walk = ways(&lines[side..2 * side]) < ways(&lines[..side]);
        BoardLines { side, lines, columns_walk }
    }

    #[inline(always)]
    fn walking(&self, number: usize) -> &'a CarLine {
        self.lines[if self.columns_walk { self.side + number } else { number }]
    }

    #[inline(always)]
    fn across(&self, number: usize) -> &'a CarLine {
        self.lines[if self.columns_walk { number } else { self.side + number }]
    }

    /// Where in a key lines that walk begin, and those across.
    #[inline(always)]
    const fn ups(&self) -> (usize, usize) {
        if self.columns_walk { (COLUMNS_UP, ROWS_UP) } else { (ROWS_UP, COLUMNS_UP) }
    }

    /// Walls, by lines that do not walk.
    fn walls(&self, walls: Cells) -> u64 {
        let cells = (0..self.side * self.side).filter(|cell| walls >> cell & 1 != 0);
        cells.fold(0, |all, cell| {
            let (row, column) = (cell / self.side, cell % self.side);
            let (line, cell) = if self.columns_walk { (row, column) } else { (column, row) };
            all | 1 << (8 * line + cell)
        })
    }

    /// The bundle of a board; none if another of it is less.
    fn bundle(&self, board: &RushBoard) -> Option<Bundle> {
        let (rows, columns) = board.stands[..2 * self.side].split_at(self.side);
        let (walking, across) = if self.columns_walk { (columns, rows) } else { (rows, columns) };
        let (up, across_up) = self.ups();
        let mut bundle = Bundle { key: 0, blocked: 0 };
        if board.walls != 0 {
            bundle.blocked = self.walls(board.walls);
        }
        for (number, &stand) in walking.iter().enumerate() {
            bundle.key |= u64::from(stand) << (up + STAND_BITS * number);
            bundle.blocked |= spread(self.walking(number).covered[usize::from(stand)]) << number;
        }
        for (number, &stand) in across.iter().enumerate() {
            let part = self.across(number).part(bundle.blocked(number), stand.into());
            if part.trailing_zeros() < stand.into() {
                return None;
            }
            bundle.key |= u64::from(stand) << (across_up + STAND_BITS * number);
        }
        Some(bundle)
    }

    /// The cells of the columns of the least board of a bundle.
    fn columns_of(&self, bundle: Bundle) -> Cells {
        let covered = |number: usize| {
            let stand = bundle.stand(COLUMNS_UP, number);
            spread(self.lines[self.side + number].covered[stand]) << number
        };
        (0..self.side).fold(0, |all, number| all | covered(number))
    }

    /// Which stands a line has in a bundle: a row, or one of the columns behind them.
    pub(super) fn stands(&self, bundle: Bundle, line: usize) -> LineStates {
        let (is_column, number) = (line >= self.side, line % self.side);
        let stand = bundle.stand(if is_column { COLUMNS_UP } else { ROWS_UP }, number);
        if is_column == self.columns_walk {
            1 << stand
        } else {
            self.lines[line].part(bundle.blocked(number), stand)
        }
    }

    /// The stands of the primary in which it is at the right edge.
    pub(super) fn solved(&self) -> LineStates {
        let line = self.lines[primary_row(self.side)];
        let is_there = |at: usize| usize::from(line.cars[at][0].end()) == self.side;
        (0..line.len()).map(|at| LineStates::from(is_there(at)) << at).sum()
    }

    /// Whether a board of the bundle is solved.
    #[inline(always)]
    pub(super) fn is_solved(&self, bundle: Bundle) -> bool {
        self.stands(bundle, primary_row(self.side)) & self.solved() != 0
    }

    /// How many boards a bundle has.
    pub(super) fn count(&self, bundle: Bundle) -> u64 {
        let stands = (0..2 * self.side).map(|line| self.stands(bundle, line));
        stands.map(|stands| u64::from(stands.count_ones())).product()
    }
}

impl Bundle {
    #[inline(always)]
    const fn stand(self, up: usize, number: usize) -> usize {
        (self.key >> (up + STAND_BITS * number) & STAND) as usize
    }

    #[inline(always)]
    const fn blocked(self, number: usize) -> usize {
        (self.blocked >> (8 * number) & 0xFF) as usize
    }
}

/// The bits of a byte, each the lowest of a byte of its own.
#[inline(always)]
fn spread(cells: u8) -> u64 {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    // Seven bits at most: no two of them come to the same place.
    u64::from(cells).wrapping_mul(0x0002_0408_1020_4081) & LOWEST
}

/// All bundles that can be reached, and its memory, which the next search reuses.
#[derive(Default, Debug)]
pub(super) struct ReachableSet {
    pub(super) found: Vec<Bundle>,
    index: KeyIndex,
}

impl ReachableSet {
    /// Finds all bundles that can be reached; whether no board of them is less than this one, by
    /// the cells of its rows, and then by those of its columns. It ends with the first that is
    /// less.
    pub(super) fn explore(&mut self, lines: &BoardLines<'_>, board: &RushBoard) -> bool {
        self.clear();
        let Some(start) = lines.bundle(board) else { return false };
        let columns = lines.columns_of(start);
        self.insert(start);
        let mut next = 0;
        while let Some(&bundle) = self.found.get(next) {
            next += 1;
            let (rows, first_rows) = (bundle.key >> ROWS_UP, start.key >> ROWS_UP);
            if rows < first_rows || rows == first_rows && lines.columns_of(bundle) < columns {
                return false;
            }
            self.expand(lines, bundle);
        }
        true
    }

    #[inline(always)]
    fn expand(&mut self, lines: &BoardLines<'_>, bundle: Bundle) {
        let (up, across_up) = lines.ups();
        for number in 0..lines.side {
            let own_up = up + STAND_BITS * number;
            for step in &lines.walking(number).steps[bundle.stand(up, number)] {
                let &CarStep { to, gained, freed } = step;
                let (line, others) = (lines.across(gained), bundle.blocked(gained));
                // Only a wall can be there already.
                if others >> number & 1 != 0 {
                    continue;
                }
                let part = line.part(others, bundle.stand(across_up, gained));
                let mut rest = part & !line.covering[number];
                if rest == 0 {
                    continue;
                }
                let left = bundle.blocked(freed) & !(1 << number);
                let behind = lines.across(freed).part(left, bundle.stand(across_up, freed));
                let gained_up = across_up + STAND_BITS * gained;
                let freed_up = across_up + STAND_BITS * freed;
                let same = !(STAND << own_up | STAND << gained_up | STAND << freed_up);
                let key = bundle.key & same
                    | (to as u64) << own_up
                    | u64::from(behind.trailing_zeros()) << freed_up;
                let blocked =
                    bundle.blocked & !(1 << (8 * freed + number)) | 1 << (8 * gained + number);
                // The cell may part what was one.
                while rest != 0 {
                    let least = rest.trailing_zeros();
                    self.insert(Bundle { key: key | u64::from(least) << gained_up, blocked });
                    rest &= !line.part(others | 1 << number, least as usize);
                }
            }
        }
    }

    /// How many boards can be reached.
    pub(super) fn states(&self, lines: &BoardLines<'_>) -> u64 {
        self.found.iter().map(|&bundle| lines.count(bundle)).sum()
    }

    /// Bytes allocated.
    pub(super) const fn bytes(&self) -> usize {
        self.found.capacity() * size_of::<Bundle>() + self.index.bytes()
    }

    #[inline(always)]
    fn insert(&mut self, bundle: Bundle) {
        if let Err(place) = self.index.find(bundle.key, |number| self.found[number].key) {
            self.found.push(bundle);
            self.index.put(place, self.found.len(), |number| self.found[number].key);
        }
    }

    fn clear(&mut self) {
        self.index.clear(self.found.iter().map(|bundle| bundle.key));
        self.found.clear();
    }
}
