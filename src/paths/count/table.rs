//! Tables of states, with the number of ways to each.

use std::{io, mem};

use ahash::RandomState;

use crate::{control::StopReason, memory, parallel};

use super::{
    mates::{Mates, StateWord, WayCount, WeightedState},
    store::{CountContext, CountFolder, CountStop, ListFile, ListWriter},
};

/// The states of a layer. The hash of a state chooses its list, so that threads make different
/// lists at the same time, and a list that is read can be dropped before the next.
#[derive(Clone)]
pub struct StateTable<W: Copy, N> {
    pub lists: Vec<Vec<WeightedState<W, N>>>,
    /// The lists beyond the limit on memory. A state may occur in one several times.
    pub files: Vec<ListFile>,
}

/// The lists of the successors of at least [`MANY`] states: few enough that those of large layers
/// are blocks which the allocator gives back to the system.
pub const SHARDS: usize = 64;

/// Fewer states have a single thread and a single list.
pub const MANY: usize = 1 << 14;

impl<W: StateWord, N: WayCount> StateTable<W, N> {
    /// Returns a table whose lists are all in files.
    pub const fn of_files(files: Vec<ListFile>) -> Self {
        StateTable {
            lists: Vec::new(),
            files,
        }
    }

    /// Makes the lists of complete shards.
    pub fn of_shards(mut shards: Vec<Shard<W, N>>, threads: usize) -> io::Result<Self> {
        parallel::for_each(threads, &mut shards, &|_, shard| shard.close());
        let mut table = StateTable {
            lists: Vec::with_capacity(shards.len()),
            files: Vec::new(),
        };
        for Shard {
            mut places, file, ..
        } in shards
        {
            if let Some(mut file) = file {
                file.write(&places)?;
                table.files.push(file.finish()?);
                memory::give_back(&mut places);
            }
            table.lists.push(places);
        }
        Ok(table)
    }

    /// Returns the number of states in memory and of records in files.
    pub fn len(&self) -> usize {
        self.states() + self.files.iter().map(|file| file.records).sum::<usize>()
    }

    /// Returns the number of states in memory.
    pub fn states(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }

    /// Returns the sum of the numbers, at most the maximum.
    pub fn sum(&self) -> u128 {
        self.values()
            .map(WayCount::saturated)
            .chain(self.files.iter().map(|file| file.sum))
            .fold(0, u128::saturating_add)
    }

    /// Reads the lists in files.
    ///
    /// # Errors
    /// If the memory does not suffice, or a file cannot be read.
    pub fn read_files(
        &mut self,
        folder: &CountFolder,
        run: &CountContext<'_>,
    ) -> Result<(), CountStop> {
        for file in mem::take(&mut self.files) {
            if run.is_beyond(self.bytes() + Shard::<W, N>::bytes_of(file.records, file.records)) {
                return Err(StopReason::Memory.into());
            }
            let mut list = Vec::new();
            memory::reserve_exact(&mut list, file.records)?;
            folder.read(&file, |state, ways| {
                list.push((state, ways));
                Ok(())
            })?;
            self.lists.push(list);
        }
        Ok(())
    }

    /// Writes the lists that are in memory. Returns the files of all lists.
    pub fn save(&self, folder: &CountFolder, step: usize) -> io::Result<Vec<ListFile>> {
        let mut files = self.files.clone();
        for (number, list) in self
            .lists
            .iter()
            .enumerate()
            .filter(|(_, list)| !list.is_empty())
        {
            let mut file = folder.new_list(step, number)?;
            file.write(list)?;
            files.push(file.finish()?);
        }
        Ok(files)
    }

    /// Returns the memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.lists.iter().map(bytes).sum()
    }

    pub fn states_mut(&mut self) -> impl Iterator<Item = &mut Mates<W>> {
        self.lists.iter_mut().flatten().map(|(state, _)| state)
    }

    pub fn values(&self) -> impl Iterator<Item = &N> {
        self.lists.iter().flatten().map(|(_, ways)| ways)
    }

    /// Converts each number.
    ///
    /// # Errors
    /// If the memory does not suffice for a list more.
    pub fn with_numbers<M: WayCount>(
        self,
        run: &CountContext<'_>,
        change: impl Fn(N) -> M,
    ) -> Result<StateTable<W, M>, StopReason> {
        let mut taken = self.bytes();
        let mut lists = Vec::with_capacity(self.lists.len());
        for list in self.lists {
            let freed = bytes(&list);
            let mut next = Vec::new();
            memory::reserve_exact(&mut next, list.len())?;
            next.extend(list.into_iter().map(|(state, ways)| (state, change(ways))));
            taken += bytes(&next);
            if run.is_beyond(taken) {
                return Err(StopReason::Memory);
            }
            taken -= freed;
            lists.push(next);
        }
        Ok(StateTable {
            lists,
            files: self.files,
        })
    }
}

