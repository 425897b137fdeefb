//! `huarong design`: every puzzle of a frame, and the hardest of them.

use super::*;
use huarong::Metric;

#[test]
fn the_hardest_puzzles_of_a_frame_are_shown_and_solved_as_they_say() {
    let shown = huarong(&["design", "3x3"], "");
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    assert!(
        shown.out.starts_with("  1 piece       1 move "),
        "{}",
        shown.out
    );
    for (pieces, moves) in [(2, 2), (3, 5), (4, 10), (5, 14), (6, 22), (7, 18), (8, 13)] {
        let label = format!("{pieces} pieces     {moves:>2} moves");
        assert!(shown.out.contains(&label), "{label}: {}", shown.out);
    }
    assert!(
        shown.out.contains("frame: 3 wide, 3 high, 13,329 boards"),
        "{}",
        shown.out
    );

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hardest.txt").display().to_string();
    let stored = huarong(
        &["design", "3x3", "--top", "2", "--output", &path, "--quiet"],
        "",
    );
    assert_eq!((stored.status, stored.err.as_str()), (0, ""));
    assert!(checked_numbers(&written(&path), Metric::Move) > 8);
    huarong(&["design", "3x3", "-o", &path], "").is_refused(&["already exists"]);
}

#[test]
fn a_table_for_programs_holds_puzzles_that_can_be_read() {
    let arguments = [
        "design", "3x3", "--json", "--metric", "step", "--goal", "exit:3,2",
    ];
    let found = huarong(&arguments, "");
    let found: Value = serde_json::from_str(&found.out).expect("JSON");
    assert_eq!(
        (&found["outcome"], &found["rows"]),
        (&"complete".into(), &3.into())
    );
    let table = found["table"].as_array().expect("a table");
    let puzzle = table[3]["puzzle"].as_str().expect("a text");
    let solved = huarong(&["solve", "-", "--metric", "step", "--json"], puzzle);
    let solved: Value = serde_json::from_str(&solved.out).expect("JSON");
    assert_eq!(solved["length"], table[3]["moves"]);
}

#[test]
fn no_more_is_claimed_of_a_puzzle_than_is_proven() {
    let sources = |arguments: &[&str]| {
        let found = huarong(&[&["design", "--json", "--quiet"], arguments].concat(), "");
        let found: Value = serde_json::from_str(&found.out).expect("JSON");
        let table = found["table"].as_array().expect("a table").clone();
        let texts = table
            .iter()
            .map(|it| it["puzzle"].as_str().expect("a text").to_owned());
        let source = |text: String| {
            text.lines()
                .find(|it| it.starts_with("source:"))
                .map(str::to_owned)
        };
        texts.filter_map(source).collect::<Vec<_>>()
    };
    let whole = sources(&["3x3", "--pieces", "4", "--top", "20"]);
    assert_eq!(
        whole[0],
        "source: huarong design frame 3x3: no start of 4 pieces takes more"
    );
    assert_eq!(
        whole[14],
        "source: huarong design frame 3x3: nothing that can be reached takes more"
    );
    let some = sources(&["3x3", "--shapes", "1x1,1x2"]);
    assert!(
        some.iter().all(|it| it.contains(": no such start of ")),
        "{some:?}"
    );
    let stopped = sources(&["4x4", "--timeout", "3s"]);
    assert!(
        stopped
            .iter()
            .all(|it| it.ends_with(": nothing that can be reached takes more"))
    );
}

#[test]
fn a_run_that_is_kept_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run").display().to_string();
    let begun = huarong(
        &["design", "4x3", "--work-dir", &run, "--timeout", "0s"],
        "",
    );
    assert_eq!(begun.status, 3);
    assert!(begun.out.contains("stopped: "), "{}", begun.out);
    assert!(
        begun.err.contains("resume with: huarong design --resume "),
        "{}",
        begun.err
    );
    let again = huarong(&["design", "4x3", "--work-dir", &run], "");
    again.is_refused(&["already holds a run", "huarong design --resume"]);
    let ended = huarong(&["design", "--resume", &run, "--json"], "");
    let whole = huarong(&["design", "4x3", "--json"], "");
    let table = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["table"].clone();
    assert_eq!((ended.status, table(&ended.out)), (0, table(&whole.out)));
    let other = huarong(&["explore", "--resume", &run], "");
    other.is_refused(&["holds a run of `huarong design`"]);
    let none = folder.path().join("none").display().to_string();
    huarong(&["design", "--resume", &none], "").is_refused(&["no run that could be resumed"]);
}

