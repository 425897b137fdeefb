//! What a page asks about a map, in words.

use crate::backtrack::hamilton::Shape;
use crate::graph::{Leaper, Place};

/// What a page asks.
#[derive(Debug)]
pub(super) struct Question<'a> {
    pub(super) what: What,
    /// The piece whose leaps join the cells; without one, they are joined to their neighbours.
    pub(super) moves: Option<Leaper>,
    pub(super) shape: Shape,
    /// The most memory to take, in bytes.
    pub(super) most: Option<usize>,
    /// To be verified.
    pub(super) path: Vec<Place>,
    /// As its file is written.
    pub(super) map: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A path, or a cycle.
    Find,
    /// Whether there is exactly one.
    Unique,
    /// What the map is.
    Read,
    /// Whether this is a path, or a cycle.
    Verify,
    /// The text of a sliding-block puzzle, in whichever notation, as our own files are written.
    Convert,
}

impl<'a> Question<'a> {
    /// Reads a question; or why it is none.
    pub(super) fn read(text: &'a str) -> Result<Self, String> {
        let (head, map) = text.split_once("\n\n").ok_or("no map follows an empty line")?;
        let mut lines = head.lines();
        let what = match lines.next() {
            Some("find") => What::Find,
            Some("unique") => What::Unique,
            Some("read") => What::Read,
            Some("verify") => What::Verify,
            Some("convert") => What::Convert,
            other => return Err(format!("`{}` is no question", other.unwrap_or_default())),
        };
        let (shape, path) = (Shape::default(), Vec::new());
        let mut question = Question { what, moves: None, shape, most: None, path, map };
        for line in lines {
            question.heed(line).ok_or_else(|| format!("`{line}` says nothing"))?;
        }
        Ok(question)
    }

    fn heed(&mut self, line: &str) -> Option<()> {
        let (key, value) = line.split_once(": ")?;
        match (key, value) {
            ("moves", _) => {
                let Place { row: one, column: other } = place(value)?;
                let leaper = Leaper { short: one.min(other), long: one.max(other) };
                self.moves = Some(leaper).filter(|leaper| leaper.long > 0);
                self.moves?;
            }
            ("shape", "path") => self.shape = Shape::Path,
            ("shape", "cycle") => self.shape = Shape::Cycle,
            ("most", _) => self.most = Some(value.parse().ok()?),
            ("path", _) => self.path = value.split(' ').map(place).collect::<Option<_>>()?,
            _ => return None,
        }
        Some(())
    }
}

/// `2,3`: row 2, column 3, from 0.
fn place(text: &str) -> Option<Place> {
    let (row, column) = text.split_once(',')?;
    Some(Place { row: row.parse().ok()?, column: column.parse().ok()? })
}
