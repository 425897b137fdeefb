//! Ratings of the difficulty of a puzzle for a person.
//!
//! A model of people who choose among the moves by what they see predicts the difficulty of a
//! puzzle better than any figure of its state space (Jarušek and Pelánek, "Difficulty Rating of
//! Sokoban Puzzle", STAIRS 2010, with 2,000 solved problems). In Rush Hour, errors are more likely
//! the farther the goal is and the more moves are open ("Predicting human decisions in a sequential
//! planning puzzle with a large state space", with 86 subjects). This module does not sample such a
//! random walk but sums its costs along the shortest solutions exactly.

use std::collections::VecDeque;
use std::fmt::{self, Display, Formatter};
use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use crate::board::{Board, Kind, UnpackedState};
use crate::control::{Instant, Limits, Monitor, Outcome, Progress, StopReason};
use crate::explore::{Options, ShortestSolutions, TraceCounter, Waypoint};
use crate::grid::{Direction, Grid};
use crate::puzzle::{Metric, Puzzle};
use crate::sliding::SolveError;

/// The difficulty of a puzzle for a person, on a scale from 0 to 100: 100·e ÷ (e + 50), where e is
/// the [effort](Rating::effort) in bits.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, serde::Serialize)]
pub struct Score(f64);

/// The effort that is rated 50, in bits.
const MIDDLE: f64 = 50.0;

impl Score {
    /// Returns the score of an effort in bits.
    pub fn of_effort(bits: f64) -> Self {
        Score(100.0 * bits / (bits + MIDDLE))
    }

    /// Returns the number from 0 to 100.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Returns a word for the score, one for each fifth of the scale.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self.0 {
            ..20.0 => "very easy",
            ..40.0 => "easy",
            ..60.0 => "medium",
            ..80.0 => "hard",
            _ => "very hard",
        }
    }
}

/// With one decimal: `71.2`.
impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let digits = format!("{:.1}", self.0);
        f.pad(&digits)
    }
}

/// Figures of the shortest solutions of a puzzle. Means are over the solutions that the players of
/// [`Rating::effort`] find.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolutionStats {
    /// The length of a shortest solution.
    pub moves: usize,
    /// The number of shortest solutions, as paths from position to position.
    pub solutions: BigUint,
    /// The number of shortest solutions that differ in more than the order of independent moves;
    /// `None` if they are too many to compare.
    pub distinct: Option<BigUint>,
    /// The mean number of open moves.
    pub branching: f64,
    /// The mean share of the open moves that do not lead nearer to a goal.
    pub wrong_turns: f64,
    /// The least number of steps that goal pieces must move away from their places. The distance of
    /// a goal piece from its place is measured without other pieces.
    pub away: u32,
    /// The cost of the right choices, in bits.
    pub choice: f64,
}

/// Figures of the positions around the shortest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ComponentStats {
    /// The number of positions that can be reached.
    pub states: u64,
    /// The largest distance of a position from every shortest solution, in moves.
    pub dead_end_depth: usize,
}

/// A rating and the figures behind it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The unit of length.
    pub metric: Metric,
    /// The shortest solutions; `Exhausted` if none exists.
    pub route: Outcome<SolutionStats>,
    /// The positions around the shortest solutions.
    pub surroundings: Outcome<ComponentStats>,
    /// A lower bound on the length of a solution.
    pub bound: usize,
    /// The time it took.
    pub elapsed: Duration,
}

impl Rating {
    /// Returns the negative logarithm of the probability to follow a shortest solution, in bits,
    /// and the cost of dead ends; `None` if a limit stopped the rating.
    ///
    /// The model is a player who chooses among the moves by their looks. A move that brings the
    /// goal pieces nearer to their places is twice as likely as one that leaves them as near, and
    /// one that takes them away is half as likely. The player never takes back the last move. Each
    /// position costs log2(all ÷ right) bits, with moves weighted by these likelihoods. Dead ends
    /// add log2(1 + their depth) bits. The number of positions has no effect.
    pub fn effort(&self) -> Option<f64> {
        let (Outcome::Found(route), Outcome::Found(around)) = (&self.route, &self.surroundings)
        else {
            return None;
        };
        Some(if route.moves == 0 {
            0.0
        } else {
            route.choice + around.bits()
        })
    }

    /// Returns the effort on a scale from 0 to 100.
    pub fn score(&self) -> Option<Score> {
        self.effort().map(Score::of_effort)
    }

