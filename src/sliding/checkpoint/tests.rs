use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::{
    control::{Limits, Monitor},
    file::FolderError,
    grid::Cell,
    search::{
        layered::LayeredEngine,
        layers::{Layer, LayerError, LayerSearch, Sources, StateFilter},
        testing::Tiles,
    },
};

const TILES: Tiles = Tiles {
    rows: 2,
    columns: 4,
};

fn subject() -> CheckpointKey {
    CheckpointKey {
        puzzle: "A 曹 .".to_owned(),
        metric: Metric::Step,
        mirroring: Mirroring::Off,
        purpose: BfsPurpose::Layers,
        engine: Engine::Layered,
    }
}

fn sample() -> Checkpoint {
    let layer = |states| Layer {
        classes: states / 2,
        states,
        goal_classes: 1,
        goal_states: 2,
    };
    let first = LayerProfile {
        layers: vec![layer(2), layer(u64::MAX)],
        farthest: vec![vec![Cell::new(3, 1), Cell::new(0, 255)], Vec::new()],
        is_complete: true,
    };
    let second = LayerProfile {
        layers: vec![layer(7)],
        ..LayerProfile::default()
    };
    Checkpoint {
        subject: subject(),
        sweeps: vec![first, second],
        degrees: vec![0, 3, 1],
        milliseconds: 99_000,
    }
}

/// A folder with the checkpoint of an engine that has done the layer of the start.
fn kept(checkpoint: &Checkpoint) -> TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let folder = RunFolder::create(place.path()).expect("a new folder");
    write(&folder, checkpoint, &mut begun(&folder)).expect("there is room");
    place
}

fn engine(folder: &RunFolder) -> LayeredEngine {
    LayeredEngine::new(Box::new(TILES), 2, &folder.layers())
}

fn begun(folder: &RunFolder) -> LayeredEngine {
    let mut engine = engine(folder);
    let mut monitor = Monitor::unobserved(Limits::default());
    engine
        .begin(Sources::States(&[vec![TILES.start()]]), &mut monitor)
        .expect("there is room");
    engine
}

/// Why the run in a folder cannot be resumed. A process that another test starts has the lock of
/// this one's folders for a moment, until it becomes a program of its own.
fn refused(place: &Path) -> String {
    let told = || resume(place).expect_err("it cannot be used").to_string();
    for _ in 0..50 {
        let told = told();
        if !told.ends_with("is in use by another huarong process") {
            return told;
        }
        thread::sleep(Duration::from_millis(5));
    }
    told()
}

#[test]
fn a_checkpoint_is_read_back_and_its_engine_resumes() {
    let place = kept(&sample());
    let (folder, checkpoint, saved) = resume(place.path()).expect("it was written");
    assert_eq!(checkpoint, sample());
    let mut engine = engine(&folder);
    saved.restore(&mut engine).expect("it was saved");
    assert_eq!(
        engine.last_layer(StateFilter::All, 2).expect("it is there"),
        [[TILES.start()]]
    );
}

#[test]
fn a_work_folder_is_locked_and_holds_one_run() {
    let place = tempfile::tempdir().expect("a folder");
    let shown = place.path().display().to_string();
    assert_eq!(
        refused(place.path()),
        format!("`{shown}` holds no run that could be resumed")
    );
    let folder = RunFolder::create(place.path()).expect("a new folder");
    let again = RunFolder::create(place.path()).expect_err("it is in use");
    assert_eq!(
        again.to_string(),
        format!("`{shown}` is in use by another huarong process")
    );
    write(&folder, &sample(), &mut begun(&folder)).expect("there is room");
    assert_eq!(refused(place.path()), again.to_string());
    drop(folder);
    let taken = RunFolder::create(place.path()).expect_err("it holds a run");
    assert!(matches!(taken, FolderError::Taken(_)), "{taken}");
    fs::write(place.path().join(".huarong-x"), "half").expect("it can be written");
    resume(place.path()).expect("nobody is at work here");
    assert!(!place.path().join(".huarong-x").exists());
}

