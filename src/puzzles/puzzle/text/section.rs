//! One puzzle of a text: its lines, headers and grids.

use std::collections::BTreeMap;

use super::{
    KEYS,
    tiles::{TileBoards, two_digits},
};
use crate::{
    excerpt::{self, LineCursor, ParseError, brief, is_number, joined},
    grid::Direction,
    puzzle::{
        Metric, Optimum, PublishedOptimum,
        check::{is_tag_character, name_list},
        draft::{
            CharGrid, Draft, DraftLocation, FEWER_GOALS, MAX_GOALS, MAX_SIDE, SMALLER_FRAME,
            too_large, too_many_goals,
        },
        model::{Movement, Puzzle, PuzzleInfo, SolvedWhen, private_letter},
    },
};

/// The key above a goal.
const GOAL: &str = "goal";

/// The values of `goal:` for numbered tiles.
pub const ORDERS: [&str; 2] = ["blank-first", "blank-last"];

/// The value of `goal:` that asks all pieces with doors to leave.
pub const GONE: &str = "gone";

/// The largest number of characters of a cell that is a word; a valid one has fewer.
const MAX_CHARACTERS: usize = 16;

/// The line that ends a puzzle.
pub const SEPARATOR: &str = "===";

/// The kind of a line.
#[derive(Clone, Copy, Debug)]
pub enum LineKind<'a> {
    /// Only white space.
    Blank,
    /// A remark.
    Comment,
    /// The end of a puzzle.
    Separator,
    /// `key: value`, both without white space around them.
    Header(HeaderLine<'a>),
    /// Cells of a grid.
    Row,
}

/// A line `key: value`.
#[derive(Clone, Copy, Debug)]
pub struct HeaderLine<'a> {
    key: LineCursor<'a>,
    value: LineCursor<'a>,
}

impl HeaderLine<'_> {
    /// Whether the header gives names of the puzzle.
    pub fn names(&self) -> bool {
        let key = self.key.text();
        key.starts_with("name") && key != "names" || key.starts_with("alias")
    }
}

/// Returns the lines of `text`, which end in LF or CRLF.
pub fn lines(text: &str) -> impl Iterator<Item = LineCursor<'_>> {
    (1..)
        .zip(text.split('\n'))
        .map(|(number, line)| LineCursor::line(number, line.strip_suffix('\r').unwrap_or(line)))
}

impl<'a> LineKind<'a> {
    /// Returns the kind of this line.
    pub fn of(line: LineCursor<'a>) -> Self {
        let trimmed = line.trimmed().text();
        if trimmed.is_empty() {
            LineKind::Blank
        } else if trimmed.starts_with(';') {
            LineKind::Comment
        } else if trimmed == SEPARATOR {
            LineKind::Separator
        } else if let Some((key, value)) = trimmed.split_once(is_colon) {
            LineKind::Header(HeaderLine {
                key: line.part(key.trim()),
                value: line.part(value.trim()),
            })
        } else {
            LineKind::Row
        }
    }
}

/// Whether the character is a colon, in ASCII or as on Chinese keyboards.
const fn is_colon(character: char) -> bool {
    matches!(character, ':' | '：')
}

/// The part of a puzzle that has been read.
#[derive(Default, Debug)]
pub struct PuzzleSection<'a> {
    headers: Headers<'a>,
    frame: Vec<LineCursor<'a>>,
    goals: Vec<GoalSection<'a>>,
    /// The value of `goal:` for numbered tiles, one of [`ORDERS`].
    order: Option<LineCursor<'a>>,
    /// Whether the cells of the grids are words.
    are_words: bool,
    /// Whether an empty line ended the last grid.
    closed: bool,
    first: Option<LineCursor<'a>>,
    last: Option<LineCursor<'a>>,
}

/// A goal grid.
#[derive(Debug)]
struct GoalSection<'a> {
    title: LineCursor<'a>,
    rows: Vec<LineCursor<'a>>,
}

