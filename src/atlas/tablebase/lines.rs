//! Solutions read off the distances.

use super::super::layout::{Cells, Layout};
use super::super::moves::{Move, Neighbour, Slide, Step, neighbours};
use super::super::retrograde::NO_WAY_OUT;
use super::{Answer, Contradiction, Tablebase, place};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{self, Position, Solution, verify};

/// A shortest solution of a puzzle that the tablebase covers.
pub(super) fn solve(tablebase: &Tablebase, puzzle: &Puzzle) -> Result<Answer, Contradiction> {
    let mut position = Position::start(puzzle);
    let start = place::layout(&position).expect("the tablebase covers the puzzle");
    let Some(way) = way_out(tablebase, start)? else { return Ok(Answer::NoWayOut) };
    let metric = tablebase.metric();
    let moves = way.into_iter().map(|neighbour| {
        let unit = unit(&position, neighbour, metric).expect("a neighbour is one unit away");
        position.play(&unit).expect("a path found is a legal move");
        unit
    });
    let solution = Solution { metric, moves: moves.collect() };
    verify(puzzle, &solution).map_err(|wrong| Contradiction::Wrong(wrong.into()))?;
    Ok(Answer::Solved(solution))
}

/// The layouts on a shortest way to the exit, without the first; `None` if no way leads there.
fn way_out(tablebase: &Tablebase, start: Layout) -> Result<Option<Vec<Neighbour>>, Contradiction> {
    let mut distance = tablebase.byte(start);
    if distance == NO_WAY_OUT {
        return Ok(None);
    }
    let mut way = Vec::with_capacity(distance.into());
    let mut layout = start;
    while distance > 0 {
        let dead_end = Contradiction::DeadEnd { distance: distance.into() };
        distance -= 1;
        let next = nearer(tablebase, layout, distance).ok_or(dead_end)?;
        way.push(next);
        layout = next.layout;
    }
    Ok(Some(way))
}

/// The first neighbour at this distance.
fn nearer(tablebase: &Tablebase, layout: Layout, distance: u8) -> Option<Neighbour> {
    const NONE: Cells = 0;
    let mut found = None;
    let mut visit = |next: Neighbour| {
        if found.is_none() && tablebase.byte(next.layout) == distance {
            found = Some(next);
        }
    };
    match tablebase.metric() {
        Metric::Move => neighbours::<Move>(layout, NONE, &mut visit),
        Metric::Slide => neighbours::<Slide>(layout, NONE, &mut visit),
        Metric::Step => neighbours::<Step>(layout, NONE, &mut visit),
    }
    found
}

/// The move that leads to a neighbour.
fn unit(position: &Position<'_>, neighbour: Neighbour, metric: Metric) -> Option<solution::Move> {
    let grid = position.puzzle().grid();
    let from = place::anchor(grid, neighbour.from)?;
    let to = place::anchor(grid, neighbour.to)?;
    let piece = position.occupant(from)?;
    Some(solution::Move { piece, from, path: position.find_path(piece, to, metric)? })
}
