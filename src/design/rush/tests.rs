//! A naive enumeration, board by board as it is defined, and what others have found.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::num::NonZero;
use std::ops::ControlFlow;

use super::*;
use crate::control::{Limits, Progress, StopReason};
use crate::design::{SurveyError, SurveyOptions};

fn surveyed(side: usize, walls: u32) -> RushSurvey {
    let options = SurveyOptions::default();
    let scope = RushScope { side, walls };
    rush_survey(&scope, &options, &mut |_| ControlFlow::Continue(())).expect("a scope")
}

/// A car: whether it stands in a column, its line, its first cell there, its length.
type Car = (bool, usize, usize, usize);
/// The cars of a board in the order of their lines, the primary first.
type Cars = Vec<Car>;

/// A square with walls.
struct Naive {
    side: usize,
    walls: u64,
}

impl Naive {
    fn cells(&self, (is_column, line, first, length): Car) -> u64 {
        let cell = |at| if is_column { at * self.side + line } else { line * self.side + at };
        (first..first + length).map(|at| 1 << cell(at)).sum()
    }

    /// The cells of the cars of rows, walls included, and those of columns.
    fn both(&self, cars: &Cars) -> (u64, u64) {
        let of =
            |columns| cars.iter().filter(|car| car.0 == columns).map(|&car| self.cells(car)).sum();
        (of(false), of(true))
    }

    fn taken(&self, cars: &Cars) -> u64 {
        let (rows, columns) = self.both(cars);
        rows | columns | self.walls
    }

    fn is_solved(&self, cars: &Cars) -> bool {
        cars[0].2 + cars[0].3 == self.side
    }

    fn slides(&self, cars: &Cars) -> Vec<Cars> {
        let mut found = Vec::new();
        for number in 0..cars.len() {
            for further in [true, false] {
                let mut moved = cars.clone();
                let free = !(self.taken(cars) & !self.cells(cars[number]));
                loop {
                    let first = moved[number].2;
                    let next = if further { Some(first + 1) } else { first.checked_sub(1) };
                    let Some(next) = next.filter(|next| next + cars[number].3 <= self.side) else {
                        break;
                    };
                    moved[number].2 = next;
                    if self.cells(moved[number]) & !free != 0 {
                        break;
                    }
                    found.push(moved.clone());
                }
            }
        }
        found
    }

    /// How far each of these is, and all that can be come to.
    fn distances(&self, from: impl IntoIterator<Item = Cars>) -> HashMap<Cars, u32> {
        let mut queue: VecDeque<Cars> = from.into_iter().collect();
        let mut found: HashMap<Cars, u32> = queue.iter().map(|cars| (cars.clone(), 0)).collect();
        while let Some(cars) = queue.pop_front() {
            let far = found[&cars] + 1;
            for next in self.slides(&cars) {
                if !found.contains_key(&next) {
                    found.insert(next.clone(), far);
                    queue.push_back(next);
                }
            }
        }
        found
    }

    fn is_as_hard(&self, cars: &Cars, slides: u32) -> bool {
        let distances = self.distances([cars.clone()]);
        let solved = distances.iter().filter(|(cars, _)| self.is_solved(cars));
        solved.map(|(_, &far)| far).min() == Some(slides)
    }
}

/// All boards with the primary in its row, and what there is of them: components, those that can be
/// solved, and slides, cells and states of those that are minimal.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    components: u64,
    solvable: u64,
    minimal: BTreeSet<(u32, (u64, u64), u64)>,
}

fn naive(side: usize, most_walls: u32) -> Found {
    let mut found = Found { components: 0, solvable: 0, minimal: BTreeSet::new() };
    let cells = 1_u64 << (side * side);
    for walls in (0..cells).filter(|walls| walls.count_ones() <= most_walls) {
        let naive = Naive { side, walls };
        let mut boards = Vec::new();
        let primary_row = (side - 1) / 2;
        for first in 0..=side - 2 {
            let primary = (false, primary_row, first, 2);
            let behind = naive.cells((false, primary_row, first, side - first));
            let own = naive.cells((false, primary_row, 0, side)) & walls;
            if walls & behind == 0 && own.count_ones() as usize + 2 < side {
                fill(&naive, 0, &mut vec![primary], &mut boards);
            }
        }
        let mut seen: HashSet<Cars> = HashSet::new();
        for board in boards {
            if seen.contains(&board) {
                continue;
            }
            let component: Vec<Cars> = naive.distances([board]).into_keys().collect();
            seen.extend(component.iter().cloned());
            component_counts(&naive, &component, &mut found);
        }
    }
    found
}

