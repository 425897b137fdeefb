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
//! If a symmetry of the graph exchanges the sides, the states of one side are images of those of
//! the other, which are not kept, and two numbers of edges that are images of each other on
//! different sides contribute the same. So do those that are images by a symmetry that maps each
//! side to itself.
//!
//! Of these two groups, not every pair is looked at: one end is taken at a time, and all states of
//! the second group that connect it to the same other end are dealt with together, by connecting
//! these two in the first group, where states then become equal. Of `k` ends there may be
//! (k − 1)!! = (k − 1)(k − 3)⋯1 states in each group, and it takes some k² times as many operations
//! in place of their square.

use std::{
    collections::HashMap,
    mem,
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use ahash::RandomState;
use num_bigint::BigUint;

use crate::{
    control::{Instant, Progress, StopReason},
    memory,
    parallel::{ShouldStop, run_monitored},
};

use super::{
    layer::{CutChoice, StateLayer, inverse, threads},
    mates::{CODES, Code, END, Mates, StateWord, WeightedState, code_of},
    store::CountContext,
    table::{StateTable, hasher},
};

/// The most free choices with which two sides are [joined](join()).
pub const FREE: usize = 12;

/// The symmetries of a cut: where they move its vertices. Each is its own inverse.
pub struct CutSymmetry {
    /// Exchanges the sides.
    pub swap: Vec<u32>,
    /// Maps each side to itself.
    pub keep: Option<Vec<u32>>,
}

impl CutSymmetry {
    /// Divides the choices so that `keep` maps each half to itself, and `swap` one to the other.
    pub fn halves(&self, choices: &[CutChoice]) -> Option<[Vec<CutChoice>; 2]> {
        let image = |choice: CutChoice, slots: &[u32]| match choice {
            CutChoice::Edge(one, other) => {
                let one = slots[one as usize];
                let other = slots[other as usize];
                CutChoice::Edge(one.min(other), one.max(other))
            }
            CutChoice::End(slot, may_end) => CutChoice::End(slots[slot as usize], may_end),
        };
        let [mut one, mut other] = [Vec::new(), Vec::new()];
        for &choice in choices {
            if other.contains(&choice) || one.contains(&choice) {
                continue;
            }
            let kept = self.keep.as_ref().map(|keep| image(choice, keep));
            for choice in [Some(choice), kept.filter(|&kept| kept != choice)]
                .into_iter()
                .flatten()
            {
                one.push(choice);
                other.push(image(choice, &self.swap));
            }
        }
        let is_divided = one.iter().all(|choice| !other.contains(choice))
            && one.len() + other.len() == choices.len();
        is_divided.then_some([one, other])
    }
}

/// Two sides of a cut. The vertices of the cut are in the first `slots` slots of both.
pub struct Join<'a, W: Copy> {
    one: CutSide<W>,
    /// `None` if it is the image of the first under the symmetry.
    other: Option<CutSide<W>>,
    symmetry: Option<&'a CutSymmetry>,
    /// The degrees of both sides together: two for every vertex, and no end left on either side.
    full: u64,
    slots: u32,
}

impl<'a, W: StateWord> Join<'a, W> {
    /// Joins two sides by the choices between them; `ends` ends may be chosen in each colour, on
    /// both sides together. `None` if the numbers are too large.
    pub fn of_sides(
        one: StateLayer<W>,
        other: StateLayer<W>,
        choices: &[CutChoice],
        slots: u32,
        ends: [u32; 2],
        run: &mut CountContext<'_>,
    ) -> Result<Option<Self>, StopReason> {
        let every_other = |first: usize| -> Vec<CutChoice> {
            choices.iter().copied().skip(first).step_by(2).collect()
        };
        run.waiting = (other.len(), other.bytes());
        let Some(one) = one.narrow(run)? else {
            return Ok(None);
        };
        let one = CutSide::new(one, &every_other(0), slots, run)?;
        run.waiting = (one.states.len(), one.bytes());
        let Some(other) = other.narrow(run)? else {
            return Ok(None);
        };
        let other = CutSide::new(other, &every_other(1), slots, run)?;
        let twos = (0..slots).fold(0, |key, slot| key | 2_u64 << (2 * slot));
        Ok(Some(Join {
            one,
            other: Some(other),
            symmetry: None,
            full: twos | u64::from(ends[0] | ends[1] << 2) << (2 * slots),
            slots,
        }))
    }

