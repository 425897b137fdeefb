//! Web pages of puzzles, tours and paths, and `huarong site`: a folder with a page of all puzzles.

use serde_json::json;

use super::*;

/// The page that these arguments write to standard output.
fn page(arguments: &[&str], stdin: &str) -> String {
    let Ran { status, out, err } = huarong(arguments, stdin);
    assert_eq!(status, 0, "{err}");
    assert!(out.starts_with("<!doctype html>\n") && out.ends_with("</html>\n"));
    out
}

/// The data of a page.
fn data(page: &str) -> Value {
    let (_, data) = page.split_once(r#"id="data">"#).expect("data");
    let (data, _) = data.split_once("</script>").expect("its end");
    serde_json::from_str(data).expect("JSON")
}

/// The page of the small puzzle.
fn small(arguments: &[&str]) -> String {
    page(
        &[&["export", "-", "--to", "-", "--format", "html"], arguments].concat(),
        SMALL,
    )
}

#[test]
fn a_page_has_the_puzzle_and_its_shortest_solution() {
    let (_folder, path) = file("small.html", b"");
    let ran = huarong(&["export", "-", "--to", &path], SMALL);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    ran.shows("small.html: Small, 1 move, ");
    let written = written(&path);
    assert_eq!(written, small(&[]), "the same bytes");
    assert!(written.contains("<title>Small</title>"));
    let data = data(&written);
    assert_eq!(
        (&data["metric"], &data["best"]),
        (&json!("move"), &json!(1))
    );
    assert_eq!(
        (&data["solution"][0][0], &data["solution"][1]),
        (&json!(0), &Value::Null)
    );
    assert!(
        written.contains(r#"<html lang="en">"#),
        "light or dark as the reader has it"
    );
}

#[test]
fn export_options_change_the_page() {
    let steps = small(&["--metric", "step"]);
    let steps = data(&steps);
    assert_eq!(
        (&steps["metric"], &steps["best"]),
        (&json!("step"), &json!(3))
    );
    let dark = small(&["--theme", "dark"]);
    assert!(dark.contains(r#"<html lang="en" data-theme="dark">"#));
    let unsolved = small(&["--unsolved"]);
    let unsolved = data(&unsolved);
    assert_eq!(
        (&unsolved["best"], &unsolved["solution"]),
        (&Value::Null, &Value::Null)
    );
    let stuck = page(
        &["export", "-", "--to", "-", "--format", "html", "--unsolved"],
        STUCK,
    );
    assert!(stuck.contains("<title>Stuck</title>"), "it is not solved");
}

#[test]
fn tours_and_paths_have_pages_too() {
    let tour = page(
        &["tour", "8x8", "--closed", "--to", "-", "--format", "html"],
        "",
    );
    assert!(tour.contains("<title>Knight's tour of the 8×8 board, closed</title>"));
    assert_eq!(data(&tour)["isClosed"], true);
    let print = [
        "hamilton", "-", "--to", "-", "--format", "html", "--theme", "print",
    ];
    let path = page(&print, "S . #\n. . #\n");
    assert!(path.contains(r#"data-theme="light""#));
    let path = data(&path);
    assert_eq!(path["holes"], json!([[0, 2], [1, 2]]));
    assert_eq!((&path["walls"], &path["clues"]), (&json!([]), &json!([])));
    assert_eq!(path["path"][0], json!([0, 0]));
    let (_folder, file) = file("tour.html", b"");
    let ran = huarong(&["tour", "8x8", "--to", &file, "--json"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with('{') && fs::read_to_string(&file).is_ok_and(|page| !page.is_empty())
    );
}

#[test]
fn one_run_writes_and_reports_a_picture_and_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let [svg, html] = ["t.svg", "t.html"].map(|it| folder.path().join(it).display().to_string());
    let ran = huarong(&["tour", "5x5", "--to", &svg, "--to", &html], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for (file, begin) in [(&svg, "<svg "), (&html, "<!doctype html>")] {
        let text = written(file);
        assert!(text.to_lowercase().starts_with(begin), "{file}");
        assert!(
            ran.out
                .lines()
                .any(|line| line.starts_with(&format!("{file}: "))),
            "{}",
            ran.out
        );
    }
}

const FILES: [&str; 5] = [
    "index.html",
    "puzzles.js",
    "engine.js",
    "paths.js",
    "offline.js",
];

/// A folder that is not there yet, as text.
fn site_folder() -> (tempfile::TempDir, String) {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("site").to_str().expect("UTF-8").to_owned();
    (home, path)
}

#[test]
fn a_site_of_all_puzzles_can_be_written_and_rewritten() {
    let (_home, site) = site_folder();
    let ran = huarong(&["site", &site], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    ran.shows("index.html: a site of 1,278 puzzles, ");
    let read =
        || FILES.map(|name| fs::read_to_string(format!("{site}/{name}")).expect("it is there"));
    let first = read();
    assert!(first[1].contains("横刀立马") && first[1].contains("best: move=81"));
    for (picture, name) in [
        ("icon.png", "manifest.webmanifest"),
        ("preview.png", "index.html"),
    ] {
        let naming = fs::read_to_string(format!("{site}/{name}")).expect("it is there");
        assert!(naming.contains(picture), "{name}");
        let bytes = fs::read(format!("{site}/{picture}")).expect("it is there");
        assert!(bytes.starts_with(b"\x89PNG"), "{picture}");
    }
    // What it has written itself it replaces.
    let ran = huarong(&["site", &site, "--quiet"], "");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert_eq!(read(), first, "the same puzzles are the same bytes");
    // Others fetch the picture of a link by its whole address.
    let (own, _) = file("small.txt", SMALL.as_bytes());
    let from = own.path().to_str().expect("UTF-8");
    let at = |address| {
        let more = ["--quiet", "--address", address];
        huarong(
            &[&["site", &site, "--puzzles", from][..], &more].concat(),
            "",
        )
    };
    assert_eq!(at("https://example.org/huarong").status, 0);
    let index = fs::read_to_string(format!("{site}/index.html")).expect("it is there");
    assert!(index.contains("og:image\" content=\"https://example.org/huarong/preview.png\""));
    at("example.org").is_refused(&["expected an address like"]);
}

#[test]
fn a_site_can_be_made_from_own_puzzles() {
    let (home, site) = site_folder();
    fs::write(home.path().join("mine.txt"), SMALL).expect("it can be written");
    let from = home.path().to_str().expect("UTF-8");
    let ran = huarong(&["site", &site, "--puzzles", from], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.shows("a site of 1 puzzle, ");
    let puzzles = fs::read_to_string(format!("{site}/puzzles.js")).expect("it is there");
    assert_eq!(
        puzzles.matches("\"id\":\"mine\"").count(),
        1,
        "no path of this machine: {puzzles}"
    );
    // A puzzle may be called what it likes: it ends no script and is not a code.
    let text = SMALL.replace("name: Small", "name: </script><b>${1}`");
    fs::write(home.path().join("mine.txt"), text).expect("it can be written");
    assert_eq!(huarong(&["site", &site, "--puzzles", from], "").status, 0);
    let puzzles = fs::read_to_string(format!("{site}/puzzles.js")).expect("it is there");
    assert!(
        puzzles.contains("</script><b>${1}`"),
        "it is a file of its own: {puzzles}"
    );
}

#[test]
fn site_does_not_overwrite_files_without_force() {
    let (_home, site) = site_folder();
    let (own, _) = file("small.txt", SMALL.as_bytes());
    let own = own.path().to_str().expect("UTF-8");
    let make = |more: &[&str]| huarong(&[&["site", &site, "--puzzles", own], more].concat(), "");
    fs::create_dir(&site).expect("a folder");
    fs::write(format!("{site}/engine.js"), "mine").expect("it can be written");
    make(&[]).is_refused(&["engine.js` already exists", "--force"]);
    assert_eq!(
        fs::read_dir(&site).expect("a folder").count(),
        1,
        "nothing is written by halves"
    );
    assert_eq!(make(&["--force"]).status, 0);
    fs::write(format!("{site}/paths.js"), "mine").expect("it can be written");
    make(&[]).is_refused(&["paths.js` already exists", "--force"]);
}

#[test]
fn site_refuses_folders_with_other_files_without_force() {
    let (_home, site) = site_folder();
    let (own, _) = file("small.txt", SMALL.as_bytes());
    let own = own.path().to_str().expect("UTF-8");
    let make = |more: &[&str]| huarong(&[&["site", &site, "--puzzles", own], more].concat(), "");
    fs::create_dir(&site).expect("a folder");
    fs::write(format!("{site}/mine.txt"), "A").expect("it can be written");
    make(&[]).is_refused(&["holds other files, not a site", "--force"]);
    assert_eq!(fs::read_dir(&site).expect("a folder").count(), 1);
    assert_eq!(make(&["--force"]).status, 0);
    assert_eq!(make(&[]).status, 0, "now it holds a site");
}
