//! Two sides of a cut, each with all the ways to choose its edges: how many ways there are to make
//! one path or cycle of both.
//!
//! States of both sides say of each vertex of the cut how many edges it has on their side, and
//! which of these vertices paths connect. What is between the vertices of the cut belongs to
//! neither side: half of these free choices are given to each. Then a vertex must have two edges on
//! both sides together. So for each number of edges that the vertices may have on the first side,
//! all its states are gathered that have them by some choices, and all of the other side that
//! complete them: nothing but the states of the two sides is ever kept.
//!
//! Of these two groups, not every pair is looked at: one end is taken at a time, and all states of
//! the second group that connect it to the same other end are dealt with together, by connecting
//! these two in the first group, where states then become equal. Of `k` ends there may be
//! (k − 1)!! = (k − 1)(k − 3)⋯1 states in each group, and it takes some k² times as many operations
//! in place of their square.

use std::collections::HashMap;
use std::mem;
use std::ops::Range;

use ahash::RandomState;
use num_bigint::BigUint;

use crate::control::{Progress, StopReason};
use crate::memory;

use super::layer::{CountContext, CutChoice, StateCounts, StateLayer, bytes};
use super::mates::{END, Mates, StateWord, code_of};

/// The most free choices with which two sides are [joined](join()).
pub(super) const FREE: usize = 12;

/// How many paths or cycles two sides make. The vertices of the cut are in the first `slots` slots
/// of both, and `ends` ends may be chosen in each colour, on both sides together.
pub(super) fn join<W: StateWord>(
    one: StateLayer<W>,
    other: StateLayer<W>,
    choices: &[CutChoice],
    slots: usize,
    ends: [u32; 2],
    run: &mut CountContext<'_>,
) -> Result<Option<BigUint>, StopReason> {
    let slots = u32::try_from(slots).expect("fewer than a word has bits");
    // A state may be gathered by every set of the choices of its side.
    let sets = 1 << choices.len().div_ceil(2);
    let every_other = |first: usize| -> Vec<CutChoice> {
        choices.iter().copied().skip(first).step_by(2).collect()
    };
    run.waiting = (other.len(), other.bytes());
    let Some(one) = one.wide(sets, run)? else { return Ok(None) };
    let one = CutSide::new(one, &every_other(0), slots, run)?;
    run.waiting = (one.states.len(), one.bytes());
    let Some(other) = other.wide(sets, run)? else { return Ok(None) };
    let other = CutSide::new(other, &every_other(1), slots, run)?;
    let states = one.states.len() + other.states.len();
    let mut bytes = one.bytes() + other.bytes();
    // Every vertex has two edges, and of all ends none is left on either side.
    let twos = (0..slots).fold(0, |key, slot| key | 2_u64 << (2 * slot));
    let full = twos | u64::from(ends[0] | ends[1] << 2) << (2 * slots);
    let most = run.watch.limits().max_bytes.map_or(usize::MAX, |most| most.saturating_sub(bytes));
    let targets = one.targets(most)?;
    bytes += mem::size_of_val(&targets[..]);
    let mut total = BigUint::ZERO;
    for degrees in targets {
        run.watch.check(run.expanded, || Progress { states, bytes, ..Progress::default() })?;
        let first = one.gather(degrees);
        if !first.is_empty() {
            let second = other.gather(full.wrapping_sub(degrees));
            run.expanded += first.len() + second.len();
            total += whole(first, second);
        }
    }
    Ok(Some(total))
}

/// A state with its degrees, and in how many ways it arises.
type HalfState<W> = (u64, Mates<W>, u128);

/// One side, with the choices that are given to it.
struct CutSide<W> {
    /// In the order of their degrees.
    states: Vec<HalfState<W>>,
    /// Where the states of some degrees are.
    groups: HashMap<u64, Range<usize>, RandomState>,
    /// All sets of choices, with what they add to the degrees.
    choices: Vec<(u64, Vec<CutChoice>)>,
    slots: u32,
}

impl<W: StateWord> CutSide<W> {
    fn new(
        table: StateCounts<W, u128>,
        choices: &[CutChoice],
        slots: u32,
        run: &CountContext<'_>,
    ) -> Result<Self, StopReason> {
        let half = |(state, ways): (Mates<W>, u128)| (state.degrees(slots), state, ways);
        let mut states: Vec<HalfState<W>> = Vec::new();
        if run.is_beyond(bytes(&table) + table.len() * mem::size_of::<HalfState<W>>()) {
            return Err(StopReason::Memory);
        }
        memory::reserve_exact(&mut states, table.len())?;
        states.extend(table.into_iter().map(half));
        states.sort_unstable_by_key(|half| half.0);
        let mut groups = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        let mut begin = 0;
        for group in states.chunk_by(|one, other| one.0 == other.0) {
            groups.insert(group[0].0, begin..begin + group.len());
            begin += group.len();
        }
        let mut sets: Vec<(u64, Vec<CutChoice>)> = vec![(0, Vec::new())];
        for &choice in choices {
            let with = |(degrees, set): &(u64, Vec<CutChoice>)| {
                let more = choice.degrees(slots);
                let added = set.iter().copied().chain([choice]).collect();
                can_add(*degrees, more, slots).then(|| (degrees.wrapping_add(more), added))
            };
            let added: Vec<_> = sets.iter().filter_map(with).collect();
            if choice.must_be_made() {
                sets.clear();
            }
            sets.extend(added);
        }
        Ok(CutSide { states, groups, choices: sets, slots })
    }

    /// Bytes taken.
    fn bytes(&self) -> usize {
        let group = mem::size_of::<(u64, Range<usize>)>() + 1;
        let groups = (self.groups.capacity() * 8 / 7).next_power_of_two() * group;
        self.states.capacity() * mem::size_of::<HalfState<W>>() + groups
    }

