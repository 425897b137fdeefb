//! Breadth-first search by layers on many machines, on timely dataflow.
//!
//! States are known by their ranks, which are dealt out by their hashes to shards, and these to
//! workers: so many threads in each of several processes. A worker expands its part of the last
//! layer and sends each successor to its owner; when the frontier has passed a layer, all have
//! arrived, and each worker sorts what is its own, drops what its part of the last two layers
//! holds, and keeps and counts the rest: the same runs and the same files as those of `layered`,
//! one a worker. What is known of the files goes with the checkpoint of process 0, so that a run
//! goes on with other machines, or more or fewer of them: whoever has a file deals it out anew.
//!
//! timely has no notion of a process that dies, so that there is a control connection beside it, in
//! `links`. All connections are encrypted and authenticated below timely, in `secure`.

mod builder;
mod dataflow;
mod error;
mod links;
mod secure;
mod shards;
#[cfg(test)]
mod tests;
mod worker;

use std::io::{self, Read, Write};
use std::panic;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Hooks, WorkerGuards};
use timely::execute::execute_from;

use crate::control::{Monitor, Progress, StopReason};

use super::layered::MemoryPlan;
use super::layers::{
    Layer, LayerError, LayerSearch, MemoryUsage, SmallestStates, Sources, StateFilter,
};
use super::space::{DegreeCounter, RemoteHistogram, Space, StateWords};
pub use builder::{ClusterBuilder, ClusterStatus};
use dataflow::{
    DataflowHandles, EngineChannel, LayerPartReport, Traffic, WorkerCommand, WorkerRequest,
    WorkerResponse,
};
pub use error::ClusterError;
pub(crate) use links::Mesh;
use links::{ControlLinks, Ending, RunFailure};
pub use secure::Secret;
use shards::{PartRecord, ShardRecords, read_records, write_records};
pub(crate) use worker::check;
use worker::{ShardWorker, WorkerSetup};

/// Between two looks at the watch.
const CHECK_EVERY: Duration = Duration::from_millis(20);

/// How long workers may take to end once there is nothing more to do.
const TO_END: Duration = Duration::from_secs(2);

/// What the workers of a process work with.
pub(crate) struct ProcessConfig<'a> {
    pub(crate) space: Box<dyn Space<u64>>,
    /// Counts the moves of what they expand.
    pub(crate) tally: DegreeCounter,
    /// Whether process 0 is to be told what has been counted: it knows of its own.
    pub(crate) tells_degrees: bool,
    /// Workers in each process.
    pub(crate) threads: usize,
    /// Where this process keeps its files.
    pub(crate) folder: &'a Path,
    /// The most memory that this process may take, if there is a limit.
    pub(crate) max_bytes: Option<usize>,
}

impl ProcessConfig<'_> {
    /// How each worker uses its share of the memory that the connections of so many processes
    /// leave.
    fn plan(&self, processes: usize) -> MemoryPlan {
        let left = |bytes: usize| bytes.saturating_sub(self.connections(processes));
        MemoryPlan::new(self.max_bytes.map(left), self.threads).of_each()
    }

    /// What the workers of a process need at least.
    fn least_memory(&self, processes: usize) -> usize {
        self.plan(processes).bytes() * self.threads + self.connections(processes)
    }

    /// What candidates take on their way: timely has a buffer for each worker and process that it
    /// sends to, and one for each that it receives from; and some slices wait.
    fn connections(&self, processes: usize) -> usize {
        const BUFFER: usize = 1 << 20;
        BUFFER * ((self.threads + 1) * (processes - 1) + 2 * self.threads)
    }

    /// Starts the workers of this process; worker 0 of all has a desk.
    fn start(
        &self,
        mut mesh: Mesh,
        channel: Option<EngineChannel>,
    ) -> io::Result<WorkerGuards<()>> {
        let links = mesh.links();
        let (process, threads, workers) =
            (links.process(), self.threads, links.processes() * self.threads);
        let member = |local: usize| {
            let setup = WorkerSetup {
                space: self.space.another(),
                tally: self.tally.clone(),
                tells_degrees: self.tells_degrees,
                is_first: local == 0,
                plan: self.plan(links.processes()),
                links: Arc::clone(&links),
                index: (process * threads + local) as u64,
                workers: workers as u64,
            };
            Mutex::new(Some(ShardWorker::new(setup, self.folder)))
        };
        let members: Vec<Mutex<Option<ShardWorker>>> = (0..threads).map(member).collect();
        let channel = Mutex::new(channel);
        let work = move |worker: &mut timely::worker::Worker| {
            let member = &members[worker.index() % threads];
            let member = member.lock().unwrap_or_else(PoisonError::into_inner).take();
            let channel = if worker.index() == 0 {
                channel.lock().unwrap_or_else(PoisonError::into_inner).take()
            } else {
                None
            };
            let member = member.expect("each worker begins once");
            let talk = DataflowHandles::new(worker, channel, Arc::clone(&links), member.ranks());
            member.work(worker, talk);
        };
        let hooks = Hooks::default();
        let inside =
            ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
        let sockets = mesh.take_data();
        let (builders, others) =
            initialize_networking_from_sockets(inside, sockets, process, threads, hooks)?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        execute_from(builders, Box::new(others), WorkerConfig::default(), work)
            .map_err(io::Error::other)
    }
}

