//! Random numbers. The same seed gives the same numbers on every machine.

/// The random generator `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Self {
        Rng(seed)
    }

    /// Returns the next number, of 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `end`, each with the same probability.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "there is a number below the end");
        let scaled = u128::from(self.next()) * end as u128;
        usize::try_from(scaled >> 64).expect("below a number that fits")
    }

    /// Shuffles things by the algorithm of Fisher and Yates.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_equal_the_published_ones_and_shuffles_are_uniform() {
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next(), 3_203_168_211_198_807_973);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut order = [0, 1, 2];
            rng.shuffle(&mut order);
            *counts.entry(order).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(
            counts.values().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }
}
