//! Tests of the notations line by line, and of writing and reading random puzzles and names.

use proptest::prelude::*;

use super::{Notation, ParseError, SolutionListing, parse, write};
use crate::{
    grid::Direction::{self, Down, Right},
    puzzle::{Lock, Metric, Puzzle, testing::drafts},
    solution::{
        Move, Solution,
        tests::{classic, draft, motley, named, puzzle, walk},
        verify,
    },
};

/// The letters of the pieces that move, with their paths.
fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<(char, Vec<Direction>)>, ParseError> {
    let solution = parse(puzzle, text, None)?;
    let letter = |piece: usize| puzzle.pieces()[piece].letter;
    Ok(solution
        .into_iter()
        .map(|unit| (letter(unit.piece), unit.path))
        .collect())
}

/// 横刀立马 with its soldiers.
pub fn soldiers() -> Puzzle {
    let draft = draft("ACCB ACCB DEEF DGHF I..J", ".... .... .... .CC. .CC.");
    let soldiers = [('G', "卒"), ('H', "卒"), ('I', "卒"), ('J', "卒")];
    named(
        draft,
        &[&[('C', "曹操"), ('E', "关羽")][..], &soldiers].concat(),
    )
}

/// The puzzle with this name; or with this frame, goal and title, or name of `x`.
fn meant(text: &str) -> Puzzle {
    match text.split(" | ").collect::<Vec<_>>()[..] {
        ["classic"] => classic(),
        ["motley"] => motley(),
        ["soldiers"] => soldiers(),
        [frame, goal] => puzzle(frame, goal),
        [frame, goal, name] if frame.contains('x') => named(draft(frame, goal), &[('x', name)]),
        [frame, goal, title] => {
            let mut draft = draft(frame, goal);
            draft.title.name = Some(title.to_owned());
            named(draft, &[])
        }
        _ => panic!("no puzzle is called {text}"),
    }
}

#[test]
fn texts_are_read_as_these_moves() {
    for [board, text, expected] in crate::cases::rows(include_str!("tables/texts_and_moves.txt")) {
        let puzzle = meant(board);
        let told = match read(&puzzle, text) {
            Ok(moves) => {
                let word = |(letter, path): &(char, Vec<Direction>)| {
                    let letters = path.iter().map(ToString::to_string);
                    let path: String = letters.map(|name| name[..1].to_owned()).collect();
                    format!("{letter}{path}")
                };
                moves.iter().map(word).collect::<Vec<_>>().join(" ")
            }
            Err(_) => refused(&puzzle, text),
        };
        assert_eq!(told, expected, "{board}: {text}");
    }
    // A move rather than a title.
    let title_or_move = refused(&puzzle("A.. ...", "..A ..."), "A left\n0 moves");
    crate::cases::begins(&title_or_move, "2+");
}

/// Returns the error of the text: `line+marked message`.
pub fn refused(puzzle: &Puzzle, text: &str) -> String {
    let error = parse(puzzle, text, None).expect_err("it makes no sense");
    format!(
        "{}+{} {}",
        error.line, &error.text[error.span], error.message
    )
}

#[test]
fn the_columns_of_a_listing_are_aligned() {
    let puzzle = motley();
    let text = "曹 u r\n1 moves ← 2 ; no way\nA left down";
    let solution = parse(&puzzle, text, None).expect("three moves");
    let expected = "  1. 曹 Cao Cao  up, right\n  2. 1 moves     left 2\n  3. A left      down\n";
    assert_eq!(
        SolutionListing::new(&puzzle, &solution).to_string(),
        expected
    );
}

#[test]
fn a_listing_with_boards_begins_with_the_start() {
    let puzzle = puzzle("A. BB", ".. .A");
    let solution = parse(&puzzle, "A right\nB up", None).expect("two moves");
    let expected = "A .\nB B\n\n  1. A  right\n\n. A\nB B\n\n  2. B  up\n";
    assert_eq!(
        SolutionListing::new(&puzzle, &solution)
            .with_boards()
            .to_string(),
        expected
    );
}

#[test]
fn a_printed_solution_is_read_completely() {
    let puzzle = classic();
    let text = "Heng Dao Li Ma  横刀立马 ←\n\nA C C B\nA C C B\nD E E F\nD G H F\nI . . J\n\n  \
                1. H       down\n\nA C C B\nA C C B\nD E E F\nD G . F\nI . H J\n\n  2. G  \
                right\n2 slides (not proven shortest), 12,031 states, 1 ms\n";
    let solution = parse(&puzzle, text, None).expect("two slides");
    assert_eq!((solution.metric, solution.len()), (Metric::Slide, 2));
    assert_eq!(
        read(&puzzle, text),
        Ok(vec![('H', vec![Down]), ('G', vec![Right])])
    );
}