/// Works for a run that another process leads, until that has ended it; whether it came to its end.
/// `pressed` says whether this process was interrupted, which is for process 0 to know.
///
/// # Errors
/// If some process is gone, or could not do its part.
pub(crate) fn run_worker(
    mesh: Mesh,
    workplace: &ProcessConfig<'_>,
    pressed: &dyn Fn() -> bool,
) -> Result<bool, ClusterError> {
    let links = mesh.links();
    report_panics(&links);
    let guards = workplace.start(mesh, None)?;
    // That its workers have nothing more to do does not say how the run has ended.
    while !links.is_over() && !links.is_stopped() {
        if pressed() {
            links.interrupt();
        }
        thread::sleep(CHECK_EVERY);
    }
    leave(guards, || links.is_over() || links.trouble().is_none() || links.is_settled());
    links.trouble().map_or(Ok(!links.is_stopped()), |trouble| Err(trouble.into()))
}

/// Waits a moment for workers to end, and for what else has to be settled. If another process is
/// gone, timely has workers wait forever, and only the end of this process ends them.
fn leave(guards: WorkerGuards<()>, is_settled: impl Fn() -> bool) {
    let begun = Instant::now();
    while begun.elapsed() < TO_END {
        if is_settled() && guards.guards().iter().all(thread::JoinHandle::is_finished) {
            break;
        }
        thread::sleep(CHECK_EVERY / 4);
    }
    std::mem::forget(guards);
}

/// Has panics in the threads of timely end the run as errors do. If a connection breaks, timely
/// panics in threads of its own, and then in its workers. All other panics are printed as ever.
fn report_panics(links: &Arc<ControlLinks>) {
    let (links, before) = (Arc::downgrade(links), panic::take_hook());
    panic::set_hook(Box::new(move |info| {
        let (thread, payload) = (thread::current(), info.payload());
        let text = payload.downcast_ref::<String>().map_or_else(
            || payload.downcast_ref::<&str>().copied().unwrap_or_default(),
            String::as_str,
        );
        let name = thread.name().unwrap_or_default();
        let Some(links) = links.upgrade().filter(|_| name.starts_with("timely:")) else {
            return before(info);
        };
        let peer = ["timely:recv-", "timely:send-"].iter().find_map(|it| name.strip_prefix(it));
        let peer = peer.and_then(|peer| peer.parse().ok());
        let is_broken = text.contains("timely communication error") || text.contains("poisoned");
        match peer {
            Some(peer) if is_broken => links.lose(peer, &io::ErrorKind::UnexpectedEof.into()),
            None if is_broken => {}
            _ => {
                let place = info.location().map_or_else(String::new, |place| format!(" ({place})"));
                links.fail(&format!("a fault in huarong, please report it: {text}{place}"));
            }
        }
    }));
}

