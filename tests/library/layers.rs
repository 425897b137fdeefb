//! The layers of the library: a table of which module may use which.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The table of modules, which the front page of the documentation shows too.
const LAYERS: &str = include_str!("../../src/layers.md");

/// A module of the table.
struct Module {
    name: &'static str,
    /// Its file, or its folder with a `/` at the end, under `src/`.
    place: &'static str,
    /// The modules that its code may name besides itself.
    may_use: Vec<&'static str>,
}

/// Returns the modules of the table, from the bottom.
fn modules() -> impl Iterator<Item = Module> {
    LAYERS.lines().skip(2).map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, place, _, may_use] = cells[..] else {
            panic!("four columns: {line}")
        };
        Module {
            name: name
                .trim_matches(['[', ']', '`'])
                .trim_start_matches("mod@"),
            place: place.trim_matches('`'),
            may_use: may_use.split_whitespace().collect(),
        }
    })
}

/// Returns the module that a file belongs to: the one with the longest place that it lies in.
fn module_of(file: &str) -> Option<Module> {
    modules()
        .filter(|module| file.starts_with(module.place))
        .max_by_key(|module| module.place.len())
}

/// Crates and words, and the only files that may name them. bincode belongs to the file of each
/// format, to the stored types, and to the messages of the cluster.
const KEPT_IN: [(&str, &str); 7] = [
    (
        "bincode",
        "puzzles/solution/stored.rs puzzles/grid.rs puzzles/puzzle/mod.rs file/container.rs search/layers.rs sliding/layer_profile.rs \
         paths/count/store.rs sliding/checkpoint/folder.rs sliding/checkpoint/mod.rs sliding/cluster.rs \
         sliding/engine.rs sliding/options.rs design/frame/survey.rs design/rush/mod.rs \
         design/survey.rs search/cluster/builder.rs search/cluster/links.rs \
         search/cluster/secure.rs search/layered/mod.rs search/layered/shards.rs",
    ),
    ("blake3", "search/cluster/secure.rs"),
    (
        "console",
        "program/cli/columns.rs program/cli/diagnostics.rs program/cli/progress.rs",
    ),
    ("indicatif", "program/cli/progress.rs"),
    ("memmap2", "file/mapped.rs"),
    (
        "unsafe",
        "program/cli/free_memory.rs program/cli/memory.rs file/mapped.rs publish/web/module.rs \
                sliding/board/expand/wide.rs",
    ),
    (
        "unsafe_code",
        "program/cli/free_memory.rs program/cli/memory.rs file/mapped.rs publish/web/module.rs \
                sliding/board/expand/wide.rs",
    ),
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
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Returns the names after each `crate::` of a line, one or several in braces.
fn used_modules(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).flat_map(|rest| {
        let items = rest
            .strip_prefix('{')
            .map_or(1, |list| list.split(',').count());
        rest.trim_start_matches('{')
            .split(',')
            .take(items)
            .filter_map(|item| {
                item.trim_start()
                    .split(|c: char| c != '_' && !c.is_alphanumeric())
                    .next()
            })
    })
}

/// Returns the lines of one file that violate the tables, with the rule of each.
fn violations(file: &str, text: &str) -> String {
    let Some(Module { name, may_use, .. }) = module_of(file) else {
        return format!("src/{file}: src/layers.md has no row for it\n");
    };
    let mut found = String::new();
    for (number, line) in code(text) {
        for used in used_modules(line).filter(|used| !used.is_empty()) {
            // The tests of every module use `cases`.
            if used != name && used != "cases" && !may_use.contains(&used) {
                let line = line.trim();
                let allowed = may_use.join(" ");
                writeln!(
                    found,
                    "src/{file}:{number}: `{name}` may use only `{allowed}`: {line}"
                )
                .expect("a string");
            }
        }
        for (kept, files) in KEPT_IN {
            let mut words = line.split(|c: char| c != '_' && !c.is_alphanumeric());
            if !files.split(' ').any(|it| it == file) && words.any(|word| word == kept) {
                writeln!(
                    found,
                    "src/{file}:{number}: only `{files}` may name `{kept}`"
                )
                .expect("a string");
            }
        }
    }
    found
}

