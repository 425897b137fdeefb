//! A path over the cells of a board, as an SVG picture.

use std::fmt::{self, Display, Formatter, Write};

use super::Escaped;
use super::theme::{ColourScheme, Theme};
use crate::graph::MapCell;

/// The picture of a path over cells. Places outside the board are ignored.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PathPicture<'a> {
    /// The title of the document.
    pub title: &'a str,
    /// The height of the board, in cells.
    pub rows: u32,
    /// The width of the board, in cells.
    pub columns: u32,
    /// The cells of the board; the others are dark.
    pub cells: Cells<'a>,
    /// Pairs of neighbouring cells with a wall between them.
    pub walls: &'a [(MapCell, MapCell)],
    /// Cells that the path must visit in this order, numbered from 1.
    pub clues: &'a [MapCell],
    /// The cells of the path, in its order.
    pub path: &'a [MapCell],
    /// Whether the last cell of the path is joined to its first.
    pub shape: PathShape,
    /// Its colours.
    pub theme: Theme,
}

impl<'a> PathPicture<'a> {
    /// A board with all its cells, and no path yet.
    pub fn new(title: &'a str, rows: u32, columns: u32) -> Self {
        PathPicture {
            title,
            rows,
            columns,
            cells: Cells::All,
            walls: &[],
            clues: &[],
            path: &[],
            shape: PathShape::Open,
            theme: Theme::default(),
        }
    }
}

setters!(PathPicture<'a> {
    with_cells = cells: Cells<'a>,
    with_walls = walls: &'a [(MapCell, MapCell)],
    with_clues = clues: &'a [MapCell],
    with_path = path: &'a [MapCell],
    with_shape = shape: PathShape,
    with_theme = theme: Theme,
});

/// The cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells<'a> {
    /// There are no holes.
    All,
    /// These, in any order.
    These(&'a [MapCell]),
}

/// Whether a path is a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathShape {
    /// It has a start and an end.
    Open,
    /// Its last cell is joined to its first.
    Closed,
}

/// Returns the picture as an SVG document that scales to its container. It uses the generic font
/// `sans-serif`.
///
/// # Complexity
/// Linear in the path, the cells that are listed and the rows: some 12 bytes a step.
pub fn svg(picture: &PathPicture<'_>) -> String {
    let mut text = String::with_capacity(1024 + 12 * picture.path.len());
    write!(text, "{picture}").expect("a string takes it all");
    text
}

/// The side of a cell: even, so that its middle is a whole number, and with it the path short.
const CELL: u64 = 10;

/// Boards with no side longer than this have the number of each step.
pub const NUMBERED: u32 = 20;

/// The marks of the ends are so much of a large board: one in this many.
const MARKS: u64 = 120;

impl Display for PathPicture<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = u64::from(self.columns) * CELL;
        let height = u64::from(self.rows) * CELL;
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" "#)?;
        writeln!(
            f,
            r#"viewBox="-1 -1 {} {}" role="img">"#,
            width + 2,
            height + 2
        )?;
        writeln!(f, "<title>{}</title>", Escaped(self.title))?;
        self.style(f)?;
        board(f, width, height)?;
        self.holes(f)?;
        writeln!(
            f,
            r#"<rect class="frame" width="{width}" height="{height}"/>"#
        )?;
        self.walls(f)?;
        self.clues(f)?;
        self.line(f)?;
        if self.rows.max(self.columns) <= NUMBERED {
            self.numbers(f)?;
        } else {
            self.ends(f)?;
        }
        writeln!(f, "</svg>")
    }
}

