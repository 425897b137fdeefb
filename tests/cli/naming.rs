//! The ways to name a puzzle.

use super::*;

#[test]
fn existing_folders_take_precedence_over_collection_names() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("heng-dao-li-ma")).expect("a folder in it");
    let mut command = program();
    let ran = Ran::of(
        command
            .current_dir(folder.path())
            .args(["solve", "heng-dao-li-ma"]),
    );
    ran.is_refused(&["no puzzle file in `heng-dao-li-ma`"]);
    huarong(&["solve", "d"], "").is_refused(&["no file or puzzle is called"]);
}

#[test]
fn the_default_goal_is_used_with_a_note() {
    let classic = "ACCB\nACCB\nDEEF\nDGHF\nI..J\n";
    let ran = huarong(&["solve", "-", "--quiet"], classic);
    ran.begins("81 moves (proven shortest)");
    let note = "note: `<stdin>`: no goal is given; taken for the classic one: `C` in the middle of \
                the bottom\n";
    assert_eq!(ran.err, note);
    let cars = "..BCCC\n..B..D\nXXB..D\nE....D\nE.....\nFFF...\n";
    let ran = huarong(&["solve", "-", "--quiet", "--metric", "slide"], cars);
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.warns("taken for Rush Hour: `X` leaves to the right");
    let unnamed = huarong(&["solve", "-"], cars.replace('X', "Q"));
    unnamed.is_refused(&[
        "no goal is given, and no car",
        "`exit: A=right`",
        "`pieces: axis`",
    ]);
    let object = huarong(&["solve", "-", "--json"], cars).object();
    let note = "no goal is given; taken for Rush Hour: `X` leaves to the right";
    assert_eq!(object["notes"], serde_json::json!([note]));
    let tiles = huarong(&["solve", "-", "--quiet"], "1 2 3\n4 5 6\n. 7 8\n");
    tiles.warns("tiles to be put in order");
}

#[test]
fn the_goal_option_accepts_another_puzzle() {
    let board = "ACCB\nACCB\nDEEF\nDGHF\nI..J\n";
    let ran = fed("solve - -q --goal heng-dao-li-ma-corner", board);
    let corner = huarong(&["solve", "heng-dao-li-ma-corner", "-q"], "");
    let moves = |ran: &Ran| ran.out.split(' ').next().map(str::to_owned);
    assert_eq!(moves(&ran), moves(&corner), "{}", ran.err);
    huarong(&["solve", "-", "--goal", "-"], board).is_refused(&["`-` is given twice"]);
    let folder = tempfile::tempdir().expect("a folder");
    let stored = folder.path().join("classic").display().to_string();
    assert_eq!(
        huarong(&["solve", "heng-dao-li-ma", "--output", &stored], "").status,
        0
    );
    let with_corner = huarong(
        &["solve", &stored, "-q", "--goal", "heng-dao-li-ma-corner"],
        "",
    );
    assert_eq!(
        moves(&with_corner),
        moves(&corner),
        "a stored one as well: {}",
        with_corner.err
    );
    huarong(&["solve", "-", "--goal", "heng-dao-li-ma"], "AB.\n")
        .is_refused(&["cannot take that goal: the frames are not equally large"]);
}

#[test]
fn puzzles_and_maps_from_stdin_can_be_picked_by_number() {
    let two = format!("{SMALL}\n===\n{STUCK}");
    let ran = huarong(&["solve", "-#2", "--json"], two);
    assert!(
        ran.status == 1 && ran.out.contains("\"puzzle\":\"-#2\""),
        "{}{}",
        ran.out,
        ran.err
    );
    let zips = huarong(&["make", "zip", "4x4", "--count", "2", "--seed", "1"], "").out;
    assert_eq!(huarong(&["hamilton", "-#2", "--unique"], zips).status, 0);
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("-#2.html").display().to_string();
    let two = format!("{STUCK}\n===\n{SMALL}");
    let ran = huarong(&["export", "-#2", "--to", &picture], two);
    assert_eq!(ran.status, 0, "{}", ran.err);
}
