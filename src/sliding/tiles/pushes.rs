//! Numbered tiles in pushes: the empty cell goes any distance along its row or column.
//!
//! Two pushes in one line are one push or none. So pushes along rows and along columns alternate,
//! and a state is a placement with the axis of the next push.
//!
//! A push moves several tiles, so the distances of disjoint groups cannot be added: one push may
//! count in each. The heuristic is the largest distance of several groups. A table holds the
//! distance of every placement of a group and of the empty cell, for both axes of the next push,
//! if the other tiles may end anywhere (Culberson and Schaeffer, "Pattern databases",
//! *Computational Intelligence* 14, 1998). If the transposition of the frame preserves the goal
//! cell of the empty cell, each table is looked up for the transposed placement as well.

use std::ops::ControlFlow;

use crate::{
    control::StopReason,
    grid::Cell,
    memory,
    search::heuristic::{HeuristicSpace, StateIdentity},
};

use super::{MAX_CELLS, PackedTiles, TilePuzzle};

/// The most placements of a group and the empty cell in a first table, and in a large one.
pub const FEW: usize = if cfg!(test) { 1 << 14 } else { 1 << 20 };
pub const MANY: usize = if cfg!(test) { 1 << 16 } else { 1 << 23 };

/// The most tables: each is looked up for every node that the others do not prune.
const MAX_TABLES: usize = 3;

/// How much a push of the estimate weighs in a beam beside the distance of one tile by one cell.
const RANK_OF_A_PUSH: u32 = 2;

/// Marks a placement without a distance.
const UNKNOWN: u8 = u8::MAX;

/// The number of placements between two calls of the observer.
const SHARE: usize = 1 << 14;

/// A cell for each tile, or a tile for each cell.
type TilePlaces = [u8; MAX_CELLS];

/// The cells that the empty cell can reach by a push from each cell: in each direction of both
/// axes, the nearest first.
#[derive(Clone, Debug)]
struct PushTargets(Vec<[[Vec<u8>; 2]; 2]>);

impl PushTargets {
    fn new(tiles: &TilePuzzle) -> Self {
        let line = |from: usize, direction: usize| {
            let next = |at: &u8| tiles.neighbours[usize::from(*at)][direction];
            std::iter::successors(tiles.neighbours[from][direction], next).collect()
        };
        let cells = 0..tiles.cells.len();
        // Up and down, left and right, in the order of directions.
        PushTargets(
            cells
                .map(|cell| [[0, 3], [1, 2]].map(|axis| axis.map(|it| line(cell, it))))
                .collect(),
        )
    }
}

/// The distances of the placements of a group of tiles and the empty cell.
#[derive(Debug)]
pub struct PushTable {
    /// The goal cells of the tiles, and of the empty cell.
    homes: Vec<u8>,
    cells: usize,
    /// By number of the placement and axis of the next push.
    distances: Vec<u8>,
}

impl PushTable {
    /// Computes the table of a group, breadth-first from the goal. It calls `observer` some times a
    /// second with the number of known distances.
    ///
    /// # Errors
    /// If `observer` stops it, or memory is short.
    fn new(
        tiles: &TilePuzzle,
        group: &[u8],
        observer: &mut dyn FnMut(usize) -> Result<(), StopReason>,
    ) -> Result<Self, StopReason> {
        let homes: Vec<u8> = group.iter().copied().chain([narrow(tiles.last)]).collect();
        let cells = tiles.cells.len();
        let mut distances = Vec::new();
        let all = 2 * placements(cells, homes.len());
        memory::reserve(&mut distances, all, usize::MAX)?;
        distances.resize(all, UNKNOWN);
        let mut table = PushTable {
            homes,
            cells,
            distances,
        };
        let goal = 2 * table.number(|object| table.homes[object]);
        table.distances[goal..goal + 2].fill(0);
        let lines = PushTargets::new(tiles);
        let mut known = 2;
        for depth in 0.. {
            let before = known;
            for at in 0..all {
                if at.is_multiple_of(SHARE) {
                    observer(known)?;
                }
                if table.distances[at] == depth {
                    known += table.expand(at, depth + 1, &lines);
                }
            }
            if known == before {
                break;
            }
        }
        Ok(table)
    }

