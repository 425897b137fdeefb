//! Requests about a puzzle: a word, further lines, an empty line, and the puzzle as its file is
//! written.

use crate::control::Limits;
use crate::grid::{Cell, Direction};
use crate::puzzle::text::ParseError;
use crate::puzzle::{Metric, PieceId, Puzzle};

/// A request of a page.
#[derive(Debug)]
pub(super) struct PageRequest<'a> {
    /// What is asked.
    pub(super) word: &'a str,
    /// The anchors of the pieces; `None` for the start.
    pub(super) at: Option<Vec<Cell>>,
    pub(super) metric: Metric,
    /// The limit on memory, in bytes.
    pub(super) most: Option<usize>,
    /// To be verified.
    pub(super) moves: Vec<(PieceId, Vec<Direction>)>,
    /// As its file is written.
    pub(super) puzzle: &'a str,
}

impl<'a> PageRequest<'a> {
    /// Parses a request.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub(super) fn read(text: &'a str) -> Result<Self, String> {
        let (head, puzzle) = text.split_once("\n\n").ok_or("no puzzle follows an empty line")?;
        let mut lines = head.lines();
        let word = lines.next().unwrap_or_default();
        let metric = Metric::default();
        let mut question =
            PageRequest { word, at: None, metric, most: None, moves: Vec::new(), puzzle };
        for line in lines {
            question.heed(line).ok_or_else(|| format!("`{line}` says nothing"))?;
        }
        Ok(question)
    }

    /// Returns the limits of a search.
    pub(super) fn limits(&self) -> Limits {
        Limits { max_bytes: self.most, ..Limits::default() }
    }

    /// Parses the puzzle.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub(super) fn puzzle(&self) -> Result<Puzzle, String> {
        self.puzzle.parse().map_err(|error: ParseError| error.to_string())
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
    Some(Cell { row: row.parse().ok()?, column: column.parse().ok()? })
}

/// Parses a move: `12RRD` is piece 12, two cells right and one down.
fn piece_move(text: &str) -> Option<(PieceId, Vec<Direction>)> {
    let (piece, letters) = text.split_at(text.find(|it: char| !it.is_ascii_digit())?);
    let way = |letter| Direction::ALL.into_iter().find(|way| way.letter() == letter);
    Some((piece.parse().ok()?, letters.chars().map(way).collect::<Option<_>>()?))
}
