//! What a solved board looks like, in terms of kinds and cells.

use crate::grid::{Cell, Direction};
use crate::puzzle::{Finish, Goal, Puzzle, Target};

use super::kind::{Kind, KindId};

/// One way to be solved: these anchors stand, and these cells are empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pattern {
    /// Kinds by the cells of their anchors, in order.
    pub(super) anchors: Vec<(usize, KindId)>,
    /// Cells that no piece may cover: cell `i` is bit `i`.
    pub(super) empties: u128,
}

/// Every pattern that solves the puzzle, in order.
pub(super) fn patterns(puzzle: &Puzzle, kinds: &[Kind]) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for goal in puzzle.goals() {
        patterns.push(pattern(puzzle, kinds, &goal.targets, 0));
        if puzzle.finish() == Finish::Clear {
            patterns.extend(one_step_before(puzzle, kinds, goal));
        }
    }
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}

fn pattern(puzzle: &Puzzle, kinds: &[Kind], targets: &[Target], empties: u128) -> Pattern {
    let kind_of = |piece| kinds.iter().position(|kind| kind.pieces.contains(&piece));
    let mut anchors: Vec<(usize, KindId)> = targets
        .iter()
        .map(|target| {
            let kind = kind_of(target.piece).expect("every piece is of some kind");
            (puzzle.grid().index(target.anchor), kind)
        })
        .collect();
    anchors.sort_unstable();
    Pattern { anchors, empties }
}

/// The boards from which one free step of one goal piece meets the goal.
fn one_step_before(puzzle: &Puzzle, kinds: &[Kind], goal: &Goal) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for (index, target) in goal.targets.iter().enumerate() {
        let kind = kinds.iter().find(|kind| kind.pieces.contains(&target.piece));
        let kind = kind.expect("every piece is of some kind");
        for (direction, allowed) in Direction::ALL.into_iter().zip(kind.directions) {
            let before = target.anchor.step(direction.opposite());
            let stands = |&cell: &Cell| {
                puzzle.grid().contains(cell) && kind.places >> puzzle.grid().index(cell) & 1 == 1
            };
            let Some(before) = before.filter(stands).filter(|_| allowed) else { continue };
            let entered = kind
                .shape
                .cells_at(target.anchor)
                .filter(|&cell| kind.shape.cells_at(before).all(|covered| covered != cell));
            let empties = entered.fold(0, |mask, cell| mask | 1 << puzzle.grid().index(cell));
            let mut targets = goal.targets.clone();
            targets[index].anchor = before;
            // Two goal pieces with one anchor: the other already stands in the way.
            let clash = targets.iter().filter(|other| other.anchor == before).count() > 1;
            if !clash {
                patterns.push(pattern(puzzle, kinds, &targets, empties));
            }
        }
    }
    patterns
}
