//! The masks that move generation uses, built once per puzzle.

use crate::{
    grid::{Direction, Offset},
    puzzle::{Metric, Until},
    search::ArrivalId,
};

use super::{
    Board, UnpackedState,
    cells::{CellSet, narrow},
    goal::GoalTest,
    kind::{self, Kind, KindId, cover, flips, footprints, gather, inside, linear, offsets},
    sleep_sets::{ARRIVAL_MODES, JUMP, SleepTable, arrival_id},
    state::State,
    symmetry::Mirror,
};

/// A piece of some kind with its anchor at some cell, in each mirror image.
#[derive(Clone, Copy, Debug)]
pub struct PlacementBits<const N: usize, const IMAGES: usize> {
    /// The bits that encode it.
    pub bits: [State<N>; IMAGES],
    /// The arrival there in mode 0. Add [`Tables::modes`] for another mode.
    pub arrivals: [ArrivalId; IMAGES],
}

/// A step of a piece of some kind from some cell, in each mirror image.
#[derive(Clone, Copy, Debug)]
pub struct StepBits<const N: usize, const IMAGES: usize> {
    /// The bits that change.
    pub bits: [State<N>; IMAGES],
    /// The arrival at the state after the step.
    pub arrivals: [ArrivalId; IMAGES],
}

/// The conditions of steps: for each, the anchors from which it stays on allowed cells, and the
/// cells that must be empty. Each step has the same number of such cells, because a processor
/// predicts the end of a loop of fixed length.
#[derive(Clone, Debug)]
pub struct StepMasks<M> {
    inside: Vec<M>,
    /// Indices into the shifted empties, `width` for each step.
    needs: Vec<u16>,
    width: usize,
}

impl<M: CellSet> StepMasks<M> {
    fn new(found: Vec<(M, Vec<u16>)>) -> Self {
        let width = found
            .iter()
            .map(|(_, needs)| needs.len())
            .max()
            .unwrap_or(1);
        let needs = found
            .iter()
            .flat_map(|(_, needs)| needs.iter().cycle().take(width))
            .copied()
            .collect();
        StepMasks {
            inside: found.into_iter().map(|(inside, _)| inside).collect(),
            needs,
            width,
        }
    }

    /// Iterates over the allowed anchors and the required shifted empties of each step.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (M, &[u16])> {
        self.inside
            .iter()
            .copied()
            .zip(self.needs.chunks_exact(self.width))
    }
}

/// The masks for the paths of a kind.
#[derive(Clone, Debug)]
pub struct PieceMasks<M> {
    /// The allowed anchors.
    pub(super) places: M,
    /// The anchors from which it may step, by direction.
    pub inside: [M; 4],
    /// The offsets of its cells from its anchor.
    pub offsets: Vec<u32>,
    /// The cells that it covers, by anchor.
    pub footprints: Vec<M>,
}

/// A way out of the frame for the pieces of a kind.
#[derive(Clone, Copy, Debug)]
pub struct WayOut<M> {
    pub kind: KindId,
    /// The anchor before it, as a set.
    pub anchor: M,
    /// The last anchor within the frame, as a set.
    pub stop: M,
    /// The cells that the piece covers before and on its way.
    pub way: M,
}

/// A wait of a kind until pieces have left.
#[derive(Clone, Copy, Debug)]
pub struct KindWait {
    pub kind: KindId,
    /// The most pieces on the board that end the wait.
    pub remaining: usize,
    /// The kind that must have left.
    pub key: Option<KindId>,
}

fn waits(board: &Board) -> Vec<KindWait> {
    let pieces = board.start.anchors().count();
    let kind_of = |piece| {
        let mut kinds = board.kinds().iter();
        kinds.position(|kind| kind.pieces.contains(&piece))
    };
    let mut waits = Vec::new();
    for (kind, rules) in board.kinds().iter().enumerate() {
        for &until in &rules.waits {
            let [remaining, key] = match until {
                Until::Left(left) => [Some(pieces.saturating_sub(left)), None],
                Until::Gone(key) => [None, kind_of(key)],
            };
            waits.push(KindWait {
                kind,
                remaining: remaining.unwrap_or(pieces),
                key,
            });
        }
    }
    waits
}

/// Returns the ways out that end a unit of a metric. A slide includes the way to the door; a step
/// or the last step of a move leads across it.
fn exits<M: CellSet>(board: &Board, metric: Metric) -> Vec<WayOut<M>> {
    let mut exits = Vec::new();
    for (id, kind) in board.kinds().iter().enumerate() {
        for exit in &kind.exits {
            if exit.stop == exit.anchor || metric == Metric::Slide {
                exits.push(WayOut {
                    kind: id,
                    anchor: M::single(narrow(exit.anchor)),
                    stop: M::single(narrow(exit.stop)),
                    way: M::narrow(exit.way),
                });
            }
        }
    }
    exits
}

