//! `CommonCode`: a layout of the 4×5 frame as 36 bits, nine hexadecimal digits.
//!
//! The format is that of the Klotski engines by dnomd343. From the highest bit on:
//!
//! | bits | what |
//! |---|---|
//! | 4 | the first cell of the 2×2, cells row by row from 0: one of `0 1 2 4 5 6 8 9 A C D E` |
//! | 2 each | for each cell that nothing before covers, in order: `00` empty, `01` a flat piece, `10` an upright one, `11` a single one |
//! | the rest | zeros |
//!
//! There is exactly one 2×2, and there are at least two empty cells. The goal of the 2×2 is the
//! middle of the bottom.
//!
//! In a text, each line is a code. Small letters stand for capital ones. Zeros at its end may be
//! left away where the text is known to be in this notation: fewer than nine digits look like a
//! word, a board, or a [`ShortCode`](super::Notation::ShortCode). Read, the 2×2 gets the letter
//! `A`, and the others those from `B` on, in the order of their first cells.

use std::sync::LazyLock;
use std::{fmt, iter};

use thiserror::Error;

use super::format::{self, NotRepresentable, Notation, NotationFormat};
use super::layout::{self, CELLS, CellBits, ClassicBlock};
use crate::excerpt::{LineCursor, ParseError, brief};
use crate::puzzle::Puzzle;

pub(super) const FORMAT: NotationFormat =
    NotationFormat { name: "commoncode", looks_like, read, write, join: Some(format::concat) };

/// The digits of a code.
const DIGITS: usize = 9;

fn looks_like(text: &str) -> bool {
    format::are_codes(text, DIGITS, |digit| digit.is_ascii_hexdigit())
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    format::read_lines(text, |line| {
        let bits = bits(line)?;
        let code = CommonCode::from_bits(bits).map_err(|flaw| misread(line, flaw))?;
        puzzle(code, line)
    })
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    Ok(format!("{}\n", code(puzzle)?))
}

impl CommonCode {
    /// The code of a puzzle's start.
    ///
    /// # Errors
    /// What keeps the puzzle from being one of those that codes stand for.
    pub fn of(puzzle: &Puzzle) -> Result<Self, NotRepresentable> {
        code(puzzle).map_err(|what| NotRepresentable { notation: Notation::CommonCode, what })
    }
}

/// The code of a puzzle, or what of it no code can say.
pub(super) fn code(puzzle: &Puzzle) -> Result<CommonCode, String> {
    let pieces = layout::placed_pieces(puzzle)?;
    let mut tokens = [Token::Empty; CELLS];
    let mut square = 0;
    for piece in pieces {
        tokens[piece.cell] = Token::of(Some(piece.block));
        if piece.block == ClassicBlock::Square {
            square = piece.cell;
        }
    }
    let code = CommonCode::of_layout(square, &tokens);
    code.map_err(|_| "fewer than two empty cells".to_owned())
}

/// The puzzle that the code stands for; `line` is where it was read.
pub(super) fn puzzle(code: CommonCode, line: LineCursor<'_>) -> Result<Puzzle, ParseError> {
    const SQUARE: char = 'A';
    let mut cells = ['.'; CELLS];
    for ((cell, block), letter) in code.blocks().zip(SQUARE..) {
        block.draw(cell, letter, &mut cells);
    }
    let draft = layout::draft(cells, SQUARE);
    draft.check().map_err(|error| error.at(line))
}

/// The bits that the digits of a line stand for.
fn bits(line: LineCursor<'_>) -> Result<u64, ParseError> {
    let mut bits = 0;
    for (index, character) in line.text().chars().enumerate() {
        if index == DIGITS {
            let message = format!("a CommonCode has {DIGITS} digits, and this has more");
            return Err(line.error(message, "write one code a line, of nine digits or fewer"));
        }
        let Some(digit) = character.to_digit(16) else {
            let message = format!("`{}` is no hexadecimal digit", brief(&character.to_string()));
            let help = "a CommonCode is written with the digits 0 to 9 and A to F";
            return Err(line.character(index).error(message, help));
        };
        bits |= u64::from(digit) << (4 * (DIGITS - 1 - index));
    }
    Ok(bits)
}

