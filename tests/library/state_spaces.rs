//! State spaces other than sliding blocks, on the engines of this crate.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;

use huarong::control::{Observer, Progress, StopReason, unobserved};
use huarong::search::{StateSearch, StateSearchResult, StateSpace};
use huarong::{Limits, Outcome};

/// Rubik's cube of 2×2×2 with one corner fixed. Each of the other seven corners takes five bits:
/// three for the corner and two for its twist.
struct Cube {
    scrambled: u64,
}

/// For each of three faces, the places that a quarter turn cycles, with the twist of the corner
/// that arrives in each.
const TURNS: [[(u32, u64); 4]; 3] = [
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(0, 1), (3, 2), (4, 1), (5, 2)],
    [(0, 2), (5, 1), (6, 2), (1, 1)],
];

/// The solved cube.
const SOLVED: u64 = 6 << 30 | 5 << 25 | 4 << 20 | 3 << 15 | 2 << 10 | 1 << 5;

fn turned(state: u64, turn: &[(u32, u64); 4]) -> u64 {
    let corner = |place: u32| state >> (5 * place) & 31;
    let mut turned = state;
    for (at, &(to, twist)) in turn.iter().enumerate() {
        let moved = corner(turn[(at + 3) % 4].0);
        let moved = moved & 7 | (((moved >> 3) + twist) % 3) << 3;
        turned = turned & !(31 << (5 * to)) | moved << (5 * to);
    }
    turned
}

impl StateSpace for Cube {
    fn start(&self) -> u64 {
        self.scrambled
    }

    fn successors(&self, state: u64, successors: &mut Vec<u64>) {
        for turn in &TURNS {
            let mut state = state;
            for _ in 0..3 {
                state = turned(state, turn);
                successors.push(state);
            }
        }
    }

    fn is_goal(&self, state: u64) -> bool {
        state == SOLVED
    }
}

fn scrambled() -> Cube {
    let turns = [0, 1, 2, 0, 0, 1];
    Cube {
        scrambled: turns
            .iter()
            .fold(SOLVED, |state, &turn| turned(state, &TURNS[turn])),
    }
}

/// The vertices of a graph that somebody else owns.
struct Borrowed<'a>(&'a [Vec<u64>]);

impl StateSpace for Borrowed<'_> {
    fn start(&self) -> u64 {
        0
    }

    fn successors(&self, state: u64, successors: &mut Vec<u64>) {
        successors.extend(&self.0[usize::try_from(state).expect("a place")]);
    }

    fn is_goal(&self, state: u64) -> bool {
        state == 3
    }
}

#[test]
fn a_space_may_borrow_what_it_searches() {
    let neighbours = vec![vec![1], vec![0, 2], vec![1, 3], vec![2]];
    let space = Arc::new(Borrowed(&neighbours));
    let found = StateSearch::default().breadth_first(&space, &mut unobserved);
    assert_eq!(found.outcome, Outcome::Found(vec![0, 1, 2, 3]));
}

/// Searches with both engines.
fn searched(
    space: impl StateSpace + 'static,
    everything: bool,
    limits: Limits,
    observer: Observer<'_>,
) -> [StateSearchResult; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let space = Arc::new(space);
    let search = StateSearch {
        everything,
        limits,
        threads: NonZero::new(2).expect("it is not 0"),
    };
    [
        search.breadth_first(&space, &mut *observer),
        search
            .layered(&space, folder.path(), observer)
            .expect("files can be written"),
    ]
}

#[test]
fn a_scrambled_cube_is_solved_by_each_engine() {
    for found in searched(scrambled(), false, Limits::default(), &mut unobserved) {
        let path = found.outcome.found().expect("it can be solved");
        assert_eq!(
            (path.len() - 1, path[0], path[5]),
            (5, scrambled().scrambled, SOLVED)
        );
        let mut successors = Vec::new();
        for step in path.windows(2) {
            scrambled().successors(step[0], &mut successors);
            assert!(successors.contains(&step[1]));
            successors.clear();
        }
    }
}

/// The published numbers of positions at each number of turns from the solved cube.
const DISTANCES: [u64; 12] = [
    1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644,
];

#[test]
fn the_first_layers_of_the_cube_equal_the_published_numbers() {
    let limits = Limits::default().with_max_depth(Some(5));
    let solved = Cube { scrambled: SOLVED };
    for found in searched(solved, true, limits, &mut unobserved) {
        assert_eq!(found.layers, DISTANCES[..6]);
        assert_eq!(found.outcome, Outcome::Stopped(StopReason::Depth));
    }
}

#[test]
#[ignore = "a minute without optimisation"]
fn every_cube_can_be_solved_in_eleven_turns() {
    let limits = Limits::default().with_max_bytes(Some(200 << 20));
    let solved = Cube { scrambled: SOLVED };
    let [in_memory, in_files] = searched(solved, true, limits, &mut unobserved);
    assert_eq!(
        (&in_memory.layers[..], &in_files.layers[..]),
        (&DISTANCES[..], &DISTANCES[..])
    );
    assert_eq!(in_memory.outcome, Outcome::Found(vec![SOLVED]));
    assert_eq!(in_files.outcome, Outcome::Found(vec![SOLVED]));
    assert!(in_files.usage.memory <= 200 << 20 && in_files.usage.disk > 3_000_000);
}

/// The numbers from 0 to `length`, connected to their neighbours.
struct Line {
    length: u64,
    goals: [u64; 2],
}

impl StateSpace for Line {
    fn start(&self) -> u64 {
        self.length / 2
    }

    fn successors(&self, state: u64, successors: &mut Vec<u64>) {
        successors.extend(
            [state.wrapping_sub(1), state + 1]
                .iter()
                .filter(|&&to| to < self.length),
        );
    }

    fn is_goal(&self, state: u64) -> bool {
        self.goals.contains(&state)
    }
}

#[test]
fn an_exhaustive_search_finds_a_nearest_goal_or_proves_unsolvability() {
    let line = |goals| {
        let line = Line { length: 11, goals };
        searched(line, true, Limits::default(), &mut unobserved)
    };
    for found in line([0, 8]) {
        assert_eq!(found.outcome, Outcome::Found(vec![5, 6, 7, 8]));
        assert_eq!(found.layers, [1, 2, 2, 2, 2, 2]);
    }
    for found in line([11, 12]) {
        assert_eq!(found.outcome, Outcome::Exhausted);
    }
}

#[test]
fn limits_and_the_observer_stop_each_engine() {
    let endless = || Line {
        length: 1 << 60,
        goals: [0, 0],
    };
    for (limits, reason) in [
        (
            Limits::default().with_max_states(Some(100)),
            StopReason::States,
        ),
        (
            Limits::default().with_max_bytes(Some(1000)),
            StopReason::Memory,
        ),
    ] {
        for found in searched(endless(), false, limits, &mut unobserved) {
            assert_eq!(found.outcome, Outcome::Stopped(reason));
        }
    }
    let stop = &mut |_: &Progress| ControlFlow::Break(());
    for found in searched(endless(), false, Limits::default(), stop) {
        assert_eq!(found.outcome, Outcome::Stopped(StopReason::Interrupted));
    }
}

#[test]
#[should_panic(expected = "is not below 2^61")]
fn a_state_of_too_many_bits_is_refused() {
    let line = Arc::new(Line {
        length: u64::MAX,
        goals: [0, 0],
    });
    StateSearch::default().breadth_first(&line, &mut unobserved);
}