/// Returns the memory of a list, in bytes.
pub fn bytes<W: StateWord, N: WayCount>(list: &Vec<WeightedState<W, N>>) -> usize {
    Shard::<W, N>::bytes_of(list.capacity(), list.len())
}

/// The seeds are fixed, so that equal inputs give equal runs.
pub fn hasher() -> RandomState {
    RandomState::with_seeds(1, 2, 3, 4)
}

/// Maps a hash to a number less than `bound`, by its first bits.
#[inline]
pub fn scaled(hash: u64, bound: usize) -> usize {
    usize::try_from((u128::from(hash) * bound as u128) >> u64::BITS).unwrap_or(0)
}

/// A hash table with linear probing, which grows by half: between 44 % and 67 % of its places
/// are taken. A place without ways is empty.
pub struct Shard<W: Copy, N> {
    places: Vec<WeightedState<W, N>>,
    len: usize,
    /// The states that were written to make room.
    file: Option<ListWriter>,
}

impl<W: Copy, N> Default for Shard<W, N> {
    fn default() -> Self {
        Shard {
            places: Vec::new(),
            len: 0,
            file: None,
        }
    }
}

impl<W: StateWord, N: WayCount> Shard<W, N> {
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns the memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        Self::bytes_of(self.places.capacity(), self.len)
    }

    /// Returns the memory of this many places and states, in bytes.
    pub const fn bytes_of(places: usize, states: usize) -> usize {
        places
            .saturating_mul(mem::size_of::<WeightedState<W, N>>())
            .saturating_add(states.saturating_mul(N::BEYOND))
    }

    /// Returns the places that the shard should have for this many states, if it has too few.
    pub fn places_for(&self, states: usize) -> Option<usize> {
        let needed = states + states / 2 + 1;
        (needed > self.places.len()).then(|| needed.max(self.places.len() / 2 * 3))
    }

    /// Moves the states to more places.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn grow(&mut self, places: usize, hasher: &RandomState) -> Result<(), StopReason> {
        let mut next: Vec<WeightedState<W, N>> = Vec::new();
        memory::reserve_exact(&mut next, places)?;
        next.resize(places, (Mates::new([0, 0]), N::default()));
        let mut old = mem::replace(&mut self.places, next);
        self.len = 0;
        for (state, ways) in old.drain(..).filter(|(_, ways)| *ways != N::default()) {
            self.add(hasher.hash_one(state), state, ways);
        }
        memory::give_back(&mut old);
        Ok(())
    }

    /// Adds to the ways of a state. A place must be left for it.
    #[inline]
    pub(super) fn add(&mut self, hash: u64, state: Mates<W>, ways: N) {
        // The first bits chose the shard.
        let mut at = scaled(hash << SHARDS.ilog2(), self.places.len());
        loop {
            let place = &mut self.places[at];
            if place.1 == N::default() {
                *place = (state, ways);
                self.len += 1;
                return;
            }
            if place.0 == state {
                place.1 += &ways;
                return;
            }
            at = if at + 1 == self.places.len() {
                0
            } else {
                at + 1
            };
        }
    }

    /// Appends the states to the file of the shard, which `new_list` creates.
    pub fn spill(&mut self, new_list: impl FnOnce() -> io::Result<ListWriter>) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(new_list()?),
        };
        file.write(&self.places)?;
        memory::give_back(&mut self.places);
        (self.places, self.len) = (Vec::new(), 0);
        Ok(())
    }

    /// Leaves a list of the states in the places, and nothing else.
    fn close(&mut self) {
        self.places.retain(|(_, ways)| *ways != N::default());
        self.places.shrink_to_fit();
    }

    /// Returns the list of the states.
    pub fn into_list(mut self) -> Vec<WeightedState<W, N>> {
        self.close();
        self.places
    }
}
