//! The protocol between a page and its modules.
//!
//! A request is lines: its task, parameters as `key: value`, an empty line, and the text that it is
//! about. A response is a JSON object. Its key `answer` names its kind:
//! `{"answer":"checked","flaw":null}`.

use std::str::FromStr;

use crate::{
    control::{Limits, StopReason},
    excerpt::ParseError,
    grid::Cell,
    puzzle::{Metric, PieceId, Puzzle, RestartedPuzzle},
    render::json::{Written, object},
    solution::Solution,
};

const NO_ROOM: &str = "the pieces cannot stand there";

/// A row and a column, from 0.
pub type PlaceJson = [u32; 2];

/// A piece and its steps in one move: `U`, `L`, `R`, `D`.
pub type MoveJson = (PieceId, String);

/// A response as JSON.
pub struct Response(pub String);

/// A response, or the response that explains a failure.
pub type Answer = Result<Response, Response>;

impl Response {
    /// Returns a response of this kind with these values.
    pub fn new(kind: &str, Written(values): Written) -> Self {
        let Written(head) = object! { "answer": kind };
        Response(head.replacen('}', ",", 1) + &values[1..])
    }

    /// Returns the response to a search that reached a limit.
    pub fn stopped(reason: StopReason, states: u64) -> Self {
        Response::new(
            "stopped",
            object! { "reason": reason.word(), "states": states },
        )
    }

    /// Returns the response to a search without a solution or a path, and the reason if it has one.
    pub fn impossible(why: Option<&str>, states: u64) -> Self {
        Response::new("impossible", object! { "why": why, "states": states })
    }
}

impl Response {
    /// Returns the response to an invalid text: the place of the error, from 1, and how to fix it.
    pub fn misplaced(error: &ParseError) -> Self {
        Response::new(
            "wrong",
            object! {
                "why": error.message,
                "line": error.line,
                "column": error.column,
                "help": error.help,
            },
        )
    }
}

impl<T: ToString> From<T> for Response {
    fn from(why: T) -> Self {
        Response::new("wrong", object! { "why": why.to_string() })
    }
}

/// A request of a page.
pub struct Request<'a> {
    pub task: &'a str,
    parameters: &'a str,
    /// The text of a puzzle or a map.
    pub text: &'a str,
}

impl<'a> Request<'a> {
    /// Parses a request, and returns its response as JSON.
    pub fn answer(request: &'a str, answer: impl FnOnce(&Self) -> Answer) -> String {
        let Some((head, text)) = request.split_once("\n\n") else {
            return Response::from("the request has no empty line").0;
        };
        let (task, parameters) = head.split_once('\n').unwrap_or((head, ""));
        let request = Request {
            task,
            parameters,
            text,
        };
        answer(&request).unwrap_or_else(|failure| failure).0
    }

    /// Returns the response to an unknown task.
    pub fn unknown(&self) -> Answer {
        Err(format!("unknown task `{}`", self.task).into())
    }

    /// Parses the value of a parameter. Returns `None` if the request lacks the parameter.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn value<T>(
        &self,
        key: &str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let mut lines = self.parameters.lines();
        let value = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        value
            .map(|value| parse(value).ok_or_else(|| format!("invalid value of `{key}`: `{value}`")))
            .transpose()
    }

    /// Returns the limits of a search: the parameter `memory`, in bytes.
    ///
    /// # Errors
    /// The value is no number.
    pub fn limits(&self) -> Result<Limits, String> {
        Ok(Limits {
            max_bytes: self.value("memory", |value| value.parse().ok())?,
            ..Limits::default()
        })
    }

    /// Returns the metric of the moves.
    ///
    /// # Errors
    /// The metric is unknown.
    pub fn metric(&self) -> Result<Metric, String> {
        let metric = self.value("metric", |word| word.parse().ok())?;
        Ok(metric.unwrap_or_default())
    }

    /// Parses the puzzle.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub fn puzzle(&self) -> Result<Puzzle, Response> {
        self.text
            .parse()
            .map_err(|error| Response::misplaced(&error))
    }

    /// Returns the anchors of the pieces: the parameter `at`, or their places at the start. A
    /// page's pieces keep their numbers.
    ///
    /// # Errors
    /// An anchor is invalid.
    pub fn anchors(&self, puzzle: &Puzzle) -> Result<Vec<Cell>, String> {
        let cell = |[row, column]: [u8; 2]| Cell { row, column };
        let places = self.value("at", pairs)?;
        Ok(places.map_or_else(
            || puzzle.pieces().iter().map(|piece| piece.anchor).collect(),
            |places| places.into_iter().map(cell).collect(),
        ))
    }

    /// Returns the puzzle that starts with the pieces at their anchors.
    ///
    /// # Errors
    /// The reason why the puzzle or the anchors are invalid.
    pub fn restarted(&self) -> Result<RestartedPuzzle, Response> {
        let puzzle = self.puzzle()?;
        puzzle
            .with_start(&self.anchors(&puzzle)?)
            .ok_or_else(|| NO_ROOM.into())
    }
}

/// Parses pairs of numbers: `0,1 2,3`.
pub fn pairs<T: FromStr>(text: &str) -> Option<Vec<[T; 2]>> {
    text.split_whitespace()
        .map(|pair| {
            let (one, other) = pair.split_once(',')?;
            Some([one.parse().ok()?, other.parse().ok()?])
        })
        .collect()
}

/// Returns the moves of a solution, with the pieces as the page numbers them.
pub fn moves_json(solution: &Solution, origins: &[PieceId]) -> Vec<MoveJson> {
    solution
        .iter()
        .map(|unit| {
            let steps = unit.path.iter().map(|step| step.letter());
            (origins[unit.piece], steps.collect())
        })
        .collect()
}
