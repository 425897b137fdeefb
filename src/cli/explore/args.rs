//! What is asked of `huarong explore`, and what is known of the answer.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use huarong::Puzzle;
use huarong::control::Limits;
use huarong::explore::{Engine, Exploration, ExploreScope, LayerProfile, Options};
use huarong::grid::Cell;
use huarong::puzzle::{Metric, Optimum, PublishedOptimum, PuzzleInfo};
use huarong::solution::Solution;

use crate::cli::args::{
    EngineArg, PUZZLES_HELP, PUZZLES_LONG_HELP, SearchArgs, ThreadArgs, explore_engine, seed,
};
use crate::cli::cluster::ClusterArgs;
#[cfg(feature = "cluster")]
use crate::cli::cluster::ClusterRequest;
use crate::cli::diagnostics::UserError;
use crate::cli::input::{GoalArgs, ReadArgs, Source};
use crate::cli::memory;
use crate::cli::work_dir::WorkDirArgs;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong explore heng-dao-li-ma
  huarong explore red-donkey --hardest-out harder.txt
  huarong explore red-donkey --at 50 | huarong solve -
  huarong explore century --metric step --from goals
  huarong explore my.txt --csv > layers.csv
  huarong explore heng-dao-li-ma --json | jq .hardest.distance
  huarong explore my.txt --engine layered --work-dir my-run
  huarong explore --resume my-run
  huarong explore my.txt --save my.distances
  huarong solve my.txt --tablebase my.distances
  huarong explore simplicity --graph simplicity.graphml
  huarong explore heng-dao-li-ma --all-components
  huarong explore puzzles/klotski --quiet

Steps:
  1. All reachable positions, layer by layer: the number at each distance from the start, the solved
     ones, the farthest, the moves from each position, and the dead ends.
  2. The distance from each position to the nearest solved one, and so the hardest start.
  3. The number of shortest solutions. Two solutions differ if they pass through different layouts;
     equal pieces are interchangeable. Step 3 is skipped if it needs more than `--max-memory`.
  A stopped run prints the results of the earlier steps.

Mirror images:
  Every position is counted. If the puzzle is its own mirror image, one of a position and its mirror
  image is searched, drawn and listed. `--no-mirror` treats them as different positions.

Large runs:
  `--work-dir DIR` saves a checkpoint after each layer. `--resume DIR` continues after Ctrl-C, a full
  disk or a power cut. The engine `layered` stores its layers there, about a byte a position, and uses
  at most `--max-memory`, or 256 MiB. `--engine auto` chooses by the size of the space and the memory;
  a run without `--work-dir` that exceeds the memory continues in a temporary directory.

Exit status:
  0  explored, whether the puzzle is solvable or not
  1  proven: no start has the distance `--at`
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C, with partial results")]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct ExploreArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP, required_unless_present_any = ["resume", "process"])]
    pub(super) puzzle: Vec<OsString>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    /// Origin of the layers to show
    #[arg(long, value_enum, default_value_t)]
    pub(super) from: FromArg,
    /// Count reachable positions only, in half the time
    #[arg(long, conflicts_with_all = ["from", "hardest_out", "resume"])]
    pub(super) layers_only: bool,
    /// Explore all placements, reachable or not, by component
    #[arg(long, conflicts_with_all = [
        "from", "layers_only", "engine", "work_dir", "resume", "hardest_out", "plot", "graph"
    ])]
    pub(super) all_components: bool,
    /// Print a start N units from its nearest solution
    #[arg(long, value_name = "N", conflicts_with_all = [
        "from", "layers_only", "all_components", "work_dir", "resume", "hardest_out", "plot", "graph",
        "csv", "save", "output", "tablebase"
    ])]
    pub(super) at: Option<u32>,
    /// Choose a random start `--at` this distance, by this seed
    #[arg(long, value_name = "N", value_parser = seed, requires = "at", hide_short_help = true)]
    pub(super) seed: Option<u64>,
    /// Look the shortest solution up in this file of `huarong atlas --output` or `explore --save`
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(super) tablebase: Option<PathBuf>,
    /// Store a shortest solution, for `huarong verify`
    #[arg(long, short, value_name = "FILE", conflicts_with = "layers_only")]
    #[arg(help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
    /// Write the hardest start as a puzzle file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) hardest_out: Option<PathBuf>,
    /// Store the distance of every position to its nearest solution in this file, for
    /// `huarong solve --tablebase`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["layers_only", "all_components"])]
    #[arg(help_heading = "Output", hide_short_help = true)]
    pub(super) save: Option<PathBuf>,
    /// Draw the layers as an SVG histogram
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) plot: Option<PathBuf>,
    /// Write the state graph, as `.graphml` or `.dot`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) graph: Option<PathBuf>,
    /// Print a JSON object per puzzle
    #[arg(long, conflicts_with = "csv", help_heading = "Output")]
    pub(super) json: bool,
    /// Print the layers as comma-separated values
    #[arg(long, help_heading = "Output")]
    pub(super) csv: bool,
    /// Print figures only, no boards and bars
    #[arg(long, short, help_heading = "Output")]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) keeping: WorkDirArgs,
    /// Search engine; all give the same answer
    #[arg(long, value_parser = explore_engine(), default_value = "auto", requires_if("layered", "work_dir"))]
    #[arg(help_heading = "Large runs")]
    #[arg(hide_short_help = true)]
    pub(super) engine: EngineArg,
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    #[command(flatten)]
    pub(super) cluster: ClusterArgs,
}

