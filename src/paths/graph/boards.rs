//! Graphs of cells in rows and columns: the cells of a map, joined to their neighbours, and the
//! squares of a board, joined by the moves of a leaper such as the knight.

use std::sync::OnceLock;

use super::{Constraints, Graph, Shape, Vertex, all};

/// A cell of a map or a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MapCell {
    /// The row, from the top, from 0.
    pub row: u32,
    /// The column, from the left, from 0.
    pub column: u32,
}

/// The places of a map under construction, row by row.
#[derive(Clone, Default, Debug)]
pub struct CellGrid {
    /// The number of places in a row.
    pub(super) columns: usize,
    /// The flags of each place: [`CELL`], [`RIGHT_WALL`] and [`LOWER_WALL`].
    pub(super) places: Vec<u8>,
}

pub const CELL: u8 = 1;
/// A wall between a place and the one to its right.
pub const RIGHT_WALL: u8 = 2;
/// A wall between a place and the one below it.
pub const LOWER_WALL: u8 = 4;

impl CellGrid {
    /// Makes a rectangle of cells without walls.
    pub fn filled(rows: usize, columns: usize) -> Self {
        CellGrid {
            columns,
            places: vec![CELL; rows * columns],
        }
    }

    /// Removes the cell at a place, counted row by row from 0.
    pub fn remove_cell(&mut self, place: usize) {
        self.places[place] &= !CELL;
    }

    /// Adds a wall between two adjacent places, counted row by row from 0.
    pub fn add_wall(&mut self, one: usize, other: usize) {
        let is_in_row = self.columns > 1 && one.abs_diff(other) == 1;
        let wall = if is_in_row { RIGHT_WALL } else { LOWER_WALL };
        self.places[one.min(other)] |= wall;
    }
}

/// A map of cells, its walls, and the constraints on a path over it.
///
/// The vertices are the cells row by row; the neighbours of each are in ascending order. A map
/// takes little more than a byte a place until its graph or the list of its cells is made.
#[derive(Clone, Debug)]
pub struct CellMap {
    grid: CellGrid,
    /// The piece whose leaps join the cells, in place of the steps to their neighbours.
    leaper: Option<Leaper>,
    /// Whether steps may lead to cells at corners, too, as those of a king.
    pub(super) has_corners: bool,
    rows: u32,
    columns: u32,
    /// The number of cells before every [`BLOCK`]th place.
    cells_before: Vec<u32>,
    vertices: usize,
    graph: OnceLock<Graph>,
    cells: OnceLock<Vec<MapCell>>,
    /// The first cell of the path.
    pub start: Option<Vertex>,
    /// The last cell of the path.
    pub end: Option<Vertex>,
    /// Cells that the path visits in this order.
    pub waypoints: Vec<Vertex>,
    /// The step, from 1, at which the path visits each of them; empty if any steps in order do.
    pub steps: Vec<u32>,
    /// Assumptions of the reader about the text, in words.
    pub notes: Vec<String>,
}

/// Places for each entry of [`CellMap::cells_before`].
const BLOCK: usize = 64;

impl PartialEq for CellMap {
    fn eq(&self, other: &Self) -> bool {
        (self.rows(), self.columns()) == (other.rows(), other.columns())
            && self.cells() == other.cells()
            && self.graph() == other.graph()
            && self.constraints(Shape::Path) == other.constraints(Shape::Path)
    }
}

impl Eq for CellMap {}

