//! The reader of solutions in any notation.

use super::{
    drawing::is_drawing,
    terse::{self, Labels},
    words::{self, MoveEntry, MoveLine},
};
use crate::{
    excerpt::{LineCursor, LineIter, ParseError, brief, is_number},
    grid::{Cell, Direction},
    puzzle::{Door, MAX_SIDE, Metric, Movement, Puzzle, Target},
    solution::{MAX_STEPS, Move, MoveList, Position, Solution},
};

/// Reads a solution in any of the forms that the [module](super) describes. Its metric is `metric`,
/// or the unit of the summary, or [`Metric::Slide`] for moves like `A+2`, or [`Metric::Move`].
///
/// The moves name pieces of the puzzle. Only [`verify`](crate::solution::verify()) checks whether
/// they are legal.
///
/// # Errors
/// The first line that cannot be read.
///
/// # Complexity
/// Time: length of the text × pieces. Memory: that of the packed moves, which travel at most
/// [`MAX_STEPS`] cells.
pub fn parse(puzzle: &Puzzle, text: &str, metric: Option<Metric>) -> Result<Solution, ParseError> {
    let lines = LineIter::of(text);
    let labels = Labels::of(puzzle);
    let read = |first| Reader::new(puzzle, &labels, lines.clone(), first, metric).read();
    let found = read(FirstLine::Unknown).or_else(|error| {
        read(FirstLine::Title)
            .ok()
            .filter(|found| found.is_vouched_for)
            .map_or_else(|| read(FirstLine::MoveLines).map_err(|_| error), Ok)
    });
    found.map(|found| found.solution)
}

/// The kind of the first line after blank lines and comments. A title can look like a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FirstLine {
    /// A title if it is a name of the puzzle or does not look like a move.
    Unknown,
    /// A title.
    Title,
    /// Anything but a title.
    MoveLines,
}

/// A solution that has been read.
struct ParsedSolution {
    solution: Solution,
    /// Whether the text has moves or drawings, and a summary with the number of moves.
    is_vouched_for: bool,
}

/// The moves of a line.
enum MoveLines<'a> {
    /// Moves in words.
    InWords(Vec<MoveLine<'a>>),
    /// Any number of moves without errors.
    Terse(terse::TerseLine<'a>),
    /// Pushes of tiles without their names: `R2U2LDL`.
    Pushes(Vec<Direction>),
}

/// A summary line: `81 moves (proven shortest)`.
struct SummaryLine<'a> {
    line: LineCursor<'a>,
    /// The number of moves as written, without commas.
    units: String,
    metric: Metric,
}

impl<'a> SummaryLine<'a> {
    /// Reads a line as a summary. A word may not follow number and unit at once: the line may be a
    /// faulty move of a piece `1` named `moves`.
    fn of(line: LineCursor<'a>) -> Option<Self> {
        let (units, rest) = line.text().split_once(char::is_whitespace)?;
        let rest = rest.trim_start();
        let (unit, rest) =
            rest.split_at(rest.find(|c| !char::is_alphabetic(c)).unwrap_or(rest.len()));
        let metric = Metric::WITH_PUSH
            .into_iter()
            .find(|metric| [metric.word(), metric.plural()].contains(&unit))?;
        let units = units.replace(',', "");
        let ends = !rest.trim_start().starts_with(char::is_alphanumeric);
        (is_number(&units) && ends).then_some(SummaryLine {
            line,
            units,
            metric,
        })
    }
}

/// The state of the reader.
struct Reader<'a> {
    puzzle: &'a Puzzle,
    labels: &'a Labels<'a>,
    lines: LineIter<'a>,
    first: FirstLine,
    /// Whether a line other than drawings, comments and blank lines was read.
    begun: bool,
    moves: MoveList,
    has_drawings: bool,
    /// Whether a move like `A+2` was read.
    has_signs: bool,
    /// Whether several tiles have moved at a time.
    has_pushes: bool,
    /// The metric that the caller gives.
    metric: Option<Metric>,
    /// The anchors of the pieces after the moves read, if these are legal.
    anchors: Vec<Cell>,
    /// The position of tiles, which may push each other.
    tiles: Option<Position<'a>>,
    summary: Option<SummaryLine<'a>>,
}

impl<'a> Reader<'a> {
    fn new(
        puzzle: &'a Puzzle,
        labels: &'a Labels<'a>,
        lines: LineIter<'a>,
        first: FirstLine,
        metric: Option<Metric>,
    ) -> Self {
        Reader {
            puzzle,
            labels,
            lines,
            first,
            begun: false,
            moves: MoveList::default(),
            has_drawings: false,
            has_signs: false,
            has_pushes: false,
            metric,
            anchors: puzzle.pieces().iter().map(|piece| piece.anchor).collect(),
            tiles: puzzle.are_tiles().then(|| Position::start(puzzle)),
            summary: None,
        }
    }

