//! The arguments of `tour` and `hamilton`.

use crate::cli::prelude::*;
use std::{cmp::Reverse, io::ErrorKind};

use crate::{
    backtrack::hamilton::{Constraints, Options, PruningSet, Shape, TieBreak, VertexOrder},
    cli::{
        args::BacktrackLimitArgs,
        graph_args::{FormatArgs, Vertices},
    },
    graph::{Leaper, MapCell},
    tour::{CountFolder, MAX_SQUARES, Method, SquareNumbering},
};

use super::drawing::{MAP_FORMS, PathForm, PathPictureArgs, TOUR_FORMS};

#[derive(Args)]
#[command(
    after_help = "\
Examples:
  huarong tour 8x8 --closed --print board
  huarong tour 6x6 --closed --count
  huarong tour 20x20 --start a1 --to tour.svg

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
  backtrack if a square has no entry or no exit; on boards of up to 1,024 squares, after a
  number of backtracks, stronger tests prune as well.

Counts:
  Open tours are counted with direction: a tour and its reverse are two. Closed tours are counted
  without: start and direction do not matter. With `--work-dir`, a count that is stopped can be
  resumed, and one that exceeds the memory uses the disk.

Examples:
  huarong tour 8x8 --start 3,7
  huarong tour 8x8 --closed --print board
  huarong tour 5x5 --start 3,3 --order fixed --stats
  huarong tour 8x8 --numbering 0 --start 0,0 --order coordinate --print board
  huarong tour 6x6 --closed --count
  huarong tour 6x5 --closed --all --print algebraic
  huarong tour 10x10 --moves 2,3
  huarong tour 20x20 --start a1 --to tour.svg --theme dark
  huarong tour 8x8 --closed --to tour.html

Exit status:
  0  done
  1  proven: there is none
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C",
    mut_arg("count", |count| count.conflicts_with_all(["order", "seed", "print"]))
)]
pub struct TourArgs {
    /// Size of the board, `4x5` is 4 wide, 5 high; or a map with holes, as for `hamilton`
    #[arg(value_name = "WxH|MAP")]
    pub board: OsString,
    /// Find closed tours, which return to the start
    #[arg(long = "closed", id = "cycle")]
    pub closed: bool,
    #[command(flatten)]
    pub query: PathArgs,
    /// Move of the piece: A squares one way and B the other
    #[arg(
        long,
        value_name = "A,B",
        default_value = "1,2",
        allow_hyphen_values = true
    )]
    pub moves: String,
    /// Number of the first row and column
    #[arg(long, value_parser = one_of(&NUMBERINGS), default_value = "1", hide_short_help = true)]
    pub numbering: SquareNumbering,
    /// Form of a tour [default: path; on a terminal board, if it fits]
    #[arg(long, value_parser = one_of(&TOUR_FORMS), help_heading = "Output")]
    pub print: Option<PathForm>,
    /// Print the size of the graph and of the search
    #[arg(long, hide_short_help = true)]
    pub stats: bool,
}

/// The numbers of the first row and column, each with its help.
const NUMBERINGS: [Choice<SquareNumbering>; 2] = [
    (
        "0",
        SquareNumbering::FromZero,
        "Rows and columns count from 0",
    ),
    (
        "1",
        SquareNumbering::FromOne,
        "Rows and columns count from 1",
    ),
];

#[derive(Args)]
#[command(
    after_help = "\
Examples:
  huarong hamilton cat.map --start 15
  huarong hamilton zip.map --unique --print board
  huarong hamilton six.txt --adjacency --directed --start A

Exit status: 0 done, 1 no path exists or it is not unique, 2 wrong input or usage, 3 stopped",
    after_long_help = "\
Maps:
  Rows of 1 and 0, where 1 is a cell; or rows of `.` for a cell and `#` for none, with `S` where the
  path is to begin, `E` where it is to end, and numbers to be met in order, from 1 on. Numbers
  without `S` and `E`: it begins at 1 and ends at the greatest. `|` between two cells, and `-` in a
  line between two rows, are walls. Rows, columns and cells, which are numbered row by row, count
  from 1; in JSON, rows and columns count from 0.
  Two maps are built in, `cat` and `zip`; a file of that name comes first.

