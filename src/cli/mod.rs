//! The command line.

mod args;
mod atlas;
mod batch;
mod check;
mod color;
mod commands;
mod compare;
mod completions;
mod convert;
mod diagnostics;
mod drawing;
mod exit;
mod explore;
mod export;
mod gather;
mod graph;
mod hamilton;
mod input;
mod interrupt;
mod json;
mod list;
mod man;
mod memory;
mod numbers;
mod output;
mod paths;
mod play;
mod progress;
mod search;
mod show;
mod solution;
mod solve;
mod subject;
mod tablebase;
mod tour;
mod verify;
mod version;

use std::env;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::{self, ExitCode};

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches};

use color::ColorArg;
use commands::Cli;
use diagnostics::UserError;
use exit::Exit;

/// Reads the arguments, does what they ask for, and says how it went.
pub(crate) fn main() -> ExitCode {
    let cli = parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = cli.command.run(&mut out);
    // What was printed before an error comes before it.
    let flushed = out.flush().map_err(anyhow::Error::from);
    let exit = match result.and_then(|exit| flushed.map(|()| exit)) {
        Ok(exit) => exit,
        // The reader has closed the pipe, as `huarong list | head` does.
        Err(error) if is_closed_pipe(&error) => Exit::Done,
        Err(error) => {
            diagnostics::print(&error);
            Exit::Wrong
        }
    };
    exit.into()
}

/// The arguments. Where they are wrong or ask for help, says so and ends the program.
fn parse() -> Cli {
    // What `--version` prints takes a moment to gather, so only where it is asked for.
    let is_asked_for = env::args_os().any(|argument| argument == "--version");
    let command = if is_asked_for { commands::command() } else { Cli::command() };
    let parsed = command.try_get_matches().and_then(|it| Cli::from_arg_matches(&it));
    match parsed {
        Ok(cli) => {
            cli.color.apply();
            if cli.force {
                output::replace_all();
            }
            cli
        }
        Err(error) => {
            ColorArg::among(env::args_os()).apply();
            if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
                && input::is_puzzle(word)
            {
                let help = format!("did you mean `huarong solve {word}`?");
                let message = format!("`{word}` is a puzzle, not a command");
                diagnostics::print(&UserError::new(message, help).into());
                process::exit(2);
            }
            error.exit()
        }
    }
}

/// Whether standard output was closed. Only writing to it fails with a bare [`io::Error`].
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
