use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::answer;

fn asked(question: &str) -> Value {
    let answer = answer(question, &mut |_| ControlFlow::Continue(()));
    serde_json::from_str(&answer).expect("JSON")
}

/// A board without holes.
fn board(rows: usize, columns: usize) -> String {
    format!("{}\n", ".".repeat(columns)).repeat(rows)
}

/// The path that is found, which is what was asked for by its own account.
fn found(head: &str, map: &str) -> Value {
    let told = asked(&format!("find\n{head}\n{map}"));
    assert_eq!(told["answer"], "found", "{head}{map}{told}");
    let places = told["path"].as_array().expect("a path").iter();
    let places: Vec<String> = places.map(|at| format!("{},{}", at[0], at[1])).collect();
    let path = places.join(" ");
    let verified = asked(&format!("verify\n{head}path: {path}\n\n{map}"));
    assert_eq!(verified, json!({"answer": "verified", "flaw": null}), "{head}{map}");
    told["path"].clone()
}

#[test]
fn paths_cycles_and_tours_are_found() {
    assert_eq!(found("", "S.\nE.\n"), json!([[0, 0], [0, 1], [1, 1], [1, 0]]));
    let cat = include_str!("../../../puzzles/maps/cat.map");
    assert_eq!(found("", cat).as_array().map(Vec::len), Some(26));
    let zip = include_str!("../../../puzzles/maps/zip.map");
    assert_eq!(found("", zip)[15], json!([3, 0]));
    assert_eq!(found("shape: cycle\n", "...\n.#.\n...\n").as_array().map(Vec::len), Some(8));
    for shape in ["path", "cycle"] {
        let head = format!("moves: 1,2\nshape: {shape}\n");
        assert_eq!(found(&head, &board(8, 8)).as_array().map(Vec::len), Some(64));
        assert_eq!(found(&head, &board(50, 50)).as_array().map(Vec::len), Some(2500));
    }
    // With a hole, no theorem and no strips: it is searched.
    let holed = board(8, 8).replacen('.', "#", 1);
    assert_eq!(found("moves: 2,1\n", &holed).as_array().map(Vec::len), Some(63));
    assert_eq!(found("moves: 1,2\n", &format!("1{}", &board(5, 5)[1..]))[0], json!([0, 0]));
}

#[test]
fn why_there_is_none_is_told() {
    let why = |head: &str, map: &str| {
        let told = asked(&format!("find\n{head}\n{map}"));
        assert_eq!(told["answer"], "impossible", "{told}");
        told["why"].as_str().expect("words").to_owned()
    };
    assert!(why("moves: 1,2\nshape: cycle\n", &board(4, 6)).starts_with("Schwenk's theorem"));
    assert!(why("moves: 1,2\n", &format!(".S...\n{}", board(4, 5))).starts_with("the number of"));
    assert!(why("moves: 1,1\n", &board(4, 4)).contains("half of the board"));
    assert_eq!(why("", "..#..\n"), "there are 2 parts with no way from one to the other");
    let told = why("", ".S.\n...\n...\n");
    assert!(told.starts_with("coloured like a chessboard, row 1, column 2 has"), "{told}");
    assert!(why("shape: cycle\n", &board(3, 3)).contains("5 cells have one colour and 4"));
    assert_eq!(
        why("shape: cycle\n", "...\n.##\n"),
        "2 cells have one way out only, more than can be ends"
    );
    assert_eq!(why("", ".S.\n.E.\n"), "everything was searched");
}

#[test]
fn whether_there_is_one_or_more_is_told() {
    let unique = |map: &str| asked(&format!("unique\n\n{map}"))["unique"].clone();
    assert_eq!(unique(include_str!("../../../puzzles/maps/zip.map")), true);
    assert_eq!(unique("...\n"), true, "backwards it is the same");
    assert_eq!(unique("S..\n...\n"), false);
    let told = asked("unique\n\n..#.\n");
    assert_eq!(told["answer"], "impossible");
    let told = asked(&format!("unique\nmoves: 1,2\nshape: cycle\n\n{}", board(6, 6)));
    assert_eq!(told["unique"], false);
}

