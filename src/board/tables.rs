//! The masks that move generation runs on, built once per puzzle.

use crate::grid::{Direction, Offset};
use crate::puzzle::Metric;
use crate::search::ArrivalId;

use super::cells::CellSet;
use super::cells::{cover, flips, footprints, gather, inside, linear, narrow, offsets};
use super::goal::GoalTest;
use super::kind::{Kind, KindId};
use super::sleep_sets::{self, JUMP, SleepTable, WAYS};
use super::state::State;
use super::symmetry::Mirror;
use super::{Board, UnpackedState};

/// A piece of some kind with its anchor at some cell, in each mirror image.
#[derive(Clone, Copy, Debug)]
pub struct PlacementBits<const N: usize, const IMAGES: usize> {
    /// The bits that stand for it.
    pub bits: [State<N>; IMAGES],
    /// The arrival there by way 0; the way is added.
    pub arrivals: [ArrivalId; IMAGES],
}

/// A step of a piece of some kind from some cell, in each mirror image.
#[derive(Clone, Copy, Debug)]
pub struct StepBits<const N: usize, const IMAGES: usize> {
    /// The bits that change.
    pub bits: [State<N>; IMAGES],
    /// How the state that it leads to was reached.
    pub arrivals: [ArrivalId; IMAGES],
}

/// What steps need: for each the anchors from which it stays on legal ground, and the cells that
/// must be empty. They are equally many for each step, as a loop of fixed length is one whose end
/// the processor predicts.
#[derive(Clone, Debug)]
pub struct StepMasks<M> {
    inside: Vec<M>,
    /// Indices into the shifted empties, `width` for each step.
    needs: Vec<u8>,
    width: usize,
}

impl<M: CellSet> StepMasks<M> {
    fn new(found: Vec<(M, Vec<u8>)>) -> Self {
        let width = found.iter().map(|(_, needs)| needs.len()).max().unwrap_or(1);
        let padded = found.iter().flat_map(|(_, needs)| needs.iter().cycle().take(width));
        let needs = padded.copied().collect();
        StepMasks { inside: found.into_iter().map(|(inside, _)| inside).collect(), needs, width }
    }

    /// The anchors inside, and the shifted empties that are needed, step by step.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (M, &[u8])> {
        self.inside.iter().copied().zip(self.needs.chunks_exact(self.width))
    }
}

/// What the paths of a kind need.
#[derive(Clone, Debug)]
pub struct PieceMasks<M> {
    /// The anchors where it may stand.
    pub(super) places: M,
    /// The anchors from which it may step, by direction.
    pub inside: [M; 4],
    /// The offsets of its cells from its anchor.
    pub offsets: Vec<u32>,
    /// The cells that it covers, by anchor.
    pub footprints: Vec<M>,
}

