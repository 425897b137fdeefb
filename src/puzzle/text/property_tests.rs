use proptest::prelude::*;

use super::*;
use crate::grid::Direction;
use crate::puzzle::testing::keep_first_parts;
use crate::puzzle::{
    Best, Draft, Drawing, EMPTY, Fault, Finish, Lock, Metric, Movement, Optimum, Title,
};

/// Letters in which frames are cut into pieces.
const LETTERS: [char; 6] = ['A', 'b', '7', '曹', 'é', 'Ж'];

/// Frames in which some pieces stay connected and others become walls or free cells, and goals that
/// move a piece to where it stands or to where a piece of its shape stands.
fn drafts() -> impl Strategy<Value = Draft> {
    let cells = |(rows, columns): (usize, usize)| {
        let cell = prop_oneof![
            4 => prop::sample::select(&LETTERS[..]),
            2 => Just('.'),
            1 => Just('#'),
            1 => Just('*')
        ];
        prop::collection::vec(prop::collection::vec(cell, columns), rows)
    };
    let frame = (1..7_usize, 1..7_usize).prop_flat_map(cells);
    let title = (text(), text(), text(), text()).prop_map(|(name, zh, alias, note)| Title {
        name: Some(name),
        translations: vec![("zh".to_owned(), zh.clone()), ("de-CH".to_owned(), zh)],
        aliases: vec![alias.clone(), alias],
        source: Some(note.clone()),
        note: Some(note),
    });
    (frame, title, text(), best(), any::<[bool; 6]>()).prop_map(
        |(mut rows, title, name, best, [axis, clear, gated, locked, distinct, exit])| {
            keep_first_parts(&mut rows, &LETTERS);
            let goal = goal(&rows);
            let letter = goal.iter().flatten().find(|c| c.is_alphanumeric()).copied();
            let has_gate = rows.iter().flatten().any(|&cell| cell == '*');
            if !(gated && has_gate) {
                rows.iter_mut().flatten().filter(|c| **c == '*').for_each(|c| *c = '.');
            }
            Draft {
                title,
                frame: Drawing { rows },
                goals: vec![Drawing { rows: goal.clone() }, Drawing { rows: goal }],
                piece_names: letter.into_iter().map(|letter| (letter, name.clone())).collect(),
                movement: if axis { Movement::Axis } else { Movement::Free },
                finish: if clear { Finish::Clear } else { Finish::Reach },
                gate: (gated && has_gate).then(|| ('*', letter.into_iter().collect())),
                alike: letter.into_iter().map(|letter| vec![letter]).collect(),
                distinct: letter.into_iter().filter(|_| distinct).collect(),
                locks: letter.into_iter().filter(|_| locked).map(|l| (l, Lock::Row)).collect(),
                exits: letter.into_iter().filter(|_| exit).map(|l| (l, Direction::Down)).collect(),
                best,
            }
        },
    )
}

fn best() -> impl Strategy<Value = Best> {
    let known = any::<[Option<u32>; 3]>().prop_map(|numbers| {
        let mut optimum = Optimum::default();
        for (metric, number) in Metric::ALL.into_iter().zip(numbers) {
            *optimum.get_mut(metric) = number;
        }
        Best::Known(optimum)
    });
    prop_oneof![Just(Best::Unknown), Just(Best::Impossible), known]
}

/// Words with signs that mean something elsewhere.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c=;:#.+,、 \t\n\u{7}曹\u{feff}]{0,12}", any::<String>()]
}

/// A goal for the first piece: where it stands.
fn goal(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    let first = rows.iter().flatten().find(|cell| cell.is_alphanumeric()).copied();
    let keep = |&cell: &char| match cell {
        '#' => '#',
        '*' => EMPTY,
        _ if Some(cell) == first => cell,
        _ => '.',
    };
    rows.iter().map(|row| row.iter().map(keep).collect()).collect()
}

/// A text that could be a file, but for a few changes.
fn almost_a_file() -> impl Strategy<Value = Vec<u8>> {
    let file = "name: x\nnames: A=a B=b\nbest: move=1\ngate: + = A\nalike: A B\nlock: A=row\n\n\
                A B +\nA # .\n\ngoal:\n. A .\n. A .\n===\n曹.\ngoal:\n.曹\n";
    let change =
        (0..file.len(), prop_oneof![any::<u8>(), prop::sample::select(&b"AB.#+=:;\n "[..])]);
    prop::collection::vec((change, 0..3_u8), 0..8).prop_map(move |changes| {
        let mut bytes = file.as_bytes().to_vec();
        for ((at, byte), way) in changes {
            let at = at.min(bytes.len() - 1);
            match way {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        bytes
    })
}

/// Whatever these bytes are, reading them ends well, and a puzzle in them can be written.
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
            prop_assert!(error.help().is_some());
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_puzzle_reads_back_as_it_was(draft in drafts()) {
        let puzzle = match draft.check() {
            Ok(puzzle) => puzzle,
            Err(error) => {
                let expected = matches!(error.fault, Fault::NoPieces | Fault::NoExit { .. });
                prop_assert!(expected, "{}", error);
                return Ok(());
            }
        };
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
