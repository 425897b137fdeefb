//! The questions that people ask of the solver, answered warm: one [`Solver`], used again and again.
//!
//!     cargo bench --bench solve
//!
//! | id | what one iteration is |
//! |---|---|
//! | `classic/step`, `classic/slide`, `classic/move` | `Solver::search` of 横刀立马: breadth-first to the first goal, and the positions on the way there; compiling the puzzle and checking the solution are not in it |
//! | `component/step` | breadth-first search of everything that can be reached from 横刀立马 |
//! | `pathfinding/step` | `pathfinding::bfs` to the goal, over the same packed states, whose successors come from the same space |
//! | `pathfinding/awake` | the same without the successors that sleep, which is more than a function of the position: our search's sleep sets at its service |
//! | `yardstick/step` | a solver for 4×5 boards alone, to the goal |
//!
//! Answers are asserted. At the end those that solve the classic layout take turns and are printed
//! side by side.

mod yardstick;

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use huarong::board::{Board, State};
use huarong::collection::Collection;
use huarong::control::{Outcome, Progress};
use huarong::internals::{self, Expander};
use huarong::search::{Key, Space, Statistics, Via};
use huarong::sliding::{Options, Solver};
use huarong::{Metric, Puzzle};

/// The most that a stored state of one word may take, parents, index and queues included.
const MAX_BYTES_A_STATE: f64 = 20.0;
/// The states of the component, mirror images taken for one.
const COMPONENT: usize = 13_011;
/// The steps of the shortest solution.
const STEPS: usize = 116;

fn classic() -> Puzzle {
    let mut found = Collection::built_in().find("heng-dao-li-ma").expect("it is built in");
    found.swap_remove(0).puzzle
}

fn solver(metric: Metric) -> Solver {
    Solver::new(&classic(), &Options { metric, ..Options::default() }).expect("it is small")
}

