//! The commands and their help. The doc comments are the text of `--help`.

use super::prelude::*;
use clap::{Arg, Command as ClapCommand, CommandFactory, Parser, Subcommand};

use super::{
    atlas, check, color::ColorArg, compare, completions, convert, design, explore, export, graph,
    help, list, make, man, paths, play, rate, schema, show, site, verify, version,
};

/// Solves sliding-block puzzles (华容道, Klotski) and proves the shortest solution; finds knight's
/// tours and Hamiltonian paths.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES, disable_help_subcommand = true, max_term_width = WIDTH)]
pub struct Cli {
    /// Colour: `always`, `never`, or `auto` (on a terminal, unless `NO_COLOR` is set)
    #[arg(long, value_enum, value_name = "WHEN", global = true, default_value_t,
          hide_possible_values = true, hide_short_help = true, display_order = LAST)]
    pub color: ColorArg,
    /// Overwrite existing output files
    #[arg(long, global = true, hide_short_help = true, display_order = LAST)]
    pub force: bool,
    /// Print long output without a pager, which `HUARONG_PAGER` or `PAGER` names, or else `less`
    #[arg(long, global = true, hide_short_help = true, display_order = LAST)]
    pub no_pager: bool,
    #[command(subcommand)]
    pub command: Command,
}

/// The headings of the list of commands, each with its first command.
const HEADINGS: &str = "\
solve: Solve and play
show: Draw and print
make: Make and search
tour: Paths and graphs
verify: Checking
json: Shell";

/// Display order of global options, after the options of the command.
const LAST: usize = 1000;

const EXAMPLES: &str = "\
Examples:
  huarong solve heng-dao-li-ma            the classic layout, in 81 moves
  huarong solve 横刀立马 --metric step    the same, in single steps
  huarong solve my.txt#3 --boards         the third puzzle of a file
  huarong compare heng-dao-li-ma          depth-first and breadth-first search
  huarong explore heng-dao-li-ma          all its positions, and the hardest
  huarong rate heng-dao-li-ma             how hard it feels
  huarong play heng-dao-li-ma             play it, with hints
  huarong list | less                     the collection
  huarong export red-donkey --to a.gif    the solution as an animation
  huarong site huarong-site/              a web site to play all puzzles
  huarong make tiles 4x4 --steps 40..50   a 15-puzzle of 40 to 50 steps
  huarong make blocks 5x4 --moves 45..55  blocks of any shape, 45 to 55 moves
  huarong make zip 7x7                    numbers on the only path over all
  huarong design frame 4x3                the hardest puzzles of a frame
  huarong tour 8x8 --print board          a knight's tour
  huarong hamilton cat.map                a path over every cell of a map

Exit status:
  0  done: every puzzle is solved, the solution is right
  1  proven: a puzzle has no solution, or the solution given is wrong
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C
For several puzzles the most severe status wins: 2, then 3, 1, 0. A puzzle without a solution is no
failure of `export`, `compare` and `rate` if it is one of several.

`huarong help TOPIC` explains boards, notations, metrics, engines, proofs, large (runs), cluster,
tiles, rating, making (puzzles) and paths.

A size is width x height: 4x5 is 4 wide, 5 high. A cell is row,column: --start 5,2.";

