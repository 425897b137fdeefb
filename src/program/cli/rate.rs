//! `huarong rate`: how hard puzzles feel, and why.

use super::prelude::*;
use crate::design::{Rating, Score, SolutionStats, rate};

use super::columns::heading;

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong rate heng-dao-li-ma
  huarong rate cards --sort rating
  huarong rate my.txt#3 --metric step
  huarong rate rush-hour --json | jq .rating
  huarong rate rush-hour --csv > ratings.csv
  huarong list --sort rating

The rating goes from 0 to 100: easy below 20, medium below 40, hard below 60, then expert. It is \
100·e ÷ (e + 60), where the effort e is about how many moves a person takes. It is longer for a long \
solution, for detours, which are moves of it that clear no way, and for the positions that a player \
tries who clears ways greedily. `huarong help rating` has the formula, and the data of people that it \
was chosen by. Several puzzles are printed as a table; `distinct` is the number of shortest solutions that differ in \
more than the order of their moves.

Exit status: 0 rated, 1 proven: the only puzzle has no solution, 2 wrong input or usage, 3 stopped at a limit or by \
Ctrl-C.")]
pub struct RateArgs {
    #[arg(required = true, value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP)]
    puzzles: Vec<OsString>,
    #[command(flatten)]
    reading: ReadArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Sort key of the puzzles, ascending [default: the order given]
    #[arg(long, value_enum, value_name = "KEY", help_heading = "Output")]
    sort: Option<SortKey>,
    /// Print a JSON object per puzzle
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print comma-separated values, a line per puzzle
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    csv: bool,
    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// Sort key; puzzles with equal keys stay in the order given, and unknown values come last.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum SortKey {
    /// Argument that names the puzzle
    Name,
    /// Rating
    Rating,
    /// Length of a shortest solution
    Moves,
    /// Number of shortest solutions that differ in more than the order of their moves
    Distinct,
    /// Number of positions that a greedy player tries
    Tried,
}

pub fn run(args: &RateArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let loaded = many::load_all(&args.puzzles, &args.reading, args.json, out)?;
    let mut options = args.search.explore_options();
    options.threads = args.threads.count().unwrap_or(options.threads);
    let are_many = loaded.sources.len() > 1;
    if args.csv {
        writeln!(out, "{CSV}")?;
    } else if are_many && !args.json {
        let moves = options.metric.plural();
        let head = format!("rating  level      {moves:>6}  distinct  tried  puzzle");
        writeln!(out, "{}", heading(&head))?;
    }
    let print = |source: &Source, rating: &Rating, out: &mut dyn Write| {
        if args.json {
            json::line(out, &rating_object(source, rating))
        } else if args.csv {
            csv::line(out, CSV, &rating_object(source, rating))
        } else if are_many {
            row(out, source, rating)
        } else {
            page(out, source, rating)
        }
    };
    let mut rated = Vec::new();
    let exit = batch::each(&loaded, out, |number, source, out| {
        let rate = || -> anyhow::Result<Rating> {
            args.search.refuse_endless(&source.puzzle)?;
            let line = ProgressLine::new(&source.title(), "layer", args.quiet);
            Ok(rate(&source.puzzle, &options, &mut |progress| {
                line.update(progress)
            })?)
        };
        let rating = match rate() {
            Ok(rating) => rating,
            Err(error) if are_many || args.json => {
                return batch::report_error(source, error, args.json, out);
            }
            Err(error) => return Err(error),
        };
        let exit = match (&rating.route, rating.stopped()) {
            (_, Some(_)) => Exit::Stopped,
            (Outcome::Exhausted, None) => Exit::Impossible.of_one_among(loaded.sources.len()),
            _ => Exit::Done,
        };
        if args.sort.is_some() {
            rated.push((&loaded.sources[number], rating));
        } else {
            print(source, &rating, out)?;
        }
        Ok(exit)
    })?;
    if let Some(key) = args.sort {
        rated.sort_by_cached_key(|(source, rating)| sort_key(key, source, rating));
        for (source, rating) in &rated {
            print(source, rating, out)?;
        }
    }
    Ok(exit)
}

/// Returns the number by which a puzzle is sorted, or its name. Positive numbers are in the order
/// of their bits.
fn sort_key<'a>(key: SortKey, source: &'a Source, rating: &Rating) -> (BigUint, &'a str) {
    let bits = |number: f64| BigUint::from(number.to_bits());
    let route = rating.route.found();
    let number = match key {
        SortKey::Name => return (BigUint::ZERO, &source.pick),
        SortKey::Rating => rating.score().map(|score| bits(score.value())),
        SortKey::Moves => route.map(|route| BigUint::from(route.moves)),
        SortKey::Distinct => route.and_then(|route| route.distinct.clone()),
        SortKey::Tried => route.map(|route| BigUint::from(route.tried)),
    };
    (number.unwrap_or_else(|| BigUint::from(2_u8).pow(4096)), "")
}