    /// The degrees that the states may have with the choices made, in no more than so many bytes.
    fn targets(&self, most: usize) -> Result<Vec<u64>, StopReason> {
        let mut targets: Vec<u64> = Vec::new();
        for &degrees in self.groups.keys() {
            if memory::reserve(&mut targets, self.choices.len(), most).is_err() {
                targets.sort_unstable();
                targets.dedup();
                memory::reserve(&mut targets, self.choices.len(), most)?;
            }
            let sets = self.choices.iter().map(|(more, _)| *more);
            let sets = sets.filter(|&more| can_add(degrees, more, self.slots));
            targets.extend(sets.map(|more| degrees.wrapping_add(more)));
        }
        targets.sort_unstable();
        targets.dedup();
        Ok(targets)
    }

    /// What the states connect that have these degrees with some choices made, and in how many
    /// ways.
    fn gather(&self, degrees: u64) -> Vec<(Mates<W>, u128)> {
        let ends = Mates::ends_of_paths(degrees, self.slots);
        let mut gathered = Vec::new();
        for (more, choices) in &self.choices {
            let before = degrees.wrapping_sub(*more);
            if !can_add(before, *more, self.slots) {
                continue;
            }
            let Some(group) = self.groups.get(&before) else { continue };
            for (_, state, ways) in &self.states[group.clone()] {
                let made = choices.iter().try_fold(*state, |state, choice| choice.made(state));
                gathered.extend(made.map(|state| (state.only(ends), *ways)));
            }
        }
        merge(&mut gathered);
        gathered
    }
}

/// Whether no vertex has more than two edges when `more` are added.
fn can_add(degrees: u64, more: u64, slots: u32) -> bool {
    let ones = 0x5555_5555_5555_5555 & ((1 << (2 * slots)) - 1);
    let some = |degrees: u64| (degrees | degrees >> 1) & ones;
    let two = |degrees: u64| degrees >> 1 & ones;
    some(degrees) & two(more) | two(degrees) & some(more) == 0
}

/// Makes one of equal states, where there are many.
fn merge<W: StateWord>(states: &mut Vec<(Mates<W>, u128)>) {
    if states.len() < FEW {
        return;
    }
    states.sort_unstable_by_key(|(state, _)| *state);
    states.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += &next.1;
        }
        is_same
    });
}

/// Groups that are smaller than this are joined state by state.
const FEW: usize = 6;

/// How many pairs of a state of one group and one of the other make a whole.
fn whole<W: StateWord>(one: Vec<(Mates<W>, u128)>, other: Vec<(Mates<W>, u128)>) -> BigUint {
    let (few, mut many) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let mut total = BigUint::ZERO;
    if few.is_empty() || many[0].0.is_bare() {
        return total;
    }
    if few.len() < FEW {
        for (second, ways) in many {
            let mut fitting = few.iter().filter(|(first, _)| make_a_whole(*first, second));
            if let Some((_, first)) = fitting.next() {
                let mut sum = *first;
                fitting.for_each(|(_, ways)| sum += ways);
                total += BigUint::from(sum) * ways;
            }
        }
        return total;
    }
    let slot = many[0].0.lowest();
    many.sort_unstable_by_key(|(state, _)| state.get(slot));
    for group in many.chunk_by(|one, other| one.0.get(slot) == other.0.get(slot)) {
        let to = group[0].0.get(slot);
        let mut fitting = 0;
        let mut open: Vec<(Mates<W>, u128)> = Vec::with_capacity(few.len());
        for (state, ways) in &few {
            match state.connected(slot, to) {
                Connected::Whole => fitting += ways,
                Connected::Open(state) => open.push((state, *ways)),
                Connected::Broken => {}
            }
        }
        merge(&mut open);
        let rest = group.iter().map(|(state, ways)| (state.taken(slot, to), *ways));
        let rest: Vec<_> = rest.collect();
        if let [(state, ways)] = &rest[..]
            && state.is_bare()
        {
            total += BigUint::from(fitting) * *ways;
        }
        total += whole(open, rest);
    }
    total
}

/// Whether the paths of two states are one path or cycle together.
fn make_a_whole<W: StateWord>(mut one: Mates<W>, mut other: Mates<W>) -> bool {
    loop {
        let slot = other.lowest();
        let to = other.get(slot);
        match one.connected(slot, to) {
            Connected::Whole => return true,
            Connected::Broken => return false,
            Connected::Open(state) => one = state,
        }
        other = other.taken(slot, to);
    }
}

/// What becomes of paths when two of their ends are connected.
enum Connected<W> {
    /// One path or cycle, and nothing else.
    Whole,
    /// Paths with fewer ends.
    Open(Mates<W>),
    /// A path or cycle, and something that is not on it.
    Broken,
}

impl<W: StateWord> Mates<W> {
    /// The vertex in a slot connected to the one of code `to`, or to an end of the whole path.
    fn connected(self, slot: u32, to: u32) -> Connected<W> {
        let from = self.get(slot);
        let rest = self.taken(slot, to);
        let other = if to == END { END } else { self.get(to - code_of(0)) };
        let linked = if from == to && to != END { None } else { rest.linked(from, other) };
        match linked {
            Some(state) => Connected::Open(state),
            None if rest.is_bare() => Connected::Whole,
            None => Connected::Broken,
        }
    }

    /// Without a path that leads from a slot to the vertex of code `to`, or to an end.
    fn taken(self, slot: u32, to: u32) -> Self {
        let rest = self.without(slot);
        if to == END { rest } else { rest.without(to - code_of(0)) }
    }
}
