//! Explorations of random small puzzles, compared with the naive twin.

use std::collections::HashSet;
use std::ops::ControlFlow;

use huarong::control::unobserved;
use huarong::explore::distances::DistanceTable;
use huarong::explore::{Exploration, Explorer, Options, ShortestSolutions, StateMap, state_graph};
use huarong::solution::Position;
use huarong::{Limits, Metric, Mirroring, Outcome, Puzzle, Solution};

use super::twin::sketch::{random_puzzle, random_puzzle_with_doors};
use super::twin::{Survey, Twin};
use crate::cases::cases;

/// Random puzzles; some have too many positions and are skipped.
const PUZZLES: u32 = 70;
/// The maximum number of solutions of a puzzle that are listed one by one.
const MOST_LISTED: u64 = 300;

#[test]
fn explorations_agree_with_a_naive_solver_on_random_puzzles() {
    let tally = explore_all(random_puzzle);
    assert!(
        tally.mirrored > 15 && tally.solved > 45 && tally.unsolvable > 15,
        "{tally:?}"
    );
    assert!(
        tally.several > 5 && tally.listed > 50 && tally.harder > 15,
        "{tally:?}"
    );
}

#[test]
fn explorations_agree_with_a_naive_solver_on_random_puzzles_with_doors() {
    let tally = explore_all(random_puzzle_with_doors);
    assert!(
        tally.solved > 30 && tally.one_way > 100 && tally.lost > 2,
        "{tally:?}"
    );
}

/// Holds the explorations of random puzzles to the surveys of the naive solver.
fn explore_all(random: impl Fn(u64) -> Puzzle) -> Tally {
    let mut tally = Tally::default();
    each_survey(random, |seed, puzzle, survey, all_options| {
        for options in all_options {
            check(puzzle, options, survey, &mut tally)
                .unwrap_or_else(|wrong| panic!("seed {seed}, {options:?}: {wrong}\n{puzzle}"));
        }
        tally.one_way += survey.arcs;
        tally.lost += usize::from(survey.goal_layers.as_ref().is_some_and(|layers| {
            layers.iter().sum::<u64>() < survey.layers.iter().map(|it| it.0).sum()
        }));
    });
    println!("{tally:?}");
    tally
}

/// Surveys random puzzles by the naive solver, in each metric in turn, and visits each survey with
/// the options of the explorations that must agree with it.
fn each_survey(
    random: impl Fn(u64) -> Puzzle,
    mut visit: impl FnMut(u64, &Puzzle, &Survey, &[Options]),
) {
    for seed in 0..u64::from(cases(PUZZLES)) {
        let puzzle = random(seed);
        let metric = Metric::ALL[usize::try_from(seed % 3).expect("small")];
        let Some(survey) = Twin::new(&puzzle).survey(metric) else {
            continue;
        };
        let options = Options::default().with_metric(metric);
        let all_options = [Mirroring::Off, Mirroring::Canonical]
            .map(|mirroring| options.with_mirroring(mirroring));
        visit(seed, &puzzle, &survey, &all_options);
    }
}

/// The numbers of puzzles of each kind, which show that the comparison is meaningful.
#[derive(Default, Debug)]
struct Tally {
    mirrored: usize,
    solved: usize,
    unsolvable: usize,
    /// Puzzles with several shortest solutions, and the listed solutions.
    several: usize,
    listed: usize,
    /// Puzzles with a harder start than their own.
    harder: usize,
    /// Moves that no move takes back, and puzzles with positions from which no goal is reachable.
    one_way: usize,
    lost: usize,
}

