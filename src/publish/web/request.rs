//! Requests about a puzzle: a word, further lines, an empty line, and the puzzle as its file is
//! written.

use crate::control::Limits;
use crate::grid::{Cell, Direction};
use crate::puzzle::text::ParseError;
use crate::puzzle::{Metric, PieceId, Puzzle, RestartedPuzzle};
use crate::solution::{Move, Solution};

pub const NO_ROOM: &str = "the pieces cannot stand there";

/// A move in a response: the piece and the ways that it goes, `U`, `L`, `R`, `D`.
pub type MoveJson = (PieceId, String);

/// Returns the moves of a solution, with the pieces as the page numbers them.
pub fn moves_json(solution: &Solution, origins: &[PieceId]) -> Vec<MoveJson> {
    let told = |unit: Move| {
        (
            origins[unit.piece],
            unit.path.iter().map(|way| way.letter()).collect(),
        )
    };
    solution.iter().map(told).collect()
}

/// A request of a page.
#[derive(Debug)]
pub struct PageRequest<'a> {
    /// What is asked.
    pub word: &'a str,
    /// The anchors of the pieces; `None` for the start.
    pub at: Option<Vec<Cell>>,
    pub metric: Metric,
    /// The limit on memory, in bytes.
    pub most: Option<usize>,
    /// To be verified.
    pub moves: Vec<(PieceId, Vec<Direction>)>,
    /// As its file is written.
    pub puzzle: &'a str,
}

impl<'a> PageRequest<'a> {
    /// Parses a request.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub fn read(text: &'a str) -> Result<Self, String> {
        let (head, puzzle) = text
            .split_once("\n\n")
            .ok_or("no puzzle follows an empty line")?;
        let mut lines = head.lines();
        let word = lines.next().unwrap_or_default();
        let metric = Metric::default();
        let mut question = PageRequest {
            word,
            at: None,
            metric,
            most: None,
            moves: Vec::new(),
            puzzle,
        };
        for line in lines {
            question
                .heed(line)
                .ok_or_else(|| format!("`{line}` says nothing"))?;
        }
        Ok(question)
    }

    /// Returns the limits of a search.
    pub fn limits(&self) -> Limits {
        Limits {
            max_bytes: self.most,
            ..Limits::default()
        }
    }

    /// Parses the puzzle.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub fn puzzle(&self) -> Result<Puzzle, String> {
        self.puzzle
            .parse()
            .map_err(|error: ParseError| error.to_string())
    }

    /// Returns the puzzle that starts with the pieces where they stand.
    ///
    /// # Errors
    /// The reason why they cannot, or why the puzzle is invalid.
    pub fn restarted(&self) -> Result<RestartedPuzzle, String> {
        let puzzle = self.puzzle()?;
        let start = || puzzle.pieces().iter().map(|piece| piece.anchor).collect();
        let anchors: Vec<Cell> = self.at.clone().unwrap_or_else(start);
        puzzle
            .with_start(&anchors)
            .ok_or_else(|| NO_ROOM.to_owned())
    }

    fn heed(&mut self, line: &str) -> Option<()> {
        let (key, value) = line.split_once(": ")?;
        match key {
            "at" => self.at = Some(value.split(' ').map(cell).collect::<Option<_>>()?),
            "metric" => self.metric = Metric::ALL.into_iter().find(|it| it.to_string() == value)?,
            "most" => self.most = Some(value.parse().ok()?),
            "moves" => self.moves = value.split(' ').map(piece_move).collect::<Option<_>>()?,
            _ => return None,
        }
        Some(())
    }
}

/// Parses a row and a column from 0: `2,3`.
fn cell(text: &str) -> Option<Cell> {
    let (row, column) = text.split_once(',')?;
    Some(Cell {
        row: row.parse().ok()?,
        column: column.parse().ok()?,
    })
}

/// Parses a move: `12RRD` is piece 12, two cells right and one down.
fn piece_move(text: &str) -> Option<(PieceId, Vec<Direction>)> {
    let (piece, letters) = text.split_at(text.find(|it: char| !it.is_ascii_digit())?);
    let way = |letter| {
        Direction::ALL
            .into_iter()
            .find(|way| way.letter() == letter)
    };
    Some((
        piece.parse().ok()?,
        letters.chars().map(way).collect::<Option<_>>()?,
    ))
}
