//! The output of `--json`: an object per line, named by its `schema`.

use super::prelude::*;
use serde::Serializer;
use serde_json::value::{RawValue, to_raw_value};

/// Writes an object on a line of its own.
pub fn line(out: &mut dyn Write, object: &impl Serialize) -> Printed {
    // Without a text in between, which may be long. Only the writing can fail.
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// Writes an object about a puzzle on a line of its own.
pub fn about(
    out: &mut dyn Write,
    schema: &'static str,
    source: &Source,
    object: JsonObject,
) -> Printed {
    line(out, &JsonObject::about(schema, source).with(object))
}

/// Returns a number of any length as JSON.
pub fn number(number: &BigUint) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("digits are a number")
}

/// An object whose fields keep their order, made by `object!`.
pub struct JsonObject(pub Vec<(&'static str, Box<RawValue>)>);

/// Makes a [`JsonObject`]: `object! { "schema": "huarong/list/1", "pieces": 10 }`.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {
        $crate::cli::json::JsonObject(vec![$(($name, $crate::cli::json::raw(&$value))),*])
    };
}

pub fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("the keys of all maps are strings")
}

impl Serialize for JsonObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl JsonObject {
    /// Returns an object that begins with its schema, the puzzle and the assumptions about it.
    pub fn about(schema: &'static str, source: &Source) -> Self {
        let name = &source.puzzle.title().name;
        let head = object! { "schema": schema, "puzzle": source.pick, "name": name };
        match &source.notes[..] {
            [] => head,
            notes => head.with(object! { "notes": notes }),
        }
    }

    pub fn with(mut self, JsonObject(fields): JsonObject) -> Self {
        self.0.extend(fields);
        self
    }

    /// Prints an error of an argument, a file or a puzzle to standard error, and returns it as an
    /// object.
    pub fn report_error(input: impl Display, error: &anyhow::Error) -> Self {
        diagnostics::print(error);
        let known = error.downcast_ref::<UserError>();
        let place = known.and_then(|known| known.place.as_ref());
        object! {
            "schema": "huarong/error/1",
            "input": input.to_string(),
            "error": format!("{error:#}"),
            "help": known.and_then(|known| known.help.as_ref()),
            "line": place.map(|place| place.line),
            "column": place.map(|place| place.column),
        }
    }

    pub fn facts(puzzle: &Puzzle) -> Self {
        let title = puzzle.title();
        let grid = puzzle.grid();
        let best = puzzle.best();
        let [moves, slides, steps] = Metric::ALL.map(|metric| input::published(puzzle, metric));
        object! {
            "names": title.names().collect::<Vec<_>>(),
            "chinese": input::chinese(puzzle),
            "rows": grid.rows(),
            "columns": grid.columns(),
            "pieces": puzzle.standing(),
            "empties": puzzle.empty_cells(),
            "impossible": best == PublishedOptimum::Impossible,
            "best": object! { "move": moves, "slide": slides, "step": steps },
            "source": title.source,
        }
    }
}

pub fn units(puzzle: &Puzzle, moves: impl IntoIterator<Item = Move>) -> Vec<JsonObject> {
    moves
        .into_iter()
        .map(|unit| {
            let loses_layer = unit.next_layer(puzzle).is_some();
            let leaves = unit.leaves(puzzle) && !loses_layer;
            let Move { piece, from, path } = unit;
            let piece = &puzzle.pieces()[piece];
            let object = object! {
                "piece": piece.display_label(),
                "name": piece.name,
                "from": [from.row, from.column],
                "path": path,
            };
            // Only boards with doors have moves that leave.
            if puzzle.doors().is_empty() {
                object
            } else if puzzle.standing() == puzzle.pieces().len() {
                object.with(object! { "leaves": leaves })
            } else {
                object.with(object! { "leaves": leaves, "loses_layer": loses_layer })
            }
        })
        .collect()
}
