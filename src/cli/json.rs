//! The output of `--json`: an object per line, named by its `schema`.

use std::io::{self, Write};

use huarong::Puzzle;
use huarong::grid::Direction;
use huarong::solution::Solution;
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::value::RawValue;

use super::input::Source;

/// Writes an object on a line of its own.
pub(crate) fn line(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    // Without a text in between, which may be long. Only the writing can fail.
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// Returns a number of any length as JSON.
pub(crate) fn number(number: &BigUint) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("digits are a number")
}

/// An object that begins with its schema.
#[derive(Serialize)]
pub(crate) struct JsonObject<T> {
    pub(crate) schema: &'static str,
    #[serde(flatten)]
    pub(crate) fields: T,
}

/// The first fields of an object about a puzzle.
#[derive(Serialize)]
pub(crate) struct ObjectHeader<'a> {
    schema: &'static str,
    puzzle: &'a str,
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl<'a> ObjectHeader<'a> {
    pub(crate) fn new(schema: &'static str, source: &'a Source) -> Self {
        let name = source.puzzle.title().name.as_deref();
        ObjectHeader { schema, puzzle: &source.pick, name, notes: &source.notes }
    }
}

/// A unit of a solution.
#[derive(Serialize)]
pub(crate) struct UnitJson<'a> {
    piece: String,
    name: Option<&'a str>,
    from: [u8; 2],
    path: Vec<Direction>,
}

/// Returns the units of a solution of this puzzle.
pub(crate) fn units<'a>(puzzle: &'a Puzzle, solution: &Solution) -> Vec<UnitJson<'a>> {
    let mut units = Vec::with_capacity(solution.len());
    for unit in solution {
        let piece = &puzzle.pieces()[unit.piece];
        let from = [unit.from.row, unit.from.column];
        let name = piece.name.as_deref();
        units.push(UnitJson { piece: piece.display_label(), name, from, path: unit.path });
    }
    units
}
