//! The command line.

#[macro_use]
mod diagnostics;
#[macro_use]
mod json;

mod args;
mod atlas;
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
mod paths;
mod play;
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

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::{self, ExitCode};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, FromArgMatches};

use crate::collection::{did_you_mean, nearest};
use color::ColorArg;
use commands::{Cli, Command};
use diagnostics::{Shown, UserError};
use exit::Exit;
use interrupt::ActivityWriter;

/// Runs the command line and returns the exit status.
pub fn main() -> ExitCode {
    if let Err(error) = memory::check(memory::COMMAND) {
        diagnostics::print(&error);
        return diagnostics::exit_of_error(&error).into();
    }
    completions::answer();
    interrupt::listen();
    let cli = parse();
    let stdout = BufWriter::new(ActivityWriter(io::stdout().lock()));
    let mut out: Box<dyn Write> = if io::stdout().is_terminal() {
        Box::new(Shown(stdout))
    } else {
        Box::new(stdout)
    };
    let result = cli.command.run(&mut out);
    // The output before an error comes first.
    let flushed = out.flush().map_err(anyhow::Error::from);
    let exit = match result.and_then(|exit| flushed.map(|()| exit)) {
        Ok(exit) => exit,
        // The reader closed the pipe, as in `huarong list | head`.
        Err(error) if is_closed_pipe(&error) => Exit::Done,
        Err(error) => {
            let error = with_explanation(error);
            diagnostics::print(&error);
            diagnostics::exit_of_error(&error)
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

/// Parses the arguments. Prints help, a version or an error and ends the program if there is no
/// command.
fn parse() -> Cli {
    // The text of `--version` takes a moment to gather.
    let is_version = env::args_os().any(|word| word == "--version");
    let command = if is_version {
        commands::command()
    } else {
        commands::parser()
    };
    let mut words = input::with_stdin_named(env::args_os());
    let name = words.drain(..words.len().min(1)).collect::<Vec<_>>();
    let words = [name, shorthand::expanded(&command, words)].concat();
    let parsed = command.try_get_matches_from(words).and_then(|it| {
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
            cli
        }
        Err(mut error) => {
            // The hint to pass an unknown option as a value does not help.
            error.remove(ContextKind::Suggested);
            remove_far_fetched(&mut error);
            ColorArg::among(env::args_os()).apply();
            if !error.use_stderr() {
                process::exit(print_help(&error));
            }
            if let Some(better_error) = better_error(&error, env::args_os()) {
                diagnostics::print(&better_error.into());
            } else {
                let text = error.render().ansi().to_string();
                diagnostics::write(&with_range_in_words(text.trim_end()));
            }
            process::exit(2)
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

/// Removes the suggestion of an option that is not similar to the unknown one.
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
fn print_help(help: &clap::Error) -> i32 {
    let mut out = anstream::stdout();
    let written = write!(out, "{}", help.render().ansi()).and_then(|()| out.flush());
    match written.map_err(anyhow::Error::from) {
        Err(error) if !is_closed_pipe(&error) => {
            diagnostics::print(&with_explanation(error));
            2
        }
        _ => 0,
    }
}

/// Options and kinds that were removed, each with the hint for a user who misses it.
const REMOVED: [(&str, &str); 7] = [
    (
        "unit",
        "the longest solutions of Unit Rush Hour are in `huarong help making`",
    ),
    (
        "--no-mirror",
        "every search counts mirror images as one position",
    ),
    ("--tries", "limit the search with `--timeout`"),
    ("--hold", "`--delay` sets the duration of each position"),
    ("--tween", "a `.html` shows each piece on its way"),
    (
        "--check",
        "`huarong show PUZZLE` prints the published optimum",
    ),
    (
        "--no-cache",
        "the tables are in the user's cache folder, and may be deleted at any time",
    ),
];

/// Returns a better error than the parser for what was removed, for a puzzle without a command and
/// for negative numbers, which it takes for options.
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
    if let Some((name, help)) = REMOVED
        .iter()
        .find(|(name, _)| is_unknown && unknown == Some(name))
    {
        return Some(user_error!("`{name}` was removed", *help));
    }
    if let Some(word) = context(ContextKind::InvalidSubcommand) {
        if input::is_puzzle(word) {
            let help = format!("did you mean `huarong solve {word}`?");
            return Some(user_error!("`{word}` is a puzzle, not a command", help));
        }
        let commands = help::synonym(word)?
            .iter()
            .map(|command| format!("huarong {command}"));
        let help = did_you_mean(&commands.collect::<Vec<_>>()).unwrap_or_default();
        return Some(user_error!("no command is called `{word}`", help));
    }
    let sign = context(ContextKind::InvalidArg)?;
    if sign == "--goal-of" {
        let help = "write `--goal PUZZLE`, which also takes a board: `--goal '1 2 3/8 . 4/7 6 5'`";
        return Some(user_error!("`--goal-of` was replaced by `--goal`", help));
    }
    let arguments: Vec<String> = arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    // The most similar option belongs to another kind of puzzle.
    if error.kind() == ErrorKind::UnknownArgument
        && matches!(sign, "--moves" | "--slides" | "--steps" | "--pieces")
        && arguments.iter().any(|word| word == "make")
    {
        let help = "`make tiles` takes `--steps`, `make blocks` takes `--moves` and `--pieces`, and \
                    `make rush` takes `--slides`";
        return Some(user_error!("unexpected argument '{sign}' found", help));
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
