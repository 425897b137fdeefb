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

mod builder;

use crate::puzzle::Metric;
use crate::search::ArrivalId;

use super::cells::CellSet;
use super::kind::KindId;
use super::{Board, MAX_KINDS};
use builder::SleepTableBuilder;

/// The number of ways to come to a cell: a step in one of four directions, or any other path.
pub(super) const WAYS: usize = 5;
/// The way of a move that is more than a step.
pub(super) const JUMP: usize = 4;

const _: () = assert!(MAX_KINDS * WAYS * 128 < ArrivalId::MAX as usize);

/// The number of an arrival: a piece of this kind has come this way to where its anchor now stands.
/// 0 is none: nothing sleeps there.
#[expect(clippy::cast_possible_truncation, reason = "at most 31 · 5 · 128")]
pub(super) const fn via<M: CellSet>(kind: KindId, way: usize, anchor: usize) -> ArrivalId {
    (1 + (kind * WAYS + way) * M::BITS as usize + anchor) as ArrivalId
}

/// What one unit of a metric left behind, as it matters to the next: for paths of any length.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveTrace<M> {
    /// The anchor of the piece that moved, in the directions that are not to be tried with it.
    pub(super) spent: [M; 4],
    /// Cells that were not free before, and perhaps some more.
    pub(super) vacated: M,
    /// The rank of the move; 0, which is below all, where nothing may sleep.
    pub(super) rank: u32,
}

/// What sleeps after each arrival, in one metric.
#[derive(Clone, Debug)]
pub(super) struct SleepTable<M> {
    /// The anchors whose step is asleep, by direction. Before it is known which kind stands at an
    /// anchor, its step may sleep only if it does so for every kind that can stand there.
    pub(super) steps: Vec<[M; 4]>,
    /// What the longer slides and moves need to know; none for steps.
    pub(super) traces: Vec<MoveTrace<M>>,
    /// Slides: the ranks of a kind on the lines of its cells, `2 · kind + line` times `M::BITS`
    /// cells. Moves: of a kind from its cells, `kind` times `M::BITS`.
    pub(super) ranks: Vec<u32>,
}

impl<M: CellSet> SleepTable<M> {
    pub(super) fn of(board: &Board, metric: Metric) -> Self {
        let builder = SleepTableBuilder::new(board, metric);
        let (traces, ranks) = match metric {
            Metric::Step => (Vec::new(), Vec::new()),
            Metric::Slide | Metric::Move => (builder.traces(), builder.ranks::<M>()),
        };
        SleepTable { steps: builder.steps(), traces, ranks }
    }
}
