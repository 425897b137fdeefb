//! A line that tells how a long search is getting on.

use std::ops::ControlFlow;
use std::time::Duration;

use huarong::control::Progress;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::interrupt;

/// Searches that take less time than this show nothing.
const PATIENCE: Duration = Duration::from_millis(200);

/// The line on standard error: only on a terminal, and gone when this is dropped.
pub(crate) struct Line {
    bar: ProgressBar,
    name: String,
    /// What the depth is called: `layer`.
    depth: &'static str,
}

impl Line {
    /// A line about the search for a solution of the puzzle called `name`.
    pub(crate) fn new(name: &str, depth: &'static str, quiet: bool) -> Self {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("a template"));
        Line { bar, name: name.to_owned(), depth }
    }

    /// Shows how far the search has come, and stops it if Ctrl-C was pressed.
    pub(crate) fn watch(&self, progress: &Progress) -> ControlFlow<()> {
        self.show(progress);
        if interrupt::pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn show(&self, progress: &Progress) {
        if self.bar.is_hidden() || progress.elapsed < PATIENCE {
            return;
        }
        let Progress { depth, frontier, states, bytes, elapsed } = *progress;
        let (frontier, states) = (wide(frontier), wide(states));
        let millis = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
        let pace = states.saturating_mul(1000) / millis;
        self.bar.set_message(format!(
            "{}: {} {depth}, frontier {}, {} states, {} states/s, {}",
            self.name,
            self.depth,
            HumanCount(frontier),
            HumanCount(states),
            HumanCount(pace),
            HumanBytes(wide(bytes)),
        ));
        self.bar.tick();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
