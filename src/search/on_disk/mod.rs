//! Breadth-first search by layers with files, for spaces beyond memory.
//!
//! States are known by their ranks. The last layer is read block by block and expanded; the ranks
//! of its successors are gathered, sorted and spilled as runs; the runs are merged, less the last
//! two layers, and that is the next layer: delayed duplicate detection (Korf, "Linear-time
//! disk-based implicit graph search", *Journal of the ACM* 55, 2008). Files are only read and
//! written from front to back. Each layer is a [file](sorted) that stays, of about a byte a state,
//! so that a way back can be found.

mod block;
mod expansion;
mod merge;
mod place;
mod plan;
mod runs;
mod sifting;
mod sorted;
mod stored;
#[cfg(test)]
pub(crate) mod tests;
mod way_back;
mod workers;

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::control::{Progress, StopReason, Watch};
use crate::file::sync_folder;

use super::layers::{Halt, Layer, LayerSearch, Least, MemoryUsage, Sources};
use super::space::{Class, Space, Words};
use block::BLOCK;
use expansion::{Expansion, merge_groups};
use place::Place;
use plan::Plan;
use runs::Runs;
use sifting::{Sifting, join};
use sorted::{RankedClass, Reader, Sorted, damaged};

/// The engine: a folder, and what it knows of the files there.
pub(crate) struct OnDisk {
    /// One for each thread.
    spaces: Vec<Box<dyn Space<u64>>>,
    place: Place,
    /// Which sweep this is, from 1.
    sweep: u32,
    layers: Vec<StoredLayer>,
    /// Set by tests.
    plan: Option<Plan>,
    /// The most memory taken by a layer.
    memory: usize,
}

/// The files of a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StoredLayer {
    states: Sorted,
    /// Those that are goals, if any are.
    goals: Option<Sorted>,
}

impl OnDisk {
    /// An engine with so many threads, at least one, that keeps its files in `folder` and no others
    /// may use. What lies there is left until it is overwritten.
    pub(crate) fn new(space: Box<dyn Space<u64>>, threads: usize, folder: &Path) -> Self {
        let mut spaces: Vec<_> = (1..threads).map(|_| space.another()).collect();
        spaces.push(space);
        let place = Place::new(folder);
        OnDisk { spaces, place, sweep: 0, layers: Vec::new(), plan: None, memory: 0 }
    }

    fn plan(&self, watch: &Watch<'_>) -> Result<Plan, StopReason> {
        let most = watch.limits().max_bytes;
        let plan = self.plan.unwrap_or_else(|| Plan::new(most, self.spaces.len()));
        if most.is_some_and(|most| plan.bytes() > most) {
            return Err(StopReason::Memory);
        }
        Ok(plan)
    }