fn unwatched(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The length of the shortest solution, in units of the solver's metric.
fn search(solver: &mut Solver) -> usize {
    match black_box(solver.search(&mut unwatched)).outcome {
        Outcome::Found(positions) => positions.len() - 1,
        outcome => panic!("the classic layout has a solution: {outcome:?}"),
    }
}

/// A position as a vertex of `pathfinding`: equal where the canonical forms are, however they were
/// reached.
#[derive(Clone)]
struct Vertex(State<1>, Via);

impl PartialEq for Vertex {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Vertex {}

impl Hash for Vertex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// Whether successors depend on how a position was come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Successors {
    /// They do not: a function of the position, as a graph has it.
    All,
    /// Those that are found another way sleep, as in our own search.
    Awake,
}

/// What `pathfinding` needs to search the classic layout, by steps.
struct Plain {
    expander: Expander<u32, 1, 2>,
    start: Vertex,
    successors: Successors,
}

impl Plain {
    fn new(successors: Successors) -> Self {
        let board = Board::new(&classic()).expect("it is small");
        let start = Vertex(Key::from_words(&board.words(board.start())), 0);
        Plain { expander: Expander::new(&board, Metric::Step), start, successors }
    }

    /// Whether a vertex is a goal is known of each successor; the path ends at the first that is.
    fn search(&mut self) -> usize {
        let Plain { expander, start, successors } = self;
        let goal = RefCell::new(None);
        let successors = |Vertex(state, via): &Vertex| {
            let via = match successors {
                Successors::All => 0,
                Successors::Awake => *via,
            };
            let mut next = Vec::new();
            expander.expand(&[*state], &[via], &mut next);
            if let Some(found) = next.iter().find(|successor| successor.class.is_goal()) {
                goal.borrow_mut().get_or_insert(found.key);
            }
            next.into_iter().map(|successor| Vertex(successor.key, successor.via))
        };
        let is_goal = |vertex: &Vertex| *goal.borrow() == Some(vertex.0);
        let path = pathfinding::prelude::bfs(black_box(&*start), successors, is_goal);
        black_box(path).expect("the classic layout has a solution").len() - 1
    }
}

fn measure_yardstick(search: &mut yardstick::Search) -> usize {
    let steps = black_box(search).run(black_box(yardstick::classic()), true);
    steps.expect("the classic layout has a solution")
}

fn bench_classic(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("classic");
    for (metric, length) in [(Metric::Step, STEPS), (Metric::Slide, 90), (Metric::Move, 81)] {
        let mut solver = solver(metric);
        group.bench_function(metric.to_string(), |bencher| {
            bencher.iter(|| assert_eq!(search(&mut solver), length));
        });
    }
}

fn bench_component(criterion: &mut Criterion) {
    let board = Board::new(&classic()).expect("it is small");
    let mut search = internals::everything(&board, Metric::Step);
    let (statistics, layers) = search();
    assert_eq!((layers.len() - 1, statistics.states), (167, COMPONENT));
    let each = bytes_a_state(&statistics);
    println!("component/step: {COMPONENT} states, {each:.2} bytes a stored state");
    assert!(each <= MAX_BYTES_A_STATE, "{each:.2} bytes a stored state");
    criterion.bench_function("component/step", |bencher| {
        bencher.iter(|| assert_eq!(black_box(search()).0.states, COMPONENT));
    });
}

#[expect(clippy::cast_precision_loss, reason = "shown with two decimals")]
fn bytes_a_state(statistics: &Statistics) -> f64 {
    statistics.bytes as f64 / statistics.states as f64
}

const PATHFINDING: [(&str, Successors); 2] =
    [("pathfinding/step", Successors::All), ("pathfinding/awake", Successors::Awake)];

fn bench_others(criterion: &mut Criterion) {
    for (id, successors) in PATHFINDING {
        let mut plain = Plain::new(successors);
        criterion.bench_function(id, |bencher| {
            bencher.iter(|| assert_eq!(plain.search(), STEPS));
        });
    }
    let mut yardstick = yardstick::Search::new();
    criterion.bench_function("yardstick/step", |bencher| {
        bencher.iter(|| assert_eq!(measure_yardstick(&mut yardstick), STEPS));
    });
}

/// An id, a search, the length that it finds, and the time that each took.
type Contender<'a> = (&'a str, Box<dyn FnMut() -> usize + 'a>, usize, Vec<Duration>);

/// Lets them take turns, so that whatever else the machine does slows all of them, and prints
/// what each took as a multiple of ours.
fn side_by_side(_: &mut Criterion) {
    // As a test, not as a benchmark, once is enough.
    let rounds = if std::env::args().any(|argument| argument == "--bench") { 301 } else { 1 };
    let [mut step, mut slide, mut moves] = [Metric::Step, Metric::Slide, Metric::Move].map(solver);
    let [mut all, mut awake] = PATHFINDING.map(|(_, successors)| Plain::new(successors));
    let mut yardstick = yardstick::Search::new();
    let mut contenders: [Contender; 6] = [
        ("classic/step", Box::new(|| search(&mut step)), STEPS, Vec::new()),
        ("classic/slide", Box::new(|| search(&mut slide)), 90, Vec::new()),
        ("classic/move", Box::new(|| search(&mut moves)), 81, Vec::new()),
        (PATHFINDING[0].0, Box::new(|| all.search()), STEPS, Vec::new()),
        (PATHFINDING[1].0, Box::new(|| awake.search()), STEPS, Vec::new()),
        ("yardstick/step", Box::new(|| measure_yardstick(&mut yardstick)), STEPS, Vec::new()),
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
        contenders.each_mut().map(|(_, _, _, times)| *times.select_nth_unstable(rank).1)
    });
    println!("side by side, {rounds} rounds of each in turn:");
    println!("{:<18}{:>12}{:>12}{:>12}{:>12}", "", "least", "× step", "median", "× step");
    for (contender, (id, ..)) in contenders.iter().enumerate() {
        let times = |time: Duration, base: Duration| {
            let micros = format!("{:.0} µs", time.as_secs_f64() * 1e6);
            format!("{micros:>12}{:>12.2}", time.as_secs_f64() / base.as_secs_f64())
        };
        let (least, median) =
            (times(least[contender], least[0]), times(median[contender], median[0]));
        println!("{id:<18}{least}{median}");
    }
}

criterion_group!(benches, bench_classic, bench_component, bench_others, side_by_side);
criterion_main!(benches);
