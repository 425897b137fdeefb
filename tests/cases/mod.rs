//! What all tests share: the number of random cases, tables, and the note of a test that is
//! skipped.
#![allow(dead_code, reason = "no program of tests uses all of it")]

use proptest::test_runner::{Config as ProptestConfig, RngSeed};

/// 横刀立马 and the pennant puzzle, as the collection has them.
pub const CLASSIC: &str = include_str!("../../puzzles/klotski/heng-dao-li-ma.txt");
pub const PENNANT: &str = include_str!("../../puzzles/klotski/pennant.txt");

/// Returns `default` times the factor in the environment variable `HUARONG_CASES` [default: 1].
///
/// `.ci/long` sets the factor; a test names the number that is cheap enough for every run.
pub fn cases(default: u32) -> u32 {
    default.saturating_mul(factor())
}

/// Returns the configuration of a test with [`cases(default)`](cases) random cases. They are the
/// same in every run, so that no result depends on the seed. With a factor they differ.
pub fn random_cases(default: u32) -> ProptestConfig {
    let mut config = ProptestConfig::with_cases(cases(default));
    if factor() == 1 {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// Returns the step by which a test goes through a long list: `default` over the same factor, so
/// that `.ci/long` tries every item.
pub fn stride(default: u32) -> usize {
    (default / factor()).max(1) as usize
}

fn factor() -> u32 {
    std::env::var("HUARONG_CASES").map_or(1, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("HUARONG_CASES is a positive number, not `{text}`"))
    })
}

/// Says why a test, or a part of it, cannot be run on this machine. The note passes by the capture
/// of `cargo test`, so that nobody takes a skipped test for one that has passed.
pub fn skip(what: &str, reason: &str) {
    use std::io::Write;
    let note = format!("skipped: {what}: {reason}\n");
    let _ = std::io::stderr().write_all(note.as_bytes());
}

/// The text that an escaped one stands for.
pub fn unescaped(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        result.push_str(before);
        let sign = after.chars().next().unwrap_or('\\');
        rest = after.strip_prefix(sign).unwrap_or_default();
        match sign {
            'n' => result.push('\n'),
            't' => result.push('\t'),
            'r' => result.push('\r'),
            'u' => {
                let (code, after) = rest[1..].split_once('}').expect("a code in braces");
                let code = u32::from_str_radix(code, 16).expect("hexadecimal digits");
                result.push(char::from_u32(code).expect("a character"));
                rest = after;
            }
            sign => result.push(sign),
        }
    }
    result + rest
}

/// Returns the rows of a table: texts between ` => `, escaped as in Rust. A line that begins with
/// `;; ` is a remark.
pub fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with(";; "));
    let row = |line: &str| {
        let texts = line.split(" => ").map(|text| &*unescaped(text).leak());
        let texts: Vec<&str> = texts.collect();
        texts.try_into().expect("as many texts as columns")
    };
    lines.map(row).collect()
}

/// The value that a text of a table stands for.
pub fn parsed<T: std::str::FromStr>(text: &str) -> T {
    text.parse().ok().expect("a value")
}

/// Holds that a text has this part.
#[track_caller]
pub fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?}:\n{text}");
}

/// Holds that a text begins with this part.
#[track_caller]
pub fn begins(text: &str, part: &str) {
    assert!(text.starts_with(part), "not {part:?}:\n{text}");
}

/// Holds that a text ends with this part.
#[track_caller]
pub fn ends(text: &str, part: &str) {
    assert!(text.ends_with(part), "not {part:?}:\n{text}");
}

/// Splits a line of a shell into words, which quotes hold together.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let quote = if matches!(first, '\'' | '"') {
            first
        } else {
            ' '
        };
        let body = rest.strip_prefix(quote).unwrap_or(rest);
        let (word, after) = body.split_once(quote).unwrap_or((body, ""));
        words.push(unescaped(word));
        rest = after.trim_start();
    }
    words
}
