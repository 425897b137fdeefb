//! Random starts of numbered tiles: any solvable order, or one at a given distance from the goal.

use std::{collections::HashSet, num::NonZero, ops::RangeInclusive};

use super::{GeneratedPuzzle, GenerationResult, numbers_of, survey::ScopeError};
use crate::{
    control::{Instant, Observer, Outcome, StopReason},
    excerpt::joined,
    grid::Cell,
    puzzle::{MAX_TILES, Metric, Puzzle},
    rng::Rng,
    sliding::{Options, SolveError, Solver, impossible},
    solution::Solution,
};

/// A frame without walls that numbered tiles fill except for one cell. The goal is their order row
/// by row, with the empty cell last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileFrame {
    rows: usize,
    columns: usize,
}

/// The number of the tile on each cell, row by row; 0 for the empty cell.
type TileOrder = Vec<usize>;

/// The largest distance of a start, by the sides of the frame, in steps, and in pushes if it is
/// known: Korf, "Linear-time disk-based implicit graph search", *Journal of the ACM* 55, 2008, and
/// sequence A151944 of the OEIS.
const FARTHEST: &str = "\
2 2 6 6
2 3 21 20
2 4 36 25
2 5 55 36
2 6 80 41
2 7 108
2 8 140
3 3 31 24
3 4 53 33
3 5 84 44
4 4 80 43";

/// The largest frame whose placements are all enumerated: 181,440, a fraction of a second.
const FEW_CELLS: usize = 9;

/// The width of a range of lengths with an open end.
const NEAR: u32 = 10;

/// The largest number of stops of a walk, with a search at each.
const STOPS: usize = 16;

/// Attempts to move three tiles farther from their places, more for each failed try.
const FARTHER: usize = 4;

impl TileFrame {
    /// Returns a frame. The height comes before the width, unlike in the text of a
    /// [`Size`](crate::grid::Size).
    ///
    /// # Errors
    /// If it has one row or one column, or more tiles than there are numbers.
    pub fn new(rows: usize, columns: usize) -> Result<Self, ScopeError> {
        let tiles = rows.saturating_mul(columns).saturating_sub(1);
        if rows < 2 || columns < 2 {
            Err(ScopeError::proof(
                "in one row or one column no tile can pass another",
                "take at least two rows and two columns, like `3x2`",
            ))
        } else if tiles > MAX_TILES {
            Err(ScopeError::new(
                format!("this frame takes {tiles} tiles, and there may be {MAX_TILES}"),
                "take a frame of up to 400 cells, like `20x20`",
            ))
        } else {
            Ok(TileFrame { rows, columns })
        }
    }

    /// Returns the largest distance of a start from the goal, in pushes or in steps, if it is
    /// known.
    #[must_use]
    pub fn farthest(self, metric: Metric) -> Option<u32> {
        let known = numbers_of(FARTHEST, self.rows, self.columns)?;
        known.get(usize::from(metric == Metric::Push)).copied()
    }

    /// Returns a random solvable start; all are equally likely. The same seed gives the same start.
    #[must_use]
    pub fn random(self, seed: u64) -> Puzzle {
        self.puzzle(&self.placed(&mut Rng::new(seed)))
    }

    /// Returns the start after a random walk of this many steps from the goal, never straight back.
    #[cfg(any(feature = "web-paths", test))]
    pub(crate) fn walked(self, steps: u32, seed: u64) -> Puzzle {
        let mut walk = TileWalk::new(self, Metric::Step);
        walk.go(steps, &mut Rng::new(seed));
        self.puzzle(&walk.placement)
    }

