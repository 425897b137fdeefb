//! State map of a puzzle, some solution soon, and certificates.
//!
//! The request `map` returns all positions that are reachable
//! from the start of the puzzle, as points with the moves between them, and the orders in which
//! breadth-first and depth-first search discover them. `way` returns some solution from the
//! position `at`, which need not be a shortest one. `proof` returns a certificate of the length of
//! a shortest solution from there, or of the absence of solutions. `memory` limits a search, in
//! bytes.

use super::request::{Answer, Request, Response, moves_json};
use crate::{
    control::{Limits, Observer, Outcome},
    explore::{Dimensions, Options, StateMap, base64},
    proof::Certificate,
    puzzle::RestartedPuzzle,
    render::json::object,
    sliding::{Algorithm, MoveOrder, anytime},
};

/// The largest number of positions of a state map in a page.
const MAX_POSITIONS: usize = 200_000;

/// The largest number of positions that a search for a certificate in a page stores.
const MAX_PROOF_POSITIONS: usize = 2_000_000;

/// Answers a request. The observer gets the progress and may end the search.
pub fn answer(request: &str, observer: Observer<'_>) -> String {
    Request::answer(request, |request| match request.task {
        "map" => map(request, observer),
        "way" => way(request, observer),
        "proof" => proof(request, observer),
        _ => request.unknown(),
    })
}

/// Returns some solution, which need not be a shortest one.
fn way(request: &Request<'_>, observer: Observer<'_>) -> Answer {
    let RestartedPuzzle { puzzle, origins } = request.restarted()?;
    let found = anytime::soon(&puzzle, request.metric()?, request.limits()?, observer)?;
    Ok(match found {
        Outcome::Found(solution) => Response::new(
            "solved",
            object! { "moves": moves_json(&solution, &origins) },
        ),
        Outcome::Exhausted => Response::impossible(None, 0),
        Outcome::Stopped(reason) => Response::stopped(reason, 0),
    })
}

/// Returns a certificate: its claim, the number of its positions, and the file in base64.
fn proof(request: &Request<'_>, observer: Observer<'_>) -> Answer {
    let puzzle = request.restarted()?.puzzle;
    let limits = Limits {
        max_states: Some(MAX_PROOF_POSITIONS),
        ..request.limits()?
    };
    let found = Certificate::find(&puzzle, request.metric()?, &limits, observer)?;
    Ok(match found {
        Outcome::Found(certificate) => Response::new(
            "proof",
            object! {
                "claim": certificate.claim.to_string(),
                "positions": certificate.positions,
                "file": base64(&certificate.bytes),
            },
        ),
        Outcome::Stopped(reason) => Response::stopped(reason, 0),
        Outcome::Exhausted => Response::impossible(None, 0),
    })
}

/// Returns the map as JSON, or the reason of a stop.
fn map(request: &Request<'_>, observer: Observer<'_>) -> Answer {
    let limits = Limits {
        max_states: Some(MAX_POSITIONS),
        ..request.limits()?
    };
    let options = Options {
        metric: request.metric()?,
        limits,
        ..Options::default()
    };
    let map = match StateMap::find(&request.puzzle()?, &options, &mut *observer)? {
        Outcome::Found(map) => map,
        Outcome::Stopped(reason) => return Ok(Response::stopped(reason, 0)),
        Outcome::Exhausted => return Err("the map has no position".into()),
    };
    let points = map
        .layout(Dimensions::Three, 0, request.limits()?, &mut *observer)
        .map_err(|reason| Response::stopped(reason, 0))?;
    let limits = request.limits()?;
    let mut search = |algorithm| {
        let mirroring = options.mirroring;
        map.search(algorithm, mirroring, &limits, &mut *observer)
    };
    let orders = [
        ("bfs", search(Algorithm::BreadthFirst)?),
        ("dfs", search(Algorithm::DepthFirst(MoveOrder::Fixed))?),
    ];
    Ok(Response(map.page_json(&points, &orders)))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use serde_json::{Value, json};

    use super::answer;
    use crate::{
        explore::base64,
        proof::{self, Certificate},
        puzzle::{Metric, Puzzle},
        sliding::Options,
        web::{hold_responses, json_answer, puzzles},
    };

    const PUZZLE: &str = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n";

    /// Returns the response to a request with these parameters about a puzzle.
    fn ask(task: &str, parameters: &Value, puzzle: &str) -> Value {
        let mut request = parameters.clone();
        request["text"] = puzzle.into();
        json_answer(answer, &json!({ task: request }))
    }

    #[test]
    fn a_state_map_has_the_positions_that_are_explored() {
        let told = ask("map", &json!({"metric": "slide"}), PUZZLE);
        let bytes = |name: &str| {
            let text = told[name].as_str().expect("numbers").trim_end_matches('=');
            text.len() * 3 / 4
        };
        let positions = bytes("start") / 2;
        let layers = json_answer(
            puzzles::answer,
            &json!({"explore": {"metric": "slide", "text": PUZZLE}}),
        );
        let layers: Vec<u64> = serde_json::from_value(layers["layers"].clone()).expect("numbers");
        assert_eq!(positions as u64, layers.iter().sum::<u64>());
        assert_eq!(
            (bytes("goal"), bytes("cells")),
            (2 * positions, 4 * positions)
        );
        assert_eq!((bytes("points"), bytes("edges") % 8), (6 * positions, 0));
        let names = [0, 1].map(|number| told["searches"][number]["name"].clone());
        assert_eq!(names, ["bfs", "dfs"]);
    }

    #[test]
    fn each_request_has_its_response() {
        hold_responses(answer, include_str!("tables/map.txt"));
    }

    #[test]
    fn a_first_solution_is_found_quickly() {
        let classic = crate::cases::CLASSIC;
        let told = ask("way", &json!({}), classic);
        assert_eq!(told["answer"], "solved");
        let moves = told["moves"].as_array().expect("moves");
        assert!((81..200).contains(&moves.len()), "{}", moves.len());
    }

    #[test]
    fn a_certificate_is_the_file_that_the_library_writes() {
        for (text, claim) in [
            (PUZZLE, "shortest 3"),
            ("A # .\n\ngoal:\n. # A\n", "unsolvable"),
            ("1 2 3\n4 5 6\n8 7 .\n", "parity"),
        ] {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let options = Options::default().with_metric(Metric::Step);
            let mut solver = Certificate::solver(&puzzle, &options).expect("it has layers");
            let report = solver.solve().expect("a small puzzle");
            let written = proof::write(&solver, &report, &mut |_| ControlFlow::Continue(()));
            let written = written.found().expect("it has ended").clone();
            let told = ask("proof", &json!({"metric": "step"}), text);
            assert_eq!(
                (&told["answer"], &told["claim"]),
                (&"proof".into(), &claim.into())
            );
            assert_eq!(told["positions"], written.positions);
            assert_eq!(told["file"], base64(&written.bytes));
        }
    }
}
