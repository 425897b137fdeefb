//! Web pages of puzzles, tours and paths.

use std::fs;

use super::{Ran, SMALL, STUCK, file, huarong};

/// The page that these arguments write to standard output.
fn page(arguments: &[&str], stdin: &str) -> String {
    let Ran { status, out, err } = huarong(arguments, stdin);
    assert_eq!(status, 0, "{err}");
    assert!(out.starts_with("<!doctype html>\n") && out.ends_with("</html>\n"));
    out
}

/// The page of the small puzzle.
fn small(arguments: &[&str]) -> String {
    page(&[&["export", "-", "--to", "-", "--format", "html"], arguments].concat(), SMALL)
}

#[test]
fn a_page_has_the_puzzle_and_its_shortest_solution() {
    let (_folder, path) = file("small.html", b"");
    let ran = huarong(&["export", "-", "--to", &path], SMALL);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("small.html: Small, 1 move, "), "{}", ran.out);
    let written = fs::read_to_string(&path).expect("it is written");
    assert_eq!(written, small(&[]), "the same bytes");
    assert!(written.contains("<title>Small</title>"));
    assert!(written.contains(r#""metric":"move","best":1,"solution":[[0,"#));
    assert!(written.contains(r#"<html lang="en">"#), "light or dark as the reader has it");
}

#[test]
fn arguments_change_what_is_on_the_page() {
    let steps = small(&["--metric", "step"]);
    assert!(steps.contains(r#""metric":"step","best":3,"#));
    let dark = small(&["--theme", "dark"]);
    assert!(dark.contains(r#"<html lang="en" data-theme="dark">"#));
    let unsolved = small(&["--unsolved"]);
    assert!(unsolved.contains(r#""best":null,"solution":null"#));
    let stuck = page(&["export", "-", "--to", "-", "--format", "html", "--unsolved"], STUCK);
    assert!(stuck.contains("<title>Stuck</title>"), "it is not solved");
}

#[test]
fn what_cannot_be_on_a_page_is_told() {
    let export = ["export", "-", "--to", "-", "--format", "html"];
    let ran = huarong(&export, STUCK);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("nothing is written: impossible"), "{}", ran.err);
    let (_folder, puzzle) = file("small.txt", SMALL.as_bytes());
    let half = ["export", &puzzle, "-", "--to", "-", "--format", "html"];
    huarong(&half, "1. A down\n").is_refused(&["the puzzle is not solved"]);
    for (option, value) in [("--after", "1"), ("--move", "1"), ("--delay", "1s"), ("--cell", "9")] {
        huarong(&[&export[..], &[option, value]].concat(), SMALL)
            .is_refused(&["means nothing for a `.html`"]);
    }
    huarong(&["export", "-", "--to", "a.svg", "--unsolved"], SMALL)
        .is_refused(&["`--unsolved` does not apply to a `.svg`"]);
}

#[test]
fn tours_and_paths_have_pages_too() {
    let tour = page(&["tour", "8x8", "--closed", "--html", "-"], "");
    assert!(tour.contains("<title>Knight's tour of the 8×8 board, closed</title>"));
    assert!(tour.contains(r#""isClosed":true"#));
    let path = page(&["hamilton", "-", "--html", "-", "--theme", "print"], "S . #\n. . #\n");
    assert!(
        path.contains(r#""holes":[[0,2],[1,2]],"walls":[],"clues":[],"path":[[0,0],"#),
        "{path}"
    );
    assert!(path.contains(r#"data-theme="light""#));
    let (_folder, file) = file("tour.html", b"");
    let ran = huarong(&["tour", "8x8", "--html", &file, "--json"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with('{') && fs::read_to_string(&file).is_ok_and(|page| !page.is_empty())
    );
}

#[test]
fn a_picture_and_a_page_are_written_at_once_and_each_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let [svg, html] = ["t.svg", "t.html"].map(|it| folder.path().join(it).display().to_string());
    let ran = huarong(&["tour", "5x5", "--svg", &svg, "--html", &html], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for (file, begin) in [(&svg, "<svg "), (&html, "<!doctype html>")] {
        let text = fs::read_to_string(file).expect("it is there");
        assert!(text.to_lowercase().starts_with(begin), "{file}");
        assert!(ran.out.lines().any(|line| line.starts_with(&format!("{file}: "))), "{}", ran.out);
    }
}

#[test]
fn a_page_on_standard_output_stands_alone() {
    for (arguments, told) in [
        (&["tour", "8x8", "--html", "-", "--json"][..], "cannot hold `--json` and `--html -`"),
        (&["tour", "8x8", "--html", "-", "--svg", "-"], "cannot hold `--html -` and `--svg -`"),
        (&["tour", "8x8", "--count", "--html", "-"], "cannot be used with"),
        (&["tour", "8x8", "--theme", "dark"], "required"),
    ] {
        huarong(arguments, "").is_refused(&[told]);
    }
    huarong(&["hamilton", "-", "--adjacency", "--html", "a.html"], "A: B\nB: A\n")
        .is_refused(&["do without `--html`"]);
}

#[test]
fn a_picture_on_standard_output_stands_alone() {
    let ran = huarong(&["tour", "8x8", "--svg", "-", "--stats"], "");
    assert_eq!(ran.status, 0);
    assert!(ran.out.starts_with("<svg ") && ran.out.ends_with("</svg>\n"), "{}", ran.out);
    assert!(ran.err.contains("vertices:") && ran.err.contains("open tour over 64 squares"));
    let ran = huarong(&["tour", "4x4", "--svg", "-"], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("impossible: "), "{}", ran.err);
}
