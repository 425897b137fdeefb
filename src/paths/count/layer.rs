//! Layers of states, with the number of ways to each, and the transition to the next layer.

use std::{
    io,
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread, vec,
};

use ahash::RandomState;
use num_bigint::BigUint;

use crate::{
    control::{Limits, Progress, StopReason},
    memory,
    parallel::{self, ShouldStop, run_monitored},
};

use super::{
    ScheduleStep,
    mates::{CODES, Code, DONE, END, Mates, StateWord, WayCount, WeightedState, code_of},
    store::{Checkpoint, CountContext, CountFolder, CountStop, ListFile},
    table::{MANY, SHARDS, Shard, StateTable, bytes, hasher, scaled},
};

/// A layer of states with numbers of the width that they need.
#[derive(Clone)]
pub enum StateLayer<W: Copy> {
    /// The sum of all numbers has at most this many bits.
    Narrow(StateTable<W, u64>, u32),
    Wide(StateTable<W, u128>),
    Big(StateTable<W, BigUint>),
}

/// Evaluates an expression of the table of a layer, for each width of its numbers.
macro_rules! each_width {
    ($layer:expr, $table:ident => $value:expr) => {
        match $layer {
            StateLayer::Narrow($table, _) => $value,
            StateLayer::Wide($table) => $value,
            StateLayer::Big($table) => $value,
        }
    };
}

impl<W: StateWord> StateLayer<W> {
    /// Returns a layer of one state.
    pub fn new(state: Mates<W>) -> Self {
        StateLayer::Narrow(
            StateTable {
                lists: vec![vec![(state, 1)]],
                files: Vec::new(),
            },
            1,
        )
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        each_width!(self, table => table.len())
    }

