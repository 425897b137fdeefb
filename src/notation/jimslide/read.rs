//! Reads scripts of jim'slide.

use std::collections::{HashMap, HashSet};

use super::super::error::Spot;
use super::super::letters::Letters;
use super::super::locks::{self, Held};
use super::super::{Notation, ParseError};
use super::board::{Board, Content, outside, undefined};
use super::script::{Axis, Pair, Put, Script, Shape, Win, error};
use crate::puzzle::{
    Draft, DraftError, Drawing, EMPTY, Fault, Lock, Movement, Place, Puzzle, is_letter,
};

/// The puzzle of this script.
pub(in crate::notation) fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = Spot::whole(1, text.lines().next().unwrap_or_default());
    let script = Script::parse(text)?;
    let board = Board::new(&script, first)?;
    let letters = letters(&script.puts);
    let reader = Reader { script: &script, first, board, letters };
    Ok(vec![reader.puzzle()?])
}

/// The letter of each piece: its own if it has one that we can draw and no other has, a free one
/// otherwise.
fn letters(puts: &[Put<'_>]) -> Vec<char> {
    let mut letters = Letters::default();
    let own =
        |put: &Put<'_>| put.letter.filter(|&letter| is_letter(letter) && letters.take(letter));
    let own: Vec<Option<char>> = puts.iter().map(own).collect();
    own.into_iter().map(|letter| letter.unwrap_or_else(|| letters.free())).collect()
}

/// A script whose pieces have places and letters.
struct Reader<'a> {
    script: &'a Script<'a>,
    /// Where to say what is missing in the script.
    first: Spot<'a>,
    board: Board<'a>,
    /// The letter of each `put:`.
    letters: Vec<char>,
}