#[test]
fn each_move_begins_where_the_last_one_of_its_piece_ended() {
    let solution = parse(&classic(), "J left\nJ left\nI up", None).expect("three moves");
    let from: Vec<_> = solution
        .iter()
        .map(|unit| (unit.from.row, unit.from.column))
        .collect();
    assert_eq!(from, [(4, 3), (4, 2), (4, 0)]);
}

#[test]
fn verify_refuses_illegal_paths() {
    let puzzle = puzzle("A.", ".A");
    let solution = parse(&puzzle, "A up 3\nA right", None).expect("two moves");
    let wrong = verify(&puzzle, &solution)
        .expect_err("A is in the first row")
        .to_string();
    assert_eq!(
        wrong,
        "move 1: A cannot go up from row 1, column 1: there the frame ends"
    );
}

#[test]
fn the_metric_comes_from_the_caller_the_summary_or_the_default() {
    let puzzle = puzzle("A.", ".A");
    let metric = |text, given| parse(&puzzle, text, given).map(|solution| solution.metric);
    assert_eq!(metric("A r", None), Ok(Metric::Move));
    assert_eq!(metric("A r\n1 step", None), Ok(Metric::Step));
    assert_eq!(metric("A r\n1 slides, 3 states", None), Ok(Metric::Slide));
    assert_eq!(metric("A r\n1 slide", Some(Metric::Step)), Ok(Metric::Step));
}

#[test]
fn a_wrong_drawing_is_not_skipped() {
    let puzzle = puzzle("AA.# B...", ".AA# ....");
    let right = "AA.# B...";
    for wrong in [
        "A.A# AB..",
        "AA.. B...",
        "AA.# B..#",
        "AA.# B..",
        "AA.#",
        "AA.# C...",
    ] {
        let drawn = |board: &str| {
            let row = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
            board.split(' ').map(row).collect::<Vec<_>>().join("\n")
        };
        let text = |board: &str| format!("B down\n{}\nB right", drawn(board));
        assert_eq!(read(&puzzle, &text(right)).map(|moves| moves.len()), Ok(2));
        assert!(
            refused(&puzzle, &text(wrong)).starts_with(['2', '3']),
            "{wrong}"
        );
    }
}

#[test]
fn drawings_with_wide_letters_and_gates_are_skipped() {
    let puzzle = motley();
    let solution = parse(&puzzle, "曹 right\n2 right 2", None).expect("two moves");
    let drawn = SolutionListing::new(&puzzle, &solution)
        .with_boards()
        .to_string();
    assert!(drawn.ends_with("A  A  .  .  #\nA  .  .  曹 曹\n.  .  +  1  .\n.  .  2  .  .\n\n"));
    assert_eq!(parse(&puzzle, &drawn, None), Ok(solution));
}

#[test]
fn a_faulty_move_is_an_error() {
    let puzzle = classic();
    for [text, wanted] in crate::cases::rows(include_str!("tables/a_faulty_move_is_an_error.txt")) {
        assert_eq!(refused(&puzzle, text), wanted, "{text}");
    }
    let error = parse(&puzzle, "Z left", None).expect_err("no such piece");
    assert_eq!(
        error.help,
        "a move begins with the letter of a piece: A C B D E F G H I J"
    );
}

#[test]
fn a_text_without_moves_needs_a_summary() {
    let puzzle = classic();
    for text in ["", "\n\n", "; nothing", "Heng Dao Li Ma\n"] {
        assert!(
            refused(&puzzle, text).ends_with(" there are no moves"),
            "{text:?}"
        );
    }
    assert_eq!(
        parse(&puzzle, "Heng Dao Li Ma\n0 moves", None),
        Ok(Solution::default())
    );
}

#[test]
fn the_memory_that_a_short_text_demands_is_bounded() {
    let text = "A r255\n".repeat(crate::solution::MAX_STEPS / 255 + 1);
    assert!(refused(&puzzle("A.", ".A"), &text).contains("the pieces travel more than"));
}

