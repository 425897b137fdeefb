//! Maps of GNOME Klotski.
//!
//! ```text
//! ######
//! #a**b#
//! #m**n#
//! #cdef#
//! #ghij#
//! #k  l#
//! ##--##
//!     ..
//!     ..
//! ```
//!
//! `#` is a wall, a space an empty cell, `.` a cell of the goal, `-` a cell that only the target
//! piece may enter, and `*` the target piece. Every other character is a piece. The puzzle is
//! solved when every `*` is on a cell of the goal. If the goal has more cells than the target
//! piece, every place among them is a goal. Cells outside the walls belong to the map, and pieces
//! may enter them.
//!
//! The rules are those of `check_valid_move` and `game_over` in `gnotski.c`, the maps those of
//! `gnotski.c` and `gnome-klotski.vala`. There a map has a width and a height. Here short rows are
//! filled with empty cells, and an empty line ends a map.
//!
//! A puzzle has letters and digits only. The reader calls the target piece `X`, or the first free
//! letter if another piece is `X`. Pieces with other characters get free letters, too. The writer
//! omits names and optimum.

use std::collections::{HashMap, HashSet};

use super::format::{LetterAllocator, NotationFormat, PuzzleCollector};
use super::rules::{self, TargetPiece};
use crate::excerpt::{LineCursor, ParseError};
use crate::grid::Cell;
use crate::puzzle::{
    CharGrid, Draft, DraftError, DraftLocation, MAX_GOALS, MAX_SIDE, Puzzle, is_letter,
};

pub const FORMAT: NotationFormat = NotationFormat {
    name: "gnome",
    looks_like,
    read,
    write,
    // An empty line ends a map.
    join: Some(|texts| texts.join("\n")),
};

/// The target piece.
const TARGET: char = '*';

/// A cell of its goal.
const FLOOR: char = '.';

/// A cell that only the target piece may enter.
const GATE: char = '-';

/// The letter of the target piece if no other piece has it.
const TARGET_LETTER: char = 'X';

/// The mark of the gate in the draft.
const MARK: char = '+';

/// The maximum number of cells of the drawings of all goals of a map.
const MAX_DRAWN: usize = 1 << 23;

fn looks_like(text: &str) -> bool {
    text.contains(TARGET)
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| LineCursor::line(number, line));
    let lines: Vec<LineCursor<'_>> = lines.collect();
    let mut puzzles = PuzzleCollector::default();
    for rows in lines.split(|row| row.is_empty()).filter(|rows| !rows.is_empty()) {
        puzzles.add(|| rows[0], GnomeMap::new(rows)?.puzzle()?)?;
    }
    puzzles.finish(|| {
        let help = "draw it: `#` a wall, `*` the hero, `.` where it shall go";
        LineCursor::line(1, "").error("the text has no map", help)
    })
}

/// A map with valid cells.
struct GnomeMap<'a> {
    rows: &'a [LineCursor<'a>],
    /// The cells; all rows have the same length.
    cells: Vec<Vec<char>>,
}

