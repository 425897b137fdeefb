//! A naive solver that shares nothing with the library: thousands of random small puzzles must get
//! the same answers from both.

mod aims;
mod completeness;
mod explorations;
pub(crate) mod twin;

use std::collections::BTreeMap;
use std::num::NonZero;

use crate::cases::cases;
use crate::{explore_layers, in_threads};
use huarong::control::StopReason;
use huarong::explore::Engine;
use huarong::internals::{Board, everything};
use huarong::sliding::MoveOrder;
use huarong::solution::verify;
use huarong::{Algorithm, Limits, Metric, Mirroring, Options, Outcome, Puzzle, Report, Solver};
pub(crate) use twin::sketch::{random_puzzle, random_puzzle_with_doors};
use twin::{Twin, Universe};

/// Random puzzles; some have too many positions and are skipped.
const PUZZLES: u32 = 80;

/// Kinds of puzzles, and the least number of each that makes the comparison meaningful.
const COVERED: [(&str, usize); 10] = [
    ("checked", 60),
    ("solvable", 20),
    ("unsolvable", 20),
    ("of five moves or more", 0),
    ("with mirror images", 20),
    ("with four images", 3),
    ("with a counted number of classes", 10),
    ("with interchangeable goal pieces", 2),
    ("with cells that must be empty", 10),
    ("with locked or distinct pieces", 20),
];

#[test]
fn the_solvers_agree_with_a_naive_solver_on_random_puzzles() {
    // Few puzzles take five moves or more: 198 does.
    let seeds = (0..u64::from(cases(PUZZLES))).chain([198]);
    let counts = compare(seeds, random_puzzle);
    for (kind, least) in COVERED {
        assert!(counts.get(kind) > Some(&least), "few {kind}: {counts:?}");
    }
}

#[test]
fn the_solvers_agree_with_a_naive_solver_on_random_puzzles_with_doors() {
    let counts = compare(0..u64::from(cases(PUZZLES)), random_puzzle_with_doors);
    for kind in [
        "checked",
        "solvable",
        "unsolvable",
        "with mirror images",
        "with layers",
    ] {
        assert!(counts.get(kind) > Some(&6), "few {kind}: {counts:?}");
    }
}

/// Checks the puzzles of these seeds, and returns the number of puzzles of each kind.
fn compare(
    seeds: impl Iterator<Item = u64> + Send,
    puzzle: fn(u64) -> Puzzle,
) -> BTreeMap<&'static str, usize> {
    let checked = in_threads(2, seeds, |seed| {
        let puzzle = puzzle(seed);
        let (kinds, wrong) = check(&puzzle);
        (
            kinds,
            (!wrong.is_empty()).then(|| format!("seed {seed}: {}\n{puzzle}", wrong.join("; "))),
        )
    });
    let wrong: Vec<&String> = checked
        .iter()
        .filter_map(|(_, wrong)| wrong.as_ref())
        .collect();
    assert!(
        wrong.is_empty(),
        "{} errors:\n{:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(5)]
    );
    let mut counts = BTreeMap::new();
    for kind in checked.iter().flat_map(|(kinds, _)| kinds) {
        *counts.entry(*kind).or_insert(0) += 1;
    }
    println!("{counts:?}");
    counts
}

