//! Puzzles to be listed, for tests.

use super::{Listing, Source};

/// A puzzle of that family and file; `text` is a puzzle whose goal is the start.
pub(super) fn listing(family: &str, stem: &str, text: &str) -> Listing {
    let is_header = |line: &&str| line.contains(':');
    let frame: Vec<&str> = text.lines().filter(|line| !is_header(line)).collect();
    let text = format!("{text}\ngoal:\n{}\n", frame.join("\n"));
    let puzzle = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let source = Source { pick: stem.to_owned(), puzzle };
    Listing { family: family.to_owned(), stem: stem.to_owned(), source }
}

/// The names of the puzzles, in order.
pub(super) fn names(listings: &[Listing]) -> Vec<String> {
    listings.iter().map(Listing::name).collect()
}
