//! All boards of a frame: listed, or only counted.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, RangeInclusive};

use super::frame::{CellFrame, Cells, Dissection, first, ones};
use super::symmetry::FrameSymmetry;
use crate::grid::Direction;
use crate::parallel::ShouldStop;
use crate::rng::Rng;

/// A piece in a place.
#[derive(Clone, Copy, Debug)]
struct FramePiece {
    cells: Cells,
    right: Cells,
    down: Cells,
    shape_hash: ShapeHash,
}

/// Numbers that tell the shape of a piece, or added up those of many pieces: by itself, and the
/// same for all images of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct ShapeHash {
    pub(super) exact: u64,
    pub(super) folded: u64,
}

impl ShapeHash {
    const fn plus(self, other: Self) -> Self {
        ShapeHash {
            exact: self.exact.wrapping_add(other.exact),
            folded: self.folded.wrapping_add(other.folded),
        }
    }
}

/// The pieces of which boards are made.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// By their first cell.
    by_first: Vec<Vec<FramePiece>>,
}

impl Pieces {
    /// All pieces of a frame that have one of these shapes, or any that is connected.
    pub(super) fn new(
        frame: &CellFrame,
        symmetries: &[FrameSymmetry],
        shapes: Option<&[Cells]>,
    ) -> Self {
        let mut by_first = vec![Vec::new(); frame.area() as usize];
        let mut shape_hash = HashMap::new();
        let all = shapes.map_or_else(|| connected(frame), |shapes| placed(frame, shapes));
        for cells in all {
            let shape = frame.shape(cells);
            let shape_hash = *shape_hash.entry(shape).or_insert_with(|| {
                let name = |shape: Cells| Rng::new(shape.into()).next();
                let exact = name(shape);
                let images = symmetries.iter().map(|it| frame.shape(it.set(shape)));
                let images = images.map(name);
                ShapeHash { exact, folded: images.fold(exact, u64::wrapping_add) }
            });
            let (right, down) = frame.joints(cells);
            let piece = FramePiece { cells, right, down, shape_hash };
            by_first[cells.trailing_zeros() as usize].push(piece);
        }
        Pieces { by_first }
    }

    /// The places of each shape.
    pub(super) fn shapes(&self, frame: &CellFrame) -> Vec<Vec<Cells>> {
        let mut shapes: HashMap<Cells, Vec<Cells>> = HashMap::new();
        for piece in self.by_first.iter().flatten() {
            shapes.entry(frame.shape(piece.cells)).or_default().push(piece.cells);
        }
        let mut shapes: Vec<_> = shapes.into_iter().collect();
        // The small ones leave the most boards.
        shapes.sort_unstable_by_key(|&(shape, _)| (shape.count_ones(), shape));
        shapes.into_iter().map(|(_, places)| places).collect()
    }
}

/// All places of these shapes.
pub(super) fn placed(frame: &CellFrame, shapes: &[Cells]) -> Vec<Cells> {
    let mut found = Vec::new();
    for &shape in shapes {
        let mut row = Some(shape);
        while let Some(first) = row {
            let mut place = Some(first);
            while let Some(cells) = place {
                if cells & !frame.cells == 0 {
                    found.push(cells);
                }
                place = frame.stepped(cells, Direction::Right);
            }
            row = frame.stepped(first, Direction::Down);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// All connected sets of cells.
fn connected(frame: &CellFrame) -> Vec<Cells> {
    let mut found: HashSet<Cells> = ones(frame.cells).map(|cell| 1 << cell).collect();
    let mut waiting: Vec<Cells> = found.iter().copied().collect();
    while let Some(set) = waiting.pop() {
        for cell in ones(frame.around(set) & !set) {
            let larger = set | 1 << cell;
            if found.insert(larger) {
                waiting.push(larger);
            }
        }
    }
    let mut found: Vec<Cells> = found.into_iter().collect();
    found.sort_unstable();
    found
}

/// Boards that hold a given goal piece.
pub(super) struct BoardEnumerator<'a> {
    pub(super) frame: &'a CellFrame,
    pub(super) pieces: &'a Pieces,
    /// How many pieces there may be, the goal piece among them, and how many empty cells there are.
    pub(super) count: RangeInclusive<u32>,
    pub(super) empty: u32,
    /// Asked now and then, also where no board comes of it for long.
    pub(super) should_stop: RefCell<ShouldStop<'a>>,
    pub(super) looks: Cell<u32>,
}

/// Cells filled between two questions whether it is over.
const BETWEEN_LOOKS: u32 = 1 << 14;

impl BoardEnumerator<'_> {
    /// Visits each board with the goal piece in these cells and those cells empty, and the hash of
    /// its other pieces, until that breaks.
    pub(super) fn visit(
        &self,
        goal: Cells,
        empty: Cells,
        visit: &mut dyn FnMut(&Dissection, ShapeHash) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (right, down) = self.frame.joints(goal);
        let board = Dissection { empty, right, down, goal: first(goal) };
        self.fill(&board, goal | empty, (1, ShapeHash::default()), visit)
    }

    fn fill(
        &self,
        board: &Dissection,
        covered: Cells,
        (count, shape_hash): (u32, ShapeHash),
        visit: &mut dyn FnMut(&Dissection, ShapeHash) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.looks.set(self.looks.get() + 1);
        if self.looks.get() == BETWEEN_LOOKS {
            self.looks.set(0);
            if self.should_stop.borrow_mut()() {
                return ControlFlow::Break(());
            }
        }
        let rest = self.frame.cells & !covered;
        let empty = board.empty.count_ones();
        if empty > self.empty || empty + rest.count_ones() < self.empty {
            return ControlFlow::Continue(());
        }
        if rest == 0 {
            let is_wanted = count >= *self.count.start();
            return if is_wanted { visit(board, shape_hash) } else { ControlFlow::Continue(()) };
        }
        let next = rest & rest.wrapping_neg();
        let with_empty = Dissection { empty: board.empty | next, ..*board };
        self.fill(&with_empty, covered | next, (count, shape_hash), visit)?;
        if count == *self.count.end() {
            return ControlFlow::Continue(());
        }
        for piece in &self.pieces.by_first[usize::from(first(rest))] {
            if piece.cells & covered == 0 {
                let right = board.right | piece.right;
                let with_piece = Dissection { right, down: board.down | piece.down, ..*board };
                let known = (count + 1, shape_hash.plus(piece.shape_hash));
                self.fill(&with_piece, covered | piece.cells, known, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}