Graphs:
  `grid 8x8`, `king 8x8`, `knight 8x8`, `leaper 2,3 10x10`: the moves on a board. `torus king 8x8`
  joins opposite sides, `cylinder king 8x8` the left side to the right; `torus 8x8` is the grid.
  `cube 5`, `complete 7`, `complete 4,5,6`, `cycle 7`, `prism 7`, `prism 5,8` (a product of cycles),
  `petersen 7,2`, `sierpinski 4`, `sierpinski 3,4` (with 4 corners), `associahedron 5`,
  `ramanujan 3,47`. For a file that is called like this, write `./grid`.

Examples:
  huarong hamilton cat.map --start 15
  huarong hamilton cat.map --every-start
  huarong hamilton zip.map --unique --print board
  huarong hamilton - --cycle --count < board.map
  huarong hamilton cube 5 --cycle --count
  huarong hamilton six.txt --adjacency --directed --start A

Exit status:
  0  done
  1  proven: there is none; with `--unique`, also: there is more than one
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C"
)]
pub struct HamiltonArgs {
    /// A map or a graph: a file, `-`, itself (`111/101/111`), or a name: `zip`, `knight 8x8`
    #[arg(value_name = "GRAPH", required = true, num_args = 1..)]
    pub map: Vec<OsString>,
    #[command(flatten)]
    pub format: FormatArgs,
    /// Find cycles, which return to the start
    #[arg(long)]
    pub cycle: bool,
    #[command(flatten)]
    pub query: PathArgs,
    /// Decide whether exactly one path exists
    #[arg(long, conflicts_with_all = ["all", "limit", "count", "every_start", "to"],
          conflicts_with_all = ["work_dir", "resume"])]
    pub unique: bool,
    /// Decide for every vertex whether a path starts there
    ///
    /// With `--count`, count the paths from each.
    #[arg(long,
          conflicts_with_all = ["all", "limit", "start", "cycle", "to", "work_dir", "resume"])]
    pub every_start: bool,
    /// Form of a path [default: path; on a terminal board, if it fits]
    #[arg(long, value_parser = one_of(&MAP_FORMS), help_heading = "Output")]
    pub print: Option<PathForm>,
}

/// The arguments that `tour` and `hamilton` share.
#[derive(Args)]
pub struct PathArgs {
    /// Start: row and column (`3,7`), a square (`g6`), a number as the output counts, or a name
    ///
    /// `any` ignores the start of a map.
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// End, like `--start`
    #[arg(
        long,
        value_name = "V",
        allow_hyphen_values = true,
        conflicts_with = "cycle"
    )]
    pub end: Option<String>,
    /// Count them
    ///
    /// Open tours, and paths with a given end, have a direction: a path and its reverse are two.
    /// Closed tours, cycles and other paths have none.
    #[arg(long, conflicts_with_all = ["all", "to"])]
    pub count: bool,
    /// List all
    ///
    /// Open tours are listed in both directions, cycles in one.
    #[arg(long, conflicts_with = "to")]
    pub all: bool,
    /// Maximum number to list
    #[arg(long, value_name = "N", requires = "all", conflicts_with_all = ["count", "to"],
          value_parser = count, hide_short_help = true)]
    pub limit: Option<usize>,
    /// Order of the steps in backtracking [default: the fastest method]
    #[arg(long, value_enum)]
    pub order: Option<OrderArg>,
    /// Random seed; the same seed gives the same path
    #[arg(long, value_name = "N", value_parser = seed, hide_short_help = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub picture: PathPictureArgs,
    /// Print a JSON object; rows and columns count from 0
    #[arg(long, conflicts_with = "print", help_heading = "Output")]
    pub json: bool,
    /// Print the summary only, and show no progress
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    #[command(flatten)]
    pub limits: BacktrackLimitArgs,
    /// Save the count in this new or empty directory, and states there that exceed `--max-memory`
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Large runs",
        requires = "count",
        hide_short_help = true
    )]
    pub work_dir: Option<PathBuf>,
    /// Resume the count in this directory; give all other arguments again
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Large runs",
        requires = "count",
        conflicts_with = "work_dir",
        hide_short_help = true
    )]
    pub resume: Option<PathBuf>,
}

