//! Dense ranks: a bijection between the placements of the pieces and the numbers from 0.
//!
//! Read the cells row by row and skip those that an earlier piece covers. Each other cell is an
//! **item**: an empty cell, or the anchor of a piece of some kind. The sequence of items identifies
//! the placement. The classic pieces have 65,880 placements.
//!
//! A **single** is a piece of one cell that may stand anywhere. Without its singles, a placement is
//! a **configuration**: of the classic pieces there are 4,392. A configuration leaves the same
//! number of cells to the singles and empty cells, which fill them in any order: in one of 15
//! **arrangements**. So the rank is the rank of the configuration, times the number of
//! arrangements, plus the rank of the arrangement. The states of a layer have few configurations,
//! and those near each other have them in common. So each is ranked and unranked once for many
//! states.
//!
//! For larger pieces, not every sequence of items is a placement. The ranks of those that are
//! follow the lexicographic order, and `placement_dag` computes them.
//!
//! Arrangements are those of a multiset, and their rank is a number in mixed radix. It has a digit
//! for the empty cells, the lowest one, and a digit for each kind. A digit selects the items of its
//! kind among those that the lower digits leave. The combinatorial number system numbers these
//! subsets (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3). As the digit of the empty cells
//! is the lowest, a move of a single changes the rank by little: the table entries of both ranks
//! often share a cache line.
//!
//! If there are more than sixteen singles and empty cells, all are in the configuration.

mod multiset;
mod placement_dag;
#[cfg(test)]
pub mod tests;
mod tiles;

use super::{
    Board, Kind, LANE_PLANES, UnpackedState, cell_mask,
    cells::{CellSet, narrow},
    kind,
    state::State,
};
use crate::{
    control::{Monitor, StopReason},
    grid::Direction,
};
use multiset::{Divisor, ItemCounts, MultisetRanker};
use placement_dag::{PlacementDag, RankInterval};

pub use tiles::{RankSpace, with_tiles_moved_by_sums};

/// The most placements that are ranked: engines pack a class into the same word as a rank.
const MAX_RANKS: u64 = 1 << 61;

/// The configurations that a thread remembers.
const REMEMBERED: usize = 1 << 12;

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
            None => {
                let (configured, arranged) = ItemCounts::of(self).split(self);
                let arranged = arranged.map_or(1, |it| it.arrangements());
                placement_dag::placements(self, &configured, monitor)?
                    .map(|it| it.saturating_mul(arranged))
            }
            single => single,
        };
        Ok(placements.filter(|&placements| placements < u128::MAX))
    }

    /// Returns the number of placements if every piece is a single cell that may stand anywhere and
    /// does not leave. [`u128::MAX`] means that number or more.
    pub fn placements_of_single_cells(&self) -> Option<u128> {
        let are_single = !self.is_one_way()
            && !self.is_wide()
            && self.kinds.iter().all(|kind| self.is_single(kind));
        are_single.then(|| ItemCounts::of(self).arrangements())
    }

    /// Whether the pieces of a kind are single cells that may stand anywhere.
    fn is_single(&self, kind: &Kind) -> bool {
        kind.shape.area() == 1 && kind.places == self.free
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
    /// Numbers the configurations.
    dag: PlacementDag,
    /// Numbers the arrangements of the singles and empty cells under a configuration.
    arrangements: Option<MultisetRanker>,
    /// Their number, 1 without singles.
    radix: Divisor,
    /// The cells without walls.
    free: M,
    cells: u32,
    planes: usize,
    /// The kinds that cover more than one cell.
    extended: Vec<MultiCellKind<M>>,
    /// The flips of each kind of singles, if their arrangements are numbered.
    singles: Vec<Planes<M>>,
    /// By code, `M::BITS` cells each: the item of this code at each cell.
    items: Vec<ItemPlacement<M, N>>,
}

/// The planes of a state, or the bits to flip in each so that an anchor of a kind is all ones.
type Planes<M> = [M; LANE_PLANES];

/// A kind that covers more than one cell.
#[derive(Clone, Debug)]
struct MultiCellKind<M> {
    flips: Planes<M>,
    /// The distances of its other cells from the anchor.
    offsets: Vec<u32>,
}

/// An item at a cell. It covers nothing if it cannot be there.
#[derive(Clone, Copy, Debug)]
struct ItemPlacement<M, const N: usize> {
    covers: M,
    bits: State<N>,
}

/// The first items of a configuration.
#[derive(Clone, Copy, Debug)]
struct Prefix<M, const N: usize> {
    /// The ranks of the configurations with these items.
    interval: RankInterval,
    /// The cells that are not covered yet.
    open: M,
    /// The cells for singles.
    room: M,
    state: State<N>,
}

