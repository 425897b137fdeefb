//! Positions of sliding-block puzzles as SVG, one by one, and the parts of such pictures.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter, Write};

use unicode_width::UnicodeWidthChar;

use super::Escaped;
use super::geometry::{
    Arrow, FrameOpening, Inset, LabelBox, Outline, UNIT, corner, exits, goals, label_box, offsets,
};
use super::theme::{ColourScheme, PieceColours, Theme, roles};
use crate::grid::{Cell, Direction, Grid};
use crate::puzzle::{Piece, Polyomino, Puzzle, Target};
use crate::solution::notation::PathWords;
use crate::solution::{Move, Position};

/// The width of the frame around the cells.
pub const BORDER: i32 = 15;

/// The font of all text.
pub const FONT: &str = "system-ui,sans-serif";

/// The picture of a position.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BoardPicture<'a> {
    /// The title of the document.
    pub title: &'a str,
    /// The position.
    pub position: &'a Position<'a>,
    /// The move drawn as an arrow.
    pub unit: Option<&'a Move>,
    /// Its colours.
    pub theme: Theme,
}

impl<'a> BoardPicture<'a> {
    /// Draws no move, in the default theme.
    pub fn new(title: &'a str, position: &'a Position<'a>) -> Self {
        BoardPicture {
            title,
            position,
            unit: None,
            theme: Theme::default(),
        }
    }
}

setters!(BoardPicture<'a> {
    with_unit = unit: Option<&'a Move>,
    with_theme = theme: Theme,
});

impl BoardPicture<'_> {
    /// Returns the picture as an SVG document with cells 60 units wide. It needs no special font
    /// and leaves the background around the frame free.
    ///
    /// # Complexity
    /// Linear in the cells of the frame.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        write!(text, "{self}").expect("a string takes it all");
        text
    }
}

impl Display for BoardPicture<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let puzzle = self.position.puzzle();
        let scheme = self.theme.scheme();
        let (width, height) = size(puzzle);
        open(f, (width, height), self.title)?;
        writeln!(
            f,
            "<desc>{}</desc>",
            Escaped(&described(self.position, self.unit))
        )?;
        writeln!(f, r#"<g transform="translate({BORDER} {BORDER})">"#)?;
        write!(f, "{}", FrameDrawing { puzzle, scheme })?;
        if let Some(unit) = self.unit {
            draw_target(f, puzzle, unit, scheme)?;
        }
        let inks = roles(puzzle).into_iter().map(|role| self.theme.ink(role));
        let pieces = puzzle
            .pieces()
            .iter()
            .zip(self.position.anchors())
            .zip(inks);
        for ((piece, &anchor), ink) in pieces.clone() {
            placed(f, anchor, &Face { piece, ink })?;
        }
        write!(f, "{}", GoalDrawing { puzzle, scheme })?;
        // A goal may run across a piece, but not across what is written on it.
        for ((piece, &anchor), ink) in pieces {
            placed(f, anchor, &PieceLabel { piece, ink })?;
        }
        if let Some(unit) = self.unit {
            draw_move(f, puzzle, unit, scheme)?;
        }
        writeln!(f, "</g>\n</svg>")
    }
}

/// Writes a drawing with its corner at an anchor.
fn placed(f: &mut Formatter<'_>, anchor: Cell, drawing: &dyn Display) -> fmt::Result {
    let (x, y) = corner(anchor);
    writeln!(f, "<g transform=\"translate({x} {y})\">\n{drawing}</g>")
}

/// Returns the width and height of a board with its frame.
pub fn size(puzzle: &Puzzle) -> (i32, i32) {
    let side = |cells: u8| i32::from(cells) * UNIT + 2 * BORDER;
    (side(puzzle.grid().columns()), side(puzzle.grid().rows()))
}

