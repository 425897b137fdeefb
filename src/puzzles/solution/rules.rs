//! The rules: the check of a move, cell by cell, and of the goals.

use thiserror::Error;

use super::{Move, position::Position};
use crate::{
    grid::{Cell, Direction, Edge},
    puzzle::{Goal, Metric, PieceId, Puzzle, SolvedWhen, Target, Until},
};

/// Reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("{message}")]
#[non_exhaustive]
pub struct IllegalMove {
    /// A description of the error.
    pub message: String,
    /// The message without the cell of a blocked piece, for readers who see the board.
    pub short: String,
}

impl IllegalMove {
    pub(super) fn new(message: String) -> Self {
        IllegalMove {
            short: message.clone(),
            message,
        }
    }
}

impl Position<'_> {
    /// Makes a move after checking that it is legal: the piece stands where the move begins, and
    /// each step of its path stays within the frame, off walls, closed gates and other pieces, and
    /// obeys the puzzle's rule of movement. The last step may take the piece out through a door, or
    /// take a layer off there.
    ///
    /// A tile in line with the empty cell may push those between. The path may have any length:
    /// [`Move::is_unit`] checks the metric, as does [`verify`](super::verify()).
    ///
    /// # Errors
    /// The first error of the move, which leaves the position unchanged.
    ///
    /// # Panics
    /// Never: a push ends on the empty cell.
    ///
    /// # Complexity
    /// Cells of the piece × steps of the path.
    pub fn apply(&mut self, unit: &Move) -> Result<(), IllegalMove> {
        if unit.path.len() < 2 || !self.puzzle().are_tiles() {
            return self.apply_alone(unit);
        }
        let Some(line) = self.pushed(unit) else {
            return self.apply_alone(unit);
        };
        for &piece in line.iter().rev() {
            let to = self.anchor(piece).step(unit.path[0]);
            self.put(piece, to.expect("the line ends in the frame"));
        }
        Ok(())
    }

    /// Returns the tiles that a push moves, the farthest from the empty cell first.
    fn pushed(&self, unit: &Move) -> Option<Vec<PieceId>> {
        let grid = self.puzzle().grid();
        let mut line = Vec::new();
        let mut at = unit.from;
        for &direction in unit.path.iter().filter(|_| unit.is_unit(Metric::Push)) {
            line.push(self.occupant(at)?);
            at = at.step(direction).filter(|&cell| grid.contains(cell))?;
        }
        let is_empty = !grid.is_wall(at) && self.occupant(at).is_none();
        (is_empty && line.first() == Some(&unit.piece)).then_some(line)
    }

    /// Makes a move of a piece that pushes no others.
    pub(super) fn apply_alone(&mut self, unit: &Move) -> Result<(), IllegalMove> {
        let pieces = self.puzzle().pieces();
        let Some(piece) = pieces.get(unit.piece) else {
            let piece = unit.piece;
            let pieces = pieces.len();
            return Err(IllegalMove::new(format!(
                "there is no piece {piece}: the puzzle has {pieces}, numbered from 0"
            )));
        };
        let stands = self.anchor(unit.piece);
        if stands == Cell::OUT {
            return Err(IllegalMove::new(format!("{} has left", piece.label())));
        }
        if stands != unit.from {
            let piece = piece.label();
            let from = unit.from;
            return Err(IllegalMove::new(format!(
                "{piece} stands at {stands}, not at {from}"
            )));
        }
        if unit.path.is_empty() {
            return Err(IllegalMove::new(format!("{} goes nowhere", piece.label())));
        }
        let mut end = (unit.piece, stands);
        for &direction in &unit.path {
            let (now, at) = end;
            if now != unit.piece {
                let message = format!("the move of {} ends where it loses a layer", piece.label());
                return Err(IllegalMove::new(message));
            }
            end = self.step(now, at, direction).map_err(|obstacle| {
                let obstacle = obstacle.describe(self.puzzle());
                let blocked = format!("{} cannot go {direction}", piece.label());
                IllegalMove {
                    message: format!("{blocked} from {at}: {obstacle}"),
                    short: format!("{blocked}: {obstacle}"),
                }
            })?;
        }
        self.put(unit.piece, Cell::OUT);
        self.put(end.0, end.1);
        Ok(())
    }

    /// Returns the anchor of `piece` after one step from the anchor `at`, wherever the piece stands
    /// now: it does not block itself. A step across a door takes the whole piece out, or takes its
    /// layer off: then the piece of the next layer stands at `at`.
    pub(crate) fn step(
        &self,
        piece: PieceId,
        at: Cell,
        direction: Direction,
    ) -> Result<(PieceId, Cell), Blocker> {
        let puzzle = self.puzzle();
        if !puzzle.may_step(piece, direction) {
            return Err(Blocker::Axis);
        }
        let here = || self.anchors().iter().filter(|it| **it != Cell::OUT);
        let is_waiting = |until: &Until| match *until {
            Until::Left(wanted) => puzzle.standing() < here().count() + wanted,
            Until::Gone(key) => self.anchor(key) != Cell::OUT,
        };
        if let Some(until) = puzzle.waits_of(piece).find(is_waiting) {
            return Err(Blocker::Wait(until));
        }
        let shape = &puzzle.pieces()[piece].shape;
        let side = direction;
        let crosses = |cell: Cell| puzzle.is_door(piece, Edge { cell, side });
        if !puzzle.doors().is_empty() && shape.cells_at(at).any(crosses) {
            for mut cell in shape.cells_at(at) {
                while !crosses(cell) {
                    cell = self.enter(piece, cell, direction)?;
                }
            }
            let next = puzzle.pieces()[piece].next_layer;
            return Ok(next.map_or((piece, Cell::OUT), |next| (next, at)));
        }
        for cell in shape.cells_at(at) {
            self.enter(piece, cell, direction)?;
        }
        let to = at.step(direction).ok_or(Blocker::Frame)?;
        Ok((piece, to))
    }

    /// Returns the cell beyond this one, if it is free for a cell of `piece`.
    fn enter(&self, piece: PieceId, cell: Cell, direction: Direction) -> Result<Cell, Blocker> {
        let puzzle = self.puzzle();
        let entered = cell
            .step(direction)
            .filter(|&cell| puzzle.grid().contains(cell))
            .ok_or(Blocker::Frame)?;
        if puzzle.grid().is_wall(entered) {
            return Err(Blocker::Wall(entered));
        }
        if !puzzle.may_enter(piece, entered) {
            return Err(Blocker::Gate(entered));
        }
        match self.occupant(entered) {
            Some(other) if other != piece => Err(Blocker::Piece(entered, other)),
            _ => Ok(entered),
        }
    }

    /// Whether the position solves its puzzle: it meets all targets of a goal, or, with
    /// [`SolvedWhen::Clear`], one legal step of one goal piece to its target would do so.
    ///
    /// The piece of a target or an interchangeable one meets it. One piece cannot meet two targets
    /// of a goal, whose anchors differ.
    ///
    /// # Complexity
    /// Targets × pieces; with [`SolvedWhen::Clear`], that for each legal step to a target.
    pub fn is_solved(&self) -> bool {
        self.puzzle().goals().iter().any(|goal| meets(self, goal))
            || self.puzzle().finish() == SolvedWhen::Clear && is_a_step_away(self)
    }

    /// Returns a piece that must still leave, if the puzzle asks for that.
    pub(super) fn must_leave(&self) -> Option<PieceId> {
        let goal = &self.puzzle().goals()[0];
        let asked = self.puzzle().all_leave().then(|| remaining(self, goal));
        asked.and_then(|mut pieces| pieces.next())
    }

    /// Returns the unmet conditions of the goal with the fewest, apart from pieces that must leave.
    pub fn unmet_conditions(&self) -> Goal {
        self.puzzle()
            .goals()
            .iter()
            .map(|goal| lacks(self, goal))
            .min_by_key(|goal| goal.targets.len() + goal.empties.len())
            .unwrap_or_default()
    }
}

