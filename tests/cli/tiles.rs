//! Numbered tiles from the typing to the picture, and what parity says of them.

use super::*;

/// Two moves from the goal.
const FIFTEEN: &str = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 . 14 15\n";

#[test]
fn tiles_are_written_and_stored_as_numbers() {
    let (folder, path) = file("fifteen.txt", FIFTEEN.as_bytes());
    let text = huarong(&["convert", &path, "--to", "huarong"], "").out;
    assert!(
        text.starts_with(" 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13  . 14 15\n\ngoal:\n"),
        "{text}"
    );
    assert_eq!(
        huarong(&["convert", "-", "--to", "huarong"], text.clone()).out,
        text
    );
    let stored = folder.path().join("stored").display().to_string();
    assert_eq!(
        huarong(&["solve", &path, "--output", &stored], "").status,
        0
    );
    assert_eq!(huarong(&["verify", &path, &stored], "").status, 0);
    let kept = folder.path().join("kept").display().to_string();
    let run = fed(
        &format!("solve {path} --work-dir '{kept}' --max-depth 1"),
        "",
    );
    assert_eq!(run.status, 3, "{}", run.err);
    let resumed = huarong(&["solve", "--resume", &kept], "");
    resumed.shows("2 moves (proven shortest)");
}

#[test]
fn numbers_are_drawn_in_columns_and_pictures() {
    let (folder, path) = file("fifteen.txt", FIFTEEN.as_bytes());
    let shown = huarong(&["show", &path], "");
    shown.shows(" 9 10 11 12\n13  . 14 15\n");
    let svg = folder.path().join("fifteen.svg").display().to_string();
    assert_eq!(huarong(&["export", &path, "--to", &svg], "").status, 0);
    let svg = written(svg);
    assert_eq!(
        svg.matches(">15</text>").count(),
        2,
        "the tile and its place: {svg}"
    );
    assert!(!svg.contains(">F</text>"), "{svg}");
    let solved = huarong(&["solve", "--json", &path], "").object();
    assert_eq!(solved["solution"][0]["piece"], "14");
}

#[test]
fn the_15_puzzle_uses_ida_star_and_the_heuristic_is_reported() {
    let start = "5 1 2 4/9 6 3 7/13 10 11 8/0 14 15 12";
    let solved = huarong(&["solve", "--json", start], "");
    let object = solved.object();
    assert_eq!(
        (&object["algorithm"], &object["engine"]),
        (&"idastar".into(), &"idastar".into())
    );
    assert_eq!(object["heuristic"], "walking distance");
    assert_eq!(
        (&object["optimal"], &object["states"]),
        (&true.into(), &0.into())
    );
    let by_layers = huarong(&["solve", "--json", "--algorithm", "bfs", start], "").object();
    assert_eq!(
        (&by_layers["length"], &by_layers["algorithm"]),
        (&object["length"], &"bfs".into())
    );
    assert_eq!(by_layers["heuristic"], Value::Null);
    let stopped = huarong(&["solve", "--quiet", "--max-depth", "5", start], "");
    assert_eq!(stopped.status, 3, "{}", stopped.err);
    stopped.shows("; no solution is shorter than 9 moves");
    huarong(&["solve", "--algorithm", "idastar", "heng-dao-li-ma"], "")
        .is_refused(&["`idastar` is for numbered tiles"]);
}

