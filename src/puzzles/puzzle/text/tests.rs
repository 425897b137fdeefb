use std::io;

use proptest::prelude::*;

use super::*;
use crate::grid::{Cell, Direction};
use crate::puzzle::testing::{almost, drafts};
use crate::puzzle::{Draft, Metric, Movement, Optimum, PublishedOptimum, PuzzleInfo, SolvedWhen};

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
fn every_line_of_the_classic_is_read() {
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
    assert_eq!(best.is_own, [false, false, true]);
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
fn liberties_are_accepted() {
    let tidy = one("name: 超\n\n超曹曹忠\n超...\n\ngoal:\n....\n..曹曹\n");
    let loose = "\u{feff}name： 超 \r\n\r\n超 曹\u{3000}曹\t忠\r\n ; a remark\r\n超...\r\n\
                 goal:\r\n\r\n  ....\r\n..曹曹";
    assert_eq!(one(loose), tidy);
    assert_eq!(parse_bytes(loose.as_bytes()).expect("sound"), [tidy]);
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
    let table = [
        (
            "",
            "1:1+1 there is no puzzle in this text / draw a frame, and below",
        ),
        (
            "\n; only a remark\n",
            "3:1+1 there is no puzzle in this text / draw a frame, and below",
        ),
        ("name: A\n", "1:1+7 the puzzle has no frame / draw it"),
        (
            "nmae: A\n",
            "1:1+4 unknown key `nmae` / did you mean `name`?",
        ),
        (
            "name: A\n bets: 3\n",
            "2:2+4 unknown key `bets` / did you mean `best`?",
        ),
        ("gaol:\n", "1:1+4 unknown key `gaol` / did you mean `goal`?"),
        (
            "author.zh: x\n",
            "1:1+9 unknown key `author.zh` / the keys are `name`, `alias`,",
        ),
        (": x\n", "1:1+1 unknown key `` / the keys are `name`,"),
        (
            "name.: x\n",
            "1:1+5 `name.` does not name a language / write it as a tag",
        ),
        (
            "alias.中文: x\n",
            "1:1+8 `alias.中文` does not name a language / write it as",
        ),
        (
            "name: A\n\nname: B\n",
            "3:1+4 `name` was already given in line 1 / keep one",
        ),
        (
            "note:\n",
            "1:1+4 `note` has no value / write one behind the colon",
        ),
        (
            "A.\n\nnote: x\n",
            "3:1+4 `note` stands below the frame / move it above the frame",
        ),
        (
            "A.\n\nnode: x\n",
            "3:1+4 unknown key `node` / did you mean `note`?",
        ),
        (
            "goal:\n.A\n",
            "1:1+4 a goal stands before the frame / draw the frame",
        ),
        (
            "A.\ngoal: x y\n",
            "2:7+3 `goal:` cannot be `x y` / draw the goal in the lines",
        ),
        (
            "A.\n\nB.\n",
            "3:1+2 this row belongs to no grid / an empty line ends a grid",
        ),
        (
            "A.\n\nGoal\n.A\n",
            "3:1+4 `Goal` has no colon / did you mean `goal:`?",
        ),
        (
            "A.\ngoal\n.A\n",
            "2:1+4 `goal` has no colon / did you mean `goal:`?",
        ),
        (
            "AAB.\ngoal\n\n.AAB\n",
            "2:1+4 `goal` has no colon / did you mean `goal:`?",
        ),
        (
            "A.\ngoal:\n.A\n\n. .\n",
            "5:1+3 this row belongs to no grid / an empty line",
        ),
        (
            "pieces: fre\n",
            "1:9+3 `pieces` cannot be `fre` / write `free` or `axis`",
        ),
        (
            "finish: x y\n",
            "1:9+3 `finish` cannot be `x y` / write `reach` or `clear`",
        ),
        (
            "best: move=81 slides=90\n",
            "1:15+9 `slides=90` is not a length / write any of",
        ),
        (
            "best: move=+1\n",
            "1:7+7 `move=+1` is not a length / write any of",
        ),
        (
            "best: step=4294967296\n",
            "1:7+15 `step=4294967296` is not a length / write",
        ),
        (
            "best: step=1 step=2\n",
            "1:14+6 the optimum in `step` is given twice / write",
        ),
        (
            "names: 曹操\n",
            "1:8+2 `曹操` names no piece / write a letter, `=` and a name",
        ),
        (
            "names: A=a CE=曹操\n",
            "1:12+5 `CE=曹操` names no piece / write a letter",
        ),
        ("names: A=\n", "1:8+2 `A=` names no piece / write a letter"),
        (
            "gate: + A\n",
            "1:7+3 this does not tell who may enter the gate / write its mark",
        ),
        (
            "gate: +\n",
            "1:7+1 this does not tell who may enter the gate / write its mark",
        ),
        (
            "A\u{1b}[2J.\n",
            "1:2+1 a control character, U+001B / take it out",
        ),
        (
            "A.\rB.\n",
            "1:3+1 a control character, U+000D / lines end in LF or CRLF",
        ),
        (
            "A B .\nA B\n",
            "2:1+3 this row has 2 cells, the first one has 3 / draw all rows",
        ),
        ("A 曹 ？\n", "1:5+1 `？` is not a cell / a cell is a letter"),
        (
            "A .\n. A\n",
            "2:3+1 piece `A` is in two parts / give each piece its own",
        ),
        ("# .\n", "1:1+3 the frame holds no piece / draw each piece"),
        (
            "A .\n\n",
            "1:1+3 the puzzle has no goal / below a line `goal:`, draw how",
        ),
        (
            "A.\ngoal:\n..\n",
            "2:1+5 this goal asks for nothing / draw at least one",
        ),
        (
            "A.\ngoal:\n\n===",
            "2:1+5 this goal has 0 rows, the frame has 1 / draw the whole",
        ),
        (
            "A.\ngoal:\n.A\n..\n..\n",
            "4:1+2 this goal has 3 rows, the frame has 1 / draw",
        ),
        (
            "A.\n..\ngoal:\n.A\n",
            "4:1+2 this goal has 1 row, the frame has 2 / draw",
        ),
        (
            "A.\ngoal:\n.A.\n",
            "3:1+3 this row has 3 cells, those of the frame have 2 / draw",
        ),
        (
            "A.\ngoal:\n. a\n",
            "3:3+1 the frame has no piece `a` / use a letter of the frame",
        ),
        (
            "AA.\ngoal:\n..A\n",
            "3:3+1 piece `A` has 2 cells, this goal draws 1 / draw the",
        ),
        (
            "AA\n..\ngoal:\n.A\n.A\n",
            "4:2+1 piece `A` has another shape in the frame / draw",
        ),
        (
            "A#\ngoal:\n.A\n",
            "3:2+1 piece `A` cannot stand here: the frame has a wall / pieces",
        ),
        (
            "A.\ngoal:\nA#\n",
            "3:2+1 a wall in the goal where the frame has none / write `.`",
        ),
        (
            "names: A=a B=b\nA.\n",
            "1:12+1 the frame has no piece `B` / use a letter",
        ),
        (
            "names: A=a A=b\nA.\n",
            "1:12+1 piece `A` is named twice / name each",
        ),
        (
            "gate: # = A\nA#\n",
            "1:7+1 `#` cannot mark a gate / take a sign",
        ),
        (
            "gate: + = A\nA.\n",
            "1:7+1 no cell of the frame is drawn as the gate `+` / draw its",
        ),
        (
            "gate: + = A X\nA+\n",
            "1:13+1 the frame has no piece `X` / use a letter",
        ),
        (
            "gate: + =\nA+\ngoal:\n.A\n",
            "4:2+1 piece `A` cannot stand here: the gate `+` does",
        ),
        (
            "alike: AB C\nABBC.\n",
            "1:9+1 pieces `B` and `A` differ in shape / only pieces",
        ),
        (
            "alike: AB C\nAB.\n",
            "1:11+1 the frame has no piece `C` / use a letter",
        ),
        (
            "alike: A BA\nAB.\n",
            "1:11+1 piece `A` is named twice / name each",
        ),
        (
            "alike: AB\ndistinct: A\nAB.\n",
            "2:11+1 piece `A` is alike others, and cannot",
        ),
        (
            "gate: + = A A\nA+\n",
            "1:13+1 piece `A` is named twice / name each",
        ),
        (
            "gate: * = A\nA+\n",
            "2:2+1 `+` is not a cell / write the cells",
        ),
        (
            "lock: A=row B=row\nA.\n",
            "1:13+1 the frame has no piece `B` / use a letter",
        ),
        (
            "exit: A=up\n#\nA\n",
            "1:7+1 piece `A` cannot leave through this side: up / take a",
        ),
        ("A.\ngoal:\n.!\n", "3:2+1 `!` is not a cell / a cell is"),
    ];
    for (text, wanted) in table {
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
fn bytes_that_are_not_utf8_are_pointed_at() {
    let bytes = b"\xef\xbb\xbfname: x\nnote: \xe6\x9b\xb9\xff\xfe!\n";
    let error = parse_bytes(bytes).expect_err("not UTF-8");
    assert_eq!(
        error.to_string(),
        "line 2, column 8: byte 0xff is not UTF-8"
    );
    assert_eq!(&error.text[..error.span.end], "note: 曹\u{fffd}");
    let error = parse_bytes(b"\xff\xfeA\0").expect_err("not UTF-8");
    assert_eq!((error.line, error.column), (1, 1));
    let error = parse_bytes(b"\xef\xbb\xbf\xff").expect_err("not UTF-8");
    assert_eq!((error.line, error.column), (1, 1));
}

#[test]
fn reading_stops_at_the_limit() {
    assert_eq!(read(CLASSIC.as_bytes()).expect("sound"), [one(CLASSIC)]);
    let error = read(io::repeat(b'\n')).expect_err("endless");
    assert_eq!(error.to_string(), "the text is larger than 8 MiB");
    let full = vec![b'\n'; MAX_BYTES];
    assert!(matches!(read(&full[..]), Err(ReadError::Parse(_))));
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
    match parse_bytes(bytes) {
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
    #[test]
    fn a_puzzle_reads_back_as_it_was(puzzle in puzzles()) {
        let text = puzzle.to_string();
        let again: Puzzle = text.parse().map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&again, &puzzle);
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        holds_up(&bytes)?;
    }

    #[test]
    fn any_text_is_survived(text in "[AB曹.#+=:; \n\r\t\u{feff}a-f\u{301}]{0,80}") {
        holds_up(text.as_bytes())?;
    }

    #[test]
    fn almost_files_are_survived(bytes in almost_a_file()) {
        holds_up(&bytes)?;
    }
}
