//! A solution that is shown move by move: by hand, or at a pace.

use crate::cli::prelude::*;
use std::sync::Arc;

/// The origin of the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The rest of the game, found by the solver.
    Rest,
    Stored,
}

/// The milliseconds that a piece takes for a cell, the slowest first.
const PACES: [u64; 7] = [1600, 800, 400, 200, 100, 50, 25];
const USUAL: usize = 2;

/// A solution that is shown, and the stage that it has reached.
pub struct Playback {
    puzzle: Arc<Puzzle>,
    pub moves: Vec<Move>,
    pub origin: Origin,
    /// The number of moves begun and the anchors: at the start, and after each step of a piece.
    stages: Vec<(usize, Vec<Cell>)>,
    /// The index of the current stage.
    at: usize,
    pace: usize,
    /// The time of the next step; `None` during a pause.
    pub due: Option<Instant>,
}

impl Playback {
    /// Returns a playback of these moves from their start, which is paused; `None` if one of them
    /// is illegal.
    pub fn new(
        from: &Position<'_>,
        puzzle: Arc<Puzzle>,
        moves: Vec<Move>,
        origin: Origin,
    ) -> Option<Self> {
        let mut position = from.clone();
        let mut anchors = from.anchors().to_vec();
        let mut stages = vec![(0, anchors.clone())];
        for (number, unit) in (1..).zip(&moves) {
            position.apply(unit).ok()?;
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
        Some(Playback {
            puzzle,
            moves,
            origin,
            stages,
            at: 0,
            pace: USUAL,
            due: None,
        })
    }

    /// Returns the position.
    pub fn position(&self) -> Position<'_> {
        let (_, anchors) = &self.stages[self.at];
        Position::with_anchors(&self.puzzle, anchors).expect("all moves have been checked")
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
        self.go_to(0);
    }

    /// Moves on to the end.
    pub fn finish(&mut self) {
        self.go_to(self.stages.len() - 1);
    }

    /// Goes to a stage, and pauses. Returns whether that is another one.
    fn go_to(&mut self, at: usize) -> bool {
        self.due = None;
        std::mem::replace(&mut self.at, at) != at
    }

    /// Returns the speed, from 1.
    pub const fn speed(&self) -> usize {
        self.pace + 1
    }

    /// Makes the next step if it is due. Returns whether it was made.
    pub fn tick(&mut self, now: Instant) -> bool {
        if self.due.is_none_or(|due| due > now) {
            return false;
        }
        let moved = self.step();
        if !self.is_over() {
            self.schedule_next(now);
        }
        moved
    }

    /// Pauses or resumes; at the end, starts again.
    pub fn pause(&mut self, now: Instant) {
        if self.due.take().is_some() {
            return;
        }
        if self.is_over() {
            self.rewind();
        }
        self.schedule_next(now);
    }

    fn schedule_next(&mut self, now: Instant) {
        self.due = Some(now + Duration::from_millis(PACES[self.pace]));
    }

    pub fn faster(&mut self) {
        self.pace = (self.pace + 1).min(PACES.len() - 1);
    }

    pub fn slower(&mut self) {
        self.pace = self.pace.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::notation;

    fn playback(moves: &str) -> Option<Playback> {
        let text = "A . .\nB . .\n\ngoal:\n. . .\n. . A\n";
        let puzzle: Arc<Puzzle> = Arc::new(text.parse().expect("a puzzle"));
        let solution = notation::parse(&puzzle, moves, None).expect("moves");
        Playback::new(
            &Position::start(&puzzle),
            Arc::clone(&puzzle),
            solution.moves.to_vec(),
            Origin::Rest,
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
        assert!(
            playback("B right\nB up\nB left").is_none(),
            "A stands there"
        );
        let mut watched = playback("0 moves").expect("no moves");
        assert!(watched.is_over() && !watched.forward() && !watched.back());
    }

    fn paced(now: Instant) -> Playback {
        let mut watch = playback("B right\nA right 2").expect("legal");
        watch.pause(now);
        watch
    }

    #[test]
    fn playback_steps_at_due_times_and_ends_after_the_last_step() {
        let now = Instant::now();
        let mut watch = paced(now);
        assert!(!watch.tick(now), "not yet");
        let mut ticks = 0;
        while let Some(due) = watch.due {
            assert!(watch.tick(due));
            ticks += 1;
        }
        assert_eq!((ticks, watch.is_over()), (3, true));
        watch.pause(now);
        assert_eq!(
            (watch.begun(), watch.due.is_none()),
            (0, false),
            "it begins again"
        );
    }

    #[test]
    fn the_playback_speed_is_bounded() {
        let mut watch = paced(Instant::now());
        let usual = watch.speed();
        for _ in 0..20 {
            watch.slower();
        }
        assert_eq!(watch.speed(), 1);
        for _ in 0..20 {
            watch.faster();
        }
        assert!(watch.speed() == PACES.len() && watch.speed() > usual);
    }
}
