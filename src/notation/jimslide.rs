//! Scripts of jim'slide, Jim Leonard's solver.
//!
//! ```text
//! xsize: 4
//! ysize: 5
//! piece: 1 (0,0) (1,0) (0,1) (1,1)
//! piece: 2 (0,0) (0,1)
//! put: 2 (0,0) 'A'
//! put: 1 (1,0) 'C'
//! put: 2 (3,0) 'B'
//! win: 1 (1,3)
//! ```
//!
//! A command a line; coordinates count from 0, x to the right and y down:
//!
//! | command | meaning |
//! |---|---|
//! | `xsize: n`, `ysize: n` | columns and rows of the frame |
//! | `wall: (x,y)` | a wall |
//! | `hwall: y (x1,x2)` | walls in row `y` from `x1` to `x2`, both included |
//! | `vwall: x (y1,y2)` | walls in column `x` from `y1` to `y2`, both included |
//! | `piece: n (0,0) (dx,dy) …` | a kind of piece: its cells, the leftmost of the top row first |
//! | `put: n (x,y) 'c'` | a piece of that kind, its first cell there; `'c'` may be left out |
//! | `win: n (x,y)` | solved when a piece of that kind stands there; of several, all must be met |
//! | `win: 0 (x,y)` | the same, when that cell is empty |
//! | `lockx: n`, `locky: n` | pieces of that kind do not move along x, along y |
//!
//! `!` and `#` begin a remark, which extends to the end of the line; a command may end in `;`. Case
//! does not matter. The sources are the `readme.txt` and the `readParm.cpp` of github.com/Xuth/js2
//! (2019) and the readme of jim'slide 0.84 (xuth.net/jimslide).
//!
//! Pieces of one number are interchangeable; those of two numbers are not, even with equal shapes
//! and if no `win:` names them, so that the number of states is that of his program. The reader
//! skips commands that only configure the program (`bigmem`, `numthreads`, `useletters` …), and
//! refuses `xstep`, `ystep`, `cutoff` and `directed`, which change the answer, and every other
//! word.
//!
//! The writer writes the name as a remark and omits the optimum.

mod script;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::format::{self, LetterAllocator, NotationFormat};
use super::rules::{self, LockedPiece, SEVERAL_GOALS};
use crate::excerpt::{LineCursor, ParseError};
use crate::grid::Cell;
use crate::puzzle::{
    CharGrid, Draft, DraftError, DraftLocation, EMPTY, Goal, Lock, MAX_SIDE, Movement, PieceId,
    Puzzle, is_letter,
};
use script::{JimslideScript, NumberPair, PlacedPiece, ScriptNumber};

pub const FORMAT: NotationFormat =
    NotationFormat { name: "jimslide", looks_like, read, write, join: None };

/// The words that begin the lines of a script.
const WORDS: [&str; 11] =
    ["xsize", "ysize", "wall", "hwall", "vwall", "piece", "put", "win", "lockx", "locky", "xstep"];

fn looks_like(text: &str) -> bool {
    let is_known = |key: &str| WORDS.iter().any(|known| known.eq_ignore_ascii_case(key));
    text.lines().filter_map(format::key).any(is_known)
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    let first = LineCursor::whole(1, text.lines().next().unwrap_or_default());
    let script = JimslideScript::parse(text)?;
    let board = ScriptBoard::new(&script, first)?;
    let letters = letters(&script.puts);
    let reader = Reader { script: &script, first, board, letters };
    Ok(vec![reader.puzzle()?])
}

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CellContent {
    Nothing,
    Wall,
    /// A piece, by the index of its `put:`.
    Piece(usize),
}

/// A number with its cells.
type ScriptShape<'a> = (ScriptNumber<'a>, Vec<NumberPair<'a>>);

/// The frame of a script with its pieces, none on another.
struct ScriptBoard<'a> {
    shapes: HashMap<i32, &'a ScriptShape<'a>>,
    /// The rows, at least one, all of one length.
    rows: Vec<Vec<CellContent>>,
}

impl<'a> ScriptBoard<'a> {
    /// Makes the board of the script; `first` is the place of errors about missing commands.
    fn new(script: &'a JimslideScript<'a>, first: LineCursor<'a>) -> Result<Self, ParseError> {
        let width = side(script.width, first, "xsize")?;
        let height = side(script.height, first, "ysize")?;
        let shapes = shapes(&script.shapes)?;
        let mut board =
            ScriptBoard { shapes, rows: vec![vec![CellContent::Nothing; width]; height] };
        board.build_walls(script)?;
        board.put_pieces(script)?;
        if script.puts.is_empty() {
            return Err(first.error("the script puts no piece", "write `put: 1 (0,0)`"));
        }
        Ok(board)
    }

