use std::ops::ControlFlow;

use super::*;
use crate::control::Limits;
use crate::search::testing::Orders;

/// All layers from the sorted order, and the last of them.
fn layers(engine: &mut Hashed<Orders>, limits: Limits) -> Result<(Vec<Layer>, Vec<u64>), Halt> {
    let start = [engine.space.sorted()];
    sweep(engine, Sources::Keys(&start), limits)
}

fn sweep(
    engine: &mut Hashed<Orders>,
    sources: Sources<'_, u64>,
    limits: Limits,
) -> Result<(Vec<Layer>, Vec<u64>), Halt> {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Watch::new(limits, &mut go_on);
    let mut layers = vec![engine.begin(sources, &mut watch)?];
    loop {
        let layer = engine.advance(&mut watch)?;
        if layer.classes == 0 {
            return Ok((layers, engine.last_layer(2)?));
        }
        layers.push(layer);
    }
}

#[test]
fn the_layers_are_those_of_the_book_whatever_the_number_of_threads() {
    // Nine things: 362,880 orders, and layers of several turns.
    let expected: Vec<Layer> = Orders(9)
        .layers()
        .into_iter()
        .map(|states| Layer { classes: states, states, ..Layer::default() })
        .collect();
    for threads in [1, 2, 3, 8] {
        let (mut found, last) =
            layers(&mut Hashed::new(&Orders(9), threads), Limits::default()).expect("no limit");
        let farthest = found.last_mut().expect("there are layers");
        assert_eq!((farthest.goal_classes, farthest.goal_states), (1, 1));
        (farthest.goal_classes, farthest.goal_states) = (0, 0);
        assert_eq!(found, expected, "{threads} threads");
        assert_eq!(last, [0x0_1234_5678]);
    }
}

#[test]
fn a_second_sweep_begins_from_the_goals_of_the_first() {
    let mut engine = Hashed::new(&Orders(7), 2);
    let (there, _) = layers(&mut engine, Limits::default()).expect("no limit");
    let (mut back, last) = sweep(&mut engine, Sources::Goals, Limits::default()).expect("no limit");
    assert_eq!(last, [Orders(7).sorted()]);
    back.reverse();
    assert_eq!(back, there);
}

#[test]
fn sources_that_are_told_twice_count_once() {
    let mut engine = Hashed::new(&Orders(4), 1);
    let start = Orders(4).sorted();
    let (found, _) =
        sweep(&mut engine, Sources::Keys(&[start, start]), Limits::default()).expect("no limit");
    let states: Vec<u64> = found.iter().map(|layer| layer.states).collect();
    assert_eq!(states, Orders(4).layers());
}

#[test]
fn of_the_last_layer_the_least_are_told_in_order() {
    let mut engine = Hashed::new(&Orders(8), 2);
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Watch::new(Limits::default(), &mut go_on);
    engine.begin(Sources::Keys(&[Orders(8).sorted()]), &mut watch).expect("no limit");
    engine.advance(&mut watch).expect("no limit");
    let all = engine.last_layer(usize::MAX).expect("it is in memory");
    assert_eq!(all.len(), 7);
    assert!(all.is_sorted());
    assert_eq!(engine.last_layer(3).expect("it is in memory"), all[..3]);
    assert!(engine.last_layer(0).expect("it is in memory").is_empty());
}

/// So many states in a ring.
#[derive(Clone)]
struct Ring(u64);

impl StateSpace for Ring {
    type State = u64;
    type Key = u64;
    const BLOCK: usize = 4;

    fn key(&self, state: &u64) -> u64 {
        *state
    }

    fn state(&self, key: &u64) -> u64 {
        *key
    }

    fn is_state(&self, key: &u64) -> bool {
        *key < self.0
    }

    fn orbit(&self, _: &u64) -> u64 {
        1
    }

    fn expand(&mut self, block: &[u64], successors: &mut Vec<(u32, u64)>) {
        for (place, state) in (0..).zip(block) {
            successors.extend([1, self.0 - 1].map(|step| (place, (state + step) % self.0)));
        }
    }

    fn is_goal(&self, key: &u64) -> bool {
        *key == self.0 / 2
    }
}

#[test]
fn memory_is_bounded_by_the_layers_and_not_by_the_space() {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Watch::new(Limits::default(), &mut go_on);
    let mut engine = Hashed::new(&Ring(100_000), 1);
    engine.begin(Sources::Keys(&[0]), &mut watch).expect("no limit");
    let mut layers = 1;
    while engine.advance(&mut watch).expect("no limit").classes > 0 {
        layers += 1;
    }
    assert_eq!((layers, engine.last_layer(2).expect("it is in memory")), (50_001, vec![50_000]));
    assert!(engine.room().memory < 100_000, "{:?}", engine.room());
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
            let halt = layers(&mut Hashed::new(&Orders(9), threads), limits);
            assert!(matches!(halt, Err(Halt::Stopped(told)) if told == reason), "{halt:?}");
        }
    }
}

/// The number of states in each of the layers that are still to come.
fn rest(engine: &mut Hashed<Orders>) -> Vec<u64> {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Watch::new(Limits::default(), &mut go_on);
    let layers = || Some(engine.advance(&mut watch).ok()?.states).filter(|&states| states > 0);
    std::iter::from_fn(layers).collect()
}

#[test]
fn an_engine_that_was_saved_goes_on_where_it_was() {
    for threads in [1, 2] {
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        let mut watch = Watch::new(Limits::default(), &mut go_on);
        let mut engine = Hashed::new(&Orders(7), threads);
        engine.begin(Sources::Keys(&[Orders(7).sorted()]), &mut watch).expect("no limit");
        for depth in 0.. {
            let mut saved = Vec::new();
            engine.save(&mut saved).expect("memory takes it");
            let mut other = Hashed::new(&Orders(7), 3 - threads);
            other.restore(&mut &saved[..]).expect("it was saved just now");
            assert_eq!(rest(&mut other), Orders(7).layers()[depth + 1..]);
            let back = sweep(&mut other, Sources::Goals, Limits::default()).expect("no limit").0;
            assert_eq!(back.len(), Orders(7).layers().len());
            if engine.advance(&mut watch).expect("no limit").states == 0 {
                break;
            }
        }
    }
}

#[test]
fn what_was_not_saved_by_an_engine_is_refused() {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Watch::new(Limits::default(), &mut go_on);
    let mut engine = Hashed::new(&Orders(5), 1);
    engine.begin(Sources::Keys(&[Orders(5).sorted()]), &mut watch).expect("no limit");
    let mut saved = Vec::new();
    engine.save(&mut saved).expect("memory takes it");
    for end in 0..saved.len() {
        let mut other = Hashed::new(&Orders(5), 1);
        let kind = other.restore(&mut &saved[..end]).expect_err("it is cut off").kind();
        assert_eq!(kind, io::ErrorKind::UnexpectedEof);
    }
    let last = saved.len() - 1;
    saved[last] = 0xFF;
    let error = Hashed::new(&Orders(5), 1).restore(&mut &saved[..]).expect_err("no order");
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}
