//! Ratings of the difficulty of a puzzle for a person.
//!
//! People search towards what they see: they try to clear the way of the goal piece, and the way of
//! the pieces that stand in it (Jarušek and Pelánek, "What Determines Difficulty of Transport
//! Puzzles?", FLAIRS 2011; Bockholt and Zweig, "Why Is This So Hard? Insights from the State Space
//! of a Simple Board Game", 2015). A puzzle is hard if its solution is long, if moves in it do not
//! look like progress, and if much else does. So this module counts the moves of a shortest
//! solution, those that clear no way, and the positions that a player of that kind tries. The guide
//! has the data of people that this was chosen by.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt::{self, Display, Formatter};
use std::ops::ControlFlow;
#[cfg(feature = "cli")]
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use num_bigint::BigUint;

use crate::board::kind::footprints;
use crate::board::{Board, Kind, UnpackedState};
use crate::control::{Instant, Limits, Monitor, Outcome, Progress, StopReason};
use crate::explore::{Options, ShortestSolutions, TraceCounter, Waypoint};
use crate::grid::{Direction, Grid};
use crate::puzzle::{Metric, Puzzle};
use crate::sliding::SolveError;
use crate::sliding::board_search::BoardSearch;

/// The difficulty of a puzzle for a person, on a scale from 0 to 100: 100·e ÷ (e + 60), where e is
/// the [effort](Rating::effort) in moves.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, serde::Serialize)]
pub struct Score(f64);

/// The effort that is rated 50, in moves.
const MIDDLE: f64 = 60.0;

/// The maximum number of positions that count as tried.
const MAX_TRIED: usize = 4096;

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

    /// Returns a word for the score: efforts of 15, 40 and 90 moves are between two words.
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

/// Figures of the shortest solutions of a puzzle, and of the search for one.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolutionStats {
    /// The length of a shortest solution.
    pub moves: usize,
    /// The number of its moves that clear no way: after them as many pieces are in the way as
    /// before, or more. The mean over players who choose each move at random among those of the
    /// shortest solutions.
    pub detours: f64,
    /// The number of positions, up to 4096, that a greedy player tries before a solution is found:
    /// one who goes on from the positions with the fewest pieces in the way, of these from those
    /// met after the fewest moves, and from all that are equal.
    pub tried: usize,
    /// The number of shortest solutions, as paths from position to position.
    pub solutions: BigUint,
    /// The number of shortest solutions that differ in more than the order of independent moves;
    /// `None` if they are too many to compare.
    pub distinct: Option<BigUint>,
}

/// Returns the factor of effort of this number of positions tried. Six is the one number that data
/// of people gave, and moves no puzzle past another.
#[expect(clippy::cast_precision_loss, reason = "they are few")]
fn search_factor(tried: usize) -> f64 {
    (tried as f64 + 1.0).log2() / 6.0
}

/// Returns the lengths of the puzzles that can have such an effort: from none to as many detours as
/// moves, and from as many positions tried as moves to the most.
#[cfg(feature = "cli")]
pub(crate) fn lengths(efforts: Range<f64>) -> RangeInclusive<u32> {
    let least = |moves: u32| f64::from(moves) * search_factor(moves as usize);
    let most = |moves: u32| 2.0 * f64::from(moves) * search_factor(MAX_TRIED);
    let first = (1..).find(|&moves| most(moves) >= efforts.start);
    let after = (1..).find(|&moves| least(moves) > efforts.end);
    let bounds = first.zip(after).expect("both grow without end");
    bounds.0..=bounds.1.saturating_sub(1).max(bounds.0)
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
    /// Returns about how many moves a person takes: the length of a shortest solution plus its
    /// [detours](SolutionStats::detours), times the binary logarithm of one more than the positions
    /// [tried](SolutionStats::tried), divided by 6. `None` if no solution exists or a limit stopped
    /// the rating.
    ///
    /// A piece is in the way of a goal piece if it stands on a shortest way that the goal piece
    /// would have alone in the frame. It counts once more for each piece that hinders it from going
    /// straight out of that way, in the direction in which the fewest do.
    #[expect(clippy::cast_precision_loss, reason = "both are small")]
    pub fn effort(&self) -> Option<f64> {
        let route = self.route.found()?;
        let SolutionStats {
            moves,
            detours,
            tried,
            ..
        } = *route;
        Some((moves as f64 + detours) * search_factor(tried))
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
            walk(puzzle, &mut solutions, options, limits, observer)?
        }
    };
    Ok(Rating {
        metric: options.metric,
        route,
        bound,
        elapsed: started.elapsed(),
    })
}