impl PathArgs {
    /// Returns the directory of a saved count.
    pub fn folder(&self) -> Option<&Path> {
        self.work_dir.as_deref().or(self.resume.as_deref())
    }

    /// Opens the directory of a saved count.
    pub fn count_folder(&self) -> Result<Option<CountFolder>> {
        let opened = match (&self.work_dir, &self.resume) {
            (Some(new), _) => CountFolder::create(new),
            (None, Some(run)) => CountFolder::resume(run),
            (None, None) => return Ok(None),
        };
        opened.map(Some).map_err(|error| {
            let help = match error.kind() {
                ErrorKind::AlreadyExists => "resume it with `--resume`, or name another directory",
                ErrorKind::DirectoryNotEmpty => "name a new directory",
                ErrorKind::NotFound => "name the directory that was given to `--work-dir`",
                _ => return unusable_folder(&error),
            };
            user_error!(error.to_string(), help).into()
        })
    }

    /// Returns the constraints of the map and of the arguments.
    pub fn constraints(&self, shape: Shape, graph: &LoadedGraph) -> Result<Constraints> {
        let mut constraints = match &graph.vertices {
            Vertices::Cells(map) => map.constraints(shape),
            _ => Constraints::default().with_shape(shape),
        };
        for (end, text) in [
            (&mut constraints.start, &self.start),
            (&mut constraints.end, &self.end),
        ] {
            match text.as_deref() {
                // In a graph file a vertex may have this name.
                Some("any") if graph.find("any").is_err() => *end = None,
                Some(text) => *end = Some(graph.find(text)?),
                None => {}
            }
        }
        // The first cycle by the names of its squares begins at the first of them.
        if shape == Shape::Cycle && self.order == Some(OrderArg::Algebraic) {
            let name = |vertex: &Vertex| {
                let cell = graph.cell(*vertex)?;
                Some((cell.column, Reverse(cell.row)))
            };
            let first = constraints.start.or_else(|| graph.all().min_by_key(name));
            constraints.start = first;
        }
        if shape == Shape::Cycle && constraints.end.is_some() {
            refuse!(
                "the map has an end, and a cycle has none",
                "remove `E` from the map, or omit `--cycle`"
            );
        }
        if shape == Shape::Cycle && !constraints.steps.is_empty() {
            refuse!(
                "the numbers of the map count steps, and a cycle has no first one",
                "omit `--cycle`"
            );
        }
        Ok(constraints)
    }

