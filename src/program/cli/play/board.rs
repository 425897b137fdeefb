//! The board on the screen: its frame with its exits, the pieces with their outlines and labels,
//! the goals, and their colours.

use crate::cli::prelude::*;
use crate::{
    grid::{Direction, Edge, Offset},
    puzzle::{Piece, Target, sign},
    render::{FrameOpening, LabelBox, exits, goals, label_box},
};
use crossterm::style::{ContentStyle, Stylize};
use unicode_width::UnicodeWidthChar;

use super::{
    layout::{BoardArea, CellScale},
    palette::PiecePalette,
    screen::{Buffer, Rect},
};

/// A position as it is drawn.
pub struct BoardView<'a> {
    pub position: &'a Position<'a>,
    pub chosen: Option<PieceId>,
    pub hint: Option<&'a Move>,
    pub palette: &'a PiecePalette,
    pub place: BoardArea,
}

impl BoardView<'_> {
    pub fn draw(&self, buffer: &mut Buffer) {
        self.draw_frame(buffer);
        for cell in self.puzzle().grid().cells() {
            match self.position.occupant(cell) {
                Some(piece) => self.draw_piece_cell(buffer, piece, cell),
                None => self.draw_floor(buffer, cell),
            }
        }
        self.draw_doors(buffer);
        if self.place.scale.has_outlines() {
            for piece in 0..self.puzzle().pieces().len() {
                self.draw_label(buffer, piece);
            }
        }
    }

    /// Draws the doors beyond their edges, in the colours of their pieces.
    fn draw_doors(&self, buffer: &mut Buffer) {
        for door in self.puzzle().doors() {
            let style = self.palette.trace(door.pieces[0]);
            for &Edge { cell, side } in &door.edges {
                let mut area = self.place.cell(cell);
                match side {
                    Direction::Up => area.y -= 1,
                    Direction::Left => area.x -= 1,
                    Direction::Down => area.y += area.height,
                    Direction::Right => area.x += area.width,
                }
                match side {
                    Direction::Up | Direction::Down => area.height = 1,
                    Direction::Left | Direction::Right => area.width = 1,
                }
                buffer.fill(area, "▒", style);
            }
        }
    }

    fn puzzle(&self) -> &Puzzle {
        self.position.puzzle()
    }

    /// Draws the frame, open at the exits.
    fn draw_frame(&self, buffer: &mut Buffer) {
        let frame = self.place.frame;
        let style = self.palette.quiet();
        outline(buffer, frame, (&HEAVY, style), |_, _| false);
        for FrameOpening { side, from, width } in exits(self.puzzle()) {
            let first = self.place.cell(Cell::new(from, from));
            let row = Rect {
                x: first.x,
                width: first.width * u16::from(width),
                ..frame
            };
            let column = Rect {
                y: first.y,
                width: 1,
                height: first.height * u16::from(width),
                ..frame
            };
            let opening = match side {
                Direction::Up => row.line(0),
                Direction::Down => row.line(frame.height - 1),
                Direction::Left => column,
                Direction::Right => Rect {
                    x: frame.right() - 1,
                    ..column
                },
            };
            buffer.fill(opening, " ", style);
        }
    }

    /// Draws a cell that no piece covers.
    fn draw_floor(&self, buffer: &mut Buffer, cell: Cell) {
        let area = self.place.cell(cell);
        let quiet = self.palette.quiet();
        let middle = area.middle(1, 1);
        if self.puzzle().grid().is_wall(cell) {
            buffer.fill(area, "▓", quiet);
        } else if let Some(piece) = self.hinted(cell) {
            buffer.fill(area, "░", self.palette.trace(piece));
        } else if self.puzzle().gate().cells.contains(&cell) {
            buffer.fill(middle, "+", quiet);
        } else if let Some(Target { piece, anchor }) = self.wanted(cell) {
            let style = self.palette.trace(piece);
            if self.place.scale.has_outlines() {
                self.outline(buffer, cell, (&DASHED, style), |cell| {
                    self.covers(piece, anchor, cell)
                });
            } else {
                buffer.fill(middle, "·", style);
            }
        }
    }

    /// Returns the piece that the hint moves onto this cell.
    fn hinted(&self, cell: Cell) -> Option<PieceId> {
        let unit = self.hint?;
        self.covers(unit.piece, unit.end(self.puzzle()), cell)
            .then_some(unit.piece)
    }

    /// Whether a piece with this anchor covers a cell.
    fn covers(&self, piece: PieceId, anchor: Cell, cell: Cell) -> bool {
        self.puzzle().pieces()[piece]
            .shape
            .cells_at(anchor)
            .any(|part| part == cell)
    }

    /// Returns the target of a goal that covers this cell.
    fn wanted(&self, cell: Cell) -> Option<Target> {
        let mut targets = goals(self.puzzle()).iter().flat_map(|goal| &goal.targets);
        targets
            .find(|target| self.covers(target.piece, target.anchor, cell))
            .copied()
    }

    /// Draws a cell of a piece: its background and outline, or its letter at the smallest scale.
    fn draw_piece_cell(&self, buffer: &mut Buffer, piece: PieceId, cell: Cell) {
        let style = self.style(piece);
        let area = self.place.cell(cell);
        buffer.fill(area, " ", style);
        if self.place.scale.has_outlines() {
            self.outline(buffer, cell, self.pen(piece), |cell| {
                self.position.occupant(cell) == Some(piece)
            });
            return;
        }
        let face = self.puzzle().pieces()[piece].display_label();
        // Numbers that fill their cells stand side by side.
        let fills = face.chars().count() >= usize::from(area.width);
        let stands_out = fills && (cell.row + cell.column) % 2 == 1;
        let style = if stands_out { style.bold() } else { style };
        buffer.write(area.x, area.y, &face, style);
    }

    /// Returns the outline of a piece and its style.
    fn pen(&self, piece: PieceId) -> (&'static Pen, ContentStyle) {
        if self.chosen == Some(piece) {
            (&DOUBLE, self.palette.outline(piece))
        } else {
            (&ROUND, self.style(piece))
        }
    }

    /// Draws the part of an outline that lies in a cell.
    fn outline(
        &self,
        buffer: &mut Buffer,
        cell: Cell,
        pen: (&Pen, ContentStyle),
        is_part: impl Fn(Cell) -> bool,
    ) {
        outline(buffer, self.place.cell(cell), pen, |rows, columns| {
            cell.offset(Offset { rows, columns }).is_some_and(&is_part)
        });
    }

    /// Draws the name of a piece, with its letter in the outline, or else its letter.
    fn draw_label(&self, buffer: &mut Buffer, piece: PieceId) {
        let drawn = &self.puzzle().pieces()[piece];
        let anchor = self.place.cell(self.position.anchor(piece));
        let label = TerminalLabel::of(drawn, self.place.scale);
        for (x, y, line) in label.places(anchor) {
            buffer.write(x, y, line, self.style(piece).bold());
        }
        // The anchor has no cell of its piece above it, so the outline is there.
        let letter = sign(drawn.letter);
        if label.is_name && letter.width() + 2 <= anchor.width.into() {
            buffer.write(anchor.x + 1, anchor.y, &letter, self.pen(piece).1);
        }
    }

    fn style(&self, piece: PieceId) -> ContentStyle {
        let style = self.palette.piece(piece);
        match (self.chosen == Some(piece), self.place.scale.has_outlines()) {
            (false, _) => style,
            (true, true) => style.bold(),
            // Letters without outlines are marked by reversed colours.
            (true, false) => style.bold().reverse(),
        }
    }
}

