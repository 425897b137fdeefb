//! Numbered tiles: frames with one empty cell and tiles that are all told apart, each with its place.
//!
//! The 15-puzzle has 10^13 states, so that nothing goes through them all; the walking distance leads
//! the search to the goal.

mod loops;
mod walking;

use std::ops::ControlFlow;

use crate::board::{Arrangement, Board, KindId};
use crate::grid::{Cell, Direction};
use crate::puzzle::{Finish, Piece, Puzzle};
use crate::search::informed::Informed;

use super::parity;
use loops::{LoopState, Loops};
use walking::{Lines, Walk, Walking, distance};

/// What tells how far it is to the goal.
pub(super) const HEURISTIC: &str = "walking distance";

/// The most cells: four bits for each.
const MOST_CELLS: usize = 16;

/// A whole rectangle of tiles, each with a place of its own.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    /// By cell and direction: the cell next to it.
    neighbours: Vec<[Option<u8>; 4]>,
    /// By the cell where a tile belongs: its row and its column.
    lines: [[u8; 2]; MOST_CELLS],
    /// The walking distances of the rows and of the columns.
    walks: [Walking; 2],
    loops: Loops,
    /// By the cell where a tile belongs: its kind on the board.
    kinds: [KindId; MOST_CELLS],
    start: Placement,
}

/// A placement of all tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    /// By cell, four bits: the cell where the tile there belongs, 0 for the empty one.
    homes: u64,
    empty: u8,
    rows: Walk,
    columns: Walk,
    /// What of the way there matters.
    loop_state: LoopState,
}

impl Tiles {
    /// The tiles of a puzzle; none if it is another one, or too large.
    pub(super) fn of(puzzle: &Puzzle, board: &Board) -> Option<Self> {
        let grid = puzzle.grid();
        let (rows, columns) = (usize::from(grid.rows()), usize::from(grid.columns()));
        let cells = grid.area();
        // In two by two cells all goes round in one circle, and searches go through it at once.
        let is_frame = rows.min(columns) > 1 && (6..=MOST_CELLS).contains(&cells);
        let is_free = |piece: &Piece| piece.shape.area() == 1 && piece.lock.is_none();
        let is_plain = puzzle.finish() == Finish::Reach
            && puzzle.gate().cells.is_empty()
            && puzzle.pieces().iter().all(is_free);
        let [goal] = puzzle.goals() else { return None };
        let is_full = puzzle.empties() == 1 && puzzle.pieces().len() == cells - 1;
        if !is_frame || !is_plain || !is_full || goal.empties.len() > 1 {
            return None;
        }
        let (starts, homes) = (parity::starts(puzzle), parity::ends(puzzle, goal)?);
        let (&empty, &last) = (starts.last()?, homes.last()?);
        let mut kinds = [0; MOST_CELLS];
        for (number, kind) in board.kinds().iter().enumerate() {
            // Those that are alike have no home of their own.
            let [piece] = kind.pieces[..] else { return None };
            kinds[homes[piece]] = number;
        }
        let mut lines = [[0; 2]; MOST_CELLS];
        for cell in grid.cells() {
            lines[grid.index(cell)] = [cell.row, cell.column];
        }
        let line = |cell: usize, axis: usize| usize::from(lines[cell][axis]);
        let placed = || starts.iter().zip(&homes).take(cells - 1);
        let walking = |axis: usize, (lines, across): (usize, usize)| {
            let mut start = Lines::new(line(empty, axis));
            placed().for_each(|(&cell, &home)| start.add(line(cell, axis), line(home, axis)));
            Walking::new(lines, across, line(last, axis), &start)
        };
        let (by_rows, rows_walk) = walking(0, (rows, columns))?;
        let (by_columns, columns_walk) = walking(1, (columns, rows))?;
        let next_to = |cell: Cell| {
            let next = |direction| cell.step(direction).filter(|&next| grid.contains(next));
            Direction::ALL.map(|direction| u8::try_from(grid.index(next(direction)?)).ok())
        };
        Some(Tiles {
            neighbours: grid.cells().map(next_to).collect(),
            lines,
            walks: [by_rows, by_columns],
            loops: Loops::new([rows, columns]),
            kinds,
            start: Placement {
                homes: placed().fold(0, |all, (cell, &home)| all | (home as u64) << (4 * cell)),
                empty: u8::try_from(empty).ok()?,
                rows: rows_walk,
                columns: columns_walk,
                loop_state: Loops::START,
            },
        })
    }

