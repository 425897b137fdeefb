//! Which piece is to be moved.

use crate::grid::Direction;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::{Move, Position};

/// Which way to go through the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Row by row, down the board.
    Forward,
    /// The other way.
    Backward,
}

/// The piece to begin with: the first one that a goal names, for that is the hero.
#[must_use]
pub fn first_choice(puzzle: &Puzzle) -> PieceId {
    let pieces = 0..puzzle.pieces().len();
    pieces.into_iter().find(|&piece| puzzle.is_goal_piece(piece)).unwrap_or(0)
}

/// The next piece that can move, row by row as the pieces stand now and around the end; `piece`
/// itself where no other can.
#[must_use]
pub fn neighbour(position: &Position<'_>, piece: PieceId, turn: Turn) -> PieceId {
    let mut order: Vec<PieceId> = (0..position.anchors().len()).collect();
    order.sort_unstable_by_key(|&piece| position.anchor(piece));
    if turn == Turn::Backward {
        order.reverse();
    }
    let here = order.iter().position(|&other| other == piece).unwrap_or(0);
    order.rotate_left(here);
    let mut others = order.into_iter().skip(1);
    others.find(|&other| can_move(position, other)).unwrap_or(piece)
}

/// The piece with this letter, or with the same one in the other case where none has this.
#[must_use]
pub fn with_letter(puzzle: &Puzzle, letter: char) -> Option<PieceId> {
    let find =
        |same: &dyn Fn(char) -> bool| puzzle.pieces().iter().position(|piece| same(piece.letter));
    find(&|other| other == letter)
        .or_else(|| find(&|other| other.to_lowercase().eq(letter.to_lowercase())))
}

fn can_move(position: &Position<'_>, piece: PieceId) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let unit = Move { piece, from: position.anchor(piece), path: vec![direction] };
        position.clone().play(&unit).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    #[test]
    fn the_hero_comes_first_and_then_who_can_move_row_by_row() {
        let puzzle = puzzle(include_str!("../../puzzles/klotski/heng-dao-li-ma.txt"));
        let start = Position::start(&puzzle);
        let letter = |piece: PieceId| puzzle.pieces()[piece].letter;
        let hero = first_choice(&puzzle);
        assert_eq!(letter(hero), 'C');
        let mut chosen = hero;
        let mut seen = String::new();
        for _ in 0..5 {
            chosen = neighbour(&start, chosen, Turn::Forward);
            seen.push(letter(chosen));
        }
        assert_eq!(seen, "GHIJG", "the others are shut in");
        assert_eq!(letter(neighbour(&start, hero, Turn::Backward)), 'J');
    }

    #[test]
    fn where_no_other_piece_can_move_the_choice_stays() {
        let puzzle = puzzle("A B .\n\ngoal:\n. . B\n");
        let start = Position::start(&puzzle);
        assert_eq!(neighbour(&start, 1, Turn::Forward), 1);
        assert_eq!(neighbour(&start, 0, Turn::Forward), 1);
    }

    #[test]
    fn a_letter_is_taken_as_it_is_written_and_else_in_the_other_case() {
        let puzzle = puzzle("a A B é .\n\ngoal:\n. . . . B\n");
        let found = ['a', 'A', 'b', 'É', 'x'].map(|letter| with_letter(&puzzle, letter));
        assert_eq!(found, [Some(0), Some(1), Some(2), Some(3), None]);
    }
}
