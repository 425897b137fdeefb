//! Games that are left, and gone on with.

use std::fs;
use std::path::{Path, PathBuf};

use super::terminal::Terminal;
use super::{CLASSIC, DOWN, classic, data, keys_of_a_solution};

/// The games that are kept.
fn kept(data: &Path) -> Vec<PathBuf> {
    let Ok(folder) = fs::read_dir(data.join("huarong/games")) else { return Vec::new() };
    folder.map(|file| file.expect("it can be listed").path()).collect()
}

/// The classic layout again, or with `--fresh`, or line by line.
fn again(data: &Path, option: Option<&str>) -> Terminal {
    let arguments: Vec<&str> = ["play", "heng-dao-li-ma"].into_iter().chain(option).collect();
    Terminal::open(80, 24, data, &arguments)
}

/// Makes two moves.
fn play_two(terminal: &mut Terminal) {
    terminal.send(&format!("'H{DOWN}'G{DOWN}"));
    terminal.wait_for_text("Moves      2");
}

#[test]
fn a_game_that_is_left_is_gone_on_with_from_where_it_was() {
    let data = data();
    let mut terminal = classic(data.path());
    play_two(&mut terminal);
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end_saying("goes on from move 2"), 0);
    let mut terminal = again(data.path(), None);
    terminal.wait_for_text("Left at move 2");
    terminal.send("\r");
    terminal.wait_for("the game", |screen| !screen.contents().contains("Left at"));
    terminal.wait_for_text("Moves      2");
    terminal.send("uu");
    terminal.wait_for_text("taken back: H 卒 down");
    terminal.wait_for_text("Moves      0 (+2 undone)");
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
    assert!(kept(data.path()).is_empty());
}

#[test]
fn who_starts_afresh_is_not_asked_again() {
    let data = data();
    let mut terminal = classic(data.path());
    play_two(&mut terminal);
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
    let mut terminal = again(data.path(), Some("--fresh"));
    terminal.wait_for_text("Moves      0");
    assert!(!terminal.text().contains("Left at"));
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
    let mut terminal = again(data.path(), None);
    terminal.wait_for_text("Left at move 2");
    terminal.send(&format!("f'H{DOWN}"));
    terminal.wait_for_text("Moves      1");
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end_saying("goes on from move 1"), 0);
}

#[test]
fn whatever_ends_the_game_it_is_kept() {
    for how in ["-TERM", "-HUP", "-INT", "\x03"] {
        let data = data();
        let mut terminal = classic(data.path());
        play_two(&mut terminal);
        match how {
            "\x03" => terminal.send(how),
            signal => terminal.signal(signal),
        }
        assert_eq!(terminal.wait_for_the_end(), 3, "{how:?}");
        let mut terminal = again(data.path(), None);
        terminal.wait_for_text("Left at move 2");
    }
}

#[test]
fn nothing_is_kept_of_a_game_that_is_solved() {
    let data = data();
    let mut terminal = classic(data.path());
    terminal.send(&keys_of_a_solution(CLASSIC).1);
    terminal.wait_for_text("solved in 81 moves");
    assert!(kept(data.path()).is_empty());
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
    assert!(kept(data.path()).is_empty());
}

#[test]
fn another_puzzle_from_the_list_is_gone_on_with_too() {
    let data = data();
    let mut terminal = classic(data.path());
    play_two(&mut terminal);
    terminal.send("nred donkey\r");
    terminal.wait_for_text("Moves      0");
    terminal.send("nheng dao li ma\r");
    terminal.wait_for_text("Left at move 2");
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
}

#[test]
fn a_damaged_game_is_told_of_and_put_aside() {
    let data = data();
    let mut terminal = classic(data.path());
    play_two(&mut terminal);
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
    let file = kept(data.path()).pop().expect("it is kept");
    let text = fs::read_to_string(&file).expect("it is text");
    fs::write(&file, text.replace("H down", "H up")).expect("it can be written");
    let mut terminal = again(data.path(), None);
    terminal.wait_for_text("the game you left makes no sense");
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
    let aside = kept(data.path()).pop().expect("it is there");
    assert!(fs::read_to_string(aside).expect("it is text").contains("H up"));
}

#[test]
fn a_folder_that_cannot_be_written_is_told_of_once_and_play_goes_on() {
    let data = data();
    fs::create_dir(data.path().join("huarong")).expect("a folder");
    fs::write(data.path().join("huarong/games"), "").expect("a file in its place");
    let mut terminal = classic(data.path());
    terminal.send(&format!("'H{DOWN}"));
    terminal.wait_for_text("no games are kept: ");
    terminal.send(&format!("'G{DOWN}"));
    terminal.wait_for_text("Moves      2");
    assert!(!terminal.text().contains("no games are kept"));
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
}

#[test]
fn line_by_line_a_game_is_gone_on_with_and_that_is_said() {
    for how in ["quit\n", "\x04", "\x03", "-TERM"] {
        let data = data();
        let mut terminal = again(data.path(), Some("--plain"));
        terminal.wait_for_text("> ");
        terminal.send("H down\n");
        terminal.wait_for_text("\n1 move\n");
        match how {
            "-TERM" => terminal.signal(how),
            keys => terminal.send(keys),
        }
        let status = if matches!(how, "quit\n" | "\x04") { 0 } else { 3 };
        assert_eq!(terminal.wait_for_the_end_saying("goes on from move 1"), status, "{how:?}");
        let mut terminal = again(data.path(), Some("--plain"));
        terminal.wait_for_text("going on after 1 move, left on 2");
        terminal.send("restart\nquit\n");
        assert_eq!(terminal.wait_for_the_end(), 0);
        assert!(kept(data.path()).is_empty());
    }
}
