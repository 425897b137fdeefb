//! What is printed, and for whom.

use super::*;
#[cfg(unix)]
#[cfg(unix)]
fn objects(text: &str) -> Vec<Value> {
    let object = |line| serde_json::from_str(line).expect("each line is an object");
    text.lines().map(object).collect()
}

#[test]
fn json_has_one_object_per_puzzle() {
    let ran = huarong(&["solve", "-", "--json"], format!("{SMALL}===\n{STUCK}"));
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let [small, stuck] = &objects(&ran.out)[..] else {
        panic!("two puzzles: {}", ran.out)
    };
    assert_eq!(small["schema"], "huarong/solve/1");
    assert_eq!(
        (&small["outcome"], &small["optimal"]),
        (&"solved".into(), &true.into())
    );
    assert_eq!(
        (&small["length"], &small["metric"]),
        (&1.into(), &"move".into())
    );
    let first = &small["solution"][0];
    assert_eq!(
        (&first["piece"], &first["name"]),
        (&"A".into(), &"Ann".into())
    );
    assert_eq!(first["from"], serde_json::json!([0, 0]));
    assert_eq!(first["path"].as_array().map(Vec::len), Some(4));
    assert_eq!(small["steps"], 4);
    assert_eq!(
        (&stuck["outcome"], &stuck["solution"]),
        (&"impossible".into(), &Value::Null)
    );
}

#[test]
fn json_of_a_stopped_search_has_reason_and_lower_bound() {
    let ran = run("solve heng-dao-li-ma --json --max-depth 10");
    assert_eq!(ran.status, 3);
    let stopped = &objects(&ran.out)[0];
    assert_eq!(
        (&stopped["outcome"], &stopped["reason"]),
        (&"stopped".into(), &"depth".into())
    );
    assert_eq!(stopped["bound"], 11);
}

#[test]
fn compare_shows_both_searches_side_by_side() {
    let ran = huarong(&["compare", "heng-dao-li-ma"], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let row = |word: &str| {
        let line = ran
            .out
            .lines()
            .find(|line| line.starts_with(word))
            .expect(word);
        line[word.len()..]
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(row("moves found")[1], "81");
    assert_eq!(row("proven shortest"), ["no", "yes"]);
}

#[test]
fn the_start_is_drawn_once_above_the_moves() {
    let solve = |options: &[&str]| huarong(&[&["solve", "-"], options].concat(), SMALL).out;
    assert!(
        solve(&[]).starts_with("Small\n\nA B .\n. . .\n\n  1. A Ann  down"),
        "{}",
        solve(&[])
    );
    assert!(solve(&["--quiet"]).starts_with("1 move (proven shortest), "));
    assert!(solve(&["--json"]).starts_with('{'));
    assert!(solve(&["--notation", "ascii"]).starts_with("Small\nAdr2u\n1 move "));
    let all = solve(&["--all"]);
    assert!(
        all.starts_with("Small\n\nA B .\n. . .\n\n1 solution of 1 move, proven"),
        "{all}"
    );
    assert_eq!(all.matches("A B .").count(), 1, "{all}");
    // Quiet is the progress; the moves are asked for.
    assert_eq!(
        solve(&["--quiet", "--notation", "ascii"]).lines().nth(1),
        Some("Adr2u")
    );
}

#[test]
fn existing_files_are_not_overwritten_without_force() {
    let (folder, path) = file("mine.txt", SMALL.as_bytes());
    let link = folder.path().join("link").display().to_string();
    fs::hard_link(&path, &link).expect("a second name");
    let outputs: [&[&str]; 8] = [
        &["solve", &path, "--output", &path],
        &["solve", &path, "--output", &link],
        &["explore", &path, "--plot", &path],
        &["explore", &path, "--graph", &link],
        &["explore", &path, "--hardest-out", &path],
        &["explore", &path, "--save", &path],
        &["export", &path, "--to", &path, "--format", "svg"],
        &["convert", &path, &path],
    ];
    for output in outputs {
        huarong(output, "").is_refused(&["is both input and output", "`--force`"]);
    }
    let others: [&[&str]; 4] = [
        &["explore", "-", "--plot", &path],
        &["export", "-", "--to", &path, "--format", "svg"],
        &["tour", "5x5", "--to", &path, "--format", "svg"],
        &["convert", "-", &path],
    ];
    for output in others {
        huarong(output, SMALL).is_refused(&["already exists", "`--force`"]);
    }
    assert_eq!(written(&path), SMALL);
    let nowhere = folder.path().join("none/file").display().to_string();
    #[cfg(unix)]
    for output in [
        &["solve", &path, "--output", "/dev/null"],
        &["convert", &path, "/dev/null", "--to=huarong"],
    ] {
        huarong(output, "").is_refused(&["`/dev/null`: it is not a regular file", "name a file"]);
    }
    for output in [
        &["solve", &path, "--output", &nowhere],
        &["convert", "--from=huarong", &path, &nowhere],
    ] {
        huarong(output, "").is_refused(&["there is no folder for", "make the folder first"]);
    }
}

#[cfg(unix)]
#[test]
fn a_stored_solution_is_not_written_as_a_text() {
    for command in ["solve", "explore"] {
        for name in ["moves.txt", "moves.TXT", "moves.json"] {
            let ran = huarong(&[command, "simplicity", "--output", name], "");
            ran.is_refused(&["a stored solution is binary", name, "`my.solution`"]);
        }
    }
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

#[test]
fn outputs_must_be_different_files_and_not_standard_output() {
    let outputs: [&[&str]; 4] = [
        &["solve", "-", "--output", "-"],
        &["compare", "-", "--plot", "-"],
        &["explore", "-", "--graph", "-"],
        &["make", "3x3", "--output", "-"],
    ];
    for arguments in outputs {
        let help = "help: name a file; `./-` is a file called `-`";
        huarong(arguments, SMALL).is_refused(&["cannot go to standard output", help]);
    }
    for command in [
        &["explore", "-", "--graph", "a.json", "--save", "a.json"][..],
        &[
            "explore",
            "-",
            "--graph",
            "a.json",
            "--hardest-out",
            "./a.json",
        ],
        &["solve", "-", "--output", "./a", "--proof", "a", "--force"],
    ] {
        huarong(command, SMALL).is_refused(&["` is named for two outputs"]);
    }
    assert!(!std::path::Path::new("-").exists() && !std::path::Path::new("a.json").exists());
}
