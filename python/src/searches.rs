//! Solutions, explorations, ratings and certificates.

use std::num::NonZero;
use std::sync::Arc;

use huarong::explore::Explorer;
use huarong::puzzle::PublishedOptimum;
use huarong::render::{GifAnimation, SolutionSheet, Theme};
use huarong::search::MoveOrder;
use huarong::solution::notation::{self, Notation};
use huarong::{Algorithm, Outcome, SolveError, Solver, design, proof, sliding, solution};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::boards::{Board, Numbering, title};
use crate::watch::{Options, invalid, misread, stopped, word};

/// The moves of a solution.
#[pyclass(frozen, module = "huarong._huarong")]
pub struct Solution {
    puzzle: Arc<huarong::Puzzle>,
    solution: huarong::Solution,
}

#[pymethods]
impl Solution {
    /// Returns the label, the anchor and the path of each move.
    fn moves(&self) -> Vec<(String, (u8, u8), String)> {
        let label = |piece: usize| self.puzzle.pieces()[piece].display_label();
        let moves = self.solution.iter().map(|unit| {
            let path = unit.path.iter().map(|direction| direction.letter());
            let from = (unit.from.row, unit.from.column);
            (label(unit.piece), from, path.collect())
        });
        moves.collect()
    }

    /// Returns the cells of each position, one after the other.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        let numbering = Numbering::of(&self.puzzle);
        let mut position = huarong::Position::start(&self.puzzle);
        numbering.write(&self.puzzle, position.anchors(), &mut bytes)?;
        for unit in &self.solution {
            position.apply(&unit).map_err(invalid)?;
            numbering.write(&self.puzzle, position.anchors(), &mut bytes)?;
        }
        Ok(PyBytes::new(py, &bytes))
    }

    fn text(&self) -> PyResult<String> {
        notation::write(Notation::default(), &self.puzzle, &self.solution).map_err(invalid)
    }

    fn svg(&self, theme: &str) -> PyResult<String> {
        let title = title(&self.puzzle);
        let sheet = SolutionSheet {
            title: &title,
            puzzle: &self.puzzle,
            solution: &self.solution,
            columns: None,
            theme: word(theme)?,
        };
        sheet.svg().map_err(invalid)
    }

    fn gif<'py>(&self, py: Python<'py>, cell: NonZero<u16>) -> PyResult<Bound<'py, PyBytes>> {
        let film = GifAnimation {
            puzzle: &self.puzzle,
            solution: &self.solution,
            delay: 50,
            cell: cell.get(),
            theme: Theme::default(),
        };
        Ok(PyBytes::new(
            py,
            &py.detach(|| film.gif()).map_err(invalid)?,
        ))
    }
}

impl Solution {
    pub fn of(board: &Board, solution: &huarong::Solution) -> Self {
        Solution {
            puzzle: Arc::clone(&board.puzzle),
            solution: solution.clone(),
        }
    }
}

/// Returns the report as JSON, the reason if there is no proven solution, the peak of the frontier,
/// and the solution.
#[pyfunction]
pub fn solve(
    py: Python<'_>,
    board: &Board,
    algorithm: &str,
    seed: u64,
    options: Options,
) -> PyResult<(String, Option<String>, usize, Option<Solution>)> {
    let algorithm = match word(algorithm)? {
        Algorithm::DepthFirst(MoveOrder::Random { .. }) => {
            Algorithm::DepthFirst(MoveOrder::Random { seed })
        }
        other => other,
    };
    let search = sliding::Options::default()
        .with_algorithm(algorithm)
        .with_metric(options.metric()?)
        .with_limits(options.limits()?);
    let solved = options.run(py, |watch| {
        let mut solver = Solver::new(&board.puzzle, &search)?;
        solver.solve_with_observer(&mut |progress| watch.look(progress))
    })?;
    let report = solved.map_err(failed)?;
    let states = report.statistics.states;
    let reason = match (&report.outcome, report.stopped) {
        (_, Some(reason)) => Some(reason.to_string()),
        (Outcome::Exhausted, None) => sliding::impossible(&board.puzzle)
            .or_else(|| Some(format!("all {states} states seen, none solves it"))),
        (_, None) => None,
    };
    let solution = report
        .solution()
        .map(|solution| Solution::of(board, solution));
    Ok((
        json(&report)?,
        reason,
        report.statistics.peak_frontier,
        solution,
    ))
}

/// Returns the error of a search. A limit on memory may leave no room to begin.
fn failed(error: SolveError) -> PyErr {
    error.stopped().map_or_else(|| invalid(error), stopped)
}

fn json(report: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(report).map_err(invalid)
}

