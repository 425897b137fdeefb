//! Dense ranks: a number for every placement of the pieces.
//!
//! Read the cells row by row and skip those that are already covered: each is empty, or the anchor
//! of a piece. That sequence of **items** identifies the placement. Its number among all placements
//! is its **rank**: the classic pieces have 65,880.
//!
//! Pieces of one cell that may stand anywhere can be arranged in any order; the placements are the
//! arrangements of a multiset, and a rank is written in mixed radix: a digit for the empty cells
//! and one for each kind, the empty cells lowest, says which of the items that are left over by the
//! digits below it are of its kind. Subsets are numbered by the combinatorial number system (Knuth,
//! *The Art of Computer Programming* 4A, 7.2.1.3). As the empty cells come lowest, a piece that
//! goes left or right changes the rank by little: its neighbour lies in the same line of a cache.
//!
//! Of larger pieces not every sequence is a placement. Those that are have their ranks in
//! lexicographic order, counted by `situations`.

mod multiset;
mod placement_dag;
#[cfg(test)]
pub mod tests;
mod tiles;

use super::cells::{self, CellSet, narrow};
use super::state::State;
use super::{Board, Kind, MAX_PLANES, UnpackedState, cell_mask, kind};
use crate::grid::Direction;
use crate::search::{BLOCK, Successor};
use multiset::{ItemCounts, MultisetRanker};
use placement_dag::{PlacementDag, RankBatch, RankInterval};

pub use tiles::RankSpace;
pub use tiles::with_tiles_moved_by_sums;

/// More placements than this are not numbered: engines pack a class with each rank.
const MOST_RANKS: u64 = 1 << 61;

impl Board {
    /// Returns the number of ranks, which is the number of placements of the pieces; `None` if the
    /// placements are more than 2⁶¹, or ranking them needs too large a table.
    ///
    /// # Complexity
    /// Constant for pieces of one cell. For other pieces it counts the situations of a sweep over
    /// the cells: half a millisecond for the classic pieces, a quarter of a second for the largest
    /// boards that can be explored, and some seconds for larger ones.
    pub fn ranks(&self) -> Option<u64> {
        self.ranks_within(usize::MAX)
    }

    /// Like [`ranks`](Self::ranks), with at most `bytes` of memory for the count.
    pub fn ranks_within(&self, bytes: usize) -> Option<u64> {
        let ranks = self.placements_within(bytes).and_then(|it| u64::try_from(it).ok());
        ranks.filter(|&ranks| ranks <= MOST_RANKS)
    }

    /// Returns the number of placements of the pieces, reachable or not; `None` if their situations
    /// are too many to count, or the number is at least 2¹²⁸.
    ///
    /// # Complexity
    /// As for [`ranks`](Self::ranks).
    pub fn placements(&self) -> Option<u128> {
        self.placements_within(usize::MAX)
    }

    /// Like [`placements`](Self::placements), with at most `bytes` of memory for the count.
    pub fn placements_within(&self, bytes: usize) -> Option<u128> {
        let single = self.placements_of_single_cells();
        let placements = single.or_else(|| placement_dag::placements(self, bytes));
        placements.filter(|&placements| placements < u128::MAX)
    }

    /// Returns the number of placements if every piece is a single cell that may stand anywhere.
    /// [`u128::MAX`] means that number or more.
    pub fn placements_of_single_cells(&self) -> Option<u128> {
        let is_plain = |kind: &Kind| kind.shape.area() == 1 && kind.places == self.free;
        self.kinds.iter().all(is_plain).then(|| ItemCounts::of(self).arrangements())
    }

    /// Whether a theorem guarantees that at least half of the placements are reachable: every piece
    /// is a single cell that may step anywhere, some cell is empty, no cell cuts the frame in two,
    /// and the frame is no ring (Wilson, "Graph puzzles, homotopy, and the alternating
    /// group", *Journal of Combinatorial Theory B* 16, 1974, whose one exception is no frame of
    /// cells).
    ///
    /// # Complexity
    /// The square of the cells.
    pub fn reaches_most_placements(&self) -> bool {
        let is_free = |kind: &Kind| kind.directions == [true; 4];
        let pieces: usize = self.kinds.iter().map(|kind| kind.pieces.len()).sum();
        let cells = || (0..self.cells).filter(|cell| self.free >> cell & 1 == 1);
        self.placements_of_single_cells().is_some()
            && self.kinds.iter().all(is_free)
            && pieces < self.free.count_ones() as usize
            && cells().all(|cell| self.is_connected(self.free & !(1 << cell)))
            && cells().any(|cell| (self.neighbours(cell) & self.free).count_ones() > 2)
    }