/// The engine, in process 0.
pub(crate) struct ClusterEngine {
    space: Box<dyn Space<u64>>,
    links: Arc<ControlLinks>,
    _ending: Arc<Ending>,
    orders: Option<Sender<WorkerRequest>>,
    answers: Receiver<Vec<WorkerResponse>>,
    /// Worker 0, which may sleep.
    first: Thread,
    guards: Option<WorkerGuards<()>>,
    threads: usize,
    /// What the workers of this process need at least.
    least_memory: usize,
    /// What other processes have counted.
    counted: RemoteHistogram,
    /// Counts the orders.
    number: u64,
    sweep: u32,
    records: ShardRecords,
    usage: MemoryUsage,
}

impl ClusterEngine {
    /// An engine on all processes of a mesh; the others `run_worker`.
    ///
    /// # Errors
    /// If threads or sockets cannot be had.
    pub(crate) fn new(mesh: Mesh, workplace: &ProcessConfig<'_>) -> io::Result<Self> {
        let (links, ending) = (mesh.links(), mesh.ending());
        report_panics(&links);
        let (orders, desk_orders) = channel();
        let (desk_answers, answers) = channel();
        let channel = EngineChannel { orders: desk_orders, answers: desk_answers };
        let guards = workplace.start(mesh, Some(channel));
        let guards = guards.inspect_err(|error| links.fail_by(error))?;
        let first = guards.guards()[0].thread().clone();
        let least_memory = workplace.least_memory(links.processes());
        Ok(ClusterEngine {
            space: workplace.space.another(),
            links,
            _ending: ending,
            orders: Some(orders),
            answers,
            first,
            guards: Some(guards),
            threads: workplace.threads,
            least_memory,
            counted: workplace.tally.slot(),
            number: 0,
            sweep: 0,
            records: ShardRecords::new(),
            usage: MemoryUsage::default(),
        })
    }

    /// Classes in all layers.
    fn met(&self) -> u64 {
        let files = self.records.iter().flatten().map(|part| part.states.count);
        files.sum()
    }

    /// Has all workers do something, and looks at the watch meanwhile.
    fn order(
        &mut self,
        command: WorkerCommand,
        mut watch: Option<&mut Monitor<'_>>,
    ) -> Result<Vec<WorkerResponse>, LayerError> {
        // Small layers come sooner than the time to look again.
        self.check(&mut watch)?;
        self.number += 1;
        let layers = self.records.len() as u64;
        let order = WorkerRequest { number: self.number, layers, command };
        // Where the workers are gone, the next look finds out why.
        let _ = self.orders.as_ref().map(|orders| orders.send(order));
        self.first.unpark();
        let answers = loop {
            match self.answers.recv_timeout(CHECK_EVERY) {
                Ok(answers) => break answers,
                Err(error) => {
                    self.check(&mut watch)?;
                    if error == RecvTimeoutError::Disconnected {
                        self.links.fail("its first worker has ended");
                    }
                }
            }
        };
        self.check_links().map(|()| answers)
    }

    /// Looks at the other processes and at the limits.
    fn check(&self, watch: &mut Option<&mut Monitor<'_>>) -> Result<(), LayerError> {
        self.check_links()?;
        let Some(watch) = watch else { return Ok(()) };
        let looked = watch.check_now(|| self.progress());
        Ok(looked.inspect_err(|_| self.links.stop_all())?)
    }

    /// Whether all processes are still there, and none was interrupted.
    fn check_links(&self) -> Result<(), LayerError> {
        match self.links.trouble() {
            Some(RunFailure::Lost(_)) => return Err(StopReason::Lost.into()),
            Some(RunFailure::OutOfMemory(_)) => return Err(StopReason::OutOfMemory.into()),
            Some(failed) => {
                return Err(LayerError::File(io::Error::other(ClusterError::from(failed))));
            }
            None => {}
        }
        if self.links.is_interrupted() {
            self.links.stop_all();
            return Err(StopReason::Interrupted.into());
        }
        Ok(())
    }