/// Returns why the moves are wrong, if they are; their number, their steps, and how many come after
/// the solution.
#[pyfunction]
pub fn verify(
    board: &Board,
    moves: &str,
    metric: Option<&str>,
) -> PyResult<(Option<String>, usize, usize, usize)> {
    let metric = metric.map(word).transpose()?;
    let solution = notation::parse(&board.puzzle, moves, metric).map_err(misread)?;
    let checked = solution::verify(&board.puzzle, &solution);
    let reason = checked.as_ref().err().map(ToString::to_string);
    let extra = checked.map_or(0, |report| report.extra_moves());
    Ok((reason, solution.len(), solution.steps(), extra))
}

/// Returns the exploration as JSON, the limit that was reached, the farthest positions from the
/// start, and those from the goals.
#[pyfunction]
pub fn explore(
    py: Python<'_>,
    board: &Board,
    options: Options,
) -> PyResult<(String, Option<String>, Vec<Board>, Vec<Board>)> {
    let explore = options.explore()?;
    let known = options.run(py, |watch| {
        Explorer::new(&board.puzzle, &explore)?
            .explore_with_observer(&mut |_, progress| watch.look(progress))
    })?;
    let known = known.map_err(failed)?;
    let boards = |profile: &sliding::LayerProfile| -> Vec<Board> {
        let at = profile.farthest.iter().filter_map(|anchors| {
            let title = board.puzzle.title().clone();
            board
                .puzzle
                .starting_at(anchors, title, PublishedOptimum::Unknown)
        });
        at.map(Board::from).collect()
    };
    let hardest = known.from_goals.known().map(boards).unwrap_or_default();
    let stopped = known.stopped.map(|stopped| stopped.reason.to_string());
    Ok((json(&known)?, stopped, boards(&known.from_start), hardest))
}

/// The score and its word, the effort, the length, the detours, the positions tried and the number
/// of solutions.
type Figures = (f64, &'static str, f64, usize, f64, usize, String);

/// Returns the figures, the limit that was reached, and the seconds.
#[pyfunction]
pub fn rate(
    py: Python<'_>,
    board: &Board,
    options: Options,
) -> PyResult<(Option<Figures>, Option<String>, f64)> {
    let explore = options.explore()?;
    let rating = options.run(py, |watch| {
        design::rate(&board.puzzle, &explore, &mut |progress| {
            watch.look(progress)
        })
    })?;
    let rating = rating.map_err(failed)?;
    let known = rating
        .score()
        .zip(rating.effort())
        .zip(rating.route.found());
    let figures = known.map(|((score, effort), route)| {
        let solutions = route.solutions.to_str_radix(16);
        let word = score.word();
        (
            score.value(),
            word,
            effort,
            route.moves,
            route.detours,
            route.tried,
            solutions,
        )
    });
    let stopped = rating.stopped().map(|reason| reason.to_string());
    Ok((figures, stopped, rating.elapsed.as_secs_f64()))
}

/// Returns a certificate, its claim and its number of positions.
#[pyfunction]
pub fn certificate<'py>(
    py: Python<'py>,
    board: &Board,
    options: Options,
) -> PyResult<(String, u64, Bound<'py, PyBytes>)> {
    let search = sliding::Options::default()
        .with_algorithm(Algorithm::BreadthFirst)
        .with_metric(options.metric()?)
        .with_limits(options.limits()?);
    let written = options.run(py, |watch| {
        let observer = &mut |progress: &_| watch.look(progress);
        let mut solver = proof::Certificate::solver(&board.puzzle, &search)?;
        let report = solver.solve_with_observer(observer)?;
        Ok::<_, proof::ProofError>(proof::write(&solver, &report, observer))
    })?;
    match written.map_err(invalid)? {
        Outcome::Found(found) => {
            let bytes = PyBytes::new(py, &found.bytes);
            Ok((found.claim.to_string(), found.positions, bytes))
        }
        Outcome::Stopped(reason) => Err(stopped(reason)),
        Outcome::Exhausted => Err(stopped("there is no certificate")),
    }
}

/// Returns the claim of a certificate, the positions it rests on, the puzzle and its metric.
#[pyfunction]
pub fn check_certificate(
    py: Python<'_>,
    data: &[u8],
    options: Options,
) -> PyResult<(String, u64, Board, &'static str)> {
    let checked = options.run(py, |watch| {
        proof::check(data, &mut |progress| watch.look(progress))
    })?;
    match checked.map_err(invalid)? {
        Outcome::Found(found) => {
            let claim = found.claim.to_string();
            let metric = found.metric.word();
            Ok((claim, found.positions, found.puzzle.into(), metric))
        }
        _ => Err(stopped("the check was interrupted")),
    }
}
