//! A worker: it owns the ranks of its shards, and keeps them in files of its own.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use timely::worker::Worker;

use super::dataflow::{
    DataflowHandles, LayerPartReport, WorkerCommand, WorkerRequest, WorkerResponse,
};
use super::links::{ControlLinks, ProgressCounter};
use super::shards::{FileRecord, PartRecord, ShardRecords, Shards, read_records};
use crate::file::sync_folder;
use crate::search::layered::passes::{
    DedupOutput, DedupPass, Range, RunWriter, delete, merge_groups,
};
use crate::search::layered::sorted::{
    RankedClass, SearchDir, SortedFile, SortedReader, at, damaged,
};
use crate::search::layered::{FileTotals, MemoryPlan};
use crate::search::layers::{Layer, SmallestStates};
use crate::search::space::{DegreeCounter, Space, check_keys};

/// Ranks that are looked at together.
const BLOCK: usize = 1024;

/// A part of a layer that this worker has the files of.
struct StoredPart {
    shards: Shards,
    states: SortedFile,
    goals: Option<SortedFile>,
}

impl StoredPart {
    fn record(&self) -> PartRecord {
        PartRecord {
            shards: self.shards,
            states: FileRecord::of(&self.states),
            goals: self.goals.as_ref().map(FileRecord::of),
        }
    }

    fn bytes(&self) -> u64 {
        self.states.bytes + self.goals.as_ref().map_or(0, |goals| goals.bytes)
    }
}

/// A worker, what it knows and what it has.
pub(super) struct ShardWorker {
    space: Box<dyn Space<u64>>,
    tally: DegreeCounter,
    /// Whether it tells what the tally has counted, for all of its process.
    tells_degrees: bool,
    is_first: bool,
    place: Arc<SearchDir>,
    plan: MemoryPlan,
    links: Arc<ControlLinks>,
    shards: Shards,
    index: u64,
    gauge: Arc<ProgressCounter>,
    sweep: u32,
    /// By layer.
    stored: Vec<Vec<StoredPart>>,
    /// The most memory that it has taken.
    memory: usize,
}

/// What a worker is given.
pub(super) struct WorkerSetup {
    pub(super) space: Box<dyn Space<u64>>,
    /// Counts the moves of what its process expands.
    pub(super) tally: DegreeCounter,
    /// Whether its process tells what that has counted.
    pub(super) tells_degrees: bool,
    /// Whether it looks after the folder, as one worker of each process does.
    pub(super) is_first: bool,
    pub(super) plan: MemoryPlan,
    pub(super) links: Arc<ControlLinks>,
    pub(super) index: u64,
    pub(super) workers: u64,
}

impl ShardWorker {
    pub(super) fn new(setup: WorkerSetup, folder: &Path) -> Self {
        let WorkerSetup { space, tally, tells_degrees, is_first, plan, links, index, workers } =
            setup;
        let gauge = Arc::new(ProgressCounter::default());
        links.add(Arc::clone(&gauge));
        ShardWorker {
            space,
            tally,
            tells_degrees: is_first && tells_degrees,
            is_first,
            place: Arc::new(SearchDir::of_worker(folder, index)),
            plan,
            links,
            shards: Shards::of(index, workers),
            index,
            gauge,
            sweep: 0,
            stored: Vec::new(),
            memory: 0,
        }
    }

    /// The number of ranks of its space.
    pub(super) fn ranks(&self) -> u64 {
        self.space.ranks().unwrap_or(u64::MAX)
    }

    /// Does what it is told until there is nothing more to do.
    pub(super) fn work(mut self, worker: &mut Worker, mut talk: DataflowHandles) {
        while let Some(order) = talk.next_order(worker) {
            self.gauge.begin(order.number);
            match self.obey(order, worker, &mut talk) {
                Ok(answer) => talk.answer(answer),
                // Others may wait for this worker, so that the run ends here and now.
                Err(error) => {
                    self.links.fail_by(&error);
                    break;
                }
            }
        }
        // Whatever lies there is not needed any more; if it cannot be deleted, it is next time.
        let _ = self.place.remove_runs();
    }

