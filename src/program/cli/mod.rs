//! The command line.

#[macro_use]
mod diagnostics;
#[macro_use]
mod json;

mod args;
mod atlas;
mod batch;
mod check;
mod cluster;
mod color;
mod columns;
mod commands;
mod compare;
mod completions;
mod convert;
mod csv;
mod design;
mod drawing;
mod exit;
mod explore;
mod export;
mod free_memory;
mod graph;
mod graph_args;
mod help;
mod input;
mod interrupt;
mod list;
mod make;
mod man;
mod memory;
mod numbers;
mod output;
mod pager;
mod paths;
mod play;
mod prelude;
mod progress;
mod rate;
mod schema;
mod shorthand;
mod show;
mod site;
mod solution_args;
mod solve;
mod state_map;
mod tablebase;
mod verify;
mod version;
mod work_dir;

use crate::cli::prelude::*;
use std::{
    io::{BufWriter, IsTerminal},
    process::ExitCode,
};

use crate::{
    collection::{did_you_mean, nearest},
    excerpt::is_number,
    guide::CHAPTERS,
};
use clap::{
    ArgMatches, CommandFactory, FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
};

use color::ColorArg;
use commands::{Cli, Command};
use diagnostics::Shown;
use interrupt::ActivityWriter;
use pager::Paged;

/// The result of a command or of a part of it.
type Result<T = (), E = anyhow::Error> = std::result::Result<T, E>;

/// The result of printing.
type Printed = io::Result<()>;

/// Runs the command line and returns the exit status.
pub fn main() -> ExitCode {
    if let Err(error) = memory::check(memory::COMMAND) {
        diagnostics::print(&error);
        return Exit::of_error(&error).into();
    }
    completions::answer();
    interrupt::listen();
    let cli = match parse() {
        Ok(cli) => cli,
        Err(exit) => return exit.into(),
    };
    let stdout = BufWriter::new(ActivityWriter(io::stdout().lock()));
    let mut paged = Paged::new(stdout, !cli.no_pager && cli.command.is_read());
    let mut out: Box<dyn Write> = if io::stdout().is_terminal() {
        Box::new(Shown(&mut paged))
    } else {
        Box::new(&mut paged)
    };
    let result = cli.command.run(&mut out);
    // The output before an error comes first.
    let flushed = out.flush().map_err(anyhow::Error::from);
    drop(out);
    paged.close();
    let exit = match result.and_then(|exit| flushed.map(|()| exit)) {
        Ok(exit) => exit,
        // The reader closed the pipe, as in `huarong list | head`.
        Err(error) if is_closed_pipe(&error) => Exit::Done,
        Err(error) => {
            let error = with_explanation(error);
            diagnostics::print(&error);
            Exit::of_error(&error)
        }
    };
    exit.into()
}

/// Explains an error of standard output; returns other errors unchanged.
fn with_explanation(error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<io::Error>() {
        Ok(error) => user_error!(
            "cannot write to standard output: {error}",
            "check that the device is not full"
        )
        .into(),
        Err(other) => other,
    }
}

/// Parses the arguments. If there is no command, prints help, a version or an error and returns the
/// exit status.
fn parse() -> Result<Cli, Exit> {
    let mut words = input::with_stdin_named(env::args_os());
    let name = words.drain(..words.len().min(1)).collect::<Vec<_>>();
    let command = Cli::command();
    let words = [name, shorthand::expanded(&command, words)].concat();
    let matches = command.try_get_matches_from(&words);
    // The texts of `--help` and `--version` take a moment to gather: only if they are asked for.
    let matches = matches.or_else(|error| match error.kind() {
        ErrorKind::DisplayVersion if words.iter().any(|word| word == "--version") => {
            commands::command().try_get_matches_from(words)
        }
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            commands::parser().try_get_matches_from(words)
        }
        _ => Err(error),
    });
    let parsed = matches.and_then(|it| {
        let cli = Cli::from_arg_matches(&it)?;
        // A game lasts as long as its player likes.
        if let Some(timeout) = timeout(&it).filter(|_| !matches!(cli.command, Command::Play(_))) {
            interrupt::limit(timeout);
        }
        Ok(cli)
    });
    match parsed {
        Ok(cli) => {
            cli.color.apply();
            if cli.force {
                output::replace_all();
            }
            Ok(cli)
        }
        Err(mut error) => {
            // The hint to pass an unknown option as a value does not help.
            error.remove(ContextKind::Suggested);
            remove_far_fetched(&mut error);
            ColorArg::among(env::args_os()).apply();
            if !error.use_stderr() {
                return Err(print_help(&error));
            }
            if let Some(better_error) = better_error(&error, env::args_os()) {
                diagnostics::print(&better_error.into());
            } else {
                let text = error.render().ansi().to_string();
                diagnostics::write(&with_range_in_words(text.trim_end()));
            }
            Err(Exit::Wrong)
        }
    }
}

/// Returns `--timeout` of the command.
fn timeout(matches: &ArgMatches) -> Option<Duration> {
    match matches.subcommand() {
        Some((_, inner)) => timeout(inner),
        None => matches.try_get_one("timeout").ok()?.copied(),
    }
}

/// Removes the suggestion of an option that is not similar to the unknown one, and usage lines that
/// name this option, or two that exclude each other.
fn remove_far_fetched(error: &mut clap::Error) {
    let is_similar = match (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::SuggestedArg),
    ) {
        (Some(ContextValue::String(word)), Some(ContextValue::String(suggested))) => {
            nearest(word, [suggested.as_str()]).is_some()
        }
        _ => true,
    };
    if !is_similar {
        error.remove(ContextKind::SuggestedArg);
    }
    if !is_similar || error.kind() == ErrorKind::ArgumentConflict {
        error.remove(ContextKind::Usage);
    }
}

