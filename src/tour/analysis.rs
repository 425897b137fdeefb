//! What the textbook says about how hard a board is.

use super::board::Board;

/// The size of the graph of a leaper's moves, and of the tree that a blind search would see.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Analysis {
    /// Squares.
    pub vertices: u32,
    /// Moves, each in both directions.
    pub arcs: u64,
    /// The part of the adjacency matrix that is not zero, from 0 to 1.
    pub fill: f64,
    /// Moves from a square on average: k.
    pub branching: f64,
    /// The logarithm to base 10 of k^(N+1), about the nodes of the tree: N is its last level, and
    /// the first is level 0, so that N + 1 are the squares.
    pub log_tree: f64,
}

/// Measures a board without making its graph.
#[must_use]
pub fn analyse(board: &Board) -> Analysis {
    // Each leap fits wherever the rectangle that it spans does.
    let places = |(down, right): (i64, i64)| {
        let fit = |side: u32, leap: i64| u64::from(side).saturating_sub(leap.unsigned_abs());
        fit(board.rows(), down) * fit(board.columns(), right)
    };
    let arcs = board.leaper().leaps().into_iter().map(places).sum::<u64>();
    let vertices = f64::from(board.squares());
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^27 moves")]
    let branching = arcs as f64 / vertices;
    Analysis {
        vertices: board.squares(),
        arcs,
        fill: branching / vertices,
        branching,
        log_tree: vertices * branching.log10(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Leaper;

    #[test]
    fn the_textbooks_figures() {
        let board = |side| Board::new(side, side, Leaper::KNIGHT).expect("a board");
        let eight = analyse(&board(8));
        assert_eq!((eight.vertices, eight.arcs), (64, 336));
        assert_eq!(format!("{:.1}", eight.fill * 100.0), "8.2");
        let k = |side| format!("{:.2}", analyse(&board(side)).branching);
        assert_eq!([k(5), k(6), k(8)], ["3.84", "4.44", "5.25"]);
        assert_eq!(format!("{:.1}", 10f64.powf(eight.log_tree - 46.0)), "1.2");
    }

    #[test]
    fn arcs_are_those_of_the_graph() {
        for (rows, columns) in [(1, 1), (1, 9), (2, 3), (5, 4), (9, 9)] {
            for (short, long) in [(1, 2), (0, 1), (1, 1), (1, 3), (2, 3)] {
                let board = Board::new(rows, columns, Leaper { short, long }).expect("a board");
                assert_eq!(analyse(&board).arcs, board.graph().arcs() as u64);
            }
        }
    }
}
