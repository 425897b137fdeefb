//! The expansion, compiled a second time for wider vectors.
//!
//! A program for every x86-64 processor has vectors of 128 bits. Processors since 2013 have vectors
//! of 256 (AVX2) and shift and count bits in fewer instructions (BMI). The processor that runs the
//! program decides which of the two is called. All that the second calls is part of it, or would be
//! compiled for 128 bits.

use crate::search::{ArrivalId, Successor};

/// What is compiled twice.
pub trait ExpandBlocks<K> {
    /// Appends the successors of the states.
    fn expand_blocks(
        &mut self,
        keys: &[K],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<K>>,
    );
}

/// Appends the successors of the states.
#[inline(always)]
pub fn expand<K>(
    space: &mut impl ExpandBlocks<K>,
    keys: &[K],
    arrivals: &[ArrivalId],
    successors: &mut Vec<Successor<K>>,
) {
    #[cfg(target_arch = "x86_64")]
    if has_wide_vectors() {
        #[expect(unsafe_code, reason = "a function for some processors only")]
        // SAFETY: the processor has all that the function is compiled for.
        return unsafe { expand_wide(space, keys, arrivals, successors) };
    }
    space.expand_blocks(keys, arrivals, successors);
}

#[cfg(target_arch = "x86_64")]
fn has_wide_vectors() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn expand_wide<K>(
    space: &mut impl ExpandBlocks<K>,
    keys: &[K],
    arrivals: &[ArrivalId],
    successors: &mut Vec<Successor<K>>,
) {
    space.expand_blocks(keys, arrivals, successors);
}
