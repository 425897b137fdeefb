//! One call fails: the nth call for a file, or the nth large allocation. At any point of a run, its
//! folder stays valid, and the resumed run has the same result as a run without a fault.

mod outputs;

use super::*;
use std::iter;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::sync::OnceLock;

use tempfile::TempDir;

use super::cases::{cases, skip};

/// The tiles of two by three: 360 positions.
const TILES: &str = "D A B\nE C .\n\ngoal:\nA B C\nD E .\n";

/// Allocations of a run with these tiles that are larger, in bytes, are its tables.
const LARGE: u32 = 100_000;

/// Allocations that are larger may also be buffers of files, options, or tables of a fixed size.
const SMALL: u32 = 1 << 14;

/// The status of a program that a failed allocation has ended.
const ABORTED: i32 = 6;

/// The kind of call that fails.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    /// A call about a file, with this number of an error.
    File(i32),
    /// An allocation of at least so many bytes.
    Memory(u32),
}

/// Linux: a device fails; no room is left on it.
const EIO: i32 = 5;
const ENOSPC: i32 = 28;

const FAULTS: [Fault; 4] = [
    Fault::File(ENOSPC),
    Fault::File(EIO),
    Fault::Memory(SMALL),
    Fault::Memory(LARGE),
];

/// The library that lets calls fail, compiled once, or nothing where no C compiler is installed.
fn shim() -> Option<&'static Path> {
    static SHIM: OnceLock<Option<(TempDir, PathBuf)>> = OnceLock::new();
    let compiled = SHIM.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let library = folder.path().join("shim.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/faults/shim.c");
        let mut compiler = Command::new("cc");
        compiler
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(&library)
            .args([source, "-ldl"]);
        let status = match compiler.status() {
            Ok(status) => status,
            Err(error) => {
                skip("calls that fail", &format!("cc: {error}"));
                return None;
            }
        };
        assert!(status.success());
        Some((folder, library))
    });
    compiled.as_ref().map(|(_, library)| &**library)
}

/// How a command ended in which one call may have failed.
struct Ended {
    /// The exit status, or the signal.
    status: Result<i32, i32>,
    out: String,
    err: String,
    /// The call that failed, or if there were not as many, their number.
    failed: Option<String>,
}

impl Ended {
    /// The number of calls, if none of them failed.
    fn calls(&self) -> Option<u32> {
        self.failed.as_deref()?.parse().ok()
    }
}

fn run(arguments: &[&str], fault: Fault, nth: u32, log: &Path) -> Ended {
    let mut command = program();
    command
        .args(arguments)
        .env("LD_PRELOAD", shim().expect("a C compiler"))
        .env("FAULT_LOG", log);
    command.env("FAULT_NTH", nth.to_string());
    match fault {
        Fault::File(error) => command.env("FAULT_ERRNO", error.to_string()),
        Fault::Memory(least) => command.env("FAULT_LEAST", least.to_string()),
    };
    ended(&mut command, "", log)
}

/// Runs a command with this on its standard input and the library that lets calls fail.
fn ended(command: &mut Command, input: &str, log: &Path) -> Ended {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().expect("it runs");
    // A program that reads no input closes the pipe.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    let ended = child.wait_with_output().expect("it ends");
    let failed = fs::read_to_string(log).ok();
    let _ = fs::remove_file(log);
    Ended {
        status: ended
            .status
            .code()
            .ok_or_else(|| ended.status.signal().unwrap_or_default()),
        out: String::from_utf8_lossy(&ended.stdout).into_owned(),
        err: String::from_utf8_lossy(&ended.stderr).into_owned(),
        failed,
    }
}

/// Parses a report, without the fields that depend on names, time and resources.
fn answer(out: &str) -> Value {
    let mut answer: Value = serde_json::from_str(out).expect("one object");
    let fields = answer.as_object_mut().expect("an object");
    fields.retain(|field, _| {
        ![
            "puzzle",
            "name",
            "bytes",
            "disk_bytes",
            "seconds",
            "nodes",
            "engine_reason",
        ]
        .contains(&&**field)
    });
    answer
}

/// The numbers of the calls that fail in one run after another: some of the first dozens, or each
/// of the first twenty and then ever fewer, as a long run makes the same calls for each layer.
fn numbers() -> Vec<u32> {
    if cases(1) > 1 {
        iter::successors(Some(1), |nth| Some(nth + 1 + nth / 20))
            .take_while(|&nth| nth < 10_000)
            .collect()
    } else {
        vec![2, 9, 30]
    }
}

