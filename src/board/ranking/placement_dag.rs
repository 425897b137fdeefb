//! Placements of pieces of any shape.
//!
//! Cell by cell, row by row, a cell that is not covered yet gets an item. What can follow depends
//! on the cells that are still open and the pieces that are left, whatever lies behind: a
//! **situation**. The classic pieces meet a few hundred of them, and the largest boards that can be
//! explored a million. How many placements complete each is counted once; a placement's rank is
//! the sum, over its items, of the completions of those that come before at their cell.

use std::collections::HashMap;

use ahash::RandomState;

use super::multiset::ItemCounts;
use crate::board::{Board, MAX_CELLS, MAX_KINDS, cells};
use crate::control::Limits;
use crate::memory;

/// The most situations: some hundred megabytes while they are counted.
const MOST: usize = 1 << 21;
/// Bytes of a situation that is met and not visited yet: in a list and a map, both of which double
/// when they grow.
const BYTES_MET: usize = 200;
/// Bytes of one that was visited, its completions and its place in the table among them.
const BYTES_VISITED: usize = 40;
/// Bytes of what one leads to, in the sweep and in the table.
const BYTES_OF_CHOICE: usize = 20;
/// With fewer situations than this, nobody asks whether the machine has memory for more.
const FEW: usize = 1 << 12;
/// The codes of a situation, before its choices.
const HEAD: usize = 1;
/// What a choice takes: the completions it passes over, low half first, and where it leads.
const CHOICE: usize = 3;

/// Ranks the placements of a board's pieces.
#[derive(Clone, Debug)]
pub struct PlacementDag {
    /// Items of a placement.
    pub slots: usize,
    pub placements: u64,
    /// By situation: the set of the codes that its cell can get, and a choice for each of them.
    table: Vec<u32>,
}

impl PlacementDag {
    /// None if there are too many situations, also for so many `bytes` or for the machine, or more
    /// placements than `most`.
    pub fn new(board: &Board, most: u64, bytes: usize) -> Option<Self> {
        let sweep = DagBuilder::of(board, bytes)?;
        let completions = sweep.completions();
        let placements = u64::try_from(completions[START]).ok().filter(|&all| all <= most)?;
        Some(PlacementDag {
            slots: ItemCounts::of(board).slots(),
            placements,
            table: sweep.table(&completions),
        })
    }

    pub const fn bytes(&self) -> usize {
        self.table.len() * size_of::<u32>()
    }

    /// The rank of a placement.
    #[inline(always)]
    pub fn rank(&self, codes: impl Iterator<Item = usize>) -> u64 {
        let (mut at, mut rank) = (0, 0);
        for code in codes.take(self.slots) {
            let (skipped, next) = self.step(at, code);
            (at, rank) = (next, rank + skipped);
        }
        rank
    }

    /// The items of the placement of a rank that is below their number.
    #[inline(always)]
    pub fn items(&self, rank: u64) -> impl Iterator<Item = usize> {
        let mut span = self.start();
        let item = move || {
            let code;
            (code, span) = self.choose(span, rank);
            code as usize
        };
        std::iter::repeat_with(item).take(self.slots)
    }

    /// The situation before the first item.
    pub fn start(&self) -> RankInterval {
        RankInterval { low: 0, high: self.placements, at: 0, codes: self.table[0] }
    }

    /// The item that a placement has in a situation, and where that leads.
    #[inline(always)]
    pub fn choose(&self, span: RankInterval, rank: u64) -> (u32, RankInterval) {
        let RankInterval { low, mut high, at, mut codes } = span;
        let (mut skipped, mut next) = self.choice(at, 0);
        let mut passed = 0;
        while codes & (codes - 1) != 0 {
            passed += 1;
            let (more, other) = self.choice(at, passed);
            if low + more > rank {
                high = low + more;
                break;
            }
            (skipped, next) = (more, other);
            codes &= codes - 1;
        }
        let code = codes.trailing_zeros();
        (
            code,
            RankInterval { low: low + skipped, high, at: next, codes: self.table[next as usize] },
        )
    }

