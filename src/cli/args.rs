//! The arguments. The doc comments are the text of `--help`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, Command as ClapCommand, CommandFactory, Parser, Subcommand, ValueEnum};
use huarong::control::Limits;
use huarong::notation::Notation;
use huarong::puzzle::Metric;
use huarong::sliding::{Algorithm, Mirroring, Options};
use huarong::solution::notation::Notation as SolutionNotation;

use super::atlas::AtlasArgs;
use super::color::ColorArg;
use super::completions::CompletionsArgs;
use super::explore::ExploreArgs;
use super::export::ExportArgs;
use super::graph::GraphArgs;
use super::hamilton::HamiltonArgs;
use super::list::ListArgs;
use super::man::ManArgs;
use super::play::PlayArgs;
use super::tour::TourArgs;
use super::version;

/// Solves sliding-block puzzles (华容道, Klotski) and proves the shortest solution; finds knight's
/// tours, and paths over every cell of a map.
#[derive(Parser, Debug)]
#[command(version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// Use colour: `always`, `never`, or `auto`, on a terminal and unless `NO_COLOR` is set
    #[arg(long, value_enum, value_name = "WHEN", global = true, default_value_t)]
    #[arg(hide_possible_values = true)]
    pub(crate) color: ColorArg,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  huarong solve heng-dao-li-ma            the classic layout, in 81 moves
  huarong solve 横刀立马 --metric step    the same, in single steps
  huarong solve my.txt#3 --boards         the third puzzle of a file
  huarong compare heng-dao-li-ma          what depth-first search makes of it
  huarong explore heng-dao-li-ma          all its positions, and the hardest
  huarong play heng-dao-li-ma             play it, with hints
  huarong list | less                     what there is
  huarong export red-donkey --to a.gif    the solution as an animation
  huarong tour 8x8 --print board          a knight's tour
  huarong hamilton cat.map                a path over every cell of a map

Exit status:
  0  done: every puzzle is solved, the solution is right
  1  proven: a puzzle has no solution, or the solution given is wrong
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C
Of several puzzles the worst counts: 2 before 3 before 1 before 0.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Solve puzzles and print the moves
    Solve(SolveArgs),
    /// Solve puzzles by depth-first and by breadth-first search, side by side
    Compare(CompareArgs),
    /// Show what a puzzle is: its board, goals, kinds of pieces, symmetry and first moves
    Show(ShowArgs),
    /// List the puzzles of the collection, or of a folder
    List(ListArgs),
    /// Play a puzzle in the terminal, with hints; or watch a solution
    Play(PlayArgs),
    /// Write puzzles in another notation
    Convert(ConvertArgs),
    /// Replay a solution and say where it first goes wrong
    Verify(VerifyArgs),
    /// Draw a puzzle or its solution: SVG, PNG, an animated GIF or a web page
    Export(ExportArgs),
    /// Find a knight's tour: every square of a board once, open or closed
    Tour(TourArgs),
    /// Find a path over every cell of a map, or every vertex of a graph, once
    Hamilton(HamiltonArgs),
    /// Show what a graph is, and search it
    Graph(GraphArgs),
    /// Find out everything about a puzzle: positions, distances, the hardest start
    Explore(ExploreArgs),
    /// Print what a shell needs to complete the arguments
    Completions(CompletionsArgs),
    /// Print the manual
    Man(ManArgs),
    /// Find how far every layout of the classic frame is from the exit
    Atlas(AtlasArgs),
}

/// The command line, with all that `--version` tells.
pub(crate) fn command() -> ClapCommand {
    let command = Cli::command();
    // It is to live as long as the program, as all text of the arguments does.
    let version: &'static str = version::long(&command).leak();
    command.long_version(version)
}

pub(crate) const PUZZLE_HELP: &str = "\
A puzzle is a file, `-` for standard input, the name of a puzzle of the collection, or a code like \
`4WVE1`; `FILE#3` or `FILE#name` is one puzzle of a file that holds several. All notations that \
`huarong convert` writes are read";

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong solve heng-dao-li-ma
  huarong solve fayaa#3 my-puzzles.txt --metric slide --quiet
  huarong solve century --algorithm dfs --max-states 1000000
  huarong solve my.txt --timeout 5m --max-memory 2GiB --output my.solution
  huarong solve heng-dao-li-ma --json | jq .length
  huarong solve heng-dao-li-ma --notation chinese
  huarong solve heng-dao-li-ma --all --limit 3 --notation compact
  huarong solve rush.txt --metric slide --quiet --check
  huarong solve heng-dao-li-ma --tablebase moves.tb