/// Checks a puzzle. Returns its kinds, and the errors.
fn check(puzzle: &Puzzle) -> (Vec<&'static str>, Vec<String>) {
    let twin = Twin::new(puzzle);
    // All metrics reach the same positions, and steps are the fastest to explore.
    let Some(steps) = twin.explore(Metric::Step) else {
        return Default::default();
    };
    let Some(slides) = twin.explore(Metric::Slide) else {
        return Default::default();
    };
    let Some(moves) = twin.explore(Metric::Move) else {
        return Default::default();
    };
    let ids = 0..puzzle.pieces().len();
    let stands_in = |one: usize| {
        ids.clone()
            .any(|other| other != one && puzzle.are_interchangeable(one, other))
    };
    let is_shared = ids
        .clone()
        .any(|id| puzzle.is_goal_piece(id) && stands_in(id));
    let is_locked = puzzle.pieces().iter().any(|piece| piece.lock.is_some());
    let mut kinds = vec!["checked"];
    let mut add = |holds: bool, kind: &'static str| kinds.extend(holds.then_some(kind));
    add(moves.optimum.is_some(), "solvable");
    add(moves.optimum.is_none(), "unsolvable");
    add(moves.optimum >= Some(5), "of five moves or more");
    add(is_shared, "with interchangeable goal pieces");
    let has_layers = puzzle.standing() < puzzle.pieces().len();
    add(has_layers, "with layers");
    add(
        puzzle.goals().iter().any(|it| !it.empties.is_empty()),
        "with cells that must be empty",
    );
    add(
        is_locked || !puzzle.distinct().is_empty(),
        "with locked or distinct pieces",
    );
    let mut wrong = Vec::new();
    let has_doors = !puzzle.doors().is_empty();
    if has_doors && puzzle.to_string().parse::<Puzzle>().as_ref() != Ok(puzzle) {
        wrong.push("its text reads as another puzzle".to_owned());
    }
    if !(moves.optimum <= slides.optimum && slides.optimum <= steps.optimum) {
        wrong.push("the metrics are out of order".to_owned());
    }
    for (metric, universe) in Metric::ALL.into_iter().zip([moves, slides, steps]) {
        let mut case = Case {
            puzzle,
            twin: &twin,
            universe,
            metric,
            method: String::new(),
            wrong: Vec::new(),
        };
        let order = case.run();
        let is_counted = case.classes(&case.board(Mirroring::Canonical)).is_some();
        if metric == Metric::Move {
            add(order > 1, "with mirror images");
            add(order > 2, "with four images");
            add(order > 1 && is_counted, "with a counted number of classes");
        }
        wrong.extend(
            case.wrong
                .into_iter()
                .map(|wrong| format!("{metric}: {wrong}")),
        );
    }
    (kinds, wrong)
}

/// A puzzle in a metric, with the results of the twin.
struct Case<'a> {
    puzzle: &'a Puzzle,
    twin: &'a Twin<'a>,
    universe: Universe,
    metric: Metric,
    /// Describes the current search.
    method: String,
    wrong: Vec<String>,
}