    fn obey(
        &mut self,
        order: WorkerRequest,
        worker: &mut Worker,
        talk: &mut DataflowHandles,
    ) -> io::Result<WorkerResponse> {
        self.stored.truncate(usize::try_from(order.layers).unwrap_or(usize::MAX));
        match order.command {
            WorkerCommand::Begin { sweep, ranks } => self.begin(sweep, ranks, worker, talk),
            WorkerCommand::Advance => self.advance(worker, talk),
            WorkerCommand::LastLayer { only_goals, most } => self.last_layer(only_goals, most),
            WorkerCommand::DepthOf(rank) => Ok(WorkerResponse::Number(self.depth_of(rank)?)),
            WorkerCommand::FirstOf { depth, ranks } => {
                let parts = usize::try_from(depth).ok().and_then(|depth| self.stored.get(depth));
                Ok(WorkerResponse::Number(parts.map_or(Ok(None), |parts| first_of(parts, &ranks))?))
            }
            WorkerCommand::WhatIsHere { sweep, records } => Ok(self.what_is_here(sweep, &records)),
            WorkerCommand::TakeUp { sweep, parts } => self.take_up(sweep, &parts),
            WorkerCommand::Deal { depth } => self.deal_anew(depth, worker, talk),
            WorkerCommand::End => Ok(WorkerResponse::Done),
        }
    }

    /// Layer 0 of a sweep.
    fn begin(
        &mut self,
        sweep: u32,
        ranks: Option<Vec<u64>>,
        worker: &mut Worker,
        talk: &mut DataflowHandles,
    ) -> io::Result<WorkerResponse> {
        self.place.prepare(sweep)?;
        self.sweep = sweep;
        self.count_moves();
        let before = std::mem::take(&mut self.stored);
        let sources = match ranks {
            // One worker is enough to tell all of what it was told.
            Some(listed) if self.index == 0 => Ranks { listed, ..Ranks::default() },
            Some(_) => Ranks::default(),
            None => {
                let goals = before.into_iter().flatten().filter_map(|part| part.goals);
                Ranks::of_files(goals.collect())
            }
        };
        let runs = self.gather_classes(sources, worker, talk)?;
        self.add_part(0, &runs, talk)
    }

    /// Processes other than the first count for themselves what is counted in the first sweep.
    fn count_moves(&self) {
        if self.tells_degrees {
            match self.sweep {
                1 => self.tally.begin(&[]),
                _ => self.tally.end(),
            }
        }
    }

    /// Its part of the next layer.
    fn advance(
        &mut self,
        worker: &mut Worker,
        talk: &mut DataflowHandles,
    ) -> io::Result<WorkerResponse> {
        self.place.prepare(self.sweep)?;
        let place = Arc::clone(&self.place);
        let mut runs = RunWriter::new(&place, self.plan.buffer);
        let mut gathered = 0;
        let ShardWorker { space, stored, gauge, .. } = self;
        let mut layer = Ranks::of(stored.last().map_or(&[], Vec::as_slice));
        let (mut block, mut successors) = (Vec::new(), Vec::new());
        let mut feed = |batch: &mut Vec<u64>| {
            layer.next_block(&mut block)?;
            successors.clear();
            space.expand(&block, &[], &mut successors);
            batch.extend(successors.iter().map(|it| RankedClass::new(it.key, it.class).to_word()));
            gathered += batch.len();
            gauge.expanded.fetch_add(block.len() as u64, Ordering::Relaxed);
            Ok(!block.is_empty())
        };
        talk.deal(worker, &mut feed, &mut runs)?;
        self.memory = self.memory.max(self.plan.bytes_for(gathered, 0));
        let runs = self.narrow(runs.finish()?)?;
        let depth = self.stored.len();
        self.add_part(depth, &runs, talk)
    }

    /// Gathers what this worker owns of the classes of these, whatever worker has them.
    fn gather_classes(
        &mut self,
        mut sources: Ranks,
        worker: &mut Worker,
        talk: &mut DataflowHandles,
    ) -> io::Result<Vec<SortedFile>> {
        let place = Arc::clone(&self.place);
        let mut runs = RunWriter::new(&place, self.plan.buffer);
        let space = &mut self.space;
        let (mut ranks, mut classes) = (Vec::new(), Vec::new());
        let mut feed = |batch: &mut Vec<u64>| {
            sources.next_block(&mut ranks)?;
            classes.clear();
            space.classify(&ranks, &mut classes);
            for found in &classes {
                let (rank, class) =
                    found.ok_or_else(|| damaged("a source is no state of this space"))?;
                batch.push(RankedClass::new(rank, class).to_word());
            }
            Ok(!ranks.is_empty())
        };
        talk.deal(worker, &mut feed, &mut runs)?;
        self.narrow(runs.finish()?)
    }

    /// Merges files until there are few enough to be merged at once.
    fn narrow(&self, mut runs: Vec<SortedFile>) -> io::Result<Vec<SortedFile>> {
        while runs.len() > self.plan.fan_in {
            runs.sort_by_key(|run| run.count);
            let groups: Vec<&[SortedFile]> = runs.chunks(self.plan.fan_in).collect();
            runs = merge_groups(&groups, &self.place, &mut || self.links.is_stopped())?;
        }
        Ok(runs)
    }

