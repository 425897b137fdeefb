//! How a board is cut into strips.

use std::ops::RangeInclusive;

use crate::tour::board::Board;
use crate::tour::course::Course;
use crate::tour::square::Square;

/// A strip: all rows of so many columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strip {
    /// The first of its columns.
    pub(super) left: u32,
    /// How many they are.
    pub(super) width: u32,
}

impl Strip {
    /// The square of the board as one of this strip.
    pub(super) fn local(self, square: Square) -> Square {
        Square { column: square.column - self.left, ..square }
    }

    /// The square of this strip as one of the board.
    pub(super) fn global(self, square: Square) -> Square {
        Square { column: square.column + self.left, ..square }
    }

    pub(super) fn contains(self, square: Square) -> bool {
        (self.left..self.left + self.width).contains(&square.column)
    }
}

/// A board in strips, and which of them are toured in paths rather than rings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Division {
    board: Board,
    course: Course,
    strips: Vec<Strip>,
    /// The strips that are toured in paths, in the order in which the tour takes them.
    chain: Vec<usize>,
}

impl Division {
    /// `None` where the board cannot be cut so that each strip has its tour.
    pub(super) fn of(board: &Board, course: Course) -> Option<Self> {
        let (odd, even) = widths(board.columns())?;
        let odd_area =
            odd.iter().filter(|&width| !(width * board.rows()).is_multiple_of(2)).count();
        match (odd_area, odd.as_slice()) {
            // The odd strip stands where the chain of paths through it is short.
            (1, &[odd]) => {
                let places = (0..=even.len()).filter_map(|place| {
                    let mut widths = even.clone();
                    widths.insert(place, odd);
                    let strips = strips(&widths);
                    let chain = chain(&strips, course, Some(place))?;
                    Some(Division { board: *board, course, strips, chain })
                });
                places.min_by_key(|division| division.chain.len())
            }
            (0, _) => {
                let strips = strips(&[odd, even].concat());
                let chain = chain(&strips, course, None)?;
                Some(Division { board: *board, course, strips, chain })
            }
            _ => None,
        }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn course(&self) -> Course {
        self.course
    }

    pub(super) fn strips(&self) -> &[Strip] {
        &self.strips
    }

    /// The strips that are toured in paths, in the order in which the tour takes them.
    pub(super) fn chain(&self) -> &[usize] {
        &self.chain
    }

    /// The board that a strip is by itself.
    pub(super) fn board_of(&self, strip: Strip) -> Board {
        Board::new(self.board.rows(), strip.width, self.board.leaper())
            .expect("a part of a board is a board")
    }

    /// What makes one way to cut a board worse than another: wide strips are hard to tour, and
    /// not every pair of ends will do in strips of five columns.
    pub(super) fn difficulty(&self) -> impl Ord + use<> {
        let widths = || self.strips.iter().map(|strip| strip.width);
        (widths().max(), widths().any(|width| width == 5), self.chain.len())
    }
}

/// Strips of these widths, from the left.
fn strips(widths: &[u32]) -> Vec<Strip> {
    let mut left = 0;
    let strip = |&width: &u32| {
        let strip = Strip { left, width };
        left += width;
        strip
    };
    widths.iter().map(strip).collect()
}

/// Widths that make so many columns, the odd ones and the even ones: 6 where possible, and a 7 if
/// need be. `None` for boards that are too narrow to be cut.
fn widths(columns: u32) -> Option<(Vec<u32>, Vec<u32>)> {
    let even = |columns: u32| {
        let eights = match columns % 6 {
            0 => 0,
            2 => 1,
            _ => 2,
        };
        let sixes = (columns - 8 * eights) / 6;
        [vec![6; sixes as usize], vec![8; eights as usize]].concat()
    };
    Some(match columns {
        0..5 => return None,
        5 | 7 | 9 => (vec![columns], vec![]),
        10 => (vec![5, 5], vec![]),
        11 => (vec![5], vec![6]),
        17 => (vec![5], vec![6, 6]),
        _ if columns.is_multiple_of(2) => (vec![], even(columns)),
        _ => (vec![7], even(columns - 7)),
    })
}

/// The strips from the start of the tour to its end, by way of the odd one. `None` where that does
/// not lie between them. A tour that may end anywhere and has no odd strip is a ring, cut open.
fn chain(strips: &[Strip], course: Course, odd: Option<usize>) -> Option<Vec<usize>> {
    let Course::Open { start, end } = course else {
        return odd.is_none().then(Vec::new);
    };
    let strip_of = |square: Square| strips.iter().position(|strip| strip.contains(square));
    let (first, last) = match (start.and_then(strip_of), end.and_then(strip_of)) {
        (Some(first), Some(last)) => (first, last),
        (Some(one), None) | (None, Some(one)) => match (odd, start) {
            (Some(odd), Some(_)) => (one, odd),
            (Some(odd), None) => (odd, one),
            (None, _) => return Some(Vec::new()),
        },
        (None, None) => return Some(odd.into_iter().collect()),
    };
    let between: RangeInclusive<usize> = first.min(last)..=first.max(last);
    if odd.is_some_and(|odd| !between.contains(&odd)) {
        return None;
    }
    Some(if first <= last { between.collect() } else { between.rev().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Leaper;

    #[test]
    fn widths_make_up_the_columns() {
        for columns in 5..400 {
            let (odd, even) = widths(columns).expect("wide enough");
            assert_eq!(odd.iter().chain(&even).sum::<u32>(), columns);
            assert!(odd.iter().all(|width| matches!(width, 5 | 7 | 9)), "{columns}");
            assert!(even.iter().all(|width| matches!(width, 6 | 8)), "{columns}");
            assert!(odd.len() < 2 || columns == 10);
        }
        assert_eq!(widths(4), None);
    }

    #[test]
    fn an_odd_board_has_its_odd_strip_between_the_ends_of_the_tour() {
        let board = Board::new(19, 21, Leaper::KNIGHT).expect("a board");
        let at = |column| Some(Square { row: 0, column });
        for start in 0..21 {
            for end in (0..21).map(at).chain([None]) {
                let course = Course::Open { start: at(start), end };
                let Some(division) = Division::of(&board, course) else {
                    // No strip of seven columns can begin so that it holds both.
                    assert_eq!((start, end), (13, at(13)));
                    continue;
                };
                let strip = |index: &usize| division.strips()[*index];
                let chain: Vec<Strip> = division.chain().iter().map(strip).collect();
                assert_eq!(chain.iter().filter(|strip| strip.width == 7).count(), 1);
                assert!(chain[0].contains(Square { row: 0, column: start }));
                assert!(end.is_none_or(|end| chain[chain.len() - 1].contains(end)));
            }
        }
    }

    #[test]
    fn a_closed_tour_needs_no_paths_and_an_even_number_of_squares() {
        let closed = |rows, columns| {
            let board = Board::new(rows, columns, Leaper::KNIGHT).expect("a board");
            Division::of(&board, Course::Closed { start: None })
        };
        assert_eq!(closed(20, 13).map(|division| division.chain().len()), Some(0));
        assert_eq!(closed(21, 13), None);
    }
}
