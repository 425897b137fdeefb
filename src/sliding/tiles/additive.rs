//! A heuristic from pattern databases: the sum of the distances of disjoint groups of tiles.
//!
//! If a reflection of the frame preserves the goal cell of the empty cell, the reflected state has
//! the same distance. The same tables give a second estimate of it, and the larger sum counts.

use std::cmp::Reverse;

use crate::{control::StopReason, search::bits::ones};

use super::{
    IncrementalHeuristic, MAX_CELLS, TilePuzzle, TileStep,
    patterns::{CellBits, DistanceBits, GroupState, MAX_TILES, TileGroup, bytes_of_table, narrow},
    pushes::placements,
};

/// The most groups; the groups of a reflection count separately.
const MAX_PARTS: usize = 8;

/// The most placements of a group whose table takes a fraction of a second.
const FEW: usize = 1 << 23;
/// The most placements of any group: half a minute, and some hundred megabytes.
const MANY: usize = 600_000_000;

/// The pinwheel of the 24-puzzle: the most compact groups without the corner.
const PINWHEEL: [[usize; 6]; 4] = [
    [1, 2, 5, 6, 7, 12],
    [3, 4, 8, 9, 13, 14],
    [10, 11, 15, 16, 20, 21],
    [17, 18, 19, 22, 23, 24],
];

/// A partition of the tiles into groups.
#[derive(Debug)]
pub struct TilePartition {
    /// By cell of the tables: its neighbours.
    next_to: Vec<CellBits>,
    /// The goal cell of the empty cell.
    last: usize,
    /// By group: the goal cells of its tiles, as cells of the tables.
    homes: Vec<Vec<usize>>,
    /// By cell of the tables: the group of the tile with this goal cell.
    group_of: [u8; MAX_CELLS],
    /// By cell of the frame: the cell of the tables; then the same for the reflected frame.
    views: Vec<[u8; MAX_CELLS]>,
}

impl TilePartition {
    /// Returns partitions into ever larger groups, first those with the smallest tables.
    pub fn rising(tiles: &TilePuzzle) -> Vec<Self> {
        let sizes = largest(tiles, FEW)..=largest(tiles, MANY);
        sizes.map(|size| Self::new(tiles, size)).collect()
    }

    /// Returns the partition with the smallest tables.
    pub fn small(tiles: &TilePuzzle) -> Self {
        Self::new(tiles, largest(tiles, FEW))
    }

    /// Returns the partition into groups of `size` tiles.
    fn new(tiles: &TilePuzzle, size: usize) -> Self {
        let views = views(tiles);
        let count = tiles.cells.len();
        let mut next_to = vec![0; count];
        for (cell, near) in tiles.next_to().into_iter().enumerate() {
            let near = ones(near).fold(0, |set, cell| set | 1 << views[0][cell]);
            next_to[usize::from(views[0][cell])] = near;
        }
        let last = usize::from(views[0][tiles.last]);
        let homes: Vec<usize> = (0..count).filter(|&home| home != last).collect();
        let homes: Vec<Vec<usize>> = if (tiles.sides, last, size) == ([5, 5], 0, 6) {
            PINWHEEL.iter().map(|group| group.to_vec()).collect()
        } else {
            homes.rchunks(size).map(<[usize]>::to_vec).collect()
        };
        let mut group_of = [0; MAX_CELLS];
        for (number, group) in (0..).zip(&homes) {
            for &home in group {
                group_of[home] = number;
            }
        }
        let views = views.into_iter().take(MAX_PARTS / homes.len()).collect();
        TilePartition {
            next_to,
            last,
            homes,
            group_of,
            views,
        }
    }

