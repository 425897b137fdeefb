//! The masks that move generation runs on, built once per puzzle.

use crate::grid::{Direction, Offset};

use super::cells::CellSet;
use super::expand::Spent;
use super::kind::{self, Kind, KindId};
use super::state::State;
use super::{Arrangement, Board};

/// A piece of some kind with its anchor at some cell, in each mirror image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<const N: usize, const IMAGES: usize> {
    /// The bits that stand for it.
    pub(super) bits: [State<N>; IMAGES],
    /// The cell of its anchor.
    pub(super) anchors: [u8; IMAGES],
}

/// A step of a piece of some kind from some cell, in each mirror image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<const N: usize, const IMAGES: usize> {
    /// The bits that change.
    pub(super) bits: [State<N>; IMAGES],
    /// What the step spends: the way back.
    pub(super) spent: [Spent; IMAGES],
}

/// What a step of a kind in a direction needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead<M> {
    /// The anchors from which the step stays on legal ground.
    pub(super) inside: M,
    /// Where in [`Tables::needs`] the cells that must be empty begin.
    pub(super) needs: usize,
}

/// What the paths of a kind need.
#[derive(Clone, Debug)]
pub(super) struct Walk<M> {
    /// The anchors where it may stand.
    pub(super) places: M,
    /// The anchors from which it may step, by direction.
    pub(super) inside: [M; 4],
    /// The offsets of its cells from its anchor.
    pub(super) offsets: Vec<u32>,
    /// The cells that it covers, by anchor.
    pub(super) footprints: Vec<M>,
}

