//! What is done with whatever bytes there are, and ends well. `fuzz/` searches for bytes with which
//! it does not, and an ordinary test replays `tests/corpus`.

mod agreement;
mod checkpoints;
mod codes;
mod damage;
mod distances;
mod graphs;
mod patterns;
mod proofs;
mod puzzles;
#[cfg(all(feature = "web", feature = "web-paths"))]
mod requests;
mod solutions;
mod stored;
mod surveys;
mod tablebases;

/// A name, and what is done with bytes.
type Target = (&'static str, fn(&[u8]));

/// All of them.
pub(crate) const TARGETS: &[Target] = &[
    ("agreement", agreement::run),
    ("checkpoints", checkpoints::run),
    ("codes", codes::run),
    ("distances", distances::run),
    ("graphs", graphs::run),
    ("patterns", patterns::run),
    ("proofs", proofs::run),
    ("puzzles", puzzles::run),
    #[cfg(all(feature = "web", feature = "web-paths"))]
    ("requests", requests::run),
    ("solutions", solutions::run),
    ("stored", stored::run),
    ("surveys", surveys::run),
    ("tablebases", tablebases::run),
];

/// Runs the target of this name.
pub(crate) fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, run) = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    run(bytes);
}
