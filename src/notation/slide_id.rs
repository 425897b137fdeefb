//! Game IDs of Slide, in Simon Tatham's portable puzzle collection.
//!
//! ```text
//! 7x6u:w9ad1eew2m…,5,3,12
//! ```
//!
//! `WxH`, columns and rows, or one number for a square; `mN` or `u`, the limit that its generator
//! kept to or that there was none, which is passed over: it binds no player. Behind the colon the
//! cells row by row:
//!
//! | token | meaning |
//! |---|---|
//! | `a` | the first cell of a block |
//! | `m` | the same, of the main block |
//! | `dN` | a further cell of the block that has a cell `N` cells before, its last one so far |
//! | `e` | an empty cell |
//! | `w` | a wall |
//!
//! Behind all but `d` the number of such cells may stand: `e3`. `f` before a token is a force
//! field, which only the main block enters. Then the column and row that the first cell of the
//! main block must come to, and the least number of moves if it is known. Blocks of one shape are
//! alike, but for the main block. All this is what `decode_params`, `validate_desc` and `new_game`
//! of `slide.c` read; capitals mean the same.
//!
//! The number of moves is that of `solve_board`, where a move is one block along any path: our
//! `move`, and stored as such. Boards of less than 5 columns or 4 rows are no game to Slide: they
//! are written with columns of walls on the right and rows of walls below, and a board of just that
//! size is read without them.
//!
//! A text is a game ID a line. Blocks have no letters: they are read as `A`, `B`, … in the order
//! of their first cells. A force field under a block is refused, since our gates are empty at
//! the start. Names are not written, nor is the optimum by another measure.

use std::fmt::Write as _;

use super::format::{self, LetterAllocator, NotationFormat};
use super::rules::{self, TargetPiece};
use crate::excerpt::{LineCursor, ParseError, is_number};
use crate::grid::Cell;
use crate::puzzle::{
    CharGrid, Draft, DraftError, DraftLocation, MAX_SIDE, Optimum, PieceId, PublishedOptimum,
    Puzzle,
};

pub const FORMAT: NotationFormat =
    NotationFormat { name: "slide-id", looks_like, read, write, join: Some(format::concat) };

/// The fewest columns and rows of a game.
const MIN_SIZE: (usize, usize) = (5, 4);

/// What a game ID should look like.
const FORM: &str = "a game ID is its size, a colon, its cells, and where the main block \
                               must go: `5x4u:ame18,3,0`";

/// The mark of a force field in our drawing.
const FIELD: char = '+';

/// Whether the text begins like `4x5m3:`, `4x5u:` or `5:`.
fn looks_like(text: &str) -> bool {
    let Some((before, _)) = text.trim_start().split_once(':') else { return false };
    let (size, limit) = match before.split_once(['m', 'M']) {
        Some((size, limit)) => (size, Some(limit)),
        None => (before.strip_suffix(['u', 'U']).unwrap_or(before), None),
    };
    let (width, height) = size.split_once(['x', 'X']).unwrap_or((size, size));
    is_number(width) && is_number(height) && limit.is_none_or(is_number)
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    format::read_lines(text, |line| SlideGame::read(line)?.puzzle(line))
}

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SlideContent {
    Empty,
    Field,
    Wall,
    /// That block, by its place among their first cells.
    Block(usize),
}

/// A game as its ID has it.
struct SlideGame<'a> {
    width: usize,
    cells: Vec<SlideContent>,
    /// Where the ID says what stands on each cell.
    spots: Vec<LineCursor<'a>>,
    /// How many blocks there are.
    blocks: usize,
    /// Which is the main block, and its first cell.
    main: Option<(usize, usize)>,
    /// The cell that the main block must come to, and where the ID says so.
    target: (usize, LineCursor<'a>),
    moves: Option<u32>,
}

