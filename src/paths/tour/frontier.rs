//! The search of a narrow board by its frontiers.
//!
//! The search visits squares in the order of their numbers, row by row. The rest of the board
//! depends only on the connections between the squares of the frontier, those with a later
//! neighbour: for a knight and `w` columns, 2w + 1 squares, however long the board is. The search
//! is depth first and remembers the frontiers without a solution. Its time is nearly linear in the
//! length of the board.
//!
//! Knuth: The Art of Computer Programming, volume 4A, 7.1.4 (Simpath), whose states these are.

use std::{collections::HashSet, mem::size_of};

use ahash::RandomState;

use super::{
    board::{BoardSymmetry, Chessboard},
    budget::{Attempt, Failure, SearchBudget},
};
use crate::{
    backtrack::{BacktrackResult, Statistics},
    control::{Limits, Monitor, Observer, Outcome, Progress, StopReason},
    count::{
        FrontierDp,
        mates::{DONE, END, Mates, code_of},
    },
    graph::{ColourBalance, Constraints, Graph, Leaper, Shape, Vertex},
};

/// The factor by which the budget grows from round to round.
const GROWTH: u64 = 4;

/// Finds a tour of a board or proves that none exists. Gives up at once if the board is too wide in
/// both directions.
///
/// The search sweeps the board from each side in turn, with growing budgets: an end of the tour
/// that is late and hard in one direction is early and easy in another.
pub fn find_narrow(
    board: &Chessboard,
    constraints: &Constraints,
    rounds: u32,
    run: &mut SearchBudget<'_>,
) -> Attempt<Vec<Vertex>> {
    let mut budget = 1000 + 4 * u64::from(board.squares());
    for _ in 0..rounds {
        let mut tried = false;
        for symmetry in BoardSymmetry::all() {
            let Some(attempt) = sweep(board, constraints, symmetry, budget, run) else {
                continue;
            };
            tried = true;
            if attempt != Err(Failure::GaveUp) {
                return attempt;
            }
        }
        if !tried {
            break;
        }
        budget = budget.saturating_mul(GROWTH);
    }
    Err(Failure::GaveUp)
}

/// Sweeps an image of the board once. `None` if it is too wide.
fn sweep(
    board: &Chessboard,
    constraints: &Constraints,
    symmetry: BoardSymmetry,
    budget: u64,
    run: &mut SearchBudget<'_>,
) -> Option<Attempt<Vec<Vertex>>> {
    let image = symmetry.constraints(board, constraints);
    let search = FrontierSearch::new(&symmetry.board(board), &image)?;
    Some(run.attempt(Some(budget), |limits, observer| {
        let BacktrackResult {
            outcome,
            statistics,
        } = search.find(limits, observer);
        let outcome = outcome.map(|links| {
            let mut path = match image {
                Constraints {
                    start: None,
                    end: Some(end),
                    ..
                } => {
                    let mut path = links.walk(end);
                    path.reverse();
                    path
                }
                Constraints { start, .. } => {
                    links.walk(start.unwrap_or_else(|| links.end_or_any()))
                }
            };
            for vertex in &mut path {
                *vertex = symmetry.undo(board, *vertex);
            }
            path
        });
        BacktrackResult {
            outcome,
            statistics,
        }
    }))
}

/// Returns the number of moves that a tour makes from and to a square.
fn need(constraints: &Constraints, vertex: Vertex) -> u32 {
    let Constraints {
        shape, start, end, ..
    } = *constraints;
    let is_end = shape == Shape::Path && (start == Some(vertex) || end == Some(vertex));
    if is_end { 1 } else { 2 }
}

/// Returns the number of ends that are not given, for each colour. Colours alternate: both ends of
/// a path of an odd number of squares have the colour of the corner, those of any other differ.
fn free_ends(board: &Chessboard, constraints: &Constraints) -> [u32; 2] {
    let Constraints {
        shape, start, end, ..
    } = *constraints;
    let squares = board.squares() as usize;
    match ColourBalance::of(squares.div_ceil(2), squares / 2) {
        Some(balance) if shape == Shape::Path && (start.is_none() || end.is_none()) => {
            let mut free = balance.ends();
            for end in [start, end].into_iter().flatten() {
                let colour = board.colour(end) as usize;
                free[colour] = free[colour].saturating_sub(1);
            }
            free
        }
        _ => [0, 0],
    }
}

/// The earlier squares to which a visited square is joined.
type Joined = [Option<Vertex>; 2];

