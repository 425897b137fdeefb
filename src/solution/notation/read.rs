//! The listing, read.

use std::ops::Range;

use super::drawing;
use super::error::{ParseError, ParseErrorKind as Kind};
use super::line::{self, Entry, Flaw};
use crate::excerpt::brief;
use crate::grid::Cell;
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{MAX_STEPS, Move, Solution};

/// Reads a solution that `solve` has printed or a person has written, in the form that the
/// [module](super) describes. Its metric is `metric`, or what the summary counts in, or
/// [`Metric::Move`].
///
/// Nothing is known about the moves but that they name pieces; [`verify`](crate::solution::verify())
/// tells whether they can be made.
///
/// # Errors
/// The first line that cannot be read.
///
/// # Complexity
/// Length of the text × pieces; the solution takes no more than [`MAX_STEPS`] cells.
pub fn parse(puzzle: &Puzzle, text: &str, metric: Option<Metric>) -> Result<Solution, ParseError> {
    let lines: Vec<&str> = text.strip_prefix('\u{feff}').unwrap_or(text).lines().collect();
    let mut reader = Reader::new(puzzle);
    let mut next = 0;
    while let Some(line) = lines.get(next) {
        if drawing::begins(puzzle, &lines[next..]) {
            next += usize::from(puzzle.grid().rows());
        } else {
            reader
                .read(next, line)
                .map_err(|flaw| ParseError::new(next, line, flaw.at, flaw.kind))?;
            next += 1;
        }
    }
    reader.finish(metric).map_err(|(kind, at)| {
        let last = || lines.iter().rposition(|line| !line.trim().is_empty()).unwrap_or(0);
        let at = at.unwrap_or_else(last);
        let line = lines.get(at).copied().unwrap_or_default();
        ParseError::new(at, line, extent(line), kind)
    })
}

/// The bytes of a line without the spaces around it.
fn extent(line: &str) -> Range<usize> {
    let start = line.len() - line.trim_start().len();
    start..start.max(line.trim_end().len())
}

/// A summary line: `81 moves (proven shortest)`.
struct Summary {
    /// Its index among the lines.
    line: usize,
    /// How many, as written and without commas.
    units: String,
    metric: Metric,
}

impl Summary {
    /// The summary that `text` is, if it is one: after number and unit no word may follow at once,
    /// for that may be a broken move of a piece `1` that is called `moves`.
    fn of(text: &str, line: usize) -> Option<Self> {
        let (units, rest) = text.split_once(char::is_whitespace)?;
        let rest = rest.trim_start();
        let (unit, rest) =
            rest.split_at(rest.find(|c| !char::is_alphabetic(c)).unwrap_or(rest.len()));
        let singular = unit.strip_suffix('s').unwrap_or(unit);
        let metric = Metric::ALL.into_iter().find(|metric| metric.word() == singular)?;
        let units = units.replace(',', "");
        let is_number = !units.is_empty() && units.bytes().all(|byte| byte.is_ascii_digit());
        let ends = !rest.trim_start().starts_with(char::is_alphanumeric);
        (is_number && ends).then_some(Summary { line, units, metric })
    }
}

/// What has been read so far.
struct Reader<'p> {
    puzzle: &'p Puzzle,
    /// Whether there was anything yet but drawings, comments and blank lines.
    begun: bool,
    moves: Vec<Move>,
    steps: usize,
    /// Where the anchors stand, if all moves so far can be made.
    anchors: Vec<Cell>,
    summary: Option<Summary>,
}

impl<'p> Reader<'p> {
    fn new(puzzle: &'p Puzzle) -> Self {
        let anchors = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
        Reader { puzzle, begun: false, moves: Vec::new(), steps: 0, anchors, summary: None }
    }

    /// Reads a line that is not part of a drawing.
    fn read(&mut self, index: usize, line: &str) -> Result<(), Flaw> {
        let text = line.trim();
        if text.is_empty() || text.starts_with(';') {
            return Ok(());
        }
        let first = !std::mem::replace(&mut self.begun, true);
        if first && self.puzzle.title().names().any(|name| name == text) {
            return Ok(());
        }
        let flaw = match line::parse(self.puzzle, line) {
            Ok(entry) => return self.add(entry, line),
            Err(flaw) => flaw,
        };
        if let Some(summary) = Summary::of(text, index) {
            let second = self.summary.replace(summary).is_some();
            let kind = Kind::SecondSummary;
            return if second { Err(Flaw { at: extent(line), kind }) } else { Ok(()) };
        }
        let like_a_move = line::looks_like_a_move(line);
        if first && (!like_a_move || self.begins_with_a_name(text)) {
            Ok(())
        } else if like_a_move {
            Err(flaw)
        } else {
            Err(Flaw { at: extent(line), kind: Kind::Unrecognised })
        }
    }

    /// Whether a title goes on after a name of the puzzle. Names of one letter are left alone: a
    /// move begins like that.
    fn begins_with_a_name(&self, text: &str) -> bool {
        let mut names = self.puzzle.title().names();
        names.any(|name| name.chars().count() > 1 && text.starts_with(name))
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
        Ok(())
    }

    /// The solution, or what is wrong with all of it and the index of the line that shows it.
    fn finish(self, metric: Option<Metric>) -> Result<Solution, (Kind, Option<usize>)> {
        let listed = self.moves.len();
        let metric = metric.or(self.summary.as_ref().map(|summary| summary.metric));
        match self.summary {
            None if listed == 0 => Err((Kind::Empty, None)),
            Some(Summary { units, line, .. }) if units != listed.to_string() => {
                Err((Kind::Summary { given: brief(&units), listed }, Some(line)))
            }
            _ => Ok(Solution { metric: metric.unwrap_or_default(), moves: self.moves }),
        }
    }
}