/// Draws the part of an outline that lies in an area. `near` tells whether the area that many rows
/// and columns away, each at most one, belongs to the same piece.
pub fn outline(
    buffer: &mut Buffer,
    area: Rect,
    (pen, style): (&Pen, ContentStyle),
    near: impl Fn(i8, i8) -> bool,
) {
    for y in area.y..area.bottom() {
        for x in area.x..area.right() {
            if let Some(mark) = stroke(pen, area, (x, y), &near) {
                buffer.write(x, y, mark, style);
            }
        }
    }
}

/// The characters of an outline: horizontal, vertical, and the corners from the top left to the
/// bottom right.
pub type Pen = [&'static str; 6];

pub const ROUND: Pen = ["─", "│", "╭", "╮", "╰", "╯"];
/// The outline of the chosen piece.
const DOUBLE: Pen = ["═", "║", "╔", "╗", "╚", "╝"];
/// The outline of a target.
const DASHED: Pen = ["┄", "┆", "╭", "╮", "╰", "╯"];
/// The frame of the board.
const HEAVY: Pen = ["━", "┃", "┏", "┓", "┗", "┛"];

/// Returns the part of an outline at one character of an area. `near` is as for [`outline`].
fn stroke(
    pen: &Pen,
    area: Rect,
    (x, y): (u16, u16),
    near: impl Fn(i8, i8) -> bool,
) -> Option<&'static str> {
    let right = x == area.right() - 1;
    let bottom = y == area.bottom() - 1;
    let across = if x == area.x { -1 } else { i8::from(right) };
    let along = if y == area.y { -1 } else { i8::from(bottom) };
    let is_open_across = across != 0 && !near(0, across);
    let is_open_along = along != 0 && !near(along, 0);
    match (is_open_along, is_open_across) {
        (true, true) => Some(pen[2 + 2 * usize::from(bottom) + usize::from(right)]),
        (true, false) => Some(pen[0]),
        (false, true) => Some(pen[1]),
        // The outline turns around the corner of another area.
        (false, false) => (across != 0 && along != 0 && !near(along, across))
            .then(|| pen[5 - 2 * usize::from(bottom) - usize::from(right)]),
    }
}

