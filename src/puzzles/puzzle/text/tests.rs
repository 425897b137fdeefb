use proptest::prelude::*;

use super::*;
use crate::{
    excerpt::utf8,
    grid::{Cell, Direction},
    puzzle::{
        Goal, Metric, Movement, Optimum, PublishedOptimum, PuzzleInfo, SolvedWhen,
        testing::{almost, drafts},
    },
};

const CLASSIC: &str = "\
; the best known of all
name: Heng Dao Li Ma
name.zh: 横刀立马
alias.zh: 華容道、Klotski，a third
names: C=曹操 E=Guan Yu A=张飞
best: move=81 step=116*

A C C B
A C C B
D E E F
D G H F
I . . J

goal:
. . . .
. . . .
. . . .
. C C .
. C C .
";

fn one(text: &str) -> Puzzle {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> ParseError {
    parse(text).expect_err(text)
}

#[test]
fn every_line_of_the_classic_puzzle_is_parsed() {
    let puzzle = one(CLASSIC);
    assert_eq!((puzzle.grid().rows(), puzzle.grid().columns()), (5, 4));
    assert_eq!((puzzle.pieces().len(), puzzle.empty_cells()), (10, 2));
    assert_eq!(puzzle.pieces()[1].label(), "C 曹操");
    let names: Vec<&str> = puzzle.title().names().collect();
    assert_eq!(
        names,
        ["Heng Dao Li Ma", "横刀立马", "華容道", "Klotski", "a third"]
    );
    let guan_yu = puzzle.pieces().iter().find(|piece| piece.letter == 'E');
    assert_eq!(
        guan_yu.and_then(|piece| piece.name.as_deref()),
        Some("Guan Yu")
    );
    let PublishedOptimum::Known(best) = puzzle.best() else {
        panic!("it has an optimum")
    };
    assert_eq!(
        Metric::ALL.map(|metric| best.get(metric)),
        [Some(81), None, Some(116)]
    );
    assert_eq!(best.is_own, [false, false, true, false]);
    assert_eq!(puzzle.goals()[0].targets[0].anchor, Cell::new(3, 1));
    assert_eq!(one(&puzzle.to_string()), puzzle);
    assert!(CLASSIC.ends_with(puzzle.to_string().split_once("\n\n").expect("a header").1));
}

#[test]
fn the_rules_are_read_and_written() {
    let text = "\
best: impossible
pieces: axis
finish: clear
gate: + = B C
alike: AD BC

A B # C
D + . .

goal:
. . # .
A . B .

goal:
. . # D
. C . .
";
    let puzzle = one(text);
    assert_eq!(puzzle.to_string(), text);
    assert_eq!(
        (puzzle.movement(), puzzle.finish()),
        (Movement::Axis, SolvedWhen::Clear)
    );
    assert_eq!(puzzle.gate().cells, [Cell::new(1, 1)]);
    assert_eq!(puzzle.gate().pieces, [1, 2]);
    assert!(puzzle.are_interchangeable(0, 3) && !puzzle.are_interchangeable(0, 1));
    assert_eq!(puzzle.best(), PublishedOptimum::Impossible);
    assert_eq!(puzzle.goals().len(), 2);
}

#[test]
fn a_goal_may_lie_on_a_gate_that_an_interchangeable_piece_may_enter() {
    let text = "gate: + = B\nalike: AB\n\nA B +\n\ngoal:\n. . A\n";
    assert_eq!(one(text).to_string(), text);
}

#[test]
fn harmless_format_variations_are_accepted() {
    let tidy = one("name: 超\n\n超曹曹忠\n超...\n\ngoal:\n....\n..曹曹\n");
    let loose = "\u{feff}name： 超 \r\n\r\n超 曹\u{3000}曹\t忠\r\n ; a remark\r\n超...\r\n\
                 goal:\r\n\r\n  ....\r\n..曹曹";
    assert_eq!(one(loose), tidy);
    for gate in ["+ = A", "+=A", " += A ", "* =A"] {
        let mark = gate.trim().chars().next().expect("a mark");
        let puzzle = one(&format!("gate: {gate}\nA{mark}.\ngoal:\n.{mark}A\n"));
        assert_eq!(puzzle.gate().cells.len(), 1);
    }
}

#[test]
fn a_line_of_equals_signs_separates_puzzles() {
    let two = "===\nA.\ngoal:\n.A\n ===\n===\n; nothing\n===\nname: b\nB.\ngoal:\n.B\n===\n";
    let puzzles = parse(two).expect("two puzzles");
    let letters: Vec<char> = puzzles
        .iter()
        .map(|puzzle| puzzle.pieces()[0].letter)
        .collect();
    assert_eq!(letters, ['A', 'B']);
    let error = two.parse::<Puzzle>().expect_err("one wanted");
    assert_eq!(
        error.to_string(),
        "line 9, column 1: more than 1 puzzle in this text"
    );
    assert_eq!(parse(&write(&puzzles)).expect("sound"), puzzles);
}

#[test]
fn each_error_names_its_place() {
    // Each error as `line:column+width message / beginning of the help`.
    let table = crate::cases::rows(include_str!("tables/each_error_names_its_place.txt"));
    for [text, wanted] in table {
        let error = error(text);
        let ParseError {
            line,
            column,
            width,
            message,
            help,
            ..
        } = &error;
        let found = format!("{line}:{column}+{width} {message} / {help}");
        assert!(
            found.starts_with(wanted),
            "{text:?}\n gives {found:?}\nwanted {wanted:?}"
        );
        assert_eq!(
            error.to_string(),
            format!("line {line}, column {column}: {message}")
        );
        let marked = &error.text[error.span.clone()];
        assert!(
            marked.chars().count() == *width || marked.is_empty() && *width == 1,
            "{error:?}"
        );
    }
}

#[test]
fn texts_that_exceed_a_maximum_are_refused() {
    let high = "A\n".repeat(128);
    assert_eq!(
        error(&high).to_string(),
        "line 128, column 1: the frame has more than 127 rows"
    );
    let wide = "A".repeat(128);
    let error_at = error(&wide);
    assert_eq!((error_at.line, error_at.column), (1, 128));
    let goals = format!("A\n{}", "goal:\nA\n".repeat(4097));
    assert_eq!(error(&goals).message, "the puzzle has more than 4096 goals");
    let many = "A\ngoal:\nA\n===\n".repeat(MAX_PUZZLES + 1);
    assert_eq!(error(&many).message, "more than 65536 puzzles in this text");
}

#[test]
fn invalid_utf8_is_reported_with_its_position() {
    let bytes = b"\xef\xbb\xbfname: x\nnote: \xe6\x9b\xb9\xff\xfe!\n";
    let error = utf8(bytes).expect_err("not UTF-8");
    assert_eq!(
        error.to_string(),
        "line 2, column 8: byte 0xff is not UTF-8"
    );
    assert_eq!(&error.text[..error.span.end], "note: 曹\u{fffd}");
    let error = utf8(b"\xff\xfeA\0").expect_err("not UTF-8");
    assert_eq!((error.line, error.column), (1, 1));
    let error = utf8(b"\xef\xbb\xbf\xff").expect_err("not UTF-8");
    assert_eq!((error.line, error.column), (1, 1));
}

/// Letters in which frames are cut into pieces.
const LETTERS: [char; 6] = ['A', 'b', '7', '曹', 'é', 'Ж'];

/// Puzzles with names and rules of all kinds.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let title = (text(), text(), text(), text()).prop_map(|(name, zh, alias, note)| PuzzleInfo {
        name: Some(name),
        translations: vec![("zh".to_owned(), zh.clone()), ("de-CH".to_owned(), zh)],
        aliases: vec![alias.clone(), alias],
        source: Some(note.clone()),
        note: Some(note),
    });
    let drafts = (drafts(&LETTERS), title, text(), best(), any::<bool>());
    drafts.prop_filter_map("not sound", |(draft, title, name, best, has_exit)| {
        let letter = draft
            .goals
            .iter()
            .flat_map(|goal| goal.rows.iter().flatten());
        let letter = letter.copied().find(|cell| cell.is_alphanumeric());
        let piece_names = letter
            .into_iter()
            .map(|letter| (letter, name.clone()))
            .collect();
        let exits = letter
            .filter(|_| has_exit)
            .map(|letter| (letter, Direction::Down));
        let exits = exits.into_iter().collect();
        Draft {
            title,
            exits,
            piece_names,
            best,
            ..draft
        }
        .check()
        .ok()
    })
}

