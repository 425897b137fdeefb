//! Random puzzles.

use huarong::design::{self, BlockSpec, GenerationResult, Numbers, RushScope, TileFrame, ZipSpec};
use huarong::graph::text::draw_map;
use huarong::puzzle::{Optimum, PublishedOptimum};
use huarong::sliding;
use pyo3::prelude::*;

use crate::boards::Board;
use crate::watch::{Options, invalid, stopped};

/// What a puzzle is made by.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Recipe {
    kind: String,
    rows: usize,
    columns: usize,
    /// The length of the shortest solution.
    least: u32,
    most: u32,
    seed: u64,
    tries: usize,
    walls: u32,
    pieces: (usize, usize),
    unique: bool,
    numbers: Option<usize>,
}

/// Returns what was made, or raises why there is nothing.
fn made<T>(result: GenerationResult<T>) -> PyResult<T> {
    let none = |why: String, tries, hardest: Option<u32>| {
        let longest = hardest.map_or(String::new(), |length| {
            format!("; the longest had {length}")
        });
        Err(stopped(format!("{why} in {tries} tries{longest}")))
    };
    match result {
        GenerationResult::Found(found) => Ok(found),
        GenerationResult::Impossible { hardest } => Err(invalid(format!(
            "no such puzzle exists: the hardest has {hardest}"
        ))),
        GenerationResult::NotFound { tries, hardest } => none("none found".into(), tries, hardest),
        GenerationResult::Stopped {
            reason,
            tries,
            hardest,
        } => none(reason.to_string(), tries, hardest),
    }
}

/// Returns a puzzle that tells its length.
#[pyfunction]
pub fn make(py: Python<'_>, recipe: Recipe, options: Options) -> PyResult<Board> {
    let metric = options.metric()?;
    let limits = options.limits()?;
    let Recipe {
        rows,
        columns,
        seed,
        tries,
        walls,
        ..
    } = recipe;
    let lengths = recipe.least..=recipe.most;
    let (puzzle, length) = options.run(py, |watch| {
        let observer = &mut |progress: &_| watch.look(progress);
        PyResult::Ok(match &*recipe.kind {
            "tiles" => {
                let frame = TileFrame::new(rows, columns).map_err(invalid)?;
                if lengths == (0..=u32::MAX) {
                    return Ok((frame.random(seed), None));
                }
                let search = sliding::Options::default()
                    .with_metric(metric)
                    .with_limits(limits);
                let found = frame.with_distance(&lengths, seed, tries, &search, observer);
                let found = made(found.map_err(invalid)?)?;
                (*found.puzzle, Some(found.moves))
            }
            "blocks" => {
                let spec = BlockSpec {
                    walls: walls as usize,
                    pieces: recipe.pieces.0..=recipe.pieces.1,
                    moves: lengths,
                    metric,
                    unique: recipe.unique,
                    ..BlockSpec::new(rows, columns)
                };
                let found = made(spec.make(seed, tries, &limits, observer).map_err(invalid)?)?;
                (*found.puzzle, Some(found.moves))
            }
            _ => {
                let scope = RushScope {
                    walls,
                    metric,
                    ..RushScope::new(rows, columns)
                };
                let found = design::make_rush(&scope, &lengths, seed, tries, limits, observer);
                let found = made(found.map_err(invalid)?)?;
                (found.puzzle().map_err(invalid)?, Some(found.moves))
            }
        })
    })??;
    let Some(length) = length else {
        return Ok(puzzle.into());
    };
    let mut optimum = Optimum::default();
    *optimum.get_mut(metric) = Some(length);
    let start: Vec<_> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
    let best = PublishedOptimum::Known(optimum);
    let told = puzzle.starting_at(&start, puzzle.title().clone(), best);
    Ok(told.unwrap_or(puzzle).into())
}

/// Returns the map of a zip, and the cells of its only path.
#[pyfunction]
pub fn make_zip(
    py: Python<'_>,
    recipe: Recipe,
    options: Options,
) -> PyResult<(String, Vec<(u32, u32)>)> {
    let numbers = recipe.numbers.map_or(Numbers::Enough, Numbers::Exactly);
    let spec = ZipSpec::new(recipe.rows, recipe.columns, recipe.walls as usize, numbers);
    let spec = spec.map_err(invalid)?;
    let limits = options.limits()?;
    let found = options.run(py, |watch| {
        let observer = &mut |progress: &_| watch.look(progress);
        spec.make(recipe.seed, recipe.tries, &limits, observer)
    })?;
    let zip = made(found)?;
    let cells = zip.map.cells();
    let path = zip.path.iter().map(|&vertex| cells[vertex as usize]);
    let path = path.map(|cell| (cell.row, cell.column)).collect();
    Ok((draw_map(&zip.map), path))
}
