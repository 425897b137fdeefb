//! What there is to say about a set of pieces.

use super::pieces::PieceSet;
use super::retrograde::Found;
use crate::notation::CommonCode;

/// All layouts of a set of pieces, in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
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
    pub hardest: Option<Hardest>,
}

/// A layout with the longest of all shortest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hardest {
    /// The lowest code of all such layouts.
    pub code: CommonCode,
    /// The length of its shortest solution.
    pub distance: u32,
    /// How many layouts are as far from the exit.
    pub layouts: u32,
}

impl Summary {
    pub(super) fn new(pieces: PieceSet, layouts: u32, found: Found) -> Self {
        let Found { histogram, hardest, components } = found;
        let hardest = hardest.zip(histogram.last()).map(|(rank, &layouts)| Hardest {
            code: CommonCode::from_rank(rank).expect("the rank of a layout"),
            distance: (0..).zip(&histogram).fold(0, |_, (distance, _)| distance),
            layouts,
        });
        Summary {
            pieces,
            layouts,
            components: (0..).zip(&components).fold(0, |_, (index, _)| index + 1),
            largest: components.iter().copied().max().unwrap_or(0),
            histogram,
            hardest,
        }
    }

    /// How many layouts can be solved.
    #[must_use]
    pub fn solvable(&self) -> u32 {
        self.histogram.iter().sum()
    }
}
