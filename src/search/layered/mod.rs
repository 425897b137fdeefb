//! Breadth-first search by layers with files, for spaces beyond memory.
//!
//! The keys of states are ranks. The engine reads and expands the last layer block by block, and
//! sorts the ranks of the successors into runs. It merges the runs without the ranks of the last
//! two layers, which gives the next layer: delayed duplicate detection (Korf, "Linear-time
//! disk-based implicit graph search", *Journal of the ACM* 55, 2008). All access is sequential. The
//! [file](sorted) of each layer, about a byte a state, is kept for paths back to a source.

pub mod block;
pub mod passes;
pub mod sorted;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::control::{Monitor, Progress, StopReason};
use crate::file::sync_folder;

use super::layers::{
    Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter,
    read_numbers, write_numbers,
};
use super::space::{OrbitInfo, Space, StateWords, check_keys, no_state};
use block::BLOCK;
use passes::{DedupPass, ExpandPass, RunWriter, join, merge_groups, run_jobs};
pub use sorted::FileTotals;
use sorted::{RankedClass, SearchDir, SortedFile, SortedReader, Writer, damaged};

/// The engine, with its folder and the files there.
pub struct LayeredEngine {
    /// The space of each thread.
    spaces: Vec<Box<dyn Space<u64>>>,
    place: SearchDir,
    /// The number of this sweep, from 1.
    sweep: u32,
    layers: Vec<StoredLayer>,
    /// A fixed plan, set only by tests.
    plan: Option<MemoryPlan>,
    /// Maximum memory of a layer.
    memory: usize,
}

/// The files of a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StoredLayer {
    states: SortedFile,
    /// The goals, if any.
    goals: Option<SortedFile>,
}

impl LayeredEngine {
    /// Creates an engine with at least one thread and exclusive use of `folder`. It overwrites
    /// files there only when it needs their names.
    pub fn new(space: Box<dyn Space<u64>>, threads: usize, folder: &Path) -> Self {
        let mut spaces: Vec<_> = (1..threads).map(|_| space.another()).collect();
        spaces.push(space);
        let place = SearchDir::new(folder);
        LayeredEngine {
            spaces,
            place,
            sweep: 0,
            layers: Vec::new(),
            plan: None,
            memory: 0,
        }
    }

    /// Sets a fixed plan for memory.
    #[cfg(test)]
    pub fn with_plan(self, threads: usize, buffer: usize, fan_in: usize) -> Self {
        LayeredEngine {
            plan: Some(MemoryPlan {
                threads,
                buffer,
                fan_in,
            }),
            ..self
        }
    }

    fn plan(&self, watch: &Monitor<'_>) -> Result<MemoryPlan, StopReason> {
        let most = watch.limits().less(self.spaces[0].table_bytes()).max_bytes;
        let plan = self
            .plan
            .unwrap_or_else(|| MemoryPlan::new(most, self.spaces.len()));
        if most.is_some_and(|most| plan.bytes() > most) {
            return Err(StopReason::Memory);
        }
        Ok(plan)
    }

    /// Returns the greatest memory so far, with the tables of the space.
    fn bytes(&self) -> usize {
        self.memory + self.spaces[0].table_bytes()
    }