/// The obstacle to a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocker {
    /// The piece may not go in this direction.
    Axis,
    /// Other pieces must leave first.
    Wait(Until),
    /// The edge of the frame.
    Frame,
    /// A wall in this cell.
    Wall(Cell),
    /// A gate in this cell, which the piece may not enter.
    Gate(Cell),
    /// Another piece, which covers this cell.
    Piece(Cell, PieceId),
}

impl Blocker {
    fn describe(self, puzzle: &Puzzle) -> String {
        match self {
            Blocker::Axis => "it may only move along its long side".to_owned(),
            Blocker::Wait(Until::Left(1)) => "a piece must leave first".to_owned(),
            Blocker::Wait(Until::Left(left)) => format!("{left} pieces must leave first"),
            Blocker::Wait(Until::Gone(key)) => {
                format!("{} must leave first", puzzle.pieces()[key].label())
            }
            Blocker::Frame => "there the frame ends".to_owned(),
            Blocker::Wall(cell) => format!("{cell} is a wall"),
            Blocker::Gate(cell) => format!("{cell} is a gate that it may not enter"),
            Blocker::Piece(cell, piece) => {
                format!("{cell} is taken by {}", puzzle.pieces()[piece].label())
            }
        }
    }
}

fn meets(position: &Position<'_>, goal: &Goal) -> bool {
    let is_empty = |&cell: &Cell| position.occupant(cell).is_none();
    goal.targets.iter().all(|target| is_met(position, target))
        && goal.empties.iter().all(is_empty)
        && (!position.puzzle().all_leave() || remaining(position, goal).next().is_none())
}

