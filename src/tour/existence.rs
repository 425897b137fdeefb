//! Where there is no tour for a reason that fits in a sentence.

use std::fmt;

use crate::graph::{ColourBalance, EndpointError, Leaper};

use super::board::{Chessboard, Square, SquareNumbering, TourKind};

/// Why there is no tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoTourReason {
    /// The tour should begin and end on one square of several.
    StartIsEnd,
    /// The leaper never changes the colour of its square.
    OneColour(Leaper),
    /// Both legs of the leap are multiples of this number.
    Multiples(Leaper, u32),
    /// The moves do not join the board: this many squares can be reached from a corner.
    Apart {
        /// The squares that can be reached.
        reached: u32,
        /// The squares of the board.
        squares: u32,
    },
    /// A square has fewer than two moves, and the tour should be closed.
    DeadEnd(Square),
    /// Three squares have one move each: a tour could begin at one and end at another.
    DeadEnds([Square; 3]),
    /// The tour should be closed, and the number of squares is odd.
    OddClosed,
    /// On a board of an odd number of squares, this one is of the colour that has one fewer.
    Minority(Square),
    /// On a board of an even number of squares, start and end are of one colour.
    EndsAlike,
    /// The knight has no closed tour on a board with a side this short.
    ClosedTooNarrow(u32),
    /// One of the three boards of three rows where the knight has no closed tour although it is
    /// long and even.
    ClosedThreeBy(u32),
    /// The knight has no open tour on a board with these sides, the shorter first.
    OpenTooSmall(u32, u32),
    /// On a board with a side of four squares, each tour begins and ends at an outer row.
    InnerOfFour(Square),
    /// Every way was tried.
    Searched,
}

/// The reason why there is no such tour, if there is one that needs no search. `None` says nothing
/// but that the cheap reasons do not apply; without ends the answer is complete for the knight.
///
/// Schwenk: Which rectangular chessboards have a knight's tour?, 1991 (closed); Cull, De Curtins:
/// Knight's tour revisited, 1978 (open).
///
/// Takes time and memory linear in the squares for other leapers.
#[must_use]
pub fn no_tour_reason(board: &Chessboard, kind: TourKind) -> Option<NoTourReason> {
    if board.squares() == 1 {
        return matches!(kind, TourKind::Closed { .. }).then_some(NoTourReason::OddClosed);
    }
    let leaper = board.leaper();
    if let TourKind::Open { start: Some(start), end: Some(end) } = kind
        && start == end
    {
        return Some(NoTourReason::StartIsEnd);
    }
    if (leaper.short + leaper.long).is_multiple_of(2) {
        return Some(NoTourReason::OneColour(leaper));
    }
    by_colour(board, kind).or_else(|| {
        if leaper == Leaper::KNIGHT { of_knight(board, kind) } else { of_other(board, kind) }
    })
}

/// Every leap changes the colour, so that a tour takes the colours in turn.
fn by_colour(board: &Chessboard, kind: TourKind) -> Option<NoTourReason> {
    let squares = board.squares() as usize;
    let balance = ColourBalance::of(squares.div_ceil(2), squares / 2)?;
    let (start, end) = match kind {
        TourKind::Closed { .. } => {
            return (balance != ColourBalance::Even).then_some(NoTourReason::OddClosed);
        }
        TourKind::Open { start, end } => (start, end),
    };
    match balance.check_ends(start.map(Square::colour), end.map(Square::colour)) {
        Ok(()) => None,
        Err(EndpointError::Start) => start.map(NoTourReason::Minority),
        Err(EndpointError::End) => end.map(NoTourReason::Minority),
        Err(EndpointError::SameColour) => Some(NoTourReason::EndsAlike),
    }
}

fn of_knight(board: &Chessboard, kind: TourKind) -> Option<NoTourReason> {
    let (short, long) = sides(board);
    match kind {
        TourKind::Closed { .. } => match (short, long) {
            (1 | 2 | 4, _) => Some(NoTourReason::ClosedTooNarrow(short)),
            (3, 4 | 6 | 8) => Some(NoTourReason::ClosedThreeBy(long)),
            _ => None,
        },
        TourKind::Open { start, end } => match (short, long) {
            (1 | 2, _) | (3, 3 | 5 | 6) | (4, 4) => Some(NoTourReason::OpenTooSmall(short, long)),
            _ => {
                let mut ends = [start, end].into_iter().flatten();
                ends.find(|&square| is_inner_of_four(board, square)).map(NoTourReason::InnerOfFour)
            }
        },
    }
}

/// Whether the square lies in one of the two inner rows (or columns) of four.
///
/// From an outer row the knight can go to inner ones only, and there are as many inner squares as
/// outer ones. If no two inner squares followed each other, inner and outer ones would take turns
/// as the colours do, and all outer ones be of one colour. So two inner squares follow each other
/// once, and both ends are outer ones.
fn is_inner_of_four(board: &Chessboard, square: Square) -> bool {
    board.rows() == 4 && matches!(square.row, 1 | 2)
        || board.columns() == 4 && matches!(square.column, 1 | 2)
}