    /// Returns the memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        each_width!(self, table => table.bytes())
    }

    /// Returns the layer of a checkpoint.
    pub fn of_saved(saved: &Checkpoint) -> Self {
        let files = saved.files.clone();
        match saved.words {
            1 => StateLayer::Narrow(StateTable::of_files(files), u64::BITS),
            2 => StateLayer::Wide(StateTable::of_files(files)),
            _ => StateLayer::Big(StateTable::of_files(files)),
        }
    }

    /// Whether lists are in files.
    pub fn has_files(&self) -> bool {
        each_width!(self, table => !table.files.is_empty())
    }

    /// Writes the lists that are in memory. Returns all files, and the words of the numbers.
    pub fn save(&self, folder: &CountFolder, step: usize) -> io::Result<(Vec<ListFile>, u8)> {
        let words = match self {
            StateLayer::Narrow(..) => 1,
            StateLayer::Wide(_) => 2,
            StateLayer::Big(_) => 3,
        };
        Ok((each_width!(self, table => table.save(folder, step))?, words))
    }

    /// Reads the lists in files.
    pub fn read_files(
        &mut self,
        folder: &CountFolder,
        run: &CountContext<'_>,
    ) -> Result<(), CountStop> {
        each_width!(self, table => table.read_files(folder, run))
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
                let bits = u128::BITS - table.sum().leading_zeros();
                if fits(bits, u64::BITS) {
                    StateLayer::Narrow(table, bits)
                } else {
                    let wide = table.with_numbers(run, u128::from)?;
                    return StateLayer::Wide(wide).widened(fan_out, run);
                }
            }
            StateLayer::Wide(table) => {
                if fits(u128::BITS - table.sum().leading_zeros(), u128::BITS) {
                    StateLayer::Wide(table)
                } else {
                    StateLayer::Big(table.with_numbers(run, BigUint::from)?)
                }
            }
            StateLayer::Big(table) => StateLayer::Big(table),
        })
    }

    /// Returns the states with numbers of 64 bits, if none has more.
    pub fn narrow(self, run: &CountContext<'_>) -> Result<Option<StateTable<W, u64>>, StopReason> {
        match self {
            StateLayer::Narrow(table, _) => Ok(Some(table)),
            StateLayer::Wide(table) if table.values().all(|&ways| u64::try_from(ways).is_ok()) => {
                table
                    .with_numbers(run, |ways| u64::try_from(ways).expect("each was tried"))
                    .map(Some)
            }
            StateLayer::Wide(_) | StateLayer::Big(_) => Ok(None),
        }
    }

    /// Applies [`Mates::moved`] to each state. No two become equal.
    pub fn moved(mut self, slots: &[Option<u32>]) -> Self {
        let inverse = inverse(slots);
        each_width!(&mut self, table => table.states_mut().for_each(|state| *state = state.moved(slots, &inverse)));
        self
    }

    /// Returns the next layer, and the number of complete paths or cycles.
    pub fn next(
        self,
        choice: &Transition<'_, W>,
        depth: u32,
        run: &mut CountContext<'_>,
    ) -> Result<(Self, BigUint), CountStop> {
        (run.peak_states, run.depth) = (run.peak_states.max(self.len()), depth);
        Ok(match self.widened(choice.fan_out(), run)? {
            StateLayer::Narrow(states, bits) => {
                let (next, complete) = run.expand(choice, depth, states)?;
                (
                    StateLayer::Narrow(next, bits + choice.fan_out().ilog2() + 1),
                    complete,
                )
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
pub fn inverse(slots: &[Option<u32>]) -> [Code; CODES] {
    let mut inverse: [Code; CODES] = [DONE; CODES];
    inverse[END as usize] = END;
    for (slot, from) in (0..).zip(slots) {
        if let Some(from) = from {
            inverse[code_of(*from) as usize] = code_of(slot);
        }
    }
    inverse
}

/// Whether a vertex is an end of the whole path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MayEnd {
    /// The vertex is an end.
    Must,
    /// The vertex may be an end if one is left for this colour.
    May(usize),
}

/// A choice at the vertices of a cut, which are in the slots 0, 1, 2 and so on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CutChoice {
    /// An edge between two of them.
    Edge(u32, u32),
    /// One of them as an end of the whole path.
    End(u32, MayEnd),
}

impl CutChoice {
    pub const fn must_be_made(self) -> bool {
        matches!(self, CutChoice::End(_, MayEnd::Must))
    }

    /// Returns the change of [`Mates::degrees`].
    pub fn degrees(self, slots: u32) -> u64 {
        match self {
            CutChoice::Edge(one, other) => (1 << (2 * one)) + (1 << (2 * other)),
            CutChoice::End(slot, MayEnd::Must) => 1 << (2 * slot),
            CutChoice::End(slot, MayEnd::May(colour)) => {
                let left = if colour == 0 {
                    2 * slots
                } else {
                    2 * slots + 2
                };
                (1_u64 << (2 * slot)).wrapping_sub(1 << left)
            }
        }
    }

    /// Applies the choice to a state, if that is possible.
    pub fn made<W: StateWord>(self, state: Mates<W>) -> Option<Mates<W>> {
        match self {
            CutChoice::Edge(one, other) => state.with_edge(one, other),
            CutChoice::End(slot, may_end) => {
                let code = state.get(slot);
                let state = match may_end {
                    MayEnd::Must => state,
                    MayEnd::May(colour) => state.end_chosen(colour)?,
                };
                if code == DONE {
                    None
                } else {
                    state.without(slot).linked(code, END)
                }
            }
        }
    }
}

/// A transition from a layer to the next.
pub enum Transition<'a, W: Copy> {
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
                (!free.must_be_made())
                    .then_some(state)
                    .into_iter()
                    .chain(free.made(state))
                    .for_each(|state| emit(Some(state)));
            }
        }
    }
}

/// Returns the number of threads for this many states; 0 for the calling thread.
pub fn threads(states: usize) -> usize {
    if states >= MANY {
        thread::available_parallelism().map_or(0, NonZero::get)
    } else {
        0
    }
}

