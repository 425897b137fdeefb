//! Dense ranks: a bijection between the placements of the pieces and the numbers from 0.
//!
//! Read the cells row by row and skip those that an earlier piece covers. Each other cell is an
//! **item**: an empty cell, or the anchor of a piece of some kind. The sequence of items identifies
//! the placement. The classic pieces have 65,880 placements.
//!
//! Pieces of one cell that may stand anywhere can be arranged in any order. Their placements are
//! the arrangements of a multiset, and the rank is a number in mixed radix. It has a digit for the
//! empty cells, the lowest one, and a digit for each kind. A digit selects the items of its kind
//! among those that the lower digits leave. The combinatorial number system numbers these subsets
//! (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3). As the digit of the empty cells is the
//! lowest, a move to the left or right changes the rank by little: the table entries of both ranks
//! share a cache line.
//!
//! For larger pieces, not every sequence of items is a placement. The ranks of those that are
//! follow the lexicographic order, and `placement_dag` computes them.

mod multiset;
mod placement_dag;
#[cfg(test)]
pub mod tests;
mod tiles;

use super::{
    Board, LANE_PLANES, UnpackedState, cell_mask,
    cells::{CellSet, narrow},
    kind,
    state::State,
};
use crate::{
    control::{Monitor, StopReason},
    grid::Direction,
    search::{BLOCK, Successor},
};
use multiset::{ItemCounts, MultisetRanker};
use placement_dag::{PlacementDag, RankBatch, RankInterval};

pub use tiles::{RankSpace, with_tiles_moved_by_sums};

/// The most placements that are ranked: engines pack a class into the same word as a rank.
const MAX_RANKS: u64 = 1 << 61;

impl Board {
    /// Returns the number of ranks, which is the number of placements of the pieces. Returns `None`
    /// if it is more than 2⁶¹, or ranking them needs too large a table.
    ///
    /// # Errors
    /// If the monitor stops the count, or the machine has not enough memory.
    ///
    /// # Complexity
    /// Constant for pieces of one cell. For other pieces, linear in the nodes of the placement DAG:
    /// half a millisecond for the classic pieces, a quarter of a second for the largest boards that
    /// can be explored, and some seconds for larger ones.
    pub(crate) fn ranks(&self, monitor: &mut Monitor<'_>) -> Result<Option<u64>, StopReason> {
        let ranks = self
            .placements(monitor)?
            .and_then(|it| u64::try_from(it).ok());
        Ok(ranks.filter(|&ranks| ranks <= MAX_RANKS))
    }

    /// Returns the number of placements of the pieces, reachable or not. Returns `None` if their
    /// DAG is too large, or the number is at least 2¹²⁸.
    ///
    /// # Errors
    /// As for [`ranks`](Self::ranks).
    ///
    /// # Complexity
    /// As for [`ranks`](Self::ranks).
    pub(crate) fn placements(&self, monitor: &mut Monitor<'_>) -> Result<Option<u128>, StopReason> {
        let placements = match self.placements_of_single_cells() {
            None => placement_dag::placements(self, monitor)?,
            single => single,
        };
        Ok(placements.filter(|&placements| placements < u128::MAX))
    }

    /// Returns the number of placements if every piece is a single cell that may stand anywhere and
    /// does not leave. [`u128::MAX`] means that number or more.
    pub fn placements_of_single_cells(&self) -> Option<u128> {
        let mut kinds = self.kinds.iter();
        let are_single = !self.is_one_way()
            && !self.is_wide()
            && kinds.all(|kind| kind.shape.area() == 1 && kind.places == self.free);
        are_single.then(|| ItemCounts::of(self).arrangements())
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
        let free = u128::narrow(self.free);
        let pieces: usize = self.kinds.iter().map(|kind| kind.pieces.len()).sum();
        let cells = || (0..self.cells).filter(|&cell| self.free.contains(cell));
        self.placements_of_single_cells().is_some()
            && self.kinds.iter().all(|kind| kind.directions == [true; 4])
            && pieces < self.free.count() as usize
            && cells().all(|cell| self.is_connected(free & !(1 << cell)))
            && cells().any(|cell| (self.neighbours(cell) & free).count_ones() > 2)
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
        let beside = Direction::ALL
            .into_iter()
            .filter_map(|direction| at.step(direction));
        let beside = beside.filter(|&cell| self.grid.contains(cell));
        u128::narrow(cell_mask(&self.grid, beside))
    }
}

