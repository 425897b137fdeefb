//! Laws of all engines that search by layers, compared with a textbook search.

use std::{ops::ControlFlow, path::Path, time::Duration};

use proptest::prelude::*;
use tempfile::TempDir;

use super::{
    BreadthFirst, DepthFirst, MoveOrder, Target,
    hashed::HashedEngine,
    layered::LayeredEngine,
    layers::{Layer, LayerError, LayerSearch, Sources, StateFilter},
    ranked::RankedEngine,
    space::{OrbitInfo, Space, StateWords},
    testing::{
        Cube, EmptySpace, Graph, Permutations, TestGraph, Tiles, graphs, in_words, limited,
        unlimited,
    },
};
use crate::control::{Limits, Monitor, Observer, Outcome, StopReason};

type Engine = Box<dyn LayerSearch>;

/// An engine with its settings, which keeps its files in a folder.
type Setup = fn(Box<dyn Space<u64>>, &Path) -> Engine;

/// Engines that keep their layers in memory. With 0 listed ranks, the ranked engine always scans
/// its table.
const IN_MEMORY: [Setup; 5] = [
    |space, _| Box::new(HashedEngine::new(space, 1)),
    |space, _| Box::new(HashedEngine::new(space, 3)),
    |space, _| Box::new(RankedEngine::listing(space, 1, 1000)),
    |space, _| Box::new(RankedEngine::listing(space, 2, 5)),
    |space, _| Box::new(RankedEngine::listing(space, 3, 0)),
];

/// Engines that keep their layers in files. The second has so little memory that the layers of even
/// a small space take many files.
const IN_FILES: [Setup; 2] = [
    |space, folder| Box::new(LayeredEngine::new(space, 1, folder)),
    |space, folder| Box::new(LayeredEngine::new(space, 2, folder).with_plan(2, 100, 3)),
];

fn all() -> impl Iterator<Item = Setup> {
    IN_MEMORY.into_iter().chain(IN_FILES)
}

const SMALL: Tiles = Tiles {
    rows: 2,
    columns: 4,
};

/// The same laws with few states.
const TINY: Tiles = Tiles {
    rows: 2,
    columns: 3,
};

/// Makes an engine with a folder of its own.
fn make(setup: Setup, space: impl Space<u64> + 'static) -> (TempDir, Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = setup(Box::new(space), folder.path());
    (folder, engine)
}

/// Appends the remaining layers.
fn go_on(
    engine: &mut Engine,
    limits: Limits,
    mut layers: Vec<Layer>,
) -> Result<Vec<Layer>, LayerError> {
    limited(limits, |monitor| {
        loop {
            let layer = engine.advance(monitor)?;
            if layer.classes == 0 {
                return Ok(layers);
            }
            layers.push(layer);
        }
    })
}

/// Begins with these sources and returns all layers.
fn sweep(
    engine: &mut Engine,
    sources: Sources<'_>,
    limits: Limits,
) -> Result<Vec<Layer>, LayerError> {
    let first = limited(limits, |monitor| engine.begin(sources, monitor))?;
    go_on(
        engine,
        limits,
        if first.classes > 0 {
            vec![first]
        } else {
            vec![]
        },
    )
}

fn all_layers(engine: &mut Engine, sources: &[u64]) -> Vec<Layer> {
    sweep(
        engine,
        Sources::States(&in_words(sources)),
        Limits::default(),
    )
    .expect("no limit")
}

fn back_from_goals(engine: &mut Engine) -> Vec<Layer> {
    sweep(engine, Sources::Goals, Limits::default()).expect("no limit")
}

fn last_layer(engine: &mut Engine, which: StateFilter, most: usize) -> Vec<StateWords> {
    engine.last_layer(which, most).expect("the files are there")
}

fn saved(engine: &mut Engine) -> Vec<u8> {
    let mut bytes = Vec::new();
    engine.save(&mut bytes).expect("a vector takes it");
    bytes
}

