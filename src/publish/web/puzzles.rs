//! Sliding-block puzzles.
//!
//! ```text
//! solve
//! metric: slide
//! at: 0,1 0,0 2,3
//!
//! A . .
//! ...
//! ```
//!
//! asks for the shortest solution, in slides, of the puzzle that follows as its file is written,
//! with the anchors of its pieces in these rows and columns, from 0. A page's pieces keep their
//! numbers, wherever they stand. `explore` asks what can be reached, `verify` whether the `moves:`
//! are legal, `0RRD 3U`, and `most:` is the most memory to take, in bytes. `show` asks for what a
//! page says of the puzzle.

use serde::Serialize;

use super::request::{MoveJson, NO_ROOM, PageRequest, moves_json};
use crate::control::{Observer, Outcome, StopReason};
use crate::puzzle::{PublishedOptimum, RestartedPuzzle};
use crate::render::page::{PageSolution, PuzzlePage, sheet};
use crate::sliding::light::{self, ReachableLayers};
use crate::solution::{Move, Position};

/// A row and a column, from 0.
type CellJson = [u8; 2];

/// The response to a page.
#[derive(Serialize, PartialEq, Eq, Debug)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum PageResponse {
    /// A shortest solution.
    Solved { moves: Vec<MoveJson>, states: usize },
    /// No solution exists.
    Impossible { states: usize },
    /// What can be reached, and how far away it is: positions by their distance from here, and, if
    /// a goal is among them, how far one can be from all goals.
    Explored {
        layers: Vec<u64>,
        hardest: Option<usize>,
        farthest: Option<Vec<CellJson>>,
    },
    /// The moves are legal.
    Legal { solved: bool },
    /// A limit on memory or time was reached.
    Stopped { reason: StopReason, states: usize },
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
    let found = PageRequest::read(question).and_then(|question| match question.word {
        "solve" => Ok(solve(&question, observer)?.json()),
        "explore" => Ok(explore(&question, observer)?.json()),
        "verify" => Ok(verify(&question)?.json()),
        "show" => show(&question),
        other => Err(format!("`{other}` is not a question")),
    });
    found.unwrap_or_else(|why| PageResponse::Wrong { why }.json())
}

fn solve(asked: &PageRequest<'_>, observer: Observer<'_>) -> Result<PageResponse, String> {
    let RestartedPuzzle { puzzle, origins } = asked.restarted()?;
    let found = light::shortest(&puzzle, asked.metric, asked.limits(), observer);
    let (outcome, statistics) = found.map_err(|error| error.to_string())?;
    let states = statistics.states.max(statistics.expanded);
    Ok(match outcome {
        Outcome::Found(solution) => PageResponse::Solved {
            moves: moves_json(&solution, &origins),
            states,
        },
        Outcome::Exhausted => PageResponse::Impossible { states },
        Outcome::Stopped(reason) => PageResponse::Stopped { reason, states },
    })
}

fn explore(asked: &PageRequest<'_>, observer: Observer<'_>) -> Result<PageResponse, String> {
    let RestartedPuzzle { puzzle, origins } = asked.restarted()?;
    let found = light::reach(&puzzle, asked.metric, asked.limits(), observer);
    let ReachableLayers { layers, hardest } = match found.map_err(|error| error.to_string())? {
        Ok(reach) => reach,
        Err((reason, states)) => return Ok(PageResponse::Stopped { reason, states }),
    };
    let farthest = hardest.as_ref().map(|(_, anchors)| {
        let mut places = vec![[0, 0]; anchors.len()];
        for (&piece, anchor) in origins.iter().zip(anchors) {
            places[piece] = [anchor.row, anchor.column];
        }
        places
    });
    Ok(PageResponse::Explored {
        layers,
        hardest: hardest.map(|(moves, _)| moves),
        farthest,
    })
}

fn verify(asked: &PageRequest<'_>) -> Result<PageResponse, String> {
    let puzzle = asked.puzzle()?;
    let position = match &asked.at {
        Some(places) => Position::with_anchors(&puzzle, places),
        None => Some(Position::start(&puzzle)),
    };
    let mut position = position.ok_or(NO_ROOM)?;
    for (number, (piece, path)) in asked.moves.iter().cloned().enumerate() {
        let from = position.anchors().get(piece).copied();
        let from = from.ok_or_else(|| format!("move {}: there is no such piece", number + 1))?;
        let unit = Move { piece, from, path };
        position
            .apply(&unit)
            .map_err(|error| format!("move {}: {error}", number + 1))?;
    }
    Ok(PageResponse::Legal {
        solved: position.is_solved(),
    })
}

