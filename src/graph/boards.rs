//! Graphs whose vertices lie in rows and columns: the cells of a map, of which those side by side
//! are joined, and the squares of a board, joined by the moves of a leaper such as the knight.

use super::adjacency::{Graph, Vertex, all};

/// A cell by its row and column, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MapCell {
    /// Counted from the top.
    pub row: u32,
    /// Counted from the left.
    pub column: u32,
}

/// Cells, which of them are joined, and what is asked of a path over them.
///
/// The vertices are the cells row by row; the neighbours of each are in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellMap {
    graph: Graph,
    places: Vec<MapCell>,
    rows: u32,
    columns: u32,
    /// Where a path is to begin.
    pub start: Option<Vertex>,
    /// Where it is to end.
    pub end: Option<Vertex>,
    /// What it is to meet in this order.
    pub waypoints: Vec<Vertex>,
}

/// A row of a map that is being made; it may be shorter than others.
#[derive(Clone, Default, Debug)]
pub struct CellRow {
    /// Whether there is a cell in each column.
    pub cells: Vec<bool>,
    /// Whether a wall stands between the cell and the one to its right; `false` where too short.
    pub right_walls: Vec<bool>,
    /// Whether a wall stands between the cell and the one below it.
    pub lower_walls: Vec<bool>,
}

impl CellMap {
    /// The map of these rows; nothing is asked of a path.
    ///
    /// # Panics
    /// If there are more than 2³² − 1 cells, rows or columns.
    #[must_use]
    pub fn new(rows: &[CellRow]) -> Self {
        let count = |number: usize| u32::try_from(number).expect("numbered in 32 bits");
        let mut places = Vec::new();
        // The first vertex of each row, and the vertices as the numbers of the cells so far.
        let mut numbers: Vec<Vec<Option<Vertex>>> = Vec::with_capacity(rows.len());
        for (row, line) in (0..).zip(rows) {
            let number = |(column, &is_cell): (u32, &bool)| {
                is_cell.then(|| {
                    places.push(MapCell { row, column });
                    count(places.len() - 1)
                })
            };
            numbers.push((0..).zip(&line.cells).map(number).collect());
        }
        let at = |row: usize, column: usize| -> Option<Vertex> {
            numbers.get(row)?.get(column).copied().flatten()
        };
        let wall = |walls: &[bool], at: usize| walls.get(at).copied().unwrap_or(false);
        let graph = Graph::from_lists(places.iter().map(|place| {
            let (row, column) = (place.row as usize, place.column as usize);
            let line = &rows[row];
            let above = row.checked_sub(1).filter(|&row| !wall(&rows[row].lower_walls, column));
            let left = column.checked_sub(1).filter(|&column| !wall(&line.right_walls, column));
            let right = (!wall(&line.right_walls, column)).then_some(column + 1);
            let below = (!wall(&line.lower_walls, column)).then_some(row + 1);
            let neighbours = [
                above.and_then(|row| at(row, column)),
                left.and_then(|column| at(row, column)),
                right.and_then(|column| at(row, column)),
                below.and_then(|row| at(row, column)),
            ];
            neighbours.into_iter().flatten().collect::<Vec<Vertex>>()
        }));
        let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        CellMap {
            graph,
            places,
            rows: count(rows.len()),
            columns: count(columns),
            start: None,
            end: None,
            waypoints: Vec::new(),
        }
    }

    /// The cells as vertices.
    #[must_use]
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The number of rows, those without cells included.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns, those without cells included.
    #[must_use]
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The cells in the order of their vertices.
    #[must_use]
    pub fn cells(&self) -> &[MapCell] {
        &self.places
    }

    /// The vertex of a cell; `None` where there is none.
    #[must_use]
    pub fn vertex_at(&self, place: MapCell) -> Option<Vertex> {
        let found = self.places.binary_search(&place).ok()?;
        Vertex::try_from(found).ok()
    }

    /// Cells side by side that are not joined.
    #[must_use]
    pub fn walls(&self) -> Vec<(MapCell, MapCell)> {
        let mut walls = Vec::new();
        for (vertex, &place) in (0..).zip(&self.places) {
            let right = MapCell { column: place.column + 1, ..place };
            let below = MapCell { row: place.row + 1, ..place };
            for beside in [right, below] {
                let parted = |&other: &Vertex| !self.graph.neighbours(vertex).contains(&other);
                if self.vertex_at(beside).as_ref().is_some_and(parted) {
                    walls.push((place, beside));
                }
            }
        }
        walls
    }