/// Compares all results of an engine with those of a textbook search.
fn agrees_with_the_textbook(setup: Setup, graph: &Graph, sources: &[u64]) {
    let is_goal = |&rank: &u64| graph.class(rank).is_some_and(OrbitInfo::is_goal);
    let distances = graph.distances(sources);
    let (_folder, mut engine) = make(setup, graph.clone());
    assert_eq!(all_layers(&mut engine, sources), graph.layers(&distances));
    let last = distances.values().max();
    let farthest: Vec<u64> = distances
        .iter()
        .filter(|&(_, far)| Some(far) == last)
        .map(|(&rank, _)| rank)
        .collect();
    assert_eq!(
        last_layer(&mut engine, StateFilter::All, usize::MAX),
        in_words(&farthest)
    );
    let first = &farthest[..farthest.len().min(1)];
    assert_eq!(
        last_layer(&mut engine, StateFilter::All, 1),
        in_words(first)
    );
    assert!(last_layer(&mut engine, StateFilter::All, 0).is_empty());
    let far_goals: Vec<u64> = farthest.into_iter().filter(is_goal).collect();
    assert_eq!(
        last_layer(&mut engine, StateFilter::Goals, usize::MAX),
        in_words(&far_goals)
    );
    paths_are_shortest(&mut engine, graph, &distances);
    let goals: Vec<u64> = distances.into_keys().filter(is_goal).collect();
    assert_eq!(
        back_from_goals(&mut engine),
        graph.layers(&graph.distances(&goals))
    );
}

/// Compares the length of each path to a rank with its distance. The hashed engine returns no path.
fn paths_are_shortest(
    engine: &mut Engine,
    graph: &Graph,
    distances: &std::collections::BTreeMap<u64, usize>,
) {
    let ranks = graph.size().expect("a number");
    let paths: Vec<Option<Vec<StateWords>>> = (0..ranks)
        .map(|rank| engine.path_to(&[rank]).expect("the files are there"))
        .collect();
    if paths.iter().all(Option::is_none) && engine.bytes_held() > 0 {
        return;
    }
    for (rank, path) in (0..).zip(paths) {
        assert_eq!(
            path.as_ref().map(|path| path.len() - 1),
            distances.get(&rank).copied()
        );
        let Some(path) = path else { continue };
        assert_eq!((distances[&path[0][0]], path[path.len() - 1][0]), (0, rank));
        for pair in path.windows(2) {
            assert!(
                graph.neighbours(pair[0][0]).contains(&pair[1][0]),
                "{path:?}"
            );
        }
    }
}

/// Saves an engine after each layer, and resumes with the next of these engines.
fn resumes_after_each_layer(setups: &[Setup], graph: &Graph, source: u64) {
    let layers = graph.layers(&graph.distances(&[source]));
    let folder = tempfile::tempdir().expect("a folder");
    let new = |number: usize| setups[number % setups.len()](Box::new(graph.clone()), folder.path());
    let mut engine = new(0);
    let sources = in_words(&[source]);
    let begun = unlimited(|monitor| engine.begin(Sources::States(&sources), monitor));
    assert_eq!(begun.expect("no limit"), layers[0]);
    for depth in 1.. {
        let bytes = saved(&mut engine);
        engine = new(depth);
        assert!(
            engine.restore(&mut &bytes[..bytes.len() - 1]).is_err(),
            "it is cut off"
        );
        engine
            .restore(&mut &bytes[..])
            .expect("it was saved just now");
        let layer = unlimited(|monitor| engine.advance(monitor)).expect("no limit");
        assert_eq!(layer, layers.get(depth).copied().unwrap_or_default());
        if layer.classes == 0 {
            break;
        }
    }
    let goals: Vec<u64> = graph.distances(&[source]).into_keys().collect();
    let goals: Vec<u64> = goals
        .into_iter()
        .filter(|&it| graph.class(it).is_some_and(OrbitInfo::is_goal))
        .collect();
    assert_eq!(
        back_from_goals(&mut engine),
        graph.layers(&graph.distances(&goals))
    );
}

/// Up to four sources among the vertices, some of them perhaps twice.
fn sources(graph: &Graph, chosen: &[usize]) -> Vec<u64> {
    let vertices = graph.vertices();
    chosen
        .iter()
        .filter_map(|at| vertices.get(at % vertices.len().max(1)).copied())
        .collect()
}

