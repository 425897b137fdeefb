//! Limits: exit status 3, and what was known by then.

use super::*;

#[test]
fn each_limit_stops_the_search_and_is_reported() {
    for (limit, value, reason) in [
        ("--max-states", "500", "states"),
        ("--max-memory", "12020k", "memory"),
        ("--max-depth", "12", "depth"),
        ("--timeout", "0s", "timed out"),
    ] {
        let line = [
            "solve",
            "heng-dao-li-ma",
            "--engine",
            "parents",
            limit,
            value,
        ];
        let ran = huarong(&line, "");
        assert_eq!(ran.status, 3, "{limit}: {}", ran.out);
        let summary = ran.out.lines().last().expect("a summary");
        assert!(
            summary.starts_with("stopped: ") && summary.contains(reason),
            "{summary}"
        );
        assert!(
            summary.contains("; no solution is shorter than "),
            "{summary}"
        );
        let ran = run(&format!(
            "solve heng-dao-li-ma --algorithm dfs '{limit}' '{value}'"
        ));
        assert!(
            [1, 3].contains(&ran.status) || limit == "--max-memory",
            "{limit}: {}",
            ran.out
        );
    }
}