    /// Returns the number of ranks in all layers.
    fn met(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states.count).sum()
    }

    /// Expands the last layer into files, few enough for one merge.
    fn expand(
        &mut self,
        plan: MemoryPlan,
        watch: &mut Monitor<'_>,
    ) -> Result<Vec<SortedFile>, LayerError> {
        let Some(last) = self.layers.last() else {
            return Ok(Vec::new());
        };
        let progress = self.progress();
        let expanded = AtomicU64::new(0);
        let gathered = AtomicU64::new(0);
        let pass = ExpandPass {
            layer: Mutex::new(SortedReader::open(&last.states, 0..=u64::MAX)?),
            expanded: &expanded,
            gathered: &gathered,
            place: &self.place,
            buffer: plan.buffer,
        };
        let waiting = progress.frontier;
        let tables = self.spaces[0].table_bytes();
        let bytes =
            |gathered: &AtomicU64| plan.bytes_for(to_usize(gathered.load(Ordering::Relaxed)), 0);
        let runs = run_jobs(
            self.spaces.iter_mut().take(plan.threads),
            |space, should_stop| pass.run(space.as_mut(), should_stop),
            watch,
            || Progress {
                frontier: waiting - to_usize(expanded.load(Ordering::Relaxed)),
                bytes: progress.bytes.max(tables + bytes(&gathered)),
                ..progress
            },
        )?;
        self.memory = self.memory.max(bytes(&gathered));
        self.narrow(runs.concat(), plan, watch)
    }

    /// Merges files until they are few enough for one merge.
    fn narrow(
        &self,
        mut runs: Vec<SortedFile>,
        plan: MemoryPlan,
        watch: &mut Monitor<'_>,
    ) -> Result<Vec<SortedFile>, LayerError> {
        let place = &self.place;
        while runs.len() > plan.fan_in {
            runs.sort_by_key(|run| run.count);
            let groups: Vec<&[SortedFile]> = runs.chunks(plan.fan_in).collect();
            let merged = run_jobs(
                groups.chunks(groups.len().div_ceil(plan.threads)),
                |groups, should_stop| merge_groups(groups, place, should_stop),
                watch,
                || Progress {
                    frontier: 0,
                    ..self.progress()
                },
            )?;
            runs = merged.concat();
        }
        Ok(runs)
    }

    /// Adds a layer of the ranks in these files that are not in the last two layers. Only the first
    /// layer may be empty.
    fn dedup(
        &mut self,
        runs: &[SortedFile],
        plan: MemoryPlan,
        watch: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        self.memory = self.memory.max(plan.bytes_for(0, runs.len()));
        let progress = Progress {
            frontier: 0,
            ..self.progress()
        };
        let found = AtomicU64::new(0);
        let known: Vec<&SortedFile> = self
            .layers
            .iter()
            .rev()
            .take(2)
            .map(|layer| &layer.states)
            .collect();
        let pass = DedupPass {
            runs,
            known: &known,
            found: &found,
            place: &self.place,
        };
        let parts = run_jobs(
            pass.ranges(plan.threads)?,
            |range, should_stop| pass.run(&range, should_stop),
            watch,
            || Progress {
                states: progress.states + to_usize(found.load(Ordering::Relaxed)),
                ..progress
            },
        )?;
        let mut layer = Layer::default();
        for part in &parts {
            layer.add(&part.layer);
        }
        if layer.classes == 0 && !self.layers.is_empty() {
            return Ok(layer);
        }
        if watch
            .limits()
            .max_states
            .is_some_and(|most| self.met() + layer.classes > most as u64)
        {
            return Err(StopReason::States.into());
        }
        let depth = self.layers.len();
        let goals = (layer.goal_classes > 0).then(|| {
            let path = self.place.goals(self.sweep, depth);
            join(parts.iter().map(|part| &part.goals), &self.place, &path)
        });
        let path = self.place.layer(self.sweep, depth);
        let states = join(parts.iter().map(|part| &part.states), &self.place, &path)?;
        self.layers.push(StoredLayer {
            states,
            goals: goals.transpose()?,
        });
        if let Some(folder) = path.parent() {
            sync_folder(folder);
        }
        Ok(layer)
    }

    fn progress(&self) -> Progress {
        Progress {
            depth: u32::try_from(self.layers.len().saturating_sub(1)).unwrap_or(u32::MAX),
            frontier: to_usize(self.layers.last().map_or(0, |last| last.states.count)),
            states: to_usize(self.met()),
            bytes: self.bytes(),
            ..Progress::default()
        }
    }

    /// Writes files with the classes of the sources of a search.
    fn gather(&mut self, sources: Sources<'_>, plan: MemoryPlan) -> io::Result<Vec<SortedFile>> {
        let mut runs = RunWriter::new(&self.place, plan.buffer);
        let keys = self.spaces[0].another();
        let space = &mut self.spaces[0];
        let mut classes = Vec::new();
        let mut add = |ranks: &[u64]| {
            classes.clear();
            space.classify(ranks, &mut classes);
            let known: Option<Vec<(u64, OrbitInfo)>> = classes.iter().copied().collect();
            let known = known.ok_or_else(no_state)?;
            runs.add(
                known
                    .into_iter()
                    .map(|(rank, class)| RankedClass::new(rank, class)),
            )
        };
        match sources {
            Sources::States(states) => {
                let ranks: Vec<u64> = states.iter().map(|state| keys.key(state)).collect();
                ranks.chunks(BLOCK).try_for_each(add)?;
            }
            Sources::Goals => {
                for goals in self.layers.iter().filter_map(|layer| layer.goals.as_ref()) {
                    goals.for_each_block(&mut add)?;
                }
            }
        }
        runs.finish()
    }

    /// Returns the ranks on a shortest path from a source to this state, if the search has met it.
    /// From the end on, each rank is the least possible. For each layer, it expands one state and
    /// looks up each successor, which reads a block and some twenty index entries.
    fn path_of_ranks(&mut self, rank: u64) -> Result<Option<Vec<u64>>, LayerError> {
        let mut depth = 0;
        loop {
            let Some(layer) = self.layers.get(depth) else {
                return Ok(None);
            };
            if layer.states.contains(rank)? {
                break;
            }
            depth += 1;
        }
        let mut path = vec![rank];
        let mut successors = Vec::new();
        for layer in self.layers[..depth].iter().rev() {
            successors.clear();
            self.spaces[0].expand(&path[path.len() - 1..], &[], &mut successors);
            successors.sort_unstable_by_key(|successor| successor.key);
            let mut ranks = successors.iter().map(|successor| successor.key);
            let before = loop {
                let rank = ranks.next().ok_or_else(|| damaged("no move leads back"))?;
                if layer.states.contains(rank)? {
                    break rank;
                }
            };
            path.push(before);
        }
        path.reverse();
        Ok(Some(path))
    }
}

