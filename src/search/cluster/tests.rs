use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread::JoinHandle;

use super::*;
use crate::control::Limits;
use crate::search::testing::Permutations;

/// Folders of processes: one for all of them, or one for each.
struct Folders {
    place: tempfile::TempDir,
    are_shared: bool,
}

impl Folders {
    fn new(are_shared: bool) -> Self {
        Folders { place: tempfile::tempdir().expect("a folder"), are_shared }
    }

    fn of(&self, process: usize) -> PathBuf {
        let name = if self.are_shared { "all".to_owned() } else { process.to_string() };
        self.place.path().join(name)
    }
}

fn secret() -> Secret {
    Secret::new(b"known to these threads only").expect("it is long enough")
}

fn workplace(folder: &Path, threads: usize) -> ProcessConfig<'_> {
    let space = Box::new(Permutations(7));
    let (tally, max_bytes) = (DegreeCounter::default(), Some(64 << 20));
    ProcessConfig { space, tally, tells_degrees: false, threads, folder, max_bytes }
}

/// Does something with the engine on so many processes, which are threads of this one here, of so
/// many workers each.
fn on<R>(
    folders: &Folders,
    (processes, threads): (usize, usize),
    work: impl FnOnce(&mut ClusterEngine) -> R,
) -> R {
    let builder = ClusterBuilder::local(processes, secret()).expect("there is a port");
    let others: Vec<JoinHandle<bool>> = (1..processes)
        .map(|process| {
            let (addresses, folder) = (builder.addresses().to_vec(), folders.of(process));
            thread::spawn(move || {
                let builder =
                    ClusterBuilder::new(addresses, process, secret()).expect("there is a port");
                let mesh = builder.connect(&[]).expect("all come");
                assert_eq!(mesh.job(), b"job");
                run_worker(mesh, &workplace(&folder, threads), &|| false).expect("nobody is lost")
            })
        })
        .collect();
    let folder = folders.of(0);
    let mesh = builder.connect(b"job").expect("all come");
    let mut engine = ClusterEngine::new(mesh, &workplace(&folder, threads)).expect("there is room");
    let result = work(&mut engine);
    drop(engine);
    for other in others {
        assert!(other.join().expect("no panic"), "it has come to its end");
    }
    result
}

fn sorted() -> StateWords {
    vec![Permutations(7).sorted()]
}

/// The states of the layers that are still to come, no more than so many layers.
fn rest(engine: &mut ClusterEngine, most: usize) -> Vec<u64> {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Monitor::new(Limits::default(), &mut go_on);
    let layers = || Some(engine.advance(&mut watch).expect("no limit").states);
    std::iter::from_fn(layers).take_while(|&states| states > 0).take(most).collect()
}

fn begin(engine: &mut ClusterEngine, sources: Sources<'_>) -> u64 {
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let mut watch = Monitor::new(Limits::default(), &mut go_on);
    engine.begin(sources, &mut watch).expect("no limit").states
}

#[test]
fn the_layers_are_those_of_the_book_whatever_the_number_of_processes_and_workers() {
    let expected = Permutations(7).layers();
    for size in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)] {
        on(&Folders::new(size.0 % 2 == 0), size, |engine| {
            assert_eq!(begin(engine, Sources::States(&[sorted(), sorted()])), 1);
            assert_eq!(rest(engine, usize::MAX), expected[1..], "{size:?}");
            let last = engine.last_layer(StateFilter::All, 2).expect("it is there");
            assert_eq!(last, [[0x012_3456]]);
            assert_eq!(engine.last_layer(StateFilter::Goals, 2).expect("it is there"), last);
            let way = engine.path_to(&last[0]).expect("no file is missing").expect("it was met");
            assert_eq!((way.len(), &way[0]), (expected.len(), &sorted()));
            assert!(engine.memory_usage().disk > 0);
            let mut back = vec![begin(engine, Sources::Goals)];
            back.extend(rest(engine, usize::MAX));
            back.reverse();
            assert_eq!(back, expected, "{size:?}");
        });
    }
}

#[test]
fn other_processes_with_other_folders_go_on_where_these_were() {
    let expected = Permutations(7).layers();
    for are_shared in [true, false] {
        let folders = Folders::new(are_shared);
        let mut saved = Vec::new();
        on(&folders, (2, 1), |engine| {
            begin(engine, Sources::States(&[sorted()]));
            assert_eq!(rest(engine, 3), expected[1..4]);
            engine.save(&mut saved).expect("memory takes it");
            // What is found and not saved is found again.
            assert_eq!(rest(engine, 2), expected[4..6]);
        });
        for (size, from) in [((3, 1), 4), ((3, 2), 6), ((2, 1), 8)] {
            // Nobody brings the files of a process that is not there, where each has a folder.
            let size = if are_shared { size } else { (3, size.1) };
            on(&folders, size, |engine| {
                engine.restore(&mut &saved[..]).expect("it was saved just now");
                assert_eq!(rest(engine, 2), expected[from..from + 2], "{size:?}");
                saved.clear();
                engine.save(&mut saved).expect("memory takes it");
                let first = engine.path_to(&sorted()).expect("no file is missing");
                assert_eq!(first, Some(vec![sorted()]));
            });
        }
    }
}

#[test]
fn a_part_that_is_missing_or_damaged_is_told() {
    let folders = Folders::new(true);
    let mut saved = Vec::new();
    on(&folders, (2, 1), |engine| {
        begin(engine, Sources::States(&[sorted()]));
        rest(engine, 3);
        engine.save(&mut saved).expect("memory takes it");
    });
    let path = folders.of(0).join("sweep-1/layer-00003.32768-65536");
    let mut bytes = std::fs::read(&path).expect("it is there");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).expect("there is room");
    on(&folders, (1, 1), |engine| {
        let error = engine.restore(&mut &saved[..]).expect_err("it is damaged").to_string();
        assert!(error.contains("no process has the shards 32768 to 65535 of layer 3"), "{error}");
    });
}

#[test]
fn a_limit_stops_all_processes() {
    for limits in [
        Limits { max_states: Some(100), ..Limits::default() },
        Limits { max_depth: Some(3), ..Limits::default() },
        Limits { timeout: Some(Duration::ZERO), ..Limits::default() },
        Limits { max_bytes: Some(1), ..Limits::default() },
    ] {
        let folders = Folders::new(true);
        let builder = ClusterBuilder::local(1, secret()).expect("there is a port");
        let folder = folders.of(0);
        let mesh = builder.connect(b"").expect("it is alone");
        let mut engine = ClusterEngine::new(mesh, &workplace(&folder, 2)).expect("there is room");
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        let mut watch = Monitor::new(limits, &mut go_on);
        let begun = engine.begin(Sources::States(&[sorted()]), &mut watch);
        let end = |_| loop {
            if let Err(halt) = engine.advance(&mut watch) {
                break halt;
            }
        };
        let halt = begun.map_or_else(|halt| halt, end);
        assert!(matches!(halt, LayerError::Stopped(_)), "{limits:?}");
        assert!(engine.links.is_stopped());
    }
}
