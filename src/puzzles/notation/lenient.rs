//! Boards in other characters than ours: with spaces, `_` or `口` for empty cells, with commas, bars
//! or borders between the cells, with the goal in words.
//!
//! This module rewrites a text into our format in every way that fits its lines. The caller accepts
//! the result only if it has one meaning.

use std::{
    collections::{BTreeMap, HashSet},
    iter,
};

use crate::{
    excerpt::{is_number, joined, key, number, only_char, words_between},
    grid::Direction,
    puzzle::{is_letter, text},
    wrapping::{self, Assumption, BLANKS, BoardRole, are_numbers, bare, is_blank_word, role},
};

/// The largest length of a board that someone typed.
const MAX_BYTES: usize = 1 << 14;

/// A text in our format, the assumptions of the rewriting, and the words for the usual goal, if the
/// text has any.
type Rewritten = (String, Vec<Assumption>, Option<String>);

/// Returns the ways to read a text as one board in our format.
pub fn readings(text: &str) -> Vec<Rewritten> {
    if text.len() > MAX_BYTES {
        return Vec::new();
    }
    let (mut lines, mut assumptions) = wrapping::remove(text);
    if remove_rules(&mut lines) {
        assumptions.push(Assumption::left_out("rules between lines"));
    }
    let Some(sheet) = TypedSheet::of(&lines, assumptions) else {
        return Vec::new();
    };
    let mut readings = Vec::new();
    for rows in sheet.broken() {
        for separation in Separation::ALL {
            let Some(board) = rows.board(separation) else {
                continue;
            };
            for mark in board.possible_blanks() {
                readings.extend(
                    board
                        .clone()
                        .with_blank(mark.as_deref())
                        .and_then(TypedBoard::rewritten),
                );
            }
        }
    }
    readings
}

/// Empties the lines that underline a title or part two boards. A row of a board that draws its
/// empty cells as `-` is none of them.
pub fn remove_rules(lines: &mut [String]) -> bool {
    const LEAST: usize = 3;
    let before = lines.to_vec();
    for line in lines.iter_mut() {
        let rule = line.trim();
        let is_row = |other: &String| {
            let row: String = other.split_whitespace().collect();
            row.len() == rule.len() && row.contains(&rule[..1]) && row != rule
        };
        let is_line = rule.len() >= LEAST
            && ['-', '=', '*']
                .iter()
                .any(|mark| rule.replace(*mark, "").trim().is_empty());
        if ["->", "=>", "→"].contains(&rule) || is_line && !before.iter().any(is_row) {
            line.clear();
        }
    }
    *lines != before
}

/// The parts of a text with one board.
#[derive(Clone, Default, Debug)]
struct TypedSheet {
    headers: Vec<String>,
    frame: Vec<String>,
    goals: Vec<Vec<String>>,
    exit: Option<ExitLine>,
    assumptions: Vec<Assumption>,
}

/// An exit in words: `exit: bottom`, `goal: B bottom`.
#[derive(Clone, Debug)]
struct ExitLine {
    said: String,
    /// The piece, if the line names one.
    piece: Option<char>,
    side: &'static str,
}

impl ExitLine {
    /// Reads the words after `exit` or `goal`.
    fn of(said: &str, words: &str) -> Option<Self> {
        // `exit: C=down` is in our format.
        let is_ours = |side: &str| Direction::ALL.iter().any(|known| side == known.word());
        if words.split_once('=').is_some_and(|(_, side)| is_ours(side)) {
            return None;
        }
        let is_end = |mark: char| mark.is_whitespace() || ",:;.=".contains(mark);
        let mut exit = ExitLine {
            said: said.trim().to_owned(),
            piece: None,
            side: "",
        };
        for word in words_between(words, is_end) {
            let side = match &*word.to_lowercase() {
                "at" | "the" | "to" | "on" | "of" | "side" | "edge" | "middle" | "center"
                | "centre" | "piece" | "car" | "leaves" => continue,
                "up" | "top" | "上" => "up",
                "down" | "bottom" | "下" => "down",
                "left" | "左" => "left",
                "right" | "右" => "right",
                _ => {
                    let mut marks = word.chars();
                    let letter = marks.next().filter(|&letter| is_letter(letter))?;
                    if marks.next().is_some() || exit.piece.replace(letter).is_some() {
                        return None;
                    }
                    continue;
                }
            };
            if !exit.side.is_empty() {
                return None;
            }
            exit.side = side;
        }
        (!exit.side.is_empty()).then_some(exit)
    }
}

