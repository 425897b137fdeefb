//! Anytime search of any board: novelty search finds a first solution, and neighbourhood search
//! shortens it, in ever larger neighbourhoods.

use crate::board::{Board, GoalDistance};
use crate::control::{Monitor, StopReason};
use crate::search::novelty::{Features, by_novelty, shorten};
use crate::search::{Key, Space, Statistics};

use super::anytime::StatePath;
use super::queries::real_path;

/// The estimate of the novelty search, for people.
pub(super) const HEURISTIC: &str = "steps of the goal pieces";

/// States in the first neighbourhood; each further one is twice as large.
const FIRST_STATES: usize = 1 << 14;

/// A search for ever shorter paths.
pub(super) struct Improver<K> {
    board: Board,
    space: Box<dyn Space<K>>,
    /// The best path.
    best: Option<Vec<K>>,
    /// States in the next neighbourhood.
    size: usize,
}

impl<K: Key> Improver<K> {
    pub(super) fn new(board: &Board, space: Box<dyn Space<K>>) -> Self {
        Improver { board: board.clone(), space, best: None, size: FIRST_STATES }
    }

    /// Makes one more attempt: the first finds any path, each further one looks for a shorter path
    /// in a larger neighbourhood.
    pub(super) fn improve(
        &mut self,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<StatePath>, StopReason> {
        let Improver { board, space, best, size } = self;
        let (path, is_shorter) = if let Some(known) = best.take() {
            let found = shorten(&mut **space, &known, *size, watch, statistics)?;
            *size = size.saturating_mul(2);
            // A path of the same length may still have another neighbourhood.
            let is_shorter = found.len() < known.len();
            (found, is_shorter)
        } else {
            let start = K::from_words(&board.words(board.start()));
            let features = AnchorFeatures { board, goals: GoalDistance::new(board) };
            let found = by_novelty(&mut **space, &features, start, watch, statistics)?;
            let Some(found) = found else { return Ok(None) };
            (found, true)
        };
        let real = is_shorter.then(|| real_path(board, &mut **space, &path));
        *best = Some(path);
        Ok(real)
    }
}

/// One feature for each kind of piece and cell: a piece of this kind has its anchor there.
struct AnchorFeatures<'a> {
    board: &'a Board,
    goals: GoalDistance,
}

impl<K: Key> Features<K> for AnchorFeatures<'_> {
    fn count(&self) -> usize {
        self.board.kinds().len() * self.board.cells()
    }

    fn find(&self, key: &K, found: &mut Vec<usize>) {
        for kind in 0..self.board.kinds().len() {
            let mut anchors = self.board.anchors_of(kind, key.words());
            while anchors != 0 {
                found.push(kind * self.board.cells() + anchors.trailing_zeros() as usize);
                anchors &= anchors - 1;
            }
        }
    }

    fn distance(&self, key: &K) -> u32 {
        self.goals.of(|kind| self.board.anchors_of(kind, key.words()))
    }
}