/// Returns the data of a puzzle for a page.
fn show(asked: &PageRequest<'_>) -> Result<String, String> {
    let puzzle = asked.puzzle()?;
    let optimum = match puzzle.best() {
        PublishedOptimum::Known(best) => best.get(asked.metric).and_then(|it| it.try_into().ok()),
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => None,
    };
    let guide = PageSolution::None(asked.metric);
    let page = PuzzlePage {
        puzzle: &puzzle,
        guide,
        optimum,
        theme: None,
        map: None,
    };
    Ok(sheet(&page, asked.puzzle))
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::ops::ControlFlow;

    use serde_json::{Value, json};

    use super::answer;
    use crate::cases::cases;
    use crate::collection::Collection;
    use crate::control::Limits;
    use crate::explore::{self, Explorer, LayerProfile};
    use crate::puzzle::{Metric, Puzzle};
    use crate::web::json_answer;

    const PUZZLE: &str = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n";

    fn answer_to(question: &str) -> Value {
        json_answer(answer, question)
    }

    #[test]
    fn a_puzzle_is_solved_from_where_it_begins() {
        let told = answer_to(&format!("solve\n\n{PUZZLE}"));
        assert_eq!(told["answer"], "solved");
        assert_eq!(told["moves"], json!([[0, "RRD"]]));
        let told = answer_to(&format!("solve\nmetric: slide\n\n{PUZZLE}"));
        assert_eq!(told["moves"], json!([[0, "RR"], [0, "D"]]));
    }

    #[test]
    fn piece_numbers_do_not_depend_on_the_position() {
        // A stands below B, and would be the second piece of a file.
        let at = "at: 1,0 0,1";
        let told = answer_to(&format!("solve\n{at}\n\n{PUZZLE}"));
        assert_eq!(told["moves"], json!([[0, "RR"]]));
        let told = answer_to(&format!("verify\n{at}\nmoves: 0RR\n\n{PUZZLE}"));
        assert_eq!(told, json!({"answer": "legal", "solved": true}));
    }

    #[test]
    fn all_that_can_be_reached_is_counted() {
        let told = answer_to(&format!("explore\nmetric: step\n\n{PUZZLE}"));
        let layers: Vec<u64> = serde_json::from_value(told["layers"].clone()).expect("numbers");
        assert_eq!((layers[0], layers.iter().sum::<u64>()), (1, 16));
        let hardest = told["hardest"].as_u64().expect("a number");
        let places: Vec<[u8; 2]> =
            serde_json::from_value(told["farthest"].clone()).expect("places");
        let at: Vec<String> = places
            .iter()
            .map(|[row, column]| format!("{row},{column}"))
            .collect();
        let told = answer_to(&format!(
            "solve\nmetric: step\nat: {}\n\n{PUZZLE}",
            at.join(" ")
        ));
        assert_eq!(
            told["moves"].as_array().expect("moves").len() as u64,
            hardest
        );
    }

    #[test]
    fn what_has_no_solution_is_told_and_what_takes_too_much() {
        let told = answer_to("solve\n\nA # .\n\ngoal:\n. # A\n");
        assert_eq!(told["answer"], "impossible");
        let classic = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/puzzles/klotski/heng-dao-li-ma.txt"
        ));
        let told = answer_to(&format!("solve\nmost: 10000\n\n{classic}"));
        assert_eq!(
            (&told["answer"], &told["reason"]),
            (&"stopped".into(), &"memory".into())
        );
        let told = answer_to(&format!("explore\nmost: 100000\n\n{classic}"));
        assert_eq!(
            (&told["answer"], &told["reason"]),
            (&"stopped".into(), &"memory".into())
        );
        assert!(told["states"].as_u64() > Some(0), "{told}");
        let told = answer(&format!("solve\n\n{classic}"), &mut |_| {
            ControlFlow::Break(())
        });
        assert!(told.contains(r#""reason":"interrupted""#), "{told}");
    }

    #[test]
    fn what_is_no_question_is_told_why() {
        for (head, why) in [
            ("sing", "`sing` is not a question"),
            ("solve\nquickly", "`quickly` says nothing"),
            ("solve\nmost: much", "`most: much` says nothing"),
            ("solve\nat: 0,0 0,0", "cannot stand there"),
            ("solve\nat: 9,9", "cannot stand there"),
            ("verify\nmoves: 0D", "move 1: "),
            ("verify\nmoves: 0X", "`moves: 0X` says nothing"),
            ("verify\nmoves: 7D", "move 1: there is no such piece"),
        ] {
            let told = answer_to(&format!("{head}\n\n{PUZZLE}"));
            assert_eq!(told["answer"], "wrong", "{head}");
            assert!(
                told["why"].as_str().expect("text").contains(why),
                "{head}: {told}"
            );
        }
        assert!(answer_to("solve").to_string().contains("no puzzle follows"));
        assert!(
            answer_to("solve\n\nA .\nA\n")["why"]
                .as_str()
                .expect("text")
                .contains("line 2")
        );
    }

    /// Holds the answer to `explore` to what the explorer finds; returns whether the space has no
    /// more states than this.
    fn hold_explored(puzzle: &Puzzle, metric: Metric, most: usize) -> bool {
        let limits = Limits {
            max_states: Some(most),
            ..Limits::default()
        };
        let threads = NonZero::<usize>::MIN;
        let options = explore::Options {
            metric,
            limits,
            threads,
            ..explore::Options::default()
        };
        let mut explorer = Explorer::new(puzzle, &options).expect("it fits");
        let known = explorer.explore().expect("no files");
        if known.stopped.is_some() {
            return false;
        }
        let told = answer_to(&format!("explore\nmetric: {metric}\n\n{puzzle}"));
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
        let told = answer_to(&format!("explore\nmetric: slide\n\n{puzzle}"));
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
        assert!(explored_alike(200, 20_u32.div_ceil(cases(1)) as usize) > 2);
    }

    #[test]
    #[ignore = "some minutes"]
    fn the_page_and_the_explorer_agree_on_the_whole_collection() {
        assert!(explored_alike(2_000_000, 1) > 2500);
    }
}
