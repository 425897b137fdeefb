//! `huarong solve`: each puzzle in turn, its moves and a summary.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use huarong::control::Outcome;
use huarong::puzzle::Metric;
use huarong::sliding::{Options, Report};
use huarong::solution::Solution;
use huarong::solution::notation::{self, Listing, NotRepresentable, Notation};
use huarong::solution::stored::{Stored, write_file};

use super::args::SolveArgs;
use super::diagnostics::{self, Complaint, harmless};
use super::exit::Exit;
use super::input::{self, Source};
use super::tablebase::{self, Known, Means};
use super::{check, interrupt, json, output, search, solve_all};

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Some(sources) = input::load_all(&args.puzzles)? else { return Ok(Exit::Wrong) };
    if let Some(path) = &args.output {
        check_output(path, sources.len())?;
    }
    let options = args.search.options(args.algorithm.into());
    check_notation(args.notation.into(), &sources, options.metric)?;
    if args.all {
        return solve_all::run(args, &sources, out);
    }
    let tablebase = args.tablebase.as_deref().map(|path| tablebase::open(path, options.metric));
    let mut tablebase = tablebase.transpose()?;
    let mut exit = Exit::Done;
    for (number, source) in sources.iter().enumerate() {
        if number > 0 && !args.quiet && !args.json {
            writeln!(out)?;
        }
        match answer(tablebase.as_mut(), source, &options, args.quiet) {
            Ok((report, means)) => {
                if let Some(path) = &args.output {
                    store(path, source, means.word(&options), &report)?;
                }
                let answer = (&report, means);
                print(args, source, &options, answer, sources.len() > 1, out)?;
                let solved = search::exit_of(&report);
                let checked = if args.check {
                    check::run(source, &options, &report, args.quiet, out)?
                } else {
                    solved
                };
                exit = exit.worse(checked);
            }
            Err(error) => {
                diagnostics::print(&error.context(harmless(&source.title())));
                exit = Exit::Wrong;
            }
        }
        out.flush()?;
        let left = sources.len() - number - 1;
        if left > 0 && interrupt::cuts_off(left) {
            return Ok(exit.worse(Exit::Stopped));
        }
    }
    Ok(exit)
}

/// Looks the puzzle up in the tablebase, or searches where that says nothing.
fn answer(
    tablebase: Option<&mut Known>,
    source: &Source,
    options: &Options,
    quiet: bool,
) -> anyhow::Result<(Report, Means)> {
    let known = tablebase.map(|tablebase| tablebase::answer(tablebase, source));
    match known.transpose()?.flatten() {
        Some(report) => Ok((report, Means::Tablebase)),
        None => Ok((search::watched(source, options, quiet)?, Means::Search)),
    }
}

/// Finds out early what would be a pity to find out after a long search.
fn check_output(path: &Path, puzzles: usize) -> anyhow::Result<()> {
    if puzzles > 1 {
        let shown = path.display();
        let message =
            format!("`--output {shown}` holds one solution, and there are {puzzles} puzzles");
        let help = "give one puzzle, like `FILE#1`, or use `--json` for several";
        return Err(Complaint::new(message, help).into());
    }
    output::check(path)
}

/// Refuses a notation that could not say what is found.
fn check_notation(notation: Notation, sources: &[Source], metric: Metric) -> anyhow::Result<()> {
    for source in sources {
        if let Err(unsayable) = notation.suits(&source.puzzle, metric) {
            let help = match unsayable {
                NotRepresentable::Metric { .. } => "add `--metric slide`",
                _ => "take another notation, like `--notation ascii`",
            };
            let message = format!("{}: {unsayable}", harmless(&source.title()));
            return Err(Complaint::new(message, help).into());
        }
    }
    Ok(())
}

fn store(path: &Path, source: &Source, means: &str, report: &Report) -> anyhow::Result<()> {
    let Outcome::Found(solution) = &report.outcome else {
        let shown = harmless(&path.display().to_string());
        diagnostics::note(format_args!("note: there is no solution to store in `{shown}`"));
        return Ok(());
    };
    let stored = Stored {
        puzzle: source.puzzle.to_string(),
        solution: solution.clone(),
        proven: report.optimal,
        algorithm: means.to_owned(),
        states: u64::try_from(report.statistics.states).unwrap_or(u64::MAX),
    };
    write_file(path, &stored).context("the solution is not stored")
}

fn print(
    args: &SolveArgs,
    source: &Source,
    options: &Options,
    (report, means): (&Report, Means),
    several: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        return Ok(json::line(
            out,
            &json::Solved::new(source, means.word(options), options, report),
        )?);
    }
    let summary = means.summary(report, options);
    if args.quiet {
        let whose = if several { format!("{}: ", harmless(&source.pick)) } else { String::new() };
        return Ok(writeln!(out, "{whose}{summary}")?);
    }
    writeln!(out, "{}", source.title())?;
    if let Outcome::Found(solution) = &report.outcome {
        print_moves(args, source, solution, out)?;
    }
    writeln!(out, "{summary}")?;
    Ok(())
}

pub(super) fn print_moves(
    args: &SolveArgs,
    source: &Source,
    solution: &Solution,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let notation = args.notation.into();
    if args.boards || notation == Notation::Boards {
        writeln!(out)?;
    }
    if args.boards {
        write!(out, "{}", Listing::new(&source.puzzle, solution).with_boards())?;
    } else {
        write!(out, "{}", notation::write(notation, &source.puzzle, solution)?)?;
    }
    Ok(())
}
