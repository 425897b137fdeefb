//! The ways to name a puzzle.

use super::*;

#[test]
fn a_file_of_several_puzzles_means_all_of_them_or_the_one_picked() {
    let (_folder, path) = file("both.txt", format!("{SMALL}\n===\n\n{STUCK}").as_bytes());
    let ran = huarong(&["solve", &path], "");
    assert_eq!(ran.status, 1, "one of them is impossible: {}", ran.err);
    assert!(ran.out.contains("Small\n") && ran.out.contains("\n\nStuck\nimpossible: "));
    for (choice, status) in [
        ("1", 0),
        ("small", 0),
        ("2", 1),
        ("Stuck", 1),
        ("3", 2),
        ("smal", 2),
    ] {
        let ran = huarong(&["solve", &format!("{path}#{choice}")], "");
        assert_eq!(ran.status, status, "{choice}: {}", ran.err);
    }
    huarong(&["play", "--plain", &path], "").is_refused(&[&format!("{path}#1")]);
}

#[test]
fn a_file_whose_name_has_a_hash_is_taken_as_it_is() {
    let (_folder, path) = file("a#2", SMALL.as_bytes());
    assert_eq!(huarong(&["solve", &path], "").status, 0);
    assert_eq!(huarong(&["solve", &format!("{path}#1")], "").status, 0);
}

#[test]
fn words_and_small_boards_are_not_taken_for_codes() {
    for word in [
        "abc", "123", "e", "cafe", "99", "1A9BF0C", "green", "start", "12345",
    ] {
        huarong(&["solve", word], "").is_refused(&["no file or puzzle is called"]);
    }
    for board in [
        "ABC\nDEF\n",
        "ABE\nCAFE\n",
        "A\n",
        "AAB\nAAB\nCD.\n",
        "A B C\n7 8 .\n",
    ] {
        let ran = huarong(&["solve", "-"], board);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{board}");
        assert!(!ran.err.contains("read as"), "{}", ran.err);
    }
    let ran = huarong(&["solve", "--from", "commoncode", "1A9BF0C", "--quiet"], "");
    assert!(
        ran.out.starts_with("81 moves"),
        "asked for, it may be short: {}",
        ran.err
    );
}

#[test]
fn a_code_that_could_be_a_word_or_a_number_is_announced() {
    let codes = [
        ("GUARD", "a ShortCode"),
        ("15puz", "a ShortCode"),
        ("4wve1", "a ShortCode"),
        ("000000000", "a CommonCode"),
    ];
    for (code, notation) in codes {
        let note = format!("note: `{code}`: read as {notation}; `--from` chooses another notation");
        assert!(huarong(&["show", code], "").err.starts_with(&note));
    }
    for certain in [
        &["show", "--from", "shortcode", "GUARD"][..],
        &["show", "4WVE1"],
    ] {
        let notes = huarong(certain, "").err;
        assert!(!notes.contains("read as a"), "{notes}");
    }
}

#[test]
fn what_is_there_comes_first() {
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
fn a_goal_that_goes_without_saying_is_taken_and_told() {
    let classic = "ACCB\nACCB\nDEEF\nDGHF\nI..J\n";
    let ran = huarong(&["solve", "-", "--quiet"], classic);
    assert!(
        ran.out.starts_with("81 moves (proven shortest)"),
        "{}",
        ran.err
    );
    let note = "note: `<stdin>`: no goal is given; taken for the classic one: `C` in the middle of \
                the bottom\n";
    assert_eq!(ran.err, note);
    let cars = "..BCCC\n..B..D\nXXB..D\nE....D\nE.....\nFFF...\n";
    let ran = huarong(&["solve", "-", "--quiet", "--metric", "slide"], cars);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err
            .contains("taken for Rush Hour: `X` leaves to the right"),
        "{}",
        ran.err
    );
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
    assert!(
        tiles.err.contains("tiles to be put in order"),
        "{}",
        tiles.err
    );
}

