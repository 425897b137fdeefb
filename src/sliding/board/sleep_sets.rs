//! Sleep sets: the moves that a search need not try, because it tries the same moves in another
//! order.
//!
//! Let a state `s` lead to `t` by a move of one piece, and `t` to `u` by a move of another. If both
//! moves can also be made in the other order, one order is enough: that of rising *rank*. So in
//! `t` a move *sleeps* if it was possible in `s` already, does not interfere with the move that led
//! to `t`, and has a lower rank than that move. On the classic layout, two of five
//! successors sleep.
//!
//! Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, 1996, chapter 5.
//!
//! **Breadth-first search loses no state by this, and reaches none in a later layer.** The proof is
//! by induction on layers. Let the search meet every state at a distance of at most `d` from the
//! sources, each in its layer, and let `u` have the distance `d + 1`. Of the moves from layer `d`
//! to `u`, take one of the highest rank: `n`, from a state `t`. If the expansion of `t` skips `n`,
//! the cause is the move `m` that led to `t` from a state `s` of layer `d − 1`. Two cases arise:
//!
//! - `n` moves the same piece on, to where it could have gone at once. Then `u` is a successor of
//!   `s`, or `s` itself, and its distance is at most `d`.
//! - `n` sleeps: it was possible in `s`, and led from there to a state `v` whose distance is at
//!   most `d`. From `v`, `m` leads to `u`. So the distance of `v` is `d`, and `m` has a higher rank
//!   than `n`.
//!
//! Both are contradictions. As the states of a search are canonical, the move from `v` may be
//! reflected: hence mirror images of a move share their rank.
//!
//! The proof does not ask that moves can be taken back, so it holds on a board with doors, too: no
//! move through a door sleeps, and nothing sleeps after it. `m` and `n` are then moves within the
//! frame. It does ask that `v` has every move, so nothing sleeps if pieces leave at once.
//!
//! **In any other order, a search with sleep sets can lose states.** Without layers, `s` is not
//! nearer than `u`, and the two cases can depend on each other in a cycle: a piece does not move on
//! because another order leads there, and that order sleeps because the piece moves on. Depth-first
//! search did lose states in this way, where a move goes any distance.
//!
//! The sleep set of a state depends only on how the search reached the state. An [`ArrivalId`]
//! numbers these arrivals, and a [`SleepTable`] holds the sleep set after each, computed once per
//! board.
//!
//! # An example in steps
//!
//! On a row of five cells, `A . B . .`, let `A` step right. It now stands in cell 1 and has
//! *vacated* cell 0. Which steps sleep after this arrival, wherever the other pieces stand?
//!
//! - `B` could step right from 2 to 3 before, too, and `A` does not interfere. Its step has rank
//!   `4 · 2 + right`, and that of `A` from cell 0 has `4 · 0 + right`. The search tries the lower
//!   rank first: `A`, then `B`. So the step of `B` is awake. After the step of `B`, that of `A`
//!   sleeps.
//! - A step into the vacated cell was impossible before, so it never sleeps.
//! - A step into a cell where `A` now stands is impossible, so it does not matter.
//! - `A` does not step back: it is *spent*.
//!
//! The expansion masks the steps before it reads the kind at an anchor. So a step from a cell
//! sleeps only if it sleeps for each kind that can stand there.

use crate::{grid::Direction, puzzle::Metric, search::ArrivalId};

use super::{
    Board, LANE_CELLS, LANE_KINDS,
    cells::{CellSet, narrow},
    kind::{KindId, footprints, steps},
};

/// The number of modes of arrival at a cell: a step in one of four directions, or a longer path.
pub const ARRIVAL_MODES: usize = 5;
/// The mode of a path that is longer than a step.
pub const JUMP: usize = 4;

const _: () = assert!(LANE_KINDS * ARRIVAL_MODES * LANE_CELLS < ArrivalId::MAX as usize);

/// Returns the number of an arrival: a piece of this kind has moved its anchor to this cell, in
/// this mode. 0 stands for an unknown arrival, after which nothing sleeps, as on a wide board.
#[expect(clippy::cast_possible_truncation, reason = "at most 63 · 5 · 128")]
pub const fn arrival_id<M: CellSet>(kind: KindId, mode: usize, anchor: usize) -> ArrivalId {
    if M::BITS as usize > LANE_CELLS {
        return 0;
    }
    (1 + (kind * ARRIVAL_MODES + mode) * M::BITS as usize + anchor) as ArrivalId
}

