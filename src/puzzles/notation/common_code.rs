//! `CommonCode`: a layout of the 4×5 frame as 36 bits, and the rank of a code among all.
//!
//! The format is that of the Klotski engines by dnomd343. From the highest bit on:
//!
//! | bits | what |
//! |---|---|
//! | 4 | the first cell of the 2×2, cells row by row from 0: one of `0 1 2 4 5 6 8 9 A C D E` |
//! | 2 each | for each cell that nothing before covers, in order: `00` empty, `01` a flat piece, `10` an upright one, `11` a single one |
//! | the rest | zeros |
//!
//! There is exactly one 2×2, and there are at least two empty cells. The goal of the 2×2 is the
//! middle of the bottom.

use std::{fmt, iter, sync::LazyLock};

use thiserror::Error;

use super::{
    classic::{self, CELLS, CellBits, ClassicBlock},
    format::{NotRepresentable, Notation},
};
use crate::puzzle::Puzzle;

/// The digits of a code.
pub const DIGITS: usize = 9;

impl CommonCode {
    /// Returns the code of a puzzle's start.
    ///
    /// # Errors
    /// If the code cannot represent the puzzle.
    pub fn of(puzzle: &Puzzle) -> Result<Self, NotRepresentable> {
        code(puzzle).map_err(|what| NotRepresentable {
            notation: Notation::CommonCode,
            what,
        })
    }
}

/// Returns the code of a puzzle, or the part of it that no code can represent.
pub fn code(puzzle: &Puzzle) -> Result<CommonCode, String> {
    let pieces = classic::placed_pieces(puzzle)?;
    let mut tokens = [0; CELLS];
    let mut square = 0;
    for piece in pieces {
        tokens[piece.cell] = token_of(Some(piece.block));
        if piece.block == ClassicBlock::Square {
            square = piece.cell;
        }
    }
    let code = CommonCode::of_layout(square, &tokens);
    code.map_err(|_| "fewer than two empty cells".to_owned())
}

/// A layout of the 4×5 frame in 36 bits, always a valid one. Codes are ordered as numbers.
///
/// ```
/// use huarong::notation::CommonCode;
///
/// let classic = CommonCode::from_bits(0x1A9_BF0_C00)?;
/// assert_eq!(classic.rank(), 4_091_296);
/// assert_eq!(CommonCode::from_rank(4_091_296), Some(classic));
/// assert_eq!(classic.to_string(), "1A9BF0C00");
/// # Ok::<(), huarong::notation::CodeFlaw>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommonCode(u64);

/// Reason why 36 bits are not a layout.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum CodeFlaw {
    /// The 2×2 does not fit where the first digit puts it.
    #[error("the 2×2 does not fit there")]
    Square,
    /// A piece does not fit the next free cell.
    #[error("a piece does not fit here")]
    Overlap {
        /// The digit that says it, from 0.
        digit: usize,
    },
    /// More bits than the cells need.
    #[error("all cells are told already")]
    Rest {
        /// The digit that says more, from 0.
        digit: usize,
    },
    /// Fewer than two empty cells.
    #[error("fewer than two cells are empty")]
    Crowded,
    /// More than 36 bits.
    #[error("this is more than 36 bits")]
    Range,
}

/// Where the first digit begins.
const SQUARE: usize = 4 * (DIGITS - 1);

impl CommonCode {
    /// Returns the layout of these 36 bits.
    ///
    /// # Errors
    /// The reason why they are not a layout.
    pub fn from_bits(bits: u64) -> Result<Self, CodeFlaw> {
        if bits >> (4 * DIGITS) != 0 {
            return Err(CodeFlaw::Range);
        }
        let scan = usize::try_from(bits >> SQUARE).ok().and_then(Scan::start);
        let mut scan = scan.ok_or(CodeFlaw::Square)?;
        let mut used = 0;
        while scan.cell().is_some() {
            let digit = 1 + used / 2;
            scan = scan
                .put(token(bits, used))
                .ok_or(CodeFlaw::Overlap { digit })?;
            used += 1;
        }
        let rest = bits & ((1 << shift(used - 1)) - 1);
        if rest != 0 {
            let highest = 63 - rest.leading_zeros() as usize;
            return Err(CodeFlaw::Rest {
                digit: DIGITS - 1 - highest / 4,
            });
        }
        if scan.empties < EMPTIES {
            Err(CodeFlaw::Crowded)
        } else {
            Ok(CommonCode(bits))
        }
    }

