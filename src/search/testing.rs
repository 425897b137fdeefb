//! Spaces for tests, and a textbook search with which engines are compared.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use proptest::prelude::*;

use super::{
    layers::Layer,
    space::{ArrivalId, OrbitInfo, Space, StateWords, Successor},
};
use crate::control::{Limits, Monitor};

/// Runs something under these limits.
pub fn limited<T>(limits: Limits, run: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    run(&mut Monitor::unobserved(limits))
}

/// Runs something without limits.
pub fn unlimited<T>(run: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    limited(Limits::default(), run)
}

/// Returns keys of one word as the states that engines take.
pub fn in_words(keys: &[u64]) -> Vec<StateWords> {
    keys.iter().map(|&key| vec![key]).collect()
}

/// A graph defined by the neighbours and the class of each vertex.
pub trait TestGraph: Clone + Send + Sync + 'static {
    /// Returns the neighbours of a vertex.
    fn neighbours(&self, key: u64) -> Vec<u64>;

    /// Returns what a key stands for, or `None` if it is the key of no state.
    fn class(&self, key: u64) -> Option<OrbitInfo>;

    /// Returns the number of keys if they are ranks.
    fn size(&self) -> Option<u64> {
        None
    }

    /// Returns the distance of each vertex from the nearest source, by the textbook's search.
    fn distances(&self, sources: &[u64]) -> BTreeMap<u64, usize> {
        let mut distances: BTreeMap<u64, usize> = sources.iter().map(|&key| (key, 0)).collect();
        let mut queue: VecDeque<u64> = distances.keys().copied().collect();
        while let Some(key) = queue.pop_front() {
            let next = distances[&key] + 1;
            for neighbour in self.neighbours(key) {
                if let std::collections::btree_map::Entry::Vacant(new) = distances.entry(neighbour)
                {
                    new.insert(next);
                    queue.push_back(neighbour);
                }
            }
        }
        distances
    }

    /// Counts the vertices at each distance.
    fn layers(&self, distances: &BTreeMap<u64, usize>) -> Vec<Layer> {
        let length = distances.values().max().map_or(0, |farthest| farthest + 1);
        let mut layers = vec![Layer::default(); length];
        for (&key, &distance) in distances {
            layers[distance].count(self.class(key).expect("a vertex"));
        }
        layers
    }
}

impl<T: TestGraph> Space<u64> for T {
    fn expand(
        &mut self,
        keys: &[u64],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<u64>>,
    ) {
        assert!(arrivals.is_empty() || arrivals.len() == keys.len());
        for (place, &key) in (0..).zip(keys) {
            let successor = |key| {
                let class = self.class(key).expect("a neighbour is a state");
                Successor {
                    key,
                    place,
                    arrival: 0,
                    class,
                    image: 0,
                }
            };
            successors.extend(self.neighbours(key).into_iter().map(successor));
        }
    }

    fn classify(&mut self, keys: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        found.extend(
            keys.iter()
                .map(|&key| self.class(key).map(|class| (key, class))),
        );
    }

    fn ranks(&self) -> Option<u64> {
        self.size()
    }

    fn another<'s>(&self) -> Box<dyn Space<u64> + 's>
    where
        Self: 's,
    {
        Box::new(self.clone())
    }
}

/// A space with as many keys as another one, none of which is the key of a state.
#[derive(Clone, Debug)]
pub struct EmptySpace<T>(pub(crate) T);

impl<T: TestGraph> TestGraph for EmptySpace<T> {
    fn neighbours(&self, key: u64) -> Vec<u64> {
        unreachable!("key {key} is of no state")
    }

    fn class(&self, _: u64) -> Option<OrbitInfo> {
        None
    }

    fn size(&self) -> Option<u64> {
        self.0.size()
    }
}

/// The neighbours of a vertex, and whether it is a goal.
type Vertex = (Vec<u64>, bool);

/// Any graph whose vertices are ranks; some ranks have no vertex.
#[derive(Clone, Debug)]
pub struct Graph {
    vertices: Arc<Vec<Option<Vertex>>>,
}

