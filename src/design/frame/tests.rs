//! Surveys compared with published tables, with a naive twin that solves every puzzle by itself,
//! and with the solver.

use std::{collections::BTreeMap, num::NonZero, ops::ControlFlow, time::Duration};

use super::{
    FrameScope, FrameSurvey, GoalSpec, HardestPuzzle,
    board::{CellFrame, FrameSymmetry},
    survey_frame,
};
use crate::{
    cases::stride,
    control::{Limits, Outcome, Progress, StopReason, unobserved},
    design::{ResumedSurvey, SurveyError, SurveyOptions, resume_survey},
    grid::Cell,
    puzzle::{CharGrid, Draft, Metric, Polyomino},
    sliding::{Options, solve},
};

fn surveyed(scope: &FrameScope) -> FrameSurvey {
    let options = SurveyOptions::default().with_threads(threads(2));
    survey_frame(scope, &options, &mut unobserved).expect("a scope")
}

/// Returns a scope with other fields.
fn but(scope: &FrameScope, change: impl FnOnce(&mut FrameScope)) -> FrameScope {
    let mut scope = scope.clone();
    change(&mut scope);
    scope
}

fn threads(count: usize) -> NonZero<usize> {
    NonZero::new(count).expect("not zero")
}

/// Returns the moves of the hardest puzzle for each number of pieces.
fn table(survey: &FrameSurvey) -> BTreeMap<usize, u32> {
    let mut table = BTreeMap::new();
    for HardestPuzzle { pieces, moves, .. } in &survey.table {
        table.entry(*pieces).or_insert(*moves);
    }
    table
}

#[test]
fn small_frames_have_the_published_tables() {
    for (rows, columns, moves) in [
        (2, 2, &[1, 2, 5][..]),
        (2, 3, &[1, 2, 5, 5, 9]),
        (3, 2, &[1, 2, 5, 5, 9]),
        (2, 4, &[1, 2, 5, 7, 9, 24, 15]),
        (3, 3, &[1, 2, 5, 10, 14, 22, 18, 13]),
    ] {
        let survey = surveyed(&FrameScope::new(rows, columns));
        let published: BTreeMap<usize, u32> = (1..).zip(moves.iter().copied()).collect();
        assert_eq!(table(&survey), published, "{rows}x{columns}");
        assert_eq!(survey.stopped, None);
    }
}

/// Returns all boards of a frame, each with the number of the piece on every cell, from 1. An empty
/// cell has 0, and a wall [`WALL`].
fn boards(rows: usize, columns: usize, walls: &[usize]) -> Vec<Vec<u8>> {
    fn fill(cell: usize, most: u8, board: &mut Vec<u8>, walls: &[usize], found: &mut Vec<Vec<u8>>) {
        if cell == board.len() {
            found.push(board.clone());
        } else if walls.contains(&cell) {
            board[cell] = WALL;
            fill(cell + 1, most, board, walls, found);
        } else {
            for piece in 0..=most + 1 {
                board[cell] = piece;
                fill(cell + 1, most.max(piece), board, walls, found);
            }
        }
    }
    let mut found = Vec::new();
    fill(0, 0, &mut vec![0; rows * columns], walls, &mut found);
    let is_connected = |board: &Vec<u8>| {
        (1..WALL).all(|piece| {
            let cells = (0..board.len()).filter(|&at| board[at] == piece);
            let cells = cells.map(|at| cell(at, columns)).collect::<Vec<_>>();
            cells.is_empty() || Polyomino::from_cells(&cells).is_connected()
        })
    };
    found.retain(is_connected);
    found
}

const WALL: u8 = 100;

fn cell(at: usize, columns: usize) -> Cell {
    let narrow = |number| u8::try_from(number).expect("a small frame");
    Cell::new(narrow(at / columns), narrow(at % columns))
}

