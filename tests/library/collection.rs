//! The built-in collection, solved: every published optimum, and well-known facts.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use huarong::collection::{Collection, Entry, slug};
use huarong::explore::{self, Explorer};
use huarong::grid::Cell;
use huarong::internals::{self, Board};
use huarong::puzzle::{Goal, Movement, Piece, PublishedOptimum};
use huarong::solution::{Solution, verify};
use huarong::{Limits, Metric, Mirroring, Options, Outcome, Puzzle, Report, solve};

use crate::cases::{cases, stride};
use crate::{explore_layers, in_threads};

/// Returns the puzzles of the collection that meet a condition.
fn entries(condition: impl Fn(&Entry) -> bool) -> Vec<Entry> {
    Collection::built_in().entries().filter(condition).collect()
}

fn named(name: &str) -> Puzzle {
    let found = Collection::built_in()
        .find(name)
        .expect("a puzzle of the collection");
    found.into_iter().next().expect("at least one").puzzle
}

fn report(puzzle: &Puzzle, metric: Metric, limits: Limits) -> Report {
    let options = Options::default().with_metric(metric).with_limits(limits);
    solve(puzzle, &options).expect("it fits the solvers")
}

fn length(name: &str, metric: Metric) -> Option<usize> {
    let report = report(&named(name), metric, Limits::default());
    report.solution().map(Solution::len)
}

/// Returns the error of a report on a puzzle whose optimum is `wanted`; `None` if the report is
/// right, or a limit was reached.
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

/// Returns the published optima of a puzzle, metric by metric; `None` is unsolvable.
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

/// Slugs of puzzles that take minutes and gigabytes to solve.
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

/// Tiles with solutions of up to this number of steps take milliseconds; others take seconds or
/// minutes.
const SOON: u32 = 46;

/// Returns whether a search ends soon. A limit on states does not end the informed search of tiles,
/// which stores none.
fn is_quick(entry: &Entry) -> bool {
    entry.file.family != "tiles"
        || claims(entry)
            .iter()
            .all(|(_, length)| length.is_none_or(|length| length <= SOON))
}

/// Slugs of puzzles without a proven optimum.
const OPEN: [&str; 2] = ["shark-gnome", "climb-24-pro-gnome"];

fn is_one_of(slugs: &[&str], entry: &Entry) -> bool {
    entry
        .puzzle
        .title()
        .name
        .as_ref()
        .is_some_and(|name| slugs.contains(&slug(name).as_str()))
}

