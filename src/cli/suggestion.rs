//! "Did you mean": what is most like a name that there is not.

/// Names that are less similar than this are not suggested.
const ALIKE: f64 = 0.6;

/// Comparing takes time in proportion to both lengths, and no one mistypes a name that long.
const LONGEST: usize = 64;

/// More names than this are not looked at.
pub(crate) const MOST: usize = 10_000;

/// Of these names the one most like `wanted`, if any is like it; small and capital letters are the
/// same.
pub(crate) fn nearest(wanted: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let is_short = |name: &str| name.chars().nth(LONGEST).is_none();
    if !is_short(wanted) {
        return None;
    }
    let folded = wanted.to_lowercase();
    let alike =
        |name: &String| strsim::normalized_damerau_levenshtein(&folded, &name.to_lowercase());
    let short = names.into_iter().take(MOST).filter(|name| is_short(name));
    let scored = short.map(|name| (alike(&name), name)).filter(|(score, _)| *score >= ALIKE);
    // The first of several that are as much alike, so that the order of the names decides.
    let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map(|(_, name)| name)
}

/// The question whether this is meant.
pub(crate) fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest_of(wanted: &str, names: &[&str]) -> Option<String> {
        nearest(wanted, names.iter().map(|&name| name.to_owned()))
    }

    #[test]
    fn the_most_alike_is_meant_and_strangers_are_not() {
        let names = ["solve", "show", "compare", "Tour"];
        assert_eq!(nearest_of("sovle", &names).as_deref(), Some("solve"));
        assert_eq!(nearest_of("tuor", &names).as_deref(), Some("Tour"));
        assert_eq!(nearest_of("dance", &names), None);
        assert_eq!(nearest_of("", &names), None);
        assert_eq!(nearest_of(&"solve".repeat(20), &names), None);
        assert_eq!(nearest_of("ab", &["ac", "bb"]), None, "half alike is not alike");
        assert_eq!(nearest_of("abc", &["abd", "abe"]).as_deref(), Some("abd"));
    }
}