/// What the last states that a thread ranked or unranked had in common with the next.
#[derive(Debug)]
struct RankMemory<M, const N: usize> {
    /// The prefixes of the last configuration that was unranked.
    prefixes: Vec<Prefix<M, N>>,
    /// Configurations by a hash.
    configurations: Vec<Configuration<M>>,
}

/// The pieces of a state without its singles.
#[derive(Clone, Copy, Debug)]
struct Configuration<M> {
    planes: Planes<M>,
    /// The cells for singles.
    room: M,
    /// The rank of its first state.
    first: u64,
}

impl<M: CellSet, const N: usize> RankMemory<M, N> {
    fn new() -> Self {
        RankMemory {
            prefixes: Vec::new(),
            configurations: Vec::new(),
        }
    }
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
    /// megabytes.
    ///
    /// # Panics
    /// If the board's cells do not fit `M`, or its states `N` words.
    pub(crate) fn new(
        board: &Board,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Self>, StopReason> {
        assert!(board.cells() <= M::BITS as usize, "the cells fit the word");
        if board.placements_of_single_cells() > Some(MAX_RANKS.into()) {
            return Ok(None);
        }
        let (configured, arranged) = ItemCounts::of(board).split(board);
        let arrangements = arranged.as_ref().and_then(MultisetRanker::new);
        let radix = arranged.map_or(1, |it| it.radices().iter().product());
        let dag = PlacementDag::new(board, &configured, MAX_RANKS / radix, monitor)?;
        Ok(dag.map(|dag| Ranking {
            ranks: dag.placements * radix,
            dag,
            singles: if arrangements.is_some() {
                singles(board)
            } else {
                Vec::new()
            },
            arrangements,
            radix: Divisor::new(radix),
            free: M::narrow(board.free),
            cells: narrow(board.cells()),
            planes: board.planes(),
            extended: extended(board),
            items: items(board),
        }))
    }

    /// Returns the number of ranks.
    pub const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Returns the bytes of the table of the DAG.
    pub fn table_bytes(&self) -> usize {
        self.dag.bytes()
    }

    /// Returns the rank of a state, below [`ranks`](Self::ranks).
    #[inline]
    pub fn rank(&self, state: &State<N>) -> u64 {
        let planes = self.planes_of(state);
        let singles = self.singles(&planes);
        let configuration = self.configuration(without(&planes, singles));
        self.rank_under(&configuration, singles, &planes)
    }

    /// Returns the state of a rank, if the rank exists.
    #[inline]
    pub fn unrank(&self, rank: u64) -> Option<State<N>> {
        (rank < self.ranks).then(|| self.unrank_near(rank, &mut RankMemory::new()))
    }

    /// Returns the state of an existing rank. Ranks in order have most of their items in common.
    #[inline(always)]
    fn unrank_near(&self, rank: u64, memory: &mut RankMemory<M, N>) -> State<N> {
        let (configuration, arrangement) = self.radix.divide(rank);
        let prefixes = &mut memory.prefixes;
        while prefixes
            .last()
            .is_some_and(|it| !it.interval.contains(configuration))
        {
            prefixes.pop();
        }
        if prefixes.is_empty() {
            prefixes.push(Prefix {
                interval: self.dag.start(),
                open: self.free,
                room: M::EMPTY,
                state: State::default(),
            });
        }
        let mut at = prefixes[prefixes.len() - 1];
        for _ in prefixes.len()..=self.dag.slots {
            let (code, interval) = self.dag.choose(at.interval, configuration);
            let item = &self.items[code as usize * M::BITS as usize + at.open.first() as usize];
            at = Prefix {
                interval,
                open: at.open & !item.covers,
                room: if code == 0 {
                    at.room | item.covers
                } else {
                    at.room
                },
                state: at.state.xor(item.bits),
            };
            prefixes.push(at);
        }
        let Some(arrangements) = &self.arrangements else {
            return at.state;
        };
        let mut state = at.state;
        let mut room = at.room;
        let mut codes = arrangements.sequence(arrangement);
        while room != M::EMPTY {
            let item = (codes & 15) as usize * M::BITS as usize + room.first() as usize;
            state = state.xor(self.items[item].bits);
            room = room.without_first();
            codes >>= 4;
        }
        state
    }

    /// Returns the rank of a state. Successors of ranks in order have few configurations.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a few bits of the hash")]
    fn rank_near(&self, state: &State<N>, memory: &mut RankMemory<M, N>) -> u64 {
        let planes = self.planes_of(state);
        let singles = self.singles(&planes);
        let others = without(&planes, singles);
        let mut hash = 0_u64;
        for plane in &others {
            hash = hash.rotate_left(11) ^ plane.low();
        }
        let hash = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - REMEMBERED.ilog2());
        if memory.configurations.is_empty() {
            let none = Configuration {
                planes: [!M::EMPTY; LANE_PLANES],
                room: M::EMPTY,
                first: 0,
            };
            memory.configurations.resize(REMEMBERED, none);
        }
        let known = &mut memory.configurations[hash as usize];
        if known.planes != others {
            *known = self.configuration(others);
        }
        self.rank_under(known, singles, &planes)
    }

