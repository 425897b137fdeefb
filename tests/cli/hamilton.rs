//! `huarong hamilton`: paths over every cell.

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
