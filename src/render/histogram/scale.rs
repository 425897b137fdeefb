//! How high a bar is for its count.

/// Lines across the bars, at most.
const LINES: u64 = 6;

/// Where a count of one begins, in powers of ten, so that its bar can be seen.
const BELOW_ONE: f64 = 0.3;

/// A bar is low if it is less than this part of the highest one.
const LOW: u64 = 100;

/// What heights stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scale {
    /// Counts, with lines at multiples of `step`, the last of them at `top`.
    Linear { step: u64, top: u64 },
    /// The logarithms of counts, from 1 to this power of ten.
    Logarithmic { decades: u32 },
}

impl Scale {
    /// What suits these counts: logarithms where more than half of the bars would be low.
    pub(super) fn of(counts: &[u64]) -> Self {
        let highest = counts.iter().copied().max().unwrap_or(0);
        let (mut bars, mut low) = (0_usize, 0_usize);
        for &count in counts.iter().filter(|count| **count > 0) {
            bars += 1;
            low += usize::from(count < highest / LOW);
        }
        if 2 * low > bars {
            let whole = highest.ilog10();
            let is_power = 10_u64.checked_pow(whole) == Some(highest);
            Scale::Logarithmic { decades: whole + u32::from(!is_power) }
        } else {
            let step = round_step(highest, LINES);
            Scale::Linear { step, top: step.saturating_mul(highest.div_ceil(step).max(1)) }
        }
    }

    /// The counts at which there are lines, from below.
    pub(super) fn ticks(self) -> Vec<u64> {
        match self {
            Scale::Linear { step, top } => {
                (0..=top / step).map(|line| line.saturating_mul(step)).collect()
            }
            Scale::Logarithmic { decades } => {
                let stride = usize::try_from(u64::from(decades).div_ceil(LINES)).unwrap_or(1);
                let powers = (0..=decades).step_by(stride.max(1));
                powers.filter_map(|power| 10_u64.checked_pow(power)).collect()
            }
        }
    }

    /// The part of the whole height that a count takes.
    pub(super) fn fraction(self, count: u64) -> f64 {
        match self {
            Scale::Linear { top, .. } => float(count) / float(top),
            Scale::Logarithmic { .. } if count == 0 => 0.0,
            Scale::Logarithmic { decades } => {
                (float(count).log10() + BELOW_ONE) / (f64::from(decades) + BELOW_ONE)
            }
        }
    }
}

/// The least of 1, 2, 5, 10, 20 and so on that parts `span` into at most `most` steps, which is two
/// or more.
pub(super) fn round_step(span: u64, most: u64) -> u64 {
    let powers = (0..20).filter_map(|power| 10_u64.checked_pow(power));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)));
    steps.find(|step| span.div_ceil(*step) <= most).unwrap_or(u64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "a picture has no more than a few hundred dots")]
pub(super) fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_at_round_counts() {
        for (counts, ticks) in [
            (&[3, 1][..], &[0, 1, 2, 3][..]),
            (&[70, 99], &[0, 20, 40, 60, 80, 100]),
            (&[417, 300], &[0, 100, 200, 300, 400, 500]),
            (&[], &[0, 1]),
            (&[0, 0], &[0, 1]),
        ] {
            assert_eq!(Scale::of(counts).ticks(), ticks, "{counts:?}");
        }
    }

    #[test]
    fn counts_of_many_sizes_are_shown_by_their_logarithms() {
        let scale = Scale::of(&[1, 2, 30, 400, 100_000]);
        assert_eq!(scale, Scale::Logarithmic { decades: 5 });
        assert_eq!(scale.ticks(), [1, 10, 100, 1000, 10_000, 100_000]);
        assert_eq!(Scale::of(&[1, 1, 1, 1001]), Scale::Logarithmic { decades: 4 });
        assert!(matches!(Scale::of(&[1, 800, 900, 1000]), Scale::Linear { .. }));
        assert_eq!(Scale::of(&[1, 1, u64::MAX]).ticks().len(), 5, "every fourth power");
    }

    proptest! {
        #[test]
        fn more_is_higher_and_nothing_is_out_of_the_picture(
            counts in prop::collection::vec(prop_oneof![0..100_u64, any::<u64>()], 1..40),
        ) {
            let scale = Scale::of(&counts);
            let mut sorted = counts.clone();
            sorted.sort_unstable();
            let heights: Vec<f64> = sorted.iter().map(|&count| scale.fraction(count)).collect();
            prop_assert!(heights.is_sorted(), "{heights:?}");
            prop_assert!(heights.iter().all(|height| (0.0..=1.000_001).contains(height)));
            for (count, height) in sorted.iter().zip(heights) {
                prop_assert_eq!(*count > 0, height > 0.0);
            }
            prop_assert!((2..=8).contains(&scale.ticks().len()), "{:?}", scale.ticks());
        }

        #[test]
        fn a_step_is_round_and_the_least(span in any::<u64>(), most in 2..20_u64) {
            let step = round_step(span, most);
            prop_assert!(span.div_ceil(step) <= most);
            let digits = step.to_string();
            prop_assert!(digits.trim_end_matches('0').len() == 1, "{step}");
            prop_assert!(["1", "2", "5"].contains(&&digits[..1]), "{step}");
            let less = if digits.starts_with('5') { step / 5 * 2 } else { step / 2 };
            prop_assert!(less == 0 || span.div_ceil(less) > most);
        }
    }
}
