//! Ranks placements of pieces of any shape, on a directed acyclic graph.
//!
//! A path through the graph builds a placement: row by row, the first open cell gets an item. The
//! possible next items depend only on the open cells and the pieces that are left. Each such pair
//! is a **node**, and each possible item is an edge to another node. The classic pieces have a few
//! hundred nodes, and the largest boards that can be explored have a million. The completions of a
//! node are the paths from there to the end. The rank of a placement is the sum, over its items, of
//! the completions of the smaller items at the same cell.

use std::{collections::HashMap, hash::BuildHasherDefault};

use ahash::AHasher;

use super::multiset::ItemCounts;
use crate::{
    board::{Board, LANE_CELLS, cells::CellSet, kind},
    control::{Limits, Monitor, Progress, StopReason},
    memory,
};

/// The most nodes. They take some hundred megabytes while they are counted.
const MAX_NODES: usize = 1 << 22;
/// Bytes of a waiting node, in a list and a map, both of which double when they grow.
const BYTES_WAITING: usize = 200;
/// Bytes of an expanded node, with its completions and its place in the table.
const BYTES_EXPANDED: usize = 40;
/// Bytes of an edge, in the builder and in the table.
const BYTES_OF_EDGE: usize = 20;
/// The number of nodes above which the builder checks the memory of the machine, and that it
/// expands between two checks of the limits.
const FEW: usize = 1 << 12;
/// The number of nodes that it expands before the first of these checks.
const UNCHECKED: usize = 1 << 6;
/// The most kinds of pieces: a node has a bit for each and for an empty cell.
const MAX_DAG_KINDS: usize = 31;
/// Words of a node before its edges: its codes.
const HEAD: usize = 1;
/// Words of an edge: the completions of the edges before it, low half first, and its target.
const EDGE: usize = 3;

/// Ranks the placements of a board's pieces.
#[derive(Clone, Debug)]
pub struct PlacementDag {
    /// The number of items of a placement.
    pub slots: usize,
    pub placements: u64,
    /// Node by node: the set of the codes of its edges, and the edges.
    table: Vec<u32>,
}

impl PlacementDag {
    /// Returns `None` if the nodes are too many, or if there are more than `most` placements.
    ///
    /// # Errors
    /// If the monitor stops the builder, or the machine has not enough memory.
    pub fn new(
        board: &Board,
        counts: &ItemCounts,
        most: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Self>, StopReason> {
        let Some(builder) = DagBuilder::of(board, counts, monitor)? else {
            return Ok(None);
        };
        let completions = builder.completions();
        let placements = u64::try_from(completions[START])
            .ok()
            .filter(|&all| all <= most);
        Ok(placements.map(|placements| PlacementDag {
            slots: counts.slots(),
            placements,
            table: builder.table(&completions),
        }))
    }

    pub const fn bytes(&self) -> usize {
        self.table.len() * size_of::<u32>()
    }

    /// Returns the rank of a placement.
    #[inline(always)]
    pub fn rank(&self, codes: impl Iterator<Item = usize>) -> u64 {
        let mut at = 0;
        let mut rank = 0;
        for code in codes.take(self.slots) {
            let (skipped, next) = self.step(at, code);
            at = next;
            rank += skipped;
        }
        rank
    }

    /// Returns the interval of all ranks, at the node before the first item.
    pub fn start(&self) -> RankInterval {
        RankInterval {
            low: 0,
            high: self.placements,
            at: 0,
            codes: self.table[0],
        }
    }

    /// Returns the next item of a rank in an interval, and the interval after that item.
    #[inline(always)]
    pub fn choose(&self, interval: RankInterval, rank: u64) -> (u32, RankInterval) {
        let RankInterval {
            low,
            mut high,
            at,
            mut codes,
        } = interval;
        let (mut skipped, mut next) = self.edge(at, 0);
        let mut passed = 0;
        while codes & (codes - 1) != 0 {
            passed += 1;
            let (more, other) = self.edge(at, passed);
            if low + more > rank {
                high = low + more;
                break;
            }
            skipped = more;
            next = other;
            codes &= codes - 1;
        }
        let code = codes.trailing_zeros();
        let low = low + skipped;
        (
            code,
            RankInterval {
                low,
                high,
                at: next,
                codes: self.table[next as usize],
            },
        )
    }

    /// Returns the completions of the items before this one at a node, and the node after it.
    #[inline(always)]
    fn step(&self, at: u32, code: usize) -> (u64, u32) {
        let before = (1 << (code & MAX_DAG_KINDS)) - 1;
        let passed = (self.table[at as usize] & before).count_ones();
        self.edge(at, passed)
    }

    #[inline(always)]
    fn edge(&self, at: u32, number: u32) -> (u64, u32) {
        let edge = &self.table[at as usize + HEAD + EDGE * number as usize..][..EDGE];
        (u64::from(edge[0]) | u64::from(edge[1]) << 32, edge[2])
    }
}

/// The ranks of the placements that begin with one sequence of items: `low..high`.
#[derive(Clone, Copy, Default, Debug)]
pub struct RankInterval {
    pub low: u64,
    pub high: u64,
    /// The place of the node after these items in the table.
    pub at: u32,
    /// The codes of the node, read long before they are needed.
    codes: u32,
}

impl RankInterval {
    #[inline(always)]
    pub const fn contains(&self, rank: u64) -> bool {
        self.low <= rank && rank < self.high
    }
}

/// Returns the number of placements of a board's pieces; [`u128::MAX`] means that number or more.
/// Returns `None` if the nodes are too many.
///
/// # Errors
/// As for [`PlacementDag::new`].
pub fn placements(
    board: &Board,
    counts: &ItemCounts,
    monitor: &mut Monitor<'_>,
) -> Result<Option<u128>, StopReason> {
    Ok(DagBuilder::of(board, counts, monitor)?.map(|builder| builder.completions()[START]))
}

/// The numbers of the nodes before the first cell and behind the last.
const START: usize = 0;
const END: usize = 1;

/// The part of a placement that determines its possible continuations.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct DagState {
    /// The cells that are not covered yet.
    open: u128,
    /// The numbers of items that are left, those of each code in bits of their own.
    left: u128,
}