/// Ranks the placements of a board's pieces, with cells as a `CellSet` and states of `N` words.
#[derive(Clone, Debug)]
pub struct Ranking<M, const N: usize> {
    ranks: u64,
    numbering: Numbering,
    /// The cells without walls.
    free: M,
    cells: u32,
    planes: usize,
    /// The mask and the factor of [`cells::gather`].
    gather: (u64, u64),
    /// The kinds that cover more than one cell.
    extended: Vec<MultiCellKind<M>>,
    /// By code, `M::BITS` cells each: the item of this code at each cell.
    items: Vec<ItemPlacement<M, N>>,
}

/// The numbering of the sequences of items.
#[derive(Clone, Debug)]
enum Numbering {
    /// For pieces for which every sequence is a placement.
    Multiset(MultisetRanker),
    Dag(PlacementDag),
}

/// The path of a placement through the DAG.
#[derive(Clone, Debug)]
struct RankPath<M> {
    /// The cells of its items.
    slots: M,
    /// By cell, for the cells of items; and behind all cells, the end.
    steps: Vec<RankStep>,
}

#[derive(Clone, Copy, Default, Debug)]
struct RankStep {
    /// The sum of the terms of the items before.
    before: u64,
    /// The place of the DAG node in its table.
    at: u32,
    code: u32,
}

impl<M: CellSet> RankPath<M> {
    fn new() -> Self {
        RankPath {
            slots: M::EMPTY,
            steps: vec![RankStep::default(); M::BITS as usize + 1],
        }
    }
}

/// A kind that covers more than one cell.
#[derive(Clone, Debug)]
struct MultiCellKind<M> {
    /// The bits to flip in each plane so that an anchor of the kind is all ones.
    flips: [M; LANE_PLANES],
    /// The distances of its other cells from the anchor.
    offsets: Vec<u32>,
}

/// An item at a cell. It covers nothing if it cannot be there.
#[derive(Clone, Copy, Debug)]
struct ItemPlacement<M, const N: usize> {
    covers: M,
    bits: State<N>,
}

