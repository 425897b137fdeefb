//! Many puzzles at once: folders, families and patterns.

use tempfile::TempDir;

use super::*;

/// A folder with two puzzles in it, one below it, and what is not a puzzle file.
fn shelf() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it can be written");
    };
    fs::create_dir(folder.path().join("below")).expect("a folder");
    put("one.txt", SMALL);
    put("below/stuck.txt", STUCK);
    put("two.txt", &SMALL.replace("Small", "Second"));
    put("notes.md", "no puzzle");
    folder
}

fn shown(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The columns of a table, without how wide they are.
fn squeezed(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
#[cfg(unix)]
fn patterns_terminate_on_cyclic_symbolic_links() {
    let folder = shelf();
    for name in ["again", "below/up", "once-more"] {
        std::os::unix::fs::symlink(folder.path(), folder.path().join(name)).expect("a link");
    }
    for pattern in [
        ["*"; 30].join("/") + "/one.txt",
        ["**"; 8].join("/*/") + "/*.txt",
    ] {
        let ran = huarong(
            &["show", &format!("{}/{pattern}", folder.path().display())],
            "",
        );
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.shows("\nframe: 3×");
    }
}

#[test]
fn csv_names_cannot_be_read_as_formulas() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in [
        "=cmd|calc!A1.txt",
        "+1.txt",
        "-1.txt",
        "@x.txt",
        "\tx.txt",
        "plain=.txt",
    ] {
        fs::write(folder.path().join(name), SMALL).expect("it can be written");
    }
    let mut command = program();
    command
        .current_dir(folder.path())
        .args(["compare", "*.txt", "--csv", "--runs", "1", "-q"]);
    let ran = Ran::of(command.args(["--algorithms", "bfs"]));
    let mut names: Vec<_> = ran
        .out
        .lines()
        .skip(1)
        .map(|line| line.split(',').next())
        .collect();
    names.sort_unstable();
    // A control character is no part of a name.
    let expected = [
        "\"'+1.txt\"",
        "\"'-1.txt\"",
        "\"'=cmd|calc!A1.txt\"",
        "\"'@x.txt\"",
    ];
    let expected = [&expected[..], &["\"plain=.txt\"", "\"\u{fffd}x.txt\""]].concat();
    assert_eq!(
        names,
        expected.into_iter().map(Some).collect::<Vec<_>>(),
        "{}",
        ran.err
    );
}

#[test]
fn a_family_name_selects_all_its_puzzles() {
    let ran = run("explore polyomino --layers-only --max-states 10 -q");
    assert_eq!(ran.status, 3);
    let listed = huarong(&["list", "--family", "polyomino", "--json"], "");
    assert_eq!(
        ran.out.matches("  reached  ").count(),
        listed.out.lines().count()
    );
}

#[test]
fn many_puzzles_are_compared_in_one_table() {
    let folder = shelf();
    let ran = run(&format!(
        "compare {} red-donkey --runs 1",
        shown(folder.path())
    ));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lines = squeezed(&ran.out);
    assert_eq!(
        lines[0],
        "puzzle dfs moves bfs moves dfs states bfs states dfs time bfs time"
    );
    assert!(
        lines[1].contains("stuck.txt impossible impossible "),
        "{}",
        lines[1]
    );
    assert!(lines[4].starts_with("red-donkey "), "{}", lines[4]);
    for line in [
        "dfs bfs",
        "solved 3 3",
        "impossible 1 1",
        "moves, median 1 1",
    ] {
        assert!(lines.contains(&line.to_owned()), "{line}: {}", ran.out);
    }
    assert!(
        ran.out.contains(
            "\n4 puzzles compared; sums, medians and worst cases are over the 3 that all"
        )
    );
    ran.shows(" times as long at the median, ");
}

#[test]
fn compare_lists_skipped_puzzles_and_proves_parity_violations() {
    let swapped = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 .";
    let folder = shelf();
    let words = [
        "compare",
        shown(folder.path()),
        swapped,
        "korf-1",
        "--runs",
        "1",
    ];
    let ran = huarong(&words, "");
    assert_eq!(ran.status, 2);
    ran.warns("10,461,394,944,000 positions are too many");
    let line = squeezed(&ran.out)
        .into_iter()
        .find(|line| line.starts_with("1 2 3 4/5"))
        .expect(swapped);
    assert!(line.contains(" impossible impossible 0 0 "), "{line}");
    let sum = "\n4 puzzles compared, 1 left out: korf#korf-1; sums, medians and worst cases are over the 2";
    ran.shows(sum);
    let json = huarong(&[&words[..], &["--json"]].concat(), "").out;
    let last: Value = serde_json::from_str(json.lines().last().expect("a line")).expect("JSON");
    assert_eq!(
        (&last["puzzles"], &last["left_out"]),
        (&4.into(), &1.into())
    );
    assert_eq!(huarong(&["compare", swapped], "").status, 1);
}

#[test]
fn comparisons_can_be_sorted_and_exported_as_csv_and_json() {
    let puzzles = ["red-donkey", "heng-dao-li-ma", "-"];
    let run = |options: &[&str]| -> Ran {
        huarong(
            &[&["compare", "--runs", "2"], &puzzles[..], options].concat(),
            SMALL,
        )
    };
    let csv = run(&["--csv", "--sort", "moves"]).out;
    let begins: Vec<String> = csv
        .lines()
        .map(|line| line.split(',').take(4).collect::<Vec<_>>().join(","))
        .collect();
    assert_eq!(begins[0], "puzzle,algorithm,outcome,length");
    assert_eq!(begins[2], "\"<stdin>\",bfs,solved,1");
    assert_eq!(
        (begins[4].as_str(), begins.len()),
        ("\"red-donkey\",bfs,solved,81", 7)
    );
    let json = run(&["--json"]).out;
    let objects: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[0]["runs"][1]["timed"], 2);
    let all = &objects[3];
    assert_eq!(all["schema"], "huarong/compare-all/1");
    assert_eq!(all["algorithms"][1]["length"]["sum"], 81 + 81 + 1);
    assert_eq!(all["algorithms"][1]["worst_ratio"], 1.0);
    assert!(all["algorithms"][0]["worst_ratio"].as_f64() > Some(2.0));
}