impl ExploreArgs {
    /// How the puzzle is read; `--from` says here which way the search goes.
    pub(super) fn reading(&self) -> ReadArgs {
        ReadArgs { from: None, goal: self.goal.clone() }
    }

    /// Whether it is several processes that are to search.
    pub(super) fn is_for_cluster(&self) -> bool {
        self.cluster.is_given() || self.engine == Some(Engine::Cluster)
    }

    /// What is asked of those processes.
    #[cfg(feature = "cluster")]
    pub(super) fn cluster_request(&self) -> ClusterRequest<'_> {
        ClusterRequest {
            command: "explore",
            cluster: &self.cluster,
            keeping: &self.keeping,
            has_other_engine: !matches!(self.engine, None | Some(Engine::Cluster)),
            max_memory: self.search.limits.max_memory,
            is_quiet: self.quiet,
        }
    }

    pub(crate) fn options(&self) -> Options {
        let (limits, default) = (self.search.limits(), Options::default());
        // Files are read and written as well with little memory as with much.
        let has_files = self.engine == Some(Engine::Layered) || self.cluster.is_given();
        let most = if has_files { None } else { memory::most() };
        Options {
            metric: self.search.metric,
            mirroring: self.search.mirroring(),
            limits: Limits { max_bytes: limits.max_bytes.or(most), ..limits },
            scope: if self.layers_only { ExploreScope::Layers } else { ExploreScope::Everything },
            threads: self.threads.count().unwrap_or(default.threads),
            engine: self.engine,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub(crate) enum FromArg {
    /// Around the start
    #[default]
    Start,
    /// Around all solved positions that can be reached
    Goals,
}

/// What is known of a puzzle, and how it is to be printed.
pub(super) struct ExploreResult<'a> {
    pub(super) args: &'a ExploreArgs,
    pub(super) source: &'a Source,
    pub(super) known: &'a Exploration,
    /// A shortest solution, where a tablebase knows it.
    pub(super) looked_up: Option<Solution>,
}

impl ExploreResult<'_> {
    /// How far the nearest goal is, as far as it is known.
    pub(super) fn shortest(&self) -> Option<usize> {
        self.known.shortest().or(self.looked_up.as_ref().map(Solution::len))
    }

    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.source.puzzle
    }

    /// The layers that are to be shown, if they are known.
    pub(super) fn shown(&self) -> Option<&LayerProfile> {
        match self.args.from {
            FromArg::Start => Some(&self.known.from_start),
            FromArg::Goals => self.known.from_goals.known(),
        }
    }

    /// The first of the positions farthest from the goals, as a puzzle with its optimum. None
    /// where they are not known, or no puzzle can be drawn that starts so: its pieces cover a gate.
    pub(super) fn hardest(&self) -> Option<Puzzle> {
        let from_goals = self.known.from_goals.known()?;
        let metric = self.known.metric;
        let note = format!("the hardest start of its component, counted in {metric}s");
        let (distance, starts) = (from_goals.eccentricity(), &from_goals.farthest);
        start_at(self.puzzle(), starts, "hardest start", note, (metric, distance))
    }

    pub(super) fn layers_asked_for(&self) -> anyhow::Result<&LayerProfile> {
        let help = "do without `--from goals` for the layers around the start";
        let error = || UserError::new("no layers around solved positions are known", help);
        self.shown().ok_or_else(|| error().into())
    }
}

/// The first of these positions that can be drawn as a puzzle, called as the puzzle and what it is
/// of that, with its optimum. None where the pieces of each cover a gate.
pub(super) fn start_at(
    puzzle: &Puzzle,
    positions: &[Vec<Cell>],
    what: &str,
    note: String,
    (metric, distance): (Metric, usize),
) -> Option<Puzzle> {
    let mut optimum = Optimum::default();
    *optimum.get_mut(metric) = u32::try_from(distance).ok();
    let name = puzzle.title().name.as_ref().map(|name| format!("{name}, {what}"));
    let title = PuzzleInfo { name, note: Some(note), ..PuzzleInfo::default() };
    let best = PublishedOptimum::Known(optimum);
    positions.iter().find_map(|anchors| puzzle.starting_at(anchors, title.clone(), best))
}