/// Returns the lines with the start above the goal, if both have titles and the goal is first.
fn start_first(lines: &[String]) -> Vec<String> {
    let place = |wanted| {
        let is_title = |line: &String| title(line).is_some_and(|title| role(title) == Some(wanted));
        lines.iter().position(is_title)
    };
    match (place(BoardRole::Goal), place(BoardRole::Start)) {
        (Some(goal), Some(start)) if goal < start => {
            [&lines[start..], &[String::new()], &lines[..start]].concat()
        }
        _ => lines.to_vec(),
    }
}

/// Returns a line of letters and spaces, without the colon behind them.
fn title(line: &str) -> Option<&str> {
    let words = line.trim().trim_end_matches([':', '：']);
    let is_part = |mark: char| mark.is_alphabetic() || mark == ' ';
    (!words.is_empty() && words.chars().all(is_part)).then_some(words)
}

impl TypedSheet {
    fn of(lines: &[String], assumptions: Vec<Assumption>) -> Option<Self> {
        let mut sheet = TypedSheet {
            assumptions,
            ..TypedSheet::default()
        };
        let is_row = |line: &&String| !line.trim().is_empty();
        // A page may have an empty line after each row.
        let gaps = lines
            .split(|line| line.trim().is_empty())
            .filter(|part| !part.is_empty());
        let is_spread = gaps.clone().count() > 2 && gaps.clone().all(|part| part.len() == 1);
        let mut is_closed = false;
        for line in &start_first(lines) {
            if !is_row(&line) {
                is_closed = !is_spread && !sheet.frame.is_empty();
                continue;
            }
            sheet.add(line, is_closed)?;
            is_closed = false;
        }
        (!sheet.frame.is_empty()).then_some(sheet)
    }

    /// Adds a line, which follows an empty one if `is_after_gap`.
    fn add(&mut self, line: &str, is_after_gap: bool) -> Option<()> {
        let trimmed = line.trim();
        if trimmed.starts_with(';') {
            return Some(());
        }
        let small = trimmed.to_lowercase();
        let value = |key: &str| {
            trimmed[key.len()..]
                .trim_start()
                .trim_start_matches([':', '：'])
                .trim()
        };
        let word = key(trimmed).unwrap_or(trimmed);
        let is_alone = value(word).is_empty();
        let role = title(trimmed).and_then(role);
        if is_alone && role == Some(BoardRole::Goal) && !self.frame.is_empty() {
            if word != "goal" || key(trimmed).is_none() {
                let said = trimmed.to_owned();
                self.assumptions.push(Assumption::words(&said, "goal:"));
            }
            self.goals.push(Vec::new());
            return Some(());
        }
        let is_name = key(trimmed).is_some() || word.contains(' ');
        if is_alone && role == Some(BoardRole::Start) && self.frame.is_empty() && is_name {
            self.assumptions
                .push(Assumption::left_out("the title of the board"));
            return Some(());
        }
        for known in ["exit", "goal", "目标", "出口"] {
            let words = small
                .strip_prefix(known)
                .map(|_| value(&trimmed[..known.len()]));
            if let Some(exit) = words.and_then(|words| ExitLine::of(trimmed, words)) {
                return self.exit.replace(exit).is_none().then_some(());
            }
        }
        if let Some(key) = key(trimmed) {
            let base = key.split('.').next().unwrap_or_default();
            let is_known = text::KEYS
                .iter()
                .any(|known| known.eq_ignore_ascii_case(base));
            let is_in_place = self.frame.is_empty() || base.eq_ignore_ascii_case("goal");
            self.headers.push(trimmed.to_owned());
            return (is_known && is_in_place || base.eq_ignore_ascii_case("goal")).then_some(());
        }
        if is_after_gap && self.goals.is_empty() {
            self.assumptions.push(Assumption::second_board());
            self.goals.push(Vec::new());
        } else if is_after_gap && self.goals.last().is_some_and(|goal| !goal.is_empty()) {
            return None;
        }
        self.goals
            .last_mut()
            .unwrap_or(&mut self.frame)
            .push(line.to_owned());
        Some(())
    }

