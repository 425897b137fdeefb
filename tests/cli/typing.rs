//! Boards as people type them, from memory, from a picture, from a web page: each is solved right,
//! or told in one sentence what to do.

use super::*;

/// The classic layout, a row each.
const CLASSIC: [&str; 5] = ["ACCB", "ACCB", "DEEF", "DGHF", "I..J"];

/// A Rush Hour board, a row each.
const RUSH: [&str; 6] = ["..AAAB", "..C..B", "XXC..B", "D..EEE", "D..F..", "GG.F.."];

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
    assert!(
        ran.out.starts_with(summary),
        "{arguments:?} {text:?}: {} {}",
        ran.out,
        ran.err
    );
    assert!(
        ran.err.lines().all(|line| line.starts_with("note: ")),
        "{}",
        ran.err
    );
}

#[track_caller]
fn is_told(arguments: &[&str], text: &str, help: &str) {
    let ran = huarong(&[&["solve", "--quiet"], arguments].concat(), text);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (2, ""),
        "{arguments:?} {text:?}: {}",
        ran.err
    );
    assert!(
        ran.err.contains(help),
        "{arguments:?} {text:?}: {}",
        ran.err
    );
}

#[test]
fn the_classic_layout_however_it_is_typed() {
    let plain = rows(&CLASSIC, str::to_owned);
    let fallen = plain.trim_end().to_owned();
    let texts = [
        plain.clone(),
        fallen,
        plain.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        rows(&CLASSIC, |row| joined(row, " ")),
        rows(&CLASSIC, |row| joined(row, "\t")),
        rows(&CLASSIC, |row| joined(row, "\u{3000}")),
        rows(&CLASSIC, |row| format!("    {row}  ")),
        plain.to_lowercase(),
        plain.replace('C', "X"),
        format!("\n\n{plain}\n\n"),
        format!("; from memory\n{plain}; the exit is below\n"),
        format!("name: From a picture\n\n{plain}"),
        "1 2 2 3\n1 2 2 3\n4 5 5 6\n4 7 8 6\n9 0 0 10\n".to_owned(),
        "1 2 2 3\n1 2 2 3\n4 5 5 6\n4 7 8 6\n9 _ _ 10\n".to_owned(),
        "1223\n1223\n4556\n4786\n9..0\n".to_owned(),
        "张曹曹赵\n张曹曹赵\n马关关黄\n马卒兵黄\n勇..士\n".to_owned(),
        format!("{plain}\ngoal:\n....\n....\n....\n.CC.\n.CC.\n"),
        format!("{plain}\nGOAL:\n....\n....\n....\n.CC.\n.CC.\n"),
        "4WVE1\n".to_owned(),
    ];
    for text in texts {
        is_solved(&["-"], &text, "81 moves (proven shortest)");
    }
    let words = [
        "ACCB/ACCB/DEEF/DGHF/I..J",
        "ACCBACCBDEEFDGHFI..J",
        "ACCB ACCB DEEF DGHF I..J",
        "ACCB\nACCB\nDEEF\nDGHF\nI..J",
        "1A9BF0C00",
        "1a9bf0c00",
        "4WVE1",
        "4wve1",
        "heng-dao-li-ma",
        "HENG DAO LI MA",
        "Héng Dāo Lì Mǎ",
        "横刀立马",
        "橫刀立馬",
        "heng-dao-li-ma#1",
        "《横刀立马》",
        "\"heng-dao-li-ma\"",
        " heng-dao-li-ma ",
        "klotski/heng-dao-li-ma",
    ];
    for word in words {
        is_solved(&[word], "", "81 moves (proven shortest)");
    }
}