proptest! {
    #![proptest_config(crate::cases::random_cases(64))]

    #[test]
    fn engines_in_memory_agree_with_the_textbook(
        graph in graphs(),
        chosen in prop::collection::vec(0..300_usize, 0..4),
    ) {
        let sources = sources(&graph, &chosen);
        for setup in IN_MEMORY {
            agrees_with_the_textbook(setup, &graph, &sources);
        }
        if sources.is_empty() {
            return Ok(());
        }
        let mut wide = BreadthFirst::default();
        let found = unlimited(|monitor| {
            let go_on = &mut |progress: &_| monitor.flow(progress);
            let limits = Limits::default();
            wide.search(&mut graph.clone(), &sources, Target::Everything, &limits, go_on)
        });
        prop_assert_eq!(found.outcome, Outcome::Exhausted);
        let layers = graph.layers(&graph.distances(&sources));
        let classes = layers.iter().map(|layer| usize::try_from(layer.classes).expect("few"));
        prop_assert_eq!(wide.layers, classes.collect::<Vec<_>>());
    }

    #[test]
    fn saved_engines_in_memory_can_be_resumed(graph in graphs(), chosen in 0..300_usize) {
        if let [source] = sources(&graph, &[chosen])[..] {
            resumes_after_each_layer(&IN_MEMORY[..2], &graph, source);
            resumes_after_each_layer(&IN_MEMORY[2..], &graph, source);
        }
    }
}

proptest! {
    // Each layer is a file, which has to be on the disk.
    #![proptest_config(crate::cases::random_cases(6))]

    #[test]
    fn engines_in_files_agree_with_the_textbook(
        graph in graphs(),
        chosen in prop::collection::vec(0..300_usize, 0..4),
    ) {
        for setup in IN_FILES {
            agrees_with_the_textbook(setup, &graph, &sources(&graph, &chosen));
        }
    }

    #[test]
    fn saved_engines_in_files_can_be_resumed(graph in graphs(), chosen in 0..300_usize) {
        if let [source] = sources(&graph, &[chosen])[..] {
            resumes_after_each_layer(&IN_FILES, &graph, source);
        }
    }

    #[test]
    fn any_bytes_restore_an_engine_or_are_refused(bytes in prop::collection::vec(0..3_u8, 0..200)) {
        for setup in all() {
            let (_folder, mut engine) = make(setup, SMALL);
            if engine.restore(&mut &bytes[..]).is_ok() {
                // So few bytes tell of no state but the first, second or third.
                prop_assert!(last_layer(&mut engine, StateFilter::All, 9).len() < 4);
            }
        }
    }
}

/// The published numbers of states at each distance from the sorted tiles.
#[test]
fn the_layers_of_tiles_equal_the_published_ones() {
    let facts = [
        (
            2,
            3,
            "1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1",
        ),
        (
            2,
            4,
            "1 2 3 6 10 14 19 28 42 61 85 119 161 215 293 396 506 632 788 985 1194 1414 1664 1884 \
             1999 1958 1770 1463 1076 667 361 190 88 39 19 7 1",
        ),
    ];
    for (rows, columns, published) in facts {
        let tiles = Tiles { rows, columns };
        let expected: Vec<u64> = published
            .split(' ')
            .map(|states| states.parse().expect("a number"))
            .collect();
        // In 2 × 4 cells, one engine of each kind.
        for setup in all().step_by(columns * 2 - 5) {
            let (_folder, mut engine) = make(setup, tiles);
            let layers = all_layers(&mut engine, &[tiles.start()]);
            assert_eq!(
                layers.iter().map(|it| it.states).collect::<Vec<_>>(),
                expected
            );
        }
    }
}

