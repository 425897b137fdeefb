//! Runs with a work directory, and their resumption.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::cases::cases;
use super::*;

/// The tiles of two by four: 20,160 positions within 36 moves of the start.
const TILES: &str = "A B C D\nE F G .\n\ngoal:\nA B C D\nE F . G\n";

/// Blocks with 630 positions within 17 moves of the start.
const BLOCKS: &str = "A B B\nC D E\nF . .\n\ngoal:\n. . .\n. . .\n. . A\n";

/// Tiles whose solution takes 20 moves.
const REVERSED: &str = "C B A\nE D .\n\ngoal:\nA B C\nD E .\n";

/// Parses a report, without the fields that depend on the file, the engine and the time.
fn answer(ran: &Ran) -> Value {
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let mut answer = ran.object();
    let fields = answer.as_object_mut().expect("an object");
    for field in FIELDS_OF_A_RUN {
        assert!(fields.remove(field).is_some(), "{field}");
    }
    answer
}

fn plain(path: &str) -> Value {
    answer(&huarong(&["explore", path, "--json"], ""))
}

fn resume(directory: &Path) -> Ran {
    huarong(&["explore", "--json", "--resume", text(directory)], "")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn the_engines_find_the_same_result() {
    let (folder, path) = file("blocks.txt", BLOCKS.as_bytes());
    let expected = plain(&path);
    assert_eq!(expected["states"], 630);
    let directory = folder.path().join("run");
    let directory = text(&directory);
    let layered = [
        "explore",
        &path,
        "--json",
        "--engine",
        "layered",
        "--work-dir",
        directory,
    ];
    let ran = huarong(&layered, "");
    ran.shows("\"engine\":\"layered\"");
    assert_eq!(answer(&ran), expected);
    let go_on = format!("`huarong explore --resume {directory}`");
    huarong(&layered, "").is_refused(&["already holds a run", &go_on]);
    // It is complete, and says so again.
    assert_eq!(answer(&resume(Path::new(directory))), expected);
}

#[test]
fn a_stopped_run_can_be_resumed_with_each_engine() {
    let (folder, path) = file("blocks.txt", BLOCKS.as_bytes());
    let expected = plain(&path);
    for engine in ["hashed", "ranked", "layered"] {
        let directory = folder.path().join(engine);
        let start = [
            "explore",
            &path,
            "--json",
            "--engine",
            engine,
            "--max-depth",
            "9",
        ];
        let kept = ["--work-dir", text(&directory)];
        let ran = huarong(&[&start[..], &kept].concat(), "");
        assert_eq!(ran.status, 3, "{}{}", ran.out, ran.err);
        let help = format!(
            "resume with: huarong explore --resume {}\n",
            directory.display()
        );
        assert!(ran.err.ends_with(&help), "{}", ran.err);
        assert_eq!(answer(&resume(&directory)), expected, "{engine}");
    }
}

#[test]
fn a_resumed_run_prints_the_puzzle_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let directory = folder.path().join("run");
    let own = "name: My own\n\nA B .\n\ngoal:\n. . A\n";
    for command in ["solve", "explore"] {
        for (puzzle, stdin, name) in [("simplicity", "", "simplicity"), ("-", own, "My own")] {
            let line = [
                command,
                puzzle,
                "--json",
                "--engine",
                "hashed",
                "--max-depth",
                "0",
            ];
            let ran = huarong(
                &[&line[..], &["--work-dir", text(&directory)]].concat(),
                stdin,
            );
            assert_eq!(ran.status, 3, "{}", ran.err);
            let resumed = huarong(&[command, "--json", "--resume", text(&directory)], "");
            assert_eq!(resumed.object()["puzzle"], name, "{}", resumed.err);
            fs::remove_dir_all(&directory).expect("it is there");
        }
    }
}

