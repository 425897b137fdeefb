//! The searches of a board, for each width of its keys.

use std::{cmp::Reverse, ops::ControlFlow};

use crate::{
    board::{Board, UnpackedState},
    control::{Limits, Monitor, Observer, StopReason},
    puzzle::Metric,
    search::{
        BLOCK, Key, OrbitInfo, SearchResult, Space, StateWords, Statistics, Successor, Target,
        bidirectional::shortest_path,
        layers::LayerError,
        shortest::{ShortestPathDag, ShortestPaths},
        space::class_of,
    },
};

use super::{
    options::Algorithm,
    spaces::{BoardSpace, with_space},
    trace::SearchTrace,
};

/// A board with its space, and the memory that one search leaves to the next.
///
/// Its methods take and return states without the width of their keys. Each is compiled for every
/// width only if it is called, unlike those of a trait object: a module for pages stays small.
pub struct BoardSearch {
    pub board: Board,
    pub space: BoardSpace,
}

impl BoardSearch {
    pub fn new(board: &Board, metric: Metric) -> Self {
        BoardSearch {
            board: board.clone(),
            space: BoardSpace::for_search(board, metric),
        }
    }

    /// Returns a search whose keys are packed states.
    pub fn of_packed_states(board: &Board, metric: Metric) -> Self {
        BoardSearch {
            board: board.clone(),
            space: BoardSpace::of(board, metric),
        }
    }