impl CountContext<'_> {
    fn expand<W: StateWord, N: WayCount>(
        &mut self,
        choice: &Transition<'_, W>,
        depth: u32,
        states: StateTable<W, N>,
    ) -> Result<(StateTable<W, N>, BigUint), CountStop> {
        let frontier = states.len();
        let shards = if frontier < MANY { 1 } else { SHARDS };
        let expansion = LayerExpansion {
            choice,
            folder: self.folder.as_deref(),
            // The next layer is the one before the next step.
            step: depth as usize + 1,
            stored: AtomicUsize::new(states.states() + self.waiting.0),
            bytes: AtomicUsize::new(states.bytes() + self.waiting.1),
            expanded: AtomicUsize::new(self.expanded),
            limits: *self.monitor.limits(),
            hasher: hasher(),
            next: (0..shards).map(|_| Mutex::new(Shard::default())).collect(),
            lists: Mutex::new(states.lists.into_iter()),
            files: Mutex::new(states.files.into_iter()),
        };
        let progress = || Progress {
            depth,
            frontier,
            states: expansion.stored.load(Relaxed),
            bytes: expansion.bytes.load(Relaxed),
            ..Progress::default()
        };
        self.monitor.check(frontier, progress)?;
        let work = |_: usize, stop: ShouldStop<'_>| expansion.run(stop);
        let done = run_monitored(threads(frontier), &work, &mut self.monitor, progress);
        self.expanded = expansion.expanded.load(Relaxed);
        let mut complete = BigUint::ZERO;
        for part in done? {
            complete += part?.into();
        }
        let shards = expansion
            .next
            .into_iter()
            .map(|shard| shard.into_inner().expect("no thread panicked"))
            .collect();
        Ok((StateTable::of_shards(shards, threads(frontier))?, complete))
    }
}

/// Successors that wait until there are enough for their shard.
const WAITING: usize = 128;

/// The expansion of a layer by several threads.
struct LayerExpansion<'a, W: Copy, N> {
    choice: &'a Transition<'a, W>,
    /// The lists of states that no thread has taken yet.
    lists: Mutex<vec::IntoIter<Vec<WeightedState<W, N>>>>,
    files: Mutex<vec::IntoIter<ListFile>>,
    folder: Option<&'a CountFolder>,
    /// The step of the next layer, which names its files.
    step: usize,
    next: Vec<Mutex<Shard<W, N>>>,
    /// The states in memory.
    stored: AtomicUsize,
    /// The bytes in use.
    bytes: AtomicUsize,
    expanded: AtomicUsize,
    limits: Limits,
    hasher: RandomState,
}

