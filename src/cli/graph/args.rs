//! The arguments of `huarong graph`.

use std::ffi::OsString;

use clap::Args;

use crate::cli::subject::FormatArgs;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong graph knight 8x8
  huarong graph knight 8x8 --neighbours 3,3
  huarong graph cat.map --dot | dot -Tsvg > cat.svg
  huarong graph --adjacency --directed six.txt --dfs
  huarong graph --edges bridges.txt --euler

Exit status: 0 done, 1 there is no trail over every edge, 2 wrong input or usage.")]
pub(crate) struct GraphArgs {
    /// A map or a graph file, `-` for standard input; or `knight 8x8`, the moves on a board
    #[arg(value_name = "MAP|knight")]
    pub(crate) source: OsString,
    /// The rows and columns of the board, behind `knight`
    #[arg(value_name = "ROWSxCOLS")]
    pub(crate) board: Option<OsString>,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) query: QueryArgs,
    /// Print one JSON object
    #[arg(long, conflicts_with = "dot")]
    pub(crate) json: bool,
}

/// What is asked; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct QueryArgs {
    /// Show vertices, edges, degrees, components and colour classes; as without any of these
    #[arg(long)]
    pub(crate) info: bool,
    /// Show the neighbours of a vertex: its number, its row and column `2,4`, or its name
    #[arg(long, visible_alias = "neighbors", value_name = "V")]
    pub(crate) neighbours: Option<String>,
    /// Search depth first: the forest, times of discovery and finish, kinds of edges
    #[arg(long)]
    pub(crate) dfs: bool,
    /// Search breadth first from a vertex: how far the others are
    #[arg(long, value_name = "V")]
    pub(crate) bfs: Option<String>,
    /// Find a trail over every edge, or say why there is none
    #[arg(long)]
    pub(crate) euler: bool,
    /// Write the graph for Graphviz
    #[arg(long)]
    pub(crate) dot: bool,
}
