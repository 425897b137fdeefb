//! Moves in words, one a line: read, and written as a listing. And the parts that several notations
//! share: a [`MoveEntry`], the number before it, counts of cells, and paths as runs.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use crate::{
    excerpt::{LineCursor, ParseError, brief, is_number, only_char},
    grid::Direction,
    puzzle::{Piece, PieceId, Puzzle, is_letter, sign},
    solution::{MAX_STEPS, Move, Solution, position::Position},
};

/// The moves of a solution, each on a numbered line, in columns; nothing before and nothing after.
/// See [`Solution::display`].
#[derive(Clone, Copy, Debug)]
pub struct SolutionListing<'a> {
    puzzle: &'a Puzzle,
    solution: &'a Solution,
    boards: bool,
}

impl<'a> SolutionListing<'a> {
    /// Returns the listing of this solution, without boards.
    pub const fn new(puzzle: &'a Puzzle, solution: &'a Solution) -> Self {
        SolutionListing {
            puzzle,
            solution,
            boards: false,
        }
    }

    /// Returns the listing with the board before the first move and after each, with blank lines
    /// around it. No board follows the first illegal move.
    #[must_use]
    pub const fn with_boards(self) -> Self {
        SolutionListing {
            boards: true,
            ..self
        }
    }
}

/// Returns the label of a piece, or `?` if the puzzle does not have it.
fn label(puzzle: &Puzzle, piece: PieceId) -> String {
    puzzle
        .pieces()
        .get(piece)
        .map_or_else(|| "?".to_owned(), Piece::label)
}

impl fmt::Display for SolutionListing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<String> = self
            .solution
            .iter()
            .map(|unit| label(self.puzzle, unit.piece))
            .collect();
        let digits = labels.len().to_string().len().max(3);
        let widest = labels.iter().map(|label| label.width()).max().unwrap_or(0);
        let mut position = self.boards.then(|| Position::start(self.puzzle));
        if let Some(position) = &position {
            write!(f, "{position}\n\n")?;
        }
        for (number, (unit, label)) in (1..).zip(self.solution.iter().zip(&labels)) {
            let gap = widest - label.width();
            writeln!(
                f,
                "{number:>digits$}. {label}{:gap$}  {}",
                "",
                unit.words(self.puzzle)
            )?;
            position =
                position.and_then(|mut position| position.apply(&unit).is_ok().then_some(position));
            if let Some(position) = &position {
                write!(f, "\n{position}\n\n")?;
            }
        }
        Ok(())
    }
}

/// The word before the direction in which a piece leaves.
const OUT: &str = "out";

/// A path in words, each straight run once: `down, right 2`.
#[derive(Clone, Copy, Debug)]
pub struct PathWords<'a>(pub &'a [Direction]);

impl fmt::Display for PathWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, run) in self.0.chunk_by(|one, next| one == next).enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{}", run[0])?;
            if run.len() > 1 {
                write!(f, " {}", run.len())?;
            }
        }
        Ok(())
    }
}

impl Solution {
    /// Returns the solution for display: a numbered line a move, with the letters and names of the
    /// pieces.
    ///
    /// ```
    /// use huarong::Puzzle;
    /// use huarong::solution::notation::parse;
    ///
    /// let puzzle: Puzzle = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n".parse()?;
    /// let solution = parse(&puzzle, "A r2 d", None)?;
    /// assert_eq!(solution.display(&puzzle).to_string(), "  1. A  right 2, down\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn display<'a>(&'a self, puzzle: &'a Puzzle) -> SolutionListing<'a> {
        SolutionListing::new(puzzle, self)
    }
}

impl Move {
    /// Returns the move for display, with the letter and name of its piece: `C 曹操 down, right 2`.
    pub fn display(&self, puzzle: &Puzzle) -> String {
        format!("{} {}", label(puzzle, self.piece), self.words(puzzle))
    }

    /// Returns the path in words; the last step of a piece that leaves is set apart: `up, out
    /// right`.
    pub fn words(&self, puzzle: &Puzzle) -> String {
        match self.path.split_last() {
            Some((last, before)) if self.leaves(puzzle) => {
                let comma = if before.is_empty() { "" } else { ", " };
                format!("{}{comma}{OUT} {last}", PathWords(before))
            }
            _ => PathWords(&self.path).to_string(),
        }
    }

