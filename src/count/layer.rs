//! Layers of states, with the number of ways to each, and the transition to the next layer.

use std::collections::HashMap;
use std::mem;
use std::ops::AddAssign;

use ahash::RandomState;
use num_bigint::BigUint;

use crate::control::{Limits, Monitor, Progress, StopReason};
use crate::memory;

use super::ScheduleStep;
use super::mates::{CODES, Code, DONE, END, Mates, StateWord, code_of};

/// States, and the number of ways to each.
pub(super) type StateCounts<W, N> = HashMap<Mates<W>, N, RandomState>;

/// A layer of states with numbers of the width that they need.
pub(super) enum StateLayer<W> {
    /// The sum of all numbers has at most this many bits.
    Narrow(StateCounts<W, u64>, u32),
    Wide(StateCounts<W, u128>),
    Big(StateCounts<W, BigUint>),
}

/// A number of ways.
pub(super) trait WayCount:
    Clone + Default + Into<BigUint> + for<'a> AddAssign<&'a Self>
{
    /// The approximate size of a number on the heap, in bytes.
    const BEYOND: usize;
}

impl WayCount for u64 {
    const BEYOND: usize = 0;
}

impl WayCount for u128 {
    const BEYOND: usize = 0;
}

impl WayCount for BigUint {
    /// Three to eight digits of 64 bits and what the allocator adds.
    const BEYOND: usize = 48;
}

impl<W: StateWord> StateLayer<W> {
    /// Returns a layer of one state.
    pub(super) fn new(state: Mates<W>) -> Self {
        let mut narrow = table();
        narrow.insert(state, 1);
        StateLayer::Narrow(narrow, 1)
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        match self {
            StateLayer::Narrow(table, _) => table.len(),
            StateLayer::Wide(table) => table.len(),
            StateLayer::Big(table) => table.len(),
        }
    }

    /// Returns the memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            StateLayer::Narrow(table, _) => bytes(table),
            StateLayer::Wide(table) => bytes(table),
            StateLayer::Big(table) => bytes(table),
        }
    }

    /// Widens the numbers, if needed, so that `fan_out` times their sum cannot overflow.
    ///
    /// # Errors
    /// If the memory does not suffice for both layers.
    pub(super) fn widened(self, fan_out: u32, run: &CountContext<'_>) -> Result<Self, StopReason> {
        let fits = |bits: u32, width: u32| bits + fan_out.ilog2() < width;
        Ok(match self {
            StateLayer::Narrow(table, bits) if fits(bits, u64::BITS) => {
                StateLayer::Narrow(table, bits)
            }
            StateLayer::Narrow(table, _) => {
                let sum = table.values().map(|&ways| u128::from(ways)).sum::<u128>();
                let bits = u128::BITS - sum.leading_zeros();
                if fits(bits, u64::BITS) {
                    StateLayer::Narrow(table, bits)
                } else {
                    return StateLayer::Wide(run.converted(table)?).widened(fan_out, run);
                }
            }
            StateLayer::Wide(table) => {
                // The sum itself may overflow.
                let greatest =
                    table.values().max().map_or(0, |ways| u128::BITS - ways.leading_zeros());
                let count = usize::BITS - table.len().leading_zeros();
                if fits(greatest + count, u128::BITS) {
                    StateLayer::Wide(table)
                } else {
                    StateLayer::Big(run.converted(table)?)
                }
            }
            StateLayer::Big(table) => StateLayer::Big(table),
        })
    }

    /// Returns the states with numbers of 128 bits, if `times` times their sum has no more bits.
    pub(super) fn wide(
        self,
        times: u32,
        run: &CountContext<'_>,
    ) -> Result<Option<StateCounts<W, u128>>, StopReason> {
        Ok(match self.widened(times, run)? {
            StateLayer::Narrow(table, _) => Some(run.converted(table)?),
            StateLayer::Wide(table) => Some(table),
            StateLayer::Big(_) => None,
        })
    }

    /// Applies [`Mates::moved`] to each state.
    pub(super) fn moved(
        &self,
        slots: &[Option<u32>],
        run: &CountContext<'_>,
    ) -> Result<Self, StopReason> {
        Ok(match self {
            StateLayer::Narrow(table, bits) => StateLayer::Narrow(run.moved(table, slots)?, *bits),
            StateLayer::Wide(table) => StateLayer::Wide(run.moved(table, slots)?),
            StateLayer::Big(table) => StateLayer::Big(run.moved(table, slots)?),
        })
    }

    /// Returns the next layer, and the number of complete paths or cycles.
    pub(super) fn next(
        self,
        choice: &Transition<'_, W>,
        depth: u32,
        run: &mut CountContext<'_>,
    ) -> Result<(Self, BigUint), StopReason> {
        run.peak_states = run.peak_states.max(self.len());
        Ok(match self.widened(choice.fan_out(), run)? {
            StateLayer::Narrow(states, bits) => {
                let (next, complete) = run.expand(choice, depth, &states)?;
                (StateLayer::Narrow(next, bits + choice.fan_out().ilog2() + 1), complete)
            }
            StateLayer::Wide(states) => {
                let (next, complete) = run.expand(choice, depth, &states)?;
                (StateLayer::Wide(next), complete)
            }
            StateLayer::Big(states) => {
                let (next, complete) = run.expand(choice, depth, &states)?;
                (StateLayer::Big(next), complete)
            }
        })
    }
}