    fn has_header(&self, wanted: &str) -> bool {
        self.headers
            .iter()
            .filter_map(|line| key(line))
            .any(|key| key.eq_ignore_ascii_case(wanted))
    }

    /// Returns this sheet, and the ways to break boards in one line into rows.
    fn broken(&self) -> Vec<TypedSheet> {
        let mut sheets = vec![self.clone()];
        for mark in ['/', ',', ';', ' ', '|'] {
            let is_board = |rows: &[String]| rows.len() == 1 && rows[0].trim().contains(mark);
            if is_board(&self.frame) && self.goals.iter().all(|rows| is_board(rows)) {
                let rows = |rows: &Vec<String>| -> Vec<String> {
                    let line = rows[0].trim_matches(|it: char| it == mark || it == '\r');
                    line.split(mark).map(str::to_owned).collect()
                };
                let goals = self.goals.iter().map(rows).collect();
                let mut assumptions = self.assumptions.clone();
                if mark == '|' {
                    assumptions.push(Assumption::note("`|` separates the rows"));
                }
                let frame = rows(&self.frame);
                // Single characters are cells, not rows.
                if frame.iter().any(|row| row.trim().chars().nth(1).is_some()) {
                    sheets.push(TypedSheet {
                        frame,
                        goals,
                        assumptions,
                        ..self.clone()
                    });
                }
            }
        }
        sheets
    }

    /// Returns the board with this separation of its cells.
    fn board(&self, separation: Separation) -> Option<TypedBoard> {
        let is_short = matches!(&self.frame[..], [row] if is_number(row.trim()));
        // A number alone is probably something else.
        if is_short && self.goals.is_empty() && self.exit.is_none() && self.headers.is_empty() {
            return None;
        }
        let mut sheet = self.clone();
        let frame = separation.cells(&self.frame, None)?;
        // If `.` draws empty cells, or spaces separate all cells, spaces do not draw empty cells.
        // Tiles have one empty cell.
        let has_dots = self.frame.iter().any(|row| row.contains('.'));
        let blanks = frame.iter().flatten().filter(|word| *word == BLANK).count();
        let are_tiles = frame
            .iter()
            .flatten()
            .all(|it| [BLANK, "_", "/"].contains(&&**it) || is_number(it));
        let is_column = matches!(separation, Separation::Column { .. });
        let is_named = |word: &&str| word.chars().nth(1).is_some() && cleaned(word) == BLANK;
        let mut words = self
            .frame
            .iter()
            .flat_map(|row| row.split([' ', ',', ';', '\t', '|']));
        let name = words.find(is_named);
        if is_column
            && (has_dots || name.is_some() || is_spaced(&self.frame) || are_tiles && blanks > 1)
        {
            return None;
        }
        let width = frame.iter().map(Vec::len).max()?;
        let goals = self
            .goals
            .iter()
            .map(|rows| separation.cells(rows, Some(width)));
        let goals: Vec<CellRows> = goals.collect::<Option<_>>()?;
        match separation {
            Separation::Column { .. } => {
                sheet
                    .assumptions
                    .push(Assumption::note("a space is an empty cell"));
            }
            // Only commas separate cells in brackets.
            Separation::Mark(mark)
                if mark != ' '
                    && !sheet
                        .assumptions
                        .contains(&Assumption::left_out("brackets")) =>
            {
                let separates = match mark {
                    '\t' => "tabs separate the cells".to_owned(),
                    mark => format!("`{mark}` separates the cells"),
                };
                sheet.assumptions.push(Assumption::note(separates));
            }
            _ => {}
        }
        if matches!(separation, Separation::Mark(_)) {
            let note = name.map(|name| Assumption::note(format!("`{name}` is an empty cell")));
            sheet.assumptions.extend(note);
        }
        let size = |cells: &CellRows| (cells.len(), wrapping::are_wide(cells, width));
        let is_rectangle = [&frame]
            .into_iter()
            .chain(&goals)
            .all(|it| size(it) == (frame.len(), true));
        is_rectangle.then_some(TypedBoard {
            sheet,
            frame,
            goals,
        })
    }
}

