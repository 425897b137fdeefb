//! A map as it is drawn.

use std::collections::BTreeSet;

use crate::graph::{CellMap, MapCell, Vertex};

/// The map with all that stands in it, in lines between `+-+` that [`parse_map`](super::parse_map)
/// reads; what is asked of a path is read again if its start and end are the first and the last of
/// several numbers, or have none.
///
/// ```
/// use huarong::graph::text::{draw_map, parse_map};
///
/// let map = parse_map(b"1 .\n-\n. 2")?;
/// assert_eq!(draw_map(&map), "\
/// +-+-+
/// |1 .|
/// +-+ +
/// |. 2|
/// +-+-+
/// ");
/// # Ok::<(), huarong::graph::text::ParseError>(())
/// ```
#[must_use]
pub fn draw_map(map: &CellMap) -> String {
    let width = map.waypoints.len().to_string().len();
    let walls: BTreeSet<(MapCell, MapCell)> = map.walls().into_iter().collect();
    let at = |row, column| MapCell { row, column };
    let edge = format!("+{}\n", format!("{}+", "-".repeat(width)).repeat(map.columns() as usize));
    let mut text = edge.clone();
    for row in 0..map.rows() {
        let (mut cells, mut below) = ("|".to_owned(), "+".to_owned());
        for column in 0..map.columns() {
            let place = at(row, column);
            let is_last = column + 1 == map.columns();
            let is_walled = is_last || walls.contains(&(place, at(row, column + 1)));
            let (mark, right) = (mark(map, place), if is_walled { '|' } else { ' ' });
            cells = format!("{cells}{mark:>width$}{right}");
            let lower = if walls.contains(&(place, at(row + 1, column))) { "-" } else { " " };
            below += &(lower.repeat(width) + "+");
        }
        text += &(cells + "\n");
        text += &if row + 1 == map.rows() { edge.clone() } else { below + "\n" };
    }
    text
}

/// What stands in a place: a number before the start or the end.
fn mark(map: &CellMap, place: MapCell) -> String {
    let Some(vertex) = map.vertex_at(place) else { return "#".to_owned() };
    let is = |end: Option<Vertex>| end == Some(vertex);
    match map.waypoints.iter().position(|&waypoint| waypoint == vertex) {
        Some(before) => (before + 1).to_string(),
        None if is(map.start) => "S".to_owned(),
        None if is(map.end) => "E".to_owned(),
        None => ".".to_owned(),
    }
}
