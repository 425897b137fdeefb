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

use super::sizes::{self, Build};
use super::space::{LANES, SlidingSpace};

/// What can be asked of a board, state by state.
pub(crate) trait Ground: Send {
    /// How many positions have so many moves, of all that can be reached from the start: place `n`
    /// counts those with `n` moves.
    fn degrees(&mut self, watch: &mut Watch<'_>) -> Result<Vec<u64>, StopReason>;

    /// How far each position is from the nearest goal, of all that can be reached from the start;
    /// nothing where there is no goal.
    fn distances(&mut self, watch: &mut Watch<'_>) -> Result<Table, StopReason>;

    /// The words of the canonical form of a position.
    fn words(&self, at: &Arrangement) -> Vec<u64>;

    /// Every shortest way from the start to a goal; none where there is no way at all.
    fn shortest_ways(
        self: Box<Self>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Box<dyn Ways>>, StopReason>;

    /// The positions a move away from this one.
    fn successors(&mut self, at: &Arrangement) -> Vec<Arrangement>;

    /// The canonical form of a position.
    fn canonical(&self, at: &Arrangement) -> Arrangement;

    /// How many positions, mirror images of each other, this one stands for.
    fn orbit(&self, at: &Arrangement) -> u64;

    /// Whether a position is solved.
    fn is_goal(&self, at: &Arrangement) -> bool;
}

/// Positions, mirror images taken for one, and a number for each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Table {
    /// The words of their canonical forms, one after the other; the forms are in order.
    pub(crate) keys: Vec<u64>,
    /// The number of each form.
    pub(crate) numbers: Vec<u16>,
}

/// Every shortest way from a start to a goal.
pub(crate) trait Ways {
    /// How many moves each of them takes.
    fn length(&self) -> usize;

    /// How many there are.
    fn count(&self) -> &BigUint;

    /// Goes each way in turn, in an order that is always the same, as positions that really follow
    /// on each other, the start first.
    fn each(&mut self, visit: &mut dyn FnMut(&[Arrangement]) -> ControlFlow<()>);
}

/// The ground of a board.
pub(crate) fn for_board(board: &Board, metric: Metric) -> Box<dyn Ground> {
    sizes::build(board, GroundFor { board, metric })
}

struct GroundFor<'a> {
    board: &'a Board,
    metric: Metric,
}

impl Build for GroundFor<'_> {
    type Built = Box<dyn Ground>;

    fn build<M: CellSet + Send + Sync + 'static, const N: usize, const IMAGES: usize>(
        self,
    ) -> Self::Built {
        let GroundFor { board, metric } = self;
        let plain = board.clone().without_symmetry();
        Box::new(Packed::<N> {
            board: board.clone(),
            keyed: Box::new(Keyed::new(SlidingSpace::<M, N, IMAGES, LANES>::new(board, metric))),
            plain: Box::new(Keyed::new(SlidingSpace::<M, N, 1, LANES>::new(&plain, metric))),
        })
    }
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
        let mut survey = Survey::new(vec![self.start()]);
        while !survey.last().is_empty() {
            survey.advance(&mut *self.keyed, watch)?;
        }
        Ok(survey.degrees().to_vec())
    }

    fn distances(&mut self, watch: &mut Watch<'_>) -> Result<Table, StopReason> {
        let mut goals = Vec::new();
        let mut survey = Survey::new(vec![self.start()]);
        while !survey.last().is_empty() {
            goals.extend(survey.last().iter().filter(|&key| self.keyed.is_goal(key)));
            survey.advance(&mut *self.keyed, watch)?;
        }
        let mut found: Vec<(State<N>, u16)> = Vec::new();
        let mut survey = Survey::new(goals);
        for distance in 0.. {
            if survey.last().is_empty() {
                break;
            }
            let bytes = size_of_val(&found[..]) + size_of_val(survey.last());
            if watch.limits().max_bytes.is_some_and(|most| bytes > most) {
                return Err(StopReason::Memory);
            }
            // A number that is wider would make every table wider.
            let distance = u16::try_from(distance).map_err(|_| StopReason::Depth)?;
            found.extend(survey.last().iter().map(|&key| (key, distance)));
            survey.advance(&mut *self.keyed, watch)?;
        }
        found.sort_unstable();
        Ok(Table {
            keys: found.iter().flat_map(|(key, _)| *key.words()).collect(),
            numbers: found.iter().map(|&(_, distance)| distance).collect(),
        })
    }

    fn words(&self, at: &Arrangement) -> Vec<u64> {
        self.board.canonical::<N>(at).words().to_vec()
    }

    fn shortest_ways(
        mut self: Box<Self>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Box<dyn Ways>>, StopReason> {
        let start = self.start();
        let found = ShortestWays::find(&mut *self.keyed, start, watch)?;
        Ok(found.map(|ways| Box::new(PackedWays { ground: *self, ways }) as Box<dyn Ways>))
    }

    fn successors(&mut self, at: &Arrangement) -> Vec<Arrangement> {
        let mut successors = Vec::new();
        self.plain.append_successors(&[self.board.pack(at)], &mut successors);
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

struct PackedWays<const N: usize> {
    ground: Packed<N>,
    ways: ShortestWays<State<N>>,
}

impl<const N: usize> PackedWays<N> {
    /// The real successors of a real position that lie on a shortest way, the last one first.
    fn onward(&mut self, depth: usize, from: State<N>) -> Vec<State<N>> {
        let Packed { board, plain, .. } = &mut self.ground;
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

impl<const N: usize> Ways for PackedWays<N> {
    fn length(&self) -> usize {
        self.ways.length()
    }

    fn count(&self) -> &BigUint {
        self.ways.count()
    }

    fn each(&mut self, visit: &mut dyn FnMut(&[Arrangement]) -> ControlFlow<()>) {
        let start = self.ground.board.start().clone();
        // What is still to be tried at each depth, the next one last.
        let mut waiting = vec![vec![self.ground.board.pack::<N>(&start)]];
        let mut path: Vec<Arrangement> = Vec::new();
        while let Some(depth) = waiting.len().checked_sub(1) {
            path.truncate(depth);
            let Some(state) = waiting[depth].pop() else {
                waiting.pop();
                continue;
            };
            path.push(self.ground.board.unpack(&state));
            if depth < self.length() {
                let onward = self.onward(depth, state);
                waiting.push(onward);
            } else if visit(&path).is_break() {
                return;
            }
        }
    }
}
