//! `huarong graph`: what a graph is, and searches of it.

use serde_json::{Value, json};

use super::{Ran, huarong};

const CAT: &str = "111111\n101101\n111111\n101101\n111111\n000000\n";
const SIX: &str = "A: B D\nB: C D\nC:\nD: E\nE: B F\nF: C\n";
const BRIDGES: &str = "north island\nnorth island\nnorth east\nisland south\nisland south\n\
                       island east\nsouth east\n";

/// What is printed about a graph from standard input.
#[track_caller]
fn told(arguments: &[&str], text: &str) -> String {
    let ran = huarong(&[&["graph", "-"], arguments].concat(), text);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out
}

#[test]
fn the_knights_graph_is_that_of_the_textbook() {
    let ran = huarong(&["graph", "knight", "8x8"], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for part in [
        "64 vertices, 168 edges (directed: 336, 8.2 % ",
        "\nconnected\n",
        "\nbipartite: 32 + 32\n",
        "\ndegree 2: 4 vertices, 3: 8, 4: 20, 6: 16, 8: 16\n",
    ] {
        assert!(ran.out.contains(part), "{}", ran.out);
    }
}

#[test]
fn vertices_are_called_as_the_one_that_was_asked_about() {
    for (vertex, neighbours) in [
        ("27", "17 21 10 12 33 37 42 44\n"),
        ("4,4", "(3,2) (3,6) (2,3) (2,5) (5,2) (5,6) (6,3) (6,5)\n"),
        ("d5", "b6 f6 c7 e7 b4 f4 c3 e3\n"),
    ] {
        let ran = huarong(&["graph", "knight", "8x8", "--neighbours", vertex], "");
        assert_eq!(ran.out, neighbours);
    }
    for (start, last) in [
        ("0", "\n6: 63\n"),
        ("a1", "0: a1\n1: c2 b3\n"),
        ("8,8", "\n6: (1,1)\n"),
    ] {
        let ran = huarong(&["graph", "knight", "8x8", "--bfs", start], "");
        assert!(ran.out.contains(last), "{}", ran.out);
    }
    assert_eq!(told(&["--neighbours", "a2"], CAT), "a3 b2\n");
}

#[test]
fn the_times_of_the_forest_nest() {
    let expected = "\
A 1/12 root
B 2/11 from A
C 3/4 from B
D 5/10 from B
E 6/9 from D
F 7/8 from E
tree: A→B B→C B→D D→E E→F
back: E→B
forward: A→D
cross: F→C
";
    assert_eq!(told(&["--adjacency", "--directed", "--dfs"], SIX), expected);
    let edges = "A B\nA D\nB C\nB D\nD E\nE B\nE F\nF C\n";
    let forest = told(&["--edges", "--directed", "--dfs"], edges);
    assert!(
        expected
            .lines()
            .all(|line| forest.lines().any(|told| told == line)),
        "{forest}"
    );
    let json = told(&["--adjacency", "--directed", "--dfs", "--json"], SIX);
    let object: Value = serde_json::from_str(&json).expect("an object");
    assert_eq!(object["schema"], "huarong/graph/1");
    assert_eq!(object["dfs"]["discovered"], json!([1, 2, 3, 5, 6, 7]));
    assert_eq!(object["dfs"]["finished"], json!([12, 11, 4, 10, 9, 8]));
    assert_eq!(object["names"], json!(["A", "B", "C", "D", "E", "F"]));
}

#[test]
fn a_search_a_million_vertices_deep_comes_back() {
    let path: Vec<String> = (1..1_000_000)
        .map(|to| format!("{} {to}\n", to - 1))
        .collect();
    let forest = told(&["--edges", "--dfs"], &path.concat());
    assert!(
        forest.starts_with("0 1/2000000 root\n"),
        "{}",
        &forest[..40]
    );
}

#[test]
fn koenigsberg_has_no_trail_and_one_more_bridge_gives_one() {
    let ran = huarong(&["graph", "-", "--edges", "--euler"], BRIDGES);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    assert!(
        ran.out
            .starts_with("none: 4 vertices have an odd number of edges"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .ends_with(": north (3), island (5), east (3), south (3)\n"),
        "{}",
        ran.out
    );
    let more = format!("{BRIDGES}north south\n");
    let trail = told(&["--edges", "--euler"], &more);
    assert!(trail.starts_with("trail: island "), "{trail}");
    assert_eq!(trail.split_whitespace().count(), 1 + 9);
    let circuit = told(&["--edges", "--euler"], &format!("{more}island east\n"));
    assert_eq!(circuit.split_whitespace().count(), 1 + 10);
    assert!(circuit.starts_with("circuit: north "), "{circuit}");
}

#[test]
fn a_map_is_a_graph() {
    let info = told(&[], CAT);
    assert!(info.starts_with("26 vertices, 33 edges"), "{info}");
    assert!(
        info.contains("\ndegree 2: 14 vertices, 3: 10, 4: 2\nconnected\nbipartite: 13 + 13\n"),
        "{info}"
    );
    assert!(told(&[], "10\n11\n").contains("degree 1: 2 vertices, 2: 1\n"));
    assert!(told(&["--edges", "--directed"], "a b\n").contains("out-degree 0: 1 vertex, 1: 1\n"));
    let odd = told(&["--edges"], "a b\nb c\nc a\n");
    assert!(
        odd.ends_with("not bipartite: a cycle has odd length\n"),
        "{odd}"
    );
    assert_eq!(told(&["--neighbours", "14"], CAT), "13 15\n");
    let object: Value = serde_json::from_str(&told(&["--json"], CAT)).expect("an object");
    assert_eq!(
        (&object["vertices"], &object["edges"]),
        (&26.into(), &33.into())
    );
    assert_eq!(
        (&object["colours"], &object["cells"][14]),
        (&json!([13, 13]), &json!([2, 4]))
    );
    assert_eq!(object["degrees"], json!({ "2": 14, "3": 10, "4": 2 }));
    let parts = told(&[], "1010\n0011\n");
    assert!(parts.contains("2 components: 1 + 3 vertices\n"), "{parts}");
    assert!(told(&["--bfs", "0"], "101\n").ends_with("out of reach: 1\n"));
}

#[test]
fn dot_has_the_names() {
    let text = told(&["--adjacency", "--directed", "--dot"], SIX);
    assert!(
        text.starts_with("digraph {\n  0 [label=\"A\"];\n"),
        "{text}"
    );
    assert_eq!(text.matches("->").count(), 8);
    assert_eq!(
        told(&["--edges", "--dot"], BRIDGES).matches("--").count(),
        7
    );
}

#[test]
fn a_graph_is_made_from_its_name_and_its_edges_are_read_again() {
    let text = huarong(&["graph", "petersen", "5,2", "--print", "edges"], "").out;
    assert!(text.starts_with("0 1\n0 4\n0 0'\n"), "{text}");
    assert!(
        told(&["--edges"], &text).starts_with("10 vertices, 15 edges"),
        "{text}"
    );
    assert_eq!(
        huarong(&["graph", "complete", "1", "--print", "edges"], "").out,
        "0\n"
    );
    let grid = huarong(&["hamilton", "grid", "6x6", "--cycle", "--count"], "");
    assert!(
        grid.out.starts_with("1,072 undirected cycles\n"),
        "{}",
        grid.out
    );
    let cube = huarong(&["hamilton", "cube", "4", "--cycle", "--count"], "");
    assert!(
        cube.out.starts_with("1,344 undirected cycles\n"),
        "{}",
        cube.out
    );
}

#[test]
fn a_name_that_is_also_a_file_is_ambiguous() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("grid"), "111\n").expect("a file");
    let ran = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("huarong").expect("it is built");
        Ran::of(command.current_dir(folder.path()).args(arguments))
    };
    ran(&["graph", "grid", "8x8"]).is_refused(&["both a graph and a file", "`./grid`"]);
    ran(&["hamilton", "grid"]).is_refused(&["both a graph and a file", "`./grid`"]);
    assert!(ran(&["graph", "./grid"]).out.starts_with("3 vertices"));
}

