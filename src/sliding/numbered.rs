//! The positions of a board as numbers, for the engines that work on ranks.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::board::{Board, CellSet, Packed, Ranking, State};
use crate::puzzle::Metric;
use crate::search::StateSpace;
use crate::search::numbered::{Class, MOST_RANKS, Numbered};

use super::space::SlidingSpace;

/// A board's positions, with their ranks, and the units of a metric between them.
#[derive(Clone, Debug)]
pub(super) struct NumberedSpace<M, const N: usize, const IMAGES: usize, const LANES: usize> {
    space: SlidingSpace<M, N, IMAGES, LANES>,
    ranking: Arc<Ranking<M, N, IMAGES>>,
    block: Vec<Packed<N, IMAGES>>,
    successors: Vec<(u32, Packed<N, IMAGES>)>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize, const LANES: usize>
    NumberedSpace<M, N, IMAGES, LANES>
{
    /// None if there are too many ranks.
    pub(super) fn new(board: &Board, metric: Metric) -> Option<Self> {
        let ranking = Ranking::new(board).filter(|ranking| ranking.ranks() <= MOST_RANKS)?;
        Some(NumberedSpace {
            space: SlidingSpace::new(board, metric),
            ranking: Arc::new(ranking),
            block: Vec::new(),
            successors: Vec::new(),
        })
    }

    /// The rank of a key of the space.
    pub(super) fn rank(&self, key: &State<N>) -> u64 {
        self.ranking.rank(key)
    }

    /// The key of the class that the state with this rank belongs to, if it is the rank of one.
    pub(super) fn key(&self, rank: u64) -> Option<State<N>> {
        self.ranking.unrank(rank).map(|packed| packed.canonical())
    }

    #[inline(always)]
    fn class(&self, packed: &Packed<N, IMAGES>) -> Class {
        let key = packed.canonical();
        Class::new(self.ranking.rank(&key), packed.orbit(), self.space.is_goal(&key))
    }
}

impl<M, const N: usize, const IMAGES: usize, const LANES: usize> Numbered
    for NumberedSpace<M, N, IMAGES, LANES>
where
    M: CellSet + Send + Sync + 'static,
{
    fn ranks(&self) -> u64 {
        self.ranking.ranks()
    }

    fn expand(&mut self, ranks: &[u64], successors: &mut Vec<Class>) {
        for ranks in ranks.chunks(LANES) {
            self.block.clear();
            let packed =
                ranks.iter().map(|&rank| self.ranking.unrank(rank).expect("the rank of a state"));
            self.block.extend(packed);
            self.successors.clear();
            self.space.expand(&self.block, &mut self.successors);
            successors.extend(self.successors.iter().map(|(_, packed)| self.class(packed)));
        }
    }

    fn classify(&mut self, ranks: &[u64], classes: &mut Vec<Option<Class>>) {
        let class = |&rank: &u64| self.ranking.unrank(rank).map(|packed| self.class(&packed));
        classes.extend(ranks.iter().map(class));
    }

    fn another(&self) -> Box<dyn Numbered> {
        Box::new(self.clone())
    }
}
