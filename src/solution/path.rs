//! The ways that one piece can go while the others stand still.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::moves::Move;
use super::position::Position;
use crate::grid::{Cell, Direction};
use crate::puzzle::{Metric, PieceId};

/// A way to a place, and how often it turns.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PiecePath {
    to: Cell,
    turns: usize,
    path: Vec<Direction>,
}

impl PiecePath {
    fn from(at: Cell) -> Self {
        PiecePath { to: at, turns: 0, path: Vec::new() }
    }

    /// This way and one step more, which leads to `to`.
    fn then(&self, direction: Direction, to: Cell) -> Self {
        let turn = self.path.last().is_some_and(|&last| last != direction);
        let mut path = self.path.clone();
        path.push(direction);
        PiecePath { to, turns: self.turns + usize::from(turn), path }
    }

    /// Whether it is preferred to one of equal length: fewer turns, then the order in which
    /// [`Direction::ALL`] has them.
    fn beats(&self, other: &PiecePath) -> bool {
        (self.turns, &self.path) < (other.turns, &other.path)
    }
}

impl Position<'_> {
    /// The best way for a piece to get its anchor to `target` in one unit of `metric`, the other
    /// pieces standing still: the fewest steps, of these the fewest turns, of these the first in
    /// the order of [`Direction::ALL`]. `None` where there is none, and where the piece stands
    /// there already.
    ///
    /// # Panics
    /// If the puzzle has no such piece.
    ///
    /// # Complexity
    /// Cells of the frame × cells of the piece, and as much again to copy the paths.
    #[must_use]
    pub fn find_path(
        &self,
        piece: PieceId,
        target: Cell,
        metric: Metric,
    ) -> Option<Vec<Direction>> {
        let mut trails = trails(self, piece, metric, Some(target)).into_iter();
        trails.find(|trail| trail.to == target).map(|trail| trail.path)
    }

    /// Every place that each piece can reach in one unit of `metric`, with the best way there: by
    /// piece, then the nearest first.
    ///
    /// It is plain and slow, to be looked at and to check others by.
    #[must_use]
    pub fn legal_moves(&self, metric: Metric) -> Vec<Move> {
        let mut moves = Vec::new();
        for (piece, &from) in self.anchors().iter().enumerate() {
            let trails = trails(self, piece, metric, None).into_iter();
            moves.extend(trails.map(|trail| Move { piece, from, path: trail.path }));
        }
        moves
    }
}

/// The best ways to all the places that `piece` can reach in one unit; those beyond `wanted` may be
/// left out.
fn trails(
    position: &Position<'_>,
    piece: PieceId,
    metric: Metric,
    wanted: Option<Cell>,
) -> Vec<PiecePath> {
    match metric {
        Metric::Step => lines(position, piece, 1),
        Metric::Slide => lines(position, piece, usize::MAX),
        Metric::Move => flood(position, piece, wanted),
    }
}

/// The straight ways, each at most `longest` steps long.
fn lines(position: &Position<'_>, piece: PieceId, longest: usize) -> Vec<PiecePath> {
    let start = PiecePath::from(position.anchor(piece));
    let mut ends: Vec<(Direction, PiecePath)> =
        Direction::ALL.iter().map(|&direction| (direction, start.clone())).collect();
    let mut found = Vec::new();
    while !ends.is_empty() && ends[0].1.path.len() < longest {
        ends.retain_mut(|(direction, trail)| {
            let step = position.step(piece, trail.to, *direction);
            step.is_ok_and(|to| {
                *trail = trail.then(*direction, to);
                found.push(trail.clone());
                true
            })
        });
    }
    found
}

/// The best way to every place, all those of one step first, then those of two, and so on.
fn flood(position: &Position<'_>, piece: PieceId, wanted: Option<Cell>) -> Vec<PiecePath> {
    let start = PiecePath::from(position.anchor(piece));
    let mut seen = HashSet::from([start.to]);
    let mut frontier = vec![start];
    let mut found = Vec::new();
    while !frontier.is_empty() && !wanted.is_some_and(|cell| seen.contains(&cell)) {
        frontier = further(position, piece, &frontier, &seen);
        seen.extend(frontier.iter().map(|trail| trail.to));
        found.extend(best_of_each(frontier.clone(), |trail| trail.to));
    }
    found
}

