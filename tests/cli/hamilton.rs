//! `huarong hamilton`: paths over every cell.

use serde_json::json;

use super::*;

/// The map of the cat: cells are numbered row by row over the 1s.
const CAT: &str = "111111\n101101\n111111\n101101\n111111\n000000\n";

/// A directed graph of six vertices.
const SIX: &str = "A: B D\nB: C D\nC:\nD: E\nE: B F\nF: C\n";

/// Runs `hamilton` on a map from standard input.
fn hamilton(arguments: &[&str], map: &str) -> Ran {
    huarong(&[&["hamilton", "-"], arguments].concat(), map)
}

fn object(arguments: &[&str], map: &str) -> Value {
    let ran = hamilton(&[arguments, &["--json"]].concat(), map);
    assert_eq!(ran.err, "");
    ran.object()
}

#[test]
fn the_cat_walks_in_ascending_order_from_14() {
    for start in ["14", "3,5"] {
        let ran = hamilton(&["--start", start, "--order", "fixed"], CAT);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        let path = "14 13 8 3 4 5 9 15 19 25 24 23 18 17 22 21 20 16 10 6 0 1 2 7 12 11\n";
        assert!(ran.out.starts_with(path), "{}", ran.out);
        assert!(ran.out.contains("path over 26 cells, "), "{}", ran.out);
    }
}

#[test]
fn the_cat_can_start_from_six_cells() {
    let ran = hamilton(&["--every-start"], CAT);
    assert_eq!(ran.status, 0);
    assert!(
        ran.out
            .starts_with("6 9 11 14 16 19\npossible from 6 of 26 cells"),
        "{}",
        ran.out
    );
    let ran = hamilton(&["--every-start", "--count"], CAT);
    let expected = "6: 8\n9: 8\n11: 10\n14: 10\n16: 8\n19: 8\n52 paths from 6 of 26 cells";
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    let told = object(&["--every-start", "--count"], CAT);
    assert_eq!(told["count"], 52);
    assert_eq!(told["starts"][3], json!({ "start": [2, 4], "count": 10 }));
}

#[test]
fn paths_are_counted_and_listed_without_direction_unless_a_start_gives_one() {
    for (arguments, told) in [
        (&["--count"][..], "26 undirected paths\n"),
        (&["--count", "--start", "14"], "10 paths from (3,5)\n"),
        (
            &["--count", "--start", "14", "--end", "3,2"],
            "2 paths from (3,5) to (3,2)\n",
        ),
        (&["--count", "--end", "14"], "10 paths to (3,5)\n"),
    ] {
        let ran = hamilton(arguments, CAT);
        assert_eq!((ran.status, ran.out.as_str()), (0, told));
        let listed: Vec<&str> = arguments
            .iter()
            .copied()
            .filter(|word| *word != "--count")
            .collect();
        let ran = hamilton(&[&listed[..], &["--all"]].concat(), CAT);
        let count: usize = told
            .split(' ')
            .next()
            .and_then(|word| word.parse().ok())
            .expect(told);
        assert_eq!(ran.out.lines().count(), count + 1);
        let mut paths: Vec<&str> = ran.out.lines().take(count).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), count, "no path twice");
        assert!(ran.out.contains(", all there are; "), "{}", ran.out);
    }
}

#[test]
fn grids_are_counted_exactly_however_many() {
    let grid = |size: usize| format!("{}\n", "1".repeat(size)).repeat(size);
    let count =
        |arguments: &[&str], size| hamilton(&[arguments, &["--count"]].concat(), &grid(size));
    assert_eq!(count(&[], 7).out, "13,535,280 undirected paths\n");
    assert_eq!(count(&["--cycle"], 8).out, "4,638,576 undirected cycles\n");
    let long = "1111\n".repeat(400);
    let told = object(&["--count", "--cycle"], &long);
    assert!(
        told["count"].is_number() && told["count"].to_string().len() > 20,
        "{told}"
    );
}

