//! Numbered tiles: frames with one empty cell and distinct tiles, each with its goal cell.
//!
//! The 15-puzzle has 10^13 states, too many to visit all. A heuristic guides the search.

mod additive;
mod cache;
mod large;
mod loops;
mod patterns;
mod pushes;
mod solver;
mod walking;

use std::{hash::Hash, ops::ControlFlow, sync::Arc};

use crate::{
    board::{Board, KindId, UnpackedState},
    control::StopReason,
    grid::{Cell, Direction},
    puzzle::{Puzzle, SolvedWhen},
    search::heuristic::{HeuristicSpace, StateIdentity},
};

use super::parity;
use loops::{LoopState, PruningAutomaton};

pub use cache::PatternDatabaseCache;
pub use large::LargeTiles;
pub use solver::TileSolver;
#[cfg(any(feature = "web", feature = "web-paths", test))]
pub use solver::walked;

/// The most cells that are not walls: each takes five bits.
const MAX_CELLS: usize = 25;

/// Tiles that each have a goal cell, in a frame in which every tile can reach every cell.
///
/// A cell is an index into the list of cells that are not walls.
#[derive(Clone, Debug)]
pub struct TilePuzzle {
    /// By cell: its row and column.
    cells: Vec<Cell>,
    /// Rows and columns of the frame.
    sides: [usize; 2],
    /// By cell and direction: its neighbour.
    neighbours: Vec<[Option<u8>; 4]>,
    /// By the goal cell of a tile: its kind on the board, and its start cell. The empty cell has a
    /// start and a goal as well.
    kinds: Vec<KindId>,
    starts: Vec<usize>,
    /// The goal cell of the empty cell.
    last: usize,
}

impl TilePuzzle {
    /// Returns the tiles of a puzzle; `None` if it is of another kind, or too large.
    pub fn of(puzzle: &Puzzle, board: &Board) -> Option<Self> {
        let grid = puzzle.grid();
        let is_plain = puzzle.finish() == SolvedWhen::Reach
            && puzzle.gate().cells.is_empty()
            && puzzle.doors().is_empty()
            && puzzle
                .pieces()
                .iter()
                .all(|piece| piece.shape.area() == 1 && piece.lock.is_none());
        let [goal] = puzzle.goals() else { return None };
        if !is_plain || puzzle.empty_cells() != 1 || goal.empties.len() > 1 {
            return None;
        }
        let cells: Vec<Cell> = grid.cells().filter(|&cell| !grid.is_wall(cell)).collect();
        let at = |cell: Cell| cells.binary_search(&cell).ok();
        let from_index = |index: &usize| at(grid.cell(*index));
        let placed: Vec<usize> = parity::starts(puzzle)
            .iter()
            .filter_map(from_index)
            .collect();
        let homes: Vec<usize> = parity::ends(puzzle, goal)?
            .iter()
            .filter_map(from_index)
            .collect();
        let mut tiles = TilePuzzle {
            sides: [usize::from(grid.rows()), usize::from(grid.columns())],
            neighbours: cells
                .iter()
                .map(|cell| {
                    Direction::ALL.map(|direction| u8::try_from(at(cell.step(direction)?)?).ok())
                })
                .collect(),
            kinds: vec![0; cells.len()],
            starts: vec![0; cells.len()],
            last: *homes.last()?,
            cells,
        };
        let count = tiles.cells.len();
        if count > MAX_CELLS || placed.len() != count || homes.len() != count {
            return None;
        }
        for (&start, &home) in placed.iter().zip(&homes) {
            tiles.starts[home] = start;
        }
        for (number, kind) in board.kinds().iter().enumerate() {
            // Interchangeable tiles have no goal cells of their own.
            let [piece] = kind.pieces[..] else {
                return None;
            };
            tiles.kinds[homes[piece]] = number;
        }
        tiles.mix().then_some(tiles)
    }

