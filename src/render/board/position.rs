//! One position as an SVG picture.

use std::fmt::{self, Display, Formatter, Write};

use super::arrow::Arrow;
use super::frame::{FrameDrawing, GoalDrawing};
use super::piece::{Face, Label, Outlined};
use super::{BORDER, FONT, UNIT, corner};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::render::role::roles;
use crate::render::theme::{Scheme, Theme};
use crate::render::xml::Escaped;
use crate::solution::notation::Words;
use crate::solution::{Move, Position};

/// A position of a puzzle, and what is drawn with it.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'a> {
    /// What a browser shows for the picture.
    pub title: &'a str,
    /// Where the pieces stand.
    pub position: &'a Position<'a>,
    /// The move that is drawn with an arrow, if any.
    pub unit: Option<&'a Move>,
    /// Its colours.
    pub theme: Theme,
}

impl BoardPicture<'_> {
    /// The picture as a whole SVG document, a cell 60 units wide. It names no font but what every
    /// system has, and draws nothing around the frame, so that it may stand on any background.
    ///
    /// # Complexity
    /// Linear in the cells of the frame.
    #[must_use]
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
        writeln!(f, "<desc>{}</desc>", Escaped(&described(self.position, self.unit)))?;
        writeln!(f, r#"<g transform="translate({BORDER} {BORDER})">"#)?;
        write!(f, "{}", FrameDrawing { puzzle, scheme })?;
        if let Some(unit) = self.unit {
            draw_target(f, puzzle, unit, scheme)?;
        }
        let inks = roles(puzzle).into_iter().map(|role| self.theme.ink(role));
        let pieces = puzzle.pieces().iter().zip(self.position.anchors()).zip(inks);
        for ((piece, &anchor), ink) in pieces.clone() {
            placed(f, anchor, &Face { piece, ink })?;
        }
        write!(f, "{}", GoalDrawing { puzzle, scheme })?;
        // A goal may run across a piece, but not across what is written on it.
        for ((piece, &anchor), ink) in pieces {
            placed(f, anchor, &Label { piece, ink })?;
        }
        if let Some(unit) = self.unit {
            draw_move(f, puzzle, unit, scheme)?;
        }
        writeln!(f, "</g>\n</svg>")
    }
}

/// A drawing with its corner at an anchor.
fn placed(f: &mut Formatter<'_>, anchor: Cell, drawing: &dyn Display) -> fmt::Result {
    let (x, y) = corner(anchor);
    writeln!(f, "<g transform=\"translate({x} {y})\">\n{drawing}</g>")
}

/// The width and height of a board with its frame.
pub(super) fn size(puzzle: &Puzzle) -> (i32, i32) {
    let side = |cells: u8| i32::from(cells) * UNIT + 2 * BORDER;
    (side(puzzle.grid().columns()), side(puzzle.grid().rows()))
}

/// Begins a document with its title.
pub(super) fn open(f: &mut Formatter<'_>, (width, height): (i32, i32), title: &str) -> fmt::Result {
    write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" "#)?;
    write!(f, r#"viewBox="0 0 {width} {height}" role="img" "#)?;
    writeln!(f, r#"font-family="{FONT}" text-anchor="middle">"#)?;
    writeln!(f, "<title>{}</title>", Escaped(title))
}

/// Where the moved piece comes to, in a broken line, to lie below the pieces.
pub(super) fn draw_target(
    f: &mut Formatter<'_>,
    puzzle: &Puzzle,
    unit: &Move,
    scheme: &Scheme,
) -> fmt::Result {
    let (Some(piece), Some(to)) = (puzzle.pieces().get(unit.piece), unit.to()) else {
        return Ok(());
    };
    let (outline, (x, y), colour) = (Outlined::of(&piece.shape), corner(to), scheme.arrow);
    writeln!(
        f,
        r#"<path transform="translate({x} {y})" d="{outline}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="5 5"/>"#
    )
}

/// The moved piece in a strong line, and its way as an arrow.
pub(super) fn draw_move(
    f: &mut Formatter<'_>,
    puzzle: &Puzzle,
    unit: &Move,
    scheme: &Scheme,
) -> fmt::Result {
    let Some(piece) = puzzle.pieces().get(unit.piece) else { return Ok(()) };
    let Scheme { arrow: colour, halo, .. } = scheme;
    let outline = Outlined::of(&piece.shape);
    let (x, y) = corner(unit.from);
    writeln!(
        f,
        r#"<path transform="translate({x} {y})" d="{outline}" fill="none" stroke="{colour}" stroke-width="4"/>"#
    )?;
    let Some(Arrow { points, heading: (dx, dy) }) = Arrow::of(&piece.shape, unit) else {
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
    let (back_x, back_y) = (x - 11 * dx, y - 11 * dy);
    let (across_x, across_y) = (11 * dy, 11 * dx);
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

/// The position and the move in words, for those who do not see them.
fn described(position: &Position<'_>, unit: Option<&Move>) -> String {
    let puzzle = position.puzzle();
    let grid = puzzle.grid();
    let mut text = format!("{} columns and {} rows.", grid.columns(), grid.rows());
    for (piece, anchor) in puzzle.pieces().iter().zip(position.anchors()) {
        let (row, column) = (u16::from(anchor.row) + 1, u16::from(anchor.column) + 1);
        write!(text, " {}: row {row}, column {column}.", piece.label())
            .expect("a string takes it all");
    }
    if let Some(unit) = unit
        && let Some(piece) = puzzle.pieces().get(unit.piece)
    {
        write!(text, " {} goes {}.", piece.label(), Words(&unit.path))
            .expect("a string takes it all");
    }
    text
}