fn check(
    puzzle: &Puzzle,
    options: &Options,
    survey: &Survey,
    tally: &mut Tally,
) -> Result<(), String> {
    let known = explored(puzzle, options);
    let start = known.from_start.layers.iter();
    let found: Vec<(u64, u64)> = start
        .map(|layer| (layer.states, layer.goal_states))
        .collect();
    same("layers and goals", &found, &survey.layers)?;
    let goals = known.from_goals.known().map(|sweep| sweep.layers.iter());
    let goals = goals.map(|layers| layers.map(|layer| layer.states).collect::<Vec<_>>());
    same("layers from the goals", &goals, &survey.goal_layers)?;
    let solutions = known.solutions.known().map(ToString::to_string);
    same(
        "solutions",
        &solutions,
        &survey.solutions.map(|count| count.to_string()),
    )?;
    let degrees = known.degrees.known().map(|degrees| &degrees.histogram);
    same("moves", &degrees, &Some(&survey.degrees))?;
    map(puzzle, options, survey)?;
    tally.mirrored += usize::from(known.images > 1);
    let Some(count) = survey.solutions else {
        tally.unsolvable += 1;
        return Ok(());
    };
    tally.solved += 1;
    tally.several += usize::from(count > 1);
    tally.harder += usize::from(survey.goal_layers.as_ref().map(Vec::len) > known.shortest());
    hardest(puzzle, &known, options)?;
    if count <= u128::from(MOST_LISTED) {
        tally.listed += listed(puzzle, options, &known)?;
    }
    graph(puzzle, options, &known, survey)
}

fn explored(puzzle: &Puzzle, options: &Options) -> Exploration {
    let mut explorer = Explorer::new(puzzle, options).expect("a small board");
    explorer.explore().expect("no files")
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, wanted: &T) -> Result<(), String> {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{what}: {found:?}, not {wanted:?}"))
    }
}

/// Checks that the puzzle with the hardest start has the reported optimum.
fn hardest(puzzle: &Puzzle, known: &Exploration, options: &Options) -> Result<(), String> {
    let sweep = known.from_goals.known().ok_or("no goals")?;
    for anchors in &sweep.farthest {
        let start = puzzle.starting_at(anchors, puzzle.title().clone(), puzzle.best());
        // A start that covers a gate cannot be a puzzle.
        let Some(start) = start else { continue };
        let as_text: Puzzle = start
            .to_string()
            .parse()
            .map_err(|error| format!("{error}"))?;
        same("a puzzle as text", &as_text, &start)?;
        let from_there = explored(&start, options);
        same(
            "the hardest",
            &from_there.shortest(),
            &Some(sweep.eccentricity()),
        )?;
        if !puzzle.doors().is_empty() {
            continue;
        }
        let total = known.from_start.total().states;
        same(
            "its component",
            &from_there.from_start.total().states,
            &total,
        )?;
    }
    Ok(())
}

/// Checks that each counted solution is listed once. Returns the number of solutions.
fn listed(puzzle: &Puzzle, options: &Options, known: &Exploration) -> Result<usize, String> {
    let found = ShortestSolutions::find(puzzle, options, &mut |_| ControlFlow::Continue(()));
    let Ok(Outcome::Found(mut solutions)) = found else {
        return Err("no solutions".to_owned());
    };
    let mut boards = HashSet::new();
    let visited = solutions.for_each(&mut |solution| {
        let mut position = huarong::solution::Position::start(puzzle);
        let mut course = Vec::new();
        for unit in solution {
            position.apply(&unit).expect("a legal move");
            course.push(kinds(puzzle, &position));
        }
        boards.insert(course);
        ControlFlow::Continue(())
    });
    visited.map_err(|error| error.to_string())?;
    let count = known.solutions.known().map(ToString::to_string);
    same("listed", &Some(boards.len().to_string()), &count)?;
    Ok(boards.len())
}

/// Returns the kind of piece on each cell of a position.
fn kinds(puzzle: &Puzzle, position: &huarong::solution::Position<'_>) -> Vec<Option<usize>> {
    let rights = |piece: usize| -> Vec<bool> {
        puzzle
            .grid()
            .cells()
            .map(|cell| puzzle.may_enter(piece, cell))
            .collect()
    };
    let first = |piece: usize| {
        let same = |&other: &usize| {
            puzzle.are_interchangeable(piece, other) && rights(piece) == rights(other)
        };
        (0..=piece).find(same).expect("itself")
    };
    puzzle
        .grid()
        .cells()
        .map(|cell| position.occupant(cell).map(first))
        .collect()
}