/// A search of a board, square by square.
struct FrontierSearch {
    board: Chessboard,
    graph: Graph,
    constraints: Constraints,
    /// The number of ends that are not given, for each colour.
    free: [u32; 2],
    /// The number of slots of a frontier. The slot of a square is its number modulo this.
    slots: Vertex,
    /// The squares in the order in which they leave the frontier: each with the last of its
    /// neighbours.
    leavers: Vec<Vertex>,
    /// The start in `leavers` of those that leave with each square, and the end of the last.
    leavers_from: Vec<usize>,
}

impl FrontierSearch {
    /// Makes a search. `None` if the frontier would have too many squares, the leaper has no move,
    /// or its moves do not change the colour.
    fn new(board: &Chessboard, constraints: &Constraints) -> Option<Self> {
        let leaper = board.leaper();
        // Return before making the graph of a large board.
        let is_wide = board.columns() > SLOTS && board.rows() > 1;
        if is_wide || (leaper.short + leaper.long).is_multiple_of(2) {
            return None;
        }
        let graph = board.graph();
        let squares = 0..board.squares();
        let slots = graph.arc_list().map(|(from, to)| from.abs_diff(to)).max()? + 1;
        if slots > SLOTS {
            return None;
        }
        let last = |v: &Vertex| {
            graph
                .neighbours(*v)
                .iter()
                .copied()
                .max()
                .unwrap_or(*v)
                .max(*v)
        };
        let mut by_last: Vec<(Vertex, Vertex)> = squares.clone().map(|v| (last(&v), v)).collect();
        by_last.sort_unstable();
        let leavers_from = std::iter::once(0)
            .chain(squares.map(|v| by_last.partition_point(|&(last, _)| last <= v)))
            .collect();
        let leavers = by_last.into_iter().map(|(_, leaver)| leaver).collect();
        let free = free_ends(board, constraints);
        let constraints = constraints.clone();
        let board = *board;
        Some(FrontierSearch {
            board,
            graph,
            constraints,
            free,
            slots,
            leavers,
            leavers_from,
        })
    }

