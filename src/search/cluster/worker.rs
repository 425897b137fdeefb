//! A worker: it owns the ranks of its shards, and keeps them in files of its own.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use timely::worker::Worker;

use super::links::{Gauge, Links};
use super::shards::{FileRecord, PartRecord, Records, Shards, read_records};
use super::talk::{Answer, Command, Order, PartAnswer, Talk};
use crate::file::sync_folder;
use crate::search::degrees::Tally;
use crate::search::layered::passes::{Part, Range, Runs, Sifting, delete, merge_groups};
use crate::search::layered::place::{Place, at};
use crate::search::layered::sorted::{RankedClass, Reader, Sorted, damaged};
use crate::search::layered::{FileTotals, Plan};
use crate::search::layers::{Layer, Least};
use crate::search::space::{Space, check_keys};

/// Ranks that are looked at together.
const BLOCK: usize = 1024;

/// A part of a layer that this worker has the files of.
struct StoredPart {
    shards: Shards,
    states: Sorted,
    goals: Option<Sorted>,
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
pub(super) struct Member {
    space: Box<dyn Space<u64>>,
    tally: Tally,
    /// Whether it tells what the tally has counted, for all of its process.
    tells_degrees: bool,
    is_first: bool,
    place: Arc<Place>,
    plan: Plan,
    links: Arc<Links>,
    shards: Shards,
    index: u64,
    gauge: Arc<Gauge>,
    sweep: u32,
    /// By layer.
    stored: Vec<Vec<StoredPart>>,
    /// The most memory that it has taken.
    memory: usize,
}

/// What a worker is given.
pub(super) struct Outfit {
    pub(super) space: Box<dyn Space<u64>>,
    /// Counts the moves of what its process expands.
    pub(super) tally: Tally,
    /// Whether its process tells what that has counted.
    pub(super) tells_degrees: bool,
    /// Whether it looks after the folder, as one worker of each process does.
    pub(super) is_first: bool,
    pub(super) plan: Plan,
    pub(super) links: Arc<Links>,
    pub(super) index: u64,
    pub(super) workers: u64,
}

impl Member {
    pub(super) fn new(outfit: Outfit, folder: &Path) -> Self {
        let Outfit { space, tally, tells_degrees, is_first, plan, links, index, workers } = outfit;
        let gauge = Arc::new(Gauge::default());
        links.add(Arc::clone(&gauge));
        Member {
            space,
            tally,
            tells_degrees: is_first && tells_degrees,
            is_first,
            place: Arc::new(Place::of_worker(folder, index)),
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
    pub(super) fn work(mut self, worker: &mut Worker, mut talk: Talk) {
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

    fn obey(&mut self, order: Order, worker: &mut Worker, talk: &mut Talk) -> io::Result<Answer> {
        self.stored.truncate(usize::try_from(order.layers).unwrap_or(usize::MAX));
        match order.command {
            Command::Begin { sweep, ranks } => self.begin(sweep, ranks, worker, talk),
            Command::Advance => self.advance(worker, talk),
            Command::LastLayer { only_goals, most } => self.last_layer(only_goals, most),
            Command::DepthOf(rank) => Ok(Answer::Number(self.depth_of(rank)?)),
            Command::FirstOf { depth, ranks } => {
                let parts = usize::try_from(depth).ok().and_then(|depth| self.stored.get(depth));
                Ok(Answer::Number(parts.map_or(Ok(None), |parts| first_of(parts, &ranks))?))
            }
            Command::WhatIsHere { sweep, records } => Ok(self.what_is_here(sweep, &records)),
            Command::TakeUp { sweep, parts } => self.take_up(sweep, &parts),
            Command::Deal { depth } => self.deal_anew(depth, worker, talk),
            Command::End => Ok(Answer::Done),
        }
    }

    /// Layer 0 of a sweep.
    fn begin(
        &mut self,
        sweep: u32,
        ranks: Option<Vec<u64>>,
        worker: &mut Worker,
        talk: &mut Talk,
    ) -> io::Result<Answer> {
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
    fn advance(&mut self, worker: &mut Worker, talk: &mut Talk) -> io::Result<Answer> {
        self.place.prepare(self.sweep)?;
        let place = Arc::clone(&self.place);
        let mut runs = Runs::new(&place, self.plan.buffer);
        let mut gathered = 0;
        let Member { space, stored, gauge, .. } = self;
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
        talk: &mut Talk,
    ) -> io::Result<Vec<Sorted>> {
        let place = Arc::clone(&self.place);
        let mut runs = Runs::new(&place, self.plan.buffer);
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
    fn narrow(&self, mut runs: Vec<Sorted>) -> io::Result<Vec<Sorted>> {
        while runs.len() > self.plan.fan_in {
            runs.sort_by_key(|run| run.count);
            let groups: Vec<&[Sorted]> = runs.chunks(self.plan.fan_in).collect();
            runs = merge_groups(&groups, &self.place, self.links.stop())?;
        }
        Ok(runs)
    }

    /// Makes its part of a layer of what these files hold and its last two layers do not, and has it on
    /// the disk before it is told of.
    fn add_part(&mut self, depth: usize, runs: &[Sorted], talk: &Talk) -> io::Result<Answer> {
        self.memory = self.memory.max(self.plan.bytes_for(0, runs.len()));
        let known: Vec<&Sorted> =
            self.stored.iter().rev().take(2).flatten().map(|part| &part.states).collect();
        let Part { layer, states, goals } = self.sift(runs, &known)?;
        delete(runs)?;
        let part = self.keep(depth, states, goals)?;
        self.stored.push(vec![part]);
        Ok(self.told(&layer, depth, talk))
    }

    fn sift(&self, runs: &[Sorted], known: &[&Sorted]) -> io::Result<Part> {
        let sifting = Sifting { runs, known, found: &self.gauge.found, place: &self.place };
        sifting.run(&Range::all(), self.links.stop())
    }

    fn keep(&self, depth: usize, states: Sorted, goals: Sorted) -> io::Result<StoredPart> {
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

    fn told(&self, layer: &Layer, depth: usize, talk: &Talk) -> Answer {
        let disk = self.stored.iter().flatten().map(StoredPart::bytes).sum();
        let degrees = if self.tells_degrees { self.tally.histogram() } else { Vec::new() };
        Answer::Part(Box::new(PartAnswer {
            counts: PartAnswer::counts_of(layer),
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
    fn last_layer(&self, only_goals: bool, most: u64) -> io::Result<Answer> {
        let mut least = Least::new(usize::try_from(most).unwrap_or(usize::MAX));
        for part in self.stored.last().into_iter().flatten() {
            let file = if only_goals { part.goals.as_ref() } else { Some(&part.states) };
            let Some(file) = file else { continue };
            let mut reader = Reader::open(file, 0..=u64::MAX)?;
            while !reader.rest().is_empty() {
                reader.rest().iter().for_each(|rank| least.offer(self.space.words(rank)));
                reader.pass(reader.rest().len())?;
            }
        }
        Ok(Answer::States(least.into_sorted()))
    }

    /// Which of these parts lie in the folder of the process, told by one of its workers.
    fn what_is_here(&mut self, sweep: u32, records: &Records) -> Answer {
        self.sweep = sweep;
        let mut here = Vec::new();
        for (depth, parts) in records.iter().enumerate().filter(|_| self.is_first) {
            for (number, part) in parts.iter().enumerate() {
                if self.open(depth, part).is_ok() {
                    here.push((depth as u64, number as u64));
                }
            }
        }
        Answer::Here(here)
    }

    /// A part whose files are those that were recorded.
    fn open(&self, depth: usize, part: &PartRecord) -> io::Result<StoredPart> {
        let is_recorded = |path: &Path, record: &FileRecord| {
            let file = Sorted::open(path)?;
            let other = || at(path)(damaged("this is not the file that the checkpoint tells of"));
            if FileRecord::of(&file) == *record { Ok(file) } else { Err(other()) }
        };
        let shards = part.shards;
        let states = is_recorded(&self.part_path(depth, shards), &part.states)?;
        let goals = self.place.part_goals(self.sweep, depth, &row(shards));
        let goals = part.goals.map(|record| is_recorded(&goals, &record)).transpose()?;
        Ok(StoredPart { shards, states, goals })
    }

    /// Takes up its parts of all layers, of which the last two are needed now; the others are checked
    /// block by block when they are.
    fn take_up(&mut self, sweep: u32, parts: &[Vec<(PartRecord, u64)>]) -> io::Result<Answer> {
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
            .try_for_each(Sorted::check)?;
        for part in self.stored.last().into_iter().flatten() {
            let mut reader = Reader::open(&part.states, 0..=u64::MAX)?;
            while !reader.rest().is_empty() {
                check_keys(&mut *self.space, reader.rest())?;
                reader.pass(reader.rest().len())?;
            }
        }
        Ok(Answer::Done)
    }

    /// Its part of a layer that was dealt out to other workers.
    fn deal_anew(
        &mut self,
        depth: u64,
        worker: &mut Worker,
        talk: &mut Talk,
    ) -> io::Result<Answer> {
        let depth = usize::try_from(depth).unwrap_or(usize::MAX);
        let parts = self.stored.get(depth).ok_or_else(|| damaged("there is no such layer"))?;
        let parts = Ranks::of(parts);
        let runs = self.gather_classes(parts, worker, talk)?;
        let Part { layer, states, goals } = self.sift(&runs, &[])?;
        delete(&runs)?;
        self.stored[depth] = vec![self.keep(depth, states, goals)?];
        Ok(self.told(&layer, depth, talk))
    }
}

/// Where ranks come from: a list, or files.
#[derive(Default)]
struct Ranks {
    listed: Vec<u64>,
    files: Vec<Sorted>,
    reader: Option<Reader>,
}

impl Ranks {
    fn of(parts: &[StoredPart]) -> Self {
        Ranks::of_files(parts.iter().map(|part| part.states.clone()).collect())
    }

    fn of_files(files: Vec<Sorted>) -> Self {
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
                    self.reader = Some(Reader::open(&file, 0..=u64::MAX)?);
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
    let (place, (sweep, records)) = (Place::new(folder), read_records(saved)?);
    for (depth, parts) in records.iter().enumerate() {
        for part in parts {
            let row = row(part.shards);
            let states = (place.part(sweep, depth, &row), part.states);
            let goals = part.goals.map(|goals| (place.part_goals(sweep, depth, &row), goals));
            for (path, record) in [Some(states), goals].into_iter().flatten() {
                let file = Sorted::open(&path)?;
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
