//! Layers of states, with the number of ways to each, and the transition to the next layer.

use std::collections::HashMap;
use std::mem;
use std::num::NonZero;
use std::ops::{AddAssign, ControlFlow};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use ahash::RandomState;
use num_bigint::BigUint;

use crate::control::{Monitor, Progress, StopReason};
use crate::memory;
use crate::parallel::{self, ShouldStop};

use super::ScheduleStep;
use super::mates::{CODES, Code, DONE, END, Mates, StateWord, code_of};

/// Part of a table.
type Shard<W, N> = HashMap<Mates<W>, N, RandomState>;

/// States, and the number of ways to each. The hash of a state chooses its shard, so that threads
/// fill different shards at the same time, and a shard that is read can be dropped before the next.
#[derive(Clone)]
pub(super) struct StateTable<W, N> {
    pub(super) shards: Vec<Shard<W, N>>,
}

/// The shards of the successors of at least [`MANY`] states.
const SHARDS: usize = 256;

/// Fewer states have a single thread and a single shard.
const MANY: usize = 1 << 14;

impl<W: StateWord, N: WayCount> StateTable<W, N> {
    fn len(&self) -> usize {
        self.shards.iter().map(HashMap::len).sum()
    }

    /// Returns the memory in use, in bytes.
    fn bytes(&self) -> usize {
        self.shards.iter().map(bytes).sum()
    }

    fn values(&self) -> impl Iterator<Item = &N> {
        self.shards.iter().flat_map(HashMap::values)
    }

    /// Converts each state and number; no two states become equal.
    fn map<M: WayCount>(
        self,
        run: &CountContext<'_>,
        change: impl Fn(Mates<W>, N) -> (Mates<W>, M),
    ) -> Result<StateTable<W, M>, StopReason> {
        let taken = self.bytes();
        let mut shards: Vec<Shard<W, M>> = Vec::with_capacity(self.shards.len());
        let (mut made, mut dropped) = (0, 0);
        for shard in self.shards {
            let mut next = empty();
            made += bytes_for::<W, M>(shard.len());
            if run.is_beyond(taken - dropped + made) {
                return Err(StopReason::Memory);
            }
            make_room(&mut next, shard.len())?;
            dropped += bytes(&shard);
            next.extend(shard.into_iter().map(|(state, ways)| change(state, ways)));
            shards.push(next);
        }
        Ok(StateTable { shards })
    }
}

/// A layer of states with numbers of the width that they need.
#[derive(Clone)]
pub(super) enum StateLayer<W> {
    /// The sum of all numbers has at most this many bits.
    Narrow(StateTable<W, u64>, u32),
    Wide(StateTable<W, u128>),
    Big(StateTable<W, BigUint>),
}

/// A number of ways.
pub(super) trait WayCount:
    Clone + Default + Send + Into<BigUint> + for<'a> AddAssign<&'a Self>
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
        let mut shard = empty();
        shard.insert(state, 1);
        StateLayer::Narrow(StateTable { shards: vec![shard] }, 1)
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
            StateLayer::Narrow(table, _) => table.bytes(),
            StateLayer::Wide(table) => table.bytes(),
            StateLayer::Big(table) => table.bytes(),
        }
    }

    /// Widens the numbers, if needed, so that `fan_out` times their sum cannot overflow.
    ///
    /// # Errors
    /// If the memory does not suffice for both layers.
    fn widened(self, fan_out: u32, run: &CountContext<'_>) -> Result<Self, StopReason> {
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
                    let wide = table.map(run, |state, ways| (state, u128::from(ways)))?;
                    return StateLayer::Wide(wide).widened(fan_out, run);
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
                    StateLayer::Big(table.map(run, |state, ways| (state, BigUint::from(ways)))?)
                }
            }
            StateLayer::Big(table) => StateLayer::Big(table),
        })
    }

    /// Returns the states with numbers of 64 bits, if none has more.
    pub(super) fn narrow(
        self,
        run: &CountContext<'_>,
    ) -> Result<Option<StateTable<W, u64>>, StopReason> {
        match self {
            StateLayer::Narrow(table, _) => Ok(Some(table)),
            StateLayer::Wide(table) if table.values().all(|&ways| u64::try_from(ways).is_ok()) => {
                let narrow = |ways| u64::try_from(ways).expect("each was tried");
                table.map(run, |state, ways| (state, narrow(ways))).map(Some)
            }
            StateLayer::Wide(_) | StateLayer::Big(_) => Ok(None),
        }
    }

    /// Applies [`Mates::moved`] to each state.
    pub(super) fn moved(
        self,
        slots: &[Option<u32>],
        run: &CountContext<'_>,
    ) -> Result<Self, StopReason> {
        let inverse = inverse(slots);
        Ok(match self {
            StateLayer::Narrow(table, bits) => {
                let moved = table.map(run, |state, ways| (state.moved(slots, &inverse), ways))?;
                StateLayer::Narrow(moved, bits)
            }
            StateLayer::Wide(table) => StateLayer::Wide(
                table.map(run, |state, ways| (state.moved(slots, &inverse), ways))?,
            ),
            StateLayer::Big(table) => {
                StateLayer::Big(table.map(run, |state, ways| (state.moved(slots, &inverse), ways))?)
            }
        })
    }

    /// Returns the next layer, and the number of complete paths or cycles.
    pub(super) fn next(
        self,
        choice: &Transition<'_, W>,
        depth: u32,
        run: &mut CountContext<'_>,
    ) -> Result<(Self, BigUint), StopReason> {
        (run.peak_states, run.depth) = (run.peak_states.max(self.len()), depth);
        Ok(match self.widened(choice.fan_out(), run)? {
            StateLayer::Narrow(states, bits) => {
                let (next, complete) = run.expand(choice, depth, states)?;
                (StateLayer::Narrow(next, bits + choice.fan_out().ilog2() + 1), complete)
            }
            StateLayer::Wide(states) => {
                let (next, complete) = run.expand(choice, depth, states)?;
                (StateLayer::Wide(next), complete)
            }
            StateLayer::Big(states) => {
                let (next, complete) = run.expand(choice, depth, states)?;
                (StateLayer::Big(next), complete)
            }
        })
    }
}

