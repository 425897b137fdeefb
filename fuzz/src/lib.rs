//! The targets, which an ordinary test replays too.

#[path = "../../tests/library/naive_twin/twin/sketch.rs"]
mod sketch;
#[path = "../../tests/library/targets/mod.rs"]
mod targets;

pub(crate) use sketch::random_puzzle;

/// Does what the target of this name does with the bytes.
pub fn run(name: &str, bytes: &[u8]) {
    targets::run(name, bytes);
}