/// Rows of cells, each a word.
type CellRows = Vec<Vec<String>>;

/// An empty cell.
const BLANK: &str = ".";

/// The separation of the cells of a row.
#[derive(Clone, Copy, Debug)]
enum Separation {
    /// Nothing, or any spaces.
    None,
    /// Nothing, or a space if `is_wide`; any other space is an empty cell.
    Column { is_wide: bool },
    /// This character.
    Mark(char),
}

impl Separation {
    const ALL: [Separation; 10] = [
        Separation::None,
        Separation::Column { is_wide: false },
        Separation::Column { is_wide: true },
        Separation::Mark(','),
        Separation::Mark('，'),
        Separation::Mark('、'),
        Separation::Mark(';'),
        Separation::Mark('\t'),
        Separation::Mark('|'),
        Separation::Mark(' '),
    ];

    /// Returns the cells of these rows; `width` is that of the frame for the rows of a goal.
    fn cells(self, rows: &[String], width: Option<usize>) -> Option<CellRows> {
        match self {
            Separation::None => {
                let marks = |row: &String| {
                    let marks = row.chars().filter(|mark| !mark.is_whitespace());
                    marks.map(String::from).collect()
                };
                Some(rows.iter().map(marks).collect())
            }
            Separation::Column { is_wide } => columns(rows, is_wide, width),
            Separation::Mark(' ') => {
                let words = |row: &String| row.split_whitespace().map(cleaned).collect();
                Some(rows.iter().map(words).collect())
            }
            Separation::Mark(mark) => {
                let rows: Vec<String> = rows
                    .iter()
                    .map(|row| {
                        let end = if mark == ';' { "" } else { ";" };
                        row.trim_end_matches(end)
                            .replace(['│', '║', '┃', '｜'], "|")
                    })
                    .collect();
                if !rows.iter().all(|row| row.contains(mark)) {
                    return None;
                }
                let is_ended = rows
                    .iter()
                    .all(|row| row.trim_end_matches(' ').ends_with(mark));
                let words = |row: &String| {
                    let row = if is_ended {
                        row.trim_end_matches(' ')
                    } else {
                        row
                    };
                    let row = row.strip_suffix(mark).filter(|_| is_ended).unwrap_or(row);
                    row.split(mark).map(cleaned).collect()
                };
                Some(rows.iter().map(words).collect())
            }
        }
    }
}

/// Whether a single space separates all cells of each row, so that no space is an empty cell.
fn is_spaced(rows: &[String]) -> bool {
    let indent = indent(rows);
    // The rows of a board in one line have slashes between them.
    rows.iter().flat_map(|row| row.split('/')).all(|row| {
        let row: String = row.trim_end().chars().skip(indent).collect();
        let is_cell = |word: &str| only_char(word).is_some() || is_number(word);
        row.split(is_space).all(is_cell) && (row.contains(is_space) || only_char(&row).is_some())
    })
}

