//! Ctrl-C ends long work: exit status 3, and what was known by then.

use super::cases::{rows, skip};
use super::*;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::time::Instant;

/// Twenty-four single cells: too many positions to see them all.
pub(super) const LONG: &str = "A B C D E F\nG H I J K L\nM N O P Q R\nS T U V W .\n\n\
                               goal:\nV W U T S R\nQ P O N M L\nK J I H G F\nE D C B A .\n";

/// How long a program works until something is known.
const WORK: Duration = Duration::from_millis(250);

/// Waits until a program has worked for that time, however busy the machine is.
#[cfg(target_os = "linux")]
pub(super) fn wait_for_work(process: u32) {
    const TICK: Duration = Duration::from_millis(10);
    let until = Instant::now() + Duration::from_secs(60);
    let worked = || -> Option<Duration> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // Behind the name, which may hold anything: the state is field 3, user time is field 14.
        let mut fields = stat.rsplit(") ").next()?.split(' ');
        let has_ended = fields.next() == Some("Z");
        let ticks: u32 = fields.nth(10)?.parse().ok()?;
        (!has_ended).then_some(TICK * ticks)
    };
    while Instant::now() < until && worked().is_some_and(|time| time < WORK) {
        sleep(TICK);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn wait_for_work(_: u32) {
    sleep(3 * WORK);
}

/// Runs the program.
pub(super) fn start(arguments: &[impl AsRef<OsStr>]) -> Child {
    let mut command = program();
    let child = command
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    child.expect("it runs")
}

/// Presses Ctrl-C once something is known.
pub(super) fn interrupt(child: Child) -> Output {
    wait_for_work(child.id());
    end(child, ctrl_c())
}

/// Sends a signal to a process. Each shell can, where the command `kill` need not be.
pub(super) fn kill(process: u32, signal: &str) {
    let kill = format!("kill {signal} {process}");
    let done = Command::new("sh").args(["-c", &kill]).status();
    assert!(done.expect("a shell").success());
}

/// Ends a program by a signal.
fn end(child: Child, how: &str) -> Output {
    kill(child.id(), how);
    child.wait_with_output().expect("it ends")
}

/// Whether this process, and so its children, ignore a signal: 1 the end of their terminal, as
/// below `nohup`; 2 Ctrl-C, as behind a `&` of a script.
fn ignores(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok())
        .is_some_and(|set| set >> (signal - 1) & 1 != 0)
}

/// The signal of Ctrl-C, or another one that has the same effect if this process ignores it.
pub(super) fn ctrl_c() -> &'static str {
    if ignores(2) { "-TERM" } else { "-INT" }
}

#[test]
fn sigterm_and_sighup_end_a_run_like_ctrl_c() {
    let (_puzzles, puzzle) = file("long.txt", LONG.as_bytes());
    for how in ["-TERM", "-HUP"] {
        if how == "-HUP" && ignores(1) {
            skip(how, "this process ignores it");
            continue;
        }
        let child = start(&["solve", &puzzle, "--max-memory", "1GiB", "--timeout", "60s"]);
        wait_for_work(child.id());
        let output = end(child, how);
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{how}: {out}");
        assert!(out.contains("stopped: interrupted after "), "{how}: {out}");
    }
}

