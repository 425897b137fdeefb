//! Sliding-block puzzles.
//!
//! ```text
//! solve
//! metric: slide
//! at: 0,1 0,0 2,3
//!
//! A . .
//! ...
//! ```
//!
//! asks for the shortest solution, in slides, of the puzzle that follows as its file is written, with the
//! anchors of its pieces in these rows and columns, from 0. A page's pieces keep their numbers, wherever
//! they stand. `explore` asks what can be reached, `verify` whether the `moves:` are legal, `0RRD 3U`, and
//! `most:` is the most memory to take, in bytes. `show` asks for what a page says of the puzzle.

mod question;
#[cfg(test)]
mod tests;

use serde::Serialize;

use self::question::{Question, What};
use crate::control::{Limits, Observer, Outcome, StopReason};
use crate::grid::Cell;
use crate::puzzle::{PieceId, PublishedOptimum, Puzzle, Renumbered};
use crate::render::page::{Guide, PuzzlePage, sheet};
use crate::sliding::light::{self, Reach};
use crate::solution::{Move, Position};

/// A row and a column, from 0.
type Place = [u8; 2];

/// What it is told.
#[derive(Serialize, PartialEq, Eq, Debug)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum Answer {
    /// Each move is a piece and the ways that it goes: `U`, `L`, `R`, `D`.
    Solved { moves: Vec<(PieceId, String)>, states: usize },
    /// It is proven that there is no solution.
    Impossible { states: usize },
    /// What can be reached, and how far away it is: positions by their distance from here, and, if a
    /// goal is among them, how far one can be from all goals.
    Explored { layers: Vec<u64>, hardest: Option<usize>, farthest: Option<Vec<Place>> },
    /// The moves are legal.
    Legal { solved: bool },
    /// Memory or time did not do.
    Stopped { reason: StopReason, states: usize },
    /// The question is none, or what it is about.
    Wrong { why: String },
}

impl Answer {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("there are no maps and no numbers that JSON lacks")
    }
}

/// Answers a question. The observer is told how far it is, and may end it.
#[must_use]
pub fn answer(question: &str, observer: Observer<'_>) -> String {
    let found = Question::read(question).and_then(|question| match question.what {
        What::Solve => Ok(solve(&question, observer)?.json()),
        What::Explore => Ok(explore(&question, observer)?.json()),
        What::Verify => Ok(verify(&question)?.json()),
        What::Show => show(&question),
    });
    found.unwrap_or_else(|why| Answer::Wrong { why }.json())
}

fn solve(asked: &Question<'_>, observer: Observer<'_>) -> Result<Answer, String> {
    let Renumbered { puzzle, origins } = standing(asked)?;
    let found = light::shortest(&puzzle, asked.metric, limits(asked), observer);
    let (outcome, statistics) = found.map_err(|error| error.to_string())?;
    let states = statistics.states.max(statistics.expanded);
    Ok(match outcome {
        Outcome::Found(solution) => {
            let told = |unit: &Move| {
                let ways = unit.path.iter().map(|way| way.letter()).collect();
                (origins[unit.piece], ways)
            };
            Answer::Solved { moves: solution.moves.iter().map(told).collect(), states }
        }
        Outcome::Exhausted => Answer::Impossible { states },
        Outcome::Stopped(reason) => Answer::Stopped { reason, states },
    })
}

fn explore(asked: &Question<'_>, observer: Observer<'_>) -> Result<Answer, String> {
    let Renumbered { puzzle, origins } = standing(asked)?;
    let found = light::reach(&puzzle, asked.metric, limits(asked), observer);
    let Reach { layers, hardest } = match found.map_err(|error| error.to_string())? {
        Ok(reach) => reach,
        Err((reason, states)) => return Ok(Answer::Stopped { reason, states }),
    };
    let farthest = hardest.as_ref().map(|(_, anchors)| {
        let mut places = vec![[0, 0]; anchors.len()];
        for (&piece, anchor) in origins.iter().zip(anchors) {
            places[piece] = [anchor.row, anchor.column];
        }
        places
    });
    Ok(Answer::Explored { layers, hardest: hardest.map(|(moves, _)| moves), farthest })
}

fn verify(asked: &Question<'_>) -> Result<Answer, String> {
    let puzzle = read(asked.puzzle)?;
    let position = match &asked.at {
        Some(places) => Position::with_anchors(&puzzle, places),
        None => Some(Position::start(&puzzle)),
    };
    let mut position = position.ok_or(NO_ROOM)?;
    for (number, (piece, path)) in asked.moves.iter().cloned().enumerate() {
        let from = position.anchors().get(piece).copied();
        let from = from.ok_or_else(|| format!("move {}: there is no such piece", number + 1))?;
        let unit = Move { piece, from, path };
        position.play(&unit).map_err(|error| format!("move {}: {error}", number + 1))?;
    }
    Ok(Answer::Legal { solved: position.is_solved() })
}

/// All that a page says of the puzzle.
fn show(asked: &Question<'_>) -> Result<String, String> {
    let puzzle = read(asked.puzzle)?;
    let optimum = match puzzle.best() {
        PublishedOptimum::Known(best) => best.get(asked.metric).and_then(|it| it.try_into().ok()),
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => None,
    };
    let guide = Guide::None(asked.metric);
    let page = PuzzlePage { puzzle: &puzzle, guide, optimum, theme: None };
    Ok(sheet(&page, asked.puzzle))
}

const NO_ROOM: &str = "the pieces cannot stand there";

fn limits(asked: &Question<'_>) -> Limits {
    Limits { max_bytes: asked.most, ..Limits::default() }
}

fn read(text: &str) -> Result<Puzzle, String> {
    text.parse().map_err(|error: crate::puzzle::text::ParseError| error.to_string())
}

/// The puzzle that begins where the pieces stand.
fn standing(asked: &Question<'_>) -> Result<Renumbered, String> {
    let puzzle = read(asked.puzzle)?;
    let start = || puzzle.pieces().iter().map(|piece| piece.anchor).collect();
    let anchors: Vec<Cell> = asked.at.clone().unwrap_or_else(start);
    puzzle.with_start(&anchors).ok_or_else(|| NO_ROOM.to_owned())
}
