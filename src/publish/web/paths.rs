//! Paths, cycles and tours over maps.
//!
//! ```text
//! find
//! moves: 1,2
//! shape: cycle
//!
//! S . .
//! ...
//! ```
//!
//! asks for a cycle of knight's moves over the map that follows as its file is written; without
//! `moves:` it goes from cells to their neighbours, without `shape:` it is a path. `unique` asks
//! whether there is exactly one, `read` what the map is, `verify` what is wrong with the `path:`,
//! whose rows and columns count from 0, `0,0 1,2`. `most:` is the most memory to take, in bytes.
//! `count` asks how many paths there are.
//!
//! This module is loaded when it is needed, so that it also has what pages seldom need of puzzles:
//! `convert` reads the text of one in any notation and writes it as our files are written. `make`
//! generates one: `kind: zip`, `size: 7x7`, `seed: 5`, and a `level:` or a `length:`, `20..30`.

mod make;
mod problem;

use serde::Serialize;

use self::make::MakeRequest;
use self::problem::{Failure, MapProblem};
use crate::backtrack::Statistics;
use crate::backtrack::hamilton::Shape;
use crate::control::{Observer, StopReason};
use crate::graph::text::{ParseError, parse_map};
use crate::graph::{CellMap, Leaper, MapCell, Vertex, all};
use crate::notation;

/// Row and column, both from 0.
type PlaceJson = [u32; 2];

/// The response to a page.
#[derive(Serialize, PartialEq, Eq, Debug)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum MapResponse {
    /// The cells in the order of the path. For `unique`, whether there is no other.
    Found {
        path: Vec<PlaceJson>,
        #[serde(skip_serializing_if = "Option::is_none")]
        unique: Option<bool>,
        states: u64,
    },
    /// No path exists.
    Impossible { why: String, states: u64 },
    /// The data of the map.
    Map(MapData),
    /// The path is what is asked for, or what is wrong with it.
    Verified { flaw: Option<String> },
    /// The number of paths, in decimal digits, and whether there may be more.
    Counted { number: String, more: bool },
    /// A generated puzzle as its file is written. For a zip, the positions that the solver tries.
    Made {
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        states: Option<u64>,
    },
    /// A sliding-block puzzle as its file is written, and what was assumed about its text.
    Puzzle { text: String, notes: Vec<String> },
    /// A limit on memory or time was reached.
    Stopped { reason: StopReason, states: u64 },
    /// The request or its map is invalid. An error in a text has a place.
    Wrong {
        why: String,
        #[serde(flatten)]
        place: Option<ErrorLocation>,
    },
}

/// The data of a map.
#[derive(Serialize, PartialEq, Eq, Debug)]
struct MapData {
    rows: u32,
    columns: u32,
    holes: Vec<PlaceJson>,
    walls: Vec<[PlaceJson; 2]>,
    start: Option<PlaceJson>,
    end: Option<PlaceJson>,
    /// Where the numbers stand, from 1 on.
    numbers: Vec<PlaceJson>,
    /// Where one can go from each place, row by row; places are numbered so, from 0.
    steps: Vec<Vec<u32>>,
}

/// The place of an error in a text, from 1, and how to fix it.
#[derive(Serialize, PartialEq, Eq, Debug)]
struct ErrorLocation {
    line: usize,
    column: usize,
    help: String,
}

impl MapResponse {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("there are no maps and no numbers that JSON lacks")
    }
}

impl From<ParseError> for MapResponse {
    fn from(error: ParseError) -> Self {
        let ParseError {
            line,
            column,
            message,
            help,
            ..
        } = error;
        MapResponse::Wrong {
            why: message,
            place: Some(ErrorLocation { line, column, help }),
        }
    }
}

