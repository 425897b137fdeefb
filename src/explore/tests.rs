//! Figures that others have published or counted.

use std::ops::ControlFlow;

use super::*;
use crate::control::Progress;
use crate::puzzle::Puzzle;

fn built_in(text: &str) -> Puzzle {
    text.parse().expect("a puzzle of the collection")
}

fn classic() -> Puzzle {
    built_in(include_str!("../../puzzles/klotski/heng-dao-li-ma.txt"))
}

fn explore(puzzle: &Puzzle, options: &Options) -> Exploration {
    let go_on = &mut |_: Course, _: &Progress| ControlFlow::Continue(());
    let mut explorer = Explorer::new(puzzle, options).expect("it fits");
    explorer.explore(go_on).expect("no files")
}

/// Shortest, how many are so short, the farthest and how many lie there, of a whole component.
fn figures(known: &Exploration) -> (usize, String, usize, u64) {
    let Exploration { from_start, solutions, .. } = known;
    let solutions = solutions.known().expect("there is a solution").to_string();
    let shortest = known.shortest().expect("there is a solution");
    (shortest, solutions, from_start.eccentricity(), from_start.last().states)
}

#[test]
fn the_classic_component_has_the_figures_that_are_known_in_each_metric() {
    for (metric, expected) in [
        (Metric::Step, (116, "4112640000", 167, 4)),
        (Metric::Slide, (90, "4096", 133, 8)),
        (Metric::Move, (81, "256", 124, 8)),
    ] {
        let known = explore(&classic(), &Options { metric, ..Options::default() });
        let (shortest, solutions, farthest, layouts) = figures(&known);
        assert_eq!((shortest, &solutions[..], farthest, layouts), expected);
        let total = known.from_start.total();
        assert_eq!((total.states, total.classes, total.goal_states), (25_955, 13_011, 964));
        let goals = known.from_goals.known().expect("there is a goal");
        assert_eq!((goals.total(), goals.layers[0].states), (total, 964));
        assert!(goals.layers[0].states == goals.layers[0].goal_states);
        let degrees = known.degrees.known().expect("they are counted");
        assert_eq!(degrees.histogram.iter().sum::<u64>(), 25_955);
        assert_eq!(known.stopped, None);
    }
}