/// Returns the pieces that must still leave: those with a door that stand at no target of a goal.
fn remaining(position: &Position<'_>, goal: &Goal) -> impl Iterator<Item = PieceId> {
    let puzzle = position.puzzle();
    (0..puzzle.pieces().len()).filter(move |&piece| {
        let anchor = position.anchor(piece);
        let is_placed = goal.targets.iter().any(|target| {
            target.anchor == anchor && puzzle.are_interchangeable(piece, target.piece)
        });
        anchor != Cell::OUT && puzzle.may_leave(piece) && !is_placed
    })
}

fn is_met(position: &Position<'_>, target: &Target) -> bool {
    position.occupant(target.anchor).is_some_and(|piece| {
        position.anchor(piece) == target.anchor
            && position.puzzle().are_interchangeable(piece, target.piece)
    })
}

/// Returns the conditions of a goal that the position does not meet.
fn lacks(position: &Position<'_>, goal: &Goal) -> Goal {
    let targets = goal.targets.iter();
    let targets = targets.filter(|target| !is_met(position, target));
    let empties = goal
        .empties
        .iter()
        .filter(|&&cell| position.occupant(cell).is_some());
    Goal {
        targets: targets.copied().collect(),
        empties: empties.copied().collect(),
    }
}

/// Whether one legal step of a piece to a target would meet a goal.
fn is_a_step_away(position: &Position<'_>) -> bool {
    position.anchors().iter().enumerate().any(|(piece, &at)| {
        Direction::ALL.iter().any(|&direction| {
            position.step(piece, at, direction).is_ok_and(|(_, to)| {
                // A step that only leaves a cell that must be empty does not count.
                position
                    .puzzle()
                    .goals()
                    .iter()
                    .filter(|goal| goal.targets.iter().any(|it| it.anchor == to))
                    .any(|goal| {
                        let mut after = position.clone();
                        after.put(piece, to);
                        meets(&after, goal)
                    })
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzle::{CharGrid, Draft, Movement},
        solution::tests::{classic, draft, motley},
    };
    use Direction::{Down, Left, Right, Up};

    /// Returns the position after the piece with this letter moves from the start, or the error.
    fn go(puzzle: &Puzzle, letter: char, path: &[Direction]) -> Result<String, String> {
        let mut position = Position::start(puzzle);
        let piece = puzzle
            .pieces()
            .iter()
            .position(|piece| piece.letter == letter);
        let piece = piece.expect("a piece of the puzzle");
        let unit = Move {
            piece,
            from: position.anchor(piece),
            path: path.to_vec(),
        };
        match position.apply(&unit) {
            Ok(()) => Ok(position.to_string()),
            Err(why) => {
                assert_eq!(
                    position,
                    Position::start(puzzle),
                    "a refused move changes nothing"
                );
                Err(why.to_string())
            }
        }
    }

    #[test]
    fn a_legal_move_moves_the_piece_along_its_path() {
        let after = "A C C B\nA C C B\nD E E F\nD G . F\nI . H J";
        assert_eq!(go(&classic(), 'H', &[Down]).as_deref(), Ok(after));
        let after = "A C C B\nA C C B\nD E E F\nD G H F\n. . I J";
        assert_eq!(go(&classic(), 'I', &[Right, Right]).as_deref(), Ok(after));
    }

    #[test]
    fn a_piece_does_not_block_itself() {
        let puzzle = draft("A.. AA. ...", "... A.. AA.").check().expect("sound");
        assert_eq!(
            go(&puzzle, 'A', &[Right, Down]).as_deref(),
            Ok(". . .\n. A .\n. A A")
        );
    }

    #[test]
    fn the_error_names_the_obstacle() {
        let refused = |puzzle: &Puzzle, letter, path: &[Direction]| {
            go(puzzle, letter, path).expect_err("an illegal move")
        };
        let classic = classic();
        assert_eq!(
            refused(&classic, 'E', &[Left]),
            "E 关羽 cannot go left from row 3, column 2: row 3, column 1 is taken by D 马超"
        );
        assert_eq!(
            refused(&classic, 'J', &[Left, Down]),
            "J cannot go down from row 5, column 3: there the frame ends"
        );
        assert_eq!(
            refused(&classic, 'A', &[Up]),
            "A 张飞 cannot go up from row 1, column 1: there the frame ends"
        );
        let motley = motley();
        assert_eq!(
            refused(&motley, '1', &[Left]),
            "1 moves cannot go left from row 3, column 4: row 3, column 3 is a gate that it may not enter"
        );
        assert_eq!(
            refused(&motley, '1', &[Right, Up, Up]),
            "1 moves cannot go up from row 2, column 5: row 1, column 5 is a wall"
        );
        assert!(
            go(&motley, '2', &[Right, Right]).is_ok(),
            "the gate is open to 2"
        );
    }

    #[test]
    fn pieces_with_an_axis_move_along_it_only() {
        let mut draft = draft("AAB ..B C..", "... ... ..C");
        draft.movement = Movement::Axis;
        let puzzle = draft.check().expect("sound");
        assert_eq!(
            go(&puzzle, 'A', &[Down]),
            Err(
                "A cannot go down from row 1, column 1: it may only move along its long side"
                    .to_owned()
            )
        );
        assert!(go(&puzzle, 'B', &[Down]).is_ok());
        assert!(go(&puzzle, 'C', &[Up, Right]).is_ok(), "as wide as high");
    }

    #[test]
    fn a_move_must_fit_the_position() {
        let puzzle = classic();
        let mut position = Position::start(&puzzle);
        let mut refused = |piece, from, path: &[Direction]| {
            let unit = Move {
                piece,
                from,
                path: path.to_vec(),
            };
            position
                .apply(&unit)
                .expect_err("an illegal move")
                .to_string()
        };
        let corner = Cell::new(0, 0);
        assert_eq!(refused(0, corner, &[]), "A 张飞 goes nowhere");
        assert_eq!(
            refused(1, corner, &[Up]),
            "C 曹操 stands at row 1, column 2, not at row 1, column 1"
        );
        assert_eq!(
            refused(10, corner, &[Up]),
            "there is no piece 10: the puzzle has 10, numbered from 0"
        );
    }

    fn checked(draft: Draft) -> Puzzle {
        draft.check().expect("a sound puzzle")
    }

    fn is_solved_at_start(draft: Draft) -> bool {
        Position::start(&checked(draft)).is_solved()
    }

    #[test]
    fn all_targets_of_a_goal_must_be_satisfied() {
        assert!(is_solved_at_start(draft("A.B", "A.B")));
        assert!(!is_solved_at_start(draft("A.B", "AB.")));
        assert!(!Position::start(&classic()).is_solved());
    }

    #[test]
    fn one_goal_of_several_suffices() {
        let mut several = draft("A..", "..A");
        several.goals.push(CharGrid::from_lines([".A."]));
        assert!(!is_solved_at_start(several.clone()));
        several.goals.push(CharGrid::from_lines(["A.."]));
        assert!(is_solved_at_start(several));
    }

    #[test]
    fn unmet_conditions_refer_to_the_nearest_goal() {
        let mut several = draft("AB..", "..AB");
        several.goals.push(CharGrid::from_lines(["A..B"]));
        let puzzle = checked(several);
        let missing = Position::start(&puzzle).unmet_conditions();
        assert_eq!(missing.targets, [puzzle.goals()[1].targets[1]]);
        assert_eq!(missing.empties, []);
    }

    #[test]
    fn cells_that_must_be_empty_are_conditions() {
        assert!(is_solved_at_start(draft(".AB", "_..")));
        assert!(!is_solved_at_start(draft("A.B", "_..")));
        assert!(!is_solved_at_start(draft("A.B", "A._")));
        let puzzle = checked(draft("A.B", "A._"));
        let missing = Position::start(&puzzle).unmet_conditions();
        assert_eq!(
            (missing.targets.len(), missing.empties),
            (0, vec![Cell::new(0, 2)])
        );
    }

    #[test]
    fn a_side_is_reached_anywhere_along_it() {
        let exit = |frame: &str, side| {
            let exits = vec![('A', side)];
            Draft {
                goals: Vec::new(),
                exits,
                ..draft(frame, ".")
            }
        };
        assert!(is_solved_at_start(exit(".. .A", Direction::Right)));
        assert!(is_solved_at_start(exit(".A ..", Direction::Right)));
        assert!(!is_solved_at_start(exit("A. ..", Direction::Right)));
        assert!(is_solved_at_start(exit("A. ..", Direction::Left)));
        let car = Draft {
            movement: Movement::Axis,
            ..exit("AA. ...", Direction::Right)
        };
        assert_eq!(checked(car).goals().len(), 1, "it stays in its row");
    }

    #[test]
    fn an_interchangeable_piece_satisfies_at_most_one_target() {
        let alike = |draft: Draft| Draft {
            alike: vec![vec!['A', 'B']],
            ..draft
        };
        assert!(!is_solved_at_start(draft("AB.", "BA.")));
        assert!(is_solved_at_start(alike(draft("AB.", "BA."))));
        assert!(!is_solved_at_start(alike(draft("A..B", "AB.."))));
        let clear = Draft {
            finish: SolvedWhen::Clear,
            ..alike(draft("A...B.", "...A.."))
        };
        assert!(is_solved_at_start(clear), "the last step is one of B");
    }

    #[test]
    fn one_free_step_suffices_with_finish_clear() {
        let clear = |frame: &str, goal: &str| Draft {
            finish: SolvedWhen::Clear,
            ..draft(frame, goal)
        };
        assert!(is_solved_at_start(clear("A..", ".A.")));
        assert!(!is_solved_at_start(draft("A..", ".A.")));
        assert!(
            !is_solved_at_start(clear("A..", "..A")),
            "two steps are too many"
        );
        assert!(!is_solved_at_start(clear("AB.", ".A.")), "B is in the way");
        assert!(
            !is_solved_at_start(clear("AB..", ".AB.")),
            "two pieces would have to go"
        );
        assert!(is_solved_at_start(clear("A.B", ".AB")));
        let on_axis = Draft {
            movement: Movement::Axis,
            ..clear("AA ..", ".. AA")
        };
        assert!(!is_solved_at_start(on_axis), "a step that the rules forbid");
        assert!(
            is_solved_at_start(clear("A..", "_A.")),
            "it leaves the cell that must be empty"
        );
        assert!(
            !is_solved_at_start(clear("AB..", "A_..")),
            "B has no target to go to"
        );
    }
}