#[test]
fn a_directed_graph_keeps_the_names_of_its_vertices() {
    let arguments = [
        "--adjacency",
        "--directed",
        "--start",
        "A",
        "--order",
        "fixed",
    ];
    let ran = hamilton(&arguments, SIX);
    assert!(ran.out.starts_with("A B D E F C\n"), "{}", ran.out);
    assert!(ran.out.contains("7 nodes, 1 backtrack, "), "{}", ran.out);
    let told = object(&["--adjacency", "--directed"], SIX);
    assert_eq!(told["path"], json!([0, 1, 3, 4, 5, 2]));
    assert_eq!(told["names"], json!(["A", "B", "C", "D", "E", "F"]));
    let matrix = "0 1 0\n0 0 1\n1 0 0\n";
    let ran = hamilton(&["--matrix", "--directed", "--cycle", "--count"], matrix);
    assert_eq!(ran.out, "1 directed cycle\n");
    let ran = hamilton(&["--edges", "--cycle"], "a b\nb c\nc a\n");
    assert_eq!(ran.status, 0);
}

#[test]
fn numbers_and_walls_make_a_puzzle_with_one_solution() {
    let numbered = "1 . 2\n. . .\n3 . 4\n";
    let walled = "S . .\n- -\n. . .\n. . E\n";
    for map in [numbered, walled] {
        let ran = hamilton(&["--unique", "--print", "board"], map);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
        assert!(
            ran.out.starts_with("1 2 3\n6 5 4\n7 8 9\n\nunique: "),
            "{}",
            ran.out
        );
        assert_eq!(
            hamilton(&["--count"], map).out,
            "1 path from (1,1) to (3,3)\n"
        );
    }
    let ran = hamilton(&["--unique"], "S . .\n. . .\n. . E\n");
    assert_eq!((ran.status, ran.out.lines().count()), (1, 3), "{}", ran.out);
    assert!(
        ran.out.contains("\nnot unique: two different paths; "),
        "{}",
        ran.out
    );
    let out_of_order = "1 . 3\n. . .\n2 . 4\n";
    assert!(
        hamilton(&[], out_of_order)
            .out
            .starts_with("0 3 6 7 4 1 2 5 8\n")
    );
    assert_eq!(hamilton(&[], "1 . 3\n. . .\n4 . 2\n").status, 1);
}

