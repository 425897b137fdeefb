//! Solutions as boards.

use super::super::{BoardFault, Notation, ParseErrorKind as Kind, Unsayable, parse, write};
use crate::grid::Cell;
use crate::grid::Direction::{self, Down, Left, Right};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::testing::{classic, motley, puzzle};
use crate::solution::{Move, Solution, verify};

/// The boards, each of whose rows are apart by spaces, in lines.
fn boards(boards: &[&str]) -> String {
    let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n";
    let board = |board: &&str| board.split(' ').map(row).collect::<String>() + "\n";
    boards.iter().map(board).collect()
}

fn paths(puzzle: &Puzzle, text: &str, metric: Option<Metric>) -> Vec<Vec<Direction>> {
    let solution = parse(puzzle, text, metric).unwrap_or_else(|error| panic!("{text}{error}"));
    solution.moves.into_iter().map(|unit| unit.path).collect()
}

/// The line and what is marked there, and what is wrong.
fn refused(puzzle: &Puzzle, text: &str) -> (usize, String, BoardFault) {
    let error = parse(puzzle, text, None).expect_err("it makes no sense");
    match error.kind {
        Kind::Board(fault) => (error.line, error.text[error.span].to_owned(), fault),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_boards_are_drawn_from_the_start_on() {
    let puzzle = puzzle("A. BB", ".. .A");
    let solution = parse(&puzzle, "A right\nA left", None).expect("two moves");
    let drawn = "A .\nB B\n\n. A\nB B\n\nA .\nB B\n\n";
    assert_eq!(write(Notation::Boards, &puzzle, &solution).as_deref(), Ok(drawn));
    assert_eq!(parse(&puzzle, drawn, None), Ok(solution));
}

#[test]
fn the_way_is_the_shortest_of_the_metric() {
    let puzzle = puzzle("A.. .#. ...", "... .#. ..A");
    let around = boards(&["A.. .#. ...", "... .#. ..A"]);
    assert_eq!(paths(&puzzle, &around, None), [[Right, Right, Down, Down]]);
    let straight = boards(&["A.. .#. ...", "..A .#. ..."]) + "1 slide\n";
    assert_eq!(paths(&puzzle, &straight, None), [[Right, Right]]);
}

#[test]
fn a_way_of_more_than_one_unit_is_left_to_the_replay() {
    let puzzle = puzzle("A.. .#. ...", "... .#. ..A");
    let around = boards(&["A.. .#. ...", "... .#. ..A"]) + "1 slide\n";
    let solution = parse(&puzzle, &around, None).expect("one move");
    let wrong = verify(&puzzle, &solution).expect_err("two slides").to_string();
    assert!(wrong.starts_with("slide 1: A goes further than one slide"), "{wrong}");
}

#[test]
fn where_there_is_no_way_the_replay_says_what_blocks() {
    let puzzle = puzzle("A#. .#.", ".#A .#.");
    let leap = boards(&["A#. .#.", ".#. .#A"]);
    assert_eq!(paths(&puzzle, &leap, None), [[Down, Right, Right]]);
    let solution = parse(&puzzle, &leap, None).expect("one move");
    let wrong = verify(&puzzle, &solution).expect_err("there is a wall").to_string();
    assert_eq!(wrong, "move 1: A cannot go right from (1, 0): (1, 1) is a wall");
}

#[test]
fn boards_between_moves_are_passed_over() {
    let puzzle = puzzle("A.. ...", "..A ...");
    let text = boards(&["A.. ...", "..A ..."]) + "A down\n1 move\n";
    assert_eq!(paths(&puzzle, &text, None), [[Down]]);
}

#[test]
fn the_start_alone_is_a_solution_only_if_that_is_said() {
    let puzzle = puzzle("A.. ...", "..A ...");
    let start = boards(&["A.. ..."]);
    let none = parse(&puzzle, &(start.clone() + "0 moves\n"), None);
    assert_eq!(none, Ok(Solution::default()));
    assert_eq!(parse(&puzzle, &start, None).map_err(|error| error.kind), Err(Kind::Empty));
    let one = parse(&puzzle, &(start + "1 move\n"), None).map_err(|error| error.kind);
    assert_eq!(one, Err(Kind::Summary { given: "1".to_owned(), listed: 0 }));
}

#[test]
fn one_piece_moves_from_board_to_board() {
    let puzzle = puzzle("AB. C..", "... A..");
    let label = |letter: &str| letter.to_owned();
    let same = boards(&["AB. C..", "AB. C.."]);
    assert_eq!(refused(&puzzle, &same), (4, "A B .".to_owned(), BoardFault::NoneMoved));
    let both = BoardFault::SeveralMoved { one: label("A"), other: label("B") };
    let swapped = boards(&["AB. C..", "BA. C.."]);
    assert_eq!(refused(&puzzle, &swapped), (4, "B".to_owned(), both));
    let other = BoardFault::NotTheStart { piece: label("C") };
    let late = boards(&["AB. .C.", "AB. ..C"]);
    assert_eq!(refused(&puzzle, &late), (2, "C".to_owned(), other));
}

#[test]
fn a_board_that_is_drawn_wrong_is_marked() {
    let puzzle = puzzle("AA.# B...", ".AA# ....");
    let label = |letter: &str| letter.to_owned();
    for (second, marked, fault) in [
        ("A.A# .B..", "A", BoardFault::Shape { piece: label("A") }),
        ("AAA# .B..", "A", BoardFault::Area { piece: label("A"), given: 3, area: 2 }),
        ("AA.. .B..", ".", BoardFault::Wall { cell: Cell::new(0, 3) }),
        ("AA.# .B.#", "#", BoardFault::Mark { given: label("#") }),
        ("AA.# .B.", ". B .", BoardFault::Columns { given: 3, columns: 4 }),
        ("AA.#", "", BoardFault::Rows { rows: 2 }),
    ] {
        let text = boards(&["AA.# B...", second]);
        let (_, found, kind) = refused(&puzzle, &text);
        assert_eq!((found.as_str(), kind), (marked, fault), "{text}");
    }
    let unknown = parse(&puzzle, &boards(&["AA.# B...", "AA.# .C.."]), None);
    let error = unknown.expect_err("there is no C");
    assert_eq!((error.line, error.column), (5, 3));
    assert!(matches!(error.kind, Kind::UnknownPiece { .. }), "{error}");
}

#[test]
fn only_moves_that_can_be_made_and_seen_are_drawn() {
    let classic = classic();
    let written = |path: &[Direction]| {
        let moves = vec![Move { piece: 9, from: Cell::new(4, 3), path: path.to_vec() }];
        write(Notation::Boards, &classic, &Solution { metric: Metric::Move, moves })
    };
    assert!(written(&[Left]).is_ok());
    assert!(matches!(written(&[Right]), Err(Unsayable::Illegal { number: 1, .. })));
    let returns = Unsayable::Returns { number: 1, piece: "J".to_owned() };
    assert_eq!(written(&[Left, Right]), Err(returns));
}

#[test]
fn wide_letters_and_gates_are_drawn_and_read() {
    let puzzle = motley();
    let solution = parse(&puzzle, "曹 right\n2 right 2", None).expect("two moves");
    let drawn = write(Notation::Boards, &puzzle, &solution).expect("legal moves");
    assert!(drawn.ends_with("A  A  .  .  #\nA  .  .  曹 曹\n.  .  +  1  .\n.  .  2  .  .\n\n"));
    assert_eq!(parse(&puzzle, &drawn, None), Ok(solution));
}
