//! Every notation of puzzles survives any text, and what it reads it can write or refuse.
#![no_main]

use huarong::notation::{Notation, detect, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = detect(text);
    for notation in Notation::ALL {
        for puzzle in read(notation, text).unwrap_or_default() {
            for target in Notation::ALL {
                let _ = write(target, &puzzle);
            }
        }
    }
});
