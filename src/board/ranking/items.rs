//! The multiset of which every placement is an arrangement.

use crate::board::Board;

/// How many items there are of each code: empty cells, then the pieces of each kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ItemCounts {
    pub(super) counts: Vec<usize>,
}

impl ItemCounts {
    pub(super) fn of(board: &Board) -> Self {
        let kinds = board.kinds().iter();
        let covered: usize = kinds.clone().map(|kind| kind.pieces.len() * kind.shape.area()).sum();
        let empty = board.free.count_ones() as usize - covered;
        ItemCounts {
            counts: std::iter::once(empty).chain(kinds.map(|kind| kind.pieces.len())).collect(),
        }
    }

    /// Items in a sequence.
    pub(super) fn slots(&self) -> usize {
        self.counts.iter().sum()
    }

    /// How many items are left over by the codes below this one, itself counted.
    pub(super) fn left_for(&self, code: usize) -> usize {
        self.counts[code..].iter().sum()
    }

    /// How many subsets the items of a code may be of those that are left for it.
    fn radix(&self, code: usize) -> u128 {
        binomial(self.left_for(code), self.counts[code])
    }

    /// How many sequences there are; [`u128::MAX`] is that many or more.
    pub(super) fn arrangements(&self) -> u128 {
        (0..self.counts.len()).map(|code| self.radix(code)).fold(1, u128::saturating_mul)
    }

    /// The radix of the digit of each code.
    ///
    /// # Panics
    /// If there are more [`arrangements`](Self::arrangements) than words can number.
    pub(super) fn radices(&self) -> Vec<u64> {
        let radix = |code| u64::try_from(self.radix(code)).expect("below the number of ranks");
        (0..self.counts.len()).map(radix).collect()
    }

    /// For each item in the order of the codes, and those of a code in the order of their places:
    /// what it adds to the rank at each place among the items left for its code. Where it cannot
    /// be, as others of its code come before it or after it, 0.
    ///
    /// # Panics
    /// If there are more [`arrangements`](Self::arrangements) than words can number.
    pub(super) fn weights(&self) -> Vec<Vec<u64>> {
        let (mut unit, mut weights) = (1, Vec::new());
        for (code, (&count, radix)) in self.counts.iter().zip(self.radices()).enumerate() {
            let left = self.left_for(code);
            weights.extend((0..count).map(|number| {
                let weight = |place: usize| {
                    let possible = place >= number && place + count <= left + number;
                    let before = if possible { binomial(place, number + 1) } else { 0 };
                    u64::try_from(before).expect("below the radix") * unit
                };
                (0..left).map(weight).collect()
            }));
            unit *= radix;
        }
        weights
    }
}

/// `n` over `k`. It fits up to `n` = 128.
pub(super) fn binomial(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    // Each quotient is a binomial itself, and the product before it at most 128 times as large.
    (0..k.min(n - k)).fold(1, |product, i| {
        let (factor, divisor) = ((n - i) as u128, (i + 1) as u128);
        product / divisor * factor + product % divisor * factor / divisor
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_those_of_pascals_triangle() {
        let mut row = vec![1_u128];
        for n in 0..=128 {
            for (k, &entry) in row.iter().enumerate() {
                assert_eq!(binomial(n, k), entry, "{n} over {k}");
            }
            assert_eq!(binomial(n, n + 1), 0);
            let sums = row.windows(2).map(|pair| pair[0] + pair[1]);
            row = [1].into_iter().chain(sums.collect::<Vec<_>>()).chain([1]).collect();
        }
    }

    #[test]
    fn arrangements_are_as_many_as_the_multinomial_coefficient_says() {
        let arrangements = |counts: &[usize]| ItemCounts { counts: counts.to_vec() }.arrangements();
        assert_eq!(arrangements(&[2, 1, 1, 4, 4]), 415_800);
        assert_eq!(arrangements(&[1; 12]), 479_001_600);
        assert_eq!(arrangements(&[1; 21]), 51_090_942_171_709_440_000);
        assert_eq!(arrangements(&[4; 32]), u128::MAX);
    }
}
