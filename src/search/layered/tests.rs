use std::{fs, time::Duration};

use tempfile::TempDir;

use super::*;
use crate::{
    control::{Limits, Progress},
    search::{
        OrbitInfo,
        testing::{TestGraph, Tiles, in_words, limited, unlimited},
    },
};

const SMALL: Tiles = Tiles {
    rows: 2,
    columns: 4,
};

fn engine(tiles: Tiles, threads: usize) -> (TempDir, LayeredEngine) {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = LayeredEngine::new(Box::new(tiles), threads, folder.path());
    (folder, engine)
}

/// Searches all tiles from their start and returns the number of states in each layer.
fn sweep(engine: &mut LayeredEngine, tiles: Tiles) -> Vec<u64> {
    let limits = Limits::default().with_max_bytes(Some(2 << 20));
    limited(limits, |monitor| {
        let start = in_words(&[tiles.start()]);
        let first = engine
            .begin(Sources::States(&start), monitor)
            .expect("there is room");
        let rest = std::iter::from_fn(|| engine.advance(monitor).ok());
        let rest = rest.take_while(|layer| layer.classes > 0);
        [first]
            .into_iter()
            .chain(rest)
            .map(|layer| layer.states)
            .collect()
    })
}

#[test]
#[ignore = "a minute without optimisation"]
fn two_by_five_tiles_have_eccentricity_55() {
    let tiles = Tiles {
        rows: 2,
        columns: 5,
    };
    let (_folder, mut engine) = engine(tiles, 2);
    let layers = sweep(&mut engine, tiles);
    assert_eq!((layers.len(), layers.iter().sum()), (56, 1_814_400));
    assert!(
        engine.memory_usage().disk <= 4 * 1_814_400,
        "{:?}",
        engine.memory_usage()
    );
}

/// Tiles with slow moves.
#[derive(Clone)]
struct Slow(Tiles);

impl TestGraph for Slow {
    fn neighbours(&self, rank: u64) -> Vec<u64> {
        std::thread::sleep(Duration::from_millis(50));
        self.0.neighbours(rank)
    }

    fn class(&self, rank: u64) -> Option<OrbitInfo> {
        self.0.class(rank)
    }

    fn size(&self) -> Option<u64> {
        self.0.size()
    }
}

#[test]
fn the_limits_are_checked_while_the_threads_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = LayeredEngine::new(Box::new(Slow(SMALL)), 2, folder.path());
    let mut looks = 0;
    let mut observer = |_: &Progress| {
        looks += 1;
        crate::control::break_if(looks >= 20)
    };
    let mut monitor = Monitor::new(Limits::default(), &mut observer);
    engine
        .begin(Sources::States(&in_words(&[SMALL.start()])), &mut monitor)
        .expect("not yet");
    let halt = loop {
        match engine.advance(&mut monitor) {
            Ok(layer) => assert!(layer.classes > 0, "it went to the end"),
            Err(halt) => break halt,
        }
    };
    assert!(
        matches!(halt, LayerError::Stopped(StopReason::Interrupted)),
        "{halt:?}"
    );
    assert_eq!(looks, 20);
    let too_little = Limits::default().with_max_bytes(Some(1000));
    let start = in_words(&[SMALL.start()]);
    let halt = limited(too_little, |monitor| {
        engine.begin(Sources::States(&start), monitor)
    });
    assert!(
        matches!(halt, Err(LayerError::Stopped(StopReason::Memory))),
        "{halt:?}"
    );
}

#[test]
fn a_file_error_contains_the_file_name() {
    let (folder, mut engine) = engine(SMALL, 2);
    unlimited(|monitor| {
        engine
            .begin(Sources::States(&in_words(&[SMALL.start()])), monitor)
            .expect("there is room");
        engine.advance(monitor).expect("there is room");
        fs::remove_dir_all(folder.path()).expect("a folder");
        let halt = engine.advance(monitor).expect_err("a layer is gone");
        let told = halt.to_string();
        assert!(matches!(halt, LayerError::File(_)), "{halt:?}");
        assert!(told.contains("layer-00001: "), "{told}");
    });
}

