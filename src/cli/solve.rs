//! `huarong solve`: each puzzle in turn, its moves and a summary.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use huarong::control::Outcome;
use huarong::sliding::{Options, Report};
use huarong::solution::stored::{Stored, write_file};
use huarong::solution::{Solution, notation};

use super::args::SolveArgs;
use super::diagnostics::{self, Complaint, harmless};
use super::exit::Exit;
use super::input::{self, Source};
use super::{check, interrupt, json, search};

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Some(sources) = input::load_all(&args.puzzles)? else { return Ok(Exit::Wrong) };
    if let Some(path) = &args.output {
        check_output(path, sources.len())?;
    }
    let options = args.search.options(args.algorithm.into());
    let mut exit = Exit::Done;
    for (number, source) in sources.iter().enumerate() {
        if number > 0 && !args.quiet && !args.json {
            writeln!(out)?;
        }
        match search::watched(source, &options, args.quiet) {
            Ok(report) => {
                if let Some(path) = &args.output {
                    store(path, source, &options, &report)?;
                }
                print(args, source, &options, &report, sources.len() > 1, out)?;
                let solved = search::exit_of(&report);
                let checked =
                    if args.check { check::run(source, &options, &report, out)? } else { solved };
                exit = exit.worse(checked);
            }
            Err(error) => {
                diagnostics::print(&anyhow::Error::new(error).context(harmless(&source.title())));
                exit = Exit::Wrong;
            }
        }
        out.flush()?;
        let left = sources.len() - number - 1;
        if interrupt::pressed() && left > 0 {
            anstream::eprintln!("interrupted: {left} more not tried");
            return Ok(exit.worse(Exit::Stopped));
        }
    }
    Ok(exit)
}

/// Finds out early what would be a pity to find out after a long search.
fn check_output(path: &Path, puzzles: usize) -> anyhow::Result<()> {
    let shown = path.display();
    let complaint = if puzzles > 1 {
        let message =
            format!("`--output {shown}` holds one solution, and there are {puzzles} puzzles");
        Complaint::new(message, "give one puzzle, like `FILE#1`, or use `--json` for several")
    } else if path.is_dir() {
        Complaint::new(format!("`{shown}` is a folder"), "name a file in it")
    } else if path.parent().is_some_and(|folder| folder != Path::new("") && !folder.is_dir()) {
        Complaint::new(format!("there is no folder for `{shown}`"), "make the folder first")
    } else {
        return Ok(());
    };
    Err(complaint.into())
}

fn store(path: &Path, source: &Source, options: &Options, report: &Report) -> anyhow::Result<()> {
    let Outcome::Found(solution) = &report.outcome else {
        anstream::eprintln!("note: there is no solution to store in `{}`", path.display());
        return Ok(());
    };
    let stored = Stored {
        puzzle: source.puzzle.to_string(),
        solution: solution.clone(),
        proven: report.optimal,
        algorithm: options.algorithm.word().to_owned(),
        states: u64::try_from(report.statistics.states).unwrap_or(u64::MAX),
    };
    write_file(path, &stored).context("the solution is not stored")
}

fn print(
    args: &SolveArgs,
    source: &Source,
    options: &Options,
    report: &Report,
    several: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if args.json {
        return json::line(out, &json::Solved::new(source, options, report));
    }
    let summary = search::summary(report, options);
    if args.quiet {
        let whose = if several { format!("{}: ", harmless(&source.pick)) } else { String::new() };
        return writeln!(out, "{whose}{summary}");
    }
    writeln!(out, "{}", source.title())?;
    if let Outcome::Found(solution) = &report.outcome {
        print_moves(args.boards, source, solution, out)?;
    }
    writeln!(out, "{summary}")
}

fn print_moves(
    boards: bool,
    source: &Source,
    solution: &Solution,
    out: &mut dyn Write,
) -> io::Result<()> {
    let listing = notation::write(&source.puzzle, solution);
    if boards { write!(out, "\n{}", listing.with_boards()) } else { write!(out, "{listing}") }
}
