//! `huarong list`: the collection, or a folder, as tables.

mod filter;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use huarong::collection::{Collection, Entry, normalize_name};
use huarong::grid::Size;
use huarong::puzzle::PublishedOptimum;
use serde::Serialize;

use super::args::NumberRange;
use super::diagnostics::{self, UserError};
use super::exit::Exit;
use super::input;
use super::{json, puzzle_args};
pub(crate) use filter::ListCandidate;
use filter::{Criterion, ListQuery, matching};
use table::tables;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong list
  huarong list --family rush-hour --moves 40.. --sort moves
  huarong list --search 马 --size 4x5
  huarong list --family klotski --sort rating
  huarong list my-puzzles/ --json

Exit status: 0 done, 2 nothing matches, a file is wrong, or wrong usage.")]
pub(crate) struct ListArgs {
    /// List the `.txt` files below this folder instead of the collection
    dir: Option<PathBuf>,
    /// Only puzzles of this family, the folder of their file
    #[arg(long, value_name = "NAME", help_heading = "Filters")]
    family: Option<String>,
    /// Only puzzles of this many moves: `50..`, `..30`, `20..40`, `81`
    #[arg(long, value_name = "RANGE", help_heading = "Filters")]
    moves: Option<NumberRange>,
    /// Only frames of this size: `4x5` is 4 wide, 5 high
    #[arg(long, value_name = "WxH", help_heading = "Filters")]
    size: Option<Size>,
    /// Only puzzles with this text in a name, in any language
    #[arg(long, value_name = "TEXT", help_heading = "Filters")]
    search: Option<ListQuery>,
    /// Sort key within each family; unknown values come last
    #[arg(long, value_enum, value_name = "KEY")]
    sort: Option<SortKey>,
    /// Print a JSON object per puzzle
    #[arg(long)]
    json: bool,
}

/// What puzzles are sorted by; those that are equal in it stay in the order of their files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum SortKey {
    /// Name, numbers in it by their value
    Name,
    /// Number of moves of the shortest solution
    Moves,
    /// Cells of the frame
    Size,
    /// Number of pieces
    Pieces,
    /// Number of empty cells
    Empties,
    /// How hard it feels in moves, as `huarong rate` has it; stored for the collection only
    Rating,
}

impl ListArgs {
    /// All that a puzzle has to meet.
    fn criteria(&self) -> Vec<Criterion> {
        let family = self.family.clone().map(Criterion::Family);
        let moves = self.moves.map(Criterion::Moves);
        let size = self.size.map(Criterion::Size);
        let search = self.search.clone().map(Criterion::Search);
        [family, moves, size, search].into_iter().flatten().collect()
    }
}

pub(crate) fn run(args: &ListArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (listings, exit) = listings(args.dir.as_deref())?;
    let mut listings = matching(listings, &args.criteria())?;
    arrange(&mut listings, args.sort);
    if args.json {
        for listing in &listings {
            json::line(out, &ListJson::new(listing))?;
        }
    } else {
        tables(out, &listings)?;
    }
    Ok(exit)
}

/// The puzzles of the collection, or of a folder; which of its files are wrong is printed.
pub(crate) fn listings(folder: Option<&Path>) -> anyhow::Result<(Vec<ListCandidate>, Exit)> {
    let Some(folder) = folder else { return Ok((of_the_collection(), Exit::Done)) };
    if let Some(error) = meant(folder) {
        return Err(error.into());
    }
    let (listings, errors) = of_a_folder(folder)?;
    let exit = if errors.is_empty() { Exit::Done } else { Exit::Wrong };
    for error in errors {
        diagnostics::print(&error);
    }
    Ok((listings, exit))
}

fn of_the_collection() -> Vec<ListCandidate> {
    let collection = Collection::built_in();
    let listing = |entry: Entry| ListCandidate {
        family: entry.file.family.to_owned(),
        stem: entry.file.stem.to_owned(),
        rating: entry.rating(),
        source: input::built_in(&collection, entry),
    };
    collection.entries().map(listing).collect()
}

/// What is wrong with a folder that is not there, where it is a part of the collection that is
/// meant.
fn meant(folder: &Path) -> Option<UserError> {
    let text = diagnostics::sanitize(folder.to_str().filter(|_| !folder.exists())?);
    let family =
        Collection::families().find(|family| normalize_name(family) == normalize_name(&text));
    let option = family.map_or_else(
        || {
            let search = [Criterion::Search(text.parse().ok()?)];
            matching(of_the_collection(), &search).ok().map(|_| format!("--search {text}"))
        },
        |family| Some(format!("--family {family}")),
    )?;
    let message = format!("there is no folder called `{text}`");
    Some(UserError::new(message, format!("did you mean `huarong list {option}`?")))
}

/// The puzzles of the files in a folder and the folders in it, and what is wrong with the others.
fn of_a_folder(folder: &Path) -> anyhow::Result<(Vec<ListCandidate>, Vec<anyhow::Error>)> {
    let (files, mut errors) = puzzle_args::files(folder)?;
    let mut listings = Vec::new();
    for file in files {
        match input::open(&file) {
            Ok(sources) => {
                let (family, stem) = (family(folder, &file), stem(&file));
                let listing = |source| ListCandidate {
                    family: family.clone(),
                    stem: stem.clone(),
                    source,
                    rating: None,
                };
                listings.extend(sources.into_iter().map(listing));
            }
            Err(error) => errors.push(error),
        }
    }
    Ok((listings, errors))
}

