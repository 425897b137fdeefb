//! The number of paths, cycles or tours.

use std::io;

use num_bigint::BigUint;

use crate::{
    backtrack::{BacktrackResult, Statistics, hamilton},
    control::{Limits, Observer, Outcome, StopReason},
    count::{Count, CountFolder, CountKind, FrontierDp, VertexSequence},
    graph::{Constraints, EdgeDirection, Shape, Vertex, all},
};

use super::{
    Method, NoPath, NoPathReason, PathGraph, PathProblem,
    board::{BoardSymmetry, Chessboard},
    budget::{Attempt, Failure, SearchBudget},
};

/// A number of paths.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PathCount {
    /// The number of paths that were counted: at least one.
    pub number: BigUint,
    /// The reason why the count was stopped, so that there may be more paths.
    pub stopped: Option<StopReason>,
}

/// The first attempt on a board is the frontier programme with at most this many states, which
/// takes milliseconds and suffices for every board of three or four rows, however long.
const QUICK_STATES: u64 = 50_000;

/// The second attempt is a backtracking search with at most this many nodes. It counts the tours if
/// there are few, or else finds a lower bound for a count that is stopped later. The third is the
/// frontier programme without a budget.
const SEARCH_NODES: u64 = 1_000_000;

/// Returns a count that no limit has cut; 0 proves that there is no path.
fn whole(number: BigUint) -> Result<PathCount, NoPath> {
    if number == BigUint::ZERO {
        return Err(NoPath::Impossible(NoPathReason::Searched));
    }
    Ok(PathCount {
        number,
        stopped: None,
    })
}

