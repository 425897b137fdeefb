//! The built-in collection, solved: every published number, and the facts that the world knows.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use huarong::collection::{Collection, Entry, slug};
use huarong::puzzle::Best;
use huarong::solution::verify;
use huarong::{Metric, Mirroring, Options, Outcome, Puzzle, Report, Solver, solve};

fn named(name: &str) -> Puzzle {
    let found = Collection::built_in().find(name).expect("a puzzle of the collection");
    found.into_iter().next().expect("at least one").puzzle
}

fn report(puzzle: &Puzzle, metric: Metric) -> Report {
    solve(puzzle, &Options { metric, ..Options::default() }).expect("it fits the solvers")
}

fn length(name: &str, metric: Metric) -> Option<usize> {
    match report(&named(name), metric).outcome {
        Outcome::Found(solution) => Some(solution.len()),
        _ => None,
    }
}

/// What is wrong with the answer to one puzzle in one metric, `wanted` being its optimum.
fn disagreement(puzzle: &Puzzle, metric: Metric, wanted: Option<u32>) -> Option<String> {
    let report = report(puzzle, metric);
    let found = match &report.outcome {
        Outcome::Found(solution) => {
            if let Err(wrong) = verify(puzzle, solution) {
                return Some(format!("does not verify: {wrong}"));
            }
            u32::try_from(solution.len()).ok()
        }
        Outcome::Exhausted => None,
        Outcome::Stopped(reason) => return Some(format!("stopped without a limit: {reason}")),
    };
    let proven = report.optimal == found.is_some() && report.bound == found;
    (found != wanted || !proven).then(|| format!("{found:?}, not {wanted:?}; proven: {proven}"))
}

/// What the collection says about a puzzle, metric by metric.
fn claims(entry: &Entry) -> Vec<(Metric, Option<u32>)> {
    match entry.puzzle.best() {
        Best::Unknown => Vec::new(),
        Best::Impossible => Metric::ALL.map(|metric| (metric, None)).to_vec(),
        Best::Known(optimum) => {
            let claim = |metric| optimum.get(metric).map(|length| (metric, Some(length)));
            Metric::ALL.into_iter().filter_map(claim).collect()
        }
    }
}

#[test]
fn every_published_optimum_is_found_and_every_impossible_puzzle_proven_so() {
    let collection = Collection::built_in();
    let entries: Vec<Entry> = collection.entries().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut wrong, mut times) = (Vec::new(), BTreeMap::<&str, Duration>::new());
        while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
            let started = Instant::now();
            for (metric, wanted) in claims(entry) {
                let name = collection.name_of(entry);
                let problem = disagreement(&entry.puzzle, metric, wanted);
                wrong.extend(problem.map(|problem| format!("{name}, {metric}: {problem}")));
            }
            *times.entry(entry.file.stem).or_default() += started.elapsed();
        }
        (wrong, times)
    };
    let (wrong, times) = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let (mut wrong, mut times) = work();
        let (more_wrong, more_times) = other.join().expect("the other half");
        wrong.extend(more_wrong);
        for (stem, time) in more_times {
            *times.entry(stem).or_default() += time;
        }
        (wrong, times)
    });
    let mut times: Vec<_> = times.into_iter().collect();
    times.sort_by_key(|&(_, time)| std::cmp::Reverse(time));
    println!("{} puzzles; the slowest files: {:?}", entries.len(), &times[..times.len().min(8)]);
    assert!(wrong.is_empty(), "{} disagreements:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn there_are_601_puzzles_each_with_a_claim() {
    let entries: Vec<Entry> = Collection::built_in().entries().collect();
    assert_eq!(entries.len(), 601);
    let silent = entries.iter().filter(|entry| claims(entry).is_empty());
    let silent: Vec<String> = silent.map(|entry| Collection::built_in().name_of(entry)).collect();
    assert!(silent.is_empty(), "no optimum is given for {silent:?}");
}

#[test]
fn no_two_puzzles_have_the_same_name() {
    let collection = Collection::built_in();
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut twice = Vec::new();
    for entry in collection.entries() {
        let name = entry.puzzle.title().name.as_deref().expect("every puzzle has a name");
        let place = collection.name_of(&entry);
        assert!(!slug(name).is_empty(), "{place}: `{name}` cannot be typed");
        if let Some(other) = seen.insert(slug(name), place.clone()) {
            twice.push(format!("{name}: {other} and {place}"));
        }
    }
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn every_file_of_the_folder_is_found_by_its_stem() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles")];
    let mut stems = Vec::new();
    while let Some(folder) = folders.pop() {
        for item in fs::read_dir(folder).expect("a folder") {
            let path = item.expect("an item").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "txt") {
                stems.push(path.file_stem().expect("a stem").to_str().expect("UTF-8").to_owned());
            }
        }
    }
    let collection = Collection::built_in();
    assert_eq!(stems.len(), collection.files().len());
    for stem in stems {
        let found = collection.find(&stem).unwrap_or_else(|error| panic!("{stem}: {error}"));
        assert!(found.iter().all(|entry| entry.file.stem == stem), "{stem}");
    }
}

#[test]
fn the_classic_layout_is_found_by_its_chinese_name() {
    let found = Collection::built_in().find("横刀立马").expect("one puzzle");
    let stems: Vec<&str> = found.iter().map(|entry| entry.file.stem).collect();
    assert_eq!(stems, ["heng-dao-li-ma"]);
}

#[test]
fn the_famous_layouts_take_as_long_as_the_world_says() {
    let table = [("heng-dao-li-ma", [81, 90, 116]), ("red-donkey", [81, 90, 116])];
    for (name, lengths) in table {
        assert_eq!(Metric::ALL.map(|metric| length(name, metric)), lengths.map(Some), "{name}");
    }
    let in_moves = [("heng-dao-li-ma-corner", 58), ("兵分三路", 72), ("四面楚歌", 56)];
    for (name, moves) in in_moves {
        assert_eq!(length(name, Metric::Move), Some(moves), "{name}");
    }
}

#[test]
fn the_layout_of_nineteen_minutes_takes_113_steps_to_a_clear_way_and_114_to_its_goal() {
    assert_eq!(length("nineteen-minutes#1", Metric::Step), Some(113));
    assert_eq!(length("nineteen-minutes#2", Metric::Step), Some(114));
    assert_eq!(length("nineteen-minutes#2", Metric::Move), Some(79));
}

/// How many states the classic layout can reach, how far the farthest are and how many those are.
fn component(metric: Metric, mirroring: Mirroring) -> (usize, usize, usize) {
    let options = Options { metric, mirroring, ..Options::default() };
    let mut solver = Solver::new(&named("heng-dao-li-ma"), &options).expect("it fits");
    let component = solver.explore(&mut |_| ControlFlow::Continue(()));
    assert_eq!(component.outcome, Outcome::Exhausted);
    let layers = component.layers;
    (component.statistics.states, layers.len() - 1, layers[layers.len() - 1])
}

#[test]
fn the_classic_component_is_as_large_and_as_deep_as_it_is_known_to_be() {
    let table = [(Metric::Step, 167, 4), (Metric::Slide, 133, 8), (Metric::Move, 124, 8)];
    for (metric, farthest, that_far) in table {
        let whole = component(metric, Mirroring::Off);
        assert_eq!(whole, (25_955, farthest, that_far), "{metric}");
        let (states, depth, _) = component(metric, Mirroring::Canonical);
        assert_eq!((states, depth), (13_011, farthest), "{metric}, mirror images taken for one");
    }
}