/// Begins a document with its title.
pub fn open(f: &mut Formatter<'_>, (width, height): (i32, i32), title: &str) -> fmt::Result {
    write!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" "#
    )?;
    write!(f, r#"viewBox="0 0 {width} {height}" role="img" "#)?;
    writeln!(f, r#"font-family="{FONT}" text-anchor="middle">"#)?;
    writeln!(f, "<title>{}</title>", Escaped(title))
}

/// Draws the target of a move as a broken line, below the pieces.
pub fn draw_target(
    f: &mut Formatter<'_>,
    puzzle: &Puzzle,
    unit: &Move,
    scheme: &ColourScheme,
) -> fmt::Result {
    let (Some(piece), Some(to)) = (puzzle.pieces().get(unit.piece), unit.to()) else {
        return Ok(());
    };
    let outline = Outlined::of(&piece.shape);
    let (x, y) = corner(to);
    let colour = scheme.arrow;
    writeln!(
        f,
        r#"<path transform="translate({x} {y})" d="{outline}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="5 5"/>"#
    )
}

/// Draws the moved piece with a strong line, and its path as an arrow.
pub fn draw_move(
    f: &mut Formatter<'_>,
    puzzle: &Puzzle,
    unit: &Move,
    scheme: &ColourScheme,
) -> fmt::Result {
    let Some(piece) = puzzle.pieces().get(unit.piece) else {
        return Ok(());
    };
    let ColourScheme {
        arrow: colour,
        halo,
        ..
    } = scheme;
    let outline = Outlined::of(&piece.shape);
    let (x, y) = corner(unit.from);
    writeln!(
        f,
        r#"<path transform="translate({x} {y})" d="{outline}" fill="none" stroke="{colour}" stroke-width="4"/>"#
    )?;
    let Some(Arrow {
        points,
        heading: (dx, dy),
    }) = Arrow::of(&piece.shape, unit)
    else {
        return Ok(());
    };
    let mut shaft = String::new();
    let mut letter = 'M';
    for &(x, y) in &points {
        write!(shaft, "{letter}{x} {y}")?;
        letter = 'L';
    }
    let (x, y) = *points.last().unwrap_or(&(0, 0));
    // The head, from its tip back along both sides.
    let back_x = x - 11 * dx;
    let back_y = y - 11 * dy;
    let across_x = 11 * dy;
    let across_y = 11 * dx;
    let head = format!(
        "M{} {}L{x} {y}L{} {}",
        back_x + across_x,
        back_y + across_y,
        back_x - across_x,
        back_y - across_y
    );
    for (colour, width) in [(halo, 11), (colour, 6)] {
        writeln!(
            f,
            r#"<path d="{shaft}{head}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
        )?;
    }
    Ok(())
}

/// Returns the position and the move in words, for screen readers.
fn described(position: &Position<'_>, unit: Option<&Move>) -> String {
    let puzzle = position.puzzle();
    let grid = puzzle.grid();
    let mut text = format!("{} columns and {} rows.", grid.columns(), grid.rows());
    for (piece, anchor) in puzzle.pieces().iter().zip(position.anchors()) {
        let row = u16::from(anchor.row) + 1;
        let column = u16::from(anchor.column) + 1;
        write!(text, " {}: row {row}, column {column}.", piece.label())
            .expect("a string takes it all");
    }
    if let Some(unit) = unit
        && let Some(piece) = puzzle.pieces().get(unit.piece)
    {
        write!(text, " {} goes {}.", piece.label(), PathWords(&unit.path))
            .expect("a string takes it all");
    }
    text
}

/// Cells have no rounded corners; the floor as a whole has.
pub const FLOOR: Inset = Inset { gap: 0, radius: 4 };
/// Goals are drawn within their pieces.
pub const GOAL: Inset = Inset { gap: 7, radius: 7 };

/// The frame, its cells, walls, gates and exits, from the corner of its first cell.
pub struct FrameDrawing<'a> {
    pub puzzle: &'a Puzzle,
    pub scheme: &'a ColourScheme,
}

impl Display for FrameDrawing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ColourScheme {
            frame,
            floor,
            lines,
            gate,
            goal,
            ..
        } = self.scheme;
        let grid = self.puzzle.grid();
        let width = i32::from(grid.columns()) * UNIT;
        let height = i32::from(grid.rows()) * UNIT;
        let outer_width = width + 2 * BORDER;
        let outer_height = height + 2 * BORDER;
        writeln!(
            f,
            r#"<rect x="-{BORDER}" y="-{BORDER}" width="{outer_width}" height="{outer_height}" rx="12" fill="{frame}"/>"#
        )?;
        let exits = exits(self.puzzle);
        for exit in &exits {
            opening(f, *exit, (width, height), floor)?;
        }
        let open = |cell: &Cell| !grid.is_wall(*cell);
        let cells = pairs(grid.cells().filter(open));
        writeln!(
            f,
            r#"<path d="{}" fill="{floor}"/>"#,
            Outline {
                cells: &cells,
                inset: FLOOR
            }
        )?;
        if !self.puzzle.gate().cells.is_empty() {
            let stripes = stripes(&self.puzzle.gate().cells);
            writeln!(
                f,
                r#"<path d="{stripes}" stroke="{gate}" stroke-width="5"/>"#
            )?;
        }
        let between = cell_lines(grid);
        if !between.is_empty() {
            writeln!(
                f,
                r#"<path d="{between}" stroke="{lines}" stroke-width="2"/>"#
            )?;
        }
        for exit in exits {
            way_out(f, exit, (width, height), &goal.to_string())?;
        }
        Ok(())
    }
}

