//! The layouts held against plain positions, and a tablebase in memory, of a few sets of pieces.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::layout::{Layout, PieceSet};
use super::rank::RANKS;
use super::retrograde::{NO_WAY_OUT, Tables, search};
use super::space::Space;
use super::tablebase::{Answer, Contradiction, Distance, Tablebase};
use crate::notation::{CommonCode, Notation, read};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{Position, apply, legal_moves, verify};

/// The pieces of 横刀立马.
const CLASSIC: PieceSet = PieceSet { flats: 1, uprights: 4, singles: 4 };

fn codes() -> impl Strategy<Value = CommonCode> {
    (0..CommonCode::COUNT).prop_map(|rank| CommonCode::from_rank(rank).expect("a rank"))
}

fn puzzle(code: CommonCode) -> Puzzle {
    read(Notation::CommonCode, &code.to_string()).expect("a code").remove(0)
}

fn layout(code: CommonCode) -> Layout {
    Layout::of(&Position::start(&puzzle(code))).expect("a layout")
}

/// The neighbours of a layout as the searches see them.
fn neighbours(code: CommonCode, metric: Metric) -> BTreeSet<Layout> {
    let mut space = Space::new(code, metric);
    let node = space.node(layout(code));
    let mut found = BTreeSet::new();
    space.expand(
        [node].into_iter(),
        |_, _| true,
        |_, next| {
            found.insert(next.layout);
        },
    );
    found
}

/// The same by the rules.
fn legal(puzzle: &Puzzle, metric: Metric) -> BTreeSet<Layout> {
    let start = Position::start(puzzle);
    let after = |unit| {
        let mut position = start.clone();
        apply(&mut position, &unit).expect("a legal move");
        Layout::of(&position).expect("still of the frame")
    };
    legal_moves(&start, metric).into_iter().map(after).collect()
}

proptest! {
    #[test]
    fn neighbours_are_what_the_rules_allow(code in codes()) {
        for metric in Metric::ALL {
            prop_assert_eq!(neighbours(code, metric), legal(&puzzle(code), metric));
        }
    }

    #[test]
    fn the_rank_of_a_layout_is_that_of_its_code(code in codes()) {
        prop_assert_eq!(RANKS.rank(layout(code)), code.rank());
    }

    #[test]
    fn the_mirror_image_has_every_row_backwards(code in codes()) {
        let puzzle = puzzle(code);
        let rows = puzzle.to_string();
        let (start, goal) = rows.split_once("\n\n").expect("a start and a goal");
        let backwards = |row: &str| row.chars().rev().collect::<String>();
        let mirrored = start.lines().map(backwards).collect::<Vec<_>>().join("\n");
        let mirrored: Puzzle = format!("{mirrored}\n\n{goal}").parse().expect("a puzzle");
        let image = Layout::of(&Position::start(&mirrored)).expect("a layout");
        prop_assert_eq!(layout(code).mirrored(), image);
        prop_assert_eq!(image.mirrored(), layout(code));
    }
}

#[test]
fn each_set_of_pieces_has_its_layouts_in_the_order_of_their_codes() {
    assert_eq!(PieceSet::all().count(), 203);
    for pieces in PieceSet::all().filter(|pieces| pieces.sequences() < 20_000) {
        let mut ranks = Vec::new();
        let all = pieces.each(None, &mut |layout| {
            ranks.push(RANKS.rank(layout));
            ControlFlow::Continue(())
        });
        assert_eq!(ranks.len(), pieces.count() as usize, "{pieces:?}");
        assert!(all.is_continue() && ranks.is_sorted_by(|one, next| one < next), "{pieces:?}");
    }
}

/// Distances for the pieces of 横刀立马 only; of the others it says that no way leads out.
fn tablebase(metric: Metric) -> Tablebase {
    let tables = Tables::new();
    let found = search(CLASSIC, metric, &tables, &mut |_| ControlFlow::Continue(()));
    assert!(found.is_continue());
    Tablebase::new(metric, tables.into_distances())
}

fn classic() -> Puzzle {
    read(Notation::CommonCode, "1A9BF0C00").expect("a code").remove(0)
}

#[test]
fn it_solves_the_classic_layout_in_each_metric() {
    let puzzle = classic();
    for (metric, length) in [(Metric::Move, 81), (Metric::Slide, 90), (Metric::Step, 116)] {
        let tablebase = tablebase(metric);
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
