//! One puzzle of a file, while it is read.

use std::collections::HashMap;

use super::error::{ParseError, ParseErrorKind as Kind};
use super::header::{self, brief, gate_parts, known_key, name_letters, unknown_key};
use super::lines::{Content, Line, letters, words};
use super::{MAX_HEADERS, MAX_LINE};
use crate::puzzle::{Draft, DraftError, Drawing, Fault, MAX_GOALS, MAX_SIDE, Place, Puzzle};

/// A puzzle as far as it has been read, and the lines that it came from.
#[derive(Default)]
pub(super) struct Sheet<'a> {
    draft: Draft,
    /// The header lines by key.
    headers: HashMap<&'a str, Line<'a>>,
    /// The rows of the frame.
    frame: Vec<Line<'a>>,
    /// The lines `goal:`, each with its rows.
    goals: Vec<(Line<'a>, Vec<Line<'a>>)>,
    /// The first line that is neither blank nor a comment.
    first: Option<Line<'a>>,
    /// The last such line.
    last: Option<Line<'a>>,
    /// Whether a blank line has been read since then.
    blank: bool,
    /// The row of the frame below its first blank line.
    second_grid: Option<Line<'a>>,
}

impl<'a> Sheet<'a> {
    /// The first line that says something.
    pub(super) const fn first(&self) -> Option<Line<'a>> {
        self.first
    }

    /// Reads a line, of which `content` is the content.
    pub(super) fn read(&mut self, line: Line<'a>, content: Content<'a>) -> Result<(), ParseError> {
        match content {
            Content::Blank => self.blank = true,
            Content::Comment | Content::Separator => {}
            Content::Header { key, value } => self.read_header(line, key, value)?,
            Content::Row => self.read_row(line)?,
        }
        if matches!(content, Content::Header { .. } | Content::Row) {
            self.first.get_or_insert(line);
            self.last = Some(line);
            self.blank = false;
        }
        Ok(())
    }

    fn read_header(
        &mut self,
        line: Line<'a>,
        key: &'a str,
        value: &'a str,
    ) -> Result<(), ParseError> {
        if key == "goal" {
            return self.read_goal(line, value);
        }
        let (stem, language) = known_key(key).ok_or_else(|| unknown_key(line, key))?;
        let key_of_error = || brief(key);
        if !self.frame.is_empty() || !self.goals.is_empty() {
            return Err(line.error(key, Kind::LateHeader { key: key_of_error() }));
        }
        if let Some(first) = self.headers.get(key) {
            let first = first.number;
            return Err(line.error(key, Kind::DuplicateKey { key: key_of_error(), first }));
        }
        if value.is_empty() {
            return Err(line.error_all(Kind::NoValue { key: key_of_error() }));
        }
        if self.headers.len() == MAX_HEADERS {
            return Err(line.error_all(Kind::TooManyHeaders));
        }
        self.headers.insert(key, line);
        header::read(line, stem, language, &mut self.draft)
    }

    fn read_goal(&mut self, line: Line<'a>, value: &str) -> Result<(), ParseError> {
        if !value.is_empty() {
            return Err(line.error(value, Kind::GoalOnOneLine));
        }
        if self.frame.is_empty() {
            return Err(line.error_all(Fault::EmptyFrame));
        }
        if self.goals.len() == MAX_GOALS {
            return Err(line.error_all(Fault::TooManyGoals));
        }
        self.goals.push((line, Vec::new()));
        self.draft.goals.push(Drawing::default());
        Ok(())
    }

    fn read_row(&mut self, line: Line<'a>) -> Result<(), ParseError> {
        let cells = line.cells().map(|(_, character)| character).collect();
        let wanted = self.frame.len();
        let goal = self.goals.last_mut().zip(self.draft.goals.last_mut());
        let (lines, drawing, too_many) = if let Some(((_, lines), drawing)) = goal {
            let found = lines.len() + 1;
            (lines, drawing, Fault::GoalRows { found, wanted })
        } else {
            if self.blank && wanted > 0 {
                self.second_grid.get_or_insert(line);
            }
            (&mut self.frame, &mut self.draft.frame, Fault::TooManyRows)
        };
        if lines.len() == MAX_SIDE {
            return Err(line.error_all(too_many));
        }
        lines.push(line);
        drawing.rows.push(cells);
        Ok(())
    }

    /// The puzzle, or nothing if no line says anything.
    pub(super) fn finish(mut self) -> Result<Option<Puzzle>, ParseError> {
        if self.first.is_none() {
            return Ok(None);
        }
        if let (Some(line), true) = (self.second_grid, self.goals.is_empty()) {
            return Err(line.error_all(Kind::NoGoalLine));
        }
        let draft = std::mem::take(&mut self.draft);
        draft.check().map(Some).map_err(|error| self.locate(error))
    }

    /// The error of the draft, with its place in the file.
    fn locate(&self, DraftError { place, fault }: DraftError) -> ParseError {
        match place {
            Place::Whole => self.whole(&fault).error_all(fault),
            Place::FrameRow { row } => self.row(&self.frame, row).error_all(fault),
            Place::FrameCell { row, column } => {
                self.row(&self.frame, row).error_cell(column, fault)
            }
            Place::Goal { goal } => self.goal(goal).0.error_all(fault),
            Place::GoalRow { goal, row } => self.row(self.goal(goal).1, row).error_all(fault),
            Place::GoalCell { goal, row, column } => {
                self.row(self.goal(goal).1, row).error_cell(column, fault)
            }
            Place::PieceName { entry } => {
                self.header("names", fault, |value| name_letters(value).nth(entry))
            }
            Place::GateMark => {
                self.header("gate", fault, |value| gate_parts(value).map(|(mark, _)| mark))
            }
            Place::GateLetter { letter } => self.header("gate", fault, |value| {
                gate_parts(value).and_then(|(_, entering)| letters(entering).nth(letter))
            }),
            Place::AlikeLetter { group, letter } => self.header("alike", fault, |value| {
                words(value).nth(group).and_then(|group| letters(group).nth(letter))
            }),
        }
    }

    /// The line to show for a fault of the whole puzzle.
    fn whole(&self, fault: &Fault) -> Line<'a> {
        let frame = self.frame.first().copied();
        match fault {
            Fault::NoPieces => frame.unwrap_or(self.last_line()),
            _ => self.last_line(),
        }
    }

    /// The last line that says something.
    fn last_line(&self) -> Line<'a> {
        self.last.unwrap_or(Line { number: 1, text: "" })
    }

    fn row(&self, rows: &[Line<'a>], row: usize) -> Line<'a> {
        rows.get(row).copied().unwrap_or(self.last_line())
    }

    fn goal(&self, goal: usize) -> (Line<'a>, &[Line<'a>]) {
        match self.goals.get(goal) {
            Some((line, rows)) => (*line, rows),
            None => (self.last_line(), &[]),
        }
    }

    /// An error about the part of the header line of `key` that `find` finds in its value.
    fn header(
        &self,
        key: &str,
        fault: Fault,
        find: impl FnOnce(&'a str) -> Option<&'a str>,
    ) -> ParseError {
        let line = self.headers.get(key).copied().unwrap_or(self.last_line());
        match find(line.value()) {
            Some(part) => line.error(part, fault),
            None => line.error_all(fault),
        }
    }
}

/// Refuses a line of absurd length.
pub(super) fn check_length(line: Line<'_>) -> Result<(), ParseError> {
    if line.text.len() > MAX_LINE { Err(line.error_all(Kind::LongLine)) } else { Ok(()) }
}