impl<'a> SlideGame<'a> {
    fn read(line: LineCursor<'a>) -> Result<Self, ParseError> {
        let mut rest = line;
        let (width, height) = size(&mut rest)?;
        if rest.eat('m') {
            if number(&mut rest).is_none() {
                return Err(error_here(rest, "here belongs a number of moves", FORM));
            }
        } else {
            rest.eat('u');
        }
        if !rest.eat(':') {
            return Err(error_here(rest, "here belongs the colon behind the size", FORM));
        }
        let mut game = SlideGame {
            width,
            cells: Vec::with_capacity(width * height),
            spots: Vec::with_capacity(width * height),
            blocks: 0,
            main: None,
            target: (0, line),
            moves: None,
        };
        game.read_cells(&mut rest, width * height)?;
        game.read_target(&mut rest)?;
        if rest.eat(',') {
            let Some((moves, spot)) = number(&mut rest) else {
                return Err(error_here(rest, "here belongs a number of moves", FORM));
            };
            let moves = u32::try_from(moves);
            game.moves = Some(moves.map_err(|_| spot.error("this number is too large", FORM))?);
        }
        if !rest.is_empty() {
            return Err(error_here(rest, "this does not belong to the game ID", FORM));
        }
        Ok(game)
    }

    fn read_cells(&mut self, rest: &mut LineCursor<'a>, area: usize) -> Result<(), ParseError> {
        // Whether a cell is the last one so far of its block.
        let mut is_last = vec![false; area];
        while !rest.is_empty() && rest.first() != Some(',') {
            let run = CellRun::take(rest)?;
            if run.count > area - self.cells.len() {
                let message = format!("these are more cells than the {area} of the frame");
                return Err(run.spot.error(message, "leave them away, or change the size"));
            }
            for _ in 0..run.count {
                let content = self.content(&run, &mut is_last)?;
                self.cells.push(content);
                self.spots.push(run.spot);
            }
        }
        let found = self.cells.len();
        if found < area {
            let message = format!("the frame has {area} cells, these are {found}");
            return Err(error_here(*rest, message, "go on with `e` for each empty cell"));
        }
        if !rest.eat(',') {
            return Err(error_here(*rest, "here belong a comma and the target", FORM));
        }
        Ok(())
    }

    /// What the next cell holds.
    fn content(
        &mut self,
        run: &CellRun<'a>,
        is_last: &mut [bool],
    ) -> Result<SlideContent, ParseError> {
        let cell = self.cells.len();
        let block = match run.token {
            SlideToken::Wall => return Ok(SlideContent::Wall),
            SlideToken::Empty if run.has_field => return Ok(SlideContent::Field),
            SlideToken::Empty => return Ok(SlideContent::Empty),
            SlideToken::Anchor | SlideToken::Main => self.blocks,
            SlideToken::Back(back) => {
                let from = cell.checked_sub(back).filter(|&from| from < cell);
                match from.map(|from| (from, self.cells[from])) {
                    Some((from, SlideContent::Block(block))) if is_last[from] => {
                        is_last[from] = false;
                        block
                    }
                    _ => {
                        let message = format!("there is no last cell of a block {back} cells back");
                        let help = "each `d` goes back to the cell before it in the same block";
                        return Err(run.spot.error(message, help));
                    }
                }
            }
        };
        if run.has_field {
            let help = "leave `f` away here if the block may begin on an open cell";
            return Err(run.spot.error("a force field under a block cannot be drawn", help));
        }
        if run.token == SlideToken::Main && self.main.replace((block, cell)).is_some() {
            return Err(run.spot.error("there is a main block already", "write `a` here"));
        }
        self.blocks = self.blocks.max(block + 1);
        is_last[cell] = true;
        Ok(SlideContent::Block(block))
    }

    fn read_target(&mut self, rest: &mut LineCursor<'a>) -> Result<(), ParseError> {
        let missing = |rest: LineCursor<'_>| {
            error_here(rest, "here belong the column and row of the target: `3,0`", FORM)
        };
        let (x, spot) = number(rest).ok_or_else(|| missing(*rest))?;
        if !rest.eat(',') {
            return Err(missing(*rest));
        }
        let (y, end) = number(rest).ok_or_else(|| missing(*rest))?;
        let spot = spot.to(end);
        if x >= self.width || y >= self.height() {
            let help = "columns and rows count from 0";
            return Err(spot.error("the target lies outside the frame", help));
        }
        self.target = (y * self.width + x, spot);
        Ok(())
    }

    fn height(&self) -> usize {
        self.cells.len() / self.width
    }
}

