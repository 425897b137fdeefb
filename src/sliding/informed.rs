//! Numbered tiles, solved by an estimate of what is left: from the one that is there at once to the
//! one that knows most, and takes longest to make.

use std::sync::{Arc, Mutex, PoisonError};

use crate::board::Arrangement;
use crate::control::{Limits, Observer, Outcome, Progress, StopReason, Watch};
use crate::search::beam::{FIRST_WIDTH, Named, beam};
use crate::search::informed::{Beforehand, shortest};
use crate::search::{Search, Statistics};

use super::anytime::{self, Found};
use super::options::HeuristicChoice;
use super::tiles::{
    Additive, Estimate, Guided, Manhattan, PatternStore, Patterns, Plan, Tiles, WalkingDistance,
};

/// Nodes after which it is worth it to make small tables: some hundredths of a second.
const WORTH_SMALL_TABLES: usize = 1 << 18;

/// Nodes after which it is worth it to read tables from a file: a tenth of a second.
const WORTH_READING: usize = 1 << 22;

/// Nodes after which it is worth it to make them: some ten seconds.
const WORTH_MAKING: usize = 1 << 28;

/// What has been found out about some tiles.
pub(super) struct Informed<'a, 'w> {
    pub(super) tiles: &'a Tiles,
    pub(super) store: &'a PatternStore,
    pub(super) threads: usize,
    pub(super) watch: &'a mut Watch<'w>,
    pub(super) statistics: Statistics,
    /// What led the search last, for people.
    pub(super) heuristic: Option<String>,
}

impl Informed<'_, '_> {
    /// The positions on a shortest way, by this estimate, or by one after the other.
    pub(super) fn solve(&mut self, choice: Option<HeuristicChoice>) -> Search<Arrangement> {
        let found = match choice {
            Some(HeuristicChoice::Manhattan) => self.by(&Manhattan::new(self.tiles), None),
            Some(HeuristicChoice::Walking) => match WalkingDistance::new(self.tiles) {
                Some(walking) => self.by(&walking, None),
                None => self.by_patterns(&Plan::small(self.tiles), None),
            },
            Some(HeuristicChoice::Patterns) => self.by_patterns(&self.largest_plan(), None),
            None => self.one_after_the_other(),
        };
        let outcome = match found {
            Ok(way) => Outcome::Found(way),
            Err(reason) => Outcome::Stopped(reason),
        };
        Search { outcome, statistics: self.statistics }
    }

    fn one_after_the_other(&mut self) -> Result<Vec<Arrangement>, StopReason> {
        let large = self.largest_plan();
        if self.store.has_made(&large) {
            return self.by_patterns(&large, None);
        }
        let walking = WalkingDistance::new(self.tiles);
        if walking.is_none() {
            let found = self.by(&Manhattan::new(self.tiles), Some(WORTH_SMALL_TABLES));
            if found != Err(StopReason::States) {
                return found;
            }
        }
        let at_once = |informed: &mut Self, most| match &walking {
            Some(walking) => informed.by(walking, Some(most)),
            None => informed.by_patterns(&Plan::small(informed.tiles), Some(most)),
        };
        let mut found = at_once(self, WORTH_READING);
        if found != Err(StopReason::States) {
            return found;
        }
        if !self.store.has(&large) {
            found = at_once(self, WORTH_MAKING);
        }
        match found {
            Err(StopReason::States) => self.by_patterns(&large, None),
            ended => ended,
        }
    }

    /// Some way soon, by beams that are ever wider, and a shortest one in the end.
    pub(super) fn improve(&mut self) -> Result<Found, StopReason> {
        let large = self.largest_plan();
        // What is soon is not waited for.
        let is_soon = self.store.has(&large) || self.tiles.are_many();
        let plan = if is_soon { large } else { Plan::small(self.tiles) };
        let patterns = self.patterns(&plan)?;
        let Some(additive) = Additive::new(self.tiles, &plan, &patterns) else {
            return Ok(self.by_beams(&Manhattan::new(self.tiles)));
        };
        Ok(self.by_beams(&additive))
    }

    fn by_beams<E: Estimate>(&mut self, estimate: &E) -> Found {
        self.heuristic = Some(estimate.name());
        let loops = self.store.loops(self.tiles);
        let space = &Guided::new(self.tiles, estimate, &loops);
        let Informed { tiles, threads, watch, statistics, .. } = self;
        let proof = Mutex::new(Statistics::default());
        let prove = |observer: Observer<'_>| {
            let (mut watch, start) = (Watch::new(Limits::default(), observer), space.start());
            let (threads, mut taken) = (threads.saturating_sub(1).max(1), Statistics::default());
            let beforehand = Beforehand::default();
            let way = shortest(space, start, beforehand, threads, &mut watch, &mut taken);
            *proof.lock().unwrap_or_else(PoisonError::into_inner) = taken;
            match way {
                Ok(way) => {
                    Outcome::Found(way.iter().map(|at| tiles.arrangement(space.name(at))).collect())
                }
                Err(reason) => Outcome::Stopped(reason),
            }
        };
        let mut width = FIRST_WIDTH;
        let improve = |best: Option<u32>, watch: &mut Watch<'_>| {
            let shape = (width, best.unwrap_or(u32::MAX));
            width = width.saturating_mul(2);
            let way = beam(space, space.start(), shape, watch, statistics)?;
            Ok(way.map(|way| way.into_iter().map(|at| tiles.arrangement(at)).collect()))
        };
        let found = anytime::search(prove, improve, watch);
        let proof = proof.into_inner().unwrap_or_else(PoisonError::into_inner);
        statistics.expanded += proof.expanded;
        statistics.bytes = statistics.bytes.max(proof.bytes);
        found
    }

    /// The largest groups for which there is memory.
    fn largest_plan(&self) -> Plan {
        let plan = Plan::large(self.tiles);
        let most = self.watch.limits().max_bytes.unwrap_or(usize::MAX);
        if plan.bytes_to_fill() <= most { plan } else { Plan::small(self.tiles) }
    }

    fn by_patterns(
        &mut self,
        plan: &Plan,
        most: Option<usize>,
    ) -> Result<Vec<Arrangement>, StopReason> {
        let patterns = self.patterns(plan)?;
        match Additive::new(self.tiles, plan, &patterns) {
            Some(additive) => self.by(&additive, most),
            None => self.by(&Manhattan::new(self.tiles), most),
        }
    }

    fn patterns(&mut self, plan: &Plan) -> Result<Arc<Patterns>, StopReason> {
        let bytes = plan.bytes_to_fill();
        self.store.patterns(plan, self.threads, &mut |states, all| {
            let expected = Some(all);
            self.watch.look_now(|| Progress { states, bytes, expected, ..Progress::default() })
        })
    }

    fn by<E: Estimate>(
        &mut self,
        estimate: &E,
        most: Option<usize>,
    ) -> Result<Vec<Arrangement>, StopReason> {
        self.heuristic = Some(estimate.name());
        let loops = self.store.loops(self.tiles);
        let space = Guided::new(self.tiles, estimate, &loops);
        // What was proven under another estimate is so still.
        let beforehand = Beforehand { bound: self.statistics.depth + 1, most };
        let start = space.start();
        let Informed { threads, watch, statistics, .. } = self;
        let way = shortest(&space, start, beforehand, *threads, watch, statistics)?;
        Ok(way.iter().map(|at| self.tiles.arrangement(space.name(at))).collect())
    }
}
