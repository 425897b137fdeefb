//! Names as people type them: which puzzles one means, and which it is most like.

use unicode_normalization::UnicodeNormalization;

use crate::puzzle::Title;

/// A name as one types it: its ASCII letters and digits in small letters and without accents, `-`
/// for all between.
///
/// ```
/// use huarong::collection::slug;
///
/// assert_eq!(slug("Si Lu Jin Bing (66)"), "si-lu-jin-bing-66");
/// assert_eq!(slug("Héng Dāo Lǐ Mǎ"), "heng-dao-li-ma");
/// assert_eq!(slug("横刀立马"), "");
/// ```
#[must_use]
pub fn slug(name: &str) -> String {
    joined(&plain(name), |mark| mark.is_ascii_alphanumeric())
}

/// A name as one looks for it: as its [`slug`], with the letters of all other scripts left in.
///
/// ```
/// use huarong::collection::fold;
///
/// assert_eq!(fold("Héng Dāo, 横刀"), "heng-dao-横刀");
/// assert_eq!(fold("小旋风 Ⅱ"), "小旋风-ii");
/// ```
#[must_use]
pub fn fold(name: &str) -> String {
    joined(&plain(name), char::is_alphanumeric)
}

/// In small letters, each in its plainest form.
fn plain(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    // The accents of Latin letters only: other scripts have marks that make another letter.
    let is_accent = |mark: &char| ('\u{300}'..='\u{36f}').contains(mark);
    name.nfkd().filter(|mark| !is_accent(mark)).nfc().flat_map(char::to_lowercase).collect()
}

/// The runs of such characters, `-` between them.
fn joined(text: &str, is_part: impl Fn(char) -> bool) -> String {
    let words = text.split(|mark| !is_part(mark)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// A name as one types it whole: as its [`fold`], where there is one.
pub(super) fn typed(name: &str) -> Option<String> {
    Some(fold(name)).filter(|folded| !folded.is_empty())
}

/// The indexes of the titles that `wanted` names best; see [`Collection::find`].
pub(super) fn best_matches<'a>(
    titles: impl Iterator<Item = &'a Title>,
    wanted: &str,
) -> Vec<usize> {
    let slug = typed(wanted);
    let mut best = None;
    let mut found = Vec::new();
    for (index, title) in titles.enumerate() {
        let Some(rank) = rank(title, wanted, slug.as_deref()) else {
            continue;
        };
        if best.is_none_or(|best| rank < best) {
            found.clear();
        }
        if best.is_none_or(|best| rank <= best) {
            best = Some(rank);
            found.push(index);
        }
    }
    found
}

/// How well `wanted`, and its slug, name this puzzle: the less, the better.
fn rank(title: &Title, wanted: &str, slug: Option<&str>) -> Option<u8> {
    let translations = title.translations.iter().map(|(_, name)| name);
    let names = || title.name.iter().chain(translations.clone());
    let is_slug = |name: &String| slug.is_some_and(|slug| is_typed(name, slug));
    if names().any(|name| name == wanted) {
        Some(0)
    } else if title.aliases.iter().any(|name| name == wanted) {
        Some(1)
    } else if names().any(is_slug) {
        Some(2)
    } else {
        title.aliases.iter().any(is_slug).then_some(3)
    }
}

/// Whether that is what one types for this name; most names differ at their first letter.
fn is_typed(name: &str, slug: &str) -> bool {
    let is_han = |mark: char| ('\u{4e00}'..='\u{9fff}').contains(&mark);
    let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_lowercase());
    let differs = name.is_ascii()
        && first(name).is_some_and(|byte| byte.is_ascii_alphanumeric())
        && first(name) != first(slug)
        || slug.is_ascii() && name.chars().any(is_han);
    !differs && typed(name).as_deref() == Some(slug)
}

/// Names that are less alike than this are not meant.
const ALIKE: f64 = 0.6;

/// Whether a name is short enough: comparing takes time in proportion to both lengths, and nobody
/// mistypes so long a name.
fn is_comparable(name: &str) -> bool {
    name.chars().nth(64).is_none()
}

