//! Functions that end well for any bytes. `fuzz/` searches for bytes for which they do not, and an
//! ordinary test replays `tests/corpus`.

mod agreement;
mod checkpoints;
mod files;
mod texts;

/// A name and a function of bytes.
type Target = (&'static str, fn(&[u8]));

pub(crate) const TARGETS: &[Target] = &[
    ("agreement", agreement::run),
    ("checkpoints", checkpoints::explorations),
    ("codes", texts::codes),
    ("distances", files::distances),
    ("graphs", texts::graphs),
    ("patterns", files::patterns),
    ("proofs", files::proofs),
    ("puzzles", texts::puzzles),
    #[cfg(all(feature = "web", feature = "web-boards", feature = "web-paths"))]
    ("requests", texts::requests),
    ("solutions", texts::solutions),
    ("stored", files::solutions),
    ("surveys", checkpoints::surveys),
    ("tablebases", files::tablebases),
];

/// Runs the target of this name.
pub(crate) fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, run) = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    run(bytes);
}
