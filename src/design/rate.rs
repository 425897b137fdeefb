//! Ratings of the difficulty of a puzzle for a person.
//!
//! People search towards what they see: they try to clear the way of the goal piece, and the way of
//! the pieces that stand in it (Jarušek and Pelánek, "What Determines Difficulty of Transport
//! Puzzles?", FLAIRS 2011; Bockholt and Zweig, "Why Is This So Hard? Insights from the State Space
//! of a Simple Board Game", 2015). A puzzle is hard if its solution is long, if moves in it do not
//! look like progress, and if much else does. So this module counts the moves of a shortest
//! solution, those that clear no way, and the positions that a player of that kind tries. The guide
//! has the data of people that this was chosen by.

#[cfg(feature = "cli")]
use std::ops::{Range, RangeInclusive};
use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    fmt::{self, Display, Formatter},
    ops::ControlFlow,
    time::Duration,
};

use num_bigint::BigUint;

use crate::{
    board::{
        Board, Kind, UnpackedState,
        cells::{CellSet, WideCells},
        kind::footprints,
    },
    control::{Instant, Limits, Monitor, Outcome, Progress, StopReason},
    explore::{Options, ShortestSolutions, TraceCounter, Waypoint},
    grid::{Direction, Grid},
    puzzle::{Metric, Puzzle},
    sliding::{SolveError, board_search::BoardSearch},
};

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

    /// Returns the number from 0 to 100.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Returns a word for the score: efforts of 15, 40 and 90 moves are between two words.
    #[must_use]
    pub fn word(self) -> &'static str {
        let level = LEVELS.iter().find(|(_, next)| self.0 < *next);
        level.map_or("expert", |level| level.0)
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

/// Returns the factor of effort of this number of positions tried. The 6 makes moves of people of
/// the effort, and moves no puzzle past another.
#[expect(clippy::cast_precision_loss, reason = "they are few")]
fn search_factor(tried: usize) -> f64 {
    (tried as f64 + 1.0).log2() / 6.0
}

