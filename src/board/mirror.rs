//! Mirror images of sets of cells, by shifts and masks that are the same for all states.
//!
//! To reflect left to right, the first column and the last are exchanged, the second and the last
//! but one, and so on; a half turn reflects top to bottom as well. A piece is reflected with its
//! anchor, which may not be the anchor of the mirrored shape: that one is always as far away, so
//! that a shift brings all anchors of a kind to their places.
//!
//! On a frame of four columns, a piece of two cells side by side with its anchor in cell 4, the
//! first of the second row, covers cells 4 and 5. Columns 0 and 3 are exchanged, 3 cells apart, and
//! 1 and 2, one cell apart: the anchor comes to cell 7. The image covers 6 and 7, so that its
//! anchor is 6: one to the left.

use std::collections::BTreeMap;

use super::Board;
use super::cells::CellSet;
use super::geometry::narrow;
use super::kind::{self, KindId};
use super::symmetry::Reflection;

/// How a board's states are reflected.
#[derive(Clone, Debug)]
pub(super) struct Mirror<M> {
    /// What to exchange, one after the other: rows, columns.
    pub(super) exchanges: Vec<Exchange<M>>,
    /// What becomes of each kind.
    pub(super) kinds: Vec<MirroredKind>,
    /// The same for all planes of a state at once, where one word holds them and each kind is its
    /// own image.
    pub(super) whole: Option<WholeMirror>,
}

/// How states of one word are reflected, all planes at once: the anchors of some kinds are moved
/// first, to the far ends of their pieces.
#[derive(Clone, Debug)]
pub(super) struct WholeMirror {
    /// Kinds, and how far their anchors are moved, up or down: one of the two is 0.
    pub(super) moved: Vec<(Vec<KindId>, u32, u32)>,
    pub(super) exchanges: Vec<Exchange<u64>>,
}

/// Rows, or columns, of which the first is exchanged with the last and so on.
#[derive(Clone, Debug)]
pub(super) struct Exchange<M> {
    /// The cells in the middle.
    pub(super) stay: M,
    /// Cells, and how many cells further on those are with which they are exchanged.
    pub(super) swaps: Vec<(M, u32)>,
}

/// Where the anchors of a kind go after they were reflected, and the planes that they are put into.
#[derive(Clone, Debug)]
pub(super) struct MirroredKind {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) planes: Vec<usize>,
}

impl<M: CellSet> Mirror<M> {
    /// The image of this number, which is not the first.
    pub(super) fn of(board: &Board, image: usize) -> Self {
        let reflection = board.symmetry.reflections().nth(image).expect("one of the images");
        let (rows, columns) = (board.grid.rows(), board.grid.columns());
        let across = || Exchange::of(board, columns, |cell| cell % usize::from(columns), 1);
        let down =
            || Exchange::of(board, rows, |cell| cell / usize::from(columns), u32::from(columns));
        let exchanges = match reflection {
            Reflection::Identity => Vec::new(),
            Reflection::LeftRight => vec![across()],
            Reflection::TopBottom => vec![down()],
            Reflection::HalfTurn => vec![across(), down()],
        };
        let mirrored = |id: usize| {
            let places = board.kinds()[id].places;
            let mut shifts =
                (0..board.cells()).filter(|cell| places >> cell & 1 == 1).map(|cell| {
                    let reflected = reflection.cell(board.grid.cell(cell), &board.grid);
                    let (anchor, _) = board.symmetry.place(image, (cell, id));
                    (board.grid.index(reflected), anchor)
                });
            let (from, to) = shifts.next().unwrap_or_default();
            debug_assert!(shifts.all(|other| other.0 + to == from + other.1));
            let (_, partner) = board.symmetry.place(image, (board.first_place(id), id));
            let all = 0..board.planes();
            MirroredKind {
                left: narrow(to.saturating_sub(from)),
                right: narrow(from.saturating_sub(to)),
                planes: all.filter(|plane| kind::code(partner) >> plane & 1 == 1).collect(),
            }
        };
        Mirror {
            kinds: (0..board.kinds().len()).map(mirrored).collect(),
            whole: WholeMirror::of(board, image, &exchanges),
            exchanges,
        }
    }
}

impl WholeMirror {
    fn of<M: CellSet>(board: &Board, image: usize, exchanges: &[Exchange<M>]) -> Option<Self> {
        if board.bits() > 64 {
            return None;
        }
        let mut moved: BTreeMap<(u32, u32), Vec<KindId>> = BTreeMap::new();
        for id in 0..board.kinds().len() {
            let place = board.first_place(id);
            let (anchor, partner) = board.symmetry.place(image, (place, id));
            if partner != id {
                return None;
            }
            let reflection = board.symmetry.reflections().nth(image).expect("one of the images");
            let far = board.grid.index(reflection.cell(board.grid.cell(anchor), &board.grid));
            if far != place {
                let by = [far.saturating_sub(place), place.saturating_sub(far)].map(narrow);
                moved.entry((by[0], by[1])).or_default().push(id);
            }
        }
        let planes = |cells: M| {
            (0..board.planes()).fold(0, |all, plane| all | cells.low() << (plane * board.cells()))
        };
        let exchange = |exchange: &Exchange<M>| Exchange {
            stay: planes(exchange.stay),
            swaps: exchange.swaps.iter().map(|&(cells, by)| (planes(cells), by)).collect(),
        };
        Some(WholeMirror {
            moved: moved.into_iter().map(|((left, right), kinds)| (kinds, left, right)).collect(),
            exchanges: exchanges.iter().map(exchange).collect(),
        })
    }
}

impl<M: CellSet> Exchange<M> {
    /// So many lines, of which `line` gives that of a cell, one `stride` cells after the other.
    fn of(board: &Board, lines: u8, line: impl Fn(usize) -> usize, stride: u32) -> Self {
        let cells = |wanted: u8| {
            let cells = (0..board.cells()).filter(|&cell| line(cell) == usize::from(wanted));
            M::narrow(cells.fold(0, |mask, cell| mask | 1 << cell))
        };
        let swaps =
            (0..lines / 2).map(|first| (cells(first), u32::from(lines - 1 - 2 * first) * stride));
        let stay = if lines % 2 == 1 { cells(lines / 2) } else { M::EMPTY };
        Exchange { stay, swaps: swaps.collect() }
    }
}