    /// Returns the limit that stopped the rating, if one did.
    pub const fn stopped(&self) -> Option<StopReason> {
        match (&self.route, &self.surroundings) {
            (Outcome::Stopped(reason), _) | (_, Outcome::Stopped(reason)) => Some(*reason),
            _ => None,
        }
    }

    fn stop(&mut self, reason: StopReason) {
        (self.route, self.surroundings) = (Outcome::Stopped(reason), Outcome::Stopped(reason));
    }
}

impl ComponentStats {
    /// Returns the cost of the dead ends, in bits.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a depth is a small number")]
    pub fn bits(self) -> f64 {
        (1.0 + self.dead_end_depth as f64).log2()
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
/// assert_eq!(scores, ["easy", "hard"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the board does not fit the solvers.
///
/// # Complexity
/// Time and memory are those of counting the [`ShortestSolutions`] and of one search of all
/// reachable positions.
pub fn rate(
    puzzle: &Puzzle,
    options: &Options,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Rating, SolveError> {
    let started = Instant::now();
    let left = || Options {
        limits: options.limits.after(0, started.elapsed()),
        ..*options
    };
    let mut rating = Rating {
        metric: options.metric,
        bound: 0,
        route: Outcome::Exhausted,
        surroundings: Outcome::Exhausted,
        elapsed: Duration::ZERO,
    };
    let found = ShortestSolutions::find(puzzle, options, &mut |progress| {
        // Later stages report other depths.
        rating.bound = rating.bound.max(progress.depth as usize + 1);
        observer(progress)
    })?;
    match found {
        Outcome::Exhausted => {}
        Outcome::Stopped(reason) => rating.stop(reason),
        Outcome::Found(mut solutions) => {
            rating.bound = solutions.length();
            match walk(puzzle, &mut solutions, left().limits, observer)? {
                Ok((route, positions)) => {
                    let around = solutions.layers_around(&positions, &left(), observer)?;
                    rating.route = Outcome::Found(route);
                    rating.surroundings = around.map(|layers| ComponentStats {
                        states: layers.total().states,
                        dead_end_depth: layers.eccentricity(),
                    });
                }
                Err(reason) => rating.stop(reason),
            }
        }
    }
    rating.elapsed = started.elapsed();
    Ok(rating)
}

/// Follows all shortest solutions at once; returns their figures and the positions on them.
fn walk(
    puzzle: &Puzzle,
    solutions: &mut ShortestSolutions,
    limits: Limits,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Result<(SolutionStats, Vec<UnpackedState>), StopReason>, SolveError> {
    let board = Board::new(puzzle)?;
    let remoteness = RelaxedDistance::new(puzzle, &board);
    let mut watch = Monitor::new(limits, observer);
    let mut walk_stats = RandomWalk::new();
    let mut reorderings = TraceCounter::new();
    let mut positions = Vec::new();
    let walked = solutions.each_layer(&mut watch, &mut |layer, next| {
        positions.extend(layer.iter().map(|waypoint| waypoint.at.clone()));
        if !next.is_empty() {
            walk_stats.advance(&remoteness, layer, next.len());
            reorderings.advance(layer, next);
        }
    });
    let moves = solutions.length();
    Ok(walked.map(|()| {
        let RandomWalk {
            branching,
            wrong_turns,
            choice,
            ..
        } = walk_stats;
        let mean = |sum: f64| sum / f64::from(u32::try_from(moves).unwrap_or(u32::MAX)).max(1.0);
        let route = SolutionStats {
            moves,
            solutions: solutions.count().clone(),
            distinct: reorderings.count(),
            branching: mean(branching),
            wrong_turns: mean(wrong_turns),
            away: walk_stats.least_away(),
            choice,
        };
        (route, positions)
    }))
}

/// Players who choose moves by their looks, as far as they follow a shortest solution.
struct RandomWalk {
    /// The players at each position of the layer.
    here: Vec<Walker>,
    /// Sums over the layers of means over the players.
    branching: f64,
    wrong_turns: f64,
    choice: f64,
}

/// The players at one position.
#[derive(Clone, Default)]
struct Walker {
    /// Their share of all players, by the [weight](LOOKS) of taking back the last move.
    shares: [f64; 4],
    /// The least number of steps that goal pieces have moved away from their places.
    away: Option<u32>,
}

/// The relative likelihood of a move that takes goal pieces away from their places, one that keeps
/// their distance, one that brings them nearer, and no move.
const LOOKS: [f64; 4] = [0.5, 1.0, 2.0, 0.0];

/// Returns the index in [`LOOKS`] of a move from one distance to another.
fn look_index(before: u32, after: u32) -> usize {
    match before.cmp(&after) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

impl RandomWalk {
    fn new() -> Self {
        let start = Walker {
            shares: [0.0, 0.0, 0.0, 1.0],
            away: Some(0),
        };
        RandomWalk {
            here: vec![start],
            branching: 0.0,
            wrong_turns: 0.0,
            choice: 0.0,
        }
    }

    /// Moves all players to the next layer, which has `next` positions.
    #[expect(clippy::cast_precision_loss, reason = "moves from a position are few")]
    fn advance(&mut self, remoteness: &RelaxedDistance, layer: &[Waypoint], next: usize) {
        let mut there = vec![Walker::default(); next];
        for (waypoint, walker) in layer.iter().zip(&self.here) {
            let Waypoint {
                at,
                successors,
                onward,
            } = waypoint;
            let before = remoteness.of(at);
            let after: Vec<u32> = successors.iter().map(|at| remoteness.of(at)).collect();
            let weight = |successor: usize| LOOKS[look_index(before, after[successor])];
            let all: f64 = (0..successors.len()).map(weight).sum();
            let right: f64 = onward.iter().map(|one| weight(one.successor)).sum();
            let share: f64 = walker.shares.iter().sum();
            let parts = LOOKS
                .iter()
                .zip(walker.shares)
                .filter(|&(_, part)| part > 0.0);
            for (took_back, part) in parts {
                self.choice += part * ((all - took_back) / right).log2();
            }
            let wrong = successors.len() - onward.len();
            let open = successors.len() as f64;
            self.branching += share * open;
            self.wrong_turns += share * wrong as f64 / open;
            for one in onward {
                let now = after[one.successor];
                let there = &mut there[one.to];
                there.shares[look_index(now, before)] += share * weight(one.successor) / right;
                let away = walker.away.map(|away| away + now.saturating_sub(before));
                there.away = there.away.min(away).or(away);
            }
        }
        self.here = there;
    }

    /// Returns the least number of steps that goal pieces must move away from their places.
    fn least_away(&self) -> u32 {
        self.here
            .iter()
            .filter_map(|walker| walker.away)
            .min()
            .unwrap_or(0)
    }
}

/// The distances of the goal pieces from their places, each alone in the frame.
struct RelaxedDistance {
    /// For each goal, for each target, and for each kind that may stand there: the steps from each
    /// cell.
    goals: Vec<Vec<Vec<Option<Vec<u32>>>>>,
}

/// The distance of an unreachable place.
const NO_WAY: u32 = 1 << 16;

impl RelaxedDistance {
    fn new(puzzle: &Puzzle, board: &Board) -> Self {
        let grid = puzzle.grid();
        let goals = puzzle.goals().iter().map(|goal| {
            let targets = goal.targets.iter().map(|target| {
                let place = grid.index(target.anchor);
                let kinds = board.kinds().iter().map(|kind| {
                    let may_serve = puzzle.are_interchangeable(kind.pieces[0], target.piece);
                    may_serve.then(|| steps_to(grid, kind, place))
                });
                kinds.collect()
            });
            targets.collect()
        });
        RelaxedDistance {
            goals: goals.collect(),
        }
    }

    /// Returns the distance of a position from the nearest goal. The nearest piece that may stand
    /// on a target counts.
    fn of(&self, at: &UnpackedState) -> u32 {
        let goals = self.goals.iter().map(|targets| {
            let targets = targets.iter().map(|kinds| {
                let steps = at
                    .anchors()
                    .filter_map(|(cell, kind)| Some(kinds[kind].as_ref()?[cell]));
                steps.min().unwrap_or(NO_WAY)
            });
            targets.sum()
        });
        goals.min().unwrap_or(0)
    }
}

/// Returns the steps of a piece of this kind from each cell to a place, without other pieces.
fn steps_to(grid: &Grid, kind: &Kind, place: usize) -> Vec<u32> {
    let mut steps = vec![NO_WAY; grid.area()];
    if kind.places >> place & 1 == 0 {
        return steps;
    }
    steps[place] = 0;
    let mut waiting = VecDeque::from([place]);
    while let Some(at) = waiting.pop_front() {
        for (direction, allowed) in Direction::ALL.into_iter().zip(kind.directions) {
            // Backwards: the cell that it would come from.
            let from = grid.cell(at).step(direction.opposite()).filter(|_| allowed);
            let Some(from) = from.filter(|&from| grid.contains(from)) else {
                continue;
            };
            let from = grid.index(from);
            if kind.places >> from & 1 == 1 && steps[from] == NO_WAY {
                steps[from] = steps[at] + 1;
                waiting.push_back(from);
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::unobserved;
    use crate::sliding::Mirroring;

    const CLASSIC: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/puzzles/klotski/heng-dao-li-ma.txt"
    ));

    fn rated(text: &str, metric: Metric) -> Rating {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let options = Options::default().with_metric(metric);
        rate(&puzzle, &options, &mut unobserved).expect("it fits")
    }

    fn found(rating: &Rating) -> (&SolutionStats, ComponentStats) {
        let (Outcome::Found(route), Outcome::Found(around)) = (&rating.route, &rating.surroundings)
        else {
            panic!("{rating:?}")
        };
        (route, *around)
    }

    #[test]
    fn a_corridor_takes_no_effort() {
        // The only other move is back.
        let rating = rated(
            "A . .\n# # .\n# . .\n\ngoal:\n. . .\n# # .\n# A .\n",
            Metric::Step,
        );
        let (route, around) = found(&rating);
        assert_eq!((route.moves, &route.solutions), (5, &BigUint::from(1_u32)));
        assert_eq!(
            (route.distinct.as_ref(), route.away),
            (Some(&BigUint::from(1_u32)), 0)
        );
        assert_eq!((around.states, around.dead_end_depth), (6, 0));
        assert!(
            (route.choice, rating.effort()) == (0.0, Some(0.0)),
            "{rating:?}"
        );
        assert!((route.branching - 9.0 / 5.0).abs() < 1e-9);
        assert!((route.wrong_turns - 4.0 * 0.5 / 5.0).abs() < 1e-9);
        assert_eq!(rating.score().map(Score::word), Some("very easy"));
    }

    #[test]
    fn each_choice_costs_its_bits() {
        // A goes two steps to the right, and B can move to the left and right.
        let rating = rated(
            "A . .\n# # #\n. B .\n\ngoal:\n. . A\n# # #\n. . .\n",
            Metric::Step,
        );
        let (route, around) = found(&rating);
        assert_eq!((route.moves, route.away), (2, 0));
        // Each step of A is as likely as both steps of B together: A never steps back.
        assert!((route.choice - 2.0).abs() < 1e-9, "{route:?}");
        assert_eq!((around.states, around.dead_end_depth), (9, 1));
        assert!((rating.effort().expect("it is known") - 3.0).abs() < 1e-9);
        assert_eq!(
            rating.score().map(|it| it.to_string()).as_deref(),
            Some("5.7")
        );
    }

    #[test]
    fn a_goal_piece_that_must_make_room_moves_away() {
        let text = "A B .\n# . #\n\ngoal:\nB A .\n# . #\n";
        let rating = rated(text, Metric::Step);
        let (route, _) = found(&rating);
        assert!(route.away > 0, "{route:?}");
        let free = rated("A . B\n# . #\n\ngoal:\n. A .\n# . #\n", Metric::Step);
        assert_eq!(found(&free).0.away, 0);
    }

    #[test]
    fn a_solved_puzzle_takes_no_effort_and_an_unsolvable_one_has_no_rating() {
        let solved = rated("A .\n. .\n\ngoal:\nA .\n. .\n", Metric::Move);
        assert_eq!((found(&solved).0.moves, solved.effort()), (0, Some(0.0)));
        let stuck = rated("A # .\n\ngoal:\n. # A\n", Metric::Move);
        assert_eq!(stuck.route, Outcome::Exhausted);
        assert_eq!((stuck.score(), stuck.stopped()), (None, None));
    }

    #[test]
    fn a_stopped_rating_has_a_lower_bound() {
        let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
        let mut bounds = Vec::new();
        for most in [1000, 12_000, 1 << 20] {
            let limits = Limits {
                max_states: Some(most),
                ..Limits::default()
            };
            let options = Options {
                limits,
                ..Options::default()
            };
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
            let options = Options {
                mirroring,
                ..Options::default()
            };
            rate(&puzzle, &options, &mut unobserved).expect("it fits")
        };
        let [one, other] = [Mirroring::Canonical, Mirroring::Off].map(rated);
        assert_eq!(one.surroundings, other.surroundings);
        let efforts = [&one, &other].map(|rating| rating.effort().expect("it is known"));
        assert!((efforts[0] - efforts[1]).abs() < 1e-6, "{efforts:?}");
    }
}
