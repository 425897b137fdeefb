//! What holds of the engine, on graphs that are no puzzles.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::control::Limits;
use crate::search::components::components;
use crate::search::space::OrbitInfo;
use crate::search::testing::{EmptySpace, TestGraph};

/// The neighbours of a vertex, and whether it is a goal.
type Vertex = (Vec<u64>, bool);

/// Any graph: for each rank that has a vertex, its neighbours, and whether it is a goal.
#[derive(Clone, Debug)]
struct Graph {
    vertices: Arc<Vec<Option<Vertex>>>,
}

impl Graph {
    /// A graph of so many ranks, some of which have no vertex.
    fn new(ranks: usize, edges: &[(usize, usize)], missing: &[usize], goals: &[usize]) -> Self {
        let mut vertices: Vec<Option<Vertex>> = vec![Some((Vec::new(), false)); ranks];
        for &rank in missing {
            vertices[rank % ranks] = None;
        }
        for &(one, other) in edges {
            let ends = [one % ranks, other % ranks];
            if ends.iter().all(|&end| vertices[end].is_some()) {
                for (from, to) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                    vertices[from].as_mut().expect("it is there").0.push(to as u64);
                }
            }
        }
        for &goal in goals {
            if let Some(vertex) = &mut vertices[goal % ranks] {
                vertex.1 = true;
            }
        }
        Graph { vertices: Arc::new(vertices) }
    }

    fn vertex(&self, rank: u64) -> Option<&Vertex> {
        self.vertices[usize::try_from(rank).expect("small")].as_ref()
    }

    fn ranks(&self) -> u64 {
        self.vertices.len() as u64
    }

    /// Breadth-first search as in a textbook: the distance of each vertex from the nearest source.
    fn distances(&self, sources: &[u64]) -> BTreeMap<u64, u32> {
        let sources = sources.iter().copied().filter(|&rank| self.class(rank).is_some());
        let mut distances: BTreeMap<u64, u32> = sources.map(|rank| (rank, 0)).collect();
        let mut queue: VecDeque<u64> = distances.keys().copied().collect();
        while let Some(rank) = queue.pop_front() {
            for next in self.neighbours(rank) {
                if !distances.contains_key(&next) {
                    distances.insert(next, distances[&rank] + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// What the layers are then.
    fn layers(&self, distances: &BTreeMap<u64, u32>) -> Vec<Layer> {
        let mut layers = Vec::new();
        for (&rank, &distance) in distances {
            let distance = distance as usize;
            layers.resize(layers.len().max(distance + 1), Layer::default());
            layers[distance].count(self.class(rank).expect("a vertex"));
        }
        layers
    }
}

impl TestGraph for Graph {
    fn neighbours(&self, rank: u64) -> Vec<u64> {
        self.vertex(rank).expect("a vertex").0.clone()
    }

    fn class(&self, rank: u64) -> Option<OrbitInfo> {
        self.vertex(rank).map(|(_, is_goal)| OrbitInfo::new(1 << (rank % 3), *is_goal))
    }

    fn size(&self) -> Option<u64> {
        Some(self.ranks())
    }
}

/// The corners of a cube of many dimensions; as many are `k` away from one of them as there are
/// ways to choose `k` of the dimensions.
#[derive(Clone)]
struct Cube(u32);

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

/// These states, spelt out.
fn spelt(ranks: &[u64]) -> Vec<StateWords> {
    ranks.iter().map(|&rank| vec![rank]).collect()
}

fn unwatched<T>(run: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    run(&mut Monitor::new(Limits::default(), &mut |_| ControlFlow::Continue(())))
}

/// Every layer after the first, to the end.
fn rest(engine: &mut RankedEngine, layers: &mut Vec<Layer>) {
    loop {
        let layer = unwatched(|watch| engine.advance(watch)).expect("nothing stops it");
        if layer.classes == 0 {
            break;
        }
        layers.push(layer);
    }
}

fn all_layers(engine: &mut RankedEngine, sources: Sources<'_>) -> Vec<Layer> {
    let first = unwatched(|watch| engine.begin(sources, watch)).expect("nothing stops it");
    let mut layers = if first.classes == 0 { vec![] } else { vec![first] };
    rest(engine, &mut layers);
    layers
}

fn graphs() -> impl Strategy<Value = Graph> {
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

proptest! {
    #[test]
    fn layers_farthest_and_ways_are_those_of_a_textbook_search(
        graph in graphs(),
        sources in prop::collection::vec(0..300_u64, 1..4),
        most_listed in prop::sample::select(&[0, 1, 5, 1000][..]),
        threads in 1..4_usize,
    ) {
        let sources: Vec<u64> = sources.into_iter().map(|rank| rank % graph.ranks()).collect();
        let distances = graph.distances(&sources);
        let mut engine = RankedEngine::listing(Box::new(graph.clone()), threads, most_listed);
        prop_assert_eq!(all_layers(&mut engine, Sources::States(&spelt(&sources))), graph.layers(&distances));
        let last = distances.values().max();
        let farthest = distances.iter().filter(|&(_, far)| Some(far) == last).map(|(&rank, _)| rank);
        let farthest: Vec<u64> = farthest.collect();
        prop_assert_eq!(engine.last_layer(StateFilter::All, usize::MAX).expect("no files"), spelt(&farthest));
        prop_assert_eq!(engine.last_layer(StateFilter::All, 1).expect("no files"), spelt(&farthest[..farthest.len().min(1)]));
        for rank in 0..graph.ranks() {
            let way = engine.way_to(&[rank]).expect("no files");
            prop_assert_eq!(
                way.as_ref().map(Vec::len),
                distances.get(&rank).map(|&far| far as usize + 1)
            );
            for pair in way.iter().flat_map(|way| way.windows(2)) {
                prop_assert!(graph.neighbours(pair[0][0]).contains(&pair[1][0]));
            }
        }
        // From all goals that were met.
        let met: Vec<u64> = distances.into_keys().filter(|&rank| {
            graph.class(rank).is_some_and(OrbitInfo::is_goal)
        }).collect();
        let inward = graph.layers(&graph.distances(&met));
        prop_assert_eq!(all_layers(&mut engine, Sources::Goals), inward);
    }

    #[test]
    fn a_search_that_is_stopped_or_stored_goes_on_as_if_nothing_had_happened(
        graph in graphs(),
        most_listed in prop::sample::select(&[0, 2, 1000][..]),
        stop_at in prop::collection::vec(0..12_usize, 1..4),
    ) {
        let layers = graph.layers(&graph.distances(&[0]));
        let mut engine = RankedEngine::listing(Box::new(graph.clone()), 2, most_listed);
        let first = unwatched(|watch| engine.begin(Sources::States(&[vec![0]]), watch)).expect("unwatched");
        let mut found = if first.classes == 0 { vec![] } else { vec![first] };
        for stop in stop_at {
            for _ in 0..stop {
                let layer = unwatched(|watch| engine.advance(watch)).expect("unwatched");
                found.extend(Some(layer).filter(|layer| layer.classes > 0));
            }
            let mut stored = Vec::new();
            engine.save(&mut stored).expect("a vector takes it");
            // The layer is half done when it is stopped: its states are not all unseen.
            let table = engine.table.as_ref().expect("it has begun");
            let next = DepthMark::of(engine.depth + 1);
            if found.len() < layers.len() {
                (0..graph.ranks()).filter(|rank| rank % 2 == 0 && table.is_unseen(*rank)).for_each(
                    |rank| assert!(table.discover(rank, next)),
                );
                let stopping = &mut |_: &Progress| ControlFlow::Break(());
                let stopped = engine.advance(&mut Monitor::new(Limits::default(), stopping));
                prop_assert!(matches!(stopped, Err(LayerError::Stopped(StopReason::Interrupted))));
            }
            let mut again = Vec::new();
            LayerSearch::save(&mut engine, &mut again).expect("a vector takes it");
            prop_assert_eq!(&stored, &again);
            engine = RankedEngine::listing(Box::new(graph.clone()), 1, most_listed);
            engine.restore(&mut &stored[..]).expect("it is of this space");
            prop_assert!(engine.restore(&mut &stored[..stored.len() - 1]).is_err());
            engine.restore(&mut &stored[..]).expect("it is of this space");
        }
        rest(&mut engine, &mut found);
        prop_assert_eq!(found, layers);
    }

    #[test]
    fn the_components_are_those_of_a_textbook_search(graph in graphs()) {
        let mut left: Vec<u64> = (0..graph.ranks()).filter(|&rank| graph.class(rank).is_some()).collect();
        let mut expected = BTreeMap::new();
        while let Some(&first) = left.first() {
            let distances = graph.distances(&[first]);
            left.retain(|rank| !distances.contains_key(rank));
            let mut all = Layer::default();
            graph.layers(&distances).iter().for_each(|layer| all.add(layer));
            *expected.entry([all.states, all.classes, all.goal_states, all.goal_classes]).or_insert(0) += 1;
        }
        let found = unwatched(|watch| components(&graph, None, 1, watch)).expect("unwatched");
        let figures = found.iter().map(|(one, count)| {
            ([one.states, one.classes, one.goal_states, one.goal_classes], count)
        });
        prop_assert_eq!(figures.collect::<BTreeMap<_, _>>(), expected);
    }
}

#[test]
fn a_large_cube_has_the_same_layers_on_any_number_of_threads() {
    let expected: Vec<u64> = (0..=17)
        .scan(1, |choices, k| Some(std::mem::replace(choices, *choices * (17 - k) / (k + 1))))
        .collect();
    for (threads, most_listed) in [(1, 1 << 14), (2, 1 << 14), (3, 1 << 14), (3, 0), (2, 1 << 20)] {
        let mut engine = RankedEngine::listing(Box::new(Cube(17)), threads, most_listed);
        let layers = all_layers(&mut engine, Sources::States(&[vec![5]]));
        let classes: Vec<u64> = layers.iter().map(|layer| layer.classes).collect();
        assert_eq!(classes, expected, "{threads} threads, {most_listed} listed");
    }
}

#[test]
fn a_limit_on_memory_is_kept_and_named_before_anything_is_allocated() {
    let bytes = RankedEngine::bytes_for(1 << 40);
    assert!(bytes > 3 << 37, "three bits a rank");
    let limits = Limits { max_bytes: usize::try_from(bytes - 1).ok(), ..Limits::default() };
    let mut engine = RankedEngine::new(Box::new(Cube(40)), 1);
    let mut unwatched = |_: &Progress| ControlFlow::Continue(());
    let stopped =
        engine.begin(Sources::States(&[vec![0]]), &mut Monitor::new(limits, &mut unwatched));
    assert!(matches!(stopped, Err(LayerError::Stopped(StopReason::Memory))));
    let mut engine = RankedEngine::new(Box::new(Cube(61)), 1);
    let mut watch = Monitor::new(Limits::default(), &mut unwatched);
    let stopped = engine.begin(Sources::States(&[vec![0]]), &mut watch);
    assert!(
        matches!(stopped, Err(LayerError::Stopped(StopReason::OutOfMemory))),
        "none is that large"
    );
}

#[test]
fn a_table_that_memory_is_too_small_for_is_put_into_a_file_if_there_is_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let filed = || RankedEngine::new(Box::new(Cube(12)), 2).with_folder(folder.path());
    let most = usize::try_from(RankedEngine::bytes_for(1 << 12) - 1).expect("it is small");
    let limits = Limits { max_bytes: Some(most), ..Limits::default() };
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    let mut watch = Monitor::new(limits, go_on);
    let mut engine = filed();
    engine.begin(Sources::States(&[vec![0]]), &mut watch).expect("it is in a file");
    engine.advance(&mut watch).expect("nothing stops it");
    assert_eq!(engine.memory_usage().disk, MarkTable::bytes_for(1 << 12));
    let mut stored = Vec::new();
    engine.save(&mut stored).expect("a vector takes it");
    let mut again = filed();
    again.restore(&mut &stored[..]).expect("it is of this space");
    assert_eq!(again.memory_usage().disk, engine.memory_usage().disk);
    let mut layers = vec![engine.last];
    rest(&mut again, &mut layers);
    let classes: Vec<u64> = layers.iter().map(|layer| layer.classes).collect();
    assert_eq!(classes, [12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1]);
}

#[test]
fn ranks_that_are_of_no_state_are_refused() {
    let mut engine = RankedEngine::new(Box::new(Cube(12)), 1);
    unwatched(|watch| engine.begin(Sources::States(&[vec![0]]), watch)).expect("unwatched");
    let mut stored = Vec::new();
    engine.save(&mut stored).expect("a vector takes it");
    let mut other = RankedEngine::new(Box::new(EmptySpace(Cube(12))), 1);
    let error = other.restore(&mut &stored[..]).expect_err("it is of another space");
    assert_eq!(error.to_string(), "a position that was saved is none of this puzzle");
}
