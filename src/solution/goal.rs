//! Whether a position solves the puzzle.

use super::{Position, replay};
use crate::grid::Direction;
use crate::puzzle::{Finish, Goal, PieceId, Target};

/// Whether the position solves its puzzle: it meets every target of one of the goals, or, with
/// [`Finish::Clear`], one legal step of one goal piece would make it so.
///
/// A target is met by its own piece or by any that is alike. One piece cannot serve two targets, as
/// no two targets of a goal lie in one place.
///
/// # Complexity
/// Targets × pieces; with [`Finish::Clear`] that, four times over for each goal piece.
#[must_use]
pub fn is_solved(position: &Position<'_>) -> bool {
    meets_a_goal(position)
        || position.puzzle().finish() == Finish::Clear && is_a_step_away(position)
}

/// The targets that are not met, of the goal that lacks the fewest; none if that goal is reached.
#[must_use]
pub fn unmet(position: &Position<'_>) -> Vec<Target> {
    let goals = position.puzzle().goals().iter();
    let lacking = goals.map(|goal| lacks(position, goal));
    lacking.min_by_key(Vec::len).unwrap_or_default()
}

fn meets_a_goal(position: &Position<'_>) -> bool {
    position.puzzle().goals().iter().any(|goal| lacks(position, goal).is_empty())
}

fn lacks(position: &Position<'_>, goal: &Goal) -> Vec<Target> {
    goal.targets.iter().filter(|target| !is_met(position, target)).copied().collect()
}

fn is_met(position: &Position<'_>, target: &Target) -> bool {
    position.occupant(target.anchor).is_some_and(|piece| {
        position.anchor(piece) == target.anchor && position.puzzle().are_alike(piece, target.piece)
    })
}

/// Whether one legal step of a goal piece would meet a goal.
fn is_a_step_away(position: &Position<'_>) -> bool {
    let pieces = 0..position.puzzle().pieces().len();
    pieces.filter(|&piece| serves_a_goal(position, piece)).any(|piece| {
        let at = position.anchor(piece);
        Direction::ALL.iter().any(|&direction| {
            replay::step(position, piece, at, direction).is_ok_and(|to| {
                let mut after = position.clone();
                after.put(piece, to);
                meets_a_goal(&after)
            })
        })
    })
}

/// Whether a goal names this piece or one that is alike.
fn serves_a_goal(position: &Position<'_>, piece: PieceId) -> bool {
    let puzzle = position.puzzle();
    let mut targets = puzzle.goals().iter().flat_map(|goal| &goal.targets);
    targets.any(|target| puzzle.are_alike(piece, target.piece))
}
