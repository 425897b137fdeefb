//! `explore`, and every shortest solution.

use super::*;

#[test]
fn the_saved_hardest_start_has_its_stated_length() {
    let (folder, _) = file("unused", b"");
    let path = folder.path().join("harder.txt");
    let path = path.to_str().expect("UTF-8");
    let options = ["--metric", "slide", "--json"];
    let ran = huarong(
        &[
            &["explore", "red-donkey", "--hardest-out", path],
            &options[..],
        ]
        .concat(),
        "",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let object = ran.object();
    let distance = &object["hardest"]["distance"];
    for puzzle in [path, object["hardest"]["code"].as_str().expect("a code")] {
        let ran = huarong(&[&["solve", puzzle], &options[..]].concat(), "");
        let solved = ran.object();
        assert_eq!(&solved["length"], distance, "{puzzle}");
    }
    let stored = written(path);
    assert!(
        stored.contains(&format!("\nbest: slide={distance}\n")),
        "{stored}"
    );
    assert_eq!(object["hardest"]["puzzle"], stored.as_str());
}

#[test]
fn a_start_at_a_given_distance_takes_that_many_moves() {
    let mut starts = std::collections::BTreeSet::new();
    for seed in [
        &[][..],
        &["--seed", "1"],
        &["--seed", "2"],
        &["--seed", "2"],
    ] {
        let arguments = ["explore", "red-donkey", "--at", "50", "--metric", "slide"];
        let ran = huarong(&[&arguments, seed].concat(), "");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        ran.shows("\nbest: slide=50\n");
        let solved = fed("solve - --metric slide --json", ran.out.as_str());
        assert_eq!(solved.object()["length"], 50, "{}", ran.out);
        starts.insert(ran.out);
    }
    assert_eq!(starts.len(), 3, "the same seed, the same start");
}

#[test]
fn layers_come_as_comma_separated_values_around_the_start_or_the_goals() {
    let ran = huarong(&["explore", "-", "--csv"], SMALL);
    let header = "distance,states,classes,goal_states,goal_classes";
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[..2], [header, "0,1,1,0,0"]);
    let column = |lines: &[&str], column: usize| -> u64 {
        let cell = |line: &&str| {
            line.split(',')
                .nth(column)
                .and_then(|cell| cell.parse::<u64>().ok())
        };
        lines[1..].iter().filter_map(cell).sum::<u64>()
    };
    // A and B on different cells of six; A in its corner.
    assert_eq!((column(&lines, 1), column(&lines, 3)), (30, 5));
    let ran = huarong(&["explore", "-", "--csv", "--from", "goals"], SMALL);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((lines[1], column(&lines, 1)), ("0,5,5,5,5", 30));
}

#[test]
fn state_maps_have_a_point_for_each_position_and_a_line_for_each_move() {
    let (folder, _) = file("unused", b"");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let known = huarong(&["explore", "-", "--json"], SMALL).object();
    let number = |value: &Value| value.as_u64().expect("a number");
    let positions = number(&known["states"]);
    let moves = number(&known["moves"]["edges"]);
    let caption = format!(">{positions} positions, {moves} moves</text>");
    for command in ["explore", "compare"] {
        let written = |name: &str| {
            let path = at(&format!("{command}-{name}"));
            let ran = huarong(&[command, "-", "--map", &path, "-q"], SMALL);
            assert_eq!((ran.status, &ran.err[..]), (0, ""), "{name}");
            fs::read(path).expect("it is there")
        };
        let svg = String::from_utf8(written("map.svg")).expect("UTF-8");
        let document = roxmltree::Document::parse(&svg).expect("well formed");
        let data = document
            .descendants()
            .filter_map(|node| node.attribute("d"));
        let data: Vec<&str> = data.collect();
        let count = |mark| {
            data.iter()
                .map(|path| path.matches(mark).count() as u64)
                .sum::<u64>()
        };
        let panels = if command == "explore" { 1 } else { 2 };
        assert!(count("h0") >= panels * positions, "{svg}");
        assert!(count("m") >= panels * (positions + moves), "{svg}");
        let told = [">dfs: ", ">bfs: 1 move, ", &caption];
        let shown = told.map(|text| svg.contains(text));
        assert_eq!(
            shown,
            if panels == 1 {
                [false, false, true]
            } else {
                [true, true, false]
            }
        );
        assert!(svg.contains("prefers-color-scheme:dark"));
        assert!(written("map.png").starts_with(b"\x89PNG"));
        let html = String::from_utf8(written("map.html")).expect("UTF-8");
        assert!(html.contains("id=\"map-data\"") && html.contains("\"name\":\"dfs\""));
    }
    let dark = at("dark.svg");
    let ran = fed(&format!("explore - --map '{dark}' --theme dark -q"), SMALL);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(!written(dark).contains("prefers-color-scheme"));
}

