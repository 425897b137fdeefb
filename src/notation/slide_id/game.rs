//! A game ID taken apart.

use super::super::ParseError;
use super::super::error::Spot;
use super::tokens::{Run, Token, Tokens, error};
use crate::puzzle::MAX_SIDE;

/// What a game ID should look like.
pub(super) const FORM: &str = "a game ID is its size, a colon, its cells, and where the main block \
                               must go: `5x4u:ame18,3,0`";

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    Empty,
    Field,
    Wall,
    /// That block, by its place among their first cells.
    Block(usize),
}

/// A game as its ID has it.
pub(super) struct Game<'a> {
    pub(super) width: usize,
    pub(super) cells: Vec<Content>,
    /// Where the ID says what stands on each cell.
    pub(super) spots: Vec<Spot<'a>>,
    /// How many blocks there are.
    pub(super) blocks: usize,
    /// Which is the main block, and its first cell.
    pub(super) main: Option<(usize, usize)>,
    /// The cell that the main block must come to, and where the ID says so.
    pub(super) target: (usize, Spot<'a>),
    pub(super) moves: Option<u32>,
}

impl<'a> Game<'a> {
    pub(super) fn read(line: Spot<'a>) -> Result<Self, ParseError> {
        let mut tokens = Tokens::new(line);
        let (width, height) = size(&mut tokens)?;
        if tokens.eat('m') {
            if tokens.number().is_none() {
                return Err(tokens.error_here("here belongs a number of moves", FORM));
            }
        } else {
            tokens.eat('u');
        }
        if !tokens.eat(':') {
            return Err(tokens.error_here("here belongs the colon behind the size", FORM));
        }
        let mut game = Game {
            width,
            cells: Vec::with_capacity(width * height),
            spots: Vec::with_capacity(width * height),
            blocks: 0,
            main: None,
            target: (0, line),
            moves: None,
        };
        game.read_cells(&mut tokens, width * height)?;
        game.read_target(&mut tokens)?;
        if tokens.eat(',') {
            let Some((moves, spot)) = tokens.number() else {
                return Err(tokens.error_here("here belongs a number of moves", FORM));
            };
            let moves = u32::try_from(moves);
            game.moves = Some(moves.map_err(|_| error(spot, "this number is too large", FORM))?);
        }
        if !tokens.is_done() {
            return Err(tokens.error_here("this does not belong to the game ID", FORM));
        }
        Ok(game)
    }

    fn read_cells(&mut self, tokens: &mut Tokens<'a>, area: usize) -> Result<(), ParseError> {
        // Whether a cell is the last one so far of its block.
        let mut is_last = vec![false; area];
        while !(tokens.begins_with(',') || tokens.is_done()) {
            let run = tokens.run()?;
            if run.count > area - self.cells.len() {
                let message = format!("these are more cells than the {area} of the frame");
                return Err(error(run.spot, message, "leave them away, or change the size"));
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
            return Err(tokens.error_here(message, "go on with `e` for each empty cell"));
        }
        if !tokens.eat(',') {
            return Err(tokens.error_here("here belong a comma and the target", FORM));
        }
        Ok(())
    }

    /// What the next cell holds.
    fn content(&mut self, run: &Run<'a>, is_last: &mut [bool]) -> Result<Content, ParseError> {
        let cell = self.cells.len();
        let block = match run.token {
            Token::Wall => return Ok(Content::Wall),
            Token::Empty if run.has_field => return Ok(Content::Field),
            Token::Empty => return Ok(Content::Empty),
            Token::Anchor | Token::Main => self.blocks,
            Token::Back(back) => {
                let from = cell.checked_sub(back).filter(|&from| from < cell);
                match from.map(|from| (from, self.cells[from])) {
                    Some((from, Content::Block(block))) if is_last[from] => {
                        is_last[from] = false;
                        block
                    }
                    _ => {
                        let message = format!("there is no last cell of a block {back} cells back");
                        let help = "each `d` goes back to the cell before it in the same block";
                        return Err(error(run.spot, message, help));
                    }
                }
            }
        };
        if run.has_field {
            let help = "leave `f` away here if the block may begin on an open cell";
            return Err(error(run.spot, "a force field under a block cannot be drawn", help));
        }
        if run.token == Token::Main && self.main.replace((block, cell)).is_some() {
            return Err(error(run.spot, "there is a main block already", "write `a` here"));
        }
        self.blocks = self.blocks.max(block + 1);
        is_last[cell] = true;
        Ok(Content::Block(block))
    }

    fn read_target(&mut self, tokens: &mut Tokens<'a>) -> Result<(), ParseError> {
        let missing = |tokens: &Tokens<'_>| {
            tokens.error_here("here belong the column and row of the target: `3,0`", FORM)
        };
        let (x, spot) = tokens.number().ok_or_else(|| missing(tokens))?;
        if !tokens.eat(',') {
            return Err(missing(tokens));
        }
        let (y, end) = tokens.number().ok_or_else(|| missing(tokens))?;
        let spot = Spot { end: end.end, ..spot };
        if x >= self.width || y >= self.height() {
            let help = "columns and rows count from 0";
            return Err(error(spot, "the target lies outside the frame", help));
        }
        self.target = (y * self.width + x, spot);
        Ok(())
    }

    pub(super) fn height(&self) -> usize {
        self.cells.len() / self.width
    }
}

/// The columns and rows at the beginning of a game ID.
fn size(tokens: &mut Tokens<'_>) -> Result<(usize, usize), ParseError> {
    let Some((width, mut spot)) = tokens.number() else {
        return Err(tokens.error_here("here belongs the size of the frame", FORM));
    };
    let mut height = width;
    if tokens.eat('x') {
        let Some((rows, end)) = tokens.number() else {
            return Err(tokens.error_here("here belongs the number of rows", FORM));
        };
        (height, spot) = (rows, Spot { end: end.end, ..spot });
    }
    if (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
        return Ok((width, height));
    }
    let help = format!("a frame has 1 to {MAX_SIDE} rows and columns");
    Err(error(spot, "this is no size of a frame", help))
}