/// Returns the new code of each old one when the vertices of `slots` move to the slots 0, 1 and so
/// on, for [`Mates::moved`].
pub(super) fn inverse(slots: &[Option<u32>]) -> [Code; CODES] {
    let mut inverse: [Code; CODES] = [DONE; CODES];
    inverse[END as usize] = END;
    for (slot, from) in (0..).zip(slots) {
        if let Some(from) = from {
            inverse[code_of(*from) as usize] = code_of(slot);
        }
    }
    inverse
}

/// The seeds are fixed, so that equal inputs give equal runs.
fn hasher() -> RandomState {
    RandomState::with_seeds(1, 2, 3, 4)
}

fn empty<W: StateWord, N>() -> Shard<W, N> {
    HashMap::with_hasher(hasher())
}

/// Returns the memory of a shard, in bytes.
fn bytes<W: StateWord, N: WayCount>(shard: &Shard<W, N>) -> usize {
    bytes_for::<W, N>(shard.capacity())
}

/// Returns the memory of a shard for this many states. Its capacity is 7/8 of a power of two.
fn bytes_for<W: StateWord, N: WayCount>(states: usize) -> usize {
    let places = if states == 0 { 0 } else { (states.saturating_mul(8) / 7).next_power_of_two() };
    places.saturating_mul(mem::size_of::<(Mates<W>, N)>() + 1 + N::BEYOND)
}

/// Reserves memory in a shard for more states.
fn make_room<W: StateWord, N>(
    shard: &mut Shard<W, N>,
    additional: usize,
) -> Result<(), StopReason> {
    let is_there = shard.try_reserve(additional).is_ok();
    if is_there && (additional < MANY || memory::is_there_more()) {
        Ok(())
    } else {
        Err(StopReason::OutOfMemory)
    }
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
#[derive(Clone, Copy, PartialEq, Eq)]
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

/// Returns the number of threads for this many states; 0 for the calling thread.
pub(super) fn threads(states: usize) -> usize {
    let is_threaded = cfg!(feature = "threads") && states >= MANY;
    if is_threaded { thread::available_parallelism().map_or(0, NonZero::get) } else { 0 }
}

/// The progress of a count.
pub(super) struct CountContext<'a> {
    pub(super) watch: Monitor<'a>,
    /// The number of states expanded.
    pub(super) expanded: usize,
    /// The maximum number of states of one layer.
    pub(super) peak_states: usize,
    /// The number of steps done.
    pub(super) depth: u32,
    /// The states and bytes of the layer that waits for the join.
    pub(super) waiting: (usize, usize),
}