#[test]
fn what_cannot_be_gone_through_is_told_with_what_would_do() {
    for (arguments, wanted) in [
        (&["design"][..], "--resume <DIR>"),
        (&["design", "abc"], "abc"),
        (
            &["design", "heng-dao-li-ma", "--walls", "1"],
            "unexpected argument '--walls'",
        ),
        (&["design", "1x1"], "nothing can move"),
        (
            &["design", "6x6"],
            "a frame may have 30 cells, and this one has 36",
        ),
        (
            &["design", "5x5"],
            "there are 3,117,469,335,485 boards of any pieces, too many to en",
        ),
        (
            &["design", "5x6"],
            "too many to enumerate\nhelp: give the `--shapes`",
        ),
        (&["design", "3x3", "--top", "0"], "--top"),
        (
            &["design", "3x3", "--goal", "exit:4,1"],
            "the exit cell 4,1 is outside",
        ),
        (&["design", "3x3", "--goal", "exit"], "exit:4,2/4,3"),
        (&["design", "3x3", "--shapes", "Q9"], "`Q9` is not a shape"),
        (&["design", "3x3", "--walls", "8"], "8 walls leave no room"),
        (
            &["design", "3x3", "--pieces", "5..3"],
            "did you mean `3..5`",
        ),
        (&["design", "6x6", "--search"], "a frame may have 30 cells"),
        (
            &["design", "search", "5x5", "--top", "2"],
            "unexpected argument '--top'",
        ),
        (
            &["design", "4x4", "--seed", "1"],
            "unexpected argument '--seed'",
        ),
        (
            &["design", "rush", "6x6", "--search"],
            "unexpected argument '--search'",
        ),
        (&["design", "rush"], "<WxH>"),
        (
            &["design", "rush", "5x8"],
            "has 3 to 7 rows and columns, and this one has 8",
        ),
        (
            &["design", "rush", "8x8"],
            "has 3 to 7 rows and columns, and this one has 8",
        ),
        (
            &["design", "rush", "5x5", "--shapes", "1x2"],
            "unexpected argument '--shapes'",
        ),
        (&["design", "unit"], "`unit` was removed"),
        (&["design", "unit", "5x5"], "`huarong help making`"),
        (&["design"], "Usage: huarong design "),
        (
            &["design", "fram", "5x5"],
            "a similar subcommand exists: 'frame'",
        ),
        (&["design", "cars", "5x5"], "unrecognized subcommand 'cars'"),
        (
            &["design", "3x3", "--resume", "run"],
            "unexpected argument '--resume'",
        ),
    ] {
        huarong(arguments, "").is_refused(&[wanted]);
    }
    let none = huarong(&["design", "3x3", "--shapes", "3x3"], "");
    assert_eq!(
        (none.status, none.out.lines().next()),
        (1, Some("no puzzle can be solved"))
    );
}

#[test]
fn rush_hour_boards_go_into_a_file_that_is_solved_as_it_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rush.txt").display().to_string();
    let shown = huarong(
        &["design", "rush", "5x5", "--output", &path, "--top", "1"],
        "",
    );
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    let lines: Vec<&str> = shown.out.lines().collect();
    assert_eq!(&lines[0][..3], "20 ");
    assert_eq!(lines[1], "and 1,729 more puzzles");
    assert_eq!(
        lines.last(),
        Some(&format!("1,730 puzzles written to {path}").as_str())
    );
    let counts = "rush 5x5: 268,109 boards without a full row or column, 130,299 components, \
                  62,106 solvable, 1,730 minimal, ";
    assert!(lines[3].starts_with(counts), "{}", shown.out);
    // The lines say how many slides and boards there are.
    assert_eq!(checked_numbers(&written(&path), Metric::Slide), 2 * 1_730);
}

#[test]
fn a_rectangle_of_rush_hour_is_solved_as_it_says() {
    for (size, hardest) in [
        ("5x4", "09 BBBoH/AAooH/GCCDD/GEEFF 54"),
        ("4x5", "08 EBBB/EoFG/"),
    ] {
        let shown = huarong(&["design", "rush", size, "--top", "1"], "");
        let line = shown.out.lines().next().expect("a puzzle");
        assert!(line.starts_with(hardest), "{size}: {line}");
        assert_eq!(checked_numbers(line, Metric::Slide), 2);
        let written = huarong(&["convert", "-", "--to", "rush"], line).out;
        assert!(line.contains(written.trim()), "{written}");
        assert_eq!(
            huarong(&["solve", written.trim(), "--quiet"], "").status,
            0,
            "{written}"
        );
    }
    let small = huarong(&["design", "rush", "4x3", "--top", "1"], "").out;
    let line = small.lines().next().expect("a puzzle");
    assert_eq!(
        huarong(&["solve", "-", "--quiet"], line).status,
        0,
        "{line}"
    );
}

#[test]
fn a_run_through_rush_hour_that_is_kept_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run").display().to_string();
    let begun = huarong(
        &[
            "design",
            "rush",
            "5x5",
            "--work-dir",
            &run,
            "--timeout",
            "0s",
        ],
        "",
    );
    assert_eq!(begun.status, 3);
    assert!(
        begun.err.contains("resume with: huarong design --resume "),
        "{}",
        begun.err
    );
    let ended = huarong(&["design", "--resume", &run, "--json"], "");
    let found: Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(
        (&found["boards"], &found["minimal"]),
        (&268_109.into(), &1_730.into())
    );
}

