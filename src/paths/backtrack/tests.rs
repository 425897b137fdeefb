//! The engine on toy problems whose trees can be counted by hand.

use std::{ops::ControlFlow, time::Duration};

use proptest::prelude::*;

use super::*;
use crate::control::{Limits, Progress, StopReason, unobserved};

fn proceed(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The problem of n queens: a column is chosen for each row in turn. On four rows there are
/// 4 + 16 + 24 + 16 = 60 nodes, and two solutions of four nodes each.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Queens {
    size: usize,
    columns: Vec<usize>,
    is_taken: Vec<bool>,
    /// The calls of [`Problem::restart`].
    attempts: Vec<u32>,
    /// The additional work of each choice.
    cost: u64,
    work: u64,
}

impl Queens {
    fn new(size: usize) -> Self {
        let columns = Vec::new();
        let is_taken = vec![false; size];
        let attempts = Vec::new();
        Queens {
            size,
            columns,
            is_taken,
            attempts,
            cost: 0,
            work: 0,
        }
    }

    /// Returns the part of the state that a search must restore.
    fn board(&self) -> (&[usize], &[bool]) {
        (&self.columns, &self.is_taken)
    }
}

impl Problem for Queens {
    type Choice = usize;

    fn choices(&mut self, choices: &mut Vec<usize>) {
        if self.columns.len() < self.size {
            choices.extend(0..self.size);
        }
    }

    fn apply(&mut self, column: usize) -> Feasibility {
        let row = self.columns.len();
        let attacks = |(other_row, &other): (usize, &usize)| {
            other == column || other.abs_diff(column) == row - other_row
        };
        let is_attacked = self.columns.iter().enumerate().any(attacks);
        self.columns.push(column);
        self.is_taken[column] ^= true;
        self.work += self.cost;
        if is_attacked {
            Feasibility::Impossible
        } else {
            Feasibility::Possible
        }
    }

    fn undo(&mut self, column: usize) {
        assert_eq!(
            self.columns.pop(),
            Some(column),
            "the last choice is taken back first"
        );
        self.is_taken[column] ^= true;
    }

    fn is_complete(&self) -> bool {
        self.columns.len() == self.size
    }

    fn restart(&mut self, attempt: u32) {
        assert!(
            self.columns.is_empty(),
            "nothing is chosen when a search begins anew"
        );
        self.attempts.push(attempt);
    }

    fn work(&self) -> u64 {
        self.work
    }
}

/// Searches until `most` solutions are found, and checks that the board is restored.
#[track_caller]
fn queens(
    problem: &mut Queens,
    restarts: Restarts,
    limits: &Limits,
    most: usize,
) -> (Vec<Vec<usize>>, BacktrackResult<VisitEnd<()>>) {
    let before = problem.clone();
    let mut shown = Vec::new();
    let search = search(problem, restarts, limits, &mut proceed, |queens| {
        shown.push(queens.columns.clone());
        crate::control::break_if(shown.len() >= most)
    });
    assert_eq!(problem.board(), before.board(), "undo is exact");
    (shown, search)
}

const UNLIMITED: Limits = Limits {
    max_states: None,
    max_bytes: None,
    max_depth: None,
    timeout: None,
};

/// Returns nodes, backtracks, the maximum depth, and restarts.
fn figures(search: &BacktrackResult<VisitEnd<()>>) -> (u64, u64, usize, u32) {
    let Statistics {
        nodes,
        backtracks,
        deepest,
        restarts,
        ..
    } = search.statistics;
    (nodes, backtracks, deepest, restarts)
}

#[test]
fn an_exhausted_search_enters_the_whole_tree_once() {
    let (shown, search) = queens(&mut Queens::new(4), Restarts::Never, &UNLIMITED, usize::MAX);
    assert_eq!(shown, [[1, 3, 0, 2], [2, 0, 3, 1]]);
    assert_eq!(search.outcome, VisitEnd::Complete);
    // All but the eight nodes that led to the two solutions were taken back without one.
    assert_eq!(figures(&search), (60, 60 - 8, 4, 0));
    for (size, solutions) in [
        (0, 1),
        (1, 1),
        (2, 0),
        (3, 0),
        (5, 10),
        (6, 4),
        (7, 40),
        (8, 92),
    ] {
        let (shown, search) = queens(
            &mut Queens::new(size),
            Restarts::Never,
            &UNLIMITED,
            usize::MAX,
        );
        assert_eq!(
            (shown.len(), search.outcome),
            (solutions, VisitEnd::Complete),
            "{size}"
        );
    }
}

#[test]
fn a_search_ends_when_the_visitor_breaks() {
    let (shown, search) = queens(&mut Queens::new(4), Restarts::Never, &UNLIMITED, 1);
    assert_eq!((shown.len(), &search.outcome), (1, &VisitEnd::Broken(())));
    // 17 nodes below the first column, then 1 + 4 + 1 + 3 on the way to 1 3 0 2.
    assert_eq!(figures(&search), (26, 26 - 4, 4, 0));
    let (_, search) = queens(&mut Queens::new(0), Restarts::Never, &UNLIMITED, 1);
    assert_eq!(
        (&search.outcome, figures(&search)),
        (&VisitEnd::Broken(()), (0, 0, 0, 0))
    );
}

