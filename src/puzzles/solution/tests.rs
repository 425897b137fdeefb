//! Puzzles for the tests of this module, and properties of solutions.

use proptest::{prelude::*, sample::Index};

use super::{Move, MoveList, Position, Solution, VerifyError, notation, stored, verify};
use crate::{
    grid::{
        Cell,
        Direction::{self, Down, Right, Up},
    },
    puzzle::{CharGrid, Draft, Metric, Puzzle},
};

/// Returns the draft of a puzzle with this frame and this goal, rows separated by spaces.
pub fn draft(frame: &str, goal: &str) -> Draft {
    let [frame, goal] = [frame, goal].map(|rows| CharGrid::from_lines(rows.split_whitespace()));
    Draft {
        frame,
        goals: vec![goal],
        ..Draft::default()
    }
}

/// Returns the puzzle with this frame and this goal, rows separated by spaces.
pub fn puzzle(frame: &str, goal: &str) -> Puzzle {
    draft(frame, goal).check().expect("a sound puzzle")
}

/// Returns the puzzle of a draft with these names of pieces.
pub fn named(mut draft: Draft, names: &[(char, &str)]) -> Puzzle {
    draft.piece_names = names
        .iter()
        .map(|&(letter, name)| (letter, name.to_owned()))
        .collect();
    draft.check().expect("a sound puzzle")
}

/// Returns 横刀立马, its pieces named after the generals.
pub fn classic() -> Puzzle {
    let goal = ".... .... .... .CC. .CC.";
    let mut draft = draft("ACCB ACCB DEEF DGHF I..J", goal);
    draft.title.name = Some("Heng Dao Li Ma".to_owned());
    let names = [
        ('C', "曹操"),
        ('E', "关羽"),
        ('A', "张飞"),
        ('B', "赵云"),
        ('D', "马超"),
        ('F', "黄忠"),
    ];
    named(draft, &names)
}

/// Returns a puzzle with a wall, a gate, a corner piece, names, wide letters, and two
/// interchangeable pieces.
pub fn motley() -> Puzzle {
    let mut draft = draft("AA..# A.曹曹. ..+1. 2.+..", "....# ..... 曹曹+.. ..+.1");
    draft.gate = Some(('+', vec!['曹', '2']));
    draft.alike = vec![vec!['1', '2']];
    named(draft, &[('A', "left"), ('曹', "Cao Cao"), ('1', "moves")])
}

/// Returns a solution of legal moves, each chosen by the next number; it ends early without a legal
/// move.
pub fn walk(puzzle: &Puzzle, metric: Metric, choices: &[usize]) -> Solution {
    let mut position = Position::start(puzzle);
    let mut moves = Vec::new();
    for choice in choices {
        let legal = position.legal_moves(metric);
        let Some(unit) = choice
            .checked_rem(legal.len())
            .map(|index| legal[index].clone())
        else {
            break;
        };
        position.apply(&unit).expect("a legal move");
        moves.push(unit);
    }
    Solution {
        metric,
        moves: moves.into(),
    }
}

fn puzzles() -> impl Strategy<Value = Puzzle> {
    prop_oneof![Just(classic()), Just(motley())]
}

fn metrics() -> impl Strategy<Value = Metric> {
    prop::sample::select(&Metric::ALL[..])
}

/// A puzzle and random legal moves.
fn walks() -> impl Strategy<Value = (Puzzle, Solution)> {
    let choices = prop::collection::vec(any::<usize>(), 0..40);
    (puzzles(), metrics(), choices).prop_map(|(puzzle, metric, choices)| {
        let solution = walk(&puzzle, metric, &choices);
        (puzzle, solution)
    })
}

fn end<'p>(puzzle: &'p Puzzle, solution: &Solution) -> Position<'p> {
    let mut position = Position::start(puzzle);
    for unit in solution {
        position.apply(&unit).expect("a legal move");
    }
    position
}

/// Returns the move that undoes `unit`.
fn reverse(unit: &Move) -> Move {
    let path = unit
        .path
        .iter()
        .rev()
        .map(|direction| direction.opposite())
        .collect();
    Move {
        piece: unit.piece,
        from: unit.to().expect("within the frame"),
        path,
    }
}

fn stored_form(puzzle: &Puzzle, solution: Solution) -> stored::StoredSolution {
    let puzzle = puzzle.to_string();
    let algorithm = "bfs".to_owned();
    stored::StoredSolution {
        puzzle,
        solution,
        proven: true,
        algorithm,
        states: 12_031,
    }
}

