//! What a piece is to its puzzle, which is what its colour tells.

use std::collections::BTreeSet;

use crate::puzzle::{Lock, PieceId, Polyomino, Puzzle};

/// What a piece is to its puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// It has to reach a goal, and not every piece has to.
    Goal,
    /// It never moves.
    Fixed,
    /// One among others. Pieces of one shape have one number; single cells have 0, two cells side by
    /// side 1 and two cells upright 2 in every puzzle.
    Shape(usize),
}

/// The shapes that have the same number in every puzzle: rows and columns.
const USUAL: [(u8, u8); 3] = [(1, 1), (1, 2), (2, 1)];

/// The role of each piece, in their order.
#[must_use]
pub fn roles(puzzle: &Puzzle) -> Vec<Role> {
    let pieces = puzzle.pieces();
    let mut goal = vec![false; pieces.len()];
    for target in puzzle.goals().iter().flat_map(|goal| &goal.targets) {
        goal[target.piece] = true;
    }
    // Where all stand out, none does.
    let stands_out = goal.iter().any(|goal| !goal);
    let shapes: BTreeSet<(usize, &Polyomino)> = pieces
        .iter()
        .map(|piece| (piece.shape.area(), &piece.shape))
        .filter(|(_, shape)| usual(shape).is_none())
        .collect();
    let shapes: Vec<&Polyomino> = shapes.into_iter().map(|(_, shape)| shape).collect();
    let number = |shape: &Polyomino| {
        usual(shape).unwrap_or_else(|| {
            let key = (shape.area(), shape);
            let place = shapes.partition_point(|&other| (other.area(), other) < key);
            USUAL.len() + place
        })
    };
    let role = |piece: PieceId| match &pieces[piece] {
        _ if goal[piece] && stands_out => Role::Goal,
        piece if piece.lock == Some(Lock::Fixed) => Role::Fixed,
        piece => Role::Shape(number(&piece.shape)),
    };
    (0..pieces.len()).map(role).collect()
}

fn usual(shape: &Polyomino) -> Option<usize> {
    let (height, width) = (shape.height(), shape.width());
    let is_full = shape.area() == usize::from(height) * usize::from(width);
    USUAL.iter().position(|&usual| is_full && usual == (height, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles_of(text: &str) -> Vec<(char, Role)> {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let letters = puzzle.pieces().iter().map(|piece| piece.letter);
        letters.zip(roles(&puzzle)).collect()
    }

    #[test]
    fn a_goal_piece_stands_out_and_pieces_of_one_shape_go_together() {
        let text = "lock: F=fixed\n\nA B B .\nA C D .\nE E F G\nE . . G\n\n\
                    goal:\n. . . .\n. . . .\n. . . .\n. C . .\n";
        assert_eq!(
            roles_of(text),
            [
                ('A', Role::Shape(2)),
                ('B', Role::Shape(1)),
                ('C', Role::Goal),
                ('D', Role::Shape(0)),
                ('E', Role::Shape(3)),
                ('F', Role::Fixed),
                ('G', Role::Shape(2)),
            ]
        );
    }

    #[test]
    fn where_every_piece_has_a_goal_none_stands_out() {
        let roles = roles_of("A B .\n\ngoal:\nB A .\n");
        assert_eq!(roles, [('A', Role::Shape(0)), ('B', Role::Shape(0))]);
    }
}
