//! Arguments that several commands share. The doc comments are the text of `--help`.

use super::prelude::*;
use std::{
    fmt::{self, Formatter},
    ops::{Range, RangeInclusive},
    str::FromStr,
    thread,
};

use crate::{
    design::LEVELS,
    explore,
    sliding::{HeuristicChoice, MoveOrder, Options},
};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::memory;

/// The short and the long help of an argument that names one puzzle.
pub const PUZZLE_HELP: &str = "A name, a file, `FILE#3`, a code, or `-`";
pub const PUZZLE_LONG_HELP: &str = "\
A puzzle: a name of the collection, a file, `-` for standard input, or a code like `4WVE1`. \
`FILE#3` or `FILE#name` is one puzzle of a file that holds several. Every notation that \
`huarong convert` writes can be read";

/// The short and the long help of an argument that names one or more puzzles.
pub const PUZZLES_HELP: &str = "Names, files, `FILE#3`, folders, patterns, codes, or `-`";
pub const PUZZLES_LONG_HELP: &str = "\
Puzzles: a name or a family of the collection, a file, a folder, `-` for standard input, or a code \
like `4WVE1`. `FILE#3` or `FILE#name` is one puzzle of a file that holds several. A pattern, like \
`'heng-*'`, `'cards/*.txt'` or `'FILE#1?'`, is every file or name that matches. Every notation \
that `huarong convert` writes can be read";

/// Frames of at least this many cells have too many positions of numbered tiles for any memory.
const MIN_ENDLESS_CELLS: usize = 14;

/// Metric and limits of a search.
#[derive(Args)]
pub struct SearchArgs {
    /// Unit of length
    #[arg(long, short, value_parser = any_metric(), default_value = "move")]
    pub metric: Metric,
    /// Maximum number of stored states
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = count,
          hide_short_help = true)]
    pub max_states: Option<usize>,
    /// Maximum length of a solution, or distance to explore
    #[arg(
        long,
        value_name = "N",
        help_heading = "Limits",
        hide_short_help = true
    )]
    pub max_depth: Option<u32>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl SearchArgs {
    /// Returns options for a search in memory, limited to the free memory.
    pub fn options(&self, algorithm: Algorithm) -> Options {
        let limits = self.given_limits().with_max_bytes(self.limits.max_bytes());
        Options::default()
            .with_algorithm(algorithm)
            .with_metric(self.metric)
            .with_limits(limits)
    }

    /// Returns options for an exploration in memory, limited to the free memory.
    pub fn explore_options(&self) -> explore::Options {
        let limits = self.given_limits().with_max_bytes(self.limits.max_bytes());
        explore::Options::default()
            .with_metric(self.metric)
            .with_limits(limits)
    }

    /// Returns the limits that were given.
    pub fn given_limits(&self) -> Limits {
        Limits::default()
            .with_max_states(self.max_states)
            .with_max_bytes(self.limits.max_memory)
            .with_max_depth(self.max_depth)
            .with_timeout(self.limits.timeout)
    }

    /// Refuses a complete search of numbered tiles that no memory holds, unless a limit is given.
    pub fn refuse_endless(&self, puzzle: &Puzzle) -> Result {
        let cells = puzzle.grid().area();
        let are_tiles = puzzle.is_numbered() && puzzle.pieces().len() + 1 == cells;
        if !are_tiles || cells < MIN_ENDLESS_CELLS || self.given_limits() != Limits::default() {
            return Ok(());
        }
        let positions: BigUint = (3..=cells).map(BigUint::from).product();
        let positions = grouped(&positions);
        refuse!(
            "{positions} positions are too many to search",
            "give a limit, like `--max-states 1000000` or `--timeout 10s`; `huarong solve` finds \
                    a shortest solution without one"
        )
    }
}

/// Limits on memory and time.
#[derive(Args, Clone, Copy, Default)]
pub struct LimitArgs {
    /// Maximum memory: 500M, 2GiB [default: 3/4 of free]
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = memory::parse_limit)]
    pub max_memory: Option<usize>,
    /// Maximum time: 10s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", help_heading = "Limits", value_parser = timeout)]
    pub timeout: Option<Duration>,
}

impl LimitArgs {
    /// Returns the limits, with the default limit on memory.
    pub fn limits_or_default(&self) -> Limits {
        Limits::default()
            .with_max_bytes(self.max_bytes())
            .with_timeout(self.timeout)
    }