impl<'a> PuzzleSection<'a> {
    /// Returns the first line that is neither blank nor a comment.
    pub fn first(&self) -> Option<LineCursor<'a>> {
        self.first
    }

    /// Adds a line of this kind.
    pub(super) fn add(
        &mut self,
        line: LineCursor<'a>,
        kind: LineKind<'a>,
    ) -> Result<(), ParseError> {
        match kind {
            LineKind::Comment | LineKind::Separator => return Ok(()),
            LineKind::Blank => {
                self.closed |= !self.grid().is_empty();
                return Ok(());
            }
            LineKind::Header(header) if header.key.text().eq_ignore_ascii_case(GOAL) => {
                self.add_goal(header)?;
            }
            LineKind::Header(header) if !self.frame.is_empty() => {
                known_key(header.key)?;
                let message = format!("`{}` stands below the frame", brief(header.key.text()));
                let help = "move it above the frame; a line `===` begins the next puzzle";
                return Err(header.key.error(message, help));
            }
            LineKind::Header(header) => self.headers.add(header)?,
            LineKind::Row => self.add_row(line)?,
        }
        self.first.get_or_insert(line);
        self.last = Some(line);
        Ok(())
    }

    /// Returns the grid of the next row, unless it is closed.
    fn grid(&mut self) -> &mut Vec<LineCursor<'a>> {
        match self.goals.last_mut() {
            Some(goal) => &mut goal.rows,
            None => &mut self.frame,
        }
    }

    fn add_goal(&mut self, header: HeaderLine<'a>) -> Result<(), ParseError> {
        let value = header.value.text();
        if ORDERS.contains(&value) {
            if let Some(first) = self.order.replace(header.value) {
                return Err(given_twice(header.key, first.number));
            }
            self.closed = !self.frame.is_empty();
            return Ok(());
        }
        if value == GONE {
            self.closed = !self.frame.is_empty();
            self.headers.draft.all_leave = true;
            let place = DraftLocation::AllLeave;
            return match self.headers.spots.insert(place, header.value) {
                Some(first) => Err(given_twice(header.key, first.number)),
                None => Ok(()),
            };
        }
        if !value.is_empty() {
            let message = format!("`goal:` cannot be `{}`", brief(value));
            let help = "draw the goal in the lines below it; numbered tiles may also have `goal: \
                        blank-first` or `goal: blank-last`, and pieces with doors `goal: gone`";
            return Err(header.value.error(message, help));
        }
        if self.frame.is_empty() {
            let help = "draw the frame with all its pieces first";
            return Err(header.key.error("a goal stands before the frame", help));
        }
        if self.goals.len() == MAX_GOALS {
            return Err(header.key.error(too_many_goals(), FEWER_GOALS));
        }
        self.goals.push(GoalSection {
            title: LineCursor::whole(header.key.number, header.key.line),
            rows: Vec::new(),
        });
        self.closed = false;
        Ok(())
    }

    /// Adds a row. Refuses a grid that is too large at once, to bound the memory.
    fn add_row(&mut self, line: LineCursor<'a>) -> Result<(), ParseError> {
        if self.closed {
            let help = "an empty line ends a grid; a goal begins with a line `goal:`, a puzzle with \
                        `===`";
            let stray = || line.trimmed().error("this row belongs to no grid", help);
            return Err(self.bare_goal(Some(line)).unwrap_or_else(stray));
        }
        if self.grid().len() == MAX_SIDE {
            return Err(line.trimmed().error(too_large("rows"), SMALLER_FRAME));
        }
        if line.text().len() > MAX_SIDE {
            let character = || {
                line.characters()
                    .nth(MAX_SIDE * MAX_CHARACTERS)
                    .map(|(spot, _)| spot)
            };
            if let Some(cell) = line.words().nth(MAX_SIDE).or_else(character) {
                return Err(cell.error(too_large("columns"), SMALLER_FRAME));
            }
        }
        self.grid().push(line);
        Ok(())
    }

    /// Returns the puzzle; `None` without headers and frame.
    pub fn finish(mut self) -> Result<Option<Puzzle>, ParseError> {
        if self.headers.lines.is_empty() && self.frame.is_empty() {
            return Ok(None);
        }
        match self.draft()?.check() {
            Ok(puzzle) => Ok(Some(puzzle)),
            Err(error) => {
                let spot = self.locate(error.place);
                Err(self.bare_goal(None).unwrap_or_else(|| error.at(spot)))
            }
        }
    }

    /// Returns the error of the first row, among those so far and this one, that is the word
    /// `goal`. Such a row can draw four pieces, so this is called only after another error.
    fn bare_goal(&self, stray: Option<LineCursor<'a>>) -> Option<ParseError> {
        let goals = self.goals.iter().flat_map(|goal| &goal.rows);
        let mut rows = self
            .frame
            .iter()
            .chain(goals)
            .copied()
            .chain(stray)
            .map(LineCursor::trimmed);
        let bare = rows.find(|row| row.text().eq_ignore_ascii_case(GOAL))?;
        Some(bare.error(
            format!("`{}` has no colon", bare.text()),
            "did you mean `goal:`?",
        ))
    }

    /// Returns the names of the puzzle.
    pub fn title(self) -> PuzzleInfo {
        self.headers.draft.title
    }

    /// Returns the draft, in which only the numbers of tiles are checked. The goal of tiles without
    /// a goal is to have them in order.
    pub fn draft(&mut self) -> Result<Draft, ParseError> {
        self.are_words = are_names(&self.frame);
        self.headers.read_all_letters(self.are_words)?;
        let mut draft = std::mem::take(&mut self.headers.draft);
        let has_goal = [self.goals.len(), draft.exits.len(), draft.doors.len()] != [0; 3];
        let tiles = TileBoards::of(&self.frame, &draft, has_goal)?;
        for spot in self.headers.numbers() {
            let Some(tiles) = tiles.as_ref().filter(|tiles| tiles.are_words) else {
                return Err(names_no_piece(spot));
            };
            tiles.check_number(spot)?;
        }
        let Some(tiles) = tiles else {
            if let Some(order) = self.order {
                let message = format!("`goal: {}` is for numbered tiles", order.text());
                let help = "draw the goal in the lines below a line `goal:`";
                return Err(order.error(message, help));
            }
            let draw = |rows: &[LineCursor<'_>]| drawing(rows, self.are_words);
            draft.frame = draw(&self.frame);
            draft.goals = self.goals.iter().map(|goal| draw(&goal.rows)).collect();
            return Ok(draft);
        };
        self.are_words = tiles.are_words;
        draft.frame = tiles.frame();
        let goals = self.goals.iter().map(|goal| tiles.goal(&goal.rows));
        draft.goals = goals.collect::<Result<_, _>>()?;
        if self.order.is_some() || !has_goal && tiles.can_be_ordered() {
            let is_blank_first = self.order.is_some_and(|order| order.text() == ORDERS[0]);
            draft.goals.push(tiles.in_order(is_blank_first));
        }
        if tiles.are_words {
            self.headers.number_gate(&tiles, &mut draft)?;
            tiles.tell_apart(&mut draft);
        }
        Ok(draft)
    }

    /// Returns the part of the text that draws this place.
    fn locate(&self, place: DraftLocation) -> LineCursor<'a> {
        // The goal of an order is not drawn.
        let goal = |goal: usize| self.goals.get(goal);
        let order = || self.order.unwrap_or_else(|| self.frame[0].trimmed());
        match place {
            DraftLocation::FrameRow(row) => self.frame[row].trimmed(),
            DraftLocation::FrameCell(row, column) => self.cell(self.frame[row], column),
            DraftLocation::Goal(at) => goal(at).map_or_else(order, |goal| goal.title),
            DraftLocation::GoalRow(at, row) => {
                goal(at).map_or_else(order, |it| it.rows[row].trimmed())
            }
            DraftLocation::GoalCell(at, row, column) => {
                goal(at).map_or_else(order, |goal| self.cell(goal.rows[row], column))
            }
            DraftLocation::Whole => self.last.expect("a puzzle has lines").trimmed(),
            _ => self.headers.spots[&place],
        }
    }

    /// Returns the part of a line that draws the cell in this column.
    fn cell(&self, line: LineCursor<'a>, column: usize) -> LineCursor<'a> {
        let found = if self.are_words {
            line.words().nth(column)
        } else {
            line.characters().nth(column).map(|(spot, _)| spot)
        };
        found.unwrap_or_else(|| line.trimmed())
    }
}