/// Returns an empty table with fixed seeds, so that equal inputs give equal runs.
pub(super) fn table<W: StateWord, N>() -> StateCounts<W, N> {
    HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4))
}

/// Returns the memory of a table, in bytes.
pub(super) fn bytes<W: StateWord, N: WayCount>(table: &StateCounts<W, N>) -> usize {
    bytes_for::<W, N>(table.capacity())
}

/// Returns the memory of a table for this many states. Its capacity is 7/8 of a power of two.
fn bytes_for<W: StateWord, N: WayCount>(states: usize) -> usize {
    let places = (states.saturating_mul(8) / 7).next_power_of_two();
    places.saturating_mul(mem::size_of::<(Mates<W>, N)>() + 1 + N::BEYOND)
}

/// Reserves memory in a table for more states.
fn make_room<W: StateWord, N>(
    table: &mut StateCounts<W, N>,
    additional: usize,
) -> Result<(), StopReason> {
    let is_there = table.try_reserve(additional).is_ok() && memory::is_there_more();
    if is_there { Ok(()) } else { Err(StopReason::OutOfMemory) }
}

/// Whether a vertex is an end of the whole path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MayEnd {
    /// The vertex is an end.
    Must,
    /// The vertex may be an end if one is left for this colour.
    May(usize),
}

/// A choice at the vertices of a cut, which are in the slots 0, 1, 2 and so on.
#[derive(Clone, Copy)]
pub(super) enum CutChoice {
    /// An edge between two of them.
    Edge(u32, u32),
    /// One of them as an end of the whole path.
    End(u32, MayEnd),
}

impl CutChoice {
    pub(super) const fn must_be_made(self) -> bool {
        matches!(self, CutChoice::End(_, MayEnd::Must))
    }

    /// Returns the change of [`Mates::degrees`].
    pub(super) fn degrees(self, slots: u32) -> u64 {
        match self {
            CutChoice::Edge(one, other) => (1 << (2 * one)) + (1 << (2 * other)),
            CutChoice::End(slot, MayEnd::Must) => 1 << (2 * slot),
            CutChoice::End(slot, MayEnd::May(colour)) => {
                let left = if colour == 0 { 2 * slots } else { 2 * slots + 2 };
                (1_u64 << (2 * slot)).wrapping_sub(1 << left)
            }
        }
    }

    /// Applies the choice to a state, if that is possible.
    pub(super) fn made<W: StateWord>(self, state: Mates<W>) -> Option<Mates<W>> {
        match self {
            CutChoice::Edge(one, other) => state.with_edge(one, other),
            CutChoice::End(slot, may_end) => {
                let code = state.get(slot);
                let state = match may_end {
                    MayEnd::Must => state,
                    MayEnd::May(colour) => state.end_chosen(colour)?,
                };
                if code == DONE { None } else { state.without(slot).linked(code, END) }
            }
        }
    }
}

