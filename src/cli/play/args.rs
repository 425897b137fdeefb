//! The arguments of `huarong play`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use huarong::control::Limits;
use huarong::puzzle::Metric;

use super::hints::HintOptions;
use super::session::StartMode;
use crate::cli::args::{METRICS, PUZZLE_HELP, PUZZLE_LONG_HELP, one_of, timeout};
use crate::cli::input::ReadArgs;
use crate::cli::memory;

#[derive(Args, Debug)]
#[command(after_help = "\
Keys:
  arrows, j k l      move the chosen piece (`v` makes `h` the fourth)
  Tab, letters       choose a piece; the mouse chooses and drags
  h, H, d            which piece, the move, how far it is from here
  s                  watch the rest solved
  u, r, x            undo, redo, start again
  n                  another puzzle
  ?                  all keys

Examples:
  huarong play heng-dao-li-ma
  huarong play my.txt#2 --metric step
  huarong play heng-dao-li-ma --tablebase moves.tb
  huarong play century --replay century.solution
  printf 'H down\\nundo\\nhint\\n' | huarong play heng-dao-li-ma --plain

Best results, and games that are left before they are solved, are kept in the folder `huarong` \
where the system keeps data, on Linux in `$XDG_DATA_HOME` or `~/.local/share`. The next time the \
player asks whether to go on; with `--plain` it goes on and says so, and `--fresh` starts afresh. \
With commands from a pipe or a file no game is kept or gone on with, so that the same lines always \
do the same.

Exit status: 0 done, 1 the solution to be watched is wrong, 2 wrong input or usage, or no \
terminal, 3 stopped by Ctrl-C or a signal.")]
pub(crate) struct PlayArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLE_HELP, long_help = PUZZLE_LONG_HELP, default_value = "heng-dao-li-ma")]
    pub(super) puzzle: OsString,
    #[command(flatten)]
    pub(super) reading: ReadArgs,
    /// Unit of length
    #[arg(long, value_parser = one_of(&METRICS), default_value = "move")]
    pub(super) metric: Metric,
    /// Watch the solution in this file, stored or as text
    #[arg(long, value_name = "SOLUTION")]
    pub(super) replay: Option<OsString>,
    /// Play line by line: commands from standard input, boards as text
    #[arg(long)]
    pub(super) plain: bool,
    /// Start a new game without offering to resume the saved one
    #[arg(long)]
    fresh: bool,
    /// `h` moves left, as in vi; hints are on `i` and `I`
    #[arg(long, conflicts_with = "plain")]
    pub(super) vi: bool,
    /// Take hints from this file of `huarong atlas --output` or `huarong explore --save`
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
    /// Maximum memory for a hint: 500M, 2GiB
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    #[arg(default_value = "1GiB", value_parser = memory::limit)]
    max_memory: usize,
    /// Maximum time for a hint: 10s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", help_heading = "Limits", value_parser = timeout)]
    timeout: Option<Duration>,
}

impl PlayArgs {
    /// Where the game begins.
    pub(super) const fn begin(&self) -> StartMode {
        if self.fresh { StartMode::Afresh } else { StartMode::WhereLeft }
    }

    /// Where hints come from.
    pub(super) fn sources(&self) -> HintOptions {
        let limits =
            Limits { max_bytes: Some(self.max_memory), timeout: self.timeout, ..Limits::default() };
        HintOptions { metric: self.metric, limits, tablebase: self.tablebase.clone() }
    }
}
