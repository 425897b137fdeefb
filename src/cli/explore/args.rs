//! What is asked of `huarong explore`, and what is known of the answer.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use huarong::Puzzle;
use huarong::control::Limits;
use huarong::explore::{EngineChoice, Exploration, LayerProfile, Options, Scope};
use huarong::grid::Cell;
use huarong::puzzle::{Metric, Optimum, PublishedOptimum, Title};
use huarong::solution::Solution;

use crate::cli::args::{PUZZLES_HELP, SearchArgs, ThreadArgs, seed};
#[cfg(feature = "cluster")]
use crate::cli::cluster::Asked;
use crate::cli::cluster::ClusterArgs;
use crate::cli::diagnostics::UserError;
use crate::cli::input::{GoalArgs, ReadArgs, Source};
use crate::cli::memory;
use crate::cli::work_dir::WorkDirArgs;

#[derive(Args, Debug)]
#[command(
    after_help = "\
Examples:
  huarong explore heng-dao-li-ma
  huarong explore century --metric step --from goals
  huarong explore my.txt --csv > layers.csv
  huarong explore red-donkey --hardest-out harder.txt
  huarong explore red-donkey --at 50 | huarong solve -
  huarong explore simplicity --graph simplicity.graphml
  huarong explore heng-dao-li-ma --all-components
  huarong explore puzzles/klotski --quiet

Exit status: 0 explored, whether it can be solved or not, 1 proven: no start is so far away as `--at`
asks, 2 wrong input or usage, 3 stopped at a limit or by Ctrl-C.",
    after_long_help = "\
What is found out, in this order:
  1. what can be reached, layer by layer: how many positions at each distance from the start, how
     many of them are solved, the farthest, how many moves there are from each, and the dead ends;
  2. the same from all solved positions inward: the distance from each position to the nearest
     solved one, and so the hardest start;
  3. how many shortest solutions there are: two are different where they come through different
     layouts, equal pieces being interchangeable.
  What an earlier part has found stands if a later one is stopped. The last is left away where it
  would take more memory than `--max-memory`, or three quarters of what is free.

Positions and mirror images:
  Positions are counted each for itself. Where the puzzle is its own mirror image, a position and
  its mirror image are searched as one; what is drawn or listed stands for both. `--no-mirror`
  tells them apart.

Long runs:
  With `--work-dir` a run is kept: after a layer, what is needed to go on is written into that
  directory, and `--resume` goes on from there after Ctrl-C, a full disk or a power cut, to the same
  answer. The engine `layered` has its layers in files there, about a byte a position, and takes no
  more memory than `--max-memory`, or 256 MiB. Where no engine is named, the size of the space and
  the memory say which it is; and if memory runs out in a run that is not kept, it goes on with
  files in a temporary directory.

Examples:
  huarong explore heng-dao-li-ma
  huarong explore century --metric step --from goals
  huarong explore my.txt --csv > layers.csv
  huarong explore red-donkey --hardest-out harder.txt
  huarong explore red-donkey --at 50 | huarong solve -
  huarong explore heng-dao-li-ma --json | jq .hardest.distance
  huarong explore my.txt --engine layered --work-dir my-run
  huarong explore --resume my-run
  huarong explore my.txt --save my.distances
  huarong solve my.txt --tablebase my.distances
  huarong explore simplicity --graph simplicity.graphml