/// Answers a request. The observer gets the progress and may end the search.
#[must_use]
pub fn answer(question: &str, observer: Observer<'_>) -> String {
    let wrong = |why| MapResponse::Wrong { why, place: None };
    let told = match MapRequest::read(question) {
        Ok(MapRequest {
            what: MapRequestKind::Convert,
            map: text,
            ..
        }) => convert(text).unwrap_or_else(wrong),
        Ok(MapRequest {
            what: MapRequestKind::Make,
            make,
            ..
        }) => make.respond(observer).unwrap_or_else(wrong),
        Ok(asked) => match parse_map(asked.map.as_bytes()) {
            Ok(map) => respond(&asked, map, observer).unwrap_or_else(wrong),
            Err(error) => error.into(),
        },
        Err(why) => wrong(why),
    };
    told.json()
}

/// Converts the first puzzle of a text.
fn convert(text: &str) -> Result<MapResponse, String> {
    let reading = notation::read_any(text, None).map_err(|error| error.to_string())?;
    let puzzle = reading
        .puzzles
        .first()
        .ok_or("there is no puzzle in this text")?;
    let notes = reading
        .assumptions
        .first()
        .into_iter()
        .flatten()
        .map(ToString::to_string);
    Ok(MapResponse::Puzzle {
        text: puzzle.to_string(),
        notes: notes.collect(),
    })
}

fn respond(
    asked: &MapRequest<'_>,
    map: CellMap,
    observer: Observer<'_>,
) -> Result<MapResponse, String> {
    if asked.what == MapRequestKind::Read {
        let leaps = asked.moves.map(|leaper| map.leaps(leaper));
        let graph = leaps.as_ref().unwrap_or_else(|| map.graph());
        return Ok(MapResponse::Map(MapData::new(&map, |vertex| {
            graph.neighbours(vertex)
        })));
    }
    let problem = MapProblem::new(asked, map)?;
    if asked.what == MapRequestKind::Verify {
        return Ok(MapResponse::Verified {
            flaw: problem.flaw(&asked.path),
        });
    }
    if asked.what == MapRequestKind::Count {
        return Ok(match problem.count(observer) {
            Ok((number, more)) => MapResponse::Counted {
                number: number.to_string(),
                more,
            },
            Err(Failure::Impossible(why)) => MapResponse::Impossible { why, states: 0 },
            Err(Failure::Stopped(reason)) => MapResponse::Stopped { reason, states: 0 },
        });
    }
    let path = |vertices: &[Vertex]| {
        let places = problem.map.cells();
        vertices
            .iter()
            .map(|&vertex| pair(places[vertex as usize]))
            .collect()
    };
    let (found, unique, Statistics { nodes: states, .. }) = if asked.what == MapRequestKind::Unique
    {
        let (found, statistics) = problem.find_two(observer);
        let unique = found.as_ref().map_or(0, Vec::len) == 1;
        (
            found.map(|mut paths| paths.swap_remove(0)),
            Some(unique),
            statistics,
        )
    } else {
        let (found, statistics) = problem.find(observer);
        (found, None, statistics)
    };
    Ok(match found {
        Ok(found) => MapResponse::Found {
            path: path(&found),
            unique,
            states,
        },
        Err(Failure::Impossible(why)) => MapResponse::Impossible { why, states },
        Err(Failure::Stopped(reason)) => MapResponse::Stopped { reason, states },
    })
}

impl MapData {
    fn new<'a>(map: &CellMap, steps: impl Fn(Vertex) -> &'a [Vertex]) -> Self {
        let rows = map.rows();
        let columns = map.columns();
        let of_cells = map.cells();
        let at = |vertex: Vertex| pair(of_cells[vertex as usize]);
        let number = |vertex: Vertex| {
            let MapCell { row, column } = of_cells[vertex as usize];
            row * columns + column
        };
        let places =
            (0..rows).flat_map(|row| (0..columns).map(move |column| MapCell { row, column }));
        let holes = places
            .filter(|&place| map.vertex_at(place).is_none())
            .map(pair)
            .collect();
        let mut numbered = vec![Vec::new(); rows as usize * columns as usize];
        for vertex in all(of_cells.len()) {
            let onward = steps(vertex).iter().map(|&to| number(to));
            numbered[number(vertex) as usize] = onward.collect();
        }
        MapData {
            rows,
            columns,
            holes,
            walls: map
                .walls()
                .into_iter()
                .map(|(one, other)| [pair(one), pair(other)])
                .collect(),
            start: map.start.map(at),
            end: map.end.map(at),
            numbers: map.waypoints.iter().map(|&stop| at(stop)).collect(),
            steps: numbered,
        }
    }
}