#[test]
fn the_table_has_each_module_below_those_that_it_uses() {
    let table: Vec<_> = modules().collect();
    for (row, module) in table.iter().enumerate() {
        for used in &module.may_use {
            assert!(
                table[..row].iter().any(|above| above.name == *used),
                "{}: {used}",
                module.name
            );
        }
    }
}

#[test]
fn each_module_uses_only_those_that_it_may() {
    // A folder that only groups modules has no row.
    let is_root = |file: &str| {
        matches!(file, "lib.rs" | "main.rs")
            || file.ends_with("/mod.rs") && module_of(file).is_none()
    };
    let sources = sources();
    assert!(sources.len() > 50, "the sources have moved");
    let parts = sources.iter().filter(|(file, _)| !is_root(file));
    let found: String = parts.map(|(file, text)| violations(file, text)).collect();
    assert!(found.is_empty(), "\n{found}");
}

/// Returns the files and folders in a folder, each with the others that its code uses.
fn uses_within(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in sources() {
        let inside = file
            .strip_prefix(folder)
            .map(|rest| rest.trim_start_matches('/'));
        let Some(inside) = inside.filter(|inside| !inside.ends_with("tests.rs")) else {
            continue;
        };
        let name = inside.split(['/', '.']).next().expect("a name").to_owned();
        let is_nested = inside.contains('/') && !inside.ends_with("/mod.rs");
        let paths = [
            if is_nested {
                "super::super::"
            } else {
                "super::"
            }
            .to_owned(),
            format!("crate::{}::", folder.rsplit('/').next().expect("a name")),
        ];
        let text = text
            .split("#[cfg(test)]\nmod tests")
            .next()
            .expect("some code");
        let found = uses.entry(name).or_default();
        for (_, line) in code(text) {
            for rest in paths.iter().flat_map(|path| line.split(&path[..]).skip(1)) {
                let names = rest.split(|c: char| c != '_' && !c.is_alphanumeric());
                found.extend(names.take(1).map(str::to_owned));
            }
        }
    }
    uses.remove("mod");
    uses
}

#[test]
fn the_files_of_boards_and_of_solvers_use_each_other_in_one_direction() {
    for folder in ["sliding", "sliding/board"] {
        let mut left = uses_within(folder);
        assert!(left.len() > 8, "the sources have moved");
        // The files that use none of those left stand below them.
        while let Some(below) = left
            .iter()
            .find(|(name, used)| {
                let others = used.iter().filter(|other| other != name);
                others.into_iter().all(|other| !left.contains_key(other))
            })
            .map(|(name, _)| name.clone())
        {
            left.remove(&below);
        }
        assert!(left.is_empty(), "src/{folder} has a circle: {left:?}");
    }
}

#[test]
fn a_forbidden_use_is_reported_with_its_line_and_its_rule() {
    assert_eq!(
        violations(
            "puzzles/solution/verify.rs",
            "use crate::grid::Cell;\nuse crate::board::State;\n"
        ),
        "src/puzzles/solution/verify.rs:2: `solution` may use only `grid puzzle excerpt file`: \
         use crate::board::State;\n"
    );
    let table = [
        (
            "search/mod.rs",
            "use crate::{control::Monitor, puzzle};\n",
            1,
        ),
        ("search/mod.rs", "use crate::control::Monitor, puzzle;\n", 0),
        ("puzzles/solution/mod.rs", "use bincode::encode;\n", 1),
        ("puzzles/solution/stored.rs", "use bincode::encode;\n", 0),
        ("sliding/atlas/mod.rs", "#[allow(unsafe_code)]\n", 1),
        ("sliding/atlas/mod.rs", "let byte = unsafe { *at };\n", 1),
        ("file/mapped.rs", "#[expect(unsafe_code)] unsafe {}\n", 0),
        ("search/mod.rs", "//! [`crate::puzzle`] says more.\n", 0),
    ];
    for (file, line, count) in table {
        assert_eq!(
            violations(file, line).lines().count(),
            count,
            "{file}: {line}"
        );
    }
    assert!(violations("novel.rs", "").contains("no row for it"));
}
