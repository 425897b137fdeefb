//! The built-in collection, solved: every published number, and the facts that the world knows.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use huarong::collection::{Collection, Entry, slug};
use huarong::explore::{self, Engine, ExploreScope, Explorer};
use huarong::grid::Cell;
use huarong::internals;
use huarong::internals::Board;
use huarong::puzzle::{Goal, Movement, Piece, PublishedOptimum};
use huarong::sliding::Algorithm;
use huarong::solution::verify;
use huarong::{Limits, Metric, Mirroring, Options, Outcome, Puzzle, Report, solve};

fn entries() -> Vec<Entry> {
    Collection::built_in().entries().collect()
}

fn named(name: &str) -> Puzzle {
    let found = Collection::built_in().find(name).expect("a puzzle of the collection");
    found.into_iter().next().expect("at least one").puzzle
}

fn report(puzzle: &Puzzle, metric: Metric, limits: Limits) -> Report {
    report_of(Algorithm::Auto, puzzle, metric, limits)
}

fn report_of(algorithm: Algorithm, puzzle: &Puzzle, metric: Metric, limits: Limits) -> Report {
    let options =
        Options::default().with_algorithm(algorithm).with_metric(metric).with_limits(limits);
    solve(puzzle, &options).expect("it fits the solvers")
}

fn length(name: &str, metric: Metric) -> Option<usize> {
    match report(&named(name), metric, Limits::default()).outcome {
        Outcome::Found(solution) => Some(solution.len()),
        _ => None,
    }
}

/// What is wrong with a report on a puzzle, `wanted` being its optimum; `None` if nothing is, or a
/// limit was reached.
fn disagreement(puzzle: &Puzzle, report: &Report, wanted: Option<u32>) -> Option<String> {
    let found = match &report.outcome {
        Outcome::Found(solution) => {
            if let Err(wrong) = verify(puzzle, solution) {
                return Some(format!("does not verify: {wrong}"));
            }
            u32::try_from(solution.len()).ok()
        }
        Outcome::Exhausted => None,
        Outcome::Stopped(_) => return None,
    };
    let proven = report.optimal == found.is_some() && report.bound == found;
    (found != wanted || !proven).then(|| format!("{found:?}, not {wanted:?}; proven: {proven}"))
}

/// What the collection says about a puzzle, metric by metric.
fn claims(entry: &Entry) -> Vec<(Metric, Option<u32>)> {
    match entry.puzzle.best() {
        PublishedOptimum::Unknown => Vec::new(),
        PublishedOptimum::Impossible => Metric::ALL.map(|metric| (metric, None)).to_vec(),
        PublishedOptimum::Known(optimum) => {
            let claim = |metric| optimum.get(metric).map(|length| (metric, Some(length)));
            Metric::ALL.into_iter().filter_map(claim).collect()
        }
    }
}

/// Puzzles, by their slugs, that take minutes and gigabytes to solve.
const LARGE: [&str; 9] = [
    "lodzianka-gnome",
    "pelopones-gnome",
    "hakoiri-difficult",
    "hifi",
    "mini-climb-pro",
    "climb-15-spring-gnome",
    "climb-15-winter-gnome",
    "climb-15-summer-gnome",
    "climb-15-fall-gnome",
];

/// Tiles of so many steps are solved in some milliseconds; others take seconds, the farthest
/// minutes.
const SOON: u32 = 46;

/// Whether an informed search finds it soon, if it is one of tiles: limits on states do not end
/// that, which stores none.
fn is_quick(entry: &Entry) -> bool {
    entry.file.family != "tiles"
        || claims(entry).iter().all(|(_, length)| length.is_none_or(|length| length <= SOON))
}

/// Puzzles whose optimum nobody has proven, so that none is given.
const OPEN: [&str; 2] = ["shark-gnome", "climb-24-pro-gnome"];

fn is_one_of(slugs: &[&str], entry: &Entry) -> bool {
    entry.puzzle.title().name.as_ref().is_some_and(|name| slugs.contains(&slug(name).as_str()))
}

/// What `work` has to say about each entry; two of them are worked on at a time.
fn in_pairs(entries: &[Entry], work: impl Fn(&Entry) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let share = || {
        let mut said = Vec::new();
        while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
            said.extend(work(entry));
        }
        said
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(share);
        let mut said = share();
        said.extend(other.join().expect("the other half"));
        said
    })
}