#[test]
fn small_spaces_are_drawn_as_graphs() {
    let (folder, _) = file("unused", b"");
    let written = |name: &str| {
        let path = folder.path().join(name);
        let ran = huarong(
            &[
                "explore",
                "-",
                "--graph",
                path.to_str().expect("UTF-8"),
                "-q",
            ],
            SMALL,
        );
        assert_eq!(ran.status, 0, "{}", ran.err);
        written(path)
    };
    let graph: Value = serde_json::from_str(&written("graph.json")).expect("JSON");
    assert_eq!(graph["schema"], "huarong/state-graph/1");
    assert_eq!(graph["positions"][0]["board"], "A B .\n. . .");
    assert_eq!(graph["positions"][0]["distance"], 0);
    let moves = graph["moves"].as_array().expect("a list");
    let lines = written("graph.csv");
    assert_eq!(lines.lines().next(), Some("from,to,piece"));
    for (edge, line) in moves.iter().zip(lines.lines().skip(1)) {
        assert_eq!(
            format!("{},{},{}", edge["from"], edge["to"], edge["piece"]),
            line
        );
    }
    assert_eq!(lines.lines().count(), moves.len() + 1);
}

#[test]
fn listed_solutions_are_numbered_and_differ() {
    let ran = huarong(&["solve", "simplicity", "--all", "--json"], "");
    let mut objects: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let summary = objects.pop().expect("a summary");
    assert_eq!(
        (&summary["schema"], &summary["count"]),
        (&"huarong/solve-all/1".into(), &3.into())
    );
    assert_eq!((objects.len(), &summary["listed"]), (3, &3.into()));
    for (number, object) in (1..).zip(&objects) {
        assert_eq!(
            (&object["number"], &object["length"]),
            (&number.into(), &18.into())
        );
        assert_eq!(object["solution"].as_array().map(Vec::len), Some(18));
    }
    assert!(objects[0]["solution"] != objects[1]["solution"]);
}

#[test]
fn the_solution_list_respects_its_limit_and_all_are_counted() {
    let all = [
        "solve",
        "heng-dao-li-ma",
        "--all",
        "--metric",
        "step",
        "--limit",
    ];
    let ran = huarong(&[&all[..], &["2", "--notation", "ascii"]].concat(), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("\n1 of 4,112,640,000:\n") && ran.out.contains("\n2 of "));
    let last = ran.out.lines().last().expect("a summary");
    assert!(
        last.starts_with("4,112,640,000 solutions of 116 steps, 2 listed, "),
        "{last}"
    );
    let ran = huarong(&[&all[..], &["0", "--quiet"]].concat(), "");
    ran.begins("4,112,640,000 solutions of 116 steps, proven");
    let ascii = |limit| {
        let ran = huarong(&[&all[..], &[limit, "--notation", "ascii"]].concat(), "");
        ran.out
            .lines()
            .filter(|line| !line.contains(" listed, "))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert!(
        ascii("3").starts_with(&ascii("2")),
        "always in the same order"
    );
}

#[test]
fn the_explored_layers_do_not_depend_on_the_number_of_threads() {
    let explore = |threads| {
        let ran = run(&format!(
            "explore century --layers-only --threads '{threads}' --json"
        ));
        let mut object = ran.object();
        ["layers", "farthest", "goal_states"].map(|key| object[key].take())
    };
    let one = explore("1");
    assert_eq!(one, explore("2"));
    assert_eq!(one, explore("3"));
}

#[test]
fn saved_distances_solve_every_position_without_a_search() {
    let (folder, _) = file("unused", b"");
    let path = folder.path().join("distances");
    let path = path.to_str().expect("UTF-8");
    let ran = run(&format!(
        "explore heng-dao-li-ma --metric slide --quiet --save {path}"
    ));
    assert_eq!(ran.status, 0, "{}", ran.err);
    // The start, and the hardest start as it is told, whose letters are others.
    let hardest = run("explore heng-dao-li-ma --metric slide --json");
    let hardest = hardest.object();
    let code = hardest["hardest"]["code"].as_str().expect("a code");
    let distance = hardest["hardest"]["distance"].as_u64().expect("a length");
    let note = format!(
        "note: `{code}`: no goal is given; taken for the classic one: `A` in the middle of the bottom\n"
    );
    for (puzzle, length, told) in [("heng-dao-li-ma", 90, ""), (code, distance, &note)] {
        let solve = [
            "solve",
            puzzle,
            "--metric",
            "slide",
            "--tablebase",
            path,
            "--json",
        ];
        let ran = huarong(&solve, "");
        assert_eq!((ran.status, &ran.err[..]), (0, told));
        let solved = ran.object();
        assert_eq!(
            (&solved["algorithm"], &solved["length"]),
            (&"tablebase".into(), &length.into())
        );
    }
    let ran = run(&format!(
        "solve century --metric slide --tablebase {path} --quiet"
    ));
    ran.warns("the tablebase is for another puzzle; searching");
    huarong(&["solve", "heng-dao-li-ma", "--tablebase", path], "").is_refused(&["counts slides"]);
    let ran = huarong(&["explore", "-", "--save", path, "--quiet"], STUCK);
    assert!(
        ran.status == 0 && ran.err.contains("no solution to be far from"),
        "{}",
        ran.err
    );
}