    /// Generates a start whose shortest solution has a number of steps in this range, or of pushes
    /// if that is the metric of the options. The same seed
    /// gives the same start, unless a limit on time or memory stops it. An end of the range that is
    /// 0 or [`u32::MAX`] is open: a length near the other end is chosen. At most `most_tries`
    /// placements are solved, with these options. The limit on time is for all of them
    /// together.
    ///
    /// On up to nine cells, all such starts are equally likely. On larger frames, a random walk
    /// from the goal searches for the distance. If walks fail, placements with more and more tiles
    /// far from their places are solved. If one is too far, its solution is followed until the
    /// distance is right.
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn with_distance(
        self,
        steps: &RangeInclusive<u32>,
        seed: u64,
        most_tries: usize,
        options: &Options,
        observer: Observer<'_>,
    ) -> Result<GenerationResult<GeneratedPuzzle>, SolveError> {
        if let Some(hardest) = self
            .farthest(options.metric)
            .filter(|farthest| steps.start() > farthest)
        {
            return Ok(GenerationResult::Impossible { hardest });
        }
        let mut generator = StartGenerator {
            frame: self,
            wanted: steps.clone(),
            rng: Rng::new(seed),
            options,
            observer,
            started: Instant::now(),
            tries: 0,
            most_tries,
        };
        let found = if self.cells() <= FEW_CELLS {
            Ok(generator.one_of_all())
        } else {
            generator.one()
        };
        let tries = generator.tries;
        Ok(match found {
            Ok((placement, moves)) => {
                let puzzle = Box::new(self.puzzle(&placement));
                GenerationResult::Found(GeneratedPuzzle { puzzle, moves })
            }
            Err(GivenUp::NoMoreTries) => GenerationResult::NotFound {
                tries,
                hardest: None,
            },
            Err(GivenUp::Stopped(reason)) => GenerationResult::Stopped {
                reason,
                tries,
                hardest: None,
            },
            Err(GivenUp::Failed(error)) => return Err(error),
        })
    }

    const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the solved order.
    fn goal(self) -> TileOrder {
        (1..self.cells()).chain([0]).collect()
    }

    /// Returns a random solvable placement; all are equally likely.
    fn placed(self, rng: &mut Rng) -> TileOrder {
        let mut placement = self.goal();
        rng.shuffle(&mut placement);
        if impossible(&self.puzzle(&placement)).is_some() {
            // A swap makes it solvable, and different placements stay different.
            let mut tiles = (0..self.cells()).filter(|&cell| placement[cell] != 0);
            let one = tiles.next();
            let other = tiles.next();
            placement.swap(one.expect("three tiles"), other.expect("three tiles"));
        }
        placement
    }

    /// Returns the Manhattan distance of two cells.
    const fn away(self, one: usize, other: usize) -> usize {
        (one / self.columns).abs_diff(other / self.columns)
            + (one % self.columns).abs_diff(other % self.columns)
    }

    /// Returns the Manhattan distance of a placement.
    fn distance(self, placement: &[usize]) -> usize {
        placement
            .iter()
            .enumerate()
            .filter(|&(_, &tile)| tile != 0)
            .map(|(cell, &tile)| self.away(cell, tile - 1))
            .sum()
    }

    /// Returns the cells that an empty cell can reach in one unit.
    fn beside(self, cell: usize, metric: Metric) -> impl Iterator<Item = usize> {
        (0..self.cells()).filter(move |&other| {
            let is_in_row = cell / self.columns == other / self.columns;
            let is_in_column = cell % self.columns == other % self.columns;
            match metric {
                Metric::Push => is_in_row != is_in_column,
                _ => self.away(cell, other) == 1,
            }
        })
    }

    /// Returns the placement after the empty cell has moved in a line to another cell.
    fn moved(self, placement: &[usize], to: usize) -> TileOrder {
        let mut after = placement.to_vec();
        let mut at = empty(placement);
        let stride = if at / self.columns == to / self.columns {
            1
        } else {
            self.columns
        };
        while at != to {
            let next = if at < to { at + stride } else { at - stride };
            after.swap(at, next);
            at = next;
        }
        after
    }

    fn puzzle(self, placement: &[usize]) -> Puzzle {
        let row = |row: &[usize]| joined(row, " ");
        let rows = joined(placement.chunks(self.columns).map(row), "\n");
        format!("goal: blank-last\n\n{rows}\n")
            .parse()
            .expect("numbered tiles")
    }

    fn index(self, cell: Cell) -> usize {
        usize::from(cell.row) * self.columns + usize::from(cell.column)
    }
}

/// Returns the empty cell.
fn empty(placement: &[usize]) -> usize {
    placement
        .iter()
        .position(|&tile| tile == 0)
        .expect("each placement has one")
}

