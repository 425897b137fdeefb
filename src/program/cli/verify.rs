//! `huarong verify`: a solution, replayed; a knight's tour or a certificate, checked.

use super::prelude::*;
use crate::{
    proof::{self, Claim, ProofError, Verified},
    solution::{stored, verify},
    tour::parse_tours,
};

use super::graph_args::tour_flaw;

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong verify my.solution
  huarong verify heng-dao-li-ma my.solution
  huarong solve red-donkey | huarong verify red-donkey -
  huarong solve red-donkey --notation compact | huarong verify red-donkey -
  huarong verify century answers.jsonl --json
  huarong verify 81-moves.proof
  huarong verify a3-c2-a1-b3-d2-b1-c3-a2-c1-d3-b2-d1

Exit status: 0 the solution or proof is right, 1 it is wrong, 2 wrong input or usage, 3 stopped by \
Ctrl-C.")]
pub struct VerifyArgs {
    /// A puzzle. Or, without a solution, a stored solution, a certificate, or a knight's tour: a
    /// board of numbers, `(1,2) (3,3)`, `a1 b3`, a file or `-`
    #[arg(value_name = "PUZZLE|FILE|TOUR")]
    puzzle: OsString,
    #[command(flatten)]
    reading: ReadArgs,
    /// A solution: stored, of `solve --json`, or as text in any notation; or `-`
    solution: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Print no progress, and only one line about a certificate
    #[arg(long, short)]
    quiet: bool,
    /// Unit of length [default: that of the solution]
    #[arg(long, value_parser = any_metric())]
    metric: Option<Metric>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong proof-checker > check.py

`python3 check.py FILE...` then checks what `huarong solve --proof FILE` has written, and believes \
nothing else. It has 200 lines and needs nothing but Python.

Exit status: 0 done, 2 wrong usage.")]
pub struct ProofCheckerArgs {}

pub fn print_checker(_: &ProofCheckerArgs, out: &mut dyn Write) -> Result<Exit> {
    out.write_all(proof::CHECKER.as_bytes())?;
    Ok(Exit::Done)
}

pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<Exit> {
    let puzzle = &args.puzzle;
    let Some(solution) = &args.solution else {
        return check_alone(args, puzzle, out);
    };
    let solution = solution.as_os_str();
    let (source, solution) = solution_args::load(puzzle, solution, &args.reading, args.metric)?;
    check_solution(args, &source, &solution, out)
}

fn check_solution(
    args: &VerifyArgs,
    source: &Source,
    solution: &Solution,
    out: &mut dyn Write,
) -> Result<Exit> {
    let checked = verify(&source.puzzle, solution);
    if args.json {
        json::about(
            out,
            "huarong/verify/1",
            source,
            object! {
                "metric": solution.metric,
                "solved": checked.is_ok(),
                "error": checked.as_ref().err().map(ToString::to_string),
                "length": solution.len(),
                "solved_after": checked.as_ref().ok().map(|it| it.solved_after),
            },
        )?;
        return Ok(Exit::Impossible.when(checked.is_err()));
    }
    match &checked {
        Ok(verified) => {
            let length = numbers::length(verified.length, verified.metric);
            write!(out, "{length}: right, it solves the puzzle")?;
            if verified.extra_moves() > 0 {
                let enough = numbers::length(verified.solved_after, verified.metric);
                write!(out, ", though {enough} would do")?;
            }
            writeln!(out)?;
        }
        Err(wrong) => writeln!(out, "wrong: {wrong}")?,
    }
    Ok(Exit::Impossible.when(checked.is_err()))
}

/// Checks a stored solution, a certificate or tours.
fn check_alone(args: &VerifyArgs, argument: &OsStr, out: &mut dyn Write) -> Result<Exit> {
    let help = "for a solution of a puzzle, give both: `huarong verify PUZZLE SOLUTION`; a tour is \
                a board of numbers, `(1,2) (3,3)` or `a1 b3`";
    let shown = sanitize(argument.display());
    let text = if input::is_stdin(argument) || input::may_exist(argument) {
        let (file, bytes) = input::read_bytes(argument, proof::MAX_BYTES, help)?;
        if stored::is_stored(&bytes) {
            let (source, solution) = input::from_stored(&file, &bytes)?;
            solution_args::check_metric(&file, solution.metric, args.metric)?;
            return check_solution(args, &source, &solution, out);
        }
        if proof::is_certificate(&bytes) {
            refuse_metric(args, "a certificate")?;
            return check_proof(args, &file, &bytes, out);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    } else {
        let text = argument.to_string_lossy();
        text.replace("\\n", "\n").replace('/', "\n")
    };
    let tours = parse_tours(&text);
    if tours.is_empty() {
        refuse!(
            "`{shown}` is neither a stored solution, a certificate nor a tour",
            help
        );
    }
    refuse_metric(args, "a tour")?;
    let mut exit = Exit::Done;
    for tour in &tours {
        let flaw = tour_flaw(tour);
        let first = &tour.path[0];
        let last = &tour.path[tour.path.len() - 1];
        let is_closed = flaw.is_none() && tour.map.graph().neighbours(*last).contains(first);
        if args.json {
            json::line(
                out,
                &object! {
                    "schema": "huarong/verify-tour/1",
                    "squares": tour.path.len(),
                    "tour": flaw.is_none(),
                    "closed": is_closed,
                    "error": flaw,
                },
            )?;
        } else if let Some(flaw) = &flaw {
            writeln!(out, "wrong: {flaw}")?;
        } else {
            let squares = counted(tour.path.len(), "square");
            let kind = if is_closed { "a closed" } else { "an open" };
            writeln!(out, "{squares}: right, {kind} knight's tour")?;
        }
        exit = exit.max(Exit::Impossible.when(flaw.is_some()));
    }
    Ok(exit)
}

fn refuse_metric(args: &VerifyArgs, what: &str) -> Result {
    if args.metric.is_some() {
        refuse!(
            "`--metric` is the unit of a solution, and this is {what}",
            "leave out `--metric`"
        );
    }
    Ok(())
}

fn check_proof(args: &VerifyArgs, file: &str, bytes: &[u8], out: &mut dyn Write) -> Result<Exit> {
    let started = Instant::now();
    let checked = watched("certificate", "set", args.quiet, |it| {
        proof::check(bytes, it)
    });
    let elapsed = started.elapsed();
    if let Err(error @ ProofError::Version(_)) = &checked {
        refuse!(
            "`{file}`: {error}",
            "take the version of huarong that has written it"
        );
    }
    let verified = match &checked {
        Ok(Outcome::Found(verified)) => Some(verified),
        Ok(Outcome::Exhausted) | Err(_) => None,
        Ok(Outcome::Stopped(reason)) => {
            note!("stopped: {reason}; the certificate is not checked");
            return Ok(Exit::Stopped);
        }
    };
    let error = checked.as_ref().err();
    if args.json {
        json::line(
            out,
            &object! {
                "schema": "huarong/proof/1",
                "file": file,
                "proven": verified.is_some(),
                "error": error.map(ToString::to_string),
                "claim": verified.map(|it| it.claim.to_string()),
                "metric": verified.map(|it| it.metric),
                "positions": verified.map(|it| it.positions),
                "puzzle": verified.map(|it| it.puzzle.to_string()),
                "seconds": elapsed.as_secs_f64(),
            },
        )?;
    } else if let Some(verified) = verified {
        if !args.quiet {
            // With its goals and rules: they are a part of what is proven.
            writeln!(out, "{}", verified.puzzle)?;
        }
        let time = time(elapsed);
        writeln!(out, "proven: {}, {time}", sentence(verified))?;
    } else if let Some(error) = error {
        writeln!(out, "not proven: {error}")?;
    }
    Ok(Exit::Impossible.when(verified.is_none()))
}

fn sentence(verified: &Verified) -> String {
    let Verified {
        claim,
        metric,
        positions,
        ..
    } = verified;
    let positions = counted(*positions, "position");
    match claim {
        Claim::Shortest(length) => {
            let length = numbers::length(*length, *metric);
            format!("the shortest solution has {length}; {positions} checked")
        }
        Claim::Unsolvable => format!("there is no solution; {positions} checked"),
        Claim::Parity => "there is no solution, as parity forbids it".to_owned(),
    }
}