/// Checks each puzzle, two at a time. `check` returns errors, which fail the test.
fn check_each(entries: &[Entry], check: impl Fn(&Entry) -> Vec<String> + Sync) {
    let wrong = in_threads(2, entries.iter(), |entry| {
        let name = Collection::built_in().name_of(entry);
        check(entry)
            .into_iter()
            .map(|error| format!("{name}: {error}"))
            .collect::<Vec<_>>()
    });
    let wrong = wrong.concat();
    assert!(
        wrong.is_empty(),
        "{} errors:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Compares the optima of these puzzles with the published ones in every metric that has one.
/// Returns the number of searches that reached no limit.
fn compare_optima(entries: &[Entry], limits: Limits) -> usize {
    let decided = AtomicUsize::new(0);
    check_each(entries, |entry| {
        let problem = |(metric, wanted)| {
            let report = report(&entry.puzzle, metric, limits);
            let is_decided = !matches!(report.outcome, Outcome::Stopped(_));
            decided.fetch_add(usize::from(is_decided), Ordering::Relaxed);
            let problem = disagreement(&entry.puzzle, &report, wanted)?;
            Some(format!("{metric}: {problem}"))
        };
        claims(entry).into_iter().filter_map(problem).collect()
    });
    decided.into_inner()
}

#[test]
fn published_optima_that_need_few_states_are_found() {
    let few = Limits::default().with_max_states(Some(cases(2_000) as usize));
    let quick = entries(is_quick);
    assert!(quick.len() > 1065, "{}", quick.len());
    let sample: Vec<Entry> = quick.into_iter().step_by(stride(28)).collect();
    let decided = compare_optima(&sample, few);
    assert!(decided > 50, "{decided}");
}

/// Random puzzles have the small spaces, see `naive_twin::completeness`.
#[test]
#[ignore = "half an hour"]
fn every_search_visits_all_states_of_spaces_up_to_two_million() {
    let compared = AtomicUsize::new(0);
    // Each board of tiles has ten million million states.
    let entries = entries(|entry| entry.file.family != "tiles");
    check_each(&entries, |entry| {
        let board = Board::new(&entry.puzzle).expect("it fits");
        let name = Collection::built_in().name_of(entry);
        let mut wrong = Vec::new();
        // A space that has too many states has no fewer without symmetry or in another metric.
        'spaces: for board in [board.clone(), board.without_symmetry()] {
            for metric in Metric::ALL {
                let Some(met) = internals::states_met(&board, metric, 2_000_000) else {
                    break 'spaces;
                };
                compared.fetch_add(1, Ordering::Relaxed);
                if met[0].1 > 100_000 {
                    // Show progress: the whole test takes half an hour.
                    println!("{name}, {metric}: {} states", met[0].1);
                }
                if met.iter().any(|(_, states)| *states != met[0].1) {
                    wrong.push(format!("{metric}: {met:?}"));
                }
            }
        }
        wrong
    });
    assert!(compared.into_inner() > 5000);
}

/// Compares all published optima of these puzzles without limits.
fn compare_all_optima(entries: &[Entry]) {
    let claims: usize = entries.iter().map(|entry| claims(entry).len()).sum();
    assert_eq!(compare_optima(entries, Limits::default()), claims);
}

#[test]
#[ignore = "two minutes"]
fn every_published_optimum_is_found_and_every_impossible_puzzle_proven_so() {
    compare_all_optima(&entries(|it| {
        !is_one_of(&LARGE, it) && it.file.family != "tiles"
    }));
}

#[test]
#[ignore = "two minutes, and as much for each of the seventeen that are farthest"]
fn every_small_tile_puzzle_has_its_published_optimum() {
    // The boards of Korf and Felner have 24 tiles and take minutes to days.
    let is_small = |entry: &Entry| entry.file.family == "tiles" && entry.file.stem != "korf-felner";
    // The search is the same in each metric: a step is one move and one slide.
    check_each(&entries(is_small), |entry| {
        let (metric, wanted) = claims(entry)[2];
        let report = report(&entry.puzzle, metric, Limits::default());
        disagreement(&entry.puzzle, &report, wanted)
            .into_iter()
            .collect()
    });
}

#[test]
fn the_tile_puzzles_equal_the_published_instances() {
    let of_file = |stem: &str| Collection::built_in().find(stem).expect("they are there");
    let steps = |entry: &Entry| match entry.puzzle.best() {
        PublishedOptimum::Known(best) => {
            assert!(best.moves == best.steps && best.slides == best.steps);
            best.steps.expect("it is given")
        }
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => panic!("it can be solved"),
    };
    let korf = of_file("korf");
    let eighty = of_file("eighty");
    // Korf gives the mean, 53.05, and the longest, 66.
    assert_eq!(
        (korf.len(), korf.iter().map(steps).sum::<u32>()),
        (100, 5305)
    );
    assert_eq!(korf.iter().map(steps).max(), Some(66));
    // The mean of the fifty is given as 100.78.
    let large = of_file("korf-felner");
    assert_eq!(
        (large.len(), large.iter().map(steps).sum::<u32>()),
        (50, 5039)
    );
    assert!(eighty.iter().all(|entry| steps(entry) == 80));
    // A reflection in the diagonal exchanges rows and columns, and the tiles that belong there.
    let across = |cell: Cell| Cell::new(cell.column, cell.row);
    let homes = |puzzle: &Puzzle, turn: &dyn Fn(Cell) -> Cell| -> BTreeMap<(u8, u8), Cell> {
        let targets = puzzle.goals()[0].targets.iter();
        let places = targets.map(|it| (turn(it.anchor), turn(puzzle.pieces()[it.piece].anchor)));
        places
            .map(|(home, at)| ((home.row, home.column), at))
            .collect()
    };
    let all: Vec<_> = eighty
        .iter()
        .map(|entry| homes(&entry.puzzle, &|cell| cell))
        .collect();
    for (number, entry) in eighty.iter().enumerate() {
        assert!(all.contains(&homes(&entry.puzzle, &across)), "{number}");
        assert!(
            !all[..number].contains(&all[number]),
            "{number} is there twice"
        );
    }
    assert_eq!(all.len(), 17);
}

#[test]
#[ignore = "twenty minutes and 4 GB"]
fn the_large_puzzles_have_their_published_optima() {
    let large = entries(|entry| is_one_of(&LARGE, entry));
    assert_eq!(large.len(), LARGE.len());
    compare_all_optima(&large);
}

#[test]
fn all_1278_puzzles_have_a_published_result_except_open_ones() {
    let entries = entries(|_| true);
    let count = |family| {
        entries
            .iter()
            .filter(|entry| entry.file.family == family)
            .count()
    };
    let families = ["doors", "klotski", "polyomino", "rush-hour", "tiles"];
    assert_eq!(families.map(count), [20, 347, 307, 437, 167]);
    assert_eq!(entries.len(), 1278);
    for entry in &entries {
        let name = Collection::built_in().name_of(entry);
        assert_eq!(claims(entry).is_empty(), is_one_of(&OPEN, entry), "{name}");
        assert!(
            entry.puzzle.title().source.is_some(),
            "{name} comes from nowhere"
        );
    }
}

/// Returns the number of reachable layouts in the note of a puzzle.
fn reachable(entry: &Entry) -> Option<u64> {
    let (count, _) = entry
        .puzzle
        .title()
        .note
        .as_ref()?
        .split_once(" layouts can be reached")?;
    let count = count.rsplit(' ').next().expect("there is always one");
    Some(
        count
            .replace(',', "")
            .parse()
            .unwrap_or_else(|_| panic!("`{count}` is not a number")),
    )
}

#[test]
fn the_notes_have_the_correct_numbers_of_reachable_layouts_which_take_little_memory() {
    let noted = entries(|entry| reachable(entry).is_some());
    assert_eq!(noted.len(), 116);
    assert_eq!(noted.iter().filter_map(reachable).max(), Some(541_934));
    let files = ["cards", "slidey-11-20", "fogleman-walls"];
    let most = u64::from(cases(15_000));
    let small = entries(|it| match reachable(it) {
        Some(layouts) => layouts <= most,
        None => files.contains(&it.file.stem),
    });
    let sample: Vec<Entry> = small.into_iter().step_by(stride(24)).collect();
    assert!(sample.iter().filter_map(reachable).count() > 2);
    check_each(&sample, |entry| {
        // All of these spaces have fewer layouts.
        let limits = Limits::default().with_max_states(Some(1_000_000));
        let options = explore::Options::default().with_limits(limits);
        let mut explorer = Explorer::new(&entry.puzzle, &options).expect("it fits");
        let known = explorer.explore().expect("no files");
        let bytes = known.memory_usage.memory;
        let found = known.from_start.total().states;
        let wanted = reachable(entry).unwrap_or(found);
        let is_wrong = bytes > 100_000_000 || found != wanted;
        let wrong = format!("{found} layouts, not {wanted}, in {bytes} bytes");
        is_wrong.then_some(wrong).into_iter().collect()
    });
}

#[test]
fn the_forty_cards_have_their_published_slides() {
    let slides = [
        8, 8, 14, 9, 9, 9, 13, 12, 12, 17, 25, 17, 16, 17, 23, 21, 24, 25, 22, 10, 21, 26, 29, 25,
        27, 28, 28, 30, 31, 32, 37, 37, 40, 43, 43, 44, 47, 48, 50, 51,
    ];
    // The tests above solve the cards: this one checks the claims of the collection.
    let cards = Collection::built_in()
        .find("rush-hour/cards")
        .expect("they are there");
    let claimed = |entry: &Entry| match entry.puzzle.best() {
        PublishedOptimum::Known(best) => best.get(Metric::Slide),
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => None,
    };
    assert_eq!(
        cards.iter().map(claimed).collect::<Vec<_>>(),
        slides.map(Some)
    );
}

#[test]
fn every_rush_hour_board_has_axial_cars_and_a_right_exit() {
    let entries = entries(|entry| entry.file.family == "rush-hour");
    assert!(!entries.is_empty());
    for Entry { puzzle, file, .. } in entries {
        let place = format!("{}: {:?}", file.stem, puzzle.title().name);
        assert_eq!(puzzle.movement(), Movement::Axis, "{place}");
        let car = |piece: &Piece| (piece.shape.width(), piece.shape.height());
        let cars = puzzle.pieces().iter().map(car);
        let is_car = |size| matches!(size, (2 | 3, 1) | (1, 2 | 3));
        assert!(
            cars.clone().all(is_car),
            "{place}: {:?}",
            cars.collect::<Vec<_>>()
        );
        let [Goal { targets, empties }] = puzzle.goals() else {
            panic!("{place}: one goal")
        };
        let anchor = Cell { row: 2, column: 4 };
        assert!(empties.is_empty() && targets.len() == 1, "{place}");
        assert_eq!(
            (
                targets[0].anchor,
                puzzle.pieces()[targets[0].piece].anchor.row
            ),
            (anchor, 2)
        );
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
        let name = entry
            .puzzle
            .title()
            .name
            .as_deref()
            .expect("every puzzle has a name");
        let place = collection.name_of(&entry);
        assert!(!slug(name).is_empty(), "{place}: `{name}` cannot be typed");
        let mut names = entry.puzzle.title().names();
        assert!(!names.any(|name| name.contains('/')), "{place}: a slash");
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
                stems.push(
                    path.file_stem()
                        .expect("a stem")
                        .to_str()
                        .expect("UTF-8")
                        .to_owned(),
                );
            }
        }
    }
    let collection = Collection::built_in();
    assert_eq!(stems.len(), collection.files().len());
    for stem in stems {
        let found = collection
            .find(&stem)
            .unwrap_or_else(|error| panic!("{stem}: {error}"));
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
fn the_famous_layouts_have_their_published_lengths() {
    let table = [
        ("heng-dao-li-ma", [81, 90, 116]),
        ("red-donkey", [81, 90, 116]),
    ];
    for (name, lengths) in table {
        assert_eq!(
            Metric::ALL.map(|metric| length(name, metric)),
            lengths.map(Some),
            "{name}"
        );
    }
    let in_moves = [
        ("heng-dao-li-ma-corner", 58),
        ("兵分三路", 72),
        ("四面楚歌", 56),
    ];
    for (name, moves) in in_moves {
        assert_eq!(length(name, Metric::Move), Some(moves), "{name}");
    }
}

#[test]
fn nineteen_minutes_takes_113_or_114_steps_by_goal_rule() {
    assert_eq!(length("nineteen-minutes#1", Metric::Step), Some(113));
    assert_eq!(length("nineteen-minutes#2", Metric::Step), Some(114));
    assert_eq!(length("nineteen-minutes#2", Metric::Move), Some(79));
}

/// Returns the number of reachable states, the eccentricity, and the number of states at that
/// distance.
fn component(puzzle: &Puzzle, metric: Metric, mirroring: Mirroring) -> (u64, usize, u64) {
    let found = explore_layers(puzzle, metric, mirroring).from_start;
    (
        found.total().classes,
        found.eccentricity(),
        found.last().classes,
    )
}

#[test]
fn the_classic_component_has_the_known_size_and_eccentricity() {
    let classic = named("heng-dao-li-ma");
    let table = [
        (Metric::Step, 167, 4),
        (Metric::Slide, 133, 8),
        (Metric::Move, 124, 8),
    ];
    for (metric, farthest, that_far) in table {
        let whole = component(&classic, metric, Mirroring::Off);
        assert_eq!(whole, (25_955, farthest, that_far), "{metric}");
        let (states, depth, _) = component(&classic, metric, Mirroring::Canonical);
        assert_eq!((states, depth), (13_011, farthest), "{metric}, canonical");
    }
}