    /// Returns the layout with its 2×2 at `square` and these tokens at the other cells.
    fn of_layout(square: usize, tokens: &[usize; CELLS]) -> Result<Self, CodeFlaw> {
        let mut scan = Scan::start(square).ok_or(CodeFlaw::Square)?;
        let mut bits = (square as u64) << SQUARE;
        let mut used = 0;
        while let Some(cell) = scan.cell() {
            let digit = 1 + used / 2;
            scan = scan.put(tokens[cell]).ok_or(CodeFlaw::Overlap { digit })?;
            bits |= (tokens[cell] as u64) << shift(used);
            used += 1;
        }
        CommonCode::from_bits(bits)
    }

    /// Returns the bits, of which the lowest 36 are used.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the first cell of the 2×2.
    const fn square(self) -> usize {
        (self.0 >> SQUARE) as usize
    }

    /// Returns the pieces, each with its first cell: the 2×2, then the others in the order of their
    /// cells.
    pub(crate) fn blocks(self) -> impl Iterator<Item = (usize, ClassicBlock)> {
        let mut scan = Scan::start(self.square());
        let tokens = (0..).map_while(move |number| {
            let cell = scan?.cell()?;
            let token = token(self.0, number);
            scan = scan?.put(token);
            Some((cell, token))
        });
        let others = tokens.filter_map(|(cell, token)| Some((cell, TOKENS[token]?)));
        iter::once((self.square(), ClassicBlock::Square)).chain(others)
    }
}

/// Nine hexadecimal digits.
impl fmt::Display for CommonCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$X}", self.0, width = DIGITS)
    }
}

/// Returns the position of the lowest bit of token `number`. A code has at most sixteen tokens.
const fn shift(number: usize) -> usize {
    SQUARE - 2 * (number + 1)
}

/// Returns token `number` of a code.
const fn token(bits: u64, number: usize) -> usize {
    (bits >> shift(number) & 0b11) as usize
}

/// The piece that begins at a cell, by the cell's token: two bits of a code.
const TOKENS: [Option<ClassicBlock>; 4] = [
    None,
    Some(ClassicBlock::Flat),
    Some(ClassicBlock::Upright),
    Some(ClassicBlock::Single),
];

/// Returns the token of a cell where this piece begins; the 2×2 has none of its own.
const fn token_of(block: Option<ClassicBlock>) -> usize {
    match block {
        None | Some(ClassicBlock::Square) => 0,
        Some(ClassicBlock::Flat) => 1,
        Some(ClassicBlock::Upright) => 2,
        Some(ClassicBlock::Single) => 3,
    }
}

/// A layout of which the first tokens are known. The scan is at the first uncovered cell.
#[derive(Clone, Copy, Debug)]
struct Scan {
    /// The first cell of the 2×2.
    square: usize,
    cell: usize,
    covered: CellBits,
    /// At most [`EMPTIES`].
    empties: usize,
}

/// The number of empty cells that a layout needs; the scan does not count beyond it.
const EMPTIES: usize = 2;

impl Scan {
    /// Returns the scan of a layout of which only the 2×2 is known; `None` if it does not fit.
    fn start(square: usize) -> Option<Scan> {
        let covered = ClassicBlock::Square.cells_at(square)?;
        Some(
            Scan {
                square,
                cell: 0,
                covered,
                empties: 0,
            }
            .skip(),
        )
    }

    /// Returns the cell of the next token; `None` after the last one.
    const fn cell(self) -> Option<usize> {
        if self.cell < CELLS {
            Some(self.cell)
        } else {
            None
        }
    }

    /// Returns the coverage of the next three cells, the only later cells that earlier tokens can
    /// cover: an upright piece reaches four cells ahead.
    const fn frontier(self) -> CellBits {
        (self.covered >> (self.cell + 1)) & 0b111
    }

    /// Puts the token at the next cell; `None` if it does not fit.
    fn put(self, token: usize) -> Option<Scan> {
        let cell = self.cell()?;
        let mut next = Scan {
            cell: cell + 1,
            ..self
        };
        match TOKENS[token] {
            None => next.empties = EMPTIES.min(self.empties + 1),
            Some(block) => {
                let cells = block.cells_at(cell)?;
                if self.covered & cells != 0 {
                    return None;
                }
                next.covered |= cells;
            }
        }
        Some(next.skip())
    }

    /// Skips covered cells.
    const fn skip(self) -> Scan {
        let over = (self.covered >> self.cell).trailing_ones() as usize;
        Scan {
            cell: self.cell + over,
            ..self
        }
    }
}

// Ranks and codes are converted without a list of all codes.
//
// The possible continuations of a prefix of a code depend only on the 2×2, the current cell, the
// coverage of the next three cells, and the number of empty cells up to two. The codes of these few
// thousand nodes are counted once. The rank of a code is the number of codes that first differ from
// it by a lower token, summed over all its tokens.