#[test]
fn impossible_maps_are_proven_so_with_the_reason() {
    for (arguments, map, reason) in [
        (&[][..], "101\n", "2 unconnected parts"),
        (
            &[],
            "010\n111\n010\n",
            "4 cells have one colour and 1 the other",
        ),
        (&["--start", "1"], "111\n111\n111\n", "(1,2) is light"),
        (&["--cycle"], CAT, "the search tried every path"),
        (
            &["--every-start"],
            "1001001\n1111111\n",
            "3 cells are dead ends, and only two can be ends of the path",
        ),
        (&["--all"], "101\n", "2 unconnected parts"),
        (&["--unique"], "101\n", "2 unconnected parts"),
    ] {
        let ran = hamilton(arguments, map);
        assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
        assert!(
            ran.out.starts_with("impossible: ") && ran.out.contains(reason),
            "{}",
            ran.out
        );
    }
    let told = object(&["--count"], "101\n");
    assert_eq!(
        (&told["outcome"], &told["count"]),
        (&"impossible".into(), &0.into())
    );
    assert!(
        told["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("2 unconnected parts"))
    );
}

#[test]
fn json_has_all_that_the_text_has() {
    let told = object(&["--start", "3,5"], CAT);
    assert_eq!(told["schema"], "huarong/hamilton/1");
    assert_eq!(
        (&told["outcome"], &told["reason"]),
        (&"found".into(), &Value::Null)
    );
    assert_eq!(told["path"].as_array().map(Vec::len), Some(26));
    assert_eq!(told["path"][0], json!([2, 4]));
    assert!(told["nodes"].is_u64() && told["retreats"].is_u64() && told["seconds"].is_f64());
    let told = object(&["--all", "--limit", "3"], CAT);
    assert_eq!(
        (&told["count"], &told["complete"]),
        (&3.into(), &false.into())
    );
    assert_eq!(told["paths"].as_array().map(Vec::len), Some(3));
    assert_eq!(object(&["--all"], CAT)["complete"], true);
    let told = object(&["--unique"], CAT);
    assert_eq!(
        (&told["unique"], told["paths"].as_array().map(Vec::len)),
        (&false.into(), Some(2))
    );
    assert_eq!(object(&["--unique"], "111\n")["unique"], true);
    assert!(
        huarong(&["hamilton", "knight", "5x5"], "")
            .out
            .starts_with("0 7 4 ")
    );
    let none = object(&["--unique"], "101\n");
    assert_eq!(
        (&none["unique"], &none["count"]),
        (&false.into(), &Value::Null)
    );
    let none = object(&["--all"], "101\n");
    assert_eq!(
        (&none["count"], &none["complete"]),
        (&0.into(), &true.into())
    );
}

#[test]
fn limits_stop_the_search_and_are_named() {
    let grid = format!("{}\n", "1".repeat(12)).repeat(12);
    for (arguments, reason) in [
        (&["--count", "--timeout", "0s"][..], "timed out"),
        (
            &["--count", "--max-nodes", "1000"],
            "the limit on nodes was reached",
        ),
        (
            &["--count", "--max-memory", "12100k"],
            "the limit on memory was reached",
        ),
        (
            &["--all", "--quiet", "--max-nodes", "1000"],
            "the limit on nodes was reached",
        ),
        (
            &[
                "--order",
                "reverse",
                "--all",
                "--quiet",
                "--timeout",
                "100ms",
            ],
            "timed out",
        ),
        (&["--all", "--json", "--max-memory", "12100k"], "memory"),
    ] {
        let ran = hamilton(arguments, &grid);
        assert_eq!(
            (ran.status, ran.err.as_str()),
            (3, ""),
            "{arguments:?}: {}",
            ran.out
        );
        let summary = ran.out.lines().last().expect("a summary");
        assert!(
            summary.contains("stopped") && summary.contains(reason),
            "{arguments:?}: {summary}"
        );
    }
    assert_eq!(
        object(&["--count", "--timeout", "0s"], &grid)["reason"],
        "time"
    );
}

#[test]
fn a_directed_cycle_may_have_two_vertices_and_an_edge_is_none() {
    let pair = "A: B\nB: A\n";
    let directed = ["--adjacency", "--directed", "--cycle"];
    let ran = hamilton(&directed, pair);
    assert_eq!(
        (ran.status, ran.out.lines().next()),
        (0, Some("A B")),
        "{}{}",
        ran.out,
        ran.err
    );
    for more in [&["--count"][..], &["--all"]] {
        let told = object(&[&directed, more].concat(), pair);
        assert_eq!(told["count"], 1, "{told}");
    }
    assert_eq!(
        object(&[&directed, &["--unique"][..]].concat(), pair)["unique"],
        true
    );
    for (map, arguments) in [
        (pair, &["--adjacency", "--cycle"][..]),
        ("A: B\nB:\n", &directed),
    ] {
        assert_eq!(hamilton(arguments, map).status, 1, "{map}");
    }
}

#[test]
fn a_list_with_nothing_in_it_is_there() {
    let apart = "101\n";
    assert_eq!(object(&["--all"], apart)["paths"], json!([]));
    assert_eq!(object(&["--unique"], apart)["paths"], json!([]));
    assert_eq!(object(&["--every-start"], apart)["starts"], json!([]));
    assert_eq!(
        object(&["--all", "--timeout", "0s"], CAT)["paths"],
        json!([])
    );
    assert_eq!(
        huarong(&["tour", "3x3", "--all", "--json"], "").object()["paths"],
        json!([])
    );
}

/// Holds that the map is refused at this line and column, with a mend.
#[track_caller]
fn refused(arguments: &[&str], bytes: &[u8], place: &str, message: &str) {
    let (_folder, path) = file("bad.map", bytes);
    let ran = huarong(&[&["hamilton", &path], arguments].concat(), "");
    ran.is_refused(&["error: ", &format!("{path}:{place}\n"), message, "help: "]);
}

#[test]
fn what_is_wrong_with_a_map_is_told_with_its_place_and_a_mend() {
    refused(&[], b"111\n1x1\n", "2:2", "`x` is not a cell");
    refused(&[], b"", "1:1", "there is nothing in this text");
    refused(
        &[],
        b"1 1 1\n1 1\n",
        "2:1",
        "this row is 2 long, the first one 3",
    );
    refused(
        &["--matrix"],
        b"01\n10\n00\n",
        "3:1",
        "3 rows and 2 columns",
    );
    refused(&["--adjacency"], b"A: B\nB:\n", "1:4", "none back");
    refused(&["--edges"], b"A B C\n", "1:5", "3 vertices");
    for option in ["--start", "--end"] {
        refused(&[option, "2,2"], CAT.as_bytes(), "2:2", "`2,2` is a hole");
    }
    refused(
        &["--start", "2,2"],
        b"S . 1\n. # .\n2 . E\n",
        "2:3",
        "`2,2` is a hole",
    );
}

#[test]
fn what_is_wrong_with_the_arguments_is_told_with_a_mend() {
    for (arguments, message) in [
        (&["--start", "9,9"][..], "`9,9` is outside"),
        (&["--start", "26"], "`26` is not a cell"),
        (&["--directed"], "no directed edges"),
    ] {
        hamilton(arguments, CAT).is_refused(&[message, "help: "]);
    }
    let six = |more: &[&str]| hamilton(&[&["--adjacency", "--directed"], more].concat(), SIX);
    six(&["--start", "Z"]).is_refused(&["`Z` is not a vertex"]);
    six(&["--print", "board"]).is_refused(&["can be drawn"]);
    six(&["--order", "roth"]).is_refused(&["Roth's rule needs a map"]);
    hamilton(&["--cycle"], "S.\n.E\n").is_refused(&["a cycle has none"]);
    for arguments in [
        &["--matrix", "--edges"][..],
        &["--all", "--count"],
        &["--limit", "3"],
        &["--cycle", "--end", "3"],
        &["--timeout", "soon"],
    ] {
        assert_eq!(hamilton(arguments, CAT).status, 2, "{arguments:?}");
    }
    huarong(&["hamilton", "no/such.map"], "").is_refused(&["no/such.map"]);
}

#[test]
fn the_maps_of_the_examples_are_built_in_and_a_file_comes_first() {
    let (folder, own) = file("cat.map", b"11\n");
    let nowhere = tempfile::tempdir().expect("a folder");
    let in_folder = |folder: &std::path::Path, arguments: &[&str]| {
        let mut command = program();
        Ran::of(command.current_dir(folder).args(arguments))
    };
    for name in ["cat.map", "cat", "CAT"] {
        let ran = in_folder(nowhere.path(), &["hamilton", name, "--every-start"]);
        assert!(
            ran.out.starts_with("6 9 11 14 16 19\n"),
            "{name}: {}",
            ran.err
        );
        let ran = in_folder(nowhere.path(), &["graph", name]);
        assert!(ran.out.starts_with("26 vertices, "), "{name}: {}", ran.err);
    }
    assert_eq!(
        in_folder(folder.path(), &["hamilton", "cat.map", "--moves"]).status,
        2
    );
    let ran = in_folder(folder.path(), &["hamilton", "cat.map"]);
    assert!(ran.out.starts_with("0 1\n"), "{own}: {}", ran.out);
    let meant = in_folder(nowhere.path(), &["hamilton", "cta.map"]);
    meant.is_refused(&["no file or map is called `cta.map`", "`cat.map`"]);
    huarong(&["hamilton", "nix"], "").is_refused(&[
        "no file or map is called `nix`",
        "the built-in maps are `cat`, `zip`; give a file's full name",
    ]);
    let help = huarong(&["hamilton", "--help"], "").out;
    for map in huarong::collection::Collection::maps() {
        assert!(
            help.contains(&format!("`{}`", map.stem)),
            "{}: {help}",
            map.stem
        );
    }
}

#[test]
fn a_map_may_say_where_to_begin_and_the_arguments_may_say_otherwise() {
    let map = "S..\n..E\n";
    assert_eq!(
        hamilton(&["--count"], map).out,
        "1 path from (1,1) to (2,3)\n"
    );
    assert_eq!(
        hamilton(&["--count", "--start", "any"], map).out,
        "3 paths to (2,3)\n"
    );
    let any = ["--count", "--start", "any", "--end", "any"];
    assert_eq!(hamilton(&any, map).out, "8 undirected paths\n");
    assert_eq!(
        hamilton(&["--count", "--start", "2", "--end", "any"], map).out,
        "3 paths from (1,3)\n"
    );
}

#[test]
fn a_directed_graph_is_counted_each_way_it_can_be_walked() {
    let both_ways = "A B\nB A\nB C\nC B\nC A\nA C\n";
    let edges = |arguments: &[&str], text: &str| {
        hamilton(&[&["--edges", "--directed"], arguments].concat(), text)
    };
    assert_eq!(edges(&["--count"], both_ways).out, "6 directed paths\n");
    assert_eq!(edges(&["--all"], both_ways).out.lines().count(), 7);
    assert_eq!(
        edges(&["--count", "--cycle"], both_ways).out,
        "2 directed cycles\n"
    );
    assert_eq!(
        edges(&["--count", "--start", "B"], both_ways).out,
        "2 directed paths from B\n"
    );
    assert_eq!(
        edges(&["--count"], "A B\nB C\nC A\n").out,
        "3 directed paths\n"
    );
}

#[test]
fn one_cell_is_a_path_and_no_cycle() {
    for map in ["1#\n", ".#\n", "1\n", "S\n"] {
        assert_eq!(
            hamilton(&["--count", "--start", "0"], map).out,
            "1 path from (1,1)\n",
            "{map}"
        );
        let ran = hamilton(&[], map);
        assert!(
            ran.status == 0 && ran.out.starts_with("0\npath over 1 cell, "),
            "{}",
            ran.out
        );
        let ran = hamilton(&["--cycle"], map);
        let reason = "impossible: a cycle needs three cells, and there is one; ";
        assert!(
            ran.status == 1 && ran.out.starts_with(reason),
            "{}",
            ran.out
        );
    }
}

#[test]
fn the_maps_of_the_manual_have_one_path_each() {
    for (map, path) in [
        ("+-+-+-+\n|1 . .|\n+ +-+ +\n|. . 2|\n+-+-+-+\n", None),
        ("S . 1\n. # .\n. 2 E\n", None),
        ("1 . 2\n- -\n4 . 3\n", Some("0 1 2 5 4 3\n")),
    ] {
        let ran = hamilton(&["--unique"], map);
        match path {
            Some(path) => assert!(ran.status == 0 && ran.out.starts_with(path), "{}", ran.out),
            None => assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out),
        }
    }
}

