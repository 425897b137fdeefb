//! `huarong verify`: a solution, replayed.

use std::ffi::OsStr;
use std::io::Write;

use huarong::puzzle::{Metric, Puzzle, text};
use huarong::solution::stored::{self, Stored};
use huarong::solution::{Solution, notation, verify};

use super::args::VerifyArgs;
use super::diagnostics::{Complaint, Place};
use super::exit::Exit;
use super::input;
use super::numbers::counted;

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let arguments = [args.puzzle.as_os_str(), args.solution.as_os_str()];
    input::refuse_stdin_twice(arguments.into_iter())?;
    let puzzle = input::load_one(&args.puzzle)?.puzzle;
    let solution = load(&puzzle, args.solution.as_os_str(), args.metric.map(Metric::from))?;
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

/// The solution of `puzzle` in a file, stored or as text; `-` is standard input.
pub(crate) fn load(
    puzzle: &Puzzle,
    argument: &OsStr,
    metric: Option<Metric>,
) -> anyhow::Result<Solution> {
    let help = "check that this is the file of a solution";
    let (origin, bytes) = input::read_bytes(argument, stored::MAX_BYTES, help)?;
    if stored::is_stored(&bytes) {
        from_stored(puzzle, &origin, &bytes, metric)
    } else {
        from_text(puzzle, &origin, &bytes, metric)
    }
}

fn from_stored(
    puzzle: &Puzzle,
    origin: &str,
    bytes: &[u8],
    metric: Option<Metric>,
) -> anyhow::Result<Solution> {
    let Stored { puzzle: text, solution, .. } = stored::decode(bytes).map_err(|error| {
        let help = "store the solution again with `huarong solve --output`";
        Complaint::new(format!("`{origin}`: {error}"), help)
    })?;
    let same = text::parse(&text).is_ok_and(|other| other.len() == 1 && same(&other[0], puzzle));
    if !same {
        let message = format!("`{origin}` holds the solution of another puzzle");
        return Err(Complaint::new(message, "name the puzzle that was solved").into());
    }
    match metric {
        Some(metric) if metric != solution.metric => {
            let message = format!("`{origin}` counts {}s, not {metric}s", solution.metric);
            Err(Complaint::new(message, "leave `--metric` out: the file knows its own").into())
        }
        _ => Ok(solution),
    }
}

/// Whether two puzzles are the same to play, whatever they and their pieces are called.
fn same(one: &Puzzle, other: &Puzzle) -> bool {
    let drawn = |puzzle: &Puzzle| -> Vec<_> {
        let pieces = puzzle.pieces().iter();
        pieces.map(|piece| (piece.letter, piece.shape.clone(), piece.anchor)).collect()
    };
    let count = one.pieces().len();
    let rules = |puzzle: &Puzzle| (puzzle.movement(), puzzle.finish());
    one.grid() == other.grid()
        && drawn(one) == drawn(other)
        && one.goals() == other.goals()
        && rules(one) == rules(other)
        && one.gate() == other.gate()
        && (0..count).all(|i| (0..i).all(|j| one.are_alike(i, j) == other.are_alike(i, j)))
}

fn from_text(
    puzzle: &Puzzle,
    origin: &str,
    bytes: &[u8],
    metric: Option<Metric>,
) -> anyhow::Result<Solution> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
        let message = format!("`{origin}` is not UTF-8 text, from line {line} on");
        let help = format!(
            "give the moves as text, or a file stored by `huarong solve --output`; this has {}",
            counted(bytes.len(), "byte")
        );
        Complaint::new(message, help)
    })?;
    notation::parse(puzzle, text, metric).map_err(|error| {
        let place = Place::of(&error, origin);
        let help = error.help();
        Complaint { message: error.kind.to_string(), place: Some(place), help }.into()
    })
}
