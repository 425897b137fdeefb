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
mod partition;
pub mod passes;
mod plan;
pub mod shards;
pub mod sorted;
#[cfg(test)]
mod tests;

use std::{
    collections::HashSet,
    io::{self, Read, Write},
    ops::Range,
    path::Path,
};

use bincode::{Decode, Encode};

use crate::control::{Limits, Monitor, StopReason};

use super::{
    layers::{Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter},
    space::{Space, StateWords, check_keys, no_state},
};
pub use partition::Partition;
use passes::RunWriter;
#[cfg(any(test, feature = "cluster"))]
pub use plan::MemoryPlan;
pub use shards::check;
use shards::{LayerRecords, PartRecord, Shards, read_records, write_records};
pub use sorted::FileTotals;
use sorted::RankedClass;

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
        let limits = *monitor.limits();
        if self.records.len() > limits.depth() as usize {
            return Err(self.end(StopReason::Depth));
        }
        let (layer, parts) = self.make(Command::Advance, monitor)?;
        if layer.classes > 0 {
            if self.met() + layer.classes > limits.states() as u64 {
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
