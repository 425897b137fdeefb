//! Boards of a small frame, whose cells are bits, and their symmetries.

use std::{
    fmt::Debug,
    ops::{BitOr, Shl, Shr},
};

use crate::{grid::Direction, puzzle::Metric};

/// A set of cells, row by row: a bit each.
pub type Cells = u32;

/// The maximum number of cells of a frame.
pub const MAX_CELLS: u32 = Cells::BITS;

/// Returns the first cell of a set that is not empty.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "at most 32")]
pub const fn first(set: Cells) -> u8 {
    set.trailing_zeros() as u8
}

/// Returns the last cell of a set that is not empty.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "at most 32")]
pub const fn last(set: Cells) -> u8 {
    (Cells::BITS - 1 - set.leading_zeros()) as u8
}

/// Returns the cells of a set, in order.
pub fn ones(mut set: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(first)
    })
}

/// A frame with walls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellFrame {
    pub rows: u32,
    pub(super) columns: u32,
    /// The cells without the walls.
    pub cells: Cells,
    /// The cells at each side, walls included.
    sides: [Cells; 4],
}

impl CellFrame {
    pub fn new(rows: u32, columns: u32, walls: Cells) -> Self {
        let all = Cells::MAX >> (MAX_CELLS - rows * columns);
        let left = (0..rows).fold(0, |side, row| side | 1 << (row * columns));
        let top = (1 << columns) - 1;
        let sides = Direction::ALL.map(|direction| match direction {
            Direction::Up => top,
            Direction::Left => left,
            Direction::Right => left << (columns - 1),
            Direction::Down => top << ((rows - 1) * columns),
        });
        CellFrame {
            rows,
            columns,
            cells: all & !walls,
            sides,
        }
    }

    /// Returns the number of cells, walls included.
    pub const fn area(&self) -> u32 {
        self.rows * self.columns
    }

    /// Returns the cells that are walls.
    pub const fn walls(&self) -> Cells {
        Cells::MAX >> (MAX_CELLS - self.area()) & !self.cells
    }

    /// Moves a piece by one cell; `None` if that is outside.
    #[inline(always)]
    pub const fn stepped(&self, piece: Cells, direction: Direction) -> Option<Cells> {
        if piece & self.sides[direction as usize] != 0 {
            return None;
        }
        Some(match direction {
            Direction::Up => piece >> self.columns,
            Direction::Left => piece >> 1,
            Direction::Right => piece << 1,
            Direction::Down => piece << self.columns,
        })
    }

    /// Returns the neighbours of these cells, and some of these cells themselves.
    #[inline(always)]
    pub const fn around(&self, set: Cells) -> Cells {
        let [up, left, right, down] = self.sides;
        let sideways = (set & !left) >> 1 | (set & !right) << 1;
        (sideways | (set & !up) >> self.columns | (set & !down) << self.columns) & self.cells
    }

    /// Returns the shape of a piece: the piece in the top left corner.
    pub const fn shape(&self, mut piece: Cells) -> Cells {
        let [top, left, ..] = self.sides;
        while piece & top == 0 {
            piece >>= self.columns;
        }
        while piece & left == 0 {
            piece >>= 1;
        }
        piece
    }

    /// Returns the cells of a piece with another one to their right, and those with another one
    /// below.
    pub const fn joints(&self, piece: Cells) -> (Cells, Cells) {
        let [_, left, ..] = self.sides;
        (piece & (piece & !left) >> 1, piece & piece >> self.columns)
    }
}

/// A frame cut into connected pieces and empty cells; one of them is the goal piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dissection {
    pub empty: Cells,
    /// The cells whose piece continues to the right, and those whose piece continues below.
    pub right: Cells,
    pub down: Cells,
    /// The first cell of the goal piece.
    pub goal: u8,
}

/// A board packed into one word.
pub trait PackedBoard:
    Copy
    + Ord
    + Send
    + Debug
    + From<Cells>
    + Into<u128>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Returns these bits, shifted up.
    #[inline(always)]
    fn part(bits: Cells, up: u32) -> Self {
        Self::from(bits) << up
    }

    /// Returns the bits of a set of cells, from `up` on.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "only the lowest bits are wanted"
    )]
    fn cells(self, up: u32) -> Cells {
        (self >> up).into() as Cells
    }
}

impl PackedBoard for u64 {}
impl PackedBoard for u128 {}

/// The number of bits of the first cell of the goal piece.
const GOAL_BITS: u32 = MAX_CELLS.trailing_zeros();

