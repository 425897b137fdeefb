//! One tour, by the way that suits the board; and all tours, by backtracking on its graph.

use std::ops::ControlFlow;

use crate::backtrack::hamilton::{self, Constraints, Shape, TieBreak, VertexOrder};
use crate::backtrack::{BacktrackResult, Statistics};
use crate::control::{Limits, Observer, Outcome, StopReason};
use crate::graph::{Leaper, Vertex};
use crate::memory;

use super::board::{Chessboard, Square, TourKind};
use super::budget::{Attempt, SearchBudget};
use super::existence::{self, NoTourReason};
use super::narrow::{self, RoundLimit};
use super::strips;
use super::verify::{TourFlaw, verify};

/// How to look for a tour, and for how long.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// The way to look for it.
    pub method: Method,
    /// Where the search may end. [`Limits::max_states`] bounds its nodes.
    pub limits: Limits,
}

/// A way to look for a tour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Whatever is best for the board. Small boards are searched by Warnsdorff's rule with these
    /// ties.
    Best(TieBreak),
    /// Backtracking as told, and nothing else. Its own limits are ignored.
    Search(hamilton::Options),
}

impl Default for Method {
    fn default() -> Self {
        Method::Best(TieBreak::default())
    }
}

/// How the search for a tour ended, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The squares in the order of the tour; that there is none; or what stopped the search.
    pub outcome: Outcome<Vec<Square>>,
    /// Why there is none, where that is proven.
    pub reason: Option<NoTourReason>,
    /// What it took.
    pub statistics: Statistics,
}

/// A tour of a board, as the kind asks for. It has been verified.
///
/// # Errors
/// Where what was found is refused by the verifier, which would be a bug.
///
/// # Complexity
/// The knight, by the best method: time linear in the squares, some 50 ns and 30 bytes for each on
/// large boards. Other leapers, and other methods: exponential in the squares at worst.
pub fn find(
    board: &Chessboard,
    kind: TourKind,
    options: &Options,
    observer: Observer<'_>,
) -> Result<Report, TourFlaw> {
    let mut run = SearchBudget::new(&options.limits, observer);
    let known = existence::no_tour_reason(board, kind);
    let attempt = match (&options.method, known) {
        (_, Some(_)) => Attempt::Exhausted,
        (Method::Search(how), None) => backtrack(board, kind, how, None, &mut run),
        (Method::Best(_), None) if board.squares() == 1 => {
            Attempt::Found(vec![Square { row: 0, column: 0 }])
        }
        (Method::Best(ties), None) => best(board, kind, ties, &mut run),
    };
    let outcome = match attempt {
        Attempt::Found(tour) => {
            verify(board, kind, &tour)?;
            Outcome::Found(tour)
        }
        Attempt::Stopped(reason) => Outcome::Stopped(reason),
        Attempt::Exhausted | Attempt::GaveUp => Outcome::Exhausted,
    };
    let reason = (outcome == Outcome::Exhausted).then(|| known.unwrap_or(NoTourReason::Searched));
    Ok(Report { outcome, reason, statistics: run.statistics() })
}

/// Boards of up to this many squares are worth a search before anything else.
const SMALL: u32 = 32 * 32;

/// Boards with no side longer than this are swept to the end.
const NARROW: u32 = 8;

fn best(
    board: &Chessboard,
    kind: TourKind,
    ties: &TieBreak,
    run: &mut SearchBudget<'_>,
) -> Attempt<Vec<Square>> {
    let order = VertexOrder::Warnsdorff(ties.clone());
    let how = hamilton::Options { order, ..hamilton::Options::default() };
    let is_knight = board.leaper() == Leaper::KNIGHT;
    let mut ways: Vec<FindStrategy> = Vec::new();
    if !is_knight || board.squares() <= SMALL || *ties != TieBreak::default() {
        ways.push(FindStrategy::Search { budget: Some(1000 + 4 * u64::from(board.squares())) });
    }
    if is_knight && board.rows().min(board.columns()) > NARROW {
        ways.push(FindStrategy::Strips);
    }
    ways.push(FindStrategy::Narrow(if is_knight {
        RoundLimit::Unlimited
    } else {
        RoundLimit::UpTo(4)
    }));
    ways.push(FindStrategy::Search { budget: None });
    for way in ways {
        let attempt = match way {
            FindStrategy::Search { budget } => backtrack(board, kind, &how, budget, run),
            FindStrategy::Narrow(rounds) => narrow::find(board, kind, rounds, run),
            FindStrategy::Strips => strips::find(board, kind, run),
        };
        if !matches!(attempt, Attempt::GaveUp) {
            return attempt;
        }
    }
    Attempt::GaveUp
}

