//! The same puzzle from another start.

use super::{Best, Gate, Goal, Piece, PieceId, Puzzle, Target, Title};
use crate::grid::Cell;

impl Puzzle {
    /// The puzzle with the same rules, pieces and goals that starts with each piece's anchor where
    /// `anchors` says, in the order of the pieces. Its pieces are numbered anew, as always in the
    /// order of their anchors; they keep their letters and names.
    ///
    /// `None` where the anchors are not as many as the pieces, or a piece would stand in a wall, out
    /// of the frame, on another or on a gate: a puzzle could not be drawn so.
    #[must_use]
    pub fn starting_at(&self, anchors: &[Cell], title: Title, best: Best) -> Option<Puzzle> {
        if !self.can_be_drawn(anchors) {
            return None;
        }
        let mut order: Vec<PieceId> = (0..self.pieces.len()).collect();
        order.sort_by_key(|&piece| anchors[piece]);
        let mut number = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| number[old] = new);
        let renumbered = |pieces: &[PieceId]| {
            let mut pieces: Vec<PieceId> = pieces.iter().map(|&old| number[old]).collect();
            pieces.sort_unstable();
            pieces
        };
        let goal = |goal: &Goal| Goal {
            targets: goal.targets.iter().map(|t| Target { piece: number[t.piece], ..*t }).collect(),
            empties: goal.empties.clone(),
        };
        let piece = |&old: &PieceId| Piece { anchor: anchors[old], ..self.pieces[old].clone() };
        Some(Puzzle {
            title,
            best,
            grid: self.grid.clone(),
            pieces: order.iter().map(piece).collect(),
            goals: self.goals.iter().map(goal).collect(),
            alike: self.alike.iter().map(|group| renumbered(group)).collect(),
            distinct: renumbered(&self.distinct),
            movement: self.movement,
            finish: self.finish,
            gate: Gate { cells: self.gate.cells.clone(), pieces: renumbered(&self.gate.pieces) },
        })
    }

    fn can_be_drawn(&self, anchors: &[Cell]) -> bool {
        let mut taken = vec![false; self.grid.area()];
        anchors.len() == self.pieces.len()
            && self.pieces.iter().zip(anchors).all(|(piece, &anchor)| {
                let cells: Vec<Cell> = piece.shape.cells_at(anchor).collect();
                cells.len() == piece.shape.area()
                    && cells.iter().all(|&cell| {
                        self.grid.contains(cell)
                            && !self.grid.is_wall(cell)
                            && !self.gate.cells.contains(&cell)
                            && !std::mem::replace(&mut taken[self.grid.index(cell)], true)
                    })
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn another_start_reads_back_as_the_same_puzzle_drawn_so() {
        let puzzle: Puzzle = MOTLEY.parse().expect("a puzzle");
        // In the order of the pieces: A, C, B, D.
        let cells = anchors([(1, 3), (0, 4), (1, 1), (0, 0)]);
        let other = puzzle.starting_at(&cells, Title::default(), Best::Unknown).expect("a start");
        let drawn = "\
pieces: axis
lock: B=row
gate: + = C

D D . + C
. B . A A

goal:
. . . . .
. . A A .
";
        assert_eq!(other.to_string(), drawn);
        assert_eq!(other.to_string().parse::<Puzzle>().as_ref(), Ok(&other));
        let back = anchors([(1, 2), (0, 4), (1, 0), (0, 0)]);
        // In its own order: D, C, B, A.
        let back = other.starting_at(&back, puzzle.title().clone(), puzzle.best());
        assert!(back.is_some_and(|back| back.pieces()[3].letter == 'D'));
    }

    #[test]
    fn what_cannot_be_drawn_is_no_start() {
        let puzzle: Puzzle = MOTLEY.parse().expect("a puzzle");
        let at = |cells| puzzle.starting_at(&anchors(cells), Title::default(), Best::Unknown);
        assert!(at([(0, 0), (0, 4), (1, 0), (1, 2)]).is_some());
        assert!(at([(0, 0), (0, 3), (1, 0), (1, 2)]).is_none(), "on the gate");
        assert!(at([(0, 0), (0, 4), (1, 0), (1, 4)]).is_none(), "out of the frame");
        assert!(at([(0, 0), (0, 4), (1, 2), (1, 2)]).is_none(), "on another");
        assert!(puzzle.starting_at(&[], Title::default(), Best::Unknown).is_none());
    }
}
