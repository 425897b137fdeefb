//! `huarong export`: pictures of puzzles and solutions.

use super::*;

#[test]
fn an_animation_has_a_picture_for_each_position() {
    let (_folder, path) = file("classic.gif", b"");
    let ran = run(&format!("export heng-dao-li-ma --force --to '{path}'"));
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
fn a_solution_sheet_can_be_exported_as_a_bitmap() {
    let (_folder, path) = file("sheet.png", b"");
    let line = format!("export - --force --to '{path}' --sheet --columns 2 --cell 10");
    assert_eq!(fed(&line, SMALL).status, 0);
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
