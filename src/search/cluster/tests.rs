use std::{
    path::PathBuf,
    thread::{self, JoinHandle},
};

use super::*;
use crate::search::{
    layered::{
        shards::{PartRecord, Shards, owner_of},
        sorted::RankedClass,
    },
    layers::{Layer, LayerSearch, Sources, StateFilter},
    space::{OrbitInfo, StateWords},
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
    work: impl FnOnce(&mut LayeredEngine) -> R,
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
    let mut engine = lead(mesh, &config);
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
fn on<R>(folders: &Folders, size: (usize, usize), work: impl FnOnce(&mut LayeredEngine) -> R) -> R {
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

fn begin(engine: &mut LayeredEngine, sources: Sources<'_>) -> u64 {
    unlimited(|monitor| engine.begin(sources, monitor))
        .expect("no limit")
        .states
}

/// Returns the number of states of up to `most` further layers.
fn rest(engine: &mut LayeredEngine, most: usize) -> Vec<u64> {
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
        crate::cases::has(
            &error,
            "no process has the shards 32768 to 65535 of layer 3",
        );
    });
}

/// A space that claims to have a hundred ranks, though moves lead beyond.
#[derive(Clone)]
struct Unbounded;

impl TestGraph for Unbounded {
    fn neighbours(&self, rank: u64) -> Vec<u64> {
        vec![rank + 42, rank.saturating_sub(42)]
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
    work: impl FnOnce(&mut LayeredEngine) -> LayerError,
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
            assert_eq!(engine.advance(monitor).expect("42").states, 1);
            assert_eq!(engine.advance(monitor).expect("84").states, 1);
            engine.advance(monitor).expect_err("126 is no rank")
        })
    });
    for told in told {
        crate::cases::has(&told, "received the rank 126 in a space of 100 ranks");
    }
}

/// Runs process 0 beside a process that has the key, sends these messages and does nothing else.
/// The source of the search is a rank of process 0. Returns the result of `work`, and the outcome
/// that the other process knows.
fn beside_liar<R>(
    sent: &[PeerMessage],
    work: impl FnOnce(&mut LayeredEngine) -> R,
) -> (R, RunOutcome) {
    let folders = Folders::new(false);
    let builder = ClusterBuilder::local(2, secret()).expect("there is a port");
    let addresses = builder.addresses().to_vec();
    let sent = sent.to_vec();
    let folder = folders.of(1);
    let liar = thread::spawn(move || {
        let builder = ClusterBuilder::new(addresses, 1, secret()).expect("there is a port");
        let mesh = builder.connect(&[]).expect("all come");
        let guard = Arc::clone(&mesh.guard);
        // It hears what process 0 sends.
        let _own = config(Box::new(Unbounded), folder, 1).partition(mesh.guard);
        for message in &sent {
            guard.send(message);
        }
        while !guard.is_stopped() {
            thread::sleep(CHECK_INTERVAL);
        }
        guard.outcome().expect("it has just come")
    });
    let mesh = builder.connect(b"job").expect("all come");
    let config = config(Box::new(Unbounded), folders.of(0), 1);
    let mut engine = lead(mesh, &config);
    let result = work(&mut engine);
    drop(engine);
    (result, liar.join().expect("no panic"))
}

/// Returns a rank of a process of two.
fn rank_of(process: u64) -> u64 {
    (0..100)
        .find(|&rank| owner_of(rank, 2) == process)
        .expect("half of them")
}

#[test]
fn a_lie_of_an_authenticated_process_ends_the_run_for_both_and_gives_no_number() {
    use PeerMessage::{Candidates, End, Request as Asked, Response as Answer};
    let word = |rank| RankedClass::new(rank, OrbitInfo::default()).to_word();
    let own = word(rank_of(0));
    let as_goal = RankedClass::new(rank_of(0), OrbitInfo::new(1, true)).to_word();
    let part = |count| PartRecord {
        shards: Shards::of(1, 2),
        files: [[count, 0, 0], [0; 3]],
    };
    let answer = |classes, parts| Response {
        layer: Layer {
            classes,
            ..Layer::default()
        },
        parts,
        ..Response::default()
    };
    let request = Request {
        layers: 0,
        command: Command::Advance,
    };
    let honest = answer(0, vec![part(0)]);
    let contradicts = "the counts of a layer contradict its files";
    let turn = "process 1 sent a message out of turn";
    for (sent, why) in [
        // A number of candidates that were never sent, or that is too small.
        (vec![End(0, 5)], "received 0 candidates of 5 from process 1"),
        (
            vec![Candidates(0, vec![own]), End(0, 0)],
            "received 1 candidates of 0 from process 1",
        ),
        // Candidates and ends of another round: too early, too late, and repeated.
        (vec![Candidates(1, vec![own])], "sent candidates of round 1"),
        (vec![End(7, 0)], "sent candidates of round 7"),
        (
            vec![End(0, 0), Candidates(0, vec![own])],
            "sent candidates of round 0",
        ),
        (vec![End(0, 0), End(0, 0)], "sent candidates of round 0"),
        // Candidates of no state, of another owner and of another class.
        (
            vec![Candidates(0, vec![word(100)])],
            "received the rank 100 in a space of 100 ranks",
        ),
        (
            vec![Candidates(0, vec![word(rank_of(1))])],
            "which another process owns",
        ),
        (
            vec![Candidates(0, vec![as_goal]), End(0, 1)],
            "received with two different classes",
        ),
        // Responses to other requests, two to one, and requests of a process that asks nothing.
        (vec![End(0, 0), Answer(2, honest.clone())], turn),
        (vec![End(0, 0), Answer(0, honest.clone())], turn),
        (vec![End(0, 0), Asked(1, request)], turn),
        // Counts that contradict the files, and files of other shards.
        (
            vec![End(0, 0), Answer(1, answer(3, vec![part(0)]))],
            contradicts,
        ),
        (
            vec![End(0, 0), Answer(1, answer(0, vec![part(3)]))],
            contradicts,
        ),
        (vec![End(0, 0), Answer(1, answer(0, vec![]))], contradicts),
        (
            vec![End(0, 0), Answer(1, answer(0, vec![part(0), part(0)]))],
            contradicts,
        ),
    ] {
        let (error, outcome) = beside_liar(&sent, |engine| {
            let sources = [vec![rank_of(0)]];
            unlimited(|monitor| engine.begin(Sources::States(&sources), monitor))
                .expect_err("process 1 lies")
        });
        for reason in [error.to_string(), format!("{outcome:?}")] {
            assert!(reason.contains(why), "{sent:?}: {reason}");
        }
    }
}

#[test]
fn a_repeated_response_does_not_stand_for_the_next_one() {
    let honest = Response {
        parts: vec![PartRecord {
            shards: Shards::of(1, 2),
            files: [[0; 3]; 2],
        }],
        ..Response::default()
    };
    let [first, again] = [(); 2].map(|()| PeerMessage::Response(1, honest.clone()));
    let (error, _) = beside_liar(&[PeerMessage::End(0, 0), first, again], |engine| {
        assert_eq!(begin(engine, Sources::States(&[vec![rank_of(0)]])), 1);
        engine
            .last_layer(StateFilter::All, 2)
            .expect_err("it is no response to this request")
    });
    assert!(error.to_string().contains("out of turn"), "{error}");
}
