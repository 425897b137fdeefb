//! The layouts of a set of pieces as the searches know them: packed states and what they lead to.

use super::layout::{Kind, Layout};
use crate::board::{Board, Expander, State};
use crate::notation::{CommonCode, Notation, read};
use crate::puzzle::{Metric, Puzzle};
use crate::search::{self, Space as _, Successor};

/// States that are expanded at a time.
pub(super) const BLOCK: usize = search::BLOCK;

/// The layouts that have the same pieces, and the units of a metric between them.
pub(super) struct Space {
    expander: Expander<u32, 1, 1>,
    /// The numbers of the four kinds on the board; 0 for one that is not there.
    numbers: [usize; 4],
    /// By the number of a kind and a cell: the piece there.
    pieces: [[Layout; PLANE]; 1 << PLANES],
    block: Vec<Node>,
    states: Vec<State<1>>,
    successors: Vec<Successor<State<1>>>,
}

/// A layout and the state that stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    state: State<1>,
    pub(super) layout: Layout,
}

impl Node {
    /// The bits of the state, as the [board](crate::board) has them.
    #[inline(always)]
    pub(super) const fn key(&self) -> u64 {
        self.state.words()[0]
    }
}

/// Bits from one plane of a state to the next: the cells of the frame.
const PLANE: usize = 20;
/// The most planes.
const PLANES: usize = 3;

impl Space {
    /// The space of all layouts with the pieces of this one.
    pub(super) fn new(code: CommonCode, metric: Metric) -> Self {
        let board = Board::new(&puzzle(code)).expect("the frame is small").without_symmetry();
        let mut numbers = [0; 4];
        let mut pieces = [[Layout::default(); PLANE]; 1 << PLANES];
        for (number, kind) in (1..).zip(board.kinds()) {
            let kind = Kind::of(&kind.shape).expect("a kind of the frame");
            numbers[kind as usize] = number;
            for (cell, piece) in (0..).zip(&mut pieces[number]) {
                *piece = Layout::default().with(kind, cell);
            }
        }
        Space {
            expander: Expander::new(&board, metric),
            numbers,
            pieces,
            block: Vec::new(),
            states: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// A layout of these pieces.
    pub(super) fn node(&self, layout: Layout) -> Node {
        let cells = (0..).take(PLANE);
        let pieces = cells.filter_map(|cell| Some((cell, layout.kind_at(cell)?)));
        let key = pieces.fold(0, |key, (cell, kind)| {
            let number = self.numbers[kind as usize];
            let planes = (0..PLANES).filter(|plane| number >> plane & 1 == 1);
            planes.fold(key, |key, plane| key | 1 << (plane * PLANE) << cell)
        });
        Node { state: State::from_words([key]), layout }
    }

    /// What one piece, by which two states differ, changes of the layout.
    #[inline(always)]
    fn moved(&self, before: u64, after: u64) -> Layout {
        const CELLS: u64 = (1 << PLANE) - 1;
        let planes = before ^ after;
        let cells = (planes | planes >> PLANE | planes >> (2 * PLANE)) & CELLS;
        let (first, last) = (cells.trailing_zeros() as usize, cells.ilog2() as usize);
        let bit = |plane: usize| (planes >> (plane * PLANE + first) & 1) as usize;
        let pieces = &self.pieces[bit(0) | bit(1) << 1 | bit(2) << 2];
        pieces[first].xor(pieces[last])
    }

    /// Visits every layout one unit away from each of up to [`BLOCK`] layouts, with the place of that
    /// one, if it `is_wanted` by that place and its key.
    pub(super) fn expand(
        &mut self,
        block: impl Iterator<Item = Node>,
        is_wanted: impl Fn(usize, u64) -> bool,
        mut visit: impl FnMut(usize, Node),
    ) {
        self.block.clear();
        self.block.extend(block);
        self.states.clear();
        self.states.extend(self.block.iter().map(|node| node.state));
        self.successors.clear();
        self.expander.expand(&self.states, &[], &mut self.successors);
        for successor in &self.successors {
            let (place, state) = (successor.place as usize, successor.key);
            let [key] = *state.words();
            if is_wanted(place, key) {
                let from = &self.block[place];
                visit(place, Node { state, layout: from.layout.xor(self.moved(from.key(), key)) });
            }
        }
    }
}

/// The puzzle of a code.
fn puzzle(code: CommonCode) -> Puzzle {
    read(Notation::CommonCode, &code.to_string()).expect("a code is a puzzle").remove(0)
}
