//! What stands still: the frame with its walls, gates and exits, and the goals.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter, Write};

use super::exit::{Exit, exits};
use super::outline::{Inset, Outline};
use super::{BORDER, UNIT, corner, label};
use crate::grid::{Cell, Direction, Grid};
use crate::puzzle::{Goal, Puzzle, Target};
use crate::render::theme::Scheme;

/// Cells have no rounded corners; the floor as a whole has.
const FLOOR: Inset = Inset { gap: 0, radius: 4 };
/// Goals are drawn within their pieces.
const GOAL: Inset = Inset { gap: 7, radius: 7 };

/// The frame, its cells, walls, gates and exits, from the corner of its first cell.
pub(super) struct FrameDrawing<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) scheme: &'a Scheme,
}

impl Display for FrameDrawing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Scheme { frame, floor, lines, gate, goal, .. } = self.scheme;
        let grid = self.puzzle.grid();
        let (width, height) = (i32::from(grid.columns()) * UNIT, i32::from(grid.rows()) * UNIT);
        let (outer_width, outer_height) = (width + 2 * BORDER, height + 2 * BORDER);
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
        writeln!(f, r#"<path d="{}" fill="{floor}"/>"#, Outline { cells: &cells, inset: FLOOR })?;
        if !self.puzzle.gate().cells.is_empty() {
            let stripes = stripes(&self.puzzle.gate().cells);
            writeln!(f, r#"<path d="{stripes}" stroke="{gate}" stroke-width="5"/>"#)?;
        }
        let between = cell_lines(grid);
        if !between.is_empty() {
            writeln!(f, r#"<path d="{between}" stroke="{lines}" stroke-width="2"/>"#)?;
        }
        for exit in exits {
            way_out(f, exit, (width, height), &goal.to_string())?;
        }
        Ok(())
    }
}

fn pairs(cells: impl Iterator<Item = Cell>) -> Vec<(i32, i32)> {
    cells.map(|cell| (i32::from(cell.column), i32::from(cell.row))).collect()
}

/// A gap in the frame, as if the floor went on.
fn opening(
    f: &mut Formatter<'_>,
    exit: Exit,
    (width, height): (i32, i32),
    floor: &dyn Display,
) -> fmt::Result {
    let (from, length) = (i32::from(exit.from) * UNIT, i32::from(exit.width) * UNIT);
    // It reaches under the rounded corners of the floor.
    let depth = BORDER + 4;
    let (x, y, across, down) = match exit.side {
        Direction::Up => (from, -BORDER, length, depth),
        Direction::Down => (from, height - 4, length, depth),
        Direction::Left => (-BORDER, from, depth, length),
        Direction::Right => (width - 4, from, depth, length),
    };
    writeln!(f, r#"<rect x="{x}" y="{y}" width="{across}" height="{down}" fill="{floor}"/>"#)
}

/// A mark in the opening that points outwards.
fn way_out(
    f: &mut Formatter<'_>,
    exit: Exit,
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

/// Slanting stripes over the cells of a gate.
fn stripes(cells: &[Cell]) -> String {
    let mut path = String::new();
    for &cell in cells {
        let (x, y) = corner(cell);
        let half = UNIT / 2;
        let (right, bottom) = (x + UNIT, y + UNIT);
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

/// The lines between cells side by side, walls left out; each as long as it can be.
fn cell_lines(grid: &Grid) -> String {
    let mut path = String::new();
    let open = |row: u8, column: u8| !grid.is_wall(Cell::new(row, column));
    for row in 1..grid.rows() {
        let has = |column| open(row - 1, column) && open(row, column);
        for (from, length) in runs(grid.columns(), has) {
            let (x, y) = (from * UNIT, i32::from(row) * UNIT);
            write!(path, "M{x} {y}h{}", length * UNIT).expect("a string takes it all");
        }
    }
    for column in 1..grid.columns() {
        let has = |row| open(row, column - 1) && open(row, column);
        for (from, length) in runs(grid.rows(), has) {
            let (x, y) = (i32::from(column) * UNIT, from * UNIT);
            write!(path, "M{x} {y}v{}", length * UNIT).expect("a string takes it all");
        }
    }
    path
}

/// Where the condition holds without a gap: from where, and how long.
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

/// Alternative goals up to this number are all drawn; of more, the first one.
const SHOWN_GOALS: usize = 4;

/// The goals that are drawn.
pub(crate) fn goals(puzzle: &Puzzle) -> &[Goal] {
    let goals = puzzle.goals();
    if goals.len() > SHOWN_GOALS { &goals[..1] } else { goals }
}

/// The outlines of what must stand where, and of the cells that must be empty, in broken lines. Where
/// a goal names several pieces, each target has its letter.
pub(super) struct GoalDrawing<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) scheme: &'a Scheme,
}

impl Display for GoalDrawing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Scheme { goal: colour, floor, .. } = self.scheme;
        let mut path = String::new();
        let goals = goals(self.puzzle);
        let mut outlines = BTreeSet::new();
        for goal in goals {
            for &Target { piece, anchor } in &goal.targets {
                let shape = &self.puzzle.pieces()[piece].shape;
                if outlines.insert((anchor, shape)) {
                    let cells = pairs(shape.cells_at(anchor));
                    write!(path, "{}", Outline { cells: &cells, inset: GOAL })?;
                }
            }
            for &cell in &goal.empties {
                let cells = pairs(std::iter::once(cell));
                write!(path, "{}", Outline { cells: &cells, inset: GOAL })?;
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
                let letter = self.puzzle.pieces()[target.piece].letter.to_string();
                let attributes = format_args!(r#" fill="{colour}" font-weight="600""#);
                label::line(f, (x + 18, y + 19), 14, attributes, &letter)?;
            }
        }
        Ok(())
    }
}
