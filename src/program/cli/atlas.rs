//! `huarong atlas`: every layout of the classic frame.

use super::prelude::*;
use std::cmp::Reverse;

use crate::{
    atlas::{HardestLayout, Options, PieceSet, PieceSetStats, Report, survey},
    explore::distances::DistanceTable,
    notation::{CommonCode, read, write},
};

use super::columns::{Concession, room};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong atlas 4x5                          all 29,334,498 layouts, in moves
  huarong atlas 4x5 --sort length | less     the longest solutions first
  huarong atlas 4x5 --pieces 1,4,4           the pieces of 横刀立马
  huarong atlas 4x5 --metric step --output steps.tb
  huarong solve heng-dao-li-ma --metric step --tablebase steps.tb
  huarong atlas 4x5 --csv > sets.csv

A layout has one 2×2, which must reach the middle of the bottom, any number of flat, upright and \
single pieces, and at least two empty cells. `huarong solve` and `huarong show` take the printed \
codes: `huarong show E6GTE`.

Exit status: 0 done, 2 wrong usage, 3 stopped at a limit or by Ctrl-C. A stopped run prints the sets \
that are done and stores no tablebase.")]
pub struct AtlasArgs {
    /// Size of the frame
    #[arg(value_enum)]
    frame: FrameArg,
    /// Unit of the distances
    #[arg(long, value_parser = common_metric(), default_value = "move")]
    metric: Metric,
    /// Only layouts of these pieces: the numbers of flat, upright and single ones, like `1,4,4`
    #[arg(long, value_name = "F,U,S", value_parser = pieces)]
    pieces: Option<PieceSet>,
    /// Store all distances in this file, for `--tablebase`
    #[arg(long, short, value_name = "FILE", conflicts_with = "pieces")]
    output: Option<PathBuf>,
    /// Sort key of the sets of pieces
    #[arg(long, value_enum, value_name = "KEY", default_value_t)]
    sort: SortKey,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Print the sets of pieces as comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print the totals only, and no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The frames that have an atlas.
#[derive(Clone, Copy, ValueEnum)]
enum FrameArg {
    /// Four columns and five rows
    #[value(name = "4x5")]
    Classic,
}

/// Sort key of the sets of pieces; equal ones are sorted by their pieces.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
enum SortKey {
    /// Flat pieces, then upright ones, then single ones
    #[default]
    Pieces,
    /// Number of layouts, the most first
    Layouts,
    /// Length of the longest optimal solution, the longest first
    Length,
}

fn pieces(text: &str) -> Result<PieceSet, String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[flats, uprights, singles]) => Ok(PieceSet {
            flats,
            uprights,
            singles,
        }),
        _ => Err("expected the numbers of flat, upright and single pieces, like 1,4,4".to_owned()),
    }
}

pub fn run(args: &AtlasArgs, out: &mut dyn Write) -> Result<Exit> {
    let FrameArg::Classic = args.frame;
    output::check_all([(&args.output, FileContent::Tablebase)], &[])?;
    let AtlasArgs {
        metric,
        pieces,
        threads,
        limits,
        ..
    } = *args;
    let options = Options::default()
        .with_metric(metric)
        .with_pieces(pieces)
        .with_threads(threads.count())
        .with_limits(limits.limits_or_default());
    let line = ProgressLine::new("Atlas 4×5", "sets of pieces", args.quiet);
    let all = pieces.is_none().then_some(u64::from(CommonCode::COUNT));
    let mut report = survey(&options, &mut |progress| line.update_towards(progress, all));
    drop(line);
    if report.wanted == 0 {
        refuse!(
            "no layouts have these pieces",
            "at least two of the sixteen cells around the 2×2 must be empty, as with `1,4,4`"
        );
    }
    sort(&mut report.sets, args.sort);
    if args.json {
        json::line(out, &report_object(options.metric, &report))?;
    } else if args.csv {
        write_csv(out, &report.sets)?;
    } else {
        write_text(out, options.metric, args.quiet, &report)?;
    }
    out.flush()?;
    if let Some(path) = &args.output {
        store(path, report.tablebase.as_ref())?;
    }
    Ok(Exit::Stopped.when(report.stopped.is_some()))
}

fn sort(sets: &mut [PieceSetStats], key: SortKey) {
    sets.sort_by_key(|summary| {
        let number = match key {
            SortKey::Pieces => None,
            SortKey::Layouts => Some(summary.layouts),
            SortKey::Length => summary.hardest.map(|hardest| hardest.distance),
        };
        (Reverse(number), summary.pieces)
    });
}

fn store(path: &Path, tablebase: Option<&DistanceTable>) -> Result {
    let Some(tablebase) = tablebase else {
        note!("note: no tablebase to store in `{}`", path.display());
        return Ok(());
    };
    output::store_with(path, FileContent::Tablebase, |path| tablebase.write(path))
}