/// Follows all shortest solutions at once, and then the search of a greedy player.
fn walk(
    puzzle: &Puzzle,
    solutions: &mut ShortestSolutions,
    options: &Options,
    limits: Limits,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Outcome<SolutionStats>, SolveError> {
    let board = Board::new(puzzle)?;
    let obstruction = Obstruction::new(puzzle, &board);
    let mut monitor = Monitor::new(limits, observer);
    let mut players = Players::new(obstruction.of(board.start()));
    let mut reorderings = TraceCounter::new();
    let tried = solutions
        .each_layer(&mut monitor, &mut |layer, next| {
            if !next.is_empty() {
                players.advance(&obstruction, layer, next);
                reorderings.advance(layer, next);
            }
        })
        .and_then(|()| {
            let mut search = BoardSearch::new(&board, options.metric);
            positions_tried(&mut search, &obstruction, &mut monitor)
        });
    Ok(match tried {
        Err(reason) => Outcome::Stopped(reason),
        Ok(tried) => Outcome::Found(SolutionStats {
            moves: solutions.length(),
            detours: players.detours,
            tried,
            solutions: solutions.count().clone(),
            distinct: reorderings.count(),
        }),
    })
}

/// Returns [`SolutionStats::tried`]. Equal positions are tried together, so that neither their
/// order nor a mirror image matters.
fn positions_tried(
    search: &mut BoardSearch,
    obstruction: &Obstruction,
    monitor: &mut Monitor<'_>,
) -> Result<usize, StopReason> {
    let start = search.board.start().clone();
    let mut seen = HashSet::from([start.clone()]);
    let mut waiting = BTreeMap::from([((0, 0), vec![start])]);
    let mut is_solved = false;
    let mut tried = 0;
    while let Some(((_, depth), equals)) = waiting.pop_first().filter(|_| !is_solved) {
        for at in equals {
            if tried == MAX_TRIED {
                return Ok(tried);
            }
            tried += 1;
            monitor.check_now(|| Progress {
                states: tried,
                ..Progress::default()
            })?;
            for next in search.successors(&at) {
                if seen.insert(next.clone()) {
                    is_solved |= search.class(&next).is_goal();
                    let rank = (obstruction.of(&next), depth + 1);
                    waiting.entry(rank).or_default().push(next);
                }
            }
        }
    }
    Ok(tried)
}

/// Players who choose each move at random among those of the shortest solutions.
struct Players {
    /// The players at each position of the layer.
    here: Vec<Group>,
    /// The mean number of moves that cleared no way.
    detours: f64,
}

/// The players at one position.
struct Group {
    /// Their share of all players.
    share: f64,
    /// The number of pieces in the way at this position.
    in_the_way: usize,
}

impl Players {
    /// Returns all players at the start, with this number of pieces in the way.
    fn new(in_the_way: usize) -> Self {
        let share = 1.0;
        Players {
            here: vec![Group { share, in_the_way }],
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
            let share = group.share / waypoint.onward.len() as f64;
            for edge in &waypoint.onward {
                let next = &mut there[edge.to];
                next.share += share;
                if next.in_the_way >= group.in_the_way {
                    self.detours += share;
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
    fn of(&self, at: &UnpackedState) -> usize {
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

    /// Returns the number of pieces on the cells of a way of a piece, and of those that hinder each
    /// of them from going straight out of it, in the best direction.
    fn in_the_way(&self, at: &UnpackedState, pieces: &[u128], own: usize, way: u128) -> usize {
        let count = |cells: u128, but: usize| {
            let others = pieces.iter().enumerate().filter(|&(piece, _)| piece != but);
            others.filter(|(_, covered)| *covered & cells != 0).count()
        };
        let blockers = at
            .anchors()
            .enumerate()
            .filter(|&(piece, _)| piece != own && pieces[piece] & way != 0);
        blockers
            .map(|(piece, (cell, kind))| {
                let hinderers = Direction::ALL.into_iter().filter_map(|direction| {
                    let swept = self.straight_out(cell, kind, direction, way)?;
                    Some(count(swept, piece))
                });
                1 + hinderers.min().unwrap_or(0)
            })
            .sum()
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

    const CLASSIC: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/puzzles/klotski/heng-dao-li-ma.txt"
    ));

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
        assert!(
            (route.detours - 5.0).abs() < 1e-9,
            "no piece is ever in the way"
        );
        assert_eq!(route.tried, 5, "all before the last one");
        let effort = rating.effort().expect("it is known");
        assert!((effort - 10.0 * 6_f64.log2() / 6.0).abs() < 1e-9);
        assert_eq!(rating.score().map(Score::word), Some("easy"));
    }

    #[test]
    fn a_piece_in_the_way_counts_with_those_that_hinder_it_in_its_best_direction() {
        for (rows, pieces) in [
            ("A . B .\n. . B .\n. . C C\n. . . .", 2),
            ("A . . .\n. . B .\n. . C C\n. . . .", 0),
            ("A . B D\n. . . D\n. . C C\n. . . .", 3),
            ("A . B .\n. E B .\n. . C C\n. . D .", 2),
        ] {
            let puzzle: Puzzle = format!("exit: A=right\npieces: axis\n{rows}\n")
                .parse()
                .expect("a puzzle");
            let board = Board::new(&puzzle).expect("it fits");
            let obstruction = Obstruction::new(&puzzle, &board);
            assert_eq!(obstruction.of(board.start()), pieces, "{rows}");
        }
    }

    #[test]
    fn puzzles_of_a_rating_are_as_long_as_their_detours_and_search_can_make_them() {
        for (efforts, moves) in [(0.0..15.0, 1..=20), (40.0..90.0, 10..=84)] {
            assert_eq!(lengths(efforts), moves);
        }
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
        let efforts = [&one, &other].map(|rating| rating.effort().expect("it is known"));
        assert!((efforts[0] - efforts[1]).abs() < 1e-6, "{efforts:?}");
    }

    #[test]
    fn a_board_seen_in_a_mirror_has_the_same_rating() {
        let rows = ["..EC..", "B.ECD.", "BAACD.", "...HHH", ".FFGG.", ".III.."];
        let seen = rows.map(|row| row.chars().rev().collect::<String>());
        let text =
            |exit, rows: &[&str]| format!("exit: A={exit}\npieces: axis\n{}\n", rows.join("\n"));
        let one = rated(&text("right", &rows), Metric::Move);
        let other = rated(
            &text("left", &seen.each_ref().map(|row| &row[..])),
            Metric::Move,
        );
        assert_eq!(found(&one).tried, found(&other).tried);
        let efforts = [&one, &other].map(|rating| rating.effort().expect("it is known"));
        assert!((efforts[0] - efforts[1]).abs() < 1e-6, "{efforts:?}");
    }
}
