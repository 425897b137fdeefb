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

use std::{
    io::{self, Read, Write},
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    control::{Monitor, Progress, StopReason},
    file::sync_folder,
};

use super::{
    layers::{
        Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter,
        read_numbers, write_numbers,
    },
    space::{Space, StateWords, check_keys, no_state},
};
use block::BLOCK;
use passes::{DedupPass, ExpandPass, RunWriter, join, merge_groups, run_jobs};
pub use sorted::FileTotals;
use sorted::{RankedClass, SearchDir, SortedFile, SortedReader, Writer};

/// The engine, with its folder and the files there. A worker of a cluster has one as well, with the
/// states that it owns.
pub struct LayeredEngine {
    /// The space of each thread.
    pub spaces: Vec<Box<dyn Space<u64>>>,
    pub place: SearchDir,
    /// The number of this sweep, from 1.
    pub sweep: u32,
    /// The files of each layer. Only layers of a resumed cluster have several parts.
    pub layers: Vec<Vec<StoredPart>>,
    /// A fixed plan, for tests and the workers of a cluster.
    pub plan: Option<MemoryPlan>,
    /// Maximum memory of a layer.
    pub memory: usize,
}

/// The files of a layer, or of a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPart {
    pub states: SortedFile,
    /// The goals, if any.
    pub goals: Option<SortedFile>,
}

/// The [numbers](SortedFile::numbers) of the files of a part; zeros stand for no file.
pub type PartNumbers = [[u64; 3]; 2];

impl StoredPart {
    /// Opens the files at these paths, if they have the numbers that a checkpoint has recorded.
    pub fn open(paths: &[PathBuf; 2], numbers: PartNumbers) -> io::Result<Self> {
        let goals = (numbers[1] != [0; 3])
            .then(|| SortedFile::open_recorded(&paths[1], numbers[1]))
            .transpose()?;
        let states = SortedFile::open_recorded(&paths[0], numbers[0])?;
        Ok(StoredPart { states, goals })
    }

    pub fn numbers(&self) -> PartNumbers {
        let goals = self.goals.as_ref().map(SortedFile::numbers);
        [self.states.numbers(), goals.unwrap_or_default()]
    }

    fn files(&self) -> impl Iterator<Item = &SortedFile> {
        [&self.states].into_iter().chain(&self.goals)
    }

    /// Checks every block of the files.
    pub fn check(&self, totals: &mut FileTotals) -> io::Result<()> {
        self.files().try_for_each(|file| totals.check(file))
    }
}