impl Graph {
    pub fn new(ranks: usize, edges: &[(usize, usize)], missing: &[usize], goals: &[usize]) -> Self {
        let mut vertices: Vec<Option<Vertex>> = vec![Some((Vec::new(), false)); ranks];
        for &rank in missing {
            vertices[rank % ranks] = None;
        }
        for &(one, other) in edges {
            let ends = [one % ranks, other % ranks];
            if ends.iter().all(|&end| vertices[end].is_some()) {
                for (from, to) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                    vertices[from]
                        .as_mut()
                        .expect("it is there")
                        .0
                        .push(to as u64);
                }
            }
        }
        for &goal in goals {
            if let Some(vertex) = &mut vertices[goal % ranks] {
                vertex.1 = true;
            }
        }
        Graph {
            vertices: Arc::new(vertices),
        }
    }

    /// All ranks that have a vertex.
    pub fn vertices(&self) -> Vec<u64> {
        (0..self.vertices.len() as u64)
            .filter(|&rank| self.class(rank).is_some())
            .collect()
    }

    fn vertex(&self, rank: u64) -> Option<&Vertex> {
        self.vertices.get(usize::try_from(rank).ok()?)?.as_ref()
    }
}

impl TestGraph for Graph {
    fn neighbours(&self, rank: u64) -> Vec<u64> {
        self.vertex(rank).expect("a vertex").0.clone()
    }

    fn class(&self, rank: u64) -> Option<OrbitInfo> {
        self.vertex(rank)
            .map(|(_, is_goal)| OrbitInfo::new(1 << (rank % 3), *is_goal))
    }

    fn size(&self) -> Option<u64> {
        Some(self.vertices.len() as u64)
    }
}

/// Random graphs: sparse, dense, or with a long path through all ranks.
pub fn graphs() -> impl Strategy<Value = Graph> {
    (1..300_usize, any::<[bool; 2]>()).prop_flat_map(|(ranks, [dense, path])| {
        let most = if dense { 4 * ranks } else { ranks };
        let edges = prop::collection::vec((0..ranks, 0..ranks), 0..most);
        let missing = prop::collection::vec(0..ranks, 0..=ranks / 8);
        let goals = prop::collection::vec(0..ranks, 0..4);
        (edges, missing, goals).prop_map(move |(mut edges, missing, goals)| {
            if path {
                // Many layers.
                edges.truncate(ranks / 50);
                edges.extend((1..ranks).map(|rank| (rank - 1, rank)));
            }
            Graph::new(ranks, &edges, &missing, &goals)
        })
    })
}

/// The corners of a cube of many dimensions. The number of those at distance `k` from one of them
/// is a binomial coefficient.
#[derive(Clone)]
pub struct Cube(pub(crate) u32);

impl TestGraph for Cube {
    fn neighbours(&self, rank: u64) -> Vec<u64> {
        (0..self.0).map(|bit| rank ^ 1 << bit).collect()
    }

    fn class(&self, rank: u64) -> Option<OrbitInfo> {
        (rank >> self.0 == 0).then_some(OrbitInfo::new(1, false))
    }

    fn size(&self) -> Option<u64> {
        Some(1 << self.0)
    }
}

/// A square of ten by ten cells; cell 99 is the goal, if there is one.
#[derive(Clone, Debug)]
pub struct Square {
    pub has_goal: bool,
}

impl TestGraph for Square {
    fn neighbours(&self, key: u64) -> Vec<u64> {
        let row = key / 10;
        let column = key % 10;
        let near = |at: u64| {
            [at.wrapping_sub(1), at + 1]
                .into_iter()
                .filter(|&to| to < 10)
        };
        near(row)
            .map(|to| to * 10 + column)
            .chain(near(column).map(|to| row * 10 + to))
            .collect()
    }

    fn class(&self, key: u64) -> Option<OrbitInfo> {
        (key < 100).then_some(OrbitInfo::new(1, self.has_goal && key == 99))
    }
}

/// The permutations of `n` things, where one move exchanges two neighbours. A state holds four bits
/// for each thing. The permutations at distance `d` from the sorted one are those with `d`
/// inversions: the Mahonian numbers (Knuth, *The Art of Computer Programming* 3, section 5.1.1).
///
/// The arrival of a state is the place of the exchange, from 1. The expansion leaves out the move
/// back, so an engine that confuses the arrivals of two states loses states.
#[derive(Clone, Debug)]
pub struct Permutations(pub(crate) u32);

impl Permutations {
    /// Returns the sorted permutation.
    pub fn sorted(&self) -> u64 {
        (0..u64::from(self.0)).fold(0, |order, thing| order | thing << (4 * thing))
    }

    /// Returns the number of permutations at each distance from the sorted one.
    pub fn layers(&self) -> Vec<u64> {
        let mut layers = vec![1];
        for things in 2..=self.0 as usize {
            let mut longer = vec![0; layers.len() + things - 1];
            for (distance, count) in layers.iter().enumerate() {
                (0..things).for_each(|more| longer[distance + more] += count);
            }
            layers = longer;
        }
        layers
    }

