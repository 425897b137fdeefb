//! Paths, cycles and tours over maps.
//!
//! ```text
//! find
//! moves: 1,2
//! closed: true
//!
//! S . ...
//! ```
//!
//! This request returns a cycle of knight's moves over the map as its file is written. Without
//! `moves`, a path steps from cells to their neighbours. It begins with the cells `walk`, whose
//! rows and columns count from 0: `0,0 0,1`. `unique` tells whether the path is the only one.
//! `count` counts the paths. `memory` limits a search, in bytes. `import` reads a map in any form
//! and returns its data.
//!
//! Pages load this module on demand, so it also has the rarely used tasks about puzzles. `convert`
//! reads a sliding-block puzzle in any notation and returns it as its file is written. `make`
//! generates a puzzle of a `kind`, a `size` such as `7x7`, from a `seed`, with a `level` or a
//! `length` such as `20..30`. One of the kind `like` resembles the puzzle of the text.

mod make;
mod problem;

use self::problem::Failure;
use super::{
    map_problem::{self, MapProblem},
    request::{Answer, PlaceJson, Request, Response, pairs},
};
use crate::{
    control::Observer,
    graph::{
        EdgeDirection,
        text::{MapOrGraph, ParsedGraph, parse_any},
    },
    notation,
    render::json::object,
};

/// Answers a request. The observer gets the progress and may end the search.
pub fn answer(request: &str, observer: Observer<'_>) -> String {
    Request::answer(request, |request| match request.task {
        "find" => find(request, observer),
        "unique" => unique(&MapProblem::of(request)?, observer),
        "count" => count(&MapProblem::of(request)?, observer),
        "import" => import(request),
        "make" => make::make(request, observer),
        "convert" => convert(request.text),
        _ => request.unknown(),
    })
}

/// Returns the cells in the order of a path that begins with the cells `walk`. Without one, returns
/// the number of `good` cells of the walk, with which a path begins.
fn find(request: &Request<'_>, observer: Observer<'_>) -> Answer {
    let mut problem = MapProblem::of(request)?;
    let walk: Vec<PlaceJson> = request.value("walk", pairs)?.unwrap_or_default();
    if !walk.is_empty() {
        problem.begin(&walk);
    }
    let (found, statistics) = problem.find(&mut *observer);
    let states = statistics.nodes;
    if matches!(found, Err(Failure::Impossible(_))) && !walk.is_empty() {
        let lengths: Vec<usize> = (1..walk.len()).collect();
        let good = lengths.partition_point(|&length| {
            MapProblem::of(request).is_ok_and(|mut problem| {
                problem.begin(&walk[..length]);
                problem.find(&mut *observer).0.is_ok()
            })
        });
        if good == 0 {
            // The map itself may have no path, and its reason says more.
            let whole = MapProblem::of(request)?.find(&mut *observer).0;
            whole.map_err(|failure| failure.response(states))?;
        }
        return Ok(Response::new("impossible", object! { "good": good }));
    }
    let path = found.map_err(|failure| failure.response(states))?;
    let mut path = problem.places(&path);
    // A cycle may go round the other way.
    if !path.starts_with(&walk) {
        path[1..].reverse();
    }
    Ok(Response::new(
        "found",
        object! { "path": path, "states": states },
    ))
}

/// Returns a path, and whether it is the only one.
fn unique(problem: &MapProblem, observer: Observer<'_>) -> Answer {
    let (found, statistics) = problem.find_two(observer);
    let states = statistics.nodes;
    let paths = found.map_err(|failure| failure.response(states))?;
    let path = problem.places(&paths[0]);
    let is_unique = paths.len() == 1;
    Ok(Response::new(
        "found",
        object! { "path": path, "unique": is_unique, "states": states },
    ))
}

/// Returns the number of paths, in decimal digits, and whether there may be more.
fn count(problem: &MapProblem, observer: Observer<'_>) -> Answer {
    let count = problem.count(observer);
    let (number, more) = count.map_err(|failure| failure.response(0))?;
    let number = number.to_string();
    Ok(Response::new(
        "counted",
        object! { "number": number, "more": more },
    ))
}