/// Returns the error that a key is repeated.
fn given_twice(key: LineCursor<'_>, first: usize) -> ParseError {
    let message = format!("`{}` was already given in line {first}", brief(key.text()));
    key.error(message, "keep one of the two")
}

/// Returns the error that a word of a header names no piece.
fn names_no_piece(word: LineCursor<'_>) -> ParseError {
    let message = format!("`{}` names no piece", brief(word.text()));
    word.error(message, "write a letter, `=` and a name: `C=曹操 E=关羽`")
}

/// Whether the cells are words, some of them a letter with a number.
fn are_names(frame: &[LineCursor<'_>]) -> bool {
    let words = || frame.iter().flat_map(|row| row.text().split_whitespace());
    let is_name = |word: &str| private_letter(word).is_some();
    let is_single = |text: &str| text.chars().count() == 1 && !is_number(text);
    words().any(is_name)
        && words().all(|word| is_name(word) || is_single(word))
        && frame.iter().all(|row| row.words().count() > 1)
}

/// Returns the cells that these lines draw, by words with a name or by characters.
fn drawing(lines: &[LineCursor<'_>], has_names: bool) -> CharGrid {
    let cells = |line: &LineCursor<'_>| {
        let mut cells = Vec::with_capacity(line.text().len().min(MAX_SIDE));
        for word in line.text().split_whitespace() {
            match has_names.then(|| private_letter(word)).flatten() {
                Some(letter) => cells.push(letter),
                None => cells.extend(word.chars()),
            }
        }
        cells
    };
    CharGrid {
        rows: lines.iter().map(cells).collect(),
    }
}

/// The headers of a puzzle.
#[derive(Default, Debug)]
pub struct Headers<'a> {
    /// Their values; the drawings are still empty.
    pub(super) draft: Draft,
    /// The positions of the mark of the gate and of the letters of all entries.
    pub(super) spots: BTreeMap<DraftLocation, LineCursor<'a>>,
    /// The words for the pieces that may enter the gate.
    gate_words: Vec<LineCursor<'a>>,
    /// The line of each key.
    lines: BTreeMap<&'a str, usize>,
    /// The values in which letters follow each other, with their keys.
    letters: Vec<(&'static str, LineCursor<'a>)>,
    /// Whether letters with numbers are names.
    has_names: bool,
}