fn misread(line: LineCursor<'_>, flaw: CodeFlaw) -> ParseError {
    let text = line.text();
    if text.len() == DIGITS && ('0'..='8').all(|digit| text.contains(digit)) {
        let message = "this is no layout: it has each digit from 0 to 8 once, as tiles have";
        let help = "write numbered tiles in rows: `1 2 3/4 5 6/7 8 .`";
        return line.error(message, help);
    }
    let spot = match flaw {
        CodeFlaw::Square => line.character(0),
        CodeFlaw::Overlap { digit } | CodeFlaw::Rest { digit } => line.character(digit),
        CodeFlaw::Crowded | CodeFlaw::Range => line,
    };
    let help = match flaw {
        CodeFlaw::Square => {
            "the first digit is the first cell of the 2×2: one of 0 1 2 4 5 6 8 9 A C D E"
        }
        CodeFlaw::Overlap { .. } => "each two bits are the piece at the next cell that is free",
        CodeFlaw::Rest { .. } => "write zeros behind the last cell, or nothing",
        CodeFlaw::Crowded => "a CommonCode leaves two cells free, or more",
        CodeFlaw::Range => "a CommonCode has nine digits",
    };
    spot.error(flaw.to_string(), help)
}

/// A layout of the 4×5 frame in 36 bits, always a valid one. Codes are ordered as numbers.
///
/// ```
/// use huarong::notation::CommonCode;
///
/// let classic = CommonCode::from_bits(0x1A9_BF0_C00)?;
/// assert_eq!(classic.rank(), 4_091_296);
/// assert_eq!(CommonCode::from_rank(4_091_296), Some(classic));
/// assert_eq!(classic.to_string(), "1A9BF0C00");
/// # Ok::<(), huarong::notation::CodeFlaw>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommonCode(u64);

/// Why 36 bits are no layout.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum CodeFlaw {
    /// The 2×2 does not fit where the first digit puts it.
    #[error("the 2×2 does not fit there")]
    Square,
    /// A piece does not fit the next free cell.
    #[error("a piece does not fit here")]
    Overlap {
        /// The digit that says it, from 0.
        digit: usize,
    },
    /// Something behind the last cell.
    #[error("all cells are told already")]
    Rest {
        /// The digit that says more, from 0.
        digit: usize,
    },
    /// Fewer than two empty cells.
    #[error("fewer than two cells are empty")]
    Crowded,
    /// More than 36 bits.
    #[error("this is more than 36 bits")]
    Range,
}

/// Where the first digit begins.
const SQUARE: usize = 4 * (DIGITS - 1);

impl CommonCode {
    /// The layout that these 36 bits are.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn from_bits(bits: u64) -> Result<Self, CodeFlaw> {
        if bits >> (4 * DIGITS) != 0 {
            return Err(CodeFlaw::Range);
        }
        let mut scan = usize::try_from(bits >> SQUARE).ok().and_then(Scan::start);
        let mut scan = scan.take().ok_or(CodeFlaw::Square)?;
        let mut used = 0;
        while scan.cell().is_some() {
            let digit = 1 + used / 2;
            scan = scan.put(token(bits, used)).ok_or(CodeFlaw::Overlap { digit })?;
            used += 1;
        }
        let rest = bits & ((1 << shift(used - 1)) - 1);
        if rest != 0 {
            let highest = 63 - rest.leading_zeros() as usize;
            return Err(CodeFlaw::Rest { digit: DIGITS - 1 - highest / 4 });
        }
        if scan.empties < EMPTIES { Err(CodeFlaw::Crowded) } else { Ok(CommonCode(bits)) }
    }

    /// The layout with its 2×2 at `square` and these pieces at the other cells.
    fn of_layout(square: usize, tokens: &[Token; CELLS]) -> Result<Self, CodeFlaw> {
        let mut scan = Scan::start(square).ok_or(CodeFlaw::Square)?;
        let mut bits = (square as u64) << SQUARE;
        let mut used = 0;
        while let Some(cell) = scan.cell() {
            let digit = 1 + used / 2;
            scan = scan.put(tokens[cell]).ok_or(CodeFlaw::Overlap { digit })?;
            bits |= (tokens[cell] as u64) << shift(used);
            used += 1;
        }
        CommonCode::from_bits(bits)
    }

    /// Its bits, the lowest 36.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The first cell of the 2×2.
    const fn square(self) -> usize {
        (self.0 >> SQUARE) as usize
    }

    /// What each cell says that nothing before it covers.
    fn tokens(self) -> impl Iterator<Item = (usize, Token)> {
        let mut scan = Scan::start(self.square());
        (0..).map_while(move |number| {
            let cell = scan?.cell()?;
            let token = token(self.0, number);
            scan = scan?.put(token);
            Some((cell, token))
        })
    }

    /// The pieces, each with its first cell: the 2×2, then the others in the order of their cells.
    pub(crate) fn blocks(self) -> impl Iterator<Item = (usize, ClassicBlock)> {
        let others = self.tokens().filter_map(|(cell, token)| Some((cell, token.block()?)));
        iter::once((self.square(), ClassicBlock::Square)).chain(others)
    }
}

