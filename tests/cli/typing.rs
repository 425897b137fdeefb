//! Boards as people type them, from memory, from a picture, from a web page: each is solved right, or
//! told in one sentence what to do.

use super::huarong;

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
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}

#[track_caller]
fn is_solved(arguments: &[&str], text: &str, summary: &str) {
    let ran = huarong(&[&["solve", "--quiet"], arguments].concat(), text);
    assert!(ran.out.starts_with(summary), "{arguments:?} {text:?}: {} {}", ran.out, ran.err);
    assert!(ran.err.lines().count() <= 1, "{}", ran.err);
}

#[track_caller]
fn is_told(arguments: &[&str], text: &str, help: &str) {
    let ran = huarong(&[&["solve", "--quiet"], arguments].concat(), text);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?} {text:?}: {}", ran.err);
    assert!(ran.err.contains(help), "{arguments:?} {text:?}: {}", ran.err);
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
        "HAAIHAAIJBBKJNOKP@@Q\n".to_owned(),
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
    is_solved(&["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "--metric", "slide"], "", "60 slides");
    for tiles in ["1 2 3\n4 0 6\n7 5 8\n", "1 2 3\n4 . 6\n7 5 8\n", "123\n4.6\n758\n"] {
        is_solved(&["-"], tiles, "2 moves (proven shortest)");
    }
    is_solved(&["1 2 3/4 _ 6/7 5 8"], "", "2 moves (proven shortest)");
    is_solved(&["-"], "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n", "1 move (proven shortest)");
}

#[test]
fn what_cannot_be_meant_is_told_with_what_to_do() {
    let plain = rows(&CLASSIC, str::to_owned);
    for empty in ["0", "o", "O", "口"] {
        is_told(&["-"], &plain.replace('.', empty), "write `.` where nothing stands");
    }
    for empty in ["_", "-", "·", "．"] {
        is_told(&["-"], &plain.replace('.', empty), "`.` (empty)");
    }
    let table = [
        (plain.replace('.', " "), "`.` is an empty cell"),
        (rows(&CLASSIC, |row| joined(row, ",")), "side by side, or with spaces between them"),
        (rows(&CLASSIC, |row| format!("|{}|", joined(row, "|"))), "or with spaces between them"),
        ("1,2,3\n4,0,6\n7,5,8\n".to_owned(), "or with spaces between them"),
        ("[[1,2,3],[4,0,6],[7,5,8]]\n".to_owned(), "or with spaces between them"),
        ("123456780\n".to_owned(), "write numbered tiles in rows: `1 2 3/4 5 6/7 8 .`"),
        ("12345\n".to_owned(), "below a line `goal:`"),
        ("green\n".to_owned(), "below a line `goal:`"),
        (format!("{plain}\nGoal\n....\n....\n....\n.CC.\n.CC.\n"), "did you mean `goal:`?"),
        (format!("{plain}goal\n....\n....\n....\n.CC.\n.CC.\n"), "did you mean `goal:`?"),
        (format!("```\n{plain}```\n"), "draws nothing"),
        (rows(&CLASSIC, |row| format!("> {row}")), "`>` draws nothing"),
        (format!("{plain}\n....\n....\n....\n.CC.\n.CC.\n"), "begins with a line `goal:`"),
        (format!("{plain}\ngoals:\n.CC.\n"), "did you mean `goal`?"),
        (format!("{plain}goal: exit\n"), "draw the goal in the lines below it"),
        (format!("{plain}\n{plain}"), "a puzzle with `===`"),
        ("ACCB\nACC\nDEEF\n".to_owned(), "draw all rows equally long"),
        ("ACCB\nACCB\nDEEF\nDGHF\nA..J\n".to_owned(), "its own letter"),
        (rows(&RUSH, str::to_owned).replace('X', "Q"), "or write `exit: X=right`"),
        ("🟥🟥⬜\n🟦⬜⬜\n".to_owned(), "a cell is a letter or digit"),
        (String::new(), "draw a frame, then a line `goal:`"),
    ];
    for (text, help) in table {
        is_told(&["-"], &text, help);
    }
    for (word, help) in [
        ("hengdaolima", "did you mean `heng-dao-li-ma`?"),
        ("heng-dao-li-ma.txt", "did you mean `heng-dao-li-ma`"),
        ("https://www.fayaa.com/youxi/hrd/1/", "save the page"),
        ("ACCB\\nACCB\\nDEEF\\nDGHF\\nI..J", "separate the rows by slashes"),
        ("[1,2,3,4,0,6,7,5,8]", "write numbered tiles in rows"),
        ("123456780", "write numbered tiles in rows"),
        ("876543210", "write numbered tiles in rows"),
        ("12345", "`--from shortcode`"),
        ("13,10,7,11,0,1,2,3,4,5,6,8,9,12,14,15", "write numbered tiles in rows"),
    ] {
        is_told(&[word], "", help);
    }
}
