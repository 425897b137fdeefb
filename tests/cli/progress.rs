//! The line of progress, on a terminal.

use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::interrupting::LONG;
use super::*;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

const ROWS: NonZeroU16 = NonZeroU16::new(24).expect("it is not");
const COLUMNS: NonZeroU16 = NonZeroU16::new(100).expect("it is not");

const CTRL_C: &[u8] = b"\x03";

/// A program on a terminal of its own.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    /// All that was printed.
    printed: Arc<Mutex<Vec<u8>>>,
    reader: thread::JoinHandle<()>,
    /// The terminal is there as long as this is.
    _master: Box<dyn MasterPty + Send>,
}

/// What a screen shows after these bytes.
fn shown(bytes: &[u8]) -> String {
    let mut terminal = vt100::Parser::new(ROWS, COLUMNS, 0);
    terminal.process(bytes);
    terminal.screen().contents()
}

impl Terminal {
    fn run(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let rows = ROWS.get();
        let cols = COLUMNS.get();
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("HUARONG_PAGER", "cat");
        // `CI` would turn colour on for any terminal.
        command.env_remove("CI");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("it runs");
        let printed = Arc::new(Mutex::new(Vec::new()));
        let mut output = pair.master.try_clone_reader().expect("its output");
        let sink = Arc::clone(&printed);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The terminal of a program that has ended is gone, which is an error here.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                sink.lock()
                    .expect("no panic")
                    .extend_from_slice(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().expect("its input");
        Terminal {
            child,
            keys,
            printed,
            reader,
            _master: pair.master,
        }
    }

    fn huarong(arguments: &[&str]) -> Self {
        Terminal::run(HUARONG, arguments, &[])
    }

    fn press(&mut self, keys: &[u8]) {
        self.keys
            .write_all(keys)
            .and_then(|()| self.keys.flush())
            .expect("it can be typed");
    }

    /// What stands on the screen now.
    fn screen(&self) -> String {
        shown(&self.printed.lock().expect("no panic"))
    }

    #[track_caller]
    fn wait_for(&self, text: &str) {
        self.wait_until(&|screen| screen.contains(text));
    }

    #[track_caller]
    fn wait_until(&self, is_met: &dyn Fn(&str) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !is_met(&self.screen()) {
            assert!(Instant::now() < until, "{}", self.screen());
            sleep(Duration::from_millis(20));
        }
    }

    /// The exit status, what is left on the screen, and all that was printed.
    fn end(mut self) -> (u32, String, String) {
        let status = self.child.wait().expect("it ends").exit_code();
        drop(self.keys);
        self.reader.join().expect("no panic");
        let printed = self.printed.lock().expect("no panic");
        (
            status,
            shown(&printed),
            String::from_utf8_lossy(&printed).into_owned(),
        )
    }
}

#[test]
fn output_longer_than_the_screen_goes_through_the_pager_and_keeps_its_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let pager = folder.path().join("pager");
    fs::write(&pager, "cat\necho '(end)'\nread key </dev/tty\n").expect("a script");
    let call = format!("sh {}", pager.display());
    let on_terminal = |arguments: &[&str], variables: &[(&str, &str)]| {
        Terminal::run(
            HUARONG,
            arguments,
            &[variables, &[("PAGER", "cat")]].concat(),
        )
    };
    let long = ["solve", "heng-dao-li-ma"];
    let mut shown_by_pager = on_terminal(&long, &[("HUARONG_PAGER", &call)]);
    shown_by_pager.wait_for("(end)");
    // Ctrl-C is for the pager; the program stays with it.
    shown_by_pager.press(CTRL_C);
    shown_by_pager.press(b"q\n");
    let (status, screen, _) = shown_by_pager.end();
    assert!(status == 0 && screen.contains("81 moves"), "{screen}");
    for (arguments, pager, status) in [
        (&["solve", "heng-dao-li-ma", "--next", "1"][..], &*call, 0),
        (&["solve", "heng-dao-li-ma", "--no-pager"], &call, 0),
        (&["solve", "heng-dao-li-ma"], "no-such-program", 0),
        (&["list", "nosuch"], &call, 2),
    ] {
        let (ended, screen, printed) = on_terminal(arguments, &[("HUARONG_PAGER", pager)]).end();
        assert!(ended == status && !printed.contains("(end)"), "{screen}");
        assert!(status > 0 || screen.contains("81 moves"), "{screen}");
    }
    // Output that comes bit by bit is paged, too.
    let all = ["hamilton", "grid", "3x4", "--all"];
    let mut shown_by_pager = on_terminal(&all, &[("HUARONG_PAGER", &call)]);
    shown_by_pager.wait_for("(end)");
    shown_by_pager.press(b"q\n");
    assert_eq!(shown_by_pager.end().0, 0);
    // A pager that has gone ends the output, as a closed pipe does.
    let (status, _, printed) = on_terminal(&["list"], &[("HUARONG_PAGER", "true")]).end();
    assert_eq!((status, printed.trim()), (0, ""));
}