/// Reads a map in any form. Returns its data, and how the text was understood.
fn import(request: &Request<'_>) -> Answer {
    let ParsedGraph { subject, notes, .. } =
        parse_any(request.text.as_bytes(), EdgeDirection::Undirected)
            .map_err(|error| Response::misplaced(&error))?;
    match subject {
        MapOrGraph::Map(map) => map_problem::sheet(request, &map, &notes),
        MapOrGraph::Graph(_) => Err("this is a list of edges, not a map".into()),
    }
}

/// Converts the first puzzle of a text. Returns the puzzle as its file is written, and the
/// assumptions about the text.
fn convert(text: &str) -> Answer {
    let text = notation::board_in_address(text).unwrap_or(text);
    let reading = notation::read_any(text, None).map_err(|error| Response::misplaced(&error))?;
    let puzzle = reading
        .puzzles
        .first()
        .ok_or("there is no puzzle in this text")?;
    let mut notes: Vec<String> = reading
        .assumptions
        .first()
        .into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    let count = reading.puzzles.len();
    if count > 1 {
        notes.push(format!("this is the first of {count} puzzles in the text"));
    }
    let text = puzzle.to_string();
    Ok(Response::new(
        "puzzle",
        object! { "text": text, "notes": notes },
    ))
}

impl Failure {
    /// Returns the response to a search that tried this many positions.
    fn response(self, states: u64) -> Response {
        match self {
            Failure::Impossible(why) => Response::impossible(Some(&why), states),
            Failure::Stopped(reason) => Response::stopped(reason, states),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use serde_json::json;

    use super::answer;
    use crate::web::{boards, hold_responses, json_answer, read_request};

    #[test]
    fn each_request_has_its_response() {
        hold_responses(answer, include_str!("tables/paths.txt"));
    }

    #[test]
    fn paths_are_found_of_which_the_first_cells_may_be_given() {
        let table = include_str!("tables/paths_that_are_found.txt");
        for [line, length] in crate::cases::rows(table) {
            let mut request = read_request(line);
            let path = json_answer(answer, &request)["path"].clone();
            let cells = path.as_array().expect(line);
            assert_eq!(cells.len(), crate::cases::parsed::<usize>(length), "{line}");
            if let Some(walk) = request["find"]["walk"].as_array() {
                assert_eq!(&cells[..walk.len()], walk, "{line}");
            }
            request["find"]["path"] = path;
            let verified = json_answer(boards::answer, &json!({"check": request["find"]}));
            let expected = json!({"answer": "checked", "flaw": null});
            assert_eq!(verified, expected, "{line}");
        }
    }

    #[test]
    fn the_observer_stops_a_search() {
        let map = format!(
            "#{}\n{}",
            ".".repeat(99),
            (".".repeat(100) + "\n").repeat(99)
        );
        let request = format!("find\nmoves: 1,2\n\n{map}");
        let told = answer(&request, &mut |_| ControlFlow::Break(()));
        assert!(told.contains(r#""reason":"interrupted""#), "{told}");
    }

    #[test]
    fn convert_reads_a_puzzle_in_any_notation() {
        let card = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
        for text in [
            card,
            "4WVE1",
            "1A9BF0C00",
            "1100\n0000\n2200\n\ngoal:\n..11\n....\n....\n",
            "13 10 7 11\n1 2 3 4\n5 6 8 9\n12 14 15 .\n",
        ] {
            let told = json_answer(answer, &json!({"convert": {"text": text}}));
            assert_eq!(told["answer"], "puzzle", "{text}: {told}");
            let text_of_ours = told["text"].as_str().expect("a text");
            let puzzle: crate::puzzle::Puzzle = text_of_ours.parse().expect("one of ours");
            let read = crate::notation::read_any(text, None).map(|it| it.puzzles);
            assert_eq!(read, Ok(vec![puzzle]));
        }
        let convert = |text: &str| json_answer(answer, &json!({"convert": {"text": text}}));
        assert_eq!(
            convert(&format!("https://example.org/rush/?{card}")),
            convert(card)
        );
        let notes = |text: &str| convert(text)["notes"].as_array().expect("notes").clone();
        let separated = notes("A,B\nA,.\n\n.,.\n.,B\n");
        assert!(separated.contains(&json!("`,` separates the cells")));
        let first = json!("this is the first of 2 puzzles in the text");
        assert_eq!(notes(&format!("{card}\n{card}")).last(), Some(&first));
    }
}
