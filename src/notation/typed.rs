//! Boards as people type them: what such a board leaves out is taken for granted where there is one
//! usual way to, and told.

use std::collections::BTreeMap;
use std::fmt;

use super::layout::{self, Block, CELLS, COLUMNS, ROWS};
use super::{rush, says_goal};
use crate::grid::{Cell, Direction};
use crate::puzzle::{
    Draft, Drawing, MAX_SIDE, Movement, Polyomino, Puzzle, is_letter, text, tile_letter,
};

/// What was taken for granted about a board, because its text does not say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Assumption {
    /// The only 2×2 of a 4×5 frame leaves through the middle of the bottom.
    ClassicExit {
        /// The letter of that piece.
        letter: char,
    },
    /// Cars that run lengthwise, and the one called `X` or `R` leaves to the right.
    RushHour {
        /// The letter of that car.
        letter: char,
    },
    /// Numbered tiles are put in order, the empty cell last.
    TilesInOrder,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no goal is given; ")?;
        match self {
            Assumption::ClassicExit { letter } => {
                write!(f, "taken for the classic one: `{letter}` in the middle of the bottom")
            }
            Assumption::RushHour { letter } => {
                write!(f, "taken for Rush Hour: `{letter}` leaves to the right")
            }
            Assumption::TilesInOrder => {
                f.write_str("taken for tiles to be put in order, the empty cell last")
            }
        }
    }
}

/// What our own reader has taken for granted about a text that it could read: without a goal, these
/// are tiles.
pub(super) fn assumed(text: &str) -> Option<Assumption> {
    (!says_goal(text)).then_some(Assumption::TilesInOrder)
}

/// The puzzle of a text that draws one board and no goal, and what was taken for granted about it;
/// `None` where no goal goes without saying.
pub(super) fn read(text: &str) -> Option<(Puzzle, Assumption)> {
    // A board in one line has its rows joined, or slashes between them.
    let text = &square(text).unwrap_or_else(|| text.trim().replace('/', "\n"));
    if let (Ok(tiles), Some(assumption)) = (text.parse(), assumed(text)) {
        return Some((tiles, assumption));
    }
    let mut draft = numbered(text).or_else(|| text::draft(text))?;
    if !draft.goals.is_empty() || !draft.exits.is_empty() {
        return None;
    }
    let assumption = classic(&mut draft).or_else(|| rush_hour(&mut draft))?;
    let puzzle = draft.check().ok()?;
    // In one without room, empty cells are drawn in a way that is not ours.
    (puzzle.empties() > 0).then_some((puzzle, assumption))
}

/// Gives a drawn board the goals of another puzzle whose frame is as large: each piece that those
/// name is the one here with its shape, and with its letter where several have that shape.
///
/// # Errors
/// What keeps the goals from being those of the board.
pub fn with_goal_of(board: &str, other: &Puzzle) -> Result<Puzzle, String> {
    let unreadable = "it is no board that is drawn";
    let mut draft = text::draft(board).ok_or(unreadable)?;
    let from = text::draft(&other.to_string()).ok_or(unreadable)?;
    let size = |draft: &Draft| (draft.frame.rows.len(), draft.frame.rows.first().map(Vec::len));
    if size(&draft) != size(&from) {
        return Err("the frames are not equally large".to_owned());
    }
    let (shapes, theirs) = (shapes(&draft.frame), shapes(&from.frame));
    let ours = |letter: char| {
        let wanted = theirs.get(&letter);
        if shapes.get(&letter) == wanted {
            return Ok(letter);
        }
        let alike = shapes.iter().filter(|&(_, shape)| Some(shape) == wanted);
        match alike.map(|(&found, _)| found).collect::<Vec<char>>()[..] {
            [only] => Ok(only),
            [] => Err(format!("no piece has the shape of its `{letter}`")),
            _ => Err(format!("several pieces have the shape of its `{letter}`")),
        }
    };
    let renamed = theirs.keys().map(|&letter| (letter, ours(letter)));
    let renamed: BTreeMap<char, Result<char, String>> = renamed.collect();
    let renamed = |letter: char| renamed[&letter].clone();
    let mut goals = from.goals.clone();
    for cell in goals.iter_mut().flat_map(|goal| goal.rows.iter_mut().flatten()) {
        if is_letter(*cell) {
            *cell = renamed(*cell)?;
        }
    }
    let exit = |&(letter, side): &(char, Direction)| Ok((renamed(letter)?, side));
    let exits = from.exits.iter().map(exit).collect::<Result<_, String>>()?;
    (draft.goals, draft.exits, draft.finish) = (goals, exits, from.finish);
    draft.check().map_err(|error| error.to_string())
}

