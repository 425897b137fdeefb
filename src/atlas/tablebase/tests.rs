//! A tablebase in memory, of a few sets of pieces.

use std::ops::ControlFlow;

use super::super::moves::{Move, Reach, Slide, Step};
use super::super::pieces::{Frames, PieceSet};
use super::super::retrograde::{Tables, search};
use super::*;
use crate::notation::{Notation, read};
use crate::solution::verify;

/// Distances for the pieces of 横刀立马 only; of the others it says that no way leads out.
fn tablebase<R: Reach>(metric: Metric) -> Tablebase {
    let (frames, tables) = (Frames::new(), Tables::new());
    let pieces = PieceSet { flats: 1, uprights: 4, singles: 4 };
    let layouts = frames.sets().find(|layouts| layouts.pieces == pieces).expect("a set");
    let found = search::<R>(&layouts, &tables, &RANKS, &mut |_| ControlFlow::Continue(()));
    assert!(found.is_continue());
    Tablebase::new(metric, tables.into_distances())
}

fn classic() -> Puzzle {
    read(Notation::CommonCode, "1A9BF0C00").expect("a code").remove(0)
}

#[test]
fn it_solves_the_classic_layout_in_each_metric() {
    let table = [
        (tablebase::<Move>(Metric::Move), 81),
        (tablebase::<Slide>(Metric::Slide), 90),
        (tablebase::<Step>(Metric::Step), 116),
    ];
    let puzzle = classic();
    for (tablebase, length) in table {
        let Ok(Answer::Solved(solution)) = tablebase.solve(&puzzle) else { panic!("solvable") };
        assert_eq!((solution.metric, solution.len()), (tablebase.metric(), length));
        let known = Distance::Known(u32::try_from(length).expect("short"));
        assert_eq!(tablebase.distance(&Position::start(&puzzle)), known);
        assert_eq!(tablebase.distance_of(CommonCode::of(&puzzle).expect("a code")), known);
        assert_eq!(verify(&puzzle, &solution).map(|verified| verified.surplus()), Ok(0));
    }
}

#[test]
fn what_it_does_not_know_it_says() {
    let tablebase = Tablebase::new(Metric::Move, vec![NO_WAY_OUT; CommonCode::COUNT as usize]);
    assert_eq!(tablebase.solve(&classic()), Ok(Answer::NoWayOut));
    assert_eq!(tablebase.distance(&Position::start(&classic())), Distance::NoWayOut);
    let corner = classic().to_string().replace(". A A .\n. A A .", "A A . .\nA A . .");
    let walled = "A A # .\nA A . .\n. . . .\n. . . .\n. . . .\n\n\
                  goal:\n. . # .\n. . . .\n. . . .\n. A A .\n. A A .\n";
    let small = "A A .\nA A .\n\ngoal:\n. A A\n. A A\n";
    for text in [&corner, walled, small] {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        assert_ne!(puzzle, classic(), "the goal was not exchanged");
        assert!(matches!(tablebase.solve(&puzzle), Ok(Answer::NotOfThisFrame(_))), "{text}");
        assert_eq!(tablebase.distance(&Position::start(&puzzle)), Distance::NotOfThisFrame);
    }
}

#[test]
fn distances_that_contradict_each_other_are_found_out() {
    let of = |byte| Tablebase::new(Metric::Move, vec![byte; CommonCode::COUNT as usize]);
    assert_eq!(of(7).solve(&classic()), Err(Contradiction::DeadEnd { distance: 7 }));
    assert!(matches!(of(0).solve(&classic()), Err(Contradiction::Wrong(_))));
}

#[test]
fn it_is_stored_and_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.tb");
    let mut distances = vec![NO_WAY_OUT; CommonCode::COUNT as usize];
    distances[4_091_296] = 81;
    let tablebase = Tablebase::new(Metric::Slide, distances);
    tablebase.write(&path).expect("it can be written");
    let opened = Tablebase::open(&path).expect("it was written");
    assert_eq!(opened.metric(), Metric::Slide);
    assert_eq!(opened.distances(), tablebase.distances());
    assert_eq!(opened.distance(&Position::start(&classic())), Distance::Known(81));
}