/// Draws the chequered board as a pattern of two by two cells, which is short for a board of any
/// size.
fn board(f: &mut Formatter<'_>, width: u64, height: u64) -> fmt::Result {
    let both = 2 * CELL;
    write!(f, r#"<pattern id="board" width="{both}" height="{both}" "#)?;
    write!(
        f,
        r#"patternUnits="userSpaceOnUse"><path class="light" d="M0 0h{both}v{both}h-{both}z"/>"#
    )?;
    writeln!(
        f,
        r#"<path class="dark" d="M{CELL} 0h{CELL}v{both}h-{CELL}zM0 {CELL}h{both}v{CELL}h-{both}z" fill-rule="evenodd"/></pattern>"#
    )?;
    writeln!(
        f,
        r#"<rect fill="url(#board)" width="{width}" height="{height}"/>"#
    )
}

impl PathPicture<'_> {
    fn style(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ColourScheme {
            paper,
            caption,
            frame,
            floor,
            square,
            first,
            last,
            path,
            ..
        } = self.theme.scheme();
        writeln!(
            f,
            "\
<style>
.light{{fill:{floor}}}.dark{{fill:{square}}}.hole{{fill:{frame}}}
.wall{{stroke:{frame};stroke-width:1.4;stroke-linecap:round}}
.frame{{fill:none;stroke:{frame};stroke-width:.6}}
.path{{fill:none;stroke:{path};stroke-width:.8;stroke-linecap:round;stroke-linejoin:round}}
.step{{fill:{paper};stroke:{path};stroke-width:.4}}
.start{{fill:{first}}}.end{{fill:{last}}}
text{{font:2.8px sans-serif;text-anchor:middle;fill:{caption}}}.over{{fill:#fff}}
</style>"
        )
    }

    /// Draws the holes as one shape.
    fn holes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Cells::These(cells) = self.cells else {
            return Ok(());
        };
        let mut cells: Vec<MapCell> = cells.iter().copied().filter(|&at| self.holds(at)).collect();
        cells.sort_unstable();
        let mut left = &cells[..];
        let mut shape = String::new();
        for row in 0..self.rows {
            let here = left.iter().take_while(|cell| cell.row == row).count();
            let (line, rest) = left.split_at(here);
            left = rest;
            let mut from = 0;
            for to in line.iter().map(|cell| cell.column).chain([self.columns]) {
                if to > from {
                    let x = u64::from(from) * CELL;
                    let y = u64::from(row) * CELL;
                    let length = u64::from(to - from) * CELL;
                    write!(shape, "M{x} {y}h{length}v{CELL}h-{length}z")?;
                }
                from = to + 1;
            }
        }
        if shape.is_empty() {
            Ok(())
        } else {
            writeln!(f, r#"<path class="hole" d="{shape}"/>"#)
        }
    }

    fn walls(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut shape = String::new();
        for &(one, other) in self.walls {
            let first = one.min(other);
            let last = one.max(other);
            let x = u64::from(last.column) * CELL;
            let y = u64::from(last.row) * CELL;
            match (last.row - first.row, last.column.checked_sub(first.column)) {
                _ if !self.holds(first) || !self.holds(last) => {}
                (0, Some(1)) => write!(shape, "M{x} {y}v{CELL}")?,
                (1, Some(0)) => write!(shape, "M{x} {y}h{CELL}")?,
                _ => {}
            }
        }
        if shape.is_empty() {
            Ok(())
        } else {
            writeln!(f, r#"<path class="wall" d="{shape}"/>"#)
        }
    }

    fn clues(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return self.clues_alone(f);
        }
        for (number, clue) in (1..).zip(self.clues).filter(|(_, clue)| self.holds(**clue)) {
            let x = u64::from(clue.column) * CELL + 2;
            let y = u64::from(clue.row) * CELL + 3;
            writeln!(
                f,
                r#"<text x="{x}" y="{y}" style="font-weight:bold">{number}</text>"#
            )?;
        }
        Ok(())
    }

    /// Draws a numbered disc on each clue of a board without a path.
    fn clues_alone(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, (x, y)) in (1..).zip(self.middles(self.clues)) {
            write!(f, r#"<circle class="step" cx="{x}" cy="{y}" r="3.4"/>"#)?;
            writeln!(f, r#"<text x="{x}" y="{y}" dy="1">{number}</text>"#)?;
        }
        Ok(())
    }

    fn line(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let element = match self.shape {
            PathShape::Open => "polyline",
            PathShape::Closed => "polygon",
        };
        write!(f, r#"<{element} class="path" points=""#)?;
        let mut gap = "";
        for (x, y) in self.middles(self.path) {
            write!(f, "{gap}{x},{y}")?;
            gap = " ";
        }
        writeln!(f, r#""/>"#)
    }

    /// Draws a numbered disc on each cell of the path.
    fn numbers(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, (x, y)) in (1..).zip(self.middles(self.path)) {
            let (disc, digits) = match self.mark(number) {
                Some(mark) => (mark, r#" class="over""#),
                None => ("step", ""),
            };
            write!(f, r#"<circle class="{disc}" cx="{x}" cy="{y}" r="2.8"/>"#)?;
            // Not every program knows how to centre text upright, but all can shift it.
            writeln!(f, r#"<text x="{x}" y="{y}" dy="1"{digits}>{number}</text>"#)?;
        }
        Ok(())
    }

    /// Draws the first and the last cell of the path, large enough to be found.
    fn ends(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let radius = (u64::from(self.rows.max(self.columns)) * CELL / MARKS).max(3);
        let ends = (1..)
            .zip(self.middles(self.path))
            .filter_map(|(at, end)| Some((self.mark(at)?, end)));
        for (mark, (x, y)) in ends {
            writeln!(
                f,
                r#"<circle class="{mark}" cx="{x}" cy="{y}" r="{radius}"/>"#
            )?;
        }
        Ok(())
    }

    /// Returns the class of a step, from 1; a closed path has no end.
    fn mark(&self, step: usize) -> Option<&'static str> {
        match self.shape {
            _ if step == 1 => Some("start"),
            PathShape::Open if step == self.path.len() => Some("end"),
            PathShape::Open | PathShape::Closed => None,
        }
    }

    /// Returns the middles of cells.
    fn middles(&self, places: &[MapCell]) -> impl Iterator<Item = (u64, u64)> {
        let middle = |at: u32| u64::from(at) * CELL + CELL / 2;
        let inside = places.iter().filter(|&&place| self.holds(place));
        inside.map(move |place| (middle(place.column), middle(place.row)))
    }

    pub(super) fn holds(&self, place: MapCell) -> bool {
        place.row < self.rows && place.column < self.columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(row: u32, column: u32) -> MapCell {
        MapCell { row, column }
    }

    /// A path round a hole.
    const RING: [MapCell; 8] = [
        at(0, 0),
        at(0, 1),
        at(0, 2),
        at(1, 2),
        at(2, 2),
        at(2, 1),
        at(2, 0),
        at(1, 0),
    ];

    fn ring() -> PathPicture<'static> {
        PathPicture {
            title: "a ring",
            rows: 3,
            columns: 3,
            cells: Cells::These(&RING),
            walls: &[],
            clues: &[],
            path: &RING,
            shape: PathShape::Open,
            theme: Theme::Light,
        }
    }

    /// The lines of a picture that hold such an element.
    fn lines(picture: &PathPicture<'_>, element: &str) -> Vec<String> {
        let text = svg(picture);
        text.lines()
            .filter(|line| line.contains(element))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn the_path_runs_through_the_middles_of_its_cells() {
        let points = "5,5 15,5 25,5 25,15 25,25 15,25 5,25 5,15";
        let line = format!(r#"<polyline class="path" points="{points}"/>"#);
        assert_eq!(lines(&ring(), "<polyline"), std::slice::from_ref(&line));
        let closed = PathPicture {
            shape: PathShape::Closed,
            ..ring()
        };
        assert_eq!(
            lines(&closed, "<polygon"),
            [line.replace("polyline", "polygon")]
        );
        assert!(svg(&ring()).contains(r#"viewBox="-1 -1 32 32""#));
    }

    #[test]
    fn holes_are_dark_and_cells_are_not() {
        assert_eq!(
            lines(&ring(), "class=\"hole\""),
            [r#"<path class="hole" d="M10 10h10v10h-10z"/>"#]
        );
        let lone = PathPicture {
            cells: Cells::These(&[at(1, 1)]),
            path: &[],
            ..ring()
        };
        let shape = "M0 0h30v10h-30zM0 10h10v10h-10zM20 10h10v10h-10zM0 20h30v10h-30z";
        assert_eq!(
            lines(&lone, "class=\"hole\""),
            [format!(r#"<path class="hole" d="{shape}"/>"#)]
        );
        let whole = PathPicture {
            cells: Cells::All,
            ..ring()
        };
        assert!(lines(&whole, "class=\"hole\"").is_empty());
    }

    #[test]
    fn walls_stand_between_two_cells() {
        let walls = [
            (at(0, 0), at(0, 1)),
            (at(2, 2), at(1, 2)),
            (at(0, 0), at(2, 0)),
        ];
        let walled = PathPicture {
            walls: &walls,
            ..ring()
        };
        let wall = r#"<path class="wall" d="M10 0v10M20 20h10"/>"#;
        assert_eq!(lines(&walled, "class=\"wall\""), [wall]);
    }

    #[test]
    fn clues_stand_in_the_corner_of_their_cells() {
        let numbered = PathPicture {
            clues: &[at(0, 0), at(2, 1)],
            ..ring()
        };
        let clues = [(2, 3, 1), (12, 23, 2)].map(|(x, y, clue)| {
            format!(r#"<text x="{x}" y="{y}" style="font-weight:bold">{clue}</text>"#)
        });
        assert_eq!(lines(&numbered, "bold"), clues);
    }

    #[test]
    fn small_boards_have_numbers_and_large_ones_marks() {
        let numbers = lines(&ring(), "<text");
        assert_eq!(numbers.len(), 8);
        assert!(
            numbers[0].contains("\"start\"") && numbers[0].contains(">1<"),
            "{}",
            numbers[0]
        );
        assert!(
            numbers[7].contains("\"end\"") && numbers[7].contains(">8<"),
            "{}",
            numbers[7]
        );
        assert!(!numbers[6].contains("\"end\""));
        let large = PathPicture {
            rows: 1000,
            columns: 21,
            ..ring()
        };
        assert!(lines(&large, "<text").is_empty());
        assert_eq!(
            lines(&large, "<circle"),
            [
                r#"<circle class="start" cx="5" cy="5" r="83"/>"#,
                r#"<circle class="end" cx="5" cy="15" r="83"/>"#,
            ]
        );
        let closed = PathPicture {
            shape: PathShape::Closed,
            ..large
        };
        assert_eq!(lines(&closed, "<circle").len(), 1);
    }

    #[test]
    fn the_title_may_hold_anything() {
        let strange = PathPicture {
            title: "a<b> & \u{1}\"c\"",
            ..ring()
        };
        let title = "<title>a&lt;b&gt; &amp; \u{fffd}&quot;c&quot;</title>";
        assert_eq!(lines(&strange, "<title"), [title]);
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let path = [at(0, 0), at(3, 0), at(0, u32::MAX), at(0, 1)];
        let picture = PathPicture {
            cells: Cells::These(&path),
            path: &path,
            ..ring()
        };
        assert_eq!(
            lines(&picture, "<polyline"),
            [r#"<polyline class="path" points="5,5 15,5"/>"#]
        );
        let nothing = PathPicture {
            rows: 0,
            columns: 0,
            path: &[],
            ..ring()
        };
        assert!(svg(&nothing).ends_with("</svg>\n"));
    }
}
