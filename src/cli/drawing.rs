//! Boards drawn as in a puzzle file, gates and all.

use huarong::Puzzle;
use huarong::grid::Cell;
use huarong::puzzle::{EMPTY, Goal, PieceId, Polyomino};
use unicode_width::UnicodeWidthChar;

/// The board at the start.
pub(crate) fn start(puzzle: &Puzzle) -> String {
    let pieces = puzzle.pieces().iter().enumerate();
    board(puzzle, pieces.map(|(id, piece)| (id, piece.anchor)), &[])
}

/// A goal; pieces that it does not name are left out.
pub(crate) fn goal(puzzle: &Puzzle, goal: &Goal) -> String {
    board(puzzle, goal.targets.iter().map(|target| (target.piece, target.anchor)), &goal.empties)
}

/// A board with these pieces, their anchors there, and `_` where it must be empty.
fn board(
    puzzle: &Puzzle,
    pieces: impl Iterator<Item = (PieceId, Cell)>,
    empties: &[Cell],
) -> String {
    let grid = puzzle.grid();
    let mut marks: Vec<char> = grid
        .cells()
        .map(|cell| match cell {
            cell if grid.is_wall(cell) => '#',
            cell if empties.contains(&cell) => EMPTY,
            cell if puzzle.gate().cells.contains(&cell) => '+',
            _ => '.',
        })
        .collect();
    for (piece, anchor) in pieces {
        let piece = &puzzle.pieces()[piece];
        for cell in piece.shape.cells_at(anchor).filter(|&cell| grid.contains(cell)) {
            marks[grid.index(cell)] = piece.letter;
        }
    }
    let width = |mark: char| mark.width().unwrap_or(0);
    let widest = puzzle.pieces().iter().map(|piece| width(piece.letter)).max().unwrap_or(1);
    let row = |marks: &[char]| {
        let cell = |&mark: &char| format!("{mark}{:1$}", "", widest.saturating_sub(width(mark)));
        marks.iter().map(cell).collect::<Vec<_>>().join(" ").trim_end().to_owned()
    };
    marks.chunks(usize::from(grid.columns()).max(1)).map(row).collect::<Vec<_>>().join("\n")
}

/// A shape in few words: its size, where it fills that, and else its cells: `2×2`, `X./XX`.
pub(crate) fn shape(shape: &Polyomino) -> String {
    let (height, width) = (usize::from(shape.height()), usize::from(shape.width()));
    if shape.area() == height * width {
        return format!("{width}×{height}");
    }
    let left = shape.offsets().iter().map(|offset| offset.columns).min().unwrap_or(0);
    let mut rows = vec![vec!['.'; width]; height];
    for offset in shape.offsets() {
        let column = usize::from(offset.columns.abs_diff(left));
        rows[usize::from(offset.rows.unsigned_abs())][column] = 'X';
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_walls_and_goals_are_drawn() {
        let text =
            "gate: + = A\n\n曹 A + #\nB B B .\nB . . .\n\ngoal:\n. . A #\n. . . .\n. . . .\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        assert_eq!(start(&puzzle), "曹 A  +  #\nB  B  B  .\nB  .  .  .");
        assert_eq!(goal(&puzzle, &puzzle.goals()[0]), ".  .  A  #\n.  .  .  .\n.  .  .  .");
        let shapes: Vec<String> = puzzle.pieces().iter().map(|piece| shape(&piece.shape)).collect();
        assert_eq!(shapes, ["1×1", "1×1", "XXX/X.."]);
    }
}