impl CellMap {
    /// Makes a map without constraints on a path.
    ///
    /// # Panics
    /// If there are more than 2³² − 1 places.
    pub fn new(grid: CellGrid) -> Self {
        let number = |count: usize| u32::try_from(count).expect("places are numbered in 32 bits");
        assert!(
            u32::try_from(grid.places.len()).is_ok(),
            "places are numbered in 32 bits"
        );
        let mut vertices = 0;
        let mut cells_before = Vec::with_capacity(grid.places.len().div_ceil(BLOCK));
        for block in grid.places.chunks(BLOCK) {
            cells_before.push(vertices);
            vertices += count_cells(block);
        }
        CellMap {
            rows: number(grid.places.len().checked_div(grid.columns).unwrap_or(0)),
            columns: number(grid.columns),
            grid,
            leaper: None,
            has_corners: false,
            cells_before,
            vertices: vertices as usize,
            graph: OnceLock::new(),
            cells: OnceLock::new(),
            start: None,
            end: None,
            waypoints: Vec::new(),
            steps: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the map with its cells joined by the leaps of a piece, which crosses walls and
    /// holes.
    #[must_use]
    pub(crate) fn with_leaper(mut self, leaper: Leaper) -> Self {
        self.leaper = Some(leaper);
        self.graph = OnceLock::new();
        self
    }

    /// Returns the constraints on a path, or on a cycle, which does not end at the last number.
    pub fn constraints(&self, shape: Shape) -> Constraints {
        let is_end = |end: &Vertex| shape == Shape::Path || self.waypoints.last() != Some(end);
        Constraints {
            shape,
            start: self.start,
            end: self.end.filter(is_end),
            waypoints: self.waypoints.clone(),
            steps: self.steps.clone(),
        }
    }

    /// Returns the piece whose leaps join the cells.
    pub(crate) const fn leaper(&self) -> Option<Leaper> {
        self.leaper
    }

    /// Returns the number of cells.
    pub const fn vertices(&self) -> usize {
        self.vertices
    }

    /// Returns the number of arcs of the graph. The graph of steps is not made.
    pub fn arcs(&self) -> usize {
        if self.leaper.is_some() || self.has_corners {
            return self.graph().arcs();
        }
        2 * self.borders().filter(|(.., is_wall)| !is_wall).count()
    }

    /// Returns the graph of the cells, which is made at the first call.
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| match self.leaper {
            Some(leaper) => self.leaps(leaper),
            None if self.has_corners => self.joined(
                &[0, 1]
                    .map(|short| Leaper { short, long: 1 }.leaps())
                    .concat(),
            ),
            None => self.make_graph(),
        })
    }

    fn make_graph(&self) -> Graph {
        let CellGrid { columns, places } = &self.grid;
        let columns = *columns;
        let mut graph = Graph::with_capacity(self.vertices, self.arcs());
        // The number of cells before the place above, the place itself and the place below, which
        // is the vertex of that place if it is a cell.
        let mut above: Vertex = 0;
        let mut here: Vertex = 0;
        let mut below = count_cells(&places[..columns.min(places.len())]);
        for (at, &place) in places.iter().enumerate() {
            let column = at % columns;
            if place & CELL != 0 {
                let mut join = |other: usize, wall: u8, behind: u8, vertex: Vertex| {
                    if self.is_cell(other) && behind & wall == 0 {
                        graph.push_neighbour(vertex);
                    }
                };
                if at >= columns {
                    join(at - columns, LOWER_WALL, places[at - columns], above);
                }
                if column > 0 {
                    join(at - 1, RIGHT_WALL, places[at - 1], here.wrapping_sub(1));
                }
                if column + 1 < columns {
                    join(at + 1, RIGHT_WALL, place, here + 1);
                }
                join(at + columns, LOWER_WALL, place, below);
                graph.end_list();
            }
            above += u32::from(at >= columns && self.is_cell(at - columns));
            here += u32::from(place & CELL);
            below += u32::from(self.is_cell(at + columns));
        }
        graph
    }

    fn is_cell(&self, place: usize) -> bool {
        self.grid
            .places
            .get(place)
            .is_some_and(|place| place & CELL != 0)
    }

    /// Returns the pairs of adjacent cells, and whether a wall separates them.
    fn borders(&self) -> impl Iterator<Item = (MapCell, MapCell, bool)> {
        let CellGrid { columns, places } = &self.grid;
        let cells = places
            .iter()
            .enumerate()
            .filter(|(_, place)| **place & CELL != 0);
        cells.flat_map(move |(at, &place)| {
            let has_right = (at + 1) % columns != 0 && self.is_cell(at + 1);
            let right = has_right.then_some((at + 1, RIGHT_WALL));
            let below = self
                .is_cell(at + columns)
                .then_some((at + columns, LOWER_WALL));
            [right, below]
                .into_iter()
                .flatten()
                .map(move |(other, wall)| {
                    (self.cell_of(at), self.cell_of(other), place & wall != 0)
                })
        })
    }

