//! The output of `--json`: one object a line, its form named by its `schema`.

use std::io::{self, Write};
use std::time::Duration;

use huarong::Puzzle;
use huarong::control::Outcome;
use huarong::puzzle::{Metric, PublishedOptimum};
use huarong::sliding::{Options, Report};
use huarong::solution::{Move, Solution};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::value::RawValue;

use super::input::{self, Source};
use super::search;

/// Writes an object on a line of its own.
pub(crate) fn line(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    // As text first, so that what fails is the writing and nothing else.
    let text = serde_json::to_string(object).map_err(io::Error::other)?;
    writeln!(out, "{text}")
}

/// What `solve` says about a puzzle.
#[derive(Serialize)]
pub(crate) struct Solved<'a> {
    schema: &'static str,
    puzzle: &'a str,
    name: Option<&'a str>,
    algorithm: &'static str,
    metric: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    optimal: bool,
    length: Option<usize>,
    steps: Option<usize>,
    bound: Option<u32>,
    states: usize,
    seconds: f64,
    bytes: usize,
    solution: Option<Vec<Unit<'a>>>,
}

/// A unit of a solution.
#[derive(Serialize)]
struct Unit<'a> {
    piece: char,
    name: Option<&'a str>,
    from: [u8; 2],
    path: Vec<&'static str>,
}

impl<'a> Solved<'a> {
    pub(crate) fn new(
        source: &'a Source,
        algorithm: &'static str,
        options: &Options,
        report: &Report,
    ) -> Self {
        let found = found(report);
        let moves = |solution: &Solution| {
            solution.moves.iter().map(|unit| Unit::new(&source.puzzle, unit)).collect()
        };
        Solved {
            schema: "huarong/solve/1",
            puzzle: &source.pick,
            name: source.puzzle.title().name.as_deref(),
            algorithm,
            metric: options.metric.word(),
            outcome: search::outcome_word(report),
            reason: reason(report),
            optimal: report.optimal,
            length: found.map(Solution::len),
            steps: found.map(Solution::steps),
            bound: report.bound,
            states: report.statistics.states,
            seconds: report.statistics.elapsed.as_secs_f64(),
            bytes: report.statistics.bytes,
            solution: found.map(moves),
        }
    }
}

impl<'a> Unit<'a> {
    fn new(puzzle: &'a Puzzle, unit: &Move) -> Self {
        let piece = &puzzle.pieces()[unit.piece];
        Unit {
            piece: piece.letter,
            name: piece.name.as_deref(),
            from: [unit.from.row, unit.from.column],
            path: unit.path.iter().map(|direction| direction.word()).collect(),
        }
    }
}

/// A solution that `solve --all` lists.
#[derive(Serialize)]
pub(crate) struct ListedSolution<'a> {
    schema: &'static str,
    puzzle: &'a str,
    /// Its place in the list, from 1.
    number: usize,
    length: usize,
    steps: usize,
    solution: Vec<Unit<'a>>,
}

impl<'a> ListedSolution<'a> {
    pub(crate) fn new(source: &'a Source, number: usize, solution: &Solution) -> Self {
        ListedSolution {
            schema: "huarong/solution/1",
            puzzle: &source.pick,
            number,
            length: solution.len(),
            steps: solution.steps(),
            solution: solution.moves.iter().map(|unit| Unit::new(&source.puzzle, unit)).collect(),
        }
    }
}

/// What `solve --all` says about a puzzle, after its solutions.
#[derive(Serialize)]
pub(crate) struct AllSolved<'a> {
    schema: &'static str,
    puzzle: &'a str,
    name: Option<&'a str>,
    metric: &'static str,
    outcome: &'static str,
    length: Option<usize>,
    /// How many there are in all.
    count: Option<Box<RawValue>>,
    listed: usize,
    seconds: f64,
}

