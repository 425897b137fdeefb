pub(crate) mod tiles;

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::cases::cases;
use crate::control::Limits;
use crate::search::testing::{EmptySpace, TestGraph};
use tiles::Tiles;

const SMALL: Tiles = Tiles { rows: 2, columns: 4 };

/// So little that the layers of even a small space take many files.
const TINY: MemoryPlan = MemoryPlan { threads: 2, buffer: 100, fan_in: 3 };

fn engine(tiles: Tiles, threads: usize) -> (TempDir, LayeredEngine) {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = LayeredEngine::new(Box::new(tiles), threads, folder.path());
    (folder, engine)
}

fn with_watch<T>(limits: Limits, run: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    run(&mut Monitor::new(limits, &mut go_on))
}

/// All layers, from these sources to the end.
fn sweep(
    engine: &mut LayeredEngine,
    sources: Sources<'_>,
    limits: Limits,
) -> Result<Vec<Layer>, LayerError> {
    with_watch(limits, |watch| {
        let mut layers = vec![engine.begin(sources, watch)?];
        loop {
            let layer = engine.advance(watch)?;
            if layer.classes == 0 {
                return Ok(layers);
            }
            layers.push(layer);
        }
    })
}

/// The same as sets of ranks, by the plainest of searches.
fn naive(tiles: Tiles, sources: &[u64]) -> Vec<Vec<u64>> {
    let mut met: BTreeSet<u64> = sources.iter().copied().collect();
    let mut layers = vec![met.iter().copied().collect::<Vec<_>>()];
    loop {
        let last = layers[layers.len() - 1].iter();
        let successors = last.flat_map(|&rank| tiles.neighbours(rank));
        let mut next: Vec<u64> = successors.filter(|&rank| met.insert(rank)).collect();
        if next.is_empty() {
            return layers;
        }
        next.sort_unstable();
        layers.push(next);
    }
}

/// What lies in the files of the layers.
fn contents(engine: &LayeredEngine) -> Vec<Vec<u64>> {
    let content = |layer: &StoredLayer| {
        let mut reader = SortedReader::open(&layer.states, 0..=u64::MAX).expect("it is there");
        let mut ranks = Vec::new();
        while !reader.rest().is_empty() {
            ranks.extend_from_slice(reader.rest());
            reader.pass(reader.rest().len()).expect("it is whole");
        }
        ranks
    };
    engine.layers.iter().map(content).collect()
}

/// These states as a layer.
fn counted(tiles: Tiles, ranks: &[u64]) -> Layer {
    let mut layer = Layer::default();
    for &rank in ranks {
        layer.count(tiles.class(rank).expect("a state"));
    }
    layer
}

/// These states, spelt out.
fn spelt(ranks: &[u64]) -> Vec<StateWords> {
    ranks.iter().map(|&rank| vec![rank]).collect()
}

fn states(layers: &[Layer]) -> Vec<u64> {
    layers.iter().map(|layer| layer.states).collect()
}

#[test]
fn the_layers_are_the_published_ones() {
    let facts = [
        (2, 3, "1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1"),
        (
            2,
            4,
            "1 2 3 6 10 14 19 28 42 61 85 119 161 215 293 396 506 632 788 985 1194 1414 1664 1884 \
             1999 1958 1770 1463 1076 667 361 190 88 39 19 7 1",
        ),
        (
            3,
            3,
            "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 \
             17110 23952 20224 24047 15578 14560 6274 3910 760 221 2",
        ),
    ];
    for (rows, columns, published) in facts {
        let tiles = Tiles { rows, columns };
        let (_folder, mut engine) = engine(tiles, 2);
        let limits = Limits { max_bytes: Some(1 << 20), ..Limits::default() };
        let layers = sweep(&mut engine, Sources::States(&spelt(&[tiles.start()])), limits);
        let expected: Vec<u64> =
            published.split(' ').map(|states| states.parse().expect("a number")).collect();
        assert_eq!(states(&layers.expect("there is room")), expected);
    }
}