impl<'a> GnomeMap<'a> {
    /// Returns the map of these rows, at least one.
    fn new(rows: &'a [LineCursor<'a>]) -> Result<Self, ParseError> {
        if let Some(&row) = rows.get(MAX_SIDE) {
            let message = format!("the map has more than {MAX_SIDE} rows");
            return Err(row.error(message, "an empty line ends a map"));
        }
        let long = |row: &&LineCursor<'_>| row.text().chars().nth(MAX_SIDE).is_some();
        if let Some(row) = rows.iter().find(long) {
            let message = format!("the map has more than {MAX_SIDE} columns");
            return Err(row.character(MAX_SIDE).error(message, "cut the map into smaller ones"));
        }
        let mut cells: Vec<Vec<char>> =
            rows.iter().map(|row| row.text().chars().collect()).collect();
        let width = cells.iter().map(Vec::len).max().unwrap_or_default();
        for row in &mut cells {
            row.resize(width, ' ');
        }
        let map = GnomeMap { rows, cells };
        map.check()?;
        Ok(map)
    }

    /// Checks that all characters are visible, and that the map has a target piece and a goal.
    fn check(&self) -> Result<(), ParseError> {
        let blank = |c: char| c != ' ' && (c.is_whitespace() || c.is_control());
        if let Some((row, column)) = self.find(blank) {
            let help = "an empty cell is a space, a piece any other character that can be seen";
            let message = format!("`{}` draws nothing", self.cells[row][column].escape_debug());
            return Err(self.at(row, column).error(message, help));
        }
        let whole = self.rows[0];
        if self.find(|c| c == TARGET).is_none() {
            let help = "draw its cells with `*`; an empty line ends a map, so draw spaces in a row \
                        of empty cells";
            return Err(whole.error("this map has no hero", help));
        }
        if self.find(|c| c == FLOOR).is_none() {
            let help = "draw the cells where the hero shall go with `.`";
            return Err(whole.error("this map has no goal", help));
        }
        Ok(())
    }

    /// Returns the first cell with a wanted character.
    fn find(&self, is_wanted: impl Fn(char) -> bool) -> Option<(usize, usize)> {
        let column = |row: &Vec<char>| row.iter().position(|&c| is_wanted(c));
        self.cells.iter().enumerate().find_map(|(number, row)| Some((number, column(row)?)))
    }

    /// Returns the cells with this character, row by row.
    fn all(&self, wanted: char) -> Vec<(usize, usize)> {
        let width = self.cells[0].len();
        let cells = self.cells.iter().flatten().enumerate().filter(|(_, cell)| **cell == wanted);
        cells.map(|(index, _)| (index / width, index % width)).collect()
    }

    /// Returns the place of a cell in the text.
    fn at(&self, row: usize, column: usize) -> LineCursor<'a> {
        self.rows[row].character(column)
    }

    fn puzzle(&self) -> Result<Puzzle, ParseError> {
        let letters = self.letters();
        let target = letters[&TARGET];
        let frame = self.cells.iter().map(|row| row.iter().map(|c| letters[c]).collect());
        let draft = Draft {
            frame: CharGrid { rows: frame.collect() },
            goals: self.goals(target)?,
            gate: self.find(|c| c == GATE).map(|_| (MARK, vec![target])),
            ..Draft::default()
        };
        draft.check().map_err(|error| self.unsound(error))
    }

    /// Returns the character of the draft for each character of the map.
    fn letters(&self) -> HashMap<char, char> {
        let fixed = [('#', '#'), (' ', '.'), (FLOOR, '.'), (GATE, MARK)];
        let mut meanings = HashMap::from(fixed);
        let mut letters = LetterAllocator::default();
        for &letter in self.cells.iter().flatten().filter(|&&c| is_letter(c)) {
            letters.take(letter);
            meanings.insert(letter, letter);
        }
        let target = if letters.take(TARGET_LETTER) { TARGET_LETTER } else { letters.free() };
        meanings.insert(TARGET, target);
        for &sign in self.cells.iter().flatten() {
            meanings.entry(sign).or_insert_with(|| letters.free());
        }
        meanings
    }

    /// Returns a drawing for each place of the target piece on the cells of the goal.
    fn goals(&self, letter: char) -> Result<Vec<CharGrid>, ParseError> {
        let (target, floor) = (self.all(TARGET), self.all(FLOOR));
        let first = self.at(floor[0].0, floor[0].1);
        let on_floor: HashSet<(usize, usize)> = floor.iter().copied().collect();
        let anchor = target[0];
        let moved = |(row, column): (usize, usize), to: (usize, usize)| {
            Some(((row + to.0).checked_sub(anchor.0)?, (column + to.1).checked_sub(anchor.1)?))
        };
        let fits = |&to: &(usize, usize)| {
            target.iter().all(|&cell| moved(cell, to).is_some_and(|cell| on_floor.contains(&cell)))
        };
        let places: Vec<(usize, usize)> = floor.iter().copied().filter(fits).collect();
        let area = self.cells.len() * self.cells[0].len();
        if places.is_empty() {
            let help = "draw `.` on cells that have the shape of the hero, not turned";
            return Err(first.error("the hero does not fit on the goal's cells", help));
        }
        if places.len() > MAX_GOALS.min(MAX_DRAWN / area) {
            let message = format!("the goal has room for the hero in {} places", places.len());
            return Err(first.error(message, "draw `.` only where the hero shall go"));
        }
        let empty: Vec<Vec<char>> = vec![vec!['.'; self.cells[0].len()]; self.cells.len()];
        let goal = |to| {
            let mut rows = empty.clone();
            for (row, column) in target.iter().filter_map(|&cell| moved(cell, to)) {
                rows[row][column] = letter;
            }
            CharGrid { rows }
        };
        Ok(places.into_iter().map(goal).collect())
    }

    /// Returns the error of the draft in terms of the map.
    fn unsound(&self, error: DraftError) -> ParseError {
        let DraftLocation::FrameCell(row, column) = error.place else {
            return error.at(self.rows[0]);
        };
        // The only possible error of a cell is that its piece has two parts.
        let message = format!("piece `{}` is in two parts", self.cells[row][column]);
        let help = "give each part a character of its own: our pieces hang together";
        self.at(row, column).error(message, help)
    }
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let target = TargetPiece::of(puzzle)?;
    rules::check_unlocked(puzzle)?;
    rules::check_gate_of(puzzle, target.piece)?;
    let grid = puzzle.grid();
    let mut drawn: Vec<Option<char>> = vec![None; grid.area()];
    for (id, piece) in puzzle.pieces().iter().enumerate() {
        let letter = if id == target.piece { TARGET } else { piece.letter };
        for cell in piece.shape.cells_at(piece.anchor) {
            drawn[grid.index(cell)] = Some(letter);
        }
    }
    for &cell in &puzzle.gate().cells {
        drawn[grid.index(cell)] = Some(GATE);
    }
    for cell in floor(puzzle, &target)? {
        if drawn[grid.index(cell)].replace(FLOOR).is_some() {
            return Err("a goal where a gate is or a piece starts".to_owned());
        }
    }
    let mut text = String::with_capacity(grid.area() + usize::from(grid.rows()));
    for (cell, drawn) in grid.cells().zip(drawn) {
        let empty = if grid.is_wall(cell) { '#' } else { ' ' };
        text.push(drawn.unwrap_or(empty));
        if cell.column + 1 == grid.columns() {
            text.push('\n');
        }
    }
    Ok(text)
}