/// The columns and rows at the beginning of a game ID.
fn size(rest: &mut LineCursor<'_>) -> Result<(usize, usize), ParseError> {
    let Some((width, mut spot)) = number(rest) else {
        return Err(error_here(*rest, "here belongs the size of the frame", FORM));
    };
    let mut height = width;
    if rest.eat('x') {
        let Some((rows, end)) = number(rest) else {
            return Err(error_here(*rest, "here belongs the number of rows", FORM));
        };
        (height, spot) = (rows, spot.to(end));
    }
    if (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
        return Ok((width, height));
    }
    let help = format!("a frame has 1 to {MAX_SIDE} rows and columns");
    Err(spot.error("this is no size of a frame", help))
}

impl<'a> SlideGame<'a> {
    fn puzzle(&self, line: LineCursor<'a>) -> Result<Puzzle, ParseError> {
        let mut letters = LetterAllocator::default();
        let letters: Vec<char> = (0..self.blocks).map(|_| letters.free()).collect();
        let Some((main, anchor)) = self.main else {
            let help = "write `m` for the first cell of the block that must reach the target";
            return Err(line.error("there is no main block", help));
        };
        let draw = |&content: &SlideContent| match content {
            SlideContent::Empty => '.',
            SlideContent::Field => FIELD,
            SlideContent::Wall => '#',
            SlideContent::Block(block) => letters[block],
        };
        let (columns, rows) = self.trimmed();
        let drawing = |cells: &[char]| {
            let rows = cells.chunks(self.width).take(rows).map(|row| row[..columns].to_vec());
            CharGrid { rows: rows.collect() }
        };
        let mut goal = vec!['.'; self.cells.len()];
        for cell in self.covered(main, anchor)? {
            goal[cell] = letters[main];
        }
        let frame: Vec<char> = self.cells.iter().map(draw).collect();
        let optimum = Optimum { moves: self.moves, ..Optimum::default() };
        let draft = Draft {
            frame: drawing(&frame),
            goals: vec![drawing(&goal)],
            gate: frame.contains(&FIELD).then(|| (FIELD, vec![letters[main]])),
            best: PublishedOptimum::Known(optimum),
            ..Draft::default()
        };
        draft.check().map_err(|error| self.unsound(line, error))
    }

    /// The columns and rows, but for those that stand there to make up the size of a game.
    fn trimmed(&self) -> (usize, usize) {
        let is_wall =
            |row: usize, column: usize| self.cells[row * self.width + column] == SlideContent::Wall;
        let (mut columns, mut rows) = (self.width, self.height());
        if columns == MIN_SIZE.0 {
            let is_open = |&column: &usize| (0..rows).any(|row| !is_wall(row, column));
            columns = (0..columns).rfind(is_open).map_or(columns, |last| last + 1);
        }
        if rows == MIN_SIZE.1 {
            let is_open = |&row: &usize| (0..columns).any(|column| !is_wall(row, column));
            rows = (0..rows).rfind(is_open).map_or(rows, |last| last + 1);
        }
        (columns, rows)
    }

    /// The cells that the main block covers at the target.
    fn covered(&self, main: usize, anchor: usize) -> Result<Vec<usize>, ParseError> {
        let (target, spot) = self.target;
        let place = |cell: usize| (cell / self.width, cell % self.width);
        let ((from_row, from_column), (to_row, to_column)) = (place(anchor), place(target));
        let mut covered = Vec::new();
        for (cell, _) in
            self.cells.iter().enumerate().filter(|&(_, &c)| c == SlideContent::Block(main))
        {
            let (row, column) = place(cell);
            // No cell of the block comes before its first one, but it may lie left of that.
            let row = row - from_row + to_row;
            let column = (column + to_column).checked_sub(from_column);
            let column = column.filter(|&column| column < self.width && row < self.height());
            let Some(column) = column else {
                let message = "at this target the main block lies outside the frame";
                return Err(spot.error(message, "take a target with room for it"));
            };
            covered.push(row * self.width + column);
        }
        if covered.iter().any(|&cell| self.cells[cell] == SlideContent::Wall) {
            let message = "at this target the main block covers a wall";
            return Err(spot.error(message, "take a target with room for it"));
        }
        Ok(covered)
    }