/// Resumes from a checkpoint as it was written when keys of boards with four mirror images had one
/// word. Its layer has this number of goals.
fn resumed_with(goals: u8, checksum: u32) -> Ran {
    let puzzle = "X A B\nC . .\n. . .\n\ngoal:\n. . .\n. X .\n. . .\n";
    let bytes = [
        &b"HUARONG\0C\x03\0"[..],
        &[0x3a, 0, 0, 0, 0, 0, 0, 0, 0x2b],
        puzzle.as_bytes(),
        // A solution in moves, with mirror images, hashed, after 0 ms; one sweep of one layer.
        &[0, 0, 2, 0, 0, 1, 1, 1, 4, goals, 0, 0, 0, 0],
        // The state of the engine: depth 0, one state met, no goals, no layer before, one state.
        &[0; 8],
        &1_u64.to_le_bytes(),
        &[0; 16],
        &1_u64.to_le_bytes(),
        &0x1c01_u64.to_le_bytes(),
        &checksum.to_le_bytes(),
    ]
    .concat();
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("checkpoint"), bytes).expect("it can be written");
    huarong(&["solve", "--json", "--resume", text(folder.path())], "")
}

#[test]
fn a_run_of_an_older_version_can_be_resumed() {
    let ran = resumed_with(0, 0x787a_4233);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let solved = ran.object();
    assert_eq!(
        (&solved["length"], &solved["states"]),
        (&2.into(), &80.into()),
        "{}",
        ran.out
    );
}

#[test]
fn a_checkpoint_with_a_missing_goal_state_is_refused() {
    let ran = resumed_with(1, 0x06a2_f272);
    ran.is_refused(&["a given state does not belong to this puzzle"]);
}

#[test]
fn resuming_is_refused_with_a_reason_if_impossible() {
    let (folder, path) = file("blocks.txt", BLOCKS.as_bytes());
    let nothing = resume(folder.path());
    assert_eq!(nothing.status, 2, "{}", nothing.out);
    nothing.warns("` holds no run that could be resumed");
    nothing.warns("help: name the directory");
    let directory = folder.path().join("run");
    let kept = ["--engine", "layered", "--work-dir", text(&directory)];
    huarong(&[&["explore", &path, "--json"][..], &kept].concat(), "");
    let checkpoint = directory.join("checkpoint");
    let whole = fs::read(&checkpoint).expect("it is there");
    for (bytes, told) in [
        (&whole[..whole.len() - 1], "is cut short or damaged"),
        (&b"1. A left"[..], "is not a file that huarong has stored"),
    ] {
        fs::write(&checkpoint, bytes).expect("it can be written");
        let ran = resume(&directory);
        assert_eq!(ran.status, 2, "{}", ran.out);
        ran.warns(told);
    }
    fs::write(&checkpoint, &whole).expect("it can be written");
    fs::remove_file(directory.join("layers/sweep-2/layer-00001")).expect("it is there");
    let ran = resume(&directory);
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(
        ran.err.contains("cannot be resumed") && ran.err.contains("layer-00001"),
        "{}",
        ran.err
    );
    let mixed = ["explore", &path, "--resume", text(&directory)];
    assert_eq!(huarong(&mixed, "").status, 2);
    assert_eq!(
        huarong(&["explore", &path, "--engine", "layered"], "").status,
        2
    );
}

#[test]
fn a_repeatedly_killed_run_has_the_same_result() {
    let (folder, path) = file("tiles.txt", TILES.as_bytes());
    let expected = plain(&path);
    for engine in ["hashed", "ranked", "layered"] {
        let whole = folder.path().join(format!("{engine}-whole"));
        let begun = Instant::now();
        let start = ["explore", &path, "--json", "--engine", engine, "--work-dir"];
        huarong(&[&start[..], &[text(&whole)]].concat(), "");
        let a_third = u64::try_from(begun.elapsed().as_millis() / 3)
            .expect("not so long")
            .max(20);
        let directory = folder.path().join(engine);
        // A linear congruential generator, so that a failure can be had again.
        let mut random = 42_u64;
        for kill in 0..cases(4) {
            let is_begun = directory.join("checkpoint").exists();
            let again = ["explore", "--json", "--resume"];
            let arguments = if is_begun { &again[..] } else { &start[..] };
            let mut child = program()
                .args(arguments)
                .arg(&directory)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it runs");
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            sleep(Duration::from_millis(5 + (random >> 32) % a_third));
            child
                .kill()
                .unwrap_or_else(|error| panic!("kill {kill}: {error}"));
            child.wait().expect("a child");
        }
        let last = if directory.join("checkpoint").exists() {
            resume(&directory)
        } else {
            huarong(&[&start[..], &[text(&directory)]].concat(), "")
        };
        assert_eq!(answer(&last), expected, "{engine}");
    }
}

