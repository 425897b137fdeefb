//! Search by layers as plainly as can be: the twin that the engines are held against.

use std::collections::HashSet;
use std::io::{self, Read, Write};

use crate::board::{Arrangement, Board};
use crate::control::Watch;
use crate::puzzle::Metric;
use crate::search::Words;
use crate::search::layers::{Halt, Layer, LayerSearch, MemoryUsage, Sources};
use crate::sliding::queries::Queries;

pub(super) struct Naive {
    board: Board,
    queries: Queries,
    seen: HashSet<Arrangement>,
    last: Vec<Arrangement>,
}

impl Naive {
    pub(super) fn new(board: &Board, metric: Metric) -> Self {
        Naive {
            board: board.clone(),
            queries: Queries::new(board, metric),
            seen: HashSet::new(),
            last: Vec::new(),
        }
    }

    fn take_in(&mut self, found: Vec<Arrangement>) -> Layer {
        let new: Vec<_> = found.into_iter().filter(|at| self.seen.insert(at.clone())).collect();
        if new.is_empty() {
            return Layer::default();
        }
        self.last = new;
        let mut layer = Layer::default();
        self.last.iter().for_each(|at| layer.count(self.queries.class(at)));
        layer
    }
}

impl LayerSearch for Naive {
    fn begin(&mut self, sources: Sources<'_>, _: &mut Watch<'_>) -> Result<Layer, Halt> {
        let mut seen = Vec::from_iter(std::mem::take(&mut self.seen));
        let sources = match sources {
            Sources::States(states) => {
                let positions = states.iter().map(|words| self.board.arrangement(words));
                positions.map(|at| self.queries.canonical(&at)).collect()
            }
            Sources::Goals => {
                seen.retain(|at| self.queries.class(at).is_goal());
                seen
            }
        };
        Ok(self.take_in(sources))
    }

    fn advance(&mut self, watch: &mut Watch<'_>) -> Result<Layer, Halt> {
        watch.look(0, Default::default)?;
        let mut found = Vec::new();
        for at in &self.last {
            let successors = self.queries.successors(at);
            found.extend(successors.iter().map(|after| self.queries.canonical(after)));
        }
        Ok(self.take_in(found))
    }

    fn last_layer(&mut self, most: usize) -> Result<Vec<Words>, Halt> {
        Ok(self.last.iter().take(most).map(|at| self.board.words(at)).collect())
    }

    fn way_to(&mut self, _: &[u64]) -> Result<Option<Vec<Words>>, Halt> {
        Ok(None)
    }

    fn memory_usage(&self) -> MemoryUsage {
        MemoryUsage::default()
    }

    fn save(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn restore(&mut self, _: &mut dyn Read) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
