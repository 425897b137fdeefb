//! Rush Hour, and what states of many words cost: one [`Solver`], used again and again, warm.
//!
//!     cargo bench -- rush_hour
//!
//! | id | what one iteration is |
//! |---|---|
//! | `hardest/60` | `internals::search` of the hardest 6×6 board, by slides: breadth-first to the first goal, and the positions on the way there |
//! | `hardest/51` | the same of the hardest without walls |
//! | `largest/exit` | the same of the board with the largest known space: 15 slides |
//! | `largest/space` | `Solver::explore`: everything that can be reached there |
//! | `largest/layers`, `/2`, `/step` | `Explorer::explore` of the same, layers only, by the hashed engine on one thread; on two; by steps |
//! | `ten/space` | the same of a 10×10 board, by slides |
//! | `words/1` to `words/6` | `Solver::explore` of 横刀立马 by steps, in frames of walls of growing size: the same states and steps each time, in more words |
//!
//! Answers are asserted. At the end all take turns and are printed side by side, with the time that
//! a state takes, and that divided by the words of a state.

use std::fmt::Write as _;
use std::hint::black_box;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use huarong::collection::Collection;
use huarong::control::{Outcome, Progress};
use huarong::explore::{self, Engine, ExploreScope, Explorer};
use huarong::internals;
use huarong::search::Statistics;
use huarong::sliding::{Mirroring, Options, Solver};
use huarong::{Metric, Puzzle};

use crate::timing::{is_bench, time};

/// 100 cells in 300 bits; its primary car does not get out.
const TEN: &str = "
pieces: axis
exit: A=right

. . C f f f U U U .
X L C P Z S I M M M
X L . P Z S I H H H
. L c . . S I Q Q Q
A A c . J . . . . .
O O O O J E E E F F
e e d d J W K B B B
R R G G G W K . . V
a a a a Y . K D D V
b b T T Y N N N . V
";

/// The kind of search that a benchmark measures.
#[derive(Clone, Copy)]
enum Question {
    /// How long is the shortest solution?
    Length(usize),
    /// How many states can be reached?
    Space(usize),
    /// The same, by layers on so many threads.
    Layers(usize, NonZero<usize>),
}

/// Searches everything; what it took, and the layers.
type Everything = Box<dyn FnMut() -> (Statistics, Vec<usize>)>;

struct Measurement {
    id: String,
    solver: Solver,
    everything: Option<Everything>,
    explorer: Option<Explorer>,
    question: Question,
}

impl Measurement {
    fn new(id: &str, puzzle: &Puzzle, metric: Metric, question: Question) -> Self {
        let options = Options::default()
            .with_metric(metric)
            .with_mirroring(Mirroring::Off);
        let solver = Solver::new(puzzle, &options).expect("it fits");
        let explorer = match question {
            Question::Layers(_, threads) => {
                let options = explore::Options::default()
                    .with_metric(metric)
                    .with_mirroring(Mirroring::Off)
                    .with_scope(ExploreScope::Layers)
                    .with_engine(Some(Engine::Hashed))
                    .with_threads(threads);
                Some(Explorer::new(puzzle, &options).expect("it fits"))
            }
            Question::Length(_) | Question::Space(_) => None,
        };
        let space = matches!(question, Question::Space(_));
        let everything = space.then(|| internals::everything(solver.board(), metric));
        Measurement {
            id: id.to_owned(),
            solver,
            everything,
            explorer,
            question,
        }
    }

    /// Searches once, checks the result, and returns the number of stored states.
    fn run(&mut self) -> usize {
        let unwatched = &mut |_: &Progress| ControlFlow::Continue(());
        match self.question {
            Question::Length(length) => {
                let search = black_box(internals::search(&mut self.solver, unwatched));
                let Outcome::Found(positions) = search.outcome else {
                    panic!("{}", self.id)
                };
                assert_eq!(positions.len() - 1, length, "{}", self.id);
                search.statistics.states
            }
            Question::Space(states) => {
                let everything = self.everything.as_mut().expect("it was made for this");
                let (statistics, _) = black_box(everything());
                assert_eq!(statistics.states, states, "{}", self.id);
                states
            }
            Question::Layers(states, _) => {
                let explorer = self.explorer.as_mut().expect("it was made for this");
                let found = explorer.explore();
                let total = black_box(found).expect("no files").from_start.total();
                assert_eq!(usize::try_from(total.states), Ok(states), "{}", self.id);
                states
            }
        }
    }

