//! Breadth-first search by layers in memory, on all cores.
//!
//! The hash of a state determines its shard. In each turn, every thread expands a part of the last
//! layer and sorts the successors by shard. Then each shard inserts its successors in the order in
//! which a single thread would have generated them. So the result does not depend on the number of
//! threads.

mod shard;

use std::{
    io::{self, Read, Write},
    ops::Range,
};

use ahash::RandomState;

use crate::{
    control::{Monitor, Progress, StopReason},
    memory,
    parallel::{StateCheck, for_each, try_for_each},
};

use super::{
    layers::{
        Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter,
        read_numbers, write_numbers,
    },
    reversed::Reversed,
    space::{ArrivalId, BLOCK, Key, Space, StateWords, Successor, check_keys, no_state},
};
use shard::Shard;

/// The fewest states that each thread expands in a turn: enough that the turns cost nothing.
const TURN: usize = 1 << 12;
/// The fewest states for which other threads are started.
const WORTH_THREADS: usize = 1 << 11;
/// The successors of a turn take at least this fraction of the bytes of the shards, so that each
/// shard serves many lookups while it is in the cache. With an eighth a state takes a quarter
/// longer; a half is no faster.
const PART_OF_SHARDS: usize = 4;
/// Number of successors that are inserted at a time. Room is reserved for all, though few are new.
const AT_ONCE: usize = 1 << 10;

/// Size of a shard after a split, in bytes. It is split again before it outgrows the cache of a
/// core, which it needs during insertion.
const SHARD_BYTES: usize = if cfg!(test) { 1 << 15 } else { 1 << 17 };
/// Maximum number of shards.
const MAX_SHARDS: usize = 1 << 12;
/// The fewest shards for each of several threads, so that all have work until the end.
const SHARDS_OF_THREAD: usize = 4;
/// Number of shards that replace one that is too large.
const SPLIT: usize = 8;
/// Minimum share of a shard in the limit on memory, in bytes, for a split. The lists of smaller
/// shards come from the heap of the allocator, in which growing lists leave holes: they took 184 MB
/// for 128.
const MIN_SHARE: usize = 1 << 21;

/// The successors of a turn get this fraction of the limit on memory.
const FOR_SUCCESSORS: usize = 16;
/// Estimated number of successors of a state.
const BRANCHING: usize = 8;

/// The engine, with its memory.
pub struct HashedEngine<K> {
    /// One per thread.
    workers: Vec<HashedWorker<K>>,
    shards: Vec<Shard<K>>,
    /// Whether it searches a one-way space from its goals.
    is_reversed: bool,
    hasher: RandomState,
    /// The greatest average number of successors of a state in a long turn.
    branching: usize,
    /// Number of complete layers.
    depth: u32,
    /// Number of classes met.
    met: u64,
    /// Progress of another search, which counts towards the limits and is reported.
    others: Progress,
    /// Number of words of a key in a saved state. The further words of a key are 0.
    saved_words: usize,
}

struct HashedWorker<K> {
    space: Box<dyn Space<K>>,
    successors: Vec<Successor<K>>,
    /// The successors for each shard.
    out: Vec<Vec<Successor<K>>>,
}

/// A part of a layer: keys and their arrivals.
type FrontierPart<'a, K> = (&'a [K], &'a [ArrivalId]);

impl<K: Key> HashedEngine<K> {
    /// Creates an engine with at least one thread.
    pub fn new(space: Box<dyn Space<K>>, threads: usize) -> Self {
        let others: Vec<_> = (1..threads).map(|_| space.another()).collect();
        let shard = Shard::new(space.is_one_way());
        HashedEngine {
            workers: std::iter::once(space)
                .chain(others)
                .map(|space| HashedWorker {
                    space,
                    successors: Vec::new(),
                    out: vec![Vec::new()],
                })
                .collect(),
            shards: vec![shard],
            is_reversed: false,
            // Fixed, so that a run can be repeated to the last comparison.
            hasher: RandomState::with_seeds(0x68, 0x75, 0x61, 0x72),
            branching: 1,
            depth: 0,
            met: 0,
            others: Progress::default(),
            saved_words: K::WORDS,
        }
    }

