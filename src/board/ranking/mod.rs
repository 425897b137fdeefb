//! A number for every placement of the same pieces.
//!
//! Read the cells row by row and skip those that are already covered: each is empty, or the anchor
//! of a piece. That sequence of **items** identifies the placement, and a sequence with so many
//! items of each kind is an arrangement of a multiset, of which there are as many as a multinomial
//! coefficient says: 415,800 for the classic pieces, of which 65,880 are placements. Its number
//! among them is its **rank**.
//!
//! A rank is written in mixed radix, a digit for the empty cells and one for each kind, the empty
//! cells lowest: a digit says which of the items that are left over by the digits below it are of
//! its kind. Subsets are numbered by the combinatorial number system (Knuth, *The Art of Computer
//! Programming* 4A, 7.2.1.3). As the empty cells come lowest, a piece of one cell that goes left or
//! right changes the rank by little: its neighbour lies in the same line of a cache.

mod divisor;
mod items;
mod long;
mod short;
mod space;
#[cfg(test)]
mod tests;

use super::cells::CellSet;
use super::geometry::{self, narrow};
use super::state::State;
use super::{Arrangement, Board, MAX_PLANES, kind};
use items::Items;
use long::Long;
use short::Short;

pub use space::RankSpace;

impl Board {
    /// How many ranks there are, if they are no more than 2⁶³: the sequences of the items of this
    /// board, of which those that are placements are a part.
    #[must_use]
    pub fn ranks(&self) -> Option<u64> {
        Items::of(self).ranks()
    }
}

/// Numbers the placements of a board's pieces, with cells as a `CellSet` and states of `N` words.
#[derive(Clone, Debug)]
pub struct Ranking<M, const N: usize> {
    ranks: u64,
    digits: Digits,
    /// The cells that are no walls.
    free: M,
    cells: u32,
    planes: usize,
    /// The lowest bit of every plane, and the factor that brings them together: one word only.
    gather: (u64, u64),
    /// The kinds that cover more than one cell.
    extended: Vec<Extended<M>>,
    /// By code, `M::BITS` cells each: what a piece there covers, and the bits that stand for it.
    spots: Vec<Spot<M, N>>,
}

/// How the sequences of items are numbered.
#[derive(Clone, Debug)]
enum Digits {
    Short(Short),
    Long(Box<Long>),
}

/// A kind that covers more than one cell.
#[derive(Clone, Debug)]
struct Extended<M> {
    /// What to flip in each plane so that an anchor of the kind is all ones.
    flips: [M; MAX_PLANES],
    /// How many cells after the anchor its other cells come.
    offsets: Vec<u32>,
}

/// An item at a cell. An item that cannot be there covers nothing.
#[derive(Clone, Copy, Debug)]
struct Spot<M, const N: usize> {
    covers: M,
    bits: State<N>,
}

impl<M: CellSet, const N: usize> Ranking<M, N> {
    /// The numbering of this board's placements; none if there are more than 2⁶³ ranks.
    ///
    /// Its tables take up to a megabyte.
    ///
    /// # Panics
    /// If the board's cells do not fit `M`, or its states `N` words.
    #[must_use]
    pub fn new(board: &Board) -> Option<Self> {
        assert!(board.cells() <= M::BITS as usize, "the cells fit the word");
        let items = Items::of(board);
        let ranks = items.ranks()?;
        Some(Ranking {
            ranks,
            digits: match Short::new(&items) {
                Some(short) => Digits::Short(short),
                None => Digits::Long(Box::new(Long::new(&items))),
            },
            free: M::narrow(board.free),
            cells: narrow(board.cells()),
            planes: board.planes(),
            gather: geometry::gather(board),
            extended: extended(board),
            spots: spots(board),
        })
    }

    /// How many ranks there are; not all are of placements.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The rank of a state, below [`ranks`](Self::ranks).
    #[inline]
    #[must_use]
    pub fn rank(&self, state: &State<N>) -> u64 {
        let planes = self.planes_of(state);
        let mut slots = self.slots(&planes);
        let codes = std::iter::repeat_with(|| {
            let cell = slots.first();
            slots = slots.without_first();
            self.code_at(state, &planes, cell)
        });
        match &self.digits {
            Digits::Short(short) => short.rank(codes),
            Digits::Long(long) => long.rank(codes),
        }
    }

