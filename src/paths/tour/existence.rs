//! Reasons, found without a search, why no path exists.

use crate::graph::{
    Constraints, Leaper, MapCell, NoHamiltonReason, Shape, Vertex, VertexNoun, alternates,
    ends_conflict,
};

use super::board::Chessboard;

/// A reason why no path, cycle or tour exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoPathReason {
    /// A property of the graph excludes it.
    Graph(NoHamiltonReason),
    /// The leaper never changes the colour of its square.
    OneColour(Leaper),
    /// Both legs of the leap are multiples of this number.
    Multiples(Leaper, u32),
    /// The knight has no closed tour of a board with a side of this length.
    ClosedTooNarrow(u32),
    /// The knight has no closed tour of a board of three rows and this many columns.
    ClosedThreeBy(u32),
    /// The knight has no open tour of a board with these sides, the shorter first.
    OpenTooSmall(u32, u32),
    /// If a side has four squares, a knight's tour begins and ends in an outer line, and this end
    /// is in an inner line: a `row` or a `column`.
    InnerOfFour(Vertex, &'static str),
    /// A search tried every path.
    Searched,
}

impl NoPathReason {
    /// Returns the reason as a sentence; `name` returns the name of a vertex.
    #[must_use]
    pub fn describe(self, noun: VertexNoun, name: impl Fn(Vertex) -> String) -> String {
        match self {
            NoPathReason::Graph(reason) => reason.describe(noun, name),
            NoPathReason::OneColour(Leaper { short, long }) => format!(
                "a ({short},{long}) leaper never changes the colour of its square: half of the \
                 board is out of its reach"
            ),
            NoPathReason::Multiples(Leaper { short, long }, factor) => format!(
                "a ({short},{long}) leaper moves by multiples of {factor} rows and columns, and \
                 never reaches those between"
            ),
            NoPathReason::ClosedTooNarrow(side) => format!(
                "Schwenk's theorem: no board with a side of {side} has a closed knight's tour"
            ),
            NoPathReason::ClosedThreeBy(long) => {
                format!("Schwenk's theorem: the 3×{long} board has no closed knight's tour")
            }
            NoPathReason::OpenTooSmall(short, long) => format!(
                "no {short}×{long} board has a knight's tour: the boards with open tours are \
                 1×1, 3×4, 3×n from 7, 4×n from 5, and those with both sides 5 or more"
            ),
            NoPathReason::InnerOfFour(vertex, line) => format!(
                "with a side of four squares, every knight's tour begins and ends in an outer \
                 {line}, and {} is in an inner one",
                name(vertex)
            ),
            NoPathReason::Searched => "the search tried every path".to_owned(),
        }
    }
}

/// Returns a reason, found without a search and without the graph, why a board has no tour. A
/// knight without given ends has a tour exactly when this returns `None`.
///
/// Schwenk: Which rectangular chessboards have a knight's tour?, 1991 (closed tours). Cull,
/// De Curtins: Knight's tour revisited, 1978 (open tours).
pub fn no_tour_reason(board: &Chessboard, constraints: &Constraints) -> Option<NoPathReason> {
    let squares = board.squares() as usize;
    if let Some(reason) = ends_conflict(squares, constraints) {
        return Some(NoPathReason::Graph(reason));
    }
    let Leaper { short, long } = board.leaper();
    if squares == 1 {
        return None;
    }
    if (short + long).is_multiple_of(2) {
        return Some(NoPathReason::OneColour(board.leaper()));
    }
    let Constraints {
        shape, start, end, ..
    } = *constraints;
    if let Err(reason) = alternates(
        [squares.div_ceil(2), squares / 2],
        |vertex| Some(board.colour(vertex)),
        shape,
        start,
        end,
    ) {
        return Some(NoPathReason::Graph(reason));
    }
    if board.leaper() == Leaper::KNIGHT {
        return of_knight(board, constraints);
    }
    let factor = gcd(short, long);
    (factor > 1).then_some(NoPathReason::Multiples(board.leaper(), factor))
}

fn of_knight(board: &Chessboard, constraints: &Constraints) -> Option<NoPathReason> {
    let rows = board.rows();
    let columns = board.columns();
    let sides = (rows.min(columns), rows.max(columns));
    match (constraints.shape, sides) {
        (Shape::Cycle, (short @ (1 | 2 | 4), _)) => Some(NoPathReason::ClosedTooNarrow(short)),
        (Shape::Cycle, (3, long @ (4 | 6 | 8))) => Some(NoPathReason::ClosedThreeBy(long)),
        (
            Shape::Path,
            (short @ (1 | 2), long) | (short @ 3, long @ (3 | 5 | 6)) | (short @ 4, long @ 4),
        ) => Some(NoPathReason::OpenTooSmall(short, long)),
        (Shape::Path, _) => {
            let mut ends = [constraints.start, constraints.end].into_iter().flatten();
            ends.find_map(|end| Some(NoPathReason::InnerOfFour(end, inner_line(board, end)?)))
        }
        (Shape::Cycle, _) => None,
    }
}

/// Returns the word for a line if the square lies in one of the two inner rows or columns of four.
///
/// From an outer row the knight moves to inner rows only, and there are as many inner squares as
/// outer ones. If no two inner squares followed each other, inner and outer squares would alternate
/// as the colours do, and all outer squares would have one colour. So two inner squares follow
/// each other once, and both ends are outer squares.
const fn inner_line(board: &Chessboard, vertex: Vertex) -> Option<&'static str> {
    let MapCell { row, column } = board.square(vertex);
    match (board.rows(), board.columns()) {
        (4, _) if matches!(row, 1 | 2) => Some("row"),
        (_, 4) if matches!(column, 1 | 2) => Some("column"),
        _ => None,
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