    /// Saves and restores keys in this number of words, because the further words of all keys of
    /// the space are 0.
    pub const fn with_saved_words(mut self, words: usize) -> Self {
        assert!(
            words <= K::WORDS,
            "a key has fewer words than are to be saved"
        );
        self.saved_words = words;
        self
    }

    /// Counts bytes that the engine does not take itself towards the limit on memory.
    pub const fn count_others(&mut self, bytes: usize) {
        self.others.bytes = bytes;
    }

    /// Counts the states of another search as its own, so that both are one for limits and
    /// observer.
    pub fn count_with(&mut self, other: &Self) {
        self.others = other.progress();
    }

    /// Returns its progress without that of other searches.
    pub fn progress(&self) -> Progress {
        let found: u64 = self.shards.iter().map(|shard| shard.found.classes).sum();
        Progress {
            depth: self.depth,
            frontier: self
                .shards
                .iter()
                .map(|shard| shard.last_layer().len())
                .sum(),
            states: usize::try_from(self.met + found).unwrap_or(usize::MAX),
            bytes: self.bytes(),
            ..Progress::default()
        }
    }

    /// Returns the bytes that it takes now.
    pub fn bytes(&self) -> usize {
        self.workers
            .iter()
            .map(|worker| {
                let out: usize = worker.out.iter().map(Vec::capacity).sum();
                (out + worker.successors.capacity()) * size_of::<Successor<K>>()
            })
            .sum::<usize>()
            + self.workers[0].space.table_bytes()
            + self.bytes_of_shards()
    }

    /// Iterates over the keys of the last layer in arbitrary order.
    pub fn last_keys(&self) -> impl Iterator<Item = &K> {
        self.shards.iter().flat_map(Shard::last_layer)
    }

    /// Returns the least common key of both last layers.
    pub fn least_common(&self, other: &Self) -> Option<K> {
        let (fewer, more) = if self.progress().frontier <= other.progress().frontier {
            (self, other)
        } else {
            (other, self)
        };
        let shards = &more.shards;
        let hasher = &more.hasher;
        let is_common = |key: &&K| {
            let hash = hasher.hash_one(*key);
            shards[shard_of(hash, shards.len())].has_last(hash, key)
        };
        let mut least: Vec<(&Shard<K>, Option<K>)> =
            fewer.shards.iter().map(|shard| (shard, None)).collect();
        let threads = fewer.threads_for(fewer.progress().frontier);
        for_each(threads, &mut least, &|_, (shard, least)| {
            *least = shard.last_layer().iter().filter(is_common).min().copied();
        });
        least.into_iter().filter_map(|(_, least)| least).min()
    }

    /// Lists the keys of the last layer, within the limit on memory.
    pub fn list_last_keys(&self, monitor: &Monitor<'_>) -> Result<Vec<K>, StopReason> {
        let count = self
            .shards
            .iter()
            .map(|shard| shard.last_layer().len())
            .sum();
        let taken = self.bytes() + self.others.bytes + count * size_of::<K>();
        monitor.limits().check_bytes(taken)?;
        let mut keys = Vec::new();
        memory::reserve_exact(&mut keys, count)?;
        keys.extend(self.last_keys());
        Ok(keys)
    }

    /// Reverses the moves between all states, unless moves lead back, or restores them.
    fn reverse(&mut self, wanted: bool, monitor: &mut Monitor<'_>) -> Result<(), StopReason> {
        let space = &self.workers[0].space;
        if !space.is_one_way() || self.is_reversed == wanted {
            return Ok(());
        }
        let found: Box<dyn Space<K>> = if wanted {
            let mut keys = Vec::new();
            for shard in &self.shards {
                memory::reserve_exact(&mut keys, shard.keys().len())?;
                keys.extend(shard.keys());
            }
            Box::new(Reversed::new(space.another(), keys, self.bytes(), monitor)?)
        } else {
            space.wrapped().expect("a reversed space").another()
        };
        for worker in &mut self.workers {
            worker.space = found.another();
        }
        self.is_reversed = wanted;
        Ok(())
    }

    /// Returns the bytes that a shard may take.
    fn share(&self, monitor: &Monitor<'_>) -> usize {
        monitor.limits().max_bytes.map_or(usize::MAX, |most| {
            // A list of successors may double in a turn.
            let successors = self.bytes() - self.bytes_of_shards();
            let kept = successors.max(2 * most / FOR_SUCCESSORS);
            most.saturating_sub(kept + self.others.bytes) / self.shards.len()
        })
    }

