//! Breadth-first search by layers on many machines, on timely dataflow.
//!
//! The keys of states are their ranks. A hash assigns ranks to shards. Each thread of each process
//! is a worker and owns a range of shards. A worker expands its part of the last layer and sends
//! each successor to its owner. When all have arrived, each worker sorts the candidates that it
//! owns, removes those in its part of the last two layers, and stores and counts the rest. Runs and
//! files are those of `layered`, one per worker. The checkpoint of process 0 records the files. So
//! a run can resume on other machines, or on more or fewer of them: the worker that holds a file
//! then redistributes its ranks to the new owners.
//!
//! timely starts the workers, carries all they exchange, and detects when everything has arrived.
//! It does not detect the end of a process; `links` does. `secure` encrypts and authenticates all
//! connections below timely.

mod builder;
mod links;
mod secure;
mod shards;
#[cfg(test)]
mod tests;
mod worker;

use std::{
    collections::HashSet,
    io::{self, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::Ordering,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, Thread},
    time::Duration,
};

use timely::{
    WorkerConfig,
    communication::{
        Hooks, WorkerGuards,
        allocator::{
            AllocatorBuilder, ProcessBuilder,
            zero_copy::initialize::initialize_networking_from_sockets,
        },
    },
    execute::execute_from,
};

pub(crate) use self::{builder::Mesh, shards::check};
pub use self::{
    builder::{ClusterBuilder, ClusterError, ClusterStatus},
    secure::Secret,
};
use self::{
    links::{DataStream, PeerLinks, PeerMessage, RunGuard, RunOutcome},
    shards::{PartRecord, ShardRecords, Shards, read_records, write_records},
    worker::{EngineChannel, ShardWorker, WorkerCommand, WorkerRequest, WorkerResponse},
};
use super::{
    layered::{LayeredEngine, MemoryPlan, damaged, path_back, sorted::SearchDir, to_usize},
    layers::{Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter},
    space::{DegreeCounter, RemoteHistogram, Space, StateWords},
};
use crate::{
    control::{Monitor, Progress, StopReason},
    parallel::lock,
};

/// Time between two checks of the limits and the other processes.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// The configuration of the workers of a process.
pub(crate) struct ProcessConfig {
    pub(crate) space: Box<dyn Space<u64>>,
    /// Counts the degrees of the states that they expand.
    pub(crate) degrees: DegreeCounter,
    /// Whether the process reports its counts, as all but process 0 do.
    pub(crate) reports_degrees: bool,
    /// Workers in each process.
    pub(crate) threads: usize,
    /// The folder for the files of this process.
    pub(crate) folder: PathBuf,
    /// The limit on the memory of this process, if it has one.
    pub(crate) max_bytes: Option<usize>,
}

impl ProcessConfig {
    /// Returns the plan of each worker for its share of the memory that connections leave.
    fn plan(&self, processes: usize) -> MemoryPlan {
        MemoryPlan::new(
            self.max_bytes
                .map(|bytes| bytes.saturating_sub(self.connections(processes))),
            self.threads,
        )
        .of_each()
    }

    /// Returns the least memory that the workers of a process need.
    fn least_memory(&self, processes: usize) -> usize {
        self.plan(processes).bytes() * self.threads + self.connections(processes)
    }

    /// Returns the bytes of candidates in transit. timely has a buffer for each worker and process
    /// that it sends to, and one for each that it receives from. Some slices wait.
    fn connections(&self, processes: usize) -> usize {
        const BUFFER: usize = 1 << 20;
        BUFFER * ((self.threads + 1) * (processes - 1) + 2 * self.threads)
    }

    /// Starts the workers of this process, and returns the thread of the first.
    fn start(
        &self,
        guard: &Arc<RunGuard>,
        data: Vec<Option<DataStream>>,
        mut channel: Option<EngineChannel>,
    ) -> io::Result<Thread> {
        let threads = self.threads;
        let process = guard.process;
        let workers = (guard.processes() * threads) as u64;
        let worker = |local: usize| {
            let index = process * threads + local;
            let shards = Shards::of(index as u64, workers);
            let mut engine = LayeredEngine::new(self.space.another(), 1, &self.folder);
            engine.place = SearchDir::of_worker(&self.folder, index, shards.suffix());
            engine.plan = Some(self.plan(guard.processes()));
            let reports_degrees = local == 0 && self.reports_degrees;
            Some(ShardWorker {
                engine,
                // The first worker of process 0 takes it.
                channel: channel.take(),
                degrees: reports_degrees.then(|| self.degrees.clone()),
                links: Arc::clone(guard),
                shards,
                local,
                threads,
            })
        };
        let own_workers = Mutex::new((0..threads).map(worker).collect::<Vec<_>>());
        guard.working.store(threads, Ordering::Relaxed);
        let links = Arc::<PeerLinks>::clone(guard);
        let hooks = Hooks::default();
        let inside =
            ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
        let (builders, others) =
            initialize_networking_from_sockets(inside, data, process, threads, hooks)?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let guards: WorkerGuards<()> = execute_from(
            builders,
            Box::new(others),
            WorkerConfig::default(),
            move |worker| {
                let own = lock(&own_workers)[worker.index() % threads].take();
                if catch_unwind(AssertUnwindSafe(|| own.map(|own| own.work(worker)))).is_err() {
                    links.fail("a fault in huarong, please report it");
                }
                links.working.fetch_sub(1, Ordering::Relaxed);
            },
        )
        .map_err(io::Error::other)?;
        let first = guards.guards()[0].thread().clone();
        // Its drop would wait for other processes, which may have ended.
        std::mem::forget(guards);
        Ok(first)
    }
}

