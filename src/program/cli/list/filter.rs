//! Filters of `huarong list`.

use crate::cli::prelude::*;
use std::{
    fmt::{self, Formatter},
    str::FromStr,
};

use crate::{
    cli::{args::RatingRange, help::meant},
    collection::{Query, SearchedNames, normalize_name},
};

/// The filters of the collection as options.
#[derive(Args, Default)]
pub struct FilterArgs {
    /// Only puzzles of this family, the folder of their file
    #[arg(long, value_name = "NAME", help_heading = "Filters")]
    family: Option<String>,
    /// Only puzzles of this many moves: `50..`, `..30`, `20..40`, `81`
    #[arg(long, value_name = "RANGE", help_heading = "Filters")]
    moves: Option<NumberRange>,
    /// Only puzzles with this rating: `40..60`, `..20`, `easy`, `hard`
    #[arg(long, value_name = "RANGE", help_heading = "Filters")]
    rating: Option<RatingRange>,
    /// Only frames of this size: `4x5` is 4 wide, 5 high
    #[arg(long, value_name = "WxH", help_heading = "Filters")]
    size: Option<Size>,
    /// Only puzzles with this text in a name, in any language
    #[arg(long, value_name = "TEXT", help_heading = "Filters")]
    search: Option<ListQuery>,
}

/// A filter that is given: its option as it is typed, and whether a puzzle passes.
pub struct Criterion<'a> {
    option: String,
    is_met: Box<dyn Fn(&ListCandidate) -> bool + 'a>,
}

/// Returns the criterion of an option, if it is given.
fn criterion<'a, T: Display>(
    name: &str,
    value: Option<&'a T>,
    is_met: fn(&T, &ListCandidate) -> bool,
) -> Option<Criterion<'a>> {
    let value = value?;
    Some(Criterion {
        option: format!("--{name} {value}"),
        is_met: Box::new(move |listing| is_met(value, listing)),
    })
}

impl FilterArgs {
    pub fn criteria(&self) -> Vec<Criterion<'_>> {
        let all = [
            criterion("family", self.family.as_ref(), |name, it| {
                is_same(&it.family, name)
            }),
            criterion("moves", self.moves.as_ref(), |span, it| {
                it.moves()
                    .is_some_and(|moves| span.range().contains(&moves))
            }),
            criterion("rating", self.rating.as_ref(), |span, it| {
                it.rating.is_some_and(|rating| span.contains(rating))
            }),
            criterion("size", self.size.as_ref(), |size, it| {
                it.source.puzzle.grid().size() == *size
            }),
            criterion("search", self.search.as_ref(), ListQuery::is_met),
        ];
        all.into_iter().flatten().collect()
    }

    /// Whether a puzzle of this file and with these names passes, if nothing else is asked for.
    pub fn admit(&self, family: &str, stem: &str, title: &PuzzleInfo) -> bool {
        self.family
            .as_ref()
            .is_none_or(|name| is_same(family, name))
            && self.search.as_ref().is_none_or(|it| it.finds(title, stem))
    }
}

