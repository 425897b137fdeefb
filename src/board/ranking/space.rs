//! A board whose states are known by their ranks.

use std::sync::Arc;

use crate::board::Board;
use crate::board::cells::CellSet;
use crate::board::expand::Expander;
use crate::board::state::State;
use crate::puzzle::Metric;
use crate::search::{BLOCK, Class, Key, Space, Successor, Via, Words};

use super::Ranking;

/// The most ranks that a space has: engines pack a class with each.
const MOST_RANKS: u64 = 1 << 61;

/// The placements of a board's pieces by number, and the moves between them.
#[derive(Clone, Debug)]
pub struct RankSpace<M, const N: usize, const IMAGES: usize> {
    expander: Expander<M, N, IMAGES>,
    ranking: Arc<Ranking<M, N>>,
    block: Vec<State<N>>,
    successors: Vec<Successor<State<N>>>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize> RankSpace<M, N, IMAGES> {
    /// None if there are more than 2⁶¹ ranks.
    #[must_use]
    pub fn new(board: &Board, metric: Metric) -> Option<Self> {
        let ranking = Ranking::new(board).filter(|ranking| ranking.ranks() <= MOST_RANKS)?;
        Some(RankSpace {
            expander: Expander::new(board, metric),
            ranking: Arc::new(ranking),
            block: Vec::new(),
            successors: Vec::new(),
        })
    }

    fn unrank(&self, rank: u64) -> State<N> {
        self.ranking.unrank(rank).expect("the rank of a state")
    }
}

impl<M, const N: usize, const IMAGES: usize> Space<u64> for RankSpace<M, N, IMAGES>
where
    M: CellSet + Send + Sync + 'static,
{
    fn expand(&mut self, ranks: &[u64], _: &[Via], successors: &mut Vec<Successor<u64>>) {
        let mut first = 0;
        for ranks in ranks.chunks(BLOCK) {
            self.block.clear();
            for &rank in ranks {
                let state = self.unrank(rank);
                self.block.push(state);
            }
            self.successors.clear();
            self.expander.expand(&self.block, &[], &mut self.successors);
            successors.extend(self.successors.iter().map(|successor| Successor {
                key: self.ranking.rank(&successor.key),
                place: first + successor.place,
                via: 0,
                class: successor.class,
                image: successor.image,
            }));
            #[expect(clippy::cast_possible_truncation, reason = "a block is small")]
            {
                first += ranks.len() as u32;
            }
        }
    }

    fn classify(&mut self, ranks: &[u64], found: &mut Vec<Option<(u64, Class)>>) {
        for ranks in ranks.chunks(BLOCK) {
            let from = found.len();
            self.block.clear();
            for &rank in ranks {
                let state = self.ranking.unrank(rank);
                self.block.extend(state);
                found.push(state.map(|_| (rank, Class::default())));
            }
            let mut missing = found[from..].iter_mut().flatten();
            let mut at = 0;
            self.expander.canonical_forms(&self.block, |form, class| {
                let (rank, own) = missing.next().expect("one for each state");
                if form != self.block[at] {
                    *rank = self.ranking.rank(&form);
                }
                *own = class;
                at += 1;
            });
        }
    }

    fn ranks(&self) -> Option<u64> {
        Some(self.ranking.ranks())
    }

    fn key(&self, words: &[u64]) -> u64 {
        self.ranking.rank(&<State<N> as Key>::from_words(words))
    }

    fn words(&self, rank: &u64) -> Words {
        Key::words(&self.unrank(*rank)).to_vec()
    }

    fn another(&self) -> Box<dyn Space<u64>> {
        Box::new(RankSpace {
            expander: self.expander.clone(),
            ranking: Arc::clone(&self.ranking),
            block: Vec::new(),
            successors: Vec::new(),
        })
    }
}
