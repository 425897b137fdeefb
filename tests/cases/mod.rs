//! What all tests share: the number of random cases, and the note of a test that is skipped.

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

/// Says why a test, or a part of it, cannot be run on this machine. The note passes by the capture of
/// `cargo test`, so that nobody takes a skipped test for one that has passed.
#[allow(dead_code, reason = "not each program of tests skips one")]
pub fn skip(what: &str, reason: &str) {
    use std::io::Write;
    let note = format!("skipped: {what}: {reason}\n");
    let _ = std::io::stderr().write_all(note.as_bytes());
}
