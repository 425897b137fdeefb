//! Reads maps of GNOME Klotski.

use std::collections::{HashMap, HashSet};

use super::super::error::Spot;
use super::super::letters::Letters;
use super::super::puzzles::{Puzzles, SPLIT};
use super::super::{Notation, ParseError};
use super::{FLOOR, GATE, HERO};
use crate::puzzle::{
    Draft, DraftError, Drawing, Fault, MAX_GOALS, MAX_SIDE, Place, Puzzle, is_letter,
};

/// The letter of the hero, where no other piece has it.
const HERO_LETTER: char = 'X';

/// The mark of the gate in our drawing.
const MARK: char = '+';

/// The most cells that the goals of one map are drawn with.
const MAX_DRAWN: usize = 1 << 23;

/// The puzzles of the maps in this text, at least one.
pub(in crate::notation) fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<Spot<'_>> = text.lines().enumerate().map(|(i, line)| row(i + 1, line)).collect();
    let mut puzzles = Puzzles::default();
    for rows in lines.split(|row| row.line.is_empty()).filter(|rows| !rows.is_empty()) {
        let map = Map::new(rows)?;
        let puzzle = map.puzzle()?;
        puzzles.add(puzzle).map_err(|message| error(rows[0], message, SPLIT))?;
    }
    if puzzles.is_empty() {
        let help = "draw it: `#` a wall, `*` the hero, `.` where it shall go";
        return Err(error(row(1, ""), "the text has no map", help));
    }
    Ok(puzzles.into_vec())
}

/// All of a line, the spaces at its ends too.
fn row(number: usize, line: &str) -> Spot<'_> {
    Spot { number, line, start: 0, end: line.len() }
}

fn error(spot: Spot<'_>, message: impl Into<String>, help: impl Into<String>) -> ParseError {
    spot.error(Notation::Gnome, message, help)
}

/// A map whose cells all mean something.
struct Map<'a> {
    rows: &'a [Spot<'a>],
    /// Its cells, all rows as long as the longest.
    cells: Vec<Vec<char>>,
}

