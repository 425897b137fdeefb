//! The progress line of a long search.

use super::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

use console::Term;
use indicatif::{
    HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike,
};

use super::pager;

/// Shorter searches show no progress.
const PATIENCE: Duration = Duration::from_millis(200);

const PER_SECOND: u8 = 20;

/// Time after which a development build recommends the optimized program.
const DEVELOPMENT_PATIENCE: Duration = Duration::from_secs(5);

/// Returns the recommendation of the optimized program, once, if a development build has searched
/// for a long time.
fn recommendation(elapsed: Duration, is_given: &AtomicBool) -> Option<&'static str> {
    let is_due = cfg!(debug_assertions) && elapsed >= DEVELOPMENT_PATIENCE;
    (is_due && !is_given.swap(true, Ordering::Relaxed)).then_some(
        "note: this is a development build; `cargo install --path .` installs a faster program",
    )
}

/// Prints the recommendation where progress is shown: output that is kept does not depend on time.
fn recommend(bar: &ProgressBar, elapsed: Duration) {
    static IS_GIVEN: AtomicBool = AtomicBool::new(false);
    if !bar.is_hidden()
        && let Some(note) = recommendation(elapsed, &IS_GIVEN)
    {
        bar.suspend(|| diagnostics::note(note));
    }
}

/// The line on standard error, on a terminal only; dropping it clears it.
pub struct ProgressLine {
    bar: ProgressBar,
    name: String,
    /// Noun of the depth: `layer`.
    depth: &'static str,
    /// The limit on time of a run that may use it up.
    timeout: Option<Duration>,
}