/// All prefixes with the same continuations.
#[derive(Clone, Copy, Debug)]
struct PrefixNode {
    /// The cell of the next token, or the number of cells after the last one.
    cell: usize,
    /// The number of continuations with a lower token than each one; the last entry counts all.
    lower: [u32; TOKENS.len() + 1],
    /// The next node for each token; [`NONE`] if it does not fit.
    next: [usize; TOKENS.len()],
}

/// The node without codes.
const NONE: usize = 0;

/// All nodes.
#[derive(Debug)]
struct PrefixTree {
    all: Vec<PrefixNode>,
    /// For each first cell of the 2×2, the number of codes with an earlier one; the last entry
    /// counts all codes.
    lower: [u32; CELLS + 1],
    /// The first node for each first cell of the 2×2.
    first: [usize; CELLS],
}

static NODES: LazyLock<PrefixTree> = LazyLock::new(|| {
    let end = |codes| PrefixNode {
        cell: CELLS,
        lower: [0, 0, 0, 0, codes],
        next: [NONE; 4],
    };
    let all = vec![end(0), end(1)];
    let mut nodes = PrefixTree {
        all,
        lower: [0; CELLS + 1],
        first: [NONE; CELLS],
    };
    let mut known = vec![NONE; CELLS * CELLS * FRONTIERS * (EMPTIES + 1)];
    for square in 0..CELLS {
        nodes.first[square] = Scan::start(square).map_or(NONE, |scan| nodes.add(scan, &mut known));
        nodes.lower[square + 1] = nodes.lower[square] + nodes.all[nodes.first[square]].codes();
    }
    nodes
});

/// The number of possible coverages of the next three cells.
const FRONTIERS: usize = 8;

impl PrefixNode {
    /// Returns the number of codes.
    const fn codes(&self) -> u32 {
        self.lower[TOKENS.len()]
    }
}

impl PrefixTree {
    /// Returns the node of a prefix. Adds it with all later nodes if it is not `known`.
    fn add(&mut self, scan: Scan, known: &mut [usize]) -> usize {
        let Some(cell) = scan.cell() else {
            return usize::from(scan.empties == EMPTIES);
        };
        let place = (scan.square * CELLS + cell) * FRONTIERS + scan.frontier() as usize;
        let place = place * (EMPTIES + 1) + scan.empties;
        if known[place] == NONE {
            let mut node = PrefixNode {
                cell,
                lower: [0; 5],
                next: [NONE; 4],
            };
            for token in 0..TOKENS.len() {
                let next = scan.put(token).map_or(NONE, |next| self.add(next, known));
                node.next[token] = next;
                node.lower[token + 1] = node.lower[token] + self.all[next].codes();
            }
            known[place] = self.all.len();
            self.all.push(node);
        }
        known[place]
    }

    /// Returns the rank of the code with its 2×2 at `square`; `token_at` returns its tokens in
    /// order.
    #[inline(always)]
    fn rank(&self, square: usize, mut token_at: impl FnMut(usize) -> usize) -> u32 {
        let mut rank = self.lower[square];
        let mut node = &self.all[self.first[square]];
        while node.cell < CELLS {
            let token = token_at(node.cell);
            rank += node.lower[token];
            node = &self.all[node.next[token]];
        }
        rank
    }

    /// Visits the ranks, in order, of the codes of a node with `left` of each token; `rank` is the
    /// rank of the first code of the node.
    fn each<E>(
        &self,
        node: &PrefixNode,
        rank: u32,
        left: [u32; 4],
        visit: &mut impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        if node.cell == CELLS {
            return if node.codes() == 0 {
                Ok(())
            } else {
                visit(rank)
            };
        }
        for token in (0..left.len()).filter(|&token| left[token] > 0 && node.next[token] != NONE) {
            let mut left = left;
            left[token] -= 1;
            self.each(
                &self.all[node.next[token]],
                rank + node.lower[token],
                left,
                visit,
            )?;
        }
        Ok(())
    }
}

impl CommonCode {
    /// The number of codes.
    pub const COUNT: u32 = 29_334_498;

    /// Returns the number of lower codes.
    ///
    /// # Complexity
    /// Some 100 ns; the first call of a program counts all codes, which takes a thousand times as
    /// long.
    #[must_use]
    pub fn rank(self) -> u32 {
        let mut number = 0;
        NODES.rank(self.square(), |_| {
            number += 1;
            token(self.0, number - 1)
        })
    }