/// The ways that are one step longer and lead to places not yet seen. Of those that come to a place
/// from the same side the best is enough; the others stay, for they may turn less further on.
fn further(
    position: &Position<'_>,
    piece: PieceId,
    frontier: &[PiecePath],
    seen: &HashSet<Cell>,
) -> Vec<PiecePath> {
    let mut next = Vec::new();
    for trail in frontier {
        for direction in Direction::ALL {
            if let Ok(to) = position.step(piece, trail.to, direction)
                && !seen.contains(&to)
            {
                next.push(trail.then(direction, to));
            }
        }
    }
    best_of_each(next, |trail| (trail.to, trail.path.last().copied()))
}

/// Of the ways that are alike in this, the best one, where the first of them was.
fn best_of_each<K: Eq + Hash>(
    trails: Vec<PiecePath>,
    of: impl Fn(&PiecePath) -> K,
) -> Vec<PiecePath> {
    let mut best: Vec<PiecePath> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::new();
    for trail in trails {
        let place = *places.entry(of(&trail)).or_insert(best.len());
        if place == best.len() {
            best.push(trail);
        } else if trail.beats(&best[place]) {
            best[place] = trail;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solution::testing::{classic, puzzle};
    use Direction::{Down, Left, Right, Up};

    fn path(puzzle: &Puzzle, target: (u8, u8), metric: Metric) -> Option<Vec<Direction>> {
        Position::start(puzzle).find_path(0, Cell::new(target.0, target.1), metric)
    }

    #[test]
    fn the_shortest_way_is_taken() {
        let ring = puzzle("A.. .#. ...", "... .#. ..A");
        assert_eq!(path(&ring, (0, 2), Metric::Move), Some(vec![Right, Right]));
        assert_eq!(path(&ring, (0, 2), Metric::Slide), Some(vec![Right, Right]));
        assert_eq!(path(&ring, (0, 2), Metric::Step), None);
        assert_eq!(path(&ring, (0, 1), Metric::Step), Some(vec![Right]));
        assert_eq!(path(&ring, (2, 2), Metric::Slide), None);
        assert_eq!(path(&ring, (1, 1), Metric::Move), None, "a wall");
        assert_eq!(path(&ring, (0, 0), Metric::Move), None, "it stands there");
    }

    #[test]
    fn of_the_shortest_ways_the_straightest_and_then_the_first_is_taken() {
        let open = puzzle("A... .... ....", ".... .... ...A");
        assert_eq!(path(&open, (2, 2), Metric::Move), Some(vec![Right, Right, Down, Down]));
        // One that turns less must win, though a crooked one comes first by its directions.
        let obstacle = puzzle("A... ...# ....", ".... ...# ...A");
        assert_eq!(
            path(&obstacle, (2, 3), Metric::Move),
            Some(vec![Down, Down, Right, Right, Right])
        );
    }

    #[test]
    fn a_way_that_is_worse_at_a_corner_may_be_better_at_its_end() {
        // To the cell below the wall's left end, right and down comes before down and right.
        let puzzle = puzzle("A.# ...", "..# ..A");
        assert_eq!(path(&puzzle, (1, 1), Metric::Move), Some(vec![Right, Down]));
        assert_eq!(path(&puzzle, (1, 2), Metric::Move), Some(vec![Down, Right, Right]));
    }

    #[test]
    fn the_classic_layout_begins_with_these_moves() {
        let puzzle = classic();
        let position = Position::start(&puzzle);
        let told = |metric| -> Vec<(char, Vec<Direction>)> {
            let moves = position.legal_moves(metric).into_iter();
            moves.map(|unit| (puzzle.pieces()[unit.piece].letter, unit.path)).collect()
        };
        let steps = [('G', vec![Down]), ('H', vec![Down]), ('I', vec![Right]), ('J', vec![Left])];
        assert_eq!(told(Metric::Step), steps);
        let slides = [
            ('G', vec![Down]),
            ('H', vec![Down]),
            ('I', vec![Right]),
            ('I', vec![Right, Right]),
            ('J', vec![Left]),
            ('J', vec![Left, Left]),
        ];
        assert_eq!(told(Metric::Slide), slides);
        let moves = told(Metric::Move);
        assert_eq!(moves.len(), 8);
        assert!(moves.contains(&('G', vec![Down, Right])));
        assert!(!moves.iter().any(|(_, path)| path.contains(&Up)));
    }
}