/// Everything that expanding a state looks up.
#[derive(Clone, Debug)]
pub(super) struct Tables<M, const N: usize, const IMAGES: usize> {
    pub(super) cells: u32,
    pub(super) planes: usize,
    /// The cells that are no walls.
    pub(super) free: M,
    /// Kind by kind, plane by plane: what to flip so that an anchor of the kind is all ones.
    pub(super) flips: Vec<Vec<M>>,
    /// Each cell of each kind, as (kind, offset from the anchor).
    pub(super) cover: Vec<(KindId, u32)>,
    /// How far the empty cells are to be shifted so that a cell ahead falls on the anchor: first
    /// those up and to the left, then those down and to the right.
    pub(super) ahead_left: Vec<u32>,
    pub(super) ahead_right: Vec<u32>,
    /// Kind by kind, in the order of [`Direction::ALL`].
    pub(super) leads: Vec<[Lead<M>; 4]>,
    /// Indices into the shifted empties, `needs_width` for each lead.
    pub(super) needs: Vec<u8>,
    pub(super) needs_width: usize,
    /// Kind by kind, cell by cell, `M::BITS` cells a kind: a shift is quicker than a product.
    pub(super) placements: Vec<Placement<N, IMAGES>>,
    /// Kind by kind, direction by direction, cell by cell, `M::BITS` cells a direction.
    pub(super) steps: Vec<Step<N, IMAGES>>,
    pub(super) walks: Vec<Walk<M>>,
    /// The lowest bit of every plane of a state of one word, and the factor that brings them
    /// together at the top of it.
    pub(super) gather: (u64, u64),
    /// Cells from one row to the next.
    pub(super) stride: u32,
    /// Where each image takes each direction.
    pub(super) directions: [[u8; 4]; IMAGES],
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Tables<M, N, IMAGES> {
    pub(super) fn new(board: &Board) -> Self {
        assert!(board.cells() <= M::BITS as usize, "the cells fit the word");
        assert_eq!(board.symmetry().order(), IMAGES, "one table an image");
        let kinds = board.kinds();
        let ahead = Ahead::of(board);
        let (needs, needs_width) = ahead.needs(board);
        let placements = placements(board, M::BITS as usize);
        let directions = directions(board);
        Tables {
            steps: steps::<M, N, IMAGES>(board, &placements, &directions),
            gather: gather(board),
            cells: narrow(board.cells()),
            planes: board.planes(),
            free: M::narrow(board.free),
            flips: (0..kinds.len()).map(|kind| flips(kind, board.planes())).collect(),
            cover: cover(board),
            ahead_left: ahead.left,
            ahead_right: ahead.right,
            leads: leads(board, needs_width),
            needs,
            needs_width,
            placements,
            walks: kinds.iter().map(|kind| walk(board, kind)).collect(),
            stride: u32::from(board.grid.columns()),
            directions,
        }
    }

    #[inline(always)]
    pub(super) fn placement(&self, kind: KindId, anchor: u32) -> &Placement<N, IMAGES> {
        &self.placements[kind * M::BITS as usize + anchor as usize]
    }
}

/// Numbers of cells and planes, as the shifts of words want them.
pub(super) fn narrow(count: usize) -> u32 {
    u32::try_from(count).expect("at most 128 cells")
}

fn flips<M: CellSet>(kind: KindId, planes: usize) -> Vec<M> {
    let is_set = |plane: usize| kind::code(kind) >> plane & 1 == 1;
    (0..planes).map(|plane| if is_set(plane) { M::EMPTY } else { !M::EMPTY }).collect()
}

pub(super) fn cover(board: &Board) -> Vec<(KindId, u32)> {
    let kinds = board.kinds().iter().enumerate();
    kinds.flat_map(|(id, kind)| offsets(board, kind).into_iter().map(move |at| (id, at))).collect()
}

/// How many cells after the anchor the cells of a kind come, row by row.
fn offsets(board: &Board, kind: &Kind) -> Vec<u32> {
    let distance = |&offset: &Offset| linear(board, offset);
    kind.shape.offsets().iter().map(distance).map(i32::unsigned_abs).collect()
}

/// An offset as a number of cells, row by row; negative is before.
fn linear(board: &Board, offset: Offset) -> i32 {
    i32::from(offset.rows) * i32::from(board.grid.columns()) + i32::from(offset.columns)
}

/// The anchors from which a kind may step in a direction, whatever stands in the way.
fn inside<M: CellSet>(board: &Board, kind: &Kind, direction: Direction) -> M {
    if !kind.directions[direction as usize] {
        return M::EMPTY;
    }
    let stands = |cell: &usize| kind.places >> cell & 1 == 1;
    let anchors = (0..board.cells()).filter(stands).filter(|&cell| {
        let target = board.grid.cell(cell).step(direction);
        let target = target.filter(|&cell| board.grid.contains(cell));
        target.is_some_and(|cell| stands(&board.grid.index(cell)))
    });
    M::narrow(anchors.fold(0, |mask, cell| mask | 1 << cell))
}

fn walk<M: CellSet>(board: &Board, kind: &Kind) -> Walk<M> {
    let footprint = |anchor: usize| {
        let covered = kind.shape.cells_at(board.grid.cell(anchor));
        let covered = covered.filter(|&cell| board.grid.contains(cell));
        M::narrow(covered.fold(0, |mask, cell| mask | 1 << board.grid.index(cell)))
    };
    Walk {
        places: M::narrow(kind.places),
        inside: Direction::ALL.map(|direction| inside(board, kind, direction)),
        offsets: offsets(board, kind),
        footprints: (0..board.cells()).map(footprint).collect(),
    }
}

fn placements<const N: usize, const IMAGES: usize>(
    board: &Board,
    stride: usize,
) -> Vec<Placement<N, IMAGES>> {
    let nowhere = Placement { bits: [State::default(); IMAGES], anchors: [0; IMAGES] };
    let mut placements = vec![nowhere; board.kinds().len() * stride];
    for (id, kind) in board.kinds().iter().enumerate() {
        for cell in (0..board.cells()).filter(|cell| kind.places >> cell & 1 == 1) {
            let placement = &mut placements[id * stride + cell];
            for image in 0..IMAGES {
                let (anchor, partner) = board.symmetry.place(image, board.kinds(), (cell, id));
                let alone = Arrangement::new(board.cells(), [(anchor, partner)]);
                placement.bits[image] = board.pack(&alone);
                placement.anchors[image] = u8::try_from(anchor).expect("at most 128 cells");
            }
        }
    }
    placements
}

fn steps<M: CellSet, const N: usize, const IMAGES: usize>(
    board: &Board,
    placements: &[Placement<N, IMAGES>],
    directions: &[[u8; 4]; IMAGES],
) -> Vec<Step<N, IMAGES>> {
    let bits = M::BITS as usize;
    let nothing = Step { bits: [State::default(); IMAGES], spent: [Spent::NOTHING; IMAGES] };
    let mut steps = vec![nothing; board.kinds().len() * 4 * bits];
    for (id, kind) in board.kinds().iter().enumerate() {
        for direction in Direction::ALL {
            let inside = inside::<M>(board, kind, direction);
            for cell in (0..board.cells()).filter(|&cell| inside.bit(narrow(cell)) == 1) {
                let to = board.grid.cell(cell).step(direction).expect("the step stays inside");
                let before = &placements[id * bits + cell];
                let after = &placements[id * bits + board.grid.index(to)];
                steps[(id * 4 + direction as usize) * bits + cell] = Step {
                    bits: std::array::from_fn(|image| before.bits[image].xor(after.bits[image])),
                    spent: std::array::from_fn(|image| Spent {
                        anchor: after.anchors[image],
                        direction: directions[image][direction.opposite() as usize],
                        any: 1,
                    }),
                };
            }
        }
    }
    steps
}

/// A product with this factor adds up the bits `p · cells` of a word, each moved to bit `p` of the
/// number formed by the highest `planes` bits; no two of the partial products meet in one bit.
fn gather(board: &Board) -> (u64, u64) {
    if board.bits() > 64 {
        return (0, 0);
    }
    let (cells, planes) = (board.cells(), board.planes());
    let lowest = (0..planes).fold(0, |mask, plane| mask | 1 << (plane * cells));
    let factor =
        (0..planes).fold(0, |factor, plane| factor | 1 << (64 - planes + plane - plane * cells));
    (lowest, factor)
}

fn directions<const IMAGES: usize>(board: &Board) -> [[u8; 4]; IMAGES] {
    let mut images = [[0; 4]; IMAGES];
    for (image, reflection) in images.iter_mut().zip(board.symmetry.reflections()) {
        *image = Direction::ALL.map(|direction| reflection.direction(direction) as u8);
    }
    images
}

/// The distinct cells ahead of the pieces, as distances from their anchors.
struct Ahead {
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Ahead {
    fn of(board: &Board) -> Self {
        let mut all: Vec<i32> = board
            .kinds()
            .iter()
            .flat_map(|kind| Direction::ALL.map(|direction| newly_covered(board, kind, direction)))
            .flatten()
            .collect();
        all.sort_unstable();
        all.dedup();
        let (left, right): (Vec<i32>, Vec<i32>) = all.into_iter().partition(|&at| at < 0);
        let distances = |side: Vec<i32>| side.into_iter().map(i32::unsigned_abs).collect();
        Ahead { left: distances(left), right: distances(right) }
    }

    /// Where a cell at this distance stands among the shifted empties.
    fn index(&self, distance: i32) -> u8 {
        let (side, before) =
            if distance < 0 { (&self.left, 0) } else { (&self.right, self.left.len()) };
        let at = side.iter().position(|&at| at == distance.unsigned_abs());
        u8::try_from(before + at.expect("it was collected")).expect("fewer than 256 distances")
    }

    /// For each kind and direction, the indices of the cells that must be empty, all equally many:
    /// a loop of fixed length is one that the processor foretells.
    fn needs(&self, board: &Board) -> (Vec<u8>, usize) {
        let lists: Vec<Vec<i32>> = board
            .kinds()
            .iter()
            .flat_map(|kind| Direction::ALL.map(|direction| newly_covered(board, kind, direction)))
            .collect();
        let width = lists.iter().map(Vec::len).max().unwrap_or(0);
        let padded = |list: Vec<i32>| {
            let indices: Vec<u8> = list.into_iter().map(|distance| self.index(distance)).collect();
            indices.into_iter().cycle().take(width)
        };
        (lists.into_iter().flat_map(padded).collect(), width)
    }
}

/// For each kind and direction, what a step needs; `width` is the number of cells that each names.
fn leads<M: CellSet>(board: &Board, width: usize) -> Vec<[Lead<M>; 4]> {
    let lead = |kind: KindId, direction: Direction| Lead {
        inside: inside(board, &board.kinds()[kind], direction),
        needs: (kind * 4 + direction as usize) * width,
    };
    let kinds = 0..board.kinds().len();
    kinds.map(|kind| Direction::ALL.map(|direction| lead(kind, direction))).collect()
}

/// The cells that a step newly covers, as distances from the anchor before it.
fn newly_covered(board: &Board, kind: &Kind, direction: Direction) -> Vec<i32> {
    let by = direction.offset();
    let cells = kind.shape.offsets();
    let stepped =
        cells.iter().map(|at| Offset { rows: at.rows + by.rows, columns: at.columns + by.columns });
    stepped.filter(|at| !cells.contains(at)).map(|at| linear(board, at)).collect()
}
