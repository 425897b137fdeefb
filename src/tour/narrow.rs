//! Boards that are narrow one way or the other: found from whichever side it is easy.

use crate::backtrack::BacktrackResult;

use super::board::{BoardSymmetry, Chessboard, Square, TourKind};
use super::budget::{Attempt, SearchBudget};
use super::frontier::{Ends, FrontierSearch};
use super::links::SquareLinks;

/// How many times as much each round of attempts may take as the one before.
const GROWTH: u64 = 4;

/// How long to look.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum RoundLimit {
    /// For this many rounds.
    UpTo(u32),
    /// To the answer, or the limits of the whole run.
    Unlimited,
}

/// A tour of a board, or the proof that there is none. Gives up at once where the board is too
/// wide, whichever way it lies.
///
/// The board is swept from each side in turn, with budgets that grow: where an end of the tour
/// lies unluckily for one, it is early and easy for another.
pub(super) fn find(
    board: &Chessboard,
    kind: TourKind,
    rounds: RoundLimit,
    run: &mut SearchBudget<'_>,
) -> Attempt<Vec<Square>> {
    let mut budget = 1000 + 4 * u64::from(board.squares());
    for round in 0.. {
        let mut tried = false;
        if rounds <= RoundLimit::UpTo(round) {
            break;
        }
        for symmetry in BoardSymmetry::all() {
            let Some(attempt) = look(board, kind, symmetry, budget, run) else { continue };
            tried = true;
            if !matches!(attempt, Attempt::GaveUp) {
                return attempt;
            }
        }
        if !tried {
            break;
        }
        budget = budget.saturating_mul(GROWTH);
    }
    Attempt::GaveUp
}

/// One sweep, from one side. `None` where the board is too wide so.
fn look(
    board: &Chessboard,
    kind: TourKind,
    symmetry: BoardSymmetry,
    budget: u64,
    run: &mut SearchBudget<'_>,
) -> Option<Attempt<Vec<Square>>> {
    let seen = symmetry.board(board);
    let ends = match kind.map(|square| symmetry.apply(board, square)) {
        TourKind::Closed { .. } => Ends::Closed,
        TourKind::Open { start, end } => {
            Ends::At(start.map(|at| seen.vertex(at)), end.map(|at| seen.vertex(at)))
        }
    };
    let search = FrontierSearch::new(&seen, ends)?;
    let attempt = run.attempt(Some(budget), |limits, observer| {
        let BacktrackResult { outcome, statistics } = search.find(limits, observer);
        let squares = |links: SquareLinks| {
            let from = |square| seen.vertex(symmetry.apply(board, square));
            let path = match kind {
                TourKind::Open { start: None, end: Some(end) } => {
                    links.walk(from(end)).into_iter().rev().collect()
                }
                _ => links.walk(kind.start().map_or_else(|| links.an_end(), from)),
            };
            path.into_iter().map(|vertex| symmetry.undo(board, seen.square(vertex))).collect()
        };
        BacktrackResult { outcome: outcome.map(squares), statistics }
    });
    Some(attempt)
}
