//! A yardstick, not a design: breadth-first search of one layout by code that knows nothing but 4×5
//! boards with 2×2, upright, flat and single pieces. The general solver is held against it.

#![expect(clippy::inline_always, reason = "it is to be as fast as can be")]
#![expect(
    clippy::cast_possible_truncation,
    reason = "hashes are shifted, and states are few"
)]

/// The lowest of the three bits of each of the 20 cells; a cell holds the code of the piece
/// anchored there.
const CELL: u64 = 0x0249_2492_4924_9249;
const COLUMN_0: u64 = 1 | 1 << 12 | 1 << 24 | 1 << 36 | 1 << 48;
const COLUMN: [u64; 4] = [COLUMN_0, COLUMN_0 << 3, COLUMN_0 << 6, COLUMN_0 << 9];
const RIGHT: u32 = 3;
const DOWN: u32 = 12;
const SQUARE: u64 = 1;
const UPRIGHT: u64 = 2;
const FLAT: u64 = 3;
const SINGLE: u64 = 4;
const EXIT: u32 = 3 * 13; // row 3, column 1

/// Reverses each row. Wide pieces (codes with the lowest bit set) are first anchored at their right
/// column.
#[inline(always)]
fn mirror(state: u64) -> u64 {
    const LEFT: u64 = 7 * COLUMN_0;
    const INNER: u64 = LEFT << 3;
    let wide = state & CELL;
    let wide = wide | wide << 1 | wide << 2;
    let s = (state & !wide) | (state & wide) << RIGHT;
    (s & LEFT) << 9 | (s & INNER) << 3 | s >> 3 & INNER | s >> 9 & LEFT
}

/// Open addressing over canonical states; no state is zero.
struct Seen {
    table: Vec<u64>,
    shift: u32,
}

impl Seen {
    #[inline(always)]
    fn insert(&mut self, state: u64) -> bool {
        let mut i = (state.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        loop {
            match self.table[i] {
                0 => {
                    self.table[i] = state;
                    return true;
                }
                s if s == state => return false,
                _ => i = (i + 1) & (self.table.len() - 1),
            }
        }
    }
}

pub(crate) struct Search {
    seen: Seen,
    states: Vec<u64>,
    parents: Vec<u32>,
    generated: usize,
}

impl Search {
    pub(crate) fn new() -> Self {
        const BITS: u32 = 15;
        Search {
            seen: Seen {
                table: vec![0; 1 << BITS],
                shift: 64 - BITS,
            },
            states: Vec::with_capacity(1 << BITS),
            parents: Vec::with_capacity(1 << BITS),
            generated: 0,
        }
    }

    /// Searches from the classic layout; gives the steps to the exit.
    pub(crate) fn run(&mut self, start: u64, stop_at_exit: bool) -> Option<usize> {
        self.seen.table.fill(0);
        self.states.clear();
        self.parents.clear();
        self.generated = 0;
        let first = start.min(mirror(start));
        self.seen.insert(first);
        self.states.push(first);
        self.parents.push(0);
        let mut head = 0;
        while head < self.states.len() {
            let s = self.states[head];
            let b0 = s & CELL;
            let b1 = s >> 1 & CELL;
            let single = s >> 2 & CELL;
            let square = b0 & !b1;
            let upright = b1 & !b0;
            let flat = b0 & b1;
            let taken = single
                | upright
                | upright << DOWN
                | flat
                | flat << RIGHT
                | square
                | square << RIGHT
                | square << DOWN
                | square << (RIGHT + DOWN);
            let e = !taken & CELL; // empty
            let pair = e & (e >> DOWN); // empty, and so is the cell below
            let row = e & (e >> RIGHT) & !COLUMN[3]; // empty, and so is the cell to the right
            macro_rules! moves {
                ($movable:expr, $code:expr, $op:tt, $by:expr) => {{
                    let mut movable: u64 = $movable;
                    while movable != 0 {
                        let from = movable & movable.wrapping_neg();
                        movable ^= from;
                        let next = s ^ (from | (from $op $by)) * $code;
                        self.generated += 1;
                        let key = next.min(mirror(next));
                        if self.seen.insert(key) {
                            self.states.push(key);
                            self.parents.push(head as u32);
                            // the exit is its own mirror image
                            if stop_at_exit && next >> EXIT & 7 == SQUARE {
                                return Some(self.depth());
                            }
                        }
                    }
                }};
            }
            moves!(single & (e >> RIGHT) & !COLUMN[3], SINGLE, <<, RIGHT);
            moves!(single & (e << RIGHT) & !COLUMN[0], SINGLE, >>, RIGHT);
            moves!(single & (e >> DOWN), SINGLE, <<, DOWN);
            moves!(single & (e << DOWN), SINGLE, >>, DOWN);
            moves!(upright & (pair >> RIGHT) & !COLUMN[3], UPRIGHT, <<, RIGHT);
            moves!(upright & (pair << RIGHT) & !COLUMN[0], UPRIGHT, >>, RIGHT);
            moves!(upright & (e >> (2 * DOWN)), UPRIGHT, <<, DOWN);
            moves!(upright & (e << DOWN), UPRIGHT, >>, DOWN);
            moves!(flat & (e >> (2 * RIGHT)) & !COLUMN[2] & !COLUMN[3], FLAT, <<, RIGHT);
            moves!(flat & (e << RIGHT) & !COLUMN[0], FLAT, >>, RIGHT);
            moves!(flat & (row >> DOWN), FLAT, <<, DOWN);
            moves!(flat & (row << DOWN), FLAT, >>, DOWN);
            moves!(square & (pair >> (2 * RIGHT)) & !COLUMN[2] & !COLUMN[3], SQUARE, <<, RIGHT);
            moves!(square & (pair << RIGHT) & !COLUMN[0], SQUARE, >>, RIGHT);
            moves!(square & (row >> (2 * DOWN)), SQUARE, <<, DOWN);
            moves!(square & (row << DOWN), SQUARE, >>, DOWN);
            head += 1;
        }
        None
    }

    /// Edges from the last state stored back to the first.
    fn depth(&self) -> usize {
        let mut i = self.states.len() - 1;
        let mut edges = 0;
        while i != 0 {
            i = self.parents[i] as usize;
            edges += 1;
        }
        edges
    }
}

/// The classic layout.
pub(crate) fn classic() -> u64 {
    let at = |code: u64, row: u32, column: u32| code << (3 * (4 * row + column));
    at(SQUARE, 0, 1)
        | at(UPRIGHT, 0, 0)
        | at(UPRIGHT, 0, 3)
        | at(UPRIGHT, 2, 0)
        | at(UPRIGHT, 2, 3)
        | at(FLAT, 2, 1)
        | at(SINGLE, 3, 1)
        | at(SINGLE, 3, 2)
        | at(SINGLE, 4, 0)
        | at(SINGLE, 4, 3)
}