/// Returns the number of spaces in front of all rows.
fn indent(rows: &[String]) -> usize {
    let indent = |row: &String| row.chars().take_while(|&mark| is_space(mark)).count();
    rows.iter().map(indent).min().unwrap_or(0)
}

fn is_space(mark: char) -> bool {
    matches!(mark, ' ' | '\u{3000}' | '\u{a0}')
}

/// Returns the cells if each is one column of text, or every second one, and a space is an empty
/// cell. Spaces at the end of a row may be missing, so some row must have one between its cells.
fn columns(rows: &[String], is_wide: bool, width: Option<usize>) -> Option<CellRows> {
    // One space in front of all rows could be a column of empty cells.
    let indent = Some(indent(rows)).filter(|it| *it > 1).unwrap_or(0);
    let drawn = |row: &String| -> Vec<char> {
        row.trim_end_matches(|mark| is_space(mark) || mark == '\r')
            .chars()
            .skip(indent)
            .collect()
    };
    let rows: Vec<Vec<char>> = rows.iter().map(drawn).collect();
    if rows.iter().flatten().any(|&mark| mark == '\t') {
        return None;
    }
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let (step, longest) = if is_wide {
        (2, longest.div_ceil(2))
    } else {
        (1, longest)
    };
    // Rows with other spaces between the cells do not line up.
    let mut gaps = rows.iter().flat_map(|row| row.iter().skip(1).step_by(2));
    let gap = gaps.clone().next().copied().unwrap_or(' ');
    if is_wide && !(is_space(gap) && gaps.all(|mark| *mark == gap)) {
        return None;
    }
    let cells = |row: &Vec<char>| -> Vec<String> {
        let marks = row.iter().step_by(step).map(|&mark| {
            if is_space(mark) {
                BLANK.to_owned()
            } else {
                mark.to_string()
            }
        });
        let mut cells: Vec<String> = marks.collect();
        cells.resize(width.unwrap_or(longest).max(cells.len()), BLANK.to_owned());
        cells
    };
    let has_space = rows
        .iter()
        .any(|row| row.iter().step_by(step).any(|&mark| is_space(mark)));
    (has_space || width.is_some()).then(|| rows.iter().map(cells).collect())
}

/// Returns a cell as a word, without quotation marks, and `.` if it is empty.
fn cleaned(word: &str) -> String {
    let word = bare(word).trim().to_owned();
    let is_nothing = |mark: char| mark == '.' || mark != '_' && BLANKS.contains(mark);
    match number::<usize>(&word) {
        _ if word.chars().all(is_nothing) || is_blank_word(&word) => BLANK.to_owned(),
        Some(number) => number.to_string(),
        None => word,
    }
}

/// Whether cells are the numbers 1, 2, 3 …, at least three, each once, and empty cells or walls.
fn are_tiles<'a>(words: impl Iterator<Item = &'a str>) -> bool {
    const LEAST: usize = 3;
    let is_tile = |word: &&str| !matches!(*word, "." | "_" | "#") && number(word) != Some(0);
    let tiles: Vec<&str> = words.filter(is_tile).collect();
    let count = tiles.len();
    count >= LEAST && are_numbers(tiles, 1..count + 1)
}

/// Letters and digits that draw an empty cell if nothing else does.
pub const BLANK_LETTERS: &str = "0oO口囗空〇无無";

/// A board with its cells.
#[derive(Clone, Debug)]
struct TypedBoard {
    sheet: TypedSheet,
    frame: CellRows,
    goals: Vec<CellRows>,
}

impl TypedBoard {
    fn words(&self) -> impl Iterator<Item = &str> {
        self.frame.iter().flatten().map(String::as_str)
    }