#[test]
fn a_path_is_drawn_with_its_holes_and_walls() {
    let (_folder, svg) = file("map.svg", b"");
    let ran = hamilton(&["--to", &svg], "S . .\n- -\n. . .\n. # E\n");
    assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert_eq!(fs::read(&svg).expect("it is left alone"), b"");
    let ran = hamilton(&["--to", &svg], "S . .\n- -\n. . .\n. . E\n");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    let picture = written(&svg);
    assert!(
        picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"),
        "{picture}"
    );
    let zip = huarong(&["hamilton", "zip", "--to", "-", "--format", "svg"], "").out;
    assert_eq!(
        zip.matches("font-weight:bold").count(),
        5,
        "the numbers of the map: {zip}"
    );
    let on_stdout = hamilton(
        &["--to", "-", "--format", "svg"],
        "S . .\n- -\n. . .\n. . E\n",
    );
    assert_eq!(on_stdout.out, picture);
    assert!(
        on_stdout.err.starts_with("path over 9 cells, "),
        "{}",
        on_stdout.err
    );
}

#[test]
fn a_search_from_every_start_that_is_stopped_tells_what_it_has_found() {
    let grid = format!("{}\n", "1".repeat(9)).repeat(9);
    let ran = hamilton(&["--every-start", "--max-nodes", "2000"], &grid);
    assert_eq!(ran.status, 3);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("0 2 4 "), "{}", ran.out);
    assert!(
        lines[1].starts_with("stopped: the limit on nodes was reached after "),
        "{}",
        ran.out
    );
}