#[test]
fn wrong_boards_and_arguments_are_told() {
    for (arguments, message) in [
        (&["knight", "3x-1"][..], "not the size of a board"),
        (&["knight", "9999x9999"], "too large"),
        (&["-", "8x8"], "unexpected argument"),
        (&["kinght", "8x8"], "did you mean `knight`?"),
        (&["-", "--neighbours", "2,2"], "a hole"),
        (&["-", "--bfs", "x"], "not a cell"),
        (&["knight"], "`knight` needs a size: `knight 8x8`"),
        (
            &["leaper", "0,0", "8x8"],
            "`leaper` needs two lengths, not both 0, and a size",
        ),
        (&["8x8"], "did you mean `grid 8x8`?"),
        (&["knight 8x8 8"], "`knight` needs a size"),
        (&["petersen", "6,3"], "petersen 7,2"),
        (&["cube", "25"], "too large"),
        (&["cube", "5", "--edges"], "not a graph file"),
        (&["-", "--matrix"], "2 rows and 6 columns"),
    ] {
        let map = if message.contains("rows") {
            "111111\n101101\n"
        } else {
            CAT
        };
        huarong(&[&["graph"], arguments].concat(), map).is_refused(&[message, "help: "]);
    }
    for arguments in [&["--dfs", "--euler"][..], &["--dot", "--json"]] {
        assert_eq!(
            huarong(&[&["graph", "-"], arguments].concat(), CAT).status,
            2
        );
    }
}