    /// Gives a distance to the predecessors of a placement; returns how many had none.
    fn expand(&mut self, at: usize, depth: u8, lines: &PushTargets) -> usize {
        let before = 1 - at % 2;
        let last = self.homes.len() - 1;
        let mut cells = [0; MAX_CELLS];
        self.place(at / 2, &mut cells);
        let mut new = 0;
        for line in &lines.0[usize::from(cells[last])][before] {
            let mut pushed = cells;
            for &cell in line {
                if let Some(tile) = cells[..last].iter().position(|&it| it == cell) {
                    pushed[tile] = pushed[last];
                }
                pushed[last] = cell;
                let at = 2 * self.number(|it| pushed[it]) + before;
                if self.distances[at] == UNKNOWN {
                    self.distances[at] = depth;
                    new += 1;
                }
            }
        }
        new
    }

    /// Returns the number of the placement with each object, a tile or the empty cell, in its cell.
    #[inline(always)]
    fn number(&self, cell_of: impl Fn(usize) -> u8) -> usize {
        let mut taken = 0_u32;
        let mut number = 0;
        for object in 0..self.homes.len() {
            let cell = cell_of(object);
            let before = (taken & ((1 << cell) - 1)).count_ones() as usize;
            number = number * (self.cells - object) + usize::from(cell) - before;
            taken |= 1 << cell;
        }
        number
    }

    /// Finds the cells of the placement with this number.
    fn place(&self, mut number: usize, cells: &mut TilePlaces) {
        let objects = self.homes.len();
        for object in (0..objects).rev() {
            cells[object] = narrow(number % (self.cells - object));
            number /= self.cells - object;
        }
        let mut free: u32 = (1 << self.cells) - 1;
        for cell in &mut cells[..objects] {
            let mut left = free;
            (0..*cell).for_each(|_| left &= left - 1);
            *cell = left.trailing_zeros().to_le_bytes()[0];
            free &= !(1 << *cell);
        }
    }
}

fn narrow(number: usize) -> u8 {
    u8::try_from(number).expect("25 cells at most")
}

/// Returns the number of placements of distinct objects, or the largest number if it is larger.
pub fn placements(cells: usize, objects: usize) -> usize {
    (0..objects)
        .map(|object| cells - object)
        .fold(1, usize::saturating_mul)
}

/// The tables of several groups of tiles in a frame.
#[derive(Debug)]
pub struct PushTables {
    key: PushKey,
    tables: Vec<PushTable>,
}

/// What determines tables: the cells of the frame, the goal of the empty cell, the most placements.
pub type PushKey = (Vec<Cell>, usize, usize);

impl PushTables {
    /// Returns the key of the tables with up to `most` placements of a group and the empty cell.
    pub fn key(tiles: &TilePuzzle, most: usize) -> PushKey {
        (tiles.cells.clone(), tiles.last, most)
    }

    /// Computes the tables.
    ///
    /// # Errors
    /// If `observer` stops it, or memory is short.
    pub fn new(
        tiles: &TilePuzzle,
        most: usize,
        observer: &mut dyn FnMut(usize) -> Result<(), StopReason>,
    ) -> Result<Self, StopReason> {
        let cells = tiles.cells.len();
        let size = (2..cells)
            .take_while(|&it| placements(cells, it + 1) <= most)
            .last();
        let homes: Vec<u8> = tiles.homes().map(narrow).collect();
        let groups = homes.chunks(size.unwrap_or(1)).take(MAX_TABLES);
        let tables = groups.map(|group| PushTable::new(tiles, group, observer));
        Ok(PushTables {
            tables: tables.collect::<Result<_, _>>()?,
            key: PushTables::key(tiles, most),
        })
    }

    /// Whether this is their key.
    pub fn has(&self, key: &PushKey) -> bool {
        self.key == *key
    }
}