impl CountContext<'_> {
    /// Whether the waiting layer and this many bytes exceed the limit.
    pub(super) fn is_beyond(&self, bytes: usize) -> bool {
        let taken = self.waiting.1.saturating_add(bytes);
        self.watch.limits().max_bytes.is_some_and(|most| taken > most)
    }

    fn expand<W: StateWord, N: WayCount>(
        &mut self,
        choice: &Transition<'_, W>,
        depth: u32,
        states: StateTable<W, N>,
    ) -> Result<(StateTable<W, N>, BigUint), StopReason> {
        let frontier = states.len();
        let shards = if frontier < MANY { 1 } else { SHARDS };
        let expansion = Expansion {
            choice,
            stored: AtomicUsize::new(frontier + self.waiting.0),
            bytes: AtomicUsize::new(states.bytes() + self.waiting.1),
            expanded: AtomicUsize::new(self.expanded),
            max_states: self.watch.limits().max_states.unwrap_or(usize::MAX),
            max_bytes: self.watch.limits().max_bytes.unwrap_or(usize::MAX),
            hasher: hasher(),
            next: (0..shards).map(|_| Mutex::new(empty())).collect(),
            states: Mutex::new(states.shards.into_iter()),
        };
        let progress = || Progress {
            depth,
            frontier,
            states: expansion.stored.load(Relaxed),
            bytes: expansion.bytes.load(Relaxed),
            ..Progress::default()
        };
        self.watch.check(self.expanded, progress)?;
        let mut stopped = Ok(());
        let work = |_: usize, stop: ShouldStop<'_>| expansion.run(stop);
        let done = parallel::run_watched(threads(frontier), &work, &mut || {
            stopped = self.watch.check_now(progress);
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.expanded = expansion.expanded.load(Relaxed);
        stopped?;
        let mut complete = BigUint::ZERO;
        for part in done {
            complete += part?.into();
        }
        let shard = |shard: Mutex<Shard<W, N>>| shard.into_inner().expect("no thread panicked");
        Ok((StateTable { shards: expansion.next.into_iter().map(shard).collect() }, complete))
    }
}

/// Successors that wait until there are enough for their shard.
const WAITING: usize = 128;

/// The expansion of a layer by several threads.
struct Expansion<'a, W, N> {
    choice: &'a Transition<'a, W>,
    /// The shards that no thread has taken yet.
    states: Mutex<std::vec::IntoIter<Shard<W, N>>>,
    next: Vec<Mutex<Shard<W, N>>>,
    /// The states in memory.
    stored: AtomicUsize,
    /// The bytes in use.
    bytes: AtomicUsize,
    expanded: AtomicUsize,
    max_states: usize,
    max_bytes: usize,
    hasher: RandomState,
}

impl<W: StateWord, N: WayCount> Expansion<'_, W, N> {
    /// Expands shards until none is left. Returns the number of complete paths or cycles.
    fn run(&self, should_stop: ShouldStop<'_>) -> Result<N, StopReason> {
        let mut complete = N::default();
        let mut waiting: Vec<Vec<(Mates<W>, N)>> = vec![Vec::new(); self.next.len()];
        loop {
            let Some(shard) = parallel::lock(&self.states).next() else { break };
            let (len, freed) = (shard.len(), bytes(&shard));
            for (at, (state, ways)) in shard.into_iter().enumerate() {
                if at % WAITING == 0 && should_stop() {
                    return Ok(complete);
                }
                let mut full = Ok(());
                self.choice.expand(state, &mut |successor| match successor {
                    Some(state) => {
                        let hash = self.hasher.hash_one(state) >> 32;
                        let number = usize::try_from(hash % self.next.len() as u64).unwrap_or(0);
                        waiting[number].push((state, ways.clone()));
                        if waiting[number].len() >= WAITING && full.is_ok() {
                            full = self.insert(number, &mut waiting[number]);
                        }
                    }
                    None => complete += &ways,
                });
                full?;
            }
            self.expanded.fetch_add(len, Relaxed);
            if self.next.len() > 1 {
                self.bytes.fetch_sub(freed, Relaxed);
                self.stored.fetch_sub(len, Relaxed);
            }
        }
        for (number, waiting) in waiting.iter_mut().enumerate() {
            self.insert(number, waiting)?;
        }
        Ok(complete)
    }

    /// Adds successors to their shard.
    fn insert(&self, number: usize, waiting: &mut Vec<(Mates<W>, N)>) -> Result<(), StopReason> {
        let mut shard = parallel::lock(&self.next[number]);
        let (before, states) = (bytes(&shard), shard.len());
        if shard.capacity() - states < waiting.len() {
            // While a shard grows, the old and the new memory are in use.
            let grown = bytes_for::<W, N>((states + waiting.len()).max(shard.capacity() + 1));
            if self.bytes.load(Relaxed).saturating_add(grown) > self.max_bytes {
                return Err(StopReason::Memory);
            }
            make_room(&mut shard, waiting.len())?;
            self.bytes.fetch_add(bytes(&shard) - before, Relaxed);
        }
        for (state, ways) in waiting.drain(..) {
            *shard.entry(state).or_default() += &ways;
        }
        let more = shard.len() - states;
        if self.stored.fetch_add(more, Relaxed) + more > self.max_states {
            return Err(StopReason::States);
        }
        Ok(())
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
