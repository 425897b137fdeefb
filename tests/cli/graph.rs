//! `huarong graph`: what a graph is, and searches of it.

use serde_json::json;

use super::*;

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
fn depth_first_times_in_the_output_are_nested() {
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
fn a_depth_first_search_of_a_long_path_terminates() {
    let path: Vec<String> = (1..300_000)
        .map(|to| format!("{} {to}\n", to - 1))
        .collect();
    let forest = told(&["--edges", "--dfs"], &path.concat());
    assert!(forest.starts_with("0 1/600000 root\n"), "{}", &forest[..40]);
}

#[test]
fn koenigsberg_has_no_trail_and_one_more_bridge_gives_one() {
    let ran = huarong(&["graph", "-", "--edges", "--euler"], BRIDGES);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    ran.begins("none: 4 vertices have an odd number of edges");
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

#[cfg(target_os = "linux")]
#[test]
fn a_map_beyond_the_memory_of_the_machine_stops_the_command() {
    let (_folder, map) = super::file(
        "large.map",
        format!("{}\n", "1".repeat(1000)).repeat(1000).as_bytes(),
    );
    let program = HUARONG;
    for question in [
        "",
        "--dfs",
        "--bfs 0",
        "--euler",
        "--dot",
        "--print edges",
        "--json",
    ] {
        for limit in [75_000, 120_000] {
            let line = format!("ulimit -v {limit}; exec {program} graph {map} {question}");
            let mut command = Command::new("sh");
            let ran = Ran::of(command.args(["-c", &line]));
            let is_told = ran.status == 3 && ran.err.contains(": the machine has no more memory\n");
            assert!(
                ran.status == 0 || is_told,
                "{question} {limit}: {} {}",
                ran.status,
                ran.err
            );
        }
    }
}