#[test]
fn an_error_has_a_position_and_a_help_text() {
    let error = parse(&classic(), "\n E 曹操 left", None).expect_err("the wrong name");
    assert_eq!((error.line, error.column, error.width), (2, 4, 2));
    assert_eq!(
        error.to_string(),
        "line 2, column 4: E is called 关羽, not `曹操`"
    );
    assert!(error.help.contains("leave it out"));
}

/// Letters, some with a meaning in a notation.
const LETTERS: [char; 12] = [
    'A', 'U', 'd', 'l', 'x', '1', '2', '下', '二', '卒', '曹', 'é',
];

/// Names, some with a meaning in a notation.
const NAMES: [&str; 16] = [
    "曹操", "卒", "卒", "卒2", "下", "上下", "二", "A", "left", "left 2", "Cao Cao", "d2", "→",
    "A+2", "; x", "1.",
];

/// Titles that look like other lines.
const TITLES: [&str; 9] = [
    "",
    "Ad",
    "A+2",
    "U d",
    "曹操下二",
    "A . .",
    "3 moves",
    "J left",
    "Heng Dao",
];

fn puzzles() -> impl Strategy<Value = Puzzle> {
    let names = prop::collection::vec(prop::sample::select(&NAMES[..]), LETTERS.len());
    let random = (
        drafts(&LETTERS),
        names,
        any::<[bool; 12]>(),
        any::<bool>(),
        titles(),
    );
    let random = random.prop_filter_map("a puzzle", |(mut draft, names, named, locked, title)| {
        let drawn = |letter: &char| draft.frame.rows.iter().flatten().any(|cell| cell == letter);
        let letters: Vec<char> = LETTERS.into_iter().filter(drawn).collect();
        let names = LETTERS.into_iter().zip(names).zip(named);
        draft.piece_names = names
            .filter(|((letter, _), named)| *named && letters.contains(letter))
            .map(|((letter, name), _)| (letter, name.to_owned()))
            .collect();
        draft.title.name = Some(title);
        if locked {
            let locks = [
                Lock::Row,
                Lock::Column,
                Lock::Row,
                Lock::Column,
                Lock::Fixed,
            ];
            draft.locks = letters.into_iter().zip(locks.into_iter().cycle()).collect();
        }
        draft.check().ok()
    });
    prop_oneof![8 => random, 1 => Just(classic()), 1 => Just(motley())]
}

fn titles() -> impl Strategy<Value = String> {
    prop::sample::select(&TITLES[..]).prop_map(str::to_owned)
}

/// A puzzle and some legal moves of it.
fn walks() -> impl Strategy<Value = (Puzzle, Solution)> {
    let choices = prop::collection::vec(any::<usize>(), 0..30);
    let metric = prop::sample::select(&Metric::ALL[..]);
    (puzzles(), metric, choices).prop_map(|(puzzle, metric, choices)| {
        let solution = walk(&puzzle, metric, &choices);
        (puzzle, solution)
    })
}

fn notations() -> impl Strategy<Value = Notation> {
    prop::sample::select(&Notation::ALL[..])
}

fn summary(solution: &Solution) -> String {
    format!(
        "{} (proven shortest), 12,031 states, 1 ms\n",
        solution.metric.count(solution.len())
    )
}

/// The strings that a damaged text may contain anywhere.
const SPLINTERS: [&str; 20] = [
    "A", "d", "2", "0", "999", "+", "-", "下", "二百", "→", "卒", "×", ".", "#", " ", "\n", ";",
    ",", "3 moves", "1.",
];