impl<'a> Headers<'a> {
    /// Adds a line.
    fn add(&mut self, header: HeaderLine<'a>) -> Result<(), ParseError> {
        let (base, language) = known_key(header.key)?;
        let text = header.key.text();
        let value = header.value;
        if let Some(&first) = self
            .lines
            .get(text)
            .filter(|_| !matches!(base, "door" | "colour" | "layers"))
        {
            return Err(given_twice(header.key, first));
        }
        self.lines.insert(text, header.key.number);
        if value.is_empty() {
            let help = "write one behind the colon, or take the line out";
            return Err(header
                .key
                .error(format!("`{}` has no value", brief(text)), help));
        }
        let title = &mut self.draft.title;
        let words = value.text().to_owned();
        match base {
            "name" => match language {
                Some(language) => title.translations.push((language.to_owned(), words)),
                None => title.name = Some(words),
            },
            "alias" => title.aliases.extend(name_list(&words)),
            "source" => title.source = Some(words),
            "note" => title.note = Some(words),
            "names" => self.name_pieces(value)?,
            "best" => self.draft.best = best(value)?,
            "gate" | "alike" | "distinct" | "colour" | "door" => self.letters.push((base, value)),
            "lock" => self.lock(value)?,
            "ice" => self.ice(value)?,
            "layers" => self.layers(value)?,
            "exit" => {
                let exits = entries(base, value, &SIDES)?;
                self.draft.exits = self.place(exits, DraftLocation::Exit);
            }
            "pieces" => {
                let words = [("free", Movement::Free), ("axis", Movement::Axis)];
                self.draft.movement = choice(base, value, &words)?;
            }
            _ => {
                let words = [("reach", SolvedWhen::Reach), ("clear", SolvedWhen::Clear)];
                self.draft.finish = choice(base, value, &words)?;
            }
        }
        Ok(())
    }

    fn read_letters(&mut self, base: &str, value: LineCursor<'a>) -> Result<(), ParseError> {
        match base {
            "gate" => self.gate(value)?,
            "alike" => self.alike(value),
            "colour" => self.colour(value)?,
            "door" => self.door(value)?,
            _ => {
                let letters = self.signs(value);
                self.draft.distinct = self.place(letters, DraftLocation::DistinctLetter);
            }
        }
        Ok(())
    }

    /// Reads the letters, those with numbers as names if the frame has such names. A colour may
    /// stand below a door that names it.
    fn read_all_letters(&mut self, has_names: bool) -> Result<(), ParseError> {
        self.has_names = has_names;
        self.letters.sort_by_key(|&(base, _)| base == "door");
        for (base, value) in std::mem::take(&mut self.letters) {
            self.read_letters(base, value)?;
        }
        Ok(())
    }

