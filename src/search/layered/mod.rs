//! Breadth-first search by layers with files, for spaces beyond memory.
//!
//! States are known by their ranks. The last layer is read block by block and expanded; the ranks
//! of its successors are gathered, sorted and spilled as runs; the runs are merged, less the last
//! two layers, and that is the next layer: delayed duplicate detection (Korf, "Linear-time
//! disk-based implicit graph search", *Journal of the ACM* 55, 2008). Files are only read and
//! written from front to back. Each layer is a [file](sorted) that stays, of about a byte a state,
//! so that a way back can be found.

pub(super) mod block;
pub(super) mod passes;
pub(super) mod sorted;
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
use super::space::{OrbitInfo, Space, StateWords, check_keys};
use block::BLOCK;
use passes::{DedupPass, ExpandPass, RunWriter, join, merge_groups, run_jobs};
pub use sorted::FileTotals;
use sorted::{RankedClass, SearchDir, SortedFile, SortedReader, Writer, at, damaged};

/// The engine: a folder, and what it knows of the files there.
pub(crate) struct LayeredEngine {
    /// One for each thread.
    spaces: Vec<Box<dyn Space<u64>>>,
    place: SearchDir,
    /// Which sweep this is, from 1.
    sweep: u32,
    layers: Vec<StoredLayer>,
    /// Set by tests.
    plan: Option<MemoryPlan>,
    /// The most memory taken by a layer.
    memory: usize,
}

/// The files of a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StoredLayer {
    states: SortedFile,
    /// Those that are goals, if any are.
    goals: Option<SortedFile>,
}

impl LayeredEngine {
    /// An engine with so many threads, at least one, that keeps its files in `folder` and no others
    /// may use. What lies there is left until it is overwritten.
    pub(crate) fn new(space: Box<dyn Space<u64>>, threads: usize, folder: &Path) -> Self {
        let mut spaces: Vec<_> = (1..threads).map(|_| space.another()).collect();
        spaces.push(space);
        let place = SearchDir::new(folder);
        LayeredEngine { spaces, place, sweep: 0, layers: Vec::new(), plan: None, memory: 0 }
    }

    /// The same with a fixed plan for memory.
    #[cfg(test)]
    pub(super) fn with_plan(self, threads: usize, buffer: usize, fan_in: usize) -> Self {
        LayeredEngine { plan: Some(MemoryPlan { threads, buffer, fan_in }), ..self }
    }

    fn plan(&self, watch: &Monitor<'_>) -> Result<MemoryPlan, StopReason> {
        let most = watch.limits().less(self.spaces[0].table_bytes()).max_bytes;
        let plan = self.plan.unwrap_or_else(|| MemoryPlan::new(most, self.spaces.len()));
        if most.is_some_and(|most| plan.bytes() > most) {
            return Err(StopReason::Memory);
        }
        Ok(plan)
    }

    /// The most that it has taken, with the tables of the space.
    fn bytes(&self) -> usize {
        self.memory + self.spaces[0].table_bytes()
    }