/// The folder that a file lies in, as seen from `folder`; if that is this one, its own name.
fn family(folder: &Path, file: &Path) -> String {
    let home = file.parent().unwrap_or(folder);
    let inner = home.strip_prefix(folder).unwrap_or(home);
    if inner != Path::new("") {
        return inner.display().to_string();
    }
    // `.` and `..` have no name of their own.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    whole
        .file_name()
        .map_or_else(|| folder.display().to_string(), |name| name.display().to_string())
}

fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.display().to_string())
}

/// Brings the families together, in the order of their first puzzles, and sorts within each.
fn arrange(listings: &mut [ListCandidate], key: Option<SortKey>) {
    let mut families: Vec<String> = Vec::new();
    for listing in &*listings {
        if !families.contains(&listing.family) {
            families.push(listing.family.clone());
        }
    }
    // Stable: what is equal stays as it was.
    listings.sort_by_cached_key(|one| {
        let (puzzle, grid) = (&one.source.puzzle, one.source.puzzle.grid());
        let family = families.iter().position(|name| *name == one.family);
        let (number, then) = match key {
            Some(SortKey::Moves) => (one.moves().unwrap_or(u32::MAX) as usize, 0),
            Some(SortKey::Size) => (grid.area(), grid.columns()),
            Some(SortKey::Pieces) => (puzzle.pieces().len(), 0),
            Some(SortKey::Empties) => (puzzle.empty_cells(), 0),
            Some(SortKey::Rating) => (one.rating.map_or(usize::MAX, tenths), 0),
            Some(SortKey::Name) | None => (0, 0),
        };
        let words = if key == Some(SortKey::Name) { words(&one.name()) } else { Vec::new() };
        (family, number, then, words)
    });
}

/// A rating in tenths, as it is stored.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is 0 to 100")]
fn tenths(rating: f64) -> usize {
    (rating * 10.0).round() as usize
}

/// A name in parts that compare as people expect, `Card 2` before `Card 10`: whether each is text,
/// how many digits it has, without zeros before them, and its characters.
fn words(name: &str) -> Vec<(bool, usize, String)> {
    let folded = normalize_name(name);
    let mut words = Vec::new();
    for part in folded.split('-') {
        let is_digit = u8::is_ascii_digit;
        for run in part.as_bytes().chunk_by(|one, next| is_digit(one) == is_digit(next)) {
            // A cut between a digit and what is none is a cut between characters.
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

/// What `list` says about a puzzle.
#[derive(Serialize)]
struct ListJson<'a> {
    schema: &'static str,
    puzzle: &'a str,
    family: &'a str,
    names: Vec<&'a str>,
    chinese: Option<&'a str>,
    rows: u8,
    columns: u8,
    pieces: usize,
    empties: usize,
    impossible: bool,
    best: Lengths,
    rating: Option<f64>,
    source: Option<&'a str>,
}

/// Published optima.
#[derive(Default, Serialize)]
struct Lengths {
    #[serde(rename = "move")]
    moves: Option<u32>,
    slide: Option<u32>,
    step: Option<u32>,
}

impl<'a> ListJson<'a> {
    fn new(listing: &'a ListCandidate) -> Self {
        let ListCandidate { family, source, rating, .. } = listing;
        let puzzle = &source.puzzle;
        let best = match puzzle.best() {
            PublishedOptimum::Known(best) => {
                Lengths { moves: best.moves, slide: best.slides, step: best.steps }
            }
            PublishedOptimum::Unknown | PublishedOptimum::Impossible => Lengths::default(),
        };
        ListJson {
            schema: "huarong/list/1",
            puzzle: &source.pick,
            family,
            names: puzzle.title().names().collect(),
            chinese: input::chinese(puzzle),
            rows: puzzle.grid().rows(),
            columns: puzzle.grid().columns(),
            pieces: puzzle.pieces().len(),
            empties: puzzle.empty_cells(),
            impossible: puzzle.best() == PublishedOptimum::Impossible,
            best,
            rating: *rating,
            source: puzzle.title().source.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::filter::tests::{listing, names};
    use super::*;

    fn arranged(key: Option<SortKey>) -> Vec<String> {
        let mut listings = vec![
            listing("b", "f", "name: Card 10\nbest: move=9\nA.\n..\n"),
            listing("a", "f", "name: Lone\nbest: move=1\nA..\n"),
            listing("b", "f", "name: Card 2\nbest: impossible\nAB...\n"),
            listing("b", "f", "name: card 2b\nbest: move=100\nA..\n"),
        ];
        (listings[0].rating, listings[3].rating) = (Some(50.1), Some(7.9));
        arrange(&mut listings, key);
        names(&listings)
    }

    #[test]
    fn families_stay_together_and_are_sorted_within() {
        let table = [
            (None, ["Card 10", "Card 2", "card 2b", "Lone"]),
            (Some(SortKey::Name), ["Card 2", "card 2b", "Card 10", "Lone"]),
            (Some(SortKey::Moves), ["Card 10", "card 2b", "Card 2", "Lone"]),
            (Some(SortKey::Size), ["card 2b", "Card 10", "Card 2", "Lone"]),
            (Some(SortKey::Pieces), ["Card 10", "card 2b", "Card 2", "Lone"]),
            (Some(SortKey::Empties), ["card 2b", "Card 10", "Card 2", "Lone"]),
            (Some(SortKey::Rating), ["card 2b", "Card 10", "Card 2", "Lone"]),
        ];
        for (key, wanted) in table {
            assert_eq!(arranged(key), wanted, "{key:?}");
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
        let here = here.file_name().expect("it has a name").display().to_string();
        assert_eq!(of(".", "./a.txt"), here);
    }
}
