//! The goals: the same frame again, with the pieces that must reach a place.

use super::super::{Goal, PieceId, Polyomino, Puzzle, Target};
use super::check::{Letters, is_cell};
use super::{DraftError, Drawing, EMPTY, Fault, MAX_GOALS, Place};
use crate::grid::Cell;

/// The goals of `puzzle`, which has none yet.
pub(super) fn goals(
    drawings: &[Drawing],
    puzzle: &Puzzle,
    letters: &Letters,
    mark: Option<char>,
) -> Result<Vec<Goal>, DraftError> {
    if drawings.len() > MAX_GOALS {
        return Err(DraftError::new(Place::Goal { goal: MAX_GOALS }, Fault::TooManyGoals));
    }
    let read = |(number, drawing)| Reader { puzzle, letters, mark, number }.read(drawing);
    drawings.iter().enumerate().map(read).collect()
}

/// Reads one goal.
struct Reader<'a> {
    puzzle: &'a Puzzle,
    letters: &'a Letters,
    mark: Option<char>,
    /// Which goal, from 0.
    number: usize,
}

impl Reader<'_> {
    fn read(&self, drawing: &Drawing) -> Result<Goal, DraftError> {
        self.check_size(drawing)?;
        let drawn = self.drawn(drawing)?;
        let targets = drawn.iter().map(|(piece, cells)| self.target(*piece, cells));
        let targets = targets.collect::<Result<Vec<Target>, _>>()?;
        let empties = self.empties(drawing)?;
        if targets.is_empty() && empties.is_empty() {
            return Err(DraftError::new(Place::Goal { goal: self.number }, Fault::EmptyGoal));
        }
        Ok(Goal { targets, empties })
    }

    fn check_size(&self, drawing: &Drawing) -> Result<(), DraftError> {
        let grid = self.puzzle.grid();
        let wanted = usize::from(grid.columns());
        let goal = self.number;
        for (row, cells) in drawing.rows.iter().enumerate().take(usize::from(grid.rows())) {
            if let Some(column) = cells.iter().position(|&found| !is_goal_cell(found, self.mark)) {
                let fault = Fault::Character { found: cells[column] };
                return Err(DraftError::new(Place::GoalCell { goal, row, column }, fault));
            }
            if cells.len() != wanted {
                let fault = Fault::GoalColumns { found: cells.len(), wanted };
                return Err(DraftError::new(Place::GoalRow { goal, row }, fault));
            }
        }
        let (found, wanted) = (drawing.rows.len(), usize::from(grid.rows()));
        if found == wanted {
            return Ok(());
        }
        let place = match found {
            0 => Place::Goal { goal },
            _ => Place::GoalRow { goal, row: wanted.min(found - 1) },
        };
        Err(DraftError::new(place, Fault::GoalRows { found, wanted }))
    }

    /// The cells of each piece that the goal draws, in the order of their first cells.
    fn drawn(&self, drawing: &Drawing) -> Result<Vec<(PieceId, Vec<Cell>)>, DraftError> {
        let mut drawn: Vec<(PieceId, Vec<Cell>)> = Vec::new();
        let mut entry: Vec<Option<usize>> = vec![None; self.puzzle.pieces().len()];
        for cell in self.puzzle.grid().cells() {
            let character = drawing.rows[usize::from(cell.row)][usize::from(cell.column)];
            let wall = self.puzzle.grid().is_wall(cell);
            match character {
                '.' | EMPTY => continue,
                '#' if wall => continue,
                '#' => return Err(self.error_at(cell, Fault::GoalWall)),
                _ if Some(character) == self.mark => continue,
                _ => {}
            }
            let letter = character;
            let Some(&piece) = self.letters.get(&letter) else {
                return Err(self.error_at(cell, Fault::NoSuchPiece { letter }));
            };
            if wall {
                return Err(self.error_at(cell, Fault::GoalOnWall { letter }));
            }
            let index = *entry[piece].get_or_insert_with(|| {
                drawn.push((piece, Vec::new()));
                drawn.len() - 1
            });
            drawn[index].1.push(cell);
        }
        Ok(drawn)
    }

    /// The cells that must be empty.
    fn empties(&self, drawing: &Drawing) -> Result<Vec<Cell>, DraftError> {
        let drawn = |cell: &Cell| drawing.rows[usize::from(cell.row)][usize::from(cell.column)];
        let empties: Vec<Cell> =
            self.puzzle.grid().cells().filter(|cell| drawn(cell) == EMPTY).collect();
        match empties.iter().find(|&&cell| self.puzzle.grid().is_wall(cell)) {
            Some(&cell) => Err(self.error_at(cell, Fault::EmptyWall)),
            None => Ok(empties),
        }
    }

    /// The place that these cells, row by row, give to `piece`.
    fn target(&self, piece: PieceId, cells: &[Cell]) -> Result<Target, DraftError> {
        let (letter, shape) = {
            let piece = &self.puzzle.pieces()[piece];
            (piece.letter, &piece.shape)
        };
        let anchor = cells[0];
        if cells.len() != shape.area() {
            let (found, wanted) = (cells.len(), shape.area());
            return Err(self.error_at(anchor, Fault::GoalArea { letter, found, wanted }));
        }
        if Polyomino::from_cells(cells) != *shape {
            return Err(self.error_at(anchor, Fault::GoalShape { letter }));
        }
        let gate = self.puzzle.gate();
        let barred = |cell: &&Cell| gate.cells.binary_search(cell).is_ok();
        let mark = self.mark.filter(|_| gate.pieces.binary_search(&piece).is_err());
        if let (Some(mark), Some(&cell)) = (mark, cells.iter().find(barred)) {
            return Err(self.error_at(cell, Fault::GoalOnGate { letter, mark }));
        }
        Ok(Target { piece, anchor })
    }

    fn error_at(&self, cell: Cell, fault: Fault) -> DraftError {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        DraftError::new(Place::GoalCell { goal: self.number, row, column }, fault)
    }
}

/// Whether this character draws a cell of a goal.
fn is_goal_cell(character: char, mark: Option<char>) -> bool {
    is_cell(character, mark) || character == EMPTY
}