/// The tables with which states are expanded.
#[derive(Clone, Debug)]
pub struct Tables<M, const N: usize, const IMAGES: usize> {
    /// The number of images. Tables for four images may hold fewer.
    pub order: usize,
    /// All images but the first.
    pub mirrors: Vec<Mirror<M>>,
    pub goal: GoalTest<M, N>,
    /// The number of pieces of each kind.
    pub pieces: Vec<usize>,
    /// Whether pieces of each kind may leave.
    pub may_leave: Vec<bool>,
    /// The kind of the next layer of each kind, if its pieces lose layers at doors.
    pub next_layers: Vec<Option<KindId>>,
    /// The kinds whose pieces wait until others have left.
    pub waits: Vec<KindWait>,
    /// Whether pieces of each kind leave as soon as they can; empty if none do.
    pub leaves_at_once: Vec<bool>,
    /// Ways out of the frame that end a unit of the metric, kind by kind.
    pub exits: Vec<WayOut<M>>,
    pub cells: u32,
    pub planes: usize,
    /// The cells that are not walls.
    pub free: M,
    /// Kind by kind, plane by plane: the bits to flip so that an anchor of the kind is all ones.
    pub flips: Vec<Vec<M>>,
    /// Each cell of each kind, as (kind, offset from the anchor).
    pub cover: Vec<(KindId, u32)>,
    /// The distances by which to shift the empty cells, so that a cell ahead of a piece falls on
    /// its anchor: to the left for cells above or to the left, else to the right.
    pub ahead_left: Vec<u32>,
    pub ahead_right: Vec<u32>,
    /// Kind by kind, in the order of [`Direction::ALL`]: the first step.
    pub first_steps: StepMasks<M>,
    /// For each first step, the second steps that the metric counts as one unit with it.
    pub second_steps: StepMasks<M>,
    /// The number of second steps after each first step.
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
    /// The numbers to add to an arrival in mode 0 for each mode, in each image.
    pub modes: [[ArrivalId; ARRIVAL_MODES]; IMAGES],
    pub sleep: SleepTable<M>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Tables<M, N, IMAGES> {
    pub fn new(board: &Board, metric: Metric) -> Self {
        assert!(board.cells() <= M::BITS as usize, "the cells fit the word");
        let order = board.symmetry().order();
        assert!(IMAGES == order || IMAGES == 4, "the images fit");
        let kinds = board.kinds();
        let turns = SecondSteps::of(metric);
        let ahead = cells_ahead(board, turns);
        let [first_steps, second_steps] = step_masks(board, &ahead, turns);
        let (left, right) = ahead.split_at(ahead.partition_point(|&distance| distance < 0));
        let [ahead_left, ahead_right] =
            [left, right].map(|side| side.iter().map(|it| it.unsigned_abs()).collect());
        let placements = placements::<M, N, IMAGES>(board);
        let modes = modes::<M, IMAGES>(board);
        Tables {
            order,
            mirrors: (1..order).map(|image| Mirror::of(board, image)).collect(),
            goal: GoalTest::new(board),
            pieces: kinds.iter().map(|kind| kind.pieces.len()).collect(),
            may_leave: kinds.iter().map(|kind| !kind.exits.is_empty()).collect(),
            next_layers: kinds.iter().map(|kind| kind.next_layer).collect(),
            waits: waits(board),
            leaves_at_once: (0..kinds.len())
                .filter(|_| board.leaves_at_once)
                .map(|kind| board.leaves_at_once(kind))
                .collect(),
            exits: exits(board, metric),
            steps: steps::<M, N, IMAGES>(board, &placements, &modes),
            gather: gather(board),
            cells: narrow(board.cells()),
            planes: board.planes(),
            free: M::narrow(board.free),
            flips: (0..kinds.len())
                .map(|kind| flips(kind, board.planes()))
                .collect(),
            cover: cover(board),
            ahead_left,
            ahead_right,
            first_steps,
            second_steps,
            turns: turns.after(Direction::Up).count(),
            placements,
            masks: kinds.iter().map(|kind| masks(board, kind)).collect(),
            stride: u32::from(board.grid.columns()),
            modes,
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
        footprints: footprints(board, kind),
    }
}

fn placements<M: CellSet, const N: usize, const IMAGES: usize>(
    board: &Board,
) -> Vec<PlacementBits<N, IMAGES>> {
    let stride = M::BITS as usize;
    let order = board.symmetry().order();
    let nowhere = PlacementBits {
        bits: [State::default(); IMAGES],
        arrivals: [0; IMAGES],
    };
    let mut placements = vec![nowhere; board.kinds().len() * stride];
    for (id, kind) in board.kinds().iter().enumerate() {
        for cell in (0..board.cells()).filter(|&cell| kind.places.contains(cell)) {
            let placement = &mut placements[id * stride + cell];
            for image in 0..order {
                let (anchor, partner) = board.symmetry.place(image, (cell, id));
                let alone = UnpackedState::new(board.cells(), [(anchor, partner)]);
                placement.bits[image] = board.pack(&alone);
                placement.arrivals[image] = arrival_id::<M>(partner, 0, anchor);
            }
        }
    }
    placements
}

fn steps<M: CellSet, const N: usize, const IMAGES: usize>(
    board: &Board,
    placements: &[PlacementBits<N, IMAGES>],
    modes: &[[ArrivalId; ARRIVAL_MODES]; IMAGES],
) -> Vec<StepBits<N, IMAGES>> {
    let bits = M::BITS as usize;
    let nothing = StepBits {
        bits: [State::default(); IMAGES],
        arrivals: [0; IMAGES],
    };
    let mut steps = vec![nothing; board.kinds().len() * 4 * bits];
    for (id, kind) in board.kinds().iter().enumerate() {
        for direction in Direction::ALL {
            for (cell, to) in kind::steps(board, kind, direction) {
                let before = &placements[id * bits + cell];
                let after = &placements[id * bits + to];
                steps[(id * 4 + direction as usize) * bits + cell] = StepBits {
                    bits: std::array::from_fn(|image| before.bits[image].xor(after.bits[image])),
                    arrivals: std::array::from_fn(|image| {
                        after.arrivals[image] + modes[image][direction as usize]
                    }),
                };
            }
        }
    }
    steps
}

/// Returns the numbers to add to an arrival in mode 0 for each mode, in each image.
fn modes<M: CellSet, const IMAGES: usize>(board: &Board) -> [[ArrivalId; ARRIVAL_MODES]; IMAGES] {
    let order = board.symmetry().order();
    let more = |mode| arrival_id::<M>(0, mode, 0) - arrival_id::<M>(0, 0, 0);
    std::array::from_fn(|image| {
        let mut modes = [more(JUMP); ARRIVAL_MODES];
        for direction in Direction::ALL.into_iter().filter(|_| image < order) {
            modes[direction as usize] = more(board.symmetry.direction(image, direction) as usize);
        }
        modes
    })
}

/// Returns the distinct cells ahead of the pieces, as ascending distances from their anchors.
fn cells_ahead(board: &Board, turns: SecondSteps) -> Vec<i32> {
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
    all
}

/// The second steps that a metric counts as one unit with the first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SecondSteps {
    None,
    /// In the direction of the first.
    Straight,
    /// In any direction but back.
    Any,
}

impl SecondSteps {
    const fn of(metric: Metric) -> Self {
        match metric {
            Metric::Step | Metric::Push => SecondSteps::None,
            Metric::Slide => SecondSteps::Straight,
            Metric::Move => SecondSteps::Any,
        }
    }

