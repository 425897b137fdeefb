//! STUB, to be replaced at the merge.
use std::fmt;
use std::io::Read;
use std::str::FromStr;

use super::{Best, Draft, Drawing, Finish, Movement, Optimum, Puzzle};

/// Stub.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ParseError {
    /// Stub.
    pub line: usize,
    /// Stub.
    pub column: usize,
    /// Stub.
    pub width: usize,
    /// Stub.
    pub text: String,
    /// Stub.
    pub kind: String,
}
impl ParseError {
    /// Stub.
    pub fn help(&self) -> String {
        "mend it".to_owned()
    }
}
/// Stub.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Stub.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Stub.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// Stub.
    #[error("too large")]
    TooLarge,
}
/// Stub.
pub fn read(reader: impl Read) -> Result<Vec<Puzzle>, ReadError> {
    let mut bytes = Vec::new();
    reader.take(1 << 24).read_to_end(&mut bytes)?;
    if bytes.len() == 1 << 24 {
        return Err(ReadError::TooLarge);
    }
    Ok(parse_bytes(&bytes)?)
}
/// Stub.
pub fn parse_bytes(bytes: &[u8]) -> Result<Vec<Puzzle>, ParseError> {
    parse(str::from_utf8(bytes).map_err(|_| fail(1, "not UTF-8", ""))?)
}
fn fail(line: usize, kind: &str, text: &str) -> ParseError {
    ParseError { line, column: 1, width: 1, text: text.to_owned(), kind: kind.to_owned() }
}
/// Stub.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let mut puzzles = Vec::new();
    let mut draft = Draft::default();
    let mut goal = false;
    for (n, line) in (1..).zip(text.lines().chain(["==="])) {
        if line.starts_with(';') || line.trim().is_empty() {
            continue;
        }
        if line == "===" {
            puzzles.push(
                std::mem::take(&mut draft).check().map_err(|e| fail(n, &e.to_string(), line))?,
            );
            goal = false;
        } else if line == "goal:" {
            goal = true;
            draft.goals.push(Drawing::default());
        } else if let Some((key, value)) = line.split_once(": ") {
            header(&mut draft, key, value).ok_or_else(|| fail(n, "unknown key", line))?;
        } else {
            let row = line.chars().filter(|c| !c.is_whitespace()).collect();
            let last = draft.goals.last_mut().filter(|_| goal);
            last.unwrap_or(&mut draft.frame).rows.push(row);
        }
    }
    Ok(puzzles)
}
fn header(draft: &mut Draft, key: &str, value: &str) -> Option<()> {
    match key {
        "name" => draft.title.name = Some(value.to_owned()),
        "source" => draft.title.source = Some(value.to_owned()),
        "note" => draft.title.note = Some(value.to_owned()),
        "pieces" if value == "axis" => draft.movement = Movement::Axis,
        "finish" if value == "clear" => draft.finish = Finish::Clear,
        "best" if value == "impossible" => draft.best = Best::Impossible,
        "best" => {
            let mut optimum = Optimum::default();
            for word in value.split(' ') {
                let (metric, n) = word.split_once('=')?;
                let metric = super::Metric::ALL.into_iter().find(|m| m.word() == metric)?;
                *optimum.get_mut(metric) = n.parse().ok();
            }
            draft.best = Best::Known(optimum);
        }
        "names" => {
            for word in value.split(' ') {
                let (letter, name) = word.split_once('=')?;
                draft.piece_names.push((letter.chars().next()?, name.to_owned()));
            }
        }
        "gate" => {
            let (mark, letters) = value.split_once(" = ")?;
            draft.gate =
                Some((mark.chars().next()?, letters.chars().filter(|c| *c != ' ').collect()));
        }
        "alike" => draft.alike = value.split(' ').map(|g| g.chars().collect()).collect(),
        _ if key.starts_with("alias") => {
            draft.title.aliases.extend(value.split(['、', ',']).map(|s| s.trim().to_owned()));
        }
        _ => draft.title.translations.push((key.strip_prefix("name.")?.to_owned(), value.into())),
    }
    Some(())
}
impl FromStr for Puzzle {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text).map(|mut p| p.remove(0))
    }
}
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n\ngoal:", crate::solution::Position::start(self))?;
        let goal = &self.goals()[0];
        let mut rows = vec![vec!['.'; self.grid().columns().into()]; self.grid().rows().into()];
        for cell in self.grid().cells().filter(|&c| self.grid().is_wall(c)) {
            rows[usize::from(cell.row)][usize::from(cell.column)] = '#';
        }
        for t in &goal.targets {
            for c in self.pieces()[t.piece].shape.cells_at(t.anchor) {
                rows[usize::from(c.row)][usize::from(c.column)] = self.pieces()[t.piece].letter;
            }
        }
        for row in rows {
            writeln!(f, "{}", row.into_iter().collect::<String>())?;
        }
        Ok(())
    }
}
