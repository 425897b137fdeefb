//! Breadth-first search by layers in a table of three bits per rank.
//!
//! For each rank, the table holds the distance of its state modulo 3, or a mark for unseen. The
//! distances of neighbours differ by at most one. So the marks identify the nearer neighbours,
//! which lead from any state back to a source without parents (Cooperman and Finkelstein, "New
//! methods for using Cayley graphs in interconnection networks", *Discrete Applied Mathematics*
//! 37/38, 1992). A third bit distinguishes the frontier from earlier layers of the same mark. The
//! engine finds a large frontier by a scan of the table. It keeps a small one as a list, with the
//! move that led to each state.
//!
//! # An example
//!
//! Five ranks in a ring, from rank 0. The marks are `-` for unseen, or the distance modulo 3; a dot
//! behind a mark means *done*.
//!
//! | | 0 | 1 | 2 | 3 | 4 |
//! |---|---|---|---|---|---|
//! | begun | 0 | - | - | - | - |
//! | layer 1 | 0. | 1 | - | - | 1 |
//! | layer 2 | 0. | 1. | 2 | 2 | 1. |
//! | layer 3, empty | 0. | 1. | 2 | 2 | 1. |
//!
//! The frontier of layer 2 are the ranks with mark 2 that are not done. On a longer ring, layer 3
//! would have mark 0 again, and the dot distinguishes it from rank 0. The path back from rank 3
//! goes to a neighbour with the mark before, 1: to rank 4, and from there to 0.
//!
//! In each layer, all threads write the same mark. So the result does not depend on their number.

mod table;
#[cfg(test)]
mod tests;

