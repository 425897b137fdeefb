//! The program as a whole: what it prints, where, and its exit status.

mod atlas;
#[path = "../cases/mod.rs"]
mod cases;
#[cfg(unix)]
mod closed_pipes;
#[cfg(all(feature = "cluster", unix))]
mod cluster;
mod design;
mod disagreeing;
mod errors;
mod exploring;
mod export;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod faults;
mod folders;
mod graph;
#[cfg(unix)]
mod interrupting;
#[cfg(target_os = "linux")]
mod large_boards;
mod limits;
mod output;
#[cfg(unix)]
mod progress;
mod proofs;
mod readme;
mod resuming;
mod runs;
mod schema;
mod shell;
mod tiles;
mod tour;
mod verifying;

use cases::words;
use huarong::explore::{self, ExploreScope, Explorer};
use huarong::notation::read_any;
use huarong::puzzle::PublishedOptimum;
use huarong::sliding::Mirroring;
use huarong::{Metric, Options, Outcome, Puzzle, solve};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

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

impl Ran {
    fn of(command: &mut Command) -> Self {
        Ran::fed(command, "")
    }

    /// Runs a command with this on its standard input.
    fn fed(command: &mut Command, input: impl Into<Vec<u8>>) -> Self {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.stderr(Stdio::piped()).spawn().expect("it runs");
        let mut pipe = child.stdin.take().expect("a pipe");
        let input = input.into();
        // Whoever reads no input closes the pipe, which is no error.
        let writer = thread::spawn(move || pipe.write_all(&input));
        let output = child.wait_with_output().expect("it ends");
        let _ = writer.join().expect("no panic");
        let ended = output.status;
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        let status = ended.code();
        Ran {
            status: status.unwrap_or_else(|| panic!("{ended}: {command:?}: {err}")),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err,
        }
    }

    /// The one object that was printed.
    #[track_caller]
    fn object(&self) -> Value {
        serde_json::from_str(&self.out).expect("one object")
    }

    /// Holds that a part is on standard output.
    #[track_caller]
    fn shows(&self, part: &str) {
        assert!(
            self.out.contains(part),
            "no {part:?}: {}{}",
            self.out,
            self.err
        );
    }

    /// Holds that standard output begins with this.
    #[track_caller]
    fn begins(&self, part: &str) {
        assert!(
            self.out.starts_with(part),
            "not {part:?}: {}{}",
            self.out,
            self.err
        );
    }

    /// Holds that a part is on standard error.
    #[track_caller]
    fn warns(&self, part: &str) {
        assert!(
            self.err.contains(part),
            "no {part:?}: {}{}",
            self.out,
            self.err
        );
    }

    /// Holds that a limit stopped the command, which says these parts.
    #[track_caller]
    fn is_stopped(&self, parts: &[&str]) {
        let told = format!("{}{}", self.out, self.err);
        assert_eq!(self.status, 3, "{told}");
        for part in parts {
            assert!(told.contains(part), "no {part:?}: {told}");
        }
    }

    /// Checks that the command was refused with a message that contains all parts.
    #[track_caller]
    fn is_refused(&self, parts: &[&str]) {
        assert_eq!((self.status, self.out.as_str()), (2, ""), "{}", self.err);
        for part in parts {
            self.warns(part);
        }
    }
}

/// The fields of a report that depend on the file, the engine and the time, and not on the puzzle.
const FIELDS_OF_A_RUN: [&str; 6] = [
    "puzzle",
    "engine",
    "engine_reason",
    "bytes",
    "disk_bytes",
    "seconds",
];

/// The path of the program.
const HUARONG: &str = env!("CARGO_BIN_EXE_huarong");

fn program() -> Command {
    Command::new(HUARONG)
}

