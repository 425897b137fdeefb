//! `huarong play` without a terminal: line by line, or not at all.

use super::*;

/// Plays by these lines, with records in `data`.
fn played(data: &Path, arguments: &[&str], lines: &str) -> Ran {
    let mut command = program();
    command
        .env("XDG_DATA_HOME", data)
        .args(["play", "--plain"])
        .args(arguments);
    Ran::fed(&mut command, lines)
}

fn data() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_game_is_played_line_by_line() {
    let data = data();
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let ran = played(
        data.path(),
        &[&path],
        "A down, right 2\nundo\nredo\nA up\nq\nnot read\n",
    );
    let expected = "\
Small
A B .
. . .
goal:
. . A
. . .
`help` lists the commands
. B .
. . A
1 move
taken back: A Ann down, right 2
A B .
. . .
0 moves
made again: A Ann down, right 2
. B .
. . A
1 move
. B A
. . .
1 move
solved in 1 move; your first solution
";
    assert_eq!(
        (ran.out.as_str(), ran.err.as_str(), ran.status),
        (expected, "", 0)
    );
    let again = played(data.path(), &[&path], "");
    assert!(again.out.contains("your best: 1 move\n"), "{}", again.out);
}

#[test]
fn a_move_that_leaves_every_shortest_solution_is_told_at_once() {
    let data = data();
    // The best first moves are Hl, Hd and their mirror images; Hd may still go on to the left.
    let lost = "that leaves every solution in 81 moves; undo takes it back\n";
    let ran = played(
        data.path(),
        &[],
        "fewest\nI right\nundo\nG down\nH down\nfewest\nI right\n",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told: Vec<&str> = ran.out.split("1 move").collect();
    assert_eq!(ran.out.matches(lost).count(), 1, "{}", ran.out);
    assert!(told.len() > 1);
}

#[test]
fn moves_that_cannot_be_made_whole_are_not_made_at_all() {
    let data = data();
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let ran = played(data.path(), &[&path], "A down 3\nAd Bl2\nmoves\nboard\n");
    assert!(
        ran.out.contains("error: A Ann cannot go down"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.ends_with("A B .\n. . .\n") && !ran.out.contains("1 move"),
        "{}",
        ran.out
    );
}

#[test]
fn hints_are_given_in_words() {
    let data = data();
    let lines = "hint\nmove\ndistance\nsolve\nmoves\n";
    let ran = played(data.path(), &["heng-dao-li-ma"], lines);
    assert_eq!(ran.status, 0);
    let mut told = ran
        .out
        .lines()
        .filter(|line| line.contains("hint: ") || line.ends_with(" here"));
    assert!(told.next().expect("a piece").starts_with("hint: move "));
    assert!(told.next().expect("a move").starts_with("hint: "));
    assert_eq!(told.collect::<Vec<_>>(), ["81 moves from here"; 2]);
    assert!(ran.out.contains("\n 81. "), "the rest is listed");
    assert!(ran.out.ends_with("0 moves\n"), "and not made");
}

#[test]
fn what_is_wrong_is_told_and_the_game_goes_on() {
    let data = data();
    let ran = played(
        data.path(),
        &["heng-dao-li-ma"],
        "dance\nZ left\nC down\nplay nothing\nhint more\nH down\n",
    );
    let errors: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect();
    assert_eq!(errors.len(), 5, "{}", ran.out);
    assert!(
        errors[0].contains("`help`") && errors[1].contains('Z'),
        "{errors:?}"
    );
    assert!(
        errors[2].ends_with("from row 1, column 2: row 3, column 2 is taken by E 关羽"),
        "{errors:?}"
    );
    assert!(ran.out.ends_with("I . H J\n1 move\n"), "{}", ran.out);
    assert_eq!(ran.status, 0);
}

#[test]
fn another_puzzle_is_taken_without_leaving() {
    let data = data();
    let ran = played(
        data.path(),
        &["heng-dao-li-ma"],
        "list donkey\nplay red-donkey\n",
    );
    assert!(ran.out.contains("\nred-donkey: "), "{}", ran.out);
    assert!(ran.out.contains("\nRed Donkey"), "{}", ran.out);
}

#[test]
fn steps_and_slides_are_counted_as_such() {
    let data = data();
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    for (metric, count) in [
        ("move", "1 move"),
        ("slide", "3 slides"),
        ("step", "4 steps"),
    ] {
        let lines = "A down\nA right 2\nA up\n";
        let ran = played(data.path(), &[&path, "--metric", metric], lines);
        assert!(
            ran.out.contains(&format!("solved in {count};")),
            "{metric}: {}",
            ran.out
        );
    }
}

#[test]
fn a_solution_is_replayed_board_by_board_or_refused() {
    let data = data();
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let (_other, good) = file("good.txt", b"A down, right 2\nA up\n");
    let ran = played(data.path(), &[&path, "--replay", &good], "");
    assert_eq!(ran.status, 0);
    assert!(
        ran.out.ends_with("\n2. A Ann up\n. B A\n. . .\n\nsolved\n"),
        "{}",
        ran.out
    );
    let (_other, bad) = file("bad.txt", b"A right\n");
    let ran = played(data.path(), &[&path, "--replay", &bad], "");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("move 1: A Ann cannot go right"),
        "{}",
        ran.err
    );
}

#[test]
fn damaged_records_are_kept_aside_and_told_of() {
    let data = data();
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let folder = data.path().join("huarong");
    fs::create_dir(&folder).expect("it can be made");
    fs::write(folder.join("records.json"), "{").expect("it can be written");
    let ran = played(data.path(), &[&path], "");
    assert!(ran.out.contains("records.json.damaged\n"), "{}", ran.out);
    let aside = fs::read_to_string(folder.join("records.json.damaged"));
    assert_eq!(aside.expect("it is there"), "{");
}

#[test]
fn the_same_lines_do_the_same_each_time() {
    let data = data();
    let [first, second] = [(); 2].map(|()| played(data.path(), &["heng-dao-li-ma"], "H down\n"));
    assert!(first.out.ends_with("I . H J\n1 move\n"), "{}", first.out);
    assert_eq!((first.out, first.err), (second.out, second.err));
}

#[test]
fn without_a_terminal_there_is_an_error_and_its_mend() {
    huarong(&["play", "heng-dao-li-ma"], "").is_refused(&["is not a terminal", "--plain"]);
    huarong(&["play", "-", "--plain"], SMALL).is_refused(&["given twice"]);
}

#[test]
fn numbered_tiles_are_moved_by_their_numbers() {
    let data = data();
    let board = "1 2 3 4/5 6 7 8/9 10 11 12/13 . 14 15";
    let ran = played(data.path(), &[board], "14 left\nhint move\n15 right\n15l\n");
    assert!(
        ran.out.contains(" 9 10 11 12\n13 14  . 15\n1 move\n"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert!(ran.out.contains("15 left"), "{}", ran.out);
    assert!(
        ran.out
            .contains("error: 15 cannot go right from row 4, column 4"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .ends_with("13 14 15  .\n2 moves\nsolved in 2 moves; your first solution\n"),
        "{}",
        ran.out
    );
    let swapped = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 .";
    let ran = played(data.path(), &[swapped], "hint\n");
    assert!(
        ran.out.contains("it cannot be solved from here"),
        "{}",
        ran.out
    );
}
