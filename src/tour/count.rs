//! How many tours there are.

use crate::backtrack::{Search, Statistics, hamilton};
use crate::control::{Limits, Observer, Outcome, StopReason};

use super::board::Board;
use super::course::Course;
use super::effort::{Attempt, Effort};
use super::existence;
use super::frontier::{self, Ends, Sweep};
use super::search::terms;
use super::square::Square;
use super::symmetry::Symmetry;

/// A number of tours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tally {
    /// So many.
    Exactly(u128),
    /// So many were counted when the count was stopped.
    AtLeast(u128),
}

/// How many tours there are, and what it took to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Open tours in each direction in which they fit the course; closed ones without direction.
    pub tours: Tally,
    /// What ended the count early, if anything did.
    pub stopped: Option<StopReason>,
    /// What it took.
    pub statistics: Statistics,
}

/// Of boards that can be swept, a search sees so many nodes before they are.
const OPEN_BUDGET: u64 = 10_000_000;
const CLOSED_BUDGET: u64 = 200_000;

/// Counts the tours of a board. An open one from a square to another and its way back are two,
/// where the course allows both; a closed one is one, wherever it begins and whichever way round.
///
/// # Complexity
/// Boards of up to 11 columns: linear in the rows, exponential in the columns. Others: linear in
/// the tours.
pub fn count(board: &Board, course: Course, limits: &Limits, observer: Observer<'_>) -> Count {
    if existence::impossible(board, course).is_some() {
        let statistics = Statistics::default();
        return Count { tours: Tally::Exactly(0), stopped: None, statistics };
    }
    let mut effort = Effort::new(limits, observer);
    let sweep = sweep(board, course);
    let budget = sweep.as_ref().map(|_| match course {
        Course::Open { .. } => OPEN_BUDGET,
        Course::Closed { .. } => CLOSED_BUDGET,
    });
    let mut seen = 0;
    let mut attempt = search(board, course, budget, &mut effort, &mut seen).map(|()| Some(seen));
    if let (Attempt::GaveUp, Some(sweep)) = (&attempt, &sweep) {
        attempt = effort.attempt(None, |limits, observer| {
            let Search { outcome, statistics } = frontier::count(sweep, limits, observer);
            let both_ways = |tours: Option<u128>| tours?.checked_mul(ways_asked(course));
            Search { outcome: outcome.map(both_ways), statistics }
        });
    }
    let (tours, stopped) = match attempt {
        Attempt::Found(Some(tours)) => (Tally::Exactly(tours), None),
        Attempt::Found(None) => (Tally::AtLeast(u128::MAX), None),
        Attempt::Stopped(reason) => (Tally::AtLeast(seen), Some(reason)),
        Attempt::Exhausted | Attempt::GaveUp => (Tally::Exactly(seen), None),
    };
    Count { tours, stopped, statistics: effort.statistics() }
}

/// Adds the tours that a search comes upon to `seen`, and is found where it has come upon all.
fn search(
    board: &Board,
    course: Course,
    budget: Option<u64>,
    effort: &mut Effort<'_>,
    seen: &mut u128,
) -> Attempt<()> {
    let graph = board.graph();
    for (course, alike) in representatives(board, course) {
        let left = budget.map(|budget| budget.saturating_sub(effort.statistics().nodes));
        let attempt = effort.attempt(left, |limits, observer| {
            let how = hamilton::Options { limits: *limits, ..hamilton::Options::default() };
            let counted = hamilton::count(&graph, &terms(board, course), &how, observer);
            *seen += u128::from(counted.solutions) * alike / ways_seen(course);
            let Search { outcome, statistics } = counted.search;
            let outcome = match outcome {
                Outcome::Found(never) => match never {},
                Outcome::Exhausted => Outcome::Found(()),
                Outcome::Stopped(reason) => Outcome::Stopped(reason),
            };
            Search { outcome, statistics }
        });
        if !matches!(attempt, Attempt::Found(())) {
            return attempt;
        }
    }
    Attempt::Found(())
}

/// Courses that are to be counted in place of this one, and how many each stands for: where the
/// start is free, one of each set of squares that are alike by the symmetry of the board.
fn representatives(board: &Board, course: Course) -> Vec<(Course, u128)> {
    if course != (Course::Open { start: None, end: None }) {
        return vec![(course, 1)];
    }
    let squares = (0..board.squares()).map(|vertex| board.square(vertex));
    let representative = |square: Square| {
        let alike = Symmetry::of(board).map(|symmetry| symmetry.apply(board, square));
        let mut alike: Vec<Square> = alike.collect();
        alike.sort_unstable();
        alike.dedup();
        let from_here = Course::Open { start: Some(square), end: None };
        (alike[0] == square).then_some((from_here, alike.len() as u128))
    };
    squares.filter_map(representative).collect()
}

/// How often a search comes upon each tour that is to be counted.
const fn ways_seen(course: Course) -> u128 {
    match course {
        Course::Open { .. } => 1,
        Course::Closed { .. } => 2,
    }
}

