//! Adjacency matrices of 1 and 0.

use std::ops::Range;

use super::Named;
use super::adjacency::double_loops;
use super::error::{ParseError, ParseErrorKind};
use super::lines::{Line, lines};
use crate::graph::{Direction, Graph, Vertex};

/// The graph of this matrix: entry 1 in row `i` and column `j` is an edge from `i` to `j`.
///
/// # Errors
/// The first thing that is wrong, and its place.
pub fn parse_matrix(bytes: &[u8], direction: Direction) -> Result<Named, ParseError> {
    let lines = lines(bytes)?;
    let mut rows: Vec<Vec<bool>> = Vec::with_capacity(lines.len());
    for &line in &lines {
        let row: Vec<bool> = entries(line).map(|entry| Ok(entry?.1)).collect::<Result<_, _>>()?;
        let wanted = rows.first().map_or(row.len(), Vec::len);
        if row.len() != wanted {
            let kind = ParseErrorKind::RowLength { found: row.len(), wanted };
            return Err(line.error(0..line.text.len(), kind));
        }
        rows.push(row);
    }
    let (columns, last) = (rows[0].len(), lines[lines.len() - 1]);
    if rows.len() != columns {
        let kind = ParseErrorKind::NotSquare { rows: rows.len(), columns };
        return Err(last.error(0..last.text.len(), kind));
    }
    let mut lists = Vec::with_capacity(columns);
    for ((from, row), (vertex, &line)) in rows.iter().enumerate().zip((0..).zip(&lines)) {
        let ones = (0..).zip(row).filter(|&(_, &is_edge)| is_edge);
        let mut neighbours: Vec<Vertex> = ones.map(|(to, _)| to).collect();
        if direction == Direction::Undirected {
            if let Some(&to) = neighbours.iter().find(|&&to| !rows[to as usize][from]) {
                let kind = ParseErrorKind::OneWay { from: from.to_string(), to: to.to_string() };
                return Err(line.error(place(line, to), kind));
            }
            double_loops(vertex, &mut neighbours);
        }
        lists.push(neighbours);
    }
    let names = (0..columns).map(|vertex| vertex.to_string()).collect();
    Ok(Named { graph: Graph::from_lists(lists), direction, names })
}

/// The bytes of an entry in its line.
fn place(line: Line<'_>, column: Vertex) -> Range<usize> {
    let entry = entries(line).nth(column as usize).and_then(Result::ok);
    entry.map_or(0..line.text.len(), |(place, _)| place)
}

/// The entries of a row, each with its bytes in the line.
fn entries(line: Line<'_>) -> impl Iterator<Item = Result<(Range<usize>, bool), ParseError>> {
    let entries = line.text.char_indices();
    let entries = entries.filter(|(_, mark)| !mark.is_whitespace() && *mark != ',');
    entries.map(move |(at, mark)| {
        let place = at..at + mark.len_utf8();
        match mark {
            '0' => Ok((place, false)),
            '1' => Ok((place, true)),
            found => Err(line.error(place, ParseErrorKind::Entry { found })),
        }
    })
}
