//! Numbered tiles in frames that are too large for tables.
//!
//! A first solution brings tiles to their places row by row and then column by column, until six
//! rows and columns are left. A beam search finds the steps for each tile, or for two where the
//! second closes a line, and then for all tiles of the square that is left. Then parts of the
//! solution are replaced by shorter ones, which a beam search finds between two of its positions.
//!
//! The Manhattan distance with linear conflicts is a lower bound (Hansson, Mayer and Yung,
//! "Criticizing solutions to relaxed models yields powerful admissible heuristics", *Information
//! Sciences* 63, 1992). A beam that keeps the states with the least bound brings most tiles home
//! and leaves few that are far away, which cost most at the end. So the squares of the distances
//! rank the states of a beam, with twice the weight of a tile in the way for each conflict.

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

/// Rows and columns of the square whose tiles are placed together.
const SQUARE: usize = 6;

/// Width of the first beam for all tiles of that square.
const SQUARE_WIDTH: usize = 1 << 10;

/// Number of nodes of the search that may prove a short solution.
const NODES_OF_PROOF: usize = 1 << 16;

/// Steps of a part of a solution that is replaced, at least; and how often they may double.
const PART: usize = 16;
const DOUBLINGS: usize = 10;

/// The cells of the empty cell on a path, the start first.
pub type EmptyPath = Vec<u16>;

/// Cells of frames whose positions are copied in a tenth of the time of the largest.
const FEW_CELLS: usize = 64;

/// How often the width doubles of the beams that shorten a path.
const MAX_DOUBLINGS: usize = 8;

/// Numbered tiles in a frame without walls, with room for the cells that it has.
pub enum LargeTiles {
    Few(Box<LargeFrame<FEW_CELLS>>),
    Many(Box<LargeFrame<MAX_CELLS>>),
}

/// The path of a search for large tiles, or the reason why there is none.
pub struct LargePath {
    pub path: Result<EmptyPath, StopReason>,
    /// The lower bound, in steps.
    pub bound: u32,
    /// The reason why the search stopped before its path was proven shortest.
    pub stopped: Option<StopReason>,
}

impl LargeTiles {
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        LargeFrame::of(puzzle)
            .map(|frame| LargeTiles::Few(Box::new(frame)))
            .or_else(|| Some(LargeTiles::Many(Box::new(LargeFrame::of(puzzle)?))))
    }

    /// Finds some path and shortens it; an endless search ends at a limit or with a proof.
    pub fn solve(
        &self,
        is_endless: bool,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> LargePath {
        match self {
            LargeTiles::Few(frame) => frame.solve(is_endless, monitor, statistics),
            LargeTiles::Many(frame) => frame.solve(is_endless, monitor, statistics),
        }
    }
}

/// Tiles in a frame without walls.
pub struct LargeFrame<const CELLS: usize> {
    rows: usize,
    columns: usize,
    start: TilePlacement<CELLS>,
    /// The goal cell of the empty cell.
    last: usize,
}

/// The goal cell of the tile in each cell, and the empty cell.
#[derive(Clone, Copy)]
struct TilePlacement<const CELLS: usize> {
    homes: [u16; CELLS],
    empty: u16,
}

impl<const CELLS: usize> TilePlacement<CELLS> {
    /// Moves the empty cell to a neighbour.
    fn step(&mut self, to: u16) {
        self.homes[usize::from(self.empty)] = self.homes[usize::from(to)];
        self.empty = to;
    }
}

impl<const CELLS: usize> LargeFrame<CELLS> {
    /// Returns the tiles of a puzzle; `None` if it is of another kind, or its frame has other than
    /// 26 to `CELLS` cells.
    fn of(puzzle: &Puzzle) -> Option<Self> {
        let grid = puzzle.grid();
        let [goal] = puzzle.goals() else { return None };
        let is_large = (super::MAX_CELLS + 1..=CELLS).contains(&grid.area());
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
        let mut homes = [0; CELLS];
        for (&start, &end) in starts.iter().zip(&ends) {
            homes[start] = narrow(end);
        }
        Some(LargeFrame {
            rows: grid.rows().into(),
            columns: grid.columns().into(),
            start: TilePlacement {
                homes,
                empty: narrow(*starts.last()?),
            },
            last: *ends.last()?,
        })
    }

