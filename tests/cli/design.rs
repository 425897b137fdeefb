//! `huarong design`: every puzzle of a frame, and the hardest of them.

use super::*;
use huarong::Metric;

#[test]
fn a_design_search_prints_improvements_and_the_seed_reproduces_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("best.txt").display().to_string();
    let search = [
        "design",
        "4x4",
        "--search",
        "--walls",
        "1",
        "--seed",
        "3",
        "--timeout",
        "500ms",
    ];
    let shown = huarong(&[&search[..], &["--output", &path]].concat(), "");
    assert_eq!(shown.status, 3);
    shown.warns("there may be harder ones");
    let goal = "goal: X covers the last cell\n. . . .\n. . . .\n. . . .\n. . . X\n\n";
    shown.begins(goal);
    let lengths = |text: &str| -> Vec<u32> {
        let moves = text
            .lines()
            .filter_map(|line| line.split_once(" move")?.0.parse().ok());
        moves.collect()
    };
    let found = lengths(&shown.out);
    assert!(
        found.len() > 2 && found.is_sorted_by(|one, other| one < other),
        "{}",
        shown.out
    );
    let again = lengths(&huarong(&search, "").out);
    let both = found.len().min(again.len());
    assert_eq!(found[..both], again[..both]);
    assert!(checked_numbers(&written(&path), Metric::Move) > 0);
}