fn pairs(cells: impl Iterator<Item = Cell>) -> Vec<(i32, i32)> {
    cells
        .map(|cell| (i32::from(cell.column), i32::from(cell.row)))
        .collect()
}

/// Draws a gap in the frame, in the colour of the floor.
fn opening(
    f: &mut Formatter<'_>,
    exit: FrameOpening,
    (width, height): (i32, i32),
    floor: &dyn Display,
) -> fmt::Result {
    let length = i32::from(exit.width) * UNIT;
    let from = i32::from(exit.from) * UNIT;
    // It reaches under the rounded corners of the floor.
    let depth = BORDER + 4;
    let (x, y, across, down) = match exit.side {
        Direction::Up => (from, -BORDER, length, depth),
        Direction::Down => (from, height - 4, length, depth),
        Direction::Left => (-BORDER, from, depth, length),
        Direction::Right => (width - 4, from, depth, length),
    };
    writeln!(
        f,
        r#"<rect x="{x}" y="{y}" width="{across}" height="{down}" fill="{floor}"/>"#
    )
}

/// Draws a mark in the opening that points outwards.
fn way_out(
    f: &mut Formatter<'_>,
    exit: FrameOpening,
    (width, height): (i32, i32),
    colour: &str,
) -> fmt::Result {
    let middle = i32::from(exit.from) * UNIT + i32::from(exit.width) * UNIT / 2;
    let path = match exit.side {
        Direction::Up => format!("M{} -3l9 -9l9 9z", middle - 9),
        Direction::Down => format!("M{} {}l9 9l9 -9z", middle - 9, height + 3),
        Direction::Left => format!("M-3 {}l-9 9l9 9z", middle - 9),
        Direction::Right => format!("M{} {}l9 9l-9 9z", width + 3, middle - 9),
    };
    writeln!(f, r#"<path d="{path}" fill="{colour}"/>"#)
}

/// Returns slanting stripes over the cells of a gate.
pub fn stripes(cells: &[Cell]) -> String {
    let mut path = String::new();
    for &cell in cells {
        let (x, y) = corner(cell);
        let half = UNIT / 2;
        let right = x + UNIT;
        let bottom = y + UNIT;
        write!(
            path,
            "M{x} {}L{} {y}M{x} {bottom}L{right} {y}M{} {bottom}L{right} {}",
            y + half,
            x + half,
            x + half,
            y + half
        )
        .expect("a string takes it all");
    }
    path
}

/// Returns the lines between neighbouring cells that are not walls, as long as possible.
pub fn cell_lines(grid: &Grid) -> String {
    let mut path = String::new();
    let open = |row: u8, column: u8| !grid.is_wall(Cell::new(row, column));
    for row in 1..grid.rows() {
        let has = |column| open(row - 1, column) && open(row, column);
        for (from, length) in runs(grid.columns(), has) {
            let x = from * UNIT;
            let y = i32::from(row) * UNIT;
            write!(path, "M{x} {y}h{}", length * UNIT).expect("a string takes it all");
        }
    }
    for column in 1..grid.columns() {
        let has = |row| open(row, column - 1) && open(row, column);
        for (from, length) in runs(grid.rows(), has) {
            let x = i32::from(column) * UNIT;
            let y = from * UNIT;
            write!(path, "M{x} {y}v{}", length * UNIT).expect("a string takes it all");
        }
    }
    path
}

/// Returns the maximal runs in which a condition holds: start and length.
fn runs(count: u8, has: impl Fn(u8) -> bool) -> Vec<(i32, i32)> {
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for at in (0..count).filter(|&at| has(at)) {
        let at = i32::from(at);
        match runs.last_mut() {
            Some((from, length)) if *from + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

/// The targets of pieces and the cells that must be empty, in broken lines. If a goal names several
/// pieces, each target has its letter.
pub struct GoalDrawing<'a> {
    pub puzzle: &'a Puzzle,
    pub scheme: &'a ColourScheme,
}

impl Display for GoalDrawing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ColourScheme {
            goal: colour,
            floor,
            ..
        } = self.scheme;
        let mut path = String::new();
        let goals = goals(self.puzzle);
        let mut outlines = BTreeSet::new();
        for goal in goals {
            for &Target { piece, anchor } in &goal.targets {
                let shape = &self.puzzle.pieces()[piece].shape;
                if outlines.insert((anchor, shape)) {
                    let cells = pairs(shape.cells_at(anchor));
                    write!(
                        path,
                        "{}",
                        Outline {
                            cells: &cells,
                            inset: GOAL
                        }
                    )?;
                }
            }
            for &cell in &goal.empties {
                let cells = pairs(std::iter::once(cell));
                write!(
                    path,
                    "{}",
                    Outline {
                        cells: &cells,
                        inset: GOAL
                    }
                )?;
            }
        }
        writeln!(
            f,
            // The light line below is what is seen where a piece is nearly as dark as the dashes.
            r#"<path d="{path}" fill="none" stroke="{floor}" stroke-width="3"/>
<path d="{path}" fill="none" stroke="{colour}" stroke-width="3" stroke-dasharray="8 6"/>"#
        )?;
        if let [goal] = goals
            && goal.targets.len() > 1
        {
            for target in &goal.targets {
                let (x, y) = corner(target.anchor);
                let letter = self.puzzle.pieces()[target.piece].display_label();
                let attributes = format_args!(r#" fill="{colour}" font-weight="600""#);
                text_line(f, (x + 18, y + 19), 14, attributes, &letter)?;
            }
        }
        Ok(())
    }
}

/// How pieces lie within their cells.
const INSET: Inset = Inset { gap: 3, radius: 9 };

/// A piece without its label.
pub struct Face<'a> {
    pub piece: &'a Piece,
    pub ink: PieceColours,
}

impl Display for Face<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let PieceColours { fill, edge, .. } = self.ink;
        writeln!(f, "<title>{}</title>", Escaped(&self.piece.label()))?;
        let outline = Outlined(&self.piece.shape, INSET);
        writeln!(
            f,
            r#"<path d="{outline}" fill="{fill}" stroke="{edge}" stroke-width="2"/>"#
        )
    }
}