fn best() -> impl Strategy<Value = PublishedOptimum> {
    let known = any::<[Option<u32>; 3]>().prop_map(|numbers| {
        let mut optimum = Optimum::default();
        for (metric, number) in Metric::ALL.into_iter().zip(numbers) {
            *optimum.get_mut(metric) = number;
        }
        PublishedOptimum::Known(optimum)
    });
    prop_oneof![
        Just(PublishedOptimum::Unknown),
        Just(PublishedOptimum::Impossible),
        known
    ]
}

/// Words with characters of the format.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c=;:#.+,、 \t\n\u{7}曹\u{feff}]{0,12}", any::<String>()]
}

/// A file with a few changes.
fn almost_a_file() -> impl Strategy<Value = Vec<u8>> {
    let file = "name: x\nnames: A=a B=b\nbest: move=1\ngate: + = A\nalike: A B\nlock: A=row\n\n\
                A B +\nA # .\n\ngoal:\n. A .\n. A .\n===\n曹.\ngoal:\n.曹\n";
    almost(file, b"AB.#+=:;\n ")
}

/// Checks that any bytes give an error with a place, or puzzles that can be written.
fn holds_up(bytes: &[u8]) -> Result<(), TestCaseError> {
    match utf8(bytes).and_then(parse) {
        Ok(puzzles) => {
            let again = parse(&write(&puzzles)).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!(again, puzzles);
        }
        Err(error) => {
            prop_assert!(error.line >= 1 && error.column >= 1 && error.width >= 1);
            prop_assert!(error.text.get(error.span.clone()).is_some());
            prop_assert!(error.text.chars().count() <= 162);
            prop_assert!(!error.help.is_empty());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::cases::random_cases(256))]

    #[test]
    fn a_written_puzzle_is_read_back_unchanged(puzzle in puzzles()) {
        let text = puzzle.to_string();
        let again: Puzzle = text.parse().map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&again, &puzzle);
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn arbitrary_bytes_never_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        holds_up(&bytes)?;
    }

    #[test]
    fn arbitrary_text_never_causes_a_panic(text in "[AB曹.#+=:; \n\r\t\u{feff}a-f\u{301}]{0,80}") {
        holds_up(text.as_bytes())?;
    }

    #[test]
    fn nearly_valid_files_never_cause_a_panic(bytes in almost_a_file()) {
        holds_up(&bytes)?;
    }
}

