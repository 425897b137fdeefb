//! Runs that are kept in a directory, and go on from there.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Ran, file, huarong};

/// The tiles of two by four: 20,160 positions within 36 moves of the start.
const TILES: &str = "A B C D\nE F G .\n\ngoal:\nA B C D\nE F . G\n";

/// What does not depend on how long it took and on what.
fn answer(ran: &Ran) -> serde_json::Value {
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let mut answer = ran.object();
    let fields = answer.as_object_mut().expect("an object");
    for field in ["puzzle", "engine", "engine_reason", "bytes", "disk_bytes", "seconds"] {
        assert!(fields.remove(field).is_some(), "{field}");
    }
    answer
}

fn plain(path: &str) -> serde_json::Value {
    answer(&huarong(&["explore", path, "--json"], ""))
}

fn resume(directory: &Path) -> Ran {
    huarong(&["explore", "--json", "--resume", text(directory)], "")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn the_engines_find_the_same() {
    let (folder, path) = file("tiles.txt", TILES.as_bytes());
    let expected = plain(&path);
    assert_eq!(expected["states"], 20_160);
    let directory = folder.path().join("run");
    let directory = text(&directory);
    let layered = ["explore", &path, "--json", "--engine", "layered", "--work-dir", directory];
    let ran = huarong(&layered, "");
    assert!(ran.out.contains("\"engine\":\"layered\""), "{}", ran.out);
    assert_eq!(answer(&ran), expected);
    let go_on = format!("`huarong explore --resume {directory}`");
    huarong(&layered, "").is_refused(&["holds a run already", &go_on]);
    // It is complete, and says so again.
    assert_eq!(answer(&resume(Path::new(directory))), expected);
}

#[test]
fn a_run_that_was_stopped_goes_on_with_each_engine() {
    let (folder, path) = file("tiles.txt", TILES.as_bytes());
    let expected = plain(&path);
    for engine in ["hashed", "ranked", "layered"] {
        let directory = folder.path().join(engine);
        let start = ["explore", &path, "--json", "--engine", engine, "--max-depth", "9"];
        let kept = ["--work-dir", text(&directory)];
        let ran = huarong(&[&start[..], &kept].concat(), "");
        assert_eq!(ran.status, 3, "{}{}", ran.out, ran.err);
        let help = format!("go on with: huarong explore --resume {}\n", directory.display());
        assert!(ran.err.ends_with(&help), "{}", ran.err);
        assert_eq!(answer(&resume(&directory)), expected, "{engine}");
    }
}

#[test]
fn what_cannot_be_resumed_is_refused_with_its_reason() {
    let (folder, path) = file("tiles.txt", TILES.as_bytes());
    let nothing = resume(folder.path());
    assert_eq!(nothing.status, 2, "{}", nothing.out);
    assert!(nothing.err.contains("` holds no run that could be resumed"), "{}", nothing.err);
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
        assert!(ran.err.contains(told), "{}", ran.err);
    }
    fs::write(&checkpoint, &whole).expect("it can be written");
    fs::remove_file(directory.join("layers/sweep-2/layer-00001")).expect("it is there");
    let ran = resume(&directory);
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("cannot go on") && ran.err.contains("layer-00001"), "{}", ran.err);
    let mixed = ["explore", &path, "--resume", text(&directory)];
    assert_eq!(huarong(&mixed, "").status, 2);
    assert_eq!(huarong(&["explore", &path, "--engine", "layered"], "").status, 2);
}

#[test]
fn a_run_that_is_killed_again_and_again_has_the_same_answer() {
    let (folder, path) = file("tiles.txt", TILES.as_bytes());
    let expected = plain(&path);
    for engine in ["hashed", "ranked", "layered"] {
        let whole = folder.path().join(format!("{engine}-whole"));
        let begun = Instant::now();
        let start = ["explore", &path, "--json", "--engine", engine, "--work-dir"];
        huarong(&[&start[..], &[text(&whole)]].concat(), "");
        let a_third = u64::try_from(begun.elapsed().as_millis() / 3).expect("not so long").max(20);
        let directory = folder.path().join(engine);
        // A linear congruential generator, so that a failure can be had again.
        let mut random = 42_u64;
        for kill in 0..7 {
            let is_begun = directory.join("checkpoint").exists();
            let again = ["explore", "--json", "--resume"];
            let arguments = if is_begun { &again[..] } else { &start[..] };
            let mut child = Command::new(assert_cmd::cargo::cargo_bin!("huarong"))
                .args(arguments)
                .arg(&directory)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it runs");
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            sleep(Duration::from_millis(5 + (random >> 32) % a_third));
            child.kill().unwrap_or_else(|error| panic!("kill {kill}: {error}"));
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
