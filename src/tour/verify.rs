//! The second opinion: knows neither graphs nor searches.

use thiserror::Error;

use super::board::{Board, Square, TourKind};

/// The first thing that is wrong with a tour.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// Squares are missing, or there are too many.
    #[error("it has {found} squares, and the board has {wanted}")]
    Length {
        /// Squares of the tour.
        found: usize,
        /// Squares of the board.
        wanted: u32,
    },
    /// A square is not on the board.
    #[error("square {step} lies outside the board")]
    Outside {
        /// Which square of the tour, from 1.
        step: usize,
    },
    /// A square was met before.
    #[error("square {step} was visited before")]
    Twice {
        /// Which square of the tour, from 1.
        step: usize,
    },
    /// The piece does not move so.
    #[error("the piece cannot go from square {step} to the next")]
    NoMove {
        /// Which square of the tour, from 1.
        step: usize,
    },
    /// It does not begin or end where it should, or does not close.
    #[error("it does not {0}")]
    Ends(&'static str),
}

/// Whether this is a tour of the board along that kind.
///
/// # Errors
/// The first flaw.
pub fn verify(board: &Board, kind: TourKind, tour: &[Square]) -> Result<(), Flaw> {
    let wanted = board.squares();
    if tour.len() != wanted as usize {
        return Err(Flaw::Length { found: tour.len(), wanted });
    }
    let mut seen = vec![false; tour.len()];
    for (step, square) in (1..).zip(tour) {
        if square.row >= board.rows() || square.column >= board.columns() {
            return Err(Flaw::Outside { step });
        }
        let index = square.row as usize * board.columns() as usize + square.column as usize;
        if std::mem::replace(&mut seen[index], true) {
            return Err(Flaw::Twice { step });
        }
    }
    for (step, pair) in (1..).zip(tour.windows(2)) {
        if !is_move(board, pair[0], pair[1]) {
            return Err(Flaw::NoMove { step });
        }
    }
    let (first, last) = (tour[0], tour[tour.len() - 1]);
    match kind {
        TourKind::Open { start: Some(start), .. } | TourKind::Closed { start: Some(start) }
            if start != first =>
        {
            Err(Flaw::Ends("begin at the start"))
        }
        TourKind::Open { end: Some(end), .. } if end != last => Err(Flaw::Ends("end at the end")),
        TourKind::Closed { .. } if tour.len() < 3 || !is_move(board, last, first) => {
            Err(Flaw::Ends("close"))
        }
        _ => Ok(()),
    }
}

fn is_move(board: &Board, from: Square, to: Square) -> bool {
    let legs = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    let (short, long) = (board.leaper().short, board.leaper().long);
    legs == (short, long) || legs == (long, short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Leaper;

    /// An open tour, from corner to edge.
    const TOUR: [(u32, u32); 12] = [
        (0, 0),
        (1, 2),
        (2, 0),
        (0, 1),
        (1, 3),
        (2, 1),
        (0, 2),
        (1, 0),
        (2, 2),
        (0, 3),
        (1, 1),
        (2, 3),
    ];

    fn board() -> Board {
        Board::new(3, 4, Leaper::KNIGHT).expect("a board")
    }

    fn squares(cells: &[(u32, u32)]) -> Vec<Square> {
        cells.iter().map(|&(row, column)| Square { row, column }).collect()
    }

    const ANY: TourKind = TourKind::Open { start: None, end: None };

    #[test]
    fn a_tour_is_a_tour() {
        assert_eq!(verify(&board(), ANY, &squares(&TOUR)), Ok(()));
        let [start, end] = [0, 11].map(|index| Some(squares(&TOUR)[index]));
        assert_eq!(verify(&board(), TourKind::Open { start, end }, &squares(&TOUR)), Ok(()));
    }

    #[test]
    fn each_flaw_is_told() {
        let told = |change: &dyn Fn(&mut Vec<Square>)| {
            let mut tour = squares(&TOUR);
            change(&mut tour);
            verify(&board(), ANY, &tour)
        };
        assert_eq!(told(&|tour| tour.truncate(11)), Err(Flaw::Length { found: 11, wanted: 12 }));
        assert_eq!(told(&|tour| tour[3].row = 3), Err(Flaw::Outside { step: 4 }));
        assert_eq!(told(&|tour| tour[7].column = 4), Err(Flaw::Outside { step: 8 }));
        assert_eq!(told(&|tour| tour[5] = tour[3]), Err(Flaw::Twice { step: 6 }));
        assert_eq!(told(&|tour| tour.swap(5, 6)), Err(Flaw::NoMove { step: 5 }));
        let wrong = |kind| verify(&board(), kind, &squares(&TOUR));
        let elsewhere = Some(Square { row: 1, column: 1 });
        for kind in [
            TourKind::Open { start: elsewhere, end: None },
            TourKind::Open { start: None, end: elsewhere },
            TourKind::Closed { start: None },
            TourKind::Closed { start: elsewhere },
        ] {
            assert!(matches!(wrong(kind), Err(Flaw::Ends(_))), "{kind:?}");
        }
    }

    #[test]
    fn a_move_and_its_way_back_are_no_closed_tour() {
        let board = Board::new(1, 2, Leaper { short: 0, long: 1 }).expect("a board");
        let tour = squares(&[(0, 0), (0, 1)]);
        assert_eq!(verify(&board, ANY, &tour), Ok(()));
        assert!(verify(&board, TourKind::Closed { start: None }, &tour).is_err());
    }
}