    /// Makes its part of a layer of what these files hold and its last two layers do not, and has
    /// it on the disk before it is told of.
    fn add_part(
        &mut self,
        depth: usize,
        runs: &[SortedFile],
        talk: &DataflowHandles,
    ) -> io::Result<WorkerResponse> {
        self.memory = self.memory.max(self.plan.bytes_for(0, runs.len()));
        let known: Vec<&SortedFile> =
            self.stored.iter().rev().take(2).flatten().map(|part| &part.states).collect();
        let DedupOutput { layer, states, goals } = self.sift(runs, &known)?;
        delete(runs)?;
        let part = self.keep(depth, states, goals)?;
        self.stored.push(vec![part]);
        Ok(self.part_report(&layer, depth, talk))
    }

    fn sift(&self, runs: &[SortedFile], known: &[&SortedFile]) -> io::Result<DedupOutput> {
        let sifting = DedupPass { runs, known, found: &self.gauge.found, place: &self.place };
        sifting.run(&Range::all(), &mut || self.links.is_stopped())
    }

    fn keep(&self, depth: usize, states: SortedFile, goals: SortedFile) -> io::Result<StoredPart> {
        let path = self.part_path(depth, self.shards);
        let states = states.keep(&path)?;
        let goals = if goals.count > 0 {
            Some(goals.keep(&self.place.part_goals(self.sweep, depth, &row(self.shards)))?)
        } else {
            delete(&[goals])?;
            None
        };
        if let Some(folder) = path.parent() {
            sync_folder(folder);
        }
        Ok(StoredPart { shards: self.shards, states, goals })
    }

    fn part_path(&self, depth: usize, shards: Shards) -> std::path::PathBuf {
        self.place.part(self.sweep, depth, &row(shards))
    }

    fn part_report(&self, layer: &Layer, depth: usize, talk: &DataflowHandles) -> WorkerResponse {
        let disk = self.stored.iter().flatten().map(StoredPart::bytes).sum();
        let degrees = if self.tells_degrees { self.tally.histogram() } else { Vec::new() };
        WorkerResponse::Part(Box::new(LayerPartReport {
            counts: LayerPartReport::counts_of(layer),
            record: self.stored[depth][0].record(),
            memory: self.memory as u64,
            disk,
            degrees,
            traffic: talk.traffic(),
        }))
    }