#[test]
fn a_checkpoint_that_is_damaged_foreign_or_newer_is_refused() {
    let place = kept(&sample());
    let path = place.path().join("checkpoint");
    let whole = fs::read(&path).expect("it is there");
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(&path, bytes).expect("it can be written");
        let told = refused(place.path());
        let told = told
            .strip_prefix(&format!("`{}` ", path.display()))
            .expect("the file's name");
        told.to_owned()
    };
    assert_eq!(
        with(&|bytes| bytes[0] = b'h'),
        "is not a file that huarong has stored"
    );
    assert_eq!(
        with(&|bytes| bytes.clear()),
        "is not a file that huarong has stored"
    );
    let other = with(&|bytes| bytes[8] = b'S');
    assert_eq!(
        other,
        "holds a stored solution, which this command does not take"
    );
    let newer = with(&|bytes| bytes[9] = 6);
    crate::cases::begins(
        &newer,
        "has format version 6, and only version 5 can be read",
    );
    for end in 8..whole.len() {
        let short = with(&|bytes| bytes.truncate(end));
        assert_eq!(
            short, "is cut short or damaged: its checksum is wrong",
            "at {end}"
        );
    }
    for place in 88..whole.len() * 8 {
        let flipped = with(&|bytes| bytes[place / 8] ^= 1 << (place % 8));
        assert_eq!(
            flipped, "is cut short or damaged: its checksum is wrong",
            "bit {place}"
        );
    }
    let longer = with(&|bytes| bytes.push(0));
    assert_eq!(longer, "is cut short or damaged: its checksum is wrong");
}

/// Appends the right checksum to any bytes.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

#[test]
fn inconsistent_checkpoints_with_valid_checksums_are_refused() {
    let place = kept(&sample());
    let path = place.path().join("checkpoint");
    let whole = fs::read(&path).expect("it is there");
    let whole = &whole[..whole.len() - 4];
    let head = u64::from_le_bytes(whole[11..19].try_into().expect("eight"));
    let with = |bytes: Vec<u8>| {
        fs::write(&path, summed(bytes)).expect("it can be written");
        refused(place.path())
    };
    for length in [head - 1, head + 1, whole.len() as u64, u64::MAX] {
        let lie = [&whole[..11], &length.to_le_bytes(), &whole[19..]].concat();
        assert!(with(lie).starts_with("malformed checkpoint "), "{length}");
    }
    // The metric stands after the length and the bytes of the puzzle.
    let mut lie = whole.to_vec();
    lie[19 + 1 + subject().puzzle.len()] = 4;
    assert!(with(lie).starts_with("malformed checkpoint "));
    // Then the mirroring, the purpose and the engine.
    let mut lie = whole.to_vec();
    lie[19 + 4 + subject().puzzle.len()] = 4;
    assert!(with(lie).ends_with(": its engine does not search by layers"));
    let mut huge = whole.to_vec();
    huge.splice(19..20, [&[253][..], &u64::MAX.to_le_bytes()].concat());
    assert!(with(huge).starts_with("malformed checkpoint "));
    // The engine's part.
    let longer = [whole, &[0]].concat();
    fs::write(&path, summed(longer)).expect("it can be written");
    let (folder, _, saved) = resume(place.path()).expect("the head is right");
    let error = saved
        .restore(&mut engine(&folder))
        .expect_err("a byte too many");
    crate::cases::ends(&error.to_string(), ": 1 bytes are left over");
    drop(folder);
    fs::write(&path, summed(whole[..whole.len() - 9].to_vec())).expect("it can be written");
    let (folder, _, saved) = resume(place.path()).expect("the head is right");
    let error = saved.restore(&mut engine(&folder)).expect_err("too short");
    assert!(matches!(error, CheckpointError::Engine { .. }), "{error}");
}

proptest! {
    #![proptest_config(crate::cases::random_cases(256))]

    #[test]
    fn arbitrary_header_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = folder::decode(&bytes);
    }
}

#[test]
fn sweeps_that_do_not_follow_each_other_are_refused() {
    let mut wrong = sample();
    wrong.sweeps[0].is_complete = false;
    let wrong = folder::encode(&wrong).expect("it is small");
    assert_eq!(
        folder::decode(&wrong),
        Err("a sweep began before the one before was complete".to_owned())
    );
    let none = Checkpoint {
        sweeps: Vec::new(),
        ..sample()
    };
    let none = folder::encode(&none).expect("it is small");
    assert_eq!(folder::decode(&none), Err("no sweep".to_owned()));
}

