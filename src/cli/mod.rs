//! The command line.

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
mod diagnostics;
mod drawing;
mod exit;
mod explore;
mod export;
mod free_memory;
mod graph;
mod help;
mod input;
mod interrupt;
mod json;
mod link;
mod list;
mod make;
mod man;
mod memory;
mod numbers;
mod output;
mod paths;
mod play;
mod progress;
mod published_optimum;
mod puzzle_args;
mod rate;
mod schema;
mod search;
mod shorthand;
mod show;
mod site;
mod solution;
mod solve;
mod state_map;
mod subject;
mod tablebase;
mod verify;
mod version;
mod work_dir;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::{self, ExitCode};

use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use color::ColorArg;
use commands::Cli;
use diagnostics::{Shown, UserError};
use exit::Exit;
use interrupt::ActivityWriter;

/// Runs the command line and returns the exit status.
pub fn main() -> ExitCode {
    interrupt::listen();
    let cli = parse();
    let stdout = BufWriter::new(ActivityWriter(io::stdout().lock()));
    let mut out: Box<dyn Write> =
        if io::stdout().is_terminal() { Box::new(Shown(stdout)) } else { Box::new(stdout) };
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
            diagnostics::exit_of(&error)
        }
    };
    exit.into()
}

/// Explains an error of standard output; returns other errors unchanged.
fn with_explanation(error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<io::Error>() {
        Ok(error) => {
            let message = format!("cannot write to standard output: {error}");
            UserError::new(message, "check that the device is not full").into()
        }
        Err(other) => other,
    }
}

/// Parses the arguments. Prints help, a version or an error and ends the program if there is no
/// command.
fn parse() -> Cli {
    // The texts of `--version` and `help json` take a moment to gather.
    let needs_all_texts = env::args_os().any(|word| word == "--version" || word == "json");
    let command = if needs_all_texts { commands::command() } else { commands::parser() };
    let mut words = input::with_stdin_named(env::args_os());
    let name = words.drain(..words.len().min(1)).collect::<Vec<_>>();
    let words = [name, shorthand::expanded(&command, words)].concat();
    let parsed = command.try_get_matches_from(words).and_then(|it| Cli::from_arg_matches(&it));
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
            ColorArg::among(env::args_os()).apply();
            if !error.use_stderr() {
                process::exit(print_help(&error));
            }
            match better_error(&error, env::args_os()) {
                Some(better_error) => diagnostics::print(&better_error.into()),
                None => diagnostics::note(error.render().ansi().to_string().trim_end()),
            }
            process::exit(2)
        }
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

/// Returns a better error than the parser for a puzzle without a command and for negative numbers,
/// which it takes for options.
fn better_error(
    error: &clap::Error,
    arguments: impl Iterator<Item = OsString>,
) -> Option<UserError> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    if let Some(word) = context(ContextKind::InvalidSubcommand)
        && input::is_puzzle(word)
    {
        let help = format!("did you mean `huarong solve {word}`?");
        return Some(UserError::new(format!("`{word}` is a puzzle, not a command"), help));
    }
    let sign = context(ContextKind::InvalidArg)?;
    let arguments: Vec<String> =
        arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    // The most similar option belongs to another kind of puzzle.
    if error.kind() == ErrorKind::UnknownArgument
        && matches!(sign, "--moves" | "--slides" | "--steps" | "--pieces")
        && arguments.iter().any(|word| word == "make")
    {
        let help = "`make tiles` takes `--steps`, `make blocks` takes `--moves` and `--pieces`, and \
                    `make rush` takes `--slides`";
        return Some(UserError::new(format!("unexpected argument '{sign}' found"), help));
    }
    if error.kind() != ErrorKind::UnknownArgument
        || !sign.strip_prefix('-')?.starts_with(|mark: char| mark.is_ascii_digit())
    {
        return None;
    }
    let at = arguments.iter().position(|argument| argument.starts_with(sign))?;
    let (before, word) = (&arguments[at - 1], &arguments[at]);
    Some(if before.starts_with("--") {
        let help = format!("`{before}` takes a number without a sign");
        UserError::new(format!("`{before} {word}` is below zero"), help)
    } else {
        let help = format!("numbers take no sign here; a file of this name is `./{word}`");
        UserError::new(format!("`{word}` is below zero"), help)
    })
}

/// Whether standard output was closed. Only writing to it fails with a bare [`io::Error`].
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
