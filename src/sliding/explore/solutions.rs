//! Shortest solutions of a puzzle: one, from the layers of an exploration, or all.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::{
    control::{self, Monitor, Outcome},
    puzzle::{Metric, Puzzle},
    search::shortest::ShortestPaths,
    sliding::{
        self, BfsPurpose, LayerRun, SolveError, Solver, board_search::BoardSearch, solution,
        spaces::check_tables,
    },
    solution::Solution,
};

use super::{Exploration, Explorer, Options};

/// All shortest solutions of a puzzle, counted.
///
/// Two solutions differ if they pass through different layouts: pieces of a kind are
/// interchangeable, and the path of a piece within a move does not matter.
pub struct ShortestSolutions {
    pub(super) puzzle: Puzzle,
    metric: Metric,
    pub(super) search: BoardSearch,
    pub(super) ways: Box<dyn ShortestPaths>,
}

debug_fields!(ShortestSolutions, metric);

impl ShortestSolutions {
    /// Finds and counts the shortest solutions.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    ///
    /// # Complexity
    /// Time and memory are linear in the states nearer to the start than the nearest goal: 8 bytes
    /// for each, if 64 bits hold a state.
    pub fn find(
        puzzle: &Puzzle,
        options: &Options,
        observer: control::Observer<'_>,
    ) -> Result<Outcome<ShortestSolutions>, SolveError> {
        if sliding::impossible(puzzle).is_some() {
            return Ok(Outcome::Exhausted);
        }
        let board = BfsPurpose::Solution.board(puzzle, options.metric, options.mirroring)?;
        let metric = options.metric;
        let mut monitor = Monitor::new(options.limits, observer);
        let mut search = BoardSearch::new(&board, metric);
        let ways = search.shortest_paths(options.threads.get(), &mut monitor);
        Ok(Outcome::from(ways).map(|ways| ShortestSolutions {
            puzzle: puzzle.clone(),
            metric,
            search,
            ways,
        }))
    }

    /// Returns the length of each solution.
    pub fn length(&self) -> usize {
        self.ways.length()
    }

    /// Returns the number of solutions.
    pub fn count(&self) -> &BigUint {
        self.ways.count()
    }

    /// Visits each solution, replayed by the independent checker, in an order that is always the
    /// same, until the visitor breaks. The time for each is that of a replay.
    ///
    /// # Errors
    /// If the checker rejects a solution, which would be a bug.
    pub fn for_each(
        &mut self,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let ShortestSolutions {
            puzzle,
            metric,
            search,
            ways,
        } = self;
        let board = search.board.clone();
        let mut wrong = None;
        search.for_each_path(
            &**ways,
            &mut |path| match solution(puzzle, &board, path, *metric) {
                Ok(solution) => visit(&solution),
                Err(error) => {
                    wrong = Some(error);
                    ControlFlow::Break(())
                }
            },
        );
        wrong.map_or(Ok(()), Err)
    }
}

impl Explorer {
    /// Returns a shortest solution after the puzzle was [explored](Self::explore) to the end,
    /// replayed by the independent checker. [`Outcome::Exhausted`] if no goal is reachable, or the
    /// layers around the goals are unknown.
    ///
    /// An engine that stores all layers follows them from the start to a goal. For another engine a
    /// new search finds the solution, within the limits.
    ///
    /// # Errors
    /// If a file cannot be read, or the checker rejects the solution, which would be a bug.
    ///
    /// # Panics
    /// If the path of the engine is invalid, which would be a bug as well.
    pub fn shortest_solution(
        &mut self,
        known: &Exploration,
        observer: control::Observer<'_>,
    ) -> Result<Outcome<Solution>, SolveError> {
        if known.from_goals.known().is_none() {
            return Ok(Outcome::Exhausted);
        }
        let start = self.layer_run.board.words(self.layer_run.board.start());
        let mut monitor = Monitor::unobserved(self.options.limits);
        let way = self.layer_run.search(&mut monitor)?.path_to(&start)?;
        let LayerRun { board, puzzle, .. } = &self.layer_run;
        let Some(mut forms) = way else {
            let known = &self.options;
            let options = sliding::Options::default()
                .with_metric(known.metric)
                .with_mirroring(known.mirroring)
                .with_limits(known.limits.without_bytes(self.layer_run.bytes_held()))
                .with_threads(Some(known.threads));
            return Ok(Solver::new(puzzle, &options)?
                .solve_with_observer(observer)?
                .outcome);
        };
        forms.reverse();
        check_tables(board)?;
        let metric = self.options.metric;
        let path = BoardSearch::new(board, metric).real_path(&forms);
        Ok(Outcome::Found(solution(puzzle, board, &path, metric)?))
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::{
        control::{Limits, unobserved},
        explore::{Engine, Place},
        puzzle::{Metric, Puzzle},
    };

    const SMALL: &str = "A B .\nC C .\n\ngoal:\n. . .\nA . .\n";

    #[test]
    fn every_engine_leads_to_a_shortest_solution() {
        let puzzle: Puzzle = SMALL.parse().expect("a puzzle");
        let folder = tempfile::tempdir().expect("a folder");
        for (number, engine) in Engine::EXPLORING.into_iter().enumerate() {
            for metric in Metric::ALL {
                let place = folder.path().join(format!("{number}-{metric}"));
                let options = Options::default()
                    .with_metric(metric)
                    .with_engine(Some(engine));
                let place = Place::Folder(&puzzle, &place);
                let mut explorer = Explorer::open(place, &options).expect("it fits");
                let known = explorer.explore().expect("files work");
                let found = explorer
                    .shortest_solution(&known, &mut unobserved)
                    .expect("files work");
                let solution = found.found().expect("it can be solved");
                assert_eq!(
                    Some(solution.len()),
                    known.shortest(),
                    "{engine:?} {metric}"
                );
            }
        }
    }

    #[test]
    fn an_incomplete_exploration_has_no_shortest_solution() {
        let puzzle: Puzzle = SMALL.parse().expect("a puzzle");
        let limits = Limits::default().with_max_depth(Some(1));
        let mut explorer =
            Explorer::new(&puzzle, &Options::default().with_limits(limits)).expect("it fits");
        let known = explorer.explore().expect("no files");
        let found = explorer
            .shortest_solution(&known, &mut unobserved)
            .expect("no files");
        assert_eq!(found, Outcome::Exhausted);
    }
}
