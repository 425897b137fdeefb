//! The states at one place of the order, with how many ways lead to each, and the way from one
//! such layer to the next.

use std::collections::HashMap;
use std::mem;
use std::ops::AddAssign;

use ahash::RandomState;
use num_bigint::BigUint;

use crate::control::{Limits, Monitor, Progress, StopReason};
use crate::memory;

use super::ScheduleStep;
use super::mates::{CODES, Code, DONE, END, Mates, StateWord, code_of};

/// States, and in how many ways each arises.
pub(super) type StateCounts<W, N> = HashMap<Mates<W>, N, RandomState>;

/// A table with numbers that are as wide as they have to be.
pub(super) enum StateLayer<W> {
    /// The sum of all has this many bits at most.
    Narrow(StateCounts<W, u64>, u32),
    Wide(StateCounts<W, u128>),
    Big(StateCounts<W, BigUint>),
}

/// A number of ways.
pub(super) trait WayCount:
    Clone + Default + Into<BigUint> + for<'a> AddAssign<&'a Self>
{
    /// Bytes that a number takes beyond its own, about.
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
    /// One state, which arises in one way.
    pub(super) fn new(state: Mates<W>) -> Self {
        let mut narrow = table();
        narrow.insert(state, 1);
        StateLayer::Narrow(narrow, 1)
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        match self {
            StateLayer::Narrow(table, _) => table.len(),
            StateLayer::Wide(table) => table.len(),
            StateLayer::Big(table) => table.len(),
        }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        match self {
            StateLayer::Narrow(table, _) => bytes(table),
            StateLayer::Wide(table) => bytes(table),
            StateLayer::Big(table) => bytes(table),
        }
    }

    /// The same with numbers so wide that a sum of `fan_out` times all of them cannot overflow.
    ///
    /// # Errors
    /// If there is no room for both, what it was and what it becomes.
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
                // The greatest one times how many there are, as the sum itself may overflow.
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

    /// The same with numbers of 128 bits, of which `times` times all together have no more either;
    /// none if they do not.
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

    /// The same with states as [`Mates::moved`] makes them.
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

    /// The next layer, and the number of paths or cycles that are complete.
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

/// An empty table, hashed with fixed seeds: same input, same course.
pub(super) fn table<W: StateWord, N>() -> StateCounts<W, N> {
    HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4))
}

/// Bytes taken by a table.
pub(super) fn bytes<W: StateWord, N: WayCount>(table: &StateCounts<W, N>) -> usize {
    bytes_for::<W, N>(table.capacity())
}

/// Bytes that a table for so many states takes: of its places, a power of two, an eighth stays
/// free.
fn bytes_for<W: StateWord, N: WayCount>(states: usize) -> usize {
    let places = (states.saturating_mul(8) / 7).next_power_of_two();
    places.saturating_mul(mem::size_of::<(Mates<W>, N)>() + 1 + N::BEYOND)
}

/// Makes room in a table for more states, as it would itself, if the machine has it.
fn make_room<W: StateWord, N>(
    table: &mut StateCounts<W, N>,
    additional: usize,
) -> Result<(), StopReason> {
    let is_there = table.try_reserve(additional).is_ok() && memory::is_there_more();
    if is_there { Ok(()) } else { Err(StopReason::OutOfMemory) }
}

/// Which vertices may be ends of the whole path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MayEnd {
    /// This one is an end.
    Must,
    /// It may be one, as far as there are ends left for its colour, which is that.
    May(usize),
}

/// What belongs to neither side: it is between the vertices of the cut, which are in the slots 0,
/// 1, 2 and so on.
#[derive(Clone, Copy)]
pub(super) enum CutChoice {
    /// An edge between two of them.
    Edge(u32, u32),
    /// That one of them is an end of the whole path.
    End(u32, MayEnd),
}

impl CutChoice {
    pub(super) const fn must_be_made(self) -> bool {
        matches!(self, CutChoice::End(_, MayEnd::Must))
    }

    /// What it adds to [`Mates::degrees`].
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

    /// The state with this choice made, where it can be.
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

/// Something that may be done in several ways between a layer and the next.
pub(super) enum Transition<'a, W> {
    /// A vertex gets its edges.
    Vertex(VertexStep<'a, W>),
    /// What is between the vertices of a cut is done, or not.
    CutChoice(CutChoice),
}

impl<W: StateWord> Transition<'_, W> {
    /// The most states that one leads to, and at least 1.
    fn fan_out(&self) -> u32 {
        match self {
            Transition::Vertex(step) => step.fan_out(),
            Transition::CutChoice(_) => 2,
        }
    }

    /// Shows what follows on a state to `emit`: states, or `None` for a whole path or cycle.
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

/// A count that is under way.
pub(super) struct CountContext<'a> {
    pub(super) watch: Monitor<'a>,
    /// States expanded.
    pub(super) expanded: usize,
    /// The most states of one layer.
    pub(super) peak_states: usize,
    /// States and bytes of a layer that waits for another to be joined with it.
    pub(super) waiting: (usize, usize),
}

impl CountContext<'_> {
    /// Whether so many bytes are too many besides what waits.
    pub(super) fn is_beyond(&self, bytes: usize) -> bool {
        let taken = self.waiting.1.saturating_add(bytes);
        self.watch.limits().max_bytes.is_some_and(|most| taken > most)
    }

    /// An empty table for as many states as another holds, which stays as long as it is filled.
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
            // A table that grows is, for a while, there twice: as it was, and twice as large.
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

/// The step of a vertex, and what the question makes of it.
pub(super) struct VertexStep<'a, W> {
    step: &'a ScheduleStep,
    may_end: MayEnd,
    /// Whether cycles are counted, not paths.
    cycles: bool,
    /// The vertices that come to the frontier.
    fresh: Mates<W>,
}

impl<'a, W: StateWord> VertexStep<'a, W> {
    /// Gives the vertex its edges in every way.
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
                // One edge, from the end of the path on.
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

    /// Gives an edge to the end of a path, whose other end is `mate`, and the vertex in a slot.
    #[inline]
    fn meet(&self, state: Mates<W>, mate: Code, to: u32, emit: &mut impl FnMut(Option<Mates<W>>)) {
        if mate != code_of(to) {
            self.join(state, mate, to, emit);
        } else if self.cycles && state.get(to) != DONE {
            // The path closes a cycle: good if nothing is left over.
            if state.without(to).is_bare() && self.step.unseen == 0 {
                emit(None);
            }
        }
    }

    /// The same where that vertex is not the other end of the path.
    #[inline]
    fn join(&self, state: Mates<W>, mate: Code, to: u32, emit: &mut impl FnMut(Option<Mates<W>>)) {
        let other = state.get(to);
        if other != DONE {
            self.finish(state.without(to), mate, other, emit);
        }
    }

    /// Makes the other ends of two paths, which have met, the ends of one.
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