impl LayeredEngine {
    /// Creates an engine with at least one thread and exclusive use of `folder`. It overwrites
    /// files there only when it needs their names.
    pub fn new(space: Box<dyn Space<u64>>, threads: usize, folder: &Path) -> Self {
        let mut spaces: Vec<_> = (1..threads).map(|_| space.another()).collect();
        spaces.push(space);
        LayeredEngine {
            spaces,
            place: SearchDir::new(folder),
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

    pub fn plan(&self, monitor: &Monitor<'_>) -> Result<MemoryPlan, StopReason> {
        let most = monitor
            .limits()
            .without_bytes(self.spaces[0].table_bytes())
            .max_bytes;
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
    pub fn met(&self) -> u64 {
        self.layers.iter().flatten().map(|it| it.states.count).sum()
    }

    /// Expands the last layer into files.
    fn expand(
        &mut self,
        plan: MemoryPlan,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<SortedFile>, LayerError> {
        let Some(last) = self.layers.last().and_then(|parts| parts.first()) else {
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
            monitor,
            || Progress {
                frontier: waiting - to_usize(expanded.load(Ordering::Relaxed)),
                bytes: progress.bytes.max(tables + bytes(&gathered)),
                ..progress
            },
        )?;
        self.memory = self.memory.max(bytes(&gathered));
        Ok(runs.concat())
    }

    /// Merges files until they are few enough for one merge.
    fn narrow(
        &self,
        mut runs: Vec<SortedFile>,
        plan: MemoryPlan,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<SortedFile>, LayerError> {
        let place = &self.place;
        while runs.len() > plan.fan_in {
            runs.sort_by_key(|run| run.count);
            let groups: Vec<&[SortedFile]> = runs.chunks(plan.fan_in).collect();
            let merged = run_jobs(
                groups.chunks(groups.len().div_ceil(plan.threads)),
                |groups, should_stop| merge_groups(groups, place, should_stop),
                monitor,
                || Progress {
                    frontier: 0,
                    ..self.progress()
                },
            )?;
            runs = merged.concat();
        }
        Ok(runs)
    }

    /// Adds a layer of the ranks in these files that are not in the last two layers, unless it is
    /// empty and `keeps_empty` is false.
    pub fn add_layer(
        &mut self,
        runs: Vec<SortedFile>,
        keeps_empty: bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let plan = self.plan(monitor)?;
        let runs = &self.narrow(runs, plan, monitor)?;
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
            .flatten()
            .map(|part| &part.states)
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
            monitor,
            || Progress {
                states: progress.states + to_usize(found.load(Ordering::Relaxed)),
                ..progress
            },
        )?;
        let mut layer = Layer::default();
        for part in &parts {
            layer.add(&part.layer);
        }
        if layer.classes == 0 && !keeps_empty {
            return Ok(layer);
        }
        if monitor
            .limits()
            .max_states
            .is_some_and(|most| self.met() + layer.classes > most as u64)
        {
            return Err(StopReason::States.into());
        }
        let [path, goals_path] = self.place.paths(self.sweep, self.layers.len());
        let goals = (layer.goal_classes > 0).then(|| {
            join(
                parts.iter().map(|part| &part.goals),
                &self.place,
                &goals_path,
            )
        });
        let states = join(parts.iter().map(|part| &part.states), &self.place, &path)?;
        self.layers.push(vec![StoredPart {
            states,
            goals: goals.transpose()?,
        }]);
        if let Some(folder) = path.parent() {
            sync_folder(folder);
        }
        Ok(layer)
    }

    fn progress(&self) -> Progress {
        Progress {
            depth: u32::try_from(self.layers.len().saturating_sub(1)).unwrap_or(u32::MAX),
            frontier: to_usize(
                self.layers
                    .last()
                    .into_iter()
                    .flatten()
                    .map(|it| it.states.count)
                    .sum(),
            ),
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
        let mut add = |ranks: &[u64]| runs.add(classify(&mut **space, ranks)?.into_iter());
        match sources {
            Sources::States(states) => {
                let ranks: Vec<u64> = states.iter().map(|state| keys.key(state)).collect();
                ranks.chunks(BLOCK).try_for_each(add)?;
            }
            Sources::Goals => {
                let mut goals = self.layers.iter().flatten().flat_map(|part| &part.goals);
                goals.try_for_each(|file| file.for_each_block(&mut add))?;
            }
        }
        runs.finish()
    }

    /// Returns the first of these layers that has one of these ascending ranks, and the first such
    /// rank. For each rank and layer, it reads a block and some twenty index entries.
    pub fn find(&self, depths: Range<usize>, ranks: &[u64]) -> io::Result<Option<(usize, u64)>> {
        for depth in depths.start..depths.end.min(self.layers.len()) {
            for &rank in ranks {
                for part in &self.layers[depth] {
                    if part.states.contains(rank)? {
                        return Ok(Some((depth, rank)));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Returns the states on a shortest path from a source to this rank, if the search has met it. From
/// the end on, each rank is the least possible. `find` returns the first of these layers that has
/// one of these ascending ranks, and the first such rank.
pub fn path_back(
    space: &mut dyn Space<u64>,
    rank: u64,
    find: impl Fn(Range<usize>, Vec<u64>) -> Result<Option<(usize, u64)>, LayerError>,
) -> Result<Option<Vec<StateWords>>, LayerError> {
    let Some((depth, _)) = find(0..usize::MAX, vec![rank])? else {
        return Ok(None);
    };
    let mut path = vec![rank];
    let mut successors = Vec::new();
    for depth in (0..depth).rev() {
        successors.clear();
        space.expand(&path[path.len() - 1..], &[], &mut successors);
        let mut ranks: Vec<u64> = successors.iter().map(|it| it.key).collect();
        ranks.sort_unstable();
        let before = find(depth..depth + 1, ranks)?;
        path.push(before.ok_or_else(|| damaged("no move leads back"))?.1);
    }
    path.reverse();
    Ok(Some(path.iter().map(|rank| space.words(rank)).collect()))
}

/// Returns the classes of ranks.
///
/// # Errors
/// If a rank has no state.
pub fn classify(space: &mut dyn Space<u64>, ranks: &[u64]) -> io::Result<Vec<RankedClass>> {
    let mut classes = Vec::with_capacity(ranks.len());
    space.classify(ranks, &mut classes);
    classes
        .into_iter()
        .map(|class| {
            let (rank, class) = class.ok_or_else(no_state)?;
            Ok(RankedClass::new(rank, class))
        })
        .collect()
}

impl LayerSearch for LayeredEngine {
    fn begin(
        &mut self,
        sources: Sources<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let plan = self.plan(monitor)?;
        self.place.prepare(self.sweep + 1)?;
        let runs = self.gather(sources, plan)?;
        self.sweep += 1;
        // The files stay for a run that is resumed from before this sweep.
        self.layers.clear();
        let layer = self.add_layer(runs, true, monitor);
        self.place.clear_runs()?;
        layer
    }

    fn advance(&mut self, monitor: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        if monitor
            .limits()
            .max_depth
            .is_some_and(|most| self.layers.len() > most as usize)
        {
            return Err(StopReason::Depth.into());
        }
        let plan = self.plan(monitor)?;
        self.place.prepare(self.sweep)?;
        let layer = self
            .expand(plan, monitor)
            .and_then(|runs| self.add_layer(runs, false, monitor));
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
        for part in self.layers.last().into_iter().flatten() {
            let file = match which {
                StateFilter::All => Some(&part.states),
                StateFilter::Goals => part.goals.as_ref(),
            };
            file.map_or(Ok(()), |file| {
                file.for_each_block(|ranks| {
                    ranks
                        .iter()
                        .map(|rank| self.spaces[0].words(rank))
                        .for_each(|state| kept.offer(state));
                    Ok(())
                })
            })?;
        }
        Ok(kept.into_sorted())
    }

    fn path_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        let mut space = self.spaces[0].another();
        let rank = space.key(state);
        path_back(&mut *space, rank, |depths, ranks| {
            Ok(self.find(depths, &ranks)?)
        })
    }

    fn memory_usage(&self) -> MemoryUsage {
        let files = self.layers.iter().flatten().flat_map(StoredPart::files);
        MemoryUsage {
            memory: self.bytes() as u64,
            disk: files.map(|file| file.bytes).sum(),
        }
    }

    /// All layers are in files.
    fn bytes_held(&self) -> usize {
        0
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_numbers(out, &[u64::from(self.sweep), self.layers.len() as u64])?;
        let mut parts = self.layers.iter().flatten();
        parts.try_for_each(|part| write_numbers(out, part.numbers().as_flattened()))
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.sweep, self.layers) = read_layers(&self.place, input)?;
        let mut last = self.layers.last().into_iter().flatten();
        last.try_for_each(|part| {
            part.states
                .for_each_block(|ranks| check_keys(&mut *self.spaces[0], ranks))
        })
    }
}

pub fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

pub fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Checks all files of a saved search in this folder.
pub fn check(folder: &Path, saved: &mut dyn Read, totals: &mut FileTotals) -> io::Result<()> {
    let (_, layers) = read_layers(&SearchDir::new(folder), saved)?;
    layers
        .iter()
        .flatten()
        .try_for_each(|part| part.check(totals))
}

/// Reads the sweep and its layers, and checks that their files are present and unchanged.
///
/// A checkpoint has numbers of eight bytes, little-endian: the sweep, the number of layers, and for
/// each layer the number of states, the length of their file and its checksum, and the same for its
/// goals, or three zeros if it has none.
fn read_layers(place: &SearchDir, input: &mut dyn Read) -> io::Result<(u32, Vec<Vec<StoredPart>>)> {
    let [sweep, count] = read_numbers(input)?;
    let sweep = u32::try_from(sweep).map_err(|_| damaged("too many sweeps"))?;
    let mut layers = Vec::new();
    for depth in 0..count {
        let depth = usize::try_from(depth).map_err(|_| damaged("too many layers"))?;
        let numbers = [read_numbers(input)?, read_numbers(input)?];
        layers.push(vec![StoredPart::open(&place.paths(sweep, depth), numbers)?]);
    }
    // These are needed now. The others are checked block by block when they are read.
    let last = layers.iter().rev().take(2).flatten().map(|it| &it.states);
    let goals = layers.iter().flatten().flat_map(|it| &it.goals);
    last.chain(goals).try_for_each(SortedFile::check)?;
    Ok((sweep, layers))
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
    fn a_memory_plan_respects_its_budget_above_the_minimum() {
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
