//! Puzzles made from others: with another start, goal or title.

use super::{
    PublishedOptimum,
    model::{Goal, Piece, PieceId, Puzzle, PuzzleInfo, SolvedWhen, Target, Until, Wait},
};
use crate::grid::Cell;

/// A puzzle that starts from a position of another.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RestartedPuzzle {
    /// The puzzle, its pieces numbered in the order of their new anchors, without an optimum.
    pub puzzle: Puzzle,
    /// For each piece, its number in the other puzzle.
    pub origins: Vec<PieceId>,
}

impl Puzzle {
    /// Returns the puzzle with the same rules, pieces and goals that starts with these anchors,
    /// given in the order of [`pieces`](Puzzle::pieces). Its pieces are numbered in the order of
    /// their new anchors and keep their letters and names; those that have left are no pieces of
    /// it. `None` if the pieces cannot stand so (see [`occupants`](Puzzle::occupants)), one stands
    /// on a gate that it may not enter, or no piece or no goal is left.
    ///
    /// # Complexity
    /// Cells of the frame, pieces × their logarithm, targets of the goals.
    pub fn with_start(&self, anchors: &[Cell]) -> Option<RestartedPuzzle> {
        self.occupants(anchors)?;
        let stands = |(piece, &anchor)| anchor == Cell::OUT || self.may_stand(piece, anchor);
        if !anchors.iter().enumerate().all(stands) {
            return None;
        }
        let mut standing: Vec<(Cell, PieceId)> = anchors.iter().copied().zip(0..).collect();
        standing.retain(|&(anchor, _)| anchor != Cell::OUT);
        standing.sort_unstable();
        let mut origins: Vec<PieceId> = standing.into_iter().map(|(_, piece)| piece).collect();
        let gone = self.standing() - origins.len();
        let beneath = origins.iter().flat_map(|&piece| self.beneath(piece));
        let beneath: Vec<PieceId> = beneath.collect();
        origins.extend(beneath);
        let mut now = vec![None; anchors.len()];
        for (new, &old) in origins.iter().enumerate() {
            now[old] = Some(new);
        }
        let renumber = |ids: &mut Vec<PieceId>| {
            *ids = ids.iter().filter_map(|&piece| now[piece]).collect();
            ids.sort_unstable();
            !ids.is_empty()
        };
        let goals = self.goals.iter();
        let goals: Vec<Goal> = goals
            .filter_map(|goal| self.renumbered_goal(goal, &origins, &now))
            .collect();
        if origins.is_empty() || goals.is_empty() {
            return None;
        }
        let wait = |wait: &Wait| {
            let until = match wait.until {
                Until::Left(left) => Until::Left(left.checked_sub(gone).filter(|&left| left > 0)?),
                Until::Gone(key) => Until::Gone(now[key]?),
            };
            let piece = now[wait.piece]?;
            Some(Wait { piece, until })
        };
        let mut puzzle = self.clone();
        puzzle.pieces = origins
            .iter()
            .map(|&old| Piece {
                anchor: anchors[old],
                next_layer: self.pieces[old].next_layer.and_then(|next| now[next]),
                ..self.pieces[old].clone()
            })
            .collect();
        puzzle.goals = goals;
        puzzle.waits = self.waits.iter().filter_map(wait).collect();
        puzzle.waits.sort_by_key(|wait| wait.piece);
        puzzle.alike.retain_mut(renumber);
        puzzle.doors.retain_mut(|door| renumber(&mut door.pieces));
        puzzle
            .colours
            .retain_mut(|colour| renumber(&mut colour.pieces));
        renumber(&mut puzzle.distinct);
        renumber(&mut puzzle.gate.pieces);
        // Without a door, all that must leave have left.
        puzzle.all_leave &= !puzzle.doors.is_empty();
        puzzle.best = PublishedOptimum::Unknown;
        Some(RestartedPuzzle { puzzle, origins })
    }