/// The nodes at a cell, with their numbers.
#[derive(Default)]
struct StateInterner {
    in_order: Vec<(DagState, u32)>,
    numbers: HashMap<DagState, u32, BuildHasherDefault<AHasher>>,
}

/// An item that is possible at a cell.
struct PossibleItem {
    code: usize,
    covers: u128,
    /// A one in the bits that count the items left of this code.
    unit: u128,
    /// All of these bits.
    bits: u128,
}

/// All nodes that a path can reach, even those from which none leads to the end.
#[derive(Default)]
struct DagBuilder {
    nodes: usize,
    /// Each expanded node with the codes of its edges, in the order of the cells.
    visits: Vec<(u32, u32)>,
    /// The targets of the edges, one after the other.
    targets: Vec<u32>,
}

impl DagBuilder {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 2³² nodes"
    )]
    fn of(
        board: &Board,
        counts: &ItemCounts,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Self>, StopReason> {
        if board.is_wide() || board.kinds().len() > MAX_DAG_KINDS {
            return Ok(None);
        }
        let most = monitor.limits().bytes();
        let (items, left) = items(board, counts);
        let mut builder = DagBuilder {
            nodes: END + 1,
            ..DagBuilder::default()
        };
        let mut interners: [StateInterner; LANE_CELLS + 1] =
            std::array::from_fn(|_| StateInterner::default());
        let mut checked = FEW;
        let start = DagState {
            open: u128::narrow(board.free),
            left,
        };
        interners[start.cell()].in_order.push((start, START as u32));
        interners[LANE_CELLS]
            .numbers
            .insert(DagState { open: 0, left: 0 }, END as u32);
        for (cell, items) in items.iter().enumerate() {
            for (node, number) in std::mem::take(&mut interners[cell]).in_order {
                let bytes = builder.bytes();
                if builder.nodes > MAX_NODES {
                    return Ok(None);
                }
                if bytes > most {
                    return Err(StopReason::Memory);
                }
                // Few nodes take no time: a search that is stopped at once reports what it has.
                if builder.visits.len() % FEW == UNCHECKED {
                    monitor.check_now(|| Progress {
                        bytes,
                        ..Progress::default()
                    })?;
                }
                // The next list that doubles is smaller than all of them together.
                if builder.nodes > checked {
                    memory::check_limit(bytes, &Limits::default())?;
                    checked += checked / 4;
                }
                let mut codes = 0;
                for item in items {
                    let Some(next) = node.with(item) else {
                        continue;
                    };
                    let interner = &mut interners[next.cell()];
                    let target = *interner.numbers.entry(next).or_insert_with(|| {
                        builder.nodes += 1;
                        interner.in_order.push((next, builder.nodes as u32 - 1));
                        builder.nodes as u32 - 1
                    });
                    codes |= 1 << item.code;
                    builder.targets.push(target);
                }
                builder.visits.push((number, codes));
            }
        }
        Ok(Some(builder))
    }

    /// Returns the bytes of the builder and of the table.
    const fn bytes(&self) -> usize {
        BYTES_WAITING * (self.nodes - self.visits.len())
            + BYTES_EXPANDED * self.visits.len()
            + BYTES_OF_EDGE * self.targets.len()
    }

    /// Returns the completions of each node.
    fn completions(&self) -> Vec<u128> {
        let mut completions = vec![0_u128; self.nodes];
        completions[END] = 1;
        let mut targets = &self.targets[..];
        for &(number, codes) in self.visits.iter().rev() {
            let (before, own) = targets.split_at(targets.len() - codes.count_ones() as usize);
            let sum = own.iter().map(|&target| completions[target as usize]);
            completions[number as usize] = sum.fold(0, u128::saturating_add);
            targets = before;
        }
        completions
    }

    /// Returns the table of the nodes with completions, which are fewer than 2⁶⁴.
    #[expect(clippy::cast_possible_truncation, reason = "halves of words")]
    fn table(&self, completions: &[u128]) -> Vec<u32> {
        let is_live = |number: u32| completions[number as usize] > 0;
        let mut places = vec![0; self.nodes];
        let mut place = 0;
        self.each(|number, edges| {
            let live = edges.filter(|&(_, target)| is_live(target)).count();
            if live > 0 {
                places[number as usize] = place as u32;
                place += HEAD + EDGE * live;
            }
        });
        let mut table = Vec::with_capacity(place);
        self.each(|_, edges| {
            let head = table.len();
            let mut skipped = 0_u64;
            table.push(0);
            for (code, target) in edges.filter(|&(_, target)| is_live(target)) {
                table[head] |= 1 << code;
                table.extend([
                    skipped as u32,
                    (skipped >> 32) as u32,
                    places[target as usize],
                ]);
                skipped += completions[target as usize] as u64;
            }
            if skipped == 0 {
                table.truncate(head);
            }
        });
        table
    }

    /// Visits each node with the codes and targets of its edges, in the order of the cells.
    fn each(&self, mut visit: impl FnMut(u32, &mut dyn Iterator<Item = (u32, u32)>)) {
        let mut targets = self.targets.iter().copied();
        for &(number, codes) in &self.visits {
            let codes = (0..u32::BITS).filter(|code| codes >> code & 1 == 1);
            visit(number, &mut codes.zip(targets.by_ref()));
        }
    }
}