    /// Returns the row and column of a cell of the frame.
    fn cell(&self, x: i32, y: i32) -> Option<(usize, usize)> {
        let (row, column) = (usize::try_from(y).ok()?, usize::try_from(x).ok()?);
        (row < self.rows.len() && column < self.rows[0].len()).then_some((row, column))
    }

    /// Returns the cells of the frame that a piece of this number covers at this place.
    fn covered(
        &self,
        number: ScriptNumber<'_>,
        at: NumberPair<'_>,
    ) -> Result<Vec<(usize, usize)>, ParseError> {
        let Some(shape) = self.shapes.get(&number.value) else {
            return Err(undefined(number));
        };
        let cell = |cell: &NumberPair<'_>| {
            let (x, y) = (at.x.checked_add(cell.x)?, at.y.checked_add(cell.y)?);
            self.cell(x, y)
        };
        let cells: Option<Vec<_>> = shape.1.iter().map(cell).collect();
        cells.ok_or_else(|| outside(at.spot, "this piece"))
    }

    fn build_walls(&mut self, script: &JimslideScript<'_>) -> Result<(), ParseError> {
        for wall in &script.walls {
            let [Some(from), Some(to)] = wall.map(|end| self.cell(end.x, end.y)) else {
                return Err(outside(wall[0].spot, "this wall"));
            };
            for row in &mut self.rows[from.0.min(to.0)..=from.0.max(to.0)] {
                row[from.1.min(to.1)..=from.1.max(to.1)].fill(CellContent::Wall);
            }
        }
        Ok(())
    }

    fn put_pieces(&mut self, script: &JimslideScript<'_>) -> Result<(), ParseError> {
        for (piece, put) in script.puts.iter().enumerate() {
            for (row, column) in self.covered(put.number, put.at)? {
                let message = match self.rows[row][column] {
                    CellContent::Nothing => None,
                    CellContent::Wall => Some("this piece stands on a wall".to_owned()),
                    CellContent::Piece(other) => {
                        let line = script.puts[other].number.spot.number;
                        Some(format!("this piece stands on the one of line {line}"))
                    }
                };
                if let Some(message) = message {
                    return Err(put.at.spot.error(message, "put it where all its cells are free"));
                }
                self.rows[row][column] = CellContent::Piece(piece);
            }
        }
        Ok(())
    }
}

/// Returns the length of a side of the frame.
fn side(
    side: Option<ScriptNumber<'_>>,
    first: LineCursor<'_>,
    name: &str,
) -> Result<usize, ParseError> {
    let Some(ScriptNumber { value, spot }) = side else {
        let message = format!("the script has no {name}");
        return Err(first.error(message, format!("write `{name}: 4`")));
    };
    if let Ok(value @ 1..=MAX_SIDE) = usize::try_from(value) {
        return Ok(value);
    }
    let message = format!("{value} is no size of a frame");
    Err(spot.error(message, format!("a frame has 1 to {MAX_SIDE} rows and columns")))
}

/// Returns the shapes by number.
fn shapes<'a>(
    shapes: &'a [ScriptShape<'a>],
) -> Result<HashMap<i32, &'a ScriptShape<'a>>, ParseError> {
    let mut known = HashMap::new();
    for shape in shapes {
        let (number, cells) = shape;
        if number.value == 0 {
            let help = "give it another number";
            return Err(number.spot.error("0 stands for an empty cell", help));
        }
        if known.insert(number.value, shape).is_some() {
            let help = "give it a number of its own";
            return Err(number.spot.error("there is a piece of this number already", help));
        }
        let mut seen = HashSet::new();
        for (place, cell) in cells.iter().enumerate() {
            let at = (cell.y, cell.x);
            if !seen.insert(at) {
                return Err(cell.spot.error("the piece has this cell already", "name it once"));
            }
            if at < (0, 0) || (at == (0, 0)) != (place == 0) {
                let help = "begin with (0,0), the leftmost cell of the top row";
                return Err(cell.spot.error("this cell comes before the first one", help));
            }
        }
    }
    Ok(known)
}

/// Returns the error that a number has no shape.
fn undefined(number: ScriptNumber<'_>) -> ParseError {
    let help = format!("define it: `piece: {} (0,0)`", number.value);
    number.spot.error("there is no piece of this number", help)
}

fn outside(spot: LineCursor<'_>, what: &str) -> ParseError {
    spot.error(format!("{what} lies outside the frame"), "x and y count from 0")
}

