//! The player, driven through a pseudo-terminal as a person would.
#![cfg(unix)]

#[path = "../cases/mod.rs"]
mod cases;
mod terminal;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use huarong::grid::Direction;
use huarong::{Options, Outcome, Puzzle, solve};
use terminal::{PROGRAM, Terminal, command};

const CLASSIC: &str = include_str!("../../puzzles/klotski/heng-dao-li-ma.txt");

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

/// A folder for the player's data, gone with the value.
fn data() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The classic layout in a usual terminal, drawn.
fn classic(data: &Path) -> Terminal {
    let mut terminal = Terminal::open(80, 24, data, &["play", "heng-dao-li-ma"]);
    terminal.wait_for_text("Optimum    81");
    terminal
}

/// The keys that make the moves of a shortest solution.
fn keys_of_a_solution(text: &str) -> (usize, String) {
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let report = solve(&puzzle, &Options::default()).expect("it fits");
    let Outcome::Found(solution) = report.outcome else {
        panic!("it can be solved")
    };
    let mut keys = String::new();
    for unit in &solution.moves {
        write!(keys, "'{}", puzzle.pieces()[unit.piece].letter).expect("a string takes it all");
        for direction in &unit.path {
            keys += match direction {
                Direction::Up => UP,
                Direction::Left => LEFT,
                Direction::Right => RIGHT,
                Direction::Down => DOWN,
            };
        }
    }
    (solution.len(), keys)
}

/// A text of a script, in which names in braces stand for keys and for a board.
fn meant(text: &str) -> String {
    let corner = include_str!("../../puzzles/klotski/heng-dao-li-ma-corner.txt");
    let names = [
        ("{UP}", UP),
        ("{DOWN}", DOWN),
        ("{LEFT}", LEFT),
        ("{RIGHT}", RIGHT),
        ("{HOME}", "\x1b[H"),
        ("{CORNER}", corner),
    ];
    let text = cases::unescaped(text);
    let name = |text: String, (name, keys): (&str, &str)| text.replace(name, keys);
    names.into_iter().fold(text, name)
}

fn size(text: &str) -> (u16, u16) {
    let (columns, rows) = text.split_once('x').expect("two numbers");
    (cases::parsed(columns), cases::parsed(rows))
}

/// Plays a game, line by line: `$` begins it in a terminal of a size, `<` types, `:` waits until a
/// text is on the screen and `-` until it is not, `=` changes the size of the terminal, and `!`
/// sends a signal; a number is the exit status, with a text that is there in the end; `games` is
/// the number of games that are saved then.
fn play(script: &str) {
    let data = data();
    let mut playing: Option<Terminal> = None;
    let is_remark = |line: &&str| line.is_empty() || line.starts_with(";; ");
    for line in script.lines().filter(|line| !is_remark(line)) {
        let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
        if mark == "$" {
            let (columns_and_rows, words) = text.split_once(' ').expect("a command");
            let (columns, rows) = size(columns_and_rows);
            let words = cases::words(words);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            playing = Some(Terminal::open(columns, rows, data.path(), &words));
            continue;
        }
        if mark == "games" {
            assert_eq!(kept(data.path()).len().to_string(), text, "{script}");
            continue;
        }
        let terminal = playing.as_mut().expect("a terminal");
        let text = &meant(text);
        match mark {
            "<" => terminal.send(text),
            ":" => terminal.wait_for_text(text),
            "-" => terminal.wait_for(line, |screen| !screen.contents().contains(text)),
            "!" => terminal.signal(text),
            "=" => {
                let (columns, rows) = size(text);
                terminal.resize(columns, rows);
            }
            status => {
                let terminal = playing.take().expect("a terminal");
                let ended = terminal.wait_for_the_end_saying(text);
                assert_eq!(ended.to_string(), status, "{script}");
            }
        }
    }
}

#[test]
fn games_are_played_as_their_scripts_say() {
    let scripts = include_str!("games.txt");
    for script in scripts.split("# ").skip(1) {
        let (title, lines) = script.split_once('\n').expect("a title");
        println!("{title}");
        play(lines);
    }
}

#[test]
fn the_classic_layout_is_solved_by_keys_and_recorded() {
    let data = data();
    let mut terminal = classic(data.path());
    let (length, keys) = keys_of_a_solution(CLASSIC);
    assert_eq!(length, 81);
    terminal.send(&keys);
    terminal.wait_for_text("solved in 81 moves, the optimum; your first solution");
    terminal.wait_for_text("Moves      81");
    terminal.wait_for_text("Your best  81");
    assert!(kept(data.path()).is_empty(), "it is solved");
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
    assert!(kept(data.path()).is_empty(), "it is solved");
    let mut again = classic(data.path());
    again.wait_for_text("Your best  81");
    again.send("q");
    assert_eq!(again.wait_for_the_end(), 0);
    let records = fs::read_to_string(data.path().join("huarong/records.json"));
    assert!(records.expect("it was written").contains("\"length\": 81"));
}

