//! All placements of a board's pieces, reachable or not, by number.

use crate::board::{Board, CellSet};
use crate::puzzle::Metric;
use crate::search::numbered::Numbered;

use super::numbered::NumberedSpace;
use super::sizes::{self, Build};
use super::space::LANES;

/// The numbered placements of a board; none if there are too many ranks.
pub(crate) fn of(board: &Board, metric: Metric) -> Option<Box<dyn Numbered>> {
    sizes::build(board, PlacementsOf { board, metric })
}

struct PlacementsOf<'a> {
    board: &'a Board,
    metric: Metric,
}

impl Build for PlacementsOf<'_> {
    type Built = Option<Box<dyn Numbered>>;

    fn build<M: CellSet + Send + Sync + 'static, const N: usize, const IMAGES: usize>(
        self,
    ) -> Self::Built {
        let space = NumberedSpace::<M, N, IMAGES, LANES>::new(self.board, self.metric)?;
        Some(Box::new(space))
    }
}
