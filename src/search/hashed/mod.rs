//! Breadth-first search by layers in memory, on all the cores of a machine.
//!
//! States are dealt out to shards by their hashes. In turns, every thread expands its part of the
//! last layer, sorting the successors by shard, and then the shards take in what is theirs, each in
//! the order in which one thread alone would have come to it. So the answer is the same, to the
//! last bit, whatever the number of threads.

mod saved;
mod shard;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};

use ahash::RandomState;
#[cfg(feature = "threads")]
use rayon::prelude::*;
#[cfg(feature = "threads")]
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::control::{Progress, StopReason, Watch};

use super::StateSpace;
use super::layers::{Halt, Layer, LayerSearch, Room, Sources};
pub(crate) use saved::Words;

use saved::{read_keys, read_number, senseless, write_keys, write_number};
use shard::Shard;

/// States that are expanded in a turn, by each thread and for each shard, at least: enough that the
/// turns cost nothing, few enough for their successors to stay in the cache.
const TURN: usize = 1 << 12;
const TURN_OF_SHARD: usize = 1 << 8;

/// A shard takes about so much, so that it fits a cache of its own while it takes in successors.
const SHARD_BYTES: usize = if cfg!(test) { 1 << 15 } else { 1 << 20 };
/// The most shards.
const MAX_SHARDS: usize = 1 << 12;
/// How many shards are made of one that has become too large.
const SPLIT: usize = 8;

/// The engine, with its memory.
pub(crate) struct Hashed<S: StateSpace> {
    /// One for each thread.
    workers: Vec<Worker<S>>,
    shards: Vec<Shard<S>>,
    /// What judges new states.
    space: S,
    hasher: RandomState,
    #[cfg(feature = "threads")]
    pool: Option<ThreadPool>,
    /// Layers that are complete.
    depth: u32,
    /// States met, as classes.
    met: u64,
}

struct Worker<S: StateSpace> {
    space: S,
    successors: Vec<(u32, S::State)>,
    /// What it has for each shard.
    out: Vec<Vec<(u32, S::State)>>,
}

