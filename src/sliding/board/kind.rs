//! Kinds of interchangeable pieces, and their masks and distances on a board.

use crate::{
    grid::{Cell, Direction, Edge, Offset},
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
    /// The ways out of the frame, by anchor and direction.
    pub exits: Vec<Exit>,
    /// What must have left before they move.
    pub waits: Vec<Until>,
    /// The kind of the next layer, if they stay at a door and lose one.
    pub next_layer: Option<KindId>,
}

/// A straight way of a piece out of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The cell of the anchor before it.
    pub anchor: usize,
    /// The direction.
    pub direction: Direction,
    /// The cell of the anchor from which a step leads across a door: here, a piece stops that only
    /// loses a layer.
    pub stop: usize,
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
    for kind in 0..kinds.len() {
        let next = puzzle.pieces()[kinds[kind].pieces[0]].next_layer;
        kinds[kind].next_layer = kinds
            .iter()
            .position(|it| next.is_some_and(|next| it.pieces.contains(&next)));
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
        exits: exits(puzzle, piece, places),
        waits: puzzle.waits_of(piece).collect(),
        next_layer: None,
    }
}

impl Kind {
    /// Whether the pieces of both kinds may stand and move alike.
    pub fn is_like(&self, other: &Kind) -> bool {
        let rules = |kind: &Kind| {
            let places = kind.places;
            (places, kind.directions, kind.waits.clone())
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
            let crosses = |anchor: &Cell| {
                let mut cells = puzzle.pieces()[piece].shape.cells_at(*anchor);
                cells.any(|cell| puzzle.is_door(piece, Edge { cell, side }))
            };
            let mut anchors = std::iter::successors(Some(cell), |anchor| anchor.step(side));
            let stop = anchors.find(crosses).expect("the way leads to a door");
            exits.push(Exit {
                anchor: grid.index(cell),
                direction: side,
                stop: grid.index(stop),
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
    M::of(steps(board, kind, direction).map(|(from, _)| from))
}

/// Returns the steps of a piece of this kind that stay on allowed cells: the anchor before each,
/// and the one after it.
pub fn steps(
    board: &Board,
    kind: &Kind,
    direction: Direction,
) -> impl Iterator<Item = (usize, usize)> {
    let may_step = kind.directions[direction as usize];
    let stands = |cell: &usize| kind.places.contains(*cell);
    let anchors = (0..board.cells()).filter(move |cell| may_step && stands(cell));
    anchors.filter_map(move |from| {
        let to = board.grid.cell(from).step(direction);
        let to = board.grid.index(to.filter(|&to| board.grid.contains(to))?);
        stands(&to).then_some((from, to))
    })
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