    /// Whether these cells are connected.
    fn is_connected(&self, cells: u128) -> bool {
        let mut waiting = cells & cells.wrapping_neg();
        let mut reached = waiting;
        while waiting != 0 {
            let cell = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let fresh = self.neighbours(cell) & cells & !reached;
            reached |= fresh;
            waiting |= fresh;
        }
        reached == cells
    }

    /// Returns the neighbours of a cell.
    fn neighbours(&self, cell: usize) -> u128 {
        let at = self.grid.cell(cell);
        let beside = Direction::ALL.into_iter().filter_map(|direction| at.step(direction));
        cell_mask(&self.grid, beside.filter(|&cell| self.grid.contains(cell)))
    }
}

/// Numbers the placements of a board's pieces, with cells as a `CellSet` and states of `N` words.
#[derive(Clone, Debug)]
pub struct Ranking<M, const N: usize> {
    ranks: u64,
    numbering: Numbering,
    /// The cells that are no walls.
    free: M,
    cells: u32,
    planes: usize,
    /// The lowest bit of every plane, and the factor that brings them together: one word only.
    gather: (u64, u64),
    /// The kinds that cover more than one cell.
    extended: Vec<MultiCellKind<M>>,
    /// By code, `M::BITS` cells each: what a piece there covers, and the bits that stand for it.
    spots: Vec<ItemPlacement<M, N>>,
}

/// How the sequences of items are numbered.
#[derive(Clone, Debug)]
enum Numbering {
    /// All of them are placements.
    Arrangements(MultisetRanker),
    Situations(PlacementDag),
}

/// How a placement came about, item by item.
#[derive(Clone, Debug)]
struct RankPath<M> {
    /// The cells of its items.
    slots: M,
    /// By cell, if an item is there; and behind all cells, the end.
    steps: Vec<RankStep>,
}

#[derive(Clone, Copy, Default, Debug)]
struct RankStep {
    /// What the items before add up to.
    before: u64,
    /// The situation.
    at: u32,
    code: u32,
}

impl<M: CellSet> RankPath<M> {
    fn new() -> Self {
        RankPath { slots: M::EMPTY, steps: vec![RankStep::default(); M::BITS as usize + 1] }
    }
}

/// A kind that covers more than one cell.
#[derive(Clone, Debug)]
struct MultiCellKind<M> {
    /// What to flip in each plane so that an anchor of the kind is all ones.
    flips: [M; MAX_PLANES],
    /// How many cells after the anchor its other cells come.
    offsets: Vec<u32>,
}

/// An item at a cell. An item that cannot be there covers nothing.
#[derive(Clone, Copy, Debug)]
struct ItemPlacement<M, const N: usize> {
    covers: M,
    bits: State<N>,
}

impl<M: CellSet, const N: usize> Ranking<M, N> {
    /// Returns the ranking of this board's placements. `None` if they cannot be
    /// [ranked](Board::ranks), or if its tables take more than `bytes`.
    ///
    /// # Complexity
    /// Time as for [`Board::ranks`]. The tables take from some kilobytes to some
    /// megabytes, 8.5 for the five by seven cells of Climb 15.
    ///
    /// # Panics
    /// If the board's cells do not fit `M`, or its states `N` words.
    pub fn new(board: &Board, bytes: usize) -> Option<Self> {
        assert!(board.cells() <= M::BITS as usize, "the cells fit the word");
        let single = board.placements_of_single_cells();
        let numbering = match single.and_then(|_| MultisetRanker::new(&ItemCounts::of(board))) {
            Some(short) => Numbering::Arrangements(short),
            None if single > Some(MOST_RANKS.into()) => return None,
            None => Numbering::Situations(PlacementDag::new(board, MOST_RANKS, bytes)?),
        };
        Some(Ranking {
            ranks: match &numbering {
                Numbering::Arrangements(_) => board.ranks()?,
                Numbering::Situations(situations) => situations.placements,
            },
            numbering,
            free: M::narrow(board.free),
            cells: narrow(board.cells()),
            planes: board.planes(),
            gather: cells::gather(board),
            extended: extended(board),
            spots: spots(board),
        })
    }