    /// Returns the letters of a value.
    pub(super) fn signs(&self, value: LineCursor<'a>) -> Vec<(LineCursor<'a>, char)> {
        let mut signs: Vec<(LineCursor<'a>, char)> = Vec::new();
        for (spot, character) in value.characters() {
            let last = signs.last_mut().filter(|_| self.has_names);
            let name = last.and_then(|last| {
                let name = last.0.to(spot);
                Some((last, (name, private_letter(name.text())?)))
            });
            match name {
                Some((last, name)) => *last = name,
                None => signs.push((spot, character)),
            }
        }
        signs
    }

    /// Reads `C=曹操 E=关羽`; a word without an equals sign continues the name before it.
    fn name_pieces(&mut self, value: LineCursor<'a>) -> Result<(), ParseError> {
        for word in value.words() {
            let Some((letter, name)) = word.text().split_once('=') else {
                let Some((_, name)) = self.draft.piece_names.last_mut() else {
                    return Err(names_no_piece(word));
                };
                *name += " ";
                *name += word.text();
                continue;
            };
            let Some(character) = piece(letter).filter(|_| !name.is_empty()) else {
                return Err(names_no_piece(word));
            };
            let place = DraftLocation::PieceName(self.draft.piece_names.len());
            self.spots.insert(place, word.part(letter));
            self.draft.piece_names.push((character, name.to_owned()));
        }
        Ok(())
    }

    /// Reads `+ = C D`: a mark, an equals sign, letters.
    fn gate(&mut self, value: LineCursor<'a>) -> Result<(), ParseError> {
        let mut characters = value.characters();
        let mark = characters.next();
        let equals = characters.next();
        let (Some((spot, mark)), Some((_, '='))) = (mark, equals) else {
            let help = "write its mark, `=` and the letters let in: `+ = C D`";
            return Err(value.error("this does not tell who may enter the gate", help));
        };
        let (_, entered) = value.text()[mark.len_utf8()..]
            .split_once('=')
            .expect("it is there");
        let entered = value.part(entered);
        self.gate_words = entered.words().collect();
        let letters = self.place(self.signs(entered), DraftLocation::GateLetter);
        self.spots.insert(DraftLocation::GateMark, spot);
        self.draft.gate = Some((mark, letters));
        Ok(())
    }

    /// Returns the positions of numbers of two digits that name pieces.
    fn numbers(&self) -> impl Iterator<Item = LineCursor<'a>> {
        let spots = self.spots.values().copied();
        spots.filter(|spot| two_digits(spot.text()).is_some())
    }

    /// Reads the pieces that may enter the gate again, by the numbers of tiles: `+ = 10 3`.
    fn number_gate(&mut self, tiles: &TileBoards<'_>, draft: &mut Draft) -> Result<(), ParseError> {
        let Some((_, letters)) = &mut draft.gate else {
            return Ok(());
        };
        let read = |word: LineCursor<'a>| match two_digits(word.text()) {
            Some(letter) => {
                tiles.check_number(word)?;
                Ok(vec![(word, letter)])
            }
            None => Ok(word.characters().collect()),
        };
        let words = self.gate_words.iter().map(|&word| read(word));
        let entered: Vec<_> = words.collect::<Result<Vec<_>, _>>()?.concat();
        *letters = self.place(entered, DraftLocation::GateLetter);
        Ok(())
    }

    /// Reads `ABFG CE`: groups of letters.
    fn alike(&mut self, value: LineCursor<'a>) {
        for (group, word) in value.words().enumerate() {
            let place = |letter| DraftLocation::AlikeLetter(group, letter);
            let letters = self.place(self.signs(word), place);
            self.draft.alike.push(letters);
        }
    }

    /// Records the positions of some entries, and returns their values.
    pub(super) fn place<T>(
        &mut self,
        entries: impl IntoIterator<Item = (LineCursor<'a>, T)>,
        place: impl Fn(usize) -> DraftLocation,
    ) -> Vec<T> {
        let entries = entries.into_iter().enumerate();
        let note = |(number, (spot, value))| {
            self.spots.insert(place(number), spot);
            value
        };
        entries.map(note).collect()
    }
}

/// Returns the letter of a piece that a header names by this letter, by a number from 10 on or by a
/// letter with a number.
pub fn piece(word: &str) -> Option<char> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Some(letter),
        _ => two_digits(word).or_else(|| private_letter(word)),
    }
}

