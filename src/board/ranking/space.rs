//! A board whose states are known by their ranks.

use std::sync::Arc;

use crate::board::Board;
use crate::board::cells::CellSet;
use crate::board::state::State;
use crate::search::{ArrivalId, BLOCK, Key, OrbitInfo, Space, StateWords, Successor};

use super::placement_dag::RankBatch;
use super::{RankPath, Ranking};

/// The placements of a board's pieces by number, and the moves between them.
pub struct RankSpace<M, const N: usize> {
    states: Box<dyn Space<State<N>>>,
    ranking: Arc<Ranking<M, N>>,
    block: Vec<State<N>>,
    ways: Vec<RankPath<M>>,
    walks: RankBatch,
    successors: Vec<Successor<State<N>>>,
    found: Vec<Option<(State<N>, OrbitInfo)>>,
}

impl<M: CellSet, const N: usize> RankSpace<M, N> {
    /// The space of the board's `states`, by ranks; none if these cannot be numbered with so many
    /// `bytes`.
    #[must_use]
    pub fn new(board: &Board, states: Box<dyn Space<State<N>>>, bytes: usize) -> Option<Self> {
        Some(Self::over(states, Arc::new(Ranking::new(board, bytes)?)))
    }

    fn over(states: Box<dyn Space<State<N>>>, ranking: Arc<Ranking<M, N>>) -> Self {
        RankSpace {
            states,
            ranking,
            block: Vec::new(),
            ways: Vec::new(),
            walks: RankBatch::default(),
            successors: Vec::new(),
            found: Vec::new(),
        }
    }

    fn unrank(&self, rank: u64) -> State<N> {
        self.ranking.unrank(rank).expect("the rank of a state")
    }
}

impl<M: CellSet + Send + Sync + 'static, const N: usize> Space<u64> for RankSpace<M, N> {
    fn expand(&mut self, ranks: &[u64], _: &[ArrivalId], successors: &mut Vec<Successor<u64>>) {
        let mut first = 0;
        for ranks in ranks.chunks(BLOCK) {
            self.block.clear();
            self.ranking.unrank_block(ranks, &mut self.block, &mut self.ways);
            self.successors.clear();
            self.states.expand(&self.block, &[], &mut self.successors);
            let found = (&self.block[..], &self.ways[..]);
            self.ranking.rank_successors(found, &self.successors, &mut self.walks, |from, key| {
                let &Successor { place, class, image, .. } = from;
                successors.push(Successor { key, place: first + place, via: 0, class, image });
            });
            #[expect(clippy::cast_possible_truncation, reason = "a block is small")]
            {
                first += ranks.len() as u32;
            }
        }
    }

    fn classify(&mut self, ranks: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        for ranks in ranks.chunks(BLOCK) {
            let from = found.len();
            self.block.clear();
            for &rank in ranks {
                let state = self.ranking.unrank(rank);
                self.block.extend(state);
                found.push(state.map(|_| (rank, OrbitInfo::default())));
            }
            self.found.clear();
            self.states.classify(&self.block, &mut self.found);
            let placements = found[from..].iter_mut().flatten();
            for ((rank, own), (state, form)) in placements.zip(self.block.iter().zip(&self.found)) {
                let (form, class) = form.expect("a state has a canonical form");
                if form != *state {
                    *rank = self.ranking.rank(&form);
                }
                *own = class;
            }
        }
    }

    fn ranks(&self) -> Option<u64> {
        Some(self.ranking.ranks())
    }

    fn table_bytes(&self) -> usize {
        self.ranking.table_bytes()
    }

    fn key(&self, words: &[u64]) -> u64 {
        self.ranking.rank(&<State<N> as Key>::from_words(words))
    }

    fn words(&self, rank: &u64) -> StateWords {
        Key::words(&self.unrank(*rank)).to_vec()
    }

    fn another(&self) -> Box<dyn Space<u64>> {
        Box::new(Self::over(self.states.another(), Arc::clone(&self.ranking)))
    }
}
