//! An estimate from pattern databases: the sum of what groups of tiles take that share none.
//!
//! Where a reflection of the frame leaves the place of the empty cell where it is, the reflected
//! board takes as many steps, and is estimated by the same tables as well: the larger sum counts.

use std::cmp::Reverse;

use crate::control::StopReason;

use super::patterns::{
    CellBits, DistanceBits, GroupState, MAX_TILES, TileGroup, bytes_of_table, narrow, ones,
};
use super::{IncrementalHeuristic, MAX_CELLS, TilePuzzle, TileStep};

/// The most groups, those of a reflection counted for themselves.
const MAX_PARTS: usize = 8;

/// Groups of at most this many placements of tiles are searched in a fraction of a second.
const FEW: usize = 1 << 23;
/// The most placements of the tiles of a group: half a minute, and some hundred megabytes.
const MANY: usize = 600_000_000;

/// The pinwheel of the 24-puzzle: groups as compact as can be, the corner left out.
const PINWHEEL: [[usize; 6]; 4] =
    [[1, 2, 5, 6, 7, 12], [3, 4, 8, 9, 13, 14], [10, 11, 15, 16, 20, 21], [17, 18, 19, 22, 23, 24]];

/// How tiles are grouped.
#[derive(Debug)]
pub struct TilePartition {
    /// By cell of the tables: those next to it; and where the empty cell belongs.
    next_to: Vec<CellBits>,
    last: usize,
    /// By group: the cells of the tables where its tiles belong.
    homes: Vec<Vec<usize>>,
    /// By cell of the tables: the group of the tile that belongs there.
    group_of: [u8; MAX_CELLS],
    /// By cell of the frame: the cell of the tables; and so for the reflected frame.
    views: Vec<[u8; MAX_CELLS]>,
}

impl TilePartition {
    /// Groups whose tables are made at once, then larger ones, the largest that can be had last.
    pub fn rising(tiles: &TilePuzzle) -> Vec<Self> {
        let sizes = largest(tiles, FEW)..=largest(tiles, MANY);
        sizes.map(|size| Self::new(tiles, size)).collect()
    }

    /// Groups whose tables are made at once.
    pub fn small(tiles: &TilePuzzle) -> Self {
        Self::new(tiles, largest(tiles, FEW))
    }

    /// Groups of so many tiles each.
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
        TilePartition { next_to, last, homes, group_of, views }
    }

    /// The groups, with where their tiles can stand.
    pub fn groups(&self) -> Vec<TileGroup> {
        self.homes.iter().map(|homes| TileGroup::new(homes, self.last, &self.next_to)).collect()
    }

    /// About how many placements the tables tell apart.
    pub fn placements(&self) -> usize {
        8 * self.bytes_of_tables().sum::<usize>()
    }

    fn bytes_of_tables(&self) -> impl Iterator<Item = usize> {
        self.homes.iter().map(|homes| bytes_of_table(homes.len(), self.next_to.len()))
    }

    /// About the most bytes that are taken while the tables are made.
    pub fn bytes_to_fill(&self) -> usize {
        self.bytes_of_tables().sum::<usize>() + 3 * self.bytes_of_tables().max().unwrap_or_default()
    }

    /// What tells these tables from others: the frame, where the empty cell belongs, and the
    /// groups.
    pub fn signature(&self) -> Vec<u8> {
        let frame = [self.next_to.len(), self.last, self.homes.len()];
        let groups = self
            .homes
            .iter()
            .flat_map(|homes| [homes.len()].into_iter().chain(homes.iter().copied()));
        let places = frame.into_iter().chain(groups).map(narrow);
        places.chain(self.next_to.iter().copied()).flat_map(u32::to_le_bytes).collect()
    }

    /// The sizes of the groups: `8-7`.
    pub fn sizes(&self) -> String {
        let mut sizes: Vec<usize> = self.homes.iter().map(Vec::len).collect();
        sizes.sort_unstable_by_key(|&size| Reverse(size));
        let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        sizes.join("-")
    }
}

/// The size of the largest groups of at most so many placements, the empty cell not counted.
fn largest(tiles: &TilePuzzle, most: usize) -> usize {
    let count = tiles.cells.len();
    let placements = |size: &usize| (count - size + 1..=count).product::<usize>() <= most;
    (1..=MAX_TILES.min(count - 2)).rev().find(placements).unwrap_or(1)
}

