//! How many tours there are.

use num_bigint::BigUint;

use crate::backtrack::{BacktrackResult, Statistics, hamilton};
use crate::control::{Limits, Observer, Outcome, StopReason};
use crate::count::{Count, CountKind, FrontierDp};
use crate::graph::Vertex;

use super::board::{BoardSymmetry, Chessboard, Square, TourKind};
use super::existence;
use super::find::{Attempt, SearchBudget, constraints};

/// A number of tours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TourNumber {
    /// This many.
    Exactly(BigUint),
    /// This many were counted before the count was stopped, and there may be more.
    AtLeast(BigUint, StopReason),
}

/// How many tours there are, and what it took to count them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TourCount {
    /// Open tours in each direction in which they fit the kind; closed ones without direction.
    pub tours: TourNumber,
    /// What it took.
    pub statistics: Statistics,
}

/// The frontier programme is tried first with this many states at once, which takes milliseconds:
/// enough for every board of three or four rows, however long.
const QUICK_STATES: u64 = 50_000;

/// Where that is too little, tours are searched for one by one, within a budget of nodes: where
/// there are few, that is all, and where there are many, a count that is stopped later has these.
/// Then the frontier programme runs to its end.
const SEARCH_NODES: u64 = 1_000_000;

/// Counts the tours of a board. An open one from a square to another and its reverse are two,
/// where the kind allows both; a closed one is one, wherever it begins and whichever way round.
///
/// # Complexity
/// Boards of up to 11 columns: linear in the rows, exponential in the columns. Others: linear in
/// the tours.
pub fn count(
    board: &Chessboard,
    kind: TourKind,
    limits: &Limits,
    observer: Observer<'_>,
) -> TourCount {
    if existence::no_tour_reason(board, kind).is_some() {
        let statistics = Statistics::default();
        return TourCount { tours: TourNumber::Exactly(BigUint::ZERO), statistics };
    }
    let mut run = SearchBudget::new(limits, observer);
    let mut seen = 0;
    let tours = match by_the_best_way(board, kind, limits, &mut run, &mut seen) {
        Attempt::Found(tours) => TourNumber::Exactly(tours),
        Attempt::Stopped(reason) => TourNumber::AtLeast(seen.into(), reason),
        Attempt::Exhausted | Attempt::GaveUp => unreachable!("the last way has no budget"),
    };
    TourCount { tours, statistics: run.statistics() }
}

/// The number of tours; those that a search has come upon are added to `seen`.
fn by_the_best_way(
    board: &Chessboard,
    kind: TourKind,
    limits: &Limits,
    run: &mut SearchBudget<'_>,
    seen: &mut u128,
) -> Attempt<BigUint> {
    let Some(programme) = frontier_dp(board) else {
        return by_search(board, kind, None, run, seen);
    };
    // The states of the first attempt, which may be in vain, are not taken from a tight limit.
    if limits.max_states.is_none_or(|most| most as u64 > SEARCH_NODES) {
        let quick = by_frontier(&programme, board, kind, Some(QUICK_STATES), run);
        if !matches!(quick, Attempt::GaveUp) {
            return quick;
        }
    }
    let searched = by_search(board, kind, Some(SEARCH_NODES), run, seen);
    if !matches!(searched, Attempt::GaveUp) {
        return searched;
    }
    by_frontier(&programme, board, kind, None, run)
}

/// The frontier programme for a board that is narrow enough, across its shorter side.
fn frontier_dp(board: &Chessboard) -> Option<FrontierDp> {
    let (rows, columns) = (board.rows(), board.columns());
    // Before anything large is made.
    if rows.min(columns) > FrontierDp::MAX_WIDTH {
        return None;
    }
    let order: Vec<Vertex> = if columns <= rows {
        (0..board.squares()).collect()
    } else {
        (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column)).collect()
    };
    FrontierDp::narrowest(&board.graph(), &[order]).ok()
}

