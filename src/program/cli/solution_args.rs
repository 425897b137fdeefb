//! Arguments that name a solution: a stored file, or moves as text.

use super::prelude::*;
use std::{fs::File, io::Read};

use crate::{
    excerpt::ParseError,
    file,
    grid::Direction,
    solution::{
        notation::{self, PathWords},
        stored::{self, StoredSolution},
    },
};
use anyhow::Context;
use serde::Deserialize;

/// Hint for a file that is too large.
const CHECK: &str = "check that this is the file of a solution";

/// Reads the solution of this puzzle from a file or `-`: stored, printed by `huarong solve --json`,
/// or as text; or the moves that the argument itself is. A metric that contradicts one that the
/// file names is an error.
pub fn read(source: &Source, argument: &OsStr, metric: Option<Metric>) -> Result<Solution> {
    if let Some(moves) = argument.to_str()
        && moves != "-"
        && !input::may_exist(moves)
    {
        return notation::parse(&source.puzzle, moves, metric)
            .map_err(|error| neither(moves, error).into());
    }
    let (origin, bytes) = input::read_bytes(argument, stored::MAX_BYTES, CHECK)?;
    if stored::is_stored(&bytes) {
        from_stored(&source.puzzle, &origin, &bytes, metric)
    } else if bytes.starts_with(OBJECT) {
        from_json(source, &origin, &bytes, metric)
    } else {
        from_text(&source.puzzle, &origin, &bytes, metric)
    }
}

/// Reads a puzzle and its solution, of which one may be standard input.
pub fn load(
    puzzle: &OsStr,
    solution: &OsStr,
    how: &ReadArgs,
    metric: Option<Metric>,
) -> Result<(Source, Solution)> {
    let arguments = [puzzle, solution].into_iter();
    input::refuse_stdin_twice(arguments.chain(how.goal.puzzle()))?;
    let source = input::load_one(puzzle, how)?;
    let solution = read(&source, solution, metric)?;
    Ok((source, solution))
}

/// Reads the puzzle and the solution if the file is a stored solution.
pub fn read_stored(argument: &OsStr) -> Result<Option<(Source, Solution)>> {
    let path = Path::new(argument);
    let mut first = [0; 8];
    let is_stored = path.is_file()
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok())
        && stored::is_stored(&first);
    if !is_stored {
        return Ok(None);
    }
    let (origin, bytes) = input::read_bytes(argument, stored::MAX_BYTES, CHECK)?;
    input::from_stored(&origin, &bytes).map(Some)
}

/// Stores a solution, or prints a note if there is none.
pub fn store(
    path: &Path,
    puzzle: &Puzzle,
    solution: Option<&Solution>,
    (algorithm, proven, states): (&str, bool, u64),
) -> Result {
    let Some(solution) = solution.cloned() else {
        let shown = sanitize(path.display());
        note!("note: no solution to store in `{shown}`");
        return Ok(());
    };
    let puzzle = puzzle.to_string();
    let algorithm = algorithm.to_owned();
    let stored = StoredSolution::new(puzzle, solution, proven, algorithm, states);
    let bytes = stored::encode(&stored).context("cannot store the solution")?;
    output::store_with(path, FileContent::Solution, |path| {
        file::write(path, &bytes)
    })
}

/// Returns the error for an argument that is not a file and has this error as moves.
fn neither(argument: &str, error: ParseError) -> UserError {
    let shown = sanitize(argument);
    let ParseError { message, help, .. } = error;
    user_error!(
        "there is no file `{shown}`, and as moves it cannot be read: {message}",
        input::meant_file(Path::new(argument)).unwrap_or(help)
    )
}

fn from_stored(
    puzzle: &Puzzle,
    origin: &str,
    bytes: &[u8],
    metric: Option<Metric>,
) -> Result<Solution> {
    let StoredSolution {
        puzzle: text,
        solution,
        ..
    } = input::decode(origin, bytes)?;
    let solved = text.parse().map(|solved: Puzzle| solved.without_info());
    if solved != Ok(puzzle.without_info()) {
        refuse!(
            "`{origin}` holds the solution of another puzzle",
            "name the puzzle that was solved"
        );
    }
    check_metric(origin, solution.metric, metric)?;
    Ok(solution)
}

/// Refuses a metric other than that of the file.
pub fn check_metric(origin: &str, stored: Metric, wanted: Option<Metric>) -> Result {
    match wanted.filter(|&wanted| wanted != stored) {
        Some(wanted) => {
            let [stored, wanted] = [stored, wanted].map(Metric::plural);
            refuse!(
                "`{origin}` is a solution in {stored}, not {wanted}",
                "leave out `--metric`: the file stores its metric"
            )
        }
        None => Ok(()),
    }
}

const OBJECT: &[u8] = b"{\"schema\":\"huarong/sol";

/// The fields that are read of an object of `huarong solve --json`, with or without `--all`.
#[derive(Deserialize)]
struct SolvedJson {
    puzzle: String,
    metric: Metric,
    solution: Option<Vec<MoveJson>>,
}

#[derive(Deserialize)]
struct MoveJson {
    piece: String,
    path: Vec<Direction>,
}

/// Returns the only solution of the puzzle in lines of `huarong solve --json`. Of several, those of
/// other puzzles are passed over.
fn from_json(
    source: &Source,
    origin: &str,
    bytes: &[u8],
    metric: Option<Metric>,
) -> Result<Solution> {
    let mut found: Vec<SolvedJson> = Vec::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        if line.starts_with(OBJECT) {
            let read = serde_json::from_slice(line).map_err(|error| {
                user_error!(
                    "`{origin}`: line {number} is not a solution: {error}",
                    "give lines of `huarong solve --json` as they are"
                )
            });
            found.push(read?);
        }
    }
    found.retain(|object| object.solution.is_some());
    if found.len() > 1 {
        found.retain(|object| object.puzzle == source.pick);
    }
    let [
        SolvedJson {
            metric: stored,
            solution: Some(moves),
            ..
        },
    ] = &found[..]
    else {
        let count = counted(found.len(), "solution");
        let pick = sanitize(&source.pick);
        refuse!(
            "`{origin}` holds {count} of `{pick}`",
            "give the line of one solution"
        );
    };
    check_metric(origin, *stored, metric)?;
    let lines = moves
        .iter()
        .map(|unit| format!("{} {}\n", unit.piece, PathWords(&unit.path)));
    let text = lines.collect::<String>() + &length(moves.len(), *stored);
    from_text(&source.puzzle, origin, text.as_bytes(), metric)
}

fn from_text(
    puzzle: &Puzzle,
    origin: &str,
    bytes: &[u8],
    metric: Option<Metric>,
) -> Result<Solution> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()]
            .split(|&byte| byte == b'\n')
            .count();
        user_error!(
            "`{origin}` is not UTF-8 text, from line {line} on",
            format!(
                "give moves as text, or a file from `huarong solve --output`; this one has {}",
                counted(bytes.len(), "byte")
            )
        )
    })?;
    notation::parse(puzzle, text, metric)
        .map_err(|error| UserError::of_parse(&error, origin).into())
}