    /// Returns the number of ranks.
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Returns the size of the table of situations; 0 if the ranking needs none.
    pub fn table_bytes(&self) -> usize {
        match &self.numbering {
            Numbering::Arrangements(_) => 0,
            Numbering::Situations(situations) => situations.bytes(),
        }
    }

    /// Returns the rank of a state, below [`ranks`](Self::ranks).
    #[inline]
    pub fn rank(&self, state: &State<N>) -> u64 {
        match &self.numbering {
            Numbering::Arrangements(short) => short.rank(self.codes(state)),
            Numbering::Situations(situations) => situations.rank(self.codes(state)),
        }
    }

    /// Returns the state of a rank, if the rank exists.
    #[inline]
    pub fn unrank(&self, rank: u64) -> Option<State<N>> {
        (rank < self.ranks).then(|| match &self.numbering {
            Numbering::Arrangements(short) => self.place(short.items(rank)),
            Numbering::Situations(situations) => self.place(situations.items(rank)),
        })
    }

    /// Appends the states with these ranks, with the way to each of them where ways help.
    ///
    /// # Panics
    /// If one of the ranks is of no state, or there are more than a block of them.
    fn unrank_block(&self, ranks: &[u64], states: &mut Vec<State<N>>, ways: &mut Vec<RankPath<M>>) {
        assert!(ranks.iter().all(|&rank| rank < self.ranks), "the ranks of states");
        let first = states.len();
        match &self.numbering {
            Numbering::Arrangements(short) => {
                states.extend(ranks.iter().map(|&rank| self.place(short.items(rank))));
            }
            Numbering::Situations(situations) => {
                states.resize(first + ranks.len(), State::default());
                if ways.len() < ranks.len() {
                    ways.resize(ranks.len(), RankPath::new());
                }
                self.go_together(situations, ranks, &mut states[first..], ways);
            }
        }
    }

    /// Goes to all placements of a block at once, item by item: as long as two of them have the
    /// same items, which those next to each other have for long, the second follows the first.
    fn go_together(
        &self,
        situations: &PlacementDag,
        ranks: &[u64],
        states: &mut [State<N>],
        ways: &mut [RankPath<M>],
    ) {
        let mut spans = [situations.start(); BLOCK];
        let mut open = [self.free; BLOCK];
        for (way, &rank) in ways.iter_mut().zip(ranks) {
            way.slots = M::EMPTY;
            way.steps[M::BITS as usize] = RankStep { before: rank, ..RankStep::default() };
        }
        for _ in 0..situations.slots {
            let (mut code, mut next) = (0, RankInterval::default());
            for lane in 0..ranks.len().min(BLOCK) {
                let (rank, span, way) = (ranks[lane], &mut spans[lane], &mut ways[lane]);
                if rank < next.low || rank >= next.high {
                    (code, next) = situations.choose(*span, rank);
                }
                let cell = open[lane].first();
                way.steps[cell as usize] = RankStep { before: span.low, at: span.at, code };
                way.slots |= M::single(cell);
                let spot = &self.spots[code as usize * M::BITS as usize + cell as usize];
                open[lane] &= !spot.covers;
                states[lane] = states[lane].xor(spot.bits);
                *span = next;
            }
        }
    }