/// A random walk from the goal, never straight back.
struct TileWalk {
    frame: TileFrame,
    metric: Metric,
    placement: TileOrder,
    /// The empty cell before the last step.
    before: Option<usize>,
}

impl TileWalk {
    fn new(frame: TileFrame, metric: Metric) -> Self {
        TileWalk {
            frame,
            metric,
            placement: frame.goal(),
            before: None,
        }
    }

    fn go(&mut self, steps: u32, rng: &mut Rng) {
        for _ in 0..steps {
            let at = empty(&self.placement);
            let ways: Vec<usize> = self
                .frame
                .beside(at, self.metric)
                .filter(|&cell| Some(cell) != self.before)
                .collect();
            let to = ways[rng.below(ways.len())];
            self.placement = self.frame.moved(&self.placement, to);
            self.before = Some(at);
        }
    }
}

/// The reason why no start was found.
enum GivenUp {
    NoMoreTries,
    Stopped(StopReason),
    Failed(SolveError),
}

/// A search for a start at a given distance from the goal.
struct StartGenerator<'a> {
    frame: TileFrame,
    wanted: RangeInclusive<u32>,
    rng: Rng,
    options: &'a Options,
    observer: Observer<'a>,
    started: Instant,
    /// The number of placements solved.
    tries: usize,
    most_tries: usize,
}

impl StartGenerator<'_> {
    /// Chooses among all placements at a wanted distance.
    fn one_of_all(&mut self) -> (TileOrder, u32) {
        let mut seen = HashSet::from([self.frame.goal()]);
        let mut layer = vec![self.frame.goal()];
        let mut steps = 0;
        let mut found = Vec::new();
        while !layer.is_empty() && steps <= *self.wanted.end() {
            let mut next = Vec::new();
            for placement in layer {
                for to in self.frame.beside(empty(&placement), self.options.metric) {
                    let after = self.frame.moved(&placement, to);
                    if seen.insert(after.clone()) {
                        next.push(after);
                    }
                }
                found.extend(self.wanted.contains(&steps).then_some((placement, steps)));
            }
            layer = next;
            steps += 1;
        }
        let chosen = self.rng.below(found.len());
        found.swap_remove(chosen)
    }

    fn one(&mut self) -> Result<(TileOrder, u32), GivenUp> {
        if let Some(found) = self.by_walking()? {
            return Ok(found);
        }
        for pushes in (0..).step_by(FARTHER) {
            let placement = self.pushed(pushes);
            let solution = self.solve(&placement)?;
            if steps(&solution) >= *self.wanted.start() {
                return Ok(self.near_enough(placement, &solution));
            }
        }
        unreachable!("the tries end before the numbers do")
    }

    /// Walks from the goal at random, never straight back, until a search proves the target
    /// distance. A step changes the distance by one. If the walk never reaches the target, returns
    /// a stop at another wanted distance.
    fn by_walking(&mut self) -> Result<Option<(TileOrder, u32)>, GivenUp> {
        let target = self.target();
        let mut walk = TileWalk::new(self.frame, self.options.metric);
        let mut far = 0;
        let mut found = None;
        for _ in 0..STOPS {
            walk.go(target.saturating_sub(far), &mut self.rng);
            far = steps(&self.solve(&walk.placement)?);
            if self.wanted.contains(&far) {
                found = Some((walk.placement.clone(), far));
            }
            if far == target {
                break;
            }
        }
        Ok(found)
    }

    /// Chooses a wanted length.
    fn target(&mut self) -> u32 {
        let least = *self.wanted.start();
        let most = *self.wanted.end();
        let (low, high) = match (least, most) {
            (_, u32::MAX) => (least, least.saturating_add(NEAR)),
            (0, _) => (most.saturating_sub(NEAR).max(1).min(most), most),
            both => both,
        };
        let high = high.min(self.frame.farthest(self.options.metric).unwrap_or(u32::MAX));
        let lengths = usize::try_from(high - low).expect("32 bits") + 1;
        low + u32::try_from(self.rng.below(lengths)).expect("below the end")
    }

    /// Returns a random placement after some attempts to rotate three tiles without bringing them
    /// nearer to their places.
    fn pushed(&mut self, pushes: usize) -> TileOrder {
        let mut placement = self.frame.placed(&mut self.rng);
        let mut tiles: Vec<usize> = (0..self.frame.cells())
            .filter(|&cell| placement[cell] != 0)
            .collect();
        for _ in 0..pushes {
            self.rng.shuffle(&mut tiles);
            let mut after = placement.clone();
            after.swap(tiles[0], tiles[1]);
            after.swap(tiles[1], tiles[2]);
            if self.frame.distance(&after) >= self.frame.distance(&placement) {
                placement = after;
            }
        }
        placement
    }

    /// Returns the placement, or if it is too far, one at the target distance on its solution.
    fn near_enough(&mut self, mut placement: TileOrder, solution: &Solution) -> (TileOrder, u32) {
        let far = steps(solution);
        if self.wanted.contains(&far) {
            return (placement, far);
        }
        let target = self.target();
        for unit in solution.iter().take((far - target) as usize) {
            placement = self.frame.moved(&placement, self.frame.index(unit.from));
        }
        (placement, target)
    }

    /// Finds a shortest solution.
    fn solve(&mut self, placement: &[usize]) -> Result<Solution, GivenUp> {
        if self.tries == self.most_tries {
            return Err(GivenUp::NoMoreTries);
        }
        self.tries += 1;
        let limits = self
            .options
            .limits
            .remaining_after(0, self.started.elapsed());
        // One thread always finds the same solution.
        let options = Options {
            limits,
            threads: NonZero::new(1),
            ..*self.options
        };
        let solver = Solver::new(&self.frame.puzzle(placement), &options);
        let report = solver.and_then(|mut solver| solver.solve_with_observer(&mut *self.observer));
        match report.map_err(GivenUp::Failed)?.outcome {
            Outcome::Found(solution) => Ok(solution),
            Outcome::Exhausted => unreachable!("its parity is right"),
            Outcome::Stopped(reason) => Err(GivenUp::Stopped(reason)),
        }
    }
}

