//! The library, held against what the world knows, against a second opinion, and against itself.

mod atlas;
#[path = "../cases/mod.rs"]
mod cases;
mod collection;
mod corpora;
mod design;
mod grid_paths;
mod large_boards;
mod layers;
mod light;
mod naive_twin;
mod notations;
mod proofs;
mod rating;
mod state_spaces;
mod stored_solution;
mod surface;
mod targets;

pub(crate) use naive_twin::random_puzzle;
