//! Breadth-first search by layers with files, for spaces beyond memory, in one process or several.
//!
//! The keys of states are ranks. A process reads and expands the last layer block by block, and
//! sorts the ranks of the successors into runs. It merges the runs without the ranks of the last
//! two layers, which gives the next layer: delayed duplicate detection (Korf, "Linear-time
//! disk-based implicit graph search", *Journal of the ACM* 55, 2008). All access is sequential. The
//! [file](sorted) of each layer, about a byte a state, is kept for paths back to a source.
//!
//! A hash assigns each rank to one of the processes, which owns it: it receives the rank from all
//! others, and stores it. The records of a checkpoint name the files of all processes. So a run can
//! resume on other machines, or on more or fewer of them: the process that holds a file then sends
//! its ranks to the new owners.

pub mod block;
pub mod passes;
pub mod shards;
pub mod sorted;
#[cfg(test)]
mod tests;

use std::{
    collections::HashSet,
    io::{self, Read, Write},
    mem::take,
    ops::Range,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use bincode::{Decode, Encode};

use crate::{
    control::{Limits, Monitor, Progress, StopReason},
    file::sync_folder,
};

use super::{
    layers::{Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter},
    space::{Space, StateWords, check_keys, no_state},
};
use block::BLOCK;
use passes::{
    BlockReader, CandidatePass, DedupPass, RunWriter, delete, join, merge_groups, run_jobs,
};
pub use shards::check;
use shards::{LayerRecords, PartRecord, Shards, StoredPart, read_records, write_records};
pub use sorted::FileTotals;
use sorted::{RankedClass, SearchDir, SortedFile, SortedReader, Writer};

/// A request to all processes.
#[derive(Clone, Encode, Decode, Debug)]
pub struct Request {
    /// The number of complete layers. Processes discard later ones.
    pub layers: usize,
    pub command: Command,
}

#[derive(Clone, Encode, Decode, Debug)]
pub enum Command {
    /// Make layer 0 of a sweep from these ranks, or from the goals of the last sweep.
    Begin { sweep: u32, ranks: Option<Vec<u64>> },
    /// Make the next layer.
    Advance,
    /// Return the least states of the last layer.
    LastLayer { filter: StateFilter, most: usize },
    /// Return the first of these layers that has one of these ascending ranks, and the least such
    /// rank.
    Find {
        depths: Range<usize>,
        ranks: Vec<u64>,
    },
    /// Open the parts of these layers in the folder of the process.
    Open { sweep: u32, records: LayerRecords },
    /// Send each rank of a layer to its current owner.
    Repartition { depth: usize },
}

/// The response of a process, or the sum of several responses. Each command fills some fields.
#[derive(Clone, Default, Encode, Decode, Debug)]
pub struct Response {
    pub(in crate::search) layer: Layer,
    pub parts: Vec<PartRecord>,
    /// The greatest memory of the process so far.
    pub memory: u64,
    /// The degrees of the states that a process other than the first has expanded.
    pub degrees: Vec<u64>,
    pub ranks: Vec<u64>,
    /// Layer and rank.
    pub found: Option<(usize, u64)>,
    /// The layers and numbers of the opened parts.
    pub open: Vec<(usize, usize)>,
}

impl Response {
    fn add(&mut self, other: Response) {
        self.layer.add(&other.layer);
        self.parts.extend(other.parts);
        self.memory += other.memory;
        self.ranks.extend(other.ranks);
        self.found = self.found.into_iter().chain(other.found).min();
        self.open.extend(other.open);
    }
}

/// The other processes of a search, as one of them sees them.
pub trait Exchange: Send + Sync {
    /// Returns the number of processes.
    fn processes(&self) -> usize;

    /// Returns the number of this process.
    fn process(&self) -> usize;

    /// Sends the words of some candidates to the process that owns them.
    fn send(&self, process: usize, words: &[u64]) -> io::Result<()>;

    /// Waits until all processes have sent their candidates for a layer. Returns those that this
    /// process owns.
    fn gather(
        &self,
        check: &mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Result<Vec<RunWriter>, LayerError>;

    /// Sends a request from process 0 to all others.
    fn ask(&self, request: &Request);

    /// Waits for the responses of all other processes, and returns them in order.
    fn responses(
        &self,
        check: &mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Result<Vec<Response>, LayerError>;

    /// Ends the search in all processes after an error. Returns its cause.
    fn end(&self, error: LayerError) -> LayerError;
}

/// The part of a search that one process does: the states that it owns, and the files with them.
pub struct Partition {
    /// The space of each thread.
    spaces: Vec<Box<dyn Space<u64>>>,
    pub place: Arc<SearchDir>,
    /// The number of this sweep, from 1.
    sweep: u32,
    /// The files of each layer. Only layers of a resumed run have several parts.
    layers: Vec<Vec<StoredPart>>,
    /// A fixed plan, for tests and for one of several processes.
    pub plan: Option<MemoryPlan>,
    /// Maximum memory of a layer.
    memory: usize,
    /// Memory that connections to other processes take.
    pub connections: usize,
    pub exchange: Option<Arc<dyn Exchange>>,
}

impl Partition {
    /// Creates the part of a process with at least one thread. It deletes the temporary files of a
    /// killed run in `folder`, and overwrites others only when it needs their names.
    pub fn new(space: Box<dyn Space<u64>>, threads: usize, folder: &Path, process: usize) -> Self {
        let place = SearchDir::new(folder, process);
        // If this fails, writing the files again tells the reason.
        let _ = place.clear_runs();
        let mut spaces: Vec<_> = (1..threads).map(|_| space.another()).collect();
        spaces.push(space);
        Partition {
            spaces,
            place: Arc::new(place),
            sweep: 0,
            layers: Vec::new(),
            plan: None,
            memory: 0,
            connections: 0,
            exchange: None,
        }
    }

    fn processes(&self) -> usize {
        self.exchange.as_ref().map_or(1, |it| it.processes())
    }

    fn plan(&self, monitor: &Monitor<'_>) -> Result<MemoryPlan, StopReason> {
        let others = self.spaces[0].table_bytes() + self.connections;
        let most = monitor.limits().without_bytes(others).max_bytes;
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
        self.memory + self.connections + self.spaces[0].table_bytes()
    }

    /// Returns the number of states in the last layer.
    fn frontier(&self) -> u64 {
        let last = self.layers.last().into_iter().flatten();
        last.map(|part| part.states.count).sum()
    }

    /// Returns the progress when these states wait and these are found. Each process has an equal
    /// share of a layer.
    fn progress(&self, frontier: u64, found: u64) -> Progress {
        let known = self.layers.iter().flatten().map(|part| part.states.count);
        Progress {
            depth: u32::try_from(self.layers.len().saturating_sub(1)).unwrap_or(u32::MAX),
            frontier: to_usize(frontier) * self.processes(),
            states: to_usize(known.sum::<u64>() + found) * self.processes(),
            bytes: self.bytes(),
            ..Progress::default()
        }
    }

    /// Does its part of a request.
    pub fn execute(
        &mut self,
        request: Request,
        monitor: &mut Monitor<'_>,
    ) -> Result<Response, LayerError> {
        let is_open = !matches!(request.command, Command::Open { .. });
        while is_open && self.layers.len() > request.layers {
            // The layer was empty or beyond a limit. Without it, the folder holds recorded files.
            let parts = self.layers.pop().into_iter().flatten();
            for file in parts.flat_map(|part| [Some(part.states), part.goals]) {
                let _ = delete(file.as_slice());
            }
        }
        let mut response = Response::default();
        match request.command {
            Command::Begin { sweep, ranks } => {
                self.sweep = sweep;
                self.place.prepare(sweep)?;
                // The files stay for a run that is resumed from before this sweep.
                let last = take(&mut self.layers).into_iter().flatten();
                let sources = match ranks {
                    Some(mut ranks) => {
                        ranks.sort_unstable();
                        ranks.dedup();
                        let mut listed = self.place.create_run()?;
                        listed.add(ranks)?;
                        vec![listed.finish()?]
                    }
                    None => last.filter_map(|part| part.goals).collect(),
                };
                return self.add_layer(&sources, false, monitor);
            }
            Command::Advance => {
                let last = self.layers.last().into_iter().flatten();
                let last: Vec<_> = last.map(|part| part.states.clone()).collect();
                return self.add_layer(&last, true, monitor);
            }
            Command::Repartition { depth } => {
                let mut layers = take(&mut self.layers);
                let files = take(&mut layers[depth]).into_iter();
                let files: Vec<_> = files.map(|part| part.states).collect();
                // Without known layers, none of its states is a duplicate.
                self.layers.resize_with(depth, Vec::new);
                let response = self.add_layer(&files, false, monitor)?;
                layers[depth] = self.layers.pop().unwrap_or_default();
                self.layers = layers;
                return Ok(response);
            }
            Command::LastLayer { filter, most } => {
                response.ranks = self.last_layer(filter, most)?;
            }
            Command::Find { depths, ranks } => response.found = self.find(depths, &ranks)?,
            Command::Open { sweep, records } => response.open = self.open(sweep, &records)?,
        }
        Ok(response)
    }

    /// Adds the part of a layer that this process owns, of the ranks in these files or, if
    /// `expands`, of their successors.
    fn add_layer(
        &mut self,
        sources: &[SortedFile],
        expands: bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<Response, LayerError> {
        let plan = self.plan(monitor)?;
        let layer = self
            .gather(sources, expands, plan, monitor)
            .and_then(|runs| self.narrow(runs, plan, monitor))
            .and_then(|runs| self.store(&runs, plan, monitor));
        // On a full disk, this frees space.
        self.place.clear_runs()?;
        let layer = layer?;
        let last = self.layers.last().into_iter().flatten();
        Ok(Response {
            layer,
            parts: last.map(StoredPart::record).collect(),
            memory: self.bytes() as u64,
            ..Response::default()
        })
    }

    /// Returns files with the candidates that this process owns, its own and those of others.
    fn gather(
        &mut self,
        sources: &[SortedFile],
        expands: bool,
        plan: MemoryPlan,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<SortedFile>, LayerError> {
        let frontier = self.frontier();
        let before = self.progress(frontier, 0);
        let scale = self.processes();
        let others = self.spaces[0].table_bytes() + self.connections;
        let passed = AtomicU64::new(0);
        let gathered = AtomicU64::new(0);
        let pass = CandidatePass {
            sources: Mutex::new(BlockReader::new(sources)),
            expands,
            passed: &passed,
            gathered: &gathered,
            place: &self.place,
            buffer: plan.buffer,
            exchange: self.exchange.as_deref(),
        };
        let bytes =
            |gathered: &AtomicU64| plan.bytes_for(to_usize(gathered.load(Ordering::Relaxed)), 0);
        let progress = || {
            let waiting = frontier.saturating_sub(passed.load(Ordering::Relaxed));
            Progress {
                frontier: to_usize(waiting) * scale,
                bytes: before.bytes.max(others + bytes(&gathered)),
                ..before
            }
        };
        let mut runs = run_jobs(
            self.spaces.iter_mut().take(plan.threads),
            |space, should_stop| pass.run(space.as_mut(), should_stop),
            monitor,
            progress,
        )?;
        if let Some(exchange) = &self.exchange {
            let received = exchange.gather(&mut || monitor.check_now(progress))?;
            runs.extend(run_jobs(
                received,
                |run, _| run.finish(),
                monitor,
                progress,
            )?);
        }
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
                || self.progress(0, 0),
            )?;
            runs = merged.concat();
        }
        Ok(runs)
    }

    /// Stores the ranks in these files that are not in the last two layers as the next layer.
    fn store(
        &mut self,
        runs: &[SortedFile],
        plan: MemoryPlan,
        monitor: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        self.memory = self.memory.max(plan.bytes_for(0, runs.len()));
        let found = AtomicU64::new(0);
        let last = self.layers.iter().rev().take(2).flatten();
        let pass = DedupPass {
            runs,
            known: &last.map(|part| &part.states).collect::<Vec<_>>(),
            found: &found,
            place: &self.place,
        };
        let parts = run_jobs(
            pass.ranges(plan.threads)?,
            |range, should_stop| pass.run(&range, should_stop),
            monitor,
            || self.progress(0, found.load(Ordering::Relaxed)),
        )?;
        let mut layer = Layer::default();
        for part in &parts {
            layer.add(&part.layer);
        }
        let process = self.exchange.as_ref().map_or(0, |it| it.process());
        let shards = Shards::of(process, self.processes());
        let [path, goals] = self.place.paths(self.sweep, self.layers.len(), shards);
        let goals = (layer.goal_classes > 0)
            .then(|| join(parts.iter().map(|part| &part.goals), &self.place, &goals))
            .transpose()?;
        let states = join(parts.iter().map(|part| &part.states), &self.place, &path)?;
        self.layers.push(vec![StoredPart {
            shards,
            states,
            goals,
        }]);
        if let Some(folder) = path.parent() {
            sync_folder(folder);
        }
        Ok(layer)
    }

    /// Returns the ranks of the least states of the last layer. The order of ranks is not that of
    /// states, so it visits all.
    fn last_layer(&self, filter: StateFilter, most: usize) -> io::Result<Vec<u64>> {
        let space = &self.spaces[0];
        let mut kept = SmallestStates::new(most);
        for part in self.layers.last().into_iter().flatten() {
            let file = match filter {
                StateFilter::All => Some(&part.states),
                StateFilter::Goals => part.goals.as_ref(),
            };
            file.map_or(Ok(()), |file| {
                file.for_each_block(|ranks| {
                    let states = ranks.iter().map(|rank| space.words(rank));
                    states.for_each(|state| kept.offer(state));
                    Ok(())
                })
            })?;
        }
        let kept = kept.into_sorted();
        Ok(kept.iter().map(|state| space.key(state)).collect())
    }

    /// Returns the first of these layers that has one of these ascending ranks, and the first such
    /// rank. For each rank and layer, it reads a block and some twenty index entries.
    fn find(&self, depths: Range<usize>, ranks: &[u64]) -> io::Result<Option<(usize, u64)>> {
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

    /// Opens the recorded parts that exist in its folder. Returns their layers and numbers. One of
    /// several processes opens any of them; otherwise a missing part is an error.
    fn open(&mut self, sweep: u32, records: &LayerRecords) -> io::Result<Vec<(usize, usize)>> {
        self.sweep = sweep;
        self.place.prepare(sweep)?;
        self.layers.clear();
        let mut open = Vec::new();
        for (depth, parts) in records.iter().enumerate() {
            let mut stored = Vec::new();
            for (number, part) in parts.iter().enumerate() {
                match part.open(&self.place, sweep, depth) {
                    Ok(part) => {
                        open.push((depth, number));
                        stored.push(part);
                    }
                    Err(error) if self.exchange.is_none() => return Err(error),
                    Err(_) => {}
                }
            }
            self.layers.push(stored);
        }
        // These are needed now. The others are checked block by block when they are read.
        let last = self.layers.iter().rev().take(2).flatten();
        let goals = self.layers.iter().flatten().flat_map(|it| &it.goals);
        let needed = last.map(|it| &it.states).chain(goals);
        needed.into_iter().try_for_each(SortedFile::check)?;
        let last = self.layers.last().into_iter().flatten();
        for part in last {
            part.states
                .for_each_block(|ranks| check_keys(&mut *self.spaces[0], ranks))?;
        }
        Ok(open)
    }
}

/// The engine: the part of this process, and requests to all others.
pub struct LayeredEngine {
    pub own: Partition,
    /// The number of the last sweep, from 1.
    sweep: u32,
    /// The files of all processes.
    records: LayerRecords,
    /// The greatest memory of all processes so far.
    memory: u64,
}

impl LayeredEngine {
    /// Creates an engine with at least one thread and exclusive use of `folder`.
    pub fn new(space: Box<dyn Space<u64>>, threads: usize, folder: &Path) -> Self {
        LayeredEngine::of(Partition::new(space, threads, folder, 0))
    }

    /// Creates the engine of process 0.
    pub const fn of(own: Partition) -> Self {
        LayeredEngine {
            own,
            sweep: 0,
            records: LayerRecords::new(),
            memory: 0,
        }
    }

    /// Sets a fixed plan for memory.
    #[cfg(test)]
    pub fn with_plan(mut self, threads: usize, buffer: usize, fan_in: usize) -> Self {
        self.own.plan = Some(MemoryPlan {
            threads,
            buffer,
            fan_in,
        });
        self
    }

    /// Returns the number of classes in all layers.
    pub fn met(&self) -> u64 {
        self.records.iter().map(|parts| classes(parts)).sum()
    }

    fn end(&self, error: impl Into<LayerError>) -> LayerError {
        match &self.own.exchange {
            Some(exchange) => exchange.end(error.into()),
            None => error.into(),
        }
    }

    /// Has all processes execute a command. Returns the sum of their responses.
    fn request(
        &mut self,
        command: Command,
        monitor: &mut Monitor<'_>,
    ) -> Result<Response, LayerError> {
        let request = Request {
            layers: self.records.len(),
            command,
        };
        let exchange = self.own.exchange.clone();
        if let Some(exchange) = &exchange {
            exchange.ask(&request);
        }
        let own = self.own.execute(request, monitor);
        let Some(exchange) = exchange else {
            return own;
        };
        let progress = self.own.progress(0, 0);
        own.and_then(|mut sum| {
            let others = exchange.responses(&mut || monitor.check_now(|| progress))?;
            for other in others {
                sum.add(other);
            }
            Ok(sum)
        })
        .map_err(|error| exchange.end(error))
    }

    /// Returns the first of these layers that has one of these ascending ranks, and the first such
    /// rank.
    fn find(
        &mut self,
        depths: Range<usize>,
        ranks: Vec<u64>,
    ) -> Result<Option<(usize, u64)>, LayerError> {
        let monitor = &mut Monitor::unobserved(Limits::default());
        let response = self.request(Command::Find { depths, ranks }, monitor)?;
        Ok(response.found)
    }

    /// Sends a command that makes a layer. Returns its counts and parts.
    fn make(
        &mut self,
        command: Command,
        monitor: &mut Monitor<'_>,
    ) -> Result<(Layer, Vec<PartRecord>), LayerError> {
        let Response {
            layer,
            parts,
            memory,
            ..
        } = self.request(command, monitor)?;
        let processes = self.own.processes();
        let owners = (0..processes).map(|process| Shards::of(process, processes));
        let goals: u64 = parts.iter().map(|part| part.files[1][0]).sum();
        if !owners.eq(parts.iter().map(|part| part.shards))
            || [classes(&parts), goals] != [layer.classes, layer.goal_classes]
        {
            return Err(self.end(damaged("the counts of a layer contradict its files")));
        }
        self.memory = memory;
        Ok((layer, parts))
    }

    /// Opens the recorded layers and sends the states of the last two to the current processes, as
    /// only these layers are expanded and searched for duplicates.
    fn open(&mut self) -> Result<(), LayerError> {
        let monitor = &mut Monitor::unobserved(Limits::default());
        let command = Command::Open {
            sweep: self.sweep,
            records: self.records.clone(),
        };
        let open: HashSet<_> = self.request(command, monitor)?.open.into_iter().collect();
        for (depth, parts) in self.records.iter().enumerate() {
            if let Some(part) = (0..parts.len()).find(|&part| !open.contains(&(depth, part))) {
                let Shards { from, to } = parts[part].shards;
                let what = format!("the shards {from} to {} of layer {depth}", to - 1);
                return Err(self.end(damaged(&format!(
                    "no process has {what}: start the run with the work directories of all \
                     earlier processes"
                ))));
            }
        }
        let first = self.records.len().saturating_sub(2);
        for depth in first..self.records.len() {
            if self.own.processes() == 1 && self.records[depth].len() == 1 {
                continue;
            }
            let (layer, parts) = self.make(Command::Repartition { depth }, monitor)?;
            if layer.classes != classes(&self.records[depth]) {
                return Err(self.end(damaged("a layer has lost states")));
            }
            self.records[depth] = parts;
        }
        Ok(())
    }
}

fn classes(parts: &[PartRecord]) -> u64 {
    parts.iter().map(|part| part.files[0][0]).sum()
}

/// Returns the classes of ranks.
///
/// # Errors
/// If a rank has no state.
fn classify(space: &mut dyn Space<u64>, ranks: &[u64]) -> io::Result<Vec<RankedClass>> {
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
        let ranks = match sources {
            Sources::States(states) => {
                let space = &self.own.spaces[0];
                Some(states.iter().map(|state| space.key(state)).collect())
            }
            Sources::Goals => None,
        };
        let sweep = self.sweep + 1;
        let (layer, parts) = self.make(Command::Begin { sweep, ranks }, monitor)?;
        self.sweep = sweep;
        self.records = vec![parts];
        Ok(layer)
    }

    fn advance(&mut self, monitor: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        let Limits {
            max_depth,
            max_states,
            ..
        } = *monitor.limits();
        if max_depth.is_some_and(|most| self.records.len() > most as usize) {
            return Err(self.end(StopReason::Depth));
        }
        let (layer, parts) = self.make(Command::Advance, monitor)?;
        if layer.classes > 0 {
            if max_states.is_some_and(|most| self.met() + layer.classes > most as u64) {
                return Err(self.end(StopReason::States));
            }
            self.records.push(parts);
        }
        Ok(layer)
    }

    fn last_layer(
        &mut self,
        filter: StateFilter,
        most: usize,
    ) -> Result<Vec<StateWords>, LayerError> {
        let monitor = &mut Monitor::unobserved(Limits::default());
        let ranks = self
            .request(Command::LastLayer { filter, most }, monitor)?
            .ranks;
        let space = &mut *self.own.spaces[0];
        check_keys(space, &ranks)?;
        let mut least = SmallestStates::new(most);
        for rank in &ranks {
            least.offer(space.words(rank));
        }
        Ok(least.into_sorted())
    }

    /// From the end on, each rank is the least possible.
    fn path_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        let mut space = self.own.spaces[0].another();
        let mut path = vec![space.key(state)];
        let Some((depth, _)) = self.find(0..usize::MAX, path.clone())? else {
            return Ok(None);
        };
        let mut successors = Vec::new();
        for depth in (0..depth).rev() {
            successors.clear();
            space.expand(&path[path.len() - 1..], &[], &mut successors);
            let mut ranks: Vec<u64> = successors.iter().map(|it| it.key).collect();
            ranks.sort_unstable();
            let before = self.find(depth..depth + 1, ranks.clone())?;
            let before = before.filter(|(_, rank)| ranks.binary_search(rank).is_ok());
            path.push(before.ok_or_else(|| damaged("no move leads back"))?.1);
        }
        path.reverse();
        Ok(Some(path.iter().map(|rank| space.words(rank)).collect()))
    }

    fn memory_usage(&self) -> MemoryUsage {
        let files = self.records.iter().flatten().flat_map(|part| part.files);
        MemoryUsage {
            memory: self.memory.max(self.own.bytes() as u64),
            disk: files.map(|[_, bytes, _]| bytes).sum(),
        }
    }

    /// All layers are in files.
    fn bytes_held(&self) -> usize {
        0
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_records(self.sweep, &self.records, out)
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.sweep, self.records) = read_records(input)?;
        self.open().map_err(LayerError::into_io)
    }
}

pub fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

pub fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
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
    pub threads: usize,
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
