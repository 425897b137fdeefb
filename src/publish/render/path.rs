//! A path over the cells of a board, as a scene.

use super::{
    scene::{Item, Scene, View},
    theme::{Colour, Theme},
};
use crate::graph::MapCell;

/// The picture of a path over cells. Places outside the board are ignored.
#[derive(Clone, Copy, Debug)]
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

/// Returns the picture as an SVG document that scales to its container and needs no special font.
///
/// # Complexity
/// Linear in the path, the cells that are listed and the rows: some 8 bytes a step.
pub fn svg(picture: &PathPicture<'_>) -> String {
    picture.scene().to_string()
}

/// The side of a cell: even, so that its middle is a whole number, and with it the path short.
pub const CELL: u32 = 10;

/// Boards with no side longer than this have the number of each step.
const NUMBERED: u32 = 20;

/// The marks of the ends of a large board have a diameter of one cell in six, but seven tenths
/// of a cell at least.
const MARKS: u32 = 6;

/// The number of rows whose squares are one shape. A line has at most a million dashes as pixels.
const ROWS: usize = 200;

/// A point in a picture.
type Point = (i64, i64);

impl PathPicture<'_> {
    /// Returns the part of the plane that the picture shows.
    pub(super) fn view(&self) -> View {
        let [width, height] =
            [self.columns, self.rows].map(|cells| f64::from(cells) * f64::from(CELL) + 2.0);
        View {
            left: -1.0,
            top: -1.0,
            width,
            height,
        }
    }

    /// Returns the scene.
    pub(super) fn scene(&self) -> Scene {
        let scheme = self.theme.scheme();
        let mut scene = Scene::new(self.title, self.view(), scheme.floor);
        let width = u64::from(self.columns) * u64::from(CELL);
        let height = u64::from(self.rows) * u64::from(CELL);
        let whole = || Item::path(format!("M0 0h{width}v{height}h-{width}z"));
        scene.items.push(whole().filled(scheme.floor));
        self.squares(&mut scene, width);
        let mut add = |item: Item| scene.items.push(item);
        add(Item::path(self.holes()).filled(scheme.frame));
        add(whole().stroked(scheme.frame, 0.6));
        add(Item::path(self.wall_lines())
            .stroked(scheme.frame, 1.4)
            .rounded());
        let path: Vec<Point> = self.middles(self.path).collect();
        let clues: Vec<Point> = self.middles(self.clues).collect();
        let close = if self.shape == PathShape::Closed {
            "z"
        } else {
            ""
        };
        let line = Item::path(line(&path) + close);
        if !path.is_empty() {
            add(line.stroked(scheme.path, 1).rounded());
        }
        let ends = match self.shape {
            PathShape::Open => vec![(path.first(), scheme.first), (path.last(), scheme.last)],
            PathShape::Closed => vec![(path.first(), scheme.first)],
        };
        // A path of one cell has a start only.
        let ends = ends
            .into_iter()
            .take(path.len())
            .filter_map(|(place, colour)| Some((*place?, colour)));
        let longest = self.rows.max(self.columns);
        if longest > NUMBERED && !path.is_empty() {
            let width = (longest / MARKS).max(7);
            ends.for_each(|(place, colour)| add(discs(&[place], colour, width)));
        } else {
            let numbered = if path.is_empty() { &clues } else { &path };
            add(discs(numbered, scheme.path, 6.8));
            add(discs(numbered, scheme.paper, 6));
            ends.clone()
                .for_each(|(place, colour)| add(discs(&[place], colour, 6.8)));
            for (number, place) in (1..).zip(numbered) {
                let is_end = ends.clone().any(|(end, _)| end == *place);
                let colour = if is_end {
                    Colour::WHITE
                } else {
                    scheme.caption
                };
                add(digits(number, *place, 3.4, colour));
            }
        }
        if !path.is_empty() {
            for (number, (x, y)) in (1..).zip(clues) {
                add(digits(number, (x - 3, y - 3), 2.4, scheme.caption).bold());
            }
        }
        scene
    }

    /// Draws the dark squares as broken lines, which are short for a board of any size.
    fn squares(&self, scene: &mut Scene, width: u64) {
        let rows: Vec<u32> = (0..self.rows).collect();
        for rows in rows.chunks(ROWS) {
            let mut lines = String::new();
            for row in rows {
                let x = (row + 1) % 2 * CELL;
                let y = u64::from(*row) * u64::from(CELL) + u64::from(CELL / 2);
                lines += &format!("M{x} {y}H{width}");
            }
            let squares = Item::path(lines).stroked(self.theme.scheme().square, CELL);
            scene.items.push(squares.dashed(10, 10));
        }
    }

    /// Draws the holes as one shape.
    fn holes(&self) -> String {
        let mut shape = String::new();
        let Cells::These(cells) = self.cells else {
            return shape;
        };
        let mut cells: Vec<MapCell> = cells.iter().copied().filter(|&at| self.holds(at)).collect();
        cells.sort_unstable();
        let mut left = &cells[..];
        for row in 0..self.rows {
            let here = left.iter().take_while(|cell| cell.row == row).count();
            let (line, rest) = left.split_at(here);
            left = rest;
            let mut from = 0;
            for to in line.iter().map(|cell| cell.column).chain([self.columns]) {
                if to > from {
                    let (x, y) = corner(MapCell { row, column: from });
                    let length = i64::from(to - from) * i64::from(CELL);
                    shape += &format!("M{x} {y}h{length}v{CELL}h-{length}z");
                }
                from = to + 1;
            }
        }
        shape
    }

    fn wall_lines(&self) -> String {
        let mut shape = String::new();
        for &(one, other) in self.walls {
            let first = one.min(other);
            let last = one.max(other);
            let (x, y) = corner(last);
            match (last.row - first.row, last.column.checked_sub(first.column)) {
                _ if !self.holds(first) || !self.holds(last) => {}
                (0, Some(1)) => shape += &format!("M{x} {y}v{CELL}"),
                (1, Some(0)) => shape += &format!("M{x} {y}h{CELL}"),
                _ => {}
            }
        }
        shape
    }

    /// Returns the middles of cells.
    fn middles(&self, places: &[MapCell]) -> impl Iterator<Item = Point> {
        let half = i64::from(CELL / 2);
        places
            .iter()
            .filter(|&&place| self.holds(place))
            .map(move |&place| {
                let (x, y) = corner(place);
                (x + half, y + half)
            })
    }

    fn holds(&self, place: MapCell) -> bool {
        place.row < self.rows && place.column < self.columns
    }
}