#[test]
fn every_algorithm_of_the_textbooks_can_be_compared() {
    let list = "dfs,dfs-reverse,dfs-random,iddfs,bfs";
    let arguments = [
        "compare",
        "simplicity",
        "--algorithms",
        list,
        "--seed",
        "7",
        "--json",
    ];
    let object = huarong(&arguments, "").object();
    let runs = object["runs"].as_array().expect("a list");
    let words: Vec<&str> = runs
        .iter()
        .filter_map(|run| run["algorithm"].as_str())
        .collect();
    assert_eq!(words.join(","), list);
    let lengths: Vec<u64> = runs
        .iter()
        .filter_map(|run| run["length"].as_u64())
        .collect();
    assert_eq!(
        lengths[3], lengths[4],
        "iterative deepening finds a shortest solution"
    );
    assert!(runs[4]["heuristic"].is_null());
    assert_ne!(
        lengths[0], lengths[2],
        "the order of the moves decides what is found"
    );
    for command in ["solve", "compare"] {
        let option = if command == "solve" {
            "--algorithm"
        } else {
            "--algorithms"
        };
        let ran = huarong(&[command, "simplicity", option, "astar"], "");
        ran.is_refused(&["A* for blocks was removed", "`bfs`", "`anytime`"]);
    }
    let again = huarong(&arguments, "").object();
    assert_eq!(
        again["runs"][2]["length"], runs[2]["length"],
        "a seed is a seed"
    );
    let ran = run("solve simplicity --algorithm iddfs --quiet");
    ran.shows("(proven shortest)");
    let short = [
        "solve",
        "simplicity",
        "--algorithm",
        "iddfs",
        "--quiet",
        "--max-depth",
        "5",
    ];
    let ran = huarong(&short, "");
    let told = "stopped: the limit on depth was reached after depth 5, ";
    assert!(
        ran.out.starts_with(told) && ran.out.contains("shorter than 6 moves"),
        "{}",
        ran.out
    );
}

#[test]
fn json_output_has_a_line_for_each_error() {
    let folder = shelf();
    let bad = folder.path().join("bad.txt");
    fs::write(&bad, "A?\n").expect("it can be written");
    for (command, right) in [
        ("solve", 3),
        ("rate", 3),
        ("explore", 3),
        ("compare", 4),
        ("show", 3),
        ("list", 3),
    ] {
        let ran = huarong(&[command, shown(folder.path()), "--json"], "");
        assert_eq!(ran.status, 2, "{command}: {}", ran.err);
        ran.warns("bad.txt:1:2");
        let lines: Vec<Value> = ran
            .out
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object"))
            .collect();
        let is_wrong = |line: &&Value| line["schema"] == "huarong/error/1";
        let wrong: Vec<&Value> = lines.iter().filter(is_wrong).collect();
        let [error] = &wrong[..] else {
            panic!("{command}: {}", ran.out)
        };
        assert_eq!(
            (&error["line"], &error["column"]),
            (&1.into(), &2.into()),
            "{command}"
        );
        assert_eq!(error["input"], shown(&bad), "{command}");
        assert_eq!(lines.len(), 1 + right, "{command}: {}", ran.out);
    }
    let alone = huarong(&["rate", "nosuch", "--json"], "");
    let error: Value = serde_json::from_str(&alone.out).expect("a line");
    assert_eq!((alone.status, &error["input"]), (2, &"nosuch".into()));
}

#[test]
fn comma_separated_values_have_a_line_for_each_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it can be written");
    };
    put("one.txt", &SMALL.replace("Small", "=SUM(1)"));
    put("stuck.txt", STUCK);
    for (command, head, status) in [
        (
            "list",
            "puzzle,family,names,chinese,rows,columns,pieces,empties,impossible,best.move,",
            0,
        ),
        (
            "solve",
            "puzzle,name,algorithm,engine,metric,outcome,reason,optimal,length,steps,",
            1,
        ),
        (
            "rate",
            "puzzle,name,metric,outcome,reason,rating,level,effort,moves,detours,tried,",
            0,
        ),
    ] {
        let ran = huarong(&[command, shown(folder.path()), "--csv"], "");
        assert_eq!((ran.status, ran.err.as_str()), (status, ""), "{command}");
        let lines: Vec<&str> = ran.out.lines().collect();
        let [first, small, stuck] = &lines[..] else {
            panic!("{command}: {}", ran.out)
        };
        assert!(first.starts_with(head), "{first}");
        assert!(
            small.contains("one.txt\",") && small.contains(",\"'=SUM(1)\","),
            "{small}"
        );
        assert!(stuck.contains("stuck.txt\","), "{stuck}");
        let cells = |line: &str| line.split(',').count();
        assert_eq!(
            (cells(small), cells(stuck)),
            (cells(first), cells(first)),
            "{command}"
        );
    }
    let solved = huarong(&["solve", "-", "--csv"], SMALL).out;
    let cells: Vec<&str> = solved.lines().nth(1).expect("a line").split(',').collect();
    assert_eq!(
        cells[4..11],
        ["\"move\"", "\"solved\"", "", "true", "1", "4", "1"],
        "{solved}"
    );
}