    /// Where the tiles stand at the start.
    pub(super) const fn start(&self) -> Placement {
        self.start
    }

    /// A placement as the board knows it.
    pub(super) fn arrangement(&self, placement: &Placement) -> Arrangement {
        let cells = self.neighbours.len();
        let tiles = (0..cells).filter(|&cell| cell != usize::from(placement.empty));
        let kind = |cell: usize| self.kinds[(placement.homes >> (4 * cell) & 0xF) as usize];
        Arrangement::new(cells, tiles.map(|cell| (cell, kind(cell))))
    }

    /// The placement after the empty cell has gone in a direction, if it can and need be, and the
    /// estimate is no more than `most` then.
    #[inline(always)]
    fn after(&self, placement: &Placement, direction: Direction, most: u32) -> Option<Placement> {
        let Placement { homes, empty, mut rows, mut columns, loop_state } = *placement;
        let to = self.neighbours[usize::from(empty)][direction as usize]?;
        let loop_state = self.loops.step(loop_state, direction)?;
        let tile = homes >> (4 * to) & 0xF;
        let [row, column] = self.lines[tile as usize].map(usize::from);
        match direction {
            Direction::Up => rows = self.walks[0].step(rows, 0, row),
            Direction::Down => rows = self.walks[0].step(rows, 1, row),
            Direction::Left => columns = self.walks[1].step(columns, 0, column),
            Direction::Right => columns = self.walks[1].step(columns, 1, column),
        }
        // What is too far is told before the tile is moved.
        (distance(rows) + distance(columns) <= most).then(|| {
            let homes = homes ^ tile << (4 * to) ^ tile << (4 * empty);
            Placement { homes, empty: to, rows, columns, loop_state }
        })
    }
}

impl Informed for Tiles {
    type Node = Placement;

    #[inline(always)]
    fn estimate(&self, placement: &Placement) -> u32 {
        distance(placement.rows) + distance(placement.columns)
    }

    #[inline(always)]
    fn visit_successors<B>(
        &self,
        placement: &Placement,
        most: u32,
        mut visit: impl FnMut(&Placement) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // One after the other, and no loop: each is compiled for its direction.
        if let Some(next) = self.after(placement, Direction::Up, most) {
            visit(&next)?;
        }
        if let Some(next) = self.after(placement, Direction::Left, most) {
            visit(&next)?;
        }
        if let Some(next) = self.after(placement, Direction::Right, most) {
            visit(&next)?;
        }
        if let Some(next) = self.after(placement, Direction::Down, most) {
            visit(&next)?;
        }
        ControlFlow::Continue(())
    }

    /// Each step takes the empty cell to a cell of the other colour.
    fn stride(&self) -> u32 {
        2
    }

    fn bytes(&self) -> usize {
        self.walks.iter().map(Walking::bytes).sum::<usize>() + self.loops.bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};
    use std::num::NonZero;
    use std::ops::ControlFlow::Continue;

    use super::*;
    use crate::control::{Limits, Outcome, Watch};
    use crate::search::Statistics;
    use crate::search::informed::shortest;
    use crate::sliding::{Algorithm, Options, solve};

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

    fn tiles(start: &str, goal: &str) -> Tiles {
        let puzzle = puzzle(start, goal);
        Tiles::of(&puzzle, &Board::new(&puzzle).expect("it fits")).expect("these are tiles")
    }

    /// Whatever the way there, everything that is one step away.
    fn neighbours(tiles: &Tiles, at: &Placement) -> Vec<Placement> {
        let at = Placement { loop_state: Loops::START, ..*at };
        let after = |direction| tiles.after(&at, direction, u32::MAX);
        Direction::ALL.into_iter().filter_map(after).collect()
    }

    /// A frame after so many steps to and fro.
    fn stirred(tiles: &Tiles, goal: &str, steps: usize) -> String {
        let mut at = tiles.start();
        for step in 0..steps {
            let ways = neighbours(tiles, &at);
            at = ways[(step * step + step / 3) % ways.len()];
        }
        let letters: Vec<char> = goal.chars().filter(|&letter| letter != ' ').collect();
        let letter = |cell: usize| {
            let home = usize::try_from(at.homes >> (4 * cell) & 0xF).expect("four bits");
            if cell == usize::from(at.empty) { '.' } else { letters[home] }
        };
        let cells: Vec<char> = (0..letters.len()).map(letter).collect();
        let rows = cells.chunks(goal.find(' ').expect("rows"));
        rows.map(String::from_iter).collect::<Vec<_>>().join(" ")
    }

