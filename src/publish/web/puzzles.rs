//! Searches for solutions of sliding-block puzzles.
//!
//! ```text
//! solve
//! metric: slide
//! at: 0,1 0,0
//!
//! A . ...
//! ```
//!
//! This request returns a shortest solution, in slides, of the puzzle as its file is written, from
//! the position in which its pieces have these anchors: rows and columns, from 0. `explore` counts
//! the reachable positions. `memory` limits a search, in bytes.

use super::request::{Answer, Request, Response, moves_json};
use crate::{
    control::{Observer, Outcome},
    puzzle::RestartedPuzzle,
    render::json::object,
    sliding::light::{self, ReachableLayers},
};

/// Answers a request. The observer gets the progress and may end the search.
pub fn answer(request: &str, observer: Observer<'_>) -> String {
    Request::answer(request, |request| match request.task {
        "solve" => solve(request, observer),
        "explore" => explore(request, observer),
        _ => request.unknown(),
    })
}

fn solve(request: &Request<'_>, observer: Observer<'_>) -> Answer {
    let RestartedPuzzle { puzzle, origins } = request.restarted()?;
    let limits = request.limits()?;
    let (outcome, statistics) = light::shortest(&puzzle, request.metric()?, limits, observer)?;
    let states = statistics.states.max(statistics.expanded) as u64;
    Ok(match outcome {
        Outcome::Found(solution) => {
            let moves = moves_json(&solution, &origins);
            Response::new("solved", object! { "moves": moves, "states": states })
        }
        Outcome::Exhausted => Response::impossible(None, states),
        Outcome::Stopped(reason) => Response::stopped(reason, states),
    })
}

/// Returns the number of positions by their distance from the start. If a goal is reachable, also
/// the largest distance to the nearest goal, the anchors of a position at that distance, and the
/// text of the puzzle that starts there.
fn explore(request: &Request<'_>, observer: Observer<'_>) -> Answer {
    let RestartedPuzzle { puzzle, origins } = request.restarted()?;
    let limits = request.limits()?;
    let found = light::reach(&puzzle, request.metric()?, limits, observer)?;
    let ReachableLayers {
        layers,
        chosen: hardest,
    } = found.map_err(|(reason, states)| Response::stopped(reason, states as u64))?;
    let farthest = hardest.as_ref().map(|(_, anchors)| {
        let mut places = vec![[0, 0]; anchors.len()];
        for (&piece, anchor) in origins.iter().zip(anchors) {
            places[piece] = [anchor.row, anchor.column];
        }
        places
    });
    let restarted = hardest
        .as_ref()
        .and_then(|(_, anchors)| puzzle.with_start(anchors));
    let hardest = hardest.map(|(moves, _)| moves);
    Ok(Response::new(
        "explored",
        object! {
            "layers": layers,
            "hardest": hardest,
            "farthest": farthest,
            "text": restarted.map(|it| it.puzzle.to_string()),
        },
    ))
}

#[cfg(test)]
mod tests {
    use std::{num::NonZero, ops::ControlFlow};

    use serde_json::{Value, json};

    use super::answer;
    use crate::{
        cases::stride,
        collection::Collection,
        control::Limits,
        explore::{self, Explorer, LayerProfile},
        puzzle::{Metric, Puzzle},
        web::{hold_responses, json_answer},
    };

    const PUZZLE: &str = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n";

    /// Returns the response to a request with these parameters about a puzzle.
    fn ask(task: &str, parameters: &Value, puzzle: &str) -> Value {
        let mut request = parameters.clone();
        request["text"] = puzzle.into();
        json_answer(answer, &json!({ task: request }))
    }

    #[test]
    fn each_request_has_its_response() {
        hold_responses(answer, include_str!("tables/puzzles.txt"));
        let told = answer("solve", &mut |_| ControlFlow::Continue(()));
        assert!(told.contains("no empty line"), "{told}");
    }

    #[test]
    fn explore_counts_the_reachable_positions() {
        let told = ask("explore", &json!({"metric": "step"}), PUZZLE);
        let layers: Vec<u64> = serde_json::from_value(told["layers"].clone()).expect("numbers");
        assert_eq!((layers[0], layers.iter().sum::<u64>()), (1, 16));
        let hardest = told["hardest"].as_u64().expect("a number");
        let farthest = json!({"metric": "step", "at": told["farthest"]});
        let told = ask("solve", &farthest, PUZZLE);
        assert_eq!(
            told["moves"].as_array().expect("moves").len() as u64,
            hardest
        );
    }

    #[test]
    fn a_stopped_exploration_has_the_number_of_its_states() {
        let classic = crate::cases::CLASSIC;
        let told = ask("explore", &json!({"memory": 100_000}), classic);
        assert!(told["states"].as_u64() > Some(0), "{told}");
        let request = format!("solve\n\n{classic}");
        let told = answer(&request, &mut |_| ControlFlow::Break(()));
        assert!(told.contains(r#""reason":"interrupted""#), "{told}");
    }

    /// Holds the answer to `explore` to what the explorer finds; returns whether the space has no
    /// more states than this.
    fn hold_explored(puzzle: &Puzzle, metric: Metric, most: usize) -> bool {
        let limits = Limits::default().with_max_states(Some(most));
        let threads = NonZero::<usize>::MIN;
        let options = explore::Options::default()
            .with_metric(metric)
            .with_limits(limits)
            .with_threads(threads);
        let mut explorer = Explorer::new(puzzle, &options).expect("it fits");
        let known = explorer.explore().expect("no files");
        if known.stopped.is_some() {
            return false;
        }
        let told = ask("explore", &json!({"metric": metric}), &puzzle.to_string());
        let layers: Vec<u64> = known
            .from_start
            .layers
            .iter()
            .map(|layer| layer.states)
            .collect();
        let hardest = known.from_goals.known().map(LayerProfile::eccentricity);
        assert_eq!(
            (&told["layers"], &told["hardest"]),
            (&json!(layers), &json!(hardest)),
            "{puzzle}"
        );
        true
    }

    #[test]
    fn unreachable_mirror_images_are_not_counted() {
        // Frame and goal are symmetric, and the start is not.
        let puzzle: Puzzle = "B.A\n\ngoal:\n.A.\n".parse().expect("a puzzle");
        let told = ask("explore", &json!({"metric": "slide"}), &puzzle.to_string());
        assert_eq!(told["layers"], json!([1, 2]));
        for metric in Metric::ALL {
            assert!(hold_explored(&puzzle, metric, usize::MAX));
        }
    }

    /// Returns the number of spaces of every `gap`th puzzle of the collection that have up to
    /// `most` states. All are explored alike.
    fn explored_alike(most: usize, gap: usize) -> usize {
        let collection = Collection::built_in();
        let entries = collection.entries().step_by(gap);
        let spaces =
            entries.flat_map(|entry| Metric::ALL.map(|metric| (entry.puzzle.clone(), metric)));
        spaces
            .filter(|(puzzle, metric)| hold_explored(puzzle, *metric, most))
            .count()
    }

    #[test]
    fn the_page_and_the_explorer_agree_on_small_spaces() {
        assert!(explored_alike(150, stride(90)) > 1);
    }

    #[test]
    #[ignore = "some minutes"]
    fn the_page_and_the_explorer_agree_on_the_whole_collection() {
        assert!(explored_alike(2_000_000, 1) > 2500);
    }
}