/// Nine hexadecimal digits.
impl fmt::Display for CommonCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$X}", self.0, width = DIGITS)
    }
}

/// How far left the bits of token `number` stand. There are never more than sixteen.
const fn shift(number: usize) -> usize {
    SQUARE - 2 * (number + 1)
}

/// Token `number`.
const fn token(bits: u64, number: usize) -> Token {
    Token::ALL[(bits >> shift(number) & 0b11) as usize]
}

/// What two bits of a code say of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Token {
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
    const ALL: [Token; 4] = [Token::Empty, Token::Flat, Token::Upright, Token::Single];

    /// The token of a cell where this block begins; the 2×2 has none of its own.
    const fn of(block: Option<ClassicBlock>) -> Token {
        match block {
            None | Some(ClassicBlock::Square) => Token::Empty,
            Some(ClassicBlock::Flat) => Token::Flat,
            Some(ClassicBlock::Upright) => Token::Upright,
            Some(ClassicBlock::Single) => Token::Single,
        }
    }

    /// The piece that begins there.
    const fn block(self) -> Option<ClassicBlock> {
        match self {
            Token::Empty => None,
            Token::Flat => Some(ClassicBlock::Flat),
            Token::Upright => Some(ClassicBlock::Upright),
            Token::Single => Some(ClassicBlock::Single),
        }
    }
}

/// A layout of which the first tokens are known: the scan stands at the first cell that nothing
/// covers so far.
#[derive(Clone, Copy, Debug)]
struct Scan {
    /// The first cell of the 2×2.
    square: usize,
    cell: usize,
    covered: CellBits,
    /// At most [`EMPTIES`].
    empties: usize,
}

/// Empty cells that a layout needs; the scan counts no further.
const EMPTIES: usize = 2;

impl Scan {
    /// Nothing but the 2×2 is known; `None` where it does not fit.
    fn start(square: usize) -> Option<Scan> {
        let covered = ClassicBlock::Square.cells_at(square)?;
        Some(Scan { square, cell: 0, covered, empties: 0 }.skip())
    }

    /// The cell that the next token tells; `None` behind the last one.
    const fn cell(self) -> Option<usize> {
        if self.cell < CELLS { Some(self.cell) } else { None }
    }

    /// The three cells behind this one: all that tokens of earlier cells can have changed of what
    /// lies ahead, for an upright piece reaches four cells on.
    const fn frontier(self) -> CellBits {
        (self.covered >> (self.cell + 1)) & 0b111
    }

