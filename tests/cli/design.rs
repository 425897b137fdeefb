//! `huarong design`: every puzzle of a frame, and the hardest of them.

use super::*;
use huarong::Metric;

#[test]
fn the_hardest_puzzles_of_a_frame_have_their_stated_lengths() {
    let shown = huarong(&["design", "3x3"], "");
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    shown.begins("  1 piece       1 move ");
    for (pieces, moves) in [(2, 2), (3, 5), (4, 10), (5, 14), (6, 22), (7, 18), (8, 13)] {
        let label = format!("{pieces} pieces     {moves:>2} moves");
        shown.shows(&label);
    }
    shown.shows("frame: 3 wide, 3 high, 13,329 boards");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hardest.txt").display().to_string();
    let stored = run(&format!("design 3x3 --top 2 --output {path} --quiet"));
    assert_eq!((stored.status, stored.err.as_str()), (0, ""));
    assert!(checked_numbers(&written(&path), Metric::Move) > 8);
    huarong(&["design", "3x3", "-o", &path], "").is_refused(&["already exists"]);
}

#[test]
fn the_json_table_contains_readable_puzzles() {
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
fn the_source_line_claims_only_what_is_proven() {
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
    let stopped = sources(&["4x4", "--timeout", "1s"]);
    assert!(
        stopped
            .iter()
            .all(|it| it.ends_with(": nothing that can be reached takes more"))
    );
}

#[test]
fn a_frame_survey_with_a_work_directory_can_be_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run").display().to_string();
    let begun = fed(&format!("design 3x3 --work-dir {run} --timeout 0s"), "");
    assert_eq!(begun.status, 3);
    begun.shows("stopped: ");
    begun.warns("resume with: huarong design --resume ");
    let again = huarong(&["design", "3x3", "--work-dir", &run], "");
    again.is_refused(&["already holds a run", "huarong design --resume"]);
    let ended = huarong(&["design", "--resume", &run, "--json"], "");
    let whole = huarong(&["design", "3x3", "--json"], "");
    let table = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["table"].clone();
    assert_eq!((ended.status, table(&ended.out)), (0, table(&whole.out)));
    let other = huarong(&["explore", "--resume", &run], "");
    other.is_refused(&["holds a run of `huarong design`"]);
    let none = folder.path().join("none").display().to_string();
    huarong(&["design", "--resume", &none], "").is_refused(&["no run that could be resumed"]);
}

#[test]
fn saved_rush_hour_boards_have_their_stated_lengths() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rush.txt").display().to_string();
    let shown = run(&format!("design rush 4x5 --output {path} --top 1"));
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    let lines: Vec<&str> = shown.out.lines().collect();
    assert_eq!(&lines[0][..3], "08 ");
    assert_eq!(lines[1], "and 144 more puzzles");
    assert_eq!(
        lines.last(),
        Some(&format!("145 puzzles written to {path}").as_str())
    );
    let counts = "rush 4x5: 14,334 boards without a full row or column, 8,594 components, \
                  5,025 solvable, 145 minimal, ";
    assert!(lines[3].starts_with(counts), "{}", shown.out);
    // The lines say how many slides and boards there are.
    assert_eq!(checked_numbers(&written(&path), Metric::Slide), 2 * 145);
}

#[test]
fn rectangular_rush_hour_boards_have_their_stated_lengths() {
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
fn a_rush_hour_survey_with_a_work_directory_can_be_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run").display().to_string();
    let begun = fed(
        &format!("design rush 4x5 --work-dir {run} --timeout 0s"),
        "",
    );
    assert_eq!(begun.status, 3);
    begun.warns("resume with: huarong design --resume ");
    let ended = huarong(&["design", "--resume", &run, "--json"], "");
    let found: Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(
        (&found["boards"], &found["minimal"]),
        (&14_334.into(), &145.into())
    );
}

#[test]
fn design_pieces_tries_every_goal_cell_of_each_piece() {
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
    shown.begins(wanted);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.txt").display().to_string();
    let stored = fed(&format!("design - --metric step --quiet -o {path}"), puzzle);
    assert_eq!(stored.status, 0, "{}", stored.err);
    // Six places of A, and four of B.
    assert_eq!(checked_numbers(&written(&path), Metric::Step), 10);
}

#[test]
fn pieces_with_different_gates_have_separate_tables() {
    let puzzle = "gate: + = B\n\n+BA\n.+#\n\ngoal:\n..A\n.B#\n";
    let shown = huarong(&["design", "-", "--metric", "step"], puzzle);
    let wanted = "\
B: steps, by the place of its first cell
    2    3    2
    2    2    .
";
    shown.begins(wanted);
    let other = "\nA: steps, by the place of its first cell\n    .    2    1\n    0    .    .\n";
    shown.shows(other);
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
fn a_design_search_prints_improvements_and_the_seed_reproduces_them() {
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
    shown.warns("there may be harder ones");
    let goal = "goal: X covers the last cell\n. . . .\n. . . .\n. . . .\n. . . X\n\n";
    shown.begins(goal);
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
fn rush_hour_boards_found_by_steps_store_the_number_of_steps() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("steps.txt").display().to_string();
    let arguments = [
        "design", "rush", "4x4", "--metric", "step", "--output", &path,
    ];
    assert_eq!(huarong(&arguments, "").status, 0);
    // Each says its steps and its positions.
    assert_eq!(checked_numbers(&written(&path), Metric::Step), 2 * 32);
}
