//! The graph of a leaper's moves on a board: the knight's graph, and its relatives.

use super::{Graph, Vertex};

/// A piece that leaps so far one way and so far the other: the knight is (1, 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaper {
    /// The shorter leg.
    pub short: u32,
    /// The longer leg.
    pub long: u32,
}

impl Leaper {
    /// The knight of chess.
    pub const KNIGHT: Self = Leaper { short: 1, long: 2 };

    /// The leaps, (rows, columns), in the order in which they are tried:
    /// (-1,-2) (-1,2) (-2,-1) (-2,1) (1,-2) (1,2) (2,-1) (2,1) for the knight, each once.
    #[must_use]
    pub fn leaps(self) -> Vec<(i64, i64)> {
        let (a, b) = (i64::from(self.short), i64::from(self.long));
        let mut leaps = Vec::with_capacity(8);
        for (rows, columns) in
            [(-a, -b), (-a, b), (-b, -a), (-b, a), (a, -b), (a, b), (b, -a), (b, a)]
        {
            if !leaps.contains(&(rows, columns)) && (rows, columns) != (0, 0) {
                leaps.push((rows, columns));
            }
        }
        leaps
    }
}

/// The graph of a leaper on a board: cells are numbered row by row.
///
/// # Panics
/// If the board has more than 2³² − 1 arcs.
#[must_use]
pub fn leaper_graph(rows: u32, columns: u32, leaper: Leaper) -> Graph {
    let leaps = leaper.leaps();
    let (height, width) = (i64::from(rows), i64::from(columns));
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    Graph::from_lists(cells.map(|(row, column)| {
        let landings = leaps.iter().map(|leap| (row + leap.0, column + leap.1));
        let inside = landings.filter(|(r, c)| (0..height).contains(r) && (0..width).contains(c));
        let number = |(r, c)| Vertex::try_from(r * width + c).expect("fewer than 2^32 cells");
        inside.map(number).collect::<Vec<_>>()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_knights_graph_has_the_neighbours_of_the_textbook() {
        let graph = leaper_graph(8, 8, Leaper::KNIGHT);
        assert_eq!((graph.vertices(), graph.arcs()), (64, 336));
        assert_eq!(graph.neighbours(0), [10, 17]);
        assert_eq!(graph.neighbours(27), [17, 21, 10, 12, 33, 37, 42, 44]);
    }
}
