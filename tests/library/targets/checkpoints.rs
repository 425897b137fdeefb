//! Checkpoints: a work folder with any content under a right checksum is resumed or refused, and a
//! resumed run ends well.

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use huarong::design::{
    FrameScope, RushScope, SurveyOptions, check_survey, resume_survey, rush_survey, survey_frame,
};
use huarong::explore::{Engine, Explorer, Options, Place};
use huarong::{Limits, Puzzle};
use tempfile::TempDir;

use super::files::{edited, summed};

const PUZZLE: &str = "A B C\nD E .\n\ngoal:\nE . .\n. . .\n";

/// Runs of each engine, stopped after some layers.
static EXPLORATIONS: LazyLock<Vec<TempDir>> = LazyLock::new(|| {
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
    Options::default()
        .with_limits(limits)
        .with_threads(NonZero::<usize>::MIN)
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
            // Unlike `fs::copy`, this continues after the alarm of libFuzzer interrupts a call.
            fs::write(&target, fs::read(&path).expect("it was kept")).expect("there is room");
        }
    }
}

pub(super) fn explorations(bytes: &[u8]) {
    let Some((&first, edits)) = bytes.split_first() else {
        return;
    };
    let place = tempfile::tempdir().expect("a folder");
    let run = place.path().join("run");
    copy(
        &EXPLORATIONS[usize::from(first) % EXPLORATIONS.len()]
            .path()
            .join("run"),
        &run,
    );
    let path = run.join("checkpoint");
    let whole = fs::read(&path).expect("it was kept");
    let file = if first < 128 {
        edited(&whole, edits)
    } else {
        // Any head of this length, and any part of the engine.
        let length = u64::from(first - 128).to_le_bytes();
        summed([&whole[..11], &length, edits].concat())
    };
    fs::write(&path, file).expect("there is room");
    if let Ok(explorer) = Explorer::open(Place::Resume(&run), &options(30)) {
        explore(explorer);
    }
}

/// The checkpoints of surveys of a frame and of Rush Hour.
static SURVEYS: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let begun = |begin: &dyn Fn(&SurveyOptions)| {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("run");
        begin(&survey_options().with_work_folder(Some(folder.clone())));
        fs::read(folder.join("checkpoint")).expect("it was kept")
    };
    let scope = FrameScope::new(2, 3);
    let frame = begun(&|options| {
        survey_frame(&scope, options, &mut |_| ControlFlow::Continue(())).expect("it is small");
    });
    let scope = RushScope::new(3, 3);
    let rush = begun(&|options| {
        rush_survey(&scope, options, &mut |_| ControlFlow::Continue(())).expect("it is small");
    });
    [frame, rush]
});

fn survey_options() -> SurveyOptions {
    let limits = Limits::default().with_timeout(Some(Duration::from_millis(100)));
    SurveyOptions::default()
        .with_limits(limits)
        .with_threads(NonZero::<usize>::MIN)
        .with_work_folder(None)
}

pub(super) fn surveys(bytes: &[u8]) {
    let Some((&first, edits)) = bytes.split_first() else {
        return;
    };
    let whole = &SURVEYS[usize::from(first % 2)];
    // An edited checkpoint, or any bytes behind its header.
    let file = if first < 128 {
        edited(whole, edits)
    } else {
        summed([&whole[..11], edits].concat())
    };
    let place = tempfile::tempdir().expect("a folder");
    fs::write(place.path().join("checkpoint"), file).expect("there is room");
    let is_whole = check_survey(place.path()).is_ok();
    let end = &mut |_: &_| ControlFlow::Break(());
    let resumed = resume_survey(place.path(), &survey_options(), end).is_ok();
    assert!(is_whole || !resumed, "a damaged checkpoint was resumed");
}
