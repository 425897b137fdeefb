//! Solutions that are stored: shorter ones than a published number says, and proofs of others.

use super::*;
use std::path::PathBuf;

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
    let readme = fs::read_to_string(puzzles.join("README.md")).expect("it is there");
    for (puzzle, metric, published, shortest, stem) in TABLE {
        let file = puzzles.join(format!("solutions/{stem}.solution"));
        let ran = huarong(&["verify", puzzle, file.to_str().expect("UTF-8")], "");
        let right = format!("{shortest} {metric}s: right, it solves the puzzle\n");
        assert_eq!((ran.status, ran.out), (0, right), "{puzzle}: {}", ran.err);
        assert!(shortest < published);
        let told = |line: &str| {
            let cells: Vec<&str> = line
                .split(" | ")
                .map(|cell| cell.trim_matches(['|', ' ']))
                .collect();
            let numbers = [metric, &published.to_string(), &shortest.to_string()];
            cells
                .first()
                .is_some_and(|first| first.starts_with(&format!("`{puzzle}`")))
                && cells.get(2..5) == Some(&numbers[..])
        };
        assert!(
            readme.lines().any(told),
            "{puzzle} is not in the table of puzzles/README.md"
        );
    }
}

/// What `huarong list` says of the puzzle of this name.
fn listed<'a>(list: &'a [Value], name: &str) -> &'a Value {
    let is_it = |entry: &&Value| {
        entry["puzzle"]
            .as_str()
            .is_some_and(|place| place.rsplit('#').next() == Some(name))
    };
    list.iter()
        .find(is_it)
        .unwrap_or_else(|| panic!("no puzzle is called {name}"))
}

#[test]
fn each_other_stored_solution_has_the_published_length() {
    let list = huarong(&["list", "--json"], "").out;
    let list: Vec<Value> = list
        .lines()
        .map(|line| line.parse().expect("an object"))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/solutions");
    let files = fs::read_dir(folder).expect("it is there");
    let files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    let stem = |file: &PathBuf| {
        file.file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    let (told, others): (Vec<_>, Vec<_>) = files
        .iter()
        .partition(|file| TABLE.iter().any(|(.., in_it)| *in_it == stem(file)));
    assert_eq!((told.len(), others.is_empty()), (TABLE.len(), false));
    for file in others {
        let stem = stem(file);
        let (name, metric) = ["slide", "step"]
            .into_iter()
            .find_map(|metric| Some((stem.strip_suffix(&format!("-{metric}s"))?, metric)))
            .unwrap_or((&stem, "move"));
        let puzzle = listed(&list, name);
        let puzzle_name = puzzle["puzzle"].as_str().expect("a name");
        let ran = huarong(&["verify", puzzle_name, file.to_str().expect("UTF-8")], "");
        let right = format!(
            "{} {metric}s: right, it solves the puzzle\n",
            puzzle["best"][metric]
        );
        assert_eq!((ran.status, ran.out), (0, right), "{stem}: {}", ran.err);
    }
}