/// Counts all at once, with no more states at once than the budget.
fn by_frontier(
    programme: &FrontierDp,
    board: &Chessboard,
    kind: TourKind,
    budget: Option<u64>,
    run: &mut SearchBudget<'_>,
) -> Attempt<BigUint> {
    let question = match constraints(board, kind) {
        hamilton::Constraints { shape: hamilton::Shape::Cycle, .. } => CountKind::Cycles,
        hamilton::Constraints { start: Some(start), end: Some(end), .. } => {
            CountKind::PathsBetween(start, end)
        }
        hamilton::Constraints { start: None, end: None, .. } => CountKind::Paths,
        hamilton::Constraints { start, end, .. } => {
            CountKind::PathsFrom(start.or(end).expect("one is given"))
        }
    };
    let directions: u32 = if question == CountKind::Paths && board.squares() > 1 { 2 } else { 1 };
    run.attempt(budget, |limits, observer| {
        let Count { number, expanded, .. } = programme.count(question, limits, observer);
        let outcome = match number {
            Ok(number) => Outcome::Found(number * directions),
            // Another way may need less.
            Err(StopReason::Memory) if budget.is_some() => Outcome::Stopped(StopReason::States),
            Err(reason) => Outcome::Stopped(reason),
        };
        let nodes = expanded as u64;
        BacktrackResult { outcome, statistics: Statistics { nodes, ..Statistics::default() } }
    })
}

/// Counts one by one; adds to `seen` what it comes upon.
fn by_search(
    board: &Chessboard,
    kind: TourKind,
    budget: Option<u64>,
    run: &mut SearchBudget<'_>,
    seen: &mut u128,
) -> Attempt<BigUint> {
    let graph = board.graph();
    let before = run.statistics().nodes;
    for (kind, alike) in representatives(board, kind) {
        let spent = run.statistics().nodes - before;
        let left = budget.map(|budget| budget.saturating_sub(spent));
        let attempt = run.attempt(left, |limits, observer| {
            let how = hamilton::Options { limits: *limits, ..hamilton::Options::default() };
            let counted = hamilton::count(&graph, &constraints(board, kind), &how, observer);
            *seen += u128::from(counted.solutions) * alike / ways_seen(kind);
            let BacktrackResult { outcome, statistics } = counted.search;
            let outcome = match outcome {
                Outcome::Found(never) => match never {},
                Outcome::Exhausted => Outcome::Found(()),
                Outcome::Stopped(reason) => Outcome::Stopped(reason),
            };
            BacktrackResult { outcome, statistics }
        });
        if let Err(attempt) = attempt.found() {
            return attempt.map(|never| match never {});
        }
    }
    Attempt::Found(BigUint::from(*seen))
}

/// Courses that are to be counted in place of this one, and how many each stands for: where the
/// start is free, one of each set of squares that are alike by the symmetry of the board.
fn representatives(board: &Chessboard, kind: TourKind) -> Vec<(TourKind, u128)> {
    if kind != (TourKind::Open { start: None, end: None }) {
        return vec![(kind, 1)];
    }
    let squares = (0..board.squares()).map(|vertex| board.square(vertex));
    let representative = |square: Square| {
        let alike = BoardSymmetry::of(board).map(|symmetry| symmetry.apply(board, square));
        let mut alike: Vec<Square> = alike.collect();
        alike.sort_unstable();
        alike.dedup();
        let from_here = TourKind::Open { start: Some(square), end: None };
        (alike[0] == square).then_some((from_here, alike.len() as u128))
    };
    squares.filter_map(representative).collect()
}