    /// Returns the path as arrows, each with the number of cells if more than one: `↓2→`.
    pub fn arrows(&self) -> String {
        RunScript::Arrows.write(&self.path)
    }
}

/// A parsed move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveEntry {
    pub piece: PieceId,
    /// Never empty.
    pub path: Vec<Direction>,
    /// Whether the piece goes on in the last direction until it leaves.
    pub leaves: bool,
    /// Whether a sign tells the direction, as for slides only.
    pub by_sign: bool,
}

/// Parses the number of a move, digits and a dot, at the start of `rest`, and advances it. Returns
/// the digits.
pub fn take_number<'a>(rest: &mut LineCursor<'a>) -> Option<LineCursor<'a>> {
    let mut ahead = *rest;
    let digits = ahead.take(|c| c.is_ascii_digit());
    let dot = !digits.is_empty() && ahead.eat('.');
    dot.then(|| {
        *rest = ahead;
        digits
    })
}

/// Parses a count, `2` or `×2`, at the start of `rest`, and advances it. Returns the digits.
pub fn take_count<'a>(rest: &mut LineCursor<'a>) -> Option<LineCursor<'a>> {
    let mut ahead = *rest;
    let _ = ['×', 'x', '*'].into_iter().any(|mark| ahead.eat(mark));
    let digits = ahead.take(|c| c.is_ascii_digit());
    (!digits.is_empty()).then(|| {
        *rest = ahead;
        digits
    })
}

/// Parses a number of cells, 1 to 255.
pub fn cells(digits: LineCursor<'_>) -> Result<u8, ParseError> {
    digits
        .text()
        .parse()
        .ok()
        .filter(|&number: &u8| number > 0)
        .ok_or_else(|| wrong_count(digits))
}

/// Help for a wrong number of cells.
const COUNT: &str = "write how many cells a piece goes after the direction, like `right 2`";

/// Returns the error that no piece can go this number of cells.
fn wrong_count(count: LineCursor<'_>) -> ParseError {
    let given = brief(count.text());
    count.error(
        format!("a piece can go 1 to 255 cells one way, not {given}"),
        COUNT,
    )
}

/// Returns the error that a word is not a direction.
fn no_direction(word: LineCursor<'_>) -> ParseError {
    let message = format!("`{}` is not a direction", brief(word.text()));
    word.error(
        message,
        "the directions are up, down, left and right, or u, d, l, r",
    )
}

/// Returns the error that the pieces travel too far by here.
pub fn too_long(spot: LineCursor<'_>) -> ParseError {
    let message = format!("the pieces travel more than {MAX_STEPS} cells");
    spot.error(
        message,
        "no puzzle should need that; check the numbers of cells",
    )
}

/// Help for a line that is not a move.
pub const FORM: &str = "write a move as a letter and directions, like `A down, right 2`";

/// Returns the error that no piece, or more than one, is called by this word.
pub fn unknown_piece(puzzle: &Puzzle, word: LineCursor<'_>) -> ParseError {
    let given = word.text();
    let labels: Vec<String> = puzzle
        .pieces()
        .iter()
        .filter(|piece| piece.name.as_deref() == Some(given))
        .map(|piece| name_and_letter(piece).unwrap_or_else(|| piece.display_label()))
        .collect();
    let given = brief(given);
    if labels.len() > 1 {
        let help = format!("write its letter too: {}", brief(&labels.join(" ")));
        return word.error(format!("several pieces are called {given}"), help);
    }
    let letters: Vec<String> = puzzle.pieces().iter().map(Piece::display_label).collect();
    let are_tiles = letters.iter().all(|letter| is_number(letter));
    let letters = brief(&letters.join(" "));
    let what = if are_tiles {
        "the tile that moves, as a direction alone may be that of the empty cell"
    } else {
        "the letter of a piece"
    };
    let help = format!("a move begins with {what}: {letters}");
    word.error(format!("there is no piece `{given}`"), help)
}

/// Returns the error that a move has no direction.
fn no_directions(spot: LineCursor<'_>, piece: &Piece) -> ParseError {
    spot.error(
        format!("the direction of {} is missing", piece.label()),
        FORM,
    )
}

