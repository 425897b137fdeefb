//! Figures that others have published or counted.

use std::ops::ControlFlow;

use super::*;
use crate::{
    control::{Limits, Outcome, Progress, StopReason, unobserved},
    puzzle::Puzzle,
    sliding::{self, Solver},
};

fn built_in(text: &str) -> Puzzle {
    text.parse().expect("a puzzle of the collection")
}

fn classic() -> Puzzle {
    built_in(crate::cases::CLASSIC)
}

fn explore(puzzle: &Puzzle, options: &Options) -> Exploration {
    let mut explorer = Explorer::new(puzzle, options).expect("it fits");
    explorer.explore().expect("no files")
}

/// Shortest, how many are so short, the farthest and how many lie there, of a whole component.
fn figures(known: &Exploration) -> (usize, String, usize, u64) {
    let Exploration {
        from_start,
        solutions,
        ..
    } = known;
    let solutions = solutions.known().expect("there is a solution").to_string();
    let shortest = known.shortest().expect("there is a solution");
    (
        shortest,
        solutions,
        from_start.eccentricity(),
        from_start.last().states,
    )
}

#[test]
fn the_classic_component_has_the_known_statistics_in_each_metric() {
    for (metric, expected) in [
        (Metric::Step, (116, "4112640000", 167, 4)),
        (Metric::Slide, (90, "4096", 133, 8)),
        (Metric::Move, (81, "256", 124, 8)),
    ] {
        let known = explore(&classic(), &Options::default().with_metric(metric));
        let (shortest, solutions, farthest, layouts) = figures(&known);
        assert_eq!((shortest, &solutions[..], farthest, layouts), expected);
        let total = known.from_start.total();
        assert_eq!(
            (total.states, total.classes, total.goal_states),
            (25_955, 13_011, 964)
        );
        let goals = known.from_goals.known().expect("there is a goal");
        assert_eq!((goals.total(), goals.layers[0].states), (total, 964));
        assert!(goals.layers[0].states == goals.layers[0].goal_states);
        let degrees = known.degrees.known().expect("they are counted");
        assert_eq!(degrees.histogram.iter().sum::<u64>(), 25_955);
        assert_eq!(known.stopped, None);
    }
}

#[test]
fn century_and_super_century_share_one_component_with_known_statistics() {
    let century = built_in(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/puzzles/klotski/century.txt"
    )));
    let super_century = built_in(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/puzzles/klotski/super-century.txt"
    )));
    let layers = |puzzle, metric| {
        explore(
            puzzle,
            &Options::default()
                .with_metric(metric)
                .with_scope(ExploreScope::Layers),
        )
    };
    let table = [
        (Metric::Move, 99, 188, 138, 230),
        (Metric::Step, 131, 250, 179, 307),
    ];
    for (metric, shortest, farthest, super_shortest, super_farthest) in table {
        let [known, other] = [&century, &super_century].map(|puzzle| layers(puzzle, metric));
        assert_eq!(known.from_start.total(), other.from_start.total());
        assert_eq!(known.from_start.total().states, 81_340);
        assert_eq!(
            (known.shortest(), other.shortest()),
            (Some(shortest), Some(super_shortest))
        );
        let reached = (
            known.from_start.eccentricity(),
            other.from_start.eccentricity(),
        );
        assert_eq!(reached, (farthest, super_farthest));
        assert_eq!(
            (known.solutions, known.degrees),
            (StageResult::NotAsked, StageResult::NotAsked)
        );
    }
}

#[test]
fn the_rush_hour_sample_is_the_hardest_of_its_component() {
    let puzzle = built_in(
        "pieces: axis\n\nI B B # . .\nI . . L D D\nJ A A L . .\nJ . K E E M\nF F K . . M\n\
         G G H H H M\n\ngoal:\n. . . # . .\n. . . . . .\n. . . . A A\n. . . . . .\n. . . . . .\n\
         . . . . . .\n",
    );
    let known = explore(&puzzle, &Options::default().with_metric(Metric::Slide));
    assert_eq!(
        (known.from_start.total().states, known.shortest()),
        (2332, Some(60))
    );
    assert_eq!(
        known.from_goals.known().map(LayerProfile::eccentricity),
        Some(60)
    );
    let known = explore(&puzzle, &Options::default().with_metric(Metric::Step));
    assert_eq!(known.shortest(), Some(103));
}

