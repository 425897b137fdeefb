//! What a player asks, and the answers in words.

use huarong::Puzzle;
use huarong::control::StopReason;
use huarong::play::Advice;
use huarong::puzzle::Metric;
use huarong::sliding::SolveError;
use huarong::solution::Move;
use huarong::solution::notation::Words;

/// The hints, by how much they give away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// How far it is from here.
    Distance,
    /// Which piece to move.
    Piece,
    /// Which way, too.
    Move,
    /// The whole rest.
    Rest,
}

/// A move in words: `E 关羽 down, right 2`.
pub(super) fn in_words(puzzle: &Puzzle, unit: &Move) -> String {
    format!("{} {}", puzzle.pieces()[unit.piece].label(), Words(&unit.path))
}

/// The answer in words; for the rest, how long it is.
pub(super) fn answer(
    puzzle: &Puzzle,
    metric: Metric,
    question: Question,
    advice: &Result<Advice, SolveError>,
) -> String {
    let advice = match advice {
        Ok(advice) => advice,
        Err(error) => return format!("there are no hints here: {error}"),
    };
    match advice {
        Advice::Lost => "it cannot be solved from here".to_owned(),
        Advice::Unknown { bound, reason } => {
            let bound = metric.count(usize::try_from(*bound).unwrap_or(usize::MAX));
            format!("not found: {}; it takes {bound} or more from here", why(*reason))
        }
        Advice::Way { moves, shortest } => match (question, moves.first()) {
            (_, None) => "it is solved".to_owned(),
            (Question::Piece, Some(unit)) => {
                format!("hint: move {}", puzzle.pieces()[unit.piece].label())
            }
            (Question::Move, Some(unit)) => format!("hint: {}", in_words(puzzle, unit)),
            (Question::Distance | Question::Rest, Some(_)) => {
                let at_most = if *shortest { "" } else { "at most " };
                format!("{at_most}{} from here", metric.count(moves.len()))
            }
        },
    }
}

/// Why a search was given up.
fn why(reason: StopReason) -> String {
    let mend = match reason {
        StopReason::Memory => " (--max-memory)",
        StopReason::Time => " (--timeout)",
        _ => "",
    };
    format!("{reason}{mend}")
}

#[cfg(test)]
mod tests {
    use huarong::grid::{Cell, Direction};

    use super::*;

    fn told(question: Question, advice: Advice) -> String {
        let text = "names: A=Ann\n\nA . .\n\ngoal:\n. . A\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        answer(&puzzle, Metric::Move, question, &Ok(advice))
    }

    fn way(paths: &[&[Direction]]) -> Advice {
        let unit =
            |path: &&[Direction]| Move { piece: 0, from: Cell::new(0, 0), path: path.to_vec() };
        Advice::Way { moves: paths.iter().map(unit).collect(), shortest: true }
    }

    #[test]
    fn each_hint_gives_more_away_than_the_one_before() {
        let way = way(&[&[Direction::Right, Direction::Right]]);
        let answers = [Question::Distance, Question::Piece, Question::Move]
            .map(|question| told(question, way.clone()));
        assert_eq!(answers, ["1 move from here", "hint: move A Ann", "hint: A Ann right 2"]);
    }

    #[test]
    fn what_is_lost_solved_or_unknown_is_told() {
        assert_eq!(told(Question::Piece, Advice::Lost), "it cannot be solved from here");
        assert_eq!(told(Question::Move, way(&[])), "it is solved");
        let unknown = Advice::Unknown { bound: 40, reason: StopReason::Memory };
        let expected = "not found: the limit on memory was reached (--max-memory); \
                        it takes 40 moves or more from here";
        assert_eq!(told(Question::Distance, unknown), expected);
    }
}