    /// Joins a side and its image under a symmetry, for cycles. `choices` are those of this side.
    pub fn of_images(
        one: StateLayer<W>,
        choices: &[CutChoice],
        symmetry: &'a CutSymmetry,
        run: &mut CountContext<'_>,
    ) -> Result<Option<Self>, StopReason> {
        let slots = u32::try_from(symmetry.swap.len()).expect("fewer than a word has bits");
        run.waiting = (0, 0);
        let Some(one) = one.narrow(run)? else {
            return Ok(None);
        };
        let one = CutSide::new(one, choices, slots, run)?;
        Ok(Some(Join {
            one,
            other: None,
            symmetry: Some(symmetry),
            full: (0..slots).fold(0, |key, slot| key | 2_u64 << (2 * slot)),
            slots,
        }))
    }

    /// Returns how many paths or cycles the sides make.
    pub(super) fn count(&self, run: &mut CountContext<'_>) -> Result<BigUint, StopReason> {
        let other = self.other.as_ref();
        let states = self.one.states.len() + other.map_or(0, |other| other.states.len());
        let mut bytes = self.one.bytes() + other.map_or(0, CutSide::bytes);
        let most = run.monitor.limits().bytes().saturating_sub(bytes);
        let targets = self.targets(most)?;
        bytes += mem::size_of_val(&targets[..]);
        let next = AtomicUsize::new(0);
        let gathered = AtomicUsize::new(run.expanded);
        let swap = self.symmetry.map(|symmetry| {
            let slots: Vec<Option<u32>> = symmetry.swap.iter().copied().map(Some).collect();
            (inverse(&slots), slots)
        });
        let work = |_: usize, should_stop: ShouldStop<'_>| {
            let mut total = Total::default();
            loop {
                let begin = next.fetch_add(TARGETS, Relaxed);
                if begin >= targets.len() || should_stop() {
                    return total;
                }
                for &degrees in &targets[begin..targets.len().min(begin + TARGETS)] {
                    self.add(degrees, swap.as_ref(), &gathered, &mut total);
                }
            }
        };
        let depth = run.depth;
        let started = Instant::now();
        let progress = || {
            let done = next.load(Relaxed).min(targets.len());
            let frontier = targets.len() - done;
            let part = |left: usize| u32::try_from(left / done.max(1)).ok();
            // In hundredths, as the quotient is rounded.
            let hundredth = started.elapsed() / 100;
            let remaining = part(100 * frontier)
                .filter(|_| done > 0)
                .map(|it| hundredth * it);
            Progress {
                depth,
                frontier,
                states,
                bytes,
                remaining,
                ..Progress::default()
            }
        };
        run.monitor.check(states, progress)?;
        let done = run_monitored(threads(states), &work, &mut run.monitor, progress);
        run.expanded = gathered.load(Relaxed);
        Ok(done?.into_iter().map(Total::sum).sum())
    }

    /// Adds what the states with these degrees on the first side contribute, and those that are
    /// their images under the symmetries.
    fn add(
        &self,
        degrees: u64,
        swap: Option<&([Code; CODES], Vec<Option<u32>>)>,
        gathered: &AtomicUsize,
        total: &mut Total,
    ) {
        let first = self.one.gather(degrees);
        if first.is_empty() {
            return;
        }
        let rest = self.full.wrapping_sub(degrees);
        let (second, images) = match (&self.other, self.symmetry, swap) {
            (None, Some(symmetry), Some((inverse, slots))) => {
                let mut second = self.one.gather(permuted(rest, &symmetry.swap));
                for (state, _) in &mut second {
                    *state = state.moved(slots, inverse);
                }
                (second, self.images(degrees).len() as u64)
            }
            (Some(other), ..) => (other.gather(rest), 1),
            (None, ..) => unreachable!("an image has a symmetry"),
        };
        gathered.fetch_add(first.len() + second.len(), Relaxed);
        total.factor = images;
        whole(first, second, total);
    }

    /// Returns the degrees that contribute as much as these.
    fn images(&self, degrees: u64) -> Vec<u64> {
        let mut images = vec![degrees];
        if let Some(CutSymmetry { swap, keep }) = self.symmetry {
            images.push(permuted(self.full.wrapping_sub(degrees), swap));
            if let Some(keep) = keep {
                images.extend([images[0], images[1]].map(|degrees| permuted(degrees, keep)));
            }
            images.sort_unstable();
            images.dedup();
        }
        images
    }

    /// Returns the degrees that the states of the first side may have with choices made, in at most
    /// `most` bytes. Of degrees that are images under the symmetries, it returns the least.
    fn targets(&self, most: usize) -> Result<Vec<u64>, StopReason> {
        let mut targets: Vec<u64> = Vec::new();
        let mut compacted = 1 << 16;
        for &degrees in self.one.groups.keys() {
            if targets.len() > compacted {
                targets.sort_unstable();
                targets.dedup();
                compacted = 2 * targets.len();
            }
            memory::reserve(&mut targets, self.one.choices.len(), most)?;
            let sums = self
                .one
                .choices
                .iter()
                .map(|(more, _)| *more)
                .filter(|&more| can_add(degrees, more, self.slots))
                .map(|more| degrees.wrapping_add(more));
            targets.extend(sums.filter(|&sum| self.images(sum)[0] == sum));
        }
        targets.sort_unstable();
        targets.dedup();
        Ok(targets)
    }
}

