//! Ratings of the difficulty of a puzzle for a person.
//!
//! Two things make a puzzle hard: a long solution, and moves in it that do not look like progress.
//! People search towards what they see: they try to clear the way of the goal piece, and the way of
//! the pieces that stand in it (Jarušek and Pelánek, "What Determines Difficulty of Transport
//! Puzzles?", FLAIRS 2011; Bockholt and Zweig, "Why Is This So Hard? Insights from the State Space
//! of a Simple Board Game", 2015). So this module counts the moves of a shortest solution, and once
//! more those that leave as many pieces in the way as before. The guide has the data of people that
//! this was chosen by.

use std::collections::VecDeque;
use std::fmt::{self, Display, Formatter};
use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use crate::board::kind::footprints;
use crate::board::{Board, Kind, UnpackedState};
use crate::control::{Instant, Limits, Monitor, Outcome, Progress, StopReason};
use crate::explore::{Options, ShortestSolutions, TraceCounter, Waypoint};
use crate::grid::{Direction, Grid};
use crate::puzzle::{Metric, Puzzle};
use crate::sliding::SolveError;

/// The difficulty of a puzzle for a person, on a scale from 0 to 100: 100·e ÷ (e + 50), where e is
/// the [effort](Rating::effort) in moves.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, serde::Serialize)]
pub struct Score(f64);

/// The effort that is rated 50, in moves.
const MIDDLE: f64 = 50.0;

/// The words for scores, each with the score at which the next one begins.
pub(crate) const LEVELS: [(&str, f64); 4] = [
    ("easy", 20.0),
    ("medium", 40.0),
    ("hard", 60.0),
    ("expert", f64::INFINITY),
];

impl Score {
    /// Returns the score of an effort in moves.
    pub fn of_effort(moves: f64) -> Self {
        Score(100.0 * moves / (moves + MIDDLE))
    }

    /// Returns the effort in moves that has this rating; a finite one for 100, too, which no
    /// effort has.
    #[cfg(feature = "cli")]
    pub(crate) fn effort(rating: f64) -> f64 {
        MIDDLE * rating / (100.0 - rating).max(0.5)
    }

    /// Returns the number from 0 to 100.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Returns a word for the score: efforts of 12.5, 33 and 75 moves are between two words.
    #[must_use]
    pub fn word(self) -> &'static str {
        let is_below = |&&(_, next): &&(&str, f64)| self.0 < next;
        LEVELS
            .iter()
            .find(is_below)
            .map_or("expert", |level| level.0)
    }
}

/// With one decimal: `71.2`.
impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let digits = format!("{:.1}", self.0);
        f.pad(&digits)
    }
}

/// Figures of the shortest solutions of a puzzle. Means are over players who choose each move at
/// random among those of the shortest solutions.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolutionStats {
    /// The length of a shortest solution.
    pub moves: usize,
    /// The mean number of its moves that leave as many pieces in the way as before, or more.
    pub detours: f64,
    /// The number of shortest solutions, as paths from position to position.
    pub solutions: BigUint,
    /// The number of shortest solutions that differ in more than the order of independent moves;
    /// `None` if they are too many to compare.
    pub distinct: Option<BigUint>,
    /// The mean number of open moves.
    pub branching: f64,
    /// The mean share of the open moves that do not lead nearer to a goal.
    pub wrong_turns: f64,
}

/// A rating and the figures behind it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The unit of length.
    pub metric: Metric,
    /// The shortest solutions; `Exhausted` if none exists.
    pub route: Outcome<SolutionStats>,
    /// A lower bound on the length of a solution.
    pub bound: usize,
    /// The time it took.
    pub elapsed: Duration,
}

impl Rating {
    /// Returns the length of a shortest solution plus its [detours](SolutionStats::detours), in
    /// moves; `None` if no solution exists or a limit stopped the rating.
    ///
    /// A piece is in the way of a goal piece if it stands on a shortest way that the goal piece
    /// would have alone in the frame, and also if it hinders such a piece from going straight out
    /// of that way.
    pub fn effort(&self) -> Option<f64> {
        let route = self.route.found()?;
        let length = f64::from(u32::try_from(route.moves).unwrap_or(u32::MAX));
        Some(length + route.detours)
    }

    /// Returns the effort on a scale from 0 to 100.
    pub fn score(&self) -> Option<Score> {
        self.effort().map(Score::of_effort)
    }

    /// Returns the limit that stopped the rating, if one did.
    pub const fn stopped(&self) -> Option<StopReason> {
        match &self.route {
            Outcome::Stopped(reason) => Some(*reason),
            _ => None,
        }
    }
}