/// One of the ways that are tried in turn.
enum FindStrategy {
    Search { budget: Option<u64> },
    Narrow(RoundLimit),
    Strips,
}

fn backtrack(
    board: &Chessboard,
    kind: TourKind,
    how: &hamilton::Options,
    budget: Option<u64>,
    run: &mut SearchBudget<'_>,
) -> Attempt<Vec<Square>> {
    let (graph, constraints) = (board.graph(), constraints(board, kind));
    run.attempt(budget, |limits, observer| {
        let how = hamilton::Options { limits: *limits, ..how.clone() };
        let BacktrackResult { outcome, statistics } =
            hamilton::first(&graph, &constraints, &how, observer);
        BacktrackResult { outcome: outcome.map(|path| squares(board, &path)), statistics }
    })
}

/// Holds that there is memory for a knight's tour by the best method: 30 bytes a square.
///
/// # Errors
/// If that is more than [`Limits::max_bytes`], or more than the machine has.
pub fn check_memory(board: &Chessboard, limits: &Limits) -> Result<(), StopReason> {
    memory::allow(board.squares() as usize * 30, limits)
}

/// Roth's rule for squares with as many onward moves: [`TieBreak::roth`].
#[must_use]
pub fn roth(board: &Chessboard) -> TieBreak {
    let place = |vertex| {
        let Square { row, column } = board.square(vertex);
        (row, column)
    };
    TieBreak::roth(board.rows(), board.columns(), (0..board.squares()).map(place))
}

/// Shows every tour to `visit` until that breaks: open ones in each direction in which they fit,
/// closed ones both ways round. Each has been verified; a flaw is shown in its stead, and would be
/// a bug.
pub fn for_each_tour<T>(
    board: &Chessboard,
    kind: TourKind,
    options: &hamilton::Options,
    observer: Observer<'_>,
    mut visit: impl FnMut(Result<Vec<Square>, TourFlaw>) -> ControlFlow<T>,
) -> BacktrackResult<T> {
    if existence::no_tour_reason(board, kind).is_some() {
        return BacktrackResult { outcome: Outcome::Exhausted, statistics: Statistics::default() };
    }
    hamilton::visit(&board.graph(), &constraints(board, kind), options, observer, |path| {
        let tour = squares(board, path);
        visit(verify(board, kind, &tour).map(|()| tour))
    })
}

/// The kind in the constraints of the graph.
pub(super) fn constraints(board: &Chessboard, kind: TourKind) -> Constraints {
    let vertex = |square: Option<Square>| square.map(|square| board.vertex(square));
    match kind {
        TourKind::Open { start, end } => {
            Constraints { start: vertex(start), end: vertex(end), ..Constraints::default() }
        }
        TourKind::Closed { start } => {
            Constraints { shape: Shape::Cycle, start: vertex(start), ..Constraints::default() }
        }
    }
}

/// The squares of those numbers.
pub(super) fn squares(board: &Chessboard, path: &[Vertex]) -> Vec<Square> {
    path.iter().map(|&vertex| board.square(vertex)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roths_rule_takes_corners_first_and_the_centre_last() {
        let board = Chessboard::new(3, 4, Leaper::KNIGHT).expect("a board");
        let TieBreak::Keyed(keys) = roth(&board) else { panic!("keys") };
        assert_eq!(*keys, [0, 8, 8, 0, 4, 12, 12, 4, 0, 8, 8, 0]);
    }
}
