//! Reads lists of blocks.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::Notation;
use super::super::ParseError;
use super::super::letters::Letters;
use super::super::locks::{self, Held};
use super::super::puzzles::{Puzzles, SPLIT};
use super::text::{FORM, Text};
use super::{BOARD_SIZE, DIRECTIONS, ESCAPE_POINT};
use crate::grid::Direction;
use crate::puzzle::{Draft, Drawing, Lock, MAX_SIDE, Puzzle, Title};

/// The puzzles of this text, at least one.
pub(in crate::notation) fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let text = Text(text.strip_prefix('\u{feff}').unwrap_or(text));
    let is_list = text.0.trim_start().starts_with('[');
    let whole: &RawValue = text.parse(text.0)?;
    let games = if is_list { text.parse(whole.get())? } else { vec![whole] };
    let mut puzzles = Puzzles::default();
    for whole in games {
        let puzzle = Reader { text, whole, game: text.parse(whole.get())? }.puzzle()?;
        puzzles.add(puzzle).map_err(|message| text.error(whole, message, SPLIT))?;
    }
    if puzzles.is_empty() {
        return Err(text.error(whole, "the list has no puzzle", FORM));
    }
    Ok(puzzles.into_vec())
}

/// A puzzle as the text has it. What may not fit the rest of it is read later, when its place in
/// the text can be named.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Game<'a> {
    name: Option<String>,
    #[serde(borrow)]
    blocks: Vec<&'a RawValue>,
    #[serde(borrow)]
    board_size: Option<&'a RawValue>,
    #[serde(borrow)]
    escape_point: Option<&'a RawValue>,
    #[serde(rename = "useMirror")]
    _use_mirror: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    /// Rows and columns.
    shape: [u8; 2],
    /// Row and column.
    position: [u8; 2],
    directions: Option<Vec<u8>>,
}

/// Reads one puzzle.
struct Reader<'a> {
    text: Text<'a>,
    whole: &'a RawValue,
    game: Game<'a>,
}

/// The frame, with the number of the block that covers each cell.
type Board = Vec<Vec<Option<usize>>>;

impl Reader<'_> {
    fn puzzle(&self) -> Result<Puzzle, ParseError> {
        let [rows, columns] = self.size()?;
        let empty: Board = vec![vec![None; columns]; rows];
        let (mut frame, mut goal) = (empty.clone(), empty);
        let held = self.put_blocks(&mut frame)?;
        self.put_hero(&mut goal, held[0].size)?;
        let draw = |board: Board| {
            let draw = |block: Option<usize>| block.map_or('.', |number| held[number].letter);
            Drawing { rows: board.into_iter().map(|r| r.into_iter().map(draw).collect()).collect() }
        };
        let (movement, locks) = locks::rules(&held);
        let draft = Draft {
            title: Title { name: self.game.name.clone(), ..Title::default() },
            frame: draw(frame),
            goals: vec![draw(goal)],
            movement,
            locks,
            ..Draft::default()
        };
        let whole = self.text.spot(self.whole);
        draft.check().map_err(|error| whole.unsound(Notation::Blocks, &error, |_| None))
    }

    /// Puts all blocks where they start, and returns them; there is one at least.
    fn put_blocks(&self, frame: &mut Board) -> Result<Vec<Held>, ParseError> {
        let mut letters = Letters::default();
        let mut held = Vec::new();
        for (number, &value) in self.game.blocks.iter().enumerate() {
            let Block { shape, position, directions } = self.text.parse(value.get())?;
            self.put(frame, number, value, shape, position)?;
            let lock = self.lock(value, directions)?;
            held.push(Held { letter: letters.free(), size: (shape[1], shape[0]), lock });
        }
        if held.is_empty() {
            let mend = "list a block at least: the first one is the hero";
            return Err(self.text.error(self.whole, "this puzzle has no blocks", mend));
        }
        Ok(held)
    }

    /// Puts the hero, of this width and height, where it must go.
    fn put_hero(&self, goal: &mut Board, (width, height): (u8, u8)) -> Result<(), ParseError> {
        let point = match self.game.escape_point {
            Some(value) => self.text.parse(value.get())?,
            None => ESCAPE_POINT,
        };
        let value = self.game.escape_point.unwrap_or(self.whole);
        self.put(goal, 0, value, [height, width], point)
    }

    /// The rows and columns of the frame.
    fn size(&self) -> Result<[usize; 2], ParseError> {
        let Some(value) = self.game.board_size else {
            return Ok(BOARD_SIZE.map(usize::from));
        };
        let size: [u32; 2] = self.text.parse(value.get())?;
        let size = size.map(|side| usize::try_from(side).unwrap_or(usize::MAX));
        if size.iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            return Ok(size);
        }
        let help = format!("a frame has 1 to {MAX_SIDE} rows and columns");
        Err(self.text.error(value, "this is no size of a frame", help))
    }

    /// Puts a block on the board; `value` says so.
    fn put(
        &self,
        board: &mut Board,
        block: usize,
        value: &RawValue,
        shape: [u8; 2],
        position: [u8; 2],
    ) -> Result<(), ParseError> {
        let [rows, columns] = shape.map(usize::from);
        let [row, column] = position.map(usize::from);
        if rows == 0 || columns == 0 {
            let help = "a shape is [rows, columns], both 1 at least";
            return Err(self.text.error(value, "this block has no cells", help));
        }
        if row + rows > board.len() || column + columns > board[0].len() {
            let help = format!("the frame has {} rows and {} columns", board.len(), board[0].len());
            return Err(self.text.error(value, "the block would lie outside the frame", help));
        }
        for cell in board[row..row + rows].iter_mut().flat_map(|r| &mut r[column..column + columns])
        {
            if let Some(other) = cell.replace(block) {
                let message = format!("this block covers a cell of block {other}");
                let help = "put it where all its cells are free; blocks count from 0";
                return Err(self.text.error(value, message, help));
            }
        }
        Ok(())
    }

    /// What holds a block that may go these ways.
    fn lock(
        &self,
        value: &RawValue,
        directions: Option<Vec<u8>>,
    ) -> Result<Option<Lock>, ParseError> {
        let Some(mut codes) = directions else { return Ok(None) };
        codes.sort_unstable();
        codes.dedup();
        let way = |&code: &u8| DIRECTIONS.get(usize::from(code)).copied();
        let Some(ways) = codes.iter().map(way).collect::<Option<Vec<Direction>>>() else {
            let help = "directions are 0 (down), 1 (right), 2 (up) and 3 (left)";
            return Err(self.text.error(value, "this block has a direction that is none", help));
        };
        match ways[..] {
            [] => Ok(Some(Lock::Fixed)),
            [Direction::Down, Direction::Up] => Ok(Some(Lock::Column)),
            [Direction::Right, Direction::Left] => Ok(Some(Lock::Row)),
            [_, _, _, _] => Ok(None),
            _ => {
                let message = "this block may go one way and not back";
                let help = "we have [0, 2], [1, 3], all four, and []: no block goes one way only";
                Err(self.text.error(value, message, help))
            }
        }
    }
}