/// The shape of each letter of a frame, whether it is connected or not; none of a frame that is too
/// large.
fn shapes(frame: &Drawing) -> BTreeMap<char, Polyomino> {
    let mut cells: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    if frame.rows.len() <= MAX_SIDE && frame.rows.iter().all(|row| row.len() <= MAX_SIDE) {
        for (row, line) in (0..).zip(&frame.rows) {
            for (column, &cell) in (0..).zip(line).filter(|(_, cell)| is_letter(**cell)) {
                cells.entry(cell).or_default().push(Cell::new(row, column));
            }
        }
    }
    cells.iter().map(|(&letter, cells)| (letter, Polyomino::from_cells(cells))).collect()
}

/// Breaks a drawing of one row into rows of so many cells.
fn fold(frame: &Drawing, columns: usize) -> Drawing {
    match &frame.rows[..] {
        [row] => Drawing { rows: row.chunks(columns).map(<[char]>::to_vec).collect() },
        _ => frame.clone(),
    }
}

fn has_size(frame: &Drawing, rows: usize, columns: usize) -> bool {
    frame.rows.len() == rows && frame.rows.iter().all(|row| row.len() == columns)
}

fn classic(draft: &mut Draft) -> Option<Assumption> {
    let frame = fold(&draft.frame, COLUMNS);
    if !has_size(&frame, ROWS, COLUMNS) {
        return None;
    }
    let is_square = |shape: &Polyomino| Block::of(shape) == Some(Block::Square);
    let mut squares = shapes(&frame).into_iter().filter(|(_, shape)| is_square(shape));
    let ((letter, _), None) = (squares.next()?, squares.next()) else { return None };
    let cells: [char; CELLS] = frame.rows.concat().try_into().ok()?;
    let Draft { frame, goals, .. } = layout::draft(cells, letter);
    (draft.frame, draft.goals) = (frame, goals);
    Some(Assumption::ClassicExit { letter })
}

/// The rows of a square of numbers in one line, as lists of 15-puzzles have them.
fn square(text: &str) -> Option<String> {
    const LEAST: usize = 3;
    let words: Vec<&str> = text.split_whitespace().take(MAX_SIDE * MAX_SIDE + 1).collect();
    let side = rush::side(words.len()).filter(|&side| side >= LEAST)?;
    let is_one_line = text.trim().lines().count() == 1;
    let is_number = |word: &&str| matches!(*word, "." | "_") || word.parse::<u8>().is_ok();
    (is_one_line && words.iter().all(is_number))
        .then(|| words.chunks(side).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"))
}

/// Pieces called by numbers, with spaces between them, an empty cell being `0`, `.` or `_`.
fn numbered(text: &str) -> Option<Draft> {
    let mut draft = Draft::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut row = Vec::new();
        for word in line.split_whitespace() {
            if row.len() == MAX_SIDE {
                return None;
            }
            let number = if matches!(word, "." | "_") { Some(0) } else { word.parse().ok() }?;
            let cell = if number == 0 { '.' } else { tile_letter(number)? };
            if number > 9 {
                draft.piece_names.push((cell, word.to_owned()));
            }
            row.push(cell);
        }
        if draft.frame.rows.len() == MAX_SIDE {
            return None;
        }
        draft.frame.rows.push(row);
    }
    draft.frame.rows.first().is_some_and(|row| row.len() > 1).then_some(draft)
}