    /// Searches breadth-first for a goal; returns the positions on the path, start first.
    ///
    /// [`search`](Self::search) holds every algorithm. A module for pages calls this method
    /// instead, so that it holds one.
    #[cfg(any(feature = "web", feature = "web-paths", feature = "web-map", test))]
    pub fn breadth_first(
        &mut self,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<UnpackedState> {
        let BoardSearch { board, space } = self;
        let start = board.words(board.start());
        with_space!(space, typed => {
            let space = &mut *typed.space;
            let starts = [space.key(&start)];
            let engine = &mut typed.breadth_first;
            let found = engine.search(space, &starts, Target::Goal, limits, observer);
            SearchResult {
                outcome: found.outcome.map(|keys| real_path(board, space, &keys)),
                statistics: found.statistics,
            }
        })
    }

    /// Searches for a goal; returns the positions on the path, start first.
    ///
    /// # Panics
    /// If the algorithm keeps no parents.
    pub fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<UnpackedState> {
        let BoardSearch { board, space } = self;
        let start = board.words(board.start());
        with_space!(space, typed => {
            let space = &mut *typed.space;
            let start = space.key(&start);
            let found = match algorithm {
                Algorithm::Auto | Algorithm::BreadthFirst => {
                    let engine = &mut typed.breadth_first;
                    engine.search(space, &[start], Target::Goal, limits, observer)
                }
                Algorithm::DepthFirst(order) => {
                    typed.depth_first.search(space, start, order, limits, observer)
                }
                Algorithm::IterativeDeepening => {
                    typed.deepening.search(space, start, limits, observer)
                }
                _ => {
                    panic!("{} keeps no parents", algorithm.word())
                }
            };
            SearchResult {
                outcome: found.outcome.map(|keys| real_path(board, space, &keys)),
                statistics: found.statistics,
            }
        })
    }

    /// Returns the states at this distance from the start that the last breadth-first search has
    /// expanded, or `None` if it has expanded none there.
    pub fn layer(&self, depth: usize) -> Option<Vec<UnpackedState>> {
        with_space!(&self.space, typed => {
            let layers = &typed.breadth_first.layers;
            let size = *layers.get(depth)?;
            let begin: usize = layers[..depth].iter().sum();
            let keys = &typed.breadth_first.nodes.keys()[begin..begin + size];
            Some(keys.iter().map(|key| self.board.unpack(&typed.space.words(key))).collect())
        })
    }

    /// Returns the states of the last depth-first search, if that is the algorithm, or else of the
    /// last breadth-first search.
    pub fn trace(&self, algorithm: Algorithm) -> SearchTrace {
        with_space!(&self.space, typed => {
            let tree = match algorithm {
                Algorithm::DepthFirst(_) => &typed.depth_first.nodes,
                _ => &typed.breadth_first.nodes,
            };
            SearchTrace {
                states: tree.keys().iter().map(|key| self.board.unpack(&typed.space.words(key))).collect(),
                parents: tree.parents().to_vec(),
            }
        })
    }

    /// Searches from the start and from these goals for a shortest path to the nearest of them.
    pub fn path_to(
        &mut self,
        goals: &[StateWords],
        threads: usize,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<UnpackedState>>, LayerError> {
        let BoardSearch { board, space } = self;
        let start = board.words(board.start());
        with_space!(space, typed => {
            let space = &mut *typed.space;
            let goals: Vec<_> = goals.iter().map(|goal| space.key(goal)).collect();
            // A goal with cars in another order on a line has no key.
            let mut classes = Vec::new();
            space.classify(&goals, &mut classes);
            let goals: Vec<_> = classes.into_iter().flatten().map(|(key, _)| key).collect();
            let ends = (space.key(&start), &goals[..]);
            Ok(shortest_path(space, ends, threads, monitor, statistics)?.map(|keys| real_path(board, space, &keys)))
        })
    }

    /// Converts a path of canonical forms from the start: see [`real_path`].
    pub fn real_path(&mut self, forms: &[StateWords]) -> Vec<UnpackedState> {
        with_space!(&mut self.space, typed => {
            let keys: Vec<_> = forms.iter().map(|form| typed.space.key(form)).collect();
            real_path(&self.board, &mut *typed.space, &keys)
        })
    }

    /// Returns the states one move away.
    pub fn successors(&mut self, at: &UnpackedState) -> Vec<UnpackedState> {
        let BoardSearch { board, space } = self;
        let form = board.words(at);
        with_space!(space, typed => {
            {
                let key = typed.space.key(&form);
                successors(board, &mut *typed.space, key, board.image_of(at))
            }
        })
    }

    /// Returns the size of the orbit of a state, and whether it is a goal.
    pub fn class(&mut self, at: &UnpackedState) -> OrbitInfo {
        let form = self.board.words(at);
        with_space!(&mut self.space, typed => {
            let key = typed.space.key(&form);
            class_of(&mut *typed.space, key)
        })
    }

    /// Finds all shortest paths from the start to a goal; `None` if no goal is reachable.
    pub fn shortest_paths(
        &mut self,
        threads: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Box<dyn ShortestPaths>>, StopReason> {
        let start = self.board.words(self.board.start());
        with_space!(&mut self.space, typed => {
            ShortestPathDag::find(&mut *typed.space, &start, threads, monitor).map(|ways| ways.map(|ways| Box::new(ways) as _))
        })
        .map_err(LayerError::in_memory)
    }

    /// Whether a state at this distance from the start lies on a shortest path.
    pub fn is_on_path(&self, ways: &dyn ShortestPaths, depth: usize, at: &UnpackedState) -> bool {
        let form = self.board.words(at);
        with_space!(&self.space, typed => ways.contains(depth, typed.space.key(&form).words()))
    }

    /// Visits each path, the start first, in an order that is always the same.
    pub fn for_each_path(
        &mut self,
        ways: &dyn ShortestPaths,
        visit: &mut dyn FnMut(&[UnpackedState]) -> ControlFlow<()>,
    ) {
        // The states still to try at each depth, the next one last.
        let mut waiting = vec![vec![self.board.start().clone()]];
        let mut path: Vec<UnpackedState> = Vec::new();
        while let Some(depth) = waiting.len().checked_sub(1) {
            path.truncate(depth);
            let Some(state) = waiting[depth].pop() else {
                waiting.pop();
                continue;
            };
            path.push(state);
            if depth < ways.length() {
                let mut onward = self.successors(&path[depth]);
                onward.retain(|next| self.is_on_path(ways, depth + 1, next));
                onward.sort_by_cached_key(|next| Reverse(self.board.words(next)));
                waiting.push(onward);
            } else if visit(&path).is_break() {
                return;
            }
        }
    }
}

/// Converts a path of canonical forms into states that are one move apart.
///
/// Each state is a mirror image of its canonical form; the start is a known one. A move leads from
/// a form to an image of the next form, which the space reports. The composition of both images
/// yields the next state.
///
/// # Panics
/// If the path does not begin at the start, or two neighbours are not one move apart.
pub fn real_path<K: Key>(
    board: &Board,
    space: &mut dyn Space<K>,
    keys: &[K],
) -> Vec<UnpackedState> {
    let mut image = board.image_of(board.start());
    let mut path = vec![board.start().clone()];
    let mut successors: Vec<Successor<K>> = Vec::new();
    // A block takes as long to expand as one state.
    for (forms, nexts) in keys.chunks(BLOCK).zip(keys[1..].chunks(BLOCK)) {
        successors.clear();
        space.expand(&forms[..nexts.len()], &[], &mut successors);
        for step in nexts.iter().zip(0..) {
            let next = successors
                .iter()
                .find(|next| (&next.key, next.place) == step)
                .expect("a path's states follow on each other");
            image ^= usize::from(next.image);
            path.push(board.image(image, &board.unpack(&space.words(&next.key))));
        }
    }
    path
}

/// Returns the states one move away from an image of a canonical form.
fn successors<K: Key>(
    board: &Board,
    space: &mut dyn Space<K>,
    form: K,
    image: usize,
) -> Vec<UnpackedState> {
    let mut found: Vec<Successor<K>> = Vec::new();
    space.expand(&[form], &[], &mut found);
    found
        .iter()
        .map(|next| {
            let image = image ^ usize::from(next.image);
            board.image(image, &board.unpack(&space.words(&next.key)))
        })
        .collect()
}
