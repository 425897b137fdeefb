//! The second opinion: knows neither graphs nor searches.

use thiserror::Error;

use super::board::{Chessboard, Square, TourKind};

/// The first thing that is wrong with a tour.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum TourFlaw {
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
pub fn verify(board: &Chessboard, kind: TourKind, tour: &[Square]) -> Result<(), TourFlaw> {
    let wanted = board.squares();
    if tour.len() != wanted as usize {
        return Err(TourFlaw::Length { found: tour.len(), wanted });
    }
    let mut seen = vec![false; tour.len()];
    for (step, square) in (1..).zip(tour) {
        if !board.contains(*square) {
            return Err(TourFlaw::Outside { step });
        }
        if std::mem::replace(&mut seen[board.vertex(*square) as usize], true) {
            return Err(TourFlaw::Twice { step });
        }
    }
    for (step, pair) in (1..).zip(tour.windows(2)) {
        if !board.is_move(pair[0], pair[1]) {
            return Err(TourFlaw::NoMove { step });
        }
    }
    let (first, last) = (tour[0], tour[tour.len() - 1]);
    match kind {
        TourKind::Open { start: Some(start), .. } | TourKind::Closed { start: Some(start) }
            if start != first =>
        {
            Err(TourFlaw::Ends("begin at the start"))
        }
        TourKind::Open { end: Some(end), .. } if end != last => {
            Err(TourFlaw::Ends("end at the end"))
        }
        TourKind::Closed { .. } if tour.len() < 3 || !board.is_move(last, first) => {
            Err(TourFlaw::Ends("close"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Leaper;

    /// An open tour, from corner to edge.
    const TOUR: &str = "00 12 20 01 13 21 02 10 22 03 11 23";

    fn board() -> Chessboard {
        Chessboard::new(3, 4, Leaper::KNIGHT).expect("a board")
    }

    /// Squares that are written as two digits.
    fn squares(cells: &str) -> Vec<Square> {
        let digits = |cell: &str| cell.parse::<u32>().expect("two digits");
        let square = |cell| Square { row: digits(cell) / 10, column: digits(cell) % 10 };
        cells.split(' ').map(square).collect()
    }

    const ANY: TourKind = TourKind::Open { start: None, end: None };

    #[test]
    fn a_tour_is_a_tour() {
        assert_eq!(verify(&board(), ANY, &squares(TOUR)), Ok(()));
        let [start, end] = [0, 11].map(|index| Some(squares(TOUR)[index]));
        assert_eq!(verify(&board(), TourKind::Open { start, end }, &squares(TOUR)), Ok(()));
    }

    #[test]
    fn each_flaw_is_told() {
        let told = |change: &dyn Fn(&mut Vec<Square>)| {
            let mut tour = squares(TOUR);
            change(&mut tour);
            verify(&board(), ANY, &tour)
        };
        assert_eq!(
            told(&|tour| tour.truncate(11)),
            Err(TourFlaw::Length { found: 11, wanted: 12 })
        );
        assert_eq!(told(&|tour| tour[3].row = 3), Err(TourFlaw::Outside { step: 4 }));
        assert_eq!(told(&|tour| tour[7].column = 4), Err(TourFlaw::Outside { step: 8 }));
        assert_eq!(told(&|tour| tour[5] = tour[3]), Err(TourFlaw::Twice { step: 6 }));
        assert_eq!(told(&|tour| tour.swap(5, 6)), Err(TourFlaw::NoMove { step: 5 }));
        let wrong = |kind| verify(&board(), kind, &squares(TOUR));
        let elsewhere = Some(Square { row: 1, column: 1 });
        for kind in [
            TourKind::Open { start: elsewhere, end: None },
            TourKind::Open { start: None, end: elsewhere },
            TourKind::Closed { start: None },
            TourKind::Closed { start: elsewhere },
        ] {
            assert!(matches!(wrong(kind), Err(TourFlaw::Ends(_))), "{kind:?}");
        }
    }

    #[test]
    fn a_move_and_its_way_back_are_no_closed_tour() {
        let board = Chessboard::new(1, 2, Leaper { short: 0, long: 1 }).expect("a board");
        let tour = squares("00 01");
        assert_eq!(verify(&board, ANY, &tour), Ok(()));
        assert!(verify(&board, TourKind::Closed { start: None }, &tour).is_err());
    }
}