    fn bytes_of_shards(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// Removes and returns the goals met.
    fn take_goals(&mut self) -> Vec<K> {
        let mut goals = Vec::new();
        self.shards
            .iter_mut()
            .for_each(|shard| goals.append(&mut shard.goals));
        goals
    }

    /// Adds the new keys to the next layer.
    ///
    /// # Errors
    /// If one of them is the key of no state, or memory is short.
    fn put(&mut self, keys: &[K], share: usize) -> Result<(), LayerError> {
        let shards = self.shards.len();
        let mut found = Vec::new();
        for keys in keys.chunks(TURN) {
            found.clear();
            self.workers[0].space.classify(keys, &mut found);
            let mut dealt = vec![Vec::new(); shards];
            for (&key, found) in keys.iter().zip(&found) {
                let (_, class) = found.filter(|&(own, _)| own == key).ok_or_else(no_state)?;
                let part = &mut dealt[shard_of(self.hasher.hash_one(key), shards)];
                part.push(Successor {
                    key,
                    place: 0,
                    arrival: 0,
                    class,
                    image: 0,
                });
            }
            for (shard, successors) in self.shards.iter_mut().zip(&dealt) {
                shard.insert(&self.hasher, successors, share)?;
            }
        }
        Ok(())
    }

    /// Completes the next layer.
    fn turn(&mut self, max_bytes: usize) -> Result<Layer, StopReason> {
        let mut layer = Layer::default();
        if self.shards.iter().any(|shard| shard.found.classes > 0) {
            self.shards
                .iter_mut()
                .for_each(|shard| layer.add(&shard.turn()));
            self.split(max_bytes)?;
        }
        self.met += layer.classes;
        Ok(layer)
    }

    /// Splits the shards if they are too large for the cache or too few for the threads, and memory
    /// is enough. Small layers, which one thread searches, are cheapest in one shard.
    fn split(&mut self, most: usize) -> Result<(), StopReason> {
        let bytes = self.bytes_of_shards();
        let count = self.shards.len();

        let threads = self.threads_for(self.progress().frontier);
        let are_few = threads > 1 && count < SHARDS_OF_THREAD * threads;
        let are_large = bytes / count >= SHARD_BYTES * SPLIT && most / (count * SPLIT) >= MIN_SHARE;
        let has_room = bytes + bytes / 2 + self.others.bytes <= most && count * SPLIT <= MAX_SHARDS;
        if !has_room || !(are_few || are_large) {
            return Ok(());
        }
        let mut columns = Vec::with_capacity(count);
        for shard in self.shards.drain(..) {
            // The states of a shard go to the shards of the same number modulo `count`.
            let deal = |hash| shard_of(hash, count * SPLIT) / count;
            columns.push(shard.split(&self.hasher, SPLIT, &deal)?.into_iter());
        }
        for _ in 0..SPLIT {
            self.shards
                .extend(columns.iter_mut().filter_map(Iterator::next));
        }
        for worker in &mut self.workers {
            // The old lists have room for the successors of a larger shard.
            worker.out.iter_mut().for_each(memory::give_back);
            worker.out.clear();
            worker.out.resize_with(count * SPLIT, Vec::new);
        }
        Ok(())
    }

    /// Returns the number of states that a thread expands in a turn.
    fn turn_of_thread(&self, monitor: &Monitor<'_>) -> usize {
        let most = monitor.limits().bytes() / FOR_SUCCESSORS;
        let wanted = self.bytes_of_shards() / PART_OF_SHARDS;
        let bytes = |branching| branching * size_of::<Successor<K>>() * self.workers.len();
        let most = most / bytes(self.branching.max(BRANCHING));
        // Each turn starts the threads twice, which takes as long as to expand some hundred states.
        let least = if self.workers.len() > 1 {
            2 * TURN
        } else {
            TURN
        };
        least
            .max(wanted / bytes(self.branching))
            .min(BLOCK.max(most))
    }

    /// Returns the number of successors of the last turn.
    fn successors(&self) -> usize {
        self.workers
            .iter()
            .flat_map(|worker| &worker.out)
            .map(Vec::len)
            .sum()
    }

    /// Expands the last layer from state `from` on, `turn` states per thread.
    fn take_turn(
        &mut self,
        from: usize,
        turn: usize,
        share: usize,
        check: StateCheck<'_>,
    ) -> Result<(), StopReason> {
        let states = self.progress().frontier - from;
        let threads = self.threads_for(states.min(turn * self.workers.len()));
        let HashedEngine {
            workers,
            shards,
            hasher,
            ..
        } = self;
        let expand = |number, worker: &mut HashedWorker<K>, check: StateCheck<'_>| {
            let first = from + number * turn;
            worker.expand(&part(shards, first..first + turn), hasher, check)
        };
        try_for_each(threads, workers, &expand, check)?;
        let outs: Vec<&[Vec<Successor<K>>]> =
            workers.iter().map(|worker| &worker.out[..]).collect();
        let insert = |number: usize, shard: &mut Shard<K>, check: StateCheck<'_>| {
            let mut out = outs.iter().flat_map(|out| out[number].chunks(AT_ONCE));
            out.try_for_each(|successors| {
                shard.insert(hasher, successors, share)?;
                check(successors.len())
            })
        };
        try_for_each(threads, shards, &insert, check)
    }

    /// Returns the number of threads that are worth starting for this number of states.
    fn threads_for(&self, states: usize) -> usize {
        if states < WORTH_THREADS {
            1
        } else {
            self.workers.len()
        }
    }
}

