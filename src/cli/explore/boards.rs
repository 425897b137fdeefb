//! Boards side by side.

use huarong::Puzzle;
use huarong::grid::Cell;
use huarong::solution::Position;
use unicode_width::UnicodeWidthStr;

/// Columns that boards may take together.
const WIDTH: usize = 76;
/// Columns between two boards.
const GAP: usize = 4;

/// As many of these positions as there is room for, in lines with a margin of two columns, and how
/// many they are; one at least where there is any.
pub(super) fn row(puzzle: &Puzzle, positions: &[Vec<Cell>]) -> (Vec<String>, usize) {
    let drawn = positions.iter().filter_map(|anchors| Position::with_anchors(puzzle, anchors));
    let boards: Vec<Vec<String>> =
        drawn.map(|board| board.to_string().lines().map(str::to_owned).collect()).collect();
    let lines = boards.iter().flatten();
    let width = lines.map(|line| line.width()).max().unwrap_or(0);
    let fitting = ((WIDTH + GAP) / (width + GAP)).max(1).min(boards.len());
    let height = boards.first().map_or(0, Vec::len);
    let line = |row: usize| {
        let cells = boards[..fitting].iter().map(|board| {
            let line = &board[row];
            format!("{line}{:1$}", "", width - line.width())
        });
        format!("  {}", cells.collect::<Vec<_>>().join(&" ".repeat(GAP))).trim_end().to_owned()
    };
    ((0..height).map(line).collect(), fitting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_stand_side_by_side_as_far_as_there_is_room() {
        let text = "曹 曹 .\nA . .\n\ngoal:\n. 曹 曹\n. . .\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let positions = |columns: [u8; 2]| -> Vec<Vec<Cell>> {
            columns.map(|column| vec![Cell::new(0, column), Cell::new(1, column)]).to_vec()
        };
        let (lines, drawn) = row(&puzzle, &positions([0, 1]));
        assert_eq!((drawn, &lines[0][..]), (2, "  曹 曹 .     .  曹 曹"));
        assert_eq!(lines[1], "  A  .  .     .  A  .");
        let many: Vec<_> = (0..10).flat_map(|_| positions([0, 1])).collect();
        assert_eq!(row(&puzzle, &many).1, 6);
        assert_eq!(row(&puzzle, &[]), (vec![], 0));
    }
}
