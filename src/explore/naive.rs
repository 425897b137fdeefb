//! Search by layers as plainly as can be: the twin that the engines are held against.

use std::collections::HashSet;
use std::io::{self, Read, Write};

use crate::board::Arrangement;
use crate::control::Watch;
use crate::search::layers::{Halt, Layer, LayerSearch, Room, Sources};
use crate::sliding::ground::Ground;

pub(super) struct Naive {
    ground: Box<dyn Ground>,
    seen: HashSet<Arrangement>,
    last: Vec<Arrangement>,
}

impl Naive {
    pub(super) fn new(ground: Box<dyn Ground>) -> Self {
        Naive { ground, seen: HashSet::new(), last: Vec::new() }
    }

    fn layer(&self) -> Layer {
        let mut layer = Layer::default();
        for at in &self.last {
            let (states, is_goal) = (self.ground.orbit(at), self.ground.is_goal(at));
            layer.add(&Layer {
                classes: 1,
                states,
                goal_classes: u64::from(is_goal),
                goal_states: if is_goal { states } else { 0 },
            });
        }
        layer
    }

    fn take_in(&mut self, found: Vec<Arrangement>) -> Layer {
        let new: Vec<_> = found.into_iter().filter(|at| self.seen.insert(at.clone())).collect();
        if new.is_empty() {
            return Layer::default();
        }
        self.last = new;
        self.layer()
    }
}

impl LayerSearch<Arrangement> for Naive {
    fn begin(
        &mut self,
        sources: Sources<'_, Arrangement>,
        _: &mut Watch<'_>,
    ) -> Result<Layer, Halt> {
        let seen = std::mem::take(&mut self.seen);
        let sources = match sources {
            Sources::Keys(keys) => keys.iter().map(|key| self.ground.canonical(key)).collect(),
            Sources::Goals => seen.into_iter().filter(|at| self.ground.is_goal(at)).collect(),
        };
        Ok(self.take_in(sources))
    }

    fn advance(&mut self, watch: &mut Watch<'_>) -> Result<Layer, Halt> {
        watch.look(0, Default::default)?;
        let mut found = Vec::new();
        for at in &self.last {
            let successors = self.ground.successors(at);
            found.extend(successors.iter().map(|after| self.ground.canonical(after)));
        }
        Ok(self.take_in(found))
    }

    fn last_layer(&mut self, most: usize) -> Result<Vec<Arrangement>, Halt> {
        Ok(self.last.iter().take(most).cloned().collect())
    }

    fn way_to(&mut self, _: &Arrangement) -> Result<Option<Vec<Arrangement>>, Halt> {
        Ok(None)
    }

    fn room(&self) -> Room {
        Room::default()
    }

    fn save(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn restore(&mut self, _: &mut dyn Read) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