#[test]
fn cars_and_tiles_however_they_are_typed() {
    let plain = rows(&RUSH, str::to_owned);
    for text in [
        plain.clone(),
        plain.replace('X', "R"),
        plain.replace('X', "r"),
        plain.replace('.', "o"),
        rows(&RUSH, |row| joined(row, " ")),
        format!("exit: X=right\npieces: axis\n\n{plain}"),
    ] {
        is_solved(&["-"], &text, "4 moves (proven shortest)");
    }
    is_solved(
        &["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "--metric", "slide"],
        "",
        "60 slides",
    );
    for tiles in [
        "1 2 3\n4 0 6\n7 5 8\n",
        "1 2 3\n4 . 6\n7 5 8\n",
        "123\n4.6\n758\n",
    ] {
        is_solved(&["-"], tiles, "2 moves (proven shortest)");
    }
    is_solved(&["1 2 3/4 _ 6/7 5 8"], "", "2 moves (proven shortest)");
    is_solved(
        &["-"],
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n",
        "1 move (proven shortest)",
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
fn other_signs_are_read_and_reported() {
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
fn a_letter_draws_the_empty_cells_if_no_piece_could_move_otherwise() {
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
fn every_sign_of_an_empty_cell_is_read_below_headers_and_above_a_goal() {
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
                    assert_eq!(other, read, "{text}{notes}");
                }
            }
        }
    }
}

#[test]
fn zeros_among_digits_are_empty_cells_and_a_note_says_so() {
    for (text, metric, summary) in [
        (
            "2113\n2113\n4556\n4786\n9000\n\ngoal:\n....\n....\n....\n.11.\n.11.\n",
            "move",
            "34 moves (proven shortest)",
        ),
        (
            "1100\n0000\n2200\n\ngoal:\n..11\n....\n....\n",
            "move",
            "1 move (proven shortest)",
        ),
        (
            "1100\n0000\n2200\n\n0011\n0000\n0000\n",
            "move",
            "1 move (proven shortest)",
        ),
        (
            "pieces: axis\nexit: 1=right\n\n234400\n230050\n211050\n770050\n000000\n000000\n",
            "slide",
            "2 slides (proven shortest)",
        ),
    ] {
        let ran = huarong(&["solve", "--quiet", "--metric", metric, "-"], text);
        assert!(ran.out.starts_with(summary), "{text}{}{}", ran.out, ran.err);
        assert!(ran.err.contains("`0` is an empty cell\n"), "{}", ran.err);
    }
    let sign = "2 4 3\n7 1 6\n5 8 X\n";
    is_solved(&["-"], sign, "10 moves (proven shortest)");
    is_solved(
        &["-"],
        &sign.replace('X', "b"),
        "10 moves (proven shortest)",
    );
    is_solved(
        &["-"],
        &format!("{sign}\n1 2 3\n4 5 6\n7 8 X\n"),
        "10 moves (proven shortest)",
    );
    is_solved(
        &[
            "[[3,4,4,4,0],[3,1,1,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]",
            "--goal",
            "...../...11/...../...../.....",
        ],
        "",
        "1 move (proven shortest)",
    );
    let two = "1100\n0000\n2200\n\ngoal:\n..11\n....\n....\n===\n1 2 3\n4 0 6\n7 5 8\n";
    let ran = huarong(&["solve", "--quiet", "-"], two);
    assert!(
        ran.out.contains("-#1: 1 move (") && ran.out.contains("-#2: 2 moves ("),
        "{}",
        ran.out
    );
}

#[test]
fn two_lines_of_tiles_are_the_start_and_the_goal_of_a_square() {
    for text in [
        "283104765\n\n123804765\n",
        "283104765\ngoal:\n123804765\n",
        "name: Textbook\n283104765\n\ngoal:\n123804765\n",
        "283104765 123804765\n",
        "283104765 -> 123804765\n",
        "2 8 3 1 0 4 7 6 5\n\n1 2 3 8 0 4 7 6 5\n",
        "2,8,3,1,0,4,7,6,5\n\n1,2,3,8,0,4,7,6,5\n",
    ] {
        is_solved(&["-"], text, "4 moves (proven shortest)");
        let ran = huarong(&["solve", "--quiet", "-"], text);
        assert!(
            ran.err.contains("taken for 3 rows of 3 tiles"),
            "{text}{}",
            ran.err
        );
    }
    is_solved(&["283104765 123804765"], "", "4 moves (proven shortest)");
    is_solved(
        &["2 8 3/1 0 4/7 6 5//1 2 3/8 0 4/7 6 5"],
        "",
        "4 moves (proven shortest)",
    );
    is_solved(&["-"], "1320\n\n0123\n", "2 moves (proven shortest)");
    is_solved(&["-"], "412503\n\n123450\n", "5 moves (proven shortest)");
    is_solved(
        &["-"],
        "name: Textbook\n123406758\n",
        "2 moves (proven shortest)",
    );
    is_solved(
        &["-"],
        "goal: blank-first\n\n102345678\n",
        "1 move (proven shortest)",
    );
    is_solved(&["-"], "123456789abcde0f\n", "1 move (proven shortest)");
    is_solved(
        &["-"],
        "123456789ABCDE0F\n\n123456789ABCDEF0\n",
        "1 move (proven shortest)",
    );
    // A drawn row with a `.` is a row.
    is_solved(&["-"], "12.3\n\ngoal:\n1.23\n", "1 move (proven shortest)");
}

#[test]
fn a_goal_that_was_assumed_and_that_parity_forbids_is_told_with_one_that_is_possible() {
    for (board, advice) in [
        (
            "283104765",
            "; possible is another usual goal: `--goal '1 2 3/8 . 4/7 6 5'`; `--goal BOARD`",
        ),
        (
            "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15",
            "; possible with the empty cell first: write `goal: blank-first` above the board; \
             `--goal BOARD` sets any goal",
        ),
        (
            "1 2/4 3/5 .",
            "which is impossible; `--goal BOARD` sets any goal",
        ),
    ] {
        let ran = huarong(&["solve", "--quiet", board], "");
        assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
        let assumed = "no goal is given; taken for tiles to be put in order, the empty cell last, \
                       which is impossible";
        assert!(
            ran.err.contains(assumed) && ran.err.contains(advice),
            "{}",
            ran.err
        );
        assert!(
            ran.out
                .starts_with("impossible with the assumed goal: each step "),
            "{}",
            ran.out
        );
    }
    let ran = huarong(
        &["solve", "--quiet", "-"],
        "1 2 3\n4 5 6\n8 7 .\n\ngoal: blank-last\n",
    );
    assert!(ran.status == 1 && ran.out.starts_with("impossible: ") && ran.err.is_empty());
}

#[test]
fn a_board_that_lacks_only_a_goal_is_told_so() {
    for text in [
        "AAB\nAAB\nI.I\n",
        "AAB\nAAB\n0C0\n",
        "AAB\nAAB\nC_D\n",
        "AAB\nAAB\nC D\n",
    ] {
        is_told(
            &["-"],
            text,
            "below a line `goal:`, draw how the frame should end up",
        );
    }
    is_told(&["-"], "AAB\nAAB\nI.A\n", "its own letter");
    is_told(&["-"], "A+B\n...\n", "`+` is not a cell");
    is_told(
        &["-"],
        "exit: 5,2-3\n\nA.B\n",
        "`exit:` does not understand `5,2-3`",
    );
}

#[test]
fn rows_without_quotation_marks_are_told_to_be_quoted() {
    let rows = ["solve", "ABBC", "ABBC", "DEEF", "DGHF", "I..J"];
    huarong(&rows, "").is_refused(&["several arguments", "`'ABBC/ABBC/DEEF/DGHF/I..J'`"]);
    let tiles = ["rate", "2", "8", "3", "1", "0", "4", "7", "6", "5"];
    huarong(&tiles, "").is_refused(&["quote the rows: `'2 8 3 1 0 4 7 6 5'`"]);
}

#[test]
fn pieces_of_one_cell_may_share_a_letter() {
    let names = "张曹曹赵\n张曹曹赵\n马关关黄\n马卒卒黄\n卒口口卒\n";
    is_solved(&["-"], names, "81 moves (proven shortest)");
    is_solved(
        &["-"],
        "ACCB\nACCB\nDEEF\nDGHF\nI..I\n",
        "81 moves (proven shortest)",
    );
    is_told(&["-"], "ACCB\nACCB\nDEEF\nDIIF\nI..I\n", "its own letter");
}

#[test]
fn numbers_in_one_line_or_a_list_are_tiles() {
    for tiles in [
        "123406758",
        "[[1,2,3],[4,0,6],[7,5,8]]",
        "[1,2,3,4,0,6,7,5,8]",
        "1,2,3\n4,0,6\n7,5,8",
    ] {
        is_solved(&[tiles], "", "2 moves (proven shortest)");
        is_solved(&["-"], tiles, "2 moves (proven shortest)");
    }
}

#[test]
fn a_board_that_could_mean_two_things_is_refused() {
    for text in [
        // In our format, this stands above the board, and means the whole side.
        "ACCB\nACCB\nDEEF\nDGHF\nI..J\nexit: C=down\n",
        // Spaces mean nothing beside `.`.
        "A . . .\nB . .\n\ngoal:\n. . . A\n. . . .\n",
        // No space is written that could be an empty cell.
        "ACCB\nACCB\nDEEF\nDGHF\nIJ\n",
        // The second board has a piece that the first lacks, or is the first one again.
        "AAB\n...\n\n...\n.ZZ\n",
        "ACCB\nACCB\nDEEF\nDGHF\nI..J\n\nACCB\nACCB\nDEEF\nDGHF\nI..J\n",
        // One space before each row may be a column of empty cells.
        " A B\n C D\n E  \n",
        "goal:\n..\n",
    ] {
        let ran = huarong(&["solve", "-"], text);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{text}{}", ran.err);
    }
}

#[test]
fn a_picture_is_no_board() {
    let (_folder, path) = file("photo.png", b"\x89PNG\r\n\x1a\n0000");
    huarong(&["solve", &path], "").is_refused(&[
        "is a PNG picture",
        "type the board: one letter for each piece, `.` for empty",
    ]);
}

#[test]
fn what_cannot_be_meant_is_told_with_what_to_do() {
    let plain = rows(&CLASSIC, str::to_owned);
    let table = [
        ("12345\n".to_owned(), "below a line `goal:`"),
        ("green\n".to_owned(), "below a line `goal:`"),
        (
            format!("{plain}goal: exit\n"),
            "draw the goal in the lines below it",
        ),
        (format!("{plain}\n{plain}"), "a puzzle with `===`"),
        ("ACCB\nACC\nDEEF\n".to_owned(), "draw all rows equally long"),
        (
            "ACCB\nACCB\nDEEF\nDGHF\nA..J\n".to_owned(),
            "its own letter",
        ),
        (
            rows(&RUSH, str::to_owned).replace('X', "Q"),
            "`exit: A=right`",
        ),
        ("🟥🟥⬜\n🟦⬜⬜\n".to_owned(), "a cell is a letter or digit"),
        (String::new(), "draw a frame, and below a line `goal:`"),
    ];
    for (text, help) in table {
        is_told(&["-"], &text, help);
    }
    for (word, help) in [
        ("hengdaolima", "did you mean `heng-dao-li-ma`?"),
        ("heng-dao-li-ma.txt", "did you mean `heng-dao-li-ma`"),
        ("https://www.fayaa.com/youxi/hrd/1/", "save the page"),
        ("ABC/DE./FGH", "the puzzle has no goal"),
        ("12345", "`--from shortcode`"),
        (
            "13,10,7,11,0,1,2,3,4,5,6,8,9,12,14,14",
            "write numbered tiles in rows",
        ),
        (
            "ooBBBo/ooCooD/QQCooD/ooCEED/oooooo/oooooo",
            "`exit: A=right`",
        ),
    ] {
        is_told(&[word], "", help);
    }
}

#[test]
fn a_link_of_the_site_is_the_puzzle_that_it_holds() {
    let packed = "c3TU43LS0-PiSs9PzLHi0nN05NLT0-MCAA";
    let page = "https://example.org/index.html";
    let taken = "note: using the puzzle of the address";
    for (link, note) in [
        (format!("{page}#draw={packed}"), taken.to_owned()),
        (format!("#puzzle={packed}"), taken.to_owned()),
        (
            format!("{page}#puzzle={packed}&at=0.0,1.1"),
            format!("{taken}, from its start; the position is ignored"),
        ),
    ] {
        for (argument, input) in [(link.as_str(), ""), ("-", link.as_str())] {
            let ran = huarong(&["solve", argument], input);
            assert_eq!(
                (ran.status, ran.err.trim_end()),
                (0, note.as_str()),
                "{link}"
            );
            assert!(
                ran.out.contains("1 move (proven shortest)"),
                "{link}: {}",
                ran.out
            );
        }
    }
    is_told(&[&format!("{page}#draw=abc")], "", "copy all of it again");
    is_told(&["-"], "https://example.org/klotski\n", "save the page");
}

#[test]
fn a_row_of_another_length_is_no_empty_cell() {
    for (board, message) in [
        ("1 2 3/4 5 6/7 8", ":3:1"),
        ("1 2 3/4 5 6/7 8 9", "error: "),
        ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15", ":4:1"),
        ("A B/C D/E", ":3:1"),
        ("A B C/D E/F G H", ":2:1"),
        ("ACCB/ACCB/DEEF/DGHF/I..", ":5:1"),
        ("accb/accb/deef/dghf/i..", ":5:1"),
        ("123/456/78", ":3:1"),
        ("AB/CD/E", ":3:1"),
    ] {
        is_told(&[board], "", message);
        is_told(&["-"], &board.replace('/', "\n"), message);
    }
    // A space that is wider than the others is one.
    is_solved(&["-"], "1 2 3\n4   6\n7 5 8\n", "2 moves");
    is_solved(&["-"], "123\n4 6\n758\n", "2 moves");
}

#[test]
fn a_board_with_slashes_is_read_as_its_rows_are() {
    is_solved(&["AB/../goal:/../AB"], "", "2 moves");
    is_solved(&["ACCB/ACCB/DEEF/DGHF/I--J"], "", "81 moves");
    for name in ["no/such/file", "no/such/file.txt", "A/B/C.txt", "src/AB/CD"] {
        is_told(&[name], "", "no file or puzzle is called");
    }
}
