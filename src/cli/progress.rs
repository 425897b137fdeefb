//! A line that tells how a long search is getting on.

use std::ops::ControlFlow;
use std::time::Duration;

use huarong::control::Progress;
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

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
        self.watch_towards(progress, None)
    }

    /// The same, where about so many states are expected in all.
    pub(crate) fn watch_towards(
        &self,
        progress: &Progress,
        expected: Option<u64>,
    ) -> ControlFlow<()> {
        self.show(progress, expected);
        if interrupt::pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn show(&self, progress: &Progress, expected: Option<u64>) {
        if self.bar.is_hidden() || progress.elapsed < PATIENCE {
            return;
        }
        let Progress { depth, frontier, states, bytes, elapsed } = *progress;
        let (frontier, states) = (wide(frontier), wide(states));
        let millis = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
        let pace = states.saturating_mul(1000) / millis;
        self.bar.set_message(format!(
            "{}: {} {depth}, frontier {}, {} states, {} states/s, {}{}",
            self.name,
            self.depth,
            HumanCount(frontier),
            HumanCount(states),
            HumanCount(pace),
            HumanBytes(wide(bytes)),
            expected.map_or_else(String::new, |expected| estimate(states, expected, pace)),
        ));
        self.bar.tick();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How much is done and how long the rest will take: `, about 40 %, 12 s left`.
fn estimate(states: u64, expected: u64, pace: u64) -> String {
    let percent = states.saturating_mul(100) / expected.max(1);
    let left = Duration::from_secs(expected.saturating_sub(states) / pace.max(1));
    format!(", about {} %, {} left", percent.min(99), HumanDuration(left))
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_estimated() {
        assert_eq!(estimate(250, 1000, 50), ", about 25 %, 15 seconds left");
        assert_eq!(estimate(1200, 1000, 0), ", about 99 %, 0 seconds left");
    }
}