/// Checks the distances of a state map and of a distance table.
fn map(puzzle: &Puzzle, options: &Options, survey: &Survey) -> Result<(), String> {
    let Ok(Outcome::Found(map)) = StateMap::find(puzzle, options, &mut unobserved) else {
        return Err("no map".to_owned());
    };
    same("edges", &map.edges().len(), &survey.pairs)?;
    let arcs = map.edges().iter().filter(|&&edge| map.is_one_way(edge));
    same("arcs", &arcs.count(), &survey.arcs)?;
    let layers: Vec<u64> = survey.layers.iter().map(|layer| layer.0).collect();
    same("layers", &histogram(map.from_start()), &layers)?;
    let goal_layers = survey.goal_layers.clone().unwrap_or_default();
    same("goal layers", &histogram(map.to_goal()), &goal_layers)?;
    let table =
        DistanceTable::find(puzzle, options, &mut unobserved).map_err(|error| error.to_string())?;
    let Outcome::Found(table) = table else {
        return same(
            "distances",
            &table.found().is_some(),
            &survey.solutions.is_some(),
        );
    };
    let lookup = table.lookup(puzzle).map_err(|error| error.to_string())?;
    for (at, &distance) in (0..).zip(map.to_goal()) {
        let anchors = map.anchors(at);
        let position = Position::with_anchors(puzzle, &anchors).ok_or("no position")?;
        let known = (distance < u16::MAX).then_some(distance.into());
        same("a distance", &lookup.distance(&position), &known)?;
    }
    let length = |solution: Solution| solution.len();
    let found = table.solve(puzzle).map_err(|error| error.to_string())?;
    same(
        "a solution of the table",
        &found.map(length),
        &layers_to_goal(survey),
    )
}

/// Returns the distance of the nearest goal from the start.
fn layers_to_goal(survey: &Survey) -> Option<usize> {
    survey.layers.iter().position(|&(_, goals)| goals > 0)
}

/// Returns the number of positions at each known distance.
fn histogram(distances: &[u16]) -> Vec<u64> {
    let mut layers = Vec::new();
    for distance in distances.iter().filter(|it| **it < u16::MAX) {
        let distance = usize::from(*distance);
        layers.resize(layers.len().max(distance + 1), 0);
        layers[distance] += 1;
    }
    layers
}

/// Checks that the graph has the counted positions and moves.
fn graph(
    puzzle: &Puzzle,
    options: &Options,
    known: &Exploration,
    survey: &Survey,
) -> Result<(), String> {
    let found = state_graph(puzzle, options, &mut |_| ControlFlow::Continue(()));
    let Ok(Outcome::Found(graph)) = found else {
        return Err("no graph".to_owned());
    };
    let total = known.from_start.total();
    same("nodes", &(graph.nodes.len() as u64), &total.classes)?;
    same(
        "states",
        &graph.nodes.iter().map(|node| node.states).sum(),
        &total.states,
    )?;
    let farthest = graph.nodes.iter().map(|node| node.distance).max();
    same(
        "distances",
        &farthest,
        &Some(known.from_start.eccentricity()),
    )?;
    if known.images == 1 {
        same("edges", &graph.edges.len(), &survey.pairs)?;
        let arcs = graph.edges.iter().filter(|edge| edge.is_one_way);
        same("arcs", &arcs.count(), &survey.arcs)?;
    }
    let too_few = Limits::default().with_max_states(Some(graph.nodes.len() - 1));
    let options = options.with_limits(too_few);
    let stopped = state_graph(puzzle, &options, &mut |_| ControlFlow::Continue(()));
    let is_stopped = matches!(stopped, Ok(Outcome::Stopped(_)));
    same("a limit", &is_stopped, &true)
}