#[test]
fn every_order_finds_a_path_of_its_own_making() {
    for order in [
        "fixed",
        "warnsdorff",
        "coordinate",
        "pohl",
        "roth",
        "random",
        "reverse",
    ] {
        let ran = hamilton(&["--order", order, "--start", "14"], CAT);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{order}");
        assert!(ran.out.starts_with("14 "), "{order}: {}", ran.out);
    }
}

#[test]
fn a_booklet_of_zips_is_read_and_drawn_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let [booklet, svg] =
        ["zips.txt", "zip.svg"].map(|it| folder.path().join(it).display().to_string());
    let made = [
        "make", "zip", "4x4", "--count", "3", "--seed", "1", "--output", &booklet,
    ];
    assert_eq!(huarong(&made, "").status, 0);
    huarong(&["hamilton", &booklet], "")
        .is_refused(&["holds 3 maps, and one is wanted", &format!("`{booklet}#3`")]);
    huarong(&["hamilton", &format!("{booklet}#4")], "").is_refused(&["number 4 is asked for"]);
    for number in 1..=3 {
        let ran = huarong(
            &["hamilton", &format!("{booklet}#{number}"), "--unique"],
            "",
        );
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    }
    let drawn = huarong(&["export", &format!("{booklet}#2"), "--to", &svg], "");
    assert_eq!(drawn.status, 0, "{}", drawn.err);
    let picture = written(&svg);
    assert!(
        picture.contains(">1</text>") && picture.contains(">2</text>"),
        "{picture}"
    );
    assert!(
        !picture.contains("class=\"start\""),
        "it is not solved: {picture}"
    );
    let page = format!("{booklet}.html");
    huarong(&["export", &format!("{booklet}#2"), "--to", &page], "")
        .is_refused(&["a map is drawn as it is"]);
}