/// Works for process 0 until the run ends. Returns whether the run is complete. `is_interrupted`
/// returns whether this process was interrupted.
///
/// # Errors
/// If a process was lost or has failed.
pub(crate) fn run_worker(
    mesh: Mesh,
    config: &ProcessConfig,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<bool, ClusterError> {
    let Mesh { guard, data, .. } = mesh;
    config.start(&guard, data, None)?;
    while guard.outcome().is_none() {
        if is_interrupted() {
            guard.send(&PeerMessage::Interrupted);
        }
        thread::sleep(CHECK_INTERVAL);
    }
    guard.leave();
    match guard.outcome() {
        Some(RunOutcome::Complete) => Ok(true),
        Some(RunOutcome::Stopped) | None => Ok(false),
        Some(outcome) => Err(outcome.into()),
    }
}

/// The engine, in process 0.
pub(crate) struct ClusterEngine {
    space: Box<dyn Space<u64>>,
    guard: Arc<RunGuard>,
    requests: Sender<WorkerRequest>,
    responses: Mutex<Receiver<WorkerResponse>>,
    /// The thread of worker 0, which a request must unpark.
    first: Thread,
    /// Workers in each process.
    threads: usize,
    /// The least memory that the workers of this process need.
    least_memory: usize,
    /// The degrees that other processes have counted.
    remote_degrees: RemoteHistogram,
    sweep: u32,
    records: ShardRecords,
    /// The greatest memory of the workers so far.
    memory: u64,
    /// The classes that this process had expanded and found at the end of the last layer.
    before: [u64; 2],
}

impl ClusterEngine {
    /// Creates an engine on all processes of a mesh, of which the others call [`run_worker`].
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn new(mesh: Mesh, config: &ProcessConfig) -> io::Result<Self> {
        let Mesh { guard, data, .. } = mesh;
        let (requests, requested) = channel();
        let (responding, responses) = channel();
        let engine = EngineChannel {
            requests: requested,
            responses: responding,
        };
        let first = config.start(&guard, data, Some(engine));
        Ok(ClusterEngine {
            space: config.space.another(),
            first: first.inspect_err(|error| guard.fail_by(error))?,
            least_memory: config.least_memory(guard.processes()),
            guard,
            requests,
            responses: Mutex::new(responses),
            threads: config.threads,
            remote_degrees: config.degrees.slot(),
            sweep: 0,
            records: ShardRecords::new(),
            memory: 0,
            before: [0; 2],
        })
    }

    /// Returns the number of classes in all layers.
    fn met(&self) -> u64 {
        self.records.iter().map(|parts| classes(parts)).sum()
    }

    /// Sends a command to all workers. Returns the sum of their responses.
    fn request(
        &self,
        command: WorkerCommand,
        mut monitor: Option<&mut Monitor<'_>>,
    ) -> Result<WorkerResponse, LayerError> {
        // A small layer takes less time than the interval between two checks.
        self.check(&mut monitor)?;
        // If the worker has ended, the next check finds the cause.
        let _ = self.requests.send(WorkerRequest {
            layers: self.records.len(),
            command,
        });
        self.first.unpark();
        let mut response = WorkerResponse::default();
        let mut missing = self.guard.processes() * self.threads;
        while missing > 0 {
            match lock(&self.responses).recv_timeout(CHECK_INTERVAL) {
                Ok(more) => {
                    response.add(more);
                    missing -= 1;
                }
                Err(error) => {
                    if error == RecvTimeoutError::Disconnected {
                        self.guard.fail("its first worker has ended");
                    }
                    self.check(&mut monitor)?;
                }
            }
        }
        self.check(&mut None)?;
        Ok(response)
    }

    /// Checks the other processes and the limits.
    fn check(&self, monitor: &mut Option<&mut Monitor<'_>>) -> Result<(), LayerError> {
        let is_interrupted = self.guard.is_interrupted.load(Ordering::Relaxed);
        match self.guard.outcome() {
            None if is_interrupted => return Err(self.stop(StopReason::Interrupted)),
            None => {}
            Some(RunOutcome::Lost(_)) => return Err(StopReason::Lost.into()),
            Some(RunOutcome::OutOfMemory(_)) => return Err(StopReason::OutOfMemory.into()),
            Some(RunOutcome::Failed(why)) => {
                return Err(io::Error::other(ClusterError::Failed(why)).into());
            }
            Some(_) => return Err(StopReason::Interrupted.into()),
        }
        let Some(monitor) = monitor else {
            return Ok(());
        };
        monitor
            .check_now(|| self.progress())
            .map_err(|reason| self.stop(reason))
    }

    /// Stops all processes.
    fn stop(&self, reason: StopReason) -> LayerError {
        self.guard.end(RunOutcome::Stopped);
        reason.into()
    }

    fn check_memory(&self, monitor: &Monitor<'_>) -> Result<(), LayerError> {
        match monitor.limits().max_bytes {
            Some(most) if self.least_memory > most => Err(self.stop(StopReason::Memory)),
            _ => Ok(()),
        }
    }

    /// Estimates the progress of all processes from that of this one. Shards have equal shares of a
    /// layer.
    fn progress(&self) -> Progress {
        let [expanded, found] = std::array::from_fn(|which| {
            (self.counts()[which] - self.before[which]) * self.guard.processes() as u64
        });
        let last = self.records.last().map_or(0, |parts| classes(parts));
        Progress {
            depth: u32::try_from(self.records.len().saturating_sub(1)).unwrap_or(u32::MAX),
            frontier: to_usize(last.saturating_sub(expanded)),
            states: to_usize(self.met() + found),
            bytes: 0,
            ..Progress::default()
        }
    }

    fn counts(&self) -> [u64; 2] {
        [&self.guard.expanded, &self.guard.found].map(|count| count.load(Ordering::Relaxed))
    }

    /// Sends a command that makes a layer. Returns its counts and parts.
    fn parts(
        &mut self,
        command: WorkerCommand,
        monitor: Option<&mut Monitor<'_>>,
    ) -> Result<(Layer, Vec<PartRecord>), LayerError> {
        let mut response = self.request(command, monitor)?;
        response.parts.sort_unstable_by_key(|part| part.shards.from);
        self.memory = response.memory;
        self.remote_degrees.set(response.degrees);
        self.before = self.counts();
        Ok((response.layer, response.parts))
    }

    /// Opens the recorded layers and redistributes the last two to the current workers, as only
    /// these are expanded and searched for duplicates.
    fn open(&mut self) -> Result<(), LayerError> {
        let sweep = self.sweep;
        let records = self.records.clone();
        let open: HashSet<(usize, usize)> = self
            .request(WorkerCommand::Open { sweep, records }, None)?
            .open
            .into_iter()
            .collect();
        for (depth, parts) in self.records.iter().enumerate() {
            if let Some(part) = (0..parts.len()).find(|&part| !open.contains(&(depth, part))) {
                let Shards { from, to } = parts[part].shards;
                let what = format!("the shards {from} to {} of layer {depth}", to - 1);
                return Err(damaged(&format!(
                    "no process has {what}: start the run with the work directories of all \
                     earlier processes"
                ))
                .into());
            }
        }
        for depth in self.records.len().saturating_sub(2)..self.records.len() {
            let (layer, parts) = self.parts(WorkerCommand::Repartition { depth }, None)?;
            if layer.classes != classes(&self.records[depth]) {
                return Err(damaged("a layer has lost states").into());
            }
            self.records[depth] = parts;
        }
        Ok(())
    }
}

fn classes(parts: &[PartRecord]) -> u64 {
    parts.iter().map(|part| part.files[0][0]).sum()
}

impl LayerSearch for ClusterEngine {
    fn begin(
        &mut self,
        sources: Sources<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        self.check_memory(monitor)?;
        let ranks = match sources {
            Sources::States(states) => {
                Some(states.iter().map(|state| self.space.key(state)).collect())
            }
            Sources::Goals => None,
        };
        let sweep = self.sweep + 1;
        let (layer, parts) = self.parts(WorkerCommand::Begin { sweep, ranks }, Some(monitor))?;
        self.sweep = sweep;
        self.records = vec![parts];
        Ok(layer)
    }

    fn advance(&mut self, monitor: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        if monitor
            .limits()
            .max_depth
            .is_some_and(|most| self.records.len() > most as usize)
        {
            return Err(self.stop(StopReason::Depth));
        }
        self.check_memory(monitor)?;
        let most = monitor.limits().max_states;
        let (layer, parts) = self.parts(WorkerCommand::Advance, Some(monitor))?;
        if layer.classes > 0 || self.records.is_empty() {
            if most.is_some_and(|most| self.met() + layer.classes > most as u64) {
                return Err(self.stop(StopReason::States));
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
        let mut least = SmallestStates::new(most);
        self.request(WorkerCommand::LastLayer { filter, most }, None)?
            .states
            .into_iter()
            .for_each(|state| least.offer(state));
        Ok(least.into_sorted())
    }

    fn path_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        path_back(
            &mut *self.space.another(),
            self.space.key(state),
            |depths, ranks| {
                let response = self.request(WorkerCommand::Find { depths, ranks }, None);
                response.map(|response| response.found)
            },
        )
    }

    fn memory_usage(&self) -> MemoryUsage {
        let files = self.records.iter().flatten().flat_map(|part| part.files);
        MemoryUsage {
            memory: self.memory,
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
