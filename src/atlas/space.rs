//! The layouts of a set of pieces as the searches know them: packed states and what they lead to.

use super::layout::{Kind, Layout};
use crate::board::{Board, Expander, Packed, State};
use crate::notation::{CommonCode, Notation, read};
use crate::puzzle::{Metric, Puzzle};

/// States that are expanded at a time.
pub(super) const BLOCK: usize = 16;

/// The layouts that have the same pieces, and the units of a metric between them.
pub(super) struct Space {
    expander: Expander<u32, 1, 1, BLOCK>,
    /// The kinds of the board, in the order of their numbers.
    kinds: Vec<Kind>,
    planes: usize,
    block: Vec<Packed<1, 1>>,
    successors: Vec<(u32, Packed<1, 1>)>,
}

/// Bits from one plane of a state to the next: the cells of the frame.
const PLANE: usize = 20;

impl Space {
    /// The space of all layouts with the pieces of this one.
    pub(super) fn new(code: CommonCode, metric: Metric) -> Self {
        let board = Board::new(&puzzle(code)).expect("the frame is small").without_symmetry();
        let kind = |kind: &crate::board::Kind| Kind::of(&kind.shape).expect("a kind of the frame");
        Space {
            expander: Expander::new(&board, metric),
            kinds: board.kinds().iter().map(kind).collect(),
            planes: board.planes(),
            block: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// The state of a layout of these pieces.
    pub(super) fn key(&self, layout: &Layout) -> u64 {
        let mut key = 0;
        for (number, &kind) in (1..).zip(&self.kinds) {
            for plane in (0..self.planes).filter(|plane| number >> plane & 1 == 1) {
                key |= u64::from(layout.anchors(kind)) << (plane * PLANE);
            }
        }
        key
    }

    /// The layout of a state.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a plane is cut out")]
    fn layout(&self, key: u64) -> Layout {
        const CELLS: u32 = (1 << PLANE) - 1;
        let plane = |plane: usize| (key >> (plane * PLANE)) as u32;
        let planes = [plane(0), plane(1), plane(2)];
        let mut layout = Layout::default();
        for (number, &kind) in (1_usize..).zip(&self.kinds) {
            let bits = planes.iter().enumerate();
            let anchors = bits.fold(CELLS, |anchors, (plane, &cells)| {
                anchors & if number >> plane & 1 == 1 { cells } else { !cells }
            });
            layout = layout.with(kind, anchors);
        }
        layout
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