impl Dissection {
    /// Returns the number of bits of a packed board.
    pub const fn bits(frame: &CellFrame) -> u32 {
        3 * frame.area() - frame.columns + GOAL_BITS
    }

    #[inline(always)]
    pub fn pack<K: PackedBoard>(&self, frame: &CellFrame) -> K {
        let area = frame.area();
        let joints = K::part(self.right, area) | K::part(self.down, 2 * area);
        let goal = K::part(self.goal.into(), 3 * area - frame.columns);
        K::part(self.empty, 0) | joints | goal
    }

    #[inline(always)]
    pub fn unpack<K: PackedBoard>(key: K, frame: &CellFrame) -> Self {
        let area = frame.area();
        let all = Cells::MAX >> (Cells::BITS - area);
        Dissection {
            empty: key.cells(0) & all,
            right: key.cells(area) & all,
            down: key.cells(2 * area) & all >> frame.columns,
            goal: (key.cells(3 * area - frame.columns) & (MAX_CELLS - 1)).to_le_bytes()[0],
        }
    }

    /// Returns the piece that contains these cells.
    #[inline(always)]
    pub const fn piece(&self, frame: &CellFrame, mut cells: Cells) -> Cells {
        let right = self.right;
        let down = self.down;
        let columns = frame.columns;
        loop {
            let sideways = (cells & right) << 1 | cells >> 1 & right;
            let more = cells | sideways | (cells & down) << columns | cells >> columns & down;
            if more == cells {
                return cells;
            }
            cells = more;
        }
    }

    /// Returns all pieces, in the order of their first cells.
    pub fn pieces(&self, frame: &CellFrame) -> impl Iterator<Item = Cells> {
        let mut rest = frame.cells & !self.empty;
        std::iter::from_fn(move || {
            let first = (rest != 0).then(|| rest & rest.wrapping_neg())?;
            let piece = self.piece(frame, first);
            rest &= !piece;
            Some(piece)
        })
    }

    /// Visits the successors, each with the cells of the piece that has moved. The piece of `last`
    /// does not move.
    #[inline(always)]
    pub fn visit_moves(
        &self,
        frame: &CellFrame,
        metric: Metric,
        last: Cells,
        mut visit: impl FnMut(Dissection, Cells),
    ) {
        let mut movable = frame.around(self.empty) & !self.empty & !last;
        while movable != 0 {
            let piece = self.piece(frame, movable & movable.wrapping_neg());
            movable &= !piece;
            let free = self.empty | piece;
            let from = piece.trailing_zeros();
            let right = self.right & piece;
            let down = self.down & piece;
            let places = ReachedPlaces::reached(frame, metric, piece, free);
            for &place in &places.found[1..places.count] {
                let to = place.trailing_zeros();
                let along = |joints: Cells| {
                    if to > from {
                        joints << (to - from)
                    } else {
                        joints >> (from - to)
                    }
                };
                let moved = Dissection {
                    empty: free & !place,
                    right: self.right & !piece | along(right),
                    down: self.down & !piece | along(down),
                    goal: if piece >> self.goal & 1 == 0 {
                        self.goal
                    } else {
                        first(place)
                    },
                };
                visit(moved, place);
            }
        }
    }
}

/// The places that a piece can reach in one move, after its own.
struct ReachedPlaces {
    found: [Cells; MAX_CELLS as usize],
    count: usize,
}

impl ReachedPlaces {
    #[inline(always)]
    fn reached(frame: &CellFrame, metric: Metric, piece: Cells, free: Cells) -> Self {
        let mut places = ReachedPlaces {
            found: [piece; MAX_CELLS as usize],
            count: 1,
        };
        let step = |at: Cells, direction| frame.stepped(at, direction).filter(|to| to & !free == 0);
        if metric == Metric::Move {
            // The first cell identifies a place.
            let mut seen = 1_u32 << piece.trailing_zeros();
            let mut next = 0;
            while next < places.count {
                for direction in Direction::ALL {
                    let Some(to) = step(places.found[next], direction) else {
                        continue;
                    };
                    let first = to & to.wrapping_neg();
                    if seen & first == 0 {
                        seen |= first;
                        places.add(to);
                    }
                }
                next += 1;
            }
            return places;
        }
        for direction in Direction::ALL {
            let mut at = piece;
            while let Some(to) = step(at, direction) {
                places.add(to);
                if metric == Metric::Step {
                    break;
                }
                at = to;
            }
        }
        places
    }