    fn solve(
        &self,
        is_endless: bool,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> LargePath {
        let length = |path: &EmptyPath| u32::try_from(path.len() - 1).unwrap_or(u32::MAX);
        let mut path = self.prove(monitor, statistics);
        let bound = path.as_ref().map_or(statistics.depth + 1, length);
        if path == Err(StopReason::States) {
            path = self.first(monitor, statistics);
        }
        let mut stopped = path.as_ref().err().copied();
        if let Ok(path) = &mut path {
            let mut rng = Rng::new(0);
            let rounds = if is_endless { usize::MAX } else { path.len() };
            for round in 0..rounds {
                if length(path) <= bound || stopped.is_some() {
                    break;
                }
                let width = FIRST_WIDTH << (round / path.len()).min(MAX_DOUBLINGS);
                let shorter = self.shorten(path, width, &mut rng, monitor, statistics);
                stopped = shorter.err();
            }
        }
        LargePath {
            path,
            bound,
            stopped,
        }
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
        let below = self.rows.saturating_sub(SQUARE);
        let mut groups = Vec::new();
        for row in 0..below {
            groups.extend((0..self.columns - 2).map(|column| vec![cell(row, column)]));
            groups.push(vec![
                cell(row, self.columns - 2),
                cell(row, self.columns - 1),
            ]);
        }
        let columns = self.columns.saturating_sub(SQUARE);
        for column in 0..columns {
            groups.extend((below..self.rows - 2).map(|row| vec![cell(row, column)]));
            groups.push(vec![
                cell(self.rows - 2, column),
                cell(self.rows - 1, column),
            ]);
        }
        let square =
            (below..self.rows).flat_map(|row| (columns..self.columns).map(move |it| (row, it)));
        let square = square.map(|at| cell(at.0, at.1));
        groups.push(square.filter(|&cell| cell != self.last).collect());
        groups
    }

    /// Finds some path to the goal.
    ///
    /// # Errors
    /// If the monitor stops it.
    fn first(
        &self,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<EmptyPath, StopReason> {
        let goal: Vec<u16> = (0..self.cells()).map(narrow).collect();
        let mut counts = vec![false; self.cells()];
        let mut at = self.start;
        let mut path = vec![at.empty];
        let groups = self.groups();
        for (number, group) in groups.iter().enumerate() {
            for &home in group {
                counts[home] = true;
            }
            let focus = [group[0], group[group.len() - 1]].map(narrow);
            let is_last = number + 1 == groups.len();
            let focus = (!is_last).then_some(focus);
            let space = LargeSpace::new(self, &goal, &counts, focus);
            let most = 12 * narrow(self.rows + self.columns) + 600;
            let mut width = if is_last { SQUARE_WIDTH } else { FIRST_WIDTH };
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
    fn prove(
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
    fn shorten(
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
struct LargeSpace<'a, const CELLS: usize> {
    tiles: &'a LargeFrame<CELLS>,
    /// By goal cell: the cell where the tile has to come.
    targets: &'a [u16],
    /// By goal cell: whether the tile counts.
    counts: &'a [bool],
    /// The tiles that the empty cell should approach, if the estimate need not be a lower bound.
    focus: Option<[u16; 2]>,
}

/// A placement on a path.
#[derive(Clone, Copy)]
struct LargeNode<const CELLS: usize> {
    at: TilePlacement<CELLS>,
    before: u16,
    /// The cells of the tiles in focus.
    focus: [u16; 2],
    /// The Manhattan distance of the tiles that count.
    distance: u32,
    /// The sum of its squares.
    squares: u32,
    /// The steps that linear conflicts add to it, if no tiles are in focus.
    conflicts: u32,
    /// A hash of their cells.
    hash: u64,
}

impl<'a, const CELLS: usize> LargeSpace<'a, CELLS> {
    fn new(
        tiles: &'a LargeFrame<CELLS>,
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

    fn node(&self, at: &TilePlacement<CELLS>) -> LargeNode<CELLS> {
        let mut node = LargeNode {
            at: *at,
            before: u16::MAX,
            focus: [at.empty; 2],
            distance: 0,
            squares: 0,
            conflicts: 0,
            hash: 0,
        };
        for cell in (0..narrow(self.tiles.cells())).filter(|&cell| cell != at.empty) {
            self.put(&mut node, at.homes[usize::from(cell)], cell);
        }
        if self.focus.is_none() {
            let rows = 0..narrow(self.tiles.rows);
            let columns = 0..narrow(self.tiles.columns);
            node.conflicts = rows.map(|row| self.conflicts(at, row, true)).sum::<u32>()
                + columns
                    .map(|column| self.conflicts(at, column, false))
                    .sum::<u32>();
        }
        node
    }

    /// Returns the steps that tiles take to leave a line and to return, so that the others of the
    /// line can come to their targets in it: all but a longest rising sequence of targets leave.
    fn conflicts(&self, at: &TilePlacement<CELLS>, line: u16, is_row: bool) -> u32 {
        let columns = narrow(self.tiles.columns);
        let [first, stride, length] = if is_row {
            [line * columns, 1, columns]
        } else {
            [line, columns, narrow(self.tiles.rows)]
        };
        // By length, the least last target of a rising sequence.
        let mut lasts = [0; MAX_CELLS / 2];
        let mut longest = 0;
        let mut tiles = 0;
        for cell in (0..length).map(|place| first + stride * place) {
            let tile = usize::from(at.homes[usize::from(cell)]);
            let target = self.targets[tile];
            let crossing = if is_row {
                target / columns
            } else {
                target % columns
            };
            if crossing == line && cell != at.empty && self.counts[tile] {
                let rank = lasts[..longest].partition_point(|&last| last < target);
                lasts[rank] = target;
                longest = longest.max(rank + 1);
                tiles += 1;
            }
        }
        2 * u32::from(tiles - narrow(longest))
    }

    /// Adds a tile in a cell to the distance and to the hash.
    fn put(&self, node: &mut LargeNode<CELLS>, home: u16, cell: u16) {
        let tile = usize::from(home);
        if self.counts[tile] && tile != self.tiles.last {
            let away = self.away(cell, self.targets[tile]);
            node.distance += away;
            node.squares += away * away;
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

impl<const CELLS: usize> HeuristicSpace for LargeSpace<'_, CELLS> {
    type Node = LargeNode<CELLS>;

    fn estimate(&self, node: &LargeNode<CELLS>) -> u32 {
        let Some(focus) = self.focus.filter(|_| node.distance > 0) else {
            return node.distance + node.conflicts;
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
        node: &LargeNode<CELLS>,
        most: u32,
        mut visit: impl FnMut(&LargeNode<CELLS>) -> ControlFlow<B>,
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
                let away = self.away(to, self.targets[tile]);
                next.distance -= away;
                next.squares -= away * away;
                let key = mixed(u64::from(home) << 16 | u64::from(to));
                next.hash = next.hash.wrapping_sub(key);
            }
            self.put(&mut next, home, empty);
            next.at.step(to);
            next.before = empty;
            if self.focus.is_none() {
                let is_row = to / columns != empty / columns;
                let crossing = |cell: u16| {
                    if is_row {
                        cell / columns
                    } else {
                        cell % columns
                    }
                };
                let line = crossing(self.targets[tile]);
                if line == crossing(to) || line == crossing(empty) {
                    next.conflicts -= self.conflicts(&node.at, line, is_row);
                    next.conflicts += self.conflicts(&next.at, line, is_row);
                }
            }
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

impl<const CELLS: usize> StateIdentity for LargeSpace<'_, CELLS> {
    type Name = (u64, u16);

    fn name(&self, node: &LargeNode<CELLS>) -> (u64, u16) {
        (node.hash, node.at.empty)
    }

    fn rank(&self, node: &LargeNode<CELLS>) -> u32 {
        match self.focus {
            Some(_) => self.estimate(node),
            None => node.squares + 4 * node.conflicts,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;

    /// Tiles of a square frame, mixed by a random walk.
    fn mixed_tiles(side: usize, steps: usize) -> LargeFrame<64> {
        let cells = side * side;
        let mut homes = [0; 64];
        for (cell, home) in homes.iter_mut().enumerate().take(cells) {
            *home = narrow(cell);
        }
        let mut tiles = LargeFrame {
            rows: side,
            columns: side,
            start: TilePlacement {
                homes,
                empty: narrow(cells - 1),
            },
            last: cells - 1,
        };
        let goal: Vec<u16> = (0..cells).map(narrow).collect();
        let mut rng = Rng::new(7);
        for _ in 0..steps {
            let space = LargeSpace::new(&tiles, &goal, &[true; MAX_CELLS], None);
            let mut around = Vec::new();
            let node = space.node(&tiles.start);
            let _ = space.visit_successors(&node, u32::MAX, |next| {
                around.push(next.at);
                ControlFlow::<()>::Continue(())
            });
            tiles.start = around[rng.below(around.len())];
        }
        tiles
    }

    #[test]
    fn a_step_updates_distances_and_conflicts_as_a_fresh_count_finds_them() {
        let tiles = mixed_tiles(6, 300);
        let goal: Vec<u16> = (0..36).map(narrow).collect();
        let space = LargeSpace::new(&tiles, &goal, &[true; MAX_CELLS], None);
        let mut node = space.node(&tiles.start);
        let mut rng = Rng::new(8);
        let mut with_conflicts = 0;
        for _ in 0..500 {
            let mut around = Vec::new();
            let _ = space.visit_successors(&node, u32::MAX, |next| {
                around.push(*next);
                ControlFlow::<()>::Continue(())
            });
            for next in &around {
                let fresh = space.node(&next.at);
                let parts = |it: &LargeNode<64>| (it.distance, it.squares, it.conflicts, it.hash);
                assert_eq!(parts(next), parts(&fresh));
                assert!(
                    space.estimate(&node) <= space.estimate(next) + 1,
                    "consistent"
                );
                with_conflicts += usize::from(next.conflicts > 0);
            }
            node = around[rng.below(around.len())];
        }
        assert!(with_conflicts > 100, "{with_conflicts}");
    }

    #[test]
    fn the_first_solution_of_six_by_six_is_within_nine_fifths_of_the_bound() {
        let tiles = mixed_tiles(6, 3000);
        let monitor = &mut Monitor::unobserved(Limits::default());
        let path = tiles
            .first(monitor, &mut Statistics::default())
            .expect("no limit");
        let mut at = tiles.start;
        path[1..].iter().for_each(|&cell| at.step(cell));
        let home = |cell: usize| cell == tiles.last || at.homes[cell] == narrow(cell);
        assert!((0..36).all(home), "the tiles are in order");
        let goal: Vec<u16> = (0..36).map(narrow).collect();
        let space = LargeSpace::new(&tiles, &goal, &[true; MAX_CELLS], None);
        let bound = space.estimate(&space.node(&tiles.start)) as usize;
        let steps = path.len() - 1;
        assert!(steps * 5 <= bound * 9, "{steps} steps, bound {bound}");
    }
}
