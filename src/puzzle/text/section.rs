//! One puzzle of a text, line after line.

use super::super::{DraftError, Drawing, Fault, MAX_GOALS, MAX_SIDE, Place, Puzzle};
use super::error::{ParseError, ParseErrorKind};
use super::header::{Headers, is_known};
use super::lines::{Header, Kind, Line, Spot};
use crate::excerpt::brief;

/// What has been read of a puzzle.
#[derive(Default, Debug)]
pub(super) struct Section<'a> {
    headers: Headers<'a>,
    frame: Vec<Line<'a>>,
    goals: Vec<Goal<'a>>,
    /// Whether an empty line ended the last grid.
    closed: bool,
    first: Option<Line<'a>>,
    last: Option<Line<'a>>,
}

/// A goal grid.
#[derive(Debug)]
struct Goal<'a> {
    title: Line<'a>,
    rows: Vec<Line<'a>>,
}

impl<'a> Section<'a> {
    /// The first line that says something.
    pub(super) fn first(&self) -> Option<Line<'a>> {
        self.first
    }

    /// Adds a line, which is of this kind.
    pub(super) fn add(&mut self, line: Line<'a>, kind: Kind<'a>) -> Result<(), ParseError> {
        match kind {
            Kind::Comment | Kind::Separator => return Ok(()),
            Kind::Blank => {
                self.closed |= !self.grid().is_empty();
                return Ok(());
            }
            Kind::Header(header) if header.key.text() == "goal" => self.add_goal(header)?,
            Kind::Header(header) if !self.frame.is_empty() => {
                is_known(header.key)?;
                let key = brief(header.key.text());
                let kind = ParseErrorKind::HeaderBelowFrame { key };
                return Err(ParseError::new(header.key, kind));
            }
            Kind::Header(header) => self.headers.add(header)?,
            Kind::Row => self.add_row(line)?,
        }
        self.first.get_or_insert(line);
        self.last = Some(line);
        Ok(())
    }

    /// The grid that the next row belongs to, unless it is closed.
    fn grid(&mut self) -> &mut Vec<Line<'a>> {
        match self.goals.last_mut() {
            Some(goal) => &mut goal.rows,
            None => &mut self.frame,
        }
    }

    fn add_goal(&mut self, header: Header<'a>) -> Result<(), ParseError> {
        if self.frame.is_empty() {
            return Err(ParseError::new(header.key, ParseErrorKind::GoalBeforeFrame));
        }
        if !header.value.text().is_empty() {
            return Err(ParseError::new(header.value, ParseErrorKind::GoalValue));
        }
        if self.goals.len() == MAX_GOALS {
            return Err(fault(header.key, Fault::TooManyGoals));
        }
        self.goals.push(Goal { title: header.key.line, rows: Vec::new() });
        self.closed = false;
        Ok(())
    }

    /// Rows past the largest frame are refused here and now, so that none pile up.
    fn add_row(&mut self, line: Line<'a>) -> Result<(), ParseError> {
        if self.closed {
            return Err(ParseError::new(line.whole(), ParseErrorKind::StrayRow));
        }
        if self.grid().len() == MAX_SIDE {
            return Err(fault(line.whole(), Fault::TooManyRows));
        }
        self.grid().push(line);
        Ok(())
    }

    /// The puzzle; none where nothing was said.
    pub(super) fn finish(mut self) -> Result<Option<Puzzle>, ParseError> {
        if self.headers.is_empty() && self.frame.is_empty() {
            return Ok(None);
        }
        let mut draft = std::mem::take(&mut self.headers.draft);
        draft.frame = drawing(&self.frame);
        draft.goals = self.goals.iter().map(|goal| drawing(&goal.rows)).collect();
        match draft.check() {
            Ok(puzzle) => Ok(Some(puzzle)),
            Err(error) => Err(fault(self.locate(&error), error.fault)),
        }
    }

    /// The part of the text that draws the place of `error`.
    fn locate(&self, error: &DraftError) -> Spot<'a> {
        let headers = &self.headers;
        match error.place {
            Place::Whole if error.fault == Fault::NoPieces => self.frame[0].whole(),
            Place::Whole => self.last.expect("a puzzle has lines").whole(),
            Place::FrameRow { row } => self.frame[row].whole(),
            Place::FrameCell { row, column } => cell(self.frame[row], column),
            Place::Goal { goal } => self.goals[goal].title.whole(),
            Place::GoalRow { goal, row } => self.goals[goal].rows[row].whole(),
            Place::GoalCell { goal, row, column } => cell(self.goals[goal].rows[row], column),
            Place::PieceName { entry } => headers.piece_names[entry],
            Place::GateMark => headers.gate_mark.expect("a gate has a mark"),
            Place::GateLetter { letter } => headers.gate_letters[letter],
            Place::AlikeLetter { group, letter } => headers.alike[group][letter],
            Place::DistinctLetter { letter } => headers.distinct[letter],
            Place::Lock { entry } => headers.locks[entry],
            Place::Exit { entry } => headers.exits[entry],
        }
    }
}

fn fault(spot: Spot<'_>, fault: Fault) -> ParseError {
    ParseError::new(spot, ParseErrorKind::Fault(fault))
}

/// The cells that these lines draw.
fn drawing(lines: &[Line<'_>]) -> Drawing {
    let row = |line: &Line<'_>| line.cells().map(|(_, character)| character).collect();
    Drawing { rows: lines.iter().map(row).collect() }
}

/// Where a line draws the cell in this column.
fn cell(line: Line<'_>, column: usize) -> Spot<'_> {
    line.cells().nth(column).map_or_else(|| line.whole(), |(spot, _)| spot)
}