    /// Whether all placements of the right parity are reachable: no cell is a cut vertex, and the
    /// cells are no mere ring (Wilson, "Graph puzzles, homotopy, and the alternating group",
    /// *Journal of Combinatorial Theory* B 16, 1974; his one exception has a ring of five).
    fn mix(&self) -> bool {
        let next_to = self.next_to();
        let all = (1 << next_to.len()) - 1;
        next_to.len() > 4
            && (0..next_to.len()).all(|cell| {
                let others: u32 = all & !(1 << cell);
                let from = others & others.wrapping_neg();
                patterns::region(from, others, &next_to) == others
            })
            && next_to.iter().any(|next_to| next_to.count_ones() > 2)
    }

    /// Returns the set of neighbours of each cell.
    fn next_to(&self) -> Vec<u32> {
        self.neighbours
            .iter()
            .map(|next_to| {
                next_to
                    .iter()
                    .flatten()
                    .fold(0, |set, &cell| set | 1 << cell)
            })
            .collect()
    }

    /// Whether the frame has no walls.
    fn is_whole(&self) -> bool {
        self.cells.len() == self.sides[0] * self.sides[1]
    }

    /// Whether there are more tiles than in the 15-puzzle, so that a search takes long anyway.
    pub fn are_many(&self) -> bool {
        self.cells.len() > 16
    }

    /// Returns the automaton that prunes duplicate move sequences.
    fn loops(&self) -> Result<PruningAutomaton, StopReason> {
        if self.is_whole() {
            PruningAutomaton::new(self.sides)
        } else {
            PruningAutomaton::back()
        }
    }

    /// Iterates over the goal cells of the tiles.
    fn homes(&self) -> impl Iterator<Item = usize> {
        (0..self.cells.len()).filter(|&home| home != self.last)
    }

    /// Returns a placement as a state of the board.
    pub fn unpack<H: PackedTiles>(&self, (homes, empty): (H, u8)) -> UnpackedState {
        let tiles = (0..self.cells.len()).filter(|&cell| cell != usize::from(empty));
        let index = |cell: Cell| usize::from(cell.row) * self.sides[1] + usize::from(cell.column);
        UnpackedState::new(
            self.sides[0] * self.sides[1],
            tiles.map(|cell| (index(self.cells[cell]), self.kinds[homes.of_tile(cell)])),
        )
    }
}

/// The goal cell of the tile in each cell, packed; 0 for the empty cell.
pub trait PackedTiles: Copy + Eq + Hash + Send + Sync {
    /// No tiles.
    const NONE: Self;

    /// Returns the goal cell of the tile in a cell.
    fn of_tile(self, cell: usize) -> usize;

    /// Puts a tile with this goal cell into an empty cell, or removes it.
    #[must_use]
    fn toggle(self, cell: usize, home: usize) -> Self;
}

/// Up to 16 cells.
impl PackedTiles for u64 {
    const NONE: Self = 0;

    #[inline(always)]
    fn of_tile(self, cell: usize) -> usize {
        (self >> (4 * cell) & 0xF) as usize
    }

    #[inline(always)]
    fn toggle(self, cell: usize, home: usize) -> Self {
        self ^ (home as u64) << (4 * cell)
    }
}

/// Up to 25.
impl PackedTiles for u128 {
    const NONE: Self = 0;

    #[inline(always)]
    fn of_tile(self, cell: usize) -> usize {
        (self >> (5 * cell) & 0x1F) as usize
    }

    #[inline(always)]
    fn toggle(self, cell: usize, home: usize) -> Self {
        self ^ (home as u128) << (5 * cell)
    }
}

/// A step: the empty cell moves in a direction, and a tile moves the other way.
#[derive(Clone, Copy, Debug)]
pub struct TileStep {
    direction: Direction,
    from: usize,
    to: usize,
    /// The goal cell of the tile.
    home: usize,
}

