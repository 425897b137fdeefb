//! The size and the place of the board and of the other parts of the screen.

use crate::{
    grid::{Cell, Grid},
    puzzle::Puzzle,
};

use super::screen::Rect;

/// The size of a cell of the board, in characters. A character is about twice as high as wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellScale {
    pub width: u16,
    pub height: u16,
}

const HIGHEST: u16 = 8;

/// The rows below a board without a side panel: the name, the numbers and the message.
const BELOW: u16 = 3;
const SIDE: u16 = 34;
/// The height of a side panel with the goal of a board of usual size.
const WHOLE: u16 = 24;
/// The columns between the board and a side panel.
pub const GAP: u16 = 2;

impl CellScale {
    const fn of_height(height: u16) -> Self {
        CellScale {
            width: 2 * height,
            height,
        }
    }

    pub const fn has_outlines(self) -> bool {
        self.height > 1
    }

    /// Returns the columns and rows of a board with its frame.
    fn size(self, grid: &Grid) -> (u16, u16) {
        let columns = u16::from(grid.columns());
        let rows = u16::from(grid.rows());
        (columns * self.width + 2, rows * self.height + 2)
    }

    /// Returns the largest scale at which the board fits. At the smallest scales, labels of
    /// `digits` digits stand apart if they fit.
    fn largest(grid: &Grid, digits: u16, columns: u16, rows: u16) -> Option<CellScale> {
        let apart = CellScale {
            width: digits + 1,
            height: 1,
        };
        (2..=HIGHEST)
            .rev()
            .map(CellScale::of_height)
            .chain([apart, CellScale::of_height(1)])
            .find(|scale| {
                let size = scale.size(grid);
                size.0 <= columns && size.1 <= rows
            })
    }
}

/// Returns the number of characters of the longest label.
pub fn digits(puzzle: &Puzzle) -> u16 {
    let labels = puzzle
        .pieces()
        .iter()
        .map(|piece| piece.display_label().chars().count());
    narrow(labels.max().unwrap_or(1))
}

/// Returns a number of rows or columns as terminals count them.
pub fn narrow(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// A board on the screen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BoardArea {
    pub scale: CellScale,
    /// The board with its frame.
    pub frame: Rect,
    rows: u8,
    columns: u8,
}

impl BoardArea {
    /// Returns the largest board that fits, in the middle of the area.
    pub fn within(area: Rect, puzzle: &Puzzle) -> Option<Self> {
        let grid = puzzle.grid();
        let scale = CellScale::largest(grid, digits(puzzle), area.width, area.height)?;
        Some(BoardArea::centred(scale, area, grid))
    }

    /// Returns a board of this scale in the middle of the area.
    fn centred(scale: CellScale, area: Rect, grid: &Grid) -> Self {
        let (width, height) = scale.size(grid);
        BoardArea {
            scale,
            frame: area.middle(width, height),
            rows: grid.rows(),
            columns: grid.columns(),
        }
    }

    /// Returns the area of a cell.
    pub fn cell(&self, cell: Cell) -> Rect {
        let CellScale { width, height } = self.scale;
        Rect {
            x: self.frame.x + 1 + u16::from(cell.column) * width,
            y: self.frame.y + 1 + u16::from(cell.row) * height,
            width,
            height,
        }
    }

    /// Returns the cell at a point of the screen; `None` outside the frame.
    pub fn cell_at(&self, x: u16, y: u16) -> Option<Cell> {
        let Rect { width, height, .. } = self.frame;
        self.frame
            .middle(width - 2, height - 2)
            .contains(x, y)
            .then(|| self.nearest_cell(x, y))
    }

    /// Returns the cell nearest to a point of the screen.
    pub fn nearest_cell(&self, x: u16, y: u16) -> Cell {
        let cells = |at: u16, from: u16, size: u16, count: u8| {
            let number = at.saturating_sub(from + 1) / size;
            u8::try_from(number)
                .unwrap_or(u8::MAX)
                .min(count.saturating_sub(1))
        };
        Cell::new(
            cells(y, self.frame.y, self.scale.height, self.rows),
            cells(x, self.frame.x, self.scale.width, self.columns),
        )
    }
}

/// The parts of the screen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ScreenLayout {
    pub board: BoardArea,
    /// The numbers and the keys. Below the board, they are two lines, and the keys if they fit.
    pub panel: Rect,
    pub is_beside: bool,
    pub message: Rect,
}