/// The targets that a thread takes at a time.
const TARGETS: usize = 64;

/// Returns the degrees with those of each slot moved.
fn permuted(degrees: u64, slots: &[u32]) -> u64 {
    (0..)
        .zip(slots)
        .map(|(from, &to)| (degrees >> (2 * from) & 3) << (2 * to))
        .sum()
}

/// A sum of products.
#[derive(Default)]
struct Total {
    /// The factor of each product.
    factor: u64,
    low: u128,
    high: BigUint,
}

impl Total {
    fn add(&mut self, one: u128, other: u128) {
        let product = one
            .checked_mul(other)
            .and_then(|it| it.checked_mul(self.factor.into()));
        match product.and_then(|product| self.low.checked_add(product)) {
            Some(low) => self.low = low,
            None => self.high += BigUint::from(one) * other * self.factor,
        }
    }

    fn sum(self) -> BigUint {
        self.high + self.low
    }
}

/// One side, with the choices that are given to it.
struct CutSide<W: Copy> {
    /// In groups of equal degrees.
    states: Vec<WeightedState<W, u64>>,
    /// Where the states of some degrees are.
    groups: HashMap<u64, Range<u32>, RandomState>,
    /// All sets of choices, with what they add to the degrees.
    choices: Vec<(u64, Vec<CutChoice>)>,
    slots: u32,
}

impl<W: StateWord> CutSide<W> {
    fn new(
        table: StateTable<W, u64>,
        choices: &[CutChoice],
        slots: u32,
        run: &CountContext<'_>,
    ) -> Result<Self, StopReason> {
        let mut groups: HashMap<u64, Range<u32>, RandomState> = HashMap::with_hasher(hasher());
        let count = u32::try_from(table.len()).map_err(|_| StopReason::States)?;
        let mut states: Vec<WeightedState<W, u64>> = Vec::new();
        if run.is_beyond(table.bytes() / 8 * 9) {
            return Err(StopReason::Memory);
        }
        memory::reserve_exact(&mut states, count as usize)?;
        for mut list in table.lists {
            states.extend_from_slice(&list);
            memory::give_back(&mut list);
        }
        for (state, _) in &states {
            groups.entry(state.degrees(slots)).or_default().end += 1;
        }
        let mut begin = 0;
        for group in groups.values_mut() {
            let end = begin + group.end;
            // It grows while states are put there.
            *group = begin..begin;
            begin = end;
        }
        let mut at = 0;
        while at < count {
            let degrees = states[at as usize].0.degrees(slots);
            let group = groups.get_mut(&degrees).expect("it was counted");
            if group.contains(&at) {
                at += 1;
            } else {
                states.swap(at as usize, group.end as usize);
                group.end += 1;
            }
        }
        let mut sets: Vec<(u64, Vec<CutChoice>)> = vec![(0, Vec::new())];
        for &choice in choices {
            let added: Vec<_> = sets
                .iter()
                .filter_map(|(degrees, set)| {
                    let more = choice.degrees(slots);
                    let added = set.iter().copied().chain([choice]).collect();
                    can_add(*degrees, more, slots).then(|| (degrees.wrapping_add(more), added))
                })
                .collect();
            if choice.must_be_made() {
                sets.clear();
            }
            sets.extend(added);
        }
        Ok(CutSide {
            states,
            groups,
            choices: sets,
            slots,
        })
    }