Exit status:
  0  explored, whether it can be solved or not
  1  proven: no start is so far from the nearest solution as `--at` asks
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C: what is known is told"
)]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct ExploreArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLES_HELP, required_unless_present_any = ["resume", "process"])]
    pub(super) puzzle: Vec<OsString>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    /// Which layers to show: those around the start, or those around all solved positions
    #[arg(long, value_enum, default_value_t)]
    pub(super) from: FromArg,
    /// Find out what can be reached, and no more: half the time, or less
    #[arg(long, conflicts_with_all = ["from", "hardest_out", "resume"])]
    pub(super) layers_only: bool,
    /// Look at all placements of the same pieces, not only those reachable: how many components they
    /// fall into, of which sizes, and which hold a solution
    #[arg(long, conflicts_with_all = [
        "from", "layers_only", "engine", "work_dir", "resume", "hardest_out", "plot", "graph"
    ])]
    pub(super) all_components: bool,
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    /// What searches: all find the same
    #[arg(long, value_enum, default_value_t, requires_if("layered", "work_dir"))]
    pub(super) engine: EngineArg,
    #[command(flatten)]
    pub(super) keeping: WorkDirArgs,
    #[command(flatten)]
    pub(super) cluster: ClusterArgs,
    /// Have a shortest solution told at once by this file, which `huarong atlas --output` or
    /// `huarong explore --save` has made
    #[arg(long, value_name = "FILE")]
    pub(super) tablebase: Option<PathBuf>,
    /// Store a shortest solution in this file, for `huarong verify`
    #[arg(long, short, value_name = "FILE", conflicts_with = "layers_only")]
    pub(super) output: Option<PathBuf>,
    /// Print a start that is so far from the nearest solution, as a puzzle, and nothing else
    #[arg(long, value_name = "N", conflicts_with_all = [
        "from", "layers_only", "all_components", "work_dir", "resume", "hardest_out", "plot", "graph",
        "csv", "save", "output", "tablebase"
    ])]
    pub(super) at: Option<u32>,
    /// Of the starts `--at` a distance, take the one that chance chooses: the same seed, the same start
    #[arg(long, value_name = "N", value_parser = seed, requires = "at")]
    pub(super) seed: Option<u64>,
    /// Write the hardest start into this file, as a puzzle
    #[arg(long, value_name = "FILE")]
    pub(super) hardest_out: Option<PathBuf>,
    /// Store the distance of every position to its nearest solution in this file, for
    /// `huarong solve --tablebase`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["layers_only", "all_components"])]
    pub(super) save: Option<PathBuf>,
    /// Write the layers into this file, as a histogram in SVG
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
    /// Write the positions and the moves between them into this file, as `.graphml` or `.dot`; for
    /// small spaces
    #[arg(long, value_name = "FILE")]
    pub(super) graph: Option<PathBuf>,
    /// Print one JSON object a puzzle, each on a line of its own
    #[arg(long, conflicts_with = "csv")]
    pub(super) json: bool,
    /// Print the layers as comma-separated values
    #[arg(long)]
    pub(super) csv: bool,
    /// Print the figures only, no boards and no bars, and show no progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl ExploreArgs {
    /// How the puzzle is read; `--from` says here which way the search goes.
    pub(super) fn reading(&self) -> ReadArgs {
        ReadArgs { from: None, goal: self.goal.clone() }
    }

    /// Whether it is several processes that are to search.
    pub(super) fn is_for_cluster(&self) -> bool {
        self.cluster.is_given() || self.engine == EngineArg::Cluster
    }

    /// What is asked of those processes.
    #[cfg(feature = "cluster")]
    pub(super) fn asked(&self) -> Asked<'_> {
        Asked {
            command: "explore",
            cluster: &self.cluster,
            keeping: &self.keeping,
            has_other_engine: !matches!(self.engine, EngineArg::Auto | EngineArg::Cluster),
            max_memory: self.search.max_memory,
            is_quiet: self.quiet,
        }
    }

    pub(crate) fn options(&self) -> Options {
        let (limits, default) = (self.search.limits(), Options::default());
        // Files are read and written as well with little memory as with much.
        let has_files = self.engine == EngineArg::Layered || self.cluster.is_given();
        let most = if has_files { None } else { memory::most() };
        Options {
            metric: self.search.metric,
            mirroring: self.search.mirroring(),
            limits: Limits { max_bytes: limits.max_bytes.or(most), ..limits },
            scope: if self.layers_only { Scope::Layers } else { Scope::Everything },
            threads: self.threads.count().unwrap_or(default.threads),
            engine: self.engine.into(),
            work_folder: self.keeping.work_dir.clone(),
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

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub(crate) enum EngineArg {
    /// What the size of the space and the memory suggest
    #[default]
    Auto,
    /// In memory, in hashed tables
    Hashed,
    /// In memory, three bits for every placement of the pieces, reachable or not
    Ranked,
    /// In files of the work directory, for spaces beyond memory
    Layered,
    /// The same on many machines, each with a part of every layer
    #[value(hide = !cfg!(feature = "cluster"))]
    Cluster,
}

impl From<EngineArg> for Option<EngineChoice> {
    fn from(engine: EngineArg) -> Self {
        match engine {
            EngineArg::Auto => None,
            EngineArg::Hashed => Some(EngineChoice::Hashed),
            EngineArg::Ranked => Some(EngineChoice::Ranked),
            EngineArg::Layered => Some(EngineChoice::Layered),
            EngineArg::Cluster => Some(EngineChoice::Cluster),
        }
    }
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
    let title = Title { name, note: Some(note), ..Title::default() };
    let best = PublishedOptimum::Known(optimum);
    positions.iter().find_map(|anchors| puzzle.starting_at(anchors, title.clone(), best))
}
