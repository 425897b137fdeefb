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
//! `length` such as `20..30`.

mod make;
mod problem;

use self::problem::{Failure, MapProblem};
use super::request::{Answer, PlaceJson, Request, Response, pairs};
use crate::{
    control::Observer,
    graph::{
        CellMap, EdgeDirection, Leaper, MapCell, Vertex, all,
        text::{MapOrGraph, ParseError, ParsedGraph, parse_any, parse_map},
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
    parse_map(request.text.as_bytes()).map_err(|error| misplaced(&error))
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

/// Returns the response to a text that is no map: the place of the error in its text, from 1, and
/// how to fix it.
fn misplaced(error: &ParseError) -> Response {
    Response::new(
        "wrong",
        object! {
            "why": error.message,
            "line": error.line,
            "column": error.column,
            "help": error.help,
        },
    )
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
            .map_err(|error| misplaced(&error))?;
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
    let reading = notation::read_any(text, None)?;
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

    use serde_json::{Value, json};

    use super::answer;
    use crate::web::json_answer;

    /// Returns the response to a request with these parameters about a map.
    fn ask(task: &str, parameters: &Value, map: &str) -> Value {
        let mut request = parameters.clone();
        request["text"] = map.into();
        json_answer(answer, &json!({ task: request }))
    }

    /// A board without holes.
    fn board(rows: usize, columns: usize) -> String {
        format!("{}\n", ".".repeat(columns)).repeat(rows)
    }

    /// Returns the path that is found and verified.
    fn found(parameters: &Value, map: &str) -> Value {
        let response = ask("find", parameters, map);
        assert_eq!(response["answer"], "found", "{parameters}{map}{response}");
        let mut parameters = parameters.clone();
        parameters["path"] = response["path"].clone();
        let verified = ask("verify", &parameters, map);
        assert_eq!(
            verified,
            json!({"answer": "verified", "flaw": null}),
            "{parameters}{map}"
        );
        response["path"].clone()
    }

    #[test]
    fn paths_cycles_and_tours_are_found() {
        assert_eq!(
            found(&json!({}), "S.\nE.\n"),
            json!([[0, 0], [0, 1], [1, 1], [1, 0]])
        );
        let cat = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/maps/cat.map"));
        assert_eq!(found(&json!({}), cat).as_array().map(Vec::len), Some(26));
        let zip = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/maps/zip.map"));
        assert_eq!(found(&json!({}), zip)[15], json!([3, 0]));
        assert_eq!(
            found(&json!({"closed": true}), "...\n.#.\n...\n")
                .as_array()
                .map(Vec::len),
            Some(8)
        );
        for closed in [false, true] {
            let head = json!({"moves": [[1, 2]], "closed": closed});
            assert_eq!(
                found(&head, &board(8, 8)).as_array().map(Vec::len),
                Some(64)
            );
            assert_eq!(
                found(&head, &board(50, 50)).as_array().map(Vec::len),
                Some(2500)
            );
        }
        // With a hole, no theorem and no strips: it is searched.
        let holed = board(8, 8).replacen('.', "#", 1);
        assert_eq!(
            found(&json!({"moves": [[2, 1]]}), &holed)
                .as_array()
                .map(Vec::len),
            Some(63)
        );
        assert_eq!(
            found(
                &json!({"moves": [[1, 2]]}),
                &format!("1{}", &board(5, 5)[1..])
            )[0],
            json!([0, 0])
        );
    }

    #[test]
    fn a_path_begins_with_the_given_cells_or_the_number_of_good_ones_is_told() {
        for (parameters, map) in [
            (json!({"walk": [[0, 0], [0, 1], [0, 2]]}), board(4, 4)),
            (json!({"walk": [[1, 1]]}), board(3, 3)),
            (
                json!({"walk": [[0, 1], [0, 0], [1, 0]], "closed": true}),
                board(4, 4),
            ),
            (
                json!({"walk": [[0, 0], [1, 2]], "moves": [[1, 2]]}),
                board(5, 5),
            ),
            (json!({"walk": [[0, 0], [0, 1]]}), "1 .\n2 .\n".to_owned()),
        ] {
            let walk = parameters["walk"].as_array().expect("cells").clone();
            let path = found(&parameters, &map);
            assert_eq!(path.as_array().expect("cells")[..walk.len()], walk, "{map}");
        }
        // The corner is passed by, and nothing leads out of it.
        let walk = json!([[0, 0], [0, 1], [0, 2], [1, 2], [1, 1], [2, 1]]);
        let told = ask("find", &json!({"walk": walk}), &board(3, 3));
        assert_eq!(
            (&told["answer"], &told["good"]),
            (&"impossible".into(), &5.into())
        );
        let told = ask("find", &json!({"walk": [[0, 1]]}), &board(3, 3));
        assert_eq!(told["good"], 0, "it is of the other colour");
    }

    #[test]
    fn an_impossible_request_has_the_reason() {
        let why = |parameters: &Value, map: &str| {
            let told = ask("find", parameters, map);
            assert_eq!(told["answer"], "impossible", "{told}");
            told["why"].as_str().expect("words").to_owned()
        };
        assert!(
            why(&json!({"moves": [[1, 2]], "closed": true}), &board(4, 6))
                .starts_with("Schwenk's theorem")
        );
        let told = why(
            &json!({"moves": [[1, 2]]}),
            &format!(".S...\n{}", board(4, 5)),
        );
        assert!(told.ends_with("row 1, column 2 is light"), "{told}");
        assert!(why(&json!({"moves": [[1, 1]]}), &board(4, 4)).contains("half of the board"));
        assert_eq!(
            why(&json!({}), "..#..\n"),
            "the cells form 2 unconnected parts"
        );
        let told = why(&json!({}), ".S.\n...\n...\n");
        assert!(
            told.ends_with("ends on a dark one, and row 1, column 2 is light"),
            "{told}"
        );
        assert!(
            why(&json!({"closed": true}), &board(3, 3)).contains("5 cells have one colour and 4")
        );
        assert_eq!(
            why(&json!({"closed": true}), "...\n.##\n"),
            "2 cells are dead ends, and only an end of a path can be one"
        );
        assert_eq!(why(&json!({}), ".S.\n.E.\n"), "the search tried every path");
    }

    #[test]
    fn unique_tells_whether_the_path_is_the_only_one() {
        let unique = |map: &str| ask("unique", &json!({}), map)["unique"].clone();
        assert_eq!(
            unique(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/puzzles/maps/zip.map"
            ))),
            true
        );
        assert_eq!(unique("...\n"), true, "backwards it is the same");
        assert_eq!(unique("S..\n...\n"), false);
        let told = ask("unique", &json!({}), "..#.\n");
        assert_eq!(told["answer"], "impossible");
        let told = ask(
            "unique",
            &json!({"moves": [[1, 2]], "closed": true}),
            &board(6, 6),
        );
        assert_eq!(told["unique"], false);
    }

    #[test]
    fn paths_are_counted() {
        let told = ask("count", &json!({"moves": [[1, 2]]}), &board(5, 5));
        assert_eq!(
            told,
            json!({"answer": "counted", "number": "864", "more": false})
        );
        assert_eq!(ask("count", &json!({}), "..#.\n")["answer"], "impossible");
    }

    #[test]
    fn read_returns_the_data_of_a_map() {
        let told = ask("read", &json!({}), "2 .|#\n- + \n. 1 E\n");
        assert_eq!(
            told,
            json!({
                "answer": "map", "rows": 2, "columns": 3, "holes": [[0, 2]], "notes": [],
                "walls": [[[0, 0], [1, 0]]], "start": null, "end": [1, 2], "numbers": [[1, 1], [0, 0]],
                "steps": [[1], [0, 4], [], [4], [1, 3, 5], [4]],
            })
        );
        let told = ask("read", &json!({"moves": [[1, 2]]}), "1 . 2\n. . .\n");
        assert_eq!(told["steps"], json!([[5], [], [3], [2], [], [0]]));
        assert_eq!(
            (&told["start"], &told["end"]),
            (&json!([0, 0]), &json!([0, 2]))
        );
    }

    #[test]
    fn maps_in_other_forms_are_read_with_a_note() {
        let told = ask("read", &json!({}), "grid = [[1, 1, 0],\n [1, 1, 1]]\n");
        assert_eq!(
            (&told["answer"], &told["holes"]),
            (&json!("map"), &json!([[0, 2]]))
        );
        assert_ne!(told["notes"], json!([]));
        let told = ask("read", &json!({}), "a b\nb c\n");
        assert_eq!(told["why"], "this is a list of edges, not a map");
    }

    #[test]
    fn verify_returns_the_flaw_of_a_path() {
        let flaw = |closed: bool, path: Value, map: &str| {
            ask("verify", &json!({"closed": closed, "path": path}), map)["flaw"].clone()
        };
        let square = "1 .\n. .\n";
        assert_eq!(
            flaw(false, json!([[0, 0], [0, 1], [1, 1], [1, 0]]), square),
            Value::Null
        );
        assert_eq!(
            flaw(true, json!([[0, 0], [0, 1], [1, 1], [1, 0]]), square),
            Value::Null
        );
        assert_eq!(
            flaw(false, json!([[0, 1], [0, 0], [1, 0], [1, 1]]), square),
            "it does not begin and end at the given cells"
        );
        assert_eq!(
            flaw(false, json!([[0, 0], [0, 1], [1, 1]]), square),
            "1 cell is left out"
        );
        assert_eq!(
            flaw(false, json!([[0, 0], [0, 1]]), square),
            "2 cells are left out"
        );
        assert_eq!(
            flaw(false, json!([[0, 0], [1, 1], [0, 1], [1, 0]]), square),
            "there is no such step from row 1, column 1"
        );
        assert_eq!(
            flaw(false, json!([[0, 0], [0, 1], [0, 0]]), square),
            "row 1, column 1 is met again"
        );
        assert_eq!(
            flaw(false, json!([[0, 0], [5, 1]]), square),
            "it leads into a hole"
        );
        assert_eq!(
            flaw(false, json!([[0, 0], [0, 1], [0, 2]]), "S 2 1\n"),
            "2 is not met in its turn"
        );
        let back = "it does not come back to where it began";
        assert_eq!(flaw(true, json!([[0, 0], [0, 1], [0, 2]]), ". . .\n"), back);
    }

    #[test]
    fn a_limit_or_the_observer_stops_a_search() {
        let told = ask("find", &json!({"memory": 1000}), &board(20, 20));
        assert_eq!(
            (&told["answer"], &told["reason"]),
            (&"stopped".into(), &"memory".into())
        );
        let map = format!("#{}", &board(100, 100)[1..]);
        let request = format!("find\nmoves: 1,2\n\n{map}");
        let told = answer(&request, &mut |_| ControlFlow::Break(()));
        assert!(told.contains(r#""reason":"interrupted""#), "{told}");
    }

    #[test]
    fn an_invalid_request_is_refused_with_the_reason() {
        for (task, parameters, why) in [
            ("sing", json!({}), "unknown task `sing`"),
            (
                "find",
                json!({"memory": "much"}),
                "invalid value of `memory`: `much`",
            ),
            (
                "find",
                json!({"moves": [[0, 0]]}),
                "a leaper needs a leg above 0",
            ),
            ("find", json!({"closed": "round"}), "`closed`: `round`"),
            ("verify", json!({"path": [0]}), "`path`: `0`"),
            ("find", json!({"closed": true}), "the map has an end"),
        ] {
            let response = ask(task, &parameters, "S.\n.E\n");
            assert_eq!(response["answer"], "wrong", "{parameters}");
            let told = response["why"].as_str().expect("text");
            assert!(told.contains(why), "{parameters}: {told}");
        }
        let told = ask("read", &json!({}), ". .\n. y\n");
        assert_eq!(
            (&told["line"], &told["column"]),
            (&json!(2), &json!(3)),
            "{told}"
        );
        assert!(
            told["help"].as_str().expect("text").contains("`S`"),
            "{told}"
        );
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
            let puzzle: crate::puzzle::Puzzle = told["text"]
                .as_str()
                .expect("a text")
                .parse()
                .expect("one of ours");
            assert_eq!(
                Ok(vec![puzzle]),
                crate::notation::read_any(text, None).map(|it| it.puzzles)
            );
        }
        let convert = |text: &str| json_answer(answer, &json!({"convert": {"text": text}}));
        assert_eq!(
            convert(&format!("https://example.org/rush/?{card}")),
            convert(card)
        );
        assert_eq!(convert("A B\nA")["answer"], "wrong");
        let told = json_answer(
            answer,
            &json!({"convert": {"text": "A,B\nA,.\n\n.,.\n.,B\n"}}),
        );
        let notes = told["notes"].as_array().expect("notes");
        assert!(notes.contains(&json!("`,` separates the cells")), "{told}");
        let told = json_answer(
            answer,
            &json!({"convert": {"text": format!("{card}\n{card}")}}),
        );
        let first = json!("this is the first of 2 puzzles in the text");
        assert_eq!(
            told["notes"].as_array().expect("notes").last(),
            Some(&first)
        );
    }
}
