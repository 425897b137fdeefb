//! Puzzles and texts for the tests of the notations, and what they must have in common.

use proptest::prelude::*;
use proptest::sample::Index;

use super::{Notation, ParseError};
use crate::grid::{Cell, Direction};
use crate::puzzle::testing::keep_first_parts;
use crate::puzzle::{Draft, Drawing, EMPTY, Finish, Goal, Lock, Movement, PieceId, Puzzle};

/// Letters in which frames are cut into pieces.
const LETTERS: [char; 8] = ['A', 'b', '7', '曹', 'é', 'X', 'd', 'E'];

/// Puzzles with every rule there is, alone and together.
pub(super) fn puzzles() -> impl Strategy<Value = Puzzle> {
    let rules = (any::<[bool; 6]>(), any::<[Index; 6]>(), 0..4_u8);
    (frames(), rules).prop_filter_map("no piece", |(rows, (flags, picks, locks))| {
        ruled(rows, flags, picks, locks).check().ok()
    })
}

/// Puzzles of one piece that must reach a place, without more rules.
pub(super) fn plain_puzzles() -> impl Strategy<Value = Puzzle> {
    (frames(), any::<[Index; 6]>())
        .prop_filter_map("no piece", |(rows, picks)| ruled(rows, [false; 6], picks, 0).check().ok())
}

/// Frames with walls, cells of a gate (`+`), and pieces that are connected.
fn frames() -> impl Strategy<Value = Vec<Vec<char>>> {
    let cell = prop_oneof![
        5 => prop::sample::select(&LETTERS[..]),
        4 => Just('.'),
        1 => Just('#'),
        1 => Just('+'),
    ];
    let cells = move |(rows, columns): (usize, usize)| {
        prop::collection::vec(prop::collection::vec(cell.clone(), columns), rows)
    };
    (1..7_usize, 1..7_usize).prop_flat_map(cells).prop_map(|mut rows| {
        keep_first_parts(&mut rows, &LETTERS);
        rows
    })
}

/// A draft of this frame with the rules that the flags ask for, and the goals that the picks name.
fn ruled(
    mut rows: Vec<Vec<char>>,
    [axis, clear, gated, distinct, second, more]: [bool; 6],
    picks: [Index; 6],
    locks: u8,
) -> Draft {
    let has_gate = gated && rows.iter().flatten().any(|&cell| cell == '+');
    if !has_gate {
        rows.iter_mut().flatten().filter(|cell| **cell == '+').for_each(|cell| *cell = '.');
    }
    let letters: Vec<char> =
        LETTERS.into_iter().filter(|letter| rows.iter().flatten().any(|c| c == letter)).collect();
    let Some(&hero) = letters.get(picks[0].index(letters.len().max(1))) else {
        return Draft::default();
    };
    let other = letters[picks[1].index(letters.len())];
    let mut goal = open(&rows);
    place(&rows, &mut goal, hero, picks[2]);
    let mut goals = vec![Drawing { rows: goal.clone() }];
    if second {
        let mut goal = open(&rows);
        place(&rows, &mut goal, if more { other } else { hero }, picks[3]);
        goals.push(Drawing { rows: goal });
    } else if more {
        place(&rows, &mut goal, other, picks[4]);
        let (row, column) = (picks[3].index(goal.len()), picks[5].index(goal[0].len()));
        if goal[row][column] == '.' && picks[5].index(2) == 0 {
            goal[row][column] = EMPTY;
        }
        goals = vec![Drawing { rows: goal }];
    }
    let lock = [Lock::Row, Lock::Column, Lock::Fixed];
    let locks = letters.iter().zip(lock).take(usize::from(locks)).map(|(&l, lock)| (l, lock));
    let twins: Vec<char> = letters
        .iter()
        .copied()
        .filter(|&letter| looks(&rows, letter) == looks(&rows, hero))
        .collect();
    Draft {
        locks: locks.collect(),
        frame: Drawing { rows },
        goals,
        movement: if axis { Movement::Axis } else { Movement::Free },
        finish: if clear && more { Finish::Clear } else { Finish::Reach },
        gate: has_gate.then(|| ('+', vec![hero])),
        distinct: if distinct { vec![other] } else { Vec::new() },
        alike: if axis && !distinct && more { vec![twins] } else { Vec::new() },
        ..Draft::default()
    }
}

/// The frame without its pieces and gates.
fn open(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    let wall = |&cell: &char| if cell == '#' { '#' } else { '.' };
    rows.iter().map(|row| row.iter().map(wall).collect()).collect()
}

/// The cells of a letter.
fn cells(rows: &[Vec<char>], letter: char) -> Vec<(usize, usize)> {
    let all = rows.iter().enumerate().flat_map(|(r, row)| (0..row.len()).map(move |c| (r, c)));
    all.filter(|&(r, c)| rows[r][c] == letter).collect()
}

/// The shape of a letter, wherever it lies.
fn looks(rows: &[Vec<char>], letter: char) -> Vec<(usize, usize)> {
    let cells = cells(rows, letter);
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or_default();
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or_default();
    cells.into_iter().map(|(row, column)| (row - top, column - left)).collect()
}

/// Draws the piece where the pick says if there is room, where it stands otherwise.
fn place(rows: &[Vec<char>], goal: &mut [Vec<char>], letter: char, pick: Index) {
    let looks = looks(rows, letter);
    let is_free = |&(r, c): &(usize, usize)| goal.get(r).and_then(|row| row.get(c)) == Some(&'.');
    let all = (0..rows.len()).flat_map(|r| (0..rows[0].len()).map(move |c| (r, c)));
    let at = |(top, left): (usize, usize)| {
        let cells: Vec<_> = looks.iter().map(|&(r, c)| (r + top, c + left)).collect();
        cells.iter().all(is_free).then_some(cells)
    };
    let places: Vec<Vec<(usize, usize)>> = all.filter_map(at).collect();
    if places.is_empty() || goal.iter().flatten().any(|&c| c == letter) {
        return;
    }
    for &(r, c) in &places[pick.index(places.len())] {
        goal[r][c] = letter;
    }
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
type Asked = (Vec<(usize, Cell)>, Vec<Cell>);

/// The goals in a fixed order, in terms of kinds.
fn goals(puzzle: &Puzzle) -> Vec<Asked> {
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
        let ParseError { line, column, width, kind, .. } = error;
        let said = format!("{line}:{column}+{width} {}", kind.message);
        assert!(said.starts_with(wanted) && !kind.help.is_empty(), "{text}: {said}");
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
    prop_assert_eq!(error.kind.notation, notation);
    prop_assert!(error.line >= 1 && error.line <= text.lines().count().max(1));
    prop_assert!(error.column >= 1 && error.width >= 1);
    prop_assert!(error.text.get(error.span.clone()).is_some());
    prop_assert!(error.text.chars().count() <= 162);
    prop_assert!(!error.kind.message.is_empty() && !error.kind.help.is_empty());
    Ok(())
}

/// What bytes at random look like once they are text.
pub(super) fn bytes() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
