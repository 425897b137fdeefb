//! What patterns say of positions, against how far these really are.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::*;
use crate::puzzle::testing::drafts;
use crate::sliding::patterns::{Budget, Patterns};

const LETTERS: [char; 4] = ['A', 'B', 'C', 'D'];
/// The most positions of a puzzle that is tried.
const MOST: usize = 3000;

/// Patterns within a budget.
fn patterns(board: &Board, metric: Metric, budget: Budget) -> Patterns {
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    with_space!(BoardSpace::of(board, metric), space => {
        let mut space = space;
        Patterns::best((board, metric), &mut *space, budget, &Limits::default(), go_on)
    })
    .expect("no limit")
}

/// What patterns say of each position that can be reached and solved, and how far it is; none where
/// there are too many.
fn estimates(board: &Board, metric: Metric, patterns: &mut Patterns) -> Option<Vec<(u32, u16)>> {
    let words = board.bits().div_ceil(64);
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let limits = Limits { max_states: Some(MOST), ..Limits::default() };
    let mut watch = Watch::new(limits, go_on);
    let table = Queries::new(board, metric).distances(words, &mut watch).ok()?;
    let told = table.keys.chunks(words).map(|form| patterns.estimate_of(form));
    Some(told.zip(table.numbers).collect())
}

#[test]
fn what_patterns_say_is_never_above_the_distance_whatever_the_rules() {
    let (mut runner, drafts) = (TestRunner::deterministic(), drafts(&LETTERS));
    let budgets = [
        Budget::FIRST.grown(),
        // Some pieces in each table, and of those that are alike a choice.
        Budget { states: 200, entries: 60, lookups: 8 },
        Budget { states: 20, entries: 20, lookups: 1 },
    ];
    let [mut held, mut exact, mut added, mut less] = [0; 4];
    let mut round = 0;
    while held < 1500 {
        let draft = drafts.new_tree(&mut runner).expect("a draft").current();
        let Ok(puzzle) = draft.check() else { continue };
        let board = Board::new(&puzzle).expect("it fits");
        for metric in Metric::ALL {
            round += 1;
            let mut patterns = patterns(&board, metric, budgets[round % budgets.len()]);
            let Some(all) = estimates(&board, metric, &mut patterns) else { break };
            held += 1;
            added += usize::from(patterns.described().contains("added"));
            for (estimate, distance) in all {
                let distance = u32::from(distance);
                assert!(estimate <= distance, "{estimate}, not {distance}, {metric}:\n{puzzle}");
                exact += usize::from(estimate == distance && distance > 4);
                less += usize::from(estimate > 0 && estimate < distance);
            }
        }
    }
    // Zero is never above the distance either.
    let tally = [exact, added, less];
    assert!(tally.iter().all(|&count| count > 30), "{tally:?}");
}

#[test]
fn best_first_search_is_as_good_as_breadth_first_and_proves_as_much_on_random_puzzles() {
    let (mut runner, drafts) = (TestRunner::deterministic(), drafts(&LETTERS));
    let [mut solved, mut impossible, mut held] = [0; 3];
    while held < 600 {
        let draft = drafts.new_tree(&mut runner).expect("a draft").current();
        let Ok(puzzle) = draft.check() else { continue };
        for (metric, mirroring) in Metric::ALL
            .into_iter()
            .flat_map(|metric| [Mirroring::Canonical, Mirroring::Off].map(|it| (metric, it)))
        {
            let limits = Limits { max_states: Some(MOST), ..Limits::default() };
            let solve = |algorithm| {
                let options =
                    Options { algorithm, metric, mirroring, limits, ..Options::default() };
                super::super::solve(&puzzle, &options).expect("it fits")
            };
            let wide = solve(Algorithm::BreadthFirst);
            let Some(bound) = (match wide.outcome {
                Outcome::Found(_) | Outcome::Exhausted => Some(wide.bound),
                Outcome::Stopped(_) => None,
            }) else {
                break;
            };
            let best = solve(Algorithm::BestFirst);
            held += 1;
            assert_eq!(best.bound, bound, "{metric}:\n{puzzle}");
            assert_eq!(best.optimal, wide.optimal, "{metric}:\n{puzzle}");
            solved += usize::from(bound.is_some());
            impossible += usize::from(bound.is_none());
        }
    }
    assert!(solved > 200 && impossible > 50, "{solved}, {impossible}");
}
