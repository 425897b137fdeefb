//! Solutions in any notation, read.

use std::ops::Range;

use super::boards::{self, Drawing};
use super::error::{ParseError, ParseErrorKind as Kind};
use super::part::{Entry, Flaw, Misread};
use super::summary::Summary;
use super::terse::{self, Labels};
use super::words;
use crate::excerpt::brief;
use crate::grid::Cell;
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{MAX_STEPS, Move, Solution};

/// Reads a solution that `solve` has printed or a person has written, in any of the forms that the
/// [module](super) describes. Its metric is `metric`, or what the summary counts in, or
/// [`Metric::Slide`] for moves like `A+2`, or [`Metric::Move`].
///
/// Nothing is known about the moves but that they name pieces; [`verify`](crate::solution::verify())
/// tells whether they can be made.
///
/// # Errors
/// The first line that cannot be read.
///
/// # Complexity
/// Length of the text × pieces, and for each of a row of boards what
/// [`find_path`](crate::solution::find_path) takes; the solution takes no more than [`MAX_STEPS`]
/// cells.
pub fn parse(puzzle: &Puzzle, text: &str, metric: Option<Metric>) -> Result<Solution, ParseError> {
    let lines: Vec<&str> = text.strip_prefix('\u{feff}').unwrap_or(text).lines().collect();
    let labels = Labels::of(puzzle);
    let read = |first| Reader::new(puzzle, &labels, &lines, first).read(metric);
    let told = read(FirstLine::Unknown);
    let told = if told.as_ref().is_ok_and(|told| !told.is_doubtful) {
        told
    } else {
        let title = read(FirstLine::Title).ok().filter(|told| told.is_vouched_for);
        title.map_or(told, Ok).or_else(|error| read(FirstLine::Moves).map_err(|_| error))
    };
    told.map(|told| told.solution).map_err(|Misread { line, flaw }| {
        let text = lines.get(line).copied().unwrap_or_default();
        ParseError::new(line, text, flaw.at, flaw.kind)
    })
}

/// The bytes of a line without the spaces around it.
pub(super) fn extent(line: &str) -> Range<usize> {
    let start = line.len() - line.trim_start().len();
    start..start.max(line.trim_end().len())
}

/// What the first line is, besides blank lines and comments. A title can read like a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FirstLine {
    /// A title, where it is a name of the puzzle or does not look like a move.
    Unknown,
    /// A title.
    Title,
    /// Anything but a title.
    Moves,
}

/// A solution that has been read.
struct Told {
    solution: Solution,
    /// Whether there are moves or boards, and a summary that counts them right.
    is_vouched_for: bool,
    /// Whether all the moves stand in the first line, and there are boards enough to be others.
    is_doubtful: bool,
}

/// The moves of a line.
enum Moves<'a> {
    InWords(Entry),
    /// Any number, all of which can be read.
    Terse(terse::Line<'a>),
}

/// What has been read so far.
struct Reader<'a> {
    puzzle: &'a Puzzle,
    labels: &'a Labels<'a>,
    lines: &'a [&'a str],
    first: FirstLine,
    /// Whether there was anything yet but drawings, comments and blank lines.
    begun: bool,
    moves: Vec<Move>,
    /// How many of the moves stand in the first line.
    first_moves: usize,
    /// The indices of the lines at which drawings begin.
    boards: Vec<usize>,
    /// Whether there was a move like `A+2`.
    has_signs: bool,
    steps: usize,
    /// Where the anchors stand, if all moves so far can be made.
    anchors: Vec<Cell>,
    summary: Option<Summary>,
}