    fn cell_of(&self, place: usize) -> MapCell {
        let number = |at: usize| u32::try_from(at).expect("places are numbered in 32 bits");
        let columns = self.grid.columns;
        MapCell {
            row: number(place / columns),
            column: number(place % columns),
        }
    }

    /// Returns the number of rows, including empty ones.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns, including empty ones.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns the cells in the order of their vertices; the list is made at the first call.
    pub fn cells(&self) -> &[MapCell] {
        self.cells.get_or_init(|| {
            let mut cells = Vec::with_capacity(self.vertices);
            let places = 0..self.grid.places.len();
            cells.extend(
                places
                    .filter(|&at| self.is_cell(at))
                    .map(|at| self.cell_of(at)),
            );
            cells
        })
    }

    /// Returns the vertex of a cell; `None` for a hole or a place outside the map.
    pub fn vertex_at(&self, cell: MapCell) -> Option<Vertex> {
        let row = cell.row as usize;
        let column = cell.column as usize;
        let place = row.checked_mul(self.grid.columns)?.checked_add(column)?;
        if column >= self.grid.columns || !self.is_cell(place) {
            return None;
        }
        let block = place / BLOCK;
        let between = &self.grid.places[block * BLOCK..place];
        Some(self.cells_before[block] + count_cells(between))
    }

    /// Returns the pairs of adjacent cells that a wall separates.
    pub fn walls(&self) -> Vec<(MapCell, MapCell)> {
        self.borders()
            .filter(|(.., is_wall)| *is_wall)
            .map(|(one, other, _)| (one, other))
            .collect()
    }

    /// Returns the graph of the cells joined by the leaps of a piece, which crosses walls and
    /// holes.
    pub fn leaps(&self, leaper: Leaper) -> Graph {
        self.joined(&leaper.leaps())
    }

    fn joined(&self, leaps: &[(i64, i64)]) -> Graph {
        Graph::from_lists(self.cells().iter().map(|&cell| {
            landings(leaps, cell, self.rows, self.columns)
                .filter_map(|cell| self.vertex_at(cell))
                .collect::<Vec<Vertex>>()
        }))
    }

    /// Returns the vertices column by column.
    pub fn by_columns(&self) -> Vec<Vertex> {
        let mut vertices: Vec<(u32, Vertex)> = self
            .cells()
            .iter()
            .map(|place| place.column)
            .zip(all(self.vertices))
            .collect();
        vertices.sort_unstable();
        vertices.into_iter().map(|(_, vertex)| vertex).collect()
    }
}

/// Counts the cells among places.
fn count_cells(places: &[u8]) -> u32 {
    places.iter().map(|place| u32::from(place & CELL)).sum()
}

/// A piece that leaps over a fixed number of rows and columns: the knight is a (1, 2) leaper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaper {
    /// The shorter leg.
    pub short: u32,
    /// The longer leg.
    pub long: u32,
}

impl Leaper {
    /// The knight of chess.
    pub const KNIGHT: Self = Leaper { short: 1, long: 2 };

    /// Returns the leaps, (rows, columns), in the order of the graph: for the knight
    /// (-1,-2) (-1,2) (-2,-1) (-2,1) (1,-2) (1,2) (2,-1) (2,1).
    #[must_use]
    pub fn leaps(self) -> Vec<(i64, i64)> {
        let a = i64::from(self.short);
        let b = i64::from(self.long);
        let mut leaps = Vec::with_capacity(8);
        for (rows, columns) in [
            (-a, -b),
            (-a, b),
            (-b, -a),
            (-b, a),
            (a, -b),
            (a, b),
            (b, -a),
            (b, a),
        ] {
            if !leaps.contains(&(rows, columns)) && (rows, columns) != (0, 0) {
                leaps.push((rows, columns));
            }
        }
        leaps
    }
}

