//! The WebAssembly modules of the pages, which have 32 bits and other engines, agree with the
//! library on random puzzles and maps.

use std::io::Write;
use std::process::{Command, Stdio};

use huarong::explore::{self, Exploration, ExploreScope, Explorer};
use huarong::graph::text::parse_map;
use huarong::graph::{Graph, Vertex, all};
use huarong::grid::Direction;
use huarong::solution::{Move, Position};
use huarong::{Limits, Metric, Mirroring, Options, Puzzle, solve};
use serde_json::Value;

use crate::cases::{cases, skip};
use crate::{random_puzzle, random_puzzle_with_doors};

/// Answers the requests of standard input, an array, by the module in this file.
const SCRIPT: &str = r#"
const { readFileSync } = require("fs");
const packed = Buffer.from(readFileSync(process.argv[1], "utf8"), "base64");
const module = new WebAssembly.Module(require("zlib").gunzipSync(packed));
const { exports } = new WebAssembly.Instance(module, { page: { progress() {} } });
const answers = JSON.parse(readFileSync(0, "utf8")).map((request) => {
  const question = new TextEncoder().encode(request);
  const place = exports.room_for_question(question.length);
  new Uint8Array(exports.memory.buffer, place, question.length).set(question);
  const length = exports.answer();
  const answer = new Uint8Array(exports.memory.buffer, exports.place_of_answer(), length);
  return JSON.parse(new TextDecoder().decode(answer));
});
console.log(JSON.stringify(answers));
"#;

/// Returns the answers of a module, or nothing if this machine cannot run it.
fn answers(module: &str, requests: &[String]) -> Option<Vec<Value>> {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/src/publish/render/page/");
    let mut command = Command::new("node");
    command.args(["-e", SCRIPT, &format!("{pages}{module}.txt")]);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = match pipes.spawn() {
        Ok(child) => child,
        Err(error) => {
            skip("modules and the library", &format!("node: {error}"));
            return None;
        }
    };
    let text = serde_json::to_string(requests).expect("strings");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(text.as_bytes()).expect("it reads all");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output.status);
    Some(serde_json::from_slice(&output.stdout).expect("answers"))
}

/// Holds that the moves of an answer solve a puzzle, and returns their number.
fn replayed(puzzle: &Puzzle, moves: &Value) -> usize {
    let moves: Vec<(usize, String)> = serde_json::from_value(moves.clone()).expect("moves");
    let mut position = Position::start(puzzle);
    for (piece, steps) in &moves {
        let direction = |step: char| {
            use Direction::{Down, Left, Right, Up};
            [('U', Up), ('L', Left), ('R', Right), ('D', Down)]
                .into_iter()
                .find(|(letter, _)| *letter == step)
                .expect("a direction")
                .1
        };
        let from = position.anchors()[*piece];
        let path = steps.chars().map(direction).collect();
        let unit = Move {
            piece: *piece,
            from,
            path,
        };
        position
            .apply(&unit)
            .unwrap_or_else(|error| panic!("{error}\n{puzzle}"));
    }
    assert!(position.is_solved(), "{puzzle}");
    moves.len()
}

#[test]
fn a_module_solves_and_explores_random_puzzles_as_the_library_does() {
    let puzzles = |seed| match seed % 3 {
        0 => random_puzzle_with_doors(seed),
        _ => random_puzzle(seed),
    };
    let limits = Limits::default().with_max_states(Some(cases(500) as usize));
    let tried: Vec<(Puzzle, Metric, Exploration)> = (0..cases(20))
        .filter_map(|seed| {
            let puzzle = puzzles(0x5EED_0000 + u64::from(seed));
            let metric = Metric::ALL[seed as usize % Metric::ALL.len()];
            let options = explore::Options::default()
                .with_metric(metric)
                .with_mirroring(Mirroring::Off)
                .with_scope(ExploreScope::Layers)
                .with_limits(limits);
            let mut explorer = Explorer::new(&puzzle, &options).ok()?;
            let known = explorer.explore().ok()?;
            known.stopped.is_none().then_some((puzzle, metric, known))
        })
        .collect();
    assert!(tried.len() > 10, "{}", tried.len());
    let requests: Vec<String> = tried
        .iter()
        .flat_map(|(puzzle, metric, _)| {
            ["solve", "explore"].map(|task| format!("{task}\nmetric: {metric}\n\n{puzzle}"))
        })
        .collect();
    let Some(answers) = answers("engine", &requests) else {
        return;
    };
    for ((puzzle, metric, known), answers) in tried.iter().zip(answers.chunks(2)) {
        let [solved, explored] = answers else {
            panic!("two answers");
        };
        let options = Options::default().with_metric(*metric);
        let report = solve(puzzle, &options).expect("it fits");
        if let Some(solution) = report.solution() {
            assert_eq!(solved["answer"], "solved", "{solved}, {metric}\n{puzzle}");
            let length = replayed(puzzle, &solved["moves"]);
            assert_eq!(length, solution.len(), "{metric}\n{puzzle}");
        } else {
            let answer = &solved["answer"];
            assert_eq!(answer, "impossible", "{solved}, {metric}\n{puzzle}");
        }
        let layers = explored["layers"].as_array().expect("layers");
        let states: u64 = layers.iter().filter_map(Value::as_u64).sum();
        let expected = known.from_start.total().states;
        assert_eq!(
            states.to_string(),
            expected.to_string(),
            "{metric}\n{puzzle}"
        );
    }
}

/// Counts the paths over all vertices that go on from here.
fn paths(graph: &Graph, at: Vertex, visited: &mut Vec<bool>, left: usize) -> u64 {
    if left == 0 {
        return 1;
    }
    let mut found = 0;
    for &next in graph.neighbours(at) {
        if !visited[next as usize] {
            visited[next as usize] = true;
            found += paths(graph, next, visited, left - 1);
            visited[next as usize] = false;
        }
    }
    found
}

#[test]
fn a_module_counts_the_paths_of_random_maps_as_a_plain_search_does() {
    let mut seed = 20_u64;
    let mut roll = |sides: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % sides
    };
    let maps: Vec<String> = (0..cases(40))
        .map(|_| {
            let [rows, columns] = [2 + roll(3), 2 + roll(4)];
            let mut row = || {
                (0..columns)
                    .map(|_| if roll(8) > 0 { '.' } else { '#' })
                    .collect()
            };
            let mut lines: Vec<String> = (0..rows).map(|_| row()).collect();
            lines[0].replace_range(..1, ".");
            lines.join("\n")
        })
        .collect();
    let requests: Vec<String> = maps.iter().map(|map| format!("count\n\n{map}\n")).collect();
    let Some(answers) = answers("paths", &requests) else {
        return;
    };
    for (map, answer) in maps.iter().zip(&answers) {
        let parsed = parse_map(map.as_bytes()).expect("a map");
        let graph = parsed.graph();
        let vertices = graph.vertices();
        let mut visited = vec![false; vertices];
        let directed: u64 = all(vertices)
            .map(|start| {
                visited[start as usize] = true;
                let found = paths(graph, start, &mut visited, vertices - 1);
                visited[start as usize] = false;
                found
            })
            .sum();
        let expected = if vertices > 1 { directed / 2 } else { directed };
        let number = answer["number"].as_str().unwrap_or("0");
        assert_eq!(number, expected.to_string(), "{answer}\n{map}");
        assert_eq!(
            expected == 0,
            answer["answer"] == "impossible",
            "{answer}\n{map}"
        );
    }
}