/// Returns the table of a scope by solving each puzzle of the frame by itself.
fn twin(scope: &FrameScope, walls: &[usize]) -> BTreeMap<usize, u32> {
    let rows = usize::from(scope.rows);
    let columns = usize::from(scope.columns);
    let letter = |piece: u8| match piece {
        0 => '.',
        WALL => '#',
        piece => char::from(b'A' + piece - 1),
    };
    let drawing = |cells: Vec<char>| {
        let rows: Vec<String> = cells
            .chunks(columns)
            .map(|row| row.iter().collect())
            .collect();
        CharGrid::from_lines(rows.iter().map(String::as_str))
    };
    let mut table = BTreeMap::new();
    for board in boards(rows, columns, walls) {
        let pieces = board
            .iter()
            .copied()
            .filter(|&piece| piece < WALL)
            .max()
            .unwrap_or(0);
        for goal in 1..=pieces {
            let own: Vec<usize> = (0..board.len()).filter(|&at| board[at] == goal).collect();
            for end in ends(scope, &own) {
                let goal_cells =
                    (0..board.len()).map(|at| if end.contains(&at) { letter(goal) } else { '.' });
                let draft = Draft {
                    frame: drawing(board.iter().map(|&piece| letter(piece)).collect()),
                    goals: vec![drawing(goal_cells.collect())],
                    ..Draft::default()
                };
                let Ok(puzzle) = draft.check() else { continue };
                let options = Options::default().with_metric(scope.metric);
                let report = solve(&puzzle, &options).expect("it fits");
                if let Outcome::Found(solution) = report.outcome {
                    let most = table.entry(usize::from(pieces)).or_insert(0);
                    *most = (*most).max(u32::try_from(solution.len()).expect("few moves"));
                }
            }
        }
    }
    table.retain(|_, moves| *moves > 0);
    table
}

/// Returns the goal places of a goal piece on these cells, if it may start there.
fn ends(scope: &FrameScope, own: &[usize]) -> Vec<Vec<usize>> {
    let rows = usize::from(scope.rows);
    let columns = usize::from(scope.columns);
    let row = own[0] / columns;
    let column = own.iter().map(|at| at % columns).min().unwrap_or(0);
    let mut found = Vec::new();
    for (down, right) in (0..rows).flat_map(|down| (0..columns).map(move |right| (down, right))) {
        let moved = own.iter().map(|at| {
            let to_row = at / columns - row + down;
            let to_column = at % columns - column + right;
            (to_row < rows && to_column < columns).then_some(to_row * columns + to_column)
        });
        found.extend(moved.collect::<Option<Vec<usize>>>());
    }
    match &scope.aim {
        GoalSpec::Anywhere => found,
        GoalSpec::Corner if own[0] != 0 => vec![],
        GoalSpec::Corner => {
            found.retain(|end| end.contains(&(rows * columns - 1)));
            found
        }
        GoalSpec::Exit(exit) => {
            let exit = |at: &usize| exit.contains(&cell(*at, columns));
            found.retain(|end| end.iter().any(exit));
            found
        }
    }
}

#[test]
fn a_naive_survey_finds_the_same_table() {
    let aims = [
        GoalSpec::Corner,
        GoalSpec::Exit(vec![Cell::new(0, 1)]),
        GoalSpec::Anywhere,
    ];
    let scopes = Metric::ALL.into_iter().flat_map(|metric| {
        // Most of the time of the whole table is that of the naive survey of six cells.
        let is_large = metric == Metric::Slide || stride(2) == 1;
        let columns = if is_large { 3 } else { 2 };
        aims.clone().map(|aim| {
            but(&FrameScope::new(2, columns), |it| {
                (it.aim, it.metric) = (aim, metric);
            })
        })
    });
    // Each metric and each goal at least once.
    for scope in scopes.step_by(stride(4)) {
        assert_eq!(table(&surveyed(&scope)), twin(&scope, &[]), "{scope:?}");
    }
}

