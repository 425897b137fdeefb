//! A puzzle made from another: begun elsewhere, or without its names.

use super::{Best, Gate, Goal, Piece, PieceId, Puzzle, Target, Title};
use crate::grid::Cell;

/// A puzzle that begins where the pieces of another have come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continued {
    /// The puzzle; its pieces are numbered by where they stand now. Nothing is published of it.
    pub puzzle: Puzzle,
    /// For each of its pieces, the number of the same piece in the puzzle that it was made from.
    pub origins: Vec<PieceId>,
}

impl Puzzle {
    /// The same puzzle, begun with the anchor of each piece where `anchors` says, in the order of
    /// [`pieces`](Puzzle::pieces); `None` where they are not as many, or some piece would stand in
    /// a wall, out of the frame or on another.
    ///
    /// # Complexity
    /// Cells of the frame, pieces × their logarithm, targets of the goals.
    #[must_use]
    pub fn continued(&self, anchors: &[Cell]) -> Option<Continued> {
        if !self.has_room(anchors) {
            return None;
        }
        let mut origins: Vec<PieceId> = (0..self.pieces.len()).collect();
        origins.sort_unstable_by_key(|&piece| anchors[piece]);
        let mut now = vec![0; origins.len()];
        for (new, &old) in origins.iter().enumerate() {
            now[old] = new;
        }
        let renumbered = |ids: &[PieceId]| -> Vec<PieceId> {
            let mut ids: Vec<PieceId> = ids.iter().map(|&piece| now[piece]).collect();
            ids.sort_unstable();
            ids
        };
        let target = |target: &Target| Target { piece: now[target.piece], anchor: target.anchor };
        let goal = |goal: &Goal| Goal {
            targets: goal.targets.iter().map(target).collect(),
            empties: goal.empties.clone(),
        };
        let piece = |&old: &PieceId| Piece { anchor: anchors[old], ..self.pieces[old].clone() };
        let gate = Gate { cells: self.gate.cells.clone(), pieces: renumbered(&self.gate.pieces) };
        let puzzle = Puzzle {
            title: self.title.clone(),
            grid: self.grid.clone(),
            pieces: origins.iter().map(piece).collect(),
            goals: self.goals.iter().map(goal).collect(),
            alike: self.alike.iter().map(|group| renumbered(group)).collect(),
            distinct: renumbered(&self.distinct),
            movement: self.movement,
            finish: self.finish,
            gate,
            best: Best::Unknown,
        };
        Some(Continued { puzzle, origins })
    }

    /// Whether all pieces have room with their anchors there.
    fn has_room(&self, anchors: &[Cell]) -> bool {
        let mut taken = vec![false; self.grid.area()];
        let mut fits = |(piece, &anchor): (&Piece, &Cell)| {
            let mut cells = piece.shape.cells_at(anchor);
            piece.shape.area() == cells.by_ref().count()
                && piece.shape.cells_at(anchor).all(|cell| {
                    !self.grid.is_wall(cell)
                        && !std::mem::replace(&mut taken[self.grid.index(cell)], true)
                })
        };
        anchors.len() == self.pieces.len() && self.pieces.iter().zip(anchors).all(&mut fits)
    }

    /// The same puzzle without what it and its pieces are called and what is published of it: two
    /// puzzles are then equal if they are the same to play and are drawn with the same letters.
    #[must_use]
    pub fn unnamed(&self) -> Self {
        let mut puzzle = self.clone();
        puzzle.title = Title::default();
        puzzle.best = Best::Unknown;
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
        let Continued { puzzle: new, origins } = old.continued(&anchors).expect("there is room");
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
        let same = old.continued(&anchors).expect("it stands there");
        assert_eq!(same.puzzle, puzzle(ALL_RULES));
        assert_eq!(same.origins, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn pieces_need_room() {
        let old = puzzle("A A .\nB # .\n\ngoal:\n. A A\n. # .\n");
        assert!(old.continued(&at(&[(0, 1), (1, 0)])).is_some());
        for wrong in [
            &[(0, 2), (1, 0)][..],
            &[(0, 0), (0, 1)],
            &[(0, 0), (1, 1)],
            &[(0, 255), (1, 0)],
            &[(0, 0)],
        ] {
            assert_eq!(old.continued(&at(wrong)), None, "{wrong:?}");
        }
    }

    #[test]
    fn names_do_not_change_what_is_played() {
        let named = puzzle(ALL_RULES);
        let plain = ALL_RULES.replace("name: Everything\nnames: A=Ann\n", "");
        assert_ne!(named, puzzle(&plain));
        assert_eq!(named.unnamed(), puzzle(&plain));
    }
}