#[test]
fn a_resumed_solve_finds_the_same_solution() {
    let (folder, path) = file("tiles.txt", REVERSED.as_bytes());
    let moves = |ran: &Ran| {
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
        ran.object()["length"].as_u64()
    };
    let expected = moves(&huarong(&["solve", &path, "--json"], ""));
    for engine in ["hashed", "ranked", "layered"] {
        let directory = folder.path().join(engine);
        let directory = text(&directory);
        let kept = ["solve", &path, "--engine", engine, "--work-dir", directory];
        let ran = huarong(&[&kept[..], &["--quiet", "--max-depth", "9"]].concat(), "");
        assert_eq!(ran.status, 3, "{}{}", ran.out, ran.err);
        ran.shows("; no solution is shorter than 10 moves");
        let resume = format!("huarong solve --resume {directory}");
        assert!(
            ran.err.ends_with(&format!("resume with: {resume}\n")),
            "{}",
            ran.err
        );
        huarong(&kept, "").is_refused(&["already holds a run", "`huarong solve --resume "]);
        let other = ["explore", "--resume", directory];
        huarong(&other, "").is_refused(&["holds a run of `huarong solve`", &resume]);
        let dived = huarong(&["solve", "--resume", directory, "--algorithm", "dfs"], "");
        assert_eq!(dived.status, 2, "{}", dived.out);
        dived.warns("'--resume <DIR>'");
        let solution = folder.path().join(format!("{engine}.solution"));
        let resumed = [
            "solve",
            "--resume",
            directory,
            "--json",
            "--output",
            text(&solution),
        ];
        let ran = huarong(&resumed, "");
        assert_eq!(
            (moves(&ran), &ran.object()["engine"]),
            (expected, &engine.into())
        );
        let verified = huarong(&["verify", &path, text(&solution)], "");
        assert_eq!(verified.status, 0, "{}", verified.err);
    }
}

/// Returns the output of `huarong check` for a folder.
fn checked(directory: &Path) -> Value {
    let ran = huarong(&["check", "--json", text(directory)], "");
    let checked = ran.object();
    assert_eq!(checked["whole"], ran.status == 0, "{}", ran.out);
    let plain = huarong(&["check", text(directory)], "");
    assert_eq!(plain.status, ran.status, "{}", plain.err);
    assert_eq!(
        plain.out.contains("undamaged: "),
        ran.status == 0,
        "{}",
        plain.out
    );
    checked
}

#[test]
fn the_status_of_a_run_needs_only_the_checkpoint() {
    let (folder, path) = file("blocks.txt", BLOCKS.as_bytes());
    let run = folder.path().join("run");
    let begin = [
        "explore",
        &path,
        "--engine",
        "layered",
        "--work-dir",
        text(&run),
    ];
    let stopped = huarong(&[&begin[..], &["--max-depth", "9", "--json"]].concat(), "");
    assert_eq!(stopped.status, 3, "{}", stopped.err);
    // Only the checkpoint is read.
    fs::remove_dir_all(run.join("layers")).expect("it is there");
    let ran = huarong(&["explore", "--status", text(&run), "--json"], "");
    let told = ran.object();
    let found = stopped.object();
    assert_eq!(
        (ran.status, &told["states"]),
        (0, &found["states"]),
        "{told}"
    );
    let words = ["command", "engine", "metric", "stage"].map(|field| told[field].as_str());
    assert_eq!(words, ["explore", "layered", "move", "layers"].map(Some));
    assert_eq!(checked(&run)["whole"], false);
    let plain = huarong(&["explore", "--status", text(&run)], "").out;
    assert!(plain.contains(": explore puzzle of "), "{plain}");
    assert!(
        plain.contains(", in moves, engine layered\nunfinished: "),
        "{plain}"
    );
    assert!(
        plain.contains(" states up to 9 moves from the start, "),
        "{plain}"
    );
    assert!(plain.ends_with(&format!(
        "resume with: huarong explore --resume {}\n",
        run.display()
    )));
    huarong(&["explore", "--status", &path], "").is_refused(&["error: "]);
}

