//! `huarong list`: the collection, or a folder, as tables.

mod filter;

use super::prelude::*;
use std::num::NonZeroUsize;

use crate::collection::normalize_name;

use super::{
    args::RatingRange,
    columns::{Concession, room, shortened},
    input::PuzzleReader,
    make::fresh_seed,
};
use filter::{ListQuery, are_met, matching};

pub use filter::{FilterArgs, ListCandidate};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong list
  huarong list --family rush-hour --moves 40.. --sort moves
  huarong list --search 马 --size 4x5
  huarong list --family klotski --sort rating
  huarong list --rating 30..50
  huarong list --family klotski --sort moves --reverse --limit 10
  huarong list my-puzzles/ --json
  huarong list --csv > collection.csv

Exit status: 0 done, 2 nothing matches, a file is wrong, or wrong usage.")]
pub struct ListArgs {
    /// List the `.txt` files below this folder instead of the collection
    dir: Option<PathBuf>,
    #[command(flatten)]
    filters: FilterArgs,
    /// Sort key; unknown values come last. Families stay together
    #[arg(long, value_enum, value_name = "KEY")]
    sort: Option<SortKey>,
    /// Reverse the order; unknown values still come last
    #[arg(long)]
    reverse: bool,
    /// List only the first N puzzles in this order
    #[arg(long, value_name = "N", value_parser = positive)]
    limit: Option<NonZeroUsize>,
    /// Print a JSON object per puzzle
    #[arg(long)]
    json: bool,
    /// Print comma-separated values, a line per puzzle
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// Sort key; puzzles with equal keys stay in the order of their files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum SortKey {
    /// Name; numbers in it compare by value
    Name,
    /// Number of moves of the shortest solution
    Moves,
    /// Cells of the frame
    Size,
    /// Number of pieces
    Pieces,
    /// Number of empty cells
    Empties,
    /// Rating of `huarong rate` in moves; known for the collection only
    Rating,
}

pub fn run(args: &ListArgs, out: &mut dyn Write) -> Result<Exit> {
    let (listings, errors) = match (listings(args.dir.as_deref(), &args.filters), &args.dir) {
        (Err(error), Some(folder)) if args.json => (
            Vec::new(),
            vec![JsonObject::report_error(folder.display(), &error)],
        ),
        (listings, _) => listings?,
    };
    if args.json {
        errors.iter().try_for_each(|error| json::line(out, error))?;
    }
    let mut listings = matching(listings, &args.filters)?;
    arrange(&mut listings, args.sort, args.reverse, args.limit);
    if args.json {
        for listing in &listings {
            json::line(out, &list_object(listing))?;
        }
    } else if args.csv {
        writeln!(out, "{CSV}")?;
        for listing in &listings {
            csv::line(out, CSV, &list_object(listing))?;
        }
    } else {
        tables(out, &listings)?;
    }
    Ok(Exit::Wrong.when(!errors.is_empty()))
}

/// The columns of `--csv`: fields of [`list_object`].
const CSV: &str = "\
    puzzle,family,names,chinese,rows,columns,pieces,empties,impossible,best.move,\
    best.slide,best.step,rating,source";

/// Returns the puzzles of the collection that [may pass](of_the_collection) these filters, or all
/// of a folder, and the errors of its files, which it prints.
pub fn listings(
    folder: Option<&Path>,
    filters: &FilterArgs,
) -> Result<(Vec<ListCandidate>, Vec<JsonObject>)> {
    match folder.map(|folder| (folder, part_of_collection(folder))) {
        None => Ok((of_the_collection(filters), Vec::new())),
        Some((_, Some(error))) => Err(error.into()),
        Some((folder, None)) => of_a_folder(folder),
    }
}

/// Returns the puzzles of the collection that pass these filters, and others of their families and
/// names; all if none passes, since the error then tells how many other filters would find.
fn of_the_collection(filters: &FilterArgs) -> Vec<ListCandidate> {
    let collection = Collection::built_in();
    let of = |filters: &FilterArgs| -> Vec<ListCandidate> {
        collection
            .entries_of(|file, _, _, title| filters.admit(file.family, file.stem, title))
            .map(|entry| ListCandidate {
                family: entry.file.family.to_owned(),
                stem: entry.file.stem.to_owned(),
                rating: entry.rating(),
                source: input::built_in(&collection, entry),
            })
            .collect()
    };
    let listings = of(filters);
    let criteria = filters.criteria();
    if listings.iter().any(|it| are_met(&criteria, it)) {
        listings
    } else {
        of(&FilterArgs::default())
    }
}

