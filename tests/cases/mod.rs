//! The number of random cases that a test tries.

/// Returns `default` times the factor in the environment variable `HUARONG_CASES` [default: 1].
///
/// `.ci/long` sets the factor; a test names the number that is cheap enough for every run.
pub fn cases(default: u32) -> u32 {
    let factor = std::env::var("HUARONG_CASES").map_or(1, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("HUARONG_CASES is a whole number, not `{text}`"))
    });
    default.saturating_mul(factor)
}