#[test]
fn pattern_databases_are_cached_and_damaged_ones_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let solve = |more: &[&str]| {
        let mut command = program();
        command.env("XDG_CACHE_HOME", folder.path());
        command.args([
            "solve",
            "--json",
            "--heuristic",
            "patterns",
            "1 2 3 4 5/6 7 . 8 9",
        ]);
        let output = command.args(more).output().expect("it runs");
        let object: Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!(
            (&object["heuristic"], &object["length"]),
            (&"pattern databases 8-1".into(), &2.into())
        );
        String::from_utf8(output.stderr).expect("text")
    };
    let files = || -> Vec<_> {
        let kept = fs::read_dir(folder.path().join("huarong"))
            .into_iter()
            .flatten();
        kept.map(|file| file.expect("a file").path()).collect()
    };
    assert!(!solve(&[]).contains("made anew"));
    let [file] = &files()[..] else {
        panic!("{:?}", files())
    };
    let whole = fs::read(file).expect("it is there");
    assert!(!solve(&[]).contains("made anew"));
    fs::write(file, &whole[..whole.len() / 2]).expect("it can be written");
    let told = solve(&[]);
    assert!(
        told.contains("its checksum is wrong; its tables are made anew"),
        "{told}"
    );
    assert!(fs::read(file).expect("it is there") == whole);
}

#[test]
fn a_stopped_anytime_search_prints_its_best_solution_and_bound() {
    let far = "goal: blank-first\n\n15 14 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0\n";
    let anytime = |time: &str, form: &str| {
        // With tables that an earlier run has kept, the proof may take less than the limit.
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = program();
        command.env("XDG_CACHE_HOME", folder.path());
        command.args([
            "solve",
            "--algorithm",
            "anytime",
            "-",
            form,
            "--timeout",
            time,
        ]);
        Ran::fed(&mut command, far)
    };
    // How long the first proof takes depends on the machine.
    let is_proven = |ran: &Ran| {
        ran.out
            .contains(" moves found; no solution is shorter than ")
    };
    let mut times = ["2s", "8s", "32s"].into_iter();
    let time = times.find(|time| {
        let stopped = anytime(time, "--quiet");
        assert_eq!(stopped.status, 3, "{}{}", stopped.out, stopped.err);
        stopped.begins("stopped: timed out: ");
        is_proven(&stopped)
    });
    let object = anytime(time.expect("a bound"), "--json").object();
    assert_eq!(object["reason"], "time");
    assert_eq!(object["optimal"], false);
    assert!(object["bound"].as_u64() <= Some(80) && object["length"].as_u64() >= Some(80));
    let solved = run("solve --quiet --algorithm anytime heng-dao-li-ma");
    assert_eq!(solved.status, 0, "{}", solved.err);
    solved.begins("81 moves (proven shortest)");
}

#[test]
fn pushes_are_for_numbered_tiles() {
    for command in [
        "solve",
        "explore",
        "compare",
        "show",
        "rate",
        "play --plain",
    ] {
        let run = fed(&format!("{command} heng-dao-li-ma --metric push"), "");
        assert_eq!(run.status, 2, "{command}: {}", run.err);
        assert!(
            run.err.contains("pushes are for numbered tiles"),
            "{command}: {}",
            run.err
        );
    }
    let start = fed("make tiles 3x3 --pushes 12 --seed 3", "").out;
    assert!(start.contains("best: push=12"), "{start}");
    let solved = fed("solve - --metric push --notation pushes", start.clone());
    solved.shows("12 pushes (proven shortest)");
    let (_folder, path) = file("start.txt", start.as_bytes());
    let verified = fed(&format!("verify {path} -"), solved.out.clone());
    assert_eq!(verified.status, 0, "{}{}", verified.out, verified.err);
    verified.shows("12 pushes");
    let played = fed(
        &format!("play {path} --plain --metric push"),
        format!("{}quit\n", solved.out),
    );
    assert!(played.out.contains("12 pushes"), "{}", played.out);
}

#[test]
fn tiles_of_six_by_six_are_made_and_solved() {
    let near = fed("make tiles 6x6 --steps 30 --seed 1", "").out;
    let run = fed("solve - --quiet", near);
    assert_eq!(run.status, 0, "{}", run.err);
    run.begins("30 moves (proven shortest)");
    let start = fed("make tiles 6x6 --seed 1", "").out;
    let run = fed("explore - --max-depth 5", start);
    assert_eq!(run.status, 3, "{}", run.err);
}
