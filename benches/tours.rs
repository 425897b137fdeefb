//! Knight's tours and paths over maps; answers are asserted.
//!
//!     cargo bench -- tours
//!
//! | id | what one iteration is |
//! |---|---|
//! | `tour/8x8` | a tour from each of the 64 squares |
//! | `tour/1000x1000/open`, `…/closed` | one tour of a million squares, its board and verifier included |
//! | `count/6x6/open`, `…/closed` | counting all tours |
//! | `maps/N/solvable`, `…/impossible` | all maps of `tests/grid-paths.jsonl` N cells wide, each from nothing |
//!
//! Before that, what a mean does not show is printed: median and worst over the squares and the
//! maps, and what each pruning buys.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use huarong::backtrack::BacktrackResult;
use huarong::backtrack::hamilton::{
    self, Constraints, Method, Options, Pruning, PruningSet, Shape, TieBreak, VertexOrder,
};
use huarong::control::{Limits, Outcome, Progress, unobserved};
use huarong::graph::text::parse_map;
use huarong::graph::{CellMap, EdgeDirection, Leaper, MapCell, leaper_graph};
use huarong::tour::{self, Chessboard, PathGraph, PathProblem};
use serde::Deserialize;

use crate::timing::time;

fn unwatched(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A map, where a path is to begin, and whether there is one.
#[derive(Deserialize)]
struct Instance {
    name: String,
    n: usize,
    rows: Vec<String>,
    start: [u32; 2],
    solvable: bool,
}

impl Instance {
    fn read() -> Vec<Self> {
        let lines = include_str!("../tests/grid-paths.jsonl").lines();
        lines
            .map(|line| serde_json::from_str(line).expect("an instance"))
            .collect()
    }

    fn map(&self) -> (CellMap, Constraints) {
        let map = parse_map(self.rows.join("\n").as_bytes()).expect("a map");
        let [row, column] = self.start;
        let start = map.vertex_at(MapCell { row, column });
        (map, Constraints::default().with_start(start))
    }

    /// What the search took, if it came to an end.
    fn answer(&self, map: &CellMap, constraints: &Constraints, options: &Options) -> Option<u64> {
        let search = hamilton::first(
            black_box(map.graph()),
            constraints,
            options,
            &mut unobserved,
        );
        let BacktrackResult {
            outcome,
            statistics,
            ..
        } = search.expect("its vertices");
        match outcome {
            Outcome::Found(path) => {
                assert!(
                    self.solvable && path.len() == map.graph().vertices(),
                    "{}",
                    self.name
                );
            }
            Outcome::Exhausted => assert!(!self.solvable, "{}", self.name),
            Outcome::Stopped(_) => return None,
        }
        Some(statistics.nodes)
    }
}

/// The least of some runs.
fn least(runs: usize, mut run: impl FnMut()) -> Duration {
    let times = (0..runs).map(|_| {
        let started = Instant::now();
        run();
        started.elapsed()
    });
    times.min().unwrap_or_default()
}

/// The median and the worst of these times.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let median = times[times.len() / 2];
    let worst = times[times.len() - 1];
    format!("median {median:>9.1?}  worst {worst:>9.1?}")
}

fn eight() {
    let board = leaper_graph(8, 8, Leaper::KNIGHT);
    let options = Options::default();
    let mut tour = |start| {
        let constraints = Constraints::default().with_start(Some(start));
        let search = hamilton::first(&board, &constraints, &options, &mut unobserved);
        match black_box(search).expect("its vertices").outcome {
            Outcome::Found(tour) => assert_eq!(tour.len(), 64),
            outcome => panic!("there is a tour from each square: {outcome:?}"),
        }
    };
    let times = (0..64).map(|start| least(200, || tour(start))).collect();
    println!("8×8, over its squares:          {}", spread(times));
    time("tour/8x8", || (0..64).for_each(&mut tour));
}

fn large() {
    let board = Chessboard::new(1000, 1000, Leaper::KNIGHT).expect("a board");
    let tour = |constraints: &Constraints| {
        let problem = problem(board, constraints);
        let (tour, _) = problem.find(&tour::Method::default(), &Limits::default(), &mut unwatched);
        assert_eq!(black_box(tour).expect("there is a tour").len(), 1_000_000);
    };
    let open = |row, column| {
        let start = Some(board.vertex(MapCell { row, column }));
        Constraints::default().with_start(start)
    };
    let starts = (0..40).map(|step| open(step * 997 % 1000, step * step * 613 % 1000));
    let times = starts.map(|kind| least(1, || tour(&kind))).collect();
    println!("1000×1000, over 40 squares:     {}", spread(times));
    time("tour/1000x1000/open", || tour(&open(500, 499)));
    time("tour/1000x1000/closed", || tour(&closed()));
}

