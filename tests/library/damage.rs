//! Stored files, each damaged at every byte and cut off at every length: they are refused, or they
//! still give the right answer.

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;

use huarong::control::unobserved;
use huarong::design::{FrameScope, SurveyOptions, check_survey, survey_frame};
use huarong::explore::distances::DistanceTable;
use huarong::explore::{self, Engine, Explorer, Place};
use huarong::solution::stored;
use huarong::{Limits, Outcome, Puzzle};

const PUZZLE: &str = "A B C\nD E .\n\ngoal:\nE . .\n. . .\n";

/// Checks every flipped byte and every shortening of a file. Returns their number.
fn damage(file: &[u8], is_right: &mut dyn FnMut(&[u8]) -> bool) -> usize {
    let mut bytes = file.to_vec();
    for at in 0..file.len() {
        for bits in [0x01, 0x80] {
            bytes[at] ^= bits;
            assert!(is_right(&bytes), "byte {at}");
            bytes[at] ^= bits;
        }
    }
    for length in 0..file.len() {
        assert!(is_right(&file[..length]), "{length} bytes");
    }
    3 * file.len()
}

#[test]
fn a_damaged_solution_is_refused() {
    let solution = include_bytes!("../golden/solution-v1.huarong");
    let tried = damage(solution, &mut |bytes| stored::decode(bytes).is_err());
    println!("{tried} solutions");
}

#[test]
fn damaged_distances_are_refused_or_right() {
    let place = tempfile::tempdir().expect("a folder");
    let path = place.path().join("distances");
    let puzzle: Puzzle = PUZZLE.parse().expect("it is sound");
    let Ok(Outcome::Found(whole)) =
        DistanceTable::find(&puzzle, &explore::Options::default(), &mut unobserved)
    else {
        panic!("it can be solved")
    };
    let expected = whole.distance(&puzzle).expect("it is in the table");
    whole.write(&path).expect("there is room");
    let file = fs::read(&path).expect("it was written");
    let tried = damage(&file, &mut |bytes| {
        fs::write(&path, bytes).expect("there is room");
        // The answers themselves are compared with those of the neighbours.
        DistanceTable::open(&path).map_or(true, |table| table.distance(&puzzle) == Some(expected))
    });
    println!("{tried} tables of distances");
}

#[test]
fn damaged_checkpoints_are_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let puzzle: Puzzle = PUZZLE.parse().expect("it is sound");
    let options = explore::Options::default()
        .with_limits(Limits::default().with_max_depth(Some(4)))
        .with_threads(NonZero::<usize>::MIN);
    let mut tried = 0;
    for engine in Engine::EXPLORING {
        let run = place.path().join(engine.word());
        let options = options.with_engine(Some(engine));
        let explorer = Explorer::open(Place::Folder(&puzzle, &run), &options);
        explorer
            .expect("it is small")
            .explore()
            .expect("it is small");
        tried += each_checkpoint(&run, &mut || {
            Explorer::open(Place::Resume(&run), &options).is_err()
        });
    }
    let run = place.path().join("survey");
    let options = SurveyOptions::default().with_work_folder(Some(run.clone()));
    let surveyed = survey_frame(&FrameScope::new(2, 2), &options, &mut |_| {
        ControlFlow::Continue(())
    });
    surveyed.expect("it is small");
    tried += each_checkpoint(&run, &mut || check_survey(&run).is_err());
    println!("{tried} checkpoints");
}

/// Damages the checkpoint of a run.
fn each_checkpoint(run: &Path, is_refused: &mut dyn FnMut() -> bool) -> usize {
    let path = run.join("checkpoint");
    let file = fs::read(&path).expect("it was kept");
    damage(&file, &mut |bytes| {
        fs::write(&path, bytes).expect("there is room");
        is_refused()
    })
}