/// Returns the key at this position: one of [`KEYS`], and a language that follows `name` or
/// `alias`.
fn known_key(spot: LineCursor<'_>) -> Result<(&'static str, Option<&str>), ParseError> {
    let text = spot.text();
    if let Some(&base) = KEYS.iter().find(|key| key.eq_ignore_ascii_case(text)) {
        return Ok((base, None));
    }
    let (before, language) = text.split_once('.').unwrap_or((text, ""));
    let Some(base) = ["name", "alias"]
        .into_iter()
        .find(|key| key.eq_ignore_ascii_case(before))
    else {
        let help = match similar_key(before) {
            Some(key) => format!("did you mean `{key}`?"),
            None => format!("the keys are `{}` and `goal`", KEYS.join("`, `")),
        };
        return Err(spot.error(format!("unknown key `{}`", brief(text)), help));
    };
    if language.is_empty() || !language.chars().all(is_tag_character) {
        let message = format!("`{}` does not name a language", brief(text));
        return Err(spot.error(message, "write it as a tag behind a dot: `name.zh`"));
    }
    Ok((base, Some(language)))
}

/// Returns a known key with a spelling similar to `key`.
fn similar_key(key: &str) -> Option<&'static str> {
    const LONGEST: usize = 24;
    if key.chars().nth(LONGEST).is_some() {
        return None;
    }
    let key = key.to_lowercase();
    let distance = |known: &str| strsim::osa_distance(&key, known);
    let all = KEYS
        .into_iter()
        .chain([GOAL])
        .map(|known| (distance(known), known));
    let (distance, nearest) = all.min()?;
    (distance <= nearest.len() / 2 && distance <= 2).then_some(nearest)
}

/// The words for the sides of a frame.
const SIDES: [(&str, Direction); 4] = [
    ("up", Direction::Up),
    ("down", Direction::Down),
    ("left", Direction::Left),
    ("right", Direction::Right),
];

/// The position of a letter, the letter and the meaning of its word.
pub type Entry<'a, T> = (LineCursor<'a>, (char, T));

/// Reads `A=row B=fixed`: letters with one of these words each.
pub fn entries<'a, T: Copy>(
    key: &str,
    value: LineCursor<'a>,
    words: &[(&str, T)],
) -> Result<Vec<Entry<'a, T>>, ParseError> {
    let entry = |spot: LineCursor<'a>| {
        let (letter, word) = spot.text().split_once('=')?;
        let character = piece(letter)?;
        let &(_, meaning) = words.iter().find(|&&(known, _)| known == word)?;
        Some((spot.part(letter), (character, meaning)))
    };
    let read = |spot: LineCursor<'a>| {
        entry(spot).ok_or_else(|| {
            let wanted = joined(words.iter().map(|(word, _)| word), "` or `");
            let message = format!("`{key}:` does not understand `{}`", brief(spot.text()));
            spot.error(message, format!("write a letter, `=` and `{wanted}`"))
        })
    };
    value.words().map(read).collect()
}

/// Returns the meaning of a value, one of two words.
fn choice<T: Copy>(
    key: &str,
    value: LineCursor<'_>,
    words: &[(&str, T); 2],
) -> Result<T, ParseError> {
    let meaning = words.iter().find(|&&(word, _)| word == value.text());
    meaning.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let message = format!("`{key}` cannot be `{}`", brief(value.text()));
        value.error(
            message,
            format!("write `{}` or `{}`", words[0].0, words[1].0),
        )
    })
}

/// Reads any of `move=81 slide=90 step=116*`, or `impossible`.
fn best(value: LineCursor<'_>) -> Result<PublishedOptimum, ParseError> {
    if value.text() == "impossible" {
        return Ok(PublishedOptimum::Impossible);
    }
    let help = "write any of `move=81 slide=90 step=116`, or `impossible`";
    let mut optimum = Optimum::default();
    for word in value.words() {
        let (text, is_own) = match word.text().strip_suffix('*') {
            Some(text) => (text, true),
            None => (word.text(), false),
        };
        let (metric, number) = optimum_entry(text)
            .ok_or_else(|| word.error(format!("`{}` is not a length", brief(word.text())), help))?;
        if optimum.get_mut(metric).replace(number).is_some() {
            let message = format!("the optimum in `{metric}` is given twice");
            return Err(word.error(message, help));
        }
        optimum.is_own[metric as usize] = is_own;
    }
    Ok(PublishedOptimum::Known(optimum))
}

/// Reads `move=81`.
fn optimum_entry(word: &str) -> Option<(Metric, u32)> {
    let (name, number) = word.split_once('=')?;
    Some((name.parse().ok()?, excerpt::number(number)?))
}
