//! The Manhattan distance and the walking distance of numbered tiles: heuristics without pattern
//! databases.
//!
//! The walking distance is a lower bound on the steps until each tile is in its line. It abstracts
//! a state to the number of tiles in each line with a goal in each line, and to the line of the
//! empty cell. If the empty cell moves up or down, one tile changes its line, and tiles with the
//! same goal line are interchangeable. The abstract states are so few that a breadth-first search
//! finds all their distances: 24,964 for four lines by four. Rows and columns give two distances,
//! which can be added, as no step counts in both.
//!
//! Ken'ichiro Takahashi, "Walking Distance", 2002.

use std::collections::HashMap;

use ahash::RandomState;

use crate::{control::StopReason, grid::Direction, memory};

use super::{IncrementalHeuristic, MAX_CELLS, TilePuzzle, TileStep};
use crate::search::bits::ones;

/// The most cells of a frame: each takes four bits.
const MAX_WALKED_CELLS: usize = 16;
/// The most abstract states: a second, and some ten megabytes.
const MAX: usize = 1 << 20;
/// The most lines: more do not fit a key.
const MAX_LINES: usize = 5;

/// The sum of the distances of the tiles from their goal cells, around walls.
#[derive(Clone, Debug)]
pub struct Manhattan {
    distances: [[u8; MAX_CELLS]; MAX_CELLS],
    start: u32,
}

impl Manhattan {
    pub fn new(tiles: &TilePuzzle) -> Self {
        let next_to = tiles.next_to();
        let mut distances = [[0; MAX_CELLS]; MAX_CELLS];
        for (cell, distances) in distances.iter_mut().enumerate().take(next_to.len()) {
            let mut near = 1_u32 << cell;
            let mut distance = 0;
            while near.count_ones() < next_to.len().try_into().expect("25 cells at most") {
                distance += 1;
                let new = (0..next_to.len())
                    .filter(|other| next_to[*other] & near != 0)
                    .fold(0, |all, it| all | 1 << it);
                let new: u32 = new & !near;
                ones(new).for_each(|other| distances[other] = distance);
                near |= new;
            }
        }
        Manhattan {
            distances,
            start: tiles
                .homes()
                .map(|home| u32::from(distances[home][tiles.starts[home]]))
                .sum(),
        }
    }
}

impl IncrementalHeuristic for Manhattan {
    type PackedTiles = u128;
    type Value = u32;

    fn start(&self) -> u32 {
        self.start
    }

    #[inline(always)]
    fn distance(at: &u32) -> u32 {
        *at
    }

    #[inline(always)]
    fn after(&self, at: &u32, step: TileStep, most: u32) -> Option<u32> {
        let distances = &self.distances[step.home];
        let after = *at + u32::from(distances[step.from]) - u32::from(distances[step.to]);
        (after <= most).then_some(after)
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.distances)
    }

    fn name(&self) -> String {
        "Manhattan distance".to_owned()
    }
}

/// The sum of the walking distances of rows and columns.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    /// By the goal cell of a tile: its row and its column.
    lines: [[u8; 2]; MAX_WALKED_CELLS],
    rows: LineDistances,
    columns: LineDistances,
    start: [WalkState; 2],
}

impl WalkingDistance {
    /// Creates the heuristic of these tiles; `None` if the frame has walls or is too large.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn new(tiles: &TilePuzzle) -> Result<Option<Self>, StopReason> {
        if !tiles.is_whole() || tiles.cells.len() > MAX_WALKED_CELLS {
            return Ok(None);
        }
        let mut lines = [[0; 2]; MAX_WALKED_CELLS];
        for (lines, cell) in lines.iter_mut().zip(&tiles.cells) {
            *lines = [cell.row, cell.column];
        }
        let walking = |axis: usize| {
            let line = |cell: usize| usize::from(lines[cell][axis]);
            let mut start = LineCounts {
                counts: 0,
                empty: line(tiles.starts[tiles.last]),
            };
            tiles
                .homes()
                .for_each(|home| start.add(line(tiles.starts[home]), line(home)));
            let [lines, across] = [axis, 1 - axis].map(|axis| tiles.sides[axis]);
            Ok(LineDistances::explore(lines, across, line(tiles.last))?
                .and_then(|(distances, states)| Some((distances, *states.get(&start)?))))
        };
        let Some((rows, by_rows)) = walking(0)? else {
            return Ok(None);
        };
        let Some((columns, by_columns)) = walking(1)? else {
            return Ok(None);
        };
        Ok(Some(WalkingDistance {
            lines,
            rows,
            columns,
            start: [by_rows, by_columns],
        }))
    }
}

impl IncrementalHeuristic for WalkingDistance {
    type PackedTiles = u64;
    type Value = [WalkState; 2];

    fn start(&self) -> [WalkState; 2] {
        self.start
    }

    #[inline(always)]
    fn distance(at: &[WalkState; 2]) -> u32 {
        distance(at[0]) + distance(at[1])
    }

    #[inline(always)]
    fn after(&self, at: &[WalkState; 2], step: TileStep, most: u32) -> Option<[WalkState; 2]> {
        let [mut rows, mut columns] = *at;
        let [row, column] = self.lines[step.home].map(usize::from);
        match step.direction {
            Direction::Up => rows = self.rows.step(rows, 0, row),
            Direction::Down => rows = self.rows.step(rows, 1, row),
            Direction::Left => columns = self.columns.step(columns, 0, column),
            Direction::Right => columns = self.columns.step(columns, 1, column),
        }
        (distance(rows) + distance(columns) <= most).then_some([rows, columns])
    }

    fn bytes(&self) -> usize {
        self.rows.bytes() + self.columns.bytes()
    }

    fn name(&self) -> String {
        "walking distance".to_owned()
    }
}