#[test]
fn a_long_search_shows_progress_and_clears_its_line() {
    let (_folder, path) = file("long.txt", LONG.as_bytes());
    let mut terminal = Terminal::huarong(&["solve", &path, "--max-memory", "1GiB"]);
    terminal.wait_for("states/s");
    assert!(
        terminal.screen().contains(": layer "),
        "{}",
        terminal.screen()
    );
    terminal.press(CTRL_C);
    let (status, screen, _) = terminal.end();
    assert_eq!(status, 3, "{screen}");
    assert!(screen.contains("stopped: interrupted after "), "{screen}");
    assert!(!screen.contains("states/s"), "{screen}");
}

#[test]
fn each_long_command_shows_progress_unless_quiet() {
    let (_puzzles, puzzle) = file("long.txt", LONG.as_bytes());
    let (_maps, map) = file(
        "wide.map",
        format!("{}\n", "1".repeat(16)).repeat(16).as_bytes(),
    );
    for arguments in [
        &["solve", &puzzle][..],
        &["compare", &puzzle],
        &["tour", "8x8", "--count"],
        &["hamilton", &map, "--count"],
    ] {
        let mut terminal = Terminal::huarong(&[arguments, &["--max-memory", "1GiB"]].concat());
        terminal.wait_for("states/s");
        terminal.press(CTRL_C);
        let (_, screen, _) = terminal.end();
        assert!(!screen.contains("states/s"), "{arguments:?}: {screen}");
    }
    let quiet = ["tour", "8x8", "--count", "--timeout", "1500ms", "--quiet"];
    let (_, screen, printed) = Terminal::huarong(&quiet).end();
    assert!(!printed.contains("states/s"), "{screen}");
}

#[test]
fn a_terminal_without_cursor_control_gets_no_progress() {
    let (puzzles, puzzle) = file("long.txt", LONG.as_bytes());
    fs::copy(&puzzle, puzzles.path().join("again.txt")).expect("a second one");
    let folder = puzzles.path().to_str().expect("UTF-8");
    for terminal in ["dumb", ""] {
        for puzzles in [&puzzle, folder] {
            let arguments = [
                "compare",
                puzzles,
                "--max-memory",
                "1GiB",
                "--timeout",
                "100ms",
            ];
            let variables = [("TERM", terminal), ("NO_COLOR", "1")];
            let ran = Terminal::run(HUARONG, &arguments, &variables);
            let (_, screen, printed) = ran.end();
            assert!(!printed.contains('\u{1b}'), "{terminal:?}: {screen}");
        }
    }
}

