//! Facts about the places of tiles, as planning problems have them.

use std::collections::BTreeMap;

use crate::{
    excerpt::{joined, number},
    wrapping::{Reading, lines, plainly},
};

/// Reads the start and the goal of a problem in PDDL: `(at t4 p_2_1)`, `(tile-at t4 row2 col1)` or
/// `(at t4 s2)`, and `(blank p2 p2)`.
pub fn facts(text: &str) -> Reading {
    let code = lines(text).map(|line| line.split_once(';').map_or(line, |it| it.0));
    let code = joined(code, "\n").to_lowercase();
    let (start, goal) = code.split_once("(:init")?.1.split_once("(:goal")?;
    let [start, goal] = [start, goal].map(placed);
    // What no fact places is the empty cell.
    let tile = |place| goal.get(place).copied().unwrap_or("_");
    let wanted = joined(start.keys().map(tile), " ");
    let start = joined(start.into_values(), " ");
    plainly(format!("start: {start}\ngoal: {wanted}"))
}

/// Returns the tile in each place, or `_`. A column that is called `x` stands before its row.
fn placed(facts: &str) -> BTreeMap<Vec<usize>, &str> {
    let fact = |fact| {
        let mut words = str::split_once(fact, ')')?.0.split_whitespace();
        let tile = match words.next()? {
            "at" | "on" | "isat" | "tile-at" => words.next()?,
            "blank" | "empty" | "is-blank" => "_",
            _ => return None,
        };
        let is_other = |mark: char| !mark.is_ascii_digit();
        let number_of = words
            .flat_map(|word| word.split(is_other))
            .filter_map(number);
        let tile = tile.trim_start_matches(is_other);
        let mut place: Vec<usize> = number_of.collect();
        if facts.contains("x1 y1") {
            place.reverse();
        }
        Some((place, if tile.is_empty() { "_" } else { tile }))
    };
    facts.split('(').filter_map(fact).collect()
}