const fn pair(place: MapCell) -> PlaceJson {
    [place.row, place.column]
}

/// A request of a page.
#[derive(Debug)]
struct MapRequest<'a> {
    what: MapRequestKind,
    /// The piece whose leaps join the cells; without one, they are joined to their neighbours.
    moves: Option<Leaper>,
    shape: Shape,
    /// The limit on memory, in bytes.
    most: Option<usize>,
    /// To be verified.
    path: Vec<MapCell>,
    /// To be generated.
    make: MakeRequest<'a>,
    /// As its file is written.
    map: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MapRequestKind {
    /// A path, or a cycle.
    Find,
    /// Whether there is exactly one.
    Unique,
    /// What the map is.
    Read,
    /// Whether this is a path, or a cycle.
    Verify,
    /// The number of paths.
    Count,
    /// A new puzzle.
    Make,
    /// The text of a sliding-block puzzle, in whichever notation, as our own files are written.
    Convert,
}

impl<'a> MapRequest<'a> {
    /// Parses a request.
    ///
    /// # Errors
    /// The reason why it is invalid.
    fn read(text: &'a str) -> Result<Self, String> {
        let (head, map) = text
            .split_once("\n\n")
            .ok_or("no map follows an empty line")?;
        let mut lines = head.lines();
        let what = match lines.next() {
            Some("find") => MapRequestKind::Find,
            Some("unique") => MapRequestKind::Unique,
            Some("read") => MapRequestKind::Read,
            Some("verify") => MapRequestKind::Verify,
            Some("count") => MapRequestKind::Count,
            Some("make") => MapRequestKind::Make,
            Some("convert") => MapRequestKind::Convert,
            other => return Err(format!("`{}` is not a question", other.unwrap_or_default())),
        };
        let shape = Shape::default();
        let path = Vec::new();
        let make = MakeRequest::default();
        let mut question = MapRequest {
            what,
            moves: None,
            shape,
            most: None,
            path,
            make,
            map,
        };
        for line in lines {
            question
                .heed(line)
                .ok_or_else(|| format!("`{line}` says nothing"))?;
        }
        Ok(question)
    }

    fn heed(&mut self, line: &'a str) -> Option<()> {
        let (key, value) = line.split_once(": ")?;
        match (key, value) {
            ("moves", _) => {
                let MapCell {
                    row: one,
                    column: other,
                } = place(value)?;
                let leaper = Leaper {
                    short: one.min(other),
                    long: one.max(other),
                };
                self.moves = Some(leaper).filter(|leaper| leaper.long > 0);
                self.moves?;
            }
            ("shape", "path") => self.shape = Shape::Path,
            ("shape", "cycle") => self.shape = Shape::Cycle,
            ("most", _) => self.most = Some(value.parse().ok()?),
            ("path", _) => self.path = value.split(' ').map(place).collect::<Option<_>>()?,
            _ => self.make.heed(key, value)?,
        }
        Some(())
    }
}