Every notation is read back by `huarong verify`.

Exit status: 0 solved, 1 proven impossible or not as published, 2 wrong input or usage, 3 stopped at a limit or by Ctrl-C.")]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct SolveArgs {
    #[arg(required = true, value_name = "PUZZLE", help = PUZZLE_HELP)]
    pub(crate) puzzles: Vec<OsString>,
    /// How to search: `bfs` proves the shortest solution, `dfs` finds some solution
    #[arg(long, value_enum, default_value_t)]
    pub(crate) algorithm: AlgorithmArg,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// List every shortest solution: all ways from layout to layout, equal pieces interchangeable
    #[arg(long, conflicts_with_all = ["algorithm", "output", "check"])]
    pub(crate) all: bool,
    /// List no more than this, and say how many there are
    #[arg(long, value_name = "N", requires = "all", value_parser = count)]
    pub(crate) limit: Option<usize>,
    /// Draw the board before the first move and after each
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    pub(crate) boards: bool,
    /// How to write the moves
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["json", "quiet", "boards"])]
    pub(crate) notation: SolutionNotationArg,
    /// Store the solution in this file, for `huarong verify`
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Look puzzles of the classic frame up in this file of `huarong atlas --output`, without a
    /// search
    #[arg(long, value_name = "FILE", conflicts_with = "algorithm")]
    pub(crate) tablebase: Option<PathBuf>,
    /// Hold the published optimum in this metric, and the number of boards that a Rush Hour database
    /// gives, against what is found
    #[arg(long, conflicts_with = "json")]
    pub(crate) check: bool,
    /// Print one JSON object a puzzle, each on a line of its own; with `--all` one a solution, and
    /// then one that says how many there are
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the summary only, and show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong compare heng-dao-li-ma
  huarong compare red-donkey century --metric step --max-states 5000000")]
pub(crate) struct CompareArgs {
    #[arg(required = true, value_name = "PUZZLE", help = PUZZLE_HELP)]
    pub(crate) puzzles: Vec<OsString>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Print one JSON object a puzzle, each on a line of its own
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong show heng-dao-li-ma
  huarong show my.txt#2 --metric step")]
pub(crate) struct ShowArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLE_HELP)]
    pub(crate) puzzle: OsString,
    /// What counts as one of the legal moves at the start
    #[arg(long, value_enum, default_value_t)]
    pub(crate) metric: MetricArg,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong convert heng-dao-li-ma --to shortcode
  huarong convert IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM my.txt
  huarong convert --from gnome --to slide-id level.map -

What a notation cannot say is refused, and nothing is written. Names, sources and optima are not \
rules: they are left away where the notation has no place for them.

Exit status: 0 converted, 2 wrong input or usage, or what cannot be said.")]
pub(crate) struct ConvertArgs {
    /// The notation to read; without this, the content tells
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(crate) from: Option<NotationArg>,
    /// The notation to write
    #[arg(long, value_enum, value_name = "NOTATION", default_value_t)]
    pub(crate) to: NotationArg,
    #[arg(value_name = "PUZZLE", help = PUZZLE_HELP)]
    pub(crate) puzzle: OsString,
    /// The file to write, which is replaced if there is one; without this, or for `-`, the puzzles
    /// go to standard output
    #[arg(value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong verify heng-dao-li-ma my.solution
  huarong solve red-donkey | huarong verify red-donkey -
  huarong solve red-donkey --notation boards | huarong verify red-donkey -

Exit status: 0 the solution is right, 1 it is wrong, 2 wrong input or usage.")]
pub(crate) struct VerifyArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLE_HELP)]
    pub(crate) puzzle: OsString,
    /// A file that `huarong solve --output` has stored, or the moves as text, in any notation that
    /// `huarong solve` writes; `-` for standard input
    pub(crate) solution: PathBuf,
    /// What each move of the solution is one of; without this, its summary line tells
    #[arg(long, value_enum)]
    pub(crate) metric: Option<MetricArg>,
}