/// Tiles in pushes, as a space with a heuristic.
pub struct PushSpace<'a> {
    tiles: &'a TilePuzzle,
    tables: &'a PushTables,
    lines: PushTargets,
    /// By cell: its place in the transposed frame, if this preserves the goal of the empty cell.
    transposed: Option<Vec<u8>>,
}

/// A placement of all tiles, and the axis of the next push.
#[derive(Clone, Copy)]
pub struct PushNode {
    /// By cell: the goal cell of the tile.
    homes: TilePlaces,
    /// By goal cell: the cell of the tile.
    cells: TilePlaces,
    empty: u8,
    axis: u8,
    estimate: u8,
}

impl<'a> PushSpace<'a> {
    pub fn new(tiles: &'a TilePuzzle, tables: &'a PushTables) -> Self {
        let index = |cell: usize| {
            let Cell { row, column } = tiles.cells[cell];
            let other = Cell::new(column, row);
            tiles.cells.binary_search(&other).ok().map(narrow)
        };
        let transposed = (0..tiles.cells.len())
            .map(index)
            .collect::<Option<Vec<u8>>>();
        let transposed = transposed.filter(|it| usize::from(it[tiles.last]) == tiles.last);
        PushSpace {
            tiles,
            tables,
            lines: PushTargets::new(tiles),
            transposed,
        }
    }

    /// Returns the start.
    pub fn start(&self) -> PushNode {
        let mut start = PushNode {
            homes: [0; MAX_CELLS],
            cells: [0; MAX_CELLS],
            empty: narrow(self.tiles.starts[self.tiles.last]),
            axis: 2,
            estimate: 0,
        };
        for home in self.tiles.homes() {
            let cell = self.tiles.starts[home];
            start.homes[cell] = narrow(home);
            start.cells[home] = narrow(cell);
        }
        let along = |axis| self.estimate_along(&start, axis, u8::MAX);
        start.estimate = (0..2).filter_map(along).min().unwrap_or(0);
        start
    }

    /// Returns the estimate for a next push along an axis; `None` if it is more than `most`.
    #[inline(always)]
    fn estimate_along(&self, node: &PushNode, axis: usize, most: u8) -> Option<u8> {
        let mut estimate = 0;
        for table in &self.tables.tables {
            let objects = table.homes.len();
            let cell_of = |object: usize, home: u8| {
                if object + 1 == objects {
                    node.empty
                } else {
                    node.cells[usize::from(home)]
                }
            };
            let number = table.number(|object| cell_of(object, table.homes[object]));
            estimate = table.distances[2 * number + axis].max(estimate);
            if estimate > most {
                return None;
            }
            let Some(transposed) = &self.transposed else {
                continue;
            };
            let other = |cell: u8| transposed[usize::from(cell)];
            let number = table.number(|object| other(cell_of(object, other(table.homes[object]))));
            estimate = table.distances[2 * number + 1 - axis].max(estimate);
            if estimate > most {
                return None;
            }
        }
        let is_solved = || {
            self.tiles
                .homes()
                .all(|home| usize::from(node.cells[home]) == home)
        };
        if estimate == 0 && !is_solved() {
            estimate = 1;
        }
        (estimate <= most).then_some(estimate)
    }
}