fn steps(solution: &Solution) -> u32 {
    u32::try_from(solution.len()).expect("a short way")
}

#[cfg(test)]
mod tests {
    use std::{
        collections::HashMap,
        ops::ControlFlow::{Break, Continue},
        time::Duration,
    };

    use super::*;
    use crate::{cases::stride, control::Limits, sliding::solve};

    fn frame(rows: usize, columns: usize) -> TileFrame {
        TileFrame::new(rows, columns).expect("a frame of tiles")
    }

    type Made = GenerationResult<GeneratedPuzzle>;

    fn with_distance(frame: TileFrame, steps: RangeInclusive<u32>, seed: u64) -> Made {
        let mut observer = |_: &_| Continue(());
        frame
            .with_distance(&steps, seed, 100, &Options::default(), &mut observer)
            .expect("it fits")
    }

    /// Returns the steps of the shortest solution of a generated start.
    fn length(start: &Made) -> u32 {
        let GenerationResult::Found(GeneratedPuzzle {
            puzzle,
            moves: steps,
        }) = start
        else {
            panic!("{start:?}")
        };
        let report = solve(puzzle, &Options::default().with_metric(Metric::Step));
        let report = report.expect("it fits");
        let solution = report.outcome.found().unwrap_or_else(|| panic!("{puzzle}"));
        assert!(report.optimal);
        assert_eq!(solution.len(), *steps as usize, "{puzzle}");
        *steps
    }

    #[test]
    fn random_starts_are_solvable_and_equally_likely() {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for seed in 0..2_400 {
            let puzzle = frame(2, 2).random(seed);
            assert_eq!(crate::sliding::impossible(&puzzle), None, "{puzzle}");
            *counts.entry(puzzle.to_string()).or_default() += 1;
        }
        assert_eq!(counts.len(), 12, "half of four factorial");
        assert!(
            counts.values().all(|count| (140..260).contains(count)),
            "{counts:?}"
        );
        for (rows, columns) in [
            (2, 3),
            (3, 2),
            (3, 3),
            (2, 5),
            (4, 4),
            (5, 5),
            (6, 6),
            (2, 18),
        ] {
            for seed in 0..6 {
                let puzzle = frame(rows, columns).random(seed);
                assert_eq!(crate::sliding::impossible(&puzzle), None, "{puzzle}");
                assert_eq!(puzzle.pieces().len(), rows * columns - 1);
                assert_eq!(puzzle, frame(rows, columns).random(seed), "the same seed");
            }
        }
        assert_ne!(frame(4, 4).random(1), frame(4, 4).random(2));
    }

