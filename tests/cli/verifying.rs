//! Solutions that are stored, printed and written by hand, and read again.

use super::*;

#[test]
fn a_stored_solution_is_read_back_and_can_be_overwritten() {
    let (_folder, path) = file("solution", b"something old");
    let store = ["solve", "heng-dao-li-ma", "--output", &path, "--quiet"];
    huarong(&store, "").is_refused(&["already exists", "`--force`"]);
    for more in [&["--force"][..], &[]] {
        let solved = huarong(&[&store[..], more].concat(), "");
        assert_eq!(
            solved.status, 0,
            "what it has stored itself is replaced: {}",
            solved.err
        );
    }
    let of_itself = huarong(&["solve", &path, "--output", &path], "");
    of_itself.is_refused(&["is both input and output"]);
    let ran = huarong(&["verify", "heng-dao-li-ma", &path], "");
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "81 moves: right, it solves the puzzle\n")
    );
    let ran = huarong(&["verify", "century", &path], "");
    assert_eq!(ran.status, 2, "it is of another puzzle");
    let ran = huarong(&["verify", "heng-dao-li-ma", &path, "--metric", "step"], "");
    assert_eq!(ran.status, 2, "it counts moves");
    let mut bytes = fs::read(&path).expect("just stored");
    bytes[40] ^= 1;
    fs::write(&path, bytes).expect("it can be written");
    huarong(&["verify", "heng-dao-li-ma", &path], "").is_refused(&["checksum"]);
}

#[test]
fn the_output_option_accepts_one_solved_puzzle_only() {
    let (_folder, path) = file("solution", b"old");
    let ran = huarong(
        &["solve", "heng-dao-li-ma", "century", "--output", &path],
        "",
    );
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(fs::read(&path).expect("still there"), b"old");
    let ran = huarong(
        &["solve", "zou-tou-wu-lu", "--output", &path, "--force"],
        "",
    );
    assert_eq!(ran.status, 1);
    assert_eq!(fs::read(&path).expect("still there"), b"old");
    let nowhere = format!("{path}/none/solution");
    assert_eq!(
        huarong(&["solve", "heng-dao-li-ma", "--output", &nowhere], "").status,
        2
    );
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
