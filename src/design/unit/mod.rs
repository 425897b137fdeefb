//! Unit Rush Hour: a square full of cars of one cell each, but for one empty cell. Each goes along
//! its row or along its column, and one of a row has to leave to the left. J. Tromp and R.
//! Cilibrasi, "Limits of Rush Hour Logic Complexity", <https://arxiv.org/abs/cs/0502068>, asked in
//! 2005 how hard that can be.
//!
//! Cars of a row keep their order, so that the one to leave is the first of its row that goes along
//! it: what matters of a board is which cells hold cars of rows, and where the empty one is.

mod partition;
mod survey;
#[cfg(test)]
mod tests;

pub use survey::{UnitPuzzle, UnitSurvey, unit_survey};
