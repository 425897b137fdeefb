//! Many puzzles at once: folders, families and patterns.

use tempfile::TempDir;

use super::*;

/// A folder with two puzzles in it, one below it, and what is not a puzzle file.
fn shelf() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it can be written");
    };
    fs::create_dir(folder.path().join("below")).expect("a folder");
    put("one.txt", SMALL);
    put("below/stuck.txt", STUCK);
    put("two.txt", &SMALL.replace("Small", "Second"));
    put("notes.md", "no puzzle");
    folder
}

#[test]
#[cfg(unix)]
fn patterns_terminate_on_cyclic_symbolic_links() {
    let folder = shelf();
    for name in ["again", "below/up", "once-more"] {
        std::os::unix::fs::symlink(folder.path(), folder.path().join(name)).expect("a link");
    }
    for pattern in [
        ["*"; 30].join("/") + "/one.txt",
        ["**"; 8].join("/*/") + "/*.txt",
    ] {
        let ran = huarong(
            &["show", &format!("{}/{pattern}", folder.path().display())],
            "",
        );
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.shows("\nframe: 3×");
    }
}

#[test]
fn csv_names_cannot_be_read_as_formulas() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in [
        "=cmd|calc!A1.txt",
        "+1.txt",
        "-1.txt",
        "@x.txt",
        "\tx.txt",
        "plain=.txt",
    ] {
        fs::write(folder.path().join(name), SMALL).expect("it can be written");
    }
    let mut command = program();
    command
        .current_dir(folder.path())
        .args(["compare", "*.txt", "--csv", "--runs", "1", "-q"]);
    let ran = Ran::of(command.args(["--algorithms", "bfs"]));
    let mut names: Vec<_> = ran
        .out
        .lines()
        .skip(1)
        .map(|line| line.split(',').next())
        .collect();
    names.sort_unstable();
    // A control character is no part of a name.
    let expected = [
        "\"'+1.txt\"",
        "\"'-1.txt\"",
        "\"'=cmd|calc!A1.txt\"",
        "\"'@x.txt\"",
    ];
    let expected = [&expected[..], &["\"plain=.txt\"", "\"\u{fffd}x.txt\""]].concat();
    assert_eq!(
        names,
        expected.into_iter().map(Some).collect::<Vec<_>>(),
        "{}",
        ran.err
    );
}