    #[test]
    fn the_farthest_starts_of_small_frames_are_found() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let frame = frame(rows, columns);
            let farthest = frame.farthest(Metric::Step).expect("it is known");
            assert_eq!(
                length(&with_distance(frame, farthest..=u32::MAX, 1)),
                farthest
            );
            let beyond = with_distance(frame, farthest + 1..=u32::MAX, 1);
            assert_eq!(beyond, GenerationResult::Impossible { hardest: farthest });
        }
        assert_eq!(frame(3, 6).farthest(Metric::Step), None);
        assert_eq!(frame(4, 3).farthest(Metric::Step), Some(53));
    }

    #[test]
    fn a_start_has_the_requested_distance_and_depends_on_the_seed_only() {
        let frames = [
            (3, 3, 20..=24),
            (3, 4, 44..=u32::MAX),
            (3, 4, 0..=0),
            (2, 6, 0..=25),
            (3, 4, 17..=17),
            (5, 5, 14..=18),
            (4, 4, 12..=15),
            (5, 6, 6..=6),
        ];
        for (rows, columns, steps) in frames.into_iter().step_by(stride(4)) {
            let start = with_distance(frame(rows, columns), steps.clone(), 7);
            assert!(steps.contains(&length(&start)), "{start:?}");
        }
        let [one, same, other] = [7, 7, 8].map(|seed| with_distance(frame(3, 3), 20..=24, seed));
        assert_eq!(one, same);
        assert_ne!(one, other);
    }

    #[test]
    fn a_start_that_is_too_far_is_replaced_by_a_later_position() {
        let mut observer = |_: &_| Continue(());
        let mut generator = StartGenerator {
            frame: frame(3, 4),
            wanted: 20..=22,
            rng: Rng::new(3),
            options: &Options::default(),
            observer: &mut observer,
            started: Instant::now(),
            tries: 0,
            most_tries: 2,
        };
        let placement = generator.pushed(40);
        let Ok(solution) = generator.solve(&placement) else {
            panic!("there is no limit")
        };
        assert!(solution.len() > 30, "{}", solution.len());
        let (placement, steps) = generator.near_enough(placement, &solution);
        assert!(generator.wanted.contains(&steps));
        let Ok(solution) = generator.solve(&placement) else {
            panic!("there is no limit")
        };
        assert_eq!(solution.len(), steps as usize);
    }

    #[test]
    fn a_search_ends_at_its_limits() {
        let ask = |tries, timeout, observer: Observer<'_>| {
            let limits = Limits::default().with_timeout(timeout);
            let options = Options::default().with_limits(limits);
            frame(3, 4)
                .with_distance(&(53..=53), 1, tries, &options, observer)
                .expect("it fits")
        };
        let none = ask(3, None, &mut |_| Continue(()));
        assert_eq!(
            none,
            GenerationResult::NotFound {
                tries: 3,
                hardest: None
            }
        );
        let late = ask(100, Some(Duration::ZERO), &mut |_| Continue(()));
        assert!(matches!(
            late,
            Made::Stopped {
                reason: StopReason::Time,
                ..
            }
        ));
        let broken = ask(100, None, &mut |_| Break(()));
        assert!(matches!(
            broken,
            Made::Stopped {
                reason: StopReason::Interrupted,
                ..
            }
        ));
    }

    #[test]
    fn a_frame_has_two_rows_two_columns_and_at_most_399_tiles() {
        for (rows, columns, why) in [
            (1, 4, "one row"),
            (4, 0, "one column"),
            (20, 21, "419 tiles"),
            (usize::MAX, 2, "tiles"),
        ] {
            let error = TileFrame::new(rows, columns).expect_err(why);
            assert!(error.to_string().contains(why), "{error}");
        }
        assert!(TileFrame::new(6, 6).is_ok() && TileFrame::new(20, 20).is_ok());
    }
}
