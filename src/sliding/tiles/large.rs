//! Numbered tiles in frames that are too large for tables.
//!
//! A first solution brings tiles to their places row by row, and column by column in the last two
//! rows. A beam search finds the steps for each tile, or for two where the second closes a line.
//! Then parts of the solution are replaced by shorter ones, which a beam search finds between two
//! of its positions. The Manhattan distance is a lower bound.

use std::ops::ControlFlow;

use crate::{
    control::{Monitor, StopReason},
    puzzle::Puzzle,
    rng::Rng,
    search::{
        Statistics,
        heuristic::{FIRST_WIDTH, HeuristicSpace, InitialBounds, StateIdentity, beam, shortest},
    },
};

use crate::sliding::parity;

/// The most cells of a frame.
const MAX_CELLS: usize = 400;

/// Number of nodes of the search that may prove a short solution.
const NODES_OF_PROOF: usize = 1 << 16;

/// Steps of a part of a solution that is replaced, at least; and how often they may double.
const PART: usize = 16;
const DOUBLINGS: usize = 10;

/// The cells of the empty cell on a path, the start first.
pub type EmptyPath = Vec<u16>;

/// Tiles in a frame without walls.
pub struct LargeTiles {
    rows: usize,
    columns: usize,
    start: Placement,
    /// The goal cell of the empty cell.
    last: usize,
}

/// The goal cell of the tile in each cell, and the empty cell.
#[derive(Clone, Copy)]
struct Placement {
    homes: [u16; MAX_CELLS],
    empty: u16,
}

impl Placement {
    /// Moves the empty cell to a neighbour.
    fn step(&mut self, to: u16) {
        self.homes[usize::from(self.empty)] = self.homes[usize::from(to)];
        self.empty = to;
    }
}