#[test]
fn large_numbers_are_grouped() {
    let ran = huarong(&["graph", "knight", "100x100"], "");
    assert!(ran.out.contains("(directed: 77,616, "), "{}", ran.out);
    assert!(
        ran.out.contains(", 8: 9,216\n") && ran.out.contains("5,000 + 5,000"),
        "{}",
        ran.out
    );
}

#[test]
fn a_name_may_be_one_argument_or_several() {
    for name in ["torus 3x3", "knight 5x5", "grid  4x3"] {
        let words: Vec<&str> = name.split_whitespace().collect();
        let one = huarong(&["graph", name], "");
        assert_eq!((one.status, one.err.as_str()), (0, ""), "{name}");
        assert_eq!(one.out, huarong(&[&["graph"], &words[..]].concat(), "").out);
    }
    let apart = huarong(&["hamilton", "leaper", "0,2", "4x4"], "");
    assert!(
        apart
            .out
            .starts_with("impossible: the vertices form 4 unconnected parts")
    );
}

#[test]
fn what_is_assumed_about_a_list_of_edges_is_told() {
    for (edges, note) in [
        ("0-1\n1-2\n", "edges are written `A-B`"),
        (
            "2 1\n0 1\n",
            "the list begins with its numbers of vertices and edges; if they are an edge, move \
             it down",
        ),
        ("0 1\n2\n", "lines of one word are vertices: 1"),
    ] {
        let ran = huarong(&["graph", "-", "--edges"], edges);
        assert_eq!(
            (ran.status, ran.err),
            (0, format!("note: `<stdin>`: {note}\n")),
            "{}",
            ran.out
        );
    }
    let path = huarong(&["hamilton", "--edges", "-"], "0-1\n1-2\n2-0\n");
    assert_eq!((path.status, path.out.lines().next()), (0, Some("0 1 2")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_map_beyond_the_memory_of_the_machine_is_an_error() {
    let (_folder, map) = super::file(
        "large.map",
        format!("{}\n", "1".repeat(1000)).repeat(1000).as_bytes(),
    );
    let program = assert_cmd::cargo::cargo_bin!("huarong").display();
    for question in [
        "",
        "--dfs",
        "--bfs 0",
        "--euler",
        "--dot",
        "--print edges",
        "--json",
    ] {
        for limit in [60_000, 120_000] {
            let line = format!("ulimit -v {limit}; exec {program} graph {map} {question}");
            let mut command = assert_cmd::Command::new("sh");
            let ran = Ran::of(command.args(["-c", &line]));
            let is_told = ran.status == 2 && ran.err.contains(": the machine has no more memory\n");
            assert!(
                ran.status == 0 || is_told,
                "{question} {limit}: {} {}",
                ran.status,
                ran.err
            );
        }
    }
}
