//! `huarong verify`: a solution, replayed.

use std::io::Write;

use huarong::puzzle::Metric;
use huarong::solution::verify;

use super::args::VerifyArgs;
use super::exit::Exit;
use super::{input, solution};

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let arguments = [args.puzzle.as_os_str(), args.solution.as_os_str()];
    input::refuse_stdin_twice(arguments.into_iter())?;
    let puzzle = input::load_one(&args.puzzle)?.puzzle;
    let metric = args.metric.map(Metric::from);
    let solution = solution::read(&puzzle, args.solution.as_os_str(), metric)?;
    match verify(&puzzle, &solution) {
        Ok(verified) => {
            let length = verified.metric.count(verified.length);
            write!(out, "{length}: right, it solves the puzzle")?;
            if verified.surplus() > 0 {
                let enough = verified.metric.count(verified.solved_after);
                write!(out, ", though {enough} would do")?;
            }
            writeln!(out)?;
            Ok(Exit::Done)
        }
        Err(wrong) => {
            writeln!(out, "wrong: {wrong}")?;
            Ok(Exit::Impossible)
        }
    }
}