impl HeuristicSpace for PushSpace<'_> {
    type Node = PushNode;

    fn estimate(&self, node: &PushNode) -> u32 {
        node.estimate.into()
    }

    fn visit_successors<B>(
        &self,
        node: &PushNode,
        most: u32,
        mut visit: impl FnMut(&PushNode) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let most = u8::try_from(most).unwrap_or(u8::MAX);
        let axes = if node.axis == 2 {
            0..2
        } else {
            node.axis..node.axis + 1
        };
        for axis in axes {
            for line in &self.lines.0[usize::from(node.empty)][usize::from(axis)] {
                let mut next = PushNode {
                    axis: 1 - axis,
                    ..*node
                };
                for &cell in line {
                    let home = next.homes[usize::from(cell)];
                    next.homes[usize::from(next.empty)] = home;
                    next.homes[usize::from(cell)] = 0;
                    next.cells[usize::from(home)] = next.empty;
                    next.empty = cell;
                    let along = usize::from(next.axis);
                    if let Some(estimate) = self.estimate_along(&next, along, most) {
                        next.estimate = estimate;
                        visit(&next)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn bytes(&self) -> usize {
        self.tables
            .tables
            .iter()
            .map(|table| table.distances.len())
            .sum()
    }
}

impl StateIdentity for PushSpace<'_> {
    type Name = (TilePlaces, u8);

    fn name(&self, node: &PushNode) -> (TilePlaces, u8) {
        (node.homes, node.empty)
    }

    /// The distances of all tiles tell more than the largest distance of a few.
    fn rank(&self, node: &PushNode) -> u32 {
        let away = |home: usize| {
            let cell = self.tiles.cells[usize::from(node.cells[home])];
            let target = self.tiles.cells[home];
            cell.row.abs_diff(target.row) + cell.column.abs_diff(target.column)
        };
        let distance: u32 = self.tiles.homes().map(|home| u32::from(away(home))).sum();
        distance + RANK_OF_A_PUSH * u32::from(node.estimate)
    }
}

impl PackedTiles for TilePlaces {
    const NONE: Self = [0; MAX_CELLS];

    fn of_tile(self, cell: usize) -> usize {
        usize::from(self[cell])
    }

    fn toggle(mut self, cell: usize, home: usize) -> Self {
        self[cell] ^= narrow(home);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        puzzle::{Metric, Puzzle},
        search::{Statistics, heuristic::beam, testing::unlimited},
        sliding::{Algorithm, Options, solve},
        solution::Position,
    };

    /// A solved frame after these pushes.
    fn stirred(rows: &str, pushes: usize) -> Puzzle {
        let text = format!("goal: blank-last\n\n{}\n", rows.replace('/', "\n"));
        let puzzle: Puzzle = text.parse().expect("tiles");
        let mut position = Position::start(&puzzle);
        let mut rng = crate::rng::Rng::new(pushes as u64);
        for _ in 0..pushes {
            let units = position.legal_moves(Metric::Push);
            position
                .apply(&units[rng.below(units.len())])
                .expect("it is legal");
        }
        puzzle.with_start(position.anchors()).expect("tiles").puzzle
    }

    #[test]
    fn guided_searches_prove_the_same_lengths_as_breadth_first_search() {
        for (rows, pushes) in [
            ("1 2 3 4 5/6 7 8 9 .", 30),
            ("1 2 3 4/5 6 7 8/9 10 11 .", 12),
            ("1 2 3/4 5 6/7 8 9/10 11 .", 11),
            ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 .", 8),
        ] {
            let start = stirred(rows, pushes);
            let length = |algorithm| {
                let options = Options::default().with_algorithm(algorithm);
                let report = solve(&start, &options.with_metric(Metric::Push)).expect("it fits");
                assert!(report.optimal, "{rows}: {algorithm:?}");
                report.solution().expect("a solution").len()
            };
            let expected = length(Algorithm::BreadthFirst);
            assert!(expected > 3, "{rows}: {expected}");
            assert_eq!(length(Algorithm::Auto), expected, "{rows}");
            assert_eq!(length(Algorithm::Anytime), expected, "{rows}");
        }
    }

    #[test]
    fn a_narrow_beam_solves_the_24_puzzle() {
        let rows = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 .";
        let puzzle = stirred(rows, 200);
        let board = crate::board::Board::new(&puzzle).expect("it fits");
        let tiles = TilePuzzle::of(&puzzle, &board).expect("tiles");
        let tables = PushTables::new(&tiles, FEW, &mut |_| Ok(())).expect("memory");
        let space = PushSpace::new(&tiles, &tables);
        let found = unlimited(|monitor| {
            let mut statistics = Statistics::default();
            beam(
                &space,
                space.start(),
                (1 << 10, 150),
                monitor,
                &mut statistics,
            )
        });
        assert!(found.expect("no limit").is_some());
    }
}
