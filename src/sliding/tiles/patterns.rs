//! Pattern databases: the least number of moves of some tiles until they are in their goal cells,
//! if the other tiles may end anywhere.
//!
//! A table holds the distance of every placement of a group of tiles, in moves of these tiles only.
//! The distances of disjoint groups can be added, as no move counts in two groups: Korf and Felner,
//! "Disjoint pattern database heuristics", *Artificial Intelligence* 134, 2002. Moves of the other
//! tiles are free, so the empty cell moves freely, but not through the tiles of the group. Each
//! region that these tiles leave has its own distance, as in Clausecker, "Notes on the construction
//! of pattern databases", 2017.
//!
//! A distance takes one bit. A move changes the distance by one, and the colours of the cells give
//! its parity, so the second bit of the distance determines the change. The bits of all placements
//! with the same set of cells and the same region are a *block*, in the order of the numbers of the
//! tiles' permutations. A move along a row leads from block to block and preserves the permutation.
//! So the search that fills the table handles 64 placements at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::{control::StopReason, file::AtomicTable, parallel, search::bits::ones};

use super::MAX_CELLS;

/// The most tiles of a group: the number of a permutation has 16 bits.
pub const MAX_TILES: usize = 8;

/// A set of cells, with a bit for each.
pub type CellBits = u32;

/// The second bit of the distance of each placement of a group.
pub type DistanceBits = AtomicTable<AtomicU64>;

/// Number of cells in the first of the two tables that number a set of cells.
const LOW: usize = 13;

/// A group of tiles, with the tables that rank its placements and their moves.
#[derive(Debug)]
pub struct TileGroup {
    /// The goal cells of the tiles, in ascending order.
    homes: Vec<usize>,
    /// The goal cell of the empty cell.
    last: usize,
    /// By cell: its neighbours.
    next_to: Vec<CellBits>,
    /// The cells of one colour of a chessboard.
    coloured: CellBits,
    /// The number of a set of cells is the sum of two parts: that of the low cells, and that of the
    /// others by the count of low cells.
    low: Vec<u32>,
    high: Vec<[u32; MAX_TILES + 1]>,
    /// By the number of the tiles' set of cells: its first block.
    first: Vec<u32>,
    /// By block: the region of the empty cell, and the cells of the tiles.
    regions: Vec<CellBits>,
    stands: Vec<CellBits>,
    /// Number of permutations of the tiles.
    orders: usize,
    /// By the places of a tile among the others before and after a move: the number of each
    /// permutation after the move, by its number before.
    turned: Vec<Vec<u16>>,
}

/// A placement of a group, and its distance from the goal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GroupState {
    stands: CellBits,
    order: u16,
    /// The least number of moves of these tiles.
    pub distance: u8,
}

impl TileGroup {
    /// Creates the group of the tiles with these goal cells. `last` is the goal cell of the empty
    /// cell, and `next_to` has the neighbours of each cell.
    pub fn new(homes: &[usize], last: usize, next_to: &[CellBits]) -> Self {
        let cells = next_to.len();
        let tiles = homes.len();
        assert!(cells <= MAX_CELLS && tiles <= MAX_TILES && tiles < cells);
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        let mut first = Vec::new();
        let mut regions = Vec::new();
        let mut stands = Vec::new();
        for set in sets(cells, tiles) {
            first.push(narrow(regions.len()));
            let mut rest = ((1 << cells) - 1) & !set;
            while rest != 0 {
                let region = region(rest & rest.wrapping_neg(), rest, next_to);
                regions.push(region);
                stands.push(set);
                rest &= !region;
            }
        }
        let orders = orders(tiles);
        let places = (0..MAX_TILES * MAX_TILES).map(|at| (at / MAX_TILES, at % MAX_TILES));
        // In a move, a tile passes the tiles in the cells between, row by row.
        let most = (0..cells)
            .map(|cell| (next_to[cell] >> cell).checked_ilog2().unwrap_or(0))
            .max()
            .unwrap_or_default() as usize;
        let turned = places.map(|(from, to)| {
            let can_be = from.max(to) < tiles && (1..most).contains(&from.abs_diff(to));
            if can_be {
                turned(&orders, tiles, from, to)
            } else {
                vec![]
            }
        });
        TileGroup {
            coloured: colour(next_to),
            low: (0..1 << LOW).map(|set| number(set, 0, 0)).collect(),
            high: (0..1 << cells.saturating_sub(LOW))
                .map(|set| std::array::from_fn(|below| number(set, LOW, below)))
                .collect(),
            orders: orders.len(),
            turned: turned.collect(),
            next_to: next_to.to_vec(),
            homes,
            last,
            first,
            regions,
            stands,
        }
    }

    /// Returns the number of words of its table.
    pub(super) fn words(&self) -> usize {
        self.regions.len() * self.block_words()
    }