#[test]
fn a_search_returns_the_value_that_the_visitor_breaks_with() {
    let mut problem = Queens::new(6);
    let search = search(
        &mut problem,
        Restarts::Never,
        &UNLIMITED,
        &mut unobserved,
        |queens| ControlFlow::Break(queens.columns.clone()),
    );
    assert_eq!(search.outcome, VisitEnd::Broken(vec![1, 3, 5, 0, 2, 4]));
    assert_eq!(problem, Queens::new(6));
}

#[test]
fn a_limit_on_nodes_stops_a_search_at_every_node() {
    for most in 0..60 {
        let limits = UNLIMITED.with_max_states(Some(most));
        let (_, search) = queens(&mut Queens::new(4), Restarts::Never, &limits, usize::MAX);
        assert_eq!(
            search.outcome,
            VisitEnd::Stopped(StopReason::States),
            "{most}"
        );
        assert_eq!(search.statistics.nodes, most as u64);
    }
    let limits = UNLIMITED.with_max_states(Some(60));
    let (_, search) = queens(&mut Queens::new(4), Restarts::Never, &limits, usize::MAX);
    assert_eq!(
        search.outcome,
        VisitEnd::Complete,
        "there is no node beyond the limit"
    );
}

#[test]
fn limits_on_depth_memory_and_time_stop_a_search() {
    let stopped = |limits| {
        let (_, search) = queens(&mut Queens::new(4), Restarts::Never, &limits, usize::MAX);
        let VisitEnd::Stopped(reason) = search.outcome else {
            panic!("{search:?}")
        };
        (reason, search.statistics.nodes)
    };
    // Column 0, then 0, 1 and 2 in the second row; 2 is not attacked, and a third row too deep.
    assert_eq!(
        stopped(UNLIMITED.with_max_depth(Some(2))),
        (StopReason::Depth, 4)
    );
    assert_eq!(
        stopped(UNLIMITED.with_max_bytes(Some(0))),
        (StopReason::Memory, 0)
    );
    let timeout = Some(Duration::ZERO);
    assert_eq!(
        stopped(UNLIMITED.with_timeout(timeout)),
        (StopReason::Time, 0)
    );
}

#[test]
fn an_observer_can_stop_a_search_at_every_check() {
    for looks in 0..60 {
        // Choices that are said to cost much are looked at one by one.
        let mut problem = Queens {
            cost: 1 << 20,
            ..Queens::new(4)
        };
        let mut seen = Vec::new();
        let search = search(
            &mut problem,
            Restarts::Never,
            &UNLIMITED,
            &mut |progress| {
                seen.push(progress.states);
                crate::control::break_if(seen.len() > looks)
            },
            |_| ControlFlow::<()>::Continue(()),
        );
        assert_eq!(search.outcome, VisitEnd::Stopped(StopReason::Interrupted));
        assert_eq!(
            (search.statistics.nodes, seen.len()),
            (looks as u64, looks + 1)
        );
        assert!(
            seen.iter().copied().eq(0..=looks),
            "progress counts the nodes"
        );
        assert_eq!(problem.board(), Queens::new(4).board());
    }
}

#[test]
fn restarts_follow_lubys_sequence_until_the_first_solution() {
    let luby = Restarts::Luby { unit: 1 };
    let mut problem = Queens::new(4);
    let (shown, search) = queens(&mut problem, luby, &UNLIMITED, 1);
    assert_eq!((shown.len(), &search.outcome), (1, &VisitEnd::Broken(())));
    // 22 backtracks are less than 32, the 63rd term; those before sum up to 6 · 32 - 32.
    let Statistics {
        backtracks,
        restarts,
        ..
    } = search.statistics;
    assert_eq!((backtracks, restarts), (160 + 22, 62));
    assert!(problem.attempts.iter().copied().eq((1..=62).chain([0])));

    let mut problem = Queens::new(4);
    let (shown, search) = queens(&mut problem, luby, &UNLIMITED, usize::MAX);
    assert_eq!(
        (shown.len(), &search.outcome),
        (2, &VisitEnd::Complete),
        "each is shown once"
    );
    assert_eq!(
        (search.statistics.backtracks, search.statistics.restarts),
        (160 + 52, 62)
    );
}

#[test]
fn a_search_with_restarts_is_exhaustive_if_no_solution_exists() {
    let mut problem = Queens::new(3);
    let (shown, search) = queens(&mut problem, Restarts::Luby { unit: 2 }, &UNLIMITED, 1);
    assert_eq!((shown.len(), &search.outcome), (0, &VisitEnd::Complete));
    assert!(search.statistics.restarts > 0);
    assert_eq!(
        problem.attempts.last(),
        Some(&0),
        "the first order is put back"
    );
    // A limit holds through all attempts.
    let limits = UNLIMITED.with_max_states(Some(10));
    let (_, search) = queens(&mut Queens::new(3), Restarts::Luby { unit: 2 }, &limits, 1);
    assert_eq!(search.outcome, VisitEnd::Stopped(StopReason::States));
    assert_eq!(search.statistics.nodes, 10);
}