/// Returns the letter of each piece: its own if it is a letter in our sense and no other piece has
/// it, or else a free one.
fn letters(puts: &[PlacedPiece<'_>]) -> Vec<char> {
    let mut letters = LetterAllocator::default();
    let own = |put: &PlacedPiece<'_>| {
        put.letter.filter(|&letter| is_letter(letter) && letters.take(letter))
    };
    let own: Vec<Option<char>> = puts.iter().map(own).collect();
    own.into_iter().map(|letter| letter.unwrap_or_else(|| letters.free())).collect()
}

/// A script whose pieces have places and letters.
struct Reader<'a> {
    script: &'a JimslideScript<'a>,
    /// The place of errors about missing commands.
    first: LineCursor<'a>,
    board: ScriptBoard<'a>,
    /// The letter of each `put:`.
    letters: Vec<char>,
}

impl Reader<'_> {
    fn puzzle(&self) -> Result<Puzzle, ParseError> {
        let (movement, locks) = self.locks()?;
        let goal = self.goal()?;
        let (alike, distinct) = self.kinds();
        let draw = |&content: &CellContent| match content {
            CellContent::Nothing => '.',
            CellContent::Wall => '#',
            CellContent::Piece(piece) => self.letters[piece],
        };
        let rows = self.board.rows.iter().map(|row| row.iter().map(draw).collect());
        let draft = Draft {
            frame: CharGrid { rows: rows.collect() },
            goals: vec![goal],
            movement,
            locks,
            alike,
            distinct,
            ..Draft::default()
        };
        draft.check().map_err(|error| self.unsound(error))
    }

    /// Returns the pieces with their letters.
    fn pieces(&self) -> impl DoubleEndedIterator<Item = (&PlacedPiece<'_>, char)> {
        self.script.puts.iter().zip(&self.letters).map(|(put, &letter)| (put, letter))
    }

    /// Returns the rules for the movement of the pieces.
    fn locks(&self) -> Result<(Movement, Vec<(char, Lock)>), ParseError> {
        let mut locks: HashMap<i32, Lock> = HashMap::new();
        for &(lock, number) in &self.script.locks {
            if !self.board.shapes.contains_key(&number.value) {
                return Err(undefined(number));
            }
            let found = locks.entry(number.value).or_insert(lock);
            if *found != lock {
                *found = Lock::Fixed;
            }
        }
        let pieces = self.pieces().map(|(put, letter)| LockedPiece {
            letter,
            size: size(self.board.shapes[&put.number.value]),
            lock: locks.get(&put.number.value).copied(),
        });
        Ok(rules::movement(&pieces.collect::<Vec<_>>()))
    }

    /// Returns the board that solves the puzzle.
    fn goal(&self) -> Result<CharGrid, ParseError> {
        if self.script.wins.is_empty() {
            return Err(self.first.error("the script has no win", "write `win: 1 (0,0)`"));
        }
        let mut goal = vec![vec!['.'; self.board.rows[0].len()]; self.board.rows.len()];
        // For each number, the letters of pieces without a target yet, the first one last.
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
        Ok(CharGrid { rows: goal })
    }

    /// Draws the target of this win.
    fn draw_win(
        &self,
        win: &PlacedPiece<'_>,
        letters: &mut HashMap<i32, Vec<char>>,
        goal: &mut [Vec<char>],
    ) -> Result<(), ParseError> {
        let PlacedPiece { number, at, .. } = *win;
        let (cells, letter) = if number.value == 0 {
            let cell = self.board.cell(at.x, at.y).ok_or_else(|| outside(at.spot, "this cell"))?;
            (vec![cell], EMPTY)
        } else {
            let cells = self.board.covered(number, at)?;
            let letter = letters.get_mut(&number.value).and_then(Vec::pop).ok_or_else(|| {
                let message = format!("piece {} is put fewer times than it must win", number.value);
                number.spot.error(message, "put as many of a number as shall reach a place")
            })?;
            (cells, letter)
        };
        for (row, column) in cells {
            if self.board.rows[row][column] == CellContent::Wall {
                return Err(at.spot.error("this win covers a wall", "take free cells"));
            }
            if goal[row][column] != '.' {
                let help = "all wins must be met at once: take places that lie apart";
                return Err(at.spot.error("this win covers a cell of another", help));
            }
            goal[row][column] = letter;
        }
        Ok(())
    }

    /// Returns the letters for `alike:` and `distinct:`, as far as they are needed to divide the
    /// pieces by number.
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
            let cells = self.board.shapes[number].1.iter();
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

    /// Returns the error of the draft in terms of the script.
    fn unsound(&self, error: DraftError) -> ParseError {
        let content = match error.place {
            DraftLocation::FrameCell(row, column) => self.board.rows[row][column],
            _ => CellContent::Nothing,
        };
        let CellContent::Piece(piece) = content else { return error.at(self.first) };
        // The only possible error at a cell is that its piece has two parts.
        let number = self.script.puts[piece].number.value;
        let message = format!("the cells of piece {number} do not hang together");
        let help = "each cell of a piece must touch another side by side";
        self.board.shapes[&number].0.spot.error(message, help)
    }
}