/// Returns a range of the states of the last layer.
fn part<K: Key>(shards: &[Shard<K>], states: Range<usize>) -> Vec<FrontierPart<'_, K>> {
    let mut part = Vec::new();
    let mut first = 0;
    for shard in shards {
        let keys = shard.last_layer();
        let arrivals = shard.last_arrivals();
        let [from, to] = [states.start, states.end].map(|at| at.max(first) - first);
        let own = from.min(keys.len())..to.min(keys.len());
        if !own.is_empty() {
            part.push((&keys[own.clone()], &arrivals[own]));
        }
        first += keys.len();
    }
    part
}

/// Returns the shard of a state; the number of shards is a power of two. It uses other bits of the
/// hash than the index of a shard.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "masked")]
const fn shard_of(hash: u64, shards: usize) -> usize {
    (hash >> 8) as usize & (shards - 1)
}

impl<K: Key> HashedWorker<K> {
    /// Expands these states and sorts their successors by shard.
    fn expand(
        &mut self,
        part: &[FrontierPart<'_, K>],
        hasher: &RandomState,
        check: StateCheck<'_>,
    ) -> Result<(), StopReason> {
        self.out.iter_mut().for_each(Vec::clear);
        let last = self.out.len() - 1;
        for (keys, arrivals) in part {
            for (keys, arrivals) in keys.chunks(BLOCK).zip(arrivals.chunks(BLOCK)) {
                if last == 0 {
                    let before = self.out[0].len();
                    self.space.expand(keys, arrivals, &mut self.out[0]);
                    check(keys.len() + self.out[0].len() - before)?;
                    continue;
                }
                self.successors.clear();
                self.space.expand(keys, arrivals, &mut self.successors);
                check(keys.len() + self.successors.len())?;
                for successor in &self.successors {
                    let hash = hasher.hash_one(successor.key);
                    let out = &mut self.out[shard_of(hash, last + 1)];
                    memory::reserve(out, 1, usize::MAX)?;
                    out.push(*successor);
                }
            }
        }
        Ok(())
    }
}

impl<K: Key> LayerSearch for HashedEngine<K> {
    fn begin(
        &mut self,
        sources: Sources<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let goals = self.take_goals();
        self.reverse(matches!(sources, Sources::Goals), monitor)?;
        let keys = match sources {
            Sources::States(states) => states
                .iter()
                .map(|state| self.workers[0].space.key(state))
                .collect(),
            Sources::Goals => goals,
        };
        self.shards.iter_mut().try_for_each(Shard::clear)?;
        (self.depth, self.met) = (0, 0);
        self.put(&keys, self.share(monitor))?;
        Ok(self.turn(monitor.limits().bytes())?)
    }

