//! Stored files: reading and using them ends well for any bytes, and for any content under a right
//! checksum.

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use huarong::control::unobserved;
use huarong::explore;
use huarong::explore::distances::DistanceTable;
use huarong::notation::{CommonCode, Notation, read};
use huarong::sliding::{HeuristicChoice, PatternDatabaseCache};
use huarong::solution::{stored, verify};
use huarong::{Algorithm, Metric, Options, Outcome, Puzzle, Solver, proof};
use tempfile::TempDir;

/// Appends the CRC-32 of the bytes, little-endian.
pub(super) fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Edits a file that ends in its CRC-32, and corrects the checksum. An edit has three bytes: the
/// place and the new byte there. One byte behind the edits is the number of bytes to cut off; other
/// bytes there are appended.
pub(super) fn edited(file: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut bytes = file[..file.len() - 4].to_vec();
    let (triples, rest) = edits.as_chunks::<3>();
    for &[high, low, value] in triples {
        let place = usize::from(u16::from_be_bytes([high, low])) % bytes.len();
        bytes[place] = value;
    }
    match *rest {
        [cut] => bytes.truncate(bytes.len().saturating_sub(cut.into())),
        _ => bytes.extend(rest),
    }
    summed(bytes)
}

static PLACE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

const PUZZLE: &str = "A A .\nA B B\n. C .\n\ngoal:\n. A A\n. A .\n. . .\n";

/// The file of the distances of the puzzle.
static DISTANCES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let puzzle = PUZZLE.parse().expect("it is sound");
    let found = DistanceTable::find(&puzzle, &explore::Options::default(), &mut unobserved);
    let Ok(Outcome::Found(distances)) = found else {
        panic!("it can be solved")
    };
    let path = PLACE.path().join("whole");
    distances.write(&path).expect("there is room");
    fs::read(path).expect("it is there")
});

pub(super) fn distances(bytes: &[u8]) {
    let path = PLACE.path().join("distances");
    let puzzle: Puzzle = PUZZLE.parse().expect("it is sound");
    for file in [edited(&DISTANCES, bytes), bytes.to_vec()] {
        fs::write(&path, file).expect("there is room");
        if let Ok(distances) = DistanceTable::open(&path) {
            let _ = distances.distance(&puzzle);
            let _ = distances.solve(&puzzle);
        }
    }
}

/// Returns the file of a tablebase that repeats the distances of `pattern` to the end.
fn tablebase(metric: u8, pattern: &[u8]) -> Vec<u8> {
    let count = CommonCode::COUNT as usize;
    let mut body = pattern.repeat(count.div_ceil(pattern.len()));
    body.truncate(count);
    let mut file = [&b"HUARONGT\x01\0"[..], &[metric], &[0; 5]].concat();
    file.extend(CommonCode::COUNT.to_le_bytes());
    file.extend(crc32fast::hash(&body).to_le_bytes());
    file.extend([0; 4]);
    let mut file = summed(file);
    file.extend(body);
    file
}

/// With any distances, a puzzle is solved or the contradiction is an error.
pub(super) fn tablebases(bytes: &[u8]) {
    let path = PLACE.path().join("it.tb");
    fs::write(&path, bytes).expect("there is room");
    assert!(DistanceTable::open(&path).is_err());
    let Some((&start, [metric, pattern @ ..])) = bytes.split_first_chunk() else {
        return;
    };
    if pattern.is_empty() {
        return;
    }
    fs::write(&path, tablebase(*metric, pattern)).expect("there is room");
    let Ok(tablebase) = DistanceTable::open(&path) else {
        return;
    };
    assert!(Metric::ALL.contains(&tablebase.metric()));
    let code = CommonCode::from_rank(u32::from_le_bytes(start) % CommonCode::COUNT);
    let code = code.expect("it is less than their number").to_string();
    let puzzle = read(Notation::CommonCode, &code).expect("a code").remove(0);
    let _ = tablebase.solve(&puzzle);
}