/// Lines of text, centred in some cells of a piece.
#[derive(Clone, PartialEq, Eq)]
struct TerminalLabel {
    lines: Vec<String>,
    /// Whether the label is the name, not the letter.
    is_name: bool,
    place: LabelBox,
}

impl TerminalLabel {
    /// Returns the best label that fits: the name in a line, a name of wide characters from top to
    /// bottom, or the letter.
    fn of(piece: &Piece, scale: CellScale) -> Self {
        let place = label_box(&piece.shape);
        let room =
            |cells: i32, size: u16| usize::try_from(cells * i32::from(size) - 2).unwrap_or(0);
        let width = room(place.columns, scale.width);
        let height = room(place.rows, scale.height);
        let face = piece.display_label();
        let name = piece
            .name
            .as_deref()
            .filter(|&name| height > 0 && name != face);
        let down = name.filter(|name| {
            name.chars().count() <= height && name.chars().all(|mark| mark.width() == Some(2))
        });
        let name = name.filter(|name| name.width() <= width);
        let (lines, is_name) = match (name, down) {
            (Some(name), _) => (vec![name.to_owned()], true),
            (None, Some(name)) if width >= 2 => (name.chars().map(String::from).collect(), true),
            _ => (vec![face], false),
        };
        TerminalLabel {
            lines,
            is_name,
            place,
        }
    }

