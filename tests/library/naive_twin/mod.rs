//! A second solver, plain and slow, that shares nothing with the first: thousands of random small
//! puzzles must get the same answers from both.

mod aims;
mod completeness;
mod explorations;
pub(crate) mod twin;

use std::num::NonZero;

use crate::cases::cases;
use huarong::control::StopReason;
use huarong::explore::{self, Engine, ExploreScope, Explorer};
use huarong::internals::Board;
use huarong::internals::everything;
use huarong::sliding::MoveOrder;
use huarong::solution::verify;
use huarong::{Algorithm, Limits, Metric, Mirroring, Options, Outcome, Puzzle, Report, Solver};
pub(crate) use twin::sketch::random_puzzle;
use twin::{Twin, Universe};

/// Puzzles tried; one in some has more positions than are worth the time.
const PUZZLES: u32 = 4500;

#[test]
fn the_solvers_agree_with_a_naive_twin_on_thousands_of_random_puzzles() {
    let puzzles = u64::from(cases(PUZZLES));
    let half = |from: u64| {
        let tallies = (from..puzzles).step_by(2).map(|seed| check(seed, &random_puzzle(seed)));
        tallies.fold(Tally::default(), |total, tally| total.plus(&tally))
    };
    let tally = std::thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        half(0).plus(&odd.join().expect("the other half"))
    });
    let shown: Vec<&String> = tally.wrong.iter().take(5).collect();
    assert!(tally.wrong.is_empty(), "{} disagreements:\n{shown:#?}", tally.wrong.len());
    // Agreeing on nothing interesting would prove nothing.
    println!("{tally:?}");
    assert!(tally.checked > 3000, "{tally:?}");
    assert!(tally.solved > 900 && tally.impossible > 300 && tally.long > 50, "{tally:?}");
    assert!(tally.mirrored > 500 && tally.fourfold > 50 && tally.exact > 300, "{tally:?}");
    assert!(tally.shared_goal > 30 && tally.empty_goal > 300 && tally.held > 300, "{tally:?}");
}

/// What was tried, so that the trial can be judged.
#[derive(Default, Debug)]
struct Tally {
    checked: usize,
    solved: usize,
    impossible: usize,
    /// Solutions of five moves and more.
    long: usize,
    /// Puzzles with mirror images, and those with four.
    mirrored: usize,
    fourfold: usize,
    /// Puzzles whose classes of mirror images were counted.
    exact: usize,
    /// Puzzles where pieces stand in for a goal piece.
    shared_goal: usize,
    /// Puzzles with a cell that must be empty, and those with pieces that are held or told apart.
    empty_goal: usize,
    held: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn plus(mut self, other: &Tally) -> Self {
        self.checked += other.checked;
        self.solved += other.solved;
        self.impossible += other.impossible;
        self.long += other.long;
        self.mirrored += other.mirrored;
        self.fourfold += other.fourfold;
        self.exact += other.exact;
        self.shared_goal += other.shared_goal;
        self.empty_goal += other.empty_goal;
        self.held += other.held;
        self.wrong.extend(other.wrong.iter().cloned());
        self
    }
}

fn check(seed: u64, puzzle: &Puzzle) -> Tally {
    let twin = Twin::new(puzzle);
    let mut tally = Tally::default();
    // A step reaches what any other metric reaches: too large once is too large always.
    let Some(steps) = twin.explore(Metric::Step) else { return tally };
    let Some(slides) = twin.explore(Metric::Slide) else { return tally };
    let Some(moves) = twin.explore(Metric::Move) else { return tally };
    tally.checked = 1;
    let ids = 0..puzzle.pieces().len();
    let stands_in = |one: usize| {
        ids.clone().any(|other| other != one && puzzle.are_interchangeable(one, other))
    };
    tally.shared_goal =
        usize::from(ids.clone().any(|id| puzzle.is_goal_piece(id) && stands_in(id)));
    tally.empty_goal = usize::from(puzzle.goals().iter().any(|goal| !goal.empties.is_empty()));
    let is_locked = puzzle.pieces().iter().any(|piece| piece.lock.is_some());
    tally.held = usize::from(is_locked || !puzzle.distinct().is_empty());
    match moves.optimum {
        Some(optimum) => (tally.solved, tally.long) = (1, usize::from(optimum >= 5)),
        None => tally.impossible = 1,
    }
    let mut wrong = Vec::new();
    if !(moves.optimum <= slides.optimum && slides.optimum <= steps.optimum) {
        wrong.push("the metrics are out of order".to_owned());
    }
    for (metric, universe) in Metric::ALL.into_iter().zip([moves, slides, steps]) {
        let mut case =
            Case { puzzle, twin: &twin, universe, metric, way: String::new(), wrong: Vec::new() };
        let order = case.run();
        if metric == Metric::Move {
            tally.mirrored = usize::from(order > 1);
            tally.fourfold = usize::from(order > 2);
            let board = case.board(Mirroring::Canonical);
            tally.exact = usize::from(case.classes(&board).is_some() && order > 1);
        }
        wrong.extend(case.wrong.into_iter().map(|wrong| format!("{metric}: {wrong}")));
    }
    if !wrong.is_empty() {
        tally.wrong.push(format!("seed {seed}: {}\n{puzzle}", wrong.join("; ")));
    }
    tally
}