    /// Whether the limit on memory is one that can be kept.
    fn check_memory(&self, watch: &Monitor<'_>) -> Result<(), LayerError> {
        if watch.limits().max_bytes.is_none_or(|most| self.least_memory <= most) {
            return Ok(());
        }
        self.links.stop_all();
        Err(StopReason::Memory.into())
    }

    fn progress(&self) -> Progress {
        let pulse = self.links.progress(self.number);
        let last = self.records.last().into_iter().flatten().map(|part| part.states.count);
        Progress {
            depth: u32::try_from(self.records.len().saturating_sub(1)).unwrap_or(u32::MAX),
            frontier: to_usize(last.sum::<u64>().saturating_sub(pulse.expanded)),
            states: to_usize(self.met() + pulse.found),
            bytes: 0,
            ..Progress::default()
        }
    }

    /// Has all workers find their parts of a layer, which becomes the last unless it is empty.
    fn next_layer(
        &mut self,
        command: WorkerCommand,
        watch: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        let most = watch.limits().max_states;
        let (layer, parts) = self.parts(command, Some(watch))?;
        if layer.classes == 0 && !self.records.is_empty() {
            return Ok(layer);
        }
        if most.is_some_and(|most| self.met() + layer.classes > most as u64) {
            self.links.stop_all();
            return Err(StopReason::States.into());
        }
        self.records.push(parts);
        Ok(layer)
    }

    fn parts(
        &mut self,
        command: WorkerCommand,
        watch: Option<&mut Monitor<'_>>,
    ) -> Result<(Layer, Vec<PartRecord>), LayerError> {
        let answers = self.order(command, watch)?;
        let (mut layer, mut parts, mut degrees) = (Layer::default(), Vec::new(), Vec::new());
        self.usage = MemoryUsage::default();
        let mut traffic = Traffic::default();
        for answer in answers {
            let WorkerResponse::Part(part) = answer else { continue };
            let LayerPartReport { record, memory, disk, .. } = *part;
            layer.add(&part.layer());
            traffic.add(&part.traffic);
            parts.push(record);
            self.usage.memory += memory;
            self.usage.disk += disk;
            add(&mut degrees, &part.degrees);
        }
        if !traffic.is_balanced() {
            self.links.fail(&format!("a fault in huarong, please report it: {traffic:?}"));
            self.check_links()?;
        }
        self.counted.set(degrees);
        Ok((layer, parts))
    }

    /// Has the workers take up the layers that were recorded, by whatever workers.
    fn take_up(&mut self) -> Result<(), LayerError> {
        let workers = self.links.processes() * self.threads;
        let (sweep, records) = (self.sweep, self.records.clone());
        let here = self.order(WorkerCommand::WhatIsHere { sweep, records }, None)?;
        let here = here.into_iter().map(|answer| match answer {
            WorkerResponse::Here(here) => here,
            _ => Vec::new(),
        });
        let here: Vec<Vec<(u64, u64)>> = here.collect();
        let mut parts = Vec::new();
        let mut is_dealt = true;
        for (depth, records) in self.records.iter().enumerate() {
            let is_needed = depth + 2 >= self.records.len();
            let mut taken = Vec::new();
            for (number, part) in records.iter().enumerate() {
                let place = (depth as u64, number as u64);
                let owner = (0..workers).find(|&worker| {
                    shards::Shards::of(worker as u64, workers as u64) == part.shards
                });
                let has = |process: usize| here[process * self.threads].contains(&place);
                let owner = owner.filter(|&owner| has(owner / self.threads));
                is_dealt &= owner.is_some() || !is_needed;
                let holder = || (0..self.links.processes()).find(|&process| has(process));
                let holder =
                    owner.or_else(|| holder().map(|it| it * self.threads + number % self.threads));
                let holder = holder.ok_or_else(|| missing(depth, part))?;
                taken.push((*part, holder as u64));
            }
            parts.push(taken);
        }
        self.order(WorkerCommand::TakeUp { sweep, parts }, None)?;
        let layers = self.records.len();
        for depth in layers.saturating_sub(2)..layers {
            if !is_dealt {
                let (_, parts) = self.parts(WorkerCommand::Deal { depth: depth as u64 }, None)?;
                self.records[depth] = parts;
            }
        }
        Ok(())
    }

