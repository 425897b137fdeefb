//! `huarong atlas`, and `huarong solve --tablebase`.

#[cfg(unix)]
use super::interrupting::{interrupt, start};
use super::*;

/// A tablebase that says the same of every layout.
fn tablebase(metric: u8, distance: u8) -> Vec<u8> {
    let body = vec![distance; 29_334_498];
    let mut header = b"HUARONGT\x01\x00".to_vec();
    header.extend([metric, 0, 0, 0, 0, 0]);
    header.extend(29_334_498_u32.to_le_bytes());
    header.extend(crc32fast::hash(&body).to_le_bytes());
    header.extend([0; 4]);
    header.extend(crc32fast::hash(&header).to_le_bytes());
    [header, body].concat()
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_atlas_without_writing_a_tablebase() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("it.tb");
    let store = ["--threads", "1", "--output", path.to_str().expect("UTF-8")];
    let output = interrupt(start(&[&["atlas", "4x5"][..], &store].concat()));
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(3), "{out}");
    assert!(
        out.contains("stopped: interrupted after ") && out.ends_with(" of 203 sets of pieces\n")
    );
    assert!(err.contains("note: no tablebase to store in"), "{err}");
    assert!(!path.exists());
}

#[test]
fn covered_puzzles_use_the_tablebase_and_others_are_searched() {
    let (_folder, path) = file("none.tb", &tablebase(0, 255));
    let ran = run(&format!(
        "solve heng-dao-li-ma red-donkey --tablebase {path}"
    ));
    assert_eq!(ran.status, 1, "{}", ran.err);
    ran.shows("impossible, by the tablebase\n");
    let ran = huarong(&["solve", "-", "--tablebase", &path, "--quiet"], SMALL);
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.begins("1 move (proven shortest), ");
    let note = "note: Small: the tablebase covers the classic frame and goal, not a frame of \
                3×2, only one of 4×5; searching\n";
    assert_eq!(ran.err, note);
}

#[test]
fn an_unusable_tablebase_is_refused() {
    let (_folder, contradicting) = file("zero.tb", &tablebase(0, 0));
    let (_folder2, steps) = file("steps.tb", &tablebase(2, 255));
    let (_folder3, cut) = file("cut.tb", &tablebase(0, 255)[..1_000_000]);
    let (_folder4, other) = file("other.tb", SMALL.as_bytes());
    for (path, message) in [
        (
            contradicting.as_str(),
            "the distances of the tablebase contradict the rules of the puzzle\nhelp: write it again",
        ),
        (
            &steps,
            "counts steps, not moves\nhelp: add `--metric step`, or make one",
        ),
        (
            &cut,
            "this file should have 29334530 bytes and has 1000000: it is cut short or mixed up\n\
             help: make one with `huarong atlas",
        ),
        (&other, "this is not a file that huarong has stored"),
        ("no-such.tb", "cannot use `no-such.tb`: "),
    ] {
        huarong(&["solve", "heng-dao-li-ma", "--tablebase", path], "").is_refused(&[message]);
    }
    run(&format!("solve a --tablebase '{steps}' --algorithm dfs"))
        .is_refused(&["cannot be used with"]);
}

#[test]
#[ignore = "20 s"]
fn a_stored_tablebase_solves_by_lookup() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("steps.tb");
    let path = path.to_str().expect("UTF-8");
    let ran = run(&format!("atlas 4x5 --metric step --output {path} --quiet"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(
        ran.out
            .starts_with("29,334,498 layouts of 203 sets of pieces, 28,913,089 can be solved")
    );
    ran.shows("25,422 components, the largest of 964,656 layouts");
    let arguments = [
        "solve",
        "heng-dao-li-ma",
        "--metric",
        "step",
        "--tablebase",
        path,
    ];
    let solved = huarong(&arguments, "");
    let summary = solved.out.lines().last().expect("a summary");
    let expected = "116 steps (proven shortest), from the tablebase, ";
    assert!(summary.starts_with(expected), "{summary}");
    let verified = huarong(&["verify", "heng-dao-li-ma", "-"], solved.out);
    assert_eq!(verified.status, 0, "{}", verified.err);
    let json = huarong(&[&arguments[..], &["--json"]].concat(), "");
    let object = json.object();
    assert_eq!(
        (&object["algorithm"], &object["length"]),
        (&"tablebase".into(), &116.into())
    );
}
