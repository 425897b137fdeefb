//! Lists of blocks as JSON, the format of `klotski.js`.
//!
//! ```json
//! {
//!   "name": "横刀立马",
//!   "blocks": [
//!     {"shape": [2, 2], "position": [0, 1]},
//!     {"shape": [2, 1], "position": [0, 0], "directions": [0, 2]}
//!   ],
//!   "boardSize": [5, 4],
//!   "escapePoint": [3, 1]
//! }
//! ```
//!
//! All pairs are rows, then columns. A position is that of a block's top left cell, counted from 0.
//! The first block is the target piece, which must reach `escapePoint`. `directions` are the
//! allowed directions of a block: 0 down, 1 right, 2 up, 3 left; without them, all. Blocks of one
//! shape and the same directions are interchangeable, except for the target piece.
//!
//! A text is one such object, or an array of them. `name` is optional, and so are `boardSize`, with
//! the default `[5, 4]`, and `escapePoint`, with the default `[3, 1]`, as in `klotski.js` of
//! github.com/jeantimex/klotski (2018), the origin of the format. `useMirror`, a setting of its
//! search, has no effect. Other fields are errors.
//!
//! Blocks have no letters: the reader calls them `A`, `B`, … in the order of the list. The writer
//! puts the target piece first, then the others in the order of their places.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::format::{LetterAllocator, NotationFormat, PuzzleCollector};
use super::rules::{self, LockedPiece, TargetPiece};
use crate::excerpt::{LineCursor, ParseError};
use crate::grid::Direction;
use crate::puzzle::{CharGrid, Draft, Lock, MAX_SIDE, PieceId, Puzzle, PuzzleInfo};

pub const FORMAT: NotationFormat =
    NotationFormat { name: "blocks", looks_like, read, write, join: Some(join) };

/// The directions by their numbers.
const DIRECTIONS: [Direction; 4] =
    [Direction::Down, Direction::Right, Direction::Up, Direction::Left];

/// The default rows and columns.
const BOARD_SIZE: [u8; 2] = [5, 4];

/// The default target.
const ESCAPE_POINT: [u8; 2] = [3, 1];

/// The hint that shows the format.
const FORM: &str = "write `{\"blocks\": [{\"shape\": [2, 2], \"position\": [0, 1]}], \
                               \"boardSize\": [5, 4], \"escapePoint\": [3, 1]}`";

fn looks_like(text: &str) -> bool {
    let text = text.trim_start();
    let list = text.strip_prefix('[').map_or(text, str::trim_start);
    list.starts_with('{')
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let text = Text(text);
    let is_list = text.0.trim_start().starts_with('[');
    let whole: &RawValue = text.parse(text.0)?;
    let games = if is_list { text.parse(whole.get())? } else { vec![whole] };
    let mut puzzles = PuzzleCollector::default();
    for whole in games {
        let puzzle = Reader { text, whole, game: text.parse(whole.get())? }.puzzle()?;
        puzzles.add(|| text.spot(whole), puzzle)?;
    }
    puzzles.finish(|| text.error(whole, "the list has no puzzle", FORM))
}

/// A puzzle as the text has it. The raw values are parsed later, so that errors can name their
/// places.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct JsonGame<'a> {
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
struct JsonBlock {
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
    game: JsonGame<'a>,
}

/// The frame, with the number of the block that covers each cell.
type OccupantGrid = Vec<Vec<Option<usize>>>;

