//! Puzzles and positions, and their arrays: a byte for each cell, 0 for an empty one, 255 for a wall
//! and the number of its piece for any other.

use std::num::NonZero;
use std::sync::Arc;

use huarong::collection::Collection;
use huarong::grid::{Cell, Direction};
use huarong::notation::read_any;
use huarong::puzzle::{PieceId, PublishedOptimum};
use huarong::render::BoardPicture;
use huarong::{Metric, Puzzle};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::watch::{invalid, misread, word};

const WALL: u8 = u8::MAX;

/// The name of a picture in the collection, its family, the puzzle and its rating.
type Entry = (String, &'static str, Board, Option<f64>);

/// A puzzle.
#[pyclass(frozen, eq, hash, module = "huarong._huarong")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    pub puzzle: Arc<Puzzle>,
}

impl From<Puzzle> for Board {
    fn from(puzzle: Puzzle) -> Self {
        Board {
            puzzle: Arc::new(puzzle),
        }
    }
}

/// Returns every built-in puzzle.
#[pyfunction]
pub fn collection(py: Python<'_>) -> Vec<Entry> {
    py.detach(|| {
        let collection = Collection::built_in();
        let entry = |entry: huarong::collection::Entry| {
            let name = collection.name_of(&entry);
            let rating = entry.rating();
            (name, entry.file.family, entry.puzzle.into(), rating)
        };
        collection.entries().map(entry).collect()
    })
}

#[pymethods]
impl Board {
    /// Reads the puzzles of a text, each with what the text does not say.
    #[staticmethod]
    fn read(text: &str) -> PyResult<Vec<(Board, Vec<String>)>> {
        let read = read_any(text, None).map_err(misread)?;
        let assumptions = read.assumptions.into_iter().map(|all| {
            let all = all.iter();
            all.map(ToString::to_string).collect()
        });
        let puzzles = read.puzzles.into_iter().map(Board::from);
        Ok(puzzles.zip(assumptions).collect())
    }

    /// Returns the puzzles of the collection with this name.
    #[staticmethod]
    fn named(name: &str) -> PyResult<Vec<Board>> {
        let collection = Collection::built_in();
        let found = collection.find(name).map_err(|error| {
            let help = match error.help() {
                Some(help) => help.to_owned(),
                None => match &collection.suggestions(name)[..] {
                    [] => "`huarong.collection()` lists all puzzles".to_owned(),
                    similar => format!("did you mean `{}`?", similar.join("`, `")),
                },
            };
            invalid(format!("{error}\n{help}"))
        })?;
        Ok(found.into_iter().map(|entry| entry.puzzle.into()).collect())
    }

    fn text(&self) -> String {
        self.puzzle.to_string()
    }

    #[getter]
    fn shape(&self) -> (u8, u8) {
        let grid = self.puzzle.grid();
        (grid.rows(), grid.columns())
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.puzzle.title().names().map(str::to_owned).collect()
    }

    /// Returns the label, name, cells and role of each piece.
    #[getter]
    fn pieces(&self) -> Vec<(String, Option<String>, Vec<(u8, u8)>, bool)> {
        let pieces = Numbering::of(&self.puzzle).0.into_iter();
        let piece = |id: PieceId| {
            let piece = &self.puzzle.pieces()[id];
            let cells = piece.shape.cells_at(piece.anchor);
            let cells = cells.map(|cell| (cell.row, cell.column)).collect();
            let is_goal = self.puzzle.is_goal_piece(id);
            (piece.display_label(), piece.name.clone(), cells, is_goal)
        };
        pieces.map(piece).collect()
    }

    /// Returns the published or proven length of the shortest solution.
    fn optimum(&self, metric: &str) -> PyResult<Option<u32>> {
        let metric = word(metric)?;
        Ok(match self.puzzle.best() {
            PublishedOptimum::Known(optimum) => optimum.get(metric),
            _ => None,
        })
    }

    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Position::new(self, None)?.cells(py)
    }

    /// Returns the puzzle that starts with these cells, if its pieces are there.
    fn starting_at(&self, cells: &[u8]) -> Option<Board> {
        let anchors = Numbering::of(&self.puzzle).read(&self.puzzle, cells)?;
        let title = self.puzzle.title().clone();
        let puzzle = &self.puzzle;
        let puzzle = puzzle.starting_at(&anchors, title, PublishedOptimum::Unknown)?;
        Some(puzzle.into())
    }
}

/// A position of a puzzle, to play.
#[pyclass(module = "huarong._huarong")]
pub struct Position {
    position: huarong::Position<'static>,
    numbering: Numbering,
}

