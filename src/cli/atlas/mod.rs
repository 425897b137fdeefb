//! `huarong atlas`: every layout of the classic frame.

mod output;

use std::cmp::Reverse;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use huarong::atlas::{Options, PieceSet, PieceSetStats, Tablebase, survey};
use huarong::notation::CommonCode;
use huarong::puzzle::Metric;

use super::args::{LimitArgs, METRICS, ThreadArgs, one_of};
use super::diagnostics::{self, UserError};
use super::exit::Exit;
use super::output::{self as file, FileContent};
use super::progress::ProgressLine;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong atlas 4x5                          all 29,334,498 layouts, in moves
  huarong atlas 4x5 --sort length | less     the longest solutions first
  huarong atlas 4x5 --pieces 1,4,4           the pieces of 横刀立马
  huarong atlas 4x5 --metric step --output steps.tb
  huarong solve heng-dao-li-ma --metric step --tablebase steps.tb
  huarong atlas 4x5 --csv > sets.csv

A layout is one 2×2, which shall go to the middle of the bottom, any number of flat, upright and \
single pieces around it, and two empty cells or more. `huarong solve` and `huarong show` take the \
codes that are printed: `huarong show E6GTE`.

Exit status: 0 done, 2 wrong usage, 3 stopped at a limit or by Ctrl-C; then the sets of pieces that \
were done are printed, and no tablebase is stored.")]
pub(crate) struct AtlasArgs {
    /// Size of the frame
    #[arg(value_enum)]
    frame: FrameArg,
    /// Unit of the distances
    #[arg(long, value_parser = one_of(&METRICS), default_value = "move")]
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

/// The frames that there is an atlas of.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum FrameArg {
    /// Four columns and five rows
    #[value(name = "4x5")]
    Classic,
}

/// What sets of pieces are sorted by; those that are equal in it, by their pieces.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
enum SortKey {
    /// Flat pieces, then upright ones, then single ones
    #[default]
    Pieces,
    /// Number of layouts, the most first
    Layouts,
    /// Length of the longest shortest solution, the longest first
    Length,
}

fn pieces(text: &str) -> Result<PieceSet, String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[flats, uprights, singles]) => Ok(PieceSet { flats, uprights, singles }),
        _ => Err("expected the numbers of flat, upright and single pieces, like 1,4,4".to_owned()),
    }
}

pub(crate) fn run(args: &AtlasArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let FrameArg::Classic = args.frame;
    if let Some(path) = &args.output {
        file::check(path, FileContent::Tablebase, &[])?;
    }
    let AtlasArgs { metric, pieces, threads, limits, .. } = *args;
    let options = Options { metric, pieces, threads: threads.count(), limits: limits.limits() };
    let line = ProgressLine::new("Atlas 4×5", "sets of pieces", args.quiet);
    let all = pieces.is_none().then_some(u64::from(CommonCode::COUNT));
    let mut report = survey(&options, &mut |progress| line.watch_towards(progress, all));
    drop(line);
    if report.wanted == 0 {
        let message = "there are no layouts of these pieces";
        let help = "two of the sixteen cells around the 2×2, or more, must be empty: like `1,4,4`";
        return Err(UserError::new(message, help).into());
    }
    sort(&mut report.sets, args.sort);
    if args.json {
        super::json::line(out, &output::json(options.metric, &report))?;
    } else if args.csv {
        output::write_csv(out, &report.sets)?;
    } else {
        output::write_text(out, options.metric, args.quiet, &report)?;
    }
    out.flush()?;
    if let Some(path) = &args.output {
        store(path, report.tablebase.as_ref())?;
    }
    Ok(if report.stopped.is_some() { Exit::Stopped } else { Exit::Done })
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

fn store(path: &Path, tablebase: Option<&Tablebase>) -> anyhow::Result<()> {
    let Some(tablebase) = tablebase else {
        diagnostics::note(format_args!(
            "note: there is no tablebase to store in `{}`",
            path.display()
        ));
        return Ok(());
    };
    file::store_with(path, FileContent::Tablebase, |path| tablebase.write(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_three_numbers() {
        assert_eq!(pieces("1, 4,4"), Ok(PieceSet { flats: 1, uprights: 4, singles: 4 }));
        assert!(["", "1,4", "1,4,4,0", "1,4,x", "-1,4,4"].iter().all(|text| pieces(text).is_err()));
    }
}
