use std::collections::{HashMap, VecDeque};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::Duration;

use super::{UnitSurvey, unit_survey};
use crate::control::{Limits, Outcome, StopReason};
use crate::design::ScopeError;
use crate::sliding::{Options, solve};

fn surveyed(side: usize, threads: usize, limits: Limits) -> UnitSurvey {
    let on = (limits, NonZero::new(threads).expect("some"));
    unit_survey(side, on, &mut |_| ControlFlow::Continue(())).expect("a size")
}

fn moves(survey: &UnitSurvey) -> Vec<u32> {
    survey.table.iter().map(|it| it.moves).collect()
}

/// How many moves each board takes from which the car of this row can leave, by the cells: `-`, `|`
/// and `.`.
fn naive(side: usize, row: usize) -> HashMap<Vec<u8>, u32> {
    let cells = side * side;
    let exit = row * side;
    let mut queue = VecDeque::new();
    for empty in 0..cells {
        for ways in 0..1_u32 << cells {
            let board: Vec<u8> = (0..cells)
                .map(|cell| if cell == empty { b'.' } else { b"|-"[(ways >> cell & 1) as usize] })
                .collect();
            // Each board once, whatever the way of the car that is not there.
            if ways >> empty & 1 == 0 && board[exit] == b'-' {
                queue.push_back((board, 0));
            }
        }
    }
    let mut found: HashMap<Vec<u8>, u32> = queue.iter().cloned().collect();
    while let Some((board, moves)) = queue.pop_front() {
        let empty = board.iter().position(|&it| it == b'.').expect("one");
        let beside =
            [(empty % side > 0).then(|| empty - 1), Some(empty + 1).filter(|it| it % side > 0)];
        let above = [empty.checked_sub(side), Some(empty + side).filter(|&it| it < cells)];
        let ways = beside.into_iter().flatten().map(|from| (from, b'-'));
        for (from, way) in ways.chain(above.into_iter().flatten().map(|from| (from, b'|'))) {
            if board[from] == way {
                let mut next = board.clone();
                next.swap(from, empty);
                if !found.contains_key(&next) {
                    found.insert(next.clone(), moves + 1);
                    queue.push_back((next, moves + 1));
                }
            }
        }
    }
    found.retain(|_, moves| *moves > 0);
    found
}

#[test]
fn small_boards_are_those_of_a_naive_search() {
    for side in [3, 4] {
        let survey = surveyed(side, 1, Limits::default());
        let all: Vec<_> = (0..side.div_ceil(2)).map(|row| naive(side, row)).collect();
        let hardest: Vec<u32> = all.iter().filter_map(|all| all.values().max().copied()).collect();
        assert_eq!(moves(&survey), hardest, "{side}");
        assert_eq!(survey.boards, all.iter().map(|all| all.len() as u64).sum::<u64>(), "{side}");
    }
}

#[test]
fn five_by_five_is_as_hard_as_tromp_and_cilibrasi_have_found() {
    let survey = surveyed(5, 2, Limits::default());
    assert_eq!((moves(&survey), survey.boards), (vec![199, 152, 112], 280_998_542));
    assert_eq!(survey.stopped, None);
    for unit in &survey.table {
        let report = solve(&unit.puzzle, &Options::default()).expect("it fits");
        let Outcome::Found(solution) = report.outcome else { panic!("{unit:?}") };
        assert_eq!(solution.len(), unit.moves as usize);
    }
}

#[test]
fn it_does_not_matter_on_how_many_threads() {
    let boards = |threads| {
        let survey = surveyed(4, threads, Limits::default());
        survey.table.into_iter().map(|it| (it.moves, it.lines)).collect::<Vec<_>>()
    };
    assert_eq!(boards(1), boards(3));
}

#[test]
fn a_limit_ends_it_with_what_is_known() {
    let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(surveyed(5, 2, limits).stopped, Some(StopReason::Time));
    let survey = surveyed(5, 1, Limits { max_bytes: Some(1_000_000), ..Limits::default() });
    assert_eq!(survey.stopped, Some(StopReason::Memory));
    assert!(!survey.table.is_empty());
}

#[test]
fn other_sizes_are_refused() {
    for side in [0, 2, 7] {
        let on = (Limits::default(), NonZero::<usize>::MIN);
        let refused = unit_survey(side, on, &mut |_| ControlFlow::Continue(()));
        assert_eq!(refused.map(|it| it.table).unwrap_err(), ScopeError::NoUnitRushHour { side });
    }
}
