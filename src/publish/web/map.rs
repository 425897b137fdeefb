//! State map of a puzzle, some solution soon, and certificates.
//!
//! ```text
//! map
//! metric: slide
//!
//! A . .
//! ...
//! ```
//!
//! asks for all positions that can be reached from the start of the puzzle, as points with the
//! moves between them, and for the orders in which breadth-first and depth-first search discover
//! them. `way` asks for some solution, which need not be a shortest one, from where the pieces
//! stand `at:`, and `proof` for the certificate that a shortest solution from there has so many
//! moves, or that there is none. `most:` is the most memory to take, in bytes.

use serde::Serialize;

use super::request::{MoveJson, PageRequest, moves_json};
use crate::control::{Limits, Observer, Outcome, StopReason};
use crate::explore::{Dimensions, Options, StateMap, base64};
use crate::proof::Certificate;
use crate::puzzle::RestartedPuzzle;
use crate::sliding::{Algorithm, MoveOrder, anytime};

/// The most positions of a state map in a page.
const MAX_POSITIONS: usize = 200_000;

/// The most positions that a search for a certificate in a page stores.
const MAX_PROOF_POSITIONS: usize = 2_000_000;

/// The response to a page if it is not the map.
#[derive(Serialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum PageResponse {
    /// Some solution.
    Solved { moves: Vec<MoveJson> },
    /// No solution exists.
    Impossible,
    /// A certificate: what it claims, the number of its positions, and the file in base64.
    Proof {
        claim: String,
        positions: u64,
        file: String,
    },
    /// There are too many positions, or memory is short.
    Stopped { reason: StopReason },
    /// The request or its puzzle is invalid.
    Wrong { why: String },
}

impl PageResponse {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("there are no maps and no numbers that JSON lacks")
    }
}

/// Answers a request. The observer gets the progress and may end the search.
#[must_use]
pub fn answer(question: &str, observer: Observer<'_>) -> String {
    let found = PageRequest::read(question).and_then(|asked| match asked.word {
        "map" => map(&asked, observer),
        "way" => way(&asked, observer),
        "proof" => proof(&asked, observer),
        other => Err(format!("`{other}` is not a question")),
    });
    found.unwrap_or_else(|why| PageResponse::Wrong { why }.json())
}

fn way(asked: &PageRequest<'_>, observer: Observer<'_>) -> Result<String, String> {
    let RestartedPuzzle { puzzle, origins } = asked.restarted()?;
    let found = anytime::soon(&puzzle, asked.metric, asked.limits(), observer);
    let response = match found.map_err(|error| error.to_string())? {
        Outcome::Found(solution) => PageResponse::Solved {
            moves: moves_json(&solution, &origins),
        },
        Outcome::Exhausted => PageResponse::Impossible,
        Outcome::Stopped(reason) => PageResponse::Stopped { reason },
    };
    Ok(response.json())
}

fn proof(asked: &PageRequest<'_>, observer: Observer<'_>) -> Result<String, String> {
    let puzzle = asked.restarted()?.puzzle;
    let limits = Limits {
        max_states: Some(MAX_PROOF_POSITIONS),
        ..asked.limits()
    };
    let found = Certificate::find(&puzzle, asked.metric, &limits, observer);
    let response = match found.map_err(|error| error.to_string())? {
        Outcome::Found(Certificate {
            claim,
            positions,
            bytes,
            ..
        }) => PageResponse::Proof {
            claim: claim.to_string(),
            positions,
            file: base64(&bytes),
        },
        Outcome::Stopped(reason) => PageResponse::Stopped { reason },
        Outcome::Exhausted => PageResponse::Impossible,
    };
    Ok(response.json())
}

