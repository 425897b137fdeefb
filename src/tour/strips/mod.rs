//! Large boards: cut into strips of a few columns, each toured by itself, and joined.
//!
//! Most strips are toured in rings. Two neighbouring rings, with a move a–b of the one and a move
//! c–d of the other such that a–c and b–d are moves, become one when those are exchanged; so do a
//! path and a ring. Where a tour must have its ends at given squares, or the number of squares is
//! odd, the strips from the one end to the other are toured in paths that lead on from strip to
//! strip.
//!
//! Joining small tours in this way is Parberry's (An efficient algorithm for the knight's tour
//! problem, 1997); that ends may be wherever their colours let them be is Conrad, Hindrichs,
//! Morsy and Wegener's (Solution of the knight's Hamiltonian path problem on chessboards, 1994).

mod chain;
mod division;
mod rings;

use super::board::Board;
use super::course::Course;
use super::effort::{Attempt, Effort};
use super::links::Links;
use super::narrow::Patience;
use super::square::Square;
use super::symmetry::Symmetry;
use chain::Chain;
use division::Division;

/// How long to try for each strip, in rounds: little at first.
const ROUNDS: [u32; 3] = [1, 2, 4];

/// A knight's tour of a board with no side shorter than 5. Gives up where it finds none: that
/// proves nothing.
///
/// # Complexity
/// Time and memory linear in the squares: 8 bytes a square for the links and as many for the tour.
pub(super) fn find(board: &Board, course: Course, effort: &mut Effort<'_>) -> Attempt<Vec<Square>> {
    let lying = [false, true].map(|transposed| Symmetry { transposed, ..Symmetry::default() });
    let mut ways: Vec<(Symmetry, Division)> = Vec::new();
    for symmetry in lying {
        let course = course.map(|square| symmetry.apply(board, square));
        ways.extend(Division::of(&symmetry.board(board), course).map(|way| (symmetry, way)));
    }
    ways.sort_by_key(|(_, division)| division.difficulty());
    for rounds in ROUNDS {
        for (symmetry, division) in &ways {
            match tour(division, Patience::Rounds(rounds), effort) {
                Attempt::Found(mut tour) => {
                    for square in &mut tour {
                        *square = symmetry.undo(board, *square);
                    }
                    return Attempt::Found(tour);
                }
                Attempt::Stopped(reason) => return Attempt::Stopped(reason),
                Attempt::GaveUp | Attempt::Exhausted => {}
            }
        }
    }
    Attempt::GaveUp
}

/// A tour of a board that is divided so.
fn tour(division: &Division, patience: Patience, effort: &mut Effort<'_>) -> Attempt<Vec<Square>> {
    let board = division.board();
    let mut links = Links::new(board.squares());
    let joined = Chain::new(division, patience, effort)
        .lay(&mut links)
        .and_then(|()| rings::lay(division, patience, effort, &mut links));
    if let Err(attempt) = joined {
        return attempt.map(|never| match never {});
    }
    let from = division.course().start().map_or_else(|| links.an_end(), |at| board.vertex(at));
    Attempt::Found(links.walk(from).into_iter().map(|vertex| board.square(vertex)).collect())
}