    #[inline(always)]
    fn add(&mut self, place: Cells) {
        self.found[self.count] = place;
        self.count += 1;
    }
}

/// A rotation or reflection that preserves the frame.
#[derive(Clone, Debug)]
pub struct FrameSymmetry {
    cells: ByteTable,
    /// Images of the joints to the right, and below.
    right: ByteTable,
    down: ByteTable,
    /// Whether joints to the right become joints below.
    is_transposed: bool,
}

/// The image of each byte of a set.
type ByteTable = [[Cells; 256]; MAX_CELLS as usize / 8];

impl FrameSymmetry {
    /// Returns all symmetries except for the identity.
    pub fn of_frame(frame: &CellFrame) -> Vec<Self> {
        let rows = frame.rows;
        let columns = frame.columns;
        let mut found = Vec::new();
        for number in 1..8_u32 {
            let is_transposed = number & 4 != 0;
            if is_transposed && rows != columns {
                continue;
            }
            let symmetry = FrameSymmetry::new(
                frame,
                |cell| {
                    let row = cell / columns;
                    let column = cell % columns;
                    let row = if number & 1 != 0 { rows - 1 - row } else { row };
                    let column = if number & 2 != 0 {
                        columns - 1 - column
                    } else {
                        column
                    };
                    if is_transposed {
                        column * columns + row
                    } else {
                        row * columns + column
                    }
                },
                is_transposed,
            );
            if symmetry.set(frame.cells) == frame.cells {
                found.push(symmetry);
            }
        }
        found
    }

    fn new(frame: &CellFrame, image: impl Fn(u32) -> u32, is_transposed: bool) -> Self {
        // The first of its two cells identifies a joint.
        let joint = |cell: u32, other: u32| {
            if other < frame.area() {
                1 << image(cell).min(image(other))
            } else {
                0
            }
        };
        FrameSymmetry {
            cells: table(|cell| {
                if cell < frame.area() {
                    1 << image(cell)
                } else {
                    0
                }
            }),
            right: table(|cell| joint(cell, cell + 1)),
            down: table(|cell| joint(cell, cell + frame.columns)),
            is_transposed,
        }
    }

    /// Returns the image of a set of cells.
    #[inline(always)]
    pub fn set(&self, cells: Cells) -> Cells {
        look_up(&self.cells, cells)
    }

    /// Returns the image of a board, whose goal piece then begins at `goal`.
    #[inline(always)]
    fn board(&self, board: &Dissection, goal: u8) -> Dissection {
        let right = look_up(&self.right, board.right);
        let down = look_up(&self.down, board.down);
        let (right, down) = if self.is_transposed {
            (down, right)
        } else {
            (right, down)
        };
        Dissection {
            empty: self.set(board.empty),
            right,
            down,
            goal,
        }
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
    table
        .iter()
        .zip(bytes)
        .fold(0, |image, (part, byte)| image | part[usize::from(byte)])
}

/// The symmetries under which a board stays the same puzzle, because its goal piece keeps its
/// shape.
#[derive(Clone, Debug, Default)]
pub struct Images<'a> {
    /// Each symmetry with the first cell of the goal piece in the image, by its first cell.
    images: Vec<(&'a FrameSymmetry, [u8; MAX_CELLS as usize])>,
}

impl<'a> Images<'a> {
    /// Takes the places of the goal piece, which the symmetries map to each other.
    pub fn new(symmetries: Vec<&'a FrameSymmetry>, places: &[Cells]) -> Self {
        let goals = |symmetry: &FrameSymmetry| {
            let mut goals = [0; MAX_CELLS as usize];
            for &place in places {
                goals[usize::from(first(place))] = first(symmetry.set(place));
            }
            goals
        };
        let images = symmetries
            .into_iter()
            .map(|symmetry| (symmetry, goals(symmetry)));
        Images {
            images: images.collect(),
        }
    }

    /// Returns whether no symmetry is left.
    pub const fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// Returns the canonical form of a board, and the first cell of the image of a piece in it.
    #[inline(always)]
    pub fn canonical<K: PackedBoard>(
        &self,
        board: &Dissection,
        piece: Cells,
        frame: &CellFrame,
    ) -> (K, u8) {
        let mut least = (board.pack::<K>(frame), piece);
        for (symmetry, goals) in &self.images {
            let image = symmetry
                .board(board, goals[usize::from(board.goal)])
                .pack(frame);
            if image < least.0 {
                least = (image, symmetry.set(piece));
            }
        }
        (least.0, first(least.1))
    }
}
