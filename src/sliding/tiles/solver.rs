//! Solves numbered tiles with ever better heuristics: first one without large tables, then those
//! whose tables take longer to compute.

use std::sync::{Arc, Mutex};

use crate::{
    board::UnpackedState,
    control::{Limits, Monitor, Observer, Outcome, Progress, StopReason},
    search::{
        Statistics,
        heuristic::{FIRST_WIDTH, InitialBounds, StateIdentity, beam, shortest},
    },
};

#[cfg(any(feature = "web", feature = "web-paths", test))]
use crate::search::SearchResult;

use super::{
    IncrementalHeuristic, PackedTiles, TilePuzzle, TileSpace,
    additive::{Additive, PatternDatabases, TilePartition},
    cache::PatternDatabaseCache,
    pushes::{self, PushSpace, PushTables},
    walking::{Manhattan, WalkingDistance},
};
use crate::{
    parallel::lock,
    sliding::{
        anytime::{self, AnytimeResult},
        options::HeuristicChoice,
    },
};

/// Number of nodes after which small tables pay: some hundredths of a second.
const WORTH_SMALL_TABLES: usize = 1 << 18;

/// Number of placements whose table is computed in the time that a file takes: a tenth of a second.
const WORTH_READING: usize = 12 << 20;

/// Number of placements whose table is computed in the time of a node: with the walking distance,
/// and with other tables.
const A_STEP_WALKED: usize = 3;
const A_STEP_LOOKED_UP: usize = 32;

/// Number of nodes of a search in pushes after which large tables pay: a second.
const WORTH_LARGE_TABLES: usize = if cfg!(test) { 1 << 8 } else { 1 << 21 };

/// Solves numbered tiles by iterative deepening A*, or by beam search as an anytime search.
pub struct TileSolver<'a, 'w> {
    tiles: &'a TilePuzzle,
    store: &'a PatternDatabaseCache,
    threads: usize,
    monitor: &'a mut Monitor<'w>,
    pub statistics: Statistics,
    /// The name of the last heuristic.
    pub heuristic: Option<String>,
}

impl<'a, 'w> TileSolver<'a, 'w> {
    pub fn new(
        tiles: &'a TilePuzzle,
        store: &'a PatternDatabaseCache,
        threads: usize,
        monitor: &'a mut Monitor<'w>,
    ) -> Self {
        TileSolver {
            tiles,
            store,
            threads,
            monitor,
            statistics: Statistics::default(),
            heuristic: None,
        }
    }

    /// Finds a shortest path with a given heuristic, or with one after the other.
    pub fn solve(
        &mut self,
        choice: Option<HeuristicChoice>,
    ) -> Result<Vec<UnpackedState>, StopReason> {
        match choice {
            Some(HeuristicChoice::Manhattan) => self.by(&Manhattan::new(self.tiles), None),
            Some(HeuristicChoice::Walking) => match WalkingDistance::new(self.tiles) {
                Ok(Some(walking)) => self.by(&walking, None),
                Ok(None) => self.by_patterns(&TilePartition::small(self.tiles), None),
                Err(reason) => Err(reason),
            },
            Some(HeuristicChoice::Patterns) => self.by_patterns(&self.largest_plan(), None),
            None => self.one_after_the_other(),
        }
    }

    fn one_after_the_other(&mut self) -> Result<Vec<UnpackedState>, StopReason> {
        let plans = self.plans();
        if let Some(large) = plans.last()
            && self.store.made(large).is_some()
        {
            return self.by_patterns(large, None);
        }
        let walking = WalkingDistance::new(self.tiles)?;
        let mut leading = None;
        if walking.is_none() {
            let found = self.by(&Manhattan::new(self.tiles), Some(WORTH_SMALL_TABLES));
            if found != Err(StopReason::States) {
                return found;
            }
            leading = Some(0);
        }
        loop {
            let next = leading.map_or(0, |leading| leading + 1);
            let stored = (next..plans.len())
                .rev()
                .find(|&plan| self.store.has(&plans[plan]));
            let a_step = if leading.is_none() {
                A_STEP_WALKED
            } else {
                A_STEP_LOOKED_UP
            };
            // The search gets as much time as the tables take to be computed or read.
            let worth =
                |plan: &TilePartition| stored.map_or_else(|| plan.placements(), |_| WORTH_READING);
            let most = plans
                .get(next)
                .map(|plan| worth(plan).max(WORTH_READING) / a_step);
            let found = match (leading, &walking) {
                (Some(plan), _) => self.by_patterns(&plans[plan], most),
                (None, Some(walking)) => self.by(walking, most),
                (None, None) => unreachable!("without a walking distance tables lead"),
            };
            if most.is_none() || found != Err(StopReason::States) {
                return found;
            }
            leading = stored.or(Some(next));
        }
    }

