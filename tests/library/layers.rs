//! The architecture, held: which part of the library may know which others.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Each part, from the bottom, and those that its code may name besides itself.
const MAY_USE: [(&str, &[&str]); 29] = [
    ("excerpt", &[]),
    ("macros", &[]),
    ("rng", &[]),
    ("control", &[]),
    ("memory", &["control"]),
    ("parallel", &["control"]),
    ("file", &[]),
    ("grid", &[]),
    ("puzzle", &["grid", "excerpt"]),
    ("notation", &["grid", "puzzle", "excerpt"]),
    // Any graph will do: nothing about puzzles here.
    ("search", &["rng", "control", "file", "memory", "parallel"]),
    ("graph", &["excerpt"]),
    ("backtrack", &["control", "graph"]),
    ("count", &["control", "file", "graph", "memory", "parallel"]),
    ("tour", &["control", "memory", "graph", "backtrack", "count"]),
    // A board is a space that can be searched; a search knows no boards.
    ("board", &["grid", "puzzle", "search", "control", "memory"]),
    // The second opinion: knows nothing of packed boards and searches.
    ("solution", &["grid", "puzzle", "excerpt", "file"]),
    ("collection", &["excerpt", "puzzle", "solution"]),
    ("render", &["collection", "graph", "grid", "puzzle", "solution"]),
    (
        "sliding",
        &["grid", "puzzle", "board", "search", "control", "memory", "parallel", "solution", "file"],
    ),
    (
        "explore",
        &["rng", "grid", "puzzle", "board", "search", "control", "solution", "sliding", "file"],
    ),
    (
        "atlas",
        &[
            "board", "search", "sliding", "control", "file", "grid", "puzzle", "notation",
            "parallel", "solution",
        ],
    ),
    ("play", &["grid", "puzzle", "control", "file", "solution", "sliding"]),
    (
        "design",
        &[
            "backtrack",
            "board",
            "rng",
            "control",
            "explore",
            "file",
            "graph",
            "grid",
            "memory",
            "parallel",
            "notation",
            "puzzle",
            "sliding",
            "solution",
        ],
    ),
    ("proof", &["board", "control", "grid", "puzzle", "sliding", "solution"]),
    ("guide", &[]),
    // What a page asks.
    (
        "web",
        &[
            "backtrack",
            "collection",
            "control",
            "design",
            "explore",
            "graph",
            "grid",
            "notation",
            "proof",
            "puzzle",
            "render",
            "rng",
            "sliding",
            "solution",
            "tour",
        ],
    ),
    // For the benchmarks and tests of this crate.
    ("internals", &["board", "control", "puzzle", "search", "sliding"]),
    (
        "cli",
        &[
            "excerpt",
            "control",
            "file",
            "graph",
            "backtrack",
            "tour",
            "render",
            "grid",
            "puzzle",
            "notation",
            "search",
            "board",
            "solution",
            "sliding",
            "explore",
            "atlas",
            "play",
            "design",
            "collection",
            "guide",
        ],
    ),
];

/// Crates, and words best kept in one place, that few files may name: bincode is for the file of
/// each format that writes its bytes, for the types that are stored, and for the messages of the
/// cluster.
const KEPT_IN: [(&str, &[&str]); 8] = [
    (
        "bincode",
        &[
            "solution/stored.rs",
            "grid.rs",
            "puzzle/mod.rs",
            "search/layers.rs",
            "sliding/bfs_runner.rs",
            "count/store.rs",
            "sliding/checkpoint/folder.rs",
            "sliding/checkpoint/mod.rs",
            "sliding/cluster.rs",
            "sliding/engine.rs",
            "sliding/options.rs",
            "design/frame/survey.rs",
            "design/rush/mod.rs",
            "design/survey.rs",
            "design/unit/mod.rs",
            "search/cluster/builder.rs",
            "search/cluster/links.rs",
            "search/cluster/secure.rs",
            "search/cluster/shards.rs",
        ],
    ),
    ("blake3", &["search/cluster/secure.rs"]),
    ("console", &["cli/columns.rs", "cli/list/table.rs", "cli/progress.rs"]),
    ("indicatif", &["cli/progress.rs"]),
    ("memmap2", &["file/mapped.rs"]),
    (
        "timely",
        &[
            "search/cluster/links.rs",
            "search/cluster/mod.rs",
            "search/cluster/dataflow.rs",
            "search/cluster/worker.rs",
        ],
    ),
    ("unsafe", &["cli/free_memory.rs", "cli/memory.rs", "file/mapped.rs", "web/module.rs"]),
    ("unsafe_code", &["cli/free_memory.rs", "cli/memory.rs", "file/mapped.rs", "web/module.rs"]),
];

