//! Boards that differ in nothing but their starts.

use super::goal::GoalPattern;
use super::kind::{Kind, KindId};
use super::symmetry::role;
use super::{Board, UnpackedState};

impl Board {
    /// The start of another board as a position of this one, if the two differ in nothing else: not
    /// in their cells, their kinds of pieces, how many there are of each, and their goals. Kinds
    /// may be numbered differently.
    #[must_use]
    pub fn start_of(&self, other: &Board) -> Option<UnpackedState> {
        let kinds = self.kinds_of(other)?;
        let anchors = other.start.anchors().map(|(cell, kind)| (cell, kinds[kind]));
        Some(UnpackedState::new(self.cells, anchors))
    }

    /// Which kind here each kind of the other board is.
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
        // That each kind has its part in the goals does not yet say that they are the same.
        let mut patterns: Vec<GoalPattern> = other
            .patterns
            .iter()
            .map(|pattern| {
                let mut anchors: Vec<_> =
                    pattern.anchors.iter().map(|&(cell, kind)| (cell, kinds[kind])).collect();
                anchors.sort_unstable();
                GoalPattern { anchors, empties: pattern.empties }
            })
            .collect();
        patterns.sort_unstable();
        (patterns == self.patterns).then_some(kinds)
    }
}

fn is_like(one: &Kind, other: &Kind) -> bool {
    (&one.shape, one.places, one.directions, one.pieces.len())
        == (&other.shape, other.places, other.directions, other.pieces.len())
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::puzzle::Puzzle;

    fn board(text: &str) -> Board {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        Board::new(&puzzle).expect("it fits")
    }

    #[test]
    fn another_start_is_a_position_whatever_its_letters_are() {
        let here = board("A A B\n. . C\n\ngoal:\n. . .\nA A .\n");
        let other = board("X . .\nY Z Z\n\ngoal:\n. . .\nZ Z .\n");
        let position = here.start_of(&other).expect("they differ in their starts only");
        // The flat piece is the first kind here and the second there.
        assert_eq!(position.anchors().collect::<Vec<_>>(), [(0, 1), (3, 1), (4, 0)]);
        assert_eq!(here.start_of(&here).as_ref(), Some(here.start()));
    }

    #[test]
    fn other_pieces_goals_rights_or_walls_are_another_board() {
        let here = board("A A B\n. . C\n\ngoal:\n. . .\nA A .\n");
        for other in [
            "A A B\n. . .\n\ngoal:\n. . .\nA A .\n",
            "A A B\n. . C\n\ngoal:\n. . .\n. A A\n",
            "A A B\n. . C\n\ngoal:\n. . B\n. . .\n",
            "pieces: axis\n\nA A B\n. . C\n\ngoal:\n. . .\nA A .\n",
            "A A B\n. # C\n\ngoal:\n. . .\n. # B\n",
            "A A B .\n. . C .\n\ngoal:\n. . . .\nA A . .\n",
        ] {
            assert!(here.start_of(&board(other)).is_none(), "{other}");
        }
    }
}
