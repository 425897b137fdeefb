//! Breadth-first search by layers in a table of two bits a rank.
//!
//! For each rank the table says whether its state was seen, and if so, its distance modulo 3. A
//! state's neighbours are no more than one unit nearer or farther, so that this tells which are
//! nearer, and leads from any state back to a source, without parents (Cooperman and Finkelstein,
//! "New methods for using Cayley graphs in interconnection networks", *Discrete Applied
//! Mathematics* 37/38, 1992). A third bit tells the frontier from earlier layers of the same mark.
//! There is nothing else: a frontier that is large is found by going through the table, one that is
//! small is kept as a list.
//!
//! # An example
//!
//! Five ranks in a ring, from rank 0. The marks are `-` for unseen, or the distance modulo 3; a dot
//! behind a mark says *done*.
//!
//! | | 0 | 1 | 2 | 3 | 4 |
//! |---|---|---|---|---|---|
//! | begun | 0 | - | - | - | - |
//! | layer 1 | 0. | 1 | - | - | 1 |
//! | layer 2 | 0. | 1. | 2 | 2 | 1. |
//! | layer 3, empty | 0. | 1. | 2 | 2 | 1. |
//!
//! The frontier of layer 2 is what has mark 2 and is not done. On a longer ring, layer 3 would have
//! mark 0 again, and the dot is what tells it from rank 0. The way back from rank 3 goes to a
//! neighbour with the mark before, 1: that is rank 4, and from there to 0.
//!
//! What a thread writes in a layer is the mark of that layer and nothing else. Hence the answer is
//! the same, whatever the number of threads.

mod table;
#[cfg(test)]
mod tests;
mod workers;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::control::{Monitor, Progress, StopReason};

use super::layers::{
    Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter,
    read_numbers, write_numbers,
};
use super::space::{OrbitInfo, Space, StateWords, check_keys, no_state};
use table::{DepthMark, MarkTable};
use workers::{RankedTask, WorkerPool};

/// One rank of so many may be listed.
const RANKS_A_LISTED: u64 = 1024;
/// However small the table, so many may be listed.
const LEAST_LISTED: u64 = 1 << 14;

/// The states at the last distance.
#[derive(Debug)]
enum Frontier {
    /// They are these.
    Listed(Vec<u64>),
    /// They are those in the table with the last mark that are not done with.
    Scanned,
}

/// Search by layers over ranks, on several threads.
pub(crate) struct RankedEngine {
    workers: WorkerPool,
    /// Made when a search begins.
    table: Option<MarkTable>,
    /// Whether it is in a file, or would be.
    is_filed: bool,
    /// Where there is room for it if there is none in memory.
    folder: Option<PathBuf>,
    ranks: u64,
    most_listed: usize,
    frontier: Frontier,
    /// The distance of the frontier.
    depth: u32,
    last: Layer,
    /// The mark of a layer that was stopped, which is to be taken back before anything else.
    half_made: Option<DepthMark>,
    /// No layer follows.
    complete: bool,
    /// All classes seen.
    seen: u64,
    /// What another engine has seen and takes, which counts towards the limits as well.
    others: Progress,
    /// What all searches took, in states expanded.
    effort: usize,
}

impl RankedEngine {
    /// An engine for this space, on so many threads; 0 counts as 1.
    pub(crate) fn new(space: Box<dyn Space<u64>>, threads: usize) -> Self {
        let most_listed = usize::try_from(most_listed(ranks_of(&*space))).unwrap_or(usize::MAX);
        Self::listing(space, threads, most_listed)
    }

