//! The public surface of the library: a file lists every item with its signature and traits.
//!
//! `SURFACE=overwrite cargo test --test library surface -- --ignored` rewrites the list from the
//! pages of `cargo doc`, since stable tools have no other form of it.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use huarong::count::FrontierDp;
use huarong::explore::distances::DistanceTable;
use huarong::explore::{Exploration, Explorer, ShortestSolutions};
use huarong::sliding::{Report, Solver};
use huarong::{Puzzle, Solution};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn public_types_are_send_sync_and_debug() {
    fn is_shared<T: Debug + Send + Sync>() {}
    is_shared::<DistanceTable>();
    is_shared::<Solver>();
    is_shared::<Explorer>();
    is_shared::<ShortestSolutions>();
    is_shared::<FrontierDp>();
    is_shared::<(Puzzle, Solution, Report, Exploration)>();
}

#[test]
#[ignore = "documents the crate: half a minute"]
fn the_public_api_equals_the_recorded_list() {
    let file = Path::new(ROOT).join("tests/surface.txt");
    let surface = surface().join("\n") + "\n";
    if std::env::var_os("SURFACE").is_some_and(|it| it == "overwrite") {
        fs::write(&file, &surface).expect("it can be written");
    }
    let listed = fs::read_to_string(&file).expect("it is there");
    let only = |these: &str, those: &str, sign| -> Vec<String> {
        let those: Vec<&str> = those.lines().collect();
        let new = these.lines().filter(|line| !those.contains(line));
        new.map(|line| format!("{sign} {line}")).collect()
    };
    let changes = [only(&listed, &surface, '-'), only(&surface, &listed, '+')].concat();
    assert!(
        listed == surface,
        "not as in tests/surface.txt:\n{}",
        changes.join("\n")
    );
}

/// Returns the public items of the library with all features, one per line, each followed by its
/// methods.
fn surface() -> Vec<String> {
    let pages = documented();
    let read = |page: &str| fs::read_to_string(pages.join(page)).expect("a page");
    let front = read("index.html");
    let index = read("all.html");
    let reexported = pieces(&front, "id=\"reexport.", "\"").map(|name| format!("huarong::{name}"));
    let links = pieces(&index, "<li><a href=\"", "\"").filter(|link| !link.starts_with('#'));
    reexported
        .chain(links.flat_map(|link| item(link, &read(link))))
        .collect()
}

/// Documents the library. Returns the folder of its pages.
fn documented() -> PathBuf {
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "doc",
        "--no-deps",
        "--lib",
        "--features",
        "cluster",
        "--locked",
        "--offline",
    ]);
    command.current_dir(ROOT).env("RUSTDOCFLAGS", "-Dwarnings");
    let output = command.output().expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("the target folder");
    target.join("doc/huarong")
}

/// Returns the lines of an item: `sliding::Options: pub struct …`.
fn item(link: &str, page: &str) -> Vec<String> {
    let (folder, name) = link.rsplit_once('/').expect("a module has it");
    let name = name
        .split('.')
        .nth(1)
        .expect("its kind, its name and `html`");
    let path = format!("{}::{name}", folder.replace('/', "::"));
    let part = |begin, end| pieces(page, begin, end).next().unwrap_or_default();
    let declared = part("<pre class=\"rust item-decl\"><code>", "</code></pre>");
    let own = part(
        "id=\"implementations-list\"",
        "id=\"trait-implementations\"",
    );
    let own = own.split("id=\"deref-methods").next().unwrap_or_default();
    let other = part(
        "id=\"trait-implementations\"",
        "id=\"blanket-implementations\"",
    );
    let declared = plain(declared);
    // The text of a constant may change.
    let declared = declared.split(" = \"").next().unwrap_or_default();
    let mut lines = vec![format!("{path}: {declared}")];
    let methods = pieces(own, "<h4 class=\"code-header\">", "</h4>");
    lines.extend(methods.map(|method| format!("    {}", plain(method))));
    let traits: BTreeSet<String> = pieces(other, "id=\"impl-", "\"")
        .filter_map(|id| id.split_once("-for-"))
        .map(|(name, _)| name.replace("%3C", "<").replace("%3E", ">"))
        .filter(|name| !MARKERS.contains(&name.as_str()))
        .collect();
    let traits = traits.into_iter().collect::<Vec<_>>().join(", ");
    lines.extend((!traits.is_empty()).then(|| format!("    impl {traits}")));
    lines
}

/// Auto traits and traits for the compiler.
const MARKERS: [&str; 6] = [
    "Freeze",
    "RefUnwindSafe",
    "StructuralPartialEq",
    "Unpin",
    "UnsafeUnpin",
    "UnwindSafe",
];

/// Returns the text between each `begin` and the next `end`.
fn pieces<'a>(page: &'a str, begin: &str, end: &str) -> impl Iterator<Item = &'a str> {
    page.split(begin)
        .skip(1)
        .map(move |rest| rest.split(end).next().unwrap_or_default())
}

/// Returns the text without tags and hidden parts, on one line.
fn plain(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        let (tag, shown) = part.split_once('>').unwrap_or(("", part));
        text += if shown.starts_with("Show ") {
            ""
        } else {
            shown
        };
        text.extend(tag.starts_with("br").then_some(' '));
    }
    let marks = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#39;", "'"),
        ("&quot;", "\""),
        ("&amp;", "&"),
        ("ⓘ", ""),
        ("#[non_exhaustive]", "#[non_exhaustive] "),
    ];
    let text = marks
        .iter()
        .fold(text, |text, (mark, plain)| text.replace(mark, plain));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