    fn max_bytes(&self) -> Option<usize> {
        self.max_memory.or_else(memory::default_limit)
    }
}

/// Limits on a search by backtracking.
#[derive(Args)]
pub struct BacktrackLimitArgs {
    /// Maximum number of search nodes, or of states of a count
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = count,
          hide_short_help = true)]
    pub max_nodes: Option<usize>,
    #[command(flatten)]
    pub common: LimitArgs,
}

impl BacktrackLimitArgs {
    pub fn limits_or_default(&self) -> Limits {
        self.common
            .limits_or_default()
            .with_max_states(self.max_nodes)
    }
}

/// The number of threads.
#[derive(Args, Clone, Copy)]
pub struct ThreadArgs {
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = positive, help_heading = "Large runs",
          hide_short_help = true)]
    threads: Option<NonZero<usize>>,
}

impl ThreadArgs {
    /// Returns the number that was given, at most [`most_threads`]; prints a note if it is lowered.
    pub fn count(self) -> Option<NonZero<usize>> {
        let wanted = self.threads?;
        let processors = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let most = most_threads(processors);
        if wanted > most {
            let processors = counted(processors, "processor");
            note!("using {most} threads, the most that help on {processors}");
        }
        Some(wanted.min(most))
    }
}

/// Returns the maximum useful number of threads, several per processor because some wait.
fn most_threads(processors: NonZero<usize>) -> NonZero<usize> {
    processors.saturating_mul(NonZero::new(4).expect("four"))
}

/// The metrics; pushes, the last, are for numbered tiles only.
const METRICS: &str = "\
move: One piece along any path
slide: One piece along one straight line
step: One piece by one cell
push: One row or column of tiles by one cell, for numbered tiles";

/// Reads a metric.
pub fn any_metric() -> impl TypedValueParser<Value = Metric> {
    one_of(choices(METRICS, known))
}

/// Reads a metric that all puzzles have.
pub fn common_metric() -> impl TypedValueParser<Value = Metric> {
    one_of(choices(METRICS, known)[..3].to_vec())
}

const ALGORITHMS: &str = "\
auto: `idastar` for numbered tiles, `bfs` for all else
bfs: Breadth-first search: proves the shortest solution
dfs: Depth-first search: finds some solution, usually a long one
dfs-reverse: Depth-first search that tries the last move first
dfs-random: Depth-first search in a random order of moves (`--seed`)
iddfs: Iterative deepening: depth-first to depth 1, then 2 and so on; proves the shortest solution
idastar: Iterative deepening guided by a lower bound (IDA*), for numbered tiles
anytime: Finds some solution, then shorter ones until one is proven shortest or a limit is reached";

/// An engine, or `None` to choose one that suits the puzzle.
pub type EngineArg = Option<Engine>;

const ENGINES: &str = "\
auto: The engine that suits the puzzle, and the next one if memory runs out
parents: In memory, with the parent of every state, on one core
both-ends: Bidirectional: from the start and all goals at once, on all cores
hashed: In memory, with the last layers in hash tables, on all cores
ranked: In memory, with three bits per placement of the pieces, reachable or not
layered: In files of the work directory, for spaces larger than memory
cluster: On many machines, each with a part of every layer";

/// Reads an engine.
pub fn engine() -> impl TypedValueParser<Value = EngineArg> {
    one_of(choices(ENGINES, known_or_auto))
}

pub fn explore_engine() -> impl TypedValueParser<Value = EngineArg> {
    let mut engines = choices(ENGINES, known_or_auto);
    engines.retain(|it| !matches!(it.1, Some(Engine::BreadthFirst | Engine::Bidirectional)));
    one_of(engines)
}

/// A heuristic, or `None` to choose one by the tiles and the memory.
pub type HeuristicArg = Option<HeuristicChoice>;

/// Reads a heuristic.
pub fn heuristic() -> impl TypedValueParser<Value = HeuristicArg> {
    one_of(choices(
        "\
auto: Walking distance; for long searches pattern databases
manhattan: Manhattan distance: the steps of each tile on an empty board
walking: Walking distance: the steps of all tiles to their rows and columns
patterns: Pattern databases: the steps of groups of tiles; the tables are made once and kept",
        known_or_auto,
    ))
}

