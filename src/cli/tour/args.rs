//! The arguments of `huarong tour`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use huarong::backtrack::hamilton::{Options, PruningSet, TieBreak, VertexOrder};
use huarong::tour::{self, Chessboard, Method, SquareNumbering};

use crate::cli::args::{BacktrackLimitArgs, count, one_of, seed};
use crate::cli::paths::{OrderArg, PathPictureArgs};

#[derive(Args, Debug)]
#[command(
    after_help = "\
Examples:
  huarong tour 8x8 --closed --print board
  huarong tour 6x6 --closed --count
  huarong tour 20x20 --start a1 --svg tour.svg

Exit status: 0 done, 1 no tour exists, 2 wrong input or usage, 3 stopped",
    after_long_help = "\
Squares:
  `3,7` is row 3 from the top and column 7 from the left, both from 1, or from 0 with
  `--numbering 0`. `g6` is the same square of a chess board: files from the left, ranks from the
  bottom; the file after `z` is `aa`. JSON has rows and columns from 0 always.

Orders:
  Without `--order` the best method is used: tours of large boards are joined from strips, in time
  linear in the squares. With an order, one backtracking search extends a path square by square.
  `fixed` and `reverse` are the plain searches of the textbooks and prune nothing. The others
  backtrack if a square has no entry or no exit; on boards of up to 1,024 squares, after some
  retreats, stronger tests prune as well.

Counts:
  Open tours are counted with direction: a tour and its reverse are two. Closed tours are counted
  without: start and direction do not matter.

Examples:
  huarong tour 8x8 --start 3,7
  huarong tour 8x8 --closed --print board
  huarong tour 5x5 --start 3,3 --order fixed --stats
  huarong tour 8x8 --numbering 0 --start 0,0 --order coordinate --print board
  huarong tour 6x6 --closed --count
  huarong tour 6x5 --closed --all --print algebraic
  huarong tour 10x10 --moves 2,3
  huarong tour 20x20 --start a1 --svg tour.svg --theme dark
  huarong tour 8x8 --closed --html tour.html

Exit status:
  0  done
  1  proven: there is none
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C"
)]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct TourArgs {
    /// Size of the board: `4x5` is 4 wide, 5 high
    #[arg(value_name = "WxH")]
    pub(crate) board: OsString,
    /// Start square: `3,7` (row, column; see `--numbering`) or `g6`
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true)]
    pub(crate) start: Option<String>,
    /// End square
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true, conflicts_with = "closed")]
    pub(crate) end: Option<String>,
    /// Find closed tours, which return to the start
    #[arg(long)]
    pub(crate) closed: bool,
    /// Count tours
    ///
    /// Open tours have a direction, and begin at the start or at every square; closed ones have
    /// none.
    #[arg(long, conflicts_with_all = ["all", "order", "seed", "print", "picture"])]
    pub(crate) count: bool,
    /// List every tour
    ///
    /// Open tours are listed in both directions, closed ones in one.
    #[arg(long, conflicts_with = "picture")]
    pub(crate) all: bool,
    /// Maximum number of tours to list
    #[arg(long, value_name = "N", requires = "all", value_parser = count)]
    #[arg(hide_short_help = true)]
    pub(crate) limit: Option<usize>,
    /// Order of the moves in backtracking [default: the fastest method]
    #[arg(long, value_enum)]
    pub(crate) order: Option<OrderArg>,
    /// Random seed; the same seed gives the same tour
    #[arg(long, value_name = "N", value_parser = seed)]
    #[arg(hide_short_help = true)]
    pub(crate) seed: Option<u64>,
    /// Move of the piece: A squares one way and B the other
    #[arg(long, value_name = "A,B", default_value = "1,2", allow_hyphen_values = true)]
    pub(crate) moves: String,
    /// Number of the first row and column
    #[arg(long, value_parser = one_of(&NUMBERINGS), default_value = "1")]
    #[arg(hide_short_help = true)]
    pub(crate) numbering: SquareNumbering,
    /// Form of a tour
    #[arg(long, value_enum, default_value_t)]
    #[arg(help_heading = "Output")]
    pub(crate) print: PrintArg,
    /// Print the size of the graph and of the search
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) picture: PathPictureArgs,
    /// Print a JSON object; rows and columns count from 0
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

impl TourArgs {
    /// How to look for one tour.
    pub(crate) fn method(&self, board: &Chessboard) -> anyhow::Result<Method> {
        Ok(match self.order {
            Some(order) => Method::Search(self.in_order(order, board)?),
            None => Method::Best(self.ties()),
        })
    }

    /// How to look for all of them.
    pub(crate) fn search(&self, board: &Chessboard) -> anyhow::Result<Options> {
        Ok(match self.order {
            Some(order) => self.in_order(order, board)?,
            None => Options { order: VertexOrder::Warnsdorff(self.ties()), ..Options::default() },
        })
    }

    /// The search that tries moves in this order: as the textbooks begin, or as well as it can.
    fn in_order(&self, order: OrderArg, board: &Chessboard) -> anyhow::Result<Options> {
        let is_plain = matches!(order, OrderArg::Fixed | OrderArg::Reverse);
        let order = order.order(self.seed.unwrap_or(0), || Ok(tour::roth(board)))?;
        let prunings = if is_plain { PruningSet::NONE } else { PruningSet::ALL };
        Ok(Options { prunings, ..Options::unpruned(order) })
    }

    /// Without an order, chance plays a part for those who name a seed.
    fn ties(&self) -> TieBreak {
        self.seed.map_or(TieBreak::default(), |seed| TieBreak::Random { seed })
    }
}

/// What rows and columns count from, each with its help.
const NUMBERINGS: [(&str, SquareNumbering, &str); 2] = [
    ("0", SquareNumbering::FromZero, "Rows and columns count from 0"),
    ("1", SquareNumbering::FromOne, "Rows and columns count from 1"),
];

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub(crate) enum PrintArg {
    /// Rows and columns, from 1 or as `--numbering` says: (3,7) (1,8)
    #[default]
    Path,
    /// The board, with the number of each step
    Board,
    /// Chess notation: g6 h8
    Algebraic,
    /// Each move, rows and columns: (-2,+1) down and right are +
    Moves,
}