impl Reader<'_> {
    fn puzzle(&self) -> Result<Puzzle, ParseError> {
        let (movement, locks) = self.locks()?;
        let goal = self.goal()?;
        let (alike, distinct) = self.kinds();
        let draw = |&content: &Content| match content {
            Content::Nothing => '.',
            Content::Wall => '#',
            Content::Piece(piece) => self.letters[piece],
        };
        let rows = self.board.rows.iter().map(|row| row.iter().map(draw).collect());
        let draft = Draft {
            frame: Drawing { rows: rows.collect() },
            goals: vec![goal],
            movement,
            locks,
            alike,
            distinct,
            ..Draft::default()
        };
        draft.check().map_err(|error| self.unsound(&error))
    }

    /// The pieces that are put, with their letters.
    fn pieces(&self) -> impl DoubleEndedIterator<Item = (&Put<'_>, char)> {
        self.script.puts.iter().zip(&self.letters).map(|(put, &letter)| (put, letter))
    }

    /// Which ways the pieces may go.
    fn locks(&self) -> Result<(Movement, Vec<(char, Lock)>), ParseError> {
        let mut locks: HashMap<i32, Lock> = HashMap::new();
        for (axis, number) in &self.script.locks {
            if !self.board.shapes.contains_key(&number.value) {
                return Err(undefined(*number));
            }
            let lock = match axis {
                Axis::X => Lock::Column,
                Axis::Y => Lock::Row,
            };
            let held = locks.entry(number.value).or_insert(lock);
            if *held != lock {
                *held = Lock::Fixed;
            }
        }
        let held = self.pieces().map(|(put, letter)| Held {
            letter,
            size: size(self.board.shapes[&put.number.value]),
            lock: locks.get(&put.number.value).copied(),
        });
        Ok(locks::rules(&held.collect::<Vec<_>>()))
    }

    /// The board that solves the puzzle.
    fn goal(&self) -> Result<Drawing, ParseError> {
        if self.script.wins.is_empty() {
            return Err(error(self.first, "the script has no win", "write `win: 1 (0,0)`"));
        }
        let mut goal = vec![vec!['.'; self.board.rows[0].len()]; self.board.rows.len()];
        // Of each number the letters that have no place yet, the first one last.
        let mut letters: HashMap<i32, Vec<char>> = HashMap::new();
        for (put, letter) in self.pieces().rev() {
            letters.entry(put.number.value).or_default().push(letter);
        }
        let mut seen = HashSet::new();
        for win in &self.script.wins {
            if seen.insert((win.number.value, win.at.x, win.at.y)) {
                self.draw_win(win, &mut letters, &mut goal)?;
            }
        }
        Ok(Drawing { rows: goal })
    }

    /// Draws what this win asks for.
    fn draw_win(
        &self,
        win: &Win<'_>,
        letters: &mut HashMap<i32, Vec<char>>,
        goal: &mut [Vec<char>],
    ) -> Result<(), ParseError> {
        let Win { number, at } = *win;
        let (cells, letter) = if number.value == 0 {
            let cell = self.board.cell(at.x, at.y).ok_or_else(|| outside(at.spot, "this cell"))?;
            (vec![cell], EMPTY)
        } else {
            let cells = self.board.covered(number, at)?;
            let letter = letters.get_mut(&number.value).and_then(Vec::pop).ok_or_else(|| {
                let message = format!("piece {} is put fewer times than it must win", number.value);
                error(number.spot, message, "put as many of a number as shall reach a place")
            })?;
            (cells, letter)
        };
        for (row, column) in cells {
            if self.board.rows[row][column] == Content::Wall {
                return Err(error(at.spot, "this win covers a wall", "take free cells"));
            }
            if goal[row][column] != '.' {
                let help = "all wins must be met at once: take places that lie apart";
                return Err(error(at.spot, "this win covers a cell of another", help));
            }
            goal[row][column] = letter;
        }
        Ok(())
    }

    /// The groups of letters that are alike, and the letters that are told apart: where our own
    /// rules would not divide the pieces by number.
    fn kinds(&self) -> (Vec<Vec<char>>, Vec<char>) {
        let won: HashSet<i32> = self.script.wins.iter().map(|win| win.number.value).collect();
        let mut letters: HashMap<i32, Vec<char>> = HashMap::new();
        let mut numbers: Vec<i32> = Vec::new();
        for (put, letter) in self.pieces() {
            let members = letters.entry(put.number.value).or_insert_with(|| {
                numbers.push(put.number.value);
                Vec::new()
            });
            members.push(letter);
        }
        let looks = |number: &i32| -> Vec<(i32, i32)> {
            let cells = self.board.shapes[number].cells.iter();
            let mut cells: Vec<_> = cells.map(|cell| (cell.y, cell.x)).collect();
            cells.sort_unstable();
            cells
        };
        let mut twins: HashMap<Vec<(i32, i32)>, usize> = HashMap::new();
        for number in numbers.iter().filter(|number| !won.contains(number)) {
            *twins.entry(looks(number)).or_default() += 1;
        }
        let (mut alike, mut distinct) = (Vec::new(), Vec::new());
        for number in &numbers {
            let is_won = won.contains(number);
            let members = &letters[number];
            match members[..] {
                _ if !is_won && twins[&looks(number)] == 1 => {}
                [letter] if !is_won => distinct.push(letter),
                [_] => {}
                _ => alike.push(members.clone()),
            }
        }
        (alike, distinct)
    }

    /// What is wrong with the draft, in terms of the script.
    fn unsound(&self, fault: &DraftError) -> ParseError {
        let content = match fault.place {
            Place::FrameCell { row, column } => self.board.rows[row][column],
            _ => Content::Nothing,
        };
        let Content::Piece(piece) = content else {
            return self.first.unsound(Notation::Jimslide, fault, |_| None);
        };
        let number = self.script.puts[piece].number;
        if let Fault::SplitPiece { .. } = fault.fault {
            let message = format!("the cells of piece {} do not hang together", number.value);
            let spot = self.board.shapes[&number.value].number.spot;
            return error(spot, message, "each cell of a piece must touch another side by side");
        }
        number.spot.unsound(Notation::Jimslide, fault, |_| None)
    }
}

/// The width and height of a shape whose cells lie in the frame.
fn size(shape: &Shape<'_>) -> (u8, u8) {
    let extent = |of: fn(&Pair<'_>) -> i32| {
        let (low, high) = shape.cells.iter().map(of).fold((0, 0), |(l, h), n| (n.min(l), n.max(h)));
        u8::try_from(low.abs_diff(high) + 1).unwrap_or(u8::MAX)
    };
    (extent(|cell| cell.x), extent(|cell| cell.y))
}
