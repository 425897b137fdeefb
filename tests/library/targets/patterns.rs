//! Files of pattern databases: whatever lies where one is kept, the solution is as short.

use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use huarong::sliding::{HeuristicChoice, PatternDatabaseCache};
use huarong::{Algorithm, Metric, Options, Outcome, Puzzle, Solver};
use tempfile::TempDir;

use super::damage::{edited, summed};

const PUZZLE: &str = "C B A\nF . D\nE H G\n\ngoal:\nA B C\nD E F\nG H .\n";

struct Kept {
    folder: TempDir,
    file: PathBuf,
    bytes: Vec<u8>,
    length: usize,
}

static KEPT: LazyLock<Kept> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let length = solved(folder.path().to_owned());
    let file = fs::read_dir(folder.path()).expect("a folder").next().expect("a file");
    let file = file.expect("an entry").path();
    let bytes = fs::read(&file).expect("it is there");
    Kept { folder, file, bytes, length }
});

/// The length of the shortest solution, with pattern databases that are kept in this folder.
fn solved(folder: PathBuf) -> usize {
    let puzzle: Puzzle = PUZZLE.parse().expect("it is sound");
    let options = Options::default()
        .with_algorithm(Algorithm::InformedDeepening)
        .with_metric(Metric::Step)
        .with_heuristic(Some(HeuristicChoice::Patterns))
        .with_threads(Some(NonZero::<usize>::MIN));
    let patterns = Arc::new(PatternDatabaseCache::kept_in(folder));
    let solver = Solver::new(&puzzle, &options).expect("it is small");
    let report = solver.with_patterns(&patterns).solve().expect("it is small");
    let Outcome::Found(solution) = report.outcome else { panic!("it can be solved") };
    solution.len()
}

pub(super) fn run(bytes: &[u8]) {
    let Some((&first, edits)) = bytes.split_first() else { return };
    let kept = &*KEPT;
    // A checksum that is right would vouch for what was edited: with that, any file that is none.
    let mut file = match first {
        ..128 => edited(&kept.bytes, edits),
        _ => summed(edits.to_vec()),
    };
    if first < 128 && file != kept.bytes {
        let last = file.len() - 1;
        file[last] ^= 1;
    }
    fs::write(&kept.file, file).expect("there is room");
    assert_eq!(solved(kept.folder.path().to_owned()), kept.length);
}