    /// The least of the numbers that workers know.
    fn least(&mut self, command: WorkerCommand) -> Result<Option<u64>, LayerError> {
        let answers = self.order(command, None)?;
        let number =
            |answer| if let WorkerResponse::Number(number) = answer { number } else { None };
        Ok(answers.into_iter().filter_map(number).min())
    }
}

fn missing(depth: usize, part: &PartRecord) -> LayerError {
    let (from, to) = (part.shards.from, part.shards.to - 1);
    LayerError::File(io::Error::new(
        io::ErrorKind::InvalidData,
        format!(
            "no process has the shards {from} to {to} of layer {depth}: start those with whose work \
             directories the run was kept before"
        ),
    ))
}

fn add(sum: &mut Vec<u64>, more: &[u64]) {
    sum.resize(sum.len().max(more.len()), 0);
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl LayerSearch for ClusterEngine {
    fn begin(
        &mut self,
        sources: Sources<'_>,
        watch: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError> {
        self.check_memory(watch)?;
        let ranks = match sources {
            Sources::States(states) => {
                Some(states.iter().map(|state| self.space.key(state)).collect())
            }
            Sources::Goals => None,
        };
        let sweep = self.sweep + 1;
        let (layer, parts) = self.parts(WorkerCommand::Begin { sweep, ranks }, Some(watch))?;
        self.sweep = sweep;
        self.records = vec![parts];
        Ok(layer)
    }

    fn advance(&mut self, watch: &mut Monitor<'_>) -> Result<Layer, LayerError> {
        if watch.limits().max_depth.is_some_and(|most| self.records.len() > most as usize) {
            self.links.stop_all();
            return Err(StopReason::Depth.into());
        }
        self.check_memory(watch)?;
        self.next_layer(WorkerCommand::Advance, watch)
    }

    fn last_layer(
        &mut self,
        which: StateFilter,
        most: usize,
    ) -> Result<Vec<StateWords>, LayerError> {
        let only_goals = which == StateFilter::Goals;
        let mut least = SmallestStates::new(most);
        for answer in
            self.order(WorkerCommand::LastLayer { only_goals, most: most as u64 }, None)?
        {
            if let WorkerResponse::States(states) = answer {
                for state in states {
                    least.offer(state);
                }
            }
        }
        Ok(least.into_sorted())
    }

    /// For each layer on the way, one state is expanded here, and the workers are asked for its
    /// successors.
    fn path_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError> {
        let rank = self.space.key(state);
        let Some(depth) = self.least(WorkerCommand::DepthOf(rank))? else { return Ok(None) };
        let mut way = vec![rank];
        let mut successors = Vec::new();
        for depth in (0..depth).rev() {
            successors.clear();
            self.space.expand(&way[way.len() - 1..], &[], &mut successors);
            let ranks = successors.iter().map(|successor| successor.key).collect();
            let before = self.least(WorkerCommand::FirstOf { depth, ranks })?;
            let gap = || io::Error::new(io::ErrorKind::InvalidData, "no move leads back");
            way.push(before.ok_or_else(gap)?);
        }
        way.reverse();
        Ok(Some(way.iter().map(|rank| self.space.words(rank)).collect()))
    }

    fn memory_usage(&self) -> MemoryUsage {
        self.usage
    }

    /// All that stays is in files.
    fn bytes_held(&self) -> usize {
        0
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_records(self.sweep, &self.records, out)
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.sweep, self.records) = read_records(input)?;
        self.take_up().map_err(LayerError::into_io)
    }
}

impl Drop for ClusterEngine {
    fn drop(&mut self) {
        // The workers end when there is nobody to give them orders.
        self.orders = None;
        self.first.unpark();
        if let Some(guards) = self.guards.take() {
            leave(guards, || true);
        }
    }
}
