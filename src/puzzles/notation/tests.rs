//! Properties of all notations, their detection, and the checks that the tests of single notations
//! share.

use proptest::prelude::*;

use super::*;
use crate::{
    grid::{Cell, Direction},
    puzzle::{
        Goal, PieceId,
        testing::{self, almost},
    },
};

/// Letters in which frames are cut into pieces.
const LETTERS: [char; 8] = ['A', 'b', '7', '曹', 'é', 'X', 'd', 'E'];

/// Puzzles with all rules, alone and together.
fn ruled_puzzles() -> impl Strategy<Value = Puzzle> {
    testing::drafts(&LETTERS).prop_filter_map("not sound", |draft| draft.check().ok())
}

/// Puzzles with the target of one piece and without further rules.
fn plain_puzzles() -> impl Strategy<Value = Puzzle> {
    testing::plain_drafts(&LETTERS).prop_filter_map("not sound", |draft| draft.check().ok())
}

/// Checks that two puzzles differ in letters and words only.
pub fn same(one: &Puzzle, other: &Puzzle) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.grid(), other.grid());
    same_pieces(one, other)
}

/// Checks that two puzzles have the same pieces in the same places, and the same goals.
fn same_pieces(one: &Puzzle, other: &Puzzle) -> Result<(), TestCaseError> {
    let pieces = |puzzle: &Puzzle| -> Vec<_> {
        let steps = |piece| Direction::ALL.map(|direction| puzzle.may_step(piece, direction));
        let all = puzzle.pieces().iter().enumerate();
        all.map(|(id, piece)| (piece.anchor, piece.shape.clone(), steps(id)))
            .collect()
    };
    prop_assert_eq!(pieces(one), pieces(other));
    prop_assert_eq!(one.kinds(), other.kinds());
    prop_assert_eq!(goals(one), goals(other));
    prop_assert_eq!(one.gate(), other.gate());
    prop_assert_eq!(one.finish(), other.finish());
    Ok(())
}

/// A goal: kinds of pieces with their anchors, and cells that must be empty.
type SampleGoal = (Vec<(usize, Cell)>, Vec<Cell>);

/// Returns the goals in terms of kinds, sorted.
fn goals(puzzle: &Puzzle) -> Vec<SampleGoal> {
    let kinds = puzzle.kinds();
    let kind = |piece: PieceId| {
        kinds
            .iter()
            .position(|kind| kind.contains(&piece))
            .unwrap_or(0)
    };
    let goal = |goal: &Goal| {
        let mut targets: Vec<(usize, Cell)> = goal
            .targets
            .iter()
            .map(|target| (kind(target.piece), target.anchor))
            .collect();
        targets.sort_unstable();
        (targets, goal.empties.clone())
    };
    let mut goals: Vec<_> = puzzle.goals().iter().map(goal).collect();
    goals.sort_unstable();
    goals.dedup();
    goals
}

/// Checks that each of these texts is refused with a help and a message that begins like this:
/// `line:column+width message`.
#[track_caller]
pub fn misread(notation: Notation, table: &str) {
    for [text, wanted] in crate::cases::rows(table) {
        let error = read(notation, text).expect_err(text);
        let ParseError {
            line,
            column,
            width,
            message,
            help,
            ..
        } = error;
        let said = format!("{line}:{column}+{width} {message}");
        assert!(
            said.starts_with(wanted) && !help.is_empty(),
            "{text}: {said}"
        );
    }
}

/// Checks that the notation refuses these puzzles with these messages.
#[track_caller]
pub fn refused(notation: Notation, table: &str) {
    for [text, what] in crate::cases::rows(table) {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}{error}"));
        let said = write(notation, &puzzle).expect_err(text).to_string();
        crate::cases::begins(&said, &format!("`{notation}` cannot express {what}"));
    }
}