/// An admissible heuristic that is updated step by step.
pub trait IncrementalHeuristic: Sync {
    /// How tiles are packed.
    type PackedTiles: PackedTiles;

    /// The value of a placement.
    type Value: Copy + PartialEq + Send + Sync;

    /// Returns the value of the start.
    fn start(&self) -> Self::Value;

    /// Returns a lower bound on the distance to the goal, which is 0 only at the goal.
    fn distance(at: &Self::Value) -> u32;

    /// Returns the value after a step, which changes the bound by at most one; `None` if the bound
    /// is then more than `most`.
    fn after(&self, at: &Self::Value, step: TileStep, most: u32) -> Option<Self::Value>;

    /// Returns the bytes of its tables.
    fn bytes(&self) -> usize;

    /// Returns its name: `walking distance`.
    fn name(&self) -> String;
}

/// Tiles as a space with a heuristic.
pub struct TileSpace<'a, E> {
    tiles: &'a TilePuzzle,
    estimate: &'a E,
    loops: Arc<PruningAutomaton>,
}

/// A placement of all tiles.
pub struct TileNode<E: IncrementalHeuristic> {
    homes: E::PackedTiles,
    empty: u8,
    /// The state of the automaton that prunes duplicate move sequences.
    loop_state: LoopState,
    at: E::Value,
}

impl<E: IncrementalHeuristic> Copy for TileNode<E> {}

impl<E: IncrementalHeuristic> Clone for TileNode<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: IncrementalHeuristic> TileSpace<'_, E> {
    /// Returns the start.
    pub fn start(&self) -> TileNode<E> {
        let TilePuzzle { starts, last, .. } = self.tiles;
        TileNode {
            homes: self
                .tiles
                .homes()
                .fold(E::PackedTiles::NONE, |homes, home| {
                    homes.toggle(starts[home], home)
                }),
            empty: u8::try_from(starts[*last]).expect("25 cells at most"),
            loop_state: PruningAutomaton::START,
            at: self.estimate.start(),
        }
    }

    /// Returns the placement after a step of the empty cell; `None` if the step is impossible or
    /// pruned, or the estimate is then more than `most`.
    #[inline(always)]
    fn after(
        &self,
        placement: &TileNode<E>,
        direction: Direction,
        most: u32,
    ) -> Option<TileNode<E>> {
        let TileNode {
            homes,
            empty,
            loop_state,
            ref at,
        } = *placement;
        let to = self.tiles.neighbours[usize::from(empty)][direction as usize]?;
        let loop_state = self.loops.step(loop_state, direction)?;
        let home = homes.of_tile(usize::from(to));
        let step = TileStep {
            direction,
            from: usize::from(empty),
            to: usize::from(to),
            home,
        };
        // The heuristic prunes before the tile moves.
        let at = self.estimate.after(at, step, most)?;
        Some(TileNode {
            homes: homes.toggle(step.to, home).toggle(step.from, home),
            empty: to,
            loop_state,
            at,
        })
    }
}

impl<E: IncrementalHeuristic> HeuristicSpace for TileSpace<'_, E> {
    type Node = TileNode<E>;

    #[inline(always)]
    fn estimate(&self, placement: &TileNode<E>) -> u32 {
        E::distance(&placement.at)
    }

    #[inline(always)]
    fn visit_successors<B>(
        &self,
        placement: &TileNode<E>,
        most: u32,
        mut visit: impl FnMut(&TileNode<E>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // No loop: the compiler specializes each call for its direction.
        let after = |direction| self.after(placement, direction, most);
        if let Some(next) = after(Direction::Up) {
            visit(&next)?;
        }
        if let Some(next) = after(Direction::Left) {
            visit(&next)?;
        }
        if let Some(next) = after(Direction::Right) {
            visit(&next)?;
        }
        if let Some(next) = after(Direction::Down) {
            visit(&next)?;
        }
        ControlFlow::Continue(())
    }

    /// Each step moves the empty cell to a cell of the other colour.
    fn stride(&self) -> u32 {
        2
    }

    fn bytes(&self) -> usize {
        self.estimate.bytes() + self.loops.bytes()
    }
}