#[test]
fn numbered_tiles_have_the_published_layers() {
    // Every tile is in the goal, so that each is a kind of its own.
    for (frame, expected) in [
        (
            "A B C\nD E .",
            &[
                1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21,
            ][..],
        ),
        (
            "A B C D\nE F G .",
            &[
                1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396,
            ],
        ),
    ] {
        let puzzle = built_in(&format!("{frame}\n\ngoal:\n{frame}\n"));
        let known = explore(&puzzle, &Options::default().with_metric(Metric::Step));
        let layers = known.from_start.layers.iter().map(|layer| layer.states);
        assert_eq!(layers.take(expected.len()).collect::<Vec<_>>(), expected);
        // The start is the only goal, so that both sweeps see the same.
        let goals = known.from_goals.known().expect("the start is one");
        assert_eq!(goals, &known.from_start);
        assert_eq!(
            known.solutions.known().map(ToString::to_string).as_deref(),
            Some("1")
        );
    }
}

#[test]
fn a_limit_ends_the_exploration_after_the_completed_stages() {
    let limits = Limits::default().with_max_depth(Some(90));
    let known = explore(&classic(), &Options::default().with_limits(limits));
    assert_eq!(
        known.stopped,
        Some(StoppedStage {
            stage: Stage::FromStart,
            reason: StopReason::Depth
        })
    );
    assert_eq!(
        (known.from_start.layers.len(), known.shortest()),
        (91, Some(81))
    );
    assert_eq!(known.from_goals, StageResult::Stopped);
    let mut stages = Vec::new();
    let observer = &mut |course: StageProgress, _: &Progress| {
        stages.push(course.stage);
        match course.stage {
            Stage::Solutions => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let mut explorer = Explorer::new(&classic(), &Options::default()).expect("it fits");
    let known = explorer.explore_with_observer(observer).expect("no files");
    assert_eq!(
        known.stopped,
        Some(StoppedStage {
            stage: Stage::Solutions,
            reason: StopReason::Interrupted
        })
    );
    assert!(
        known
            .from_goals
            .known()
            .is_some_and(|sweep| sweep.is_complete)
    );
    assert_eq!(known.solutions, StageResult::Stopped);
    assert!(
        known.degrees.known().is_some(),
        "they are counted in the first sweep"
    );
    stages.dedup();
    assert_eq!(
        stages,
        [Stage::FromStart, Stage::FromGoals, Stage::Solutions]
    );
}

#[test]
fn an_oversized_table_is_reported_with_its_size() {
    let within = |most: usize| {
        let limits = Limits::default().with_max_bytes(Some(most));
        Options::default()
            .with_limits(limits)
            .with_engine(Some(Engine::Ranked))
    };
    // The ranks themselves need a table, which is refused without a size.
    let refused = (20_000..1_000_000).step_by(5_000).find_map(|limit| {
        match Explorer::new(&classic(), &within(limit)).map(drop) {
            Err(SolveError::TableTooLarge { ranks, bytes, most }) => {
                Some((limit, ranks, bytes, most))
            }
            _ => None,
        }
    });
    let (limit, ranks, bytes, most) = refused.expect("some limit is too small for the table alone");
    assert!(
        bytes > ranks / 8 * 3 && most < limit as u64 && bytes > most,
        "{ranks} {bytes} {most}"
    );
    let options = within(limit);
    let all = all_components(&classic(), &options, &mut |_, _| ControlFlow::Continue(()));
    assert!(matches!(all, Err(SolveError::TableTooLarge { .. })));
}

#[test]
fn a_graph_respects_the_memory_limit() {
    let drawn = |max_bytes| {
        let limits = Limits::default().with_max_bytes(max_bytes);
        let options = Options::default().with_limits(limits);
        state_graph(&built_in(crate::cases::PENNANT), &options, &mut unobserved).expect("it fits")
    };
    assert!(matches!(
        drawn(Some(10_000)),
        Outcome::Stopped(StopReason::Memory)
    ));
    assert!(matches!(drawn(Some(100_000_000)), Outcome::Found(_)));
}

#[test]
fn an_explorer_can_be_moved_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Explorer>();
}

#[test]
fn one_command_cannot_resume_a_run_of_another() {
    let puzzle = classic();
    let [solved, explored] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    Solver::open(
        Place::Folder(&puzzle, solved.path()),
        &sliding::Options::default(),
    )
    .and_then(|mut solver| solver.solve())
    .expect("files work");
    let exploring = Options::default();
    Explorer::open(Place::Folder(&puzzle, explored.path()), &exploring)
        .and_then(|mut explorer| explorer.explore())
        .expect("files work");
    let refused = Solver::open(Place::Resume(explored.path()), &sliding::Options::default()).err();
    assert!(matches!(
        refused,
        Some(SolveError::OtherRun {
            command: "explore",
            ..
        })
    ));
    let refused = Explorer::open(Place::Resume(solved.path()), &exploring).err();
    assert!(matches!(
        refused,
        Some(SolveError::OtherRun {
            command: "solve",
            ..
        })
    ));
}
