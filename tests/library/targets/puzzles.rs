//! Every notation of puzzles survives any text, and what it reads it can write or refuse.

use huarong::notation::{Notation, detect, read, write};

pub(super) fn run(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let _ = detect(text);
    for notation in Notation::ALL {
        for puzzle in read(notation, text).unwrap_or_default() {
            for target in Notation::ALL {
                let _ = write(target, &puzzle);
            }
        }
    }
}
