//! `huarong check`: reads the files of a saved run. `huarong explore --status`: reads its
//! checkpoint only.

use super::prelude::*;
use crate::{
    design::{ResumedSurvey, check_survey},
    sliding::{CheckpointError, KeptRun, check_run, saved_run},
    tour::CountFolder,
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong check my-run
  huarong check my-run --json

This reads the checkpoint and all its files and changes nothing; the run may be going on. For a run \
on many machines, the folder must hold the files of all of them.

Exit status: 0 the files are complete and undamaged, 2 they are not, or there is no run.")]
pub struct CheckArgs {
    /// Work directory of a saved run
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
    /// Whether the run is complete.
    finished: Option<bool>,
    /// The name of the puzzle, or the puzzles that `design` searches.
    puzzle: Option<String>,
    /// The part of the run, for `--status`.
    #[serde(skip)]
    stage: Option<&'static str>,
    /// The distance of the last complete layer.
    #[serde(skip)]
    depth: usize,
}

pub fn run(args: &CheckArgs, out: &mut dyn Write) -> Result<Exit> {
    let folder = args.folder.display().to_string();
    let checked = match read(&args.folder) {
        Err(error) if args.json => Checked {
            error: Some(format!("{error:#}")),
            ..Checked::default()
        },
        read => read?,
    };
    let exit = Exit::Wrong.when(!checked.whole);
    if args.json {
        let object = Checked {
            schema: "huarong/check/1",
            folder,
            ..checked
        };
        json::line(out, &object)?;
        return Ok(exit);
    }
    write!(out, "{}", checked.text(&folder))?;
    let files = counted(checked.files, "file");
    let bytes = ByteSize(checked.bytes);
    writeln!(out, "undamaged: {files}, {bytes}")?;
    Ok(exit)
}

impl Checked {
    /// Returns `my-run: explore Century, in moves, engine hashed`, and its progress in a second
    /// line.
    fn text(&self, folder: &str) -> String {
        let folder = sanitize(folder);
        let Some(command) = self.command else {
            return format!("{folder}: a count of `huarong tour` or `huarong hamilton`\n");
        };
        let subject = self.puzzle.as_deref().unwrap_or_default();
        let how = match (self.metric, self.engine) {
            (Some(metric), Some(engine)) => format!(", in {}, engine {engine}", metric.plural()),
            _ => String::new(),
        };
        let state = if self.finished == Some(true) {
            "finished"
        } else {
            "unfinished"
        };
        let reached = match (self.states, self.metric) {
            (Some(states), Some(metric)) => {
                let from = if self.stage == Some("goals") && self.finished != Some(true) {
                    "goals"
                } else {
                    "start"
                };
                let states = counted(states, "state");
                let depth = counted(self.depth, metric.word());
                format!("{states} up to {depth} from the {from}, ")
            }
            _ => String::new(),
        };
        let elapsed = time(Duration::from_secs_f64(self.seconds.unwrap_or_default()));
        let subject = sanitize(subject);
        format!("{folder}: {command} {subject}{how}\n{state}: {reached}{elapsed}\n")
    }
}

/// Reads a run of a solver or a survey.
fn read(folder: &Path) -> Result<Checked> {
    let checked = match check_run(folder) {
        Ok((run, totals)) => Checked {
            files: totals.files,
            bytes: totals.bytes,
            ..of_run(folder, &run)?
        },
        Err(CheckpointError::Kind(_, b'F')) => {
            let sizes = CountFolder::check(folder)?;
            Checked {
                files: sizes.len() as u64,
                bytes: sizes.iter().sum(),
                ..Checked::default()
            }
        }
        Err(CheckpointError::Kind(path, _)) => Checked {
            files: 1,
            bytes: path.metadata()?.len(),
            ..of_survey(folder)?
        },
        Err(error) => return Err(error.into()),
    };
    Ok(Checked {
        whole: true,
        ..checked
    })
}

fn of_run(folder: &Path, run: &KeptRun) -> Result<Checked> {
    let puzzle = work_dir::resumed_puzzle(folder, &run.puzzle.parse()?);
    Ok(Checked {
        command: Some(run.command),
        engine: Some(run.engine.word()),
        metric: Some(run.metric),
        stage: Some(if run.sweeps > 1 { "goals" } else { "layers" }),
        // The start of a solution is no layer.
        layers: Some(run.depth + usize::from(run.command == "explore")),
        states: Some(run.states),
        seconds: Some(run.elapsed.as_secs_f64()),
        finished: Some(run.is_finished),
        puzzle: Some(puzzle.title()),
        depth: run.depth,
        ..Checked::default()
    })
}

fn of_survey(folder: &Path) -> Result<Checked> {
    let (kind, size, metric, walls, elapsed, stopped) = match check_survey(folder)? {
        ResumedSurvey::Frame(scope, survey) => (
            "frame",
            format!("{}x{}", scope.columns, scope.rows),
            scope.metric,
            scope.walls,
            survey.elapsed,
            survey.stopped,
        ),
        ResumedSurvey::Rush(scope, survey) => (
            "rush",
            format!("{}x{}", scope.columns, scope.rows),
            scope.metric,
            scope.walls as usize,
            survey.elapsed,
            survey.stopped,
        ),
    };
    let walls = match walls {
        0 => String::new(),
        walls => format!(", {}", counted(walls, "wall")),
    };
    let puzzles = format!("{kind} {size}, in {metric}s{walls}");
    Ok(Checked {
        command: Some("design"),
        seconds: Some(elapsed.as_secs_f64()),
        finished: Some(stopped.is_none()),
        puzzle: Some(puzzles),
        ..Checked::default()
    })
}

/// Prints what the checkpoint of a folder tells of its run.
pub fn status(folder: &Path, as_json: bool, out: &mut dyn Write) -> Result<Exit> {
    let shown = folder.display().to_string();
    let read = match saved_run(folder) {
        Ok(run) => of_run(folder, &run).map(|saved| (saved, Some(run.puzzle))),
        Err(CheckpointError::Kind(..)) => of_survey(folder).map(|survey| (survey, None)),
        Err(error) => Err(error.into()),
    };
    let (saved, text) = match read {
        Err(error) if as_json => {
            json::line(out, &JsonObject::report_error(&shown, &error))?;
            return Ok(Exit::Wrong);
        }
        read => read?,
    };
    if as_json {
        json::line(
            out,
            &object! {
                "schema": "huarong/status/1",
                "folder": shown,
                "command": saved.command,
                "engine": saved.engine,
                "metric": saved.metric,
                "stage": saved.stage,
                "layers": saved.layers,
                "states": saved.states,
                "seconds": saved.seconds,
                "finished": saved.finished,
                "puzzle": saved.puzzle,
                "text": text,
            },
        )?;
        return Ok(Exit::Done);
    }
    let command = saved.command.unwrap_or_default();
    let verb = if saved.finished == Some(true) {
        "print the result"
    } else {
        "resume"
    };
    let text = saved.text(&shown);
    let shown = sanitize(shown);
    writeln!(out, "{text}{verb} with: huarong {command} --resume {shown}")?;
    Ok(Exit::Done)
}