/// Holds the answers to these puzzles to what the collection says, in every metric that it has a
/// number for; returns how many of those no limit kept from being found.
fn hold(entries: &[Entry], limits: Limits) -> usize {
    hold_of(Algorithm::Auto, entries, limits)
}

fn hold_of(algorithm: Algorithm, entries: &[Entry], limits: Limits) -> usize {
    let decided = AtomicUsize::new(0);
    let wrong = in_pairs(entries, |entry| {
        let name = Collection::built_in().name_of(entry);
        let problem = |(metric, wanted)| {
            let report = report_of(algorithm, &entry.puzzle, metric, limits);
            let is_decided = !matches!(report.outcome, Outcome::Stopped(_));
            decided.fetch_add(usize::from(is_decided), Ordering::Relaxed);
            let problem = disagreement(&entry.puzzle, &report, wanted)?;
            Some(format!("{name}, {metric}: {problem}"))
        };
        claims(entry).into_iter().filter_map(problem).collect()
    });
    assert!(wrong.is_empty(), "{} disagreements:\n{}", wrong.len(), wrong.join("\n"));
    decided.into_inner()
}

#[test]
fn the_published_optima_that_take_few_states_are_found() {
    let few = Limits::default().with_max_states(Some(20_000));
    let mut quick = entries();
    quick.retain(is_quick);
    assert!(quick.len() > 1065, "{}", quick.len());
    assert!(hold(&quick, few) > 2700);
}

