//! The questions that people ask of the solver, answered warm: one [`Solver`], used again and
//! again.
//!
//!     cargo bench -- solve
//!
//! | id | what one iteration is |
//! |---|---|
//! | `classic/step`, `classic/slide`, `classic/move` | `internals::search` of 横刀立马: breadth-first to the first goal, and the positions on the way there; compiling the puzzle and checking the solution are not in it |
//! | `component/step` | breadth-first search of everything that can be reached from 横刀立马 |
//! | `textbook/step` | breadth-first search with a queue and a hash map, over the same packed states |
//! | `yardstick/step` | a solver for 4×5 boards alone, to the goal |
//!
//! Answers are asserted. At the end those that solve the classic layout take turns and are printed
//! side by side.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ahash::AHashMap;

use huarong::collection::Collection;
use huarong::control::{Outcome, Progress};
use huarong::internals::{self, Board, Expander, Key, Space, State};
use huarong::search::Statistics;
use huarong::sliding::{Options, Solver};
use huarong::{Metric, Puzzle};

use crate::timing::{is_bench, time};

/// The most that a stored state of one word may take, parents, index and queues included.
const MAX_BYTES_A_STATE: f64 = 20.0;
/// The states of the component, mirror images taken for one.
const COMPONENT: usize = 13_011;
/// The steps of the shortest solution.
const STEPS: usize = 116;

fn classic() -> Puzzle {
    let mut found = Collection::built_in()
        .find("heng-dao-li-ma")
        .expect("it is built in");
    found.swap_remove(0).puzzle
}

fn solver(metric: Metric) -> Solver {
    Solver::new(&classic(), &Options::default().with_metric(metric)).expect("it is small")
}

fn unwatched(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The length of the shortest solution, in units of the solver's metric.
fn search(solver: &mut Solver) -> usize {
    match black_box(internals::search(solver, &mut unwatched)).outcome {
        Outcome::Found(positions) => positions.len() - 1,
        outcome => panic!("the classic layout has a solution: {outcome:?}"),
    }
}

/// Breadth-first search as textbooks have it: a queue, and a hash map from each state to its
/// parent. The packed states and their successors are ours.
struct Textbook {
    expander: Expander<u32, 1, 2>,
    start: State<1>,
}

impl Textbook {
    fn new() -> Self {
        let board = Board::new(&classic()).expect("it is small");
        let start = Key::from_words(&board.words(board.start()));
        Textbook {
            expander: Expander::new(&board, Metric::Step),
            start,
        }
    }

    /// The length of the shortest solution, in steps.
    fn search(&mut self) -> usize {
        let mut parents = AHashMap::from([(self.start, self.start)]);
        let mut queue = VecDeque::from([self.start]);
        while let Some(state) = queue.pop_front() {
            let mut successors = Vec::new();
            self.expander.expand(&[state], &[0], &mut successors);
            for successor in successors {
                if let Entry::Vacant(entry) = parents.entry(successor.key) {
                    entry.insert(state);
                    queue.push_back(successor.key);
                    if successor.class.is_goal() {
                        return path_length(&parents, successor.key);
                    }
                }
            }
        }
        panic!("the classic layout has a solution")
    }
}

/// The steps from the root, which is its own parent, to a state.
fn path_length(parents: &AHashMap<State<1>, State<1>>, mut state: State<1>) -> usize {
    let mut steps = 0;
    while parents[&state] != state {
        state = parents[&state];
        steps += 1;
    }
    steps
}

fn measure_yardstick(search: &mut crate::yardstick::Search) -> usize {
    let steps = black_box(search).run(black_box(crate::yardstick::classic()), true);
    steps.expect("the classic layout has a solution")
}

fn bench_classic() {
    for (metric, length) in [
        (Metric::Step, STEPS),
        (Metric::Slide, 90),
        (Metric::Move, 81),
    ] {
        let mut solver = solver(metric);
        time(&format!("classic/{metric}"), || {
            assert_eq!(search(&mut solver), length);
        });
    }
}

fn bench_component() {
    let board = Board::new(&classic()).expect("it is small");
    let mut search = internals::everything(&board, Metric::Step);
    let (statistics, layers) = search();
    assert_eq!((layers.len() - 1, statistics.states), (167, COMPONENT));
    let each = bytes_a_state(&statistics);
    println!("component/step: {COMPONENT} states, {each:.2} bytes a stored state");
    assert!(each <= MAX_BYTES_A_STATE, "{each:.2} bytes a stored state");
    time("component/step", || {
        assert_eq!(black_box(search()).0.states, COMPONENT);
    });
}

#[expect(clippy::cast_precision_loss, reason = "shown with two decimals")]
fn bytes_a_state(statistics: &Statistics) -> f64 {
    statistics.bytes as f64 / statistics.states as f64
}

fn bench_others() {
    let mut textbook = Textbook::new();
    time("textbook/step", || assert_eq!(textbook.search(), STEPS));
    let mut yardstick = crate::yardstick::Search::new();
    time("yardstick/step", || {
        assert_eq!(measure_yardstick(&mut yardstick), STEPS);
    });
}

/// An id, a search, the length that it finds, and the time that each took.
type Contender<'a> = (
    &'a str,
    Box<dyn FnMut() -> usize + 'a>,
    usize,
    Vec<Duration>,
);

/// Lets them take turns, so that whatever else the machine does slows all of them, and prints
/// what each took as a multiple of ours.
fn side_by_side() {
    // As a test, not as a benchmark, once is enough.
    let rounds = if is_bench() { 301 } else { 1 };
    let [mut step, mut slide, mut moves] = [Metric::Step, Metric::Slide, Metric::Move].map(solver);
    let mut textbook = Textbook::new();
    let mut yardstick = crate::yardstick::Search::new();
    let mut contenders: [Contender; 5] = [
        (
            "classic/step",
            Box::new(|| search(&mut step)),
            STEPS,
            Vec::new(),
        ),
        (
            "classic/slide",
            Box::new(|| search(&mut slide)),
            90,
            Vec::new(),
        ),
        (
            "classic/move",
            Box::new(|| search(&mut moves)),
            81,
            Vec::new(),
        ),
        (
            "textbook/step",
            Box::new(|| textbook.search()),
            STEPS,
            Vec::new(),
        ),
        (
            "yardstick/step",
            Box::new(|| measure_yardstick(&mut yardstick)),
            STEPS,
            Vec::new(),
        ),
    ];
    for _ in 0..rounds {
        for (_, run, length, times) in &mut contenders {
            let started = Instant::now();
            let found = run();
            times.push(started.elapsed());
            assert_eq!(found, *length);
        }
    }
    let [least, median] = [0, rounds / 2].map(|rank| {
        contenders
            .each_mut()
            .map(|(_, _, _, times)| *times.select_nth_unstable(rank).1)
    });
    println!("side by side, {rounds} rounds of each in turn:");
    println!(
        "{:<18}{:>12}{:>12}{:>12}{:>12}",
        "", "least", "× step", "median", "× step"
    );
    for (contender, (id, ..)) in contenders.iter().enumerate() {
        let times = |time: Duration, base: Duration| {
            let micros = format!("{:.0} µs", time.as_secs_f64() * 1e6);
            format!(
                "{micros:>12}{:>12.2}",
                time.as_secs_f64() / base.as_secs_f64()
            )
        };
        let least = times(least[contender], least[0]);
        let median = times(median[contender], median[0]);
        println!("{id:<18}{least}{median}");
    }
}

pub(crate) fn main() {
    bench_classic();
    bench_component();
    bench_others();
    side_by_side();
}