    /// The same, with frontiers listed that are no larger than this.
    pub(super) fn listing(space: Box<dyn Space<u64>>, threads: usize, most_listed: usize) -> Self {
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
            effort: 0,
        }
    }

    /// The same, with its table in a file of this folder where memory is too small for it. The file
    /// has no name, and is gone when the search is.
    pub(crate) fn with_folder(self, folder: &Path) -> Self {
        RankedEngine { folder: Some(folder.to_owned()), ..self }
    }

    /// Bytes that the search of a space with so many ranks takes: three bits a rank, and lists.
    pub(crate) fn bytes_for(ranks: u64) -> u64 {
        MarkTable::bytes_for(ranks).saturating_add(Self::bytes_of_lists(ranks))
    }

    /// Bytes of two lists, each of which may have grown by doubling.
    const fn bytes_of_lists(ranks: u64) -> u64 {
        4 * 8 * most_listed(ranks)
    }

    /// The ranks from a source to this state, if it was seen; neighbours in the list are
    /// neighbours in the space, and no way is shorter.
    fn way_of_ranks(&mut self, rank: u64) -> Option<Vec<u64>> {
        let table = self.table.as_ref()?;
        let (mut way, mut at) = (vec![rank], rank);
        let mut mark = table.mark(rank)?;
        let mut successors = Vec::new();
        loop {
            successors.clear();
            self.workers.space().expand(&[at], &[], &mut successors);
            // Only a source has no neighbour that is nearer.
            let nearer = successors.iter().map(|successor| successor.key);
            let nearer = nearer.filter(|&rank| table.has(rank, mark.before())).min();
            let Some(next) = nearer else { break };
            (at, mark) = (next, mark.before());
            way.push(at);
        }
        way.reverse();
        Some(way)
    }

    /// The table, with all ranks unseen.
    fn prepare(&mut self, watch: &Monitor<'_>) -> Result<(), LayerError> {
        let most = watch.limits().max_bytes.map_or(u64::MAX, |most| most as u64);
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

    /// How far it has come, by its effort.
    fn progress(&self) -> (usize, Progress) {
        let (own, others) = (self.own_progress(), &self.others);
        let (states, bytes) = (own.states + others.states, own.bytes + others.bytes);
        (self.effort, Progress { states, bytes, ..own })
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

    /// Has all that another search has met count as its own: the two are one to whoever watches.
    pub(super) fn count_with(&mut self, other: &Self) {
        self.others = other.own_progress();
    }

    /// Marks the sources, those that are not marked yet. All must be ranks of states.
    fn mark_sources(&mut self, ranks: &[u64]) -> io::Result<Layer> {
        let table = self.table.as_ref().expect("it is prepared");
        let (mut classes, mut layer, mut list) = (Vec::new(), Layer::default(), Vec::new());
        self.workers.space().classify(ranks, &mut classes);
        for found in classes {
            let (rank, class) = found.ok_or_else(no_state)?;
            if table.discover(rank, DepthMark::of(0)) {
                layer.count(class);
                list.push(rank);
            }
        }
        let fits = list.len() <= self.most_listed;
        self.frontier = if fits { Frontier::Listed(list) } else { Frontier::Scanned };
        Ok(layer)
    }

    /// Begins with a first layer.
    fn start_layer(&mut self, layer: Layer) -> Layer {
        (self.depth, self.last, self.complete, self.half_made) = (0, layer, false, None);
        self.seen += layer.classes;
        layer
    }

    /// Goes on with another component of the space, from an unseen state, when the one before is
    /// complete. What was seen stays seen, but no way leads back from there any more.
    pub(crate) fn begin_another(&mut self, rank: u64) -> io::Result<Layer> {
        self.close_frontier();
        let layer = self.mark_sources(&[rank])?;
        Ok(self.start_layer(layer))
    }

    /// Begins with all goals of the space, whatever can reach them.
    pub(crate) fn begin_with_all_goals(
        &mut self,
        watch: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        const AT_ONCE: u64 = 1 << 12;
        self.prepare(watch)?;
        let (mut layer, mut goals, mut classes) = (Layer::default(), Vec::new(), Vec::new());
        let all = ranks_of(self.workers.space());
        let mut first = 0;
        while first < all {
            let ranks: Vec<u64> = (first..all.min(first + AT_ONCE)).collect();
            classes.clear();
            self.workers.space().classify(&ranks, &mut classes);
            let is_goal = |&(_, class): &(u64, OrbitInfo)| class.is_goal();
            goals.clear();
            goals.extend(classes.iter().flatten().copied().filter(is_goal).map(|(rank, _)| rank));
            layer.add(&self.mark_sources(&goals)?);
            self.check(ranks.len() / 4, watch)?;
            first += AT_ONCE;
        }
        self.frontier = Frontier::Scanned;
        self.seen = 0;
        Ok(self.start_layer(layer))
    }

    /// Whether a state was seen.
    pub(crate) fn has_seen(&self, rank: u64) -> bool {
        self.table.as_ref().is_some_and(|table| !table.is_unseen(rank))
    }

    /// Looks at the watch after so much more effort.
    pub(crate) fn check(
        &mut self,
        effort: usize,
        watch: &mut Monitor<'_>,
    ) -> Result<(), StopReason> {
        self.effort += effort;
        let (effort, progress) = self.progress();
        watch.check(effort, || progress)
    }

    /// Takes back what a layer that was stopped has found; to whoever only wants to end, that would
    /// be a long time.
    fn take_back(&mut self) {
        if let (Some(mark), Some(table)) = (self.half_made.take(), &self.table) {
            table.take_back(mark);
        }
    }

    /// The frontier is done with.
    fn close_frontier(&mut self) {
        let table = self.table.as_ref().expect("a search has begun");
        let mark = DepthMark::of(self.depth);
        match &self.frontier {
            Frontier::Listed(ranks) => ranks.iter().for_each(|&rank| table.close_rank(rank)),
            Frontier::Scanned => (0..table.words()).for_each(|word| table.close(word, mark)),
        }
    }
}

impl LayerSearch for RankedEngine {
    fn begin(
        &mut self,
        sources: Sources<'_>,
        watch: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let layer = match sources {
            Sources::States(states) => {
                self.prepare(watch)?;
                let space = self.workers.space();
                let ranks: Vec<u64> = states.iter().map(|state| space.key(state)).collect();
                self.mark_sources(&ranks)?
            }
            Sources::Goals => {
                let before = self.progress();
                // If it is stopped, what is left over is no table to go on with.
                let Some(table) = self.table.take() else { return Ok(Layer::default()) };
                let task = RankedTask::Goals { mark: DepthMark::of(0) };
                let goals = self.workers.work(&table, task, before, watch)?;
                self.effort += goals.effort;
                self.table = Some(table);
                self.frontier = Frontier::Scanned;
                goals.layer
            }
        };
        self.seen = 0;
        Ok(self.start_layer(layer))
    }

    /// A layer that is stopped can be begun again.
    fn advance(&mut self, watch: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        self.take_back();
        let before = self.progress();
        let Some(table) = self.table.as_ref().filter(|_| !self.complete) else {
            return Ok(Layer::default());
        };
        if watch.limits().max_depth == Some(self.depth) {
            return Err(StopReason::Depth.into());
        }
        let (mark, next) = (DepthMark::of(self.depth), DepthMark::of(self.depth + 1));
        let task = match &self.frontier {
            Frontier::Listed(ranks) => RankedTask::List { ranks, next },
            Frontier::Scanned => RankedTask::Scan { mark, next },
        };
        let found = self.workers.work(table, task, before, watch);
        let found = found.inspect_err(|_| self.half_made = Some(next))?;
        let seen = self.seen + found.layer.classes;
        if watch.limits().max_states.is_some_and(|most| seen > most as u64) {
            self.half_made = Some(next);
            return Err(StopReason::States.into());
        }
        self.effort += found.effort;
        if found.layer.classes == 0 {
            self.complete = true;
            return Ok(Layer::default());
        }
        // Going through the table closes the layer before the one that it expands. A list does
        // not, so it must find everything closed.
        if found.list.is_some() || matches!(self.frontier, Frontier::Listed(_)) {
            self.close_frontier();
        }
        self.frontier = found.list.map_or(Frontier::Scanned, |mut list| {
            // Whichever thread found which, the order is the same each time.
            list.sort_unstable();
            Frontier::Listed(list)
        });
        self.depth += 1;
        self.last = found.layer;
        self.seen += found.layer.classes;
        Ok(found.layer)
    }

    /// The least ranks are not of the least states, so that all are looked at.
    fn last_layer(
        &mut self,
        which: StateFilter,
        most: usize,
    ) -> Result<Vec<StateWords>, LayerError> {
        let mut least = SmallestStates::new(most);
        let Some(table) = &self.table else { return Ok(Vec::new()) };
        let space = self.workers.space();
        let mut offer = |ranks: &mut Vec<u64>| {
            which.retain(space, ranks);
            ranks.drain(..).for_each(|rank| least.offer(space.words(&rank)));
        };
        match &self.frontier {
            Frontier::Listed(ranks) => offer(&mut ranks.clone()),
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

    fn way_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        let rank = self.workers.space().key(state);
        let way = self.way_of_ranks(rank);
        let space = self.workers.space();
        Ok(way.map(|way| way.iter().map(|rank| space.words(rank)).collect()))
    }

    fn memory_usage(&self) -> MemoryUsage {
        let table = self.table.as_ref().map_or(0, |table| MarkTable::bytes_for(table.ranks()));
        let listed = match &self.frontier {
            Frontier::Listed(ranks) => ranks.capacity() * size_of::<u64>(),
            Frontier::Scanned => 0,
        };
        if self.is_filed {
            MemoryUsage { memory: listed as u64, disk: table }
        } else {
            MemoryUsage { memory: table + listed as u64, disk: 0 }
        }
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.take_back();
        let Layer { classes, states, goal_classes, goal_states } = self.last;
        let flags = [self.table.is_some(), self.complete, self.is_filed].map(u64::from);
        let [begun, complete, is_filed] = flags;
        let progress = [self.ranks, begun, u64::from(self.depth), complete, is_filed, self.seen];
        write_numbers(out, &progress)?;
        write_numbers(out, &[classes, states, goal_classes, goal_states])?;
        self.table.as_ref().map_or(Ok(()), |table| table.write(out))
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        const AT_ONCE: usize = 4096;
        let [ranks, begun, depth, complete, is_filed, seen] = read_numbers(input)?;
        let [classes, states, goal_classes, goal_states] = read_numbers(input)?;
        if ranks != self.ranks {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is of another space"));
        }
        self.depth = u32::try_from(depth).map_err(|_| io::ErrorKind::InvalidData)?;
        (self.complete, self.seen, self.half_made) = (complete != 0, seen, None);
        self.is_filed = is_filed != 0 && self.folder.is_some();
        self.last = Layer { classes, states, goal_classes, goal_states };
        self.frontier = Frontier::Scanned;
        let old = self.table.take();
        if begun == 0 {
            return Ok(());
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
    if some > LEAST_LISTED { some } else { LEAST_LISTED }
}
