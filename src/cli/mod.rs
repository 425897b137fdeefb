//! The command line.

mod args;
mod atlas;
mod check;
mod color;
mod compare;
mod completions;
mod convert;
mod diagnostics;
mod drawing;
mod exit;
mod explore;
mod export;
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
mod solve_all;
mod subject;
mod suggestion;
mod tablebase;
mod tour;
mod verify;
mod version;

use std::env;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command};
use color::ColorArg;
use exit::Exit;

/// Reads the arguments, does what they ask for, and says how it went.
pub(crate) fn main() -> ExitCode {
    let cli = parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = run(&cli.command, &mut out);
    // Whatever was printed before an error is to be seen before it.
    let flushed = out.flush().map_err(anyhow::Error::from);
    let exit = match result.and_then(|exit| flushed.map(|()| exit)) {
        Ok(exit) => exit,
        // Whoever reads has had enough: `huarong list | head`.
        Err(error) if is_closed_pipe(&error) => Exit::Done,
        Err(error) => {
            diagnostics::print(&error);
            Exit::Wrong
        }
    };
    exit.into()
}

/// The arguments. Where they are wrong, or ask for help, that is told and the program ends.
fn parse() -> Cli {
    // What `--version` tells is gathered where it is asked for, and not at each start.
    let is_asked_for = env::args_os().any(|argument| argument == "--version");
    let command = if is_asked_for { args::command() } else { Cli::command() };
    let parsed = command.try_get_matches().and_then(|it| Cli::from_arg_matches(&it));
    match parsed {
        Ok(cli) => {
            cli.color.apply();
            cli
        }
        Err(error) => {
            ColorArg::among(env::args_os()).apply();
            error.exit()
        }
    }
}

fn run(command: &Command, out: &mut dyn Write) -> anyhow::Result<Exit> {
    match command {
        Command::Solve(args) => solve::run(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::List(args) => list::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Convert(args) => convert::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Tour(args) => tour::run(args, out),
        Command::Hamilton(args) => hamilton::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Graph(args) => graph::run(args, out),
        Command::Explore(args) => explore::run(args, out),
        Command::Completions(args) => completions::run(args, out),
        Command::Man(args) => man::run(args, out),
        Command::Atlas(args) => atlas::run(args, out),
    }
}

/// Whether standard output was closed. Only writing to it fails with a bare [`io::Error`].
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