impl ProgressLine {
    /// Creates a line about the search of the puzzle `name`.
    pub fn new(name: &str, depth: &'static str, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, target(quiet));
        bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("a template"));
        ProgressLine {
            bar,
            name: sanitize(name),
            depth,
            timeout: None,
        }
    }

    /// Shows the time that is left until this limit.
    pub fn with_timeout(mut self, timeout: Option<Duration>) -> Self {
        self.timeout = timeout;
        self
    }

    /// Shows the progress, and stops the search after Ctrl-C.
    pub fn update(&self, progress: &Progress) -> ControlFlow<()> {
        self.update_towards(progress, None)
    }

    /// Like [`update`](Self::update), with the expected number of states if it is known.
    pub fn update_towards(&self, progress: &Progress, expected: Option<u64>) -> ControlFlow<()> {
        recommend(&self.bar, progress.elapsed);
        self.show(progress, expected);
        break_if(interrupt::pressed())
    }

    /// Hides the line while `print` runs.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    fn show(&self, progress: &Progress, expected: Option<u64>) {
        if self.bar.is_hidden() || progress.elapsed < PATIENCE {
            return;
        }
        let &Progress {
            depth,
            frontier,
            states,
            bytes,
            elapsed,
            best,
            restarts,
            ..
        } = progress;
        let states = wide(states);
        let bytes = HumanBytes(wide(bytes));
        let count = |number: usize| HumanCount(wide(number));
        let mut clauses = Vec::new();
        if let Some(all) = progress.expected {
            clauses.extend(estimate(states, wide(all), elapsed));
            clauses.extend([
                format!("tables of {} placements", count(all)),
                bytes.to_string(),
            ]);
        } else if let Some(best) = best {
            clauses.extend([
                format!("{best} found"),
                format!("none is shorter than {}", depth + 1),
                format!("{} nodes", HumanCount(states)),
                bytes.to_string(),
            ]);
        } else {
            let millis = u64::try_from(elapsed.as_millis())
                .unwrap_or(u64::MAX)
                .max(1);
            let pace = states.saturating_mul(1000) / millis;
            clauses.extend(
                expected
                    .iter()
                    .flat_map(|&all| estimate(states, all, elapsed)),
            );
            // The next engine begins again with the first layer.
            clauses.extend((restarts > 0).then(|| "restarted".to_owned()));
            let until = self.timeout.map(|all| all.saturating_sub(elapsed));
            let left = progress.remaining.or(until);
            clauses.extend(left.map(|left| format!("{} left", HumanDuration(left))));
            if states > 0 {
                clauses.push(format!("{} {depth}", self.depth));
                clauses.extend((frontier > 0).then(|| format!("frontier {}", count(frontier))));
                clauses.extend([
                    format!("{} states", HumanCount(states)),
                    format!("{} states/s", HumanCount(pace)),
                    bytes.to_string(),
                ]);
            }
        }
        self.draw(&clauses);
    }

    /// Draws the line with as many clauses as fit the terminal.
    fn draw(&self, clauses: &[String]) {
        let columns = usize::from(WithMargin(Term::stderr()).width());
        self.bar
            .set_message(fitted(&self.name, clauses, columns.saturating_sub(SPINNER)));
        self.bar.tick();
    }

    /// Shows which part of the work is next.
    pub fn show_part(&self, done: usize, all: usize, elapsed: Duration) {
        recommend(&self.bar, elapsed);
        if self.bar.is_hidden() || elapsed < PATIENCE {
            return;
        }
        let done = wide(done);
        let all = wide(all);
        let next = HumanCount(done + 1);
        let of = HumanCount(all);
        let mut clauses = estimate(done, all, elapsed);
        clauses.push(format!("{} {next} of {of}", self.depth));
        self.draw(&clauses);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Runs a search of `name` with a progress line, which stops it after Ctrl-C.
pub fn watched<T>(
    name: &str,
    depth: &'static str,
    quiet: bool,
    search: impl FnOnce(Observer<'_>) -> T,
) -> T {
    let line = ProgressLine::new(name, depth, quiet);
    search(&mut |progress| line.update(progress))
}

/// Returns standard error if it is a terminal that can erase a line.
fn target(quiet: bool) -> ProgressDrawTarget {
    let terminal = Term::buffered_stderr();
    if quiet || pager::is_open() || !terminal.features().is_attended() || !takes_back() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like_with_hz(Box::new(WithMargin(terminal)), PER_SECOND)
}

/// Whether the terminal knows the sequences that move its cursor.
fn takes_back() -> bool {
    let knows = |name: OsString| !name.is_empty() && name != "dumb";
    cfg!(windows) || env::var_os("TERM").is_some_and(knows)
}

/// A bar of the finished puzzles on standard error, on a terminal only; dropping it clears it.
pub struct PuzzleBar {
    bar: ProgressBar,
    quiet: bool,
}

impl PuzzleBar {
    /// Creates a bar of this many puzzles.
    pub fn new(puzzles: usize, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(wide(puzzles)), ProgressDrawTarget::hidden());
        let template = "{wide_bar} {pos} of {len} puzzles, {percent} %, {eta} left";
        bar.set_style(ProgressStyle::with_template(template).expect("a template"));
        PuzzleBar { bar, quiet }
    }

    pub fn advance(&self) {
        recommend(&self.bar, self.bar.elapsed());
        if self.bar.is_hidden() && self.bar.elapsed() >= PATIENCE {
            self.bar.set_draw_target(target(self.quiet));
        }
        self.bar.inc(1);
    }

    /// Hides the bar while `print` runs.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        let result = self.bar.suspend(print);
        if pager::is_open() {
            self.bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        result
    }
}

impl Drop for PuzzleBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Columns of the spinner and of the gap after it.
const SPINNER: usize = 2;

/// Joins a name and clauses within a number of columns: the last clauses are dropped first, and the
/// name before the first clause.
fn fitted(name: &str, clauses: &[String], columns: usize) -> String {
    let Some((first, more)) = clauses.split_first() else {
        return name.to_owned();
    };
    let named = format!("{name}: {first}");
    let mut text = if named.width() <= columns {
        named
    } else {
        first.clone()
    };
    for clause in more {
        if text.width() + ", ".len() + clause.width() > columns {
            break;
        }
        text.extend([", ", clause.as_str()]);
    }
    text
}

/// Estimates the finished share and, from a thousandth on, the time left: `about 40 %`,
/// `12 seconds left`.
#[expect(clippy::cast_precision_loss, reason = "about")]
fn estimate(done: u64, all: u64, elapsed: Duration) -> Vec<String> {
    let percent = (done.saturating_mul(100) / all.max(1)).min(99);
    let share = format!("about {percent} %");
    if done < all.div_ceil(1000) {
        return vec![share];
    }
    let left = elapsed.as_secs_f64() * all.saturating_sub(done) as f64 / done as f64;
    let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
    vec![share, format!("{} left", HumanDuration(left))]
}

fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// A terminal with room on the right for the `^C` of Ctrl-C. The line is padded to the width, so
/// that the `^C` would wrap, and the line above it could not be cleared.
#[derive(Debug)]
struct WithMargin(Term);

const MARGIN: u16 = 3;

/// Passes these calls on to the terminal.
macro_rules! forward {
    ($($name:ident($($value:ident: $type:ty)?);)*) => {
        $(fn $name(&self $(, $value: $type)?) -> io::Result<()> {
            self.0.$name($($value)?)
        })*
    };
}

impl TermLike for WithMargin {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(MARGIN)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    forward! {
        move_cursor_up(lines: usize);
        move_cursor_down(lines: usize);
        move_cursor_right(columns: usize);
        move_cursor_left(columns: usize);
        write_line(text: &str);
        write_str(text: &str);
        clear_line();
        flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_development_build_recommends_the_optimized_program_once() {
        let is_given = AtomicBool::new(false);
        assert_eq!(recommendation(Duration::from_millis(4999), &is_given), None);
        let told = recommendation(DEVELOPMENT_PATIENCE, &is_given);
        assert_eq!(told.is_some(), cfg!(debug_assertions));
        assert_eq!(recommendation(Duration::from_secs(60), &is_given), None);
    }

    #[test]
    fn the_remaining_time_is_estimated() {
        let estimated = |done| estimate(done, 1000, Duration::from_secs(5)).join(", ");
        assert_eq!(estimated(250), "about 25 %, 15 seconds left");
        assert_eq!(estimated(1200), "about 99 %, 0 seconds left");
        assert_eq!(estimated(0), "about 0 %");
        assert_eq!(estimated(1), "about 0 %, 83 minutes left");
    }

    #[test]
    fn a_narrow_terminal_shows_whole_clauses() {
        let clauses = ["about 25 %", "layer 31", "5,251,976 states"].map(str::to_owned);
        for (columns, told) in [
            (80, "横刀立马: about 25 %, layer 31, 5,251,976 states"),
            (48, "横刀立马: about 25 %, layer 31, 5,251,976 states"),
            (47, "横刀立马: about 25 %, layer 31"),
            (25, "横刀立马: about 25 %"),
            (19, "about 25 %"),
        ] {
            assert_eq!(fitted("横刀立马", &clauses, columns), told, "{columns}");
        }
    }
}
