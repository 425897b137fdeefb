//! Answers out of a tablebase instead of a search.

use std::path::Path;
use std::time::Instant;

use huarong::atlas::{Answer, Tablebase, TablebaseError};
use huarong::control::Outcome;
use huarong::puzzle::Metric;
use huarong::search::Statistics;
use huarong::sliding::{Options, Report};

use super::diagnostics::{self, Complaint, harmless};
use super::input::Source;
use super::numbers::time;
use super::search;

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Means {
    Search,
    Tablebase,
}

impl Means {
    /// What the answer was found by: `bfs`, `dfs` or `tablebase`.
    pub(crate) fn word(self, options: &Options) -> &'static str {
        match self {
            Means::Search => options.algorithm.word(),
            Means::Tablebase => "tablebase",
        }
    }

    /// The answer in a line.
    pub(crate) fn summary(self, report: &Report, options: &Options) -> String {
        match (self, &report.outcome) {
            (Means::Tablebase, Outcome::Found(solution)) => {
                let length = options.metric.count(solution.len());
                let elapsed = time(report.statistics.elapsed);
                format!("{length} (proven shortest), from the tablebase, {elapsed}")
            }
            (Means::Tablebase, _) => "impossible: the tablebase knows no way out".to_owned(),
            (Means::Search, _) => search::summary(report, options),
        }
    }
}

/// Opens a tablebase that counts in `metric`.
pub(crate) fn open(path: &Path, metric: Metric) -> anyhow::Result<Tablebase> {
    let shown = path.display();
    let tablebase = Tablebase::open(path).map_err(|error| {
        let help = match error {
            TablebaseError::Io(_) => "check that it is there and that you may read it",
            _ => "`huarong atlas 4x5 --output FILE` makes one",
        };
        Complaint::new(format!("cannot use `{shown}`: {error}"), help)
    })?;
    let counted = tablebase.metric();
    if counted != metric {
        let message =
            format!("the tablebase `{shown}` counts {counted}s, and {metric}s are wanted");
        let help = format!(
            "add `--metric {counted}`, or make one with \
             `huarong atlas 4x5 --metric {metric} --output FILE`"
        );
        return Err(Complaint::new(message, help).into());
    }
    Ok(tablebase)
}

/// What the tablebase makes of a puzzle; `None`, with a note, where it says nothing.
pub(crate) fn answer(tablebase: &Tablebase, source: &Source) -> anyhow::Result<Option<Report>> {
    let start = Instant::now();
    let answer = tablebase.solve(&source.puzzle).map_err(|contradiction| {
        let help = "make it anew: `huarong atlas 4x5 --output FILE`";
        Complaint::new(contradiction.to_string(), help)
    })?;
    let outcome = match answer {
        Answer::Solved(solution) => Outcome::Found(solution),
        Answer::NoWayOut => Outcome::Exhausted,
        Answer::NotOfThisFrame(unsayable) => {
            let (title, what) = (harmless(&source.title()), unsayable.what);
            diagnostics::note(format_args!(
                "note: {title}: the tablebase is for the classic frame and goal and does not know \
                 {what}; searching"
            ));
            return Ok(None);
        }
    };
    let bound = match &outcome {
        Outcome::Found(solution) => u32::try_from(solution.len()).ok(),
        Outcome::Exhausted | Outcome::Stopped(_) => None,
    };
    let optimal = matches!(outcome, Outcome::Found(_));
    let statistics = Statistics { elapsed: start.elapsed(), ..Statistics::default() };
    Ok(Some(Report { outcome, optimal, bound, statistics }))
}