    /// The state with this rank; none if the items are no placement: a piece does not fit where it
    /// would come, or there are not so many ranks.
    #[inline]
    #[must_use]
    pub fn unrank(&self, rank: u64) -> Option<State<N>> {
        if rank >= self.ranks {
            return None;
        }
        match &self.digits {
            Digits::Short(short) => self.place(short.items(rank)),
            Digits::Long(long) => self.place(long.items(rank)),
        }
    }

    /// Puts items down, one after the other, each on the first cell that is not yet covered.
    #[inline(always)]
    fn place(&self, items: impl Iterator<Item = usize>) -> Option<State<N>> {
        let mut state = State::default();
        let mut rest = self.free;
        for code in items {
            // There is such a cell: so far all fit, and together they cover the free cells.
            let spot = &self.spots[code * M::BITS as usize + rest.first() as usize];
            if spot.covers == M::EMPTY || spot.covers & !rest != M::EMPTY {
                return None;
            }
            rest &= !spot.covers;
            state = state.xor(spot.bits);
        }
        Some(state)
    }

    #[inline(always)]
    fn planes_of(&self, state: &State<N>) -> [M; MAX_PLANES] {
        let mut planes = [M::EMPTY; MAX_PLANES];
        if N > 1 || !self.extended.is_empty() {
            let mut from = 0;
            for plane in &mut planes[..self.planes] {
                *plane = M::window(state.words(), from) & self.free;
                from += self.cells;
            }
        }
        planes
    }

    /// The cells of the items: anchors and empty cells.
    #[inline(always)]
    fn slots(&self, planes: &[M; MAX_PLANES]) -> M {
        let mut slots = self.free;
        for kind in &self.extended {
            let mut anchors = self.free;
            for (&plane, &flip) in planes.iter().zip(&kind.flips) {
                anchors &= plane ^ flip;
            }
            for &offset in &kind.offsets {
                slots &= !(anchors << offset);
            }
        }
        slots
    }

    /// The number of the kind that is anchored at a cell; 0 for none.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of a kind has five bits")]
    fn code_at(&self, state: &State<N>, planes: &[M; MAX_PLANES], cell: u32) -> usize {
        if N == 1 {
            let (lowest, factor) = self.gather;
            let bits = state.words()[0] >> cell & lowest;
            (bits.wrapping_mul(factor) >> (64 - self.planes)) as usize
        } else {
            let planes = planes.iter().enumerate();
            planes.fold(0, |code, (bit, plane)| code | (plane.bit(cell) as usize) << bit)
        }
    }
}

fn extended<M: CellSet>(board: &Board) -> Vec<Extended<M>> {
    let kinds = board.kinds().iter().enumerate().filter(|(_, kind)| kind.shape.area() > 1);
    let extended = kinds.map(|(id, kind)| {
        let mut flips = [!M::EMPTY; MAX_PLANES];
        for (flip, mask) in flips.iter_mut().zip(geometry::flips(id, board.planes())) {
            *flip = mask;
        }
        let mut offsets = geometry::offsets(board, kind);
        offsets.retain(|&offset| offset > 0);
        Extended { flips, offsets }
    });
    extended.collect()
}

fn spots<M: CellSet, const N: usize>(board: &Board) -> Vec<Spot<M, N>> {
    let stride = M::BITS as usize;
    let nowhere = Spot { covers: M::EMPTY, bits: State::default() };
    let mut spots = vec![nowhere; (board.kinds().len() + 1) * stride];
    for cell in (0..board.cells()).filter(|cell| board.free >> cell & 1 == 1) {
        spots[cell].covers = M::single(narrow(cell));
    }
    for (id, kind) in board.kinds().iter().enumerate() {
        for cell in (0..board.cells()).filter(|cell| kind.places >> cell & 1 == 1) {
            let spot = &mut spots[kind::code(id) * stride + cell];
            let covered = kind.shape.cells_at(board.grid.cell(cell));
            let covered = covered.fold(0, |mask, cell| mask | 1 << board.grid.index(cell));
            spot.covers = M::narrow(covered);
            spot.bits = board.pack(&Arrangement::new(board.cells(), [(cell, id)]));
        }
    }
    spots
}