impl<'a> Map<'a> {
    /// The map of these rows, of which there is one at least.
    fn new(rows: &'a [Spot<'a>]) -> Result<Self, ParseError> {
        if let Some(&row) = rows.get(MAX_SIDE) {
            let message = format!("the map has more than {MAX_SIDE} rows");
            return Err(error(row, message, "an empty line ends a map"));
        }
        let long = |row: &&Spot<'_>| row.line.chars().nth(MAX_SIDE).is_some();
        if let Some(row) = rows.iter().find(long) {
            let message = format!("the map has more than {MAX_SIDE} columns");
            return Err(error(row.character(MAX_SIDE), message, "cut the map into smaller ones"));
        }
        let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.line.chars().collect()).collect();
        let width = cells.iter().map(Vec::len).max().unwrap_or_default();
        for row in &mut cells {
            row.resize(width, ' ');
        }
        let map = Map { rows, cells };
        map.check()?;
        Ok(map)
    }

    /// That each character draws something, and there are a hero and a place for it.
    fn check(&self) -> Result<(), ParseError> {
        let blank = |c: char| c != ' ' && (c.is_whitespace() || c.is_control());
        if let Some((row, column)) = self.find(blank) {
            let help = "an empty cell is a space, a piece any other character that can be seen";
            let message = format!("`{}` draws nothing", self.cells[row][column].escape_debug());
            return Err(error(self.at(row, column), message, help));
        }
        let whole = self.rows[0];
        if self.find(|c| c == HERO).is_none() {
            let help = "draw its cells with `*`; an empty line ends a map, so draw spaces in a row \
                        of empty cells";
            return Err(error(whole, "this map has no hero", help));
        }
        if self.find(|c| c == FLOOR).is_none() {
            let help = "draw the cells where the hero shall go with `.`";
            return Err(error(whole, "this map has no goal", help));
        }
        Ok(())
    }

    /// The first cell with such a character.
    fn find(&self, is_wanted: impl Fn(char) -> bool) -> Option<(usize, usize)> {
        let column = |row: &Vec<char>| row.iter().position(|&c| is_wanted(c));
        self.cells.iter().enumerate().find_map(|(number, row)| Some((number, column(row)?)))
    }

    /// The cells with this character, row by row.
    fn all(&self, wanted: char) -> Vec<(usize, usize)> {
        let cells = self.cells.iter().enumerate().flat_map(|(row, cells)| {
            cells.iter().enumerate().map(move |(column, &cell)| ((row, column), cell))
        });
        cells.filter(|&(_, cell)| cell == wanted).map(|(place, _)| place).collect()
    }

    /// Where this cell stands in the text.
    fn at(&self, row: usize, column: usize) -> Spot<'a> {
        self.rows[row].character(column)
    }

    fn puzzle(&self) -> Result<Puzzle, ParseError> {
        let letters = self.letters();
        let hero = letters[&HERO];
        let frame = self.cells.iter().map(|row| row.iter().map(|c| letters[c]).collect());
        let draft = Draft {
            frame: Drawing { rows: frame.collect() },
            goals: self.goals(hero)?,
            gate: self.find(|c| c == GATE).map(|_| (MARK, vec![hero])),
            ..Draft::default()
        };
        draft.check().map_err(|error| self.unsound(&error))
    }

    /// Our character for each of the map's.
    fn letters(&self) -> HashMap<char, char> {
        let fixed = [('#', '#'), (' ', '.'), (FLOOR, '.'), (GATE, MARK)];
        let mut meanings = HashMap::from(fixed);
        let mut letters = Letters::default();
        for &letter in self.cells.iter().flatten().filter(|&&c| is_letter(c)) {
            letters.take(letter);
            meanings.insert(letter, letter);
        }
        let hero = if letters.take(HERO_LETTER) { HERO_LETTER } else { letters.free() };
        meanings.insert(HERO, hero);
        for &sign in self.cells.iter().flatten() {
            meanings.entry(sign).or_insert_with(|| letters.free());
        }
        meanings
    }

    /// A drawing for each place of the hero on the goal's floor.
    fn goals(&self, letter: char) -> Result<Vec<Drawing>, ParseError> {
        let (hero, floor) = (self.all(HERO), self.all(FLOOR));
        let first = self.at(floor[0].0, floor[0].1);
        let on_floor: HashSet<(usize, usize)> = floor.iter().copied().collect();
        let anchor = hero[0];
        let moved = |(row, column): (usize, usize), to: (usize, usize)| {
            Some(((row + to.0).checked_sub(anchor.0)?, (column + to.1).checked_sub(anchor.1)?))
        };
        let fits = |&to: &(usize, usize)| {
            hero.iter().all(|&cell| moved(cell, to).is_some_and(|cell| on_floor.contains(&cell)))
        };
        let places: Vec<(usize, usize)> = floor.iter().copied().filter(fits).collect();
        let area = self.cells.len() * self.cells[0].len();
        if places.is_empty() {
            let help = "draw `.` on cells that have the shape of the hero, not turned";
            return Err(error(first, "the hero does not fit on the goal's cells", help));
        }
        if places.len() > MAX_GOALS.min(MAX_DRAWN / area) {
            let message = format!("the goal has room for the hero in {} places", places.len());
            return Err(error(first, message, "draw `.` only where the hero shall go"));
        }
        let empty: Vec<Vec<char>> = vec![vec!['.'; self.cells[0].len()]; self.cells.len()];
        let goal = |to| {
            let mut rows = empty.clone();
            for (row, column) in hero.iter().filter_map(|&cell| moved(cell, to)) {
                rows[row][column] = letter;
            }
            Drawing { rows }
        };
        Ok(places.into_iter().map(goal).collect())
    }

    /// What is wrong with the draft, in terms of the map.
    fn unsound(&self, fault: &DraftError) -> ParseError {
        let spot = match fault.place {
            Place::FrameCell { row, column } => Some((row, column)),
            _ => None,
        };
        if let (Some((row, column)), Fault::SplitPiece { .. }) = (spot, &fault.fault) {
            let message = format!("piece `{}` is in two parts", self.cells[row][column]);
            let help = "give each part a character of its own: our pieces hang together";
            return error(self.at(row, column), message, help);
        }
        let locate = |_| spot.map(|(row, column)| self.at(row, column));
        self.rows[0].unsound(Notation::Gnome, fault, locate)
    }
}