/// Rates the difficulty of a puzzle. The scope, engine and work folder of the options have no
/// effect, nor does mirroring.
///
/// ```
/// use huarong::collection::Collection;
/// use huarong::design::rate;
/// use huarong::explore::Options;
/// use huarong::control::unobserved;
///
/// let mut scores = Vec::new();
/// for card in ["cards#1", "cards#40"] {
///     let puzzle = &Collection::built_in().find(card)?[0].puzzle;
///     let rating = rate(puzzle, &Options::default(), &mut unobserved)?;
///     scores.push(rating.score().expect("nothing stops it").word());
/// }
/// assert_eq!(scores, ["easy", "expert"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the board does not fit the solvers.
///
/// # Complexity
/// Time and memory are those of counting the [`ShortestSolutions`].
pub fn rate(
    puzzle: &Puzzle,
    options: &Options,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Rating, SolveError> {
    let started = Instant::now();
    let mut bound = 0;
    let found = ShortestSolutions::find(puzzle, options, &mut |progress| {
        // Later stages report other depths.
        bound = bound.max(progress.depth as usize + 1);
        observer(progress)
    })?;
    let route = match found {
        Outcome::Exhausted => Outcome::Exhausted,
        Outcome::Stopped(reason) => Outcome::Stopped(reason),
        Outcome::Found(mut solutions) => {
            bound = solutions.length();
            let limits = options.limits.remaining_after(0, started.elapsed());
            walk(puzzle, &mut solutions, limits, observer)?
        }
    };
    Ok(Rating {
        metric: options.metric,
        route,
        bound,
        elapsed: started.elapsed(),
    })
}

/// Follows all shortest solutions at once.
fn walk(
    puzzle: &Puzzle,
    solutions: &mut ShortestSolutions,
    limits: Limits,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Outcome<SolutionStats>, SolveError> {
    let board = Board::new(puzzle)?;
    let obstruction = Obstruction::new(puzzle, &board);
    let mut monitor = Monitor::new(limits, observer);
    let mut players = Players::new(obstruction.of(board.start()));
    let mut reorderings = TraceCounter::new();
    let walked = solutions.each_layer(&mut monitor, &mut |layer, next| {
        if !next.is_empty() {
            players.advance(&obstruction, layer, next);
            reorderings.advance(layer, next);
        }
    });
    let moves = solutions.length();
    let mean = |sum: f64| sum / f64::from(u32::try_from(moves).unwrap_or(u32::MAX)).max(1.0);
    Ok(match walked {
        Err(reason) => Outcome::Stopped(reason),
        Ok(()) => Outcome::Found(SolutionStats {
            moves,
            detours: players.detours,
            solutions: solutions.count().clone(),
            distinct: reorderings.count(),
            branching: mean(players.branching),
            wrong_turns: mean(players.wrong_turns),
        }),
    })
}

/// Players who choose each move at random among those of the shortest solutions.
struct Players {
    /// The players at each position of the layer.
    here: Vec<Group>,
    /// Sums over the layers of means over the players.
    branching: f64,
    wrong_turns: f64,
    detours: f64,
}

/// The players at one position.
struct Group {
    /// Their share of all players.
    share: f64,
    /// The number of pieces in the way at this position.
    in_the_way: u32,
}

impl Players {
    /// Returns all players at the start, with this number of pieces in the way.
    fn new(in_the_way: u32) -> Self {
        let share = 1.0;
        Players {
            here: vec![Group { share, in_the_way }],
            branching: 0.0,
            wrong_turns: 0.0,
            detours: 0.0,
        }
    }

    /// Moves all players to the next layer.
    #[expect(clippy::cast_precision_loss, reason = "moves from a position are few")]
    fn advance(&mut self, obstruction: &Obstruction, layer: &[Waypoint], next: &[Waypoint]) {
        let group = |waypoint: &Waypoint| Group {
            share: 0.0,
            in_the_way: obstruction.of(&waypoint.at),
        };
        let mut there: Vec<Group> = next.iter().map(group).collect();
        for (waypoint, group) in layer.iter().zip(&self.here) {
            let share = group.share;
            let open = waypoint.successors as f64;
            let right = waypoint.onward.len() as f64;
            self.branching += share * open;
            self.wrong_turns += share * (open - right) / open;
            for edge in &waypoint.onward {
                let next = &mut there[edge.to];
                next.share += share / right;
                if next.in_the_way >= group.in_the_way {
                    self.detours += share / right;
                }
            }
        }
        self.here = there;
    }
}

/// Counts the pieces in the way of the goal pieces.
struct Obstruction<'a> {
    grid: &'a Grid,
    kinds: &'a [Kind],
    /// By kind, then by cell: the cells that a piece with its anchor there covers.
    footprints: Vec<Vec<u128>>,
    /// For each goal, for each target, and for each kind that may stand there: the way from each
    /// cell.
    goals: Vec<Vec<Vec<Option<Vec<Way>>>>>,
}

/// The shortest ways of a piece to its place, alone in the frame.
#[derive(Clone, Copy)]
struct Way {
    steps: u32,
    /// The cells that the piece covers on any of them.
    cells: u128,
}

/// The way to a place that cannot be reached.
const NO_WAY: Way = Way {
    steps: u32::MAX,
    cells: 0,
};

impl<'a> Obstruction<'a> {
    fn new(puzzle: &'a Puzzle, board: &'a Board) -> Self {
        let grid = puzzle.grid();
        let kinds = board.kinds();
        let footprints: Vec<_> = kinds.iter().map(|kind| footprints(board, kind)).collect();
        let goals = puzzle.goals().iter().map(|goal| {
            let targets = goal.targets.iter().map(|target| {
                let place = grid.index(target.anchor);
                kinds
                    .iter()
                    .zip(&footprints)
                    .map(|(kind, footprints)| {
                        puzzle
                            .are_interchangeable(kind.pieces[0], target.piece)
                            .then(|| ways_to(grid, kind, footprints, place))
                    })
                    .collect()
            });
            targets.collect()
        });
        Obstruction {
            grid,
            kinds,
            goals: goals.collect(),
            footprints,
        }
    }

    /// Returns the number of pieces in the way, summed over the targets of the goal with the
    /// fewest. The nearest piece that may stand on a target counts.
    fn of(&self, at: &UnpackedState) -> u32 {
        let pieces: Vec<u128> = at
            .anchors()
            .map(|(cell, kind)| self.footprints[kind][cell])
            .collect();
        let goals = self.goals.iter().map(|targets| {
            targets
                .iter()
                .map(|ways| {
                    at.anchors()
                        .enumerate()
                        .filter_map(|(piece, (cell, kind))| {
                            let way = ways[kind].as_ref()?[cell];
                            Some((way.steps, self.in_the_way(at, &pieces, piece, way.cells)))
                        })
                        .min()
                        .map_or(0, |(_, pieces)| pieces)
                })
                .sum()
        });
        goals.min().unwrap_or(0)
    }

    /// Returns the number of pieces on the cells of a way of a piece, and of those that hinder them
    /// from going straight out of it.
    fn in_the_way(&self, at: &UnpackedState, pieces: &[u128], own: usize, way: u128) -> u32 {
        let others = |cells: u128| {
            pieces
                .iter()
                .enumerate()
                .filter(move |&(piece, covered)| piece != own && covered & cells != 0)
                .map(|(piece, _)| 1_u128 << piece)
        };
        let mut found: u128 = others(way).sum();
        for (piece, (cell, kind)) in at.anchors().enumerate() {
            if piece == own || pieces[piece] & way == 0 {
                continue;
            }
            for direction in Direction::ALL {
                if let Some(swept) = self.straight_out(cell, kind, direction, way) {
                    found |= others(swept).fold(0, |all, one| all | one);
                }
            }
        }
        found.count_ones()
    }

    /// Returns the cells that a piece covers on its straight way out of some cells; `None` if the
    /// frame ends before.
    fn straight_out(
        &self,
        from: usize,
        kind: usize,
        direction: Direction,
        out_of: u128,
    ) -> Option<u128> {
        let grid = self.grid;
        let Kind {
            places, directions, ..
        } = &self.kinds[kind];
        let footprints = &self.footprints[kind];
        let mut cell = from;
        let mut swept = footprints[from];
        while footprints[cell] & out_of != 0 {
            let next = grid.cell(cell).step(direction);
            let next =
                next.filter(|&next| directions[direction as usize] && grid.contains(next))?;
            cell = grid.index(next);
            if places >> cell & 1 == 0 {
                return None;
            }
            swept |= footprints[cell];
        }
        Some(swept)
    }
}

/// Returns the shortest ways of a piece of this kind from each cell to a place, without other
/// pieces.
fn ways_to(grid: &Grid, kind: &Kind, footprints: &[u128], place: usize) -> Vec<Way> {
    let mut ways = vec![NO_WAY; grid.area()];
    if kind.places >> place & 1 == 0 {
        return ways;
    }
    ways[place] = Way {
        steps: 0,
        cells: footprints[place],
    };
    let mut waiting = VecDeque::from([place]);
    while let Some(at) = waiting.pop_front() {
        let Way { steps, cells } = ways[at];
        for (direction, allowed) in Direction::ALL.into_iter().zip(kind.directions) {
            // Backwards: the cell that it would come from.
            let from = grid.cell(at).step(direction.opposite()).filter(|_| allowed);
            let Some(from) = from.filter(|&from| grid.contains(from)) else {
                continue;
            };
            let from = grid.index(from);
            if kind.places >> from & 1 == 0 {
                continue;
            }
            let way = &mut ways[from];
            if way.steps == u32::MAX {
                *way = Way {
                    steps: steps + 1,
                    cells: footprints[from],
                };
                waiting.push_back(from);
            }
            if way.steps == steps + 1 {
                way.cells |= cells;
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::unobserved;
    use crate::sliding::Mirroring;

    const CLASSIC: &str = crate::cases::CLASSIC;

    fn rated(text: &str, metric: Metric) -> Rating {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let options = Options::default().with_metric(metric);
        rate(&puzzle, &options, &mut unobserved).expect("it fits")
    }

    fn found(rating: &Rating) -> &SolutionStats {
        rating.route.found().expect("it is solved")
    }

    #[test]
    fn a_free_way_takes_its_length_and_the_moves_that_do_not_clear_it() {
        // The only other move is back.
        let rating = rated(
            "A . .\n# # .\n# . .\n\ngoal:\n. . .\n# # .\n# A .\n",
            Metric::Step,
        );
        let route = found(&rating);
        assert_eq!((route.moves, &route.solutions), (5, &BigUint::from(1_u32)));
        assert_eq!(route.distinct.as_ref(), Some(&BigUint::from(1_u32)));
        assert_eq!(rating.effort(), Some(10.0), "no piece is ever in the way");
        assert!((route.branching - 9.0 / 5.0).abs() < 1e-9);
        assert!((route.wrong_turns - 4.0 * 0.5 / 5.0).abs() < 1e-9);
        assert_eq!(rating.score().map(Score::word), Some("easy"));
    }

    #[test]
    fn a_piece_is_in_the_way_of_a_goal_piece_or_of_one_that_is() {
        let puzzle: Puzzle = "exit: A=right\nA . B .\n. . B .\n. . C C\n. . . .\n"
            .parse()
            .expect("a puzzle");
        let board = Board::new(&puzzle).expect("it fits");
        let obstruction = Obstruction::new(&puzzle, &board);
        // B is in the way of A, and C in that of B.
        assert_eq!(obstruction.of(board.start()), 2);
    }

    #[test]
    fn a_solved_puzzle_takes_no_effort_and_an_unsolvable_one_has_no_rating() {
        let solved = rated("A .\n. .\n\ngoal:\nA .\n. .\n", Metric::Move);
        assert_eq!((found(&solved).moves, solved.effort()), (0, Some(0.0)));
        let stuck = rated("A # .\n\ngoal:\n. # A\n", Metric::Move);
        assert_eq!(stuck.route, Outcome::Exhausted);
        assert_eq!((stuck.score(), stuck.stopped()), (None, None));
    }

    #[test]
    fn a_stopped_rating_has_a_lower_bound() {
        let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
        let mut bounds = Vec::new();
        for most in [1000, 12_000, 1 << 20] {
            let limits = Limits::default().with_max_states(Some(most));
            let options = Options::default().with_limits(limits);
            let rating = rate(&puzzle, &options, &mut unobserved).expect("it fits");
            assert_eq!(rating.stopped().is_none(), rating.score().is_some());
            bounds.push((rating.bound, rating.stopped()));
        }
        assert!(bounds[0].0 > 0 && bounds[0].0 < 81, "{bounds:?}");
        assert_eq!(bounds[0].1, Some(StopReason::States));
        assert_eq!(bounds[2], (81, None));
    }

    #[test]
    fn mirror_images_do_not_matter() {
        let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
        let rated = |mirroring| {
            let options = Options::default().with_mirroring(mirroring);
            rate(&puzzle, &options, &mut unobserved).expect("it fits")
        };
        let [one, other] = [Mirroring::Canonical, Mirroring::Off].map(rated);
        let efforts = [&one, &other].map(|rating| rating.effort().expect("it is known"));
        assert!((efforts[0] - efforts[1]).abs() < 1e-6, "{efforts:?}");
    }
}