/// A puzzle in a metric, and what the twin knows about it.
struct Case<'a> {
    puzzle: &'a Puzzle,
    twin: &'a Twin<'a>,
    universe: Universe,
    metric: Metric,
    /// How it is being solved.
    way: String,
    wrong: Vec<String>,
}

impl Case<'_> {
    /// Everything that must hold; gives the number of mirror images.
    fn run(&mut self) -> usize {
        for mirroring in [Mirroring::Off, Mirroring::Canonical] {
            let options = Options::default().with_metric(self.metric).with_mirroring(mirroring);
            self.way = format!("mirroring {mirroring:?}");
            self.component(&options);
            self.layers(&options);
            // Iterative deepening goes through everything once a layer.
            let is_small = self.universe.layers.iter().sum::<usize>() <= 200;
            let is_last = mirroring == Mirroring::Canonical;
            let deepening = (is_small && is_last).then_some(Algorithm::IterativeDeepening);
            for algorithm in [Algorithm::BreadthFirst].into_iter().chain(deepening) {
                self.way = format!("mirroring {mirroring:?}, {}", algorithm.word());
                let options = options.with_algorithm(algorithm);
                self.shortest(&options);
                self.too_shallow(options);
            }
            // They take longer to begin than so small a search to end: one for each puzzle.
            let engines = [Engine::Hashed, Engine::Ranked];
            let engine = engines[self.universe.layers.iter().sum::<usize>() % 2];
            self.way = format!("mirroring {mirroring:?}, {}", engine.word());
            let (engine, threads) = (Some(engine), NonZero::new(1));
            self.shortest(&options.with_engine(engine).with_threads(threads));
            self.too_shallow(options.with_engine(engine).with_threads(threads));
            let orders = [MoveOrder::Fixed, MoveOrder::Reverse, MoveOrder::Random { seed: 5 }];
            for &order in if is_last { &orders[..] } else { &orders[..1] } {
                self.way = format!("mirroring {mirroring:?}, {order:?}");
                self.depth_first(&options.with_algorithm(Algorithm::DepthFirst(order)));
            }
        }
        self.solver(&Options::default()).board().symmetry().order()
    }

    fn expect(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(format!("{}: {}", self.way, what()));
        }
    }

    fn solver(&self, options: &Options) -> Solver {
        Solver::new(self.puzzle, options).expect("a small board")
    }

    fn report(&mut self, options: &Options) -> Option<Report> {
        let report = self.solver(options).solve();
        self.expect(report.is_ok(), || format!("{report:?}"));
        report.ok()
    }

    fn shortest(&mut self, options: &Options) {
        let Some(report) = self.report(options) else { return };
        let optimum = self.universe.optimum;
        if report.outcome == Outcome::Exhausted && options.mirroring == Mirroring::Off {
            let total: usize = self.universe.layers.iter().sum();
            let states = report.statistics.states;
            self.expect(states == total, || format!("{states} states, not {total}"));
        }
        let found = match &report.outcome {
            Outcome::Found(solution) => Ok(Some(solution.len())),
            Outcome::Exhausted => Ok(None),
            Outcome::Stopped(reason) => Err(*reason),
        };
        self.expect(found == Ok(optimum), || format!("{found:?}, not {optimum:?}"));
        let bound = report.bound.map(|bound| bound as usize);
        self.expect(bound == optimum, || format!("bound {bound:?}"));
        self.expect(report.optimal == optimum.is_some(), || "optimal?".to_owned());
    }

    fn depth_first(&mut self, options: &Options) {
        let Some(report) = self.report(options) else { return };
        let holds = match (&report.outcome, self.universe.optimum) {
            (Outcome::Found(solution), Some(optimum)) => {
                solution.len() >= optimum && verify(self.puzzle, solution).is_ok()
            }
            (Outcome::Exhausted, None) => true,
            _ => false,
        };
        let optimum = self.universe.optimum;
        self.expect(holds, || format!("{:?} against {optimum:?}", report.outcome));
    }

    /// The component by parents: every mirror image that is as far from the goals is the same.
    fn component(&mut self, options: &Options) {
        let board = self.board(options.mirroring);
        let (statistics, layers) = everything(&board, self.metric)();
        self.expect(statistics.expanded == statistics.states, || "not all".to_owned());
        self.expect_component(statistics.states, &layers, &board, options.mirroring);
    }

    /// The same by layers: every mirror image that is as far from the start is the same.
    fn layers(&mut self, options: &Options) {
        let board = self.board(options.mirroring).with_symmetry_of_start();
        let options = explore::Options::default()
            .with_metric(self.metric)
            .with_mirroring(options.mirroring)
            .with_scope(ExploreScope::Layers)
            .with_engine(Some(Engine::Hashed))
            .with_threads(NonZero::<usize>::MIN);
        let mut explorer = Explorer::new(self.puzzle, &options).expect("a small board");
        let known = explorer.explore().expect("no files");
        self.expect(known.from_start.is_complete, || "not all".to_owned());
        let small = |classes: u64| usize::try_from(classes).expect("a small component");
        let layers = known.from_start.layers.iter().map(|layer| small(layer.classes));
        let states = small(known.from_start.total().classes);
        self.expect_component(states, &layers.collect::<Vec<_>>(), &board, options.mirroring);
        // Each for itself, they are those of the twin.
        let layers = known.from_start.layers.iter().map(|layer| small(layer.states));
        let (layers, wanted) = (layers.collect::<Vec<_>>(), self.universe.layers.clone());
        self.expect(layers == wanted, || format!("{layers:?}, not {wanted:?}"));
    }

    fn expect_component(
        &mut self,
        states: usize,
        layers: &[usize],
        board: &Board,
        mirroring: Mirroring,
    ) {
        let wanted = &self.universe.layers;
        let total: usize = wanted.iter().sum();
        let (holds, wanted) = match (mirroring, self.classes(board)) {
            (Mirroring::Off, _) => (layers == *wanted, format!("{wanted:?}")),
            (Mirroring::Canonical, Some(classes)) => (states == classes, format!("{classes}")),
            (Mirroring::Canonical, None) => {
                let least = total.div_ceil(4);
                ((least..=total).contains(&states), format!("{least} to {total}"))
            }
        };
        self.expect(holds, || format!("{states} states, {layers:?}, not {wanted}"));
        let sum: usize = layers.iter().sum();
        self.expect(sum == states, || format!("{sum} in layers, {states} in all"));
    }

    /// One less than the optimum is too little, and the report says how much is proven.
    fn too_shallow(&mut self, options: Options) {
        let Some(depth) = self.universe.optimum.and_then(|optimum| optimum.checked_sub(1)) else {
            return;
        };
        let max_depth = u32::try_from(depth).ok();
        let limits = Limits::default().with_max_depth(max_depth);
        let Some(report) = self.report(&options.with_limits(limits)) else { return };
        let stopped = report.outcome == Outcome::Stopped(StopReason::Depth);
        let bound = report.bound.map(|bound| bound as usize) == Some(depth + 1);
        self.expect(stopped && bound, || format!("depth {depth}: {report:?}"));
    }

    fn board(&self, mirroring: Mirroring) -> Board {
        let board = Board::new(self.puzzle).expect("a small board");
        if mirroring == Mirroring::Off { board.without_symmetry() } else { board }
    }

    /// Positions that are not each other's mirror image on this board.
    fn classes(&self, board: &Board) -> Option<usize> {
        let reflections: Vec<_> = board.symmetry().reflections().collect();
        self.twin.classes(&self.universe, &reflections)
    }
}