    /// Returns the words that may draw the empty cells; `None` if signs do that no piece can have.
    fn possible_blanks(&self) -> Vec<Option<String>> {
        let is_empty =
            |word: &str| word == BLANK || only_char(word).is_some_and(|mark| BLANKS.contains(mark));
        if self.words().any(is_empty) || self.are_tiles() {
            return vec![None];
        }
        let drawn = |mark: &char| self.words().any(|word| only_char(word) == Some(*mark));
        // Beside ten digits, `a` and `b` may be the empty cells, and `0` a piece.
        let are_digits = ('0'..='9').chain(['a', 'b']).all(|it| drawn(&it));
        if are_digits && !drawn(&'c') {
            return Vec::new();
        }
        // `V` is short for the word for empty in several languages.
        let letters = BLANK_LETTERS.chars().chain(['V', 'x', 'X']);
        letters
            .filter(drawn)
            .map(|mark| Some(mark.to_string()))
            .collect()
    }

    /// Whether the cells are numbered tiles, among which our format has a meaning for `0`.
    fn are_tiles(&self) -> bool {
        are_tiles(self.words())
    }

    /// Returns the board if this word, and characters that no piece can have, draw empty cells.
    fn with_blank(mut self, sign: Option<&str>) -> Option<Self> {
        let gate = self
            .sheet
            .headers
            .iter()
            .find(|line| key(line) == Some("gate"));
        let gate = gate.and_then(|line| line.split_once([':', '：'])?.1.trim().chars().next());
        let are_tiles = self.are_tiles();
        let drawn: String = self.words().filter_map(only_char).collect();
        let is_blank = |word: &str, is_goal: bool| {
            let is_empty = |mark: char| {
                let is_sign = BLANKS.contains(mark) && gate != Some(mark);
                // A letter that draws no piece of the frame cannot draw one of a goal.
                let is_free = BLANK_LETTERS.contains(mark) && !drawn.contains(mark) && !are_tiles;
                is_sign && !(is_goal && mark == '_') || is_goal && is_free
            };
            sign == Some(word) || only_char(word).is_some_and(is_empty)
        };
        let mut marks = Vec::new();
        let grids = iter::once(&mut self.frame).chain(&mut self.goals);
        for (at, grid) in grids.enumerate() {
            for word in grid
                .iter_mut()
                .flatten()
                .filter(|word| is_blank(word, at > 0))
            {
                if at == 0 && !marks.contains(word) {
                    marks.push(word.clone());
                }
                BLANK.clone_into(word);
            }
        }
        let is_open = |word: &str| word == "_" || are_tiles && word == "0";
        let blanks = self.words().filter(|word| *word == BLANK || is_open(word));
        let empties = blanks.count();
        let wanted = |goal: &CellRows| goal.iter().flatten().filter(|word| is_open(word)).count();
        for goal in self.goals.iter_mut().filter(|goal| wanted(goal) > empties) {
            // So many cells cannot all be empty, so the sign means what it means in the frame, or
            // anything.
            if !are_tiles && marks.iter().all(|mark| mark != "_") {
                return None;
            }
            for word in goal.iter_mut().flatten().filter(|word| is_open(word)) {
                BLANK.clone_into(word);
            }
            if are_tiles {
                let note = "an empty cell of the goal may hold any piece";
                self.sheet.assumptions.push(Assumption::note(note));
            }
        }
        let assumed = marks
            .into_iter()
            .map(|mark| Assumption::note(format!("`{mark}` is an empty cell")));
        self.sheet.assumptions.extend(assumed);
        Some(self)
    }

