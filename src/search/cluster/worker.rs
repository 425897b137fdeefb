//! A worker owns the ranks of its shards and stores them in files of its own, as `layered` does.
//! timely carries requests from the engine to all workers, their responses back to the engine, and
//! candidates for the next layer to the workers that own them.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io,
    mem::take,
    ops::Range,
    rc::Rc,
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{Receiver, Sender},
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};
use timely::{
    ExchangeData,
    container::CapacityContainerBuilder,
    dataflow::{
        InputHandle, ProbeHandle,
        channels::pact::Exchange,
        operators::{Input, Probe, generic::Operator},
    },
    worker::Worker,
};

use super::{
    links::PeerLinks,
    shards::{PartRecord, ShardRecords, Shards, owner_of},
};
use crate::{
    control::{Limits, Monitor, Progress, break_if},
    search::{
        layered::{
            LayeredEngine, classify, damaged,
            passes::RunWriter,
            sorted::{RankedClass, SortedFile},
        },
        layers::{Layer, LayerError, LayerSearch, StateFilter},
        space::{DegreeCounter, StateWords},
    },
};

/// Number of candidates in a slice. A worker sends a slice after the slice before has arrived. A
/// slice is some milliseconds of work, and a megabyte or two in transit to each worker.
const SLICE: usize = 1 << 17;

/// The time that an idle worker sleeps unless something wakes it.
const NAP: Duration = Duration::from_millis(5);

/// A request to all workers.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct WorkerRequest {
    /// The number of complete layers. Workers discard later ones.
    pub layers: usize,
    pub command: WorkerCommand,
}

#[derive(Clone, Serialize, Deserialize, Debug)]
pub enum WorkerCommand {
    /// Make layer 0 of a sweep from these ranks, or from the goals of the last sweep.
    Begin { sweep: u32, ranks: Option<Vec<u64>> },
    /// Make the next layer.
    Advance,
    /// Return the least states of the last layer.
    LastLayer { filter: StateFilter, most: usize },
    /// Return the first of these layers that has one of these ranks, and the least such rank.
    Find {
        depths: Range<usize>,
        ranks: Vec<u64>,
    },
    /// Open the parts of these layers in the folder of the process.
    Open { sweep: u32, records: ShardRecords },
    /// Send each rank of a layer to its current owner.
    Repartition { depth: usize },
}

/// The response of a worker, or the sum of several responses. Each command fills some fields.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct WorkerResponse {
    pub(super) layer: Layer,
    pub parts: Vec<PartRecord>,
    /// The greatest memory of the worker so far.
    pub memory: u64,
    /// The degrees of the states that its process has expanded, from one worker of each process
    /// except process 0.
    pub degrees: Vec<u64>,
    pub states: Vec<StateWords>,
    /// Layer and rank.
    pub found: Option<(usize, u64)>,
    /// The layers and numbers of the opened parts.
    pub open: Vec<(usize, usize)>,
}

impl WorkerResponse {
    pub(super) fn add(&mut self, other: WorkerResponse) {
        self.layer.add(&other.layer);
        self.parts.extend(other.parts);
        self.memory += other.memory;
        self.degrees
            .resize(self.degrees.len().max(other.degrees.len()), 0);
        self.degrees
            .iter_mut()
            .zip(other.degrees)
            .for_each(|(sum, more)| *sum += more);
        self.states.extend(other.states);
        self.found = self.found.into_iter().chain(other.found).min();
        self.open.extend(other.open);
    }
}

/// The connection of worker 0 with the engine.
pub struct EngineChannel {
    pub requests: Receiver<WorkerRequest>,
    pub responses: Sender<WorkerResponse>,
}

/// A dataflow that carries items to their owners.
struct OwnerChannel<T: Clone + 'static> {
    input: InputHandle<u64, CapacityContainerBuilder<Vec<T>>>,
    /// Batches that have arrived at this worker.
    arrived: Rc<RefCell<VecDeque<Vec<T>>>>,
    /// The times whose items are not all delivered.
    probe: ProbeHandle<u64>,
}