fn write_text(out: &mut dyn Write, metric: Metric, quiet: bool, report: &Report) -> Printed {
    let totals = Totals::of(&report.sets);
    if let Some(hardest) = hardest(&report.sets) {
        if !quiet {
            let sets = columns::text(&sets(metric, &report.sets, room()));
            let histogram = columns::text(&histogram(&totals.histogram, room()));
            writeln!(
                out,
                "{sets}\n\nlayouts by distance to the exit, in {metric}s"
            )?;
            writeln!(out, "{histogram}\n")?;
        }
        write_totals(out, &totals, report)?;
        write_hardest(out, metric, hardest, quiet)?;
    }
    if let Some(reason) = report.stopped {
        let done = report.sets.len();
        let wanted = counted(report.wanted, "set");
        writeln!(out, "stopped: {reason} after {done} of {wanted} of pieces")?;
    }
    Ok(())
}

fn write_totals(out: &mut dyn Write, totals: &Totals, report: &Report) -> Printed {
    let Totals {
        layouts,
        solvable,
        components,
        largest,
        ..
    } = *totals;
    let sets = counted(report.sets.len(), "set");
    let layouts = counted(layouts, "layout");
    let solvable = grouped(solvable);
    writeln!(
        out,
        "{layouts} of {sets} of pieces, {solvable} can be solved"
    )?;
    let components = counted(components, "component");
    let largest = counted(largest, "layout");
    let time = time(report.elapsed);
    writeln!(out, "{components}, the largest of {largest}; {time}")
}

fn write_hardest(
    out: &mut dyn Write,
    metric: Metric,
    summary: &PieceSetStats,
    quiet: bool,
) -> Printed {
    let Some(HardestLayout {
        code,
        distance,
        layouts,
    }) = summary.hardest
    else {
        return writeln!(out, "no layout can be solved");
    };
    let moves = length(distance as usize, metric);
    let layouts = counted(layouts, "layout");
    let short = short(code);
    writeln!(out, "the hardest: {moves}, {layouts}: {code} or {short}")?;
    if !quiet {
        let board = drawing::start(&puzzle(code), PieceStyle::for_stdout());
        writeln!(out, "\n{board}")?;
    }
    Ok(())
}

/// Headings of the table of sets; the ninth is the metric.
const HEADINGS: &str =
    "flat,upright,single,empty,layouts,solvable,components,largest,,hardest,example";

const HARDEST: usize = 10;

/// Columns that are hidden on a narrow terminal, in this order.
const CONCESSIONS: [Concession; 3] = [(6..8, 0), (9..10, 0), (3..5, 0)];

/// Returns the table of sets with the columns that fit.
fn sets(metric: Metric, sets: &[PieceSetStats], room: Option<usize>) -> String {
    let mut rows: Vec<Vec<String>> = vec![HEADINGS.split(',').map(str::to_owned).collect()];
    rows[0][8] = format!("{metric}s");
    for set in sets {
        let mut row: Vec<String> = numbers(set).into_iter().map(grouped).collect();
        row.resize(HARDEST, String::new());
        row.push(set.hardest.map(|it| short(it.code)).unwrap_or_default());
        rows.push(row);
    }
    columns::table(&rows, 0..HARDEST, HARDEST, &CONCESSIONS, room)
}

/// Returns the numbers of a set: its pieces, its layouts and its hardest layout, if it has one.
fn numbers(set: &PieceSetStats) -> Vec<u32> {
    let pieces = set.pieces;
    let mut all = vec![
        pieces.flats,
        pieces.uprights,
        pieces.singles,
        pieces.empties(),
        set.layouts,
        set.solvable(),
        set.components,
        set.largest,
    ];
    if let Some(hardest) = set.hardest {
        all.extend([hardest.distance, hardest.layouts]);
    }
    all
}

/// Returns a table of the layouts by distance: ten distances per line, or five if ten do not fit.
fn histogram(layouts: &[u32], room: Option<usize>) -> String {
    let widths = layouts.iter().map(|number| grouped(number).len());
    let widest = widths.max().unwrap_or(0);
    let fits = |columns: usize| room.is_none_or(|room| 3 + columns * (widest + 2) <= room);
    let columns = if fits(10) { 10 } else { 5 };
    let heads = (0..columns).map(|column| format!("+{column}"));
    let mut rows = vec![iter::once(String::new()).chain(heads).collect()];
    rows.extend(layouts.chunks(columns).enumerate().map(|(line, layouts)| {
        let first = (line * columns).to_string();
        iter::once(first)
            .chain(layouts.iter().map(grouped))
            .collect()
    }));
    columns::plain(&rows, 0..columns + 1)
}

