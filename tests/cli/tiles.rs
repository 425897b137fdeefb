//! Numbered tiles from the typing to the picture, and what parity says of them.

use super::*;

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
    // A solution is soon found, and its proof takes minutes.
    let corner = "A B C D E F/G H I J K L/M N O P Q R/S T U V W X/Y Z a b c d/. . . . . .//goal:/\
                  . . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . A/";
    let anytime = |time: &str, form: &str| {
        let line = format!("solve --algorithm anytime - {form} --timeout {time}");
        fed(&line, corner.replace('/', "\n"))
    };
    // How long the first solution takes depends on the machine.
    let mut times = ["250ms", "1s", "4s", "16s", "64s"].into_iter();
    let found = times.find_map(|time| {
        let stopped = anytime(time, "--quiet");
        assert_eq!(stopped.status, 3, "{}{}", stopped.out, stopped.err);
        stopped.begins("stopped: timed out");
        let is_found = stopped
            .out
            .contains(" moves found; no solution is shorter than ");
        let object = anytime(time, "--json").object();
        (is_found && !object["length"].is_null()).then_some(object)
    });
    let object = found.expect("a solution");
    assert_eq!(object["reason"], "time");
    assert_eq!(object["optimal"], false);
    assert!(object["bound"].as_u64() <= Some(13) && object["length"].as_u64() >= Some(5));
    let solved = run("solve --quiet --algorithm anytime heng-dao-li-ma");
    assert_eq!(solved.status, 0, "{}", solved.err);
    solved.begins("81 moves (proven shortest)");
}
