//! Sets of pieces, and what is known of all their layouts.

use crate::notation::CommonCode;

/// How many pieces of each kind stand around the 2×2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceSet {
    /// Flat pieces, two cells side by side.
    pub flats: u32,
    /// Upright pieces, two cells one above the other.
    pub uprights: u32,
    /// Single pieces.
    pub singles: u32,
}

/// Cells around the 2×2.
const AROUND: u32 = 16;
/// The most that pieces can cover of them: a layout has two empty cells.
const MOST: u32 = AROUND - 2;

impl PieceSet {
    /// The cells that they leave empty; a layout needs two.
    #[must_use]
    pub const fn empties(self) -> u32 {
        let dominoes = self.flats.saturating_add(self.uprights);
        AROUND.saturating_sub(dominoes.saturating_mul(2)).saturating_sub(self.singles)
    }

    /// Every set of pieces that has layouts, in order.
    pub(super) fn all() -> Vec<PieceSet> {
        let mut sets = Vec::new();
        for flats in 0..=MOST / 2 {
            for uprights in 0..=MOST / 2 - flats {
                for singles in 0..=MOST - 2 * (flats + uprights) {
                    sets.push(PieceSet { flats, uprights, singles });
                }
            }
        }
        sets.retain(|set| set.each(&mut Err).is_err());
        sets
    }

    /// Visits the ranks of its layouts, in order, until there is an error.
    pub(super) fn each<E>(self, visit: &mut impl FnMut(u32) -> Result<(), E>) -> Result<(), E> {
        CommonCode::each_of([self.flats, self.uprights, self.singles, self.empties()], visit)
    }

    /// In how many orders the pieces and the empty cells can come: some times as many as there are
    /// layouts.
    pub(super) fn sequences(self) -> u64 {
        let factorial = |items: u32| (1..=u64::from(items)).product::<u64>();
        let PieceSet { flats, uprights, singles } = self;
        let items = [flats, uprights, singles, self.empties()];
        factorial(items.iter().sum()) / items.into_iter().map(factorial).product::<u64>()
    }
}

/// All layouts of a set of pieces, in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceSetStats {
    /// The pieces around the 2×2.
    pub pieces: PieceSet,
    /// How many layouts they have.
    pub layouts: u32,
    /// How many components those form: layouts that lead to each other.
    pub components: u32,
    /// The layouts of the largest component.
    pub largest: u32,
    /// How many layouts are at each distance from the exit, from 0 on. The others cannot be solved.
    pub histogram: Vec<u32>,
    /// A layout that is as far from the exit as any; `None` where none is solvable.
    pub hardest: Option<HardestLayout>,
}

/// A layout with the longest of all shortest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HardestLayout {
    /// The lowest code of all such layouts.
    pub code: CommonCode,
    /// The length of its shortest solution.
    pub distance: u32,
    /// How many layouts are as far from the exit.
    pub layouts: u32,
}

impl PieceSetStats {
    /// How many layouts can be solved.
    #[must_use]
    pub fn solvable(&self) -> u32 {
        self.histogram.iter().sum()
    }
}