impl Reader<'_> {
    fn puzzle(&self) -> Result<Puzzle, ParseError> {
        let [rows, columns] = self.size()?;
        let empty: OccupantGrid = vec![vec![None; columns]; rows];
        let (mut frame, mut goal) = (empty.clone(), empty);
        let blocks = self.put_blocks(&mut frame)?;
        self.put_target(&mut goal, blocks[0].size)?;
        let draw = |board: OccupantGrid| {
            let draw = |block: Option<usize>| block.map_or('.', |number| blocks[number].letter);
            CharGrid {
                rows: board.into_iter().map(|r| r.into_iter().map(draw).collect()).collect(),
            }
        };
        let (movement, locks) = rules::movement(&blocks);
        let draft = Draft {
            title: PuzzleInfo { name: self.game.name.clone(), ..PuzzleInfo::default() },
            frame: draw(frame),
            goals: vec![draw(goal)],
            movement,
            locks,
            ..Draft::default()
        };
        draft.check().map_err(|error| error.at(self.text.spot(self.whole)))
    }

    /// Puts all blocks, at least one, at their starts, and returns them.
    fn put_blocks(&self, frame: &mut OccupantGrid) -> Result<Vec<LockedPiece>, ParseError> {
        let mut letters = LetterAllocator::default();
        let mut blocks = Vec::new();
        for (number, &value) in self.game.blocks.iter().enumerate() {
            let JsonBlock { shape, position, directions } = self.text.parse(value.get())?;
            self.put(frame, number, value, shape, position)?;
            let lock = self.lock(value, directions)?;
            blocks.push(LockedPiece { letter: letters.free(), size: (shape[1], shape[0]), lock });
        }
        if blocks.is_empty() {
            let help = "list a block at least: the first one is the hero";
            return Err(self.text.error(self.whole, "this puzzle has no blocks", help));
        }
        Ok(blocks)
    }

    /// Puts the target piece, of this width and height, at its target.
    fn put_target(
        &self,
        goal: &mut OccupantGrid,
        (width, height): (u8, u8),
    ) -> Result<(), ParseError> {
        let point = match self.game.escape_point {
            Some(value) => self.text.parse(value.get())?,
            None => ESCAPE_POINT,
        };
        let value = self.game.escape_point.unwrap_or(self.whole);
        self.put(goal, 0, value, [height, width], point)
    }

    /// Returns the rows and columns of the frame.
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

    /// Puts a block on the board; `value` is its place in the text.
    fn put(
        &self,
        board: &mut OccupantGrid,
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

    /// Returns the lock of a block with these directions.
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

/// A JSON text that finds the lines and columns of its parts.
#[derive(Clone, Copy)]
struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    /// Parses a part of the text.
    fn parse<T: Deserialize<'a>>(self, part: &'a str) -> Result<T, ParseError> {
        serde_json::from_str(part).map_err(|error| self.malformed(part, &error))
    }

    /// Returns an error at this value.
    fn error(
        self,
        value: &RawValue,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ParseError {
        self.spot(value).error(message, help)
    }

    /// Returns the place of the first line of this value. Takes time linear in the text.
    fn spot(self, value: &RawValue) -> LineCursor<'a> {
        let start = self.offset(value.get());
        self.between(start, start + value.get().len())
    }

    /// Returns the error that this part is invalid JSON.
    fn malformed(self, part: &str, error: &serde_json::Error) -> ParseError {
        let lines = part.split_inclusive('\n').take(error.line().saturating_sub(1));
        let before: usize = lines.map(str::len).sum();
        // The text may end too early, and the column may count into a character.
        let at = (before + error.column().saturating_sub(1)).min(part.trim_end().len());
        let at = (0..=at).rfind(|&at| part.is_char_boundary(at)).unwrap_or_default();
        let width = part[at..].chars().next().map_or(0, char::len_utf8);
        let start = self.offset(part) + at;
        // The message has the place too, counted from the part's beginning.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
        self.between(start, start + width).error(message, FORM)
    }

    /// Returns the first byte of a part of the text.
    fn offset(self, part: &str) -> usize {
        part.as_ptr().addr() - self.0.as_ptr().addr()
    }

    /// Returns the bytes from `start` to `end`, cut at the end of the line.
    fn between(self, start: usize, end: usize) -> LineCursor<'a> {
        let first = self.0[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = self.0[first..].lines().next().unwrap_or_default();
        let number = self.0[..first].matches('\n').count() + 1;
        LineCursor::bytes(number, line, start - first..end - first)
    }
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let target = TargetPiece::of(puzzle)?;
    let point = target.only_anchor()?;
    rules::check_walls(puzzle)?;
    rules::check_gate(puzzle)?;
    let others = (0..puzzle.pieces().len()).filter(|&piece| piece != target.piece);
    let blocks = std::iter::once(target.piece).chain(others).map(|piece| block(puzzle, piece));
    let blocks = blocks.collect::<Result<Vec<String>, _>>()?;
    let name = puzzle.title().name.as_deref().map(serde_json::Value::from);
    let name = name.map_or(String::new(), |name| format!("  \"name\": {name},\n"));
    Ok(format!(
        "{{\n{name}  \"blocks\": [\n    {}\n  ],\n  \"boardSize\": [{}, {}],\n  \
         \"escapePoint\": [{}, {}]\n}}\n",
        blocks.join(",\n    "),
        puzzle.grid().rows(),
        puzzle.grid().columns(),
        point.row,
        point.column,
    ))
}

