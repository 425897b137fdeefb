//! A solution that is shown by itself: its pace, and when it goes on.

use crate::cli::prelude::*;
use crate::play::Playback;

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

pub struct PlaybackView {
    pub playback: Playback,
    pub origin: Origin,
    pace: usize,
    /// The time of the next step; `None` during a pause.
    pub due: Option<Instant>,
}

impl PlaybackView {
    pub fn new(playback: Playback, origin: Origin, now: Instant) -> Self {
        let mut watch = PlaybackView {
            playback,
            origin,
            pace: USUAL,
            due: None,
        };
        watch.schedule_next(now);
        watch
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
        let moved = self.playback.step();
        self.due = None;
        if !self.playback.is_over() {
            self.schedule_next(now);
        }
        moved
    }

    /// Pauses or resumes; at the end, starts again.
    pub fn pause(&mut self, now: Instant) {
        if self.due.take().is_some() {
            return;
        }
        if self.playback.is_over() {
            self.playback.rewind();
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

    /// Pauses, and returns the playback.
    pub fn by_hand(&mut self) -> &mut Playback {
        self.due = None;
        &mut self.playback
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{
        puzzle::Puzzle,
        solution::{Position, notation},
    };

    use super::*;

    fn watch(now: Instant) -> PlaybackView {
        let puzzle: Puzzle = "A . .\n. . .\n\ngoal:\n. . .\n. . A\n"
            .parse()
            .expect("a puzzle");
        let puzzle = Arc::new(puzzle);
        let moves = notation::parse(&puzzle, "A right 2\nA down", None)
            .expect("moves")
            .moves;
        let from = Position::start(&puzzle);
        let playback = Playback::new(&from, Arc::clone(&puzzle), moves.to_vec()).expect("legal");
        PlaybackView::new(playback, Origin::Rest, now)
    }

    #[test]
    fn playback_steps_at_due_times_and_ends_after_the_last_step() {
        let now = Instant::now();
        let mut watch = watch(now);
        assert!(!watch.tick(now), "not yet");
        let mut ticks = 0;
        while let Some(due) = watch.due {
            assert!(watch.tick(due));
            ticks += 1;
        }
        assert_eq!((ticks, watch.playback.is_over()), (3, true));
        watch.pause(now);
        assert_eq!(
            (watch.playback.begun(), watch.due.is_none()),
            (0, false),
            "it begins again"
        );
    }

    #[test]
    fn the_playback_speed_is_bounded() {
        let mut watch = watch(Instant::now());
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
