//! Where the goal piece leaves the frame.

use crate::grid::{Cell, Direction};
use crate::puzzle::{Goal, Puzzle};

/// An opening of the frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Exit {
    /// The side of the frame.
    pub(crate) side: Direction,
    /// The first cell at it: a column above and below, a row left and right.
    pub(crate) from: u8,
    /// How many cells it is wide.
    pub(crate) width: u8,
}

/// The openings of the frame: where a goal asks for one piece that touches one side, one that it can
/// move towards.
pub(crate) fn exits(puzzle: &Puzzle) -> Vec<Exit> {
    let mut exits: Vec<Exit> =
        puzzle.goals().iter().filter_map(|goal| exit(puzzle, goal)).collect();
    exits.sort_unstable();
    exits.dedup();
    exits
}

fn exit(puzzle: &Puzzle, goal: &Goal) -> Option<Exit> {
    let [target] = goal.targets[..] else { return None };
    let grid = puzzle.grid();
    let cells: Vec<Cell> = puzzle.pieces()[target.piece].shape.cells_at(target.anchor).collect();
    let touches = |side: Direction| {
        let beyond = |cell: &Cell| !cell.step(side).is_some_and(|cell| grid.contains(cell));
        let at_side: Vec<Cell> = cells.iter().copied().filter(beyond).collect();
        (!at_side.is_empty() && puzzle.may_step(target.piece, side)).then_some((side, at_side))
    };
    let mut sides = Direction::ALL.into_iter().filter_map(touches);
    let (Some((side, cells)), None) = (sides.next(), sides.next()) else { return None };
    let place = |cell: &Cell| match side {
        Direction::Up | Direction::Down => cell.column,
        Direction::Left | Direction::Right => cell.row,
    };
    let from = cells.iter().map(place).min()?;
    let to = cells.iter().map(place).max()?;
    Some(Exit { side, from, width: to - from + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exits_of(text: &str) -> Vec<(Direction, u8, u8)> {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        exits(&puzzle).into_iter().map(|exit| (exit.side, exit.from, exit.width)).collect()
    }

    #[test]
    fn the_frame_opens_where_the_goal_piece_touches_one_side() {
        let middle = "A A .\n. . .\n\ngoal:\n. . .\n. A A\n";
        assert_eq!(exits_of(middle), [], "a corner has two sides");
        let bottom = ". A .\n. . .\n\ngoal:\n. . .\n. A .\n";
        assert_eq!(exits_of(bottom), [(Direction::Down, 1, 1)]);
        let rush = "pieces: axis\nexit: X=right\n\nX X .\n. . .\n";
        assert_eq!(exits_of(rush), [(Direction::Right, 0, 1)], "X never goes up");
        let two = "A . B\n. . .\n. . .\n\ngoal:\n. . .\nA . B\n. . .\n";
        assert_eq!(exits_of(two), [], "two pieces");
    }
}
