//! What the textbook says about a board, and what the search has taken.

use std::fmt;

use huarong::backtrack::Statistics;
use huarong::tour::{Analysis, Board, analyse};
use serde::Serialize;

use crate::cli::numbers::grouped;

/// The figures of a board and a search.
#[derive(Serialize)]
pub(super) struct Stats {
    vertices: u32,
    /// Directed ones.
    edges: u64,
    /// The part of the adjacency matrix that is not zero, from 0 to 1.
    fill: f64,
    branching: f64,
    /// The logarithm to base 10 of k^(N+1); none where there are no moves.
    log10_tree: Option<f64>,
    #[serde(skip)]
    nodes: u64,
    #[serde(skip)]
    retreats: u64,
}

impl Stats {
    pub(super) fn new(board: &Board, statistics: &Statistics) -> Self {
        let Analysis { vertices, arcs, fill, branching, log_tree } = analyse(board);
        let log10_tree = log_tree.is_finite().then_some(log_tree);
        let Statistics { nodes, retreats, .. } = *statistics;
        Stats { vertices, edges: arcs, fill, branching, log10_tree, nodes, retreats }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tree = self.log10_tree.map_or_else(|| "0".to_owned(), power_of_ten);
        writeln!(f, "vertices:        {}", grouped(self.vertices))?;
        writeln!(f, "directed edges:  {}", grouped(self.edges))?;
        writeln!(f, "matrix filled:   {} %", percent(self.fill))?;
        writeln!(f, "mean branching:  k = {:.2}", self.branching)?;
        writeln!(f, "search tree:     k^(N+1) = {tree}")?;
        writeln!(f, "nodes entered:   {}", grouped(self.nodes))?;
        write!(f, "retreats:        {}", grouped(self.retreats))
    }
}

/// Two digits at least: `8.2`, `0.00079`.
fn percent(part: f64) -> String {
    let percent = part * 100.0;
    let digits = if percent < 1.0 { 1.0 - percent.max(1e-9).log10().floor() } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 10")]
    let digits = digits as usize;
    format!("{percent:.digits$}")
}

/// The number with this logarithm: `1.2·10^46`, or as it is where that is short.
fn power_of_ten(log: f64) -> String {
    if log.abs() < 3.0 {
        return format!("{:.2}", 10_f64.powf(log));
    }
    let mantissa = format!("{:.1}", 10_f64.powf(log - log.floor()));
    // What is rounded up to ten is one of the next power.
    let (mantissa, exponent) = match mantissa.as_str() {
        "10.0" => ("1.0", log.floor() + 1.0),
        mantissa => (mantissa, log.floor()),
    };
    format!("{mantissa}·10^{exponent}")
}

#[cfg(test)]
mod tests {
    use huarong::graph::Leaper;

    use super::*;

    #[test]
    fn the_figures_of_the_textbook_are_told() {
        let board = Board::new(8, 8, Leaper::KNIGHT).expect("a board");
        let statistics = Statistics { nodes: 1234, retreats: 5, ..Statistics::default() };
        let expected = "\
vertices:        64
directed edges:  336
matrix filled:   8.2 %
mean branching:  k = 5.25
search tree:     k^(N+1) = 1.2·10^46
nodes entered:   1,234
retreats:        5";
        assert_eq!(Stats::new(&board, &statistics).to_string(), expected);
    }

    #[test]
    fn a_board_without_moves_has_no_tree() {
        let board = Board::new(1, 1, Leaper::KNIGHT).expect("a board");
        let told = Stats::new(&board, &Statistics::default()).to_string();
        assert!(told.contains("k^(N+1) = 0\n") && told.contains("filled:   0.0"), "{told}");
    }

    #[test]
    fn numbers_are_as_long_as_one_can_read() {
        let told = [0.0, 1.5, -1.0, 3.0, 45.9999, 900_000.25].map(power_of_ten);
        assert_eq!(told, ["1.00", "31.62", "0.10", "1.0·10^3", "1.0·10^46", "1.8·10^900000"]);
        let told = [0.082, 0.5, 0.001_23, 0.000_007_976].map(percent);
        assert_eq!(told, ["8.2", "50.0", "0.12", "0.00080"]);
    }
}
