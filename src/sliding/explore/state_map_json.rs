//! State map as data for the script of a page.

use serde::Serialize;

use crate::grid::Cell;

use super::{
    layout::Point,
    state_map::{SearchOrder, StateMap},
};

/// Numbers are little-endian, in base64.
#[derive(Serialize)]
struct MapJson<'a> {
    answer: &'static str,
    /// Coordinates from -32767 to 32767.
    points: String,
    edges: String,
    /// Moves that cannot be taken back.
    arcs: String,
    start: String,
    goal: String,
    /// The number of the cell of each anchor, position after position; [`u16::MAX`] outside.
    cells: String,
    /// The positions of a shortest solution.
    solution: String,
    /// The numbers of positions at each distance: from the start, and from the nearest solution.
    layers: Vec<[u32; 2]>,
    searches: Vec<SearchJson<'a>>,
}

#[derive(Serialize)]
struct SearchJson<'a> {
    name: &'a str,
    /// Of each position; [`u32::MAX`] if it was not discovered.
    discovered: String,
    depths: String,
    waiting: String,
    path: String,
}

impl StateMap {
    /// Returns the map and searches with their names as JSON for a page. The places of the
    /// positions are those of a [layout](Self::layout).
    ///
    /// # Panics
    /// Never.
    pub fn page_json(&self, points: &[Point], searches: &[(&str, SearchOrder)]) -> String {
        // Around the middle, so that a map turns about it and fills the room there is.
        let middle = [0, 1, 2].map(|axis| {
            let all = points.iter().map(|point| point[axis]);
            let least = all.clone().fold(f32::MAX, f32::min);
            f32::midpoint(least, all.fold(f32::MIN, f32::max))
        });
        let all = points
            .iter()
            .flat_map(|point| [0, 1, 2].map(|axis| point[axis] - middle[axis]));
        let unit = 32767.0 / all.clone().fold(1.0_f32, |most, it| most.max(it.abs()));
        #[expect(clippy::cast_possible_truncation, reason = "scaled to fit")]
        let points: Vec<u16> = all.map(|it| ((it * unit) as i16).cast_unsigned()).collect();
        let numbers = |numbers: &[u32]| packed(numbers.iter().map(|it| it.to_le_bytes()));
        let distances = |distances: &[u16]| packed(distances.iter().map(|it| it.to_le_bytes()));
        let searches = searches.iter().map(|(name, order)| {
            let discovered: Vec<u32> = order
                .discovered
                .iter()
                .map(|it| it.unwrap_or(u32::MAX))
                .collect();
            SearchJson {
                name,
                discovered: numbers(&discovered),
                depths: numbers(&order.depths),
                waiting: numbers(&order.waiting),
                path: numbers(&order.path),
            }
        });
        let grid = self.puzzle().grid();
        let cells = (0..)
            .take(self.len())
            .flat_map(|position| self.anchors(position))
            .map(|cell| match cell {
                Cell::OUT => u16::MAX,
                cell => u16::from(cell.row) * u16::from(grid.columns()) + u16::from(cell.column),
            });
        let all = self.edges().iter().copied();
        let (arcs, edges): (Vec<_>, Vec<_>) = all.partition(|&edge| self.is_one_way(edge));
        let mut layers = Vec::new();
        for (column, distances) in [self.from_start(), self.to_goal()].into_iter().enumerate() {
            for &distance in distances.iter().filter(|&&it| it != u16::MAX) {
                layers.resize(layers.len().max(usize::from(distance) + 1), [0, 0]);
                layers[usize::from(distance)][column] += 1;
            }
        }
        let json = MapJson {
            answer: "map",
            points: distances(&points),
            edges: numbers(spread(&edges).as_flattened()),
            arcs: numbers(spread(&arcs).as_flattened()),
            start: distances(self.from_start()),
            goal: distances(self.to_goal()),
            cells: distances(&cells.collect::<Vec<_>>()),
            solution: numbers(&self.shortest()),
            layers,
            searches: searches.collect(),
        };
        serde_json::to_string(&json).expect("there are no maps")
    }
}

/// Returns moves in an order that spreads each part of it over the whole map, as a page draws a
/// part of them while the map turns: in steps of a prime.
fn spread(moves: &[[u32; 2]]) -> Vec<[u32; 2]> {
    const PRIME: usize = 7_368_787;
    let mut place = 0;
    let mut spread = moves.to_vec();
    for unit in &mut spread {
        place = (place + PRIME) % moves.len();
        *unit = moves[place];
    }
    spread
}

/// Writes numbers, as their bytes, in base64.
fn packed<const N: usize>(numbers: impl Iterator<Item = [u8; N]>) -> String {
    base64(numbers.collect::<Vec<_>>().as_flattened())
}

/// Writes bytes in base64 (RFC 4648), filled up with `=`.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let byte = |place: usize| usize::from(part.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = char::from(DIGITS[bits >> (18 - 6 * place) & 63]);
            text.push(if place <= part.len() { digit } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_output_equals_the_standard_test_vectors() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
