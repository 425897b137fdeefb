//! Tours as they are printed, and as a picture; what the textbook says about a board, and what the
//! search has taken.

use std::fmt;
use std::io::{self, Write};

use huarong::graph::{Leaper, MapCell};
use huarong::render::{Cells, PathPicture, PathShape};
use huarong::tour::{Analysis, Chessboard, Square, SquareNumbering, TourKind, analyse};
use serde::Serialize;

use super::args::PrintArg;
use crate::cli::numbers::grouped;
use crate::cli::paths::{PictureRequest, SearchCost};

/// Writes a tour in one of the ways to print it, and ends the line.
pub(crate) fn draw(
    print: PrintArg,
    numbering: SquareNumbering,
    board: &Chessboard,
    tour: &[Square],
    out: &mut dyn Write,
) -> io::Result<()> {
    match print {
        PrintArg::Path => {
            let first = numbering.first();
            joined(out, tour, |out, at| write!(out, "({},{})", at.row + first, at.column + first))
        }
        PrintArg::Algebraic => {
            joined(out, tour, |out, at| out.write_all(at.algebraic(board).as_bytes()))
        }
        PrintArg::Moves => joined(out, tour.windows(2), |out, step| {
            let by = |from: u32, to: u32| i64::from(to) - i64::from(from);
            let (down, right) = (by(step[0].row, step[1].row), by(step[0].column, step[1].column));
            write!(out, "({down:+},{right:+})")
        }),
        PrintArg::Board => numbers(board, tour, out),
    }
}

/// Writes each item with spaces between them, on a line.
fn joined<T>(
    out: &mut dyn Write,
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut dyn Write, T) -> io::Result<()>,
) -> io::Result<()> {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.write_all(b" ")?;
        }
        write(out, item)?;
    }
    out.write_all(b"\n")
}

/// The number of each step in its square.
fn numbers(board: &Chessboard, tour: &[Square], out: &mut dyn Write) -> io::Result<()> {
    let width = tour.len().to_string().len();
    let mut steps = vec![0_u32; tour.len()];
    for (step, &square) in (1..).zip(tour) {
        steps[board.vertex(square) as usize] = step;
    }
    for row in steps.chunks_exact(board.columns() as usize) {
        let (last, others) = row.split_last().expect("a board has a column");
        for step in others {
            write!(out, "{step:>width$} ")?;
        }
        writeln!(out, "{last:>width$}")?;
    }
    Ok(())
}

/// The tour as the picture that is asked for.
pub(crate) fn picture(
    wanted: PictureRequest<'_>,
    board: &Chessboard,
    kind: TourKind,
    tour: &[Square],
) -> String {
    let (rows, columns) = (board.rows(), board.columns());
    let (word, shape) = match kind {
        TourKind::Open { .. } => ("open", PathShape::Open),
        TourKind::Closed { .. } => ("closed", PathShape::Closed),
    };
    let title = match board.leaper() {
        Leaper::KNIGHT => format!("Knight's tour of the {columns}×{rows} board, {word}"),
        Leaper { short, long } => {
            format!("Tour of a ({short},{long}) leaper of the {columns}×{rows} board, {word}")
        }
    };
    let place = |&Square { row, column }: &Square| MapCell { row, column };
    let path: Vec<MapCell> = tour.iter().map(place).collect();
    let title = title.as_str();
    let (cells, walls, clues) = (Cells::All, &[], &[]);
    let (path, theme) = (path.as_slice(), wanted.theme());
    wanted.draw(&PathPicture { title, rows, columns, cells, walls, clues, path, shape, theme })
}

/// The figures of a board and a search.
#[derive(Serialize)]
pub(crate) struct Stats {
    vertices: u32,
    /// Directed edges.
    arcs: u64,
    /// The part of the adjacency matrix that is not zero, from 0 to 1.
    fill: f64,
    branching: f64,
    /// The logarithm to base 10 of k^(N+1); none where there are no moves.
    log10_tree: Option<f64>,
    #[serde(skip)]
    nodes: u64,
    #[serde(skip)]
    backtracks: u64,
}

