//! Limits and Ctrl-C: exit status 3, and what was known by then.

use super::huarong;

#[test]
fn each_limit_stops_the_search_and_is_named() {
    for (limit, value, reason) in [
        ("--max-states", "500", "states"),
        ("--max-memory", "20k", "memory"),
        ("--max-depth", "12", "depth"),
        ("--timeout", "0s", "the time was up"),
    ] {
        let ran = huarong(&["solve", "heng-dao-li-ma", limit, value], "");
        assert_eq!(ran.status, 3, "{limit}: {}", ran.out);
        let summary = ran.out.lines().last().expect("a summary");
        assert!(summary.starts_with("stopped: ") && summary.contains(reason), "{summary}");
        assert!(summary.contains("; no solution is shorter than "), "{summary}");
        let ran = huarong(&["solve", "heng-dao-li-ma", "--algorithm", "dfs", limit, value], "");
        assert!([1, 3].contains(&ran.status) || limit == "--max-memory", "{limit}: {}", ran.out);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_search_and_tells_what_is_known() {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    // Twenty-four single cells: too many positions to see them all.
    let text = "A B C D E F\nG H I J K L\nM N O P Q R\nS T U V W .\n\n\
                goal:\nW V U T S R\nQ P O N M L\nK J I H G F\nE D C B A .\n";
    let (_folder, path) = super::file("long.txt", text.as_bytes());
    let child = Command::new(assert_cmd::cargo::cargo_bin!("huarong"))
        .args(["solve", &path, "--max-memory", "1GiB"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    sleep(Duration::from_millis(500));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(3), "{out}");
    assert!(out.contains("stopped: interrupted after "), "{out}");
    assert!(out.contains("; no solution is shorter than "), "{out}");
}