    /// How many ranks there are in all layers.
    fn met(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states.count).sum()
    }

    /// Expands the last layer into files, few enough to be merged at once.
    fn expand(
        &mut self,
        plan: MemoryPlan,
        watch: &mut Monitor<'_>,
    ) -> Result<Vec<SortedFile>, LayerError> {
        let Some(last) = self.layers.last() else { return Ok(Vec::new()) };
        let progress = self.progress();
        let (expanded, gathered) = (AtomicU64::new(0), AtomicU64::new(0));
        let expansion = ExpandPass {
            layer: Mutex::new(SortedReader::open(&last.states, 0..=u64::MAX)?),
            expanded: &expanded,
            gathered: &gathered,
            place: &self.place,
            buffer: plan.buffer,
        };
        let (waiting, tables) = (progress.frontier, self.spaces[0].table_bytes());
        let bytes =
            |gathered: &AtomicU64| plan.bytes_for(to_usize(gathered.load(Ordering::Relaxed)), 0);
        let runs = run_jobs(
            self.spaces.iter_mut().take(plan.threads),
            |space, should_stop| expansion.run(space.as_mut(), should_stop),
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

    /// Merges files until there are few enough to be merged at once.
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
                || Progress { frontier: 0, ..self.progress() },
            )?;
            runs = merged.concat();
        }
        Ok(runs)
    }

    /// Makes a layer of what these files hold and the last two layers do not. If there is nothing,
    /// and there are layers, none is added.
    fn sift(
        &mut self,
        runs: &[SortedFile],
        plan: MemoryPlan,
        watch: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        self.memory = self.memory.max(plan.bytes_for(0, runs.len()));
        let progress = Progress { frontier: 0, ..self.progress() };
        let found = AtomicU64::new(0);
        let known: Vec<&SortedFile> =
            self.layers.iter().rev().take(2).map(|layer| &layer.states).collect();
        let sifting = DedupPass { runs, known: &known, found: &found, place: &self.place };
        let parts = run_jobs(
            sifting.ranges(plan.threads)?,
            |range, should_stop| sifting.run(&range, should_stop),
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
        if watch.limits().max_states.is_some_and(|most| self.met() + layer.classes > most as u64) {
            return Err(StopReason::States.into());
        }
        let depth = self.layers.len();
        let goals = (layer.goal_classes > 0).then(|| {
            let path = self.place.goals(self.sweep, depth);
            join(parts.iter().map(|part| &part.goals), &self.place, &path)
        });
        let path = self.place.layer(self.sweep, depth);
        let states = join(parts.iter().map(|part| &part.states), &self.place, &path)?;
        self.layers.push(StoredLayer { states, goals: goals.transpose()? });
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

    /// Files with the classes of the sources of a search.
    fn gather(&mut self, sources: Sources<'_>, plan: MemoryPlan) -> io::Result<Vec<SortedFile>> {
        let mut runs = RunWriter::new(&self.place, plan.buffer);
        let keys = self.spaces[0].another();
        let space = &mut self.spaces[0];
        let mut classes = Vec::new();
        let mut add = |ranks: &[u64]| {
            classes.clear();
            space.classify(ranks, &mut classes);
            let known: Option<Vec<(u64, OrbitInfo)>> = classes.iter().copied().collect();
            let no_state = || damaged("a source is no state of this space");
            let known = known.ok_or_else(no_state)?;
            runs.add(known.into_iter().map(|(rank, class)| RankedClass::new(rank, class)))
        };
        match sources {
            Sources::States(states) => {
                let ranks: Vec<u64> = states.iter().map(|state| keys.key(state)).collect();
                ranks.chunks(BLOCK).try_for_each(add)?;
            }
            Sources::Goals => {
                for goals in self.layers.iter().filter_map(|layer| layer.goals.as_ref()) {
                    let mut goals = SortedReader::open(goals, 0..=u64::MAX)?;
                    while !goals.rest().is_empty() {
                        add(goals.rest())?;
                        goals.pass(goals.rest().len())?;
                    }
                }
            }
        }
        runs.finish()
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
        // The files stay, for a run that is resumed before this sweep has been saved.
        self.layers.clear();
        let layer = self.narrow(runs, plan, watch).and_then(|runs| self.sift(&runs, plan, watch));
        self.place.clear_runs()?;
        layer
    }

    fn advance(&mut self, watch: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        if watch.limits().max_depth.is_some_and(|most| self.layers.len() > most as usize) {
            return Err(StopReason::Depth.into());
        }
        let plan = self.plan(watch)?;
        self.place.prepare(self.sweep)?;
        let layer = self.expand(plan, watch).and_then(|runs| self.sift(&runs, plan, watch));
        // Where the disk is full, this is what makes room again.
        self.place.clear_runs()?;
        layer
    }

    /// The least ranks are not of the least states, so that all are looked at.
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
        let Some(file) = file else { return Ok(Vec::new()) };
        let mut reader = SortedReader::open(file, 0..=u64::MAX)?;
        while !reader.rest().is_empty() {
            for rank in reader.rest() {
                kept.offer(self.spaces[0].words(rank));
            }
            reader.pass(reader.rest().len())?;
        }
        Ok(kept.into_sorted())
    }

    fn way_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        let way = self.way_back(self.spaces[0].key(state))?;
        let words = |rank: &u64| self.spaces[0].words(rank);
        Ok(way.map(|way| way.iter().map(words).collect()))
    }

    fn memory_usage(&self) -> MemoryUsage {
        let files =
            self.layers.iter().flat_map(|layer| [Some(&layer.states), layer.goals.as_ref()]);
        let disk = files.flatten().map(|file| file.bytes).sum();
        MemoryUsage { memory: self.bytes() as u64, disk }
    }

    /// All that stays is in files.
    fn bytes_held(&self) -> usize {
        0
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_layers(self.sweep, &self.layers, out)
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.sweep, self.layers) = read_layers(&self.place, input)?;
        let Some(last) = self.layers.last() else { return Ok(()) };
        let mut reader = SortedReader::open(&last.states, 0..=u64::MAX)?;
        while !reader.rest().is_empty() {
            check_keys(&mut *self.spaces[0], reader.rest())?;
            reader.pass(reader.rest().len())?;
        }
        Ok(())
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl LayeredEngine {
    /// How far `rank` is from the nearest source of this sweep; none if no layer has it.
    fn depth_of(&self, rank: u64) -> io::Result<Option<usize>> {
        for (depth, layer) in self.layers.iter().enumerate() {
            if layer.states.contains(rank)? {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }

    /// The ranks from a source to this state, if it was met. Of the shortest ways, that whose ranks
    /// are the least, from the end on. For each layer on it, one state is expanded and each
    /// successor is looked up, at a block and some twenty reads of the index.
    fn way_back(&mut self, rank: u64) -> Result<Option<Vec<u64>>, LayerError> {
        let Some(depth) = self.depth_of(rank)? else { return Ok(None) };
        let mut way = vec![rank];
        let mut successors = Vec::new();
        for layer in self.layers[..depth].iter().rev() {
            successors.clear();
            self.spaces[0].expand(&way[way.len() - 1..], &[], &mut successors);
            successors.sort_unstable_by_key(|successor| successor.key);
            let ranks = successors.iter().map(|successor| successor.key);
            let before = layer.states.first_of(ranks)?;
            way.push(before.ok_or_else(|| damaged("no move leads back"))?);
        }
        way.reverse();
        Ok(Some(way))
    }
}

/// What a checkpoint says of the files.
///
/// Numbers of eight bytes, little-endian: the sweep, how many layers it has, and for each layer how
/// many states it has, the length of their file and its checksum, and the same of its goals, three
/// zeros where it has none.
fn write_layers(sweep: u32, layers: &[StoredLayer], out: &mut dyn Write) -> io::Result<()> {
    let file = |file: &SortedFile| [file.count, file.bytes, u64::from(file.checksum)];
    write_numbers(out, &[u64::from(sweep), layers.len() as u64])?;
    layers.iter().try_for_each(|layer| {
        write_numbers(out, &file(&layer.states))?;
        write_numbers(out, &layer.goals.as_ref().map_or([0; 3], file))
    })
}

/// Reads the files through that a saved search in this folder tells of.
pub(crate) fn check(
    folder: &Path,
    saved: &mut dyn Read,
    totals: &mut FileTotals,
) -> io::Result<()> {
    let (_, layers) = read_layers(&SearchDir::new(folder), saved)?;
    let mut files = layers.iter().flat_map(|layer| [Some(&layer.states), layer.goals.as_ref()]);
    files.by_ref().flatten().try_for_each(|file| totals.check(file))
}

/// The sweep and its layers, whose files are there and are those that they were.
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
    // These are needed now; the others are checked block by block when they are.
    layers.iter().rev().take(2).try_for_each(|layer| layer.states.check())?;
    layers.iter().filter_map(|layer| layer.goals.as_ref()).try_for_each(SortedFile::check)?;
    Ok((sweep, layers))
}

/// The file at `path`, if there should be one; it is an error if that is another.
fn read_file(path: &Path, input: &mut dyn Read) -> io::Result<Option<SortedFile>> {
    let numbers = read_numbers(input)?;
    if numbers == [0; 3] {
        return Ok(None);
    }
    let file = SortedFile::open(path)?;
    if numbers != [file.count, file.bytes, u64::from(file.checksum)] {
        return Err(at(path)(damaged("this is not the file that the checkpoint tells of")));
    }
    Ok(Some(file))
}

/// What is used where no limit is set, in bytes.
const DEFAULT: usize = 1 << 28;

/// What merging a file takes: a reader, its share of a batch, which grows by doubling, and as much
/// again to sort it.
const SOURCE: usize = SortedReader::BYTES + 3 * BLOCK * size_of::<u64>();

/// What a thread takes however little there is: two files that are merged, two that are known, two
/// that are written.
const LEAST: usize = 4 * SOURCE + 2 * Writer::BYTES;

/// Files that all threads together may have open, of the thousand that most systems allow.
const FILES: usize = 512;

/// How an amount of memory is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemoryPlan {
    threads: usize,
    /// Classes that each thread gathers before it writes a file.
    pub(super) buffer: usize,
    /// Files that each thread merges at a time.
    pub(super) fan_in: usize,
}