/// Declares the commands: the help of each, its arguments, and the function of its module that runs
/// it.
macro_rules! commands {
    ($($(#[$about:meta])* $name:ident($module:ident::$args:ident) => $run:ident,)*) => {
        #[derive(Subcommand)]
        // The options of a command are gathered when it is called.
        #[command(defer = true)]
        pub enum Command {
            $($(#[$about])* $name($module::$args),)*
        }

        impl Command {
            pub fn run(&self, out: &mut dyn Write) -> Result<Exit> {
                match self {
                    $(Command::$name(args) => $module::$run(args, out),)*
                }
            }
        }
    };
}

commands! {
    /// Solve puzzles and print the moves
    Solve(solve::SolveArgs) => run,
    /// Play a puzzle in the terminal, with hints, or watch a solution
    Play(play::PlayArgs) => run,
    /// List the puzzles of the collection or of a folder
    List(list::ListArgs) => run,
    /// Compare depth-first with breadth-first search
    Compare(compare::CompareArgs) => run,
    /// Explore all positions of a puzzle; find the hardest start
    Explore(explore::ExploreArgs) => run,
    /// Rate how hard puzzles feel, from 0 to 100
    Rate(rate::RateArgs) => run,
    /// Show a puzzle: board, goals, pieces, symmetry, first moves
    Show(show::ShowArgs) => run,
    /// Draw a puzzle or a solution as SVG, PNG, GIF or web page
    Export(export::ExportArgs) => run,
    /// Write a web site to play all puzzles and draw new ones
    Site(site::SiteArgs) => run,
    /// Write puzzles in another notation
    Convert(convert::ConvertArgs) => run,
    /// Generate random puzzles: tiles, blocks, Rush Hour or Zip
    Make(make::MakeArgs) => run,
    /// Search all puzzles of a kind for the hardest
    Design(design::DesignArgs) => run,
    /// Solve every layout of the classic frame
    Atlas(atlas::AtlasArgs) => run,
    /// Find or count knight's tours, open or closed
    Tour(paths::TourArgs) => tour,
    /// Find or count Hamiltonian paths of a map or graph
    Hamilton(paths::HamiltonArgs) => hamilton,
    /// Describe a graph and search it
    Graph(graph::GraphArgs) => run,
    /// Replay a solution and report its first error, or check a proof
    Verify(verify::VerifyArgs) => run,
    /// Print a checker of proofs, in Python
    ProofChecker(verify::ProofCheckerArgs) => print_checker,
    /// Check the files of a saved run
    Check(check::CheckArgs) => run,
    /// Print the JSON Schema of `--json`
    Json(schema::JsonArgs) => run,
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs) => run,
    /// Print the manual pages
    Man(man::ManArgs) => run,
    /// Print the help of a command or a chapter of the guide
    Help(help::HelpArgs) => run,
}

impl Command {
    /// Whether a person reads the output from its beginning. A player draws on the screen.
    pub const fn is_read(&self) -> bool {
        !matches!(self, Command::Play(_))
    }
}

/// Groups of options that only `--help` shows.
const RARE_GROUPS: [&str; 3] = ["Many machines", "Reading", "Format"];

/// Number of columns of a help, at most.
const WIDTH: usize = 80;

const SHORT_EXAMPLES: usize = 3;

/// The command line. `-h` of each command is a screen: common options, and its first examples.
pub fn parser() -> ClapCommand {
    let command = concise(built(), "huarong help");
    let template = template(&command);
    command.help_template(template)
}

/// Returns the command line with all options of all commands. Each group of options that a command
/// takes over has put what it is about in place of the command's.
fn built() -> ClapCommand {
    let mut command = Cli::command();
    command.build();
    Cli::command()
        .get_subcommands()
        .fold(command, |whole, plain| {
            let about = plain.get_about().cloned().unwrap_or_default();
            whole.mut_subcommand(plain.get_name(), |inner| {
                inner.about(about).long_about(None::<&str>)
            })
        })
}

/// Returns the layout of the help of the program, with a list of the commands in groups.
fn template(command: &ClapCommand) -> String {
    let head = command.get_styles().get_header();
    let name = command.get_styles().get_literal();
    let rows = command.get_subcommands().map(|inner| {
        let call = inner.get_name();
        let heading = help::entry(HEADINGS, call);
        let heading = heading.map(|heading| format!("{head}{heading}:{head:#}\n"));
        let heading = heading.unwrap_or_default();
        let about = inner
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        format!("{heading}  {name}{call:<13}{name:#}  {about}\n")
    });
    let list: String = rows.collect();
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\n\
         {head}Options:{head:#}\n{{options}}{{after-help}}"
    )
}

fn concise(command: ClapCommand, help: &str) -> ClapCommand {
    let is_rare = |arg: &Arg| {
        arg.get_help_heading()
            .is_some_and(|it| RARE_GROUPS.contains(&it))
    };
    let text = command.get_after_long_help().or(command.get_after_help());
    let text = text
        .map(|text| unwrapped(&text.to_string()))
        .unwrap_or_default();
    let examples: Vec<&str> = text
        .split("\n\n")
        .find(|part| part.starts_with("Examples:\n"))
        .unwrap_or_default()
        .lines()
        .take(1 + SHORT_EXAMPLES)
        .collect();
    let short = format!("{}\n\nMore: `{help}`", examples.join("\n"));
    command
        .mut_args(|arg| {
            if is_rare(&arg) {
                arg.hide_short_help(true)
            } else {
                arg
            }
        })
        .mut_subcommands(|inner| {
            let help = format!("{help} {}", inner.get_name());
            concise(inner, &help)
        })
        .after_long_help(text)
        .after_help(short)
}

/// Joins the lines of each paragraph that are wrapped for the source: they are wrapped once,
/// for the terminal.
fn unwrapped(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines: Vec<String> = Vec::new();
    let mut last = "";
    for line in text.lines() {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_item = first.starts_with(|mark: char| mark.is_ascii_digit()) || first == "huarong";
        let is_full = last.width() + 1 + first.width() > WIDTH;
        match lines.last_mut() {
            Some(joined)
                if is_full && !is_item && !first.is_empty() && indent(line) >= indent(last) =>
            {
                joined.extend([" ", line.trim_start()]);
            }
            _ => lines.push(line.to_owned()),
        }
        last = line;
    }
    lines.join("\n")
}

/// The command line, with all that `--version` prints.
pub fn command() -> ClapCommand {
    let command = parser();
    // All text of the arguments lives as long as the program.
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
        let below = command
            .get_subcommands()
            .flat_map(|inner| tree(inner, &call));
        let below: Vec<_> = below.collect();
        [vec![(call, command.clone())], below].concat()
    }

    /// The text below the options, in the short help and in the long one.
    fn helps(command: &ClapCommand) -> Vec<String> {
        let helps = [command.get_after_help(), command.get_after_long_help()];
        helps
            .into_iter()
            .flatten()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn every_command_has_its_own_examples() {
        let tree = tree(&command(), "");
        assert!(tree.len() > 10);
        for (call, command) in tree {
            let helps = helps(&command);
            assert!(!helps.is_empty(), "{call} has no examples");
            for help in helps {
                let examples = help
                    .split("\n\n")
                    .find(|part| part.starts_with("Examples:\n"));
                let examples = examples.unwrap_or_else(|| panic!("{call}: {help}"));
                crate::cases::has(examples, &format!("\n  {call} "));
            }
        }
    }

    #[test]
    fn the_short_help_of_every_command_fits_one_screen() {
        let mut root = command();
        let mut too_long = Vec::new();
        // Subcommands inherit the width and the global options.
        root.build();
        for (call, mut command) in tree(&root, "") {
            let help = command.render_help().to_string();
            let lines = help.lines().count();
            let most = if call == "huarong" { 45 } else { 40 };
            if lines > most || help.lines().any(|line| line.width() > WIDTH) {
                too_long.push(format!("{call}: {lines} lines\n{help}"));
            }
        }
        assert!(too_long.is_empty(), "{}", too_long.join("\n"));
    }

    #[test]
    fn the_long_help_is_wrapped_once() {
        let mut root = command();
        root.build();
        for (call, mut command) in tree(&root, "") {
            let help = command.render_long_help().to_string();
            let wide = help.lines().find(|line| line.width() > WIDTH);
            assert_eq!(wide, None, "{call}");
            let text = command
                .get_after_long_help()
                .expect("it has one")
                .to_string();
            for (line, next) in text.lines().zip(text.lines().skip(1)) {
                let goes_on = next
                    .trim_start()
                    .starts_with(|mark: char| mark.is_lowercase());
                let is_example = next.trim_start().starts_with("huarong ");
                assert!(
                    line.width() <= WIDTH || !goes_on || is_example,
                    "{call}: {line}\n{next}"
                );
            }
        }
    }

    #[test]
    fn the_commands_are_listed_in_groups_in_the_order_of_daily_use() {
        let help = parser().render_help().to_string();
        let start = help
            .find("Solve and play:\n  solve ")
            .expect("the first group");
        let headings = HEADINGS.lines().filter_map(|line| line.split_once(": "));
        let places = headings.map(|(first, heading)| {
            help.find(&format!("{heading}:\n  {first} "))
                .unwrap_or_else(|| panic!("{heading}"))
        });
        let places: Vec<usize> = places.collect();
        assert!(places.is_sorted() && places[0] == start, "{help}");
        for command in Cli::command().get_subcommands() {
            crate::cases::has(&help, &format!("\n  {} ", command.get_name()));
        }
    }

    #[test]
    fn every_example_can_be_read() {
        let mut examples = 0;
        let mut parser = command();
        for (call, shown) in tree(&command(), "") {
            for help in helps(&shown) {
                let of_huarong = |line: &&str| line.starts_with("  huarong ");
                for line in help.lines().filter(of_huarong) {
                    // Behind two spaces is what it does, behind these signs is for the shell.
                    let line = line.trim_start().split("  ").next().unwrap_or_default();
                    let words = line
                        .split(' ')
                        .take_while(|word| !matches!(*word, "|" | ">" | "<" | ">>"));
                    let read = parser.try_get_matches_from_mut(words);
                    assert!(
                        read.is_ok(),
                        "{call}: {line}: {}",
                        read.expect_err("it is not")
                    );
                    examples += 1;
                }
            }
        }
        assert!(examples > 40, "{examples}");
    }
}
