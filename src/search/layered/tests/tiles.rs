//! Numbered tiles in a frame, one cell empty: a space whose layers are published.

use crate::search::space::OrbitInfo;
use crate::search::testing::TestGraph;

/// A frame of so many rows and columns. A state's number is its place among all orders of the
/// tiles and the empty cell, as in a dictionary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiles {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Tiles {
    const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The number of the state with all tiles in order and the last cell empty.
    pub(crate) fn start(self) -> u64 {
        let mut tiles: Vec<u8> = (1..).take(self.cells() - 1).collect();
        tiles.push(0);
        rank(&tiles)
    }

    fn ranks(self) -> u64 {
        (1..=self.cells() as u64).product()
    }
}

/// The place of an order of `0..` among all of them.
pub(crate) fn rank(tiles: &[u8]) -> u64 {
    let mut seen = 0_u32;
    let mut number = 0;
    for (place, &tile) in tiles.iter().enumerate() {
        let smaller = u64::from(tile) - u64::from((seen & ((1 << tile) - 1)).count_ones());
        seen |= 1 << tile;
        number = number * (tiles.len() - place) as u64 + smaller;
    }
    number
}

/// The order with this number, in the first places.
pub(crate) fn unrank(mut number: u64, tiles: usize) -> [u8; 16] {
    let mut digits = [0; 16];
    for place in (0..tiles).rev() {
        let base = (tiles - place) as u64;
        digits[place] = number % base;
        number /= base;
    }
    let mut left = 0xFEDC_BA98_7654_3210_u64;
    let mut order = [0; 16];
    for place in 0..tiles {
        let at = 4 * digits[place];
        order[place] = (left >> at & 0xF) as u8;
        let below = (1 << at) - 1;
        left = left & below | left >> 4 & !below;
    }
    order
}

impl TestGraph for Tiles {
    fn neighbours(&self, number: u64) -> Vec<u64> {
        let cells = self.cells();
        let mut tiles = unrank(number, cells);
        let empty = tiles[..cells].iter().position(|&tile| tile == 0).expect("one is empty");
        let (row, column) = (empty / self.columns, empty % self.columns);
        let neighbours = [
            (row > 0).then(|| empty - self.columns),
            (row + 1 < self.rows).then(|| empty + self.columns),
            (column > 0).then(|| empty - 1),
            (column + 1 < self.columns).then(|| empty + 1),
        ];
        let mut found = Vec::new();
        for neighbour in neighbours.into_iter().flatten() {
            tiles.swap(empty, neighbour);
            found.push(rank(&tiles[..cells]));
            tiles.swap(empty, neighbour);
        }
        found
    }

    /// Goals have the first cell empty.
    fn class(&self, number: u64) -> Option<OrbitInfo> {
        let factorial: u64 = (1..self.cells() as u64).product();
        // The empty cell is the least of all: these are the first in the dictionary.
        (number < self.ranks()).then_some(OrbitInfo::new(1, number < factorial))
    }

    fn size(&self) -> Option<u64> {
        Some(self.ranks())
    }
}