/// Returns the only puzzle of this text.
#[track_caller]
pub fn one(notation: Notation, text: &str) -> Puzzle {
    let puzzles = read(notation, text);
    let mut puzzles = puzzles.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

/// Checks that reading this text gives a valid error, or puzzles that can be written and read
/// again.
fn holds_up(notation: Notation, text: &str) -> Result<(), TestCaseError> {
    match read(notation, text) {
        Ok(puzzles) => {
            prop_assert!(!puzzles.is_empty());
            for puzzle in puzzles {
                let Ok(written) = write(notation, &puzzle) else {
                    continue;
                };
                let again = read(notation, &written);
                let again =
                    again.map_err(|error| TestCaseError::fail(format!("{error}\n{written}")))?;
                prop_assert_eq!(again.len(), 1);
                same_pieces(&again[0], &puzzle)?;
            }
        }
        Err(error) => is_sound(notation, text, &error)?,
    }
    Ok(())
}

/// Checks that an error has a place in its text and a remedy.
fn is_sound(notation: Notation, text: &str, error: &ParseError) -> Result<(), TestCaseError> {
    let read_as = format!(" (read as {notation})");
    prop_assert!(error.message.ends_with(&read_as) || notation == Notation::Huarong);
    prop_assert!(error.line >= 1 && error.line <= text.lines().count().max(1));
    prop_assert!(error.column >= 1 && error.width >= 1);
    prop_assert!(error.text.get(error.span.clone()).is_some());
    prop_assert!(error.text.chars().count() <= 162);
    prop_assert!(!error.message.is_empty() && !error.help.is_empty());
    Ok(())
}

/// Random bytes as text.
fn bytes() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Puzzles that some notations can represent.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    let layouts = (0..CommonCode::COUNT).prop_map(|rank| {
        let code = CommonCode::from_rank(rank)
            .expect("there are as many")
            .to_string();
        read(Notation::CommonCode, &code).expect("a code").remove(0)
    });
    prop_oneof![ruled_puzzles(), plain_puzzles(), layouts, cars()]
}

/// Rush Hour boards of random cars, without those that do not fit.
fn cars() -> impl Strategy<Value = Puzzle> {
    let car = (any::<bool>(), 2..4_usize, any::<prop::sample::Index>());
    let boards = (
        2..8_usize,
        prop::collection::vec(car, 0..12),
        any::<[prop::sample::Index; 3]>(),
    );
    boards.prop_map(|(side, cars, [primary, one, other])| {
        let mut cells = vec!['o'; side * side];
        let mut put = |first: usize, stride: usize, length: usize, letter: char| {
            let last = first + stride * (length - 1);
            let fits = last < cells.len() && (stride == side || last / side == first / side);
            let place: Vec<usize> = (first..=last).step_by(stride).collect();
            if fits && place.iter().all(|&cell| cells[cell] == 'o') {
                for cell in place {
                    cells[cell] = letter;
                }
            }
        };
        let row = primary.index(side);
        put(row * side, 1, 2, 'A');
        for ((flat, length, first), letter) in cars.into_iter().zip('B'..) {
            put(
                first.index(side * side),
                if flat { 1 } else { side },
                length,
                letter,
            );
        }
        for wall in [one, other] {
            let wall = wall.index(side * side);
            if cells[wall] == 'o' && wall / side != row {
                cells[wall] = 'x';
            }
        }
        read(Notation::Rush, &String::from_iter(cells))
            .expect("a board")
            .remove(0)
    })
}

/// A text in each notation.
const TEXTS: [(Notation, &str); 4] = [
    (
        Notation::Huarong,
        "name: x\ngate: + = A\n\nAA.\n.B+\n.B#\ngoal:\n.AA\n..+\n..#\n",
    ),
    (Notation::CommonCode, "1A9BF0C00\n4FEA13400\n"),
    (Notation::ShortCode, "4WVE1\naxczn\n"),
    (
        Notation::Rush,
        "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\nAAoo\n",
    ),
];

fn notations() -> impl Strategy<Value = Notation> {
    prop::sample::select(&Notation::ALL[..])
}

