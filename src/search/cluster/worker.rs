//! A worker owns the ranks of its shards and stores them in files of its own. timely carries
//! requests from the engine to all workers, their responses back to the engine, and candidates for
//! the next layer to the workers that own them.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::mem::take;
use std::num::Wrapping;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::ExchangeData;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::links::PeerLinks;
use super::shards::{FileRecord, PartRecord, ShardRecords, Shards, owner_of, read_records};
use crate::file::sync_folder;
use crate::search::layered::passes::{
    self, DedupOutput, DedupPass, RunWriter, delete, merge_groups,
};
use crate::search::layered::sorted::{RankedClass, SearchDir, SortedFile, SortedReader, damaged};
use crate::search::layered::{FileTotals, MemoryPlan};
use crate::search::layers::{Layer, SmallestStates, StateFilter};
use crate::search::space::{DegreeCounter, Space, StateWords, no_state};

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
    /// The checksum of the sent candidates, minus that of the received ones. The sum over all
    /// workers is 0.
    pub traffic: Wrapping<u64>,
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
        self.traffic += other.traffic;
        self.states.extend(other.states);
        self.found = self.found.into_iter().chain(other.found).min();
        self.open.extend(other.open);
    }
}

/// Returns a checksum of candidates: their sum, each plus 1.
fn sum(words: &[u64]) -> Wrapping<u64> {
    words.iter().map(|&word| Wrapping(word) + Wrapping(1)).sum()
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
struct DataflowHandles {
    candidates: OwnerChannel<u64>,
    requests: OwnerChannel<(u64, WorkerRequest)>,
    responses: OwnerChannel<WorkerResponse>,
    engine: Option<EngineChannel>,
    links: Arc<PeerLinks>,
    workers: u64,
    /// The number of ranks of the space.
    ranks: u64,
    /// The traffic since the last report.
    traffic: Wrapping<u64>,
}

impl DataflowHandles {
    fn new(worker: &mut Worker, engine: Option<EngineChannel>, member: &ShardWorker) -> Self {
        let workers = worker.peers() as u64;
        let owner = move |&word: &u64| owner_of(RankedClass::from_word(word).rank(), workers);
        DataflowHandles {
            candidates: OwnerChannel::new(worker, owner),
            requests: OwnerChannel::new(worker, |&(to, _)| to),
            responses: OwnerChannel::new(worker, |_| 0),
            engine,
            links: Arc::clone(&member.links),
            workers,
            ranks: member.space.ranks().unwrap_or(u64::MAX),
            traffic: Wrapping(0),
        }
    }

    /// Returns the next request, or `None` at the end of the run. Worker 0 forwards requests and
    /// responses.
    fn next_request(&mut self, worker: &mut Worker) -> Option<WorkerRequest> {
        loop {
            if self.links.is_stopped() {
                return None;
            }
            if let Some(engine) = &self.engine {
                if let Ok(request) = engine.requests.try_recv() {
                    let all = (0..self.workers).map(|to| (to, request.clone()));
                    self.requests.send(all.collect());
                }
                let responses = std::iter::from_fn(|| self.responses.next_batch()).flatten();
                // Without its engine, the run ends anyway.
                responses.for_each(|response| drop(engine.responses.send(response)));
            }
            if let Some((_, request)) = self.requests.next_batch().and_then(|mut it| it.pop()) {
                return Some(request);
            }
            worker.step_or_park(Some(NAP));
        }
    }

    /// Sends the candidates of `feed` to their owners, and gathers those of this worker, until all
    /// workers are done. `feed` fills a batch and returns whether more may follow.
    fn exchange(
        &mut self,
        worker: &mut Worker,
        mut feed: impl FnMut(&mut Vec<u64>) -> io::Result<bool>,
        runs: &mut RunWriter<'_>,
    ) -> io::Result<()> {
        // Times are slices, and each round ends at a multiple of this.
        const ROUND: u64 = 1 << 32;
        let mut batch = Vec::new();
        let mut is_more = true;
        while is_more {
            let mut room = SLICE;
            while is_more && room > 0 {
                batch.clear();
                is_more = feed(&mut batch)?;
                room = room.saturating_sub(batch.len());
                self.traffic += sum(&batch);
                self.candidates.input.send_batch(&mut batch);
            }
            // The slice before must have arrived, so that no worker receives faster than it sorts.
            let slice = *self.candidates.input.time();
            self.candidates.input.advance_to(slice + 1);
            worker.step();
            self.gather_until(slice, worker, runs)?;
        }
        let end = (*self.candidates.input.time() / ROUND + 1) * ROUND;
        self.candidates.input.advance_to(end);
        self.gather_until(end, worker, runs)
    }

    /// Gathers candidates until all candidates of times before `end` are delivered.
    fn gather_until(
        &mut self,
        end: u64,
        worker: &mut Worker,
        runs: &mut RunWriter<'_>,
    ) -> io::Result<()> {
        loop {
            while let Some(batch) = self.candidates.next_batch() {
                self.traffic -= sum(&batch);
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
            worker.step_or_park(Some(NAP));
        }
    }
}

/// A part of a layer, in files of this worker.
pub struct StoredPart {
    shards: Shards,
    states: SortedFile,
    goals: Option<SortedFile>,
}

impl StoredPart {
    /// Opens the files of a part and compares them with their records.
    fn open(place: &SearchDir, sweep: u32, depth: usize, part: &PartRecord) -> io::Result<Self> {
        let row = shard_suffix(part.shards);
        let states = place.layer(sweep, depth).with_extension(&row);
        let states = SortedFile::open_recorded(&states, part.states.numbers())?;
        let goals = (part.goals != FileRecord::default()).then(|| {
            let goals = place.goals(sweep, depth).with_extension(&row);
            SortedFile::open_recorded(&goals, part.goals.numbers())
        });
        Ok(StoredPart {
            shards: part.shards,
            states,
            goals: goals.transpose()?,
        })
    }
}

/// Returns the suffix of file names that stands for these shards.
fn shard_suffix(shards: Shards) -> String {
    format!("{:05}-{:05}", shards.from, shards.to)
}

/// A worker, its configuration and its files.
pub struct ShardWorker {
    pub space: Box<dyn Space<u64>>,
    /// Counts the degrees of the states that its process expands.
    pub degrees: DegreeCounter,
    /// Whether this worker reports these degrees.
    pub reports_degrees: bool,
    pub place: Arc<SearchDir>,
    pub plan: MemoryPlan,
    pub links: Arc<PeerLinks>,
    pub shards: Shards,
    pub index: usize,
    /// Workers in each process.
    pub threads: usize,
    pub sweep: u32,
    /// The stored parts, by layer.
    pub stored: Vec<Vec<StoredPart>>,
    /// The most memory that it has taken.
    pub memory: usize,
}

impl ShardWorker {
    /// Executes the requests of the engine until the run ends.
    pub fn work(mut self, worker: &mut Worker, engine: Option<EngineChannel>) {
        let mut handles = DataflowHandles::new(worker, engine, &self);
        while let Some(request) = handles.next_request(worker) {
            match self.execute(request, worker, &mut handles) {
                Ok(response) => handles.responses.send(vec![response]),
                // Others may wait for this worker, so an error ends the run.
                Err(error) => {
                    self.links.fail_by(&error);
                    break;
                }
            }
        }
        // If this fails, the next run deletes the files.
        let _ = self.place.remove_runs();
    }

    fn execute(
        &mut self,
        request: WorkerRequest,
        worker: &mut Worker,
        handles: &mut DataflowHandles,
    ) -> io::Result<WorkerResponse> {
        self.stored.truncate(request.layers);
        match request.command {
            WorkerCommand::Begin { sweep, ranks } => {
                self.prepare(sweep)?;
                let before = take(&mut self.stored);
                let sources = match ranks {
                    // All workers know these ranks, so one sends them.
                    Some(listed) if self.index == 0 => Ranks {
                        listed,
                        ..Ranks::default()
                    },
                    Some(_) => Ranks::default(),
                    None => Ranks::of(before.into_iter().flatten().filter_map(|part| part.goals)),
                };
                let runs = self.gather(sources, classify, worker, handles)?;
                self.keep_part(0, &runs, handles)
            }
            WorkerCommand::Advance => {
                self.place.prepare(self.sweep)?;
                let last = self.stored.last().into_iter().flatten();
                let sources = Ranks::of(last.map(|part| part.states.clone()));
                let links = Arc::clone(&self.links);
                let mut successors = Vec::new();
                let expand = |space: &mut dyn Space<u64>, block: &[u64], batch: &mut Vec<u64>| {
                    successors.clear();
                    space.expand(block, &[], &mut successors);
                    let classes = successors
                        .iter()
                        .map(|it| RankedClass::new(it.key, it.class));
                    batch.extend(classes.map(RankedClass::to_word));
                    links
                        .expanded
                        .fetch_add(block.len() as u64, Ordering::Relaxed);
                    Ok(())
                };
                let runs = self.gather(sources, expand, worker, handles)?;
                self.keep_part(request.layers, &runs, handles)
            }
            WorkerCommand::LastLayer { filter, most } => self.last_layer(filter, most),
            WorkerCommand::Find { depths, ranks } => self.find(depths, &ranks),
            WorkerCommand::Open { sweep, records } => self.open(sweep, &records),
            WorkerCommand::Repartition { depth } => {
                let parts = self
                    .stored
                    .get(depth)
                    .ok_or_else(|| damaged("no such layer"))?;
                let sources = Ranks::of(parts.iter().map(|part| part.states.clone()));
                let runs = self.gather(sources, classify, worker, handles)?;
                self.keep_part(depth, &runs, handles)
            }
        }
    }

    /// Prepares the folder for a sweep. Processes other than process 0 count degrees in the first
    /// sweep.
    fn prepare(&mut self, sweep: u32) -> io::Result<()> {
        self.sweep = sweep;
        if self.reports_degrees {
            if sweep == 1 {
                self.degrees.begin(&[])
            } else {
                self.degrees.end()
            }
        }
        self.place.prepare(sweep)
    }

    /// Sends the candidates that `derive` finds for the sources to their owners. Returns files with
    /// the candidates that this worker owns, few enough for one merge.
    fn gather(
        &mut self,
        mut sources: Ranks,
        mut derive: impl FnMut(&mut dyn Space<u64>, &[u64], &mut Vec<u64>) -> io::Result<()>,
        worker: &mut Worker,
        handles: &mut DataflowHandles,
    ) -> io::Result<Vec<SortedFile>> {
        let place = Arc::clone(&self.place);
        let mut block = Vec::new();
        let mut derived = 0;
        let mut runs = RunWriter::new(&place, self.plan.buffer);
        let feed = |batch: &mut Vec<u64>| {
            let is_more = sources.next_block(&mut block)?;
            derive(&mut *self.space, &block, batch)?;
            derived += batch.len();
            Ok(is_more)
        };
        handles.exchange(worker, feed, &mut runs)?;
        let mut runs = runs.finish()?;
        self.memory = self.memory.max(self.plan.bytes_for(derived, runs.len()));
        while runs.len() > self.plan.fan_in {
            runs.sort_by_key(|run| run.count);
            let groups: Vec<&[SortedFile]> = runs.chunks(self.plan.fan_in).collect();
            runs = merge_groups(&groups, &self.place, &mut || self.links.is_stopped())?;
        }
        Ok(runs)
    }

    /// Stores the candidates in these files as a part of a layer, and syncs it to the disk. A new
    /// layer excludes the states of the two layers before.
    fn keep_part(
        &mut self,
        depth: usize,
        runs: &[SortedFile],
        handles: &mut DataflowHandles,
    ) -> io::Result<WorkerResponse> {
        let before = if depth == self.stored.len() { 2 } else { 0 };
        let known: Vec<&SortedFile> = self
            .stored
            .iter()
            .rev()
            .take(before)
            .flatten()
            .map(|part| &part.states)
            .collect();
        let place = &self.place;
        let links = &self.links;
        let pass = DedupPass {
            runs,
            known: &known,
            found: &links.found,
            place,
        };
        let DedupOutput {
            layer,
            states,
            goals,
        } = pass.run(&passes::Range::all(), &mut || links.is_stopped())?;
        delete(runs)?;
        let row = shard_suffix(self.shards);
        let path = place.layer(self.sweep, depth).with_extension(&row);
        let states = states.keep(&path)?;
        let goals = if goals.count > 0 {
            Some(goals.keep(&place.goals(self.sweep, depth).with_extension(&row))?)
        } else {
            delete(&[goals])?;
            None
        };
        if let Some(folder) = path.parent() {
            sync_folder(folder);
        }
        let record = PartRecord {
            shards: self.shards,
            states: FileRecord::from(&states),
            goals: goals.as_ref().map(FileRecord::from).unwrap_or_default(),
        };
        let degrees = if self.reports_degrees {
            self.degrees.histogram()
        } else {
            Vec::new()
        };
        self.stored
            .resize_with(self.stored.len().max(depth + 1), Vec::new);
        self.stored[depth] = vec![StoredPart {
            shards: self.shards,
            states,
            goals,
        }];
        Ok(WorkerResponse {
            layer,
            parts: vec![record],
            memory: self.memory as u64,
            degrees,
            traffic: take(&mut handles.traffic),
            ..WorkerResponse::default()
        })
    }

    /// The order of ranks is not that of states, so it reads all ranks.
    fn last_layer(&self, filter: StateFilter, most: usize) -> io::Result<WorkerResponse> {
        let parts = self.stored.last().into_iter().flatten();
        let mut files = Ranks::of(parts.filter_map(|part| match filter {
            StateFilter::All => Some(part.states.clone()),
            StateFilter::Goals => part.goals.clone(),
        }));
        let mut least = SmallestStates::new(most);
        let mut block = Vec::new();
        while files.next_block(&mut block)? {
            for rank in &block {
                least.offer(self.space.words(rank));
            }
        }
        Ok(WorkerResponse {
            states: least.into_sorted(),
            ..WorkerResponse::default()
        })
    }

    fn find(&self, depths: Range<usize>, ranks: &[u64]) -> io::Result<WorkerResponse> {
        let mut response = WorkerResponse::default();
        for (depth, parts) in self
            .stored
            .iter()
            .enumerate()
            .take(depths.end)
            .skip(depths.start)
        {
            for part in parts {
                for &rank in ranks.iter().filter(|&&rank| part.shards.contains(rank)) {
                    let found = part.states.contains(rank)?.then_some((depth, rank));
                    response.found = response.found.into_iter().chain(found).min();
                }
            }
            if response.found.is_some() {
                break;
            }
        }
        Ok(response)
    }

    /// Opens its share of the recorded parts that exist in its folder. If processes share a folder,
    /// each of them opens all parts.
    fn open(&mut self, sweep: u32, records: &ShardRecords) -> io::Result<WorkerResponse> {
        self.prepare(sweep)?;
        if self.index.is_multiple_of(self.threads) {
            self.place.remove_layers_from(sweep, records.len())?;
        }
        self.stored.clear();
        let mut response = WorkerResponse::default();
        for (depth, parts) in records.iter().enumerate() {
            let own = (self.index % self.threads..parts.len()).step_by(self.threads);
            let stored = own.filter_map(|number| {
                let part = StoredPart::open(&self.place, sweep, depth, &parts[number]).ok()?;
                response.open.push((depth, number));
                Some(part)
            });
            self.stored.push(stored.collect());
        }
        Ok(response)
    }
}

/// Derives the classes of ranks as candidates.
fn classify(space: &mut dyn Space<u64>, ranks: &[u64], batch: &mut Vec<u64>) -> io::Result<()> {
    let mut classes = Vec::with_capacity(ranks.len());
    space.classify(ranks, &mut classes);
    for class in classes {
        let (rank, class) = class.ok_or_else(no_state)?;
        batch.push(RankedClass::new(rank, class).to_word());
    }
    Ok(())
}

/// A source of ranks: a list, then files.
#[derive(Default)]
struct Ranks {
    listed: Vec<u64>,
    files: Vec<SortedFile>,
    reader: Option<SortedReader>,
}

impl Ranks {
    fn of(files: impl Iterator<Item = SortedFile>) -> Self {
        Ranks {
            files: files.collect(),
            ..Ranks::default()
        }
    }

    /// Replaces a block by the next ranks. Returns `false` at the end.
    fn next_block(&mut self, block: &mut Vec<u64>) -> io::Result<bool> {
        block.clear();
        block.append(&mut self.listed);
        while block.is_empty() {
            match &mut self.reader {
                Some(reader) if !reader.rest().is_empty() => {
                    block.extend_from_slice(reader.rest());
                    reader.pass(block.len())?;
                }
                _ => {
                    let Some(file) = self.files.pop() else {
                        return Ok(false);
                    };
                    self.reader = Some(SortedReader::open(&file, 0..=u64::MAX)?);
                }
            }
        }
        Ok(true)
    }
}

/// Checks all files of a saved search. All of them must be in this folder.
pub fn check(folder: &Path, saved: &mut dyn Read, totals: &mut FileTotals) -> io::Result<()> {
    let place = SearchDir::new(folder);
    let (sweep, records) = read_records(saved)?;
    for (depth, parts) in records.iter().enumerate() {
        for part in parts {
            let part = StoredPart::open(&place, sweep, depth, part)?;
            [Some(part.states), part.goals]
                .iter()
                .flatten()
                .try_for_each(|it| totals.check(it))?;
        }
    }
    Ok(())
}