/// Returns a random puzzle of the collection that meets the filters and has a solution.
pub fn random(filters: &FilterArgs) -> Result<Source> {
    let mut listings = of_the_collection(&FilterArgs::default());
    listings.retain(|it| it.source.puzzle.best() != PublishedOptimum::Impossible);
    let mut listings = matching(listings, filters)?;
    let count = listings.len() as u64;
    let chosen = usize::try_from(fresh_seed() % count).expect("it is one of the listings");
    Ok(listings.swap_remove(chosen).source)
}

/// Returns the error of a missing folder whose name is a part of the collection, or the value of a
/// filter.
fn part_of_collection(folder: &Path) -> Option<UserError> {
    let text = sanitize(folder.to_str().filter(|_| !folder.exists())?);
    let is_named = |family: &&str| normalize_name(family) == normalize_name(&text);
    let is_found = || {
        let search = text.parse::<ListQuery>();
        let all = of_the_collection(&FilterArgs::default());
        search.is_ok_and(|search| all.iter().any(|it| search.is_met(it)))
    };
    let option = if text.parse::<Size>().is_ok() {
        format!("--size {text}")
    } else if text.parse::<NumberRange>().is_ok() {
        format!("--moves {text}")
    } else if text.parse::<RatingRange>().is_ok() {
        format!("--rating {text}")
    } else if let Some(family) = Collection::families().find(is_named) {
        format!("--family {family}")
    } else if is_found() {
        format!("--search {text}")
    } else {
        return None;
    };
    Some(user_error!(
        "there is no folder called `{text}`",
        "did you mean `huarong list {option}`?"
    ))
}

/// Returns the puzzles of the files below a folder, and the errors of the other files, which it
/// prints.
fn of_a_folder(folder: &Path) -> Result<(Vec<ListCandidate>, Vec<JsonObject>)> {
    let (files, mut errors) = many::files(folder)?;
    let mut listings = Vec::new();
    for file in files {
        match PuzzleReader::default().open_of_many(&file) {
            Ok(sources) => {
                input::print_notes(&sources, file.as_os_str());
                let family = family(folder, &file);
                let stem = file.file_stem().unwrap_or_default().display().to_string();
                listings.extend(sources.into_iter().map(|source| ListCandidate {
                    family: family.clone(),
                    stem: stem.clone(),
                    source,
                    rating: None,
                }));
            }
            Err(error) => errors.push(JsonObject::report_error(file.display(), &error)),
        }
    }
    Ok((listings, errors))
}

/// Returns the folder of a file, relative to `folder`; the name of `folder` if it is the same.
fn family(folder: &Path, file: &Path) -> String {
    let home = file.parent().unwrap_or(folder);
    let inner = home.strip_prefix(folder).unwrap_or(home);
    if inner != Path::new("") {
        return inner.display().to_string();
    }
    // `.` and `..` have no name.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    whole
        .file_name()
        .unwrap_or(folder.as_os_str())
        .display()
        .to_string()
}

/// Sorts the puzzles, keeps the first ones, and groups these by families, in the order of the first
/// puzzles of all families.
fn arrange(
    listings: &mut Vec<ListCandidate>,
    key: Option<SortKey>,
    is_reversed: bool,
    limit: Option<NonZeroUsize>,
) {
    let mut families: Vec<String> = listings.iter().map(|it| it.family.clone()).collect();
    families.dedup();
    let is_known = |one: &ListCandidate| match key {
        Some(SortKey::Moves) => one.moves().is_some(),
        Some(SortKey::Rating) => one.rating.is_some(),
        _ => true,
    };
    // The sorts are stable.
    listings.sort_by_cached_key(|one| {
        let puzzle = &one.source.puzzle;
        let grid = puzzle.grid();
        let (number, then) = match key {
            Some(SortKey::Moves) => (one.moves().unwrap_or_default() as usize, 0),
            Some(SortKey::Size) => (grid.area(), grid.columns()),
            Some(SortKey::Pieces) => (puzzle.standing(), 0),
            Some(SortKey::Empties) => (puzzle.empty_cells(), 0),
            Some(SortKey::Rating) => (one.rating.map_or(0, tenths), 0),
            Some(SortKey::Name) | None => (0, 0),
        };
        let words = if key == Some(SortKey::Name) {
            words(&one.name())
        } else {
            Vec::new()
        };
        (!is_known(one), number, then, words)
    });
    if is_reversed {
        let known = listings.partition_point(is_known);
        listings[..known].reverse();
    }
    listings.truncate(limit.map_or(usize::MAX, NonZeroUsize::get));
    listings.sort_by_cached_key(|one| families.iter().position(|name| *name == one.family));
}

