//! Playback of a given solution.

use std::sync::Arc;

use crate::{
    grid::Cell,
    puzzle::Puzzle,
    solution::{IllegalMove, Move, Position},
};

/// A solution that is shown, and the stage that it has reached.
#[derive(Clone, Debug)]
pub struct Playback {
    puzzle: Arc<Puzzle>,
    moves: Vec<Move>,
    /// The number of moves begun and the anchors: at the start, and after each step of a piece.
    stages: Vec<(usize, Vec<Cell>)>,
    /// The index of the current stage.
    at: usize,
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
        let mut anchors = from.anchors().to_vec();
        let mut stages = vec![(0, anchors.clone())];
        for (number, unit) in (1..).zip(&moves) {
            position.apply(unit).map_err(|why| (number, why))?;
            let is_shown = |steps: &usize| *steps < unit.path.len() && !puzzle.are_tiles();
            for steps in (1..).take_while(is_shown) {
                let path = unit.path[..steps].to_vec();
                anchors[unit.piece] = Move {
                    path,
                    ..unit.clone()
                }
                .end(&puzzle);
                stages.push((number, anchors.clone()));
            }
            anchors = position.anchors().to_vec();
            stages.push((number, anchors.clone()));
        }
        Ok(Playback {
            puzzle,
            moves,
            stages,
            at: 0,
        })
    }

    /// Returns the anchor of each piece.
    pub fn anchors(&self) -> &[Cell] {
        &self.stages[self.at].1
    }

    /// Returns the position.
    ///
    /// # Panics
    /// Never: all moves have been checked.
    pub fn position(&self) -> Position<'_> {
        Position::with_anchors(&self.puzzle, self.anchors()).expect("all moves have been checked")
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of moves begun.
    pub fn begun(&self) -> usize {
        self.stages[self.at].0
    }

    /// Returns the move begun last.
    pub fn current(&self) -> Option<&Move> {
        self.moves.get(self.begun().checked_sub(1)?)
    }

    /// Returns whether all moves have been made.
    pub fn is_over(&self) -> bool {
        self.at + 1 == self.stages.len()
    }

    /// Moves on by one cell. Returns `false` at the end.
    pub fn step(&mut self) -> bool {
        self.go_to((self.at + 1).min(self.stages.len() - 1))
    }

    /// Moves on to the end of the current move, or of the next one. Returns `false` at the end.
    pub fn forward(&mut self) -> bool {
        let begun = self
            .stages
            .get(self.at + 1)
            .map_or(self.moves.len(), |stage| stage.0);
        self.go_to(self.stages.partition_point(|stage| stage.0 <= begun) - 1)
    }

    /// Moves back to the start of the move begun last. Returns `false` at the start.
    pub fn back(&mut self) -> bool {
        let begun = self.begun();
        self.go_to(
            self.stages
                .partition_point(|stage| stage.0 < begun)
                .saturating_sub(1),
        )
    }

    /// Moves back to the start.
    pub fn rewind(&mut self) {
        self.at = 0;
    }

    /// Moves on to the end.
    pub fn finish(&mut self) {
        self.at = self.stages.len() - 1;
    }

    fn go_to(&mut self, at: usize) -> bool {
        std::mem::replace(&mut self.at, at) != at
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
        Playback::new(
            &Position::start(&puzzle),
            Arc::clone(&puzzle),
            solution.moves.to_vec(),
        )
    }

    fn board(playback: &Playback) -> String {
        playback
            .position()
            .to_string()
            .replace('\n', "/")
            .replace(' ', "")
    }

    #[test]
    fn a_playback_steps_cell_by_cell_and_counts_moves() {
        let mut watched = playback("B right\nA right 2, down").expect("legal");
        let mut seen = vec![(board(&watched), watched.begun())];
        while watched.step() {
            seen.push((board(&watched), watched.begun()));
        }
        let expected = [
            ("A../B..", 0),
            ("A../.B.", 1),
            (".A./.B.", 2),
            ("..A/.B.", 2),
            (".../.BA", 2),
        ];
        assert_eq!(
            seen,
            expected.map(|(board, begun)| (board.to_owned(), begun))
        );
        assert!(watched.is_over());
    }

    #[test]
    fn a_playback_goes_forward_and_back_by_whole_moves() {
        let mut watched = playback("B right\nA right 2, down").expect("legal");
        assert!(!watched.back(), "it is the beginning");
        assert!(watched.forward() && watched.step());
        assert_eq!(
            (board(&watched).as_str(), watched.begun()),
            (".A./.B.", 2),
            "in the midst"
        );
        assert!(watched.back());
        assert_eq!((board(&watched).as_str(), watched.begun()), ("A../.B.", 1));
        watched.step();
        assert!(watched.forward());
        assert_eq!(board(&watched), ".../.BA");
        assert!(!watched.forward(), "it is the end");
        assert_eq!(watched.current().map(|unit| unit.path.len()), Some(3));
        watched.rewind();
        assert_eq!(
            (board(&watched).as_str(), watched.current()),
            ("A../B..", None)
        );
        watched.finish();
        assert!(watched.is_over());
    }

    #[test]
    fn illegal_moves_are_refused_and_no_moves_are_at_their_end() {
        let (number, why) = playback("B right\nB up\nB left").expect_err("A stands there");
        assert_eq!(number, 3);
        assert!(why.to_string().contains("taken by A"), "{why}");
        let mut watched = playback("0 moves").expect("no moves");
        assert!(watched.is_over() && !watched.forward() && !watched.back());
    }
}