/// Returns the upper left corner of a cell.
fn corner(cell: MapCell) -> Point {
    let [x, y] = [cell.column, cell.row].map(|at| i64::from(at) * i64::from(CELL));
    (x, y)
}

/// Returns a line through places.
fn line(places: &[Point]) -> String {
    let mut data = String::new();
    let mut last = None;
    for &(x, y) in places {
        match last.replace((x, y)) {
            None => data += &format!("M{x} {y}"),
            Some((from_x, from_y)) => data += &format!("l{} {}", x - from_x, y - from_y),
        }
    }
    data
}

/// Draws discs.
fn discs(middles: &[Point], colour: Colour, width: impl Into<f64>) -> Item {
    let mut data = String::new();
    for (x, y) in middles {
        data += &format!("M{x} {y}h0");
    }
    Item::path(data).stroked(colour, width).rounded()
}

#[expect(clippy::cast_precision_loss, reason = "only small boards have numbers")]
fn digits(number: usize, place: Point, size: f64, colour: Colour) -> Item {
    Item::text(number.to_string(), place.0 as f64, place.1 as f64, size).filled(colour)
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
        let line = "d=\"M5 5l10 0l10 0l0 10l0 10l-10 0l-10 0l0 -10";
        assert_eq!(lines(&ring(), &format!("{line}\"")).len(), 1);
        let closed = PathPicture {
            shape: PathShape::Closed,
            ..ring()
        };
        assert_eq!(lines(&closed, &format!("{line}z\"")).len(), 1);
        assert!(svg(&ring()).contains(r#"viewBox="-1 -1 32 32""#));
    }

    /// The paths of a picture in a colour, with the width of their stroke.
    fn paths(picture: &PathPicture<'_>, colours: &str) -> Vec<String> {
        let start = "<path d=\"";
        let lines = lines(picture, colours).into_iter();
        let paths = lines.filter(|line| line.starts_with(start));
        let data = paths.map(|line| line[start.len()..].split('"').next().map(str::to_owned));
        data.map(|data| data.expect("data")).collect()
    }

    #[test]
    fn every_second_square_of_each_row_is_dark() {
        let squares = format!("stroke=\"{}\"", Theme::Light.scheme().square);
        assert_eq!(paths(&ring(), &squares), ["M10 5H30M0 15H30M10 25H30"]);
    }

    #[test]
    fn holes_are_dark_and_cells_are_not() {
        let holes = format!("fill=\"{}\"", Theme::Light.scheme().frame);
        assert_eq!(paths(&ring(), &holes), ["M10 10h10v10h-10z"]);
        let lone = PathPicture {
            cells: Cells::These(&[at(1, 1)]),
            path: &[],
            ..ring()
        };
        let shape = "M0 0h30v10h-30zM0 10h10v10h-10zM20 10h10v10h-10zM0 20h30v10h-30z";
        assert_eq!(paths(&lone, &holes), [shape]);
        let whole = PathPicture {
            cells: Cells::All,
            ..ring()
        };
        assert!(paths(&whole, &holes).is_empty());
    }

    #[test]
    fn walls_are_drawn_between_two_cells() {
        let walls = [
            (at(0, 0), at(0, 1)),
            (at(2, 2), at(1, 2)),
            (at(0, 0), at(2, 0)),
        ];
        let walled = PathPicture {
            walls: &walls,
            ..ring()
        };
        assert_eq!(
            paths(&walled, "stroke-width=\"1.4\""),
            ["M10 0v10M20 20h10"]
        );
    }

    #[test]
    fn clues_are_drawn_in_the_corner_of_their_cells() {
        let numbered = PathPicture {
            clues: &[at(0, 0), at(2, 1)],
            ..ring()
        };
        let clues = lines(&numbered, "font-weight");
        let bold = "<text x=\"2\" y=\"2.8\" font-size=\"2.4\" font-weight=\"600\"";
        assert!(
            clues[0].starts_with(bold) && clues[0].contains(">1<"),
            "{clues:?}"
        );
        crate::cases::begins(&clues[1], "<text x=\"12\" y=\"22.8\"");
        assert_eq!(clues.len(), 2);
    }

    #[test]
    fn small_boards_have_numbers_and_large_ones_marks() {
        let numbers = lines(&ring(), "<text");
        assert_eq!(numbers.len(), 8);
        let first = format!("stroke=\"{}\"", Theme::Light.scheme().first);
        let last = format!("stroke=\"{}\"", Theme::Light.scheme().last);
        assert_eq!(paths(&ring(), &first), ["M5 5h0"]);
        assert_eq!(paths(&ring(), &last), ["M5 15h0"]);
        assert!(numbers[0].contains("fill=\"#ffffff\">1<"), "{numbers:?}");
        assert!(numbers[7].contains("fill=\"#ffffff\">8<"), "{numbers:?}");
        assert!(!numbers[6].contains("fill=\"#ffffff\""));
        let large = PathPicture {
            rows: 1000,
            columns: 21,
            ..ring()
        };
        assert!(lines(&large, "<text").is_empty());
        let wide = |colours: &str| format!("{colours} stroke-width=\"166\"");
        assert_eq!(paths(&large, &wide(&first)), ["M5 5h0"]);
        assert_eq!(paths(&large, &wide(&last)), ["M5 15h0"]);
        let closed = PathPicture {
            shape: PathShape::Closed,
            ..large
        };
        assert!(paths(&closed, &last).is_empty());
    }

    #[test]
    fn special_characters_in_the_title_are_escaped() {
        let strange = PathPicture {
            title: "a<b> & \u{1}\"c\"",
            ..ring()
        };
        let title = "<title>a&lt;b&gt; &amp; \u{fffd}&quot;c&quot;</title>";
        assert_eq!(lines(&strange, "<title"), [title]);
    }

    #[test]
    fn parts_outside_the_picture_are_not_drawn() {
        let path = [at(0, 0), at(3, 0), at(0, u32::MAX), at(0, 1)];
        let picture = PathPicture {
            cells: Cells::These(&path),
            path: &path,
            ..ring()
        };
        assert_eq!(lines(&picture, "d=\"M5 5l10 0\"").len(), 1);
        let nothing = PathPicture {
            rows: 0,
            columns: 0,
            path: &[],
            ..ring()
        };
        assert!(svg(&nothing).ends_with("</svg>\n"));
    }
}