pub fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，' | '、')
}

/// Returns the line without its comment.
pub fn without_comment(rest: LineCursor<'_>) -> LineCursor<'_> {
    rest.until(rest.text().find(';').unwrap_or(rest.text().len()))
        .trimmed()
}

/// Returns the text of the comment, or nothing.
pub fn comment(rest: LineCursor<'_>) -> LineCursor<'_> {
    rest.after(rest.text().find(';').map_or(rest.text().len(), |at| at + 1))
        .trimmed()
}

/// A parsed line of one move.
pub struct MoveLine<'a> {
    pub number: Option<LineCursor<'a>>,
    pub entry: MoveEntry,
    pub comment: LineCursor<'a>,
}

/// Parses a line of one move, or of several with commas between them, and perhaps a comment.
pub fn parse<'a>(puzzle: &Puzzle, line: LineCursor<'a>) -> Result<Vec<MoveLine<'a>>, ParseError> {
    one(puzzle, line)
        .map(|only| vec![only])
        .or_else(|error| several(puzzle, line).ok_or(error))
}

/// Parses moves with commas between them. A part of directions alone belongs to the move before.
fn several<'a>(puzzle: &Puzzle, line: LineCursor<'a>) -> Option<Vec<MoveLine<'a>>> {
    let mut moves: Vec<MoveLine<'a>> = Vec::new();
    for part in without_comment(line)
        .split(is_comma)
        .map(LineCursor::trimmed)
    {
        if let Ok(another) = one(puzzle, part) {
            moves.push(another);
        } else {
            let before = moves.last_mut()?;
            let path = directions(part).ok()?;
            before.entry.path.extend(path.steps);
            before.entry.leaves |= path.leaves;
        }
    }
    moves.last_mut()?.comment = comment(line);
    Some(moves)
}

fn one<'a>(puzzle: &Puzzle, line: LineCursor<'a>) -> Result<MoveLine<'a>, ParseError> {
    let mut rest = line;
    let number = take_number(&mut rest);
    rest = rest.trimmed();
    let word = rest.take(|c| !ends_word(c));
    let piece = piece(puzzle, word)?;
    let (path, comment) = path(puzzle, piece, rest.trimmed())?;
    Ok(MoveLine {
        number,
        entry: MoveEntry {
            piece,
            path: path.steps,
            leaves: path.leaves,
            by_sign: false,
        },
        comment,
    })
}

/// Whether a line that is not a move was meant to be one.
pub fn looks_like_a_move(line: LineCursor<'_>) -> bool {
    let mut rest = line;
    if take_number(&mut rest).is_some() {
        return true;
    }
    let mut words = rest.text().split(ends_word).filter(|word| !word.is_empty());
    words
        .clone()
        .next()
        .is_some_and(|word| word.chars().count() == 1 && word.chars().all(char::is_alphanumeric))
        || words.any(|word| direction(word).is_some())
        || rest.text().contains(is_arrow)
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || is_comma(c) || is_arrow(c) || c == ';'
}

fn is_arrow(c: char) -> bool {
    RunScript::Arrows.direction(c).is_some()
}

/// Returns the piece with this letter, number, or name and letter, or with this name if only one
/// has it.
fn piece(puzzle: &Puzzle, word: LineCursor<'_>) -> Result<PieceId, ParseError> {
    if word.is_empty() {
        return Err(word.error("the letter of a piece is missing", FORM));
    }
    let given = word.text();
    let is_meant = |piece: &Piece| {
        given.chars().eq([piece.letter])
            || piece.numeral().as_deref() == Some(given)
            || name_and_letter(piece).as_deref() == Some(given)
    };
    if let Some(id) = puzzle.pieces().iter().position(is_meant) {
        return Ok(id);
    }
    let mut called_so =
        (0..puzzle.standing()).filter(|&id| puzzle.pieces()[id].name.as_deref() == Some(given));
    match (called_so.next(), called_so.next()) {
        (Some(id), None) => Ok(id),
        _ => Err(unknown_piece(puzzle, word)),
    }
}