/// Holds every search to the states of breadth-first search, in all spaces that have no more than
/// `most`; returns how many these are.
fn hold_states_met(most: usize) -> usize {
    let held = AtomicUsize::new(0);
    let mut entries = entries();
    // Each of them has ten million million.
    entries.retain(|entry| entry.file.family != "tiles");
    let wrong = in_pairs(&entries, |entry| {
        let board = Board::new(&entry.puzzle).expect("it fits");
        let name = Collection::built_in().name_of(entry);
        let mut wrong = Vec::new();
        // A space that has too many states has no fewer without symmetry or in another metric.
        'spaces: for board in [board.clone(), board.without_symmetry()] {
            for metric in Metric::ALL {
                let Some(met) = internals::states_met(&board, metric, most) else { break 'spaces };
                held.fetch_add(1, Ordering::Relaxed);
                if met[0].1 > 100_000 {
                    // An hour without a word would be long.
                    println!("{name}, {metric}: {} states", met[0].1);
                }
                if met.iter().any(|(_, states)| *states != met[0].1) {
                    wrong.push(format!("{name}, {metric}: {met:?}"));
                }
            }
        }
        wrong
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    held.into_inner()
}

#[test]
fn every_search_meets_all_states_of_small_spaces() {
    assert!(hold_states_met(600) > 300);
}

#[test]
#[ignore = "half an hour"]
fn every_search_meets_all_states_of_spaces_of_up_to_two_million() {
    assert!(hold_states_met(2_000_000) > 5000);
}

#[test]
#[ignore = "two minutes"]
fn every_published_optimum_is_found_and_every_impossible_puzzle_proven_so() {
    let mut entries = entries();
    entries.retain(|entry| !is_one_of(&LARGE, entry) && entry.file.family != "tiles");
    let claims: usize = entries.iter().map(|entry| claims(entry).len()).sum();
    assert_eq!(hold(&entries, Limits::default()), claims);
}

#[test]
#[ignore = "two minutes, and as much for each of the seventeen that are farthest"]
fn every_board_of_tiles_takes_as_many_steps_as_published() {
    let mut tiles = entries();
    // Those of Korf and Felner have 24 tiles and take minutes to days.
    tiles.retain(|entry| entry.file.family == "tiles" && entry.file.stem != "korf-felner");
    // One is as many moves and slides, and to search for them would be the same search.
    let steps = |entry: &Entry| {
        let (metric, wanted) = claims(entry)[2];
        let report = report(&entry.puzzle, metric, Limits::default());
        disagreement(&entry.puzzle, &report, wanted).into_iter().collect()
    };
    let wrong = in_pairs(&tiles, steps);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_boards_of_tiles_are_those_of_korf_and_felner_and_the_seventeen_that_are_farthest() {
    let of_file = |stem: &str| Collection::built_in().find(stem).expect("they are there");
    let steps = |entry: &Entry| match entry.puzzle.best() {
        PublishedOptimum::Known(best) => {
            assert!(best.moves == best.steps && best.slides == best.steps);
            best.steps.expect("it is given")
        }
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => panic!("it can be solved"),
    };
    let (korf, eighty) = (of_file("korf"), of_file("eighty"));
    // Korf gives the mean, 53.05, and the longest, 66.
    assert_eq!((korf.len(), korf.iter().map(steps).sum::<u32>()), (100, 5305));
    assert_eq!(korf.iter().map(steps).max(), Some(66));
    // The mean of the fifty is given as 100.78.
    let large = of_file("korf-felner");
    assert_eq!((large.len(), large.iter().map(steps).sum::<u32>()), (50, 5039));
    assert!(eighty.iter().all(|entry| steps(entry) == 80));
    // Across the diagonal, rows and columns change places, and so do the tiles that belong there.
    let across = |cell: Cell| Cell::new(cell.column, cell.row);
    let homes = |puzzle: &Puzzle, turn: &dyn Fn(Cell) -> Cell| -> BTreeMap<(u8, u8), Cell> {
        let targets = puzzle.goals()[0].targets.iter();
        let places = targets.map(|it| (turn(it.anchor), turn(puzzle.pieces()[it.piece].anchor)));
        places.map(|(home, at)| ((home.row, home.column), at)).collect()
    };
    let all: Vec<_> = eighty.iter().map(|entry| homes(&entry.puzzle, &|cell| cell)).collect();
    for (number, entry) in eighty.iter().enumerate() {
        assert!(all.contains(&homes(&entry.puzzle, &across)), "{number}");
        assert!(!all[..number].contains(&all[number]), "{number} is there twice");
    }
    assert_eq!(all.len(), 17);
}

#[test]
#[ignore = "twenty minutes and 4 GB"]
fn the_large_puzzles_are_solved_as_well() {
    let mut large = entries();
    large.retain(|entry| is_one_of(&LARGE, entry));
    assert_eq!(large.len(), LARGE.len());
    let claims: usize = large.iter().map(|entry| claims(entry).len()).sum();
    assert_eq!(hold(&large, Limits::default()), claims);
}

#[test]
fn there_are_1238_puzzles_each_with_a_claim_unless_it_is_open() {
    let entries = entries();
    let count = |family| entries.iter().filter(|entry| entry.file.family == family).count();
    let families = ["klotski", "polyomino", "rush-hour", "tiles"];
    assert_eq!(families.map(count), [347, 287, 437, 167]);
    assert_eq!(entries.len(), 1238);
    for entry in &entries {
        let name = Collection::built_in().name_of(entry);
        assert_eq!(claims(entry).is_empty(), is_one_of(&OPEN, entry), "{name}");
        assert!(entry.puzzle.title().source.is_some(), "{name} comes from nowhere");
    }
}

/// How many layouts a note says can be reached.
fn reachable(entry: &Entry) -> Option<u64> {
    let (count, _) = entry.puzzle.title().note.as_ref()?.split_once(" layouts can be reached")?;
    let count = count.rsplit(' ').next().expect("there is always one");
    Some(count.replace(',', "").parse().unwrap_or_else(|_| panic!("`{count}` is no number")))
}

#[test]
fn a_small_space_is_explored_in_little_memory() {
    let files = ["cards", "slidey-11-20", "fogleman-walls"];
    let mut small = entries();
    small.retain(|entry| files.contains(&entry.file.stem) || reachable(entry).is_some());
    assert!(small.len() > 150, "{}", small.len());
    let wrong = in_pairs(&small, |entry| {
        // A space of a million layouts is none of these.
        let limits = Limits::default().with_max_states(Some(1_000_000));
        let options = explore::Options::default().with_limits(limits);
        let mut explorer = Explorer::new(&entry.puzzle, &options).expect("it fits");
        let known = explorer.explore().expect("no files");
        let bytes = known.memory_usage.memory;
        let name = Collection::built_in().name_of(entry);
        (bytes > 100_000_000).then(|| format!("{name}: {bytes} bytes")).into_iter().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn as_many_layouts_can_be_reached_as_the_notes_say() {
    let mut told = entries();
    told.retain(|entry| reachable(entry).is_some());
    assert_eq!(told.len(), 116);
    let wrong = in_pairs(&told, |entry| {
        let wanted = reachable(entry).expect("its note says so");
        let (found, ..) = component(&entry.puzzle, Metric::Slide, Mirroring::Off);
        let name = Collection::built_in().name_of(entry);
        (found != wanted).then(|| format!("{name}: {found}, not {wanted}")).into_iter().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let largest = told.iter().filter_map(reachable).max();
    assert_eq!(largest, Some(541_934));
}

#[test]
fn the_forty_cards_take_as_many_slides_as_the_world_says() {
    let slides = [
        8, 8, 14, 9, 9, 9, 13, 12, 12, 17, 25, 17, 16, 17, 23, 21, 24, 25, 22, 10, 21, 26, 29, 25,
        27, 28, 28, 30, 31, 32, 37, 37, 40, 43, 43, 44, 47, 48, 50, 51,
    ];
    // That they do is solved above: here, that the collection claims it.
    let cards = Collection::built_in().find("rush-hour/cards").expect("they are there");
    let claimed = |entry: &Entry| match entry.puzzle.best() {
        PublishedOptimum::Known(best) => best.get(Metric::Slide),
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => None,
    };
    assert_eq!(cards.iter().map(claimed).collect::<Vec<_>>(), slides.map(Some));
}

#[test]
fn every_rush_hour_board_has_cars_that_run_lengthwise_and_one_that_leaves_to_the_right() {
    let mut entries = entries();
    entries.retain(|entry| entry.file.family == "rush-hour");
    assert!(!entries.is_empty());
    for Entry { puzzle, file, .. } in entries {
        let place = format!("{}: {:?}", file.stem, puzzle.title().name);
        assert_eq!(puzzle.movement(), Movement::Axis, "{place}");
        let car = |piece: &Piece| (piece.shape.width(), piece.shape.height());
        let cars = puzzle.pieces().iter().map(car);
        let is_car = |size| matches!(size, (2 | 3, 1) | (1, 2 | 3));
        assert!(cars.clone().all(is_car), "{place}: {:?}", cars.collect::<Vec<_>>());
        let [Goal { targets, empties }] = puzzle.goals() else { panic!("{place}: one goal") };
        let anchor = Cell { row: 2, column: 4 };
        assert!(empties.is_empty() && targets.len() == 1, "{place}");
        assert_eq!((targets[0].anchor, puzzle.pieces()[targets[0].piece].anchor.row), (anchor, 2));
        // A car cannot turn a corner: each of its moves is one straight line.
        let PublishedOptimum::Known(best) = puzzle.best() else {
            panic!("{place}: it can be solved")
        };
        assert_eq!(best.moves, best.slides, "{place}");
    }
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

/// How many states can be reached, mirror images taken for one where they are; how far the farthest
/// are and how many those are.
fn component(puzzle: &Puzzle, metric: Metric, mirroring: Mirroring) -> (u64, usize, u64) {
    let options = explore::Options::default()
        .with_metric(metric)
        .with_mirroring(mirroring)
        .with_scope(ExploreScope::Layers)
        .with_engine(Some(Engine::Hashed))
        .with_threads(NonZero::<usize>::MIN);
    let mut explorer = Explorer::new(puzzle, &options).expect("it fits");
    let known = explorer.explore().expect("no files");
    let found = known.from_start;
    assert!(found.is_complete);
    (found.total().classes, found.eccentricity(), found.last().classes)
}

#[test]
fn the_classic_component_is_as_large_and_as_deep_as_it_is_known_to_be() {
    let classic = named("heng-dao-li-ma");
    let table = [(Metric::Step, 167, 4), (Metric::Slide, 133, 8), (Metric::Move, 124, 8)];
    for (metric, farthest, that_far) in table {
        let whole = component(&classic, metric, Mirroring::Off);
        assert_eq!(whole, (25_955, farthest, that_far), "{metric}");
        let (states, depth, _) = component(&classic, metric, Mirroring::Canonical);
        assert_eq!((states, depth), (13_011, farthest), "{metric}, mirror images taken for one");
    }
}