    /// Returns the error of the draft in terms of the game ID.
    fn unsound(&self, line: LineCursor<'a>, error: DraftError) -> ParseError {
        let DraftLocation::FrameCell(row, column) = error.place else {
            return error.at(line);
        };
        // All that can be wrong with a cell is that its block has two parts.
        let help = "cells of a block must touch side by side; count back to one that does";
        let message = "this cell does not touch the block that it belongs to";
        self.spots[row * self.width + column].error(message, help)
    }
}

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SlideToken {
    /// The first cell of a block.
    Anchor,
    /// The first cell of the main block.
    Main,
    /// A further cell of the block that many cells back.
    Back(usize),
    Empty,
    Wall,
}

/// A number of cells of one sort.
#[derive(Clone, Copy, Debug)]
struct CellRun<'a> {
    token: SlideToken,
    count: usize,
    has_field: bool,
    spot: LineCursor<'a>,
}

const TOKENS: &str = "a cell is `a`, `m`, `e`, `w`, or `d` and a number, with `f` before it for a \
                      force field";

impl<'a> CellRun<'a> {
    /// Takes the cells that come next.
    fn take(rest: &mut LineCursor<'a>) -> Result<Self, ParseError> {
        let begin = *rest;
        let has_field = rest.eat('f');
        let letter = rest.first().map(|letter| letter.to_ascii_lowercase());
        let token = match letter {
            Some('a') => SlideToken::Anchor,
            Some('m') => SlideToken::Main,
            Some('d') => SlideToken::Back(0),
            Some('e') => SlideToken::Empty,
            Some('w') => SlideToken::Wall,
            _ => return Err(error_here(*rest, "this is no cell", TOKENS)),
        };
        *rest = rest.after(1);
        let number = number(rest).map(|(number, _)| number);
        let spot = begin.to(rest.until(0));
        let (token, count) = match (token, number) {
            (SlideToken::Back(_), Some(back)) => (SlideToken::Back(back), 1),
            (SlideToken::Back(_), None) => {
                let help = "write how many cells back the block has a cell: `d1`";
                return Err(spot.error("`d` wants a number", help));
            }
            (token, count) => (token, count.unwrap_or(1)),
        };
        Ok(CellRun { token, count, has_field, spot })
    }
}

/// Takes the number that comes next, and its place.
fn number<'a>(rest: &mut LineCursor<'a>) -> Option<(usize, LineCursor<'a>)> {
    let digits = rest.take(|c| c.is_ascii_digit());
    // Nothing that a game counts comes near the largest number there is.
    (!digits.is_empty()).then(|| (digits.text().parse().unwrap_or(usize::MAX), digits))
}

/// That what comes next is wrong.
fn error_here(rest: LineCursor<'_>, message: impl Into<String>, help: &str) -> ParseError {
    rest.first_part().error(message, help)
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let main = TargetPiece::of(puzzle)?;
    let target = main.only_anchor()?;
    rules::check_unlocked(puzzle)?;
    rules::check_gate_of(puzzle, main.piece)?;
    let width = usize::from(puzzle.grid().columns()).max(MIN_SIZE.0);
    let height = usize::from(puzzle.grid().rows()).max(MIN_SIZE.1);
    let mut text = format!("{width}x{height}u:");
    write_cells(&mut text, &cells(puzzle, main.piece, width, height));
    write!(text, ",{},{}", target.column, target.row).expect("a string takes all");
    if let PublishedOptimum::Known(optimum) = puzzle.best()
        && let Some(moves) = optimum.moves
    {
        write!(text, ",{moves}").expect("a string takes all");
    }
    Ok(text + "\n")
}