impl<E: IncrementalHeuristic> StateIdentity for TileSpace<'_, E> {
    type Name = (E::PackedTiles, u8);

    fn name(&self, placement: &TileNode<E>) -> (E::PackedTiles, u8) {
        (placement.homes, placement.empty)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeSet, HashMap},
        num::NonZero,
        ops::ControlFlow::Continue,
    };

    use super::{
        additive::{Additive, TilePartition},
        walking::{Manhattan, WalkingDistance},
        *,
    };
    use crate::{
        cases::stride,
        control::{Limits, Monitor},
        search::{
            Statistics,
            heuristic::{InitialBounds, shortest},
        },
        sliding::{Algorithm, HeuristicChoice, Options, solve},
    };

    /// A puzzle of tiles with letters that go into a frame in their order.
    fn puzzle(start: &str, goal: &str) -> Puzzle {
        let letters = start.chars().filter(char::is_ascii_alphabetic);
        let letters: BTreeSet<String> = letters.map(String::from).collect();
        let letters: Vec<String> = letters.into_iter().collect();
        let rows = |text: &str| text.replace(' ', "\n");
        let text = format!(
            "distinct: {}\n\n{}\n\ngoal:\n{}\n",
            letters.join(" "),
            rows(start),
            rows(goal)
        );
        text.parse().expect("a puzzle")
    }

    fn tiles(start: &str, goal: &str) -> TilePuzzle {
        let puzzle = puzzle(start, goal);
        TilePuzzle::of(&puzzle, &Board::new(&puzzle).expect("it fits")).expect("these are tiles")
    }

    /// A placement without what is known of it.
    type Seen = (u128, u8);

    fn seen<E: IncrementalHeuristic>(at: &TileNode<E>, cells: usize) -> Seen {
        let home = |cell: usize| (at.homes.of_tile(cell) as u128) << (5 * cell);
        ((0..cells).map(home).sum(), at.empty)
    }

    /// Returns all neighbours of a state, including those that the path to it would prune.
    fn neighbours<E: IncrementalHeuristic>(
        space: &TileSpace<'_, E>,
        at: &TileNode<E>,
    ) -> Vec<TileNode<E>> {
        let at = TileNode {
            loop_state: PruningAutomaton::START,
            ..*at
        };
        let after = |direction| space.after(&at, direction, u32::MAX);
        Direction::ALL.into_iter().filter_map(after).collect()
    }

    /// A frame after so many steps to and fro.
    fn stirred(goal: &str, steps: usize) -> String {
        let tiles = tiles(goal, goal);
        let manhattan = Manhattan::new(&tiles);
        let loops = PruningAutomaton::back().expect("it is small");
        let space = TileSpace {
            tiles: &tiles,
            estimate: &manhattan,
            loops: loops.into(),
        };
        let mut at = space.start();
        for step in 0..steps {
            let ways = neighbours(&space, &at);
            at = ways[(step * step + step / 3) % ways.len()];
        }
        let letters: Vec<char> = goal.chars().filter(|&it| it != ' ' && it != '#').collect();
        let mut cells = (0..letters.len()).map(|cell| {
            if cell == usize::from(at.empty) {
                '.'
            } else {
                letters[at.homes.of_tile(cell)]
            }
        });
        let stays = |letter: &char| *letter == ' ' || *letter == '#';
        goal.chars()
            .map(|it| {
                if stays(&it) {
                    it
                } else {
                    cells.next().expect("a cell")
                }
            })
            .collect()
    }

    /// How far every placement is from the goal, which is where the tiles of this frame stand.
    fn distances<E: IncrementalHeuristic>(
        space: &TileSpace<'_, E>,
    ) -> HashMap<Seen, (TileNode<E>, u32)> {
        let goal = space.start();
        let cells = space.tiles.cells.len();
        let mut all = HashMap::from([(seen(&goal, cells), (goal, 0))]);
        let mut queue = vec![goal];
        let mut next = 0;
        while let Some(at) = queue.get(next).copied() {
            next += 1;
            let distance = all[&seen(&at, cells)].1;
            for to in neighbours(space, &at) {
                all.entry(seen(&to, cells)).or_insert_with(|| {
                    queue.push(to);
                    (to, distance + 1)
                });
            }
        }
        all
    }

    /// What is asked of every estimate.
    fn hold<E: IncrementalHeuristic>(tiles: &TilePuzzle, estimate: &E, placements: usize) {
        let loops = tiles.loops().expect("it is small");
        let space = TileSpace {
            tiles,
            estimate,
            loops: loops.into(),
        };
        let all = distances(&space);
        assert_eq!(all.len(), placements);
        for (at, distance) in all.values() {
            let seen = seen(at, tiles.cells.len());
            let estimate = space.estimate(at);
            assert!(
                estimate <= *distance && (estimate == 0) == (*distance == 0),
                "{seen:?}"
            );
            assert_eq!(estimate % 2, distance % 2, "{seen:?}");
            for next in neighbours(&space, at) {
                assert!(space.estimate(&next).abs_diff(estimate) <= 1, "{seen:?}");
            }
        }
    }

    fn with_patterns<T>(tiles: &TilePuzzle, then: impl FnOnce(&Additive<'_>) -> T) -> T {
        let plan = TilePartition::small(tiles);
        let patterns = PatternDatabaseCache::default().patterns(&plan, 2, &mut |_, _| Ok(()));
        let patterns = patterns.expect("there is no limit");
        then(&Additive::new(tiles, &plan, &patterns).expect("the tables are right"))
    }

    #[test]
    fn heuristics_are_admissible_and_change_by_at_most_one() {
        for (goal, placements) in [
            (".ABC DEFG", 20_160),
            ("AB CD EF G.", 20_160),
            ("AB# C.D EFG", 20_160),
        ] {
            let tiles = tiles(goal, goal);
            hold(&tiles, &Manhattan::new(&tiles), placements);
            with_patterns(&tiles, |additive| hold(&tiles, additive, placements));
            let walking = WalkingDistance::new(&tiles).expect("it is small");
            assert_eq!(walking.is_none(), goal.contains('#'));
            walking.inspect(|walking| hold(&tiles, walking, placements));
        }
    }

    /// Solves every twelfth placement, or all if `HUARONG_CASES` is 12 or more.
    fn solve_all<E: IncrementalHeuristic>(tiles: &TilePuzzle, estimate: &E, farthest: u32) {
        let loops = tiles.loops().expect("it is small");
        let space = TileSpace {
            tiles,
            estimate,
            loops: loops.into(),
        };
        let mut observer = |_: &_| Continue(());
        let all = distances(&space);
        assert_eq!(
            all.values().map(|&(_, distance)| distance).max(),
            Some(farthest)
        );
        let gap = stride(12);
        let mut boards: Vec<_> = all.iter().collect();
        boards.sort_unstable_by_key(|(seen, _)| **seen);
        for (_, (start, distance)) in boards.into_iter().step_by(gap) {
            let mut monitor = Monitor::new(Limits::default(), &mut observer);
            let mut statistics = Statistics::default();
            let start = TileNode {
                loop_state: PruningAutomaton::START,
                ..*start
            };
            let beforehand = InitialBounds::default();
            let way = shortest(&space, start, beforehand, 1, &mut monitor, &mut statistics);
            let way = way.expect("there is no limit");
            assert_eq!(
                way.len(),
                *distance as usize + 1,
                "{:?}",
                seen(&start, tiles.cells.len())
            );
        }
    }

    #[test]
    fn boards_of_seven_and_eight_tiles_are_solved_in_the_fewest_steps() {
        let goals = [("ABCD EFG.", 36), ("ABC DEF GH.", 31)];
        for (goal, farthest) in goals.into_iter().step_by(stride(2)) {
            let tiles = tiles(goal, goal);
            let walking = WalkingDistance::new(&tiles).expect("it is small");
            solve_all(&tiles, &walking.expect("a whole frame"), farthest);
            with_patterns(&tiles, |additive| solve_all(&tiles, additive, farthest));
        }
    }

    #[test]
    fn a_solution_is_replayed_and_as_long_as_that_of_breadth_first_search() {
        for goal in [
            "ABCDE FGHI.",
            "ABC DEF GHI JK.",
            "ABC D#E FGH IJ.",
            ".ABC DEFG HIJK",
        ]
        .into_iter()
        .step_by(stride(4))
        {
            let puzzle = puzzle(&stirred(goal, 18), goal);
            let report = |options: Options| {
                let report = solve(&puzzle, &options).expect("it fits");
                let found = report.outcome.found().unwrap_or_else(|| panic!("{goal}"));
                assert!(report.optimal);
                (found.len(), report.algorithm)
            };
            let algorithm = Algorithm::BreadthFirst;
            let (length, _) = report(Options::default().with_algorithm(algorithm));
            let each = HeuristicChoice::ALL.map(|heuristic| (Some(heuristic), 1));
            for (heuristic, threads) in each.into_iter().chain([(None, 2)]) {
                let found = report(
                    Options::default()
                        .with_heuristic(heuristic)
                        .with_threads(NonZero::new(threads)),
                );
                assert_eq!(found, (length, Algorithm::InformedDeepening), "{goal}");
            }
        }
    }

    #[test]
    fn other_puzzles_are_not_recognized_as_tile_puzzles() {
        for (start, goal) in [
            ("AB. CDE", "A.. ..."),
            ("AB. CD.", "DC. BA."),
            // A cell that is the only link between others.
            ("AB#. CDEF", "FE#D CBA."),
            ("AAB CDE FG.", "AAB CDE GF."),
            ("AB C.", "CB A."),
            // Nothing can move here: a search sees that at once, and an estimate never.
            ("ABCDE FGHI#", "BACDE FGHI#"),
        ] {
            let puzzle = puzzle(start, goal);
            let board = Board::new(&puzzle).expect("it fits");
            assert!(TilePuzzle::of(&puzzle, &board).is_none(), "{start}");
        }
    }

    #[test]
    fn anytime_search_knows_a_path_before_large_tables_are_built() {
        let puzzle = puzzle(
            "XWVUT SRQPO NMLKJ IHGFE DCBA.",
            "ABCDE FGHIJ KLMNO PQRST UVWX.",
        );
        let options = Options::default().with_algorithm(Algorithm::Anytime);
        let mut solver = crate::sliding::Solver::new(&puzzle, &options).expect("it fits");
        // Only while tables are built is it known how much is to come.
        let stop_at_tables = &mut |progress: &crate::control::Progress| match progress.expected {
            Some(_) => std::ops::ControlFlow::Break(()),
            None => Continue(()),
        };
        let report = solver
            .solve_with_observer(stop_at_tables)
            .expect("no file is read");
        assert_eq!(
            report.stopped,
            Some(crate::control::StopReason::Interrupted)
        );
        assert!(
            report
                .solution()
                .is_some_and(|solution| solution.len() > 100)
        );
        let limits = Limits::default().with_max_depth(Some(50));
        let options = options.with_limits(limits);
        let mut solver = crate::sliding::Solver::new(&puzzle, &options).expect("it fits");
        let report = solver
            .solve_with_observer(stop_at_tables)
            .expect("no file is read");
        assert_eq!(report.solution(), None, "none of more moves than allowed");
    }
}