fn closed() -> Constraints {
    Constraints::default().with_shape(Shape::Cycle)
}

/// Open tours have a direction.
fn problem(board: Chessboard, constraints: &Constraints) -> PathProblem<'static> {
    let direction = match constraints.shape {
        Shape::Path => EdgeDirection::Directed,
        Shape::Cycle => EdgeDirection::Undirected,
    };
    PathProblem::new(PathGraph::Board(board), direction, constraints.clone())
}

fn counts() {
    let board = Chessboard::new(6, 6, Leaper::KNIGHT).expect("a board");
    let count = |constraints: &Constraints, tours: u32| {
        let problem = problem(black_box(board), constraints);
        let (count, _) =
            problem.count(&tour::Method::default(), &Limits::default(), &mut unwatched);
        let count = count.expect("there are tours");
        assert_eq!((count.number, count.stopped), (tours.into(), None));
    };
    time("count/6x6/open", || {
        count(&Constraints::default(), 6_637_920);
    });
    time("count/6x6/closed", || count(&closed(), 9862));
}

fn maps() {
    let instances = Instance::read();
    let options = Options::default();
    for (n, solvable) in [8, 12, 16, 20, 30]
        .into_iter()
        .flat_map(|n| [(n, true), (n, false)])
    {
        let some = instances
            .iter()
            .filter(|map| map.n == n && map.solvable == solvable);
        let some: Vec<_> = some.map(|instance| (instance, instance.map())).collect();
        if some.is_empty() {
            continue;
        }
        let word = if solvable { "solvable" } else { "impossible" };
        let answer = |(instance, (map, constraints)): &(&Instance, (CellMap, Constraints))| {
            assert!(instance.answer(map, constraints, &options).is_some());
        };
        let times = some.iter().map(|one| least(20, || answer(one))).collect();
        println!(
            "{:2} maps {n:2} wide, {word:10}:   {}",
            some.len(),
            spread(times)
        );
        time(&format!("maps/{n}/{word}"), || some.iter().for_each(answer));
    }
}

/// Nodes that a search may enter where its prunings are compared.
const MANY: usize = 50_000;

/// What it takes to answer all maps of up to 20 cells, with prunings and without.
fn prunings() {
    use Pruning::{Blocks, Colours, Degrees, LookAhead, TwoFactor};
    let all = ("all", PruningSet::ALL);
    let without = [
        ("no look-ahead", LookAhead),
        ("no degrees", Degrees),
        ("no colours", Colours),
        ("no blocks", Blocks),
        ("no 2-factor", TwoFactor),
    ];
    let without = without.map(|(name, pruning)| (name, PruningSet::ALL.without(pruning)));
    let sets: Vec<_> = [all]
        .into_iter()
        .chain(without)
        .chain([("none", PruningSet::NONE)])
        .collect();
    println!("maps up to 20 wide, at most {MANY} nodes for each:");
    for (word, method) in [("edges", Method::Edges), ("path that grows", Method::Grow)] {
        for &(name, prunings) in &sets {
            let limits = Limits::default().with_max_states(Some(MANY));
            let order = VertexOrder::Warnsdorff(TieBreak::Graph);
            let options = Options::default()
                .with_order(order)
                .with_prunings(prunings)
                .with_method(method)
                .with_limits(limits);
            let mut answered = 0;
            let mut maps = 0;
            let mut nodes = 0;
            let started = Instant::now();
            for instance in Instance::read().iter().filter(|instance| instance.n <= 20) {
                let (map, constraints) = instance.map();
                let took = instance.answer(&map, &constraints, &options);
                maps += 1;
                answered += u32::from(took.is_some());
                nodes += took.unwrap_or(MANY as u64);
            }
            let elapsed = started.elapsed();
            println!("  {word:15} {name:13} {answered} of {maps}, {nodes:8} nodes, {elapsed:9.1?}");
        }
    }
}

pub(crate) fn main() {
    eight();
    large();
    counts();
    maps();
    prunings();
}
