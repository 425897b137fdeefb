//! The arguments of `huarong hamilton`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use huarong::backtrack::hamilton::{Method, Options, TieBreak};

use crate::cli::args::{BacktrackLimitArgs, count, seed};
use crate::cli::diagnostics::UserError;
use crate::cli::paths::{OrderArg, PathPictureArgs};
use crate::cli::subject::{FormatArgs, LoadedGraph, Vertices};

#[derive(Args, Debug)]
#[command(
    after_help = "\
Examples:
  huarong hamilton cat.map --start 14
  huarong hamilton zip.map --unique --print board
  huarong hamilton six.txt --adjacency --directed --start A

Exit status: 0 done, 1 no path exists or it is not unique, 2 wrong input or usage, 3 stopped",
    after_long_help = "\
Maps:
  Rows of 1 and 0, where 1 is a cell; or rows of `.` for a cell and `#` for none, with `S` where the
  path is to begin, `E` where it is to end, and numbers to be met in order, from 1 on. Numbers
  without `S` and `E`: it begins at 1 and ends at the greatest. `|` between two cells, and `-` in a
  line between two rows, are walls. Rows and columns count from 1; cells are numbered row by row,
  from 0 as in JSON.
  Two maps are built in, `cat` and `zip`; a file of that name comes first.

Examples:
  huarong hamilton cat.map --start 14
  huarong hamilton cat.map --every-start
  huarong hamilton zip.map --unique --print board
  huarong hamilton - --cycle --count < board.map
  huarong hamilton six.txt --adjacency --directed --start A

Exit status:
  0  done
  1  proven: there is none; with `--unique`, also: there is more than one
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C"
)]
pub(crate) struct HamiltonArgs {
    /// A map or a graph file, `FILE#2`, a built-in map (`cat`, `zip`), or `-`
    pub(crate) map: OsString,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    /// Start: row and column from 1 (`3,5`), a number from 0, or a name
    ///
    /// `any` ignores the start of the map.
    #[arg(long, value_name = "V")]
    pub(crate) start: Option<String>,
    /// End, like `--start`
    #[arg(long, value_name = "V", conflicts_with = "cycle")]
    pub(crate) end: Option<String>,
    /// Find cycles, which return to the start
    #[arg(long)]
    pub(crate) cycle: bool,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Maximum number of paths to list
    #[arg(long, value_name = "N", requires = "all", value_parser = count)]
    #[arg(hide_short_help = true)]
    pub(crate) limit: Option<usize>,
    /// Order of the neighbours in backtracking [default: the fastest method]
    #[arg(long, value_enum)]
    pub(crate) order: Option<OrderArg>,
    /// Random seed; the same seed gives the same path
    #[arg(long, value_name = "N", value_parser = seed, default_value_t = 0, requires = "order")]
    #[arg(hide_short_help = true)]
    pub(crate) seed: u64,
    /// Form of a path
    #[arg(long, value_enum, default_value_t)]
    #[arg(help_heading = "Output")]
    pub(crate) print: PrintArg,
    #[command(flatten)]
    pub(crate) picture: PathPictureArgs,
    /// Print a JSON object
    #[arg(long, conflicts_with = "print")]
    #[arg(help_heading = "Output")]
    pub(crate) json: bool,
    /// Print the summary only, and show no progress
    #[arg(long, short)]
    #[arg(help_heading = "Output")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) limits: BacktrackLimitArgs,
}

/// What is asked.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct AskArgs {
    /// List every path
    #[arg(long, conflicts_with_all = ["count", "unique", "every_start", "picture"])]
    pub(crate) all: bool,
    /// Count paths or cycles
    ///
    /// Paths without a start, and cycles, have no direction.
    #[arg(long, conflicts_with_all = ["unique", "picture"])]
    pub(crate) count: bool,
    /// Decide whether exactly one path exists
    #[arg(long, conflicts_with_all = ["every_start", "picture"])]
    pub(crate) unique: bool,
    /// Decide for every vertex whether a path starts there
    ///
    /// With `--count`, count the paths from each.
    #[arg(long, conflicts_with_all = ["start", "cycle", "picture"])]
    pub(crate) every_start: bool,
}

impl HamiltonArgs {
    /// How to search the subject.
    ///
    /// # Errors
    /// Where the order needs a map, and there is none.
    pub(crate) fn options(&self, subject: &LoadedGraph) -> anyhow::Result<Options> {
        let limits = self.limits.limits();
        let Some(order) = self.order else {
            return Ok(Options { limits, ..Options::default() });
        };
        let order = order.order(self.seed, || match &subject.vertices {
            Vertices::Cells(map) => {
                let places = map.cells().iter().map(|place| (place.row, place.column));
                Ok(TieBreak::roth(map.rows(), map.columns(), places))
            }
            Vertices::Words(_) | Vertices::Squares { .. } => {
                let help = "take another order: a graph has no middle";
                Err(UserError::new("Roth's rule needs a map", help).into())
            }
        })?;
        // Those who ask for an order want a path to grow in it, to the end.
        Ok(Options { order, method: Method::Grow, limits, ..Options::default() })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub(crate) enum PrintArg {
    /// The numbers or names of the vertices
    #[default]
    Path,
    /// Rows and columns, from 1: (3,5) (3,4)
    Cells,
    /// The map, with the number of each step
    Board,
    /// A letter for each step: U, D, L, R
    Moves,
}
