//! The output of `--json`: an object per line, named by its `schema`.

use std::fmt::Display;
use std::io::{self, Write};

use huarong::Puzzle;
use huarong::grid::Direction;
use huarong::puzzle::PublishedOptimum;
use huarong::solution::Move;
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::value::RawValue;

use super::diagnostics::{self, UserError};
use super::input::{self, Source};

/// Writes an object on a line of its own.
pub fn line(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    // Without a text in between, which may be long. Only the writing can fail.
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// Returns a number of any length as JSON.
pub fn number(number: &BigUint) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("digits are a number")
}

/// An object that begins with its schema.
#[derive(Serialize)]
pub struct JsonObject<T> {
    pub schema: &'static str,
    #[serde(flatten)]
    pub fields: T,
}

/// The first fields of an object about a puzzle.
#[derive(Serialize)]
pub struct ObjectHeader<'a> {
    schema: &'static str,
    puzzle: &'a str,
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl<'a> ObjectHeader<'a> {
    pub fn new(schema: &'static str, source: &'a Source) -> Self {
        let name = source.puzzle.title().name.as_deref();
        ObjectHeader { schema, puzzle: &source.pick, name, notes: &source.notes }
    }
}

/// The facts of a puzzle.
#[derive(Serialize)]
pub struct PuzzleFacts<'a> {
    names: Vec<&'a str>,
    chinese: Option<&'a str>,
    rows: u8,
    columns: u8,
    pieces: usize,
    empties: usize,
    impossible: bool,
    best: Lengths,
    source: Option<&'a str>,
}

/// Published optima.
#[derive(Default, Serialize)]
struct Lengths {
    #[serde(rename = "move")]
    moves: Option<u32>,
    slide: Option<u32>,
    step: Option<u32>,
}

impl<'a> PuzzleFacts<'a> {
    pub fn of(puzzle: &'a Puzzle) -> Self {
        let best = match puzzle.best() {
            PublishedOptimum::Known(best) => {
                Lengths { moves: best.moves, slide: best.slides, step: best.steps }
            }
            PublishedOptimum::Unknown | PublishedOptimum::Impossible => Lengths::default(),
        };
        PuzzleFacts {
            names: puzzle.title().names().collect(),
            chinese: input::chinese(puzzle),
            rows: puzzle.grid().rows(),
            columns: puzzle.grid().columns(),
            pieces: puzzle.pieces().len(),
            empties: puzzle.empty_cells(),
            impossible: puzzle.best() == PublishedOptimum::Impossible,
            best,
            source: puzzle.title().source.as_deref(),
        }
    }
}

/// An argument, a file or a puzzle with an error: an object of `--json`.
#[derive(Serialize)]
pub struct InputError {
    schema: &'static str,
    input: String,
    error: String,
    help: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
}

impl InputError {
    /// Prints the error to standard error, and returns it as an object.
    pub fn report(input: impl Display, error: &anyhow::Error) -> Self {
        diagnostics::print(error);
        let known = error.downcast_ref::<UserError>();
        let place = known.and_then(|known| known.place.as_ref());
        InputError {
            schema: "huarong/error/1",
            input: input.to_string(),
            error: format!("{error:#}"),
            help: known.and_then(|known| known.help.clone()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        }
    }
}

/// A unit of a solution.
#[derive(Serialize)]
pub struct UnitJson<'a> {
    piece: String,
    name: Option<&'a str>,
    from: [u8; 2],
    path: Vec<Direction>,
}

/// Returns units of a puzzle as JSON.
pub fn units(puzzle: &Puzzle, moves: impl IntoIterator<Item = Move>) -> Vec<UnitJson<'_>> {
    let mut units = Vec::new();
    for unit in moves {
        let piece = &puzzle.pieces()[unit.piece];
        let from = [unit.from.row, unit.from.column];
        let name = piece.name.as_deref();
        units.push(UnitJson { piece: piece.display_label(), name, from, path: unit.path });
    }
    units
}
