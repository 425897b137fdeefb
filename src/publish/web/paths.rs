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
//! `count` counts the paths. `read` returns the data of the map. `verify` returns the flaw of a
//! `path`, whose rows and columns count from 0: `0,0 0,1`. `memory` limits a search, in bytes.
//!
//! Pages load this module on demand, so it also has the rarely used tasks about puzzles. `convert`
//! reads a sliding-block puzzle in any notation and returns it as its file is written. `make`
//! generates a puzzle of a `kind`, a `size` such as `7x7`, from a `seed`, with a `level` or a
//! `length` such as `20..30`. One of the kind `like` resembles the puzzle of the text.

mod make;
mod problem;

use self::problem::{Failure, MapProblem};
use super::request::{Answer, PlaceJson, Request, Response, pairs};
use crate::{
    control::Observer,
    graph::{
        CellMap, EdgeDirection, Leaper, MapCell, Vertex, all,
        text::{MapOrGraph, ParsedGraph, parse_any, parse_map},
    },
    notation,
    render::json::object,
};

/// Answers a request. The observer gets the progress and may end the search.
pub fn answer(request: &str, observer: Observer<'_>) -> String {
    Request::answer(request, |request| match request.task {
        "find" => find(request, observer),
        "unique" => unique(&problem(request)?, observer),
        "count" => count(&problem(request)?, observer),
        "read" => read(request),
        "verify" => {
            let path = request.value("path", pairs)?.unwrap_or_default();
            let flaw = problem(request)?.flaw(&path);
            Ok(Response::new("verified", object! { "flaw": flaw }))
        }
        "make" => make::make(request, observer),
        "convert" => convert(request.text),
        _ => request.unknown(),
    })
}

fn map(request: &Request<'_>) -> Result<CellMap, Response> {
    parse_map(request.text.as_bytes()).map_err(|error| Response::misplaced(&error))
}

fn problem(request: &Request<'_>) -> Result<MapProblem, Response> {
    let is_closed = request.value("closed", |value| value.parse().ok())?;
    MapProblem::new(
        map(request)?,
        is_closed.unwrap_or_default(),
        leaper(request)?,
        request.limits()?,
    )
}

/// Returns the piece that leaps, whose legs are the parameter `moves`.
fn leaper(request: &Request<'_>) -> Result<Option<Leaper>, Response> {
    let legs = request.value("moves", |value| pairs(value)?.pop())?;
    let leaper = legs.map(|[one, other]: [u32; 2]| Leaper {
        short: one.min(other),
        long: one.max(other),
    });
    match leaper {
        Some(Leaper { long: 0, .. }) => Err("a leaper needs a leg above 0".into()),
        leaper => Ok(leaper),
    }
}

/// Returns the cells in the order of a path that begins with the cells `walk`. Without one, returns
/// the number of `good` cells of the walk, with which a path begins.
fn find(request: &Request<'_>, observer: Observer<'_>) -> Answer {
    let mut problem = problem(request)?;
    let walk: Vec<PlaceJson> = request.value("walk", pairs)?.unwrap_or_default();
    if !walk.is_empty() {
        problem.begin(&walk);
    }
    let (found, statistics) = problem.find(&mut *observer);
    let states = statistics.nodes;
    if matches!(found, Err(Failure::Impossible(_))) && !walk.is_empty() {
        let lengths: Vec<usize> = (1..walk.len()).collect();
        let good = lengths.partition_point(|&length| {
            self::problem(request).is_ok_and(|mut problem| {
                problem.begin(&walk[..length]);
                problem.find(&mut *observer).0.is_ok()
            })
        });
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

/// Returns the data of a map in any form, and how the text was understood.
fn read(request: &Request<'_>) -> Answer {
    let ParsedGraph { subject, notes, .. } =
        parse_any(request.text.as_bytes(), EdgeDirection::Undirected)
            .map_err(|error| Response::misplaced(&error))?;
    let MapOrGraph::Map(map) = subject else {
        return Err("this is a list of edges, not a map".into());
    };
    let leaps = leaper(request)?.map(|leaper| map.leaps(leaper));
    let graph = leaps.as_ref().unwrap_or_else(|| map.graph());
    let rows = map.rows();
    let columns = map.columns();
    let cells = map.cells();
    let at = |vertex: Vertex| pair(cells[vertex as usize]);
    let number = |vertex: Vertex| {
        let [row, column] = at(vertex);
        row * columns + column
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| MapCell { row, column }));
    let holes: Vec<PlaceJson> = places
        .filter(|&place| map.vertex_at(place).is_none())
        .map(pair)
        .collect();
    // The neighbours of each place, row by row. Places are numbered in this order, from 0.
    let mut steps = vec![Vec::new(); rows as usize * columns as usize];
    for vertex in all(cells.len()) {
        let neighbours = graph.neighbours(vertex).iter();
        steps[number(vertex) as usize] = neighbours.map(|&to| number(to)).collect();
    }
    let walls: Vec<[PlaceJson; 2]> = map
        .walls()
        .into_iter()
        .map(|(one, other)| [pair(one), pair(other)])
        .collect();
    let numbers: Vec<PlaceJson> = map.waypoints.iter().map(|&stop| at(stop)).collect();
    Ok(Response::new(
        "map",
        object! {
            "rows": rows,
            "columns": columns,
            "holes": holes,
            "walls": walls,
            "start": map.start.map(at),
            "end": map.end.map(at),
            "numbers": numbers,
            "steps": steps,
            "notes": notes,
        },
    ))
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

const fn pair(place: MapCell) -> PlaceJson {
    [place.row, place.column]
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use serde_json::json;

    use super::answer;
    use crate::web::{hold_responses, json_answer, read_request};

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
            let verified = json_answer(answer, &json!({"verify": request["find"]}));
            let expected = json!({"answer": "verified", "flaw": null});
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
