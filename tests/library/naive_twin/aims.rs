//! The hardest start for each goal of one piece, compared with the optima of all placements.

use std::num::NonZero;
use std::ops::ControlFlow;

use huarong::design::{HardestForGoal, survey_goals};
use huarong::explore::Options;
use huarong::grid::Cell;
use huarong::{Metric, Puzzle};

use super::twin::Twin;
use super::twin::sketch::random_puzzle;
use crate::cases::cases;

/// Puzzles with more placements take too long.
const MOST: usize = 60;

#[test]
fn a_naive_solver_finds_the_same_hardest_starts() {
    let cases = u64::from(cases(60));
    let mut goals = 0;
    let mut gated = 0;
    for seed in 0..cases {
        let puzzle = random_puzzle(seed);
        let Some(placements) = placements(&puzzle) else {
            continue;
        };
        let metric = Metric::ALL[usize::try_from(seed % 3).expect("small")];
        let checked = check(&puzzle, &placements, metric);
        let checked = checked.unwrap_or_else(|(piece, anchor, wrong)| {
            panic!("seed {seed}, {metric}, piece {piece} to {anchor:?}: {wrong}\n{puzzle}")
        });
        goals += checked;
        gated += if puzzle.gate().cells.is_empty() {
            0
        } else {
            checked
        };
    }
    println!("{goals} goals, {gated} of puzzles with gates");
    assert!(
        goals as u64 > 2 * cases && gated as u64 > cases / 8,
        "{goals}, {gated}"
    );
}

/// Returns all placements of the pieces, or `None` if these are too many.
fn placements(puzzle: &Puzzle) -> Option<Vec<Vec<Cell>>> {
    let mut placements = vec![Vec::new()];
    for piece in puzzle.pieces() {
        let mut longer = Vec::new();
        for begun in &placements {
            let taken = |cell: &Cell| {
                let pieces = puzzle.pieces().iter().zip(begun);
                pieces
                    .flat_map(|(piece, &at)| piece.shape.cells_at(at))
                    .any(|it| it == *cell)
            };
            for anchor in puzzle.grid().cells() {
                let cells: Vec<Cell> = piece.shape.cells_at(anchor).collect();
                let id = begun.len();
                let fits = cells.len() == piece.shape.area()
                    && cells.iter().all(|&cell| puzzle.grid().contains(cell))
                    && cells.iter().all(|&cell| puzzle.may_enter(id, cell))
                    && !cells.iter().any(taken);
                if fits {
                    longer.push([&begun[..], &[anchor]].concat());
                }
            }
        }
        placements = longer;
        if placements.len() > 20 * MOST {
            return None;
        }
    }
    (placements.len() <= MOST).then_some(placements)
}

/// Checks the table of a puzzle. Returns its number of goals.
fn check(
    puzzle: &Puzzle,
    placements: &[Vec<Cell>],
    metric: Metric,
) -> Result<usize, (usize, Cell, String)> {
    let threads = NonZero::<usize>::MIN;
    let options = Options::default().with_metric(metric).with_threads(threads);
    let found = survey_goals(puzzle, &options, &mut |_| ControlFlow::Continue(()));
    let table = found.expect("a small board").table;
    for piece in 0..puzzle.pieces().len() {
        for anchor in puzzle.grid().cells() {
            let Some(aimed) = puzzle.aiming(piece, anchor) else {
                continue;
            };
            let optimum = |anchors: &Vec<Cell>| {
                let start = aimed.with_start(anchors).expect("they fit").puzzle;
                Twin::new(&start)
                    .explore(metric)
                    .expect("few placements")
                    .optimum
            };
            let wanted = placements.iter().filter_map(optimum).max();
            let listed =
                |it: &&HardestForGoal| it.anchor == anchor && share_goals(puzzle, it.piece, piece);
            let listed: Vec<usize> = table
                .iter()
                .filter(listed)
                .map(|it| it.moves as usize)
                .collect();
            if listed != wanted.into_iter().collect::<Vec<_>>() {
                return Err((piece, anchor, format!("{listed:?}, not {wanted:?}")));
            }
        }
    }
    for it in &table {
        if let Some(start) = &it.puzzle {
            let optimum = Twin::new(start)
                .explore(metric)
                .expect("few placements")
                .optimum;
            if optimum != Some(it.moves as usize) {
                return Err((
                    it.piece,
                    it.anchor,
                    format!("drawn: {optimum:?}, not {}", it.moves),
                ));
            }
        }
    }
    Ok(table.len())
}

/// Returns whether two pieces have the same entries in the table.
fn share_goals(puzzle: &Puzzle, one: usize, other: usize) -> bool {
    let of = |id: usize| {
        let piece = &puzzle.pieces()[id];
        let group = puzzle.alike().iter().position(|group| group.contains(&id));
        (
            &piece.shape,
            piece.lock,
            puzzle.gate().pieces.contains(&id),
            group,
        )
    };
    of(one) == of(other)
}
