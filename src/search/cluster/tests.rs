use std::{path::PathBuf, thread::JoinHandle};

use super::*;
use crate::search::{
    space::OrbitInfo,
    testing::{Permutations, TestGraph, unlimited},
};

/// The folders of processes: a common one, or one for each.
struct Folders {
    place: tempfile::TempDir,
    are_shared: bool,
}

impl Folders {
    fn new(are_shared: bool) -> Self {
        Folders {
            place: tempfile::tempdir().expect("a folder"),
            are_shared,
        }
    }

    fn of(&self, process: usize) -> PathBuf {
        let name = if self.are_shared {
            "all".to_owned()
        } else {
            process.to_string()
        };
        self.place.path().join(name)
    }
}

fn secret() -> Secret {
    Secret::new(b"known to these threads only").expect("it is long enough")
}

fn config(space: Box<dyn Space<u64>>, folder: PathBuf, threads: usize) -> ProcessConfig {
    let degrees = DegreeCounter::default();
    let max_bytes = Some(64 << 20);
    ProcessConfig {
        space,
        degrees,
        reports_degrees: false,
        threads,
        folder,
        max_bytes,
    }
}

/// Runs an engine on several processes, each a thread of this one, with `threads` workers each.
/// Returns the result of `work`, and those of the other processes.
fn run<R>(
    space: &(dyn Space<u64> + 'static),
    folders: &Folders,
    (processes, threads): (usize, usize),
    work: impl FnOnce(&mut ClusterEngine) -> R,
) -> (R, Vec<Result<bool, ClusterError>>) {
    let builder = ClusterBuilder::local(processes, secret()).expect("there is a port");
    let others: Vec<JoinHandle<_>> = (1..processes)
        .map(|process| {
            let addresses = builder.addresses().to_vec();
            let folder = folders.of(process);
            let space = space.another();
            thread::spawn(move || {
                let builder =
                    ClusterBuilder::new(addresses, process, secret()).expect("there is a port");
                let mesh = builder.connect(&[]).expect("all come");
                assert_eq!(mesh.job, b"job");
                run_worker(mesh, &config(space, folder, threads), &|| false)
            })
        })
        .collect();
    let folder = folders.of(0);
    let mesh = builder.connect(b"job").expect("all come");
    let config = config(space.another(), folder, threads);
    let mut engine = ClusterEngine::new(mesh, &config).expect("there is room");
    let result = work(&mut engine);
    drop(engine);
    (
        result,
        others
            .into_iter()
            .map(|other| other.join().expect("no panic"))
            .collect(),
    )
}

/// Does the same with permutations, and checks that the run is complete for all processes.
fn on<R>(folders: &Folders, size: (usize, usize), work: impl FnOnce(&mut ClusterEngine) -> R) -> R {
    let (result, others) = run(&Permutations(7), folders, size, work);
    assert!(
        others.iter().all(|other| matches!(other, Ok(true))),
        "{others:?}"
    );
    result
}

fn sorted() -> StateWords {
    vec![Permutations(7).sorted()]
}

fn begin(engine: &mut ClusterEngine, sources: Sources<'_>) -> u64 {
    unlimited(|monitor| engine.begin(sources, monitor))
        .expect("no limit")
        .states
}

/// Returns the number of states of up to `most` further layers.
fn rest(engine: &mut ClusterEngine, most: usize) -> Vec<u64> {
    unlimited(|monitor| {
        let layers = || Some(engine.advance(monitor).expect("no limit").states);
        std::iter::from_fn(layers)
            .take_while(|&states| states > 0)
            .take(most)
            .collect()
    })
}

#[test]
fn the_layers_equal_the_published_ones_for_any_processes_and_workers() {
    let expected = Permutations(7).layers();
    for size in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)] {
        on(&Folders::new(size.0 % 2 == 0), size, |engine| {
            assert_eq!(begin(engine, Sources::States(&[sorted(), sorted()])), 1);
            assert_eq!(rest(engine, usize::MAX), expected[1..], "{size:?}");
            let last = engine.last_layer(StateFilter::All, 2).expect("it is there");
            assert_eq!(last, [[0x012_3456]]);
            assert_eq!(
                engine
                    .last_layer(StateFilter::Goals, 2)
                    .expect("it is there"),
                last
            );
            let way = engine
                .path_to(&last[0])
                .expect("no file is missing")
                .expect("it was met");
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
fn a_run_resumes_with_other_processes_and_folders() {
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
            // If each process has a folder, all processes must return.
            let size = if are_shared { size } else { (3, size.1) };
            on(&folders, size, |engine| {
                engine
                    .restore(&mut &saved[..])
                    .expect("it was saved just now");
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
fn a_missing_or_damaged_part_is_reported() {
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
        let error = engine
            .restore(&mut &saved[..])
            .expect_err("it is damaged")
            .to_string();
        assert!(
            error.contains("no process has the shards 32768 to 65535 of layer 3"),
            "{error}"
        );
    });
}

/// A space that claims to have a hundred ranks, though moves lead beyond.
#[derive(Clone)]
struct Unbounded;

impl TestGraph for Unbounded {
    fn neighbours(&self, rank: u64) -> Vec<u64> {
        vec![rank + 40, rank.saturating_sub(40)]
    }

    fn class(&self, _: u64) -> Option<OrbitInfo> {
        Some(OrbitInfo::default())
    }

    fn size(&self) -> Option<u64> {
        Some(100)
    }
}

/// Returns the messages of the engine and of process 1 after a run that fails.
fn failures(
    space: &(dyn Space<u64> + 'static),
    work: impl FnOnce(&mut ClusterEngine) -> LayerError,
) -> [String; 2] {
    let (halt, others) = run(space, &Folders::new(false), (2, 1), work);
    let [Err(ClusterError::Failed(other))] = &others[..] else {
        panic!("{others:?}")
    };
    [halt.to_string(), other.clone()]
}

#[test]
fn a_received_rank_outside_the_space_is_refused() {
    let told = failures(&Unbounded, |engine| {
        assert_eq!(begin(engine, Sources::States(&[vec![0]])), 1);
        unlimited(|monitor| {
            assert_eq!(engine.advance(monitor).expect("40").states, 1);
            assert_eq!(engine.advance(monitor).expect("80").states, 1);
            engine.advance(monitor).expect_err("120 is no rank")
        })
    });
    for told in told {
        assert!(
            told.contains("received the rank 120 in a space of 100 ranks"),
            "{told}"
        );
    }
}

/// Runs process 0 beside a process that has the key and sends these bytes as those of timely.
/// Returns the reason why the run ends.
fn reason_beside_liar(sent: &[u8]) -> String {
    let folders = Folders::new(false);
    let builder = ClusterBuilder::local(2, secret()).expect("there is a port");
    let status = builder.status();
    let addresses = builder.addresses().to_vec();
    let sent = sent.to_vec();
    let liar = thread::spawn(move || {
        let builder = ClusterBuilder::new(addresses, 1, secret()).expect("there is a port");
        let mesh = builder.connect(&[]).expect("all come");
        let mut wire = mesh.data[0].clone().expect("process 0");
        wire.write_all(&sent).expect("it never fails");
        for _ in 0..400 {
            if mesh.guard.is_stopped() {
                break;
            }
            thread::sleep(CHECK_INTERVAL);
        }
    });
    let mesh = builder.connect(b"job").expect("all come");
    let config = config(Box::new(Permutations(7)), folders.of(0), 1);
    let mut engine = ClusterEngine::new(mesh, &config).expect("there is room");
    let error = unlimited(|monitor| {
        engine
            .begin(Sources::States(&[sorted()]), monitor)
            .expect_err("process 1 answers nothing")
    });
    drop(engine);
    liar.join().expect("no panic");
    status.lost_process().unwrap_or_else(|| error.to_string())
}

/// Returns a frame of timely: a header of six numbers, and these bytes.
fn frame(numbers: [u64; 6], body: &[u8]) -> Vec<u8> {
    let header: Vec<u8> = numbers.into_iter().flat_map(u64::to_be_bytes).collect();
    [&header[..], body].concat()
}

#[test]
fn bytes_of_a_process_that_are_not_those_of_timely_end_the_run() {
    let from = |target, length, body: &[u8]| frame([0, 1, target, target + 1, length, 0], body);
    let unread = |channel| frame([channel, 1, 0, 1, 64, 0], &[0xff; 64]);
    for sent in [
        // The end, and more bytes.
        frame([0; 6], b"more"),
        // A worker of no process, and a length that no memory has.
        from(7, 8, &[0; 8]),
        from(0, u64::MAX, b""),
        // Numbers that are no items, on every channel.
        (0..40).flat_map(unread).collect(),
    ] {
        let reason = reason_beside_liar(&sent);
        assert!(reason.starts_with("process 0 at "), "{sent:?}: {reason}");
    }
}