/// The directions, after the name of the piece if that is there, and the comment.
fn path<'a>(
    puzzle: &Puzzle,
    id: PieceId,
    rest: LineCursor<'a>,
) -> Result<(WordPath, LineCursor<'a>), ParseError> {
    let piece = &puzzle.pieces()[id];
    let (way, named) = match after_name(piece, rest) {
        Some(way) if !without_comment(way).is_empty() => (way, true),
        _ => (rest, false),
    };
    let comment = comment(way);
    let way = without_comment(way);
    let path = directions(way).map_err(|error| {
        let at_name = !named && error.column == rest.column();
        at_name
            .then(|| about_name(puzzle, piece, rest))
            .flatten()
            .unwrap_or(error)
    })?;
    if path.steps.is_empty() {
        return Err(no_directions(way, piece));
    }
    Ok((path, comment))
}

/// What follows the name of the piece, where `rest` begins with that.
fn after_name<'a>(piece: &Piece, rest: LineCursor<'a>) -> Option<LineCursor<'a>> {
    let name = piece.name.as_deref()?;
    let way = rest.text().strip_prefix(name)?;
    way.chars()
        .next()
        .is_none_or(|c| c.is_whitespace() || is_arrow(c) || c == ';')
        .then(|| rest.part(way).trimmed())
}

/// A better error for the front of `rest`, where a name may stand: it is another name, or the right
/// one and nothing after it. None if it is just no direction.
fn about_name(puzzle: &Puzzle, piece: &Piece, rest: LineCursor<'_>) -> Option<ParseError> {
    let rest = without_comment(rest);
    if piece.name.as_deref() == Some(rest.text()) {
        return Some(no_directions(rest, piece));
    }
    let given = before_directions(rest);
    let text = given.text();
    let known = puzzle
        .pieces()
        .iter()
        .any(|piece| piece.name.as_deref() == Some(text));
    let stands_for_a_name = text.len() < rest.text().len()
        && text.contains(char::is_alphabetic)
        && !text.contains(is_comma);
    (piece.numeral().is_none() && (known || stands_for_a_name)).then(|| {
        let name = piece.name.as_deref().unwrap_or("by its letter alone");
        let message = format!(
            "{} is called {name}, not `{}`",
            sign(piece.letter),
            brief(text)
        );
        let help = "write the name as the puzzle does, or leave it out; the directions are up, \
                    down, left and right";
        given.error(message, help)
    })
}

/// The front of `rest`, up to the first word or arrow that is a direction.
fn before_directions(rest: LineCursor<'_>) -> LineCursor<'_> {
    let mut ahead = rest;
    loop {
        let word = ahead.take(|c| !ends_word(c));
        if direction(word.text()).is_some() {
            return rest.to(word.until(0)).trimmed();
        }
        if ahead.is_empty() || ahead.first().is_some_and(is_arrow) {
            return rest.to(word).trimmed();
        }
        ahead.take(|c| ends_word(c) && !is_arrow(c));
    }
}

/// A path that was read.
#[derive(Default)]
struct WordPath {
    steps: Vec<Direction>,
    /// Whether the last direction leads out.
    leaves: bool,
}

/// Directions with their counts, to the end.
fn directions(mut rest: LineCursor<'_>) -> Result<WordPath, ParseError> {
    let mut found = WordPath::default();
    let path = &mut found.steps;
    // The direction that a count would belong to.
    let mut last = None;
    loop {
        rest.take(char::is_whitespace);
        if !rest.take(is_comma).is_empty() {
            last = None;
            continue;
        }
        if rest.is_empty() {
            return Ok(found);
        }
        if found.leaves {
            let message = "a piece that has left goes nowhere";
            return Err(rest.error(message, "write `out` before the last direction only"));
        }
        if let Some(count) = take_count(&mut rest) {
            let Some(direction) = last.take() else {
                let message = format!("the number {} follows no direction", brief(count.text()));
                return Err(count.error(message, COUNT));
            };
            path.extend(std::iter::repeat_n(
                direction,
                usize::from(cells(count)? - 1),
            ));
            if path.len() > MAX_STEPS {
                return Err(too_long(count));
            }
        } else {
            let mut ahead = rest;
            if ahead.take(char::is_alphabetic).text() == OUT {
                rest = ahead.trimmed();
                found.leaves = true;
            }
            let direction = take_direction(&mut rest)?;
            path.push(direction);
            last = Some(direction);
        }
    }
}

fn take_direction(rest: &mut LineCursor<'_>) -> Result<Direction, ParseError> {
    let word = if rest.first().is_some_and(is_arrow) {
        let arrow = rest.first_part();
        *rest = rest.after(arrow.text().len());
        arrow
    } else {
        let letters = rest.take(char::is_alphabetic);
        if letters.is_empty() {
            rest.take(|c| !ends_word(c))
        } else {
            letters
        }
    };
    direction(word.text()).ok_or_else(|| no_direction(word))
}

fn direction(word: &str) -> Option<Direction> {
    let mark = |mark| {
        RunScript::ALL
            .into_iter()
            .find_map(|script| script.direction(mark))
    };
    let mut all = Direction::ALL.into_iter();
    all.find(|direction| word.eq_ignore_ascii_case(direction.word()))
        .or_else(|| only_char(word).and_then(mark))
}

/// The marks that a path is written with: one for each straight run, and the number of cells
/// behind it if more than one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunScript {
    /// `↑ ← → ↓`
    Arrows,
    /// `u l r d`; they are read in upper case, too.
    Letters,
    /// `上 左 右 下`, with Chinese numerals; Arabic ones are read, too.
    Chinese,
}

