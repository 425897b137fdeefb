use std::ops::ControlFlow;

use super::*;
use crate::control::Limits;
use crate::search::space::OrbitInfo;
use crate::search::testing::{Permutations, TestGraph};

/// An engine for the orders of so many things.
fn orders(things: u32, threads: usize) -> HashedEngine<u64> {
    HashedEngine::new(Box::new(Permutations(things)), threads)
}

/// The sorted order of so many things, spelt out.
fn sorted(things: u32) -> StateWords {
    vec![Permutations(things).sorted()]
}

/// All layers of the orders of so many things from the sorted one, and the last of them.
fn layers(
    engine: &mut HashedEngine<u64>,
    things: u32,
    limits: Limits,
) -> Result<(Vec<Layer>, Vec<StateWords>), LayerError> {
    sweep(engine, Sources::States(&[sorted(things)]), limits)
}

fn sweep(
    engine: &mut HashedEngine<u64>,
    sources: Sources<'_>,
    limits: Limits,
) -> Result<(Vec<Layer>, Vec<StateWords>), LayerError> {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Monitor::new(limits, &mut go_on);
    let mut layers = vec![engine.begin(sources, &mut watch)?];
    loop {
        let layer = engine.advance(&mut watch)?;
        if layer.classes == 0 {
            return Ok((layers, engine.last_layer(StateFilter::All, 2)?));
        }
        layers.push(layer);
    }
}

#[test]
fn the_layers_are_those_of_the_book_whatever_the_number_of_threads() {
    // Nine things: 362,880 orders, and layers of several turns.
    let expected: Vec<Layer> = Permutations(9)
        .layers()
        .into_iter()
        .map(|states| Layer { classes: states, states, ..Layer::default() })
        .collect();
    for threads in [1, 2, 3, 8] {
        let (mut found, last) =
            layers(&mut orders(9, threads), 9, Limits::default()).expect("no limit");
        let farthest = found.last_mut().expect("there are layers");
        assert_eq!((farthest.goal_classes, farthest.goal_states), (1, 1));
        (farthest.goal_classes, farthest.goal_states) = (0, 0);
        assert_eq!(found, expected, "{threads} threads");
        assert_eq!(last, [[0x0_1234_5678]]);
    }
}

#[test]
fn a_second_sweep_begins_from_the_goals_of_the_first() {
    let mut engine = orders(7, 2);
    let (there, _) = layers(&mut engine, 7, Limits::default()).expect("no limit");
    let (mut back, last) = sweep(&mut engine, Sources::Goals, Limits::default()).expect("no limit");
    assert_eq!(last, [sorted(7)]);
    back.reverse();
    assert_eq!(back, there);
}

#[test]
fn sources_that_are_told_twice_count_once() {
    let twice = [sorted(4), sorted(4)];
    let (found, _) =
        sweep(&mut orders(4, 1), Sources::States(&twice), Limits::default()).expect("no limit");
    let states: Vec<u64> = found.iter().map(|layer| layer.states).collect();
    assert_eq!(states, Permutations(4).layers());
}

#[test]
fn of_the_last_layer_the_least_are_told_in_order() {
    let mut engine = orders(8, 2);
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Monitor::new(Limits::default(), &mut go_on);
    engine.begin(Sources::States(&[sorted(8)]), &mut watch).expect("no limit");
    engine.advance(&mut watch).expect("no limit");
    let all = engine.last_layer(StateFilter::All, usize::MAX).expect("it is in memory");
    assert_eq!(all.len(), 7);
    assert!(all.is_sorted());
    assert_eq!(engine.last_layer(StateFilter::All, 3).expect("it is in memory"), all[..3]);
    assert!(engine.last_layer(StateFilter::All, 0).expect("it is in memory").is_empty());
}

/// So many states in a ring.
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
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Monitor::new(Limits::default(), &mut go_on);
    let mut engine = HashedEngine::new(Box::new(Ring(100_000)), 1);
    engine.begin(Sources::States(&[vec![0]]), &mut watch).expect("no limit");
    let mut layers = 1;
    while engine.advance(&mut watch).expect("no limit").classes > 0 {
        layers += 1;
    }
    let last = engine.last_layer(StateFilter::All, 2).expect("it is in memory");
    assert_eq!((layers, last), (50_001, vec![vec![50_000]]));
    assert!(engine.memory_usage().memory < 100_000, "{:?}", engine.memory_usage());
}