/// A random tree of a seed. The number of choices at a node, its feasibility, and whether it is a
/// solution depend on the path there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tree {
    seed: u64,
    path: Vec<u8>,
}

const HEIGHT: usize = 5;

impl Tree {
    /// Returns a random number below `sides` for this path and `purpose`.
    fn dice(&self, purpose: u64, sides: u64) -> u64 {
        let mix = |state: u64, word: u64| {
            let mixed = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ (mixed >> 29)
        };
        let words = self.path.iter().map(|&choice| u64::from(choice) + 1);
        mix(words.fold(mix(self.seed, purpose), mix), 0xd1ce) % sides
    }
}

impl Problem for Tree {
    type Choice = u8;

    fn choices(&mut self, choices: &mut Vec<u8>) {
        if self.path.len() < HEIGHT {
            choices.extend((0..4).take(usize::try_from(self.dice(1, 5)).expect("few")));
        }
    }

    fn apply(&mut self, choice: u8) -> Feasibility {
        self.path.push(choice);
        if self.dice(2, 4) == 0 {
            Feasibility::Impossible
        } else {
            Feasibility::Possible
        }
    }

    fn undo(&mut self, choice: u8) {
        assert_eq!(self.path.pop(), Some(choice));
    }

    fn is_complete(&self) -> bool {
        self.dice(3, 6) == 0
    }
}

/// Returns nodes, backtracks and solutions below a node, by recursion.
fn naive(tree: &mut Tree) -> (u64, u64, Vec<Vec<u8>>) {
    let mut nodes = 0;
    let mut backtracks = 0;
    let mut solutions = Vec::new();
    if tree.is_complete() {
        solutions.push(tree.path.clone());
    }
    let mut choices = Vec::new();
    tree.choices(&mut choices);
    for choice in choices {
        nodes += 1;
        let before = solutions.len();
        if tree.apply(choice) == Feasibility::Possible {
            let below = naive(tree);
            nodes += below.0;
            backtracks += below.1;
            solutions.extend(below.2);
        }
        backtracks += u64::from(solutions.len() == before);
        tree.undo(choice);
    }
    (nodes, backtracks, solutions)
}

proptest! {
    #![proptest_config(crate::cases::random_cases(150))]

    #[test]
    fn the_engine_agrees_with_plain_recursion(seed: u64) {
        let mut tree = Tree { seed, path: Vec::new() };
        let (nodes, backtracks, solutions) = naive(&mut tree);
        let mut shown = Vec::new();
        let search = search(&mut tree, Restarts::Never, &UNLIMITED, &mut unobserved, |tree| {
            shown.push(tree.path.clone());
            ControlFlow::<()>::Continue(())
        });
        prop_assert_eq!(search.outcome, VisitEnd::Complete);
        prop_assert_eq!(shown, solutions);
        prop_assert_eq!((search.statistics.nodes, search.statistics.backtracks), (nodes, backtracks));
        prop_assert_eq!(tree, Tree { seed, path: Vec::new() });
    }

    #[test]
    fn every_end_of_a_search_restores_the_initial_state(
        seed: u64,
        limits in (prop::option::of(0..80_usize), prop::option::of(0..6_u32)),
        shown_at_most in 1..6_usize,
        unit in prop::option::of(1..6_u64),
        looks in prop::option::of(0..3_usize),
    ) {
        let start = Tree { seed, path: Vec::new() };
        let mut tree = start.clone();
        let limits = Limits { max_states: limits.0, max_depth: limits.1, ..UNLIMITED };
        let restarts = unit.map_or(Restarts::Never, |unit| Restarts::Luby { unit });
        let mut shown = 0;
        let mut looked = 0;
        let mut observer = |_: &Progress| {
            looked += 1;
            let is_enough = looks.is_some_and(|looks| looked > looks);
            crate::control::break_if(is_enough)
        };
        search(&mut tree, restarts, &limits, &mut observer, |_| {
            shown += 1;
            crate::control::break_if(shown >= shown_at_most)
        });
        prop_assert_eq!(&tree, &start);
        let (nodes, _, solutions) = naive(&mut tree);
        let mut again = 0;
        let search = search(&mut tree, Restarts::Never, &UNLIMITED, &mut unobserved, |_| {
            again += 1;
            ControlFlow::<()>::Continue(())
        });
        prop_assert_eq!((search.statistics.nodes, again), (nodes, solutions.len()));
        prop_assert_eq!(&tree, &start);
    }
}

#[test]
fn attempts_follow_lubys_sequence() {
    let terms: Vec<u64> = (1..=15).map(luby).collect();
    assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    assert_eq!(Restarts::Luby { unit: 10 }.budget(2), Some(20));
    assert_eq!(Restarts::Never.budget(2), None);
}