/// Layers of several turns and pieces, which the threads share.
#[test]
fn large_layers_are_the_same_on_any_number_of_threads() {
    let classes = |layers: Vec<Layer>| layers.iter().map(|it| it.classes).collect::<Vec<_>>();
    for (threads, items) in [(1, 8), (3, 9)] {
        let space = Permutations(items);
        let mut engine: Engine = Box::new(HashedEngine::new(Box::new(space.clone()), threads));
        let layers = all_layers(&mut engine, &[space.sorted()]);
        let farthest = layers.last().expect("there are layers");
        assert_eq!((farthest.goal_classes, farthest.goal_states), (1, 1));
        assert_eq!(classes(layers), space.layers(), "{threads} threads");
        assert_eq!(last_layer(&mut engine, StateFilter::All, 2).len(), 1);
    }
    let choose =
        |choices: &mut u64, k| Some(std::mem::replace(choices, *choices * (15 - k) / (k + 1)));
    let expected: Vec<u64> = (0..=15_u64).scan(1, choose).collect();
    for (threads, listed) in [(2, 1 << 12), (3, 0), (1, 1 << 20)] {
        let mut engine: Engine =
            Box::new(RankedEngine::listing(Box::new(Cube(15)), threads, listed));
        assert_eq!(
            classes(all_layers(&mut engine, &[5])),
            expected,
            "{threads}, {listed}"
        );
    }
}

/// A complete graph.
#[derive(Clone)]
struct Complete(u64);

impl TestGraph for Complete {
    fn neighbours(&self, key: u64) -> Vec<u64> {
        (0..self.0).filter(|&other| other != key).collect()
    }

    fn class(&self, key: u64) -> Option<OrbitInfo> {
        (key < self.0).then_some(OrbitInfo::new(1, false))
    }

    fn size(&self) -> Option<u64> {
        Some(self.0)
    }
}

#[test]
fn a_search_of_states_with_many_successors_still_checks_the_limits_often() {
    const STATES: usize = 1000;
    let check = |name: &str, run: &dyn Fn(&mut dyn Space<u64>, Observer<'_>)| {
        let mut checks = 0;
        run(&mut Complete(STATES as u64), &mut |_| {
            checks += 1;
            ControlFlow::Continue(())
        });
        assert!(checks > STATES * STATES / 20_000, "{name}: {checks} checks");
    };
    let limits = &Limits::default();
    check("breadth-first", &|space, observer| {
        BreadthFirst::default().search(space, &[0], Target::Everything, limits, observer);
    });
    check("depth-first", &|space, observer| {
        DepthFirst::default().search(space, 0, MoveOrder::Fixed, limits, observer);
    });
    // The ranked engine expands 1,024 states at a time: boards with few ranks have few moves.
    for &setup in &IN_MEMORY[..2] {
        check("hashed", &|space, observer| {
            let (_folder, mut engine) = make(setup, Complete(space.ranks().expect("a number")));
            let monitor = &mut Monitor::new(*limits, observer);
            let begun = engine.begin(Sources::States(&in_words(&[0])), monitor);
            begun.expect("no limit");
            while engine.advance(monitor).expect("no limit").classes > 0 {}
        });
    }
}

#[test]
fn a_search_without_sources_has_no_layers() {
    for setup in all() {
        let (_folder, mut engine) = make(setup, SMALL);
        assert_eq!(back_from_goals(&mut engine), []);
        assert!(last_layer(&mut engine, StateFilter::All, 7).is_empty());
    }
}

#[test]
fn each_limit_stops_each_engine_with_its_reason() {
    let limits = Limits::default();
    let table = [
        (limits.with_max_states(Some(100)), StopReason::States),
        (limits.with_max_depth(Some(7)), StopReason::Depth),
        (limits.with_max_bytes(Some(1000)), StopReason::Memory),
        (limits.with_timeout(Some(Duration::ZERO)), StopReason::Time),
    ];
    let start = in_words(&[TINY.start()]);
    let expected = TINY.layers(&TINY.distances(&[TINY.start()]));
    for (limits, reason) in table {
        for (number, setup) in all().enumerate() {
            let (_folder, mut engine) = make(setup, TINY);
            let halt = sweep(&mut engine, Sources::States(&start), limits).expect_err("a limit");
            assert!(
                matches!(halt, LayerError::Stopped(told) if told == reason),
                "{halt:?}"
            );
            // The hashed engine has only half of the layer that was stopped.
            if number >= 2 && matches!(reason, StopReason::States | StopReason::Depth) {
                let rest = go_on(&mut engine, Limits::default(), vec![]).expect("no limit");
                assert!(
                    rest.len() < expected.len() - 5,
                    "most layers had been found"
                );
                assert_eq!(rest, expected[expected.len() - rest.len()..]);
            }
        }
    }
}