impl LargeTiles {
    /// Returns the tiles of a puzzle; `None` if it is of another kind, or its frame has other than
    /// 26 to 400 cells.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let grid = puzzle.grid();
        let [goal] = puzzle.goals() else { return None };
        let is_large = (super::MAX_CELLS + 1..=MAX_CELLS).contains(&grid.area());
        let is_whole = puzzle.pieces().len() + 1 == grid.area() && goal.empties.len() <= 1;
        let is_plain = puzzle.finish() == crate::puzzle::SolvedWhen::Reach && puzzle.are_tiles();
        let are_distinct = || puzzle.kinds().len() == puzzle.pieces().len();
        if !is_large
            || !is_whole
            || !is_plain
            || grid.rows().min(grid.columns()) < 2
            || !are_distinct()
        {
            return None;
        }
        let starts = parity::starts(puzzle);
        let ends = parity::ends(puzzle, goal)?;
        let mut homes = [0; MAX_CELLS];
        for (&start, &end) in starts.iter().zip(&ends) {
            homes[start] = narrow(end);
        }
        Some(LargeTiles {
            rows: grid.rows().into(),
            columns: grid.columns().into(),
            start: Placement {
                homes,
                empty: narrow(*starts.last()?),
            },
            last: *ends.last()?,
        })
    }

    const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns the goal cells of tiles in the order in which a first solution places them. Tiles of
    /// one group are placed together. The corner with the goal of the empty cell comes last.
    fn groups(&self) -> Vec<Vec<usize>> {
        let flip = |line: usize, lines: usize, last: usize| {
            if last < lines / 2 {
                lines - 1 - line
            } else {
                line
            }
        };
        let cell = |row, column| {
            let row = flip(row, self.rows, self.last / self.columns);
            row * self.columns + flip(column, self.columns, self.last % self.columns)
        };
        let below = self.rows - 2;
        let mut groups = Vec::new();
        for row in 0..below {
            groups.extend((0..self.columns - 2).map(|column| vec![cell(row, column)]));
            groups.push(vec![
                cell(row, self.columns - 2),
                cell(row, self.columns - 1),
            ]);
        }
        let columns = self.columns.saturating_sub(3);
        groups
            .extend((0..columns).map(|column| vec![cell(below, column), cell(below + 1, column)]));
        let corner = (columns..self.columns).flat_map(|it| [cell(below, it), cell(below + 1, it)]);
        groups.push(corner.filter(|&cell| cell != self.last).collect());
        groups
    }

    /// Finds some path to the goal.
    ///
    /// # Errors
    /// If the monitor stops it.
    pub fn first(
        &self,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<EmptyPath, StopReason> {
        let goal: Vec<u16> = (0..self.cells()).map(narrow).collect();
        let mut counts = vec![false; self.cells()];
        let mut at = self.start;
        let mut path = vec![at.empty];
        for group in self.groups() {
            for &home in &group {
                counts[home] = true;
            }
            let focus = [group[0], group[group.len() - 1]].map(narrow);
            let space = LargeSpace::new(self, &goal, &counts, Some(focus));
            let most = 12 * narrow(self.rows + self.columns) + 200;
            let mut width = FIRST_WIDTH;
            let found = loop {
                let shape = (width, most.into());
                if let Some(found) = beam(&space, space.node(&at), shape, monitor, statistics)? {
                    break found;
                }
                width *= 2;
            };
            for &(_, empty) in &found[1..] {
                at.step(empty);
                path.push(empty);
            }
        }
        Ok(path)
    }

    /// Returns a shortest path if a short search finds one. The statistics have the lower bound.
    ///
    /// # Errors
    /// If the search takes long, or the monitor stops it.
    pub fn prove(
        &self,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<EmptyPath, StopReason> {
        let goal: Vec<u16> = (0..self.cells()).map(narrow).collect();
        let space = LargeSpace::new(self, &goal, &[true; MAX_CELLS], None);
        let beforehand = InitialBounds {
            bound: 0,
            most: Some(NODES_OF_PROOF),
        };
        let start = space.node(&self.start);
        let path = shortest(&space, start, beforehand, 1, monitor, statistics)?;
        Ok(path.iter().map(|node| node.at.empty).collect())
    }

    /// Replaces a random part of a path by a shorter one, if a beam of this width finds one.
    ///
    /// # Errors
    /// If the monitor stops it.
    pub fn shorten(
        &self,
        path: &mut EmptyPath,
        width: usize,
        rng: &mut Rng,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<(), StopReason> {
        let steps = PART << rng.below(DOUBLINGS);
        let steps = (steps + rng.below(steps)).min(path.len() - 1);
        let from = rng.below(path.len() - steps);
        let mut at = self.start;
        path[1..=from].iter().for_each(|&cell| at.step(cell));
        let mut end = at;
        path[from + 1..=from + steps]
            .iter()
            .for_each(|&cell| end.step(cell));
        let mut targets = vec![0; self.cells()];
        for cell in (0..self.cells()).filter(|&cell| cell != usize::from(end.empty)) {
            targets[usize::from(end.homes[cell])] = narrow(cell);
        }
        let space = LargeSpace::new(self, &targets, &[true; MAX_CELLS], None);
        let shape = (width, u32::try_from(steps).unwrap_or(u32::MAX));
        if let Some(found) = beam(&space, space.node(&at), shape, monitor, statistics)? {
            path.splice(
                from..=from + steps,
                found.into_iter().map(|(_, empty)| empty),
            );
        }
        Ok(())
    }
}

/// Tiles as a space that leads to a placement of all tiles or of some.
struct LargeSpace<'a> {
    tiles: &'a LargeTiles,
    /// By goal cell: the cell where the tile has to come.
    targets: &'a [u16],
    /// By goal cell: whether the tile counts.
    counts: &'a [bool],
    /// The tiles that the empty cell should approach, if the estimate need not be a lower bound.
    focus: Option<[u16; 2]>,
}

/// A placement on a path.
#[derive(Clone, Copy)]
struct LargeNode {
    at: Placement,
    before: u16,
    /// The cells of the tiles in focus.
    focus: [u16; 2],
    /// The Manhattan distance of the tiles that count.
    distance: u32,
    /// A hash of their cells.
    hash: u64,
}

impl<'a> LargeSpace<'a> {
    fn new(
        tiles: &'a LargeTiles,
        targets: &'a [u16],
        counts: &'a [bool],
        focus: Option<[u16; 2]>,
    ) -> Self {
        LargeSpace {
            tiles,
            targets,
            counts,
            focus,
        }
    }

    fn away(&self, one: u16, other: u16) -> u32 {
        let columns = narrow(self.tiles.columns);
        let rows = (one / columns).abs_diff(other / columns);
        (rows + (one % columns).abs_diff(other % columns)).into()
    }

    fn node(&self, at: &Placement) -> LargeNode {
        let mut node = LargeNode {
            at: *at,
            before: u16::MAX,
            focus: [at.empty; 2],
            distance: 0,
            hash: 0,
        };
        for cell in (0..narrow(self.tiles.cells())).filter(|&cell| cell != at.empty) {
            self.put(&mut node, at.homes[usize::from(cell)], cell);
        }
        node
    }

    /// Adds a tile in a cell to the distance and to the hash.
    fn put(&self, node: &mut LargeNode, home: u16, cell: u16) {
        let tile = usize::from(home);
        if self.counts[tile] && tile != self.tiles.last {
            node.distance += self.away(cell, self.targets[tile]);
            node.hash = node
                .hash
                .wrapping_add(mixed(u64::from(home) << 16 | u64::from(cell)));
        }
        for (focus, at) in self.focus.iter().flatten().zip(&mut node.focus) {
            if *focus == home {
                *at = cell;
            }
        }
    }
}

impl HeuristicSpace for LargeSpace<'_> {
    type Node = LargeNode;

    fn estimate(&self, node: &LargeNode) -> u32 {
        let Some(focus) = self.focus.filter(|_| node.distance > 0) else {
            return node.distance;
        };
        let away = |(home, &cell): (u16, &u16)| {
            let is_there = cell == self.targets[usize::from(home)];
            (!is_there).then(|| self.away(node.at.empty, cell))
        };
        let nearest = focus.into_iter().zip(&node.focus).filter_map(away).min();
        4 * node.distance + nearest.unwrap_or(0)
    }

    fn visit_successors<B>(
        &self,
        node: &LargeNode,
        most: u32,
        mut visit: impl FnMut(&LargeNode) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let columns = narrow(self.tiles.columns);
        let empty = node.at.empty;
        let column = empty % columns;
        let cells = [
            empty.checked_sub(columns),
            (column > 0).then(|| empty - 1),
            (column + 1 < columns).then(|| empty + 1),
            Some(empty + columns).filter(|&cell| usize::from(cell) < self.tiles.cells()),
        ];
        for to in cells
            .into_iter()
            .flatten()
            .filter(|&cell| cell != node.before)
        {
            let home = node.at.homes[usize::from(to)];
            let tile = usize::from(home);
            let mut next = *node;
            if self.counts[tile] {
                next.distance -= self.away(to, self.targets[tile]);
                let key = mixed(u64::from(home) << 16 | u64::from(to));
                next.hash = next.hash.wrapping_sub(key);
            }
            self.put(&mut next, home, empty);
            next.at.step(to);
            next.before = empty;
            if self.estimate(&next) <= most {
                visit(&next)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn stride(&self) -> u32 {
        2
    }

    fn bytes(&self) -> usize {
        0
    }
}

impl StateIdentity for LargeSpace<'_> {
    type Name = (u64, u16);

    fn name(&self, node: &LargeNode) -> (u64, u16) {
        (node.hash, node.at.empty)
    }
}

/// Mixes the bits of a number (`SplitMix64`).
const fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).expect("400 cells at most")
}