#[test]
#[ignore = "a minute without optimisation"]
fn the_tiles_of_two_by_five_lie_within_55_moves() {
    let tiles = Tiles { rows: 2, columns: 5 };
    let (_folder, mut engine) = engine(tiles, 2);
    let limits = Limits { max_bytes: Some(2 << 20), ..Limits::default() };
    let layers = sweep(&mut engine, Sources::States(&spelt(&[tiles.start()])), limits);
    let layers = states(&layers.expect("there is room"));
    assert_eq!((layers.len(), layers.iter().sum()), (56, 1_814_400));
    assert!(engine.memory_usage().disk <= 4 * 1_814_400, "{:?}", engine.memory_usage());
}

#[test]
fn the_layers_are_the_same_however_small_the_memory_and_whatever_the_number_of_threads() {
    let expected = naive(SMALL, &[SMALL.start()]);
    let plans = [
        TINY,
        MemoryPlan { threads: 1, buffer: 200, fan_in: 2 },
        MemoryPlan { threads: 3, buffer: 500, fan_in: 2 },
        MemoryPlan { threads: 1, buffer: 100_000, fan_in: 64 },
    ];
    for plan in plans {
        let (_folder, mut engine) = engine(SMALL, plan.threads);
        engine.plan = Some(plan);
        let start = spelt(&[SMALL.start(), SMALL.start()]);
        let layers = sweep(&mut engine, Sources::States(&start), Limits::default());
        let layers = layers.expect("there is room");
        assert_eq!(contents(&engine), expected, "{plan:?}");
        for (layer, ranks) in layers.iter().zip(&expected) {
            assert_eq!(*layer, counted(SMALL, ranks));
        }
    }
}

#[test]
fn a_second_sweep_begins_from_the_goals_of_the_first() {
    let (_folder, mut engine) = engine(SMALL, 2);
    engine.plan = Some(TINY);
    sweep(&mut engine, Sources::States(&spelt(&[SMALL.start()])), Limits::default())
        .expect("there is room");
    let mut goals = contents(&engine).concat();
    goals.retain(|&rank| SMALL.class(rank).is_some_and(OrbitInfo::is_goal));
    goals.sort_unstable();
    assert_eq!(goals.len(), 5040 / 2);
    sweep(&mut engine, Sources::Goals, Limits::default()).expect("there is room");
    let expected = naive(SMALL, &goals);
    assert_eq!(contents(&engine), expected);
    let last = expected.last().expect("there are layers");
    assert_eq!(engine.last_layer(StateFilter::All, usize::MAX).expect("it is there"), spelt(last));
    assert_eq!(engine.last_layer(StateFilter::All, 1).expect("it is there"), spelt(&last[..1]));
    assert!(engine.last_layer(StateFilter::All, 0).expect("it is there").is_empty());
}

#[test]
fn without_sources_there_is_nothing() {
    let (_folder, mut engine) = engine(SMALL, 2);
    let layers = sweep(&mut engine, Sources::Goals, Limits::default()).expect("there is room");
    assert_eq!(layers, [Layer::default()]);
    assert!(engine.last_layer(StateFilter::All, 7).expect("it is there").is_empty());
}

#[test]
fn a_shortest_way_leads_from_a_source_to_every_state() {
    let (_folder, mut engine) = engine(SMALL, 1);
    sweep(&mut engine, Sources::States(&spelt(&[SMALL.start()])), Limits::default())
        .expect("there is room");
    let layers = naive(SMALL, &[SMALL.start()]);
    for (depth, layer) in layers.iter().enumerate() {
        let way = engine.way_to(&[layer[layer.len() / 2]]).expect("the files are there");
        let way = way.expect("it has been met").concat();
        assert_eq!(way.len(), depth + 1);
        assert_eq!([way[0], way[depth]], [SMALL.start(), layer[layer.len() / 2]]);
        for pair in way.windows(2) {
            assert!(SMALL.neighbours(pair[0]).contains(&pair[1]), "{way:?}");
        }
    }
    // Two tiles exchanged: in the other half.
    let other = tiles::rank(&[2, 1, 3, 4, 5, 6, 7, 0]);
    assert_eq!(engine.way_to(&[other]).expect("the files are there"), None);
}

