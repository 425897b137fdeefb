//! Letters for the pieces of notations that have none, or others than ours.

use std::collections::HashSet;
use std::ops::RangeInclusive;

/// What pieces are called, in this order: 62 letters and digits, then Chinese characters, more than
/// the largest frame has cells.
const ALPHABET: [RangeInclusive<char>; 4] = ['A'..='Z', 'a'..='z', '0'..='9', '一'..='\u{9fff}'];

/// The letters that draw a piece already.
#[derive(Default, Debug)]
pub(super) struct Letters {
    taken: HashSet<char>,
    /// How many letters of the alphabet were tried; all of them are taken.
    tried: usize,
}

impl Letters {
    /// Takes this letter; `false` where it is taken already.
    pub(super) fn take(&mut self, letter: char) -> bool {
        self.taken.insert(letter)
    }

    /// Takes the first letter that is free.
    ///
    /// # Panics
    /// If there are more pieces than the largest frame has cells.
    pub(super) fn free(&mut self) -> char {
        for letter in ALPHABET.into_iter().flatten().skip(self.tried) {
            self.tried += 1;
            if self.take(letter) {
                return letter;
            }
        }
        unreachable!("there are more letters than a frame has cells")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{MAX_SIDE, is_letter};

    #[test]
    fn what_is_taken_is_not_given_again() {
        let mut letters = Letters::default();
        assert!(letters.take('A') && letters.take('C') && !letters.take('A'));
        assert_eq!([letters.free(), letters.free(), letters.free()], ['B', 'D', 'E']);
        assert!(!letters.take('D'));
    }

    #[test]
    fn every_cell_of_the_largest_frame_can_be_a_piece() {
        let mut letters = Letters::default();
        let given: Vec<char> = (0..MAX_SIDE * MAX_SIDE).map(|_| letters.free()).collect();
        assert!(given.iter().all(|&letter| is_letter(letter)));
        assert_eq!(given.iter().collect::<HashSet<_>>().len(), given.len());
    }
}