#[test]
fn check_reads_all_files_of_a_run() {
    let (folder, path) = file("blocks.txt", BLOCKS.as_bytes());
    for (engine, files) in [("hashed", 1), ("ranked", 1), ("layered", 10)] {
        let run = folder.path().join(engine);
        fed(
            &format!("explore {path} --engine {engine} --work-dir {}", text(&run)),
            "",
        );
        let whole = checked(&run);
        let told = ["command", "engine", "metric"].map(|field| whole[field].as_str());
        assert_eq!(told, [Some("explore"), Some(engine), Some("move")]);
        assert!(whole["files"].as_u64() >= Some(files), "{whole}");
        let mut places = vec![run.join("checkpoint")];
        if engine == "layered" {
            // The run can go on without the files of a sweep that is complete.
            let files = fs::read_dir(run.join("layers/sweep-2")).expect("a folder");
            places.extend(files.map(|file| file.expect("an entry").path()).step_by(3));
        }
        for place in places {
            hold_damage(&run, &place);
        }
        assert_eq!(checked(&run)["whole"], true, "as it was");
    }
    let design = folder.path().join("design");
    huarong(&["design", "3x2", "--work-dir", text(&design)], "");
    assert_eq!(checked(&design)["command"], "design");
    fs::write(design.join("checkpoint"), "no run").expect("it can be written");
    assert_eq!(checked(&design)["whole"], false);
    assert_eq!(checked(folder.path())["whole"], false, "no run at all");
}

/// Holds that `check` reports each damage of a file of a run, and leaves the file as it was.
fn hold_damage(run: &Path, place: &Path) {
    let bytes = fs::read(place).expect("it is there");
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    for damaged in [
        &flipped[..],
        &bytes[1..],
        &bytes[..bytes.len() - 1],
        &[&bytes[..], &[0]].concat(),
    ] {
        fs::write(place, damaged).expect("it can be written");
        assert_eq!(checked(run)["whole"], false, "{}", place.display());
    }
    fs::remove_file(place).expect("it is there");
    assert!(checked(run)["error"].is_string(), "{}", place.display());
    fs::write(place, bytes).expect("it can be written");
}

#[test]
fn check_reads_all_files_of_a_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("count");
    let limits = ["--max-nodes", "20000", "--work-dir", text(&run)];
    huarong(&[&["tour", "6x6", "--count"], &limits[..]].concat(), "");
    let ran = huarong(&["check", text(&run)], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.shows(": a count of `huarong tour` or `huarong hamilton`\nundamaged: ");
    let whole = checked(&run);
    assert!(whole["files"].as_u64() > Some(1), "{whole}");
    let files = fs::read_dir(&run).expect("a folder");
    let lists = files.map(|file| file.expect("an entry").path());
    let lists = lists.filter(|place| text(place).contains("step-"));
    for place in lists.step_by(9).chain([run.join("checkpoint")]) {
        hold_damage(&run, &place);
    }
    assert_eq!(checked(&run)["whole"], true, "as it was");
}

#[test]
fn the_status_of_a_run_shows_completion_and_distance() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = |name: &str, line: &[&str], status: i32| {
        let run = folder.path().join(name);
        let ran = huarong(&[line, &["--work-dir", text(&run)]].concat(), "");
        assert_eq!(ran.status, status, "{}", ran.err);
        let told = [vec!["check"], vec!["explore", "--status"]]
            .map(|command| huarong(&[&command[..], &[text(&run)]].concat(), "").out);
        assert!(told[0].contains("\nundamaged: "), "{}", told[0]);
        (told, checked(&run))
    };
    let simplicity = ["simplicity", "--engine", "layered"];
    let (texts, object) = told("all", &[&["explore"][..], &simplicity].concat(), 0);
    for text in &texts {
        assert!(
            text.contains(": explore Simplicity, in moves, engine layered\n"),
            "{text}"
        );
        assert!(text.contains("\nfinished: "), "{text}");
        assert!(text.contains(" from the start, "), "{text}");
    }
    assert!(
        texts[1].contains("\nprint the result with: huarong explore --resume "),
        "{texts:?}"
    );
    assert_eq!(
        (&object["finished"], &object["puzzle"]),
        (&true.into(), &"Simplicity".into())
    );
    // The states of one search, not of both.
    let explored = huarong(&["explore", "simplicity", "--json"], "").object();
    assert_eq!(object["states"], explored["states"]);
    let stopped = ["--max-depth", "3"];
    let (texts, object) = told("part", &[&["solve"][..], &simplicity, &stopped].concat(), 3);
    for text in &texts {
        assert!(
            text.contains(": solve Simplicity, in moves, engine layered\n"),
            "{text}"
        );
        assert!(text.contains("\nunfinished: "), "{text}");
        assert!(
            text.contains(" states up to 3 moves from the start, "),
            "{text}"
        );
    }
    assert!(
        texts[1].contains("\nresume with: huarong solve --resume "),
        "{texts:?}"
    );
    assert_eq!(object["finished"], false);
    let (texts, object) = told("frame", &["design", "3x2", "--metric", "step"], 0);
    assert!(
        texts[0].contains(": design frame 3x2, in steps\nfinished: "),
        "{texts:?}"
    );
    assert_eq!(object["finished"], true);
    let rush = ["design", "rush", "6x6", "--walls", "1", "--timeout", "0s"];
    let (texts, object) = told("rush", &rush, 3);
    let line = ": design rush 6x6, in slides, 1 wall\nunfinished: ";
    assert!(texts[0].contains(line), "{texts:?}");
    assert_eq!(object["finished"], false);
}

