//! Random frames and texts for property tests.

use proptest::{prelude::*, sample::Index};

use super::{CharGrid, Draft, EMPTY, Lock, Movement, SolvedWhen};

/// Drafts with all rules, alone and together, their pieces drawn with these letters. Some are
/// faulty: they have no piece, or a goal on a gate that its piece may not enter.
pub fn drafts(letters: &'static [char]) -> impl Strategy<Value = Draft> {
    let rules = (any::<[bool; 6]>(), any::<[Index; 6]>(), 0..4_u8);
    (frames(letters), rules)
        .prop_map(|(rows, (flags, picks, locks))| ruled(letters, rows, flags, picks, locks))
}

/// Drafts with the target of one piece and without further rules.
pub fn plain_drafts(letters: &'static [char]) -> impl Strategy<Value = Draft> {
    (frames(letters), any::<[Index; 6]>())
        .prop_map(|(rows, picks)| ruled(letters, rows, [false; 6], picks, 0))
}

/// Frames with walls, cells of a gate (`+`), and pieces that are connected.
fn frames(letters: &'static [char]) -> impl Strategy<Value = Vec<Vec<char>>> {
    let cell = prop_oneof![
        5 => prop::sample::select(letters),
        4 => Just('.'),
        1 => Just('#'),
        1 => Just('+'),
    ];
    let cells = move |(rows, columns): (usize, usize)| {
        prop::collection::vec(prop::collection::vec(cell.clone(), columns), rows)
    };
    (1..7_usize, 1..7_usize)
        .prop_flat_map(cells)
        .prop_map(move |mut rows| {
            keep_first_parts(&mut rows, letters);
            rows
        })
}

/// Returns the draft of this frame with the rules that the flags choose and the goals that the
/// picks choose; an empty one if there is no piece.
fn ruled(
    known: &[char],
    mut rows: Vec<Vec<char>>,
    [axis, clear, gated, distinct, second, more]: [bool; 6],
    picks: [Index; 6],
    locks: u8,
) -> Draft {
    let has_gate = gated && rows.iter().flatten().any(|&cell| cell == '+');
    if !has_gate {
        rows.iter_mut()
            .flatten()
            .filter(|cell| **cell == '+')
            .for_each(|cell| *cell = '.');
    }
    let letters: Vec<char> = known
        .iter()
        .copied()
        .filter(|letter| rows.iter().flatten().any(|c| c == letter))
        .collect();
    let Some(&hero) = letters.get(picks[0].index(letters.len().max(1))) else {
        return Draft::default();
    };
    let other = letters[picks[1].index(letters.len())];
    let mut goal = open(&rows);
    place(&rows, &mut goal, hero, picks[2]);
    let mut goals = vec![CharGrid { rows: goal.clone() }];
    if second {
        let mut goal = open(&rows);
        place(&rows, &mut goal, if more { other } else { hero }, picks[3]);
        goals.push(CharGrid { rows: goal });
    } else if more {
        place(&rows, &mut goal, other, picks[4]);
        let row = picks[3].index(goal.len());
        let column = picks[5].index(goal[0].len());
        if goal[row][column] == '.' && picks[5].index(2) == 0 {
            goal[row][column] = EMPTY;
        }
        goals = vec![CharGrid { rows: goal }];
    }
    let lock = [Lock::Row, Lock::Column, Lock::Fixed];
    let locks = letters
        .iter()
        .zip(lock)
        .take(usize::from(locks))
        .map(|(&l, lock)| (l, lock));
    let twins: Vec<char> = letters
        .iter()
        .copied()
        .filter(|&letter| looks(&rows, letter) == looks(&rows, hero))
        .collect();
    Draft {
        locks: locks.collect(),
        frame: CharGrid { rows },
        goals,
        movement: if axis { Movement::Axis } else { Movement::Free },
        finish: if clear && more {
            SolvedWhen::Clear
        } else {
            SolvedWhen::Reach
        },
        gate: has_gate.then(|| ('+', vec![hero])),
        distinct: if distinct { vec![other] } else { Vec::new() },
        alike: if axis && !distinct && more {
            vec![twins]
        } else {
            Vec::new()
        },
        ..Draft::default()
    }
}

/// Returns the frame without its pieces and gates.
fn open(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    let wall = |&cell: &char| if cell == '#' { '#' } else { '.' };
    rows.iter()
        .map(|row| row.iter().map(wall).collect())
        .collect()
}

/// Returns the cells of a letter.
fn cells(rows: &[Vec<char>], letter: char) -> Vec<(usize, usize)> {
    let all = rows
        .iter()
        .enumerate()
        .flat_map(|(r, row)| (0..row.len()).map(move |c| (r, c)));
    all.filter(|&(r, c)| rows[r][c] == letter).collect()
}

/// Returns the shape of a letter: its cells relative to their first row and column.
fn looks(rows: &[Vec<char>], letter: char) -> Vec<(usize, usize)> {
    let cells = cells(rows, letter);
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or_default();
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or_default();
    cells
        .into_iter()
        .map(|(row, column)| (row - top, column - left))
        .collect()
}

/// Draws the piece at one of the places that have room, which the pick chooses.
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

/// The bytes of a text with a few of them changed, inserted or removed.
pub fn almost(text: &'static str, signs: &'static [u8]) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![1 => any::<u8>(), 4 => prop::sample::select(signs)];
    let change = (any::<Index>(), byte, 0..3_u8);
    prop::collection::vec(change, 0..8).prop_map(move |changes| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, byte, way) in changes {
            let at = at.index(bytes.len().max(1));
            match way {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => drop(bytes.remove(at)),
                _ => bytes.insert(at.min(bytes.len()), byte),
            }
        }
        bytes
    })
}

/// Empties each cell that is not connected to the first cell of its letter.
pub fn keep_first_parts(rows: &mut [Vec<char>], letters: &[char]) {
    for &letter in letters {
        let mut kept: Vec<(usize, usize)> = Vec::new();
        for _ in 0..rows.len() * rows[0].len() {
            for (r, row) in rows.iter().enumerate() {
                for (c, _) in row.iter().enumerate().filter(|&(_, &cell)| cell == letter) {
                    let near = |&(r2, c2): &(usize, usize)| r.abs_diff(r2) + c.abs_diff(c2) == 1;
                    let joins = kept.is_empty() || kept.iter().any(near);
                    if joins && !kept.contains(&(r, c)) {
                        kept.push((r, c));
                    }
                }
            }
        }
        for (r, row) in rows.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                if *cell == letter && !kept.contains(&(r, c)) {
                    *cell = '.';
                }
            }
        }
    }
}