    /// Returns the method of the search.
    ///
    /// # Errors
    /// If the order leaves nothing to the seed, or needs a map.
    pub fn method(&self, subject: &LoadedGraph) -> Result<Method> {
        let random = TieBreak::Random {
            seed: self.seed.unwrap_or(0),
        };
        let Some(order) = self.order else {
            return Ok(Method::Best(
                self.seed.map_or(TieBreak::default(), |_| random),
            ));
        };
        if self.seed.is_some() && order != OrderArg::Random {
            refuse!(
                "`--seed` has no effect on this order",
                "take `--order random`, or omit one of the two"
            );
        }
        let ties = match order {
            OrderArg::Fixed | OrderArg::Reverse | OrderArg::Warnsdorff => TieBreak::Graph,
            OrderArg::Coordinate => TieBreak::Number,
            OrderArg::Pohl => TieBreak::Pohl,
            OrderArg::Random => random,
            OrderArg::Algebraic | OrderArg::Roth => {
                let Some((rows, columns)) = subject.size() else {
                    refuse!(
                        "this order needs the rows and columns of a map",
                        "take another order: a graph has no centre and no files"
                    );
                };
                let cells = subject.all().filter_map(|vertex| subject.cell(vertex));
                if order == OrderArg::Roth {
                    TieBreak::roth(rows, columns, cells.map(|cell| (cell.row, cell.column)))
                } else {
                    let key = |cell: MapCell| {
                        u64::from(cell.column) * u64::from(rows) + u64::from(rows - 1 - cell.row)
                    };
                    TieBreak::Keyed(cells.map(key).collect())
                }
            }
        };
        // On a board, these two are the searches of the textbooks, which prune nothing.
        let is_plain = matches!(order, OrderArg::Fixed | OrderArg::Reverse);
        let is_board = subject.is_tour();
        let prunings = if is_plain && is_board {
            PruningSet::NONE
        } else {
            PruningSet::ALL
        };
        let order = match order {
            OrderArg::Fixed => VertexOrder::Fixed,
            OrderArg::Reverse => VertexOrder::Reverse(ties),
            OrderArg::Algebraic => VertexOrder::Ranked(ties),
            _ => VertexOrder::Warnsdorff(ties),
        };
        Ok(Method::Search(
            Options::unpruned(order).with_prunings(prunings),
        ))
    }
}

/// Reads `1,2`, in any order.
pub fn leaper(text: &str) -> Result<Leaper> {
    let shown = sanitize(text);
    let leg = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|&leg: &u32| leg <= MAX_SQUARES)
    };
    let legs = text
        .split_once(',')
        .and_then(|(one, other)| Some((leg(one)?, leg(other)?)));
    let (message, help) = match legs {
        Some((0, 0)) => (
            format!("a piece that moves by `{shown}` stays where it is"),
            "write the two lengths of its move, like `1,2` for a knight",
        ),
        Some((one, other)) => {
            return Ok(Leaper {
                short: one.min(other),
                long: one.max(other),
            });
        }
        None => (
            format!("`{shown}` is not a move"),
            "write two numbers, like `1,2` for a knight; they hold for all directions",
        ),
    };
    refuse!(message, help)
}

/// An order of the neighbours of a vertex.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// In the order of the graph: of a map, ascending; of the knight's moves, by rows and columns,
    /// (-1,-2) (-1,2) (-2,-1) (-2,1) (1,-2) (1,2) (2,-1) (2,1)
    Fixed,
    /// Fewest onward moves first; ties in the fixed order
    Warnsdorff,
    /// Fewest onward moves first; ties by the smaller row, then the smaller column
    Coordinate,
    /// Fewest onward moves first; ties by the onward moves of the next neighbours
    Pohl,
    /// Fewest onward moves first; ties by the distance from the centre, farthest first
    Roth,
    /// Fewest onward moves first; random ties, see `--seed`
    Random,
    /// Most onward moves first, which rarely succeeds
    Reverse,
    /// By files, then by ranks: the first path in chess notation as in a dictionary
    Algebraic,
}

/// Returns the error of the directory of a saved count.
pub fn unusable_folder(error: &io::Error) -> anyhow::Error {
    user_error!(
        error.to_string(),
        "check the directory, or count anew in another one with `--work-dir`"
    )
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::diagnostics::UserError;

    #[test]
    fn leaper_moves_are_two_numbers_in_any_order() {
        assert_eq!(leaper("1,2").ok(), Some(Leaper::KNIGHT));
        assert_eq!(leaper("2, 1").ok(), Some(Leaper::KNIGHT));
        assert_eq!(leaper("0,1").ok(), Some(Leaper { short: 0, long: 1 }));
        for wrong in ["1", "", ",", "0,0", "-1,2", "1,2,3", "1,4294967295"] {
            let told = leaper(wrong).expect_err(wrong);
            let told = told.downcast_ref::<UserError>().expect("a complaint");
            assert!(told.help.is_some(), "{told}");
        }
    }
}