    fn advance(&mut self, monitor: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        monitor.limits().check_depth(self.depth)?;
        let others = self.others;
        let frontier = self.progress().frontier;
        let mut from = 0;
        while from < frontier {
            let own = self.progress();
            let states = own.states + others.states;
            let progress = Progress {
                depth: own.depth + others.depth,
                frontier: frontier - from + others.frontier,
                states,
                bytes: own.bytes + others.bytes,
                ..Progress::default()
            };
            monitor.check_now(|| progress)?;
            monitor.limits().check_states(states)?;
            let turn = self.turn_of_thread(monitor);
            self.take_turn(from, turn, self.share(monitor), &mut |effort| {
                monitor.check(effort, || progress)
            })?;
            let expanded = (turn * self.workers.len()).min(frontier - from);
            if expanded >= TURN {
                self.branching = self.branching.max(self.successors().div_ceil(expanded));
            }
            from += expanded;
        }
        self.depth += 1;
        Ok(self.turn(monitor.limits().bytes())?)
    }

    fn last_layer(
        &mut self,
        which: StateFilter,
        most: usize,
    ) -> Result<Vec<StateWords>, LayerError> {
        let HashedEngine {
            workers, shards, ..
        } = self;
        let space = &mut *workers[0].space;
        let mut least = SmallestStates::new(most);
        for keys in shards
            .iter()
            .flat_map(|shard| shard.last_layer().chunks(TURN))
        {
            let mut keys = keys.to_vec();
            which.retain(space, &mut keys);
            for key in &keys {
                least.offer(space.words(key));
            }
        }
        Ok(least.into_sorted())
    }

    /// The engine keeps only two layers.
    fn path_to(&mut self, _: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        Ok(None)
    }

    fn memory_usage(&self) -> MemoryUsage {
        MemoryUsage {
            memory: self.bytes() as u64,
            disk: 0,
        }
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_numbers(out, &[u64::from(self.depth), self.met])?;
        for keys in [Shard::goals, Shard::last_but_one, Shard::last_layer] {
            let parts: Vec<_> = self.shards.iter().map(keys).collect();
            write_keys(out, &parts, self.saved_words)?;
        }
        Ok(())
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.take_goals();
        self.shards
            .iter_mut()
            .try_for_each(Shard::clear)
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        let [depth, met, mut left] = read_numbers(input)?;
        let mut goals = Vec::new();
        while left > 0 {
            goals.append(&mut read_keys(input, self.saved_words, &mut left)?);
        }
        for _ in 0..2 {
            [left] = read_numbers(input)?;
            while left > 0 {
                let keys = read_keys(input, self.saved_words, &mut left)?;
                self.put(&keys, usize::MAX).map_err(LayerError::into_io)?;
            }
            self.turn(usize::MAX)
                .map_err(|_| io::ErrorKind::OutOfMemory)?;
        }
        // They include the goals of the two layers.
        self.take_goals();
        check_keys(&mut *self.workers[0].space, &goals)?;
        for goal in goals {
            let shard = shard_of(self.hasher.hash_one(goal), self.shards.len());
            self.shards[shard].goals.push(goal);
        }
        self.branching = self.branching.max(BRANCHING);
        self.depth = u32::try_from(depth).map_err(|_| no_state())?;
        self.met = met;
        Ok(())
    }
}

/// Writes the number of keys, and the first words of each key.
fn write_keys<K: Key>(out: &mut dyn Write, parts: &[&[K]], words: usize) -> io::Result<()> {
    let count: usize = parts.iter().map(|part| part.len()).sum();
    write_numbers(out, &[count as u64])?;
    parts
        .iter()
        .copied()
        .flatten()
        .try_for_each(|key| write_numbers(out, &key.words()[..words]))
}

/// Reads some thousand of the remaining keys.
fn read_keys<K: Key>(input: &mut dyn Read, words: usize, left: &mut u64) -> io::Result<Vec<K>> {
    const AT_ONCE: u64 = 1 << 12;
    let count = AT_ONCE.min(*left);
    *left -= count;
    let mut keys = Vec::new();
    for _ in 0..count {
        let words: io::Result<Vec<[u64; 1]>> = (0..words).map(|_| read_numbers(input)).collect();
        keys.push(K::from_words(words?.as_flattened()));
    }
    Ok(keys)
}