/// Returns the map as JSON, or the reason of a stop.
fn map(asked: &PageRequest<'_>, observer: Observer<'_>) -> Result<String, String> {
    let refused = |reason| Ok(PageResponse::Stopped { reason }.json());
    let limits = Limits {
        max_states: Some(MAX_POSITIONS),
        ..asked.limits()
    };
    let options = Options {
        metric: asked.metric,
        limits,
        ..Options::default()
    };
    let found = StateMap::find(&asked.puzzle()?, &options, &mut *observer);
    let map = match found.map_err(|error| error.to_string())? {
        Outcome::Found(map) => map,
        Outcome::Stopped(reason) => return refused(reason),
        Outcome::Exhausted => return Err("the map has no position".to_owned()),
    };
    let points = match map.layout(Dimensions::Three, 0, asked.limits(), &mut *observer) {
        Ok(points) => points,
        Err(reason) => return refused(reason),
    };
    let mut search = |algorithm| {
        let found = map.search(
            algorithm,
            options.mirroring,
            &asked.limits(),
            &mut *observer,
        );
        found.map_err(|error| error.to_string())
    };
    let searches = [
        ("bfs", search(Algorithm::BreadthFirst)?),
        ("dfs", search(Algorithm::DepthFirst(MoveOrder::Fixed))?),
    ];
    Ok(map.page_json(&points, &searches))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use serde_json::Value;

    use super::answer;
    use crate::explore::base64;
    use crate::proof::{self, Certificate};
    use crate::puzzle::{Metric, Puzzle};
    use crate::sliding::Options;
    use crate::web::{json_answer, puzzles};

    const PUZZLE: &str = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n";

    fn answer_to(question: &str) -> Value {
        json_answer(answer, question)
    }

    fn puzzles_answer(question: &str) -> Value {
        json_answer(puzzles::answer, question)
    }

    #[test]
    fn a_state_map_has_the_positions_that_are_explored() {
        let told = answer_to(&format!("map\nmetric: slide\n\n{PUZZLE}"));
        let bytes = |name: &str| {
            let text = told[name].as_str().expect("numbers").trim_end_matches('=');
            text.len() * 3 / 4
        };
        let positions = bytes("start") / 2;
        let layers = puzzles_answer(&format!("explore\nmetric: slide\n\n{PUZZLE}"));
        let layers: Vec<u64> = serde_json::from_value(layers["layers"].clone()).expect("numbers");
        assert_eq!(positions as u64, layers.iter().sum::<u64>());
        assert_eq!(
            (bytes("goal"), bytes("cells")),
            (2 * positions, 2 * positions)
        );
        assert_eq!((bytes("points"), bytes("edges") % 8), (6 * positions, 0));
        let names = [0, 1].map(|number| told["searches"][number]["name"].clone());
        assert_eq!(names, ["bfs", "dfs"]);
        let classic = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/puzzles/klotski/heng-dao-li-ma.txt"
        ));
        let told = answer_to(&format!("map\nmost: 1000000\n\n{classic}"));
        assert_eq!(
            (&told["answer"], &told["reason"]),
            (&"stopped".into(), &"memory".into())
        );
        for (question, why) in [
            (
                format!("way\nat: 0,0 0,0\n\n{PUZZLE}"),
                "cannot stand there",
            ),
            (format!("solve\n\n{PUZZLE}"), "`solve` is not a question"),
            ("map\n\nA .\nA\n".to_owned(), "line 2"),
        ] {
            let told = answer_to(&question);
            assert_eq!(told["answer"], "wrong");
            assert!(told["why"].as_str().expect("text").contains(why), "{told}");
        }
    }

    #[test]
    fn a_first_solution_is_found_quickly() {
        let classic = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/puzzles/klotski/heng-dao-li-ma.txt"
        ));
        let told = answer_to(&format!("way\n\n{classic}"));
        assert_eq!(told["answer"], "solved");
        let moves = told["moves"].as_array().expect("moves");
        assert!((81..200).contains(&moves.len()), "{}", moves.len());
        let listed = moves
            .iter()
            .map(|it| format!("{}{}", it[0], it[1].as_str().expect("ways")));
        let listed: Vec<String> = listed.collect();
        let legal = puzzles_answer(&format!("verify\nmoves: {}\n\n{classic}", listed.join(" ")));
        assert_eq!(
            (&legal["answer"], &legal["solved"]),
            (&"legal".into(), &true.into())
        );
        let told = answer_to("way\n\nA # .\n\ngoal:\n. # A\n");
        assert_eq!(told["answer"], "impossible");
        let told = answer_to(&format!("way\nmost: 10000\n\n{classic}"));
        assert_eq!(
            (&told["answer"], &told["reason"]),
            (&"stopped".into(), &"memory".into())
        );
    }

    #[test]
    fn a_certificate_is_the_file_that_the_library_writes() {
        for (text, claim) in [
            (PUZZLE, "shortest 3"),
            ("A # .\n\ngoal:\n. # A\n", "unsolvable"),
            ("1 2 3\n4 5 6\n8 7 .\n", "parity"),
        ] {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let options = Options {
                metric: Metric::Step,
                ..Options::default()
            };
            let mut solver = Certificate::solver(&puzzle, &options).expect("it has layers");
            let report = solver.solve().expect("a small puzzle");
            let written = proof::write(&solver, &report, &mut |_| ControlFlow::Continue(()));
            let written = written.found().expect("it has ended").clone();
            let told = answer_to(&format!("proof\nmetric: step\n\n{text}"));
            assert_eq!(
                (&told["answer"], &told["claim"]),
                (&"proof".into(), &claim.into())
            );
            assert_eq!(told["positions"], written.positions);
            assert_eq!(told["file"], base64(&written.bytes));
        }
        // From where the pieces stand.
        let told = answer_to(&format!("proof\nat: 0,2 1,0\n\n{PUZZLE}"));
        assert_eq!(told["claim"], "shortest 1");
        let classic = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/puzzles/klotski/heng-dao-li-ma.txt"
        ));
        let told = answer_to(&format!("proof\nmost: 10000\n\n{classic}"));
        assert_eq!(
            (&told["answer"], &told["reason"]),
            (&"stopped".into(), &"memory".into())
        );
    }
}