impl RunScript {
    const ALL: [RunScript; 3] = [RunScript::Arrows, RunScript::Letters, RunScript::Chinese];

    /// The marks, in the order of [`Direction::ALL`].
    const fn marks(self) -> [char; 4] {
        match self {
            RunScript::Arrows => ['↑', '←', '→', '↓'],
            RunScript::Letters => ['u', 'l', 'r', 'd'],
            RunScript::Chinese => ['上', '左', '右', '下'],
        }
    }

    /// The direction that the mark stands for.
    pub fn direction(self, mark: char) -> Option<Direction> {
        let mut marks = Direction::ALL.into_iter().zip(self.marks());
        marks
            .find(|(_, known)| *known == mark.to_ascii_lowercase())
            .map(|(direction, _)| direction)
    }

    /// The path, each straight run once.
    pub fn write(self, path: &[Direction]) -> String {
        let mut text = String::new();
        for run in path.chunk_by(|one, next| one == next) {
            let mut marks = Direction::ALL.into_iter().zip(self.marks());
            text.extend(
                marks
                    .find(|(known, _)| *known == run[0])
                    .map(|(_, mark)| mark),
            );
            match (run.len(), self) {
                (1, _) => {}
                (cells, RunScript::Chinese) => text += &numeral(cells),
                (cells, _) => text += &cells.to_string(),
            }
        }
        text
    }

    /// Parses a path.
    pub fn read(self, mut runs: LineCursor<'_>) -> Result<Vec<Direction>, ParseError> {
        let mut path = Vec::new();
        while let Some(mark) = runs.first() {
            let Some(direction) = self.direction(mark) else {
                let odd = runs.take(|mark| self.direction(mark).is_none());
                return Err(no_direction(odd));
            };
            runs = runs.after(mark.len_utf8());
            let cells = self.take_cells(&mut runs)?.unwrap_or(1);
            path.extend(std::iter::repeat_n(direction, usize::from(cells)));
            if path.len() > MAX_STEPS {
                return Err(too_long(runs));
            }
        }
        Ok(path)
    }

    /// Parses a number of cells at the start of `runs`, and advances it.
    fn take_cells(self, runs: &mut LineCursor<'_>) -> Result<Option<u8>, ParseError> {
        if let Some(count) = take_count(runs) {
            return cells(count).map(Some);
        }
        if self != RunScript::Chinese {
            return Ok(None);
        }
        let count = runs.take(is_numeral);
        if count.is_empty() {
            return Ok(None);
        }
        from_numeral(count.text())
            .map(Some)
            .ok_or_else(|| wrong_count(count))
    }
}

