//! All that stands still below the pieces: the frame, its cells, walls, gates and exits.

use super::canvas::Canvas;
use super::palette::Palette;
use super::scale::{Scale, wide};
use crate::grid::{Cell, Direction};
use crate::puzzle::Puzzle;
use crate::render::board::{Exit, exits};
use crate::render::theme::Scheme;

/// The board without its pieces.
pub(super) fn lay(puzzle: &Puzzle, scheme: &Scheme, scale: Scale, palette: &mut Palette) -> Canvas {
    let (grid, side) = (puzzle.grid(), scale.side());
    let (width, height) = (scale.length(grid.columns()), scale.length(grid.rows()));
    let mut ground = Canvas::new(width, height, palette.number(scheme.frame));
    let [floor, lines, gate, goal] =
        [scheme.floor, scheme.lines, scheme.gate, scheme.goal].map(|colour| palette.number(colour));
    for cell in grid.cells().filter(|&cell| !grid.is_wall(cell)) {
        ground.fill(scale.corner(cell), (side, side), floor);
        if puzzle.gate().cells.contains(&cell) {
            let stripe = usize::from(scale.cell / 2).max(1);
            ground.stamp(scale.corner(cell), usize::from(scale.cell), |x, y| {
                ((x + y) % stripe * 4 < stripe).then_some(gate)
            });
        }
    }
    for cell in grid.cells().filter(|&cell| !grid.is_wall(cell)) {
        let joined = |side| cell.step(side).is_some_and(|other| !grid.is_wall(other));
        for side in [Direction::Left, Direction::Up].into_iter().filter(|&side| joined(side)) {
            draw_line(&mut ground, scale, cell, side, lines);
        }
    }
    for exit in exits(puzzle) {
        open(&mut ground, scale, exit, floor);
        mark(&mut ground, scale, exit, goal);
    }
    ground
}

/// A line along the left or upper side of a cell.
fn draw_line(ground: &mut Canvas, scale: Scale, cell: Cell, side: Direction, colour: u8) {
    let ((x, y), length) = (scale.corner(cell), scale.side());
    let thick = (length / 30).max(1);
    match side {
        Direction::Left | Direction::Right => {
            ground.fill((x - thick / 2, y), (thick, length), colour);
        }
        Direction::Up | Direction::Down => {
            ground.fill((x, y - thick / 2), (length, thick), colour);
        }
    }
}

/// Opens the frame, as if the floor went on.
fn open(ground: &mut Canvas, scale: Scale, exit: Exit, floor: u8) {
    let border = scale.border();
    let (from, length) = span(scale, exit);
    let (right, bottom) = (wide(ground.width()) - border, wide(ground.height()) - border);
    let (corner, size) = match exit.side {
        Direction::Up => ((from, 0), (length, border)),
        Direction::Down => ((from, bottom), (length, border)),
        Direction::Left => ((0, from), (border, length)),
        Direction::Right => ((right, from), (border, length)),
    };
    ground.fill(corner, size, floor);
}

/// Draws a mark in the opening that points outwards.
fn mark(ground: &mut Canvas, scale: Scale, exit: Exit, colour: u8) {
    let border = scale.border();
    let (from, length) = span(scale, exit);
    let (right, bottom) = (wide(ground.width()) - border, wide(ground.height()) - border);
    let middle = from + length / 2;
    let depth = border * 3 / 5;
    let gap = (border - depth) / 2;
    for step in 0..depth {
        // Its bars become shorter from the inside out.
        let half = depth - step - 1;
        let (start, bar) = (middle - half, 2 * half + 1);
        let (corner, size) = match exit.side {
            Direction::Up => ((start, border - gap - step - 1), (bar, 1)),
            Direction::Down => ((start, bottom + gap + step), (bar, 1)),
            Direction::Left => ((border - gap - step - 1, start), (1, bar)),
            Direction::Right => ((right + gap + step, start), (1, bar)),
        };
        ground.fill(corner, size, colour);
    }
}

/// Where an opening begins along its side, and how long it is.
fn span(scale: Scale, exit: Exit) -> (i64, i64) {
    let side = scale.side();
    (scale.border() + i64::from(exit.from) * side, i64::from(exit.width) * side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::theme::Theme;

    #[test]
    fn walls_are_as_the_frame_and_exits_are_open() {
        let text = "pieces: axis\nexit: X=right\n\nX X .\n. # .\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let (scheme, mut palette) = (Theme::Light.scheme(), Palette::default());
        let ground = lay(&puzzle, scheme, Scale { cell: 20 }, &mut palette);
        assert_eq!((ground.width(), ground.height()), (70, 50));
        let is = |x: usize, y: usize, colour| {
            ground.row(y, &(x..x + 1))[0] == palette.clone().number(colour)
        };
        assert!(is(35, 40, scheme.frame), "the wall");
        assert!(is(15, 15, scheme.floor), "a cell");
        assert!(is(25, 15, scheme.lines), "a line between cells");
        assert!(is(67, 8, scheme.floor), "the opening");
        assert!(is(67, 15, scheme.goal), "the mark in it");
        assert!(is(67, 40, scheme.frame), "the frame");
    }
}
