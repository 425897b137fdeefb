//! Sleep sets: which moves need not be tried, because the same moves in another order are.
//!
//! Let a state `s` lead to `t` by one piece, and `t` to `u` by another. If the second piece could
//! have gone first and the first piece after it, then `u` is reached in that order, too. Of the
//! two orders one is enough: the one in which the moves come by rising *rank*. So in `t` a move
//! *sleeps* if it was possible in `s` already, does not get in the way of the move that led to
//! `t`, and has a lower rank than that. On the classic layout two successors of five are saved.
//!
//! Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, 1996, chapter 5.
//!
//! **Breadth-first search loses no state by it, and reaches none in a later layer.** By induction
//! on layers: let all states be met whose distance from the sources is at most `d`, each in its
//! layer, and let `u` have the distance `d + 1`. Some move leads there from a state of layer `d`;
//! take one of the highest rank, `n`, from `t`. If it were left out, then because of the move `m`
//! that led to `t` from a state `s` of layer `d − 1`, for one of two reasons:
//!
//! - The same piece moves on, to where it could have gone at once. Then `u` is a successor of `s`,
//!   or `s` itself, and its distance is at most `d`.
//! - `n` sleeps: it was possible in `s`, and led to a state `v` there whose distance is at most
//!   `d`. From `v`, `m` leads to `u`, so that the distance of `v` is `d`, and `m` has a higher rank
//!   than `n`.
//!
//! Both are contradictions. As the states of a search are canonical, the move from `v` may be seen
//! in a mirror: hence mirror images of a move share their rank.
//!
//! **No other order of search may leave these moves out.** Without layers, `s` is not nearer than
//! `u`, and the two reasons can lean on each other in a circle: a piece does not move on because
//! another order was to lead there, which sleeps because the piece was to move on. Depth-first
//! search did lose states to that, where a move goes any distance.
//!
//! What sleeps in a state depends on how the state was reached and on nothing else: an
//! [`ArrivalId`] numbers the ways, and the tables are made once per board.
//!
//! Builds the tables of what sleeps: where the pieces of a board can go, in which order, and which
//! of that was possible before a move and is still as good after it.
//!
//! An example in steps. On a row of five cells, `A . B . .`, let `A` step right: it now stands in
//! cell 1 and has *vacated* cell 0. Which steps sleep after this arrival, wherever the other pieces
//! may be?
//!
//! - `B` could step right from 2 to 3 before, too, and `A` is not in its way. Its step has rank
//!   `4 · 2 + right`, that of `A` from cell 0 has `4 · 0 + right`. The lower rank goes first: `A`
//!   then `B` is the order that is tried, so `B`'s step stays awake; had `B` stepped first, that of
//!   `A` would sleep afterwards.
//! - A step into the vacated cell was not possible before, so it never sleeps.
//! - A step that covers a cell where `A` now stands cannot be made; it is left out of account.
//! - `A` itself does not step back: *spent*.
//!
//! As the anchor alone is looked at before the kind is known, a step from a cell sleeps only if it
//! does so for each kind that can stand there: `seen` by some kind, and `awake` for none.

use crate::grid::Direction;
use crate::puzzle::Metric;
use crate::search::ArrivalId;

use super::cells::{CellSet, footprints, inside, narrow};
use super::kind::KindId;
use super::{Board, MAX_KINDS};

/// The number of ways to come to a cell: a step in one of four directions, or any other path.
pub const WAYS: usize = 5;
/// The way of a move that is more than a step.
pub const JUMP: usize = 4;

const _: () = assert!(MAX_KINDS * WAYS * 128 < ArrivalId::MAX as usize);

/// The number of an arrival: a piece of this kind has come this way to where its anchor now stands.
/// 0 is none: nothing sleeps there.
#[expect(clippy::cast_possible_truncation, reason = "at most 31 · 5 · 128")]
pub const fn via<M: CellSet>(kind: KindId, way: usize, anchor: usize) -> ArrivalId {
    (1 + (kind * WAYS + way) * M::BITS as usize + anchor) as ArrivalId
}

/// What one unit of a metric left behind, as it matters to the next: for paths of any length.
#[derive(Clone, Copy, Debug)]
pub struct MoveTrace<M> {
    /// The anchor of the piece that moved, in the directions that are not to be tried with it.
    pub spent: [M; 4],
    /// Cells that were not free before, and perhaps some more.
    pub vacated: M,
    /// The rank of the move; 0, which is below all, where nothing may sleep.
    pub rank: u32,
}

