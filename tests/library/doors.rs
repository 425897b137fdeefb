//! Doors, through which pieces leave.

use std::ops::ControlFlow;

use huarong::explore::{self, Engine, Explorer, PositionsAt};
use huarong::render::BoardPicture;
use huarong::solution::{Position, notation, verify};
use huarong::{Metric, Options, Outcome, Puzzle, Solution, SolveError, solve};

/// Levels of a popular game, redrawn, with minima by an independent search.
const LEVELS: [(&str, &str, usize); 3] = [
    (
        "door: A = top 1-2\ndoor: B = left 3-4, right 3-4\ndoor: C = bottom 4-5",
        "..... AA... A.BC. A.BC. ..CC. .....",
        3,
    ),
    (
        "door: A = bottom 2-4\ndoor: B = top 4-5\ndoor: C = top 1-2\n\
         door: D = left 5-6\ndoor: E = right 5-6",
        "..A.. ..A.. BBACC BB.CC .DDD. .EEE.",
        5,
    ),
    (
        "door: A = bottom 4-5\ndoor: B = top 1-2\ndoor: C = left 1-2, right 5-6",
        "..... AA... AAC.. ..CBB ...BB .....",
        4,
    ),
];

fn level(number: usize) -> Puzzle {
    let (doors, rows, _) = LEVELS[number];
    let text = format!("{doors}\n\n{}\n", rows.replace(' ', "\n"));
    text.parse().expect("a puzzle")
}

#[test]
fn the_levels_of_the_popular_game_have_their_minima() {
    for (number, (_, _, moves)) in LEVELS.into_iter().enumerate() {
        let puzzle = level(number);
        for metric in Metric::ALL {
            let report = solve(&puzzle, &Options::default().with_metric(metric));
            let report = report.expect("it fits");
            let Outcome::Found(solution) = &report.outcome else {
                panic!("level {number}: {:?}", report.outcome);
            };
            assert!(report.optimal && verify(&puzzle, solution).is_ok());
            if metric == Metric::Move {
                assert_eq!(solution.len(), moves, "level {number}");
            }
            for form in notation::Notation::ALL {
                if form.suits(&puzzle, metric).is_err() {
                    continue;
                }
                let text = notation::write(form, &puzzle, solution).expect("suitable");
                let read = notation::parse(&puzzle, &text, Some(metric));
                assert_eq!(read.as_ref(), Ok(solution), "{text}");
            }
        }
    }
}

#[test]
fn a_solution_says_which_piece_leaves_where() {
    let puzzle: Puzzle = "door: A = right 2\n\nA . B\n. . .\n"
        .parse()
        .expect("a puzzle");
    let report = solve(&puzzle, &Options::default()).expect("it fits");
    let solution = report.solution().expect("it is solvable");
    let listing = "  1. A  down, right 2, out right\n";
    assert_eq!(solution.display(&puzzle).to_string(), listing);
    for text in [listing, "A down, out right", "A d out r", "A↓→3"] {
        let read = notation::parse(&puzzle, text, None).expect("moves");
        assert_eq!(&read, solution, "{text}");
    }
    let unsolved = notation::parse(&puzzle, "A down", None).expect("a move");
    let wrong = verify(&puzzle, &unsolved)
        .expect_err("A is still there")
        .to_string();
    assert!(
        wrong.ends_with("the puzzle is not solved: A must leave"),
        "{wrong}"
    );
    let twice = notation::parse(&puzzle, "A down, out right\nA left", None).expect("moves");
    let wrong = verify(&puzzle, &twice).expect_err("A is gone").to_string();
    assert_eq!(wrong, "move 2: A has left");
}

#[test]
fn a_door_is_refused_if_its_piece_cannot_stand_before_it_as_a_whole() {
    let text = "gate: + = C B\ndoor: C = left 1-2\ngoal: gone\n\n+ # C A A\nC C C . B\n";
    let error = text.parse::<Puzzle>().expect_err("C would reach out");
    assert_eq!(error.message, "piece `C` does not fit through its doors");
    let frozen = "finish: clear\ndoor: B = left 1\nice: A=1\n\nB . A\n\ngoal:\n. A .\n";
    let error = frozen.parse::<Puzzle>().expect_err("a piece that waits");
    assert!(error.help.contains("finish: clear"), "{error}");
}

#[test]
fn searches_that_take_moves_back_refuse_boards_with_doors() {
    let puzzle = level(0);
    let sentence = "pieces that leave through a door do not come back, and this search takes moves \
                    back";
    let refused = |error: Option<SolveError>| error.map(|error| error.to_string());
    for engine in [Engine::Hashed, Engine::Ranked, Engine::Bidirectional] {
        let options = Options::default().with_engine(Some(engine));
        let error = refused(solve(&puzzle, &options).err());
        assert_eq!(error.as_deref(), Some(sentence), "{engine:?}");
    }
    for engine in [Engine::Ranked, Engine::Layered] {
        let options = explore::Options::default().with_engine(Some(engine));
        let error = refused(Explorer::new(&puzzle, &options).err());
        assert_eq!(error.as_deref(), Some(sentence), "{engine:?}");
    }
    let parents = Options::default().with_engine(Some(Engine::BreadthFirst));
    assert!(solve(&puzzle, &parents).is_ok());
}

