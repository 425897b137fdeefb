//! A closed pipe is not an error for any command.

use std::fs::File;

use super::shell::commands;
use super::*;

/// Arguments that have a command print, at least one line for each command.
const PRINTING: &str = include_str!("tables/printing.txt");

#[test]
fn no_command_reports_a_closed_pipe_as_an_error() {
    for command in commands() {
        let is_of_it = |line: &str| line.split(' ').next() == Some(&command);
        assert!(PRINTING.lines().any(is_of_it), "no row for `{command}`");
    }
    let folder = folder_to_print_from();
    for line in PRINTING.lines() {
        let mut command = program();
        command.args(words(line)).current_dir(&folder);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*err), (Some(0), ""), "{line}");
    }
}

#[test]
fn an_error_sets_the_exit_status_even_if_stderr_is_closed() {
    for line in ["solve nosuch", "dance"] {
        let mut command = program();
        command.args(words(line)).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        drop(child.stderr.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(2), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_reports_a_full_disk() {
    let folder = folder_to_print_from();
    for line in PRINTING.lines() {
        let full = File::options().write(true).open("/dev/full");
        let mut command = program();
        command.args(words(line)).current_dir(&folder);
        let output = command.stdout(full.expect("a device")).output();
        let output = output.expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {err}");
        let told = "error: cannot write to standard output: No space left";
        assert!(err.contains(told), "{line}: {err}");
    }
}