impl MemoryPlan {
    /// For no more than so many bytes, if there is a limit that can be kept, and so many threads.
    pub(super) fn new(bytes: Option<usize>, threads: usize) -> Self {
        let bytes = bytes.unwrap_or(DEFAULT);
        let threads = threads.min(bytes / LEAST).max(1);
        let share = (bytes / threads).max(LEAST);
        MemoryPlan {
            threads,
            buffer: (share - 2 * Writer::BYTES) / size_of::<RankedClass>(),
            fan_in: ((share - 2 * Writer::BYTES) / SOURCE - 2).min(FILES / threads).clamp(2, 64),
        }
    }

    /// That of one of its threads.
    #[cfg(feature = "cluster")]
    pub(super) const fn of_each(self) -> Self {
        MemoryPlan { threads: 1, ..self }
    }

    /// What it takes at most, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes_for(usize::MAX, usize::MAX)
    }

    /// What it takes for a layer with so many classes to be gathered, in so many files.
    pub(super) fn bytes_for(&self, classes: usize, files: usize) -> usize {
        let gathering = self.buffer.min(classes.div_ceil(self.threads)) * size_of::<RankedClass>();
        let merging = (self.fan_in.min(files) + 2) * SOURCE;
        self.threads * (2 * Writer::BYTES + gathering.max(merging))
    }
}

#[cfg(test)]
mod plan_tests {
    use super::*;

    #[test]
    fn no_plan_takes_more_than_it_may_unless_that_is_too_little_for_any() {
        for threads in [1, 2, 3, 64, 1000] {
            for bytes in [LEAST, LEAST + 1, 1 << 20, 5 << 20, 1 << 28, 1 << 34] {
                let plan = MemoryPlan::new(Some(bytes), threads);
                assert!(plan.bytes() <= bytes, "{plan:?} for {bytes}");
                let small = plan.bytes_for(1000, 2);
                assert!(small <= plan.bytes() && small < plan.threads * 2 * LEAST);
                assert!(plan.bytes() > bytes / 2, "{plan:?} for {bytes}");
                assert!((1..=threads).contains(&plan.threads) && plan.fan_in >= 2);
                assert!(plan.threads * plan.fan_in <= 2 * threads.max(FILES));
            }
        }
        assert_eq!(MemoryPlan::new(Some(0), 4).threads, 1);
        assert_eq!(MemoryPlan::new(Some(0), 4).bytes(), LEAST);
        assert!(MemoryPlan::new(None, 2).bytes() <= DEFAULT);
    }
}
