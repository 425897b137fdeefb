//! The outlines of pieces of any shape, drawn within their cells.

use huarong::grid::Cell;

use super::scale::Scale;

/// A part of an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stroke {
    Horizontal,
    Vertical,
    /// From the right to below, as at the top left of a box.
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

/// The characters that draw an outline, in the order of [`Stroke`].
pub(super) type Pen = [&'static str; 6];

/// For pieces.
pub(super) const ROUND: Pen = ["─", "│", "╭", "╮", "╰", "╯"];
/// For the chosen one.
pub(super) const DOUBLE: Pen = ["═", "║", "╔", "╗", "╚", "╝"];
/// For the place that a goal has for a piece.
pub(super) const DASHED: Pen = ["┄", "┆", "╭", "╮", "╰", "╯"];
/// For the frame of the board.
pub(super) const HEAVY: Pen = ["━", "┃", "┏", "┓", "┗", "┛"];

impl Stroke {
    pub(super) const fn drawn_with(self, pen: &Pen) -> &'static str {
        pen[self as usize]
    }
}

/// The outline of a piece at one character of one of its cells, so many columns and rows from the
/// cell's top left. `is_part` says whether a cell is part of the piece.
pub(super) fn stroke(
    cell: Cell,
    (x, y): (u16, u16),
    scale: Scale,
    is_part: impl Fn(Option<Cell>) -> bool,
) -> Option<Stroke> {
    let near =
        |rows: i8, columns: i8| is_part(cell.offset(huarong::grid::Offset { rows, columns }));
    let (left, right) = (x == 0, x == scale.width - 1);
    let (top, bottom) = (y == 0, y == scale.height - 1);
    let across = if left { -1 } else { 1 };
    let along = if top { -1 } else { 1 };
    if (left || right) && (top || bottom) {
        // The stroke of the corner of a box, and of the same corner turned inside out.
        let (convex, concave) = match (top, left) {
            (true, true) => (Stroke::TopLeft, Stroke::BottomRight),
            (true, false) => (Stroke::TopRight, Stroke::BottomLeft),
            (false, true) => (Stroke::BottomLeft, Stroke::TopRight),
            (false, false) => (Stroke::BottomRight, Stroke::TopLeft),
        };
        return match (near(along, 0), near(0, across), near(along, across)) {
            (false, false, _) => Some(convex),
            (false, true, _) => Some(Stroke::Horizontal),
            (true, false, _) => Some(Stroke::Vertical),
            (true, true, false) => Some(concave),
            (true, true, true) => None,
        };
    }
    if (top || bottom) && !near(along, 0) {
        return Some(Stroke::Horizontal);
    }
    ((left || right) && !near(0, across)).then_some(Stroke::Vertical)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the cells of a piece look like.
    fn drawn(map: &[&str], scale: Scale) -> String {
        let is_part = |cell: Option<Cell>| {
            let row = cell.and_then(|cell| Some((map.get(usize::from(cell.row))?, cell.column)));
            row.is_some_and(|(row, column)| row.as_bytes().get(usize::from(column)) == Some(&b'X'))
        };
        let mut lines = String::new();
        for row in 0..u16::try_from(map.len()).expect("small") * scale.height {
            for column in 0..u16::try_from(map[0].len()).expect("small") * scale.width {
                let byte = |number: u16| u8::try_from(number).expect("small");
                let cell = Cell::new(byte(row / scale.height), byte(column / scale.width));
                let within = (column % scale.width, row % scale.height);
                let stroke = is_part(Some(cell)).then(|| stroke(cell, within, scale, is_part));
                lines += stroke.flatten().map_or(" ", |stroke| stroke.drawn_with(&ROUND));
            }
            lines = lines.trim_end().to_owned() + "\n";
        }
        lines
    }

    #[test]
    fn any_shape_has_one_line_around_it() {
        let corner = "\
╭──────╮
│  ╭───╯
│  │
╰──╯
";
        assert_eq!(drawn(&["XX", "X."], Scale { width: 4, height: 2 }), corner);
        let holed = drawn(&["XXX", "X.X", "XXX"], Scale { width: 4, height: 2 });
        // The hole's own outline lies in the cells around it.
        let expected = "\
╭──────────╮
│  ╭────╮  │
│  │    │  │
│  │    │  │
│  ╰────╯  │
╰──────────╯
";
        assert_eq!(holed, expected);
    }
}