    /// How far every placement is from the goal, which is where the tiles of this frame stand.
    fn distances(tiles: &Tiles) -> HashMap<(u64, u8), (Placement, u32)> {
        let goal = Placement { loop_state: Loops::START, ..tiles.start() };
        let (mut all, mut queue) =
            (HashMap::from([((goal.homes, goal.empty), (goal, 0))]), vec![goal]);
        let mut next = 0;
        while let Some(at) = queue.get(next).copied() {
            next += 1;
            let distance = all[&(at.homes, at.empty)].1;
            for to in neighbours(tiles, &at) {
                all.entry((to.homes, to.empty)).or_insert_with(|| {
                    queue.push(to);
                    (to, distance + 1)
                });
            }
        }
        all
    }

    #[test]
    fn the_estimate_is_never_above_the_distance_and_changes_by_one_at_most() {
        for (goal, placements) in
            [("ABC DEF GH.", 181_440), (".ABC DEFG", 20_160), ("AB CD EF G.", 20_160)]
        {
            let tiles = tiles(goal, goal);
            let all = distances(&tiles);
            assert_eq!(all.len(), placements);
            for (at, distance) in all.values() {
                let estimate = tiles.estimate(at);
                assert!(estimate <= *distance && (estimate == 0) == (*distance == 0), "{at:?}");
                assert_eq!(estimate % 2, distance % 2, "{at:?}");
                for next in neighbours(&tiles, at) {
                    assert!(tiles.estimate(&next).abs_diff(estimate) <= 1, "{at:?}");
                }
            }
        }
    }

    #[test]
    fn all_181_440_boards_of_eight_tiles_are_solved_in_as_few_steps_as_it_takes() {
        let tiles = tiles("ABC DEF GH.", "ABC DEF GH.");
        let mut observer = |_: &_| Continue(());
        let all = distances(&tiles);
        assert_eq!(all.values().map(|&(_, distance)| distance).max(), Some(31));
        for (start, distance) in all.values() {
            let mut watch = Watch::new(Limits::default(), &mut observer);
            let mut statistics = Statistics::default();
            let start = Placement { loop_state: Loops::START, ..*start };
            let way = shortest(&tiles, start, 1, &mut watch, &mut statistics);
            let way = way.expect("there is no limit");
            assert_eq!(way.len(), *distance as usize + 1, "{start:?}");
        }
    }

    #[test]
    fn a_solution_is_replayed_and_as_long_as_that_of_breadth_first_search() {
        for goal in ["ABC DEF GHI JK.", ".ABC DEFG HIJK", "ABCDE FGHI."] {
            let start = stirred(&tiles(goal, goal), goal, 26);
            let puzzle = puzzle(&start, goal);
            let report = |algorithm, threads| {
                let threads = NonZero::new(threads);
                solve(&puzzle, &Options { algorithm, threads, ..Options::default() })
                    .expect("it fits")
            };
            let expected = report(Algorithm::BreadthFirst, 1);
            let Outcome::Found(expected) = &expected.outcome else { panic!("{start}") };
            for threads in [1, 2] {
                let found = report(Algorithm::Auto, threads);
                assert_eq!(found.algorithm, Algorithm::InformedDeepening);
                assert!(found.optimal);
                let Outcome::Found(found) = &found.outcome else { panic!("{start}") };
                assert_eq!(found.len(), expected.len(), "{start}");
            }
        }
    }

    #[test]
    fn other_puzzles_are_none_of_tiles() {
        for (start, goal) in [
            ("AB. CDE", "A.. ..."),
            ("AB. CD.", "DC. BA."),
            ("AB# CDE FG.", "GF# EDC BA."),
            ("AAB CDE FG.", "AAB CDE GF."),
            ("AB C.", "CB A."),
            // Nothing can move here: a search sees that at once, and an estimate never.
            ("ABCDE FGHI#", "BACDE FGHI#"),
        ] {
            let puzzle = puzzle(start, goal);
            let board = Board::new(&puzzle).expect("it fits");
            assert!(Tiles::of(&puzzle, &board).is_none(), "{start}");
        }
    }
}