/// Arranges the screen: the panel is beside the board if that keeps the board more than half as
/// large, otherwise below it with `keys` lines of keys. The keys are left out before the outlines
/// of the pieces are.
///
/// # Errors
/// The columns and rows that the board needs, if the terminal is too small.
pub fn arrange(
    area: Rect,
    (grid, digits): (&Grid, u16),
    keys: u16,
) -> Result<ScreenLayout, (u16, u16)> {
    let largest = |columns: u16, rows: u16| {
        let width = area.width.saturating_sub(columns);
        let height = area.height.saturating_sub(rows);
        CellScale::largest(grid, digits, width, height)
    };
    let size = |scale: Option<CellScale>| scale.map_or(0, |scale| scale.height);
    let beside = largest(GAP + SIDE, 1);
    let over_keys = largest(0, BELOW + keys).filter(|scale| scale.has_outlines());
    let above = largest(0, BELOW);
    let (scale, panel) = match (beside, over_keys, above) {
        (Some(scale), Some(_), _) if 2 * scale.height > size(over_keys) => (scale, None),
        (_, Some(scale), _) => (scale, Some(keys)),
        (Some(scale), ..) if scale.has_outlines() || size(beside) >= size(above) => (scale, None),
        (.., Some(scale)) => (scale, Some(0)),
        (Some(scale), ..) => (scale, None),
        (None, None, None) => {
            let (columns, rows) = CellScale::of_height(1).size(grid);
            return Err((columns, rows + BELOW));
        }
    };
    let below = panel.map_or(1, |keys| BELOW + keys);
    let columns = scale.size(grid).0;
    let used = columns + if panel.is_none() { GAP + SIDE } else { 0 };
    let x = area.x + area.width.saturating_sub(used) / 2;
    let room = Rect {
        x,
        width: columns,
        height: area.height - below,
        ..area
    };
    let board = BoardArea::centred(scale, room, grid);
    let message = area.line(area.height - 1);
    let is_beside = panel.is_none();
    let panel = if is_beside {
        let x = x + columns + GAP;
        // The panel begins beside the top of the board, or higher if it needs more rows.
        let highest = message.y.saturating_sub(WHOLE);
        let y = board.frame.y.min(highest).max(area.y);
        Rect {
            x,
            y,
            width: area.right() - x,
            height: message.y - y,
        }
    } else {
        Rect {
            y: area.bottom() - below,
            height: below - 1,
            ..area
        }
    };
    Ok(ScreenLayout {
        board,
        panel,
        is_beside,
        message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(width: u16, height: u16) -> Rect {
        Rect {
            x: 0,
            y: 0,
            width,
            height,
        }
    }

    fn arranged(columns: u16, rows: u16) -> Result<(u16, bool), (u16, u16)> {
        let arrangement = arrange(screen(columns, rows), (&Grid::open(5, 4), 1), 3)?;
        Ok((arrangement.board.scale.height, arrangement.is_beside))
    }

    #[test]
    fn the_board_is_as_large_as_the_terminal_allows() {
        assert_eq!(arranged(80, 24), Ok((4, true)));
        assert_eq!(arranged(160, 50), Ok((8, true)));
        assert_eq!(arranged(500, 500), Ok((8, true)));
        assert_eq!(
            arranged(40, 24),
            Ok((3, false)),
            "the panel has no room at the side"
        );
        assert_eq!(
            arranged(60, 40),
            Ok((6, false)),
            "at the side, the board would be small"
        );
        assert_eq!(arranged(60, 20), Ok((2, true)));
        assert_eq!(
            arranged(36, 15),
            Ok((2, false)),
            "rather no keys than no outlines"
        );
        assert_eq!(arranged(50, 10), Ok((1, true)));
        assert_eq!(arranged(10, 10), Ok((1, false)));
        assert_eq!(arranged(9, 10), Err((10, 10)));
        assert_eq!(arranged(10, 9), Err((10, 10)));
        assert!(arranged(0, 0).is_err());
    }

    #[test]
    fn numbers_are_separated_if_the_width_allows() {
        let scale = |columns: u16| {
            let arrangement = arrange(screen(columns, 9), (&Grid::open(4, 4), 2), 3);
            arrangement.expect("room").board.scale
        };
        assert_eq!(
            scale(20),
            CellScale {
                width: 3,
                height: 1
            }
        );
        assert_eq!(
            scale(14),
            CellScale {
                width: 3,
                height: 1
            }
        );
        assert_eq!(
            scale(13),
            CellScale {
                width: 2,
                height: 1
            }
        );
    }

    #[test]
    fn layout_areas_are_disjoint_and_on_screen() {
        for columns in 10..100 {
            for rows in 10..60 {
                let area = screen(columns, rows);
                let ScreenLayout {
                    board,
                    panel,
                    message,
                    ..
                } = arrange(area, (&Grid::open(5, 4), 1), 3).expect("room enough");
                let parts = [board.frame, panel, message];
                for (number, part) in parts.into_iter().enumerate() {
                    let is_inside = part.right() <= area.right() && part.bottom() <= area.bottom();
                    assert!(is_inside, "{columns}x{rows}");
                    let is_apart = |other: &Rect| {
                        part.x >= other.right()
                            || other.x >= part.right()
                            || part.y >= other.bottom()
                            || other.y >= part.bottom()
                    };
                    assert!(parts[..number].iter().all(is_apart), "{columns}x{rows}");
                }
            }
        }
    }

    #[test]
    fn a_screen_position_maps_to_the_cell_drawn_there() {
        let grid = Grid::open(5, 4);
        let place = arrange(screen(80, 24), (&grid, 1), 3).expect("room").board;
        for cell in grid.cells() {
            let area = place.cell(cell);
            assert_eq!(place.cell_at(area.x, area.y), Some(cell));
            let last = place.cell_at(area.right() - 1, area.bottom() - 1);
            assert_eq!(last, Some(cell));
        }
        let frame = place.frame;
        assert_eq!(place.cell_at(frame.x, frame.y + 1), None, "on the frame");
        assert_eq!(place.cell_at(frame.right() - 1, frame.y + 1), None);
        assert_eq!(place.nearest_cell(0, 0), Cell::new(0, 0));
        assert_eq!(place.nearest_cell(500, 500), Cell::new(4, 3));
    }
}