/// The whole of a run that is kept in a folder: both sweeps, from wherever it was.
fn run(place: &Path) -> Result<[Vec<Layer>; 2], LayerError> {
    let resumed = resume(place);
    let (mut checkpointer, mut engine) = match resumed {
        Ok((folder, checkpoint, saved)) => {
            let mut engine = engine(&folder);
            saved.restore(&mut engine).expect("what was kept is whole");
            (Checkpointer::resumed(folder, checkpoint), engine)
        }
        Err(CheckpointError::Folder(FolderError::Nothing(_))) => {
            let folder = RunFolder::create(place).expect("the others are dead");
            let engine = engine(&folder);
            (Checkpointer::new(folder, subject()), engine)
        }
        Err(error) => panic!("{error}"),
    };
    let limits = Limits::default().with_max_bytes(Some(1 << 20));
    let mut monitor = Monitor::unobserved(limits);
    let start = [vec![TILES.start()]];
    for (sweep, sources) in [Sources::States(&start), Sources::Goals]
        .into_iter()
        .enumerate()
    {
        if checkpointer
            .sweep(sweep)
            .is_some_and(|sweep| sweep.is_complete)
        {
            continue;
        }
        let mut layer = match checkpointer.sweep(sweep) {
            None => engine.begin(sources, &mut monitor)?,
            Some(_) => engine.advance(&mut monitor)?,
        };
        let mut profile = checkpointer.sweep(sweep).cloned().unwrap_or_default();
        while layer.classes > 0 {
            profile.layers.push(layer);
            checkpointer
                .keep(sweep, &profile, Vec::new(), &mut engine)
                .expect("there is room");
            layer = engine.advance(&mut monitor)?;
        }
        profile.is_complete = true;
        checkpointer
            .keep(sweep, &profile, Vec::new(), &mut engine)
            .expect("there is room");
    }
    let layers = |sweep| {
        checkpointer
            .sweep(sweep)
            .expect("it is complete")
            .layers
            .clone()
    };
    Ok([layers(0), layers(1)])
}

/// Set for the process that is to be killed: the folder that it works in.
const FOLDER: &str = "HUARONG_TEST_WORK_FOLDER";

/// This test once more, in a process of its own that works until it is killed.
fn child(place: &Path) -> Child {
    let program = std::env::current_exe().expect("this program");
    let test = std::thread::current()
        .name()
        .expect("a test has its name")
        .to_owned();
    Command::new(program)
        .args(["--exact", &test])
        .env(FOLDER, place)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it can be run")
}

#[test]
fn a_run_killed_twenty_times_has_the_same_result() {
    if let Some(place) = std::env::var_os(FOLDER) {
        run(Path::new(&place)).expect("there is room");
        return;
    }
    let undisturbed = tempfile::tempdir().expect("a folder");
    let begun = Instant::now();
    let expected = run(undisturbed.path()).expect("there is room");
    let a_fifth = u64::try_from(begun.elapsed().as_millis() / 5)
        .expect("not so long")
        .max(20);
    assert_eq!(
        expected[0].iter().map(|layer| layer.states).sum::<u64>(),
        20_160
    );
    let place = tempfile::tempdir().expect("a folder");
    // A linear congruential generator, so that a failure can be had again.
    let mut random = 42_u64;
    let mut killed_in = Vec::new();
    for _ in 0..20 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mut child = child(place.path());
        thread::sleep(Duration::from_millis(5 + (random >> 32) % a_fifth));
        child.kill().expect("a child");
        child.wait().expect("a child");
        let layers = resume(place.path()).map(|(_, checkpoint, _)| {
            checkpoint
                .sweeps
                .iter()
                .map(|sweep| sweep.layers.len())
                .sum::<usize>()
        });
        killed_in.push(layers.unwrap_or(0));
    }
    assert!(killed_in.is_sorted(), "a layer was lost: {killed_in:?}");
    assert!(killed_in[19] > 2, "nothing was kept: {killed_in:?}");
    assert_eq!(
        run(place.path()).expect("there is room"),
        expected,
        "{killed_in:?}"
    );
}
