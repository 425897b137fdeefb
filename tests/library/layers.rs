//! The layers of the library: a table of which module may use which.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module, from the bottom, and the modules that its code may name besides itself.
const MAY_USE: [(&str, &str); 29] = [
    ("excerpt", ""),
    ("macros", ""),
    ("rng", ""),
    ("control", ""),
    ("memory", "control"),
    ("parallel", "control"),
    ("file", ""),
    ("grid", ""),
    ("puzzle", "grid excerpt"),
    ("notation", "grid puzzle excerpt"),
    // Searches any graph and knows no puzzles.
    ("search", "rng control file memory parallel"),
    ("graph", "excerpt"),
    ("backtrack", "control graph"),
    ("count", "control file graph memory parallel"),
    ("tour", "control memory graph backtrack count"),
    ("board", "grid puzzle search control memory"),
    // The independent checker knows no packed boards and no searches.
    ("solution", "grid puzzle excerpt file"),
    ("collection", "excerpt puzzle solution"),
    ("render", "collection graph grid puzzle solution"),
    ("sliding", "grid puzzle board search control memory parallel solution file"),
    ("explore", "rng grid puzzle board search control solution sliding file"),
    ("atlas", "board search sliding control file grid puzzle notation parallel solution"),
    ("play", "grid puzzle control file solution sliding"),
    (
        "design",
        "backtrack board rng control explore file graph grid memory notation parallel puzzle \
         sliding solution",
    ),
    ("proof", "board control grid puzzle sliding solution"),
    ("guide", ""),
    (
        "web",
        "backtrack collection control design explore graph grid notation proof puzzle render rng \
         sliding solution tour",
    ),
    // For the benchmarks and tests of this crate.
    ("internals", "board control puzzle search sliding"),
    (
        "cli",
        "excerpt control file graph backtrack tour render grid puzzle notation search board \
         solution sliding explore atlas play design collection guide",
    ),
];

/// Crates and words, and the only files that may name them. bincode belongs to the file of each
/// format, to the stored types, and to the messages of the cluster.
const KEPT_IN: [(&str, &str); 8] = [
    (
        "bincode",
        "solution/stored.rs grid.rs puzzle/mod.rs search/layers.rs sliding/bfs_runner.rs \
         count/store.rs sliding/checkpoint/folder.rs sliding/checkpoint/mod.rs sliding/cluster.rs \
         sliding/engine.rs sliding/options.rs design/frame/survey.rs design/rush/mod.rs \
         design/survey.rs search/cluster/builder.rs search/cluster/links.rs \
         search/cluster/secure.rs search/cluster/shards.rs",
    ),
    ("blake3", "search/cluster/secure.rs"),
    ("console", "cli/columns.rs cli/progress.rs"),
    ("indicatif", "cli/progress.rs"),
    ("memmap2", "file/mapped.rs"),
    (
        "timely",
        "search/cluster/links.rs search/cluster/mod.rs search/cluster/dataflow.rs \
         search/cluster/worker.rs",
    ),
    ("unsafe", "cli/free_memory.rs cli/memory.rs file/mapped.rs web/module.rs"),
    ("unsafe_code", "cli/free_memory.rs cli/memory.rs file/mapped.rs web/module.rs"),
];

/// Returns the sources, each with its path under `src/`.
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

/// Returns the lines of code without comments, numbered from 1.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Returns the names after each `crate::` of a line, one or several in braces.
fn used_modules(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).flat_map(|rest| {
        let items = rest.strip_prefix('{').map_or(1, |list| list.split(',').count());
        rest.trim_start_matches('{').split(',').take(items).filter_map(|item| {
            item.trim_start().split(|c: char| c != '_' && !c.is_alphanumeric()).next()
        })
    })
}

/// Returns the lines of one file that violate the tables, with the rule of each.
fn violations(file: &str, text: &str) -> String {
    let part = file.split(['/', '.']).next().unwrap_or_default();
    let Some((_, may_use)) = MAY_USE.iter().find(|(name, _)| *name == part) else {
        return format!("src/{file}: the table of tests/layers.rs has no row for `{part}`\n");
    };
    let mut found = String::new();
    for (number, line) in code(text) {
        for used in used_modules(line).filter(|used| !used.is_empty()) {
            // The tests of every module use `cases`.
            if used != part && used != "cases" && !may_use.split(' ').any(|it| it == used) {
                let line = line.trim();
                writeln!(found, "src/{file}:{number}: `{part}` may use only `{may_use}`: {line}")
                    .expect("a string");
            }
        }
        for (name, files) in KEPT_IN {
            let mut words = line.split(|c: char| c != '_' && !c.is_alphanumeric());
            if !files.split(' ').any(|it| it == file) && words.any(|word| word == name) {
                writeln!(found, "src/{file}:{number}: only `{files}` may name `{name}`")
                    .expect("a string");
            }
        }
    }
    found
}

#[test]
fn each_module_uses_only_those_that_it_may() {
    let is_root = |file: &str| matches!(file, "lib.rs" | "main.rs");
    let sources = sources();
    assert!(sources.len() > 50, "the sources have moved");
    let parts = sources.iter().filter(|(file, _)| !is_root(file));
    let found: String = parts.map(|(file, text)| violations(file, text)).collect();
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn a_forbidden_use_is_reported_with_its_line_and_its_rule() {
    assert_eq!(
        violations("solution/verify.rs", "use crate::grid::Cell;\nuse crate::board::State;\n"),
        "src/solution/verify.rs:2: `solution` may use only `grid puzzle excerpt file`: \
         use crate::board::State;\n"
    );
    let table = [
        ("search/mod.rs", "use crate::{control::Monitor, puzzle};\n", 1),
        ("search/mod.rs", "use crate::control::Monitor, puzzle;\n", 0),
        ("solution/mod.rs", "use bincode::encode;\n", 1),
        ("solution/stored.rs", "use bincode::encode;\n", 0),
        ("atlas/mod.rs", "#[allow(unsafe_code)]\n", 1),
        ("atlas/mod.rs", "let byte = unsafe { *at };\n", 1),
        ("file/mapped.rs", "#[expect(unsafe_code)] unsafe {}\n", 0),
        ("search/mod.rs", "//! [`crate::puzzle`] says more.\n", 0),
    ];
    for (file, line, count) in table {
        assert_eq!(violations(file, line).lines().count(), count, "{file}: {line}");
    }
    assert!(violations("novel.rs", "").contains("no row for `novel`"));
}
