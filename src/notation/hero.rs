//! The one piece that a notation is about which knows no other goal than a place for it.

use std::collections::HashMap;

use super::kinds::kinds;
use super::{locks, unsaid};
use crate::grid::Cell;
use crate::puzzle::{PieceId, Puzzle};

/// The piece that must reach a place, and the places that will do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hero {
    pub(super) piece: PieceId,
    /// Where its anchor may stand at the end: one place a goal, in order.
    pub(super) anchors: Vec<Cell>,
}

impl Hero {
    /// The hero of the puzzle, or what cannot be said of its goals and its kinds of pieces by one.
    pub(super) fn of(puzzle: &Puzzle) -> Result<Self, String> {
        unsaid::finish(puzzle)?;
        let mut anchors = Vec::with_capacity(puzzle.goals().len());
        let mut piece = None;
        for goal in puzzle.goals() {
            if !goal.empties.is_empty() {
                return Err("that a cell must be empty at the end".to_owned());
            }
            let [target] = goal.targets[..] else {
                return Err("a goal of several pieces".to_owned());
            };
            if *piece.get_or_insert(target.piece) != target.piece {
                return Err("that one of several pieces solves it".to_owned());
            }
            anchors.push(target.anchor);
        }
        anchors.sort_unstable();
        anchors.dedup();
        let piece = piece.ok_or("a puzzle without a goal")?;
        alike_by_shape(puzzle, piece)?;
        Ok(Hero { piece, anchors })
    }
}

/// That the hero is one of a kind, and all others of one shape, held the same way, are alike.
fn alike_by_shape(puzzle: &Puzzle, hero: PieceId) -> Result<(), String> {
    let mut seen = HashMap::new();
    for kind in kinds(puzzle) {
        let piece = &puzzle.pieces()[kind[0]];
        if kind.contains(&hero) {
            if kind.len() > 1 {
                let letter = puzzle.pieces()[hero].letter;
                return Err(format!("that other pieces stand in for `{letter}`"));
            }
            continue;
        }
        unsaid::unevenly_held(puzzle, &kind)?;
        let looks = (&piece.shape, locks::lock(puzzle, kind[0]).map(|lock| lock as u8));
        if let Some(other) = seen.insert(looks, piece.letter) {
            return Err(format!("that `{other}` and `{}` are told apart", piece.letter));
        }
    }
    Ok(())
}
