//! Tablebases: whatever the distances are, as long as the checksum is right, a puzzle is solved or
//! the contradiction is told.

use std::fs;
use std::sync::LazyLock;

use huarong::Metric;
use huarong::atlas::Tablebase;
use huarong::notation::{CommonCode, Notation, read};
use tempfile::TempDir;

static PLACE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

/// The file in which the distances of `pattern` are repeated to the end.
fn tablebase(metric: u8, pattern: &[u8]) -> Vec<u8> {
    let count = CommonCode::COUNT as usize;
    let mut body = pattern.repeat(count.div_ceil(pattern.len()));
    body.truncate(count);
    let mut file = [&b"HUARONGT\x01\0"[..], &[metric], &[0; 5]].concat();
    file.extend(CommonCode::COUNT.to_le_bytes());
    file.extend(crc32fast::hash(&body).to_le_bytes());
    file.extend([0; 4]);
    let mut file = super::damage::summed(file);
    file.extend(body);
    file
}

pub(super) fn run(bytes: &[u8]) {
    let path = PLACE.path().join("it.tb");
    fs::write(&path, bytes).expect("there is room");
    assert!(Tablebase::open(&path).is_err());
    let Some((&start, [metric, pattern @ ..])) = bytes.split_first_chunk() else { return };
    if pattern.is_empty() {
        return;
    }
    fs::write(&path, tablebase(*metric, pattern)).expect("there is room");
    let Ok(tablebase) = Tablebase::open(&path) else { return };
    assert!(Metric::ALL.contains(&tablebase.metric()));
    let code = CommonCode::from_rank(u32::from_le_bytes(start) % CommonCode::COUNT);
    let code = code.expect("it is less than their number").to_string();
    let puzzle = read(Notation::CommonCode, &code).expect("a code").remove(0);
    let _ = tablebase.solve(&puzzle);
}
