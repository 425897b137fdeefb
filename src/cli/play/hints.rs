//! Where hints come from: a tablebase, if there is one that knows the position, else a search.

use std::path::PathBuf;

use huarong::control::{Limits, Observer, Outcome};
use huarong::play::{Advice, HintSource, SearchHints};
use huarong::puzzle::{Metric, RestartedPuzzle};
use huarong::sliding::SolveError;
use huarong::solution::{Move, Position};

use crate::cli::tablebase::{self, DistanceSource};

/// Where hints come from.
#[derive(Clone, Debug)]
pub(super) struct HintOptions {
    pub(super) metric: Metric,
    /// When a search is given up.
    pub(super) limits: Limits,
    pub(super) tablebase: Option<PathBuf>,
}

impl HintOptions {
    /// The oracle; a tablebase that cannot be opened any more is done without.
    pub(super) fn oracle(&self) -> Hints {
        let searcher = SearchHints::new(self.metric, self.limits);
        Hints { tablebase: self.open().ok().flatten(), searcher }
    }

    /// The tablebase, which must count in the metric.
    pub(super) fn open(&self) -> anyhow::Result<Option<DistanceSource>> {
        let open = |path: &PathBuf| tablebase::open(path, self.metric);
        self.tablebase.as_ref().map(open).transpose()
    }
}

/// A tablebase, and a search for what it does not know.
pub(super) struct Hints {
    tablebase: Option<DistanceSource>,
    searcher: SearchHints,
}

impl Hints {
    /// What the tablebase knows, if it knows the position.
    fn look_up(&mut self, position: &Position<'_>) -> Option<Advice> {
        let tablebase = self.tablebase.as_mut()?;
        let RestartedPuzzle { puzzle, origins } =
            position.puzzle().with_start(position.anchors())?;
        // One that contradicts itself is no help; a search is.
        match tablebase::look_up(tablebase, &puzzle).ok()?.ok()? {
            Outcome::Found(solution) => {
                let original = |unit: Move| Move { piece: origins[unit.piece], ..unit };
                let moves = solution.moves.into_iter().map(original).collect();
                Some(Advice::Way { moves, shortest: true })
            }
            Outcome::Exhausted => Some(Advice::Lost { reason: None }),
            Outcome::Stopped(_) => None,
        }
    }
}

impl HintSource for Hints {
    fn advise(
        &mut self,
        position: &Position<'_>,
        observer: Observer<'_>,
    ) -> Result<Advice, SolveError> {
        match self.look_up(position) {
            Some(advice) => Ok(advice),
            None => self.searcher.advise(position, observer),
        }
    }
}
