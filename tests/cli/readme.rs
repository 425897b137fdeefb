//! The program prints what the transcripts of the documentation show, and draws its pictures.

use super::*;

/// Whether a text is as expected: `...` stands for lines, and `[..]` for a part of a line.
fn is_as_shown(lines: &[&str], expected: &[&str]) -> bool {
    let Some((first, rest)) = expected.split_first() else {
        return lines.is_empty();
    };
    if *first == "..." {
        return (0..=lines.len()).any(|skipped| is_as_shown(&lines[skipped..], rest));
    }
    lines
        .split_first()
        .is_some_and(|(line, others)| is_line(line, first) && is_as_shown(others, rest))
}

fn is_line(line: &str, expected: &str) -> bool {
    let Some((before, after)) = expected.split_once("[..]") else {
        return line == expected;
    };
    let rest = line.strip_prefix(before);
    rest.is_some_and(|rest| {
        let mut starts = rest.char_indices().map(|(start, _)| start);
        after.is_empty() || starts.any(|start| is_line(&rest[start..], after))
    })
}

/// Runs each command of a document, `$ huarong ...`, and compares its status, `? 1`, and what it
/// prints to both outputs.
fn check_transcripts(document: &str, text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let maps = folder.path().join("puzzles/maps");
    fs::create_dir_all(&maps).expect("a folder");
    for map in ["cat.map", "zip.map"] {
        fs::copy(format!("puzzles/maps/{map}"), maps.join(map)).expect("a copy");
    }
    let blocks = text.split("\n```console\n").skip(1);
    let blocks = blocks.map(|block| block.split("\n```").next().expect("an end"));
    for step in blocks.flat_map(|block| block.split("$ huarong ").skip(1)) {
        let mut expected: Vec<&str> = step.trim_end().lines().collect();
        let command = expected.remove(0);
        let shown = expected.first().and_then(|line| line.strip_prefix("? "));
        let status = shown.map_or(0, |status| status.parse().expect("a status"));
        expected.drain(..usize::from(shown.is_some()));
        let (mut reader, writer) = std::io::pipe().expect("a pipe");
        let mut huarong = program();
        huarong.args(words(command)).current_dir(folder.path());
        huarong
            .stderr(writer.try_clone().expect("a pipe"))
            .stdout(writer);
        let mut child = huarong.stdin(Stdio::null()).spawn().expect("it runs");
        drop(huarong);
        let mut printed = String::new();
        reader.read_to_string(&mut printed).expect("UTF-8");
        let ended = child.wait().expect("it ends");
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        assert!(
            ended.code() == Some(status) && is_as_shown(&lines, &expected),
            "{document}: `huarong {command}` ends with {ended} and prints\n{printed}"
        );
    }
}

#[test]
fn the_transcripts_of_the_documentation_are_correct() {
    check_transcripts("README.md", include_str!("../../README.md"));
    for page in fs::read_dir("src/publish/guide").expect("a folder") {
        let path = page.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "md") {
            check_transcripts(&path.display().to_string(), &written(&path));
        }
    }
}

#[test]
fn what_is_left_out_of_a_transcript_may_be_anything() {
    for (expected, printed, is_right) in [
        ("a\nb", "a\nb", true),
        ("a", "a\nb", false),
        ("...\nb", "a\nc\nb", true),
        ("...", "", true),
        ("a [..] c [..]", "a b c d", true),
        ("a[..]c", "a b", false),
        ("[..]b", "a b a b", true),
    ] {
        let lines: Vec<&str> = printed.lines().collect();
        let expected: Vec<&str> = expected.lines().collect();
        assert_eq!(is_as_shown(&lines, &expected), is_right, "{expected:?}");
    }
}

#[test]
fn the_pictures_in_the_documentation_are_drawn_by_the_program() {
    hold_pictures(&[
        (
            "heng-dao-li-ma.gif",
            "export heng-dao-li-ma --cell 24 --quiet --to",
        ),
        ("designed-5x5.svg", "export designed-5x5 --format svg --to"),
        (
            "designed-rush.svg",
            "export designed-rush --format svg --to",
        ),
        (
            "tour-8x8.svg",
            "tour 8x8 --closed --quiet --format svg --to",
        ),
    ]);
}

#[test]
#[ignore = "half a minute without optimization"]
fn the_state_maps_in_the_documentation_are_drawn_by_the_program() {
    hold_pictures(&[
        ("map.png", "explore heng-dao-li-ma -q --theme light --map"),
        (
            "map-dark.png",
            "explore heng-dao-li-ma -q --theme dark --map",
        ),
        (
            "searches.png",
            "compare heng-dao-li-ma -q --runs 1 --theme light --map",
        ),
        (
            "searches-dark.png",
            "compare heng-dao-li-ma -q --runs 1 --theme dark --map",
        ),
    ]);
}

/// Holds that each command draws the picture with this name.
fn hold_pictures(commands: &[(&str, &str)]) {
    let folder = tempfile::tempdir().expect("a folder");
    for (picture, command) in commands {
        let path = folder.path().join(picture);
        let ran = Ran::of(program().args(words(command)).arg(&path));
        let drawn = fs::read(path).unwrap_or_else(|_| panic!("{command}: {}", ran.err));
        let known = fs::read(format!("tests/pictures/{picture}")).expect("a picture");
        assert!(drawn == known, "huarong {command}");
    }
}