impl LayerSearch for LayeredEngine {
    fn begin(
        &mut self,
        sources: Sources<'_>,
        watch: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let plan = self.plan(watch)?;
        self.place.prepare(self.sweep + 1)?;
        let runs = self.gather(sources, plan)?;
        self.sweep += 1;
        // The files stay for a run that is resumed from before this sweep.
        self.layers.clear();
        let layer = self
            .narrow(runs, plan, watch)
            .and_then(|runs| self.dedup(&runs, plan, watch));
        self.place.clear_runs()?;
        layer
    }

    fn advance(&mut self, watch: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        if watch
            .limits()
            .max_depth
            .is_some_and(|most| self.layers.len() > most as usize)
        {
            return Err(StopReason::Depth.into());
        }
        let plan = self.plan(watch)?;
        self.place.prepare(self.sweep)?;
        let layer = self
            .expand(plan, watch)
            .and_then(|runs| self.dedup(&runs, plan, watch));
        // On a full disk, this frees space.
        self.place.clear_runs()?;
        layer
    }

    /// The order of ranks is not that of states, so it visits all.
    fn last_layer(
        &mut self,
        which: StateFilter,
        most: usize,
    ) -> Result<Vec<StateWords>, LayerError> {
        let mut kept = SmallestStates::new(most);
        let last = self.layers.last();
        let file = match which {
            StateFilter::All => last.map(|last| &last.states),
            StateFilter::Goals => last.and_then(|last| last.goals.as_ref()),
        };
        let Some(file) = file else {
            return Ok(Vec::new());
        };
        file.for_each_block(|ranks| {
            for rank in ranks {
                kept.offer(self.spaces[0].words(rank));
            }
            Ok(())
        })?;
        Ok(kept.into_sorted())
    }

    fn path_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        let path = self.path_of_ranks(self.spaces[0].key(state))?;
        let words = |rank: &u64| self.spaces[0].words(rank);
        Ok(path.map(|path| path.iter().map(words).collect()))
    }

    fn memory_usage(&self) -> MemoryUsage {
        let files = self
            .layers
            .iter()
            .flat_map(|layer| [Some(&layer.states), layer.goals.as_ref()]);
        let disk = files.flatten().map(|file| file.bytes).sum();
        MemoryUsage {
            memory: self.bytes() as u64,
            disk,
        }
    }

    /// All layers are in files.
    fn bytes_held(&self) -> usize {
        0
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_layers(self.sweep, &self.layers, out)
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.sweep, self.layers) = read_layers(&self.place, input)?;
        let Some(last) = self.layers.last() else {
            return Ok(());
        };
        last.states
            .for_each_block(|ranks| check_keys(&mut *self.spaces[0], ranks))
    }
}

pub fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Writes the description of the files in a checkpoint.
///
/// Numbers of eight bytes, little-endian: the sweep, the number of layers, and for each layer the
/// number of states, the length of their file and its checksum, and the same for its goals, or
/// three zeros if it has none.
fn write_layers(sweep: u32, layers: &[StoredLayer], out: &mut dyn Write) -> io::Result<()> {
    write_numbers(out, &[u64::from(sweep), layers.len() as u64])?;
    layers.iter().try_for_each(|layer| {
        write_numbers(out, &layer.states.numbers())?;
        write_numbers(
            out,
            &layer.goals.as_ref().map_or([0; 3], SortedFile::numbers),
        )
    })
}

/// Checks all files of a saved search in this folder.
pub fn check(folder: &Path, saved: &mut dyn Read, totals: &mut FileTotals) -> io::Result<()> {
    let (_, layers) = read_layers(&SearchDir::new(folder), saved)?;
    let mut files = layers
        .iter()
        .flat_map(|layer| [Some(&layer.states), layer.goals.as_ref()]);
    files
        .by_ref()
        .flatten()
        .try_for_each(|file| totals.check(file))
}

