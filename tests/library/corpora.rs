//! Replays the corpora of the fuzz targets.

use std::fs;
use std::path::Path;

use super::targets::{TARGETS, run};

#[test]
fn no_file_of_the_corpora_makes_its_target_panic() {
    let corpora = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus"));
    for (name, _) in TARGETS {
        let corpus = fs::read_dir(corpora.join(name)).unwrap_or_else(|it| panic!("{name}: {it}"));
        let mut files: Vec<_> = corpus.map(|file| file.expect("an entry").path()).collect();
        files.sort();
        assert!(!files.is_empty(), "{name}");
        for file in files {
            let bytes = fs::read(&file).expect("it is there");
            let ended = std::panic::catch_unwind(|| run(name, &bytes));
            assert!(ended.is_ok(), "{}", file.display());
        }
    }
}