/// How a frame is turned and reflected into the one that the tables are made for, which is the same
/// for all frames alike: by cell of the frame. If there are several ways, two of them.
fn views(tiles: &TilePuzzle) -> Vec<[u8; MAX_CELLS]> {
    let turned = |way: u8| {
        let turn = |row: u8, column: u8| {
            let [rows, columns] = tiles.sides.map(|side| u8::try_from(side).expect("it fits"));
            let ([row, rows], [column, columns]) = match way & 4 {
                0 => ([row, rows], [column, columns]),
                _ => ([column, columns], [row, rows]),
            };
            let row = if way & 1 == 0 { row } else { rows - 1 - row };
            let column = if way & 2 == 0 { column } else { columns - 1 - column };
            (row, column)
        };
        let cells: Vec<_> = tiles.cells.iter().map(|cell| turn(cell.row, cell.column)).collect();
        let mut order = cells.clone();
        order.sort_unstable();
        let mut view = [0; MAX_CELLS];
        for (place, cell) in view.iter_mut().zip(&cells) {
            let found = order.binary_search(cell).expect("it is one of them");
            *place = u8::try_from(found).expect("25 cells at most");
        }
        // Lines are short, so that tiles one after the other are a compact group.
        let width = order.iter().map(|&(_, column)| column).max();
        ((width, order, view[tiles.last]), view)
    };
    let turned: Vec<_> = (0..8).map(turned).collect();
    let least = turned.iter().map(|(frame, _)| frame).min();
    let same = turned.iter().filter(|(frame, _)| Some(frame) == least);
    same.map(|&(_, view)| view).take(2).collect()
}

/// Groups of tiles and their tables.
#[derive(Debug)]
pub struct PatternDatabases {
    /// What plan they are of.
    signature: Vec<u8>,
    groups: Vec<TileGroup>,
    tables: Vec<DistanceBits>,
}

impl PatternDatabases {
    /// The tables of a plan.
    pub fn new(plan: &TilePartition, groups: Vec<TileGroup>, tables: Vec<DistanceBits>) -> Self {
        PatternDatabases { signature: plan.signature(), groups, tables }
    }

    /// Whether they are of the plan with this signature.
    pub fn is_of(&self, signature: &[u8]) -> bool {
        self.signature == signature
    }

    /// Makes the tables of some groups on so many threads. `watch` is told some times a second of
    /// how many placements the distance is known, and of how many it will be.
    pub fn fill(
        groups: &[TileGroup],
        threads: usize,
        watch: &mut dyn FnMut(usize, usize) -> Result<(), StopReason>,
    ) -> Result<Vec<DistanceBits>, StopReason> {
        let all = groups.iter().map(TileGroup::placements).sum();
        let mut done = 0;
        let mut fill = |group: &TileGroup| {
            let table = group.fill(threads, &mut |met| watch(done + met, all))?;
            done += group.placements();
            Ok(table)
        };
        groups.iter().map(&mut fill).collect()
    }

    /// Bytes that all of it takes.
    fn bytes(&self) -> usize {
        self.groups.iter().map(|group| group.bytes() + 8 * group.words()).sum()
    }
}

/// The estimate, with its tables.
#[derive(Debug)]
pub struct Additive<'a> {
    plan: &'a TilePartition,
    patterns: &'a PatternDatabases,
    start: GroupStates,
}

/// Where each group stands, view by view, and their sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupStates {
    placed: [GroupState; MAX_PARTS],
    sums: [u8; 2],
}

impl<'a> Additive<'a> {
    /// For these tiles, with the tables of their plan; none if the tables cannot be right.
    pub fn new(
        tiles: &TilePuzzle,
        plan: &'a TilePartition,
        patterns: &'a PatternDatabases,
    ) -> Option<Self> {
        let mut start = GroupStates { placed: Default::default(), sums: [0; 2] };
        let PatternDatabases { groups, tables, .. } = patterns;
        for (number, view) in plan.views.iter().enumerate() {
            let at = |home: usize| usize::from(view[tiles.starts[home]]);
            let mut starts = [0; MAX_CELLS];
            (0..tiles.cells.len()).for_each(|home| starts[usize::from(view[home])] = at(home));
            for (place, (group, table)) in groups.iter().zip(tables).enumerate() {
                let placed = group.placed(table, &starts, at(tiles.last))?;
                start.placed[number * groups.len() + place] = placed;
                start.sums[number] = start.sums[number].checked_add(placed.distance())?;
            }
        }
        Some(Additive { plan, patterns, start })
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
        let TilePartition { group_of, views, .. } = self.plan;
        let PatternDatabases { groups, tables, .. } = self.patterns;
        let mut after = *at;
        for (number, view) in views.iter().enumerate() {
            let [home, from, to] =
                [step.home, step.to, step.from].map(|cell| usize::from(view[cell]));
            let group = usize::from(group_of[home]);
            let placed = &mut after.placed[number * groups.len() + group];
            let next = groups[group].after(&tables[group], *placed, from, to);
            let change = next.distance().wrapping_sub(placed.distance());
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