const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A small number in Chinese: `二`, `十一`, `二十`, `一百零三`; from 1,000 on in Arabic digits.
fn numeral(number: usize) -> String {
    if number >= 1000 {
        return number.to_string();
    }
    let hundreds = number / 100;
    let tens = number / 10 % 10;
    let ones = number % 10;
    let mut text = String::new();
    if hundreds > 0 {
        text.extend([DIGITS[hundreds], '百']);
        if tens == 0 && ones > 0 {
            text.push(DIGITS[0]);
        }
    }
    if tens > 1 || tens == 1 && hundreds > 0 {
        text.push(DIGITS[tens]);
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 || number == 0 {
        text.push(DIGITS[ones]);
    }
    text
}

/// The number from 1 to 255 that is written so, or with `两` for `二`.
fn from_numeral(text: &str) -> Option<u8> {
    let plain = text.replace('两', "二");
    (1..=u8::MAX).find(|&number| numeral(usize::from(number)) == plain)
}

/// Whether the character occurs in Chinese numerals.
fn is_numeral(mark: char) -> bool {
    DIGITS.contains(&mark) || matches!(mark, '两' | '十' | '百')
}

/// Whether the character is a direction in Chinese.
pub fn is_chinese_direction(mark: char) -> bool {
    RunScript::Chinese.direction(mark).is_some()
}

/// Its name, where a word can begin with it and end in directions.
pub fn usable_name(piece: &Piece) -> Option<&str> {
    let name = piece.name.as_deref()?;
    (!name.is_empty()
        && name
            .chars()
            .all(|mark| is_letter(mark) && !is_chinese_direction(mark)))
    .then_some(name)
}

/// Name and letter, unless the letter would be taken for a direction.
pub fn name_and_letter(piece: &Piece) -> Option<String> {
    let name = usable_name(piece)?;
    (!is_chinese_direction(piece.letter)).then(|| format!("{name}{}", sign(piece.letter)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn a_path_is_displayed_in_words_run_by_run() {
        assert_eq!(
            PathWords(&[Down, Right, Right]).to_string(),
            "down, right 2"
        );
        assert_eq!(
            PathWords(&[Left, Right, Left]).to_string(),
            "left, right, left"
        );
        assert_eq!(PathWords(&[]).to_string(), "");
    }

    const ALL: [RunScript; 3] = [RunScript::Arrows, RunScript::Letters, RunScript::Chinese];

    #[test]
    fn a_path_is_written_run_by_run() {
        let path = [Down, Down, Right, Up, Left, Left, Left];
        assert_eq!(
            ALL.map(|script| script.write(&path)),
            ["↓2→↑←3", "d2rul3", "下二右上左三"]
        );
    }

    #[test]
    fn written_paths_are_read_in_every_script() {
        let path = [vec![Down; 23], vec![Up], vec![Left; 255], vec![Right; 2]].concat();
        for script in ALL {
            let text = script.write(&path);
            assert_eq!(
                script.read(LineCursor::whole(1, &text)),
                Ok(path.clone()),
                "{text}"
            );
        }
    }

    #[test]
    fn counts_may_be_written_in_other_ways() {
        let read = |script: RunScript, runs| script.read(LineCursor::whole(1, runs));
        assert_eq!(
            read(RunScript::Chinese, "下2右"),
            Ok(vec![Down, Down, Right])
        );
        assert_eq!(read(RunScript::Chinese, "下两"), Ok(vec![Down, Down]));
        assert_eq!(
            read(RunScript::Arrows, "↓×2→1"),
            Ok(vec![Down, Down, Right])
        );
        assert_eq!(read(RunScript::Letters, "D2R"), Ok(vec![Down, Down, Right]));
    }

    #[test]
    fn chinese_numerals_are_written_as_spoken() {
        let table = [
            (1, "一"),
            (2, "二"),
            (10, "十"),
            (11, "十一"),
            (20, "二十"),
            (99, "九十九"),
            (100, "一百"),
            (103, "一百零三"),
            (110, "一百一十"),
            (215, "二百一十五"),
            (1000, "1000"),
        ];
        for (number, text) in table {
            assert_eq!(numeral(number), text);
        }
    }

    #[test]
    fn written_numerals_are_read_back() {
        for number in 1..=u8::MAX {
            let text = numeral(usize::from(number));
            assert!(text.chars().all(is_numeral));
            assert_eq!(from_numeral(&text), Some(number));
        }
        assert_eq!(from_numeral("两"), Some(2));
        for other in ["", "零", "二二", "十零", "二百五十六", "2"] {
            assert_eq!(from_numeral(other), None, "{other}");
        }
    }
}
