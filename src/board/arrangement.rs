//! A position spelt out, cell by cell: what the packed states are read into and made from.

use crate::puzzle::Puzzle;

use super::kind::{self, Kind, KindId};

/// Which kind of piece, if any, has its anchor at each cell. Slow and plain; never used in a
/// search.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UnpackedState {
    codes: Vec<u8>,
}

impl UnpackedState {
    /// An arrangement of these pieces on a board of `cells` cells.
    ///
    /// # Panics
    /// If an anchor lies beyond the last cell.
    #[must_use]
    pub fn new(cells: usize, anchors: impl IntoIterator<Item = (usize, KindId)>) -> Self {
        let mut codes = vec![0; cells];
        for (cell, kind) in anchors {
            codes[cell] = u8::try_from(kind::code(kind)).expect("at most 31 kinds");
        }
        UnpackedState { codes }
    }

    /// For each cell the number of the kind that is anchored there, 0 for none.
    pub(super) const fn from_codes(codes: Vec<u8>) -> Self {
        UnpackedState { codes }
    }

    /// Where the pieces of a puzzle stand at its start.
    pub(super) fn start(puzzle: &Puzzle, kinds: &[Kind]) -> Self {
        let anchors = kinds.iter().enumerate().flat_map(|(kind, members)| {
            let anchor = |&piece: &usize| puzzle.grid().index(puzzle.pieces()[piece].anchor);
            members.pieces.iter().map(anchor).map(move |cell| (cell, kind))
        });
        UnpackedState::new(puzzle.grid().area(), anchors)
    }

    /// The anchors, as (cell, kind), cell by cell.
    pub fn anchors(&self) -> impl Iterator<Item = (usize, KindId)> + '_ {
        let code =
            |(cell, &code): (usize, &u8)| usize::from(code).checked_sub(1).map(|kind| (cell, kind));
        self.codes.iter().enumerate().filter_map(code)
    }

    /// How many cells the board has.
    pub(crate) const fn cells(&self) -> usize {
        self.codes.len()
    }

    /// The kind that is anchored at `cell`.
    #[must_use]
    pub fn kind_at(&self, cell: usize) -> Option<KindId> {
        usize::from(self.codes[cell]).checked_sub(1)
    }
}