/// Returns the lengths to search for puzzles of a rating: from those with as many detours as moves
/// and the square of the moves tried, which few puzzles exceed, to those with no detours and no
/// more positions tried than moves.
#[cfg(feature = "cli")]
pub(crate) fn lengths(range: &Range<f64>) -> RangeInclusive<u32> {
    let rating = |moves: u32, tried| Score::of_effort(f64::from(moves) * search_factor(tried)).0;
    let is_below = |&moves: &u32| rating(moves, moves as usize) < range.end;
    let last = (1..5000).take_while(is_below).last().unwrap_or(1);
    let first = (1..last).find(|moves| rating(2 * moves, (moves * moves) as usize) >= range.start);
    first.unwrap_or(last)..=last
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
        Some((route.moves as f64 + route.detours) * search_factor(route.tried))
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
/// use huarong::control::unobserved;
/// use huarong::design::rate;
/// use huarong::explore::Options;
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
#[expect(clippy::cast_precision_loss, reason = "moves from a position are few")]
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
    let mut here = vec![PlayerGroup {
        share: 1.0,
        in_the_way: obstruction.of(board.start()),
    }];
    let mut detours = 0.0;
    let mut reorderings = TraceCounter::new();
    let tried = solutions
        .each_layer(&mut monitor, &mut |layer, next| {
            let group = |waypoint: &Waypoint| PlayerGroup {
                share: 0.0,
                in_the_way: obstruction.of(&waypoint.at),
            };
            let mut there: Vec<PlayerGroup> = next.iter().map(group).collect();
            for (waypoint, group) in layer.iter().zip(&here) {
                let share = group.share / waypoint.onward.len() as f64;
                for edge in &waypoint.onward {
                    let next = &mut there[edge.to];
                    next.share += share;
                    if next.in_the_way >= group.in_the_way {
                        detours += share;
                    }
                }
            }
            here = there;
            reorderings.advance(layer, next);
        })
        .and_then(|()| {
            let mut search = BoardSearch::new(&board, options.metric);
            positions_tried(&mut search, &obstruction, &mut monitor)
        });
    Ok(match tried {
        Err(reason) => Outcome::Stopped(reason),
        Ok(tried) => Outcome::Found(SolutionStats {
            moves: solutions.length(),
            detours,
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
            monitor.check_now(Progress::default)?;
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

/// The players at one position, who choose each move at random among those of the shortest
/// solutions.
struct PlayerGroup {
    /// Their share of all players.
    share: f64,
    /// The number of pieces in the way at this position.
    in_the_way: usize,
}

/// Counts the pieces in the way of the goal pieces.
struct Obstruction<'a> {
    grid: &'a Grid,
    kinds: &'a [Kind],
    /// By kind, then by cell: the cells that a piece with its anchor there covers.
    footprints: Vec<Vec<WideCells>>,
    /// For each goal, for each target, and for each kind that may stand there: the way from each
    /// cell, if one exists.
    goals: Vec<Vec<Vec<Option<PieceRoutes>>>>,
    /// For each kind that must leave, the number of its layers, and the way to a door from each
    /// cell.
    leaving: Vec<Option<(usize, PieceRoutes)>>,
}

/// A way from each cell, if one exists.
type PieceRoutes = Vec<Option<PieceRoute>>;

/// The anchor of a piece, its kind, and the cells that it covers.
type PlacedKind = (usize, usize, WideCells);

/// The shortest ways of a piece to its place, alone in the frame.
#[derive(Clone, Copy)]
struct PieceRoute {
    steps: u32,
    /// The cells that the piece covers on any of them.
    cells: WideCells,
}

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
                            .then(|| ways_to(grid, kind, footprints, [(place, footprints[place])]))
                    })
                    .collect()
            });
            targets.collect()
        });
        let leaving = |(kind, footprints): (&Kind, &Vec<WideCells>)| {
            let must_leave = puzzle.all_leave() && !puzzle.is_goal_piece(kind.pieces[0]);
            let doors = kind.exits.iter().filter(|exit| exit.stop == exit.anchor);
            let doors = doors.map(|exit| (exit.anchor, exit.way));
            let layers = puzzle.beneath(kind.pieces[0]).count() + 1;
            must_leave.then(|| (layers, ways_to(grid, kind, footprints, doors)))
        };
        Obstruction {
            grid,
            kinds,
            goals: goals.collect(),
            leaving: kinds.iter().zip(&footprints).map(leaving).collect(),
            footprints,
        }
    }

    /// Returns the number of pieces in the way, summed over the targets of the goal with the
    /// fewest. The nearest piece that may stand on a target counts. A piece that must leave counts
    /// itself, once for each of its layers, and the pieces in its way to the nearest door.
    fn of(&self, at: &UnpackedState) -> usize {
        let pieces: Vec<PlacedKind> = at
            .anchors()
            .map(|(cell, kind)| (cell, kind, self.footprints[kind][cell]))
            .collect();
        let goals = self.goals.iter().map(|targets| {
            targets
                .iter()
                .map(|ways| {
                    pieces
                        .iter()
                        .filter_map(|&(cell, kind, _)| {
                            let way = ways[kind].as_ref()?[cell]?;
                            Some((way.steps, self.in_the_way(&pieces, cell, way.cells)))
                        })
                        .min()
                        .map_or(0, |(_, pieces)| pieces)
                })
                .sum()
        });
        let leaving = pieces.iter().filter_map(|&(cell, kind, _)| {
            let (layers, ways) = self.leaving[kind].as_ref()?;
            Some(layers + self.in_the_way(&pieces, cell, ways[cell]?.cells))
        });
        goals.min().unwrap_or(0) + leaving.sum::<usize>()
    }

    /// Returns the number of pieces on the cells of a way of the piece with this anchor, and of
    /// those that hinder each of them from going straight out of it, in the best direction.
    fn in_the_way(&self, pieces: &[PlacedKind], own: usize, way: WideCells) -> usize {
        let on = |cells: WideCells| {
            pieces
                .iter()
                .filter(move |piece| piece.2 & cells != WideCells::EMPTY)
        };
        on(way)
            .filter(|piece| piece.0 != own)
            .map(|&(cell, kind, _)| {
                // A swept way has the piece itself on it.
                Direction::ALL
                    .into_iter()
                    .filter_map(|direction| self.straight_out(cell, kind, direction, way))
                    .map(|swept| on(swept).count())
                    .min()
                    .unwrap_or(1)
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
        out_of: WideCells,
    ) -> Option<WideCells> {
        let grid = self.grid;
        let Kind {
            places, directions, ..
        } = &self.kinds[kind];
        let footprints = &self.footprints[kind];
        let mut cell = from;
        let mut swept = footprints[from];
        while footprints[cell] & out_of != WideCells::EMPTY {
            let next = grid.cell(cell).step(direction);
            let next =
                next.filter(|&next| directions[direction as usize] && grid.contains(next))?;
            cell = grid.index(next);
            if !places.contains(cell) {
                return None;
            }
            swept |= footprints[cell];
        }
        Some(swept)
    }
}

/// Returns the shortest ways of a piece of this kind from each cell to the nearest of some places,
/// each with the cells that it needs there, without other pieces.
fn ways_to(
    grid: &Grid,
    kind: &Kind,
    footprints: &[WideCells],
    places: impl IntoIterator<Item = (usize, WideCells)>,
) -> Vec<Option<PieceRoute>> {
    let is_place = |cell: usize| kind.places.contains(cell);
    let mut ways = vec![None; grid.area()];
    let mut waiting = VecDeque::new();
    for (place, cells) in places {
        ways[place] = is_place(place).then_some(PieceRoute { steps: 0, cells });
        waiting.push_back(place);
    }
    while let Some(at) = waiting.pop_front() {
        let Some(PieceRoute { steps, cells }) = ways[at] else {
            continue;
        };
        for (direction, allowed) in Direction::ALL.into_iter().zip(kind.directions) {
            // Backwards: the cell that it would come from.
            let from = grid.cell(at).step(direction.opposite());
            let from = from.filter(|&from| allowed && grid.contains(from));
            let from = from.map(|from| grid.index(from));
            let Some(from) = from.filter(|&from| is_place(from)) else {
                continue;
            };
            let way = ways[from].get_or_insert_with(|| {
                waiting.push_back(from);
                PieceRoute {
                    steps: steps + 1,
                    cells: footprints[from],
                }
            });
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
    use crate::{control::unobserved, sliding::Mirroring};

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
        for (ratings, moves) in [
            (0.0..20.0, 1..=20),
            (40.0..60.0, 16..=84),
            (60.0..f64::INFINITY, 29..=4999),
            (99.9..100.0, 4999..=4999),
        ] {
            assert_eq!(lengths(&ratings), moves);
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