    fn after(self, first: Direction) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |&second| match self {
                SecondSteps::None => false,
                SecondSteps::Straight => second == first,
                SecondSteps::Any => second != first.opposite(),
            })
    }
}

/// Returns the first steps of each kind in each direction, and the second steps after each of them.
/// Anchors and cells are those before the first step.
fn step_masks<M: CellSet>(board: &Board, ahead: &[i32], turns: SecondSteps) -> [StepMasks<M>; 2] {
    let index = |distance: i32| {
        let index = ahead.binary_search(&distance).expect("a cell ahead");
        u16::try_from(index).expect("few distances")
    };
    let needs = |kind: &Kind, steps: &[Direction]| {
        newly_covered(board, kind, steps)
            .into_iter()
            .map(index)
            .collect()
    };
    let mut first_steps = Vec::new();
    let mut second_steps = Vec::new();
    for kind in board.kinds() {
        for first in Direction::ALL {
            first_steps.push((inside(board, kind, first), needs(kind, &[first])));
            for second in turns.after(first) {
                let from: M = inside(board, kind, second);
                let anchors = kind::steps(board, kind, first)
                    .filter(|&(_, to)| from.bit(narrow(to)) == 1)
                    .map(|(anchor, _)| anchor);
                second_steps.push((M::of(anchors), needs(kind, &[first, second])));
            }
        }
    }
    [first_steps, second_steps].map(StepMasks::new)
}

/// Returns the cells that the last of these steps newly covers, as distances from the anchor before
/// the first.
fn newly_covered(board: &Board, kind: &Kind, steps: &[Direction]) -> Vec<i32> {
    let mut covered: Vec<Offset> = kind.shape.offsets().to_vec();
    let mut at = covered.clone();
    let mut new = Vec::new();
    for by in steps.iter().map(|step| step.offset()) {
        for cell in &mut at {
            *cell = Offset {
                rows: cell.rows + by.rows,
                columns: cell.columns + by.columns,
            };
        }
        new = at
            .iter()
            .copied()
            .filter(|cell| !covered.contains(cell))
            .collect();
        covered.extend(&new);
    }
    new.into_iter().map(|cell| linear(board, cell)).collect()
}