    /// Finds a tour, as the links between its squares, or proves that none exists.
    ///
    /// [`Limits::max_states`] bounds the number of frontiers that the search visits.
    ///
    /// # Complexity
    /// The search expands each dead end once. Its time is linear in the rows and exponential in the
    /// columns; its memory, 30 bytes for each dead end.
    fn find(
        &self,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> BacktrackResult<Outcome<SquareLinks>> {
        let mut monitor = Monitor::new(*limits, observer);
        let mut statistics = Statistics::default();
        let outcome = self.descend(&mut monitor, &mut statistics);
        statistics.elapsed = monitor.elapsed();
        BacktrackResult {
            outcome,
            statistics,
        }
    }

    fn descend(
        &self,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Outcome<SquareLinks> {
        let mut dead: HashSet<(Vertex, FrontierState), RandomState> =
            HashSet::with_hasher(RandomState::with_seeds(3, 14, 15, 92));
        // The ways on from each frontier of the current branch, the next one last.
        let mut ways: Vec<(Joined, FrontierState)> = Vec::new();
        // The frontiers of the branch, each with the start of its ways.
        let mut levels: Vec<(usize, FrontierState)> = Vec::new();
        let mut mates = FrontierState::new(self.free);
        let max_nodes = monitor.limits().states();
        let mut nodes = 0;
        let mut vertex = 0;
        while vertex < self.squares() {
            let bytes =
                || (dead.capacity() + ways.capacity()) * size_of::<(Vertex, FrontierState)>();
            if let Err(reason) = monitor.check(1, || Progress {
                states: nodes,
                depth: vertex,
                bytes: bytes(),
                ..Progress::default()
            }) {
                return Outcome::Stopped(reason);
            }
            if nodes == max_nodes {
                return Outcome::Stopped(StopReason::States);
            }
            nodes += 1;
            statistics.nodes += 1;
            let begin = ways.len();
            levels.push((begin, mates));
            statistics.deepest = statistics.deepest.max(levels.len());
            if !dead.contains(&(vertex, mates)) {
                self.follow(mates, vertex, |joined, next| ways.push((joined, next)));
                ways[begin..].reverse();
                ways[begin..].sort_by_key(|&(joined, next)| {
                    std::cmp::Reverse(self.expense(vertex, joined, next))
                });
            }
            // Backtrack to a frontier with a way on.
            while let Some(&(begin, here)) = levels.last()
                && ways.len() == begin
            {
                levels.pop();
                dead.insert((vertex, here));
                statistics.backtracks += 1;
                if levels.is_empty() {
                    return Outcome::Exhausted;
                }
                ways.pop();
                vertex -= 1;
            }
            mates = ways.last().expect("a level has a way on").1;
            vertex += 1;
        }
        Outcome::Found(self.links(&levels, &ways))
    }

    /// Returns the links of the ways taken: the last one of each level.
    fn links(
        &self,
        levels: &[(usize, FrontierState)],
        ways: &[(Joined, FrontierState)],
    ) -> SquareLinks {
        let mut links = SquareLinks::new(self.squares());
        let ends = levels
            .iter()
            .skip(1)
            .map(|level| level.0)
            .chain([ways.len()]);
        for (vertex, end) in (0..).zip(ends) {
            for other in ways[end - 1].0.into_iter().flatten() {
                links.join(vertex, other);
            }
        }
        links
    }

    /// Returns the number of squares.
    fn squares(&self) -> Vertex {
        self.board.squares()
    }

    #[inline]
    fn slot(&self, vertex: Vertex) -> u32 {
        vertex % self.slots
    }

    /// Returns the number of squares of this one's colour that may still become ends.
    #[inline]
    fn spare(&self, mates: FrontierState, vertex: Vertex) -> u32 {
        mates.ends_left_of(self.board.colour(vertex) as usize)
    }

    /// Shows every frontier that may follow a visit of the square `vertex`, and the squares to
    /// which it is joined: those with more links first.
    fn follow(
        &self,
        mates: FrontierState,
        vertex: Vertex,
        mut show: impl FnMut(Joined, FrontierState),
    ) {
        let own = self.slot(vertex);
        let is_end = need(&self.constraints, vertex) == 1;
        let alone = mates.set(code_of(own), if is_end { END } else { code_of(own) });
        let is_open = |&&other: &&Vertex| other < vertex && mates.get(self.slot(other)) != DONE;
        let mut earlier = [0; SLOTS as usize];
        let mut count = 0;
        for &other in self.graph.neighbours(vertex).iter().filter(is_open) {
            earlier[count] = other;
            count += 1;
        }
        let earlier = &earlier[..count];
        let mut try_on = |joined: Joined, (mates, whole): (FrontierState, Option<Shape>)| {
            let next = self.leave(mates, vertex, whole);
            if let Some(next) = next.filter(|&next| self.is_feasible(next, vertex, joined)) {
                show(joined, next);
            }
        };
        if !is_end {
            for (index, &one) in earlier.iter().enumerate() {
                let (first, None) = join(alone, own, self.slot(one)) else {
                    continue;
                };
                for &other in &earlier[index + 1..] {
                    try_on([Some(one), Some(other)], join(first, own, self.slot(other)));
                }
            }
        }
        for &one in earlier {
            try_on([Some(one), None], join(alone, own, self.slot(one)));
        }
        try_on([None, None], (alone, None));
    }

    /// Returns the frontier without the squares that have no later neighbour. Each must have the
    /// links that it needs, or become an end.
    fn leave(
        &self,
        mut mates: FrontierState,
        vertex: Vertex,
        mut whole: Option<Shape>,
    ) -> Option<FrontierState> {
        let is_last = vertex + 1 == self.squares();
        if whole.is_some() && !is_last {
            return None;
        }
        let at = vertex as usize;
        for &leaver in &self.leavers[self.leavers_from[at]..self.leavers_from[at + 1]] {
            let slot = self.slot(leaver);
            let code = mates.get(slot);
            if code == DONE {
                continue;
            }
            if code == code_of(slot) {
                return None;
            }
            mates = mates
                .end_chosen(self.board.colour(leaver) as usize)?
                .without(slot);
            match code {
                END if is_last && whole.is_none() => whole = Some(Shape::Path),
                END => return None,
                other => mates = mates.set(other, END),
            }
        }
        let is_whole = mates.is_bare() && whole == Some(self.constraints.shape);
        (!is_last || is_whole).then_some(mates)
    }

    /// Returns whether no cheap test excludes a tour through this frontier, which follows the visit
    /// of `vertex`, joined to `joined`.
    #[inline]
    fn is_feasible(&self, mates: FrontierState, vertex: Vertex, joined: Joined) -> bool {
        vertex + 1 == self.squares()
            || self.all_can_be_joined(mates, vertex, joined)
                && (!self.is_knight_on_four() || self.outer_columns_have_enough(mates, vertex))
    }

    /// Returns whether the squares that lost a neighbour still have enough: those of the frontier
    /// that could have been joined to `vertex`, and later ones beside a square that is now done.
    fn all_can_be_joined(&self, mates: FrontierState, vertex: Vertex, joined: Joined) -> bool {
        let to_come = |v: Vertex| {
            self.graph
                .neighbours(v)
                .iter()
                .filter(move |&&w| w > vertex)
        };
        let is_fed = |v: &&Vertex| {
            let need = self.need(mates, **v).saturating_sub(self.spare(mates, **v)) as usize;
            need == 0 || to_come(**v).take(need).count() == need
        };
        let met = self
            .graph
            .neighbours(vertex)
            .iter()
            .filter(|&&w| w < vertex);
        if !met.chain([&vertex]).all(|v| is_fed(&v)) {
            return false;
        }
        let is_open =
            |w: Vertex| w > vertex || vertex - w < self.slots && mates.get(self.slot(w)) != DONE;
        let has_room = |&v: &Vertex| {
            let need = need(&self.constraints, v).saturating_sub(self.spare(mates, v)) as usize;
            self.graph
                .neighbours(v)
                .iter()
                .filter(|&&w| is_open(w))
                .take(need)
                .count()
                == need
        };
        let mut full = joined
            .into_iter()
            .chain([Some(vertex)])
            .flatten()
            .filter(|&v| mates.get(self.slot(v)) == DONE);
        full.all(|v| to_come(v).all(has_room))
    }

    /// Returns the number of squares to which a square of the frontier is still to be joined.
    #[inline]
    fn need(&self, mates: FrontierState, vertex: Vertex) -> u32 {
        let slot = self.slot(vertex);
        match mates.get(slot) {
            DONE => 0,
            code if code == code_of(slot) => 2,
            _ => 1,
        }
    }

    /// Returns whether enough inner squares are left for the outer ones. On a board of four
    /// columns, the knight moves from an outer column to inner squares of the other colour only.
    ///
    /// Each row to come has one square of each kind, so only the other rows matter.
    fn outer_columns_have_enough(&self, mates: FrontierState, vertex: Vertex) -> bool {
        // For the outer squares of either colour: the links they need, less those available.
        let mut lack = [0i64; 2];
        let mut add = |v: Vertex, need: i64| {
            let colour = self.board.colour(v) as usize;
            match v % 4 {
                0 | 3 => lack[colour] += need,
                _ => lack[1 - colour] -= need,
            }
        };
        let row_end = vertex | 3;
        for v in (vertex + 1).saturating_sub(self.slots)..=vertex {
            add(v, self.need(mates, v).into());
        }
        for v in vertex + 1..=row_end {
            add(v, need(&self.constraints, v).into());
        }
        let Constraints {
            shape, start, end, ..
        } = self.constraints;
        if shape == Shape::Path {
            [start, end]
                .into_iter()
                .flatten()
                .filter(|&v| v > row_end)
                .for_each(|v| add(v, -1));
        }
        // Vertices 0 and 1 are of either colour.
        (0..)
            .zip(lack)
            .all(|(v, lack)| lack <= self.spare(mates, v).into())
    }

    /// Ranks the ways on: the least is tried first. A tour of four columns has few moves between
    /// inner squares and few ends; it should keep them for the far end of the board.
    fn expense(&self, vertex: Vertex, joined: Joined, next: FrontierState) -> u32 {
        if !self.is_knight_on_four() {
            return 0;
        }
        let is_inner = |v: Vertex| matches!(v % 4, 1 | 2);
        let crossings = joined
            .into_iter()
            .flatten()
            .filter(|&v| is_inner(v) && is_inner(vertex));
        let left = next.ends_left_of(0) + next.ends_left_of(1);
        self.free.iter().sum::<u32>() - left + u32::from(crossings.count() > 0)
    }

    fn is_knight_on_four(&self) -> bool {
        self.board.columns() == 4 && self.board.leaper() == Leaper::KNIGHT
    }
}

/// The state of a frontier; equal states have the same completions.
type FrontierState = Mates<u128>;

/// The maximum number of squares of a frontier.
const SLOTS: u32 = FrontierDp::MAX_WIDTH;

/// Joins the squares of two slots, which are ends of pieces of the tour. If that completes a piece,
/// returns its shape: nothing more can be joined to it.
#[inline]
fn join(mates: FrontierState, one: u32, other: u32) -> (FrontierState, Option<Shape>) {
    let far = mates.get(one);
    let near = mates.get(other);
    let rest = mates.without(one).without(other);
    if far == code_of(other) {
        return (rest, Some(Shape::Cycle));
    }
    rest.linked(far, near)
        .map_or((rest, Some(Shape::Path)), |joined| (joined, None))
}

/// No square.
const NONE: Vertex = Vertex::MAX;

/// The squares, at most two, to which each square is joined.
#[derive(Clone, Debug)]
pub struct SquareLinks(Vec<[Vertex; 2]>);

impl SquareLinks {
    /// Makes the links of this number of squares, none of them joined.
    pub fn new(squares: u32) -> Self {
        SquareLinks(vec![[NONE; 2]; squares as usize])
    }

    /// Returns the squares to which a square is joined.
    pub fn of(&self, square: Vertex) -> impl Iterator<Item = Vertex> + use<> {
        self.0[square as usize]
            .into_iter()
            .filter(|&other| other != NONE)
    }

    /// Joins two squares, each with at most one link before.
    pub fn join(&mut self, one: Vertex, other: Vertex) {
        self.replace(one, NONE, other);
        self.replace(other, NONE, one);
    }

    /// Separates two squares that are joined.
    pub fn part(&mut self, one: Vertex, other: Vertex) {
        self.replace(one, other, NONE);
        self.replace(other, one, NONE);
    }

    fn replace(&mut self, square: Vertex, old: Vertex, new: Vertex) {
        let links = &mut self.0[square as usize];
        let place = links.iter().position(|&link| link == old);
        links[place.expect("a square has two links at most, and only those are parted")] = new;
    }

    /// Returns an end of a path, or any square of a cycle.
    pub fn end_or_any(&self) -> Vertex {
        (0..)
            .zip(&self.0)
            .find(|(_, links)| links.contains(&NONE))
            .map_or(0, |(square, _)| square)
    }

    /// Returns the squares from `start` to the end of the path, or once around the cycle.
    pub fn walk(&self, start: Vertex) -> Vec<Vertex> {
        let mut path = vec![start];
        let mut before = start;
        let mut next = self.of(start).next();
        while let Some(here) = next.filter(|&here| here != start) {
            path.push(here);
            next = self.of(here).find(|&other| other != before);
            before = here;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone(slots: std::ops::Range<u32>) -> FrontierState {
        let slots: Vec<u32> = slots.collect();
        FrontierState::new([0, 2]).with(FrontierState::untouched(&slots))
    }

    #[test]
    fn each_end_of_a_path_piece_stores_the_other_end() {
        let mut mates = alone(0..24);
        for (one, other) in [(0, 23), (23, 3), (7, 8), (8, 3)] {
            let joined = join(mates, one, other);
            assert_eq!(joined.1, None);
            mates = joined.0;
        }
        assert_eq!((mates.get(0), mates.get(7)), (code_of(7), code_of(0)));
        assert_eq!([23, 3, 8].map(|inner| mates.get(inner)), [DONE; 3]);
        assert_eq!(mates.get(1), code_of(1));
        assert_eq!(join(mates, 7, 0).1, Some(Shape::Cycle));
    }

    #[test]
    fn a_piece_between_two_ends_of_the_tour_is_complete() {
        let mates = alone(1..3).set(code_of(0), END).set(code_of(3), END);
        let (mates, whole) = join(mates, 1, 0);
        assert_eq!((whole, mates.get(0), mates.get(1)), (None, DONE, END));
        let (mates, whole) = join(mates, 1, 3);
        assert_eq!(whole, Some(Shape::Path));
        assert!(!mates.is_bare(), "slot 2 is alone");
        let mates = mates.without(2).end_chosen(1).expect("two are left");
        assert!(mates.is_bare());
        assert_eq!((mates.ends_left_of(0), mates.ends_left_of(1)), (0, 1));
    }

    #[test]
    fn a_path_is_walked_from_either_end_and_a_cycle_from_any_square() {
        let mut links = SquareLinks::new(4);
        for (one, other) in [(0, 2), (2, 1), (1, 3)] {
            links.join(one, other);
        }
        assert_eq!(links.walk(0), [0, 2, 1, 3]);
        assert_eq!(links.walk(3), [3, 1, 2, 0]);
        assert_eq!(links.end_or_any(), 0);
        links.join(3, 0);
        assert_eq!(links.walk(1), [1, 2, 0, 3]);
        links.part(2, 1);
        assert_eq!(links.walk(2), [2, 0, 3, 1]);
    }
}