impl<S: StateSpace + Clone + Send + Sync> Hashed<S>
where
    S::State: Send + Sync,
    S::Key: Send + Sync + Ord,
{
    /// An engine with so many threads, at least one.
    pub(crate) fn new(space: &S, threads: usize) -> Self {
        let threads = threads.max(1);
        let shards = if threads == 1 { 1 } else { (4 * threads).next_power_of_two() };
        let worker = || Worker {
            space: space.clone(),
            successors: Vec::new(),
            out: vec![Vec::new(); shards],
        };
        Hashed {
            workers: (0..threads).map(|_| worker()).collect(),
            shards: vec![Shard::new(); shards],
            space: space.clone(),
            // Fixed, so that a run can be repeated to the last comparison.
            hasher: RandomState::with_seeds(0x68, 0x75, 0x61, 0x72),
            // Without threads there is still the one that asks.
            #[cfg(feature = "threads")]
            pool: (threads > 1)
                .then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok())
                .flatten(),
            depth: 0,
            met: 0,
        }
    }

    fn bytes(&self) -> usize {
        let out = |worker: &Worker<S>| {
            let out: usize = worker.out.iter().map(Vec::capacity).sum();
            (out + worker.successors.capacity()) * size_of::<(u32, S::State)>()
        };
        self.workers.iter().map(out).sum::<usize>()
            + self.shards.iter().map(Shard::bytes).sum::<usize>()
    }

    /// What a shard may take.
    fn share(&self, watch: &Watch<'_>) -> usize {
        watch.limits().max_bytes.map_or(usize::MAX, |most| {
            let shards: usize = self.shards.iter().map(Shard::bytes).sum();
            most.saturating_sub(self.bytes() - shards) / self.shards.len()
        })
    }

    /// The goals met, which are forgotten.
    fn take_goals(&mut self) -> Vec<S::Key> {
        self.shards.iter_mut().flat_map(|shard| std::mem::take(&mut shard.goals)).collect()
    }

    /// Puts those that are new into the next layer.
    fn put(&mut self, keys: &[S::Key], share: usize) -> Result<(), StopReason> {
        let shards = self.shards.len();
        for keys in keys.chunks(TURN) {
            let mut dealt = vec![Vec::new(); shards];
            for key in keys {
                dealt[shard_of(self.hasher.hash_one(key), shards)].push((0, self.space.state(key)));
            }
            for (shard, states) in self.shards.iter_mut().zip(&dealt) {
                shard.insert(&self.space, &self.hasher, states, share)?;
            }
        }
        Ok(())
    }

    /// Closes the layer that the shards have found.
    fn turn(&mut self) -> Layer {
        let mut layer = Layer::default();
        if self.shards.iter().any(|shard| shard.found.classes > 0) {
            self.shards.iter_mut().for_each(|shard| layer.add(&shard.turn()));
            self.split();
        }
        self.met += layer.classes;
        layer
    }

    /// Splits the shards if they have become too large for the cache.
    fn split(&mut self) {
        let bytes: usize = self.shards.iter().map(Shard::bytes).sum();
        let count = self.shards.len();
        if bytes / count < SHARD_BYTES * SPLIT || count * SPLIT > MAX_SHARDS {
            return;
        }
        let mut columns = Vec::with_capacity(count);
        for shard in self.shards.drain(..) {
            // What is one shard's of so many is, of more, its and that of each `count` further on.
            let deal = |hash| shard_of(hash, count * SPLIT) / count;
            columns.push(shard.split(&self.space, &self.hasher, SPLIT, deal).into_iter());
        }
        for _ in 0..SPLIT {
            self.shards.extend(columns.iter_mut().filter_map(Iterator::next));
        }
        for worker in &mut self.workers {
            worker.out.resize_with(count * SPLIT, Vec::new);
        }
    }

    /// States that a thread expands in a turn.
    fn turn_of_thread(&self) -> usize {
        TURN.max(self.shards.len() * TURN_OF_SHARD / self.workers.len())
    }

    /// Expands what comes from state `from` of the last layer on, as much as is one turn's.
    fn take_turn(&mut self, from: usize, share: usize) -> Result<(), StopReason> {
        let turn = self.turn_of_thread();
        let Hashed { workers, shards, space, hasher, .. } = self;
        let take_in = |(number, shard): (usize, &mut Shard<S>), workers: &[Worker<S>]| {
            let mut out = workers.iter().map(|worker| &worker.out[number]);
            out.try_for_each(|successors| shard.insert(space, hasher, successors, share))
        };
        #[cfg(feature = "threads")]
        if let Some(pool) = &self.pool {
            return pool.install(|| {
                let parts = parts(shards, workers.len(), turn, from);
                let parts = workers.par_iter_mut().zip(parts);
                parts.for_each(|(worker, part)| worker.expand(&part, hasher));
                shards.par_iter_mut().enumerate().try_for_each(|shard| take_in(shard, workers))
            });
        }
        let parts = parts(shards, workers.len(), turn, from);
        let parts = workers.iter_mut().zip(parts);
        parts.for_each(|(worker, part)| worker.expand(&part, hasher));
        shards.iter_mut().enumerate().try_for_each(|shard| take_in(shard, workers))
    }
}

/// The parts of the last layer that the threads expand in the turn from state `from` on.
fn parts<S: StateSpace>(
    shards: &[Shard<S>],
    threads: usize,
    turn: usize,
    from: usize,
) -> Vec<Vec<&[S::State]>> {
    let mut shards = shards.iter().map(|shard| shard.frontier.as_slice());
    let (mut rest, mut skip): (&[S::State], usize) = (&[], from);
    let part = |_| {
        let (mut part, mut missing) = (Vec::new(), turn);
        while missing > 0 {
            if rest.is_empty() {
                let Some(next) = shards.next() else { break };
                let skipped = skip.min(next.len());
                skip -= skipped;
                rest = &next[skipped..];
            }
            let (taken, left) = rest.split_at(missing.min(rest.len()));
            part.push(taken);
            missing -= taken.len();
            rest = left;
        }
        part
    };
    (0..threads).map(part).collect()
}

/// The shard of a state, of so many: a power of two. The bits that tell are others than those that
/// the index of a shard goes by.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "masked")]
const fn shard_of(hash: u64, shards: usize) -> usize {
    (hash >> 8) as usize & (shards - 1)
}