/// Whether a puzzle passes all criteria.
pub fn are_met(criteria: &[Criterion<'_>], listing: &ListCandidate) -> bool {
    criteria.iter().all(|one| (one.is_met)(listing))
}

/// Whether the families are the same however they are typed.
fn is_same(one: &str, other: &str) -> bool {
    normalize_name(one) == normalize_name(other)
}

/// A puzzle before filtering.
pub struct ListCandidate {
    /// Folder of its file.
    pub family: String,
    pub stem: String,
    pub source: Source,
    /// Rating, if it is stored.
    pub rating: Option<f64>,
}

impl ListCandidate {
    /// Returns the name by which it is sorted.
    pub fn name(&self) -> String {
        let Source { puzzle, pick, .. } = &self.source;
        puzzle.title().names().next().unwrap_or(pick).to_owned()
    }

    /// Formats the rating: `none` if no solution exists.
    pub fn rating_text(&self) -> String {
        match self.rating {
            Some(rating) => format!("{rating:.1}"),
            None if self.source.puzzle.best() == PublishedOptimum::Impossible => "none".to_owned(),
            None => "unrated".to_owned(),
        }
    }

    pub fn moves(&self) -> Option<u32> {
        input::published(&self.source.puzzle, Metric::Move)
    }
}

/// Words of names, with a letter or digit.
#[derive(Clone, Debug)]
pub struct ListQuery {
    text: String,
    query: Query,
}

impl ListQuery {
    pub fn is_met(&self, listing: &ListCandidate) -> bool {
        self.finds(listing.source.puzzle.title(), &listing.stem)
    }

    fn finds(&self, title: &PuzzleInfo, stem: &str) -> bool {
        self.query.rank(&SearchedNames::new(title, stem)).is_some()
    }
}

/// Returns the puzzles that pass all filters.
///
/// # Errors
/// If none does; the hint names a better filter.
pub fn matching(listings: Vec<ListCandidate>, filters: &FilterArgs) -> Result<Vec<ListCandidate>> {
    let criteria = filters.criteria();
    let is_met = |listing: &ListCandidate| are_met(&criteria, listing);
    if listings.is_empty() || listings.iter().any(is_met) {
        return Ok(listings.into_iter().filter(is_met).collect());
    }
    let options = joined(
        criteria.iter().map(|one| format!("`{}`", one.option)),
        " and ",
    );
    let help = other_family(&listings, filters)
        .or_else(|| other_name(&listings, filters))
        .unwrap_or_else(|| all_but_one(&listings, &criteria));
    refuse!("no puzzle matches {options}", help)
}

/// Suggests a family if the named one does not exist.
fn other_family(listings: &[ListCandidate], filters: &FilterArgs) -> Option<String> {
    let wanted = filters.family.as_ref()?;
    let mut families: Vec<&str> = listings.iter().map(|it| it.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    let is_wanted = |family: &&str| normalize_name(family) == normalize_name(wanted);
    if families.iter().any(is_wanted) {
        return None;
    }
    meant(wanted, families.iter().copied()).or_else(|| {
        Some(match families[..] {
            [only] => format!("there is only the family `{only}`"),
            _ => format!("the families are `{}`", families.join("`, `")),
        })
    })
}

/// Suggests a similar name if no name contains the text, or says that pieces have it.
fn other_name(listings: &[ListCandidate], filters: &FilterArgs) -> Option<String> {
    let search = filters.search.as_ref()?;
    if listings.iter().any(|listing| search.is_met(listing)) {
        return None;
    }
    let text = &search.text;
    let puzzles = || listings.iter().map(|listing| &listing.source.puzzle);
    let names = puzzles().flat_map(|puzzle| puzzle.title().names());
    let mut pieces = puzzles().flat_map(Puzzle::pieces);
    meant(text, names).or_else(|| {
        let is_of_piece = pieces.any(|piece| piece.name.as_ref() == Some(text));
        is_of_piece.then(|| "`--search` compares the names of puzzles, not of pieces".to_owned())
    })
}

/// Suggests all criteria but one.
fn all_but_one(listings: &[ListCandidate], criteria: &[Criterion<'_>]) -> String {
    let without = |left_out: &Criterion<'_>| {
        let others = criteria.iter().filter(|one| one.option != left_out.option);
        let is_met = |it: &&_| others.clone().all(|one| (one.is_met)(it));
        listings.iter().filter(is_met).count()
    };
    let counts = criteria.iter().map(|one| (without(one), &one.option));
    if let Some((count @ 1.., option)) = counts.max_by_key(|&(count, _)| count) {
        format!("drop `{option}` to get {}", counted(count, "puzzle"))
    } else {
        let all = counted(listings.len(), "puzzle");
        format!("drop a filter; there are {all} in all")
    }
}

impl FromStr for ListQuery {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let query = Query::new(text);
        if query.is_empty() {
            return Err("expected letters or digits of a name".to_owned());
        }
        let text = text.to_owned();
        Ok(ListQuery { text, query })
    }
}

impl Display for ListQuery {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
pub mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cli::diagnostics::UserError;

    /// A puzzle of this family and file, whose goal is its start.
    pub fn listing(family: &str, stem: &str, text: &str) -> ListCandidate {
        let is_header = |line: &&str| line.contains(':');
        let frame: Vec<&str> = text.lines().filter(|line| !is_header(line)).collect();
        let text = format!("{text}\ngoal:\n{}\n", frame.join("\n"));
        let puzzle = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        ListCandidate {
            family: family.to_owned(),
            stem: stem.to_owned(),
            source: Source::new(stem, puzzle),
            rating: None,
        }
    }

    pub fn names(listings: &[ListCandidate]) -> Vec<String> {
        listings.iter().map(ListCandidate::name).collect()
    }

    fn shelf() -> Vec<ListCandidate> {
        vec![
            listing(
                "klotski",
                "classic",
                "name: Heng Dao\nname.zh: 横刀立马\nbest: move=81\nAA.\n",
            ),
            listing("klotski", "set", "name: Élan\nbest: impossible\nAA.\n"),
            listing(
                "rush-hour",
                "cards",
                "name: Card 1\nalias: 红马\nbest: move=8\nA.\n..\n",
            ),
        ]
    }

    #[derive(clap::Parser)]
    struct Filters {
        #[command(flatten)]
        filters: FilterArgs,
    }

    /// The names of the puzzles that match these options, or the message and the hint.
    fn matched(options: &[&str]) -> String {
        let words = ["list"].iter().chain(options);
        let Filters { filters } = clap::Parser::parse_from(words);
        match matching(shelf(), &filters) {
            Ok(listings) => names(&listings).join(", "),
            Err(error) => {
                let error = error.downcast::<UserError>().expect("an error of the user");
                format!("{} / {}", error.message, error.help.unwrap_or_default())
            }
        }
    }

    #[test]
    fn a_puzzle_has_to_meet_every_criterion() {
        for [options, wanted] in crate::cases::rows(include_str!("tables/filters.txt")) {
            let options = options.split(" & ").filter(|option| *option != "-");
            let found = matched(&options.collect::<Vec<_>>());
            assert_eq!(found, wanted);
        }
        let none = ["--search=x", "--size=9x9"];
        assert!(matched(&none).ends_with(" / drop a filter; there are 3 puzzles in all"));
    }

    #[test]
    fn a_query_without_letters_and_digits_is_refused() {
        assert!("?!".parse::<ListQuery>().is_err());
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn any_text_is_a_value_or_refused(text in "\\PC{0,12}") {
            prop_assert!(text.parse::<ListQuery>().is_ok() != normalize_name(&text).is_empty());
        }
    }
}
