//! The atlas of the classic frame against published numbers and against the solver.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use huarong::atlas::{Options, PieceSet, PieceSetStats, Report, survey};
use huarong::control::StopReason;
use huarong::explore::distances::DistanceTable;
use huarong::notation::{CommonCode, Notation, read};
use huarong::{Limits, Metric, Outcome, Puzzle, solve};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::cases::{random_cases, stride};

fn whole(metric: Metric, threads: usize) -> Report {
    let threads = NonZeroUsize::new(threads);
    let options = Options::default().with_metric(metric).with_threads(threads);
    survey(&options, &mut |_| ControlFlow::Continue(()))
}

fn of(flats: u32, uprights: u32, singles: u32, metric: Metric) -> PieceSetStats {
    let pieces = Some(PieceSet {
        flats,
        uprights,
        singles,
    });
    let options = Options::default().with_metric(metric).with_pieces(pieces);
    let report = survey(&options, &mut |_| ControlFlow::Continue(()));
    assert_eq!((report.wanted, report.stopped), (1, None));
    assert!(report.tablebase.is_none(), "most distances are not known");
    report.sets.into_iter().next().expect("the one set")
}

fn puzzle(code: CommonCode) -> Puzzle {
    read(Notation::CommonCode, &code.to_string())
        .expect("a code")
        .remove(0)
}

/// Returns the optimum that the solver finds.
fn solved(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    let options = huarong::Options::default().with_metric(metric);
    match solve(puzzle, &options).expect("it fits").outcome {
        Outcome::Found(solution) => Some(u32::try_from(solution.len()).expect("short")),
        Outcome::Exhausted => None,
        Outcome::Stopped(reason) => panic!("no limits were set: {reason}"),
    }
}

#[test]
fn five_dominoes_and_four_singles_have_the_published_components() {
    let published = [
        (15_660, 80, 7_462),
        (65_880, 898, 25_955),
        (109_260, 2_653, 81_340),
        (106_800, 2_609, 81_462),
        (51_660, 1_729, 28_832),
        (14_220, 505, 7_888),
    ];
    for (flats, (layouts, components, largest)) in (0..).zip(published).step_by(stride(5)) {
        let summary = of(flats, 5 - flats, 4, Metric::Move);
        let found = (summary.layouts, summary.components, summary.largest);
        assert_eq!(found, (layouts, components, largest), "{flats} flat");
    }
}

#[test]
fn the_solver_finds_the_same_distances_of_the_hardest_layouts() {
    let sets = [(1, 4, 4), (2, 3, 4), (0, 6, 2), (3, 1, 0), (0, 0, 14)];
    let cases = Metric::ALL.map(|metric| sets.map(|set| (set, metric)));
    // Each metric at least once.
    for ((flats, uprights, singles), metric) in cases.into_iter().flatten().step_by(stride(7)) {
        let summary = of(flats, uprights, singles, metric);
        let Some(hardest) = summary.hardest else {
            panic!("some are solvable")
        };
        let shortest = solved(&puzzle(hardest.code), metric);
        assert_eq!(shortest, Some(hardest.distance));
        assert_eq!(summary.histogram.len() - 1, hardest.distance as usize);
        assert_eq!(summary.histogram.last(), Some(&hardest.layouts));
        assert!(summary.solvable() <= summary.layouts);
    }
}

#[test]
fn the_components_do_not_depend_on_the_metric() {
    for (flats, uprights, singles) in [(4, 3, 0), (2, 3, 4)].into_iter().step_by(stride(2)) {
        let [moves, slides, steps] = Metric::ALL.map(|metric| {
            let summary = of(flats, uprights, singles, metric);
            (summary.components, summary.largest, summary.solvable())
        });
        assert!(
            moves == slides && slides == steps,
            "{moves:?}, {slides:?}, {steps:?}"
        );
    }
}

#[test]
fn pieces_that_do_not_fit_have_no_layouts() {
    let pieces = Some(PieceSet {
        flats: u32::MAX,
        uprights: u32::MAX,
        singles: u32::MAX,
    });
    let options = Options::default().with_pieces(pieces);
    let report = survey(&options, &mut |_| ControlFlow::Continue(()));
    assert_eq!(
        (report.wanted, report.sets.len(), report.stopped),
        (0, 0, None)
    );
    assert_eq!(pieces.map(PieceSet::empties), Some(0));
}

#[test]
fn limits_and_the_observer_stop_the_atlas_survey() {
    let limits = Limits::default().with_max_bytes(Some(1 << 20));
    let options = Options::default().with_limits(limits);
    let report = survey(&options, &mut |_| panic!("nothing is to be seen"));
    assert_eq!(report.stopped, Some(StopReason::Memory));
    let report = survey(&Options::default(), &mut |_| ControlFlow::Break(()));
    assert_eq!(report.stopped, Some(StopReason::Interrupted));
    assert!(report.sets.len() < report.wanted && report.tablebase.is_none());
}

/// The bytes of a file of the tablebase.
fn stored(tablebase: &DistanceTable) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("it.tb");
    tablebase.write(&path).expect("it can be written");
    std::fs::read(path).expect("it was written")
}

#[test]
#[ignore = "30 s"]
fn the_atlas_equals_published_results_for_any_number_of_threads() {
    let report = whole(Metric::Move, 1);
    assert_eq!(report.sets.len(), 203);
    assert_eq!(
        report.sets.iter().map(|set| set.layouts).sum::<u32>(),
        CommonCode::COUNT
    );
    assert_eq!(
        report.sets.iter().map(|set| set.components).sum::<u32>(),
        25_422
    );
    assert_eq!(
        report.sets.iter().map(|set| set.largest).max(),
        Some(964_656)
    );
    let first = stored(&report.tablebase.expect("it was of all"));
    for threads in [2, 3] {
        let other = whole(Metric::Move, threads);
        assert!(other.sets == report.sets, "{threads} threads");
        let other = stored(&other.tablebase.expect("it was of all"));
        assert!(first == other, "{threads} threads");
    }
}

#[test]
#[ignore = "60 s"]
fn every_tablebase_distance_agrees_with_the_solver() {
    let classic = CommonCode::from_bits(0x1_A9BF_0C00).expect("a code");
    for (metric, length) in Metric::ALL.into_iter().zip([81, 90, 116]) {
        let tablebase = whole(metric, 2).tablebase.expect("it was of all");
        assert_eq!(tablebase.metric(), metric);
        assert_eq!(tablebase.distance(&puzzle(classic)), Some(length));
        let mut runner = TestRunner::new(random_cases(100));
        let ranks = 0..CommonCode::COUNT;
        let same = runner.run(&ranks, |rank| {
            let code = CommonCode::from_rank(rank).expect("a rank");
            let puzzle = puzzle(code);
            let expected = solved(&puzzle, metric);
            prop_assert_eq!(tablebase.distance(&puzzle), expected, "{}", code);
            let solution = tablebase.solve(&puzzle).expect("a layout of the frame");
            let length = solution.map(|solution| solution.len());
            prop_assert_eq!(length, expected.map(|length| length as usize));
            Ok(())
        });
        same.expect("the solver agrees");
    }
}
