//! Advice from a search.

use crate::control::{Limits, Observer, Outcome};
use crate::grid::Cell;
use crate::play::{Advice, Oracle};
use crate::puzzle::{Metric, Renumbered};
use crate::sliding::{Options, SolveError, Solver};
use crate::solution::{Move, Position};

/// Searches for a shortest solution from each position that it is asked about, and remembers the
/// last one: along it, every position knows its way at once.
pub struct Searcher {
    options: Options,
    remembered: Vec<Milestone>,
}

/// A position on the way that was found last.
struct Milestone {
    anchors: Vec<Cell>,
    /// The move to make there; none at the end.
    next: Option<Move>,
}

impl Searcher {
    /// A searcher that counts in `metric` and gives up at these limits, anew at each position.
    #[must_use]
    pub fn new(metric: Metric, limits: Limits) -> Self {
        let options = Options { metric, limits, ..Options::default() };
        Searcher { options, remembered: Vec::new() }
    }

    /// What is left of the way that was found last, where this position lies on it.
    fn recall(&self, anchors: &[Cell]) -> Option<Vec<Move>> {
        let here = self.remembered.iter().position(|milestone| milestone.anchors == anchors)?;
        Some(self.remembered[here..].iter().filter_map(|step| step.next.clone()).collect())
    }

    fn remember(&mut self, anchors: &[Cell], moves: &[Move]) {
        self.remembered.clear();
        let mut anchors = anchors.to_vec();
        for unit in moves {
            let next = Some(unit.clone());
            self.remembered.push(Milestone { anchors: anchors.clone(), next });
            anchors[unit.piece] = unit.to().expect("the solver's moves stay within the frame");
        }
        self.remembered.push(Milestone { anchors, next: None });
    }
}

impl Oracle for Searcher {
    fn advise(
        &mut self,
        position: &Position<'_>,
        observer: Observer<'_>,
    ) -> Result<Advice, SolveError> {
        let anchors = position.anchors();
        if let Some(moves) = self.recall(anchors) {
            return Ok(Advice::Way { moves, shortest: true });
        }
        let continued = position.puzzle().with_start(anchors);
        let Renumbered { puzzle, origins } = continued.expect("a position has its pieces apart");
        let report = Solver::new(&puzzle, &self.options)?.solve_watched(observer)?;
        Ok(match report.outcome {
            Outcome::Found(solution) => {
                let original = |unit: Move| Move { piece: origins[unit.piece], ..unit };
                let moves: Vec<Move> = solution.moves.into_iter().map(original).collect();
                self.remember(anchors, &moves);
                Advice::Way { moves, shortest: report.optimal }
            }
            Outcome::Exhausted => Advice::Lost,
            Outcome::Stopped(reason) => {
                Advice::Unknown { bound: report.bound.unwrap_or(0), reason }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::*;
    use crate::control::StopReason;
    use crate::grid::Direction;
    use crate::play::Game;
    use crate::puzzle::Puzzle;
    use crate::sliding::solve;

    fn game(text: &str) -> Game {
        Game::new(Arc::new(text.parse().expect("a puzzle")), Metric::Move)
    }

    fn classic() -> Game {
        game(include_str!("../../puzzles/klotski/heng-dao-li-ma.txt"))
    }

    fn advise(searcher: &mut Searcher, game: &Game) -> Advice {
        let mut patient = |_: &_| ControlFlow::Continue(());
        searcher.advise(&game.position(), &mut patient).expect("a small board")
    }

    fn searcher() -> Searcher {
        Searcher::new(Metric::Move, Limits::default())
    }

    #[test]
    fn the_distance_from_anywhere_is_that_of_a_puzzle_that_begins_there() {
        let mut game = classic();
        let mut asked = searcher();
        assert_eq!(advise(&mut asked, &game).distance(), Some(81));
        // Away from the way that is remembered, ever further.
        for (letter, direction) in [('I', Direction::Right), ('H', Direction::Down)] {
            let piece = game.puzzle().pieces().iter().position(|piece| piece.letter == letter);
            game.step(piece.expect("a soldier"), direction).expect("room");
            let fresh: Puzzle = {
                let text = game.position().to_string();
                let goal = "\ngoal:\n. . . .\n. . . .\n. . . .\n. C C .\n. C C .\n";
                format!("{text}\n{goal}").parse().expect("a puzzle")
            };
            let report = solve(&fresh, &Options::default()).expect("it fits");
            assert_eq!(advise(&mut asked, &game).distance(), report.bound.map(|n| n as usize));
        }
    }

    #[test]
    fn who_follows_the_advice_gets_there_without_a_second_search() {
        let mut game = classic();
        let mut asked = searcher();
        let mut looks = 0;
        for left in (0..=81).rev() {
            let position = game.position();
            let advice = asked.advise(&position, &mut |_| {
                looks += 1;
                ControlFlow::Continue(())
            });
            let advice = advice.expect("a small board");
            assert_eq!(advice.distance(), Some(left));
            let Some(Move { piece, path, .. }) = advice.next().cloned() else { break };
            assert_eq!(advice.piece(), Some(piece));
            game.travel(piece, &path).expect("good advice");
            if left == 81 {
                assert!(looks > 0, "the first answer is searched for");
                looks = 0;
            }
        }
        assert!(game.is_solved());
        assert_eq!((game.moves().len(), looks), (81, 0));
    }

    #[test]
    fn a_position_that_is_lost_is_told() {
        let mut game = game("A . # B\n\ngoal:\n. . # A\n");
        assert_eq!(advise(&mut searcher(), &game), Advice::Lost);
        game.step(0, Direction::Right).expect("room");
        assert_eq!(advise(&mut searcher(), &game), Advice::Lost);
    }

    #[test]
    fn a_search_that_is_given_up_tells_what_is_proven() {
        let limits = Limits { max_depth: Some(5), ..Limits::default() };
        let advice = advise(&mut Searcher::new(Metric::Move, limits), &classic());
        assert_eq!(advice, Advice::Unknown { bound: 6, reason: StopReason::Depth });
        let broken = searcher()
            .advise(&classic().position(), &mut |_| ControlFlow::Break(()))
            .expect("a small board");
        assert!(matches!(broken, Advice::Unknown { reason: StopReason::Interrupted, .. }));
    }
}
