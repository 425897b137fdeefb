//! The protocol between a page and its modules, in JSON.
//!
//! A request is an object with one key, which names the task: `{"solve": {"puzzle": "A . ."}}`.
//! A response has the key `answer`, which names its kind: `{"answer": "legal", "solved": true}`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::control::{Limits, StopReason};
use crate::grid::{Cell, Direction};
use crate::puzzle::text::ParseError;
use crate::puzzle::{Metric, PieceId, Puzzle, RestartedPuzzle};
use crate::solution::Solution;

pub const NO_ROOM: &str = "the pieces cannot stand there";

/// A row and a column of a puzzle, from 0.
pub type CellJson = [u8; 2];

/// A row and a column of a map, from 0.
pub type PlaceJson = [u32; 2];

/// A piece and its steps in one move: `U`, `L`, `R`, `D`.
pub type MoveJson = (PieceId, String);

/// A response, or the response that explains a failure.
pub type Answer = Result<Response, Response>;

/// The response to a page.
#[derive(Serialize, Debug)]
#[serde(tag = "answer", rename_all = "lowercase")]
pub enum Response {
    /// A solution. A shortest one has the number of positions that were searched.
    Solved {
        moves: Vec<MoveJson>,
        #[serde(skip_serializing_if = "Option::is_none")]
        states: Option<u64>,
    },
    /// No solution or no path exists.
    Impossible {
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<String>,
        states: u64,
    },
    /// A limit on memory or time was reached.
    Stopped { reason: StopReason, states: u64 },
    /// The request or its text is invalid.
    Wrong { why: String },
    /// The map is invalid: the place of the error in its text, from 1, and how to fix it.
    #[serde(rename = "wrong")]
    Misplaced {
        why: String,
        line: usize,
        column: usize,
        help: String,
    },
    /// The number of positions by their distance from the start. If a goal is reachable, also the
    /// largest distance to the nearest goal, and the anchors of a position at that distance.
    Explored {
        layers: Vec<u64>,
        hardest: Option<usize>,
        farthest: Option<Vec<CellJson>>,
    },
    /// The moves are legal.
    Legal { solved: bool },
    /// A certificate: its claim, the number of its positions, and the file in base64.
    Proof {
        claim: String,
        positions: u64,
        file: String,
    },
    /// The cells in the order of the path. For `unique`, whether the path is the only one.
    Found {
        path: Vec<PlaceJson>,
        #[serde(skip_serializing_if = "Option::is_none")]
        unique: Option<bool>,
        states: u64,
    },
    /// The data of a map.
    Map {
        rows: u32,
        columns: u32,
        holes: Vec<PlaceJson>,
        walls: Vec<[PlaceJson; 2]>,
        start: Option<PlaceJson>,
        end: Option<PlaceJson>,
        /// The places of the numbers, from 1 on.
        numbers: Vec<PlaceJson>,
        /// The neighbours of each place, row by row; places are numbered in this order, from 0.
        steps: Vec<Vec<u32>>,
    },
    /// The flaw of a path; `None` for a correct one.
    Verified { flaw: Option<String> },
    /// The number of paths, in decimal digits, and whether there may be more.
    Counted { number: String, more: bool },
    /// A generated puzzle as its file is written. For a zip, the positions that the solver tries.
    Made {
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        states: Option<u64>,
    },
    /// A sliding-block puzzle as its file is written, and the assumptions about its text.
    Puzzle { text: String, notes: Vec<String> },
    /// A response that is written as JSON already.
    #[serde(skip)]
    Json(String),
}

impl<T: ToString> From<T> for Response {
    fn from(why: T) -> Self {
        Response::Wrong {
            why: why.to_string(),
        }
    }
}

/// Parses a request and returns its response as JSON.
pub fn respond<Q: DeserializeOwned>(text: &str, answer: impl FnOnce(Q) -> Answer) -> String {
    let response = match serde_json::from_str(text) {
        Ok(request) => answer(request).unwrap_or_else(|failure| failure),
        Err(error) => format!("invalid request: {error}").into(),
    };
    match response {
        Response::Json(text) => text,
        response => serde_json::to_string(&response)
            .expect("there are no maps and no numbers that JSON lacks"),
    }
}

/// Returns the moves of a solution, with the pieces as the page numbers them.
pub fn moves_json(solution: &Solution, origins: &[PieceId]) -> Vec<MoveJson> {
    let moves = solution.iter();
    let json = moves.map(|unit| {
        let steps = unit.path.iter().map(|step| step.letter());
        (origins[unit.piece], steps.collect())
    });
    json.collect()
}

/// Parses the steps of a move.
///
/// # Errors
/// The letter that is no direction.
pub fn path(steps: &str) -> Result<Vec<Direction>, String> {
    let direction = |letter| {
        let mut directions = Direction::ALL.into_iter();
        directions
            .find(|direction| direction.letter() == letter)
            .ok_or_else(|| format!("unknown direction `{letter}`"))
    };
    steps.chars().map(direction).collect()
}

/// A puzzle and the parameters of a task.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRequest {
    /// The puzzle as its file is written.
    pub puzzle: String,
    /// The anchors of the pieces; `None` for the start. A page's pieces keep their numbers.
    pub at: Option<Vec<CellJson>>,
    #[serde(default)]
    pub metric: Metric,
    /// The limit on memory, in bytes.
    pub memory: Option<usize>,
    /// The moves to verify.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
}

impl PuzzleRequest {
    /// Returns the limits of a search.
    pub fn limits(&self) -> Limits {
        Limits {
            max_bytes: self.memory,
            ..Limits::default()
        }
    }

    /// Parses the puzzle.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub fn puzzle(&self) -> Result<Puzzle, ParseError> {
        self.puzzle.parse()
    }

    /// Returns the anchors of the pieces.
    pub fn anchors(&self, puzzle: &Puzzle) -> Vec<Cell> {
        match &self.at {
            Some(places) => {
                let places = places.iter();
                places.map(|&[row, column]| Cell { row, column }).collect()
            }
            None => puzzle.pieces().iter().map(|piece| piece.anchor).collect(),
        }
    }

    /// Returns the puzzle that starts with the pieces at their anchors.
    ///
    /// # Errors
    /// The reason why the puzzle or the anchors are invalid.
    pub fn restarted(&self) -> Result<RestartedPuzzle, Response> {
        let puzzle = self.puzzle()?;
        let restarted = puzzle.with_start(&self.anchors(&puzzle));
        restarted.ok_or_else(|| NO_ROOM.into())
    }
}