/// Changes some bytes, and truncates them.
fn damage(bytes: &mut Vec<u8>, changes: &[(Index, u8)], end: Option<&Index>) {
    for (place, value) in changes {
        if !bytes.is_empty() {
            let place = place.index(bytes.len());
            bytes[place] = *value;
        }
    }
    if let Some(end) = end {
        bytes.truncate(end.index(bytes.len() + 1));
    }
}

fn changes() -> impl Strategy<Value = (Vec<(Index, u8)>, Option<Index>)> {
    (
        prop::collection::vec(any::<(Index, u8)>(), 0..4),
        any::<Option<Index>>(),
    )
}

proptest! {
    #![proptest_config(crate::cases::random_cases(60))]

    #[test]
    fn every_legal_move_can_be_made_and_undone((puzzle, solution) in walks()) {
        let position = end(&puzzle, &solution);
        for unit in position.legal_moves(solution.metric) {
            prop_assert!(unit.is_unit(solution.metric));
            let mut after = position.clone();
            after.apply(&unit).expect("a legal move");
            prop_assert_ne!(&after, &position);
            after.apply(&reverse(&unit)).expect("the way back is free");
            prop_assert_eq!(&after, &position);
        }
    }

    #[test]
    fn the_occupants_of_a_position_match_its_anchors((puzzle, solution) in walks()) {
        let position = end(&puzzle, &solution);
        let built_anew = Position::with_anchors(&puzzle, position.anchors());
        prop_assert_eq!(Some(position), built_anew);
    }

    #[test]
    fn paths_are_found_to_the_ends_of_legal_moves_only((puzzle, solution) in walks()) {
        let position = end(&puzzle, &solution);
        let legal = position.legal_moves(solution.metric);
        for piece in 0..puzzle.pieces().len() {
            for cell in puzzle.grid().cells() {
                let found = position.find_path(piece, cell, solution.metric);
                let leads = |unit: &&Move| unit.piece == piece && unit.to() == Some(cell);
                let listed: Vec<&Move> = legal.iter().filter(leads).collect();
                prop_assert!(listed.len() <= 1);
                prop_assert_eq!(found.as_ref(), listed.first().map(|unit| &unit.path));
            }
        }
    }

    #[test]
    fn the_moves_of_a_metric_include_those_of_the_finer_ones((puzzle, solution) in walks()) {
        let position = end(&puzzle, &solution);
        let [moves, slides, steps] = Metric::ALL.map(|metric| {
            let legal = position.legal_moves(metric).into_iter();
            legal.map(|unit| (unit.piece, unit.to())).collect::<Vec<_>>()
        });
        prop_assert!(steps.iter().all(|place| slides.contains(place)));
        prop_assert!(slides.iter().all(|place| moves.contains(place)));
    }

    #[test]
    fn random_walks_are_legal_even_if_they_do_not_solve((puzzle, solution) in walks()) {
        let solved = end(&puzzle, &solution).is_solved();
        match verify(&puzzle, &solution) {
            Ok(found) => prop_assert!(found.solved_after <= solution.len()),
            Err(VerifyError::Unsolved { .. }) => prop_assert!(!solved),
            Err(wrong) => prop_assert!(false, "{wrong}"),
        }
    }

    #[test]
    fn a_listing_with_boards_is_read_back((puzzle, solution) in walks()) {
        let listing = notation::SolutionListing::new(&puzzle, &solution).with_boards();
        let title = puzzle.title().name.as_deref().unwrap_or("some-file.txt#3");
        let count = solution.metric.count(solution.len());
        let text = format!("{title}\n{listing}{count} (proven shortest), 12,031 states, 1 ms\n");
        prop_assert_eq!(notation::parse(&puzzle, &text, None), Ok(solution));
    }

    #[test]
    fn a_stored_solution_is_read_back((puzzle, solution) in walks()) {
        let stored = stored_form(&puzzle, solution);
        let bytes = stored::encode(&stored).expect("small enough");
        prop_assert!(stored::is_stored(&bytes));
        prop_assert_eq!(stored.puzzle().ok(), Some(puzzle));
        prop_assert_eq!(stored::decode(&bytes).ok(), Some(stored));
    }

    #[test]
    fn a_damaged_file_is_refused((puzzle, solution) in walks(), (changes, end) in changes()) {
        let bytes = stored::encode(&stored_form(&puzzle, solution)).expect("small enough");
        let mut damaged = bytes.clone();
        damage(&mut damaged, &changes, end.as_ref());
        prop_assert_eq!(stored::decode(&damaged).is_ok(), damaged == bytes);
    }

    #[test]
    fn a_payload_of_any_bytes_is_read_or_refused(
        (puzzle, solution) in walks(),
        (changes, end) in changes(),
    ) {
        let mut bytes = stored::encode(&stored_form(&puzzle, solution)).expect("small enough");
        let mut payload = bytes[19..bytes.len() - 4].to_vec();
        damage(&mut payload, &changes, end.as_ref());
        bytes.truncate(11);
        bytes.extend((payload.len() as u64).to_le_bytes());
        bytes.extend(payload);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        if let Ok(stored) = stored::decode(&bytes) {
            prop_assert!(stored.solution.moves.iter().all(|unit| !unit.path.is_empty()));
            let _ = verify(&puzzle, &stored.solution);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = stored::decode(&bytes);
        let _ = notation::parse(&motley(), &String::from_utf8_lossy(&bytes), None);
    }

    #[test]
    fn any_moves_are_legal_or_refused(
        puzzle in puzzles(),
        metric in metrics(),
        moves in prop::collection::vec(any_move(), 0..5),
    ) {
        let solution = Solution { metric, moves: moves.into() };
        let _ = verify(&puzzle, &solution);
        let _ = notation::SolutionListing::new(&puzzle, &solution).with_boards().to_string();
        let _ = stored::encode(&stored_form(&puzzle, solution));
    }
}

/// A random move, mostly illegal.
fn any_move() -> impl Strategy<Value = Move> {
    let path = prop::collection::vec(prop::sample::select(&Direction::ALL[..]), 0..4);
    (0_usize..12, any::<(u8, u8)>(), path).prop_map(|(piece, (row, column), path)| Move {
        piece,
        from: Cell::new(row % 6, column % 6),
        path,
    })
}

fn unit(path: &[Direction]) -> Move {
    Move {
        piece: 0,
        from: Cell::new(1, 1),
        path: path.to_vec(),
    }
}

#[test]
fn whether_a_path_is_one_unit_depends_on_the_metric() {
    let table = [
        (&[Down][..], [true, true, true]),
        (&[Down, Down], [true, true, false]),
        (&[Down, Right], [true, false, false]),
        (&[], [false, false, false]),
    ];
    for (path, expected) in table {
        assert_eq!(
            Metric::ALL.map(|metric| unit(path).is_unit(metric)),
            expected,
            "{path:?}"
        );
    }
}

#[test]
fn a_solution_is_as_long_as_its_units_and_travels_all_their_cells() {
    let moves = vec![unit(&[Down, Right]), unit(&[Right])].into();
    let solution = Solution {
        metric: Metric::Move,
        moves,
    };
    assert_eq!((solution.len(), solution.steps()), (2, 3));
    assert!(!solution.is_empty());
    assert!(Solution::default().is_empty());
}

#[test]
fn a_move_ends_where_its_path_leads() {
    assert_eq!(unit(&[Down, Right, Right]).to(), Some(Cell::new(2, 3)));
    assert_eq!(unit(&[Up, Up]).to(), None);
}

proptest! {
    #![proptest_config(crate::cases::random_cases(256))]

    #[test]
    fn a_move_list_stores_any_moves_compactly(
        moves in prop::collection::vec((any::<usize>(), any::<(u8, u8)>(),
            prop::collection::vec((0..4_usize, 0..300_usize), 0..4)), 0..6),
    ) {
        let moves: Vec<Move> = moves.into_iter().map(|(piece, (row, column), runs)| {
            let run = |(way, cells)| vec![Direction::ALL[way]; cells];
            let path = runs.into_iter().map(run).collect::<Vec<_>>().concat();
            Move { piece, from: Cell::new(row, column), path }
        }).collect();
        let list: MoveList = moves.clone().into();
        prop_assert_eq!(list.len(), moves.len());
        prop_assert_eq!(list.steps(), moves.iter().map(|unit| unit.path.len()).sum::<usize>());
        prop_assert!(list.bytes.len() <= moves.len() * (10 + 3 + 4 * 5));
        prop_assert_eq!(list.to_vec(), moves);
    }
}
