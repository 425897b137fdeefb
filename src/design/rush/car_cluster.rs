//! Cars that can block each other, and the numbers of their places.
//!
//! A board is a key and a bit. The key gives the places of *far* cars. The bit gives those of the
//! other cars: *near* cars select a bit of a word, *middle* cars select a word. So all boards of a
//! key are one set of bits, and the moves of near cars are shifts of words.
//!
//! A search that stores each board by itself looks up every successor in a hash table. Here a key
//! stands for up to 256 boards, four words of 64 bits. A near car moves in all of them by one shift
//! and one mask, a middle car by combining words, and neither needs a lookup. Only a far car leads
//! to another key. The search finds that key once, and keeps a link to it for all later layers.
//!
//! Which cars are near decides how much this saves. The product of the places of all near cars is
//! at most 64. Cars with many places are assigned first, because each place of a far car multiplies
//! the number of keys. A car that does not fit among the near ones becomes a middle car, if the
//! product of the middle cars' places is then at most four, or else a far car. The primary car is
//! always far, so that a key alone gives the distance of the primary car from the edge.
//!
//! Boards in which two cars overlap have bits, too, because the places of cars are independent
//! numbers. One mask of the cluster removes overlaps of near and middle cars. Another mask for each
//! key removes those with far cars. Moves need no other test of the cells.

use super::{
    boards::{Cells, MAX_LINES, narrow},
    cars::{BoardFrame, Cars, MAX_CARS, Ranges},
};
use crate::search::bits::ones;

/// The largest number of near cars: each has at least two places.
const MAX_NEAR: usize = 6;
/// The largest number of middle cars.
const MAX_MIDDLE: usize = WORDS.ilog2() as usize;
/// The largest number of places of a car.
const MAX_PLACES: usize = 6;

/// A far car: its cells, and its bits in a key.
#[derive(Clone, Copy, Default, Debug)]
pub struct KeyCar {
    pub car: usize,
    /// The first bit of its place.
    pub shift: u32,
    /// Its last place.
    pub last: u32,
    /// The distance of two places, in cells.
    pub stride: u32,
    /// Its cells in its first place.
    pub cells: Cells,
    /// The first of these cells.
    pub first: Cells,
    /// The cell behind them.
    pub after: Cells,
}

/// A near or middle car.
#[derive(Clone, Copy, Default, Debug)]
pub struct BitCar {
    pub car: usize,
    pub(super) places: u32,
    /// The distance of two places, in bits or words.
    pub weight: u32,
    stride: u32,
    cells: Cells,
    /// The bits of a word in which it is not in its last place.
    pub movable: u64,
    /// The bits of a word by place.
    place_bits: [u64; MAX_PLACES],
}

/// A board of a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardId {
    pub key: u64,
    pub bit: u32,
}

/// Cars that can block each other, the primary car included.
#[derive(Clone, Debug)]
pub struct CarCluster {
    far: [KeyCar; MAX_CARS],
    fars: usize,
    near: [BitCar; MAX_NEAR],
    nears: usize,
    middle: [BitCar; MAX_MIDDLE],
    middles: usize,
    /// The number of words in use.
    pub(super) words: usize,
    /// The boards in which no two of the near and middle cars overlap.
    valid: BoardSet,
    /// By word: the cells of the middle cars.
    middle_cells: [Cells; WORDS],
    pub primary: KeyCar,
}

impl KeyCar {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a place")]
    pub const fn place(&self, key: u64) -> u32 {
        (key >> self.shift) as u32 & (u32::MAX >> self.last.leading_zeros())
    }
}

impl BitCar {
    const fn place(&self, number: u32) -> u32 {
        number / self.weight % self.places
    }
}

impl CarCluster {
    /// Returns the cars that can block the primary car.
    pub fn new(frame: &BoardFrame, cars: &Cars, ranges: &Ranges, primary: usize) -> Self {
        let mut cluster = CarCluster {
            far: [KeyCar::default(); MAX_CARS],
            fars: 0,
            near: [BitCar::default(); MAX_NEAR],
            nears: 0,
            middle: [BitCar::default(); MAX_MIDDLE],
            middles: 0,
            words: 1,
            valid: BoardSet::NONE,
            middle_cells: [0; WORDS],
            primary: KeyCar::default(),
        };
        let members = ranges.cluster(primary);
        let mut bits = 1;
        // Cars with many places come first, so that there are few keys.
        for places in (2..=MAX_PLACES).rev() {
            for car in ones(members) {
                if usize::from(ranges.places(car, cars.get()[car])) == places {
                    cluster.add(frame, cars, ranges, (car, car == primary), &mut bits);
                }
            }
        }
        cluster.set_place_bits(ranges, bits);
        cluster
    }