proptest! {
    #![proptest_config(crate::cases::random_cases(100))]

    #[test]
    fn written_solutions_are_read_back((puzzle, solution) in walks(), title in titles()) {
        for notation in Notation::ALL {
            let text = match write(notation, &puzzle, &solution) {
                Ok(text) => text,
                Err(refusal) => {
                    prop_assert!(matches!(notation, Notation::Fogleman | Notation::Pushes));
                    prop_assert_eq!(notation.suits(&puzzle, solution.metric), Err(refusal));
                    continue;
                }
            };
            let counted = format!("{text}{}", summary(&solution));
            let read = |text: &str, metric| parse(&puzzle, text, metric);
            prop_assert_eq!(read(&counted, None), Ok(solution.clone()), "{}", counted);
            if !solution.is_empty() {
                prop_assert_eq!(read(&text, Some(solution.metric)), Ok(solution.clone()), "{}", text);
                let titled = format!("{title}\n{counted}");
                prop_assert_eq!(read(&titled, None), Ok(solution.clone()), "{}", titled);
            }
        }
    }

    #[test]
    fn listing_lines_have_a_maximum_width((puzzle, solution) in walks(), notation in notations()) {
        if notation != Notation::Words && let Ok(text) = write(notation, &puzzle, &solution) {
            for line in text.lines() {
                prop_assert!(unicode_width::UnicodeWidthStr::width(line) <= 80, "{}", line);
                prop_assert_eq!(line.trim(), line);
            }
        }
    }

    #[test]
    fn a_damaged_solution_is_read_or_refused(
        (puzzle, solution) in walks(),
        notation in notations(),
        wounds in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..4_usize, prop::sample::select(&SPLINTERS[..])), 1..4),
    ) {
        let Ok(text) = write(notation, &puzzle, &solution) else { return Ok(()) };
        let mut marks: Vec<char> = (text + &summary(&solution)).chars().collect();
        for (place, length, splinter) in wounds {
            let start = place.index(marks.len() + 1);
            let end = marks.len().min(start + length);
            marks.splice(start..end, splinter.chars());
        }
        let text: String = marks.into_iter().collect();
        if let Err(error) = parse(&puzzle, &text, None) {
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            prop_assert!(error.column <= line.chars().count() + 1, "{error:?}");
            prop_assert!(error.text.get(error.span.clone()).is_some(), "{error:?}");
            prop_assert!(!error.help.is_empty());
        }
    }

    #[test]
    fn any_marks_are_read_or_refused(
        puzzle in puzzles(),
        text in "([AUd12下二卒曹.#+]{1,2}[ud→下+-]?[0-9二十百×]{0,2}[ ,\n]{0,2}){0,12}",
    ) {
        let _ = parse(&puzzle, &text, None);
    }

    #[test]
    fn any_moves_are_written_or_refused(
        puzzle in puzzles(),
        metric in prop::sample::select(&Metric::ALL[..]),
        moves in prop::collection::vec((0..14_usize, any_path()), 0..5),
    ) {
        let from = puzzle.pieces()[0].anchor;
        let moves = moves.into_iter().map(|(piece, path)| Move { piece, from, path }).collect();
        let solution = Solution { metric, moves };
        for notation in Notation::ALL {
            if let Err(refused) = write(notation, &puzzle, &solution) {
                let is_special = matches!(notation, Notation::Fogleman | Notation::Pushes);
                prop_assert!(is_special, "{}", refused);
            }
        }
    }
}

fn any_path() -> impl Strategy<Value = Vec<Direction>> {
    prop::collection::vec(prop::sample::select(&Direction::ALL[..]), 0..4)
}

#[test]
fn tiles_are_named_by_their_numbers() {
    let text = "12 10 7 11\n4 5 1 2\n9 6 8 .\n3 13 14 15\n";
    let puzzle: Puzzle = text.parse().expect("tiles");
    let solution = parse(&puzzle, "8 right\n1 down\n7 down\n10 right\n", None).expect("moves");
    let words = "  1. 8   right\n  2. 1   down\n  3. 7   down\n  4. 10  right\n";
    assert_eq!(
        write(Notation::Words, &puzzle, &solution).as_deref(),
        Ok(words)
    );
    let terse = [
        (Notation::Compact, "8→ 1↓ 7↓ 10→\n"),
        (Notation::Ascii, "8r 1d 7d 10r\n"),
        (Notation::Chinese, "8右 1下 7下 10右\n"),
    ];
    for (notation, text) in terse {
        assert_eq!(write(notation, &puzzle, &solution).as_deref(), Ok(text));
    }
    for notation in [
        Notation::Words,
        Notation::Compact,
        Notation::Ascii,
        Notation::Chinese,
    ] {
        let text = write(notation, &puzzle, &solution).expect("it can be said");
        assert_eq!(
            parse(&puzzle, &text, None).as_ref(),
            Ok(&solution),
            "{text}"
        );
    }
    for other in ["A right", "10 10 right", "A 10 r", "1. 10 →"] {
        let moves = parse(&puzzle, other, None).map(|it| it.iter().map(|it| it.piece).collect());
        assert_eq!(moves, Ok(vec![1]), "{other}");
    }
    let error = parse(&puzzle, "16 left", None).expect_err("no such tile");
    assert_eq!(
        error.to_string(),
        "line 1, column 1: there is no piece `16`"
    );
    assert!(
        error
            .help
            .ends_with(": 12 10 7 11 4 5 1 2 9 6 8 3 13 14 15"),
        "{}",
        error.help
    );
}
