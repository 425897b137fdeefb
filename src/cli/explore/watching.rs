//! An exploration, watched: progress on the terminal, and Ctrl-C.

use huarong::explore::{Course, Exploration, ExploreError, Explorer, Stage};

use crate::cli::interrupt;
use crate::cli::progress::Line;

/// Explores, showing progress unless `quiet`, until Ctrl-C is pressed.
pub(super) fn explore(
    explorer: &mut Explorer,
    title: &str,
    quiet: bool,
) -> Result<Exploration, ExploreError> {
    interrupt::listen();
    let mut shown: Option<(Stage, Line)> = None;
    explorer.explore_watched(&mut |Course { stage, expected }, progress| {
        if shown.as_ref().is_none_or(|(last, _)| *last != stage) {
            // The line of the stage before has to go first.
            drop(shown.take());
            shown = Some((stage, Line::new(title, word(stage), quiet)));
        }
        let (_, line) = shown.as_ref().expect("there is one now");
        line.watch_towards(progress, expected)
    })
}

/// What is gone through in a stage, before the number of the layer.
const fn word(stage: Stage) -> &'static str {
    match stage {
        Stage::FromStart => "layer",
        Stage::FromGoals => "layer from the goals",
        Stage::Solutions => "counting solutions, layer",
        Stage::Moves => "counting moves, layer",
    }
}