    fn add(
        &mut self,
        frame: &BoardFrame,
        cars: &Cars,
        ranges: &Ranges,
        (car, is_primary): (usize, bool),
        bits: &mut u32,
    ) {
        let position = cars.get()[car];
        let places = u32::from(ranges.places(car, position));
        let end = ranges.from[car] + position.length;
        let cells = frame.span(position, ranges.from[car], end);
        let stride = frame.stride(position);
        let near = BitCar {
            car,
            places,
            stride,
            cells,
            ..BitCar::default()
        };
        if !is_primary && self.nears < MAX_NEAR && *bits * places <= u64::BITS {
            self.near[self.nears] = BitCar {
                weight: *bits,
                ..near
            };
            self.nears += 1;
            *bits *= places;
        } else if !is_primary && self.words * places as usize <= WORDS {
            self.middle[self.middles] = BitCar {
                weight: narrow(self.words),
                ..near
            };
            self.middles += 1;
            self.words *= places as usize;
        } else {
            let is_inside = usize::from(end) < frame.length(position);
            let after = if is_inside {
                frame.span(position, end, end + 1)
            } else {
                0
            };
            let shift = self.fars.checked_sub(1).map_or(0, |last| {
                let last = &self.far[last];
                last.shift + u32::BITS - last.last.leading_zeros()
            });
            let far = KeyCar {
                car,
                shift,
                last: places - 1,
                stride,
                cells,
                first: cells & cells.wrapping_neg(),
                after,
            };
            // Two cars of a line have four bits at most, and one has three.
            debug_assert!(shift as usize <= 4 * MAX_LINES);
            self.far[self.fars] = far;
            self.fars += 1;
            if is_primary {
                self.primary = far;
            }
        }
    }

    /// Sets the bits of each place, and those that are boards.
    fn set_place_bits(&mut self, ranges: &Ranges, bits: u32) {
        let mut valid = u64::MAX >> (u64::BITS - bits);
        let nears = &mut self.near[..self.nears];
        for near in nears.iter_mut() {
            let run = u64::MAX >> (u64::BITS - near.weight);
            let first = (0..bits)
                .step_by((near.weight * near.places) as usize)
                .fold(0, |all, at| all | run << at);
            near.place_bits = std::array::from_fn(|place| {
                let shift = narrow(place) * near.weight;
                if narrow(place) < near.places {
                    first << shift
                } else {
                    0
                }
            });
            near.movable = valid & !near.place_bits[near.places as usize - 1];
        }
        for (number, one) in nears.iter().enumerate() {
            for other in &nears[number + 1..] {
                if ranges.cells[one.car] & ranges.cells[other.car] == 0 {
                    continue;
                }
                for place in 0..one.places {
                    let cells = one.cells << (place * one.stride);
                    let free = other.free(cells);
                    valid &= !one.place_bits[place as usize] | free;
                }
            }
        }
        for word in 0..self.words {
            let mut cells = 0;
            let mut is_one = true;
            for middle in &self.middle[..self.middles] {
                let own = middle.cells << (middle.place(narrow(word)) * middle.stride);
                is_one &= cells & own == 0;
                cells |= own;
            }
            self.middle_cells[word] = cells;
            if is_one {
                self.valid.0[word] = valid & self.near_free(cells);
            }
        }
    }

    #[inline(always)]
    pub fn far(&self) -> &[KeyCar] {
        &self.far[..self.fars]
    }

    #[inline(always)]
    pub fn near(&self) -> &[BitCar] {
        &self.near[..self.nears]
    }

    #[inline(always)]
    pub fn middle(&self) -> &[BitCar] {
        &self.middle[..self.middles]
    }

    /// Returns the bits of a word in which no near car is on these cells.
    #[inline(always)]
    fn near_free(&self, cells: Cells) -> u64 {
        self.near()
            .iter()
            .fold(u64::MAX, |free, near| free & near.free(cells))
    }

    /// Returns the boards in which no near or middle car is on these cells, and none overlap.
    #[inline(always)]
    pub fn free(&self, cells: Cells) -> BoardSet {
        let near = self.near_free(cells);
        let mut free = self.valid;
        for (word, &middle) in free.0.iter_mut().zip(&self.middle_cells) {
            *word &= if middle & cells == 0 { near } else { 0 };
        }
        free
    }