    /// How many ranks there are in all layers.
    fn met(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states.count).sum()
    }

    /// Expands the last layer into files, few enough to be merged at once.
    fn expand(&mut self, plan: Plan, watch: &mut Watch<'_>) -> Result<Vec<Sorted>, Halt> {
        let Some(last) = self.layers.last() else { return Ok(Vec::new()) };
        let progress = self.progress();
        let (expanded, gathered) = (AtomicU64::new(0), AtomicU64::new(0));
        let expansion = Expansion {
            layer: Mutex::new(Reader::open(&last.states, 0..=u64::MAX)?),
            expanded: &expanded,
            gathered: &gathered,
            place: &self.place,
            buffer: plan.buffer,
        };
        let waiting = progress.frontier;
        let bytes =
            |gathered: &AtomicU64| plan.bytes_for(to_usize(gathered.load(Ordering::Relaxed)), 0);
        let runs = workers::run(
            self.spaces.iter_mut().take(plan.threads),
            |space, stop| expansion.run(space.as_mut(), stop),
            watch,
            || Progress {
                frontier: waiting - to_usize(expanded.load(Ordering::Relaxed)),
                bytes: progress.bytes.max(bytes(&gathered)),
                ..progress
            },
        )?;
        self.memory = self.memory.max(bytes(&gathered));
        self.narrow(runs.concat(), plan, watch)
    }

    /// Merges files until there are few enough to be merged at once.
    fn narrow(
        &self,
        mut runs: Vec<Sorted>,
        plan: Plan,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Sorted>, Halt> {
        let place = &self.place;
        while runs.len() > plan.fan_in {
            runs.sort_by_key(|run| run.count);
            let groups: Vec<&[Sorted]> = runs.chunks(plan.fan_in).collect();
            let merged = workers::run(
                groups.chunks(groups.len().div_ceil(plan.threads)),
                |groups, stop| merge_groups(groups, place, stop),
                watch,
                || Progress { frontier: 0, ..self.progress() },
            )?;
            runs = merged.concat();
        }
        Ok(runs)
    }

    /// Makes a layer of what these files hold and the last two layers do not. If there is nothing,
    /// and there are layers, none is added.
    fn sift(&mut self, runs: &[Sorted], plan: Plan, watch: &mut Watch<'_>) -> Result<Layer, Halt> {
        self.memory = self.memory.max(plan.bytes_for(0, runs.len()));
        let progress = Progress { frontier: 0, ..self.progress() };
        let found = AtomicU64::new(0);
        let known: Vec<&Sorted> =
            self.layers.iter().rev().take(2).map(|layer| &layer.states).collect();
        let sifting = Sifting { runs, known: &known, found: &found, place: &self.place };
        let parts = workers::run(
            sifting.ranges(plan.threads)?,
            |range, stop| sifting.run(&range, stop),
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
            bytes: self.memory,
            ..Progress::default()
        }
    }

    /// Files with the classes of the sources of a search.
    fn gather(&mut self, sources: Sources<'_>, plan: Plan) -> io::Result<Vec<Sorted>> {
        let mut runs = Runs::new(&self.place, plan.buffer);
        let keys = self.spaces[0].another();
        let space = &mut self.spaces[0];
        let mut classes = Vec::new();
        let mut add = |ranks: &[u64]| {
            classes.clear();
            space.classify(ranks, &mut classes);
            let known: Option<Vec<(u64, Class)>> = classes.iter().copied().collect();
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
                    let mut goals = Reader::open(goals, 0..=u64::MAX)?;
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

impl LayerSearch for OnDisk {
    fn begin(&mut self, sources: Sources<'_>, watch: &mut Watch<'_>) -> Result<Layer, Halt> {
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

    fn advance(&mut self, watch: &mut Watch<'_>) -> Result<Layer, Halt> {
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
    fn last_layer(&mut self, most: usize) -> Result<Vec<Words>, Halt> {
        let mut least = Least::new(most);
        let Some(last) = self.layers.last() else { return Ok(Vec::new()) };
        let mut reader = Reader::open(&last.states, 0..=u64::MAX)?;
        while !reader.rest().is_empty() {
            reader.rest().iter().for_each(|rank| least.offer(self.spaces[0].words(rank)));
            reader.pass(reader.rest().len())?;
        }
        Ok(least.into_sorted())
    }

    fn way_to(&mut self, state: &[u64]) -> Result<Option<Vec<Words>>, Halt> {
        let way = self.way_back(self.spaces[0].key(state))?;
        let words = |rank: &u64| self.spaces[0].words(rank);
        Ok(way.map(|way| way.iter().map(words).collect()))
    }

    fn memory_usage(&self) -> MemoryUsage {
        let files =
            self.layers.iter().flat_map(|layer| [Some(&layer.states), layer.goals.as_ref()]);
        let disk = files.flatten().map(|file| file.bytes).sum();
        MemoryUsage { memory: self.memory as u64, disk }
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        stored::write(self.sweep, &self.layers, out)
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.sweep, self.layers) = stored::read(&self.place, input)?;
        Ok(())
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