    /// Puts the token at the next cell; `None` where it does not fit.
    fn put(self, token: Token) -> Option<Scan> {
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

// The place of a code among all, and the code of a place, without a list of all codes.
//
// How codes that begin alike can go on depends only on where the 2×2 stands, on the cell that the
// scan has come to, on which of the next three cells are covered, and on whether two empty cells
// have been seen. Those few thousand nodes are counted once. The rank of a code is the number of
// codes that part from it with a lower token, over all its tokens.

/// Codes that have begun, as far as it matters for how they go on.
#[derive(Clone, Copy, Debug)]
struct PrefixNode {
    /// The cell that the next token tells; behind the last one, their number.
    cell: usize,
    /// By token: how many of them have a lower one here. Last, how many there are.
    lower: [u32; Token::ALL.len() + 1],
    /// By token: the node that they come to with it; [`NONE`] where it does not fit.
    next: [usize; Token::ALL.len()],
}

/// The node of no codes.
const NONE: usize = 0;

/// All nodes.
#[derive(Debug)]
struct PrefixTree {
    all: Vec<PrefixNode>,
    /// By the first cell of the 2×2: how many codes have it earlier. Last, how many there are.
    lower: [u32; CELLS + 1],
    /// By the first cell of the 2×2: the node that they begin with.
    first: [usize; CELLS],
}

static NODES: LazyLock<PrefixTree> = LazyLock::new(|| {
    let end = |codes| PrefixNode { cell: CELLS, lower: [0, 0, 0, 0, codes], next: [NONE; 4] };
    let all = vec![end(0), end(1)];
    let mut nodes = PrefixTree { all, lower: [0; CELLS + 1], first: [NONE; CELLS] };
    let mut known = vec![NONE; CELLS * CELLS * FRONTIERS * (EMPTIES + 1)];
    for square in 0..CELLS {
        nodes.first[square] = Scan::start(square).map_or(NONE, |scan| nodes.add(scan, &mut known));
        nodes.lower[square + 1] = nodes.lower[square] + nodes.all[nodes.first[square]].codes();
    }
    nodes
});

/// Ways in which the next three cells can be covered.
const FRONTIERS: usize = 8;

impl PrefixNode {
    /// How many codes it is.
    const fn codes(&self) -> u32 {
        self.lower[Token::ALL.len()]
    }
}

impl PrefixTree {
    /// The node of the codes that begin so, added with all that follow if it is not `known`.
    fn add(&mut self, scan: Scan, known: &mut [usize]) -> usize {
        let Some(cell) = scan.cell() else { return usize::from(scan.empties == EMPTIES) };
        let place = (scan.square * CELLS + cell) * FRONTIERS + scan.frontier() as usize;
        let place = place * (EMPTIES + 1) + scan.empties;
        if known[place] == NONE {
            let mut node = PrefixNode { cell, lower: [0; 5], next: [NONE; 4] };
            for token in Token::ALL {
                let next = scan.put(token).map_or(NONE, |next| self.add(next, known));
                node.next[token as usize] = next;
                let so_far = node.lower[token as usize];
                node.lower[token as usize + 1] = so_far + self.all[next].codes();
            }
            known[place] = self.all.len();
            self.all.push(node);
        }
        known[place]
    }

    /// The rank of the code with its 2×2 at `square` and these tokens, asked for in order.
    #[inline(always)]
    fn rank(&self, square: usize, mut token_at: impl FnMut(usize) -> Token) -> u32 {
        let (mut rank, mut node) = (self.lower[square], &self.all[self.first[square]]);
        while node.cell < CELLS {
            let token = token_at(node.cell) as usize;
            rank += node.lower[token];
            node = &self.all[node.next[token]];
        }
        rank
    }

    /// Visits the ranks, in order, of the codes of a node for which so many of each token are left;
    /// `rank` is that of the first of all its codes.
    fn each<E>(
        &self,
        node: &PrefixNode,
        rank: u32,
        left: [u32; 4],
        visit: &mut impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        if node.cell == CELLS {
            return if node.codes() == 0 { Ok(()) } else { visit(rank) };
        }
        for token in (0..left.len()).filter(|&token| left[token] > 0 && node.next[token] != NONE) {
            let mut left = left;
            left[token] -= 1;
            self.each(&self.all[node.next[token]], rank + node.lower[token], left, visit)?;
        }
        Ok(())
    }
}

impl CommonCode {
    /// How many codes there are.
    pub const COUNT: u32 = 29_334_498;

    /// How many codes are lower than this one.
    ///
    /// # Complexity
    /// Some 100 ns; the first call of a program takes a thousand times as long, to count.
    #[must_use]
    pub fn rank(self) -> u32 {
        let mut told = 0;
        NODES.rank(self.square(), |_| {
            told += 1;
            token(self.0, told - 1)
        })
    }

    /// The same for the layout with these pieces, each at its first cell.
    ///
    /// # Panics
    /// If there is no 2×2.
    pub(crate) fn rank_of(cells: &[Option<ClassicBlock>]) -> u32 {
        let square = cells.iter().position(|&block| block == Some(ClassicBlock::Square));
        NODES.rank(square.expect("a 2×2"), |cell| Token::of(cells[cell]))
    }

    /// Visits the ranks, in order, of all layouts with so many flat, upright and single pieces and
    /// empty cells, sixteen cells in all.
    pub(crate) fn each_of<E>(
        [flats, uprights, singles, empties]: [u32; 4],
        visit: &mut impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let PrefixTree { all, lower, first } = &*NODES;
        let left = [empties, flats, uprights, singles];
        (0..CELLS)
            .try_for_each(|square| NODES.each(&all[first[square]], lower[square], left, visit))
    }

    /// The code that `rank` others are lower than; `None` from [`CommonCode::COUNT`] on.
    ///
    /// # Complexity
    /// As for [`CommonCode::rank`].
    #[must_use]
    pub fn from_rank(rank: u32) -> Option<Self> {
        let PrefixTree { all, lower, first } = &*NODES;
        let square = (0..CELLS).find(|&square| rank < lower[square + 1])?;
        let (mut left, mut node) = (rank - lower[square], &all[first[square]]);
        let mut tokens = [Token::Empty; CELLS];
        while node.cell < CELLS {
            let token = Token::ALL.into_iter().find(|&it| left < node.lower[it as usize + 1])?;
            left -= node.lower[token as usize];
            tokens[node.cell] = token;
            node = &all[node.next[token as usize]];
        }
        CommonCode::of_layout(square, &tokens).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::{read as read_as, write as write_as};

    #[test]
    fn the_classic_layout_has_its_code() {
        let classic = "ACCB\nACCB\nDEEF\nDGHF\nI..J\ngoal:\n....\n....\n....\n.CC.\n.CC.\n";
        let classic: Puzzle = classic.parse().expect("a puzzle");
        assert_eq!(write(&classic), Ok("1A9BF0C00\n".to_owned()));
        let wanted = "BAAC\nBAAC\nDEEF\nDGHF\nI..J\ngoal:\n....\n....\n....\n.AA.\n.AA.\n";
        let wanted: Puzzle = wanted.parse().expect("a puzzle");
        for text in ["1A9BF0C00", "1A9BF0C", "1a9bf0c0\r\n", "\n  1A9BF0C\n\n"] {
            assert_eq!(read(text).as_deref(), Ok(&[wanted.clone()][..]), "{text}");
        }
    }

    #[test]
    fn ranks_are_those_of_the_engines() {
        for (bits, rank) in [(0x1A9_BF0_C00, 4_091_296), (0x4FE_A13_400, 10_399_732)] {
            let code = CommonCode::from_bits(bits).expect("a code");
            assert_eq!(code.rank(), rank);
            assert_eq!(CommonCode::from_rank(rank), Some(code));
        }
    }

    #[test]
    fn there_are_as_many_codes_by_square_as_published() {
        let mut first = 0;
        for (squares, wanted) in [
            (&[0][..], 2_942_906),
            (&[1], 2_260_392),
            (&[2], 2_942_906),
            (&[4], 2_322_050),
            (&[5], 1_876_945),
            (&[6, 8], 2_322_050),
            (&[9], 1_876_945),
            (&[10], 2_322_050),
            (&[12], 2_942_906),
            (&[13], 2_260_392),
            (&[14], 2_942_906),
        ] {
            for &square in squares {
                let last = first + wanted - 1;
                for rank in [first, last] {
                    let code = CommonCode::from_rank(rank).expect("a code");
                    assert_eq!((code.square(), code.rank()), (square, rank));
                }
                first = last + 1;
            }
        }
        assert_eq!(first, CommonCode::COUNT);
        assert_eq!(CommonCode::from_rank(first), None);
        assert_eq!(CommonCode::from_rank(u32::MAX), None);
    }

    #[test]
    fn what_is_no_code_is_pointed_at() {
        for (text, wanted) in [
            ("3", "1:1+1 the 2×2 does not fit there"),
            ("1A9BG0C", "1:5+1 `G` is no hexadecimal digit"),
            ("1A9BF0C00\n1A9BF0C000\n", "2:1+10 a CommonCode has 9 digits, and this has more"),
            // A flat piece at cell 0, where the 2×2 covers cell 1.
            ("14", "1:2+1 a piece does not fit here"),
            // Ten tokens are enough for the classic layout and its two empty cells.
            ("1A9BF0C01", "1:9+1 all cells are told already"),
            ("0FFFFFFFF", "1:1+9 fewer than two cells are empty"),
            ("1A9BF 0C", "1:6+1 ` ` is no hexadecimal digit"),
            ("", "1:1+1 there is no puzzle in this text"),
        ] {
            let ParseError { line, column, width, message, .. } = read(text).expect_err(text);
            assert_eq!(format!("{line}:{column}+{width} {message}"), wanted);
        }
        assert_eq!(CommonCode::from_bits(1 << 36), Err(CodeFlaw::Range));
    }

    #[test]
    fn what_a_code_cannot_say_is_refused() {
        const GOAL: &str = "goal:\n....\n....\n....\n.AA.\n.AA.\n";
        let layout = "AAB.\nAAB.\n....\nCC..\n....\n";
        for (text, what) in [
            (format!("AA..\nAA..\n{GOAL}").replace("....\n....\n....\n", ""), "a frame of 4×2"),
            (format!("AAB.\nAAB.\n...#\nCC..\n....\n{GOAL}"), "a wall"),
            (format!("AAB.\nAAB.\n....\nCCC.\n....\n{GOAL}"), "the shape of piece `C`"),
            (format!("AA..\nAA..\n....\n..CC\n..CC\n{GOAL}"), "2 pieces of 2×2, only one"),
            (
                format!(
                    "B...\n....\n....\n....\n....\n{}",
                    GOAL.replace("AA", "..").replacen("....\n", "B...\n", 1)
                ),
                "0 pieces of 2×2, only one",
            ),
            (format!("pieces: axis\n{layout}{GOAL}"), "that `B` does not go every way"),
            (format!("lock: C=row\n{layout}{GOAL}"), "that `C` does not go every way"),
            (
                format!("finish: clear\n{layout}{GOAL}"),
                "that it is solved one step before the goal",
            ),
            (format!("gate: + = A\n{layout}{GOAL}").replacen("....", ".+..", 1), "a gate"),
            (format!("{layout}{GOAL}").replacen(".AA.\n.AA.", "AA..\nAA..", 1), "any goal but"),
            (format!("{layout}{}", GOAL.replacen("....", "..__", 1)), "that a cell must be empty"),
            (format!("{layout}{GOAL}goal:\nAA..\nAA..\n....\n....\n....\n"), "any goal but"),
            (
                "ABCD\nEFGH\nIJKL\nMNPP\nQ.PP\n".to_owned() + &GOAL.replace('A', "P"),
                "fewer than two",
            ),
            (
                format!("distinct: B\nAAB.\nAAB.\n...D\nCC.D\n....\n{GOAL}"),
                "that `B` and `D` are told apart",
            ),
        ] {
            let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}{error}"));
            let refused = write_as(Notation::CommonCode, &puzzle).expect_err(&text).to_string();
            assert!(refused.starts_with(&format!("commoncode cannot say {what}")), "{refused}");
        }
    }

    proptest! {
        #[test]
        fn ranks_and_codes_stand_for_each_other_in_ascending_order(rank in 0..CommonCode::COUNT - 1) {
            let [code, next] = [rank, rank + 1].map(|rank| CommonCode::from_rank(rank).expect("one"));
            prop_assert_eq!((code.rank(), next.rank()), (rank, rank + 1));
            prop_assert!(code < next);
            prop_assert_eq!(CommonCode::from_bits(code.bits()), Ok(code));
            let mut cells = [None; CELLS];
            code.blocks().for_each(|(cell, block)| cells[cell] = Some(block));
            prop_assert_eq!(CommonCode::rank_of(&cells), rank);
        }

        /// There is no code between two that follow each other; no table of ours decides what is
        /// one.
        #[test]
        fn no_code_is_passed_over(rank in 0..CommonCode::COUNT - 1, step in any::<u64>()) {
            let [code, next] = [rank, rank + 1].map(|rank| CommonCode::from_rank(rank).expect("one"));
            let between = next.bits() - code.bits() - 1;
            if between > 0 {
                prop_assert!(CommonCode::from_bits(code.bits() + 1 + step % between).is_err());
            }
        }

        #[test]
        fn every_layout_reads_back_as_it_was(rank in 0..CommonCode::COUNT) {
            let code = CommonCode::from_rank(rank).expect("one");
            for notation in [Notation::CommonCode, Notation::ShortCode] {
                let puzzles = read(&code.to_string()).expect("a code");
                let text = write_as(notation, &puzzles[0]).expect("it can be said");
                prop_assert_eq!(read_as(notation, &text), Ok(puzzles));
            }
        }

        #[test]
        fn any_digits_are_survived(text in "[0-9a-fA-FxX \n曹]{0,12}") {
            if let Ok(puzzles) = read(&text) {
                prop_assert!(puzzles.iter().all(|puzzle| write(puzzle).is_ok()));
            }
        }
    }

    #[test]
    #[ignore = "a minute: all 29 million codes"]
    fn all_codes_ascend() {
        let mut before = None;
        for rank in 0..CommonCode::COUNT {
            let code = CommonCode::from_rank(rank);
            assert!(before < code && code.is_some_and(|code| code.rank() == rank), "{rank}");
            before = code;
        }
    }
}
