use std::num::NonZero;
use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::answer;
use crate::collection::Collection;
use crate::control::Limits;
use crate::explore::{self, Explorer, LayerProfile};
use crate::puzzle::{Metric, Puzzle};

const PUZZLE: &str = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n";

fn asked(question: &str) -> Value {
    let answer = answer(question, &mut |_| ControlFlow::Continue(()));
    serde_json::from_str(&answer).expect("JSON")
}

#[test]
fn a_puzzle_is_solved_from_where_it_begins() {
    let told = asked(&format!("solve\n\n{PUZZLE}"));
    assert_eq!(told["answer"], "solved");
    assert_eq!(told["moves"], json!([[0, "RRD"]]));
    let told = asked(&format!("solve\nmetric: slide\n\n{PUZZLE}"));
    assert_eq!(told["moves"], json!([[0, "RR"], [0, "D"]]));
}

#[test]
fn pieces_keep_their_numbers_wherever_they_stand() {
    // A stands below B, and would be the second piece of a file.
    let at = "at: 1,0 0,1";
    let told = asked(&format!("solve\n{at}\n\n{PUZZLE}"));
    assert_eq!(told["moves"], json!([[0, "RR"]]));
    let told = asked(&format!("verify\n{at}\nmoves: 0RR\n\n{PUZZLE}"));
    assert_eq!(told, json!({"answer": "legal", "solved": true}));
}

#[test]
fn all_that_can_be_reached_is_counted() {
    let told = asked(&format!("explore\nmetric: step\n\n{PUZZLE}"));
    let layers: Vec<u64> = serde_json::from_value(told["layers"].clone()).expect("numbers");
    assert_eq!((layers[0], layers.iter().sum::<u64>()), (1, 16));
    let hardest = told["hardest"].as_u64().expect("a number");
    let places: Vec<[u8; 2]> = serde_json::from_value(told["farthest"].clone()).expect("places");
    let at: Vec<String> = places.iter().map(|[row, column]| format!("{row},{column}")).collect();
    let told = asked(&format!("solve\nmetric: step\nat: {}\n\n{PUZZLE}", at.join(" ")));
    assert_eq!(told["moves"].as_array().expect("moves").len() as u64, hardest);
}

#[test]
fn what_has_no_solution_is_told_and_what_takes_too_much() {
    let told = asked("solve\n\nA # .\n\ngoal:\n. # A\n");
    assert_eq!(told["answer"], "impossible");
    let classic = include_str!("../../../puzzles/klotski/heng-dao-li-ma.txt");
    let told = asked(&format!("solve\nmost: 10000\n\n{classic}"));
    assert_eq!((&told["answer"], &told["reason"]), (&"stopped".into(), &"memory".into()));
    let told = asked(&format!("explore\nmost: 100000\n\n{classic}"));
    assert_eq!((&told["answer"], &told["reason"]), (&"stopped".into(), &"memory".into()));
    assert!(told["states"].as_u64() > Some(0), "{told}");
    let told = answer(&format!("solve\n\n{classic}"), &mut |_| ControlFlow::Break(()));
    assert!(told.contains(r#""reason":"interrupted""#), "{told}");
}

#[test]
fn what_is_no_question_is_told_why() {
    for (head, why) in [
        ("sing", "`sing` is no question"),
        ("solve\nquickly", "`quickly` says nothing"),
        ("solve\nmost: much", "`most: much` says nothing"),
        ("solve\nat: 0,0 0,0", "cannot stand there"),
        ("solve\nat: 9,9", "cannot stand there"),
        ("verify\nmoves: 0D", "move 1: "),
        ("verify\nmoves: 0X", "`moves: 0X` says nothing"),
        ("verify\nmoves: 7D", "move 1: there is no such piece"),
    ] {
        let told = asked(&format!("{head}\n\n{PUZZLE}"));
        assert_eq!(told["answer"], "wrong", "{head}");
        assert!(told["why"].as_str().expect("text").contains(why), "{head}: {told}");
    }
    assert!(asked("solve").to_string().contains("no puzzle follows"));
    assert!(asked("solve\n\nA .\nA\n")["why"].as_str().expect("text").contains("line 2"));
}

/// Holds the answer to `explore` to what the explorer finds; returns whether the space has no more
/// states than this.
fn hold_explored(puzzle: &Puzzle, metric: Metric, most: usize) -> bool {
    let limits = Limits { max_states: Some(most), ..Limits::default() };
    let threads = NonZero::<usize>::MIN;
    let options = explore::Options { metric, limits, threads, ..explore::Options::default() };
    let mut explorer = Explorer::new(puzzle, &options).expect("it fits");
    let known = explorer.explore().expect("no files");
    if known.stopped.is_some() {
        return false;
    }
    let told = asked(&format!("explore\nmetric: {metric}\n\n{puzzle}"));
    let layers: Vec<u64> = known.from_start.layers.iter().map(|layer| layer.states).collect();
    let hardest = known.from_goals.known().map(LayerProfile::eccentricity);
    assert_eq!((&told["layers"], &told["hardest"]), (&json!(layers), &json!(hardest)), "{puzzle}");
    true
}

#[test]
fn mirror_images_that_cannot_be_reached_are_not_counted() {
    // Frame and goal are symmetric, and the start is not.
    let puzzle: Puzzle = "B.A\n\ngoal:\n.A.\n".parse().expect("a puzzle");
    let told = asked(&format!("explore\nmetric: slide\n\n{puzzle}"));
    assert_eq!(told["layers"], json!([1, 2]));
    for metric in Metric::ALL {
        assert!(hold_explored(&puzzle, metric, usize::MAX));
    }
}

/// How many spaces of the collection there are of up to so many states, all explored alike.
fn explored_alike(most: usize) -> usize {
    let collection = Collection::built_in();
    let entries = collection.entries();
    let spaces = entries.flat_map(|entry| Metric::ALL.map(|metric| (entry.puzzle.clone(), metric)));
    spaces.filter(|(puzzle, metric)| hold_explored(puzzle, *metric, most)).count()
}

#[test]
fn what_can_be_reached_in_small_spaces_of_the_collection_is_what_the_explorer_finds() {
    assert!(explored_alike(1000) > 100);
}

#[test]
#[ignore = "some minutes"]
fn what_can_be_reached_in_the_collection_is_what_the_explorer_finds() {
    assert!(explored_alike(2_000_000) > 2500);
}
