//! Whether a position solves the puzzle.

use super::{Position, replay};
use crate::grid::Direction;
use crate::puzzle::{Finish, Goal, PieceId, Target};

/// Whether the position solves its puzzle: it meets every target of one of the goals, or, with
/// [`Finish::Clear`], one legal step of one goal piece, to its target, would make it so.
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

/// What is not met, of the goal that lacks the least; nothing if that goal is reached.
#[must_use]
pub fn unmet(position: &Position<'_>) -> Goal {
    let goals = position.puzzle().goals().iter();
    let lacking = goals.map(|goal| lacks(position, goal));
    lacking.min_by_key(|goal| goal.targets.len() + goal.empties.len()).unwrap_or_default()
}

fn meets_a_goal(position: &Position<'_>) -> bool {
    position.puzzle().goals().iter().any(|goal| meets(position, goal))
}

fn meets(position: &Position<'_>, goal: &Goal) -> bool {
    lacks(position, goal) == Goal::default()
}

fn lacks(position: &Position<'_>, goal: &Goal) -> Goal {
    let targets = goal.targets.iter().filter(|target| !is_met(position, target));
    let empties = goal.empties.iter().filter(|&&cell| position.occupant(cell).is_some());
    Goal { targets: targets.copied().collect(), empties: empties.copied().collect() }
}

fn is_met(position: &Position<'_>, target: &Target) -> bool {
    position.occupant(target.anchor).is_some_and(|piece| {
        position.anchor(piece) == target.anchor && position.puzzle().are_alike(piece, target.piece)
    })
}

/// Whether one legal step would bring a goal piece to its target, and thereby meet a goal.
fn is_a_step_away(position: &Position<'_>) -> bool {
    let pieces = 0..position.puzzle().pieces().len();
    pieces.filter(|&piece| serves_a_goal(position, piece)).any(|piece| {
        let at = position.anchor(piece);
        Direction::ALL.iter().any(|&direction| {
            replay::step(position, piece, at, direction).is_ok_and(|to| {
                let mut after = position.clone();
                after.put(piece, to);
                let mut goals = position.puzzle().goals().iter();
                goals.any(|goal| arrives(&after, goal, piece) && meets(&after, goal))
            })
        })
    })
}

/// Whether the piece stands at a target of this goal: to leave a cell that must be empty is not
/// enough.
fn arrives(position: &Position<'_>, goal: &Goal, piece: PieceId) -> bool {
    let is_there = |target: &Target| {
        position.anchor(piece) == target.anchor && position.puzzle().are_alike(piece, target.piece)
    };
    goal.targets.iter().any(is_there)
}

/// Whether a goal names this piece or one that is alike.
fn serves_a_goal(position: &Position<'_>, piece: PieceId) -> bool {
    let puzzle = position.puzzle();
    let mut targets = puzzle.goals().iter().flat_map(|goal| &goal.targets);
    targets.any(|target| puzzle.are_alike(piece, target.piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::puzzle::{Draft, Drawing, Movement, Puzzle};
    use crate::solution::testing::{classic, draft};

    fn checked(draft: Draft) -> Puzzle {
        draft.check().expect("a sound puzzle")
    }

    fn is_solved_at_start(draft: Draft) -> bool {
        is_solved(&Position::start(&checked(draft)))
    }

    #[test]
    fn all_targets_of_a_goal_must_be_met() {
        assert!(is_solved_at_start(draft("A.B", "A.B")));
        assert!(!is_solved_at_start(draft("A.B", "AB.")));
        assert!(!is_solved(&Position::start(&classic())));
    }

    #[test]
    fn one_goal_of_several_will_do() {
        let mut several = draft("A..", "..A");
        several.goals.push(Drawing::from_lines([".A."]));
        assert!(!is_solved_at_start(several.clone()));
        several.goals.push(Drawing::from_lines(["A.."]));
        assert!(is_solved_at_start(several));
    }

    #[test]
    fn what_is_missing_is_told_of_the_nearest_goal() {
        let mut several = draft("AB..", "..AB");
        several.goals.push(Drawing::from_lines(["A..B"]));
        let puzzle = checked(several);
        let missing = unmet(&Position::start(&puzzle));
        assert_eq!(missing.targets, [puzzle.goals()[1].targets[1]]);
        assert_eq!(missing.empties, []);
    }

    #[test]
    fn cells_that_must_be_empty_are() {
        assert!(is_solved_at_start(draft(".AB", "_..")));
        assert!(!is_solved_at_start(draft("A.B", "_..")));
        assert!(!is_solved_at_start(draft("A.B", "A._")));
        let puzzle = checked(draft("A.B", "A._"));
        let missing = unmet(&Position::start(&puzzle));
        assert_eq!((missing.targets.len(), missing.empties), (0, vec![Cell::new(0, 2)]));
    }

    #[test]
    fn a_side_is_reached_anywhere_along_it() {
        let exit = |frame: &str, side| {
            let exits = vec![('A', side)];
            Draft { goals: Vec::new(), exits, ..draft(frame, ".") }
        };
        assert!(is_solved_at_start(exit(".. .A", Direction::Right)));
        assert!(is_solved_at_start(exit(".A ..", Direction::Right)));
        assert!(!is_solved_at_start(exit("A. ..", Direction::Right)));
        assert!(is_solved_at_start(exit("A. ..", Direction::Left)));
        let car = Draft { movement: Movement::Axis, ..exit("AA. ...", Direction::Right) };
        assert_eq!(checked(car).goals().len(), 1, "it stays in its row");
    }

    #[test]
    fn pieces_stand_in_for_each_other_only_where_they_are_alike() {
        let swapped = draft("AB.", "BA.");
        assert!(!is_solved_at_start(swapped.clone()));
        assert!(is_solved_at_start(Draft { alike: vec![vec!['A', 'B']], ..swapped }));
    }

    #[test]
    fn one_piece_does_not_serve_two_targets() {
        let both = draft("A..B", "AB..");
        assert!(!is_solved_at_start(Draft { alike: vec![vec!['A', 'B']], ..both }));
    }

    #[test]
    fn a_clear_way_of_one_step_is_enough_where_the_puzzle_says_so() {
        let clear = |frame: &str, goal: &str| Draft { finish: Finish::Clear, ..draft(frame, goal) };
        assert!(is_solved_at_start(clear("A..", ".A.")));
        assert!(!is_solved_at_start(draft("A..", ".A.")));
        assert!(!is_solved_at_start(clear("A..", "..A")), "two steps are too many");
        assert!(!is_solved_at_start(clear("AB.", ".A.")), "B is in the way");
        assert!(!is_solved_at_start(clear("AB..", ".AB.")), "two pieces would have to go");
        assert!(is_solved_at_start(clear("A.B", ".AB")));
        let on_axis = Draft { movement: Movement::Axis, ..clear("AA ..", ".. AA") };
        assert!(!is_solved_at_start(on_axis), "a step that the rules forbid");
        assert!(is_solved_at_start(clear("A..", "_A.")), "it leaves the cell that must be empty");
        assert!(!is_solved_at_start(clear("AB..", "A_..")), "B has no target to go to");
    }

    #[test]
    fn the_last_step_may_be_that_of_a_piece_alike() {
        let stand_in = Draft {
            finish: Finish::Clear,
            alike: vec![vec!['A', 'B']],
            ..draft("A...B.", "...A..")
        };
        assert!(is_solved_at_start(stand_in));
    }
}