impl DagState {
    /// Returns the first open cell, or [`LANE_CELLS`] at the end.
    const fn cell(&self) -> usize {
        self.open.trailing_zeros() as usize
    }

    /// Returns the state after an item, if it fits and one is left.
    #[inline(always)]
    fn with(self, item: &PossibleItem) -> Option<Self> {
        let fits = item.covers & !self.open == 0 && self.left & item.bits != 0;
        fits.then(|| DagState {
            open: self.open & !item.covers,
            left: self.left - item.unit,
        })
    }
}

/// Returns the possible items by cell, and the numbers of all items, as [`DagState::left`] holds
/// them.
fn items(board: &Board, counts: &ItemCounts) -> (Vec<Vec<PossibleItem>>, u128) {
    let footprints = board
        .kinds()
        .iter()
        .map(|kind| kind::footprints(board, kind));
    let single = (0..board.cells()).map(|cell| 1 << cell).collect();
    let footprints: Vec<Vec<u128>> = std::iter::once(single).chain(footprints).collect();
    let places = board.kinds().iter().map(|kind| u128::narrow(kind.places));
    let places: Vec<u128> = std::iter::once(u128::narrow(board.free))
        .chain(places)
        .collect();
    let mut left = 0;
    let mut shift = 0;
    let mut at_cells: Vec<Vec<PossibleItem>> = (0..board.cells()).map(|_| Vec::new()).collect();
    for (code, &count) in counts.counts.iter().enumerate() {
        let width = usize::BITS - count.leading_zeros();
        left |= (count as u128) << shift;
        for cell in (0..board.cells()).filter(|cell| places[code] >> cell & 1 == 1) {
            at_cells[cell].push(PossibleItem {
                code,
                covers: footprints[code][cell],
                unit: 1 << shift,
                bits: ((1 << width) - 1) << shift,
            });
        }
        shift += width;
    }
    (at_cells, left)
}