    /// Returns the number of its placements.
    pub fn placements(&self) -> usize {
        self.regions.len() * self.orders
    }

    /// Returns the bytes that it takes without its table.
    pub fn bytes(&self) -> usize {
        let turned: usize = self.turned.iter().map(Vec::len).sum();
        let numbers = self.low.len() + self.high.len() * (MAX_TILES + 1);
        2 * turned + 4 * (numbers + self.first.len() + self.regions.len() + self.stands.len())
    }

    const fn block_words(&self) -> usize {
        self.orders.div_ceil(64)
    }

    /// Returns the block of the placements with tiles in these cells and this cell empty.
    #[inline(always)]
    fn block(&self, stands: CellBits, empty: usize) -> usize {
        let low = stands & ((1 << LOW) - 1);
        let high = &self.high[(stands >> LOW) as usize];
        let set = self.low[low as usize] + high[low.count_ones() as usize];
        let mut block = self.first[set as usize] as usize;
        while self.regions[block] >> empty & 1 == 0 {
            block += 1;
        }
        block
    }

    /// Returns the second bit of the distance of a placement.
    #[inline(always)]
    fn bit(&self, table: &DistanceBits, stands: CellBits, order: u16, empty: usize) -> u8 {
        let word = usize::from(order) / 64;
        let bit = order % 64;
        let word = self.block(stands, empty) * self.block_words() + word;
        u8::from(table[word].load(Relaxed) >> bit & 1 == 1)
    }

    /// Returns the place among the tiles of the tile in a cell.
    #[inline(always)]
    const fn place(stands: CellBits, cell: usize) -> usize {
        (stands & ((1 << cell) - 1)).count_ones() as usize
    }

    /// Returns the number of a permutation after one tile has changed its place.
    #[inline(always)]
    fn turn(&self, (from, to): (usize, usize), order: u16) -> u16 {
        if from == to {
            return order;
        }
        self.turned[from * MAX_TILES + to][usize::from(order)]
    }

    /// Returns the state after a tile of the group has moved into the empty cell.
    #[inline(always)]
    pub fn after(
        &self,
        table: &DistanceBits,
        at: GroupState,
        from: usize,
        to: usize,
    ) -> GroupState {
        let stands = at.stands ^ 1 << from ^ 1 << to;
        let places = (Self::place(at.stands, from), Self::place(stands, to));
        let order = self.turn(places, at.order);
        let farther = at.distance.wrapping_add(1);
        let is_farther = farther >> 1 & 1 == self.bit(table, stands, order, from);
        let distance = if is_farther {
            farther
        } else {
            farther.wrapping_sub(2)
        };
        GroupState {
            stands,
            order,
            distance,
        }
    }

    /// Returns the placement with the tiles in `starts`, by goal cell. It finds the distance by a
    /// walk to the goal. Returns `None` if the table is wrong.
    pub fn placed(
        &self,
        table: &DistanceBits,
        starts: &[usize],
        empty: usize,
    ) -> Option<GroupState> {
        let starts: Vec<usize> = self.homes.iter().map(|&home| starts[home]).collect();
        let start = Self::standing(&starts);
        let goal = Self::standing(&self.homes);
        let is_odd = |stands: CellBits| (stands & self.coloured).count_ones() % 2;
        let is_odd = is_odd(start.stands) != is_odd(goal.stands);
        let end = (self.block(goal.stands, self.last), goal.order);
        // Only the distance modulo four is known. The walk to the goal gives the rest.
        let second = self.bit(table, start.stands, start.order, empty);
        let distance = 128 + 2 * second + u8::from(is_odd);
        let mut at = GroupState { distance, ..start };
        let mut empty = empty;
        while (self.block(at.stands, empty), at.order) != end {
            let region = self.regions[self.block(at.stands, empty)];
            let mut moves = self
                .edges(at.stands, region)
                .map(|(from, to)| (self.after(table, at, from, to), from));
            let nearer = moves.find(|(next, _)| next.distance < at.distance);
            (at, empty) = nearer.filter(|(next, _)| next.distance > 0)?;
        }
        Some(GroupState {
            distance: distance - at.distance,
            ..start
        })
    }

    /// Returns the state with tiles in these cells, in the order of their goal cells.
    fn standing(cells: &[usize]) -> GroupState {
        let stands = cells.iter().fold(0, |all, cell| all | 1 << cell);
        let mut tiles: Vec<u8> = (0..).take(cells.len()).collect();
        tiles.sort_unstable_by_key(|&tile| cells[usize::from(tile)]);
        GroupState {
            stands,
            order: number_of_order(&tiles),
            distance: 0,
        }
    }