impl<M: CellSet, const N: usize> Ranking<M, N> {
    /// Returns the ranking of this board's placements. `None` if they cannot be
    /// [ranked](Board::ranks).
    ///
    /// # Errors
    /// As for [`Board::ranks`].
    ///
    /// # Complexity
    /// Time as for [`Board::ranks`]. The tables take from some kilobytes to some
    /// megabytes, 8.5 for the five by seven cells of Climb 15.
    ///
    /// # Panics
    /// If the board's cells do not fit `M`, or its states `N` words.
    pub(crate) fn new(
        board: &Board,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Self>, StopReason> {
        assert!(board.cells() <= M::BITS as usize, "the cells fit the word");
        let single = board.placements_of_single_cells();
        let ranker = single.and_then(|_| MultisetRanker::new(&ItemCounts::of(board)));
        let numbered = match ranker {
            Some(ranker) => board
                .ranks(monitor)?
                .map(|ranks| (ranks, Numbering::Multiset(ranker))),
            None if single > Some(MAX_RANKS.into()) => None,
            None => PlacementDag::new(board, MAX_RANKS, monitor)?
                .map(|dag| (dag.placements, Numbering::Dag(dag))),
        };
        Ok(numbered.map(|(ranks, numbering)| Ranking {
            ranks,
            numbering,
            free: M::narrow(board.free),
            cells: narrow(board.cells()),
            planes: board.planes(),
            gather: kind::gather(board),
            extended: extended(board),
            items: items(board),
        }))
    }

    /// Returns the number of ranks.
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Returns the bytes of the table of the DAG, or 0 without a DAG.
    pub fn table_bytes(&self) -> usize {
        match &self.numbering {
            Numbering::Multiset(_) => 0,
            Numbering::Dag(dag) => dag.bytes(),
        }
    }

    /// Returns the rank of a state, below [`ranks`](Self::ranks).
    #[inline]
    pub fn rank(&self, state: &State<N>) -> u64 {
        match &self.numbering {
            Numbering::Multiset(ranker) => ranker.rank(self.codes(state)),
            Numbering::Dag(dag) => dag.rank(self.codes(state)),
        }
    }

    /// Returns the state of a rank, if the rank exists.
    #[inline]
    pub fn unrank(&self, rank: u64) -> Option<State<N>> {
        (rank < self.ranks).then(|| match &self.numbering {
            Numbering::Multiset(ranker) => self.place(ranker.items(rank)),
            Numbering::Dag(dag) => self.place(dag.items(rank)),
        })
    }

    /// Appends the states with these ranks and, with a DAG, sets the path of each.
    ///
    /// # Panics
    /// If one of the ranks has no state, or if they are more than a block.
    fn unrank_block(
        &self,
        ranks: &[u64],
        states: &mut Vec<State<N>>,
        paths: &mut Vec<RankPath<M>>,
    ) {
        assert!(
            ranks.iter().all(|&rank| rank < self.ranks),
            "the ranks of states"
        );
        let first = states.len();
        match &self.numbering {
            Numbering::Multiset(ranker) => {
                states.extend(ranks.iter().map(|&rank| self.place(ranker.items(rank))));
            }
            Numbering::Dag(dag) => {
                states.resize(first + ranks.len(), State::default());
                if paths.len() < ranks.len() {
                    paths.resize(ranks.len(), RankPath::new());
                }
                self.unrank_together(dag, ranks, &mut states[first..], paths);
            }
        }
    }

    /// Unranks a block at once, item by item. Consecutive ranks have most items in common, and a
    /// placement with the same items as the one before reuses its choice.
    fn unrank_together(
        &self,
        dag: &PlacementDag,
        ranks: &[u64],
        states: &mut [State<N>],
        paths: &mut [RankPath<M>],
    ) {
        let mut intervals = [dag.start(); BLOCK];
        let mut open = [self.free; BLOCK];
        for (path, &rank) in paths.iter_mut().zip(ranks) {
            path.slots = M::EMPTY;
            path.steps[M::BITS as usize] = RankStep {
                before: rank,
                ..RankStep::default()
            };
        }
        for _ in 0..dag.slots {
            let mut code = 0;
            let mut next = RankInterval::default();
            for lane in 0..ranks.len().min(BLOCK) {
                let rank = ranks[lane];
                let interval = &mut intervals[lane];
                let path = &mut paths[lane];
                if rank < next.low || rank >= next.high {
                    (code, next) = dag.choose(*interval, rank);
                }
                let cell = open[lane].first();
                path.steps[cell as usize] = RankStep {
                    before: interval.low,
                    at: interval.at,
                    code,
                };
                path.slots |= M::single(cell);
                let item = &self.items[code as usize * M::BITS as usize + cell as usize];
                open[lane] &= !item.covers;
                states[lane] = states[lane].xor(item.bits);
                *interval = next;
            }
        }
    }

    /// Calls `visit` with each successor of a block and its rank. The states of the block have
    /// these paths.
    fn rank_successors<'a>(
        &'a self,
        (block, paths): (&'a [State<N>], &'a [RankPath<M>]),
        successors: &'a [Successor<State<N>>],
        queries: &'a mut RankBatch,
        mut visit: impl FnMut(&Successor<State<N>>, u64),
    ) {
        let Numbering::Dag(dag) = &self.numbering else {
            return successors
                .iter()
                .for_each(|found| visit(found, self.rank(&found.key)));
        };
        queries.clear();
        for Successor {
            key, place, image, ..
        } in successors
        {
            let place = *place as usize;
            if *image == 0 {
                self.push_moved(&paths[place], &block[place].xor(*key), queries);
            } else {
                queries.push(0, 0, self.codes(key).take(dag.slots));
            }
        }
        successors
            .iter()
            .zip(dag.ranks(queries))
            .for_each(|(found, rank)| visit(found, rank));
    }