/// The sides of a board, the shorter first.
fn sides(board: &Chessboard) -> (u32, u32) {
    (board.rows().min(board.columns()), board.rows().max(board.columns()))
}

fn of_other(board: &Chessboard, kind: TourKind) -> Option<NoTourReason> {
    let leaper = board.leaper();
    let factor = gcd(leaper.short, leaper.long);
    if factor > 1 {
        return Some(NoTourReason::Multiples(leaper, factor));
    }
    let squares = board.squares();
    let reached = reached_from_corner(board);
    if reached < squares {
        return Some(NoTourReason::Apart { reached, squares });
    }
    let mut dead_ends = (0..squares).map(|vertex| board.square(vertex));
    let mut dead_ends = dead_ends.by_ref().filter(|&square| board.landings(square).count() < 2);
    if matches!(kind, TourKind::Closed { .. }) {
        return dead_ends.next().map(NoTourReason::DeadEnd);
    }
    let first = [dead_ends.next()?, dead_ends.next()?, dead_ends.next()?];
    Some(NoTourReason::DeadEnds(first))
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How many squares can be reached from the first one, itself among them.
fn reached_from_corner(board: &Chessboard) -> u32 {
    let mut seen = vec![false; board.squares() as usize];
    let mut waiting = vec![Square { row: 0, column: 0 }];
    seen[0] = true;
    let mut reached = 0;
    while let Some(square) = waiting.pop() {
        reached += 1;
        for next in board.landings(square) {
            if !std::mem::replace(&mut seen[board.vertex(next) as usize], true) {
                waiting.push(next);
            }
        }
    }
    reached
}

impl NoTourReason {
    /// The reason in a sentence, its squares as coordinates that count so.
    #[must_use]
    pub fn display(self, numbering: SquareNumbering) -> impl fmt::Display {
        ReasonDisplay { reason: self, numbering }
    }
}

impl fmt::Display for NoTourReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(SquareNumbering::default()).fmt(f)
    }
}

struct ReasonDisplay {
    reason: NoTourReason,
    numbering: SquareNumbering,
}

impl fmt::Display for ReasonDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square: Square| format!("({})", square.coordinates(self.numbering));
        match self.reason {
            NoTourReason::StartIsEnd => f.write_str("the start cannot be the end of a longer tour"),
            NoTourReason::OneColour(Leaper { short, long }) => write!(
                f,
                "a ({short},{long}) leaper never changes the colour of its square: half of the \
                 board is out of its reach"
            ),
            NoTourReason::Multiples(Leaper { short, long }, factor) => write!(
                f,
                "a ({short},{long}) leaper goes by a multiple of {factor} rows and columns only, and never \
                 reaches those between"
            ),
            NoTourReason::Apart { reached, squares } => write!(
                f,
                "the moves do not join the board: from a corner {reached} of {squares} squares \
                 can be reached"
            ),
            NoTourReason::DeadEnd(square) => {
                write!(f, "{} has fewer than two moves, and would need two", name(square))
            }
            NoTourReason::DeadEnds(squares) => {
                let [a, b, c] = squares.map(name);
                write!(f, "{a}, {b} and {c} have one move each: a tour has two ends, not three")
            }
            NoTourReason::OddClosed => f.write_str(
                "every move changes the colour of the square, so that a closed tour has as many \
                 squares of the one as of the other: their number would be even",
            ),
            NoTourReason::Minority(square) => write!(
                f,
                "the number of squares is odd, so that a tour begins and ends on the colour of \
                 the corners: {} is of the other",
                name(square)
            ),
            NoTourReason::EndsAlike => f.write_str(
                "the number of squares is even and every move changes the colour, so that start \
                 and end must differ in colour",
            ),
            NoTourReason::ClosedTooNarrow(side) => write!(
                f,
                "Schwenk's theorem: no board with a side of {side} has a closed knight's tour"
            ),
            NoTourReason::ClosedThreeBy(long) => {
                write!(f, "Schwenk's theorem: the 3×{long} board has no closed knight's tour")
            }
            NoTourReason::OpenTooSmall(short, long) => write!(
                f,
                "no {short}×{long} board has a knight's tour: there are open ones on 1×1, 3×4, \
                 3×n from 7, 4×n from 5, and where both sides are 5 or more"
            ),
            NoTourReason::InnerOfFour(square) => write!(
                f,
                "with a side of four squares, every knight's tour begins and ends in an outer \
                 row: {} lies in an inner one",
                name(square)
            ),
            NoTourReason::Searched => f.write_str("every way was tried"),
        }
    }
}