/// Parses a row and a column from 0: `2,3`.
fn place(text: &str) -> Option<MapCell> {
    let (row, column) = text.split_once(',')?;
    Some(MapCell {
        row: row.parse().ok()?,
        column: column.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use serde_json::{Value, json};

    use super::answer;

    fn answer_to(question: &str) -> Value {
        let answer = answer(question, &mut |_| ControlFlow::Continue(()));
        serde_json::from_str(&answer).expect("JSON")
    }

    /// A board without holes.
    fn board(rows: usize, columns: usize) -> String {
        format!("{}\n", ".".repeat(columns)).repeat(rows)
    }

    /// The path that is found, which is what was asked for by its own account.
    fn found(head: &str, map: &str) -> Value {
        let told = answer_to(&format!("find\n{head}\n{map}"));
        assert_eq!(told["answer"], "found", "{head}{map}{told}");
        let places = told["path"].as_array().expect("a path").iter();
        let places: Vec<String> = places.map(|at| format!("{},{}", at[0], at[1])).collect();
        let path = places.join(" ");
        let verified = answer_to(&format!("verify\n{head}path: {path}\n\n{map}"));
        assert_eq!(
            verified,
            json!({"answer": "verified", "flaw": null}),
            "{head}{map}"
        );
        told["path"].clone()
    }

    #[test]
    fn paths_cycles_and_tours_are_found() {
        assert_eq!(
            found("", "S.\nE.\n"),
            json!([[0, 0], [0, 1], [1, 1], [1, 0]])
        );
        let cat = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/maps/cat.map"));
        assert_eq!(found("", cat).as_array().map(Vec::len), Some(26));
        let zip = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/maps/zip.map"));
        assert_eq!(found("", zip)[15], json!([3, 0]));
        assert_eq!(
            found("shape: cycle\n", "...\n.#.\n...\n")
                .as_array()
                .map(Vec::len),
            Some(8)
        );
        for shape in ["path", "cycle"] {
            let head = format!("moves: 1,2\nshape: {shape}\n");
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
            found("moves: 2,1\n", &holed).as_array().map(Vec::len),
            Some(63)
        );
        assert_eq!(
            found("moves: 1,2\n", &format!("1{}", &board(5, 5)[1..]))[0],
            json!([0, 0])
        );
    }

    #[test]
    fn why_there_is_none_is_told() {
        let why = |head: &str, map: &str| {
            let told = answer_to(&format!("find\n{head}\n{map}"));
            assert_eq!(told["answer"], "impossible", "{told}");
            told["why"].as_str().expect("words").to_owned()
        };
        assert!(why("moves: 1,2\nshape: cycle\n", &board(4, 6)).starts_with("Schwenk's theorem"));
        let told = why("moves: 1,2\n", &format!(".S...\n{}", board(4, 5)));
        assert!(told.ends_with("row 1, column 2 is light"), "{told}");
        assert!(why("moves: 1,1\n", &board(4, 4)).contains("half of the board"));
        assert_eq!(why("", "..#..\n"), "the cells form 2 unconnected parts");
        let told = why("", ".S.\n...\n...\n");
        assert!(
            told.ends_with("ends on a dark one, and row 1, column 2 is light"),
            "{told}"
        );
        assert!(why("shape: cycle\n", &board(3, 3)).contains("5 cells have one colour and 4"));
        assert_eq!(
            why("shape: cycle\n", "...\n.##\n"),
            "2 cells are dead ends, and only an end of a path can be one"
        );
        assert_eq!(why("", ".S.\n.E.\n"), "the search tried every path");
    }

    #[test]
    fn whether_there_is_one_or_more_is_told() {
        let unique = |map: &str| answer_to(&format!("unique\n\n{map}"))["unique"].clone();
        assert_eq!(
            unique(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/puzzles/maps/zip.map"
            ))),
            true
        );
        assert_eq!(unique("...\n"), true, "backwards it is the same");
        assert_eq!(unique("S..\n...\n"), false);
        let told = answer_to("unique\n\n..#.\n");
        assert_eq!(told["answer"], "impossible");
        let told = answer_to(&format!(
            "unique\nmoves: 1,2\nshape: cycle\n\n{}",
            board(6, 6)
        ));
        assert_eq!(told["unique"], false);
    }

    #[test]
    fn paths_are_counted() {
        let told = answer_to(&format!("count\nmoves: 1,2\n\n{}", board(5, 5)));
        assert_eq!(
            told,
            json!({"answer": "counted", "number": "864", "more": false})
        );
        assert_eq!(answer_to("count\n\n..#.\n")["answer"], "impossible");
    }

    #[test]
    fn a_map_is_told() {
        let told = answer_to("read\n\n2 .|#\n- + \n. 1 E\n");
        assert_eq!(
            told,
            json!({
                "answer": "map", "rows": 2, "columns": 3, "holes": [[0, 2]],
                "walls": [[[0, 0], [1, 0]]], "start": null, "end": [1, 2], "numbers": [[1, 1], [0, 0]],
                "steps": [[1], [0, 4], [], [4], [1, 3, 5], [4]],
            })
        );
        let told = answer_to("read\nmoves: 1,2\n\n1 . 2\n. . .\n");
        assert_eq!(told["steps"], json!([[5], [], [3], [2], [], [0]]));
        assert_eq!(
            (&told["start"], &told["end"]),
            (&json!([0, 0]), &json!([0, 2]))
        );
    }

    #[test]
    fn what_is_wrong_with_a_path_is_told() {
        let flaw = |head: &str, path: &str, map: &str| {
            answer_to(&format!("verify\n{head}path: {path}\n\n{map}"))["flaw"].clone()
        };
        let square = "1 .\n. .\n";
        assert_eq!(flaw("", "0,0 0,1 1,1 1,0", square), Value::Null);
        assert_eq!(
            flaw("shape: cycle\n", "0,0 0,1 1,1 1,0", square),
            Value::Null
        );
        assert_eq!(
            flaw("", "0,1 0,0 1,0 1,1", square),
            "it does not begin and end at the given cells"
        );
        assert_eq!(flaw("", "0,0 0,1 1,1", square), "1 cell is left out");
        assert_eq!(flaw("", "0,0 0,1", square), "2 cells are left out");
        assert_eq!(
            flaw("", "0,0 1,1 0,1 1,0", square),
            "there is no such step from row 1, column 1"
        );
        assert_eq!(
            flaw("", "0,0 0,1 0,0", square),
            "row 1, column 1 is met again"
        );
        assert_eq!(flaw("", "0,0 5,1", square), "it leads into a hole");
        assert_eq!(
            flaw("", "0,0 0,1 0,2", "S 2 1\n"),
            "2 is not met in its turn"
        );
        let back = "it does not come back to where it began";
        assert_eq!(flaw("shape: cycle\n", "0,0 0,1 0,2", ". . .\n"), back);
    }

    #[test]
    fn what_takes_too_much_or_is_ended_is_told() {
        let told = answer_to(&format!("find\nmost: 1000\n\n{}", board(20, 20)));
        assert_eq!(
            (&told["answer"], &told["reason"]),
            (&"stopped".into(), &"memory".into())
        );
        let question = format!("find\nmoves: 1,2\n\n#{}", &board(100, 100)[1..]);
        let told = answer(&question, &mut |_| ControlFlow::Break(()));
        assert!(told.contains(r#""reason":"interrupted""#), "{told}");
    }

    #[test]
    fn what_is_no_question_is_told_why() {
        for (head, why) in [
            ("sing", "`sing` is not a question"),
            ("find\nquickly", "`quickly` says nothing"),
            ("find\nmost: much", "`most: much` says nothing"),
            ("find\nmoves: 0,0", "`moves: 0,0` says nothing"),
            ("find\nshape: round", "`shape: round` says nothing"),
            ("verify\npath: 0", "`path: 0` says nothing"),
            ("find\nshape: cycle", "the map has an end"),
        ] {
            let told = answer_to(&format!("{head}\n\nS.\n.E\n"));
            assert_eq!(told["answer"], "wrong", "{head}");
            assert!(
                told["why"].as_str().expect("text").contains(why),
                "{head}: {told}"
            );
        }
        assert!(
            answer_to("find")["why"]
                .as_str()
                .expect("text")
                .contains("no map follows")
        );
        let told = answer_to("read\n\n. .\n. x\n");
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
    fn a_puzzle_in_any_notation_is_written_as_our_files_are() {
        let card = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
        for text in [
            card,
            "4WVE1",
            "1A9BF0C00",
            "13 10 7 11\n1 2 3 4\n5 6 8 9\n12 14 15 .\n",
        ] {
            let told = answer_to(&format!("convert\n\n{text}"));
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
        assert_eq!(answer_to("convert\n\nA B\nA")["answer"], "wrong");
        let told = answer_to("convert\n\nA,B\nA,.\n\n.,.\n.,B\n");
        let notes = told["notes"].as_array().expect("notes");
        assert!(notes.contains(&json!("`,` separates the cells")), "{told}");
    }
}