    /// Returns a goal with the new numbers of pieces, of which only `origins` are left. Another
    /// piece of its group takes the place of one that has left. `None` if none can stand there.
    fn renumbered_goal(
        &self,
        goal: &Goal,
        origins: &[PieceId],
        now: &[Option<PieceId>],
    ) -> Option<Goal> {
        let mut goal = goal.clone();
        let mut free = origins.to_vec();
        let mut targets: Vec<&mut Target> = goal.targets.iter_mut().collect();
        // First those at which not every piece of a group may stand.
        targets.sort_by_key(|target| !self.is_on_gate(target.piece, target.anchor));
        for target in targets {
            let group = self.alike.iter().find(|it| it.contains(&target.piece));
            let is_alike = |piece| group.is_some_and(|group| group.contains(piece));
            let may_stand = |piece: &&PieceId| self.may_stand(**piece, target.anchor);
            let mut able = free.iter().filter(may_stand);
            let piece = able.clone().find(|&&piece| piece == target.piece);
            let piece = *piece.or_else(|| able.find(|&piece| is_alike(piece)))?;
            free.retain(|&other| other != piece);
            target.piece = now[piece]?;
        }
        Some(goal)
    }

    /// Whether no gate keeps a piece from standing at this anchor.
    fn may_stand(&self, piece: PieceId, anchor: Cell) -> bool {
        let mut cells = self.pieces[piece].shape.cells_at(anchor);
        cells.all(|cell| self.may_enter(piece, cell))
    }

    /// Whether a piece at this anchor covers a cell of the gate.
    fn is_on_gate(&self, piece: PieceId, anchor: Cell) -> bool {
        let mut cells = self.pieces[piece].shape.cells_at(anchor);
        cells.any(|cell| self.gate.cells.contains(&cell))
    }

    /// Returns the puzzle with another start, title and optimum. `None` as for
    /// [`with_start`](Puzzle::with_start), and if it cannot be drawn: a piece would start on a
    /// gate, or the goal is that pieces leave, and all have left.
    pub fn starting_at(
        &self,
        anchors: &[Cell],
        title: PuzzleInfo,
        best: PublishedOptimum,
    ) -> Option<Puzzle> {
        let RestartedPuzzle { puzzle, .. } = self.with_start(anchors)?;
        let mut pieces = (0..).zip(&puzzle.pieces);
        let is_on_gate = pieces.any(|(id, piece)| puzzle.is_on_gate(id, piece.anchor));
        let has_goal = puzzle.all_leave || puzzle.goals != [Goal::default()];
        (has_goal && !is_on_gate).then_some(Puzzle {
            title,
            best,
            ..puzzle
        })
    }

    /// Returns the puzzle with this target as its only goal. `None` if the piece cannot stand
    /// there.
    pub fn aiming(&self, piece: PieceId, anchor: Cell) -> Option<Puzzle> {
        let shape = &self.pieces.get(piece)?.shape;
        let there: Vec<Cell> = shape.cells_at(anchor).collect();
        let fits = there.len() == shape.area()
            && there
                .iter()
                .all(|&cell| self.grid.contains(cell) && self.may_enter(piece, cell));
        let goal = Goal {
            targets: vec![Target { piece, anchor }],
            empties: Vec::new(),
        };
        fits.then(|| Puzzle {
            title: PuzzleInfo::default(),
            goals: vec![goal],
            finish: SolvedWhen::Reach,
            all_leave: false,
            best: PublishedOptimum::Unknown,
            ..self.clone()
        })
    }

    /// Returns the puzzle with another title.
    #[must_use]
    pub fn titled(&self, title: PuzzleInfo) -> Puzzle {
        Puzzle {
            title,
            ..self.clone()
        }
    }