#[test]
fn a_hardest_start_and_starts_at_a_distance_are_found_on_a_board_with_doors() {
    let puzzle = level(0);
    let mut explorer = Explorer::new(&puzzle, &explore::Options::default()).expect("it fits");
    for _ in 0..2 {
        let distances = explorer.explore().expect("no files");
        assert_eq!(distances.shortest(), Some(3));
        let goals = distances.from_goals.known().expect("goals are reachable");
        let farthest = goals.eccentricity();
        let mut at = |distance| {
            let found =
                explorer.positions_at(distance, None, &mut |_, _| ControlFlow::Continue(()));
            found.expect("no files")
        };
        let beyond = PositionsAt::None {
            farthest: Some(farthest),
        };
        assert_eq!(at(farthest + 1), beyond);
        let PositionsAt::Found(starts) = at(2) else {
            panic!("the nearest goal is three moves away")
        };
        for anchors in starts {
            let start = puzzle.with_start(&anchors).expect("a goal").puzzle;
            let report = solve(&start, &Options::default()).expect("it fits");
            assert_eq!(report.solution().map(Solution::len), Some(2));
        }
    }
}

#[test]
fn ice_melts_and_locks_open_when_pieces_leave() {
    let row = "door: ABC = right 1\n\nA B C .\n";
    for (rule, moves) in [
        ("", Some(3)),
        ("ice: A=2\n", Some(3)),
        ("ice: C=1\n", None),
        ("lock: B=C A=B\n", Some(3)),
        ("lock: C=A\n", None),
    ] {
        let puzzle: Puzzle = format!("{rule}{row}").parse().expect("a puzzle");
        for metric in Metric::ALL {
            let report = solve(&puzzle, &Options::default().with_metric(metric));
            let report = report.expect("it fits");
            let found = report.solution().map(Solution::len);
            assert_eq!(found.is_some(), moves.is_some(), "{rule}{metric}");
            if metric != Metric::Step {
                assert_eq!(found, moves, "{rule}{metric}");
            }
        }
    }
    let puzzle: Puzzle = format!("ice: B=2\nlock: A=B\n{row}")
        .parse()
        .expect("a puzzle");
    for (moves, why) in [
        (
            "B right",
            "move 1: B cannot go right from row 1, column 2: 2 pieces must leave first",
        ),
        (
            "A right",
            "move 1: A cannot go right from row 1, column 1: B must leave first",
        ),
    ] {
        let solution = notation::parse(&puzzle, moves, None).expect("moves");
        let wrong = verify(&puzzle, &solution).expect_err(moves);
        assert_eq!(wrong.to_string(), why);
    }
}

#[test]
fn a_position_without_a_piece_goes_on_as_a_puzzle() {
    let text = "colour: red = A B\ndoor: red = right 1\nice: B=1\nlock: C=A\n\nC B A .\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let mut position = Position::start(&puzzle);
    let unit = position
        .legal_moves(Metric::Move)
        .into_iter()
        .find(|unit| unit.leaves(&puzzle));
    position
        .apply(&unit.expect("A can leave"))
        .expect("it is legal");
    assert_eq!(position.to_string(), "C B . .");
    let restarted = puzzle
        .with_start(position.anchors())
        .expect("there is a goal");
    assert_eq!(restarted.origins, [0, 1]);
    let rest = "colour: red = B\ndoor: B = right 1\ngoal: gone\n\nC B . .\n";
    assert_eq!(restarted.puzzle.to_string(), rest);
    let report = solve(&restarted.puzzle, &Options::default()).expect("it fits");
    assert_eq!(report.solution().map(Solution::len), Some(1));
}

#[test]
fn a_door_is_drawn_as_a_bar_outside_its_edge() {
    let puzzle: Puzzle = "door: A = top 1\ndoor: B = right 2\n\nA .\nB .\n"
        .parse()
        .expect("a puzzle");
    let mut position = Position::start(&puzzle);
    let before = BoardPicture::new("", &position).svg();
    for bar in ["M0 -2h60v-9h-60z", "M122 60v60h9v-60z"] {
        assert!(before.contains(bar), "{bar}");
    }
    let unit = &position.legal_moves(Metric::Step)[0];
    assert_eq!(unit.display(&puzzle), "A out up");
    position.apply(unit).expect("it is legal");
    let after = BoardPicture::new("", &position).svg();
    assert!(after.contains("A has left.") && after.len() < before.len());
}