#[test]
fn work_of_known_length_shows_its_progress() {
    let tiles = "A B C D\nE F G H\nI J K .\n\ngoal:\nD C B A\nH G F E\nK J I .\n";
    let (_puzzles, tiles) = file("tiles.txt", tiles.as_bytes());
    let (_maps, map) = file(
        "grid.map",
        format!("{}\n", "1".repeat(50)).repeat(50).as_bytes(),
    );
    for (arguments, told) in [
        (&["explore", &tiles][..], ": about "),
        (&["atlas", "4x5"], " left, "),
        (&["hamilton", &map, "--every-start"], " of 2,500"),
    ] {
        let mut terminal = Terminal::huarong(arguments);
        terminal.wait_for(told);
        terminal.press(CTRL_C);
        let (status, screen, _) = terminal.end();
        assert_eq!(status, 3, "{arguments:?}: {screen}");
    }
}

#[test]
fn a_survey_shows_its_progress_and_hardest_puzzle() {
    let mut terminal = Terminal::huarong(&["design", "3x5"]);
    terminal.wait_for(" %, ");
    let is_hard = |digit: char| format!("hardest {digit}");
    terminal.wait_until(&|screen| ('1'..='9').any(|digit| screen.contains(&is_hard(digit))));
    terminal.press(CTRL_C);
    let (status, screen, printed) = terminal.end();
    assert_eq!(status, 3, "{screen}");
    let hardest = |found: &str| {
        found
            .split(',')
            .next()
            .and_then(|it| it.parse::<u32>().ok())
    };
    let found: Vec<u32> = printed
        .split("hardest ")
        .skip(1)
        .filter_map(hardest)
        .collect();
    assert!(
        found.is_sorted() && found.iter().any(|&moves| moves > 0),
        "{found:?}"
    );
    assert!(!printed.contains("frontier"), "it has none: {screen}");
}

#[test]
fn a_restarted_search_says_so() {
    let tiles = "A B C D\nE F G H\nI J K .\n\ngoal:\nC D B A\nH G F E\nK J I .\n";
    let (_folder, path) = file("tiles.txt", tiles.as_bytes());
    let mut terminal = Terminal::huarong(&["solve", &path, "--algorithm", "bfs"]);
    terminal.wait_for(": restarted, layer ");
    terminal.press(CTRL_C);
    let (status, screen, _) = terminal.end();
    assert_eq!(status, 3, "{screen}");
}

fn without_colour(printed: &str) -> String {
    anstream::adapter::strip_str(printed).to_string()
}

#[test]
fn a_list_is_no_wider_than_the_terminal() {
    for (variables, room) in [
        (&[][..], 100),
        (&[("COLUMNS", "60")], 60),
        (&[("COLUMNS", "20")], 20),
    ] {
        let (status, _, printed) = Terminal::run(HUARONG, &["list"], variables).end();
        let printed = without_colour(&printed);
        let widest = printed
            .lines()
            .map(unicode_width::UnicodeWidthStr::width)
            .max();
        assert_eq!(status, 0, "{printed}");
        assert!(
            widest > Some(room / 2) && widest <= Some(room),
            "{room}: {widest:?}"
        );
        assert!(
            printed.contains("heng-dao-li-ma ") || room < 40,
            "{room}: {printed}"
        );
    }
}

