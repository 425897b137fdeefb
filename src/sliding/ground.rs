//! A board gone over state by state, for what takes more than layers: without hurry, and compiled
//! once for each number of words.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::board::{Arrangement, Board, CellSet, State};
use crate::control::{StopReason, Watch};
use crate::puzzle::Metric;
use crate::search::by_key::{ByKey, Keyed};
use crate::search::shortest::ShortestWays;
use crate::search::survey::Survey;

use super::space::SlidingSpace;

/// States expanded at a time.
const LANES: usize = 16;

/// What can be asked of a board, state by state.
pub(crate) trait Ground {
    /// How many positions have so many moves, of all that can be reached from the start: place `n`
    /// counts those with `n` moves.
    fn degrees(&mut self, watch: &mut Watch<'_>) -> Result<Vec<u64>, StopReason>;

    /// Every shortest way from the start to a goal; none where there is no way at all.
    fn shortest_ways(
        &mut self,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Box<dyn Ways + '_>>, StopReason>;

    /// The canonical forms of the positions a move away from this one, as often as there are moves
    /// to them.
    fn neighbours(&mut self, at: &Arrangement) -> Vec<Arrangement>;

    /// The canonical form of a position.
    fn canonical(&self, at: &Arrangement) -> Arrangement;

    /// How many positions, mirror images of each other, this one stands for.
    fn orbit(&self, at: &Arrangement) -> u64;

    /// Whether a position is solved.
    fn is_goal(&self, at: &Arrangement) -> bool;
}

/// Every shortest way from a start to a goal.
pub(crate) trait Ways {
    /// How many moves each of them takes.
    fn length(&self) -> usize;

    /// How many there are.
    fn count(&self) -> &BigUint;

    /// Goes each way in turn, in an order that is always the same, as positions that really follow
    /// on each other, the start first. With each comes how many of its first positions it shares
    /// with the one before.
    fn each(&mut self, visit: &mut dyn FnMut(usize, &[Arrangement]) -> ControlFlow<()>);
}

/// The ground of a board.
pub(crate) fn for_board(board: &Board, metric: Metric) -> Box<dyn Ground> {
    match (board.cells(), board.bits().div_ceil(64)) {
        (..=32, 1) => with_images::<u32, 1>(board, metric),
        (..=64, 1) => with_images::<u64, 1>(board, metric),
        (..=64, 2) => with_images::<u64, 2>(board, metric),
        (..=64, 3) => with_images::<u64, 3>(board, metric),
        (..=64, _) => with_images::<u64, 5>(board, metric),
        (_, ..=4) => with_images::<u128, 4>(board, metric),
        (_, _) => with_images::<u128, 10>(board, metric),
    }
}

fn with_images<M: CellSet + 'static, const N: usize>(
    board: &Board,
    metric: Metric,
) -> Box<dyn Ground> {
    let keyed: Box<dyn ByKey<State<N>>> = match board.symmetry().order() {
        1 => Box::new(Keyed::new(SlidingSpace::<M, N, 1, LANES>::new(board, metric))),
        2 => Box::new(Keyed::new(SlidingSpace::<M, N, 2, LANES>::new(board, metric))),
        _ => Box::new(Keyed::new(SlidingSpace::<M, N, 4, LANES>::new(board, metric))),
    };
    let plain = board.clone().without_symmetry();
    let plain = Box::new(Keyed::new(SlidingSpace::<M, N, 1, LANES>::new(&plain, metric)));
    Box::new(Packed { board: board.clone(), keyed, plain })
}

/// A board whose states take `N` words.
struct Packed<const N: usize> {
    board: Board,
    keyed: Box<dyn ByKey<State<N>>>,
    /// The same without mirror images.
    plain: Box<dyn ByKey<State<N>>>,
}

impl<const N: usize> Packed<N> {
    fn start(&self) -> State<N> {
        self.board.canonical(self.board.start())
    }
}

impl<const N: usize> Ground for Packed<N> {
    fn degrees(&mut self, watch: &mut Watch<'_>) -> Result<Vec<u64>, StopReason> {
        let mut survey = Survey::new(self.start());
        while !survey.last().is_empty() {
            survey.advance(&mut *self.keyed, watch)?;
        }
        Ok(survey.degrees().to_vec())
    }

    fn shortest_ways(
        &mut self,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Box<dyn Ways + '_>>, StopReason> {
        let start = self.start();
        let found = ShortestWays::find(&mut *self.keyed, start, watch)?;
        Ok(found.map(|ways| Box::new(PackedWays { ground: self, ways }) as Box<dyn Ways>))
    }

    fn neighbours(&mut self, at: &Arrangement) -> Vec<Arrangement> {
        let mut successors = Vec::new();
        self.keyed.append_successors(&[self.board.pack(at)], &mut successors);
        successors.iter().map(|(_, key)| self.board.unpack(key)).collect()
    }

    fn canonical(&self, at: &Arrangement) -> Arrangement {
        self.board.unpack::<N>(&self.board.canonical(at))
    }

    fn orbit(&self, at: &Arrangement) -> u64 {
        self.keyed.orbit(&self.board.pack(at))
    }

    fn is_goal(&self, at: &Arrangement) -> bool {
        self.keyed.is_goal(&self.board.pack(at))
    }
}

struct PackedWays<'a, const N: usize> {
    ground: &'a mut Packed<N>,
    ways: ShortestWays<State<N>>,
}

impl<const N: usize> PackedWays<'_, N> {
    /// The real successors of a real position that lie on a shortest way, the last one first.
    fn onward(&mut self, depth: usize, from: State<N>) -> Vec<State<N>> {
        let Packed { board, plain, .. } = &mut *self.ground;
        let mut successors = Vec::new();
        plain.append_successors(&[from], &mut successors);
        let keys = successors.into_iter().map(|(_, key)| key);
        let leads_on = |key: &State<N>| {
            let canonical = board.canonical::<N>(&board.unpack(key));
            self.ways.leads_on(depth + 1, &canonical)
        };
        let mut onward: Vec<State<N>> = keys.filter(leads_on).collect();
        onward.sort_unstable_by(|one, other| other.cmp(one));
        onward
    }
}

impl<const N: usize> Ways for PackedWays<'_, N> {
    fn length(&self) -> usize {
        self.ways.length()
    }

    fn count(&self) -> &BigUint {
        self.ways.count()
    }

    fn each(&mut self, visit: &mut dyn FnMut(usize, &[Arrangement]) -> ControlFlow<()>) {
        let start = self.ground.board.start().clone();
        // What is still to be tried at each depth, the next one last.
        let mut waiting = vec![vec![self.ground.board.pack::<N>(&start)]];
        let mut path: Vec<Arrangement> = Vec::new();
        let mut shared = 0;
        while let Some(depth) = waiting.len().checked_sub(1) {
            path.truncate(depth);
            shared = shared.min(depth);
            let Some(state) = waiting[depth].pop() else {
                waiting.pop();
                continue;
            };
            path.push(self.ground.board.unpack(&state));
            if depth < self.length() {
                let onward = self.onward(depth, state);
                waiting.push(onward);
            } else {
                if visit(shared, &path).is_break() {
                    return;
                }
                shared = path.len();
            }
        }
    }
}