#[test]
fn a_work_directory_with_other_files_is_refused_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("thesis.txt"), "my thesis").expect("it can be written");
    for line in [
        &["solve", "simplicity"][..],
        &["explore", "simplicity"],
        &["design", "3x2"],
        &["design", "rush", "4x4"],
        &["tour", "6x6", "--count"],
        &["hamilton", "grid", "4x4", "--count"],
    ] {
        for directory in [text(folder.path()), "."] {
            let mut command = program();
            command
                .args(line)
                .args(["--work-dir", directory])
                .current_dir(folder.path());
            let ran = command.output().expect("it runs");
            let err = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(2), "{line:?}: {err}");
            let message = format!("`{directory}` holds other files, not a run");
            assert!(err.contains(&message), "{line:?}: {err}");
            assert!(
                err.contains("help: name a new directory"),
                "{line:?}: {err}"
            );
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// A folder of the user's with these files in it.
#[cfg(unix)]
fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("it can be written");
    }
    folder
}

#[cfg(unix)]
#[test]
fn user_files_in_a_work_directory_are_not_changed() {
    let read = |path: &Path| written(path);
    let thesis = folder_with(&[("thesis.txt", "my thesis")]);
    let thesis = thesis.path().join("thesis.txt");
    let linked = folder_with(&[]);
    std::os::unix::fs::symlink(&thesis, linked.path().join("lock")).expect("a link");
    let own = folder_with(&[("lock", "keep"), ("checkpoint", "keep")]);
    for (folder, why) in [
        (&linked, "it is a link"),
        (&own, "a lock is empty, and this file has 4"),
    ] {
        let folder = text(folder.path());
        for line in [
            ["explore", "-", "--engine", "hashed", "--work-dir", folder],
            ["design", "3x3", "--pieces", "2", "--work-dir", folder],
        ] {
            huarong(&line, BLOCKS).is_refused(&["cannot lock `", "/lock`: ", why]);
        }
    }
    assert_eq!(read(&thesis), "my thesis");
    assert_eq!(read(&own.path().join("lock")), "keep");
    let foreign = folder_with(&[("checkpoint", "foreign"), (".huarong-x", "half")]);
    for command in ["explore", "solve", "design"] {
        huarong(&[command, "--resume", text(foreign.path())], "")
            .is_refused(&["is not a file that huarong has stored"]);
    }
    assert_eq!(read(&foreign.path().join(".huarong-x")), "half");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_is_refused_without_blocking() {
    let pipe_in = |folder: &Path, name: &str| {
        let made = Command::new("mkfifo").arg(folder.join(name)).status();
        assert!(made.expect("mkfifo runs").success());
    };
    let locked = folder_with(&[]);
    pipe_in(locked.path(), "lock");
    let folder = text(locked.path());
    fed(
        &format!("explore - --engine layered --work-dir '{folder}'"),
        BLOCKS,
    )
    .is_refused(&["cannot lock", "it is not a regular file"]);
    let kept = folder_with(&[]);
    pipe_in(kept.path(), "checkpoint");
    for command in ["explore", "solve", "design"] {
        huarong(&[command, "--resume", text(kept.path())], "")
            .is_refused(&["cannot read", "it is not a regular file"]);
    }
}
