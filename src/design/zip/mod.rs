//! Grids with numbers, through which exactly one path leads that visits every cell once and meets
//! the numbers in their order, from the first to the last; thin walls between cells may help.
//!
//! A random path is to become the only one. The engine for Hamiltonian paths is asked for others
//! that fit the clues so far, its rivals; each is kept, and clues are added, or put elsewhere,
//! until every rival known is refuted; then the engine is asked again, until it proves that there
//! is none. Such a loop between a hitting set and an oracle is due to Moreno-Centeno and Karp, "The
//! implicit hitting set approach to solve combinatorial optimization problems", *Operations
//! Research* 61, 2013.

mod clues;
mod generator;
#[cfg(test)]
mod tests;

use crate::control::{Limits, Observer};
use crate::graph::{CellMap, Vertex};
use crate::rng::Rng;

use super::made::GenerationResult;
use generator::ZipGenerator;

/// The most cells of a frame.
const MAX_CELLS: usize = 400;

/// What a zip is made of: a grid of so many cells, thin walls between them, and numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZipSpec {
    rows: usize,
    columns: usize,
    walls: usize,
    numbers: Numbers,
}

/// How many numbers a zip has, those at the ends among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// As many as it takes.
    Enough,
    /// So few that none can be left out; and no more than a local search needs.
    Fewest,
    /// So many.
    Exactly(usize),
}

/// Why there is no such zip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ZipError {
    /// No room for two numbers.
    #[error("a path has two ends, and this frame has one cell")]
    OneCell,
    /// More cells than are gone through.
    #[error("a zip may have {MAX_CELLS} cells, and this frame has {cells}")]
    TooLarge {
        /// How many it has.
        cells: usize,
    },
    /// Only one end could be numbered.
    #[error("a zip has two numbers at least, at the ends of the path")]
    TooFewNumbers,
    /// More numbers than cells.
    #[error("{numbers} numbers do not go into {cells} cells")]
    TooManyNumbers {
        /// How many there are to be.
        numbers: usize,
        /// How many cells there are.
        cells: usize,
    },
    /// More walls than a path leaves room for.
    #[error("a path over all cells leaves room for {most} walls, and there are to be {walls}")]
    TooManyWalls {
        /// How many there are to be.
        walls: usize,
        /// How many there may be.
        most: usize,
    },
}

impl ZipError {
    /// Whether it is a proof that there is no such zip, and not that none is made so small or
    /// large.
    #[must_use]
    pub const fn is_proof(self) -> bool {
        matches!(self, ZipError::TooManyNumbers { .. } | ZipError::TooManyWalls { .. })
    }
}

/// A grid with numbers, and the only path that fits it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zip {
    /// The grid: its waypoints are the numbers, its start and end the first and the last.
    pub map: CellMap,
    /// The cells in the order in which they are visited.
    pub path: Vec<Vertex>,
}

impl ZipSpec {
    /// A frame with so many rows and columns. The height comes before the width here, unlike in the
    /// text of a [`Size`](crate::grid::Size).
    ///
    /// # Errors
    /// If there is no such zip.
    pub fn new(
        rows: usize,
        columns: usize,
        walls: usize,
        numbers: Numbers,
    ) -> Result<Self, ZipError> {
        let cells = rows.saturating_mul(columns);
        match (cells, numbers) {
            (..2, _) => return Err(ZipError::OneCell),
            (_, Numbers::Exactly(..2)) => return Err(ZipError::TooFewNumbers),
            _ if cells > MAX_CELLS => return Err(ZipError::TooLarge { cells }),
            (_, Numbers::Exactly(numbers)) if numbers > cells => {
                return Err(ZipError::TooManyNumbers { numbers, cells });
            }
            _ => {}
        }
        let borders = rows * (columns - 1) + columns * (rows - 1);
        let most = borders - (cells - 1);
        if walls > most {
            return Err(ZipError::TooManyWalls { walls, most });
        }
        Ok(ZipSpec { rows, columns, walls, numbers })
    }

    /// A zip, by a seed: the same seed gives the same where no limit of time or memory is met. At
    /// most so many paths are tried for it.
    ///
    /// # Complexity
    /// The engine proves that there is no second path some dozens of times, which takes exponential
    /// time at worst: a frame of 7×7 is done in milliseconds, one of 10×10 in tenths of a second.
    ///
    /// ```
    /// use huarong::control::Limits;
    /// use huarong::design::{GenerationResult, Numbers, ZipSpec};
    /// use std::ops::ControlFlow;
    ///
    /// let frame = ZipSpec::new(6, 6, 2, Numbers::Exactly(8))?;
    /// let made = frame.make(7, 100, &Limits::default(), &mut |_| ControlFlow::Continue(()));
    /// let GenerationResult::Found(zip) = made else { panic!("there are many") };
    /// assert_eq!((zip.map.waypoints.len(), zip.map.walls().len()), (8, 2));
    /// # Ok::<(), huarong::design::ZipError>(())
    /// ```
    pub fn make(
        self,
        seed: u64,
        most_tries: usize,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> GenerationResult<Zip> {
        let mut generator = ZipGenerator::new(self, Rng::new(seed), limits, observer);
        let mut tries = 0;
        match generator.search(most_tries, &mut tries) {
            Ok(Some(zip)) => GenerationResult::Found(zip),
            Ok(None) => GenerationResult::NotFound { tries, hardest: None },
            Err(reason) => GenerationResult::Stopped { reason, tries, hardest: None },
        }
    }

    const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The cells beside one.
    fn beside(self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let above = (row > 0).then(|| cell - self.columns);
        let below = (row + 1 < self.rows).then(|| cell + self.columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < self.columns).then(|| cell + 1);
        [above, left, right, below].into_iter().flatten()
    }

    /// A path over all cells, by chance: from one that goes to and fro by steps in which an end is
    /// joined to a cell beside it, and the path cut open before that.
    ///
    /// Oberdorf, Ferguson, Jacobsen and Kondev: "Secondary structures in long compact polymers",
    /// *Physical Review E* 74, 2006; so many steps mix well by N. Clisby's experience.
    fn random_path(self, rng: &mut Rng) -> Vec<usize> {
        let row = |row: usize| {
            let cells = row * self.columns..(row + 1) * self.columns;
            let turned = row % 2 == 1;
            let end = cells.end - 1 + cells.start;
            cells.map(move |cell| if turned { end - cell } else { cell })
        };
        let mut path: Vec<usize> = (0..self.rows).flat_map(row).collect();
        let cells = self.cells();
        let scale = cells.ilog2() as usize + 1;
        for _ in 0..5 * cells * scale * scale {
            let at_end = rng.below(2) == 1;
            let end = if at_end { path[cells - 1] } else { path[0] };
            let beside: Vec<usize> = self.beside(end).collect();
            let joined = beside[rng.below(beside.len())];
            let at = path.iter().position(|&cell| cell == joined).expect("it has all cells");
            if at_end {
                path[at + 1..].reverse();
            } else {
                path[..at].reverse();
            }
        }
        // The steps leave each end on its colour.
        if rng.below(2) == 1 {
            path.reverse();
        }
        path
    }
}
