//! The comparison of many puzzles: a row for each, and a summary.

use crate::cli::prelude::*;
use crate::{
    cli::columns::Concession,
    render::{Scatter, ScatterPanel, ScatterPoint, Series},
    search::Statistics,
};

use super::{
    AlgorithmRun, CompareArgs, PuzzleComparison, SortKey, float, middle, print_object, result_rows,
};

/// The column of the arguments that name the puzzles.
const PUZZLE: usize = 0;

/// Prints a puzzle for a program.
pub fn print_one(
    args: &CompareArgs,
    compared: &PuzzleComparison<'_>,
    out: &mut dyn Write,
) -> Printed {
    if args.json {
        print_object(args, compared, out)?;
    } else if args.csv {
        csv_lines(compared, out)?;
    }
    out.flush()
}

/// The columns of `--csv`.
pub const CSV: &str = "puzzle,algorithm,outcome,length,steps,visited,states,peak_frontier,bytes,\
                       median_seconds,least_seconds,timed";

fn csv_lines(compared: &PuzzleComparison<'_>, out: &mut dyn Write) -> Printed {
    let puzzle = csv::text(&compared.source.pick);
    for run in &compared.runs {
        let number = |count: fn(&Solution) -> usize| {
            let count = run.report.solution().map(count);
            count.as_ref().map_or_else(String::new, usize::to_string)
        };
        let algorithm = run.algorithm.word();
        let outcome = run.report.word();
        let length = number(Solution::len);
        let steps = number(Solution::steps);
        let Statistics {
            expanded,
            states,
            peak_frontier,
            bytes,
            ..
        } = run.report.statistics;
        let median = run.median().as_secs_f64();
        let least = run.least().as_secs_f64();
        let timed = run.times.len();
        writeln!(
            out,
            "{puzzle},{algorithm},{outcome},{length},{steps},{expanded},{states},{peak_frontier},\
             {bytes},{median},{least},{timed}"
        )?;
    }
    Ok(())
}

/// The comparisons of many puzzles.
pub struct Overview<'a> {
    args: &'a CompareArgs,
    pub compared: Vec<PuzzleComparison<'a>>,
    /// The puzzles that could not be compared; their errors were printed.
    pub left_out: Vec<&'a Source>,
    /// The index of the algorithm with which the others are compared.
    reference: usize,
}

impl<'a> Overview<'a> {
    pub fn new(args: &'a CompareArgs) -> Self {
        Overview {
            args,
            compared: Vec::new(),
            left_out: Vec::new(),
            reference: args
                .algorithms
                .iter()
                .position(|algorithm| *algorithm == Algorithm::BreadthFirst)
                .unwrap_or(0),
        }
    }

    /// Returns the comparisons in the order of `--sort`.
    pub fn sorted(mut self) -> Self {
        if let Some(key) = self.args.sort {
            self.compared
                .sort_by_cached_key(|it| sort_key(key, self.reference, it));
        }
        self
    }

    pub fn print(&self, loaded: &PuzzleSet, out: &mut dyn Write) -> Result {
        let is_of_many = loaded.sources.len() > 1;
        if self.args.csv || self.args.json {
            for compared in self.compared.iter().filter(|_| self.args.sort.is_some()) {
                print_one(self.args, compared, out)?;
            }
            if self.args.json && is_of_many {
                json::line(out, &self.object())?;
            }
        } else if is_of_many {
            let rows = self.rows();
            let summary = self.summary();
            let [rows, summary] = if self.args.markdown {
                [columns::markdown(&rows), columns::markdown(&summary)]
            } else {
                let numbers = 1..rows[0].len();
                let room = columns::room();
                let rows = columns::table(&rows, numbers, PUZZLE, &self.concessions(), room);
                let numbers = 1..summary[0].len();
                let summary = columns::plain(&summary, numbers);
                [columns::text(&rows), columns::text(&summary)]
            };
            writeln!(out, "{rows}\n\n{summary}")?;
            self.verdicts(loaded, out)?;
        } else if let [PuzzleComparison { source, runs }] = &self.compared[..] {
            let mut rows = result_rows(runs, self.args.search.metric);
            let table = if self.args.markdown {
                columns::markdown(&rows)
            } else {
                // Columns of equal width, however long the times are.
                for word in &mut rows[0] {
                    *word = format!("{word:>8}");
                }
                columns::text(&columns::plain(&rows, 1..rows[0].len()))
            };
            writeln!(out, "{}\n\n{table}", source.title())?;
            if runs.iter().any(|run| !run.others.is_empty()) {
                let seeds = self.args.seeds;
                say(
                    out,
                    &format!("\nmean ± standard deviation over {seeds} seeds"),
                )?;
            }
        }
        Ok(())
    }