    /// Goes all ways at once, an item of each and then the next: the memory is slow, but answers
    /// many questions at a time. Gives the ranks at their ends.
    pub fn walk<'a>(&self, walks: &'a mut RankBatch) -> impl Iterator<Item = u64> + 'a {
        let RankBatch { codes, all, under_way } = walks;
        under_way.clear();
        under_way.extend((0..all.len()).filter(|&number| all[number].code < all[number].end));
        while !under_way.is_empty() {
            let mut kept = 0;
            for index in 0..under_way.len() {
                let number = under_way[index];
                let walk = &mut all[number];
                let (skipped, next) = self.step(walk.at, codes[walk.code].into());
                walk.rank += skipped;
                walk.at = next;
                walk.code += 1;
                under_way[kept] = number;
                kept += usize::from(walk.code < walk.end);
            }
            under_way.truncate(kept);
        }
        all.iter().map(|walk| walk.rank)
    }

    /// The completions that an item passes over in a situation, and where it leads.
    #[inline(always)]
    fn step(&self, at: u32, code: usize) -> (u64, u32) {
        let before = (1 << (code & MAX_KINDS)) - 1;
        let passed = (self.table[at as usize] & before).count_ones();
        self.choice(at, passed)
    }

    #[inline(always)]
    fn choice(&self, at: u32, number: u32) -> (u64, u32) {
        let choice = &self.table[at as usize + HEAD + CHOICE * number as usize..][..CHOICE];
        (u64::from(choice[0]) | u64::from(choice[1]) << 32, choice[2])
    }
}

/// The ranks of the placements that come to a situation in one way.
#[derive(Clone, Copy, Default, Debug)]
pub struct RankInterval {
    /// The first of them.
    pub low: u64,
    /// The first behind them.
    pub high: u64,
    /// Where the situation is in the table.
    pub at: u32,
    /// What is there, read long before it is needed.
    codes: u32,
}

/// Ways through the situations that are to be gone together.
#[derive(Default, Debug)]
pub struct RankBatch {
    /// The items of each, one way after the other.
    codes: Vec<u8>,
    all: Vec<RankQuery>,
    under_way: Vec<usize>,
}

#[derive(Debug)]
struct RankQuery {
    rank: u64,
    at: u32,
    /// The places of the next item and behind the last.
    code: usize,
    end: usize,
}

impl RankBatch {
    pub fn clear(&mut self) {
        self.codes.clear();
        self.all.clear();
    }

    /// Adds the way of these items from a situation on, and what is added up before.
    #[inline(always)]
    pub fn push(&mut self, at: u32, rank: u64, codes: impl Iterator<Item = usize>) {
        let code = self.codes.len();
        #[expect(clippy::cast_possible_truncation, reason = "at most 31 kinds")]
        self.codes.extend(codes.map(|code| code as u8));
        self.all.push(RankQuery { rank, at, code, end: self.codes.len() });
    }
}

/// How many placements of its pieces a board has, [`u128::MAX`] for that many or more; none if
/// there are too many situations to tell, also for so many `bytes`.
pub fn placements(board: &Board, bytes: usize) -> Option<u128> {
    Some(DagBuilder::of(board, bytes)?.completions()[START])
}

/// The numbers of the situations before the first cell and behind the last.
const START: usize = 0;
const END: usize = 1;

/// What the rest of a placement depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct DagState {
    /// The cells that are not covered yet.
    open: u128,
    /// How many items are left, those of each code in bits of their own.
    left: u128,
}

/// The situations at a cell, with their numbers.
struct StateInterner {
    in_order: Vec<(DagState, u32)>,
    numbers: HashMap<DagState, u32, RandomState>,
}

impl StateInterner {
    fn new() -> Self {
        let numbers = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        StateInterner { in_order: Vec::new(), numbers }
    }
}

/// An item that a cell can get.
struct Item {
    code: usize,
    covers: u128,
    /// One in the bits where those left are counted, and all of these bits.
    unit: u128,
    bits: u128,
}

/// All situations that can be met, whether or not there is an end to them, and what they lead to.
#[derive(Default)]
struct DagBuilder {
    situations: usize,
    /// Each situation with the codes that its cell can get, in the order of the cells.
    visits: Vec<(u32, u32)>,
    /// Where these lead, one after the other.
    targets: Vec<u32>,
}

impl DagBuilder {
    #[expect(clippy::cast_possible_truncation, reason = "there are less than 2³² situations")]
    fn of(board: &Board, bytes: usize) -> Option<Self> {
        let (items, left) = items(board);
        let mut sweep = DagBuilder { situations: END + 1, ..DagBuilder::default() };
        let mut met: Vec<StateInterner> = (0..=MAX_CELLS).map(|_| StateInterner::new()).collect();
        let mut asked_for = FEW;
        let start = DagState { open: board.free, left };
        met[start.cell()].in_order.push((start, START as u32));
        met[MAX_CELLS].numbers.insert(DagState { open: 0, left: 0 }, END as u32);
        for (cell, items) in items.iter().enumerate() {
            let StateInterner { in_order, .. } =
                std::mem::replace(&mut met[cell], StateInterner::new());
            for (situation, number) in in_order {
                if sweep.situations > MOST || sweep.bytes() > bytes {
                    return None;
                }
                // What doubles next is less than all that there is.
                if sweep.situations > asked_for {
                    memory::check_limit(sweep.bytes(), &Limits::default()).ok()?;
                    asked_for += asked_for / 4;
                }
                let mut codes = 0;
                for item in items {
                    let Some(next) = situation.with(item) else { continue };
                    let met = &mut met[next.cell()];
                    let target = *met.numbers.entry(next).or_insert_with(|| {
                        sweep.situations += 1;
                        met.in_order.push((next, sweep.situations as u32 - 1));
                        sweep.situations as u32 - 1
                    });
                    codes |= 1 << item.code;
                    sweep.targets.push(target);
                }
                sweep.visits.push((number, codes));
            }
        }
        Some(sweep)
    }

