//! `huarong man`: the manual, as `man` reads it.

mod args;
mod page;
mod sections;

use std::io::Write;
use std::path::Path;

use clap::Command;

pub(crate) use args::ManArgs;

use super::args::command;
use super::diagnostics::{Complaint, harmless};
use super::exit::Exit;
use super::output;
use super::suggestion::{did_you_mean, nearest};

pub(crate) fn run(args: &ManArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let program = built();
    if let Some(folder) = &args.dir {
        return store(&program, folder, out);
    }
    let wanted = match &args.command {
        Some(name) => find(&program, name)?,
        None => &program,
    };
    out.write_all(page::written(wanted).as_bytes())?;
    Ok(Exit::Done)
}

/// The command line, with what its commands are called in full.
fn built() -> Command {
    // There is no more to say about `huarong help` than about `--help`.
    let mut program = command().disable_help_subcommand(true);
    program.build();
    program
}

fn find<'a>(program: &'a Command, name: &str) -> anyhow::Result<&'a Command> {
    if let Some(found) = pages(program).find(|command| command.get_name() == name) {
        return Ok(found);
    }
    let names = || pages(program).map(Command::get_name);
    let help = match nearest(name, names().map(str::to_owned)) {
        Some(nearest) => did_you_mean(&nearest),
        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    Err(Complaint::new(format!("there is no command `{}`", harmless(name)), help).into())
}

/// The program and its commands.
fn pages(program: &Command) -> impl Iterator<Item = &Command> {
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    std::iter::once(program).chain(commands)
}

fn store(program: &Command, folder: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if !folder.is_dir() {
        let message = format!("there is no folder `{}`", folder.display());
        return Err(Complaint::new(message, "make the folder first").into());
    }
    for command in pages(program) {
        let path = folder.join(page::file_name(command));
        output::store(&path, page::written(command))?;
        writeln!(out, "{}", harmless(&path.display().to_string()))?;
    }
    Ok(Exit::Done)
}