/// The effect of a slide or a move on the sleep set after it.
#[derive(Clone, Copy, Debug)]
pub struct MoveTrace<M> {
    /// By direction: the anchor of the moved piece, if its step in this direction is redundant.
    pub spent: [M; 4],
    /// A superset of the cells that the move freed.
    pub vacated: M,
    /// The rank of the move, or 0, the lowest rank, if nothing sleeps after it.
    pub rank: u32,
}

/// The sleep set after each arrival, in one metric.
#[derive(Clone, Debug)]
pub struct SleepTable<M> {
    /// The anchors whose step sleeps, by direction: those where it sleeps for every kind that can
    /// stand there.
    pub steps: Vec<[M; 4]>,
    /// The traces of the moves of the arrivals, for longer slides and moves; empty for steps.
    pub traces: Vec<MoveTrace<M>>,
    /// Slides: the ranks of a kind on the lines of its cells, `2 · kind + line` times `M::BITS`
    /// cells. Moves: of a kind from its cells, `kind` times `M::BITS`.
    pub ranks: Vec<u32>,
}

impl<M: CellSet> SleepTable<M> {
    pub fn of(board: &Board, metric: Metric) -> Self {
        let builder = SleepTableBuilder::new(board, metric);
        let kinds = board.kinds().len();
        let nothing = MoveTrace {
            spent: [M::EMPTY; 4],
            vacated: M::EMPTY,
            rank: 0,
        };
        if M::BITS as usize > LANE_CELLS {
            return SleepTable {
                steps: vec![nothing.spent],
                traces: vec![nothing],
                ranks: builder.ranks(),
            };
        }
        let mut traces = vec![nothing; 1 + kinds * ARRIVAL_MODES * M::BITS as usize];
        let mut steps = vec![nothing.spent; traces.len()];
        for kind in 0..kinds {
            for cell in 0..board.cells() {
                // The path is unknown, so only the piece itself is spent.
                let arrival = usize::from(arrival_id::<M>(kind, JUMP, cell));
                steps[arrival] = [M::single(narrow(cell)); 4];
                traces[arrival] = MoveTrace {
                    spent: steps[arrival],
                    ..nothing
                };
            }
        }
        for last in &builder.steps {
            let mode = last.direction as usize;
            let arrival = usize::from(arrival_id::<M>(last.kind, mode, last.to));
            let vacated = builder.vacated(last);
            traces[arrival] = builder.trace(last, vacated);
            steps[arrival] = builder.asleep_after(last, vacated, traces[arrival].spent);
        }
        if matches!(metric, Metric::Step | Metric::Push) {
            traces = Vec::new();
        }
        SleepTable {
            steps,
            traces,
            ranks: builder.ranks(),
        }
    }
}

/// A step of a kind from a cell.
struct RankedStep<M> {
    kind: KindId,
    direction: Direction,
    from: usize,
    to: usize,
    /// The rank of the unit that is this step or begins with it.
    rank: u32,
    /// The cells that the piece covers after the step.
    after: M,
    /// The cells that the piece covers before or after the step.
    covers: M,
}

struct SleepTableBuilder<'a, M> {
    board: &'a Board,
    metric: Metric,
    /// The cells that a piece covers, kind by kind, by its anchor.
    footprints: Vec<Vec<M>>,
    steps: Vec<RankedStep<M>>,
}

impl<'a, M: CellSet> SleepTableBuilder<'a, M> {
    fn new(board: &'a Board, metric: Metric) -> Self {
        let footprints = board
            .kinds()
            .iter()
            .map(|kind| footprints(board, kind))
            .collect();
        let mut builder = SleepTableBuilder {
            board,
            metric,
            footprints,
            steps: Vec::new(),
        };
        for (kind, found) in board.kinds().iter().enumerate() {
            for direction in Direction::ALL {
                for (from, to) in steps(board, found, direction) {
                    let rank = builder.rank(kind, from, direction);
                    let [before, after] = [from, to].map(|cell| builder.footprints[kind][cell]);
                    let step = RankedStep {
                        kind,
                        direction,
                        from,
                        to,
                        rank,
                        after,
                        covers: before | after,
                    };
                    builder.steps.push(step);
                }
            }
        }
        builder
    }

