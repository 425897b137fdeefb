use super::*;
use crate::control::Limits;
use crate::search::space::OrbitInfo;
use crate::search::testing::{Permutations, TestGraph, in_words, limited, unlimited};

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
    let layers = unlimited(|watch| {
        engine.begin(Sources::States(&in_words(&[0])), watch).expect("no limit");
        let layers = std::iter::from_fn(|| engine.advance(watch).ok());
        layers.take_while(|layer| layer.classes > 0).count()
    });
    let last = engine.last_layer(StateFilter::All, 2).expect("it is in memory");
    assert_eq!((layers, last), (50_000, in_words(&[50_000])));
    assert!(engine.memory_usage().memory < 100_000, "{:?}", engine.memory_usage());
}

/// Searches all permutations under this limit on memory.
fn search(engine: &mut HashedEngine<u64>, start: u64, max_bytes: usize) -> Result<(), LayerError> {
    limited(Limits { max_bytes: Some(max_bytes), ..Limits::default() }, |watch| {
        engine.begin(Sources::States(&in_words(&[start])), watch)?;
        while engine.advance(watch)?.classes > 0 {}
        Ok(())
    })
}

#[test]
fn a_limit_on_memory_holds_for_all_that_it_takes() {
    for threads in [1, 3] {
        for max_bytes in [2_000_000, 5_000_000] {
            let mut engine = HashedEngine::new(Box::new(Permutations(10)), threads);
            let halt = search(&mut engine, Permutations(10).sorted(), max_bytes);
            assert!(matches!(halt, Err(LayerError::Stopped(StopReason::Memory))), "{halt:?}");
            let bytes = engine.bytes();
            assert!(bytes <= max_bytes + max_bytes / 20, "{threads}: {bytes} of {max_bytes}");
            assert!(bytes > max_bytes / 2, "{threads}: {bytes} of {max_bytes}");
        }
    }
}

#[test]
fn memory_of_others_counts_towards_the_limit() {
    let mut engine = HashedEngine::new(Box::new(Permutations(9)), 1);
    let start = Permutations(9).sorted();
    assert!(search(&mut engine, start, 50_000_000).is_ok());
    engine.count_others(49_990_000);
    let halt = search(&mut engine, start, 50_000_000);
    assert!(matches!(halt, Err(LayerError::Stopped(StopReason::Memory))), "{halt:?}");
}
