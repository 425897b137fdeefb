//! Some solution of any board soon, and then shorter ones: beams find one, and then what lies around
//! it is searched for shorter ways, as far around as there is time and memory.

use crate::board::Board;
use crate::control::{Progress, StopReason, Watch};
use crate::puzzle::Metric;
use crate::search::beam::{Estimated, FIRST_WIDTH, beam};
use crate::search::neighbourhood::shorten;
use crate::search::{Key, Space, Statistics};

use super::anytime::Way;
use super::patterns::{Budget, Patterns};
use super::queries::real_path;
use super::spaces::{BoardSpace, with_space};

/// A search for ever shorter ways, whatever the width of its keys.
pub(super) trait Improve {
    /// One more trial to find a way of fewer moves than the best, wider than the last.
    fn improve(
        &mut self,
        best: Option<u32>,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Way>, StopReason>;

    /// What tells it how far it is to the goal, for people.
    fn heuristic(&self) -> Option<String>;
}

/// States around a way that are searched first.
const FIRST_STATES: usize = 1 << 14;

/// Positions that tables of an estimate may have: a second or so.
const BUDGET: Budget = Budget { states: 1 << 18, entries: 1 << 24, lookups: 32 };

/// That of a board.
pub(super) fn for_board(board: &Board, metric: Metric) -> Box<dyn Improve> {
    let board = board.clone();
    with_space!(BoardSpace::of(&board, metric), space => {
        let (best, patterns) = (None, None);
        Box::new(Keyed { board, metric, space, patterns, best, size: FIRST_WIDTH })
    })
}

struct Keyed<K> {
    board: Board,
    metric: Metric,
    space: Box<dyn Space<K>>,
    patterns: Option<Patterns>,
    /// The best way.
    best: Option<Vec<K>>,
    /// States a layer while there is none, and then states around it.
    size: usize,
}

impl<K: Key> Improve for Keyed<K> {
    fn improve(
        &mut self,
        best: Option<u32>,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Way>, StopReason> {
        let below = best.unwrap_or(u32::MAX);
        let (way, is_shorter) = if let Some(known) = self.best.take() {
            let found = shorten(&mut *self.space, &known, self.size, watch, statistics)?;
            self.size = self.size.saturating_mul(2);
            // As short, it may still lead through other places.
            let is_shorter = found.len() < known.len();
            (found, is_shorter)
        } else {
            let Some(found) = self.by_beam(below, watch, statistics)? else { return Ok(None) };
            (found, true)
        };
        let path = is_shorter.then(|| real_path(&self.board, &mut *self.space, &way));
        self.best = Some(way);
        Ok(path)
    }

    fn heuristic(&self) -> Option<String> {
        self.patterns.as_ref().map(Patterns::described)
    }
}

impl<K: Key> Keyed<K> {
    fn by_beam(
        &mut self,
        below: u32,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<K>>, StopReason> {
        let Keyed { board, metric, space, .. } = self;
        let mut patterns = if let Some(patterns) = self.patterns.take() {
            patterns
        } else {
            let limits = *watch.limits();
            let mut look = |progress: &Progress| watch.flow(progress);
            Patterns::best((board, *metric), &mut **space, BUDGET, &limits, &mut look)?
        };
        let start = K::from_words(&board.words(board.start()));
        let estimated = Estimated::new(&mut **space, &mut patterns);
        let first = estimated.node(start);
        let found = beam(&estimated, first, (self.size, below), watch, statistics);
        drop(estimated);
        self.patterns = Some(patterns);
        self.size = self.size.saturating_mul(2);
        let way = found?;
        if way.is_some() {
            self.size = FIRST_STATES;
        }
        Ok(way)
    }
}