    fn read(mut self) -> Result<ParsedSolution, ParseError> {
        let mut rest = self.lines.clone();
        while let Some(line) = rest.first() {
            let read = if line.is_empty() || line.text().starts_with(';') {
                1
            } else if self.first == FirstLine::Title && !self.begun {
                self.begun = true;
                1
            } else {
                self.read_part(&rest)?
            };
            rest.by_ref().take(read).for_each(drop);
        }
        self.finish()
    }

    /// Reads a drawing or another line from the front of these lines, and returns the number of
    /// lines read.
    fn read_part(&mut self, lines: &LineIter<'a>) -> Result<usize, ParseError> {
        if is_drawing(self.puzzle, self.labels, lines.clone()) {
            self.has_drawings = true;
            return Ok(usize::from(self.puzzle.grid().rows()));
        }
        self.read_line(lines.top())?;
        Ok(1)
    }

    /// Reads a line that is not part of a drawing.
    fn read_line(&mut self, line: LineCursor<'a>) -> Result<(), ParseError> {
        let is_first = !std::mem::replace(&mut self.begun, true);
        let may_be_title = is_first && self.first != FirstLine::MoveLines;
        if may_be_title && self.puzzle.title().names().any(|name| name == line.text()) {
            return Ok(());
        }
        let error = match self.moves_of(line) {
            Ok(moves) => {
                match moves {
                    MoveLines::InWords(moves) => {
                        for one in moves {
                            self.check_comment(one.comment)?;
                            self.add(one.number, one.entry, line)?;
                        }
                    }
                    MoveLines::Terse(terse) => {
                        self.check_comment(words::comment(line))?;
                        let mut number = terse.number;
                        for entry in terse.moves(self.labels) {
                            self.add(number.take(), entry?, line)?;
                        }
                    }
                    MoveLines::Pushes(path) => self.add_pushes(&path, line)?,
                }
                return Ok(());
            }
            Err(error) => error,
        };
        let left = line.text().strip_prefix("remaining: ");
        if let Some(left) = left.and_then(|left| SummaryLine::of(line.part(left))) {
            if left.units == "0" {
                return Ok(());
            }
            let help = "check a whole solution: `huarong solve` prints it without `--next`";
            return Err(line.error("these are the next moves only, not a solution", help));
        }
        match SummaryLine::of(line) {
            Some(summary) if self.summary.is_none() => self.summary = Some(summary),
            Some(_) => {
                let help = "keep each solution in a file of its own";
                return Err(line.error("this is the second summary", help));
            }
            None if may_be_title && self.is_title(line) => {}
            None if is_meant_as_moves(line) => return Err(error),
            None => {
                let message = "this is neither a move nor any other part of a solution";
                return Err(line.error(message, words::FORM));
            }
        }
        Ok(())
    }

    /// Refuses a comment that reads like moves: people also write `;` between moves.
    fn check_comment(&self, comment: LineCursor<'a>) -> Result<(), ParseError> {
        if self.moves_of(comment).is_err() {
            return Ok(());
        }
        let message = "this reads like a move, but a comment begins at `;`";
        Err(comment.error(message, "write each move on a line of its own"))
    }