#[test]
fn cells_of_a_map_are_told_by_row_and_column() {
    let even = "1 0 0\n1 1 1\n1 1 1\n";
    let wrong_end = hamilton(&["--start", "2,1"], even);
    assert!(!wrong_end.out.contains("vertex"), "{}", wrong_end.out);
    let counted = hamilton(
        &["--count", "--start", "1,1", "--end", "3,3"],
        "111\n111\n111\n",
    );
    assert!(
        counted.out.ends_with(" paths from (1,1) to (3,3)\n"),
        "{}",
        counted.out
    );
}

#[test]
fn a_cell_has_the_name_of_a_square() {
    let ran = huarong(&["hamilton", "-", "--start", "a1"], "11\n11\n");
    assert_eq!(
        (ran.status, ran.out.lines().next()),
        (0, Some("2 0 1 3")),
        "{}{}",
        ran.out,
        ran.err
    );
    huarong(&["hamilton", "-", "--start", "c1"], "11\n11\n").is_refused(&["`c1` is not a cell"]);
    huarong(&["hamilton", "-", "--start", "a2"], "01\n11\n").is_refused(&["`a2` is a hole"]);
}

#[test]
fn a_graph_file_is_told_its_format() {
    for (text, format) in [
        ("A: B C\nB: A\nC: A\n", "--adjacency"),
        ("A B\nB C\n", "--edges"),
    ] {
        for command in ["hamilton", "graph"] {
            huarong(&[command, "-"], text).is_refused(&[&format!("add `{format}`")]);
        }
    }
}

#[test]
fn a_map_given_as_a_puzzle_is_sent_to_hamilton() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let made = |count: &str, to: &str| {
        let made = [
            "make", "zip", "4x4", "--seed", "1", "--count", count, "--output", to,
        ];
        assert_eq!(huarong(&made, "").status, 0);
    };
    let [one, many, puzzle] = ["one.map", "many.txt", "puzzle.txt"].map(path);
    made("1", &one);
    made("3", &many);
    let text = written(&one);
    let told = "holds 1 map, not a puzzle";
    let help = format!("`huarong hamilton {one}` finds its path");
    for command in [
        &["solve"][..],
        &["show"],
        &["play", "--plain"],
        &["rate"],
        &["convert"],
    ] {
        huarong(&[command, &[&one]].concat(), "").is_refused(&[told, &help]);
    }
    huarong(&["solve", "-"], &*text).is_refused(&[told, "`huarong hamilton -` finds its path"]);
    huarong(&["solve", "zip"], "").is_refused(&[told, "`huarong hamilton zip.map`"]);
    for name in [many.clone(), format!("{many}#2")] {
        let help = format!("`huarong hamilton {many}#1` finds the path of the first");
        huarong(&["solve", &name], "").is_refused(&["holds 3 maps, not a puzzle", &help]);
    }
    fs::write(&puzzle, SMALL).expect("it can be written");
    let note = format!("note: `{many}` holds 3 maps, not a puzzle, and is left out: ");
    for command in ["list", "solve"] {
        let ran = huarong(&[command, &folder.path().display().to_string()], "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(
            ran.err.contains(&note) && !ran.out.is_empty(),
            "{}{}",
            ran.err,
            ran.out
        );
    }
    // Tiles without an empty cell could be read as a map, too.
    let tiles = huarong(&["solve", "-"], "1 2 3\n4 5 6\n7 8 9\n");
    assert!(
        tiles.status == 2 && !tiles.err.contains("hamilton"),
        "{}",
        tiles.err
    );
}