#[test]
fn an_exclamation_mark_enables_warnings_about_suboptimal_moves() {
    let data = data();
    let mut terminal = classic(data.path());
    terminal.send("d");
    terminal.wait_for_text("From here  81");
    terminal.send("!");
    terminal.send(&format!("'I{RIGHT}"));
    terminal.wait_for_text("From here  80");
    terminal.send(RIGHT);
    terminal.wait_for_text("From here  81");
    // A move may end in either cell; as another piece moves, it has ended in the wrong one.
    assert!(
        !terminal.text().contains("that leaves"),
        "{}",
        terminal.text()
    );
    terminal.send(&format!("'G{DOWN}"));
    terminal.wait_for(
        "it is told, and stays when the distance is known",
        |screen| {
            let text = screen.contents();
            text.contains("that leaves every solution in 81 moves") && !text.contains("thinking")
        },
    );
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
}

#[test]
fn a_dumb_terminal_uses_line_based_play() {
    for term in ["dumb", ""] {
        let data = data();
        let mut command = command(PROGRAM, &["play", "heng-dao-li-ma"]);
        command.env("TERM", term);
        let mut terminal = Terminal::run(80, 24, data.path(), command);
        terminal.wait_for_text("line by line");
        terminal.wait_for_text("> ");
        terminal.send("H down\n");
        terminal.wait_for_text("1 move\n");
        terminal.send("quit\n");
        assert!(!terminal.was_taken());
        assert_eq!(terminal.wait_for_the_end(), 0);
    }
}

#[test]
fn a_stored_solution_can_be_watched() {
    let data = data();
    let file = data.path().join("line.solution");
    let puzzle = data.path().join("line.txt");
    fs::write(&puzzle, "A B .\n. . .\n\ngoal:\n. . A\n. . .\n").expect("it can be written");
    fs::write(&file, "A down, right 2, up\n").expect("it can be written");
    let path = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let arguments = ["play", &path(&puzzle), "--replay", &path(&file)];
    let mut terminal = Terminal::open(80, 24, data.path(), &arguments);
    terminal.wait_for_text("1/1 of the solution: A down, right 2, up, solved");
    terminal.send(" ");
    terminal.wait_for_text("0 of 1 move");
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
    let records = data.path().join("huarong/records.json");
    assert!(!records.exists(), "who watches has solved nothing");
}

#[test]
fn a_refused_thread_restores_the_terminal_and_is_reported() {
    let data = data();
    let mut command = command(PROGRAM, &["play", "heng-dao-li-ma"]);
    // No system has room for such a stack, so no thread can be started.
    command.env("RUST_MIN_STACK", (1_u64 << 46).to_string());
    command.env("RUST_BACKTRACE", "0");
    let mut terminal = Terminal::run(100, 50, data.path(), command);
    terminal.wait_for("what has happened, on a terminal given back", |screen| {
        !screen.alternate_screen() && screen.contents().contains("cannot start a thread")
    });
    assert!(terminal.was_taken(), "the screen was taken before");
    assert_eq!(terminal.wait_for_the_end(), 3);
}

#[test]
fn the_player_can_be_suspended_and_resumed() {
    let data = data();
    // A shell with job control: where there is none, nobody could wake the program up.
    let script = "\"$0\" play heng-dao-li-ma; echo asleep; read answer; fg";
    let shell = command("sh", &["-mc", script, PROGRAM]);
    let mut terminal = Terminal::run(80, 24, data.path(), shell);
    terminal.wait_for_text("Optimum    81");
    terminal.send("'H\x1b[B");
    terminal.wait_for_text("Moves      1");
    terminal.send("\x1a");
    terminal.wait_for("the shell", |screen| {
        !screen.alternate_screen() && screen.contents().contains("asleep")
    });
    terminal.send("\n");
    terminal.wait_for("the board again", |screen| {
        screen.alternate_screen() && screen.contents().contains("Moves      1")
    });
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
}

/// The games that are kept.
fn kept(data: &Path) -> Vec<PathBuf> {
    let Ok(folder) = fs::read_dir(data.join("huarong/games")) else {
        return Vec::new();
    };
    folder
        .map(|file| file.expect("it can be listed").path())
        .collect()
}

/// The classic layout again, or with `--fresh`, or line by line.
fn again(data: &Path, option: Option<&str>) -> Terminal {
    let arguments: Vec<&str> = ["play", "heng-dao-li-ma"]
        .into_iter()
        .chain(option)
        .collect();
    Terminal::open(80, 24, data, &arguments)
}

/// Makes two moves.
fn play_two(terminal: &mut Terminal) {
    terminal.send(&format!("'H{DOWN}'G{DOWN}"));
    terminal.wait_for_text("Moves      2");
}

#[test]
fn a_damaged_game_is_reported_and_moved_aside() {
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
    assert!(
        fs::read_to_string(aside)
            .expect("it is text")
            .contains("H up")
    );
}

#[test]
fn an_unwritable_folder_is_reported_once_and_play_continues() {
    let data = data();
    fs::create_dir(data.path().join("huarong")).expect("a folder");
    fs::write(data.path().join("huarong/games"), "").expect("a file in its place");
    let mut terminal = classic(data.path());
    terminal.wait_for_text("no games are kept: ");
    terminal.send(&format!("'H{DOWN}'G{DOWN}"));
    terminal.wait_for_text("Moves      2");
    assert!(!terminal.text().contains("no games are kept"));
    terminal.send("q");
    assert_eq!(terminal.wait_for_the_end(), 0);
}