/// Replaces the range at the end of an error of the parser: `1000 is not in 8..=256`.
fn with_range_in_words(text: &str) -> String {
    match text.split_once(" is not in ") {
        Some((before, range)) => {
            format!("{before} is not from {}", range.replacen("..=", " to ", 1))
        }
        None => text.to_owned(),
    }
}

/// Prints help or a version and returns the exit status.
fn print_help(help: &clap::Error) -> Exit {
    let stdout = BufWriter::new(io::stdout().lock());
    let is_allowed = env::args_os().all(|word| word != "--no-pager");
    let mut out = Paged::new(stdout, is_allowed);
    let help = color::styled(&help.render());
    let written = write!(out, "{help}").and_then(|()| out.flush());
    out.close();
    match written.map_err(anyhow::Error::from) {
        Err(error) if !is_closed_pipe(&error) => {
            diagnostics::print(&with_explanation(error));
            Exit::Wrong
        }
        _ => Exit::Done,
    }
}

/// Options and kinds that were removed, each with the hint for a user who misses it.
const REMOVED: &str = "\
unit: the longest solutions of Unit Rush Hour are in `huarong help making`
--goal-of: write `--goal PUZZLE`, which also takes a board: `--goal '1 2 3/8 . 4/7 6 5'`
--no-mirror: every search counts mirror images as one position
--tries: limit the search with `--timeout`
--hold: `--delay` sets the duration of each position
--tween: a `.html` shows each piece on its way
--check: `huarong show PUZZLE` prints the published optimum
--no-cache: the tables are in the user's cache folder, and may be deleted at any time";

/// Options that have other names here, each with its hint.
const OPTION_SYNONYMS: &str = "\
--hint --hints: `huarong solve PUZZLE --next 1` prints the next move, and `huarong play PUZZLE` \
has hints
--gif --svg --png --html --animate: `huarong export PUZZLE --to FILE` draws a puzzle or its \
solution, and `--to FILE` the path of `tour` and `hamilton`
--easy --hard --level --difficulty: `--rating` takes easy, medium, hard, expert, or numbers like \
40..60, in `list`, `play` and `make`
--random: `huarong play --random` plays a random puzzle, and `huarong make` makes one
--repeat --repeats --trials: `--runs N` repeats the timed runs of `compare`, and `--seeds N` its \
random searches
--dfs --bfs: `--algorithm` names one for `solve`, and `--algorithms dfs,bfs` several for `compare`
--watch: `s` in the player shows the rest solved, and `--replay SOLUTION` a solution of yours";

/// Returns a better error than the parser for what was removed or has another name, for a puzzle
/// without a command and for negative numbers, which it takes for options.
fn better_error(
    error: &clap::Error,
    arguments: impl Iterator<Item = OsString>,
) -> Option<UserError> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    let is_unknown = matches!(
        error.kind(),
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand
    );
    let unknown = context(ContextKind::InvalidSubcommand).or(context(ContextKind::InvalidArg));
    let unknown = unknown.filter(|_| is_unknown).unwrap_or_default();
    if let Some(help) = help::entry(REMOVED, unknown) {
        return Some(user_error!("`{unknown}` was removed", help));
    }
    if let Some(help) = help::entry(OPTION_SYNONYMS, unknown) {
        return Some(user_error!("unexpected argument `{unknown}`", help));
    }
    if let Some(word) = context(ContextKind::InvalidSubcommand) {
        if input::is_puzzle(word) {
            return Some(user_error!(
                "`{word}` is a puzzle, not a command",
                "did you mean `huarong solve {word}`?"
            ));
        }
        let commands = help::synonym(word)?.into_iter();
        let is_topic = |word: &str| CHAPTERS.iter().any(|(name, _)| *name == word);
        let call = |word: &str| {
            format!(
                "huarong {}{word}",
                if is_topic(word) { "help " } else { "" }
            )
        };
        let calls: Vec<_> = commands.map(call).collect();
        let help = did_you_mean(&calls).unwrap_or_default();
        return Some(user_error!("no command is called `{word}`", help));
    }
    let sign = context(ContextKind::InvalidArg)?;
    let arguments: Vec<String> = arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    // The most similar option belongs to another kind of puzzle.
    if error.kind() == ErrorKind::UnknownArgument
        && matches!(
            sign,
            "--moves" | "--slides" | "--steps" | "--pieces" | "--rating"
        )
        && arguments.iter().any(|word| word == "make")
    {
        return Some(user_error!(
            "unexpected argument '{sign}' found",
            "`make tiles` takes `--steps`, `make blocks` takes `--moves` and `--pieces`, and \
                    `make rush` takes `--slides`"
        ));
    }
    if is_number(sign) && arguments.iter().any(|word| word == "tour") {
        let help = "write the width and the height as one word: `5x5`";
        return Some(user_error!("unexpected argument `{sign}`", help));
    }
    if error.kind() != ErrorKind::UnknownArgument
        || !sign
            .strip_prefix('-')?
            .starts_with(|mark: char| mark.is_ascii_digit())
    {
        return None;
    }
    let at = arguments
        .iter()
        .position(|argument| argument.starts_with(sign))?;
    let before = &arguments[at - 1];
    let word = &arguments[at];
    Some(if before.starts_with("--") {
        user_error!(
            "`{before} {word}` is below zero",
            "`{before}` takes a number without a sign"
        )
    } else {
        user_error!(
            "`{word}` is below zero",
            "numbers take no sign here; a file of this name is `./{word}`"
        )
    })
}

/// Whether standard output was closed. Only writing to it fails with a bare [`io::Error`].
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