    /// Returns the rank, from 1, of a unit that begins at a cell in a direction: the least number
    /// of its mirror images, ordered by place and then by kind. All slides of a piece along a line
    /// have one rank, and so have all moves of a piece from a cell.
    fn rank(&self, kind: KindId, cell: usize, direction: Direction) -> u32 {
        let Board {
            kinds,
            grid,
            symmetry,
            ..
        } = self.board;
        let images = (0..symmetry.order()).map(|image| {
            let (cell, kind) = symmetry.place(image, (cell, kind));
            let place = match (self.metric, line(direction)) {
                (Metric::Step | Metric::Push, _) => {
                    4 * cell + symmetry.direction(image, direction) as usize
                }
                (Metric::Slide, 0) => 2 * usize::from(grid.cell(cell).column),
                (Metric::Slide, line) => 2 * usize::from(grid.cell(cell).row) + line,
                (Metric::Move, _) => cell,
            };
            1 + place * kinds.len() + kind
        });
        u32::try_from(images.min().expect("the board itself")).expect("few cells and kinds")
    }

    /// Returns the ranks as [`SleepTable::ranks`] lists them.
    fn ranks(&self) -> Vec<u32> {
        let directions: &[Direction] = match self.metric {
            Metric::Step | Metric::Push => &[],
            Metric::Slide => &[Direction::Up, Direction::Left],
            Metric::Move => &[Direction::Up],
        };
        let mut ranks = Vec::new();
        for (kind, found) in self.board.kinds().iter().enumerate() {
            for &direction in directions {
                ranks.extend((0..M::BITS as usize).map(|cell| {
                    let stands = cell < self.board.cells() && found.places.contains(cell);
                    if stands {
                        self.rank(kind, cell, direction)
                    } else {
                        u32::MAX
                    }
                }));
            }
        }
        ranks
    }

    /// Returns the anchors whose step sleeps after a step, by direction.
    fn asleep_after(&self, last: &RankedStep<M>, vacated: M, spent: [M; 4]) -> [M; 4] {
        let here = self.footprints[last.kind][last.to];
        // The anchors where the step of some kind is possible, and those where it is also awake.
        let mut seen = [M::EMPTY; 4];
        let mut awake = [M::single(narrow(last.to)); 4];
        for step in &self.steps {
            if step.covers & here != M::EMPTY {
                continue;
            }
            let direction = step.direction as usize;
            let from = M::single(narrow(step.from));
            seen[direction] |= from;
            let was_possible = step.after & vacated == M::EMPTY;
            if !was_possible || step.rank >= last.rank {
                awake[direction] |= from;
            }
        }
        std::array::from_fn(|direction| seen[direction] & !awake[direction] | spent[direction])
    }

    /// Returns the trace of a step, or of a slide that ends with it.
    fn trace(&self, last: &RankedStep<M>, vacated: M) -> MoveTrace<M> {
        let spent = Direction::ALL.map(|direction| {
            let leads_nowhere_new = match self.metric {
                // All tiles in line could have been pushed at once.
                Metric::Push if line(direction) == line(last.direction) => return !M::EMPTY,
                Metric::Push => false,
                Metric::Step => direction == last.direction.opposite(),
                // The piece could have slid to the end of the line at once.
                Metric::Slide => line(direction) == line(last.direction),
                // The piece could have moved to any further place at once.
                Metric::Move => true,
            };
            if leads_nowhere_new {
                M::single(narrow(last.to))
            } else {
                M::EMPTY
            }
        });
        MoveTrace {
            spent,
            vacated,
            rank: last.rank,
        }
    }

    /// Returns the cells that the last unit may have vacated. The length of a slide is unknown, so
    /// it includes all cells from which the piece can have come.
    fn vacated(&self, last: &RankedStep<M>) -> M {
        let footprints = &self.footprints[last.kind];
        let mut cells = footprints[last.from];
        if self.metric == Metric::Slide {
            let before = |to: usize| {
                let mut steps = self.steps.iter();
                steps
                    .find(|step| {
                        (step.kind, step.direction, step.to) == (last.kind, last.direction, to)
                    })
                    .map(|step| step.from)
            };
            std::iter::successors(before(last.from), |&from| before(from))
                .for_each(|from| cells |= footprints[from]);
        }
        cells & !footprints[last.to]
    }
}

/// 0 for up and down, 1 for left and right.
const fn line(direction: Direction) -> usize {
    match direction {
        Direction::Up | Direction::Down => 0,
        Direction::Left | Direction::Right => 1,
    }
}
