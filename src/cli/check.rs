//! `huarong check`: reads the files of a saved run. `huarong explore --status`: reads its
//! checkpoint only.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Metric;
use crate::design::check_survey;
use crate::sliding::{CheckpointError, KeptRun, check_run, saved_run};
use bytesize::ByteSize;
use clap::Args;
use serde::Serialize;

use super::diagnostics::sanitize;
use super::exit::Exit;
use super::json::{self, JsonObject, object};
use super::numbers::{counted, time};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong check my-run
  huarong check my-run --json

This reads the checkpoint and all its files and changes nothing; the run may be going on. For a run \
on many machines, the folder must hold the files of all of them.

Exit status: 0 the files are complete and undamaged, 2 they are not, or there is no run.")]
pub struct CheckArgs {
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

pub fn run(args: &CheckArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
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
    let (command, progress) = (checked.command.unwrap_or_default(), checked.progress());
    let (files, bytes) = (counted(checked.files, "file"), ByteSize(checked.bytes));
    writeln!(out, "{}: whole: {command}{progress}; {files}, {bytes}", sanitize(&folder))?;
    Ok(exit)
}

impl Checked {
    /// Returns `, hashed, 12 layers, 3,000 states, 2.1 s`.
    fn progress(&self) -> String {
        let elapsed = time(Duration::from_secs_f64(self.seconds.unwrap_or_default()));
        let (Some(engine), Some(layers), Some(states)) = (self.engine, self.layers, self.states)
        else {
            return format!(", {elapsed}");
        };
        let (layers, states) = (counted(layers, "layer"), counted(states, "state"));
        format!(", {engine}, {layers}, {states}, {elapsed}")
    }
}

/// Reads a run of a solver or a survey.
fn read(folder: &Path) -> anyhow::Result<Checked> {
    let checked = match check_run(folder) {
        Ok((run, totals)) => Checked { files: totals.files, bytes: totals.bytes, ..of_run(&run) },
        Err(CheckpointError::Kind(path, _)) => {
            Checked { files: 1, bytes: path.metadata()?.len(), ..of_survey(folder)? }
        }
        Err(error) => return Err(error.into()),
    };
    Ok(Checked { whole: true, ..checked })
}

fn of_run(run: &KeptRun) -> Checked {
    Checked {
        command: Some(run.command),
        engine: Some(run.engine.word()),
        metric: Some(run.metric),
        layers: Some(run.layers),
        states: Some(run.states),
        seconds: Some(run.elapsed.as_secs_f64()),
        ..Checked::default()
    }
}

fn of_survey(folder: &Path) -> anyhow::Result<Checked> {
    let seconds = Some(check_survey(folder)?.as_secs_f64());
    Ok(Checked { command: Some("design"), seconds, ..Checked::default() })
}

/// Prints what the checkpoint of a folder tells of its run.
pub fn status(folder: &Path, as_json: bool, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let shown = folder.display().to_string();
    let read = match saved_run(folder) {
        Ok(run) => Ok((of_run(&run), Some(run))),
        Err(CheckpointError::Kind(..)) => of_survey(folder).map(|survey| (survey, None)),
        Err(error) => Err(error.into()),
    };
    let (saved, run) = match read {
        Err(error) if as_json => {
            json::line(out, &JsonObject::of_error(&shown, &error))?;
            return Ok(Exit::Wrong);
        }
        read => read?,
    };
    let stage = run.as_ref().map(|run| if run.sweeps > 1 { "goals" } else { "layers" });
    if as_json {
        let object = object! {
            "schema": "huarong/status/1",
            "folder": shown,
            "command": saved.command,
            "engine": saved.engine,
            "metric": saved.metric,
            "stage": stage,
            "layers": saved.layers,
            "states": saved.states,
            "seconds": saved.seconds,
            "text": run.map(|run| run.puzzle),
        };
        json::line(out, &object)?;
        return Ok(Exit::Done);
    }
    let command = saved.command.unwrap_or_default();
    let stage = if stage == Some("goals") { ", from the goals" } else { "" };
    writeln!(out, "{}: {command}{}{stage}", sanitize(&shown), saved.progress())?;
    writeln!(out, "resume with: huarong {command} --resume {}", sanitize(&shown))?;
    Ok(Exit::Done)
}
