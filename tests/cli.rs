//! The program as a whole: what it prints, where, and its exit status.

#[path = "cli/atlas.rs"]
mod atlas;
#[cfg(unix)]
#[path = "cli/closed_pipes.rs"]
mod closed_pipes;
#[path = "cli/convert.rs"]
mod convert;
#[path = "cli/disagreeing.rs"]
mod disagreeing;
#[path = "cli/errors.rs"]
mod errors;
#[path = "cli/exploring.rs"]
mod exploring;
#[path = "cli/export.rs"]
mod export;
#[path = "cli/graph.rs"]
mod graph;
#[path = "cli/hamilton.rs"]
mod hamilton;
#[cfg(unix)]
#[path = "cli/interrupting.rs"]
mod interrupting;
#[path = "cli/listing.rs"]
mod listing;
#[path = "cli/naming.rs"]
mod naming;
#[path = "cli/output.rs"]
mod output;
#[path = "cli/pages.rs"]
mod pages;
#[path = "cli/pictures.rs"]
mod pictures;
#[path = "cli/play.rs"]
mod play;
#[cfg(unix)]
#[path = "cli/progress.rs"]
mod progress;
#[path = "cli/resuming.rs"]
mod resuming;
#[path = "cli/shell.rs"]
mod shell;
#[path = "cli/solution_notations.rs"]
mod solution_notations;
#[path = "cli/stopping.rs"]
mod stopping;
#[path = "cli/tour.rs"]
mod tour;
#[path = "cli/verifying.rs"]
mod verifying;

use assert_cmd::Command;

/// A puzzle of two moves.
const SMALL: &str = "name: Small\nnames: A=Ann\n\nA B .\n. . .\n\ngoal:\n. . A\n. . .\n";

/// One that cannot be solved.
const STUCK: &str = "name: Stuck\n\nA # .\n\ngoal:\n. # A\n";

/// The exit status and what was printed to standard output and standard error.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

fn huarong(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> Ran {
    let mut command = Command::cargo_bin("huarong").expect("it is built");
    let output = command.args(arguments).write_stdin(stdin.into()).output().expect("it runs");
    Ran {
        status: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A new file of that name and content in a new folder, which is gone with the first value.
fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("it can be written");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}