use std::{
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use crate::control::{Monitor, Progress, StopReason};

use super::{
    layers::{
        Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter,
        read_numbers, write_numbers,
    },
    space::{Space, StateWords, check_keys, no_state},
};
use table::{DepthMark, Listed, MarkTable, RankedTask, WorkerPool};

/// A list may hold one of this many ranks of the space.
const RANKS_A_LISTED: u64 = 1024;
/// A list may hold this many ranks in any space.
const MIN_LISTED: u64 = 1 << 14;

/// The number in a saved search for a table in groups. Older ones had 1.
const IN_GROUPS: u64 = 2;

/// The states at the last distance.
#[derive(Debug)]
enum Frontier {
    /// A list.
    Listed(Vec<Listed>),
    /// All ranks in the table with the last mark that are not done.
    Scanned,
}

/// Breadth-first search by layers over ranks, on several threads.
pub struct RankedEngine {
    workers: WorkerPool,
    /// Created when a search begins.
    table: Option<MarkTable>,
    /// Whether the table is in a file, or will be.
    is_filed: bool,
    /// Folder for the table if memory is short.
    folder: Option<PathBuf>,
    ranks: u64,
    most_listed: usize,
    frontier: Frontier,
    /// The distance of the frontier.
    depth: u32,
    last: Layer,
    /// The mark of a stopped layer, which must be undone.
    half_made: Option<DepthMark>,
    /// Whether all layers are complete.
    complete: bool,
    /// Number of classes seen.
    seen: u64,
    /// Progress of another engine, which counts towards the limits.
    others: Progress,
}

impl RankedEngine {
    /// Creates an engine with at least one thread.
    pub fn new(space: Box<dyn Space<u64>>, threads: usize) -> Self {
        let most_listed = usize::try_from(most_listed(ranks_of(&*space))).unwrap_or(usize::MAX);
        Self::listing(space, threads, most_listed)
    }

    /// Creates an engine that lists frontiers of up to `most_listed` ranks.
    pub fn listing(space: Box<dyn Space<u64>>, threads: usize, most_listed: usize) -> Self {
        RankedEngine {
            ranks: ranks_of(&*space),
            workers: WorkerPool::new(space, threads, most_listed),
            table: None,
            is_filed: false,
            folder: None,
            most_listed,
            frontier: Frontier::Listed(Vec::new()),
            depth: 0,
            last: Layer::default(),
            half_made: None,
            complete: false,
            seen: 0,
            others: Progress::default(),
        }
    }

    /// Allows the engine to keep its table in a file of this folder if memory is short. The file
    /// has no name and disappears with the engine.
    pub fn with_folder(self, folder: &Path) -> Self {
        RankedEngine {
            folder: Some(folder.to_owned()),
            ..self
        }
    }

    /// Returns the bytes for a space with this number of ranks: three bits a rank, and lists.
    pub fn bytes_for(ranks: u64) -> u64 {
        MarkTable::bytes_for(ranks).saturating_add(Self::bytes_of_lists(ranks))
    }

    /// Returns the bytes of two lists, each of which may have doubled.
    const fn bytes_of_lists(ranks: u64) -> u64 {
        4 * 8 * most_listed(ranks)
    }

    /// Returns the ranks on a shortest path from a source to this state, if it was seen.
    fn path_of_ranks(&mut self, rank: u64) -> Option<Vec<u64>> {
        let table = self.table.as_ref()?;
        let mut path = vec![rank];
        let mut at = rank;
        let mut mark = table.mark(rank)?;
        let mut successors = Vec::new();
        loop {
            successors.clear();
            self.workers.space().expand(&[at], &[], &mut successors);
            // Only a source has no nearer neighbour.
            let nearer = successors
                .iter()
                .map(|successor| successor.key)
                .filter(|&rank| table.has(rank, mark.before()))
                .min();
            let Some(next) = nearer else { break };
            at = next;
            mark = mark.before();
            path.push(at);
        }
        path.reverse();
        Some(path)
    }

    /// Creates or clears the table.
    fn prepare(&mut self, monitor: &Monitor<'_>) -> Result<(), LayerError> {
        let most = monitor.limits().bytes() as u64;
        self.is_filed = Self::bytes_for(self.ranks) > most;
        if self.is_filed && (self.folder.is_none() || Self::bytes_of_lists(self.ranks) > most) {
            return Err(StopReason::Memory.into());
        }
        match &self.table {
            Some(table) => table.clear(),
            None => self.table = Some(self.new_table()?),
        }
        Ok(())
    }

    fn new_table(&self) -> Result<MarkTable, LayerError> {
        match &self.folder {
            Some(folder) if self.is_filed => Ok(MarkTable::new(self.ranks, Some(folder))?),
            _ => Ok(MarkTable::new(self.ranks, None).map_err(|_| StopReason::OutOfMemory)?),
        }
    }

    fn progress(&self) -> Progress {
        let own = self.own_progress();
        Progress {
            states: own.states + self.others.states,
            bytes: own.bytes + self.others.bytes,
            ..own
        }
    }

    fn own_progress(&self) -> Progress {
        let fit = |count| usize::try_from(count).unwrap_or(usize::MAX);
        Progress {
            depth: self.depth,
            frontier: fit(self.last.classes),
            states: fit(self.seen),
            bytes: fit(self.memory_usage().memory),
            ..Progress::default()
        }
    }

    /// Counts the states of another search as its own, so that both are one for limits and
    /// observer.
    pub fn count_with(&mut self, other: &Self) {
        self.others = other.own_progress();
    }

    /// Marks the sources that are not marked yet. All must be ranks of states.
    fn mark_sources(&mut self, ranks: &[u64]) -> io::Result<Layer> {
        let table = self.table.as_ref().expect("it is prepared");
        let mut classes = Vec::new();
        let mut layer = Layer::default();
        let mut list = Vec::new();
        self.workers.space().classify(ranks, &mut classes);
        for found in classes {
            let (rank, class) = found.ok_or_else(no_state)?;
            if table.discover(rank, DepthMark::of(0)) {
                layer.count(class);
                list.push(Listed::new(rank, 0));
            }
        }
        let fits = list.len() <= self.most_listed;
        self.frontier = if fits {
            Frontier::Listed(list)
        } else {
            Frontier::Scanned
        };
        Ok(layer)
    }

    /// Starts with a first layer.
    fn start_layer(&mut self, layer: Layer) -> Layer {
        (self.depth, self.last, self.complete, self.half_made) = (0, layer, false, None);
        self.seen += layer.classes;
        layer
    }

    /// Continues with another component of the space, from an unseen state, when the one before is
    /// complete. Its states stay seen, but no path leads back from there any more.
    pub fn begin_another(&mut self, rank: u64) -> io::Result<Layer> {
        self.close_frontier();
        let layer = self.mark_sources(&[rank])?;
        Ok(self.start_layer(layer))
    }

    /// Begins with all goals of the space, reachable or not.
    pub fn begin_with_all_goals(&mut self, monitor: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        const AT_ONCE: u64 = 1 << 12;
        self.prepare(monitor)?;
        let mut layer = Layer::default();
        let mut goals = Vec::new();
        let mut classes = Vec::new();
        let all = ranks_of(self.workers.space());
        let mut first = 0;
        while first < all {
            let ranks: Vec<u64> = (first..all.min(first + AT_ONCE)).collect();
            classes.clear();
            self.workers.space().classify(&ranks, &mut classes);
            goals.clear();
            goals.extend(
                classes
                    .iter()
                    .flatten()
                    .copied()
                    .filter(|&(_, class)| class.is_goal())
                    .map(|(rank, _)| rank),
            );
            layer.add(&self.mark_sources(&goals)?);
            self.check(ranks.len() / 4, monitor)?;
            first += AT_ONCE;
        }
        self.frontier = Frontier::Scanned;
        self.seen = 0;
        Ok(self.start_layer(layer))
    }

    /// Whether a state was seen.
    pub fn has_seen(&self, rank: u64) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| !table.is_unseen(rank))
    }

    /// Checks the limits after this effort: see [`Monitor::check`].
    pub(crate) fn check(&self, effort: usize, monitor: &mut Monitor<'_>) -> Result<(), StopReason> {
        monitor.check(effort, || self.progress())
    }

    /// Undoes a stopped layer. The next layer or checkpoint calls it, as it takes time that a
    /// stopping run need not spend.
    fn undo_layer(&mut self) {
        if let (Some(mark), Some(table)) = (self.half_made.take(), &self.table) {
            table.undo(mark);
        }
    }

    /// Marks the frontier as done.
    fn close_frontier(&mut self) {
        let table = self.table.as_ref().expect("a search has begun");
        let mark = DepthMark::of(self.depth);
        match &self.frontier {
            Frontier::Listed(list) => list.iter().for_each(|it| table.close_rank(it.rank())),
            Frontier::Scanned => (0..table.words()).for_each(|word| table.close(word, mark)),
        }
    }
}