/// What sleeps after each arrival, in one metric.
#[derive(Clone, Debug)]
pub struct SleepTable<M> {
    /// The anchors whose step is asleep, by direction. Before it is known which kind stands at an
    /// anchor, its step may sleep only if it does so for every kind that can stand there.
    pub steps: Vec<[M; 4]>,
    /// What the longer slides and moves need to know; none for steps.
    pub traces: Vec<MoveTrace<M>>,
    /// Slides: the ranks of a kind on the lines of its cells, `2 · kind + line` times `M::BITS`
    /// cells. Moves: of a kind from its cells, `kind` times `M::BITS`.
    pub ranks: Vec<u32>,
}

impl<M: CellSet> SleepTable<M> {
    pub fn of(board: &Board, metric: Metric) -> Self {
        let builder = SleepTableBuilder::new(board, metric);
        let (traces, ranks) = match metric {
            Metric::Step => (Vec::new(), Vec::new()),
            Metric::Slide | Metric::Move => (builder.traces(), builder.ranks::<M>()),
        };
        SleepTable { steps: builder.steps(), traces, ranks }
    }
}

/// A step of a kind from a cell, and the rank of what it is the whole or the beginning of.
struct RankedStep {
    kind: KindId,
    direction: Direction,
    from: usize,
    to: usize,
    rank: u32,
    /// What the piece covers in the end, and that together with what it covers before.
    goes: u128,
    covers: u128,
}

/// Where the pieces of a board can go, and what they cover there.
pub struct SleepTableBuilder<'a> {
    board: &'a Board,
    metric: Metric,
    /// Kind by kind, cell by cell.
    footprints: Vec<Vec<u128>>,
    steps: Vec<RankedStep>,
}

impl<'a> SleepTableBuilder<'a> {
    pub fn new(board: &'a Board, metric: Metric) -> Self {
        let footprints = board.kinds().iter().map(|kind| footprints(board, kind)).collect();
        let mut builder = SleepTableBuilder { board, metric, footprints, steps: Vec::new() };
        for (kind, found) in board.kinds().iter().enumerate() {
            for direction in Direction::ALL {
                let inside: u128 = inside(board, found, direction);
                for from in (0..board.cells()).filter(|cell| inside >> cell & 1 == 1) {
                    let to = board.grid.cell(from).step(direction).expect("it stays inside");
                    let rank = match metric {
                        Metric::Step => builder.step_rank(kind, from, direction),
                        Metric::Slide => builder.line_rank(kind, line(direction), from),
                        Metric::Move => builder.place_rank(kind, from),
                    };
                    let to = board.grid.index(to);
                    let [stands, goes] = [from, to].map(|cell| builder.footprints[kind][cell]);
                    let covers = stands | goes;
                    builder.steps.push(RankedStep {
                        kind,
                        direction,
                        from,
                        to,
                        rank,
                        goes,
                        covers,
                    });
                }
            }
        }
        builder
    }

    /// The rank of what a kind does at a cell, from 1: the least place of its mirror images, which
    /// are ordered by `place`, given the image and the cell, and then by kind.
    fn rank(&self, kind: KindId, cell: usize, place: impl Fn(usize, usize) -> usize) -> u32 {
        let kinds = self.board.kinds();
        let images = (0..self.board.symmetry.order()).map(|image| {
            let (cell, kind) = self.board.symmetry.place(image, (cell, kind));
            1 + place(image, cell) * kinds.len() + kind
        });
        u32::try_from(images.min().expect("the board itself")).expect("few cells and kinds")
    }

    fn step_rank(&self, kind: KindId, from: usize, direction: Direction) -> u32 {
        self.rank(kind, from, |image, cell| {
            4 * cell + self.board.symmetry.direction(image, direction) as usize
        })
    }

    /// The same for all that a piece can slide to along a line.
    fn line_rank(&self, kind: KindId, line: usize, cell: usize) -> u32 {
        self.rank(kind, cell, |_, cell| {
            let cell = self.board.grid.cell(cell);
            2 * usize::from(if line == 0 { cell.column } else { cell.row }) + line
        })
    }

    /// The same for all that a piece can move to.
    fn place_rank(&self, kind: KindId, from: usize) -> u32 {
        self.rank(kind, from, |_, cell| cell)
    }

    /// The ranks of slides or of moves, as [`SleepTable::ranks`] lists
    /// them.
    pub fn ranks<M: CellSet>(&self) -> Vec<u32> {
        let lines = if self.metric == Metric::Slide { 2 } else { 1 };
        let mut ranks = vec![u32::MAX; self.board.kinds().len() * lines * M::BITS as usize];
        for (kind, found) in self.board.kinds().iter().enumerate() {
            for cell in (0..self.board.cells()).filter(|cell| found.places >> cell & 1 == 1) {
                for line in 0..lines {
                    let rank = match self.metric {
                        Metric::Slide => self.line_rank(kind, line, cell),
                        Metric::Step | Metric::Move => self.place_rank(kind, cell),
                    };
                    ranks[(kind * lines + line) * M::BITS as usize + cell] = rank;
                }
            }
        }
        ranks
    }

