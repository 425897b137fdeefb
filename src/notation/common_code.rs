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
//! There is exactly one 2×2, and there are at least two empty cells. The goal of the 2×2 is the middle
//! of the bottom.
//!
//! In a text, each line is a code. Zeros at its end may be left away, and small letters stand for
//! capital ones; it is written with all nine digits, for five could be a
//! [`ShortCode`](super::Notation::ShortCode). Read, the 2×2 gets the letter `A`, and the others those
//! from `B` on, in the order of their first cells.

use std::fmt;
use std::sync::LazyLock;

use thiserror::Error;

use super::format::{self, Format, NotRepresentable, Notation, ParseError};
use super::layout::{self, Block, CELLS, Cells};
use crate::excerpt::{Spot, brief};
use crate::puzzle::Puzzle;

pub(super) const FORMAT: Format =
    Format { name: "commoncode", looks_like, read, write, join: Some(format::concat) };

/// The digits of a code.
const DIGITS: usize = 9;

fn looks_like(text: &str) -> bool {
    let line = format::first_line(text);
    let digits = line.len() <= DIGITS && line.bytes().all(|byte| byte.is_ascii_hexdigit());
    let square = line.chars().next().and_then(|digit| digit.to_digit(16));
    digits && square.is_some_and(|square| Scan::start(square as usize).is_some())
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    Notation::CommonCode.read_lines(text, |line| {
        let bits = bits(line)?;
        let code = CommonCode::from_bits(bits).map_err(|flaw| misread(line, flaw))?;
        puzzle(code, line, Notation::CommonCode)
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
    let mut tokens: [Token; CELLS] = [None; CELLS];
    let mut square = 0;
    for piece in pieces {
        match piece.block {
            Block::Square => square = piece.cell,
            block => tokens[piece.cell] = Some(block),
        }
    }
    let code = CommonCode::of_layout(square, &tokens);
    code.map_err(|_| "fewer than two empty cells".to_owned())
}

/// The puzzle that the code stands for; `line` is where it was read.
pub(super) fn puzzle(
    code: CommonCode,
    line: Spot<'_>,
    notation: Notation,
) -> Result<Puzzle, ParseError> {
    const SQUARE: char = 'A';
    let mut cells = ['.'; CELLS];
    Block::Square.draw(code.square(), SQUARE, &mut cells);
    let blocks = code.tokens().filter_map(|(cell, token)| Some((cell, token?)));
    for ((cell, block), letter) in blocks.zip('B'..) {
        block.draw(cell, letter, &mut cells);
    }
    let draft = layout::draft(cells, SQUARE);
    draft.check().map_err(|error| notation.unsound(line, &error))
}

/// The bits that the digits of a line stand for.
fn bits(line: Spot<'_>) -> Result<u64, ParseError> {
    let error = |spot, message: String, help| Err(Notation::CommonCode.error(spot, message, help));
    let mut bits = 0;
    for (index, character) in line.text().chars().enumerate() {
        if index == DIGITS {
            let message = format!("a CommonCode has {DIGITS} digits, and this has more");
            return error(line, message, "write one code a line, of nine digits or fewer");
        }
        let Some(digit) = character.to_digit(16) else {
            let message = format!("`{}` is no hexadecimal digit", brief(&character.to_string()));
            let help = "a CommonCode is written with the digits 0 to 9 and A to F";
            return error(line.character(index), message, help);
        };
        bits |= u64::from(digit) << (4 * (DIGITS - 1 - index));
    }
    Ok(bits)
}

fn misread(line: Spot<'_>, flaw: Flaw) -> ParseError {
    let spot = match flaw {
        Flaw::Square => line.character(0),
        Flaw::Overlap { digit } | Flaw::Rest { digit } => line.character(digit),
        Flaw::Crowded | Flaw::Range => line,
    };
    let help = match flaw {
        Flaw::Square => {
            "the first digit is the first cell of the 2×2: one of 0 1 2 4 5 6 8 9 A C D E"
        }
        Flaw::Overlap { .. } => "each two bits are the piece at the next cell that is free",
        Flaw::Rest { .. } => "write zeros behind the last cell, or nothing",
        Flaw::Crowded => "a CommonCode leaves two cells free, or more",
        Flaw::Range => "a CommonCode has nine digits",
    };
    Notation::CommonCode.error(spot, flaw.to_string(), help)
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
/// # Ok::<(), huarong::notation::Flaw>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommonCode(u64);

/// Why 36 bits are no layout.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum Flaw {
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
    pub fn from_bits(bits: u64) -> Result<Self, Flaw> {
        if bits >> (4 * DIGITS) != 0 {
            return Err(Flaw::Range);
        }
        let mut scan = usize::try_from(bits >> SQUARE).ok().and_then(Scan::start);
        let mut scan = scan.take().ok_or(Flaw::Square)?;
        let mut used = 0;
        while scan.cell().is_some() {
            let digit = 1 + used / 2;
            scan = scan.put(token(bits, used)).ok_or(Flaw::Overlap { digit })?;
            used += 1;
        }
        let rest = bits & ((1 << shift(used - 1)) - 1);
        if rest != 0 {
            let highest = 63 - rest.leading_zeros() as usize;
            return Err(Flaw::Rest { digit: DIGITS - 1 - highest / 4 });
        }
        if scan.empties < EMPTIES { Err(Flaw::Crowded) } else { Ok(CommonCode(bits)) }
    }

    /// The layout with its 2×2 at `square` and these pieces at the other cells.
    fn of_layout(square: usize, tokens: &[Token; CELLS]) -> Result<Self, Flaw> {
        let mut scan = Scan::start(square).ok_or(Flaw::Square)?;
        let mut bits = (square as u64) << SQUARE;
        let mut used = 0;
        while let Some(cell) = scan.cell() {
            let digit = 1 + used / 2;
            scan = scan.put(tokens[cell]).ok_or(Flaw::Overlap { digit })?;
            let number = (0..).zip(TOKENS).find(|&(_, token)| token == tokens[cell]);
            bits |= number.map_or(0, |(number, _): (u64, _)| number) << shift(used);
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
    TOKENS[(bits >> shift(number) & 0b11) as usize]
}

/// What two bits of a code say of a cell: the piece that begins there, if one does.
type Token = Option<Block>;

/// All that two bits can say, in their order.
const TOKENS: [Token; 4] = [None, Some(Block::Flat), Some(Block::Upright), Some(Block::Single)];

/// A layout of which the first tokens are known: the scan stands at the first cell that nothing
/// covers so far.
#[derive(Clone, Copy, Debug)]
struct Scan {
    square: usize,
    cell: usize,
    covered: Cells,
    /// Empty cells so far, at most [`EMPTIES`].
    empties: usize,
}

/// Empty cells that a layout needs; the scan counts no further.
const EMPTIES: usize = 2;

impl Scan {
    /// Nothing but the 2×2 is known; `None` where it does not fit.
    fn start(square: usize) -> Option<Scan> {
        let covered = Block::Square.cells_at(square)?;
        Some(Scan { square, cell: 0, covered, empties: 0 }.skip())
    }

    /// The cell that the next token tells; `None` behind the last one.
    const fn cell(self) -> Option<usize> {
        if self.cell < CELLS { Some(self.cell) } else { None }
    }

    /// The three cells behind this one: all that tokens of earlier cells can have changed of what
    /// lies ahead, for an upright piece reaches four cells on.
    const fn frontier(self) -> Cells {
        (self.covered >> (self.cell + 1)) & 0b111
    }

    /// Puts the token at the next cell; `None` where it does not fit.
    fn put(self, token: Token) -> Option<Scan> {
        let cell = self.cell()?;
        let mut next = Scan { cell: cell + 1, ..self };
        match token {
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
// How many codes begin like a given one depends only on where the 2×2 stands, on the cell that the
// scan has come to, on which of the next three cells are covered, and on whether two empty cells
// have been seen. Those few thousand numbers are counted once. The rank of a code is the number of
// codes that part from it with a lower token, over all its tokens.

/// The codes that begin as scans do, at [`index`].
static COUNTS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut counts = vec![None; CELLS * CELLS * FRONTIERS * (EMPTIES + 1)];
    for scan in (0..CELLS).filter_map(Scan::start) {
        fill(scan, &mut counts);
    }
    counts.into_iter().map(Option::unwrap_or_default).collect()
});

/// Ways in which the next three cells can be covered.
const FRONTIERS: usize = 8;

/// Where [`COUNTS`] keeps the number of a scan that is not at its end.
const fn index(scan: Scan, cell: usize) -> usize {
    let place = (scan.square * CELLS + cell) * FRONTIERS + scan.frontier() as usize;
    place * (EMPTIES + 1) + scan.empties
}

/// Counts the codes that begin so, and all that is needed for it.
fn fill(scan: Scan, counts: &mut [Option<u32>]) -> u32 {
    let Some(cell) = scan.cell() else { return complete(scan) };
    let index = index(scan, cell);
    if let Some(count) = counts[index] {
        return count;
    }
    let after = TOKENS.into_iter().filter_map(|token| scan.put(token));
    let count = after.map(|next| fill(next, counts)).sum();
    counts[index] = Some(count);
    count
}

/// How many codes a scan is that has come to its end: one, if it has seen enough empty cells.
fn complete(scan: Scan) -> u32 {
    u32::from(scan.empties == EMPTIES)
}

/// How many codes begin so.
fn codes_from(scan: Scan) -> u32 {
    scan.cell().map_or_else(|| complete(scan), |cell| COUNTS[index(scan, cell)])
}

impl CommonCode {
    /// How many codes there are.
    pub const COUNT: u32 = 29_334_498;

    /// How many codes are lower than this one.
    ///
    /// # Complexity
    /// About a microsecond; the first call of a program takes some 100 more, to count.
    #[must_use]
    pub fn rank(self) -> u32 {
        let mut rank = (0..self.square()).filter_map(Scan::start).map(codes_from).sum();
        let mut scan = Scan::start(self.square());
        for (_, token) in self.tokens() {
            let put = |token| scan.and_then(|scan| scan.put(token));
            let lower = TOKENS.into_iter().take_while(|&lower| lower != token);
            rank += lower.filter_map(put).map(codes_from).sum::<u32>();
            scan = put(token);
        }
        rank
    }

    /// The code that `rank` others are lower than; `None` from [`CommonCode::COUNT`] on.
    ///
    /// # Complexity
    /// As for [`CommonCode::rank`].
    #[must_use]
    pub fn from_rank(rank: u32) -> Option<Self> {
        let mut left = rank;
        let squares = (0..CELLS).filter_map(|square| Some((square, Scan::start(square)?)));
        let (square, mut scan) = take(squares, &mut left)?;
        let mut tokens: [Token; CELLS] = [None; CELLS];
        while let Some(cell) = scan.cell() {
            let ways = TOKENS.map(|token| Some((token, scan.put(token)?)));
            (tokens[cell], scan) = take(ways.into_iter().flatten(), &mut left)?;
        }
        CommonCode::of_layout(square, &tokens).ok()
    }
}

/// The one of these beginnings that code number `left` of them all has; `left` becomes its number
/// among the codes that begin so.
fn take<T>(mut beginnings: impl Iterator<Item = (T, Scan)>, left: &mut u32) -> Option<(T, Scan)> {
    beginnings.find(|&(_, scan)| {
        let count = codes_from(scan);
        let is_here = *left < count;
        *left -= if is_here { 0 } else { count };
        is_here
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::samples;

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
        let cases = [
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
        ];
        samples::misread(Notation::CommonCode, &cases);
        assert_eq!(CommonCode::from_bits(1 << 36), Err(Flaw::Range));
    }

    #[test]
    fn what_a_code_cannot_say_is_refused() {
        const GOAL: &str = "goal:\n....\n....\n....\n.AA.\n.AA.\n";
        let layout = "AAB.\nAAB.\n....\nCC..\n....\n";
        let cases = [
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
        ];
        let cases: Vec<_> = cases.iter().map(|(text, what)| (&**text, *what)).collect();
        samples::refused(Notation::CommonCode, &cases);
    }

    proptest! {
        #[test]
        fn ranks_and_codes_stand_for_each_other_in_ascending_order(rank in 0..CommonCode::COUNT - 1) {
            let [code, next] = [rank, rank + 1].map(|rank| CommonCode::from_rank(rank).expect("one"));
            prop_assert_eq!((code.rank(), next.rank()), (rank, rank + 1));
            prop_assert!(code < next);
            prop_assert_eq!(CommonCode::from_bits(code.bits()), Ok(code));
        }

        /// There is no code between two that follow each other; no table of ours decides what is one.
        #[test]
        fn no_code_is_passed_over(rank in 0..CommonCode::COUNT - 1, step in any::<u64>()) {
            let [code, next] = [rank, rank + 1].map(|rank| CommonCode::from_rank(rank).expect("one"));
            let between = next.bits() - code.bits() - 1;
            if between > 0 {
                prop_assert!(CommonCode::from_bits(code.bits() + 1 + step % between).is_err());
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
