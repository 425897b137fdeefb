//! Maps for tests: strings of 1 and 0, side by side cells joined.

use crate::graph::{Graph, Vertex};

/// The cells numbered row by row; the neighbours of each in ascending order.
pub(super) fn graph(rows: &[&str]) -> Graph {
    let mut numbers = Vec::new();
    let mut next = 0;
    for row in rows {
        let number = |cell: u8| {
            next += Vertex::from(cell != b'0');
            (cell != b'0').then(|| next - 1)
        };
        numbers.push(row.bytes().map(number).collect::<Vec<Option<Vertex>>>());
    }
    let at = |row: usize, column: usize| *numbers.get(row)?.get(column)?;
    let mut lists = Vec::new();
    for row in 0..rows.len() {
        for column in (0..rows[row].len()).filter(|&column| at(row, column).is_some()) {
            let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
            let beside = [(up, column), (row, left), (row, column + 1), (row + 1, column)];
            lists.push(beside.into_iter().filter_map(|(r, c)| at(r, c)).collect::<Vec<_>>());
        }
    }
    Graph::from_lists(lists)
}
