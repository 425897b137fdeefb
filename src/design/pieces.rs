//! The hardest puzzles of given pieces.

use std::ops::ControlFlow;

use crate::{
    control::{Instant, Limits, Outcome, Progress, StopReason},
    explore::{Options, hardest_placement},
    grid::Cell,
    puzzle::{Optimum, Piece, PieceId, PublishedOptimum, Puzzle, PuzzleInfo},
    sliding::SolveError,
};

/// The hardest puzzle in which a piece has to reach a place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HardestForGoal {
    /// The first piece of its kind.
    pub piece: PieceId,
    /// The place of its first cell in the goal.
    pub anchor: Cell,
    /// The length of the shortest solution, in the metric of the options.
    pub moves: u32,
    /// The puzzle, with its optimum; `None` if it cannot be drawn because a piece starts on a gate.
    pub puzzle: Option<Puzzle>,
}

/// The result of [`survey_goals`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GoalSurvey {
    /// The hardest puzzle for each kind of piece and each place that it can reach.
    pub table: Vec<HardestForGoal>,
    /// The reason why the survey is incomplete.
    pub stopped: Option<StopReason>,
}

/// Finds the placement of all pieces with the longest shortest solution, for each kind of piece and
/// each place that it may have to reach. The goal of the puzzle has no effect. Pieces are of one
/// kind if their shapes, locks and rights to enter gates are equal and no `alike:` tells them
/// apart.
///
/// # Errors
/// If the board does not fit the solvers, or has too many placements.
///
/// # Complexity
/// Time is that of all placements for each kind and each place.
///
/// ```
/// use huarong::design::survey_goals;
/// use huarong::explore::Options;
/// use huarong::puzzle::Puzzle;
/// use huarong::control::unobserved;
///
/// let puzzle: Puzzle = "A . .\nB B .\n\ngoal:\n. . A\n. . .\n".parse()?;
/// let found = survey_goals(&puzzle, &Options::default(), &mut unobserved)?;
/// assert_eq!(found.table.iter().map(|it| it.moves).max(), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn survey_goals(
    puzzle: &Puzzle,
    options: &Options,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<GoalSurvey, SolveError> {
    survey(&aims(puzzle), options, observer)
}