/// What each cell of a board of this size holds, and whether it is a force field.
fn cells(puzzle: &Puzzle, main: PieceId, width: usize, height: usize) -> Vec<(SlideToken, bool)> {
    let place = |cell: Cell| usize::from(cell.row) * width + usize::from(cell.column);
    let mut cells = vec![(SlideToken::Wall, false); width * height];
    for cell in puzzle.grid().cells().filter(|&cell| !puzzle.grid().is_wall(cell)) {
        cells[place(cell)].0 = SlideToken::Empty;
    }
    for &cell in &puzzle.gate().cells {
        cells[place(cell)].1 = true;
    }
    for (id, piece) in puzzle.pieces().iter().enumerate() {
        let covered: Vec<usize> = piece.shape.cells_at(piece.anchor).map(place).collect();
        cells[covered[0]].0 = if id == main { SlideToken::Main } else { SlideToken::Anchor };
        for (before, &cell) in covered.iter().zip(&covered[1..]) {
            cells[cell].0 = SlideToken::Back(cell - before);
        }
    }
    cells
}

/// Writes these cells, with a count where one comes again and may have one.
fn write_cells(text: &mut String, cells: &[(SlideToken, bool)]) {
    let same = |one: &(SlideToken, bool), other: &(SlideToken, bool)| {
        one == other && !matches!(one.0, SlideToken::Back(_))
    };
    for run in cells.chunk_by(same) {
        let (token, has_field) = run[0];
        text.push_str(if has_field { "f" } else { "" });
        text.push(match token {
            SlideToken::Anchor => 'a',
            SlideToken::Main => 'm',
            SlideToken::Back(_) => 'd',
            SlideToken::Empty => 'e',
            SlideToken::Wall => 'w',
        });
        match (token, run.len()) {
            (SlideToken::Back(number), _) | (_, number @ 2..) => text.push_str(&number.to_string()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Notation, read, tests, write};

    const GAME: &str = "5x4u:md1awed4d1d5efeweaefee5,3,1,12\n";

    const OURS: &str = "\
best: move=12
gate: + = A

A A B # .
A A B . +
# . C . +
. . . . .

goal:
. . . # .
. . . A A
# . . A A
. . . . .
";

    /// Two games, the second with all that a game ID may have besides.
    const GAMES: &str = "\
5x4u:md1awed4d1d5efeweaefee5,3,1,12

 6M25:E0MA35,0,0
7x6m9:W8amfe2W3e2Fw2e23,1,2";

    fn one(text: &str) -> Puzzle {
        tests::one(Notation::SlideId, text)
    }

    fn error(text: &str) -> ParseError {
        let error = super::read(text).expect_err(text);
        assert!(!error.help.is_empty());
        error
    }

    #[test]
    fn a_game_id_is_read_and_written() {
        assert_eq!(one(GAME).to_string(), OURS);
        assert_eq!(write(Notation::SlideId, &one(GAME)).expect("representable"), GAME);
    }

    #[test]
    fn capitals_a_limit_and_a_side_for_both_mean_what_they_do_there() {
        let puzzle = one(" 6M25:E0AMFe3e31,2,0 ");
        assert_eq!((puzzle.grid().rows(), puzzle.grid().columns()), (6, 6));
        assert_eq!(puzzle.gate().cells, [Cell::new(0, 2), Cell::new(0, 3), Cell::new(0, 4)]);
        assert_eq!(puzzle.goals()[0].targets[0].piece, 1);
        assert_eq!(
            read(Notation::SlideId, "5x4:me19,1,0\r\n\n5x4:e19m,1,0").expect("two").len(),
            2
        );
    }

    #[test]
    fn every_line_is_a_game() {
        assert_eq!(read(Notation::SlideId, GAMES).expect("sound").len(), 3);
    }

    #[test]
    fn boards_that_are_too_small_are_made_up_with_walls() {
        let text = "best: move=1 step=1\n\nA.\n\ngoal:\n.A\n";
        let puzzle: Puzzle = text.parse().expect("sound");
        let id = "5x4u:mew18,1,0,1\n";
        assert_eq!(write(Notation::SlideId, &puzzle).expect("representable"), id);
        assert_eq!(one(id).grid(), puzzle.grid());
        let walled = one("6x5u:me4we5we5we5w7,1,0");
        assert_eq!((walled.grid().rows(), walled.grid().columns()), (5, 6));
    }

    #[test]
    fn an_error_names_its_place() {
        for (text, column, message) in [
            ("", 1, "there is no puzzle in this text"),
            ("x4:", 1, "here belongs the size of the frame"),
            ("5x:", 3, "here belongs the number of rows"),
            ("128x4:", 1, "this is no size of a frame"),
            ("5x99999999999999999999:", 1, "this is no size of a frame"),
            ("5x4m:", 5, "here belongs a number of moves"),
            ("5x4v:", 4, "here belongs the colon behind the size"),
            ("5x4u:me18xe,0,0", 10, "this is no cell"),
            ("5x4u:mf,0,0", 8, "this is no cell"),
            ("5x4u:me20,0,0", 7, "these are more cells than the 20 of the frame"),
            ("5x4u:me18,0,0", 10, "the frame has 20 cells, these are 19"),
            ("5x4u:me19", 10, "here belong a comma and the target"),
            ("5x4u:me18d,0,0", 10, "`d` wants a number"),
            ("5x4u:md2e18,0,0", 7, "there is no last cell of a block 2 cells back"),
            ("5x4u:md1d2e17,0,0", 9, "there is no last cell of a block 2 cells back"),
            ("5x4u:md0e18,0,0", 7, "there is no last cell of a block 0 cells back"),
            ("5x4u:med1e17,0,0", 8, "there is no last cell of a block 1 cells back"),
            ("5x4u:mae2d3e15,0,0", 10, "this cell does not touch the block that it belongs to"),
            ("5x4u:fme19,0,0", 6, "a force field under a block cannot be drawn"),
            ("5x4u:m2e18,0,0", 6, "there is a main block already"),
            ("5x4u:ae19,0,0", 1, "there is no main block"),
            ("5x4u:me19,0", 12, "here belong the column and row of the target: `3,0`"),
            ("5x4u:me19,0,4", 11, "the target lies outside the frame"),
            ("5x4u:md1e18,4,0", 13, "at this target the main block lies outside the frame"),
            ("5x4u:mwe18,1,0", 12, "at this target the main block covers a wall"),
            ("5x4u:me19,1,0,x", 15, "here belongs a number of moves"),
            ("5x4u:me19,1,0,9999999999", 15, "this number is too large"),
            ("5x4u:me19,1,0 6", 14, "this does not belong to the game ID"),
        ] {
            let found = error(text);
            assert_eq!((&*found.message, found.column), (message, column), "{text}");
        }
        assert_eq!(error("5x4:me19,1,0\n5x4:,").line, 2);
    }

    #[test]
    fn short_texts_do_not_stand_for_any_amount_of_cells() {
        let found = error(&"127x127u:me16128,0,0\n".repeat(2000));
        assert!(found.message.contains("cells together"), "{found}");
        assert!(read(Notation::SlideId, &"1x1u:m,0,0\n".repeat(70_000)).is_err());
    }

    #[test]
    fn what_a_game_id_cannot_say_is_refused() {
        let cases = [
            ("gate: + = A B\n\nA+B\n\ngoal:\n..A\n", "a gate that is for other pieces than `A`"),
            ("lock: A=row\n\nA..\n\ngoal:\n..A\n", "that `A` does not go every way"),
            ("A..\n\ngoal:\n.A.\n\ngoal:\n..A\n", "that one of several goals will do"),
            ("distinct: B\n\nABC.\n\ngoal:\n...A\n", "that `B` and `C` are told apart"),
        ];
        tests::refused(Notation::SlideId, &cases);
    }
}
