//! What a page asks, in words.

use crate::grid::{Cell, Direction};
use crate::puzzle::{Metric, PieceId};

/// What a page asks.
#[derive(Debug)]
pub(super) struct Question<'a> {
    pub(super) what: What,
    /// Where the anchors of the pieces stand; without this, where the puzzle begins.
    pub(super) at: Option<Vec<Cell>>,
    pub(super) metric: Metric,
    /// The most memory to take, in bytes.
    pub(super) most: Option<usize>,
    /// To be verified.
    pub(super) moves: Vec<(PieceId, Vec<Direction>)>,
    /// As its file is written.
    pub(super) puzzle: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The shortest solution from here.
    Solve,
    /// What can be reached from here.
    Explore,
    /// Whether these moves are legal, and solve it.
    Verify,
    /// What a page says of the puzzle.
    Show,
}

impl<'a> Question<'a> {
    /// Reads a question; or why it is none.
    pub(super) fn read(text: &'a str) -> Result<Self, String> {
        let (head, puzzle) = text.split_once("\n\n").ok_or("no puzzle follows an empty line")?;
        let mut lines = head.lines();
        let what = match lines.next() {
            Some("solve") => What::Solve,
            Some("explore") => What::Explore,
            Some("verify") => What::Verify,
            Some("show") => What::Show,
            other => return Err(format!("`{}` is no question", other.unwrap_or_default())),
        };
        let metric = Metric::default();
        let mut question =
            Question { what, at: None, metric, most: None, moves: Vec::new(), puzzle };
        for line in lines {
            question.heed(line).ok_or_else(|| format!("`{line}` says nothing"))?;
        }
        Ok(question)
    }

    fn heed(&mut self, line: &str) -> Option<()> {
        let (key, value) = line.split_once(": ")?;
        match key {
            "at" => self.at = Some(value.split(' ').map(place).collect::<Option<_>>()?),
            "metric" => self.metric = Metric::ALL.into_iter().find(|it| it.to_string() == value)?,
            "most" => self.most = Some(value.parse().ok()?),
            "moves" => self.moves = value.split(' ').map(unit).collect::<Option<_>>()?,
            _ => return None,
        }
        Some(())
    }
}

/// `2,3`: row 2, column 3, from 0.
fn place(text: &str) -> Option<Cell> {
    let (row, column) = text.split_once(',')?;
    Some(Cell { row: row.parse().ok()?, column: column.parse().ok()? })
}

/// `12RRD`: piece 12 two to the right and one down.
fn unit(text: &str) -> Option<(PieceId, Vec<Direction>)> {
    let (piece, letters) = text.split_at(text.find(|it: char| !it.is_ascii_digit())?);
    let way = |letter| Direction::ALL.into_iter().find(|way| way.letter() == letter);
    Some((piece.parse().ok()?, letters.chars().map(way).collect::<Option<_>>()?))
}