    /// The cells as vertices, joined by the leaps of a piece instead: walls and holes are leapt over.
    #[must_use]
    pub fn leaps(&self, leaper: Leaper) -> Graph {
        let leaps = leaper.leaps();
        Graph::from_lists(self.places.iter().map(|place| {
            let at = |from: u32, by: i64| u32::try_from(i64::from(from) + by).ok();
            let landing = |&(down, right): &(i64, i64)| {
                self.vertex_at(MapCell {
                    row: at(place.row, down)?,
                    column: at(place.column, right)?,
                })
            };
            leaps.iter().filter_map(landing).collect::<Vec<Vertex>>()
        }))
    }

    /// The vertices column by column.
    #[must_use]
    pub fn by_columns(&self) -> Vec<Vertex> {
        let columns = self.places.iter().map(|place| place.column);
        let mut vertices: Vec<(u32, Vertex)> = columns.zip(all(self.places.len())).collect();
        vertices.sort_unstable();
        vertices.into_iter().map(|(_, vertex)| vertex).collect()
    }
}

/// A piece that leaps so far one way and so far the other: the knight is (1, 2).
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

    /// The leaps, (rows, columns), in the order in which they are tried:
    /// (-1,-2) (-1,2) (-2,-1) (-2,1) (1,-2) (1,2) (2,-1) (2,1) for the knight, each once.
    #[must_use]
    pub fn leaps(self) -> Vec<(i64, i64)> {
        let (a, b) = (i64::from(self.short), i64::from(self.long));
        let mut leaps = Vec::with_capacity(8);
        for (rows, columns) in
            [(-a, -b), (-a, b), (-b, -a), (-b, a), (a, -b), (a, b), (b, -a), (b, a)]
        {
            if !leaps.contains(&(rows, columns)) && (rows, columns) != (0, 0) {
                leaps.push((rows, columns));
            }
        }
        leaps
    }
}

/// The graph of a leaper on a board: cells are numbered row by row. The height comes before the width
/// here, unlike in the text of a [`Size`](crate::grid::Size).
///
/// # Panics
/// If the board has more than 2³² − 1 arcs.
#[must_use]
pub fn leaper_graph(rows: u32, columns: u32, leaper: Leaper) -> Graph {
    let leaps = leaper.leaps();
    let (height, width) = (i64::from(rows), i64::from(columns));
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    Graph::from_lists(cells.map(|(row, column)| {
        let landings = leaps.iter().map(|leap| (row + leap.0, column + leap.1));
        let inside = landings.filter(|(r, c)| (0..height).contains(r) && (0..width).contains(c));
        let number = |(r, c)| Vertex::try_from(r * width + c).expect("fewer than 2^32 cells");
        inside.map(number).collect::<Vec<_>>()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_part_cells_and_ragged_rows_end_early() {
        let cells = vec![true, true];
        let map = CellMap::new(&[
            CellRow { cells: cells.clone(), right_walls: vec![true], lower_walls: vec![] },
            CellRow { cells, right_walls: vec![], lower_walls: vec![true] },
            CellRow { cells: vec![true, false, true], ..CellRow::default() },
        ]);
        let lists: Vec<&[Vertex]> = (0..6).map(|vertex| map.graph().neighbours(vertex)).collect();
        assert_eq!(lists, [&[2][..], &[3], &[0, 3], &[1, 2], &[], &[]]);
        assert_eq!((map.rows(), map.columns()), (3, 3));
        assert_eq!(map.vertex_at(MapCell { row: 2, column: 2 }), Some(5));
        assert_eq!(map.vertex_at(MapCell { row: 2, column: 1 }), None);
        assert_eq!(map.by_columns(), [0, 2, 4, 1, 3, 5]);
    }

    #[test]
    fn a_leaper_goes_over_walls_and_not_into_holes() {
        let row = |length| CellRow { cells: vec![true; length], ..CellRow::default() };
        let whole = CellMap::new(&[row(4), row(4), row(4)]);
        assert_eq!(whole.leaps(Leaper::KNIGHT), leaper_graph(3, 4, Leaper::KNIGHT));
        let corner = CellMap::new(&[row(2), row(2), row(1)]);
        let leaps = corner.leaps(Leaper::KNIGHT);
        assert_eq!((leaps.neighbours(1), leaps.neighbours(0)), (&[4][..], &[][..]));
    }

    #[test]
    fn the_knights_graph_has_the_neighbours_of_the_textbook() {
        let graph = leaper_graph(8, 8, Leaper::KNIGHT);
        assert_eq!((graph.vertices(), graph.arcs()), (64, 336));
        assert_eq!(graph.neighbours(0), [10, 17]);
        assert_eq!(graph.neighbours(27), [17, 21, 10, 12, 33, 37, 42, 44]);
    }
}