    /// Bytes taken.
    fn bytes(&self) -> usize {
        let group = mem::size_of::<(u64, Range<u32>)>() + 1;
        let groups = (self.groups.capacity() * 8 / 7).next_power_of_two() * group;
        self.states.capacity() * mem::size_of::<WeightedState<W, u64>>() + groups
    }

    /// Returns the connections of the states whose degrees and choices sum to `degrees`, each with
    /// its number of ways.
    fn gather(&self, degrees: u64) -> Vec<WeightedState<W, u128>> {
        let ends = Mates::ends_of_paths(degrees, self.slots);
        let mut gathered = Vec::new();
        for (more, choices) in &self.choices {
            let before = degrees.wrapping_sub(*more);
            if !can_add(before, *more, self.slots) {
                continue;
            }
            let Some(group) = self.groups.get(&before) else {
                continue;
            };
            for (state, ways) in &self.states[group.start as usize..group.end as usize] {
                let made = choices
                    .iter()
                    .try_fold(*state, |state, choice| choice.made(state));
                gathered.extend(made.map(|state| (state.only(ends), u128::from(*ways))));
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

/// Merges equal states if the list is long.
fn merge<W: StateWord>(states: &mut Vec<WeightedState<W, u128>>) {
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

/// Adds the pairs of a state of one group and one of the other that make a whole.
fn whole<W: StateWord>(
    one: Vec<WeightedState<W, u128>>,
    other: Vec<WeightedState<W, u128>>,
    total: &mut Total,
) {
    let (few, mut many) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    if few.is_empty() || many[0].0.is_bare() {
        return;
    }
    if few.len() < FEW {
        for (second, ways) in many {
            let fitting = few.iter().filter(|(first, _)| make_a_whole(*first, second));
            total.add(fitting.map(|(_, ways)| ways).sum(), ways);
        }
        return;
    }
    let slot = many[0].0.lowest();
    many.sort_unstable_by_key(|(state, _)| state.get(slot));
    for group in many.chunk_by(|one, other| one.0.get(slot) == other.0.get(slot)) {
        let to = group[0].0.get(slot);
        let mut fitting = 0;
        let mut open: Vec<WeightedState<W, u128>> = Vec::with_capacity(few.len());
        for (state, ways) in &few {
            match state.connected(slot, to) {
                Connected::Whole => fitting += ways,
                Connected::Open(state) => open.push((state, *ways)),
                Connected::Broken => {}
            }
        }
        merge(&mut open);
        let rest: Vec<_> = group
            .iter()
            .map(|(state, ways)| (state.taken(slot, to), *ways))
            .collect();
        if let [(state, ways)] = &rest[..]
            && state.is_bare()
        {
            total.add(fitting, *ways);
        }
        whole(open, rest, total);
    }
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

/// The result of connecting two ends of paths.
enum Connected<W: Copy> {
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
        let other = if to == END {
            END
        } else {
            self.get(to - code_of(0))
        };
        let linked = if from == to && to != END {
            None
        } else {
            rest.linked(from, other)
        };
        match linked {
            Some(state) => Connected::Open(state),
            None if rest.is_bare() => Connected::Whole,
            None => Connected::Broken,
        }
    }

    /// Without a path that leads from a slot to the vertex of code `to`, or to an end.
    fn taken(self, slot: u32, to: u32) -> Self {
        let rest = self.without(slot);
        if to == END {
            rest
        } else {
            rest.without(to - code_of(0))
        }
    }
}
