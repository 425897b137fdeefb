//! The arguments of `huarong list`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::filter::{Criterion, Query, Size, Span};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong list
  huarong list --family rush-hour --moves 40.. --sort moves
  huarong list --search 马 --size 4x5
  huarong list my-puzzles/ --json

Exit status: 0 done, 2 nothing matches, a file is wrong, or wrong usage.")]
pub(crate) struct ListArgs {
    /// List the `.txt` files of this folder, and of those in it, instead of the collection
    pub(super) dir: Option<PathBuf>,
    /// Only this family: the puzzles of the folder of this name
    #[arg(long, value_name = "NAME", help_heading = "Filters")]
    family: Option<String>,
    /// Only puzzles of so many moves, ends included: `50..`, `..30`, `20..40`, `81`
    #[arg(long, value_name = "RANGE", help_heading = "Filters")]
    moves: Option<Span>,
    /// Only frames of so many columns and rows: `4x5`
    #[arg(long, value_name = "SIZE", help_heading = "Filters")]
    size: Option<Size>,
    /// Only puzzles with this in a name of theirs, in any language; accents and case do not count
    #[arg(long, value_name = "TEXT", help_heading = "Filters")]
    search: Option<Query>,
    /// Order within each family; those without a number of moves come last
    #[arg(long, value_enum, value_name = "KEY")]
    pub(super) sort: Option<SortKey>,
    /// Print one JSON object a puzzle, each on a line of its own
    #[arg(long)]
    pub(super) json: bool,
}

/// What puzzles are sorted by; those that are equal in it stay in the order of their files.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum SortKey {
    /// Name, numbers in it by their value
    Name,
    /// Number of moves of the shortest solution
    Moves,
    /// Cells of the frame
    Size,
    /// Number of pieces
    Pieces,
    /// Number of empty cells
    Empties,
}

impl ListArgs {
    /// All that a puzzle has to meet.
    pub(super) fn criteria(&self) -> Vec<Criterion> {
        let family = self.family.clone().map(Criterion::Family);
        let moves = self.moves.map(Criterion::Moves);
        let size = self.size.map(Criterion::Size);
        let search = self.search.clone().map(Criterion::Search);
        [family, moves, size, search].into_iter().flatten().collect()
    }
}