/// Returns the report as one object. Histograms are numbers of layouts by distance, from 0 on.
fn report_object(metric: Metric, report: &Report) -> JsonObject {
    let totals = Totals::of(&report.sets);
    object! {
        "schema": "huarong/atlas/1",
        "frame": "4x5",
        "metric": metric.word(),
        "outcome": if report.stopped.is_some() { "stopped" } else { "done" },
        "reason": report.stopped.map(StopReason::word),
        "layouts": totals.layouts,
        "solvable": totals.solvable,
        "components": totals.components,
        "largest": totals.largest,
        "histogram": totals.histogram,
        "sets": report.sets.iter().map(set_object).collect::<Vec<_>>(),
        "seconds": report.elapsed.as_secs_f64(),
        "bytes": report.bytes,
    }
}

/// Returns a set of pieces as an object, whose fields are in the order of their names.
fn set_object(set: &PieceSetStats) -> JsonObject {
    let pieces = set.pieces;
    let hardest = set.hardest.map(
        |HardestLayout {
             code,
             distance,
             layouts,
         }| {
            object! {
                "commoncode": code.to_string(),
                "layouts": layouts,
                "length": distance,
                "shortcode": short(code),
            }
        },
    );
    object! {
        "components": set.components,
        "empties": pieces.empties(),
        "flats": pieces.flats,
        "hardest": hardest,
        "histogram": set.histogram,
        "largest": set.largest,
        "layouts": set.layouts,
        "singles": pieces.singles,
        "solvable": set.solvable(),
        "uprights": pieces.uprights,
    }
}

/// Writes the sets of pieces as comma-separated values, a line per set.
fn write_csv(out: &mut dyn Write, sets: &[PieceSetStats]) -> Printed {
    const FIELDS: &str = "flats,uprights,singles,empties,layouts,solvable,components,largest,\
                          length,so_hard,commoncode,shortcode";
    writeln!(out, "{FIELDS}")?;
    for set in sets {
        let mut fields: Vec<String> = numbers(set).iter().map(u32::to_string).collect();
        if let Some(hardest) = set.hardest {
            fields.extend([hardest.code.to_string(), short(hardest.code)]);
        }
        fields.resize(FIELDS.split(',').count(), String::new());
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}

/// Sums over all sets.
#[derive(Default)]
struct Totals {
    layouts: u32,
    solvable: u32,
    components: u32,
    largest: u32,
    histogram: Vec<u32>,
}

impl Totals {
    fn of(sets: &[PieceSetStats]) -> Self {
        let mut totals = Totals::default();
        for set in sets {
            totals.layouts += set.layouts;
            totals.solvable += set.solvable();
            totals.components += set.components;
            totals.largest = totals.largest.max(set.largest);
            let length = totals.histogram.len().max(set.histogram.len());
            totals.histogram.resize(length, 0);
            for (total, layouts) in totals.histogram.iter_mut().zip(&set.histogram) {
                *total += layouts;
            }
        }
        totals
    }
}

/// Returns the set with the hardest layout; of equal ones, the first by its pieces.
fn hardest(sets: &[PieceSetStats]) -> Option<&PieceSetStats> {
    let distance = |summary: &&PieceSetStats| summary.hardest.map(|hardest| hardest.distance);
    sets.iter()
        .max_by_key(|summary| (distance(summary), Reverse(summary.pieces)))
}

fn puzzle(code: CommonCode) -> Puzzle {
    let mut puzzles = read(Notation::CommonCode, &code.to_string()).expect("a code is a puzzle");
    puzzles.remove(0)
}

fn short(code: CommonCode) -> String {
    let short = write(Notation::ShortCode, &puzzle(code)).expect("every code has a short one");
    short.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_three_numbers() {
        assert_eq!(
            pieces("1, 4,4"),
            Ok(PieceSet {
                flats: 1,
                uprights: 4,
                singles: 4
            })
        );
        assert!(
            ["", "1,4", "1,4,4,0", "1,4,x", "-1,4,4"]
                .iter()
                .all(|text| pieces(text).is_err())
        );
    }

    #[test]
    fn tables_fit_a_terminal() {
        let pieces = PieceSet {
            flats: 1,
            uprights: 4,
            singles: 4,
        };
        let code = CommonCode::from_bits(0x1_2E68_FC00).expect("a code");
        let hardest = Some(HardestLayout {
            code,
            distance: 93,
            layouts: 2,
        });
        let layouts = 65_880;
        let components = 898;
        let largest = 25_955;
        let histogram = vec![1_234_567; 12];
        let all = [PieceSetStats {
            pieces,
            layouts,
            components,
            largest,
            histogram,
            hardest,
        }];
        for (room, lines) in [(80, 3), (60, 3), (120, 2)] {
            let sets = sets(Metric::Move, &all, Some(room));
            let layouts = super::histogram(&all[0].histogram, Some(room));
            let widest = sets.lines().chain(layouts.lines()).map(str::len).max();
            assert!(widest <= Some(room), "{room}:\n{sets}\n{layouts}");
            assert!(sets.contains("moves") && sets.contains("4AVPS"), "{sets}");
            assert_eq!(layouts.lines().count(), 1 + lines, "{layouts}");
        }
        assert!(sets(Metric::Move, &all, None).contains("components"));
    }
}