/// Restores a saved engine in another process.
fn restored(engine: &mut LayeredEngine, folder: &TempDir) -> io::Result<LayeredEngine> {
    let mut saved = Vec::new();
    engine.save(&mut saved).expect("there is memory");
    let mut other = LayeredEngine::new(Box::new(SMALL), 1, folder.path());
    other.restore(&mut &saved[..])?;
    Ok(other)
}

#[test]
fn an_error_about_a_changed_file_contains_its_name() {
    let (folder, mut engine) = engine(SMALL, 1);
    sweep(&mut engine, SMALL);
    let last = folder.path().join("sweep-1").join("layer-00036");
    let early = folder.path().join("sweep-1").join("layer-00020");
    let refused = |engine: &mut LayeredEngine, path: &Path, change: &dyn Fn(&mut Vec<u8>)| {
        let whole = fs::read(path).expect("it is there");
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(path, bytes).expect("it can be written");
        let error = restored(engine, &folder).err().expect("a wrong file");
        assert!(
            error
                .to_string()
                .starts_with(&format!("{}: ", path.display())),
            "{error}"
        );
        fs::write(path, whole).expect("it can be written");
        error.to_string()
    };
    let flip = |place: usize| move |bytes: &mut Vec<u8>| bytes[place] ^= 1;
    assert!(
        refused(&mut engine, &last, &flip(0))
            .ends_with("this is not a file that huarong has stored")
    );
    assert!(refused(&mut engine, &last, &flip(8)).ends_with("not sorted numbers (`N`)"));
    assert!(refused(&mut engine, &last, &flip(9)).contains("format version 3"));
    assert!(refused(&mut engine, &last, &flip(11)).ends_with("checksum of a block is wrong"));
    for path in [&early, &last] {
        let short = refused(&mut engine, path, &|bytes| bytes.truncate(bytes.len() - 1));
        assert!(short.ends_with("cut short or damaged"), "{short}");
        assert!(
            refused(&mut engine, path, &|bytes| bytes.clear()).ends_with("that huarong has stored")
        );
        let other = fs::read(folder.path().join("sweep-1/layer-00021")).expect("it is there");
        let other = refused(&mut engine, path, &|bytes| bytes.clone_from(&other));
        assert!(other.ends_with("not the file of the checkpoint"), "{other}");
    }
    fs::remove_file(&early).expect("it is there");
    assert!(restored(&mut engine, &folder).is_err());
}

#[test]
fn a_layer_damaged_after_the_search_is_detected_on_reading() {
    let (folder, mut engine) = engine(SMALL, 1);
    sweep(&mut engine, SMALL);
    let path = folder.path().join("sweep-1/layer-00020");
    let mut bytes = fs::read(&path).expect("it is there");
    bytes[100] ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    let last = engine.last_layer(StateFilter::All, 1).expect("it is there");
    let error = engine.path_to(&last[0]).expect_err("a damaged layer");
    assert!(error.to_string().contains("layer-00020: "), "{error}");
}

#[test]
fn a_search_that_is_killed_in_the_second_sweep_resumes_from_the_first() {
    let (_folder, mut engine) = engine(SMALL, 2);
    let layers = sweep(&mut engine, SMALL);
    let mut saved = Vec::new();
    engine.save(&mut saved).expect("there is memory");
    let met = engine.met();
    unlimited(|monitor| {
        engine
            .begin(Sources::Goals, monitor)
            .expect("there is room");
        engine.advance(monitor).expect("there is room");
        engine
            .restore(&mut &saved[..])
            .expect("the files of the first sweep are there");
        assert_eq!((engine.records.len(), engine.met()), (layers.len(), met));
        assert_eq!(
            engine.advance(monitor).expect("there is room"),
            Layer::default()
        );
    });
}