    /// Packs a board. Returns the board and the cells of its far cars.
    pub fn pack(&self, cars: &Cars, ranges: &Ranges) -> (BoardId, Cells) {
        let place = |car: usize| u32::from(cars.get()[car].first - ranges.from[car]);
        let mut at = BoardId { key: 0, bit: 0 };
        let mut taken = 0;
        for far in self.far() {
            at.key |= u64::from(place(far.car)) << far.shift;
            taken |= far.cells << (place(far.car) * far.stride);
        }
        for near in self.near() {
            at.bit += place(near.car) * near.weight;
        }
        for middle in self.middle() {
            at.bit += place(middle.car) * middle.weight * u64::BITS;
        }
        (at, taken)
    }

    /// Returns each car of the cluster with its place, its stride and its cells.
    fn places(&self, at: BoardId) -> impl Iterator<Item = (usize, u32, u32, Cells)> + '_ {
        let far = self
            .far()
            .iter()
            .map(move |it| (it.car, it.place(at.key), it.stride, it.cells));
        let place = move |it: &BitCar, number| (it.car, it.place(number), it.stride, it.cells);
        let near = self
            .near()
            .iter()
            .map(move |it| place(it, at.bit % u64::BITS));
        let middle = self
            .middle()
            .iter()
            .map(move |it| place(it, at.bit / u64::BITS));
        far.chain(near).chain(middle)
    }

    /// Moves the cars of the cluster to their places on a board.
    pub fn unpack(&self, at: BoardId, ranges: &Ranges, cars: &mut Cars) {
        for (car, place, ..) in self.places(at) {
            cars.get_mut()[car].first = ranges.from[car] + place.to_le_bytes()[0];
        }
    }

    /// Returns the cells of cars in rows, and of those in columns.
    pub fn cells(&self, at: BoardId) -> (Cells, Cells) {
        let mut rows = 0;
        let mut columns = 0;
        for (_, place, stride, cells) in self.places(at) {
            let line = if stride == 1 { &mut rows } else { &mut columns };
            *line |= cells << (place * stride);
        }
        (rows, columns)
    }

    /// Returns for a car in a place its part of a key, its cells if it is a far car, and its
    /// boards.
    pub fn part(&self, car: usize, place: u32) -> (u64, Cells, BoardSet) {
        if let Some(far) = self.far().iter().find(|far| far.car == car) {
            return (
                u64::from(place) << far.shift,
                far.cells << (place * far.stride),
                BoardSet::ALL,
            );
        }
        if let Some(near) = self.near().iter().find(|near| near.car == car) {
            return (0, 0, BoardSet([near.place_bits[place as usize]; WORDS]));
        }
        let middle = self.middle().iter().find(|middle| middle.car == car);
        let is_there = |word| middle.is_none_or(|middle| middle.place(narrow(word)) == place);
        (
            0,
            0,
            BoardSet(std::array::from_fn(|word| {
                if is_there(word) { u64::MAX } else { 0 }
            })),
        )
    }
}

impl BitCar {
    /// Returns the bits of a word in which the car is not on these cells.
    #[inline(always)]
    fn free(&self, cells: Cells) -> u64 {
        let mut own = self.cells;
        let mut free = u64::MAX;
        for &at in &self.place_bits[..self.places as usize] {
            free &= if own & cells == 0 { u64::MAX } else { !at };
            own <<= self.stride;
        }
        free
    }
}

/// The number of words of a set. With more, sets are fewer, but most of their words are empty.
pub const WORDS: usize = 4;

/// A set of up to 256 boards of a key: a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSet(pub(super) [u64; WORDS]);

impl BoardSet {
    pub const NONE: BoardSet = BoardSet([0; WORDS]);
    pub const ALL: BoardSet = BoardSet([u64::MAX; WORDS]);

    pub const fn one(bit: u32) -> Self {
        let mut words = Self::NONE;
        words.0[(bit / u64::BITS) as usize] = 1 << (bit % u64::BITS);
        words
    }

    #[inline(always)]
    pub fn map(self, turn: impl Fn(u64) -> u64) -> Self {
        BoardSet(self.0.map(turn))
    }

    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        BoardSet(std::array::from_fn(|at| join(self.0[at], other.0[at])))
    }

    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }

    #[inline(always)]
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }

    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        self.zip(other, |one, other| one & !other)
    }

    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn has(self, bit: u32) -> bool {
        self.0[(bit / u64::BITS) as usize] >> (bit % u64::BITS) & 1 != 0
    }

    /// Returns the numbers of the bits of the set.
    pub fn ones(self) -> impl Iterator<Item = u32> {
        (0..)
            .zip(self.0)
            .flat_map(|(number, word)| ones(word).map(move |bit| number * u64::BITS + narrow(bit)))
    }
}
