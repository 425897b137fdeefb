//! The terse notations, move by move.

use super::super::{Notation, ParseErrorKind as Kind, Unsayable, parse, write};
use crate::grid::Cell;
use crate::grid::Direction::{self, Down, Left, Right, Up};
use crate::puzzle::{Lock, Metric, Movement, Puzzle};
use crate::solution::testing::{classic, draft, motley, named, puzzle};
use crate::solution::{Move, Solution, verify};

/// The letters of the pieces that move, with their paths.
fn read(puzzle: &Puzzle, text: &str) -> Vec<(char, Vec<Direction>)> {
    let solution = parse(puzzle, text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
    let letter = |piece: usize| puzzle.pieces()[piece].letter;
    solution.moves.into_iter().map(|unit| (letter(unit.piece), unit.path)).collect()
}

/// What is wrong with the text, and the column and text that are marked.
fn refused(puzzle: &Puzzle, text: &str) -> (usize, String, Kind) {
    let error = parse(puzzle, text, None).expect_err("it makes no sense");
    (error.column, error.text[error.span].to_owned(), error.kind)
}

/// 横刀立马 with its soldiers.
fn soldiers() -> Puzzle {
    let draft = draft("ACCB ACCB DEEF DGHF I..J", ".... .... .... .CC. .CC.");
    let names = [('C', "曹操"), ('E', "关羽"), ('G', "卒"), ('H', "卒"), ('I', "卒"), ('J', "卒")];
    named(draft, &names)
}

/// A car in a row, one in a column, and a block of one cell that is held in its row.
fn cars() -> Puzzle {
    let mut draft = draft("AA.B ...B 2...", "..AA .... ....");
    draft.movement = Movement::Axis;
    draft.locks = vec![('2', Lock::Row)];
    draft.check().expect("a sound puzzle")
}

#[test]
fn a_solution_is_written_in_one_line_if_it_fits() {
    let puzzle = soldiers();
    let solution = parse(&puzzle, "J left\nG down, right\nE left 2", None).expect("three moves");
    let written = |notation| write(notation, &puzzle, &solution).expect("it can be said");
    assert_eq!(written(Notation::Compact), "J← G↓→ E←2\n");
    assert_eq!(written(Notation::Ascii), "Jl Gdr El2\n");
    assert_eq!(written(Notation::Chinese), "卒J左 卒G下右 关羽左二\n");
}

#[test]
fn moves_are_read_from_any_number_of_lines() {
    let puzzle = soldiers();
    let expected = [('J', vec![Left]), ('E', vec![Down, Right, Right]), ('C', vec![Up])];
    for text in [
        "J← E↓→2 C↑",
        "Heng Dao Li Ma\nJ← E↓→×2\nC↑ ; done\n3 moves (proven shortest), 5 states\n",
        "1. J←, E↓→2\n3. C↑",
        "Jl Edr2 Cu",
        "JL EDR2 CU",
        "卒J左 关羽下右二 曹操上",
        "J左，E下右2、曹操上",
    ] {
        assert_eq!(read(&puzzle, text), expected, "{text}");
    }
}

#[test]
fn the_first_character_is_the_pieces() {
    let puzzle = named(draft("Udx2 下二lu ....", ".... .... U..."), &[('x', "二下")]);
    for (text, letter, path) in [
        ("Ud2", 'U', vec![Down, Down]),
        ("dd", 'd', vec![Down]),
        ("ddu", 'd', vec![Down, Up]),
        ("lu", 'l', vec![Up]),
        ("ul", 'u', vec![Left]),
        ("2d2", '2', vec![Down, Down]),
        ("2←2", '2', vec![Left, Left]),
        ("下下", '下', vec![Down]),
        ("下下二", '下', vec![Down, Down]),
        ("下上下", '下', vec![Up, Down]),
        ("二下二", '二', vec![Down, Down]),
        ("x下", 'x', vec![Down]),
        ("d下", 'd', vec![Down]),
    ] {
        assert_eq!(read(&puzzle, text), [(letter, path)], "{text}");
    }
}

#[test]
fn a_line_of_words_is_one_move_unless_it_is_several_moves() {
    let with_2 = puzzle("J.2 ...", "... J..");
    assert_eq!(read(&with_2, "J← 2→"), [('J', vec![Left]), ('2', vec![Right])]);
    let without = puzzle("J.. ...", "... J..");
    assert_eq!(read(&without, "J← 2→"), [('J', vec![Left, Left, Right])]);
    assert_eq!(read(&with_2, "J ← 2→"), [('J', vec![Left, Left, Right])]);
}

#[test]
fn signs_follow_the_axis_of_the_piece() {
    let puzzle = cars();
    let text = "A+1 B+1 2+2 2-1 B−1\n";
    let told = [
        ('A', vec![Right]),
        ('B', vec![Down]),
        ('2', vec![Right, Right]),
        ('2', vec![Left]),
        ('B', vec![Up]),
    ];
    assert_eq!(read(&puzzle, text), told);
    let solution = parse(&puzzle, text, None).expect("five slides");
    assert_eq!(solution.metric, Metric::Slide, "what signs count");
    let counted = parse(&puzzle, "A+1\n1 step", None).map(|solution| solution.metric);
    assert_eq!(counted, Ok(Metric::Step));
    let written = write(Notation::Fogleman, &puzzle, &solution);
    assert_eq!(written.as_deref(), Ok("A+1 B+1 2+2 2-1 B-1\n"));
}

#[test]
fn signs_cannot_say_which_axis() {
    let kind = Kind::TwoAxes { piece: "E 关羽".to_owned() };
    assert_eq!(refused(&classic(), "E+2"), (2, "+2".to_owned(), kind));
    let piece = "A 张飞".to_owned();
    let suits = |puzzle: &Puzzle, metric| Notation::Fogleman.suits(puzzle, metric);
    assert_eq!(suits(&classic(), Metric::Slide), Err(Unsayable::TwoAxes { piece }));
    assert_eq!(suits(&cars(), Metric::Move), Err(Unsayable::Metric { metric: Metric::Move }));
    assert_eq!(suits(&cars(), Metric::Slide), Ok(()));
    assert_eq!(suits(&cars(), Metric::Step), Ok(()));
}

#[test]
fn signs_tell_straight_and_legal_moves_only() {
    let puzzle = cars();
    let written = |path: &[Direction]| {
        let moves = vec![Move { piece: 0, from: Cell::new(0, 0), path: path.to_vec() }];
        write(Notation::Fogleman, &puzzle, &Solution { metric: Metric::Slide, moves })
    };
    assert_eq!(written(&[Right]).as_deref(), Ok("A+1\n"));
    assert_eq!(written(&[Right, Left]), Err(Unsayable::Bent { number: 1 }));
    let illegal = |found| matches!(found, Err(Unsayable::Illegal { number: 1, .. }));
    assert!(illegal(written(&[Down])) && illegal(written(&[])));
}

#[test]
fn a_piece_that_is_held_fast_is_left_to_the_replay() {
    let mut draft = draft("A.B", "..B");
    draft.locks = vec![('A', Lock::Fixed), ('B', Lock::Row)];
    let puzzle = draft.check().expect("a sound puzzle");
    let solution = parse(&puzzle, "A+1", None).expect("one slide");
    let wrong = verify(&puzzle, &solution).expect_err("it is fixed").to_string();
    assert!(wrong.starts_with("slide 1: A cannot go right"), "{wrong}");
}

#[test]
fn pieces_are_called_so_that_no_two_are_called_alike() {
    let written = |names: &[(char, &str)]| {
        let puzzle = named(draft("ABI下 ....", ".... A..."), names);
        let labels = super::Labels::of(&puzzle);
        (0..4).map(|piece| labels.of_piece(piece).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(written(&[]), ["A", "B", "I", "下"]);
    assert_eq!(written(&[('A', "曹操"), ('下', "兵")]), ["曹操", "B", "I", "兵"]);
    assert_eq!(written(&[('A', "卒"), ('I', "卒"), ('下', "卒")]), ["卒A", "B", "卒I", "下"]);
    assert_eq!(written(&[('A', "B"), ('B', "B")]), ["BA", "BB", "I", "下"]);
    assert_eq!(written(&[('A', "B")]), ["BA", "B", "I", "下"], "the letter of another");
    assert_eq!(written(&[('A', "卒I"), ('I', "卒")]), ["卒IA", "B", "卒", "下"]);
    assert_eq!(written(&[('A', "上将"), ('B', "Cao Cao")]), ["A", "B", "I", "下"]);
}

#[test]
fn a_shared_name_needs_its_letter() {
    let kind =
        Kind::SharedName { name: "卒".to_owned(), labels: "卒G 卒H 卒I 卒J".to_owned() };
    assert_eq!(refused(&soldiers(), "曹操上 卒下"), (5, "卒".to_owned(), kind));
    let error = parse(&soldiers(), "卒下", None).expect_err("which one?");
    assert_eq!(error.help().as_deref(), Some("write its letter too: 卒G 卒H 卒I 卒J"));
}

#[test]
fn a_broken_move_is_marked() {
    let word = |word: &str| Kind::Word(word.to_owned());
    let count = |count: &str| Kind::Count(count.to_owned());
    let unknown = |given: &str| {
        let letters = "A C B D E F G H I J".to_owned();
        Kind::UnknownPiece { given: given.to_owned(), letters }
    };
    for (text, column, marked, kind) in [
        ("J← Q→", 4, "Q", unknown("Q")),
        ("Jl Qr", 4, "Q", unknown("Q")),
        ("J左 张三右", 4, "张三", unknown("张三")),
        ("J左 j右", 4, "j", unknown("j")),
        ("J← G↓?", 6, "?", word("?")),
        ("J← G↓0", 6, "0", count("0")),
        ("J← G↓256", 6, "256", count("256")),
        ("J左 G下二二", 6, "二二", count("二二")),
        ("J左 G下x", 6, "x", word("x")),
        ("J+0 G+1", 2, "+0", Kind::TwoAxes { piece: "J".to_owned() }),
        ("Jl G", 4, "G", Kind::NotAMove("G".to_owned())),
        ("Jl Gx Hd", 4, "Gx", Kind::NotAMove("Gx".to_owned())),
        ("2. Jl Gd", 1, "2", Kind::Number { given: "2".to_owned(), due: 1 }),
    ] {
        assert_eq!(refused(&classic(), text), (column, marked.to_owned(), kind), "{text}");
    }
    assert_eq!(refused(&cars(), "A+0").2, count("0"));
    assert_eq!(refused(&cars(), "A+256").2, count("256"));
}

#[test]
fn a_name_with_spaces_gives_way_to_the_letter() {
    let puzzle = motley();
    let solution = parse(&puzzle, "曹右\nA下", None).expect("two moves");
    assert_eq!(write(Notation::Chinese, &puzzle, &solution).as_deref(), Ok("曹右 left下\n"));
}