/// A transition from a layer to the next.
pub(super) enum Transition<'a, W> {
    /// A vertex gets its edges.
    Vertex(VertexStep<'a, W>),
    /// A choice at the cut is made, or not.
    CutChoice(CutChoice),
}

impl<W: StateWord> Transition<'_, W> {
    /// Returns the maximum number of successors of a state, at least 1.
    fn fan_out(&self) -> u32 {
        match self {
            Transition::Vertex(step) => step.fan_out(),
            Transition::CutChoice(_) => 2,
        }
    }

    /// Passes the successors of a state to `emit`, and `None` for a complete path or cycle.
    #[inline]
    fn expand(&self, state: Mates<W>, emit: &mut impl FnMut(Option<Mates<W>>)) {
        match self {
            Transition::Vertex(step) => step.expand(state, emit),
            Transition::CutChoice(free) => {
                let left = (!free.must_be_made()).then_some(state);
                left.into_iter().chain(free.made(state)).for_each(|state| emit(Some(state)));
            }
        }
    }
}

/// The progress of a count.
pub(super) struct CountContext<'a> {
    pub(super) watch: Monitor<'a>,
    /// The number of states expanded.
    pub(super) expanded: usize,
    /// The maximum number of states of one layer.
    pub(super) peak_states: usize,
    /// The states and bytes of the layer that waits for the join.
    pub(super) waiting: (usize, usize),
}

impl CountContext<'_> {
    /// Whether the waiting layer and this many bytes exceed the limit.
    pub(super) fn is_beyond(&self, bytes: usize) -> bool {
        let taken = self.waiting.1.saturating_add(bytes);
        self.watch.limits().max_bytes.is_some_and(|most| taken > most)
    }

    /// Returns an empty table for as many states as another, which is kept meanwhile.
    fn table_like<W: StateWord, N: WayCount, M: WayCount>(
        &self,
        other: &StateCounts<W, N>,
    ) -> Result<StateCounts<W, M>, StopReason> {
        if self.is_beyond(bytes(other) + bytes_for::<W, M>(other.len())) {
            return Err(StopReason::Memory);
        }
        let mut table = table();
        make_room(&mut table, other.len())?;
        Ok(table)
    }

    fn moved<W: StateWord, N: WayCount>(
        &self,
        states: &StateCounts<W, N>,
        slots: &[Option<u32>],
    ) -> Result<StateCounts<W, N>, StopReason> {
        let mut inverse: [Code; CODES] = [DONE; CODES];
        inverse[END as usize] = END;
        for (slot, from) in (0..).zip(slots) {
            if let Some(from) = from {
                inverse[code_of(*from) as usize] = code_of(slot);
            }
        }
        let mut moved = self.table_like(states)?;
        let each = states.iter();
        moved.extend(each.map(|(state, ways)| (state.moved(slots, &inverse), ways.clone())));
        Ok(moved)
    }

    fn converted<W: StateWord, N: WayCount, M: WayCount + From<N>>(
        &self,
        narrow: StateCounts<W, N>,
    ) -> Result<StateCounts<W, M>, StopReason> {
        let mut wide = self.table_like(&narrow)?;
        wide.extend(narrow.into_iter().map(|(state, ways)| (state, M::from(ways))));
        Ok(wide)
    }

    fn expand<W: StateWord, N: WayCount>(
        &mut self,
        choice: &Transition<'_, W>,
        depth: u32,
        states: &StateCounts<W, N>,
    ) -> Result<(StateCounts<W, N>, BigUint), StopReason> {
        let Limits { max_states, max_bytes, .. } = *self.watch.limits();
        let (waiting, waiting_bytes) = self.waiting;
        let stored = |next: &StateCounts<W, N>| waiting_bytes + bytes(states) + bytes(next);
        let beyond = |next: &StateCounts<W, N>, room: usize| {
            max_bytes.is_some_and(|max_bytes| stored(next) + room > max_bytes)
        };
        let mut next: StateCounts<W, N> = table();
        if !beyond(&next, bytes(states)) {
            make_room(&mut next, states.len())?;
        }
        let mut complete = N::default();
        let fan_out = choice.fan_out() as usize;
        for (&state, ways) in states {
            self.expanded += 1;
            self.watch.check(self.expanded, || Progress {
                depth,
                frontier: states.len(),
                states: next.len() + states.len() + waiting,
                bytes: stored(&next),
                ..Progress::default()
            })?;
            if max_states.is_some_and(|most| states.len() + next.len() + waiting > most) {
                return Err(StopReason::States);
            }
            // While a table grows, the old and the new memory are in use.
            if next.capacity() - next.len() < fan_out {
                if beyond(&next, 2 * bytes(&next)) {
                    return Err(StopReason::Memory);
                }
                make_room(&mut next, fan_out)?;
            }
            choice.expand(state, &mut |successor| match successor {
                Some(state) => *next.entry(state).or_default() += ways,
                None => complete += ways,
            });
        }
        Ok((next, complete.into()))
    }
}