    /// Returns the text of the board in our format.
    fn rewritten(mut self) -> Option<Rewritten> {
        if !self.are_tiles() {
            self.name_words()?;
            self.part_singles()?;
        }
        self.match_goals()?;
        self.lead_out()?;
        let TypedBoard {
            sheet,
            frame,
            goals,
        } = self;
        let rows = |cells: CellRows| {
            cells
                .into_iter()
                .map(|row| row.join(" "))
                .collect::<Vec<_>>()
        };
        let mut lines = sheet.headers;
        lines.extend(rows(frame));
        for goal in goals {
            lines.push("goal:".to_owned());
            lines.extend(rows(goal));
        }
        Some((
            lines.join("\n") + "\n",
            sheet.assumptions,
            sheet.exit.map(|exit| exit.said),
        ))
    }

    /// Returns the cells of each letter of the frame.
    fn cells(&self) -> BTreeMap<char, Vec<(usize, usize)>> {
        let mut cells: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
        for (row, line) in self.frame.iter().enumerate() {
            for (column, word) in line.iter().enumerate() {
                if let Some(letter) = only_char(word).filter(|&mark| is_letter(mark)) {
                    cells.entry(letter).or_default().push((row, column));
                }
            }
        }
        cells
    }

    /// Returns a letter that draws nothing.
    fn free_letter(&self) -> Option<String> {
        let grids = [&self.frame]
            .into_iter()
            .chain(&self.goals)
            .flatten()
            .flatten();
        let taken: HashSet<&str> = grids.map(String::as_str).collect();
        let mut letters = ('A'..='Z')
            .chain('a'..='z')
            .chain('一'..='丿')
            .map(String::from);
        letters.find(|letter| !taken.contains(&**letter))
    }

    /// Names pieces in the headers.
    fn add_names(&mut self, names: &[(String, String)]) {
        if !names.is_empty() && !self.sheet.has_header("names") {
            let names = names
                .iter()
                .map(|(letter, name)| format!("{letter}={name}"));
            self.sheet
                .headers
                .push(format!("names: {}", joined(names, " ")));
        }
    }

    /// Gives a letter to each piece that is drawn by a word.
    fn name_words(&mut self) -> Option<()> {
        let mut names: Vec<(String, String)> = Vec::new();
        let long: Vec<String> = self
            .words()
            .filter(|word| word.chars().nth(1).is_some())
            .map(str::to_owned)
            .collect();
        for word in long {
            if names.iter().any(|(_, name)| *name == word) || word.contains(char::is_whitespace) {
                continue;
            }
            if !word.chars().all(is_letter) {
                return None;
            }
            let letter = self.free_letter()?;
            let grids = self.goals.iter_mut().chain([&mut self.frame]);
            for cell in grids.flatten().flatten().filter(|cell| **cell == word) {
                cell.clone_from(&letter);
            }
            names.push((letter, word));
        }
        self.add_names(&names);
        Some(())
    }

    /// Makes a piece of each cell of a letter if no two of its cells touch. A soldier always has
    /// one cell, and so has a digit that is drawn four times.
    fn part_singles(&mut self) -> Option<()> {
        const SOLDIERS: [char; 2] = ['卒', '兵'];
        const SINGLES: usize = 4;
        let touch = |(one, other): ((usize, usize), (usize, usize))| {
            one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
        };
        let mut names = Vec::new();
        for (letter, cells) in self.cells() {
            let touches = |&cell: &(usize, usize)| cells.iter().any(|&other| touch((cell, other)));
            let is_alone = !cells.iter().any(touches);
            let is_split = cells.iter().any(|cell| !touches(cell));
            let is_digit = letter.is_ascii_digit() && cells.len() == SINGLES;
            let is_soldier = is_split && (SOLDIERS.contains(&letter) || is_digit);
            if cells.len() < 2 || !(is_alone || is_soldier) {
                continue;
            }
            let mut letters = vec![letter.to_string()];
            for &(row, column) in &cells[1..] {
                let free = self.free_letter()?;
                self.frame[row][column].clone_from(&free);
                names.push((free.clone(), letter.to_string()));
                letters.push(free);
            }
            self.rename_in_goals(&letters)?;
            self.sheet.assumptions.push(Assumption::note(format!(
                "each `{letter}` is a piece of its own"
            )));
        }
        self.add_names(&names);
        Some(())
    }

