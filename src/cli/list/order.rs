//! In which order puzzles are listed.

use std::cmp::Ordering;

use huarong::collection::fold;

use super::Listing;
use super::args::SortKey;

/// Brings the families together, in the order of their first puzzles, and sorts within each.
pub(super) fn arrange(listings: &mut [Listing], key: Option<SortKey>) {
    let mut families: Vec<String> = Vec::new();
    for listing in &*listings {
        if !families.contains(&listing.family) {
            families.push(listing.family.clone());
        }
    }
    let place = |listing: &Listing| families.iter().position(|name| *name == listing.family);
    // Both sorts are stable: what is equal stays as it was.
    match key {
        Some(SortKey::Name) => listings.sort_by_cached_key(|one| Words::of(&one.name())),
        Some(SortKey::Moves) => listings.sort_by_key(|one| one.moves().unwrap_or(u32::MAX)),
        Some(SortKey::Size) => listings.sort_by_key(|one| {
            let grid = one.source.puzzle.grid();
            (grid.area(), grid.columns())
        }),
        Some(SortKey::Pieces) => listings.sort_by_key(|one| one.source.puzzle.pieces().len()),
        Some(SortKey::Empties) => listings.sort_by_key(|one| one.source.puzzle.empties()),
        None => {}
    }
    listings.sort_by_cached_key(place);
}

/// A name in parts that compare as people expect: `Card 2` before `Card 10`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Words(Vec<Word>);

#[derive(PartialEq, Eq)]
enum Word {
    /// A run of digits, without zeros before them.
    Number(String),
    Text(String),
}

impl Words {
    fn of(name: &str) -> Self {
        let folded = fold(name);
        let parts = folded.split('-').flat_map(|part| {
            part.as_bytes().chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit())
        });
        let word = |part: &[u8]| {
            // A cut between a digit and what is none is a cut between characters.
            let text = String::from_utf8_lossy(part);
            if part[0].is_ascii_digit() {
                Word::Number(text.trim_start_matches('0').to_owned())
            } else {
                Word::Text(text.into_owned())
            }
        };
        Words(parts.map(word).collect())
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            // Of two numbers the longer one is the larger.
            (Word::Number(one), Word::Number(two)) => (one.len(), one).cmp(&(two.len(), two)),
            (Word::Text(one), Word::Text(two)) => one.cmp(two),
            (Word::Number(_), Word::Text(_)) => Ordering::Less,
            (Word::Text(_), Word::Number(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::list::testing::{listing, names};

    fn arranged(key: Option<SortKey>) -> Vec<String> {
        let mut listings = vec![
            listing("b", "f", "name: Card 10\nbest: move=9\nA.\n..\n"),
            listing("a", "f", "name: Lone\nbest: move=1\nA..\n"),
            listing("b", "f", "name: Card 2\nbest: impossible\nAB...\n"),
            listing("b", "f", "name: card 2b\nbest: move=100\nA..\n"),
        ];
        arrange(&mut listings, key);
        names(&listings)
    }

    #[test]
    fn families_stay_together_and_are_sorted_within() {
        let table = [
            (None, ["Card 10", "Card 2", "card 2b", "Lone"]),
            (Some(SortKey::Name), ["Card 2", "card 2b", "Card 10", "Lone"]),
            (Some(SortKey::Moves), ["Card 10", "card 2b", "Card 2", "Lone"]),
            (Some(SortKey::Size), ["card 2b", "Card 10", "Card 2", "Lone"]),
            (Some(SortKey::Pieces), ["Card 10", "card 2b", "Card 2", "Lone"]),
            (Some(SortKey::Empties), ["card 2b", "Card 10", "Card 2", "Lone"]),
        ];
        for (key, wanted) in table {
            assert_eq!(arranged(key), wanted, "{key:?}");
        }
    }

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let sorted = ["9", "009a", "10", "12-7", "12-30", "a", "a 马 3", "a 马 20"];
        assert!(sorted.is_sorted_by(|one, next| Words::of(one) < Words::of(next)));
        assert!(Words::of("Card 07") == Words::of("card-7"));
    }
}