/// What to search for and when to give up.
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    /// What counts as one: a piece along any path, along a straight line, or by one cell
    #[arg(long, value_enum, default_value_t)]
    pub(crate) metric: MetricArg,
    /// Stop when this many states are stored
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = count)]
    pub(crate) max_states: Option<usize>,
    /// Stop when the states take this much memory: 500M, 2GiB
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = size)]
    pub(crate) max_memory: Option<usize>,
    /// Look for solutions no longer than this
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_depth: Option<u32>,
    /// Stop after this time, for each puzzle: 10s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", help_heading = "Limits", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Tell mirror images of a position apart
    #[arg(long)]
    pub(crate) no_mirror: bool,
}

impl SearchArgs {
    pub(crate) fn options(&self, algorithm: Algorithm) -> Options {
        let limits = Limits {
            max_states: self.max_states,
            max_bytes: self.max_memory,
            max_depth: self.max_depth,
            timeout: self.timeout,
        };
        let mirroring = if self.no_mirror { Mirroring::Off } else { Mirroring::Canonical };
        Options { algorithm, metric: self.metric.into(), mirroring, limits }
    }
}

/// When to give up a search by backtracking.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Stop after so many nodes of the search, or at so many states of a count
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = count)]
    pub(crate) max_nodes: Option<usize>,
    /// Stop when the search takes this much memory: 500M, 2GiB
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = size)]
    pub(crate) max_memory: Option<usize>,
    /// Stop after this time: 10s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", help_heading = "Limits", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            max_states: self.max_nodes,
            max_bytes: self.max_memory,
            timeout: self.timeout,
            ..Limits::default()
        }
    }
}

#[derive(Clone, Copy, Default, ValueEnum, Debug)]
pub(crate) enum AlgorithmArg {
    /// Breadth-first search
    #[default]
    Bfs,
    /// Depth-first search
    Dfs,
}

impl From<AlgorithmArg> for Algorithm {
    fn from(algorithm: AlgorithmArg) -> Self {
        match algorithm {
            AlgorithmArg::Bfs => Algorithm::BreadthFirst,
            AlgorithmArg::Dfs => Algorithm::DepthFirst,
        }
    }
}

#[derive(Clone, Copy, Default, ValueEnum, Debug)]
pub(crate) enum MetricArg {
    /// One piece along any path
    #[default]
    Move,
    /// One piece along one straight line
    Slide,
    /// One piece by one cell
    Step,
}