/// Has the run `start` fail at one call after another, and go on by `resume`.
fn survives(start: &[&str], resume: &[&str]) {
    let place = tempfile::tempdir().expect("a folder");
    let log = place.path().join("log");
    let without = place.path().join("without");
    let without = without.to_str().expect("UTF-8");
    let whole = huarong(&[start, &["--work-dir", without]].concat(), "");
    assert_eq!(whole.status, 0, "{}", whole.err);
    let expected = answer(&whole.out);
    for fault in FAULTS {
        let mut tried = 0;
        for nth in numbers() {
            tried += 1;
            let folder = place.path().join(format!("run-{nth}"));
            let kept = folder.to_str().expect("UTF-8");
            let ended = run(&[start, &["--work-dir", kept]].concat(), fault, nth, &log);
            let told = format!(
                "{start:?}, {fault:?} {nth}, {:?}: {}",
                ended.failed, ended.err
            );
            match ended.status {
                Ok(0) => assert_eq!(answer(&ended.out), expected, "{told}"),
                // A folder cannot be looked into without memory either.
                Ok(2) => {
                    let is_file = matches!(fault, Fault::File(_));
                    assert!(is_file || told.contains("os error 12"), "{told}");
                }
                Ok(3) => {}
                // Only a small allocation, which is not a table, may abort the program.
                Err(ABORTED) => assert_eq!(fault, Fault::Memory(SMALL), "{told}"),
                status => panic!("{status:?}: {told}"),
            }
            if ended.status.is_ok() {
                assert!(!ended.err.contains("panicked"), "{told}");
            }
            let again = if folder.join("checkpoint").exists() {
                let whole = huarong(&["check", kept], "");
                assert_eq!(whole.status, 0, "{told}\n{}{}", whole.out, whole.err);
                huarong(&[resume, &[kept]].concat(), "")
            } else {
                huarong(&[start, &["--work-dir", kept]].concat(), "")
            };
            assert_eq!(again.status, 0, "{told}\n{}", again.err);
            assert_eq!(answer(&again.out), expected, "{told}");
            fs::remove_dir_all(&folder).expect("it is there");
            if ended.calls().is_some() {
                break;
            }
        }
        println!("{}, {fault:?}: {tried} calls failed", start.join(" "));
    }
}

#[test]
fn a_run_can_be_resumed_after_any_injected_fault() {
    if shim().is_none() {
        return;
    }
    let (_folder, tiles) = file("tiles.txt", TILES.as_bytes());
    let all =
        ["hashed", "ranked", "layered"].map(|engine| [("solve", engine), ("explore", engine)]);
    let few = [("solve", "hashed"), ("explore", "layered")];
    let tried = if cases(1) > 1 {
        all.concat()
    } else {
        few.to_vec()
    };
    for (command, engine) in tried {
        survives(
            &[command, &tiles, "--engine", engine, "--json", "-q"],
            &[command, "--json", "-q", "--resume"],
        );
    }
    survives(
        &["design", "3x2", "--json", "-q"],
        &["design", "--json", "-q", "--resume"],
    );
    let count = ["hamilton", "111/111/111/111", "--count", "--json", "-q"];
    survives(&count, &[&count[..], &["--resume"]].concat());
}

/// The call fails in each of the two processes, whichever reaches it.
#[cfg(feature = "cluster")]
#[test]
fn a_cluster_run_can_be_resumed_after_any_injected_fault() {
    if shim().is_none() {
        return;
    }
    let (_folder, tiles) = file("tiles.txt", TILES.as_bytes());
    let local = ["--local", "2", "--threads", "1", "--json", "-q"];
    survives(
        &[&["explore", &tiles][..], &local].concat(),
        &[&["explore"][..], &local, &["--resume"]].concat(),
    );
}

/// Runs the program in a folder in which nothing can be renamed, or not by the `exclusive` calls.
/// Returns nothing if the system cannot refuse calls.
fn without_renames(which: &str, folder: &Path, arguments: &[&str]) -> Option<Ran> {
    let mut command = program();
    command
        .env("LD_PRELOAD", shim()?)
        .env("FAULT_RENAMES", which)
        .current_dir(folder);
    let ran = Ran::fed(command.args(arguments), "");
    if ran.status == 99 {
        skip("renames that fail", "no seccomp");
        return None;
    }
    Some(ran)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_whole_or_unchanged_if_nothing_can_be_renamed() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    fs::write(place.join("old.txt"), "mine").expect("it can be written");
    let make = ["make", "tiles", "3x3", "--seed", "1", "--output"];
    let forced = [&make[..], &["old.txt", "--force"]].concat();
    for arguments in [&[&make[..], &["new.txt"]].concat(), &forced] {
        let Some(ran) = without_renames("all", place, arguments) else {
            return;
        };
        ran.is_refused(&["Input/output error"]);
    }
    let start = ["solve", "simplicity", "-q", "--work-dir", "run"];
    let Some(ran) = without_renames("all", place, &start) else {
        return;
    };
    ran.is_refused(&["Input/output error"]);
    fs::remove_dir_all(place.join("run")).expect("it is a folder");
    assert_eq!(names(place), ["old.txt"]);
    assert_eq!(written(place.join("old.txt")), "mine");
}

#[test]
fn a_new_file_is_written_where_no_call_refuses_a_name_that_exists() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let make = ["make", "tiles", "3x3", "--seed", "1", "--output", "new.txt"];
    let Some(ran) = without_renames("exclusive", place, &make) else {
        return;
    };
    assert_eq!(ran.status, 0, "{}", ran.err);
    let whole = written(place.join("new.txt"));
    assert!(whole.contains("Tiles 3x3 seed 1"), "{whole}");
    let again = without_renames("exclusive", place, &make).expect("as before");
    again.is_refused(&["already exists"]);
    assert_eq!(names(place), ["new.txt"]);
    assert_eq!(written(place.join("new.txt")), whole);
}

#[test]
fn a_game_reports_that_no_thread_can_be_started() {
    let Some(shim) = shim() else { return };
    let mut command = program();
    command.env("LD_PRELOAD", shim).env("FAULT_THREADS", "1");
    let ran = Ran::fed(command.args(["play", "simplicity", "--plain"]), "q\n");
    assert_eq!(ran.status, 3, "{}", ran.err);
    ran.warns("stopped: cannot start a thread: ");
    ran.warns("help: end other programs");
}