    fn depth_of(&self, rank: u64) -> io::Result<Option<u64>> {
        for (depth, parts) in (0..).zip(&self.stored) {
            if first_of(parts, &[rank])?.is_some() {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }

    /// The least ranks are not of the least states, so that all are looked at.
    fn last_layer(&self, only_goals: bool, most: u64) -> io::Result<WorkerResponse> {
        let mut least = SmallestStates::new(usize::try_from(most).unwrap_or(usize::MAX));
        for part in self.stored.last().into_iter().flatten() {
            let file = if only_goals { part.goals.as_ref() } else { Some(&part.states) };
            let Some(file) = file else { continue };
            let mut reader = SortedReader::open(file, 0..=u64::MAX)?;
            while !reader.rest().is_empty() {
                reader.rest().iter().for_each(|rank| least.offer(self.space.words(rank)));
                reader.pass(reader.rest().len())?;
            }
        }
        Ok(WorkerResponse::States(least.into_sorted()))
    }

    /// Which of these parts lie in the folder of the process, told by one of its workers.
    fn what_is_here(&mut self, sweep: u32, records: &ShardRecords) -> WorkerResponse {
        self.sweep = sweep;
        let mut here = Vec::new();
        for (depth, parts) in records.iter().enumerate().filter(|_| self.is_first) {
            for (number, part) in parts.iter().enumerate() {
                if self.open(depth, part).is_ok() {
                    here.push((depth as u64, number as u64));
                }
            }
        }
        WorkerResponse::Here(here)
    }

    /// A part whose files are those that were recorded.
    fn open(&self, depth: usize, part: &PartRecord) -> io::Result<StoredPart> {
        let is_recorded = |path: &Path, record: &FileRecord| {
            let file = SortedFile::open(path)?;
            let other = || at(path)(damaged("this is not the file that the checkpoint tells of"));
            if FileRecord::of(&file) == *record { Ok(file) } else { Err(other()) }
        };
        let shards = part.shards;
        let states = is_recorded(&self.part_path(depth, shards), &part.states)?;
        let goals = self.place.part_goals(self.sweep, depth, &row(shards));
        let goals = part.goals.map(|record| is_recorded(&goals, &record)).transpose()?;
        Ok(StoredPart { shards, states, goals })
    }

    /// Takes up its parts of all layers, of which the last two are needed now; the others are
    /// checked block by block when they are.
    fn take_up(
        &mut self,
        sweep: u32,
        parts: &[Vec<(PartRecord, u64)>],
    ) -> io::Result<WorkerResponse> {
        self.sweep = sweep;
        self.place.prepare(sweep)?;
        self.count_moves();
        if self.is_first {
            self.place.remove_layers_from(sweep, parts.len())?;
        }
        let own = |(depth, parts): (usize, &Vec<(PartRecord, u64)>)| {
            let own = parts.iter().filter(|(_, worker)| *worker == self.index);
            own.map(|(part, _)| self.open(depth, part)).collect::<io::Result<Vec<_>>>()
        };
        let stored: Vec<Vec<StoredPart>> =
            parts.iter().enumerate().map(own).collect::<io::Result<_>>()?;
        self.stored = stored;
        for part in self.stored.iter().rev().take(2).flatten() {
            part.states.check()?;
        }
        self.stored
            .iter()
            .flatten()
            .filter_map(|part| part.goals.as_ref())
            .try_for_each(SortedFile::check)?;
        for part in self.stored.last().into_iter().flatten() {
            let mut reader = SortedReader::open(&part.states, 0..=u64::MAX)?;
            while !reader.rest().is_empty() {
                check_keys(&mut *self.space, reader.rest())?;
                reader.pass(reader.rest().len())?;
            }
        }
        Ok(WorkerResponse::Done)
    }

    /// Its part of a layer that was dealt out to other workers.
    fn deal_anew(
        &mut self,
        depth: u64,
        worker: &mut Worker,
        talk: &mut DataflowHandles,
    ) -> io::Result<WorkerResponse> {
        let depth = usize::try_from(depth).unwrap_or(usize::MAX);
        let parts = self.stored.get(depth).ok_or_else(|| damaged("there is no such layer"))?;
        let parts = Ranks::of(parts);
        let runs = self.gather_classes(parts, worker, talk)?;
        let DedupOutput { layer, states, goals } = self.sift(&runs, &[])?;
        delete(&runs)?;
        self.stored[depth] = vec![self.keep(depth, states, goals)?];
        Ok(self.part_report(&layer, depth, talk))
    }
}

/// Where ranks come from: a list, or files.
#[derive(Default)]
struct Ranks {
    listed: Vec<u64>,
    files: Vec<SortedFile>,
    reader: Option<SortedReader>,
}

impl Ranks {
    fn of(parts: &[StoredPart]) -> Self {
        Ranks::of_files(parts.iter().map(|part| part.states.clone()).collect())
    }

    fn of_files(files: Vec<SortedFile>) -> Self {
        Ranks { files, ..Ranks::default() }
    }

    /// The next ranks instead of those before; none at the end.
    fn next_block(&mut self, block: &mut Vec<u64>) -> io::Result<()> {
        block.clear();
        block.extend(self.listed.drain(..self.listed.len().min(BLOCK)));
        while block.is_empty() {
            match &mut self.reader {
                Some(reader) if !reader.rest().is_empty() => {
                    block.extend_from_slice(reader.rest());
                    reader.pass(block.len())?;
                }
                _ => {
                    let Some(file) = self.files.pop() else { break };
                    self.reader = Some(SortedReader::open(&file, 0..=u64::MAX)?);
                }
            }
        }
        Ok(())
    }
}

/// The least of these ranks that some parts of a layer have.
fn first_of(parts: &[StoredPart], ranks: &[u64]) -> io::Result<Option<u64>> {
    let mut least = None;
    for part in parts {
        let own = ranks.iter().copied().filter(|&rank| part.shards.have(rank));
        for rank in own {
            if least.is_none_or(|least| rank < least) && part.states.contains(rank)? {
                least = Some(rank);
            }
        }
    }
    Ok(least)
}

/// Reads the files through that a saved search tells of; all of them have to lie in this folder.
pub(crate) fn check(
    folder: &Path,
    saved: &mut dyn Read,
    totals: &mut FileTotals,
) -> io::Result<()> {
    let (place, (sweep, records)) = (SearchDir::new(folder), read_records(saved)?);
    for (depth, parts) in records.iter().enumerate() {
        for part in parts {
            let row = row(part.shards);
            let states = (place.part(sweep, depth, &row), part.states);
            let goals = part.goals.map(|goals| (place.part_goals(sweep, depth, &row), goals));
            for (path, record) in [Some(states), goals].into_iter().flatten() {
                let file = SortedFile::open(&path)?;
                if FileRecord::of(&file) != record {
                    return Err(at(&path)(damaged("the checkpoint tells of another file")));
                }
                totals.check(&file)?;
            }
        }
    }
    Ok(())
}

/// How shards are named in the name of a file.
fn row(shards: Shards) -> String {
    format!("{:05}-{:05}", shards.from, shards.to)
}
