//! A closed pipe is not an error for any command.

use std::fs::File;
use std::io::Read;

use super::shell::commands;
use super::*;

/// For each command, arguments that have it print.
const PRINTING: &[&[&str]] = &[
    &["solve", "fayaa", "--boards"],
    &["solve", "heng-dao-li-ma"],
    &["solve", "SMALL", "--json"],
    &["compare", "SMALL"],
    &["show", "heng-dao-li-ma"],
    &["list"],
    &["list", "PUZZLES", "--json"],
    &["list", "PUZZLES", "--csv"],
    &["show", "heng-dao-li-ma", "--json"],
    &["convert", "heng-dao-li-ma"],
    &["make", "4x4"],
    &["make", "3x3", "--moves", "5..10"],
    &["make", "zip", "5x5"],
    &["design", "3x2"],
    &["design", "rush", "3x3"],
    &["verify", "SMALL", "SOLUTION"],
    &["play", "SMALL", "--plain", "--replay", "SOLUTION"],
    &["export", "SMALL", "--to", "-", "--format", "svg"],
    &["site", "FOLDER", "--puzzles", "PUZZLES"],
    &["explore", "SMALL"],
    &["explore", "SMALL", "--at", "1"],
    &["rate", "SMALL"],
    &["check", "KEPT"],
    &["atlas", "4x5", "--pieces", "0,0,14"],
    &["tour", "8x8"],
    &["tour", "5x5", "--all"],
    &["tour", "100x100", "--to", "-", "--format", "svg"],
    &["hamilton", "MAP"],
    &["hamilton", "MAP", "--all"],
    &["graph", "knight", "8x8", "--dot"],
    &["completions", "bash"],
    &["man", "solve"],
    &["proof-checker"],
    &["json"],
];

/// Returns the status and the error text if a run with a closed output pipe fails.
fn told(arguments: &[String]) -> Option<String> {
    let mut child = program()
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let mut err = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut err)
        .expect("UTF-8");
    let status = child.wait().expect("it ends").code();
    (status != Some(0) || !err.is_empty()).then(|| format!("{status:?}: {err}"))
}

/// Calls `run` with each of these rows, their files named.
fn each_with_files<'a>(
    rows: impl Iterator<Item = &'a &'a [&'a str]>,
    mut run: impl FnMut(&[String]),
) {
    let (puzzles, small) = file("small.txt", SMALL.as_bytes());
    let puzzles = puzzles.path().to_str().expect("UTF-8").to_owned();
    let (_solutions, solution) = file("small.solution", b"1. B down\n2. A right, right\n");
    let (maps, map) = file("small.map", b"111\n111\n111\n");
    let folder = maps.path().join("site").to_str().expect("UTF-8").to_owned();
    let kept = maps.path().join("kept").to_str().expect("UTF-8").to_owned();
    let keeping = ["explore", &small, "--work-dir", &kept, "--quiet"];
    assert_eq!(huarong(&keeping, "").status, 0);
    for row in rows {
        let named = |word: &&str| match *word {
            "KEPT" => kept.clone(),
            "SMALL" => small.clone(),
            "SOLUTION" => solution.clone(),
            "MAP" => map.clone(),
            "PUZZLES" => puzzles.clone(),
            "FOLDER" => folder.clone(),
            word => word.to_owned(),
        };
        run(&row.iter().map(named).collect::<Vec<_>>());
    }
}

/// Arguments that print without a command.
const OTHERS: [&[&str]; 3] = [&["--help"], &["--version"], &["help", "solve"]];

#[test]
fn no_command_reports_a_closed_pipe_as_an_error() {
    for command in commands() {
        let rows = PRINTING.iter().filter(|row| row[0] == command);
        assert!(rows.count() > 0, "the table needs a row for `{command}`");
    }
    each_with_files(PRINTING.iter().chain(&OTHERS), |arguments| {
        assert_eq!(told(arguments), None, "{arguments:?}");
    });
}

#[test]
fn an_error_sets_the_exit_status_even_if_stderr_is_closed() {
    for arguments in [&["solve", "nosuch"][..], &["dance"]] {
        let mut child = program()
            .args(arguments)
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        drop(child.stderr.take());
        assert_eq!(
            child.wait().expect("it ends").code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_reports_a_full_disk() {
    each_with_files(PRINTING.iter().chain(&OTHERS), |arguments| {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device");
        let output = program()
            .args(arguments)
            .stdout(full)
            .output()
            .expect("it runs");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        let told = "error: cannot write to standard output: No space left";
        assert!(err.contains(told), "{arguments:?}: {err}");
    });
}