impl Stats {
    pub(crate) fn new(board: &Chessboard, spent: &SearchCost) -> Self {
        let Analysis { vertices, arcs, fill, branching, log_tree } = analyse(board);
        let log10_tree = log_tree.is_finite().then_some(log_tree);
        let SearchCost { nodes, backtracks, .. } = *spent;
        Stats { vertices, arcs, fill, branching, log10_tree, nodes, backtracks }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tree = self.log10_tree.map_or_else(|| "0".to_owned(), power_of_ten);
        writeln!(f, "vertices:        {}", grouped(self.vertices))?;
        writeln!(f, "directed edges:  {}", grouped(self.arcs))?;
        writeln!(f, "matrix filled:   {} %", percent(self.fill))?;
        writeln!(f, "mean branching:  k = {:.2}", self.branching)?;
        writeln!(f, "search tree:     k^(N+1) = {tree}")?;
        writeln!(f, "nodes entered:   {}", grouped(self.nodes))?;
        write!(f, "retreats:        {}", grouped(self.backtracks))
    }
}

/// Two digits at least: `8.2`, `0.00079`.
fn percent(part: f64) -> String {
    let percent = part * 100.0;
    let digits = if percent < 1.0 { 1.0 - percent.max(1e-9).log10().floor() } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 10")]
    let digits = digits as usize;
    format!("{percent:.digits$}")
}

/// The number with this logarithm: `1.2·10^46`, or as it is where that is short.
fn power_of_ten(log: f64) -> String {
    if log.abs() < 3.0 {
        return format!("{:.2}", 10_f64.powf(log));
    }
    let mantissa = format!("{:.1}", 10_f64.powf(log - log.floor()));
    // What is rounded up to ten is one of the next power.
    let (mantissa, exponent) = match mantissa.as_str() {
        "10.0" => ("1.0", log.floor() + 1.0),
        mantissa => (mantissa, log.floor()),
    };
    format!("{mantissa}·10^{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tour_can_be_printed_in_four_ways() {
        let board = Chessboard::new(3, 4, Leaper::KNIGHT).expect("a board");
        let steps = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
        let tour = steps.map(|vertex| board.square(vertex));
        let drawn = |print, numbering, tour: &[Square]| {
            let mut out = Vec::new();
            draw(print, numbering, &board, tour, &mut out).expect("memory takes it all");
            String::from_utf8(out).expect("UTF-8")
        };
        let (zero, one) = (SquareNumbering::FromZero, SquareNumbering::FromOne);
        assert_eq!(drawn(PrintArg::Path, zero, &tour[..3]), "(0,0) (1,2) (2,0)\n");
        assert_eq!(drawn(PrintArg::Path, one, &tour[..3]), "(1,1) (2,3) (3,1)\n");
        assert_eq!(drawn(PrintArg::Algebraic, one, &tour[..3]), "a3 c2 a1\n");
        assert_eq!(drawn(PrintArg::Moves, one, &tour[..3]), "(+1,+2) (+1,-2)\n");
        assert_eq!(drawn(PrintArg::Board, zero, &tour), " 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n");
    }

    #[test]
    fn a_board_without_moves_has_no_tree() {
        let board = Chessboard::new(1, 1, Leaper::KNIGHT).expect("a board");
        let told = Stats::new(&board, &SearchCost::default()).to_string();
        assert!(told.contains("k^(N+1) = 0\n") && told.contains("filled:   0.0"), "{told}");
    }

    #[test]
    fn numbers_are_as_long_as_one_can_read() {
        let told = [0.0, 1.5, -1.0, 3.0, 45.9999, 900_000.25].map(power_of_ten);
        assert_eq!(told, ["1.00", "31.62", "0.10", "1.0·10^3", "1.0·10^46", "1.8·10^900000"]);
        let told = [0.082, 0.5, 0.001_23, 0.000_007_976].map(percent);
        assert_eq!(told, ["8.2", "50.0", "0.12", "0.00080"]);
    }
}