/// An abstract state: its place in the table, and below that its distance in eight bits.
type WalkState = u32;

/// Bits of a [`WalkState`] that are its distance.
const DISTANCE: u32 = (1 << DISTANCE_BITS) - 1;
const DISTANCE_BITS: u32 = 8;

/// The distances of all abstract states of some lines, and their changes by steps.
#[derive(Clone, Debug)]
struct LineDistances {
    /// By place, direction and line: the state after the empty cell has moved towards the first
    /// line or the last, and a tile with this goal line has moved the other way.
    table: Vec<WalkState>,
    /// Bits of a place that are the direction and the line.
    bits: u32,
}

/// The number of each abstract state.
type StateIndex = HashMap<LineCounts, WalkState, RandomState>;

/// The number of tiles in each line with a goal in each line, and the line of the empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct LineCounts {
    counts: u128,
    empty: usize,
}

impl LineCounts {
    /// Adds a tile to a line, with its goal in the line `home`.
    const fn add(&mut self, line: usize, home: usize) {
        self.counts += Self::one(line, home);
    }

    /// Returns the counts after the empty cell has moved to a line and a tile with its goal in the
    /// line `home` has moved the other way; `None` if the line has no such tile.
    fn after(self, line: usize, home: usize) -> Option<Self> {
        let one = Self::one(line, home);
        let is_there = self.counts & (one * 0xF) != 0;
        is_there.then_some(LineCounts {
            counts: self.counts.wrapping_sub(one) + Self::one(self.empty, home),
            empty: line,
        })
    }

    const fn one(line: usize, home: usize) -> u128 {
        1 << (4 * (line * MAX_LINES + home))
    }
}

impl LineDistances {
    /// Finds the distances of `lines` lines of `across` cells, with the goal of the empty cell in
    /// the line `empty`. Returns `None` if there are too many states.
    fn explore(
        lines: usize,
        across: usize,
        empty: usize,
    ) -> Result<Option<(Self, StateIndex)>, StopReason> {
        if lines > MAX_LINES || across > 15 {
            return Ok(None);
        }
        let bits = (2 * lines).next_power_of_two().trailing_zeros();
        let mut goal = LineCounts { counts: 0, empty };
        for line in 0..lines {
            (0..across - usize::from(line == empty)).for_each(|_| goal.add(line, line));
        }
        let mut boards = StateIndex::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        boards.insert(goal, 0);
        let mut queue = vec![(goal, 0)];
        let mut at = 0;
        let mut table = Vec::new();
        while let Some(&(board, walk)) = queue.get(at) {
            memory::reserve(&mut table, 1 << bits, usize::MAX)?;
            // A state has at most as many successors.
            memory::reserve(&mut queue, 1 << bits, usize::MAX)?;
            boards
                .try_reserve(1 << bits)
                .map_err(|_| StopReason::OutOfMemory)?;
            table.resize((at + 1) << bits, 0);
            for (towards, line) in [(0, board.empty.checked_sub(1)), (1, Some(board.empty + 1))] {
                let Some(line) = line.filter(|&line| line < lines) else {
                    continue;
                };
                for home in 0..lines {
                    let Some(after) = board.after(line, home) else {
                        continue;
                    };
                    let walk = *boards.entry(after).or_insert_with(|| {
                        let walk = place(queue.len(), bits) | (distance(walk) + 1);
                        queue.push((after, walk));
                        walk
                    });
                    table[at << bits | towards << (bits - 1) | home] = walk;
                }
            }
            at += 1;
            if queue.len() > MAX {
                return Ok(None);
            }
        }
        Ok(Some((LineDistances { table, bits }, boards)))
    }

    /// Returns the state after the empty cell has moved towards the first line (0) or the last (1)
    /// and a tile with its goal in the line `home` has moved the other way.
    #[inline(always)]
    fn step(&self, walk: WalkState, towards: usize, home: usize) -> WalkState {
        let place = (walk >> DISTANCE_BITS) as usize;
        self.table[place | towards << (self.bits - 1) | home]
    }

    const fn bytes(&self) -> usize {
        self.table.len() * size_of::<WalkState>()
    }
}

/// Returns the distance from the goal.
#[inline(always)]
const fn distance(walk: WalkState) -> u32 {
    walk & DISTANCE
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "at most 2^20 boards, and four bits"
)]
const fn place(number: usize, bits: u32) -> WalkState {
    (number << bits << DISTANCE_BITS) as WalkState
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explored(lines: usize, across: usize, empty: usize) -> Option<(LineDistances, StateIndex)> {
        LineDistances::explore(lines, across, empty).expect("it is small")
    }

    #[test]
    fn the_walking_distance_has_the_published_number_of_boards() {
        let (_, of_four) = explored(4, 4, 3).expect("they fit");
        assert_eq!(of_four.len(), 24_964);
        let farthest = of_four.values().map(|&walk| distance(walk)).max();
        assert_eq!(farthest, Some(35));
        assert_eq!(explored(3, 3, 2).expect("they fit").1.len(), 105);
        assert!(explored(8, 2, 7).is_none());
    }

    #[test]
    fn a_step_and_its_reverse_restore_the_walking_distance() {
        let (walking, boards) = explored(3, 4, 0).expect("they fit");
        for (board, &walk) in &boards {
            for home in 0..3 {
                let Some(after) = board.after((board.empty + 1) % 3, home) else {
                    continue;
                };
                if board.empty == 2 {
                    continue;
                }
                let there = walking.step(walk, 1, home);
                assert_eq!(boards.get(&after), Some(&there));
                assert_eq!(walking.step(there, 0, home), walk);
                assert_eq!(distance(walk).abs_diff(distance(there)), 1);
            }
        }
    }
}