impl<T: ExchangeData + Clone> OwnerChannel<T> {
    fn new(worker: &mut Worker, owner: impl Fn(&T) -> u64 + 'static) -> Self {
        let arrived = Rc::<RefCell<VecDeque<Vec<T>>>>::default();
        let batches = Rc::clone(&arrived);
        let (input, probe) = worker.dataflow(|scope| {
            let (input, items) = scope.new_input::<Vec<T>>();
            let taken = items.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(owner),
                "owner",
                |_, _| {
                    move |input, _| {
                        input.for_each(|_, batch| batches.borrow_mut().push_back(take(batch)));
                    }
                },
            );
            (input, taken.probe().0)
        });
        OwnerChannel {
            input,
            arrived,
            probe,
        }
    }

    /// Sends items immediately. An exchange may delay items until their time ends, so this ends it.
    fn send(&mut self, mut items: Vec<T>) {
        self.input.send_batch(&mut items);
        let next = *self.input.time() + 1;
        self.input.advance_to(next);
    }

    fn next_batch(&self) -> Option<Vec<T>> {
        self.arrived.borrow_mut().pop_front()
    }
}

/// The dataflows of a worker.
struct DataflowHandles<'a> {
    worker: &'a mut Worker,
    candidates: OwnerChannel<u64>,
    requests: OwnerChannel<(u64, WorkerRequest)>,
    responses: OwnerChannel<WorkerResponse>,
    channel: Option<EngineChannel>,
    links: Arc<PeerLinks>,
    /// The number of ranks of the space.
    ranks: u64,
    /// The number of candidates of the current slice.
    sent: usize,
}

impl DataflowHandles<'_> {
    /// Returns the next request, or `None` at the end of the run. Worker 0 forwards requests and
    /// responses.
    fn next_request(&mut self) -> Option<WorkerRequest> {
        while !self.links.is_stopped() {
            if let Some(engine) = &self.channel {
                if let Ok(request) = engine.requests.try_recv() {
                    let workers = self.worker.peers() as u64;
                    let all = (0..workers).map(|to| (to, request.clone()));
                    self.requests.send(all.collect());
                }
                let responses = std::iter::from_fn(|| self.responses.next_batch()).flatten();
                // Without its engine, the run ends anyway.
                responses.for_each(|response| drop(engine.responses.send(response)));
            }
            if let Some((_, request)) = self.requests.next_batch().and_then(|mut it| it.pop()) {
                return Some(request);
            }
            self.worker.step_or_park(Some(NAP));
        }
        None
    }

    /// Sends candidates to their owners. After a slice, it gathers those of this worker.
    fn send(&mut self, candidates: &mut Vec<u64>, runs: &mut RunWriter<'_>) -> io::Result<()> {
        self.sent += candidates.len();
        self.candidates.input.send_batch(candidates);
        if self.sent < SLICE {
            return Ok(());
        }
        self.sent = 0;
        // The slice before must have arrived, so that no worker receives faster than it sorts.
        let slice = *self.candidates.input.time();
        self.candidates.input.advance_to(slice + 1);
        self.worker.step();
        self.gather_until(slice, runs)
    }

    /// Gathers the candidates of this worker until all workers are done.
    fn gather_rest(&mut self, runs: &mut RunWriter<'_>) -> io::Result<()> {
        // Times are slices, and each round ends at a multiple of this.
        const ROUND: u64 = 1 << 32;
        self.sent = 0;
        let end = (*self.candidates.input.time() / ROUND + 1) * ROUND;
        self.candidates.input.advance_to(end);
        self.gather_until(end, runs)
    }

    /// Gathers candidates until all candidates of times before `end` are delivered.
    fn gather_until(&mut self, end: u64, runs: &mut RunWriter<'_>) -> io::Result<()> {
        loop {
            while let Some(batch) = self.candidates.next_batch() {
                let classes = batch.iter().map(|&word| RankedClass::from_word(word));
                if let Some(class) = classes.clone().find(|class| class.rank() >= self.ranks) {
                    let rank = class.rank();
                    let ranks = self.ranks;
                    let why = format!("received the rank {rank} in a space of {ranks} ranks");
                    return Err(damaged(&why));
                }
                runs.add(classes)?;
            }
            if self.links.is_stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if !self.candidates.probe.less_than(&end) {
                return Ok(());
            }
            self.worker.step_or_park(Some(NAP));
        }
    }
}