    /// Returns the puzzle without names, notes and optimum. Two such puzzles are equal if their
    /// rules, starts, goals and letters are.
    #[must_use]
    pub fn without_info(&self) -> Self {
        let mut puzzle = self.clone();
        puzzle.title = PuzzleInfo::default();
        puzzle.best = PublishedOptimum::Unknown;
        for piece in &mut puzzle.pieces {
            piece.name = None;
        }
        puzzle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_RULES: &str = "\
name: Everything
names: A=Ann
gate: + = B A
alike: CD
distinct: E

A B C .
. + D E

goal:
. . . A
C . . .
";

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    fn at(cells: &[(u8, u8)]) -> Vec<Cell> {
        cells
            .iter()
            .map(|&(row, column)| Cell::new(row, column))
            .collect()
    }

    #[test]
    fn a_restarted_puzzle_equals_the_one_drawn_with_that_start() {
        let old = puzzle(ALL_RULES);
        let anchors = at(&[(0, 3), (0, 1), (0, 2), (1, 0), (1, 3)]);
        let RestartedPuzzle {
            puzzle: new,
            origins,
        } = old.with_start(&anchors).expect("there is room");
        let drawn = ALL_RULES.replace("A B C .\n. + D E", ". B C A\nD + . E");
        assert_eq!(new, puzzle(&drawn));
        let letters: String = origins
            .iter()
            .map(|&piece| old.pieces()[piece].letter)
            .collect();
        assert_eq!(letters, "BCADE");
    }

    #[test]
    fn a_puzzle_restarted_at_its_start_loses_the_optimum_only() {
        let text = format!("best: move=3\n{ALL_RULES}");
        let old = puzzle(&text);
        let anchors: Vec<Cell> = old.pieces().iter().map(|piece| piece.anchor).collect();
        let same = old.with_start(&anchors).expect("it stands there");
        assert_eq!(same.puzzle, puzzle(ALL_RULES));
        assert_eq!(same.origins, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn names_do_not_affect_the_puzzle_without_info() {
        let named = puzzle(ALL_RULES);
        let plain = ALL_RULES.replace("name: Everything\nnames: A=Ann\n", "");
        assert_ne!(named, puzzle(&plain));
        assert_eq!(named.without_info(), puzzle(&plain));
    }

    #[test]
    fn puzzles_without_info_differ_if_a_door_a_layer_a_colour_ice_or_a_lock_does() {
        let text = "colour: red = A B\nlayers: C = blue green\ndoor: red = right 1\n\
                    door: blue green = right 2\nice: A=1\nlock: B=row D=A\n\nA B . E\nC . D F\n";
        let plain = |text: &str| puzzle(text).without_info();
        for (from, to) in [
            ("right 1", "right 1-2"),
            ("blue green\n", "green blue\n"),
            ("red", "rot"),
            ("ice: A=1", "ice: A=2"),
            ("ice: A=1\n", ""),
            ("D=A", "E=A"),
            ("B=row ", ""),
        ] {
            assert_ne!(plain(text), plain(&text.replace(from, to)), "{from}");
        }
        let gone = text.replace("\n\nA", "\ngoal: gone\n\nA");
        assert_eq!(plain(text), plain(&gone));
    }

    #[test]
    fn a_start_that_cannot_be_drawn_is_refused() {
        let puzzle = puzzle("gate: + = C\n\nA A . + C\nB . D D .\n\ngoal:\n. . . . .\n. . A A .\n");
        let starts = |cells: &[(u8, u8)]| {
            let title = PuzzleInfo::default();
            puzzle
                .starting_at(&at(cells), title, PublishedOptimum::Unknown)
                .is_some()
        };
        assert!(starts(&[(0, 0), (0, 4), (1, 0), (1, 2)]));
        assert!(!starts(&[(0, 0), (0, 3), (1, 0), (1, 2)]), "on the gate");
        assert!(
            !starts(&[(0, 0), (0, 4), (1, 0), (1, 4)]),
            "out of the frame"
        );
        assert!(!starts(&[(0, 0), (0, 4), (1, 2), (1, 2)]), "on another");
        assert!(!starts(&[]));
    }

    #[test]
    fn pieces_that_have_left_are_in_no_rule_and_no_goal() {
        let text = "door: A = top 1\ngoal: gone\n\nA B .\n";
        let goal = "\ngoal:\n. . B\n";
        let start = |text: &str| {
            let anchors = [Cell::OUT, Cell::new(0, 1)];
            puzzle(text).starting_at(&anchors, PuzzleInfo::default(), PublishedOptimum::Unknown)
        };
        let left = puzzle(&format!(". B .\n{goal}"));
        assert_eq!(start(&format!("{text}{goal}")), Some(left));
        assert_eq!(start(text), None, "nothing is left to do");

        for (text, columns, drawn) in [
            (
                "alike: AC\ndoor: AC = top 1-3\n\nA C B\n\ngoal:\nA . .\n",
                [1, 2],
                "alike: C\ndoor: C = top 1-3\n\n. C B\n\ngoal:\nC . .\n",
            ),
            // Only D may take the place of A on the gate.
            (
                "gate: + = A D\nalike: ACD\ndoor: A = top 1\n\nA C + D\n\ngoal:\n. D A .\n",
                [1, 3],
                "gate: + = D\nalike: CD\n\n. C + D\n\ngoal:\n. C D .\n",
            ),
        ] {
            let [one, other] = columns.map(|column| Cell::new(0, column));
            let new = puzzle(text).with_start(&[Cell::OUT, one, other]);
            assert_eq!(new.expect("there is room").puzzle, puzzle(drawn));
        }
    }
}
