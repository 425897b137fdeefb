//! Solutions that are stored, printed and written by hand, and read again.

use super::*;

#[test]
fn what_solve_prints_verify_takes() {
    for more in [&["--algorithm", "dfs"][..], &["--boards"]] {
        let solved = huarong(&[&["solve", "heng-dao-li-ma"], more].concat(), "");
        assert_eq!(solved.status, 0, "{}", solved.err);
        let ran = huarong(&["verify", "heng-dao-li-ma", "-"], solved.out);
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
        assert!(
            ran.out.contains("moves: right, it solves the puzzle"),
            "{}",
            ran.out
        );
    }
}

#[test]
fn standard_input_is_one_thing() {
    for arguments in [
        &["solve", "-", "-"][..],
        &["verify", "-", "-"],
        &["verify", "heng-dao-li-ma", "-", "--goal", "-"],
        &[
            "export",
            "heng-dao-li-ma",
            "-",
            "--goal",
            "-",
            "--to",
            "x.svg",
        ],
    ] {
        huarong(arguments, SMALL).is_refused(&["standard input `-` is given twice"]);
    }
}

#[test]
fn a_stored_solution_is_read_back_and_replaces_an_old_one() {
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
fn one_file_holds_one_solution() {
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
fn a_wrong_solution_is_told_where_it_goes_wrong() {
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let verify = |moves: &str| huarong(&["verify", &path, "-"], moves);
    let ran = verify("A d r2 u\n");
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "1 move: right, it solves the puzzle\n")
    );
    let ran = verify("B down\nA right\nA right\nB left");
    assert!(ran.out.contains("though 3 moves would do"), "{}", ran.out);
    let ran = verify("B down\nA right 3");
    assert_eq!(ran.status, 1);
    assert!(
        ran.out.starts_with("wrong: move 2: A Ann cannot go right"),
        "{}",
        ran.out
    );
    let ran = verify("B down");
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("the puzzle is not solved"), "{}", ran.out);
    let ran = verify("B down\nX left");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("<stdin>:2:1"), "{}", ran.err);
}

#[test]
fn what_solve_prints_as_json_is_read_again() {
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
fn a_solution_may_be_an_argument() {
    let ran = huarong(&["verify", "-", "A→2"], SMALL);
    assert!(!ran.err.contains("No such file"), "{}{}", ran.out, ran.err);
    let ran = huarong(&["verify", "-", "B↓ A→2"], SMALL);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    huarong(&["verify", "heng-dao-li-ma", "no.solution"], "")
        .is_refused(&["there is no file `no.solution`, and as moves it cannot be read"]);
}

#[test]
fn options_without_effect_are_noted() {
    for options in [&["--seed", "5"][..], &["--heuristic", "manhattan"]] {
        let ran = huarong(&[&["solve", "-", "-q"], options].concat(), SMALL);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(
            ran.err
                .contains(&format!("note: `{}` changes nothing", options[0])),
            "{}",
            ran.err
        );
    }
    let random = [
        "solve",
        "-",
        "-q",
        "--algorithm",
        "dfs-random",
        "--seed",
        "5",
    ];
    assert_eq!(huarong(&random, SMALL).err, "");
}

#[test]
fn what_is_told_to_do_helps() {
    let (_folder, out) = file("out", b"");
    for option in ["--proof", "--output"] {
        huarong(&["solve", "century", "red-donkey", option, &out], "").is_refused(&[
            "is about one puzzle",
            "help: give one puzzle, like `FILE#1`\n",
        ]);
    }
    huarong(
        &["solve", "century", "--algorithm", "dfs", "--proof", &out],
        "",
    )
    .is_refused(&["help: give `--algorithm bfs`"]);
}