/// A worker, its configuration and its files.
pub struct ShardWorker {
    /// Stores the states of this worker.
    pub engine: LayeredEngine,
    /// The connection with the engine, for worker 0.
    pub channel: Option<EngineChannel>,
    /// Counts the degrees of the states that its process expands, if this worker reports them.
    pub degrees: Option<DegreeCounter>,
    pub links: Arc<PeerLinks>,
    pub shards: Shards,
    /// The index of this worker in its process, and the number of workers there.
    pub local: usize,
    pub threads: usize,
}

impl ShardWorker {
    /// Executes the requests of the engine until the run ends.
    pub fn work(mut self, worker: &mut Worker) {
        let workers = worker.peers() as u64;
        let handles = &mut DataflowHandles {
            candidates: OwnerChannel::new(worker, move |&word| {
                owner_of(RankedClass::from_word(word).rank(), workers)
            }),
            requests: OwnerChannel::new(worker, |&(to, _)| to),
            responses: OwnerChannel::new(worker, |_| 0),
            worker,
            channel: self.channel.take(),
            links: Arc::clone(&self.links),
            ranks: self.engine.spaces[0].ranks().unwrap_or(u64::MAX),
            sent: 0,
        };
        while let Some(request) = handles.next_request() {
            match self.execute(request, handles) {
                Ok(response) => handles.responses.send(vec![response]),
                // Others may wait for this worker, so an error ends the run.
                Err(error) => {
                    self.links.fail_by(&error.into_io());
                    break;
                }
            }
        }
        // If this fails, the next run deletes the files.
        let _ = self.engine.place.remove_runs();
    }

    fn execute(
        &mut self,
        request: WorkerRequest,
        handles: &mut DataflowHandles<'_>,
    ) -> Result<WorkerResponse, LayerError> {
        let engine = &mut self.engine;
        engine.layers.truncate(request.layers);
        let mut response = WorkerResponse::default();
        match request.command {
            WorkerCommand::Begin { sweep, ranks } => {
                self.prepare(sweep)?;
                let goals: Vec<_> = take(&mut self.engine.layers)
                    .into_iter()
                    .flatten()
                    .filter_map(|part| part.goals)
                    .filter(|_| ranks.is_none())
                    .collect();
                // All workers know these ranks, so one sends them.
                let own = ranks.filter(|_| handles.worker.index() == 0);
                return self.add_layer(&own.unwrap_or_default(), &goals, false, handles);
            }
            WorkerCommand::Advance => {
                engine.place.prepare(engine.sweep)?;
                let last: Vec<_> = engine
                    .layers
                    .last()
                    .into_iter()
                    .flatten()
                    .map(|part| part.states.clone())
                    .collect();
                return self.add_layer(&[], &last, true, handles);
            }
            WorkerCommand::Repartition { depth } => {
                let mut layers = take(&mut engine.layers);
                let files: Vec<_> = take(&mut layers[depth])
                    .into_iter()
                    .map(|part| part.states)
                    .collect();
                // Without known layers, none of its states is a duplicate.
                engine.layers.resize_with(depth, Vec::new);
                let response = self.add_layer(&[], &files, false, handles)?;
                layers[depth] = self.engine.layers.pop().unwrap_or_default();
                self.engine.layers = layers;
                return Ok(response);
            }
            WorkerCommand::LastLayer { filter, most } => {
                response.states = engine.last_layer(filter, most)?;
            }
            WorkerCommand::Find { depths, ranks } => {
                response.found = engine.find(depths, &ranks)?;
            }
            WorkerCommand::Open { sweep, records } => response.open = self.open(sweep, &records)?,
        }
        Ok(response)
    }