    /// Returns a row for each puzzle.
    fn rows(&self) -> Vec<Vec<String>> {
        let lengths = self.args.search.metric.plural();
        let mut header = vec!["puzzle".to_owned()];
        for measure in [lengths, "states", "time"] {
            let words = self
                .args
                .algorithms
                .iter()
                .map(|it| format!("{} {measure}", it.word()));
            header.extend(words);
        }
        let mut rows = vec![header];
        for PuzzleComparison { source, runs } in &self.compared {
            let mut row = vec![sanitize(&source.pick)];
            row.extend(runs.iter().map(|run| match run.length() {
                Some(length) => grouped(length),
                None => run.report.word().to_owned(),
            }));
            row.extend(runs.iter().map(|run| grouped(run.report.statistics.states)));
            row.extend(runs.iter().map(|run| time(run.median())));
            rows.push(row);
        }
        rows
    }

    /// Returns the columns that shrink on a narrow terminal, in this order: names are broken,
    /// states are hidden before times. A measure is shown for all algorithms or for none.
    fn concessions(&self) -> [Concession; 4] {
        let columns = self.args.algorithms.len();
        let measured = |number: usize| (1 + number * columns..1 + (number + 1) * columns, 0);
        let names = |least| (PUZZLE..PUZZLE + 1, least);
        [names(12), measured(1), measured(2), names(6)]
    }

    /// Returns the runs of an algorithm on the puzzles that all algorithms have solved.
    fn runs(&self, algorithm: usize) -> impl Iterator<Item = &AlgorithmRun> {
        self.compared
            .iter()
            .filter(|it| it.runs.iter().all(|run| run.length().is_some()))
            .map(move |it| &it.runs[algorithm])
    }

    /// Returns the number of puzzles for which an algorithm has this outcome.
    fn ended(&self, algorithm: usize, word: &str) -> usize {
        self.compared
            .iter()
            .map(|it| &it.runs[algorithm])
            .filter(|run| run.report.word() == word)
            .count()
    }

    fn spread(&self, algorithm: usize, measure: fn(&AlgorithmRun) -> u64) -> Spread {
        Spread::of(self.runs(algorithm).map(measure).collect())
    }

    /// Returns a column for each algorithm.
    fn summary(&self) -> Vec<Vec<String>> {
        let algorithms = 0..self.args.algorithms.len();
        let row = |word: &str, cells: Vec<String>| [vec![word.to_owned()], cells].concat();
        let heads = self.args.algorithms.iter().map(|it| it.word().to_owned());
        let mut rows = vec![row("", heads.collect())];
        for word in ["solved", "impossible", "stopped"] {
            let numbers: Vec<usize> = algorithms.clone().map(|at| self.ended(at, word)).collect();
            if word == "solved" || numbers.iter().any(|&number| number > 0) {
                rows.push(row(word, numbers.into_iter().map(grouped).collect()));
            }
        }
        let lengths = self.args.search.metric.plural();
        for (word, measure, show) in MEASURES {
            let word = if word.is_empty() { lengths } else { word };
            let spreads: Vec<Spread> = algorithms
                .clone()
                .map(|at| self.spread(at, measure))
                .collect();
            let mut add = |part, figure: fn(&Spread) -> u64| {
                let cells = spreads.iter().map(|spread| show(figure(spread)));
                rows.push(row(&format!("{word}, {part}"), cells.collect()));
            };
            add("sum", |spread| spread.sum);
            add("median", |spread| spread.median);
            add("worst", |spread| spread.worst);
        }
        rows
    }