impl LayerSearch for RankedEngine {
    fn begin(
        &mut self,
        sources: Sources<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let layer = match sources {
            Sources::States(states) => {
                self.prepare(monitor)?;
                let space = self.workers.space();
                let ranks: Vec<u64> = states.iter().map(|state| space.key(state)).collect();
                self.mark_sources(&ranks)?
            }
            Sources::Goals => {
                let before = self.progress();
                // A stopped task leaves no valid table.
                let Some(table) = self.table.take() else {
                    return Ok(Layer::default());
                };
                let task = RankedTask::Goals {
                    mark: DepthMark::of(0),
                };
                let goals = self.workers.work(&table, task, before, monitor)?;
                self.table = Some(table);
                self.frontier = Frontier::Scanned;
                goals.layer
            }
        };
        self.seen = 0;
        Ok(self.start_layer(layer))
    }

    /// A stopped layer can be started again.
    fn advance(&mut self, monitor: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        self.undo_layer();
        let before = self.progress();
        let Some(table) = self.table.as_ref().filter(|_| !self.complete) else {
            return Ok(Layer::default());
        };
        monitor.limits().check_depth(self.depth)?;
        let mark = DepthMark::of(self.depth);
        let next = DepthMark::of(self.depth + 1);
        let task = match &self.frontier {
            Frontier::Listed(listed) => RankedTask::List { listed, next },
            Frontier::Scanned => RankedTask::Scan { mark, next },
        };
        let found = self
            .workers
            .work(table, task, before, monitor)
            .inspect_err(|_| self.half_made = Some(next))?;
        let seen = self.seen + found.layer.classes;
        if seen > monitor.limits().states() as u64 {
            self.half_made = Some(next);
            return Err(StopReason::States.into());
        }
        if found.layer.classes == 0 {
            self.complete = true;
            return Ok(Layer::default());
        }
        // A scan closes the layer before the one that it expands. A list does not, so everything
        // must be closed before it.
        if found.list.is_some() || matches!(self.frontier, Frontier::Listed(_)) {
            self.close_frontier();
        }
        self.frontier = found.list.map_or(Frontier::Scanned, |mut list| {
            // The order must not depend on the threads.
            list.sort_unstable();
            Frontier::Listed(list)
        });
        self.depth += 1;
        self.last = found.layer;
        self.seen += found.layer.classes;
        Ok(found.layer)
    }