    /// Adds the query for the state after a move. It covers only the items from the first changed
    /// cell to the last. The items of `path` before and behind are unchanged.
    #[inline(always)]
    fn push_moved(&self, path: &RankPath<M>, changed: &State<N>, queries: &mut RankBatch) {
        let mut anchors = M::EMPTY;
        let mut plane = 0;
        for _ in 0..self.planes {
            anchors |= M::window(changed.words(), plane) & self.free;
            plane += self.cells;
        }
        let first = anchors.first();
        let second = anchors.without_first().first();
        let code_at = |cell: u32| path.steps[cell as usize].code as usize;
        let (from, to) = if code_at(first) == 0 {
            (second, first)
        } else {
            (first, second)
        };
        let piece = code_at(from);
        let covers = |cell: u32| self.items[piece * M::BITS as usize + cell as usize].covers;
        let left = covers(from);
        let taken = covers(to);
        let slots = (path.slots | left) & !(taken & !M::single(to));
        let behind = (!M::EMPTY << (left | taken).last()) << 1;
        let mut cells = slots & !M::EMPTY << first & !behind;
        let codes = std::iter::from_fn(|| {
            let cell = cells.first();
            cells = (cells != M::EMPTY).then(|| cells.without_first())?;
            let stayed = if left.bit(cell) == 1 {
                0
            } else {
                code_at(cell)
            };
            Some(if cell == to { piece } else { stayed })
        });
        let [start, rest, end] =
            [first, (path.slots & behind).first(), M::BITS].map(|cell| path.steps[cell as usize]);
        queries.push(start.at, start.before + (end.before - rest.before), codes);
    }

    /// Returns the state of a sequence of items: each is at the first cell that is not yet covered.
    #[inline(always)]
    fn place(&self, codes: impl Iterator<Item = usize>) -> State<N> {
        let mut state = State::default();
        let mut rest = self.free;
        for code in codes {
            let item = &self.items[code * M::BITS as usize + rest.first() as usize];
            rest &= !item.covers;
            state = state.xor(item.bits);
        }
        state
    }

    /// Returns the items of a state, followed by arbitrary codes without end.
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
    fn planes_of(&self, state: &State<N>) -> [M; LANE_PLANES] {
        let mut planes = [M::EMPTY; LANE_PLANES];
        if N > 1 || !self.extended.is_empty() {
            let mut from = 0;
            for plane in &mut planes[..self.planes] {
                *plane = M::window(state.words(), from) & self.free;
                from += self.cells;
            }
        }
        planes
    }

    /// Returns the cells of the items: anchors and empty cells.
    #[inline(always)]
    fn slots(&self, planes: &[M; LANE_PLANES]) -> M {
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

    /// Returns the number of the kind that has its anchor at a cell, or 0.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number of a kind has five bits"
    )]
    fn code_at(&self, state: &State<N>, planes: &[M; LANE_PLANES], cell: u32) -> usize {
        if N == 1 {
            let (lowest, factor) = self.gather;
            let bits = state.words()[0] >> cell & lowest;
            (bits.wrapping_mul(factor) >> (64 - self.planes)) as usize
        } else {
            planes.iter().enumerate().fold(0, |code, (bit, plane)| {
                code | (plane.bit(cell) as usize) << bit
            })
        }
    }
}

fn extended<M: CellSet>(board: &Board) -> Vec<MultiCellKind<M>> {
    let kinds = board
        .kinds()
        .iter()
        .enumerate()
        .filter(|(_, kind)| kind.shape.area() > 1);
    let extended = kinds.map(|(id, kind)| {
        let mut flips = [!M::EMPTY; LANE_PLANES];
        for (flip, mask) in flips.iter_mut().zip(kind::flips(id, board.planes())) {
            *flip = mask;
        }
        let mut offsets = kind::offsets(board, kind);
        offsets.retain(|&offset| offset > 0);
        MultiCellKind { flips, offsets }
    });
    extended.collect()
}

fn items<M: CellSet, const N: usize>(board: &Board) -> Vec<ItemPlacement<M, N>> {
    let stride = M::BITS as usize;
    let nowhere = ItemPlacement {
        covers: M::EMPTY,
        bits: State::default(),
    };
    let mut items = vec![nowhere; (board.kinds().len() + 1) * stride];
    for cell in (0..board.cells()).filter(|&cell| board.free.contains(cell)) {
        items[cell].covers = M::single(narrow(cell));
    }
    for (id, kind) in board.kinds().iter().enumerate() {
        let footprints = kind::footprints(board, kind);
        for cell in (0..board.cells()).filter(|&cell| kind.places.contains(cell)) {
            let item = &mut items[kind::code(id) * stride + cell];
            item.covers = footprints[cell];
            item.bits = board.pack(&UnpackedState::new(board.cells(), [(cell, id)]));
        }
    }
    items
}
