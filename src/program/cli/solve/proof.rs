//! `huarong solve --proof`: a solution, and the certificate that it is a shortest one.

use crate::cli::prelude::*;
use crate::proof::{self, Certificate, ProofError};

use super::{Exit, Printer, SolveArgs, run};

/// Solves the only puzzle and stores the certificate in `path`; `-` is standard output.
pub fn solve(
    args: &SolveArgs,
    path: &Path,
    loaded: &PuzzleSet,
    out: &mut dyn Write,
) -> Result<Exit> {
    let is_stdout = path == Path::new("-");
    if is_stdout && args.json {
        refuse!(
            "only one of two results goes to standard output",
            "name a file for the certificate"
        );
    }
    let Some(source) = loaded.sources.first() else {
        return Ok(Exit::Wrong);
    };
    let mut solver = Certificate::solver(&source.puzzle, &args.options())
        .map_err(|error| proof_error(error, args))?;
    let solve = |observer: Observer<'_>| solver.solve_with_observer(observer);
    let report = watched(&source.title(), "layer", args.quiet, solve)?;
    let write = |observer: Observer<'_>| proof::write(&solver, &report, observer);
    let certificate = watched("certificate", "set", args.quiet, write);
    let shown = sanitize(path.display());
    let mut note = format!("note: the search has not ended: there is no certificate in `{shown}`");
    let mut printer = Printer::new(args, *solver.options(), loaded);
    let mut exit = Exit::Stopped;
    if let Outcome::Found(Certificate {
        claim,
        positions,
        sets,
        bytes,
        ..
    }) = certificate
    {
        if is_stdout {
            out.write_all(&bytes)?;
        } else {
            output::store(path, &bytes)?;
        }
        let size = ByteSize(bytes.len() as u64);
        let bytes = bytes.len();
        let count = counted(positions, "position");
        let in_sets = counted(sets, "set");
        note =
            format!("proof: {size}, {count} in {in_sets}; check it with `huarong verify {shown}`");
        printer.proof = Some(object! {
            "file": path.display().to_string(),
            "bytes": bytes,
            "claim": claim.to_string(),
            "sets": sets,
            "positions": positions,
        });
        exit = Exit::Done;
    }
    if is_stdout {
        note!("{}", run::summary(source, &report, false));
        return Ok(exit.max(run::exit_of(&report)));
    }
    exit = exit.max(printer.print(source, Ok(report), out)?);
    if !args.json && exit != Exit::Stopped {
        writeln!(out, "{note}")?;
    } else if exit == Exit::Stopped {
        note!("{note}");
    }
    Ok(exit)
}

/// Returns the error that a search has no certificate.
fn proof_error(error: ProofError, args: &SolveArgs) -> anyhow::Error {
    let leave_out = if args.engine.is_some() {
        "leave out `--engine`, and "
    } else {
        ""
    };
    match error {
        ProofError::Solve(error) => work_dir::user_error("solve", error),
        error => user_error!(
            "{error}",
            "{leave_out}give `--algorithm bfs`, which stores them and takes more memory"
        )
        .into(),
    }
}
