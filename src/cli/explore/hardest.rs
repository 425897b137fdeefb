//! The hardest start as a puzzle that a designer can take.

use huarong::Puzzle;
use huarong::explore::Sweep;
use huarong::puzzle::{Metric, Optimum, PublishedOptimum, Title};

/// The first of the positions farthest from the goals, as a puzzle with its optimum. None where no
/// puzzle can be drawn that starts so: its pieces cover a gate.
pub(super) fn puzzle(puzzle: &Puzzle, metric: Metric, from_goals: &Sweep) -> Option<Puzzle> {
    let mut optimum = Optimum::default();
    *optimum.get_mut(metric) = u32::try_from(from_goals.eccentricity()).ok();
    let name = puzzle.title().name.as_ref();
    let title = Title {
        name: name.map(|name| format!("{name}, hardest start")),
        note: Some(format!("the hardest start of its component, counted in {metric}s")),
        ..Title::default()
    };
    let mut starts = from_goals.farthest.iter();
    starts.find_map(|anchors| {
        puzzle.starting_at(anchors, title.clone(), PublishedOptimum::Known(optimum))
    })
}
