//! Layouts compared with positions, and a tablebase in memory, for a few sets of pieces.

use std::{
    convert::Infallible,
    sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed},
};

use super::survey::{PieceSet, UNSEEN, search};
use crate::{
    board::Board,
    cases::{cases, stride},
    control::{Limits, Monitor},
    explore::distances::{DistanceTable, DistanceTableError, NO_WAY_OUT, NotCovered},
    file::AtomicTable,
    notation::{CommonCode, Notation, classic::ClassicBlock, read},
    puzzle::{Metric, Puzzle},
    solution::verify,
};

/// The pieces of 横刀立马.
const CLASSIC: PieceSet = PieceSet {
    flats: 1,
    uprights: 4,
    singles: 4,
};

#[test]
fn the_layouts_of_each_piece_set_are_ordered_by_code() {
    let sets = PieceSet::all();
    assert_eq!(sets.len(), 203);
    let is_small = |it: &PieceSet| it.sequences() < u64::from(cases(500));
    for pieces in sets.into_iter().filter(is_small) {
        let mut before = None;
        let all = pieces.each(&mut |rank| {
            let code = CommonCode::from_rank(rank).expect("a rank");
            let mut flats = 0;
            let mut uprights = 0;
            let mut singles = 0;
            for (_, block) in code.blocks() {
                match block {
                    ClassicBlock::Square => {}
                    ClassicBlock::Flat => flats += 1,
                    ClassicBlock::Upright => uprights += 1,
                    ClassicBlock::Single => singles += 1,
                }
            }
            assert_eq!(
                PieceSet {
                    flats,
                    uprights,
                    singles
                },
                pieces,
                "{code}"
            );
            assert!(before < Some(rank), "{code}");
            before = Some(rank);
            Ok::<_, Infallible>(())
        });
        assert!(all.is_ok() && before.is_some(), "{pieces:?}");
    }
}

#[test]
fn placement_counts_equal_layout_counts_of_the_piece_sets() {
    let boards = PieceSet::all().into_iter().map(|pieces| {
        let first = pieces.each(&mut Err).expect_err("there are layouts");
        let code = CommonCode::from_rank(first).expect("a rank").to_string();
        let puzzle = read(Notation::CommonCode, &code).expect("a code").remove(0);
        Board::new(&puzzle).expect("it fits")
    });
    let mut monitor = Monitor::unobserved(Limits::default());
    let placements = boards.map(|board| board.placements(&mut monitor).expect("no limit"));
    assert_eq!(
        placements.map(Option::unwrap_or_default).sum::<u128>(),
        29_334_498
    );
}

/// Distances for the pieces of 横刀立马 only.
fn tablebase(metric: Metric) -> DistanceTable {
    let table = AtomicTable::<AtomicU8>::in_memory(CommonCode::COUNT as usize);
    let table = table.expect("memory");
    let filled = AtomicUsize::new(0);
    let mut monitor = Monitor::unobserved(Limits::default());
    let found = search(CLASSIC, metric, &table, &filled, &mut monitor);
    let (summary, _) = found.expect("nothing stops it");
    let mut distances = vec![UNSEEN; table.len()];
    let mut layouts = 0;
    let mut solvable = 0;
    let all = CLASSIC.each(&mut |rank| {
        let distance = table[rank as usize].load(Relaxed) ^ UNSEEN;
        distances[rank as usize] = distance;
        layouts += u32::from(distance != UNSEEN);
        solvable += u32::from(distance < UNSEEN);
        Ok::<_, Infallible>(())
    });
    assert!(all.is_ok());
    assert_eq!((layouts, solvable), (summary.layouts, summary.solvable()));
    DistanceTable::of_layouts(metric, distances)
}

fn classic() -> Puzzle {
    read(Notation::CommonCode, "1A9BF0C00")
        .expect("a code")
        .remove(0)
}

#[test]
fn a_tablebase_solves_the_classic_layout_in_each_metric() {
    let puzzle = classic();
    let lengths = [(Metric::Move, 81), (Metric::Slide, 90), (Metric::Step, 116)];
    for (metric, length) in lengths.into_iter().step_by(stride(3)) {
        let tablebase = tablebase(metric);
        let solution = tablebase.solve(&puzzle).expect("it is right");
        let solution = solution.expect("solvable");
        assert_eq!((solution.metric, solution.len()), (metric, length));
        assert_eq!(tablebase.distance(&puzzle), u32::try_from(length).ok());
        assert_eq!(
            verify(&puzzle, &solution).map(|verified| verified.extra_moves()),
            Ok(0)
        );
    }
}

/// A tablebase with the same distance for each layout.
fn uniform(byte: u8) -> DistanceTable {
    DistanceTable::of_layouts(Metric::Move, vec![byte; CommonCode::COUNT as usize])
}

#[test]
fn puzzles_of_other_frames_and_goals_are_not_covered() {
    let tablebase = uniform(NO_WAY_OUT);
    assert!(matches!(tablebase.solve(&classic()), Ok(None)));
    assert_eq!(tablebase.distance(&classic()), None);
    let corner = classic()
        .to_string()
        .replace(". A A .\n. A A .", "A A . .\nA A . .");
    let walled = "A A # .\nA A . .\n. . . .\n. . . .\n. . . .\n\n\
                  goal:\n. . # .\n. . . .\n. . . .\n. A A .\n. A A .\n";
    let small = "A A .\nA A .\n\ngoal:\n. A A\n. A A\n";
    for text in [&corner, walled, small] {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        assert_ne!(puzzle, classic(), "the goal was not exchanged");
        let answer = tablebase.solve(&puzzle);
        let is_other = |error: &DistanceTableError| {
            matches!(
                error,
                DistanceTableError::NotCovered(NotCovered::OtherFrame(_))
            )
        };
        assert!(answer.as_ref().is_err_and(is_other), "{text}");
    }
}

#[test]
fn distances_that_contradict_the_rules_are_errors() {
    for byte in [7, 0] {
        assert!(matches!(
            uniform(byte).solve(&classic()),
            Err(DistanceTableError::Contradiction)
        ));
    }
}

#[test]
fn a_written_tablebase_can_be_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.tb");
    let mut distances = vec![NO_WAY_OUT; CommonCode::COUNT as usize];
    distances[4_091_296] = 81;
    let tablebase = DistanceTable::of_layouts(Metric::Slide, distances);
    tablebase.write(&path).expect("it can be written");
    let opened = DistanceTable::open(&path).expect("it was written");
    assert_eq!(opened.metric(), Metric::Slide);
    assert_eq!(opened.distance(&classic()), Some(81));
}