/// Returns a rating in tenths.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is 0 to 100"
)]
fn tenths(rating: f64) -> usize {
    (rating * 10.0).round() as usize
}

/// Splits a name into parts that compare as people expect, `Card 2` before `Card 10`: whether each
/// is text, its number of digits without leading zeros, and its characters.
fn words(name: &str) -> Vec<(bool, usize, String)> {
    let folded = normalize_name(name);
    let mut words = Vec::new();
    for part in folded.split('-') {
        let is_digit = u8::is_ascii_digit;
        for run in part
            .as_bytes()
            .chunk_by(|one, next| is_digit(one) == is_digit(next))
        {
            // A digit is a character by itself, so that no character is cut.
            let text = String::from_utf8_lossy(run);
            words.push(if is_digit(&run[0]) {
                let digits = text.trim_start_matches('0');
                (false, digits.len(), digits.to_owned())
            } else {
                (true, 0, text.into_owned())
            });
        }
    }
    words
}

fn list_object(listing: &ListCandidate) -> JsonObject {
    let pick = &listing.source.pick;
    object! { "schema": "huarong/list/1", "puzzle": pick, "family": listing.family }
        .with(JsonObject::facts(&listing.source.puzzle))
        .with(object! { "rating": listing.rating })
}

const HEADS: [&str; 10] = [
    "puzzle", "name", "中文", "size", "pieces", "empty", "moves", "slides", "steps", "rating",
];

/// The text columns in [`HEADS`]; the others are numbers.
const PUZZLE: usize = 0;
const NAME: usize = 1;
const CHINESE: usize = 2;
const RATING: usize = 9;

/// The columns that shrink on a narrow terminal, in this order: numbers before names, and the name,
/// which resembles the argument that picks a puzzle, before that and the Chinese name.
const CONCESSIONS: [Concession; 9] = [
    (4..6, 0),
    (7..9, 0),
    (NAME..CHINESE, 0),
    (3..4, 0),
    (RATING..10, 0),
    (PUZZLE..NAME, 20),
    (CHINESE..3, 0),
    (PUZZLE..NAME, 12),
    (PUZZLE..NAME, 6),
];

/// Writes a table per family; the puzzles of a family must be adjacent.
fn tables(out: &mut dyn Write, listings: &[ListCandidate]) -> Printed {
    let room = room();
    let are_rated = listings.iter().any(|listing| listing.rating.is_some());
    let families = listings.chunk_by(|one, next| one.family == next.family);
    for (number, family) in families.enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let name = sanitize(&family[0].family);
        let heading = format!("{name}: {}", counted(family.len(), "puzzle"));
        writeln!(out, "{}", shortened(&heading, room.unwrap_or(usize::MAX)))?;
        let rows = family.iter().map(|one| row(one, are_rated)).collect();
        writeln!(out, "{}", columns::text(&table(rows, room)))?;
    }
    Ok(())
}

fn row(listing: &ListCandidate, are_rated: bool) -> Vec<String> {
    let puzzle = &listing.source.puzzle;
    let [moves, slides, steps] = Metric::ALL.map(|metric| input::published_text(puzzle, metric));
    vec![
        sanitize(&listing.source.pick),
        puzzle.title().name.clone().unwrap_or_default(),
        input::chinese(puzzle).unwrap_or_default().to_owned(),
        format!("{}×{}", puzzle.grid().columns(), puzzle.grid().rows()),
        puzzle.standing().to_string(),
        puzzle.empty_cells().to_string(),
        moves,
        slides,
        steps,
        if are_rated {
            listing.rating_text()
        } else {
            String::new()
        },
    ]
}

