//! Runs with a work directory, and their resumption.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::cases::cases;
use super::*;

/// The tiles of two by four: 20,160 positions within 36 moves of the start.
const TILES: &str = "A B C D\nE F G .\n\ngoal:\nA B C D\nE F . G\n";

/// Blocks with 630 positions within 17 moves of the start.
const BLOCKS: &str = "A B B\nC D E\nF . .\n\ngoal:\n. . .\n. . .\n. . A\n";

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

/// Resumes from a checkpoint as it was written when keys of boards with four mirror images had one
/// word. Its layer has this number of goals.
fn resumed_with(goals: u8, checksum: u32) -> Ran {
    let puzzle = "X A B\nC . .\n. . .\n\ngoal:\n. . .\n. X .\n. . .\n";
    let bytes = [
        &b"HUARONG\0C\x05\0"[..],
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
    let ran = resumed_with(0, 0x7d2b_1443);
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
    let ran = resumed_with(1, 0x03f3_a402);
    ran.is_refused(&["a given state does not belong to this puzzle"]);
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
fn a_link_in_place_of_a_lock_is_refused() {
    let thesis = folder_with(&[("thesis.txt", "my thesis")]);
    let thesis = thesis.path().join("thesis.txt");
    let linked = folder_with(&[]);
    std::os::unix::fs::symlink(&thesis, linked.path().join("lock")).expect("a link");
    let folder = text(linked.path());
    for line in ["explore - --engine hashed", "design 3x3 --pieces 2"] {
        let ran = fed(&format!("{line} --work-dir '{folder}'"), BLOCKS);
        ran.is_refused(&["cannot lock `", "/lock`: ", "it is a link"]);
    }
    assert_eq!(written(thesis), "my thesis");
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
