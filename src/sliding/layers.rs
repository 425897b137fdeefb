//! A board, searched by layers: everything that can be reached, from the start or from the goals.

use std::io::{self, Read, Write};

use crate::board::{Arrangement, Board, CellSet, Expander, State};
use crate::control::Watch;
use crate::puzzle::Metric;
use crate::search::hashed::{Hashed, Words};
use crate::search::layers::{Halt, Layer, LayerSearch, Room, Sources};
use crate::search::numbered::{ByRank, Numbered};

use super::numbered::NumberedSpace;
use super::sizes::{self, Build};
use super::space::{LANES, SlidingSpace};
use super::unranking::Unranking;

/// The engine that keeps states in hashed tables, on so many threads.
pub(crate) fn hashed(
    board: &Board,
    metric: Metric,
    threads: usize,
) -> Box<dyn LayerSearch<Arrangement>> {
    sizes::build(board, HashedFor { board, metric, threads })
}

/// An engine that works on ranks; none if there are too many of them. `make` makes it for the
/// board's numbered space.
pub(crate) fn by_rank(
    board: &Board,
    metric: Metric,
    make: &dyn Fn(Box<dyn Numbered>) -> Box<dyn ByRank>,
) -> Option<Box<dyn LayerSearch<Arrangement>>> {
    sizes::build(board, ByRankFor { board, metric, make })
}

struct ByRankFor<'a> {
    board: &'a Board,
    metric: Metric,
    make: &'a dyn Fn(Box<dyn Numbered>) -> Box<dyn ByRank>,
}

impl Build for ByRankFor<'_> {
    type Built = Option<Box<dyn LayerSearch<Arrangement>>>;

    fn build<M: CellSet + Send + Sync + 'static, const N: usize, const IMAGES: usize>(
        self,
    ) -> Self::Built {
        let space = NumberedSpace::<M, N, IMAGES, LANES>::new(self.board, self.metric)?;
        let engine = Unranking { engine: (self.make)(Box::new(space.clone())), space };
        let packer = SlidingSpace::<M, N, IMAGES, LANES>::new(self.board, self.metric);
        let packer = packer.into_expander();
        Some(Box::new(Spelt { board: self.board.clone(), packer, engine }))
    }
}

struct HashedFor<'a> {
    board: &'a Board,
    metric: Metric,
    threads: usize,
}

impl Build for HashedFor<'_> {
    type Built = Box<dyn LayerSearch<Arrangement>>;

    fn build<M: CellSet + Send + Sync + 'static, const N: usize, const IMAGES: usize>(
        self,
    ) -> Self::Built {
        let space = SlidingSpace::<M, N, IMAGES, LANES>::new(self.board, self.metric);
        let engine = Hashed::new(&space, self.threads);
        Box::new(Spelt { board: self.board.clone(), packer: space.into_expander(), engine })
    }
}

impl<const N: usize> Words for State<N> {
    const WORDS: usize = N;

    fn words(&self) -> &[u64] {
        State::words(self)
    }

    fn from_words(words: &[u64]) -> Self {
        State::from_words(std::array::from_fn(|word| words[word]))
    }
}

/// An engine whose keys are packed, spoken to in arrangements.
struct Spelt<M, E, const N: usize, const IMAGES: usize> {
    board: Board,
    packer: Expander<M, N, IMAGES, LANES>,
    engine: E,
}

impl<M, E, const N: usize, const IMAGES: usize> LayerSearch<Arrangement> for Spelt<M, E, N, IMAGES>
where
    M: CellSet,
    E: LayerSearch<State<N>>,
{
    fn begin(
        &mut self,
        sources: Sources<'_, Arrangement>,
        watch: &mut Watch<'_>,
    ) -> Result<Layer, Halt> {
        match sources {
            Sources::Keys(sources) => {
                let form = |source| self.packer.pack(source).canonical();
                let keys: Vec<State<N>> = sources.iter().map(form).collect();
                self.engine.begin(Sources::Keys(&keys), watch)
            }
            Sources::Goals => self.engine.begin(Sources::Goals, watch),
        }
    }

    fn advance(&mut self, watch: &mut Watch<'_>) -> Result<Layer, Halt> {
        self.engine.advance(watch)
    }

    fn last_layer(&mut self, most: usize) -> Result<Vec<Arrangement>, Halt> {
        let keys = self.engine.last_layer(most)?;
        Ok(keys.iter().map(|key| self.board.unpack(key)).collect())
    }

    fn way_to(&mut self, at: &Arrangement) -> Result<Option<Vec<Arrangement>>, Halt> {
        let key = self.packer.pack(at).canonical();
        let way = self.engine.way_to(&key)?;
        Ok(way.map(|way| way.iter().map(|key| self.board.unpack(key)).collect()))
    }

    fn room(&self) -> Room {
        self.engine.room()
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.engine.save(out)
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.engine.restore(input)
    }
}