/// How often a search comes upon each tour that is to be counted.
const fn ways_seen(kind: TourKind) -> u128 {
    match kind {
        TourKind::Open { .. } => 1,
        TourKind::Closed { .. } => 2,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::graph::Leaper;

    fn board(rows: u32, columns: u32) -> Chessboard {
        Chessboard::new(rows, columns, Leaper::KNIGHT).expect("a board")
    }

    fn tours(rows: u32, columns: u32, kind: TourKind) -> BigUint {
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let count = count(&board(rows, columns), kind, &Limits::default(), go_on);
        let TourNumber::Exactly(tours) = count.tours else { panic!("no limit was set") };
        tours
    }

    /// The same by the frontier programme alone, or by search alone.
    fn by(is_search: bool, rows: u32, columns: u32, kind: TourKind) -> BigUint {
        let board = board(rows, columns);
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let run = &mut SearchBudget::new(&Limits::default(), go_on);
        let attempt = if is_search {
            by_search(&board, kind, None, run, &mut 0)
        } else {
            by_frontier(&frontier_dp(&board).expect("narrow"), &board, kind, None, run)
        };
        attempt.found().expect("no limit was set")
    }

    const ANY: TourKind = TourKind::Open { start: None, end: None };
    const CLOSED: TourKind = TourKind::Closed { start: None };

    /// By each way, and by the one that is chosen.
    #[track_caller]
    fn holds(rows: u32, columns: u32, kind: TourKind, expected: u32) {
        let expected = BigUint::from(expected);
        assert_eq!(tours(rows, columns, kind), expected, "{rows}×{columns}");
        assert_eq!(by(false, rows, columns, kind), expected, "{rows}×{columns}, frontier");
        assert_eq!(by(true, rows, columns, kind), expected, "{rows}×{columns}, search");
    }

    // OEIS A169696, A079137 and A193054 give these.
    #[test]
    fn open_tours_of_narrow_boards_are_as_many_as_is_known() {
        for (columns, undirected) in (4..=10).zip([8, 0, 0, 52, 396, 560, 3048]) {
            let expected = BigUint::from(2_u32 * undirected);
            assert_eq!(tours(3, columns, ANY), expected, "3×{columns}");
            assert_eq!(by(true, 3, columns, ANY), expected, "3×{columns}");
        }
        for (columns, undirected) in (5..=9).zip([82, 744, 6378, 31_088, 189_688]) {
            assert_eq!(tours(4, columns, ANY), BigUint::from(2_u32 * undirected), "4×{columns}");
        }
        holds(4, 6, ANY, 2 * 744);
        assert_eq!((tours(1, 1, ANY), tours(2, 2, ANY)), (1_u32.into(), BigUint::ZERO));
    }

    #[test]
    fn open_tours_of_the_6_by_6_board_are_as_many_as_is_known() {
        assert_eq!(tours(6, 6, ANY), BigUint::from(6_637_920_u32));
        assert_eq!(by(true, 6, 6, ANY), BigUint::from(6_637_920_u32));
    }

    #[test]
    fn numbers_of_any_length_are_exact() {
        let long = tours(3, 400, ANY);
        assert!(long.bits() > 256);
        assert_eq!(long, tours(400, 3, ANY));
    }

    #[test]
    fn starts_that_are_alike_are_counted_once_and_stand_for_all() {
        for (rows, columns, starts) in [(6, 6, 6), (5, 5, 6), (3, 10, 10), (10, 3, 10)] {
            let board = board(rows, columns);
            let representatives = representatives(&board, ANY);
            let squares: u128 = representatives.iter().map(|(_, alike)| alike).sum();
            assert_eq!(representatives.len(), starts, "{rows}×{columns}");
            assert_eq!(squares, u128::from(board.squares()));
        }
    }

    #[test]
    fn closed_tours_are_as_many_as_is_known() {
        for (rows, columns, undirected) in [(3, 10, 16), (3, 12, 176), (5, 6, 8), (6, 5, 8)] {
            holds(rows, columns, CLOSED, undirected);
        }
        for (rows, columns, undirected) in [(6, 6, 9862_u32), (3, 8, 0)] {
            assert_eq!(tours(rows, columns, CLOSED), BigUint::from(undirected));
        }
        for (rows, columns, undirected) in [(6, 6, 9862), (6, 7, 1_067_638), (6, 8, 55_488_142_u32)]
        {
            assert_eq!(by(false, rows, columns, CLOSED), BigUint::from(undirected));
        }
    }

    #[test]
    fn tours_of_the_5_by_5_board_by_their_first_square() {
        let mut all = 0;
        for vertex in 0..25 {
            let start = Some(Square { row: vertex / 5, column: vertex % 5 });
            let expected: u32 = match (vertex / 5, vertex % 5) {
                (0 | 4, 0 | 4) => 304,
                (2, 2) => 64,
                (row, column) if (row + column) % 2 == 0 => 56,
                _ => 0,
            };
            for kind in
                [TourKind::Open { start, end: None }, TourKind::Open { start: None, end: start }]
            {
                assert_eq!(tours(5, 5, kind), BigUint::from(expected), "{vertex}");
            }
            all += expected;
        }
        assert_eq!(all, 1728);
        holds(5, 5, ANY, 1728);
    }

    #[test]
    fn tours_between_two_squares_are_those_that_a_search_finds() {
        let start = Square { row: 0, column: 0 };
        let mut all = BigUint::ZERO;
        for vertex in 1..25 {
            let end = Square { row: vertex / 5, column: vertex % 5 };
            let between = TourKind::Open { start: Some(start), end: Some(end) };
            let tours = by(false, 5, 5, between);
            assert_eq!(tours, by(true, 5, 5, between), "{end:?}");
            all += tours;
        }
        assert_eq!(all, BigUint::from(304_u32));
    }
}