/// Finds the placement of all pieces with the longest shortest solution for the goals of the
/// puzzle. The table has one row, which names the first piece of the first goal. `None` if the
/// goals ask for empty cells only.
///
/// # Errors
/// If the board does not fit the solvers, or has too many placements.
///
/// # Complexity
/// Time is that of all placements.
pub fn survey_own_goal(
    puzzle: &Puzzle,
    options: &Options,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Option<GoalSurvey>, SolveError> {
    let Some(target) = puzzle.goals()[0].targets.first() else {
        return Ok(None);
    };
    survey(
        &[(target.piece, target.anchor, puzzle.clone())],
        options,
        observer,
    )
    .map(Some)
}

/// Surveys pieces with a place each, and the puzzle with that goal.
fn survey(
    aims: &[(PieceId, Cell, Puzzle)],
    options: &Options,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<GoalSurvey, SolveError> {
    let begun = Instant::now();
    let mut survey = GoalSurvey {
        table: Vec::new(),
        stopped: None,
    };
    let mut states = 0;
    let mut hardest = 0;
    for (number, (piece, anchor, aimed)) in aims.iter().enumerate() {
        let timeout = options
            .limits
            .timeout
            .map(|all| all.saturating_sub(begun.elapsed()));
        let options = Options {
            limits: Limits {
                timeout,
                ..options.limits
            },
            ..*options
        };
        let mut own = 0;
        let mut observer = |progress: &Progress| {
            own = progress.states;
            observer(&Progress {
                depth: hardest,
                states: states + own,
                elapsed: begun.elapsed(),
                expected: (states * aims.len())
                    .checked_div(number)
                    .filter(|&all| all > 0),
                ..*progress
            })
        };
        match hardest_placement(aimed, &options, &mut observer)? {
            Outcome::Found(found) => {
                let moves = u32::try_from(found.distance).unwrap_or(u32::MAX);
                hardest = hardest.max(moves);
                let mut optimum = Optimum::default();
                *optimum.get_mut(options.metric) = Some(moves);
                let best = PublishedOptimum::Known(optimum);
                survey.table.push(HardestForGoal {
                    piece: *piece,
                    anchor: *anchor,
                    moves,
                    puzzle: aimed.starting_at(&found.anchors, PuzzleInfo::default(), best),
                });
            }
            Outcome::Exhausted => {}
            Outcome::Stopped(reason) => {
                survey.stopped = Some(reason);
                break;
            }
        }
        states += own;
    }
    Ok(survey)
}

/// Returns each kind with each place where it can stand, and the puzzle with that goal.
fn aims(puzzle: &Puzzle) -> Vec<(PieceId, Cell, Puzzle)> {
    let mut aims: Vec<(PieceId, Cell, Puzzle)> = Vec::new();
    let mut seen: Vec<PieceId> = Vec::new();
    for piece in 0..puzzle.pieces().len() {
        if seen
            .iter()
            .any(|&other| play_the_same_part(puzzle, piece, other))
        {
            continue;
        }
        seen.push(piece);
        let places = puzzle.grid().cells();
        aims.extend(places.filter_map(|cell| Some((piece, cell, puzzle.aiming(piece, cell)?))));
    }
    aims
}

/// Returns whether two pieces are of one kind, so that the same goals are equally hard for both.
fn play_the_same_part(puzzle: &Puzzle, one: PieceId, other: PieceId) -> bool {
    let part = |id: PieceId| {
        let Piece { shape, lock, .. } = &puzzle.pieces()[id];
        let gate = puzzle.gate();
        let group = puzzle.alike().iter().position(|group| group.contains(&id));
        (shape, lock, gate.pieces.contains(&id), group)
    };
    part(one) == part(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases::stride, control::unobserved, puzzle::Metric, sliding, solution::Solution};

    /// Returns the longest shortest solution of all placements, each solved by itself; `None` if no
    /// placement is solvable.
    fn longest(aimed: &Puzzle, metric: Metric) -> Option<usize> {
        let cells: Vec<Cell> = aimed.grid().cells().collect();
        let mut placements: Vec<Vec<Cell>> = vec![Vec::new()];
        for _ in aimed.pieces() {
            let with = |begun: &Vec<Cell>| {
                let begun = begun.clone();
                cells
                    .clone()
                    .into_iter()
                    .map(move |cell| [&begun[..], &[cell]].concat())
            };
            placements = placements.iter().flat_map(with).collect();
        }
        let options = sliding::Options::default().with_metric(metric);
        let length = |anchors: &Vec<Cell>| {
            let start = aimed.with_start(anchors)?.puzzle;
            let solved = sliding::solve(&start, &options).expect("a puzzle");
            solved.solution().map(Solution::len)
        };
        placements.iter().filter_map(length).max()
    }

    #[test]
    fn each_goal_is_as_hard_as_the_hardest_of_all_placements() {
        let texts = [
            "A . .\nB B .\n\ngoal:\n. . A\n. . .\n",
            "A A .\nA # B\nC C B\n\ngoal:\nB . .\nB # .\n. . .\n",
            // A and B differ in the gate alone, and some hardest starts have a piece on it.
            "gate: + = B\n\n+BA\n.+#\n\ngoal:\n..A\n.B#\n",
            "gate: + = B\nalike: BC\n\nB.A\nC+#\n\ngoal:\n..A\n..#\n",
            "pieces: axis\n\nA A .\nB . .\nB . .\n\ngoal:\n. A A\n. . .\n. . .\n",
        ];
        let cases = Metric::ALL.map(|metric| texts.map(|text| (metric, text)));
        // Each metric and each puzzle at least once.
        for (metric, text) in cases.into_iter().flatten().step_by(stride(3)) {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let options = Options::default().with_metric(metric);
            let found = survey_goals(&puzzle, &options, &mut unobserved);
            let found = found.expect("a puzzle");
            assert_eq!(found.stopped, None);
            for piece in 0..puzzle.pieces().len() {
                let first = (0..=piece).find(|&it| play_the_same_part(&puzzle, it, piece));
                for anchor in puzzle.grid().cells() {
                    let is_it =
                        |it: &&HardestForGoal| (Some(it.piece), it.anchor) == (first, anchor);
                    let moves = found.table.iter().find(is_it).map(|it| it.moves as usize);
                    let aimed = puzzle.aiming(piece, anchor);
                    let wanted = aimed.and_then(|aimed| longest(&aimed, metric));
                    assert_eq!(moves, wanted, "{text} {piece} {anchor:?}");
                }
            }
        }
    }
}