fn row(out: &mut dyn Write, source: &Source, rating: &Rating) -> io::Result<()> {
    let score = rating.score();
    let number = score.map_or_else(|| "–".to_owned(), |score| score.to_string());
    let level = match (score, rating.stopped()) {
        (Some(score), _) => score.word(),
        (None, Some(_)) => "stopped",
        (None, None) => "impossible",
    };
    let [moves, solutions, tried] = match &rating.route {
        Outcome::Found(route) => [grouped(route.moves), distinct(route), grouped(route.tried)],
        _ => ["–", "–", "–"].map(str::to_owned),
    };
    let title = source.title();
    writeln!(
        out,
        "{number:>6}  {level:<10} {moves:>6}  {solutions:>8}  {tried:>5}  {title}"
    )
}

/// Formats the number of solutions that differ in more than the order of their moves.
fn distinct(route: &SolutionStats) -> String {
    match &route.distinct {
        None => "many".to_owned(),
        Some(distinct) => match distinct.to_string().len() {
            digits @ 8.. => format!("~10^{}", digits - 1),
            _ => grouped(distinct),
        },
    }
}

fn page(out: &mut dyn Write, source: &Source, rating: &Rating) -> io::Result<()> {
    writeln!(out, "{}\n", source.title())?;
    let mut line = |word: &str, text: String| writeln!(out, "  {word:<10}  {text}");
    match (rating.score(), &rating.route) {
        (Some(score), _) => line("rating", format!("{score} of 100: {}", score.word()))?,
        (None, Outcome::Exhausted) => line("rating", "none: it cannot be solved".to_owned())?,
        _ => line("rating", "not known (stopped too early)".to_owned())?,
    }
    if let Outcome::Found(route) = &rating.route {
        let length = length(route.moves, rating.metric);
        line(
            "solutions",
            format!("{} of {length}{}", grouped(&route.solutions), apart(route)),
        )?;
        line(
            "detours",
            format!("{:.1} of the moves clear no way", route.detours),
        )?;
        line(
            "search",
            format!(
                "{} positions tried by a greedy player",
                grouped(route.tried)
            ),
        )?;
        let effort = rating.effort().unwrap_or_default();
        line("effort", format!("about {effort:.0} moves of a person"))?;
    }
    writeln!(out, "\n{}", time(rating.elapsed))?;
    if let Some(reason) = rating.stopped() {
        let bound = solve::run::at_least(rating.bound, rating.metric);
        say(out, &format!("stopped: {reason}{bound}"))?;
    }
    Ok(())
}

/// Formats the same number if it differs from the number of solutions.
fn apart(route: &SolutionStats) -> String {
    match &route.distinct {
        Some(distinct) if *distinct != route.solutions => {
            format!(", {} if the order of moves is ignored", grouped(distinct))
        }
        _ => String::new(),
    }
}

/// The columns of `--csv`: fields of [`rating_object`].
const CSV: &str = "\
    puzzle,name,metric,outcome,reason,rating,level,effort,moves,detours,tried,bound,\
    solutions,distinct";

/// Returns the JSON object of a puzzle. An unknown value is `null`.
fn rating_object(source: &Source, rating: &Rating) -> JsonObject {
    let route = rating.route.found();
    let score = rating.score();
    JsonObject::about("huarong/rate/3", source).with(object! {
        "metric": rating.metric,
        "outcome": match (&rating.route, rating.stopped()) {
            (_, Some(_)) => "stopped",
            (Outcome::Exhausted, None) => "impossible",
            _ => "rated",
        },
        "reason": rating.stopped(),
        "rating": score.map(|score| rounded(score.value())),
        "level": score.map(Score::word),
        "effort": rating.effort().map(rounded),
        "moves": route.map(|route| route.moves),
        "detours": route.map(|route| rounded(route.detours)),
        "tried": route.map(|route| route.tried),
        "bound": rating.bound,
        "solutions": route.map(|route| json::number(&route.solutions)),
        "distinct": route.and_then(|route| route.distinct.as_ref()).map(json::number),
        "seconds": rating.elapsed.as_secs_f64(),
    })
}

/// Rounds to four decimals.
fn rounded(measure: f64) -> f64 {
    (measure * 1e4).round() / 1e4
}
