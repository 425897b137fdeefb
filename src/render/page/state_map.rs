//! State map of a puzzle, as data for the script of a page.

use serde::Serialize;

/// The positions of a puzzle as points, the moves as lines, and searches that walk through them.
#[derive(Clone, Debug)]
pub struct PageMap<'a> {
    /// The place of each position.
    pub points: &'a [[f32; 3]],
    /// The positions that a move connects.
    pub edges: &'a [[u32; 2]],
    /// The distance of each position from the start, which is the first.
    pub from_start: &'a [u16],
    /// The distance to the nearest goal; [`u16::MAX`] if no goal can be reached.
    pub to_goal: &'a [u16],
    /// The cell of the anchor of each piece, position after position.
    pub cells: &'a [u8],
    /// The searches.
    pub searches: &'a [PageSearch<'a>],
}

/// A search, state after state.
#[derive(Clone, Copy, Debug)]
pub struct PageSearch<'a> {
    /// Its name: `bfs`.
    pub name: &'a str,
    /// For each position, the number of states that were discovered before it.
    pub discovered: &'a [Option<u32>],
    /// The depth of each state.
    pub depths: &'a [u32],
    /// The number of states that wait when this one is discovered.
    pub waiting: &'a [u32],
    /// The positions of the path to the goal that was found.
    pub path: &'a [u32],
}

/// Numbers are little-endian, in base64.
#[derive(Serialize)]
struct MapJson {
    answer: &'static str,
    /// The length of a move, where coordinates reach from -32767 to 32767.
    unit: f32,
    points: String,
    edges: String,
    start: String,
    goal: String,
    cells: String,
    searches: Vec<SearchJson>,
}

#[derive(Serialize)]
struct SearchJson {
    name: String,
    discovered: String,
    depths: String,
    waiting: String,
    path: String,
}

impl PageMap<'_> {
    /// Returns the data as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let all = self.points.as_flattened().iter();
        let unit = 32767.0 / all.clone().fold(1.0_f32, |most, it| most.max(it.abs()));
        #[expect(clippy::cast_possible_truncation, reason = "scaled to fit")]
        let points = all.map(|it| (it * unit) as i16);
        let numbers = |numbers: &[u32]| base64(numbers.iter().flat_map(|it| it.to_le_bytes()));
        let distances =
            |distances: &[u16]| base64(distances.iter().flat_map(|it| it.to_le_bytes()));
        let search = |search: &PageSearch<'_>| SearchJson {
            name: search.name.to_owned(),
            discovered: base64(
                search.discovered.iter().flat_map(|it| it.unwrap_or(u32::MAX).to_le_bytes()),
            ),
            depths: numbers(search.depths),
            waiting: numbers(search.waiting),
            path: numbers(search.path),
        };
        let json = MapJson {
            answer: "map",
            unit,
            points: base64(points.flat_map(i16::to_le_bytes)),
            edges: numbers(self.edges.as_flattened()),
            start: distances(self.from_start),
            goal: distances(self.to_goal),
            cells: base64(self.cells.iter().copied()),
            searches: self.searches.iter().map(search).collect(),
        };
        serde_json::to_string(&json).expect("there are no maps")
    }
}

/// Writes bytes in base64 (RFC 4648), filled up with `=`.
fn base64(mut bytes: impl Iterator<Item = u8>) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    while let Some(first) = bytes.next() {
        let (second, third) = (bytes.next(), bytes.next());
        let three = [first, second.unwrap_or(0), third.unwrap_or(0)];
        let bits = three.iter().fold(0, |bits, &byte| bits << 8 | usize::from(byte));
        let digit = |place: usize| char::from(DIGITS[bits >> (18 - 6 * place) & 63]);
        text.extend([digit(0), digit(1)]);
        text.push(if second.is_some() { digit(2) } else { '=' });
        text.push(if third.is_some() { digit(3) } else { '=' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_are_written_as_the_standard_says() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.bytes()), text);
        }
    }
}