    /// Returns the moves of a line. `J← 2→` are two moves if the puzzle has a piece `2`.
    fn moves_of(&self, line: LineCursor<'a>) -> Result<MoveLines<'a>, ParseError> {
        if self.tiles.is_some()
            && let Some(path) = terse::pushes(self.puzzle, line)?
        {
            return Ok(MoveLines::Pushes(path));
        }
        let in_words = || Ok(MoveLines::InWords(words::parse(self.puzzle, line)?));
        let Some(terse) = terse::TerseLine::of(line) else {
            return in_words();
        };
        let error = terse.moves(self.labels).find_map(Result::err);
        match error {
            None => Ok(MoveLines::Terse(terse)),
            Some(error) => in_words().map_err(|_: ParseError| error),
        }
    }

    /// Whether `line`, an invalid one, is a title: it does not look like moves, or begins with a
    /// name of the puzzle that is longer than the letter of a piece.
    fn is_title(&self, line: LineCursor<'_>) -> bool {
        let text = line.text();
        let mut names = self.puzzle.title().names();
        let names_it = names.any(|name| name.chars().count() > 1 && text.starts_with(name));
        names_it || !is_meant_as_moves(line)
    }

    /// Adds a push for each run of a path, or single steps if the metric is another one.
    fn add_pushes(&mut self, path: &[Direction], line: LineCursor<'_>) -> Result<(), ParseError> {
        let mut summaries = self.lines.clone().filter_map(SummaryLine::of);
        let metric = self
            .metric
            .or_else(|| summaries.by_ref().last().map(|it| it.metric));
        let is_push = metric.is_none_or(|metric| metric == Metric::Push);
        let most = if is_push { path.len() } else { 1 };
        for run in path
            .chunk_by(PartialEq::eq)
            .flat_map(|run| run.chunks(most))
        {
            let push = self
                .tiles
                .as_ref()
                .and_then(|it| it.push(run[0], run.len()));
            let Some(Move { piece, path, .. }) = push else {
                let tiles = Metric::Push.count(self.moves.len() + 1);
                let message = format!("{} tiles cannot go {} in {tiles}", run.len(), run[0]);
                let help = "`R2` moves two tiles to the right, into the empty cell";
                return Err(line.error(message, help));
            };
            let by_sign = false;
            self.add(
                None,
                MoveEntry {
                    piece,
                    path,
                    leaves: false,
                    by_sign,
                },
                line,
            )?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        number: Option<LineCursor<'_>>,
        mut entry: MoveEntry,
        line: LineCursor<'_>,
    ) -> Result<(), ParseError> {
        let due = self.moves.len() + 1;
        if let Some(number) = number
            && number.text().trim_start_matches('0') != due.to_string()
        {
            let message = format!(
                "this is move {due}, but it is numbered {}",
                brief(number.text())
            );
            let help = "check that no move is lost, or leave all numbers out";
            return Err(number.error(message, help));
        }
        if self.moves.steps() + entry.path.len() > MAX_STEPS {
            return Err(words::too_long(line));
        }
        // A letter names the layer that is left.
        entry.piece = self.puzzle.top_layer(entry.piece, &self.anchors);
        let from = self.anchors[entry.piece];
        self.stop_at_exit(&mut entry);
        let mut unit = Move {
            piece: entry.piece,
            from,
            path: entry.path,
        };
        while entry.leaves && !unit.leaves(self.puzzle) {
            if unit.path.len() > MAX_SIDE {
                let label = self.puzzle.pieces()[unit.piece].label();
                let help = "a piece leaves through a door that `door:` gives it";
                return Err(line.error(format!("{label} has no door"), help));
            }
            unit.path.extend(unit.path.last().copied());
        }
        // A path that leaves the range of cells also leaves the frame: `verify` refuses it.
        self.anchors[entry.piece] = unit.to().unwrap_or(from);
        if let Some((next, stop)) = unit.next_layer(self.puzzle) {
            self.anchors[entry.piece] = Cell::OUT;
            self.anchors[next] = stop;
        }
        if let Some(tiles) = &mut self.tiles
            && tiles.apply(&unit).is_ok()
        {
            self.has_pushes |= unit.path.len() > 1;
            self.anchors = tiles.anchors().to_vec();
        }
        self.moves.push(&unit);
        self.has_signs |= entry.by_sign;
        Ok(())
    }

    /// Shortens the move of a car straight through its exit, where no door stands. Other programs
    /// move the car out of the frame.
    fn stop_at_exit(&self, entry: &mut MoveEntry) {
        let puzzle = self.puzzle;
        let has_door = |door: &Door| door.pieces.contains(&entry.piece);
        if puzzle.movement() != Movement::Axis || puzzle.doors().iter().any(has_door) {
            return;
        }
        let mut at = self.anchors[entry.piece];
        for (done, &direction) in entry.path.iter().enumerate() {
            let mut cells = puzzle.pieces()[entry.piece].shape.cells_at(at);
            let is_inside = |to| puzzle.grid().contains(to);
            let is_at_edge = cells.any(|cell| !cell.step(direction).is_some_and(is_inside));
            let mut targets = puzzle.goals().iter().flat_map(|goal| &goal.targets);
            let is_exit = |it: &Target| it.piece == entry.piece && it.anchor == at;
            if is_at_edge && done > 0 && targets.any(is_exit) {
                let mut rest = entry.path[done - 1..].iter();
                if rest.all(|&step| step == direction) {
                    entry.path.truncate(done);
                }
                return;
            }
            let Some(next) = at.step(direction) else {
                return;
            };
            at = next;
        }
    }

    /// Returns the solution, or an error of the text as a whole.
    fn finish(self) -> Result<ParsedSolution, ParseError> {
        let counted = self.summary.as_ref().map(|summary| summary.metric);
        let usual = if self.has_pushes {
            Metric::Push
        } else if self.has_signs {
            Metric::Slide
        } else {
            Metric::Move
        };
        let metric = self.metric.or(counted).unwrap_or(usual);
        let listed = self.moves.len();
        match self.summary {
            None if listed == 0 => {
                let last = self
                    .lines
                    .clone()
                    .filter(|line| !line.is_empty())
                    .last()
                    .or(self.lines.first())
                    .unwrap_or(LineCursor::line(1, ""));
                Err(last.error("there are no moves", words::FORM))
            }
            Some(SummaryLine { units, line, .. }) if units != listed.to_string() => {
                let message = format!(
                    "the summary counts {}, but {listed} are listed",
                    brief(&units)
                );
                let help = "check that no move is lost, or remove the line of the summary";
                Err(line.error(message, help))
            }
            summary => {
                let is_blank = listed == 0 && !self.has_drawings;
                Ok(ParsedSolution {
                    solution: Solution {
                        metric,
                        moves: self.moves,
                    },
                    is_vouched_for: summary.is_some() && !is_blank,
                })
            }
        }
    }
}

/// Whether a line looks like moves, even if it has errors.
pub fn looks_like_moves(line: &str) -> bool {
    is_meant_as_moves(LineCursor::whole(1, line))
}

fn is_meant_as_moves(line: LineCursor<'_>) -> bool {
    terse::TerseLine::of(line).is_some() || words::looks_like_a_move(line)
}
