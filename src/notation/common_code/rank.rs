//! The place of a code among all, and the code of a place, without a list of all codes.
//!
//! How many codes begin like a given one depends only on where the 2×2 stands, on the cell that the
//! scan has come to, on which of the next three cells are covered, and on whether two empty cells
//! have been seen. Those few thousand numbers are counted once. The rank of a code is the number of
//! codes that part from it with a lower token, over all its tokens.

use std::sync::LazyLock;

use super::super::layout::CELLS;
use super::code::CommonCode;
use super::scan::{EMPTIES, Scan, Token};

/// The codes that begin as scans do, at [`index`].
static COUNTS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut counts = vec![None; CELLS * CELLS * FRONTIERS * (EMPTIES + 1)];
    for scan in (0..CELLS).filter_map(Scan::start) {
        fill(scan, &mut counts);
    }
    counts.into_iter().map(Option::unwrap_or_default).collect()
});

/// Ways in which the next three cells can be covered.
const FRONTIERS: usize = 8;

/// Where [`COUNTS`] keeps the number of a scan that is not at its end.
const fn index(scan: Scan, cell: usize) -> usize {
    let place = (scan.square() * CELLS + cell) * FRONTIERS + scan.frontier() as usize;
    place * (EMPTIES + 1) + scan.empties()
}

/// Counts the codes that begin so, and all that is needed for it.
fn fill(scan: Scan, counts: &mut [Option<u32>]) -> u32 {
    let Some(cell) = scan.cell() else { return complete(scan) };
    let index = index(scan, cell);
    if let Some(count) = counts[index] {
        return count;
    }
    let after = Token::ALL.into_iter().filter_map(|token| scan.put(token));
    let count = after.map(|next| fill(next, counts)).sum();
    counts[index] = Some(count);
    count
}

/// How many codes a scan is that has come to its end: one, if it has seen enough empty cells.
fn complete(scan: Scan) -> u32 {
    u32::from(scan.empties() == EMPTIES)
}

/// How many codes begin so.
fn count(scan: Scan) -> u32 {
    scan.cell().map_or_else(|| complete(scan), |cell| COUNTS[index(scan, cell)])
}

impl CommonCode {
    /// How many codes there are.
    pub const COUNT: u32 = 29_334_498;

    /// How many codes are lower than this one.
    ///
    /// # Complexity
    /// About a microsecond; the first call of a program takes some 100 more, to count.
    #[must_use]
    pub fn rank(self) -> u32 {
        let mut rank = (0..self.square()).filter_map(Scan::start).map(count).sum();
        let mut scan = Scan::start(self.square());
        for (_, token) in self.tokens() {
            let put = |token| scan.and_then(|scan| scan.put(token));
            let lower = Token::ALL.into_iter().take_while(|&lower| lower < token);
            rank += lower.filter_map(put).map(count).sum::<u32>();
            scan = put(token);
        }
        rank
    }

    /// The code that `rank` others are lower than; `None` from [`CommonCode::COUNT`] on.
    ///
    /// # Complexity
    /// As for [`CommonCode::rank`].
    #[must_use]
    pub fn from_rank(rank: u32) -> Option<Self> {
        let mut left = rank;
        let squares = (0..CELLS).filter_map(|square| Some((square, Scan::start(square)?)));
        let (square, mut scan) = take(squares, &mut left)?;
        let mut tokens = [Token::Empty; CELLS];
        while let Some(cell) = scan.cell() {
            let ways = Token::ALL.map(|token| Some((token, scan.put(token)?)));
            (tokens[cell], scan) = take(ways.into_iter().flatten(), &mut left)?;
        }
        CommonCode::of_layout(square, &tokens).ok()
    }
}

/// The one of these beginnings that code number `left` of them all has; `left` becomes its number
/// among the codes that begin so.
fn take<T>(mut beginnings: impl Iterator<Item = (T, Scan)>, left: &mut u32) -> Option<(T, Scan)> {
    beginnings.find(|&(_, scan)| {
        let count = count(scan);
        let is_here = *left < count;
        *left -= if is_here { 0 } else { count };
        is_here
    })
}