const TILES: &str = "C B A\nF . D\nE H G\n\ngoal:\nA B C\nD E F\nG H .\n";

/// The pattern databases of the tiles, and the length of their solution.
struct StoredPatterns {
    folder: TempDir,
    file: PathBuf,
    bytes: Vec<u8>,
    length: usize,
}

static PATTERNS: LazyLock<StoredPatterns> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let length = solved_with_patterns(folder.path().to_owned());
    let file = fs::read_dir(folder.path())
        .expect("a folder")
        .next()
        .expect("a file");
    let file = file.expect("an entry").path();
    let bytes = fs::read(&file).expect("it is there");
    StoredPatterns {
        folder,
        file,
        bytes,
        length,
    }
});

/// Returns the length of the shortest solution, with the pattern databases in this folder.
fn solved_with_patterns(folder: PathBuf) -> usize {
    let puzzle: Puzzle = TILES.parse().expect("it is sound");
    let options = Options::default()
        .with_algorithm(Algorithm::InformedDeepening)
        .with_metric(Metric::Step)
        .with_heuristic(Some(HeuristicChoice::Patterns))
        .with_threads(Some(NonZero::<usize>::MIN));
    let patterns = Arc::new(PatternDatabaseCache::kept_in(folder));
    let solver = Solver::new(&puzzle, &options).expect("it is small");
    let report = solver
        .with_patterns(&patterns)
        .solve()
        .expect("it is small");
    let solution = report.outcome.found().expect("it can be solved");
    solution.len()
}

/// With any bytes in place of pattern databases, the solution has the same length.
pub(super) fn patterns(bytes: &[u8]) {
    let Some((&first, edits)) = bytes.split_first() else {
        return;
    };
    let stored = &*PATTERNS;
    // A right checksum would vouch for an edited file, so only arbitrary bytes get one.
    let mut file = match first {
        ..128 => edited(&stored.bytes, edits),
        _ => summed(edits.to_vec()),
    };
    if first < 128 && file != stored.bytes {
        let last = file.len() - 1;
        file[last] ^= 1;
    }
    fs::write(&stored.file, file).expect("there is room");
    assert_eq!(
        solved_with_patterns(stored.folder.path().to_owned()),
        stored.length
    );
}

/// Magic, kind and version of a stored solution.
const HEADER: &[u8] = b"HUARONG\0S\x01\0";

/// Stored solutions, as a file and as a payload under a right header and checksum. A solution that
/// was read is written and read without a change.
pub(super) fn solutions(bytes: &[u8]) {
    let _ = stored::decode(bytes);
    // A file in the corpus stands for its payload.
    let payload = match bytes.strip_prefix(HEADER) {
        Some(rest) if rest.len() > 12 => &rest[8..rest.len() - 4],
        _ => bytes,
    };
    let length = payload.len() as u64;
    let file = summed([HEADER, &length.to_le_bytes(), payload].concat());
    if let Ok(stored) = stored::decode(&file) {
        let again = stored::encode(&stored).expect("what was read can be written");
        assert_eq!(stored::decode(&again).expect("it was just written"), stored);
        if let Ok(puzzle) = stored.puzzle() {
            let _ = verify(&puzzle, &stored.solution);
        }
    }
}

/// A valid certificate.
const CERTIFICATE: &[u8] = include_bytes!("../../corpus/proofs/shortest");

pub(super) fn proofs(bytes: &[u8]) {
    for file in [
        bytes.to_vec(),
        summed(bytes.to_vec()),
        edited(CERTIFICATE, bytes),
    ] {
        let mut checks = 0;
        let checked = proof::check(&file, &mut |_| {
            checks += 1;
            if checks < 10 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if let Ok(Outcome::Found(verified)) = checked {
            assert!(verified.puzzle.pieces().len() < 256);
        }
    }
}