/// Of these names the one most like `wanted`, the first of several that are as much alike, if any is
/// like it; small and capital letters are the same.
///
/// ```
/// use huarong::collection::nearest;
///
/// assert_eq!(nearest("sovle", ["show", "solve"]), Some("solve"));
/// assert_eq!(nearest("dance", ["show", "solve"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let alike = strsim::normalized_damerau_levenshtein;
    let names: Vec<&str> = names.into_iter().collect();
    most_alike(wanted, &names, str::to_lowercase, alike).first().copied()
}

/// The names that look most like `wanted`, at most three; small and capital letters are the same, and
/// a part of a name is like it.
pub(super) fn similar(wanted: &str, names: &[&str]) -> Vec<String> {
    let fold = |name: &str| typed(name).unwrap_or_else(|| name.to_lowercase());
    let score = |wanted: &str, name: &str| {
        let part = wanted.chars().count() > 1 && name.contains(wanted);
        strsim::normalized_damerau_levenshtein(wanted, name).max(if part { ALIKE } else { 0.0 })
    };
    let mut best: Vec<String> = Vec::new();
    for name in most_alike(wanted, names, fold, score) {
        if best.len() < 3 && !best.iter().any(|other| fold(other) == fold(name)) {
            best.push(name.to_owned());
        }
    }
    best
}

/// The names that are like `wanted` by this score of them when folded, the most alike first.
fn most_alike<'a>(
    wanted: &str,
    names: &[&'a str],
    fold: fn(&str) -> String,
    score: fn(&str, &str) -> f64,
) -> Vec<&'a str> {
    if wanted.is_empty() || !is_comparable(wanted) {
        return Vec::new();
    }
    let folded = fold(wanted);
    let short = names.iter().copied().filter(|name| is_comparable(name));
    let scored = short.map(|name| (score(&folded, &fold(name)), name));
    let mut alike: Vec<(f64, &str)> = scored.filter(|&(score, _)| score >= ALIKE).collect();
    alike.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    alike.into_iter().map(|(_, name)| name).collect()
}

/// The question whether one of these names is meant; none where there are none.
///
/// ```
/// use huarong::collection::did_you_mean;
///
/// assert_eq!(did_you_mean(&["solve"]).as_deref(), Some("did you mean `solve`?"));
/// ```
#[must_use]
pub fn did_you_mean<S: AsRef<str>>(names: &[S]) -> Option<String> {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let (last, others) = names.split_last()?;
    Some(match others {
        [] => format!("did you mean `{last}`?"),
        _ => format!("did you mean `{}` or `{last}`?", others.join("`, `")),
    })
}

/// The demand to choose.
pub(super) fn one_of(names: &[String]) -> String {
    format!("write one of `{}`", names.join("`, `"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_and_wide_letters_are_plain_ones() {
        let table = [
            ("Élan & Ｃｏ", "elan-co"),
            ("lǜ", "lu"),
            ("  a  --  b  ", "a-b"),
            ("İstanbul", "istanbul"),
            ("!?", ""),
        ];
        for (name, wanted) in table {
            assert_eq!((slug(name), fold(name)), (wanted.to_owned(), wanted.to_owned()), "{name}");
        }
    }

    #[test]
    fn marks_that_make_another_letter_stay() {
        assert_eq!(fold("が"), "が");
        assert_eq!(fold("한글"), "한글");
    }

    #[test]
    fn the_most_alike_is_meant_and_strangers_are_not() {
        let names = ["solve", "show", "compare", "Tour"];
        assert_eq!(nearest("sovle", names), Some("solve"));
        assert_eq!(nearest("tuor", names), Some("Tour"));
        assert_eq!(nearest("dance", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"solve".repeat(20), names), None);
        assert_eq!(nearest("ab", ["ac", "bb"]), None, "half alike is not alike");
        assert_eq!(nearest("abc", ["abd", "abe"]), Some("abd"));
    }

    proptest! {
        #[test]
        fn what_is_folded_stays_as_it_is(name in "\\PC{0,20}") {
            let (slug_once, fold_once) = (slug(&name), fold(&name));
            prop_assert_eq!(slug(&slug_once), slug_once);
            prop_assert_eq!(fold(&fold_once), fold_once);
        }
    }
}
