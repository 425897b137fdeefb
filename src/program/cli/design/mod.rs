//! `huarong design`: searches all puzzles of a kind and finds the hardest.

mod frame;
mod pieces;
mod rush;
mod search;

use super::prelude::*;
use crate::{
    design::{ResumedSurvey, SurveyError, SurveyOptions, resume_survey},
    notation,
    sliding::threads,
};
use clap::Subcommand;

use self::{
    frame::{FrameArgs, FrameReport},
    pieces::PiecesArgs,
    rush::{RushArgs, RushReport},
    search::SearchArgs,
};
use super::{make::scope_error, work_dir::WorkDirArgs};

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  huarong design frame 4x4
  huarong design rush 5x5 --output rush.txt
  huarong design --resume my-run

`huarong design 4x4` is short for `frame 4x4`, `huarong design PUZZLE` for `pieces PUZZLE`.

A size is a width and a height: 4x5 is 4 wide, 5 high. `--work-dir DIR` saves a survey, and \
`huarong design --resume DIR` continues it.

Exit status: 0 complete, 1 complete, and no puzzle can be solved, 2 wrong input or usage, 3 stopped \
at a limit or by Ctrl-C; the results so far are shown."
)]
pub struct DesignArgs {
    #[command(subcommand)]
    target: Option<DesignTarget>,
    /// Resume the survey in this directory
    #[arg(long, value_name = "DIR", required = true)]
    resume: Option<PathBuf>,
    #[command(flatten)]
    common: SurveyArgs,
}

#[derive(Subcommand)]
enum DesignTarget {
    /// Search every puzzle of a frame
    Frame(FrameArgs),
    /// Look for hard puzzles of a frame that is too large for `frame`
    Search(SearchArgs),
    /// Search every Rush Hour board
    Rush(RushArgs),
    /// Search every goal and every start of the pieces of a puzzle
    Pieces(PiecesArgs),
}

/// The options of every survey.
#[derive(Args)]
struct SurveyArgs {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// The options for output and limits.
#[derive(Args)]
struct OutputArgs {
    /// Write the puzzles to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub fn run(args: &DesignArgs, out: &mut dyn Write) -> Result<Exit> {
    match &args.target {
        Some(DesignTarget::Frame(args)) => args.run(out),
        Some(DesignTarget::Search(args)) => args.run(out),
        Some(DesignTarget::Rush(args)) => args.run(out),
        Some(DesignTarget::Pieces(args)) => args.run(out),
        None => args.resume(
            args.resume
                .as_deref()
                .expect("required without a subcommand"),
            out,
        ),
    }
}

impl DesignArgs {
    fn resume(&self, folder: &Path, out: &mut dyn Write) -> Result<Exit> {
        let common = &self.common;
        common.output.check()?;
        let resumed = common.run("design", None, |options, observer| {
            resume_survey(folder, options, observer)
        })?;
        match resumed {
            ResumedSurvey::Frame(scope, survey) => {
                FrameReport { scope, survey }.print(&common.output, Some(folder), out)
            }
            ResumedSurvey::Rush(scope, survey) => {
                let stopped = survey.stopped;
                let top = RushReport::TOP;
                let report = RushReport { scope, survey, top };
                common.output.report(&report, stopped, Some(folder), out)
            }
        }
    }
}

/// A survey and what is printed of it.
trait SurveyReport {
    /// Returns the object of `--json`, without its outcome.
    fn object(&self) -> JsonObject;

    /// Prints the survey. `is_stored` says whether the puzzles go to a file too.
    fn page(&self, out: &mut dyn Write, is_stored: bool) -> Printed;

    /// The puzzles, as texts for a file in a notation.
    fn texts(&self) -> (Notation, Vec<String>);
}

impl SurveyArgs {
    fn count_threads(&self) -> NonZero<usize> {
        self.threads.count().unwrap_or_else(threads)
    }

    /// Runs a survey with a progress line.
    fn run<T>(
        &self,
        name: &str,
        folder: Option<&Path>,
        survey: impl FnOnce(&SurveyOptions, Observer<'_>) -> Result<T, SurveyError>,
    ) -> Result<T> {
        let limits = self.output.limits.limits_or_default();
        let threads = self.count_threads();
        let options = SurveyOptions::default()
            .with_limits(limits)
            .with_threads(threads)
            .with_work_folder(folder.map(Path::to_owned));
        let line = ProgressLine::new(name, "hardest", self.output.quiet);
        survey(&options, &mut observer(&line)).map_err(failed)
    }
}

impl OutputArgs {
    /// Checks that the output file can be written.
    fn check(&self) -> Result {
        output::check_all([(&self.output, FileContent::Plain)], &[])
    }

    /// Writes the puzzles of a survey, and prints it.
    fn report(
        &self,
        survey: &impl SurveyReport,
        stopped: Option<StopReason>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> Result<Exit> {
        if stopped.is_some() {
            let work_dir = folder.map(Path::to_owned);
            let resume = None;
            WorkDirArgs { work_dir, resume }.note("design", "");
        }
        let mut count = String::new();
        if let Some(path) = &self.output {
            let (notation, texts) = survey.texts();
            output::store(path, notation::join(notation, &texts))?;
            count = counted(texts.len(), "puzzle");
        }
        if self.json {
            let outcome = stopped.map_or("complete", |_| "stopped");
            let ended = object! { "outcome": outcome, "reason": stopped };
            json::line(out, &survey.object().with(ended))?;
        } else {
            survey.page(out, self.output.is_some())?;
            if let Some(reason) = stopped {
                say(out, &format!("stopped: {reason}; there may be harder ones"))?;
            }
            if let Some(path) = &self.output {
                writeln!(out, "{count} written to {}", path.display())?;
            }
        }
        Ok(Exit::Stopped.when(stopped.is_some()))
    }
}

/// Returns an observer that shows the progress of a survey.
fn observer(line: &ProgressLine) -> impl FnMut(&Progress) -> ControlFlow<()> + '_ {
    |progress: &Progress| {
        let expected = progress.expected.map(|all| all as u64);
        let mut progress = *progress;
        progress.expected = None;
        line.update_towards(&progress, expected)
    }
}

/// Returns the error and the hint for a survey that failed.
fn failed(error: SurveyError) -> anyhow::Error {
    match error {
        SurveyError::Scope(error) => scope_error(&error),
        SurveyError::Checkpoint(error) => {
            work_dir::user_error("design", SolveError::Checkpoint(error))
        }
    }
}
