//! Stored distances: whatever the bytes are, and whatever lies in a file whose checksum is right,
//! reading and asking it ends well.

use std::fs;
use std::sync::LazyLock;

use huarong::explore::Options;
use huarong::explore::distances::Distances;
use huarong::{Outcome, Puzzle};
use tempfile::TempDir;

use super::damage::edited;

const PUZZLE: &str = "A A .\nA B B\n. C .\n\ngoal:\n. A A\n. A .\n. . .\n";

static PLACE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

/// The file of the puzzle above.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let go_on = &mut |_: &_| std::ops::ControlFlow::Continue(());
    let found = Distances::find(&puzzle(), &Options::default(), go_on);
    let Ok(Outcome::Found(distances)) = found else { panic!("it can be solved") };
    let path = PLACE.path().join("whole");
    distances.write(&path).expect("there is room");
    fs::read(path).expect("it is there")
});

fn puzzle() -> Puzzle {
    PUZZLE.parse().expect("it is sound")
}

pub(super) fn run(bytes: &[u8]) {
    let path = PLACE.path().join("distances");
    for file in [edited(&WHOLE, bytes), bytes.to_vec()] {
        fs::write(&path, file).expect("there is room");
        if let Ok(mut distances) = Distances::open(&path) {
            let _ = distances.distance(&puzzle());
            let _ = distances.solve(&puzzle());
        }
    }
}
