//! The order in which a code tells the cells.

use super::super::layout::{Block, CELLS, Cells};

/// What two bits of a code say of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in super::super) enum Token {
    /// Nothing stands there.
    Empty,
    /// A flat piece begins there.
    Flat,
    /// An upright piece begins there.
    Upright,
    /// A single piece stands there.
    Single,
}

impl Token {
    /// All four, in the order of their bits.
    pub(super) const ALL: [Token; 4] = [Token::Empty, Token::Flat, Token::Upright, Token::Single];

    /// The token of this block; the 2×2 has none.
    pub(in super::super) const fn of(block: Block) -> Option<Token> {
        match block {
            Block::Square => None,
            Block::Flat => Some(Token::Flat),
            Block::Upright => Some(Token::Upright),
            Block::Single => Some(Token::Single),
        }
    }

    /// The piece that begins there.
    pub(in super::super) const fn block(self) -> Option<Block> {
        match self {
            Token::Empty => None,
            Token::Flat => Some(Block::Flat),
            Token::Upright => Some(Block::Upright),
            Token::Single => Some(Block::Single),
        }
    }
}

/// A layout of which the first tokens are known: the scan stands at the first cell that nothing
/// covers so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan {
    square: usize,
    cell: usize,
    covered: Cells,
    empties: usize,
}

/// Empty cells that a layout needs; the scan counts no further.
pub(super) const EMPTIES: usize = 2;

impl Scan {
    /// Nothing but the 2×2 is known; `None` where it does not fit.
    pub(super) fn start(square: usize) -> Option<Scan> {
        let covered = Block::Square.cells_at(square)?;
        Some(Scan { square, cell: 0, covered, empties: 0 }.skip())
    }

    /// The first cell of the 2×2.
    pub(super) const fn square(self) -> usize {
        self.square
    }

    /// The cell that the next token tells; `None` behind the last one.
    pub(super) const fn cell(self) -> Option<usize> {
        if self.cell < CELLS { Some(self.cell) } else { None }
    }

    /// The three cells behind this one: all that tokens of earlier cells can have changed of what
    /// lies ahead, for an upright piece reaches four cells on.
    pub(super) const fn frontier(self) -> Cells {
        (self.covered >> (self.cell + 1)) & 0b111
    }

    /// Empty cells so far, at most [`EMPTIES`].
    pub(super) const fn empties(self) -> usize {
        self.empties
    }

    /// Puts the token at the next cell; `None` where it does not fit.
    pub(super) fn put(self, token: Token) -> Option<Scan> {
        let cell = self.cell()?;
        let mut next = Scan { cell: cell + 1, ..self };
        match token.block() {
            None => next.empties = EMPTIES.min(self.empties + 1),
            Some(block) => {
                let cells = block.cells_at(cell)?;
                if self.covered & cells != 0 {
                    return None;
                }
                next.covered |= cells;
            }
        }
        Some(next.skip())
    }

    /// Goes on to the next cell that is not covered.
    const fn skip(self) -> Scan {
        let over = (self.covered >> self.cell).trailing_ones() as usize;
        Scan { cell: self.cell + over, ..self }
    }
}
