//! `rate`: how hard puzzles feel.

use super::*;

#[test]
fn the_page_shows_the_rating_and_its_parts() {
    let ran = huarong(&["rate", "cards#40"], "");
    assert_eq!((ran.status, &ran.err[..]), (0, ""));
    for part in [
        "Rush Hour card 40\n\n  rating      ",
        " of 100: expert\n",
        "  solutions   191,226,816 of 51 moves, ",
        " if the order of moves is ignored\n",
        "  detours     ",
        " of the moves clear no way\n",
        "  search      1,389 positions tried by a greedy player\n",
        "  effort      about 160 moves of a person\n",
    ] {
        ran.shows(part);
    }
    assert!(
        ran.out.lines().all(|line| line.chars().count() < 80),
        "{}",
        ran.out
    );
}

#[test]
fn several_ratings_are_a_table_and_unsolvable_puzzles_are_not_errors() {
    let ran = huarong(&["rate", "cards#1", "cards#38", "-"], STUCK);
    assert_eq!((ran.status, &ran.err[..]), (0, ""));
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.out);
    assert!(lines[0].starts_with("rating  level ") && lines[0].ends_with("  puzzle"));
    assert!(lines[1].contains("  easy  ") && lines[1].ends_with("  Rush Hour card 1"));
    assert!(
        lines[2].contains("  expert  ") && lines[2].contains("  1,066  "),
        "{}",
        ran.out
    );
    assert!(lines[3].contains("  impossible  ") && lines[3].ends_with("  Stuck"));
    let width = |line: &str| line.chars().take_while(|&mark| mark != 'R').count();
    assert_eq!(width(lines[1]), width(lines[2]), "{}", ran.out);
}

#[test]
fn unsolvable_puzzles_and_stopped_searches_have_no_rating() {
    let ran = huarong(&["rate", "-"], STUCK);
    assert_eq!(ran.status, 1, "it is the only one");
    ran.shows("  rating      none: it cannot be solved\n");
    for (limit, value, reason) in [
        ("--timeout", "0s", "timed out"),
        ("--max-states", "500", "the limit on states"),
    ] {
        let ran = huarong(&["rate", "heng-dao-li-ma", limit, value], "");
        assert_eq!((ran.status, &ran.err[..]), (3, ""), "{limit}");
        ran.shows("  rating      not known (stopped too early)\n");
        let last = ran.out.lines().last().expect("a line");
        assert!(
            last.starts_with("stopped: ") && last.contains(reason),
            "{last}"
        );
        // In no time not even the start is looked at.
        let is_proven = last.contains("; no solution is shorter than ");
        assert_eq!(is_proven, limit == "--max-states", "{last}");
    }
    huarong(&["rate", "korf-1"], "").is_refused(&["positions are too many to search"]);
}

#[test]
fn each_metric_has_its_own_rating() {
    let effort = |metric: &str| {
        let ran = huarong(&["rate", "-", "--metric", metric, "--json"], SMALL);
        let object = ran.object();
        assert_eq!(
            (object["metric"].as_str(), object["outcome"].as_str()),
            (Some(metric), Some("rated"))
        );
        assert_eq!(object["reason"], Value::Null);
        object["effort"].as_f64().expect("a number")
    };
    let efforts = ["move", "slide", "step"].map(effort);
    assert!(efforts.iter().all(|&effort| effort > 0.0), "{efforts:?}");
    assert!(efforts[0] < efforts[2], "{efforts:?}");
}

#[test]
fn ratings_are_sorted_by_a_key_with_unknown_values_last() {
    let sorted = |key: &str| {
        let puzzles = ["cards#38", "-", "cards#1"];
        let ran = huarong(&[&["rate", "--sort", key][..], &puzzles].concat(), STUCK);
        assert_eq!((ran.status, &ran.err[..]), (0, ""));
        let ends = ran.out.lines().skip(1).map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words[words.len() - 1].to_owned()
        });
        ends.collect::<Vec<_>>().join(" ")
    };
    for (key, order) in [
        ("rating", "1 38 Stuck"),
        ("moves", "1 38 Stuck"),
        ("tried", "1 38 Stuck"),
        ("name", "Stuck 1 38"),
    ] {
        assert_eq!(sorted(key), order, "{key}");
    }
}