    /// Returns the top left character of each line. `anchor` is the area of the anchor's cell.
    fn places(&self, anchor: Rect) -> impl Iterator<Item = (u16, u16, &str)> {
        let LabelBox {
            column,
            row,
            columns,
            rows,
        } = self.place;
        // The start of a text in the middle of some cells.
        let middle = |start: u16, from: i32, cells: i32, size: u16, taken: usize| {
            let room = cells * i32::from(size) - i32::try_from(taken).unwrap_or(i32::MAX);
            let at = i32::from(start) + from * i32::from(size) + room.max(0) / 2;
            u16::try_from(at).unwrap_or(start)
        };
        let top = middle(anchor.y, row, rows, anchor.height, self.lines.len());
        (top..).zip(&self.lines).map(move |(y, line)| {
            let x = middle(anchor.x, column, columns, anchor.width, line.width());
            (x, y, line.as_str())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cli::{drawing::PieceStyle, play::palette::color},
        puzzle::Polyomino,
        render::{ColourDepth, TerminalColour, Theme, roles},
    };

    /// What the cells of a piece look like.
    fn drawn(map: &[&str], scale: CellScale) -> String {
        let is_part = |cell: Option<Cell>| {
            let row = cell.and_then(|cell| Some((map.get(usize::from(cell.row))?, cell.column)));
            row.is_some_and(|(row, column)| row.as_bytes().get(usize::from(column)) == Some(&b'X'))
        };
        let mut lines = String::new();
        for row in 0..u16::try_from(map.len()).expect("small") * scale.height {
            for column in 0..u16::try_from(map[0].len()).expect("small") * scale.width {
                let byte = |number: u16| u8::try_from(number).expect("small");
                let cell = Cell::new(byte(row / scale.height), byte(column / scale.width));
                let area = Rect {
                    x: column - column % scale.width,
                    y: row - row % scale.height,
                    width: scale.width,
                    height: scale.height,
                };
                let near = |rows, columns| is_part(cell.offset(Offset { rows, columns }));
                let stroke = near(0, 0).then(|| stroke(&ROUND, area, (column, row), near));
                lines += stroke.flatten().unwrap_or(" ");
            }
            lines = lines.trim_end().to_owned() + "\n";
        }
        lines
    }

    #[test]
    fn every_shape_has_a_single_outline() {
        let corner = "\
╭──────╮
│  ╭───╯
│  │
╰──╯
";
        assert_eq!(
            drawn(
                &["XX", "X."],
                CellScale {
                    width: 4,
                    height: 2
                }
            ),
            corner
        );
        let holed = drawn(
            &["XXX", "X.X", "XXX"],
            CellScale {
                width: 4,
                height: 2,
            },
        );
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

    fn piece(name: &str, map: &[&str]) -> Piece {
        let mut cells = Vec::new();
        for (row, line) in (0..).zip(map) {
            let filled = (0..).zip(line.bytes()).filter(|&(_, mark)| mark == b'X');
            cells.extend(filled.map(|(column, _)| Cell::new(row, column)));
        }
        let name = (!name.is_empty()).then(|| name.to_owned());
        let shape = Polyomino::from_cells(&cells);
        Piece {
            letter: 'Q',
            name,
            shape,
            anchor: cells[0],
            lock: None,
            next_layer: None,
        }
    }

    fn lines(name: &str, map: &[&str], height: u16) -> Vec<String> {
        TerminalLabel::of(
            &piece(name, map),
            CellScale {
                width: 2 * height,
                height,
            },
        )
        .lines
    }

    #[test]
    fn a_piece_shows_its_name_if_it_fits_otherwise_its_letter() {
        assert_eq!(lines("曹操", &["XX", "XX"], 4), ["曹操"]);
        assert_eq!(lines("曹操", &["X"], 3), ["曹操"]);
        assert_eq!(
            lines("张飞", &["X", "X"], 2),
            ["张", "飞"],
            "from top to bottom"
        );
        assert_eq!(lines("张飞", &["X"], 2), ["Q"]);
        assert_eq!(lines("Cao Cao", &["XX", "XX"], 4), ["Cao Cao"]);
        assert_eq!(
            lines("Cao Cao", &["X", "X"], 3),
            ["Q"],
            "Latin letters stay in line"
        );
        assert_eq!(lines("", &["XX"], 4), ["Q"]);
        assert_eq!(
            lines("26", &["X"], 2),
            ["26"],
            "the tile that `Q` stands for"
        );
        let tile = TerminalLabel::of(
            &piece("26", &["X"]),
            CellScale {
                width: 8,
                height: 4,
            },
        );
        assert!(!tile.is_name, "so that no letter is written besides");
    }

    #[test]
    fn the_label_of_an_irregular_shape_is_inside_the_shape() {
        let scale = CellScale {
            width: 4,
            height: 2,
        };
        let maps: [&[&str]; 5] = [
            &["X..", "XXX"],
            &[".X", ".X", "XX"],
            &["XXX", "..X"],
            &["..X", "XXX"],
            &[".X.", "XXX"],
        ];
        for map in maps {
            let piece = piece("", map);
            let label = TerminalLabel::of(&piece, scale);
            let anchor = Rect {
                x: 100,
                y: 100,
                width: 4,
                height: 2,
            };
            let (x, y, _) = label.places(anchor).next().expect("a line");
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

    #[test]
    fn pieces_have_the_colours_that_they_have_in_pictures() {
        for text in [
            crate::cases::CLASSIC,
            "pieces: axis\n\nA A B\n. . B\nC C .\n\ngoal:\n. A A\n. . .\n. . .\n",
        ] {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let palette = PiecePalette::of(&puzzle, PieceStyle::Coloured(ColourDepth::Full));
            for (piece, role) in roles(&puzzle).into_iter().enumerate() {
                let ink = Theme::Light.ink(role);
                let [fill, text] = [ink.fill, ink.text].map(|ink| color(TerminalColour::Rgb(ink)));
                assert_eq!(
                    palette.piece(piece),
                    ContentStyle::new().with(text).on(fill)
                );
            }
        }
    }
}
