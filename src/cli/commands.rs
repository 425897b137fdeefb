//! The commands, and what `huarong` says of itself. The doc comments are the text of `--help`.

use std::io::Write;

use clap::{Command as ClapCommand, CommandFactory, Parser, Subcommand};

use super::atlas::{self, AtlasArgs};
use super::check::{self, CheckArgs};
use super::color::ColorArg;
use super::compare::{self, CompareArgs};
use super::completions::{self, CompletionsArgs};
use super::convert::{self, ConvertArgs};
use super::design::{self, DesignArgs};
use super::exit::Exit;
use super::explore::{self, ExploreArgs};
use super::export::{self, ExportArgs};
use super::graph::{self, GraphArgs};
use super::hamilton::{self, HamiltonArgs};
use super::help::{self, HelpArgs};
use super::list::{self, ListArgs};
use super::make::{self, MakeArgs};
use super::man::{self, ManArgs};
use super::play::{self, PlayArgs};
use super::rate::{self, RateArgs};
use super::schema::{self, JsonArgs};
use super::show::{self, ShowArgs};
use super::site::{self, SiteArgs};
use super::solve::{self, SolveArgs};
use super::tour::{self, TourArgs};
use super::verify::{self, VerifyArgs};
use super::version;

/// Solves sliding-block puzzles (华容道, Klotski) and proves the shortest solution; finds knight's
/// tours, and paths over every cell of a map.
#[derive(Parser, Debug)]
#[command(version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// Use colour: `always`, `never`, or `auto`, on a terminal and unless `NO_COLOR` is set
    #[arg(long, value_enum, value_name = "WHEN", global = true, default_value_t)]
    #[arg(hide_possible_values = true, display_order = LAST)]
    pub(crate) color: ColorArg,
    /// Overwrite existing output files
    #[arg(long, global = true, display_order = LAST)]
    pub(crate) force: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Behind the options that a command has of its own.
const LAST: usize = 1000;

const EXAMPLES: &str = "\
Examples:
  huarong solve heng-dao-li-ma            the classic layout, in 81 moves
  huarong solve 横刀立马 --metric step    the same, in single steps
  huarong solve my.txt#3 --boards         the third puzzle of a file
  huarong compare heng-dao-li-ma          what depth-first search makes of it
  huarong explore heng-dao-li-ma          all its positions, and the hardest
  huarong rate heng-dao-li-ma             how hard it feels
  huarong play heng-dao-li-ma             play it, with hints
  huarong list | less                     what there is
  huarong export red-donkey --to a.gif    the solution as an animation
  huarong site huarong-site/              all of them in a browser, with a place to draw
  huarong make 4x4 --steps 40..50         a 15-puzzle that takes so many steps
  huarong make 5x4 --moves 45..55         blocks of any shape that take so many moves
  huarong make zip 7x7                    numbers on the only path over every cell
  huarong design 4x3                      the hardest puzzles of a frame
  huarong tour 8x8 --print board          a knight's tour
  huarong hamilton cat.map                a path over every cell of a map

Exit status:
  0  done: every puzzle is solved, the solution is right
  1  proven: a puzzle has no solution, or the solution given is wrong
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C
Of several puzzles the worst counts: 2 before 3 before 1 before 0.

`huarong help TOPIC` explains boards, notations, metrics, engines, large (runs), cluster, tiles,
rating, making (puzzles) and paths.

A size is a width and a height: 4x5 is 4 wide, 5 high. A place is a row and a column: --start 5,2.";

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
    /// Generate a random puzzle: tiles, sliding blocks, Rush Hour or a number path
    Make(MakeArgs),
    /// Search all puzzles of a frame for the hardest
    Design(DesignArgs),
    /// Read a kept run through and say whether it is whole
    Check(CheckArgs),
    /// Replay a solution and say where it first goes wrong
    Verify(VerifyArgs),
    /// Draw a puzzle or its solution: SVG, PNG, an animated GIF or a web page
    Export(ExportArgs),
    /// Write a site: every puzzle to be played, with hints, and a place to draw one's own
    Site(SiteArgs),
    /// Find a knight's tour: every square of a board once, open or closed
    Tour(TourArgs),
    /// Find a path over every cell of a map, or every vertex of a graph, once
    Hamilton(HamiltonArgs),
    /// Describe a graph, and search it
    Graph(GraphArgs),
    /// Find out everything about a puzzle: positions, distances, the hardest start
    Explore(ExploreArgs),
    /// Say how hard puzzles feel, from 0 to 100, and why
    Rate(RateArgs),
    /// Print what a shell needs to complete the arguments
    Completions(CompletionsArgs),
    /// Print the manual
    Man(ManArgs),
    /// Find how far every layout of the classic frame is from the exit
    Atlas(AtlasArgs),
    /// Print the JSON Schema of what `--json` prints; `huarong help json` is a page on it
    Json(JsonArgs),
    /// Print the help of a command, or a chapter of the guide
    Help(HelpArgs),
}

impl Command {
    /// Does what the command asks for.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Command::Solve(args) => solve::run(args, out),
            Command::Compare(args) => compare::run(args, out),
            Command::Show(args) => show::run(args, out),
            Command::List(args) => list::run(args, out),
            Command::Play(args) => play::run(args, out),
            Command::Convert(args) => convert::run(args, out),
            Command::Make(args) => make::run(args, out),
            Command::Design(args) => design::run(args, out),
            Command::Check(args) => check::run(args, out),
            Command::Verify(args) => verify::run(args, out),
            Command::Tour(args) => tour::run(args, out),
            Command::Hamilton(args) => hamilton::run(args, out),
            Command::Export(args) => export::run(args, out),
            Command::Site(args) => site::run(args, out),
            Command::Graph(args) => graph::run(args, out),
            Command::Explore(args) => explore::run(args, out),
            Command::Rate(args) => rate::run(args, out),
            Command::Completions(args) => completions::run(args, command(), out),
            Command::Man(args) => man::run(args, command(), out),
            Command::Atlas(args) => atlas::run(args, out),
            Command::Json(JsonArgs {}) => schema::run(out),
            Command::Help(args) => help::run(args, command(), out),
        }
    }
}

/// The command line, with all that `--version` and `help json` print.
pub(crate) fn command() -> ClapCommand {
    let command = schema::documented(Cli::command());
    // It is to live as long as the program, as all text of the arguments does.
    let version: &'static str = version::long(&command).leak();
    command.long_version(version)
}

#[cfg(test)]
mod tests {
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
}