/// Straight pieces, of which one that lies flat is called `X` or `R`.
fn rush_hour(draft: &mut Draft) -> Option<Assumption> {
    const LEAST: usize = 4;
    let side = rush::side(draft.frame.rows.iter().map(Vec::len).sum())?;
    if !(LEAST..=MAX_SIDE).contains(&side) {
        return None;
    }
    let mut frame = fold(&draft.frame, side);
    if !has_size(&frame, side, side) {
        return None;
    }
    // Databases draw empty cells so.
    frame.rows.iter_mut().flatten().filter(|cell| **cell == 'o').for_each(|cell| *cell = '.');
    let shapes = shapes(&frame);
    let is_long = |shape: &Polyomino, (length, breadth): (u8, u8)| {
        breadth == 1 && length > 1 && shape.area() == usize::from(length)
    };
    let is_flat = |shape: &Polyomino| is_long(shape, (shape.width(), shape.height()));
    let is_upright = |shape: &Polyomino| is_long(shape, (shape.height(), shape.width()));
    if !shapes.values().all(|shape| is_flat(shape) || is_upright(shape)) {
        return None;
    }
    let primaries = ['X', 'x', 'R', 'r'].into_iter();
    let primaries: Vec<char> =
        primaries.filter(|letter| shapes.get(letter).is_some_and(is_flat)).collect();
    // With all letters in use, `X` is the one that the cards have in red.
    let ([letter] | [letter @ 'X', ..]) = primaries[..] else { return None };
    (draft.frame, draft.movement) = (frame, Movement::Axis);
    draft.exits = vec![(letter, Direction::Right)];
    Some(Assumption::RushHour { letter })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board as it is understood.
    fn understood(text: &str) -> (String, Assumption) {
        let (puzzle, assumption) = read(text).expect("a board");
        (puzzle.to_string(), assumption)
    }

    #[test]
    fn a_2x2_in_the_classic_frame_leaves_at_the_bottom() {
        let (text, assumption) = understood("ACCB\nACCB\nDEEF\nDGHF\nI..J\n");
        assert_eq!(assumption, Assumption::ClassicExit { letter: 'C' });
        assert!(text.ends_with("goal:\n. . . .\n. . . .\n. . . .\n. C C .\n. C C .\n"), "{text}");
        for line in ["ACCBACCBDEEFDGHFI..J", "ACCB/ACCB/DEEF/DGHF/I..J"] {
            assert_eq!(understood(line), (text.clone(), assumption), "{line}");
        }
        assert_eq!(read("AACC\nAACC\n....\n....\n...."), None, "which of them?");
        assert_eq!(read("ACCB\nACCB\nDEEF\nDGHF\nI..J\ngoal:\n"), None, "a goal is given");
    }

    #[test]
    fn cars_with_an_x_or_an_r_are_rush_hour() {
        let board = "..BCCC\n..B..D\nXXB..D\nE....D\nE.....\nFFF...\n";
        let (text, assumption) = understood(board);
        assert_eq!(assumption, Assumption::RushHour { letter: 'X' });
        assert!(text.contains("pieces: axis\n") && text.contains("\n. . . . X X\n"), "{text}");
        for other in [board.replace('.', "o"), board.replace('\n', "")] {
            assert_eq!(understood(&other).0, text);
        }
        for letter in ["R", "r", "x"] {
            assert_eq!(understood(&board.replace('X', letter)).0, text.replace('X', letter));
        }
        assert_eq!(read(&board.replace('X', "A")), None, "no car is known to be the red one");
        assert_eq!(read(&board.replace('X', "x").replace("FFF", "RRR")), None, "which of them?");
    }

    #[test]
    fn numbered_tiles_are_put_in_order() {
        let eight = understood("123\n456\n.78\n");
        assert!(eight.0.ends_with("goal:\n1 2 3\n4 5 6\n7 8 .\n"), "{}", eight.0);
        assert_eq!(eight.1, Assumption::TilesInOrder);
        for text in ["1 2 3\n4 5 6\n0 7 8\n", "1 2 3\n4 5 6\n_ 7 8"] {
            assert_eq!(understood(text), eight, "{text}");
        }
        assert_eq!(understood("1 2 3 4 5 6 0 7 8"), eight);
        let (fifteen, _) = understood("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 . 15\n");
        assert!(fifteen.ends_with(" 9 10 11 12\n13 14 15  .\n"), "{fifteen}");
        for wrong in ["1 2\n3 3", "12.", "1 2 3\n4 5 6\n7 8 9", "1 2 3\n4 5 7\n0 8 9"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_board_can_have_the_goal_of_another_puzzle() {
        let other = "AAB\nAAB\nC..\ngoal:\n...\n.AA\n.AA\n".parse().expect("a puzzle");
        let puzzle = with_goal_of("X..\nYZZ\nYZZ\n", &other).expect("one goal");
        assert!(puzzle.to_string().ends_with("goal:\n. . .\n. Z Z\n. Z Z\n"), "{puzzle}");
        let wrong = |board: &str| with_goal_of(board, &other).expect_err("no goal");
        assert_eq!(wrong("XX.\nYYZ\n..Z\n"), "no piece has the shape of its `A`");
        assert_eq!(wrong("XX.\n"), "the frames are not equally large");
    }
}