fn table(mut rows: Vec<Vec<String>>, room: Option<usize>) -> String {
    let mut heads = HEADS.map(str::to_owned).to_vec();
    // A column without any value is hidden.
    for column in [CHINESE, RATING] {
        if rows.iter().all(|row| row[column].is_empty()) {
            heads[column].clear();
        }
    }
    rows.insert(0, heads);
    columns::table(&rows, CHINESE + 1..HEADS.len(), PUZZLE, &CONCESSIONS, room)
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{
        filter::tests::{listing, names},
        *,
    };

    fn arranged(key: Option<SortKey>) -> Vec<String> {
        let mut listings = vec![
            listing("b", "f", "name: Card 10\nbest: move=9\nA.\n..\n"),
            listing("a", "f", "name: Lone\nbest: move=1\nA..\n"),
            listing("b", "f", "name: Card 2\nbest: impossible\nAB...\n"),
            listing("b", "f", "name: card 2b\nbest: move=100\nA..\n"),
        ];
        (listings[0].rating, listings[3].rating) = (Some(50.1), Some(7.9));
        arrange(&mut listings, key, false, None);
        names(&listings)
    }

    #[test]
    fn a_list_is_sorted_within_each_family() {
        let table = [
            (None, "Card 10, Card 2, card 2b, Lone"),
            (Some(SortKey::Name), "Card 2, card 2b, Card 10, Lone"),
            (Some(SortKey::Moves), "Card 10, card 2b, Card 2, Lone"),
            (Some(SortKey::Size), "card 2b, Card 10, Card 2, Lone"),
            (Some(SortKey::Pieces), "Card 10, card 2b, Card 2, Lone"),
            (Some(SortKey::Empties), "card 2b, Card 10, Card 2, Lone"),
            (Some(SortKey::Rating), "card 2b, Card 10, Card 2, Lone"),
        ];
        for (key, wanted) in table {
            assert_eq!(arranged(key).join(", "), wanted, "{key:?}");
        }
    }

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let sorted = ["9", "009a", "10", "12-7", "12-30", "a", "a 马 3", "a 马 20"];
        assert!(sorted.is_sorted_by(|one, next| words(one) < words(next)));
        assert_eq!(words("Card 07"), words("card-7"));
    }

    #[test]
    fn the_family_is_the_folder_that_a_file_lies_in() {
        let of = |folder: &str, file: &str| family(Path::new(folder), Path::new(file));
        assert_eq!(of("/no/shelf", "/no/shelf/a.txt"), "shelf");
        assert_eq!(of("/no/shelf/", "/no/shelf/klotski/a.txt"), "klotski");
        assert_eq!(of("/no/shelf", "/no/shelf/b/c/a.txt"), "b/c");
        let here = std::env::current_dir().expect("there is one");
        let here = here
            .file_name()
            .expect("it has a name")
            .display()
            .to_string();
        assert_eq!(of(".", "./a.txt"), here);
    }

    fn rows() -> Vec<Vec<String>> {
        let row = |pick: &str, name: &str, chinese: &str| {
            [
                pick, name, chinese, "4×5", "10", "2", "81", "90", "116", "74.9",
            ]
            .map(str::to_owned)
            .to_vec()
        };
        vec![
            row("heng-dao-li-ma", "Heng Dao Li Ma", "横刀立马"),
            row(
                "fayaa#fu-xi-ba-gua-feng-huo-jia-ren",
                "Fu Xi Ba Gua: Feng Huo Jia Ren",
                "伏羲八卦：风火家人",
            ),
        ]
    }

    #[test]
    fn a_table_fits_the_available_width() {
        let rows = rows();
        let drawn = |room| table(rows.clone(), room);
        assert_eq!(drawn(Some(200)), drawn(None));
        for room in [15, 20, 30, 40, 60, 80, 100, 120] {
            let table = drawn(Some(room));
            assert!(
                table.lines().all(|line| line.width() <= room),
                "{room}:\n{table}"
            );
            assert!(
                table.contains("heng-dao-li-ma") || room < 40,
                "{room}:\n{table}"
            );
        }
        assert!(drawn(Some(118)).contains("fayaa#fu-xi-ba-gua-feng-huo-jia-ren  Fu Xi Ba"));
        assert!(
            drawn(Some(80)).contains("fayaa#fu-xi-ba-gua-feng-huo-jia-ren  伏羲八卦：风火家人")
        );
        let narrow = drawn(Some(40));
        assert!(narrow.ends_with("\n  ren"), "{narrow}");
        crate::cases::begins(&narrow, "puzzle ");
        crate::cases::has(&narrow, "moves");
    }

    #[test]
    fn a_narrow_table_hides_piece_counts_before_names() {
        let narrow = table(rows(), Some(80));
        for word in ["横刀立马", "moves", "rating"] {
            assert!(narrow.contains(word), "{word}:\n{narrow}");
        }
        assert!(
            !narrow.contains("pieces") && !narrow.contains("slides"),
            "{narrow}"
        );
    }

    #[test]
    fn ratings_and_chinese_names_have_a_column_if_a_puzzle_has_one() {
        let mut rows = rows();
        assert!(table(rows.clone(), None).contains("  steps  rating\n"));
        for row in &mut rows {
            row[RATING].clear();
            row[CHINESE].clear();
        }
        let bare = table(rows.clone(), None);
        assert!(
            !bare.contains("rating") && bare.contains("  steps\n"),
            "{bare}"
        );
        assert!(!bare.contains("中文"), "{bare}");
    }
}