    /// Returns the groups with their placements. It calls `check` before each.
    ///
    /// # Errors
    /// If `check` stops it.
    pub fn groups(
        &self,
        check: &mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Result<Vec<TileGroup>, StopReason> {
        let group = |homes: &Vec<usize>| {
            check()?;
            Ok(TileGroup::new(homes, self.last, &self.next_to))
        };
        self.homes.iter().map(group).collect()
    }

    /// Returns the approximate number of placements in the tables.
    pub fn placements(&self) -> usize {
        8 * self.bytes_of_tables().sum::<usize>()
    }

    fn bytes_of_tables(&self) -> impl Iterator<Item = usize> {
        self.homes
            .iter()
            .map(|homes| bytes_of_table(homes.len(), self.next_to.len()))
    }

    /// Returns the approximate most bytes that the computation of the tables takes.
    pub fn bytes_to_fill(&self) -> usize {
        self.bytes_of_tables().sum::<usize>() + 3 * self.bytes_of_tables().max().unwrap_or_default()
    }

    /// Identifies the tables: the frame, the goal cell of the empty cell, and the groups.
    pub fn signature(&self) -> Vec<u8> {
        let frame = [self.next_to.len(), self.last, self.homes.len()];
        let groups = self
            .homes
            .iter()
            .flat_map(|homes| [homes.len()].into_iter().chain(homes.iter().copied()));
        frame
            .into_iter()
            .chain(groups)
            .map(narrow)
            .chain(self.next_to.iter().copied())
            .flat_map(u32::to_le_bytes)
            .collect()
    }

    /// Returns the sizes of the groups: `8-7`.
    pub fn sizes(&self) -> String {
        let mut sizes: Vec<usize> = self.homes.iter().map(Vec::len).collect();
        sizes.sort_unstable_by_key(|&size| Reverse(size));
        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        sizes.join("-")
    }
}

/// Returns the size of the largest groups of at most `most` placements. The empty cell does not
/// count as a part of a placement.
fn largest(tiles: &TilePuzzle, most: usize) -> usize {
    let count = tiles.cells.len();
    (1..=MAX_TILES.min(count - 2))
        .rev()
        .find(|&size| placements(count, size) <= most)
        .unwrap_or(1)
}

/// Returns maps from the cells of a frame to the cells of its tables. Frames that are rotations or
/// reflections of each other share these tables. If several maps exist, it returns two of them.
fn views(tiles: &TilePuzzle) -> Vec<[u8; MAX_CELLS]> {
    let turned = |way: u8| {
        let turn = |row: u8, column: u8| {
            let [rows, columns] = tiles.sides.map(|side| u8::try_from(side).expect("it fits"));
            let ([row, rows], [column, columns]) = match way & 4 {
                0 => ([row, rows], [column, columns]),
                _ => ([column, columns], [row, rows]),
            };
            let row = if way & 1 == 0 { row } else { rows - 1 - row };
            let column = if way & 2 == 0 {
                column
            } else {
                columns - 1 - column
            };
            (row, column)
        };
        let cells: Vec<_> = tiles
            .cells
            .iter()
            .map(|cell| turn(cell.row, cell.column))
            .collect();
        let mut order = cells.clone();
        order.sort_unstable();
        let mut view = [0; MAX_CELLS];
        for (place, cell) in view.iter_mut().zip(&cells) {
            let found = order.binary_search(cell).expect("it is one of them");
            *place = u8::try_from(found).expect("25 cells at most");
        }
        // Lines are short, so that consecutive tiles are a compact group.
        let width = order.iter().map(|&(_, column)| column).max();
        ((width, order, view[tiles.last]), view)
    };
    let turned: Vec<_> = (0..8).map(turned).collect();
    let least = turned.iter().map(|(frame, _)| frame).min();
    turned
        .iter()
        .filter(|(frame, _)| Some(frame) == least)
        .map(|&(_, view)| view)
        .take(2)
        .collect()
}

/// Groups of tiles and their tables.
#[derive(Debug)]
pub struct PatternDatabases {
    /// The signature of their partition.
    pub signature: Vec<u8>,
    pub groups: Vec<TileGroup>,
    pub tables: Vec<DistanceBits>,
}

impl PatternDatabases {
    /// Computes the tables of some groups on `threads` threads. It calls `observer` some times a
    /// second with the number of placements whose distance is known, and the number of all
    /// placements.
    pub fn fill(
        groups: &[TileGroup],
        threads: usize,
        observer: &mut dyn FnMut(usize, usize) -> Result<(), StopReason>,
    ) -> Result<Vec<DistanceBits>, StopReason> {
        let all = groups.iter().map(TileGroup::placements).sum();
        let mut done = 0;
        let mut fill = |group: &TileGroup| {
            let table = group.fill(threads, &mut |met| observer(done + met, all))?;
            done += group.placements();
            Ok(table)
        };
        groups.iter().map(&mut fill).collect()
    }

    fn bytes(&self) -> usize {
        self.groups
            .iter()
            .map(|group| group.bytes() + 8 * group.words())
            .sum()
    }
}

/// The sum of pattern databases as a heuristic.
#[derive(Debug)]
pub struct Additive<'a> {
    plan: &'a TilePartition,
    patterns: &'a PatternDatabases,
    start: GroupStates,
}

/// The states of the groups, view by view, and the sum of each view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupStates {
    placed: [GroupState; MAX_PARTS],
    sums: [u8; 2],
}

impl<'a> Additive<'a> {
    /// Creates the heuristic of these tiles; `None` if the tables are wrong.
    pub fn new(
        tiles: &TilePuzzle,
        plan: &'a TilePartition,
        patterns: &'a PatternDatabases,
    ) -> Option<Self> {
        let mut start = GroupStates {
            placed: Default::default(),
            sums: [0; 2],
        };
        let PatternDatabases { groups, tables, .. } = patterns;
        for (number, view) in plan.views.iter().enumerate() {
            let at = |home: usize| usize::from(view[tiles.starts[home]]);
            let mut starts = [0; MAX_CELLS];
            (0..tiles.cells.len()).for_each(|home| starts[usize::from(view[home])] = at(home));
            for (place, (group, table)) in groups.iter().zip(tables).enumerate() {
                let placed = group.placed(table, &starts, at(tiles.last))?;
                start.placed[number * groups.len() + place] = placed;
                start.sums[number] = start.sums[number].checked_add(placed.distance)?;
            }
        }
        Some(Additive {
            plan,
            patterns,
            start,
        })
    }
}

impl IncrementalHeuristic for Additive<'_> {
    type PackedTiles = u128;
    type Value = GroupStates;

    fn start(&self) -> GroupStates {
        self.start
    }

    #[inline(always)]
    fn distance(at: &GroupStates) -> u32 {
        u32::from(at.sums[0].max(at.sums[1]))
    }

    #[inline(always)]
    fn after(&self, at: &GroupStates, step: TileStep, most: u32) -> Option<GroupStates> {
        let TilePartition {
            group_of, views, ..
        } = self.plan;
        let PatternDatabases { groups, tables, .. } = self.patterns;
        let mut after = *at;
        for (number, view) in views.iter().enumerate() {
            let [home, from, to] =
                [step.home, step.to, step.from].map(|cell| usize::from(view[cell]));
            let group = usize::from(group_of[home]);
            let placed = &mut after.placed[number * groups.len() + group];
            let next = groups[group].after(&tables[group], *placed, from, to);
            let change = next.distance.wrapping_sub(placed.distance);
            after.sums[number] = after.sums[number].wrapping_add(change);
            *placed = next;
            if u32::from(after.sums[number]) > most {
                return None;
            }
        }
        Some(after)
    }

    fn bytes(&self) -> usize {
        self.patterns.bytes()
    }

    fn name(&self) -> String {
        format!("pattern databases {}", self.plan.sizes())
    }
}
