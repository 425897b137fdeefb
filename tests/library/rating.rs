//! Ratings of difficulty, compared with published levels, and the stored ratings.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, thread};

use huarong::Limits;
use huarong::collection::{Collection, Entry};
use huarong::control::{StopReason, unobserved};
use huarong::design::{Rating, rate};
use huarong::explore::Options;

use crate::cases::stride;
use crate::in_threads;

/// The file of the ratings of the collection.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/ratings.tsv");

/// The maximum number of positions of a rated puzzle.
const MOST: usize = 20_000_000;

fn rated(entry: &Entry, most: usize) -> Rating {
    let limits = Limits::default().with_max_states(Some(most));
    let threads = std::num::NonZero::<usize>::MIN;
    let options = Options::default().with_limits(limits).with_threads(threads);
    rate(&entry.puzzle, &options, &mut unobserved).expect("it fits")
}

/// Returns the text of a rating in the table.
fn cell(rating: &Rating) -> String {
    rating
        .score()
        .map_or_else(|| "-".to_owned(), |score| score.to_string())
}

/// Returns twice the rank of each number, less the mean. Equal numbers get their middle rank.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let count = |is_one: &dyn Fn(&&f64) -> bool| {
        i32::try_from(numbers.iter().filter(is_one).count()).expect("they are few")
    };
    let rank = |number: &f64| {
        let below = count(&|other| other.total_cmp(number).is_lt());
        let above = count(&|other| other.total_cmp(number).is_gt());
        f64::from(below - above)
    };
    numbers.iter().map(rank).collect()
}

/// Returns Spearman's rank correlation.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let [one, other] = [ranks(one), ranks(other)];
    let sum =
        |one: &[f64], other: &[f64]| -> f64 { one.iter().zip(other).map(|(x, y)| x * y).sum() };
    sum(&one, &other) / (sum(&one, &one) * sum(&other, &other)).sqrt()
}

#[test]
fn the_cards_of_rush_hour_are_rated_nearly_in_the_order_of_their_levels() {
    let cards = Collection::built_in()
        .find("cards")
        .expect("they are built in");
    // Other tests hold that the stored ratings are correct.
    let stored = cards.iter().map(Entry::rating);
    let scores: Vec<f64> = stored.map(|it| it.expect("it is rated")).collect();
    let levels: Vec<f64> = (1..=40).map(f64::from).collect();
    let found = correlation(&scores, &levels);
    println!("Spearman's correlation of the ratings of the 40 cards with their levels: {found:.3}");
    assert_eq!(scores.len(), 40);
    assert!(found > 0.94, "{found}: {scores:?}");
    // The four booklets, from beginner to expert.
    let means: Vec<f64> = scores
        .chunks(10)
        .map(|ten| ten.iter().sum::<f64>() / 10.0)
        .collect();
    assert!(
        means.is_sorted_by(|one, next| one + 5.0 < *next),
        "{means:?}"
    );
}

/// Boards of Rush Hour, the lengths of their shortest solutions, the mean numbers of moves of the
/// people who solved them, and their efforts as `rate` finds them.
const PEOPLE: &str = include_str!("rush-hour-people.tsv");

#[test]
fn people_take_more_moves_for_boards_that_are_rated_harder() {
    let mut groups: BTreeMap<usize, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    let lines = PEOPLE.lines().filter(|line| !line.starts_with('#'));
    for (number, line) in lines.enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        // Each board takes as long as another test: two are rated, `.ci/long` rates all.
        if (number + 1) % stride(16) == 0 {
            let board = format!("exit: A=right\npieces: axis\n{}", rows(fields[0]));
            let puzzle = board.parse().expect("a puzzle");
            let rating = rate(&puzzle, &Options::default(), &mut unobserved).expect("it fits");
            let effort = rating.effort().expect("it is small");
            // Sums of shares in another order differ in the last digits.
            assert_eq!(format!("{effort:.4}"), fields[3], "{line}");
        }
        let group = groups
            .entry(fields[1].parse().expect("a length"))
            .or_default();
        group.0.push(fields[3].parse().expect("a number"));
        group.1.push(fields[2].parse().expect("a number"));
    }
    let all: (Vec<Vec<f64>>, Vec<Vec<f64>>) = groups.values().cloned().unzip();
    let over_all = correlation(&all.0.concat(), &all.1.concat());
    let within = groups.values().map(|(one, other)| correlation(one, other));
    let sum: f64 = within.sum();
    println!("Spearman's correlation over all: {over_all:.3}; sum over four lengths: {sum:.2}");
    assert_eq!((groups.len(), all.0.concat().len()), (4, 35));
    assert!(over_all > 0.92, "{over_all}");
    assert!(sum > 4.0 * 0.65, "{sum}");
}