/// Returns the cells of a board that these leaps, (rows, columns), lead to.
pub fn landings(
    leaps: &[(i64, i64)],
    from: MapCell,
    rows: u32,
    columns: u32,
) -> impl Iterator<Item = MapCell> {
    let at = |start: u32, leap: i64| u32::try_from(i64::from(start) + leap).ok();
    leaps
        .iter()
        .filter_map(move |&(down, right)| {
            Some(MapCell {
                row: at(from.row, down)?,
                column: at(from.column, right)?,
            })
        })
        .filter(move |cell| cell.row < rows && cell.column < columns)
}

/// Returns the graph of a leaper on a board. Cells are numbered row by row. The height comes
/// before the width, unlike in the text of a [`Size`](crate::grid::Size).
///
/// # Panics
/// If the board has more than 2³² − 1 arcs.
pub fn leaper_graph(rows: u32, columns: u32, leaper: Leaper) -> Graph {
    let leaps = leaper.leaps();
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| MapCell { row, column }));
    Graph::from_lists(cells.map(|cell| {
        landings(&leaps, cell, rows, columns)
            .map(|MapCell { row, column }| row * columns + column)
            .collect::<Vec<Vertex>>()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of `.` for a cell and `#` for a hole.
    fn grid(rows: &[&str]) -> CellGrid {
        let mut grid = CellGrid::filled(rows.len(), rows[0].len());
        for (place, _) in rows.concat().match_indices('#') {
            grid.remove_cell(place);
        }
        grid
    }

    #[test]
    fn walls_separate_cells_and_the_graph_size_is_known_in_advance() {
        let mut grid = grid(&["..#", "..#", ".#."]);
        for (one, other) in [(1, 0), (3, 6), (4, 7), (8, 5)] {
            grid.add_wall(one, other);
        }
        let map = CellMap::new(grid);
        assert_eq!((map.vertices(), map.arcs()), (6, 6));
        let lists: Vec<&[Vertex]> = (0..6)
            .map(|vertex| map.graph().neighbours(vertex))
            .collect();
        assert_eq!(lists, [&[2][..], &[3], &[0, 3], &[1, 2], &[], &[]]);
        assert_eq!((map.rows(), map.columns(), map.graph().arcs()), (3, 3, 6));
        assert_eq!(map.vertex_at(MapCell { row: 2, column: 2 }), Some(5));
        assert_eq!(map.vertex_at(MapCell { row: 2, column: 1 }), None);
        assert_eq!(map.vertex_at(MapCell { row: 0, column: 3 }), None);
        assert_eq!(map.by_columns(), [0, 2, 4, 1, 3, 5]);
        let at = |row, column| MapCell { row, column };
        assert_eq!(map.walls(), [(at(0, 0), at(0, 1)), (at(1, 0), at(2, 0))]);
    }

    #[test]
    fn a_vertex_is_found_by_its_cell_on_large_maps() {
        let rows: Vec<String> = (0..30).map(|row| "..#.#".repeat(row % 3 + 1)).collect();
        let rows: Vec<&str> = rows.iter().map(|row| &row[..5]).collect();
        let map = CellMap::new(grid(&rows));
        for (vertex, &cell) in (0..).zip(map.cells()) {
            assert_eq!(map.vertex_at(cell), Some(vertex));
        }
    }

    #[test]
    fn a_leaper_jumps_over_walls_but_not_into_holes() {
        let whole = CellMap::new(CellGrid::filled(3, 4));
        assert_eq!(
            whole.leaps(Leaper::KNIGHT),
            leaper_graph(3, 4, Leaper::KNIGHT)
        );
        let corner = CellMap::new(grid(&["..", "..", ".#"]));
        let leaps = corner.leaps(Leaper::KNIGHT);
        assert_eq!(
            (leaps.neighbours(1), leaps.neighbours(0)),
            (&[4][..], &[][..])
        );
    }

    #[test]
    fn the_knights_graph_has_the_neighbours_of_the_textbook() {
        let graph = leaper_graph(8, 8, Leaper::KNIGHT);
        assert_eq!((graph.vertices(), graph.arcs()), (64, 336));
        assert_eq!(graph.neighbours(0), [10, 17]);
        assert_eq!(graph.neighbours(27), [17, 21, 10, 12, 33, 37, 42, 44]);
    }
}