    /// Gives the ranks of the successors of a block, whose states have these ways.
    fn rank_successors<'a>(
        &'a self,
        (block, ways): (&'a [State<N>], &'a [RankPath<M>]),
        successors: &'a [Successor<State<N>>],
        walks: &'a mut RankBatch,
        mut give: impl FnMut(&Successor<State<N>>, u64),
    ) {
        let Numbering::Situations(situations) = &self.numbering else {
            return successors.iter().for_each(|found| give(found, self.rank(&found.key)));
        };
        walks.clear();
        for Successor { key, place, image, .. } in successors {
            let place = *place as usize;
            if *image == 0 {
                self.push_detour(&ways[place], &block[place].xor(*key), walks);
            } else {
                walks.push(0, 0, self.codes(key).take(situations.slots));
            }
        }
        successors.iter().zip(situations.walk(walks)).for_each(|(found, rank)| give(found, rank));
    }

    /// Adds the walk of a state that one piece has gone to: from the first cell that has changed to
    /// the last, between the items of `way`, which have stayed the same.
    #[inline(always)]
    fn push_detour(&self, way: &RankPath<M>, changed: &State<N>, walks: &mut RankBatch) {
        let (mut anchors, mut plane) = (M::EMPTY, 0);
        for _ in 0..self.planes {
            anchors |= M::window(changed.words(), plane) & self.free;
            plane += self.cells;
        }
        let (first, second) = (anchors.first(), anchors.without_first().first());
        let code_at = |cell: u32| way.steps[cell as usize].code as usize;
        let (from, to) = if code_at(first) == 0 { (second, first) } else { (first, second) };
        let piece = code_at(from);
        let covers = |cell: u32| self.spots[piece * M::BITS as usize + cell as usize].covers;
        let (left, taken) = (covers(from), covers(to));
        let slots = (way.slots | left) & !(taken & !M::single(to));
        let behind = (!M::EMPTY << (left | taken).last()) << 1;
        let mut cells = slots & !M::EMPTY << first & !behind;
        let codes = std::iter::from_fn(|| {
            let cell = cells.first();
            cells = (cells != M::EMPTY).then(|| cells.without_first())?;
            let stayed = if left.bit(cell) == 1 { 0 } else { code_at(cell) };
            Some(if cell == to { piece } else { stayed })
        });
        let [start, rest, end] =
            [first, (way.slots & behind).first(), M::BITS].map(|cell| way.steps[cell as usize]);
        walks.push(start.at, start.before + (end.before - rest.before), codes);
    }

    /// Puts the items of a placement down, each on the first cell that is not yet covered.
    #[inline(always)]
    fn place(&self, items: impl Iterator<Item = usize>) -> State<N> {
        let mut state = State::default();
        let mut rest = self.free;
        for code in items {
            let spot = &self.spots[code * M::BITS as usize + rest.first() as usize];
            rest &= !spot.covers;
            state = state.xor(spot.bits);
        }
        state
    }

    /// The items of a state, and then anything.
    #[inline(always)]
    fn codes(&self, state: &State<N>) -> impl Iterator<Item = usize> {
        let planes = self.planes_of(state);
        let mut slots = self.slots(&planes);
        std::iter::repeat_with(move || {
            let cell = slots.first();
            slots = slots.without_first();
            self.code_at(state, &planes, cell)
        })
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

fn extended<M: CellSet>(board: &Board) -> Vec<MultiCellKind<M>> {
    let kinds = board.kinds().iter().enumerate().filter(|(_, kind)| kind.shape.area() > 1);
    let extended = kinds.map(|(id, kind)| {
        let mut flips = [!M::EMPTY; MAX_PLANES];
        for (flip, mask) in flips.iter_mut().zip(cells::flips(id, board.planes())) {
            *flip = mask;
        }
        let mut offsets = cells::offsets(board, kind);
        offsets.retain(|&offset| offset > 0);
        MultiCellKind { flips, offsets }
    });
    extended.collect()
}

fn spots<M: CellSet, const N: usize>(board: &Board) -> Vec<ItemPlacement<M, N>> {
    let stride = M::BITS as usize;
    let nowhere = ItemPlacement { covers: M::EMPTY, bits: State::default() };
    let mut spots = vec![nowhere; (board.kinds().len() + 1) * stride];
    for cell in (0..board.cells()).filter(|cell| board.free >> cell & 1 == 1) {
        spots[cell].covers = M::single(narrow(cell));
    }
    for (id, kind) in board.kinds().iter().enumerate() {
        let footprints = cells::footprints(board, kind);
        for cell in (0..board.cells()).filter(|cell| kind.places >> cell & 1 == 1) {
            let spot = &mut spots[kind::code(id) * stride + cell];
            spot.covers = M::narrow(footprints[cell]);
            spot.bits = board.pack(&UnpackedState::new(board.cells(), [(cell, id)]));
        }
    }
    spots
}
