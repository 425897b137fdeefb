//! The published numbers that are not right: solutions that are shorter.

use std::path::Path;

use super::huarong;

/// The table of `puzzles/README.md`: puzzle, metric, published, shortest, file of the solution.
const TABLE: [(&str, &str, u32, u32, &str); 7] = [
    ("gnome#fortune-gnome", "move", 25, 24, "fortune"),
    ("gnome#cleopatra-gnome", "move", 32, 31, "cleopatra"),
    ("bing-fen-san-lu", "move", 73, 72, "bing-fen-san-lu"),
    ("si-mian-chu-ge", "move", 57, 56, "si-mian-chu-ge"),
    ("pioneer", "step", 85, 84, "pioneer"),
    ("fogleman#fogleman-51-2", "step", 83, 81, "fogleman-51-2"),
    ("fogleman#fogleman-15", "step", 32, 29, "fogleman-15"),
];

#[test]
fn verify_accepts_a_solution_shorter_than_each_published_one() {
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let readme = std::fs::read_to_string(puzzles.join("README.md")).expect("it is there");
    for (puzzle, metric, published, shortest, stem) in TABLE {
        let file = puzzles.join(format!("solutions/{stem}.solution"));
        let ran = huarong(&["verify", puzzle, file.to_str().expect("UTF-8")], "");
        let right = format!("{shortest} {metric}s: right, it solves the puzzle\n");
        assert_eq!((ran.status, ran.out), (0, right), "{puzzle}: {}", ran.err);
        assert!(shortest < published);
        let told = |line: &str| {
            let cells: Vec<&str> =
                line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect();
            let numbers = [metric, &published.to_string(), &shortest.to_string()];
            cells.first().is_some_and(|first| first.starts_with(&format!("`{puzzle}`")))
                && cells.get(2..5) == Some(&numbers[..])
        };
        assert!(readme.lines().any(told), "{puzzle} is not in the table of puzzles/README.md");
    }
}

#[test]
fn each_stored_solution_is_in_the_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/solutions");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("it is there")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut wanted = TABLE.map(|(.., stem)| format!("{stem}.solution"));
    wanted.sort();
    assert_eq!(files, wanted);
}
