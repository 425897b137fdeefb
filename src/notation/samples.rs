//! Puzzles and texts for the tests of the notations, and what they must have in common.

use proptest::prelude::*;

use super::{Notation, ParseError};
use crate::grid::{Cell, Direction};
use crate::puzzle::{Goal, PieceId, Puzzle, testing};

/// Letters in which frames are cut into pieces.
const LETTERS: [char; 8] = ['A', 'b', '7', '曹', 'é', 'X', 'd', 'E'];

/// Puzzles with every rule there is, alone and together.
pub(super) fn puzzles() -> impl Strategy<Value = Puzzle> {
    testing::drafts(&LETTERS).prop_filter_map("not sound", |draft| draft.check().ok())
}

/// Puzzles of one piece that must reach a place, without more rules.
pub(super) fn plain_puzzles() -> impl Strategy<Value = Puzzle> {
    testing::plain_drafts(&LETTERS).prop_filter_map("not sound", |draft| draft.check().ok())
}

/// Checks that two puzzles differ in letters and words only.
pub(super) fn same(one: &Puzzle, other: &Puzzle) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.grid(), other.grid());
    same_pieces(one, other)
}

/// Checks that two puzzles have the same pieces in the same places, and the same goals.
pub(super) fn same_pieces(one: &Puzzle, other: &Puzzle) -> Result<(), TestCaseError> {
    let pieces = |puzzle: &Puzzle| -> Vec<_> {
        let steps = |piece| Direction::ALL.map(|direction| puzzle.may_step(piece, direction));
        let all = puzzle.pieces().iter().enumerate();
        all.map(|(id, piece)| (piece.anchor, piece.shape.clone(), steps(id))).collect()
    };
    prop_assert_eq!(pieces(one), pieces(other));
    prop_assert_eq!(one.kinds(), other.kinds());
    prop_assert_eq!(goals(one), goals(other));
    prop_assert_eq!(one.gate(), other.gate());
    prop_assert_eq!(one.finish(), other.finish());
    Ok(())
}

/// What a goal asks for: kinds of pieces and their anchors, and cells that must be empty.
type SampleGoal = (Vec<(usize, Cell)>, Vec<Cell>);

/// The goals in a fixed order, in terms of kinds.
fn goals(puzzle: &Puzzle) -> Vec<SampleGoal> {
    let kinds = puzzle.kinds();
    let kind = |piece: PieceId| kinds.iter().position(|kind| kind.contains(&piece)).unwrap_or(0);
    let goal = |goal: &Goal| {
        let mut targets: Vec<(usize, Cell)> =
            goal.targets.iter().map(|target| (kind(target.piece), target.anchor)).collect();
        targets.sort_unstable();
        (targets, goal.empties.clone())
    };
    let mut goals: Vec<_> = puzzle.goals().iter().map(goal).collect();
    goals.sort_unstable();
    goals.dedup();
    goals
}

/// Holds that each of these texts is refused with a help, and with a message that begins so:
/// `line:column+width message`.
#[track_caller]
pub(super) fn misread(notation: Notation, cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        let error = super::read(notation, text).expect_err(text);
        let ParseError { line, column, width, message, help, .. } = error;
        let said = format!("{line}:{column}+{width} {message}");
        assert!(said.starts_with(wanted) && !help.is_empty(), "{text}: {said}");
    }
}

/// Holds that the notation cannot say these puzzles, with a message that goes on so.
#[track_caller]
pub(super) fn refused(notation: Notation, cases: &[(&str, &str)]) {
    for (text, what) in cases {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}{error}"));
        let said = super::write(notation, &puzzle).expect_err(text).to_string();
        assert!(said.starts_with(&format!("{notation} cannot say {what}")), "{said}");
    }
}

/// The one puzzle of this text.
#[track_caller]
pub(super) fn one(notation: Notation, text: &str) -> Puzzle {
    let puzzles = super::read(notation, text);
    let mut puzzles = puzzles.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

/// Checks that reading this text ends well, and that a puzzle in it can be written and read again.
pub(super) fn holds_up(notation: Notation, text: &str) -> Result<(), TestCaseError> {
    match super::read(notation, text) {
        Ok(puzzles) => {
            prop_assert!(!puzzles.is_empty());
            for puzzle in puzzles {
                let Ok(written) = super::write(notation, &puzzle) else { continue };
                let again = super::read(notation, &written);
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

/// Checks that an error points into its text and says what to do.
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

/// What bytes at random look like once they are text.
pub(super) fn bytes() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