    /// Returns the pairs of neighbours with one cell in each set.
    fn edges(&self, from: CellBits, to: CellBits) -> impl Iterator<Item = (usize, usize)> {
        ones(from).flat_map(move |cell| ones(self.next_to[cell] & to).map(move |to| (cell, to)))
    }
}

/// The breadth-first search from the goal that fills a table.
struct TableBuilder<'a> {
    group: &'a TileGroup,
    table: DistanceBits,
    /// The last layer, the next layer, and the visited placements.
    frontier: DistanceBits,
    next: DistanceBits,
    seen: DistanceBits,
    /// By block: whether the frontier and the next layer have a placement in it.
    is_live: Vec<AtomicBool>,
    will_live: Vec<AtomicBool>,
}

/// Number of blocks that a thread takes at a time.
const SHARE: usize = 32;

impl TileGroup {
    /// Computes the table on `threads` threads. It calls `observer` some times a second with the
    /// number of visited placements.
    ///
    /// # Errors
    /// If `observer` stops it, or memory is short.
    pub fn fill(
        &self,
        threads: usize,
        observer: &mut dyn FnMut(usize) -> Result<(), StopReason>,
    ) -> Result<DistanceBits, StopReason> {
        let words = || AtomicTable::in_memory(self.words()).map_err(|_| StopReason::OutOfMemory);
        let flags = || {
            self.regions
                .iter()
                .map(|_| AtomicBool::new(false))
                .collect()
        };
        let mut filling = TableBuilder {
            group: self,
            table: words()?,
            frontier: words()?,
            next: words()?,
            seen: words()?,
            is_live: flags(),
            will_live: flags(),
        };
        filling.begin();
        let mut met = 1;
        let mut depth = 0;
        loop {
            depth += 1;
            let new = filling.layer(depth, threads, &mut |new| observer(met + new))?;
            if new == 0 {
                return Ok(filling.table);
            }
            met += new;
            std::mem::swap(&mut filling.frontier, &mut filling.next);
            std::mem::swap(&mut filling.is_live, &mut filling.will_live);
        }
    }
}

impl TableBuilder<'_> {
    fn begin(&self) {
        let goal = TileGroup::standing(&self.group.homes);
        let block = self.group.block(goal.stands, self.group.last);
        let word = block * self.group.block_words() + usize::from(goal.order) / 64;
        for table in [&self.frontier, &self.seen] {
            table[word].store(1 << (goal.order % 64), Relaxed);
        }
        self.is_live[block].store(true, Relaxed);
    }

    /// Finds the placements of the next layer and returns their number.
    fn layer(
        &self,
        depth: u32,
        threads: usize,
        observer: &mut dyn FnMut(usize) -> Result<(), StopReason>,
    ) -> Result<usize, StopReason> {
        let next_share = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let new = AtomicUsize::new(0);
        let work = |observer: &mut dyn FnMut(usize) -> Result<(), StopReason>| {
            loop {
                let first = next_share.fetch_add(SHARE, Relaxed);
                if first >= self.is_live.len() || stop.load(Relaxed) {
                    return Ok(());
                }
                let blocks = first..(first + SHARE).min(self.is_live.len());
                let found: usize = blocks.map(|block| self.fill_block(block, depth)).sum();
                observer(new.fetch_add(found, Relaxed) + found)
                    .inspect_err(|_| stop.store(true, Relaxed))?;
            }
        };
        let helpers = threads.saturating_sub(1);
        parallel::join(helpers, || work(&mut |_| Ok(())), || work(observer)).0?;
        Ok(new.into_inner())
    }

    /// Finds the placements of a block in the next layer: the unvisited ones that are one move from
    /// the frontier. No other thread writes to the block.
    fn fill_block(&self, block: usize, depth: u32) -> usize {
        let TableBuilder { group, .. } = self;
        let stands = group.stands[block];
        let region = group.regions[block];
        let words = group.block_words();
        let part = block * words..(block + 1) * words;
        let next = &self.next[part.clone()];
        let mut is_reached = false;
        for word in next {
            word.store(0, Relaxed);
        }
        // The cell of a tile now, and its cell before the move, which is empty now.
        for (to, from) in group.edges(stands, region) {
            let before = stands ^ 1 << to ^ 1 << from;
            let source = group.block(before, to);
            if !self.is_live[source].load(Relaxed) {
                continue;
            }
            is_reached = true;
            let source = &self.frontier[source * words..(source + 1) * words];
            let places = (TileGroup::place(before, from), TileGroup::place(stands, to));
            if places.0 == places.1 {
                for (to, from) in next.iter().zip(source) {
                    to.store(to.load(Relaxed) | from.load(Relaxed), Relaxed);
                }
                continue;
            }
            let turned = &group.turned[places.0 * MAX_TILES + places.1];
            for (at, word) in source.iter().enumerate() {
                let mut orders = word.load(Relaxed);
                while orders != 0 {
                    let order = turned[64 * at + orders.trailing_zeros() as usize];
                    let word = &next[usize::from(order) / 64];
                    word.store(word.load(Relaxed) | 1 << (order % 64), Relaxed);
                    orders &= orders - 1;
                }
            }
        }
        let mut found = 0;
        if is_reached {
            let seen = &self.seen[part.clone()];
            let table = &self.table[part];
            for ((next, seen), table) in next.iter().zip(seen).zip(table) {
                let before = seen.load(Relaxed);
                let reached = next.load(Relaxed);
                let new = reached & !before;
                next.store(new, Relaxed);
                seen.store(before | new, Relaxed);
                if depth >> 1 & 1 == 1 {
                    table.store(table.load(Relaxed) | new, Relaxed);
                }
                found += new.count_ones() as usize;
            }
        }
        self.will_live[block].store(found > 0, Relaxed);
        found
    }
}