#[test]
fn a_goal_can_be_that_of_another_puzzle() {
    let board = "ACCB\nACCB\nDEEF\nDGHF\nI..J\n";
    let ran = huarong(
        &["solve", "-", "-q", "--goal", "heng-dao-li-ma-corner"],
        board,
    );
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
fn a_drawn_board_can_be_the_goal() {
    let classic = "ACCB/ACCB/DEEF/DGHF/I..J";
    for (puzzle, goal, summary) in [
        ("7 2 4/5 0 6/8 3 1", "0 1 2/3 4 5/6 7 8", "26 moves"),
        ("283104765", "123804765", "4 moves"),
        ("283104765", "1 2 3/8 0 4/7 6 5", "4 moves"),
        ("283104765", "1 2 3\n8 . 4\n7 6 5", "4 moves"),
        (
            "2 8 3/1 0 4/7 6 5",
            "goal: blank-first\n1 2 3\n4 5 6\n8 7 .",
            "impossible: ",
        ),
        ("412503", "123450", "5 moves"),
        (classic, "..../..../..../.CC./.CC.", "81 moves"),
        (classic, "0000/0000/0000/0CC0/0CC0", "81 moves"),
        ("heng-dao-li-ma", "..../..../..../.CC./.CC.", "81 moves"),
        ("4WVE1", "..../..../..../.AA./.AA.", "81 moves"),
        ("4WVE1", "4WVE1", "0 moves"),
        ("AAB/AAB/C.D", ".../.AA/.AA", "impossible: "),
        ("A_B/___", "B_A/___", "3 moves"),
        ("卒.卒/...", ".../卒.卒", "2 moves"),
    ] {
        let ran = huarong(&["solve", "--quiet", puzzle, "--goal", goal], "");
        assert!(
            ran.out.starts_with(summary),
            "{puzzle} {goal}: {}{}",
            ran.out,
            ran.err
        );
        assert!(!ran.err.contains("no goal is given"), "{}", ran.err);
    }
    for command in ["compare", "explore", "show", "convert", "rate"] {
        let ran = huarong(&[command, "412503", "--goal", "123450"], "");
        assert_eq!(ran.status, 0, "{command}: {}{}", ran.out, ran.err);
    }
    huarong(&["solve", classic, "--goal", "..../.CC./.CC."], "").is_refused(&[
        "cannot take that goal: the frames are not equally large",
        "end up",
    ]);
    huarong(&["solve", "hengdaolima", "--goal", classic], "").is_refused(&["no file or puzzle"]);
    huarong(&["solve", classic, "--goal", "hengdaolima"], "").is_refused(&["no file or puzzle"]);
    huarong(&["solve", classic, "--goal-of", "4WVE1"], "")
        .is_refused(&["`--goal-of` was replaced by `--goal`"]);
}

#[test]
fn suggestions_can_be_pasted_and_begin_with_names_that_begin_so() {
    huarong(&["solve", "shark"], "").is_refused(&["did you mean `shark-gnome`?"]);
    let ran = huarong(&["solve", "climb-15"], "");
    ran.is_refused(&["climb-15-fall-gnome", "climb-15-winter-gnome"]);
    for size in ["5x5", "15x15", "4x4x4"] {
        let told = [
            "no file or puzzle is called",
            "this is a size",
            "`huarong make tiles 4x4`",
        ];
        huarong(&["solve", size], "").is_refused(&told);
    }
    for name in [
        "华容道",
        "huarong dao",
        "hakoiri-musume",
        "daughter in the box",
    ] {
        assert!(
            huarong(&["show", name], "").out.contains("横刀立马"),
            "{name}"
        );
    }
    for (name, card) in [("rush40", "card 40"), ("rush-hour-1", "card 1")] {
        assert!(
            huarong(&["show", name], "")
                .out
                .contains(&format!("Rush Hour {card}\n")),
            "{name}"
        );
    }
}

#[test]
fn files_that_do_not_exist_are_not_taken_for_the_rows_of_a_board() {
    let ran = huarong(&["solve", "aa.txt", "bb.txt"], "");
    ran.is_refused(&["no file or puzzle is called `aa.txt`"]);
}

#[test]
fn other_words_for_commands_and_topics_are_told_the_usual_ones() {
    for (word, meant) in [
        ("hint", "play"),
        ("knight", "tour"),
        ("generate", "make"),
        ("random", "make"),
        ("draw", "export"),
    ] {
        huarong(&[word], "").is_refused(&[&format!("did you mean `huarong {meant}`?")]);
        huarong(&["help", word], "").is_refused(&[&format!("did you mean `{meant}`?")]);
    }
    huarong(&["help", "formats"], "").is_refused(&["did you mean `notations`?"]);
    let ran = huarong(&["play", "--random"], "");
    assert!(!ran.err.contains("--from'"), "{}", ran.err);
    huarong(&["export", "klotski", "--to", "fold"], "").is_refused(&["write `fold/` for a folder"]);
}

#[test]
fn keys_may_be_written_in_capital_letters() {
    let ran = huarong(
        &["solve", "-", "-q"],
        SMALL.replace("goal:", "Goal:").replace("name:", "NAME:"),
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let ran = huarong(&["solve", "-"], SMALL.replace("goal:", "gaol:"));
    ran.is_refused(&["unknown key `gaol`", "did you mean `goal`?"]);
}

#[test]
fn the_puzzle_of_a_stored_solution_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.solution").display().to_string();
    assert_eq!(huarong(&["solve", "-", "--output", &path], SMALL).status, 0);
    let ran = huarong(&["solve", &path, "--quiet"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err.contains("is a stored solution; using its puzzle"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("`huarong verify PUZZLE FILE`"),
        "{}",
        ran.err
    );
    let picture = folder.path().join("small.svg").display().to_string();
    for told in [
        &["verify", &path, &path][..],
        &["play", "--plain", &path, "--replay", &path],
        &["export", &path, "--to", &picture],
    ] {
        let ran = huarong(told, "");
        assert_eq!(ran.status, 0, "{told:?}: {}", ran.err);
    }
}

#[test]
fn a_puzzle_given_as_a_command_is_told_its_command() {
    for word in ["heng-dao-li-ma", "4WVE1"] {
        let meant = format!("did you mean `huarong solve {word}`?");
        huarong(&[word], "").is_refused(&["is a puzzle, not a command", &meant]);
    }
    huarong(&["solve"], "").is_refused(&["there is no puzzle to solve"]);
}

#[test]
fn a_family_is_no_puzzle_and_no_folder() {
    huarong(&["play", "--plain", "klotski"], "").is_refused(&[
        " puzzles; this command takes one",
        "`huarong list --family klotski` shows them",
    ]);
    huarong(&["list", "klotski"], "").is_refused(&["did you mean `huarong list --family klotski`"]);
    huarong(&["list", "heng"], "").is_refused(&["did you mean `huarong list --search heng`?"]);
    huarong(&["list", "no-such"], "").is_refused(&["cannot read `no-such`"]);
}

#[test]
fn a_name_that_several_pieces_share_is_told_with_their_letters() {
    let ran = huarong(&["verify", "heng-dao-li-ma", "-"], "卒 left\n");
    ran.is_refused(&["several pieces are called 卒", "卒G 卒H 卒I 卒J"]);
}

#[test]
fn a_puzzle_or_map_of_standard_input_is_picked_by_its_number() {
    let two = format!("{}\n===\n{}", SMALL, STUCK);
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
    let two = format!("{}\n===\n{}", STUCK, SMALL);
    let ran = huarong(&["export", "-#2", "--to", &picture], two);
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn a_board_with_slashes_takes_the_goal_of_another_and_no_published_length() {
    let (_folder, goal) = file("goal.txt", b"A..\n.B.\n...\n\ngoal:\n...\n...\n..A\n");
    let ran = huarong(&["solve", "A../.B./..C", "--goal", &goal, "--quiet"], "");
    assert!(ran.out.starts_with("2 moves"), "{}{}", ran.out, ran.err);
    let corner = ["show", "red-donkey", "--goal", "heng-dao-li-ma-corner"];
    let ran = huarong(&corner, "");
    assert!(
        ran.status == 0 && !ran.out.contains("optimum"),
        "{}",
        ran.out
    );
}

#[test]
fn a_piece_may_be_called_by_its_name_or_by_name_and_letter() {
    for (moves, told) in [
        ("卒J left", "after 1 move the puzzle is not solved"),
        ("关羽 right", "E 关羽 cannot go right"),
        ("关羽 右", "E 关羽 cannot go right"),
    ] {
        let ran = huarong(&["verify", "heng-dao-li-ma", moves], "");
        assert!(
            ran.status == 1 && ran.out.contains(told),
            "{moves}: {}{}",
            ran.out,
            ran.err
        );
    }
    let ran = huarong(&["verify", "heng-dao-li-ma", "卒 left"], "");
    assert!(ran.err.contains("write its letter too: 卒G"), "{}", ran.err);
}
