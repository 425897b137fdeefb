//! Numbered tiles: pieces of one cell that carry 1, 2, 3 …, as in the 15-puzzle.
//!
//! Within, each keeps a letter as every piece does: `1` to `9`, and from 10 on `A` to `Z`; one that
//! is named by the number that its letter stands for shows that ([`Piece::display_label`]).

use super::model::{Piece, Puzzle};

/// The largest number of a tile: there are no more letters.
pub const MAX_TILES: usize = 35;

/// What draws the tile with this number within: `1` to `9`, then `A` to `Z`.
pub(crate) fn tile_letter(number: usize) -> Option<char> {
    let digit = u32::try_from(number).ok().filter(|number| (1..=35).contains(number))?;
    char::from_digit(digit, 36).map(|letter| letter.to_ascii_uppercase())
}

/// The number of the tile that this letter draws within.
fn tile_number(letter: char) -> Option<usize> {
    (1..=MAX_TILES).find(|&number| tile_letter(number) == Some(letter))
}

impl Piece {
    /// What boards show of it: the number of a numbered tile, and else its letter.
    #[must_use]
    pub fn display_label(&self) -> String {
        self.numeral().map_or_else(|| self.letter.to_string(), str::to_owned)
    }

    /// Its name, where that is the number of two digits that its letter stands for.
    pub(crate) fn numeral(&self) -> Option<&str> {
        let name = self.name.as_deref().filter(|name| name.len() == 2 && self.shape.area() == 1)?;
        let number: usize = name.parse().ok().filter(|number| (10..).contains(number))?;
        (tile_letter(number) == Some(self.letter)).then_some(name)
    }
}

impl Puzzle {
    /// Whether its pieces are tiles with the numbers from 1 on, each once and told apart, and there
    /// are so many that some have two digits: it is then written as rows of numbers.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        let count = self.pieces.len();
        let mut seen = vec![false; count + 1];
        let is_tile = |piece: &Piece| {
            let number = tile_number(piece.letter).filter(|&number| number <= count)?;
            let is_new = !std::mem::replace(&mut seen[number], true);
            let shows_it = number < 10 || piece.numeral().is_some();
            (is_new && shows_it && piece.shape.area() == 1).then_some(())
        };
        count >= 10
            && self.distinct.len() == count
            && self.grid.columns() > 1
            && self.pieces.iter().map(is_tile).all(|tile| tile.is_some())
    }
}