#[pymethods]
impl Position {
    /// Returns the position with these cells, or the start.
    #[new]
    fn new(board: &Board, cells: Option<&[u8]>) -> PyResult<Self> {
        let puzzle = &board.puzzle;
        let numbering = Numbering::of(puzzle);
        let anchors = match cells {
            None => Some(puzzle.pieces().iter().map(|piece| piece.anchor).collect()),
            Some(cells) => numbering.read(puzzle, cells),
        };
        let position = anchors
            .and_then(|at| huarong::Position::of_shared(Arc::clone(puzzle), &at))
            .ok_or_else(|| invalid("these cells are no position of the puzzle"))?;
        Ok(Position {
            position,
            numbering,
        })
    }

    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        let puzzle = self.position.puzzle();
        self.numbering
            .write(puzzle, self.position.anchors(), &mut bytes)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns for each piece, and for up, left, right and down, whether that step is legal.
    fn mask(&self) -> Vec<i8> {
        let mut of_pieces = vec![[0; 4]; self.position.anchors().len()];
        for unit in self.position.legal_moves(Metric::Step) {
            of_pieces[unit.piece][unit.path[0] as usize] = 1;
        }
        let pieces = self.numbering.0.iter();
        pieces.flat_map(|&piece| of_pieces[piece]).collect()
    }

    /// Makes a step, if it is legal.
    fn step(&mut self, number: usize, direction: usize) -> bool {
        let Some(&piece) = self.numbering.0.get(number) else {
            return false;
        };
        let from = self.position.anchor(piece);
        let path = Direction::ALL.get(direction).copied().into_iter().collect();
        let unit = huarong::Move { piece, from, path };
        self.position.apply(&unit).is_ok()
    }

    fn is_solved(&self) -> bool {
        self.position.is_solved()
    }

    fn svg(&self, theme: &str) -> PyResult<String> {
        let title = title(self.position.puzzle());
        let picture = BoardPicture {
            theme: word(theme)?,
            ..BoardPicture::new(&title, &self.position)
        };
        Ok(picture.svg())
    }

    fn png<'py>(&self, py: Python<'py>, cell: NonZero<u16>) -> PyResult<Bound<'py, PyBytes>> {
        let png = BoardPicture::new(&title(self.position.puzzle()), &self.position).png(cell.get());
        Ok(PyBytes::new(py, &png.map_err(invalid)?))
    }

    /// Returns the width, and three bytes for each pixel.
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        cell: NonZero<u16>,
    ) -> PyResult<(usize, Bound<'py, PyBytes>)> {
        let picture = BoardPicture::new("", &self.position).rgb(cell.get());
        let (width, pixels) = picture.map_err(invalid)?;
        Ok((width, PyBytes::new(py, &pixels)))
    }
}

/// Returns the name of a puzzle for the title of a picture.
pub fn title(puzzle: &Puzzle) -> String {
    puzzle
        .title()
        .names()
        .next()
        .unwrap_or("huarong")
        .to_owned()
}

/// The pieces in the order of their labels: the first has number 1. Tiles have their own numbers,
/// and a piece keeps its number wherever the puzzle starts.
pub struct Numbering(Vec<PieceId>);

impl Numbering {
    pub fn of(puzzle: &Puzzle) -> Self {
        let mut pieces: Vec<PieceId> = (0..puzzle.pieces().len()).collect();
        pieces.sort_by_key(|&id| {
            let piece = &puzzle.pieces()[id];
            let number = piece.display_label().parse::<u32>().ok();
            (number.is_none(), number, piece.letter)
        });
        Numbering(pieces)
    }

    /// Appends the cells of a position.
    pub fn write(&self, puzzle: &Puzzle, anchors: &[Cell], bytes: &mut Vec<u8>) -> PyResult<()> {
        if anchors.len() >= WALL.into() {
            return Err(invalid("an array has numbers for 254 pieces"));
        }
        let grid = puzzle.grid();
        let first = bytes.len();
        bytes.extend(
            grid.cells()
                .map(|cell| if grid.is_wall(cell) { WALL } else { 0 }),
        );
        let all = (1..).zip(&self.0);
        for (number, &piece) in all.filter(|(_, piece)| anchors[**piece] != Cell::OUT) {
            for cell in puzzle.pieces()[piece].shape.cells_at(anchors[piece]) {
                bytes[first + grid.index(cell)] = number;
            }
        }
        Ok(())
    }

    /// Returns the anchors of the pieces, if these are the cells of a position: each piece is there
    /// whole, once, and nothing else is.
    pub fn read(&self, puzzle: &Puzzle, cells: &[u8]) -> Option<Vec<Cell>> {
        let grid = puzzle.grid();
        let pieces = puzzle.pieces();
        if cells.len() != grid.area() {
            return None;
        }
        let mut anchors = vec![Cell::OUT; pieces.len()];
        let mut covered = vec![0; pieces.len()];
        for (cell, &number) in grid.cells().zip(cells) {
            if number == 0 || number == WALL && grid.is_wall(cell) {
                continue;
            }
            let piece = *self.0.get(usize::from(number) - 1)?;
            let offset = *pieces[piece].shape.offsets().get(covered[piece])?;
            if covered[piece] == 0 {
                anchors[piece] = cell;
            } else if anchors[piece].offset(offset) != Some(cell) {
                return None;
            }
            covered[piece] += 1;
        }
        let mut covered = covered.into_iter().enumerate();
        let is_whole = |(piece, cells): (PieceId, usize)| {
            cells == pieces[piece].shape.area() || cells == 0 && puzzle.may_leave(piece)
        };
        covered.all(is_whole).then_some(anchors)
    }
}