/// Returns the cells that the target piece covers in the goals, if each of its places on these
/// cells is a goal.
fn floor(puzzle: &Puzzle, target: &TargetPiece) -> Result<HashSet<Cell>, String> {
    let shape = &puzzle.pieces()[target.piece].shape;
    let floor: HashSet<Cell> = target.anchors.iter().flat_map(|&to| shape.cells_at(to)).collect();
    let covers = |&to: &Cell| {
        let cells = shape.cells_at(to).filter(|cell| floor.contains(cell));
        cells.count() == shape.area()
    };
    if floor.iter().copied().filter(covers).count() > target.anchors.len() {
        return Err("goals that leave out a place among their cells".to_owned());
    }
    Ok(floor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Notation, read, tests, write};

    const EIGHTEEN_STEPS: &str = "\
######
#a**b#
#m**n#
#cdef#
#ghij#
#k  l#
##--##
    ..
    ..
";

    fn one(text: &str) -> Puzzle {
        tests::one(Notation::Gnome, text)
    }

    fn error(text: &str) -> ParseError {
        super::read(text).expect_err(text)
    }

    #[test]
    fn a_map_is_a_frame_with_a_gate_and_the_hero_x() {
        let ours = "\
gate: + = X

# # # # # #
# a X X b #
# m X X n #
# c d e f #
# g h i j #
# k . . l #
# # + + # #
. . . . . .
. . . . . .

goal:
# # # # # #
# . . . . #
# . . . . #
# . . . . #
# . . . . #
# . . . . #
# # . . # #
. . . . X X
. . . . X X
";
        let puzzle = one(EIGHTEEN_STEPS);
        assert_eq!(puzzle.to_string(), ours);
        assert_eq!(write(Notation::Gnome, &puzzle).expect("representable"), EIGHTEEN_STEPS);
    }

    #[test]
    fn short_rows_are_filled_with_empty_cells() {
        let puzzle = one("####\n#**--\n####\n     ..\r\n");
        assert_eq!((puzzle.grid().rows(), puzzle.grid().columns()), (4, 7));
        assert!(!puzzle.grid().is_wall(Cell::new(0, 6)));
        assert_eq!(puzzle.gate().cells, [Cell::new(1, 3), Cell::new(1, 4)]);
    }

    #[test]
    fn pieces_without_valid_letters_get_free_ones() {
        let puzzle = one("*X+,A.");
        let letters: String = puzzle.pieces().iter().map(|piece| piece.letter).collect();
        assert_eq!(letters, "BXCDA");
        assert_eq!(one("*X+,A. ").pieces()[0].letter, 'B');
    }

    #[test]
    fn each_place_on_a_larger_goal_is_a_goal() {
        let puzzle = one("**....\n**.. .\n  ....");
        let anchors: Vec<Cell> = puzzle.goals().iter().map(|goal| goal.targets[0].anchor).collect();
        assert_eq!(anchors, [Cell::new(0, 2), Cell::new(1, 2)]);
    }

    #[test]
    fn an_empty_line_ends_a_map() {
        let puzzles = read(Notation::Gnome, "\n*.\n\n\n*a.\n   ").expect("two maps");
        assert_eq!(puzzles.len(), 2);
        assert_eq!(puzzles[1].grid().rows(), 2);
    }

    #[test]
    fn an_error_names_its_place_and_has_a_hint() {
        let found = error("####\n#a*.\n#b a\n####");
        assert_eq!(found.to_string(), "line 3, column 4: piece `a` is in two parts");
        assert!(found.help.contains("character of its own"));
        let found = error("##\n#*\u{7}.");
        assert_eq!((found.line, found.column), (2, 3));
        assert_eq!(found.message, "`\\u{7}` draws nothing");
        assert_eq!(error("").message, "the text has no map");
        assert_eq!(error("#a.").message, "this map has no hero");
        assert_eq!(error("\n#a*").message, "this map has no goal");
        let found = error(" **\n .\n .");
        assert_eq!((found.line, found.column), (2, 2));
        assert_eq!(found.message, "the hero does not fit on the goal's cells");
    }

    #[test]
    fn large_maps_are_refused_before_they_are_drawn() {
        let found = error(&format!("*.\n{}", "#".repeat(200)));
        assert_eq!((found.line, found.column), (2, 128));
        let found = error(&"*.\n".repeat(200));
        assert_eq!(found.line, 128);
        let found = error(&format!("*{}", format!("{}\n", ".".repeat(120)).repeat(100)));
        assert!(found.message.starts_with("the goal has room for the hero in"), "{found}");
        assert!(read(Notation::Gnome, &"*.\n\n".repeat(70_000)).is_err());
    }

    #[test]
    fn puzzles_that_a_map_cannot_represent_are_refused() {
        let cases = [
            ("AB\n\ngoal:\nA.\n\ngoal:\n.B\n", "that one of several pieces solves it"),
            ("A.B.\n\ngoal:\n.A.B\n", "a goal of several pieces"),
            ("A.B.\n\ngoal:\n.A._\n", "that a cell must be empty at the end"),
            ("lock: B=row\n\nA.B.\n\ngoal:\n.A..\n", "that `B` does not go every way"),
            ("pieces: axis\n\nA.BB\n\ngoal:\n.A..\n", "that `B` does not go every way"),
            ("finish: clear\n\nA.\n\ngoal:\n.A\n", "that it is solved one step before the goal"),
            ("distinct: B\n\nA.BC\n\ngoal:\n.A..\n", "that `B` and `C` are told apart"),
            ("alike: AB\n\nA.B\n\ngoal:\n.A.\n", "that other pieces stand in for `A`"),
            ("A.B\n\ngoal:\n..A\n", "a goal where a gate is or a piece starts"),
            ("gate: + = A B\n\nA+B.\n\ngoal:\n...A\n", "a gate that is for other pieces than `A`"),
            ("AA....\n\ngoal:\n..AA..\n\ngoal:\n....AA\n", "goals that leave out a place among"),
        ];
        tests::refused(Notation::Gnome, &cases);
        let room = "AA...\n\ngoal:\n..AA.\n\ngoal:\n...AA\n";
        assert!(write(Notation::Gnome, &room.parse().expect("sound")).is_ok());
    }
}
