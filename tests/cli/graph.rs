//! `huarong graph`: what a graph is, and searches of it.

use super::*;

/// What is printed about a graph from standard input.
#[track_caller]
fn told(arguments: &[&str], text: &str) -> String {
    let ran = huarong(&[&["graph", "-"], arguments].concat(), text);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out
}

#[test]
fn a_depth_first_search_of_a_long_path_terminates() {
    let path: Vec<String> = (1..100_000)
        .map(|to| format!("{} {to}\n", to - 1))
        .collect();
    let forest = told(&["--edges", "--dfs"], &path.concat());
    assert!(forest.starts_with("0 1/200000 root\n"), "{}", &forest[..40]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_map_beyond_the_memory_of_the_machine_stops_the_command() {
    let (_folder, map) = super::file(
        "large.map",
        format!("{}\n", "1".repeat(500)).repeat(500).as_bytes(),
    );
    let program = HUARONG;
    for question in [
        "",
        "--dfs",
        "--bfs 1",
        "--euler",
        "--dot",
        "--print edges",
        "--json",
    ] {
        for limit in [50_000, 75_000] {
            let line = format!("ulimit -v {limit}; exec {program} graph {map} {question}");
            let mut command = Command::new("sh");
            let ran = Ran::of(command.args(["-c", &line]));
            // The system says it where there is too little memory even for that sentence.
            let is_told = ran.err.contains(": the machine has no more memory\n")
                || ran.err.starts_with("memory allocation of ");
            assert!(
                ran.status == 0 || ran.status == 3 && is_told,
                "{question} {limit}: {} {}",
                ran.status,
                ran.err
            );
        }
    }
}