#[test]
fn the_pieces_of_a_puzzle_are_tried_with_every_goal() {
    let puzzle = "A . .\nB B .\n\ngoal:\n. . A\n. . .\n";
    let shown = huarong(&["design", "-"], puzzle);
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    let wanted = "\
A: moves, by the place of its first cell
    2    3    2
    2    3    2

3 moves to row 1, column 2:
B B .
. A .

B: moves";
    assert!(shown.out.starts_with(wanted), "{}", shown.out);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.txt").display().to_string();
    let stored = huarong(
        &["design", "-", "--metric", "step", "--quiet", "-o", &path],
        puzzle,
    );
    assert_eq!(stored.status, 0, "{}", stored.err);
    // Six places of A, and four of B.
    assert_eq!(checked_numbers(&written(&path), Metric::Step), 10);
}

#[test]
fn pieces_that_differ_in_the_gates_they_may_enter_have_each_a_table() {
    let puzzle = "gate: + = B\n\n+BA\n.+#\n\ngoal:\n..A\n.B#\n";
    let shown = huarong(&["design", "-", "--metric", "step"], puzzle);
    let wanted = "\
B: steps, by the place of its first cell
    2    3    2
    2    2    .
";
    assert!(shown.out.starts_with(wanted), "{}", shown.out);
    let other = "\nA: steps, by the place of its first cell\n    .    2    1\n    0    .    .\n";
    assert!(shown.out.contains(other), "{}", shown.out);
    let told = huarong(&["design", "-", "--metric", "step", "--json"], puzzle).object();
    assert_eq!(told["outcome"], "complete");
    let table = told["table"].as_array().expect("a table");
    // One of them has no hardest start without B on a gate.
    let undrawn: Vec<_> = table.iter().filter(|it| it["text"].is_null()).collect();
    assert_eq!((table.len(), undrawn.len()), (8, 1), "{undrawn:?}");
    assert_eq!(
        (&undrawn[0]["piece"], &undrawn[0]["moves"]),
        (&"B".into(), &2.into())
    );
}

#[test]
fn a_search_shows_what_is_harder_and_harder_and_the_same_seed_finds_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("best.txt").display().to_string();
    let search = [
        "design",
        "4x4",
        "--search",
        "--walls",
        "1",
        "--seed",
        "3",
        "--timeout",
        "2s",
    ];
    let shown = huarong(&[&search[..], &["--output", &path]].concat(), "");
    assert_eq!(shown.status, 3);
    assert!(
        shown.err.contains("there may be harder ones"),
        "{}",
        shown.err
    );
    let goal = "goal: X covers the last cell\n. . . .\n. . . .\n. . . .\n. . . X\n\n";
    assert!(shown.out.starts_with(goal), "{}", shown.out);
    let lengths = |text: &str| -> Vec<u32> {
        let moves = text
            .lines()
            .filter_map(|line| line.split_once(" move")?.0.parse().ok());
        moves.collect()
    };
    let found = lengths(&shown.out);
    assert!(
        found.len() > 2 && found.is_sorted_by(|one, other| one < other),
        "{}",
        shown.out
    );
    let again = lengths(&huarong(&search, "").out);
    let both = found.len().min(again.len());
    assert_eq!(found[..both], again[..both]);
    assert!(checked_numbers(&written(&path), Metric::Move) > 0);
}

#[test]
fn a_run_of_another_command_is_not_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run").display().to_string();
    let explore = ["explore", "-", "--engine", "layered", "--work-dir", &run];
    assert_eq!(huarong(&explore, SMALL).status, 0);
    let message =
        "holds a run of `huarong solve` or `huarong explore`, which this command does not";
    huarong(&["design", "--resume", &run], "").is_refused(&[message]);
}

#[test]
fn a_puzzle_without_pieces_is_refused() {
    for pieces in ["0", "..0"] {
        huarong(&["design", "frame", "3x2", "--pieces", pieces], "")
            .is_refused(&["a puzzle has at least one piece", "`--pieces 8`"]);
    }
}

#[test]
fn rush_hour_by_steps_is_stored_with_its_steps() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("steps.txt").display().to_string();
    let arguments = [
        "design", "rush", "4x4", "--metric", "step", "--output", &path,
    ];
    assert_eq!(huarong(&arguments, "").status, 0);
    // Each says its steps and its positions.
    assert_eq!(checked_numbers(&written(&path), Metric::Step), 2 * 32);
}

#[test]
fn a_name_of_one_piece_and_one_move_has_no_plural() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hardest.txt").display().to_string();
    huarong(
        &[
            "design", "frame", "3x3", "--pieces", "1..2", "--output", &path,
        ],
        "",
    );
    let text = written(&path);
    assert!(text.contains("name: 3x3, 1 piece, 1 move\n"), "{text}");
    assert!(text.contains("name: 3x3, 2 pieces, 2 moves\n"), "{text}");
}