#[test]
fn every_limit_stops_it_and_is_named_and_what_is_complete_stays() {
    let limits = Limits::default();
    let table = [
        (Limits { max_states: Some(1000), ..limits }, StopReason::States),
        (Limits { max_depth: Some(7), ..limits }, StopReason::Depth),
    ];
    let expected = naive(SMALL, &[SMALL.start()]);
    for (limits, reason) in table {
        let (_folder, mut engine) = engine(SMALL, 2);
        let halt = sweep(&mut engine, Sources::States(&spelt(&[SMALL.start()])), limits);
        assert!(matches!(halt, Err(LayerError::Stopped(told)) if told == reason), "{halt:?}");
        let found = contents(&engine);
        assert!(found.len() > 5);
        assert_eq!(found, expected[..found.len()]);
        with_watch(Limits::default(), |watch| {
            while engine.advance(watch).expect("no limit").classes > 0 {}
        });
        assert_eq!(contents(&engine), expected);
    }
}

/// Tiles that take their time.
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
fn the_watch_is_looked_at_while_the_threads_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = LayeredEngine::new(Box::new(Slow(SMALL)), 2, folder.path());
    let mut looks = 0;
    let mut observer = |_: &Progress| {
        looks += 1;
        if looks < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut watch = Monitor::new(Limits::default(), &mut observer);
    engine.begin(Sources::States(&spelt(&[SMALL.start()])), &mut watch).expect("not yet");
    let halt = loop {
        match engine.advance(&mut watch) {
            Ok(layer) => assert!(layer.classes > 0, "it went to the end"),
            Err(halt) => break halt,
        }
    };
    assert!(matches!(halt, LayerError::Stopped(StopReason::Interrupted)), "{halt:?}");
    assert_eq!(looks, 5);
    let too_little = Limits { max_bytes: Some(1000), ..Limits::default() };
    let halt = sweep(&mut engine, Sources::States(&spelt(&[SMALL.start()])), too_little);
    assert!(matches!(halt, Err(LayerError::Stopped(StopReason::Memory))), "{halt:?}");
}

#[test]
fn what_goes_wrong_with_a_file_is_told_with_its_name() {
    let (folder, mut engine) = engine(SMALL, 2);
    with_watch(Limits::default(), |watch| {
        engine.begin(Sources::States(&spelt(&[SMALL.start()])), watch).expect("there is room");
        engine.advance(watch).expect("there is room");
        fs::remove_dir_all(folder.path()).expect("a folder");
        let halt = engine.advance(watch).expect_err("a layer is gone");
        let told = halt.to_string();
        assert!(matches!(halt, LayerError::File(_)), "{halt:?}");
        assert!(told.contains("sweep-1/layer-00001: "), "{told}");
    });
}

/// The engine of another process, which takes over.
fn taken_over(engine: &mut LayeredEngine, folder: &TempDir) -> io::Result<LayeredEngine> {
    let mut saved = Vec::new();
    engine.save(&mut saved).expect("there is memory");
    let mut other = LayeredEngine::new(Box::new(SMALL), 1, folder.path());
    other.restore(&mut &saved[..])?;
    Ok(other)
}

#[test]
fn a_search_that_is_restored_after_any_layer_ends_as_if_nothing_had_been() {
    let expected = naive(SMALL, &[SMALL.start()]);
    let (folder, mut engine) = engine(SMALL, 2);
    with_watch(Limits::default(), |watch| {
        engine.begin(Sources::States(&spelt(&[SMALL.start()])), watch).expect("there is room");
        loop {
            engine = taken_over(&mut engine, &folder).expect("all is there");
            if engine.advance(watch).expect("there is room").classes == 0 {
                break;
            }
        }
        assert_eq!(contents(&engine), expected);
        // Killed in the second sweep, before that has been saved.
        let mut saved = Vec::new();
        engine.save(&mut saved).expect("there is memory");
        engine.begin(Sources::Goals, watch).expect("there is room");
        engine.advance(watch).expect("there is room");
        engine.restore(&mut &saved[..]).expect("the files of the first sweep are there");
        assert_eq!(contents(&engine), expected);
        assert_eq!(engine.advance(watch).expect("there is room"), Layer::default());
    });
}