/// Everything that expanding a state looks up.
#[derive(Clone, Debug)]
pub struct Tables<M, const N: usize, const IMAGES: usize> {
    /// The number of images. Tables for four images may hold fewer.
    pub order: usize,
    /// All images but the first.
    pub mirrors: Vec<Mirror<M>>,
    pub goal: GoalTest<M, N>,
    /// How many pieces there are of each kind.
    pub pieces: Vec<usize>,
    pub cells: u32,
    pub planes: usize,
    /// The cells that are no walls.
    pub free: M,
    /// Kind by kind, plane by plane: what to flip so that an anchor of the kind is all ones.
    pub flips: Vec<Vec<M>>,
    /// Each cell of each kind, as (kind, offset from the anchor).
    pub cover: Vec<(KindId, u32)>,
    /// How far the empty cells are to be shifted so that a cell ahead falls on the anchor: first
    /// those up and to the left, then those down and to the right.
    pub ahead_left: Vec<u32>,
    pub ahead_right: Vec<u32>,
    /// Kind by kind, in the order of [`Direction::ALL`]: the first step.
    pub first_steps: StepMasks<M>,
    /// For each of those, the second steps that the metric counts as one with the first.
    pub second_steps: StepMasks<M>,
    /// How many of the second steps follow on each first.
    pub turns: usize,
    /// Kind by kind, cell by cell, `M::BITS` cells a kind: a shift is quicker than a product.
    pub placements: Vec<PlacementBits<N, IMAGES>>,
    /// Kind by kind, direction by direction, cell by cell, `M::BITS` cells a direction.
    pub steps: Vec<StepBits<N, IMAGES>>,
    pub masks: Vec<PieceMasks<M>>,
    /// The lowest bit of every plane of a state of one word, and the factor that brings them
    /// together at the top of it.
    pub gather: (u64, u64),
    /// Cells from one row to the next.
    pub stride: u32,
    /// What to add to an arrival for each way, in each image.
    pub ways: [[ArrivalId; WAYS]; IMAGES],
    pub sleep: SleepTable<M>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Tables<M, N, IMAGES> {
    pub fn new(board: &Board, metric: Metric) -> Self {
        assert!(board.cells() <= M::BITS as usize, "the cells fit the word");
        let order = board.symmetry().order();
        assert!(IMAGES == order || IMAGES == 4, "the images fit");
        let kinds = board.kinds();
        let turns = SecondSteps::of(metric);
        let ahead = CellsAhead::of(board, turns);
        let first_steps = first_steps(board, &ahead);
        let second_steps = second_steps(board, &ahead, turns);
        let placements = placements::<M, N, IMAGES>(board);
        let ways = ways::<M, IMAGES>(board);
        Tables {
            order,
            mirrors: (1..order).map(|image| Mirror::of(board, image)).collect(),
            goal: GoalTest::new(board),
            pieces: kinds.iter().map(|kind| kind.pieces.len()).collect(),
            steps: steps::<M, N, IMAGES>(board, &placements, &ways),
            gather: gather(board),
            cells: narrow(board.cells()),
            planes: board.planes(),
            free: M::narrow(board.free),
            flips: (0..kinds.len()).map(|kind| flips(kind, board.planes())).collect(),
            cover: cover(board),
            ahead_left: ahead.left,
            ahead_right: ahead.right,
            first_steps,
            second_steps,
            turns: turns.after(Direction::Up).count(),
            placements,
            masks: kinds.iter().map(|kind| masks(board, kind)).collect(),
            stride: u32::from(board.grid.columns()),
            ways,
            sleep: SleepTable::of(board, metric),
        }
    }

    #[inline(always)]
    pub fn placement(&self, kind: KindId, anchor: u32) -> &PlacementBits<N, IMAGES> {
        &self.placements[kind * M::BITS as usize + anchor as usize]
    }
}

fn masks<M: CellSet>(board: &Board, kind: &Kind) -> PieceMasks<M> {
    PieceMasks {
        places: M::narrow(kind.places),
        inside: Direction::ALL.map(|direction| inside(board, kind, direction)),
        offsets: offsets(board, kind),
        footprints: footprints(board, kind).into_iter().map(M::narrow).collect(),
    }
}

fn placements<M: CellSet, const N: usize, const IMAGES: usize>(
    board: &Board,
) -> Vec<PlacementBits<N, IMAGES>> {
    let (stride, order) = (M::BITS as usize, board.symmetry().order());
    let nowhere = PlacementBits { bits: [State::default(); IMAGES], arrivals: [0; IMAGES] };
    let mut placements = vec![nowhere; board.kinds().len() * stride];
    for (id, kind) in board.kinds().iter().enumerate() {
        for cell in (0..board.cells()).filter(|cell| kind.places >> cell & 1 == 1) {
            let placement = &mut placements[id * stride + cell];
            for image in 0..order {
                let (anchor, partner) = board.symmetry.place(image, (cell, id));
                let alone = UnpackedState::new(board.cells(), [(anchor, partner)]);
                placement.bits[image] = board.pack(&alone);
                placement.arrivals[image] = sleep_sets::via::<M>(partner, 0, anchor);
            }
        }
    }
    placements
}

fn steps<M: CellSet, const N: usize, const IMAGES: usize>(
    board: &Board,
    placements: &[PlacementBits<N, IMAGES>],
    ways: &[[ArrivalId; WAYS]; IMAGES],
) -> Vec<StepBits<N, IMAGES>> {
    let bits = M::BITS as usize;
    let nothing = StepBits { bits: [State::default(); IMAGES], arrivals: [0; IMAGES] };
    let mut steps = vec![nothing; board.kinds().len() * 4 * bits];
    for (id, kind) in board.kinds().iter().enumerate() {
        for direction in Direction::ALL {
            let inside = inside::<M>(board, kind, direction);
            for cell in (0..board.cells()).filter(|&cell| inside.bit(narrow(cell)) == 1) {
                let to = board.grid.cell(cell).step(direction).expect("the step stays inside");
                let before = &placements[id * bits + cell];
                let after = &placements[id * bits + board.grid.index(to)];
                steps[(id * 4 + direction as usize) * bits + cell] = StepBits {
                    bits: std::array::from_fn(|image| before.bits[image].xor(after.bits[image])),
                    arrivals: std::array::from_fn(|image| {
                        after.arrivals[image] + ways[image][direction as usize]
                    }),
                };
            }
        }
    }
    steps
}

/// What to add to the via of way 0 for each way, in each image.
fn ways<M: CellSet, const IMAGES: usize>(board: &Board) -> [[ArrivalId; WAYS]; IMAGES] {
    let order = board.symmetry().order();
    let more = |way| sleep_sets::via::<M>(0, way, 0) - sleep_sets::via::<M>(0, 0, 0);
    std::array::from_fn(|image| {
        let mut ways = [more(JUMP); WAYS];
        for direction in Direction::ALL.into_iter().filter(|_| image < order) {
            let seen = board.symmetry.direction(image, direction) as usize;
            ways[direction as usize] = more(seen);
        }
        ways
    })
}

/// The distinct cells ahead of the pieces, as distances from their anchors.
struct CellsAhead {
    left: Vec<u32>,
    right: Vec<u32>,
}

impl CellsAhead {
    fn of(board: &Board, turns: SecondSteps) -> Self {
        let mut all: Vec<i32> = Vec::new();
        for kind in board.kinds() {
            for direction in Direction::ALL {
                all.extend(newly_covered(board, kind, &[direction]));
                for second in turns.after(direction) {
                    all.extend(newly_covered(board, kind, &[direction, second]));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        let (left, right): (Vec<i32>, Vec<i32>) = all.into_iter().partition(|&at| at < 0);
        let distances = |side: Vec<i32>| side.into_iter().map(i32::unsigned_abs).collect();
        CellsAhead { left: distances(left), right: distances(right) }
    }

    /// Where a cell at this distance stands among the shifted empties.
    fn index(&self, distance: i32) -> u8 {
        let (side, before) =
            if distance < 0 { (&self.left, 0) } else { (&self.right, self.left.len()) };
        let at = side.iter().position(|&at| at == distance.unsigned_abs());
        u8::try_from(before + at.expect("it was collected")).expect("fewer than 256 distances")
    }

    fn indices(&self, distances: Vec<i32>) -> Vec<u8> {
        distances.into_iter().map(|distance| self.index(distance)).collect()
    }
}

/// Which second steps a metric counts as one with the first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SecondSteps {
    /// None.
    None,
    /// Straight on.
    Straight,
    /// Any but the way back.
    Any,
}

impl SecondSteps {
    const fn of(metric: Metric) -> Self {
        match metric {
            Metric::Step => SecondSteps::None,
            Metric::Slide => SecondSteps::Straight,
            Metric::Move => SecondSteps::Any,
        }
    }

    fn after(self, first: Direction) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&second| match self {
            SecondSteps::None => false,
            SecondSteps::Straight => second == first,
            SecondSteps::Any => second != first.opposite(),
        })
    }
}

/// The steps of each kind in each direction.
fn first_steps<M: CellSet>(board: &Board, ahead: &CellsAhead) -> StepMasks<M> {
    let kinds = board.kinds().iter();
    let found = kinds.flat_map(|kind| {
        Direction::ALL.map(|direction| {
            let needs = ahead.indices(newly_covered(board, kind, &[direction]));
            (inside(board, kind, direction), needs)
        })
    });
    StepMasks::new(found.collect())
}

/// The second steps after each of those, as they look from before the first.
fn second_steps<M: CellSet>(board: &Board, ahead: &CellsAhead, turns: SecondSteps) -> StepMasks<M> {
    let mut found = Vec::new();
    for kind in board.kinds() {
        for first in Direction::ALL {
            let anchors: M = inside(board, kind, first);
            for second in turns.after(first) {
                let from: M = inside(board, kind, second);
                let goes_on = |cell: &usize| {
                    let to = board.grid.cell(*cell).step(first).expect("it stays inside");
                    from.bit(narrow(board.grid.index(to))) == 1
                };
                let cells = (0..board.cells()).filter(|&cell| anchors.bit(narrow(cell)) == 1);
                let cells = cells.filter(goes_on).fold(0, |mask, cell| mask | 1 << cell);
                let needs = ahead.indices(newly_covered(board, kind, &[first, second]));
                found.push((M::narrow(cells), needs));
            }
        }
    }
    StepMasks::new(found)
}

/// The cells that the last of some steps newly covers, as distances from the anchor before the
/// first.
fn newly_covered(board: &Board, kind: &Kind, steps: &[Direction]) -> Vec<i32> {
    let mut covered: Vec<Offset> = kind.shape.offsets().to_vec();
    let mut at = covered.clone();
    let mut new = Vec::new();
    for by in steps.iter().map(|step| step.offset()) {
        for cell in &mut at {
            *cell = Offset { rows: cell.rows + by.rows, columns: cell.columns + by.columns };
        }
        new = at.iter().copied().filter(|cell| !covered.contains(cell)).collect();
        covered.extend(&new);
    }
    new.into_iter().map(|cell| linear(board, cell)).collect()
}