impl<'a> Reader<'a> {
    fn new(
        puzzle: &'a Puzzle,
        labels: &'a Labels<'a>,
        lines: &'a [&'a str],
        first: FirstLine,
    ) -> Self {
        Reader {
            puzzle,
            labels,
            lines,
            first,
            begun: false,
            moves: Vec::new(),
            first_moves: 0,
            boards: Vec::new(),
            has_signs: false,
            steps: 0,
            anchors: puzzle.pieces().iter().map(|piece| piece.anchor).collect(),
            summary: None,
        }
    }

    fn read(mut self, metric: Option<Metric>) -> Result<Told, Misread> {
        let mut next = 0;
        while let Some(line) = self.lines.get(next) {
            let text = line.trim();
            next += if text.is_empty() || text.starts_with(';') {
                1
            } else if self.first == FirstLine::Title && !self.begun {
                self.begun = true;
                1
            } else {
                self.read_part(next)?
            };
        }
        self.finish(metric)
    }

    /// Reads a drawing or another line, and returns how many lines that were.
    fn read_part(&mut self, index: usize) -> Result<usize, Misread> {
        match Drawing::at(self.puzzle, self.labels.letters(), self.lines, index) {
            Ok(_) => {
                self.boards.push(index);
                Ok(usize::from(self.puzzle.grid().rows()))
            }
            Err(misdrawn) => match self.read_line(index) {
                Ok(()) => Ok(1),
                Err(_) if boards::is_meant(self.lines, index) => Err(misdrawn),
                Err(flaw) => Err(Misread { line: index, flaw }),
            },
        }
    }

    /// Reads a line that is not part of a drawing.
    fn read_line(&mut self, index: usize) -> Result<(), Flaw> {
        let line = self.lines[index];
        let text = line.trim();
        let is_first = !std::mem::replace(&mut self.begun, true);
        let may_be_title = is_first && self.first != FirstLine::Moves;
        if may_be_title && self.puzzle.title().names().any(|name| name == text) {
            return Ok(());
        }
        match self.moves_of(line) {
            Ok(moves) => {
                match moves {
                    Moves::InWords(entry) => self.add(entry, line)?,
                    Moves::Terse(terse) => {
                        terse.moves(self.labels).try_for_each(|entry| self.add(entry?, line))?;
                    }
                }
                if is_first {
                    self.first_moves = self.moves.len();
                }
                Ok(())
            }
            Err(flaw) => match Summary::of(text, index) {
                Some(summary) if self.summary.is_none() => {
                    self.summary = Some(summary);
                    Ok(())
                }
                Some(_) => Err(Flaw { at: extent(line), kind: Kind::SecondSummary }),
                None if may_be_title && self.is_title(index) => Ok(()),
                None if looks_like_moves(line) => Err(flaw),
                None => Err(Flaw { at: extent(line), kind: Kind::Unrecognised }),
            },
        }
    }

    /// The moves of a line that is nothing else. `J← 2→` are two moves if there is a piece `2`.
    fn moves_of(&self, line: &'a str) -> Result<Moves<'a>, Flaw> {
        let in_words = || words::parse(self.puzzle, line).map(Moves::InWords);
        let Some(terse) = terse::Line::of(line) else { return in_words() };
        match terse.flaw(self.labels) {
            None => Ok(Moves::Terse(terse)),
            Some(flaw) => in_words().map_err(|_| flaw),
        }
    }

    /// Whether a first line that cannot be read is a title, perhaps one that goes on after a name
    /// of the puzzle. Names of one letter are left alone: a move begins like that.
    fn is_title(&self, index: usize) -> bool {
        let text = self.lines[index].trim();
        let mut names = self.puzzle.title().names();
        let names_it = names.any(|name| name.chars().count() > 1 && text.starts_with(name));
        names_it || !(looks_like_moves(text) || boards::is_meant(self.lines, index))
    }

    fn add(&mut self, entry: Entry, line: &str) -> Result<(), Flaw> {
        let due = self.moves.len() + 1;
        if let Some((given, at)) = entry.number
            && given.trim_start_matches('0') != due.to_string()
        {
            return Err(Flaw { at, kind: Kind::Number { given: brief(&given), due } });
        }
        self.steps += entry.path.len();
        if self.steps > MAX_STEPS {
            return Err(Flaw { at: extent(line), kind: Kind::TooLong });
        }
        let from = self.anchors[entry.piece];
        let unit = Move { piece: entry.piece, from, path: entry.path };
        // A path that leaves the range of cells leaves the frame too: whatever follows will not be
        // believed.
        self.anchors[entry.piece] = unit.to().unwrap_or(from);
        self.moves.push(unit);
        self.has_signs |= entry.by_sign;
        Ok(())
    }

    /// The solution, or what is wrong with all of it.
    fn finish(mut self, metric: Option<Metric>) -> Result<Told, Misread> {
        let counted = self.summary.as_ref().map(|summary| summary.metric);
        let usual = if self.has_signs { Metric::Slide } else { Metric::Move };
        let metric = metric.or(counted).unwrap_or(usual);
        if self.moves.is_empty() {
            self.moves = boards::moves(
                self.puzzle,
                self.labels.letters(),
                self.lines,
                &self.boards,
                metric,
            )?;
        }
        let listed = self.moves.len();
        let is_blank = listed == 0 && self.boards.is_empty();
        let (line, kind) = match self.summary {
            None if listed == 0 => (self.last_line(), Kind::Empty),
            Some(Summary { units, line, .. }) if units != listed.to_string() => {
                (line, Kind::Summary { given: brief(&units), listed })
            }
            summary => {
                let is_vouched_for = summary.is_some() && !is_blank;
                let is_doubtful = listed == self.first_moves && self.boards.len() > 1;
                let solution = Solution { metric, moves: self.moves };
                return Ok(Told { solution, is_vouched_for, is_doubtful });
            }
        };
        let at = extent(self.lines.get(line).copied().unwrap_or_default());
        Err(Misread { line, flaw: Flaw { at, kind } })
    }

    /// The index of the last line that is not blank.
    fn last_line(&self) -> usize {
        self.lines.iter().rposition(|line| !line.trim().is_empty()).unwrap_or(0)
    }
}

/// Whether a line that cannot be read was meant to be moves.
fn looks_like_moves(line: &str) -> bool {
    terse::Line::of(line).is_some() || words::looks_like_a_move(line)
}
