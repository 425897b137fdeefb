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
fn verify_accepts_the_json_output_of_solve() {
    for metric in ["move", "slide", "step"] {
        let puzzles = ["heng-dao-li-ma", "simplicity", "cards#1"];
        let words = [&["solve", "--json", "--metric", metric][..], &puzzles].concat();
        let (_folder, answers) = file("answers.jsonl", huarong(&words, "").out.as_bytes());
        for puzzle in puzzles {
            let ran = huarong(&["verify", puzzle, &answers, "--json"], "");
            let told = ran.object();
            assert_eq!(
                (ran.status, &told["solved"]),
                (0, &true.into()),
                "{puzzle}: {}",
                ran.err
            );
            assert_eq!(
                (&told["metric"], &told["error"]),
                (&metric.into(), &Value::Null)
            );
        }
        huarong(&["verify", "century", &answers], "")
            .is_refused(&["holds 0 solutions of `century`"]);
        let other = if metric == "move" { "step" } else { "move" };
        let ran = huarong(&["verify", "simplicity", &answers, "--metric", other], "");
        ran.is_refused(&[&format!("is a solution in {metric}s, not {other}s")]);
    }
    let solved = huarong(&["solve", "-", "--json"], SMALL).out;
    let (_folder, small) = file("small.txt", SMALL.as_bytes());
    assert_eq!(
        huarong(&["verify", &small, "-"], &*solved).status,
        0,
        "one needs no name"
    );
    let wrong = solved.replacen("\"down\"", "\"up\"", 1);
    let ran = huarong(&["verify", &small, "-", "--json"], &*wrong);
    let told = ran.object();
    assert_eq!((ran.status, &told["solved"]), (1, &false.into()), "{wrong}");
    assert!(
        told["error"]
            .as_str()
            .is_some_and(|error| error.contains("cannot go up")),
        "{told}"
    );
    let all = huarong(&["solve", "-", "--all", "--json"], SMALL).out;
    let first = all.lines().next().expect("a solution");
    assert_eq!(huarong(&["verify", &small, "-"], first).status, 0);
    huarong(&["verify", &small, "-"], &solved[..40]).is_refused(&["line 1 is not a solution"]);
}

#[test]
fn a_stored_solution_is_refused_for_a_puzzle_with_other_doors_ice_or_locks() {
    let text = "door: AB = right 1\nice: A=1\nlock: C=row\n\nA B .\nC . .\n";
    let (_folder, puzzle) = file("puzzle.txt", text.as_bytes());
    let (_folder, solution) = file("solution", b"");
    run(&format!("solve {puzzle} --output {solution} --force"));
    assert_eq!(run(&format!("verify {puzzle} {solution}")).status, 0);
    for (from, to) in [
        ("right 1", "left 1"),
        ("ice: A=1", "ice: B=1"),
        ("C=row", "C=column"),
    ] {
        let (_folder, other) = file("other.txt", text.replace(from, to).as_bytes());
        run(&format!("verify {other} {solution}")).is_refused(&["the solution of another puzzle"]);
    }
}
