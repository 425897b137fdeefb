//! Placements of pieces of any shape.
//!
//! Cell by cell, row by row, a cell that is not covered yet gets an item. What can follow depends
//! on the cells that are still open and the pieces that are left, whatever lies behind: a
//! **situation**. The classic pieces meet a few hundred of them, and the largest boards that can be
//! explored a million. How many placements complete each is counted once; a placement's rank is
//! the sum, over its items, of the completions of those that come before at their cell.

use std::collections::HashMap;

use ahash::RandomState;

use super::items::Items;
use crate::board::{Board, MAX_CELLS, MAX_KINDS, geometry};

/// The most situations: some hundred megabytes while they are counted.
const MOST: usize = 1 << 22;
/// The codes of a situation, before its choices.
const HEAD: usize = 1;
/// What a choice takes: the completions it passes over, low half first, and where it leads.
const CHOICE: usize = 3;

/// Ranks the placements of a board's pieces.
#[derive(Clone, Debug)]
pub(super) struct Situations {
    /// Items of a placement.
    slots: usize,
    placements: u64,
    /// By situation: the set of the codes that its cell can get, and a choice for each of them.
    table: Vec<u32>,
}

impl Situations {
    /// None if there are too many situations, or more placements than `most`.
    pub(super) fn new(board: &Board, most: u64) -> Option<Self> {
        let sweep = Sweep::of(board)?;
        let completions = sweep.completions();
        let placements = u64::try_from(completions[START]).ok().filter(|&all| all <= most)?;
        Some(Situations {
            slots: Items::of(board).slots(),
            placements,
            table: sweep.table(&completions),
        })
    }

    pub(super) const fn placements(&self) -> u64 {
        self.placements
    }

    /// The rank of a placement.
    #[inline(always)]
    pub(super) fn rank(&self, codes: impl Iterator<Item = usize>) -> u64 {
        let (mut at, mut rank) = (0, 0);
        for code in codes.take(self.slots) {
            let before = (1 << (code & MAX_KINDS)) - 1;
            let passed = (self.table[at] & before).count_ones() as usize;
            let (skipped, next) = self.choice(at, passed);
            rank += skipped;
            at = next;
        }
        rank
    }

    /// The items of the placement of a rank that is below their number.
    #[inline(always)]
    pub(super) fn items(&self, rank: u64) -> impl Iterator<Item = usize> {
        let (mut at, mut rest) = (0, rank);
        let item = move || {
            let (mut codes, mut passed) = (self.table[at], 0);
            let (mut skipped, mut next) = self.choice(at, 0);
            while codes & (codes - 1) != 0 {
                let (more, other) = self.choice(at, passed + 1);
                if more > rest {
                    break;
                }
                (skipped, next) = (more, other);
                codes &= codes - 1;
                passed += 1;
            }
            rest -= skipped;
            at = next;
            codes.trailing_zeros() as usize
        };
        std::iter::repeat_with(item).take(self.slots)
    }

    /// The completions that the choice of a situation passes over, and where it leads.
    #[inline(always)]
    fn choice(&self, at: usize, number: usize) -> (u64, usize) {
        let choice = &self.table[at + HEAD + CHOICE * number..][..CHOICE];
        (u64::from(choice[0]) | u64::from(choice[1]) << 32, choice[2] as usize)
    }
}

/// How many placements of its pieces a board has, however many; none if there are too many
/// situations to tell, or no less than 2¹²⁸ placements.
pub(super) fn placements(board: &Board) -> Option<u128> {
    Some(Sweep::of(board)?.completions()[START]).filter(|&all| all < u128::MAX)
}

/// The numbers of the situations before the first cell and behind the last.
const START: usize = 0;
const END: usize = 1;

/// What the rest of a placement depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Situation {
    /// The cells that are not covered yet.
    open: u128,
    /// How many items are left, those of each code in bits of their own.
    left: u128,
}

/// The situations at a cell, with their numbers.
struct Met {
    in_order: Vec<(Situation, u32)>,
    numbers: HashMap<Situation, u32, RandomState>,
}

impl Met {
    fn new() -> Self {
        let numbers = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        Met { in_order: Vec::new(), numbers }
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
struct Sweep {
    situations: usize,
    /// Each situation with the codes that its cell can get, in the order of the cells.
    visits: Vec<(u32, u32)>,
    /// Where these lead, one after the other.
    targets: Vec<u32>,
}

impl Sweep {
    #[expect(clippy::cast_possible_truncation, reason = "there are less than 2³² situations")]
    fn of(board: &Board) -> Option<Self> {
        let (items, left) = items(board);
        let mut sweep = Sweep { situations: END + 1, ..Sweep::default() };
        let mut met: Vec<Met> = (0..=MAX_CELLS).map(|_| Met::new()).collect();
        let start = Situation { open: board.free, left };
        met[start.cell()].in_order.push((start, START as u32));
        met[MAX_CELLS].numbers.insert(Situation { open: 0, left: 0 }, END as u32);
        for (cell, items) in items.iter().enumerate() {
            for (situation, number) in std::mem::replace(&mut met[cell], Met::new()).in_order {
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
            if sweep.situations > MOST {
                return None;
            }
        }
        Some(sweep)
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

impl Situation {
    /// The first open cell; [`MAX_CELLS`] behind the last.
    const fn cell(&self) -> usize {
        self.open.trailing_zeros() as usize
    }

    /// What an item makes of it, where it fits and one is left.
    #[inline(always)]
    fn with(self, item: &Item) -> Option<Self> {
        let fits = item.covers & !self.open == 0 && self.left & item.bits != 0;
        fits.then(|| Situation { open: self.open & !item.covers, left: self.left - item.unit })
    }
}

/// By cell: what it can get; and all items as they are counted.
fn items(board: &Board) -> (Vec<Vec<Item>>, u128) {
    let footprints = board.kinds().iter().map(|kind| geometry::footprints(board, kind));
    let single = (0..board.cells()).map(|cell| 1 << cell).collect();
    let footprints: Vec<Vec<u128>> = std::iter::once(single).chain(footprints).collect();
    let places = board.kinds().iter().map(|kind| kind.places);
    let places: Vec<u128> = std::iter::once(board.free).chain(places).collect();
    let (mut left, mut shift) = (0, 0);
    let mut at_cells: Vec<Vec<Item>> = (0..board.cells()).map(|_| Vec::new()).collect();
    for (code, &count) in Items::of(board).counts.iter().enumerate() {
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
