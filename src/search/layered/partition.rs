//! The part of a search that one process does.

use std::{
    io,
    mem::take,
    ops::Range,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    Command, Exchange, Request, Response,
    passes::{BlockReader, CandidatePass, DedupPass, delete, join, merge_groups, run_jobs},
    plan::MemoryPlan,
    shards::{LayerRecords, Shards, StoredPart},
    sorted::{SearchDir, SortedFile},
    to_usize,
};
use crate::{
    control::{Monitor, Progress, StopReason},
    file::sync_folder,
    search::{
        layers::{Layer, LayerError, SmallestStates, StateFilter},
        space::{Space, check_keys},
    },
};

/// The part of a search that one process does: the states that it owns, and the files with them.
pub struct Partition {
    /// The space of each thread.
    pub spaces: Vec<Box<dyn Space<u64>>>,
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

    pub fn processes(&self) -> usize {
        self.exchange.as_ref().map_or(1, |it| it.processes())
    }

    fn plan(&self, monitor: &Monitor<'_>) -> Result<MemoryPlan, StopReason> {
        let others = self.spaces[0].table_bytes() + self.connections;
        let limits = monitor.limits().without_bytes(others);
        let plan = self
            .plan
            .unwrap_or_else(|| MemoryPlan::new(limits.max_bytes, self.spaces.len()));
        limits.check_bytes(plan.bytes())?;
        Ok(plan)
    }

    /// Returns the greatest memory so far, with the tables of the space.
    pub fn bytes(&self) -> usize {
        self.memory + self.connections + self.spaces[0].table_bytes()
    }

    /// Returns the number of states in the last layer.
    fn frontier(&self) -> u64 {
        let last = self.layers.last().into_iter().flatten();
        last.map(|part| part.states.count).sum()
    }

    /// Returns the progress when these states wait and these are found. Each process has an equal
    /// share of a layer.
    pub fn progress(&self, frontier: u64, found: u64) -> Progress {
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
    /// rank. For each rank and layer, it reads some twenty blocks.
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
