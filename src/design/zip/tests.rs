use std::collections::BTreeSet;
use std::ops::ControlFlow::{Break, Continue};
use std::time::Duration;

use super::*;
use crate::control::StopReason;
use crate::graph::{Constraints, Graph, Shape, verify};

fn made(frame: ZipSpec, seed: u64) -> Zip {
    let made = frame.make(seed, 100, &Limits::default(), &mut |_| Continue(()));
    let GenerationResult::Found(zip) = made else { panic!("{frame:?}, seed {seed}: {made:?}") };
    let (start, end) = (zip.map.start, zip.map.end);
    let waypoints = &zip.map.waypoints;
    assert_eq!((start, end), (waypoints.first().copied(), waypoints.last().copied()));
    let waypoints = waypoints.clone();
    let constraints = Constraints { shape: Shape::Path, start, end, waypoints };
    assert_eq!(verify(zip.map.graph(), &zip.path, &constraints), Ok(()));
    zip
}

/// All paths over all cells, by trying everything.
fn all_paths(graph: &Graph) -> Vec<Vec<Vertex>> {
    fn grow(graph: &Graph, path: &mut Vec<Vertex>, found: &mut Vec<Vec<Vertex>>) {
        if path.len() == graph.vertices() {
            return found.push(path.clone());
        }
        for next in 0..u32::try_from(graph.vertices()).expect("few") {
            let joined = path.last().is_none_or(|&last| graph.neighbours(last).contains(&next));
            if joined && !path.contains(&next) {
                path.push(next);
                grow(graph, path, found);
                path.pop();
            }
        }
    }
    let mut found = Vec::new();
    grow(graph, &mut Vec::new(), &mut found);
    found
}

/// How many of these paths begin and end at the first and the last number and meet all in order.
fn fitting(paths: &[Vec<Vertex>], numbers: &[Vertex]) -> usize {
    let fits = |path: &&Vec<Vertex>| {
        let met: Vec<Vertex> = path.iter().copied().filter(|cell| numbers.contains(cell)).collect();
        met == numbers && path.first() == numbers.first() && path.last() == numbers.last()
    };
    paths.iter().filter(fits).count()
}

#[test]
fn there_is_one_path_and_of_the_fewest_numbers_none_can_be_left_out() {
    for (rows, columns, walls) in [(3, 3, 0), (4, 4, 0), (4, 4, 2), (3, 5, 1), (4, 3, 6)] {
        for (seed, numbers) in (0..).zip([Numbers::Enough, Numbers::Fewest].repeat(4)) {
            let zip = made(ZipSpec::new(rows, columns, walls, numbers).expect("a zip"), seed);
            assert_eq!(zip.map.walls().len(), walls);
            let (paths, found) = (all_paths(zip.map.graph()), &zip.map.waypoints);
            assert_eq!(fitting(&paths, found), 1, "{zip:?}");
            for number in 1..found.len() - 1 {
                let mut fewer = found.clone();
                fewer.remove(number);
                let others = fitting(&paths, &fewer);
                assert!(numbers == Numbers::Enough || others > 1, "{zip:?}");
            }
        }
    }
}

#[test]
fn there_are_as_many_numbers_as_are_asked_for() {
    for (rows, columns, walls, count) in [
        (1, 2, 0, 2),
        (1, 9, 0, 5),
        (9, 1, 0, 2),
        (2, 2, 1, 4),
        (4, 4, 1, 6),
        (4, 4, 9, 2),
        (7, 7, 3, 8),
    ] {
        let zip =
            made(ZipSpec::new(rows, columns, walls, Numbers::Exactly(count)).expect("one"), 5);
        assert_eq!((zip.map.waypoints.len(), zip.map.walls().len()), (count, walls));
        if rows * columns <= 16 {
            assert_eq!(fitting(&all_paths(zip.map.graph()), &zip.map.waypoints), 1, "{zip:?}");
        }
    }
}

#[test]
fn a_seed_makes_the_same_zip_again_and_another_another() {
    let frame = ZipSpec::new(6, 5, 1, Numbers::Enough).expect("a zip");
    assert_eq!(made(frame, 1), made(frame, 1));
    assert_ne!(made(frame, 1), made(frame, 2));
}

#[test]
fn chance_takes_every_path_of_a_small_frame() {
    let frame = ZipSpec::new(3, 4, 0, Numbers::Enough).expect("a zip");
    let all = all_paths(made(frame, 0).map.graph()).len();
    let mut rng = Rng::new(1);
    let taken: BTreeSet<Vec<usize>> = (0..20 * all).map(|_| frame.random_path(&mut rng)).collect();
    assert_eq!(taken.len(), all);
}

#[test]
fn what_no_zip_can_be_is_refused() {
    let refused = |rows, columns, walls, numbers| {
        ZipSpec::new(rows, columns, walls, numbers).expect_err("no zip")
    };
    let enough = Numbers::Enough;
    assert_eq!(refused(1, 1, 0, enough), ZipError::OneCell);
    assert_eq!(refused(0, 5, 0, enough), ZipError::OneCell);
    assert_eq!(refused(21, 20, 0, enough), ZipError::TooLarge { cells: 420 });
    assert_eq!(refused(3, 3, 5, enough), ZipError::TooManyWalls { walls: 5, most: 4 });
    assert_eq!(refused(5, 5, 0, Numbers::Exactly(1)), ZipError::TooFewNumbers);
    let many = ZipError::TooManyNumbers { numbers: 5, cells: 4 };
    assert_eq!(refused(2, 2, 0, Numbers::Exactly(5)), many);
    assert!(many.is_proof() && !ZipError::OneCell.is_proof());
}

#[test]
fn what_is_not_found_or_stopped_says_so() {
    // A number between two others refutes nothing where those two are alone.
    let few = ZipSpec::new(5, 5, 0, Numbers::Exactly(2)).expect("a zip");
    let go_on = &mut |_: &_| Continue(());
    let none = GenerationResult::NotFound { tries: 3, hardest: None };
    assert_eq!(few.make(1, 3, &Limits::default(), go_on), none);
    let late = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    let stopped = |reason| GenerationResult::Stopped { reason, tries: 0, hardest: None };
    assert_eq!(few.make(1, 3, &late, go_on), stopped(StopReason::Time));
    let made = few.make(1, 3, &Limits::default(), &mut |_| Break(()));
    assert_eq!(made, stopped(StopReason::Interrupted));
}