#[test]
fn doors_are_read_and_written() {
    let text = "door: AB = right 1-2, left 1-2\ndoor: B = top 3 at 2\n\nA . # B\nA . . B\n";
    let written = "door: AB = left 1-2, right 1-2\ndoor: B = top 3 at 2\ngoal: gone\n\n\
                   A . # B\nA . . B\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    assert_eq!(puzzle.to_string(), written);
    assert_eq!(written.parse(), Ok(puzzle.clone()));
    assert!(puzzle.all_leave() && puzzle.goals() == [Goal::default()]);
    let drawn = format!("{text}\ngoal:\nA . # .\nA . . .\n");
    let drawn: Puzzle = drawn.parse().expect("a puzzle");
    assert!(!drawn.all_leave(), "the goal is drawn");
    let both = format!("goal: gone\n{drawn}");
    let both: Puzzle = both.parse().expect("a puzzle");
    assert!(both.all_leave() && both.goals() == drawn.goals());
    assert_eq!(both.to_string().parse(), Ok(both));
}

#[test]
fn pieces_that_wait_are_read_and_written() {
    let text = "lock: B=row A=C\ndoor: BC = left 2\nice: A=2 B = 1\n\nA .\nB C\n";
    let written = "lock: B=row A=C\ndoor: BC = left 2\nice: A=2 B=1\ngoal: gone\n\nA .\nB C\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    assert_eq!(puzzle.to_string(), written);
    assert_eq!(written.parse(), Ok(puzzle));
}

#[test]
fn locks_that_never_open_are_refused() {
    let board = "\ndoor: ABC = left 2\n\nA .\nB C\n";
    for (locks, column) in [("A=B B=A", 13), ("A=B B=C C=A", 17), ("A=B C=A B=C", 17)] {
        let text = format!("lock: {locks}{board}");
        let error = text.parse::<Puzzle>().expect_err(locks);
        assert_eq!((error.line, error.column), (1, column), "{locks}");
        assert!(error.message.contains("waits for the piece"), "{error}");
    }
    format!("lock: A=B B=C{board}")
        .parse::<Puzzle>()
        .expect("C leaves first");
}