    /// Finds a shortest path in pushes: with small tables first, and with large ones if that takes
    /// long.
    pub fn solve_pushes(&mut self) -> Result<Vec<UnpackedState>, StopReason> {
        let has_room = self.monitor.limits().bytes() >= 8 * pushes::MANY;
        for (size, most) in [
            (pushes::FEW, WORTH_LARGE_TABLES),
            (pushes::MANY, usize::MAX),
        ] {
            let is_last = size == pushes::MANY || !has_room;
            if !is_last
                && self
                    .store
                    .has_pushes(&PushTables::key(self.tiles, pushes::MANY))
            {
                continue;
            }
            let tables = self.push_tables(size)?;
            let space = PushSpace::new(self.tiles, &tables);
            let most = (!is_last).then_some(most);
            let found = self.by_space(&space, space.start(), most);
            if is_last || found != Err(StopReason::States) {
                return found;
            }
        }
        unreachable!("the last search has no limit of its own")
    }

    fn push_tables(&mut self, size: usize) -> Result<Arc<PushTables>, StopReason> {
        self.heuristic = Some("pattern databases in pushes".to_owned());
        self.store.pushes(self.tiles, size, &mut |states| {
            self.monitor.check_now(|| Progress {
                states,
                ..Progress::default()
            })
        })
    }

    /// Finds some path in pushes soon by beams, and a shortest path in the end.
    pub fn improve_pushes(&mut self) -> Result<AnytimeResult, StopReason> {
        let tables = self.push_tables(pushes::FEW)?;
        let space = PushSpace::new(self.tiles, &tables);
        Ok(self.by_beams_in(&space, space.start(), None))
    }

    /// Finds some path soon by beams of growing width, and a shortest path in the end.
    pub fn improve(&mut self) -> Result<AnytimeResult, StopReason> {
        let large = self.largest_plan();
        // For few tiles the large tables would take longer than the search.
        let is_soon = self.store.has(&large) || self.tiles.are_many();
        let plan = if is_soon {
            large
        } else {
            TilePartition::small(self.tiles)
        };
        let manhattan = Manhattan::new(self.tiles);
        // The large tables take seconds.
        let first = if self.store.has(&plan) {
            None
        } else {
            Some(self.by_beam(&manhattan)?)
        };
        let patterns = match self.patterns(&plan) {
            Ok(patterns) => patterns,
            Err(reason) => {
                let most = self.monitor.limits().depth() as usize;
                return Ok(AnytimeResult {
                    best: first.filter(|path| path.len() - 1 <= most),
                    bound: Some(0),
                    stopped: Some(reason),
                });
            }
        };
        let Some(additive) = Additive::new(self.tiles, &plan, &patterns) else {
            return self.by_beams(&manhattan, first);
        };
        self.by_beams(&additive, first)
    }