impl<S: StateSpace> Worker<S> {
    /// Expands these states, and sorts their successors by shard.
    fn expand(&mut self, part: &[&[S::State]], hasher: &RandomState) {
        self.out.iter_mut().for_each(Vec::clear);
        let last = self.out.len() - 1;
        for block in part.iter().flat_map(|states| states.chunks(S::BLOCK)) {
            if last == 0 {
                self.space.expand(block, &mut self.out[0]);
                continue;
            }
            self.successors.clear();
            self.space.expand(block, &mut self.successors);
            for successor in &self.successors {
                let hash = hasher.hash_one(self.space.key(&successor.1));
                self.out[shard_of(hash, last + 1)].push(*successor);
            }
        }
    }
}

impl<S: StateSpace + Clone + Send + Sync> LayerSearch<S::Key> for Hashed<S>
where
    S::State: Send + Sync,
    S::Key: Send + Sync + Ord + Words,
{
    fn begin(
        &mut self,
        sources: Sources<'_, S::Key>,
        watch: &mut Watch<'_>,
    ) -> Result<Layer, Halt> {
        let goals = self.take_goals();
        let keys = match sources {
            Sources::Keys(keys) => keys,
            Sources::Goals => &goals[..],
        };
        self.shards.iter_mut().for_each(Shard::clear);
        (self.depth, self.met) = (0, 0);
        self.put(keys, self.share(watch))?;
        Ok(self.turn())
    }

    fn advance(&mut self, watch: &mut Watch<'_>) -> Result<Layer, Halt> {
        if watch.limits().max_depth == Some(self.depth) {
            return Err(StopReason::Depth.into());
        }
        let frontier: usize = self.shards.iter().map(|shard| shard.frontier.len()).sum();
        let mut from = 0;
        while from < frontier {
            let found: u64 = self.shards.iter().map(|shard| shard.found.classes).sum();
            let states = usize::try_from(self.met + found).unwrap_or(usize::MAX);
            watch.look_now(|| Progress {
                depth: self.depth,
                frontier: frontier - from,
                states,
                bytes: self.bytes(),
                ..Progress::default()
            })?;
            if watch.limits().max_states.is_some_and(|most| states > most) {
                return Err(StopReason::States.into());
            }
            self.take_turn(from, self.share(watch))?;
            from += self.turn_of_thread() * self.workers.len();
        }
        self.depth += 1;
        Ok(self.turn())
    }

    fn last_layer(&mut self, most: usize) -> Result<Vec<S::Key>, Halt> {
        let mut keys: Vec<S::Key> =
            self.shards.iter().flat_map(Shard::last_layer).copied().collect();
        if keys.len() > most && most > 0 {
            keys.select_nth_unstable(most - 1);
        }
        keys.truncate(most);
        keys.sort_unstable();
        Ok(keys)
    }

    /// Only the last two layers are there.
    fn way_to(&mut self, _: &S::Key) -> Result<Option<Vec<S::Key>>, Halt> {
        Ok(None)
    }

    fn room(&self) -> Room {
        Room { memory: self.bytes() as u64, disk: 0 }
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_number(out, u64::from(self.depth))?;
        write_number(out, self.met)?;
        let count = self.shards.iter().map(|shard| shard.goals.len()).sum();
        write_keys(out, count, self.shards.iter().flat_map(|shard| &shard.goals))?;
        for layer in [Shard::last_but_one, Shard::last_layer] {
            let count = self.shards.iter().map(|shard| layer(shard).len()).sum();
            write_keys(out, count, self.shards.iter().flat_map(layer))?;
        }
        Ok(())
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.take_goals();
        self.shards.iter_mut().for_each(Shard::clear);
        let depth = read_number(input)?;
        let met = read_number(input)?;
        let space = self.space.clone();
        let mut goals = Vec::new();
        read_keys(
            input,
            |key| space.is_state(key),
            |keys| {
                goals.extend_from_slice(keys);
                Ok(())
            },
        )?;
        for _ in 0..2 {
            read_keys(
                input,
                |key| space.is_state(key),
                |keys| self.put(keys, usize::MAX).map_err(io::Error::other),
            )?;
            self.turn();
        }
        // Those of the two layers are among them.
        self.take_goals();
        for goal in goals {
            let shard = shard_of(self.hasher.hash_one(goal), self.shards.len());
            self.shards[shard].goals.push(goal);
        }
        self.depth = u32::try_from(depth).map_err(|_| senseless())?;
        self.met = met;
        Ok(())
    }
}
