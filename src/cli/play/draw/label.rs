//! What is written on a piece.

use huarong::grid::{Cell, Offset};
use huarong::puzzle::{Piece, Polyomino};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::scale::Scale;

/// Lines of text, centred in some cells of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Label {
    /// One below the other.
    pub(super) lines: Vec<String>,
    /// Whether they are its name; else its letter.
    pub(super) is_name: bool,
    block: Block,
}

/// Cells of a piece that fill a rectangle; rows and columns from the anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    from: Offset,
    rows: u16,
    columns: u16,
}

impl Label {
    /// The best label that has room: the name in a line; a name of wide characters, as the Chinese
    /// ones are, from top to bottom; or the letter.
    pub(super) fn of(piece: &Piece, scale: Scale) -> Self {
        let block = largest_block(&piece.shape);
        let width = usize::from(block.columns * scale.width - 2);
        let height = usize::from((block.rows * scale.height).saturating_sub(2));
        let name = piece.name.as_deref().filter(|_| height > 0);
        let down = name.filter(|name| {
            name.chars().count() <= height && name.chars().all(|mark| mark.width() == Some(2))
        });
        let name = name.filter(|name| name.width() <= width);
        let (lines, is_name) = match (name, down) {
            (Some(name), _) => (vec![name.to_owned()], true),
            (None, Some(name)) if width >= 2 => (name.chars().map(String::from).collect(), true),
            _ => (vec![piece.letter.to_string()], false),
        };
        Label { lines, is_name, block }
    }

    /// Where each line begins: the anchor's top left character is `corner`.
    pub(super) fn places(
        &self,
        corner: (u16, u16),
        scale: Scale,
    ) -> impl Iterator<Item = (u16, u16, &str)> {
        let Block { from, rows, columns } = self.block;
        let along = |start: u16, cells: i8, size: u16| {
            let way = i32::from(cells) * i32::from(size);
            u16::try_from(i32::from(start) + way).unwrap_or(start)
        };
        let x = along(corner.0, from.columns, scale.width);
        let y = along(corner.1, from.rows, scale.height);
        let count = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        let top = y + (rows * scale.height).saturating_sub(count) / 2;
        (top..).zip(&self.lines).map(move |(y, line)| {
            let taken = u16::try_from(line.width()).unwrap_or(u16::MAX);
            (x + (columns * scale.width).saturating_sub(taken) / 2, y, line.as_str())
        })
    }
}

/// The largest rectangle of cells of a shape; of several, the one that is wider, then the first.
///
/// # Complexity
/// Cells of the shape × its height.
fn largest_block(shape: &Polyomino) -> Block {
    // An anchor from which no offset leaves the range of cells.
    let anchor = Cell::new(127, 127);
    let cells: std::collections::HashSet<Cell> = shape.cells_at(anchor).collect();
    let run = |cell: Cell| {
        let right = (cell.column..=u8::MAX).map(|column| Cell { column, ..cell });
        right.take_while(|cell| cells.contains(cell)).count()
    };
    let runs: std::collections::HashMap<Cell, usize> =
        cells.iter().map(|&cell| (cell, run(cell))).collect();
    let mut best: Option<(usize, usize, Block)> = None;
    for offset in shape.offsets() {
        let Some(top) = anchor.offset(*offset) else { continue };
        let mut columns = usize::MAX;
        for (rows, row) in (1..).zip(top.row..=u8::MAX) {
            let Some(&run) = runs.get(&Cell { row, ..top }) else { break };
            columns = columns.min(run);
            let size = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
            if best.is_none_or(|(area, width, _)| (rows * columns, columns) > (area, width)) {
                let block = Block { from: *offset, rows: size(rows), columns: size(columns) };
                best = Some((rows * columns, columns, block));
            }
        }
    }
    let whole = Block { from: Offset { rows: 0, columns: 0 }, rows: 1, columns: 1 };
    best.map_or(whole, |(.., block)| block)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str, map: &[&str]) -> Piece {
        let mut cells = Vec::new();
        for (row, line) in (0..).zip(map) {
            let filled = (0..).zip(line.bytes()).filter(|&(_, mark)| mark == b'X');
            cells.extend(filled.map(|(column, _)| Cell::new(row, column)));
        }
        let name = (!name.is_empty()).then(|| name.to_owned());
        let shape = Polyomino::from_cells(&cells);
        Piece { letter: 'Q', name, shape, anchor: cells[0], lock: None }
    }

    fn lines(name: &str, map: &[&str], height: u16) -> Vec<String> {
        Label::of(&piece(name, map), Scale { width: 2 * height, height }).lines
    }

    #[test]
    fn the_name_is_written_where_it_has_room_and_else_the_letter() {
        assert_eq!(lines("曹操", &["XX", "XX"], 4), ["曹操"]);
        assert_eq!(lines("曹操", &["X"], 3), ["曹操"]);
        assert_eq!(lines("张飞", &["X", "X"], 2), ["张", "飞"], "from top to bottom");
        assert_eq!(lines("张飞", &["X"], 2), ["Q"]);
        assert_eq!(lines("Cao Cao", &["XX", "XX"], 4), ["Cao Cao"]);
        assert_eq!(lines("Cao Cao", &["X", "X"], 3), ["Q"], "Latin letters stay in line");
        assert_eq!(lines("", &["XX"], 4), ["Q"]);
    }

    #[test]
    fn wide_characters_are_centred_by_their_columns() {
        let scale = Scale { width: 8, height: 4 };
        let label = Label::of(&piece("曹操", &["XX", "XX"]), scale);
        let places: Vec<_> = label.places((10, 20), scale).collect();
        // Sixteen columns, four of them taken; eight rows, one of them taken.
        assert_eq!(places, [(16, 23, "曹操")]);
    }

    #[test]
    fn the_label_of_an_odd_shape_lies_within_it() {
        let scale = Scale { width: 4, height: 2 };
        let maps: [&[&str]; 5] = [
            &["X..", "XXX"],
            &[".X", ".X", "XX"],
            &["XXX", "..X"],
            &["..X", "XXX"],
            &[".X.", "XXX"],
        ];
        for map in maps {
            let piece = piece("", map);
            let label = Label::of(&piece, scale);
            let (x, y, _) = label.places((100, 100), scale).next().expect("a line");
            let place = (i32::from(x) - 100, i32::from(y) - 100);
            let cell = (place.1.div_euclid(2), place.0.div_euclid(4));
            let is_part = piece
                .shape
                .offsets()
                .iter()
                .any(|offset| (i32::from(offset.rows), i32::from(offset.columns)) == cell);
            assert!(is_part, "{map:?}: {place:?}");
        }
    }
}