    /// Prepares the folder for a sweep. Processes other than process 0 count degrees in the first
    /// sweep.
    fn prepare(&mut self, sweep: u32) -> io::Result<()> {
        self.engine.sweep = sweep;
        match &self.degrees {
            Some(degrees) if sweep == 1 => degrees.begin(&[]),
            Some(degrees) => degrees.end(),
            None => {}
        }
        self.engine.place.prepare(sweep)
    }

    /// Sends these ranks and those in these files, or if `expands` their successors, to their
    /// owners. Stores those that this worker owns as its part of a layer.
    fn add_layer(
        &mut self,
        listed: &[u64],
        files: &[SortedFile],
        expands: bool,
        handles: &mut DataflowHandles<'_>,
    ) -> Result<WorkerResponse, LayerError> {
        let links = &self.links;
        let mut known = self.engine.met();
        let mut observer = |progress: &Progress| {
            let states = progress.states as u64;
            links
                .found
                .fetch_add(states.saturating_sub(known), Ordering::Relaxed);
            known = states;
            break_if(links.is_stopped())
        };
        let monitor = &mut Monitor::new(Limits::default(), &mut observer);
        let plan = self.engine.plan(monitor)?;
        let LayeredEngine { spaces, place, .. } = &mut self.engine;
        let space = &mut *spaces[0];
        let mut runs = RunWriter::new(place, plan.buffer);
        let mut successors = Vec::new();
        let mut candidates = Vec::new();
        let mut total = 0;
        let mut send = |ranks: &[u64]| {
            candidates.clear();
            if expands {
                successors.clear();
                space.expand(ranks, &[], &mut successors);
                let classes = successors
                    .iter()
                    .map(|it| RankedClass::new(it.key, it.class));
                candidates.extend(classes.map(RankedClass::to_word));
                links
                    .expanded
                    .fetch_add(ranks.len() as u64, Ordering::Relaxed);
            } else {
                let classes = classify(space, ranks)?;
                candidates.extend(classes.into_iter().map(RankedClass::to_word));
            }
            total += candidates.len();
            handles.send(&mut candidates, &mut runs)
        };
        send(listed)?;
        files
            .iter()
            .try_for_each(|file| file.for_each_block(&mut send))?;
        handles.gather_rest(&mut runs)?;
        let runs = runs.finish()?;
        self.engine.memory = self.engine.memory.max(plan.bytes_for(total, 0));
        let layer = self.engine.add_layer(runs, true, monitor)?;
        self.engine.place.clear_runs()?;
        let parts = self.engine.layers.last().into_iter().flatten();
        let record = |files| PartRecord {
            shards: self.shards,
            files,
        };
        Ok(WorkerResponse {
            layer,
            parts: parts.map(|part| record(part.numbers())).collect(),
            memory: self.engine.memory as u64,
            degrees: self
                .degrees
                .as_ref()
                .map(DegreeCounter::histogram)
                .unwrap_or_default(),
            ..WorkerResponse::default()
        })
    }

    /// Opens its share of the recorded parts that exist in its folder. If processes share a folder,
    /// each of them opens all parts. Returns the layers and numbers of the opened parts.
    fn open(&mut self, sweep: u32, records: &ShardRecords) -> io::Result<Vec<(usize, usize)>> {
        self.prepare(sweep)?;
        let LayeredEngine { layers, place, .. } = &mut self.engine;
        if self.local == 0 {
            place.remove_layers_from(sweep, records.len())?;
        }
        layers.clear();
        let mut open = Vec::new();
        for (depth, parts) in records.iter().enumerate() {
            let stored = (self.local..parts.len())
                .step_by(self.threads)
                .filter_map(|number| {
                    let part = parts[number].open(place, sweep, depth).ok()?;
                    open.push((depth, number));
                    Some(part)
                });
            layers.push(stored.collect());
        }
        Ok(open)
    }
}