#[test]
fn every_limit_stops_it_and_is_named() {
    let limits = Limits::default();
    let table = [
        (Limits { max_states: Some(1000), ..limits }, StopReason::States),
        (Limits { max_bytes: Some(500_000), ..limits }, StopReason::Memory),
        (Limits { max_depth: Some(7), ..limits }, StopReason::Depth),
        (Limits { timeout: Some(std::time::Duration::ZERO), ..limits }, StopReason::Time),
    ];
    for (limits, reason) in table {
        for threads in [1, 3] {
            let halt = layers(&mut orders(9, threads), 9, limits);
            assert!(matches!(halt, Err(LayerError::Stopped(told)) if told == reason), "{halt:?}");
        }
    }
}

#[test]
fn a_limit_on_memory_holds_for_all_that_it_takes() {
    for threads in [1, 3] {
        for max_bytes in [2_000_000, 5_000_000] {
            let limits = Limits { max_bytes: Some(max_bytes), ..Limits::default() };
            let mut engine = orders(10, threads);
            let halt = layers(&mut engine, 10, limits);
            assert!(matches!(halt, Err(LayerError::Stopped(StopReason::Memory))), "{halt:?}");
            let bytes = engine.bytes();
            assert!(bytes <= max_bytes + max_bytes / 20, "{threads}: {bytes} of {max_bytes}");
            assert!(bytes > max_bytes / 2, "{threads}: {bytes} of {max_bytes}");
        }
    }
}

#[test]
fn what_others_take_counts_towards_the_limit() {
    let limits = Limits { max_bytes: Some(50_000_000), ..Limits::default() };
    let mut engine = orders(9, 1);
    assert!(layers(&mut engine, 9, limits).is_ok());
    engine.count_others(49_990_000);
    let halt = layers(&mut engine, 9, limits);
    assert!(matches!(halt, Err(LayerError::Stopped(StopReason::Memory))), "{halt:?}");
}

/// The number of states in each of the layers that are still to come.
fn rest(engine: &mut HashedEngine<u64>) -> Vec<u64> {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Monitor::new(Limits::default(), &mut go_on);
    let layers = || Some(engine.advance(&mut watch).ok()?.states).filter(|&states| states > 0);
    std::iter::from_fn(layers).collect()
}

#[test]
fn an_engine_that_was_saved_goes_on_where_it_was() {
    for threads in [1, 2] {
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        let mut watch = Monitor::new(Limits::default(), &mut go_on);
        let mut engine = orders(7, threads);
        engine.begin(Sources::States(&[sorted(7)]), &mut watch).expect("no limit");
        for depth in 0.. {
            let mut saved = Vec::new();
            engine.save(&mut saved).expect("memory takes it");
            let mut other = orders(7, 3 - threads);
            other.restore(&mut &saved[..]).expect("it was saved just now");
            assert_eq!(rest(&mut other), Permutations(7).layers()[depth + 1..]);
            let back = sweep(&mut other, Sources::Goals, Limits::default()).expect("no limit").0;
            assert_eq!(back.len(), Permutations(7).layers().len());
            if engine.advance(&mut watch).expect("no limit").states == 0 {
                break;
            }
        }
    }
}

#[test]
fn what_was_not_saved_by_an_engine_is_refused() {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Monitor::new(Limits::default(), &mut go_on);
    let mut engine = orders(5, 1);
    engine.begin(Sources::States(&[sorted(5)]), &mut watch).expect("no limit");
    let mut saved = Vec::new();
    engine.save(&mut saved).expect("memory takes it");
    for end in 0..saved.len() {
        let mut other = orders(5, 1);
        let kind = other.restore(&mut &saved[..end]).expect_err("it is cut off").kind();
        assert_eq!(kind, io::ErrorKind::UnexpectedEof);
    }
    let last = saved.len() - 1;
    saved[last] = 0xFF;
    let error = orders(5, 1).restore(&mut &saved[..]).expect_err("no order");
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}
