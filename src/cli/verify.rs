//! `huarong verify`: a solution, replayed.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use huarong::puzzle::Metric;
use huarong::solution::verify;

use super::args::{METRICS, PUZZLE_HELP, PUZZLE_LONG_HELP, one_of};
use super::exit::Exit;
use super::input::{self, ReadArgs};
use super::{numbers, solution};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong verify heng-dao-li-ma my.solution
  huarong solve red-donkey | huarong verify red-donkey -
  huarong solve red-donkey --notation boards | huarong verify red-donkey -

Exit status: 0 the solution is right, 1 it is wrong, 2 wrong input or usage.")]
pub(crate) struct VerifyArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLE_HELP, long_help = PUZZLE_LONG_HELP)]
    puzzle: OsString,
    #[command(flatten)]
    reading: ReadArgs,
    /// A solution, stored or as text in any notation, or `-`
    solution: PathBuf,
    /// Unit of length [default: that of the solution]
    #[arg(long, value_parser = one_of(&METRICS))]
    metric: Option<Metric>,
}

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let arguments = [args.puzzle.as_os_str(), args.solution.as_os_str()];
    input::refuse_stdin_twice(arguments.into_iter().chain(args.reading.goal.puzzle()))?;
    let puzzle = input::load_one(&args.puzzle, &args.reading)?.puzzle;
    let solution = solution::read(&puzzle, args.solution.as_os_str(), args.metric)?;
    match verify(&puzzle, &solution) {
        Ok(verified) => {
            let length = numbers::length(verified.length, verified.metric);
            write!(out, "{length}: right, it solves the puzzle")?;
            if verified.extra_moves() > 0 {
                let enough = numbers::length(verified.solved_after, verified.metric);
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
