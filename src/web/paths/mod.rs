//! Paths, cycles and tours over maps.
//!
//! ```text
//! find
//! moves: 1,2
//! shape: cycle
//!
//! S . .
//! ...
//! ```
//!
//! asks for a cycle of knight's moves over the map that follows as its file is written; without `moves:`
//! it goes from cells to their neighbours, without `shape:` it is a path. `unique` asks whether there is
//! exactly one, `read` what the map is, `verify` what is wrong with the `path:`, whose rows and columns
//! count from 0, `0,0 1,2`. `most:` is the most memory to take, in bytes.
//!
//! This module is loaded when it is needed, so that it also has what pages seldom need of puzzles:
//! `convert` reads the text of one in any notation and writes it as our files are written.

mod problem;
mod question;
#[cfg(test)]
mod tests;

use serde::Serialize;

use self::problem::{Failure, Problem};
use self::question::{Question, What};
use crate::backtrack::Statistics;
use crate::control::{Observer, StopReason};
use crate::graph::text::{ParseError, parse_map};
use crate::graph::{Map, Place, Vertex, all};
use crate::notation;

/// Row and column, both from 0.
type Pair = [u32; 2];

/// What a page is told.
#[derive(Serialize, PartialEq, Eq, Debug)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum Answer {
    /// The cells in the order of the path. For `unique`, whether there is no other.
    Found {
        path: Vec<Pair>,
        #[serde(skip_serializing_if = "Option::is_none")]
        unique: Option<bool>,
        states: u64,
    },
    /// It is proven that there is none.
    Impossible { why: String, states: u64 },
    /// What the map is.
    Map(Sheet),
    /// The path is what is asked for, or what is wrong with it.
    Verified { flaw: Option<String> },
    /// A sliding-block puzzle as its file is written.
    Puzzle { text: String },
    /// Memory or time did not do.
    Stopped { reason: StopReason, states: u64 },
    /// The question is none, or the map, or it makes no sense. A text is wrong somewhere.
    Wrong {
        why: String,
        #[serde(flatten)]
        place: Option<Spot>,
    },
}

/// A map, for those who cannot read it.
#[derive(Serialize, PartialEq, Eq, Debug)]
struct Sheet {
    rows: u32,
    columns: u32,
    holes: Vec<Pair>,
    walls: Vec<[Pair; 2]>,
    start: Option<Pair>,
    end: Option<Pair>,
    /// Where the numbers stand, from 1 on.
    numbers: Vec<Pair>,
    /// Where one can go from each place, row by row; places are numbered so, from 0.
    steps: Vec<Vec<u32>>,
}

/// Where a text is wrong, from 1, and what to do about it.
#[derive(Serialize, PartialEq, Eq, Debug)]
struct Spot {
    line: usize,
    column: usize,
    help: String,
}

impl Answer {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("there are no maps and no numbers that JSON lacks")
    }
}

impl From<ParseError> for Answer {
    fn from(error: ParseError) -> Self {
        let ParseError { line, column, ref kind, .. } = error;
        let place = Spot { line, column, help: error.help() };
        Answer::Wrong { why: kind.to_string(), place: Some(place) }
    }
}

/// Answers a question. The observer is told how far it is, and may end it.
#[must_use]
pub fn answer(question: &str, observer: Observer<'_>) -> String {
    let wrong = |why| Answer::Wrong { why, place: None };
    let told = match Question::read(question) {
        Ok(Question { what: What::Convert, map: text, .. }) => convert(text).unwrap_or_else(wrong),
        Ok(asked) => match parse_map(asked.map.as_bytes()) {
            Ok(map) => told(&asked, map, observer).unwrap_or_else(wrong),
            Err(error) => error.into(),
        },
        Err(why) => wrong(why),
    };
    told.json()
}

/// The first puzzle of a text.
fn convert(text: &str) -> Result<Answer, String> {
    let reading = notation::read_any(text, None).map_err(|error| error.to_string())?;
    let puzzle = reading.puzzles.first().ok_or("there is no puzzle in this text")?;
    Ok(Answer::Puzzle { text: puzzle.to_string() })
}

fn told(asked: &Question<'_>, map: Map, observer: Observer<'_>) -> Result<Answer, String> {
    if asked.what == What::Read {
        let leaps = asked.moves.map(|leaper| map.leaps(leaper));
        let graph = leaps.as_ref().unwrap_or_else(|| map.graph());
        return Ok(Answer::Map(Sheet::new(&map, |vertex| graph.neighbours(vertex))));
    }
    let problem = Problem::new(asked, map)?;
    if asked.what == What::Verify {
        return Ok(Answer::Verified { flaw: problem.flaw(&asked.path) });
    }
    let path = |vertices: &[Vertex]| {
        let places = problem.map.places();
        vertices.iter().map(|&vertex| pair(places[vertex as usize])).collect()
    };
    let (found, unique, Statistics { nodes: states, .. }) = if asked.what == What::Unique {
        let (found, statistics) = problem.find_two(observer);
        let unique = found.as_ref().map_or(0, Vec::len) == 1;
        (found.map(|mut paths| paths.swap_remove(0)), Some(unique), statistics)
    } else {
        let (found, statistics) = problem.find(observer);
        (found, None, statistics)
    };
    Ok(match found {
        Ok(found) => Answer::Found { path: path(&found), unique, states },
        Err(Failure::Impossible(why)) => Answer::Impossible { why, states },
        Err(Failure::Stopped(reason)) => Answer::Stopped { reason, states },
    })
}

impl Sheet {
    fn new<'a>(map: &Map, steps: impl Fn(Vertex) -> &'a [Vertex]) -> Self {
        let (rows, columns) = (map.rows(), map.columns());
        let of_cells = map.places();
        let at = |vertex: Vertex| pair(of_cells[vertex as usize]);
        let number = |vertex: Vertex| {
            let Place { row, column } = of_cells[vertex as usize];
            row * columns + column
        };
        let places =
            (0..rows).flat_map(|row| (0..columns).map(move |column| Place { row, column }));
        let holes = places.filter(|&place| map.vertex_at(place).is_none()).map(pair).collect();
        let mut numbered = vec![Vec::new(); rows as usize * columns as usize];
        for vertex in all(of_cells.len()) {
            let onward = steps(vertex).iter().map(|&to| number(to));
            numbered[number(vertex) as usize] = onward.collect();
        }
        Sheet {
            rows,
            columns,
            holes,
            walls: map.walls().into_iter().map(|(one, other)| [pair(one), pair(other)]).collect(),
            start: map.start.map(at),
            end: map.end.map(at),
            numbers: map.waypoints.iter().map(|&stop| at(stop)).collect(),
            steps: numbered,
        }
    }
}

const fn pair(place: Place) -> Pair {
    [place.row, place.column]
}
