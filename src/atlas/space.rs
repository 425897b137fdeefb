//! The layouts of a set of pieces as the searches know them: packed states and what they lead to.

use super::layout::{Cells, Kind, Layout};
use crate::board::{self, Board, Expander, Packed, State};
use crate::notation::{CommonCode, Notation, read};
use crate::puzzle::{Metric, Puzzle};

/// States that are expanded at a time.
pub(super) const BLOCK: usize = 16;

/// The layouts that have the same pieces, and the units of a metric between them.
pub(super) struct Space {
    expander: Expander<u32, 1, 1, BLOCK>,
    /// The numbers of the four kinds on the board; of one that is not there, the highest, which no
    /// cell has.
    numbers: [u32; 4],
    /// What to flip in each plane so that the anchors of a kind are all ones.
    flips: [[Cells; PLANES]; 4],
    block: Vec<Packed<1, 1>>,
    successors: Vec<(u32, Packed<1, 1>)>,
}

/// Bits from one plane of a state to the next: the cells of the frame.
const PLANE: usize = 20;
/// The most planes.
const PLANES: usize = 3;
/// The cells of a plane.
const CELLS: Cells = (1 << PLANE) - 1;

impl Space {
    /// The space of all layouts with the pieces of this one.
    pub(super) fn new(code: CommonCode, metric: Metric) -> Self {
        let board = Board::new(&puzzle(code)).expect("the frame is small").without_symmetry();
        let number = |kind| {
            let is_it = |other: &board::Kind| Kind::of(&other.shape) == Some(kind);
            (1..).zip(board.kinds()).find(|(_, other)| is_it(other)).map_or(7, |(number, _)| number)
        };
        let numbers = Kind::ALL.map(number);
        let flips = |number: u32| {
            std::array::from_fn(|plane| if number >> plane & 1 == 1 { 0 } else { CELLS })
        };
        Space {
            expander: Expander::new(&board, metric),
            numbers,
            flips: numbers.map(flips),
            block: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// The state of a layout of these pieces.
    pub(super) fn key(&self, layout: &Layout) -> u64 {
        let mut key = 0;
        for (number, anchors) in self.numbers.into_iter().zip(layout.0) {
            for plane in (0..PLANES).filter(|plane| number >> plane & 1 == 1) {
                key |= u64::from(anchors) << (plane * PLANE);
            }
        }
        key
    }

    /// The layout of a state.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a plane is cut out")]
    pub(super) fn layout(&self, key: u64) -> Layout {
        let planes = [key as Cells, (key >> PLANE) as Cells, (key >> (2 * PLANE)) as Cells];
        Layout(self.flips.map(|[one, two, three]| {
            (planes[0] ^ one) & (planes[1] ^ two) & (planes[2] ^ three) & CELLS
        }))
    }

    /// Hands on every state one unit away from each of up to [`BLOCK`] states, with the place of
    /// that state and its layout.
    pub(super) fn expand(
        &mut self,
        keys: impl Iterator<Item = u64>,
        mut visit: impl FnMut(usize, u64, Layout),
    ) {
        self.block.clear();
        self.block.extend(keys.map(|key| self.expander.wake(&State::from_words([key]))));
        self.successors.clear();
        self.expander.expand(&self.block, &mut self.successors);
        for (place, state) in &self.successors {
            let [key] = *state.canonical().words();
            visit(*place as usize, key, self.layout(key));
        }
    }
}

/// The puzzle of a code.
fn puzzle(code: CommonCode) -> Puzzle {
    read(Notation::CommonCode, &code.to_string()).expect("a code is a puzzle").remove(0)
}