#[test]
fn a_map_is_told() {
    let told = asked("read\n\n2 .|#\n- + \n. 1 E\n");
    assert_eq!(
        told,
        json!({
            "answer": "map", "rows": 2, "columns": 3, "holes": [[0, 2]],
            "walls": [[[0, 0], [1, 0]]], "start": null, "end": [1, 2], "numbers": [[1, 1], [0, 0]],
            "steps": [[1], [0, 4], [], [4], [1, 3, 5], [4]],
        })
    );
    let told = asked("read\nmoves: 1,2\n\n1 . 2\n. . .\n");
    assert_eq!(told["steps"], json!([[5], [], [3], [2], [], [0]]));
    assert_eq!((&told["start"], &told["end"]), (&json!([0, 0]), &json!([0, 2])));
}

#[test]
fn what_is_wrong_with_a_path_is_told() {
    let flaw = |head: &str, path: &str, map: &str| {
        asked(&format!("verify\n{head}path: {path}\n\n{map}"))["flaw"].clone()
    };
    let square = "1 .\n. .\n";
    assert_eq!(flaw("", "0,0 0,1 1,1 1,0", square), Value::Null);
    assert_eq!(flaw("shape: cycle\n", "0,0 0,1 1,1 1,0", square), Value::Null);
    assert_eq!(flaw("", "0,1 0,0 1,0 1,1", square), "it does not begin and end where it is to");
    assert_eq!(flaw("", "0,0 0,1 1,1", square), "1 cell is left out");
    assert_eq!(flaw("", "0,0 0,1", square), "2 cells are left out");
    assert_eq!(flaw("", "0,0 1,1 0,1 1,0", square), "there is no such step from row 1, column 1");
    assert_eq!(flaw("", "0,0 0,1 0,0", square), "row 1, column 1 is met again");
    assert_eq!(flaw("", "0,0 5,1", square), "it leads into a hole");
    assert_eq!(flaw("", "0,0 0,1 0,2", "S 2 1\n"), "2 is not met in its turn");
    let back = "it does not come back to where it began";
    assert_eq!(flaw("shape: cycle\n", "0,0 0,1 0,2", ". . .\n"), back);
}

#[test]
fn what_takes_too_much_or_is_ended_is_told() {
    let told = asked(&format!("find\nmost: 1000\n\n{}", board(20, 20)));
    assert_eq!((&told["answer"], &told["reason"]), (&"stopped".into(), &"memory".into()));
    let question = format!("find\nmoves: 1,2\n\n#{}", &board(100, 100)[1..]);
    let told = answer(&question, &mut |_| ControlFlow::Break(()));
    assert!(told.contains(r#""reason":"interrupted""#), "{told}");
}

#[test]
fn what_is_no_question_is_told_why() {
    for (head, why) in [
        ("sing", "`sing` is no question"),
        ("find\nquickly", "`quickly` says nothing"),
        ("find\nmost: much", "`most: much` says nothing"),
        ("find\nmoves: 0,0", "`moves: 0,0` says nothing"),
        ("find\nshape: round", "`shape: round` says nothing"),
        ("verify\npath: 0", "`path: 0` says nothing"),
        ("find\nshape: cycle", "the map has an end"),
    ] {
        let told = asked(&format!("{head}\n\nS.\n.E\n"));
        assert_eq!(told["answer"], "wrong", "{head}");
        assert!(told["why"].as_str().expect("text").contains(why), "{head}: {told}");
    }
    assert!(asked("find")["why"].as_str().expect("text").contains("no map follows"));
    let told = asked("read\n\n. .\n. x\n");
    assert_eq!((&told["line"], &told["column"]), (&json!(2), &json!(3)), "{told}");
    assert!(told["help"].as_str().expect("text").contains("`S`"), "{told}");
}

#[test]
fn a_puzzle_in_any_notation_is_written_as_our_files_are() {
    let card = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    for text in [card, "4WVE1", "1A9BF0C00", "13 10 7 11\n1 2 3 4\n5 6 8 9\n12 14 15 .\n"] {
        let told = asked(&format!("convert\n\n{text}"));
        assert_eq!(told["answer"], "puzzle", "{text}: {told}");
        let puzzle: crate::puzzle::Puzzle =
            told["text"].as_str().expect("a text").parse().expect("one of ours");
        assert_eq!(Ok(vec![puzzle]), crate::notation::read_any(text, None).map(|it| it.puzzles));
    }
    assert_eq!(asked("convert\n\nA B\nA")["answer"], "wrong");
}
