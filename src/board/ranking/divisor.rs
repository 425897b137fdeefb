//! Division by a number that is known long before.

/// A divisor with its reciprocal: a quotient takes two products, not a division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    divisor: u64,
    /// 2⁶⁴ / `divisor`, rounded down, but for 1, where that does not fit.
    reciprocal: u64,
}

impl Divisor {
    pub(super) const fn new(divisor: u64) -> Self {
        let reciprocal = u64::MAX / divisor;
        // Equal to 2⁶⁴ / divisor unless the divisor is a power of two; then one less.
        Divisor { divisor, reciprocal }
    }

    /// Quotient and remainder of a number below 2⁶³.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "the upper half of a product")]
    pub(super) const fn divide(&self, number: u64) -> (u64, u64) {
        // The reciprocal is too small by at most 1 and a bit, the product by less than
        // number · (1 + 1 / divisor) / 2⁶⁴ < 1: the quotient is right, or one too small.
        let quotient = ((number as u128 * self.reciprocal as u128) >> 64) as u64;
        let rest = number - quotient * self.divisor;
        let missing = (rest >= self.divisor) as u64;
        (quotient + missing, rest - missing * self.divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_divides_as_the_processor_does(number in 0..=1_u64 << 63, shift in 0..64_u32, low in any::<u64>()) {
            let divisor: u64 = (low >> shift).max(1);
            for number in [number, number / divisor * divisor, (number / divisor * divisor).saturating_sub(1)] {
                let (quotient, rest) = (number / divisor, number % divisor);
                prop_assert_eq!(Divisor::new(divisor).divide(number), (quotient, rest));
            }
        }
    }
}
