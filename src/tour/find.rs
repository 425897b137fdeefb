//! One tour, by the way that suits the board; and all tours, by backtracking on its graph. Several
//! searches share one budget. A narrow board is swept from each side in turn.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::board::{BoardSymmetry, Chessboard, Square, TourKind};
use super::existence::{self, NoTourReason};
use super::frontier::{Ends, FrontierSearch, SquareLinks};
use super::strips;
use super::verify::{TourFlaw, verify};
use crate::backtrack::hamilton::{self, Constraints, Shape, TieBreak, VertexOrder};
use crate::backtrack::{BacktrackResult, Statistics};
use crate::control::{Instant, Limits, Observer, Outcome, Progress, StopReason};
use crate::graph::{Leaper, Vertex};
use crate::memory;

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
            FindStrategy::Narrow(rounds) => find_narrow(board, kind, rounds, run),
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
    memory::check_limit(board.squares() as usize * 30, limits)
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
pub(super) fn find_narrow(
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
            let Some(attempt) = sweep(board, kind, symmetry, budget, run) else { continue };
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
fn sweep(
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

/// How one of the searches ended.
#[derive(Debug)]
pub(super) enum Attempt<T> {
    /// It has found what was looked for.
    Found(T),
    /// There is none.
    Exhausted,
    /// It has used up its own budget: something else may be tried.
    GaveUp,
    /// The whole run has come to a limit.
    Stopped(StopReason),
}

impl<T> Attempt<T> {
    /// What was found, or how it ended otherwise.
    pub(super) fn found(self) -> Result<T, Attempt<Infallible>> {
        match self {
            Attempt::Found(found) => Ok(found),
            Attempt::Exhausted => Err(Attempt::Exhausted),
            Attempt::GaveUp => Err(Attempt::GaveUp),
            Attempt::Stopped(reason) => Err(Attempt::Stopped(reason)),
        }
    }

    /// The same with what was found turned into something else.
    pub(super) fn map<U>(self, turn: impl FnOnce(T) -> U) -> Attempt<U> {
        match self {
            Attempt::Found(found) => Attempt::Found(turn(found)),
            Attempt::Exhausted => Attempt::Exhausted,
            Attempt::GaveUp => Attempt::GaveUp,
            Attempt::Stopped(reason) => Attempt::Stopped(reason),
        }
    }
}

/// The limits of the whole run, and its statistics so far.
pub(super) struct SearchBudget<'a> {
    limits: Limits,
    observer: Observer<'a>,
    started: Instant,
    statistics: Statistics,
}

impl<'a> SearchBudget<'a> {
    pub(super) fn new(limits: &Limits, observer: Observer<'a>) -> Self {
        let statistics = Statistics::default();
        SearchBudget { limits: *limits, observer, started: Instant::now(), statistics }
    }

    /// Has a search run within what is left, and with no more nodes than its budget.
    pub(super) fn attempt<T>(
        &mut self,
        budget: Option<u64>,
        search: impl FnOnce(&Limits, Observer<'_>) -> BacktrackResult<T>,
    ) -> Attempt<T> {
        let base = to_usize(self.statistics.nodes);
        let left = self.limits.after(self.statistics.nodes, self.started.elapsed());
        let own = budget.map(to_usize).filter(|&own| left.max_states.is_none_or(|left| own < left));
        let limits = Limits { max_states: own.or(left.max_states), ..left };
        let (observer, started) = (&mut self.observer, self.started);
        let mut observer = |progress: &Progress| -> ControlFlow<()> {
            let states = base.saturating_add(progress.states);
            observer(&Progress { states, elapsed: started.elapsed(), ..*progress })
        };
        let BacktrackResult { outcome, statistics } = search(&limits, &mut observer);
        self.add(&statistics);
        match outcome {
            Outcome::Found(found) => Attempt::Found(found),
            Outcome::Exhausted => Attempt::Exhausted,
            Outcome::Stopped(StopReason::States) if own.is_some() => Attempt::GaveUp,
            Outcome::Stopped(reason) => Attempt::Stopped(reason),
        }
    }

    fn add(&mut self, more: &Statistics) {
        let all = &mut self.statistics;
        all.nodes += more.nodes;
        all.backtracks += more.backtracks;
        all.deepest = all.deepest.max(more.deepest);
        all.restarts += more.restarts;
    }

    /// What all searches have taken up to now.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics { elapsed: self.started.elapsed(), ..self.statistics }
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
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

    fn search(nodes: u64, outcome: Outcome<()>) -> BacktrackResult<()> {
        BacktrackResult { outcome, statistics: Statistics { nodes, ..Statistics::default() } }
    }

    #[test]
    fn a_budget_that_is_used_up_is_not_the_end_but_a_limit_is() {
        let limits = Limits { max_states: Some(100), ..Limits::default() };
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        let mut run = SearchBudget::new(&limits, &mut go_on);
        let stopped = Outcome::Stopped(StopReason::States);
        let first = run.attempt(Some(60), |limits, _| {
            assert_eq!(limits.max_states, Some(60));
            search(60, stopped.clone())
        });
        assert!(matches!(first, Attempt::GaveUp));
        let second = run.attempt(Some(60), |limits, _| {
            assert_eq!(limits.max_states, Some(40));
            search(40, stopped.clone())
        });
        assert!(matches!(second, Attempt::Stopped(StopReason::States)));
        assert_eq!(run.statistics().nodes, 100);
    }

    #[test]
    fn progress_counts_through_all_searches() {
        let mut seen = Vec::new();
        let mut observer = |progress: &Progress| {
            seen.push(progress.states);
            ControlFlow::Continue(())
        };
        let mut run = SearchBudget::new(&Limits::default(), &mut observer);
        for _ in 0..2 {
            let attempt = run.attempt(None, |_, observer| {
                let _ = observer(&Progress { states: 5, ..Progress::default() });
                search(7, Outcome::Found(()))
            });
            assert!(matches!(attempt, Attempt::Found(())));
        }
        assert_eq!(seen, [5, 12]);
    }
}