#[test]
fn a_table_of_searches_is_no_wider_than_the_terminal() {
    let long = "fayaa#fu-xi-ba-gua-feng-huo-jia-ren";
    let words = [
        "compare",
        "heng-dao-li-ma",
        long,
        "simplicity",
        "--runs",
        "1",
        "--quiet",
    ];
    for (columns, heads) in [
        ("100", &["dfs moves", "bfs states", "bfs time"][..]),
        ("80", &["dfs time", "bfs time"]),
        ("60", &["bfs moves"]),
    ] {
        let (_, screen, printed) = Terminal::run(HUARONG, &words, &[("COLUMNS", columns)]).end();
        let printed = without_colour(&printed);
        let room: usize = columns.parse().expect("a number");
        let table = printed.lines().take_while(|line| !line.trim().is_empty());
        assert!(table.clone().count() > 3, "{screen}");
        for line in table {
            assert!(
                unicode_width::UnicodeWidthStr::width(line.trim_end()) <= room,
                "{screen}"
            );
        }
        assert!(
            heads.iter().all(|head| printed.contains(head)),
            "{columns}: {screen}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_of_unknown_width_has_80_columns() {
    let script = format!("stty cols 0 rows 0; exec '{HUARONG}' list");
    let (_, _, printed) = Terminal::run("sh", &["-c", &script], &[]).end();
    let widest = without_colour(&printed)
        .lines()
        .map(unicode_width::UnicodeWidthStr::width)
        .max();
    assert!(widest > Some(40) && widest <= Some(80), "{widest:?}");
}

#[test]
fn the_head_of_a_table_is_bold_on_a_terminal() {
    for arguments in [
        &["list", "--search", "donkey"][..],
        &["rate", "cards#1", "cards#2"],
        &["compare", "cards#1", "--runs", "1"],
    ] {
        let (_, _, printed) = Terminal::huarong(arguments).end();
        assert!(printed.contains("\u{1b}[1m"), "{printed}");
    }
}

#[test]
fn a_terminal_gets_colour_unless_disabled() {
    for (variables, choice, is_coloured) in [
        (&[][..], "--color=auto", true),
        (&[("NO_COLOR", "1")], "--color=auto", false),
        (&[("TERM", "dumb")], "--color=auto", false),
        (&[], "--color=never", false),
    ] {
        for arguments in [
            &["show", "century", choice][..],
            &["solve", "nosuch", choice],
        ] {
            let (_, screen, printed) = Terminal::run(HUARONG, arguments, variables).end();
            let has_colour = printed.contains("\u{1b}[");
            assert_eq!(
                has_colour, is_coloured,
                "{variables:?} {arguments:?}: {screen}"
            );
        }
    }
}

/// Waits until a program is idle because it waits for a reader.
#[cfg(target_os = "linux")]
#[track_caller]
fn wait_until_it_sleeps(process: u32) {
    let until = Instant::now() + PATIENCE;
    let mut asleep = 0;
    while asleep < 20 {
        assert!(Instant::now() < until, "it does not wait");
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = stat
            .rsplit(") ")
            .next()
            .and_then(|rest| rest.chars().next());
        asleep = if state == Some('S') { asleep + 1 } else { 0 };
        sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_ctrl_c_ends_a_blocked_program_immediately() {
    let (folder, map) = file(
        "wide.map",
        format!("{}\n", "1".repeat(6)).repeat(6).as_bytes(),
    );
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("it runs")
            .success()
    );
    // The pipe is open but never read, so the program blocks eventually.
    let _reader = fs::File::options()
        .read(true)
        .write(true)
        .open(&pipe)
        .expect("a pipe");
    let script = format!(
        "exec '{}' hamilton '{map}' --all > '{}'",
        HUARONG,
        pipe.display()
    );
    let waiting = || {
        let terminal = Terminal::run("sh", &["-c", &script], &[]);
        wait_until_it_sleeps(terminal.child.process_id().expect("it runs"));
        terminal
    };
    let mut terminal = waiting();
    terminal.press(CTRL_C);
    terminal.wait_for("stopped: interrupted");
    assert_eq!(terminal.end().0, 3);
    let mut terminal = waiting();
    // Again and again, as two that come at once are one; where the machine is slow, the first does
    // it.
    while terminal.child.try_wait().expect("a child").is_none() {
        let _ = terminal.keys.write_all(CTRL_C);
        sleep(Duration::from_millis(50));
    }
    assert!([130, 3].contains(&terminal.end().0));
}

#[cfg(debug_assertions)]
#[test]
#[ignore = "12 s"]
fn a_development_build_recommends_the_optimized_program_after_five_seconds_on_a_terminal() {
    let (_folder, path) = file("long.txt", LONG.as_bytes());
    let search = ["explore", &path, "--timeout", "6s", "--max-memory", "1G"];
    let note = "note: this is a development build; `cargo install --path .`";
    let (status, screen, printed) = Terminal::huarong(&search).end();
    assert_eq!((status, printed.matches(note).count()), (3, 1), "{screen}");
    let piped = huarong(&search, "");
    assert!(!piped.err.contains("development build"), "{}", piped.err);
}
