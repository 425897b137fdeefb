//! Distances, found, stored, read back and followed.

use std::ops::ControlFlow;

use super::*;

const RED_DONKEY: &str = include_str!("../../../puzzles/klotski/red-donkey.txt");

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

fn find(puzzle: &Puzzle, metric: Metric) -> Distances {
    let options = Options { metric, ..Options::default() };
    let go_on = &mut |_: &control::Progress| ControlFlow::Continue(());
    match Distances::find(puzzle, &options, go_on).expect("it fits") {
        Outcome::Found(distances) => distances,
        Outcome::Exhausted | Outcome::Stopped(_) => panic!("it can be solved"),
    }
}

#[test]
fn every_position_of_the_component_is_solved_without_a_search() {
    let start = puzzle(RED_DONKEY);
    let mut distances = find(&start, Metric::Move);
    assert_eq!(distances.distance(&start), Some(81));
    let Ok(DistanceAnswer::Solved(solution)) = distances.solve(&start) else {
        panic!("it is known")
    };
    assert_eq!(solution.len(), 81);
    // From everywhere on the way, and from its mirror images.
    let mut position = crate::solution::Position::start(&start);
    for (done, unit) in solution.iter().enumerate() {
        let title = start.title().clone();
        let there = start.starting_at(position.anchors(), title, start.best()).expect("no gates");
        assert_eq!(distances.distance(&there), u32::try_from(81 - done).ok());
        position.apply(&unit).expect("a legal move");
    }
    let letters = RED_DONKEY.replace('A', "Z");
    assert_eq!(distances.distance(&puzzle(&letters)), Some(81), "letters do not matter");
}

#[test]
fn what_is_stored_is_read_back() {
    let start = puzzle(include_str!("../../../puzzles/klotski/pennant.txt"));
    for metric in Metric::ALL {
        let distances = find(&start, metric);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("distances");
        distances.write(&path).expect("it can be written");
        let mut read = Distances::open(&path).expect("it can be read");
        assert_eq!((read.metric(), read.len()), (metric, 1398));
        assert_eq!(read.table, distances.table);
        let Ok(DistanceAnswer::Solved(solution)) = read.solve(&start) else {
            panic!("it is known")
        };
        assert_eq!(u32::try_from(solution.len()).ok(), start_optimum(&start, metric));
    }
}

fn start_optimum(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    let report = crate::sliding::solve(
        puzzle,
        &crate::sliding::Options { metric, ..crate::sliding::Options::default() },
    );
    report.expect("it fits").bound
}

#[test]
fn other_puzzles_and_other_components_are_told_apart() {
    let mut distances = find(&puzzle("A B .\n. # .\n\ngoal:\n. . A\n. # .\n"), Metric::Move);
    let answer = distances.solve(&puzzle("A B .\n. # .\n\ngoal:\nB . .\n. # .\n"));
    assert_eq!(answer.expect("no file"), DistanceAnswer::OtherPuzzle);
    // Round the wall in the middle of the bottom no piece gets past another.
    let answer = distances.solve(&puzzle("B A .\n. # .\n\ngoal:\n. . A\n. # .\n"));
    assert_eq!(answer.expect("no file"), DistanceAnswer::OtherComponent);
}

#[test]
fn what_cannot_be_solved_has_no_distances() {
    let go_on = &mut |_: &control::Progress| ControlFlow::Continue(());
    let stuck = puzzle("A # .\n\ngoal:\n. # A\n");
    let found = Distances::find(&stuck, &Options::default(), go_on).expect("it fits");
    assert!(matches!(found, Outcome::Exhausted));
}

#[test]
fn damaged_files_are_refused_and_lies_found_out() {
    let start = puzzle("A B .\n. . .\n\ngoal:\n. . A\n. . .\n");
    let distances = find(&start, Metric::Step);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("distances");
    distances.write(&path).expect("there is room");
    let whole = std::fs::read(&path).expect("it is there");
    assert!(file::decode(&whole).is_ok());
    for length in 0..whole.len() {
        assert!(file::decode(&whole[..length]).is_err(), "{length} bytes");
    }
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        assert!(file::decode(&bytes).is_err(), "byte {at}");
    }
    assert!(matches!(file::decode(b"A B .\n"), Err(DistancesError::Foreign)));
    // All positions said to be one step from a solution.
    let mut lying = distances;
    lying.table.numbers.fill(1);
    assert!(matches!(lying.solve(&start), Err(DistancesError::Contradiction)));
}