#[test]
fn files_that_are_not_as_they_were_are_refused_with_their_names() {
    let (folder, mut engine) = engine(SMALL, 1);
    sweep(&mut engine, Sources::States(&spelt(&[SMALL.start()])), Limits::default())
        .expect("there is room");
    let last = folder.path().join("sweep-1/layer-00036");
    let early = folder.path().join("sweep-1/layer-00020");
    let refused = |engine: &mut LayeredEngine, path: &Path, change: &dyn Fn(&mut Vec<u8>)| {
        let whole = fs::read(path).expect("it is there");
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(path, bytes).expect("it can be written");
        let error = taken_over(engine, &folder).err().expect("a wrong file");
        assert!(error.to_string().starts_with(&format!("{}: ", path.display())), "{error}");
        fs::write(path, whole).expect("it can be written");
        error.to_string()
    };
    let flip = |place: usize| move |bytes: &mut Vec<u8>| bytes[place] ^= 1;
    assert!(refused(&mut engine, &last, &flip(0)).ends_with("this is no file of numbers"));
    assert!(refused(&mut engine, &last, &flip(8)).ends_with("another kind"));
    assert!(refused(&mut engine, &last, &flip(9)).contains("another format"));
    assert!(refused(&mut engine, &last, &flip(11)).ends_with("checksum of a block is wrong"));
    for path in [&early, &last] {
        let short = refused(&mut engine, path, &|bytes| bytes.truncate(bytes.len() - 1));
        assert!(short.ends_with("cut short or damaged"), "{short}");
        assert!(refused(&mut engine, path, &|bytes| bytes.clear()).ends_with("no file of numbers"));
        let other = fs::read(folder.path().join("sweep-1/layer-00021")).expect("it is there");
        let other = refused(&mut engine, path, &|bytes| bytes.clone_from(&other));
        assert!(other.ends_with("not the file that the checkpoint tells of"), "{other}");
    }
    fs::remove_file(&early).expect("it is there");
    assert!(taken_over(&mut engine, &folder).is_err());
}

#[test]
fn ranks_that_are_of_no_state_are_refused() {
    let (folder, mut engine) = engine(SMALL, 1);
    sweep(&mut engine, Sources::States(&spelt(&[SMALL.start()])), Limits::default())
        .expect("there is room");
    let mut saved = Vec::new();
    engine.save(&mut saved).expect("there is memory");
    let mut other = LayeredEngine::new(Box::new(EmptySpace(SMALL)), 1, folder.path());
    let error = other.restore(&mut &saved[..]).expect_err("it is of another space");
    assert_eq!(error.to_string(), "a position that was saved is none of this puzzle");
}

#[test]
fn a_layer_that_is_damaged_later_is_noticed_when_it_is_read() {
    let (folder, mut engine) = engine(SMALL, 1);
    sweep(&mut engine, Sources::States(&spelt(&[SMALL.start()])), Limits::default())
        .expect("there is room");
    let path = folder.path().join("sweep-1/layer-00020");
    let mut bytes = fs::read(&path).expect("it is there");
    bytes[100] ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    let last = engine.last_layer(StateFilter::All, 1).expect("it is there");
    let error = engine.way_to(&last[0]).expect_err("a damaged layer");
    assert!(error.to_string().contains("layer-00020: "), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn any_bytes_restore_an_engine_or_are_refused(bytes in prop::collection::vec(0..3_u8, 0..200)) {
        let (_folder, mut engine) = engine(SMALL, 1);
        // Of so few files as are there, only no layer at all can be right.
        if engine.restore(&mut &bytes[..]).is_ok() {
            prop_assert!(engine.layers.is_empty());
        }
    }
}