/// Returns the algorithm, with the seed if it is random.
pub const fn seeded(algorithm: Algorithm, seed: u64) -> Algorithm {
    match algorithm {
        Algorithm::DepthFirst(MoveOrder::Random { .. }) => {
            Algorithm::DepthFirst(MoveOrder::Random { seed })
        }
        other => other,
    }
}

/// A range of numbers that includes both ends; one end may be open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberRange {
    least: Option<u32>,
    most: Option<u32>,
}

impl NumberRange {
    /// Returns the range with 0 and the largest number for open ends.
    pub fn range(self) -> RangeInclusive<u32> {
        self.least.unwrap_or(0)..=self.most.unwrap_or(u32::MAX)
    }
}

impl FromStr for NumberRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let end = |text: &str| match text.trim() {
            "" => Ok(None),
            digits => digits.parse().map(Some),
        };
        let ends = match text.split_once("..") {
            Some((least, most)) => (end(least), end(most)),
            None => (end(text), end(text)),
        };
        match ends {
            (Ok(Some(least)), Ok(Some(most))) if least > most => Err(format!(
                "the range is reversed; did you mean `{most}..{least}`?"
            )),
            (Ok(least), Ok(most)) if least.is_some() || most.is_some() => {
                Ok(NumberRange { least, most })
            }
            _ => Err("expected a range of numbers, like 50.., ..30, 20..40 or 81".to_owned()),
        }
    }
}

impl Display for NumberRange {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let end = |end: Option<u32>| end.map_or_else(String::new, |end| end.to_string());
        let NumberRange { least, most } = *self;
        let between = if least == most { "" } else { ".." };
        let most = most.filter(|_| least != most);
        write!(f, "{}{between}{}", end(least), end(most))
    }
}

/// A range of ratings: whole numbers, to which ratings are rounded, or the word of `huarong rate`.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRange {
    pub range: Range<f64>,
    text: String,
}

impl RatingRange {
    pub fn contains(&self, rating: f64) -> bool {
        self.range.contains(&rating)
    }
}

impl FromStr for RatingRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = LEVELS.iter().position(|(word, _)| *word == text);
        let range = if let Some(level) = level {
            let least = level.checked_sub(1).map_or(0.0, |below| LEVELS[below].1);
            least..LEVELS[level].1
        } else {
            let numbers: NumberRange = text
                .parse()
                .map_err(|error| format!("{error}; or easy, medium, hard or expert"))?;
            let numbers = numbers.range();
            f64::from(*numbers.start()) - 0.5..f64::from(*numbers.end()) + 0.5
        };
        let text = text.to_owned();
        Ok(RatingRange { range, text })
    }
}

impl Display for RatingRange {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns an option as it is typed, after a space; nothing if it is not given.
pub fn option(name: &str, value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| format!(" --{name} {value}"))
}

/// The name of a value of an option, the value, and its help.
pub type Choice<T> = (&'static str, T, &'static str);

/// Reads a table of values: `word: help` a line.
pub fn choices<T>(table: &'static str, read: impl Fn(&str) -> T) -> Vec<Choice<T>> {
    let rows = table.lines().filter_map(|line| line.split_once(": "));
    rows.map(|(word, help)| (word, read(word), help)).collect()
}

/// Returns the value of a word of the library.
pub fn known<T: FromStr>(word: &str) -> T {
    word.parse().ok().expect("a word of the library")
}

/// Returns the value of a word of the library, or none for `auto`.
fn known_or_auto<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

/// Reads a value by its name. Builds without `cluster` hide it.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    values: impl Into<Vec<Choice<T>>>,
) -> impl TypedValueParser<Value = T> {
    one_of_or_removed(values, &[], "")
}

/// Reads a value by its name. A name of a value that was removed gets this error.
pub fn one_of_or_removed<T: Copy + Send + Sync + 'static>(
    values: impl Into<Vec<Choice<T>>>,
    removed: &'static [&'static str],
    error: &'static str,
) -> impl TypedValueParser<Value = T> {
    let values = values.into();
    let is_hidden = |name| name == "cluster" && !cfg!(feature = "cluster");
    let names = values
        .iter()
        .map(|&(name, _, help)| PossibleValue::new(name).help(help).hide(is_hidden(name)));
    let removed = removed
        .iter()
        .map(|name| PossibleValue::new(*name).hide(true));
    PossibleValuesParser::new(names.chain(removed)).try_map(move |name| {
        let known = values.iter().find(|(known, ..)| *known == name);
        known.map(|(_, value, _)| *value).ok_or(error)
    })
}