impl Case<'_> {
    /// Checks everything. Returns the number of mirror images.
    fn run(&mut self) -> usize {
        for mirroring in [Mirroring::Off, Mirroring::Canonical] {
            let options = Options::default()
                .with_metric(self.metric)
                .with_mirroring(mirroring);
            self.method = format!("mirroring {mirroring:?}");
            self.component(&options);
            self.layers(&options);
            // Engines that take moves back refuse boards with doors.
            let is_two_way = self.puzzle.doors().is_empty();
            // Iterative deepening searches the whole space once for each layer.
            let is_small = self.universe.layers.iter().sum::<usize>() <= 200;
            let is_last = mirroring == Mirroring::Canonical;
            let deepening = (is_small && is_last).then_some(Algorithm::IterativeDeepening);
            for algorithm in [Algorithm::BreadthFirst].into_iter().chain(deepening) {
                self.method = format!("mirroring {mirroring:?}, {}", algorithm.word());
                let options = options.with_algorithm(algorithm);
                self.shortest(&options);
                self.too_shallow(options);
            }
            // The engines take longer to start than so small a search takes: one for each puzzle.
            let engines = [Engine::Hashed, Engine::Ranked];
            let engines = if is_two_way {
                engines
            } else {
                [Engine::BreadthFirst; 2]
            };
            let engine = engines[self.universe.layers.iter().sum::<usize>() % 2];
            self.method = format!("mirroring {mirroring:?}, {}", engine.word());
            let engine = Some(engine);
            let threads = NonZero::new(1);
            self.shortest(&options.with_engine(engine).with_threads(threads));
            self.too_shallow(options.with_engine(engine).with_threads(threads));
            let orders = [
                MoveOrder::Fixed,
                MoveOrder::Reverse,
                MoveOrder::Random { seed: 5 },
            ];
            for &order in if is_last { &orders[..] } else { &orders[..1] } {
                self.method = format!("mirroring {mirroring:?}, {order:?}");
                self.depth_first(&options.with_algorithm(Algorithm::DepthFirst(order)));
            }
        }
        self.solver(&Options::default()).board().symmetry().order()
    }

    fn expect(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(format!("{}: {}", self.method, what()));
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
        let Some(report) = self.report(options) else {
            return;
        };
        let optimum = self.universe.optimum;
        if report.outcome == Outcome::Exhausted && options.mirroring == Mirroring::Off {
            let total: usize = self.universe.layers.iter().sum();
            let states = report.statistics.states;
            // A piece that can leave and must leaves at once.
            let prunes = self.puzzle.all_leave();
            self.expect(states == total || prunes && states < total, || {
                format!("{states} states, not {total}")
            });
        }
        let found = match &report.outcome {
            Outcome::Found(solution) => Ok(Some(solution.len())),
            Outcome::Exhausted => Ok(None),
            Outcome::Stopped(reason) => Err(*reason),
        };
        self.expect(found == Ok(optimum), || {
            format!("{found:?}, not {optimum:?}")
        });
        let bound = report.bound.map(|bound| bound as usize);
        self.expect(bound == optimum, || format!("bound {bound:?}"));
        self.expect(report.optimal == optimum.is_some(), || {
            "optimal?".to_owned()
        });
    }

    fn depth_first(&mut self, options: &Options) {
        let Some(report) = self.report(options) else {
            return;
        };
        let holds = match (&report.outcome, self.universe.optimum) {
            (Outcome::Found(solution), Some(optimum)) => {
                solution.len() >= optimum && verify(self.puzzle, solution).is_ok()
            }
            (Outcome::Exhausted, None) => true,
            _ => false,
        };
        let optimum = self.universe.optimum;
        self.expect(holds, || {
            format!("{:?} against {optimum:?}", report.outcome)
        });
    }

    /// Checks the component as a search with parents explores it, with all images that keep the
    /// distances to the goals.
    fn component(&mut self, options: &Options) {
        let board = self.board(options.mirroring);
        let (statistics, layers) = everything(&board, self.metric)();
        self.expect(statistics.expanded == statistics.states, || {
            "not all".to_owned()
        });
        self.expect_component(statistics.states, &layers, &board, options.mirroring);
    }

    /// Checks the component as an exploration by layers finds it, with all images that keep the
    /// distances from the start.
    fn layers(&mut self, options: &Options) {
        let board = self.board(options.mirroring).with_symmetry_of_start();
        let found = explore_layers(self.puzzle, self.metric, options.mirroring).from_start;
        let small = |classes: u64| usize::try_from(classes).expect("a small component");
        let classes: Vec<_> = found
            .layers
            .iter()
            .map(|layer| small(layer.classes))
            .collect();
        let states = small(found.total().classes);
        self.expect_component(states, &classes, &board, options.mirroring);
        let layers: Vec<_> = found
            .layers
            .iter()
            .map(|layer| small(layer.states))
            .collect();
        let wanted = self.universe.layers.clone();
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
                (
                    (least..=total).contains(&states),
                    format!("{least} to {total}"),
                )
            }
        };
        self.expect(holds, || {
            format!("{states} states, {layers:?}, not {wanted}")
        });
        let sum: usize = layers.iter().sum();
        self.expect(sum == states, || {
            format!("{sum} in layers, {states} in all")
        });
    }

    /// Checks that a depth limit below the optimum stops the search with the right lower bound.
    fn too_shallow(&mut self, options: Options) {
        let Some(depth) = self
            .universe
            .optimum
            .and_then(|optimum| optimum.checked_sub(1))
        else {
            return;
        };
        let max_depth = u32::try_from(depth).ok();
        let limits = Limits::default().with_max_depth(max_depth);
        let Some(report) = self.report(&options.with_limits(limits)) else {
            return;
        };
        let stopped = report.outcome == Outcome::Stopped(StopReason::Depth);
        let bound = report.bound.map(|bound| bound as usize) == Some(depth + 1);
        self.expect(stopped && bound, || format!("depth {depth}: {report:?}"));
    }

    fn board(&self, mirroring: Mirroring) -> Board {
        let board = Board::new(self.puzzle).expect("a small board");
        if mirroring == Mirroring::Off {
            board.without_symmetry()
        } else {
            board
        }
    }

    /// Returns the number of classes of positions under the symmetry of this board.
    fn classes(&self, board: &Board) -> Option<usize> {
        let reflections: Vec<_> = board.symmetry().reflections().collect();
        self.twin.classes(&self.universe, &reflections)
    }
}