    /// What it takes, and the table that is made of it.
    const fn bytes(&self) -> usize {
        BYTES_MET * (self.situations - self.visits.len())
            + BYTES_VISITED * self.visits.len()
            + BYTES_OF_CHOICE * self.targets.len()
    }

    /// By situation: how many ways there are to go on to the end.
    fn completions(&self) -> Vec<u128> {
        let mut completions = vec![0_u128; self.situations];
        completions[END] = 1;
        let mut targets = &self.targets[..];
        for &(number, codes) in self.visits.iter().rev() {
            let (before, own) = targets.split_at(targets.len() - codes.count_ones() as usize);
            let ways = own.iter().map(|&target| completions[target as usize]);
            completions[number as usize] = ways.fold(0, u128::saturating_add);
            targets = before;
        }
        completions
    }

    /// The situations that have an end, one after the other. There are less than 2⁶⁴ `completions`.
    #[expect(clippy::cast_possible_truncation, reason = "halves of words")]
    fn table(&self, completions: &[u128]) -> Vec<u32> {
        let is_live = |number: u32| completions[number as usize] > 0;
        let (mut places, mut place) = (vec![0; self.situations], 0);
        self.each(|number, choices| {
            let live = choices.filter(|&(_, target)| is_live(target)).count();
            if live > 0 {
                places[number as usize] = place as u32;
                place += HEAD + CHOICE * live;
            }
        });
        let mut table = Vec::with_capacity(place);
        self.each(|_, choices| {
            let (head, mut skipped) = (table.len(), 0_u64);
            table.push(0);
            for (code, target) in choices.filter(|&(_, target)| is_live(target)) {
                table[head] |= 1 << code;
                table.extend([skipped as u32, (skipped >> 32) as u32, places[target as usize]]);
                skipped += completions[target as usize] as u64;
            }
            if skipped == 0 {
                table.truncate(head);
            }
        });
        table
    }

    /// Each situation, with its codes and where they lead, in the order of the cells.
    fn each(&self, mut visit: impl FnMut(u32, &mut dyn Iterator<Item = (u32, u32)>)) {
        let mut targets = self.targets.iter().copied();
        for &(number, codes) in &self.visits {
            let codes = (0..u32::BITS).filter(|code| codes >> code & 1 == 1);
            visit(number, &mut codes.zip(targets.by_ref()));
        }
    }
}

impl DagState {
    /// The first open cell; [`MAX_CELLS`] behind the last.
    const fn cell(&self) -> usize {
        self.open.trailing_zeros() as usize
    }

    /// What an item makes of it, where it fits and one is left.
    #[inline(always)]
    fn with(self, item: &Item) -> Option<Self> {
        let fits = item.covers & !self.open == 0 && self.left & item.bits != 0;
        fits.then(|| DagState { open: self.open & !item.covers, left: self.left - item.unit })
    }
}

/// By cell: what it can get; and all items as they are counted.
fn items(board: &Board) -> (Vec<Vec<Item>>, u128) {
    let footprints = board.kinds().iter().map(|kind| cells::footprints(board, kind));
    let single = (0..board.cells()).map(|cell| 1 << cell).collect();
    let footprints: Vec<Vec<u128>> = std::iter::once(single).chain(footprints).collect();
    let places = board.kinds().iter().map(|kind| kind.places);
    let places: Vec<u128> = std::iter::once(board.free).chain(places).collect();
    let (mut left, mut shift) = (0, 0);
    let mut at_cells: Vec<Vec<Item>> = (0..board.cells()).map(|_| Vec::new()).collect();
    for (code, &count) in ItemCounts::of(board).counts.iter().enumerate() {
        let width = usize::BITS - count.leading_zeros();
        left |= (count as u128) << shift;
        for cell in (0..board.cells()).filter(|cell| places[code] >> cell & 1 == 1) {
            let covers = footprints[code][cell];
            let unit = 1 << shift;
            let bits = ((1 << width) - 1) << shift;
            at_cells[cell].push(Item { code, covers, unit, bits });
        }
        shift += width;
    }
    (at_cells, left)
}
