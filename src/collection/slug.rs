//! Names as people type them.

use unicode_normalization::UnicodeNormalization;

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
    // The accents of Latin letters only: other scripts have marks that make another letter.
    let is_accent = |mark: &char| ('\u{300}'..='\u{36f}').contains(mark);
    name.nfkd().filter(|mark| !is_accent(mark)).nfc().flat_map(char::to_lowercase).collect()
}

/// The runs of such characters, `-` between them.
fn joined(text: &str, is_part: impl Fn(char) -> bool) -> String {
    let words = text.split(|mark| !is_part(mark)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
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

    proptest! {
        #[test]
        fn what_is_folded_stays_as_it_is(name in "\\PC{0,20}") {
            let (slug_once, fold_once) = (slug(&name), fold(&name));
            prop_assert_eq!(slug(&slug_once), slug_once);
            prop_assert_eq!(fold(&fold_once), fold_once);
        }
    }
}
