//! The frame that pieces slide in: its size, its cells and its walls.

use std::{fmt, str::FromStr};

/// A cell of a frame: row and column, both from 0, the first row on top.
///
/// Cells are ordered row by row, the order in which a person reads them.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    bincode::Encode,
    bincode::Decode,
    serde::Serialize,
    serde::Deserialize,
)]
pub struct Cell {
    /// Row, from 0 at the top.
    pub row: u8,
    /// Column, from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// The anchor of a piece that has left the frame. No frame has this cell.
    pub const OUT: Cell = Cell::new(u8::MAX, u8::MAX);

    /// The cell at `row` and `column`.
    pub const fn new(row: u8, column: u8) -> Self {
        Cell { row, column }
    }

    /// The cell that lies `offset` away, or `None` where that leaves the range of rows and columns.
    #[must_use]
    pub fn offset(self, offset: Offset) -> Option<Self> {
        Some(Cell {
            row: u8::try_from(i16::from(self.row) + i16::from(offset.rows)).ok()?,
            column: u8::try_from(i16::from(self.column) + i16::from(offset.columns)).ok()?,
        })
    }

    /// The neighbouring cell in `direction`, or `None` above the first row or left of the first
    /// column.
    #[must_use]
    pub fn step(self, direction: Direction) -> Option<Self> {
        self.offset(direction.offset())
    }
}

/// For people, who count from 1: `row 5, column 2`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "row {}, column {}",
            u16::from(self.row) + 1,
            u16::from(self.column) + 1
        )
    }
}

/// The way from one cell to another: that many rows down and columns to the right.
///
/// Ordered row by row, like the cells it leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Offset {
    /// Rows down; negative is up.
    pub rows: i8,
    /// Columns to the right; negative is left.
    pub columns: i8,
}

/// One of the four ways that a piece can slide.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
}

impl Direction {
    /// All four, in the order in which the searches try them.
    pub const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Left,
        Direction::Right,
        Direction::Down,
    ];

    /// One cell in this direction.
    #[must_use]
    pub const fn offset(self) -> Offset {
        let (rows, columns) = match self {
            Direction::Up => (-1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::Down => (1, 0),
        };
        Offset { rows, columns }
    }

    /// The direction that takes a step in this one back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }

    /// The English word for it: `up`, `left`, `right` or `down`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
        }
    }

    /// The letter for it: `U`, `L`, `R` or `D`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Left => 'L',
            Direction::Right => 'R',
            Direction::Down => 'D',
        }
    }
}

/// An edge of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The cell.
    pub cell: Cell,
    /// The side of the cell.
    pub side: Direction,
}

words!(Direction);

/// How large a frame, a board or a map is: `4x5` is 4 wide and 5 high.
///
/// ```
/// let size: huarong::grid::Size = "4x5".parse()?;
/// assert_eq!((size.width, size.height), (4, 5));
/// # Ok::<(), huarong::grid::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
}

/// Why a text is not a [`Size`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected width and height, each 1 or more: `4x5` is 4 wide, 5 high")]
pub struct SizeError;

impl FromStr for Size {
    type Err = SizeError;

    /// Numbers that are out of range are read as the largest, which is too large for every board.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number
                .then(|| text.parse().unwrap_or(u32::MAX))
                .filter(|&number| number > 0)
        };
        let sides = text
            .split_once(['x', 'X', '×', '*'])
            .map(|(width, height)| (number(width.trim()), number(height.trim())));
        let Some((Some(width), Some(height))) = sides else {
            return Err(SizeError);
        };
        Ok(Size { width, height })
    }
}

/// As it is read: `4x5`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A rectangular frame, some of whose cells may be walls.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    rows: u8,
    columns: u8,
    walls: Vec<bool>,
}

impl Grid {
    /// A frame without walls. The height comes before the width here, unlike in the text of a
    /// [`Size`].
    pub fn open(rows: u8, columns: u8) -> Self {
        Grid {
            rows,
            columns,
            walls: vec![false; usize::from(rows) * usize::from(columns)],
        }
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        Size {
            width: self.columns.into(),
            height: self.rows.into(),
        }
    }

    /// Turns `cell` into a wall.
    ///
    /// # Panics
    /// If `cell` lies outside the frame.
    pub fn build_wall(&mut self, cell: Cell) {
        assert!(self.contains(cell), "{cell} lies outside the frame");
        let index = self.index(cell);
        self.walls[index] = true;
    }

    /// Number of rows.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Number of cells, walls included.
    pub const fn area(&self) -> usize {
        self.walls.len()
    }

    /// Whether `cell` lies inside the frame, wall or not.
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Whether `cell` is a wall of the frame; outside it everything is.
    pub fn is_wall(&self, cell: Cell) -> bool {
        !self.contains(cell) || self.walls[self.index(cell)]
    }

    /// The number of `cell`, row by row from 0. The cell must lie inside the frame.
    pub const fn index(&self, cell: Cell) -> usize {
        cell.row as usize * self.columns as usize + cell.column as usize
    }

    /// The cell with number `index`.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn cell(&self, index: usize) -> Cell {
        assert!(index < self.area(), "cell {index} of {}", self.area());
        let columns = usize::from(self.columns);
        let narrow = |n: usize| u8::try_from(n).expect("rows and columns fit a byte");
        Cell::new(narrow(index / columns), narrow(index % columns))
    }

    /// Every cell, walls included, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        let row = move |row| (0..columns).map(move |column| Cell::new(row, column));
        (0..self.rows).flat_map(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_width_and_a_height() {
        for text in ["4x5", "4X5", "4×5", "4*5", " 4 x 5 "] {
            assert_eq!(
                text.parse(),
                Ok(Size {
                    width: 4,
                    height: 5
                }),
                "{text}"
            );
        }
        assert_eq!(
            Size {
                width: 4,
                height: 5
            }
            .to_string(),
            "4x5"
        );
        for text in ["4", "4x", "x5", "x", "4x5x6", "0x4", "3x-1", "+8x8", ""] {
            assert_eq!(text.parse::<Size>(), Err(SizeError), "{text}");
        }
        let large = Size {
            width: u32::MAX,
            height: 1,
        };
        assert_eq!(
            "99999999999x1".parse(),
            Ok(large),
            "too large for any board"
        );
    }

    #[test]
    fn cells_and_indices_convert_to_each_other() {
        let grid = Grid::open(3, 4);
        for (index, cell) in grid.cells().enumerate() {
            assert_eq!(grid.index(cell), index);
            assert_eq!(grid.cell(index), cell);
        }
    }

    #[test]
    fn every_cell_outside_the_frame_is_a_wall() {
        let mut grid = Grid::open(2, 2);
        grid.build_wall(Cell::new(1, 0));
        assert!(grid.is_wall(Cell::new(1, 0)));
        assert!(grid.is_wall(Cell::new(0, 2)));
        assert!(grid.is_wall(Cell::new(2, 0)));
        assert!(!grid.is_wall(Cell::new(1, 1)));
    }

    #[test]
    fn a_step_and_its_opposite_cancel() {
        let cell = Cell::new(5, 5);
        for direction in Direction::ALL {
            let there = cell.step(direction).expect("inside the range");
            assert_eq!(there.step(direction.opposite()), Some(cell));
        }
        assert_eq!(Cell::new(0, 0).step(Direction::Up), None);
    }
}