/// The sources, each with its path under `src/`.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for item in fs::read_dir(&folder).expect("a folder") {
            let path = item.expect("an item").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(&root).expect("it lies there");
                let name: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
                sources.push((name.join("/"), fs::read_to_string(&path).expect("a source")));
            }
        }
    }
    sources.sort_unstable();
    sources
}

/// The lines that are code, numbered from 1.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The words of a line that follow `prefix`: names for `crate::`, several in braces.
fn named_after<'a>(line: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(prefix).flat_map(move |(at, _)| {
        let rest = &line[at + prefix.len()..];
        let (list, several) = rest.strip_prefix('{').map_or((rest, false), |list| (list, true));
        let items: Vec<&str> = if several { list.split(',').collect() } else { vec![list] };
        items.into_iter().map(|item| {
            let item = item.trim_start();
            let end = item.find(|c: char| c != '_' && !c.is_alphanumeric());
            &item[..end.unwrap_or(item.len())]
        })
    })
}

/// What the table says against one file.
fn violations(file: &str, text: &str) -> String {
    let part = file.split(['/', '.']).next().unwrap_or_default();
    let Some((_, may_use)) = MAY_USE.iter().find(|(name, _)| *name == part) else {
        return format!("src/{file}: the table of tests/layers.rs has no row for `{part}`\n");
    };
    let mut found = String::new();
    for (number, line) in code(text) {
        for used in named_after(line, "crate::").filter(|used| !used.is_empty()) {
            // How many cases the tests of any part try.
            let is_of_tests = used == "cases";
            if used != part && !is_of_tests && !may_use.contains(&used) {
                let line = line.trim();
                writeln!(found, "src/{file}:{number}: `{part}` may use {may_use:?} only: {line}")
                    .expect("a string takes it all");
            }
        }
        for (krate, homes) in KEPT_IN {
            let word = |at: usize| {
                !line[at + krate.len()..].starts_with(|c: char| c == '_' || c.is_alphanumeric())
            };
            if !homes.contains(&file) && line.match_indices(krate).any(|(at, _)| word(at)) {
                writeln!(found, "src/{file}:{number}: only {homes:?} may name `{krate}`")
                    .expect("a string takes it all");
            }
        }
    }
    found
}

#[test]
fn each_part_uses_only_those_that_it_may() {
    let is_root = |file: &str| matches!(file, "lib.rs" | "main.rs");
    let sources = sources();
    assert!(sources.len() > 50, "the sources have moved");
    let parts = sources.iter().filter(|(file, _)| !is_root(file));
    let found: String = parts.map(|(file, text)| violations(file, text)).collect();
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn a_use_that_is_forbidden_is_told_with_its_place_and_its_rule() {
    let told =
        violations("solution/verify.rs", "use crate::grid::Cell;\nuse crate::board::State;\n");
    assert_eq!(
        told,
        "src/solution/verify.rs:2: `solution` may use [\"grid\", \"puzzle\", \"excerpt\", \"file\"] only: \
         use crate::board::State;\n"
    );
    assert_eq!(
        violations("search/mod.rs", "use crate::{control::Monitor, puzzle};\n").lines().count(),
        1
    );
    assert_eq!(violations("solution/mod.rs", "use bincode::encode;\n").lines().count(), 1);
    assert_eq!(violations("solution/stored.rs", "use bincode::encode;\n"), "");
    assert_eq!(violations("atlas/mod.rs", "#[allow(unsafe_code)]\n").lines().count(), 1);
    assert_eq!(violations("atlas/mod.rs", "let byte = unsafe { *at };\n").lines().count(), 1);
    assert_eq!(violations("file/mapped.rs", "#[expect(unsafe_code)] unsafe {}\n"), "");
    assert_eq!(violations("search/mod.rs", "//! [`crate::puzzle`] says more.\n"), "");
    assert!(violations("novel.rs", "").contains("no row for `novel`"));
}