#[test]
fn sources_and_saved_states_of_another_space_are_refused() {
    for setup in all() {
        let (folder, mut engine) = make(setup, TINY);
        all_layers(&mut engine, &[TINY.start()]);
        let bytes = saved(&mut engine);
        let mut other = setup(Box::new(EmptySpace(TINY)), folder.path());
        let error = other.restore(&mut &bytes[..]).expect_err("another space");
        assert_eq!(
            error.to_string(),
            "a given state does not belong to this puzzle"
        );
        let begun = unlimited(|monitor| other.begin(Sources::States(&in_words(&[7])), monitor));
        assert!(matches!(begun, Err(LayerError::File(_))), "{begun:?}");
    }
}

/// A number of states in a ring.
#[derive(Clone)]
struct Ring(u64);

impl TestGraph for Ring {
    fn neighbours(&self, key: u64) -> Vec<u64> {
        [1, self.0 - 1].map(|step| (key + step) % self.0).to_vec()
    }

    fn class(&self, key: u64) -> Option<OrbitInfo> {
        (key < self.0).then_some(OrbitInfo::new(1, key == self.0 / 2))
    }
}

#[test]
fn memory_is_bounded_by_the_layers_and_not_by_the_space() {
    let mut engine = HashedEngine::new(Box::new(Ring(100_000)), 1);
    let layers = unlimited(|monitor| {
        engine
            .begin(Sources::States(&in_words(&[0])), monitor)
            .expect("no limit");
        std::iter::from_fn(|| engine.advance(monitor).ok())
            .take_while(|layer| layer.classes > 0)
            .count()
    });
    let last = engine
        .last_layer(StateFilter::All, 2)
        .expect("it is in memory");
    assert_eq!((layers, last), (50_000, in_words(&[50_000])));
    assert!(
        engine.memory_usage().memory < 100_000,
        "{:?}",
        engine.memory_usage()
    );
}

/// Searches all permutations under this limit on memory.
fn search_within(
    engine: &mut HashedEngine<u64>,
    start: u64,
    max_bytes: usize,
) -> Result<(), LayerError> {
    limited(
        Limits::default().with_max_bytes(Some(max_bytes)),
        |monitor| {
            engine.begin(Sources::States(&in_words(&[start])), monitor)?;
            while engine.advance(monitor)?.classes > 0 {}
            Ok(())
        },
    )
}

#[test]
fn a_memory_limit_covers_all_memory_of_the_engine() {
    for threads in [1, 3] {
        for max_bytes in [1_000_000, 2_000_000] {
            let mut engine = HashedEngine::new(Box::new(Permutations(10)), threads);
            let halt = search_within(&mut engine, Permutations(10).sorted(), max_bytes);
            assert!(
                matches!(halt, Err(LayerError::Stopped(StopReason::Memory))),
                "{halt:?}"
            );
            let bytes = engine.bytes();
            assert!(
                bytes <= max_bytes + max_bytes / 20,
                "{threads}: {bytes} of {max_bytes}"
            );
            assert!(bytes > max_bytes / 2, "{threads}: {bytes} of {max_bytes}");
        }
    }
}

#[test]
fn external_memory_counts_towards_the_limit() {
    let mut engine = HashedEngine::new(Box::new(Permutations(8)), 1);
    let start = Permutations(8).sorted();
    assert!(search_within(&mut engine, start, 50_000_000).is_ok());
    engine.count_others(49_990_000);
    let halt = search_within(&mut engine, start, 50_000_000);
    assert!(
        matches!(halt, Err(LayerError::Stopped(StopReason::Memory))),
        "{halt:?}"
    );
}
