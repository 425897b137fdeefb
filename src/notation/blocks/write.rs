//! Writes lists of blocks.

use std::fmt::Write;

use super::super::hero::Hero;
use super::super::{Notation, Unsayable, locks, unsaid};
use super::DIRECTIONS;
use crate::puzzle::{PieceId, Puzzle};

/// The puzzle as one object.
pub(in crate::notation) fn write(puzzle: &Puzzle) -> Result<String, Unsayable> {
    object(puzzle).map_err(|what| Unsayable { notation: Notation::Blocks, what })
}

fn object(puzzle: &Puzzle) -> Result<String, String> {
    let hero = Hero::of(puzzle)?;
    let [point] = hero.anchors[..] else {
        return Err("that one of several goals will do".to_owned());
    };
    let grid = puzzle.grid();
    if grid.cells().any(|cell| grid.is_wall(cell)) {
        return Err("a wall".to_owned());
    }
    unsaid::gate(puzzle)?;
    let others = (0..puzzle.pieces().len()).filter(|&piece| piece != hero.piece);
    let blocks = std::iter::once(hero.piece).chain(others).map(|piece| block(puzzle, piece));
    let blocks = blocks.collect::<Result<Vec<String>, _>>()?;
    let name = puzzle.title().name.as_ref();
    let name = name.map_or(String::new(), |name| format!("  \"name\": {},\n", quoted(name)));
    Ok(format!(
        "{{\n{name}  \"blocks\": [\n    {}\n  ],\n  \"boardSize\": [{}, {}],\n  \
         \"escapePoint\": [{}, {}]\n}}\n",
        blocks.join(",\n    "),
        grid.rows(),
        grid.columns(),
        point.row,
        point.column,
    ))
}

/// The text as a JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A piece as a block.
fn block(puzzle: &Puzzle, id: PieceId) -> Result<String, String> {
    let piece = &puzzle.pieces()[id];
    let (height, width) = (piece.shape.height(), piece.shape.width());
    if piece.shape.area() != usize::from(height) * usize::from(width) {
        return Err(format!("piece `{}`, which is no rectangle", piece.letter));
    }
    let (row, column) = (piece.anchor.row, piece.anchor.column);
    let mut text = format!("{{\"shape\": [{height}, {width}], \"position\": [{row}, {column}]");
    if locks::lock(puzzle, id).is_some() {
        let ways = (0..).zip(DIRECTIONS).filter(|&(_, way)| puzzle.may_step(id, way));
        let codes: Vec<String> = ways.map(|(code, _): (u8, _)| code.to_string()).collect();
        write!(text, ", \"directions\": [{}]", codes.join(", ")).expect("strings take everything");
    }
    Ok(text + "}")
}