/// Returns a piece as a block.
fn block(puzzle: &Puzzle, id: PieceId) -> Result<String, String> {
    let piece = &puzzle.pieces()[id];
    let (height, width) = (piece.shape.height(), piece.shape.width());
    if piece.shape.area() != usize::from(height) * usize::from(width) {
        return Err(format!("piece `{}`, which is no rectangle", piece.letter));
    }
    let (row, column) = (piece.anchor.row, piece.anchor.column);
    let mut text = format!("{{\"shape\": [{height}, {width}], \"position\": [{row}, {column}]");
    if rules::lock(puzzle, id).is_some() {
        let ways = (0..).zip(DIRECTIONS).filter(|&(_, way)| puzzle.may_step(id, way));
        let codes: Vec<String> = ways.map(|(code, _): (u8, _)| code.to_string()).collect();
        write!(text, ", \"directions\": [{}]", codes.join(", ")).expect("a string");
    }
    Ok(text + "}")
}

fn join(texts: &[String]) -> String {
    let blocks: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
    format!("[\n{}\n]\n", blocks.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::notation::{Notation, read, tests, write};
    use crate::puzzle::Movement;

    /// Two puzzles of `klotski.js`, the first without optional fields.
    const GAMES: &str = "\
[
  {
    \"name\": \"横刀立马\",
    \"blocks\": [
      { \"shape\": [2, 2], \"position\": [0, 1] },
      { \"shape\": [2, 1], \"position\": [0, 0] },
      { \"shape\": [2, 1], \"position\": [0, 3] },
      { \"shape\": [2, 1], \"position\": [2, 0] },
      { \"shape\": [2, 1], \"position\": [2, 3] },
      { \"shape\": [1, 2], \"position\": [2, 1] },
      { \"shape\": [1, 1], \"position\": [3, 1] },
      { \"shape\": [1, 1], \"position\": [3, 2] },
      { \"shape\": [1, 1], \"position\": [4, 0] },
      { \"shape\": [1, 1], \"position\": [4, 3] }
    ]
  },
  {
    \"blocks\": [
      { \"shape\": [1, 2], \"position\": [2, 1], \"directions\": [1, 3] },
      { \"shape\": [3, 1], \"position\": [0, 0], \"directions\": [0, 2] },
      { \"shape\": [2, 1], \"position\": [3, 2], \"directions\": [2, 0] }
    ],
    \"boardSize\": [6, 6],
    \"escapePoint\": [2, 4],
    \"useMirror\": false
  }
]
";

    fn all(text: &str) -> Vec<Puzzle> {
        read(Notation::Blocks, text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    fn error(text: &str) -> ParseError {
        let error = super::read(text).expect_err(text);
        assert!(!error.help.is_empty());
        error
    }

    #[test]
    fn a_list_of_puzzles_is_read() {
        let puzzles = all(GAMES);
        let ours = "\
name: 横刀立马

B A A C
B A A C
D F F E
D G H E
I . . J

goal:
. . . .
. . . .
. . . .
. A A .
. A A .
";
        assert_eq!(puzzles[0].to_string(), ours);
        assert_eq!((puzzles.len(), puzzles[1].movement()), (2, Movement::Axis));
        assert_eq!(puzzles[1].goals()[0].targets[0].anchor, Cell::new(2, 4));
    }

    #[test]
    fn blocks_may_be_locked_one_by_one() {
        let text = "{\"blocks\":[{\"shape\":[1,1],\"position\":[0,0],\"directions\":[]},\
                    {\"shape\":[2,1],\"position\":[0,1],\"directions\":[3,1]},\
                    {\"shape\":[1,1],\"position\":[0,2],\"directions\":[0,1,2,3]},\
                    {\"shape\":[1,1],\"position\":[0,3],\"directions\":null}]}";
        let locks: Vec<Option<Lock>> =
            all(text)[0].pieces().iter().map(|piece| piece.lock).collect();
        assert_eq!(locks, [Some(Lock::Fixed), Some(Lock::Row), None, None]);
    }

    #[test]
    fn the_writer_puts_the_target_piece_first() {
        let text = "name: \"Six\"\nlock: B=fixed C=column\n\nB.C\nAAC\n\ngoal:\nAA.\n...\n";
        let puzzle: Puzzle = text.parse().expect("sound");
        let written = "\
{
  \"name\": \"\\\"Six\\\"\",
  \"blocks\": [
    {\"shape\": [1, 2], \"position\": [1, 0]},
    {\"shape\": [1, 1], \"position\": [0, 0], \"directions\": []},
    {\"shape\": [2, 1], \"position\": [0, 2], \"directions\": [0, 2]}
  ],
  \"boardSize\": [2, 3],
  \"escapePoint\": [0, 0]
}
";
        assert_eq!(write(Notation::Blocks, &puzzle).expect("representable"), written);
        assert_eq!(all(written)[0].title(), puzzle.title());
    }

    #[test]
    fn an_error_names_its_place() {
        let found = error("{\n  \"blocks\": [\n}");
        assert_eq!((found.line, found.column), (3, 1));
        let found = error("{\"blocks\": [{\"shape\": [1, 1]}],\n\"名\": 1}");
        assert_eq!((found.line, found.column), (2, 3));
        assert!(found.message.starts_with("unknown field `名`"), "{found}");
        let found = error("");
        assert_eq!((found.line, found.column), (1, 1));

        let change = |from: &str, to: &str| error(&GAMES.replacen(from, to, 1));
        let found = change("\"shape\": [1, 2]", "\"shape\": [1, -2]");
        assert_eq!((found.line, found.column), (10, 23));
        assert!(found.message.starts_with("invalid value: integer `-2`"), "{found}");
        for (from, to, line, column, message) in [
            ("[4, 3]", "[4, 4]", 14, 7, "the block would lie outside the frame"),
            ("[4, 3]", "[3, 2]", 14, 7, "this block covers a cell of block 7"),
            ("[2, 1], \"pos", "[2, 0], \"pos", 6, 7, "this block has no cells"),
            ("[1, 3]", "[1, 4]", 19, 7, "this block has a direction that is none"),
            ("[1, 3]", "[1]", 19, 7, "this block may go one way and not back"),
            ("[6, 6]", "[6, 128]", 23, 18, "this is no size of a frame"),
            ("[6, 6]", "[0, 6]", 23, 18, "this is no size of a frame"),
            ("[2, 4]", "[2, 5]", 24, 20, "the block would lie outside the frame"),
        ] {
            let found = change(from, to);
            assert_eq!((&*found.message, found.line, found.column), (message, line, column));
        }
        assert_eq!(error(" []").message, "the list has no puzzle");
        assert_eq!(error("{\"blocks\": []}").message, "this puzzle has no blocks");
    }

    #[test]
    fn the_number_of_cells_of_a_text_is_limited() {
        let one = "{\"blocks\":[{\"shape\":[1,1],\"position\":[0,0]}],\"boardSize\":[127,127]}";
        let found = error(&format!("[{}]", vec![one; 2000].join(",\n")));
        assert!(found.message.contains("cells together"), "{found}");
        assert_eq!(found.line, (1 << 24) / (127 * 127) + 1);
    }

    #[test]
    fn a_long_list_is_read_in_linear_time() {
        // Counting the lines before each puzzle would take a minute.
        let one = "{\"blocks\":[{\"shape\":[1,1],\"position\":[0,0]}],\"boardSize\":[1,1],\
                   \"escapePoint\":[0,0]}";
        let found = error(&format!("[{}]", vec![one; 70_000].join(",\n")));
        assert_eq!((found.line, found.column), (65_537, 1));
    }

    #[test]
    fn puzzles_that_a_list_cannot_represent_are_refused() {
        let cases = [
            ("A.#\n\ngoal:\n.A.\n", "a wall"),
            ("gate: + = A\n\nA+.\n\ngoal:\n..A\n", "a gate"),
            ("AAB\nA..\n\ngoal:\nAA.\nA..\n", "piece `A`, which is no rectangle"),
            ("A..\n\ngoal:\n.A.\n\ngoal:\n..A\n", "that one of several goals will do"),
            ("A.B.\n\ngoal:\n.A.B\n", "a goal of several pieces"),
        ];
        tests::refused(Notation::Blocks, &cases);
    }
}