/// Returns the width and height of a shape whose cells lie in the frame.
fn size(shape: &ScriptShape<'_>) -> (u8, u8) {
    let extent = |of: fn(&NumberPair<'_>) -> i32| {
        let (low, high) = shape.1.iter().map(of).fold((0, 0), |(l, h), n| (n.min(l), n.max(h)));
        u8::try_from(low.abs_diff(high) + 1).unwrap_or(u8::MAX)
    };
    (extent(|cell| cell.x), extent(|cell| cell.y))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let kinds = puzzle.kinds();
    rules::check_finish(puzzle)?;
    rules::check_gate(puzzle)?;
    if puzzle.goals().len() > 1 {
        return Err(SEVERAL_GOALS.to_owned());
    }
    kinds.iter().try_for_each(|kind| rules::check_locked_alike(puzzle, kind))?;
    let mut lines = Vec::new();
    lines.extend(puzzle.title().name.iter().map(|name| format!("! {name}")));
    lines.push(format!("xsize: {}", puzzle.grid().columns()));
    lines.push(format!("ysize: {}", puzzle.grid().rows()));
    lines.extend(walls(puzzle));
    for (kind, number) in kinds.iter().zip(1..) {
        lines.push(shape(puzzle, kind[0], number));
        lines.extend(locks(puzzle, kind[0], number));
    }
    let mut numbers = vec![0; puzzle.pieces().len()];
    for (kind, number) in kinds.iter().zip(1..) {
        for &piece in kind {
            numbers[piece] = number;
        }
    }
    for (piece, number) in puzzle.pieces().iter().zip(&numbers) {
        lines.push(format!("put: {number} {} '{}'", pair(piece.anchor), piece.letter));
    }
    lines.extend(wins(&puzzle.goals()[0], &numbers));
    Ok(lines.join("\n") + "\n")
}

/// Writes `(x,y)`.
fn pair(cell: Cell) -> String {
    format!("({},{})", cell.column, cell.row)
}

/// Writes the walls, those side by side in a row as one.
fn walls(puzzle: &Puzzle) -> Vec<String> {
    let grid = puzzle.grid();
    let mut walls = Vec::new();
    for row in 0..grid.rows() {
        let is_wall = |&column: &u8| grid.is_wall(Cell::new(row, column));
        let mut column = 0;
        while let Some(first) = (column..grid.columns()).find(is_wall) {
            let end = (first..grid.columns()).find(|column| !is_wall(column));
            column = end.unwrap_or(grid.columns());
            walls.push(match column - 1 {
                last if last == first => format!("wall: {}", pair(Cell::new(row, first))),
                last => format!("hwall: {row} ({first},{last})"),
            });
        }
    }
    walls
}

/// Writes the shape of this piece under this number.
fn shape(puzzle: &Puzzle, piece: PieceId, number: usize) -> String {
    let mut line = format!("piece: {number}");
    for offset in puzzle.pieces()[piece].shape.offsets() {
        write!(line, " ({},{})", offset.columns, offset.rows).expect("strings take everything");
    }
    line
}

/// Writes the lock of this piece under this number.
fn locks(puzzle: &Puzzle, piece: PieceId, number: usize) -> Vec<String> {
    let (x, y) = (format!("lockx: {number}"), format!("locky: {number}"));
    match rules::lock(puzzle, piece) {
        None => vec![],
        Some(Lock::Row) => vec![y],
        Some(Lock::Column) => vec![x],
        Some(Lock::Fixed) => vec![x, y],
    }
}

/// Writes the goal in the order of the numbers of pieces; the reader assigns targets of one number
/// to its pieces in the order of their `put:`.
fn wins(goal: &Goal, numbers: &[usize]) -> Vec<String> {
    let mut targets: Vec<_> =
        goal.targets.iter().map(|it| (numbers[it.piece], it.piece, it.anchor)).collect();
    targets.sort_unstable();
    let targets = targets.into_iter().map(|(number, _, anchor)| (number, anchor));
    let empties = goal.empties.iter().map(|&cell| (0, cell));
    targets.chain(empties).map(|(number, at)| format!("win: {number} {}", pair(at))).collect()
}
