//! Checkpoints of surveys: whatever a work folder holds, as long as the checksum is right, a survey
//! is taken up or refused, and one that is taken up ends well.

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::time::Duration;

use huarong::Limits;
use huarong::design::{
    FrameScope, RushScope, SurveyOptions, check_survey, resume_survey, rush_survey, survey_frame,
    unit_survey,
};
use huarong::grid::Size;

use super::damage::{edited, summed};

/// The checkpoints of a frame, of Rush Hour and of unit cars.
static BEGUN: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
    let begun = |begin: &dyn Fn(&SurveyOptions)| {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("run");
        begin(&options().with_work_folder(Some(folder.clone())));
        fs::read(folder.join("checkpoint")).expect("it was kept")
    };
    let scope = FrameScope::new(2, 3);
    let frame = begun(&|options| {
        survey_frame(&scope, options, &mut |_| ControlFlow::Continue(())).expect("it is small");
    });
    let scope = RushScope::new(3);
    let rush = begun(&|options| {
        rush_survey(&scope, options, &mut |_| ControlFlow::Continue(())).expect("it is small");
    });
    let unit = begun(&|options| {
        let size = Size { width: 3, height: 3 };
        unit_survey(size, options, &mut |_| ControlFlow::Continue(())).expect("it is small");
    });
    [frame, rush, unit]
});

fn options() -> SurveyOptions {
    let limits = Limits::default().with_timeout(Some(Duration::from_millis(100)));
    SurveyOptions::default()
        .with_limits(limits)
        .with_threads(NonZero::<usize>::MIN)
        .with_work_folder(None)
}

pub(super) fn run(bytes: &[u8]) {
    let Some((&first, edits)) = bytes.split_first() else { return };
    let whole = &BEGUN[usize::from(first % 3)];
    // An edited checkpoint, or any bytes behind its header.
    let file =
        if first < 128 { edited(whole, edits) } else { summed([&whole[..11], edits].concat()) };
    let place = tempfile::tempdir().expect("a folder");
    fs::write(place.path().join("checkpoint"), file).expect("there is room");
    let is_whole = check_survey(place.path()).is_ok();
    let end = &mut |_: &_| ControlFlow::Break(());
    let resumed = resume_survey(place.path(), &options(), end).is_ok();
    assert!(is_whole || !resumed, "what is taken up is whole");
}
