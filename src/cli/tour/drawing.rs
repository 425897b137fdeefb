//! Tours as they are printed, and as a picture.

use std::io::{self, Write};

use huarong::graph::{Leaper, Place};
use huarong::render::{Cells, PathPicture, Shape};
use huarong::tour::{Board, Course, Numbering, Square};

use super::args::PrintArg;
use crate::cli::path_picture::PathPictureArgs;

/// Writes a tour in one of the ways to print it, and ends the line.
pub(super) fn draw(
    print: PrintArg,
    numbering: Numbering,
    board: &Board,
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
fn numbers(board: &Board, tour: &[Square], out: &mut dyn Write) -> io::Result<()> {
    let width = tour.len().to_string().len();
    let mut steps = vec![0_u32; tour.len()];
    for (step, &square) in (1..).zip(tour) {
        steps[board.vertex(square) as usize] = step;
    }
    for row in steps.chunks_exact(board.columns() as usize) {
        let (last, others) = row.split_last().expect("a board has a column");
        for step in others {
            write!(out, "{step:<width$} ")?;
        }
        writeln!(out, "{last}")?;
    }
    Ok(())
}

/// The tour as the picture that is asked for.
pub(super) fn picture(
    wanted: &PathPictureArgs,
    board: &Board,
    course: Course,
    tour: &[Square],
) -> String {
    let (rows, columns) = (board.rows(), board.columns());
    let (word, shape) = match course {
        Course::Open { .. } => ("open", Shape::Open),
        Course::Closed { .. } => ("closed", Shape::Closed),
    };
    let title = match board.leaper() {
        Leaper::KNIGHT => format!("Knight's tour of the {rows}×{columns} board, {word}"),
        Leaper { short, long } => {
            format!("Tour of a ({short},{long}) leaper of the {rows}×{columns} board, {word}")
        }
    };
    let place = |&Square { row, column }: &Square| Place { row, column };
    let path: Vec<Place> = tour.iter().map(place).collect();
    let title = title.as_str();
    let (cells, walls, theme) = (Cells::All, &[], wanted.theme());
    wanted.draw(&PathPicture { title, rows, columns, cells, walls, path: &path, shape, theme })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tour_can_be_printed_in_four_ways() {
        let board = Board::new(3, 4, Leaper::KNIGHT).expect("a board");
        let steps = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
        let tour = steps.map(|vertex| board.square(vertex));
        let drawn = |print, numbering, tour: &[Square]| {
            let mut out = Vec::new();
            draw(print, numbering, &board, tour, &mut out).expect("memory takes it all");
            String::from_utf8(out).expect("UTF-8")
        };
        let (zero, one) = (Numbering::FromZero, Numbering::FromOne);
        assert_eq!(drawn(PrintArg::Path, zero, &tour[..3]), "(0,0) (1,2) (2,0)\n");
        assert_eq!(drawn(PrintArg::Path, one, &tour[..3]), "(1,1) (2,3) (3,1)\n");
        assert_eq!(drawn(PrintArg::Algebraic, one, &tour[..3]), "a3 c2 a1\n");
        assert_eq!(drawn(PrintArg::Moves, one, &tour[..3]), "(+1,+2) (+1,-2)\n");
        assert_eq!(drawn(PrintArg::Board, zero, &tour), "1  4  7  10\n8  11 2  5\n3  6  9  12\n");
    }
}