    /// Gives these letters to the pieces of one letter in goals, and makes them interchangeable.
    fn rename_in_goals(&mut self, letters: &[String]) -> Option<()> {
        let mut is_drawn = false;
        for goal in &mut self.goals {
            let cells = goal
                .iter_mut()
                .flatten()
                .filter(|cell| **cell == letters[0]);
            let mut fresh = letters.iter();
            for cell in cells {
                is_drawn = true;
                cell.clone_from(fresh.next()?);
            }
        }
        if is_drawn {
            if self.sheet.has_header("alike") {
                return None;
            }
            self.sheet
                .headers
                .push(format!("alike: {}", letters.concat()));
        }
        Some(())
    }

    /// Reads a small letter of a goal as the capital one of the frame, and vice versa. A second
    /// board must not equal the first or have other pieces.
    fn match_goals(&mut self) -> Option<()> {
        let drawn: HashSet<String> = self.words().map(str::to_owned).collect();
        let mut said = Vec::new();
        for word in self.goals.iter_mut().flatten().flatten() {
            let Some(letter) = only_char(word).filter(|&mark| is_letter(mark)) else {
                continue;
            };
            if drawn.contains(word) {
                continue;
            }
            let twin = if letter.is_lowercase() {
                word.to_uppercase()
            } else {
                word.to_lowercase()
            };
            if !drawn.contains(&twin) {
                return None;
            }
            let note = Assumption::words(word, &twin);
            if !said.contains(&note) {
                said.push(note);
            }
            *word = twin;
        }
        self.sheet.assumptions.extend(said);
        let is_second = self.sheet.assumptions.contains(&Assumption::second_board());
        (!is_second || !self.goals.contains(&self.frame)).then_some(())
    }

    /// Adds a header for the exit, unless it is the usual one of the board.
    fn lead_out(&mut self) -> Option<()> {
        let Some(ExitLine { said, piece, side }) = self.sheet.exit.clone() else {
            return Some(());
        };
        let shape = |(letter, cells): (char, Vec<(usize, usize)>)| {
            let span = |of: fn(&(usize, usize)) -> usize| {
                let places = cells.iter().map(of);
                places.clone().max().unwrap_or(0) - places.min().unwrap_or(0) + 1
            };
            (
                letter,
                cells.len(),
                [span(|cell| cell.0), span(|cell| cell.1)],
            )
        };
        let shapes: Vec<_> = self.cells().into_iter().map(shape).collect();
        let squares = shapes
            .iter()
            .filter(|(_, area, spans)| *area == 4 && *spans == [2, 2]);
        let squares: Vec<char> = squares.map(|(letter, ..)| *letter).collect();
        let size = [self.frame.len(), self.frame[0].len()];
        let is_car = |(_, area, [rows, columns]): &(char, usize, [usize; 2])| {
            *area > 1 && area == rows.max(columns) && *rows.min(columns) == 1
        };
        let are_cars = size[0] == size[1] && shapes.iter().all(is_car);
        let is_main = piece.is_none() || squares[..] == [piece.unwrap_or_default()];
        let is_classic = size == [5, 4] && squares.len() == 1 && side == "down" && is_main;
        if is_classic || are_cars && piece.is_none() && side == "right" {
            return Some(());
        }
        let only = squares.first().copied().filter(|_| squares.len() == 1);
        let piece = piece.or(only)?;
        let mut meaning = format!("exit: {piece}={side}");
        self.sheet.headers.push(meaning.clone());
        if are_cars && !self.sheet.has_header("pieces") {
            self.sheet.headers.push("pieces: axis".to_owned());
            meaning += "` with `pieces: axis";
        }
        self.sheet
            .assumptions
            .push(Assumption::words(&said, &meaning));
        self.sheet.exit = None;
        Some(())
    }
}
