//! `huarong check`: reads the files of a saved run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytesize::ByteSize;
use clap::Args;
use huarong::Metric;
use huarong::design::check_survey;
use huarong::sliding::{CheckpointError, check_run};
use serde::Serialize;

use super::diagnostics::sanitize;
use super::exit::Exit;
use super::json;
use super::numbers::{counted, grouped, time};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong check my-run
  huarong check my-run --json

This reads the checkpoint and all its files and changes nothing; the run may be going on. For a run \
on many machines, the folder must hold the files of all of them.

Exit status: 0 the files are complete and undamaged, 2 they are not, or there is no run.")]
pub(crate) struct CheckArgs {
    /// Work directory of a run of `huarong solve`, `explore` or `design`
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The result of a check.
#[derive(Serialize, Default)]
struct Checked {
    schema: &'static str,
    folder: String,
    whole: bool,
    error: Option<String>,
    command: Option<&'static str>,
    engine: Option<&'static str>,
    metric: Option<Metric>,
    layers: Option<usize>,
    states: Option<u64>,
    files: u64,
    bytes: u64,
    seconds: Option<f64>,
}

pub(crate) fn run(args: &CheckArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let folder = args.folder.display().to_string();
    let checked = match read(&args.folder) {
        Err(error) if args.json => {
            Checked { error: Some(format!("{error:#}")), ..Checked::default() }
        }
        read => read?,
    };
    let exit = if checked.whole { Exit::Done } else { Exit::Wrong };
    if args.json {
        json::line(out, &Checked { schema: "huarong/check/1", folder, ..checked })?;
        return Ok(exit);
    }
    write!(out, "{}: whole: {}", sanitize(&folder), checked.command.unwrap_or_default())?;
    if let Checked { engine: Some(engine), layers: Some(layers), states: Some(states), .. } =
        checked
    {
        write!(out, ", {engine}, {}, {} states", counted(layers, "layer"), grouped(states))?;
    }
    let elapsed = Duration::from_secs_f64(checked.seconds.unwrap_or_default());
    let (files, bytes) = (counted(checked.files, "file"), ByteSize(checked.bytes));
    writeln!(out, ", {}; {files}, {bytes}", time(elapsed))?;
    Ok(exit)
}

/// Reads a run of a solver or a survey.
fn read(folder: &Path) -> anyhow::Result<Checked> {
    let checked = match check_run(folder) {
        Ok((run, totals)) => Checked {
            command: Some(run.command),
            engine: Some(run.engine.word()),
            metric: Some(run.metric),
            layers: Some(run.layers),
            states: Some(run.states),
            files: totals.files,
            bytes: totals.bytes,
            seconds: Some(run.elapsed.as_secs_f64()),
            ..Checked::default()
        },
        Err(CheckpointError::Kind(path, _)) => Checked {
            seconds: Some(check_survey(folder)?.as_secs_f64()),
            command: Some("design"),
            files: 1,
            bytes: path.metadata()?.len(),
            ..Checked::default()
        },
        Err(error) => return Err(error.into()),
    };
    Ok(Checked { whole: true, ..checked })
}
