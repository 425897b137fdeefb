//! Each invalid input gets a message with its position and a correction, and exit status 2.

use std::fs::File;

use super::*;

#[test]
fn an_error_in_a_file_is_shown_at_its_position() {
    for (bytes, place, message) in [
        // Rows of unequal length, and a piece in two parts.
        (&b"A . .\nB .\n\ngoal:\n. . A\n. .\n"[..], "2:1", "B ."),
        (b"A A . A\n\ngoal:\nA A . A\n", "1:7", "A A . A"),
        // Goals without a piece, of a piece that is not there, and of another shape.
        (b"A . .\n\ngoal:\n. . .\n", "3:1", "goal:"),
        (b"A . .\n\ngoal:\n. . Z\n", "4:5", "Z"),
        (b"A A .\n. . .\n\ngoal:\n. . A\n. . A\n", "5:5", ". . A"),
        // Keys that are unknown or given twice, and a letter that is missing.
        (b"nmae: x\n\nA .\n\ngoal:\n. A\n", "1:1", "nmae"),
        (b"name: x\nname: y\n\nA .\n\ngoal:\n. A\n", "2:1", "name: y"),
        (b"names: Q=Queen\n\nA .\n\ngoal:\n. A\n", "1:8", "Q"),
        // No text, and nothing at all.
        (b"name: caf\xe9\n\nA .\n\ngoal:\n. A\n", "1:10", "UTF-8"),
        (b"", "1:1", "no puzzle"),
    ] {
        let (_folder, path) = file("bad.txt", bytes);
        let ran = huarong(&["show", &path], "");
        ran.is_refused(&["error: ", &format!("{path}:{place}\n"), message, "help: "]);
    }
}

#[test]
fn a_file_of_a_gigabyte_is_refused() {
    let (_folder, path) = file("huge.txt", b"");
    let huge = File::options().write(true).open(&path).expect("just made");
    huge.set_len(1 << 30).expect("a sparse file");
    huarong(&["solve", &path], "").is_refused(&["larger than", "help: "]);
}

#[test]
fn a_file_in_utf16_is_read() {
    let utf16: Vec<u8> = format!("\u{feff}{}", SMALL.replace('\n', "\r\n"))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let (_folder, path) = file("puzzle.txt", &utf16);
    let ran = huarong(&["show", &path], "");
    assert_eq!(ran.out, huarong(&["show", "-"], SMALL).out);
}

#[test]
fn a_picture_file_is_refused_as_a_board() {
    let (_folder, path) = file("photo.png", b"\x89PNG\r\n\x1a\n0000");
    huarong(&["solve", &path], "").is_refused(&[
        "is a PNG picture",
        "type the board: one letter for each piece, `.` for empty",
    ]);
}

#[cfg(not(feature = "cluster"))]
#[test]
fn an_engine_missing_from_the_build_is_reported_with_its_feature() {
    for line in [
        "explore red-donkey --engine cluster",
        "solve red-donkey --engine cluster",
        "solve red-donkey --engine cluster --work-dir never-made",
        "explore red-donkey --local 2",
        "solve red-donkey --hosts hosts --process 0 --key key",
    ] {
        run(line).is_refused(&[
            "this build of huarong has no `cluster` engine",
            "help: build huarong with `--features cluster`",
        ]);
    }
    assert!(!std::path::Path::new("never-made").exists());
    assert!(!huarong(&["solve", "--help"], "").out.contains("--hosts"));
}
