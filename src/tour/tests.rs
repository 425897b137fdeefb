//! What holds for every board, held against a search too plain to be wrong.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::cases::cases;
use crate::control::{Limits, Outcome, StopReason};
use crate::graph::Leaper;

fn board(rows: u32, columns: u32, leaper: Leaper) -> Chessboard {
    Chessboard::new(rows, columns, leaper).expect("a board")
}

fn search(board: &Chessboard, kind: TourKind) -> Report {
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    find(board, kind, &Options::default(), go_on).expect("it is verified")
}

fn exists(board: &Chessboard, kind: TourKind) -> bool {
    let report = search(board, kind);
    assert_eq!(report.reason.is_some(), report.outcome == Outcome::Exhausted);
    assert!(!matches!(report.outcome, Outcome::Stopped(_)));
    matches!(report.outcome, Outcome::Found(_))
}

/// All squares of a board.
fn squares(board: &Chessboard) -> impl Iterator<Item = Square> + Clone + use<> {
    let columns = board.columns();
    let rows = 0..board.rows();
    rows.flat_map(move |row| (0..columns).map(move |column| Square { row, column }))
}

/// The naive twin: whether a path over what is left, from the last square of `path`, fits.
fn twin(board: &Chessboard, kind: TourKind, path: &mut Vec<Square>) -> bool {
    if path.len() == board.squares() as usize {
        return verify(board, kind, path).is_ok();
    }
    for next in squares(board) {
        let at = path[path.len() - 1];
        let legs = [at.row.abs_diff(next.row), at.column.abs_diff(next.column)];
        let (short, long) = (board.leaper().short, board.leaper().long);
        let is_move = legs == [short, long] || legs == [long, short];
        if is_move && !path.contains(&next) {
            path.push(next);
            let found = twin(board, kind, path);
            path.pop();
            if found {
                return true;
            }
        }
    }
    false
}

fn twin_exists(board: &Chessboard, kind: TourKind) -> bool {
    squares(board).any(|start| twin(board, kind, &mut vec![start]))
}

const ANY: TourKind = TourKind::Open { start: None, end: None };
const CLOSED: TourKind = TourKind::Closed { start: None };

#[test]
fn small_boards_have_tours_where_the_naive_twin_finds_them() {
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))) {
        let board = board(rows, columns, Leaper::KNIGHT);
        for kind in [ANY, CLOSED] {
            let expected = twin_exists(&board, kind);
            assert_eq!(exists(&board, kind), expected, "{rows}×{columns} {kind:?}");
            assert_eq!(no_tour_reason(&board, kind).is_none(), expected, "{rows}×{columns}");
        }
    }
}

#[test]
fn every_board_has_the_tours_that_the_theorems_promise_and_no_others() {
    for (rows, columns) in (1..=26).flat_map(|rows| (1..=26).map(move |columns| (rows, columns))) {
        let board = board(rows, columns, Leaper::KNIGHT);
        let sides = (rows.min(columns), rows.max(columns));
        let open = match sides {
            (1, 1) | (3, 4 | 7..) | (4, 5..) => true,
            (short, _) => short >= 5,
        };
        let closed = (rows * columns) % 2 == 0 && !matches!(sides, (1 | 2 | 4, _) | (3, 4 | 6 | 8));
        assert_eq!(exists(&board, ANY), open, "{rows}×{columns}");
        assert_eq!(exists(&board, CLOSED), closed, "{rows}×{columns}");
    }
}

#[test]
fn where_the_reasons_are_silent_they_have_something_to_be_silent_about() {
    // What search says of the boards that have no tour, without the theorems' help.
    for (rows, columns) in [(3, 5), (3, 6), (4, 4), (3, 3), (2, 7)] {
        let board = board(rows, columns, Leaper::KNIGHT);
        assert!(matches!(no_tour_reason(&board, ANY), Some(NoTourReason::OpenTooSmall(..))));
        assert!(!twin_exists(&board, ANY), "{rows}×{columns}");
    }
}

#[test]
fn tours_start_from_as_many_squares_as_is_known() {
    for (rows, columns, starts) in [(5, 5, 13), (5, 7, 18), (3, 7, 10), (6, 6, 36), (4, 5, 10)] {
        let board = board(rows, columns, Leaper::KNIGHT);
        let has_tour =
            |start: &Square| exists(&board, TourKind::Open { start: Some(*start), end: None });
        assert_eq!(squares(&board).filter(has_tour).count(), starts, "{rows}×{columns}");
    }
}

