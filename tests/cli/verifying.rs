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
