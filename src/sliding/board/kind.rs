//! Kinds of interchangeable pieces, and their masks and distances on a board.

use crate::{
    grid::{Direction, Edge, Offset},
    puzzle::{PieceId, Polyomino, Puzzle, Until},
};

use super::{
    Board, cell_mask,
    cells::{CellSet, WideCells},
};

/// The place of a kind in [`Board::kinds`](super::Board::kinds).
pub type KindId = usize;

/// A set of interchangeable pieces: equal shape, equal directions, equal role in the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The shape.
    pub shape: Polyomino,
    /// The pieces of this kind.
    pub pieces: Vec<PieceId>,
    /// The possible cells of the anchor, given walls and gates.
    pub places: WideCells,
    /// The allowed directions, in the order of [`Direction::ALL`].
    pub directions: [bool; 4],
    /// Whether they have a door, even one that no place leads to.
    pub has_door: bool,
    /// The ways out of the frame, by anchor and direction.
    pub exits: Vec<Exit>,
    /// What must have left before they move.
    pub waits: Vec<Until>,
}

/// A straight way of a piece out of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The cell of the anchor before it.
    pub anchor: usize,
    /// The direction.
    pub direction: Direction,
    /// Whether the first step leads across a door.
    pub is_at_door: bool,
    /// The cells that the piece covers before and on its way.
    pub way: WideCells,
}

/// Returns the number of a kind in a state.
pub const fn code(kind: KindId) -> usize {
    kind + 1
}

/// Returns the kinds of a puzzle, in the order of their first pieces.
pub fn classify(puzzle: &Puzzle) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for piece in 0..puzzle.pieces().len() {
        let kind = kind_of(puzzle, piece);
        let twin = kinds.iter_mut().find(|other| {
            puzzle.are_interchangeable(piece, other.pieces[0]) && kind.is_like(other)
        });
        match twin {
            Some(twin) => twin.pieces.push(piece),
            None => kinds.push(kind),
        }
    }
    kinds
}

fn kind_of(puzzle: &Puzzle, piece: PieceId) -> Kind {
    let grid = puzzle.grid();
    let shape = puzzle.pieces()[piece].shape.clone();
    let places = cell_mask(
        grid,
        grid.cells().filter(|&anchor| {
            shape
                .cells_at(anchor)
                .take_while(|&cell| puzzle.may_enter(piece, cell))
                .count()
                == shape.area()
        }),
    );
    let directions = Direction::ALL.map(|direction| puzzle.may_step(piece, direction));
    Kind {
        shape,
        pieces: vec![piece],
        places,
        directions,
        has_door: puzzle.may_leave(piece),
        exits: exits(puzzle, piece, places),
        waits: puzzle.waits_of(piece).collect(),
    }
}

impl Kind {
    /// Whether the pieces of both kinds may stand and move alike.
    pub fn is_like(&self, other: &Kind) -> bool {
        let rules = |kind: &Kind| {
            let places = kind.places;
            (places, kind.directions, kind.has_door, kind.waits.clone())
        };
        self.shape == other.shape && rules(self) == rules(other) && self.exits == other.exits
    }
}

fn exits(puzzle: &Puzzle, piece: PieceId, places: WideCells) -> Vec<Exit> {
    let grid = puzzle.grid();
    if !puzzle.may_leave(piece) {
        return Vec::new();
    }
    let mut exits = Vec::new();
    for cell in grid
        .cells()
        .filter(|&cell| places.contains(grid.index(cell)))
    {
        for side in Direction::ALL {
            let Some(way) = puzzle.way_out(piece, cell, side) else {
                continue;
            };
            let mut cells = puzzle.pieces()[piece].shape.cells_at(cell);
            exits.push(Exit {
                anchor: grid.index(cell),
                direction: side,
                is_at_door: cells.any(|cell| puzzle.is_door(piece, Edge { cell, side })),
                way: cell_mask(grid, way.into_iter()),
            });
        }
    }
    exits
}

pub fn flips<M: CellSet>(kind: KindId, planes: usize) -> Vec<M> {
    let is_set = |plane: usize| code(kind) >> plane & 1 == 1;
    (0..planes)
        .map(|plane| if is_set(plane) { M::EMPTY } else { !M::EMPTY })
        .collect()
}

pub fn cover(board: &Board) -> Vec<(KindId, u32)> {
    board
        .kinds()
        .iter()
        .enumerate()
        .flat_map(|(id, kind)| offsets(board, kind).into_iter().map(move |at| (id, at)))
        .collect()
}

/// Returns the distances of the cells of a kind from its anchor, row by row.
pub fn offsets(board: &Board, kind: &Kind) -> Vec<u32> {
    kind.shape
        .offsets()
        .iter()
        .map(|&offset| linear(board, offset))
        .map(i32::unsigned_abs)
        .collect()
}

/// Converts an offset into a distance of cells, row by row, which may be negative.
pub fn linear(board: &Board, offset: Offset) -> i32 {
    i32::from(offset.rows) * i32::from(board.grid.columns()) + i32::from(offset.columns)
}

/// Returns the anchors from which a kind may step in a direction on an empty board.
pub fn inside<M: CellSet>(board: &Board, kind: &Kind, direction: Direction) -> M {
    if !kind.directions[direction as usize] {
        return M::EMPTY;
    }
    let stands = |cell: &usize| kind.places.contains(*cell);
    let anchors = (0..board.cells()).filter(stands).filter(|&cell| {
        board
            .grid
            .cell(cell)
            .step(direction)
            .filter(|&cell| board.grid.contains(cell))
            .is_some_and(|cell| stands(&board.grid.index(cell)))
    });
    M::of(anchors)
}

/// Returns the mask of the bits `p · cells` of a word, and a factor. The product with the factor
/// moves each of them to bit `p` of the highest `planes` bits. No two partial products share a bit.
pub fn gather(board: &Board) -> (u64, u64) {
    if board.bits() > 64 {
        return (0, 0);
    }
    let cells = board.cells();
    let planes = board.planes();
    let lowest = (0..planes).fold(0, |mask, plane| mask | 1 << (plane * cells));
    let factor = (0..planes).fold(0, |factor, plane| {
        factor | 1 << (64 - planes + plane - plane * cells)
    });
    (lowest, factor)
}

/// Returns the cells of the frame that a kind covers, by the cell of its anchor.
pub fn footprints<M: CellSet>(board: &Board, kind: &Kind) -> Vec<M> {
    (0..board.cells())
        .map(|anchor| {
            let cells = kind.shape.cells_at(board.grid.cell(anchor));
            let cells = cells.filter(|&cell| board.grid.contains(cell));
            M::narrow(cell_mask(&board.grid, cells))
        })
        .collect()
}