impl From<MetricArg> for Metric {
    fn from(metric: MetricArg) -> Self {
        match metric {
            MetricArg::Move => Metric::Move,
            MetricArg::Slide => Metric::Slide,
            MetricArg::Step => Metric::Step,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub(crate) enum SolutionNotationArg {
    /// A numbered line a move: `1. C 曹操  down 2`
    #[default]
    Words,
    /// Letters and arrows, several moves a line: `C↓2 E→ J←↓`
    Compact,
    /// The same in ASCII: `Cd2 Er Jld`
    Ascii,
    /// `A+2 C-1`, with + for right or down and - for left or up: for pieces that keep to one axis,
    /// as in Rush Hour, and for `--metric slide` or `step`
    Fogleman,
    /// Names and numerals: `曹操下二 关羽右 卒J左下`, with the letter where several have one name
    Chinese,
    /// The boards, the start first, without moves
    Boards,
}

impl From<SolutionNotationArg> for SolutionNotation {
    fn from(notation: SolutionNotationArg) -> Self {
        match notation {
            SolutionNotationArg::Words => Self::Words,
            SolutionNotationArg::Compact => Self::Compact,
            SolutionNotationArg::Ascii => Self::Ascii,
            SolutionNotationArg::Fogleman => Self::Fogleman,
            SolutionNotationArg::Chinese => Self::Chinese,
            SolutionNotationArg::Boards => Self::Boards,
        }
    }
}

#[derive(Clone, Copy, Default, ValueEnum, Debug)]
pub(crate) enum NotationArg {
    /// Our own puzzle files
    #[default]
    Huarong,
    /// A 4×5 layout as nine hexadecimal digits: `1A9BF0C00`
    #[value(name = "commoncode")]
    CommonCode,
    /// The number of a 4×5 layout in base 32: `4WVE1`
    #[value(name = "shortcode")]
    ShortCode,
    /// A Rush Hour board in one line: `IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM`
    Rush,
    /// Maps of GNOME Klotski
    Gnome,
    /// A 4×5 layout as twenty characters: `HAAIHAAIJBBKJNOKP@@Q`
    Cells20,
    /// Scripts of Jimslide
    Jimslide,
    /// Lists of blocks as JSON
    Blocks,
    /// Game IDs of Slide in the portable puzzle collection
    SlideId,
}

impl From<NotationArg> for Notation {
    fn from(notation: NotationArg) -> Self {
        match notation {
            NotationArg::Huarong => Notation::Huarong,
            NotationArg::CommonCode => Notation::CommonCode,
            NotationArg::ShortCode => Notation::ShortCode,
            NotationArg::Rush => Notation::Rush,
            NotationArg::Gnome => Notation::Gnome,
            NotationArg::Cells20 => Notation::Cells20,
            NotationArg::Jimslide => Notation::Jimslide,
            NotationArg::Blocks => Notation::Blocks,
            NotationArg::SlideId => Notation::SlideId,
        }
    }
}

/// A number, with `_` or `,` between its digits if one likes.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    let digits: String = text.chars().filter(|mark| !matches!(mark, '_' | ',')).collect();
    digits.parse().map_err(|_| "expected a number of states, like 1000000".to_owned())
}

pub(crate) fn size(text: &str) -> Result<usize, String> {
    let wanted = || "expected a size, like 500M or 2GiB".to_owned();
    let size: ByteSize = text.parse().map_err(|_| wanted())?;
    usize::try_from(size.as_u64()).map_err(|_| wanted())
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|_| "expected a time with its unit, like 10s, 5m or 1h30m".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// A command and all below it, each with the words that call it.
    fn tree(command: &ClapCommand, call: &str) -> Vec<(String, ClapCommand)> {
        let call = format!("{call} {}", command.get_name()).trim().to_owned();
        let below = command.get_subcommands().flat_map(|inner| tree(inner, &call));
        let below: Vec<_> = below.collect();
        [vec![(call, command.clone())], below].concat()
    }

    /// The text below the options, in the short help and in the long one.
    fn helps(command: &ClapCommand) -> Vec<String> {
        let helps = [command.get_after_help(), command.get_after_long_help()];
        helps.into_iter().flatten().map(ToString::to_string).collect()
    }

    #[test]
    fn every_command_has_examples_of_its_own() {
        let tree = tree(&command(), "");
        assert!(tree.len() > 10);
        for (call, command) in tree {
            let helps = helps(&command);
            assert!(!helps.is_empty(), "{call} has no examples");
            for help in helps {
                let examples = help.split("\n\n").find(|part| part.starts_with("Examples:\n"));
                let examples = examples.unwrap_or_else(|| panic!("{call}: {help}"));
                assert!(examples.contains(&format!("\n  {call} ")), "{call}: {examples}");
            }
        }
    }

    #[test]
    fn every_example_can_be_read() {
        let mut examples = 0;
        for (call, shown) in tree(&command(), "") {
            for help in helps(&shown) {
                let of_huarong = |line: &&str| line.starts_with("  huarong ");
                for line in help.lines().filter(of_huarong) {
                    // Behind two spaces is what it does, behind these signs is for the shell.
                    let line = line.trim_start().split("  ").next().unwrap_or_default();
                    let words =
                        line.split(' ').take_while(|word| !matches!(*word, "|" | ">" | "<" | ">>"));
                    let read = command().try_get_matches_from(words);
                    assert!(read.is_ok(), "{call}: {line}: {}", read.expect_err("it is not"));
                    examples += 1;
                }
            }
        }
        assert!(examples > 40, "{examples}");
    }

    #[test]
    fn notations_are_called_what_the_library_calls_them() {
        for notation in Notation::ALL {
            let argument = NotationArg::from_str(notation.name(), false).expect("it has a name");
            assert_eq!(Notation::from(argument), notation);
        }
        assert_eq!(NotationArg::value_variants().len(), Notation::ALL.len());
    }

    #[test]
    fn sizes_and_times_have_units() {
        assert_eq!(size("500M"), Ok(500_000_000));
        assert_eq!(size("2GiB"), Ok(2 << 30));
        assert_eq!(size("4096"), Ok(4096));
        assert!(size("much").is_err());
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert!(duration("10").is_err());
        assert_eq!(count("1_000,000"), Ok(1_000_000));
        assert!(count("-1").is_err());
    }
}