    /// Returns the rank of the layout with these pieces, each at its first cell.
    ///
    /// # Panics
    /// If there is no 2×2.
    pub(crate) fn rank_of(cells: &[Option<ClassicBlock>]) -> u32 {
        let square = cells
            .iter()
            .position(|&block| block == Some(ClassicBlock::Square));
        NODES.rank(square.expect("a 2×2"), |cell| token_of(cells[cell]))
    }

    /// Visits the ranks, in order, of all layouts with these numbers of flat, upright and single
    /// pieces and of empty cells, sixteen cells together.
    pub(crate) fn each_of<E>(
        [flats, uprights, singles, empties]: [u32; 4],
        visit: &mut impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let PrefixTree { all, lower, first } = &*NODES;
        let left = [empties, flats, uprights, singles];
        (0..CELLS)
            .try_for_each(|square| NODES.each(&all[first[square]], lower[square], left, visit))
    }

    /// Returns the code with this rank; `None` from [`CommonCode::COUNT`] on.
    ///
    /// # Complexity
    /// As for [`CommonCode::rank`].
    pub fn from_rank(rank: u32) -> Option<Self> {
        let PrefixTree { all, lower, first } = &*NODES;
        let square = (0..CELLS).find(|&square| rank < lower[square + 1])?;
        let mut left = rank - lower[square];
        let mut node = &all[first[square]];
        let mut tokens = [0; CELLS];
        while node.cell < CELLS {
            let token = (0..TOKENS.len()).find(|&token| left < node.lower[token + 1])?;
            left -= node.lower[token];
            tokens[node.cell] = token;
            node = &all[node.next[token]];
        }
        CommonCode::of_layout(square, &tokens).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn code_ranks_equal_the_ranks_of_the_engines() {
        for (bits, rank) in [(0x1A9_BF0_C00, 4_091_296), (0x4FE_A13_400, 10_399_732)] {
            let code = CommonCode::from_bits(bits).expect("a code");
            assert_eq!(code.rank(), rank);
            assert_eq!(CommonCode::from_rank(rank), Some(code));
        }
    }

    #[test]
    fn the_numbers_of_codes_by_square_are_published() {
        // A row of the frame has squares of two kinds: at its sides, and in the middle.
        let rows = [
            [2_942_906, 2_260_392],
            [2_322_050, 1_876_945],
            [2_322_050, 1_876_945],
        ];
        let mut first = 0;
        for (row, [side, middle]) in rows.into_iter().chain([[2_942_906, 2_260_392]]).enumerate() {
            for (column, codes) in [side, middle, side].into_iter().enumerate() {
                let last = first + codes - 1;
                for rank in [first, last] {
                    let code = CommonCode::from_rank(rank).expect("a code");
                    assert_eq!((code.square(), code.rank()), (4 * row + column, rank));
                }
                first = last + 1;
            }
        }
        assert_eq!(first, CommonCode::COUNT);
        assert_eq!(CommonCode::from_rank(first), None);
        assert_eq!(CommonCode::from_rank(u32::MAX), None);
        assert_eq!(CommonCode::from_bits(1 << 36), Err(CodeFlaw::Range));
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn ranks_and_codes_are_bijective_and_ordered(rank in 0..CommonCode::COUNT - 1) {
            let [code, next] = [rank, rank + 1].map(|rank| CommonCode::from_rank(rank).expect("one"));
            prop_assert_eq!((code.rank(), next.rank()), (rank, rank + 1));
            prop_assert!(code < next);
            prop_assert_eq!(CommonCode::from_bits(code.bits()), Ok(code));
            let mut cells = [None; CELLS];
            code.blocks().for_each(|(cell, block)| cells[cell] = Some(block));
            prop_assert_eq!(CommonCode::rank_of(&cells), rank);
        }

        /// No code lies between two consecutive ones; [`CommonCode::from_bits`] needs no table.
        #[test]
        fn consecutive_ranks_give_consecutive_codes(rank in 0..CommonCode::COUNT - 1, step in any::<u64>()) {
            let [code, next] = [rank, rank + 1].map(|rank| CommonCode::from_rank(rank).expect("one"));
            let between = next.bits() - code.bits() - 1;
            if between > 0 {
                prop_assert!(CommonCode::from_bits(code.bits() + 1 + step % between).is_err());
            }
        }
    }

    #[test]
    #[ignore = "a minute: all 29 million codes"]
    fn all_codes_ascend() {
        let mut before = None;
        for rank in 0..CommonCode::COUNT {
            let code = CommonCode::from_rank(rank);
            assert!(
                before < code && code.is_some_and(|code| code.rank() == rank),
                "{rank}"
            );
            before = code;
        }
    }
}
