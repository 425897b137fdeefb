//! `huarong check`: reads the files of a saved run.

use std::io::Write;
use std::path::PathBuf;
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
    let checked = match read(args) {
        Ok((checked, elapsed)) if args.json => {
            Checked { whole: true, seconds: Some(elapsed.as_secs_f64()), ..checked }
        }
        Ok((checked, elapsed)) => {
            let (files, bytes) = (counted(checked.files, "file"), ByteSize(checked.bytes));
            let Checked { command, engine, layers, states, .. } = checked;
            write!(out, "{}: whole: {}", sanitize(&folder), command.unwrap_or_default())?;
            if let (Some(engine), Some(layers), Some(states)) = (engine, layers, states) {
                write!(
                    out,
                    ", {engine}, {}, {} states",
                    counted(layers, "layer"),
                    grouped(states)
                )?;
            }
            writeln!(out, ", {}; {files}, {bytes}", time(elapsed))?;
            return Ok(Exit::Done);
        }
        Err(error) if args.json => {
            Checked { error: Some(format!("{error:#}")), ..Checked::default() }
        }
        Err(error) => return Err(error),
    };
    let exit = if checked.whole { Exit::Done } else { Exit::Wrong };
    json::line(out, &Checked { schema: "huarong/check/1", folder, ..checked })?;
    Ok(exit)
}

fn read(args: &CheckArgs) -> anyhow::Result<(Checked, Duration)> {
    match check_run(&args.folder) {
        Ok((run, totals)) => {
            let checked = Checked {
                command: Some(run.command),
                engine: Some(run.engine.word()),
                metric: Some(run.metric),
                layers: Some(run.layers),
                states: Some(run.states),
                files: totals.files,
                bytes: totals.bytes,
                ..Checked::default()
            };
            Ok((checked, run.elapsed))
        }
        Err(CheckpointError::Kind(path, _)) => {
            let elapsed = check_survey(&args.folder)?;
            let bytes = path.metadata()?.len();
            let checked =
                Checked { command: Some("design"), files: 1, bytes, ..Checked::default() };
            Ok((checked, elapsed))
        }
        Err(error) => Err(error.into()),
    }
}
