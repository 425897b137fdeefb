//! What is written is read back, whatever the puzzle is like and whatever its pieces are called.

use proptest::prelude::*;

use super::{Notation, Unsayable, parse, write};
use crate::grid::Direction;
use crate::puzzle::{Draft, Drawing, Lock, Metric, Movement, Puzzle};
use crate::solution::testing::{classic, motley, walk};
use crate::solution::{Move, Solution};

/// Letters that mean something elsewhere, and some that do not.
const LETTERS: [char; 12] = ['A', 'U', 'd', 'l', 'x', '1', '2', '下', '二', '卒', '曹', 'é'];

/// Names that mean something elsewhere, and some that do not.
const NAMES: [&str; 16] = [
    "曹操", "卒", "卒", "卒2", "下", "上下", "二", "A", "left", "left 2", "Cao Cao", "d2", "→",
    "A+2", "; x", "1.",
];

/// Titles that look like something else.
const TITLES: [&str; 9] =
    ["", "Ad", "A+2", "U d", "曹操下二", "A . .", "3 moves", "J left", "Heng Dao"];

/// What keeps the pieces to one axis.
#[derive(Clone, Copy, Debug)]
enum Freedom {
    Free,
    Axis,
    Locked,
}

fn puzzles() -> impl Strategy<Value = Puzzle> {
    let names = prop::collection::vec(prop::sample::select(&NAMES[..]), LETTERS.len());
    let freedom = prop::sample::select(vec![Freedom::Free, Freedom::Axis, Freedom::Locked]);
    let random = (frames(), names, any::<[bool; 12]>(), freedom, titles());
    let random = random.prop_filter_map("a puzzle", |(frame, names, named, freedom, title)| {
        let letters: Vec<char> = LETTERS
            .into_iter()
            .filter(|letter| frame.iter().flatten().any(|c| c == letter))
            .collect();
        let names = LETTERS.into_iter().zip(names).zip(named);
        let mut draft = Draft {
            goals: vec![goal(&frame, *letters.first()?)],
            gate: frame.iter().flatten().any(|&c| c == '+').then(|| ('+', letters.clone())),
            frame: Drawing { rows: frame },
            piece_names: names
                .filter(|((letter, _), named)| *named && letters.contains(letter))
                .map(|((letter, name), _)| (letter, name.to_owned()))
                .collect(),
            ..Draft::default()
        };
        draft.title.name = Some(title);
        match freedom {
            Freedom::Free => {}
            Freedom::Axis => draft.movement = Movement::Axis,
            Freedom::Locked => {
                let locks = [Lock::Row, Lock::Column, Lock::Row, Lock::Column, Lock::Fixed];
                draft.locks = letters.into_iter().zip(locks.into_iter().cycle()).collect();
            }
        }
        draft.check().ok()
    });
    prop_oneof![8 => random, 1 => Just(classic()), 1 => Just(motley())]
}

fn titles() -> impl Strategy<Value = String> {
    prop::sample::select(&TITLES[..]).prop_map(str::to_owned)
}

/// Frames on which each letter is one cell or some in a row or a column.
fn frames() -> impl Strategy<Value = Vec<Vec<char>>> {
    let piece = (any::<(u8, u8)>(), 1..4_usize, any::<bool>());
    let ground = prop::sample::select(vec!['.', '.', '.', '.', '.', '+', '#']);
    let ground = (1..6_usize, 1..6_usize).prop_flat_map(move |(rows, columns)| {
        prop::collection::vec(prop::collection::vec(ground.clone(), columns), rows)
    });
    let pieces = prop::collection::vec(piece, LETTERS.len());
    (ground, pieces).prop_map(|(mut frame, pieces)| {
        for (letter, ((row, column), length, upright)) in LETTERS.into_iter().zip(pieces) {
            let (rows, columns) = (frame.len(), frame[0].len());
            let (row, column) = (usize::from(row) % rows, usize::from(column) % columns);
            let cells =
                (0..length).map(|i| if upright { (row + i, column) } else { (row, column + i) });
            let cells = cells.take_while(|&(r, c)| r < rows && c < columns && frame[r][c] == '.');
            let cells: Vec<_> = cells.collect();
            for (r, c) in cells {
                frame[r][c] = letter;
            }
        }
        frame
    })
}

/// The piece of this letter where it stands.
fn goal(frame: &[Vec<char>], letter: char) -> Drawing {
    let keep = |&cell: &char| if cell == letter || cell == '#' { cell } else { '.' };
    Drawing { rows: frame.iter().map(|row| row.iter().map(keep).collect()).collect() }
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
    format!("{} (proven shortest), 12,031 states, 1 ms\n", solution.metric.count(solution.len()))
}

/// What a damaged text may have anywhere.
const SPLINTERS: [&str; 20] = [
    "A", "d", "2", "0", "999", "+", "-", "下", "二百", "→", "卒", "×", ".", "#", " ", "\n", ";",
    ",", "3 moves", "1.",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn what_is_written_is_read_back((puzzle, solution) in walks(), title in titles()) {
        for notation in Notation::ALL {
            let text = match write(notation, &puzzle, &solution) {
                Ok(text) => text,
                Err(unsayable) => {
                    prop_assert_eq!(notation, Notation::Fogleman);
                    prop_assert_eq!(notation.suits(&puzzle, solution.metric), Err(unsayable));
                    continue;
                }
            };
            let counted = format!("{text}{}", summary(&solution));
            let read = |text: &str, metric| parse(&puzzle, text, metric);
            prop_assert_eq!(read(&counted, None), Ok(solution.clone()), "{}", counted);
            if !solution.is_empty() {
                prop_assert_eq!(read(&text, Some(solution.metric)), Ok(solution.clone()), "{}", text);
                let blank = if notation == Notation::Boards { "\n" } else { "" };
                let titled = format!("{title}\n{blank}{counted}");
                prop_assert_eq!(read(&titled, None), Ok(solution.clone()), "{}", titled);
            }
        }
    }

    #[test]
    fn lines_are_narrow((puzzle, solution) in walks(), notation in notations()) {
        let terse = !matches!(notation, Notation::Words | Notation::Boards);
        if terse && let Ok(text) = write(notation, &puzzle, &solution) {
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
            prop_assert!(error.help().is_some());
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
            match write(notation, &puzzle, &solution) {
                Ok(_) => {}
                Err(Unsayable::Metric { .. } | Unsayable::TwoAxes { .. } | Unsayable::Bent { .. }) => {
                    prop_assert_eq!(notation, Notation::Fogleman);
                }
                Err(Unsayable::Returns { .. }) => prop_assert_eq!(notation, Notation::Boards),
                Err(Unsayable::Illegal { .. }) => {
                    prop_assert!(matches!(notation, Notation::Boards | Notation::Fogleman));
                }
            }
        }
    }
}

fn any_path() -> impl Strategy<Value = Vec<Direction>> {
    prop::collection::vec(prop::sample::select(&Direction::ALL[..]), 0..4)
}
