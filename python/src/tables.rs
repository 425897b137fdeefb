//! Distances and state graphs in bulk. Arrays are bytes, whose numbers are little-endian.

use std::sync::Arc;

use huarong::explore::StateMap;
use huarong::explore::distances::DistanceTable;
use huarong::{Mirroring, Outcome, Position, Puzzle};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::boards::{Board, Numbering};
use crate::searches::Solution;
use crate::watch::{Options, invalid, stopped};

/// The cells of positions one after the other, and their distances in four bytes.
type Table<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// The distances of all positions of a puzzle.
#[pyclass(frozen, module = "huarong._huarong")]
pub struct Distances {
    puzzle: Arc<Puzzle>,
    /// `None` if the puzzle is unsolvable.
    table: Option<DistanceTable>,
}

#[pymethods]
impl Distances {
    #[new]
    fn new(py: Python<'_>, board: &Board, options: Options) -> PyResult<Self> {
        let explore = options.explore()?.with_mirroring(Mirroring::Off);
        let found = options.run(py, |watch| {
            let observer = &mut |progress: &_| watch.look(progress);
            DistanceTable::find(&board.puzzle, &explore, observer)
        })?;
        let table = match found.map_err(invalid)? {
            Outcome::Found(table) => Some(table),
            Outcome::Exhausted => None,
            Outcome::Stopped(reason) => return Err(stopped(reason)),
        };
        Ok(Distances {
            puzzle: Arc::clone(&board.puzzle),
            table,
        })
    }

    /// Returns the distance of each board, -1 for what is no position of the table.
    fn look_up<'py>(&self, py: Python<'py>, boards: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let area = self.puzzle.grid().area();
        let numbering = Numbering::of(&self.puzzle);
        let distances = py.detach(|| {
            let lookup = self.table.as_ref().map(|table| table.lookup(&self.puzzle));
            let lookup = lookup.transpose()?;
            let distance = |cells: &[u8]| {
                let anchors = numbering.read(&self.puzzle, cells)?;
                let position = Position::with_anchors(&self.puzzle, &anchors)?;
                i32::try_from(lookup.as_ref()?.distance(&position)?).ok()
            };
            let boards = boards.chunks_exact(area);
            Ok(boards
                .flat_map(|cells| distance(cells).unwrap_or(-1).to_le_bytes())
                .collect())
        });
        let distances: Vec<u8> =
            distances.map_err(|error: huarong::explore::distances::NotCovered| invalid(error))?;
        Ok(PyBytes::new(py, &distances))
    }

    /// Returns all positions, and the distance of each.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Table<'py>> {
        let mut boards = Vec::new();
        let mut distances: Vec<u8> = Vec::new();
        let numbering = Numbering::of(&self.puzzle);
        py.detach(|| {
            for (anchors, distance) in self.table.iter().flat_map(DistanceTable::states) {
                numbering.write(&self.puzzle, &anchors, &mut boards)?;
                distances.extend(distance.to_le_bytes());
            }
            PyResult::Ok(())
        })?;
        Ok((PyBytes::new(py, &boards), PyBytes::new(py, &distances)))
    }

    /// Returns a shortest solution of a puzzle that differs in its start.
    fn solve(&self, board: &Board) -> PyResult<Option<Solution>> {
        let Some(table) = &self.table else {
            return Ok(None);
        };
        let found = table.solve(&board.puzzle).map_err(invalid)?;
        Ok(found.map(|solution| Solution::of(board, &solution)))
    }
}

/// Returns the cells of the positions, the ends of the moves in four bytes each, and the distances
/// from the start and to the goals in two.
#[pyfunction]
pub fn state_graph<'py>(
    py: Python<'py>,
    board: &Board,
    options: Options,
) -> PyResult<[Bound<'py, PyBytes>; 4]> {
    let explore = options.explore()?;
    let found = options.run(py, |watch| {
        let observer = &mut |progress: &_| watch.look(progress);
        StateMap::find(&board.puzzle, &explore, observer)
    })?;
    let map = match found.map_err(invalid)? {
        Outcome::Found(map) => map,
        Outcome::Exhausted => return Err(stopped("there is no graph")),
        Outcome::Stopped(reason) => return Err(stopped(reason)),
    };
    let mut boards = Vec::new();
    let numbering = Numbering::of(&board.puzzle);
    for position in (0..).take(map.len()) {
        numbering.write(&board.puzzle, &map.anchors(position), &mut boards)?;
    }
    let edges = map.edges().as_flattened().iter();
    let edges: Vec<u8> = edges.flat_map(|end| end.to_le_bytes()).collect();
    let numbers = |numbers: &[u16]| {
        let numbers = numbers.iter();
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    };
    let from_start: Vec<u8> = numbers(map.from_start());
    let all = [boards, edges, from_start, numbers(map.to_goal())];
    Ok(all.map(|bytes| PyBytes::new(py, &bytes)))
}