fn huarong(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> Ran {
    Ran::fed(program().args(arguments), stdin)
}

/// Runs a command that is written as on a command line.
fn run(line: &str) -> Ran {
    fed(line, "")
}

fn fed(line: &str, stdin: impl Into<Vec<u8>>) -> Ran {
    Ran::fed(program().args(words(line)), stdin)
}

/// Holds that each puzzle of a text takes as many moves as the text says, and that as many
/// positions can be reached as its note says. Returns the number of these numbers.
#[track_caller]
fn checked_numbers(text: &str, metric: Metric) -> usize {
    let puzzles = read_any(text, None)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .puzzles;
    puzzles
        .iter()
        .map(|puzzle| checked_optimum(puzzle, metric) + checked_positions(puzzle))
        .sum()
}

#[track_caller]
fn checked_optimum(puzzle: &Puzzle, metric: Metric) -> usize {
    let best = match puzzle.best() {
        PublishedOptimum::Unknown => return 0,
        PublishedOptimum::Impossible => None,
        PublishedOptimum::Known(best) => match best.get(metric) {
            None => return 0,
            length => length,
        },
    };
    let found = solve(puzzle, &Options::default().with_metric(metric)).expect("it fits");
    let length = match found.outcome {
        Outcome::Found(solution) => Some(solution.len() as u64),
        Outcome::Exhausted => None,
        Outcome::Stopped(reason) => panic!("{reason}"),
    };
    assert_eq!(length, best.map(u64::from), "{puzzle}");
    1
}

#[track_caller]
fn checked_positions(puzzle: &Puzzle) -> usize {
    let note = puzzle.title().note.as_deref().unwrap_or_default();
    let Some(published) = note
        .split(' ')
        .next()
        .and_then(|word| word.parse::<u64>().ok())
    else {
        return 0;
    };
    let options = explore::Options::default()
        .with_mirroring(Mirroring::Off)
        .with_scope(ExploreScope::Layers);
    let known = Explorer::new(puzzle, &options)
        .expect("it fits")
        .explore()
        .expect("it fits");
    assert_eq!(
        known.from_start.total().states.to_string(),
        published.to_string(),
        "{puzzle}"
    );
    1
}

/// A folder with what the commands of `tables/` read.
fn folder_to_print_from() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, content: &str| {
        fs::write(folder.path().join(name), content).expect("it can be written");
    };
    fs::create_dir(folder.path().join("puzzles")).expect("a folder");
    put("small.txt", SMALL);
    put("puzzles/small.txt", SMALL);
    put("small.solution", "1. B down\n2. A right, right\n");
    put("stuck.txt", STUCK);
    put("small.map", "111\n111\n111\n");
    let tiles = "1 2 3 4 5\n6 7 . 8 9\n\ngoal:\n1 2 3 4 5\n6 7 8 9 .\n";
    put("tiles.txt", tiles);
    put("graph.txt", "a b\nb c\nc a\n");
    put("moves.txt", "B down\n");
    put("bad.txt", "A?\n");
    let gate = "pieces: axis\ngate: + = A\n\nA + .\nB . .\n\ngoal:\n. . A\n. . .\n";
    let gated = format!("name: Gated\nsource: a book\nnote: narrow\n{gate}");
    put("gated.txt", &gated);
    let doors = "door: red = right 1\ndoor: blue = right 1\n\nA .\nB .\n";
    put("doors.txt", &format!("layers: A = red blue\n{doors}"));
    put("cut.proof", "huarong certificate 1\n");
    for (line, answers) in [
        ("explore small.txt --save saved --quiet", ""),
        ("explore small.txt --work-dir kept --quiet", ""),
        ("solve small.txt 4WVE1 --json", "answers.jsonl"),
    ] {
        let mut command = program();
        let ran = Ran::of(command.args(words(line)).current_dir(&folder));
        assert_eq!(ran.status, 0, "{line}: {}", ran.err);
        if !answers.is_empty() {
            put(answers, &ran.out);
        }
    }
    folder
}

/// The text of a file.
#[track_caller]
fn written(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("it was written")
}

/// A new file of that name and content in a new folder, which is gone with the first value.
fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, content).expect("it can be written");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}
