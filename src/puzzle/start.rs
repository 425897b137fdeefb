//! Puzzles made from others: with another start, goal or title.

use super::PublishedOptimum;
use super::model::{Gate, Goal, Piece, PieceId, Puzzle, PuzzleInfo, SolvedWhen, Target};
use crate::grid::Cell;

/// A puzzle with the start where the pieces of another have come to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RestartedPuzzle {
    /// The puzzle; its pieces are numbered by where they stand now. Nothing is published of it.
    pub puzzle: Puzzle,
    /// For each of its pieces, the number of the same piece in the puzzle that it was made from.
    pub origins: Vec<PieceId>,
}

impl Puzzle {
    /// The puzzle with the same rules, pieces and goals that starts with the anchor of each piece
    /// where `anchors` says, in the order of [`pieces`](Puzzle::pieces). Its pieces are numbered
    /// anew, as always in the order of their anchors; they keep their letters and names. `None`
    /// where some piece has no room (see [`occupants`](Puzzle::occupants)) or stands on a gate that
    /// it may not enter.
    ///
    /// # Complexity
    /// Cells of the frame, pieces × their logarithm, targets of the goals.
    pub fn with_start(&self, anchors: &[Cell]) -> Option<RestartedPuzzle> {
        self.occupants(anchors)?;
        let may_stand = |(piece, &anchor): (PieceId, &Cell)| {
            let shape = &self.pieces[piece].shape;
            shape.cells_at(anchor).all(|cell| self.may_enter(piece, cell))
        };
        if !anchors.iter().enumerate().all(may_stand) {
            return None;
        }
        let mut standing: Vec<(Cell, PieceId)> = anchors.iter().copied().zip(0..).collect();
        standing.sort_unstable();
        let origins: Vec<PieceId> = standing.into_iter().map(|(_, piece)| piece).collect();
        let mut now = vec![0; origins.len()];
        origins.iter().enumerate().for_each(|(new, &old)| now[old] = new);
        let renumbered = |ids: &[PieceId]| -> Vec<PieceId> {
            let mut ids: Vec<PieceId> = ids.iter().map(|&piece| now[piece]).collect();
            ids.sort_unstable();
            ids
        };
        let goal = |goal: &Goal| Goal {
            targets: goal.targets.iter().map(|t| Target { piece: now[t.piece], ..*t }).collect(),
            empties: goal.empties.clone(),
        };
        let piece = |&old: &PieceId| Piece { anchor: anchors[old], ..self.pieces[old].clone() };
        let puzzle = Puzzle {
            title: self.title.clone(),
            grid: self.grid.clone(),
            pieces: origins.iter().map(piece).collect(),
            goals: self.goals.iter().map(goal).collect(),
            alike: self.alike.iter().map(|group| renumbered(group)).collect(),
            distinct: renumbered(&self.distinct),
            movement: self.movement,
            finish: self.finish,
            gate: Gate { cells: self.gate.cells.clone(), pieces: renumbered(&self.gate.pieces) },
            best: PublishedOptimum::Unknown,
        };
        Some(RestartedPuzzle { puzzle, origins })
    }

    /// Returns the puzzle with another start, title and optimum. `None` as for
    /// [`with_start`](Puzzle::with_start), and if a piece would start on a gate: such a puzzle
    /// cannot be drawn.
    pub fn starting_at(
        &self,
        anchors: &[Cell],
        title: PuzzleInfo,
        best: PublishedOptimum,
    ) -> Option<Puzzle> {
        let RestartedPuzzle { puzzle, .. } = self.with_start(anchors)?;
        let is_on_gate = puzzle.pieces.iter().any(|piece| {
            piece.shape.cells_at(piece.anchor).any(|cell| puzzle.gate.cells.contains(&cell))
        });
        (!is_on_gate).then_some(Puzzle { title, best, ..puzzle })
    }

    /// Returns the puzzle with this target for its only goal. `None` if the piece can never be
    /// there.
    pub fn aiming(&self, piece: PieceId, anchor: Cell) -> Option<Puzzle> {
        let shape = &self.pieces.get(piece)?.shape;
        let there: Vec<Cell> = shape.cells_at(anchor).collect();
        let fits = there.len() == shape.area()
            && there.iter().all(|&cell| self.grid.contains(cell) && self.may_enter(piece, cell));
        let goal = Goal { targets: vec![Target { piece, anchor }], empties: Vec::new() };
        fits.then(|| Puzzle {
            title: PuzzleInfo::default(),
            goals: vec![goal],
            finish: SolvedWhen::Reach,
            best: PublishedOptimum::Unknown,
            ..self.clone()
        })
    }

    /// Returns the puzzle with another title.
    #[must_use]
    pub fn titled(&self, title: PuzzleInfo) -> Puzzle {
        Puzzle { title, ..self.clone() }
    }

    /// Returns the puzzle without names, notes and optimum. Two such puzzles are equal if they play
    /// alike and are drawn with the same letters.
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
        cells.iter().map(|&(row, column)| Cell::new(row, column)).collect()
    }

    #[test]
    fn a_puzzle_continued_reads_as_if_it_had_been_drawn_so() {
        let old = puzzle(ALL_RULES);
        let anchors = at(&[(0, 3), (0, 1), (0, 2), (1, 0), (1, 3)]);
        let RestartedPuzzle { puzzle: new, origins } =
            old.with_start(&anchors).expect("there is room");
        let drawn = ALL_RULES.replace("A B C .\n. + D E", ". B C A\nD + . E");
        assert_eq!(new, puzzle(&drawn));
        let letters: String = origins.iter().map(|&piece| old.pieces()[piece].letter).collect();
        assert_eq!(letters, "BCADE");
    }

    #[test]
    fn begun_at_its_own_start_it_is_itself_but_for_what_is_published() {
        let text = format!("best: move=3\n{ALL_RULES}");
        let old = puzzle(&text);
        let anchors: Vec<Cell> = old.pieces().iter().map(|piece| piece.anchor).collect();
        let same = old.with_start(&anchors).expect("it stands there");
        assert_eq!(same.puzzle, puzzle(ALL_RULES));
        assert_eq!(same.origins, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn names_do_not_change_what_is_played() {
        let named = puzzle(ALL_RULES);
        let plain = ALL_RULES.replace("name: Everything\nnames: A=Ann\n", "");
        assert_ne!(named, puzzle(&plain));
        assert_eq!(named.without_info(), puzzle(&plain));
    }

    const MOTLEY: &str = "\
name: Motley
pieces: axis
gate: + = C
lock: B=row

A A . + C
B . D D .

goal:
. . . . .
. . A A .
";

    fn anchors(cells: [(u8, u8); 4]) -> Vec<Cell> {
        cells.map(|(row, column)| Cell::new(row, column)).to_vec()
    }

    #[test]
    fn what_cannot_be_drawn_is_no_start() {
        let puzzle: Puzzle = MOTLEY.parse().expect("a puzzle");
        let at = |cells| {
            puzzle.starting_at(&anchors(cells), PuzzleInfo::default(), PublishedOptimum::Unknown)
        };
        assert!(at([(0, 0), (0, 4), (1, 0), (1, 2)]).is_some());
        assert!(at([(0, 0), (0, 3), (1, 0), (1, 2)]).is_none(), "on the gate");
        assert!(at([(0, 0), (0, 4), (1, 0), (1, 4)]).is_none(), "out of the frame");
        assert!(at([(0, 0), (0, 4), (1, 2), (1, 2)]).is_none(), "on another");
        assert!(
            puzzle.starting_at(&[], PuzzleInfo::default(), PublishedOptimum::Unknown).is_none()
        );
    }
}
