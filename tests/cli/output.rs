//! What is printed, and for whom.

use super::*;
#[cfg(unix)]
#[test]
fn a_second_name_of_the_input_and_a_device_are_refused_as_outputs() {
    let (folder, path) = file("mine.txt", SMALL.as_bytes());
    let link = folder.path().join("link").display().to_string();
    fs::hard_link(&path, &link).expect("a second name");
    for option in ["solve --output", "explore --graph"] {
        let (command, option) = option.split_once(' ').expect("two words");
        let ran = huarong(&[command, &path, option, &link], "");
        ran.is_refused(&["is both input and output", "`--force`"]);
    }
    assert_eq!(written(&path), SMALL);
    let refused = ["`/dev/null`: it is not a regular file", "name a file"];
    huarong(&["solve", &path, "--output", "/dev/null"], "").is_refused(&refused);
    huarong(&["convert", &path, "/dev/null", "--to=huarong"], "").is_refused(&refused);
}

#[cfg(unix)]
#[test]
fn a_file_size_limit_is_an_error_without_leftover_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("a.gif").display().to_string();
    let run = folder.path().join("run").display().to_string();
    for line in [
        &["export", "heng-dao-li-ma", "--to", &picture][..],
        &[
            "explore",
            "century",
            "--engine",
            "ranked",
            "--work-dir",
            &run,
        ],
    ] {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f 2; exec \"$0\" \"$@\""]);
        let ran = Ran::of(shell.arg(HUARONG).args(line));
        assert_eq!(ran.status, 2, "{line:?}: {}", ran.err);
        ran.warns("cannot write `");
        ran.warns("File too large");
        assert!(
            !ran.err.contains(".huarong-"),
            "no temporary name: {}",
            ran.err
        );
    }
    let left = |entry: fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
    let entries = folder.path().read_dir().expect("a folder");
    let names: Vec<_> = entries
        .map(|entry| left(entry.expect("an entry")))
        .collect();
    assert_eq!(names, ["run"]);
}

#[test]
fn a_file_created_during_the_run_is_not_overwritten() {
    use super::interrupting::{LONG, interrupt, start, wait_for_work};

    let (folder, puzzle) = file("long.txt", LONG.as_bytes());
    let path = folder.path().join("late.svg");
    let limits = ["--max-memory", "1GiB", "--timeout", "60s", "--plot"];
    let line = [
        &["explore", &puzzle][..],
        &limits,
        &[path.to_str().expect("UTF-8")],
    ]
    .concat();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    for beside in ["late-2.svg", "late-3.svg"] {
        if path.exists() {
            fs::remove_file(&path).expect("it is there");
        }
        let child = start(&line);
        wait_for_work(child.id());
        fs::write(&path, "precious").expect("it can be written");
        let output = interrupt(child);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(
            err.contains("late.svg` meanwhile; the result is in `"),
            "{err}"
        );
        assert!(err.contains(beside), "{err}");
        assert_eq!(read("late.svg"), "precious");
        assert!(read(beside).starts_with("<svg"), "{beside}");
    }
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_refused_as_an_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("link").display().to_string();
    std::os::unix::fs::symlink("nowhere", &link).expect("a link");
    huarong(&["explore", "-", "--plot", &link], SMALL)
        .is_refused(&["link` is a link to a file that does not exist"]);
}
