//! Boards as people type them, from memory, from a picture, from a web page: each is solved right,
//! or told in one sentence what to do.

use super::*;

/// The classic layout, a row each.
const CLASSIC: [&str; 5] = ["ACCB", "ACCB", "DEEF", "DGHF", "I..J"];

/// Each row written anew.
fn rows(board: &[&str], row: impl Fn(&str) -> String) -> String {
    board.iter().map(|line| row(line) + "\n").collect()
}

/// The cells of a row with something between them.
fn joined(row: &str, between: &str) -> String {
    row.chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join(between)
}

#[track_caller]
fn is_solved(arguments: &[&str], text: &str, summary: &str) {
    let ran = huarong(&[&["solve", "--quiet"], arguments].concat(), text);
    ran.begins(summary);
    assert!(
        ran.err.lines().all(|line| line.starts_with("note: ")),
        "{}",
        ran.err
    );
}

/// What the board is read as, row by row, with its goal; and the notes.
#[track_caller]
fn reading(text: &str) -> (String, String) {
    let ran = huarong(&["convert", "-"], text);
    assert_eq!(ran.status, 0, "{text}: {}", ran.err);
    (ran.out, ran.err.replace("note: `<stdin>`: ", ""))
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn unusual_cell_characters_are_read_with_a_note() {
    let plain = rows(&CLASSIC, str::to_owned);
    let (board, goal) = reading(&plain);
    let cells = |between: &str| rows(&CLASSIC, |row| joined(row, between));
    let empty = |mark: &str| plain.replace('.', mark);
    let framed = |rule: &str, side: &str| {
        format!(
            "{rule}\n{}{rule}\n",
            rows(&CLASSIC, |row| format!("{side}{row}{side}"))
        )
    };
    let table = [
        (empty(" "), "a space is an empty cell\n"),
        (cells(" ").replace('.', " "), "a space is an empty cell\n"),
        (empty("\u{3000}"), "a space is an empty cell\n"),
        (empty("_"), "`_` is an empty cell\n"),
        (empty("-"), "`-` is an empty cell\n"),
        (empty("·"), "`·` is an empty cell\n"),
        (empty("□"), "`□` is an empty cell\n"),
        (empty("．"), "`．` is an empty cell\n"),
        (empty("口"), "`口` is an empty cell\n"),
        (empty("空"), "`空` is an empty cell\n"),
        (empty("0"), "`0` is an empty cell\n"),
        (empty("o"), "`o` is an empty cell\n"),
        (cells(","), "`,` separates the cells\n"),
        (cells(", "), "`,` separates the cells\n"),
        (cells(",").replace('.', ""), "`,` separates the cells\n"),
        (cells(";"), "`;` separates the cells\n"),
        (cells("\t").replace('.', ""), "tabs separate the cells\n"),
        (
            rows(&CLASSIC, |row| format!("| {} |", joined(row, " | "))),
            "`|` separates the cells\n",
        ),
        (framed("+----+", "|"), "left out: borders\n"),
        (
            framed("+----+", "|").replace('.', " "),
            "a space is an empty cell\n",
        ),
        (framed("======", "|"), "left out: borders\n"),
        (
            format!(
                "┌────┐\n{}└────┘\n",
                rows(&CLASSIC, |row| format!("│{row}│"))
            ),
            "borders\n",
        ),
        (format!("```\n{plain}```\n"), "left out: code fences\n"),
        (
            rows(&CLASSIC, |row| format!("> {row}")),
            "left out: `>` at the start of each line\n",
        ),
        (format!("// from memory\n{plain}"), "left out: comments\n"),
        (format!("# from memory\n{plain}"), "left out: comments\n"),
        (
            rows(&CLASSIC, |row| format!("\"{row}\",")),
            "left out: quotation marks\n",
        ),
        (
            format!(
                "[{}]",
                rows(&CLASSIC, |row| format!("\"{row}\",")).trim_end()
            ),
            "brackets\n",
        ),
        (
            rows(&CLASSIC, |row| format!("[{}]", joined(row, "]["))),
            "left out: brackets\n",
        ),
        (rows(&CLASSIC, |row| format!("{row}\n")), ""),
        (
            format!("Board:\n{plain}"),
            "left out: the title of the board\n",
        ),
        (
            plain.trim_end().replace('\n', "\\n"),
            "`\\n` is read as `/`\n",
        ),
        (plain.trim_end().replace('\n', ","), ""),
    ];
    for (text, note) in table {
        let (read, notes) = reading(&text);
        assert_eq!(read, board, "{text}{notes}");
        assert!(
            notes.contains(note.trim_end()) && notes.ends_with(&goal),
            "{text}{notes}"
        );
    }
    for (said, text) in [
        ("exit: bottom", format!("exit: bottom\n{plain}")),
        ("goal: C bottom", format!("{plain}goal: C bottom\n")),
        ("目标: C 下", format!("{plain}目标: C 下\n")),
        ("exit: C=下", format!("exit: C=下\n{plain}")),
    ] {
        let (read, notes) = reading(&text);
        assert_eq!(read, board, "{text}{notes}");
        assert!(
            notes.contains(&format!("`{said}` is taken for the classic one")),
            "{notes}"
        );
    }
    let drawn = "....\n....\n....\n.CC.\n.CC.\n";
    for (text, note) in [
        (
            format!("{plain}\n{drawn}"),
            "the second board is the goal\n",
        ),
        (
            format!("{plain}\nGoal\n{drawn}"),
            "`Goal` is read as `goal:`\n",
        ),
        (
            format!("{plain}goal\n{drawn}"),
            "`goal` is read as `goal:`\n",
        ),
        (
            format!("{plain}\ngoals:\n{drawn}"),
            "`goals:` is read as `goal:`\n",
        ),
        (
            format!("{plain}\ngoal:\n{}", drawn.to_lowercase()),
            "`c` is read as `C`\n",
        ),
    ] {
        assert_eq!(reading(&text), (board.clone(), note.to_owned()), "{text}");
    }
}

#[test]
fn a_letter_is_an_empty_cell_if_otherwise_nothing_moves() {
    let text = "AA口口B\n口口口口口\ngoal:\n...AA\n.....\n";
    let (read, notes) = reading(text);
    assert_eq!(
        read.replace(' ', ""),
        "AA..B\n.....\n\ngoal:\n...AA\n.....\n"
    );
    assert_eq!(notes, "`口` is an empty cell\n");
    is_solved(&["-"], text, "2 moves (proven shortest)");
    // A notation that is asked for has one reading.
    let ran = huarong(&["solve", "--quiet", "--from", "huarong", "-"], text);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
}

/// Boards with `.` for empty cells, their headers and the part below them.
const SIGNED: [[&str; 3]; 5] = [
    ["", "ACCB\nACCB\nDEEF\nDGHF\nI..J\n", ""],
    [
        "",
        "2113\n2113\n4556\n4786\n9..A\n",
        "goal:\n....\n....\n....\n.11.\n.11.\n",
    ],
    [
        "pieces: axis\nexit: 1=right\n",
        "2344..\n23..5.\n211.5.\n77..5.\n......\n......\n",
        "",
    ],
    ["", "11..\n....\n22..\n", "goal:\n..11\n....\n....\n"],
    ["", "1 2 3\n4 . 6\n7 5 8\n", "goal:\n1 2 3\n4 5 6\n7 8 .\n"],
];

#[test]
fn every_empty_cell_character_works_with_headers_and_goals() {
    for [headers, board, goal] in SIGNED {
        for name in ["", "name: Tried\n"] {
            let (read, _) = reading(&format!("{name}{headers}\n{board}\n{goal}"));
            for sign in ["0", "o", "_", "-", "口", "□", "．"] {
                let empty = |text: &str| text.replace('.', sign);
                let board = empty(board);
                let mut goals = vec![goal.to_owned()];
                // Below the numbers of tiles, `0` and `_` must be empty.
                if !board.contains(' ') || !"0_".contains(sign) {
                    goals.push(empty(goal));
                }
                for goal in goals {
                    let text = format!("{name}{headers}\n{board}\n{goal}");
                    let (other, notes) = reading(&text);
                    // Where all tiles are drawn, the rest is empty, whatever its sign.
                    assert_eq!(other.replace('_', "."), read, "{text}{notes}");
                }
            }
        }
    }
}

#[test]
fn a_picture_file_is_refused_as_a_board() {
    let (_folder, path) = file("photo.png", b"\x89PNG\r\n\x1a\n0000");
    huarong(&["solve", &path], "").is_refused(&[
        "is a PNG picture",
        "type the board: one letter for each piece, `.` for empty",
    ]);
}
