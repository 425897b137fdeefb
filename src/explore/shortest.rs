//! A shortest solution, from what an exploration has left.

use crate::control::{self, Outcome};
use crate::search::layers::Halt;
use crate::sliding::queries::Queries;
use crate::sliding::{self, SolveError, Solver, moves_between};
use crate::solution::{Solution, verify};

use super::{Exploration, ExploreError, Explorer, Options};

impl Explorer {
    /// A shortest solution of the puzzle, after it was [explored](Self::explore) to the end, replayed
    /// by the independent checker; none where no goal can be reached, or the layers around the goals
    /// are not known.
    ///
    /// An engine that knows all layers walks down them, from the start to a goal. One that does not
    /// leaves it to a search of its own, within the limits.
    ///
    /// # Errors
    /// If a file cannot be read, or the checker refuses the solution, which would be a bug.
    ///
    /// # Panics
    /// If the engine's way is none, which would be one as well.
    pub fn shortest_solution(
        &mut self,
        known: &Exploration,
        observer: control::Observer<'_>,
    ) -> Result<Outcome<Solution>, ExploreError> {
        if known.from_goals.known().is_none() {
            return Ok(Outcome::Exhausted);
        }
        let start = self.board.words(self.board.start());
        let way = self.search.way_to(&start).map_err(Halt::unwatched)?;
        let Some(mut forms) = way else {
            let Options { metric, mirroring, limits, .. } = self.options;
            let options = sliding::Options { metric, mirroring, limits, ..Default::default() };
            let solved = Solver::new(&self.puzzle, &options).and_then(|mut it| it.solve_watched(observer));
            return Ok(solved.map_err(unsolved)?.outcome);
        };
        forms.reverse();
        let metric = self.options.metric;
        let path = Queries::new(&self.board, metric).real_path(&forms);
        let moves = moves_between(&self.puzzle, &self.board, &path, metric);
        let solution = Solution { metric, moves };
        verify(&self.puzzle, &solution).map_err(|wrong| ExploreError::Unverified(wrong.into()))?;
        Ok(Outcome::Found(solution))
    }
}

fn unsolved(error: SolveError) -> ExploreError {
    match error {
        SolveError::Board(error) => error.into(),
        SolveError::Unverified(wrong) => ExploreError::Unverified(wrong),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::control::Limits;
    use crate::explore::EngineChoice;
    use crate::puzzle::{Metric, Puzzle};

    const SMALL: &str = "A B .\nC C .\n\ngoal:\n. . .\nA . .\n";

    #[test]
    fn every_engine_leads_to_a_shortest_solution() {
        let puzzle: Puzzle = SMALL.parse().expect("a puzzle");
        let folder = tempfile::tempdir().expect("a folder");
        for (number, engine) in EngineChoice::ALL.into_iter().enumerate() {
            for metric in Metric::ALL {
                let place = folder.path().join(format!("{number}-{metric}"));
                let options = Options {
                    metric,
                    engine: Some(engine),
                    work_folder: Some(place),
                    ..Options::default()
                };
                let mut explorer = Explorer::new(&puzzle, &options).expect("it fits");
                let known =
                    explorer.explore(&mut |_, _| ControlFlow::Continue(())).expect("files work");
                let go_on = &mut |_: &_| ControlFlow::Continue(());
                let found = explorer.shortest_solution(&known, go_on).expect("files work");
                let Outcome::Found(solution) = found else { panic!("it can be solved") };
                assert_eq!(Some(solution.len()), known.shortest(), "{engine:?} {metric}");
            }
        }
    }

    #[test]
    fn what_was_not_explored_to_the_end_has_none() {
        let puzzle: Puzzle = SMALL.parse().expect("a puzzle");
        let limits = Limits { max_depth: Some(1), ..Limits::default() };
        let mut explorer =
            Explorer::new(&puzzle, &Options { limits, ..Options::default() }).expect("it fits");
        let known = explorer.explore(&mut |_, _| ControlFlow::Continue(())).expect("no files");
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let found = explorer.shortest_solution(&known, go_on).expect("no files");
        assert_eq!(found, Outcome::Exhausted);
    }
}
