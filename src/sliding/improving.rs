//! Some solution of any board soon, and then shorter ones: a search by what is new finds one, and then
//! what lies around it is searched for shorter ways, as far around as there is time and memory.

use crate::board::Board;
use crate::control::{Progress, StopReason, Watch};
use crate::puzzle::Metric;
use crate::search::neighbourhood::shorten;
use crate::search::novelty::{Features, by_novelty};
use crate::search::{Key, Space, Statistics};

use super::anytime::Way;
use super::patterns::{Budget, Patterns};
use super::queries::real_path;
use super::spaces::{BoardSpace, with_space};

/// A search for ever shorter ways, whatever the width of its keys.
pub(super) trait Improve {
    /// One more trial to find a way of fewer moves than the last, wider than it; the first finds any.
    fn improve(
        &mut self,
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
        let (best, patterns, size) = (None, None, FIRST_STATES);
        Box::new(Keyed { board, space, patterns, best, size })
    })
}

struct Keyed<K> {
    board: Board,
    space: Box<dyn Space<K>>,
    patterns: Option<Patterns>,
    /// The best way.
    best: Option<Vec<K>>,
    /// States around it that are searched next.
    size: usize,
}

impl<K: Key> Improve for Keyed<K> {
    fn improve(
        &mut self,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Way>, StopReason> {
        let (way, is_shorter) = if let Some(known) = self.best.take() {
            let found = shorten(&mut *self.space, &known, self.size, watch, statistics)?;
            self.size = self.size.saturating_mul(2);
            // As short, it may still lead through other places.
            let is_shorter = found.len() < known.len();
            (found, is_shorter)
        } else {
            let Some(found) = self.some_way(watch, statistics)? else { return Ok(None) };
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
    /// Some way, the first.
    fn some_way(
        &mut self,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<K>>, StopReason> {
        let Keyed { board, space, patterns, .. } = self;
        if patterns.is_none() {
            let limits = *watch.limits();
            let mut look = |progress: &Progress| watch.flow(progress);
            // Where a piece goes any distance in a move, moves alone would say next to nothing.
            let of_steps = (&*board, Metric::Step);
            *patterns = Some(Patterns::best(of_steps, &mut **space, BUDGET, &limits, &mut look)?);
        }
        let guide = patterns.as_mut().expect("they are made");
        let start = K::from_words(&board.words(board.start()));
        by_novelty(&mut **space, (guide, &Placements(board)), start, watch, statistics)
    }
}

/// The kinds of pieces, each with every cell.
struct Placements<'a>(&'a Board);

impl<K: Key> Features<K> for Placements<'_> {
    fn count(&self) -> usize {
        self.0.kinds().len() * self.0.cells()
    }

    fn find(&self, key: &K, found: &mut Vec<usize>) {
        for kind in 0..self.0.kinds().len() {
            let mut anchors = self.0.anchors_of(kind, key.words());
            while anchors != 0 {
                found.push(kind * self.0.cells() + anchors.trailing_zeros() as usize);
                anchors &= anchors - 1;
            }
        }
    }
}
