//! Checkpoints: whatever a work folder holds, as long as the checksum is right, a run is taken up
//! or refused, and one that is taken up ends well.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::LazyLock;

use huarong::explore::{Engine, Explorer, Options, Place};
use huarong::{Limits, Puzzle};
use tempfile::TempDir;

use super::damage::{edited, summed};

const PUZZLE: &str = "A B C\nD E .\n\ngoal:\nE . .\n. . .\n";

/// Runs of each engine, stopped after some layers.
static BEGUN: LazyLock<Vec<TempDir>> = LazyLock::new(|| {
    let puzzle: Puzzle = PUZZLE.parse().expect("it is sound");
    let begun = |engine| {
        let place = tempfile::tempdir().expect("a folder");
        let options = options(6).with_engine(Some(engine));
        let run = place.path().join("run");
        explore(Explorer::open(Place::Folder(&puzzle, &run), &options).expect("it is small"));
        place
    };
    Engine::EXPLORING.map(begun).into()
});

fn options(max_depth: u32) -> Options {
    let limits = Limits::default()
        .with_max_states(Some(2000))
        .with_max_bytes(Some(1 << 22))
        .with_max_depth(Some(max_depth));
    Options::default().with_limits(limits).with_threads(NonZero::<usize>::MIN)
}

fn explore(mut explorer: Explorer) {
    let _ = explorer.explore();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a new folder");
    for item in fs::read_dir(from).expect("a folder") {
        let path = item.expect("an item").path();
        let target = to.join(path.file_name().expect("it has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            // Unlike `fs::copy`, this goes on where the alarm of libFuzzer interrupts a call.
            fs::write(&target, fs::read(&path).expect("it was kept")).expect("there is room");
        }
    }
}

pub(super) fn run(bytes: &[u8]) {
    let Some((&first, edits)) = bytes.split_first() else { return };
    let place = tempfile::tempdir().expect("a folder");
    let run = place.path().join("run");
    copy(&BEGUN[usize::from(first) % BEGUN.len()].path().join("run"), &run);
    let path = run.join("checkpoint");
    let whole = fs::read(&path).expect("it was kept");
    let file = if first < 128 {
        edited(&whole, edits)
    } else {
        // The head and the engine's part are whatever they are.
        let length = u64::from(first - 128).to_le_bytes();
        summed([&whole[..11], &length, edits].concat())
    };
    fs::write(&path, file).expect("there is room");
    if let Ok(explorer) = Explorer::open(Place::Resume(&run), &options(30)) {
        explore(explorer);
    }
}