    /// The order of ranks is not that of states, so it visits all.
    fn last_layer(
        &mut self,
        which: StateFilter,
        most: usize,
    ) -> Result<Vec<StateWords>, LayerError> {
        let mut least = SmallestStates::new(most);
        let Some(table) = &self.table else {
            return Ok(Vec::new());
        };
        let space = self.workers.space();
        let mut offer = |ranks: &mut Vec<u64>| {
            which.retain(space, ranks);
            ranks
                .drain(..)
                .for_each(|rank| least.offer(space.words(&rank)));
        };
        match &self.frontier {
            Frontier::Listed(list) => offer(&mut list.iter().map(|it| it.rank()).collect()),
            Frontier::Scanned => {
                let mut ranks = Vec::new();
                for word in 0..table.words() {
                    table.open(word, DepthMark::of(self.depth), &mut ranks);
                    offer(&mut ranks);
                }
            }
        }
        Ok(least.into_sorted())
    }

    fn path_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        let rank = self.workers.space().key(state);
        let path = self.path_of_ranks(rank);
        let space = self.workers.space();
        Ok(path.map(|path| path.iter().map(|rank| space.words(rank)).collect()))
    }

    fn memory_usage(&self) -> MemoryUsage {
        let table = self
            .table
            .as_ref()
            .map_or(0, |table| MarkTable::bytes_for(table.ranks));
        let listed = match &self.frontier {
            Frontier::Listed(list) => list.capacity() * size_of::<Listed>(),
            Frontier::Scanned => 0,
        };
        if self.is_filed {
            MemoryUsage {
                memory: listed as u64,
                disk: table,
            }
        } else {
            MemoryUsage {
                memory: table + listed as u64,
                disk: 0,
            }
        }
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.undo_layer();
        let Layer {
            classes,
            states,
            goal_classes,
            goal_states,
        } = self.last;
        let [complete, is_filed] = [self.complete, self.is_filed].map(u64::from);
        let begun = if self.table.is_some() { IN_GROUPS } else { 0 };
        let progress = [
            self.ranks,
            begun,
            u64::from(self.depth),
            complete,
            is_filed,
            self.seen,
        ];
        write_numbers(out, &progress)?;
        write_numbers(out, &[classes, states, goal_classes, goal_states])?;
        self.table.as_ref().map_or(Ok(()), |table| table.write(out))
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        const AT_ONCE: usize = 4096;
        let [ranks, begun, depth, complete, is_filed, seen] = read_numbers(input)?;
        let [classes, states, goal_classes, goal_states] = read_numbers(input)?;
        if ranks != self.ranks {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the saved search belongs to another space",
            ));
        }
        self.depth = u32::try_from(depth).map_err(|_| io::ErrorKind::InvalidData)?;
        (self.complete, self.seen, self.half_made) = (complete != 0, seen, None);
        self.is_filed = is_filed != 0 && self.folder.is_some();
        self.last = Layer {
            classes,
            states,
            goal_classes,
            goal_states,
        };
        self.frontier = Frontier::Scanned;
        let old = self.table.take();
        match begun {
            0 => return Ok(()),
            IN_GROUPS => {}
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
        let table = match old {
            Some(table) => table,
            None => self.new_table().map_err(LayerError::into_io)?,
        };
        table.read(input)?;
        let mut ranks = Vec::new();
        for word in 0..table.words() {
            table.open(word, DepthMark::of(self.depth), &mut ranks);
            if ranks.len() >= AT_ONCE || word + 1 == table.words() {
                check_keys(self.workers.space(), &ranks)?;
                ranks.clear();
            }
        }
        self.table = Some(table);
        Ok(())
    }
}

fn ranks_of(space: &dyn Space<u64>) -> u64 {
    space.ranks().expect("the keys of the space are ranks")
}

const fn most_listed(ranks: u64) -> u64 {
    let some = ranks / RANKS_A_LISTED;
    if some > MIN_LISTED { some } else { MIN_LISTED }
}
