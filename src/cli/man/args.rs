//! The arguments of `huarong man`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong man | man -l -
  huarong man solve | man -l -
  huarong man --dir ~/.local/share/man/man1

Exit status: 0 done, 2 wrong input or usage.")]
pub(crate) struct ManArgs {
    /// The command whose page is wanted; without this, that of `huarong` itself
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    pub(super) command: Option<String>,
    /// Write all pages to this folder, `huarong.1` and one for each command, instead
    #[arg(long, value_name = "DIR")]
    pub(super) dir: Option<PathBuf>,
}