/// Iterates over the sets of `some` of the cells in ascending order (Gosper's hack).
fn sets(cells: usize, some: usize) -> impl Iterator<Item = CellBits> {
    std::iter::successors(Some((1 << some) - 1), |set: &CellBits| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        Some(carried | ((set ^ carried) / lowest) >> 2)
    })
    .take_while(move |set| set >> cells == 0)
}

/// Returns the cells of a set that are reachable from some cells within the set.
pub fn region(mut from: CellBits, within: CellBits, next_to: &[CellBits]) -> CellBits {
    loop {
        let reached = ones(from).fold(from, |all, cell| all | next_to[cell] & within);
        if reached == from {
            return from;
        }
        from = reached;
    }
}

/// Returns the cells of one colour of a connected frame.
fn colour(next_to: &[CellBits]) -> CellBits {
    let mut coloured = 0;
    let mut others = 1;
    for _ in 0..next_to.len() {
        coloured |= ones(others).fold(0, |all, cell| all | next_to[cell]);
        others |= ones(coloured).fold(0, |all, cell| all | next_to[cell]);
    }
    coloured
}

/// Returns the approximate most bytes of a table: the tiles leave two or three regions.
pub fn bytes_of_table(tiles: usize, cells: usize) -> usize {
    let orders: usize = (1..=tiles).product();
    let bytes_of_orders = 3 * 8 * orders.div_ceil(64);
    bytes_of_orders.saturating_mul(binomial(cells, tiles) as usize)
}

/// Returns the share of some cells in the number of a set, by the combinatorial number system. Bit
/// 0 of `set` is the cell `from`, and the set has `below` cells before it.
fn number(set: CellBits, from: usize, below: usize) -> u32 {
    ones(set)
        .enumerate()
        .map(|(place, cell): (usize, usize)| binomial(from + cell, below + place + 1))
        .fold(0, u32::wrapping_add)
}

/// Returns a binomial coefficient.
fn binomial(all: usize, some: usize) -> u32 {
    let product = (0..some).fold(1_u64, |ways, at| {
        ways * all.saturating_sub(at) as u64 / (at as u64 + 1)
    });
    narrow(usize::try_from(product).unwrap_or(usize::MAX))
}

/// A permutation of some tiles.
type TileOrder = [u8; MAX_TILES];

/// Returns the permutations of `tiles` tiles, by their numbers.
fn orders(tiles: usize) -> Vec<TileOrder> {
    (0..(1..=tiles).product())
        .map(|number: usize| {
            let mut rest = number;
            let mut left: Vec<_> = (0..tiles).collect();
            let mut order = [0; MAX_TILES];
            for (place, at) in order.iter_mut().enumerate().take(tiles) {
                let ways: usize = (1..tiles - place).product();
                *at = left.remove(rest / ways).to_le_bytes()[0];
                rest %= ways;
            }
            order
        })
        .collect()
}

/// Returns the number of a permutation: the smaller tiles behind each tile, in mixed radix.
fn number_of_order(order: &[u8]) -> u16 {
    let mut number = 0;
    let mut before = 0_u32;
    for (place, tile) in order.iter().enumerate() {
        let smaller_before = (before & ((1 << tile) - 1)).count_ones();
        number = number * (order.len() - place) + usize::from(*tile) - smaller_before as usize;
        before |= 1 << tile;
    }
    u16::try_from(number).expect("eight tiles at most")
}

/// Returns the number of each permutation after the tile in place `from` has moved to place `to`.
fn turned(orders: &[TileOrder], tiles: usize, from: usize, to: usize) -> Vec<u16> {
    orders
        .iter()
        .map(|order: &TileOrder| {
            let mut order = *order;
            if from < to {
                order[from..=to].rotate_left(1);
            } else {
                order[to..=from].rotate_right(1);
            }
            number_of_order(&order[..tiles])
        })
        .collect()
}

pub fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