/// A transition that gives a vertex its edges.
pub(super) struct VertexStep<'a, W> {
    step: &'a ScheduleStep,
    may_end: MayEnd,
    /// Whether cycles are counted, not paths.
    cycles: bool,
    /// The vertices that come to the frontier.
    fresh: Mates<W>,
}

impl<'a, W: StateWord> VertexStep<'a, W> {
    /// Makes the transition of a step.
    pub(super) fn new(step: &'a ScheduleStep, may_end: MayEnd, cycles: bool) -> Self {
        VertexStep { step, may_end, cycles, fresh: Mates::untouched(&step.opened) }
    }

    fn fan_out(&self) -> u32 {
        let onward = u32::try_from(self.step.onward.len()).unwrap_or(u32::MAX);
        onward.saturating_mul(onward.saturating_add(1)) / 2 + 1
    }

    #[inline]
    fn expand(&self, state: Mates<W>, emit: &mut impl FnMut(Option<Mates<W>>)) {
        let ScheduleStep { slot, is_new, onward, .. } = self.step;
        let (own, at) = (code_of(*slot), if *is_new { code_of(*slot) } else { state.get(*slot) });
        let rest = state.without(*slot).with(self.fresh);
        if at == DONE {
            if self.may_end != MayEnd::Must {
                emit(Some(rest));
            }
            return;
        }
        let ended = match self.may_end {
            MayEnd::Must => Some(rest),
            MayEnd::May(colour) => rest.end_chosen(colour),
        };
        let is_inner = self.may_end != MayEnd::Must;
        if at == own {
            if let Some(ended) = ended {
                // One edge: the vertex is an end of the path.
                for &to in onward {
                    self.join(ended, END, to, emit);
                }
            }
            if is_inner {
                for (index, &one) in onward.iter().enumerate() {
                    let mate = rest.get(one);
                    if mate != DONE {
                        let taken = rest.without(one);
                        for &other in &onward[index + 1..] {
                            self.meet(taken, mate, other, emit);
                        }
                    }
                }
            }
            return;
        }
        if let Some(ended) = ended {
            self.finish(ended, at, END, emit);
        }
        if is_inner {
            for &to in onward {
                self.meet(rest, at, to, emit);
            }
        }
    }

    /// Adds an edge from the end of a path, whose other end is `mate`, to the vertex in a slot.
    #[inline]
    fn meet(&self, state: Mates<W>, mate: Code, to: u32, emit: &mut impl FnMut(Option<Mates<W>>)) {
        if mate != code_of(to) {
            self.join(state, mate, to, emit);
        } else if self.cycles && state.get(to) != DONE {
            // The edge closes a cycle, which must contain all vertices.
            if state.without(to).is_bare() && self.step.unseen == 0 {
                emit(None);
            }
        }
    }

    /// Adds the edge if that vertex is not the other end of the path.
    #[inline]
    fn join(&self, state: Mates<W>, mate: Code, to: u32, emit: &mut impl FnMut(Option<Mates<W>>)) {
        let other = state.get(to);
        if other != DONE {
            self.finish(state.without(to), mate, other, emit);
        }
    }

    /// Joins two paths by their other ends.
    #[inline]
    fn finish(
        &self,
        state: Mates<W>,
        one: Code,
        other: Code,
        emit: &mut impl FnMut(Option<Mates<W>>),
    ) {
        match state.linked(one, other) {
            Some(state) => emit(Some(state)),
            None if state.is_bare() && self.step.unseen == 0 => emit(None),
            None => {}
        }
    }
}