#[test]
fn on_boards_of_six_and_more_every_pair_of_ends_of_the_right_colours_will_do() {
    for (rows, columns) in [(6, 6), (6, 7), (7, 7)] {
        let board = board(rows, columns, Leaper::KNIGHT);
        for start in squares(&board) {
            for end in squares(&board) {
                let kind = TourKind::Open { start: Some(start), end: Some(end) };
                assert_eq!(exists(&board, kind), no_tour_reason(&board, kind).is_none());
            }
        }
    }
}

#[test]
fn a_reason_is_given_for_each_kind_of_impossibility() {
    let knight = |rows, columns| board(rows, columns, Leaper::KNIGHT);
    let at = |row, column| Some(Square { row, column });
    let open = |start, end| TourKind::Open { start, end };
    let cases = [
        (knight(5, 5), CLOSED, NoTourReason::OddClosed),
        (knight(4, 8), CLOSED, NoTourReason::ClosedTooNarrow(4)),
        (knight(8, 3), CLOSED, NoTourReason::ClosedThreeBy(8)),
        (knight(6, 3), ANY, NoTourReason::OpenTooSmall(3, 6)),
        (knight(5, 5), open(at(0, 1), None), NoTourReason::Minority(Square { row: 0, column: 1 })),
        (knight(8, 8), open(at(0, 0), at(7, 7)), NoTourReason::EndsAlike),
        (knight(8, 8), open(at(0, 0), at(0, 0)), NoTourReason::StartIsEnd),
        (
            knight(9, 4),
            open(None, at(5, 2)),
            NoTourReason::InnerOfFour(Square { row: 5, column: 2 }),
        ),
        (knight(3, 7), open(at(1, 3), None), NoTourReason::Searched),
    ];
    for (board, kind, reason) in cases {
        let report = search(&board, kind);
        assert_eq!((report.outcome, report.reason), (Outcome::Exhausted, Some(reason)));
    }
    let other = |short, long| board(9, 9, Leaper { short, long });
    for (board, expected) in [
        (other(1, 3), "never changes the colour"),
        (other(3, 6), "multiple of 3"),
        (other(4, 5), "do not join the board"),
    ] {
        let reason = no_tour_reason(&board, ANY).expect("there is none").to_string();
        assert!(reason.contains(expected), "{reason}");
    }
}

#[test]
fn large_boards_are_toured() {
    let at = |row, column| Some(Square { row, column });
    for (rows, columns, kind) in [
        (300, 301, CLOSED),
        (301, 301, TourKind::Open { start: at(150, 150), end: at(0, 300) }),
        (3, 3000, TourKind::Closed { start: at(1, 1500) }),
        (2000, 4, TourKind::Open { start: at(1000, 0), end: None }),
        (2001, 5, TourKind::Open { start: None, end: at(1000, 2) }),
    ] {
        assert!(exists(&board(rows, columns, Leaper::KNIGHT), kind), "{rows}×{columns}");
    }
}

#[test]
fn a_limit_or_the_observer_stops_a_search() {
    let zebra = board(9, 14, Leaper { short: 2, long: 3 });
    let limits = Limits { max_states: Some(5), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let report = find(&zebra, ANY, &options, &mut |_| ControlFlow::Continue(()));
    let stopped = |reason| Outcome::<Vec<Square>>::Stopped(reason);
    assert_eq!(report.expect("verified").outcome, stopped(StopReason::States));
    let report = find(&zebra, ANY, &Options::default(), &mut |_| ControlFlow::Break(()));
    assert_eq!(report.expect("verified").outcome, stopped(StopReason::Interrupted));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn a_knight_finds_its_way_from_anywhere_to_anywhere(
        rows in 3u32..60, columns in 3u32..60, start: u32, end: Option<u32>,
    ) {
        let board = board(rows, columns, Leaper::KNIGHT);
        let square = |at: u32| board.square(at % board.squares());
        let kind = TourKind::Open { start: Some(square(start)), end: end.map(square) };
        let found = exists(&board, kind);
        // With shorter sides there are exceptions that no rule is known for.
        if rows.min(columns) >= 6 || end.is_none() && rows.min(columns) >= 5 {
            prop_assert_eq!(found, no_tour_reason(&board, kind).is_none());
        }
    }

    #[test]
    fn other_leapers_agree_with_the_naive_twin(
        rows in 1u32..5, columns in 1u32..6, short in 0u32..4, long in 0u32..4,
        start: u32, end: Option<u32>, closed: bool,
    ) {
        let board = board(rows, columns, Leaper { short, long });
        let square = |at: u32| board.square(at % board.squares());
        let start = square(start);
        let kind = if closed {
            TourKind::Closed { start: Some(start) }
        } else {
            TourKind::Open { start: Some(start), end: end.map(square) }
        };
        prop_assert_eq!(exists(&board, kind), twin(&board, kind, &mut vec![start]));
    }
}
