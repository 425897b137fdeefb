//! The library compared with published results, with independent implementations, and with itself.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use huarong::explore::{self, Engine, Exploration, ExploreScope, Explorer};
use huarong::{Metric, Mirroring, Puzzle};

mod atlas;
#[path = "../cases/mod.rs"]
mod cases;
mod collection;
mod corpora;
mod damage;
mod design;
mod doors;
mod grid_paths;
mod large_boards;
mod large_tiles;
mod layers;
mod light;
mod modules;
mod naive_twin;
mod notations;
mod proofs;
mod pushes;
mod rating;
mod state_spaces;
mod stored_solution;
mod surface;
mod targets;

pub(crate) use naive_twin::{random_puzzle, random_puzzle_with_doors};

/// Does `work` with each item in several threads. Returns the results in any order.
fn in_threads<T, R: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items = Mutex::new(items);
    let next = || items.lock().expect("no panic").next();
    let share = || std::iter::from_fn(next).map(&work).collect::<Vec<R>>();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(share)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no panic"))
            .collect()
    })
}

/// Explores the layers of a puzzle with one thread.
fn explore_layers(puzzle: &Puzzle, metric: Metric, mirroring: Mirroring) -> Exploration {
    let options = explore::Options::default()
        .with_metric(metric)
        .with_mirroring(mirroring)
        .with_scope(ExploreScope::Layers)
        .with_engine(Some(Engine::Hashed))
        .with_threads(NonZero::<usize>::MIN);
    let mut explorer = Explorer::new(puzzle, &options).expect("it fits");
    let exploration = explorer.explore().expect("no files");
    assert!(exploration.from_start.is_complete);
    exploration
}
