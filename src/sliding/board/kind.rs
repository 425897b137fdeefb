//! Kinds of interchangeable pieces, and the comparison of boards that differ only in their start.

use crate::grid::{Cell, Direction};
use crate::puzzle::{PieceId, Polyomino, Puzzle};

use super::goal::GoalPattern;
use super::symmetry::role;
use super::{Board, UnpackedState, cell_mask};

/// The place of a kind in [`Board::kinds`](super::Board::kinds).
pub type KindId = usize;

/// A set of interchangeable pieces: equal shape, equal directions, equal role in the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The shape.
    pub shape: Polyomino,
    /// The pieces of this kind.
    pub pieces: Vec<PieceId>,
    /// The possible cells of the anchor, given walls and gates: cell `i` is bit `i`.
    pub places: u128,
    /// The allowed directions, in the order of [`Direction::ALL`].
    pub directions: [bool; 4],
}

/// Returns the number of a kind in a state.
pub const fn code(kind: KindId) -> usize {
    kind + 1
}

/// Returns the kinds of a puzzle, in the order of their first pieces.
pub fn classify(puzzle: &Puzzle) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for piece in 0..puzzle.pieces().len() {
        let kind = kind_of(puzzle, piece);
        let twin = kinds.iter_mut().find(|other| {
            puzzle.are_interchangeable(piece, other.pieces[0])
                && (&kind.shape, kind.places, kind.directions)
                    == (&other.shape, other.places, other.directions)
        });
        match twin {
            Some(twin) => twin.pieces.push(piece),
            None => kinds.push(kind),
        }
    }
    kinds
}

fn kind_of(puzzle: &Puzzle, piece: PieceId) -> Kind {
    let grid = puzzle.grid();
    let shape = puzzle.pieces()[piece].shape.clone();
    let stands = |&anchor: &Cell| {
        let entered = shape
            .cells_at(anchor)
            .take_while(|&cell| puzzle.may_enter(piece, cell));
        entered.count() == shape.area()
    };
    let places = cell_mask(grid, grid.cells().filter(stands));
    let directions = Direction::ALL.map(|direction| puzzle.may_step(piece, direction));
    Kind {
        shape,
        pieces: vec![piece],
        places,
        directions,
    }
}

impl Board {
    /// Returns the start of another board as a state of this one, if the boards differ in nothing
    /// else: cells, kinds, number of pieces of each kind, and goals. Kinds may be numbered
    /// differently.
    pub fn start_from(&self, other: &Board) -> Option<UnpackedState> {
        let kinds = self.kinds_of(other)?;
        let anchors = other
            .start
            .anchors()
            .map(|(cell, kind)| (cell, kinds[kind]));
        Some(UnpackedState::new(self.cells, anchors))
    }

    /// Maps the kinds of the other board to kinds of this one.
    fn kinds_of(&self, other: &Board) -> Option<Vec<KindId>> {
        if self.grid != other.grid || self.kinds.len() != other.kinds.len() {
            return None;
        }
        let mut taken = vec![false; self.kinds.len()];
        let mut kinds = Vec::with_capacity(self.kinds.len());
        for (id, kind) in other.kinds.iter().enumerate() {
            let wanted = role(&other.patterns, id, |cell| cell);
            let same = |&here: &KindId| {
                !taken[here]
                    && is_like(&self.kinds[here], kind)
                    && role(&self.patterns, here, |cell| cell) == wanted
            };
            let here = (0..self.kinds.len()).find(same)?;
            taken[here] = true;
            kinds.push(here);
        }
        // Equal roles of the kinds do not yet imply equal goals.
        let mut patterns: Vec<GoalPattern> = other
            .patterns
            .iter()
            .map(|pattern| {
                let mut anchors: Vec<_> = pattern
                    .anchors
                    .iter()
                    .map(|&(cell, kind)| (cell, kinds[kind]))
                    .collect();
                anchors.sort_unstable();
                GoalPattern {
                    anchors,
                    empties: pattern.empties,
                }
            })
            .collect();
        patterns.sort_unstable();
        (patterns == self.patterns).then_some(kinds)
    }
}

fn is_like(one: &Kind, other: &Kind) -> bool {
    (&one.shape, one.places, one.directions, one.pieces.len())
        == (
            &other.shape,
            other.places,
            other.directions,
            other.pieces.len(),
        )
}

#[cfg(test)]
mod tests {
    use crate::board::tests::parsed;

    #[test]
    fn another_start_with_other_letters_is_a_state_of_the_board() {
        let here = parsed("A A B\n. . C\n\ngoal:\n. . .\nA A .\n");
        let other = parsed("X . .\nY Z Z\n\ngoal:\n. . .\nZ Z .\n");
        let position = here
            .start_from(&other)
            .expect("they differ in their starts only");
        // The flat piece is the first kind here and the second there.
        assert_eq!(
            position.anchors().collect::<Vec<_>>(),
            [(0, 1), (3, 1), (4, 0)]
        );
        assert_eq!(here.start_from(&here).as_ref(), Some(here.start()));
    }

    #[test]
    fn other_pieces_goals_rights_or_walls_are_another_board() {
        let here = parsed("A A B\n. . C\n\ngoal:\n. . .\nA A .\n");
        for other in [
            "A A B\n. . .\n\ngoal:\n. . .\nA A .\n",
            "A A B\n. . C\n\ngoal:\n. . .\n. A A\n",
            "A A B\n. . C\n\ngoal:\n. . B\n. . .\n",
            "pieces: axis\n\nA A B\n. . C\n\ngoal:\n. . .\nA A .\n",
            "A A B\n. # C\n\ngoal:\n. . .\n. # B\n",
            "A A B .\n. . C .\n\ngoal:\n. . . .\nA A . .\n",
        ] {
            assert!(here.start_from(&parsed(other)).is_none(), "{other}");
        }
    }
}