/// Starts a command with a pipe on standard input that stays empty and open.
fn waiting(line: &str) -> (Child, Option<ChildStdin>) {
    let mut reading = program();
    reading
        .args(line.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = reading.spawn().expect("it runs");
    let input = child.stdin.take();
    (child, input)
}

#[test]
fn a_signal_ends_a_command_that_waits_for_input() {
    let lines = [
        "solve -",
        "show -",
        "convert -",
        "verify heng-dao-li-ma -",
        "verify -",
        "graph -",
        "play heng-dao-li-ma --plain",
    ];
    let waiting = lines.map(waiting);
    sleep(2 * WORK);
    for (line, (child, input)) in lines.iter().zip(waiting) {
        let output = end(child, "-TERM");
        assert_eq!(output.status.code(), Some(3), "{line}");
        if !line.starts_with("play") {
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(told, "stopped: interrupted\n", "{line}");
        }
        drop(input);
    }
}

#[test]
fn the_time_limit_holds_while_a_command_waits_for_input() {
    let lines = [
        "solve - --timeout 100ms",
        "solve - --json --timeout 100ms",
        "solve -#2 --timeout 100ms",
        "solve heng-dao-li-ma --goal - --timeout 100ms",
        "compare - --timeout 100ms",
        "explore - --timeout 100ms",
        "rate - --timeout 100ms",
        "export - --to nothing.svg --timeout 100ms",
        "hamilton - --timeout 100ms",
        "hamilton --edges - --timeout 100ms",
        "design pieces - --timeout 100ms",
    ];
    let waiting = lines.map(waiting);
    for (line, (child, input)) in lines.iter().zip(waiting) {
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{line}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(told, "stopped: timed out\n", "{line}");
        drop(input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    let (_puzzles, puzzle) = file("long.txt", LONG.as_bytes());
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]);
    shell.arg(HUARONG);
    shell.args(["solve", &puzzle, "--max-memory", "1GiB", "--timeout", "60s"]);
    let mut child = shell.stdout(Stdio::piped()).spawn().expect("it runs");
    wait_for_work(child.id());
    kill(child.id(), "-HUP");
    sleep(WORK);
    assert!(child.try_wait().expect("a child").is_none(), "it goes on");
    assert_eq!(end(child, "-TERM").status.code(), Some(3));
}

#[test]
fn an_interrupted_run_leaves_no_temporary_files() {
    let (_puzzles, puzzle) = file("long.txt", super::limits::TILES.as_bytes());
    let folder = tempfile::tempdir().expect("a folder");
    let entries = || folder.path().read_dir().expect("a folder").count();
    let mut command = program();
    command.args([
        "explore",
        &puzzle,
        "--metric",
        "step",
        "--quiet",
        "--timeout",
        "60s",
    ]);
    command
        .args(["--max-memory", "17M"])
        .env("TMPDIR", folder.path());
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
    while entries() == 0 {
        assert!(child.try_wait().expect("a child").is_none(), "it has ended");
        sleep(Duration::from_millis(5));
    }
    assert_eq!(end(child, ctrl_c()).status.code(), Some(3));
    assert_eq!(entries(), 0);
}

#[test]
fn ctrl_c_stops_every_long_command_with_partial_results() {
    let (_puzzles, puzzle) = file("long.txt", LONG.as_bytes());
    let (_maps, map) = file(
        "wide.map",
        format!("{}\n", "1".repeat(16)).repeat(16).as_bytes(),
    );
    let (_grids, grid) = file(
        "grid.map",
        format!("{}\n", "1".repeat(50)).repeat(50).as_bytes(),
    );
    let stops = format!("1{}\n{}2{}\n", ".".repeat(11), ".".repeat(6), ".".repeat(5));
    let row = format!("{}\n", ".".repeat(12));
    let stops = format!(
        "{stops}{}..3{}\n{}",
        row.repeat(7),
        ".".repeat(9),
        row.repeat(2)
    );
    let (_stops, stops) = file("stops.map", stops.as_bytes());
    for [line, known] in rows(include_str!("tables/interrupted.txt")) {
        let named = |word: &str| match word {
            "PUZZLE" => puzzle.clone(),
            "MAP" => map.clone(),
            "GRID" => grid.clone(),
            "STOPS" => stops.clone(),
            word => word.to_owned(),
        };
        let mut arguments: Vec<String> = line.split(' ').map(named).collect();
        // So that a search that does not stop does not take the machine with it.
        arguments.extend(["--max-memory", "1GiB", "--timeout", "60s"].map(str::to_owned));
        let output = interrupt(start(&arguments));
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{line}: {out}");
        for part in known.split(" & ") {
            assert!(out.contains(part), "{line}: {part}: {out}");
        }
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    }
}

#[test]
fn each_result_line_is_printed_immediately() {
    let (_puzzles, puzzle) = file("long.txt", LONG.as_bytes());
    for command in ["solve", "compare"] {
        let limits = ["--json", "--max-memory", "1GiB", "--timeout", "60s"];
        let mut child = start(&[&[command, "simplicity", &puzzle][..], &limits].concat());
        let mut first = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut first).expect("UTF-8");
        assert!(
            first.contains("\"puzzle\":\"simplicity\""),
            "{command}: {first}"
        );
        assert!(
            child.try_wait().expect("a child").is_none(),
            "{command} has ended already"
        );
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
}

#[test]
fn an_interrupted_command_lists_the_puzzles_not_tried() {
    let (_puzzles, puzzle) = file("long.txt", LONG.as_bytes());
    for command in ["solve", "compare"] {
        let arguments = [command, &puzzle, "century", "fayaa", "--max-memory", "1GiB"];
        let output = interrupt(start(&arguments));
        assert_eq!(output.status.code(), Some(3), "{command}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.starts_with("interrupted; "), "{command}: {err}");
        assert!(err.ends_with(" not tried\n"), "{command}: {err}");
    }
}
