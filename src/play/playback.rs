//! Playback of a given solution.

use std::sync::Arc;

use crate::grid::{Cell, Direction};
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::{IllegalMove, Move, Position};

/// A list of moves and a place in it, between any two cells on the path of a piece.
#[derive(Clone, Debug)]
pub struct Playback {
    puzzle: Arc<Puzzle>,
    moves: Vec<Move>,
    /// The moves cell by cell.
    steps: Vec<Step>,
    /// How many of the steps have been made.
    made: usize,
    anchors: Vec<Cell>,
}

/// A piece by one cell.
#[derive(Clone, Copy, Debug)]
struct Step {
    piece: PieceId,
    direction: Direction,
    /// Which move it is part of.
    unit: usize,
}

impl Playback {
    /// Returns a playback of these moves from their start.
    ///
    /// # Errors
    /// The number of the first illegal move, from 1, and the reason.
    pub fn new(
        from: &Position<'_>,
        puzzle: Arc<Puzzle>,
        moves: Vec<Move>,
    ) -> Result<Self, (usize, IllegalMove)> {
        let mut position = from.clone();
        for (number, unit) in (1..).zip(&moves) {
            position.apply(unit).map_err(|why| (number, why))?;
        }
        let steps = moves.iter().enumerate().flat_map(|(unit, Move { piece, path, .. })| {
            path.iter().map(move |&direction| Step { piece: *piece, direction, unit })
        });
        let steps = steps.collect();
        Ok(Playback { puzzle, moves, steps, made: 0, anchors: from.anchors().to_vec() })
    }

    /// Returns the anchor of each piece.
    #[must_use]
    pub fn anchors(&self) -> &[Cell] {
        &self.anchors
    }

    /// Returns the position.
    ///
    /// # Panics
    /// Never: all moves have been checked.
    #[must_use]
    pub fn position(&self) -> Position<'_> {
        Position::with_anchors(&self.puzzle, &self.anchors).expect("all moves have been checked")
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of moves begun.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.made.checked_sub(1).map_or(0, |last| self.steps[last].unit + 1)
    }

    /// Returns the move begun last.
    #[must_use]
    pub fn current(&self) -> Option<&Move> {
        self.moves.get(self.begun().checked_sub(1)?)
    }

    /// Returns whether all moves have been made.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.made == self.steps.len()
    }

    /// Goes on by one cell; `false` at the end.
    pub fn step(&mut self) -> bool {
        let Some(&step) = self.steps.get(self.made) else { return false };
        self.go(step.piece, step.direction);
        self.made += 1;
        true
    }

    /// Goes on to the end of the next move, or of the one that is begun; `false` at the end.
    pub fn forward(&mut self) -> bool {
        let moved = self.step();
        while self.is_within_a_move() {
            self.step();
        }
        moved
    }

    /// Goes back to the beginning of the move that was begun last; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        let moved = self.step_back();
        while self.is_within_a_move() {
            self.step_back();
        }
        moved
    }

    /// Goes to the beginning.
    pub fn rewind(&mut self) {
        while self.step_back() {}
    }

    /// Goes to the end.
    pub fn finish(&mut self) {
        while self.step() {}
    }

    fn step_back(&mut self) -> bool {
        let Some(last) = self.made.checked_sub(1) else { return false };
        let Step { piece, direction, .. } = self.steps[last];
        self.go(piece, direction.opposite());
        self.made = last;
        true
    }

    fn is_within_a_move(&self) -> bool {
        let unit = |at: usize| self.steps.get(at).map(|step| step.unit);
        self.made > 0 && !self.is_over() && unit(self.made) == unit(self.made - 1)
    }

    fn go(&mut self, piece: PieceId, direction: Direction) {
        let to = self.anchors[piece].step(direction);
        self.anchors[piece] = to.expect("all moves have been checked");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::notation;

    fn playback(moves: &str) -> Result<Playback, (usize, IllegalMove)> {
        let text = "A . .\nB . .\n\ngoal:\n. . .\n. . A\n";
        let puzzle: Arc<Puzzle> = Arc::new(text.parse().expect("a puzzle"));
        let solution = notation::parse(&puzzle, moves, None).expect("moves");
        Playback::new(&Position::start(&puzzle), Arc::clone(&puzzle), solution.moves.to_vec())
    }

    fn board(playback: &Playback) -> String {
        playback.position().to_string().replace('\n', "/").replace(' ', "")
    }

    #[test]
    fn moves_are_watched_cell_by_cell_and_counted_as_moves() {
        let mut watched = playback("B right\nA right 2, down").expect("legal");
        let mut seen = vec![(board(&watched), watched.begun())];
        while watched.step() {
            seen.push((board(&watched), watched.begun()));
        }
        let expected =
            [("A../B..", 0), ("A../.B.", 1), (".A./.B.", 2), ("..A/.B.", 2), (".../.BA", 2)];
        assert_eq!(seen, expected.map(|(board, begun)| (board.to_owned(), begun)));
        assert!(watched.is_over());
    }

    #[test]
    fn one_goes_forward_and_back_by_whole_moves() {
        let mut watched = playback("B right\nA right 2, down").expect("legal");
        assert!(!watched.back(), "it is the beginning");
        assert!(watched.forward() && watched.step());
        assert_eq!((board(&watched).as_str(), watched.begun()), (".A./.B.", 2), "in the midst");
        assert!(watched.back());
        assert_eq!((board(&watched).as_str(), watched.begun()), ("A../.B.", 1));
        watched.step();
        assert!(watched.forward());
        assert_eq!(board(&watched), ".../.BA");
        assert!(!watched.forward(), "it is the end");
        assert_eq!(watched.current().map(|unit| unit.path.len()), Some(3));
        watched.rewind();
        assert_eq!((board(&watched).as_str(), watched.current()), ("A../B..", None));
        watched.finish();
        assert!(watched.is_over());
    }

    #[test]
    fn moves_that_cannot_be_made_are_not_watched() {
        let (number, why) = playback("B right\nB up\nB left").expect_err("A stands there");
        assert_eq!(number, 3);
        assert!(why.to_string().contains("taken by A"), "{why}");
    }

    #[test]
    fn there_may_be_nothing_to_watch() {
        let mut watched = playback("0 moves").expect("no moves");
        assert!(watched.is_over() && !watched.forward() && !watched.back());
    }
}
