//! "Did you mean": what is most like a name that there is not.

use std::fs;
use std::path::Path;

/// Names that are less alike than this are not meant.
const ALIKE: f64 = 0.6;

/// Comparing takes time in proportion to both lengths, and nobody mistypes so long a name.
const LONGEST: usize = 64;

/// Folders may hold more files than anyone waits for.
const MOST: usize = 10_000;

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

/// The file most like one that is missing, in the folder where it was looked for.
pub(crate) fn nearest_file(missing: &Path) -> Option<String> {
    let wanted = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut names: Vec<String> =
        entries.take(MOST).filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let nearest = nearest(wanted, names)?;
    let path = folder.map_or_else(|| Path::new(&nearest).to_owned(), |at| at.join(&nearest));
    path.into_os_string().into_string().ok()
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

    #[test]
    fn a_file_is_looked_for_beside_the_missing_one() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("cat.map"), "1").expect("it can be written");
        let nearest = nearest_file(&folder.path().join("cta.map")).expect("there is one");
        assert_eq!(Path::new(&nearest), folder.path().join("cat.map"));
        assert_eq!(nearest_file(&folder.path().join("dog.txt")), None);
        assert_eq!(nearest_file(&folder.path().join("no/cat.map")), None);
    }
}