    /// The words that hold a state.
    fn words(&self) -> usize {
        self.solver.board().bits().div_ceil(64)
    }
}

fn named(name: &str) -> Puzzle {
    let mut found = Collection::built_in().find(name).expect("it is built in");
    found.swap_remove(0).puzzle
}

/// 横刀立马 in the upper left corner of a larger frame, walls all around.
fn framed(columns: usize, rows: usize) -> Puzzle {
    let drawing = |lines: [&str; 5]| {
        let line = |row: usize| lines.get(row).copied().unwrap_or_default();
        (0..rows).fold(String::new(), |mut text, row| {
            writeln!(text, "{:#<columns$}", line(row)).expect("a string takes all");
            text
        })
    };
    let frame = drawing(["ACCB", "ACCB", "DEEF", "DGHF", "I..J"]);
    let goal = drawing(["....", "....", "....", ".CC.", ".CC."]);
    format!("{frame}\ngoal:\n{goal}").parse().expect("a puzzle")
}

fn measurements() -> Vec<Measurement> {
    let [alone, two] = [1, 2].map(|threads| NonZero::new(threads).expect("one at least"));
    let boards = [
        ("hardest/60", "fogleman-60", Question::Length(60)),
        ("hardest/51", "fogleman-51-2", Question::Length(51)),
        ("largest/exit", "fogleman-15", Question::Length(15)),
        ("largest/space", "fogleman-15", Question::Space(541_934)),
        (
            "largest/layers",
            "fogleman-15",
            Question::Layers(541_934, alone),
        ),
        (
            "largest/layers/2",
            "fogleman-15",
            Question::Layers(541_934, two),
        ),
    ];
    let boards = boards
        .map(|(id, name, question)| Measurement::new(id, &named(name), Metric::Slide, question));
    let largest = named("fogleman-15");
    let steps = Question::Layers(541_934, alone);
    let steps = Measurement::new("largest/layers/step", &largest, Metric::Step, steps);
    let ten = TEN.parse().expect("a puzzle");
    let ten = Measurement::new("ten/space", &ten, Metric::Slide, Question::Space(327_352));
    let frames = [(4, 5), (6, 7), (8, 8), (9, 9), (10, 10), (11, 11)].map(|(columns, rows)| {
        let puzzle = framed(columns, rows);
        let mut framed = Measurement::new("", &puzzle, Metric::Step, Question::Space(25_955));
        framed.id = format!("words/{}", framed.words());
        framed
    });
    boards
        .into_iter()
        .chain([steps, ten])
        .chain(frames)
        .collect()
}

fn bench_each() {
    for mut measurement in measurements() {
        let id = measurement.id.clone();
        time(&id, || measurement.run());
    }
}

/// Lets them take turns, so that whatever else the machine does slows all of them, and prints what
/// each took.
fn side_by_side() {
    // As a test, not as a benchmark, once is enough.
    let rounds = if is_bench() { 31 } else { 1 };
    let mut measurements = measurements();
    let mut times = vec![Vec::new(); measurements.len()];
    let mut states = vec![0; measurements.len()];
    for _ in 0..rounds {
        for (index, measurement) in measurements.iter_mut().enumerate() {
            let started = Instant::now();
            states[index] = measurement.run();
            times[index].push(started.elapsed());
        }
    }
    println!("side by side, {rounds} rounds of each in turn:");
    println!(
        "{:<20}{:>8}{:>6}{:>7}{:>9}{:>13}{:>13}{:>10}{:>10}",
        "", "cells", "bits", "words", "states", "least", "median", "ns/state", "ns/word"
    );
    for ((measurement, states), times) in measurements.iter().zip(states).zip(&mut times) {
        times.sort_unstable();
        print_row(measurement, states, times[0], times[rounds / 2]);
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with a few digits")]
fn print_row(measurement: &Measurement, states: usize, least: Duration, median: Duration) {
    let board = measurement.solver.board();
    let words = measurement.words();
    let micros = |time: Duration| format!("{:.0} µs", time.as_secs_f64() * 1e6);
    let each = least.as_secs_f64() * 1e9 / states as f64;
    println!(
        "{:<20}{:>8}{:>6}{words:>7}{states:>9}{:>13}{:>13}{each:>10.1}{:>10.1}",
        measurement.id,
        board.cells(),
        board.bits(),
        micros(least),
        micros(median),
        each / words as f64,
    );
}

pub(crate) fn main() {
    bench_each();
    side_by_side();
}