    /// Which steps sleep after each arrival.
    pub fn steps<M: CellSet>(&self) -> Vec<[M; 4]> {
        let mut asleep = self.arrivals::<M, _>([M::EMPTY; 4]);
        for (arrival, spent) in self.jumps::<M>() {
            asleep[arrival] = spent;
        }
        for last in &self.steps {
            asleep[arrival::<M>(last)] = self.asleep_after(last);
        }
        asleep
    }

    fn asleep_after<M: CellSet>(&self, last: &RankedStep) -> [M; 4] {
        let (here, vacated) = (self.footprints[last.kind][last.to], self.vacated(last));
        let (mut seen, mut awake) = ([0_u128; 4], [1_u128 << last.to; 4]);
        for step in &self.steps {
            if step.covers & here != 0 {
                continue;
            }
            let direction = step.direction as usize;
            seen[direction] |= 1 << step.from;
            if step.goes & vacated != 0 || step.rank >= last.rank {
                awake[direction] |= 1 << step.from;
            }
        }
        let spent = self.spent::<M>(last);
        std::array::from_fn(|direction| {
            M::narrow(seen[direction] & !awake[direction]) | spent[direction]
        })
    }

    /// What each arrival leaves behind.
    pub fn traces<M: CellSet>(&self) -> Vec<MoveTrace<M>> {
        let nothing = MoveTrace { spent: [M::EMPTY; 4], vacated: M::EMPTY, rank: 0 };
        let mut traces = self.arrivals::<M, _>(nothing);
        for (arrival, spent) in self.jumps() {
            traces[arrival] = MoveTrace { spent, ..nothing };
        }
        for last in &self.steps {
            traces[arrival::<M>(last)] = MoveTrace {
                spent: self.spent(last),
                vacated: M::narrow(self.vacated(last)),
                rank: last.rank,
            };
        }
        traces
    }

    fn arrivals<M: CellSet, T: Clone>(&self, nothing: T) -> Vec<T> {
        vec![nothing; 1 + self.board.kinds().len() * WAYS * M::BITS as usize]
    }

    /// The arrivals by more than a step, and what is spent then: the piece. Which way it came is
    /// not known, and so nothing else sleeps.
    fn jumps<M: CellSet>(&self) -> impl Iterator<Item = (usize, [M; 4])> {
        let kinds = 0..self.board.kinds().len();
        kinds.flat_map(|kind| {
            (0..self.board.cells()).map(move |cell| {
                let arrival = via::<M>(kind, JUMP, cell);
                (usize::from(arrival), [M::single(narrow(cell)); 4])
            })
        })
    }

    /// The piece that came by a step, in the directions where it leads nowhere new.
    fn spent<M: CellSet>(&self, last: &RankedStep) -> [M; 4] {
        Direction::ALL.map(|direction| {
            let leads_back = match self.metric {
                Metric::Step => direction == last.direction.opposite(),
                // How far it slides along a line, it could have slid at once.
                Metric::Slide => line(direction) == line(last.direction),
                // Wherever it goes on to, it could have gone at once.
                Metric::Move => true,
            };
            if leads_back { M::single(narrow(last.to)) } else { M::EMPTY }
        })
    }

    /// The cells that the last unit has left. How long a slide was is not known: it may have come
    /// from as far back as the piece can have stood.
    fn vacated(&self, last: &RankedStep) -> u128 {
        let footprints = &self.footprints[last.kind];
        let mut cells = footprints[last.from];
        if self.metric == Metric::Slide {
            let before = |to: usize| {
                let mut steps = self.steps.iter();
                let found = steps.find(|step| {
                    (step.kind, step.direction, step.to) == (last.kind, last.direction, to)
                });
                found.map(|step| step.from)
            };
            let mut at = before(last.from);
            while let Some(from) = at {
                cells |= footprints[from];
                at = before(from);
            }
        }
        cells & !footprints[last.to]
    }
}

/// The number of the arrival by a step, or by a slide that ends with it.
fn arrival<M: CellSet>(last: &RankedStep) -> usize {
    usize::from(via::<M>(last.kind, last.direction as usize, last.to))
}

/// 0 up and down, 1 left and right.
const fn line(direction: Direction) -> usize {
    match direction {
        Direction::Up | Direction::Down => 0,
        Direction::Left | Direction::Right => 1,
    }
}
