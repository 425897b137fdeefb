//! The 36 bits.

use std::fmt;

use thiserror::Error;

use super::super::layout::CELLS;
use super::DIGITS;
use super::scan::{EMPTIES, Scan, Token};

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
        if scan.empties() < EMPTIES { Err(Flaw::Crowded) } else { Ok(CommonCode(bits)) }
    }

    /// The layout with its 2×2 at `square` and these pieces at the other cells.
    pub(in super::super) fn of_layout(
        square: usize,
        tokens: &[Token; CELLS],
    ) -> Result<Self, Flaw> {
        let mut scan = Scan::start(square).ok_or(Flaw::Square)?;
        let mut bits = (square as u64) << SQUARE;
        let mut used = 0;
        while let Some(cell) = scan.cell() {
            let digit = 1 + used / 2;
            scan = scan.put(tokens[cell]).ok_or(Flaw::Overlap { digit })?;
            bits |= (tokens[cell] as u64) << shift(used);
            used += 1;
        }
        CommonCode::from_bits(bits)
    }

    /// Whether the 2×2 can have its first cell there.
    pub(in super::super) fn is_square(cell: usize) -> bool {
        Scan::start(cell).is_some()
    }

    /// Its bits, the lowest 36.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The first cell of the 2×2.
    pub(in super::super) const fn square(self) -> usize {
        (self.0 >> SQUARE) as usize
    }

    /// What each cell says that nothing before it covers.
    pub(in super::super) fn tokens(self) -> impl Iterator<Item = (usize, Token)> {
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
    Token::ALL[(bits >> shift(number) & 0b11) as usize]
}
