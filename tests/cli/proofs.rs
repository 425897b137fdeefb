//! `huarong solve --proof`, `verify` and `proof-checker`.

use super::*;

/// Solves a puzzle with a proof; returns the folder, the proof's path and what was printed.
fn proven(puzzle: &str) -> (tempfile::TempDir, String, Ran) {
    let (folder, path) = file("it.txt", puzzle.as_bytes());
    let proof = path.replace(".txt", ".proof");
    let ran = huarong(&["solve", &path, "--quiet", "--proof", &proof], "");
    (folder, proof, ran)
}

#[test]
fn a_proof_on_stdout_excludes_other_output() {
    let (_folder, path) = file("it.txt", SMALL.as_bytes());
    let mut command = program();
    let output = command
        .args(["solve", &path, "--proof", "-"])
        .output()
        .expect("it runs");
    assert!(output.stdout.starts_with(b"huarong certificate 1\n"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 move (proven shortest)"));
    assert_eq!(huarong(&["verify", "-"], output.stdout).status, 0);
    huarong(&["solve", &path, "--proof", "-", "--json"], "").is_refused(&["standard output"]);
}

#[test]
fn a_failed_proof_is_reported_with_the_offending_position() {
    let (_folder, proof, _) = proven(SMALL);
    let bytes = fs::read(&proof).expect("a proof");
    let text = String::from_utf8_lossy(&bytes);
    // The goal is moved, and the checksum made to fit.
    let end = text.find("\ngoal:\n").expect("a goal") + "\ngoal:\n".len();
    let mut lie = bytes[..bytes.len() - 4].to_vec();
    lie[end..end + 11].copy_from_slice(b". . .\n. . A");
    lie.extend(crc32fast::hash(&lie).to_le_bytes());
    let told = huarong(&["verify", "-"], lie.clone());
    assert_eq!(told.status, 1, "{}", told.err);
    let expected = "not proven: the solution does not solve the puzzle\n\n. B A\n. . .\n";
    assert_eq!(told.out, expected);
    let object = huarong(&["verify", "-", "--json"], lie).object();
    assert_eq!(
        (&object["proven"], &object["claim"]),
        (&false.into(), &().into())
    );
    let cut = huarong(&["verify", "-"], &bytes[..bytes.len() - 9]);
    assert_eq!(
        (cut.status, cut.out.contains("damaged")),
        (1, true),
        "{}",
        cut.out
    );
    huarong(&["verify", "-"], "A .\n").is_refused(&["neither a stored solution, a certificate"]);
}

#[test]
fn the_checker_is_printed() {
    let script = huarong(&["proof-checker"], "");
    assert_eq!(script.status, 0);
    assert_eq!(script.out, include_str!("../../src/sliding/proof/check.py"));
    assert!(script.out.lines().count() <= 300);
}