/// Reads the sweep and its layers, and checks that their files are present and unchanged.
fn read_layers(place: &SearchDir, input: &mut dyn Read) -> io::Result<(u32, Vec<StoredLayer>)> {
    let [sweep, count] = read_numbers(input)?;
    let sweep = u32::try_from(sweep).map_err(|_| damaged("too many sweeps"))?;
    let mut layers = Vec::new();
    for depth in 0..count {
        let depth = usize::try_from(depth).map_err(|_| damaged("too many layers"))?;
        let states = read_file(&place.layer(sweep, depth), input)?;
        let states = states.ok_or_else(|| damaged("a layer has no file"))?;
        let goals = read_file(&place.goals(sweep, depth), input)?;
        layers.push(StoredLayer { states, goals });
    }
    // These are needed now. The others are checked block by block when they are read.
    layers
        .iter()
        .rev()
        .take(2)
        .try_for_each(|layer| layer.states.check())?;
    layers
        .iter()
        .filter_map(|layer| layer.goals.as_ref())
        .try_for_each(SortedFile::check)?;
    Ok((sweep, layers))
}

/// Opens the file at `path`, if the checkpoint describes one. Another file there is an error.
fn read_file(path: &Path, input: &mut dyn Read) -> io::Result<Option<SortedFile>> {
    let numbers = read_numbers(input)?;
    if numbers == [0; 3] {
        return Ok(None);
    }
    SortedFile::open_recorded(path, numbers).map(Some)
}

/// Memory without a limit, in bytes.
const DEFAULT_MEMORY: usize = 1 << 28;

/// Memory to merge a file: a reader, its share of a batch, which grows by doubling, and a copy of
/// that share for the sort.
const MERGE_SOURCE_BYTES: usize = SortedReader::BYTES + 3 * BLOCK * size_of::<u64>();

/// Minimum memory of a thread: it merges two files, filters by two and writes two.
const MIN_THREAD_MEMORY: usize = 4 * MERGE_SOURCE_BYTES + 2 * Writer::BYTES;

/// Maximum number of open files of all threads. Most systems allow a thousand.
const MAX_OPEN_FILES: usize = 512;

/// The division of memory among threads and buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryPlan {
    threads: usize,
    /// Number of classes that each thread collects before it writes a file.
    pub buffer: usize,
    /// Number of files that each thread merges at a time.
    pub fan_in: usize,
}

impl MemoryPlan {
    /// Divides `bytes` among up to `threads` threads. If `bytes` is less than the minimum of a
    /// thread, the plan exceeds it.
    pub fn new(bytes: Option<usize>, threads: usize) -> Self {
        let bytes = bytes.unwrap_or(DEFAULT_MEMORY);
        let threads = threads.min(bytes / MIN_THREAD_MEMORY).max(1);
        let share = (bytes / threads).max(MIN_THREAD_MEMORY);
        MemoryPlan {
            threads,
            buffer: (share - 2 * Writer::BYTES) / size_of::<RankedClass>(),
            fan_in: ((share - 2 * Writer::BYTES) / MERGE_SOURCE_BYTES - 2)
                .min(MAX_OPEN_FILES / threads)
                .clamp(2, 64),
        }
    }

    /// Returns the plan of one of its threads.
    #[cfg(feature = "cluster")]
    pub const fn of_each(self) -> Self {
        MemoryPlan { threads: 1, ..self }
    }

    /// Returns its maximum memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes_for(usize::MAX, usize::MAX)
    }

    /// Returns the memory for a layer with this number of classes to collect, in this number of
    /// files.
    pub fn bytes_for(&self, classes: usize, files: usize) -> usize {
        let gathering = self.buffer.min(classes.div_ceil(self.threads)) * size_of::<RankedClass>();
        let merging = (self.fan_in.min(files) + 2) * MERGE_SOURCE_BYTES;
        self.threads * (2 * Writer::BYTES + gathering.max(merging))
    }
}

#[cfg(test)]
mod plan_tests {
    use super::*;

    #[test]
    fn a_plan_keeps_to_its_memory_unless_that_is_less_than_the_minimum() {
        for threads in [1, 2, 3, 64, 1000] {
            for bytes in [
                MIN_THREAD_MEMORY,
                MIN_THREAD_MEMORY + 1,
                1 << 20,
                5 << 20,
                1 << 28,
                1 << 34,
            ] {
                let plan = MemoryPlan::new(Some(bytes), threads);
                assert!(plan.bytes() <= bytes, "{plan:?} for {bytes}");
                let small = plan.bytes_for(1000, 2);
                assert!(small <= plan.bytes() && small < plan.threads * 2 * MIN_THREAD_MEMORY);
                assert!(plan.bytes() > bytes / 2, "{plan:?} for {bytes}");
                assert!((1..=threads).contains(&plan.threads) && plan.fan_in >= 2);
                assert!(plan.threads * plan.fan_in <= 2 * threads.max(MAX_OPEN_FILES));
            }
        }
        assert_eq!(MemoryPlan::new(Some(0), 4).threads, 1);
        assert_eq!(MemoryPlan::new(Some(0), 4).bytes(), MIN_THREAD_MEMORY);
        assert!(MemoryPlan::new(None, 2).bytes() <= DEFAULT_MEMORY);
    }
}