fn component_counts(naive: &Naive, component: &[Cars], found: &mut Found) {
    found.components += 1;
    let solved = component.iter().filter(|cars| naive.is_solved(cars)).cloned();
    let distances = naive.distances(solved);
    let Some(&most) = distances.values().max() else { return };
    found.solvable += 1;
    let hardest = distances.iter().filter(|(_, far)| **far == most).map(|(cars, _)| cars);
    let hardest = hardest.min_by_key(|cars| naive.both(cars)).expect("one at least");
    let without = |car: usize| {
        let mut cars = hardest.clone();
        cars.remove(car);
        cars
    };
    let one_wall = |cell: u32| naive.walls >> cell & 1 != 0;
    let is_minimal = (1..hardest.len()).all(|car| !naive.is_as_hard(&without(car), most))
        && (0..u64::BITS).filter(|&cell| one_wall(cell)).all(|cell| {
            let less = Naive { walls: naive.walls & !(1 << cell), ..*naive };
            !less.is_as_hard(hardest, most)
        });
    if is_minimal {
        found.minimal.insert((most, naive.both(hardest), component.len() as u64));
    }
}

/// Fills all rows and columns from this one on, none of them to the last cell.
fn fill(naive: &Naive, line: usize, cars: &mut Cars, boards: &mut Vec<Cars>) {
    let side = naive.side;
    if line == 2 * side {
        return boards.push(cars.clone());
    }
    let (is_column, number) = (line >= side, line % side);
    fill(naive, line + 1, cars, boards);
    if line == (side - 1) / 2 {
        return;
    }
    let walls = if is_column { 0 } else { naive.walls & naive.cells((false, number, 0, side)) };
    let room = side - 1 - walls.count_ones() as usize;
    for length in 2..=3_usize.min(room) {
        for first in 0..=side - length {
            let car = (is_column, number, first, length);
            if naive.taken(cars) & naive.cells(car) == 0 {
                cars.push(car);
                // Two cars in a line of up to four cells would fill it.
                fill(naive, line + 1, cars, boards);
                cars.pop();
            }
        }
    }
}

/// What a survey has found, in the same words.
fn findings(survey: &RushSurvey, side: usize) -> Found {
    let minimal = survey.puzzles.iter().map(|puzzle| {
        let mut both = (0, 0);
        let cells = puzzle.cells.as_bytes();
        for (cell, &letter) in cells.iter().enumerate().filter(|(_, it)| it.is_ascii_uppercase()) {
            let is_row = |other: usize| other / side == cell / side && cells[other] == letter;
            let beside = [cell.checked_sub(1), (cell + 1 < cells.len()).then_some(cell + 1)];
            let set =
                if beside.into_iter().flatten().any(is_row) { &mut both.0 } else { &mut both.1 };
            *set |= 1 << cell;
        }
        (puzzle.slides, both, puzzle.states)
    });
    let minimal = minimal.collect();
    Found { components: survey.components, solvable: survey.solvable, minimal }
}

#[test]
fn small_boards_are_as_a_naive_enumeration_finds_them() {
    for (side, walls) in [(3, 0), (3, 1), (3, 2), (4, 0), (4, 1)] {
        assert_eq!(findings(&surveyed(side, walls), side), naive(side, walls), "{side} {walls}");
    }
}

#[test]
fn five_by_five_is_as_fogleman_has_found() {
    let survey = surveyed(5, 0);
    let counts = (survey.boards, survey.components, survey.solvable, survey.puzzles.len());
    assert_eq!(counts, (268_109, 130_299, 62_106, 1_730));
    assert_eq!((survey.puzzles[0].slides, survey.stopped), (20, None));
}

#[test]
fn the_same_answer_comes_from_any_number_of_threads_and_any_number_of_runs() {
    let whole = surveyed(4, 1);
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("run");
    let options = SurveyOptions { threads: NonZero::new(2).expect("two"), ..Default::default() };
    let scope = RushScope { side: 4, walls: 1 };
    let kept = SurveyOptions { work_folder: Some(folder.clone()), ..options.clone() };
    let mut observer = |progress: &Progress| match progress.expected {
        Some(_) => ControlFlow::Break(()),
        None => ControlFlow::Continue(()),
    };
    let mut ended = rush_survey(&scope, &kept, &mut observer).expect("a run");
    let taken = rush_survey(&scope, &kept, &mut observer);
    assert!(matches!(taken, Err(SurveyError::Checkpoint(_))), "{taken:?}");
    assert!(is_rush_survey(&folder));
    while ended.stopped.is_some() {
        let (same, further) = resume_rush_survey(&folder, &options, &mut observer).expect("a run");
        assert_eq!(same, scope);
        ended = further;
    }
    assert_eq!(RushSurvey { elapsed: whole.elapsed, ..ended }, whole);
}

#[test]
fn limits_end_it_with_what_is_known() {
    let limits = Limits { timeout: Some(std::time::Duration::ZERO), ..Limits::default() };
    let options = SurveyOptions { limits, ..Default::default() };
    let scope = RushScope { side: 6, walls: 0 };
    let survey = rush_survey(&scope, &options, &mut |_| ControlFlow::Continue(())).expect("a run");
    assert_eq!(survey.stopped, Some(StopReason::Time));
    for side in [0, 2, 8] {
        let scope = RushScope { side, walls: 0 };
        let error = rush_survey(&scope, &options, &mut |_| ControlFlow::Continue(()));
        assert!(error.expect_err("no scope").to_string().contains("3 to 7"));
    }
}
