//! `huarong explore`: everything that can be reached from the start of a puzzle.

mod args;
mod bars;
mod boards;
mod components;
mod csv;
mod hardest;
mod json;
mod kept;
mod pictures;
mod report;
mod save;
mod solution;
mod watching;

use std::io::Write;

use huarong::Puzzle;
use huarong::explore::{Exploration, Sweep};
use huarong::solution::Solution;

pub(crate) use args::{ExploreArgs, FromArg};

use super::diagnostics::{self, Complaint};
use super::exit::Exit;
use super::input::Source;
use super::output;

pub(crate) fn run(args: &ExploreArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let files = [&args.hardest_out, &args.plot, &args.graph, &args.save, &args.output];
    for path in files.into_iter().flatten() {
        output::check(path)?;
    }
    if let Some(path) = &args.graph {
        pictures::graph_format(path)?;
    }
    if args.all_components {
        return components::run(args, out);
    }
    let (source, mut explorer) = kept::begin(args)?;
    if let Some(path) = &args.graph {
        // First, as it soon says so if there are too many positions.
        if let Some(reason) = pictures::write_graph(path, &source, explorer.options(), args.quiet)?
        {
            diagnostics::note(format_args!("stopped: {reason} before the graph was drawn"));
            return Ok(Exit::Stopped);
        }
    }
    let told = match &args.tablebase {
        Some(path) => solution::told(path, &source, explorer.options().metric)?,
        None => None,
    };
    let known = watching::explore(&mut explorer, &source.title(), args.quiet)
        .inspect_err(|_| kept::tell(args))?;
    let found = Found { args, source: &source, known: &known, told };
    found.store()?;
    found.print(out)?;
    if let Some(path) = &args.output {
        solution::store(path, &found, &mut explorer)?;
    }
    if known.stopped.is_some() {
        kept::tell(args);
        return Ok(Exit::Stopped);
    }
    if let Some(path) = &args.save
        && let Some(reason) = save::save(path, &source, explorer.options(), args.quiet)?
    {
        diagnostics::note(format_args!("stopped: {reason} before the distances were stored"));
        return Ok(Exit::Stopped);
    }
    Ok(Exit::Done)
}

/// What is known of a puzzle, and how it is to be told.
struct Found<'a> {
    args: &'a ExploreArgs,
    source: &'a Source,
    known: &'a Exploration,
    /// A shortest solution, where a tablebase tells it.
    told: Option<Solution>,
}

impl Found<'_> {
    /// How far the nearest goal is, as far as it is known.
    fn shortest(&self) -> Option<usize> {
        self.known.shortest().or(self.told.as_ref().map(Solution::len))
    }

    fn puzzle(&self) -> &Puzzle {
        &self.source.puzzle
    }

    /// The layers that are to be shown, if they are known.
    fn shown(&self) -> Option<&Sweep> {
        match self.args.from {
            FromArg::Start => Some(&self.known.from_start),
            FromArg::Goals => self.known.from_goals.known(),
        }
    }

    fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.args.json {
            super::json::line(out, &json::Explored::new(self))?;
        } else if self.args.csv {
            csv::write(out, self.layers_asked_for()?)?;
        } else {
            report::write(out, self)?;
        }
        Ok(())
    }

    fn layers_asked_for(&self) -> anyhow::Result<&Sweep> {
        let help = "do without `--from goals` for the layers around the start";
        let complaint = || Complaint::new("no layers around solved positions are known", help);
        self.shown().ok_or_else(|| complaint().into())
    }

    /// Writes the files that are asked for.
    fn store(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.args.plot {
            pictures::write_plot(path, self, self.layers_asked_for()?)?;
        }
        self.store_hardest()
    }

    fn store_hardest(&self) -> anyhow::Result<()> {
        let Some(path) = &self.args.hardest_out else { return Ok(()) };
        let Some(sweep) = self.known.from_goals.known() else {
            diagnostics::note(format_args!(
                "note: no hardest start is known for `{}`",
                path.display()
            ));
            return Ok(());
        };
        let Some(puzzle) = hardest::puzzle(self.puzzle(), self.known.metric, sweep) else {
            let help = "a start is drawn without the gates that its pieces cover: `--json` has it";
            return Err(Complaint::new("the hardest start covers a gate", help).into());
        };
        output::store(path, puzzle.to_string())
    }
}