    /// Returns the space of the placements with an estimate, whose name is kept.
    fn space<'e, E: IncrementalHeuristic>(
        &mut self,
        estimate: &'e E,
    ) -> Result<TileSpace<'e, E>, StopReason>
    where
        'a: 'e,
    {
        self.heuristic = Some(estimate.name());
        Ok(TileSpace {
            tiles: self.tiles,
            estimate,
            loops: self.store.loops(self.tiles)?,
        })
    }

    /// Finds some path by beams of growing width.
    fn by_beam<E: IncrementalHeuristic>(
        &mut self,
        estimate: &E,
    ) -> Result<Vec<UnpackedState>, StopReason> {
        let space = &self.space(estimate)?;
        let TileSolver {
            monitor,
            statistics,
            tiles,
            ..
        } = self;
        let mut width = FIRST_WIDTH;
        loop {
            if let Some(way) = beam(space, space.start(), (width, u32::MAX), monitor, statistics)? {
                return Ok(way.into_iter().map(|at| tiles.unpack(at)).collect());
            }
            width = width.saturating_mul(2);
        }
    }

    /// Shortens a first path, if there is one, by beams.
    fn by_beams<E: IncrementalHeuristic>(
        &mut self,
        estimate: &E,
        first: Option<Vec<UnpackedState>>,
    ) -> Result<AnytimeResult, StopReason> {
        let space = &self.space(estimate)?;
        Ok(self.by_beams_in(space, space.start(), first))
    }

    fn by_beams_in<H: PackedTiles, S: StateIdentity<Name = (H, u8)>>(
        &mut self,
        space: &S,
        start: S::Node,
        mut first: Option<Vec<UnpackedState>>,
    ) -> AnytimeResult {
        let TileSolver {
            tiles,
            threads,
            monitor,
            statistics,
            ..
        } = self;
        let proof = Mutex::new(Statistics::default());
        let limits = Limits {
            max_depth: monitor.limits().max_depth,
            ..Limits::default()
        };
        let prove = |observer: Observer<'_>| {
            let mut monitor = Monitor::new(limits, observer);
            let threads = threads.saturating_sub(1).max(1);
            let mut taken = Statistics::default();
            let beforehand = InitialBounds::default();
            let way = shortest(space, start, beforehand, threads, &mut monitor, &mut taken);
            *lock(&proof) = taken;
            match way {
                Ok(way) => {
                    Outcome::Found(way.iter().map(|at| tiles.unpack(space.name(at))).collect())
                }
                Err(reason) => Outcome::Stopped(reason),
            }
        };
        let mut width = FIRST_WIDTH;
        let found = anytime::search(
            prove,
            |best, monitor| {
                if let Some(first) = first.take() {
                    return Ok(Some(first));
                }
                let shape = (width, best.unwrap_or(u32::MAX));
                width = width.saturating_mul(2);
                let way = beam(space, start, shape, monitor, statistics)?;
                Ok(way.map(|way| way.into_iter().map(|at| tiles.unpack(at)).collect()))
            },
            monitor,
        );
        let proof = *lock(&proof);
        statistics.expanded += proof.expanded;
        statistics.bytes = statistics.bytes.max(proof.bytes);
        found
    }

    /// Returns partitions into ever larger groups whose tables fit into memory.
    fn plans(&self) -> Vec<TilePartition> {
        let most = self.monitor.limits().bytes();
        let mut plans = TilePartition::rising(self.tiles);
        let fitting = plans.partition_point(|plan| plan.bytes_to_fill() <= most);
        plans.truncate(fitting.max(1));
        plans
    }

    fn largest_plan(&self) -> TilePartition {
        self.plans().pop().expect("one at least")
    }

    fn by_patterns(
        &mut self,
        plan: &TilePartition,
        most: Option<usize>,
    ) -> Result<Vec<UnpackedState>, StopReason> {
        let patterns = self.patterns(plan)?;
        match Additive::new(self.tiles, plan, &patterns) {
            Some(additive) => self.by(&additive, most),
            None => self.by(&Manhattan::new(self.tiles), most),
        }
    }

    fn patterns(&mut self, plan: &TilePartition) -> Result<Arc<PatternDatabases>, StopReason> {
        let bytes = plan.bytes_to_fill();
        self.store.patterns(plan, self.threads, &mut |states, all| {
            self.monitor.check_now(|| Progress {
                states,
                bytes,
                expected: Some(all),
                ..Progress::default()
            })
        })
    }

    fn by<E: IncrementalHeuristic>(
        &mut self,
        estimate: &E,
        most: Option<usize>,
    ) -> Result<Vec<UnpackedState>, StopReason> {
        let space = self.space(estimate)?;
        self.by_space(&space, space.start(), most)
    }

    fn by_space<H: PackedTiles, S: StateIdentity<Name = (H, u8)>>(
        &mut self,
        space: &S,
        start: S::Node,
        most: Option<usize>,
    ) -> Result<Vec<UnpackedState>, StopReason> {
        // The lower bound of another heuristic remains valid.
        let beforehand = InitialBounds {
            bound: self.statistics.depth + 1,
            most,
        };
        let TileSolver {
            threads,
            monitor,
            statistics,
            ..
        } = self;
        Ok(
            shortest(space, start, beforehand, *threads, monitor, statistics)?
                .iter()
                .map(|at| self.tiles.unpack(space.name(at)))
                .collect(),
        )
    }
}

/// Finds a shortest path on this thread, with a heuristic that needs no large tables.
#[cfg(any(feature = "web", feature = "web-paths", test))]
pub fn walked(tiles: &TilePuzzle, monitor: &mut Monitor<'_>) -> SearchResult<UnpackedState> {
    let store = PatternDatabaseCache::default();
    let mut informed = TileSolver::new(tiles, &store, 1, monitor);
    let found = match WalkingDistance::new(tiles) {
        Ok(Some(walking)) => informed.by(&walking, None),
        Ok(None) => informed.by(&Manhattan::new(tiles), None),
        Err(reason) => Err(reason),
    };
    SearchResult {
        outcome: found.map_or_else(Outcome::Stopped, Outcome::Found),
        statistics: informed.statistics,
    }
}