impl<W: StateWord, N: WayCount> LayerExpansion<'_, W, N> {
    /// Expands lists until none is left. Returns the number of complete paths or cycles.
    fn run(&self, should_stop: ShouldStop<'_>) -> Result<N, CountStop> {
        let mut complete = N::default();
        // They never grow, as no memory may be left in the end.
        let mut waiting: Vec<Vec<WeightedState<W, N>>> = self
            .next
            .iter()
            .map(|_| Vec::with_capacity(WAITING))
            .collect();
        loop {
            let Some(mut list) = self.next_list()? else {
                break;
            };
            for (at, (state, ways)) in list.iter().enumerate() {
                if at % WAITING == 0 && should_stop() {
                    return Ok(complete);
                }
                let mut full = Ok(());
                self.choice
                    .expand(*state, &mut |successor| match successor {
                        Some(state) if full.is_ok() => {
                            let number = scaled(self.hasher.hash_one(state), self.next.len());
                            waiting[number].push((state, ways.clone()));
                            if waiting[number].len() >= WAITING {
                                full = self.insert(number, &mut waiting[number]);
                            }
                        }
                        Some(_) => {}
                        None => complete += ways,
                    });
                full?;
            }
            self.expanded.fetch_add(list.len(), Relaxed);
            if self.next.len() > 1 {
                self.bytes.fetch_sub(bytes(&list), Relaxed);
                self.stored.fetch_sub(list.len(), Relaxed);
                memory::give_back(&mut list);
            }
        }
        for (number, waiting) in waiting.iter_mut().enumerate() {
            self.insert(number, waiting)?;
        }
        Ok(complete)
    }

    /// Returns a list that no thread has taken. Equal states of a file become one.
    fn next_list(&self) -> Result<Option<Vec<WeightedState<W, N>>>, CountStop> {
        if let Some(list) = parallel::lock(&self.lists).next() {
            return Ok(Some(list));
        }
        let Some(file) = parallel::lock(&self.files).next() else {
            return Ok(None);
        };
        let folder = self.folder.expect("a list in a file has a folder");
        let mut shard = Shard::default();
        folder.read(&file, |state, ways| {
            if !self.make_room(&mut shard, 1, |_| true)? {
                return Err(StopReason::Memory);
            }
            shard.add(self.hasher.hash_one(state), state, ways);
            Ok(())
        })?;
        let before = shard.bytes();
        let list = shard.into_list();
        self.bytes.fetch_sub(before - bytes(&list), Relaxed);
        self.stored.fetch_add(list.len(), Relaxed);
        Ok(Some(list))
    }

    /// Adds successors to their shard. If the memory does not suffice and there is a folder, the
    /// shard is written first.
    fn insert(
        &self,
        number: usize,
        waiting: &mut Vec<WeightedState<W, N>>,
    ) -> Result<(), CountStop> {
        let mut shard = parallel::lock(&self.next[number]);
        if !self.make_room(&mut shard, waiting.len(), |bytes| self.is_fair(bytes))? {
            let folder = self.folder.ok_or(StopReason::Memory)?;
            self.bytes.fetch_sub(shard.bytes(), Relaxed);
            self.stored.fetch_sub(shard.len(), Relaxed);
            shard.spill(|| folder.new_list(self.step, number))?;
            if !self.make_room(&mut shard, waiting.len(), |_| true)? {
                return Err(StopReason::Memory.into());
            }
        }
        let states = shard.len();
        for (state, ways) in waiting.drain(..) {
            shard.add(self.hasher.hash_one(state), state, ways);
        }
        let more = shard.len() - states;
        self.bytes.fetch_add(more * N::BEYOND, Relaxed);
        let stored = self.stored.fetch_add(more, Relaxed) + more;
        Ok(self.limits.check_states(stored)?)
    }

    /// Makes room for more states in a shard. Returns whether its new size is accepted and within
    /// the limit.
    fn make_room(
        &self,
        shard: &mut Shard<W, N>,
        more: usize,
        is_accepted: impl Fn(usize) -> bool,
    ) -> Result<bool, StopReason> {
        let before = shard.bytes();
        let states = shard.len();
        if let Some(places) = shard.places_for(states + more) {
            // While a shard grows, the old and the new memory are in use.
            let grown = Shard::<W, N>::bytes_of(places, states);
            let taken = self.bytes.load(Relaxed).saturating_add(grown);
            if taken > self.limits.bytes() || !is_accepted(grown) {
                return Ok(false);
            }
            shard.grow(places, &self.hasher)?;
            self.bytes.fetch_add(shard.bytes() - before, Relaxed);
        }
        Ok(true)
    }

    /// Whether a shard of this many bytes leaves enough for the others and for the lists that are
    /// read. Without a folder, each may take all that is left.
    fn is_fair(&self, bytes: usize) -> bool {
        self.folder.is_none() || bytes <= self.limits.bytes() / (2 * SHARDS)
    }
}

/// A transition that gives a vertex its edges.
pub struct VertexStep<'a, W: Copy> {
    step: &'a ScheduleStep,
    may_end: MayEnd,
    /// Whether cycles are counted, not paths.
    cycles: bool,
    /// The vertices that come to the frontier.
    fresh: Mates<W>,
}

impl<'a, W: StateWord> VertexStep<'a, W> {
    /// Makes the transition of a step.
    pub fn new(step: &'a ScheduleStep, may_end: MayEnd, cycles: bool) -> Self {
        VertexStep {
            step,
            may_end,
            cycles,
            fresh: Mates::untouched(&step.opened),
        }
    }

    fn fan_out(&self) -> u32 {
        let onward = u32::try_from(self.step.onward.len()).unwrap_or(u32::MAX);
        onward.saturating_mul(onward.saturating_add(1)) / 2 + 1
    }

    #[inline]
    fn expand(&self, state: Mates<W>, emit: &mut impl FnMut(Option<Mates<W>>)) {
        let ScheduleStep {
            slot,
            is_new,
            onward,
            ..
        } = self.step;
        let own = code_of(*slot);
        let at = if *is_new {
            code_of(*slot)
        } else {
            state.get(*slot)
        };
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
                            self.add_edge(taken, mate, other, emit);
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
                self.add_edge(rest, at, to, emit);
            }
        }
    }

    /// Adds an edge from the end of a path, whose other end is `mate`, to the vertex in a slot.
    #[inline]
    fn add_edge(
        &self,
        state: Mates<W>,
        mate: Code,
        to: u32,
        emit: &mut impl FnMut(Option<Mates<W>>),
    ) {
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