impl<'a> AllSolved<'a> {
    /// With the length of the solutions and their number, where they are known.
    pub(crate) fn new(
        source: &'a Source,
        metric: Metric,
        outcome: &'static str,
        all: Option<(usize, &BigUint)>,
        listed: usize,
    ) -> Self {
        let number = |count: &BigUint| RawValue::from_string(count.to_string());
        AllSolved {
            schema: "huarong/solve-all/1",
            puzzle: &source.pick,
            name: source.puzzle.title().name.as_deref(),
            metric: metric.word(),
            outcome,
            length: all.map(|(length, _)| length),
            count: all.map(|(_, count)| number(count).expect("digits are a number")),
            listed,
            seconds: 0.0,
        }
    }

    pub(crate) fn after(self, elapsed: Duration) -> Self {
        AllSolved { seconds: elapsed.as_secs_f64(), ..self }
    }
}

/// What `compare` says about a puzzle.
#[derive(Serialize)]
pub(crate) struct Compared<'a> {
    schema: &'static str,
    puzzle: &'a str,
    name: Option<&'a str>,
    metric: &'static str,
    runs: Vec<Run>,
}

/// One of the searches that are compared.
#[derive(Serialize)]
struct Run {
    algorithm: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    optimal: bool,
    length: Option<usize>,
    steps: Option<usize>,
    visited: usize,
    states: usize,
    peak_frontier: usize,
    seconds: f64,
    bytes: usize,
}

impl<'a> Compared<'a> {
    pub(crate) fn new(source: &'a Source, metric: Metric, runs: &[(Options, Report)]) -> Self {
        Compared {
            schema: "huarong/compare/1",
            puzzle: &source.pick,
            name: source.puzzle.title().name.as_deref(),
            metric: metric.word(),
            runs: runs.iter().map(|(options, report)| Run::new(options, report)).collect(),
        }
    }
}

impl Run {
    fn new(options: &Options, report: &Report) -> Self {
        let found = found(report);
        Run {
            algorithm: options.algorithm.word(),
            outcome: search::outcome_word(report),
            reason: reason(report),
            optimal: report.optimal,
            length: found.map(Solution::len),
            steps: found.map(Solution::steps),
            visited: report.statistics.expanded,
            states: report.statistics.states,
            peak_frontier: report.statistics.peak_frontier,
            seconds: report.statistics.elapsed.as_secs_f64(),
            bytes: report.statistics.bytes,
        }
    }
}

/// What `list` says about a puzzle.
#[derive(Serialize)]
pub(crate) struct Listed<'a> {
    schema: &'static str,
    puzzle: &'a str,
    family: &'a str,
    names: Vec<&'a str>,
    chinese: Option<&'a str>,
    rows: u8,
    columns: u8,
    pieces: usize,
    empties: usize,
    impossible: bool,
    best: Lengths,
    source: Option<&'a str>,
}

/// Published optima.
#[derive(Default, Serialize)]
struct Lengths {
    #[serde(rename = "move")]
    moves: Option<u32>,
    slide: Option<u32>,
    step: Option<u32>,
}

impl<'a> Listed<'a> {
    pub(crate) fn new(family: &'a str, source: &'a Source) -> Self {
        let puzzle = &source.puzzle;
        let best = match puzzle.best() {
            PublishedOptimum::Known(best) => {
                Lengths { moves: best.moves, slide: best.slides, step: best.steps }
            }
            PublishedOptimum::Unknown | PublishedOptimum::Impossible => Lengths::default(),
        };
        Listed {
            schema: "huarong/list/1",
            puzzle: &source.pick,
            family,
            names: puzzle.title().names().collect(),
            chinese: input::chinese(puzzle),
            rows: puzzle.grid().rows(),
            columns: puzzle.grid().columns(),
            pieces: puzzle.pieces().len(),
            empties: puzzle.empties(),
            impossible: puzzle.best() == PublishedOptimum::Impossible,
            best,
            source: puzzle.title().source.as_deref(),
        }
    }
}

fn found(report: &Report) -> Option<&Solution> {
    match &report.outcome {
        Outcome::Found(solution) => Some(solution),
        Outcome::Exhausted | Outcome::Stopped(_) => None,
    }
}

fn reason(report: &Report) -> Option<&'static str> {
    match report.outcome {
        Outcome::Stopped(reason) => Some(search::reason_word(reason)),
        Outcome::Found(_) | Outcome::Exhausted => None,
    }
}