    /// Compares each algorithm with the reference, in a sentence.
    fn verdicts(&self, loaded: &PuzzleSet, out: &mut dyn Write) -> Printed {
        let reference = self.args.algorithms[self.reference].word();
        let both = self.runs(self.reference).count();
        let puzzles = counted(self.compared.len(), "puzzle");
        let mut left_out = String::new();
        if !self.left_out.is_empty() {
            let count = grouped(self.left_out.len());
            let picks = joined(self.left_out.iter().map(|it| sanitize(&it.pick)), ", ");
            left_out += &format!(", {count} left out: {picks}");
        }
        if !loaded.errors.is_empty() {
            let count = grouped(loaded.errors.len());
            left_out += &format!(", {count} that could not be read");
        }
        let all = grouped(both);
        let verdict = format!(
            "\n{puzzles} compared{left_out}; sums, medians and worst cases are over the {all} that \
             all solved."
        );
        say(out, &verdict)?;
        for (at, algorithm) in self.args.algorithms.iter().enumerate() {
            if at == self.reference || both == 0 {
                continue;
            }
            let word = algorithm.word();
            let faster = grouped(self.faster(at));
            let (median, worst) = self.ratios(at);
            let verdict = format!(
                "{word} was faster than {reference} on {faster} of {all}; its solutions are \
                 {median:.1} times as long at the median, {worst:.1} times at worst."
            );
            say(out, &verdict)?;
        }
        Ok(())
    }

    /// Returns the number of puzzles on which an algorithm was faster than the reference.
    fn faster(&self, algorithm: usize) -> usize {
        let runs = self.runs(algorithm).zip(self.runs(self.reference));
        runs.filter(|(run, reference)| run.median() < reference.median())
            .count()
    }

    /// Returns the lengths of the solutions divided by those of the reference: median and worst.
    fn ratios(&self, algorithm: usize) -> (f64, f64) {
        let runs = self.runs(algorithm).zip(self.runs(self.reference));
        let mut ratios: Vec<f64> = runs.map(|(run, reference)| ratio(run, reference)).collect();
        ratios.sort_by(f64::total_cmp);
        let Some(&worst) = ratios.last() else {
            return (1.0, 1.0);
        };
        let (low, high) = middle(&ratios);
        (f64::midpoint(*low, *high), worst)
    }

    fn object(&self) -> JsonObject {
        let algorithms = self
            .args
            .algorithms
            .iter()
            .enumerate()
            .map(|(at, algorithm)| {
                let (median_ratio, worst_ratio) = self.ratios(at);
                let [length, states, bytes, seconds] = MEASURES.map(|(word, measure, _)| {
                    let Spread { sum, median, worst } = self.spread(at, measure);
                    let [sum, median, worst] = [sum, median, worst].map(|value| match word {
                        "time" => json::raw(&Duration::from_nanos(value).as_secs_f64()),
                        _ => json::raw(&value),
                    });
                    object! { "sum": sum, "median": median, "worst": worst }
                });
                object! {
                    "algorithm": algorithm.word(),
                    "solved": self.ended(at, "solved"),
                    "impossible": self.ended(at, "impossible"),
                    "stopped": self.ended(at, "stopped"),
                    "length": length,
                    "states": states,
                    "bytes": bytes,
                    "seconds": seconds,
                    "faster": self.faster(at),
                    "median_ratio": median_ratio,
                    "worst_ratio": worst_ratio,
                }
            });
        object! {
            "schema": "huarong/compare-all/1",
            "metric": self.args.search.metric,
            "puzzles": self.compared.len(),
            "left_out": self.left_out.len(),
            "solved_by_all": self.runs(self.reference).count(),
            "reference": self.args.algorithms[self.reference].word(),
            "algorithms": algorithms.collect::<Vec<_>>(),
        }
    }

