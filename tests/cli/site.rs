//! `huarong site`: a folder with a page of all puzzles.

use std::fs;

use super::{SMALL, huarong};

const FILES: [&str; 5] = ["index.html", "puzzles.js", "engine.js", "paths.js", "offline.js"];

/// A folder that is not there yet, as text.
fn folder() -> (tempfile::TempDir, String) {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("site").to_str().expect("UTF-8").to_owned();
    (home, path)
}

#[test]
fn all_puzzles_are_written_and_written_again() {
    let (_home, site) = folder();
    let ran = huarong(&["site", &site], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("index.html: a site of 1,188 puzzles, "), "{}", ran.out);
    let read =
        || FILES.map(|name| fs::read_to_string(format!("{site}/{name}")).expect("it is there"));
    let first = read();
    assert!(first[1].contains("横刀立马") && first[1].contains("best: move=81"));
    // What it has written itself it replaces.
    let ran = huarong(&["site", &site, "--quiet"], "");
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert_eq!(read(), first, "the same puzzles are the same bytes");
}

#[test]
fn puzzles_of_ones_own_have_a_site() {
    let (home, site) = folder();
    fs::write(home.path().join("mine.txt"), SMALL).expect("it can be written");
    let from = home.path().to_str().expect("UTF-8");
    let ran = huarong(&["site", &site, "--puzzles", from], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("a site of 1 puzzle, "), "{}", ran.out);
    let puzzles = fs::read_to_string(format!("{site}/puzzles.js")).expect("it is there");
    assert_eq!(puzzles.matches("\"id\":\"mine\"").count(), 1, "no path of this machine: {puzzles}");
    // A puzzle may be called what it likes: it ends no script and is no code.
    let text = SMALL.replace("name: Small", "name: </script><b>${1}`");
    fs::write(home.path().join("mine.txt"), text).expect("it can be written");
    assert_eq!(huarong(&["site", &site, "--puzzles", from], "").status, 0);
    let puzzles = fs::read_to_string(format!("{site}/puzzles.js")).expect("it is there");
    assert!(puzzles.contains("</script><b>${1}`"), "it is a file of its own: {puzzles}");
}

#[test]
fn nothing_of_the_users_is_replaced_unasked() {
    let (_home, site) = folder();
    fs::create_dir(&site).expect("a folder");
    fs::write(format!("{site}/engine.js"), "mine").expect("it can be written");
    huarong(&["site", &site], "").is_refused(&["engine.js` already exists", "--force"]);
    assert_eq!(fs::read_dir(&site).expect("a folder").count(), 1, "nothing is written by halves");
    assert_eq!(huarong(&["site", &site, "--force"], "").status, 0);
    fs::write(format!("{site}/paths.js"), "mine").expect("it can be written");
    huarong(&["site", &site], "").is_refused(&["paths.js` already exists", "--force"]);
}

#[test]
fn a_site_is_not_mixed_with_other_files_unasked() {
    let (_home, site) = folder();
    fs::create_dir(&site).expect("a folder");
    fs::write(format!("{site}/mine.txt"), "A").expect("it can be written");
    huarong(&["site", &site], "").is_refused(&["holds other files, and no site", "--force"]);
    assert_eq!(fs::read_dir(&site).expect("a folder").count(), 1);
    assert_eq!(huarong(&["site", &site, "--force"], "").status, 0);
    assert_eq!(huarong(&["site", &site], "").status, 0, "now it holds a site");
}

#[test]
fn what_cannot_be_a_site_is_told() {
    let (home, site) = folder();
    fs::write(&site, "a file").expect("it can be written");
    huarong(&["site", &site], "").is_refused(&["cannot make the folder"]);
    fs::create_dir(home.path().join("empty")).expect("a folder");
    let empty = home.path().join("empty").to_str().expect("UTF-8").to_owned();
    let ran = huarong(&["site", &format!("{site}-2"), "--puzzles", &empty], "");
    assert_eq!(ran.status, 2, "{}", ran.err);
    huarong(&["site", &site, "--puzzles", "klotsky"], "").is_refused(&["klotsky"]);
    huarong(&["site"], "").is_refused(&["DIR"]);
}