/// The label of a piece: its name with its letter below, or its letter alone.
pub struct PieceLabel<'a> {
    pub piece: &'a Piece,
    pub ink: PieceColours,
}

impl Display for PieceLabel<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let PieceLabel { piece, ink } = *self;
        let place = label_box(&piece.shape);
        let (x, y) = place.middle();
        let x = x * UNIT / 2;
        let y = y * UNIT / 2;
        let letter = piece.display_label();
        let name = piece.name.as_deref().filter(|&name| name != letter);
        let text = ink.text;
        match name.map(|name| (name, name_size(name, place))) {
            Some((name, size)) if size >= SMALLEST => {
                let above = y - SMALL / 2;
                let below = y + size / 2 + 1;
                text_line(f, (x, above), size, format_args!(r#" fill="{text}""#), name)?;
                let faint = format_args!(r#" fill="{text}" fill-opacity=".7""#);
                text_line(f, (x, below), SMALL, faint, &letter)
            }
            _ => {
                let size = if place.columns.min(place.rows) > 1 {
                    UNIT * 2 / 3
                } else {
                    UNIT / 2
                };
                text_line(
                    f,
                    (x, y),
                    size,
                    format_args!(r#" fill="{text}" font-weight="600""#),
                    &letter,
                )
            }
        }
    }
}

/// The outline of a shape, from the corner of its anchor.
struct Outlined<'a>(&'a Polyomino, Inset);

impl Outlined<'_> {
    /// The outline of the piece itself.
    const fn of(shape: &Polyomino) -> Outlined<'_> {
        Outlined(shape, INSET)
    }
}

impl Display for Outlined<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            Outline {
                cells: &offsets(self.0),
                inset: self.1
            }
        )
    }
}

/// The smallest size of a name; a name that needs a smaller one is left out.
const SMALLEST: i32 = 11;
/// The letter below a name.
const SMALL: i32 = 13;

/// Returns the size of a name with a letter below.
fn name_size(name: &str, place: LabelBox) -> i32 {
    let room = place.columns * UNIT - 14;
    let tallest = if place.columns > 1 && place.rows > 1 {
        36
    } else {
        24
    };
    (10 * room / tenths(name).max(1)).min(tallest)
}

/// Returns the width of text in tenths of its size: 10 for a Chinese character, 6 for others.
fn tenths(text: &str) -> i32 {
    text.chars()
        .map(|mark| if mark.width() == Some(2) { 10 } else { 6 })
        .sum()
}

/// Writes a line of text around a point.
fn text_line(
    f: &mut Formatter<'_>,
    (x, y): (i32, i32),
    size: i32,
    attributes: fmt::Arguments<'_>,
    text: &str,
) -> fmt::Result {
    // Not every program knows how to centre text upright, but all can shift it.
    let y = y + size * 7 / 20;
    writeln!(
        f,
        r#"<text x="{x}" y="{y}" font-size="{size}"{attributes}>{}</text>"#,
        Escaped(text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_takes_the_room_that_there_is() {
        let place = |columns, rows| LabelBox {
            column: 0,
            row: 0,
            columns,
            rows,
        };
        assert_eq!(name_size("曹操", place(2, 2)), 36);
        assert_eq!(name_size("曹操", place(1, 2)), 23);
        assert!(name_size("Prince of Darkness", place(1, 2)) < SMALLEST);
    }
}