    /// Plots lengths against lengths of the reference, and times against states.
    pub fn plot(&self) -> String {
        type Place<'a> = &'a dyn Fn(&[AlgorithmRun]) -> Option<(f64, f64)>;

        let metric = self.args.search.metric.plural();
        let words: Vec<&str> = self.args.algorithms.iter().map(|it| it.word()).collect();
        let series = |at: usize, place: Place<'_>| {
            let dots = self.compared.iter().filter_map(|it| {
                let (x, y) = place(&it.runs)?;
                let label = it.source.title();
                Some(ScatterPoint { x, y, label })
            });
            let colour = Algorithm::ALL.iter().position(|it| it.word() == words[at]);
            Series {
                label: words[at].to_owned(),
                colour: colour.unwrap_or(0),
                dots: dots.collect(),
            }
        };
        let lengths = |at: usize| {
            series(at, &|runs| {
                let x = runs[self.reference].length()?;
                Some((float(x), float(runs[at].length()?)))
            })
        };
        let times = |at: usize| {
            series(at, &|runs| {
                let AlgorithmRun { report, .. } = &runs[at];
                let is_done = solve::run::exit_of(report) != Exit::Stopped;
                let states = float(report.statistics.states);
                is_done.then(|| (states, runs[at].median().as_secs_f64() * 1e3))
            })
        };
        let others = (0..words.len()).filter(|&at| at != self.reference);
        let mut panels = vec![
            ScatterPanel {
                across: format!("{metric} of {}", words[self.reference]),
                up: metric.to_owned(),
                series: others.map(lengths).collect(),
                has_diagonal: true,
            },
            ScatterPanel {
                across: "states".to_owned(),
                up: "milliseconds".to_owned(),
                series: (0..words.len()).map(times).collect(),
                has_diagonal: false,
            },
        ];
        // A single algorithm has no other to compare with.
        panels.retain(|panel| !panel.series.is_empty());
        let puzzles = counted(self.compared.len(), "puzzle");
        let title = format!("{} on {puzzles}", words.join(", "));
        Scatter { title, panels }.to_string()
    }
}

/// The name of a measure, its value for a run, and its format.
type Measure = (&'static str, fn(&AlgorithmRun) -> u64, fn(u64) -> String);

/// The measures; the name of the first is that of the metric.
const MEASURES: [Measure; 4] = [
    (
        "",
        |run| run.length().unwrap_or(0) as u64,
        |length| grouped(length),
    ),
    (
        "states",
        |run| run.report.statistics.states as u64,
        |states| grouped(states),
    ),
    (
        "memory",
        |run| run.report.statistics.bytes as u64,
        |bytes| ByteSize(bytes).to_string(),
    ),
    (
        "time",
        |run| u64::try_from(run.median().as_nanos()).unwrap_or(u64::MAX),
        |nanos| time(Duration::from_nanos(nanos)),
    ),
];

/// Returns the number by which a puzzle is sorted, or its name.
fn sort_key(key: SortKey, reference: usize, compared: &PuzzleComparison<'_>) -> (u64, String) {
    let run = &compared.runs[reference];
    let number = match key {
        SortKey::Name => return (0, compared.source.pick.clone()),
        SortKey::Moves => run.length().map_or(u64::MAX, |length| length as u64),
        SortKey::States => run.report.statistics.states as u64,
        SortKey::Time => u64::try_from(run.median().as_nanos()).unwrap_or(u64::MAX),
        SortKey::Ratio => {
            let ratios = compared.runs.iter().map(|it| ratio(it, run));
            // Positive numbers are in the order of their bits.
            ratios.fold(0.0, f64::max).to_bits()
        }
    };
    (number, String::new())
}

/// Divides the length of a solution by that of the reference; 1 if one of them has no solution.
fn ratio(run: &AlgorithmRun, reference: &AlgorithmRun) -> f64 {
    match (run.length(), reference.length()) {
        (Some(length), Some(least)) => float(length.max(1)) / float(least.max(1)),
        _ => 1.0,
    }
}

/// A measure over several puzzles.
#[derive(Clone, Copy, Default)]
struct Spread {
    sum: u64,
    median: u64,
    worst: u64,
}

impl Spread {
    fn of(mut values: Vec<u64>) -> Self {
        values.sort_unstable();
        let Some(&worst) = values.last() else {
            return Spread::default();
        };
        let (low, high) = middle(&values);
        Spread {
            sum: values.iter().sum(),
            median: u64::midpoint(*low, *high),
            worst,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_sum_median_and_maximum() {
        let Spread { sum, median, worst } = Spread::of(vec![5, 1, 9]);
        assert_eq!((sum, median, worst), (15, 5, 9));
        let Spread { sum, median, worst } = Spread::of(vec![3, 81, 10, 5]);
        assert_eq!((sum, median, worst), (99, 7, 81), "the middle of two");
        let Spread { sum, median, worst } = Spread::of(Vec::new());
        assert_eq!((sum, median, worst), (0, 0, 0));
    }
}
