//! What turns and reflections of a frame make of its boards.

use super::frame::{CellFrame, Cells, Dissection, MAX_CELLS, PackedBoard, first, ones};

/// A turn or reflection that leaves the frame as it is.
#[derive(Clone, Debug)]
pub(super) struct FrameSymmetry {
    cells: ByteTable,
    /// Of the cells with a joint to the right, and below.
    right: ByteTable,
    down: ByteTable,
    /// Whether what goes on to the right goes on below in the image.
    is_transposed: bool,
}

/// For each byte of a set: its part of the image.
type ByteTable = [[Cells; 256]; MAX_CELLS as usize / 8];

impl FrameSymmetry {
    /// All but the one that changes nothing.
    pub(super) fn of_frame(frame: &CellFrame) -> Vec<Self> {
        let (rows, columns) = (frame.rows, frame.columns);
        let mut found = Vec::new();
        for number in 1..8_u32 {
            let is_transposed = number & 4 != 0;
            if is_transposed && rows != columns {
                continue;
            }
            let image = |cell: u32| {
                let (row, column) = (cell / columns, cell % columns);
                let row = if number & 1 != 0 { rows - 1 - row } else { row };
                let column = if number & 2 != 0 { columns - 1 - column } else { column };
                if is_transposed { column * columns + row } else { row * columns + column }
            };
            let symmetry = FrameSymmetry::new(frame, image, is_transposed);
            if symmetry.set(frame.cells) == frame.cells {
                found.push(symmetry);
            }
        }
        found
    }

    fn new(frame: &CellFrame, image: impl Fn(u32) -> u32, is_transposed: bool) -> Self {
        let bit = |cell: u32| if cell < frame.area() { 1 << image(cell) } else { 0 };
        // A joint is told by the first of its two cells.
        let joint = |cell: u32, other: u32| {
            if other < frame.area() { 1 << image(cell).min(image(other)) } else { 0 }
        };
        FrameSymmetry {
            cells: table(bit),
            right: table(|cell| joint(cell, cell + 1)),
            down: table(|cell| joint(cell, cell + frame.columns)),
            is_transposed,
        }
    }

    /// The image of a set of cells.
    #[inline(always)]
    pub(super) fn set(&self, cells: Cells) -> Cells {
        look_up(&self.cells, cells)
    }

    /// The image of a board, whose goal piece then begins there.
    #[inline(always)]
    fn board(&self, board: &Dissection, goal: u8) -> Dissection {
        let right = look_up(&self.right, board.right);
        let down = look_up(&self.down, board.down);
        let (right, down) = if self.is_transposed { (down, right) } else { (right, down) };
        Dissection { empty: self.set(board.empty), right, down, goal }
    }
}

fn table(image: impl Fn(u32) -> Cells) -> ByteTable {
    let mut table = [[0; 256]; MAX_CELLS as usize / 8];
    for (byte, part) in (0..).zip(&mut table) {
        for (value, found) in (0_u32..).zip(part) {
            *found = ones(value << (8 * byte)).fold(0, |set, cell| set | image(cell));
        }
    }
    table
}

#[inline(always)]
fn look_up(table: &ByteTable, set: Cells) -> Cells {
    let bytes = set.to_le_bytes();
    table.iter().zip(bytes).fold(0, |image, (part, byte)| image | part[usize::from(byte)])
}

/// The images of a board that are the same puzzle: those of which the goal piece has the same
/// shape.
#[derive(Clone, Debug, Default)]
pub(super) struct Images<'a> {
    /// Each with, by the first cell of the goal piece, the first cell of its image.
    images: Vec<(&'a FrameSymmetry, [u8; MAX_CELLS as usize])>,
}

impl<'a> Images<'a> {
    /// Of a goal piece in all places where it can stand; they are mapped onto each other.
    pub(super) fn new(symmetries: Vec<&'a FrameSymmetry>, places: &[Cells]) -> Self {
        let goals = |symmetry: &FrameSymmetry| {
            let mut goals = [0; MAX_CELLS as usize];
            for &place in places {
                goals[usize::from(first(place))] = first(symmetry.set(place));
            }
            goals
        };
        let images = symmetries.into_iter().map(|symmetry| (symmetry, goals(symmetry)));
        Images { images: images.collect() }
    }

    /// Whether there are any.
    pub(super) const fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// The least key of a board and its images, and the cell there in which the piece begins that
    /// stands in these cells.
    #[inline(always)]
    pub(super) fn canonical<K: PackedBoard>(
        &self,
        board: &Dissection,
        piece: Cells,
        frame: &CellFrame,
    ) -> (K, u8) {
        let mut least = (board.pack::<K>(frame), piece);
        for (symmetry, goals) in &self.images {
            let image = symmetry.board(board, goals[usize::from(board.goal)]).pack(frame);
            if image < least.0 {
                least = (image, symmetry.set(piece));
            }
        }
        (least.0, first(least.1))
    }
}