pub fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    one_of_or_removed(
        choices(ALGORITHMS, known),
        &["astar"],
        "A* for blocks was removed: use `bfs` for a shortest solution, or `anytime` to find some \
         solution quickly",
    )
}

/// Reads a number with optional `_` or `,` between its digits.
pub fn count(text: &str) -> Result<usize, String> {
    let digits: String = text
        .chars()
        .filter(|mark| !matches!(mark, '_' | ','))
        .collect();
    digits
        .parse()
        .map_err(|_| "expected a number of states, like 1000000".to_owned())
}

/// Reads a number from 1 on.
pub fn positive(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .map_err(|_| "expected a number from 1 on".to_owned())
}

pub fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "expected a whole number from 0 on".to_owned())
}

pub fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|_| "expected a time with its unit, like 10s, 5m or 1h30m".to_owned())
}

/// Reads a time limit; a number without a unit counts seconds.
pub fn timeout(text: &str) -> Result<Duration, String> {
    text.parse()
        .map(Duration::from_secs)
        .or_else(|_| duration(text))
        .map_err(|_| "expected a time, like 10s, 5m or 1h30m".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_number_of_threads_is_limited() {
        for (processors, most) in [(1, 4), (2, 8), (64, 256), (usize::MAX, usize::MAX)] {
            let processors = NonZero::new(processors).expect("some");
            assert_eq!(most_threads(processors).get(), most);
        }
        let few = ThreadArgs {
            threads: NonZero::new(2),
        };
        assert_eq!(few.count().map(NonZero::get), Some(2));
        assert_eq!(ThreadArgs { threads: None }.count(), None);
    }

    #[test]
    fn ratings_are_rounded_to_numbers_and_compared_exactly_with_words() {
        for (range, rating, is_in) in [
            ("40..60", 39.6, true),
            ("40..60", 60.6, false),
            ("..20", 0.0, true),
            ("easy", 19.9, true),
            ("medium", 19.9, false),
            ("expert", 100.0, true),
        ] {
            let parsed: RatingRange = range.parse().expect("a range");
            assert_eq!(parsed.contains(rating), is_in, "{range} {rating}");
            assert_eq!(parsed.to_string(), range);
        }
        assert!("harder".parse::<RatingRange>().is_err());
    }

    #[test]
    fn times_have_units() {
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert!(duration("10").is_err());
        assert_eq!(timeout("10"), Ok(Duration::from_secs(10)));
        assert_eq!(timeout("10m"), duration("10m"));
        assert!(timeout("-1").is_err() && timeout("soon").is_err());
        assert_eq!(count("1_000,000"), Ok(1_000_000));
        assert!(count("-1").is_err());
    }

    #[test]
    fn a_range_is_written_as_it_is_read() {
        for text in ["50..", "..30", "20..40", "81", "0..0"] {
            let span: NumberRange = text.parse().expect("a range");
            let shown = if text == "0..0" { "0" } else { text };
            assert_eq!(span.to_string(), shown);
        }
        for text in ["", "..", "5...9", "-1", "a..", "4294967296"] {
            let error = text.parse::<NumberRange>().expect_err(text);
            assert!(error.starts_with("expected a range"), "{text}: {error}");
        }
        let error = "40..20"
            .parse::<NumberRange>()
            .expect_err("it is the wrong way round");
        assert_eq!(error, "the range is reversed; did you mean `20..40`?");
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn a_range_holds_the_numbers_between_its_ends(
            (low, more, n) in (0..60_u32, 0..60_u32, 0..130_u32),
            text in "\\PC{0,12}",
        ) {
            let high = low + more;
            let range = |text: String| text.parse::<NumberRange>().expect("one");
            prop_assert_eq!(range(format!("{low}..{high}")).range().contains(&n), (low..=high).contains(&n));
            prop_assert_eq!(range(format!("{low}..")).range().contains(&n), low <= n);
            prop_assert_eq!(range(format!("..{high}")).range().contains(&n), n <= high);
            prop_assert_eq!(range(low.to_string()).range().contains(&n), n == low);
            // Any other text is read as it is displayed, or refused.
            if let Ok(range) = text.parse::<NumberRange>() {
                prop_assert_eq!(range.to_string().parse(), Ok(range));
            }
        }
    }
}