#[test]
fn doors_name_colours() {
    let text = "colour: red = A B\ncolour: blue = C\ndoor: red = left 2\ndoor: blue A = left 1\n\n\
                A .\nB C\n";
    let written = "colour: red = A B\ncolour: blue = C\ndoor: AB = left 2\ndoor: AC = left 1\n\
                   goal: gone\n\nA .\nB C\n";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    assert_eq!(puzzle.to_string(), written);
    assert_eq!(written.parse().as_ref(), Ok(&puzzle));
    let below = "door: red = left 2\ndoor: blue A = left 1\ncolour: blue = C\ncolour: red = A B\n\n\
                 A .\nB C\n";
    let below: Puzzle = below
        .parse()
        .expect("colours below the doors that name them");
    assert_eq!(below.doors(), puzzle.doors());
}

#[test]
fn faulty_doors_are_located() {
    let board = "\n\nA . #\nA . .\n. . B\n";
    for [line, column, width, message] in
        crate::cases::rows(include_str!("tables/faulty_doors_are_located.txt"))
    {
        let width: usize = crate::cases::parsed(width);
        let column: usize = crate::cases::parsed(column);
        let error = format!("{line}{board}").parse::<Puzzle>().expect_err(line);
        let found = (
            error.line,
            error.column,
            error.width,
            error.message.as_str(),
        );
        assert_eq!(found, (1, column, width, message), "{line}");
    }
}

#[test]
fn an_optimum_without_lengths_is_not_written() {
    let puzzle: Puzzle = "A . .\n\ngoal:\n. . A\n".parse().expect("a puzzle");
    let start = [puzzle.pieces()[0].anchor];
    let best = PublishedOptimum::Known(Optimum::default());
    let told = puzzle.starting_at(&start, PuzzleInfo::default(), best);
    let told = told.expect("its own start").to_string();
    assert!(told.parse::<Puzzle>().is_ok(), "{told}");
}

/// Thirteen cells with names, headers and a goal.
const NAMED: &str = "names: A1=Boss\nlock: B12=column\ngate: + = A1 X\nalike: C3D4 X\ndistinct: B12\n\
    colour: red = C3 D4\ndoor: red X = right 3\nice: X=1\n\n\
    A1 A1 . B12 C3\nA1 . X B12 D4\n+ . . . .\n\ngoal:\n.....\n. A1 A1 . .\n_ A1 ...\n";

#[test]
fn a_letter_with_a_number_names_a_piece_where_every_cell_is_a_word() {
    let puzzle = one(NAMED);
    let labels: Vec<String> = puzzle.pieces().iter().map(Piece::label).collect();
    assert_eq!(labels, ["A1 Boss", "B12", "C3", "X", "D4"]);
    assert_eq!(puzzle.alike(), [vec![2, 4], vec![3]]);
    assert_eq!(puzzle.distinct(), [1]);
    assert_eq!(puzzle.gate().pieces, [0, 3]);
    assert_eq!(puzzle.colours()[0].pieces, [2, 4]);
    assert_eq!(puzzle.doors()[0].pieces, [2, 3, 4]);
    let written = puzzle.to_string();
    assert_eq!(one(&written), puzzle, "{written}");
    assert!(written.contains("alike: C3D4 X\n"), "{written}");
    assert!(written.contains("\n A1  A1   . B12  C3\n"), "{written}");
}

#[test]
fn letters_and_digits_that_are_no_names_stay_pieces_of_one_sign() {
    for (text, pieces) in [
        ("A1 B2\nA1B2 \n....\n\ngoal:\n....\nA...\nA...\n", 4),
        ("A1\n..\n\ngoal:\n..\n.1\n", 2),
        ("distinct: A1\n\nA . 1\n. . .\n\ngoal:\n. . .\nA . .\n", 2),
        ("A 1 .\nA 1 .\n\ngoal:\n. A 1\n. A 1\n", 2),
    ] {
        assert_eq!(one(text).pieces().len(), pieces, "{text}");
    }
}

#[test]
fn errors_call_pieces_by_their_names() {
    for [text, message] in
        crate::cases::rows(include_str!("tables/errors_call_pieces_by_their_names.txt"))
    {
        assert_eq!(error(text).message, message, "{text}");
    }
}