#[test]
fn surveys_by_piece_or_empty_cell_count_add_up_to_the_frame() {
    let whole = FrameScope::new(3, 3);
    let sum = |surveys: Vec<FrameSurvey>| {
        let tables = surveys.iter().map(table).reduce(|mut all, table| {
            for (pieces, moves) in table {
                let most = all.entry(pieces).or_insert(0);
                *most = moves.max(*most);
            }
            all
        });
        let states = surveys.iter().map(|it| it.states).sum::<u64>();
        (
            tables,
            surveys.iter().map(|it| it.just_solved).sum::<u64>(),
            states,
        )
    };
    let all = sum(vec![surveyed(&whole)]);
    for last in 1..=4 {
        let ranges = [1..=last, last + 1..=last + 1, last + 2..=9];
        let parts = ranges.map(|pieces| surveyed(&but(&whole, |it| it.pieces = pieces)));
        assert_eq!(sum(parts.into()), all, "{last}");
    }
    let empty = [1..=1, 2..=3, 4..=9].map(|empty| surveyed(&but(&whole, |it| it.empty = empty)));
    assert_eq!(sum(empty.into()), all);
}

#[test]
fn a_survey_covers_every_position_of_a_wall() {
    let scope = but(&FrameScope::new(2, 3), |it| it.walls = 1);
    let mut all = BTreeMap::new();
    for wall in 1..5 {
        for (pieces, moves) in twin(&scope, &[wall]) {
            let most = all.entry(pieces).or_insert(0);
            *most = moves.max(*most);
        }
    }
    assert_eq!(table(&surveyed(&scope)), all);
}

#[test]
fn the_solver_finds_the_same_moves() {
    let scope = but(&FrameScope::new(3, 3), |it| it.top = 3);
    let survey = surveyed(&scope);
    assert!(
        survey
            .table
            .is_sorted_by_key(|it| (it.pieces, std::cmp::Reverse(it.moves)))
    );
    for HardestPuzzle {
        pieces,
        moves,
        puzzle,
    } in &survey.table
    {
        let report = solve(puzzle, &Options::default()).expect("it fits");
        let solution = report.outcome.found().unwrap_or_else(|| panic!("{puzzle}"));
        assert_eq!(
            (solution.len(), puzzle.pieces().len()),
            (*moves as usize, *pieces),
            "{puzzle}"
        );
    }
}