    /// The goal is the reverse of the sorted permutation, the farthest from it.
    fn class(&self, key: u64) -> Option<OrbitInfo> {
        let thing = |place: u32| key >> (4 * place) & 0xF;
        let things = (0..self.0).fold(0_u64, |things, place| things | 1 << thing(place));
        let is_order = things == (1 << self.0) - 1 && key >> (4 * self.0) == 0;
        let is_goal = (0..self.0).all(|place| thing(place) == u64::from(self.0 - 1 - place));
        is_order.then_some(OrbitInfo::new(1, is_goal))
    }
}

impl Space<u64> for Permutations {
    fn expand(
        &mut self,
        keys: &[u64],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<u64>>,
    ) {
        assert!(arrivals.is_empty() || arrivals.len() == keys.len());
        for (place, order) in (0..).zip(keys) {
            let back = arrivals.get(place as usize).copied().unwrap_or_default();
            for (arrival, thing) in (1..)
                .zip(0..self.0 - 1)
                .filter(|&(arrival, _)| arrival != back)
            {
                let at = 4 * thing;
                let differing = (order >> at ^ order >> (at + 4)) & 0xF;
                let key = order ^ (differing << at | differing << (at + 4));
                let class = self.class(key).expect("an order");
                successors.push(Successor {
                    key,
                    place,
                    arrival,
                    class,
                    image: 0,
                });
            }
        }
    }

    fn classify(&mut self, keys: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        found.extend(
            keys.iter()
                .map(|&key| self.class(key).map(|class| (key, class))),
        );
    }

    fn another<'s>(&self) -> Box<dyn Space<u64> + 's>
    where
        Self: 's,
    {
        Box::new(self.clone())
    }
}

/// Numbered tiles in a frame, one cell empty: a space whose layers are published. The rank of a
/// state is its place among all permutations of the tiles and the empty cell, in dictionary order.
#[derive(Clone, Copy, Debug)]
pub struct Tiles {
    pub rows: usize,
    pub(crate) columns: usize,
}

impl Tiles {
    const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the rank of the state with all tiles in order and the last cell empty.
    pub fn start(self) -> u64 {
        let mut tiles: Vec<u8> = (1..).take(self.cells() - 1).collect();
        tiles.push(0);
        rank(&tiles)
    }
}

/// Returns the place of a permutation of `0..` among all of them.
pub fn rank(tiles: &[u8]) -> u64 {
    let mut seen = 0_u32;
    let mut number = 0;
    for (place, &tile) in tiles.iter().enumerate() {
        let smaller = u64::from(tile) - u64::from((seen & ((1 << tile) - 1)).count_ones());
        seen |= 1 << tile;
        number = number * (tiles.len() - place) as u64 + smaller;
    }
    number
}

/// Returns the permutation with this number, in the first places.
fn unrank(mut number: u64, tiles: usize) -> [u8; 16] {
    let mut digits = [0; 16];
    for place in (0..tiles).rev() {
        let base = (tiles - place) as u64;
        digits[place] = number % base;
        number /= base;
    }
    let mut left = 0xFEDC_BA98_7654_3210_u64;
    let mut order = [0; 16];
    for place in 0..tiles {
        let at = 4 * digits[place];
        order[place] = (left >> at & 0xF) as u8;
        let below = (1 << at) - 1;
        left = left & below | left >> 4 & !below;
    }
    order
}

impl TestGraph for Tiles {
    fn neighbours(&self, number: u64) -> Vec<u64> {
        let cells = self.cells();
        let mut tiles = unrank(number, cells);
        let empty = tiles[..cells]
            .iter()
            .position(|&tile| tile == 0)
            .expect("one is empty");
        let row = empty / self.columns;
        let column = empty % self.columns;
        let neighbours = [
            (row > 0).then(|| empty - self.columns),
            (row + 1 < self.rows).then(|| empty + self.columns),
            (column > 0).then(|| empty - 1),
            (column + 1 < self.columns).then(|| empty + 1),
        ];
        let mut found = Vec::new();
        for neighbour in neighbours.into_iter().flatten() {
            tiles.swap(empty, neighbour);
            found.push(rank(&tiles[..cells]));
            tiles.swap(empty, neighbour);
        }
        found
    }

    /// Goals have the first cell empty.
    fn class(&self, number: u64) -> Option<OrbitInfo> {
        let factorial: u64 = (1..self.cells() as u64).product();
        // The empty cell is the least of all: these are the first in the dictionary.
        (Some(number) < self.size()).then_some(OrbitInfo::new(1, number < factorial))
    }

    fn size(&self) -> Option<u64> {
        Some((1..=self.cells() as u64).product())
    }
}
