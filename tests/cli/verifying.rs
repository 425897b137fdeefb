//! Solutions that are stored, printed and written by hand, and read again.

use super::*;

#[test]
fn a_changed_byte_of_a_stored_solution_is_detected() {
    let (_folder, path) = file("solution", b"something old");
    run(&format!("solve heng-dao-li-ma --output {path} --force"));
    let mut bytes = fs::read(&path).expect("just stored");
    bytes[40] ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    run(&format!("verify heng-dao-li-ma {path}")).is_refused(&["checksum"]);
}

#[test]
fn a_stored_solution_is_told_from_other_files_by_its_content() {
    let (_folder, path) = file("solution", b"something old");
    run(&format!("solve heng-dao-li-ma --output {path} --force"));
    let bytes = fs::read(&path).expect("just stored");
    for ran in [
        run(&format!("verify {path}")),
        huarong(&["verify", "-"], bytes),
    ] {
        assert_eq!(
            (ran.status, &*ran.out),
            (0, "81 moves: right, it solves the puzzle\n")
        );
    }
    run(&format!("verify {path} --metric step")).is_refused(&["a solution in moves, not steps"]);
}