/// A piece that loses a red layer on the right, and then leaves on the left.
const LAYERED: &str = "layers: A = red blue\ndoor: red = right 1\ndoor: blue = left 1\n";

#[test]
fn a_piece_with_a_layer_stays_before_the_door_and_leaves_through_the_next() {
    let puzzle: Puzzle = format!("{LAYERED}\nA . .\n").parse().expect("a puzzle");
    let text = format!("{LAYERED}goal: gone\n\nA . .\n");
    assert_eq!(puzzle.to_string(), text);
    assert_eq!(text.parse().as_ref(), Ok(&puzzle));
    assert_eq!((puzzle.standing(), puzzle.empty_cells()), (1, 2));
    for (metric, length) in Metric::ALL.into_iter().zip([2, 2, 6]) {
        let report = solve(&puzzle, &Options::default().with_metric(metric));
        let report = report.expect("it fits");
        let solution = report.solution().expect("it is solvable");
        assert_eq!(solution.len(), length, "{metric}");
        assert!(verify(&puzzle, solution).is_ok(), "{metric}");
        for form in notation::Notation::ALL {
            if form.suits(&puzzle, metric).is_ok() {
                let text = notation::write(form, &puzzle, solution).expect("suitable");
                let read = notation::parse(&puzzle, &text, Some(metric));
                assert_eq!(read.as_ref(), Ok(solution), "{text}");
            }
        }
        let options = explore::Options::default().with_metric(metric);
        let mut explorer = Explorer::new(&puzzle, &options).expect("it fits");
        let found = explorer.explore();
        assert_eq!(found.expect("no files").shortest(), Some(length));
    }
    let listing = "  1. A  right 2, out right\n  2. A  left 2, out left\n";
    let moves = notation::parse(&puzzle, listing, None).expect("moves");
    assert_eq!(moves.display(&puzzle).to_string(), listing);
    let on = notation::parse(&puzzle, "A right 4", None).expect("a move");
    let wrong = verify(&puzzle, &on).expect_err("too far").to_string();
    assert_eq!(wrong, "move 1: the move of A ends where it loses a layer");
}

#[test]
fn a_position_without_a_layer_goes_on_as_a_puzzle() {
    let puzzle: Puzzle = format!("{LAYERED}\nA . .\n").parse().expect("a puzzle");
    let mut position = Position::start(&puzzle);
    let moves = notation::parse(&puzzle, "A right 2, out right", None).expect("a move");
    for unit in &moves {
        position.apply(&unit).expect("it is legal");
    }
    assert_eq!(position.to_string(), ". . A");
    let rest = puzzle.with_start(position.anchors()).expect("a goal");
    let text = "colour: blue = A\ndoor: A = left 1\ngoal: gone\n\n. . A\n";
    assert_eq!(rest.puzzle.to_string(), text);
    let both = [Position::start(&puzzle).anchors()[0], position.anchors()[1]];
    assert!(
        puzzle.with_start(&both).is_none(),
        "two layers of one piece"
    );
}

#[test]
fn only_a_piece_that_is_gone_as_a_whole_opens_locks_and_melts_ice() {
    for rule in ["lock: B=A", "ice: B=1"] {
        let text = format!("{rule}\n{LAYERED}door: B = right 2\n\nA . .\n. . B\n");
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "{rule}");
        let report = solve(&puzzle, &Options::default()).expect("it fits");
        assert_eq!(report.solution().map(Solution::len), Some(3), "{rule}");
        let early = notation::parse(&puzzle, "A right 2, out right\nB out right", None);
        let wrong = verify(&puzzle, &early.expect("moves")).expect_err(rule);
        assert!(wrong.to_string().ends_with("must leave first"), "{wrong}");
    }
}

#[test]
fn errors_of_layers_name_the_piece() {
    let board = "\nA . B\n";
    for [rules, message] in
        super::cases::rows(include_str!("tables/errors_of_layers_name_the_piece.txt"))
    {
        let error = format!("{rules}{board}")
            .parse::<Puzzle>()
            .expect_err(rules);
        assert_eq!(error.message, message, "{rules}");
    }
    let goal = format!("{LAYERED}\nA . B\n\ngoal:\n. A .\n").parse::<Puzzle>();
    let message = "a goal cannot place piece `A`, which has layers";
    assert_eq!(goal.expect_err("a goal").message, message);
}

#[test]
fn a_board_with_more_layers_than_cells_is_explored() {
    let rules = "layers: A = red blue green\ndoor: red blue green = right 1\n";
    let puzzle: Puzzle = format!("{rules}\nA .\n").parse().expect("a puzzle");
    let explored = explore::explore(&puzzle).expect("it fits");
    assert_eq!(explored.shortest(), Some(3));
}