    /// Returns the rank of the state with these planes and singles, which has this configuration.
    #[inline(always)]
    fn rank_under(&self, configuration: &Configuration<M>, singles: M, planes: &Planes<M>) -> u64 {
        let Some(arrangements) = &self.arrangements else {
            return configuration.first;
        };
        let mut rank = configuration.first;
        let mut item = 0;
        let mut room = configuration.room;
        let mut set = room & !singles;
        // The last kind takes what is left.
        for flips in &self.singles {
            rank += arrangements.digit(room, set, &mut item);
            room &= !set;
            set = self.anchors(planes, flips);
        }
        rank
    }

    /// Returns the cells of the singles whose arrangements are numbered.
    #[inline(always)]
    fn singles(&self, planes: &Planes<M>) -> M {
        let mut singles = M::EMPTY;
        for flips in &self.singles {
            singles |= self.anchors(planes, flips);
        }
        singles
    }

    #[inline(always)]
    fn anchors(&self, planes: &Planes<M>, flips: &Planes<M>) -> M {
        let mut anchors = self.free;
        for (&plane, &flip) in planes.iter().zip(flips) {
            anchors &= plane ^ flip;
        }
        anchors
    }

    /// Returns the configuration with these planes.
    fn configuration(&self, planes: Planes<M>) -> Configuration<M> {
        let slots = self.slots(&planes);
        let mut room = slots;
        for &plane in &planes {
            room &= !plane;
        }
        let mut rest = slots;
        let codes = std::iter::repeat_with(|| {
            let cell = rest.first();
            rest = rest.without_first();
            (0..).zip(&planes).fold(0, |code, (bit, plane)| {
                code | (plane.bit(cell) as usize) << bit
            })
        });
        Configuration {
            planes,
            room,
            first: self.dag.rank(codes) * self.radix.divisor(),
        }
    }

    #[inline(always)]
    fn planes_of(&self, state: &State<N>) -> Planes<M> {
        let mut planes = [M::EMPTY; LANE_PLANES];
        let mut from = 0;
        for plane in &mut planes[..self.planes] {
            *plane = M::window(state.words(), from) & self.free;
            from += self.cells;
        }
        planes
    }

    /// Returns the cells of the items: anchors and empty cells.
    #[inline(always)]
    fn slots(&self, planes: &Planes<M>) -> M {
        let mut slots = self.free;
        for kind in &self.extended {
            let anchors = self.anchors(planes, &kind.flips);
            for &offset in &kind.offsets {
                slots &= !(anchors << offset);
            }
        }
        slots
    }
}

/// Returns the planes without these anchors.
#[inline(always)]
fn without<M: CellSet>(planes: &Planes<M>, anchors: M) -> Planes<M> {
    let mut others = *planes;
    for plane in &mut others {
        *plane &= !anchors;
    }
    others
}

fn extended<M: CellSet>(board: &Board) -> Vec<MultiCellKind<M>> {
    let kinds = board
        .kinds()
        .iter()
        .enumerate()
        .filter(|(_, kind)| kind.shape.area() > 1);
    let extended = kinds.map(|(id, kind)| {
        let mut offsets = kind::offsets(board, kind);
        offsets.retain(|&offset| offset > 0);
        let flips = flips(board, id);
        MultiCellKind { flips, offsets }
    });
    extended.collect()
}

fn flips<M: CellSet>(board: &Board, id: kind::KindId) -> Planes<M> {
    let mut flips = [!M::EMPTY; LANE_PLANES];
    for (flip, mask) in flips.iter_mut().zip(kind::flips(id, board.planes())) {
        *flip = mask;
    }
    flips
}

fn singles<M: CellSet>(board: &Board) -> Vec<Planes<M>> {
    let kinds = board.kinds().iter().enumerate();
    let singles = kinds.filter(|(_, kind)| board.is_single(kind));
    singles.map(|(id, _)| flips(board, id)).collect()
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
