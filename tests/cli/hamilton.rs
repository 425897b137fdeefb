//! `huarong hamilton`: paths over every cell.

use serde_json::json;

use super::*;

/// The map of the cat: cells are numbered row by row over the 1s.
const CAT: &str = "111111\n101101\n111111\n101101\n111111\n000000\n";

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
fn the_cat_can_start_from_six_cells() {
    let ran = hamilton(&["--every-start"], CAT);
    assert_eq!(ran.status, 0);
    ran.begins("6 9 11 14 16 19\npossible from 6 of 26 cells");
    let ran = hamilton(&["--every-start", "--count"], CAT);
    let expected = "6: 8\n9: 8\n11: 10\n14: 10\n16: 8\n19: 8\n52 paths from 6 of 26 cells";
    ran.begins(expected);
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
        ran.shows(", all there are; ");
    }
}

#[test]
fn grid_path_counts_of_any_size_are_exact() {
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
fn example_maps_are_built_in_and_files_take_precedence() {
    let (folder, _) = file("cat.map", b"11\n");
    let nowhere = tempfile::tempdir().expect("a folder");
    let in_folder = |folder: &std::path::Path, arguments: &[&str]| {
        let mut command = program();
        Ran::of(command.current_dir(folder).args(arguments))
    };
    for name in ["cat.map", "cat", "CAT"] {
        let ran = in_folder(nowhere.path(), &["hamilton", name, "--every-start"]);
        ran.begins("6 9 11 14 16 19\n");
        let ran = in_folder(nowhere.path(), &["graph", name]);
        ran.begins("26 vertices, ");
    }
    assert_eq!(
        in_folder(folder.path(), &["hamilton", "cat.map", "--moves"]).status,
        2
    );
    let ran = in_folder(folder.path(), &["hamilton", "cat.map"]);
    ran.begins("0 1\n");
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
fn every_map_of_the_manual_has_a_unique_path() {
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
        zip.matches("font-weight=").count(),
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
fn a_map_given_as_a_puzzle_is_refused_with_hamilton_suggested() {
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
    let tiles = huarong(&["solve", "-"], "1 2 3\n4 5 6\n7 8 8\n");
    assert!(
        tiles.status == 2 && !tiles.err.contains("hamilton"),
        "{}",
        tiles.err
    );
}
