//! A board as the engines see it.

use crate::board::{Board, CellSet, Expander, GoalTest, Packed, State};
use crate::puzzle::Metric;
use crate::search::StateSpace;

/// States expanded at a time by breadth-first search: enough to fill vector registers, few enough
/// for a small layer not to be all padding. Measured with 8, 16 and 32.
pub(super) const LANES: usize = 16;

/// The positions of a board, and the units of a metric between them.
#[derive(Clone, Debug)]
pub(super) struct SlidingSpace<M, const N: usize, const IMAGES: usize, const LANES: usize> {
    expander: Expander<M, N, IMAGES, LANES>,
    goal: GoalTest<M, N>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize, const LANES: usize>
    SlidingSpace<M, N, IMAGES, LANES>
{
    pub(super) fn new(board: &Board, metric: Metric) -> Self {
        SlidingSpace { expander: Expander::new(board, metric), goal: GoalTest::new(board) }
    }

    pub(super) fn into_expander(self) -> Expander<M, N, IMAGES, LANES> {
        self.expander
    }

    pub(super) const fn expander(&self) -> &Expander<M, N, IMAGES, LANES> {
        &self.expander
    }
}

impl<M: CellSet, const N: usize, const IMAGES: usize, const LANES: usize> StateSpace
    for SlidingSpace<M, N, IMAGES, LANES>
{
    type State = Packed<N, IMAGES>;
    type Key = State<N>;
    const BLOCK: usize = LANES;

    #[inline(always)]
    fn key(&self, state: &Self::State) -> State<N> {
        state.canonical()
    }

    fn state(&self, key: &State<N>) -> Self::State {
        self.expander.wake(key)
    }

    fn is_state(&self, key: &State<N>) -> bool {
        self.expander.is_form(key)
    }

    #[inline(always)]
    fn orbit(&self, state: &Self::State) -> u64 {
        state.orbit()
    }

    fn expand(&mut self, block: &[Self::State], successors: &mut Vec<(u32, Self::State)>) {
        self.expander.expand(block, successors);
    }

    #[inline(always)]
    fn is_goal(&self, key: &State<N>) -> bool {
        self.goal.is_met(key)
    }
}