/// Returns a board of six columns as rows.
fn rows(cells: &str) -> String {
    let rows: Vec<_> = cells.as_bytes().chunks(6).collect();
    String::from_utf8_lossy(&rows.join(&b'\n')).into_owned()
}

#[test]
fn the_correlation_is_spearmans_rank_correlation() {
    assert!((correlation(&[1.0, 2.0, 9.0], &[0.0, 4.0, 5.0]) - 1.0).abs() < 1e-9);
    assert!((correlation(&[1.0, 2.0, 3.0], &[5.0, 4.0, 0.0]) + 1.0).abs() < 1e-9);
    assert!((correlation(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]) - 0.9487).abs() < 1e-4);
}

#[test]
fn the_stored_ratings_of_small_puzzles_are_correct() {
    let collection = Collection::built_in();
    let mut held = 0;
    let mut stale = Vec::new();
    for entry in collection.entries().step_by(stride(24)) {
        let rating = rated(&entry, 1000);
        if rating.stopped().is_none() {
            held += 1;
            let stored = entry
                .rating()
                .map_or_else(|| "-".to_owned(), |it| format!("{it:.1}"));
            if stored != cell(&rating) {
                let name = collection.name_of(&entry);
                stale.push(format!(
                    "{name}: {stored} is stored, {} is true",
                    cell(&rating)
                ));
            }
        }
    }
    let command = "cargo test --release --test library the_table_of_ratings -- --ignored";
    assert!(
        stale.is_empty(),
        "`{command}` rewrites the table\n{}",
        stale.join("\n")
    );
    assert!(held > 7, "{held}");
}

#[test]
fn the_rating_table_has_an_entry_for_each_puzzle() {
    let table = fs::read_to_string(TABLE).expect("it is there");
    let stored: BTreeMap<&str, usize> = table
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(file, ratings)| (file, ratings.split('\t').count()))
        .collect();
    let collection = Collection::built_in();
    assert_eq!(stored.len(), collection.files().len());
    for file in collection.files() {
        let name = format!("{}/{}", file.family, file.stem);
        assert_eq!(stored.get(&name[..]), Some(&file.count()), "{name}");
    }
}

/// Rewrites the table of the ratings, and fails if it has changed.
#[test]
#[ignore = "a quarter of an hour"]
fn the_table_of_ratings_is_correct() {
    let entries: Vec<Entry> = Collection::built_in().entries().collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let cells = in_threads(threads, entries.iter().enumerate(), |(index, entry)| {
        let puzzle = &entry.puzzle;
        // The 15-puzzle has a million times as many positions.
        let are_many = puzzle.is_numbered() && puzzle.grid().area() > 12;
        let rating = rated(entry, if are_many { 0 } else { MOST });
        assert!(
            matches!(rating.stopped(), None | Some(StopReason::States)),
            "{rating:?}"
        );
        (index, cell(&rating))
    });
    let cells: BTreeMap<usize, String> = cells.into_iter().collect();
    let mut table = String::new();
    for (entry, cell) in entries.iter().zip(cells.values()) {
        if entry.index == 0 {
            let end = if table.is_empty() { "" } else { "\n" };
            write!(table, "{end}{}/{}", entry.file.family, entry.file.stem).expect("a string");
        }
        write!(table, "\t{cell}").expect("a string");
    }
    table.push('\n');
    let before = fs::read_to_string(Path::new(TABLE)).unwrap_or_default();
    fs::write(TABLE, &table).expect("it can be written");
    assert!(table == before, "{TABLE} has changed, and is rewritten");
}