/// A text in some notation with a few changes.
fn almost_texts() -> impl Strategy<Value = String> {
    let signs = b"AB.#*@ox+-,:;'\"[{() 019amdef\n\r\t";
    let bytes = prop::sample::select(&TEXTS[..]).prop_flat_map(|(_, text)| almost(text, signs));
    bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether the text is so short that it could be a row of a drawn board, or a code.
fn is_tiny(text: &str) -> bool {
    text.trim().chars().count() < 16
}

proptest! {
    #![proptest_config(crate::cases::random_cases(256))]

    #[test]
    fn written_puzzles_are_read_back(puzzle in puzzles()) {
        for notation in Notation::ALL {
            let text = match write(notation, &puzzle) {
                Ok(text) => text,
                Err(NotRepresentable { what, .. }) => {
                    prop_assert!(!what.is_empty() && notation != Notation::Huarong);
                    continue;
                }
            };
            prop_assert!(text.ends_with('\n'));
            let again = read(notation, &text);
            let again = again.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            prop_assert_eq!(again.len(), 1, "{}", text);
            same(&again[0], &puzzle)?;
            prop_assert_eq!(write(notation, &again[0]), Ok(text.clone()));
            let is_number = notation == Notation::ShortCode
                && text.trim_end().bytes().all(|digit| digit.is_ascii_digit());
            // `33X11` is a size.
            if is_number || crate::excerpt::is_size(&text) {
                // It could be in any notation, so the caller must name it.
                prop_assert_eq!(detect(&text), None, "{}", text);
            } else if notation != Notation::Rush || !is_tiny(&text) {
                prop_assert_eq!(detect(&text), Some(notation), "{}", text);
            }
        }
    }

    #[test]
    fn kinds_are_the_interchangeable_pieces(puzzle in ruled_puzzles()) {
        let kinds = puzzle.kinds();
        let count = puzzle.pieces().len();
        let mut kind_of = vec![usize::MAX; count];
        for (kind, members) in kinds.iter().enumerate() {
            for &piece in members {
                prop_assert_eq!(kind_of[piece], usize::MAX);
                kind_of[piece] = kind;
            }
        }
        for one in 0..count {
            for other in 0..count {
                prop_assert_eq!(kind_of[one] == kind_of[other], puzzle.are_interchangeable(one, other));
            }
        }
    }

    #[test]
    fn several_written_puzzles_are_all_read_back(
        puzzles in prop::collection::vec(puzzles(), 2..5),
        notation in notations(),
    ) {
        let said: Vec<(Puzzle, String)> = puzzles
            .into_iter()
            .filter_map(|puzzle| write(notation, &puzzle).ok().map(|text| (puzzle, text)))
            .collect();
        let texts: Vec<String> = said.iter().map(|(_, text)| text.clone()).collect();
        if texts.is_empty() {
            return Ok(());
        }
        let text = join(notation, &texts);
        let again = read(notation, &text);
        let again = again.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(again.len(), said.len());
        for (again, (puzzle, _)) in again.iter().zip(&said) {
            same(again, puzzle)?;
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in prop_oneof![almost_texts(), bytes(), any::<String>()],
        notation in notations(),
    ) {
        holds_up(notation, &text)?;
        if let Some(notation) = detect(&text) {
            holds_up(notation, &text)?;
        }
    }
}

#[test]
fn the_texts_of_all_notations_are_valid() {
    for (notation, text) in TEXTS {
        let puzzles = read(notation, text);
        assert!(puzzles.is_ok(), "{notation}: {puzzles:?}");
        assert_eq!(detect(text), Some(notation));
    }
}

#[test]
fn every_notation_can_represent_some_random_puzzles() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut said = Notation::ALL.map(|_| 0);
    for _ in 0..300 {
        let puzzle = puzzles().new_tree(&mut runner).expect("a puzzle").current();
        for (said, notation) in said.iter_mut().zip(Notation::ALL) {
            *said += usize::from(write(notation, &puzzle).is_ok());
        }
    }
    assert!(said.iter().all(|&said| said >= 20), "{said:?}");
}

#[test]
fn each_notation_is_recognized_from_its_text() {
    for (text, wanted) in [
        ("name: x\n\nA .\n\ngoal:\n. A\n", Notation::Huarong),
        ("; a remark\n\nname.zh: x\n\nA *\n", Notation::Huarong),
        ("\u{feff}exit: A=right\nA A *\n", Notation::Huarong),
        ("1A9BF0C00", Notation::CommonCode),
        ("\r\n 1a9bf0c00 \r\n", Notation::CommonCode),
        ("4WVE1", Notation::ShortCode),
        ("4wve1\nAXCZN\n", Notation::ShortCode),
        ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", Notation::Rush),
        (
            "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n",
            Notation::Rush,
        ),
        ("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...", Notation::Rush),
    ] {
        assert_eq!(detect(text), Some(wanted), "{text}");
    }
}

#[test]
fn texts_without_a_recognizable_notation_are_not_recognized() {
    for [text] in crate::cases::rows(include_str!(
        "tables/texts_without_a_recognizable_notation_are_not_recognized.txt"
    )) {
        assert_eq!(detect(text), None, "{text}");
    }
}

#[test]
fn the_notation_is_the_given_one_or_the_recognized_one() {
    let pieces = |notation| {
        let read = read_any("\u{feff}1A9BF\n", notation);
        read.map(|reading| reading.puzzles[0].pieces().len())
    };
    // As five digits of base 32, and as nine hexadecimal ones of which four are left away.
    assert_eq!(pieces(None).ok(), Some(6));
    assert_eq!(pieces(Some(Notation::CommonCode)).ok(), Some(9));
    assert!(pieces(Some(Notation::Huarong)).is_err());
}
