//! `huarong export`: pictures of puzzles and solutions.

use std::path::PathBuf;

use super::*;

/// A picture that is kept to be compared with.
fn kept(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pictures")
        .join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A folder, and a place in it for a file of this name.
fn place(name: &str) -> (tempfile::TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    let text = path.to_str().expect("UTF-8").to_owned();
    (folder, path, text)
}

/// The picture of the small puzzle that these arguments ask for, on standard output.
fn drawn(arguments: &[&str]) -> String {
    let Ran { status, out, err } = huarong(
        &[&["export", "-", "--to", "-", "--format", "svg"], arguments].concat(),
        SMALL,
    );
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

#[test]
fn pictures_equal_the_stored_ones() {
    for (name, arguments) in [
        ("start.svg", &[][..]),
        ("after-1.svg", &["--after", "1", "--theme", "dark"]),
        ("move-2.svg", &["--move", "2", "--metric", "step"]),
        (
            "sheet.svg",
            &["--sheet", "--columns", "2", "--theme", "print"],
        ),
    ] {
        let picture = drawn(arguments);
        assert_eq!(picture, kept(name), "{name}");
        assert_eq!(picture, drawn(arguments), "{name}, a second time");
    }
}

#[test]
fn the_file_extension_selects_the_format() {
    for (name, first, told) in [
        ("a.svg", &b"<svg "[..], "a.svg: Small, "),
        ("a.PNG", b"\x89PNG\r\n", "a.PNG: Small, "),
        ("a.gif", b"GIF89a", "a.gif: Small, 1 move, "),
    ] {
        let (_folder, path, to) = place(name);
        let ran = huarong(&["export", "-", "--to", &to], SMALL);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        ran.shows(told);
        assert!(
            fs::read(&path).expect("it is written").starts_with(first),
            "{name}"
        );
        huarong(&["export", "-", "--to", &to], SMALL).is_refused(&["already exists"]);
        let quiet = huarong(&["export", "-", "--to", &to, "--quiet", "--force"], SMALL);
        assert_eq!((quiet.status, quiet.out.as_str()), (0, ""));
    }
}

#[test]
fn an_animation_has_a_picture_for_each_position() {
    let (_folder, path, to) = place("classic.gif");
    let ran = huarong(&["export", "heng-dao-li-ma", "--force", "--to", &to], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let bytes = fs::read(&path).expect("it is written");
    let mut decoder = gif::DecodeOptions::new()
        .read_info(&bytes[..])
        .expect("a GIF");
    assert_eq!(
        (decoder.width(), decoder.height()),
        (4 * 48 + 24, 5 * 48 + 24)
    );
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let mut frames = 0;
    while decoder.read_next_frame().expect("a picture").is_some() {
        frames += 1;
    }
    assert_eq!(frames, 82);
}

#[test]
fn moves_come_from_a_stored_solution_or_as_text() {
    let (_folder, solution) = file("small.solution", b"");
    let stored = fed(&format!("solve - --output {solution} --metric step"), SMALL);
    assert_eq!(stored.status, 0, "{}", stored.err);
    let from_file = run(&format!("export {solution} --to - --format svg --sheet"));
    assert_eq!((from_file.status, from_file.err.as_str()), (0, ""));
    let solved = drawn(&["--sheet", "--metric", "step"]);
    assert_eq!(from_file.out, solved);
    let (_other, puzzle) = file("small.txt", SMALL.as_bytes());
    let arguments = [
        "export", &puzzle, "-", "--to", "-", "--format", "svg", "--sheet",
    ];
    let ran = huarong(&arguments, "1. A down, right 2, up\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    ran.shows(">1. A ↓→2↑<");
    ran.shows(">solved</text>");
    let wrong = huarong(&arguments, "1. A right\n");
    assert_eq!((wrong.status, wrong.out.as_str()), (2, ""));
    wrong.warns("error: move 1: A Ann cannot go right");
}

#[test]
fn tours_and_paths_are_drawn_as_png() {
    let (_folder, path, name) = place("path.png");
    let (_map_folder, map) = file("ring.map", b"...\n.#.\n...\n");
    for arguments in [&["tour", "5x5", "--start", "a1"][..], &["hamilton", &map]] {
        let ran = huarong(&[arguments, &["--to", &name]].concat(), "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(
            fs::read(&path)
                .expect("a picture")
                .starts_with(b"\x89PNG\r\n")
        );
        fs::remove_file(&path).expect("it is there");
    }
}

#[test]
fn each_map_of_a_booklet_is_drawn() {
    let (folder, booklet) = file("zips.txt", b"");
    let made = huarong(&["make", "zip", "4x4", "--count", "3", "--seed", "1"], "");
    fs::write(&booklet, made.out).expect("it can be written");
    let to = folder.path().join("zips/");
    let to = to.to_str().expect("UTF-8");
    huarong(&["export", &booklet, "--to", to], "")
        .is_refused(&["cannot infer a format from the folder", "`--format svg`"]);
    let ran = huarong(&["export", &booklet, "--to", to, "--format", "svg"], "");
    assert_eq!((ran.status, ran.out.lines().count()), (0, 3), "{}", ran.err);
    for number in 1..=3 {
        let picture = fs::read_to_string(format!("{to}zips-{number}.svg")).expect("it is there");
        assert!(picture.contains("<svg"));
    }
    let html = folder.path().join("zips.html");
    huarong(
        &["export", &booklet, "--to", html.to_str().expect("UTF-8")],
        "",
    );
    let html = written(html);
    assert!(
        html.contains("<b>2. Zip 4x4 seed 2</b><br>16 cells"),
        "{html}"
    );
    let png = folder.path().join("zip.png");
    let ran = huarong(
        &[
            "export",
            &format!("{booklet}#2"),
            "--to",
            png.to_str().expect("UTF-8"),
        ],
        "",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        fs::read(png)
            .expect("a picture")
            .starts_with(b"\x89PNG\r\n")
    );
}

#[test]
fn several_puzzles_and_maps_are_exported_as_a_printable_booklet() {
    let (folder, zips) = file("zips.txt", b"");
    let made = huarong(&["make", "zip", "4x4", "--count", "2", "--seed", "1"], "");
    fs::write(&zips, made.out).expect("it can be written");
    let to = folder.path().join("booklet.html");
    let to = to.to_str().expect("UTF-8");
    let booklet = |arguments: &[&str]| {
        let ran = huarong(
            &[&["export", "--to", to, "--force"], arguments].concat(),
            "",
        );
        assert_eq!(ran.status, 0, "{}", ran.err);
        written(to)
    };
    let page = booklet(&[
        "heng-dao-li-ma",
        &zips,
        "--per-page",
        "2",
        "--paper",
        "letter",
    ]);
    let count = |text: &str, part: &str| text.matches(part).count();
    assert!(page.contains("size: letter"));
    assert!(page.contains("<title>heng-dao-li-ma, zips</title>"));
    // Three boards on two pages, and then their solutions: 81 moves, and two paths.
    assert_eq!(
        (
            count(&page, "<div class=\"page\">"),
            count(&page, "<figure>")
        ),
        (2, 5)
    );
    assert!(
        page.contains("<b>1. Heng Dao Li Ma 横刀立马</b><br>81 moves · difficulty "),
        "{page}"
    );
    assert!(page.contains("<p><b>1.</b> J ←, F ↓, "), "{page}");
    let alone = booklet(&["heng-dao-li-ma", "--per-page", "2"]);
    assert!(alone.contains("<title>Heng Dao Li Ma 横刀立马</title>"));
    let page = booklet(&[&zips, "--unsolved"]);
    assert_eq!(
        (count(&page, "<figure>"), count(&page, "Solutions")),
        (2, 0)
    );
    // A family, and the moves of a solution.
    let page = booklet(&["cards", "--per-page", "9", "--unsolved"]);
    assert_eq!(
        (
            count(&page, "<div class=\"page\">"),
            count(&page, "<figure>")
        ),
        (5, 40)
    );
    // Two puzzles, and a puzzle with its moves.
    let page = booklet(&["red-donkey", "heng-dao-li-ma", "--unsolved"]);
    assert_eq!(count(&page, "<figure>"), 2);
    let (_other, small) = file("small.txt", SMALL.as_bytes());
    assert!(
        booklet(&[&small, "A d r2 u"]).contains("class=\"board\""),
        "a page to play on"
    );
    // A note on what was typed is printed once, however often the file is read.
    let (_other, typed) = file("typed.txt", b"ACCB\nACCB\nDEEF\nDGHF\nI__J\n");
    let arguments = [
        "export",
        "--to",
        to,
        "--force",
        &typed,
        "red-donkey",
        "--unsolved",
    ];
    let ran = huarong(&arguments, "");
    assert_eq!(count(&ran.err, "`_` is an empty cell"), 1, "{}", ran.err);
    // A puzzle without a solution is printed all the same.
    let (_other, mixed) = file(
        "mixed.txt",
        b"A .\n\ngoal:\n. A\n\n===\n\nA # .\n\ngoal:\n. # A\n",
    );
    let ran = huarong(&["export", "--to", to, "--force", &mixed], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.warns(": printed without a solution (impossible: ");
    let page = written(to);
    assert_eq!(count(&page, "<figure>"), 2);
    let page = booklet(&["heng-dao-li-ma", "--sheet"]);
    assert_eq!(
        (
            count(&page, "<div class=\"page\">"),
            count(&page, "<figure>")
        ),
        (5, 82)
    );
    assert!(page.contains("<b>10</b><br>H ↑→"));
}

#[test]
fn a_solution_sheet_can_be_exported_as_a_bitmap() {
    let (_folder, path, name) = place("sheet.png");
    let arguments = [
        "export",
        "-",
        "--to",
        &name,
        "--sheet",
        "--columns",
        "2",
        "--cell",
        "10",
    ];
    assert_eq!(huarong(&arguments, SMALL).status, 0);
    let bytes = fs::read(&path).expect("a picture");
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    // The boards before and after its only move, each 210 × 150 units, 60 a cell.
    let width = (40 + 210 + 40 + 210 + 40) / 6;
    let height = (90 + 44 + 150 + 40) / 6;
    assert_eq!((side(16), side(20)), (width, height));
}

/// `.ci/long modules` builds with `HUARONG_WITHOUT_MODULES`.
#[cfg(without_modules)]
#[test]
fn a_build_without_modules_refuses_to_write_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let page = path("a.html");
    let site = path("site");
    let map = path("map.html");
    for arguments in [
        &["export", "century", "--to", &page][..],
        &["site", &site],
        &["explore", "simplicity", "--map", &map],
        &["compare", "simplicity", "--map", &map],
    ] {
        huarong(arguments, "").is_refused(&["no WebAssembly modules", "`.ci/module`"]);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    let tour = path("tour.html");
    assert_eq!(
        huarong(&["tour", "5x5", "--to", &tour], "").status,
        0,
        "it needs none"
    );
}