#[test]
fn a_scope_is_narrowed_by_pieces_empty_cells_and_shapes() {
    let all = surveyed(&FrameScope::new(3, 3));
    let some = surveyed(&but(&FrameScope::new(3, 3), |it| it.pieces = 4..=6));
    let wanted: BTreeMap<usize, u32> = table(&all)
        .into_iter()
        .filter(|it| (4..=6).contains(&it.0))
        .collect();
    assert_eq!(table(&some), wanted);
    assert!(some.states < all.states);
    let one = surveyed(&but(&FrameScope::new(3, 3), |it| it.empty = 1..=1));
    assert!(one.table.iter().all(|it| it.puzzle.empty_cells() == 1));
    let dominoes = vec![
        Polyomino::from_cells(&[Cell::new(0, 0)]),
        Polyomino::from_cells(&[Cell::new(0, 0), Cell::new(0, 1)]),
    ];
    let few = surveyed(&but(&FrameScope::new(3, 3), |it| it.shapes = dominoes));
    let area = |it: &HardestPuzzle| {
        it.puzzle
            .pieces()
            .iter()
            .map(|piece| piece.shape.area())
            .max()
    };
    assert!(!few.table.is_empty() && few.table.iter().all(|it| area(it) <= Some(2)));
    let has_upright = |it: &HardestPuzzle| {
        it.puzzle
            .pieces()
            .iter()
            .any(|piece| piece.shape.height() == 2)
    };
    assert!(few.table.iter().any(has_upright), "shapes are rotated");
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let texts = |count| {
        let scope = but(&FrameScope::new(3, 3), |it| it.top = 4);
        let options = SurveyOptions::default().with_threads(threads(count));
        let survey = survey_frame(&scope, &options, &mut unobserved);
        let table = survey.expect("a scope").table;
        table
            .iter()
            .map(|it| it.puzzle.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(1), texts(3));
}

#[test]
fn limits_stop_a_survey() {
    let scope = FrameScope::new(3, 5);
    let limits = Limits::default().with_timeout(Some(Duration::ZERO));
    let options = |limits| SurveyOptions::default().with_limits(limits);
    let ended = survey_frame(&scope, &options(limits), &mut unobserved).expect("a scope");
    assert_eq!(ended.stopped, Some(StopReason::Time));
    let little = Limits::default().with_max_bytes(Some(1));
    let ended = survey_frame(&scope, &options(little), &mut unobserved).expect("a scope");
    assert_eq!(ended.stopped, Some(StopReason::Memory));
}

#[test]
fn an_invalid_scope_is_refused() {
    let exit = |cells| but(&FrameScope::new(3, 3), |it| it.aim = GoalSpec::Exit(cells));
    for (scope, why) in [
        (FrameScope::new(1, 1), "one cell"),
        (FrameScope::new(6, 6), "this one has 36"),
        (FrameScope::new(5, 6), "1,407,716,111,270,377 boards"),
        (FrameScope::new(2, 13), "too many"),
        (FrameScope::new(5, 5), "too many"),
        (
            but(&FrameScope::new(3, 3), |it| it.walls = 8),
            "8 walls leave no room",
        ),
        (exit(vec![]), "no cells"),
        (exit(vec![Cell::new(3, 0)]), "4,1 is outside"),
    ] {
        let found = survey_frame(&scope, &SurveyOptions::default(), &mut unobserved);
        let Err(SurveyError::Scope(error)) = found else {
            panic!("{scope:?}")
        };
        assert!(error.to_string().contains(why), "{error}");
    }
    assert_eq!(
        but(&FrameScope::new(5, 5), |it| it.pieces = 1..=3).check(),
        Ok(())
    );
}

#[test]
fn stopping_after_the_last_job_leaves_the_survey_complete() {
    let whole = surveyed(&FrameScope::new(2, 3));
    let mut observer = |progress: &Progress| {
        let is_all = progress.states as u64 == whole.states;
        crate::control::break_if(is_all)
    };
    let ended = survey_frame(
        &FrameScope::new(2, 3),
        &SurveyOptions::default(),
        &mut observer,
    );
    assert_eq!(ended.expect("a scope").stopped, None);
}

#[test]
fn repeatedly_resumed_surveys_have_the_same_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("run");
    let scope = but(&FrameScope::new(3, 3), |it| it.top = 2);
    let whole = surveyed(&scope);
    let mut ends = 0;
    let mut checks = 0;
    // A run ends soon after it has begun a job. Later runs last longer, so that even a slow build
    // finishes a job.
    let mut observer = |progress: &Progress| {
        checks += usize::from(progress.expected.is_some());
        if checks <= ends / 8 {
            return ControlFlow::Continue(());
        }
        (ends, checks) = (ends + 1, 0);
        ControlFlow::Break(())
    };
    let options = SurveyOptions::default().with_threads(threads(2));
    let kept = options.clone().with_work_folder(Some(folder.clone()));
    let mut ended = survey_frame(&scope, &kept, &mut observer).expect("a run");
    let taken = survey_frame(&scope, &kept, &mut observer);
    assert!(
        matches!(taken, Err(SurveyError::Checkpoint(_))),
        "{taken:?}"
    );
    while ended.stopped.is_some() {
        let resumed = resume_survey(&folder, &options, &mut observer).expect("a run");
        let ResumedSurvey::Frame(same, further) = resumed else {
            panic!("a frame")
        };
        assert_eq!((same.rows, same.columns, same.top), (3, 3, 2));
        ended = further;
    }
    assert!(ends > 1);
    assert_eq!((table(&ended), ended.states), (table(&whole), whole.states));
    let texts = |survey: &FrameSurvey| -> Vec<String> {
        survey
            .table
            .iter()
            .map(|it| it.puzzle.to_string())
            .collect()
    };
    assert_eq!(texts(&ended), texts(&whole));
}

#[test]
fn a_frame_has_the_symmetries_of_its_cells() {
    // (rows, columns, walls as bits, symmetries besides the identity)
    for (rows, columns, walls, symmetries) in [
        (3, 3, 0, 7),
        (2, 3, 0, 3),
        (3, 3, 0b1, 1),
        (3, 3, 0b10, 1),
        (2, 3, 0b1, 0),
    ] {
        let found = FrameSymmetry::of_frame(&CellFrame::new(rows, columns, walls));
        assert_eq!(found.len(), symmetries, "{rows}x{columns}, {walls:b}");
    }
}