/// How often each tour, taken without direction, is to be counted.
const fn ways_asked(course: Course) -> u128 {
    match course {
        Course::Open { start: None, end: None } => 2,
        Course::Open { .. } | Course::Closed { .. } => 1,
    }
}

/// The board as it is swept, lying on whichever side makes it narrow.
fn sweep(board: &Board, course: Course) -> Option<Sweep> {
    let lies_well = board.columns() <= board.rows();
    let (seen, course) = if lies_well {
        (*board, course)
    } else {
        (board.transposed(), course.map(Square::transposed))
    };
    let ends = match course {
        Course::Closed { .. } => Ends::Closed,
        Course::Open { start, end } => {
            Ends::At(start.map(|at| seen.vertex(at)), end.map(|at| seen.vertex(at)))
        }
    };
    Sweep::new(&seen, ends)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::graph::Leaper;

    fn tours(rows: u32, columns: u32, course: Course) -> u128 {
        let board = Board::new(rows, columns, Leaper::KNIGHT).expect("a board");
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let count = count(&board, course, &Limits::default(), go_on);
        let Tally::Exactly(tours) = count.tours else { panic!("no limit was set") };
        tours
    }

    /// The same by frontiers alone.
    fn swept(rows: u32, columns: u32, course: Course) -> u128 {
        let board = Board::new(rows, columns, Leaper::KNIGHT).expect("a board");
        let sweep = sweep(&board, course).expect("narrow");
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let Outcome::Found(Some(tours)) =
            frontier::count(&sweep, &Limits::default(), go_on).outcome
        else {
            panic!("no limit was set")
        };
        tours * ways_asked(course)
    }

    const ANY: Course = Course::Open { start: None, end: None };
    const CLOSED: Course = Course::Closed { start: None };

    // OEIS A169696, A079137 and A193054 give these.
    #[test]
    fn open_tours_of_narrow_boards_are_as_many_as_is_known() {
        for (columns, undirected) in (4..=10).zip([8, 0, 0, 52, 396, 560, 3048]) {
            assert_eq!(tours(3, columns, ANY), 2 * undirected, "3×{columns}");
            assert_eq!(swept(3, columns, ANY), 2 * undirected, "3×{columns}");
        }
        for (columns, undirected) in (5..=9).zip([82, 744, 6378, 31_088, 189_688]) {
            assert_eq!(tours(4, columns, ANY), 2 * undirected, "4×{columns}");
            assert_eq!(swept(4, columns, ANY), 2 * undirected, "4×{columns}");
        }
        assert_eq!((tours(1, 1, ANY), tours(2, 2, ANY)), (1, 0));
    }

    #[test]
    fn open_tours_of_the_6_by_6_board_are_as_many_as_is_known() {
        assert_eq!(tours(6, 6, ANY), 6_637_920);
    }

    #[test]
    fn starts_that_are_alike_are_counted_once_and_stand_for_all() {
        for (rows, columns, starts) in [(6, 6, 6), (5, 5, 6), (3, 10, 10), (10, 3, 10)] {
            let board = Board::new(rows, columns, Leaper::KNIGHT).expect("a board");
            let representatives = representatives(&board, ANY);
            let squares: u128 = representatives.iter().map(|(_, alike)| alike).sum();
            assert_eq!(representatives.len(), starts, "{rows}×{columns}");
            assert_eq!(squares, u128::from(board.squares()));
        }
    }

    #[test]
    fn closed_tours_are_as_many_as_is_known() {
        for (rows, columns, undirected) in
            [(6, 6, 9862), (3, 10, 16), (3, 12, 176), (5, 6, 8), (6, 5, 8), (3, 8, 0)]
        {
            assert_eq!(tours(rows, columns, CLOSED), undirected, "{rows}×{columns}");
        }
        for (rows, columns, undirected) in [(6, 6, 9862), (10, 3, 16), (6, 7, 1_067_638)] {
            assert_eq!(swept(rows, columns, CLOSED), undirected, "{rows}×{columns}");
        }
    }

    #[test]
    fn tours_of_the_5_by_5_board_by_their_first_square() {
        let mut all = 0;
        for vertex in 0..25 {
            let start = Some(Square { row: vertex / 5, column: vertex % 5 });
            let course = Course::Open { start, end: None };
            let expected = match (vertex / 5, vertex % 5) {
                (0 | 4, 0 | 4) => 304,
                (2, 2) => 64,
                (row, column) if (row + column) % 2 == 0 => 56,
                _ => 0,
            };
            assert_eq!(tours(5, 5, course), expected, "{vertex}");
            let Course::Open { end: None, .. } = course else { continue };
            assert_eq!(tours(5, 5, Course::Open { start: None, end: start }), expected);
            all += expected;
        }
        assert_eq!((all, tours(5, 5, ANY), swept(5, 5, ANY)), (1728, 1728, 1728));
    }
}