impl PathProblem<'_> {
    /// Counts the paths. A path and its reverse are two, unless the direction of the problem says
    /// that they are one.
    ///
    /// # Errors
    /// If no path exists, or the search is stopped before it counts one.
    ///
    /// # Complexity
    /// Undirected graphs with a frontier of up to 24 vertices, like boards of up to 11 columns:
    /// linear in the vertices, exponential in the width. Others: linear in the paths at best.
    pub fn count(
        &self,
        method: &Method,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> (Result<PathCount, NoPath>, Statistics) {
        if let Err(end) = self.check(method, limits) {
            return (Err(end), Statistics::default());
        }
        let mut budget = SearchBudget::new(limits, observer);
        let mut seen = 0;
        let count = match self.count_within(method, limits, &mut budget, &mut seen) {
            Ok(number) => whole(number),
            Err(Failure::Stopped(reason)) if seen > 0 => Ok(PathCount {
                number: seen.into(),
                stopped: Some(reason),
            }),
            Err(failure) => Err(failure.no_path()),
        };
        (count, budget.statistics())
    }

    /// Counts the paths as [`count`](Self::count) does, saves the count in the folder, and resumes
    /// the one that is there. Steps that exceed the limit on memory are in files of the folder.
    ///
    /// # Errors
    /// If the paths can only be counted one by one, the folder has the count of something else, or
    /// a file cannot be written or read.
    pub fn count_in(
        &self,
        folder: &mut CountFolder,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> io::Result<(Result<PathCount, NoPath>, Statistics)> {
        if let Err(end) = self.check(&Method::default(), limits) {
            return Ok((Err(end), Statistics::default()));
        }
        let Some((frontier, question)) = self.frontier().zip(self.question()) else {
            let why = "these paths are counted one by one, and such a count cannot be saved";
            return Err(io::Error::other(why));
        };
        let count = frontier.count_in(folder, question, limits, observer)?;
        let statistics = Statistics {
            nodes: count.expanded as u64,
            elapsed: count.elapsed,
            ..Statistics::default()
        };
        let number = match count.number {
            Ok(number) => whole(number * self.directions(question)),
            Err(reason) => Err(NoPath::Stopped(reason)),
        };
        Ok((number, statistics))
    }

    /// Returns how many paths each path that the frontier programme counts stands for: it counts a
    /// path and its reverse once. If an end is given, the reverse has another start.
    fn directions(&self, question: CountKind) -> u32 {
        let is_open = matches!(question, CountKind::Paths | CountKind::Cycles);
        let is_directed = self.direction == EdgeDirection::Directed;
        if is_open && is_directed && self.vertices() > 1 {
            2
        } else {
            1
        }
    }

    /// Counts the paths; adds those that a search has found to `seen`.
    fn count_within(
        &self,
        method: &Method,
        limits: &Limits,
        budget: &mut SearchBudget<'_>,
        seen: &mut u128,
    ) -> Attempt<BigUint> {
        let Some((frontier, question)) = self.frontier().zip(self.question()) else {
            return self.count_by_search(method, None, budget, seen);
        };
        if matches!(self.graph, PathGraph::Board(_)) {
            // The states of this attempt, which may be in vain, do not count towards a low limit.
            if limits
                .max_states
                .is_none_or(|most| most as u64 > SEARCH_NODES)
            {
                let quick = self.count_by_frontier(&frontier, question, Some(QUICK_STATES), budget);
                if quick != Err(Failure::GaveUp) {
                    return quick;
                }
            }
            let searched = self.count_by_search(method, Some(SEARCH_NODES), budget, seen);
            if searched != Err(Failure::GaveUp) {
                return searched;
            }
        }
        self.count_by_frontier(&frontier, question, None, budget)
    }

    /// Returns the question for the frontier programme, if it can answer it.
    fn question(&self) -> Option<CountKind> {
        if !self.has_only_ends() || self.is_cycle_of_two() {
            return None;
        }
        let Constraints {
            shape, start, end, ..
        } = self.constraints;
        match (shape, start, end) {
            (Shape::Cycle, _, None) => Some(CountKind::Cycles),
            (Shape::Cycle, _, Some(_)) => None,
            (Shape::Path, None, None) => Some(CountKind::Paths),
            (Shape::Path, Some(one), None) | (Shape::Path, None, Some(one)) => {
                Some(CountKind::PathsFrom(one))
            }
            (Shape::Path, Some(one), Some(other)) => Some(CountKind::PathsBetween(one, other)),
        }
    }

    /// Returns the frontier programme for an order of the vertices with a narrow frontier; `None`
    /// if no order is narrow enough.
    fn frontier(&self) -> Option<FrontierDp> {
        if self.vertices() == 0 {
            return None;
        }
        let in_order = || all(self.vertices()).collect::<Vec<Vertex>>();
        let orders = match &self.graph {
            PathGraph::Board(board) => {
                let rows = board.rows();
                let columns = board.columns();
                // Return before making the graph of a large board.
                if rows.min(columns) > FrontierDp::MAX_WIDTH {
                    return None;
                }
                vec![if columns <= rows {
                    in_order()
                } else {
                    board.by_columns()
                }]
            }
            PathGraph::Map(map) => vec![in_order(), map.by_columns()],
            PathGraph::Graph(graph) => VertexSequence::ALL
                .iter()
                .filter_map(|sequence| sequence.of(graph))
                .collect(),
        };
        FrontierDp::narrowest(self.graph(), &orders).ok()
    }

    /// Counts all paths together, with at most `budget` states at once.
    fn count_by_frontier(
        &self,
        frontier: &FrontierDp,
        question: CountKind,
        budget: Option<u64>,
        run: &mut SearchBudget<'_>,
    ) -> Attempt<BigUint> {
        run.attempt(budget, |limits, observer| {
            let Count {
                number, expanded, ..
            } = frontier.count(question, limits, observer);
            let outcome = match number {
                Ok(number) => Outcome::Found(number * self.directions(question)),
                // Another method may need less.
                Err(StopReason::Memory) if budget.is_some() => Outcome::Stopped(StopReason::States),
                Err(reason) => Outcome::Stopped(reason),
            };
            let nodes = expanded as u64;
            BacktrackResult {
                outcome,
                statistics: Statistics {
                    nodes,
                    ..Statistics::default()
                },
            }
        })
    }

    /// Counts the paths one by one; adds those that it finds to `seen`.
    fn count_by_search(
        &self,
        method: &Method,
        budget: Option<u64>,
        run: &mut SearchBudget<'_>,
        seen: &mut u128,
    ) -> Attempt<BigUint> {
        let before = run.statistics().nodes;
        let directions = if self.is_reversible() { 2 } else { 1 };
        for (constraints, alike) in self.representatives() {
            let spent = run.statistics().nodes - before;
            let left = budget.map(|budget| budget.saturating_sub(spent));
            run.attempt(left, |limits, observer| {
                let options = self.bounded(method.options(), limits);
                let graph = self.graph();
                let found = hamilton::count(graph, &constraints, &options, observer)
                    .expect("the vertices are checked");
                let count = found.outcome;
                // A search that is stopped may have found a path and not its reverse.
                *seen += (u128::from(count.sequences) * alike).div_ceil(directions);
                BacktrackResult {
                    outcome: count.stopped.map_or(Outcome::Found(()), Outcome::Stopped),
                    statistics: found.statistics,
                }
            })?;
        }
        Ok(BigUint::from(*seen))
    }

    /// Returns constraints to count in place of those of the problem, and the number of symmetric
    /// ones of each: one start of each orbit of squares, if an open tour may start anywhere.
    fn representatives(&self) -> Vec<(Constraints, u128)> {
        let constraints = &self.constraints;
        match &self.graph {
            PathGraph::Board(board)
                if self.direction == EdgeDirection::Directed
                    && *constraints == Constraints::default() =>
            {
                let starts = orbits(board).into_iter();
                let from = |start| Constraints {
                    start: Some(start),
                    ..constraints.clone()
                };
                starts.map(|(start, alike)| (from(start), alike)).collect()
            }
            _ => vec![(constraints.clone(), 1)],
        }
    }
}

/// Returns the least square of each orbit under the symmetries of a board, and the size of the
/// orbit.
fn orbits(board: &Chessboard) -> Vec<(Vertex, u128)> {
    (0..board.squares())
        .filter_map(|square| {
            let mut images: Vec<Vertex> = BoardSymmetry::of(board)
                .map(|symmetry| symmetry.apply(board, square))
                .collect();
            images.sort_unstable();
            images.dedup();
            (images[0] == square).then_some((square, images.len() as u128))
        })
        .collect()
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::{cases::stride, control::unobserved, graph::Leaper};

    /// Makes a problem that counts open tours in both directions.
    fn problem(rows: u32, columns: u32, constraints: &Constraints) -> PathProblem<'static> {
        let board = Chessboard::new(rows, columns, Leaper::KNIGHT).expect("a board");
        let direction = match constraints.shape {
            Shape::Path => EdgeDirection::Directed,
            Shape::Cycle => EdgeDirection::Undirected,
        };
        PathProblem::new(PathGraph::Board(board), direction, constraints.clone())
    }

    fn tours(rows: u32, columns: u32, constraints: &Constraints) -> BigUint {
        let problem = problem(rows, columns, constraints);
        match problem
            .count(&Method::default(), &Limits::default(), &mut unobserved)
            .0
        {
            Ok(PathCount {
                number,
                stopped: None,
            }) => number,
            Err(NoPath::Impossible(_)) => BigUint::ZERO,
            stopped => panic!("no limit was set: {stopped:?}"),
        }
    }

    /// Counts by the frontier programme alone, or by search alone.
    fn by(is_search: bool, rows: u32, columns: u32, constraints: &Constraints) -> BigUint {
        let problem = problem(rows, columns, constraints);
        let observer = &mut unobserved;
        let run = &mut SearchBudget::new(&Limits::default(), observer);
        let counted = if is_search {
            problem.count_by_search(&Method::default(), None, run, &mut 0)
        } else {
            let frontier = problem.frontier();
            let question = problem.question();
            problem.count_by_frontier(
                &frontier.expect("narrow"),
                question.expect("one"),
                None,
                run,
            )
        };
        counted.expect("no limit was set")
    }

    fn any() -> Constraints {
        Constraints::default()
    }

    fn closed() -> Constraints {
        any().with_shape(Shape::Cycle)
    }

    /// Checks a number by the chosen method, by the frontier programme and by search.
    #[track_caller]
    fn holds(rows: u32, columns: u32, constraints: &Constraints, expected: u32) {
        let expected = BigUint::from(expected);
        assert_eq!(
            tours(rows, columns, constraints),
            expected,
            "{rows}×{columns}"
        );
        assert_eq!(
            by(false, rows, columns, constraints),
            expected,
            "{rows}×{columns}, frontier"
        );
        assert_eq!(
            by(true, rows, columns, constraints),
            expected,
            "{rows}×{columns}, search"
        );
    }

    // The numbers are those of OEIS A169696, A079137 and A193054.
    #[test]
    fn numbers_of_open_tours_of_narrow_boards_are_the_published_ones() {
        for (columns, undirected) in (4..=10).zip([8, 0, 0, 52, 396, 560, 3048]) {
            let expected = BigUint::from(2_u32 * undirected);
            assert_eq!(tours(3, columns, &any()), expected, "3×{columns}");
            assert_eq!(by(true, 3, columns, &any()), expected, "3×{columns}");
        }
        for (columns, undirected) in (5..=9).zip([82, 744, 6378, 31_088, 189_688]) {
            assert_eq!(
                tours(4, columns, &any()),
                BigUint::from(2_u32 * undirected),
                "4×{columns}"
            );
        }
        holds(4, 6, &any(), 2 * 744);
        assert_eq!(
            (tours(1, 1, &any()), tours(2, 2, &any())),
            (1_u32.into(), BigUint::ZERO)
        );
    }

    #[test]
    #[ignore = "seconds"]
    fn the_number_of_open_tours_of_the_6_by_6_board_is_the_published_one() {
        assert_eq!(tours(6, 6, &any()), BigUint::from(6_637_920_u32));
        assert_eq!(by(true, 6, 6, &any()), BigUint::from(6_637_920_u32));
    }

    #[test]
    fn counts_of_any_length_are_exact() {
        let long = tours(3, 200, &any());
        assert!(long.bits() > 256);
        assert_eq!(long, tours(200, 3, &any()));
    }

    #[test]
    fn one_start_of_each_orbit_is_counted() {
        for (rows, columns, starts) in [(6, 6, 6), (5, 5, 6), (3, 10, 10), (10, 3, 10)] {
            let board = Chessboard::new(rows, columns, Leaper::KNIGHT).expect("a board");
            let squares: u128 = orbits(&board).iter().map(|(_, alike)| alike).sum();
            assert_eq!(orbits(&board).len(), starts, "{rows}×{columns}");
            assert_eq!(squares, u128::from(board.squares()));
        }
    }

    #[test]
    fn numbers_of_closed_tours_are_the_published_ones() {
        for (rows, columns, undirected) in [(3, 10, 16), (3, 12, 176), (5, 6, 8), (6, 5, 8)] {
            holds(rows, columns, &closed(), undirected);
        }
        for (rows, columns, undirected) in [(6, 6, 9862_u32), (3, 8, 0)] {
            assert_eq!(tours(rows, columns, &closed()), BigUint::from(undirected));
        }
        let large = [(6, 6, 9862), (6, 8, 55_488_142_u32), (6, 7, 1_067_638)];
        for (rows, columns, undirected) in large.into_iter().step_by(stride(2)) {
            assert_eq!(
                by(false, rows, columns, &closed()),
                BigUint::from(undirected)
            );
        }
    }

    #[test]
    fn tours_of_the_5_by_5_board_by_their_first_square() {
        for vertex in (0..25).step_by(stride(3)) {
            let start = Some(vertex);
            let end = None;
            let expected: u32 = match (vertex / 5, vertex % 5) {
                (0 | 4, 0 | 4) => 304,
                (2, 2) => 64,
                (row, column) if (row + column) % 2 == 0 => 56,
                _ => 0,
            };
            for ends in [(start, end), (end, start)] {
                let constraints = any().with_start(ends.0).with_end(ends.1);
                assert_eq!(
                    tours(5, 5, &constraints),
                    BigUint::from(expected),
                    "{vertex}"
                );
            }
        }
        // From four corners, eight squares of colour around the middle one, and the middle.
        assert_eq!(4 * 304 + 8 * 56 + 64, 1728);
        holds(5, 5, &any(), 1728);
    }

    #[test]
    fn the_frontier_programme_and_the_search_agree_between_two_squares() {
        let mut all = BigUint::ZERO;
        for end in 1..25 {
            let between = any().with_start(Some(0)).with_end(Some(end));
            let tours = by(false, 5, 5, &between);
            assert_eq!(tours, by(true, 5, 5, &between), "{end}");
            all += tours;
        }
        assert_eq!(all, BigUint::from(304_u32));
    }
}
